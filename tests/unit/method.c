// The table of methods, and the names of states, features and statuses.
#include "scree/method.h"

#include <string.h>

#include "check.h"

int main(void)
{
    int count = scree_method_count();
    CHECK(count >= 1);
    CHECK(scree_method_at(-1) == NULL && scree_method_at(count) == NULL);
    CHECK(scree_method_find("") == NULL && scree_method_find("Auto") == NULL && scree_method_find("auto ") == NULL);
    CHECK(strcmp(scree_method_at(0)->name, "auto") == 0);
    scree_shape *ball = scree_sphere(1, 0, NULL), *disc = scree_disc(1, 0, NULL);
    for (int i = 0; i < count; ++i) {
        const scree_method *m = scree_method_at(i);
        CHECK(m->name != NULL && m->source != NULL && m->summary != NULL && m->pairs != NULL);
        CHECK(m->serves != NULL && m->answer != NULL && (m->separated || m->overlapping));
        CHECK(scree_method_find(m->name) == m); // names are unique
        CHECK(strlen(m->summary) > 0 && strchr(m->summary, '\n') == NULL);
    }
    CHECK(scree_method_at(0)->serves(ball, ball) && scree_method_at(0)->serves(disc, disc));
    scree_shape_destroy(ball);
    scree_shape_destroy(disc);

    CHECK(strcmp(scree_state_name(SCREE_SEPARATED), "separated") == 0);
    CHECK(strcmp(scree_state_name(SCREE_TOUCHING), "touching") == 0);
    CHECK(strcmp(scree_state_name(SCREE_OVERLAPPING), "overlapping") == 0);
    static const char *const feature[4] = { NULL, "vertex", "edge", "face" };
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) {
            const char *name = scree_features_name((scree_feature)i, (scree_feature)k);
            char expected[16] = "";
            if (i > 0 && k > 0) snprintf(expected, sizeof expected, "%s-%s", feature[i], feature[k]);
            CHECK((name == NULL) == (i == 0 || k == 0));
            if (name != NULL) CHECK_MSG(strcmp(name, expected) == 0, "%s for %s", name, expected);
        }
    }
    for (int i = SCREE_OK; i <= SCREE_FILE_ERROR; ++i) {
        const char *name = scree_status_name((scree_status)i), *text = scree_status_text((scree_status)i);
        CHECK(name != NULL && strlen(name) > 0 && strchr(name, ' ') == NULL);
        CHECK(text != NULL && strlen(text) > 0 && text[strlen(text) - 1] != '.');
        for (int k = SCREE_OK; k < i; ++k) CHECK(strcmp(name, scree_status_name((scree_status)k)) != 0);
    }
    CHECK(strcmp(scree_status_name(SCREE_OK), "ok") == 0);
    CHECK(strcmp(scree_status_name(SCREE_NO_CONVERGENCE), "no_convergence") == 0);
    return check_done();
}
