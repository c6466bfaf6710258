/* SPDX-License-Identifier: MIT
 *
 * Saving and loading a handle. One walk over the state describes the layout; it counts, writes,
 * reads or digests. Settings are names and texts, numbers are 64-bit little-endian, a checksum
 * closes the data. The format is docs/save-format.md. */
#include "opt/save.h"

#include <string.h>

#include "family/family.h"
#include "family/user.h"
#include "family/user_law.h"
#include "opt/handle.h"
#include "opt/options.h"
#include "util/memory.h"
#include "util/try.h"

static const char MAGIC[8] = {'l', 'i', 'b', 'n', 'e', 's', '\n', '\0'};
enum { HEADER = 24, TEXT_SIZE = 64 };

/* What a run is: every option that steers it. Drivers are left out, and arrays stand apart. */
static bool is_saved(const nes_field *f)
{
    return f->option.type != NES_TYPE_ARRAY && strcmp(f->option.section, "driver") != 0;
}

/* Every option as resolved, and whether that was automatic: later runs resolve those again. */
static void write_settings(nes_coder *c, const nes_runs *r)
{
    size_t n = 0;
    const nes_field *f;
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++) n += is_saved(f);
    nes_code_size(c, &n);
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++) {
        char name[TEXT_SIZE], value[TEXT_SIZE];
        bool automatic = nes_field_is_automatic(f, &r->given);
        if (!is_saved(f)) continue;
        strcpy(name, f->option.name);
        nes_get(&r->plan.s, name, value, sizeof value);
        nes_code_text(c, name, sizeof name);
        nes_code_text(c, value, sizeof value);
        nes_code_flag(c, &automatic);
    }
}

/* Options that are read: as resolved, and as later runs resolve them. */
typedef struct reading {
    size_t dim;
    nes_settings s, given;
    nes_domain *domain; /* owned until a handle takes it */
    double *array[NES_MOST_ARRAYS];
    uint64_t seen[sizeof((nes_settings){0}.given) / sizeof(uint64_t)];
    char choice[NES_CHOICE_SIZE];
} reading;

/* In format 2 a population that is never enlarged was one with restart_max 0. */
static nes_status set(const nes_walk *w, nes_settings *s, const char *name, const char *value)
{
    const bool zero = strcmp(name, "restart_max") == 0 && strcmp(value, "0") == 0;
    return w->format < 3 && zero ? nes_set(s, "restart_factor", "1") : nes_set(s, name, value);
}

/* Which of the options that are read has been there before, by its place in the table. */
static bool is_second(reading *in, const nes_field *f)
{
    const size_t place = nes_field_place(f);
    const uint64_t bit = UINT64_C(1) << place % 64;
    const bool second = (in->seen[place / 64] & bit) != 0;
    in->seen[place / 64] |= bit;
    return second;
}

/* The option of that name, once; null: there is none, or it is none of a saved run. */
static const nes_field *find_option(nes_walk *w, reading *in, const char *name, bool array)
{
    nes_coder *c = &w->c;
    const nes_field *f = c->bad ? NULL : nes_field_find(name);
    if (c->bad) return NULL;
    if (f == NULL) {
        if (strlen(name) < sizeof w->unknown) strcpy(w->unknown, name);
        nes_code_refuse(c, "there is no option '%s'", name);
    } else if (array ? f->option.type != NES_TYPE_ARRAY : !is_saved(f)) {
        nes_code_refuse(c, "option '%s' is none that a saved run has there", name);
    } else if (is_second(in, f)) {
        nes_code_refuse(c, "option '%s' is there twice", name);
    }
    return c->bad ? NULL : f;
}

/* Missing options stay at their defaults; unknown ones are refused by name. A choice that the
 * method makes has been made. */
static void read_setting(nes_walk *w, reading *in)
{
    nes_coder *c = &w->c;
    char name[TEXT_SIZE] = "", value[TEXT_SIZE] = "";
    bool automatic = false;
    nes_code_text(c, name, sizeof name);
    nes_code_text(c, value, sizeof value);
    nes_code_flag(c, &automatic);
    const nes_field *f = find_option(w, in, name, false);
    if (f == NULL) return;
    const bool part = f->option.type == NES_TYPE_CHOICE && f->word == NULL;
    if (part && strcmp(value, "auto") == 0)
        nes_code_refuse(c, "option '%s' is 'auto', but a saved run has chosen", name);
    else if (set(w, &in->s, name, value) != NES_OK)
        nes_code_refuse(c, "%s", in->s.message);
    else if (!automatic)
        set(w, &in->given, name, value);
}

