/* SPDX-License-Identifier: MIT
 *
 * Reporting a run that has ended; see session/finish.h. */
#include "session/finish.h"

#include <math.h>
#include <stdio.h>

#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "objective/program.h"
#include "report/plot.h"
#include "report/report.h"
#include "session/mean.h"

void odd_values_count(odd_values *v, uint64_t id, double f)
{
    if (isfinite(f)) return;
    if (v->nans + v->infinities == 0 || id < v->id) {
        v->id = id;
        v->f = f;
    }
    if (isnan(f))
        v->nans++;
    else
        v->infinities++;
}

/* The example of the most frequent kind is likely to be the cause. */
static int all_failed(const finish *f, unsigned long long n, const char *remedy)
{
    failure_kind kinds[FAILURES_KINDS];
    const size_t listed = failures_by_count(&f->session->failures, kinds);
    text_error(EXIT_OBJECTIVE, "%s: every one of the %llu evaluations failed%s%s; %s",
               f->session->setup->name, n, listed == 0 ? "" : ": ",
               listed == 0 ? "" : kinds[0].failure, remedy);
    if (listed > 0 && kinds[0].said[0] != '\0') text_print(stderr, "%s\n", kinds[0].said);
    return EXIT_OBJECTIVE;
}

/* The failure that ended the run is on standard error, too. */
static int stopped_by_failure(const finish *f)
{
    const failures *list = &f->session->failures;
    const failure_kind *k = list->n > 0 ? &list->kinds[list->n - 1] : NULL;
    for (size_t i = 0; i < list->n; i++)
        if (list->kinds[i].id == list->stopped_id) k = &list->kinds[i];
    text_error(EXIT_OBJECTIVE, "%s: point %llu failed%s%s", f->session->setup->name,
               (unsigned long long)list->stopped_id, k == NULL ? "" : ": ",
               k == NULL ? "" : k->failure);
    if (k != NULL && k->said[0] != '\0') text_print(stderr, "%s\n", k->said);
    return EXIT_OBJECTIVE;
}

/* No value was ever finite: says what came instead. */
static int unusable(const finish *f, const nes_result *r)
{
    const char *name = f->session->setup->name;
    const unsigned long long n = r->evaluations, nans = f->odd->nans,
                             infinities = f->odd->infinities;
    const bool is_program = f->session->setup->objective.program != NULL;
    const char *remedy = is_program
                             ? "try the program by hand, or move the start with --x0 or bounds"
                             : "check the objective at the start point (`nes eval` prints "
                               "single values) or move the start with --x0 or bounds";
    if (r->failed == n) return all_failed(f, n, remedy);
    if (nans == n)
        return text_error(EXIT_OBJECTIVE, "%s: every one of the %llu values was NaN; %s", name, n,
                          remedy);
    if (infinities == n)
        return text_error(EXIT_OBJECTIVE, "%s: every one of the %llu values was infinite; %s", name,
                          n, remedy);
    return text_error(EXIT_OBJECTIVE,
                      "%s: none of the %llu values was finite (%llu NaN, %llu infinite, %llu "
                      "failed); %s",
                      name, n, nans, infinities, (unsigned long long)r->failed, remedy);
}

static int print_result(const run_options *o, const report *r)
{
    if (!o->json)
        report_table(r);
    else if (report_json(r) != 0)
        return text_error(EXIT_FILES, "no memory for the JSON text");
    return EXIT_OK;
}

static int draw_plot(const run_options *o, const history *h, const report *r)
{
    fflush(stdout); /* the result stands before anything gnuplot may say */
    const int status = plot_write(o->plot, h, r);
    if (status != EXIT_OK || o->json) return status;
    text_label("plot");
    text_print(stdout, "%s.png and %s.svg\n", o->plot, o->plot);
    return status;
}

/* A run that exact values stopped has reached its target; the library knows only that it was
 * stopped.
 */
static void note_target(const noisy_problem *j, nes_result *r)
{
    if (!j->reached) return;
    r->stop = NES_STOP_TARGET;
    r->stop_value = j->best;
    r->stop_threshold = j->target;
    snprintf(r->stop_text, sizeof r->stop_text,
             "the target value was reached: %g without noise, target %g", j->best, j->target);
}

