/* SPDX-License-Identifier: MIT
 *
 * The one call: agreeing on kernels that all processors have, making the same handle on every rank,
 * running it, and taking the answer. */
#include <stdio.h>
#include <string.h>

#include "nes/by_name.h"
#include "shared.h"

static const nes_option *kernels(void)
{
    const nes_option *option = NULL;
    for (size_t i = 0; (option = nes_option_at(i)) != NULL; i++)
        if (strcmp(option->name, "kernels") == 0) break;
    return option;
}

/* Returns the index of the best word of the option kernels that this processor can run. The words
 * follow "auto" in the order of their levels. */
static int best_level(void)
{
    const nes_option *option = kernels();
    const char *word = NULL;
    int best = 0;
    for (int i = 0; (word = nes_option_word(option, (size_t)i)) != NULL; i++) {
        nes_settings s;
        nes_settings_default(&s);
        s.kernels = word;
        if (nes_settings_check(&s, 1, NULL, NULL, 0) == NES_OK) best = i;
    }
    return best;
}

/* Refuses a null pointer `needed` of any rank. Where processors differ, "auto" becomes the best
 * level of kernels that all ranks have. */
static nes_status agree(const nes_crew *c, const void *needed, const char *name, nes_settings *s)
{
    const int level = best_level();
    nes_status st = NES_OK;
    if (needed == NULL)
        st = nes_crew_refuse(c, NES_ERR_ARGUMENT, "rank %d: %s null", c->rank, name);
    st = nes_crew_agree(c, st);
    if (st != NES_OK) return st;
    int extremes[2] = {level, -level};
    NES_MPI_TRY(c, MPI_Allreduce, MPI_IN_PLACE, extremes, 2, MPI_INT, MPI_MIN, c->comm);
    const bool automatic = s->kernels == NULL || strcmp(s->kernels, "auto") == 0;
    if (automatic && extremes[0] != -extremes[1])
        s->kernels = nes_option_word(kernels(), (size_t)extremes[0]);
    return NES_OK;
}

nes_status nes_mpi_agree(MPI_Comm comm, nes_settings *s, nes_mpi_report *report)
{
    nes_crew c;
    nes_status st = nes_crew_open(&c, comm, report);
    if (st == NES_OK) st = agree(&c, s, "the settings are", s);
    nes_crew_close(&c);
    return st;
}

/* Makes the same handle on every rank, or handles of the ranks' slices, or none on any rank. */
static nes_status create(const nes_crew *c, const nes_mpi_shared *w, nes_opt **o, size_t dim,
                         const double *x, const nes_settings *given)
{
    char why[NES_MESSAGE_SIZE] = "";
    nes_settings s;
    nes_settings_default(&s);
    if (given != NULL) s = *given;
    nes_status st = agree(c, x, "x is", &s);
    if (st != NES_OK) return st;
    st = w != NULL ? nes_create_slice(o, dim, &w->slice, x, &s, why, sizeof why)
                   : nes_create(o, dim, x, &s);
    if (st != NES_OK && w == NULL && nes_settings_check(&s, dim, x, why, sizeof why) == NES_OK)
        snprintf(why, sizeof why, "%s", nes_strerror(st));
    if (w != NULL && w->fault != NES_OK) return w->fault;
    if (st != NES_OK && why[0] == '\0') st = NES_OK; /* another rank's error, with its reason */
    if (st != NES_OK) nes_crew_refuse(c, st, "rank %d: %.280s", c->rank, why);
    return nes_crew_agree(c, st);
}

static nes_status create_on_all(MPI_Comm comm, nes_opt **o, size_t dim, const double *x,
                                const nes_settings *s, nes_mpi_report *report)
{
    nes_crew c;
    nes_status st = nes_crew_open(&c, comm, report);
    if (st == NES_OK) st = create(&c, NULL, o, dim, x, s);
    nes_crew_close(&c);
    return st;
}

/* Takes the answer of a run that has ended, and frees the handle. */
static nes_status end(nes_opt *o, nes_status st, double *x, nes_result *r)
{
    nes_result result;
    if (st == NES_OK) {
        nes_get_result(o, &result);
        if (result.best_x != NULL) result.best_x = memcpy(x, result.best_x, result.dim * sizeof *x);
        result.mean_x = result.std_x = NULL;
        if (r != NULL) *r = result;
    }
    nes_destroy(o);
    return st;
}

nes_status nes_mpi_minimize(MPI_Comm comm, nes_objective f, void *user, size_t dim, double *x,
                            const nes_settings *s, const nes_mpi_settings *m, nes_result *r,
                            nes_mpi_report *report)
{
    nes_opt *o = NULL;
    const nes_status st = create_on_all(comm, &o, dim, x, s, report);
    return end(o, st == NES_OK ? nes_mpi_run(o, comm, f, user, m, report) : st, x, r);
}

nes_status nes_mpi_minimize_records(MPI_Comm comm, nes_record_objective f, void *user, size_t dim,
                                    double *x, const nes_settings *s, const nes_mpi_settings *m,
                                    nes_result *r, nes_mpi_report *report)
{
    nes_opt *o = NULL;
    const nes_status st = create_on_all(comm, &o, dim, x, s, report);
    return end(o, st == NES_OK ? nes_mpi_run_records(o, comm, f, user, m, report) : st, x, r);
}

nes_status nes_mpi_minimize_shared(MPI_Comm comm, nes_mpi_slice_objective f, void *user, size_t dim,
                                   double *x, const nes_settings *s, nes_result *r,
                                   nes_mpi_report *report)
{
    nes_mpi_shared *w = NULL;
    nes_opt *o = NULL;
    nes_status st = nes_mpi_shared_open(&w, comm, dim, report);
    if (st != NES_OK) return st;
    if (report != NULL) w->crew.report = report;
    st = create(&w->crew, w, &o, dim, x, s);
    st = end(o, st == NES_OK ? nes_mpi_run_shared(o, w, f, user, report) : st, x, r);
    nes_mpi_shared_close(w);
    return st;
}
