#include "querying.h"

#include <stdlib.h>

#include "command.h"

bool scree_scratch_reserve(scratch *s, const scree_shape *a, const scree_shape *b)
{
    size_t size = scree_query_scratch(a, b);
    if (size <= s->size) return true;
    free(s->bytes);
    s->bytes = malloc(size);
    s->size = s->bytes != NULL ? size : 0;
    return s->bytes != NULL;
}

void scree_scratch_lend(const scratch *s, scree_query_options *options)
{
    options->scratch = s->bytes;
    options->scratch_size = s->size;
}

void scree_scratch_free(scratch *s)
{
    free(s->bytes);
    *s = (scratch){ 0 };
}

bool scree_study_query(const scree_body *a, const scree_body *b, const scree_query_options *options, scree_contact *out)
{
    if (options->method == NULL) return false;
    scree_status status = scree_query(a, b, options, out);
    return status == SCREE_OK || status == SCREE_NO_CONVERGENCE;
}

bool scree_study_query_counted(const scree_body *a, const scree_body *b, const scree_query_options *options,
                               scree_contact *out, scree_counts *counts)
{
    scree_query_options o = *options;
    scree_paper paper = { .ellipsoids = NULL };
    if (options->paper != NULL) paper = *options->paper;
    paper.counts = counts;
    o.paper = &paper;
    return scree_study_query(a, b, &o, out);
}

bool scree_pair_set_open(pair_set *s, size_t most)
{
    *s = (pair_set){ .a = malloc((most + 1) * sizeof *s->a), .b = malloc((most + 1) * sizeof *s->b) };
    if (s->a != NULL && s->b != NULL) return true;
    scree_cli_trouble(&scree_cli_reproduce, "out of memory");
    return false;
}

void scree_pair_set_close(pair_set *s)
{
    free(s->a);
    free(s->b);
    *s = (pair_set){ 0 };
}

void scree_pair_run(void *user)
{
    pair_run *r = user;
    for (size_t i = 0; i < r->pairs->count; ++i) {
        const scree_body *a = &r->pairs->a[i], *b = &r->pairs->b[i];
        scree_contact k;
        if (r->accuracy > 0.0) r->options.tolerance = r->accuracy * scree_pair_size(a->shape, b->shape);
        r->missing |= !scree_study_query(a, b, &r->options, &k);
    }
}