static void read_settings(nes_walk *w, reading *in)
{
    size_t n = 0;
    nes_code_size(&w->c, &n);
    for (size_t i = 0; i < n && !w->c.bad; i++) read_setting(w, in);
}

static void write_arrays(nes_coder *c, const nes_settings *s, size_t dim, uint64_t popsize)
{
    size_t n = 0;
    const nes_field *f;
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++)
        n += f->option.type == NES_TYPE_ARRAY && nes_array_of(s, f) != NULL;
    nes_code_size(c, &n);
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++) {
        if (f->option.type != NES_TYPE_ARRAY || nes_array_of(s, f) == NULL) continue;
        char name[TEXT_SIZE];
        size_t length = nes_field_length(f, dim, popsize);
        strcpy(name, f->option.name);
        nes_code_text(c, name, sizeof name);
        nes_code_size(c, &length);
        nes_code_reals(c, (double *)(uintptr_t)nes_array_of(s, f), length);
    }
}

static nes_status read_array(nes_walk *w, reading *in, nes_note note)
{
    nes_coder *c = &w->c;
    char name[TEXT_SIZE] = "";
    size_t n = 0;
    nes_code_text(c, name, sizeof name);
    nes_code_size(c, &n);
    const nes_field *f = find_option(w, in, name, true);
    if (f == NULL) return NES_OK;
    const size_t wanted = nes_field_length(f, in->dim, in->s.popsize);
    if (n == 0 || n != wanted || n > (c->size - c->used) / 8)
        nes_code_refuse(c, "option '%s' has %zu numbers, but must have %zu", name, n, wanted);
    if (c->bad) return NES_OK;
    double **to = &in->array[nes_field_array(f)];
    *to = nes_allocate(&in->s.allocator, n * sizeof **to);
    if (*to == NULL) return nes_refuse(note, NES_ERR_MEMORY, "there is no memory to load the run");
    nes_code_row(c, name, NES_CODED_LEVEL, *to, n);
    *(const double **)nes_field_in(&in->s, f) = *to;
    *(const double **)nes_field_in(&in->given, f) = *to;
    return NES_OK;
}

/* Everything between the header and the checksum. */
static void write_body(nes_walk *w, nes_opt *o)
{
    nes_coder *c = &w->c;
    nes_runs *r = &o->runs;
    char version[TEXT_SIZE] = NES_VERSION;
    if (!c->digest) nes_code_text(c, version, sizeof version);
    nes_code_size(c, &r->plan.dim);
    write_settings(c, r);
    write_arrays(c, &r->given, r->plan.dim, r->plan.s.popsize);
    nes_code_text(c, r->plan.choice, sizeof r->plan.choice);
    nes_code_runs(w, r, (nes_note){NULL, 0});
    if (o->domain != NULL) nes_write_domain(c, o->domain);
}

/* Writing changes nothing: the coder stores to what it reads only when it has data to read from. */
static nes_opt *unchanged(const nes_opt *o)
{
    return (nes_opt *)(uintptr_t)o;
}

size_t nes_save_size(const nes_opt *o)
{
    nes_walk w = {.c = {.used = HEADER}, .format = NES_FORMAT};
    if (o == NULL) return 0;
    write_body(&w, unchanged(o));
    return w.c.used + 8;
}

nes_status nes_save(const nes_opt *o, void *buffer, size_t size, size_t *written)
{
    if (o == NULL || buffer == NULL) return NES_ERR_ARGUMENT;
    uint64_t total = nes_save_size(o), format = NES_FORMAT;
    if (size < total) return NES_ERR_SPACE;
    nes_walk w = {.c = {.out = buffer, .size = size, .used = sizeof MAGIC}, .format = NES_FORMAT};
    memcpy(buffer, MAGIC, sizeof MAGIC);
    nes_code_count(&w.c, &format);
    nes_code_count(&w.c, &total);
    write_body(&w, unchanged(o));
    uint64_t sum = nes_checksum(buffer, w.c.used);
    nes_code_count(&w.c, &sum);
    if (written != NULL) *written = (size_t)total;
    return NES_OK;
}

