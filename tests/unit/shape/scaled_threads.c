// Threads make and destroy scaled copies and other copies of one shape, which is destroyed meanwhile.
#include <pthread.h>

#include "scree/storage.h"
#include "shape/zoo.h"

enum { THREADS = 4, COPIES = 200 };

typedef struct job {
    pthread_t thread;
    scree_shape *shape; ///< a scaled copy, the thread's own
    double volume;      ///< of its own copies, scaled back
} job;

static void *work(void *user)
{
    job *j = user;
    const double whole = scree_shape_mass(j->shape).volume;
    j->volume = 0.0;
    for (int i = 0; i < COPIES; ++i) {
        scree_shape *s = scree_shape_create_scaled(j->shape, 2.0, NULL), *t = scree_shape_copy(j->shape, NULL, NULL);
        j->volume += scree_shape_mass(s).volume / (8.0 * whole);
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
    scree_shape_destroy(j->shape);
    return NULL;
}

int main(void)
{
    scree_random r = random_stream(18, 11, 4);
    scree_vec3 points[20];
    for (int i = 0; i < 20; ++i) points[i] = random_direction(&r);
    scree_shape *shape = scree_polyhedron_create(points, 20, 0.0, NULL);
    job jobs[THREADS];
    for (int i = 0; i < THREADS; ++i) {
        jobs[i].shape = scree_shape_create_scaled(shape, 1.0 + 0.1 * i, NULL);
        CHECK(pthread_create(&jobs[i].thread, NULL, work, &jobs[i]) == 0);
    }
    scree_shape_destroy(shape);
    for (int i = 0; i < THREADS; ++i) {
        CHECK(pthread_join(jobs[i].thread, NULL) == 0);
        CHECK_NEAR(jobs[i].volume, COPIES, 1e-9);
    }
    return check_done();
}
