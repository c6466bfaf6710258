/* SPDX-License-Identifier: MIT
 *
 * The threads of a bench and the thread that watches them; see bench/work.h. */
#include "bench/work.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "bench/files.h"
#include "bench/progress.h"
#include "bench/task.h"

static const double LOOK = 0.1; /* seconds between two looks at interrupts and the clock */

typedef enum task_state { OPEN, TAKEN, KEPT } task_state;

typedef struct bench_work {
    const bench_plan *plan;
    const bench_store *store;
    size_t n; /* tasks */
    atomic_bool stop;

    pthread_mutex_t lock; /* for the rest */
    pthread_cond_t changed;
    unsigned char *state; /* task_state of each, owned */
    size_t next;          /* no task before it is OPEN */
    size_t *left;         /* of each (function, dimension): tasks that are not kept; owned */
    size_t kept, threads; /* how many are kept, how many threads are at work */
    double weight;        /* of those kept */
    int status;           /* of the first thing that went wrong */
} bench_work;

typedef struct bench_worker {
    bench_work *work;
    bench_watch watch;
    atomic_size_t task; /* n: none */
    pthread_t thread;
} bench_worker;

/* Roughly the time of a run: its evaluations, d of them for every unit of the budget, times the
 * cost of each, which is about d + 10. */
static double weight(const bench_plan *p, size_t i)
{
    const double d = (double)bench_plan_task(p, i).dim;
    return d * (d + 10);
}

/* A task to do, or n when there is none left. */
static size_t take_task(bench_work *w)
{
    while (w->next < w->n && w->state[w->next] != OPEN) w->next++;
    if (w->next == w->n || atomic_load(&w->stop)) return w->n;
    w->state[w->next] = TAKEN;
    return w->next++;
}

static void note_kept(bench_work *w, size_t i)
{
    w->state[i] = KEPT;
    w->left[i / bench_plan_per_pair(w->plan)]--;
    w->kept++;
    w->weight += weight(w->plan, i);
}

static int do_task(bench_worker *me, size_t i)
{
    const bench_task t = bench_plan_task(me->work->plan, i);
    coco_log log;
    int status = bench_task_run(me->work->plan, &t, &me->watch, &log);
    if (status == 0) status = bench_store_keep(me->work->store, &t, &log);
    coco_log_close(&log);
    return status;
}

