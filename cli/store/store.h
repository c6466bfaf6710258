/* SPDX-License-Identifier: MIT
 *
 * The folder of a run: DIR/run.db, a SQLite database in WAL mode that other programs may read while
 * the run goes on. It holds all that is needed to go on exactly where the run was:
 *
 *     facts        name and value: what the run was started with, and how it stands
 *     variables    number, name, bounds and kind of each variable
 *     evaluations  one row per point asked for and round: the point, its value once it is there
 *     points       the same as a view, with a column per variable
 *     outputs      what evaluations gave besides their values; only in a run with outputs
 *     arrivals     the order of values; only in a run without generations (--async)
 *     generations  the course, a row per generation
 *     state        the optimiser after a round, as nes_save writes it: the last one only
 *     orders       what `nes ctl` wants of the run
 *
 * A round is one ask of the optimiser, counted from 1. docs/run-folder.md has every column.
 *
 * A run goes on from its state, and the values of later rounds that are in the table are told again
 * without evaluating anything (store/replay.h). So a value counts from the moment its row is
 * written, and the state may be some rounds old.
 *
 * One process writes: it holds a lock on the folder for as long as it lives, also where it is
 * killed. It opens the folder once only: closing it a second time would release the lock.
 *
 * Every function that returns int returns 0, or the exit status with the error printed. After an
 * error of the database the store does no more: every later call finds nothing, returns that status
 * at once, and prints nothing. So of several calls in a row only the last answer has to be looked
 * at. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "evaluate/failures.h"
#include "nes/by_name.h"
#include "options/variables.h"
#include "report/course_row.h"

typedef struct store store;

/* Makes the folder (those above it are made too) and a database without rows in it, and locks it.
 * Refused, with nothing changed: a folder that holds a run already (the message names `nes resume
 * DIR`), a folder that is not empty, a place that cannot be written. */
int store_create(store **s, const char *folder);

/* Refuses what store_create() would refuse, as far as can be seen without writing anything. */
int store_check_new(const char *folder);

/* Opens the folder of a run. Refused: a folder without run.db, a file that is no database of a run
 * or a damaged one (the message says what could be read of it), a database of a later version; for
 * writing, a folder in which another nes is at work (the message has its process number). */
typedef enum store_access {
    STORE_READ,
    STORE_WRITE,
    STORE_BESIDE /* writes beside the process that holds the lock: for orders */
} store_access;
int store_open(store **s, const char *folder, store_access access);
void store_close(store *s); /* null is fine */

const char *store_folder(const store *s);

/* 0, or the exit status of the first error. */
int store_status(const store *s);

/* Whether the folder is where it was when it was opened for writing. If it was moved, removed or
 * replaced, the values are kept and the error says where; the store does no more. No transaction
 * may be open. */
int store_check_place(store *s);

/* The number of the process that is at work on the run; -1: its number is not known, as on another
 * machine; 0: no process is. */
long store_owner(store *s);

/* Puts what can be read of a damaged database into a new one, and keeps the old one as
 * DIR/run.db.damaged; one that is not damaged stays as it is. Evaluations that are lost will be
 * made again, and without a state the run begins again with the values that are there. Prints what
 * was saved. */
int store_repair(const char *folder);

/* All changes between the two calls become visible together; a reader sees one state of the run
 * between them. durable: these changes, and all earlier ones, survive a power cut; otherwise they
 * survive only the end of the process. A pair inside another pair does nothing by itself. */
int store_begin(store *s);
int store_commit(store *s, bool durable);

/* Makes everything that has been committed durable. */
int store_sync(store *s);

/* Facts. store_get_fact() returns a text to be freed; null where the fact is missing or empty. */
int store_set_fact(store *s, const char *name, const char *value);
char *store_get_fact(store *s, const char *name);

/* Whether a fact is that word. */
bool store_fact_is(store *s, const char *name, const char *word);

/* The fact as a number, or `otherwise` where it is missing. */
double store_get_real(store *s, const char *name, double otherwise);

/* Writes the names of the variables, with the bounds and kinds in the settings, and makes the view
 * points. */
int store_set_variables(store *s, const variables *v, const nes_settings *settings);
int store_get_variables(store *s, variables *v);

/* ---- evaluations ---------------------------------------------------------------------------- */

typedef struct store_evaluation {
    uint64_t round;
    uint64_t run, generation; /* both counted from 1; the number of the run is in the id, too */
    size_t dim;
    const double *x;
    const char *status; /* "asked", "ok", "nan", "inf", "-inf" or "failed" */
    bool handed;        /* `nes ask` has printed the point */
    eval_record record; /* a point that is only asked for has a waiting record */
} store_evaluation;

/* Adds rows for the points of a round, asked for in that generation. Rows that are there already
 * stay as they are. */
int store_add_points(store *s, uint64_t round, uint64_t generation, const nes_points *p);

/* Says that every evaluation gives m numbers besides its value. Records have outputs from then on.
 */
int store_set_outputs(store *s, size_t m);

/* For reading: how many of them are constraints, and the names of the others, as the run has said.
 * store_use_outputs() says so: records have them then. */
size_t store_constraints(store *s);
variables store_output_names(store *s); /* to be closed */
void store_use_outputs(store *s, size_t m);
size_t store_outputs(const store *s);

/* Writes what became of a point of a round. All NaN are written as one NaN. Refused: a point that
 * has no row. */
