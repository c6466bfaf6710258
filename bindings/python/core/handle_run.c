/* SPDX-License-Identifier: MIT
 *
 * What moves a run: ask, tell and their kin.
 *
 * The interpreter lock is released while the library works, where that is worth it (lock.c). A
 * handle is for one thread at a time, so a flag says whether a thread is inside; the flag is read
 * and written with the lock. */
#include "core.h"

bool core_enter(core_handle *h)
{
    const bool open = !h->busy;
    if (!open)
        PyErr_SetString(PyExc_RuntimeError,
                        "this optimiser is in use by another thread; use one optimiser in each "
                        "thread, or a lock around its calls");
    h->busy = true;
    return open;
}

void core_leave(core_handle *h)
{
    core_sweep(&h->memory);
    h->busy = false;
}

/* A generation looks at its points, and at a matrix with some methods. */
size_t core_work(const core_handle *h)
{
    return h->dim * (h->dim + h->n);
}

PyObject *core_answer(core_handle *h, nes_status status)
{
    if (core_failed(h)) return NULL;
    if (status) return core_raise(status, nes_message(h->opt));
    Py_RETURN_NONE;
}

PyObject *core_points(core_handle *h, size_t n, const double *x, const uint64_t *ids)
{
    const core_state *types = PyType_GetModuleState(Py_TYPE((PyObject *)h));
    core_block *id_block = core_pin(&h->memory, ids);
    if (!id_block) return NULL;
    core_unpin(h->id_block);
    h->id_block = id_block;
    h->ids = ids;
    h->n = n;
    core_block *block = core_pin(&h->memory, x);
    PyObject *view = core_view(types->view, block, x, CORE_REALS, n, h->dim);
    return view ? Py_BuildValue("nN", (Py_ssize_t)n, view) : NULL;
}

PyObject *core_handle_ask(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    size_t n;
    const double *x;
    const uint64_t *ids;
    if (!core_enter(h)) return NULL;
    PyThreadState *state = core_unlock(core_work(h));
    const nes_status status = nes_ask_arrays(h->opt, &n, &x, &ids);
    core_lock(state);
    PyObject *answer = status || h->error[0] ? core_answer(h, status) : core_points(h, n, x, ids);
    core_leave(h);
    return answer;
}

PyObject *core_handle_ids(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    if (!h->id_block) return core_raise(NES_ERR_ORDER, "there are no ids before the first ask");
    if (!core_enter(h)) return NULL;
    const core_state *types = PyType_GetModuleState(Py_TYPE((PyObject *)h));
    PyObject *view = core_view(types->view, core_share(h->id_block), h->ids, CORE_IDS, h->n, 1);
    core_leave(h);
    return view;
}

/* What became of n points, by the bytes of an object: 0 measured, 5 (NES_KNOWN) known, else failed.
 * *fate is null where the object is None, and freed by PyMem_Free. False with an exception. */
static bool read_fates(PyObject *failed, size_t n, nes_fate **fate)
{
    Py_buffer b;
    *fate = NULL;
    if (failed == Py_None) return true;
    if (PyObject_GetBuffer(failed, &b, PyBUF_SIMPLE) != 0) return false;
    const unsigned char *bytes = b.buf;
    const bool fits = (size_t)b.len == n;
    *fate = fits ? PyMem_Malloc((n + 1) * sizeof **fate) : NULL;
    for (size_t i = 0; *fate != NULL && i < n; i++)
        (*fate)[i] = bytes[i] == 0 ? NES_MEASURED : bytes[i] == NES_KNOWN ? NES_KNOWN : NES_FAILED;
    PyBuffer_Release(&b);
    if (!fits)
        PyErr_Format(PyExc_ValueError, "%zu value%s, but %zd failure%s", n, core_s(n), b.len,
                     core_s((size_t)b.len));
    else if (*fate == NULL)
        PyErr_NoMemory();
    return *fate != NULL;
}

/* Tells n rows of values; id null: those of the last ask. Whether some came late, or an exception.
 */
static PyObject *tell(core_handle *h, size_t n, const uint64_t *id, const double *f,
                      PyObject *failed)
{
    nes_fate *fate;
    if (!read_fates(failed, n, &fate)) return NULL;
    PyObject *answer = NULL;
    if (core_enter(h)) {
        PyThreadState *state = core_unlock(core_work(h));
        const nes_status status = fate != NULL || h->width > 1
                                      ? nes_tell_records(h->opt, n, id, fate, f)
                                  : id != NULL ? nes_tell_some(h->opt, n, id, f)
                                               : nes_tell(h->opt, n, f);
        core_lock(state);
        const bool late = status == NES_ERR_LATE;
        answer = (status && !late) || h->error[0] ? core_answer(h, status) : PyBool_FromLong(late);
        core_leave(h);
    }
    PyMem_Free(fate);
    return answer;
}

