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
#include "opt/handle/choice_results.h"
#include "opt/handle/constraint_results.h"
#include "opt/handle/opt.h"
#include "opt/handle/shape.h"
#include "technique/hooks.h"
#include "util/try.h"

/* Where the number of an entry is. */
typedef enum home {
    IN_RESULT, /* nes_result */
    IN_MEMBER, /* nes_member, of the run */
    IN_RUNS,   /* nes_runs */
    IN_RUN,    /* struct nes_run */
    IN_RATES,  /* nes_rates, as rates_of() finds them */
    FOUND_BY   /* the function `find` */
} home;

typedef struct entry {
    nes_entry public;
    home home;
    size_t offset;
    double (*find)(const struct nes_run *run);
    /* An array: how many numbers it has (null: dim), and the numbers (null: IN_RESULT). */
    nes_status (*length)(nes_opt *o, struct nes_run *run, const char *name, size_t *n);
    nes_status (*copy)(nes_opt *o, struct nes_run *run, double *values);
} entry;

static double sigma(const struct nes_run *run)
{
    const nes_dist *p = &run->g.dist;
    return p->family->widths != NULL ? p->family->widths->sigma(p) : NAN;
}

static double condition(const struct nes_run *run)
{
    const nes_dist *p = &run->g.dist;
    return p->family->widths != NULL ? nes_square(p->family->widths->condition(p)) : NAN;
}

static double nu(const struct nes_run *run)
{
    const nes_dist *p = &run->g.dist;
    return p->family->nu != NULL ? p->family->nu(p) : NAN;
}

/* Rates in force; NaN where the method has no such rate. */
static nes_rates rates_of(const struct nes_run *run)
{
    const nes_family *f = run->g.dist.family;
    const bool law = f->ntail != NULL && f->ntail(&run->g.dist) > 0;
    nes_rates r = nes_rates_in_force(&run->g);
    if (!f->located) r.mu = NAN;
    if (!nes_has_shape_rate(f, run->g.gradient->scores)) r.shape = NAN;
    if ((f->uses & NES_USES_DIAG) == 0) r.diag = NAN;
    if (!law && (f->nu == NULL || !run->plan.s.adapt_nu)) r.nu = NAN;
    return r;
}

static nes_status outputs_length(nes_opt *o, struct nes_run *run, const char *name, size_t *n)
{
    (void)o, (void)name;
    *n = run->outputs;
    return NES_OK;
}

static nes_status copy_best_outputs(nes_opt *o, struct nes_run *run, double *values)
{
    const nes_best best = nes_best_of(run);
    if (isnan(best.f))
        return nes_refuse(nes_note_of(o), NES_ERR_ORDER, "there is no 'best_outputs' yet");
    nes_copy_outputs(run->outputs, values, best.outputs);
    return NES_OK;
}

