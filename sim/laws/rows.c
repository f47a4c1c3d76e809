// Rows in memory to columns of lanes, and back: what a group of contacts reads of its bodies and histories, and the
// records, loads and histories that it leaves. Compiled once for each width.
//
// Four contacts at a time. Four doubles of each are a block of 4 x 4, which is transposed in registers: half as many
// instructions as one double after the other.
#include "laws/lanes.h"

#define JOIN(name, width) name##width
#define AT(name, width) JOIN(name, width)

enum { BLOCK = 4 };
_Static_assert(SIM_LANES % BLOCK == 0, "a group consists of blocks");
_Static_assert(sizeof(sim_motion) == 12 * sizeof(double) && sizeof(sim_trait) == 4 * sizeof(double),
               "rows are read whole");

typedef double block_row __attribute__((vector_size(BLOCK * sizeof(double))));
typedef int64_t block_index __attribute__((vector_size(BLOCK * sizeof(double))));
typedef block_row row_anywhere __attribute__((may_alias, aligned(8)));

// gcc 11 has no __builtin_shufflevector.
#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (block_index){ __VA_ARGS__ })
#endif

static inline __attribute__((always_inline)) void transpose(block_row rows[BLOCK])
{
    const block_row a = SHUFFLE(rows[0], rows[1], 0, 4, 2, 6), b = SHUFFLE(rows[0], rows[1], 1, 5, 3, 7);
    const block_row c = SHUFFLE(rows[2], rows[3], 0, 4, 2, 6), d = SHUFFLE(rows[2], rows[3], 1, 5, 3, 7);
    rows[0] = SHUFFLE(a, c, 0, 1, 4, 5);
    rows[1] = SHUFFLE(b, d, 0, 1, 4, 5);
    rows[2] = SHUFFLE(a, c, 2, 3, 6, 7);
    rows[3] = SHUFFLE(b, d, 2, 3, 6, 7);
}

// Doubles first to first + 3 of four rows to four columns; a column may be NULL.
static inline __attribute__((always_inline)) void take(const double *const rows[BLOCK], int first, double *w, double *x,
                                                       double *y, double *z)
{
    double *const columns[BLOCK] = { w, x, y, z };
    block_row values[BLOCK];
    for (int k = 0; k < BLOCK; ++k) values[k] = *(const row_anywhere *)(rows[k] + first);
    transpose(values);
    for (int k = 0; k < BLOCK; ++k)
        if (columns[k] != NULL) *(row_anywhere *)columns[k] = values[k];
}

// A macro, since compilers warn of functions that return vectors wider than the registers of the target.
#define COLUMN(from) ((block_row) * (const row_anywhere *)(from))

// Four columns to doubles first to first + 3 of four rows.
static inline __attribute__((always_inline)) void give(double *const rows[BLOCK], int first, block_row values[BLOCK])
{
    transpose(values);
    for (int k = 0; k < BLOCK; ++k) *(row_anywhere *)(rows[k] + first) = values[k];
}

static inline __attribute__((always_inline)) void take_bodies(sim_lanes *l, int i, int j)
{
    const double *rows[BLOCK];
    for (int k = 0; k < BLOCK; ++k) rows[k] = &l->motions[i][j + k]->centre.x;
    take(rows, 0, &l->centre[i][0][j], &l->centre[i][1][j], &l->centre[i][2][j], &l->velocity[i][0][j]);
    take(rows, 4, &l->velocity[i][1][j], &l->velocity[i][2][j], &l->spin[i][0][j], &l->spin[i][1][j]);
    take(rows, 8, &l->spin[i][2][j], &l->inverse_mass[i][j], &l->inverse_inertia[i][j], NULL);
    for (int k = 0; k < BLOCK; ++k) rows[k] = &l->traits[i][j + k]->own_radius;
    take(rows, 0, &l->own_radius[i][j], &l->inradius[i][j], &l->ball[i][j], NULL);
}

// The floating-plane law has its plane in place of the rolling spring already.
static inline __attribute__((always_inline)) void take_histories(sim_lanes *l, int j, bool has_rolling)
{
    const double *rows[BLOCK];
    for (int k = 0; k < BLOCK; ++k) rows[k] = &l->histories[j + k]->shear.x;
    double *const rolling = has_rolling ? &l->rolling[0][j] : NULL;
    take(rows, 0, &l->shear[0][j], &l->shear[1][j], &l->shear[2][j], rolling);
    take(rows, 4, has_rolling ? &l->rolling[1][j] : NULL, has_rolling ? &l->rolling[2][j] : NULL, &l->torsion[j],
         &l->stiffness[j]);
}

