// Principal axes of an inertia tensor, by Jacobi rotations: each makes the largest off-diagonal element 0. For three by
// three, a dozen rotations reach rounding.
#include "scree/rotation.h"
#include "state/state.h"

enum { MOST_ROTATIONS = 60 };

// Rotate the frame (columns of v) in the plane of axes p and q, so that m[p][q] becomes 0.
static void rotate(double m[3][3], double v[3][3], int p, int q)
{
    const double theta = 0.5 * (m[q][q] - m[p][p]) / m[p][q];
    const double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 3; ++k) {
        const double a = m[k][p], b = m[k][q];
        m[k][p] = c * a - s * b;
        m[k][q] = s * a + c * b;
    }
    for (int k = 0; k < 3; ++k) {
        const double a = m[p][k], b = m[q][k];
        m[p][k] = c * a - s * b;
        m[q][k] = s * a + c * b;
    }
    for (int k = 0; k < 3; ++k) {
        const double a = v[k][p], b = v[k][q];
        v[k][p] = c * a - s * b;
        v[k][q] = s * a + c * b;
    }
    m[p][q] = m[q][p] = 0.0;
}

void scree_sim_principal(const scree_sym3 *t, scree_vec3 *moments, scree_quat *rotation)
{
    double m[3][3] = { { t->xx, t->xy, t->xz }, { t->xy, t->yy, t->yz }, { t->xz, t->yz, t->zz } };
    double v[3][3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    const double small = 1e-15 * (fabs(t->xx) + fabs(t->yy) + fabs(t->zz));
    for (int i = 0; i < MOST_ROTATIONS; ++i) {
        int p = 0, q = 1;
        if (fabs(m[0][2]) > fabs(m[p][q])) q = 2;
        if (fabs(m[1][2]) > fabs(m[p][q])) p = 1, q = 2;
        if (fabs(m[p][q]) <= small) break;
        rotate(m, v, p, q);
    }
    *moments = v3(m[0][0], m[1][1], m[2][2]);
    const scree_mat3 frame = {
        { { v[0][0], v[0][1], v[0][2] }, { v[1][0], v[1][1], v[1][2] }, { v[2][0], v[2][1], v[2][2] } }
    };
    *rotation = scree_quat_normalise(scree_quat_from_matrix(&frame));
}
