/* SPDX-License-Identifier: MIT
 *
 * One file for each figure; see sweep.h. */
#include "sweep.h"

#include <math.h>
#include <stdio.h>

enum { SCHEDULES = 3, PATH_SIZE = 2048 };

/* Evaluations that an efficiency is taken from, at least, and generations, at least: ranks that
 * were left behind are missing from the second generation on. */
static const double EVALUATIONS = 200000;
static const size_t LEAST_GENERATIONS = 5;

typedef struct series {
    const char *law;
    double mean;      /* seconds of an evaluation */
    double per_point; /* of ask and tell; 0: as given */
} series;

/* A row of a figure: ranks and points. */
typedef struct place {
    size_t ranks, points;
} place;

typedef struct figure {
    const char *name, *about;
    double points;   /* in a generation; 0: as many times the ranks as follows */
    double per_rank; /* 0: this is what the figure is over, with 1000 ranks */
    size_t n;
    series of[5];
} figure;

static const figure FIGURES[] = {
    {.name = "weak",
     .about = "4 points per rank, lognormal times with CV 0.5, of 1 ms, 100 ms, 10 s, 10 min",
     .per_rank = 4,
     .n = 4,
     .of = {{"lognormal:0.5", 1e-3, 0},
            {"lognormal:0.5", 0.1, 0},
            {"lognormal:0.5", 10, 0},
            {"lognormal:0.5", 600, 0}}},
    {.name = "strong",
     .about = "10000 points, lognormal times with CV 0.5, of 1 ms, 100 ms, 10 s, 10 min",
     .points = 10000,
     .n = 4,
     .of = {{"lognormal:0.5", 1e-3, 0},
            {"lognormal:0.5", 0.1, 0},
            {"lognormal:0.5", 10, 0},
            {"lognormal:0.5", 600, 0}}},
    {.name = "law",
     .about = "4 points per rank, times of 10 s: constant; lognormal, CV 0.25 and 1; 1 per cent of "
              "them 20 times as long as the others; Pareto with exponent 1.5",
     .per_rank = 4,
     .n = 5,
     .of = {{"constant", 10, 0},
            {"lognormal:0.25", 10, 0},
            {"lognormal:1", 10, 0},
            {"slow:0.01:20", 10, 0},
            {"pareto:1.5", 10, 0}}},
    {.name = "share",
     .about = "1000 ranks, times of 10 s: lognormal, CV 0.25, 0.5 and 1; 1 per cent of them 20 "
              "times as long as the others",
     .n = 4,
     .of = {{"lognormal:0.25", 10, 0},
            {"lognormal:0.5", 10, 0},
            {"lognormal:1", 10, 0},
            {"slow:0.01:20", 10, 0}}},
    {.name = "optimiser",
     .about = "4 points per rank, lognormal times of 100 ms with CV 0.25; ask and tell take 0.25, "
              "2, 250 us for a point",
     .per_rank = 4,
     .n = 3,
     .of = {{"lognormal:0.25", 0.1, 2.5e-7},
            {"lognormal:0.25", 0.1, 2e-6},
            {"lognormal:0.25", 0.1, 2.5e-4}}},
};

static bool efficiency(cluster_job j, const series *s, place at, double *share)
{
    cluster_outcome o;
    j.ranks = at.ranks;
    j.points = at.points;
    j.law.mean = s->mean;
    if (s->per_point > 0) j.machine.point = s->per_point;
    j.generations = (size_t)ceil(EVALUATIONS / (double)j.points);
    if (j.generations < LEAST_GENERATIONS) j.generations = LEAST_GENERATIONS;
    if (!cluster_law_read(&j.law, s->law) || !cluster_simulate(&j, &o)) return false;
    *share = cluster_efficiency(&j, &o);
    return true;
}

static bool write_row(FILE *file, const cluster_job *j, const figure *f, place at)
{
    fprintf(file, "%zu", f->points == 0 && f->per_rank == 0 ? at.points / at.ranks : at.ranks);
    for (size_t i = 0; i < f->n; i++)
        for (int schedule = 0; schedule < SCHEDULES; schedule++) {
            cluster_job k = *j;
            double share;
            k.schedule = (cluster_schedule)schedule;
            if (!efficiency(k, &f->of[i], at, &share)) return false;
            fprintf(file, " %.4f", share);
        }
    fprintf(file, "\n");
    return true;
}

/* 1, 2, 5, 10, ... up to most. */
static size_t after(size_t n)
{
    size_t power = 1;
    while (n >= 10 * power) power *= 10;
    return n == 2 * power ? 5 * power : 2 * n;
}

static bool write_rows(FILE *file, const cluster_job *j, const figure *f)
{
    const bool over_share = f->points == 0 && f->per_rank == 0;
    for (size_t n = 1; n <= (over_share ? 200 : 100000); n = after(n)) {
        place at = {.ranks = n, .points = (size_t)(f->points + f->per_rank * (double)n)};
        if (over_share) at = (place){.ranks = 1000, .points = 1000 * n};
        if (!write_row(file, j, f, at)) return false;
    }
    return true;
}

static bool write_figure(const cluster_job *j, const figure *f, const char *folder)
{
    char path[PATH_SIZE];
    const int length = snprintf(path, sizeof path, "%s/cluster_%s.dat", folder, f->name);
    FILE *file = length > 0 && length < PATH_SIZE ? fopen(path, "w") : NULL;
    if (file == NULL) {
        fprintf(stderr, "cluster: a file in '%s' cannot be written: name a folder\n", folder);
        return false;
    }
    fprintf(file,
            "# Efficiency: share of the time of all ranks that became values. %s.\n"
            "# Columns: %s; for each kind of times, schedule static, demand, straggler %g\n",
            f->about, f->points == 0 && f->per_rank == 0 ? "points per rank" : "ranks",
            j->straggler);
    const bool simulated = write_rows(file, j, f);
    const bool written = fclose(file) == 0;
    if (!simulated || !written) fprintf(stderr, "cluster: '%s' could not be finished\n", path);
    return simulated && written;
}

bool cluster_sweep(const cluster_job *j, const char *folder)
{
    for (size_t i = 0; i < sizeof FIGURES / sizeof *FIGURES; i++)
        if (!write_figure(j, &FIGURES[i], folder)) return false;
    return true;
}
