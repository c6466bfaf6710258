/* SPDX-License-Identifier: MIT
 *
 * Places for as many programs as may run at a time; see evaluate/programs.h. A place is free, then
 * its program runs, then it is ready, then free again. */
#include "evaluate/programs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "evaluate/ending.h"
#include "evaluate/launch.h"

typedef struct place {
    uint64_t id;
    launched made;
    ending ending;
    struct place *next; /* in its list */
} place;

typedef struct programs {
    const program *program;
    bool maximize;
    process_room *room;
    scratch scratch;
    launcher launcher;
    place *places; /* owned */
    size_t n;
    place *free, *ready, **end_of_ready; /* ready: in the order in which they came */
    size_t running;
    place **last; /* those of the last collect; owned */
} programs;

static void push_free(programs *p, place *at)
{
    at->next = p->free;
    p->free = at;
}

static void append_ready(programs *p, place *at)
{
    at->next = NULL;
    *p->end_of_ready = at;
    p->end_of_ready = &at->next;
}

/* Returns whether the point was taken. */
static bool start(programs *p, uint64_t id, const double *x)
{
    place *at = p->free, *next = at->next;
    const int error = launch(&p->launcher, p->room, id, x, at, &at->made);
    if (error != 0 && room_error_passes(error) && p->running > 0) return false;
    p->free = next;
    at->id = id;
    if (error == 0) {
        p->running++;
    } else {
        ending_not_started(&at->ending, error);
        append_ready(p, at);
    }
    return true;
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    programs *p = self;
    size_t taken = 0;
    while (taken < n && p->free != NULL && start(p, id[taken], x + taken * p->launcher.dim))
        taken++;
    return taken;
}

static bool is_kept(const programs *p, const ending *e)
{
    return p->program->keeps == PROGRAM_KEEPS_ALL ||
           (p->program->keeps == PROGRAM_KEEPS_FAILED && e->outcome.failure != NULL);
}

static void finish(programs *p, process *of)
{
    place *at = process_owner(of);
    ending_read(&at->ending, p->program, of, at->made.value_file, p->maximize);
    process_release(of);
    launch_clear(&p->launcher, at->id, is_kept(p, &at->ending), &at->made);
    append_ready(p, at);
    p->running--;
}

/* Waits for a program to end, and takes all others that have ended too. */
static void wait_for_ends(programs *p, double seconds)
{
    process *of;
    const double until = clock_now() + seconds;
    for (double left = seconds; p->running > 0; left = until - clock_now()) {
        const double patience = p->ready != NULL || left < 0 ? 0 : left;
        const process_event event = room_wait(p->room, patience, &of);
        if (event == PROCESS_ENDED) finish(p, of);
        if (event == PROCESS_NOTHING) return;
    }
}

static size_t collect(void *self, double seconds, size_t room, uint64_t *id, double *f)
{
    programs *p = self;
    size_t n = 0;
    wait_for_ends(p, p->ready != NULL ? 0 : seconds);
    for (; n < room && p->ready != NULL; n++) {
        place *at = p->ready;
        p->ready = at->next;
        if (p->ready == NULL) p->end_of_ready = &p->ready;
        id[n] = at->id;
        f[n] = at->ending.f;
        p->last[n] = at;
        push_free(p, at);
    }
    return n;
}

static const eval_outcome *about(void *self, size_t i)
{
    const programs *p = self;
    return &p->last[i]->ending.outcome;
}

static void close_programs(void *self)
{
    programs *p = self;
    room_close(p->room);
    for (size_t i = 0; p->places != NULL && i < p->n; i++)
        launch_clear(&p->launcher, p->places[i].id, false, &p->places[i].made);
    launcher_close(&p->launcher);
    scratch_close(&p->scratch);
    free(p->places);
    free(p->last);
    free(p);
}

static bool allocate(programs *p, const objective *o, size_t jobs)
{
    p->n = jobs;
    p->places = calloc(jobs, sizeof *p->places);
    p->last = calloc(jobs, sizeof *p->last);
    const bool complete = launcher_open(&p->launcher, o->program, o->dim, &p->scratch);
    if (!complete || p->places == NULL || p->last == NULL) return false;
    for (size_t i = jobs; i > 0; i--) push_free(p, &p->places[i - 1]);
    p->end_of_ready = &p->ready;
    return true;
}

int programs_open(evaluator *e, const objective *o, const programs_options *options)
{
    programs *p = calloc(1, sizeof *p);
    if (p == NULL) return launch_refused(options->jobs, "programs", ENOMEM);
    p->program = o->program;
    p->maximize = options->maximize;
    int status = EXIT_OK;
    const int error = allocate(p, o, options->jobs) ? room_open(&p->room, options->jobs) : ENOMEM;
    if (error != 0)
        status = launch_refused(options->jobs, "programs", error);
    else if (p->program->scratch || p->program->writes_point)
        status = scratch_open(&p->scratch, options->scratch, p->room);
    if (status != EXIT_OK) {
        close_programs(p);
        return status;
    }
    *e = (evaluator){
        .submit = submit, .collect = collect, .about = about, .close = close_programs, .self = p};
    return EXIT_OK;
}

const char *programs_kept(const evaluator *e)
{
    const programs *p = e->self;
    return p->scratch.kept;
}
