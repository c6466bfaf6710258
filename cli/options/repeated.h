/* SPDX-License-Identifier: MIT
 *
 * Options given twice. Of a limit or a setting the last one counts, so that a command line can be
 * added to. Of an option that names what a run is made of, a second one looks as if it added to the
 * first, and is refused. */
#pragma once

#include <stdbool.h>

/* What to do in the place of giving the option a second time; null: the last one counts. */
const char *repeated_remedy(const char *name);

/* Whether an option may be given several times, each time with something else. */
bool repeated_is_list(const char *name);
