// 3.2 of peng-hanley-2019, Fig. 10: situations whose contact points are known.
//
// The paper shows three and prints no coordinates. Here the polyhedron has a feature (face, edge or vertex) with a
// point v on it and a unit vector m in the cone of its outward normals; the superquadric is put where its point of
// normal -m is at v + gap m. Then the signed distance is `gap`, exactly so for gaps, and for overlaps as shallow as
// here.
#include <math.h>
#include <stdio.h>

#include "peng_hanley.h"
#include "scenes/place.h"

enum { CUBE, TETRAHEDRON, POLYHEDRA };
enum { SPHERE, ELLIPSOID, SUPERQUADRICS };
enum { FACE, EDGE, VERTEX };

typedef struct known_situation {
    const char *name;
    int polyhedron, superquadric, feature;
    scree_vec3 v, m; // m of any length
    double gap;
} known_situation;

// The cube has the corners (+-1, +-1, +-1), and the tetrahedron four of them.
static const known_situation situations[] = {
    { "sphere-cube, face", CUBE, SPHERE, FACE, { 0.3, -0.2, 1.0 }, { 0, 0, 1 }, -0.05 },
    { "Fig. 10a: sphere-cube, edge", CUBE, SPHERE, EDGE, { 1, 1, 0.3 }, { 3, 4, 0 }, -0.05 },
    { "sphere-cube, vertex", CUBE, SPHERE, VERTEX, { 1, 1, 1 }, { 2, 3, 6 }, -0.05 },
    { "sphere-cube, face", CUBE, SPHERE, FACE, { 0.3, -0.2, 1.0 }, { 0, 0, 1 }, 0.05 },
    { "sphere-cube, edge", CUBE, SPHERE, EDGE, { 1, 1, 0.3 }, { 3, 4, 0 }, 0.05 },
    { "sphere-cube, vertex", CUBE, SPHERE, VERTEX, { 1, 1, 1 }, { 2, 3, 6 }, 0.05 },
    { "sphere-tetrahedron, face", TETRAHEDRON, SPHERE, FACE, { -1 / 3.0, -1 / 3.0, -1 / 3.0 }, { -1, -1, -1 }, -0.05 },
    { "sphere-tetrahedron, edge", TETRAHEDRON, SPHERE, EDGE, { 1, 0.2, 0.2 }, { 1, 0.3, -0.3 }, -0.05 },
    { "sphere-tetrahedron, vertex", TETRAHEDRON, SPHERE, VERTEX, { 1, 1, 1 }, { 3, 4, 5 }, -0.05 },
    { "Fig. 10b: sphere-tetrahedron", TETRAHEDRON, SPHERE, EDGE, { 1, 0.2, 0.2 }, { 1, 0.3, -0.3 }, 0.05 },
    { "ellipsoid-cube, face", CUBE, ELLIPSOID, FACE, { -0.1, 1, 0.4 }, { 0, 1, 0 }, -0.05 },
    { "Fig. 10c: ellipsoid-cube, vertex", CUBE, ELLIPSOID, VERTEX, { 1, 1, 1 }, { 2, 3, 6 }, -0.05 },
    { "ellipsoid-cube, vertex", CUBE, ELLIPSOID, VERTEX, { 1, 1, 1 }, { 2, 3, 6 }, 0.05 },
};

enum { SITUATIONS = sizeof situations / sizeof *situations };

// In lengths of about 1. A point where a function is least is known to the root of its rounding error, some 1e-8.
static const double close_point = 1e-6, close_distance = 1e-12;

typedef struct placed {
    scree_body polyhedron, superquadric;
    scree_vec3 contact; // as the paper has it: on the superquadric (face), or on the edge or vertex
} placed;

static placed place(const known_situation *s, const scree_shape *polyhedron, const scree_shape *superquadric)
{
    static const scree_quat orientations[SUPERQUADRICS] = { { 1, 0, 0, 0 }, { 0.9, 0.1, 0.3, -0.2 } };
    const scree_quat o = orientations[s->superquadric], back = { o.w, -o.x, -o.y, -o.z };
    const scree_vec3 m = s3_unit(s->m), against = quat_rotate(back, s3_scale(m, -1.0));
    const scree_vec3 lowest = quat_rotate(o, scree_shape_support(superquadric, against));
    const scree_vec3 target = s3_add(s->v, s3_scale(m, s->gap));
    placed p = { .polyhedron = scree_body_at(polyhedron, s3(0, 0, 0)),
                 .superquadric = scree_body_at(superquadric, s3_sub(target, lowest)),
                 .contact = s->feature == FACE ? target : s->v };
    p.superquadric.orientation = o;
    return p;
}

static const char *point_words(char words[64], scree_vec3 p)
{
    snprintf(words, 64, "(%.4f, %.4f, %.4f)", p.x, p.y, p.z);
    return words;
}

