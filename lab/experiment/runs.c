/* SPDX-License-Identifier: MIT
 *
 * Kinds of runs; see experiment/runs.h. */
#include "experiment/runs.h"

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

/* How the run ended. */
static int run_outcome_row(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    run_outcome o;
    const int status = recipe_run(r, k, NULL, w, &o);
    if (status != 0) return status;
    run_row(rows, (const double[]){o.solved, (double)o.evaluations, o.precision, o.stop});
    return 0;
}

/* The best value of a run to the end of its budget. */
static void note_value(void *data, nes_opt *o, const run_outcome *outcome)
{
    nes_result r;
    nes_get_result(o, &r);
    run_row(data, (const double[]){(double)outcome->evaluations, r.best_f});
}

/* Every 10th generation, later every 50th. */
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

/* The atoms of the best cluster, a row each. */
static void note_atoms(void *data, nes_opt *o, const run_outcome *outcome)
{
    (void)outcome;
    nes_result r;
    nes_get_result(o, &r);
    for (size_t i = 0; i < r.dim; i += 3)
        run_row(data, (const double[]){r.best_f, r.best_x[i], r.best_x[i + 1], r.best_x[i + 2]});
}

/* Whether the run ended in the basin of the optimum of the double Rosenbrock function, the value,
 * the mean. */
static void note_basin(void *data, nes_opt *o, const run_outcome *outcome)
{
    (void)outcome;
    nes_result r;
    nes_get_result(o, &r);
    const bool global = r.mean_x[0] + r.mean_x[1] < -10 && r.best_f < 5;
    run_row(data, (const double[]){global, r.best_f, r.mean_x[0], r.mean_x[1]});
}

#define FOLLOWED(name, when, note)                                                                 \
    static int name(const recipe *r, size_t k, run_rows *rows, task_watch *w)                      \
    {                                                                                              \
        run_outcome o;                                                                             \
        return recipe_run(r, k, &(const run_follower){.when = (note), .data = rows}, w, &o);       \
    }

FOLLOWED(run_value, end, note_value)
FOLLOWED(run_trace, generation, note_generation)
FOLLOWED(run_atoms, end, note_atoms)
FOLLOWED(run_basin, end, note_basin)

static const run_kind kinds[] = {
    {"outcome", "solved,evaluations,precision,stop", run_outcome_row},
    {"value", "evaluations,value", run_value},
    {"trace", "evaluations,error,eta_sigma", run_trace},
    {"atoms", "value,x,y,z", run_atoms},
    {"basin", "global,value,x1,x2", run_basin},
    {"states", "generation,mean,sigma", run_states},
    {"cycle", "generation,mean,sigma", run_cycle},
    {"scores", "x,score_mean,score_width", run_scores},
    {"direction", "mean,width", run_direction},
    {"mixing", "x,fate", run_mixing},
    {"step", "low,high,valid,canonical_valid", run_one_step},
};

const run_kind *run_kind_find(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
    return NULL;
}
