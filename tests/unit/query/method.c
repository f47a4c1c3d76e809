// The table of methods, and the names of states, features and statuses.
#include "scree/method.h"

#include <string.h>

#include "check.h"

// One shape of each kind; 2-D last.
enum { BALL, EGG, ROUNDED_EGG, BLOCK, ROUNDED_BLOCK, CAPSULE, BOX, HULL, ROUNDED, OWN, PLANE, DISC, POLYGON, SHAPES };

static const scree_vec3 corners[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };

static scree_vec3 own_support(const void *user, scree_vec3 d)
{
    (void)user;
    return (scree_vec3){ d.x < 0 ? -1 : 1, d.y < 0 ? -1 : 1, d.z < 0 ? -1 : 1 };
}

static void make_shapes(scree_shape *shape[SHAPES])
{
    const scree_support_def own = { .support = own_support, .dimension = 3, .radius = 2 };
    shape[BALL] = scree_sphere_create(1, 0, NULL);
    shape[EGG] = scree_ellipsoid_create((scree_vec3){ 1, 2, 3 }, 0, NULL);
    shape[ROUNDED_EGG] = scree_ellipsoid_create((scree_vec3){ 1, 2, 3 }, 0.5, NULL);
    shape[BLOCK] = scree_superquadric_create((scree_vec3){ 1, 2, 3 }, 4, 5, 0, NULL);
    shape[ROUNDED_BLOCK] = scree_superquadric_create((scree_vec3){ 1, 2, 3 }, 2, 2, 0.5, NULL);
    shape[CAPSULE] = scree_capsule_create(1, 1, 0, NULL);
    shape[BOX] = scree_box_create((scree_vec3){ 1, 2, 3 }, 0, NULL);
    shape[HULL] = scree_polyhedron_create(corners, 4, 0, NULL);
    shape[ROUNDED] = scree_polyhedron_create(corners, 4, 0.5, NULL);
    shape[OWN] = scree_support_shape_create(&own, 0, NULL);
    shape[PLANE] = scree_half_space_create((scree_vec3){ 0, 0, 1 }, 0, 0, NULL);
    shape[DISC] = scree_disc_create(1, 0, NULL);
    shape[POLYGON] = scree_polygon_create(corners, 3, 0, NULL);
    for (int i = 0; i < SHAPES; ++i) CHECK(shape[i] != NULL);
}

// Which pairs a method is for: polyhedra, polygons, everything that has supports, everything, ellipsoids and spheres;
// two superquadrics (ellipsoids and spheres are that too), or one and a plane, a capsule, a polyhedron. (Of a new
// method, say it here, and make it known in tests/oracle/methods.c.)
typedef enum served {
    POLYHEDRA = 1,
    POLYGONS = 2,
    POLYTOPES = 3,
    SUPPORTS = 4,
    ALL = 8,
    ELLIPSOIDS = 16,
    SUPERQUADRICS = 32,
    SQ_PLANE = 64,
    SQ_CAPSULE = 128,
    SQ_POLYHEDRON = 256
} served;

static const struct {
    const char *name;
    served pairs;
} known[] = {
    { "auto", ALL },
    { "cp", POLYTOPES },
    { "cp-revised", POLYHEDRA },
    { "fcp", POLYTOPES },
    { "fcp-revised", POLYHEDRA },
    { "slm", POLYTOPES },
    { "gjk-johnson", SUPPORTS },
    { "gjk-signed-volumes", SUPPORTS },
    { "gjk-td", POLYHEDRA },
    { "gjk-epa", SUPPORTS },
    { "sat", POLYTOPES },
    { "moving-balls", ELLIPSOIDS },
    { "newton-coulomb", ELLIPSOIDS },
    { "exterior-penalty", ELLIPSOIDS },
    { "jain", ELLIPSOIDS },
    { "jia", ELLIPSOIDS },
    { "sq-newton", SUPERQUADRICS },
    { "sq-plane", SQ_PLANE },
    { "sq-segment", SQ_CAPSULE },
    { "ph-sq", SQ_POLYHEDRON },
};

