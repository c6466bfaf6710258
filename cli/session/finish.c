/* SPDX-License-Identifier: MIT
 *
 * Reporting a run that has ended; see session/parts.h. */
#include "session/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "objective/program.h"
#include "report/plot.h"

/* Says what failed, with an example and what the program wrote about it; null: it is not known. */
static int failed(const session *s, const char *what, const failure_kind *k, const char *remedy)
{
    text_error(EXIT_OBJECTIVE, "%s: %s failed%s%s%s", s->setup->name, what, k == NULL ? "" : ": ",
               k == NULL ? "" : k->failure, remedy);
    if (k != NULL && k->said[0] != '\0') text_print(stderr, "%s\n", k->said);
    return EXIT_OBJECTIVE;
}

/* Tells of the failure that ended the run on standard error, besides the report. */
static int stopped_by_failure(const session *s)
{
    char what[NES_POINT_NAME_SIZE];
    const failures *list = &s->failures;
    const failure_kind *k = list->n > 0 ? &list->kinds[list->n - 1] : NULL;
    for (size_t i = 0; i < list->n; i++)
        if (list->kinds[i].id == list->stopped_id) k = &list->kinds[i];
    return failed(s, nes_point_name(list->stopped_id, what, sizeof what), k, "");
}

/* No value was ever finite: says what came instead. Of failures, the example of the most frequent
 * kind is likely to be the cause. */
static int unusable(const session *s, const report *r)
{
    char what[160];
    const uint64_t n = r->result.evaluations, nans = r->odd.nans, infinities = r->odd.infinities;
    const char *remedy = report_timed_out(r)
                             ? "; give evaluations more time by --timeout SECONDS, or "
                               "move the start with --x0 or bounds"
                         : s->setup->objective.program != NULL
                             ? "; try the program by hand, or move the start with --x0 or bounds"
                             : "; check the objective at the start point (`nes eval` prints "
                               "single values) or move the start with --x0 or bounds";
    if (r->spared > 0 && r->spared + r->result.failed == n) {
        text_error(0,
                   "%s: none of the %" PRIu64 " points satisfied the constraints of variables "
                   "alone%s; move the start with --x0, or evaluate them all the same: --evaluate "
                   "all",
                   s->setup->name, r->spared, r->result.failed > 0 ? " without failing" : "");
        return EXIT_INFEASIBLE;
    }
    if (r->result.failed == n) {
        if (n == 1)
            snprintf(what, sizeof what, "the only evaluation");
        else
            snprintf(what, sizeof what, "every one of the %" PRIu64 " evaluations", n);
        return failed(s, what, r->n_failures > 0 ? &r->failures[0] : NULL, remedy);
    }
    if (n == 1)
        snprintf(what, sizeof what, "the only value was %s", nans == n ? "NaN" : "infinite");
    else if (nans == n || infinities == n)
        snprintf(what, sizeof what, "every one of the %" PRIu64 " values was %s", n,
                 nans == n ? "NaN" : "infinite");
    else
        snprintf(what, sizeof what,
                 "none of the %" PRIu64 " values was finite (%" PRIu64 " NaN, %" PRIu64
                 " infinite, %" PRIu64 " failed)",
                 n, nans, infinities, r->result.failed);
    return text_error(EXIT_OBJECTIVE, "%s: %s%s", s->setup->name, what, remedy);
}

static int draw_plot(const run_options *o, const history *h, const report *r)
{
    fflush(stdout); /* the result stands before anything gnuplot may say */
    const plot_subject subject = plot_subject_of(r);
    const int status = plot_draw("--plot", o->plot, h, &subject);
    if (status != EXIT_OK || o->json) return status;
    text_label("plot");
    text_print(stdout, "%s.png and %s.svg\n", o->plot, o->plot);
    return status;
}

/* A run that was stopped for its exact values has reached its target; the library knows only that
 * it was stopped.
 */
static void target_result(const noisy_problem *noisy, nes_result *r)
{
    if (!noisy->reached) return;
    r->stop = NES_STOP_TARGET;
    r->stop_value = noisy->best;
    r->stop_threshold = noisy->target;
    snprintf(r->stop_text, sizeof r->stop_text,
             "the target value was reached: %g without noise, target %g", noisy->best,
             noisy->target);
}

/* Says who asked the run to stop, which the library does not know. */
static void user_result(nes_result *r)
{
    if (r->stop != NES_STOP_USER) return;
    snprintf(r->stop_text, sizeof r->stop_text, "%s",
             interrupt_is_urgent() ? "the run was told to end by a signal"
             : interrupt_seen()    ? "the run was interrupted by Ctrl-C"
                                   : "the run was told to stop by `nes ctl`");
}

