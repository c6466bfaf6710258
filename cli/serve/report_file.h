/* SPDX-License-Identifier: MIT
 *
 * The page of one run as a file with everything inside: what the server would answer is in it as
 * data, and a policy lets no other script run and nothing be loaded. */
#pragma once

/* Writes it. Returns 0, or the exit status with the error printed. */
int report_file_write(const char *folder, const char *path);