static bool is_polyhedron(int i)
{
    return i == BOX || i == HULL || i == ROUNDED;
}

static bool is_superquadric(int i)
{
    return i == BALL || i == EGG || i == BLOCK;
}

// One of the two is a superquadric, the other is what the method is for beside it.
static bool serves_adjacent(served pairs, int i)
{
    if (pairs == SUPERQUADRICS) return is_superquadric(i);
    if (pairs == SQ_PLANE) return i == PLANE;
    return pairs == SQ_CAPSULE ? i == CAPSULE : i == BOX || i == HULL;
}

static bool should_serve(served pairs, int i, int k)
{
    bool planar = i >= DISC;
    if (planar != (k >= DISC)) return false;
    if (pairs == ALL) return true;
    if (pairs == SUPPORTS) return i != PLANE && k != PLANE;
    if (pairs >= SUPERQUADRICS)
        return (is_superquadric(i) && serves_adjacent(pairs, k)) || (is_superquadric(k) && serves_adjacent(pairs, i));
    if (pairs == ELLIPSOIDS) return (i == BALL || i == EGG) && (k == BALL || k == EGG);
    if (i == POLYGON && k == POLYGON) return (pairs & POLYGONS) != 0;
    return is_polyhedron(i) && is_polyhedron(k) && (pairs & POLYHEDRA) != 0;
}

// A pair that a method does not serve is refused by it, takes no scratch, and leaves an empty answer.
static void check_pair(const scree_method *m, served pairs, const scree_shape *const *shape, int i, int k)
{
    scree_vec3 zero = { 0, 0, 0 }, beside = { 1, 0, 0 };
    scree_body a = scree_body_at(shape[i], zero), b = scree_body_at(shape[k], beside);
    static unsigned char scratch[1 << 20];
    scree_query_options options = scree_query_defaults();
    options.method = m;
    options.scratch = scratch;
    options.scratch_size = sizeof scratch;
    scree_contact c;
    memset(&c, 1, sizeof c);
    scree_status status = scree_query(&a, &b, &options, &c);
    CHECK(c.status == status);
    size_t bytes = scree_method_scratch(m, shape[i], shape[k]);
    bool mixed = (i >= DISC) != (k >= DISC), planes = i == PLANE && k == PLANE;
    CHECK_MSG(mixed || bytes == scree_method_scratch(m, shape[k], shape[i]), "%s: the scratch for %d and %d", m->name,
              i, k);
    CHECK(mixed || bytes <= scree_query_scratch(shape[i], shape[k]));
    if (should_serve(pairs, i, k)) {
        bool answered = status == SCREE_OK || status == SCREE_NO_CONVERGENCE;
        CHECK_MSG(answered || (planes && status == SCREE_UNBOUNDED_OVERLAP), "%s: shapes %d and %d: %s", m->name, i, k,
                  scree_status_name(status));
        CHECK_MSG(mixed || m->serves(shape[i], shape[k]), "%s serves %d and %d", m->name, i, k);
        return;
    }
    CHECK_MSG(status == (mixed ? SCREE_MIXED_DIMENSIONS : SCREE_UNSUPPORTED_PAIR), "%s: shapes %d and %d: %s", m->name,
              i, k, scree_status_name(status));
    CHECK(c.distance == 0 && c.lower == 0 && c.upper == 0 && c.iterations == 0);
    if (!mixed) CHECK_MSG(!m->serves(shape[i], shape[k]) && bytes == 0, "%s does not serve %d and %d", m->name, i, k);
}

// Tests run in the root of the repository.
static bool is_reference(const char *key)
{
    FILE *file = fopen("docs/references.bib", "r");
    if (!CHECK_MSG(file != NULL, "docs/references.bib cannot be read from here")) return false;
    char line[512], entry[128];
    snprintf(entry, sizeof entry, "{%s,", key);
    bool found = false;
    while (!found && fgets(line, sizeof line, file) != NULL) found = line[0] == '@' && strstr(line, entry) != NULL;
    fclose(file);
    return found;
}

