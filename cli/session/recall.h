/* SPDX-License-Identifier: MIT
 *
 * The course of a run so far, from its folder. */
#ifndef SESSION_RECALL_H
#define SESSION_RECALL_H

#include "report/history.h"
#include "store/store.h"

/* Adds the rows of the folder to a history, up to so many evaluations. Returns 0, or the exit
 * status with the error printed. */
int recall_course(store *s, uint64_t evaluations, history *h);

#endif