/* Adds the failure that has ended the run, of which the optimiser has not heard. */
static void failure_result(const failures *f, report *r)
{
    char name[NES_POINT_NAME_SIZE];
    if (!f->stopped) return;
    r->stop_name = "failure";
    r->wished = f->stops;
    if (r->result.failed < f->total) r->result.failed = f->total;
    snprintf(r->result.stop_text, sizeof r->result.stop_text,
             "%s has failed%s; it is evaluated again when the run goes on",
             nes_point_name(f->stopped_id, name, sizeof name),
             f->stops ? ", and the run was to end then" : " in a way that ends the run");
}

/* Writes the table of the course, and draws its picture. */
static int show_course(const run_options *o, const history *h, const report *r)
{
    int status = EXIT_OK;
    if (o->history != NULL) status = history_write(h, r->variables, o->history);
    if (status == EXIT_OK && o->history != NULL && !o->json) {
        text_label("history");
        text_print(stdout, "%s\n", o->history);
    }
    if (o->plot == NULL) return status;
    const int drawn = draw_plot(o, h, r);
    return status == EXIT_OK ? drawn : status;
}

static int show(session *s, report *r, const history *h)
{
    const run_options *o = s->options;
    const int status = mean_evaluate(s, r);
    if (status == EXIT_OK && o->json)
        report_json(r);
    else if (status == EXIT_OK)
        report_table(r);
    if (h == NULL || r->result.evaluations == 0) return status;
    const int shown = show_course(o, h, r);
    return status == EXIT_OK ? shown : status;
}

static int keep(const session *s, const report *r)
{
    const bool interrupted = r->result.stop == NES_STOP_USER && r->stop_name == NULL;
    if (s->store == NULL) return EXIT_OK;
    store_begin(s->store);
    facts_end(s->store, interrupted ? "interrupted" : "stopped", report_stop_name(r), &r->result,
              r->seconds, s->noisy.best);
    accept_end(s->store);
    return store_commit(s->store, true);
}

/* Whether the best point is a result that was given. */
static bool is_given(const session *s, const report *r)
{
    const known *k = &s->given;
    bool is = false;
    for (size_t i = 0; r->result.best_x != NULL && !is && i < k->n; i++)
        is = memcmp(k->x + i * k->dim, r->result.best_x, k->dim * sizeof *k->x) == 0;
    return is;
}

/* Adds what the session and the optimiser know. */
static void complete(report *r, session *s)
{
    const run_setup *setup = s->setup;
    const program *p = setup->objective.program;
    r->name = setup->name;
    r->variables = &setup->objective.variables;
    r->folder = s->store == NULL ? NULL : store_folder(s->store);
    r->launched = p != NULL && p->n_launch > 0;
    r->leaves = setup->straggler > 0 || r->late > 0;
    r->optimum = setup->objective.optimum;
    r->launch = s->team == NULL ? NULL : s->team->launch;
    r->noisy = setup->noisy;
    r->exact = s->noisy.best;
    report_read(r, s->opt, s->options->covariance);
    if (setup->objective.named != NULL) constrained_name(&r->constrained, setup->objective.named);
    user_result(&r->result);
    target_result(&s->noisy, &r->result);
    nes_get_count(s->opt, "known", &r->known);
    r->given = s->given.n;
    r->best_given = is_given(s, r);
    r->result.evaluations += known_evaluated(&s->known);
    if (s->options->design != NULL) design_effects(s, &r->effects);
    r->result.nonfinite -= r->known_odd < r->result.nonfinite ? r->known_odd : r->result.nonfinite;
    r->result.failed += s->known.failed;
    r->result.nonfinite -= r->spared < r->result.nonfinite ? r->spared : r->result.nonfinite;
    failure_result(&s->failures, r);
}

int finish_run(session *s, report *r, const history *h)
{
    failure_kind kinds[FAILURES_KINDS];
    r->failures = kinds;
    r->n_failures = failures_by_count(&s->failures, kinds);
    complete(r, s);
    const int kept = keep(s, r);
    const bool fails = constrained_fails(&r->constrained);
    int status = show(s, r, h);
    report_free(r);
    if (status == EXIT_OK) status = kept;
    if (interrupt_seen()) return EXIT_INTERRUPTED;
    if (s->failures.stopped) return stopped_by_failure(s);
    if (r->result.best_x == NULL && r->result.evaluations > 0) return unusable(s, r);
    return status == EXIT_OK && fails ? EXIT_INFEASIBLE : status;
}