uint64_t nes_fingerprint(const nes_opt *o)
{
    nes_walk w = {.c = {.digest = true}, .format = NES_FORMAT};
    if (o == NULL) return 0;
    write_body(&w, unchanged(o));
    return w.c.hash;
}

static nes_status refuse_format(uint64_t format, nes_note note)
{
    return nes_refuse(note, NES_ERR_FOREIGN,
                      "the saved run has format %llu%s, this library (version " NES_VERSION
                      ") reads formats %d to %d: use the version that wrote it",
                      (unsigned long long)format, format == 1 ? ", which libnes 0.1.0 wrote" : "",
                      NES_FORMAT_OLDEST, NES_FORMAT);
}

/* end: where the body ends and the checksum begins. */
static nes_status check_header(const unsigned char *p, size_t size, size_t *end, uint64_t *format,
                               nes_note note)
{
    nes_coder c = {.in = p, .size = size, .used = sizeof MAGIC};
    uint64_t total = 0, sum = 0;
    if (size < sizeof MAGIC || memcmp(p, MAGIC, sizeof MAGIC) != 0)
        return nes_refuse(note, NES_ERR_FOREIGN, "this is not a saved run of libnes");
    nes_code_count(&c, format);
    nes_code_count(&c, &total);
    if (c.bad) return nes_refuse(note, NES_ERR_DAMAGED, "the saved run ends inside its header");
    if (*format < NES_FORMAT_OLDEST || *format > NES_FORMAT) return refuse_format(*format, note);
    if (total < HEADER + 8 || total > size)
        return nes_refuse(note, NES_ERR_DAMAGED,
                          "the saved run is truncated: %zu bytes of %llu are there", size,
                          (unsigned long long)total);
    c.used = *end = (size_t)total - 8;
    nes_code_count(&c, &sum);
    if (sum != nes_checksum(p, *end))
        return nes_refuse(note, NES_ERR_DAMAGED, "the saved run is damaged: its checksum is wrong");
    return NES_OK;
}

/* What a saved run does not say comes from the caller. */
static void take_driver(nes_settings *to, const nes_settings *from)
{
    nes_settings_default(to);
    if (from == NULL) return;
    to->allocator = from->allocator;
    to->jobs = from->jobs;
    to->threads = from->threads;
    to->progress = from->progress;
    to->progress_user = from->progress_user;
    to->density = from->density;
    to->radial = from->radial;
}

/* Of a family whose functions are the user's and not saved. */
static bool is_user(const nes_settings *s, const char *family)
{
    return s->family != NULL && strcmp(s->family, family) == 0;
}

static nes_status check_user(const nes_settings *s, nes_note note)
{
    if (is_user(s, "user")) return nes_user_check(s->density, note);
    return is_user(s, "user-radial") ? nes_law_check(s->radial, note) : NES_OK;
}

static nes_status read_frame(nes_walk *w, reading *in, nes_note note)
{
    nes_coder *c = &w->c;
    size_t arrays = 0;
    char version[TEXT_SIZE];
    nes_code_text(c, version, sizeof version);
    nes_code_size(c, &in->dim);
    if (in->dim == 0 || in->dim > c->size / 8) /* theta alone would not fit */
        nes_code_refuse(c, "the dimension is %zu, for which there is no data", in->dim);
    if (!c->bad) read_settings(w, in);
    if (!c->bad && !is_user(&in->s, "user")) in->s.density = in->given.density = NULL;
    if (!c->bad && !is_user(&in->s, "user-radial")) in->s.radial = in->given.radial = NULL;
    nes_code_size(c, &arrays);
    for (size_t i = 0; i < arrays && !c->bad; i++) NES_TRY(read_array(w, in, note));
    nes_code_text(c, in->choice, sizeof in->choice);
    return NES_OK;
}

