/* SPDX-License-Identifier: MIT
 *
 * When to let go of the interpreter lock. To get it back takes up to 5 ms while another thread
 * computes in Python, so that is no gain for a call that takes some microseconds. */
#include "core.h"

enum { LEAST_WORK = 10000 }; /* numbers: a generation of 90 variables, some 20 microseconds */

PyThreadState *core_unlock(size_t work)
{
    return work >= LEAST_WORK ? PyEval_SaveThread() : NULL;
}

void core_lock(PyThreadState *state)
{
    if (state) PyEval_RestoreThread(state);
}
