/* SPDX-License-Identifier: MIT
 *
 * One run: a distribution that moves from generation to generation, the generation at hand, and
 * what is remembered of the course. A run knows nothing of other runs; budgets that they share are
 * handed to it before each generation. All its arrays live in one block of memory. */
#pragma once

#include "nes/density.h"
#include "nes/nes.h"
#include "opt/settings/resolve.h"
#include "state/gen.h"
#include "technique/bounds.h"
#include "util/limits.h"
#include "util/memory.h"

/* The best values of recent generations, newest at next - 1. [math: A26] */
typedef struct nes_history {
    double *best;
    size_t length, used, next;
    double period_best;   /* best of the evaluations since the last entry, */
    double period_worst;  /* the worst of them, infinite if one is not finite, */
    uint64_t period_ties; /* and how many are as good as the best */
} nes_history;

/* A look back on the whole run in little memory. A mark is made every stride entries of the
 * history; when all marks are used, every other one is forgotten and the stride doubles. */
enum { NES_MARKS = 64, NES_RECENT = 20, NES_MARK_EVERY = 5 };

typedef struct nes_mark {
    double best;        /* of the run, so far */
    double low, middle; /* medians of the best and of the median values of NES_RECENT generations;
                           infinite while there are not as many */
    double width;       /* of the distribution, a lower bound of its largest deviation */
} nes_mark;

typedef struct nes_course {
    double low[NES_RECENT], middle[NES_RECENT]; /* of the last entries, in turn */
    uint64_t entries, stride;
    size_t used;
    nes_mark mark[NES_MARKS]; /* mark i was made after (i + 1) stride entries */
} nes_course;

/* How far a run may go. */
typedef struct nes_budget {
    uint64_t max_evals, max_gens;
    uint64_t max_failed; /* 0: any number; always so for a single run */
    double target;       /* internal sign; NaN: none */
} nes_budget;

/* A target alone. */
static inline nes_budget nes_free_budget(double target)
{
    return (nes_budget){.max_evals = NES_MOST_COUNT, .max_gens = NES_MOST_COUNT, .target = target};
}

/* What was counted. */
typedef struct nes_tally {
    uint64_t evaluations, failed, nonfinite, generations;
} nes_tally;

/* Why a run ended: a reason, and what was compared with what. */
typedef struct nes_ending {
    nes_stop reason; /* NES_RUNNING: it goes on */
    double value, threshold;
} nes_ending;

/* Guests: points that are evaluated with the first generation and take no part in it, which are
 * copies of the start. They stand directly before the points of the batch, so that one ask hands
 * out both. */
typedef struct nes_guests {
    bool kept;           /* the start is still to be evaluated: its point is needed */
    size_t n;            /* of the open batch; 0: there are none, or none any more */
    size_t waiting;      /* of them, without a value */
    size_t asked;        /* of the last ask that tell has not yet answered */
    double noise;        /* standard deviation of their values; NaN: not known */
    bool infinite;       /* those of the last batch had no finite value */
    double *f;           /* values, internal sign */
    uint64_t *tries;     /* failed evaluations */
    double *outputs;     /* m of each, behind one another */
    unsigned char *fate; /* as in a batch */
} nes_guests;

/* Integer variables inside a run (integers.c). */
typedef struct nes_integers {
    double reach;   /* least standard deviation, relative to the way to another integer */
    double *factor; /* d numbers: the factor by which deviations from the centre are too small, or
                       1; null: no variable is an integer */
    double *centre; /* d numbers: the centre before the step */
} nes_integers;

struct nes_run {
    nes_plan plan; /* arrays of its settings belong to the handle, but for scale, which is std0 */
    void *memory;
    size_t dim; /* variables that are here: the length of arrays */

    nes_gen g;
    nes_guests guests;
    nes_batch trial; /* samples of a larger rate, for some forms of adaptation */
    bool in_trial;   /* it is the trial that waits for values */
    nes_bounds bounds;
    double *std0; /* initial standard deviations; null: all are the option sigma */
    double max_std0;
    size_t outputs;       /* m: numbers that an evaluation gives besides its value */
    double *best_x;       /* dim */
    double *best_outputs; /* m */
    double *scratch;      /* dim */

    bool open;        /* the batch holds points that wait for values */
    bool begun;       /* the start point, if it is to be evaluated, has been placed */
    size_t waiting;   /* points of the open batch without a value, guests among them */
    size_t late;      /* points of the open batch that are left out */
    bool closed;      /* the last tell closed a generation without some of its points */
    bool lost;        /* hardly a finite value so far */
    bool fresh;       /* samples of the last batch must not be used again */
    bool outside;     /* of the points placed last, one was outside the range of numbers */
    bool modest;      /* parameters are so small that points of the next batch cannot be */
    size_t asked;     /* points of the last ask that tell has not yet answered */
    size_t first;     /* slot of the first of them */
    uint64_t next_id; /* id of the first point of this batch */

