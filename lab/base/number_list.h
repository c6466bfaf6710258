/* SPDX-License-Identifier: MIT
 *
 * Lists of whole numbers as one writes them: "1-5,8,71-80". They are kept in ascending order. */
#pragma once

#include <stddef.h>

#include "base/buffer.h"

typedef struct number_list {
    size_t *v; /* owned */
    size_t n;
} number_list;

enum { NUMBER_LIST_MOST = 100000 };

/* The value of --option: numbers from 1 to high, each once. have says what there is, for the
 * refusal of others: "bbob has the functions 1 to 24". Returns 0, or the exit status with the error
 * printed. */
int number_list_parse(const char *option, const char *text, size_t high, const char *have,
                      number_list *l);

/* Copies the numbers of an array that ends with 0. */
void number_list_copy(const size_t *v, number_list *l);

/* Appends the list as text: ranges from three numbers on. */
void number_list_print(const number_list *l, buffer *text);

void number_list_free(number_list *l);
