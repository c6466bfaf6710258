/* SPDX-License-Identifier: MIT
 *
 * The result of a run on standard output: a table to read, or one JSON object for programs. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/variables.h"
#include "evaluate/failure_kind.h"
#include "nes/by_name.h"
#include "report/correlation.h"
#include "report/rates.h"
#include "report/repeated.h"

typedef struct report {
    const char *name;             /* of the objective */
    const variables *variables;   /* null: x1, x2, ... */
    const char *folder;           /* where the run is kept; null: nowhere */
    const char *scratch;          /* where folders of evaluations were kept; null: none were */
    bool launched;                /* a launcher starts the program: */
    uint64_t lost;                /* so many evaluations got lost and were started again */
    bool leaves;                  /* evaluations may be left behind (--straggler): */
    uint64_t late;                /* so many were */
    const char *stop_name;        /* why it ended, where the library cannot know; null: it does */
    bool wished;                  /* it ended by --on-fail stop, and could go on without that */
    const failure_kind *failures; /* by kind, the most frequent first */
    size_t n_failures;
    bool odd;        /* some value was not finite: */
    uint64_t odd_id; /* the first such point, and its value */
    double odd_f;
    double optimum; /* f_opt; NaN: not known */
    double seconds;
    int ranks;          /* that took part; 0: this process alone */
    double idle;        /* share of their time without an evaluation */
    const char *launch; /* what stands before `nes resume` to start them again; null: nothing */
    const nes_settings *settings; /* in force */
    const char *choice;           /* why the method was chosen; "" when the user did */
    nes_result result;
    uint64_t popsize; /* of the run with the best value, as all below */
    double condition; /* of the covariance */
    double rates[RATES];
    double *covariance;                     /* dim x dim; null: not wanted */
    correlation correlations[CORRELATIONS]; /* the strongest first */
    size_t n_correlations;
    bool noisy;       /* the values have noise */
    double exact;     /* then: the best exact value */
    repeated at_mean; /* values at the mean, where values differ from one evaluation to the next */
    double *likely;   /* owned; of bits: the most probable string, which is in the place of the
                         mean; null: values do not differ */
} report;

/* Everything that the handle knows. covariance: this too, in memory of its own; -1 without memory.
 * What the report borrows lives as long as nobody else asks the handle. */
int report_read(report *r, nes_opt *o, bool covariance);
void report_free(report *r);

void report_table(const report *r);

/* The table of named variables, and the command that goes on: parts of report_table(). */
void report_variables(const report *r);
void report_go_on(const report *r);

/* Why the run ended, in a word. */
const char *report_stop_name(const report *r);

/* Returns 0, or -1 without memory. */
int report_json(const report *r);

/* The best exact value minus the optimum; NaN where the optimum is not known, or with maximize. */
double report_precision(const report *r);

/* Name number i of the variables; perhaps written to text. */
const char *report_variable(const report *r, size_t i, char text[VARIABLES_NAME_SIZE]);
bool report_has_names(const report *r);

/* The method's name, or its parts where they were combined freely. */
const char *report_method(const report *r, char *text, size_t size);

#endif
