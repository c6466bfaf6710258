/* SPDX-License-Identifier: MIT
 *
 * Runs for tests. */
#include "support/runs.h"

#include <stdio.h>

#include "family/family.h"
#include "opt/settings/options.h"

double run_sphere(size_t dim, const double *x, void *user)
{
    const double at = user != NULL ? *(const double *)user : 0;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += (x[i] - at) * (x[i] - at);
    return sum;
}

double run_ellipsoid(size_t dim, const double *x, void *user)
{
    const double at = user != NULL ? *(const double *)user : 0;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) {
        const double t = dim > 1 ? (double)i / (double)(dim - 1) : 0;
        sum += pow(10, 6 * t) * (x[i] - at) * (x[i] - at);
    }
    return sum;
}

double run_downhill(size_t dim, const double *x, void *user)
{
    (void)user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum -= x[i];
    return sum;
}

double run_not_a_number(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return NAN;
}

const nes_method *run_find_method(const char *name)
{
    const nes_method *m = NULL;
    for (size_t i = 0; name != NULL && (m = nes_method_at(i)) != NULL; i++)
        if (strcmp(m->name, name) == 0) break;
    return m;
}

/* Generations of popsize points are easier to count; opt/test_start.c is about the start. */
nes_settings run_settings(const char *method)
{
    const nes_method *m = run_find_method(method);
    nes_settings s;
    nes_settings_default(&s);
    s.method = method;
    if (m == NULL || !run_is_elitist(m)) s.eval_start = "no";
    return s;
}

bool run_method_is(const nes_method *m, const char *option, const char *word)
{
    char value[64];
    assert_int_equal(nes_method_get(m, option, value, sizeof value), NES_OK);
    return strcmp(value, word) == 0;
}

bool run_is_elitist(const nes_method *m)
{
    return run_method_is(m, "scheme", "elitist");
}

bool run_is_binary(const nes_method *m)
{
    return run_family_of(m)->binary || run_family_of(m)->discrete;
}

bool run_is_closed_form(const nes_method *m)
{
    return run_method_is(m, "gradient", "local");
}

const nes_family *run_family_of(const nes_method *m)
{
    char name[64];
    assert_int_equal(nes_method_get(m, "family", name, sizeof name), NES_OK);
    return nes_family_find(name);
}

void run_drop_unused(size_t dim, const double *x0, nes_settings *s)
{
    char message[NES_MESSAGE_SIZE], name[64];
    while (nes_settings_check(s, dim, x0, message, sizeof message) == NES_ERR_METHOD &&
           strstr(message, "of no use") != NULL) {
        assert_int_equal(sscanf(message, "option '%63[a-z_]'", name), 1);
        nes_field_reset(nes_field_find(name), s);
    }
}

nes_opt *run_start(size_t dim, const double *x0, const nes_settings *s)
{
    nes_opt *o = NULL;
    char message[NES_MESSAGE_SIZE];
    if (nes_create(&o, dim, x0, s) != NES_OK) {
        nes_settings_check(s, dim, x0, message, sizeof message);
        fail_msg("refused: %s", message);
    }
    return o;
}

void run_step(nes_opt *o, nes_objective f, void *user)
{
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < p.n; k++) p.f[k] = f(p.dim, p.x + k * p.dim, user);
    assert_int_equal(marked_tell(o, p.n, p.f), NES_OK);
}

void run_steps(nes_opt *o, size_t n, nes_objective f, void *user)
{
    for (size_t i = 0; i < n && nes_stopped(o) == NES_RUNNING; i++) run_step(o, f, user);
}

void run_to_end(nes_opt *o, nes_objective f, void *user)
{
    while (nes_stopped(o) == NES_RUNNING) run_step(o, f, user);
}

nes_result run_result(nes_opt *o)
{
    nes_result r;
    assert_int_equal(nes_get_result(o, &r), NES_OK);
    return r;
}

double run_condition(nes_opt *o)
{
    double condition = 0;
    assert_int_equal(nes_get_real(o, "condition", &condition), NES_OK);
    return condition;
}

run_saved run_save(const nes_opt *o)
{
    run_saved s = {NULL, nes_save_size(o)};
    size_t written = 0;
    s.data = malloc(s.size);
    assert_non_null(s.data);
    assert_int_equal(nes_save(o, s.data, s.size, &written), NES_OK);
    assert_int_equal(written, s.size);
    return s;
}

nes_opt *run_load(run_saved saved)
{
    nes_opt *o = NULL;
    char message[NES_MESSAGE_SIZE];
    if (nes_load(&o, saved.data, saved.size, NULL, message, sizeof message) != NES_OK)
        fail_msg("not loaded: %s", message);
    return o;
}

nes_opt *run_copy(const nes_opt *o)
{
    const run_saved s = run_save(o);
    nes_opt *copy = run_load(s);
    free(s.data);
    return copy;
}

void run_assert_same(const nes_opt *a, const nes_opt *b)
{
    const run_saved sa = run_save(a), sb = run_save(b);
    assert_int_equal(sa.size, sb.size);
    assert_memory_equal(sa.data, sb.data, sa.size);
    free(sa.data);
    free(sb.data);
}

/* A multiplicative congruential generator, upper half. */
uint64_t run_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 32;
}

void run_shuffle(uint64_t *state, size_t n, size_t *order)
{
    for (size_t i = 0; i < n; i++) order[i] = i;
    for (size_t i = n; i > 1; i--) {
        const size_t j = (size_t)(run_random(state) % i), t = order[i - 1];
        order[i - 1] = order[j];
        order[j] = t;
    }
}

void run_refuse(size_t dim, const nes_settings *s, const double *x0, nes_status want,
                const char *part)
{
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL;
    assert_int_equal(nes_create(&o, dim, x0, s), want);
    assert_null(o);
    assert_int_equal(nes_settings_check(s, dim, x0, message, sizeof message), want);
    run_assert_has(message, part);
}
