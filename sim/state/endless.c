#include "state/endless.h"

#include <stdlib.h>

#include "scree/broad.h"
#include "scree/rotation.h"
#include "state/line.h"

// As a share of its length: how far a piece may be from spanning its period, or its ends from being flat.
static const double slack = 1e-9;

static const scree_vec3 axes_of_world[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };

// ------------------------------------------------------------------------------------------------------------ detection

/// A prism along d: every vertex at its low end has one at its high end, and there are no others.
static bool is_prism(const scree_shape *shape, scree_vec3 d, double low, double length)
{
    const int count = scree_shape_vertex_count(shape);
    const double tolerance = slack * length;
    int matched = 0;
    for (int i = 0; i < count; ++i) {
        const scree_vec3 p = scree_shape_vertex(shape, i);
        bool is_matched = false;
        if (v3_dot(d, p) > low + tolerance) continue;
        for (int k = 0; k < count && !is_matched; ++k)
            is_matched = v3_norm1(v3_sub(scree_shape_vertex(shape, k), v3_add_scaled(p, length, d))) <= tolerance;
        if (!is_matched) return false;
        ++matched;
    }
    return count > 0 && 2 * matched == count;
}

/// Does a shape have the same section everywhere along d, for a whole period?
static bool spans(const scree_shape *shape, scree_vec3 d, double period)
{
    const double high = v3_dot(d, scree_shape_support(shape, d));
    const double low = v3_dot(d, scree_shape_support(shape, v3_scale(-1.0, d))), length = high - low;
    if (!(length >= (1.0 - slack) * period) || scree_shape_rounding(shape) > 0.0) return false;
    if (scree_shape_kind_of(shape) == SCREE_CYLINDER) return fabs(d.x) + fabs(d.y) <= slack;
    return is_prism(shape, d, low, length);
}

unsigned scree_sim_spans(const scree_sim_settings *settings, const scree_body *piece)
{
    if (settings == NULL || piece == NULL || piece->shape == NULL) return 0;
    if (scree_shape_kind_of(piece->shape) == SCREE_HALF_SPACE) return 0;
    unsigned axes = 0;
    scree_vec3 size = v3_sub(settings->domain_high, settings->domain_low);
    for (int k = 0; k < settings->dimension && k < 3; ++k) {
        const scree_vec3 d = quat_rotate_back(piece->orientation, axes_of_world[k]);
        if (settings->boundary[k] == SCREE_PERIODIC && spans(piece->shape, d, *scree_sim_along(&size, k)))
            axes |= 1u << k;
    }
    return axes;
}

// ------------------------------------------------------------------------------------------------------------ lengthening

static scree_shape *longer_box(const scree_shape *shape, scree_vec3 d, double half, scree_error *error)
{
    scree_vec3 e = scree_shape_half_extents(shape);
    for (int k = 0; k < 3; ++k)
        if (fabs(*scree_sim_along(&d, k)) > 0.5) *scree_sim_along(&e, k) = half;
    return scree_box_create(e, 0.0, error);
}

/// The middle of its length becomes the origin.
static scree_shape *longer_prism(const scree_shape *shape, scree_vec3 d, double half, scree_error *error)
{
    const size_t count = (size_t)scree_shape_vertex_count(shape);
    scree_vec3 *points = malloc((count + 1) * sizeof *points);
    if (points == NULL) {
        scree_sim_fail(error, SCREE_NO_MEMORY, "no memory for a piece of a wall");
        return NULL;
    }
    const double low = v3_dot(d, scree_shape_support(shape, v3_scale(-1.0, d)));
    const double middle = 0.5 * (low + v3_dot(d, scree_shape_support(shape, d)));
    for (size_t i = 0; i < count; ++i) {
        const scree_vec3 p = scree_shape_vertex(shape, (int)i);
        const double at = v3_dot(d, p);
        points[i] = v3_add_scaled(p, (at > middle ? half : -half) - at, d);
    }
    scree_shape *longer = scree_shape_dimension(shape) == 2 ? scree_polygon_create(points, count, 0.0, error)
                                                            : scree_polyhedron_create(points, count, 0.0, error);
    free(points);
    return longer;
}

static scree_shape *lengthen_along(const scree_shape *shape, scree_vec3 d, double half, scree_error *error)
{
    switch (scree_shape_kind_of(shape)) {
    case SCREE_CYLINDER:
        return scree_cylinder_create(scree_shape_radius(shape), half, 0.0, error);
    case SCREE_BOX:
        return longer_box(shape, d, half, error);
    default:
        return longer_prism(shape, d, half, error);
    }
}