/* A handle of the saved kind, with its runs. */
static nes_status rebuild(nes_opt **o, nes_walk *w, reading *in, nes_note note)
{
    NES_TRY(read_frame(w, in, note));
    if (w->c.bad) return NES_ERR_DAMAGED;
    NES_TRY(check_user(&in->s, note));
    for (size_t i = 0; i < in->dim; i++) /* a search has none of these */
        if (nes_is_fixed(&in->s, i))
            nes_code_refuse(&w->c, "variable %zu has equal bounds, %g, and is not fixed", i + 1,
                            in->s.lower[i]);
    if (w->c.bad) return NES_ERR_DAMAGED;
    NES_TRY(nes_handle_make(o, in->dim, NULL, &in->s, note));
    nes_runs *r = &(*o)->runs;
    nes_handle_given(*o, &in->given);
    memcpy(r->plan.choice, in->choice, sizeof r->plan.choice);
    nes_runs_begin(r, NULL);
    NES_TRY(nes_code_runs(w, r, note));
    if (!w->c.bad && (w->c.used < w->c.size || nes_is_mapped(&in->s, in->dim)))
        NES_TRY(nes_read_domain(&w->c, &in->domain, &in->s, in->dim, note));
    if (!w->c.bad && w->c.used != w->c.size)
        nes_code_refuse(&w->c, "there are %zu bytes more than its fields take",
                        w->c.size - w->c.used);
    if (w->c.bad) return NES_ERR_DAMAGED;
    NES_TRY(nes_handle_settle(*o, in->domain, note));
    in->domain = NULL;
    return NES_OK;
}

static nes_status refuse_damaged(const nes_walk *w, nes_note note)
{
    if (w->unknown[0] != '\0')
        return nes_refuse(note, NES_ERR_FOREIGN,
                          "the saved run has '%s', which this library (version " NES_VERSION
                          ") does not know: use the version that wrote it, or a later one",
                          w->unknown);
    const char *why = w->c.reason[0] != '\0' ? w->c.reason
                      : w->c.bad             ? "it ends within its fields"
                                             : note.text; /* its settings cannot be used */
    char text[NES_MESSAGE_SIZE] = "its fields do not fit";
    if (why != NULL && why[0] != '\0') nes_print(text, sizeof text, "%s", why);
    return nes_refuse(note, NES_ERR_DAMAGED, "the saved run is damaged: %s", text);
}

static nes_status load(nes_opt **out, nes_walk *w, reading *in, nes_note note)
{
    nes_opt *o = NULL;
    const nes_status st = rebuild(&o, w, in, note);
    for (size_t i = 0; i < NES_MOST_ARRAYS; i++) nes_release(&in->s.allocator, in->array[i]);
    nes_domain_destroy(in->domain);
    if (st == NES_OK) {
        *out = o;
        return NES_OK;
    }
    nes_destroy(o);
    const bool user = is_user(&in->s, "user") || is_user(&in->s, "user-radial");
    const bool density = !w->c.bad && user && st == NES_ERR_METHOD;
    const bool processor = !w->c.bad && nes_check_kernels(&in->s, (nes_note){NULL, 0}) != NES_OK;
    if (st == NES_ERR_MEMORY || st == NES_ERR_THREAD || density || processor) return st;
    return refuse_damaged(w, note);
}

nes_status nes_load(nes_opt **out, const void *buffer, size_t size, const nes_settings *user,
                    char *message, size_t message_size)
{
    const nes_note note = {message, message_size};
    reading in;
    size_t end = 0;
    uint64_t format = 0;
    if (message != NULL && message_size > 0) message[0] = '\0';
    if (out == NULL || buffer == NULL) return NES_ERR_ARGUMENT;
    *out = NULL;
    NES_TRY(check_header(buffer, size, &end, &format, note));
    nes_walk w = {.c = {.in = buffer, .size = end, .used = HEADER}, .format = format};
    memset(&in, 0, sizeof in);
    take_driver(&in.s, user);
    take_driver(&in.given, user);
    if (format < 3) { /* these were no options */
        in.s.restart_factor = in.given.restart_factor = 2;
        in.s.replacements = in.given.replacements = NES_LANE_REDRAWS;
    }
    return load(out, &w, &in, note);
}
