// The rates of the methods: measured, printed, and compared with what is known.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/methods.h"

static double percent(long part, long whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

static void print_table(const methods_table *table)
{
    printf("%s: %ld pairs\n", table->name, table->pairs);
    printf("  %-20s %8s %9s %9s %9s %9s %9s %9s %8s %7s\n", "method", "asked", "exact %", "near %", "proven %",
           "cut short", "worst", "if wrong", "steps", "faults");
    for (int i = 0; i < scree_method_count() && i < METHODS_MAX; ++i) {
        const methods_tally *t = &table->of[i];
        if (t->asked == 0) continue;
        long wrong = t->asked - t->near;
        printf("  %-20s %8ld %9.3f %9.3f %9.3f %9ld %9.2g %9.2g %8.1f %7ld\n", scree_method_at(i)->name, t->asked,
               percent(t->exact, t->asked), percent(t->near, t->asked), percent(t->proven, t->asked), t->cut_short,
               t->worst, wrong > 0 ? t->wrong / (double)wrong : 0.0, t->iterations / (double)t->asked, t->faults);
    }
    fflush(stdout);
}

// How far the rate of a sample may be from the band of the whole, in per cent. Where a method is always right, or
// never, so it is in every sample.
static double stray(double known, long asked)
{
    if (known <= 0.0 || known >= 100.0) return 0.0;
    double p = 0.01 * known, n = (double)asked;
    return 100.0 * (4.0 * sqrt(p * (1.0 - p) / n) + 4.0 / n);
}

static long check_band(const methods_table *table, const char *method, const char *what, long right, long asked,
                       methods_band band, bool sample)
{
    double rate = percent(right, asked), low = band.low, high = band.high;
    if (sample) {
        low -= stray(band.low, asked);
        high += stray(band.high, asked);
    }
    if (rate >= low && rate <= high) return 0;
    printf("RATE %s, %s: %.4f %% of %ld are %s, expected %.4f to %.4f\n", method, table->name, rate, asked, what, low,
           high);
    return 1;
}

static const methods_rate *rate_of(const methods_study *s, const char *method)
{
    for (int i = 0; i < s->rate_count; ++i) {
        if (strcmp(s->rates[i].method, method) == 0) return &s->rates[i];
    }
    return NULL;
}

static long check_table(const methods_study *s, const methods_table *table, int kind, bool sample)
{
    long wrong = table->bad_pairs;
    if (table->bad_pairs > 0) printf("%s: the oracle has no answer to %ld pairs\n", table->name, table->bad_pairs);
    for (int i = 0; i < scree_method_count() && i < METHODS_MAX; ++i) {
        const methods_tally *t = &table->of[i];
        const char *name = scree_method_at(i)->name;
        const methods_rate *rate = rate_of(s, name);
        wrong += t->faults;
        if ((rate != NULL) != (t->asked > 0)) {
            printf("RATE %s, %s: asked %ld times, %s\n", name, table->name, t->asked, rate ? "has a rate" : "no rate");
            ++wrong;
        }
        if (rate == NULL || t->asked == 0) continue;
        wrong += check_band(table, name, "exact", t->exact, t->asked, rate->exact[kind], sample);
        wrong += check_band(table, name, "near", t->near, t->asked, rate->near[kind], sample);
        const methods_band cut_short = { 0.0, rate->cut_short };
        wrong += check_band(table, name, "cut short", t->cut_short, t->asked, cut_short, sample);
    }
    return wrong;
}

static long share(long full, double scale)
{
    double count = (double)full * scale;
    return count < 1.0 ? 1 : (long)count;
}

static bool run_class(const methods_study *s, int i, long pairs, methods_table *table)
{
    int class_number = scree_scene_class_find(s->classes[i]);
    scree_scene *scene = class_number < 0 ? NULL : scree_scene_open(class_number, s->seed, NULL);
    bool ok = scene != NULL && scree_methods_run(scene, -1, pairs, table);
    scree_scene_close(scene);
    return ok;
}

long scree_methods_drive(const methods_study *s, double scale, long *done)
{
    static const char *const names[METHODS_KINDS] = { "apart", "shallow overlap", "deep overlap", "hard" };
    const long pairs[] = { s->apart, s->shallow, s->deep };
    const usual_meeting meetings[] = { USUAL_APART, USUAL_SHALLOW, USUAL_DEEP };
    scree_scene *usual = scree_usual_open(s->dimension, s->seed);
    long wrong = 0;
    for (int kind = 0; kind < METHODS_KINDS; ++kind) {
        methods_table table = { .name = names[kind] };
        bool ok = usual != NULL;
        if (kind == 3) {
            for (int i = 0; i < s->class_count; ++i) ok = run_class(s, i, share(s->hard, scale), &table) && ok;
        } else if (pairs[kind] > 0) {
            ok = ok && scree_methods_run(usual, (int)meetings[kind], share(pairs[kind], scale), &table);
        } else {
            continue;
        }
        if (!ok) printf("%s: shapes or memory are missing\n", names[kind]);
        print_table(&table);
        wrong += !ok + check_table(s, &table, kind, scale < 1.0);
        *done += table.pairs;
    }
    scree_scene_close(usual);
    return wrong;
}
