/* SPDX-License-Identifier: MIT
 *
 * Non-Markovian double pole balancing: a network of N units is to keep two poles on a cart upright,
 * without seeing the speeds. The variables are its N (N + 3) weights. The value is minus the number
 * of control steps completed without failure; -100000, all of them, is the optimum and means
 * success. (F. Gomez, J. Schmidhuber, R. Miikkulainen, J. Machine Learning Research 9, 2008.)
 *
 * Further parts of the id may follow the number of units, in any order: s1000 ends after 1000
 * steps, friction lets the cart rub on its track, damped rewards standing still (F. Gruau's
 * fitness). */
#include "double_pole.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"

static const nes_problem_kind kind = {
    "double-pole_nN", "-(control steps without failure), at least -100000",
    "Balancing two poles on a cart with a recurrent network of N units, N (N + 3) weights. "
    "Variants: double-pole_nN_s1000 (at most 1000 steps), _friction (of the cart), _damped (the "
    "fitness that rewards standing still)."};

/* HIGH_UNITS is a limit of patience: a step takes N^2 products, so a larger network would need
 * minutes for a single evaluation. */
enum { NAME_LENGTH = sizeof "double-pole" - 1, HIGH_UNITS = 1000 };
enum { USUAL_STEPS = 100000, DAMPED_STEPS = 1000, WINDOW = 100 };

/* What an id chooses. */
typedef struct task {
    size_t units, steps;
    bool friction, damped;
} task;

void nes_pole_network(size_t n, const double *weights, const double inputs[CART_INPUTS],
                      const double *before, double *after)
{
    const double *w = weights, *r = weights + n * CART_INPUTS;
    for (size_t i = 0; i < n; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < CART_INPUTS; j++) sum += w[i * CART_INPUTS + j] * inputs[j];
        for (size_t j = 0; j < n; j++) sum += r[i * n + j] * before[j];
        after[i] = tanh(sum);
    }
}

/* How far the cart and the long pole were from rest in each of the last steps; a ring buffer. */
typedef struct ring {
    double moved[WINDOW];
} ring;

static void note_movement(ring *r, size_t step, const double s[CART_STATE])
{
    r->moved[step % WINDOW] =
        fabs(s[CART_X]) + fabs(s[CART_SPEED]) + fabs(s[CART_ANGLE1]) + fabs(s[CART_TURN1]);
}

/* 0.1 t/1000 + 0.9 f2 after t steps, where f2 is 0.75 divided by the sum of the last 100 movements,
 * and 0 if there were fewer than 100. */
static double damped_fitness(const ring *r, size_t steps)
{
    double moved = 0.0;
    for (size_t i = 0; i < WINDOW && steps >= WINDOW; i++) moved += r->moved[i];
    return 0.1 * (double)steps / 1000.0 + (steps >= WINDOW ? 0.9 * 0.75 / moved : 0.0);
}

static double value(const nes_problem *p, const double *x)
{
    const task *t = p->model;
    const double bad = nes_problem_not_finite(p->dim, x);
    double state[CART_STATE], inputs[CART_INPUTS], units[2][HIGH_UNITS];
    ring recent;
    size_t step;
    if (bad != 0.0) return bad;
    memset(units[0], 0, t->units * sizeof units[0][0]);
    nes_cart_start(state);
    for (step = 0; step < t->steps; step++) {
        double *before = units[step % 2], *after = units[(step + 1) % 2];
        nes_cart_inputs(state, inputs);
        nes_pole_network(t->units, x, inputs, before, after);
        nes_cart_step(state, nes_cart_force(after[0]), t->friction);
        if (nes_cart_failed(state)) break;
        note_movement(&recent, step, state);
    }
    return 0.0 - (t->damped ? damped_fitness(&recent, step) : (double)step);
}

static void start(const nes_problem *p, double *x0)
{
    memset(x0, 0, p->dim * sizeof *x0);
}

/* Reads one part of the id behind the number of units: the first length characters of text. */
static nes_status read_part(const nes_problem *p, const char *text, size_t length, task *t,
                            const nes_problem_note *note)
{
    char part[24] = "";
    if (length < sizeof part) memcpy(part, text, length);
    if (strcmp(part, "friction") == 0 && !t->friction) {
        t->friction = true;
    } else if (strcmp(part, "damped") == 0 && !t->damped) {
        t->damped = true;
    } else if (part[0] == 's' && t->steps == 0) {
        if (!nes_problem_number(part + 1, &t->steps) || t->steps == 0 || t->steps == SIZE_MAX)
            return nes_problem_refuse(note, NES_ERR_OPTION,
                                      "the number of steps '%s' of problem '%.60s' is not a whole "
                                      "number above 0; write double-pole_n1_s1000 for 1000",
                                      part + 1, p->id);
    } else {
        return nes_problem_refuse(note, NES_ERR_OPTION,
                                  "'%.*s' in problem '%.60s' is unknown or there twice; "
                                  "double-pole_nN may be followed by _s1000, _friction and _damped",
                                  (int)(length < 30 ? length : 30), text, p->id);
    }
    return NES_OK;
}

static nes_status read_parts(const nes_problem *p, const char *rest, task *t,
                             const nes_problem_note *note)
{
    nes_status status = NES_OK;
    while (*rest == '_' && status == NES_OK) {
        const size_t length = strcspn(rest + 1, "_");
        status = read_part(p, rest + 1, length, t, note);
        rest += 1 + length;
    }
    if (t->steps == 0) t->steps = t->damped ? DAMPED_STEPS : USUAL_STEPS;
    return status;
}

/* Reads the number of units, "_n10", and moves *rest behind it. */
static nes_status read_units(const nes_problem *p, const char **rest, task *t,
                             const nes_problem_note *note)
{
    const nes_problem_size size = {kind.pattern,      NAME_LENGTH, 'n',
                                   "number of units", 1,           HIGH_UNITS};
    char text[24] = "";
    const size_t length = **rest == '_' ? 1 + strcspn(*rest + 1, "_") : 0;
    memcpy(text, *rest, length < sizeof text ? length : sizeof text - 1);
    *rest += length;
    return nes_problem_read_size(p, &size, text, &t->units, note);
}

static nes_status open_problem(nes_problem *p, const nes_problem_note *note)
{
    const char *rest = p->id + NAME_LENGTH;
    task *t = p->model = calloc(1, sizeof *t);
    if (!t) return NES_ERR_MEMORY;
    p->release = nes_problem_free_model;
    nes_status status = read_units(p, &rest, t, note);
    if (status == NES_OK) status = read_parts(p, rest, t, note);
    if (status != NES_OK) return status;
    p->name = "Double pole balancing";
    p->dim = t->units * (t->units + CART_INPUTS);
    p->optimum = t->damped ? NAN : -(double)t->steps;
    p->sigma = 1.0 / sqrt((double)t->units); /* the gain of the recurrent weights stays the same */
    p->value = value;
    p->start = start;
    return NES_OK;
}

static const nes_problem_kind *kind_at(size_t i)
{
    return i == 0 ? &kind : NULL;
}

static const void *find(const char *id)
{
    const char *rest;
    return nes_problem_named(id, kind.pattern, NAME_LENGTH, &rest) ? &kind : NULL;
}

const nes_problem_family nes_problem_double_pole = {"double-pole", kind_at, find, open_problem};
