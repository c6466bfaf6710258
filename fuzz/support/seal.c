/* SPDX-License-Identifier: MIT
 *
 * Checksums of journals and logs of SQLite, by https://sqlite.org/fileformat2.html. Without them a
 * changed page would hardly ever be looked at. */
#include <string.h>

#include "support/beside.h"

enum { MAGIC = 8, WAL_HEADER = 32, FRAME = 24 };

static uint32_t get(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void put(uint8_t *p, uint32_t v)
{
    for (int i = 3; i >= 0; i--, v >>= 8) p[i] = (uint8_t)v;
}

/* ---- journal -------------------------------------------------------------------------------- */

static const uint8_t JOURNAL_MAGIC[MAGIC] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};

/* A record is the number of a page, the page, and a sum of every 200th byte from its end. */
static void seal_record(uint8_t *record, uint32_t nonce)
{
    uint32_t sum = nonce;
    for (int i = BESIDE_PAGE - 200; i > 0; i -= 200) sum += record[4 + i];
    put(record + 4 + BESIDE_PAGE, sum);
}

void beside_seal_journal(uint8_t *bytes, size_t n)
{
    if (n < BESIDE_SECTOR) return;
    memcpy(bytes, JOURNAL_MAGIC, MAGIC);
    put(bytes + 20, BESIDE_SECTOR);
    put(bytes + 24, BESIDE_PAGE);
    for (size_t at = BESIDE_SECTOR; n - at >= BESIDE_PAGE + 8; at += BESIDE_PAGE + 8)
        seal_record(bytes + at, get(bytes + 12));
}

size_t beside_name_super(uint8_t *to, const char *path)
{
    const size_t n = strlen(path);
    uint32_t sum = 0;
    put(to, 0x40000000 / BESIDE_PAGE + 1); /* the page that is never used */
    for (size_t i = 0; i < n; i++) sum += (uint32_t)(to[4 + i] = (uint8_t)path[i]);
    put(to + 4 + n, (uint32_t)n);
    put(to + 8 + n, sum);
    memcpy(to + 12 + n, JOURNAL_MAGIC, MAGIC);
    return 20 + n;
}

/* ---- log ------------------------------------------------------------------------------------ */

typedef struct sums {
    uint32_t a, b;
} sums;

/* Adds words of four bytes, two at a time. */
static sums add(sums s, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i + 8 <= n; i += 8) {
        s.a += get(bytes + i) + s.b;
        s.b += get(bytes + i + 4) + s.a;
    }
    return s;
}

static sums store(uint8_t *to, sums s)
{
    put(to, s.a);
    put(to + 4, s.b);
    return s;
}

void beside_seal_wal(uint8_t *bytes, size_t n)
{
    if (n < WAL_HEADER) return;
    put(bytes, 0x377f0683); /* words are big-endian */
    put(bytes + 4, 3007000);
    put(bytes + 8, BESIDE_PAGE);
    sums s = store(bytes + 24, add((sums){0, 0}, bytes, 24));
    for (size_t at = WAL_HEADER; n - at >= FRAME + BESIDE_PAGE; at += FRAME + BESIDE_PAGE) {
        uint8_t *frame = bytes + at;
        memcpy(frame + 8, bytes + 16, 8); /* the salts */
        s = add(add(s, frame, 8), frame + FRAME, BESIDE_PAGE);
        store(frame + 16, s);
    }
}
