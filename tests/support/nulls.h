/* SPDX-License-Identifier: MIT
 *
 * Public functions that are given null pointers and nonsense: every function that a public header
 * declares has a row in a table of some test, and rows are run one after the other. */
#ifndef NES_TEST_NULLS_H
#define NES_TEST_NULLS_H

#include <stddef.h>

#include "support/runs.h"

#define REFUSED(call) assert_int_equal(call, NES_ERR_ARGUMENT)

enum { NULLS_DIM = 3 };

/* A run of NULLS_DIM variables in its first generation, whose points are asked for. */
static inline nes_opt *started(nes_points *p)
{
    const nes_settings s = run_settings("xnes");
    nes_opt *o = run_start(NULLS_DIM, NULL, &s);
    assert_int_equal(nes_ask(o, p), NES_OK);
    return o;
}

/* A handle o with its points p, around what a row does with them. */
#define WITH_HANDLE(name, ...)                                                                     \
    static void name(void)                                                                         \
    {                                                                                              \
        nes_points p;                                                                              \
        nes_opt *o = started(&p);                                                                  \
        const uint64_t before = nes_fingerprint(o);                                                \
        __VA_ARGS__                                                                                \
        assert_int_equal(nes_fingerprint(o), before);                                              \
        nes_destroy(o);                                                                            \
    }

typedef struct null_row {
    const char *symbol;
    void (*check)(void); /* fails the test if the function does not do what its header says */
} null_row;

/* Runs the rows. Fails where a function of these headers (null behind the last one) has no row, or
 * a row has no function. */
void nulls_check(size_t n, const null_row *rows, const char *const *headers);

/* Fails unless these headers declare all exported functions (tests/package/symbols.txt). */
void nulls_check_symbols(const char *const *headers);

#endif
