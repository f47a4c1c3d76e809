// The page of scree reproduce: words that look like HTML stay words, numbers that JSON does not have are left out,
// verdicts are counted, and a file is written whole or not at all. And the threads of its counting.
#define _XOPEN_SOURCE 700
#include "reproduce/figures.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "reproduce/crew.h"

static const char nasty[] = "a < b & \"c\" </script><b>`d`";

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    size_t capacity = 1 << 20;
    char *bytes = malloc(capacity);
    size_t size = bytes != NULL ? fread(bytes, 1, capacity - 1, file) : 0;
    if (bytes != NULL) bytes[size] = 0;
    fclose(file);
    return bytes;
}

static int count_of(const char *words, const char *part)
{
    int count = 0;
    for (const char *p = words; (p = strstr(p, part)) != NULL; ++p) ++count;
    return count;
}

static figures *make_figures(void)
{
    figures *f = scree_figures_create(false);
    if (f == NULL) abort();
    const double x[] = { 1.0, 2.0, 3.0 }, y[] = { 0.5, NAN, INFINITY };
    const char *const categories[] = { nasty, "two", "three" };
    scree_figures_fact(f, nasty, "%s", nasty);
    scree_figures_paper(f, "first", nasty, nasty);
    scree_figures_section(f, nasty, "%s", nasty);
    scree_figures_table(f, nasty, "name\tnumber\tmixed\tverdict");
    scree_figures_row(f, "one\t%.1f\t2-D\t%s", -1.5, scree_figures_verdict(f, true));
    scree_figures_row(f, "%s\t-\t3\t%s", nasty, scree_figures_verdict(f, false));
    scree_figures_row(f, "three\t5 %%\t4\t%s", scree_figures_beyond(f));
    scree_figures_row(f, "four\t\t\t%s", scree_figures_target(f, true));
    scree_figures_row(f, "five\t\t\t%s", scree_figures_target(f, false));
    scree_figures_row(f, "six"); // the other cells are empty
    chart c = { .kind = CHART_LINES, .title = nasty, .series_count = 1 };
    c.series[0].name = nasty;
    c.series[0].x = x;
    c.series[0].y = y;
    c.series[0].count = 3;
    scree_figures_chart(f, &c);
    c.categories = categories;
    c.category_count = 3;
    scree_figures_chart(f, &c);
    scree_figures_note(f, "%s", nasty);
    const drawn_line lines[] = { { .kind = DRAWN_A, .closed = true, .count = 3, .x = x, .y = x },
                                 { .kind = DRAWN_MARK, .count = 2, .x = x, .y = x } };
    scree_figures_drawing(f, nasty, lines, 2, nasty);
    scree_figures_drawing(f, nasty, NULL, 0, NULL);
    scree_figures_doi(f, "10.1000/x<y");
    scree_figures_paper(f, "second", "title", "authors");
    scree_figures_verdict(f, true);
    return f;
}

static void check_page(const char *path)
{
    figures *f = make_figures();
    CHECK(scree_figures_end(f));
    CHECK(scree_figures_differing(f) == 1);
    CHECK(scree_figures_missed(f) == 1);
    CHECK(scree_figures_write_html(f, path));
    scree_figures_destroy(f);
    char *page = read_file(path);
    if (!CHECK(page != NULL)) return;
    // Our own scripts, and no other, open and close.
    CHECK(count_of(page, "<script") == 3);
    CHECK(count_of(page, "</script>") == 3);
    CHECK(count_of(page, "<b>") == 0);
    CHECK(count_of(page, "a &lt; b &amp; &quot;c&quot; &lt;/script&gt;&lt;b&gt;<code>d</code>") >= 6);
    CHECK(count_of(page, "a \\u003c b & \\\"c\\\" \\u003c/script>") == 5);
    CHECK(count_of(page, "\"y\":[0.5,null,null]") == 2);
    CHECK(count_of(page, "<span>agrees</span>") == 1);
    CHECK(count_of(page, "<span>differs</span>") == 1);
    CHECK(count_of(page, "<span>beyond the paper</span>") == 1);
    CHECK(count_of(page, "<span>target met</span>") == 1);
    CHECK(count_of(page, "<span>target missed</span>") == 1);
    CHECK(count_of(page, "<span class=\"met\">1 met</span> <span class=\"missed\">1 missed</span>") == 1);
    CHECK(count_of(page, "own targets") == 1); // the second paper has none
    CHECK(count_of(page, "<figure class=\"drawing\">") == 2);
    CHECK(count_of(page, "<svg") == 1); // the other drawing has no lines
    CHECK(count_of(page, "<polygon class=\"a\" points=\"12.00,312.00 162.00,162.00 312.00,12.00 \"/>") == 1);
    CHECK(count_of(page, "<circle class=\"mark\"") == 2);
    CHECK(count_of(page, "<details>") == 1);
    CHECK(count_of(page, "href=\"https://doi.org/10.1000/x&lt;y\">doi:10.1000/x&lt;y</a>") == 1);
    CHECK(count_of(page, "<th scope=\"col\" class=\"stay\">verdict</th>") == 1);
    CHECK(count_of(page, "1 agree</span> <span class=\"differs\">1 differ</span> <span class=\"beyond\">1 beyond") ==
          1);
    CHECK(count_of(page, "1 agree</span> <span class=\"beyond\">0 differ</span> <span class=\"beyond\">0 beyond") == 1);
    CHECK(count_of(page, "<td class=\"number\">-1.5</td><td>2-D</td>") == 1);
    CHECK(count_of(page, "<td class=\"number\">5 %</td><td>4</td>") == 1);
    CHECK(count_of(page, "six</th><td class=\"number\"></td><td></td><td class=\"stay\"></td></tr>") == 1);
    free(page);
}

