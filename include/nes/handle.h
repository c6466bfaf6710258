/* SPDX-License-Identifier: MIT
 *
 * What a handle can do besides nes_ask and nes_tell: say why a call was refused, take values in any
 * order, close a generation early, change its limits, run to its end, be saved and loaded.
 * nes/nes.h includes this header.
 *
 * fork: the child process has none of the threads. A handle made before the fork may be used in the
 * child all the same: it goes on with one thread, to the same bytes, and may be saved and
 * destroyed. The same holds for nes_run with a progress callback that forks. A handle that another
 * thread was using at the moment of the fork may only be destroyed in the child. An objective that
 * forks must not return in the child. */
#ifndef NES_HANDLE_H
#define NES_HANDLE_H

#include "nes/nes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The sentence for the last error of this handle, or about what the last nes_continue() has
 * changed; an empty text when there was neither. */
NES_API const char *nes_message(const nes_opt *o);

/* ---- values in any order -------------------------------------------------------------------- */

/* Tells the values of some points by id, in any order; the generation finishes with the last one.
 * NES_ERR_ID: an id was never handed out, has a value already, or is there twice; no value was
 * taken. NES_ERR_COUNT: there are more values than max_evals leaves, or than points that were
 * handed out; no value was taken. NES_ERR_LATE: some points belong to a finished generation; their
 * values were left out, and all others were taken. NES_ERR_ORDER: no generation is open. */
NES_API nes_status nes_tell_some(nes_opt *o, size_t n, const uint64_t *id, const double *f);

/* Writes what a sentence calls the point of that id, and returns text (size bytes): "point 16", or
 * "point 16 of run 2 (id 281474976710672)" where there are several runs, since the ids of run r
 * begin at (r - 1) 2^48. Without room it returns an empty text. */
enum { NES_POINT_NAME_SIZE = 80 };
NES_API const char *nes_point_name(uint64_t id, char *text, size_t size);

/* Finishes the open generation with the values told so far, where other evaluations, perhaps that
 * of the start, will never come back. The distribution moves as if the points without a value had
 * not been drawn. Of points that were drawn in pairs (option sampling), both count or neither does.
 * With fewer than two values the distribution does not move, and the next ask hands out new points.
 * A value that comes later all the same is refused with NES_ERR_LATE, which the caller may ignore.
 * NES_ERR_ORDER: no generation is open. NES_ERR_METHOD: shaping "table" has no weights for fewer
 * points. */
NES_API nes_status nes_close(nes_opt *o);

/* ---- limits --------------------------------------------------------------------------------- */

/* Ends the search before the next ask, with the reason "user". */
NES_API void nes_stop_now(nes_opt *o);

/* The seconds that a search has used, which max_time limits: those since nes_create, by the clock
 * of this machine. After nes_set_seconds() they are the number that it was given last, at least 0;
 * with NaN the clock counts on from there. So several processes that hold the same search can be
 * told the same time, and stop in the same place. 0 for a null handle. */
NES_API double nes_seconds(const nes_opt *o);
NES_API void nes_set_seconds(nes_opt *o, double seconds);

/* Goes on with a search that has stopped, or changes the limits of one that goes on; at any time,
 * also after nes_load. s has the new limits: all options of section "stop" except noisy, and
 * max_runs, restart_agree and retries. Limits that were set by name or differ from their defaults
 * hold from now on, also in later runs; the others stay as they are ("off" has to be set by name:
 * nes_set). Points that were given up stay so, whatever retries becomes.
 *
 * The stop is lifted where it no longer holds. With a larger max_evals, max_gens or max_time, or
 * another target, the rest is what it would have been with these limits from the beginning, to the
 * last bit (not of an asynchronous search, where values told after a stop are in no update); a
 * generation that was cut short is finished first. (A start that failed is tried again at once,
 * which may show where budgets end within the first generation.) A run that has ended by itself
 * (tolx, stagnation, ...) is taken up again when its limit has changed and no other run has
 * followed; with an unchanged limit it stays ended, and a new run is the way on. A stop by the user
 * is always lifted; so is one by all_failed, whose count begins anew unless all_failed itself has
 * changed, because what made evaluations fail may be mended. s null lifts nothing else. What method
 * "auto" chose by the first limits stays.
 *
 * nes_message() then says what was changed, and whether the search goes on or what it would need;
 * nes_stopped() tells whether it goes on. Seconds count for max_time from nes_create on, except
 * those between a stop by max_time and this call. Points that were asked for stay valid, unless a
 * smaller max_evals leaves fewer of them: then ask again.
 *
 * After an error nothing has changed. NES_ERR_OPTION: s sets by name an option that cannot change
 * within a run, to another value than it has. Arrays, functions and options of section "driver" are
 * not looked at. NES_ERR_VALUE, NES_ERR_METHOD: as nes_create would say. NES_ERR_MEMORY: there is
 * no memory for the list of runs. */
