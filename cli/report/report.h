/* SPDX-License-Identifier: MIT
 *
 * The result of a run on standard output: a table to read, or one JSON object for programs. */
#pragma once

#include "evaluate/failures.h"
#include "evaluate/places_use.h"
#include "nes/by_name.h"
#include "options/shown.h"
#include "report/constrained.h"
#include "report/course_row.h"
#include "report/effects.h"
#include "report/probabilities.h"
#include "report/progress.h"

/* The strongest correlations between variables in the search distribution: pairs that change the
 * value together, so that neither can be read alone. Most pairs shown, and most variables of a
 * search that is examined. */
enum { CORRELATIONS = 5, CORRELATION_VARIABLES = 200 };

typedef struct correlation {
    size_t i, j; /* i < j */
    double r;
} correlation;

/* Values that were no finite numbers: how many, and the first of them in the order of points. */
typedef struct odd_values {
    uint64_t nans, infinities;
    uint64_t id;
    double f;
} odd_values;

/* Values of one point, evaluated several times: what a noisy objective says of an answer. */
typedef struct repeated {
    size_t n;          /* number of finite values */
    double mean;       /* mean of the finite values */
    double sd;         /* standard deviation of a single value */
    size_t violations; /* how many of them violated constraints */
} repeated;

typedef struct report {
    const char *name;           /* name of the objective */
    const variables *variables; /* names of the variables */
    const char *folder;         /* folder of the run; null: none */
    const char *scratch;        /* folder in which folders of evaluations are kept; null: none */
    bool launched;              /* a launcher starts the program */
    uint64_t lost;              /* evaluations that got lost and were started again */
    bool leaves;                /* whether evaluations may be left behind (--straggler) */
    uint64_t late;              /* evaluations that were left behind */
    const char *stop_name;      /* why the run ended, if the library cannot know; null: it knows */
    bool wished; /* the run ended by --on-fail stop, and could go on without that option */
    const failure_kind *failures; /* kinds of failures, the most frequent first */
    size_t n_failures;
    progress_hung hung;    /* an evaluation that seemed to hang when the run was ended */
    odd_values odd;        /* values that were no finite numbers */
    uint64_t undefined;    /* points with a value of which a constraint is NaN */
    uint64_t undefined_id; /* the first of them, and its first such constraint */
    size_t undefined_limit;
    double optimum;      /* the least value f_opt; NaN: not known */
    double seconds;      /* seconds of all sessions of the run */
    places_share places; /* how busy the places for evaluations were */
    const char
        *launch; /* command in front of `nes resume` that starts the ranks again; null: none */
    const nes_settings *settings; /* settings in force */
    const char *choice;           /* why the method was chosen; "" when the user did */
    nes_result result;            /* in the user's numbers */
    shown_room shown;
    uint64_t modelled; /* points that got a value of the model, and no evaluation */
    uint64_t popsize;  /* population of the run with the best value; so are all fields below */
    double condition;  /* condition number of the covariance */
    double rates[RATES];
    double *covariance;    /* covariance matrix, dim x dim; owned; null: not wanted */
    double *probabilities; /* of choices; owned; null: there are none */
    double *theta;         /* parameters of a law of the user's own; owned; null: there is none */
    size_t n_theta;
    correlation correlations[CORRELATIONS]; /* correlations, the strongest first */
    size_t n_correlations;
    constrained constrained;
    uint64_t spared;    /* points that were not evaluated (evaluate/spared.h) */
    uint64_t known;     /* points whose values were known, so that they were not evaluated */
    uint64_t known_odd; /* those of them that are no finite numbers */
    uint64_t given;     /* results that the user gave (--known) */
    effects effects;    /* of a design */
    bool best_given;    /* the best point is one of them */
    bool noisy;         /* the values have noise */
    double exact;       /* the best value without noise, if the values have noise */
    repeated at_mean;   /* values at the mean, if values of equal points differ */
    double *likely; /* most probable string of noisy bits, shown instead of the mean; owned; null:
                       none */
} report;

/* Reads everything that the handle knows, with the covariance if that is wanted. What the report
 * borrows lives until the next call of the handle. The report has its variables already. */
void report_read(report *r, nes_opt *o, bool covariance);
void report_free(report *r);

/* The covariance of the search distribution in the user's numbers; to be freed. Null: it has none.
 */
double *report_covariance(nes_opt *o, const variables *v);

/* correlation.c: */

/* Finds the correlations of a covariance matrix whose modulus is at least `least`, the strongest
 * first; returns how many. */
size_t correlations_of(const double *covariance, size_t dim, double least,
                       correlation found[CORRELATIONS]);

/* Finds the correlations in a handle's search distribution that are worth telling; none where the
 * variables are independent or bits, or more than CORRELATION_VARIABLES. */
size_t correlations_read(nes_opt *o, correlation found[CORRELATIONS]);

void report_table(const report *r);

/* Rows of a table on standard output, also of other tables: a name, and a wrapped text beside it.
 * An empty buffer has no row; the buffer is freed. Failures have a row for each kind, of which only
 * the first has the name. */
void report_print_row(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void report_put_row(const char *name, buffer *text);
void report_failures(const char *name, const failure_kind *kinds, size_t n);

/* Whether the variables are shown as a table, because they have names or scales. */
bool report_has_table(const report *r);

/* Whether some number is negative, so that positive ones leave room for a sign; false for null. */
bool report_has_signs(const double *v, size_t n);

/* Parts of report_table(): the table of named variables, and the command that goes on. */
void report_variables(const report *r);
void report_go_on(const report *r);

/* Prints what would help where evaluations have taken too long, if they have. */
void report_advice(const report *r);

/* Prints how many points were known, of those asked for, and by results that the user gave. */
void report_known(uint64_t known, uint64_t given);

/* Whether most failures were time-outs. */
bool report_timed_out(const report *r);

/* Returns the reason why the run ended, as a word. */
const char *report_stop_name(const report *r);

/* Prints the result as one JSON object. */
void report_json(const report *r);

/* Returns the best value without noise minus the optimum; NaN if the optimum is not known, with
 * maximize, or if the point violates constraints. */
double report_precision(const report *r);

/* Returns the method's name, or the names of its parts if they were combined freely. */
const char *report_method(const report *r, char *text, size_t size);
