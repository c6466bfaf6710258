/* SPDX-License-Identifier: MIT
 *
 * Settings by name and text: defaults, setting, getting, range checks, all from the option table.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "opt/settings/elsewhere.h"
#include "opt/settings/options.h"
#include "util/letter.h"
#include "util/limits.h"
#include "util/sentence.h"
#include "util/try.h"

static uint64_t bit_of(const nes_field *f)
{
    return UINT64_C(1) << nes_field_number(f) % 64;
}

static const size_t SIZE[] = {[NES_TYPE_REAL] = sizeof(double),
                              [NES_TYPE_COUNT] = sizeof(uint64_t),
                              [NES_TYPE_FLAG] = sizeof(bool),
                              [NES_TYPE_CHOICE] = sizeof(const char *),
                              [NES_TYPE_ARRAY] = sizeof(const double *)};

static void put(const nes_field *f, nes_settings *s, const void *value)
{
    memcpy(nes_field_in(s, f), value, SIZE[f->option.type]);
}

void nes_field_copy(const nes_field *f, nes_settings *to, const nes_settings *from)
{
    put(f, to, nes_field_of(from, f));
}

void nes_field_reset(const nes_field *f, nes_settings *s)
{
    put(f, s, &f->real); /* the default is a union, and begins there */
    s->given[nes_field_number(f) / 64] &= ~bit_of(f);
}

void nes_settings_default(nes_settings *s)
{
    if (s == NULL) return;
    memset(s, 0, sizeof *s);
    NES_EACH_FIELD (f) nes_field_reset(f, s);
}

bool nes_field_is_default(const nes_field *f, const nes_settings *s)
{
    if (f->option.type != NES_TYPE_CHOICE) /* no default is 0, which has two signs, or NaN */
        return memcmp(nes_field_of(s, f), &f->real, SIZE[f->option.type]) == 0;
    const char *word = nes_word_of(s, f);
    return word == NULL || (f->word != NULL && strcmp(word, f->word) == 0);
}

bool nes_field_is_automatic(const nes_field *f, const nes_settings *s)
{
    const bool open = f->option.type == NES_TYPE_CHOICE ? f->word == NULL : f->option.automatic;
    return open && nes_field_is_default(f, s);
}

/* A field that was set to "auto" counts as not set. */
void nes_field_mark(const nes_field *f, nes_settings *s)
{
    if (nes_field_is_automatic(f, s))
        s->given[nes_field_number(f) / 64] &= ~bit_of(f);
    else
        s->given[nes_field_number(f) / 64] |= bit_of(f);
}

bool nes_field_is_marked(const nes_field *f, const nes_settings *s)
{
    return (s->given[nes_field_number(f) / 64] & bit_of(f)) != 0;
}

bool nes_field_untouched(const nes_field *f, const nes_settings *s)
{
    return nes_field_is_default(f, s) && !nes_field_is_marked(f, s);
}

/* Whether a count of 0 means "off" or "auto". */
static bool open_count(const nes_field *f)
{
    return f->option.off || f->option.automatic;
}

/* Whether the option is the most that something may be, so that infinity is no limit. */
static bool is_limit(const nes_field *f)
{
    return f->option.off && strncmp(f->option.name, "max_", 4) == 0;
}

static nes_status check_range(const nes_field *f, double v, nes_note note)
{
    const nes_option *o = &f->option;
    const bool low = v > o->low || (v == o->low && !o->open_low);
    if (low && v <= o->high && !isnan(v)) return NES_OK;
    const char *words = o->off && o->automatic ? ", or 'off' or 'auto'"
                        : is_limit(f)          ? ", or 'off' for no limit"
                        : o->off               ? ", or 'off'"
                        : o->automatic         ? ", or 'auto'"
                                               : "";
    const char *least = o->open_low ? "greater than" : "at least";
    if (o->high >= NES_HUGE && v > o->high)
        return nes_refuse(note, NES_ERR_VALUE, "option '%s' is %g, but must be finite%s", o->name,
                          v, words);
    if (o->high >= NES_HUGE)
        return nes_refuse(note, NES_ERR_VALUE, "option '%s' is %g, but must be %s %g%s", o->name, v,
                          least, o->low, words);
    return nes_refuse(note, NES_ERR_VALUE, "option '%s' is %g, but must be %s %g and at most %g%s",
                      o->name, v, least, o->low, o->high, words);
}

