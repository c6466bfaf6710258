/* SPDX-License-Identifier: MIT
 *
 * Four panels over the number of evaluations: how far the values are from the optimum (or from the
 * best value of the run where the optimum is not known), the step sizes, the condition of the
 * covariance, and the mean of the variables. Where learning rates or degrees of freedom are adapted
 * they have a fifth below, as wide as two. Places are pixels, and ranges are set here rather than
 * by gnuplot, which gives up on a panel whose numbers are all equal or missing. */
#include "report/plot_script.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "figure/gnuplot.h"

/* Columns of the data, counted from 1 as gnuplot does. */
enum { EVALUATIONS = 1, BEST, MEDIAN, SIGMA, MIN_STD, MAX_STD, CONDITION, RATE };
enum { MEAN = RATE + RATES };

/* What values are measured from, and in which direction worse ones lie; whose rates are shown. */
typedef struct scale {
    double reference, sign;
    const char *label;
    const nes_settings *settings;
} scale;

static scale value_scale(const report *r)
{
    const nes_settings *s = r->settings;
    if (s->maximize) return (scale){r->result.best_f, -1, "value below the best one", s};
    if (isnan(r->optimum)) return (scale){r->result.best_f, 1, "value above the best one", s};
    return (scale){r->optimum, 1, "value above the optimum", s};
}

static bool shows_rates(const scale *s)
{
    bool shown = false;
    for (size_t i = 0; i < RATES; i++) shown = shown || rates_are_adapted(s->settings, i);
    return shown;
}

static double cell(const history_row *row, const scale *s, size_t column)
{
    switch (column) {
    case EVALUATIONS:
        return row->evaluations;
    case BEST:
        return s->sign * (row->best - s->reference);
    case MEDIAN:
        return s->sign * (row->generation_median - s->reference);
    case SIGMA:
        return row->sigma;
    case MIN_STD:
        return row->min_std;
    case MAX_STD:
        return row->max_std;
    case CONDITION:
        return fmax(row->condition, 1); /* an estimate, which rounding may put below */
    default:
        if (column >= MEAN) return row->mean[column - MEAN];
        return rates_are_adapted(s->settings, column - RATE) ? row->rates[column - RATE] : NAN;
    }
}

/* A logarithmic axis can show positive numbers only; what cannot be shown is a gap. */
static int can_be_shown(double v, size_t column)
{
    return isfinite(v) && (v > 0 || column == EVALUATIONS || column >= MEAN);
}

static void put_data(FILE *out, const history *h, const scale *s, size_t columns)
{
    fputs("$run << EOD\n", out);
    for (size_t k = 0; k < h->n; k++) {
        for (size_t j = EVALUATIONS; j <= columns; j++) {
            const double v = cell(&h->rows[k], s, j);
            if (can_be_shown(v, j))
                fprintf(out, "%.9g ", v);
            else
                fputs("NaN ", out);
        }
        fputc('\n', out);
    }
    fputs("EOD\n", out);
}

/* The range of columns from..to: whole decades, or a margin on a linear axis. */
static void put_range(FILE *out, const history *h, const scale *s, size_t from, size_t to)
{
    double low = DBL_MAX, high = -DBL_MAX;
    for (size_t k = 0; k < h->n; k++)
        for (size_t j = from; j <= to; j++) {
            const double v = cell(&h->rows[k], s, j);
            if (can_be_shown(v, j)) {
                low = fmin(low, v);
                high = fmax(high, v);
            }
        }
    if (from >= MEAN) {
        if (low > high) low = high = 0;
        const double margin = high > low ? 0.05 * (high - low) : 1;
        fprintf(out, "set yrange [%.9g:%.9g]\n", low - margin, high + margin);
        return;
    }
    if (low > high) low = high = 1;
    const double bottom = floor(log10(low)), top = ceil(log10(high));
    fprintf(out, "set yrange [1e%.0f:1e%.0f]\n", bottom, top > bottom ? top : bottom + 1);
}

static void put_title(FILE *out, const report *r)
{
    char method[128], text[512];
    fputs("headline = ", out);
    gnuplot_string(out, r->name, 60);
    snprintf(text, sizeof text, ", dimension %zu: %s, seed %llu", r->result.dim,
             report_method(r, method, sizeof method), (unsigned long long)r->result.seed);
    fputs(" . ", out);
    gnuplot_string(out, text, sizeof text);
    snprintf(text, sizeof text, "best value %.6g after %llu evaluations; stopped: %s",
             r->result.best_f, (unsigned long long)r->result.evaluations,
             nes_stop_text(r->result.stop));
    fputs("\nreason = ", out);
    gnuplot_string(out, text, sizeof text);
    fputc('\n', out);
}

/* Marks of the axis are halves of a thousand, a million and so on where it is short of five. */
static const char *count_format(double last)
{
    if (last < 1e4) return "%.0f";
    while (last >= 1e3) last /= 1e3;
    return last < 5 ? "%.1s%c" : "%.0s%c";
}

static void put_style(FILE *out, const history *h)
{
    const double last = h->rows[h->n - 1].evaluations;
    fprintf(out, "set xrange [0:%.0f]\nset format x '%s'\n", last, count_format(last));
    gnuplot_look(out);
    fputs("set xlabel 'evaluations'\n"
          "set key at graph 0,1.02 left bottom horizontal Left reverse samplen 1.5 maxrows 1\n"
          "set style line 1 linecolor rgb '#0b5394' linewidth 2.2\n"
          "set style line 2 linecolor rgb '#e69138' linewidth 1.2\n"
          "set style line 3 linecolor rgb '#38761d' linewidth 1.6\n"
          "set style line 4 linecolor rgb '#a61c3c' linewidth 1.6\n",
          out);
}

