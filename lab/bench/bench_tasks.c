/* SPDX-License-Identifier: MIT
 *
 * The runs of a bench as tasks, and the files that follow from them; see bench/bench_tasks.h. */
#include "bench/bench_tasks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/run_table.h"
#include "coco/log.h"
#include "tasks/task_table.h"
#include "tasks/watched_run.h"

/* A pair is a function in a dimension. */
typedef struct bench_work {
    const bench_plan *plan;
    task_folder *folder;
    bool shown;      /* prints a line for each pair */
    buffer *entries; /* of the index, by pair; empty: not written yet; owned */
    size_t *left;    /* runs of each pair that are not kept yet; owned */
} bench_work;

/* ---- a run ---------------------------------------------------------------------------------- */

/* Appends a finished run as the folder keeps it: a line with its figures and the lengths of both
 * logs, then the logs. */
static void pack(const coco_log *l, buffer *bytes)
{
    buffer_print(bytes, "%" PRIu64 " %.17g %zu %zu\n", l->evaluations, coco_log_precision(l),
                 l->dat.n, l->tdat.n);
    buffer_add(bytes, l->dat.text, l->dat.n);
    buffer_add(bytes, l->tdat.text, l->tdat.n);
}

/* Roughly the time of a run: its evaluations, d of them for every unit of the budget, times the
 * cost of each, which is about d + 10. */
static double weight(void *data, size_t i)
{
    const bench_work *w = data;
    const double d = (double)bench_plan_task(w->plan, i).dim;
    return d * (d + 10);
}

/* The log of a run under way, which has the exact values. */
typedef struct logging {
    coco_log log;
    double precision; /* the run ends at this precision */
} logging;

/* Notes an evaluation. Points that are not finite do not count. */
static void note(void *data, const noted *p)
{
    coco_log *l = &((logging *)data)->log;
    for (size_t i = 0; i < l->dim; i++)
        if (!isfinite(p->x[i])) return;
    coco_log_value(l, p->exact, p->g, p->x);
}

static void note_ask(void *data, nes_opt *o)
{
    (void)o;
    coco_log_ask(&((logging *)data)->log);
}

static bool is_solved(const void *data)
{
    const logging *l = data;
    return coco_log_precision(&l->log) <= l->precision;
}

static int end_log(coco_log *l, const char *id)
{
    if (l->evaluations == 0)
        return text_error(EXIT_OBJECTIVE,
                          "%s: no point of the run was finite, so there is nothing to log; check "
                          "--x0, --sigma and bounds",
                          id);
    coco_log_end(l);
    return EXIT_OK;
}

static int run(void *data, size_t i, task_watch *watch, buffer *result)
{
    const bench_plan *p = ((const bench_work *)data)->plan;
    const bench_task t = bench_plan_task(p, i);
    logging l = {.precision = p->precision};
    run_setup s;
    nes_stop stop;
    const watched_run r = {.setup = &s,
                           .watch = watch,
                           .data = &l,
                           .note = note,
                           .is_solved = is_solved,
                           .generation = note_ask};
    int status = bench_task_open(p, &t, &s);
    if (status == 0) coco_log_open(&l.log, t.dim, s.objective.outputs, s.objective.optimum);
    l.log.together = p->rounds;
    if (status == 0) status = watched_run_do(&r, &stop);
    if (status == 0) status = end_log(&l.log, t.id);
    if (status == 0) pack(&l.log, result);
    coco_log_close(&l.log);
    run_setup_close(&s);
    return status;
}

/* ---- the files for COCO --------------------------------------------------------------------- */

/* A run as it is kept. */
typedef struct kept_run {
    uint64_t evaluations;
    double precision;
    const char *dat, *tdat; /* point into the bytes */
    size_t n_dat, n_tdat;
} kept_run;

/* Reads a kept run. Returns false if the bytes are not those of a run. */
static bool unpack(kept_run *k, const buffer *bytes)
{
    const char *text = bytes->text, *end = memchr(text, '\n', bytes->n);
    if (end == NULL || sscanf(text, "%" SCNu64 " %lf %zu %zu", &k->evaluations, &k->precision,
                              &k->n_dat, &k->n_tdat) != 4)
        return false;
    const size_t n = bytes->n - (size_t)(end + 1 - text);
    if (k->n_dat > n || k->n_tdat != n - k->n_dat) return false;
    k->dat = end + 1;
    k->tdat = k->dat + k->n_dat;
    return true;
}

static bench_task first_task(const bench_work *w, size_t pair)
{
    return bench_plan_task(w->plan, pair * bench_plan_per_pair(w->plan));
}

/* The contents of the files of a pair. */
typedef struct pair_content {
    buffer dat, tdat, entry;
} pair_content;

