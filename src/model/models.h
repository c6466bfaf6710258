/* SPDX-License-Identifier: MIT
 *
 * Models of the objective, fitted to points that were evaluated: a weighted least-squares
 * polynomial and a Gaussian process, of which the one that ranks recent points better is chosen.
 * They see points in natural coordinates u = B^-1 D^-1 (x - m)/(sigma sqrt(d)), a frame. Nothing
 * here knows of runs; a fit is a function of archive, frame, hyper-parameters and window. Values
 * are to be minimised. Nothing allocates: everything is carved once. [math: B21] */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"
#include "util/cpu.h"

/* All points that were evaluated, in order of evaluation, of all runs behind a handle. */
typedef struct nes_archive {
    size_t d, n, room;
    double *x;     /* room x d, as evaluated, in the variables of the search */
    double *f;     /* room: values; not finite: the evaluation failed */
    uint64_t *run; /* room: number of the run that a point belongs to */
} nes_archive;

void nes_archive_carve(nes_archive *a, nes_arena *arena, size_t d, size_t room);
/* Returns the place of the new point; SIZE_MAX: the archive is full, and stays as it was. */
size_t nes_archive_append(nes_archive *a, const double *x, double f, uint64_t run);
/* Returns the place of the first point equal to x; SIZE_MAX: there is none. */
size_t nes_archive_find(const nes_archive *a, const double *x);

/* The natural coordinates of a distribution m + sigma diag(D) B z. */
typedef struct nes_frame {
    size_t d;
    double *m, *D, *B; /* d, d, d x d; owned copies */
    double sigma;
    double *columns; /* d x d: row j is column j of B^-1 */
} nes_frame;

enum { NES_GP_A, NES_GP_D, NES_GP_H, NES_GP_R, NES_GP_L, NES_GP_E, NES_GP_PARAMETERS };

typedef enum nes_fitted { NES_NO_MODEL, NES_POLYNOMIAL, NES_PROCESS } nes_fitted;

/* What a fit is asked for. */
typedef struct nes_fit {
    const nes_archive *archive;
    const nes_frame *frame;
    uint64_t run;    /* the polynomial takes points of this run alone */
    size_t best;     /* place of that run's best point in the archive; SIZE_MAX: it has none */
    size_t window;   /* most recent points that models are judged by */
    unsigned sweeps; /* of the search for hyper-parameters; 0: they stay */
    double *theta;   /* NES_GP_PARAMETERS, changed by sweeps */
} nes_fit;

typedef struct nes_models nes_models; /* opaque outside of src/model: both fits and their scratch */

/* Carves everything for d variables. */
nes_models *nes_models_carve(nes_arena *a, size_t d, nes_cpu level);
void nes_models_start(double *theta); /* the start values of the hyper-parameters */

/* Fits both and chooses. Returns the chosen one. */
nes_fitted nes_models_fit(nes_models *m, const nes_fit *fit);
nes_fitted nes_models_chosen(const nes_models *m);
bool nes_models_trusted(const nes_models *m);
int nes_models_type(const nes_models *m); /* of the polynomial: 0, 1, 2; -1: it was not fitted */
double nes_models_tau(const nes_models *m, nes_fitted kind); /* NaN: not fitted */

/* The chosen model's value f0 + S mu at u. */
double nes_models_value(const nes_models *m, const double *u);

/* Repairs a minimiser in place before it is compared with others; false: it is discarded. */
typedef bool (*nes_admit)(void *data, double *u);

/* What minimisers are looked for with. */
typedef struct nes_search {
    const double *c; /* centre of the balls */
    size_t n;
    const double *u; /* n rows of d numbers, starts beside c */
    size_t k;        /* most minimisers */
    nes_admit admit; /* null: they are taken as they are */
    void *data;
} nes_search;

/* Finds up to k minimisers in balls round c; writes them to out, k rows of d numbers, and returns
 * how many there are. */
size_t nes_models_minimise(nes_models *m, const nes_search *search, double *out);

/* Frames: taken from a distribution; false: B is singular, or a number is not finite or zero where
 * it must not be. work: nes_invert_work(d) + d * d numbers. Into natural coordinates and back; no
 * array may be both argument and result. */
bool nes_frame_set(nes_frame *f, const double *m, double sigma, const double *D, const double *B,
                   double *work, nes_cpu level);
void nes_frame_carve(nes_frame *f, nes_arena *a, size_t d);
void nes_frame_into(const nes_frame *f, const double *x, double *u);
void nes_frame_out(const nes_frame *f, const double *u, double *x);
