/* SPDX-License-Identifier: MIT
 *
 * Numbers to bytes and back. Each function first makes bytes of the present value and then a value
 * of the bytes; when writing or counting, the second step gives back the same value. */
#include "util/coder.h"

#include <string.h>

/* Eight bytes at a time: a state may have millions of numbers. */
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

void nes_code_bytes(nes_coder *c, void *p, size_t n)
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
    nes_code_bytes(c, bytes, 8);
    if (c->in == NULL) return; /* what is written stays untouched */
    *v = 0;
    for (size_t i = 8; i-- > 0;) *v = *v << 8 | bytes[i];
}

void nes_code_size(nes_coder *c, size_t *v)
{
    uint64_t n = *v;
    nes_code_count(c, &n);
    if (n > SIZE_MAX / 16) c->bad = true; /* so that callers can multiply by a size of element */
    if (c->in != NULL) *v = c->bad ? 0 : (size_t)n;
}

void nes_code_flag(nes_coder *c, bool *v)
{
    uint64_t n = *v;
    nes_code_count(c, &n);
    if (n > 1) c->bad = true;
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
    for (size_t i = 0; i < n && !c->bad; i++) nes_code_real(c, v + i);
}

void nes_code_text(nes_coder *c, char *text, size_t size)
{
    size_t n = c->in != NULL ? 0 : strlen(text);
    nes_code_size(c, &n);
    if (n >= size) c->bad = true;
    if (c->bad) n = 0;
    nes_code_bytes(c, text, n);
    if (c->in != NULL) text[n] = '\0';
}

static void code_value(nes_coder *c, nes_coded_kind kind, void *at)
{
    switch (kind) {
    case NES_CODED_COUNT:
        nes_code_count(c, at);
        break;
    case NES_CODED_SIZE:
        nes_code_size(c, at);
        break;
    case NES_CODED_FLAG:
        nes_code_flag(c, at);
        break;
    case NES_CODED_REAL:
        nes_code_real(c, at);
        break;
    }
}

static const nes_coded *find(size_t n, const nes_coded *table, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(table[i].name, name) == 0) return &table[i];
    return NULL;
}

void nes_code_fields(nes_coder *c, size_t n, const nes_coded *table, void *object, char *unknown,
                     size_t size)
{
    size_t there = n;
    nes_code_size(c, &there);
    for (size_t i = 0; i < there && !c->bad; i++) {
        char name[NES_CODED_NAME] = "";
        if (c->in == NULL) strcpy(name, table[i].name);
        nes_code_text(c, name, sizeof name);
        const nes_coded *f = c->bad ? NULL : find(n, table, name);
        if (f != NULL) {
            code_value(c, f->kind, (char *)object + f->offset);
        } else {
            if (!c->bad && strlen(name) < size) strcpy(unknown, name);
            c->bad = true;
        }
    }
}

uint64_t nes_checksum(const unsigned char *p, size_t n)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * 0x100000001b3u;
    return h;
}
