/* SPDX-License-Identifier: MIT
 *
 * Saved runs as elements; see support/container.h. Where a text begins is guessed from the bytes: a
 * small count and as many letters. Everything else is words of eight bytes. */
#include "support/container.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nes/by_name.h"
#include "support/fuzz.h"
#include "util/coder.h"

enum { HEADER = 24, WORD = 8, LONGEST = 63 };

/* ---- bytes ---------------------------------------------------------------------------------- */

static uint64_t get(const uint8_t *p)
{
    uint64_t v = 0;
    for (size_t i = WORD; i-- > 0;) v = v << 8 | p[i];
    return v;
}

static void put(uint8_t *p, uint64_t v)
{
    for (size_t i = 0; i < WORD; i++) p[i] = (uint8_t)(v >> 8 * i);
}

size_t container_seal(uint8_t *data, size_t size, size_t most)
{
    static const uint8_t head[] = {'l', 'i', 'b', 'n', 'e', 's', '\n', 0};
    if (most < HEADER + WORD) return size;
    while (size < HEADER + WORD) data[size++] = 0;
    memcpy(data, head, sizeof head);
    if (get(data + WORD) != 2) put(data + WORD, 3);
    put(data + 2 * WORD, size);
    put(data + size - WORD, nes_checksum(data, size - WORD));
    return size;
}

/* A part of the data between header and checksum. */
typedef struct span {
    size_t at, n;
} span;

/* Puts n bytes in the place of a part, if there is room. */
static size_t replace(uint8_t *data, size_t size, size_t most, span s, const void *bytes, size_t n)
{
    if (size - s.n + n > most) return size;
    memmove(data + s.at + n, data + s.at + s.n, size - s.at - s.n);
    if (n > 0) memcpy(data + s.at, bytes, n);
    return size - s.n + n;
}

/* ---- elements ------------------------------------------------------------------------------- */

static bool is_text(const uint8_t *data, size_t end, size_t at)
{
    if (at + WORD > end) return false;
    const uint64_t n = get(data + at);
    if (n == 0 || n > LONGEST || n > end - at - WORD) return false;
    for (size_t i = 0; i < n; i++)
        if (data[at + WORD + i] < ' ' || data[at + WORD + i] > '~') return false;
    return true;
}

static span element(const uint8_t *data, size_t end, size_t at)
{
    if (is_text(data, end, at)) return (span){at, WORD + (size_t)get(data + at)};
    return (span){at, end - at < WORD ? end - at : WORD};
}

/* The element number k behind the header, or the last one. */
static span find(const uint8_t *data, size_t end, size_t k)
{
    span s = element(data, end, HEADER);
    for (; k > 0 && s.at + s.n < end; k--) s = element(data, end, s.at + s.n);
    return s;
}

static size_t count(const uint8_t *data, size_t end)
{
    size_t n = 0;
    for (size_t at = HEADER; at < end; n++) at += element(data, end, at).n;
    return n;
}

/* ---- changes -------------------------------------------------------------------------------- */

/* A word that some code may not expect. */
static uint64_t odd_word(uint64_t *state, uint64_t present)
{
    static const double reals[] = {0.0,     -0.0,     1,        -1,        0.5, 1e-300, 5e-324,
                                   DBL_MAX, -DBL_MAX, INFINITY, -INFINITY, NAN, 1e16,   0x1p53};
    static const uint64_t counts[] = {0,          1,          2,         3,          7,
                                      64,         0xffff,     1u << 20,  0x7fffffff, 0xffffffff,
                                      1ull << 32, 1ull << 48, INT64_MAX, UINT64_MAX, SIZE_MAX / 16};
    uint64_t bits;
    switch (fuzz_next(state) % 4) {
    case 0:
        memcpy(&bits, &reals[fuzz_next(state) % (sizeof reals / sizeof *reals)], sizeof bits);
        return bits;
    case 1:
        return counts[fuzz_next(state) % (sizeof counts / sizeof *counts)];
    case 2:
        return present + fuzz_next(state) % 9 - 4;
    default:
        return present ^ 1ull << fuzz_next(state) % 64;
    }
}

