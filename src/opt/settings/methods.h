/* SPDX-License-Identifier: MIT
 *
 * The named methods: rows of presets, not code. */
#pragma once

#include "nes/by_name.h"
#include "util/text.h"

const nes_method *nes_method_find(const char *name); /* null: no such method */

/* Gives every option that the caller has not set what the method says, or what it is without a
 * method. NES_ERR_METHOD: a preset is wrong, which only a mistake in the table can cause. */
nes_status nes_method_apply(const nes_method *m, nes_settings *s, nes_note note);

/* The method whose presets and parts these settings have; null when the combination has no name. */
const nes_method *nes_method_of(const nes_settings *s);

/* What "auto" looks at. Nothing in it is measured, so that runs can be repeated. */
typedef struct nes_situation {
    size_t dim;
    uint64_t max_evals; /* 0: no budget */
    bool ends;          /* a budget, a time or a target ends the search */
    bool target;        /* a value is to be reached */
    uint64_t jobs;      /* points that are evaluated at once; 0: as many as there are processors */
    double eval_time;   /* seconds that an evaluation takes, as the caller says; 0: not said */
    size_t full_limit;  /* dimensions up to which a full matrix is always affordable */
    bool bits;          /* the variables are bits */
    bool groups;        /* the variables are in more than one group */
    bool shared;        /* coordinates are shared out among slices */
    bool parts;         /* the caller has chosen parts that make a method */
    bool table;         /* there are utilities for one population only */
} nes_situation;

nes_situation nes_situation_of(const nes_settings *s, size_t dim);

/* What "auto" runs, and why. */
typedef struct nes_choice {
    const nes_method *method;
    const char *restarts;
    uint64_t agree;    /* option restart_agree; 0: off */
    uint64_t max_runs; /* 0: any number */
    const char *challenger;
    const char *reason; /* "because ...", without the numbers; null: the caller chose */
} nes_choice;

nes_choice nes_choose(const nes_situation *w);

/* The population for so many jobs: at least n, and such that no job is idle. */
uint64_t nes_popsize_for_jobs(uint64_t n, uint64_t jobs);
