/* SPDX-License-Identifier: MIT
 *
 * The choice among evaluators; see session/evaluators.h. */
#include "session/evaluators.h"

#include <unistd.h>

#include "evaluate/direct.h"
#include "evaluate/processes.h"
#include "evaluate/threads.h"
#include "objective/program.h"

static bool starts_programs(const objective *o)
{
    return o->program != NULL && !o->program->worker;
}

/* Values with noise have to be computed in order, hence in one thread. To leave stragglers behind,
 * or to give points to places that become free, this thread must be free while points are
 * evaluated. */
int evaluators_open(evaluator *e, const run_setup *s, noisy_problem *noisy, const rank_team *t)
{
    const objective *o = &s->objective;
    const size_t jobs = threads_count(s->settings.jobs);
    if (t != NULL && !s->noisy) return t->open(t->self, e, s);
    const bool beside = s->straggler > 0 || s->settings.asynchronous;
    if ((processes_needed(o) || beside) && !s->noisy) return evaluators_open_beside(e, s);
    if (!s->noisy) return threads_open(e, o, jobs, true);
    direct_open(e, noisy_problem_measure, noisy);
    return 0;
}

int evaluators_open_beside(evaluator *e, const run_setup *s)
{
    const size_t jobs = threads_count(s->settings.jobs);
    if (processes_needed(&s->objective))
        return processes_open(e, &s->objective, jobs, s->settings.maximize, s->scratch);
    return threads_open(e, &s->objective, jobs, false);
}

/* Ranks keep folders of evaluations in the folder of the run, where they are if a rank has kept
 * one. */
const char *evaluators_kept(const evaluator *e, const run_setup *s, const rank_team *t)
{
    if (t != NULL) return s->scratch != NULL && access(s->scratch, F_OK) == 0 ? s->scratch : NULL;
    return starts_programs(&s->objective) ? programs_kept(e) : NULL;
}

uint64_t evaluators_lost(const evaluator *e, const run_setup *s, const rank_team *t)
{
    if (t != NULL) return *t->lost;
    if (s->objective.program == NULL) return 0;
    return starts_programs(&s->objective) ? programs_lost(e) : workers_lost(e);
}

size_t evaluators_places(const run_setup *s, const rank_team *t)
{
    const size_t ranks = t == NULL ? 1 : (size_t)t->ranks;
    return s->noisy ? 1 : ranks * threads_count(s->settings.jobs);
}
