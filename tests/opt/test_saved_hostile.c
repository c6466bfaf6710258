/* SPDX-License-Identifier: MIT
 *
 * Saved runs that a stranger has changed, with a right checksum: every number of every pinned file
 * is set to awkward ones, and elements are taken out, doubled, exchanged, renamed and cut off. What
 * is refused names a reason and leaves nothing behind; what is loaded is a run like any other: its
 * points are finite and inside the bounds, and it saves to bytes that load to the same. One change
 * in some hundred takes place; NES_EVERY_CHANGE=N takes every N-th instead. */
#include <dirent.h>
#include <stdio.h>

#include "support/allocator.h"
#include "support/runs.h"
#include "support/sanitizer.h"
#include "support/variants.h"
#include "util/coder.h"

enum { HEADER = 24, MOST = 1 << 16, ELEMENTS = 4096 };

/* An element of the data: a text, its count in front, or a word of eight bytes. */
typedef struct element {
    size_t at, size;
    bool text;
} element;

typedef struct subject {
    unsigned char data[MOST];
    size_t size, n;
    element e[ELEMENTS];
    char name[64];
} subject;

/* What is being tried, for the message of a failure. */
static char present[256];

#define HOLDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) fail_msg("%s: %s does not hold", present, #condition);                   \
    } while (0)

static uint64_t word_at(const unsigned char *data)
{
    uint64_t w = 0;
    for (int i = 0; i < 8; i++) w |= (uint64_t)data[i] << 8 * i;
    return w;
}

/* A text looks like one: few characters, all of which can be printed. */
static bool is_text(const unsigned char *data, size_t left)
{
    const uint64_t n = word_at(data);
    if (n == 0 || n > 240 || n > left - 8) return false;
    for (size_t i = 0; i < n; i++)
        if (data[8 + i] < ' ' || data[8 + i] > '~') return false;
    return true;
}

static void take_apart(subject *s)
{
    const size_t end = s->size - 8;
    s->n = 0;
    for (size_t at = HEADER; at + 8 <= end; at += s->e[s->n++].size) {
        const bool text = is_text(s->data + at, end - at);
        assert_true(s->n < ELEMENTS);
        s->e[s->n] = (element){at, 8 + (text ? (size_t)word_at(s->data + at) : 0), text};
    }
}

static void close_data(unsigned char *data, size_t size)
{
    nes_coder c = {.out = data, .size = size, .used = 16};
    uint64_t total = size;
    nes_code_count(&c, &total);
    c.used = size - 8;
    uint64_t sum = nes_checksum(data, size - 8);
    nes_code_count(&c, &sum);
}

static void check_points(const nes_opt *o, const nes_points *p)
{
    const nes_settings *s = nes_get_settings(o);
    HOLDS(p->n > 0); /* a caller would ask for ever */
    for (size_t k = 0; k < p->n; k++)
        for (size_t i = 0; i < p->dim; i++) {
            const double x = p->x[k * p->dim + i];
            HOLDS(isfinite(x));
            if (s->lower != NULL) HOLDS(x >= s->lower[i]);
            if (s->upper != NULL) HOLDS(x <= s->upper[i]);
        }
}

static void get_everything(nes_opt *o)
{
    double real, array[4096];
    uint64_t count;
    size_t n;
    for (size_t i = 0; i < nes_entry_count(); i++) {
        const nes_entry *e = nes_entry_at(i);
        if (e->type == NES_ENTRY_REAL) nes_get_real(o, e->name, &real);
        if (e->type == NES_ENTRY_COUNT) nes_get_count(o, e->name, &count);
        if (e->type == NES_ENTRY_ARRAY && nes_get_length(o, e->name, &n) == NES_OK && n <= 4096)
            nes_get_array(o, e->name, n, array);
    }
    run_result(o);
}

static void go_on(nes_opt *o)
{
    nes_points p;
    for (int t = 0; t < 3 && nes_stopped(o) == NES_RUNNING; t++) {
        if (nes_ask(o, &p) != NES_OK) break; /* a later run may be refused */
        check_points(o, &p);
        for (size_t k = 0; k < p.n; k++) p.f[k] = run_sphere(p.dim, p.x + k * p.dim, NULL);
        HOLDS(nes_tell(o, p.n, p.f) == NES_OK);
    }
}

