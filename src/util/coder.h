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

#include "util/text.h"

enum { NES_CODER_REASON = 240, NES_CODED_NAME = 48 }; /* bytes; no name of a field is as long */

typedef struct nes_coder {
    unsigned char *out;      /* where to write; null when not writing */
    const unsigned char *in; /* what to read; null when not reading. Both null: only count */
    size_t size, used;       /* bytes of the input; bytes counted, written or read so far */
    uint64_t format;         /* for whom the bytes differ from one version to the next */
    bool bad;    /* the input ended early or made no sense; reading goes on and gives zeros */
    bool digest; /* hash what would be written */
    uint64_t hash;
    char reason[NES_CODER_REASON]; /* why the input is bad; empty: it ended early */
    char unknown[NES_CODED_NAME];  /* a name in the input that no table has; empty: all are known */
} nes_coder;

/* The input is bad for that reason; the first one stays. */
void nes_code_refuse(nes_coder *c, const char *format, ...) NES_PRINTF(2, 3);

/* The input is bad if a count is above its limit: 'NAME' is V, but LIMIT MOST. */
void nes_code_check(nes_coder *c, const char *name, uint64_t v, const char *limit, uint64_t most);

/* The input is bad because of a name that no table has. what: the kind of name, for the reason. */
void nes_code_refuse_name(nes_coder *c, const char *what, const char *name);

void nes_code_count(nes_coder *c, uint64_t *v);
void nes_code_size(nes_coder *c, size_t *v);
void nes_code_flag(nes_coder *c, bool *v);
void nes_code_real(nes_coder *c, double *v);
void nes_code_reals(nes_coder *c, double *v, size_t n);

/* The text has room for size bytes. Characters that are not printed as they are make it bad. */
void nes_code_text(nes_coder *c, char *text, size_t size);
void nes_write_text(nes_coder *c, const char *text); /* by a coder that does not read */

/* What a number may be. A number that is read and is something else is refused by its name. */
typedef enum nes_coded_kind {
    NES_CODED_COUNT,  /* at most 2^53: sums of some do not overflow, and it is exact as a real */
    NES_CODED_WORD,   /* any 64 bits */
    NES_CODED_SIZE,   /* how many elements something in memory has */
    NES_CODED_FLAG,   /* 0 or 1 */
    NES_CODED_REAL,   /* any real, NaN too */
    NES_CODED_FINITE, /* a finite real */
    NES_CODED_VALUE,  /* what an objective can be: a real up to NES_HUGE (util/limits.h), or NaN */
    NES_CODED_LEVEL,  /* a real or infinite, not NaN */
    NES_CODED_LENGTH, /* at least 0, perhaps infinite */
    NES_CODED_RATE,   /* from 0 to NES_HUGE */
    NES_CODED_WIDTH   /* above 0, up to NES_HUGE */
} nes_coded_kind;

/* n reals of one kind. name: what they are called in a refusal. */
void nes_code_row(nes_coder *c, const char *name, nes_coded_kind kind, double *v, size_t n);

/* A struct as (name, value) pairs: a count, then name and eight bytes for every field of the table.
 * Reading takes the fields in any order and leaves those that are missing as they are; a name that
 * is there twice is bad, and so is one that is not in the table. A table has no more than 64 rows.
 */
typedef struct nes_coded {
    const char *name;
    nes_coded_kind kind;
    size_t offset;
} nes_coded;

/* A row of such a table. */
#define NES_CODED(kind_, type_, name_, field_)                                                     \
    {                                                                                              \
        .name = (name_), .kind = NES_CODED_##kind_, .offset = offsetof(type_, field_)              \
    }

void nes_code_fields(nes_coder *c, size_t n, const nes_coded *table, void *object);

uint64_t nes_checksum(const unsigned char *p, size_t n); /* FNV-1a */
