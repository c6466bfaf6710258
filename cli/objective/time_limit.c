/* SPDX-License-Identifier: MIT
 *
 * See objective/time_limit.h. The factor: where times are exponential, an evaluation exceeds 20
 * medians once in a million, and where they are lognormal with a factor of e, once in 700. Points
 * that are good and therefore slow, up to six medians, stay. The median of five evaluations is a
 * quarter of the true one in 3 of 100 cases at exponential times; 20 times that are still five
 * medians. */
#include "objective/time_limit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"

static const double FACTOR = 20;      /* medians, unless the user says how many */
static const double LEAST_FACTOR = 2; /* half of all evaluations take longer than the median */
static const double LEAST = 1;        /* seconds: machines pause now and then */
enum { ENOUGH = 5 };                  /* evaluations that show what is usual */

static int read_automatic(time_limit *l, const char *text, const char *factor)
{
    char *end;
    l->factor = FACTOR;
    if (*factor == '\0') return 0;
    l->factor = strtod(factor + 1, &end);
    const bool number = strchr(" :", *factor) != NULL && end != factor + 1 && *end == '\0';
    if (number && l->factor >= LEAST_FACTOR && isfinite(l->factor)) return 0;
    return text_error(EXIT_USAGE,
                      "--timeout '%s': auto takes a factor of at least 2, such as 'auto 10'", text);
}

int time_limit_read(time_limit *l, const char *text)
{
    char *end;
    *l = (time_limit){.seconds = 0};
    if (text == NULL) return 0;
    if (strncmp(text, "auto", 4) == 0) return read_automatic(l, text, text + 4);
    l->seconds = strtod(text, &end);
    if (end != text && *end == '\0' && l->seconds > 0 && isfinite(l->seconds)) return 0;
    return text_error(
        EXIT_USAGE, "--timeout '%s' is no number of seconds above 0, and not 'auto' either", text);
}

double time_limit_now(const time_limit *l)
{
    if (!(l->factor > 0)) return l->seconds;
    const double median = durations_median(&l->known, ENOUGH);
    return isnan(median) ? 0 : fmax(LEAST, l->factor * median);
}

void time_limit_failure(const time_limit *l, char text[TIME_LIMIT_TEXT])
{
    char number[TEXT_NUMBER_SIZE];
    if (l->factor > 0)
        snprintf(text, TIME_LIMIT_TEXT, "timed out by --timeout auto");
    else
        snprintf(text, TIME_LIMIT_TEXT, "timed out after %s s", text_number(l->seconds, number));
}

void time_limit_had(const time_limit *l, double seconds, char text[TIME_LIMIT_TEXT])
{
    const double median = durations_median(&l->known, 1);
    text[0] = '\0';
    if (l->factor > 0)
        snprintf(text, TIME_LIMIT_TEXT, "it had %.3g s; the median of evaluations is %.3g s",
                 seconds, median);
}
