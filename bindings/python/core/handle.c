/* SPDX-License-Identifier: MIT
 *
 * nes._core.Handle: one nes_opt, its creation, its end and its type. */
#include "core.h"

#include <stdlib.h>

static core_handle *handle_alloc(PyTypeObject *type)
{
    core_handle *h = PyObject_New(core_handle, type);
    if (!h) return NULL;
    h->opt = NULL;
    h->dim = 0;
    h->width = 1;
    h->memory = (core_memory){NULL, NULL};
    h->busy = false;
    h->n = 0;
    h->ids = NULL;
    h->id_block = NULL;
    h->law = NULL;
    h->nlaw = 0;
    h->error[0] = h->error[1] = h->error[2] = NULL;
    return h;
}

static void handle_dealloc(PyObject *self)
{
    core_handle *h = (core_handle *)self;
    PyTypeObject *type = Py_TYPE(self);
    nes_destroy(h->opt);
    core_sweep(&h->memory);
    core_unpin(h->id_block);
    Py_XDECREF(h->law);
    for (int i = 0; i < 3; i++) Py_XDECREF(h->error[i]);
    PyObject_Free(self);
    Py_DECREF(type);
}

/* Notes the sizes of a handle that was made. */
static void measure(core_handle *h, size_t dim)
{
    char outputs[32] = "";
    nes_get(nes_get_settings(h->opt), "outputs", outputs, sizeof outputs);
    h->dim = dim;
    h->width = 1 + (size_t)strtoull(outputs, NULL, 10);
}

/* The handle of these settings; h is dropped on error. */
static PyObject *create(core_handle *h, size_t dim, const double *start, const nes_settings *s)
{
    char message[NES_MESSAGE_SIZE] = "";
    PyThreadState *state = core_unlock(dim * dim);
    const nes_status status = nes_create(&h->opt, dim, start, s);
    core_lock(state);
    core_sweep(&h->memory);
    if (!status) measure(h, dim);
    const bool failed = core_failed(h);
    if (!status && !failed) return (PyObject *)h;
    if (failed) {
        Py_DECREF((PyObject *)h);
        return NULL;
    }
    nes_settings_check(s, dim, start, message, sizeof message);
    Py_DECREF((PyObject *)h);
    return core_raise(status, message);
}

static PyObject *new_with(PyTypeObject *type, size_t dim, const double *start, PyObject *options)
{
    core_handle *h = handle_alloc(type);
    if (!h) return NULL;
    nes_settings *s = core_settings(options, h);
    if (!s) {
        Py_DECREF((PyObject *)h);
        return NULL;
    }
    PyObject *made = create(h, dim, start, s);
    nes_settings_free(s);
    return made;
}

static PyObject *handle_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"dim", "start", "options", NULL};
    Py_ssize_t dim;
    PyObject *start, *options;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "nOO:Handle", names, &dim, &start, &options))
        return NULL;
    if (dim < 1)
        return PyErr_Format(PyExc_ValueError, "the dimension is %zd: at least 1 is needed", dim);
    Py_buffer b = {.buf = NULL};
    if (start != Py_None && !core_exactly(start, &b, (size_t)dim, false, "start")) return NULL;
    PyObject *made = new_with(type, (size_t)dim, b.buf, options);
    if (b.obj) PyBuffer_Release(&b);
    return made;
}

/* As create, from bytes that nes_save wrote. */
static PyObject *load(core_handle *h, const Py_buffer *data, const nes_settings *s)
{
    char message[NES_MESSAGE_SIZE] = "";
    PyThreadState *state = core_unlock((size_t)data->len);
    const nes_status status =
        nes_load(&h->opt, data->buf, (size_t)data->len, s, message, sizeof message);
    core_lock(state);
    core_sweep(&h->memory);
    nes_result r;
    if (!status && !nes_get_result(h->opt, &r)) measure(h, r.dim);
    const bool failed = core_failed(h);
    if (!status && !failed) return (PyObject *)h;
    Py_DECREF((PyObject *)h);
    return failed ? NULL : core_raise(status, message);
}

static PyObject *handle_load(PyObject *type, PyObject *args)
{
    Py_buffer data;
    PyObject *options, *made = NULL;
    if (!PyArg_ParseTuple(args, "y*O:load", &data, &options)) return NULL;
    core_handle *h = handle_alloc((PyTypeObject *)type);
    nes_settings *s = h ? core_settings(options, h) : NULL;
    if (s)
        made = load(h, &data, s);
    else
        Py_XDECREF((PyObject *)h);
    nes_settings_free(s);
    PyBuffer_Release(&data);
    return made;
}

static PyObject *handle_dim(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromSize_t(((core_handle *)self)->dim);
}

static PyObject *handle_outputs(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromSize_t(((core_handle *)self)->width - 1);
}

static PyGetSetDef attributes[] = {
    {"dim", handle_dim, NULL, "number of variables", NULL},
    {"outputs", handle_outputs, NULL, "numbers of an evaluation beside its value", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"load", handle_load, METH_VARARGS | METH_CLASS, "A handle from the bytes of save()."},
    {"ask", core_handle_ask, METH_NOARGS, "Number of points to evaluate, and the points."},
    {"ids", core_handle_ids, METH_NOARGS, "The ids of the last ask."},
    {"tell", core_handle_tell, METH_VARARGS,
     "Values of all points of the last ask, and a byte each: failed."},
    {"design", core_handle_design, METH_VARARGS, "Points that fill the box."},
    {"tell_some", core_handle_tell_some, METH_VARARGS, "Values by id; whether some came late."},
    {"know", core_handle_know, METH_VARARGS,
     "Takes results that are known: points, rows of values."},
    {"close", core_handle_close, METH_NOARGS, "Finishes the generation with what was told."},
    {"ask_one", core_handle_ask_one, METH_NOARGS, "One point more, as ask; or None: none for now."},
    {"drop", core_handle_drop, METH_O, "Gives up points that will never come back."},
    {"traffic", core_handle_traffic, METH_NOARGS, "Counts of points and values, as nes_traffic."},
    {"stop", core_handle_stop, METH_NOARGS, "Ends the run before the next ask."},
    {"go_on", core_handle_go_on, METH_O, "Takes new limits and lifts a stop; says what changed."},
    {"stopped", core_handle_stopped, METH_NOARGS, "0, or the number of the reason."},
    {"real", core_handle_real, METH_O, "A real result by name."},
    {"count", core_handle_count, METH_O, "A count by name."},
    {"length", core_handle_length, METH_O, "The length of an array."},
    {"array", core_handle_array, METH_VARARGS, "Fills an array by name."},
    {"stop_reason", core_handle_stop_reason, METH_NOARGS, "Number, name, sentence."},
    {"trust", core_handle_trust, METH_NOARGS, "Name and evidence."},
    {"method", core_handle_method, METH_NOARGS, "The method that runs, or None."},
    {"choice", core_handle_choice, METH_NOARGS, "Why it was chosen."},
    {"setting", core_handle_setting, METH_O, "An option in force, as text."},
    {"save", core_handle_save, METH_NOARGS, "The whole state as bytes."},
    {"fingerprint", core_handle_fingerprint, METH_NOARGS, "A digest of the state."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "One optimiser of the library."},
    {Py_tp_new, handle_new},
    {Py_tp_dealloc, handle_dealloc},
    {Py_tp_getset, attributes},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec core_handle_spec = {
    .name = "nes._core.Handle",
    .basicsize = sizeof(core_handle),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};
