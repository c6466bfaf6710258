/* SPDX-License-Identifier: MIT
 *
 * Generations of block-xnes against worked examples: groups of several sizes, also of one, with and
 * without a refresh. Every number agrees to 1e-10, relative to the largest of its kind.
 * [math: B17] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/gauss_dd.h"
#include "family/path_rates.h"
#include "sampling/sampling.h"
#include "support/check.h"
#include "support/json.h"
#include "support/rig.h"
#include "technique/shaping.h"
#include "technique/technique.h"

#define TOLERANCE 1e-10
enum { MOST = 1600, PATHS = 3 };

/* Sizes of the groups; those of one that are neighbours share a part of the step. */
typedef struct sizes {
    size_t n, size[16];
    size_t d, lambda;
} sizes;

static sizes sizes_of(const cJSON *c)
{
    sizes s = {.lambda = (size_t)json_real(c, "lambda")};
    const cJSON *v;
    cJSON_ArrayForEach(v, json_member(c, "sizes"))
    {
        s.size[s.n] = (size_t)v->valuedouble;
        s.d += s.size[s.n++];
    }
    return s;
}

static double *state_of(rig *r)
{
    for (size_t i = 0; i < r->g.nactive; i++)
        if (strcmp(r->g.active[i].technique->name, "cumulation") == 0) return r->g.active[i].state;
    return NULL;
}

/* g of the path of the shape in a group. */
static double *shape_of(rig *r, size_t group)
{
    double *p = state_of(r);
    return group == 0 ? p + 1 : p + PATHS + PATHS * r->g.dist.d + group - 1;
}

static nes_dd_memory *memory_of(rig *r, const sizes *s)
{
    double *at = nes_dd_shape(&r->g.dist);
    for (size_t g = 0; g < s->n; g++)
        if (s->size[g] > 1) at += s->size[g] * nes_padded(s->size[g]);
    return (nes_dd_memory *)at;
}

/* Matrices of our theta and of the example, group by group; both ways. Those of groups of one, 1,
 * are not in theta. */
static void copy_shapes(rig *r, const sizes *s, double *example, bool read)
{
    double *at = nes_dd_shape(&r->g.dist);
    for (size_t g = 0; g < s->n; g++) {
        const size_t b = s->size[g];
        if (b == 1) {
            *example++ = 1;
            continue;
        }
        for (size_t i = 0; i < b * b; i++) {
            double *ours = &at[i % b * nes_padded(b) + i / b];
            if (read)
                *ours = example[i];
            else
                example[i] = *ours;
        }
        at += b * nes_padded(b);
        example += b * b;
    }
}

static size_t numbers_of_shapes(const sizes *s)
{
    size_t n = 0;
    for (size_t g = 0; g < s->n; g++) n += s->size[g] * s->size[g];
    return n;
}

static void start(rig *r, const sizes *s, const cJSON *c)
{
    const size_t d = s->d;
    double v[MOST], *p = state_of(r);
    nes_dd_memory *m = memory_of(r, s);
    rig_start(r, NULL, 1, NULL);
    json_reals(c, "m", d, r->g.dist.theta);
    r->g.dist.theta[d] = json_real(c, "sigma");
    json_reals(c, "D", d, nes_dd_factors(&r->g.dist));
    json_reals(c, "B", numbers_of_shapes(s), v);
    copy_shapes(r, s, v, true);
    p[0] = json_real(c, "g_sigma");
    p[2] = json_real(c, "g_D");
    json_reals(c, "p_sigma", d, p + PATHS);
    json_reals(c, "p", d, p + PATHS + d);
    json_reals(c, "p_D", d, p + PATHS + 2 * d);
    json_reals(c, "g", s->n, v);
    for (size_t g = 0; g < s->n; g++) *shape_of(r, g) = v[g];
    json_reals(c, "beta", s->n, v);
    for (size_t g = 0; g < s->n; g++) m[g].damping = v[g];
    json_reals(c, "n", s->n, v);
    for (size_t g = 0; g < s->n; g++) m[g].since = v[g];
}

