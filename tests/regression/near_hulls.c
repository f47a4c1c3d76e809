// Hulls next to touching, and chips, tips and needles of 1e-14 to 1e-6: no answer, no convergence, points off their surfaces
// and features that do not hold them. The hunt for wrong answers found these.
#include "report.h"

// Tips in touch, 1e-13 wide: of all normals that fit the points, the one of two parallel edges was taken, which is 0. The
// answer was invalid_argument.
static void tips_in_touch(void)
{
    const scree_vec3 a[] = { { 0, 0, 0 },
                             { -2e-08, -6e-08, 0 },
                             { -1.57751164e-08, 1.374272707e-07, 2.46198456e-07 },
                             { -1.57751164e-08, 1.374272707e-07, 2.46198455999e-07 } };
    const scree_vec3 b[] = { { 0, 0, -0.3 },
                             { 0.74332654128967, 0.55669082018807, -0.42827042529252 },
                             { 0.743327, 0.556691, -0.4282704 },
                             { 0.74332654128949, 0.5566908201881, -0.428270425292578 } };
    const scree_solid sa = solid_hull(a, 4), sb = solid_hull(b, 4);
    const scree_body at_a = { NULL,
                              { 0.42635739371465, 1.829740488166218, 0.8961695652828344 },
                              { 0.301891582, 0.60606301, 0.626278339, -0.386425332 } };
    const scree_body at_b = { NULL,
                              { -0.472341959060686, 1.347787058066501, 0.819260758053084 },
                              { -0.81582730386212, -0.548885952474313, -0.096197143730107, 0.15458373455057 } };
    (void)judged("tips in touch", &sa, at_a, &sb, at_b);
}

// A corner 1e-13 before a face with a chip. The plane went through three corners of which two were the ends of the chip, and
// leaned: the points were not found, and the interval was 1e-10 wide.
static void corner_before_chip(void)
{
    const scree_vec3 a[] = { { 0, 0, 0 }, { -3, -2, -3 }, { 0, 0, -1 }, { 0, 3, 0 } };
    const scree_vec3 b[] = { { -0.514716287039, 0.6730514789205337, -0.99948925233139 },
                             { 0.18435811, 0.0714753, 0.5638594 },
                             { -0.80537660953145, -0.8228433453541955, 0.756219646422774 },
                             { 0, -0.8, 0.8 },
                             { -0.79268759654033, -0.7575382925783586, 0.679571992244395 } };
    const scree_solid sa = solid_hull(a, 4), sb = solid_hull(b, 5);
    const scree_body at_a = { NULL,
                              { 0, 0, 0 },
                              { -0.5691129330843322, -0.27221765849501944, 0.6519204939811174, 0.42072281293870095 } };
    const scree_body at_b = { NULL,
                              { 3.583162487450409, 1.2115340198156797, -2.588265974513 },
                              { 0.7400253451720961, 0.5807506593390319, -0.20315529705283372, 0.2716966791471233 } };
    (void)judged("corner before a chipped face", &sa, at_a, &sb, at_b);
}

// The same at a size of 1e-32.
static void corner_before_tiny_chip(void)
{
    const scree_vec3 a[] = { { -2.08e-33, -2.07e-32, 2.798e-32 },
                             { 2.30860111282e-32, 2.58939405791e-32, -3.5606508e-33 },
                             { 6.8684282484116e-33, -3.39890992827e-32, -3.7019084214822e-33 },
                             { 0, 0, 0 },
                             { 6.8684282490777e-33, -3.39890992814666e-32, -3.701908422317e-33 } };
    const scree_vec3 b[] = {
        { 0, 0, 0 }, { -3.70293731481e-33, -1.213348282472e-32, -7.33053087911e-33 }, { 0, 0, 7e-33 }, { 0, -6e-34, 0 }
    };
    const scree_solid sa = solid_hull(a, 5), sb = solid_hull(b, 4);
    const scree_body at_a = { NULL,
                              { 0, 0, 0 },
                              { 0.2686372012157, -0.35791492580995, -0.7747813277568, 0.4465924922844994 } };
    const scree_body at_b = { NULL,
                              { -2.3569397763122e-32, -6.021749019319e-33, 2.81031781645e-32 },
                              { -0.0265115116543, -0.625824233198958, 0.404603773036, 0.66628594142 } };
    (void)judged("the same, 1e-32 large", &sa, at_a, &sb, at_b);
}

