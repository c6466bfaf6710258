/* SPDX-License-Identifier: MIT
 *
 * Code that is compiled together with an objective in C++: a declaration that gives the objective a
 * plain name, and a function that calls it and catches its exceptions. */
#ifndef OBJECTIVE_CPP_GUARD_H
#define OBJECTIVE_CPP_GUARD_H

/* Names of functions in the library: `int f(size_t n, const double *x, double *value)` returns a
 * nes_fate; `const char *f(void)` gives the text of the exception that ended this thread's last
 * call, or "". */
#define CPP_GUARD_VALUE "nes_guard_record"
#define CPP_GUARD_SAID  "nes_guard_said"

/* The text that is included in front of the user's source: with it the user need not write extern
 * "C". */
extern const char cpp_guard_declaration[];

/* The text of a second source with these functions. */
extern const char cpp_guard_source[];

#endif
