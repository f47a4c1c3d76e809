// What cannot be in a scene, though each value is right by itself: walls that rotate to where they are too long for a periodic
// domain, and sinks that wait for more grains than there are. And what is close to it, and fine.
#include <string.h>

#include "check.h"
#include "scree_sim/scene.h"

/// Whether a scene is taken; else its only error must be in this line, and say so.
static void expect(const char *text, int line, const char *says)
{
    scree_scene_errors errors;
    scree_scene *s = scree_scene_parse(text, strlen(text), "s.yaml", NULL, 0, &errors);
    const char *first = errors.count > 0 ? errors.list[0].message : "";
    if (says == NULL)
        CHECK_MSG(s != NULL, "%s\n%s", text, first);
    else
        CHECK_MSG(s == NULL && errors.count == 1 && errors.list[0].line == line && strstr(first, says) != NULL,
                  "%s\n%zu errors, %d: %s", text, errors.count, errors.count > 0 ? errors.list[0].line : 0, first);
    scree_scene_destroy(s);
    scree_scene_errors_free(&errors);
}

static void expect_wall(const char *wall, const char *stages, int line, const char *says)
{
    char text[2000];
    snprintf(text, sizeof text,
             "domain: {min: [0, 0, 0], max: [0.3, 0.3, 0.3], periodic: [x]}\n"
             "materials: {m: {density: 2000, youngs_modulus: 1e6}}\n"
             "shapes: {ball: {type: sphere, size: 0.01}}\n"
             "insert: [{shapes: ball, count: 3}]\n"
             "stages: %s\n"
             "walls: {w: %s}\n",
             stages, wall);
    expect(text, line, says);
}

static void test_walls(void)
{
    static const char plain[] = "[{until: {time: 1}}]";
    static const char turns[] = "turns w so that it is 0.";
    static const char alone[] = "it may rotate about that axis alone";
    // A paddle of 0.2 m about z, x and a slanting axis; for so long; from a stage on.
    expect_wall("{type: plate, size: [0.02, 0.2, 0.05]}", plain, 0, NULL);
    expect_wall("{type: plate, size: [0.02, 0.2, 0.05], motion: {rpm: [0, 0, 60], centre: [0, 0, 0]}}", plain, 6,
                turns);
    expect_wall("{type: plate, size: [0.02, 0.2, 0.05], motion: {rpm: [60, 0, 0], centre: [0, 0, 0]}}", plain, 0, NULL);
    expect_wall("{type: plate, size: [0.02, 0.2, 0.05], motion: {rpm: [60, 0, 1], centre: [0, 0, 0]}}", plain, 0, NULL);
    expect_wall("{type: plate, size: [0.02, 0.2, 0.05], motion: {rpm: [60, 0, 60], centre: [0, 0, 0]}}", plain, 6,
                "m long along x");
    expect_wall("{type: plate, size: [0.02, 0.2, 0.05], motion: {rpm: [0, 0, 60], centre: [0, 0, 0], end: 0.1}}", plain,
                0, NULL); // by 36 degrees: 0.134 m
    expect_wall("{type: plate, size: [0.02, 0.2, 0.05], motion: {rpm: [0, 0, 60], centre: [0, 0, 0], end: 0.15}}",
                plain, 6, "0.1736 m long along x"); // by 54
    expect_wall("{type: plate, size: [0.02, 0.14, 0.05], motion: {rpm: [0, 0, 60], centre: [0, 0, 0]}}", plain, 0,
                NULL);
    // Two rotations about different axes may turn it to anywhere.
    expect_wall("{type: plate, size: [0.02, 0.2, 0.02], motion: [{rpm: [1, 0, 0], centre: [0, 0, 0]},"
                " {rpm: [0, 1, 0], centre: [0, 0, 0]}]}",
                plain, 6, "m long along x");
    // Stages: to and fro, one after the other, replaced, and removed before it matters.
    static const char tilt[] = "{motion: {w: {rpm: [0, 0, 60], centre: [0, 0, 0]}}, until: {time: 0.1}}";
    static const char back[] = "{motion: {w: {rpm: [0, 0, -60], centre: [0, 0, 0]}}, until: {time: 0.1}}";
    static const char plate[] = "{type: plate, size: [0.02, 0.2, 0.05]}";
    char stages[600];
    snprintf(stages, sizeof stages, "[%s]", tilt);
    expect_wall(plate, stages, 0, NULL);
    snprintf(stages, sizeof stages, "[%s, %s, %s, {motion: {w: {velocity: [0, 0, 1]}}, until: {time: 9}}]", tilt, back,
             tilt);
    expect_wall(plate, stages, 0, NULL);
    snprintf(stages, sizeof stages, "[%s, %s]", tilt, tilt);
    expect_wall(plate, stages, 5, turns);
    snprintf(stages, sizeof stages, "[%s, {until: {time: 1}}]", tilt); // it goes on
    expect_wall(plate, stages, 5, turns);
    snprintf(stages, sizeof stages, "[%s, {remove: w, until: {time: 1}}]", tilt);
    expect_wall(plate, stages, 0, NULL);
    expect_wall(plate, "[{motion: {w: {rpm: [0, 0, 60], centre: [0, 0, 0]}}, until: {inserted: all}, limit: 0.1}]", 0,
                NULL);
    expect_wall(plate, "[{motion: {w: {rpm: [0, 0, 60], centre: [0, 0, 0]}}, until: {inserted: all}}]", 5, turns);
    // What spans the period.
    expect_wall("{type: plate, size: [0.3, 0.2, 0.05]}", plain, 0, NULL);
    expect_wall("{type: plate, size: [0.2, 0.2, 0.05]}", plain, 6, "or spans it, straight along x");
    expect_wall("{type: plate, size: [0.4, 0.2, 0.05], axis_angle: {axis: [0, 0, 1], degrees: 5}}", plain, 6,
                "m long along x");
    expect_wall("{type: plate, size: [0.3, 0.2, 0.05], motion: {rpm: [9, 0, 0], centre: [0, 0, 0]}}", plain, 0, NULL);
    expect_wall("{type: plate, size: [0.3, 0.2, 0.05], motion: {rpm: [0, 9, 0], centre: [0, 0, 0]}}", plain, 6, alone);
    expect_wall("{type: cylinder, axis: [1, 0, 0], centre: [0, 0.1, 0.1], radius: 0.1, length: 0.3}", plain, 0, NULL);
    expect_wall("{type: cylinder, axis: [1, 0, 0], centre: [0, 0.1, 0.1], radius: 0.1, length: 0.2}", plain, 6,
                "or spans it");
    expect_wall("{type: cylinder, axis: [1, 0, 0], centre: [0, 0.1, 0.1], radius: 0.1, length: 0.3, grains: outside}",
                plain, 0, NULL);
    expect_wall("{type: box, thickness: 0.01, faces: [y-, y+, z-]}", plain, 0, NULL);
    expect_wall("{type: box, thickness: 0.01, faces: [y-, y+, z-]}",
                "[{motion: {w.z-: {rpm: [0, 0, 1], centre: [0, 0, 0]}}, until: {time: 1}}]", 5, alone);
}

