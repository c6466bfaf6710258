/* SPDX-License-Identifier: MIT
 *
 * The command line of a run as bytes, so that all ranks read the same: what `nes run` was given, or
 * what the folder of the run has kept. */
#pragma once

#include "base/buffer.h"
#include "session/command_line.h"
#include "session/facts.h"

/* Appends it, with the folder that this process works in. Returns 0, or the exit status with the
 * error printed. */
int origin_pack(const facts_origin *from, buffer *to);

/* Goes to that folder, reads the command line, and opens the objective. The bytes are borrowed as
 * long as the command line is used, which is closed by command_line_close() in any case. */
int origin_open(char *bytes, size_t n, command_line *c, char ***argv);

/* Numbers the workers of an objective, so that no two ranks have one of the same number. */
void origin_number_workers(run_setup *s, int rank);
