// Every public call of the engine with NULL where a pointer belongs: a failure that says so, or the neutral value; never
// a crash. tests/includes/symbols.sh checks that no exported function is missing.
#include <string.h>

#include "null_rows.h"
#include "scene.h"

static scree_sim *sim;

static void defaults(void)
{
    CHECK(scree_sim_defaults().size == sizeof(scree_sim_settings));
}

static void create(void)
{
    scree_sim *other = scree_sim_create(NULL, NULL);
    CHECK(other != NULL);
    scree_sim_destroy(other);
    scree_sim_settings s = scree_sim_defaults();
    scree_error error = { SCREE_OK, "" };
    s.size = 0;
    CHECK(scree_sim_create(&s, &error) == NULL && error.status == SCREE_INVALID_ARGUMENT);
    CHECK(strlen(error.message) > 0);
}

static void destroy(void)
{
    scree_sim_destroy(NULL);
}

static void add_material(void)
{
    const scree_material m = plain_material(0.5, 0.5);
    CHECK(scree_sim_add_material(NULL, &m, NULL) == -1);
    CHECK(scree_sim_add_material(sim, NULL, NULL) == -1);
}

static void set_pair(void)
{
    const scree_material_pair pair = { 0 };
    CHECK(!scree_sim_set_pair(NULL, 0, 0, &pair, NULL));
    CHECK(!scree_sim_set_pair(sim, 0, 0, NULL, NULL));
    CHECK(!scree_sim_set_pair(sim, 0, 7, &pair, NULL));
}

static void add_shape(void)
{
    CHECK(scree_sim_add_shape(NULL, NULL, NULL) == -1);
    CHECK(scree_sim_add_shape(sim, NULL, NULL) == -1);
    CHECK(scree_sim_add_shape(NULL, scree_sphere_create(1.0, 0.0, NULL), NULL) == -1);
}

static void add_cluster(void)
{
    const scree_grain_part part = { 0, { 0.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0, 0.0 } };
    CHECK(scree_sim_add_cluster(NULL, &part, 1, NULL, NULL) == -1);
    CHECK(scree_sim_add_cluster(sim, NULL, 1, NULL, NULL) == -1);
    CHECK(scree_sim_add_cluster(sim, &part, 0, NULL, NULL) == -1);
    CHECK(scree_sim_add_cluster(sim, &part, 1, NULL, NULL) == -1); // no such shape
}

static void copy_shape(void)
{
    CHECK(scree_sim_copy_shape(NULL, sim, 0, NULL) == -1);
    CHECK(scree_sim_copy_shape(sim, NULL, 0, NULL) == -1);
    CHECK(scree_sim_copy_shape(sim, sim, 7, NULL) == -1);
    CHECK(scree_sim_copy_shape(sim, sim, -1, NULL) == -1);
}

static void shape_mass(void)
{
    CHECK(scree_sim_shape_mass(NULL, 0).volume == 0.0);
    CHECK(scree_sim_shape_mass(sim, 7).volume == 0.0);
}

static void material_at(void)
{
    CHECK(scree_sim_material_at(NULL, 0) == NULL);
    CHECK(scree_sim_material_at(sim, 7) == NULL);
}

static void add_grain(void)
{
    const scree_grain grain = { 0 };
    CHECK(scree_sim_add_grain(NULL, &grain, NULL) == -1);
    CHECK(scree_sim_add_grain(sim, NULL, NULL) == -1);
    CHECK(scree_sim_add_grain(sim, &grain, NULL) == -1);
}

static void remove_grain(void)
{
    CHECK(!scree_sim_remove_grain(NULL, 0));
    CHECK(!scree_sim_remove_grain(sim, 0));
    CHECK(!scree_sim_remove_grain(sim, -1));
}

static void blocked(void)
{
    const scree_grain grain = { 0 };
    CHECK(scree_sim_blocked(NULL, &grain));
    CHECK(scree_sim_blocked(sim, NULL));
}

static void add_wall(void)
{
    const scree_wall wall = { 0 };
    CHECK(scree_sim_add_wall(NULL, &wall, NULL) == -1);
    CHECK(scree_sim_add_wall(sim, NULL, NULL) == -1);
    CHECK(scree_sim_add_wall(sim, &wall, NULL) == -1);
}

static void remove_wall(void)
{
    CHECK(!scree_sim_remove_wall(NULL, 0));
    CHECK(!scree_sim_remove_wall(sim, 0));
}

static void spans(void)
{
    const scree_sim_settings s = scree_sim_defaults();
    const scree_body none = { NULL, { 0.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0, 0.0 } };
    CHECK(scree_sim_spans(NULL, &none) == 0 && scree_sim_spans(&s, NULL) == 0 && scree_sim_spans(&s, &none) == 0);
}

static void move_wall(void)
{
    const scree_wall_motion motion = { 0 };
    CHECK(!scree_sim_move_wall(NULL, 0, &motion, NULL));
    CHECK(!scree_sim_move_wall(sim, 0, &motion, NULL));
    CHECK(!scree_sim_move_wall(sim, 0, NULL, NULL));
}

static void wall_motions(void)
{
    scree_wall_motion motion = { 0 };
    CHECK(!scree_sim_set_wall_motions(NULL, 0, &motion, 1, NULL));
    CHECK(!scree_sim_set_wall_motions(sim, 0, &motion, 1, NULL));
    CHECK(!scree_sim_set_wall_motions(sim, 0, NULL, 1, NULL));
    CHECK(scree_sim_wall_motions(NULL, 0, &motion, 1) == 0 && scree_sim_wall_motions(sim, 0, NULL, 0) == 0);
}

