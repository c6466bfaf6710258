/* SPDX-License-Identifier: MIT
 *
 * Saved runs that a stranger has changed, with a right checksum. Every change is tried: the data is
 * refused with a reason and leaves nothing behind, or it is loaded and used like any other run.
 * Otherwise the test fails, with a message that names the change. */
#ifndef NES_TEST_HOSTILE_H
#define NES_TEST_HOSTILE_H

#include "support/runs.h"

enum { HOSTILE_MOST = 1 << 16, HOSTILE_ELEMENTS = 4096 };

/* An element of the data: a text, its count in front, or a word of eight bytes. */
typedef struct hostile_element {
    size_t at, size;
    bool text;
} hostile_element;

typedef struct hostile {
    unsigned char data[HOSTILE_MOST];
    size_t size, n;
    hostile_element e[HOSTILE_ELEMENTS];
    char name[64];
} hostile;

extern char hostile_present[256];              /* what is being tried */
extern size_t hostile_loaded, hostile_refused; /* how often so far */

void hostile_take_apart(hostile *s);              /* data and size are there: finds the elements */
size_t hostile_end_of_settings(const hostile *s); /* number of the first element behind them */
void hostile_close(unsigned char *data, size_t size); /* writes size and checksum */

/* A saved run of dim variables that says it has so many points in a generation. */
void hostile_greedy(hostile *s, size_t dim, uint64_t points);

nes_status hostile_load(nes_opt **o, const unsigned char *data, size_t size, char *message);
void hostile_try(const unsigned char *data, size_t size);

/* Each takes every step-th change, from that element on: words become awkward numbers, texts
 * others; elements are taken out, doubled, exchanged with the next one, and what follows is cut
 * off. */
void hostile_change_words(hostile *s, size_t first, size_t step);
void hostile_change_texts(const hostile *s, size_t first, size_t step);
void hostile_change_order(const hostile *s, size_t step);

#endif
