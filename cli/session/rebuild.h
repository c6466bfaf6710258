/* SPDX-License-Identifier: MIT
 *
 * A run whose state is lost or damaged is computed again from its start, with the values that its
 * folder has. That is the same run, to the last bit, if the folder has them all, or if evaluations
 * take no time to speak of and are made again. */
#pragma once

#include <stdbool.h>

#include "setup/run_setup.h"
#include "store/store.h"

/* Says that the run is computed again, if its state is lost or damaged. Refuses that where values
 * are missing that took their time, unless the user wants it (anew). Returns 0, or the exit status
 * with the error printed. */
int rebuild_check(store *s, const run_options *o, bool anew);
