/* SPDX-License-Identifier: MIT
 *
 * Saving and loading a handle. One walk over the state describes the layout; it counts, writes,
 * reads or digests. Settings are names and texts, numbers are 64-bit little-endian, a checksum
 * closes the data. The format is docs/save-format.md. */
#include "opt/save/save.h"

#include <string.h>

#include "family/family.h"
#include "opt/handle/opt.h"
#include "opt/settings/check.h"
#include "opt/settings/options.h"
#include "util/arena.h"
#include "util/try.h"

static const char MAGIC[8] = {'l', 'i', 'b', 'n', 'e', 's', '\n', '\0'};
enum { HEADER = 24 };

/* Codes the dimension. Before that of a slice there are a 0, which is no dimension, the place of
 * the slice among all coordinates, and the moment at which it was saved. */
static void code_space(nes_coder *c, nes_space *space, uint64_t *moment)
{
    size_t head = space->shared ? 0 : space->dim;
    nes_code_size(c, &head);
    space->shared = head == 0;
    if (!space->shared) space->dim = space->whole = head;
    if (!space->shared) return;
    nes_code_size(c, &space->whole);
    nes_code_size(c, &space->slice.first);
    nes_code_count(c, moment);
    nes_code_size(c, &space->dim);
}

/* Writes everything between the header and the checksum. The handle does not change: the coder
 * stores to what it codes only when it has data to read from. */
static void write_body(nes_coder *c, const nes_opt *o)
{
    nes_runs *r = (nes_runs *)(uintptr_t)&o->runs;
    nes_space space = r->plan.space;
    uint64_t moment = space.shared ? nes_moment_of(r) : 0;
    if (!c->digest) nes_write_text(c, NES_VERSION);
    code_space(c, &space, &moment);
    nes_write_settings(c, r);
    nes_code_text(c, r->plan.choice, sizeof r->plan.choice);
    nes_code_runs(c, r, (nes_note){NULL, 0});
    if (o->domain != NULL) nes_write_domain(c, o->domain, &r->plan.s);
}

size_t nes_save_size(const nes_opt *o)
{
    nes_coder c = {.used = HEADER, .format = NES_FORMAT};
    if (o == NULL) return 0;
    write_body(&c, o);
    return c.used + 8;
}

nes_status nes_save(const nes_opt *o, void *buffer, size_t size, size_t *written)
{
    if (o == NULL || buffer == NULL) return NES_ERR_ARGUMENT;
    uint64_t total = nes_save_size(o), format = NES_FORMAT;
    if (size < total) return NES_ERR_SPACE;
    nes_coder c = {.out = buffer, .size = size, .used = sizeof MAGIC, .format = NES_FORMAT};
    memcpy(buffer, MAGIC, sizeof MAGIC);
    nes_code_count(&c, &format);
    nes_code_count(&c, &total);
    write_body(&c, o);
    uint64_t sum = nes_checksum(buffer, c.used);
    nes_code_count(&c, &sum);
    if (written != NULL) *written = (size_t)total;
    return NES_OK;
}

uint64_t nes_fingerprint(const nes_opt *o)
{
    nes_coder c = {.digest = true, .format = NES_FORMAT};
    if (o == NULL) return 0;
    write_body(&c, o);
    return c.hash;
}

static nes_status refuse_format(uint64_t format, nes_note note)
{
    return nes_refuse(note, NES_ERR_FOREIGN,
                      "the saved run has format %llu%s, this library (version " NES_VERSION
                      ") reads formats %d to %d: use the version that wrote it",
                      (unsigned long long)format, format == 1 ? ", which libnes 0.1.0 wrote" : "",
                      NES_FORMAT_OLDEST, NES_FORMAT);
}

/* Checks header and checksum; then the coder reads what is between them. */
static nes_status open_data(nes_coder *c, nes_note note)
{
    uint64_t total = 0, sum = 0;
    if (c->size < sizeof MAGIC || memcmp(c->in, MAGIC, sizeof MAGIC) != 0)
        return nes_refuse(note, NES_ERR_FOREIGN, "this is not a saved run of libnes");
    c->used = sizeof MAGIC;
    nes_code_count(c, &c->format);
    nes_code_count(c, &total);
    if (c->bad) return nes_refuse(note, NES_ERR_DAMAGED, "the saved run ends inside its header");
    if (c->format < NES_FORMAT_OLDEST || c->format > NES_FORMAT)
        return refuse_format(c->format, note);
    if (total < HEADER + 8 || total > c->size)
        return nes_refuse(note, NES_ERR_DAMAGED,
                          "the saved run is truncated: %zu bytes of %llu are there", c->size,
                          (unsigned long long)total);
    c->used = (size_t)total - 8;
    nes_code_count(c, &sum);
    c->size = (size_t)total - 8;
    c->used = HEADER;
    if (sum != nes_checksum(c->in, c->size))
        return nes_refuse(note, NES_ERR_DAMAGED, "the saved run is damaged: its checksum is wrong");
    return NES_OK;
}

