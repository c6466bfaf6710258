/* SPDX-License-Identifier: MIT
 *
 * The suite bbob-constrained: nine objectives, each with six numbers of linear constraints, and two
 * variants of it for comparison. Function, instance and dimension determine everything. */
#include "constrained.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bbob/random.h"

/* Up to this instance all seeds are below the modulus of the generator, 2^31 - 1. Room for the
 * constraints grows with 4.5 d^2: 144 MB at most. */
enum { INSTANCES = 100000, DIM_MAX = 2000, CLASSES = 6 };

/* A row: three digits, name and formula of the objective, constraints and those that are active. */
typedef struct row {
    const char *name;
    nes_problem_kind kind;
} row;

#define ROW(number, objective, value, all, active)                                                 \
    {                                                                                              \
        objective ", " all " linear constraints",                                                  \
        {                                                                                          \
            "bbob-constrained_f" number "_iI_dN", value,                                           \
                objective ". Linear constraints in bent coordinates: " all ", of which " active    \
                          " active at the optimum."                                                \
        }                                                                                          \
    }

#define ROWS(a, b, c, d, e, f, objective, value)                                                   \
    ROW(a, objective, value, "1", "1 is"), ROW(b, objective, value, "3", "2 are"),                 \
        ROW(c, objective, value, "9", "6 are"),                                                    \
        ROW(d, objective, value, "1.5 (6 + N/2)", "6 + N/2 are"),                                  \
        ROW(e, objective, value, "1.5 (6 + N)", "6 + N are"),                                      \
        ROW(f, objective, value, "1.5 (6 + 3 N)", "6 + 3 N are")

static const row rows[] = {
    ROWS("001", "002", "003", "004", "005", "006", "Sphere", "10 (sum v_i^2 + f0)"),
    ROWS("007", "008", "009", "010", "011", "012", "Ellipsoid, separable",
         "10^-4 (sum 10^(6 t_i) v_i^2 + f0)"),
    ROWS("013", "014", "015", "016", "017", "018", "Linear slope",
         "10 (sum 5 |c_i| - c_i x_i + f0)"),
    ROWS("019", "020", "021", "022", "023", "024", "Ellipsoid, rotated",
         "10^-4 (sum 10^(6 t_i) v_i^2 + f0)"),
    ROWS("025", "026", "027", "028", "029", "030", "Discus",
         "10^-4 (10^6 v_1^2 + sum_(i>1) v_i^2 + f0)"),
    ROWS("031", "032", "033", "034", "035", "036", "Bent cigar",
         "10^-4 (v_1^2 + 10^6 sum_(i>1) v_i^2 + f0)"),
    ROWS("037", "038", "039", "040", "041", "042", "Different powers",
         "100 (sqrt(sum |v_i|^(2 + 4 t_i)) + f0)"),
    ROWS("043", "044", "045", "046", "047", "048", "Rastrigin, separable",
         "10 (rastrigin(v) + f0)"),
    ROWS("049", "050", "051", "052", "053", "054", "Rastrigin, rotated", "10 (rastrigin(v) + f0)"),
};

enum { FUNCTIONS = sizeof rows / sizeof *rows };

static const size_t dims[] = {2, 3, 5, 10, 20, 40, 0};
static const size_t instances[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0};

#define SUITE(title, what)                                                                         \
    {                                                                                              \
        .name = title, .doc = what, .first = 1, .last = FUNCTIONS, .dims = dims,                   \
        .instances = instances, .format = title "_f%03zu_i%02zu_d%02zu"                            \
    }

const nes_suite nes_suite_constrained =
    SUITE("bbob-constrained", "54 functions with 1 to 1.5 (6 + 3 N) constraints.");
const nes_suite nes_suite_active_only =
    SUITE("bbob-constrained-active-only",
          "bbob-constrained without constraints that do not touch the optimum.");
const nes_suite nes_suite_no_disguise =
    SUITE("bbob-constrained-no-disguise",
          "bbob-constrained with a constraint across the slope of the objective.");

static const struct nes_constrained_suite {
    const nes_suite *suite;
    nes_constrained_variant variant;
} suites[] = {
    {&nes_suite_constrained, {true, true}},
    {&nes_suite_active_only, {false, true}},
    {&nes_suite_no_disguise, {true, false}},
};

static const nes_problem_kind *kind_at(size_t i)
{
    return i < FUNCTIONS ? &rows[i].kind : NULL;
}

static const void *find(const char *id)
{
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++)
        if (nes_problem_of_suite(id, suites[i].suite->name)) return &suites[i];
    return NULL;
}

static double value(const nes_problem *p, const double *x)
{
    const nes_constrained *b = p->model;
    const double bad = nes_problem_not_finite(b->d, x);
    if (bad != 0.0) return bad;
    double *room = nes_bbob_workspace_take(b->work), *y = room;
    if (!b->kind->of_x) nes_bend(b, x, y);
    const double f = nes_objective_at(b, b->kind->of_x ? x : y, room + b->d);
    nes_bbob_workspace_give(b->work, room);
    return b->kind->scale * (f + b->fopt);
}

