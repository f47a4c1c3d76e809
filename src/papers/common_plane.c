// Common plane: the climb.
//
// Source      Cundall (1988) as described in descantes-2019: section 2 and lines 4-28 of Algorithm 1.
// Idea        A unit normal n scores gap(n) = min n.b - max n.a, over the vertices of both bodies. n is tilted towards
//             p, -p, q and -q of a frame (n, p, q); the best tilt is kept if it beats n, and the tilt is halved if none
//             does. Then the same with the frame rotated by 45 degrees about n; and all of it again as long as the
//             closest vertices are others than before.
// Departures  1. The printed divisor 1 + k^2 lacks its root. With it, a tilted normal is unit as long as p and q are at
//                right angles to n, so the frame rotates with n. (Were it left behind, n could turn onto p, where tilting
//                towards p hardly changes n and yet counts as a gain.)
//             2. The first plane sets the gap to beat, not -1000, which is not low enough for large bodies.
//             3. The smallest tilt is tan(1e-7 degrees), as section 4 has it; line 2 leaves out the degrees.
//             4. In 2-D there is one direction to tilt towards, forth and back, and no second frame.
//             5. The number of normals is bounded: at a small tilt the climb may advance slowly along a ridge.
//             6. That the centroids are on opposite sides (nezami-2006, 2.1) is not enforced; see slm.c.
// Limits      The gap has ridges, where none of the four tilts rises and some other one would; the climb may end there,
//             also for bodies that are apart. Where bodies overlap it has several summits besides.
#include "papers/common_plane.h"

// Line 2: tan 5 degrees and tan 1e-7 degrees.
#define WIDEST_TILT 0.08748866352592401
#define FINEST_TILT 1.7453292519943296e-9

// Bound for one climb, unless the caller sets one for all. 600 are usual; a few climbs in ten thousand crawl along a
// ridge and end here.
enum { MOST_NORMALS = 20000 };

// With n, at right angles to each other; in 2-D q is 0.
typedef struct frame {
    scree_vec3 p, q;
} frame;

// What one climb may still do.
typedef struct allowance {
    scree_climb *climb;
    int most; // climb->tried goes up to this
} allowance;

static bool try_normal(const allowance *s, scree_vec3 n, scree_plane *plane)
{
    scree_climb *climb = s->climb;
    if (climb->tried >= s->most) {
        climb->cut_short = true;
        return false;
    }
    ++climb->tried;
    plane->normal = n;
    plane->gap = scree_cores_gap(&climb->pair->cores, n, &plane->at);
    return true;
}

// n + k axis has become the normal: rotate the axis by the same angle.
static scree_vec3 tilt_along(scree_vec3 axis, double k, scree_vec3 before, scree_vec3 n)
{
    scree_vec3 rotated = v3_add_scaled(axis, -k, before);
    return v3_unit(v3_add_scaled(rotated, -v3_dot(rotated, n), n)); // what rounding left along n is taken out
}

// Lines 9-26. False when the bound was met.
static bool climb_in(const allowance *s, frame *f, scree_plane *best)
{
    const int tilts = s->climb->pair->cores.a->dimension == 2 ? 2 : 4;
    for (double k = WIDEST_TILT; k >= FINEST_TILT;) {
        const scree_vec3 axis[4] = { f->p, v3_neg(f->p), f->q, v3_neg(f->q) };
        const double shrink = 1.0 / sqrt(1.0 + k * k);
        scree_plane winner = *best, tilted = *best;
        int towards = -1;
        for (int i = 0; i < tilts; ++i) {
            scree_vec3 n = v3_scale(v3_add_scaled(best->normal, k, axis[i]), shrink);
            if (!try_normal(s, n, &tilted)) return false;
            if (!(tilted.gap > winner.gap)) continue;
            winner = tilted;
            towards = i;
        }
        if (towards < 0) {
            k *= 0.5;
            continue;
        }
        winner.normal = v3_unit(winner.normal); // so that roundings do not add up
        *(towards < 2 ? &f->p : &f->q) = tilt_along(axis[towards], k, best->normal, winner.normal);
        *best = winner;
        scree_classic_trace(s->climb->pair, "common plane", s->climb->tried, best->normal, &best->at);
    }
    return true;
}

// Lines 7-27: both frames.
static bool climb_around(const allowance *s, scree_plane *best)
{
    scree_vec3 n = best->normal;
    frame f = { .p = v3(-n.y, n.x, 0.0) };
    if (s->climb->pair->cores.a->dimension == 2) return climb_in(s, &f, best);
    f.p = v3_any_normal_to(n);
    f.q = v3_cross(n, f.p);
    if (!climb_in(s, &f, best)) return false;
    const double half = sqrt(0.5);
    frame rotated = { v3_scale(v3_add(f.p, f.q), half), v3_scale(v3_sub(f.q, f.p), half) };
    return climb_in(s, &rotated, best);
}

scree_plane scree_common_plane(scree_climb *climb, scree_vec3 start)
{
    int asked = climb->pair->task.options->max_iterations;
    const allowance s = { climb, asked > 0 ? asked : climb->tried + MOST_NORMALS };
    scree_plane best = { .normal = start, .gap = -INFINITY };
    if (!try_normal(&s, start, &best)) return best;
    int index_a, index_b;
    do { // lines 4-28
        index_a = best.at.index_a;
        index_b = best.at.index_b;
        if (!climb_around(&s, &best)) return best;
    } while (best.at.index_a != index_a || best.at.index_b != index_b);
    return best;
}

scree_finding scree_common_plane_finding(const scree_climb *climb, const scree_plane *plane)
{
    scree_finding found = { .normal = plane->normal, .distance = plane->gap, .at = plane->at };
    found.iterations = climb->tried;
    found.counts.perturbations = climb->tried;
    found.cut_short = climb->cut_short;
    return found;
}
