/* SPDX-License-Identifier: MIT
 *
 * How far an answer can be trusted. A run that stops says only which number fell below which limit;
 * the same limit is met at an optimum, on a plateau, and by a distribution that has collapsed
 * halfway down a slope. What tells them apart is remembered anyway: the marks of the course, the
 * widest distribution, the values of the first generation, the ends of other runs. [math: A26] */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "family/family.h"
#include "opt/search/runs.h"
#include "util/text.h"

/* The run with the best value, and what it looks like at its end. */
typedef struct evidence {
    const nes_runs *runs;
    const struct nes_run *run;
    nes_range recent; /* best values of its last generations */
    double width;     /* width of its distribution, now and at its widest; 0: it has none */
    double most_width;
    bool agreed;    /* more than half of all runs ended at this point */
    bool disagreed; /* most of the other runs that ended by themselves ended elsewhere */
    char *text;
    size_t size;
} evidence;

/* text, size bytes: room for the judgement. */
static evidence gather(const nes_runs *r, char *text, size_t size)
{
    evidence e = {.runs = r, .run = nes_runs_best(r)->run, .text = text, .size = size};
    const nes_family *f = e.run->g.dist.family;
    e.recent = nes_history_range(&e.run->history, SIZE_MAX, INFINITY);
    if (f->located && e.run->most_width > 0) {
        e.width = f->widths->width(&e.run->g.dist);
        e.most_width = fmax(e.run->most_width, e.width);
    }
    const uint64_t itself = nes_run_is_cut(e.run) ? 0 : 1;
    const bool ends = r->ended_f <= e.run->best_f + nes_agreement(e.run, e.run->best_f);
    e.agreed = ends && nes_runs_agree(r, itself + 1);
    e.disagreed = r->ended > itself && !e.agreed;
    return e;
}

/* Whether values have always been the same, as far as the stop tests can tell. */
static bool never_differed(const evidence *e)
{
    const struct nes_run *run = e->run;
    const double tolfun = run->plan.s.tolfun == NES_OFF ? 0 : run->plan.s.tolfun;
    return run->first_f - run->best_f <= 1e3 * fmax(tolfun, nes_rounding(run->best_f));
}

/* Near a smooth optimum values rest above the best one like the square of the width, on a slope
 * like the width itself. This is the power, from two marks on the way down, a factor of 1000 apart
 * if the distribution was ever that wide; NaN: it cannot be told. */
static double power_of_width(const evidence *e)
{
    static const double NEAR = 10, APART = 30, FAR = 1000;
    const nes_course *c = &e->run->course;
    const double best = e->run->best_f, least = 100 * nes_rounding(best);
    const nes_mark *near = NULL, *far = NULL;
    for (const nes_mark *m = c->mark + c->used; m-- > c->mark;) {
        if (near == NULL && m->width >= NEAR * e->width && m->low - best > least) near = m;
        if (near == NULL || m->width < (far == NULL ? APART * near->width : far->width)) continue;
        far = m;
        if (far->width >= FAR * near->width) break;
    }
    if (far == NULL) return NAN;
    return log((far->low - best) / (near->low - best)) / log(far->width / near->width);
}

/* Whether variable i of the best point is at its bound; an integer, at the last one inside it. */
static bool is_at(const struct nes_run *run, size_t i, double bound)
{
    const nes_settings *s = &run->plan.s;
    const double scale = nes_two_sided(s, i) ? s->upper[i] - s->lower[i] : nes_start_std(s, i);
    const double last = nes_is_integer(s, i) ? nes_integer_near(run, i, bound) : bound;
    return fabs(run->best_x[i] - last) <= 1e-6 * scale;
}