/* Row 2q is sample q of the example, row 2q + 1 its mirror image; values are ranks. */
static void place(rig *r, const cJSON *c)
{
    nes_batch *b = &r->g.batch;
    const size_t d = b->d, h = b->n / 2;
    double z[MOST], x[MOST], order[MOST], rows[MOST];
    json_reals(c, "z", b->n * d, z);
    json_reals(c, "x", b->n * d, x);
    json_reals(c, "order", b->n, order);
    for (size_t k = 0; k < b->n; k++) {
        const size_t from = k / 2 + k % 2 * h;
        memcpy(rows + k * d, z + from * d, d * sizeof *z);
        for (size_t i = 0; i < b->n; i++)
            if ((size_t)order[i] == from) b->f[k] = (double)i;
    }
    rig_place(r, rows, NULL);
    for (size_t k = 0; k < b->n * d; k++)
        assert_relative(b->x[k], x[(k / d / 2 + k / d % 2 * h) * d + k % d], TOLERANCE);
}

static void check_numbers(const cJSON *c, const char *name, size_t n, const double *got)
{
    double want[MOST], largest = 0;
    json_reals(c, name, n, want);
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(want[i]));
    for (size_t i = 0; i < n; i++) assert_within(got[i], want[i], TOLERANCE * fmax(largest, 1e-3));
}

static void check_after(rig *r, const sizes *s, const cJSON *a)
{
    const size_t d = s->d;
    double v[MOST], *p = state_of(r);
    const nes_dd_memory *m = memory_of(r, s);
    check_numbers(a, "m", d, r->g.dist.theta);
    check_numbers(a, "sigma", 1, r->g.dist.theta + d);
    check_numbers(a, "D", d, nes_dd_factors(&r->g.dist));
    copy_shapes(r, s, v, false);
    check_numbers(a, "B", numbers_of_shapes(s), v);
    check_numbers(a, "g_sigma", 1, p);
    check_numbers(a, "g_D", 1, p + 2);
    check_numbers(a, "p_sigma", d, p + PATHS);
    check_numbers(a, "p", d, p + PATHS + d);
    check_numbers(a, "p_D", d, p + PATHS + 2 * d);
    for (size_t g = 0; g < s->n; g++) v[g] = *shape_of(r, g);
    check_numbers(a, "g", s->n, v);
    for (size_t g = 0; g < s->n; g++) v[g] = m[g].damping;
    check_numbers(a, "beta", s->n, v);
    for (size_t g = 0; g < s->n; g++) v[g] = m[g].since;
    check_numbers(a, "n", s->n, v);
}

static void check_example(const cJSON *c, const char *sampling)
{
    const sizes s = sizes_of(c);
    const nes_shaping *active = nes_shaping_find("active");
    const double effective = nes_effective_samples(active, s.lambda, NULL);
    double groups[MOST];
    nes_defaults k;
    rig r;
    for (size_t g = 0, i = 0; g < s.n; g++)
        for (size_t j = 0; j < s.size[g]; j++) groups[i++] = (double)g;
    nes_path_defaults(s.d, s.lambda, effective, &k);
    rig_make_groups(&r, groups, s.d, s.lambda);
    rig_arrange(&r, nes_sampling_find(sampling));
    r.g.utilities.average_ties = false;
    r.options.refresh = k.refresh;
    rig_paths(&r, &k.paths);
    rig_part(&r, s.lambda, effective);
    rig_shaping(&r, "active", s.d);
    start(&r, &s, json_member(c, "before"));
    place(&r, c);
    const nes_rates eta = {
        .mu = 1, .sigma = k.sigma, .shape = k.shape, .limit = 10, .diag = k.diag};
    assert_int_equal(rig_step(&r, &eta), 0);
    check_after(&r, &s, json_member(c, "after"));
    rig_free(&r);
}

static void check_all(const char *sampling)
{
    cJSON *examples = json_load("block_steps.json");
    const cJSON *c;
    size_t n = 0;
    cJSON_ArrayForEach(c, examples)
    {
        check_example(c, sampling);
        n++;
    }
    assert_int_equal(n, 5);
    cJSON_Delete(examples);
}

static void test_pairs(void **state)
{
    (void)state;
    check_all("mirrored-orthogonal");
}

static void test_single_rows(void **state)
{
    (void)state;
    check_all("iid");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs),
                                       cmocka_unit_test(test_single_rows)};
    return cmocka_run_group_tests_name("steps with groups", tests, NULL, NULL);
}
