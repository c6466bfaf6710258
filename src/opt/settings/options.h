/* SPDX-License-Identifier: MIT
 *
 * The option table behind nes_settings: defaults, string setters, validation, help and the saved
 * settings all come from it. */
#ifndef NES_OPT_SETTINGS_OPTIONS_H
#define NES_OPT_SETTINGS_OPTIONS_H

#include "nes/by_name.h"
#include "util/text.h"

/* Array options that there is room for. */
enum { NES_MOST_ARRAYS = sizeof((nes_settings){0}.array_length) / sizeof(size_t) };

/* A word that a choice accepts; name is null past the end of the list. */
typedef struct nes_word {
    const char *name, *doc;
} nes_word;

typedef struct nes_field {
    nes_option option;
    size_t offset; /* of the field in nes_settings */
    double real;   /* defaults, by type */
    uint64_t count;
    bool flag;
    const char *word;            /* of a choice; null: the method says */
    const char *base;            /* what a choice is when neither caller nor method says */
    nes_word (*words)(size_t i); /* allowed words of a choice */
    nes_status refusal;          /* status of a wrong word or number */
} nes_field;

const nes_field *nes_field_at(size_t i);           /* null past the end */
const nes_field *nes_field_find(const char *name); /* null: no such option */
size_t nes_field_place(const nes_field *field);    /* its number in the table */

size_t nes_field_array(const nes_field *field); /* of an array option: its number among them */

/* Numbers in an array option, for that dimension and population. */
size_t nes_field_length(const nes_field *field, size_t dim, uint64_t popsize);

/* Where the field is in a struct of settings. */
static inline void *nes_field_in(nes_settings *s, const nes_field *f)
{
    return (char *)s + f->offset;
}

static inline const void *nes_field_of(const nes_settings *s, const nes_field *f)
{
    return (const char *)s + f->offset;
}

static inline const double *nes_array_of(const nes_settings *s, const nes_field *f)
{
    return *(const double *const *)nes_field_of(s, f);
}

static inline const char *nes_word_of(const nes_settings *s, const nes_field *f)
{
    return *(const char *const *)nes_field_of(s, f);
}

/* Back to the default, as if nobody had set it. */
void nes_field_reset(const nes_field *field, nes_settings *s);

/* The field has its default; of a choice that the method makes: it is left to the method. */
bool nes_field_is_default(const nes_field *field, const nes_settings *s);

/* The field still says what nes_settings_default put there, and nes_set was not asked for it. */
bool nes_field_untouched(const nes_field *field, const nes_settings *s);

/* The default of the field leaves it to a formula or to the method, and so does the field. */
bool nes_field_is_automatic(const nes_field *field, const nes_settings *s);

bool nes_field_is_marked(const nes_field *field, const nes_settings *s); /* set by name */

/* The caller has set it by name; to what is automatic: has given it back. */
void nes_field_mark(const nes_field *field, nes_settings *s);

/* The field by text, as nes_set does it, without a note that the caller has set it. */
nes_status nes_field_set(const nes_field *field, nes_settings *s, const char *value, nes_note note);

/* Refuses a number outside the range of its option; AUTO and OFF pass where they are allowed. */
nes_status nes_field_check(const nes_field *field, const nes_settings *s, nes_note note);

nes_status nes_unknown_option(const char *name, nes_note note);

/* The canonical copy of a word, or null. */
const char *nes_field_word(const nes_field *field, const char *word);

#endif