int store_set_record(store *s, uint64_t round, const eval_record *r);
int store_set_handed(store *s, uint64_t round, uint64_t id);

/* Whether a point is one of the round, and its fate and value. */
bool store_find_record(store *s, uint64_t round, uint64_t id, eval_record *to);

/* The last round that has points; 0: no round has. */
int store_last_round(store *s, uint64_t *round);

/* The last round of which every point has a value, or is one that nobody waits for; 0: none. */
int store_last_whole_round(store *s, uint64_t *round);

/* Whether the points of all rounds are there, up to the last one. */
bool store_has_all_rounds(store *s);

/* Removes a point, unless it was measured. */
int store_remove_point(store *s, uint64_t round, uint64_t id);

/* Moves a measured point of an earlier round to this round, unless this round has it already:
 * limits that have changed let the optimiser ask for it later. Others stay where they are. */
int store_move_point(store *s, uint64_t from, uint64_t round, uint64_t id);

typedef struct store_counts {
    uint64_t values;            /* values that have come of evaluations */
    uint64_t failed, nonfinite; /* those of them that failed, or were no finite numbers */
    uint64_t open;              /* points without a value */
    uint64_t handed;            /* those of them that `nes ask` has printed */
    uint64_t late;              /* points that generations were closed without */
    uint64_t spared;            /* values that have come without an evaluation */
    uint64_t known;             /* points asked for whose values were known */
    uint64_t given;             /* results that the user gave (--known) */
} store_counts;
int store_count_evaluations(store *s, store_counts *counts);

/* Visits the row with the best finite value, the first of equals; none where there is no value. The
 * first outputs are so many constraints g <= 0, which the row must satisfy. */
typedef int (*store_visit)(const store_evaluation *e, void *data);
int store_find_best(store *s, size_t constraints, bool maximize, store_visit visit, void *data);

/* Visits rows in the order of round and id: all, or those of one round (0: all). An answer other
 * than 0 ends it and is passed on. What visit gets is borrowed. */
int store_each_evaluation(store *s, uint64_t round, store_visit visit, void *data);

/* Visits the kinds of failures with the count and the first example of each, the most frequent kind
 * first. */
int store_each_failure(store *s, int (*visit)(const failure_kind *f, void *data), void *data);

/* Visits the row of a point of a round, if there is one; and the last `most` rows that have failed,
 * the latest first. */
int store_visit_evaluation(store *s, uint64_t round, uint64_t id, store_visit visit, void *data);
int store_each_failed(store *s, size_t most, store_visit visit, void *data);

/* ---- arrivals: runs without generations, in which every ask is a round with one point ----------
 */

/* Makes the table, unless it is there. */
int store_use_arrivals(store *s);

typedef struct store_arrival {
    uint64_t number; /* of the value, from 1, in the order in which the optimiser was told */
    uint64_t round;  /* of its point */
    uint64_t asked;  /* rounds that had begun by then */
} store_arrival;
int store_add_arrival(store *s, const store_arrival *a);

/* Visits the arrivals behind that number in their order. */
int store_each_arrival(store *s, uint64_t after, int (*visit)(const store_arrival *a, void *data),
                       void *data);

/* Visits the rows of the first rounds, up to `asked`, whose points were told: among the first
 * `told` arrivals, or else not among them. */
int store_each_told(store *s, uint64_t asked, uint64_t told, store_visit visit, void *data);
int store_each_untold(store *s, uint64_t asked, uint64_t told, store_visit visit, void *data);

/* ---- generations ---------------------------------------------------------------------------- */

int store_add_generation(store *s, const course_row *row);

/* Visits all rows in the order of generations, as store_each_evaluation() does. */
int store_each_generation(store *s, int (*visit)(const course_row *row, void *data), void *data);

/* Whether a row for this generation is worth its place where evaluations are cheap: the first 128,
 * then ever fewer, by a rule that depends on the number alone. */
bool store_wants_generation(uint64_t generation);

/* ---- state ---------------------------------------------------------------------------------- */

/* Writes the state of the optimiser after a round. */
int store_set_state(store *s, uint64_t round, const nes_opt *o);

/* How the state is. One that is lost or damaged can be made again from the evaluations. */
typedef enum state_health {
    STATE_NONE, /* the run has not begun */
    STATE_SOUND,
    STATE_LOST,   /* there is none any more */
    STATE_DAMAGED /* it is not as it was written */
} state_health;
state_health store_state_health(store *s);

/* Reads the state as bytes for nes_load, none where there is no sound state, and its round.
 * buffer_free() frees the bytes. */
int store_get_state(store *s, uint64_t *round, buffer *bytes);

/* Makes the optimiser from the state, with the settings for nes_load; *o stays null where there is
 * no sound state. */
int store_load(store *s, const nes_settings *settings, uint64_t *round, nes_opt **o);

/* ---- orders --------------------------------------------------------------------------------- */

/* Adds an order of `nes ctl`: "stop", "pause", "continue" or "set NAME=VALUE". Another process may
 * write to the folder meanwhile. */
int store_add_order(const char *folder, const char *text);

/* Forgets orders that nobody has taken: they were for an earlier part of the run. */
int store_drop_orders(store *s);

/* The next order that nobody has taken, marked as taken: a text to be freed; null where there is
 * none. Quick where nothing has changed since the last call. */
int store_take_order(store *s, char **text);
