/* SPDX-License-Identifier: MIT
 *
 * What a handle says of its run: numbers and arrays by name, texts, the saved state. */
#include "core.h"

PyObject *core_handle_real(PyObject *self, PyObject *name)
{
    core_handle *h = (core_handle *)self;
    const char *word = core_word(name, "the name of a result");
    double value;
    if (!word || !core_enter(h)) return NULL;
    PyThreadState *state = core_unlock(core_work(h));
    const nes_status status = nes_get_real(h->opt, word, &value);
    core_lock(state);
    PyObject *answer = status ? core_answer(h, status) : PyFloat_FromDouble(value);
    core_leave(h);
    return answer;
}

PyObject *core_handle_count(PyObject *self, PyObject *name)
{
    core_handle *h = (core_handle *)self;
    const char *word = core_word(name, "the name of a result");
    uint64_t value;
    if (!word || !core_enter(h)) return NULL;
    const nes_status status = nes_get_count(h->opt, word, &value);
    PyObject *answer = status ? core_answer(h, status) : PyLong_FromUnsignedLongLong(value);
    core_leave(h);
    return answer;
}

PyObject *core_handle_length(PyObject *self, PyObject *name)
{
    core_handle *h = (core_handle *)self;
    const char *word = core_word(name, "the name of a result");
    size_t n;
    if (!word || !core_enter(h)) return NULL;
    const nes_status status = nes_get_length(h->opt, word, &n);
    PyObject *answer = status ? core_answer(h, status) : PyLong_FromSize_t(n);
    core_leave(h);
    return answer;
}

PyObject *core_handle_array(PyObject *self, PyObject *args)
{
    core_handle *h = (core_handle *)self;
    PyObject *name, *array, *answer = NULL;
    Py_buffer out;
    if (!PyArg_ParseTuple(args, "OO:array", &name, &array)) return NULL;
    const char *word = core_word(name, "the name of a result");
    if (!word || !core_numbers(array, &out, CORE_REALS, true, "out")) return NULL;
    if (core_enter(h)) {
        PyThreadState *state = core_unlock(core_work(h));
        const nes_status status = nes_get_array(h->opt, word, core_length(&out), out.buf);
        core_lock(state);
        answer = core_answer(h, status);
        core_leave(h);
    }
    PyBuffer_Release(&out);
    return answer;
}

PyObject *core_handle_stopped(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    if (!core_enter(h)) return NULL;
    const nes_stop reason = nes_stopped(h->opt);
    core_leave(h);
    return PyLong_FromLong((long)reason);
}

PyObject *core_handle_stop_reason(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    nes_stop reason;
    char text[NES_MESSAGE_SIZE];
    if (!core_enter(h)) return NULL;
    const nes_status status = nes_get_stop(h->opt, &reason, text, sizeof text);
    PyObject *answer = status ? core_answer(h, status)
                              : Py_BuildValue("iNN", (int)reason, core_text(nes_stop_name(reason)),
                                              core_text(text));
    core_leave(h);
    return answer;
}

PyObject *core_handle_trust(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    nes_trust trust;
    char text[NES_MESSAGE_SIZE];
    if (!core_enter(h)) return NULL;
    const nes_status status = nes_get_trust(h->opt, &trust, text, sizeof text);
    PyObject *answer = status
                           ? core_answer(h, status)
                           : Py_BuildValue("NN", core_text(nes_trust_name(trust)), core_text(text));
    core_leave(h);
    return answer;
}

PyObject *core_handle_method(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    nes_result r;
    if (!core_enter(h)) return NULL;
    const nes_status status = nes_get_result(h->opt, &r);
    PyObject *answer = status ? core_answer(h, status) : core_text(r.method);
    core_leave(h);
    return answer;
}

PyObject *core_handle_choice(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    if (!core_enter(h)) return NULL;
    PyObject *answer = core_text(nes_choice_text(h->opt));
    core_leave(h);
    return answer;
}

PyObject *core_handle_setting(PyObject *self, PyObject *name)
{
    core_handle *h = (core_handle *)self;
    char text[NES_MESSAGE_SIZE];
    const char *word = core_word(name, "the name of an option");
    if (!word || !core_enter(h)) return NULL;
    const nes_status status = nes_get(nes_get_settings(h->opt), word, text, sizeof text);
    PyObject *answer = NULL;
    if (status)
        PyErr_Format(PyExc_TypeError, "there is no option '%s'", word);
    else
        answer = core_text(text);
    core_leave(h);
    return answer;
}

PyObject *core_handle_save(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    if (!core_enter(h)) return NULL;
    const size_t size = nes_save_size(h->opt);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes) {
        PyThreadState *state = core_unlock(size);
        const nes_status status = nes_save(h->opt, PyBytes_AsString(bytes), size, NULL);
        core_lock(state);
        if (status) {
            Py_CLEAR(bytes);
            core_answer(h, status);
        }
    }
    core_leave(h);
    return bytes;
}

PyObject *core_handle_fingerprint(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    if (!core_enter(h)) return NULL;
    PyThreadState *state = core_unlock(core_work(h));
    const uint64_t digest = nes_fingerprint(h->opt);
    core_lock(state);
    core_leave(h);
    return PyLong_FromUnsignedLongLong(digest);
}