/* Takes from the caller what a saved run does not say. */
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

/* Functions of the user that the family is made of, which are not saved. */
static nes_model_kind model_of(const nes_settings *s)
{
    const nes_family *f = s->family != NULL ? nes_family_find(s->family) : NULL;
    return f != NULL ? f->model : NES_MODEL_NONE;
}

/* What was saved must be what is wanted: all coordinates, or the slice in that place. */
static nes_status read_space(nes_coder *c, nes_reading *in, nes_note note)
{
    nes_space found = {0};
    const nes_slice *wanted = &in->space.slice;
    code_space(c, &found, &in->moment);
    if (c->bad) return NES_OK;
    if (found.shared != in->space.shared)
        return nes_refuse(note, NES_ERR_VALUE,
                          found.shared ? "the saved run is a slice: load it by nes_load_slice"
                                       : "the saved run is no slice: load it by nes_load");
    if (found.shared && (found.slice.first != wanted->first || found.dim != wanted->n))
        return nes_refuse(note, NES_ERR_VALUE,
                          "the saved slice has %zu coordinates from %zu on, but %zu from %zu on "
                          "are wanted: give each slice its own data",
                          found.dim, found.slice.first, wanted->n, wanted->first);
    if (found.shared) NES_TRY(nes_check_place(wanted, found.whole, note));
    in->space.dim = found.dim;
    in->space.whole = found.whole;
    in->fits = !found.shared;
    return NES_OK;
}

/* All slices must have been saved at the same moment. */
static nes_status check_moment(nes_reading *in, nes_note note)
{
    NES_TRY(nes_check_cover(&in->space, note));
    in->fits = nes_is_alike(&in->space, in->moment);
    if (in->fits) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "the slices were saved at different moments, or are of different runs: load "
                      "slices that were saved together");
}

static nes_status read_frame(nes_coder *c, nes_reading *in, nes_note note)
{
    char version[NES_SAVED_TEXT];
    nes_code_text(c, version, sizeof version);
    NES_TRY(read_space(c, in, note));
    if (in->space.dim == 0 || in->space.dim > c->size / 8) /* not even theta would fit */
        nes_code_refuse(c, "the dimension is %zu, for which there is no data", in->space.dim);
    if (!c->bad) NES_TRY(nes_read_settings(c, in, note));
    if (!c->bad && model_of(&in->s) != NES_MODEL_DENSITY) in->s.density = in->given.density = NULL;
    if (!c->bad && model_of(&in->s) != NES_MODEL_RADIAL) in->s.radial = in->given.radial = NULL;
    nes_code_text(c, in->choice, sizeof in->choice);
    return NES_OK;
}

/* Makes a handle of the saved kind, still without runs. */
static nes_status prepare(nes_opt **o, nes_coder *c, nes_reading *in, nes_note note)
{
    NES_TRY(read_frame(c, in, note));
    if (c->bad) return NES_ERR_DAMAGED;
    if (model_of(&in->s) != NES_MODEL_NONE)
        NES_TRY(nes_family_find(in->s.family)->check(&in->s, note));
    for (size_t i = 0; i < in->space.dim; i++) /* fixed variables are not searched */
        if (nes_is_fixed(&in->s, i))
            nes_code_refuse(c, "variable %zu has equal bounds, %g, and is not fixed", i + 1,
                            in->s.lower[i]);
    for (size_t i = 0; i < in->space.dim; i++) /* choices are the last variables */
        if (in->s.choices != NULL && in->s.choices[i] != 0 &&
            (in->s.choices[i] < 2 || in->s.choices[in->space.dim - 1] == 0 ||
             (i + 1 < in->space.dim && in->s.choices[i + 1] == 0)))
            nes_code_refuse(c, "variable %zu is a choice among %g values, and the next one is none",
                            i + 1, in->s.choices[i]);
    if (c->bad) return NES_ERR_DAMAGED;
    return nes_handle_make(o, &in->space, NULL, &in->s, note);
}

/* Later runs are resolved from what was read; the copies of arrays stay. */
static void take_given(nes_opt *o, const nes_settings *given)
{
    nes_settings *to = &o->runs.given;
    const nes_settings from = *to;
    *to = *given;
    to->method = from.method;
    to->density = from.density;
    to->radial = from.radial;
    NES_EACH_FIELD (f)
        if (f->option.type == NES_TYPE_ARRAY)
            *(const double **)nes_field_in(to, f) = nes_array_of(&from, f);
}