/* A run that has stopped goes on with other limits, if it can. */
static void use(nes_opt *o)
{
    nes_settings more;
    nes_settings_default(&more);
    nes_set(&more, "max_evals", "1e6");
    nes_set(&more, "tolx", "1e-30");
    go_on(o);
    get_everything(o);
    if (nes_stopped(o) == NES_RUNNING || nes_continue(o, &more) != NES_OK) return;
    go_on(o);
    get_everything(o);
}

static allocations memory = {.limit = 64 << 20};
static size_t loaded, refused;

static nes_status load(nes_opt **o, const unsigned char *data, size_t size, char *message)
{
    nes_settings user = run_settings("auto");
    user.allocator = allocator_of(&memory);
    return nes_load(o, data, size, &user, message, NES_MESSAGE_SIZE);
}

/* What was loaded saves to bytes that load to the same bytes. */
static void check_again(const nes_opt *o)
{
    char message[NES_MESSAGE_SIZE];
    nes_opt *copy = NULL;
    const run_saved first = run_save(o);
    if (load(&copy, first.data, first.size, message) != NES_OK)
        fail_msg("%s: not again: %s", present, message);
    const run_saved second = run_save(copy);
    HOLDS(first.size == second.size);
    if (nes_get_settings(o)->max_time == NES_OFF) /* which goes on */
        HOLDS(memcmp(first.data, second.data, first.size) == 0);
    nes_destroy(copy);
    free(first.data);
    free(second.data);
}

static void try_data(const unsigned char *data, size_t size)
{
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL;
    unsigned char *exact = malloc(size); /* so that a sanitiser sees what is read beyond */
    assert_non_null(exact);
    memcpy(exact, data, size);
    close_data(exact, size);
    const nes_status st = load(&o, exact, size, message);
    free(exact);
    HOLDS((st == NES_OK) == (o != NULL));
    HOLDS((st == NES_OK) == (message[0] == '\0'));
    if (st == NES_OK) {
        loaded++;
        check_again(o);
        use(o);
        check_again(o);
        nes_destroy(o);
    } else {
        refused++;
        HOLDS(st == NES_ERR_DAMAGED || st == NES_ERR_FOREIGN || st == NES_ERR_MEMORY);
        HOLDS(strlen(message) > 20);
    }
    HOLDS(memory.live == 0);
}

/* Numbers that are nonsense as counts, as reals, or as both. */
static const uint64_t WORDS[] = {0,
                                 1,
                                 2,
                                 255,
                                 UINT64_C(1) << 31,
                                 UINT64_C(1) << 52,
                                 UINT64_C(1) << 54,
                                 UINT64_C(1) << 60,
                                 UINT64_C(1) << 63,
                                 UINT64_MAX,
                                 0x7ff8000000000000u,  /* NaN */
                                 0x7ff0000000000000u,  /* infinity */
                                 0xfff0000000000000u,  /* -infinity */
                                 0xbff0000000000000u,  /* -1 */
                                 0x3ff8000000000000u,  /* 1.5 */
                                 0x7e37e43c8800759cu,  /* 1e300 */
                                 0xfe37e43c8800759cu}; /* -1e300 */

static void set_word(subject *s, size_t at, uint64_t w)
{
    nes_coder c = {.out = s->data, .size = s->size, .used = at};
    nes_code_count(&c, &w);
}

/* Where the settings end: behind the last option of the table that is a text and not an array. */
static size_t end_of_settings(const subject *s)
{
    size_t i = 0;
    for (size_t k = 0; k + 2 < s->n; k++)
        if (s->e[k].text && s->e[k + 1].text) i = k + 3;
    return i;
}

static size_t every(size_t step)
{
    const char *wanted = getenv("NES_EVERY_CHANGE");
    return wanted != NULL ? strtoul(wanted, NULL, 10) : step * SLOWER;
}

/* Every step-th combination of a word from the first on and an awkward number. */
static void change_words(subject *s, size_t first, size_t step)
{
    const size_t n = sizeof WORDS / sizeof *WORDS;
    for (size_t t = first * n; t < s->n * n; t += step) {
        const element *e = &s->e[t / n];
        if (e->text) continue;
        const uint64_t before = word_at(s->data + e->at);
        snprintf(present, sizeof present, "%s, word at %zu is 0x%llx", s->name, e->at,
                 (unsigned long long)WORDS[t % n]);
        set_word(s, e->at, WORDS[t % n]);
        try_data(s->data, s->size);
        set_word(s, e->at, before);
    }
}

