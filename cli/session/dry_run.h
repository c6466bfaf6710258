/* SPDX-License-Identifier: MIT
 *
 * nes run --dry-run: what a command would do. Everything is opened and checked as for the run, and
 * the first point is drawn; nothing is evaluated, and nothing is written. */
#pragma once

#include "report/report.h"
#include "session/session.h"

/* Checks the session, which has not begun, and prints what would be run: a table, or with --json an
 * object. Returns 0, or the exit status with the error printed. */
int dry_run(session *s);

/* dry_run_variables.c: prints the table of variables of a report without values. */
void dry_run_variables(const report *r);