#define PUBLIC(name_, type_, doc_)                                                                 \
    .public = {.name = #name_, .type = NES_ENTRY_##type_, .doc = (doc_)}
#define PLACED(name_, type_, home_, place_, doc_)                                                  \
    {                                                                                              \
        PUBLIC(name_, type_, doc_), .home = (home_), .offset = (place_)                            \
    }
#define FIELD(name_, type_, doc_) PLACED(name_, type_, IN_RESULT, offsetof(nes_result, name_), doc_)
#define RATE(name_, doc_)         PLACED(eta_##name_, REAL, IN_RATES, offsetof(nes_rates, name_), doc_)
#define COUNTED(name_, field_, doc_)                                                               \
    PLACED(name_, COUNT, IN_RUN, offsetof(struct nes_run, field_), doc_)
#define FOUND(name_, find_, doc_)                                                                  \
    {                                                                                              \
        PUBLIC(name_, REAL, doc_), .home = FOUND_BY, .find = (find_)                               \
    }
#define COPIED(name_, length_, copy_, doc_)                                                        \
    {                                                                                              \
        PUBLIC(name_, ARRAY, doc_), .length = (length_), .copy = (copy_)                           \
    }

static const entry table[] = {
    FIELD(best_f, REAL, "best value seen; NaN while there is none"),
    FIELD(best_x, ARRAY, "the point that had it"),
    COPIED(best_outputs, outputs_length, copy_best_outputs,
           "what its evaluation gave besides the value (option outputs)"),
    FIELD(mean_x, ARRAY,
          "centre of the search distribution as a point: inside the bounds, integers rounded, the "
          "most probable values of choices"),
    FIELD(std_x, ARRAY,
          "standard deviations of the search distribution; of a choice the probability of other "
          "values than that in mean_x"),
    FIELD(evaluations, COUNT, "values told, failed ones included and those of known points not"),
    FIELD(best_evaluation, COUNT, "which of all values told was the best one, from 1"),
    FIELD(failed, COUNT, "evaluations that failed"),
    FIELD(nonfinite, COUNT, "other values that are not finite"),
    PLACED(modelled, COUNT, IN_RUNS, offsetof(nes_runs, tally.modelled),
           "points that got a value of the model (option model), and no evaluation"),
    PLACED(known, COUNT, IN_RUNS, offsetof(nes_runs, tally.known),
           "values told of points that were known already, for which max_evals has no evaluation"),
    FIELD(generations, COUNT, "moves of the search distribution"),
    FIELD(restarts, COUNT, "starts beyond the first"),
    FIELD(challenges, COUNT, "runs of the second method (option challenger)"),
    FIELD(best_run, COUNT, "which run saw best_f, from 1; 0 while there is none"),
    FIELD(generation_best, REAL, "best value of the last generation"),
    FIELD(generation_median, REAL, "median value of the last generation"),
    FIELD(noise, REAL,
          "standard deviation of values of one point (noisy auto); 0: none, NaN: not known"),
    FOUND(sigma, sigma, "overall step size"),
    FOUND(condition, condition,
          "condition number of the covariance: squared ratio of its longest to its "
          "shortest axis, an estimate"),
    COUNTED(popsize, plan.s.popsize, "points in a generation of the best run"),
    RATE(mu, "learning rate of the mean now; NaN where there is no such rate, as below"),
    RATE(sigma, "learning rate of the scale now, which adaptation may have changed"),
    RATE(shape, "learning rate of the shape now"),
    RATE(diag, "learning rate of the factors per coordinate now (gauss-dd)"),
    RATE(nu, "learning rate of ln nu (adapt_nu) or of the parameters of a radial law now"),
    FOUND(nu, nu, "degrees of freedom now, which adapt_nu changes; NaN: no heavy tails"),
    COPIED(factor, nes_matrix_length, nes_copy_factor,
           "A of x = mean + A z, dim x dim, row by row (ln x where the option log says so); fixed "
           "variables have zeros"),
    COPIED(covariance, nes_matrix_length, nes_copy_covariance,
           "A A^T, likewise; with heavy tails the scale matrix, whose diagonal is std_x squared"),
    COPIED(axes, nes_axes_length, nes_copy_axes,
           "lengths of the principal axes, ascending: roots of the eigenvalues of the covariance"),
    COPIED(theta, nes_theta_length, nes_copy_theta,
           "parameters of a density of your own or of a radial law; probabilities of bits"),
    COPIED(probabilities, nes_probabilities_length, nes_copy_probabilities,
           "of the values of choices, choice after choice, value 0 first; of bits, too"),
    PLACED(run, COUNT, IN_MEMBER, offsetof(nes_member, number),
           "number of the run at work, from 1; that of its entries, as below"),
    COUNTED(run_popsize, plan.s.popsize, "points in a generation of the run at work"),
    COUNTED(run_generations, tally.generations, "moves of its distribution"),
    COUNTED(run_evaluations, tally.evaluations, "values told to it"),
    FOUND(run_sigma, sigma, "its overall step size"),
    FOUND(run_condition, condition, "condition number of its covariance"),
    PLACED(run_mean, ARRAY, IN_RESULT, offsetof(nes_result, mean_x),
           "centre of its distribution, inside the bounds"),
    PLACED(run_std, ARRAY, IN_RESULT, offsetof(nes_result, std_x),
           "standard deviations of its distribution"),
    COPIED(run_axes, nes_axes_length, nes_copy_axes, "lengths of its principal axes, ascending"),
    FIELD(feasible, COUNT, "1: best_x holds all constraints, or there are none; 0: it does not"),
    PLACED(feasible_evaluations, COUNT, IN_RUNS, offsetof(nes_runs, tally.feasible),
           "evaluations of points that held all constraints"),
    PLACED(first_feasible, COUNT, IN_RUNS, offsetof(nes_runs, first_feasible),
           "which evaluation was the first of them, from 1; 0: none"),
    FOUND(violation, nes_best_violation,
          "by how much best_x violates the constraints, in units of their spreads in the first "
          "generation; 0: it holds them"),
    COPIED(best_g, nes_constraints_length, nes_copy_best_g,
           "constraints of best_x, the first of its outputs"),
    COPIED(multipliers, nes_constraints_length, nes_copy_multipliers,
           "what the optimum would gain from a unit more room in each constraint"),
    COPIED(penalties, nes_constraints_length, nes_copy_penalties,
           "penalties of the constraints now"),
    FOUND(constraint_margin, nes_margin_now,
          "distance kept from the constraints, in standard deviations of their values"),
    FIELD(stop_value, REAL, "what was compared when the run stopped"),
    FIELD(stop_threshold, REAL, "what it was compared with"),
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

/* The run that an entry is of. */
static const nes_member *member_of(const nes_opt *o, const entry *e)
{
    const bool at_work = strncmp(e->public.name, "run", 3) == 0;
    return at_work ? nes_runs_at_work(&o->runs) : nes_runs_best(&o->runs);
}

/* Room for numbers that have to be found before they are read. */
typedef union room {
    nes_result result;
    nes_rates rates;
    double found;
} room;

static const void *address_of(const nes_opt *o, const entry *e, room *r)
{
    const nes_member *m = member_of(o, e);
    switch (e->home) {
    case IN_MEMBER:
        return (const char *)m + e->offset;
    case IN_RUNS:
        return (const char *)&o->runs + e->offset;
    case IN_RUN:
        return (const char *)m->run + e->offset;
    case IN_RATES:
        r->rates = rates_of(m->run);
        return (const char *)&r->rates + e->offset;
    case FOUND_BY:
        r->found = e->find(m->run);
        return &r->found;
    default:
        nes_summarise(o, &r->result);
        return (const char *)&r->result + e->offset;
    }
}

/* Copies a real or a count; both have eight bytes. */
static nes_status get_number(nes_opt *o, const char *name, nes_entry_type type, void *value)
{
    room r;
    const entry *e = NULL;
    if (o == NULL || name == NULL || value == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(find(o, name, type, &e));
    memcpy(value, address_of(o, e, &r), sizeof(double));
    return NES_OK;
}

nes_status nes_get_real(nes_opt *o, const char *name, double *value)
{
    return get_number(o, name, NES_ENTRY_REAL, value);
}

nes_status nes_get_count(nes_opt *o, const char *name, uint64_t *value)
{
    return get_number(o, name, NES_ENTRY_COUNT, value);
}

static nes_status find_length(nes_opt *o, const entry *e, size_t *n)
{
    if (e->length != NULL) return e->length(o, member_of(o, e)->run, e->public.name, n);
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

/* Copies an array of a result, of the caller's variables. */
static nes_status copy_field(nes_opt *o, const entry *e, size_t n, double *values)
{
    nes_result r;
    memset(&r, 0, offsetof(nes_result, stop_text));
    nes_summarise(o, &r);
    nes_describe_run(o, member_of(o, e)->run, &r);
    if (o->domain != NULL) nes_domain_result(o->domain, &r);
    const double *from = *(const double *const *)((const char *)&r + e->offset);
    if (from == NULL)
        return nes_refuse(nes_note_of(o), NES_ERR_ORDER,
                          e->offset == offsetof(nes_result, best_x)
                              ? "there is no '%s' yet"
                              : "there is no '%s': the search distribution has no centre and no "
                                "standard deviations; read 'theta', its parameters",
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
        return nes_refuse(nes_note_of(o), NES_ERR_COUNT, "result '%s' has %zu number%s, not %zu",
                          name, length, nes_s(length), n);
    if (e->copy == NULL) return copy_field(o, e, n, values);
    return e->copy(o, member_of(o, e)->run, values);
}
