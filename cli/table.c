// Answers as a table for people, and what stands before and after the answers in every format.
#include <stdio.h>

#include "answer.h"

enum { ID_WIDTH = 20, PAIR_WIDTH = 21 };

static const char csv_head[] = "id,status,state,distance,lower,upper,normal_x,normal_y,normal_z,"
                               "point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,"
                               "point_x,point_y,point_z,features,method,iterations,error,"
                               "beyond,index_a,index_b,patch_area,volume\r\n";

void scree_cli_write_head(answer_format format, text *out)
{
    if (format == FORMAT_CSV) scree_cli_text_words(out, csv_head);
    if (format == FORMAT_TABLE)
        scree_cli_text_printf(out, "%-*s  %-*s  %-11s  %13s  %8s  %-23s  %s\n", ID_WIDTH, "id", PAIR_WIDTH, "pair",
                              "state", "distance", "width", "normal", "features");
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

void scree_cli_write_footer(answer_format format, const tally *counts, text *out)
{
    if (format != FORMAT_TABLE) return;
    uint64_t pairs = counts->of[COUNT_SEPARATED] + counts->of[COUNT_TOUCHING] + counts->of[COUNT_OVERLAPPING];
    scree_cli_text_printf(out, "\n%llu pair%s answered: %llu separated, %llu touching, %llu overlapping",
                          (unsigned long long)pairs, plural(pairs), (unsigned long long)counts->of[COUNT_SEPARATED],
                          (unsigned long long)counts->of[COUNT_TOUCHING],
                          (unsigned long long)counts->of[COUNT_OVERLAPPING]);
    if (counts->of[COUNT_UNCONVERGED] > 0)
        scree_cli_text_printf(out, " (%llu without convergence)", (unsigned long long)counts->of[COUNT_UNCONVERGED]);
    scree_cli_text_printf(out, "; %llu error%s\n", (unsigned long long)counts->of[COUNT_ERRORS],
                          plural(counts->of[COUNT_ERRORS]));
}

/// What rounds to 0 has no sign.
static double shown(double x)
{
    return x > -0.5e-4 && x < 0.5e-4 ? 0.0 : x;
}

static void print_normal(char *out, size_t size, scree_vec3 n, int dimension)
{
    if (dimension == 3)
        snprintf(out, size, "%7.4f %7.4f %7.4f", shown(n.x), shown(n.y), shown(n.z));
    else
        snprintf(out, size, "%7.4f %7.4f", shown(n.x), shown(n.y));
}

void scree_cli_write_table(const answer *a, text *out)
{
    if (a->id->kind == ID_ABSENT)
        scree_cli_text_padded(out, "-", 1, ID_WIDTH);
    else
        scree_cli_text_padded(out, a->id->bytes, a->id->size, ID_WIDTH);
    if (a->error != NULL) {
        scree_cli_text_words(out, "  error: ");
        scree_cli_text_padded(out, a->error, strlen(a->error), 0);
        scree_cli_text_words(out, "\n");
        return;
    }
    const scree_contact *k = &a->contact;
    char pair[64], normal[64];
    int size = snprintf(pair, sizeof pair, "%s-%s", a->shape_a, a->shape_b);
    scree_cli_text_words(out, "  ");
    scree_cli_text_padded(out, pair, (size_t)size, PAIR_WIDTH);
    print_normal(normal, sizeof normal, k->normal, a->dimension);
    const char *features = scree_features_name(k->feature_a, k->feature_b);
    char distance[32], width[32] = "-";
    snprintf(distance, sizeof distance, "%s%.6g", k->beyond ? "> " : "", k->distance);
    if (!k->beyond) snprintf(width, sizeof width, "%.1e", k->upper - k->lower);
    scree_cli_text_printf(out, "  %-11s  %13s  %8s  %-23s  %s%s\n", scree_state_name(k->state), distance, width, normal,
                          features != NULL && !k->beyond ? features : "-",
                          k->status == SCREE_OK ? "" : "  (no convergence)");
}
