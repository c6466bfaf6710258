/* SPDX-License-Identifier: MIT
 *
 * Converts plain numbers to bytes and back. The bytes are the same on every machine: 64-bit
 * little-endian words. A structure is described by one function that codes its members in turn;
 * depending on the coder, that function counts the bytes, writes them or reads them. So the three
 * cannot disagree about the format. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/sentence.h"

enum { NES_CODER_REASON = 240, NES_CODED_NAME = 48 }; /* bytes, the closing zero included */

typedef struct nes_coder {
    unsigned char *out;      /* the output; null when not writing */
    const unsigned char *in; /* the input; null when not reading. Both null: only count bytes */
    size_t size, used;       /* bytes of the input; bytes counted, written or read so far */
    uint64_t format; /* number of the format that is read or written, where there are several */
    bool bad;        /* the input ended early or makes no sense; further reading gives zeros */
    bool digest;     /* hash the bytes that would be written */
    uint64_t hash;
    char reason[NES_CODER_REASON]; /* why the input is bad; empty: it ended early */
    char unknown[NES_CODED_NAME];  /* a name in the input that no table has; empty: all are known */
} nes_coder;

/* Marks the input as bad, for a reason by printf's format; the first reason stays. */
void nes_code_refuse(nes_coder *c, const char *format, ...) NES_PRINTF(2, 3);

/* Refuses the input if a count v is above `most`: "'NAME' is V, but LIMIT MOST". */
void nes_code_check(nes_coder *c, const char *name, uint64_t v, const char *limit, uint64_t most);

/* Refuses the input because of a name that no table has. what: the kind of name, for the reason. */
void nes_code_refuse_name(nes_coder *c, const char *what, const char *name);

void nes_code_count(nes_coder *c, uint64_t *v);
void nes_code_size(nes_coder *c, size_t *v);
void nes_code_flag(nes_coder *c, bool *v);
void nes_code_real(nes_coder *c, double *v);
void nes_code_reals(nes_coder *c, double *v, size_t n);

/* Codes a text with room for size bytes. Unprintable characters in the input make it bad. */
void nes_code_text(nes_coder *c, char *text, size_t size);
void nes_write_text(nes_coder *c, const char *text); /* for a coder that does not read */

/* Kinds of numbers. A number of the input outside its kind is refused by its name. */
typedef enum nes_coded_kind {
    NES_CODED_COUNT,  /* at most 2^53: exact as a real, and sums of a few do not overflow */
    NES_CODED_WORD,   /* any 64 bits */
    NES_CODED_SIZE,   /* the number of elements of an array in memory */
    NES_CODED_FLAG,   /* 0 or 1 */
    NES_CODED_REAL,   /* any real, NaN too */
    NES_CODED_FINITE, /* a finite real */
    NES_CODED_VALUE,  /* a value of an objective: at most NES_HUGE (util/limits.h), or NaN */
    NES_CODED_LEVEL,  /* a real or an infinity, not NaN */
    NES_CODED_LENGTH, /* a real from 0 to infinity */
    NES_CODED_RATE,   /* a real from 0 to NES_HUGE */
    NES_CODED_WIDTH   /* a real above 0, up to NES_HUGE */
} nes_coded_kind;

/* Codes n reals of one kind. name: the word for them in a refusal. */
void nes_code_row(nes_coder *c, const char *name, nes_coded_kind kind, double *v, size_t n);

/* A field of a struct coded as (name, value) pairs: a count, then name and eight bytes for every
 * field. Reading takes the fields in any order and leaves missing ones as they are; a name that
 * occurs twice or is not in the table is bad. A table has at most 64 rows. */
typedef struct nes_coded {
    const char *name;
    nes_coded_kind kind;
    size_t offset;
} nes_coded;

/* Makes a row of such a table. */
#define NES_CODED(kind_, type_, name_, field_)                                                     \
    {                                                                                              \
        .name = (name_), .kind = NES_CODED_##kind_, .offset = offsetof(type_, field_)              \
    }

void nes_code_fields(nes_coder *c, size_t n, const nes_coded *table, void *object);

uint64_t nes_checksum(const unsigned char *p, size_t n); /* FNV-1a */
