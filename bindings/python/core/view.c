/* SPDX-License-Identifier: MIT
 *
 * nes._core.View: memory of a handle by the buffer protocol, read-only. The pin keeps the memory,
 * from the first moment to the last, whatever becomes of the handle. */
#include "core.h"

typedef struct view {
    PyObject_HEAD core_block *block;
    void *data;
    char format[2];
    int ndim;
    Py_ssize_t shape[2], strides[2];
} view;

PyObject *core_view(PyTypeObject *type, core_block *block, const void *data, core_kind kind,
                    size_t rows, size_t columns)
{
    view *v = block ? PyObject_New(view, type) : NULL;
    if (!v) {
        core_unpin(block);
        return NULL;
    }
    v->block = block;
    v->data = (void *)(uintptr_t)data; /* nobody writes: no writable buffer is given */
    v->format[0] = kind == CORE_REALS ? 'd' : 'Q';
    v->format[1] = 0;
    v->ndim = kind == CORE_REALS ? 2 : 1;
    v->shape[0] = (Py_ssize_t)rows;
    v->shape[1] = (Py_ssize_t)columns;
    v->strides[1] = 8;
    v->strides[0] = kind == CORE_REALS ? 8 * (Py_ssize_t)columns : 8;
    return (PyObject *)v;
}

static int view_get(PyObject *self, Py_buffer *b, int flags)
{
    view *v = (view *)self;
    b->obj = NULL;
    if (flags & PyBUF_WRITABLE) {
        PyErr_SetString(PyExc_BufferError, "the points of an optimiser are read-only: copy them");
        return -1;
    }
    Py_INCREF(self);
    b->obj = self;
    b->buf = v->data;
    b->itemsize = 8;
    b->len = 8 * v->shape[0] * (v->ndim == 2 ? v->shape[1] : 1);
    b->readonly = 1;
    b->ndim = flags & PyBUF_ND ? v->ndim : 1;
    b->format = flags & PyBUF_FORMAT ? v->format : NULL;
    b->shape = flags & PyBUF_ND ? v->shape : NULL;
    b->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? v->strides : NULL;
    b->suboffsets = NULL;
    b->internal = NULL;
    return 0;
}

static void view_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    core_unpin(((view *)self)->block);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_doc, "Read-only memory of an optimiser, by the buffer protocol."},
    {Py_tp_dealloc, view_dealloc},
    {Py_bf_getbuffer, view_get},
    {0, NULL},
};

PyType_Spec core_view_spec = {
    .name = "nes._core.View",
    .basicsize = sizeof(view),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};
