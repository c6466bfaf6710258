/* SPDX-License-Identifier: MIT
 *
 * How to go on with a run that is kept in a folder: the command, with twice the budget that ended
 * the run; or a sentence that the search is at its end. */
#include "base/text.h"
#include "base/words.h"
#include "report/report.h"

/* The option for the budget that ended the run, and twice that budget; null: no budget ended it. */
static const char *budget(const nes_result *s, double *twice)
{
    *twice = 2 * s->stop_threshold;
    switch (s->stop) {
    case NES_STOP_EVALS:
        *twice = 2 * (double)s->evaluations;
        return "--max-evals";
    case NES_STOP_GENS:
        return "--max-gens";
    case NES_STOP_TIME:
        return "--max-time";
    case NES_STOP_RESTARTS:
        return "--max-runs";
    case NES_STOP_FAILED:
        return "--max-failed";
    default:
        return NULL;
    }
}

/* The options that make a run go on that has reached its target or agrees on its answer; null: it
 * is neither. */
static const char *further(const nes_result *s)
{
    if (s->stop == NES_STOP_TARGET) return " --target off";
    if (s->stop == NES_STOP_AGREED) return " --restart-agree off";
    return NULL;
}

static bool is_settled(const nes_result *s)
{
    switch (s->stop) {
    case NES_STOP_TOLX:
    case NES_STOP_TOLX_ABS:
    case NES_STOP_TOLFUN:
    case NES_STOP_CONDITION:
    case NES_STOP_NOEFFECT:
    case NES_STOP_FLAT:
    case NES_STOP_STAGNATION:
    case NES_STOP_SETTLED:
    case NES_STOP_GROWTH:
    case NES_STOP_NONFINITE:
    case NES_STOP_UNBOUNDED:
    case NES_STOP_INVALID:
        return true;
    default:
        return false;
    }
}

void report_go_on(const report *r)
{
    char number[TEXT_NUMBER_SIZE];
    buffer text = {.text = NULL};
    const nes_result *s = &r->result;
    double twice;
    if (r->folder == NULL) return;
    const bool failure = r->stop_name != NULL;
    const char *option = failure ? NULL : budget(s, &twice), *more = further(s);
    const char *final =
        s->trust == NES_TRUST_CONVERGED ? "the answer is final" : "the search is at its end";
    if (is_settled(s)) {
        buffer_print(&text,
                     "%s; to search elsewhere: `nes run` with another --x0, --sigma or --seed and "
                     "a new --out",
                     final);
    } else {
        if (more != NULL) buffer_print(&text, "the answer is final; to search further: ");
        if (failure) buffer_print(&text, "mend what failed, then ");
        buffer_print(&text, "%snes resume ", r->launch != NULL ? r->launch : "");
        words_quote(&text, r->folder);
        if (r->launch != NULL) buffer_print(&text, " --mpi");
        if (option != NULL) buffer_print(&text, " %s %s", option, text_number(twice, number));
        if (more != NULL) buffer_print(&text, "%s", more);
        if (failure && r->wished)
            buffer_print(&text, "; or with --on-fail worst, in spite of failures");
    }
    report_put_row("to go on", &text);
}
