/* SPDX-License-Identifier: MIT
 *
 * Simulates a search on many ranks: how long a generation takes, and which share of the time of all
 * ranks becomes values, for the three schedules. The closed form stands beside it where there is
 * one. See docs/cluster.md.
 *
 *     cluster [OPTION VALUE]...      OPTIONS has their names; times are seconds
 *     cluster --coordinates D        coordinates shared out, for ranks 1, 10, ... up to --ranks
 *     cluster --sweep FOLDER         the data of the figures, files cluster_*.dat */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "sweep.h"

typedef struct choice {
    double ranks, points, generations, seed, bandwidth;
    double coordinates, number, sums; /* 0: not shared out */
    const char *law, *folder;
    cluster_job job;
} choice;

typedef struct option {
    const char *name, *about;
    size_t place; /* in choice */
    double least, most;
    bool whole;
} option;

#define AT(member) offsetof(choice, member)
static const option OPTIONS[] = {
    {"--ranks", "ranks", AT(ranks), 1, 1e7, true},
    {"--points", "points of a generation", AT(points), 1, 1e8, true},
    {"--generations", "generations to simulate", AT(generations), 1, 1e9, true},
    {"--seed", "of the times", AT(seed), 0, 9e15, true},
    {"--time", "mean time of an evaluation", AT(job.law.mean), 1e-9, 1e9, false},
    {"--straggler", "times the median that are too long", AT(job.straggler), 1, 1e9, false},
    {"--latency", "of a message", AT(job.machine.latency), 0, 1e3, false},
    {"--bandwidth", "bytes per second", AT(bandwidth), 1, 1e15, false},
    {"--fetch", "a look at the counter", AT(job.machine.fetch), 0, 1e3, false},
    {"--serve", "of this, time in which no other rank is served", AT(job.machine.serve), 0, 1e3,
     false},
    {"--letter", "time of rank 0 for a letter", AT(job.machine.letter), 0, 1e3, false},
    {"--wake", "until a thread that sleeps is at work again", AT(job.machine.wake), 0, 1e3, false},
    {"--point", "ask and tell, for one point", AT(job.machine.point), 0, 1e3, false},
    {"--generation", "ask and tell, for a generation", AT(job.machine.generation), 0, 1e3, false},
    {"--coordinates", "shared out: how many; 0: not", AT(coordinates), 0, 1e15, true},
    {"--number", "shared out: ask and tell, for one coordinate", AT(number), 0, 1e3, false},
    {"--sums", "shared out: sums of all ranks in a generation", AT(sums), 0, 1e6, true},
};
enum { COUNT = sizeof OPTIONS / sizeof *OPTIONS };

static double *number_of(choice *c, const option *o)
{
    return (double *)(void *)((char *)c + o->place);
}

static int usage(choice *c, FILE *to)
{
    fprintf(to, "usage: cluster [OPTION VALUE]...; times are seconds\n");
    for (size_t i = 0; i < COUNT; i++)
        fprintf(to, "  %-14s %-48s %g\n", OPTIONS[i].name, OPTIONS[i].about,
                *number_of(c, &OPTIONS[i]));
    fprintf(to, "  %-14s %-48s %s\n", "--law", "constant, exponential, lognormal:CV, pareto:A,",
            c->law);
    fprintf(to, "  %-14s slow:SHARE:FACTOR\n", "");
    fprintf(to, "  %-14s write the data of all figures there\n", "--sweep");
    return 2;
}

/* 0, or the exit status of a mistake. */
static int read_number(choice *c, const option *o, const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    if (end != text && *end == '\0' && value >= o->least && value <= o->most &&
        !(o->whole && value != floor(value))) {
        *number_of(c, o) = value;
        return 0;
    }
    fprintf(stderr, "cluster: %s '%s' is no %snumber between %g and %g\n", o->name, text,
            o->whole ? "whole " : "", o->least, o->most);
    return 2;
}

static int read_option(choice *c, const char *name, const char *value)
{
    if (value == NULL) {
        fprintf(stderr, "cluster: '%s' is no option, or its value is missing\n", name);
        return usage(c, stderr);
    }
    if (strcmp(name, "--sweep") == 0) {
        c->folder = value;
        return 0;
    }
    if (strcmp(name, "--law") == 0) {
        if (cluster_law_read(&c->job.law, value)) return 0;
        fprintf(stderr, "cluster: --law '%s' is no law of times: see cluster --help\n", value);
        return 2;
    }
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(name, OPTIONS[i].name) == 0) return read_number(c, &OPTIONS[i], value);
    fprintf(stderr, "cluster: '%s' is no option\n", name);
    return usage(c, stderr);
}

static void complete(choice *c)
{
    c->job.ranks = (size_t)c->ranks;
    c->job.points = (size_t)c->points;
    c->job.generations = (size_t)c->generations;
    c->job.seed = (uint64_t)c->seed;
    c->job.machine.byte = 1 / c->bandwidth;
    c->job.machine.fetch = fmax(c->job.machine.fetch, c->job.machine.serve);
}

static int show(cluster_job j)
{
    static const char *const names[] = {"static", "demand", "straggler"};
    printf("%-10s %14s %14s %12s %10s\n", "schedule", "s/generation", "closed form", "efficiency",
           "late");
    for (int schedule = CLUSTER_STATIC; schedule <= CLUSTER_CHASE; schedule++) {
        cluster_outcome o;
        j.schedule = (cluster_schedule)schedule;
        if (!cluster_simulate(&j, &o)) {
            fprintf(stderr, "cluster: there is no memory for %zu points and %zu ranks\n", j.points,
                    j.ranks);
            return 1;
        }
        printf("%-10s %14.6g %14.6g %12.4f %10.5f\n", names[schedule],
               o.seconds / (double)j.generations, cluster_model_seconds(&j),
               cluster_efficiency(&j, &o), o.late);
    }
    return 0;
}

/* Coordinates shared out: the sums go from rank to rank, and so more ranks help up to some number.
 */
static int show_shared(const choice *c)
{
    printf("%10s %14s %14s %14s\n", "ranks", "s/generation", "coordinates", "sums");
    for (double ranks = 1; ranks <= c->ranks; ranks *= 10) {
        const double work = c->points * c->number * c->coordinates / ranks;
        const double sums = c->sums * cluster_chain(&c->job.machine, (size_t)ranks, 8 * c->points);
        printf("%10.0f %14.6g %14.6g %14.6g\n", ranks, work + sums, work, sums);
    }
    return 0;
}

int main(int argc, char **argv)
{
    choice c = {.ranks = 1000,
                .points = 4000,
                .generations = 20,
                .seed = 1,
                .number = 5e-9,
                .sums = 9,
                .law = "lognormal:0.5",
                .job = {.law = {.mean = 1}, .straggler = 3}};
    cluster_machine_default(&c.job.machine);
    cluster_law_read(&c.job.law, c.law);
    c.bandwidth = 1 / c.job.machine.byte;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        usage(&c, stdout);
        return 0;
    }
    for (int i = 1; i < argc; i += 2) {
        const int status = read_option(&c, argv[i], argv[i + 1]);
        if (status != 0) return status;
    }
    complete(&c);
    if (c.folder != NULL) return cluster_sweep(&c.job, c.folder) ? 0 : 1;
    return c.coordinates > 0 ? show_shared(&c) : show(c.job);
}