static void *worker_main(void *data)
{
    bench_worker *me = data;
    bench_work *w = me->work;
    pthread_mutex_lock(&w->lock);
    for (size_t i; (i = take_task(w)) < w->n;) {
        pthread_mutex_unlock(&w->lock);
        atomic_store(&me->watch.evaluations, 0);
        atomic_store(&me->task, i);
        const int status = do_task(me, i);
        pthread_mutex_lock(&w->lock);
        atomic_store(&me->task, w->n);
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

/* Notes what was kept before. */
static void find_kept(bench_work *w)
{
    for (size_t i = 0; i < w->n; i++) {
        const bench_task t = bench_plan_task(w->plan, i);
        bench_kept k;
        if (!bench_store_get(w->store, &t, &k)) continue;
        buffer_free(&k.content);
        note_kept(w, i);
    }
}

/* The weight done so far, with the parts of the runs under way. */
static double weight_done(const bench_work *w, bench_worker *workers, size_t n)
{
    double sum = w->weight;
    for (size_t k = 0; k < n; k++) {
        const size_t i = atomic_load(&workers[k].task);
        if (i == w->n) continue;
        const bench_task t = bench_plan_task(w->plan, i);
        sum += weight(w->plan, i) * (double)atomic_load(&workers[k].watch.evaluations) /
               (double)bench_plan_evaluations(w->plan, t.dim);
    }
    return sum;
}

/* Starts up to n threads; fewer are fine, as the machine may not have room for all. */
static size_t start_threads(bench_work *w, bench_worker *workers, size_t n)
{
    size_t started = 0;
    for (; started < n; started++) {
        bench_worker *me = &workers[started];
        me->work = w;
        me->watch.stop = &w->stop;
        atomic_init(&me->watch.evaluations, 0);
        atomic_init(&me->task, w->n);
        w->threads++;
        if (pthread_create(&me->thread, NULL, worker_main, me) == 0) continue;
        w->threads--;
        break;
    }
    return started;
}

static void wait_a_little(bench_work *w)
{
    const struct timespec until = clock_after(LOOK);
    pthread_cond_timedwait(&w->changed, &w->lock, &until);
}

/* Writes the files of the pairs that have become complete, and prints their lines. The caller holds
 * the lock, which is released while files are written. */
static int note_pairs(bench_work *w, bench_files *files, bench_progress *progress, bool results)
{
    int status = EXIT_OK;
    for (size_t pair = 0; pair < bench_plan_pairs(w->plan) && status == EXIT_OK; pair++) {
        if (bench_files_has(files, pair) || w->left[pair] > 0) continue;
        pthread_mutex_unlock(&w->lock);
        status = bench_files_add(files, pair);
        if (status == EXIT_OK && results) {
            bench_progress_clear(progress);
            bench_files_print(files, pair);
        }
        pthread_mutex_lock(&w->lock);
    }
    return status;
}

/* Shows progress and writes files until the threads have ended. */
static int watch_threads(bench_work *w, bench_worker *workers, size_t n, bench_files *files,
                         const bench_show *show)
{
    bench_progress progress;
    double all = 0;
    int status = EXIT_OK;
    for (size_t i = 0; i < w->n; i++) all += weight(w->plan, i);
    pthread_mutex_lock(&w->lock);
    bench_progress_start(&progress, show->progress, w->n, w->kept, all, weight_done(w, workers, n));
    for (bool going = true; going;) {
        going = w->threads > 0;
        if (status == EXIT_OK) status = note_pairs(w, files, &progress, show->results);
        if (status != EXIT_OK || interrupt_seen()) atomic_store(&w->stop, true);
        bench_progress_note(&progress, w->kept, weight_done(w, workers, n));
        if (w->threads > 0) wait_a_little(w);
    }
    bench_progress_clear(&progress);
    if (status == EXIT_OK) status = w->status;
    pthread_mutex_unlock(&w->lock);
    return status;
}

static int run_work(bench_work *w, bench_files *files, const bench_show *show)
{
    const size_t left = w->n - w->kept, jobs = w->plan->jobs < left ? w->plan->jobs : left;
    bench_worker *workers = calloc(jobs + 1, sizeof *workers);
    if (workers == NULL) return text_error(EXIT_USAGE, "no memory for %zu threads", jobs);
    pthread_mutex_lock(&w->lock);
    const size_t n = start_threads(w, workers, jobs);
    pthread_mutex_unlock(&w->lock);
    int status = n == 0 && jobs > 0 ? text_error(EXIT_USAGE, "no thread could be started")
                                    : watch_threads(w, workers, n, files, show);
    for (size_t k = 0; k < n; k++) pthread_join(workers[k].thread, NULL);
    free(workers);
    return status == EXIT_OK && w->kept < w->n ? EXIT_INTERRUPTED : status;
}

int bench_work_all(const bench_plan *p, const bench_store *s, const bench_show *show)
{
    bench_work w = {.plan = p, .store = s, .n = bench_plan_pairs(p) * bench_plan_per_pair(p)};
    bench_files files;
    atomic_init(&w.stop, false);
    pthread_mutex_init(&w.lock, NULL);
    clock_condition_init(&w.changed);
    w.state = calloc(w.n, sizeof *w.state);
    w.left = calloc(bench_plan_pairs(p), sizeof *w.left);
    for (size_t i = 0; w.left != NULL && i < bench_plan_pairs(p); i++)
        w.left[i] = bench_plan_per_pair(p);
    int status = bench_files_open(&files, p, s);
    if (w.state == NULL || w.left == NULL)
        status = text_error(EXIT_USAGE, "no memory for %zu runs", w.n);
    if (status == EXIT_OK) {
        find_kept(&w);
        /* What is complete already gets its files without a word. */
        pthread_mutex_lock(&w.lock);
        status = note_pairs(&w, &files, NULL, false);
        pthread_mutex_unlock(&w.lock);
    }
    if (status == EXIT_OK) status = run_work(&w, &files, show);
    bench_files_close(&files);
    free(w.state);
    free(w.left);
    pthread_cond_destroy(&w.changed);
    pthread_mutex_destroy(&w.lock);
    return status;
}
