/* SPDX-License-Identifier: MIT
 *
 * nes_mpi_settings: defaults, and sentences about values that are not allowed. */
#include "schedule.h"

#include <string.h>

#include "round.h"

void nes_mpi_settings_default(nes_mpi_settings *m)
{
    if (m != NULL)
        *m = (nes_mpi_settings){
            .schedule = "static", .straggler = NES_OFF, .group = 1, .check_every = 100};
}

bool nes_mpi_on_demand(const nes_mpi_settings *m)
{
    return m->schedule != NULL && strcmp(m->schedule, "demand") == 0;
}

/* Prints a number as libnes does, with a decimal point in every locale. */
static const char *number(double value, char *text, size_t size)
{
    nes_settings s;
    nes_settings_default(&s);
    s.target = value;
    return nes_get(&s, "target", text, size) == NES_OK ? text : "?";
}

static nes_status check_straggler(const nes_crew *c, const nes_mpi_settings *m)
{
    char text[40];
    int level = MPI_THREAD_SINGLE;
    if (!(m->straggler > 1))
        return nes_crew_refuse(
            c, NES_ERR_VALUE,
            "straggler is %s: it is above 1, a multiple of the median time of an "
            "evaluation, or NES_OFF",
            number(m->straggler, text, sizeof text));
    if (!nes_mpi_on_demand(m))
        return nes_crew_refuse(c, NES_ERR_VALUE,
                               "straggler needs the schedule \"demand\", since a rank that is late "
                               "takes no points for a while");
    if (m->group > 1)
        return nes_crew_refuse(c, NES_ERR_VALUE,
                               "straggler needs groups of one rank, and group is %d", m->group);
    NES_MPI_TRY(c, MPI_Query_thread, &level);
    if (level < MPI_THREAD_FUNNELED)
        return nes_crew_refuse(c, NES_ERR_THREAD,
                               "straggler calls the objective in a thread, for which MPI was not "
                               "started: use MPI_Init_thread with MPI_THREAD_FUNNELED");
    return NES_OK;
}

static nes_status check_group(const nes_crew *c, int group, bool groups)
{
    if (group > 1 && !groups)
        return nes_crew_refuse(c, NES_ERR_VALUE,
                               "group is %d, but the objective takes no communicator: use "
                               "nes_mpi_run_group, or group 1",
                               group);
    if (group < 1 || c->size % group != 0)
        return nes_crew_refuse(
            c, NES_ERR_VALUE,
            "group is %d, which does not divide the %d ranks into groups of equal "
            "size: use a divisor, or another number of ranks",
            group, c->size);
    return NES_OK;
}

nes_status nes_mpi_check(const nes_crew *c, const nes_mpi_settings *m, bool groups)
{
    if (m->schedule == NULL || (strcmp(m->schedule, "static") != 0 && !nes_mpi_on_demand(m)))
        return nes_crew_refuse(c, NES_ERR_VALUE,
                               "there is no schedule \"%.100s\": use \"static\" or \"demand\"",
                               m->schedule != NULL ? m->schedule : "(null)");
    const nes_status st = check_group(c, m->group, groups);
    return st == NES_OK && nes_mpi_chases(m) ? check_straggler(c, m) : st;
}

uint64_t nes_mpi_digest(const nes_mpi_settings *m)
{
    uint64_t straggler;
    memcpy(&straggler, &m->straggler, sizeof straggler);
    uint64_t digest = nes_round_mix(nes_mpi_on_demand(m), straggler);
    digest = nes_round_mix(digest, (uint64_t)m->group);
    return nes_round_mix(digest, m->check_every);
}
