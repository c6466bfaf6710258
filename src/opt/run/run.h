/* SPDX-License-Identifier: MIT
 *
 * One run: a distribution that moves from generation to generation, the generation at hand, and
 * what is remembered of the course. A run knows nothing of other runs; budgets that they share are
 * handed to it before each generation. All its arrays live in one block of memory. */
#pragma once

#include "nes/density.h"
#include "nes/nes.h"
#include "opt/run/arrivals.h"
#include "opt/run/choices.h"
#include "opt/run/constrained.h"
#include "opt/run/course.h"
#include "opt/run/integers.h"
#include "opt/run/spot.h"
#include "opt/run/way.h"
#include "opt/settings/resolve.h"
#include "state/gen.h"
#include "technique/bounds.h"
#include "util/arena.h"
#include "util/limits.h"

/* How far a run may go. */
typedef struct nes_budget {
    uint64_t max_evals, max_gens;
    uint64_t max_failed; /* 0: any number; always so for a single run */
    double target;       /* internal sign; NaN: none */
} nes_budget;

/* A budget that only a target limits. */
static inline nes_budget nes_free_budget(double target)
{
    return (nes_budget){.max_evals = NES_MOST_COUNT, .max_gens = NES_MOST_COUNT, .target = target};
}

/* What was counted so far. */
typedef struct nes_tally {
    uint64_t evaluations, failed, nonfinite, generations;
    uint64_t
        feasible; /* evaluations of points that hold all constraints, of which there are some */
} nes_tally;

