/* SPDX-License-Identifier: MIT
 *
 * Runs of a bench as bytes: a line with the figures and the lengths of both logs, then the logs;
 * see bench/store.h. */
#include "bench/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void each_setting(const void *plan, task_visit visit, void *data)
{
    bench_plan_each(plan, visit, data);
}

task_identity bench_identity(const bench_plan *p)
{
    return (task_identity){.word = "bench",
                           .subject = "suite",
                           .tasks = "f#_d#_i#_r#",
                           .plan = p,
                           .each = each_setting};
}

int bench_store_open(bench_store *s, const bench_plan *p)
{
    s->id = bench_identity(p);
    return task_folder_open(&s->folder, p->out.text, &s->id);
}

void bench_store_close(bench_store *s)
{
    task_folder_close(&s->folder);
}

static void task_name(const bench_task *t, char *name, size_t size)
{
    snprintf(name, size, "f%zu_d%zu_i%zu_r%zu", t->function, t->dim, t->instance, t->run);
}

int bench_store_keep(const bench_store *s, const bench_task *t, const coco_log *l)
{
    char name[128];
    buffer content = {.text = NULL};
    task_name(t, name, sizeof name);
    buffer_print(&content, "%" PRIu64 " %.17g %zu %zu\n", l->evaluations, coco_log_precision(l),
                 l->dat.n, l->tdat.n);
    buffer_add(&content, l->dat.text, l->dat.n);
    buffer_add(&content, l->tdat.text, l->tdat.n);
    const int status = task_folder_keep(&s->folder, name, &content);
    buffer_free(&content);
    return status;
}

static bool unpack(bench_kept *k)
{
    const char *text = k->content.text, *end = memchr(text, '\n', k->content.n);
    if (end == NULL || sscanf(text, "%" SCNu64 " %lf %zu %zu", &k->evaluations, &k->precision,
                              &k->n_dat, &k->n_tdat) != 4)
        return false;
    const size_t n = k->content.n - (size_t)(end + 1 - text);
    if (k->n_dat > n || k->n_tdat != n - k->n_dat) return false;
    k->dat = end + 1;
    k->tdat = k->dat + k->n_dat;
    return true;
}

bool bench_store_get(const bench_store *s, const bench_task *t, bench_kept *k)
{
    char name[128];
    task_name(t, name, sizeof name);
    if (!task_folder_get(&s->folder, name, &k->content)) return false;
    if (unpack(k)) return true;
    buffer_free(&k->content);
    return false;
}
