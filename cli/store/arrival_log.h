/* SPDX-License-Identifier: MIT
 *
 * The order of an asynchronous search (--async), in which every ask is a round with one point, and
 * values count in the order in which they come. The folder keeps that order: for every value its
 * number, and how many points had been asked for by then. What has happened since the state was
 * saved is done again: the same asks between the same values. Then points that were under way are
 * evaluated, with their ids, and what comes is written. */
#pragma once

#include "evaluate/evaluator.h"
#include "nes/by_name.h"
#include "store/store.h"

typedef struct arrival_log arrival_log;

/* Opens the log of a run whose state knows of so many asks and values. *log: to be closed. Returns
 * 0, or the exit status with the error printed. */
int arrival_log_open(arrival_log **log, store *s, uint64_t asked, uint64_t told);
void arrival_log_close(arrival_log *log); /* null is fine */

/* The points that the state has under way, whether their values are there or not; null: none. Good
 * until the first ask. */
const nes_points *arrival_log_points(const arrival_log *log);

/* What comes next, as in loop_order; data: the log. */
bool arrival_log_next(void *data, bool *ask);

/* Notes an ask, with its point, which is one that the folder has, or is written. Returns 0, or the
 * exit status with the error printed. */
int arrival_log_ask(arrival_log *log, uint64_t generation, const nes_points *p);

/* Writes records that have just been measured, with their places in the order. Returns the same. */
int arrival_log_write(arrival_log *log, size_t n, const eval_record *records);

/* Makes an evaluator in front of another one that answers for points whose values the folder has,
 * in their order. inner is borrowed. The log lives as long. */
void arrival_log_front(arrival_log *log, evaluator *e, const evaluator *inner);

/* 0, or the exit status of what has gone wrong, with the error printed. */
int arrival_log_status(const arrival_log *log);

/* How many values the folder had. */
uint64_t arrival_log_known(const arrival_log *log);
