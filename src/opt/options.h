/* SPDX-License-Identifier: MIT
 *
 * The option table behind nes_settings: defaults, string setters, validation, help and the saved
 * settings all come from it. */
#ifndef NES_OPT_OPTIONS_H
#define NES_OPT_OPTIONS_H

#include "nes/settings.h"
#include "util/text.h"

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
    const char *word;            /* may be null: "as the method says" */
    nes_word (*words)(size_t i); /* allowed words of a choice */
    nes_status refusal;          /* status of a wrong word or number */
} nes_field;

const nes_field *nes_field_at(size_t i);           /* null past the end */
const nes_field *nes_field_find(const char *name); /* null: no such option */

/* Refuses a number outside the range of its option; AUTO and OFF pass where they are allowed. */
nes_status nes_field_check(const nes_field *field, const nes_settings *s, nes_note note);

/* The canonical copy of a word, or null. */
const char *nes_field_word(const nes_field *field, const char *word);

#endif
