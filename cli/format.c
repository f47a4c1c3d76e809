// Answers as JSON and as CSV. The order of the fields is that of the protocol.
#include "answer.h"
#include "number.h"

// Everything of a line but its id, method and error: 25 numbers, their names, and some words.
enum { LINE_SIZE = 1280 };

static char *put_words(char *out, const char *words)
{
    size_t size = strlen(words);
    memcpy(out, words, size);
    return out + size;
}

static char *put_vector(char *out, const char *name, scree_vec3 v, int dimension)
{
    out = put_words(out, name);
    out = scree_cli_number_put(out, v.x);
    *out++ = ',';
    out = scree_cli_number_put(out, v.y);
    if (dimension == 3) {
        *out++ = ',';
        out = scree_cli_number_put(out, v.z);
    }
    *out++ = ']';
    return out;
}

/// What the papers' methods count: those that are not 0, and whether the search met its bound.
static char *put_counts(char *out, const scree_counts *k)
{
    const struct {
        const char *name;
        int value;
    } counts[] = {
        { "\"gjk_updates\":", k->gjk_updates },         { "\"epa_iterations\":", k->epa_iterations },
        { "\"perturbations\":", k->perturbations },     { "\"candidates\":", k->candidates },
        { "\"link_iterations\":", k->link_iterations }, { "\"ph_case\":", k->ph_case },
    };
    bool any = false;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        if (counts[i].value == 0) continue;
        out = put_words(out, any ? "," : ",\"counts\":{");
        out = scree_cli_number_put(put_words(out, counts[i].name), counts[i].value);
        any = true;
    }
    if (any) *out++ = '}';
    return k->cut_short ? put_words(out, ",\"cut_short\":true") : out;
}

/// What an answer has unless it is beyond its margin.
static char *put_points(char *out, const scree_contact *k, int dimension)
{
    out = put_vector(out, ",\"point_a\":[", k->point_a, dimension);
    out = put_vector(out, ",\"point_b\":[", k->point_b, dimension);
    out = put_vector(out, ",\"point\":[", k->point, dimension);
    const char *features = scree_features_name(k->feature_a, k->feature_b);
    if (features == NULL) return out;
    out = put_words(put_words(out, ",\"features\":\""), features);
    *out++ = '"';
    return out;
}

void scree_cli_write_json(const answer *a, text *out)
{
    scree_cli_text_words(out, "{");
    scree_cli_id_write(a->id, out);
    if (a->error != NULL) {
        scree_cli_text_words(out, "\"status\":\"error\",\"error\":");
        scree_cli_text_json(out, a->error, strlen(a->error));
        scree_cli_text_words(out, "}\n");
        return;
    }
    const scree_contact *k = &a->contact;
    char *start = scree_cli_text_room(out, LINE_SIZE + strlen(a->method)), *p = start;
    if (start == NULL) return;
    p = put_words(p, "\"status\":\"");
    p = put_words(p, scree_status_name(k->status));
    p = put_words(p, "\",\"state\":\"");
    p = put_words(p, scree_state_name(k->state));
    p = scree_cli_number_put(put_words(p, "\",\"distance\":"), k->distance);
    p = scree_cli_number_put(put_words(p, ",\"lower\":"), k->lower);
    p = scree_cli_number_put(put_words(p, ",\"upper\":"), k->upper);
    p = put_vector(p, ",\"normal\":[", k->normal, a->dimension);
    if (k->beyond)
        p = put_words(p, ",\"beyond\":true");
    else
        p = put_points(p, k, a->dimension);
    p = put_words(p, ",\"method\":\"");
    p = put_words(p, a->method);
    p = scree_cli_number_put(put_words(p, "\",\"iterations\":"), k->iterations);
    p = put_counts(p, &a->counts);
    out->size += (size_t)(p - start);
    if (a->wanted->there != 0) scree_cli_wanted_json(a->wanted, k, a->dimension, out);
    scree_cli_text_words(out, "}\n");
}

// ---------------------------------------------------------------------------------------------------------- CSV

/// x, y and z, each with a comma before it; z is empty in 2-D, and all are for dimension 0.
static char *put_columns(char *out, scree_vec3 v, int dimension)
{
    if (dimension == 0) return put_words(out, ",,,");
    *out++ = ',';
    out = scree_cli_number_put(out, v.x);
    *out++ = ',';
    out = scree_cli_number_put(out, v.y);
    *out++ = ',';
    return dimension == 3 ? scree_cli_number_put(out, v.z) : out;
}

/// beyond, index_a, index_b, patch_area, volume: empty where they were not asked for, or are not defined.
static char *put_wanted_columns(char *out, const answer *a)
{
    const scree_contact *k = &a->contact;
    const wanted *w = a->wanted;
    const bool features = (w->there & WANT_FEATURES) != 0;
    if (k->beyond) out = put_words(out, "true");
    *out++ = ',';
    if (features && k->index_a >= 0) out = scree_cli_number_put(out, k->index_a);
    *out++ = ',';
    if (features && k->index_b >= 0) out = scree_cli_number_put(out, k->index_b);
    *out++ = ',';
    if (w->there & WANT_PATCH) out = scree_cli_number_put(out, w->patch.area);
    *out++ = ',';
    return w->there & WANT_VOLUME ? scree_cli_number_put(out, w->volume) : out;
}

void scree_cli_write_csv(const answer *a, text *out)
{
    if (a->id->kind != ID_ABSENT) scree_cli_text_csv(out, a->id->bytes, a->id->size);
    if (a->error != NULL) {
        scree_cli_text_words(out, ",error,,,,,,,,,,,,,,,,,,,,");
        scree_cli_text_csv(out, a->error, strlen(a->error));
        scree_cli_text_words(out, ",,,,,\r\n");
        return;
    }
    const scree_contact *k = &a->contact;
    char *start = scree_cli_text_room(out, LINE_SIZE + strlen(a->method)), *p = start;
    if (start == NULL) return;
    *p++ = ',';
    p = put_words(p, scree_status_name(k->status));
    *p++ = ',';
    p = put_words(p, scree_state_name(k->state));
    *p++ = ',';
    p = scree_cli_number_put(p, k->distance);
    *p++ = ',';
    p = scree_cli_number_put(p, k->lower);
    *p++ = ',';
    p = scree_cli_number_put(p, k->upper);
    p = put_columns(p, k->normal, a->dimension);
    const int dimension = k->beyond ? 0 : a->dimension; // there are no points then
    p = put_columns(p, k->point_a, dimension);
    p = put_columns(p, k->point_b, dimension);
    p = put_columns(p, k->point, dimension);
    *p++ = ',';
    const char *features = scree_features_name(k->feature_a, k->feature_b);
    if (features != NULL && !k->beyond) p = put_words(p, features);
    *p++ = ',';
    p = put_words(p, a->method);
    *p++ = ',';
    p = scree_cli_number_put(p, k->iterations);
    p = put_wanted_columns(put_words(p, ",,"), a); // no error
    p = put_words(p, "\r\n");
    out->size += (size_t)(p - start);
}
