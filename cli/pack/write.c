// The sink, and the formats of one line for each grain.
#include "write.h"

#include <errno.h>
#include <math.h>

#include "command.h"

enum { PIECE = 1 << 18 };

bool scree_sink_flush(sink *s, bool all)
{
    if (s->error == 0 && s->text.failed) s->error = ENOMEM;
    if (s->error == 0 && (all || s->text.size >= PIECE)) {
        if (!scree_cli_write_all(s->fd, s->text.bytes, s->text.size)) s->error = errno;
        s->text.size = 0;
    }
    return s->error == 0;
}

/// The columns of a shape in addition to its pose and radius.
typedef struct csv_columns {
    bool axes, rounding, exponents; ///< none of them: scale
} csv_columns;

static csv_columns columns_of(const scree_shape *shape)
{
    const scree_shape_kind kind = scree_shape_kind_of(shape);
    const bool axes = kind == SCREE_SPHERE || kind == SCREE_ELLIPSOID || kind == SCREE_SUPERQUADRIC;
    // A rounded sphere is a sphere.
    return (csv_columns){ axes, axes && kind != SCREE_SPHERE && scree_shape_rounding(shape) > 0.0,
                          kind == SCREE_SUPERQUADRIC };
}

static void add_shape(const csv_columns *c, const recipe *r, const scree_shape *shape, double scale, text *out)
{
    const bool ball = scree_shape_kind_of(shape) == SCREE_SPHERE;
    const double radius = ball ? scree_recipe_ball(r, scale) : 0.0;
    const scree_vec3 a = ball ? (scree_vec3){ radius, radius, radius } : scree_shape_semi_axes(shape);
    double n1, n2;
    scree_shape_exponents(shape, &n1, &n2);
    scree_recipe_number(out, ",", c->axes ? a.x : scale);
    if (c->axes) {
        scree_recipe_number(out, ",", a.y);
        scree_recipe_number(out, ",", a.z);
    }
    if (c->exponents) {
        scree_recipe_number(out, ",", n1);
        scree_recipe_number(out, ",", n2);
    }
    if (c->rounding) scree_recipe_number(out, ",", scree_shape_rounding(shape));
}

void scree_pack_write_csv(const pack_output *o, sink *s)
{
    const packing *p = o->packing;
    const csv_columns columns = columns_of(o->recipe->shape);
    scree_cli_text_words(&s->text, "id,x,y,z,qw,qx,qy,qz,radius,");
    scree_cli_text_words(&s->text, columns.axes ? "a,b,c" : "scale");
    scree_cli_text_words(&s->text, columns.exponents ? ",n1,n2" : "");
    scree_cli_text_words(&s->text, columns.rounding ? ",rounding\n" : "\n");
    for (size_t i = 0; i < p->count && scree_sink_flush(s, false); ++i) {
        const scree_body *b = &p->bodies[i];
        const double numbers[] = { b->position.x,    b->position.y,
                                   b->position.z,    b->orientation.w,
                                   b->orientation.x, b->orientation.y,
                                   b->orientation.z, o->recipe->radius * o->scales[i] };
        scree_cli_text_printf(&s->text, "%zu", i);
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; ++k) scree_recipe_number(&s->text, ",", numbers[k]);
        add_shape(&columns, o->recipe, b->shape, o->scales[i], &s->text);
        scree_cli_text_words(&s->text, "\n");
    }
}

// --------------------------------------------------------------------------------------------------------- JSON

static void write_head(const pack_output *o, text *out)
{
    const packing *p = o->packing;
    scree_recipe_vector(out, "{\"box\":[", p->box.size);
    scree_cli_text_printf(out, ",\"periodic\":%s,\"count\":%zu", p->box.walls ? "false" : "true", p->count);
    scree_recipe_number(out, ",\"fraction\":", scree_packing_fraction(p));
    scree_cli_text_printf(out, ",\"complete\":%s,\"seed\":%llu,\"attempts\":%llu",
                          p->end == PACKING_COMPLETE ? "true" : "false", (unsigned long long)o->seed,
                          (unsigned long long)p->attempts);
    if (o->proof != NULL && isfinite(o->proof->upper)) {
        scree_recipe_number(out, ",\"smallest_gap\":{\"lower\":", o->proof->lower);
        scree_recipe_number(out, ",\"upper\":", o->proof->upper);
        scree_cli_text_words(out, "}");
    }
    scree_cli_text_words(out, "}\n");
}

void scree_pack_write_jsonl(const pack_output *o, sink *s)
{
    const packing *p = o->packing;
    write_head(o, &s->text);
    for (size_t i = 0; i < p->count && scree_sink_flush(s, false); ++i) {
        scree_recipe_write(o->recipe, o->scales[i], p->bodies[i].position, p->bodies[i].orientation, &s->text);
        scree_cli_text_words(&s->text, "\n");
    }
}

// -------------------------------------------------------------------------------------------------- query lines

typedef struct line_writer {
    const pack_output *o;
    sink *s;
} line_writer;

static void begin_line(const line_writer *w, size_t a)
{
    const scree_body *body = &w->o->packing->bodies[a];
    scree_cli_text_words(&w->s->text, "\",\"a\":");
    scree_recipe_write(w->o->recipe, w->o->scales[a], body->position, body->orientation, &w->s->text);
    scree_cli_text_words(&w->s->text, ",\"b\":");
}

static bool write_pair(void *user, packing_pair pair)
{
    const line_writer *w = user;
    const scree_body image = scree_packing_image(w->o->packing, pair, NULL);
    scree_cli_text_printf(&w->s->text, "{\"id\":\"%u-%u", pair.a, pair.b);
    begin_line(w, pair.a);
    scree_recipe_write(w->o->recipe, w->o->scales[pair.b], image.position, image.orientation, &w->s->text);
    scree_cli_text_words(&w->s->text, "}\n");
    return scree_sink_flush(w->s, false);
}

static void write_wall(const line_writer *w, size_t i, int wall)
{
    static const char *const names[PACKING_WALLS] = { "x-low", "x-high", "y-low", "y-high", "z-low", "z-high" };
    scree_vec3 normal;
    double offset;
    scree_packing_wall(&w->o->packing->box, wall, &normal, &offset);
    scree_cli_text_printf(&w->s->text, "{\"id\":\"%zu-%s", i, names[wall]);
    begin_line(w, i);
    scree_recipe_vector(&w->s->text, "{\"shape\":\"plane\",\"normal\":[", normal);
    scree_recipe_number(&w->s->text, ",\"offset\":", offset);
    scree_cli_text_words(&w->s->text, "}}\n");
}

void scree_pack_write_lines(const pack_output *o, sink *s)
{
    const packing *p = o->packing;
    line_writer w = { o, s };
    if (!scree_packing_pairs(p, o->margin, write_pair, &w) && s->error == 0) s->error = ENOMEM;
    for (size_t i = 0; i < p->count && p->box.walls && scree_sink_flush(s, false); ++i) {
        for (int k = 0; k < PACKING_WALLS; ++k) {
            if (scree_packing_wall_distance(&p->box, k, p->places[i]) <= p->outer[i] + o->margin) write_wall(&w, i, k);
        }
    }
}
