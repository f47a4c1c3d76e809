#include "output/bytes.h"
#include "scree_sim/output.h"

bool scree_sim_view_write(const char *folder, const char *html, scree_error *error)
{
    if (folder == NULL || html == NULL)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "%s: is NULL", folder == NULL ? "folder" : "html");
    return scree_output_fail(error, SCREE_FILE_ERROR, "%s: scree was built without the page", html);
}
