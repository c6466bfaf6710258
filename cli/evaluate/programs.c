/* SPDX-License-Identifier: MIT
 *
 * A slot for each of the programs that may run at a time; see evaluate/processes.h. A slot waits
 * where the system has no room for another process, and where its program got lost
 * (evaluate/lost.h). */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/memory.h"
#include "evaluate/launch.h"
#include "evaluate/lost.h"
#include "evaluate/processes.h"
#include "evaluate/slots.h"

typedef struct programs {
    const program *program;
    bool maximize;
    launcher launcher;
    slots slots;
    launched *made; /* paths of what was made for each slot; owned */
    size_t running;
    uint64_t lost; /* number of evaluations that were started again */
} programs;

static launched *made_for(const programs *p, const slot *at)
{
    return &p->made[at - p->slots.all];
}

/* Starts the program for a point. False: the system has no room for a process now, but will have
 * when another one has ended. */
static bool start(programs *p, slot *at)
{
    const int error = launch(&p->launcher, at->ending.record.id, at->x, at, made_for(p, at));
    if (error != 0 && children_error_passes(error) && p->running > 0) return false;
    at->tries++;
    if (error == 0) {
        p->running++;
    } else {
        ending_not_started(&at->ending, error);
        slots_append(&p->slots.ready, at);
    }
    return true;
}

/* Starts the programs that are due. Returns the seconds until the next one is. */
static double start_due(programs *p)
{
    static const double LATER = 0.05; /* seconds until a start is tried again */
    const double now = clock_now();
    double soonest = INFINITY;
    bool full = false;
    slot_list before = p->slots.waiting;
    p->slots.waiting = (slot_list){.first = NULL};
    for (slot *at; (at = slots_pop(&before)) != NULL;) {
        if (at->due <= now && !full && start(p, at)) continue;
        if (at->due <= now) {
            full = true;
            at->due = now + LATER;
        }
        soonest = fmin(soonest, at->due);
        slots_append(&p->slots.waiting, at);
    }
    return soonest - now;
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    programs *p = self;
    const size_t taken = slots_take(&p->slots, n, id, x);
    start_due(p);
    return taken;
}

static bool is_kept(const programs *p, const ending *e)
{
    return p->program->keeps == PROGRAM_KEEPS_ALL ||
           (p->program->keeps == PROGRAM_KEEPS_FAILED && e->record.failure != NULL);
}

static void finish(programs *p, process *of)
{
    slot *at = of->owner;
    const bool lost = lost_is(p->program, of), again = lost && at->tries < p->program->tries;
    if (lost)
        ending_lost(&at->ending, of, at->tries);
    else
        ending_read(&at->ending, &p->launcher, of, made_for(p, at), p->maximize);
    process_release(of);
    launch_clear(&p->launcher, at->ending.record.id, !again && is_kept(p, &at->ending),
                 made_for(p, at));
    p->running--;
    p->lost += again;
    if (again) at->due = clock_now() + lost_pause(at->tries);
    slots_append(again ? &p->slots.waiting : &p->slots.ready, at);
}

/* Waits for a program to end, and takes all others that have ended too. */
static void wait_for_ends(programs *p, double seconds)
{
    process *of;
    const double until = clock_now() + seconds;
    for (double left = seconds; p->running > 0 || p->slots.waiting.first != NULL;
         left = until - clock_now()) {
        if (p->launcher.limit->factor > 0)
            children_limit(p->launcher.children, time_limit_now(p->launcher.limit));
        const double due = fmax(start_due(p), 0),
                     patience = p->slots.ready.first != NULL ? 0 : fmax(left, 0);
        const process_event event = children_wait(p->launcher.children, fmin(patience, due), &of);
        if (event == PROCESS_ENDED) finish(p, of);
        if (event == PROCESS_NOTHING && patience <= due) return;
    }
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    programs *p = self;
    wait_for_ends(p, p->slots.ready.first != NULL ? 0 : seconds);
    return slots_give(&p->slots, room, to);
}

static size_t look(void *self, size_t room, eval_under_way *to)
{
    const programs *p = self;
    size_t n = 0;
    for (size_t i = 0; i < p->slots.n && n < room; i++) {
        const process *of = children_at(p->launcher.children, i);
        if (of == NULL) continue;
        const slot *at = of->owner;
        to[n++] = (eval_under_way){at->ending.record.id, of->begin, (long)of->pid, -1};
    }
    return n;
}

static void close_programs(void *self)
{
    programs *p = self;
    children_close(p->launcher.children);
    for (size_t i = 0; i < p->slots.n; i++)
        launch_clear(&p->launcher, p->slots.all[i].ending.record.id, false, &p->made[i]);
    launcher_close(&p->launcher);
    slots_close(&p->slots);
    free(p->made);
    free(p);
}

int programs_open(evaluator *e, const objective *o, size_t jobs, bool maximize, const char *folder)
{
    programs *p = memory_zeros(1, sizeof *p);
    p->program = o->program;
    p->maximize = maximize;
    p->made = memory_zeros(jobs, sizeof *p->made);
    slots_open(&p->slots, jobs, o->dim, o->outputs);
    launcher_open(&p->launcher, o);
    const int error = children_open(&p->launcher.children, jobs);
    if (error == 0 && p->program->n_launch > 0)
        children_be_patient(p->launcher.children, LOST_GRACE);
    const int status = error == 0 ? launcher_open_scratch(&p->launcher, folder)
                                  : launch_refused(jobs, "programs", error);
    if (status == EXIT_OK)
        *e = (evaluator){submit, collect, look, close_programs, p};
    else
        close_programs(p);
    return status;
}

uint64_t programs_lost(const evaluator *e)
{
    const programs *p = e->self;
    return p->lost;
}

const char *programs_kept(const evaluator *e)
{
    const programs *p = e->self;
    return p->launcher.scratch.kept;
}
