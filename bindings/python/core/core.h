/* SPDX-License-Identifier: MIT
 *
 * The C part of the Python package: libnes as the module nes._core (src/nes/_core.pyi says what it
 * offers). It has no algorithm and no defaults of its own. It keeps to the limited interface of
 * Python 3.11, so that one build serves all later versions, and exchanges arrays by the buffer
 * protocol, so that it does not depend on NumPy's headers.
 *
 * No object here refers to another Python object, its type and the law of a handle apart. So none
 * takes part in garbage collection; a law that refers to its own optimiser keeps both alive. */
#ifndef NES_PYTHON_CORE_H
#define NES_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include <stdbool.h>

#include "nes/by_name.h"

/* What the module keeps: its types. */
typedef struct core_state {
    PyTypeObject *handle, *view, *problem, *pace;
} core_state;

/* ---- errors.c ------------------------------------------------------------------------------- */

/* Sets the exception for a status, with this sentence, or that of the status where it is empty.
 * Returns null. */
PyObject *core_raise(nes_status status, const char *sentence);

/* A text of the library as a str; None for null. */
PyObject *core_text(const char *text);

/* The ending of a noun behind a number: one point, two points. */
static inline const char *core_s(size_t n)
{
    return n == 1 ? "" : "s";
}

/* The text of a str, which must have no zero inside; null with an exception otherwise. */
const char *core_word(PyObject *o, const char *what);

/* ---- buffers.c ------------------------------------------------------------------------------ */

typedef enum core_kind { CORE_REALS, CORE_IDS } core_kind;

/* The numbers of an array, C-contiguous and of the kind; what names it in errors. False with an
 * exception. */
bool core_numbers(PyObject *o, Py_buffer *b, core_kind kind, bool writable, const char *what);
size_t core_length(const Py_buffer *b); /* how many there are */

/* A copy of the numbers, to be freed by PyMem_Free; null with an exception. For what is looked at
 * more than once: the caller's array may change meanwhile, in another thread. */
void *core_copy(PyObject *o, core_kind kind, const char *what, size_t *n);

/* As core_numbers(), for exactly so many numbers. */
bool core_exactly(PyObject *o, Py_buffer *b, size_t n, bool writable, const char *what);

/* ---- memory.c ------------------------------------------------------------------------------- */

/* All memory of one handle. The library releases a block at any time, also while the interpreter
 * lock is not held; the block is then parked. core_sweep() frees what nobody looks at. The lists
 * belong to the thread that uses the handle, the pins to the one that holds the lock. */
typedef struct core_block core_block;
typedef struct core_memory {
    core_block *live, *parked;
} core_memory;

void *core_allocate(size_t size, void *memory); /* for nes_set_allocator */
void core_release(void *p, void *memory);

core_block *core_pin(core_memory *m, const void *p); /* of the block with this address; or null */
core_block *core_share(core_block *block);           /* one more pin */
void core_unpin(core_block *block);                  /* null is fine */
void core_sweep(core_memory *m);                     /* with the interpreter lock */

/* ---- view.c --------------------------------------------------------------------------------- */

/* A read-only window on columns * rows numbers (one row of them: a plain array) at data, which is
 * inside the block; takes the pin over, on errors too. */
PyObject *core_view(PyTypeObject *type, core_block *block, const void *data, core_kind kind,
                    size_t rows, size_t columns);

/* ---- options.c ------------------------------------------------------------------------------ */

/* Settings from a mapping of names to texts and arrays, with the memory of the handle; what stands
 * under the name "law" is a search distribution of the user's own, for the handle to keep. Null
 * with an exception. To be freed by nes_settings_free(). */
struct core_handle;
nes_settings *core_settings(PyObject *options, struct core_handle *h);

/* ---- lock.c --------------------------------------------------------------------------------- */

/* Lets other Python threads run where the work is worth it, and waits for the lock again. work is
 * about the number of numbers that are looked at. */
PyThreadState *core_unlock(size_t work);
void core_lock(PyThreadState *state);

/* ---- handle.c, handle_run.c, handle_async.c, handle_state.c, pace.c, problem.c, tables.c
 * ---------------------------- */

typedef struct core_handle {
    PyObject_HEAD nes_opt *opt;
    size_t dim, width; /* variables; numbers of an evaluation: its value, and the outputs */
    core_memory memory;
    bool busy;            /* a thread is inside the library */
    size_t n;             /* points of the last ask */
    const uint64_t *ids;  /* theirs */
    core_block *id_block; /* pinned; null before the first ask */
    PyObject *law;        /* a search distribution of the user's own; owned; or null */
    size_t nlaw;          /* its parameters */
    PyObject *error[3];   /* the exception of one of its methods: type, value, traceback; owned */
} core_handle;

/* ---- law.c ---------------------------------------------------------------------------------- */

/* Gives the settings this search distribution, whose methods work for the handle. False with an
 * exception. */
bool core_set_law(nes_settings *s, core_handle *h, PyObject *law);
bool core_failed(core_handle *h); /* sets the exception of a method, if there was one */

bool core_enter(core_handle *h); /* false with an exception: another thread is inside */
void core_leave(core_handle *h);
size_t core_work(const core_handle *h); /* for core_unlock */

/* Keeps the ids of an ask; gives its number of points and a window on them. */
PyObject *core_points(core_handle *h, size_t n, const double *x, const uint64_t *ids);

/* What a call with this status gives: None or an exception with the sentence of the handle. */
PyObject *core_answer(core_handle *h, nes_status status);

extern PyType_Spec core_handle_spec, core_view_spec, core_problem_spec, core_pace_spec;
extern PyMethodDef core_functions[];

/* Methods that move the run (handle_run.c). */
PyObject *core_handle_ask(PyObject *self, PyObject *unused);
PyObject *core_handle_ids(PyObject *self, PyObject *unused);
PyObject *core_handle_tell(PyObject *self, PyObject *values);
PyObject *core_handle_tell_some(PyObject *self, PyObject *args);
PyObject *core_handle_design(PyObject *self, PyObject *args);
PyObject *core_handle_close(PyObject *self, PyObject *unused);
PyObject *core_handle_know(PyObject *self, PyObject *args);
PyObject *core_handle_stop(PyObject *self, PyObject *unused);
PyObject *core_handle_go_on(PyObject *self, PyObject *options);

/* Those of a search without generations (handle_async.c). */
PyObject *core_handle_ask_one(PyObject *self, PyObject *unused);
PyObject *core_handle_drop(PyObject *self, PyObject *ids);
PyObject *core_handle_traffic(PyObject *self, PyObject *unused);

/* Methods that change nothing (handle_state.c). */
PyObject *core_handle_real(PyObject *self, PyObject *name);
PyObject *core_handle_count(PyObject *self, PyObject *name);
PyObject *core_handle_length(PyObject *self, PyObject *name);
PyObject *core_handle_array(PyObject *self, PyObject *args);
PyObject *core_handle_stopped(PyObject *self, PyObject *unused);
PyObject *core_handle_stop_reason(PyObject *self, PyObject *unused);
PyObject *core_handle_trust(PyObject *self, PyObject *unused);
PyObject *core_handle_method(PyObject *self, PyObject *unused);
PyObject *core_handle_choice(PyObject *self, PyObject *unused);
PyObject *core_handle_setting(PyObject *self, PyObject *name);
PyObject *core_handle_save(PyObject *self, PyObject *unused);
PyObject *core_handle_fingerprint(PyObject *self, PyObject *unused);

#endif