/* Who asked a run to stop, which the library does not know. */
static void user_result(nes_result *r)
{
    if (r->stop != NES_STOP_USER) return;
    snprintf(r->stop_text, sizeof r->stop_text, "%s",
             interrupt_is_urgent() ? "the run was told to end by a signal"
             : interrupt_seen()    ? "the run was interrupted by Ctrl-C"
                                   : "the run was told to stop by `nes ctl`");
}

/* A run that a failure has ended. Of that failure the optimiser has not heard. */
static void failure_result(const failures *f, report *r)
{
    if (!f->stopped) return;
    r->stop_name = "failure";
    r->wished = f->stops;
    if (r->result.failed < f->total) r->result.failed = f->total;
    snprintf(r->result.stop_text, sizeof r->result.stop_text,
             "point %llu has failed%s; it is evaluated again when the run goes on",
             (unsigned long long)f->stopped_id,
             f->stops ? ", and the run was to end then" : " in a way that ends the run");
}

/* The table of the course, then its picture. */
static int show_course(const finish *f, const report *r)
{
    const run_options *o = f->session->options;
    int status = EXIT_OK;
    if (o->history != NULL) status = history_write(f->history, r->variables, o->history);
    if (status == EXIT_OK && o->history != NULL && !o->json) {
        text_label("history");
        text_print(stdout, "%s\n", o->history);
    }
    if (o->plot == NULL) return status;
    const int drawn = draw_plot(o, f->history, r);
    return status == EXIT_OK ? drawn : status;
}

static int show(const finish *f, report *r)
{
    const run_options *o = f->session->options;
    int status = mean_evaluate(f->session, r);
    if (status == EXIT_OK) status = print_result(o, r);
    if (f->history == NULL || r->result.evaluations == 0) return status;
    const int shown = show_course(f, r);
    return status == EXIT_OK ? shown : status;
}

static int keep(const finish *f, const report *r)
{
    const session *s = f->session;
    const bool interrupted = r->result.stop == NES_STOP_USER && r->stop_name == NULL;
    if (s->store == NULL) return EXIT_OK;
    int status = store_begin(s->store);
    if (status == EXIT_OK)
        status = facts_end(s->store, interrupted ? "interrupted" : "stopped", report_stop_name(r),
                           &r->result, f->seconds, s->noisy.best);
    return status == EXIT_OK ? store_commit(s->store, true) : status;
}

static bool counts_starts(const session *s)
{
    const program *p = s->setup->objective.program;
    return p != NULL && p->n_launch > 0;
}

int finish_run(const finish *f)
{
    const session *s = f->session;
    failure_kind failed[FAILURES_KINDS];
    report r = {.name = s->setup->name,
                .failures = failed,
                .n_failures = failures_by_count(&f->session->failures, failed),
                .variables = &s->setup->objective.variables,
                .folder = s->store == NULL ? NULL : store_folder(s->store),
                .scratch = f->scratch,
                .launched = counts_starts(s),
                .lost = f->lost,
                .leaves = s->setup->straggler > 0 || f->late > 0,
                .late = f->late,
                .odd = f->odd->nans + f->odd->infinities > 0,
                .odd_id = f->odd->id,
                .odd_f = f->odd->f,
                .optimum = s->setup->objective.optimum,
                .seconds = f->seconds,
                .ranks = s->team == NULL ? 0 : s->team->use->ranks,
                .idle = f->idle,
                .launch = s->team == NULL ? NULL : s->team->launch};
    if (report_read(&r, s->opt, s->options->covariance) != 0)
        return text_error(EXIT_FILES, "no memory for the covariance");
    r.noisy = s->setup->noisy;
    r.exact = s->noisy.best;
    user_result(&r.result);
    note_target(&s->noisy, &r.result);
    r.result.evaluations += s->known.n;
    r.result.failed += s->known.failed;
    failure_result(&f->session->failures, &r);
    const int kept = keep(f, &r);
    int status = show(f, &r);
    report_free(&r);
    if (status == EXIT_OK) status = kept;
    if (interrupt_seen()) return EXIT_INTERRUPTED;
    if (s->failures.stopped) return stopped_by_failure(f);
    if (r.result.best_x == NULL && r.result.evaluations > 0) return unusable(f, &r.result);
    return status;
}
