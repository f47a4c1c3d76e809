// Runs a fuzz harness over files instead of under a fuzzer: every file of the folders named on the command line.
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fp_traps.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) return 0;
    fseek(file, 0, SEEK_END);
    long end = ftell(file);
    rewind(file);
    size_t size = end > 0 ? (size_t)end : 0;
    // Exactly as large as the input, so that AddressSanitizer sees a read beyond its end.
    uint8_t *data = malloc(size > 0 ? size : 1);
    int done = data != NULL && fread(data, 1, size, file) == size;
    fclose(file);
    if (done) LLVMFuzzerTestOneInput(data, size);
    free(data);
    return done;
}

int main(int argc, char **argv)
{
    int count = 0, failed = 0;
#ifdef SCREE_TEST_TRAPS
    turn_traps_on();
#endif
    for (int i = 1; i < argc; ++i) {
        DIR *folder = opendir(argv[i]);
        if (folder == NULL) {
            fprintf(stderr, "%s: no such folder\n", argv[i]);
            return EXIT_FAILURE;
        }
        for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
            if (entry->d_name[0] == '.') continue;
            char path[4096];
            int length = snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (length < 0 || (size_t)length >= sizeof path || !replay(path)) {
                fprintf(stderr, "%s/%s: cannot be read\n", argv[i], entry->d_name);
                failed++;
            }
            count++;
        }
        closedir(folder);
    }
    printf("%d inputs replayed, %d failed\n", count, failed);
    return count > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
