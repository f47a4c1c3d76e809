// Runs a scene: grains are inserted, stages begin and end, sinks remove grains, files are written.
//
//   scree_scene_plan_make()   what a scene will simulate, without simulating it
//   scree_run_create()        a simulation from a scene, with its files
//   scree_run_resume()        continues from the checkpoint in a folder
//   scree_run_advance()       to the end, to a time, or until the caller says stop
//   scree_run_status_of()     how far it has come
//   scree_run_sim()           the simulation itself, to inspect or to couple with
//
// Stages, insertion, sinks and files are updated every few steps, at steps that depend only on the scene. A run gives
// the same bytes for any number of threads, and also if it was interrupted and resumed.
#ifndef SCREE_SIM_RUN_H
#define SCREE_SIM_RUN_H

#include "scree_sim/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The grain and the contact that decide about something.
typedef struct scree_scene_critical {
    int shape;           ///< of the scene; -1: none, or of another run
    int material, other; ///< of the scene, of the grain and of what it touches; -1: there are no grains
    double size;         ///< equivalent diameter of the grain, m
    scree_law law;
} scree_scene_critical;

/// What is expected of a scene. Estimates are of the order of magnitude.
typedef struct scree_scene_plan {
    int64_t grains;           ///< -1: not known before (a mass, a fraction, a rate without a count)
    double mass;              ///< kg, expected
    double smallest, largest; ///< equivalent diameters, of a sample of grains
    double fill; ///< the largest fraction of its region that a packing is to fill; 0: none but those of up to 2,000
                 ///< grains, which are tried
    int overfull; ///< an item of `insert` that inserts over time and cannot end: more than its region can hold, and neither
                  ///< gravity nor a velocity makes room; -1: none
    double overfull_by; ///< volume of its grains over that of its region
    double time_step;   ///< s, that will be used
    double time_limit;  ///< s, the largest stable one by the rule of docs/simulation.md
    scree_scene_critical time_critical;
    double fall;    ///< m, that grains may fall before they touch something; 0: not known
    double load;    ///< Pa (2-D: N/m), of all grains over the floor of the domain
    double overlap; ///< by fall or load, as a share of the inradius: scree_sim_critical_overlap()
    scree_scene_critical overlap_critical;
    double duration; ///< s of simulated time; the limits of stages where they have one; NaN: open
    bool is_bound; ///< the duration is the latest end; else it counts insertions whose grains may find no place at once
    double steps;  ///< duration over time step; NaN: open
    double memory; ///< bytes
    double seconds; ///< of computing on one core; NaN: open
} scree_scene_plan;

SCREE_API bool scree_scene_plan_make(const scree_scene *scene, scree_scene_plan *plan, scree_error *error);

typedef struct scree_run scree_run;

typedef enum scree_run_end {
    SCREE_RUN_FINISHED, ///< all stages are over
    SCREE_RUN_STOPPED,  ///< by `go_on`, or at the time of `until`; a checkpoint was written
    /// A grain escaped, or the like: scree_run_status.trouble. Checkpoint, picture and page were written; of a state that is
    /// not finite (SCREE_TROUBLE_NUMBER) only the page: the checkpoint stays the last one before it.
    SCREE_RUN_TROUBLE,
    SCREE_RUN_FAILED ///< a file could not be written, or no memory: the error says what
} scree_run_end;

typedef struct scree_run_status {
    double time, dt;
    int64_t steps;
    int64_t grains, inserted, removed, escaped;
    int64_t wanted; ///< grains expected in all; 0: not known
    int stage;      ///< from 0; as many as there are when all are over
    const char *stage_name;
    double end_time;   ///< expected, or the latest by the limits of the stages; NaN: open
    bool end_is_bound; ///< it is the latest: as is_bound of a plan
    int64_t frames;    ///< written
    scree_sim_report trouble;
    const char *reason;     ///< the last trouble in words; empty if there was none
    bool trouble_is_mild;   ///< `keep_going` gets past it: an escape, an overlap, an energy
    double checkpoint_time; ///< s of the simulation, of the last checkpoint in the folder; NaN: there is none
    double until;           ///< s: as an option, it stops the same run at the last moment before the trouble
} scree_run_status;

typedef struct scree_run_options {
    uint32_t size;                ///< scree_run_defaults() fills it in
    const char *folder;           ///< of the files; created if needed. NULL: no files
    const char *command;          ///< as it was typed, for the files; may be NULL
    const char *text;             ///< of the scene file, for the files; may be NULL
    const char *const *overrides; ///< with which the scene was read
    size_t override_count;
    int threads;                  ///< below 0: as the scene says
    double until;                 ///< s: stop at the first opportunity after this; infinite: never
    bool keep_going;              ///< troubles are counted and do not stop the run
    scree_law_function user_law;  ///< instead of the scene's law; also of a resumed run. NULL: none
    scree_law_region user_region; ///< what it gets of a contact; pairs without such a region have the law of the table
    /// Called every few steps. False: stop.
    bool (*go_on)(void *user, const scree_run *run);
    /// Messages for people: a stage begins, a picture was drawn, a grain escaped.
    void (*say)(void *user, const char *words);
    void *user;
} scree_run_options;

SCREE_API scree_run_options scree_run_defaults(void);
/// The scene must outlive the run. NULL on failure.
SCREE_API scree_run *scree_run_create(const scree_scene *scene, const scree_run_options *options, scree_error *error);
/// From the checkpoint in options->folder, with the scene and the overrides that it was begun with.
SCREE_API scree_run *scree_run_resume(const scree_run_options *options, scree_error *error);
SCREE_API scree_run_end scree_run_advance(scree_run *run, scree_error *error);
/// Also closes the files.
SCREE_API void scree_run_destroy(scree_run *run);

SCREE_API scree_run_status scree_run_status_of(const scree_run *run);
SCREE_API scree_sim *scree_run_sim(const scree_run *run);
SCREE_API const scree_scene *scree_run_scene(const scree_run *run);

#ifdef __cplusplus
}
#endif

#endif
