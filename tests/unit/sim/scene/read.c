// Scene files: what is right is read, what is wrong is reported with its place, all at once.
#include "scree_sim/scene.h"

#include <string.h>

#include "check.h"

// The example of the documentation.
static const char good[] =
    "title: pour crushed grains into a box\n"
    "seed: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "domain: {min: [0, 0, 0], max: [0.3, 0.3, 0.9]}\n"
    "materials:\n"
    "  rock:  {density: 2650, youngs_modulus: 1e6, restitution: 0.3, friction: 0.5}   # softened\n"
    "  steel: {density: 7850, youngs_modulus: 1e7}\n"
    "pairs:\n"
    "  - {between: [rock, steel], friction: 0.3}\n"
    "shapes:\n"
    "  gravel: {type: random_hull, vertices: 14, size: {uniform: [0.012, 0.018]}}\n"
    "  cube:   {type: box, size: 0.015}\n"
    "walls:\n"
    "  box: {type: box, faces: [x-, x+, y-, y+, z-], material: steel}\n"
    "insert:\n"
    "  - {shapes: {gravel: 0.7, cube: 0.3}, material: rock, count: 3000, rate: 1500,\n"
    "     region: {min: [0.02, 0.02, 0.6], max: [0.28, 0.28, 0.85]}}\n"
    "stages:\n"
    "  - {name: pour, until: {inserted: all}}\n"
    "  - {name: settle, until: {unbalanced: 0.01}, limit: 3.0}\n"
    "output: {every: 0.02}\n";

static scree_scene *parse(const char *text, const char *override, scree_scene_errors *errors)
{
    const char *overrides[] = { override };
    return scree_scene_parse(text, strlen(text), "s.yaml", overrides, override != NULL ? 1 : 0, errors);
}

static void check_good(void)
{
    scree_scene_errors errors;
    scree_scene *s = parse(good, NULL, &errors);
    for (size_t i = 0; i < errors.count; ++i)
        CHECK_MSG(false, "line %d: %s", errors.list[i].line, errors.list[i].message);
    CHECK(s != NULL);
    if (s == NULL) return;
    CHECK(strcmp(s->title, "pour crushed grains into a box") == 0);
    CHECK(s->seed == 1 && s->settings.dimension == 3 && s->settings.gravity.z == -9.81);
    CHECK(s->settings.domain_high.z == 0.9 && s->settings.boundary[0] == SCREE_OPEN);
    CHECK(s->material_count == 2 && strcmp(s->materials[1].properties.name, "steel") == 0);
    CHECK(s->materials[0].properties.youngs_modulus == 1e6 && s->materials[1].properties.friction == 0.5);
    CHECK(s->pair_count == 1 && s->pairs[0].material == 0 && s->pairs[0].other == 1);
    CHECK(s->pairs[0].properties.friction == 0.3 && isnan(s->pairs[0].properties.restitution));
    CHECK(s->shape_count == 2 && s->shapes[0].kind == SCREE_SCENE_RANDOM_HULL && s->shapes[0].vertex_count == 14);
    CHECK(s->shapes[0].size.kind == SCREE_SIZE_UNIFORM && s->shapes[0].size.high == 0.018);
    CHECK(s->shapes[1].kind == SCREE_SCENE_BOX && s->shapes[1].size.low == 0.015 && s->shapes[1].edges.z == 1.0);
    CHECK(s->wall_count == 1 && s->walls[0].faces == 0x1F && s->walls[0].material == 1 && s->walls[0].high.x == 0.3);
    CHECK(s->insert_count == 1 && s->inserts[0].count == 3000 && s->inserts[0].rate == 1500.0);
    CHECK(s->inserts[0].share_count == 2 && s->inserts[0].random_orientation);
    CHECK_NEAR(s->inserts[0].shares[0].weight, 0.7, 1e-15);
    CHECK(s->stage_count == 2 && s->stages[0].until.inserted && s->stages[1].until.unbalanced == 0.01);
    CHECK(s->stages[1].limit == 3.0 && isinf(s->stages[0].limit));
    CHECK(s->output.every == 0.02);
    scree_scene_destroy(s);
}

