// Slivers, needles and thin plates: points off their surfaces, and features that do not hold them.
//
// Along the normals of many features the gap is the same to rounding, and a search ends on any of them. The hunt for wrong
// answers found these.
#include "report.h"
#include "scree/verify.h"

static void verify_once(const char *name, scree_body a, scree_body b)
{
    size_t bytes = scree_query_scratch(a.shape, b.shape);
    scree_query_options options = scree_query_defaults();
    options.scratch = malloc(bytes + 1);
    options.scratch_size = bytes;
    scree_contact c;
    scree_verification v;
    const scree_status status = scree_query(&a, &b, &options, &c);
    CHECK_MSG(status == SCREE_OK, "%s: status %s", name, scree_status_name(status));
    free(options.scratch);
    const scree_verify_options usual = scree_verify_defaults();
    scree_verify(&a, &b, &c, &usual, &v);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "%s: %s: %s: %.17g, allowed %.3g", name, scree_claim_name(v.claim), v.reason,
              v.claimed, v.allowed);
}

// The oracle judges the answer, and scree_verify() finds nothing wrong with it, both ways round.
static void proven(const char *name, const scree_solid *sa, scree_body a, const scree_solid *sb, scree_body b)
{
    (void)judged(name, sa, a, sb, b);
    scree_shape *shape_a = solid_shape(sa), *shape_b = solid_shape(sb);
    a.shape = shape_a;
    b.shape = shape_b;
    if (CHECK_MSG(shape_a != NULL && shape_b != NULL, "%s: no shapes", name)) {
        verify_once(name, a, b);
        verify_once(name, b, a);
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

// A plate with more level corners than were looked at, and a large tetrahedron: they overlap by 1e-7. The
// points were 7e-5 off.
static void plate_and_tetrahedron(void)
{
    const scree_vec3 a[] = { { 0, 0, 0 },
                             { 637.82951106, 2463.5175183, -2623.9683683 },
                             { 217.828548786, -131.543594663, -98.9602634 },
                             { -600.0, 0, 0 } };
    const scree_vec3 b[] = { { -0.538, 0.812, -0.2 },
                             { -0.42175887663, 0.75060371197, -0.5086388872 },
                             { -0.26, 0.616, -0.74 },
                             { -0.0002182694145, 0.0005091871325, -0.000614236971 },
                             { -0.08, 0.4203, -0.9 },
                             { 0.1113945436, 0.1838812985, -0.9766160575 },
                             { 9.2141522025e-05, 0.000152099955797, -0.00080782156022 },
                             { 0.00036735751978, -0.00026308424104, -0.00069284577256 },
                             { 0.60720183906741, -0.6985062859399, 0 },
                             { 0.602255515, -0.7941996287, -0.0808408587 },
                             { 0.00049816400112, -0.000656933285709, -6.686864661e-05 },
                             { 0.00044530881469, -0.000671782159605597, 0.00018603472627 },
                             { 0.3, 0, 0 },
                             { 0.0801646825, -0.4203026893, 0.9038358662 },
                             { -0.00024157299135, 5.83478557e-05, 0.0007889474934 } };
    scree_solid sa = solid_hull(a, 4), sb = solid_hull(b, 15);
    const scree_body at_a = { NULL,
                              { 55336.60334141, 59496.73381, -47464.845928 },
                              { 0.977241948653, -0.15234943861, -0.092619436296, 0.1149324252303 } };
    const scree_body at_b = { NULL,
                              { 55834.163666, 60405.982758, -49215.722641 },
                              { -0.95699088148057, 0.01125568878, -0.014772738414602, 0.289522932482 } };
    proven("plate and tetrahedron", &sa, at_a, &sb, at_b);
}

// Two corners of a needle 4e-12 apart, the one before the face of a box, the other beside it: it named the
// latter. In double-doubles, the rounded side of the face was nearer than the face.
static void needle_and_box(void)
{
    const scree_vec3 a[] = { { 0, 0, 0.1 },
                             { 0, 0, 0 },
                             { 0.45867104109230705, -0.877889958365081, -0.137586689272822 },
                             { 0.4586710410926511, -0.877889958364271, -0.137586689276845 } };
    scree_solid sa = solid_hull(a, 4), sb = solid_box(0.154943041704, 0.15, 0.2);
    const scree_body at_a = { NULL,
                              { 0, 0, 0 },
                              { -0.677770813796, 0.22969715927, 0.295888228667, -0.632705377823464 } };
    const scree_body at_b = { NULL,
                              { 0.82260979441, 0.56103647636, 0.4578411513618 },
                              { 0.822097583, 0.1555123921, 0.547357511137, 0.0192669462662107 } };
    proven("needle and box", &sa, at_a, &sb, at_b);
}

// The normal of a splinter had a gap below the distance by two roundings; the right one was refused since its
// gap is larger.
static void tetrahedron_and_splinter(void)
{
    const scree_vec3 a[] = { { 0, 0, 0 }, { -0.8259523254, -1.25711393752, 1.1309286364 }, { 0, 0, 1 }, { 0, 2, 0 } };
    const scree_vec3 b[] = { { 1, 0, -4e-12 },      { 0.0008, 0, 4.27e-12 },  { 0, 0, 0 },
                             { 0, 5e-10, -4e-12 },  { -0.0008, 0, 4.27e-12 }, { -1, 0, 0 },
                             { 0, -5e-10, -4e-12 }, { 0.5, -5e-10, -4e-12 } };
    scree_solid sa = solid_hull(a, 4), sb = solid_hull(b, 8);
    const scree_body at_a = { NULL, { 0, 0, 0 }, { 0.1204695373, 0.3462844119, 0.7992387254, -0.47622647598 } };
    const scree_body at_b = { NULL,
                              { -0.39141803053, -1.7037076746, 0.697966711 },
                              { 0.0488624946, 0.7058719, -0.54049157, -0.45522 } };
    proven("tetrahedron and splinter", &sa, at_a, &sb, at_b);
}

// Level faces, of which one has more corners than were looked at: the features had a patch, but the answer
// none.
static void low_pyramids(void)
{
    const scree_vec3 a[] = { { 6, 0, -19.46605968818754 },  { 0, 0, 0 },
                             { 6, 1, -19.466059688187 },    { 6, 2, -19.4660596881875 },
                             { 5, 4, -19.4660596881875 },   { 4.2, 4.6, -19.4660596881875 },
                             { 3, 5.4, -19.466059688187 },  { 2, 6, -19.4660596881875 },
                             { 0, 6.2, -19.4660596881875 }, { -0.6, 6.2, -19.46605968818754 },
                             { -2, 6, -19.4660596881875 },  { -6, 0, -19.4660596881875 },
                             { -5, -4, -19.4660596881875 }, { 0, 0, -19.4660596881877 } };
    const scree_vec3 b[] = {
        { 0, 0, 0 }, { 0.16, 0, 0.3785447438334 }, { -0.09, 0.1, 0.378544743833 }, { 0, 0, 0.378544743833 }
    };
    scree_solid sa = solid_hull(a, 14), sb = solid_hull(b, 4);
    const scree_body at_a = { NULL, { 0, 0, 0 }, { 0.3576514154874, 0.399965786578, 0.817143890722, 0.21068625115 } };
    const scree_body at_b = { NULL,
                              { -141, -9, 129.8 },
                              { 0.3576514154874, 0.399965786578, 0.817143890722, 0.21068625115 } };
    proven("low pyramids", &sa, at_a, &sb, at_b);
}

// The interval of the distance is as wide as the tolerance, and the points were left as the search had them.
static void parallel_needles(void)
{
    const scree_vec3 a[] = { { 0.46, 0.9, 0 },
                             { 0.002804051323, 0.00526407903, -0.00143355961 },
                             { -0.45402733198, -0.85235093, 0.2321196 },
                             { -0.00144086434468, -0.002704951850114, 0.0007366359 },
                             { 0.272972061161965, 0.5124537101, -0.139555840161 } };
    const scree_vec3 b[] = { { 0.46, 0, 0 },
                             { 0.408495746, 0.7668739421, -0.20884175 },
                             { 0.35017285855, 0.6573836896, -0.179024419 },
                             { -0.02657905915, -0.049897184728, 0.0135884399 },
                             { -0.22855910042, -0.42907672841, 0.116849898 },
                             { 0, -0.05, 0 },
                             { 0.08, 0, 0 } };
    scree_solid sa = solid_hull(a, 5), sb = solid_hull(b, 7);
    const scree_body at_a = { NULL,
                              { 0.1791589, -1.556828873, 1.284227127 },
                              { 0.2438023133029, -0.25165286575, 0.927363725416, -0.131254668 } };
    const scree_body at_b = { NULL,
                              { 0.179158883, -1.55682887, 1.28422712705 },
                              { 0.243802313, -0.25165286575, 0.92736372542, -0.1312546684 } };
    proven("parallel needles", &sa, at_a, &sb, at_b);
}

// Two plates in each other: the points of the search say nothing of where along them the features meet.
static void plates_inside_each_other(void)
{
    const scree_vec3 a[] = { { 0, 0.33, -0.9 },
                             { -6.65066964258e-05, 6.659884946197e-05, -0.00014650297549507 },
                             { -0.9848654624693, 0.16547944654, 0.05154195968 },
                             { -0.00013236697316, -1.65585423145e-05, 0.0001119217062994 },
                             { 0.81796519669, -0.32791806973, 0.47265492333 },
                             { 0.000170156747533, -3.5597600647973e-05, 1.005789963859e-05 },
                             { 0.97923669061, -0.1242912787818, -0.160147375195 },
                             { 0.928506859294, -0.0374521938855, -0.3694216363678 } };
    const scree_vec3 b[] = { { -0.162278130217, 0.368639781821, -0.91529804966 },
                             { -0.7487448039, 0.348621567039, -0.563776748035 },
                             { -0.000130379819138, 6.07058867447e-05, -9.81711124727e-05 },
                             { -0.984865462469, 0.1654794465421, 0.0515419596762 },
                             { -0.960365422375465, 0.08142228469356072, 0.2665870721938244 },
                             { -0.88409183378, -0.0070243735982, 0.467260406646 },
                             { -0.7601566255869275, -0.0950923460911474, 0.6427436116300007 },
                             { -0.5952411769492, -0.1780338655926, 0.7835763421431 },
                             { -0.3982361223897, -0.25137753331763, 0.88216626923 },
                             { -0.1797620553926, -0.31116937315488, 0.9331983844025 },
                             { 0.0484030305404, -0.3541859915422, 0.93392153312245 },
                             { 0.2739586965682, -0.378108351447867, 0.8842967302552 },
                             { 4.77047523e-05, -6.58404544238e-05, 0.0001539836368492 },
                             { 0.48474517835254, -0.3816467922573, 0.7869992617682 },
                             { 0.6693989221003, -0.3646105557106, 0.6472744593721 },
                             { 0.00014243324828, -5.71007612419e-05, 8.23039616175e-05 },
                             { 0.979236690610061, -0.124291278781752, -0.160147375195015 },
                             { 0.682312453989976, 0.1374927828515793, -0.718014937027013 } };
    scree_solid sa = solid_hull(a, 8), sb = solid_hull(b, 18);
    const scree_body at_a = { NULL,
                              { 0, 0, 0 },
                              { 0.226151289413947, 0.3311744675097611, -0.50570659100415, 0.76383238356396 } };
    const scree_body at_b = { NULL,
                              { 0, 0, 0 },
                              { 0.226151289413947, 0.33117446750976, -0.50570659100415, 0.76383238356396 } };
    proven("plates inside each other", &sa, at_a, &sb, at_b);
}

// The interval of the distance is hundreds of roundings wide, and the named edge is 0.35 off the point.
static void wide_interval(void)
{
    const scree_vec3 a[] = { { -0.9, -2.6e-12, 0 }, { 1, 0, -1e-11 },   { -0.88, 0, -1e-11 }, { 0.9, 0, -1.3e-11 },
                             { 0.9, 4e-12, 0 },     { 0.7, -2e-12, 0 }, { 0, 0, 6e-12 },      { 0, -4e-12, 0 } };
    const scree_vec3 b[] = { { -12.4450078, -4.723585, 7.306597 }, { 0, 0, 0 }, { 0, 0, 3 }, { 0, -5, 0 } };
    scree_solid sa = solid_hull(a, 8), sb = solid_hull(b, 4);
    const scree_body at_a = { NULL, { 0, 0, 0 }, { -0.92008, -0.32082, -0.198795, -0.104914 } };
    const scree_body at_b = { NULL,
                              { -3.881115, 1.02831002, -14.669318 },
                              { -0.73391847, 0.02895048, -0.62599105, 0.26203197 } };
    proven("wide interval", &sa, at_a, &sb, at_b);
}

// Polygons with neighbouring edges nearly in line: of two edges as deep to rounding, the one was named whose end the point
// is beyond. Edges hardly longer than rounding: a point on one had the name of its end, or no patch.
static void flat_corners(void)
{
    static const struct {
        scree_vec3 corner[2][3];
        double pose[2][3]; // x, y, angle
    } cases[] = {
        { { { { 0, 0, 0 }, { 2e-05, 0, 0 }, { 4e-05, -2e-05, 0 } },
            { { 0, 0, 0 }, { -0.76461, 0, 0 }, { -1, -7.05e-13, 0 } } },
          { { 0, 0, -2.58 }, { -0.29357, -0.70602, -1.964814 } } },
        { { { { 0, 0, 0 }, { -9141.2, 32977.1, 0 }, { 0, 20000.0, 0 } },
            { { 0.5, 1e-11, 0 }, { 0, 1e-11, 0 }, { -0.8, 0, 0 } } },
          { { -50336.5, -23965.5, 4.19486 }, { -17155.3, -32336, 0.8 } } },
        { { { { 6.78e-05, 0, 0 }, { -3e-05, 1e-10, 0 }, { -3.3912438405e-05, -1e-10, 0 } },
            { { 7e-05, 0, 0 }, { -3.3912438405e-05, 1e-10, 0 }, { -3e-05, -1e-10, 0 } } },
          { { 0, 0, 0.756257 }, { 9e-16, 0, 0.756257 } } },
        { { { { 0, 0, 0 }, { 700000.0, -2000000.0, 0 }, { 1950931.93, -650310.6448, 0 } },
            { { 0.878, 0, 0 }, { 0, 0, 0 }, { 1, -7e-08, 0 } } },
          { { -679374.912, 48940.71, 1.572262944 }, { -31925.348, 2000824.09, -3.1 } } },
        { { { { 0, 0, 0 }, { 0, 200.0, 0 }, { -25555.05, -101.42, 0 } },
            { { 0, 0, 0 }, { -0.777, 2.7e-11, 0 }, { -1, 1e-11, 0 } } },
          { { 0, 0, 0 }, { -25555.827, -101.464, -3.089 } } },
        { { { { 15798.471096562009, 13049.09380682448, 0 }, { 0, 0, 0 }, { 17043.2297778221, -11375.37023142884, 0 } },
            { { 0.2752133823255764, -0.961383167206976, 0 },
              { -0.994098294, 0.10848309457, 0 },
              { -0.9940982940293397, 0.108483094572051, 0 } } },
          { { -22632.49, -28550.0, 2.171633502264621 }, { -38960.0, -20321.6, 1.3520975691022286 } } },
        { { { { 1, 0, 0 }, { 0, 0, 0 }, { 0, 0.6, 0 } },
            { { 0, -1.5e-08, 0 }, { 6.7181728e-06, -1.4049e-08, 0 }, { 1.06e-05, -1.17e-08, 0 } } },
          { { -0.369544129383, -0.126525413713, 0 }, { 0.63045484902, -0.1265187736538, -1.41605 } } },
        { { { { 471.2062203, 0, 0 }, { 0, 0, 0 }, { 0, 400.0, 0 } },
            { { 0, 0, 0 }, { -0.06148506013665, 0.9981080033696, 0 }, { -0.0614850636126, 0.99810800030447, 0 } } },
          { { 0, 0, 0 }, { 472.0087741, -0.59726094, -5.414008037 } } },
        { { { { 0, 0, 0 }, { 0, 2, 0 }, { -2, -3, 0 } },
            { { 0, 0, 0 }, { -8.29466828e-05, 0.00014366783785, 0 }, { -8.294666848e-05, 0.00014366786066, 0 } } },
          { { 3.32343499823, -0.19318597616, 0 }, { 1.3232700257, -3.1932037352, -1.9872625 } } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        scree_solid solid[2];
        scree_body at[2];
        for (int k = 0; k < 2; ++k) {
            const double *pose = cases[i].pose[k];
            solid[k] = solid_polygon(cases[i].corner[k], 3);
            at[k] = pose_rotated(pose[0], pose[1], 0, s3(0, 0, 1), pose[2]);
        }
        proven("flat corners", &solid[0], at[0], &solid[1], at[1]);
    }
}

int main(void)
{
    plate_and_tetrahedron();
    needle_and_box();
    tetrahedron_and_splinter();
    low_pyramids();
    parallel_needles();
    plates_inside_each_other();
    wide_interval();
    flat_corners();
    return check_done();
}
