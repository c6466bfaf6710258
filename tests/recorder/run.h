/* SPDX-License-Identifier: MIT
 *
 * Makes one run and writes its line of the record. */
#ifndef RECORDER_RUN_H
#define RECORDER_RUN_H

#include "library.h"

/* Columns, separated by tabs: name, "exact" or "near" (how it is to be compared) or "refused",
 * digests of points, results, texts and saved bytes, fingerprint, and numbers of the result. then
 * is a library that takes over amid the second ask of every run, by nes_save and nes_load; null:
 * none. */
void run_record(const library *l, const library *then, const char *text);

#endif
