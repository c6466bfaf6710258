/* SPDX-License-Identifier: MIT
 *
 * A libnes.so that is loaded by its path. The prototypes are written out here, and only functions
 * that take and give names, numbers and opaque pointers are used: so one recorder runs with
 * libraries whose headers and structs differ. */
#ifndef RECORDER_LIBRARY_H
#define RECORDER_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct settings settings; /* nes_settings */
typedef struct handle handle;     /* nes_opt */
typedef struct option option;     /* nes_option */
typedef struct randoms randoms;   /* nes_random */

/* nes_slice of nes/slice.h */
typedef struct slice {
    size_t first, n;
    int (*reduce)(void *data, int kind, size_t count, size_t parts, const double *part,
                  double *result);
    void *data;
} slice;

typedef void (*sampler)(const double *theta, size_t dim, randoms *r, double *x, void *user);
typedef double (*logarithm)(const double *theta, size_t dim, const double *x, void *user);
typedef void (*scorer)(const double *theta, size_t dim, const double *x, double *s, void *user);
typedef int (*repairer)(double *theta, size_t dim, void *user);
typedef double (*profile)(const double *tau, size_t dim, double r2, void *user);
typedef void (*profile_scorer)(const double *tau, size_t dim, double r2, double *s, void *user);
typedef double (*radius)(const double *tau, size_t dim, double n, randoms *r, void *user);
typedef double (*function)(size_t dim, const double *x, void *user);

/* result, name without nes_, parameters */
#define LIBRARY(X)                                                                                 \
    X(settings *, settings_new, (void))                                                            \
    X(void, settings_free, (settings *))                                                           \
    X(int, set, (settings *, const char *name, const char *value))                                 \
    X(int, set_array, (settings *, const char *name, size_t n, const double *values))              \
    X(int, settings_check, (const settings *, size_t dim, const double *x0, char *, size_t))       \
    X(int, set_density,                                                                            \
      (settings *, size_t, const double *, sampler, logarithm, scorer, repairer, void *))          \
    X(int, set_radial,                                                                             \
      (settings *, size_t, const double *, profile, profile, profile_scorer, radius, repairer,     \
       void *))                                                                                    \
    X(const option *, option_at, (size_t))                                                         \
    X(const char *, option_text, (size_t, const char *what))                                       \
    X(const char *, option_word, (const option *, size_t))                                         \
    X(const char *, method_text, (size_t, const char *what))                                       \
    X(double, random_uniform, (randoms *))                                                         \
    X(double, random_normal, (randoms *))                                                          \
    X(int, create, (handle **, size_t dim, const double *x0, const settings *))                    \
    X(int, create_slice,                                                                           \
      (handle **, size_t dim, const slice *, const double *x0, const settings *, char *, size_t))  \
    X(void, destroy, (handle *))                                                                   \
    X(int, ask_arrays, (handle *, size_t * n, const double **x, const uint64_t **id))              \
    X(int, tell, (handle *, size_t n, const double *f))                                            \
    X(int, tell_some, (handle *, size_t n, const uint64_t *id, const double *f))                   \
    X(int, close, (handle *))                                                                      \
    X(int, stopped, (const handle *))                                                              \
    X(int, run, (handle *, function, void *user))                                                  \
    X(void, set_seconds, (handle *, double))                                                       \
    X(int, continue, (handle *, const settings *))                                                 \
    X(int, get_real, (handle *, const char *name, double *))                                       \
    X(int, get_count, (handle *, const char *name, uint64_t *))                                    \
    X(int, get_array, (handle *, const char *name, size_t n, double *))                            \
    X(int, get_length, (handle *, const char *name, size_t *n))                                    \
    X(int, get_stop, (handle *, int *reason, char *text, size_t))                                  \
    X(int, get_trust, (handle *, int *trust, char *text, size_t))                                  \
    X(const char *, choice_text, (const handle *))                                                 \
    X(size_t, save_size, (const handle *))                                                         \
    X(int, save, (const handle *, void *, size_t, size_t *written))                                \
    X(uint64_t, fingerprint, (const handle *))                                                     \
    X(int, load, (handle **, const void *, size_t, const settings *, char *, size_t))

typedef struct library {
#define LIBRARY_MEMBER(result, name, parameters) result(*name##_) parameters;
    LIBRARY(LIBRARY_MEMBER)
#undef LIBRARY_MEMBER
    double failed; /* the value that says "this evaluation did not happen", in earlier versions */
    int (*tell_records)(handle *, size_t n, const uint64_t *id, const int *fate,
                        const double *values); /* of later ones; null: there is none */
} library;

/* Loads the library; prints what is wrong and ends the process otherwise. */
library library_open(const char *path);

/* Tells that these points failed, each with what the library takes for that. All knowledge of how a
 * failure is told is here and in library_open(): adapt both when the interface changes. */
int told_failed(const library *l, handle *o, size_t n, const uint64_t *id);

#endif