/* The data with the bytes from..to-1 replaced. */
static void try_replaced(const subject *s, size_t from, size_t to, const void *by, size_t n)
{
    static unsigned char data[2 * MOST];
    snprintf(present, sizeof present, "%s, bytes %zu to %zu are others", s->name, from, to);
    memcpy(data, s->data, from);
    if (n > 0) memcpy(data + from, by, n);
    memcpy(data + from + n, s->data + to, s->size - to);
    try_data(data, s->size - (to - from) + n);
}

static void try_text(const subject *s, const element *e, const char *text)
{
    unsigned char bytes[64] = {(unsigned char)strlen(text)};
    memcpy(bytes + 8, text, strlen(text));
    try_replaced(s, e->at, e->at + e->size, bytes, 8 + strlen(text));
}

static void change_texts(const subject *s, size_t first, size_t step)
{
    static const char *const texts[] = {"auto", "",      "off", "nan",    "1e300",
                                        "-1",   "0",     "inf", "4096",   "threads",
                                        "jobs", "lower", "no",  "\033[2J"};
    const size_t n = sizeof texts / sizeof *texts;
    for (size_t t = first * n; t < s->n * n; t += step)
        if (s->e[t / n].text) try_text(s, &s->e[t / n], texts[t % n]);
}

/* Elements are taken out, doubled, exchanged with the next one, and what follows is cut off. */
static void change_order(const subject *s, size_t step)
{
    unsigned char both[1024];
    for (size_t i = 0; i + 1 < s->n; i += step) {
        const element *e = &s->e[i], *next = e + 1;
        try_replaced(s, e->at, e->at + e->size, NULL, 0);
        try_replaced(s, e->at, e->at, s->data + e->at, e->size);
        memcpy(both, s->data + next->at, next->size);
        memcpy(both + next->size, s->data + e->at, e->size);
        try_replaced(s, e->at, next->at + next->size, both, e->size + next->size);
        try_replaced(s, e->at, s->size - 8, NULL, 0);
    }
}

static void read_file(subject *s, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, NES_TEST_DATA "/saved/%s", name);
    FILE *in = fopen(path, "rb");
    if (in == NULL) fail_msg("%s is missing", path);
    s->size = fread(s->data, 1, MOST, in);
    fclose(in);
    snprintf(s->name, sizeof s->name, "%.60s", name);
    assert_true(s->size > HEADER && s->size < MOST);
    take_apart(s);
}

/* Each step another start, so that all files together meet every combination. */
static void pinned(void **state)
{
    (void)state;
    static subject s;
    const struct dirent *entry;
    size_t files = 0;
    DIR *folder = opendir(NES_TEST_DATA "/saved");
    assert_non_null(folder);
    while ((entry = readdir(folder)) != NULL) {
        const size_t n = strlen(entry->d_name);
        if (n < 4 || strcmp(entry->d_name + n - 4, ".nes") != 0) continue;
        read_file(&s, entry->d_name);
        if (s.data[8] < 2) continue; /* another library's */
        change_words(&s, end_of_settings(&s) + files % 3, every(61));
        change_words(&s, 0, every(997));
        change_texts(&s, 0, every(331));
        change_order(&s, every(199));
        files++;
    }
    closedir(folder);
    assert_true(files >= 18);
}

static void take_saved(subject *s, nes_opt *o)
{
    const run_saved saved = run_save(o);
    assert_true(saved.size < MOST);
    memcpy(s->data, saved.data, saved.size);
    s->size = saved.size;
    free(saved.data);
    nes_destroy(o);
    take_apart(s);
}