/* The colours of the variables run from blue to red. */
static void put_variables(FILE *out, size_t dim, size_t shown)
{
    fputs("set format y '%g'\nset key maxrows 2 font ',9' samplen 0.9 width -1\n", out);
    if (dim > shown)
        fprintf(out, "set ylabel 'mean (first %zu of %zu variables)'\n", shown, dim);
    else
        fputs("set ylabel 'mean of the variables'\n", out);
    fputs("plot ", out);
    for (size_t i = 0; i < shown; i++) {
        const double hue = 0.62 - (shown < 2 ? 0 : 0.62 * (double)i / (double)(shown - 1));
        fprintf(out,
                "%s$run using 1:%zu with lines linewidth 1.4 linecolor rgb hsv2rgb(%.3f,0.8,0.8) "
                "title 'x%zu'",
                i == 0 ? "" : ", ", MEAN + i, hue, i + 1);
    }
    fputs("\nset key maxrows 1 font '' samplen 1.5 width 0\n", out);
}

/* Pixels: a panel, what lies around and between panels. */
enum { PANEL_WIDTH = 480, PANEL_HEIGHT = 295 };
enum { LEFT = 102, TOP = 121, BOTTOM = 58, BESIDE = 108, BELOW = 131 };

static int picture_height(const scale *s)
{
    const int rows = shows_rates(s) ? 3 : 2;
    return TOP + rows * PANEL_HEIGHT + (rows - 1) * BELOW + BOTTOM;
}

/* The next panel goes to that row, and to the columns first .. last. */
static void put_place(FILE *out, const scale *s, int row, int first, int last)
{
    const int left = LEFT + first * (PANEL_WIDTH + BESIDE);
    const int right = LEFT + last * (PANEL_WIDTH + BESIDE) + PANEL_WIDTH;
    const int top = TOP + row * (PANEL_HEIGHT + BELOW);
    const double height = picture_height(s);
    fprintf(out,
            "set lmargin at screen %.4f\nset rmargin at screen %.4f\n"
            "set tmargin at screen %.4f\nset bmargin at screen %.4f\n",
            (double)left / PLOT_WIDTH, (double)right / PLOT_WIDTH, 1 - top / height,
            1 - (top + PANEL_HEIGHT) / height);
}

static void put_headings(FILE *out, const scale *s)
{
    const double height = picture_height(s);
    fprintf(out,
            "set label 1 headline noenhanced at screen 0.5,%.4f center font large\n"
            "set label 2 reason noenhanced at screen 0.5,%.4f center textcolor rgb '#555555'\n",
            1 - 32 / height, 1 - 61 / height);
}

static const char *rate_label(const nes_settings *s)
{
    const bool rates = strcmp(s->rates, "fixed") != 0 || strcmp(s->adaptation, "none") != 0;
    if (!s->adapt_nu) return "learning rate";
    return rates ? "rates, degrees of freedom" : "degrees of freedom";
}

/* What is adapted, on a logarithmic axis. */
static void put_rates(FILE *out, const history *h, const scale *s)
{
    int shown = 0;
    put_place(out, s, 2, 0, 1);
    put_range(out, h, s, RATE, RATE + RATES - 1);
    fprintf(out, "set logscale y\nset format y '%%g'\nset ylabel '%s'\nplot ",
            rate_label(s->settings));
    for (size_t i = 0; i < RATES; i++) {
        if (!rates_are_adapted(s->settings, i)) continue;
        fprintf(out, "%s$run using 1:%zu with lines linestyle %d title '%s' noenhanced",
                shown == 0 ? "" : ", ", RATE + i, 1 + 3 * shown % 4, rate_names[i]);
        shown++;
    }
    fputc('\n', out);
}

static void put_panels(FILE *out, const plot_script *script, const scale *s, size_t shown)
{
    const history *h = script->history;
    fputs("set multiplot\nset logscale y\nset format y '10^{%L}'\n", out);
    put_headings(out, s);
    put_place(out, s, 0, 0, 0);
    put_range(out, h, s, BEST, MEDIAN);
    fprintf(out,
            "set ylabel '%s'\n"
            "plot $run using 1:3 with lines linestyle 2 title 'generation median', "
            "$run using 1:2 with lines linestyle 1 title 'best so far'\nunset label\n",
            s->label);
    put_place(out, s, 0, 1, 1);
    put_range(out, h, s, SIGMA, MAX_STD);
    fputs("set ylabel 'step size'\n"
          "plot $run using 1:6 with lines linestyle 4 title 'largest std', "
          "$run using 1:5 with lines linestyle 3 title 'smallest std', "
          "$run using 1:4 with lines linestyle 1 title 'sigma'\n",
          out);
    put_place(out, s, 1, 0, 0);
    put_range(out, h, s, CONDITION, CONDITION);
    fputs("set ylabel 'condition'\n"
          "plot $run using 1:7 with lines linestyle 1 title 'condition of the covariance'\n",
          out);
    fputs("unset logscale y\n", out);
    put_place(out, s, 1, 1, 1);
    put_range(out, h, s, MEAN, MEAN + shown - 1);
    put_variables(out, script->report->result.dim, shown);
    if (shows_rates(s)) put_rates(out, h, s);
    fputs("unset multiplot\n", out);
}

int plot_script_height(const plot_script *script)
{
    const scale s = value_scale(script->report);
    return picture_height(&s);
}

void plot_script_write(FILE *out, const plot_script *script)
{
    const size_t dim = script->report->result.dim;
    const size_t shown = dim < HISTORY_VARIABLES ? dim : HISTORY_VARIABLES;
    const scale s = value_scale(script->report);
    put_data(out, script->history, &s, MEAN + shown - 1);
    put_title(out, script->report);
    put_style(out, script->history);
    put_panels(out, script, &s, shown);
}