// An edge before the tip of a plate, 1e-6 wide and 1e-11 high. The plate's vertices, rounded one by one, had rotated the faces of
// the tip by more than they differ: the points were 4e-10 off.
static void edge_before_flat_tip(void)
{
    const scree_vec3 a[] = {
        { 0, 0, 0 }, { 0, 30, 0 }, { -37.6409390968, -27.3477430479, -7 }, { -37.6409390968, -27.347743048, 0 }
    };
    const scree_vec3 b[] = { { 1, 0, -4.11e-11 },
                             { 8e-07, 1.32955e-06, 4.10756e-11 },
                             { -0.9, 0, 0 },
                             { -1e-06, -5e-07, 4.10756e-11 },
                             { 0, -1, -4e-11 },
                             { 0.5, -0.9, -4e-11 },
                             { 8e-07, -1.3e-06, 4.107558e-11 },
                             { 0.94, -0.34, -4e-11 },
                             { 1.4e-06, 0, 4.107558e-11 } };
    const scree_solid sa = solid_hull(a, 4), sb = solid_hull(b, 9);
    const scree_body at_a = { NULL, { 0, 0, 0 }, { 0.45423504298, -0.79350533796655, 0.116933377241, 0.38774526385 } };
    const scree_body at_b = { NULL,
                              { -10.423886, 5.241297, 50.860707 },
                              { 0.2153494544, -0.12192404516, 0.96747268617, -0.0524951542298 } };
    (void)judged("edge before a flat tip", &sa, at_a, &sb, at_b);
}

// Short edges, whose ends are rounded: the points were 1e-12 off.
static void crossing_short_edges(void)
{
    const scree_vec3 a[] = {
        { 2.69e-05, 4.0204e-05, 1.07718e-05 },      { -2.664e-05, -3.97544e-05, -1.06515e-05 },   { -2e-05, 0, 0 },
        { -4.1754e-11, -5.85876e-11, -6.7868e-12 }, { -5.9951e-06, -8.94614e-06, -2.396951e-06 }, { -2.0141e-11, 0, 0 },
        { 3.01267e-12, 8.2143e-12, 1.111157e-11 }
    };
    const scree_vec3 b[] = { { 0, 0, 0 },
                             { 0, 0, -0.9 },
                             { 0.255907417, -0.4672755638, -0.90493799 },
                             { 0.25590754167, -0.4672755638, -0.90493755 } };
    const scree_solid sa = solid_hull(a, 7), sb = solid_hull(b, 4);
    const scree_body at_a = { NULL, { 0, 0, 0 }, { -0.45884, 0.8226, -0.15009, 0.3004 } };
    const scree_body at_b = { NULL,
                              { 0.902423377, 0.2581233513, 0.47090884765 },
                              { 0.74463992424, -0.1496513301, 0.33199322405, -0.5593713988 } };
    (void)judged("short edges that cross", &sa, at_a, &sb, at_b);
}

// Tetrahedra 2e-9 apart: the line between their points is as right as that lets it be, and leaned against the edge that it should be
// at right angles to.
static void short_line(void)
{
    const scree_vec3 a[] = {
        { -5.7063980967368515, -3.001043512, 1.750121189512 }, { 0, 0, 0 }, { 0.5452, 3, 6 }, { 0, 0, -5 }
    };
    const scree_vec3 b[] = {
        { 0, 0, 0 }, { 0, 0, -0.09 }, { -0.303227177, -0.6507382003, -0.696127196 }, { 0, -0.3, 0 }
    };
    const scree_solid sa = solid_hull(a, 4), sb = solid_hull(b, 4);
    const scree_body at_a = { NULL,
                              { 0, 0, 0 },
                              { 0.6492686824, 0.41847978257000074, -0.6349881588, -0.0107185785381719 } };
    const scree_body at_b = { NULL,
                              { -1.467260513, -0.51671612, -7.07299900987 },
                              { 0.1446096249434, 0.7827317833, -0.57708641289621, 0.18273008448349 } };
    (void)judged("tetrahedra 2e-9 apart", &sa, at_a, &sb, at_b);
}

