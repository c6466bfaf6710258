/* SPDX-License-Identifier: MIT
 *
 * Where a run stands, for people; see store/standing.h. */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/terminal.h"
#include "base/text.h"
#include "base/words.h"
#include "objective/durations.h"
#include "report/report.h"
#include "store/standing.h"

enum { SHOWN = 20, SHOWN_UNDER_WAY = 8 };

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

/* What was accepted: of what the values up to a round are, and of what those behind it. */
static void print_accepted(const standing *t)
{
    const cJSON *item, *what;
    cJSON *list = t->fact[FACT_ACCEPTED] != NULL ? cJSON_Parse(t->fact[FACT_ACCEPTED]) : NULL;
    cJSON_ArrayForEach(item, list)
    {
        buffer text = {.text = NULL};
        const cJSON *round = cJSON_GetObjectItemCaseSensitive(item, "round"),
                    *changed = cJSON_GetObjectItemCaseSensitive(item, "changed");
        const char *between = "";
        if (!cJSON_IsNumber(round)) continue;
        buffer_print(&text, "after round %.0f: ", round->valuedouble);
        cJSON_ArrayForEach(what, changed)
        {
            if (!cJSON_IsString(what)) continue;
            buffer_print(&text, "%s%s", between, what->valuestring);
            between = "; ";
        }
        report_put_row("accepted", &text);
    }
    cJSON_Delete(list);
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
        buffer_print(&text, "running; its process is not known: perhaps on another machine, or "
                            "run.lock was removed");
    else if (t->word == STANDING_WAITING && t->counts.handed > 0)
        buffer_print(&text, "waiting for values of %" PRIu64 " point%s", t->counts.handed,
                     text_s(t->counts.handed));
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
    if (n->spared > 0) buffer_print(&text, "; %" PRIu64 " spared", n->spared);
    report_put_row("evaluations", &text);
    if (n->known + n->given > 0) report_known(n->known, n->given);
    buffer_print(&text, "%" PRIu64, t->generation);
    if (t->run > 1) buffer_print(&text, ", in run %" PRIu64, t->run);
    report_put_row("generations", &text);
    if (t->places.places > 0) places_share_print(&t->places, &text);
    report_put_row("places", &text);
    if (!isnan(t->sigma)) report_print_row("step size", "%.3g", t->sigma);
    if (n->open > 0 && t->word != STANDING_STOPPED) {
        buffer_print(&text, "%" PRIu64 " point%s", n->open, text_s(n->open));
        if (!t->asynchronous) buffer_print(&text, " of round %" PRIu64, t->round);
        if (n->handed > 0) buffer_print(&text, ", %" PRIu64 " of them handed out", n->handed);
    }
    report_put_row("without a value", &text);
}

static void print_state(const standing *t)
{
    if (t->state != STATE_LOST && t->state != STATE_DAMAGED) return;
    report_print_row("state", "%s; %s computes it again, if evaluations are kept",
                     t->state == STATE_LOST ? "missing" : "damaged",
                     t->word == STANDING_WAITING ? "`nes ask`" : "`nes resume`");
}

/* An evaluation that takes long: how long, or since when it did where the run was killed. */
static void print_evaluation(const standing *t, const under_way *u, buffer *text)
{
    const bool live = t->word == STANDING_LIVE;
    char time[32], name[NES_POINT_NAME_SIZE];
    terminal_duration(fmax(t->now - u->since, 0), time, sizeof time);
    if (!live) terminal_date(u->since, time);
    buffer_print(text, "%s %s %s", nes_point_name(u->id, name, sizeof name), live ? "for" : "since",
                 time);
    if (live && durations_hang(t->now - u->since, u->usual)) {
        buffer_print(text, ", ");
        progress_print_times(t->now - u->since, u->usual, text);
    }
    if (u->rank >= 0) buffer_print(text, ", rank %d", u->rank);
    if (u->process > 0) buffer_print(text, ", process %ld", u->process);
}

