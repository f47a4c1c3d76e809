// Every method for polygons against the oracle: true intervals always, and the rate of exact answers that each is known
// for.
#include "methods_rates.h"

static const methods_rate rates[] = {
    METHOD_RIGHT("auto", 0),
    // In the plane there are two directions to tilt to, and a ridge is a point: bodies apart have one top, and it is
    // found. Overlapping ones have several, and the one next to the start is climbed.
    { "cp",
      { ALWAYS, { 99.59, 99.86 }, { 85.78, 86.38 }, { 85.49, 89.49 } },
      { ALWAYS, { 99.59, 99.86 }, { 85.78, 86.38 }, { 86.05, 90.05 } },
      0 },
    // Bodies apart that the first plane does not part are moved, as overlapping ones are, and come out wrong.
    { "fcp",
      { { 97.51, 98.11 }, { 96.46, 97.06 }, { 68.35, 68.95 }, { 73.61, 77.61 } },
      { { 97.55, 98.15 }, { 96.47, 97.07 }, { 68.35, 68.95 }, { 75.08, 79.08 } },
      0 },
    // Exact apart. Overlapping, moved like fcp.
    { "slm",
      { ALWAYS, { 96.86, 97.46 }, { 68.48, 69.08 }, { 79.37, 83.37 } },
      { ALWAYS, { 96.87, 97.47 }, { 68.48, 69.08 }, { 80.14, 84.14 } },
      0 },
    // Exact apart. Overlapping, the answer is the nearest edge of the last triangle.
    { "gjk-johnson",
      { ALWAYS, { 50.8, 51.4 }, { 0.24, 0.73 }, { 53.82, 57.82 } },
      { ALWAYS, { 50.8, 51.4 }, { 0.24, 0.73 }, { 56.22, 60.22 } },
      0 },
    { "gjk-signed-volumes",
      { ALWAYS, { 50.8, 51.4 }, { 0.24, 0.73 }, { 54.68, 58.68 } },
      { ALWAYS, { 50.8, 51.4 }, { 0.24, 0.73 }, { 56.28, 60.28 } },
      0 },
    METHOD_RIGHT("gjk-epa", 0),
    METHOD_RIGHT("sat", 0),
};

// Sharp polygons only: edge on edge, on a lattice, concentric, coincident, thin, far, of sizes up to 1e6 times each
// other.
static const char *const classes[] = { "polygon-features",    "polygon-edges",  "squares",
                                       "squares-turned",      "squares-tilted", "polygon-concentric",
                                       "polygon-coincident",  "slivers",        "slivers-any",
                                       "polygon-ratio",       "polygon-nested", "polygon-far",
                                       "polygon-far-vertices" };

static const methods_study study = {
    .dimension = 2,
    .seed = 20060912,
    .apart = 56000,
    .shallow = 28000,
    .deep = 28000,
    .hard = 1000,
    .classes = classes,
    .class_count = sizeof classes / sizeof classes[0],
    .rates = rates,
    .rate_count = sizeof rates / sizeof rates[0],
};

int main(void)
{
    return check_methods(&study, "polygons");
}
