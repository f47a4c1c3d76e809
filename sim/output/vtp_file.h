// One VTP file in the making.
#ifndef SCREE_SIM_OUTPUT_VTP_FILE_H
#define SCREE_SIM_OUTPUT_VTP_FILE_H

#include "output/bytes.h"
#include "output/origin.h"

typedef struct scree_sim_vtp_file {
    scree_sim_bytes head, data; ///< the XML text, and the compressed arrays behind it
} scree_sim_vtp_file;

/// Opens the file with the origin, the time and the step as field data.
void scree_sim_vtp_begin(scree_sim_vtp_file *file, const scree_sim_origin_copy *origin, const scree_sim_frame *frame);
/// Opens the only piece.
void scree_sim_vtp_piece(scree_sim_vtp_file *file, size_t points, size_t lines, size_t polygons);
/// `tag` with its end: "<CellData>" and the like.
void scree_sim_vtp_tag(scree_sim_vtp_file *file, const char *tag);
/// One array: `count` tuples of `components` values of VTK's `type`, which is named as in "Float32".
void scree_sim_vtp_array(scree_sim_vtp_file *file, const char *type, const char *name, int components, const void *data,
                         size_t count);
/// Closes the piece, writes the file and frees what was made.
bool scree_sim_vtp_end(scree_sim_vtp_file *file, const char *path, scree_error *error);

#endif
