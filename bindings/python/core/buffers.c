/* SPDX-License-Identifier: MIT
 *
 * Arrays of the caller, by the buffer protocol. Nothing is converted here: what is not an array of
 * the right kind is refused. */
#include "core.h"

#include <string.h>

static const union {
    uint16_t number;
    char bytes[2];
} order = {1};

/* The code of a format without its mark of byte order; '?' for the other byte order. */
static char code_of(const char *format)
{
    const bool little = order.bytes[0] == 1;
    if (!format || !format[0]) return '?';
    if (strchr("@=^", format[0]) || format[0] == (little ? '<' : '>')) format++;
    return format[0] && !format[1] ? format[0] : '?';
}

static bool fits(const Py_buffer *b, core_kind kind)
{
    const char code = code_of(b->format);
    return b->itemsize == 8 && (kind == CORE_REALS ? code == 'd' : code == 'Q' || code == 'L');
}

static bool refuse(Py_buffer *b, PyObject *exception, const char *what, const char *sentence)
{
    PyErr_Format(exception, "%s: %s", what, sentence);
    PyBuffer_Release(b);
    return false;
}

bool core_numbers(PyObject *o, Py_buffer *b, core_kind kind, bool writable, const char *what)
{
    if (!PyObject_CheckBuffer(o)) {
        PyErr_Format(PyExc_TypeError, "%s: an array is needed, not %R", what, o);
        return false;
    }
    if (PyObject_GetBuffer(o, b, writable ? PyBUF_FULL : PyBUF_FULL_RO)) return false;
    if (!fits(b, kind))
        return refuse(b, PyExc_TypeError, what,
                      kind == CORE_REALS ? "the numbers must be of type float64"
                                         : "the ids must be of type uint64");
    if (!PyBuffer_IsContiguous(b, 'C'))
        return refuse(b, PyExc_ValueError, what,
                      "the array must be contiguous (numpy.ascontiguousarray makes it so)");
    return true;
}

size_t core_length(const Py_buffer *b)
{
    return (size_t)b->len / 8;
}

void *core_copy(PyObject *o, core_kind kind, const char *what, size_t *n)
{
    Py_buffer b;
    if (!core_numbers(o, &b, kind, false, what)) return NULL;
    *n = core_length(&b);
    void *copy = PyMem_Malloc((size_t)b.len + 1);
    if (copy == NULL)
        PyErr_NoMemory();
    else
        memcpy(copy, b.buf, (size_t)b.len);
    PyBuffer_Release(&b);
    return copy;
}

bool core_exactly(PyObject *o, Py_buffer *b, size_t n, bool writable, const char *what)
{
    if (!core_numbers(o, b, CORE_REALS, writable, what)) return false;
    if (core_length(b) == n) return true;
    PyErr_Format(PyExc_ValueError, "%s: %zu number%s needed, not %zu", what, n,
                 n == 1 ? " is" : "s are", core_length(b));
    PyBuffer_Release(b);
    return false;
}
