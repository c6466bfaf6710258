/* SPDX-License-Identifier: MIT
 *
 * Plain numbers to bytes and back, the same on every machine: 64-bit little-endian words. One walk
 * over a structure serves three purposes: counting, writing and reading. */
#ifndef NES_UTIL_CODER_H
#define NES_UTIL_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nes_coder {
    unsigned char *out;      /* writing; null otherwise */
    const unsigned char *in; /* reading; null otherwise; both null: counting */
    size_t size, used;
    bool bad; /* the input ended early or made no sense; reading goes on with zeros */
} nes_coder;

void nes_code_bytes(nes_coder *c, void *p, size_t n);
void nes_code_count(nes_coder *c, uint64_t *v);
void nes_code_size(nes_coder *c, size_t *v);
void nes_code_flag(nes_coder *c, bool *v);
void nes_code_real(nes_coder *c, double *v);
void nes_code_reals(nes_coder *c, double *v, size_t n);
void nes_code_text(nes_coder *c, char *text, size_t size); /* room of size bytes */

uint64_t nes_checksum(const unsigned char *p, size_t n); /* FNV-1a */

#endif
