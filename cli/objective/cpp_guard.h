/* SPDX-License-Identifier: MIT
 *
 * What is compiled together with an objective in C++: a declaration that gives it a plain name, and
 * a function that calls it and keeps its exceptions. */
#ifndef OBJECTIVE_CPP_GUARD_H
#define OBJECTIVE_CPP_GUARD_H

/* Names in the library: `int f(size_t n, const double *x, double *value)`, which returns a
 * nes_fate, and `const char *f(void)`, the text of the exception that the last call by this thread
 * ended with;
 * "": it ended well. */
#define CPP_GUARD_VALUE "nes_guard_record"
#define CPP_GUARD_SAID  "nes_guard_said"

/* Included in front of the source: with it the user need not write extern "C". */
extern const char cpp_guard_declaration[];

/* A source of its own. */
extern const char cpp_guard_source[];

#endif
