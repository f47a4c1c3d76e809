// Random pairs at chosen gaps and overlaps: a method's verdicts, overlaps and normals against the exact ones.
//
// Lengths are relative to the smaller body: to the radius of the sphere of its volume. Gaps and overlaps are of every
// magnitude from 1e-4 to 0.3, as many in each decade, half of the pairs of either sign. Exact is what `auto` certifies.
#ifndef SCREE_CLI_PENG_HANLEY_PAIRS_H
#define SCREE_CLI_PENG_HANLEY_PAIRS_H

#include "peng_hanley.h"

enum { PH_DEPTHS = 5 };

/// The classes of gaps and overlaps.
extern const double scree_ph_depths[PH_DEPTHS + 1];
extern const char *const scree_ph_depth_names[PH_DEPTHS];

/// The second body over the first, by the same radii.
enum { PH_SIZES = 4 };

extern const char *const scree_ph_size_names[PH_SIZES];

typedef struct ph_record {
    bool made;      ///< false: the two could not be brought to that distance
    bool decided;   ///< the interval of auto proves contact or none
    bool contact;   ///< by that proof
    bool converged; ///< the method came to its own end
    bool says;      ///< contact, says the method
    int ph_case;    ///< of ph-sq
    int depth;      ///< class of the gap or overlap
    int size;       ///< class of the size ratio
    double off;     ///< |overlap of the method - exact| / radius; where both say contact, else NaN
    double overlap; ///< the same, relative to the exact overlap
    double normal;  ///< angle to the exact normal, in degrees; as above
} ph_record;

/// The shapes of a pair of this group, to be destroyed by the caller; NULL where they could not be made.
typedef void (*ph_maker)(int group, scree_random *random, scree_shape *out[2]);

typedef struct ph_pairs {
    size_t count;
    int groups; ///< 32 at the most; pair i is of group i % groups
    ph_maker make;
    const char *method;
    uint64_t stream;
    const char *what;   ///< for the line on the terminal
    ph_record *records; ///< the answer; the same for any number of threads
} ph_pairs;

/// Which pairs a tally takes.
typedef struct ph_choice {
    uint32_t groups; ///< a bit for each; 0: any
    int depth;       ///< -1: any
    int sign;        ///< -1: overlaps alone; 1: gaps alone; 0: both
    int ph_case;     ///< 0: any
    int size;        ///< 0: any; 1 to PH_SIZES: that class, from 1
} ph_choice;

typedef struct ph_tally {
    size_t pairs, unmade, undecided, converged, right, false_contact, missed, measured;
    double overlap[3], off[3], normal[3]; ///< median, 95 %, worst
} ph_tally;

enum { PH_MEDIAN, PH_MOST, PH_WORST };

/// False where memory ran out.
bool scree_ph_tally(const ph_pairs *pairs, ph_choice choice, ph_tally *out);

/// A row: `cells`, the cells of PH_TALLY_HEADINGS, and that the paper does not have it. `cells` is freed.
void scree_ph_tally_row(figures *f, text *cells, const ph_tally *t);
#define PH_TALLY_HEADINGS                                                                                              \
    "pairs\tcontact decided rightly\tsays contact, apart\tmisses contact\toverlap off / overlap, median\t95 %\t"       \
    "overlap off / radius, 95 %\tworst\tnormal off, median\t95 %\tverdict"

/// Overlaps by their class, for sets of groups (that many, named): a table, and charts of errors.
bool scree_ph_depths_table(figures *f, const ph_pairs *pairs, const char *heading, const char *const *names,
                           const uint32_t *groups, int count);

/// Measures, and then `tell` adds tables to the section at hand; a note says how many pairs were left out, or that the
/// method is not there. False where it was interrupted, or could not go on.
bool scree_ph_pairs_study(const study_options *options, figures *f, ph_pairs *pairs,
                          bool (*report)(figures *f, const ph_pairs *pairs));

#endif
