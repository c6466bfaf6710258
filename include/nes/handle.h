/* SPDX-License-Identifier: MIT
 *
 * What a handle can do besides nes_ask and nes_tell: values in any order and generations that are
 * cut short, limits that change, drivers, save and load. nes/nes.h includes this header.
 *
 * fork: threads do not exist in the child. A handle made before the fork may be used there all the
 * same; it goes on with one thread, to the same bytes, and may be saved and destroyed. So does
 * nes_run in a progress callback that forks. A handle that another thread was using at the moment
 * of the fork may only be destroyed in the child. An objective that forks must not return there. */
#ifndef NES_HANDLE_H
#define NES_HANDLE_H

#include "nes/nes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- values in any order -------------------------------------------------------------------- */

/* Values of some points by id, in any order; the generation finishes with the last one.
 * NES_ERR_ID: an id was never handed out, has a value already, or is there twice; none of the
 * values was taken. NES_ERR_COUNT: there are more values than max_evals leaves, or than points have
 * been handed out; none was taken.
 * NES_ERR_LATE: some points belong to a generation that is finished; their values were left out,
 * and all others were taken. NES_ERR_ORDER: no generation is open. */
NES_API nes_status nes_tell_some(nes_opt *o, size_t n, const uint64_t *id, const double *f);

/* Finishes the open generation with the values told so far, for evaluations that will never come
 * back, that of the start among them. The distribution moves as if the other points had not been
 * drawn. Of points that were drawn in pairs (option sampling), both count or none. With fewer than
 * two values the distribution does not move, and the next ask hands out new points. A value that
 * comes later all the same is refused with NES_ERR_LATE, which the caller may ignore.
 * NES_ERR_ORDER: no generation is open. NES_ERR_METHOD: shaping "table" has no weights for fewer
 * points. */
NES_API nes_status nes_close(nes_opt *o);

/* ---- limits --------------------------------------------------------------------------------- */

/* Ends the run before the next ask, reason "user". */
NES_API void nes_stop_now(nes_opt *o);

/* The seconds that a search has used, by which max_time judges: those since nes_create, on the
 * clock of this machine. Once nes_set_seconds() has been called, they are the number that it was
 * given last, at least 0; NaN lets the clock count on from there. So several processes that hold
 * the same search can be told the same time, and stop in the same place. 0 for a null handle. */
NES_API double nes_seconds(const nes_opt *o);
NES_API void nes_set_seconds(nes_opt *o, double seconds);

/* Goes on with a run that has stopped, or changes the limits of one that goes on; at any time,
 * after nes_load too. s has the new limits: all options of section "stop" but noisy, and max_runs
 * and restart_agree. Those that were set by name or differ from their defaults are taken and hold
 * from now on, in later runs too; the others stay as they are ("off" is set by name: nes_set).
 *
 * The stop is lifted where it no longer holds. With a larger max_evals, max_gens or max_time, or
 * another target, the rest is what it would have been with these limits from the beginning, to the
 * last bit; a generation that was cut short is finished first. (A start that failed is tried again
 * at once, which may show where budgets end within the first generation.) A run that has ended by
 * itself (tolx, stagnation, ...) is taken up again when its limit has changed and no other run has
 * followed; with an unchanged limit it stays ended, and a new run is the way on. A stop by the user
 * is always lifted; so is one by all_failed, whose count begins anew unless all_failed itself has
 * changed, because what made evaluations fail may be mended. s null lifts nothing else. What method
 * "auto" chose by the first limits stays.
 *
 * nes_message() says what was changed and whether the run goes on, or what it would need; so does
 * nes_stopped(). Seconds count for max_time from nes_create on, those between a stop by max_time
 * and this call left out. Points that were asked for are still good, unless a smaller max_evals
 * leaves fewer: then ask again.
 * NES_ERR_OPTION: s sets an option by name that cannot change within a run, to something else than
 * it is. Arrays, functions and options of section "driver" are not looked at. NES_ERR_VALUE,
 * NES_ERR_METHOD: as nes_create would say. Nothing has changed after an error. NES_ERR_MEMORY:
 * there is none for the list of runs. */
NES_API nes_status nes_continue(nes_opt *o, const nes_settings *s);

/* The settings in force, with every NES_AUTO and null resolved. Arrays are borrowed. */
NES_API const nes_settings *nes_get_settings(const nes_opt *o);

/* Why "auto" chose the method it chose; an empty text when the caller chose. */
NES_API const char *nes_choice_text(const nes_opt *o);

/* ---- drivers: written on ask and tell only -------------------------------------------------- */

/* Runs a handle to its end, with jobs threads and the progress callback of its settings.
 * NES_ERR_ORDER: it has stopped before; see nes_continue. */
NES_API nes_status nes_run(nes_opt *o, nes_objective f, void *user);
NES_API nes_status nes_run_batch(nes_opt *o, nes_batch_objective f, void *user);

/* ---- save and load -------------------------------------------------------------------------- */

/* Bytes that nes_save writes now. */
NES_API size_t nes_save_size(const nes_opt *o);

/* Writes the whole state to buffer: settings, distribution, values told so far. The format is
 * versioned and the same on every machine (docs/save-format.md). NES_ERR_SPACE: size is too small,
 * nothing was written. written may be null. */
NES_API nes_status nes_save(const nes_opt *o, void *buffer, size_t size, size_t *written);

/* A digest of everything that nes_save would write, but for the version and the time used. Equal
 * states have equal digests on every machine, so that machines and processes can be compared
 * without sending the state. 0 for a null handle. */
NES_API uint64_t nes_fingerprint(const nes_opt *o);

/* A new handle that goes on exactly where the saved one was, also in the middle of a generation.
 * What is not saved comes from s, which may be null: allocator, progress, jobs, threads, and the
 * density, which a run of family "user" needs. Other fields of s are ignored. A run that had
 * stopped is loaded as stopped; nes_continue goes on with it. On error *o is null, and message (may
 * be null, message_size bytes) says why. NES_ERR_FOREIGN: the data is no saved run, or has a
 * format, an option or a field that this version does not know. NES_ERR_DAMAGED: it is cut short or
 * changed. NES_ERR_METHOD: the density is missing. NES_ERR_VALUE: the run has pinned kernels that
 * this processor does not have. Every field is checked: data from a stranger is refused, or it is a
 * run like any other. */
NES_API nes_status nes_load(nes_opt **o, const void *buffer, size_t size, const nes_settings *s,
                            char *message, size_t message_size);

#ifdef __cplusplus
}
#endif

#endif
