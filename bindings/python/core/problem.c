/* SPDX-License-Identifier: MIT
 *
 * nes._core.Problem: one nes_problem. Evaluation does not change it, so any number of threads may
 * use it at the same time. */
#include "core.h"

#include "nes/problems.h"

typedef struct problem {
    PyObject_HEAD nes_problem *p;
} problem;

static nes_problem *of(PyObject *self)
{
    return ((problem *)self)->p;
}

static PyObject *problem_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"id", NULL};
    const char *id;
    char message[NES_MESSAGE_SIZE] = "";
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s:Problem", names, &id)) return NULL;
    nes_problem *p;
    const nes_status status = nes_problem_create(&p, id, message, sizeof message);
    /* An id is a value here, and not the name of an argument. */
    if (status) return core_raise(status == NES_ERR_OPTION ? NES_ERR_VALUE : status, message);
    problem *self = PyObject_New(problem, type);
    if (self)
        self->p = p;
    else
        nes_problem_destroy(p);
    return (PyObject *)self;
}

static void problem_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    nes_problem_destroy(of(self));
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *problem_start(PyObject *self, PyObject *array)
{
    Py_buffer out;
    if (!core_exactly(array, &out, nes_problem_dim(of(self)), true, "out")) return NULL;
    nes_problem_start(of(self), out.buf);
    PyBuffer_Release(&out);
    Py_RETURN_NONE;
}

static PyObject *problem_levels(PyObject *self, PyObject *array)
{
    Py_buffer out;
    const size_t dim = nes_problem_dim(of(self));
    if (!core_exactly(array, &out, dim, true, "out")) return NULL;
    double *to = out.buf;
    for (size_t i = 0; i < dim; i++) to[i] = (double)nes_problem_levels(of(self), i);
    PyBuffer_Release(&out);
    Py_RETURN_NONE;
}

static PyObject *problem_start_law(PyObject *self, PyObject *unused)
{
    (void)unused;
    static const char *const names[] = {"point", "uniform", "normal"};
    double a, b;
    const nes_start_law law = nes_problem_start_law(of(self), &a, &b);
    return Py_BuildValue("sdd", names[law], a, b);
}

static PyObject *problem_solution(PyObject *self, PyObject *array)
{
    Py_buffer out;
    const size_t dim = nes_problem_dim(of(self));
    const double *x = nes_problem_solution(of(self));
    if (!core_exactly(array, &out, dim, true, "out")) return NULL;
    double *to = out.buf;
    for (size_t i = 0; x && i < dim; i++) to[i] = x[i];
    PyBuffer_Release(&out);
    return PyBool_FromLong(x != NULL);
}

/* Points, and room for m numbers of each; false with an exception. */
static bool points(PyObject *self, PyObject *array, PyObject *room, size_t m, Py_buffer *x,
                   Py_buffer *f)
{
    const size_t dim = nes_problem_dim(of(self));
    if (!core_numbers(array, x, CORE_REALS, false, "points")) return false;
    if (core_length(x) % dim)
        PyErr_Format(PyExc_ValueError,
                     "points: %zu number%s, which is no multiple of the dimension %zu",
                     core_length(x), core_s(core_length(x)), dim);
    else if (core_exactly(room, f, core_length(x) / dim * m, true, "out"))
        return true;
    PyBuffer_Release(x);
    return false;
}

static PyObject *problem_values(PyObject *self, PyObject *args)
{
    PyObject *array, *room;
    Py_buffer x, f;
    if (!PyArg_ParseTuple(args, "OO:values", &array, &room)) return NULL;
    if (!points(self, array, room, 1, &x, &f)) return NULL;
    PyThreadState *state = core_unlock(core_length(&x));
    nes_problem_values(of(self), core_length(&f), x.buf, f.buf);
    core_lock(state);
    PyBuffer_Release(&f);
    PyBuffer_Release(&x);
    Py_RETURN_NONE;
}

