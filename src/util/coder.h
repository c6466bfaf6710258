/* SPDX-License-Identifier: MIT
 *
 * Converts plain numbers to bytes and back. The bytes are the same on every machine: 64-bit
 * little-endian words. A structure is described by one function that codes its members in turn;
 * depending on the coder, that function counts the bytes, writes them or reads them. So the three
 * cannot disagree about the format. */
#ifndef NES_UTIL_CODER_H
#define NES_UTIL_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nes_coder {
    unsigned char *out;      /* where to write; null when not writing */
    const unsigned char *in; /* what to read; null when not reading. Both null: only count */
    size_t size, used;       /* bytes of the input; bytes counted, written or read so far */
    bool bad; /* the input ended early or made no sense; reading goes on and gives zeros */
} nes_coder;

void nes_code_bytes(nes_coder *c, void *p, size_t n);
void nes_code_count(nes_coder *c, uint64_t *v);
void nes_code_size(nes_coder *c, size_t *v);
void nes_code_flag(nes_coder *c, bool *v);
void nes_code_real(nes_coder *c, double *v);
void nes_code_reals(nes_coder *c, double *v, size_t n);
void nes_code_text(nes_coder *c, char *text, size_t size); /* text has room for size bytes */

uint64_t nes_checksum(const unsigned char *p, size_t n); /* FNV-1a */

#endif
