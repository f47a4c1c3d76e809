// Packings as text: CSV, VTP, LAMMPS data and dump, JSON lines, query lines.
#ifndef SCREE_CLI_PACK_WRITE_H
#define SCREE_CLI_PACK_WRITE_H

#include "prove.h"
#include "recipe.h"

/// Where the text goes: it is handed on in pieces, so that memory does not grow with the packing.
typedef struct sink {
    text text;
    int fd;
    int error; ///< of the first write that failed, or of memory; nothing is written after it
} sink;

/// Hand on what has come together, if that is a good deal; always with `all`. False after an error.
bool scree_sink_flush(sink *s, bool all);

typedef struct pack_output {
    const packing *packing;
    const recipe *recipe;
    const double *scales; ///< of each grain, against the recipe
    uint64_t seed;
    const packing_proof *proof; ///< NULL where there is none yet
    double margin;              ///< of the query lines
    int detail;                 ///< of the surface; below 0: none
} pack_output;

typedef void (*pack_writer)(const pack_output *o, sink *s);

/// One line for each grain, with a head line: id, position, quaternion, radius, and semi-axes with exponents and
/// rounding where there are any, or scale.
void scree_pack_write_csv(const pack_output *o, sink *s);
/// The library's own: a line that describes the packing, then one body of the query protocol a line.
void scree_pack_write_jsonl(const pack_output *o, sink *s);
/// A request of the query protocol a line: all pairs, and grains with walls, whose outer balls are within the margin.
void scree_pack_write_lines(const pack_output *o, sink *s);
/// For ParaView: the grains as points with data for glyphs; with a detail, as one triangulated surface.
void scree_pack_write_vtp(const pack_output *o, sink *s);
/// For LAMMPS to read, and for OVITO to show: ids from 1, densities 1, diameters.
void scree_pack_write_lammps_data(const pack_output *o, sink *s);
void scree_pack_write_lammps_dump(const pack_output *o, sink *s);

#endif