static PyObject *problem_constraint_values(PyObject *self, PyObject *args)
{
    PyObject *array, *room;
    Py_buffer x, g;
    const size_t dim = nes_problem_dim(of(self)), m = nes_problem_constraints(of(self));
    if (!PyArg_ParseTuple(args, "OO:constraint_values", &array, &room)) return NULL;
    if (!points(self, array, room, m, &x, &g)) return NULL;
    PyThreadState *state = core_unlock(core_length(&x));
    nes_problem_constraint_values(of(self), core_length(&x) / dim, x.buf, g.buf);
    core_lock(state);
    PyBuffer_Release(&g);
    PyBuffer_Release(&x);
    Py_RETURN_NONE;
}

static PyObject *problem_noisy_values(PyObject *self, PyObject *args)
{
    PyObject *array, *room;
    Py_buffer x, f;
    int kind;
    unsigned long long seed, evaluation;
    if (!PyArg_ParseTuple(args, "OOiKK:noisy_values", &array, &room, &kind, &seed, &evaluation))
        return NULL;
    if (kind < NES_NOISE_OWN || kind > NES_NOISE_NONE)
        return PyErr_Format(PyExc_ValueError, "there is no noise of kind %d: 0, 1 and 2 are", kind);
    if (!points(self, array, room, 1, &x, &f)) return NULL;
    nes_noise noise = {(nes_noise_kind)kind, seed, evaluation};
    PyThreadState *state = core_unlock(core_length(&x));
    nes_problem_noisy_values(of(self), &noise, core_length(&f), x.buf, f.buf);
    core_lock(state);
    PyBuffer_Release(&f);
    PyBuffer_Release(&x);
    return PyLong_FromUnsignedLongLong(noise.evaluation);
}

/* An attribute; which says what it is. */
static PyObject *attribute(PyObject *self, void *which)
{
    const nes_problem *p = of(self);
    switch (*(const char *)which) {
    case 'i':
        return core_text(nes_problem_id(p));
    case 'n':
        return core_text(nes_problem_name(p));
    case 'g':
        return core_text(nes_problem_group(p));
    case 'd':
        return PyLong_FromSize_t(nes_problem_dim(p));
    case 'c':
        return PyLong_FromSize_t(nes_problem_constraints(p));
    case 'o':
        return PyFloat_FromDouble(nes_problem_optimum(p));
    case 's':
        return PyFloat_FromDouble(nes_problem_sigma(p));
    case 'N':
        return PyBool_FromLong(nes_problem_noisy(p));
    default:
        return PyBool_FromLong(nes_problem_bits(p));
    }
}

static PyGetSetDef attributes[] = {
    {"id", attribute, NULL, "the id, such as \"rosenbrock_d10\"", "i"},
    {"name", attribute, NULL, "its name in words", "n"},
    {"group", attribute, NULL, "its group in the suite, or None", "g"},
    {"dim", attribute, NULL, "number of variables", "d"},
    {"constraints", attribute, NULL, "number of constraints", "c"},
    {"optimum", attribute, NULL, "the best value, NaN when it is not known", "o"},
    {"sigma", attribute, NULL, "a usual step size", "s"},
    {"noisy", attribute, NULL, "whether values have noise", "N"},
    {"bits", attribute, NULL, "whether the variables are bits", "b"},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"start", problem_start, METH_O, "Fills an array with a usual start."},
    {"levels", problem_levels, METH_O, "Fills an array with counts of values; 0: a real variable."},
    {"start_law", problem_start_law, METH_NOARGS, "The law of the start, and its two numbers."},
    {"solution", problem_solution, METH_O, "Fills an array with the best point; False: unknown."},
    {"values", problem_values, METH_VARARGS, "Values of points, into an array."},
    {"constraint_values", problem_constraint_values, METH_VARARGS,
     "Constraints of points, into an array."},
    {"noisy_values", problem_noisy_values, METH_VARARGS, "The same with noise; next evaluation."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "One test problem."}, {Py_tp_new, problem_new}, {Py_tp_dealloc, problem_dealloc},
    {Py_tp_getset, attributes},       {Py_tp_methods, methods}, {0, NULL},
};

PyType_Spec core_problem_spec = {
    .name = "nes._core.Problem",
    .basicsize = sizeof(problem),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};
