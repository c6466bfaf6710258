/* SPDX-License-Identifier: MIT
 *
 * Results by name of choices and bits. */
#pragma once

#include "opt/handle/opt.h"

/* Probabilities of all values: choice after choice in the caller's order, value 0 first. */
nes_status nes_probabilities_length(nes_opt *o, struct nes_run *run, const char *name, size_t *n);
nes_status nes_copy_probabilities(nes_opt *o, struct nes_run *run, double *values);
