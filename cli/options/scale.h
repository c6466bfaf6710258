/* SPDX-License-Identifier: MIT
 *
 * The scale of a variable: what its user calls the numbers that are searched. With a step the whole
 * number k is from + k step. Of a list of values it is value k, and of choices, which have no
 * order, name k. Everything outside the optimiser sees the user's numbers: 1.6, not 1. A choice is
 * its index where numbers are needed, and its name where people or programs read it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

typedef enum scale_kind { SCALE_PLAIN, SCALE_STEP, SCALE_VALUES, SCALE_CHOICES } scale_kind;

typedef struct scale {
    scale_kind kind;
    double step, from; /* SCALE_STEP: value 0 is `from` */
    double tens;       /* power of ten by which both are whole numbers; 0: none is known */
    size_t n;          /* number of values or choices */
    double *value;     /* SCALE_VALUES: ascending; owned */
    char **name;       /* SCALE_CHOICES: owned */
    char *unit;        /* owned; null: none */
} scale;               /* a zeroed struct is plain numbers without a unit */

/* Bytes of the name of a choice, with its closing zero. */
enum { SCALE_NAME_SIZE = 64 };

void scale_close(scale *s);

/* Each reads the words of a list. They return null, or a sentence's end that says what is wrong,
 * such as "has one value; ...", in text. */
const char *scale_use_step(scale *s, const char *word, char *text, size_t size);
const char *scale_use_values(scale *s, char *words, char *text, size_t size);
const char *scale_use_choices(scale *s, char *words, char *text, size_t size);

/* Makes the choices 0, 1, and so on. */
void scale_count_choices(scale *s, size_t n);

/* Sets where the steps begin. */
void scale_begin(scale *s, double from);

/* The user's number for one that is searched, and back. Between two values both are linear. */
double scale_show(const scale *s, double searched);
double scale_find(const scale *s, double shown);

/* How much the user's number grows with the searched one, on average; 1 for choices. */
double scale_slope(const scale *s);

/* Whether the user's number is one of the scale, up to rounding; *exact: that number. */
bool scale_has(const scale *s, double shown, double *exact);

/* The index of a choice by its name; n: there is none. */
size_t scale_choice(const scale *s, const char *name, size_t length);

/* The name of a choice; null: the number is no choice. */
const char *scale_name(const scale *s, double shown);

/* Appends the user's number, exactly, or the name of the choice. s null: plain numbers. */
void scale_put(const scale *s, double shown, buffer *to);

/* Appends what a value can be: "1, 1.6, 2 or 2.5", "a multiple of 0.25 from 1 on". */
void scale_put_range(const scale *s, buffer *to);
