/* SPDX-License-Identifier: MIT
 *
 * The progress line: evaluations, failed ones, best value, step size, evaluations per second, and
 * the time left where there is a budget of evaluations or of time. */
#include "report/progress.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/clock.h"
#include "base/terminal.h"
#include "base/text.h"
#include "evaluate/threads.h"

static const double SETTLED = 0.5; /* seconds before the first rate is shown */
static const double FRESH = 0.1;   /* seconds after which best value and step size are read again */
static const double SLOW = 1.5;    /* seconds after which the points of a generation are counted */
static const double FREQUENT = 20; /* first seconds, in which a log has a line per second */

/* Returns the seconds until the first budget is used up; negative: there is no budget. */
static double time_left(const progress *p, double seconds)
{
    double left = -1;
    if (p->max_evals > p->before + p->values && p->values > 0)
        left = (double)(p->max_evals - p->before - p->values) * seconds / (double)p->values;
    if (p->max_time >= 0 && p->max_time < 1e9) {
        const double rest = p->max_time - seconds;
        if (left < 0 || rest < left) left = rest < 0 ? 0 : rest;
    }
    return left;
}

/* Adds the evaluations of the present generation, which takes long, to the line; without
 * generations those under way. */
static void add_generation(const progress *p, buffer *line)
{
    const size_t left = p->asked > p->told ? p->asked - p->told : 0;
    if (p->asynchronous) {
        buffer_print(line, ", %zu under way", left);
        return;
    }
    buffer_print(line, ", %zu of %zu in generation %" PRIu64, p->told, p->asked,
                 p->generations + 1);
    if (p->jobs > 1 && left > 0)
        buffer_print(line, ", %zu under way", left < p->jobs ? left : p->jobs);
}

static void add_pace(const progress *p, double seconds, buffer *line)
{
    char text[32];
    const double values = (double)p->values;
    if (seconds < SETTLED || p->values == 0) return;
    if (values / seconds >= 0.1) {
        terminal_short_number(values / seconds, text, sizeof text);
        buffer_print(line, "  %s/s", text);
    } else {
        terminal_duration(seconds / values, text, sizeof text);
        buffer_print(line, "  %s each", text);
    }
    const double left = time_left(p, seconds);
    if (left < 0) return;
    terminal_duration(left, text, sizeof text);
    buffer_print(line, "  %s left", text);
}

static void add_places(const progress *p, buffer *line)
{
    places_share share = {.places = 0};
    if (p->use != NULL) share = places_use_share(p->use, true);
    if (share.places == 0) return;
    buffer_print(line, "  places ");
    places_share_print(&share, line);
}

/* Writes the line. The least important parts are last, where a narrow terminal cuts them off. */
static void write_line(const progress *p, double now, buffer *line)
{
    const bool slow = p->asked > 0 && now - p->asked_at >= SLOW;
    const bool first = p->generation + p->generations == 0;
    const uint64_t values = p->before + p->values;
    buffer_print(line, "%9" PRIu64 " evaluation%s", values, text_s(values));
    if (slow) add_generation(p, line);
    if (p->failed > 0) buffer_print(line, ", %" PRIu64 " failed", p->failed);
    if (p->late > 0) buffer_print(line, ", %" PRIu64 " late", p->late);
    if (p->saying != NULL) buffer_print(line, "  %s", p->saying);
    if (p->hung.n > 0) {
        buffer_print(line, "  ");
        progress_print_hung(&p->hung, line);
    }
    if (first && !slow) buffer_print(line, "  in the first generation");
    if (!first && isnan(p->best_f)) buffer_print(line, "  no finite value yet");
    if (!first && !isnan(p->best_f) && p->infeasible) buffer_print(line, "  no feasible point yet");
    if (!first && !isnan(p->best_f) && !p->infeasible)
        buffer_print(line, "  best %-11.5g", p->best_f);
    if (!first && !isnan(p->best_f) && !isnan(p->sigma))
        buffer_print(line, "  sigma %-8.2g", p->sigma);
    add_pace(p, now - p->line.begin, line);
    add_places(p, line);
    if (!first && p->choices[0] != '\0') buffer_print(line, " %s", p->choices);
    if (p->runs > 1) buffer_print(line, "  run %" PRIu64 ", popsize %" PRIu64, p->run, p->popsize);
}

static void show(progress *p, double now)
{
    buffer line = {.text = NULL};
    write_line(p, now, &line);
    terminal_line_show(&p->line, line.text, now);
    buffer_free(&line);
}

/* Whether this generation is one of 1, 10, 100, ..., which have a line even in a log. */
static bool is_milestone(progress *p)
{
    if (p->line.live) return p->generation == 1;
    if (p->generation < p->next) return false;
    while (p->next <= p->generation) p->next *= 10;
    return true;
}

/* Writes "material alu 0.92", for as many choices as there is room. */
static void look_at_choices(progress *p, const nes_result *r)
{
    char name[VARIABLES_NAME_SIZE], one[2 * VARIABLES_NAME_SIZE + 16];
    size_t used = 0;
    p->choices[0] = '\0';
    for (size_t i = 0; p->variables != NULL && r->mean_x != NULL && i < p->variables->n; i++) {
        if (variables_kind(p->variables, i) != SCALE_CHOICES) continue;
        const int n =
            snprintf(one, sizeof one, " %s %s %.2f", variables_name(p->variables, i, name),
                     scale_name(&p->variables->scale[i], r->mean_x[i]), 1 - r->std_x[i]);
        if (used + (size_t)n >= sizeof p->choices) return;
        used += (size_t)snprintf(p->choices + used, sizeof p->choices - used, "%s", one);
    }
}

