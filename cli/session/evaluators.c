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

static bool has_processes(const objective *o)
{
    return o->program != NULL || o->isolated;
}

/* In other processes, which are beside this thread in any case. */
static int open_processes(evaluator *e, const run_setup *s, size_t jobs)
{
    const objective *o = &s->objective;
    const programs_options options = {
        .jobs = jobs, .maximize = s->settings.maximize, .scratch = s->scratch};
    if (starts_programs(o)) return programs_open(e, o, &options);
    if (o->program != NULL) return workers_open(e, o, jobs);
    return isolated_open(e, o, jobs);
}

/* Values with noise have to be computed in order, hence in one thread. To leave stragglers behind,
 * this thread must be free while points are evaluated. */
int evaluators_open(evaluator *e, const run_setup *s, judge *j, const rank_team *t)
{
    const objective *o = &s->objective;
    const size_t jobs = threads_count(s->settings.jobs);
    if (t != NULL && !s->noisy) return t->open(t->self, e, s);
    if ((has_processes(o) || s->straggler > 0) && !s->noisy) return evaluators_open_beside(e, s);
    if (!s->noisy) return threads_open(e, o, jobs, true);
    direct_open(e, judge_values, j);
    return 0;
}

int evaluators_open_beside(evaluator *e, const run_setup *s)
{
    const size_t jobs = threads_count(s->settings.jobs);
    if (has_processes(&s->objective)) return open_processes(e, s, jobs);
    return threads_open(e, &s->objective, jobs, false);
}

/* Ranks keep theirs in the folder of the run, which is there if one of them has kept something. */
const char *evaluators_kept(const evaluator *e, const run_setup *s, const rank_team *t)
{
    if (t != NULL) return s->scratch != NULL && access(s->scratch, F_OK) == 0 ? s->scratch : NULL;
    return starts_programs(&s->objective) ? programs_kept(e) : NULL;
}

uint64_t evaluators_lost(const evaluator *e, const run_setup *s, const rank_team *t)
{
    if (t != NULL) return t->use->lost;
    if (s->objective.program == NULL) return 0;
    return starts_programs(&s->objective) ? programs_lost(e) : workers_lost(e);
}

size_t evaluators_places(const run_setup *s, const rank_team *t)
{
    const size_t ranks = t == NULL ? 1 : (size_t)t->use->ranks;
    return s->noisy ? 1 : ranks * threads_count(s->settings.jobs);
}
