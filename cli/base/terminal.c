/* SPDX-License-Identifier: MIT
 *
 * How a line is rewritten: a carriage return, the sequence that erases to the end of the line, the
 * text. */
#include "base/terminal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/clock.h"

enum { COLUMNS = 80 }; /* columns where the terminal does not say */

int terminal_columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : COLUMNS;
}

/* Whether standard error is a terminal that can rewrite a line. */
static bool can_rewrite(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && terminal != NULL && *terminal != '\0' &&
           strcmp(terminal, "dumb") != 0;
}

terminal_line terminal_line_start(void)
{
    const double now = clock_now();
    return (terminal_line){.live = can_rewrite(), .begin = now, .shown = now};
}

bool terminal_line_is_due(const terminal_line *l, double frequent, double now)
{
    const double run = now - l->begin;
    return now - l->shown >= (l->live || run < frequent ? 1 : run < 600 ? 10 : 60);
}

void terminal_line_show(terminal_line *l, const char *text, double now)
{
    buffer cleaned = {.text = NULL};
    clean_add(&cleaned, text, strlen(text), CLEAN_LINE);
    if (l->live)
        fprintf(stderr, "\r\033[K%.*s", terminal_columns() - 1, cleaned.text);
    else
        fprintf(stderr, "%s\n", cleaned.text);
    buffer_free(&cleaned);
    fflush(stderr);
    l->open = l->live;
    l->shown = now;
}

void terminal_line_clear(terminal_line *l)
{
    if (l->open) fputs("\r\033[K", stderr);
    if (l->open) fflush(stderr);
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

void terminal_date(double seconds, char text[32])
{
    const time_t whole = (time_t)fmin(fmax(seconds, 0), 1e11);
    struct tm utc;
    strftime(text, 32, "%Y-%m-%d %H:%M:%S UTC", gmtime_r(&whole, &utc));
}

void terminal_short_number(double v, char *text, size_t size)
{
    static const char units[] = {'\0', 'k', 'M', 'G'};
    size_t unit = 0;
    for (; v >= 999.5 && unit < 3; unit++) v /= 1000;
    snprintf(text, size, "%.3g%c", v, units[unit]);
}
