// The graph of a cut polyhedron, under heights that no rounding could be bad enough to give: with every sign at random,
// the surface must stay a closed sphere, within its bounds, cut after cut.
#include "solve/volume/cut.h"

#include <stdint.h>
#include <string.h>

#include "check.h"

static uint64_t random_state = 1;

static double uniform(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(random_state >> 11) * 0x1p-53;
}

static scree_shape *round_hull(int points)
{
    scree_vec3 *p = malloc((size_t)points * sizeof *p);
    if (p == NULL) exit(EXIT_FAILURE);
    for (int i = 0; i < points; ++i) {
        double x = uniform() - 0.5, y = uniform() - 0.5, z = uniform() - 0.5;
        p[i] = v3_unit(v3(x, y, z));
    }
    scree_shape *s = scree_polyhedron_create(p, (size_t)points, 0.0, NULL);
    free(p);
    return s;
}

// How many half-edges start at the vertex; 0 where going around it does not come back.
static int degree(const scree_part *w, int vertex)
{
    int first = w->spoke[vertex], h = first, count = 0;
    do {
        if (w->half[h].origin != vertex || ++count > w->half_count) return 0;
        h = scree_part_next_spoke(w, h);
    } while (h != first);
    return count;
}

// How many corners the face has; 0 where going around it does not come back.
static int corners_of(const scree_part *w, int face)
{
    int first = w->face_half[face], h = first, count = 0;
    do {
        if (w->half[h].face != face || w->half[w->half[h].twin].twin != h || ++count > w->half_count) return 0;
        h = w->half[h].next;
    } while (h != first);
    return count;
}

static bool is_closed_sphere(const scree_part *w)
{
    int spokes = 0, corners = 0, faces = 0;
    for (int i = 0; i < w->vertex_count; ++i) {
        int d = degree(w, i);
        if (d < 3 || !v3_is_finite(scree_part_vertex(w, i))) return false;
        spokes += d;
    }
    for (int f = 0; f < w->face_capacity; ++f) {
        if (w->face_half[f] < 0) continue;
        int c = corners_of(w, f);
        if (c < 2) return false;
        corners += c;
        faces++;
    }
    return spokes == corners && spokes == w->half_count - w->unused_count && w->vertex_count - spokes / 2 + faces == 2;
}

// Heights as no plane has them. `outside` is how many of 1 are meant to be above.
static void random_heights(scree_part *w, double outside)
{
    w->high = -INFINITY;
    w->low = INFINITY;
    for (int i = 0; i < w->vertex_count; ++i) {
        w->height[i] = uniform() < 0.2 ? (double)(int)(3.0 * uniform()) - 1.0 : uniform() - (1.0 - outside);
        w->high = fmax(w->high, w->height[i]);
        w->low = fmin(w->low, w->height[i]);
    }
}

static void check_hull(int points, int cuts, double outside)
{
    scree_shape *s = round_hull(points);
    CHECK(s != NULL);
    if (s == NULL) return;
    size_t size = scree_part_bytes(s, cuts);
    unsigned char *scratch = malloc(size + 1);
    scree_part w;
    if (scratch == NULL || !CHECK(scree_part_take(&w, s, cuts, scratch, size))) exit(EXIT_FAILURE);
    scratch[size] = 0x5a;
    scree_part_copy(&w, s, 1.0);
    CHECK(is_closed_sphere(&w));
    int done = 0;
    for (int i = 0; i < cuts; ++i) {
        random_heights(&w, outside);
        if (!(w.high > 0.0) || w.low > 0.0) continue;
        if (!CHECK_MSG(scree_part_cut(&w, 0.0, s->hull->face_count + i), "%d points, cut %d: no room", points, i))
            break;
        if (!CHECK_MSG(is_closed_sphere(&w), "%d points, cut %d: not a closed sphere", points, i)) break;
        done++;
    }
    CHECK(done > 0 && scratch[size] == 0x5a);
    free(scratch);
    scree_shape_destroy(s);
}

// Too little scratch is said, however little is missing, and wherever it begins.
static void test_scratch(void)
{
    scree_shape *s = round_hull(20);
    size_t size = scree_part_bytes(s, 10);
    unsigned char *scratch = malloc(size + 64);
    if (scratch == NULL) exit(EXIT_FAILURE);
    scree_part w;
    bool before = false;
    for (size_t i = 0; i <= size; i += 8) {
        bool enough = scree_part_take(&w, s, 10, scratch, i);
        CHECK_MSG(enough || !before, "enough with less than %zu bytes", i);
        before = enough;
    }
    for (size_t i = 0; i < 64; ++i) CHECK_MSG(scree_part_take(&w, s, 10, scratch + i, size), "moved by %zu bytes", i);
    CHECK(!scree_part_take(&w, s, 10, scratch, size / 2) && !scree_part_take(&w, s, 10, NULL, 0));
    free(scratch);
    scree_shape_destroy(s);
}

int main(void)
{
    test_scratch();
    for (long i = 0; i < check_scaled(2000); ++i) {
        static const int sizes[] = { 4, 5, 8, 12, 30, 100 };
        check_hull(sizes[i % 6], 60, 0.02 + 0.9 * uniform() * uniform());
    }
    return check_done();
}