static void keep_awake(void)
{
    scree_sim_keep_awake(NULL, true);
}

static void set_gravity(void)
{
    scree_sim_set_gravity(NULL, vec(0.0, 0.0, 0.0));
}

static void set_threads(void)
{
    scree_sim_set_threads(NULL, 1);
}

static void set_user_law(void)
{
    scree_sim_set_user_law(NULL, NULL, SCREE_LAW_REGION_POINT);
}

static void law_chosen(void)
{
    CHECK(scree_sim_law_chosen(SCREE_LAW_DEPTH, NULL, NULL, false) == SCREE_LAW_AUTO);
}

static void law_of(void)
{
    CHECK(scree_sim_law_of(NULL, NULL) == SCREE_LAW_AUTO);
}

static void time_step(void)
{
    CHECK(scree_sim_time_step(NULL) == 0.0);
    CHECK(scree_sim_time_step(sim) > 0.0);
}

static void critical(void)
{
    CHECK(scree_sim_critical_step(NULL).grain == -1 && scree_sim_critical_overlap(NULL, 1.0, 1.0).grain == -1);
    CHECK(scree_sim_critical_step(sim).value == scree_sim_time_step(sim));
}

static void step(void)
{
    CHECK(!scree_sim_step(NULL, 1, NULL));
    CHECK(scree_sim_step(sim, 1, NULL));
}

static void time_and_steps(void)
{
    CHECK(scree_sim_time(NULL) == 0.0 && scree_sim_steps(NULL) == 0);
}

static void grains(void)
{
    CHECK(scree_sim_grains(NULL).count == 0);
}

static void wall_count(void)
{
    CHECK(scree_sim_wall_count(NULL) == 0);
}

static void wall_at(void)
{
    CHECK(scree_sim_wall_at(NULL, 0).removed);
    CHECK(scree_sim_wall_at(sim, 0).removed);
}

static void contacts(void)
{
    CHECK(scree_sim_contacts(NULL, NULL, 0) == 0);
    CHECK(scree_sim_contacts(sim, NULL, 0) == 0);
}

static void measure(void)
{
    CHECK(scree_sim_measure(NULL).contacts == 0);
}

static void measure_motion(void)
{
    CHECK(scree_sim_measure_motion(NULL).contacts == 0);
}

static void measure_in(void)
{
    const scree_measured_region region = { 0 };
    CHECK(scree_sim_measure_in(NULL, &region).volume == 0.0 && scree_sim_measure_in(sim, NULL).volume == 0.0);
}

static void force(void)
{
    scree_sim_force(NULL, NULL, NULL);
    scree_sim_force(sim, NULL, NULL);
}

static void observe(void)
{
    scree_sim_observe(NULL, NULL, NULL);
    scree_sim_observe(sim, NULL, NULL);
}

static void save(void)
{
    void *bytes;
    size_t size;
    CHECK(!scree_sim_save(NULL, &bytes, &size, NULL));
    CHECK(!scree_sim_save(sim, NULL, &size, NULL));
    CHECK(!scree_sim_save(sim, &bytes, NULL, NULL));
}

static void restore(void)
{
    CHECK(scree_sim_restore(NULL, 0, NULL) == NULL);
}

static const null_row rows[] = {
    { "scree_sim_defaults", defaults },
    { "scree_sim_create", create },
    { "scree_sim_destroy", destroy },
    { "scree_sim_add_material", add_material },
    { "scree_sim_set_pair", set_pair },
    { "scree_sim_add_shape", add_shape },
    { "scree_sim_add_cluster", add_cluster },
    { "scree_sim_copy_shape", copy_shape },
    { "scree_sim_shape_mass", shape_mass },
    { "scree_sim_material_at", material_at },
    { "scree_sim_add_grain", add_grain },
    { "scree_sim_remove_grain", remove_grain },
    { "scree_sim_blocked", blocked },
    { "scree_sim_add_wall", add_wall },
    { "scree_sim_spans", spans },
    { "scree_sim_remove_wall", remove_wall },
    { "scree_sim_move_wall", move_wall },
    { "scree_sim_set_wall_motions", wall_motions },
    { "scree_sim_wall_motions", wall_motions },
    { "scree_sim_set_gravity", set_gravity },
    { "scree_sim_set_threads", set_threads },
    { "scree_sim_keep_awake", keep_awake },
    { "scree_sim_set_user_law", set_user_law },
    { "scree_sim_law_of", law_of },
    { "scree_sim_law_chosen", law_chosen },
    { "scree_sim_time_step", time_step },
    { "scree_sim_critical_step", critical },
    { "scree_sim_critical_overlap", critical },
    { "scree_sim_step", step },
    { "scree_sim_time", time_and_steps },
    { "scree_sim_steps", time_and_steps },
    { "scree_sim_grains", grains },
    { "scree_sim_wall_count", wall_count },
    { "scree_sim_wall_at", wall_at },
    { "scree_sim_contacts", contacts },
    { "scree_sim_measure", measure },
    { "scree_sim_measure_motion", measure_motion },
    { "scree_sim_measure_in", measure_in },
    { "scree_sim_force", force },
    { "scree_sim_observe", observe },
    { "scree_sim_save", save },
    { "scree_sim_restore", restore },
};

int main(void)
{
    sim = new_sim(scree_sim_defaults(), plain_material(0.5, 0.5));
    check_null_rows(rows, sizeof rows / sizeof *rows);
    scree_sim_destroy(sim);
    return check_done();
}
