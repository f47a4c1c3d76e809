// Allocations fail one by one in all that makes shapes and meshes: SCREE_NO_MEMORY, and nothing is lost.
//
// The linker sends the library's calls of malloc and its like to the functions below (--wrap), and those of Qhull where
// that is an archive.
#include <stdlib.h>

#include "shape/zoo.h"

// NOLINTBEGIN(bugprone-reserved-identifier): these are the linker's names
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);

enum { MOST_BLOCKS = 1024 };

static long calls, fail_at = -1, blocks;
static void *held[MOST_BLOCKS];

static bool fails(void)
{
    return calls++ == fail_at;
}

static void *counted(void *block)
{
    if (block != NULL && blocks < MOST_BLOCKS) held[blocks++] = block;
    return block;
}

// Blocks that the C library allocated for itself (open_memstream) are none of ours.
static void let_go(const void *block)
{
    for (long i = 0; i < blocks; ++i)
        if (held[i] == block) {
            held[i] = held[--blocks];
            return;
        }
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (fails()) return NULL;
    let_go(block);
    return counted(__real_realloc(block, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

void __wrap_free(void *block)
{
    let_go(block);
    __real_free(block);
}
// NOLINTEND(bugprone-reserved-identifier)

typedef scree_shape *(*maker)(scree_error *error);

enum { POINTS = 60, LARGE = 300 };

static scree_vec3 points[LARGE];
static scree_shape *solid, *cube, *flat;

static scree_shape *make_ball(scree_error *e)
{
    return scree_sphere_create(1.0, 0.1, e);
}

static scree_shape *make_box(scree_error *e)
{
    return scree_box_create((scree_vec3){ 1, 2, 3 }, 0.0, e);
}

static scree_shape *make_superquadric(scree_error *e)
{
    return scree_superquadric_create((scree_vec3){ 1, 2, 3 }, 3.0, 4.0, 0.0, e);
}

static scree_shape *make_cone(scree_error *e)
{
    return scree_cone_create(1.0, 2.0, 0.0, e);
}

static scree_shape *make_hull(scree_error *e)
{
    return scree_polyhedron_create(points, POINTS, 0.0, e);
}

static scree_shape *make_large_hull(scree_error *e)
{
    return scree_polyhedron_create(points, LARGE, 0.0, e);
}

// Coplanar points: merged faces.
static scree_shape *make_grid(scree_error *e)
{
    scree_vec3 grid[27];
    for (int i = 0; i < 27; ++i) grid[i] = (scree_vec3){ i % 3, i / 3 % 3, i / 9 };
    return scree_polyhedron_create(grid, 27, 0.0, e);
}

static scree_shape *make_like(scree_error *e)
{
    return scree_polyhedron_create_like(solid, points, POINTS, 0.5, e);
}

static scree_shape *make_polygon(scree_error *e)
{
    scree_vec3 p[8];
    for (int i = 0; i < 8; ++i) p[i] = (scree_vec3){ points[i].x, points[i].y, 0.0 };
    return scree_polygon_create(p, 8, 0.0, e);
}

static scree_shape *make_difference(scree_error *e)
{
    const scree_body a = scree_body_at(solid, (scree_vec3){ 0, 0, 0 }),
                     b = scree_body_at(cube, (scree_vec3){ 5, 0, 0 });
    return scree_minkowski_difference(&a, &b, e);
}

static scree_shape *make_copy(scree_error *e)
{
    return scree_shape_copy(solid, NULL, e);
}

static scree_shape *make_scaled(scree_error *e)
{
    return scree_shape_create_scaled(solid, 0.3, e);
}

static scree_shape *make_scaled_polygon(scree_error *e)
{
    return scree_shape_create_scaled(flat, 0.3, e);
}

static scree_shape *from_bytes(const scree_shape *shape, scree_error *e)
{
    static unsigned char bytes[1 << 16];
    size_t size;
    if (scree_shape_to_bytes(shape, bytes, sizeof bytes, &size, e) != SCREE_OK) return NULL;
    return scree_shape_create_from_bytes(bytes, size, NULL, e);
}

static scree_shape *make_from_bytes(scree_error *e)
{
    return from_bytes(solid, e);
}

static scree_shape *make_polygon_from_bytes(scree_error *e)
{
    return from_bytes(flat, e);
}

static scree_shape *make_from_mesh(scree_error *e)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    scree_mesh mesh;
    if (scree_mesh_parse(text, sizeof text - 1, "text", SCREE_MESH_OBJ, &mesh, e) != SCREE_OK) return NULL;
    scree_shape *s = scree_polyhedron_create_from_mesh(&mesh, false, 0.0, e);
    scree_mesh_free(&mesh);
    return s;
}

// Let the first call fail, then the second, and so on, until it is made without as many calls.
static void check_maker(const char *name, maker make)
{
    for (long n = 0; n < 100000; ++n) {
        scree_error error = { SCREE_OK, "" };
        const long before = blocks;
        calls = 0;
        fail_at = n;
        scree_shape *s = make(&error);
        const bool reached = calls > n;
        fail_at = -1;
        CHECK_MSG(s != NULL || error.status == SCREE_NO_MEMORY, "%s: call %ld failed: %s", name, n, error.message);
        scree_shape_destroy(s);
        CHECK_MSG(blocks == before, "%s: call %ld failed, %ld blocks lost", name, n, blocks - before);
        if (!reached) {
            CHECK_MSG(s != NULL, "%s: not made", name);
            break;
        }
    }
}

int main(void)
{
    scree_random random = random_stream(18, 6, 5);
    for (int i = 0; i < LARGE; ++i) points[i] = random_direction(&random);
    solid = make_hull(NULL);
    cube = make_box(NULL);
    flat = make_polygon(NULL);
    check_maker("sphere", make_ball);
    check_maker("box", make_box);
    check_maker("superquadric", make_superquadric);
    check_maker("cone", make_cone);
    check_maker("hull", make_hull);
    check_maker("hull of 300 points", make_large_hull);
    check_maker("hull of a grid", make_grid);
    check_maker("hull like another", make_like);
    check_maker("polygon", make_polygon);
    check_maker("Minkowski difference", make_difference);
    check_maker("copy", make_copy);
    check_maker("scaled copy", make_scaled);
    check_maker("scaled polygon", make_scaled_polygon);
    check_maker("bytes", make_from_bytes);
    check_maker("bytes of a polygon", make_polygon_from_bytes);
    check_maker("mesh", make_from_mesh);
    scree_shape_destroy(solid);
    scree_shape_destroy(cube);
    scree_shape_destroy(flat);
    CHECK(blocks == 0);
    return check_done();
}