static void report_ph_sq(figures *f, const known_situation *s, const placed *p)
{
    const scree_query_options question = scree_ph_question("ph-sq");
    scree_contact k;
    scree_counts n;
    char words[64], off[24];
    if (!scree_study_query_counted(&p->polyhedron, &p->superquadric, &question, &k, &n)) {
        scree_figures_row(f, "\tph-sq\tnot available");
        return;
    }
    const bool contact = n.ph_case % 2 == 0;
    if (!contact) {
        scree_figures_row(f, "\tph-sq\tno\t%d\t-\t-\t-\t-\t%s", n.ph_case, scree_figures_verdict(f, s->gap > 0.0));
        return;
    }
    const scree_vec3 d = s3_sub(k.point, p->contact);
    const double length = sqrt(s3_dot(d, d)), cosine = s3_dot(k.normal, s3_unit(s->m));
    scree_figures_row(f, "\tph-sq\tyes\t%d\t%.6f\t%.2f\t%s\t%s\t%s", n.ph_case, k.distance,
                      57.29577951308232 * acos(fmin(1.0, cosine)), point_words(words, k.point),
                      scree_cells_number(off, length), scree_figures_verdict(f, s->gap < 0.0 && length <= close_point));
}

static void report_auto(figures *f, const known_situation *s, const placed *p)
{
    const scree_query_options question = scree_ph_question("auto");
    scree_contact k;
    char words[64], off[24];
    if (!scree_study_query(&p->polyhedron, &p->superquadric, &question, &k)) return;
    // Its own point is midway: the paper's is on the superquadric for faces, on the polyhedron otherwise.
    const scree_vec3 at = s->feature == FACE ? k.point_b : k.point_a, d = s3_sub(at, p->contact);
    const double cosine = s3_dot(k.normal, s3_unit(s->m));
    scree_figures_row(f, "\tauto\t%s\t-\t%.6f\t%.2f\t%s\t%s\t%s", k.distance < 0.0 ? "yes" : "no", k.distance,
                      57.29577951308232 * acos(fmin(1.0, cosine)), point_words(words, at),
                      scree_cells_number(off, sqrt(s3_dot(d, d))),
                      scree_figures_target(f, fabs(k.distance - s->gap) <= close_distance));
}

static void report(figures *f, scree_shape *const polyhedra[POLYHEDRA], scree_shape *const superquadrics[SUPERQUADRICS])
{
    scree_figures_table(f, "Contact points",
                        "situation\tanswer of\tcontact\tcase\tdistance\tnormal off by, degrees\tcontact point\toff by\t"
                        "verdict");
    for (int i = 0; i < SITUATIONS; ++i) {
        const known_situation *s = &situations[i];
        const placed p = place(s, polyhedra[s->polyhedron], superquadrics[s->superquadric]);
        char words[64];
        scree_figures_row(f, "%s\tanalysis\t%s\t-\t%.6f\t0.00\t%s\t-\t-", s->name, s->gap < 0.0 ? "yes" : "no", s->gap,
                          s->gap < 0.0 ? point_words(words, p.contact) : "-");
        report_ph_sq(f, s, &p);
        report_auto(f, s, &p);
    }
}

bool scree_ph_verification(const study_options *options, figures *f)
{
    scree_error error = { .message = "out of memory" };
    scree_shape *polyhedra[POLYHEDRA] = { scree_ph_solid(1, sqrt(3.0), &error), scree_ph_solid(0, sqrt(3.0), &error) };
    scree_shape *superquadrics[SUPERQUADRICS] = { scree_sphere_create(1.0, 0.0, &error),
                                                  scree_ellipsoid_create(s3(1.2, 0.8, 0.6), 0.0, &error) };
    bool whole = true;
    (void)options;
    for (int i = 0; i < POLYHEDRA; ++i) whole &= polyhedra[i] != NULL;
    for (int i = 0; i < SUPERQUADRICS; ++i) whole &= superquadrics[i] != NULL;
    if (whole) {
        scree_figures_section(
            f, "3.2, Fig. 10: contact points that are known",
            "Spheres of radius 1 and an ellipsoid with semi-axes 1.2, 0.8 and 0.6, rotated, against a cube of 2 and "
            "the "
            "tetrahedron of four of its corners; gaps and overlaps of 0.05. The coordinates are ours: the paper shows "
            "three situations and says that all those tried gave the expected results. As there, the contact point of "
            "a "
            "face is on the superquadric and that of an edge or vertex on the polyhedron. `ph-sq` agrees if contact is "
            "decided rightly and its contact point is the analytic one to 1e-6; its normal and overlap at edges and "
            "vertices are (11) and (12), which do not know the superquadric. `auto` agrees if its distance is right to "
            "1e-12.");
        if (scree_ph_serves(f, "ph-sq", polyhedra[CUBE], superquadrics[SPHERE])) report(f, polyhedra, superquadrics);
    } else {
        scree_ph_trouble(&error);
    }
    for (int i = 0; i < POLYHEDRA; ++i) scree_shape_destroy(polyhedra[i]);
    for (int i = 0; i < SUPERQUADRICS; ++i) scree_shape_destroy(superquadrics[i]);
    return whole;
}
