/* SPDX-License-Identifier: MIT
 *
 * What a target offers and what it may use. A target is one file, fuzz_NAME.c, with two functions:
 *
 *     LLVMFuzzerTestOneInput  takes any bytes. A crash, a leak, a second of processor time or a
 *                             block of FUZZ_MOST_MB is a defect; so is a call of fuzz_defect()
 *     fuzz_seeds              gives inputs to begin with, by fuzz_seed()
 *
 * libFuzzer drives the targets in the preset `fuzz`; replay.c drives the same ones in any other. */
#ifndef FUZZ_SUPPORT_FUZZ_H
#define FUZZ_SUPPORT_FUZZ_H

#include <stddef.h>
#include <stdint.h>

enum { FUZZ_MOST_MB = 64 }; /* the largest block that an input may make the code allocate */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* May be there: a change of an input that keeps it well-formed where it matters. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* libFuzzer's own change of some bytes; replay.c has one too. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

/* Where seeds go. */
typedef struct fuzz_sink {
    void (*take)(void *to, const void *bytes, size_t n);
    void *to;
} fuzz_sink;

void fuzz_seeds(const fuzz_sink *to);
void fuzz_seed(const fuzz_sink *to, const void *bytes, size_t n);

/* Bytes, or a text, behind a first byte, which chooses how they are read. */
void fuzz_seed_bytes(const fuzz_sink *to, uint8_t choice, const void *bytes, size_t n);
void fuzz_seed_text(const fuzz_sink *to, uint8_t choice, const char *text);

/* A copy of exactly these bytes and a zero, to be freed: what is read beyond it is noticed. */
char *fuzz_text(const uint8_t *data, size_t size);

/* A number of 31 bits that looks random, the same for the same state, which moves on. */
uint64_t fuzz_next(uint64_t *state);

/* What the code prints goes nowhere from now on. */
void fuzz_quiet(void);

/* Something is wrong that no sanitiser sees: says what, and ends the process as a crash does. */
_Noreturn void fuzz_defect(const char *what);

/* The same, with the sentence that the code gave for it. */
_Noreturn void fuzz_defect_said(const char *what, const char *sentence);

#endif
