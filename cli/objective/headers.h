/* SPDX-License-Identifier: MIT
 *
 * The headers that source of the user's includes, as the compiler finds them. */
#pragma once

/* Visits the source in C or C++, the sources among the flags (or null), and all files that they
 * include, but for the headers of the system. Visits nothing where the compiler refuses; whoever
 * compiles says why. */
void headers_find(const char *file, const char *flags, void (*visit)(const char *name, void *data),
                  void *data);