static void constrain(const nes_problem *p, const double *x, double *g)
{
    const nes_constrained *b = p->model;
    const double bad = nes_problem_not_finite(b->d, x);
    double *y = nes_bbob_workspace_take(b->work);
    nes_bend(b, x, y);
    for (size_t j = 0; j < b->m; j++) g[j] = bad != 0.0 ? bad : nes_constraint_at(b, j, y);
    nes_bbob_workspace_give(b->work, y);
}

static void start(const nes_problem *p, double *x0)
{
    const nes_constrained *b = p->model;
    memcpy(x0, b->start, b->d * sizeof *x0);
}

static void release(nes_problem *p)
{
    nes_constrained *b = p->model;
    if (b) nes_bbob_workspace_destroy(b->work);
    free(b);
}

/* The group of COCO names the number of constraints in its own way. */
static const char *group_of(const nes_objective_kind *kind, size_t m)
{
    static const char *const names[2][2] = {
        {"1-separable_linear", "1-separable_linear_linear"},
        {"3-ill-conditioned_linear", "3-ill-conditioned_linear_linear"}};
    return names[!kind->separable][m > 1];
}

static size_t active_constraints(size_t function, size_t d)
{
    const size_t counts[CLASSES] = {1, 2, 6, 6 + d / 2, 6 + d, 6 + 3 * d};
    return counts[(function - 1) % CLASSES];
}

/* One block of memory for the instance and, behind it, its arrays. */
static nes_constrained *allocate(const nes_constrained *like)
{
    const size_t d = like->d, m = like->m, square = like->kind->rotated ? d * d : 0;
    nes_constrained *b = malloc(sizeof *b + (square + m * d + 2 * m + 3 * d) * sizeof(double));
    if (!b) return NULL;
    *b = *like;
    double *next = (double *)(b + 1);
    b->centre = next;
    b->weight = b->centre + d;
    b->start = b->weight + d;
    b->norm = b->start + d;
    b->shift = b->norm + m;
    b->a = b->shift + m;
    b->rotation = square > 0 ? b->a + m * d : NULL;
    b->work = nes_bbob_workspace_create(NES_CONSTRAINED_ROOM * d);
    return b;
}

/* f4 and f18 have the optimal value of their neighbours, as in bbob. */
static double offset(size_t function, size_t instance)
{
    const size_t base = function == 4 || function == 18 ? function - 1 : function;
    return nes_bbob_fopt((int64_t)(base + 10000 * instance));
}

static nes_status make(nes_problem *p, const nes_constrained_variant *variant, size_t function,
                       size_t instance)
{
    const size_t d = p->dim, active = active_constraints(function, d);
    const int64_t s1 = (int64_t)(function + 10000 * instance),
                  s2 = (int64_t)(function + 20000 * instance);
    const nes_constrained like = {.kind = &nes_objective_kinds[(function - 1) / CLASSES],
                                  .d = d,
                                  .m = active + (variant->inactive ? active / 2 : 0),
                                  .active = active,
                                  .fopt = offset(function, instance)};
    p->solution = malloc(d * sizeof *p->solution);
    nes_constrained *b = p->model = allocate(&like);
    p->release = release;
    double *work = malloc(NES_BBOB_PANEL * d * sizeof *work);
    if (p->solution && b && b->work && work) {
        nes_bbob_xopt(d, s1, p->solution);
        b->optimum = p->solution;
        b->kind->place(b, s2);
        if (b->rotation) nes_bbob_rotation(d, s2 + 1000000, b->rotation, work);
        nes_constraints_build(b, variant, s1, s2, instance, work);
        p->optimum = value(p, p->solution);
    }
    free(work);
    return p->solution && b && b->work && work ? NES_OK : NES_ERR_MEMORY;
}

static nes_status open_problem(nes_problem *p, const nes_problem_note *note)
{
    const struct nes_constrained_suite *s = p->row;
    const nes_suite_ids ids = {s->suite, s->suite->name, INSTANCES};
    size_t function = 0, instance = 0;
    const nes_status status = nes_problem_read_suite(p, &ids, &function, &instance, note);
    if (status != NES_OK) return status;
    if (p->dim > DIM_MAX)
        return nes_problem_refuse(note, NES_ERR_DIMENSION,
                                  "the dimension of problem '%.60s' is too large; %s is offered up "
                                  "to %d",
                                  p->id, s->suite->name, DIM_MAX);
    const nes_status made = make(p, &s->variant, function, instance);
    if (made != NES_OK) return made;
    const nes_constrained *b = p->model;
    p->row = &rows[function - 1];
    p->name = rows[function - 1].name;
    p->group = group_of(b->kind, b->m);
    p->constraints = b->m;
    p->constrain = constrain;
    p->value = value;
    p->start = start;
    p->sigma = 1.0;
    return NES_OK;
}

const nes_problem_family nes_problem_constrained = {"bbob-constrained", kind_at, find,
                                                    open_problem};
