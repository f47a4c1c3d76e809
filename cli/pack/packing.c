#include "packing.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "cells.h"

void scree_packing_free(packing *p)
{
    free(p->bodies);
    free(p->places);
    free(p->outer);
    *p = (packing){ .end = p->end };
}

double scree_packing_fraction(const packing *p)
{
    double sum = 0.0, rest = 0.0; // Kahan's summation, as the terms are many and small
    for (size_t i = 0; i < p->count; ++i) {
        double part = scree_shape_mass(p->bodies[i].shape).volume - rest, next = sum + part;
        rest = (next - sum) - part;
        sum = next;
    }
    return sum / p->box.size.x / p->box.size.y / p->box.size.z;
}

// ---------------------------------------------------------------------------------------------------------- box

double scree_packing_shortest_side(const packing_box *box)
{
    return fmin(box->size.x, fmin(box->size.y, box->size.z));
}

double scree_packing_rounding(const packing_box *box)
{
    return 8.0 * DBL_EPSILON * (box->size.x + box->size.y + box->size.z);
}

static double component(scree_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

void scree_packing_wall(const packing_box *box, int number, scree_vec3 *normal, double *offset)
{
    const int axis = number / 2;
    const double sign = number % 2 == 0 ? 1.0 : -1.0;
    *normal = (scree_vec3){ axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0 };
    *offset = number % 2 == 0 ? 0.0 : -component(box->size, axis);
}

double scree_packing_wall_distance(const packing_box *box, int number, scree_vec3 place)
{
    double x = component(place, number / 2);
    return number % 2 == 0 ? x : component(box->size, number / 2) - x;
}

// -------------------------------------------------------------------------------------------------------- pairs

static double widest_ball(const packing *p)
{
    double outer = 0.0;
    for (size_t i = 0; i < p->count; ++i) outer = fmax(outer, p->outer[i]);
    return outer;
}

double scree_packing_most_margin(const packing *p)
{
    if (p->box.walls) return p->box.size.x + p->box.size.y + p->box.size.z;
    return 0.5 * scree_packing_shortest_side(&p->box) - 2.0 * widest_ball(p) - scree_packing_rounding(&p->box);
}

static packing_pair pair_of(const packing *p, uint32_t a, uint32_t b)
{
    packing_pair pair = { .a = a, .b = b };
    if (p->box.walls) return pair;
    pair.x = scree_pack_cells_image(p->places[b].x, p->places[a].x, p->box.size.x);
    pair.y = scree_pack_cells_image(p->places[b].y, p->places[a].y, p->box.size.y);
    pair.z = scree_pack_cells_image(p->places[b].z, p->places[a].z, p->box.size.z);
    return pair;
}

bool scree_packing_pairs(const packing *p, double margin, packing_visit visit, void *user)
{
    cell_grid cells;
    const double widest = widest_ball(p), roundings = scree_packing_rounding(&p->box);
    if (!scree_pack_cells_make(&cells, p->box.size, !p->box.walls, 2.0 * widest + margin + roundings, p->count))
        return false;
    bool more = true;
    for (uint32_t i = 0; i < p->count && more; ++i) {
        cell_walk walk;
        scree_pack_cells_walk(&cells, &walk, p->places[i], p->outer[i] + widest + margin + roundings);
        for (uint32_t j; more && scree_pack_cells_next(&cells, &walk, &j);) {
            const scree_vec3 d = scree_packing_between(&p->box, p->places[i], p->places[j]);
            const double near = p->outer[i] + p->outer[j] + margin + roundings;
            if (d.x * d.x + d.y * d.y + d.z * d.z <= near * near) more = visit(user, pair_of(p, j, i));
        }
        scree_pack_cells_add(&cells, i, p->places[i]);
    }
    scree_pack_cells_free(&cells);
    return more;
}

/// a + b, and the magnitude of its rounding error (Knuth's two-sum).
static double add_exactly(double a, double b, double *rest)
{
    double sum = a + b, part = sum - a;
    *rest = fabs((a - (sum - part)) + (b - part));
    return sum;
}

scree_body scree_packing_image(const packing *p, packing_pair pair, double *error)
{
    scree_body body = p->bodies[pair.b];
    double x, y, z;
    body.position.x = add_exactly(body.position.x, pair.x * p->box.size.x, &x);
    body.position.y = add_exactly(body.position.y, pair.y * p->box.size.y, &y);
    body.position.z = add_exactly(body.position.z, pair.z * p->box.size.z, &z);
    if (error != NULL) *error = x + y + z;
    return body;
}
