// The files of a simulation: what ParaView, OVITO, a spreadsheet, a browser and a resumed run read.
//
//   scree_sim_frame_take()        a snapshot, which all writers get
//   scree_sim_output_open() ...   the files that grow while a run goes on: VTP and PVD, GSD, CSV
//   scree_sim_checkpoint_...()    HDF5: the whole state, with checksums
//   scree_sim_still_...()         a POV-Ray scene, and the picture
//   scree_sim_view_write()        one HTML file that plays the run
//   scree_sim_info()              what a file or a folder holds, as text
//   scree_sim_mesh_make()         the surface of a shape as triangles
//   scree_sim_sha256()            the hash that files carry
//
// A run's folder (docs/output.md has the formats):
//
//   series.csv                      one line a sample
//   grains.pvd contacts.pvd walls.pvd, frames/grains_000000.vtp ...
//   trajectory.gsd                  grains, shapes and contacts of all frames; scree view reads it
//   checkpoint.h5 checkpoint.previous.h5
//   still.pov still.png view.html
//
// Every file is written so that a crash at any moment leaves what was written before it readable. Files carry the
// version, the scene and its hash, the seed and the command of their run, and neither the time of day nor the machine:
// equal runs write equal bytes.
//
// Calls return false or NULL with the reason, and the file's name, in `error` (which may be NULL). A full disk, a
// folder that cannot be written and lack of memory are errors that leave the object usable.
#ifndef SCREE_SIM_OUTPUT_H
#define SCREE_SIM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scree_sim/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where the files of a run come from. Strings are UTF-8; NULL is empty. Everything is copied.
typedef struct scree_sim_origin {
    const char *title;
    const char *command; ///< as it was typed
    const char *scene;   ///< the whole text of the scene file
    uint64_t seed;
    int dimension;                      ///< 3 or 2
    scree_vec3 domain_low, domain_high; ///< half spaces are drawn as far as this; the volume of the packing fraction
    const char *const *materials;       ///< names, by the index of scree_sim_add_material()
    size_t material_count;
} scree_sim_origin;

/// A snapshot of a simulation. Borrows the views' arrays: valid until the simulation changes.
typedef struct scree_sim_frame {
    double time;
    int64_t step;
    scree_sim_grains_view grains;
    scree_sim_wall_view *walls; ///< removed ones too, by their index
    size_t wall_count;
    scree_sim_contact *contacts;
    size_t contact_count;
    scree_sim_totals totals;
} scree_sim_frame;

/// With `contacts` false the frame has none: enough for a line of the series. Walls and contacts are the frame's own
/// memory until scree_sim_frame_release(), which may be called twice. A caller may also fill a frame by hand.
SCREE_API bool scree_sim_frame_take(const scree_sim *sim, bool contacts, scree_sim_frame *frame, scree_error *error);
SCREE_API void scree_sim_frame_release(scree_sim_frame *frame);

// ---------------------------------------------------------------------------------------- files that grow in a run

typedef struct scree_sim_output scree_sim_output;

typedef struct scree_sim_output_options {
    uint32_t size;      ///< scree_sim_output_defaults() fills it in
    const char *folder; ///< must exist; `frames` in it is made where needed
    bool series;        ///< series.csv
    bool vtp;           ///< grains.pvd, contacts.pvd, walls.pvd and frames/
    bool gsd;           ///< trajectory.gsd, which the page is made from
    int detail;         ///< of curved surfaces in VTP files, 0 to 5: 2 draws a sphere with 162 points
    /// Further columns of the series: sinks, flow through planes and whatever else the caller counts.
    const char *const *columns;
    size_t column_count;
    /// Continue existing files after this step: later lines and frames are dropped. Below 0: start anew, and replace
    /// existing files.
    int64_t resume_step;
} scree_sim_output_options;

/// All files on, detail 2, no more columns, not resumed.
SCREE_API scree_sim_output_options scree_sim_output_defaults(void);

/// `first` names the walls that the series has columns for, and is not written. A resumed series must have the same
/// columns. NULL on failure. A series or a trajectory that is damaged is renamed to NAME.damaged, and a new one begun.
SCREE_API scree_sim_output *scree_sim_output_open(const scree_sim_output_options *options,
                                                  const scree_sim_origin *origin, const scree_sim_frame *first,
                                                  scree_error *error);
/// What was renamed, and why; empty if nothing was.
SCREE_API const char *scree_sim_output_warning(const scree_sim_output *output);
/// One line of the series, with the caller's `values`, one for each of its columns. Written when this returns, except
/// for what the system itself buffers (scree_sim_output_sync()).
SCREE_API bool scree_sim_output_sample(scree_sim_output *output, const scree_sim_frame *frame, const double *values,
                                       scree_error *error);
/// One frame of the VTP files and of the trajectory. Frames are numbered from 0.
SCREE_API bool scree_sim_output_frame(scree_sim_output *output, const scree_sim_frame *frame, scree_error *error);
/// How many frames there are, also from before a resume.
SCREE_API int64_t scree_sim_output_frames(const scree_sim_output *output);
/// Flush everything to disk: call it before a checkpoint, so that the files are never behind the checkpoint.
SCREE_API bool scree_sim_output_sync(scree_sim_output *output, scree_error *error);
/// Sync, close and free, also on failure. NULL is fine.
SCREE_API bool scree_sim_output_close(scree_sim_output *output, scree_error *error);