static void check_overrides(void)
{
    scree_scene_errors errors;
    scree_scene *s = parse(good, "materials.rock.friction=0.25", &errors);
    CHECK(s != NULL && s->materials[0].properties.friction == 0.25);
    scree_scene_destroy(s);
    s = parse(good, "insert.0.count=7", &errors);
    CHECK(s != NULL && s->inserts[0].count == 7);
    scree_scene_destroy(s);
    s = parse(good, "shapes.ball={type: sphere, radius: 0.01}", &errors);
    CHECK(s != NULL && s->shape_count == 3 && s->shapes[2].size.low == 0.02);
    scree_scene_destroy(s);
    static const char *const bad[] = { "materials.rock.friction=much",
                                       "materials.rock.frction=1",
                                       "nothing",
                                       "=1",
                                       "a..b=1",
                                       "insert.1.count=7",
                                       "seed.x=1",
                                       "seed=[",
                                       "insert.x=1",
                                       "seed=",
                                       "sinks.out.offset=1" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        s = parse(good, bad[i], &errors);
        CHECK_MSG(s == NULL && errors.count > 0, "%s", bad[i]);
        if (errors.count > 0)
            CHECK_MSG(strncmp(errors.list[errors.count - 1].file, "--set", 5) == 0, "%s: %s", bad[i],
                      errors.list[0].file);
        scree_scene_destroy(s);
        scree_scene_errors_free(&errors);
    }
}

/// A name that the scene does not have is most likely mistyped, unless the whole of a new thing is given.
static void check_names_of_overrides(void)
{
    static const struct {
        const char *words, *says;
    } bad[] = {
        { "materials.rok.friction=0.3", "there is no material rok; did you mean rock?" },
        { "shapes.cubes.size=0.01", "there is no shape cubes; did you mean cube?" },
        { "walls.boxx.material=rock", "there is no wall boxx; did you mean box?" },
        { "walls.lid.material=rock", "there is no wall lid (walls.lid={...} would add one)" },
        { "tools.blade.material=rock", "there is no tool blade (tools.blade={...}" },
    };
    scree_scene_errors errors;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        CHECK_MSG(parse(good, bad[i].words, &errors) == NULL && errors.count == 1, "%s: %zu errors", bad[i].words,
                  errors.count);
        CHECK_MSG(errors.count > 0 && strstr(errors.list[0].message, bad[i].says) != NULL, "%s: %s", bad[i].words,
                  errors.count > 0 ? errors.list[0].message : "");
        scree_scene_errors_free(&errors);
    }
    // Keys of the scene itself may be new on the way, and so may a whole material.
    static const char *const fine[] = { "output.still=false", "stages.1.motion.box.velocity=[0, 0, 1]",
                                        "materials.clay={density: 1800}" };
    for (size_t i = 0; i < sizeof fine / sizeof *fine; ++i) {
        scree_scene *s = parse(good, fine[i], &errors);
        CHECK_MSG(s != NULL, "%s: %s", fine[i], errors.count > 0 ? errors.list[0].message : "");
        scree_scene_destroy(s);
        scree_scene_errors_free(&errors);
    }
}