static void expect_sink(const char *insert, const char *stage, const char *says)
{
    char text[2000];
    snprintf(text, sizeof text,
             "domain: {min: [0, 0, 0], max: [1, 1, 1]}\n"
             "materials: {m: {density: 1000, youngs_modulus: 1e6}}\n"
             "shapes: {ball: {type: sphere, size: 0.02}, some: {type: sphere, size: {uniform: [0.01, 0.03]}}}\n"
             "insert: [%s]\n"
             "sinks: {o: {normal: [0, 0, 1], offset: 0.1}}\n"
             "stages: [%s]\n",
             insert, stage);
    expect(text, 6, says);
}

static void test_sinks(void)
{
    static const char more[] = "{until: {sink: {o: 100}}}";
    expect_sink("{shapes: ball, count: 20}", more, "o cannot take 100 grains: at most 20 are inserted");
    expect_sink("{shapes: ball, count: 20}, {shapes: ball, count: 80}", more, NULL);
    expect_sink("{shapes: ball, count: 20}, {shapes: ball, count: 79}", more, "at most 99");
    expect_sink("{shapes: ball, count: 20}", "{until: {sink: {o: 100}}, limit: 3}", NULL);
    expect_sink("{shapes: ball, rate: 10, end: 5}", more, "at most 51");
    expect_sink("{shapes: ball, rate: 10, end: 50}", more, NULL);
    expect_sink("{grains: [{shape: ball, position: [0.5, 0.5, 0.5]}]}", more, "at most 1 ");
    expect_sink("{shapes: ball, from: lattice, spacing: 0.1}", "{until: {sink: {o: 1001}}}", "at most 1000");
    expect_sink("{shapes: ball, from: lattice, spacing: 0.1}", "{until: {sink: {o: 1000}}}", NULL);
    expect_sink("{shapes: ball, mass: 0.1}", more, "at most 25"); // 4.2 g each
    expect_sink("{shapes: some, mass: 0.1}", more, NULL);         // 0.5 g at least
    expect_sink("{shapes: some, mass: 0.1}", "{until: {sink: {o: 200}}}", "at most 193");
}

int main(void)
{
    test_walls();
    test_sinks();
    return check_done();
}