// ------------------------------------------------------------------------------------------------------ checkpoints

enum { SCREE_SIM_HASH_SIZE = 65 };

typedef struct scree_sim_checkpoint {
    void *state; ///< of scree_sim_save()
    size_t state_size;
    void *run; ///< the caller's own: stages, insertion, random generator
    size_t run_size;
    int64_t step;
    double time;
    // Filled by scree_sim_checkpoint_read(); scree_sim_checkpoint_write() takes them from the origin.
    char *version, *title, *command, *scene;
    char scene_hash[SCREE_SIM_HASH_SIZE]; ///< SHA-256 of the scene's text, in hexadecimal
    uint64_t seed;
    bool previous;                    ///< the newest was damaged or missing, and this is the one before it
    char warning[SCREE_MESSAGE_SIZE]; ///< then, why; else empty
} scree_sim_checkpoint;

/// Write `folder`/checkpoint.h5: under a temporary name, synced, then renamed; the one that was there becomes
/// checkpoint.previous.h5. On failure (a full disk) the old ones stay as they are.
SCREE_API bool scree_sim_checkpoint_write(const char *folder, const scree_sim_origin *origin,
                                          const scree_sim_checkpoint *checkpoint, scree_error *error);
/// Read the newest whole checkpoint of a folder, or exactly this file where `path` is one. A file that was cut short or
/// has a changed byte is never taken. scree_sim_checkpoint_free() afterwards, if this returned true.
SCREE_API bool scree_sim_checkpoint_read(const char *path, scree_sim_checkpoint *checkpoint, scree_error *error);
/// Removes the checkpoints of a folder, for a new run in it; it is no failure if there are none.
SCREE_API bool scree_sim_checkpoint_remove(const char *folder, scree_error *error);
SCREE_API void scree_sim_checkpoint_free(scree_sim_checkpoint *checkpoint);

// ----------------------------------------------------------------------------------------------------------- pictures

typedef struct scree_sim_still_options {
    uint32_t size;        ///< scree_sim_still_defaults() fills it in
    int width, height;    ///< pixels
    bool radiosity;       ///< light between grains: softer, and twice the time
    bool colour_by_speed; ///< else by material
    scree_vec3 direction; ///< in which the camera looks; 0: chosen
    int detail;           ///< of curved surfaces, 0 to 5
    /// Called where a signal arrives while POV-Ray draws. False: it is told to stop. NULL: it goes on.
    bool (*go_on)(void *user);
    void *user;
} scree_sim_still_options;

/// 1200 x 900, by material, radiosity on, detail 3.
SCREE_API scree_sim_still_options scree_sim_still_defaults(void);
/// A scene for POV-Ray 3.7; `path` ends in .pov. NULL options are the defaults. It opens with the command that draws it.
SCREE_API bool scree_sim_still_write(const char *path, const scree_sim_origin *origin, const scree_sim_frame *frame,
                                     const scree_sim_still_options *options, scree_error *error);
/// Render it with the program `povray`, to a PNG. False if there is none, or it fails: the message says what to
/// install. `threads` 0: all.
SCREE_API bool scree_sim_still_render(const char *pov, const char *png, const scree_sim_still_options *options,
                                      int threads, scree_error *error);
/// Is the program that draws in a folder of PATH? Where it is not, scree_sim_still_render() says so.
SCREE_API bool scree_sim_still_can_render(void);

/// One self-contained HTML page, made from `folder`/trajectory.gsd and series.csv. False, with the reason, also where
/// scree was built without the page.
SCREE_API bool scree_sim_view_write(const char *folder, const char *html, scree_error *error);

// -------------------------------------------------------------------------------------------------------- looking in

/// What a run's folder, or a .vtp, .pvd, .csv, .gsd, .h5, .pov or view.html contains: some lines of text, to be
/// released by free(). NULL for other files and damaged ones, with the reason.
SCREE_API char *scree_sim_info(const char *path, scree_error *error);

/// SHA-256, as 64 hexadecimal digits and a 0.
SCREE_API void scree_sim_sha256(const void *bytes, size_t size, char hash[SCREE_SIM_HASH_SIZE]);

/// A surface of triangles.
typedef struct scree_sim_mesh {
    scree_vec3 *points;
    size_t point_count;
    int32_t *corners; ///< three a triangle, counter-clockwise from outside
    size_t triangle_count;
} scree_sim_mesh;

/// The surface of a shape in its own frame. Polyhedra and boxes: their faces. Curved and rounded shapes: points on the
/// true surface, more of them with each `detail` from 0 to 5. Polygons and discs: flat, seen from +z. A half space has
/// no end: scree_sim_mesh_plane().
SCREE_API bool scree_sim_mesh_make(const scree_shape *shape, int detail, scree_sim_mesh *mesh, scree_error *error);
/// The part of the surface of a half space, in the world, that lies within a box. May be empty.
SCREE_API bool scree_sim_mesh_plane(const scree_body *half_space, scree_vec3 low, scree_vec3 high, scree_sim_mesh *mesh,
                                    scree_error *error);
SCREE_API void scree_sim_mesh_free(scree_sim_mesh *mesh);

#ifdef __cplusplus
}
#endif

#endif