// Faces of a needle that were merged: the point is on a diagonal of the face, whose normal leans. An edge that was near got its
// name.
static void merged_needle(void)
{
    const scree_vec3 a[] = { { 0.5084, 0.988, -0.4675 }, { 0, 0, 0 }, { 0, 0, 0.7 }, { 0, 0.1, 0 } };
    const scree_vec3 b[] = { { 0, 5e-09, 0 },          { 0, 0, 5.69e-12 },      { -2, 3e-09, 0 },
                             { -0.0004, 0, 5.69e-12 }, { 0, -3.4e-09, -6e-12 }, { 0.9, -5e-09, -6e-12 } };
    const scree_solid sa = solid_hull(a, 4), sb = solid_hull(b, 6);
    const scree_body at_a = { NULL, { 0, 0, 0 }, { -0.6036, 0.696, 0.3555, 0.1583 } };
    const scree_body at_b = { NULL, { 1.262, -0.352, -0.4002 }, { 0.9, -0.093, -0.415, -0.085 } };
    (void)judged("merged faces of a needle", &sa, at_a, &sb, at_b);
}

// A side of 1e-14 leads into its face. A vertex over the face was beyond it, and the points were 2e-3 off.
static void short_side(void)
{
    const scree_vec3 a[] = { { 0, 0, 0 },
                             { -0.00198641993336, 0.001014520557338, -0.000490121299765 },
                             { 0, 0, 0.001 },
                             { -0.00115061499275, -3.7904755691e-05, 0.001972304076288 } };
    const scree_vec3 b[] = { { -0.84688354340576, 0.377788797305, -0.3742511035912 },
                             { -1, 0, 0 },
                             { -0.7, -0.6, -0.24 },
                             { 0, 0, 0 },
                             { -0.8704141939055353, 0.34451463833214, -0.35169417826095 },
                             { -0.87041419390554, 0.34451463833214, -0.35169417826094 },
                             { -0.385711893334, -0.18897067365, -0.90305944393 } };
    const scree_solid sa = solid_hull(a, 4), sb = solid_hull(b, 7);
    const scree_body at_a = { NULL, { 290755, -709594.18, 733337.71 }, { 1, 0, 0, 0 } };
    const scree_body at_b = { NULL,
                              { 290755.08, -709593.335, 733337.98 },
                              { -0.2898211197115, 0.6313188268676, 0.5557308338166, 0.456731319002 } };
    (void)judged("a side of 1e-14", &sa, at_a, &sb, at_b);
}

// An edge in the merged faces of a needle: the normal is that of a diagonal, which no feature has. The points were 3e-5 off.
static void diagonal(void)
{
    const scree_vec3 a[] = { { 0, 0, 0 }, { 0.2562, 0.8315, 0.2056 }, { 0, 0, 0.2 }, { 0.67764, -0.539, -0.3491 } };
    const scree_vec3 b[] = { { 2.9, 0, 0 },       { 0.0005, 0, 5.691e-12 },    { 0, 0, 0 },
                             { 0, 0, 5.691e-12 }, { -2.34, -3.4e-09, -6e-12 }, { 0.9, -5.4e-09, -5.7e-12 } };
    const scree_solid sa = solid_hull(a, 4), sb = solid_hull(b, 6);
    const scree_body at_a = { NULL, { 0, 0, 0 }, { -0.2122, 0.7653, 0.25178, 0.5531 } };
    const scree_body at_b = { NULL, { -0.0553, 0.0624, 0.5776 }, { 0.1748, -0.5043, -0.8, -0.272 } };
    (void)judged("an edge in a merged face", &sa, at_a, &sb, at_b);
}

int main(void)
{
    tips_in_touch();
    corner_before_chip();
    corner_before_tiny_chip();
    edge_before_flat_tip();
    crossing_short_edges();
    short_line();
    merged_needle();
    short_side();
    diagonal();
    return check_done();
}
