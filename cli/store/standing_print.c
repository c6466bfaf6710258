/* SPDX-License-Identifier: MIT
 *
 * Where a run stands, for people; see store/standing.h. */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "base/words.h"
#include "report/report.h"
#include "store/standing.h"

enum { SHOWN = 20 };

/* ---- what it is ------------------------------------------------------------------------------ */

/* The command as one would type it, on one line, so that it can be copied. */
static void print_command(const standing *t)
{
    cJSON *list = t->fact[FACT_COMMAND] != NULL ? cJSON_Parse(t->fact[FACT_COMMAND]) : NULL;
    const cJSON *word;
    buffer text = {.text = NULL};
    buffer_print(&text, "nes");
    cJSON_ArrayForEach(word, list)
    {
        if (!cJSON_IsString(word)) continue;
        buffer_print(&text, " ");
        words_quote(&text, word->valuestring);
    }
    if (list != NULL) {
        text_label("command");
        puts(text.text);
    }
    cJSON_Delete(list);
    buffer_free(&text);
}

static void print_started(const standing *t)
{
    buffer text = {.text = NULL};
    if (t->fact[FACT_STARTED] == NULL) return;
    buffer_print(&text, "%s", t->fact[FACT_STARTED]);
    if (t->fact[FACT_VERSION] != NULL) buffer_print(&text, " by nes %s", t->fact[FACT_VERSION]);
    if (t->fact[FACT_FOLDER] != NULL) buffer_print(&text, " in %s", t->fact[FACT_FOLDER]);
    report_put_row("started", &text);
}

static void print_status(const standing *t)
{
    buffer text = {.text = NULL};
    if (t->process > 0)
        buffer_print(&text, "%s, process %ld", standing_name(t), t->process);
    else if (t->word == STANDING_LIVE)
        buffer_print(&text, "running, perhaps on another machine");
    else if (t->word == STANDING_WAITING && t->counts.handed > 0)
        buffer_print(&text, "waiting for values of %" PRIu64 " point%s", t->counts.handed,
                     t->counts.handed == 1 ? "" : "s");
    else if (t->word == STANDING_WAITING)
        buffer_print(&text, "waiting for somebody who asks for points");
    else if (t->word == STANDING_LOST)
        buffer_print(&text, "not running: its process was killed, or the machine went down");
    else
        buffer_print(&text, "%s", standing_name(t));
    if (t->seconds > 0) buffer_print(&text, "; %.3g seconds used", t->seconds);
    report_put_row("status", &text);
}

/* ---- how far it is --------------------------------------------------------------------------- */

static void print_progress(const standing *t)
{
    const store_counts *n = &t->counts;
    buffer text = {.text = NULL};
    buffer_print(&text, "%" PRIu64, t->evaluations);
    if (n->failed > 0) buffer_print(&text, "; %" PRIu64 " failed", n->failed);
    if (n->nonfinite > 0) buffer_print(&text, "; %" PRIu64 " without a finite value", n->nonfinite);
    if (n->late > 0) buffer_print(&text, "; %" PRIu64 " more late", n->late);
    report_put_row("evaluations", &text);
    buffer_print(&text, "%" PRIu64, t->generation);
    if (t->run > 1) buffer_print(&text, ", in run %" PRIu64, t->run);
    report_put_row("generations", &text);
    if (!isnan(t->sigma)) report_print_row("step size", "%.3g", t->sigma);
    if (n->open > 0 && t->word != STANDING_STOPPED) {
        buffer_print(&text, "%" PRIu64 " point%s of round %" PRIu64, n->open,
                     n->open == 1 ? "" : "s", t->round);
        if (n->handed > 0) buffer_print(&text, ", %" PRIu64 " of them handed out", n->handed);
    }
    report_put_row("without a value", &text);
}

static void print_best(const standing *t)
{
    char number[TEXT_NUMBER_SIZE], name[VARIABLES_NAME_SIZE];
    buffer text = {.text = NULL};
    text_row("best value", isnan(t->best_f) ? "none yet" : text_number(t->best_f, number));
    for (size_t i = 0; t->best_x != NULL && i < t->names.n && i < SHOWN; i++)
        buffer_print(&text, "%s%s=%.7g", i == 0 ? "" : " ", variables_name(&t->names, i, name),
                     t->best_x[i]);
    if (text.n > 0 && t->names.n > SHOWN)
        buffer_print(&text, " ... and %zu more; --json prints them all", t->names.n - SHOWN);
    report_put_row("best point", &text);
}

/* ---- how to go on ---------------------------------------------------------------------------- */

static void print_go_on(const standing *t, const char *folder)
{
    static const char *const advice[] = {
        [STANDING_LIVE] = "`nes ctl % stop` ends it, and `nes resume %` goes on later",
        [STANDING_WAITING] = "`nes ask %` prints points, `nes tell %` takes values",
        [STANDING_STOPPED] = "`nes resume % --max-evals N`, or with another budget or target",
        [STANDING_HALTED] = "`nes resume %`",
        [STANDING_LOST] = "`nes resume %`; no value that has come is evaluated again",
    };
    buffer quoted = {.text = NULL}, text = {.text = NULL};
    words_quote(&quoted, folder);
    for (const char *c = advice[t->word]; *c != '\0'; c++) /* every % is the folder */
        if (*c == '%')
            buffer_add(&text, quoted.text, quoted.n);
        else
            buffer_add(&text, c, 1);
    buffer_print(&text, "; `nes plot %s` draws it", quoted.text);
    report_put_row("to go on", &text);
    buffer_free(&quoted);
}

static void print_fact(const char *name, const char *fact)
{
    if (fact != NULL) text_row(name, fact);
}

void standing_print(const standing *t, const char *folder)
{
    text_print(stdout, "%s\n", folder);
    print_fact("objective", t->fact[FACT_OBJECTIVE]);
    print_command(t);
    print_started(t);
    print_status(t);
    print_progress(t);
    print_best(t);
    report_failures("failures", t->failures, t->n_failures);
    if (t->word == STANDING_STOPPED) {
        print_fact("stopped", t->fact[FACT_STOP_TEXT]);
        print_fact("trust", t->fact[FACT_TRUST_TEXT]);
    }
    print_go_on(t, folder);
}
