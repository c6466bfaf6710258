/* SPDX-License-Identifier: MIT
 *
 * From kept runs to .dat, .tdat and .info files; see bench/files.h. */
#include "bench/files.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/run_table.h"

/* A run as it is kept. */
typedef struct kept_run {
    uint64_t evaluations;
    double precision;
    const char *dat, *tdat; /* within the bytes */
    size_t n_dat, n_tdat;
} kept_run;

void bench_files_pack(const coco_log *l, buffer *bytes)
{
    buffer_print(bytes, "%" PRIu64 " %.17g %zu %zu\n", l->evaluations, coco_log_precision(l),
                 l->dat.n, l->tdat.n);
    buffer_add(bytes, l->dat.text, l->dat.n);
    buffer_add(bytes, l->tdat.text, l->tdat.n);
}

/* False: the bytes are not those of a run. */
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

void bench_files_open(bench_files *f, const bench_plan *p, task_folder *folder)
{
    *f = (bench_files){p, folder, memory_zeros(bench_plan_pairs(p), sizeof *f->entries)};
}

void bench_files_close(bench_files *f)
{
    for (size_t i = 0; i < bench_plan_pairs(f->plan); i++) buffer_free(&f->entries[i]);
    free(f->entries);
}

static bench_task first_task(const bench_files *f, size_t pair)
{
    return bench_plan_task(f->plan, pair * bench_plan_per_pair(f->plan));
}

/* What the runs of a pair become. */
typedef struct pair_content {
    buffer dat, tdat, entry;
} pair_content;

static int collect(const bench_files *f, size_t pair, pair_content *c)
{
    const bench_task first = first_task(f, pair);
    const coco_entry e = {.suite = f->plan->suite->name,
                          .algorithm = f->plan->method,
                          .function = first.function,
                          .dim = first.dim,
                          .precision = f->plan->precision};
    const size_t n = bench_plan_per_pair(f->plan);
    coco_info_entry(&c->entry, &e);
    for (size_t i = 0; i < n; i++) {
        const bench_task t = bench_plan_task(f->plan, pair * n + i);
        kept_run k;
        buffer bytes;
        int status = task_folder_get(f->folder, pair * n + i, &bytes);
        if (status == EXIT_OK && !unpack(&k, &bytes))
            status = text_error(EXIT_FILES, "%s: what is kept there is not a run of a bench",
                                f->folder->path);
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

static int put_data(const bench_files *f, const bench_task *t, const char *ending,
                    const buffer *content)
{
    buffer name = {.text = NULL};
    coco_data_name(&name, t->function, t->dim, ending);
    const int status = task_folder_put(f->folder, name.text, content);
    buffer_free(&name);
    return status;
}

/* The index of a function: its entries in order of the dimension. */
static int put_info(const bench_files *f, size_t function)
{
    buffer info = {.text = NULL};
    char name[64];
    for (size_t i = 0; i < bench_plan_pairs(f->plan); i++) {
        if (f->entries[i].n == 0 || first_task(f, i).function != function) continue;
        if (info.n > 0) buffer_add(&info, "\n", 1);
        buffer_add(&info, f->entries[i].text, f->entries[i].n);
    }
    snprintf(name, sizeof name, "bbobexp_f%zu.info", function);
    const int status = task_folder_put(f->folder, name, &info);
    buffer_free(&info);
    return status;
}

int bench_files_add(bench_files *f, size_t pair)
{
    const bench_task t = first_task(f, pair);
    pair_content c = {.dat = {.text = NULL}};
    int status = collect(f, pair, &c);
    if (status == EXIT_OK) status = put_data(f, &t, "dat", &c.dat);
    if (status == EXIT_OK) status = put_data(f, &t, "tdat", &c.tdat);
    if (status == EXIT_OK) {
        f->entries[pair] = c.entry;
        c.entry = (buffer){.text = NULL};
        status = put_info(f, t.function);
    }
    buffer_free(&c.dat);
    buffer_free(&c.tdat);
    buffer_free(&c.entry);
    return status;
}

void bench_files_print(const bench_files *f, size_t pair)
{
    const bench_task t = first_task(f, pair);
    coco_set s = {.function = t.function, .dim = t.dim, .precision = f->plan->precision};
    char message[COCO_MESSAGE_SIZE];
    coco_files files = {.bytes_left = COCO_FOLDER_BYTES};
    buffer name = {.text = NULL};
    s.n = bench_plan_per_pair(f->plan);
    s.runs = coco_runs(s.n);
    snprintf(s.suite, sizeof s.suite, "%s", f->plan->suite->name);
    coco_data_name(&name, t.function, t.dim, "dat");
    if (coco_read_pair(f->folder->path, name.text, s.runs, s.n, &files, message) == 0)
        run_table_print_set(&s);
    seen_free(&files.read);
    buffer_free(&name);
    coco_set_free(&s);
    fflush(stdout);
}