/* A name or a word of the tables of options, or a number. */
static void odd_text(uint64_t *state, char *text, size_t size)
{
    static const char *const others[] = {"auto", "off",  "none", "yes", "no",  "0",    "1",
                                         "-1",   "1e99", "nan",  "inf", "4e9", "4096", "2"};
    const nes_option *o = nes_option_at(fuzz_next(state) % nes_option_count());
    const nes_method *m = nes_method_at(fuzz_next(state) % nes_method_count());
    const char *word = nes_option_word(o, fuzz_next(state) % 8);
    const char *choice = others[fuzz_next(state) % (sizeof others / sizeof *others)];
    switch (fuzz_next(state) % 4) {
    case 0:
        choice = o->name;
        break;
    case 1:
        if (word != NULL) choice = word;
        break;
    case 2:
        if (fuzz_next(state) % 4 == 0) choice = m->name;
        break;
    }
    snprintf(text, size, "%s", choice);
}

static size_t change_text(uint8_t *data, size_t size, size_t most, span s, uint64_t *state)
{
    char text[LONGEST + 1];
    uint8_t bytes[WORD + LONGEST];
    odd_text(state, text, sizeof text);
    const size_t n = strlen(text);
    put(bytes, n);
    memcpy(bytes + WORD, text, n);
    return replace(data, size, most, s, bytes, WORD + n);
}

/* Some elements once more, or gone. */
static size_t repeat_or_drop(uint8_t *data, size_t size, size_t most, span s, uint64_t *state)
{
    uint8_t copy[512];
    const size_t end = size - WORD;
    for (size_t more = fuzz_next(state) % 4; more > 0 && s.at + s.n < end; more--)
        s.n += element(data, end, s.at + s.n).n;
    if (fuzz_next(state) % 2 == 0 || s.n > sizeof copy)
        return replace(data, size, most, s, NULL, 0);
    memcpy(copy, data + s.at, s.n);
    return replace(data, size, most, (span){s.at, 0}, copy, s.n);
}

static size_t change(uint8_t *data, size_t size, size_t most, uint64_t *state)
{
    const size_t end = size - WORD, n = count(data, end);
    if (n == 0) return size;
    const span s = find(data, end, fuzz_next(state) % n);
    const uint64_t how = fuzz_next(state) % 16;
    if (how == 0) return repeat_or_drop(data, size, most, s, state);
    if (how == 1) /* anything, in an element and what follows it */
        return s.at + LLVMFuzzerMutate(data + s.at, size - s.at, most - s.at);
    if (s.n != WORD || is_text(data, end, s.at)) return change_text(data, size, most, s, state);
    put(data + s.at, odd_word(state, get(data + s.at)));
    return size;
}

size_t container_mutate(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    uint64_t state = seed;
    fuzz_next(&state);
    size = container_seal(data, size, most);
    for (size_t changes = 1 + fuzz_next(&state) % 3; changes > 0 && size > HEADER + WORD; changes--)
        size = change(data, size, most, &state);
    return container_seal(data, size, most);
}

/* ---- fewer settings ------------------------------------------------------------------------- */

static void copy_text(const uint8_t *data, span s, char *text, size_t size)
{
    const size_t n = s.n - WORD;
    snprintf(text, size, "%.*s", (int)n, (const char *)data + s.at + WORD);
}

size_t container_shorten(uint8_t *data, size_t size)
{
    nes_settings initial;
    nes_settings_default(&initial);
    const span version = element(data, size, HEADER);
    const size_t counted = version.at + version.n + WORD; /* behind d */
    uint64_t left = get(data + counted);
    size_t at = counted + WORD;
    for (uint64_t i = 0, n = left; i < n; i++) {
        char name[64], value[64], usual[64];
        const span first = element(data, size, at), second = element(data, size, at + first.n);
        copy_text(data, first, name, sizeof name);
        copy_text(data, second, value, sizeof value);
        const span all = {at, first.n + second.n + WORD};
        nes_get(&initial, name, usual, sizeof usual);
        if (strcmp(usual, value) != 0) {
            at += all.n;
            continue;
        }
        size = replace(data, size, size, all, NULL, 0);
        left--;
    }
    put(data + counted, left);
    return container_seal(data, size, size);
}
