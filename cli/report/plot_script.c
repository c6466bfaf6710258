/* SPDX-License-Identifier: MIT
 *
 * Panels over the number of evaluations, in two columns:
 *
 *     values: how far from the optimum, or from the best   step size, and the ratio of the longest
 *     value of the run where that is not known             to the shortest axis
 *     lengths of the principal axes                        standard deviations by name
 *     rates and degrees of freedom that are adapted        means of the variables by name
 *
 * Where there is nothing for the left column, the panel at the right is as wide as both. Thin
 * vertical lines mark where runs begin. Places are pixels, and ranges are set here rather than by
 * gnuplot, which gives up on a panel whose numbers are all equal or missing. */
#include "report/plot_script.h"

#include <math.h>
#include <string.h>

#include "figure/gnuplot.h"
#include "report/kinds.h"
#include "report/plot_parts.h"

/* Pixels: a panel, what lies around and between panels; between the marks of two runs, and between
 * their numbers. */
enum { PANEL_WIDTH = 470, PANEL_HEIGHT = 290 };
enum { LEFT = 96, TOP = 112, BOTTOM = 58, BESIDE = 104, BELOW = 92 };
enum { MARKS_APART = 4, NUMBERS_APART = 18 };

static bool is_shared_scale(const nes_settings *s, size_t n)
{
    double least = INFINITY, most = 0;
    bool log = false;
    for (size_t i = 0; i < n; i++) {
        if (kind_is_fixed(s, i)) continue;
        if (!kind_is_bounded(s, i)) return false;
        least = fmin(least, s->upper[i] - s->lower[i]);
        most = fmax(most, s->upper[i] - s->lower[i]);
        log = log || kind_is_log(s, i);
    }
    return log || most > 4 * least;
}

/* Variables of one scale are shown as they are, others by where they lie between their bounds. */
static plot_scale scale_of(const nes_settings *s, size_t n)
{
    size_t logs = 0;
    if (s == NULL || s->bits) return PLOT_LINEAR;
    for (size_t i = 0; i < n; i++) logs += kind_is_log(s, i);
    if (logs == n) return PLOT_LOG;
    return is_shared_scale(s, n) ? PLOT_SHARE : PLOT_LINEAR;
}

static bool shows_rates(const nes_settings *s)
{
    bool shown = false;
    for (size_t i = 0; i < RATES && s != NULL; i++) shown = shown || rates_are_adapted(s, i);
    return shown;
}

static size_t at_most(size_t n, size_t limit)
{
    return n < limit ? n : limit;
}

/* A short course has few values that differ from the best one; then the values themselves say more.
 */
static bool is_plain(const plot_script *p)
{
    const plot_range r = plot_range_of(p, PLOT_BEST, PLOT_MEDIAN, true);
    return !p->subject->optimum && (p->history->n < 10 || r.high <= 101 * r.low);
}

plot_script plot_script_make(const history *h, const plot_subject *s)
{
    plot_script p = {.history = h, .subject = s};
    for (size_t k = 0; k < h->n; k++)
        if (h->rows[k].n_axes > p.most_axes) p.most_axes = h->rows[k].n_axes;
    p.variables = at_most(s->dim, PLOT_LINES);
    p.axes = at_most(p.most_axes, PLOT_LINES);
    p.rates = shows_rates(s->settings);
    p.scale = scale_of(s->settings, p.variables);
    p.plain = is_plain(&p);
    p.width = LEFT + 2 * PANEL_WIDTH + BESIDE + plot_names_width(&p);
    p.height = TOP + 3 * PANEL_HEIGHT + 2 * BELOW + BOTTOM;
    return p;
}

/* Marks of the axis are halves of a thousand, a million and so on where it is short of five. */
static const char *count_format(double last)
{
    if (last < 1e4) return "%.0f";
    while (last >= 1e3) last /= 1e3;
    return last < 5 ? "%.1s%c" : "%.0s%c";
}

static double last_evaluation(const plot_script *p)
{
    return fmax((double)p->history->rows[p->history->n - 1].evaluations, 1);
}

