/* SPDX-License-Identifier: MIT
 *
 * Numbers to bytes and back. Each function first makes bytes of the present value and then a value
 * of the bytes; when writing or counting, the second step gives back the same value. */
#include "util/coder.h"

#include <string.h>

void nes_code_bytes(nes_coder *c, void *p, size_t n)
{
    if (c->in != NULL && n > c->size - c->used) {
        c->bad = true;
        memset(p, 0, n);
        return;
    }
    if (c->in != NULL) memcpy(p, c->in + c->used, n);
    if (c->out != NULL) memcpy(c->out + c->used, p, n);
    c->used += n;
}

void nes_code_count(nes_coder *c, uint64_t *v)
{
    unsigned char bytes[8];
    for (size_t i = 0; i < 8; i++) bytes[i] = (unsigned char)(*v >> 8 * i);
    nes_code_bytes(c, bytes, 8);
    *v = 0;
    for (size_t i = 8; i-- > 0;) *v = *v << 8 | bytes[i];
}

void nes_code_size(nes_coder *c, size_t *v)
{
    uint64_t n = *v;
    nes_code_count(c, &n);
    if (n > SIZE_MAX / 16) c->bad = true; /* so that callers can multiply by a size of element */
    *v = c->bad ? 0 : (size_t)n;
}

void nes_code_flag(nes_coder *c, bool *v)
{
    uint64_t n = *v;
    nes_code_count(c, &n);
    if (n > 1) c->bad = true;
    *v = n == 1;
}

void nes_code_real(nes_coder *c, double *v)
{
    uint64_t bits;
    memcpy(&bits, v, sizeof bits);
    nes_code_count(c, &bits);
    memcpy(v, &bits, sizeof bits);
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

uint64_t nes_checksum(const unsigned char *p, size_t n)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * 0x100000001b3u;
    return h;
}
