/* SPDX-License-Identifier: MIT
 *
 * Lists of numbers in text: "1,2,3" or "1 2 3". */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Reads numbers separated by blanks, tabs, commas or semicolons up to the end of text or line.
 * Stores the first max of them and returns how many there are. *bad is null, or points to the first
 * text that is not a number, where reading ended. */
size_t vector_scan(const char *text, double *v, size_t max, const char **bad);

/* Whether text is a single number, which goes to *value. */
bool vector_is_real(const char *text, double *value);

/* Reads the value of --option as n numbers: a list, or @FILE with one. A single number stands for n
 * equal ones if spread is not 0; n = 0 takes as many as there are. Returns 0 with *v to be freed,
 * or the exit status with the error printed and *v null. */
int vector_parse(const char *option, const char *text, size_t n, int spread, double **v);

/* Whether text is a whole number from 1 on, which goes to *count. */
bool vector_is_count(const char *text, size_t *count);

/* Reads the value of --option as a whole number from 1 on. Returns 0, or the exit status with the
 * error printed. */
int vector_parse_count(const char *option, const char *text, size_t *count);

/* Reads the value of --option as a finite number. Returns 0, or the exit status with the error
 * printed. */
int vector_parse_real(const char *option, const char *text, double *value);
