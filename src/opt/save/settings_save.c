/* SPDX-License-Identifier: MIT
 *
 * Settings, saved and loaded: options as names and texts, arrays as names and numbers. What is read
 * is set, or refused, as if a caller had set it. The format is docs/save-format.md. */
#include <string.h>

#include "opt/domain/domain.h"
#include "opt/save/save.h"
#include "opt/search/runs.h"
#include "opt/settings/options.h"
#include "util/arena.h"
#include "util/try.h"

/* Whether an option steers a run, so that it is saved. Options of drivers do not, and arrays stand
 * apart. */
static bool is_saved(const nes_field *f)
{
    return f->option.type != NES_TYPE_ARRAY && strcmp(f->option.section, "driver") != 0;
}

/* Options that are younger than the format are written only where they are not at their default:
 * then earlier versions, which know nothing of them, refuse the run. */
static bool is_written(const nes_field *f, const nes_settings *s)
{
    const char *name = f->option.name;
    const bool of_models = strcmp(name, "model") == 0 || strcmp(name, "batch") == 0;
    if (of_models && strcmp(s->model, "on") != 0) return false;
    return is_saved(f) && (s->outputs > 0 || strcmp(name, "outputs") != 0);
}

/* Writes every option as resolved, and whether its value was automatic: later runs resolve
 * automatic ones again. */
static void write_options(nes_coder *c, const nes_runs *r)
{
    size_t n = 0;
    NES_EACH_FIELD (f) n += is_written(f, &r->plan.s);
    nes_code_size(c, &n);
    NES_EACH_FIELD (f) {
        char value[NES_SAVED_TEXT];
        bool automatic = nes_field_is_automatic(f, &r->given);
        if (!is_written(f, &r->plan.s)) continue;
        nes_field_print(f, &r->plan.s, value, sizeof value);
        nes_write_text(c, f->option.name);
        nes_write_text(c, value);
        nes_code_flag(c, &automatic);
    }
}

/* resolved: the same settings, from which lengths follow. */
static void write_arrays(nes_coder *c, const nes_settings *s, size_t dim,
                         const nes_settings *resolved)
{
    size_t n = 0;
    NES_EACH_FIELD (f) n += f->option.type == NES_TYPE_ARRAY && nes_array_of(s, f) != NULL;
    nes_code_size(c, &n);
    NES_EACH_FIELD (f) {
        if (f->option.type != NES_TYPE_ARRAY || nes_array_of(s, f) == NULL) continue;
        size_t length = nes_field_length(f, dim, resolved);
        nes_write_text(c, f->option.name);
        nes_code_size(c, &length);
        nes_code_reals(c, (double *)(uintptr_t)nes_array_of(s, f), length);
    }
}

void nes_write_settings(nes_coder *c, const nes_runs *r)
{
    write_options(c, r);
    write_arrays(c, &r->given, r->plan.dim, &r->plan.s);
}

uint64_t nes_digest_settings(const nes_runs *r)
{
    nes_coder c = {.digest = true};
    size_t whole = r->plan.space.whole;
    nes_code_size(&c, &whole);
    write_options(&c, r);
    write_arrays(&c, &r->given, 0, &r->plan.s); /* 0 variables: only the names of their arrays */
    return c.hash;
}

/* Sets an option. In format 2, restart_max 0 said that the population is never enlarged. */
static nes_status set(const nes_coder *c, nes_settings *s, const nes_field *f, const char *value)
{
    const bool zero = strcmp(f->option.name, "restart_max") == 0 && strcmp(value, "0") == 0;
    if (c->format < 3 && zero) return nes_set(s, "restart_factor", "1");
    NES_TRY(nes_field_set(f, s, value, (nes_note){s->message, sizeof s->message}));
    nes_field_mark(f, s);
    return NES_OK;
}

/* Whether the option has been read before; notes that it is read now. */
static bool is_second(nes_reading *in, const nes_field *f)
{
    bool *seen = &in->seen[nes_field_number(f)], second = *seen;
    *seen = true;
    return second;
}

