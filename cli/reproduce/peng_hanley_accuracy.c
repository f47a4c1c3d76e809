// Beyond peng-hanley-2019: how often ph-sq is right over random pairs, and how good its overlap and normal are as the
// overlap grows.
#include "peng_hanley_pairs.h"
#include "scenes/place.h"

enum { PAIRS = 180000, QUICK_PAIRS = 36000 };

enum { SPHERES, ELLIPSOIDS, BLOCKY, SUPERQUADRICS };
enum { CUBES, PRISMS, HULLS, POLYHEDRA };
enum { COMBINATIONS = SUPERQUADRICS * POLYHEDRA, HULL_VERTICES = 27 };

static const char *const superquadric_names[SUPERQUADRICS] = { "sphere", "ellipsoid", "blocky" };
static const char *const polyhedron_names[POLYHEDRA] = { "cube", "prism", "50 faces" };

static void make(int combination, scree_random *r, scree_shape *out[2])
{
    const int polyhedron = combination % POLYHEDRA;
    const double size = random_decade(r, -0.5, 0.5);
    out[0] = polyhedron == CUBES    ? scree_box_create(s3(0.7, 0.7, 0.7), 0.0, NULL)
             : polyhedron == PRISMS ? scree_ph_random_prism(r, NULL)
                                    : scree_ph_random_hull(HULL_VERTICES, r, NULL);
    switch (combination / POLYHEDRA) {
    case SPHERES:
        out[1] = scree_sphere_create(size, 0.0, NULL);
        break;
    case ELLIPSOIDS:
        out[1] = scree_ph_random_superquadric(2.0, 2.0, random_between(r, 1.0, 4.0), size, r, NULL);
        break;
    default: {
        const double n1 = random_between(r, 3.0, 10.0), n2 = random_between(r, 3.0, 10.0);
        out[1] = scree_ph_random_superquadric(n1, n2, random_between(r, 1.0, 3.0), size, r, NULL);
        break;
    }
    }
}

// ------------------------------------------------------------------------------------------------------------ tables

static bool combinations_table(figures *f, const ph_pairs *pairs)
{
    scree_figures_table(f, "ph-sq by shapes", "superquadric\tpolyhedron\t" PH_TALLY_HEADINGS);
    for (int i = 0; i < COMBINATIONS; ++i) {
        ph_tally t;
        text cells = { 0 };
        if (!scree_ph_tally(pairs, (ph_choice){ .groups = (uint32_t)1 << i, .depth = -1 }, &t)) return false;
        scree_cli_text_printf(&cells, "%s\t%s", superquadric_names[i / POLYHEDRA], polyhedron_names[i % POLYHEDRA]);
        scree_ph_tally_row(f, &cells, &t);
    }
    return true;
}

static bool cases_table(figures *f, const ph_pairs *pairs)
{
    scree_figures_table(f, "ph-sq by case", "case\tcontact\t" PH_TALLY_HEADINGS);
    for (int i = 1; i < PH_CASES; ++i) {
        ph_tally t;
        text cells = { 0 };
        if (!scree_ph_tally(pairs, (ph_choice){ .depth = -1, .ph_case = i }, &t)) return false;
        if (t.pairs == 0) continue;
        scree_cli_text_printf(&cells, "%d\t%s", i, i == PH_INSIDE ? "inside" : i % 2 == 0 ? "yes" : "no");
        scree_ph_tally_row(f, &cells, &t);
    }
    return true;
}

// With any superquadric.
static bool sizes_table(figures *f, const ph_pairs *pairs)
{
    scree_figures_table(f, "ph-sq by the size of the superquadric over that of the polyhedron",
                        "polyhedron\tsize ratio\t" PH_TALLY_HEADINGS);
    for (int i = 0; i < POLYHEDRA * PH_SIZES; ++i) {
        ph_choice c = { .depth = -1, .size = i % PH_SIZES + 1 };
        ph_tally t;
        text cells = { 0 };
        for (int s = 0; s < SUPERQUADRICS; ++s) c.groups |= (uint32_t)1 << (s * POLYHEDRA + i / PH_SIZES);
        if (!scree_ph_tally(pairs, c, &t)) return false;
        scree_cli_text_printf(&cells, "%s\t%s", polyhedron_names[i / PH_SIZES], scree_ph_size_names[i % PH_SIZES]);
        scree_ph_tally_row(f, &cells, &t);
    }
    return true;
}

// The groups of a superquadric with any polyhedron.
static void groups_of(uint32_t out[SUPERQUADRICS])
{
    for (int i = 0; i < SUPERQUADRICS; ++i) out[i] = (uint32_t)((1 << POLYHEDRA) - 1) << i * POLYHEDRA;
}

static bool gaps_table(figures *f, const ph_pairs *pairs)
{
    uint32_t groups[SUPERQUADRICS];
    groups_of(groups);
    scree_figures_table(f, "Contact by ph-sq where there is none, by the gap",
                        "gap\tsphere\tellipsoid\tblocky\tverdict");
    for (int d = 0; d < PH_DEPTHS; ++d) {
        text cells = { 0 };
        scree_cli_text_words(&cells, scree_ph_depth_names[d]);
        for (int s = 0; s < SUPERQUADRICS; ++s) {
            ph_tally t = { 0 };
            if (!scree_ph_tally(pairs, (ph_choice){ .groups = groups[s], .depth = d, .sign = 1 }, &t)) break;
            scree_cli_text_printf(&cells, "\t%zu of %zu", t.false_contact, t.pairs - t.unmade - t.undecided);
        }
        scree_cli_text_printf(&cells, "\t%s", scree_figures_beyond(f));
        scree_cells_row(f, &cells);
    }
    return true;
}

static bool report(figures *f, const ph_pairs *pairs)
{
    uint32_t groups[SUPERQUADRICS];
    groups_of(groups);
    return combinations_table(f, pairs) && cases_table(f, pairs) && sizes_table(f, pairs) && gaps_table(f, pairs) &&
           scree_ph_depths_table(f, pairs, "superquadric", superquadric_names, groups, SUPERQUADRICS);
}

bool scree_ph_accuracy(const study_options *options, figures *f)
{
    ph_pairs pairs = { .count = options->pairs > 0 ? options->pairs
                                : options->quick   ? QUICK_PAIRS
                                                   : PAIRS,
                       .groups = COMBINATIONS,
                       .make = make,
                       .method = "ph-sq",
                       .stream = PH_PAIRS_STREAM,
                       .what = "peng-hanley-2019, ph-sq" };
    scree_figures_section(
        f, "Beyond the paper: how often ph-sq is right, and how good its overlap and normal are",
        "%zu random pairs: spheres, ellipsoids (aspect up to 4) and blocky superquadrics (exponents 3 to 10, aspect up "
        "to 3), with semi-axes from 0.3 to 3, against cubes, prisms of 3 to 8 sides and hulls of 50 faces, of radii "
        "about 1; any way round, at gaps and overlaps of 0.01 to 30 %% of the radius of the smaller body (that of the "
        "sphere of its volume), as many of each magnitude. Contact is certain where the interval of `auto` says so. "
        "Overlap and normal are compared where both say contact: the overlap relative to the exact one, the normal by "
        "its angle to that of the shortest translation.",
        pairs.count);
    return scree_ph_pairs_study(options, f, &pairs, report);
}
