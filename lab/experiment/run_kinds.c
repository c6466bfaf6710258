/* SPDX-License-Identifier: MIT
 *
 * Kinds of runs; see experiment/run_kinds.h. */
#include "experiment/run_kinds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double six_digits(double v)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", v);
    return strtod(text, NULL);
}

/* Writes how the run ended. */
static void note_outcome(void *data, nes_opt *o, const run_outcome *end)
{
    (void)o;
    run_row(data,
            (const double[]){end->solved, (double)end->evaluations, end->precision, end->stop});
}

/* Writes besides when it came to the published precisions, infinite for never. */
static void note_precisions(void *data, nes_opt *o, const run_outcome *end)
{
    double v[4 + PRECISIONS] = {end->solved, (double)end->evaluations, end->precision, end->stop};
    (void)o;
    for (size_t k = 0; k < PRECISIONS; k++)
        v[4 + k] = k < end->n_reached ? (double)end->reached[k] : INFINITY;
    run_row(data, v);
}

/* Writes the best value of a run that has used its budget. */
static void note_value(void *data, nes_opt *o, const run_outcome *outcome)
{
    nes_result r;
    nes_get_result(o, &r);
    run_row(data, (const double[]){(double)outcome->evaluations, r.best_f});
}

/* Writes every 10th generation, later every 50th. */
static void note_generation(void *data, nes_opt *o, const run_outcome *so_far)
{
    uint64_t g = 0;
    double rate = NAN;
    nes_get_count(o, "generations", &g);
    if (g % (g <= 1500 ? 10 : 50) != 0) return;
    nes_get_real(o, "eta_sigma", &rate);
    run_row(data, (const double[]){(double)so_far->evaluations, six_digits(so_far->precision),
                                   six_digits(rate)});
}

/* Writes the atoms of the best cluster, a row each. */
static void note_atoms(void *data, nes_opt *o, const run_outcome *outcome)
{
    (void)outcome;
    nes_result r;
    nes_get_result(o, &r);
    for (size_t i = 0; i < r.dim; i += 3)
        run_row(data, (const double[]){r.best_f, r.best_x[i], r.best_x[i + 1], r.best_x[i + 2]});
}

/* Writes whether the run ended in the basin of the optimum of the double Rosenbrock function, the
 * value and the mean. */
static void note_basin(void *data, nes_opt *o, const run_outcome *outcome)
{
    (void)outcome;
    nes_result r;
    nes_get_result(o, &r);
    const bool global = r.mean_x[0] + r.mean_x[1] < -10 && r.best_f < 5;
    run_row(data, (const double[]){global, r.best_f, r.mean_x[0], r.mean_x[1]});
}

static const run_kind kinds[] = {
    {"outcome", "solved,evaluations,precision,stop", NULL, {.end = note_outcome}, NULL},
    {"precisions",
     "solved,evaluations,precision,stop,to_1e1,to_1e0,to_1e_1,to_1e_2,to_1e_3,to_1e_5,to_1e_7",
     NULL,
     {.end = note_precisions},
     NULL},
    {"value", "evaluations,value", NULL, {.end = note_value}, NULL},
    {"trace", "evaluations,error,eta_sigma", NULL, {.generation = note_generation}, NULL},
    {"atoms", "value,x,y,z", NULL, {.end = note_atoms}, NULL},
    {"basin", "global,value,x1,x2", NULL, {.end = note_basin}, NULL},
    {"states", "generation,mean,sigma", NULL, {.generation = note_state}, density_started},
    {"cycle", "generation,mean,sigma", NULL, {.generation = note_first_states}, density_started},
    {"scores", "x,score_mean,score_width", NULL, {.point = note_score}, density_normal},
    {"direction", "mean,width", NULL, {.generation = note_direction}, density_normal},
    {"mixing", "x,fate", run_mixing, {.end = NULL}, NULL},
    {"step", "low,high,valid,canonical_valid", run_one_step, {.end = NULL}, NULL},
};

int run_kind_do(const run_kind *kind, const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    run_follower f = kind->follower;
    recipe own = *r;
    nes_density density;
    run_outcome o;
    if (kind->run != NULL) return kind->run(r, k, rows, w);
    f.data = rows;
    if (kind->density != NULL && r->number > 0) {
        density = kind->density(r->number);
        own.density = &density;
    }
    return recipe_run(&own, k, &f, w, &o);
}

const run_kind *run_kind_find(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
    return NULL;
}