    nes_budget budget;
    nes_tally tally;
    double best_f; /* internal sign: smaller is better; NaN while there is none */
    uint64_t best_evaluation;
    uint64_t drawn;            /* generations of samples: numbers of random streams */
    uint64_t base_evaluations; /* evaluations before this batch */
    uint64_t judged;           /* evaluations at the last full stop tests */
    uint64_t judgements;       /* how often they were made: once in popsize evaluations */
    uint64_t infeasible;       /* generations in a row without a finite value */
    double generation_best;    /* not beside the median: reading both at once would have to wait for
                                  two stores */
    nes_history history;
    double generation_median;
    nes_course course;
    uint64_t flat;      /* entries of the history in a row with many equal values */
    double first_f;     /* median value of the first generation; NaN before */
    double start_width; /* width of the distribution at the start, and the largest that the stop */
    double most_width;  /* tests have seen; 0 where there is no width */
    nes_ending end;
    nes_integers integers;
    size_t whole;      /* all variables: the dimension of formulas */
    nes_coords coords; /* those that are here, where they are shared out */
};

/* run_create.c. x0: dim numbers inside the bounds. The run borrows the arrays of the plan and the
 * team (may be null). */
nes_status nes_run_create(struct nes_run **run, const nes_plan *plan, const double *x0,
                          struct nes_team *team, nes_note note);
void nes_run_destroy(struct nes_run *run); /* null is fine */

/* All its memory, distribution not yet initialised: for loading. */
nes_status nes_run_allocate(struct nes_run **run, const nes_plan *plan, struct nes_team *team,
                            nes_note note);

/* Whether the challenger, if there is one, can begin with the initial step sizes: its run is made
 * and destroyed to find out. */
nes_status nes_try_challenger(const nes_plan *plan, const double *x0, nes_note note);

nes_status nes_no_memory_for_run(const nes_plan *plan, size_t bytes, nes_note note);

/* Records as they are told. */
typedef struct nes_records {
    size_t n;
    const uint64_t *id;   /* null: those of the last ask, in its order */
    const nes_fate *fate; /* null: all are measured */
    const double *values; /* n rows of 1 + m numbers */
} nes_records;

static inline nes_fate nes_fate_at(const nes_records *t, size_t i)
{
    return t->fate != NULL ? t->fate[i] : NES_MEASURED;
}

/* points.c and tell.c: asking and telling one run. */
void nes_run_ask(struct nes_run *run, nes_points *p);
nes_status nes_run_tell(struct nes_run *run, const nes_records *t, nes_note note);
nes_status nes_run_tell_some(struct nes_run *run, const nes_records *t, nes_note note);
nes_status nes_run_close(struct nes_run *run, nes_note note);

/* Whether the open generation can be closed with all points only: a table of utilities has none for
 * fewer points, where these are to move the distribution. */
bool nes_needs_all(struct nes_run *run);
nes_status nes_refuse_late(size_t n, nes_note note); /* n values came too late; NES_OK if n is 0 */

/* The ids of a run's points begin with its number, from 0: all ids behind a handle differ. */
enum { NES_ID_BITS = 48 };

/* A point of a finished generation, or of another run. */
static inline bool nes_run_is_past(const struct nes_run *run, uint64_t id)
{
    return id >> NES_ID_BITS != run->next_id >> NES_ID_BITS || id < run->next_id;
}

uint64_t nes_run_next(const struct nes_run *run);     /* evaluations of its next generation */
uint64_t nes_run_numbered(const struct nes_run *run); /* points that have had an id so far */

/* generation.c */
void nes_open_generation(struct nes_run *run);  /* until points wait for values, or the run ends */
nes_batch *nes_open_batch(struct nes_run *run); /* the batch whose points wait */
void nes_finish_generation(struct nes_run *run);
void nes_weigh(struct nes_run *run);              /* values to weights */
void nes_abandon_generation(struct nes_run *run); /* with too few values to move by */

/* drawing.c: points of slots lo .. hi-1 from their local samples; the same drawn anew while they
 * are outside the bounds, then brought inside; both, after drawing the samples. */
