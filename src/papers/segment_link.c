// The shortest link between two coplanar segments.
//
// Source      nezami-2006, Appendix A and 3.5.2, Case 1.
// Idea        In the plane parallel to both, with x along AB from A and y across: if CD crosses AB, there; else from
//             an end of one to the nearest point of the other.
// Departures  1. The fourth candidate of (i) is BD, which is printed as CD.
//             2. A projection that falls outside the other segment is moved to that segment's nearer end: the four
//                links so made hold all eight candidates of (i) and (ii) that can be shortest.
//             3. Parallel segments, to rounding, have the same y all along, and any will do: y is left out.
#include "papers/segment_link.h"

typedef struct planar {
    double x, y;
} planar;

typedef struct link {
    double on_ab, on_cd, length2;
} link;

static double clamped(double t)
{
    return !(t > 0.0) ? 0.0 : t < 1.0 ? t : 1.0;
}

static void propose(link *best, double on_ab, double on_cd, double length, planar c, planar along_cd)
{
    double x = c.x + on_cd * along_cd.x - on_ab * length, y = c.y + on_cd * along_cd.y;
    link l = { on_ab, on_cd, x * x + y * y };
    if (l.length2 < best->length2) *best = l;
}

// From the point (x, 0) of AB.
static double project_on_cd(double x, planar c, planar along_cd)
{
    double length2 = along_cd.x * along_cd.x + along_cd.y * along_cd.y;
    if (!(length2 > 0.0)) return 0.0;
    return clamped(((x - c.x) * along_cd.x - c.y * along_cd.y) / length2);
}

void scree_segment_link(const scree_vec3 ab[2], const scree_vec3 cd[2], double rounding, double *on_ab, double *on_cd)
{
    const scree_vec3 u = v3_sub(ab[1], ab[0]), v = v3_sub(cd[1], cd[0]), r = v3_sub(cd[0], ab[0]);
    const scree_vec3 e = v3_unit(u);
    const double length = v3_norm(u);
    planar c = { v3_dot(r, e), 0.0 }, along = { v3_dot(v, e), 0.0 };
    const scree_vec3 across = v3_add_scaled(v, -along.x, e);
    const double rise = v3_norm(across);
    if (rise > rounding) {
        along.y = rise;
        c.y = v3_dot(v3_add_scaled(r, -c.x, e), across) / rise; // `across` leans a rounding of r along e
        double t = -c.y / rise, x = c.x + t * along.x;
        if (t >= 0.0 && t <= 1.0 && x >= 0.0 && x <= length) {
            *on_ab = length > 0.0 ? x / length : 0.0;
            *on_cd = t;
            return;
        }
    }
    link best = { 0.0, 0.0, INFINITY };
    double at_c = length > 0.0 ? clamped(c.x / length) : 0.0;
    double at_d = length > 0.0 ? clamped((c.x + along.x) / length) : 0.0;
    propose(&best, at_c, 0.0, length, c, along);
    propose(&best, at_d, 1.0, length, c, along);
    propose(&best, 0.0, project_on_cd(0.0, c, along), length, c, along);
    propose(&best, 1.0, project_on_cd(length, c, along), length, c, along);
    *on_ab = best.on_ab;
    *on_cd = best.on_cd;
}