static int collect(const bench_work *w, size_t pair, pair_content *c)
{
    const bench_task first = first_task(w, pair);
    const coco_entry e = {.suite = w->plan->suite->name,
                          .algorithm = w->plan->method,
                          .function = first.function,
                          .dim = first.dim,
                          .precision = w->plan->precision};
    const size_t n = bench_plan_per_pair(w->plan);
    coco_info_entry(&c->entry, &e);
    for (size_t i = 0; i < n; i++) {
        const bench_task t = bench_plan_task(w->plan, pair * n + i);
        kept_run k;
        buffer bytes;
        int status = task_folder_get(w->folder, pair * n + i, &bytes);
        if (status == EXIT_OK && !unpack(&k, &bytes))
            status = text_error(EXIT_FILES, "%s: what is kept there is not a run of a bench",
                                w->folder->path);
        if (status == EXIT_OK) {
            buffer_add(&c->dat, k.dat, k.n_dat);
            buffer_add(&c->tdat, k.tdat, k.n_tdat);
            coco_info_run(&c->entry, t.instance, k.evaluations, k.precision);
        }
        buffer_free(&bytes);
        if (status != EXIT_OK) return status;
    }
    return EXIT_OK;
}

static int put_data(const bench_work *w, const bench_task *t, const char *ending,
                    const buffer *content)
{
    buffer name = {.text = NULL};
    coco_data_name(&name, t->function, t->dim, ending);
    const int status = task_folder_put(w->folder, name.text, content);
    buffer_free(&name);
    return status;
}

/* Writes the index of a function: its entries in order of the dimension. */
static int put_info(const bench_work *w, size_t function)
{
    buffer info = {.text = NULL};
    char name[64];
    for (size_t i = 0; i < bench_plan_pairs(w->plan); i++) {
        if (w->entries[i].n == 0 || first_task(w, i).function != function) continue;
        if (info.n > 0) buffer_add(&info, "\n", 1);
        buffer_add(&info, w->entries[i].text, w->entries[i].n);
    }
    snprintf(name, sizeof name, "bbobexp_f%zu.info", function);
    const int status = task_folder_put(w->folder, name, &info);
    buffer_free(&info);
    return status;
}

/* Writes the files of a pair whose runs are all kept. */
static int write_pair(bench_work *w, size_t pair)
{
    const bench_task t = first_task(w, pair);
    pair_content c = {.dat = {.text = NULL}};
    int status = collect(w, pair, &c);
    if (status == EXIT_OK) status = put_data(w, &t, "dat", &c.dat);
    if (status == EXIT_OK) status = put_data(w, &t, "tdat", &c.tdat);
    if (status == EXIT_OK) {
        w->entries[pair] = c.entry;
        c.entry = (buffer){.text = NULL};
        status = put_info(w, t.function);
    }
    buffer_free(&c.dat);
    buffer_free(&c.tdat);
    buffer_free(&c.entry);
    return status;
}

/* Prints the line of a pair whose files are written. */
static void print_pair(const bench_work *w, size_t pair)
{
    const bench_task t = first_task(w, pair);
    coco_set s = {.function = t.function, .dim = t.dim, .precision = w->plan->precision};
    char message[COCO_MESSAGE_SIZE];
    coco_files files = {.bytes_left = COCO_FOLDER_BYTES};
    buffer name = {.text = NULL};
    s.n = bench_plan_per_pair(w->plan);
    s.runs = coco_runs(s.n);
    snprintf(s.suite, sizeof s.suite, "%s", w->plan->suite->name);
    coco_data_name(&name, t.function, t.dim, "dat");
    if (coco_read_pair(w->folder->path, name.text, s.runs, s.n, &files, message) == 0)
        run_table_print_set(&s);
    seen_free(&files.read);
    buffer_free(&name);
    coco_set_free(&s);
    fflush(stdout);
}

/* ---- the tasks ------------------------------------------------------------------------------ */

/* Writes the files of a (function, dimension) with its last run, and prints its line. */
static int kept(void *data, size_t i, task_progress *bar)
{
    bench_work *w = data;
    const size_t pair = i / bench_plan_per_pair(w->plan);
    if (--w->left[pair] > 0) return EXIT_OK;
    const int status = write_pair(w, pair);
    if (status != EXIT_OK || bar == NULL || !w->shown) return status;
    terminal_line_clear(&bar->line);
    print_pair(w, pair);
    return EXIT_OK;
}

int bench_work_all(const bench_plan *p, task_folder *f, bool shown)
{
    const size_t pairs = bench_plan_pairs(p);
    bench_work w = {.plan = p,
                    .folder = f,
                    .shown = shown,
                    .entries = memory_zeros(pairs, sizeof *w.entries),
                    .left = memory_zeros(pairs, sizeof *w.left)};
    const task_table tasks = {.what = "the bench",
                              .n = pairs * bench_plan_per_pair(p),
                              .jobs = p->jobs,
                              .progress = shown,
                              .folder = f,
                              .data = &w,
                              .weight = weight,
                              .run = run,
                              .kept = kept};
    for (size_t i = 0; i < pairs; i++) w.left[i] = bench_plan_per_pair(p);
    const int status = task_table_do(&tasks);
    for (size_t i = 0; i < pairs; i++) buffer_free(&w.entries[i]);
    free(w.entries);
    free(w.left);
    return status;
}
