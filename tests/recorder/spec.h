/* SPDX-License-Identifier: MIT
 *
 * A run as a text, "dim=5 f=rosenbrock method=xnes reload=3": its name in the record is all that is
 * needed to make it again. Words of the recorder itself are the fields below; every other word is
 * an option of the library. Arrays are lists of numbers that are repeated as often as needed. */
#ifndef RECORDER_SPEC_H
#define RECORDER_SPEC_H

#include "library.h"

enum { SPEC_SIZE = 512 };

typedef struct spec {
    size_t dim;        /* variables */
    char f[16];        /* objective: a name of objective.c */
    double noise;      /* amplitude of what is added to values */
    unsigned fail;     /* every so many evaluations one fails, by its number: a retry may succeed */
    unsigned fail_x;   /* the same by the point: retries fail, too */
    unsigned nan, inf; /* every so many points one has the value NaN, or infinity */
    char tell[16];     /* "all" at once; "reverse", one by one; "parts", asking between them */
    unsigned close;    /* every so many asks the generation is closed without some of its points */
    unsigned reload;   /* in this ask the handle is saved and loaded, amid the values; 0: never */
    unsigned more;     /* after the end the run is continued with so many evaluations in all */
    char user[16];     /* a law of user.c */
    bool driver;       /* nes_run calls the objective */
    bool sliced;       /* one slice with all coordinates, joined by a function of ours */
    bool near;         /* methods whose last bits may change: three generations, compared to 1e-9 */
    unsigned popsize;  /* as given to the library; 0: not given */
    char x0[SPEC_SIZE];
} spec;

/* Reads the text, with the options set in s. Zero, or the status of the option refused. */
int spec_read(const library *l, const char *text, spec *p, settings *s);

/* The numbers of a list such as 1,-inf,0.5, repeated, into x; false: the text is "none". */
bool spec_numbers(const char *text, size_t n, double *x);

#endif
