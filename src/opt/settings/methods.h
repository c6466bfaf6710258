/* SPDX-License-Identifier: MIT
 *
 * The named methods: rows of presets, not code. */
#pragma once

#include "opt/settings/resolve.h"

const nes_method *nes_method_find(const char *name); /* null: no such method */

/* Gives every option that the caller has not set what the method says, or what it is without a
 * method. NES_ERR_METHOD: a preset is wrong, which only a mistake in the table can cause. */
nes_status nes_method_apply(const nes_method *m, nes_settings *s, nes_note note);

/* The method whose presets and parts these settings have; null when the combination has no name. */
const nes_method *nes_method_of(const nes_settings *s);

/* What "auto" runs, and why. */
typedef struct nes_choice {
    const nes_method *method;
    const char *restarts;
    uint64_t agree;    /* option restart_agree; 0: off */
    uint64_t max_runs; /* 0: any number */
    const char *challenger;
    const char *reason; /* "because ...", without the numbers; null: the caller chose */
} nes_choice;

/* Nothing that it looks at is measured, so that runs can be repeated. */
nes_choice nes_choose(const nes_settings *s, const nes_space *space);

/* The population for so many jobs: at least n, and such that no job is idle. */
uint64_t nes_popsize_for_jobs(uint64_t n, uint64_t jobs);