static void print_under_way(const standing *t)
{
    buffer text = {.text = NULL};
    for (size_t i = 0; i < t->n_under_way && i < SHOWN_UNDER_WAY; i++) {
        print_evaluation(t, &t->under_way[i], &text);
        report_put_row(i > 0 ? "" : t->word == STANDING_LIVE ? "under way" : "when it died", &text);
    }
    if (t->n_under_way > SHOWN_UNDER_WAY)
        report_print_row("", "... and %zu more; --json prints them all",
                         t->n_under_way - SHOWN_UNDER_WAY);
}

/* Appends "name=value", with the unit, or the name of a choice. */
static void print_value(const standing *t, size_t i, buffer *to)
{
    char name[VARIABLES_NAME_SIZE];
    const scale *s = variables_scale(&t->names, i);
    const char *choice = s == NULL ? NULL : scale_name(s, t->best_x[i]);
    buffer_print(to, "%s%s=", to->n == 0 ? "" : " ", variables_name(&t->names, i, name));
    if (choice != NULL)
        buffer_print(to, "%s", choice);
    else
        buffer_print(to, "%.7g%s", t->best_x[i], s == NULL || s->unit == NULL ? "" : s->unit);
}

static void print_best(const standing *t)
{
    char number[TEXT_NUMBER_SIZE];
    buffer text = {.text = NULL};
    constrained_print(&t->constrained, t->maximize, t->evaluations);
    text_row(constrained_value_name(&t->constrained),
             isnan(t->best_f) ? "none yet" : text_number(t->best_f, number));
    for (size_t i = 0; t->best_x != NULL && i < t->names.n && i < SHOWN; i++)
        print_value(t, i, &text);
    if (text.n > 0 && t->names.n > SHOWN)
        buffer_print(&text, " ... and %zu more; --json prints them all", t->names.n - SHOWN);
    report_put_row(constrained_point_name(&t->constrained), &text);
    constrained_print_outputs(&t->constrained);
    probabilities_print(t->probabilities, &t->names, &text);
    report_put_row("choices", &text);
}

/* The parameters of a law of the user's own. */
static void print_theta(const standing *t)
{
    buffer text = {.text = NULL};
    for (size_t i = 0; i < t->n_theta && i < SHOWN; i++)
        buffer_print(&text, "%s%.7g", i == 0 ? "" : " ", t->theta[i]);
    if (t->n_theta > SHOWN)
        buffer_print(&text, " ... and %zu more; --json prints them all", t->n_theta - SHOWN);
    report_put_row("theta", &text);
}

/* ---- how to go on ---------------------------------------------------------------------------- */

void standing_advise(const standing *t, const char *folder, buffer *to)
{
    static const char *const advice[] = {
        [STANDING_LIVE] = "`nes ctl % stop` ends it, and `nes resume %` goes on later",
        [STANDING_WAITING] = "`nes ask %` prints points, `nes tell %` takes values",
        [STANDING_STOPPED] = "`nes resume % --max-evals N`, or with another budget or target",
        [STANDING_HALTED] = "`nes resume %`",
        [STANDING_LOST] = "`nes resume %`; no value that has come is evaluated again",
    };
    buffer quoted = {.text = NULL};
    words_quote(&quoted, folder);
    for (const char *c = advice[t->word]; *c != '\0'; c++) /* every % is the folder */
        if (*c == '%')
            buffer_add(to, quoted.text, quoted.n);
        else
            buffer_add(to, c, 1);
    buffer_free(&quoted);
}

static void print_go_on(const standing *t, const char *folder)
{
    buffer text = {.text = NULL};
    standing_advise(t, folder, &text);
    buffer_print(&text, "; `nes plot ");
    words_quote(&text, folder);
    buffer_print(&text, "` draws it");
    report_put_row("to go on", &text);
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
    print_accepted(t);
    print_status(t);
    print_progress(t);
    print_under_way(t);
    print_state(t);
    print_best(t);
    print_theta(t);
    report_failures("failures", t->failures, t->n_failures);
    if (t->word == STANDING_STOPPED) {
        print_fact("stopped", t->fact[FACT_STOP_TEXT]);
        print_fact("trust", t->fact[FACT_TRUST_TEXT]);
    }
    print_go_on(t, folder);
}