void nes_place_slots(struct nes_run *run, nes_batch *b, size_t lo, size_t hi);
void nes_bring_inside(struct nes_run *run, size_t lo, size_t hi);
void nes_draw_slots(struct nes_run *run, size_t lo, size_t hi);
void nes_into_bounds(const struct nes_run *run, nes_batch *b, size_t lo, size_t hi);
void nes_place_start(struct nes_run *run);   /* of a hill climber, as the one point of the batch */
void nes_address(struct nes_run *run);       /* streams of this generation */
void nes_replace_batch(struct nes_run *run); /* the same points once more, after a load */
void nes_turn_window(
    struct nes_run *run); /* on to the next points, when those at hand have values */

/* guests.c */
void nes_guests_carve(struct nes_run *run, nes_arena *a);
double *nes_guests_x(const struct nes_run *run); /* point of the first one; null: there is none */
void nes_guests_copy(struct nes_run *run);       /* gives its point to the others */
size_t nes_guests_expected(const struct nes_run *run); /* guests of the next generation */
void nes_guests_open(struct nes_run *run);             /* with a generation that begins */
void nes_guests_close(struct nes_run *run);            /* with its batch, once that is closed */

/* Puts the ids of guests that wait directly before the ids of the batch; returns how many. */
size_t nes_guests_gather(struct nes_run *run);
size_t nes_guests_find(const struct nes_run *run, uint64_t id); /* the guest of that id, or n */

/* integers.c: nes_integers_begin once there are settings; nes_integer_near gives the coordinate of
 * the search that stands for the integer which y, of integer variable i, is rounded to; a point
 * inside the bounds is rounded. */
void nes_integers_carve(struct nes_run *run, nes_arena *a);
void nes_integers_begin(struct nes_run *run);
double nes_integer_near(const struct nes_run *run, size_t i, double y);
void nes_integers_round(const struct nes_run *run, double *x);

/* For runs with integers only: points as the family has placed them are spread; before a step and
 * after it, the centre moves as far as points that are spread. */
void nes_integers_spread(struct nes_run *run, nes_batch *b, size_t lo, size_t hi);
void nes_integers_note(struct nes_run *run);
void nes_integers_follow(struct nes_run *run);

/* range.c: brings points of slots lo .. hi-1, as the family has placed them, into the range of
 * numbers. After a step, ends a run whose parameters are outside it, with a centre that is inside.
 * nes_range_sees_all: all parameters are looked at after every step, so that those of a run that
 * has made one and goes on are finite. */
void nes_range_points(struct nes_run *run, nes_batch *b, size_t lo, size_t hi);
void nes_range_judge(struct nes_run *run);
bool nes_range_sees_all(const struct nes_run *run);

/* course.c */
void nes_course_add(nes_course *c, double low, double middle, double best, double width);

/* The newest mark that is at least `back` entries old; null: there is none. */
const nes_mark *nes_course_back(const nes_course *c, uint64_t back);

/* Whether a median of the last values is below that of the mark. */
bool nes_course_improves(const nes_course *c, const nes_mark *since);

/* stop.c: ends the run if a criterion holds. */
void nes_judge(struct nes_run *run);

/* stop_shape.c: the part of it that follows from the distribution, whose width this is. */
void nes_judge_distribution(struct nes_run *run, double width);

/* The same once more with other limits, for the generation at whose end the run has ended. */
void nes_judge_again(struct nes_run *run);

/* It has not ended by itself: it goes on, lost a race, or a budget is used. */
bool nes_run_is_cut(const struct nes_run *run);

/* The same, or its best value was good enough: a limit ended it before its state was judged. */
bool nes_run_is_limited(const struct nes_run *run);

/* No evaluation is left to it. */
static inline bool nes_run_is_spent(const struct nes_run *run)
{
    return run->tally.evaluations >= run->budget.max_evals;
}

void nes_end(nes_ending *end, nes_stop reason, double value, double threshold);
void nes_begin_period(struct nes_run *run); /* the next entry of the history */

/* Of the newest n best values in the history, as many as span no more than the limit, and one. */
typedef struct nes_range {
    double low, high;
} nes_range;
nes_range nes_history_range(const nes_history *h, size_t n, double limit);

double nes_rounding(double f); /* differences of such values that mean nothing */

/* The budgets alone, for a run or for several together; whole: the limits as the user knows them.
 */
void nes_judge_budget(nes_ending *end, const nes_budget *b, const nes_tally *t, double best_f,
                      bool maximize);

static inline double nes_square(double x)
{
    return x * x;
}

/* -f when maximising: inside, smaller is better. */
static inline double nes_signed(bool maximize, double f)
{
    return maximize ? -f : f;
}
