// The nine contact situations of descantes-2019, Table 1: reconstructions. The paper prints their answers but not their
// coordinates; these pairs are of the same kind as its figures show, and their exact answers are the printed ones to
// all printed digits.
#ifndef SCREE_SCENES_SITUATIONS_H
#define SCREE_SCENES_SITUATIONS_H

#include "scree/body.h"
#include "scree/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scree_situation {
    const char *figure; ///< "Fig. 2", ...
    const char *what;   ///< one line: which bodies, and what the paper shows by them
    scree_body a, b;
    scree_vec3 normal;          ///< as printed, from A to B
    double distance;            ///< as printed: minus the overlap
    double last_digit;          ///< one unit of the last digit printed for the overlap
    double paper_td_us;         ///< Table 2: microseconds by GJK-TD
    double paper_fcp, paper_cp; ///< Table 2: times relative to GJK-TD by Nezami (revised) and Cundall (revised)
} scree_situation;

enum { SCREE_SITUATIONS = 9 };

/// Fills all nine; false with the reason in `error`. scree_situations_close() destroys their shapes.
bool scree_situations_open(scree_situation out[SCREE_SITUATIONS], scree_error *error);
void scree_situations_close(scree_situation situations[SCREE_SITUATIONS]);

#ifdef __cplusplus
}
#endif

#endif
