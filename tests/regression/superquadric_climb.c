// Flat superquadrics next to a tetrahedron hundreds of times as large, far away or all but touching: the climb stopped at
// a flat side, the generic search came near, and the answer was no_convergence. From the normal of that search the climb
// gets there.
#include "check.h"
#include "scree/query.h"
#include "scree/verify.h"

typedef struct report {
    scree_vec3 axes;
    double n1, n2;
    scree_vec3 position;
    scree_quat rotation;
    scree_vec3 corner[4];
    scree_vec3 place;
    scree_quat rotation_hull;
} report;

// From the hunt.
static const report reports[] = {
    { { 0.68634798727, 0.7, 0.686348 },
      100,
      11,
      { 187.6829030534, 17.1250962, -89.3889209 },
      { 0.66525629, 0.19356396, 0.70892386, 0.13188643 },
      { { 191.142864, -573.4285925, -764.5714567 },
        { -191.1428642, 764.5714567, 382.28572836 },
        { -570, -400, -600 },
        { 0, 0, 600 } },
      { 0, 0, 0 },
      { -0.81538844734, 0.068983468, 0.3960587266, 0.4165578546 } },
    { { 0.6, 0.6, 0.003 },
      20,
      20,
      { 4200.9, 7180.3, -1919 },
      { -0.025106, -0.459629, 0.883666, -0.08512 },
      { { 0, 1000, 500 }, { -954.122, 0, 477.06 }, { -954.122, 1000, 477.06 }, { 0, 0, 950 } },
      { 0, 0, 0 },
      { 0.285338, -0.520684, 0.789458, -0.15565 } },
    { { 0.5752662557, 0.068379373, 0.005 },
      8,
      8,
      { 0, 0, 0 },
      { -0.2694878, -0.1749163, 0.4385686, -0.839308 },
      { { 291.889653676, -321.64872903, 126.40031626 },
        { 0, -80, 0 },
        { 0, -100, 200 },
        { -266.2009868039, 243.65476961, -125.32768953625771 } },
      { -43.748927536, -50.54876292, -82.197126315 },
      { -0.56398268394, -0.530376338425, -0.368099413, 0.514905131068 } },
    { { 0.890006801, 0.01, 0.0317084869 },
      10,
      12,
      { -192.706613754347, -178.103859397, 19.58748979 },
      { 0.1217894066, 0.5882104, 0.797673834, -0.053780467 },
      { { 0, 0, 0 },
        { 0, 600, 0 },
        { 343.158312653, -596.7097075439, 378.20270494 },
        { -345.224159413, 595.03634493, -378.95833098 } },
      { 0, 0, 0 },
      { 0.4016169569, 0.249400838161, 0.663019956955, -0.580437402785 } },
    { { 0.51, 0.200069273, 0.20006927 },
      4,
      6,
      { 0, 0, 0 },
      { 0.5836193, -0.2256829, 0.20582725, -0.7523901 },
      { { 0, 0, 0 },
        { -133.0447085672392, -266.0894171345, -133.04470857 },
        { -270, 270, -130 },
        { 0, 133.04470857, -266.089417134 } },
      { 122.33106915, 41.5433882319971, 184.662098548608 },
      { -0.0563829881, 0.385327511412, 0.0919854201, 0.9164509534573 } },
    { { 0.608, 0.007, 0.007 },
      30,
      10,
      { 27132017.5, -53497651.08, -5340877.047 },
      { 0.56992915, 0.3238628, 0.3148702, -0.686404 },
      { { 0, 0, 0 }, { 0, 100, 0 }, { 64.52, -282.6836, -886.315 }, { 2.687, -11.7725, 886.315 } },
      { 27123562.64, -53495796.17, -5340655.0024 },
      { -0.5138891, 0.50585396, -0.6028431, -0.3414819 } },
};

static void check_pair(int number, const scree_body *a, const scree_body *b)
{
    scree_contact c = { 0 };
    scree_verification v = { 0 };
    const scree_status status = scree_query(a, b, NULL, &c);
    CHECK_MSG(status == SCREE_OK, "pair %d: %s", number, scree_status_name(status));
    CHECK(scree_verify(a, b, &c, NULL, &v) == SCREE_OK);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "pair %d: %s: %.17g, found %.17g, allowed %.3g", number,
              scree_claim_name(v.claim), v.claimed, v.found, v.allowed);
}

int main(void)
{
    for (int i = 0; i < (int)(sizeof reports / sizeof reports[0]); ++i) {
        const report *r = &reports[i];
        scree_shape *s = scree_superquadric_create(r->axes, r->n1, r->n2, 0, NULL);
        scree_shape *p = scree_polyhedron_create(r->corner, 4, 0, NULL);
        const scree_body a = { s, r->position, r->rotation }, b = { p, r->place, r->rotation_hull };
        check_pair(i, &a, &b);
        check_pair(i, &b, &a);
        scree_shape_destroy(s);
        scree_shape_destroy(p);
    }
    return check_done();
}
