/* SPDX-License-Identifier: MIT
 *
 * An evaluator that keeps back the failures that end a run (evaluate/failures.h). Nobody hears of
 * them as values, the database least of all. So when the run goes on, also after it was killed, the
 * point is evaluated again. The same holds for all failures once the run was told to end at once:
 * whoever has ended nes may have ended its programs, too. */
#pragma once

#include "evaluate/failures.h"
#include "nes/status.h"

/* f and inner are borrowed; f must be an observer of the run. NES_ERR_MEMORY: there is nothing to
 * close. */
nes_status failures_guard_open(evaluator *e, failures *f, const evaluator *inner);
