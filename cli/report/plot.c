/* SPDX-License-Identifier: MIT
 *
 * The picture of a run, given to gnuplot; see report/plot.h. */
#include "report/plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "figure/figure.h"

int plot_check(const char *option, const char *basename)
{
    return figure_check(option, basename);
}

int plot_draw(const char *option, const char *basename, const history *h, const plot_subject *s)
{
    figure *f = plot_figure(h, s);
    plot_outputs_add(f, s->outputs);
    const int status = figure_draw_for(f, option, basename);
    figure_free(f);
    return status;
}

void plot_standing(char *text, size_t size, double best, uint64_t evaluations)
{
    if (isnan(best))
        snprintf(text, size, "no answer in %" PRIu64 " evaluation%s", evaluations,
                 text_s(evaluations));
    else
        snprintf(text, size, "best value %.6g after %" PRIu64 " evaluation%s", best, evaluations,
                 text_s(evaluations));
}

plot_subject plot_subject_of(const report *r)
{
    char method[128], standing[128];
    const nes_result *s = &r->result;
    const bool optimum = !r->settings->maximize && !isnan(r->optimum);
    const double best = constrained_fails(&r->constrained) ? NAN : s->best_f;
    plot_subject to = {.reference = optimum ? r->optimum : best,
                       .optimum = optimum,
                       .maximize = r->settings->maximize,
                       .dim = s->dim,
                       .variables = r->variables,
                       .probabilities = r->probabilities,
                       .settings = r->settings};
    snprintf(to.headline, PLOT_TEXT, "%.60s, dimension %zu: %s, seed %llu", r->name, s->dim,
             report_method(r, method, sizeof method), (unsigned long long)s->seed);
    plot_standing(standing, sizeof standing, best, s->evaluations);
    snprintf(to.below, PLOT_TEXT, "%s; stopped: %s", standing, nes_stop_text(s->stop));
    return to;
}