const char *nes_field_word(const nes_field *f, const char *word)
{
    const char *w;
    for (size_t i = 0; (w = f->words(f->option.name, i).name) != NULL; i++)
        if (nes_same_word(w, word)) return w;
    return NULL;
}

nes_status nes_field_check(const nes_field *f, const nes_settings *s, nes_note note)
{
    const void *at = nes_field_of(s, f);
    if (f->option.type == NES_TYPE_REAL) {
        const double v = *(const double *)at;
        if (v == NES_AUTO && f->option.automatic) return NES_OK;
        if (v == NES_OFF && f->option.off) return NES_OK;
        return check_range(f, v, note);
    }
    if (f->option.type == NES_TYPE_COUNT) {
        const uint64_t v = *(const uint64_t *)at;
        return v == 0 && open_count(f) ? NES_OK : check_range(f, (double)v, note);
    }
    if (f->option.type == NES_TYPE_CHOICE) {
        const char *word = *(const char *const *)at;
        if (word == NULL || nes_field_word(f, word) != NULL) return NES_OK;
        return nes_unknown_word(f, word, note);
    }
    return NES_OK;
}

static nes_status not_a(const nes_field *f, const char *what, const char *value, nes_note note)
{
    return nes_refuse(note, f->refusal, "option '%s' needs %s, not '%s'", f->option.name, what,
                      value);
}

/* The value of a text, by the type of its option. */
typedef union value {
    double real;
    uint64_t count;
    bool flag;
    const char *word;
} value;

static nes_status parse_real(const nes_field *f, const char *text, double *out, nes_note note)
{
    char *end;
    if (f->option.off && nes_same_word(text, "off")) return *out = NES_OFF, NES_OK;
    if (f->option.automatic && nes_same_word(text, "auto")) return *out = NES_AUTO, NES_OK;
    *out = nes_read_real(text, &end);
    if (end == text || *end != '\0') return not_a(f, "a number", text, note);
    if (*out == INFINITY && is_limit(f)) return *out = NES_OFF, NES_OK;
    return check_range(f, *out, note);
}

/* Reads a whole number, which may be written like 1e6. */
static nes_status parse_count(const nes_field *f, const char *text, uint64_t *out, nes_note note)
{
    char *end;
    if ((f->option.off && nes_same_word(text, "off")) ||
        (f->option.automatic && nes_same_word(text, "auto")))
        return *out = 0, NES_OK;
    errno = 0;
    *out = strtoull(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || strchr(text, '-') != NULL) {
        const double v = nes_read_real(text, &end);
        if (v == INFINITY && *end == '\0' && is_limit(f)) return *out = 0, NES_OK;
        if (end == text || *end != '\0' || v != floor(v) || !(v >= 0 && v <= 9e15))
            return not_a(f, "a whole number that is not negative", text, note);
        *out = (uint64_t)v;
    }
    return *out == 0 && open_count(f) ? NES_OK : check_range(f, (double)*out, note);
}

static nes_status parse_flag(const nes_field *f, const char *text, bool *out, nes_note note)
{
    static const char *const words[] = {"yes", "true", "on", "1", "no", "false", "off", "0"};
    for (size_t i = 0; i < 8; i++)
        if (nes_same_word(text, words[i])) return *out = i < 4, NES_OK;
    return not_a(f, "'yes' or 'no'", text, note);
}

/* Reads the word of a choice. One that the method makes takes "auto", too, and is null then. */
static nes_status parse_word(const nes_field *f, const char *text, const char **out, nes_note note)
{
    *out = nes_field_word(f, text);
    if (*out != NULL || (f->word == NULL && nes_same_word(text, "auto"))) return NES_OK;
    return nes_unknown_word(f, text, note);
}

