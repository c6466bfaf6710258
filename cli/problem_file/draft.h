/* SPDX-License-Identifier: MIT
 *
 * The problem file that `nes init` writes. */
#pragma once

#include "base/buffer.h"

/* Writes a commented problem file that runs as it is. names: the variables, separated by commas;
 * null: an example. program: a program with its arguments as one text, which is put in as the
 * objective, with a placeholder for every variable unless it has placeholders; null: a formula.
 * Returns 0, or the exit status with the error printed. */
int draft_write(buffer *b, const char *path, const char *names, const char *program);