/* Restarts, races, bounds, tables, trials, guests: what no pinned file has. */
static void every_kind(void **state)
{
    (void)state;
    static subject s;
    for (size_t i = 0; i < nes_method_count() * VARIANT_COUNT; i++) {
        const size_t v = i % VARIANT_COUNT;
        const nes_settings settings = variant_settings(v, nes_method_at(i / VARIANT_COUNT));
        nes_opt *o = run_start(VARIANT_DIM, variant_start(&settings), &settings);
        nes_points p;
        run_steps(o, 3 + i % 13, variant_objective(v), NULL);
        if (nes_stopped(o) == NES_RUNNING && nes_ask(o, &p) == NES_OK && p.n > 1) {
            const double f = 1.5;
            assert_int_equal(nes_tell_some(o, 1, p.id + 1, &f), NES_OK);
        }
        snprintf(s.name, sizeof s.name, "%s, variant %zu", settings.method, v);
        take_saved(&s, o);
        snprintf(present, sizeof present, "%s", s.name);
        try_data(s.data, s.size);
        change_words(&s, end_of_settings(&s) + i % 7, every(2003));
    }
}

/* Fixed, logarithmic and integer variables, and a start that is evaluated six times. */
static void mapped(void **state)
{
    (void)state;
    enum { DIM = 4 };
    static subject s;
    static const double lower[DIM] = {1, 2, -3, 0}, upper[DIM] = {1, 200, 3, 50};
    static const double log[DIM] = {0, 1, 0, 0}, integer[DIM] = {0, 0, 1, 1},
                        x0[DIM] = {1, 3, 0, 4};
    for (size_t steps = 0; steps < 3; steps++) {
        nes_settings settings = run_settings("snes");
        settings.lower = lower;
        settings.upper = upper;
        settings.log = log;
        settings.integer = integer;
        settings.noisy = "auto";
        settings.eval_start = "yes";
        nes_opt *o = run_start(DIM, x0, &settings);
        nes_points p;
        run_steps(o, steps, run_sphere, NULL);
        assert_int_equal(nes_ask(o, &p), NES_OK);
        snprintf(s.name, sizeof s.name, "mapped, step %zu", steps);
        take_saved(&s, o);
        change_words(&s, end_of_settings(&s) + steps, every(29));
        change_order(&s, every(97));
    }
}

/* A saved run with another text in the place of an option's value (1) or name (0) is refused by a
 * sentence that has that part. */
static void refuse_text(const char *option, size_t place, const char *value, const char *part)
{
    static subject s;
    static unsigned char data[2 * MOST];
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL;
    size_t i = 0;
    take_saved(&s, run_start(3, NULL, NULL));
    while (i < s.n && (s.e[i].size != 8 + strlen(option) ||
                       memcmp(s.data + s.e[i].at + 8, option, strlen(option)) != 0))
        i++;
    assert_true(i + 1 < s.n);
    const element *e = &s.e[i + place];
    const size_t n = strlen(value), size = s.size - e->size + 8 + n;
    memcpy(data, s.data, e->at);
    memset(data + e->at, 0, 8);
    data[e->at] = (unsigned char)n;
    memcpy(data + e->at + 8, value, n);
    memcpy(data + e->at + 8 + n, s.data + e->at + e->size, s.size - e->at - e->size);
    close_data(data, size);
    assert_int_equal(load(&o, data, size, message), NES_ERR_DAMAGED);
    assert_null(o);
    run_assert_has(message, part);
}

static void sentences(void **state)
{
    (void)state;
    static const char *const parts[] = {"family", "gradient", "sampling", "scheme",     "shaping",
                                        "ties",   "mixing",   "rates",    "adaptation", "paths"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char part[64];
        snprintf(part, sizeof part, "option '%s' is 'auto'", parts[i]);
        refuse_text(parts[i], 1, "auto", part);
    }
    refuse_text("popsize", 1, "9e9", "option 'popsize' is 9e+09");
    refuse_text("sigma", 1, "-1", "option 'sigma' is -1");
    refuse_text("family", 1, "newton", "there is no family 'newton'");
    refuse_text("popsize", 0, "threads", "option 'threads' is none that a saved run has");
    refuse_text("popsize", 0, "jobs", "option 'jobs' is none that a saved run has");
    refuse_text("popsize", 0, "lower", "option 'lower' is none that a saved run has");
    refuse_text("popsize", 0, "sigma", "option 'sigma' is there twice");
}

static void both_outcomes(void **state)
{
    (void)state;
    print_message("%zu loaded, %zu refused\n", loaded, refused);
    assert_true(loaded > 300 && refused > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pinned),    cmocka_unit_test(every_kind),    cmocka_unit_test(mapped),
        cmocka_unit_test(sentences), cmocka_unit_test(both_outcomes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
