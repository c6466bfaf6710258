/* SPDX-License-Identifier: MIT
 *
 * The threads at work and the thread that watches them; see tasks/task_table.h. */
#include "tasks/task_table.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/plain_locale.h"
#include "base/text.h"

static const double LOOK = 0.1; /* seconds between two looks at interrupts and the clock */

typedef struct work {
    const task_table *tasks;
    atomic_bool stop;

    pthread_mutex_t lock; /* for the rest */
    pthread_cond_t changed;
    size_t *todo;        /* tasks that were not kept before; owned */
    size_t n_todo, next; /* those before next are taken */
    size_t *done;        /* tasks that are kept, in the order in which they were; owned */
    size_t kept, told;   /* how many those are, and how many the caller has heard of */
    size_t threads;      /* at work */
    double weight, all;  /* of those kept, and of all */
    int status;          /* of the first thing that went wrong */
} work;

typedef struct worker {
    work *work;
    task_watch watch;
    atomic_size_t task; /* n: none */
    pthread_t thread;
} worker;

static double weight(const work *w, size_t task)
{
    return w->tasks->weight(w->tasks->data, task);
}

static void note_kept(work *w, size_t task)
{
    w->done[w->kept++] = task;
    w->weight += weight(w, task);
}

static int do_task(const task_table *t, size_t task, task_watch *w)
{
    buffer result = {.text = NULL};
    int status = t->run(t->data, task, w, &result);
    if (status == 0) status = task_folder_keep(t->folder, task, &result);
    buffer_free(&result);
    return status;
}

static void *worker_main(void *data)
{
    worker *me = data;
    work *w = me->work;
    plain_locale_keep();
    pthread_mutex_lock(&w->lock);
    while (w->next < w->n_todo && !atomic_load(&w->stop)) {
        const size_t i = w->todo[w->next++];
        pthread_mutex_unlock(&w->lock);
        atomic_store(&me->watch.share, 0);
        atomic_store(&me->task, i);
        const int status = do_task(w->tasks, i, &me->watch);
        pthread_mutex_lock(&w->lock);
        atomic_store(&me->task, w->tasks->n);
        if (status == 0) note_kept(w, i);
        if (status > 0 && w->status == 0) w->status = status;
        if (status != 0) atomic_store(&w->stop, true);
        pthread_cond_signal(&w->changed);
    }
    w->threads--;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* The weight done so far, with the parts of the tasks under way. */
static double weight_done(const work *w, worker *workers, size_t n)
{
    double sum = w->weight;
    for (size_t k = 0; k < n; k++) {
        const size_t i = atomic_load(&workers[k].task);
        if (i < w->tasks->n) sum += weight(w, i) * atomic_load(&workers[k].watch.share);
    }
    return sum;
}

/* Starts up to n threads; fewer are fine, as the machine may not have room for all. */
static size_t start_threads(work *w, worker *workers, size_t n)
{
    size_t started = 0;
    for (; started < n; started++) {
        worker *me = &workers[started];
        me->work = w;
        me->watch.stop = &w->stop;
        atomic_init(&me->watch.share, 0);
        atomic_init(&me->task, w->tasks->n);
        w->threads++;
        if (pthread_create(&me->thread, NULL, worker_main, me) == 0) continue;
        w->threads--;
        break;
    }
    return started;
}

/* Tells the caller of the tasks that have been kept. The lock, which is held, is released
 * meanwhile. */
static int tell_kept(work *w, task_progress *bar)
{
    int status = EXIT_OK;
    while (w->told < w->kept && status == EXIT_OK) {
        const size_t task = w->done[w->told++];
        if (w->tasks->kept == NULL) continue;
        pthread_mutex_unlock(&w->lock);
        status = w->tasks->kept(w->tasks->data, task, bar);
        pthread_mutex_lock(&w->lock);
    }
    return status;
}

/* Shows progress until the threads have ended. */
static int watch_threads(work *w, worker *workers, size_t n)
{
    int status = EXIT_OK;
    pthread_mutex_lock(&w->lock);
    task_progress bar = {.on = w->tasks->progress, .runs = w->tasks->n, .done = w->kept};
    bar.all = w->all;
    bar.before = weight_done(w, workers, n);
    task_progress_start(&bar);
    for (bool going = true; going;) {
        going = w->threads > 0;
        if (status == EXIT_OK) status = tell_kept(w, &bar);
        if (status != EXIT_OK || interrupt_seen()) atomic_store(&w->stop, true);
        task_progress_note(&bar, w->kept, weight_done(w, workers, n));
        const struct timespec until = clock_after(LOOK);
        if (w->threads > 0) pthread_cond_timedwait(&w->changed, &w->lock, &until);
    }
    task_progress_clear(&bar);
    if (status == EXIT_OK) status = w->status;
    pthread_mutex_unlock(&w->lock);
    return status;
}

static int run_threads(work *w)
{
    const size_t jobs = w->tasks->jobs < w->n_todo ? w->tasks->jobs : w->n_todo;
    worker *workers = memory_zeros(jobs, sizeof *workers);
    pthread_mutex_lock(&w->lock);
    const size_t n = start_threads(w, workers, jobs);
    pthread_mutex_unlock(&w->lock);
    int status = n == 0 && jobs > 0
                     ? text_error(EXIT_USAGE, "no thread could be started; end other programs "
                                              "and give the same command again")
                     : watch_threads(w, workers, n);
    for (size_t k = 0; k < n; k++) pthread_join(workers[k].thread, NULL);
    free(workers);
    return status == EXIT_OK && w->kept < w->tasks->n ? EXIT_INTERRUPTED : status;
}

/* Notes what was kept before. The caller hears of it without a word to the user. */
static int find_kept(work *w)
{
    for (size_t i = 0; i < w->tasks->n; i++) {
        w->all += weight(w, i);
        if (task_folder_has(w->tasks->folder, i))
            note_kept(w, i);
        else
            w->todo[w->n_todo++] = i;
    }
    pthread_mutex_lock(&w->lock);
    const int status = tell_kept(w, NULL);
    pthread_mutex_unlock(&w->lock);
    return status;
}

int task_table_do(const task_table *t)
{
    work w = {.tasks = t};
    atomic_init(&w.stop, false);
    pthread_mutex_init(&w.lock, NULL);
    clock_condition_init(&w.changed);
    w.todo = memory_zeros(t->n, sizeof *w.todo);
    w.done = memory_zeros(t->n, sizeof *w.done);
    int status = find_kept(&w);
    if (status == EXIT_OK) status = run_threads(&w);
    free(w.todo);
    free(w.done);
    pthread_cond_destroy(&w.changed);
    pthread_mutex_destroy(&w.lock);
    if (status == EXIT_OK) return status;
    return text_error(status,
                      "%s is not complete; finished runs are kept in %s, and the same command goes "
                      "on with it",
                      t->what, t->folder->path);
}
