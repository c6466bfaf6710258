/* SPDX-License-Identifier: MIT
 *
 * A search distribution of the user's own: nes.Density or nes.Radial (src/nes/laws.py), whose
 * methods stand for the functions of nes/density.h. The first exception of one of them is kept and
 * raised by the call of the handle that it came from; what it had to give is NaN, which ends the
 * run. Methods get windows on numbers of the library, and copy them before anything else. */
#include "core.h"

#include <math.h>
#include <string.h>

#include "nes/density.h"

static PyObject *window(const double *v, size_t n)
{
    return PyMemoryView_FromMemory((char *)v, (Py_ssize_t)(n * sizeof *v), PyBUF_READ);
}

/* Keeps the exception that is set; later ones follow from the first. */
static void keep_error(core_handle *h)
{
    if (h->error[0])
        PyErr_Clear();
    else
        PyErr_Fetch(&h->error[0], &h->error[1], &h->error[2]);
}

bool core_failed(core_handle *h)
{
    if (!h->error[0]) return false;
    PyErr_Restore(h->error[0], h->error[1], h->error[2]);
    memset(h->error, 0, sizeof h->error);
    return true;
}

/* The number that a method gave; takes it over. */
static double number(core_handle *h, PyObject *o)
{
    const double v = o ? PyFloat_AsDouble(o) : NAN;
    const bool failed = PyErr_Occurred() != NULL;
    if (failed) keep_error(h);
    Py_XDECREF(o);
    return failed ? (double)NAN : v;
}

/* Copies the n numbers that a method gave, which it takes over; NaN on failure. */
static void numbers(core_handle *h, PyObject *o, size_t n, double *out)
{
    Py_buffer b;
    for (size_t i = 0; i < n; i++) out[i] = NAN;
    if (o && core_exactly(o, &b, n, false, "what a function of the distribution returns")) {
        memcpy(out, b.buf, n * sizeof *out);
        PyBuffer_Release(&b);
    }
    if (PyErr_Occurred()) keep_error(h);
    Py_XDECREF(o);
}

static void sample(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    core_handle *h = user;
    const double a = nes_random_uniform(r), b = nes_random_uniform(r);
    const PyGILState_STATE lock = PyGILState_Ensure();
    numbers(h,
            PyObject_CallMethod(h->law, "sampled", "Nndd", window(theta, h->nlaw), (Py_ssize_t)dim,
                                a, b),
            dim, x);
    PyGILState_Release(lock);
}

static double logpdf(const double *theta, size_t dim, const double *x, void *user)
{
    core_handle *h = user;
    const PyGILState_STATE lock = PyGILState_Ensure();
    const double v = number(
        h, PyObject_CallMethod(h->law, "logpdf_at", "NN", window(theta, h->nlaw), window(x, dim)));
    PyGILState_Release(lock);
    return v;
}

static void score(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    core_handle *h = user;
    const PyGILState_STATE lock = PyGILState_Ensure();
    numbers(h,
            PyObject_CallMethod(h->law, "score_at", "NN", window(theta, h->nlaw), window(x, dim)),
            h->nlaw, s);
    PyGILState_Release(lock);
}

/* The method gives the parameters as they are to be, or None where they are no distribution. */
static int repair(double *theta, size_t dim, void *user)
{
    core_handle *h = user;
    (void)dim;
    const PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *o = PyObject_CallMethod(h->law, "repaired", "N", window(theta, h->nlaw));
    const bool none = o == Py_None;
    if (none)
        Py_DECREF(o);
    else
        numbers(h, o, h->nlaw, theta);
    PyGILState_Release(lock);
    return none;
}

/* A method of a radial law that gives a number. */
static double radial(core_handle *h, const char *name, const double *tau, size_t dim, double r2)
{
    const PyGILState_STATE lock = PyGILState_Ensure();
    const double v = number(
        h, PyObject_CallMethod(h->law, name, "Nnd", window(tau, h->nlaw), (Py_ssize_t)dim, r2));
    PyGILState_Release(lock);
    return v;
}

static double logq(const double *tau, size_t dim, double r2, void *user)
{
    return radial(user, "logq_at", tau, dim, r2);
}

static double slope(const double *tau, size_t dim, double r2, void *user)
{
    return radial(user, "slope_at", tau, dim, r2);
}

static void radial_score(const double *tau, size_t dim, double r2, double *s, void *user)
{
    core_handle *h = user;
    const PyGILState_STATE lock = PyGILState_Ensure();
    numbers(
        h,
        PyObject_CallMethod(h->law, "score_at", "Nnd", window(tau, h->nlaw), (Py_ssize_t)dim, r2),
        h->nlaw, s);
    PyGILState_Release(lock);
}

static double radius(const double *tau, size_t dim, double n, nes_random *r, void *user)
{
    core_handle *h = user;
    const double a = nes_random_uniform(r), b = nes_random_uniform(r);
    const PyGILState_STATE lock = PyGILState_Ensure();
    const double v = number(h, PyObject_CallMethod(h->law, "radius_at", "Nnddd",
                                                   window(tau, h->nlaw), (Py_ssize_t)dim, n, a, b));
    PyGILState_Release(lock);
    return v;
}

/* Whether an attribute of the law is true; on an exception false, and the exception stays. */
static bool has(PyObject *law, const char *name)
{
    PyObject *o = PyObject_GetAttrString(law, name);
    const bool is = o && PyObject_IsTrue(o) == 1;
    Py_XDECREF(o);
    return is;
}

bool core_set_law(nes_settings *s, core_handle *h, PyObject *law)
{
    Py_buffer b;
    PyObject *start = PyObject_GetAttrString(law, "start");
    if (!start || !core_numbers(start, &b, CORE_REALS, false, "parameters")) {
        Py_XDECREF(start);
        return false;
    }
    Py_INCREF(law);
    Py_XDECREF(h->law);
    h->law = law;
    h->nlaw = core_length(&b);
    const bool is_radial = has(law, "radial"), repairs = has(law, "repairs");
    const nes_status status =
        is_radial
            ? nes_set_radial(s, h->nlaw, b.buf, logq, slope, h->nlaw > 0 ? radial_score : NULL,
                             radius, repairs ? repair : NULL, h)
            : nes_set_density(s, h->nlaw, b.buf, sample, has(law, "weighs") ? logpdf : NULL, score,
                              repairs ? repair : NULL, h);
    PyBuffer_Release(&b);
    Py_DECREF(start);
    if (PyErr_Occurred()) return false;
    if (status) core_raise(status, nes_settings_message(s));
    return !status;
}
