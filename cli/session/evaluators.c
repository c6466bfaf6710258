/* SPDX-License-Identifier: MIT
 *
 * The choice among evaluators; see session/evaluators.h. */
#include "session/evaluators.h"

#include <string.h>
#include <unistd.h>

#include "evaluate/direct.h"
#include "evaluate/processes.h"
#include "evaluate/threads.h"
#include "objective/program.h"

static bool starts_programs(const objective *o)
{
    return o->program != NULL && !o->program->worker;
}

static bool has_processes(const objective *o)
{
    return o->program != NULL || o->isolated;
}

/* In other processes, which are beside this thread in any case. */
static int open_processes(evaluator *e, const run_setup *s, size_t jobs)
{
    const objective *o = &s->objective;
    if (starts_programs(o)) return programs_open(e, o, jobs, s->settings.maximize, s->scratch);
    if (o->program != NULL) return workers_open(e, o, jobs);
    return isolated_open(e, o, jobs);
}

/* Values with noise have to be computed in order, hence in one thread. To leave stragglers behind,
 * this thread must be free while points are evaluated. */
int evaluators_open(evaluator *e, const run_setup *s, noisy_problem *j, const team *t)
{
    const objective *o = &s->objective;
    const size_t jobs = threads_count(s->settings.jobs);
    if (t != NULL && !s->noisy) return t->open(t->self, e, s);
    if ((has_processes(o) || s->straggler > 0) && !s->noisy) return evaluators_open_beside(e, s);
    if (!s->noisy) return threads_open(e, o, jobs, true);
    direct_open(e, noisy_problem_measure, j);
    return 0;
}

int evaluators_open_beside(evaluator *e, const run_setup *s)
{
    const size_t jobs = threads_count(s->settings.jobs);
    if (has_processes(&s->objective)) return open_processes(e, s, jobs);
    return threads_open(e, &s->objective, jobs, false);
}

/* Ranks keep theirs in the folder of the run, which is there if one of them has kept something. */
const char *evaluators_kept(const evaluator *e, const run_setup *s, const team *t)
{
    if (t != NULL) return s->scratch != NULL && access(s->scratch, F_OK) == 0 ? s->scratch : NULL;
    return starts_programs(&s->objective) ? programs_kept(e) : NULL;
}

uint64_t evaluators_lost(const evaluator *e, const run_setup *s, const team *t)
{
    if (t != NULL) return t->use->lost;
    if (s->objective.program == NULL) return 0;
    return starts_programs(&s->objective) ? programs_lost(e) : workers_lost(e);
}

size_t evaluators_places(const run_setup *s, const team *t)
{
    const size_t ranks = t == NULL ? 1 : (size_t)t->use->ranks;
    return s->noisy ? 1 : ranks * threads_count(s->settings.jobs);
}

evaluators_price evaluators_price_of(const run_options *o)
{
    const objective_options *what = &o->objective;
    if (o->keep_evals != NULL && strcmp(o->keep_evals, "yes") == 0) return PRICE_DEAR;
    if (o->keep_evals != NULL && strcmp(o->keep_evals, "no") == 0) return PRICE_CHEAP;
    if (what->command != NULL || what->by_hand) return PRICE_DEAR;
    if (o->straggler != NULL) return PRICE_DEAR; /* what was left behind cannot be computed again */
    return what->c != NULL || what->plugin != NULL ? PRICE_UNKNOWN : PRICE_CHEAP;
}