NES_API nes_status nes_continue(nes_opt *o, const nes_settings *s);

/* The settings in force, in which every NES_AUTO and every null has become a number or a word.
 * Arrays are borrowed from the handle. */
NES_API const nes_settings *nes_get_settings(const nes_opt *o);

/* What the method "auto" chose, and why; an empty text when the caller chose. */
NES_API const char *nes_choice_text(const nes_opt *o);

/* ---- drivers: written on ask and tell only -------------------------------------------------- */

/* An objective of many points at a time: n points, one behind the other in x (n * dim numbers). It
 * writes n values to fvals. */
typedef void (*nes_batch_objective)(size_t n, size_t dim, const double *x, double *fvals,
                                    void *user);

/* As nes_minimize(), with such an objective, which one thread calls. */
NES_API nes_status nes_minimize_batch(nes_batch_objective f, void *user, size_t dim, double *x,
                                      const nes_settings *s, nes_result *r);

/* Run a handle to its end, with the progress callback of its settings; nes_run with as many threads
 * as its option jobs says. With the option asynchronous each of them is given a point as soon as it
 * is free, or when the pace of nes/async.h says so. NES_ERR_ORDER: the search had stopped already;
 * see nes_continue. */
NES_API nes_status nes_run(nes_opt *o, nes_objective f, void *user);
NES_API nes_status nes_run_batch(nes_opt *o, nes_batch_objective f, void *user);

/* ---- save and load -------------------------------------------------------------------------- */

/* The number of bytes that nes_save would write now. */
NES_API size_t nes_save_size(const nes_opt *o);

/* Writes the whole state to buffer: settings, distribution, values told so far; *written (may be
 * null) is the number of bytes. The format is versioned and the same on every machine
 * (docs/save-format.md). NES_ERR_SPACE: size is too small, and nothing was written. */
NES_API nes_status nes_save(const nes_opt *o, void *buffer, size_t size, size_t *written);

/* A digest of everything that nes_save would write, except the version and the seconds used. Equal
 * states have equal digests on every machine, so that processes can compare their states without
 * sending them. 0 for a null handle. */
NES_API uint64_t nes_fingerprint(const nes_opt *o);

/* Makes a handle that goes on exactly where the saved one was, also in the middle of a generation.
 * What is not saved comes from s, which may be null: allocator, progress, jobs, threads, and the
 * density or radial law, which a run of family "user" or "user-radial" needs. Other fields of s are
 * ignored. A search that had stopped is loaded as stopped; nes_continue goes on with it.
 *
 * On error *o is null, and message (message_size bytes, may be null) says why. NES_ERR_FOREIGN: the
 * data is no saved run, or has a format, an option or a field that this version does not know.
 * NES_ERR_DAMAGED: the data is cut short or was changed. NES_ERR_METHOD: the density is missing.
 * NES_ERR_VALUE: the run has pinned kernels that this processor does not have. Every field is
 * checked, so that data from a stranger is either refused or a run like any other. */
NES_API nes_status nes_load(nes_opt **o, const void *buffer, size_t size, const nes_settings *s,
                            char *message, size_t message_size);

#ifdef __cplusplus
}
#endif

#endif
