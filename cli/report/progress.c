/* SPDX-License-Identifier: MIT
 *
 * The progress line: evaluations, best value, step size, rate, and the time left where there is a
 * budget of evaluations or of time. */
#include "report/progress.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/terminal.h"

enum { LINE_SIZE = 200 };

static const double SETTLED = 0.5; /* seconds before which a rate means nothing */
static const double FRESH = 0.1; /* seconds after which best value and step size are out of date */

/* Seconds until the first budget is used; negative where there is none. */
static double time_left(const progress *p, double evaluations, double seconds)
{
    double left = -1;
    if (p->max_evals > 0 && evaluations > 0)
        left = ((double)p->max_evals - evaluations) * seconds / evaluations;
    if (p->max_time >= 0 && p->max_time < 1e9) {
        const double rest = p->max_time - seconds;
        if (left < 0 || rest < left) left = rest < 0 ? 0 : rest;
    }
    return left;
}

static void write_line(const progress *p, double seconds, char *line, size_t size)
{
    const double evaluations = (double)p->values;
    char text[32];
    int n = snprintf(line, size, "%9.0f evaluations  ", evaluations);
    if (p->generation == 0)
        n += snprintf(line + n, size - (size_t)n, "in the first generation");
    else
        n +=
            snprintf(line + n, size - (size_t)n, "best %-11.5g  sigma %-8.2g", p->best_f, p->sigma);
    if (seconds < SETTLED || evaluations == 0) return;
    terminal_short_number(evaluations / seconds, text, sizeof text);
    n += snprintf(line + n, size - (size_t)n, "  %s/s", text);
    const double left = time_left(p, evaluations, seconds);
    if (left < 0) return;
    terminal_duration(left, text, sizeof text);
    snprintf(line + n, size - (size_t)n, "  %s left", text);
}

static void show(progress *p, double now)
{
    char line[LINE_SIZE];
    write_line(p, now - p->begin, line, sizeof line);
    if (p->live)
        terminal_rewrite(line);
    else
        fprintf(stderr, "%s\n", line);
    p->open = p->live;
    p->shown = now;
}

/* Seconds between lines: one on a terminal, and in a log a pace that suits the length of the run.
 */
static double pace(const progress *p, double now)
{
    const double run = now - p->begin;
    return p->live || run < 20 ? 1 : run < 600 ? 10 : 60;
}

/* Without a live line, generations 1, 10, 100, ... have a line in any case. */
static bool is_milestone(progress *p)
{
    if (p->live) return p->generation == 1;
    if (p->generation < p->next) return false;
    while (p->next <= p->generation) p->next *= 10;
    return true;
}

void progress_start(progress *p, const nes_opt *o, bool on)
{
    const nes_settings *s = nes_get_settings(o);
    p->on = on;
    p->live = terminal_can_rewrite();
    p->values = 0;
    p->open = false;
    p->begin = p->shown = p->looked = clock_now();
    p->max_evals = s->max_evals;
    p->max_time = s->max_time;
    p->generation = 0;
    p->next = 1;
    if (on && p->live) show(p, p->begin);
}

void progress_evaluated(progress *p)
{
    if (!p->on) return;
    p->values++;
    const double now = clock_now();
    if (now - p->shown >= pace(p, now)) show(p, now);
}

/* Gets the result, which has its price in high dimensions: not after every short generation. */
static void look(progress *p, nes_opt *o, double now)
{
    nes_result r;
    if (nes_get_result(o, &r) != NES_OK) return;
    p->best_f = r.best_f;
    p->sigma = r.sigma;
    p->looked = now;
}

void progress_note(progress *p, nes_opt *o)
{
    if (!p->on) return;
    const double now = clock_now();
    p->generation++;
    const bool due = is_milestone(p) || now - p->shown >= pace(p, now);
    if (due || now - p->looked >= FRESH) look(p, o, now);
    if (due) show(p, now);
}

void progress_end(progress *p)
{
    if (p->open) terminal_erase();
    p->open = false;
}

static void on_start(void *data, nes_opt *o)
{
    progress *p = data;
    progress_start(p, o, p->on);
}

static bool on_values(void *data, const arrivals *a)
{
    for (size_t k = 0; k < a->n; k++) progress_evaluated(data);
    return false;
}

static bool on_generation(void *data, nes_opt *o)
{
    progress_note(data, o);
    return false;
}

static void on_end(void *data, nes_opt *o)
{
    (void)o;
    progress_end(data);
}

observer progress_observer(progress *p, bool on)
{
    p->on = on;
    return (observer){.start = on_start,
                      .values = on_values,
                      .generation = on_generation,
                      .end = on_end,
                      .data = p};
}