static void check_pairs(void)
{
    enum { KNOWN = sizeof known / sizeof known[0] };
    scree_shape *shape[SHAPES];
    make_shapes(shape);
    CHECK(scree_method_count() == KNOWN);
    for (int n = 0; n < KNOWN; ++n) {
        const scree_method *m = scree_method_find(known[n].name);
        if (!CHECK_MSG(m != NULL, "no method %s", known[n].name)) continue;
        CHECK_MSG(n == 0 || is_reference(m->source), "%s is from %s, which docs/references.bib has not", m->name,
                  m->source);
        CHECK(m->separated && m->overlapping && m->scratch != NULL);
        for (int i = 0; i < SHAPES; ++i) {
            for (int k = 0; k < SHAPES; ++k) check_pair(m, known[n].pairs, (const scree_shape *const *)shape, i, k);
        }
    }
    CHECK(scree_method_scratch(NULL, shape[HULL], shape[BOX]) ==
          scree_method_scratch(scree_method_at(0), shape[HULL], shape[BOX]));
    for (int i = 0; i < SHAPES; ++i) scree_shape_destroy(shape[i]);
}

int main(void)
{
    check_pairs();
    int count = scree_method_count();
    CHECK(count >= 1);
    CHECK(scree_method_at(-1) == NULL && scree_method_at(count) == NULL);
    CHECK(scree_method_find("") == NULL && scree_method_find("Auto") == NULL && scree_method_find("auto ") == NULL);
    CHECK(strcmp(scree_method_at(0)->name, "auto") == 0);
    scree_shape *ball = scree_sphere_create(1, 0, NULL), *disc = scree_disc_create(1, 0, NULL);
    for (int i = 0; i < count; ++i) {
        const scree_method *m = scree_method_at(i);
        CHECK(m->name != NULL && m->source != NULL && m->summary != NULL && m->pairs != NULL);
        CHECK(m->serves != NULL && m->answer != NULL && (m->separated || m->overlapping));
        CHECK(scree_method_find(m->name) == m); // names are unique
        CHECK(strlen(m->summary) > 0 && strchr(m->summary, '\n') == NULL);
    }
    CHECK(scree_method_at(0)->serves(ball, ball) && scree_method_at(0)->serves(disc, disc));
    scree_shape_destroy(ball);
    scree_shape_destroy(disc);

    CHECK(strcmp(scree_state_name(SCREE_SEPARATED), "separated") == 0);
    CHECK(strcmp(scree_state_name(SCREE_TOUCHING), "touching") == 0);
    CHECK(strcmp(scree_state_name(SCREE_OVERLAPPING), "overlapping") == 0);
    static const char *const feature[4] = { NULL, "vertex", "edge", "face" };
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) {
            const char *name = scree_features_name((scree_feature)i, (scree_feature)k);
            char expected[16] = "";
            if (i > 0 && k > 0) snprintf(expected, sizeof expected, "%s-%s", feature[i], feature[k]);
            CHECK((name == NULL) == (i == 0 || k == 0));
            if (name != NULL) CHECK_MSG(strcmp(name, expected) == 0, "%s for %s", name, expected);
        }
    }
    for (int i = SCREE_OK; i <= SCREE_FILE_ERROR; ++i) {
        const char *name = scree_status_name((scree_status)i), *text = scree_status_text((scree_status)i);
        CHECK(name != NULL && strlen(name) > 0 && strchr(name, ' ') == NULL);
        CHECK(text != NULL && strlen(text) > 0 && text[strlen(text) - 1] != '.');
        for (int k = SCREE_OK; k < i; ++k) CHECK(strcmp(name, scree_status_name((scree_status)k)) != 0);
    }
    CHECK(strcmp(scree_status_name(SCREE_OK), "ok") == 0);
    CHECK(strcmp(scree_status_name(SCREE_NO_CONVERGENCE), "no_convergence") == 0);
    return check_done();
}
