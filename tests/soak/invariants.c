/* SPDX-License-Identifier: MIT
 *
 * Invariants of a run. */
#include "soak/invariants.h"

#include <stdlib.h>
#include <string.h>

/* Constraint i, from 1, is told as f + i, so that they fall with f, and of points that violate some
 * the one with the smallest f is the nearest. Only where f is minimised that is the best one, too.
 */
static bool holds(const nes_settings *s, double f)
{
    for (size_t i = 0; i < s->constraints; i++)
        if (!(f + (double)(i + 1) <= (s->constraint_tol != NULL ? s->constraint_tol[i] : 0)))
            return false;
    return true;
}

static bool is_better(const soak_record *r, bool maximize, bool feasible, double f)
{
    if (!r->any || feasible != r->feasible) return !r->any || feasible;
    return maximize && feasible ? f > r->best : f < r->best;
}

void soak_record_value(soak_record *r, const nes_settings *s, double f)
{
    const double signed_f = s->maximize ? -f : f;
    const bool feasible = holds(s, f);
    r->evaluations++;
    if (f == MARKED_FAILED) {
        r->failed++;
        return;
    }
    if (isinf(f) || !(signed_f <= 1e300)) r->nonfinite++;
    if (!(signed_f <= 1e300) || (!feasible && isinf(f))) return;
    if (is_better(r, s->maximize, feasible, f)) {
        r->best = f;
        r->feasible = feasible;
    }
    r->any = true;
}

static bool check_ids(soak *k, const nes_points *points)
{
    for (size_t i = 0; i < points->n && points->n < 500; i++)
        for (size_t j = 0; j < i; j++)
            if (points->id[i] == points->id[j])
                return soak_fail(k, "points %zu and %zu have the id %llu", j, i,
                                 (unsigned long long)points->id[i]);
    return true;
}

bool soak_check_points(soak *k, const soak_problem *p, nes_opt *o, const nes_points *points)
{
    const uint64_t most = nes_get_settings(o)->max_evals;
    uint64_t told = 0;
    size_t i;
    nes_get_count(o, "evaluations", &told);
    if (points->n == 0 || points->dim != p->dim)
        return soak_fail(k, "ask hands out %zu points of %zu numbers", points->n, points->dim);
    if (most > 0 && (told > most || points->n > most - told))
        return soak_fail(k, "%zu points beyond %llu evaluations of %llu", points->n,
                         (unsigned long long)told, (unsigned long long)most);
    for (size_t row = 0; row < points->n; row++)
        if (!soak_problem_contains(p, points->x + row * p->dim, &i))
            return soak_fail(k, "point %zu: variable %zu is %.17g, outside [%.17g, %.17g]", row, i,
                             points->x[row * p->dim + i], p->lower[i], p->upper[i]);
    return check_ids(k, points);
}

/* Violations of values that are nearly equal differ by rounding only, or not at all. */
static bool is_nearest(const soak_record *want, bool maximize, double f)
{
    static const double CLOSE = 1e-9;
    return maximize && !want->feasible && fabs(f - want->best) <= CLOSE * fmax(1, fabs(want->best));
}

static bool check_best(soak *k, const soak_problem *p, const nes_result *r, const soak_record *want,
                       bool maximize)
{
    size_t i;
    if (want->any != (r->best_x != NULL) || want->any == (bool)isnan(r->best_f))
        return soak_fail(k, "best value %g, its point is %s", r->best_f,
                         r->best_x != NULL ? "there" : "not there");
    if (!want->any) return true;
    if (r->best_f != want->best && !is_nearest(want, maximize, r->best_f))
        return soak_fail(k, "best value %.17g, told was %.17g", r->best_f, want->best);
    if (!soak_problem_contains(p, r->best_x, &i))
        return soak_fail(k, "the best point has %.17g as variable %zu", r->best_x[i], i);
    if (p->by_point && soak_problem_value(p, r->best_x, 0, 0) != r->best_f)
        return soak_fail(k, "the best point has not the best value %.17g", r->best_f);
    return true;
}

