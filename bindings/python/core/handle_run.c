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

PyObject *core_answer(const core_handle *h, nes_status status)
{
    if (status) return core_raise(status, nes_message(h->opt));
    Py_RETURN_NONE;
}

/* Keeps the ids of an ask; gives its number of points and a window on them. */
static PyObject *points(core_handle *h, size_t n, const double *x, const uint64_t *ids)
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
    PyObject *answer = status ? core_answer(h, status) : points(h, n, x, ids);
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

PyObject *core_handle_tell(PyObject *self, PyObject *values)
{
    core_handle *h = (core_handle *)self;
    Py_buffer f;
    if (!core_numbers(values, &f, CORE_REALS, false, "values")) return NULL;
    PyObject *answer = NULL;
    if (core_enter(h)) {
        PyThreadState *state = core_unlock(core_work(h));
        const nes_status status = nes_tell(h->opt, core_length(&f), f.buf);
        core_lock(state);
        answer = core_answer(h, status);
        core_leave(h);
    }
    PyBuffer_Release(&f);
    return answer;
}

static PyObject *tell_some(core_handle *h, const Py_buffer *ids, const Py_buffer *f)
{
    const size_t n = core_length(f);
    if (core_length(ids) != n)
        return PyErr_Format(PyExc_ValueError, "there are %zu ids, but %zu values", core_length(ids),
                            n);
    if (!core_enter(h)) return NULL;
    PyThreadState *state = core_unlock(core_work(h));
    const nes_status status = nes_tell_some(h->opt, n, ids->buf, f->buf);
    core_lock(state);
    const bool late = status == NES_ERR_LATE;
    PyObject *answer = status && !late ? core_answer(h, status) : PyBool_FromLong(late);
    core_leave(h);
    return answer;
}

PyObject *core_handle_tell_some(PyObject *self, PyObject *args)
{
    PyObject *id_array, *value_array, *answer = NULL;
    Py_buffer ids, f;
    if (!PyArg_ParseTuple(args, "OO:tell_some", &id_array, &value_array)) return NULL;
    if (!core_numbers(id_array, &ids, CORE_IDS, false, "ids")) return NULL;
    if (core_numbers(value_array, &f, CORE_REALS, false, "values")) {
        answer = tell_some((core_handle *)self, &ids, &f);
        PyBuffer_Release(&f);
    }
    PyBuffer_Release(&ids);
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
    nes_settings *s = core_settings(options, &h->memory);
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