/* Reads the result, which takes time in high dimensions and is therefore not read after every short
 * generation. Step size and population are those of the run at work, where the library knows
 * them. */
static void look(progress *p, nes_opt *o, double now)
{
    nes_result r;
    if (nes_get_result(o, &r) != NES_OK) return;
    look_at_choices(p, &r);
    p->best_f = r.best_f;
    p->infeasible = !r.feasible;
    p->sigma = r.sigma;
    p->generations = r.generations;
    p->run = r.best_run;
    p->runs = 1 + r.restarts + r.challenges;
    p->max_evals = nes_get_settings(o)->max_evals; /* `nes ctl` may have changed it */
    p->max_time = nes_get_settings(o)->max_time;
    p->looked = now;
    if (p->runs == 1) return;
    nes_get_real(o, "run_sigma", &p->sigma);
    nes_get_count(o, "run", &p->run);
    nes_get_count(o, "run_popsize", &p->popsize);
}

static void on_start(void *data, nes_opt *o)
{
    progress *p = data;
    const bool on = p->on;
    const places_use *use = p->use;
    const variables *v = p->variables;
    const nes_settings *s = nes_get_settings(o);
    const double now = clock_now();
    *p = (progress){.on = on, .line = terminal_line_start(), .next = 1, .variables = v, .use = use};
    p->looked = p->asked_at = now;
    p->max_evals = s->max_evals;
    p->asynchronous = s->asynchronous;
    p->max_time = s->max_time;
    p->jobs = use != NULL ? use->places : threads_count(s->jobs);
    nes_get_count(o, "evaluations", &p->before);
    nes_get_count(o, "failed", &p->failed);
    if (on) look(p, o, now);
    if (on && p->line.live) show(p, now);
}

static bool on_asked(void *data, nes_opt *o, const nes_points *points)
{
    (void)o;
    progress *p = data;
    const bool first = !p->asynchronous || p->asked == 0;
    p->asked = p->asynchronous ? p->asked + points->n : points->n;
    if (!p->asynchronous) p->told = 0;
    if (p->on && first) p->asked_at = clock_now();
    return false;
}

static bool on_values(void *data, const arrivals *a)
{
    progress *p = data;
    for (size_t k = 0; k < a->n; k++) {
        const nes_fate fate = a->record[k].fate;
        p->late += fate == NES_LATE;
        p->values += fate != NES_LATE && fate != NES_KNOWN;
        p->failed += fate == NES_FAILED;
        p->told++;
    }
    const double now = p->on ? clock_now() : 0;
    if (p->on && terminal_line_is_due(&p->line, FREQUENT, now)) show(p, now);
    return false;
}

static bool on_generation(void *data, nes_opt *o)
{
    progress *p = data;
    if (!p->on) return false;
    const double now = clock_now();
    p->generation++;
    const bool due = is_milestone(p) || terminal_line_is_due(&p->line, FREQUENT, now);
    if (due || now - p->looked >= FRESH) look(p, o, now);
    p->asked = p->asynchronous && p->asked > p->told ? p->asked - p->told : 0;
    p->told = 0;
    p->asked_at = now;
    if (due) show(p, now);
    return false;
}

static void on_end(void *data, nes_opt *o)
{
    progress *p = data;
    (void)o;
    terminal_line_clear(&p->line);
}

void progress_say(progress *p, const char *text)
{
    p->saying = text;
    if (p->on) show(p, clock_now());
}

void progress_print_times(double seconds, double usual, buffer *to)
{
    char text[32];
    terminal_duration(usual, text, sizeof text);
    buffer_print(to, "%.0f times the median of ", usual > 0 ? seconds / usual : INFINITY);
    if (usual < 60)
        buffer_print(to, "%.2g s", usual);
    else
        buffer_print(to, "%s", text);
}

void progress_print_hung(const progress_hung *hung, buffer *to)
{
    char name[NES_POINT_NAME_SIZE], text[32];
    terminal_duration(hung->seconds, text, sizeof text);
    buffer_print(to, "%s for %s, ", nes_point_name(hung->first.id, name, sizeof name), text);
    progress_print_times(hung->seconds, hung->usual, to);
    if (hung->first.rank >= 0) buffer_print(to, ", rank %d", hung->first.rank);
    if (hung->first.process > 0) buffer_print(to, ", process %ld", hung->first.process);
    if (hung->n > 1) buffer_print(to, ", and %zu more", hung->n - 1);
}

/* The line shows it from its next time on. */
void progress_hang(progress *p, const progress_hung *hung)
{
    p->hung = *hung;
    if (hung->n == 0 || !p->on || p->line.live || p->hung_told == hung->first.id + 1) return;
    buffer text = {.text = NULL};
    progress_print_hung(hung, &text);
    progress_tell(p, text.text);
    buffer_free(&text);
    p->hung_told = hung->first.id + 1;
}

void progress_tell(progress *p, const char *sentence)
{
    if (!p->on) return;
    terminal_line_clear(&p->line);
    text_print(stderr, "nes: %s\n", sentence);
}

observer progress_observer(progress *p, bool on, const places_use *use)
{
    p->on = on;
    p->use = use;
    return (observer){.start = on_start,
                      .asked = on_asked,
                      .values = on_values,
                      .generation = on_generation,
                      .end = on_end,
                      .data = p};
}
