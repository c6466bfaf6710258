/* SPDX-License-Identifier: MIT
 *
 * Status codes. Every function of libnes that can be refused returns one: zero is success, negative
 * values are errors. The numbers are stable across versions. A status says that a *call* was wrong;
 * why a *run* ended is a stop reason (nes_stop, in nes/stop.h), which is not an error. */
#ifndef NES_STATUS_H
#define NES_STATUS_H

#if defined(__GNUC__) && !defined(_WIN32)
#define NES_API __attribute__((visibility("default")))
#else
#define NES_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* name, value, text of nes_strerror */
#define NES_STATUS_LIST(X)                                                                         \
    X(NES_OK, 0, "success")                                                                        \
    X(NES_ERR_ARGUMENT, -1, "a required pointer is null")                                          \
    X(NES_ERR_DIMENSION, -2, "the dimension is zero or too large")                                 \
    X(NES_ERR_START, -3, "the start point cannot be used")                                         \
    X(NES_ERR_OPTION, -4, "there is no option of that name")                                       \
    X(NES_ERR_VALUE, -5, "the value of an option is not allowed")                                  \
    X(NES_ERR_METHOD, -6, "there is no method or part of that name, or the parts do not fit")      \
    X(NES_ERR_BOUNDS, -7, "the bounds do not leave room to search")                                \
    X(NES_ERR_MEMORY, -8, "there is not enough memory")                                            \
    X(NES_ERR_ORDER, -9, "the call does not fit the state of the run")                             \
    X(NES_ERR_COUNT, -10, "the number of values is not the number of points asked")                \
    X(NES_ERR_ID, -11, "no open point has that id")                                                \
    X(NES_ERR_SPACE, -12, "the buffer is too small")                                               \
    X(NES_ERR_FOREIGN, -13, "the data is not a saved run of this library version")                 \
    X(NES_ERR_DAMAGED, -14, "the saved run is truncated or damaged")                               \
    X(NES_ERR_THREAD, -15, "a thread could not be started")                                        \
    X(NES_ERR_LATE, -16, "the generation of that point is finished")                               \
    X(NES_ERR_MPI, -17, "a call of MPI failed")                                                    \
    X(NES_ERR_RANKS, -18, "the ranks of an MPI job do not hold the same search")

typedef enum nes_status {
#define NES_STATUS_ENUM(name, value, text) name = value,
    NES_STATUS_LIST(NES_STATUS_ENUM)
#undef NES_STATUS_ENUM
        NES_STATUS_END_ = 1 /* not a status: closes the list */
} nes_status;

/* The text of a status, never null; an unknown value gives "unknown status". */
NES_API const char *nes_strerror(nes_status status);

#ifdef __cplusplus
}
#endif

#endif