/* Finds the option of that name; null, and refused: there is none, a saved run does not have it, or
 * it has been read before. */
static const nes_field *find_option(nes_coder *c, nes_reading *in, const char *name, bool array)
{
    const nes_field *f = c->bad ? NULL : nes_field_find(name);
    if (c->bad) return NULL;
    if (f == NULL) {
        nes_code_refuse_name(c, "option", name);
    } else if (array ? f->option.type != NES_TYPE_ARRAY : !is_saved(f)) {
        nes_code_refuse(c, "option '%s' is none that a saved run has there", name);
    } else if (is_second(in, f)) {
        nes_code_refuse(c, "option '%s' is there twice", name);
    }
    return c->bad ? NULL : f;
}

/* Reads an option. Those that are missing stay at their defaults. The parts of a method are named:
 * a saved run has chosen them. */
static void read_setting(nes_coder *c, nes_reading *in)
{
    char name[NES_SAVED_TEXT] = "", value[NES_SAVED_TEXT] = "";
    bool automatic = false;
    nes_code_text(c, name, sizeof name);
    nes_code_text(c, value, sizeof value);
    nes_code_flag(c, &automatic);
    const nes_field *f = find_option(c, in, name, false);
    if (f == NULL) return;
    const bool part = f->option.type == NES_TYPE_CHOICE && f->word == NULL;
    if (part && strcmp(value, "auto") == 0)
        nes_code_refuse(c, "option '%s' is 'auto', but a saved run has chosen", name);
    else if (set(c, &in->s, f, value) != NES_OK)
        nes_code_refuse(c, "%s", in->s.message);
    else if (!automatic)
        set(c, &in->given, f, value);
}

/* Checks the groups, which are numbered already unless the data is damaged. */
static nes_status number_groups(nes_coder *c, const nes_reading *in, double *groups, size_t n)
{
    char text[NES_MESSAGE_SIZE] = "";
    if (c->bad) return NES_OK;
    const nes_note note = {text, sizeof text};
    const nes_status st = nes_group(n, groups, groups, &in->s.allocator, note);
    if (st == NES_ERR_VALUE) nes_code_refuse(c, "%s", text);
    return st == NES_ERR_VALUE ? NES_OK : st;
}

static nes_status read_array(nes_coder *c, nes_reading *in, nes_note note)
{
    char name[NES_SAVED_TEXT] = "";
    size_t n = 0;
    nes_code_text(c, name, sizeof name);
    nes_code_size(c, &n);
    const nes_field *f = find_option(c, in, name, true);
    if (f == NULL) return NES_OK;
    const size_t wanted = nes_field_length(f, in->space.dim, &in->s);
    if (n == 0 || n != wanted || n > (c->size - c->used) / 8)
        nes_code_refuse(c, "option '%s' has %zu number%s, but must have %zu", name, n, nes_s(n),
                        wanted);
    if (c->bad) return NES_OK;
    double **to = &in->array[nes_field_array(f)];
    *to = nes_allocate(&in->s.allocator, n * sizeof **to);
    if (*to == NULL) return nes_refuse(note, NES_ERR_MEMORY, "there is no memory to load the run");
    nes_code_row(c, name, NES_CODED_LEVEL, *to, n);
    if (strcmp(name, "groups") == 0) NES_TRY(number_groups(c, in, *to, n));
    *(const double **)nes_field_in(&in->s, f) = *to;
    *(const double **)nes_field_in(&in->given, f) = *to;
    return NES_OK;
}

nes_status nes_read_settings(nes_coder *c, nes_reading *in, nes_note note)
{
    size_t options = 0, arrays = 0;
    nes_code_size(c, &options);
    for (size_t i = 0; i < options && !c->bad; i++) read_setting(c, in);
    nes_code_size(c, &arrays);
    for (size_t i = 0; i < arrays && !c->bad; i++) NES_TRY(read_array(c, in, note));
    return NES_OK;
}
