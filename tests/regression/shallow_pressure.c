// Shallow contacts at corners and edges: the force without the energy.
//
// Seen        In a search over tetrahedra at depths of 1e-2 to 1e-10 of the size, and over thin bodies: the force was off by up to
//             11 times itself, while the one that came with the energy was right.
// Cause       Cells and faces of less area than the planes' error times the size of the bodies count as points or lines: they
//             lead to no other cells, and the proof that all were found leaves them out. Shallow regions consist of nothing
//             else. Besides, corners were intersections of planes that were parallel to 1e-8.
// Now         Where what may be left out matters to the force, the whole medial surface is searched.
//
// Two cubes, an edge of one nearly along a face of the other: lines of the main cell are nearly parallel, and corners between them were
// off both. Now a corner must be on its lines.
#include "oracle/pressure.h"
#include "report.h"
#include "scree/pressure.h"

static void check_force(const char *name, const scree_pressure *p, const oracle_pressure *x, double size)
{
    const double slack = 1e-9 * (double)q3_norm(x->force) + 200.0 * 0x1p-53 * size * (double)x->surface;
    const double off = (double)q3_norm(q3_sub(q3_from(p->force), x->force));
    CHECK_MSG(off <= slack, "%s: off by %g of %g", name, off, (double)q3_norm(x->force));
}

static void check_pair(const scree_solid s[2], const scree_body *a, const scree_body *b, const char *name)
{
    oracle_hull *hull_a = scree_oracle_solid(&s[0]), *hull_b = scree_oracle_solid(&s[1]);
    const oracle_pose at_a = scree_oracle_pose(a), at_b = scree_oracle_pose(b);
    const scree_pressure_options o = { .energy = true };
    scree_pressure quick, whole;
    oracle_pressure exact;
    CHECK(scree_pressure_query(a, b, NULL, NULL, &quick) == SCREE_OK);
    CHECK(scree_pressure_query(a, b, NULL, &o, &whole) == SCREE_OK);
    if (CHECK(hull_a != NULL && hull_b != NULL && scree_oracle_pressure(hull_a, &at_a, hull_b, &at_b, &exact))) {
        check_force(name, &quick, &exact, scree_pair_size(a->shape, b->shape));
        check_force(name, &whole, &exact, scree_pair_size(a->shape, b->shape));
    }
    scree_oracle_hull_free(hull_a);
    scree_oracle_hull_free(hull_b);
}

static void check_tetrahedra(scree_vec3 p[4], scree_vec3 q[4], scree_vec3 x, scree_quat u, scree_vec3 y, scree_quat w,
                             const char *name)
{
    const scree_solid solids[2] = { { .kind = SCREE_POLYHEDRON, .points = p, .count = 4 },
                                    { .kind = SCREE_POLYHEDRON, .points = q, .count = 4 } };
    scree_shape *a = scree_polyhedron_create(p, 4, 0.0, NULL), *b = scree_polyhedron_create(q, 4, 0.0, NULL);
    const scree_body first = { a, x, u }, second = { b, y, w };
    check_pair(solids, &first, &second, name);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

static void check_cubes(scree_vec3 x, scree_quat u, scree_vec3 y, scree_quat w, const char *name)
{
    const scree_solid solids[2] = { solid_box(0.5, 0.5, 0.5), solid_box(0.5, 0.5, 0.5) };
    scree_shape *cube = scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL);
    const scree_body first = { cube, x, u }, second = { cube, y, w };
    check_pair(solids, &first, &second, name);
    scree_shape_destroy(cube);
}

int main(void)
{
    scree_vec3 a[] = { { -0.0049300656789298186, 0.54021217824159828, 0.20487161868399101 },
                       { -0.47443971803197332, 0.081120403618431161, -0.21646290160641801 },
                       { -0.49348753167605286, 0.072572122175161902, -0.20907146312797401 },
                       { -0.11047560330010173, -0.53179310218879405, -0.25213491892678774 } };
    scree_vec3 b[] = { { -0.34677672961002515, -0.44040126579836492, -0.20813436153631151 },
                       { -0.53325366419823994, 0.18130327397017701, 0.10456371810055438 },
                       { -0.24107393946580621, 0.23350859882367386, 0.38002065784333305 },
                       { -0.3410477989132048, 0.31840493911070383, -0.24950520347279978 } };
    check_tetrahedra(
        a, b, s3(0.3, 0.2, 0.1),
        (scree_quat){ -0.70350625950313284, -0.049048994940743794, -0.0066908033225929302, 0.70896288484384851 },
        s3(-0.40929023331750053, -0.054263248934876433, -0.43382251940743288),
        (scree_quat){ -0.17100799018225693, -0.014058290739877112, 0.62502226308856146, 0.76151546432029293 },
        "depth 8e-7, it was 12 %");
    scree_vec3 c[] = { { -0.33423319701708565, -0.18090294937059717, -0.40710382648719468 },
                       { 0.12285912741059439, 0.2015756835288432, 0.52148788535425217 },
                       { 0.47349288090233682, -0.058713837036571542, -0.11237172180438199 },
                       { -0.050393522494171401, 0.17492122250174513, 0.46061436340832895 } };
    scree_vec3 d[] = { { 0.23771557086286021, -0.52719188392592287, 0.080130525483981516 },
                       { -0.27784089272926199, 0.38074771976763744, 0.19905731168946561 },
                       { 0.57235614577843041, 0.086417081911056959, -0.020069960518401472 },
                       { -0.030652664093007025, 0.35148100628582046, -0.34619162293639871 } };
    check_tetrahedra(
        c, d, s3(0.3, 0.2, 0.1),
        (scree_quat){ 0.058244780488014562, -0.41021181450006217, 0.86780852157260602, 0.27430308543003523 },
        s3(0.6620591014535816, 0.38377106483300055, 0.98901481941163105),
        (scree_quat){ 0.66581537820815739, 0.18439936448764815, 0.48261855181539726, -0.53829925688383451 },
        "depth 1e-4, it was 1.5e-5");
    check_cubes(s3(0.3, 0.2, 0.1),
                (scree_quat){ 0.029288483193261286, -0.4597377741341872, -0.54824422829007391, 0.69800546554665477 },
                s3(-0.92059821329417635, -0.12395675431838993, 0.46060261970549821),
                (scree_quat){ 0.60899630221272372, 0.3503794769975781, -0.24481539722543846, -0.66814904570124423 },
                "cubes, depth 1e-6, it was 6e-7");
    return check_done();
}
