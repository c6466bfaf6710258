/* SPDX-License-Identifier: MIT
 *
 * The picture of a run, given to gnuplot; see report/plot.h. */
#include "report/plot.h"

#include "figure/gnuplot.h"
#include "report/plot_script.h"

static void write_script(FILE *out, const void *data)
{
    plot_script_write(out, data);
}

static gnuplot_picture picture(const char *basename)
{
    return (gnuplot_picture){
        .option = "--plot", .basename = basename, .width = PLOT_WIDTH, .write = write_script};
}

int plot_check(const char *basename)
{
    const gnuplot_picture p = picture(basename);
    return gnuplot_check(&p);
}

int plot_write(const char *basename, const history *h, const report *r)
{
    const plot_script script = {.history = h, .report = r};
    gnuplot_picture p = picture(basename);
    p.height = plot_script_height(&script);
    p.data = &script;
    return gnuplot_draw(&p);
}
