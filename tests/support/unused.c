/* SPDX-License-Identifier: MIT
 *
 * Options that a method does not use. */
#include "support/unused.h"

#include <stdio.h>

#include "opt/handle/opt.h"
#include "support/runs.h"

enum { D = UNUSED_DIM, STEPS = 60 };

const double *unused_start(const nes_settings *s)
{
    static const double real[D] = {1, -2, 3, 0.5, -1, 2}, bits[D] = {1, 0, 1, 1, 0, 1};
    const nes_method *m = run_find_method(s->method);
    return m != NULL && run_is_binary(m) ? bits : real;
}

/* With equal values now and then. */
static double terraces(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += (double)(i + 1) * x[i] * x[i];
    return sum > 0.5 ? floor(2 * sum) : sum;
}

nes_opt *unused_run(const nes_settings *s)
{
    char message[NES_MESSAGE_SIZE];
    const nes_note note = {message, sizeof message};
    const double *x0 = unused_start(s);
    const nes_space all = nes_all_of(D);
    nes_opt *o = NULL;
    if (nes_handle_make(&o, &all, x0, s, note) != NES_OK ||
        nes_runs_create(&o->runs, x0, note) != NES_OK || nes_handle_settle(o, NULL, note) != NES_OK)
        fail_msg("%s", message);
    return o;
}

bool unused_same(const nes_settings *a, const nes_settings *b)
{
    nes_opt *first = unused_run(a), *second = unused_run(b);
    bool same = true;
    for (int t = 0; same && t < STEPS && nes_stopped(first) == NES_RUNNING; t++) {
        nes_points p, q;
        assert_int_equal(nes_ask(first, &p), NES_OK);
        assert_int_equal(nes_ask(second, &q), NES_OK);
        same = p.n == q.n && memcmp(p.x, q.x, p.n * D * sizeof *p.x) == 0;
        run_step(first, terraces, NULL);
        run_step(second, terraces, NULL);
        same = same && nes_stopped(first) == nes_stopped(second);
    }
    nes_destroy(first);
    nes_destroy(second);
    return same;
}

bool unused_refused(const nes_settings *s, const char *option)
{
    char message[NES_MESSAGE_SIZE], name[64];
    const nes_status st = nes_settings_check(s, D, unused_start(s), message, sizeof message);
    if (st == NES_OK) return false;
    snprintf(name, sizeof name, "option '%s'", option);
    assert_int_equal(st, NES_ERR_METHOD);
    run_assert_has(message, name);
    run_assert_has(message, "is of no use with");
    run_assert_has(message, "leave");
    return true;
}

nes_settings unused_settings(const char *method)
{
    nes_settings s = run_settings(method);
    s.popsize = 10;
    s.tolx = s.tolfun = s.flat = s.stagnation = NES_OFF;
    if (strcmp(method, "gradient") == 0) s.eta_mu = s.eta_sigma = 1e-3;
    if (strcmp(method, "canonical") == 0) s.popsize = 80;
    return s;
}