/// One line is put in place of another, and this is what is said.
// One material made from another, or from several, by YAML's merge key: keys of its own are preferred.
static void check_merge(void)
{
    static const char from[] = "  steel: {density: 7850, youngs_modulus: 1e7}\n";
    static const char to[] = "  steel: &s {density: 7850, youngs_modulus: 1e7, friction: 0.1}\n"
                             "  hard: {youngs_modulus: 1e9, <<: *s}\n"
                             "  both: {<<: [{density: 1000}, *s], friction: 0.2}\n";
    char text[4096];
    const char *at = strstr(good, from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
    scree_scene_errors errors;
    scree_scene *s = parse(text, NULL, &errors);
    CHECK_MSG(s != NULL && errors.count == 0, "%s", errors.count > 0 ? errors.list[0].message : "");
    if (s == NULL) return;
    const scree_material *hard = &s->materials[2].properties, *both = &s->materials[3].properties;
    CHECK(hard->density == 7850.0 && hard->youngs_modulus == 1e9 && hard->friction == 0.1);
    CHECK(both->density == 1000.0 && both->youngs_modulus == 1e7 && both->friction == 0.2);
    scree_scene_destroy(s);
}

typedef struct mistake {
    const char *from, *to;
    int line;
    const char *says; // and nothing else
} mistake;

static const mistake mistakes[] = {
    { "title:", "titel:", 1, "did you mean title" },
    { "seed: 1\n", "seed: 1.5\n", 2, "whole number" },
    { "gravity: [0, 0, -9.81]", "gravity: 9.81", 3, "list of 3 numbers" },
    { "max: [0.3, 0.3, 0.9]", "max: [0.3, 0, 0.9]", 4, "below max" },
    { "density: 2650", "density: 0", 6, "above 0" },
    { "density: 2650", "density: 1e999", 6, "a number" },
    { "density: 2650", "density: 0x10", 6, "a number" },
    { "density: 2650", "density: '2650'", 6, "a number" },
    { "density: 2650, ", "", 6, "density is missing" },
    { "youngs_modulus: 1e7", "young: 1e7", 7, "did you mean youngs_modulus" },
    { "restitution: 0.3", "restitution: 1.3", 6, "at most 1" },
    { "between: [rock, steel]", "between: [rock, stel]", 9, "did you mean steel" },
    { "random_hull", "hull", 11, "did you mean random_hull" },
    { "vertices: 14", "vertices: 3", 11, "at least 4" },
    { "uniform: [0.012, 0.018]", "uniform: [0.018, 0.012]", 11, "smaller size" },
    { "uniform: [0.012, 0.018]", "unifrom: [0.012, 0.018]", 11, "did you mean uniform" },
    { "type: box, size: 0.015", "type: box, size: 0.015, radius: 0.015", 12, "no such key" },
    { "type: box, size: 0.015", "type: box, size: [1, 2]", 12, "3 numbers" },
    { "type: box, size: 0.015", "type: box, size: 0.015, rounding: 0.6", 12, "cube" },
    { "type: box, size: 0.015", "type: polyhedron, vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]", 12,
      "coplanar" },
    { "type: box, size: 0.015", "type: disc, size: 0.015", 12, "two-dimensional" },
    { "faces: [x-, x+,", "faces: [x-, X+,", 14, "did you mean x+" },
    { "faces: [x-, x+,", "faces: [x-, q+,", 14, "expected x-, x+, y-, y+, z- or z+, got 'q+'" },
    { "faces: [x-, x+, y-, y+, z-]", "faces: z-", 14, "a list of x- to z+" },
    { "material: steel}", "material: iron}", 14, "no material" },
    { "cube: 0.3}", "cub: 0.3}", 16, "did you mean cube" },
    { "count: 3000, ", "", 16, "count or mass" },
    { "max: [0.28, 0.28, 0.85]", "max: [0.28, 0.28, 1.85]", 17, "out of the domain" },
    { "inserted: all", "inserted: some", 19, "all" },
    { "max: [0.3, 0.3, 0.9]",
      "max: [0.3, 0.3, 0.9], periodic: [x]}\ntools: {p: {type: plate, material: rock, size: [0.2, 0.1, 0.1]}", 5,
      "p: 0.2 m long along x, which is periodic and 0.3 m long" },
    { "max: [0.3, 0.3, 0.9]",
      "max: [0.3, 0.3, 0.9], periodic: [x]}\ntools: {p: {type: plate, material: rock, size: [0.3, 0.1, 0.1], "
      "motion: {rpm: [0, 0, 1], centre: [0, 0, 0]}}",
      5, "p spans the domain along a periodic axis: it may rotate about that axis alone" },
    { "max: [0.3, 0.3, 0.9]",
      "max: [0.3, 0.3, 0.9], periodic: [x]}\ntools: {p: {type: plate, material: rock, size: [0.01, 0.2, 0.1], "
      "motion: {rpm: [0, 0, 1], centre: [0, 0, 0]}}",
      5, "turns p so that it is 0.2002 m long along x" },
    { "material: steel}",
      "material: steel, motion: [{rpm: [1, 0, 0], centre: [0, 0, 0]}, {rpm: [0, 1, 0], center: [1, 0, 0]}]}", 14,
      "did you mean centre" },
    { "material: steel}",
      "material: steel, motion: [{amplitude: [1, 0, 0], frequency: 1}, {amplitud: [0, 1, 0], frequency: 2}]}", 14,
      "did you mean amplitude" },
    { "material: steel}",
      "material: steel, motion: [{servo: {normal: [1, 0, 0], force: 1, speed: 1}}, {velocity: [0, 1, 0]}]}", 14,
      "a servo goes without" },
    { "material: steel}",
      "material: steel, motion: {servo: {normal: [1, 0, 0], force: 1, speed: 1}, velocity: [0, 1, 0]}}", 14,
      "a servo goes without" },
    { "count: 3000", "count: 3000, orientation: {axis_angle: {axis: [0, 0, 1], degrees: 30}}", 16,
      "stand in its place" },
    { "seed: 1\n", "method: gjkk\n", 2, "did you mean gjk-johnson" },
    { "count: 3000", "count: 3000, mode: stuck", 16, "free" },
    { "count: 3000", "count: 3000, spin: 1", 16, "3 numbers" },
    { "until: {unbalanced: 0.01}, ", "", 20, "until is missing" },
    { "until: {inserted", "untl: {inserted", 19, "unknown key untl; did you mean until" },
    { "domain:", "domian:", 4, "unknown key domian; did you mean domain" },
    { "count: 3000, ", "cuont: 3000, ", 16, "did you mean count" },
    { "size: 0.015", "sizes: 0.015", 12, "did you mean size" },
    { "size: 0.015", "width: 0.015", 12, "did you mean size" },
    { "size: 0.015", "colour: red", 12, "unknown key colour; size is missing" },
    { "type: box, size: 0.015", "type: ellipsoid, colour: red", 12, "unknown key colour; semi_axes is missing" },
    { "type: box, size: 0.015", "type: polyhedron, colour: red", 12,
      "unknown key colour; vertices or file is missing" },
    { "count: 3000, ", "hundreds: 30, ", 16, "unknown key hundreds; count or mass is missing" },
    { "type: box, size: 0.015", "type: ellipsoid, aspect: 2", 12, "cube: size is missing" },
    { "type: box, size: 0.015", "type: cylinder, aspect: 2", 12, "cube: size is missing" },
    { "type: box, size: 0.015", "type: ellipsoid, aspect: 2, size: 20 mm", 12, "size: expected a number" },
    { "type: box, size: 0.015", "type: sphere, radius: 20 mm", 12, "radius: expected a number" },
    { "unbalanced: 0.01", "unbalanced: -1", 20, "above 0" },
    { "unbalanced: 0.01}, limit: 3.0}", "sink: {o: 3001}}}\nsinks: {o: {normal: [0, 0, 1], offset: 0}}", 20,
      "sink: o cannot take 3001 grains: at most 3000 are inserted" },
    { "every: 0.02", "every: 0.02, evry: 1", 21, "did you mean every" },
    { "limit: 3.0", "limit: 3.0, remove: boxx", 20, "there is no wall boxx; did you mean box?" },
    { "limit: 3.0", "limit: 3.0, remove: [bax.x+]", 20, "there is no wall bax.x+; did you mean box.x+?" },
    { "limit: 3.0", "limit: 3.0, remove: box.X-", 20, "did you mean box.x-?" },
    { "limit: 3.0", "limit: 3.0, motion: {bix.y-: {velocity: [0, 0, 1]}}", 20, "did you mean box.y-?" },
    { "limit: 3.0", "limit: 3.0, remove: ceiling", 20,
      "there is no wall ceiling; there are box, box.x-, box.x+, box.y-, box.y+, box.z-" },
    { "material: steel}", "material: steel}\n  box.x-: {type: plane, normal: [1, 0, 0], offset: 0, material: rock}", 15,
      "box and box.x- would have the same columns in the time series, box.x-" },
    { "insert:\n", "sinks: {a b: {normal: [0, 0, 1], offset: 0}, 'a,b': {normal: [0, 0, 1], offset: 0}}\ninsert:\n", 15,
      "would have the same columns in the time series, a_b" },
    { "seed: 1\n", "seed: 1\nseed: 2\n", 3, "second time" },
    { "seed: 1\n", "seed: [\n", 0, "not YAML" },
    { "seed: 1\n", "%YAML 1.2\n", 2, "directives" },
    { "seed: 1\n", "seed: \x01\n", 2, "UTF-8" },
    { "seed: 1\n", "seed: *no\n", 2, "anchor" },
    { "steel: {density: 7850, ", "steel: {<<: 3, density: 7850, ", 7, "<<: expected a map" },
    { "steel: {density: 7850, ", "steel: &s {<<: *s, density: 7850, ", 7, "<<: expected a map" },
};

static void check_mistake(const mistake *m)
{
    char text[4096];
    const char *at = strstr(good, m->from);
    CHECK_MSG(at != NULL, "%s", m->from);
    if (at == NULL) return;
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, m->to, at + strlen(m->from));
    scree_scene_errors errors;
    scree_scene *s = parse(text, NULL, &errors);
    CHECK_MSG(s == NULL && errors.count >= 1, "%s: is taken", m->to);
    bool said = false;
    CHECK_MSG(errors.count == 1, "%s: %zu errors, also %s", m->to, errors.count,
              errors.count > 1 ? errors.list[1].message : "");
    for (size_t i = 0; i < errors.count; ++i)
        said = said || (strstr(errors.list[i].message, m->says) != NULL &&
                        (m->line == 0 || (errors.list[i].line == m->line && errors.list[i].column > 0)));
    CHECK_MSG(said, "%s: %d:%d %s", m->to, errors.count > 0 ? errors.list[0].line : 0,
              errors.count > 0 ? errors.list[0].column : 0, errors.count > 0 ? errors.list[0].message : "nothing");
    scree_scene_destroy(s);
    scree_scene_errors_free(&errors);
}

