/* SPDX-License-Identifier: MIT
 *
 * Places for as many programs as may run at a time; see evaluate/programs.h. A place is free, then
 * its program runs, then it is ready, then free again. Where the program got lost (evaluate/lost.h)
 * it waits for a while, and then runs again. */
#include "evaluate/programs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "evaluate/ending.h"
#include "evaluate/launch.h"
#include "evaluate/list.h"
#include "evaluate/lost.h"

typedef struct place {
    list_link link; /* in its list */
    double *x;      /* a copy, in the block of all places; null: it is not needed again */
    size_t tries;   /* starts so far */
    double due;     /* of a place that waits: when it is started again */
    launched made;
    ending ending;
} place;

typedef struct programs {
    const program *program;
    bool maximize;
    children *children;
    scratch scratch;
    launcher launcher;
    place *places; /* owned */
    size_t n;
    double *x; /* of all places; owned; null: no program can get lost */
    list free;
    list ready;   /* in the order in which they came */
    list waiting; /* in no order */
    size_t running;
    uint64_t lost; /* evaluations that were started again */
} programs;

static void put_off(programs *p, place *at, double seconds)
{
    at->due = clock_now() + seconds;
    list_push(&p->waiting, at);
}

/* False: there is no room for a process now, but there will be. */
static bool start(programs *p, place *at, const double *x)
{
    const int error = launch(&p->launcher, p->children, at->ending.record.id, x, at, &at->made);
    if (error != 0 && children_error_passes(error) && p->running > 0) return false;
    at->tries++;
    if (error == 0) {
        p->running++;
    } else {
        ending_not_started(&at->ending, error);
        list_append(&p->ready, at);
    }
    return true;
}

/* Returns whether the point was taken. */
static bool take(programs *p, uint64_t id, const double *x)
{
    place *at = list_pop(&p->free);
    at->ending.record.id = id;
    at->tries = 0;
    if (!start(p, at, x)) {
        list_push(&p->free, at);
        return false;
    }
    if (at->x != NULL) memcpy(at->x, x, p->launcher.dim * sizeof *x);
    return true;
}

/* Starts what has waited long enough, and tells how long it takes until the next is due. */
static double start_again(programs *p)
{
    static const double LATER = 0.05; /* seconds until a start is tried again */
    list due = p->waiting;
    double soonest = INFINITY;
    p->waiting = (list){.first = NULL};
    while (due.first != NULL) {
        place *at = list_pop(&due);
        const double left = at->due - clock_now();
        if (left > 0)
            put_off(p, at, left);
        else if (!start(p, at, at->x))
            put_off(p, at, LATER);
    }
    for (const list_link *at = p->waiting.first; at != NULL; at = at->next)
        soonest = fmin(soonest, ((const place *)at)->due);
    return soonest - clock_now();
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    programs *p = self;
    size_t taken = 0;
    while (taken < n && p->free.first != NULL && take(p, id[taken], x + taken * p->launcher.dim))
        taken++;
    return taken;
}

static bool is_kept(const programs *p, const ending *e)
{
    return p->program->keeps == PROGRAM_KEEPS_ALL ||
           (p->program->keeps == PROGRAM_KEEPS_FAILED && e->record.failure != NULL);
}

static void finish(programs *p, process *of)
{
    place *at = of->owner;
    const bool lost = lost_is(p->program, of), again = lost && at->tries < p->program->tries;
    if (lost)
        ending_lost(&at->ending, of, at->tries);
    else
        ending_read(&at->ending, p->program, of, at->made.value_file, p->maximize);
    process_release(of);
    launch_clear(&p->launcher, at->ending.record.id, !again && is_kept(p, &at->ending), &at->made);
    p->running--;
    p->lost += again;
    if (again)
        put_off(p, at, lost_pause(at->tries));
    else
        list_append(&p->ready, at);
}

/* Waits for a program to end, and takes all others that have ended too. */
static void wait_for_ends(programs *p, double seconds)
{
    process *of;
    const double until = clock_now() + seconds;
    for (double left = seconds; p->running > 0 || p->waiting.first != NULL;
         left = until - clock_now()) {
        const double due = fmax(start_again(p), 0),
                     patience = p->ready.first != NULL ? 0 : fmax(left, 0);
        const process_event event = children_wait(p->children, fmin(patience, due), &of);
        if (event == PROCESS_ENDED) finish(p, of);
        if (event == PROCESS_NOTHING && patience <= due) return;
    }
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    programs *p = self;
    size_t n = 0;
    wait_for_ends(p, p->ready.first != NULL ? 0 : seconds);
    for (; n < room && p->ready.first != NULL; n++) {
        place *at = list_pop(&p->ready);
        to[n] = at->ending.record;
        list_push(&p->free, at);
    }
    return n;
}

static void close_programs(void *self)
{
    programs *p = self;
    children_close(p->children);
    for (size_t i = 0; p->places != NULL && i < p->n; i++)
        launch_clear(&p->launcher, p->places[i].ending.record.id, false, &p->places[i].made);
    launcher_close(&p->launcher);
    scratch_close(&p->scratch);
    free(p->places);
    free(p->x);
    free(p);
}

static bool allocate(programs *p, const objective *o, size_t jobs)
{
    p->n = jobs;
    p->places = calloc(jobs, sizeof *p->places);
    const bool complete = launcher_open(&p->launcher, o->program, o->dim, &p->scratch);
    if (lost_can_be(o->program)) p->x = calloc(jobs * o->dim, sizeof *p->x);
    if (!complete || p->places == NULL) return false;
    if (lost_can_be(o->program) && p->x == NULL) return false;
    for (size_t i = jobs; i > 0; i--) {
        if (p->x != NULL) p->places[i - 1].x = p->x + (i - 1) * o->dim;
        list_push(&p->free, &p->places[i - 1]);
    }
    return true;
}

/* Temporary folders are not the same on all machines. */
static const char *scratch_place(const program *p, const programs_options *options)
{
    return options->scratch == NULL && p->n_launch > 0 ? "nes-scratch" : options->scratch;
}

int programs_open(evaluator *e, const objective *o, const programs_options *options)
{
    programs *p = calloc(1, sizeof *p);
    if (p == NULL) return launch_refused(options->jobs, "programs", ENOMEM);
    p->program = o->program;
    p->maximize = options->maximize;
    int status = EXIT_OK;
    const int error =
        allocate(p, o, options->jobs) ? children_open(&p->children, options->jobs) : ENOMEM;
    if (error == 0 && p->program->n_launch > 0) children_be_patient(p->children, LOST_GRACE);
    if (error != 0)
        status = launch_refused(options->jobs, "programs", error);
    else if (p->program->scratch || p->program->writes_point)
        status = scratch_open(&p->scratch, scratch_place(p->program, options), p->children);
    if (status != EXIT_OK) {
        close_programs(p);
        return status;
    }
    *e = (evaluator){.submit = submit, .collect = collect, .close = close_programs, .self = p};
    return EXIT_OK;
}

uint64_t programs_lost(const evaluator *e)
{
    const programs *p = e->self;
    return p->lost;
}

const char *programs_kept(const evaluator *e)
{
    const programs *p = e->self;
    return p->scratch.kept;
}
