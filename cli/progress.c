/* SPDX-License-Identifier: MIT
 *
 * The progress line: evaluations, best value, step size, rate, and the time left where there is a
 * budget of evaluations or of time. */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LINE_SIZE = 200 };

static const double SETTLED = 0.5; /* seconds before which a rate means nothing */

double progress_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_start(progress *p, bool on)
{
    p->on = on;
    p->terminal = isatty(STDERR_FILENO) != 0;
    p->open = false;
    p->begin = progress_clock();
    p->shown = p->begin;
    p->generation = 0;
    p->next = 1;
}

/* Seconds until the first budget is used; negative where there is none. */
static double time_left(const nes_settings *s, double evaluations, double seconds)
{
    double left = -1;
    if (s->max_evals > 0 && evaluations > 0)
        left = ((double)s->max_evals - evaluations) * seconds / evaluations;
    if (s->max_time >= 0 && s->max_time < 1e9) {
        const double rest = s->max_time - seconds;
        if (left < 0 || rest < left) left = rest;
    }
    return left;
}

static void duration(double seconds, char *text, size_t size)
{
    const unsigned long s = (unsigned long)(seconds + 0.5);
    if (seconds >= 100 * 86400.0)
        snprintf(text, size, "over 100 days");
    else if (s >= 3600)
        snprintf(text, size, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(text, size, "%lu:%02lu", s / 60, s % 60);
}

/* Three digits and a unit: 36.1k. */
static void short_number(double v, char *text, size_t size)
{
    static const char units[] = {'\0', 'k', 'M', 'G'};
    size_t unit = 0;
    for (; v >= 999.5 && unit < 3; unit++) v /= 1000;
    snprintf(text, size, "%.3g%c", v, units[unit]);
}

/* Short enough for a terminal of 80 columns: a wrapped line could not be rewritten. */
static void print_line(progress *p, nes_opt *o, double seconds)
{
    nes_result r;
    if (nes_get_result(o, &r) != NES_OK) return;
    const double evaluations = (double)r.evaluations;
    char line[LINE_SIZE], text[32];
    int n = snprintf(line, sizeof line, "%9.0f evaluations  best %-11.5g  sigma %-8.2g",
                     evaluations, r.best_f, r.sigma);
    if (seconds >= SETTLED) {
        short_number(evaluations / seconds, text, sizeof text);
        n += snprintf(line + n, sizeof line - (size_t)n, "  %s/s", text);
    }
    const double left = time_left(nes_get_settings(o), evaluations, seconds);
    if (seconds >= SETTLED && left >= 0) {
        duration(left, text, sizeof text);
        snprintf(line + n, sizeof line - (size_t)n, "  %s left", text);
    }
    if (p->terminal)
        fprintf(stderr, "\r\033[K%s", line);
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
    p->open = p->terminal;
}

/* Once per second on a terminal. A log wants the first generations of every order of magnitude and
 * then a pace that suits the length of the run. */
static bool is_due(progress *p, uint64_t generation, double now)
{
    const double run = now - p->begin, pause = now - p->shown;
    if (p->terminal) return generation == 1 || pause >= 1;
    if (generation >= p->next) {
        while (p->next <= generation) p->next *= 10;
        return true;
    }
    return pause >= (run < 20 ? 1 : run < 600 ? 10 : 60);
}

void progress_note(progress *p, nes_opt *o)
{
    if (!p->on) return;
    const double now = progress_clock();
    p->generation++;
    if (!is_due(p, p->generation, now)) return;
    p->shown = now;
    print_line(p, o, now - p->begin);
}

void progress_end(progress *p)
{
    if (p->open) fputs("\r\033[K", stderr);
    p->open = false;
}
