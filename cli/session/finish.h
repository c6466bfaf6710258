/* SPDX-License-Identifier: MIT
 *
 * The end of a run: what the folder keeps of it, the report, the picture, and the exit status. */
#pragma once

#include "report/history.h"
#include "report/report.h"
#include "session/session.h"

/* Ends the run: r has what the run knows besides the optimiser and the session, and gets the rest.
 * h null: there is nothing to draw. Returns the exit status of the program. */
int finish_run(session *s, report *r, const history *h);