/* How many variables of the best point are at a bound. */
static size_t at_bounds(const struct nes_run *run)
{
    const nes_settings *s = &run->plan.s;
    double n = 0;
    if (run->bounds.bounder == NULL) return 0;
    for (size_t i = 0; i < run->dim; i++)
        n += (s->lower != NULL && is_at(run, i, s->lower[i])) ||
             (s->upper != NULL && is_at(run, i, s->upper[i]));
    nes_coords_add(run->g.dist.coords, 1, &n);
    return n < INFINITY ? (size_t)n : 0;
}

/* Whether values are equal only because numbers cannot tell them apart: the distribution has shrunk
 * a lot, and just before the values became equal they differed by a few units in the last place. */
static bool is_rounding(const evidence *e)
{
    enum { BEFORE = 3 };
    const nes_range r =
        nes_history_range(&e->run->history, (size_t)e->run->flat + BEFORE, INFINITY);
    return e->width < 1e-3 * e->most_width && r.high - r.low <= 16 * nes_rounding(e->run->best_f);
}

static nes_trust say(const evidence *e, nes_trust trust, const char *format, ...) NES_PRINTF(3, 4);

/* Appends to the text of the judgement. */
static nes_trust say(const evidence *e, nes_trust trust, const char *format, ...)
{
    va_list args;
    const size_t used = strlen(e->text);
    va_start(args, format);
    nes_print_list(e->text + used, e->size - used, format, args);
    va_end(args);
    return trust;
}

static double shown(const evidence *e, double f)
{
    return nes_signed(e->run->plan.s.maximize, f);
}

static nes_trust disagreement(const evidence *e)
{
    return say(
        e, NES_TRUST_DOUBTFUL,
        "restarts disagree: %llu of %llu runs that ended by themselves did so at this point, "
        "so there are other optima, and perhaps a better one",
        (unsigned long long)e->runs->agreeing, (unsigned long long)e->runs->ended);
}

static nes_trust converged(const evidence *e)
{
    return say(e, NES_TRUST_CONVERGED, "%s",
               e->agreed ? "" : "; one run cannot tell whether another optimum is better");
}

/* Whether a search among integers alone has ended: most values are then those of the best point. */
static nes_trust judge_integers(const evidence *e)
{
    const struct nes_run *run = e->run;
    const uint64_t since = run->tally.evaluations - run->best_evaluation;
    if (e->disagreed) return disagreement(e);
    if ((double)since < nes_many_integers(&run->plan))
        return say(e, NES_TRUST_STALLED,
                   "no better value in the last %llu evaluations, too few to have tried every "
                   "integer next to those of the best point",
                   (unsigned long long)since);
    say(e, NES_TRUST_CONVERGED,
        "no better value in the last %llu evaluations, which most likely have tried every integer "
        "next to those of the best point",
        (unsigned long long)since);
    return converged(e);
}

static nes_trust judge_plateau(const evidence *e)
{
    const double first = shown(e, e->run->first_f), best = shown(e, e->run->best_f);
    if (never_differed(e))
        return say(e, NES_TRUST_DOUBTFUL,
                   "the values have hardly differed from the beginning (%.6g to %.6g): the "
                   "objective is constant around the start, or tolfun is too large for it",
                   first, best);
    if (e->width > 0)
        return say(e, NES_TRUST_DOUBTFUL,
                   "a plateau: the values are equal in a region as wide as %.3g, so that nothing "
                   "shows where to go",
                   e->width);
    return say(e, NES_TRUST_DOUBTFUL, "a plateau: many values are equal");
}

/* Finds what speaks against an optimum at the end of a settled run; NES_TRUST_OPEN: nothing does.
 */
