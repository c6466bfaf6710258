/* SPDX-License-Identifier: MIT
 *
 * Numbers to bytes and back. Each function first turns the present value into bytes and then the
 * bytes into a value; when writing or counting, the second step gives the same value. */
#include "util/coder.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "util/limits.h"

#define MOST_ELEMENTS (SIZE_MAX / 16) /* callers multiply it by the size of an element */

void nes_code_refuse(nes_coder *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!c->bad) nes_print_list(c->reason, sizeof c->reason, format, args);
    va_end(args);
    c->bad = true;
}

void nes_code_check(nes_coder *c, const char *name, uint64_t v, const char *limit, uint64_t most)
{
    if (v > most)
        nes_code_refuse(c, "'%s' is %llu, but %s %llu", name, (unsigned long long)v, limit,
                        (unsigned long long)most);
}

/* Hashes eight bytes at a time: a state may have millions of numbers. */
static uint64_t mix(uint64_t h, const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && i + k < n; k++) word |= (uint64_t)p[i + k] << 8 * k;
        h = (h ^ word) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    return h;
}

void nes_code_refuse_name(nes_coder *c, const char *what, const char *name)
{
    if (strlen(name) < sizeof c->unknown) strcpy(c->unknown, name);
    nes_code_refuse(c, "there is no %s '%s'", what, name);
}

static inline void code_bytes(nes_coder *c, void *p, size_t n)
{
    if (c->in != NULL && n > c->size - c->used) {
        c->bad = true;
        memset(p, 0, n);
        return;
    }
    if (c->in != NULL) memcpy(p, c->in + c->used, n);
    if (c->out != NULL) memcpy(c->out + c->used, p, n);
    if (c->digest) c->hash = mix(c->hash, p, n);
    c->used += n;
}

void nes_code_count(nes_coder *c, uint64_t *v)
{
    unsigned char bytes[8];
    for (size_t i = 0; i < 8; i++) bytes[i] = (unsigned char)(*v >> 8 * i);
    code_bytes(c, bytes, 8);
    if (c->in == NULL) return; /* a value that is written stays untouched */
    *v = 0;
    for (size_t i = 8; i-- > 0;) *v = *v << 8 | bytes[i];
}

void nes_code_size(nes_coder *c, size_t *v)
{
    uint64_t n = *v;
    nes_code_count(c, &n);
    nes_code_check(c, "number of elements", n, "at most", MOST_ELEMENTS);
    if (c->in != NULL) *v = c->bad ? 0 : (size_t)n;
}

void nes_code_flag(nes_coder *c, bool *v)
{
    uint64_t n = *v;
    nes_code_count(c, &n);
    nes_code_check(c, "flag", n, "at most", 1);
    if (c->in != NULL) *v = n == 1;
}

void nes_code_real(nes_coder *c, double *v)
{
    uint64_t bits;
    memcpy(&bits, v, sizeof bits);
    nes_code_count(c, &bits);
    if (c->in != NULL) memcpy(v, &bits, sizeof bits);
}

void nes_code_reals(nes_coder *c, double *v, size_t n)
{
    const bool counting = c->in == NULL && c->out == NULL && !c->digest;
    if (counting) c->used += n * sizeof *v;
    for (size_t i = 0; !counting && i < n && !c->bad; i++) nes_code_real(c, v + i);
}

/* Whether all characters of the text can be shown on a terminal as they are. */
static bool is_plain(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (text[i] < ' ' || text[i] > '~') return false;
    return true;
}

void nes_code_text(nes_coder *c, char *text, size_t size)
{
    size_t n = c->in != NULL ? 0 : strlen(text);
    nes_code_size(c, &n);
    if (n >= size) nes_code_refuse(c, "a text has %zu characters, but at most %zu", n, size - 1);
    if (c->bad) n = 0;
    code_bytes(c, text, n);
    if (c->in == NULL) return;
    text[n] = '\0';
    if (is_plain(text, n)) return;
    nes_code_refuse(c, "a text of %zu characters has one that cannot be printed", n);
    text[0] = '\0';
}

void nes_write_text(nes_coder *c, const char *text)
{
    nes_code_text(c, (char *)(uintptr_t)text, SIZE_MAX);
}

