/* SPDX-License-Identifier: MIT
 *
 * The module nes._core: its types are made when it is imported, and belong to it. */
#include "core.h"

static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    if (type && PyModule_AddType(module, type)) Py_CLEAR(type);
    return type;
}

static int fill(PyObject *module)
{
    core_state *state = PyModule_GetState(module);
    state->handle = add_type(module, &core_handle_spec);
    state->view = add_type(module, &core_view_spec);
    state->problem = add_type(module, &core_problem_spec);
    state->pace = add_type(module, &core_pace_spec);
    return state->handle && state->view && state->problem && state->pace ? 0 : -1;
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    core_state *state = PyModule_GetState(module);
    Py_VISIT(state->handle);
    Py_VISIT(state->view);
    Py_VISIT(state->problem);
    Py_VISIT(state->pace);
    return 0;
}

static int clear(PyObject *module)
{
    core_state *state = PyModule_GetState(module);
    Py_CLEAR(state->handle);
    Py_CLEAR(state->view);
    Py_CLEAR(state->problem);
    Py_CLEAR(state->pace);
    return 0;
}

static void free_module(void *module)
{
    clear(module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, fill},
    {0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "nes._core",
    .m_doc = "libnes by name, with plain buffers. Private: see nes.",
    .m_size = sizeof(core_state),
    .m_methods = core_functions,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
