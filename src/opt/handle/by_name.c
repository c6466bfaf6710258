/* SPDX-License-Identifier: MIT
 *
 * Results by name: the fields of nes_result, and what is found only when it is asked for. Where
 * there are several runs, the latter is that of the run with the best value, as mean_x is; names
 * that begin with "run" are of the run at work. */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "family/user_law.h"
#include "gradient/gradient.h"
#include "opt/handle/opt.h"
#include "opt/handle/shape.h"
#include "technique/hooks.h"
#include "util/try.h"

typedef struct entry {
    nes_entry public;
    size_t offset;                 /* in nes_result, or found on demand: */
    double (*find)(nes_opt *o);    /* a real, */
    uint64_t (*count)(nes_opt *o); /* a count, */
    /* an array: how many numbers (null: dim), and the numbers */
    nes_status (*length)(nes_opt *o, const char *name, size_t *n);
    nes_status (*copy)(nes_opt *o, double *values);
} entry;

static double condition_of(const nes_gen *g)
{
    return g->dist.family->widths != NULL ? nes_square(g->dist.family->widths->condition(&g->dist))
                                          : NAN;
}

static double sigma_of(const nes_gen *g)
{
    return g->dist.family->widths != NULL ? g->dist.family->widths->sigma(&g->dist) : NAN;
}

static double sigma(nes_opt *o)
{
    return sigma_of(&nes_handle_best(o)->g);
}

static double condition(nes_opt *o)
{
    return condition_of(&nes_handle_best(o)->g);
}

static uint64_t popsize(nes_opt *o)
{
    return nes_handle_best(o)->plan.s.popsize;
}

/* ---- the run at work ---- */

static uint64_t run_number(nes_opt *o)
{
    return nes_runs_at_work(&o->runs)->number;
}

static uint64_t run_popsize(nes_opt *o)
{
    return nes_handle_at_work(o)->plan.s.popsize;
}

static uint64_t run_generations(nes_opt *o)
{
    return nes_handle_at_work(o)->tally.generations;
}

static uint64_t run_evaluations(nes_opt *o)
{
    return nes_handle_at_work(o)->tally.evaluations;
}

static double run_sigma(nes_opt *o)
{
    return sigma_of(&nes_handle_at_work(o)->g);
}

static double run_condition(nes_opt *o)
{
    return condition_of(&nes_handle_at_work(o)->g);
}

static double nu(nes_opt *o)
{
    const struct nes_run *run = nes_handle_best(o);
    return run->g.dist.family->nu != NULL ? run->g.dist.family->nu(&run->g.dist) : NAN;
}

/* ---- rates in force; NaN where the method has no such rate ---- */

static double eta_mu(nes_opt *o)
{
    const nes_gen *g = &nes_handle_best(o)->g;
    return g->dist.family->located ? nes_rates_in_force(g).mu : NAN;
}

static double eta_sigma(nes_opt *o)
{
    return nes_rates_in_force(&nes_handle_best(o)->g).sigma;
}

static double eta_shape(nes_opt *o)
{
    const nes_gen *g = &nes_handle_best(o)->g;
    const bool has = nes_has_shape_rate(g->dist.family, g->gradient->scores);
    return has ? nes_rates_in_force(g).shape : NAN;
}

static double eta_diag(nes_opt *o)
{
    const nes_gen *g = &nes_handle_best(o)->g;
    return (g->dist.family->uses & NES_USES_DIAG) != 0 ? nes_rates_in_force(g).diag : NAN;
}

static double eta_nu(nes_opt *o)
{
    const struct nes_run *run = nes_handle_best(o);
    const nes_family *f = run->g.dist.family;
    const bool law = f->ntail != NULL && f->ntail(&run->g.dist) > 0;
    const bool has = law || (f->nu != NULL && run->plan.s.adapt_nu);
    return has ? nes_rates_in_force(&run->g).nu : NAN;
}

static nes_status outputs_length(nes_opt *o, const char *name, size_t *n)
{
    (void)name;
    *n = nes_handle_best(o)->outputs;
    return NES_OK;
}

static nes_status nes_copy_best_outputs(nes_opt *o, double *values)
{
    const struct nes_run *run = nes_handle_best(o);
    if (isnan(run->best_f))
        return nes_refuse(nes_note_of(o), NES_ERR_ORDER, "there is no 'best_outputs' yet");
    nes_copy_outputs(run->outputs, values, run->best_outputs);
    return NES_OK;
}

