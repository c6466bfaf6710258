/* SPDX-License-Identifier: MIT
 *
 * The library's statuses as Python exceptions, and its texts as Python's. */
#include "core.h"

#include <string.h>

static PyObject *exception_of(nes_status status)
{
    switch (status) {
    case NES_ERR_OPTION:
        return PyExc_TypeError;
    case NES_ERR_ID:
    case NES_ERR_LATE:
        return PyExc_LookupError;
    case NES_ERR_MEMORY:
        return PyExc_MemoryError;
    case NES_ERR_ORDER:
    case NES_ERR_SPACE:
    case NES_ERR_THREAD:
        return PyExc_RuntimeError;
    default:
        return PyExc_ValueError;
    }
}

PyObject *core_raise(nes_status status, const char *sentence)
{
    PyObject *text = core_text(sentence[0] ? sentence : nes_strerror(status));
    if (text) PyErr_SetObject(exception_of(status), text);
    Py_XDECREF(text);
    return NULL;
}

PyObject *core_text(const char *text)
{
    if (!text) Py_RETURN_NONE;
    /* A sentence that was cut to its room may end within a letter. */
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

const char *core_word(PyObject *o, const char *what)
{
    Py_ssize_t length;
    const char *text = PyUnicode_Check(o) ? PyUnicode_AsUTF8AndSize(o, &length) : NULL;
    if (text && strlen(text) == (size_t)length) return text;
    if (!PyErr_Occurred()) {
        if (text)
            PyErr_Format(PyExc_ValueError, "%s %R has a null character inside", what, o);
        else
            PyErr_Format(PyExc_TypeError, "%s must be a str, not %R", what, o);
    }
    return NULL;
}
