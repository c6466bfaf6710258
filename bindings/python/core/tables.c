/* SPDX-License-Identifier: MIT
 *
 * The tables of the library as lists: options, methods, results, reasons, problems. */
#include "core.h"

#include "nes/problems.h"

/* Appends the item, which is taken over; drops the list on error. */
static PyObject *append(PyObject *list, PyObject *item)
{
    const bool failed = !list || !item || PyList_Append(list, item);
    Py_XDECREF(item);
    if (failed) Py_CLEAR(list);
    return list;
}

/* The words of a choice with their sentences. */
static PyObject *words_of(const nes_option *option)
{
    PyObject *words = PyDict_New();
    const char *word;
    for (size_t i = 0; words && (word = nes_option_word(option, i)) != NULL; i++) {
        PyObject *doc = core_text(nes_option_word_doc(option, i));
        if (!doc || PyDict_SetItemString(words, word, doc)) Py_CLEAR(words);
        Py_XDECREF(doc);
    }
    return words;
}

static PyObject *option_at(size_t i)
{
    const nes_option *o = nes_option_at(i);
    return Py_BuildValue("{sNsNsNsNsNsNsNsdsdsNsN}", "name", core_text(o->name), "type",
                         core_text(nes_option_text(i, "type")), "section", core_text(o->section),
                         "initial", core_text(o->initial), "doc", core_text(o->doc), "length",
                         core_text(nes_option_text(i, "length")), "words", words_of(o), "low",
                         o->low, "high", o->high, "automatic", PyBool_FromLong(o->automatic), "off",
                         PyBool_FromLong(o->off));
}

static PyObject *options(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < nes_option_count(); i++) list = append(list, option_at(i));
    return list;
}

static PyObject *methods(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    const nes_method *m;
    for (size_t i = 0; list && (m = nes_method_at(i)) != NULL; i++)
        list = append(list, Py_BuildValue("{sNsNsN}", "name", core_text(m->name), "presets",
                                          core_text(m->presets), "doc", core_text(m->doc)));
    return list;
}

static PyObject *entries(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < nes_entry_count(); i++)
        list = append(list, Py_BuildValue("{sNsNsN}", "name", core_text(nes_entry_text(i, "name")),
                                          "type", core_text(nes_entry_text(i, "type")), "doc",
                                          core_text(nes_entry_text(i, "doc"))));
    return list;
}

static PyObject *elsewhere(PyObject *module, PyObject *args)
{
    (void)module;
    const char *name;
    if (!PyArg_ParseTuple(args, "s:elsewhere", &name)) return NULL;
    const nes_elsewhere *row = nes_elsewhere_find(name);
    if (!row) Py_RETURN_NONE;
    return Py_BuildValue("NN", core_text(row->here), core_text(row->doc));
}

/* Numbers that end with 0. */
static PyObject *numbers(const size_t *n)
{
    PyObject *list = PyList_New(0);
    for (; list && *n; n++) list = append(list, PyLong_FromSize_t(*n));
    return list;
}

static PyObject *suites(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    const nes_suite *s;
    for (size_t i = 0; list && (s = nes_suite_at(i)) != NULL; i++)
        list = append(list, Py_BuildValue("{sNsNsnsnsNsN}", "name", core_text(s->name), "doc",
                                          core_text(s->doc), "first", (Py_ssize_t)s->first, "last",
                                          (Py_ssize_t)s->last, "dims", numbers(s->dims),
                                          "instances", numbers(s->instances)));
    return list;
}

static PyObject *suite_id(PyObject *module, PyObject *args)
{
    (void)module;
    const char *name;
    Py_ssize_t function, instance, dim;
    char id[64];
    if (!PyArg_ParseTuple(args, "snnn:suite_id", &name, &function, &instance, &dim)) return NULL;
    const nes_suite *s = nes_suite_find(name);
    if (!s) return PyErr_Format(PyExc_ValueError, "there is no suite '%s'", name);
    if (function < 0 || instance < 0 || dim < 0)
        return PyErr_Format(PyExc_ValueError,
                            "function %zd, instance %zd, dimension %zd: a number "
                            "of a problem is not negative",
                            function, instance, dim);
    nes_suite_id(s, (size_t)function, (size_t)instance, (size_t)dim, id, sizeof id);
    return core_text(id);
}

static PyObject *usual_start(PyObject *module, PyObject *args)
{
    (void)module;
    double lower, upper, start, std;
    int log, integer;
    if (!PyArg_ParseTuple(args, "ddpp:usual_start", &lower, &upper, &log, &integer)) return NULL;
    nes_usual_start(lower, upper, log, integer, &start, &std);
    return Py_BuildValue("dd", start, std);
}

static PyObject *problem_kinds(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    const nes_problem_kind *k;
    for (size_t i = 0; list && (k = nes_problem_kind_at(i)) != NULL; i++)
        list = append(list, Py_BuildValue("{sNsNsN}", "pattern", core_text(k->pattern), "formula",
                                          core_text(k->formula), "doc", core_text(k->doc)));
    return list;
}

static PyObject *version(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    return core_text(nes_version());
}

PyMethodDef core_functions[] = {
    {"version", version, METH_NOARGS, "The version of the library."},
    {"options", options, METH_NOARGS,
     "options()\n--\n\n"
     "All options, each a dict: name, type, section, initial (what it is unless it is given), doc\n"
     "(its meaning), words (of a choice, with their meanings), low and high.\n\n"
     ">>> import nes\n"
     ">>> for option in nes.options():\n"
     "...     if option['name'] == 'maximize':\n"
     "...         print(option['initial'], '-', option['doc'])\n"
     "no - larger values are better\n"},
    {"methods", methods, METH_NOARGS,
     "methods()\n--\n\n"
     "The named methods, each a dict: name, presets (the options it stands for), doc.\n\n"
     ">>> import nes\n"
     ">>> [method['name'] for method in nes.methods()][:2]\n"
     "['xnes', 'xnes-as']\n"},
    {"entries", entries, METH_NOARGS,
     "entries()\n--\n\n"
     "What Optimizer.get() knows of a run, each a dict: name, type (real, count or array), doc.\n\n"
     ">>> import nes\n"
     ">>> [entry['type'] for entry in nes.entries() if entry['name'] == 'covariance']\n"
     "['array']\n"},
    {"elsewhere", elsewhere, METH_VARARGS,
     "What a name of other optimisers is called here, and a sentence about it; or None."},
    {"usual_start", usual_start, METH_VARARGS, "Usual start and standard deviation of a variable."},
    {"suites", suites, METH_NOARGS, "The suites of problems."},
    {"suite_id", suite_id, METH_VARARGS, "The id of a problem of a suite."},
    {"problem_kinds", problem_kinds, METH_NOARGS, "The kinds of problem."},
    {NULL, NULL, 0, NULL},
};
