/* SPDX-License-Identifier: MIT
 *
 * Rank 0: the team of its session (session/rank_team.h). It hands out the points one by one, to
 * whoever is free, evaluates some itself, and collects the records. */
#pragma once

#include <mpi.h>

#include "session/rank_team.h"

typedef struct leader leader;

/* The communicator is borrowed. */
leader *leader_open(MPI_Comm comm);

/* The team, which lives as long as the leader. */
const rank_team *leader_team(const leader *l);

/* Lets the other ranks end, with this status of the program, and waits for their last words. */
void leader_close(leader *l, int status);