static nes_trust find_doubt(const evidence *e)
{
    const struct nes_run *run = e->run;
    const double power = power_of_width(e);
    if (e->recent.low > run->best_f + nes_agreement(run, run->best_f))
        return say(e, NES_TRUST_DOUBTFUL,
                   "the run settled at %.6g, but had seen this better value before, at evaluation "
                   "%llu of %llu",
                   shown(e, e->recent.low), (unsigned long long)run->best_evaluation,
                   (unsigned long long)run->tally.evaluations);
    if (never_differed(e)) return judge_plateau(e);
    if (e->width > 0.1 * e->most_width)
        return say(e, NES_TRUST_DOUBTFUL,
                   "the values settled, but the distribution did not: it is %.3g wide, and never "
                   "was wider than %.3g",
                   e->width, e->most_width);
    if (power < 1.3 && !e->agreed && at_bounds(run) == 0)
        return say(e, NES_TRUST_DOUBTFUL,
                   "the values fell only like the width of the distribution to the power %.2g: it "
                   "shrank onto a kink of the objective, or halfway down a slope; restarts can "
                   "tell",
                   power);
    return e->disagreed ? disagreement(e) : NES_TRUST_OPEN;
}

static nes_trust judge_settled(const evidence *e)
{
    const struct nes_run *run = e->run;
    const nes_trust doubt = find_doubt(e);
    const double change = e->recent.high - e->recent.low;
    if (doubt != NES_TRUST_OPEN) return doubt;
    if (run->end.reason == NES_STOP_NOEFFECT &&
        !(change <= fmax(1e-12, 16 * nes_rounding(run->best_f))))
        return say(e, NES_TRUST_STALLED,
                   "the numbers cannot hold smaller steps, but the best values of the last %zu "
                   "generations still differ by %.3g",
                   run->history.used, change);
    if (run->end.reason == NES_STOP_SETTLED)
        say(e, NES_TRUST_CONVERGED,
            "the bits are all but decided, and the last %.0f evaluations gave nothing better",
            run->end.value);
    else
        say(e, NES_TRUST_CONVERGED, "the best values of the last %zu generations differ by %.3g",
            run->history.used, change);
    if (e->width > 0)
        say(e, NES_TRUST_CONVERGED, ", the distribution has shrunk %.2g-fold",
            e->most_width / e->width);
    return converged(e);
}

/* Writes the best values at a mark and now by six digits, or their difference where these agree. */
static nes_trust judge_improving(const evidence *e, const nes_mark *m)
{
    const nes_course *c = &e->run->course;
    const double made = (double)((uint64_t)(m - c->mark + 1) * c->stride);
    const double share = 100 * (1 - made / (double)c->entries);
    char before[32], now[32];
    nes_print(before, sizeof before, "%.6g", shown(e, m->best));
    nes_print(now, sizeof now, "%.6g", shown(e, e->run->best_f));
    if (strcmp(before, now) == 0)
        return say(e, NES_TRUST_BUDGET,
                   "still improving: by %.3g to a best value of %s in the last %.2g %% of the "
                   "evaluations",
                   m->best - e->run->best_f, now, share);
    return say(e, NES_TRUST_BUDGET,
               "still improving: the best value went from %s to %s in the last %.2g %% of the "
               "evaluations",
               before, now, share);
}

/* Judges a run that a budget or the caller cut off, perhaps on the way to where others have ended.
 */
static nes_trust judge_cut(const evidence *e)
{
    if (e->agreed) return say(e, NES_TRUST_CONVERGED, "found again, by a run that was cut off");
    const struct nes_run *run = e->run;
    const uint64_t tenth = run->course.entries / 10;
    const nes_mark *m = nes_course_back(&run->course, tenth > 0 ? tenth : 1);
    const unsigned long long all = run->tally.evaluations;
    if (e->width > 10 * run->start_width && e->width > 0.5 * e->most_width)
        return say(e, NES_TRUST_DOUBTFUL,
                   "the step size was still growing, %.3g times its initial value: the optimum is "
                   "far from the start, or there is none",
                   e->width / run->start_width);
    if (m == NULL)
        return say(e, NES_TRUST_BUDGET, "%llu generations are too few to tell",
                   (unsigned long long)run->tally.generations);
    if (!(run->best_f >= m->best)) return judge_improving(e, m);
    return say(e, NES_TRUST_STALLED, "no better value in the last %llu of %llu evaluations",
               all - (unsigned long long)run->best_evaluation, all);
}