static nes_status parse(const nes_field *f, const char *text, value *v, nes_note note)
{
    switch (f->option.type) {
    case NES_TYPE_REAL:
        return parse_real(f, text, &v->real, note);
    case NES_TYPE_COUNT:
        return parse_count(f, text, &v->count, note);
    case NES_TYPE_FLAG:
        return parse_flag(f, text, &v->flag, note);
    case NES_TYPE_CHOICE:
        return parse_word(f, text, &v->word, note);
    case NES_TYPE_ARRAY:
        break;
    }
    return nes_refuse(note, NES_ERR_VALUE,
                      "option '%s' is an array: use nes_set_array, or set the field of "
                      "nes_settings to its numbers",
                      f->option.name);
}

nes_status nes_field_set(const nes_field *f, nes_settings *s, const char *text, nes_note note)
{
    value v;
    NES_TRY(parse(f, text, &v, note));
    put(f, s, &v);
    return NES_OK;
}

/* Adds to a refusal that the option is another one elsewhere, if it is. */
static nes_status refused(nes_settings *s, const char *name, nes_status status)
{
    const nes_elsewhere *row = nes_elsewhere_find(name);
    if (row != NULL) nes_append(s->message, sizeof s->message, "; %s", row->doc);
    return status;
}

/* Nobody means "as many as you like" by 0, which is what it is in the struct. */
static nes_status refuse_zero(const nes_field *f, const char *text, nes_note note)
{
    char *end;
    if (f->option.type != NES_TYPE_COUNT || !f->option.off) return NES_OK;
    const bool zero = nes_read_real(text, &end) == 0 && end != text && *end == '\0';
    return zero ? check_range(f, 0, note) : NES_OK;
}

nes_status nes_set(nes_settings *s, const char *name, const char *text)
{
    if (s == NULL || name == NULL || text == NULL) return NES_ERR_ARGUMENT;
    const nes_note note = {s->message, sizeof s->message};
    const nes_field *f = nes_field_find(name);
    s->message[0] = '\0';
    if (f == NULL) return nes_unknown_option(name, note);
    nes_status status = refuse_zero(f, text, note);
    if (status == NES_OK) status = nes_field_set(f, s, text, note);
    if (status != NES_OK) return refused(s, name, status);
    nes_field_mark(f, s);
    return NES_OK;
}

int nes_field_print(const nes_field *f, const nes_settings *s, char *text, size_t size)
{
    const void *at = nes_field_of(s, f);
    double real;
    const char *word;
    switch (f->option.type) {
    case NES_TYPE_REAL:
        real = *(const double *)at;
        if (real == NES_AUTO && f->real == NES_AUTO) return nes_print(text, size, "auto");
        if (real == NES_OFF && f->option.off) return nes_print(text, size, "off");
        return nes_print(text, size, "%.17g", real);
    case NES_TYPE_COUNT:
        return nes_print(text, size, "%llu", (unsigned long long)*(const uint64_t *)at);
    case NES_TYPE_FLAG:
        return nes_print(text, size, "%s", *(const bool *)at ? "yes" : "no");
    case NES_TYPE_CHOICE:
        word = *(const char *const *)at;
        return nes_print(text, size, "%s", word != NULL ? word : "auto");
    case NES_TYPE_ARRAY:
        break;
    }
    return nes_print(text, size, "%s", *(const double *const *)at != NULL ? "set" : "none");
}

nes_status nes_get(const nes_settings *s, const char *name, char *text, size_t size)
{
    if (s == NULL || name == NULL || text == NULL) return NES_ERR_ARGUMENT;
    const nes_field *f = nes_field_find(name);
    if (f == NULL) return NES_ERR_OPTION;
    const bool off = f->option.type == NES_TYPE_COUNT && f->option.off &&
                     *(const uint64_t *)nes_field_of(s, f) == 0;
    const int n = off ? nes_print(text, size, "off") : nes_field_print(f, s, text, size);
    return n >= 0 && (size_t)n < size ? NES_OK : NES_ERR_SPACE;
}

bool nes_field_is_same(const nes_field *f, const nes_settings *a, const nes_settings *b)
{
    char first[64], second[64];
    nes_field_print(f, a, first, sizeof first);
    nes_field_print(f, b, second, sizeof second);
    return strcmp(first, second) == 0;
}