/* Returns the words of a refusal for what a number of this kind must be; null if v is allowed. */
static const char *missed(nes_coded_kind kind, double v)
{
    static const struct {
        double least, most;
        bool nan; /* NaN is allowed, too */
        const char *what;
    } kinds[] = {
        [NES_CODED_REAL] = {-INFINITY, INFINITY, true, ""},
        [NES_CODED_FINITE] = {-DBL_MAX, DBL_MAX, false, "finite"},
        [NES_CODED_VALUE] = {-INFINITY, NES_HUGE, true, "at most 1e+300, or no number"},
        [NES_CODED_LEVEL] = {-INFINITY, INFINITY, false, "a number"},
        [NES_CODED_LENGTH] = {0, INFINITY, false, "at least 0"},
        [NES_CODED_RATE] = {0, NES_HUGE, false, "finite and at least 0"},
        [NES_CODED_WIDTH] = {DBL_TRUE_MIN, NES_HUGE, false, "finite and above 0"},
    };
    const bool good = isnan(v) ? kinds[kind].nan : v >= kinds[kind].least && v <= kinds[kind].most;
    return good ? NULL : kinds[kind].what;
}

static void code_real_of(nes_coder *c, nes_coded_kind kind, const char *name, double *v)
{
    nes_code_real(c, v);
    const char *want = c->in != NULL ? missed(kind, *v) : NULL;
    if (want != NULL) nes_code_refuse(c, "'%s' is %g, but must be %s", name, *v, want);
}

void nes_code_row(nes_coder *c, const char *name, nes_coded_kind kind, double *v, size_t n)
{
    nes_code_reals(c, v, n);
    for (size_t i = 0; c->in != NULL && i < n && !c->bad; i++) {
        const char *want = missed(kind, v[i]);
        if (want != NULL)
            nes_code_refuse(c, "number %zu of the %s is %g, but must be %s", i + 1, name, v[i],
                            want);
    }
}

static void code_value(nes_coder *c, const nes_coded *f, void *at)
{
    static const uint64_t most[] = {[NES_CODED_COUNT] = UINT64_C(1) << 53,
                                    [NES_CODED_WORD] = UINT64_MAX,
                                    [NES_CODED_SIZE] = MOST_ELEMENTS,
                                    [NES_CODED_FLAG] = 1};
    const bool size = f->kind == NES_CODED_SIZE, flag = f->kind == NES_CODED_FLAG;
    if (f->kind > NES_CODED_FLAG) {
        code_real_of(c, f->kind, f->name, at);
        return;
    }
    uint64_t word = size ? *(size_t *)at : flag ? *(bool *)at : *(uint64_t *)at;
    nes_code_count(c, &word);
    if (c->in == NULL) return;
    nes_code_check(c, f->name, word, "at most", most[f->kind]);
    if (size)
        *(size_t *)at = c->bad ? 0 : (size_t)word;
    else if (flag)
        *(bool *)at = word == 1;
    else
        *(uint64_t *)at = word;
}

/* Reads a name and returns the field that has it; null: no field has it. The search begins at row i
 * of the table, where the writer has the field. */
static const nes_coded *read_name(nes_coder *c, size_t n, const nes_coded *table, size_t i)
{
    char name[NES_CODED_NAME] = "";
    nes_code_text(c, name, sizeof name);
    for (size_t k = 0; k < n && !c->bad; k++)
        if (strcmp(table[(i + k) % n].name, name) == 0) return &table[(i + k) % n];
    if (!c->bad) nes_code_refuse_name(c, "field", name);
    return NULL;
}

void nes_code_fields(nes_coder *c, size_t n, const nes_coded *table, void *object)
{
    size_t there = n;
    uint64_t seen = 0;
    nes_code_size(c, &there);
    for (size_t i = 0; i < there && !c->bad; i++) {
        const nes_coded *f = c->in != NULL ? read_name(c, n, table, i) : &table[i];
        if (f == NULL) return;
        if (c->in == NULL) nes_write_text(c, f->name);
        const uint64_t bit = UINT64_C(1) << (f - table);
        if (seen & bit) nes_code_refuse(c, "field '%s' is there twice", f->name);
        seen |= bit;
        if (!c->bad) code_value(c, f, (char *)object + f->offset);
    }
}

uint64_t nes_checksum(const unsigned char *p, size_t n)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * 0x100000001b3u;
    return h;
}
