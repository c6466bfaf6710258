/* SPDX-License-Identifier: MIT
 *
 * The handle: what the caller holds. It owns copies of the caller's arrays and the runs, and says
 * why a call was refused; everything else is done by the runs. */
#pragma once

#include "opt/domain/domain.h"
#include "opt/search/runs.h"

struct nes_opt {
    nes_settings s;      /* as nes_get_settings shows them */
    nes_density density; /* the caller's, with a copy of theta0; nparam 0: none */
    nes_radial radial;   /* the caller's, with a copy of tau0 */
    void *memory;        /* copies of arrays, and the arrays of this struct and of runs */
    double *mean_x;      /* dim, where there are bounds, integers or choices: the centre as a
                            point; else null */
    double *std_x;       /* dim, where there are choices beside others; else null */
    nes_domain *domain;  /* between the caller's variables and those of the search; null: they
                            are the same */
    nes_runs runs;
    char message[NES_MESSAGE_SIZE];
};

/* A handle without any run yet, from settings that can be resolved. */
nes_status nes_handle_make(nes_opt **o, const nes_space *space, const double *x0,
                           const nes_settings *given, nes_note note);

/* A handle for what is searched, with its first run. The domain becomes the handle's. */
nes_status nes_handle_create(nes_opt **o, const nes_space *space, nes_reduced *r, nes_note note);

/* To be called when the first run is there: the settings shown are those of a single run, with the
 * caller's variables, which the handle takes over (null: all are as they come). On failure it does
 * not. */
nes_status nes_handle_settle(nes_opt *o, nes_domain *domain, nes_note note);

/* The caller's variables, fixed ones among them. */
static inline size_t nes_handle_dim(const nes_opt *o)
{
    return o->domain != NULL ? o->domain->dim : o->runs.plan.dim;
}

/* result.c: centre, widths and scale of a run, where its distribution has them. */
void nes_describe_run(nes_opt *o, struct nes_run *run, nes_result *r);

/* result.c: the numbers of a result that need no look at the search distribution, which takes long
 * where there are many variables. The rest of r stays as it is. */
void nes_summarise(const nes_opt *o, nes_result *r);

/* Refuses to ask for points where the search has stopped. */
nes_status nes_check_goes_on(nes_opt *o);

/* async.c: refuses to close a generation where there is none. */
nes_status nes_refuse_close(nes_opt *o);

static inline nes_note nes_note_of(nes_opt *o)
{
    return (nes_note){o->message, sizeof o->message};
}