static void put_style(FILE *out, const plot_script *p)
{
    const double last = last_evaluation(p);
    fprintf(out, "set xrange [0:%.0f]\nset format x '%s'\n", last, count_format(last));
    gnuplot_look(out);
    fputs("unset mytics\nsmall = (mark == 1 ? ',9' : ',11')\n"
          "set xlabel 'evaluations' offset 0,0.3\n"
          "set key at graph 0,1.02 left bottom horizontal Left reverse samplen 1.5 maxrows 1\n"
          "set style line 1 linecolor rgb '#0b5394' linewidth 2.2\n"
          "set style line 2 linecolor rgb '#e69138' linewidth 1.2\n"
          "set style line 3 linecolor rgb '#38761d' linewidth 1.6\n"
          "set style line 4 linecolor rgb '#a61c3c' linewidth 1.6\n",
          out);
}

/* The panel of that row, in the columns first .. last. */
static plot_area area_of(int row, int first, int last)
{
    const int top = TOP + row * (PANEL_HEIGHT + BELOW);
    return (plot_area){.left = LEFT + first * (PANEL_WIDTH + BESIDE),
                       .right = LEFT + last * (PANEL_WIDTH + BESIDE) + PANEL_WIDTH,
                       .top = top,
                       .bottom = top + PANEL_HEIGHT};
}

typedef struct marks {
    FILE *out;
    double scale;      /* pixels per evaluation */
    double line, text; /* where the last line and the last number are, in pixels */
} marks;

static void put_mark(void *data, uint64_t run, double at)
{
    marks *m = data;
    const double x = at * m->scale;
    if (x - m->line < MARKS_APART) return;
    m->line = x;
    fprintf(m->out,
            "set arrow from first %.0f,graph 0 to first %.0f,graph 1 nohead back linewidth 1 "
            "linecolor rgb '#bbbbbb'\n",
            at, at);
    if (x - m->text < NUMBERS_APART) return;
    m->text = x;
    fprintf(m->out,
            "set label '%llu' at first %.0f,graph 0.965 left offset character 0.3,0 font small "
            "textcolor rgb '#777777'\n",
            (unsigned long long)run, at);
}

/* Begins a panel: its place, the range of its axis, the starts of runs. */
static void put_panel(FILE *out, const plot_script *p, plot_area a, const plot_range *r,
                      const char *label)
{
    marks m = {.out = out, .line = -MARKS_APART, .text = -NUMBERS_APART};
    m.scale = (a.right - a.left) / last_evaluation(p);
    fputs("unset label\nunset arrow\n", out);
    fprintf(out,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
            (double)a.left / p->width, (double)a.right / p->width, 1 - (double)a.top / p->height,
            1 - (double)a.bottom / p->height);
    fprintf(out, "%s logscale y\nset format y '%s'\nset yrange [%.9g:%.9g]\nset ylabel '%s'\n",
            r->log ? "set" : "unset", r->log ? "10^{%L}" : "%g", r->low, r->high, label);
    plot_each_start(p, put_mark, &m);
    if (r->empty)
        fputs("set label 'nothing to show' at graph 0.5,0.5 center textcolor rgb '#999999'\n", out);
}

static void put_headings(FILE *out, const plot_script *p)
{
    fputs("set label ", out);
    gnuplot_string(out, p->subject->headline, PLOT_TEXT);
    fprintf(out, " noenhanced at screen 0.5,%.5f center font large\nset label ",
            1 - 30.0 / p->height);
    gnuplot_string(out, p->subject->below, PLOT_TEXT);
    fprintf(out, " noenhanced at screen 0.5,%.5f center textcolor rgb '#555555'\n",
            1 - 58.0 / p->height);
}

static void put_values(FILE *out, const plot_script *p)
{
    const plot_subject *s = p->subject;
    const plot_range r = plot_range_of(p, PLOT_BEST, PLOT_MEDIAN, !p->plain);
    put_panel(out, p, area_of(0, 0, 0), &r,
              p->plain      ? "value"
              : s->optimum  ? "value above the optimum"
              : s->maximize ? "value below the best one"
                            : "value above the best one");
    put_headings(out, p);
    fprintf(out,
            "plot $run using 1:%d with lines linestyle 2 title 'generation median', "
            "$best using 1:%d with lines linestyle 1 title 'best so far'\n",
            PLOT_MEDIAN, PLOT_BEST);
}