static scree_shape *lengthen(const scree_sim *sim, const scree_body *piece, unsigned axes, scree_error *error)
{
    scree_shape *made = NULL;
    scree_vec3 period = sim->period;
    for (int k = 0; k < 3; ++k) {
        if ((axes >> k & 1u) == 0) continue;
        const scree_vec3 d = quat_rotate_back(piece->orientation, axes_of_world[k]);
        scree_shape *longer =
            lengthen_along(made != NULL ? made : piece->shape, d, 2.0 * *scree_sim_along(&period, k), error);
        scree_shape_destroy(made);
        made = longer;
        if (made == NULL) return NULL;
    }
    return made;
}

bool scree_sim_make_endless(scree_sim *sim, int32_t part, int32_t shown, const scree_body *piece, unsigned axes,
                            scree_error *error)
{
    scree_shape *shape = lengthen(sim, piece, axes, error);
    if (shape == NULL) return false;
    if (!scree_sim_grow(&sim->forms, &sim->form_capacity, sim->form_count + 1, sizeof *sim->forms)) {
        scree_shape_destroy(shape);
        return scree_sim_fail(error, SCREE_NO_MEMORY, "no memory for a wall");
    }
    sim->forms[sim->form_count++] =
        (sim_form){ .owned = shape, .first_part = part, .part_count = 1, .is_infinite = true };
    sim->parts[part].shape = shape;
    sim->parts[part].shown = shown;
    sim->parts[part].endless = (uint8_t)axes;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------- bodies

void scree_sim_centre_endless(const scree_sim *sim, const sim_part *part, scree_body *body)
{
    scree_vec3 middle = v3_scale(0.5, v3_add(sim->settings.domain_low, sim->settings.domain_high));
    for (int k = 0; k < 3; ++k)
        if ((part->endless >> k & 1u) != 0) *scree_sim_along(&body->position, k) = *scree_sim_along(&middle, k);
}

unsigned scree_sim_endless_axes(const scree_sim *sim, int32_t body)
{
    const sim_part *part = &sim->parts[sim->bodies.part_of[body]];
    return part->kind == SIM_CLASS_HALF_SPACE || scree_sim_is_line(part) ? 7u : part->endless;
}

bool scree_sim_may_spin(const scree_sim *sim, const sim_wall *wall, scree_vec3 spin)
{
    const double rate = v3_norm1(spin);
    for (int32_t i = wall->first_piece; i < wall->first_piece + wall->piece_count && rate > 0.0; ++i) {
        const unsigned axes = sim->parts[sim->bodies.part_of[i]].endless;
        for (int k = 0; k < 3; ++k) {
            const bool is_along = fabs(*scree_sim_along(&spin, k)) >= (1.0 - 1e-12) * rate;
            if ((axes >> k & 1u) != 0 && !is_along) return false;
        }
    }
    return true;
}

double scree_sim_endless_reach(const scree_sim *sim, const sim_part *part, const scree_body *body, scree_vec3 centre)
{
    const scree_bounds own = scree_shape_bounds(part->endless != 0 ? sim->forms[part->shown].owned : body->shape);
    scree_vec3 arm = v3_sub(body->position, centre);
    for (int k = 0; k < 3; ++k)
        if ((part->endless >> k & 1u) != 0) *scree_sim_along(&arm, k) = 0.0;
    return v3_length(arm) + own.radius + v3_length(own.centre);
}

const scree_body *scree_sim_pieces_given(scree_sim *sim, const sim_wall *wall)
{
    const int32_t first = wall->first_piece, end = first + wall->piece_count;
    bool is_endless = false;
    for (int32_t i = first; i < end; ++i) is_endless = is_endless || sim->parts[sim->bodies.part_of[i]].endless != 0;
    if (!is_endless || !scree_sim_grow(&sim->shown, &sim->shown_capacity, sim->piece_count, sizeof *sim->shown))
        return sim->bodies.bodies + first;
    for (int32_t i = first; i < end; ++i) {
        const sim_part *part = &sim->parts[sim->bodies.part_of[i]];
        sim->shown[i] = sim->bodies.bodies[i];
        if (part->endless == 0) continue;
        sim->shown[i] = scree_sim_place_part(part, wall->position, wall->orientation);
        sim->shown[i].shape = sim->forms[part->shown].owned;
    }
    return sim->shown + first;
}
