/* SPDX-License-Identifier: MIT
 *
 * Options by name, as the table of the library has them: texts are set as the program sets them,
 * everything else is an array. */
#include "core.h"

#include <string.h>

static bool set_text(nes_settings *s, const char *name, PyObject *value)
{
    const char *text = core_word(value, name);
    if (!text) return false;
    const nes_status status = nes_set(s, name, text);
    if (status) core_raise(status, nes_settings_message(s));
    return !status;
}

static bool set_array(nes_settings *s, const char *name, PyObject *value)
{
    Py_buffer b;
    if (!core_numbers(value, &b, CORE_REALS, false, name)) return false;
    const nes_status status = nes_set_array(s, name, core_length(&b), b.buf);
    PyBuffer_Release(&b);
    if (status) core_raise(status, nes_settings_message(s));
    return !status;
}

/* item is a pair of name and value. */
static bool set_item(nes_settings *s, core_handle *h, PyObject *item)
{
    PyObject *key, *value;
    if (!PyArg_ParseTuple(item, "OO", &key, &value)) return false;
    const char *name = core_word(key, "the name of an option");
    if (!name) return false;
    if (strcmp(name, "law") == 0) return core_set_law(s, h, value);
    return PyUnicode_Check(value) ? set_text(s, name, value) : set_array(s, name, value);
}

static bool set_all(nes_settings *s, core_handle *h, PyObject *items)
{
    const Py_ssize_t n = PyList_Size(items);
    for (Py_ssize_t i = 0; i < n; i++)
        if (!set_item(s, h, PyList_GetItem(items, i))) return false;
    return true;
}

nes_settings *core_settings(PyObject *options, core_handle *h)
{
    PyObject *items = PyMapping_Items(options);
    if (!items) return NULL;
    nes_settings *s = nes_settings_new();
    if (!s) PyErr_NoMemory();
    if (s && !set_all(s, h, items)) {
        nes_settings_free(s);
        s = NULL;
    }
    if (s) nes_set_allocator(s, core_allocate, core_release, &h->memory);
    Py_DECREF(items);
    return s;
}
