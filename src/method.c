// The one table of methods. A new method is a row here, a header, a file, a test and a page in docs/.
#include "scree/method.h"

#include <string.h>

#include "narrow/auto.h"

static const scree_method table[] = {
    {
        .name = "auto",
        .source = "scree",
        .summary = "exact signed distance with a certified interval, the search chosen by the pair",
        .pairs = "any two shapes of one dimension",
        .separated = true,
        .overlapping = true,
        .serves = scree_auto_serves,
        .answer = scree_auto,
    },
};

int scree_method_count(void)
{
    return (int)(sizeof table / sizeof *table);
}

const scree_method *scree_method_at(int i)
{
    return i >= 0 && i < scree_method_count() ? &table[i] : NULL;
}

const scree_method *scree_method_find(const char *name)
{
    for (int i = 0; i < scree_method_count(); ++i)
        if (strcmp(table[i].name, name) == 0) return &table[i];
    return NULL;
}
