/* SPDX-License-Identifier: MIT
 *
 * Shaded maps with contour lines; see figure/script.h. A logarithmic scale shows logarithms, and
 * writes the numbers at the scale as powers of ten. */
#include <float.h>
#include <math.h>

#include "figure/script.h"

enum { CONTOURS = 14, SCALE_MARKS = 6, SCALE_GAP = 14, SCALE_WIDTH = 16 };

/* What is drawn of a value; NaN: nothing. */
static double level(const map *m, double v)
{
    if (!isfinite(v) || (m->log_scale && v <= 0)) return NAN;
    return m->log_scale ? log10(v) : v;
}

static range levels(const map *m)
{
    range r = {.low = DBL_MAX, .high = -DBL_MAX};
    for (size_t i = 0; i < m->nx * m->ny; i++) {
        r.low = fmin(r.low, level(m, m->values[i])); /* fmin and fmax pass over NaN */
        r.high = fmax(r.high, level(m, m->values[i]));
    }
    if (r.low > r.high) r.low = r.high = 0;
    if (r.low == r.high) r.high = r.low + 1;
    return r;
}

void map_write_data(FILE *out, const map *m, size_t number)
{
    const range r = levels(m);
    fprintf(out, "$map%zu << EOD\n", number);
    for (size_t i = 0; i < m->nx * m->ny; i++) {
        const double across = (double)(i % m->nx) / (double)(m->nx - 1);
        const double up = (double)(i / m->nx) / (double)(m->ny - 1);
        const double v = level(m, m->values[i]);
        if (i > 0 && i % m->nx == 0) fputc('\n', out);
        fprintf(out, "%.7g %.7g ", m->x0 + across * (m->x1 - m->x0), m->y0 + up * (m->y1 - m->y0));
        if (isnan(v))
            fputs("NaN\n", out);
        else
            fprintf(out, "%.7g\n", v);
    }
    fputs("EOD\nset contour base\nunset surface\nset cntrparam levels discrete ", out);
    for (int i = 1; i <= CONTOURS; i++)
        fprintf(out, "%s%.9g", i == 1 ? "" : ", ",
                r.low + (r.high - r.low) * i / (double)(CONTOURS + 1));
    /* One point of its own, which shows nothing: gnuplot complains of a plot without any. */
    fprintf(out,
            "\nset zrange [%.9g:%.9g]\nset table $contour%zu\nsplot $map%zu using 1:2:3\n"
            "unset table\nunset contour\nset surface\n"
            "set print $contour%zu append\nprint ''\nprint '%.9g %.9g'\nset print\n",
            r.low, r.high, number, number, number, m->x0, m->y0);
}

void map_write_scale(FILE *out, const map *m, area a, const layout *l)
{
    const range r = levels(m);
    /* Light is low, and lightness falls steadily: prints in grey tell the same. */
    fputs("set palette defined (0 '#fbfaf2', 0.25 '#dfe7e2', 0.5 '#a9c5d3', 0.75 '#6a96b8', "
          "1 '#2f5f8f')\n",
          out);
    fprintf(out, "set cbrange [%.9g:%.9g]\n", r.low, r.high);
    if (m->log_scale)
        fprintf(out, "set format cb '10^{%%g}'\nset cbtics %.0f\n",
                fmax(ceil((r.high - r.low) / SCALE_MARKS), 1));
    else
        fputs("set format cb '%h'\nset cbtics autofreq\n", out);
    fprintf(out, "set colorbox user origin screen %.5f,%.5f size screen %.5f,%.5f noborder\n",
            (a.right + SCALE_GAP) / l->width, a.bottom / l->height, (double)SCALE_WIDTH / l->width,
            (a.top - a.bottom) / l->height);
}

void map_write_plot(FILE *out, size_t number)
{
    fprintf(out,
            ", $map%zu using 1:2:3 with image notitle, $contour%zu using 1:2 with lines "
            "linewidth 0.8 linecolor rgb '#80404040' notitle",
            number, number);
}
