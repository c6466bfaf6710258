/* SPDX-License-Identifier: MIT
 *
 * Options by name, as the table of the library has them: texts are set as the program sets them,
 * everything else is an array. */
#include "core.h"

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
static bool set_item(nes_settings *s, PyObject *item)
{
    PyObject *key, *value;
    if (!PyArg_ParseTuple(item, "OO", &key, &value)) return false;
    const char *name = core_word(key, "the name of an option");
    if (!name) return false;
    return PyUnicode_Check(value) ? set_text(s, name, value) : set_array(s, name, value);
}

static bool set_all(nes_settings *s, PyObject *items)
{
    const Py_ssize_t n = PyList_Size(items);
    for (Py_ssize_t i = 0; i < n; i++)
        if (!set_item(s, PyList_GetItem(items, i))) return false;
    return true;
}

nes_settings *core_settings(PyObject *options, core_memory *memory)
{
    PyObject *items = PyMapping_Items(options);
    if (!items) return NULL;
    nes_settings *s = nes_settings_new();
    if (!s) PyErr_NoMemory();
    if (s && !set_all(s, items)) {
        nes_settings_free(s);
        s = NULL;
    }
    if (s) nes_set_allocator(s, core_allocate, core_release, memory);
    Py_DECREF(items);
    return s;
}
