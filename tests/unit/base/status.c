// Words of statuses, states and features; messages of errors, cut to fit.
#include "scree/status.h"

#include <string.h>

#include "base/error.h"
#include "check.h"
#include "scree/scree.h"

static void test_statuses(void)
{
    for (int i = SCREE_OK; i <= SCREE_FILE_ERROR; ++i) {
        const char *name = scree_status_name((scree_status)i), *text = scree_status_text((scree_status)i);
        CHECK_MSG(name != NULL && strspn(name, "abcdefghijklmnopqrstuvwxyz_") == strlen(name), "status %d", i);
        CHECK_MSG(strlen(name) > 0 && strcmp(name, "unknown") != 0 && strlen(text) > 0, "status %d", i);
        for (int k = SCREE_OK; k < i; ++k) CHECK(strcmp(name, scree_status_name((scree_status)k)) != 0);
    }
    CHECK(strcmp(scree_status_name((scree_status)(SCREE_FILE_ERROR + 1)), "unknown") == 0);
    CHECK(strcmp(scree_status_text((scree_status)1000), "unknown status") == 0);
}

// Both orders of two features are two names; a smooth surface has none.
static void test_features(void)
{
    for (int a = SCREE_FEATURE_SURFACE; a <= SCREE_FEATURE_FACE; ++a)
        for (int b = SCREE_FEATURE_SURFACE; b <= SCREE_FEATURE_FACE; ++b) {
            const char *name = scree_features_name((scree_feature)a, (scree_feature)b);
            CHECK((name == NULL) == (a == SCREE_FEATURE_SURFACE || b == SCREE_FEATURE_SURFACE));
            if (name == NULL) continue;
            const char *other = scree_features_name((scree_feature)b, (scree_feature)a), *dash = strchr(name, '-');
            CHECK(dash != NULL && strncmp(dash + 1, other, strlen(dash + 1)) == 0);
        }
    CHECK(strcmp(scree_features_name(SCREE_FEATURE_EDGE, SCREE_FEATURE_FACE), "edge-face") == 0);
    CHECK(strcmp(scree_state_name(SCREE_TOUCHING), "touching") == 0);
}

static void test_errors(void)
{
    static const char *const long_word = "0123456789012345678901234567890123456789012345678901234567890123456789";
    scree_error error = { SCREE_OK, "before" };
    CHECK(scree_error_set(NULL, SCREE_NO_MEMORY, "%d", 1) == SCREE_NO_MEMORY);
    CHECK(scree_error_set(&error, SCREE_INVALID_ARGUMENT, "radius: got %g", -0.5) == SCREE_INVALID_ARGUMENT);
    CHECK(error.status == SCREE_INVALID_ARGUMENT && strcmp(error.message, "radius: got -0.5") == 0);
    (void)scree_error_set(&error, SCREE_FILE_ERROR, "%s%s%s%s%s%s", long_word, long_word, long_word, long_word,
                          long_word, long_word);
    CHECK(strlen(error.message) == sizeof error.message - 1 && error.status == SCREE_FILE_ERROR);
    CHECK(strncmp(error.message, long_word, strlen(long_word)) == 0);
}

int main(void)
{
    test_statuses();
    test_features();
    test_errors();
    return check_done();
}
