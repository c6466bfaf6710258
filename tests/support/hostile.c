/* SPDX-License-Identifier: MIT
 *
 * Changing saved runs, and using what can be loaded. */
#include "support/hostile.h"

#include <stdio.h>

#include "nes/async.h"
#include "support/allocator.h"
#include "support/marked.h"
#include "util/coder.h"

enum { HEADER = 24 };

/* What is being tried, for the message of a failure. */
char hostile_present[256];

#define HOLDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) fail_msg("%s: %s does not hold", hostile_present, #condition);           \
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

void hostile_take_apart(hostile *s)
{
    const size_t end = s->size - 8;
    s->n = 0;
    for (size_t at = HEADER; at + 8 <= end; at += s->e[s->n++].size) {
        const bool text = is_text(s->data + at, end - at);
        assert_true(s->n < HOSTILE_ELEMENTS);
        s->e[s->n] = (hostile_element){at, 8 + (text ? (size_t)word_at(s->data + at) : 0), text};
    }
}

void hostile_close(unsigned char *data, size_t size)
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

/* Points under way first, then others; all are told, or given up. */
static void go_on_one_by_one(nes_opt *o)
{
    nes_points p;
    if (nes_ask(o, &p) == NES_OK && p.n > 0) check_points(o, &p);
    for (int t = 0; t < 30 && nes_stopped(o) == NES_RUNNING && nes_ask_one(o, &p) == NES_OK; t++) {
        check_points(o, &p);
        p.f[0] = run_sphere(p.dim, p.x, NULL);
        const nes_status st = t % 7 == 6 ? nes_drop(o, 1, p.id) : nes_tell_some(o, 1, p.id, p.f);
        HOLDS(st == NES_OK);
    }
}