#define FIELD(name_, type_, doc_)                                                                  \
    {                                                                                              \
        .public = {.name = #name_, .type = type_, .doc = doc_},                                    \
        .offset = offsetof(nes_result, name_)                                                      \
    }
#define FOUND(name_, doc_)                                                                         \
    {                                                                                              \
        .public = {.name = #name_, .type = NES_ENTRY_REAL, .doc = doc_}, .find = name_             \
    }
#define COUNTED(name_, count_, doc_)                                                               \
    {                                                                                              \
        .public = {.name = #name_, .type = NES_ENTRY_COUNT, .doc = doc_}, .count = count_          \
    }
#define COPIED(name_, length_, doc_)                                                               \
    {                                                                                              \
        .public = {.name = #name_, .type = NES_ENTRY_ARRAY, .doc = doc_}, .length = length_,       \
        .copy = nes_copy_##name_                                                                   \
    }

static const entry table[] = {
    FIELD(best_f, NES_ENTRY_REAL, "best value seen; NaN while there is none"),
    FIELD(best_x, NES_ENTRY_ARRAY, "the point that had it"),
    COPIED(best_outputs, outputs_length,
           "what its evaluation gave besides the value (option outputs)"),
    FIELD(mean_x, NES_ENTRY_ARRAY,
          "centre of the search distribution as a point: inside the bounds, integers rounded"),
    FIELD(std_x, NES_ENTRY_ARRAY, "standard deviations of the search distribution"),
    FIELD(evaluations, NES_ENTRY_COUNT, "values told, failed ones included"),
    FIELD(best_evaluation, NES_ENTRY_COUNT, "which of them was the best one, from 1"),
    FIELD(failed, NES_ENTRY_COUNT, "evaluations that failed"),
    FIELD(nonfinite, NES_ENTRY_COUNT, "other values that are not finite"),
    FIELD(generations, NES_ENTRY_COUNT, "moves of the search distribution"),
    FIELD(restarts, NES_ENTRY_COUNT, "starts beyond the first"),
    FIELD(challenges, NES_ENTRY_COUNT, "runs of the second method (option challenger)"),
    FIELD(best_run, NES_ENTRY_COUNT, "which run saw best_f, from 1; 0 while there is none"),
    FIELD(generation_best, NES_ENTRY_REAL, "best value of the last generation"),
    FIELD(generation_median, NES_ENTRY_REAL, "median value of the last generation"),
    FIELD(noise, NES_ENTRY_REAL,
          "standard deviation of values of one point (noisy auto); 0: none, NaN: not known"),
    FOUND(sigma, "overall step size"),
    FOUND(condition, "condition number of the covariance: squared ratio of its longest to its "
                     "shortest axis, an estimate"),
    COUNTED(popsize, popsize, "points in a generation of the best run"),
    FOUND(eta_mu, "learning rate of the mean now; NaN where there is no such rate, as below"),
    FOUND(eta_sigma, "learning rate of the scale now, which adaptation may have changed"),
    FOUND(eta_shape, "learning rate of the shape now"),
    FOUND(eta_diag, "learning rate of the factors per coordinate now (gauss-dd)"),
    FOUND(eta_nu, "learning rate of ln nu (adapt_nu) or of the parameters of a radial law now"),
    FOUND(nu, "degrees of freedom now, which adapt_nu changes; NaN: no heavy tails"),
    COPIED(factor, nes_matrix_length,
           "A of x = mean + A z, dim x dim, row by row (ln x where the option log says so); fixed "
           "variables have zeros"),
    COPIED(covariance, nes_matrix_length,
           "A A^T, likewise; with heavy tails the scale matrix, whose diagonal is std_x squared"),
    COPIED(axes, nes_axes_length,
           "lengths of the principal axes, ascending: roots of the eigenvalues of the covariance"),
    COPIED(theta, nes_theta_length,
           "parameters of a density of your own or of a radial law; probabilities of bits"),
    COUNTED(run, run_number, "number of the run at work, from 1; that of its entries, as below"),
    COUNTED(run_popsize, run_popsize, "points in a generation of the run at work"),
    COUNTED(run_generations, run_generations, "moves of its distribution"),
    COUNTED(run_evaluations, run_evaluations, "values told to it"),
    FOUND(run_sigma, "its overall step size"),
    FOUND(run_condition, "condition number of its covariance"),
    COPIED(run_mean, NULL, "centre of its distribution, inside the bounds"),
    COPIED(run_std, NULL, "standard deviations of its distribution"),
    COPIED(run_axes, nes_axes_length, "lengths of its principal axes, ascending"),
    FIELD(stop_value, NES_ENTRY_REAL, "what was compared when the run stopped"),
    FIELD(stop_threshold, NES_ENTRY_REAL, "what it was compared with"),
};

size_t nes_entry_count(void)
{
    return sizeof table / sizeof *table;
}

const nes_entry *nes_entry_at(size_t i)
{
    return i < nes_entry_count() ? &table[i].public : NULL;
}

const char *nes_entry_text(size_t i, const char *what)
{
    static const char *const types[] = {"real", "count", "array"};
    const nes_entry *e = nes_entry_at(i);
    if (e == NULL || what == NULL) return NULL;
    if (strcmp(what, "name") == 0) return e->name;
    if (strcmp(what, "type") == 0) return types[e->type];
    return strcmp(what, "doc") == 0 ? e->doc : NULL;
}

static const char *entry_name(size_t i, const void *data)
{
    (void)data;
    return i < nes_entry_count() ? table[i].public.name : NULL;
}

/* The entry of that name, if it has that type. */
static nes_status find(nes_opt *o, const char *name, nes_entry_type type, const entry **out)
{
    static const char *const getter[] = {"nes_get_real", "nes_get_count", "nes_get_array"};
    char near[96];
    for (size_t i = 0; i < nes_entry_count(); i++) {
        if (strcmp(table[i].public.name, name) != 0) continue;
        *out = &table[i];
        if (table[i].public.type == type) return NES_OK;
        return nes_refuse(nes_note_of(o), NES_ERR_VALUE, "result '%s' is read by %s, not by %s",
                          name, getter[table[i].public.type], getter[type]);
    }
    nes_nearest(name, entry_name, NULL, "", "; the table of results has all", near, sizeof near);
    return nes_refuse(nes_note_of(o), NES_ERR_OPTION, "there is no result '%s'%s", name, near);
}

/* A number of the result; arrays are seen to by copy_field(). */
static const void *field_of(const nes_opt *o, const entry *e, nes_result *r)
{
    nes_summarise(o, r);
    return (const char *)r + e->offset;
}

nes_status nes_get_real(nes_opt *o, const char *name, double *value)
{
    nes_result r;
    const entry *e = NULL;
    if (o == NULL || name == NULL || value == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(find(o, name, NES_ENTRY_REAL, &e));
    *value = e->find != NULL ? e->find(o) : *(const double *)field_of(o, e, &r);
    return NES_OK;
}

nes_status nes_get_count(nes_opt *o, const char *name, uint64_t *value)
{
    nes_result r;
    const entry *e = NULL;
    if (o == NULL || name == NULL || value == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(find(o, name, NES_ENTRY_COUNT, &e));
    *value = e->count != NULL ? e->count(o) : *(const uint64_t *)field_of(o, e, &r);
    return NES_OK;
}

static nes_status find_length(nes_opt *o, const entry *e, size_t *n)
{
    if (e->length != NULL) return e->length(o, e->public.name, n);
    *n = nes_handle_dim(o);
    return NES_OK;
}

nes_status nes_get_length(nes_opt *o, const char *name, size_t *n)
{
    const entry *e = NULL;
    if (o == NULL || name == NULL || n == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(find(o, name, NES_ENTRY_ARRAY, &e));
    return find_length(o, e, n);
}

static nes_status copy_field(nes_opt *o, const entry *e, size_t n, double *values)
{
    nes_result r;
    nes_get_result(o, &r);
    const double *from = *(const double *const *)((const char *)&r + e->offset);
    if (from == NULL)
        return nes_refuse(nes_note_of(o), NES_ERR_ORDER,
                          "there is no '%s' yet, or the search distribution has none",
                          e->public.name);
    memcpy(values, from, n * sizeof *values);
    return NES_OK;
}

nes_status nes_get_array(nes_opt *o, const char *name, size_t n, double *values)
{
    size_t length = 0;
    const entry *e = NULL;
    if (o == NULL || name == NULL || values == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(find(o, name, NES_ENTRY_ARRAY, &e));
    NES_TRY(find_length(o, e, &length));
    if (n != length)
        return nes_refuse(nes_note_of(o), NES_ERR_COUNT, "result '%s' has %zu numbers, not %zu",
                          name, length, n);
    return e->copy != NULL ? e->copy(o, values) : copy_field(o, e, n, values);
}