void AT(scree_sim_gather_lanes_, SCREE_SIM_LANES)(sim_lanes *l)
{
    // The last block is filled up with the last contact.
    for (int j = l->count; j % BLOCK != 0; ++j) {
        for (int i = 0; i < 2; ++i) {
            l->motions[i][j] = l->motions[i][j - 1];
            l->traits[i][j] = l->traits[i][j - 1];
        }
        l->histories[j] = l->histories[j - 1];
    }
    const bool has_rolling = sim_has_springs(l->law, l->mixed) && !l->has_planes;
    for (int j = 0; j < l->count; j += BLOCK) {
        take_bodies(l, 0, j);
        take_bodies(l, 1, j);
        if (has_rolling)
            take_histories(l, j, true);
        else
            take_histories(l, j, false);
    }
}

static inline __attribute__((always_inline)) void give_records(const sim_lanes *l, int j, double *const rows[BLOCK])
{
    block_row first[] = { COLUMN(&l->force[0][j]), COLUMN(&l->force[1][j]), COLUMN(&l->force[2][j]),
                          COLUMN(&l->couple[0][j]) };
    block_row second[] = { COLUMN(&l->couple[1][j]), COLUMN(&l->couple[2][j]), COLUMN(&l->point[0][j]),
                           COLUMN(&l->point[1][j]) };
    block_row third[] = { COLUMN(&l->point[2][j]), COLUMN(&l->normal[0][j]), COLUMN(&l->normal[1][j]),
                          COLUMN(&l->normal[2][j]) };
    give(rows, 0, first);
    give(rows, 4, second);
    give(rows, 8, third);
}

static inline __attribute__((always_inline)) void give_loads(const sim_lanes *l, int j, double *const rows[BLOCK])
{
    block_row first[] = { COLUMN(&l->force[0][j]), COLUMN(&l->force[1][j]), COLUMN(&l->force[2][j]),
                          COLUMN(&l->torque[0][0][j]) };
    block_row second[] = { COLUMN(&l->torque[0][1][j]), COLUMN(&l->torque[0][2][j]), COLUMN(&l->torque[1][0][j]),
                           COLUMN(&l->torque[1][1][j]) };
    give(rows, 0, first);
    give(rows, 4, second);
    for (int k = 0; k < BLOCK; ++k) rows[k][8] = l->torque[1][2][j + k];
}

static inline __attribute__((always_inline)) void give_histories(const sim_lanes *l, int j, bool has_springs,
                                                                 double *const rows[BLOCK])
{
    const block_row none = { 0.0 };
    block_row first[] = { COLUMN(&l->shear[0][j]), COLUMN(&l->shear[1][j]), COLUMN(&l->shear[2][j]),
                          has_springs ? COLUMN(&l->rolling[0][j]) : none };
    block_row second[] = { has_springs ? COLUMN(&l->rolling[1][j]) : none,
                           has_springs ? COLUMN(&l->rolling[2][j]) : none, has_springs ? COLUMN(&l->torsion[j]) : none,
                           COLUMN(&l->stiffness[j]) };
    give(rows, 0, first);
    give(rows, 4, second);
}

void AT(scree_sim_scatter_lanes_, SCREE_SIM_LANES)(const sim_lanes *l, sim_contacts *to)
{
    const bool has_springs = sim_has_springs(l->law, l->mixed);
    double spare[12]; // rows of the last block that belong to no contact
    for (int j = 0; j < l->count; j += BLOCK) {
        double *records[BLOCK], *loads[BLOCK], *histories[BLOCK];
        for (int k = 0; k < BLOCK; ++k) {
            const bool is_one = j + k < l->count;
            const int32_t p = is_one ? l->places[j + k] : 0;
            records[k] = is_one ? &to->records[p].force.x : spare;
            loads[k] = is_one ? &to->loads[p].force.x : spare;
            histories[k] = is_one ? &to->histories[p].shear.x : spare;
        }
        give_records(l, j, records);
        give_loads(l, j, loads);
        if (has_springs)
            give_histories(l, j, true, histories);
        else
            give_histories(l, j, false, histories);
    }
}