static void go_on(nes_opt *o)
{
    nes_points p;
    if (nes_get_settings(o)->asynchronous) {
        go_on_one_by_one(o);
        return;
    }
    for (int t = 0; t < 3 && nes_stopped(o) == NES_RUNNING; t++) {
        if (nes_ask(o, &p) != NES_OK) break; /* a later run may be refused */
        check_points(o, &p);
        for (size_t k = 0; k < p.n; k++) p.f[k] = run_sphere(p.dim, p.x + k * p.dim, NULL);
        HOLDS(marked_tell(o, p.n, p.f) == NES_OK);
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
size_t hostile_loaded, hostile_refused;

nes_status hostile_load(nes_opt **o, const unsigned char *data, size_t size, char *message)
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
    if (hostile_load(&copy, first.data, first.size, message) != NES_OK)
        fail_msg("%s: not again: %s", hostile_present, message);
    const run_saved second = run_save(copy);
    HOLDS(first.size == second.size);
    if (nes_get_settings(o)->max_time == NES_OFF) /* which goes on */
        HOLDS(memcmp(first.data, second.data, first.size) == 0);
    nes_destroy(copy);
    free(first.data);
    free(second.data);
}

void hostile_try(const unsigned char *data, size_t size)
{
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL;
    unsigned char *exact = malloc(size); /* so that a sanitiser sees what is read beyond */
    assert_non_null(exact);
    memcpy(exact, data, size);
    hostile_close(exact, size);
    const nes_status st = hostile_load(&o, exact, size, message);
    free(exact);
    HOLDS((st == NES_OK) == (o != NULL));
    HOLDS((st == NES_OK) == (message[0] == '\0'));
    if (st == NES_OK) {
        hostile_loaded++;
        check_again(o);
        use(o);
        check_again(o);
        nes_destroy(o);
    } else {
        hostile_refused++;
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
                                 UINT64_C(1) << 53,
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

static void set_word(hostile *s, size_t at, uint64_t w)
{
    nes_coder c = {.out = s->data, .size = s->size, .used = at};
    nes_code_count(&c, &w);
}

/* Puts other bytes in the place of an element, and takes all apart again. */
static void exchange(hostile *s, size_t i, const void *by, size_t n)
{
    const size_t at = s->e[i].at, end = at + s->e[i].size;
    assert_true(s->size + n <= HOSTILE_MOST);
    memmove(s->data + at + n, s->data + end, s->size - end);
    memcpy(s->data + at, by, n);
    s->size = s->size - (end - at) + n;
    hostile_take_apart(s);
}

/* What stands behind each text of that name becomes a count: a text where it is one. */
static void set_count(hostile *s, const char *name, uint64_t count)
{
    for (size_t i = 0; i + 1 < s->n; i++) {
        const hostile_element *e = &s->e[i];
        if (!e->text || e->size != 8 + strlen(name)) continue;
        if (memcmp(s->data + e->at + 8, name, strlen(name)) != 0) continue;
        unsigned char bytes[40] = {0};
        const int n = snprintf((char *)bytes + 8, 32, "%llu", (unsigned long long)count);
        bytes[0] = (unsigned char)n;
        if (s->e[i + 1].text)
            exchange(s, i + 1, bytes, 8 + (size_t)n);
        else
            set_word(s, s->e[i + 1].at, count);
    }
}

void hostile_greedy(hostile *s, size_t dim, uint64_t points)
{
    nes_settings settings = run_settings("snes");
    settings.popsize = 100;
    nes_opt *o = run_start(dim, NULL, &settings);
    assert_int_equal(nes_save(o, s->data, HOSTILE_MOST, &s->size), NES_OK);
    nes_destroy(o);
    hostile_take_apart(s);
    set_count(s, "popsize", points);
    set_count(s, "population before rounding", points);
    hostile_close(s->data, s->size);
}

/* Where the settings end: behind the last option of the table that is a text and not an array. */
size_t hostile_end_of_settings(const hostile *s)
{
    size_t i = 0;
    for (size_t k = 0; k + 2 < s->n; k++)
        if (s->e[k].text && s->e[k + 1].text) i = k + 3;
    return i;
}

/* Every step-th combination of a word from the first on and an awkward number. */
void hostile_change_words(hostile *s, size_t first, size_t step)
{
    const size_t n = sizeof WORDS / sizeof *WORDS;
    for (size_t t = first * n; t < s->n * n; t += step) {
        const hostile_element *e = &s->e[t / n];
        if (e->text) continue;
        const uint64_t before = word_at(s->data + e->at);
        snprintf(hostile_present, sizeof hostile_present, "%s, word at %zu is 0x%llx", s->name,
                 e->at, (unsigned long long)WORDS[t % n]);
        set_word(s, e->at, WORDS[t % n]);
        hostile_try(s->data, s->size);
        set_word(s, e->at, before);
    }
}

/* The data with the bytes from..to-1 replaced. */
static void replace(const hostile *s, size_t from, size_t to, const void *by, size_t n)
{
    static unsigned char data[2 * HOSTILE_MOST];
    snprintf(hostile_present, sizeof hostile_present, "%s, bytes %zu to %zu are others", s->name,
             from, to);
    memcpy(data, s->data, from);
    if (n > 0) memcpy(data + from, by, n);
    memcpy(data + from + n, s->data + to, s->size - to);
    hostile_try(data, s->size - (to - from) + n);
}

static void try_text(const hostile *s, const hostile_element *e, const char *text)
{
    unsigned char bytes[64] = {(unsigned char)strlen(text)};
    memcpy(bytes + 8, text, strlen(text));
    replace(s, e->at, e->at + e->size, bytes, 8 + strlen(text));
}

void hostile_change_texts(const hostile *s, size_t first, size_t step)
{
    static const char *const texts[] = {"auto", "",      "off", "nan",    "1e300",
                                        "-1",   "0",     "inf", "4096",   "threads",
                                        "jobs", "lower", "no",  "\033[2J"};
    const size_t n = sizeof texts / sizeof *texts;
    for (size_t t = first * n; t < s->n * n; t += step)
        if (s->e[t / n].text) try_text(s, &s->e[t / n], texts[t % n]);
}

/* Elements are taken out, doubled, exchanged with the next one, and what follows is cut off. */
void hostile_change_order(const hostile *s, size_t step)
{
    unsigned char both[1024];
    for (size_t i = 0; i + 1 < s->n; i += step) {
        const hostile_element *e = &s->e[i], *next = e + 1;
        replace(s, e->at, e->at + e->size, NULL, 0);
        replace(s, e->at, e->at, s->data + e->at, e->size);
        memcpy(both, s->data + next->at, next->size);
        memcpy(both + next->size, s->data + e->at, e->size);
        replace(s, e->at, next->at + next->size, both, e->size + next->size);
        replace(s, e->at, s->size - 8, NULL, 0);
    }
}
