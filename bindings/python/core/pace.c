/* SPDX-License-Identifier: MIT
 *
 * nes._core.Pace: when a free place is to be given a point. It has no clock and no thread. */
#include "core.h"

#include "nes/async.h"

typedef struct core_pace {
    PyObject_HEAD nes_pace *pace;
} core_pace;

static PyObject *pace_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"places", NULL};
    Py_ssize_t places;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "n:Pace", names, &places)) return NULL;
    if (places < 1)
        return PyErr_Format(PyExc_ValueError, "there are %zd places: at least 1 is needed", places);
    core_pace *p = PyObject_New(core_pace, type);
    if (!p) return NULL;
    const nes_status status = nes_pace_create(&p->pace, (size_t)places, NULL);
    if (!status) return (PyObject *)p;
    Py_DECREF((PyObject *)p);
    return core_raise(status, "");
}

static void pace_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    nes_pace_destroy(((core_pace *)self)->pace);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *note(PyObject *self, PyObject *args, bool begins)
{
    nes_pace *p = ((core_pace *)self)->pace;
    unsigned long long id;
    double now;
    if (!PyArg_ParseTuple(args, "Kd", &id, &now)) return NULL;
    const nes_status status = begins ? nes_pace_begin(p, id, now) : nes_pace_end(p, id, now);
    if (status) return core_raise(status, "");
    Py_RETURN_NONE;
}

static PyObject *pace_begin(PyObject *self, PyObject *args)
{
    return note(self, args, true);
}

static PyObject *pace_end(PyObject *self, PyObject *args)
{
    return note(self, args, false);
}

static PyObject *pace_refill(PyObject *self, PyObject *args)
{
    PyObject *handle;
    double now, again;
    bool refill;
    nes_traffic t;
    const core_state *types = PyType_GetModuleState(Py_TYPE(self));
    if (!PyArg_ParseTuple(args, "O!d:refill", types->handle, &handle, &now)) return NULL;
    core_handle *h = (core_handle *)handle;
    if (!core_enter(h)) return NULL;
    nes_status status = nes_get_traffic(h->opt, &t);
    core_leave(h);
    if (status) return core_answer(h, status);
    status = nes_pace_refill(((core_pace *)self)->pace, &t, now, &refill, &again);
    if (status) return core_raise(status, "");
    return Py_BuildValue("Nd", PyBool_FromLong(refill), again);
}

static PyMethodDef methods[] = {
    {"begin", pace_begin, METH_VARARGS, "An evaluation has begun at a moment."},
    {"end", pace_end, METH_VARARGS, "It has ended, with a value or without."},
    {"refill", pace_refill, METH_VARARGS,
     "Whether a free place is to be given a point, and when to ask again."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "When a free place is to be given a point."},
    {Py_tp_new, pace_new},
    {Py_tp_dealloc, pace_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec core_pace_spec = {
    .name = "nes._core.Pace",
    .basicsize = sizeof(core_pace),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};
