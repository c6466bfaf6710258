/* SPDX-License-Identifier: MIT
 *
 * When to let go of the interpreter lock. To get it back takes up to 5 ms while another thread
 * computes in Python, so that is no gain for a call that takes some microseconds. */
#include "core.h"

#include <string.h>

enum { LEAST_WORK = 10000 }; /* numbers: a generation of 90 variables, some 20 microseconds */

/* These use LAPACK, and Debian's serial OpenBLAS is for one thread at a time. */
bool core_uses_lapack(const nes_settings *s)
{
    static const char *const families[] = {"gauss-cov", "gauss-factor", "gauss-exp"};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strcmp(s->family, families[i]) == 0) return true;
    return strcmp(s->gradient, "fisher") == 0;
}

PyThreadState *core_unlock(size_t work)
{
    return work >= LEAST_WORK ? PyEval_SaveThread() : NULL;
}

void core_lock(PyThreadState *state)
{
    if (state) PyEval_RestoreThread(state);
}
