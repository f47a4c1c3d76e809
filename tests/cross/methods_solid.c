// Every method for polyhedra against the oracle: true intervals always, and the rate of exact answers that each is
// known for.
#include "methods_rates.h"

static const methods_rate rates[] = {
    METHOD_RIGHT("auto", 0),
    // The normal is tilted towards four fixed directions. The gap has ridges, where features tie, and across a ridge
    // none of the four need go up: the search halves its steps to nothing. Exact where a vertex meets a vertex, whose
    // top is smooth, or where the ridge happens to lie right. The last step is 1e-7 degrees, which leaves some of the
    // right ones off by 1e-9 to 1e-6: near, not exact.
    { "cp",
      { { 58.94, 59.54 }, { 66.9, 67.5 }, { 62.43, 63.02 }, { 70.69, 74.69 } },
      { { 64.05, 64.64 }, { 68.8, 69.4 }, { 63.51, 64.11 }, { 75.34, 79.34 } },
      0.6 },
    // Three starts find more of the tops, and get stuck on the same ridges.
    { "cp-revised",
      { { 68.98, 69.58 }, { 78.79, 79.39 }, { 76.39, 76.99 }, { 82.9, 86.9 } },
      { { 75.56, 76.16 }, { 80.97, 81.57 }, { 77.62, 78.22 }, { 86.37, 90.37 } },
      1.6 },
    // Overlapping bodies are moved apart along the first plane, and the common plane there need not be that of the
    // bodies where they are (descantes-2019, Fig. 4), the less so the deeper they overlap. Bodies apart that the first
    // plane does not part are moved too. And of the vertices that tie as the closest, one is taken: planes that only
    // the others would propose are missed.
    { "fcp",
      { { 90.05, 90.65 }, { 81.86, 82.46 }, { 50.51, 51.11 }, { 72.34, 76.34 } },
      { { 90.2, 90.8 }, { 81.88, 82.47 }, { 50.52, 51.12 }, { 75.41, 79.41 } },
      0 },
    // Nothing is moved: the ties remain.
    { "fcp-revised",
      { { 97.52, 98.12 }, { 98.08, 98.68 }, { 96.24, 96.84 }, { 97.21, 99.51 } },
      { { 97.56, 98.16 }, { 98.08, 98.68 }, { 96.24, 96.84 }, { 97.73, 99.6 } },
      0 },
    // Exact apart. Overlapping, moved like fcp, with the same flaw.
    { "slm",
      { ALWAYS, { 82.35, 82.95 }, { 50.69, 51.29 }, { 79.14, 83.14 } },
      { ALWAYS, { 82.36, 82.96 }, { 50.7, 51.3 }, { 80.79, 84.79 } },
      0 },
    // Exact apart. Overlapping, the answer is the nearest face of the last simplex, which is a face of the difference
    // only by chance: often where its bodies barely overlap, hardly ever where they overlap deeply.
    { "gjk-johnson",
      { ALWAYS, { 31.91, 32.51 }, { 0.02, 0.12 }, { 66.61, 70.61 } },
      { ALWAYS, { 31.91, 32.51 }, { 0.02, 0.12 }, { 70.3, 74.3 } },
      0 },
    { "gjk-signed-volumes",
      { ALWAYS, { 31.94, 32.54 }, { 0.03, 0.13 }, { 67.59, 71.59 } },
      { ALWAYS, { 31.95, 32.55 }, { 0.03, 0.13 }, { 70.44, 74.44 } },
      0 },
    // Exact where it ends. Deep overlaps may take more faces than there is room for.
    { "gjk-td",
      { ALWAYS, ALWAYS, { 99.38, 99.79 }, { 99.63, 100 } },
      { ALWAYS, ALWAYS, { 99.38, 99.79 }, { 99.64, 100 } },
      0.8 },
    METHOD_RIGHT("gjk-epa", 0.1),
    METHOD_RIGHT("sat", 0),
};

// Parallel, touching, coincident, nested, thin, far, tiny, huge, of sizes up to 1e6 times each other.
static const char *const classes[] = { "hull-features",
                                       "solid-features",
                                       "face-face",
                                       "edge-face",
                                       "parallel-edges",
                                       "lattice",
                                       "lattice-turned",
                                       "lattice-tilted",
                                       "concentric",
                                       "coincident",
                                       "nested",
                                       "plates",
                                       "plate-features",
                                       "plate-faces",
                                       "needles",
                                       "needle-features",
                                       "size-ratio",
                                       "size-ratio-faces",
                                       "tiny",
                                       "tiny-any",
                                       "huge",
                                       "huge-any",
                                       "far-from-origin",
                                       "far-vertices",
                                       "far-vertices-any",
                                       "unclean-points",
                                       "unclean-faces",
                                       "apart" };

static const methods_study study = {
    .dimension = 3,
    .seed = 20060912,
    .apart = 56000,
    .shallow = 28000,
    .deep = 28000,
    .hard = 500,
    .classes = classes,
    .class_count = sizeof classes / sizeof classes[0],
    .rates = rates,
    .rate_count = sizeof rates / sizeof rates[0],
};

int main(void)
{
    return check_methods(&study, "polyhedra");
}
