/* SPDX-License-Identifier: MIT
 *
 * The one call: agreeing on kernels that all processors have, making the same handle on every rank,
 * running it, and taking the answer. */
#include <string.h>

#include "search.h"
#include "settings.h"

static const nes_option *kernels(void)
{
    const nes_option *option = NULL;
    for (size_t i = 0; (option = nes_option_at(i)) != NULL; i++)
        if (strcmp(option->name, "kernels") == 0) break;
    return option;
}

/* The number of the best word that can be run here. The words stand in the order of their levels,
 * behind "auto". */
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

nes_status nes_mpi_agree_on_kernels(const nes_crew *c, nes_settings *s)
{
    const int level = best_level();
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
    nes_mpi_report own;
    nes_status st = nes_crew_open(&c, comm, report != NULL ? report : &own);
    if (st == NES_OK && s == NULL)
        nes_crew_refuse(&c, NES_ERR_ARGUMENT, "rank %d: the settings are null", c.rank);
    if (st == NES_OK) st = nes_crew_agree(&c, s != NULL ? NES_OK : NES_ERR_ARGUMENT);
    if (st == NES_OK) st = nes_mpi_agree_on_kernels(&c, s);
    nes_crew_close(&c);
    return st;
}

/* The handle of this rank, or the sentence why there is none. */
static nes_status create(const nes_crew *c, nes_opt **o, size_t dim, const double *x,
                         const nes_settings *s)
{
    char why[NES_MESSAGE_SIZE];
    const nes_status st = x != NULL ? nes_create(o, dim, x, s) : NES_ERR_ARGUMENT;
    if (st == NES_OK) return st;
    const bool known = x != NULL && nes_settings_check(s, dim, x, why, sizeof why) != NES_OK;
    return nes_crew_refuse(c, st, "rank %d: %.280s", c->rank, known ? why : nes_strerror(st));
}

/* The same handle on every rank, or none on any. */
static nes_status create_on_all(MPI_Comm comm, nes_opt **o, size_t dim, const double *x,
                                const nes_settings *given, nes_mpi_report *report)
{
    nes_crew c;
    nes_settings s;
    nes_status st = nes_crew_open(&c, comm, report);
    nes_settings_default(&s);
    if (given != NULL) s = *given;
    if (st == NES_OK) st = nes_mpi_agree_on_kernels(&c, &s);
    if (st == NES_OK) st = nes_crew_agree(&c, create(&c, o, dim, x, &s));
    nes_crew_close(&c);
    return st;
}

/* The answer of a run that has ended, which is closed. */
static nes_status end(nes_opt *o, nes_status st, double *x, nes_result *r)
{
    if (st == NES_OK) nes_search_answer(o, x, r);
    nes_destroy(o);
    return st;
}

nes_status nes_mpi_minimize(MPI_Comm comm, nes_objective f, void *user, size_t dim, double *x,
                            const nes_settings *s, const nes_mpi_settings *m, nes_result *r,
                            nes_mpi_report *report)
{
    nes_opt *o = NULL;
    nes_mpi_report own;
    if (report == NULL) report = &own;
    const nes_status st = create_on_all(comm, &o, dim, x, s, report);
    return end(o, st == NES_OK ? nes_mpi_run(o, comm, f, user, m, report) : st, x, r);
}

nes_status nes_mpi_minimize_records(MPI_Comm comm, nes_record_objective f, void *user, size_t dim,
                                    double *x, const nes_settings *s, const nes_mpi_settings *m,
                                    nes_result *r, nes_mpi_report *report)
{
    nes_opt *o = NULL;
    nes_mpi_report own;
    if (report == NULL) report = &own;
    const nes_status st = create_on_all(comm, &o, dim, x, s, report);
    return end(o, st == NES_OK ? nes_mpi_run_records(o, comm, f, user, m, report) : st, x, r);
}
