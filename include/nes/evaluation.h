/* SPDX-License-Identifier: MIT
 *
 * An evaluation as a record: what became of it (its fate), and the numbers that it gave. There are
 * 1 + m numbers: the value to be minimised, then m further outputs, as many as the option outputs
 * says (none by default). The outputs of the best point are the result "best_outputs".
 *
 * A plain objective, which gives a double, always has a value; NaN and infinities are bad ones. An
 * evaluation that may fail (a crash, a time-out), or that has outputs, is told as a record:
 *
 *     nes_fate simulate(size_t dim, const double *x, double *values, void *user)
 *     {
 *         return run(x, &values[0]) ? NES_MEASURED : NES_FAILED;
 *     }
 *
 *     nes_minimize_records(simulate, NULL, 2, x, NULL, &r);
 *
 * With the option constraints the first outputs are constraints g, of which g <= 0 is wanted:
 *
 *     nes_fate beam(size_t dim, const double *x, double *values, void *user)
 *     {
 *         values[0] = mass(x);
 *         values[1] = stress(x) - 200;
 *         return NES_MEASURED;
 *     }
 *
 *     s.constraints = 1;
 *     nes_minimize_records(beam, NULL, 2, x, &s, &r);
 *
 * x is then the best point with stress at most 200; where there is none (r.feasible is 0), the one
 * that exceeds it least. Tell the value where a constraint is violated, too: half of what is learnt
 * of the constraint comes from there. Where it cannot be had, NaN ranks behind all others.
 *
 * This header is a part of nes/nes.h. */
#ifndef NES_EVALUATION_H
#define NES_EVALUATION_H

#include "nes/settings.h"
#include "nes/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What becomes of a point. Numbers up to 15 are kept for later. name, value, word */
#define NES_FATE_LIST(X)                                                                           \
    X(NES_WAITING, 0, "waiting")   /* no value yet */                                              \
    X(NES_MEASURED, 1, "measured") /* it has its numbers, bad ones included */                     \
    X(NES_FAILED, 2, "failed")     /* the evaluation did not happen; the point may be tried again  \
                                      (options retries and failures) */                            \
    X(NES_LATE, 3, "late")         /* nobody waits for its value any more */                       \
    X(NES_GIVEN_UP, 4, "given up") /* it failed, and is not to be tried again: it ranks last */    \
    X(NES_KNOWN, 5, "known")       /* measured, but not now: its numbers were known. It counts as  \
                                      told, and not for max_evals (option all_known) */

typedef enum nes_fate {
#define NES_FATE_ENUM(name, value, word) name = value,
    NES_FATE_LIST(NES_FATE_ENUM)
#undef NES_FATE_ENUM
        NES_FATE_END_
} nes_fate;

NES_API const char *nes_fate_name(nes_fate fate); /* "measured", ...; null: there is none such */

/* Tells n records. id null: they are those of the last ask, in its order, as nes_tell() takes them;
 * else some of them by id, as nes_tell_some() does.
 *   fate     n of them; null: all are measured
 *   values   n rows of 1 + m numbers; rows that are not measured are not looked at
 * NES_WAITING says nothing of a point: it stays open. NES_LATE leaves a point out: it is not asked
 * for again, and once all others have come the generation is closed without it, as by nes_close().
 * A point that is late already may be told so again.
 * Errors are those of nes_tell() and nes_tell_some(). NES_ERR_VALUE: a fate is none, or all records
 * of the last ask are waiting.
 * NES_ERR_METHOD: a point is late, but shaping "table" has no weights for fewer points. Nothing has
 * changed after either. */
NES_API nes_status nes_tell_records(nes_opt *o, size_t n, const uint64_t *id, const nes_fate *fate,
                                    const double *values);

/* An objective that writes 1 + m numbers to values and returns NES_MEASURED, or another fate than
 * NES_WAITING, which is 0. It must return, as any nes_objective. */
typedef nes_fate (*nes_record_objective)(size_t dim, const double *x, double *values, void *user);

struct nes_result;

/* nes_minimize() and nes_run() with such an objective. */
NES_API nes_status nes_minimize_records(nes_record_objective f, void *user, size_t dim, double *x,
                                        const nes_settings *s, struct nes_result *r);
NES_API nes_status nes_run_records(nes_opt *o, nes_record_objective f, void *user);

#ifdef __cplusplus
}
#endif

#endif