/* Why a run ended: a reason, and the value that was compared with a threshold. */
typedef struct nes_ending {
    nes_stop reason; /* NES_RUNNING: the run goes on */
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

/* A record of a tell, for a guest or a slot of the open batch. */
typedef struct nes_claim {
    size_t k, record;
    unsigned char fate;
    bool guest;
} nes_claim;

struct nes_run {
    nes_plan plan; /* arrays of its settings belong to the handle, but for scale, which is std0 */
    void *memory;
    size_t dim; /* coordinates of the distribution that are here: the length of most arrays */

    nes_gen g;
    nes_guests guests;
    nes_batch trial; /* samples of a larger rate, for some forms of adaptation */
    bool in_trial;   /* the trial waits for values, not the batch of g */
    nes_way way;
    nes_bounds bounds;
    double *std0; /* initial standard deviations; null: all are the option sigma */
    double max_std0;
    size_t outputs;       /* m: numbers that an evaluation gives besides its value */
    double *best_x;       /* dim, and the choices */
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
    nes_chosen chosen;
    nes_constrained constrained;
    nes_arrivals arrivals; /* where points are drawn one at a time */
    nes_claim *claim;      /* room for the records of a tell */
    size_t whole;          /* coordinates of all slices: the dimension of formulas */
    nes_coords coords;     /* those that are here, where they are shared out */
};

/* run_create.c: makes a run that starts at x0, dim numbers inside the bounds, and those of the
 * choices (null: at its usual start). The run borrows the arrays of the plan and the team (may be
 * null). */
nes_status nes_run_create(struct nes_run **run, const nes_plan *plan, const double *x0,
                          struct nes_team *team, nes_note note);
void nes_run_destroy(struct nes_run *run); /* null is fine */

/* Makes a run with all its memory, but without a distribution: for loading. */
nes_status nes_run_allocate(struct nes_run **run, const nes_plan *plan, struct nes_team *team,
                            nes_note note);

/* Whether the challenger, if there is one, can begin with the initial step sizes: its run is made
 * and destroyed to find out. */
nes_status nes_try_challenger(const nes_plan *plan, const double *x0, nes_note note);

nes_status nes_no_memory_for_run(const nes_plan *plan, size_t bytes, nes_note note);

/* Records of evaluations, as the caller tells them. */
typedef struct nes_records {
    size_t n;
    const uint64_t *id;   /* ids of the points; null: the points of the last ask, in its order */
    const nes_fate *fate; /* null: all are measured */
    const double *values; /* n rows of 1 + m numbers */
    bool dropped;         /* without fates: all are late, and there are no values */
} nes_records;

static inline nes_fate nes_fate_at(const nes_records *t, size_t i)
{
    return t->fate != NULL ? t->fate[i] : t->dropped ? NES_LATE : NES_MEASURED;
}

/* Whether the generation has its values, and other points are evaluated before it moves the
 * distribution. */
static inline bool nes_is_aside(const struct nes_run *run)
{
    return run->in_trial || run->way.on;
}

static inline nes_batch *nes_open_batch(const struct nes_run *run) /* the batch whose points wait */
{
    const nes_batch *aside = run->way.on ? &run->way.steps : &run->trial;
    return (nes_batch *)(uintptr_t)(nes_is_aside(run) ? aside : &run->g.batch);
}

/* What a look at the records of a tell has found; its claims are in the run. */
typedef struct nes_heard {
    size_t n;            /* claims */
    size_t late;         /* records for points of finished generations */
    size_t late_values;  /* values for points that nobody waits for any more */
    size_t values;       /* values for other points, where points are told by id */
    size_t unfit;        /* number of the first record with a fate that cannot be; 0: none */
    nes_fate unfit_fate; /* that fate */
    bool news;           /* some record says more than that its point waits */
    bool by_id;          /* points are told by their ids */
    bool strays;         /* some are for points that are not open */
    uint64_t stray;      /* the first of them */
    const size_t *slots; /* where the rows of the open batch are; null: not needed so far */
} nes_heard;

/* records.c: reading each record once. Points that are read by their ids are claimed until they are
 * released. */
void nes_claims_carve(struct nes_run *run, nes_arena *a);
void nes_read_asked(struct nes_run *run, const nes_records *t, nes_heard *r);
void nes_read_by_id(struct nes_run *run, size_t record, uint64_t id, nes_fate fate, nes_heard *r);
void nes_read_late(size_t record, nes_fate fate, nes_heard *r);
void nes_heard_release(struct nes_run *run, const nes_heard *r);
nes_status nes_heard_check(struct nes_run *run, const nes_heard *r, nes_note note);

/* What stands in the place of the value of a point that was not measured. */
double nes_no_value(void);

/* points.c and tell.c: asking and telling one run. */
void nes_run_ask(struct nes_run *run, nes_points *p);
nes_status nes_run_tell(struct nes_run *run, const nes_records *t, nes_note note);
nes_status nes_run_take(struct nes_run *run, const nes_records *t, const nes_heard *r,
                        nes_note note); /* those that were read, or none of them */
nes_status nes_run_close(struct nes_run *run, nes_note note);

/* Gives the points that wait another number of tries, before the option retries becomes that. A
 * point that has failed more often than it allows is given up when it fails once more. */
void nes_change_retries(struct nes_run *run, uint64_t retries);

/* Whether the open generation can be closed with all points only: a table of utilities has none for
 * fewer points, where these are to move the distribution. */
bool nes_needs_all(struct nes_run *run);
nes_status nes_refuse_fewer(const struct nes_run *run, nes_note note);
nes_status nes_refuse_late(size_t n, nes_note note); /* n values came too late; NES_OK if n is 0 */

/* The ids of a run's points begin with its number, from 0: all ids behind a handle differ. */
enum { NES_ID_BITS = 48 };

/* Whether the point of that id is one of a finished generation, or of another run. */
static inline bool nes_run_is_past(const struct nes_run *run, uint64_t id)
{
    return id >> NES_ID_BITS != run->next_id >> NES_ID_BITS || id < run->next_id;
}

uint64_t nes_run_next(const struct nes_run *run);     /* evaluations that its generation needs */
uint64_t nes_run_numbered(const struct nes_run *run); /* points that have had an id so far */

/* generation.c */
void nes_open_generation(struct nes_run *run); /* begins generations until points wait for values,
                                                  or  the run ends */
void nes_finish_generation(struct nes_run *run);
void nes_begin_slot(const struct nes_run *run, nes_batch *b, size_t k); /* row k goes to slot k, and
                                                                           waits for a value */
void nes_weigh(struct nes_run *run);                                    /* values to weights */
void nes_abandon_generation(struct nes_run *run); /* with too few values to move by */

/* drawing.c, for slots lo .. hi-1: nes_place_slots makes points of their local samples;
 * nes_bring_inside draws points outside the bounds again, where the handler says so, and brings
 * them inside by nes_into_bounds; nes_draw_slots draws samples and does both. */
void nes_place_slots(struct nes_run *run, nes_batch *b, size_t lo, size_t hi);
void nes_bring_inside(struct nes_run *run, size_t lo, size_t hi);
void nes_draw_slots(struct nes_run *run, size_t lo, size_t hi);
void nes_into_bounds(const struct nes_run *run, nes_batch *b, size_t lo, size_t hi);
void nes_place_start(struct nes_run *run);   /* makes the start of a hill climber the one point */
void nes_address(struct nes_run *run);       /* sets the random stream of this generation */
void nes_replace_batch(struct nes_run *run); /* makes the same points once more, after a load */
void nes_place_again(struct nes_run *run, size_t k); /* the point of slot k, if it is not at hand */
void nes_turn_window(
    struct nes_run *run); /* on to the next points, when those at hand have values */

/* guests.c */
void nes_guests_carve(struct nes_run *run, nes_arena *a);
double *nes_guests_x(const struct nes_run *run); /* point of the first one; null: there is none */
double *nes_guests_choices(const struct nes_run *run); /* its choices; null: there are none */
void nes_guests_copy(struct nes_run *run);             /* gives its point to the others */
size_t nes_guests_expected(const struct nes_run *run); /* guests of the next generation */
void nes_guests_open(struct nes_run *run);             /* with a generation that begins */
void nes_guests_close(struct nes_run *run);            /* with its batch, once that is closed */

/* Puts the ids of guests that wait directly before the ids of the batch; returns how many. */
size_t nes_guests_gather(struct nes_run *run);
size_t nes_guests_find(const struct nes_run *run, uint64_t id); /* the guest of that id, or n */

/* range.c: brings points of slots lo .. hi-1, as the family has placed them, into the range of
 * numbers. After a step, ends a run whose parameters are outside it, with a centre that is inside.
 * nes_range_sees_all: all parameters are looked at after every step, so that those of a run that
 * has made one and goes on are finite. */
void nes_range_points(struct nes_run *run, nes_batch *b, size_t lo, size_t hi);
void nes_range_judge(struct nes_run *run);
bool nes_range_sees_all(const struct nes_run *run);

/* stop.c: ends the run if a criterion holds. */
void nes_judge(struct nes_run *run);

/* stop_shape.c: the criteria that follow from the distribution, whose width is given. */
void nes_judge_distribution(struct nes_run *run, double width);

/* Applies the criteria once more, with other limits, to the generation at whose end the run ended.
 */
void nes_judge_again(struct nes_run *run);

/* Whether the run has not ended by itself: it goes on, lost a race, or a budget is used. */
bool nes_run_is_cut(const struct nes_run *run);

/* Whether a limit ended the run before its state was judged: the run was cut, or its best value was
 * good enough. */
bool nes_run_is_limited(const struct nes_run *run);

/* Whether no evaluation is left to the run. */
static inline bool nes_run_is_spent(const struct nes_run *run)
{
    return run->tally.evaluations >= run->budget.max_evals;
}

void nes_end(nes_ending *end, nes_stop reason, double value, double threshold);
void nes_begin_period(
    struct nes_run *run); /* values from now on make the next entry of the history */

double nes_rounding(double f); /* the largest difference of values near f that rounding can make */

/* Applies the budgets alone, of a run or of several together. */
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
