/* SPDX-License-Identifier: MIT
 *
 * The rewritten line: a carriage return, the sequence that erases to the end of the line, the text.
 */
#include "base/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/clock.h"

enum { COLUMNS = 80 }; /* where the terminal does not say */

/* Whether standard error is a terminal that can rewrite a line. */
static bool can_rewrite(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && terminal != NULL && *terminal != '\0' &&
           strcmp(terminal, "dumb") != 0;
}

int terminal_columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : COLUMNS;
}

live_line live_line_start(void)
{
    const double now = clock_now();
    return (live_line){.live = can_rewrite(), .begin = now, .shown = now};
}

bool live_line_is_due(const live_line *l, double now, double early)
{
    const double past = now - l->begin, pace = l->live || past < early ? 1 : past < 600 ? 10 : 60;
    return now - l->shown >= pace;
}

/* Cut to the terminal: a wrapped line could not be rewritten. */
void live_line_show(live_line *l, const char *line, double now)
{
    buffer text = {.text = NULL};
    clean_add(&text, line, strlen(line), CLEAN_LINE);
    const char *shown = text.text == NULL ? "" : text.text;
    if (l->live)
        fprintf(stderr, "\r\033[K%.*s", terminal_columns() - 1, shown);
    else
        fprintf(stderr, "%s\n", shown);
    buffer_free(&text);
    fflush(stderr);
    l->open = l->live;
    l->shown = now;
}

void live_line_clear(live_line *l)
{
    if (l->open) fputs("\r\033[K", stderr);
    fflush(stderr);
    l->open = false;
}

void terminal_duration(double seconds, char *text, size_t size)
{
    const bool soon = seconds < 100 * 86400.0;
    const unsigned long s = soon && seconds > 0 ? (unsigned long)(seconds + 0.5) : 0;
    if (!soon)
        snprintf(text, size, "over 100 days");
    else if (s >= 3600)
        snprintf(text, size, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(text, size, "%lu:%02lu", s / 60, s % 60);
}

void terminal_short_number(double v, char *text, size_t size)
{
    static const char units[] = {'\0', 'k', 'M', 'G'};
    size_t unit = 0;
    for (; v >= 999.5 && unit < 3; unit++) v /= 1000;
    snprintf(text, size, "%.3g%c", v, units[unit]);
}