/// All mistakes of a file, in its order.
static void check_all_at_once(void)
{
    static const char text[] = "titel: x\nseed: -1\ngravity: [0]\ndomain: 3\nmaterials: {rock: {density: no}}\n"
                               "shapes: {ball: {type: spere}}\ninsert: []\nstages: [{until: {}}]\n";
    static const int lines[] = { 1, 2, 3, 4, 5, 6, 8 };
    scree_scene_errors errors;
    CHECK(parse(text, NULL, &errors) == NULL);
    CHECK_MSG(errors.count == 7, "%zu errors", errors.count);
    for (size_t i = 0; i < errors.count && i < 7; ++i)
        CHECK_MSG(errors.list[i].line == lines[i], "%zu: line %d: %s", i, errors.list[i].line, errors.list[i].message);
    scree_scene_errors_free(&errors);
}

static void check_deep(void)
{
    char text[300];
    scree_scene_errors errors;
    memset(text, '[', sizeof text);
    CHECK(scree_scene_parse(text, sizeof text, "deep", NULL, 0, &errors) == NULL && errors.count > 0);
    scree_scene_errors_free(&errors);
}

/// 1e8 is a number, and so are 1.e8, +5 and .5.
static void check_numbers(void)
{
    static const char *const texts[] = { "1e8", "1.e8", "+100000000", "100000000.0", "1E+8" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        char words[64];
        scree_scene_errors errors;
        snprintf(words, sizeof words, "materials.rock.youngs_modulus=%s", texts[i]);
        scree_scene *s = parse(good, words, &errors);
        CHECK_MSG(s != NULL && s->materials[0].properties.youngs_modulus == 1e8, "%s", texts[i]);
        scree_scene_destroy(s);
    }
}

int main(void)
{
    check_good();
    check_merge();
    check_overrides();
    check_names_of_overrides();
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; ++i) check_mistake(&mistakes[i]);
    check_all_at_once();
    check_deep();
    check_numbers();
    return check_done();
}
