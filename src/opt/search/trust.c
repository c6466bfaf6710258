/* SPDX-License-Identifier: MIT
 *
 * How far an answer can be trusted. A run that stops says only which number fell below which limit;
 * the same limit is met at an optimum, on a plateau, and by a distribution that has collapsed
 * halfway down a slope. What tells them apart is remembered anyway: the marks of the course, the
 * widest distribution, the values of the first generation, the ends of other runs. [math: A26] */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "opt/search/evidence.h"
#include "util/text.h"

static nes_trust say(const nes_evidence *e, nes_trust trust, const char *format, ...)
    NES_PRINTF(3, 4);

/* Appends to the text of the judgement. */
static nes_trust say(const nes_evidence *e, nes_trust trust, const char *format, ...)
{
    va_list args;
    const size_t used = strlen(e->text);
    va_start(args, format);
    nes_print_list(e->text + used, e->size - used, format, args);
    va_end(args);
    return trust;
}

static double shown(const nes_evidence *e, double f)
{
    return nes_signed(e->run->plan.s.maximize, f);
}

static nes_trust disagreement(const nes_evidence *e)
{
    return say(
        e, NES_TRUST_DOUBTFUL,
        "restarts disagree: %llu of %llu runs that ended by themselves did so at this point, "
        "so there are other optima, and perhaps a better one",
        (unsigned long long)e->runs->agreeing, (unsigned long long)e->runs->ended);
}

/* Whether a search among integers alone has ended: most values are then those of the best point. */
static nes_trust judge_integers(const nes_evidence *e)
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
    if (!e->agreed)
        say(e, NES_TRUST_CONVERGED, "; one run cannot tell whether another optimum is better");
    return NES_TRUST_CONVERGED;
}

static nes_trust judge_plateau(const nes_evidence *e)
{
    const double first = shown(e, e->run->first_f), best = shown(e, e->run->best_f);
    if (nes_never_differed(e))
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
static nes_trust find_doubt(const nes_evidence *e)
{
    const struct nes_run *run = e->run;
    const double power = nes_power_of_width(e);
    if (e->recent.low > run->best_f + nes_agreement(run, run->best_f))
        return say(e, NES_TRUST_DOUBTFUL,
                   "the run settled at %.6g, but had seen this better value before, at evaluation "
                   "%llu of %llu",
                   shown(e, e->recent.low), (unsigned long long)run->best_evaluation,
                   (unsigned long long)run->tally.evaluations);
    if (nes_never_differed(e)) return judge_plateau(e);
    if (e->width > 0.1 * e->most_width)
        return say(e, NES_TRUST_DOUBTFUL,
                   "the values settled, but the distribution did not: it is %.3g wide, and never "
                   "was wider than %.3g",
                   e->width, e->most_width);
    if (power < 1.3 && !e->agreed && nes_at_bounds(run) == 0)
        return say(e, NES_TRUST_DOUBTFUL,
                   "the values fell only like the width of the distribution to the power %.2g: it "
                   "shrank onto a kink of the objective, or halfway down a slope; restarts can "
                   "tell",
                   power);
    return e->disagreed ? disagreement(e) : NES_TRUST_OPEN;
}

static nes_trust judge_settled(const nes_evidence *e)
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
    if (!e->agreed)
        say(e, NES_TRUST_CONVERGED, "; one run cannot tell whether another optimum is better");
    return NES_TRUST_CONVERGED;
}

/* Writes the best values at a mark and now by six digits, or their difference where these agree. */
static nes_trust judge_improving(const nes_evidence *e, const nes_mark *m)
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
static nes_trust judge_cut(const nes_evidence *e)
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
static bool has_settled_integers(const nes_evidence *e)
{
    const struct nes_run *run = e->run;
    const nes_stop r = run->end.reason;
    const bool settled = r == NES_STOP_FLAT || r == NES_STOP_STAGNATION || r == NES_STOP_TOLFUN ||
                         r == NES_STOP_TOLX || r == NES_STOP_NOEFFECT;
    return settled && run->plan.integers == run->dim && !nes_never_differed(e);
}

static nes_trust judge_nothing(const nes_evidence *e)
{
    const nes_tally *t = &e->runs->tally;
    if (t->evaluations == 0)
        return say(e, NES_TRUST_DOUBTFUL, "there is no answer: nothing was evaluated");
    if (t->failed == t->evaluations)
        return say(e, NES_TRUST_DOUBTFUL, "there is no answer: all %llu evaluations have failed",
                   (unsigned long long)t->failed);
    return say(e, NES_TRUST_DOUBTFUL, "there is no answer: no value was ever finite");
}

static nes_trust judge_end(const nes_evidence *e, nes_stop whole)
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
        return nes_is_rounding(e) && !nes_never_differed(e) ? judge_settled(e) : judge_plateau(e);
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
static void remark(const nes_evidence *e, nes_trust trust)
{
    const size_t bounds = isnan(e->run->best_f) ? 0 : nes_at_bounds(e->run);
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
    const nes_evidence e = nes_evidence_gather(r, text, size);
    const nes_trust trust = judge_end(&e, r->end.reason);
    remark(&e, trust);
    return trust;
}