/// A page that cannot be written leaves the old one, and nothing beside it.
static void check_whole(const char *folder, const char *path)
{
    struct stat facts;
    CHECK(stat(path, &facts) == 0);
    CHECK(facts.st_size > 100000); // the plotting library is in it
    mode_t mask = umask(0);
    umask(mask);
    CHECK((facts.st_mode & 0777) == (0666 & ~mask));
    figures *f = make_figures();
    errno = 0;
    CHECK(!scree_figures_write_html(f, folder));
    CHECK(errno == EISDIR);
    errno = 0;
    CHECK(!scree_figures_write_html(f, "/nowhere/at/all/page.html"));
    CHECK(errno == ENOENT);
    scree_figures_destroy(f);
    CHECK(unlink(path) == 0);
    CHECK(rmdir(folder) == 0); // there is nothing left in it
}

// Nine series in six colours: what has the colour of another has an open mark and a dotted line.
static void check_many_series(const char *folder)
{
    enum { SERIES = 9 };
    static const double x[2] = { 1.0, 2.0 };
    static const char *const names[SERIES] = { "1", "2", "3", "4", "5", "6", "7", "8", "9" };
    char path[64];
    figures *f = scree_figures_create(false);
    if (f == NULL) abort();
    scree_figures_paper(f, "many", "title", "authors");
    chart c = { .kind = CHART_LINES, .title = "many", .series_count = SERIES };
    for (int i = 0; i < SERIES; ++i) {
        c.series[i].name = names[i];
        c.series[i].x = c.series[i].y = x;
        c.series[i].count = 2;
    }
    scree_figures_chart(f, &c);
    CHECK(scree_figures_write_charts(f, folder));
    scree_figures_destroy(f);
    snprintf(path, sizeof path, "%s/many.svg", folder);
    char *svg = read_file(path);
    if (!CHECK(svg != NULL)) return;
    CHECK(count_of(svg, "<polyline") == SERIES);
    CHECK(count_of(svg, "stroke-dasharray") == SERIES - 6);
    CHECK(count_of(svg, "fill=\"#fff\" stroke=\"#1f5fa8\"") == 3); // of the seventh: two points, and the legend
    CHECK(count_of(svg, "fill=\"#1f5fa8\" stroke=\"#1f5fa8\"") == 3);
    free(svg);
    CHECK(unlink(path) == 0);
}

enum { ITEMS = 1000, MOST_HANDS = 8 };

typedef struct sheet {
    atomic_int done[ITEMS];
    atomic_int strangers;
    int threads;
} sheet;

static void tick(void *user, int hand, size_t first, size_t end)
{
    sheet *s = user;
    if (hand < 0 || hand >= s->threads || end > ITEMS) atomic_fetch_add(&s->strangers, 1);
    for (size_t i = first; i < end && i < ITEMS; ++i) atomic_fetch_add(&s->done[i], 1);
}

static void check_crew(void)
{
    for (int threads = 1; threads <= MOST_HANDS; ++threads) {
        for (size_t block = 1; block <= ITEMS + 1; block = 7 * block + 1) {
            static sheet s;
            memset(&s, 0, sizeof s);
            s.threads = threads;
            CHECK(scree_crew_run(threads, ITEMS, block, tick, &s, "items"));
            int wrong = 0;
            for (int i = 0; i < ITEMS; ++i) wrong += s.done[i] != 1;
            CHECK_MSG(wrong == 0 && s.strangers == 0, "%d threads, blocks of %zu: %d items", threads, block, wrong);
        }
    }
}

int main(void)
{
    char folder[] = "/tmp/scree-figures.XXXXXX", path[64];
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(path, sizeof path, "%s/page.html", folder);
    check_page(path);
    check_many_series(folder);
    check_whole(folder, path);
    check_crew();
    return check_done();
}