/* A copy of rows of values, and how many rows there are; null with an exception. */
static double *read_values(const core_handle *h, PyObject *values, size_t *n)
{
    double *f = core_copy(values, CORE_REALS, "values", n);
    if (f == NULL) return NULL;
    if (*n % h->width != 0) {
        PyErr_Format(PyExc_ValueError, "%zu number%s are no rows of a value and %zu output%s", *n,
                     core_s(*n), h->width - 1, core_s(h->width - 1));
        PyMem_Free(f);
        return NULL;
    }
    *n /= h->width;
    return f;
}

PyObject *core_handle_tell(PyObject *self, PyObject *args)
{
    PyObject *values, *failed = Py_None;
    size_t n;
    if (!PyArg_ParseTuple(args, "O|O:tell", &values, &failed)) return NULL;
    double *f = read_values((core_handle *)self, values, &n);
    if (f == NULL) return NULL;
    PyObject *answer = tell((core_handle *)self, n, NULL, f, failed);
    PyMem_Free(f);
    if (answer == NULL) return NULL;
    Py_DECREF(answer);
    Py_RETURN_NONE;
}

PyObject *core_handle_tell_some(PyObject *self, PyObject *args)
{
    PyObject *id_array, *value_array, *failed = Py_None, *answer = NULL;
    size_t ids, n;
    if (!PyArg_ParseTuple(args, "OO|O:tell_some", &id_array, &value_array, &failed)) return NULL;
    uint64_t *id = core_copy(id_array, CORE_IDS, "ids", &ids);
    double *f = id != NULL ? read_values((core_handle *)self, value_array, &n) : NULL;
    if (f != NULL && ids != n)
        PyErr_Format(PyExc_ValueError, "%zu id%s, but %zu value%s", ids, core_s(ids), n, core_s(n));
    else if (f != NULL)
        answer = tell((core_handle *)self, n, id, f, failed);
    PyMem_Free(f);
    PyMem_Free(id);
    return answer;
}

PyObject *core_handle_know(PyObject *self, PyObject *args)
{
    PyObject *points, *values, *answer = NULL;
    core_handle *h = (core_handle *)self;
    size_t numbers, n;
    if (!PyArg_ParseTuple(args, "OO:know", &points, &values)) return NULL;
    double *x = core_copy(points, CORE_REALS, "points", &numbers);
    double *f = x != NULL ? read_values(h, values, &n) : NULL;
    if (f != NULL && numbers != n * h->dim)
        PyErr_Format(PyExc_ValueError, "%zu number%s are not %zu point%s of %zu", numbers,
                     core_s(numbers), n, core_s(n), h->dim);
    else if (f != NULL && core_enter(h)) {
        answer = core_answer(h, nes_know(h->opt, n, x, f));
        core_leave(h);
    }
    PyMem_Free(f);
    PyMem_Free(x);
    return answer;
}

PyObject *core_handle_design(PyObject *self, PyObject *args)
{
    core_handle *h = (core_handle *)self;
    char message[NES_MESSAGE_SIZE];
    PyObject *array, *answer = NULL;
    Py_ssize_t n;
    Py_buffer out;
    if (!PyArg_ParseTuple(args, "nO:design", &n, &array)) return NULL;
    if (!core_numbers(array, &out, CORE_REALS, true, "out")) return NULL;
    const bool fits = n > 0 && core_length(&out) / (size_t)n == h->dim;
    if (!fits) PyErr_SetString(PyExc_ValueError, "out must have n * dim numbers");
    if (fits && core_enter(h)) {
        PyThreadState *state = core_unlock(SIZE_MAX);
        const nes_status status = nes_design(nes_get_settings(h->opt), h->dim, (size_t)n, out.buf,
                                             message, sizeof message);
        core_lock(state);
        core_leave(h);
        answer = status == NES_OK ? Py_NewRef(Py_None) : core_raise(status, message);
    }
    PyBuffer_Release(&out);
    return answer;
}

PyObject *core_handle_close(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    if (!core_enter(h)) return NULL;
    PyThreadState *state = core_unlock(core_work(h));
    const nes_status status = nes_close(h->opt);
    core_lock(state);
    PyObject *answer = core_answer(h, status);
    core_leave(h);
    return answer;
}

PyObject *core_handle_stop(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    if (!core_enter(h)) return NULL;
    nes_stop_now(h->opt);
    core_leave(h);
    Py_RETURN_NONE;
}

PyObject *core_handle_go_on(PyObject *self, PyObject *options)
{
    core_handle *h = (core_handle *)self;
    nes_settings *s = core_settings(options, h);
    PyObject *answer = NULL;
    if (s && core_enter(h)) {
        const nes_status status = nes_continue(h->opt, s);
        /* The option exists; it cannot change now. */
        answer = status ? core_answer(h, status == NES_ERR_OPTION ? NES_ERR_VALUE : status)
                        : core_text(nes_message(h->opt));
        core_leave(h);
    }
    nes_settings_free(s);
    return answer;
}
