/* SPDX-License-Identifier: MIT
 *
 * One search whose coordinates are shared out: each of several processes (or threads) has a handle
 * that holds a slice of them, of the mean, of the widths, of every point. Random numbers have
 * addresses, so that a slice makes its part of a sample by itself. What a step needs of all
 * coordinates is a few sums, which the slices add up by a function of yours; nothing as long as a
 * point ever travels. libnes_mpi has such a function (nes_mpi_minimize_shared in nes/mpi.h).
 *
 * Results are those of one handle with all coordinates, to the last bit, for any number of slices.
 *
 * All slices do the same: handles are made from the same settings but for arrays of one number per
 * variable, which are slices too, and every call that follows is made for every slice, in the same
 * order and with the same values. Calls meet in the function `reduce`: nes_create_slice,
 * nes_load_slice, nes_ask, nes_tell, nes_tell_some, nes_tell_records, nes_close, nes_continue,
 * nes_get_result, nes_get_trust, nes_get_array, and nes_get_real of a step size or a condition. */
#ifndef NES_SLICE_H
#define NES_SLICE_H

#include "nes/settings.h"
#include "nes/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Coordinates are added up in parts of so many, from coordinate 0 on, and the sums of parts are
 * added in order. A slice is made of whole parts, but for the end of the last one. */
enum { NES_PART = 8192 };

typedef enum nes_reduction { NES_REDUCE_SUM, NES_REDUCE_MAX, NES_REDUCE_MIN } nes_reduction;

/* Joins `count` results of all slices. part has `parts` rows of `count` numbers.
 *   NES_REDUCE_SUM   a row for each part of this slice, in order. result[i] begins as 0, and then
 *                    row after row of the first slice is added to it, then of the second, and so
 *                    on: in this order, so that the bits do not depend on who has which part. So a
 *                    slice waits for the sums of the one before, adds its own rows, and passes them
 *                    on; the last one tells all others
 *   NES_REDUCE_MAX, NES_REDUCE_MIN   one row; none of its numbers is NaN
 * All slices get the same result. The call comes from the thread that uses the handle. Returns 0,
 * or anything else on failure, and then in all later calls, too: the result counts as NaN, and the
 * run ends for want of numbers (NES_STOP_NONFINITE). */
typedef int (*nes_reducer)(void *data, nes_reduction kind, size_t count, size_t parts,
                           const double *part, double *result);

typedef struct nes_slice {
    size_t first;       /* the first coordinate, counted from 0: a multiple of NES_PART */
    size_t n;           /* how many: a multiple of NES_PART, unless the slice is the last one */
    nes_reducer reduce; /* null: the slice has all coordinates */
    void *data;         /* handed to it */
} nes_slice;

/* A handle with a slice of a search that has dim variables. x0 and all arrays of the settings that
 * have a number per variable are those of the slice, n numbers; so are points (nes_points.dim is n)
 * and the arrays of results (nes_result.dim is n, too).
 *
 * Families gauss-diag (method "snes"), student-diag and gauss-vd (method "cr-fm-nes") can be
 * sliced, with sampling "iid" or "mirrored", which takes the place of "mirrored-orthogonal" where
 * sampling is left open. Method "auto" is cr-fm-nes so changed. Techniques, hill climbers,
 * challengers, factors, fixed and logarithmic variables and integers are refused, and so are
 * matrices among the results. nes_save writes the slice alone, and nes_fingerprint is that of the
 * slice.
 *
 * The status is the same for all slices: that of the worst one. message (may be null, message_size
 * bytes) says why, or is empty where only another slice was refused. NES_ERR_VALUE: first or n do
 * not fit, slices leave gaps or overlap, or have different settings. NES_ERR_METHOD: the parts of
 * the method cannot be sliced. Others as nes_create. */
NES_API nes_status nes_create_slice(nes_opt **o, size_t dim, const nes_slice *slice,
                                    const double *x0, const nes_settings *s, char *message,
                                    size_t message_size);

/* nes_load for a slice, from what nes_save has written of a slice with the same first and n, at the
 * same moment as of the other slices. The status is the same for all slices. NES_ERR_VALUE: the
 * data is no slice, that of another place, or slices were saved at different moments. */
NES_API nes_status nes_load_slice(nes_opt **o, const void *buffer, size_t size,
                                  const nes_slice *slice, const nes_settings *s, char *message,
                                  size_t message_size);

#ifdef __cplusplus
}
#endif

#endif
