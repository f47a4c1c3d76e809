// A run: the simulation, the scene that it follows, and how far it has come.
#ifndef SCREE_SIM_RUN_STATE_H
#define SCREE_SIM_RUN_STATE_H

#include "fill/supply.h"
#include "run/build.h"
#include "scree_sim/output.h"
#include "scree_sim/run.h"

/// What a checkpoint stores of a run besides the simulation. Plain numbers.
typedef struct scree_run_place {
    double dt;
    int64_t stage, stage_step; ///< the present stage, and the step at which it began
    int64_t next_measure;      ///< step
    int64_t frames, samples;   ///< written
    int64_t removed, escaped;
    int64_t met;         ///< 1: the conditions that need a measurement held at the last one
    double gravity_time; ///< when the present stage began
    scree_vec3 gravity;  ///< at that time
} scree_run_place;

/// The motions of a wall of the simulation.
typedef struct scree_run_moves {
    const scree_scene_motion *motions;
    size_t count;
    double given;    ///< s: when
    uint64_t active; ///< bits of those that are on
    bool is_out;     ///< it was reported that it has left the domain
} scree_run_moves;

typedef struct scree_run_count {
    int64_t grains;
    double mass;
} scree_run_count;

struct scree_run {
    const scree_scene *scene;
    scree_scene *own_scene; ///< of a run that was resumed
    scree_run_options options;
    scree_sim *sim;
    scree_run_walls walls;
    scree_fill_maker maker;
    int64_t tick; ///< steps between two updates of everything
    scree_run_place place;
    scree_fill_progress *supplies; ///< by insertion
    scree_run_count *sinks, *flows;
    double **sides; ///< by flow plane and id of a grain: where it was, as a signed distance; NaN: not known
    size_t side_capacity;
    scree_run_moves *moves; ///< by wall of the simulation
    int wall_count;
    scree_vec3 gravity_spin; ///< of the present stage
    scree_sim_output *output;
    scree_sim_origin origin;
    const char **material_names;
    char **columns;
    double *values;
    size_t column_count;
    double checkpoint_clock; ///< when the last one was written
    double checkpoint_time;  ///< s of the simulation, of the one in the folder; NaN: there is none
    int64_t looked;          ///< the step of the last update of everything, where the run could have stopped
    scree_sim_report trouble;
    char reason[416]; ///< the same in words
    int64_t troubles;
    int hold; ///< an open file that holds the folder; -1: none
    // Of a run that was resumed: what the options point to.
    const char **kept_words;
    size_t kept_count;
    char *kept_text, *kept_command;
};

double scree_run_time(const scree_run *run);
/// By the options, else by the scene; 0: all.
int scree_run_threads(const scree_run *run);
void scree_run_say(const scree_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

// folder.c
bool scree_run_make_folder(const char *folder, scree_error *error);
/// *hold: a file to close when the run no longer writes there, or -1. False where another run holds the folder.
bool scree_run_hold_folder(const char *folder, int *hold, scree_error *error);

// trouble.c
/// A report in words, with grain and contact.
void scree_run_describe(const scree_run *run, const scree_sim_report *report, char *words, size_t size);

// stages.c
/// Begins the next stages while the present one is over; false if none is left.
bool scree_run_stages(scree_run *run, scree_error *error);
void scree_run_begin_stage(scree_run *run, scree_error *error);
/// The first step after now at which a motion begins or ends, or a stage's time is over.
int64_t scree_run_next_event(const scree_run *run);
/// Motions that begin or end now, and gravity that rotates.
bool scree_run_move(scree_run *run, scree_error *error);
/// Motions as the scene and the stages up to the present one gave them, and how gravity rotates, for a run that was resumed.
void scree_run_recall(scree_run *run);

// measure.c
bool scree_run_count_flows(scree_run *run, scree_error *error);
void scree_run_empty_sinks(scree_run *run);

// files.c
bool scree_run_open_files(scree_run *run, bool resume, scree_error *error);
bool scree_run_write_files(scree_run *run, bool last, scree_error *error);
/// Never of a state that is not finite: that is an error, and the checkpoints that are there stay.
bool scree_run_checkpoint(scree_run *run, scree_error *error);
/// The page of a run that has ended, and its picture if `still`: what cannot be made is reported, and is no failure.
void scree_run_finish_files(scree_run *run, bool still);
double scree_run_clock(void);

// save.c
bool scree_run_save(const scree_run *run, void **bytes, size_t *size, scree_error *error);
/// The name of the scene file and the overrides that a checkpoint was made with; they point into the bytes.
bool scree_run_read_head(const void *bytes, size_t size, const char **file, const char ***overrides, size_t *count,
                         scree_error *error);
bool scree_run_restore(scree_run *run, const void *bytes, size_t size, scree_error *error);

#endif
