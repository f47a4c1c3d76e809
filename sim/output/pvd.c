#define _POSIX_C_SOURCE 200809L
#include "output/pvd.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scree/version.h"

static const char first_line[] = "<?xml version=\"1.0\"?>\n";
static const char list_start[] =
    "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n";
static const char tail[] = "</Collection>\n</VTKFile>\n";
// A row ends with its step, for a run that is resumed.
static const char row_start[] = "<DataSet timestep=\"", step_start[] = "<!-- step ";

/// Where the file comes from, as processing instructions, which readers that do not know them leave alone.
static void write_head(scree_sim_bytes *out, const scree_sim_origin_copy *origin)
{
    const scree_sim_origin *o = &origin->origin;
    const char *const words[][2] = { { "version", scree_version() },
                                     { "title", o->title },
                                     { "command", o->command },
                                     { "scene_sha256", origin->scene_hash },
                                     { "scene", o->scene } };
    scree_sim_bytes_words(out, first_line);
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        scree_sim_bytes_format(out, "<?scree %s=\"", words[i][0]);
        scree_sim_bytes_xml(out, words[i][1]);
        scree_sim_bytes_words(out, "\"?>\n");
    }
    scree_sim_bytes_format(out, "<?scree seed=\"%llu\"?>\n", (unsigned long long)o->seed);
    scree_sim_bytes_words(out, list_start);
}

static bool write_list(scree_sim_pvd *pvd, scree_error *error)
{
    scree_sim_bytes text = { 0 };
    scree_sim_bytes_add(&text, pvd->head.data, pvd->head.size);
    scree_sim_bytes_add(&text, pvd->rows.data, pvd->rows.size);
    scree_sim_bytes_words(&text, tail);
    const bool done = (!text.failed && !pvd->head.failed && !pvd->rows.failed) || scree_output_no_memory(error);
    const bool written = done && scree_sim_replace_file(pvd->path, text.data, text.size, false, error);
    scree_sim_bytes_free(&text);
    return written;
}

/// Keep the rows up to a step.
static bool read_rows(scree_sim_pvd *pvd, int64_t resume_step, scree_error *error)
{
    scree_sim_bytes text;
    if (!scree_sim_read_file(pvd->path, &text, error)) return false;
    const char *at = (const char *)text.data;
    while ((at = strstr(at, row_start)) != NULL) {
        const char *end = strchr(at, '\n'), *step = strstr(at, step_start);
        if (end == NULL || step == NULL || strtoll(step + sizeof step_start - 1, NULL, 10) > resume_step) break;
        scree_sim_bytes_add(&pvd->rows, at, (size_t)(end + 1 - at));
        pvd->count++;
        at = end;
    }
    scree_sim_bytes_free(&text);
    return !pvd->rows.failed || scree_output_no_memory(error);
}

bool scree_sim_pvd_open(scree_sim_pvd *pvd, const char *folder, const char *name, const scree_sim_origin_copy *origin,
                        int64_t resume_step, scree_error *error)
{
    *pvd = (scree_sim_pvd){ 0 };
    scree_sim_bytes path = { 0 };
    scree_sim_bytes_format(&path, "%s/%s.pvd", folder, name);
    pvd->path = scree_sim_bytes_string(&path);
    pvd->folder = strdup(folder);
    pvd->name = strdup(name);
    write_head(&pvd->head, origin);
    if (pvd->path == NULL || pvd->folder == NULL || pvd->name == NULL) return scree_output_no_memory(error);
    if (resume_step >= 0 && access(pvd->path, F_OK) == 0 && !read_rows(pvd, resume_step, error)) return false;
    return write_list(pvd, error);
}

char *scree_sim_pvd_frame_path(const scree_sim_pvd *pvd, int64_t frame)
{
    scree_sim_bytes path = { 0 };
    scree_sim_bytes_format(&path, "%s/frames/%s_%06lld.vtp", pvd->folder, pvd->name, (long long)frame);
    return scree_sim_bytes_string(&path);
}

bool scree_sim_pvd_add(scree_sim_pvd *pvd, int64_t frame, int64_t step, double time, scree_error *error)
{
    const size_t before = pvd->rows.size;
    scree_sim_bytes_words(&pvd->rows, row_start);
    scree_sim_bytes_number(&pvd->rows, time);
    scree_sim_bytes_format(&pvd->rows, "\" part=\"0\" file=\"frames/%s_%06lld.vtp\"/>%s%lld -->\n", pvd->name,
                           (long long)frame, step_start, (long long)step);
    const bool done = write_list(pvd, error);
    if (done)
        pvd->count++;
    else
        pvd->rows.size = before;
    return done;
}

void scree_sim_pvd_close(scree_sim_pvd *pvd)
{
    free(pvd->path);
    free(pvd->folder);
    free(pvd->name);
    scree_sim_bytes_free(&pvd->head);
    scree_sim_bytes_free(&pvd->rows);
    *pvd = (scree_sim_pvd){ 0 };
}