/* Makes a handle of the saved kind, with its runs. */
static nes_status rebuild(nes_opt **o, nes_coder *c, nes_reading *in, nes_note note)
{
    NES_TRY(nes_agree(&in->space, prepare(o, c, in, note), note));
    NES_TRY(check_moment(in, note));
    nes_runs *r = &(*o)->runs;
    take_given(*o, &in->given);
    memcpy(r->plan.choice, in->choice, sizeof r->plan.choice);
    nes_runs_begin(r, NULL);
    NES_TRY(nes_code_runs(c, r, note));
    if (!c->bad && (c->used < c->size || nes_is_mapped(&in->s, in->space.dim)))
        NES_TRY(nes_read_domain(c, &in->domain, &in->s, in->space.dim, note));
    if (!c->bad && c->used != c->size)
        nes_code_refuse(c, "there are %zu bytes more than its fields take", c->size - c->used);
    if (c->bad) return NES_ERR_DAMAGED;
    NES_TRY(nes_handle_settle(*o, in->domain, note));
    in->domain = NULL;
    return NES_OK;
}

static nes_status refuse_damaged(const nes_coder *c, nes_note note)
{
    if (c->unknown[0] != '\0')
        return nes_refuse(note, NES_ERR_FOREIGN,
                          "the saved run has '%s', which this library (version " NES_VERSION
                          ") does not know: use the version that wrote it, or a later one",
                          c->unknown);
    const char *why = c->reason[0] != '\0' ? c->reason
                      : c->bad             ? "it ends within its fields"
                                           : note.text; /* its settings cannot be used */
    char text[NES_MESSAGE_SIZE] = "its fields do not fit";
    if (why != NULL && why[0] != '\0') nes_print(text, sizeof text, "%s", why);
    return nes_refuse(note, NES_ERR_DAMAGED, "the saved run is damaged: %s", text);
}

static nes_status load(nes_opt **out, nes_coder *c, nes_reading *in, nes_note note)
{
    nes_opt *o = NULL;
    const nes_status st = nes_agree(&in->space, rebuild(&o, c, in, note), note);
    for (size_t i = 0; i < NES_MOST_ARRAYS; i++) nes_release(&in->s.allocator, in->array[i]);
    nes_domain_destroy(in->domain);
    if (st == NES_OK) {
        *out = o;
        return NES_OK;
    }
    nes_destroy(o);
    const bool user = model_of(&in->s) != NES_MODEL_NONE;
    const bool density = !c->bad && user && st == NES_ERR_METHOD;
    const bool processor = !c->bad && nes_check_kernels(&in->s, (nes_note){NULL, 0}) != NES_OK;
    const bool unfit = st == NES_ERR_VALUE || st == NES_ERR_ARGUMENT;
    const bool place = !c->bad && unfit && !in->fits;
    if (st == NES_ERR_MEMORY || st == NES_ERR_THREAD || density || processor || place) return st;
    return refuse_damaged(c, note);
}

static nes_status load_any(nes_opt **out, nes_coder c, const nes_space *space,
                           const nes_settings *user, nes_note note)
{
    nes_reading in = {.space = *space};
    const bool given = out != NULL && c.in != NULL;
    if (note.text != NULL && note.size > 0) note.text[0] = '\0';
    if (out != NULL) *out = NULL;
    NES_TRY(nes_agree(space, given ? NES_OK : NES_ERR_ARGUMENT, (nes_note){NULL, 0}));
    NES_TRY(nes_agree(space, open_data(&c, note), note));
    take_driver(&in.s, user);
    if (c.format < 3) { /* the values that these had before they were options */
        in.s.restart_factor = 2;
        in.s.replacements = NES_LANE_REDRAWS;
    }
    in.given = in.s;
    return load(out, &c, &in, note);
}

nes_status nes_load(nes_opt **out, const void *buffer, size_t size, const nes_settings *user,
                    char *message, size_t message_size)
{
    const nes_space all = nes_all_of(0);
    return load_any(out, (nes_coder){.in = buffer, .size = size}, &all, user,
                    (nes_note){message, message_size});
}

nes_status nes_load_slice(nes_opt **out, const void *buffer, size_t size, const nes_slice *slice,
                          const nes_settings *user, char *message, size_t message_size)
{
    if (slice == NULL) return NES_ERR_ARGUMENT;
    const nes_space space = {.shared = true, .slice = *slice};
    return load_any(out, (nes_coder){.in = buffer, .size = size}, &space, user,
                    (nes_note){message, message_size});
}