static void put_steps(FILE *out, const plot_script *p)
{
    const plot_range r = plot_range_of(p, PLOT_SIGMA, PLOT_RATIO, true);
    put_panel(out, p, area_of(0, 1, 1), &r, "step size, axis ratio");
    fputs("plot ", out);
    if (p->subject->dim > 1)
        fprintf(out, "$run using 1:%d with lines linestyle 4 title 'axis ratio', ", PLOT_RATIO);
    fprintf(out, "$run using 1:%d with lines linestyle 1 title 'step size sigma'\n", PLOT_SIGMA);
}

static void put_axes(FILE *out, const plot_script *p, int row)
{
    const size_t first = plot_axis(p);
    const plot_range r = plot_range_of(p, first, first + p->axes - 1, true);
    put_panel(out, p, area_of(row, 0, 0), &r, "lengths of the principal axes");
    fputs("plot ", out);
    for (size_t i = 0; i < p->axes; i++) {
        const double share = p->axes > 1 ? (double)i / (double)(p->axes - 1) : 1;
        fprintf(out,
                "%s$run using 1:%zu with lines linewidth 1.3 linecolor rgb hsv2rgb(0.58,%.2f,%.2f) "
                "notitle",
                i == 0 ? "" : ", ", first + i, 0.35 + 0.6 * share, 0.85 - 0.3 * share);
    }
    fputc('\n', out);
}

static const char *rate_label(const nes_settings *s)
{
    const bool rates = strcmp(s->rates, "fixed") != 0 || strcmp(s->adaptation, "none") != 0;
    if (!s->adapt_nu) return "learning rate";
    return rates ? "rates, degrees of freedom" : "degrees of freedom";
}

/* What is adapted, on a logarithmic axis. */
static void put_rates(FILE *out, const plot_script *p, int row)
{
    const nes_settings *s = p->subject->settings;
    const plot_range r = plot_range_of(p, PLOT_RATE, PLOT_RATE + RATES - 1, true);
    int shown = 0;
    put_panel(out, p, area_of(row, 0, 0), &r, rate_label(s));
    fputs("set format y '%g'\nplot ", out);
    for (size_t i = 0; i < RATES; i++) {
        if (!rates_are_adapted(s, i)) continue;
        fprintf(out, "%s$run using 1:%zu with lines linestyle %d title '%s' noenhanced",
                shown == 0 ? "" : ", ", PLOT_RATE + i, 1 + 3 * shown % 4, rate_names[i]);
        shown++;
    }
    fputc('\n', out);
}

static const char *mean_label(const plot_script *p)
{
    const nes_settings *s = p->subject->settings;
    if (s != NULL && s->bits) return "probability of 1";
    return p->scale == PLOT_SHARE ? "mean between its bounds" : "mean";
}

/* Means or standard deviations of the variables, perhaps only of the first. */
static void put_variables(FILE *out, const plot_script *p, plot_area a, bool means)
{
    const size_t first = means ? plot_mean(p) : PLOT_STD, last = first + p->variables - 1;
    plot_range r = plot_range_of(p, first, last, !means || p->scale == PLOT_LOG);
    char label[128];
    const int n = snprintf(label, sizeof label, "%s", means ? mean_label(p) : "standard deviation");
    if (p->variables < p->subject->dim)
        snprintf(label + n, sizeof label - (size_t)n, ", first %zu of %zu", p->variables,
                 p->subject->dim);
    if (means && p->scale == PLOT_SHARE && !r.empty) {
        r.low = 0;
        r.high = 1;
    }
    put_panel(out, p, a, &r, label);
    plot_write_variables(out, p, first, &r, a);
}

void plot_script_write(FILE *out, const plot_script *p)
{
    const int left_of_std = p->axes > 0 || p->rates, left_of_means = p->axes > 0 && p->rates;
    plot_write_data(out, p);
    put_style(out, p);
    fputs("set multiplot\n", out);
    put_values(out, p);
    put_steps(out, p);
    if (p->axes > 0) put_axes(out, p, 1);
    if (p->rates) put_rates(out, p, p->axes > 0 ? 2 : 1);
    put_variables(out, p, area_of(1, left_of_std, 1), false);
    put_variables(out, p, area_of(2, left_of_means, 1), true);
    fputs("unset multiplot\n", out);
}
