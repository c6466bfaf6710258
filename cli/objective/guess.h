/* SPDX-License-Identifier: MIT
 *
 * Wrong guesses of how a program is named on the command line, which are answered with the right
 * way. */
#pragma once

/* Looks for a program among arguments from argv[1] on, before any "--": in an option that does not
 * exist (--cmd, --exec, ...) or as a word of its own. Returns 0, or the exit status with the
 * sentence printed. */
int guess_program(int argc, char **argv);
