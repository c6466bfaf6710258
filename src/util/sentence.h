/* SPDX-License-Identifier: MIT
 *
 * Numbers as text and back, the same in every locale, and the sentences that tell a person why a
 * call was refused and what to do about it. */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "nes/status.h"

#if defined(__GNUC__)
#define NES_PRINTF(string, first) __attribute__((__format__(__printf__, string, first)))
#else
#define NES_PRINTF(string, first)
#endif

/* As vsnprintf, snprintf and strtod, with a decimal point whatever locale the process or the thread
 * has chosen. Afterwards the thread has its locale back. */
int nes_print_list(char *text, size_t size, const char *format, va_list args) NES_PRINTF(3, 0);
int nes_print(char *text, size_t size, const char *format, ...) NES_PRINTF(3, 4);
double nes_read_real(const char *text, char **end);

/* Appends to the text. */
void nes_append(char *text, size_t size, const char *format, ...) NES_PRINTF(3, 4);

/* The ending of a noun behind a number: one point, two points. */
static inline const char *nes_s(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* Room of `size` bytes for the sentence of a refusal; text may be null. */
typedef struct nes_note {
    char *text;
    size_t size;
} nes_note;

/* Writes the sentence and returns the status, so that a refusal is one statement. */
nes_status nes_refuse(nes_note note, nes_status status, const char *format, ...) NES_PRINTF(3, 4);
