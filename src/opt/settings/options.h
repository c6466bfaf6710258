/* SPDX-License-Identifier: MIT
 *
 * The option table behind nes_settings: defaults, string setters, validation, help and the saved
 * settings all come from it. */
#pragma once

#include "nes/by_name.h"
#include "util/sentence.h"

/* Array options that there is room for. */
enum { NES_MOST_ARRAYS = sizeof((nes_settings){0}.array_length) / sizeof(size_t) };

/* A word that a choice accepts; name is null past the end of the list. */
typedef struct nes_word {
    const char *name, *doc;
} nes_word;

typedef struct nes_field {
    nes_option option;
    size_t offset;  /* of the field in nes_settings */
    uint64_t needs; /* what a run must be to use the option, a bit each (opt/settings/needs.h) */
    union {         /* the default, by type */
        double real;
        uint64_t count;
        bool flag;
        const char *word; /* of a choice; null: the method says */
        const double *array;
    };
    const char *base; /* what a choice is when neither caller nor method says */
    nes_word (*words)(const char *option, size_t i); /* allowed words of a choice */
    nes_status refusal;                              /* status of a wrong word or number */
} nes_field;

extern const nes_field nes_fields[], *const nes_fields_end;
#define NES_EACH_FIELD(f) for (const nes_field *f = nes_fields; f < nes_fields_end; f++)

const nes_field *nes_field_find(const char *name); /* null: no such option */

static inline size_t nes_field_number(const nes_field *field) /* the number of its row, from 0 */
{
    return (size_t)(field - nes_fields);
}

size_t nes_field_array(const nes_field *field); /* number among the array options, from 0 */

/* How many numbers an array option has, for that dimension and population. */
size_t nes_field_length(const nes_field *field, size_t dim, const nes_settings *s);

/* Whether it is an array with a number per variable. */
static inline bool nes_is_per_variable(const nes_field *f)
{
    return f->option.type == NES_TYPE_ARRAY && f->option.length == NES_PER_VARIABLE;
}

/* The address of the field in a struct of settings, and its value as an array or a word. */
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

/* Puts the field back to its default, as if nobody had set it. */
void nes_field_reset(const nes_field *field, nes_settings *s);

/* Copies the value of the field from other settings. Arrays are borrowed. */
void nes_field_copy(const nes_field *field, nes_settings *to, const nes_settings *from);

/* Whether the field has its default. A choice that the method makes has it when it is null. */
bool nes_field_is_default(const nes_field *field, const nes_settings *s);

/* Whether the field has its default, and nes_set has not put it there. */
bool nes_field_untouched(const nes_field *field, const nes_settings *s);

/* Writes the text that nes_get gives; returns its length, as snprintf does. */
int nes_field_print(const nes_field *field, const nes_settings *s, char *text, size_t size);

/* Whether nes_get gives the same text of the field in both settings. */
bool nes_field_is_same(const nes_field *field, const nes_settings *a, const nes_settings *b);

/* Whether the field has its default, and that is a formula or the choice of the method. */
bool nes_field_is_automatic(const nes_field *field, const nes_settings *s);

bool nes_field_is_marked(const nes_field *field, const nes_settings *s); /* was set by name */

/* Notes that the caller has set the field by name. One that was set to "auto" counts as not set. */
void nes_field_mark(const nes_field *field, nes_settings *s);

/* Sets the field by text, as nes_set does, but does not note that the caller has set it. */
nes_status nes_field_set(const nes_field *field, nes_settings *s, const char *value, nes_note note);

/* Refuses a number outside the range of its option, and an unknown word. NES_AUTO and NES_OFF pass
 * where they are allowed. */
nes_status nes_field_check(const nes_field *field, const nes_settings *s, nes_note note);

/* unknown.c: refuse a name that no option has, and a word that an option does not have. */
nes_status nes_unknown_option(const char *name, nes_note note);
nes_status nes_unknown_word(const nes_field *field, const char *word, nes_note note);

/* The word as it stands in the table; null: the choice has no such word. */
const char *nes_field_word(const nes_field *field, const char *word);
