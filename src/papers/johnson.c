// Johnson's sub-algorithm, with van den Bergen's caching and the backup procedure.
//
// Source      Gilbert, Johnson, Keerthi (1988); van den Bergen (1999); as in girault-2022, 2.2.3, and in section 2 of
//             descantes-2019, whose equations (1) and (2) the determinants solve. Numbers below are girault's.
// Idea        For every set X of the points, Delta_i(X) are the weights of the origin's projection on the affine hull
//             of X, times their sum; each is a sum of products of smaller ones (2.26). The set that contains the
//             nearest point is the one whose Delta are all positive and to which no point can be added with a positive
//             Delta (2.28).
// Departures  1. Sets are tried from the smallest on, and only those that hold the new point: it is always needed.
//             2. Where rounding leaves no set that passes (2.28), the backup procedure takes, among all sets with
//                positive Delta, the one whose point is nearest.
// Limits      Delta of four points are of the sixth degree in lengths, and cancel: on flat or thin simplices all their
//             digits may be lost. That is the method's, and nothing is done about it here.
#include "papers/johnson.h"

enum { SETS = 15 };

static const int by_size[SETS] = { 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15 };

static bool has(int set, int i)
{
    return set >> i & 1;
}

static int first_of(int set)
{
    int i = 0;
    while (!has(set, i)) ++i;
    return i;
}

// (2.26): Delta_j of `rest` and y_j together.
static double determinant(const scree_johnson *s, int rest, int j)
{
    int l = first_of(rest);
    double sum = 0.0;
    for (int i = 0; i < 4; ++i)
        if (has(rest, i)) sum += s->delta[rest][i] * (s->dot[l][i] - s->dot[j][i]);
    return sum;
}

// A point takes a slot: its dot products, and the determinants of the sets that it is in. Those of the other sets stand
// from earlier steps.
static void add_point(scree_johnson *s, int slot, scree_vec3 y)
{
    s->used |= 1 << slot;
    s->y[slot] = y;
    for (int i = 0; i < 4; ++i)
        if (has(s->used, i)) s->dot[i][slot] = s->dot[slot][i] = v3_dot(s->y[i], y);
    for (int k = 0; k < SETS; ++k) {
        int set = by_size[k];
        if (!has(set, slot) || (set & ~s->used) != 0) continue;
        for (int j = 0; j < 4; ++j)
            if (has(set, j)) s->delta[set][j] = set == 1 << j ? 1.0 : determinant(s, set & ~(1 << j), j);
    }
}

static bool is_positive(const scree_johnson *s, int set)
{
    for (int i = 0; i < 4; ++i)
        if (has(set, i) && !(s->delta[set][i] > 0.0)) return false;
    return true;
}

// (2.28)
static bool is_solution(const scree_johnson *s, int set)
{
    if (!is_positive(s, set)) return false;
    for (int j = 0; j < 4; ++j)
        if (has(s->used & ~set, j) && s->delta[set | 1 << j][j] > 0.0) return false;
    return true;
}

// (2.24) and (2.27), by slot.
static scree_vec3 point_of(const scree_johnson *s, int set, double lambda[4])
{
    double sum = 0.0;
    scree_vec3 v = v3(0, 0, 0);
    for (int i = 0; i < 4; ++i) sum += has(set, i) ? s->delta[set][i] : 0.0;
    for (int i = 0; i < 4; ++i) {
        lambda[i] = has(set, i) ? s->delta[set][i] / sum : 0.0;
        v = has(set, i) ? v3_add_scaled(v, lambda[i], s->y[i]) : v;
    }
    return v;
}

static int backup(const scree_johnson *s)
{
    int best = 0;
    double least = INFINITY, lambda[4];
    for (int k = 0; k < SETS; ++k) {
        int set = by_size[k];
        if ((set & ~s->used) != 0 || !is_positive(s, set)) continue;
        double length2 = v3_norm2(point_of(s, set, lambda));
        if (length2 < least) {
            least = length2;
            best = set;
        }
    }
    return best;
}

static int find_set(scree_johnson *s, int newest)
{
    for (int k = 0; k < SETS; ++k) {
        int set = by_size[k];
        if (has(set, newest) && (set & ~s->used) == 0 && is_solution(s, set)) return set;
    }
    ++s->backups;
    return backup(s);
}

scree_vec3 scree_johnson_nearest(void *state, const scree_vec3 *y, int count, double weight[4])
{
    scree_johnson *s = state;
    if (count == 1) s->used = 0;
    int newest = first_of(~s->used);
    add_point(s, newest, y[count - 1]);
    s->slot[count - 1] = newest;
    double lambda[4];
    scree_vec3 v = point_of(s, find_set(s, newest), lambda);
    s->used = 0;
    for (int i = 0, kept = 0; i < count; ++i) {
        weight[i] = lambda[s->slot[i]];
        if (!(weight[i] > 0.0)) continue;
        s->used |= 1 << s->slot[i];
        s->slot[kept++] = s->slot[i];
    }
    return v;
}
