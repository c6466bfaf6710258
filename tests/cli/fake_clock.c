/* SPDX-License-Identifier: MIT
 *
 * The linker sends calls of clock_now here and those of __real_clock_now to the program's clock. */
#include "cli/fake_clock.h"

#include <stdbool.h>

double __real_clock_now(void);
double __wrap_clock_now(void);

static bool fake;
static double now;

void fake_clock_start(void)
{
    now = __real_clock_now();
    fake = true;
}

void fake_clock_advance(double seconds)
{
    now += seconds;
}

double __wrap_clock_now(void)
{
    return fake ? now : __real_clock_now();
}