/* All variables are integers, and the search found nothing better any more. */
static bool has_settled_integers(const evidence *e)
{
    const struct nes_run *run = e->run;
    const nes_stop r = run->end.reason;
    const bool settled = r == NES_STOP_FLAT || r == NES_STOP_STAGNATION || r == NES_STOP_TOLFUN ||
                         r == NES_STOP_TOLX || r == NES_STOP_NOEFFECT;
    return settled && run->plan.integers == run->dim && !never_differed(e);
}

static nes_trust judge_nothing(const evidence *e)
{
    const nes_tally *t = &e->runs->tally;
    if (t->evaluations == 0)
        return say(e, NES_TRUST_DOUBTFUL, "there is no answer: nothing was evaluated");
    if (t->failed == t->evaluations)
        return say(e, NES_TRUST_DOUBTFUL, "there is no answer: all %llu evaluations have failed",
                   (unsigned long long)t->failed);
    return say(e, NES_TRUST_DOUBTFUL, "there is no answer: no value was ever finite");
}

static nes_trust judge_end(const evidence *e, nes_stop whole)
{
    const nes_stop reason = e->run->end.reason;
    if (whole == NES_STOP_TARGET) return say(e, NES_TRUST_CONVERGED, "the target was reached");
    if (isnan(e->run->best_f)) return judge_nothing(e);
    if (whole == NES_STOP_UNBOUNDED)
        return say(e, NES_TRUST_DOUBTFUL,
                   "the best value is infinite: the objective has no optimum, or a mistake");
    if (whole == NES_STOP_ALL_FAILED)
        return say(e, NES_TRUST_DOUBTFUL,
                   "the last %.0f evaluations have all failed: the answer is from before, and "
                   "values around it are missing",
                   e->runs->end.value);
    if (has_settled_integers(e)) return judge_integers(e);
    switch (reason) {
    case NES_STOP_TOLX:
    case NES_STOP_TOLX_ABS:
    case NES_STOP_TOLFUN:
    case NES_STOP_NOEFFECT:
    case NES_STOP_SETTLED:
        return judge_settled(e);
    case NES_STOP_FLAT:
        return is_rounding(e) && !never_differed(e) ? judge_settled(e) : judge_plateau(e);
    case NES_STOP_STAGNATION:
        return say(e, NES_TRUST_STALLED, "no progress in %.0f generations", e->run->end.value);
    case NES_STOP_CONDITION:
    case NES_STOP_GROWTH:
    case NES_STOP_NONFINITE:
    case NES_STOP_INFEASIBLE:
    case NES_STOP_INVALID:
        return say(e, NES_TRUST_DOUBTFUL, "the run broke off: %s", nes_stop_text(reason));
    default:
        return judge_cut(e);
    }
}

/* Adds what is neither for nor against the answer, but should be known. */
static void remark(const evidence *e, nes_trust trust)
{
    const size_t bounds = isnan(e->run->best_f) ? 0 : at_bounds(e->run);
    if (e->agreed)
        say(e, trust, "; %llu of %llu runs ended at this value",
            (unsigned long long)e->runs->agreeing, (unsigned long long)e->runs->ended);
    if (e->runs->end.reason == NES_STOP_FAILED)
        say(e, trust, "; %llu of %llu evaluations have failed",
            (unsigned long long)e->runs->tally.failed,
            (unsigned long long)e->runs->tally.evaluations);
    if (bounds > 0)
        say(e, trust, "; the best point is at a bound in %zu of %zu variables", bounds,
            e->run->whole);
}

nes_trust nes_judge_trust(const nes_runs *r, char *text, size_t size)
{
    text[0] = '\0';
    if (r->end.reason == NES_RUNNING) return NES_TRUST_OPEN;
    const evidence e = gather(r, text, size);
    const nes_trust trust = judge_end(&e, r->end.reason);
    remark(&e, trust);
    return trust;
}