/* Widths may be infinite once a run has ended because of them, while others go on or not. */
static bool check_centre(soak *k, const soak_problem *p, const nes_result *r)
{
    for (size_t i = 0; r->mean_x != NULL && i < p->dim; i++) {
        const double m = r->mean_x[i], s = r->std_x[i];
        if (!isfinite(m) || (!p->bits && (m < p->lower[i] || m > p->upper[i])))
            return soak_fail(k, "mean %zu is %.17g", i, m);
        if (!(s >= 0)) return soak_fail(k, "standard deviation %zu is %.17g", i, s);
    }
    return true;
}

/* All results by name, whatever they are: none may crash or have another status than promised. */
static bool check_entries(soak *k, nes_opt *o)
{
    static double values[SOAK_MOST_DIM * SOAK_MOST_DIM];
    const nes_entry *e;
    for (size_t i = 0; (e = nes_entry_at(i)) != NULL; i++) {
        double real;
        uint64_t count;
        size_t n = 0;
        nes_status s = NES_OK;
        if (e->type == NES_ENTRY_REAL) s = nes_get_real(o, e->name, &real);
        if (e->type == NES_ENTRY_COUNT) s = nes_get_count(o, e->name, &count);
        if (e->type == NES_ENTRY_ARRAY) {
            s = nes_get_length(o, e->name, &n);
            if (s == NES_OK && n <= sizeof values / sizeof *values)
                s = nes_get_array(o, e->name, n, values);
            if (s == NES_ERR_ORDER) s = NES_OK;
        }
        if (s != NES_OK) return soak_fail(k, "result %s: %s", e->name, nes_strerror(s));
    }
    return true;
}

static bool check_texts(soak *k, nes_opt *o, const nes_result *r)
{
    const bool stopped = nes_stopped(o) != NES_RUNNING;
    if (stopped != (r->stop != NES_RUNNING)) return soak_fail(k, "stop reasons differ");
    if (stopped && (r->stop_text[0] == '\0' || r->trust_text[0] == '\0'))
        return soak_fail(k, "the stop %s has no text", nes_stop_name(r->stop));
    if (stopped) k->counts->stop_seen[(size_t)r->stop % SOAK_NAMES] = 1;
    return true;
}

bool soak_check_result(soak *k, const soak_problem *p, nes_opt *o, soak_record *want)
{
    nes_result r;
    if (nes_get_result(o, &r) != NES_OK) return soak_fail(k, "no result");
    if (r.evaluations != want->evaluations || r.failed != want->failed ||
        r.nonfinite != want->nonfinite)
        return soak_fail(k, "counts %llu %llu %llu, told were %llu %llu %llu",
                         (unsigned long long)r.evaluations, (unsigned long long)r.failed,
                         (unsigned long long)r.nonfinite, (unsigned long long)want->evaluations,
                         (unsigned long long)want->failed, (unsigned long long)want->nonfinite);
    if (r.generations < want->generations) return soak_fail(k, "generations went back");
    want->generations = r.generations;
    return check_best(k, p, &r, want, nes_get_settings(o)->maximize) && check_centre(k, p, &r) &&
           check_texts(k, o, &r) && (!chance_one_in(&k->c, 8) || check_entries(k, o));
}

static bool same_bytes(const nes_opt *a, const nes_opt *b)
{
    size_t n = nes_save_size(a), m = 0;
    unsigned char *of_a = malloc(2 * n), *of_b = of_a + n;
    if (of_a == NULL) return false;
    const bool same = nes_save(a, of_a, n, NULL) == NES_OK && nes_save(b, of_b, n, &m) == NES_OK &&
                      m == n && memcmp(of_a, of_b, n) == 0;
    free(of_a);
    return same;
}

/* With a limit of time, the seconds used are saved too. */
bool soak_check_same(soak *k, const nes_opt *a, const nes_opt *b, const char *what)
{
    const bool timed = nes_get_settings(a)->max_time < NES_OFF;
    if ((timed || chance_one_in(&k->c, 8)) && nes_fingerprint(a) != nes_fingerprint(b))
        return soak_fail(k, "%s: the fingerprints differ", what);
    return timed || same_bytes(a, b) || soak_fail(k, "%s: the saved bytes differ", what);
}
