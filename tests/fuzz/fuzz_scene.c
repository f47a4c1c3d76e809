// Bytes to scenes: any bytes are a scene or a list of errors. What stands before the first zero byte is an override.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "scree_sim/scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// libfyaml 0.7.12 loses a buffer of 4 KiB for some texts that are no YAML.
const char *__lsan_default_suppressions(void); // NOLINT(bugprone-reserved-identifier)
const char *__lsan_default_suppressions(void)  // NOLINT(bugprone-reserved-identifier)
{
    return "leak:libfyaml.so";
}

static void require(int condition)
{
    if (!condition) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { LONGEST = 200 };
    const uint8_t *zero = size > 0 ? memchr(data, 0, size) : NULL;
    char words[LONGEST];
    const char *overrides[1] = { words };
    size_t count = 0;
    if (zero != NULL && zero - data < LONGEST) {
        memcpy(words, data, (size_t)(zero - data) + 1);
        count = 1;
        size -= (size_t)(zero - data) + 1;
        data = zero + 1;
    }
    scree_scene_errors errors;
    scree_scene *scene = scree_scene_parse(data, size, "fuzz", overrides, count, &errors);
    require((scene == NULL) == (errors.count > 0));
    for (size_t i = 0; i < errors.count; ++i) require(errors.list[i].message[0] != 0 && errors.list[i].line >= 0);
    if (scene != NULL)
        require(scene->material_count > 0 && scene->shape_count > 0 && scene->insert_count > 0 &&
                scene->stage_count > 0);
    scree_scene_destroy(scene);
    scree_scene_errors_free(&errors);
    return 0;
}
