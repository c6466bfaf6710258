/* SPDX-License-Identifier: MIT
 *
 * The bar of a table of tasks; see tasks/task_progress.h. */
#include "tasks/task_progress.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/terminal.h"
#include "base/text.h"

enum { LINE_SIZE = 256, TEXT_COLUMNS = 48, BAR_MOST = 40 };

static const double SETTLED = 1; /* seconds after which a rate can be trusted */

void task_progress_line(const task_progress *p, double weight, double seconds, int width,
                        char *line, size_t size)
{
    const double share = p->all > 0 ? weight / p->all : 1, now = weight - p->before;
    const int room = width - TEXT_COLUMNS, bar = room > BAR_MOST ? BAR_MOST : room < 0 ? 0 : room;
    const int full = (int)(share * bar);
    char text[32];
    int n = 0;
    if (bar > 0) {
        n = snprintf(line, size, "[%*s] ", bar, "");
        memset(line + 1, '#', (size_t)(full < bar ? full : bar));
    }
    n += snprintf(line + n, size - (size_t)n, "%3d %%  %zu of %zu run%s", (int)(100 * share),
                  p->done, p->runs, text_s(p->runs));
    if (seconds < SETTLED || now <= 0) return;
    terminal_duration((p->all - weight) * seconds / now, text, sizeof text);
    snprintf(line + n, size - (size_t)n, "  %s left", text);
}

static void show(task_progress *p, double weight, double now)
{
    char line[LINE_SIZE];
    task_progress_line(p, weight, now - p->line.begin, p->line.live ? terminal_columns() : 0, line,
                       sizeof line);
    terminal_line_show(&p->line, line, now);
}

void task_progress_start(task_progress *p)
{
    p->line = terminal_line_start();
    if (p->on && p->line.live) show(p, p->before, p->line.begin);
}

void task_progress_note(task_progress *p, size_t done, double weight)
{
    if (!p->on) return;
    const double now = clock_now();
    const bool cleared = p->line.live && !p->line.open; /* something else was printed */
    p->done = done;
    if (cleared || terminal_line_is_due(&p->line, 0, now)) show(p, weight, now);
}
