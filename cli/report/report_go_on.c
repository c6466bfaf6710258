/* SPDX-License-Identifier: MIT
 *
 * How to go on with a run that is kept in a folder: the command, with twice the budget that ended
 * the run; or a sentence that the search is at its end. And what helps where evaluations took too
 * long. */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "base/words.h"
#include "report/report.h"

/* Stop reasons of budgets, and the options for these budgets. */
static const struct {
    nes_stop stop;
    const char *option;
} BUDGETS[] = {{NES_STOP_EVALS, "--max-evals"},
               {NES_STOP_GENS, "--max-gens"},
               {NES_STOP_TIME, "--max-time"},
               {NES_STOP_RESTARTS, "--max-runs"},
               {NES_STOP_FAILED, "--max-failed"}};

/* Returns the option for the budget that ended the run; null: no budget ended it. */
static const char *budget(nes_stop stop)
{
    for (size_t i = 0; i < sizeof BUDGETS / sizeof *BUDGETS; i++)
        if (BUDGETS[i].stop == stop) return BUDGETS[i].option;
    return NULL;
}

/* Returns the options that make a run go on after it has reached its target or agreed on its
 * answer; null: it has done neither. */
static const char *further(nes_stop stop)
{
    if (stop == NES_STOP_TARGET) return " --target off";
    return stop == NES_STOP_AGREED ? " --restart-agree off" : NULL;
}

/* Whether the search has come to its end by itself. */
static bool is_settled(nes_stop stop)
{
    static const nes_stop ends[] = {NES_STOP_TOLX,       NES_STOP_TOLX_ABS,  NES_STOP_TOLFUN,
                                    NES_STOP_CONDITION,  NES_STOP_NOEFFECT,  NES_STOP_FLAT,
                                    NES_STOP_STAGNATION, NES_STOP_SETTLED,   NES_STOP_GROWTH,
                                    NES_STOP_NONFINITE,  NES_STOP_UNBOUNDED, NES_STOP_INVALID,
                                    NES_STOP_COST,       NES_STOP_ALL_KNOWN};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends[i] == stop) return true;
    return false;
}

void report_go_on(const report *r)
{
    char number[TEXT_NUMBER_SIZE];
    buffer text = {.text = NULL};
    const nes_result *s = &r->result;
    if (r->folder == NULL) return;
    const bool failure = r->stop_name != NULL;
    const char *option = failure ? NULL : budget(s->stop), *more = further(s->stop);
    const double spent = s->stop == NES_STOP_EVALS ? (double)s->evaluations : s->stop_threshold;
    const char *final =
        s->trust == NES_TRUST_CONVERGED ? "the answer is final" : "the search is at its end";
    if (is_settled(s->stop)) {
        buffer_print(&text,
                     "%s; to search elsewhere: `nes run` with another --x0, --sigma or --seed and "
                     "a new --out",
                     final);
    } else {
        if (more != NULL && !constrained_fails(&r->constrained))
            buffer_print(&text, "the answer is final; to search further: ");
        if (failure) buffer_print(&text, "mend what failed, then ");
        buffer_print(&text, "%snes resume ", r->launch != NULL ? r->launch : "");
        words_quote(&text, r->folder);
        if (r->launch != NULL) buffer_print(&text, " --mpi");
        if (option != NULL) buffer_print(&text, " %s %s", option, text_number(2 * spent, number));
        if (more != NULL) buffer_print(&text, "%s", more);
        if (failure && r->wished)
            buffer_print(&text, ", with --changed=accept if the program or another file that is "
                                "evaluated was changed; or with --on-fail worst, in spite of "
                                "failures");
    }
    report_put_row("to go on", &text);
}

bool report_timed_out(const report *r)
{
    uint64_t all = 0;
    for (size_t i = 0; i < r->n_failures; i++) all += r->failures[i].count;
    return all > 0 && strncmp(r->failures[0].failure, "timed out", 9) == 0 &&
           2 * r->failures[0].count >= all;
}

/* What helps where places for evaluations were idle. It is worth a word where evaluations are so
 * long, and so many, that the share says something. */
static void advise_places(const report *r, buffer *text)
{
    static const double MUCH = 0.2, LONG = 0.01; /* share of idle time; seconds */
    enum { ENOUGH = 4 };                         /* evaluations for each place */
    const places_share *s = &r->places;
    if (s->places == 0 || s->idle < MUCH || s->seconds < LONG || r->popsize == 0) return;
    if (s->ended < ENOUGH * s->places || r->settings->asynchronous) return;
    const bool models = strcmp(r->settings->model, "on") == 0;
    const uint64_t points = models ? r->settings->batch : r->popsize, rest = points % s->places;
    buffer_print(text, "%.0f %% of the time of the places was idle: ", 100 * s->idle);
    if (rest != 0)
        buffer_print(text,
                     "%" PRIu64 " points at a time do not fill %zu places evenly; --%s %" PRIu64
                     " does",
                     points, s->places, models ? "batch" : "popsize", points + s->places - rest);
    else
        buffer_print(text, "all wait for the longest evaluation; with --async places do not wait");
    if (rest == 0 && !models)
        buffer_print(text, ", or less often with more points, as by --popsize %" PRIu64,
                     2 * points);
}

void report_advice(const report *r)
{
    buffer text = {.text = NULL};
    if (r->hung.n > 0 && r->result.stop == NES_STOP_USER) {
        progress_print_hung(&r->hung, &text);
        buffer_print(&text, ": --timeout SECONDS, or --timeout auto, ends evaluations that hang");
    } else if (report_timed_out(r))
        buffer_print(&text, "--timeout SECONDS gives evaluations more time");
    else
        advise_places(r, &text);
    report_put_row("advice", &text);
}
