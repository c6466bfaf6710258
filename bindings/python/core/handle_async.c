/* SPDX-License-Identifier: MIT
 *
 * A search without generations: one point at a time, points that are given up, where points are. */
#include "core.h"

#include "nes/async.h"

/* Whether the library has no point for now, because points under way are all that there may be. */
static bool must_wait(core_handle *h, nes_status status)
{
    nes_traffic t;
    return status == NES_ERR_ORDER && nes_stopped(h->opt) == NES_RUNNING &&
           nes_get_traffic(h->opt, &t) == NES_OK && t.under_way > t.again;
}

PyObject *core_handle_ask_one(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    nes_points p;
    if (!core_enter(h)) return NULL;
    PyThreadState *state = core_unlock(core_work(h));
    const nes_status status = nes_ask_one(h->opt, &p);
    core_lock(state);
    PyObject *answer;
    if (must_wait(h, status))
        answer = Py_NewRef(Py_None);
    else
        answer = status ? core_answer(h, status) : core_points(h, p.n, p.x, p.id);
    core_leave(h);
    return answer;
}

PyObject *core_handle_drop(PyObject *self, PyObject *ids)
{
    core_handle *h = (core_handle *)self;
    size_t n;
    uint64_t *id = core_copy(ids, CORE_IDS, "ids", &n);
    if (id == NULL) return NULL;
    PyObject *answer = NULL;
    if (core_enter(h)) {
        PyThreadState *state = core_unlock(core_work(h));
        const nes_status status = nes_drop(h->opt, n, id);
        core_lock(state);
        answer = core_answer(h, status);
        core_leave(h);
    }
    PyMem_Free(id);
    return answer;
}

PyObject *core_handle_traffic(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_handle *h = (core_handle *)self;
    nes_traffic t;
    if (!core_enter(h)) return NULL;
    const nes_status status = nes_get_traffic(h->opt, &t);
    core_leave(h);
    if (status) return core_answer(h, status);
    return Py_BuildValue("KKKKKKK", t.under_way, t.of_run, t.again, t.arrived, t.popsize, t.updates,
                         t.run);
}
