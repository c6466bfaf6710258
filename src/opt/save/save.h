/* SPDX-License-Identifier: MIT
 *
 * What the parts of a saved handle have in common. The format is docs/save-format.md. */
#pragma once

#include "nes/nes.h"
#include "opt/domain/domain.h"
#include "opt/settings/options.h"
#include "opt/settings/resolve.h"
#include "util/coder.h"
#include "util/sentence.h"

/* The format that is written, and the first ones with the marks of a run, and with the state of its
 * integers. */
enum { NES_FORMAT = 4, NES_FORMAT_COURSE = 3, NES_FORMAT_INTEGERS = 4, NES_FORMAT_OLDEST = 2 };

#define NES_CODE_TABLE(coder, table, object)                                                       \
    nes_code_fields(coder, sizeof(table) / sizeof *(table), table, object)

/* Codes a reason to stop. */
void nes_code_stop(nes_coder *c, nes_stop *reason);

struct nes_run;
struct nes_runs;

enum { NES_SAVED_TEXT = 64 }; /* room for the name or the value of an option */

/* Options that are read: as resolved, and as later runs resolve them. */
typedef struct nes_reading {
    nes_space space; /* wanted: all variables, or a slice; how many there are is read */
    uint64_t moment; /* digest of the moment at which a slice was saved */
    bool fits;       /* the data is what is wanted, and all slices are of one moment */
    nes_settings s, given;
    nes_domain *domain; /* owned until a handle takes it */
    double *array[NES_MOST_ARRAYS];
    bool seen[sizeof((nes_settings){0}.given) *
              8]; /* which options were read, by place in the table */
    char choice[NES_CHOICE_SIZE];
} nes_reading;

/* settings_save.c */
void nes_write_settings(nes_coder *c, const struct nes_runs *r);

/* A digest of what slices of one search have in common: options, the number of all variables, and
 * which arrays there are. */
uint64_t nes_digest_settings(const struct nes_runs *r);

nes_status nes_read_settings(nes_coder *c, nes_reading *in, nes_note note);

/* domain_save.c: how many variables are fixed, number and value of each; then the pins of those on
 * a logarithmic scale. Reading makes the struct; s and dim: of the search. */
void nes_write_domain(nes_coder *c, nes_domain *v, const nes_settings *s);
nes_status nes_read_domain(nes_coder *c, nes_domain **v, const nes_settings *s, size_t dim,
                           nes_note note);

/* integers_save.c: codes the state of integers, which data of old formats lack. */
void nes_code_integers(nes_coder *c, struct nes_run *run);

/* choices_save.c: codes the state of choices beside other variables. */
void nes_code_choices(nes_coder *c, struct nes_run *run);

/* run_save.c: codes a run. One that is read has been allocated by its plan, and next_id is the id
 * of its first point. */
void nes_code_run(nes_coder *c, struct nes_run *run);

/* runs_save.c: the course of all runs, and the runs. Reading makes them. */
nes_status nes_code_runs(nes_coder *c, struct nes_runs *r, nes_note note);

/* constraints_save.c: what a run, and all runs, remember of constraints, where there are some. */
void nes_code_constraints(nes_coder *c, struct nes_run *run);
void nes_code_constrained_course(nes_coder *c, struct nes_runs *r);

/* arrivals_save.c: codes values that wait for an update of a run, and points under way of all runs,
 * where points are asked for one at a time. */
void nes_code_arrivals(nes_coder *c, struct nes_run *run);
void nes_code_flight(nes_coder *c, struct nes_runs *r);

/* A digest of how far the runs are, which is the same for all slices of a search. */
uint64_t nes_moment_of(struct nes_runs *r);

/* saved_run.c: refuses numbers that no run can have, before anything is done with them. first_id:
 * the id of its first point. */
void nes_check_saved_run(nes_coder *c, const struct nes_run *run, uint64_t first_id);

/* Refuses a point that no ask can hand out; name: the word for it. */
void nes_check_saved_point(nes_coder *c, const struct nes_run *run, const char *name,
                           const double *x);

/* saved_runs.c: refuses such a course, before its runs are made, and such runs, all together. */
void nes_check_saved_course(nes_coder *c, const struct nes_runs *r);
void nes_check_saved_runs(nes_coder *c, const struct nes_runs *r);
