/* SPDX-License-Identifier: MIT
 *
 * How far an answer can be trusted. A run that stops says only which number fell below which limit;
 * the same limit is met at an optimum, on a plateau, and by a distribution that has collapsed
 * halfway down a slope. What tells them apart is remembered anyway: the marks of the course, the
 * widest distribution, the values of the first generation, the ends of other runs. [math: A26] */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/search/runs.h"
#include "util/sentence.h"

/* The run with the best value, and what it looks like at its end. */
typedef struct evidence {
    const nes_runs *runs;
    const struct nes_run *run;
    nes_range recent; /* best values of its last generations */
    double width;     /* width of its distribution, now and at its widest; 0: it has none */
    double most_width;
    bool several;   /* more than one run led to this point, */
    bool agreed;    /* and enough to believe it */
    bool disagreed; /* there were others that ended by themselves, and too few of them did */
    char *text;
    size_t size;
} evidence;

/* text, size bytes: room for the judgement. */
static evidence gather(const nes_runs *r, char *text, size_t size)
{
    evidence e = {.runs = r, .run = nes_runs_best(r)->run, .text = text, .size = size};
    const nes_family *f = e.run->g.dist.family;
    e.recent = nes_recent_values(e.run);
    if (f->located && e.run->most_width > 0) {
        e.width = f->widths->width(&e.run->g.dist);
        e.most_width = fmax(e.run->most_width, e.width);
    }
    e.several = nes_runs_repeat(r);
    e.agreed = nes_runs_confirm(r);
    e.disagreed = nes_runs_disagree(r);
    return e;
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

/* Whether values are equal only because numbers cannot tell them apart: the distribution has shrunk
 * a lot, and just before the values became equal they differed by a few units in the last place, of
 * the first values too, whose terms may cancel here; or other runs have come here as well. */
static bool is_rounding(const evidence *e)
{
    enum { BEFORE = 3 };
    const struct nes_run *run = e->run;
    const nes_range r = nes_history_range(&run->history, (size_t)run->flat + BEFORE, INFINITY);
    const double unit = nes_rounding(fmax(fabs(run->best_f), fabs(run->first_f)));
    return e->width < 1e-3 * e->most_width && (e->several || r.high - r.low <= 16 * unit);
}

/* Appends to the text of the judgement, which is trust. */
#define say(e, trust, ...) (nes_append((e)->text, (e)->size, __VA_ARGS__), (trust))

static double shown(const evidence *e, double f)
{
    return nes_signed(e->run->plan.s.maximize, f);
}

static nes_trust disagreement(const evidence *e)
{
    nes_say_disagreement(e->runs, e->text, e->size);
    return NES_TRUST_LOCAL;
}

static nes_trust converged(const evidence *e)
{
    return say(e, NES_TRUST_CONVERGED, "%s",
               e->agreed ? "" : "; one run cannot tell whether another optimum is better");
}

/* The points that differ from the best one in one integer or choice. */
static const char *neighbours(const nes_plan *p)
{
    if (p->choices == 0) return "every integer next to those of the best point";
    if (p->integers == 0) return "every other value of each choice of the best point";
    return "every integer next to those of the best point and every other value of its choices";
}

/* Whether a search among integers and choices alone has ended: most values are then those of the
 * best point. */
static nes_trust judge_discrete(const evidence *e)
{
    const struct nes_run *run = e->run;
    const uint64_t since = run->tally.evaluations - run->best_evaluation;
    if (e->disagreed) return disagreement(e);
    if ((double)since < nes_many_changes(&run->plan))
        return say(e, NES_TRUST_STALLED,
                   "no better value in the last %llu evaluations, too few to have tried %s",
                   (unsigned long long)since, neighbours(&run->plan));
    nes_append(e->text, e->size,
               "no better value in the last %llu evaluations, which most likely have tried %s",
               (unsigned long long)since, neighbours(&run->plan));
    return converged(e);
}

static nes_trust judge_plateau(const evidence *e)
{
    const double first = shown(e, e->run->first_f), best = shown(e, e->run->best_f);
    if (nes_has_seen_nothing(e->run))
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

/* The run settled at a worse value than it had seen: with opinions one end among others. */
static nes_trust judge_seen_before(const evidence *e)
{
    const struct nes_run *run = e->run;
    const bool local = e->disagreed && e->runs->plan.strategy->opinions;
    const nes_trust trust = local ? disagreement(e) : NES_TRUST_DOUBTFUL;
    return say(e, trust,
               "%sthe run settled at %.6g, but had seen this better value before, at evaluation "
               "%llu of %llu",
               local ? "; " : "", shown(e, e->recent.low), (unsigned long long)run->best_evaluation,
               (unsigned long long)run->tally.evaluations);
}

/* Finds what speaks against an optimum where a run has settled; NES_TRUST_OPEN: nothing does. */
static nes_trust find_doubt(const evidence *e)
{
    const struct nes_run *run = e->run;
    const double power = power_of_width(e);
    if (e->recent.low > run->best_f + nes_settling_slack(run)) return judge_seen_before(e);
    if (nes_has_seen_nothing(e->run)) return judge_plateau(e);
    if (e->width > 0.1 * e->most_width)
        return say(e, NES_TRUST_DOUBTFUL,
                   "the values settled, but the distribution did not: it is %.3g wide, and never "
                   "was wider than %.3g",
                   e->width, e->most_width);
    if (e->disagreed) return disagreement(e);
    if (power < 1.3 && !e->several && nes_at_bounds(run) == 0 && run->constrained.of.m == 0)
        return say(e, NES_TRUST_DOUBTFUL,
                   "the values fell only like the width of the distribution to the power %.2g: it "
                   "shrank onto a kink of the objective, or halfway down a slope; restarts can "
                   "tell",
                   power);
    return NES_TRUST_OPEN;
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
        nes_append(
            e->text, e->size,
            "the bits are all but decided, and the last %.0f evaluations gave nothing better",
            run->end.value);
    else if (isfinite(change))
        nes_append(e->text, e->size, "the best values of the last %zu generations differ by %.3g",
                   run->history.used, change);
    if (e->width > 0)
        nes_append(e->text, e->size, "%sthe distribution has shrunk %.2g-fold",
                   e->text[0] != '\0' ? ", " : "", e->most_width / e->width);
    return converged(e);
}

/* A run that polishes its last digits uses evaluations with which restarts could look elsewhere. */
static void advise(const evidence *e)
{
    const double tolfun = e->run->plan.s.tolfun;
    if (!e->runs->plan.strategy->restarts || tolfun == NES_OFF) return;
    nes_append(e->text, e->size,
               "; if that is too little, a larger tolfun (now %g) ends runs earlier", tolfun);
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
    if (strcmp(before, now) != 0)
        return say(e, NES_TRUST_BUDGET,
                   "still improving: the best value went from %s to %s in the last %.2g %% of the "
                   "evaluations",
                   before, now, share);
    nes_append(e->text, e->size,
               "still improving: by %.3g to a best value of %s in the last %.2g %% of the "
               "evaluations",
               m->best - e->run->best_f, now, share);
    advise(e);
    return NES_TRUST_BUDGET;
}

/* Judges a run that was cut off because all runs together had cost enough. */
static nes_trust judge_costly(const evidence *e, const nes_mark *m)
{
    const nes_trust trust = disagreement(e);
    if (m == NULL || e->run->best_f >= m->best) return trust;
    nes_append(e->text, e->size, "; ");
    judge_improving(e, m);
    return trust;
}

/* Judges a run that a budget or the caller cut off, perhaps on the way to where others ended. */
static nes_trust judge_cut(const evidence *e, nes_stop whole)
{
    if (e->agreed) return say(e, NES_TRUST_CONVERGED, "found again, by a run that was cut off");
    const struct nes_run *run = e->run;
    const uint64_t tenth = run->course.entries / 10;
    const nes_mark *m = nes_course_back(&run->course, tenth > 0 ? tenth : 1);
    const unsigned long long all = run->tally.evaluations;
    if (e->disagreed && whole == NES_STOP_COST) return judge_costly(e, m);
    if (e->width > 10 * run->start_width && e->width > 0.5 * e->most_width)
        return say(e, NES_TRUST_DOUBTFUL,
                   "the step size was still growing, %.3g times its initial value: the optimum is "
                   "far from the start, or there is none",
                   e->width / run->start_width);
    if (m == NULL)
        return say(e, NES_TRUST_BUDGET, "%llu generation%s too few to tell",
                   (unsigned long long)run->tally.generations,
                   run->tally.generations == 1 ? " is" : "s are");
    if (!(run->best_f >= m->best)) return judge_improving(e, m);
    return say(e, NES_TRUST_STALLED, "no better value in the last %llu of %llu evaluations",
               all - (unsigned long long)run->best_evaluation, all);
}

/* All variables are integers or choices, and nothing better was found, which noise could feign. */
static bool has_settled_discrete(const evidence *e)
{
    const struct nes_run *run = e->run;
    const nes_stop r = run->end.reason;
    const bool settled = r == NES_STOP_FLAT || r == NES_STOP_STAGNATION || r == NES_STOP_TOLFUN ||
                         r == NES_STOP_TOLX || r == NES_STOP_NOEFFECT || r == NES_STOP_SETTLED;
    const nes_plan *p = &run->plan;
    const bool discrete = p->integers + p->choices == p->dim && !p->s.bits;
    return settled && discrete && !e->runs->schedule.noisy && !nes_has_seen_nothing(e->run);
}

static nes_trust judge_nothing(const evidence *e)
{
    const nes_tally *t = &e->runs->tally;
    if (t->evaluations == 0)
        return say(e, NES_TRUST_DOUBTFUL, "there is no answer: nothing was evaluated");
    if (t->failed == t->evaluations && t->failed == 1)
        return say(e, NES_TRUST_DOUBTFUL, "there is no answer: the only evaluation has failed");
    if (t->failed == t->evaluations)
        return say(e, NES_TRUST_DOUBTFUL, "there is no answer: all %llu evaluations have failed",
                   (unsigned long long)t->failed);
    return say(e, NES_TRUST_DOUBTFUL, "there is no answer: no value was ever finite");
}

static nes_trust judge_end(const evidence *e, nes_stop whole)
{
    const nes_stop reason = e->run->end.reason;
    if (whole == NES_STOP_TARGET) return say(e, NES_TRUST_CONVERGED, "the target was reached");
    const nes_trust broken = e->run->constrained.of.m == 0
                                 ? NES_TRUST_OPEN
                                 : nes_judge_constraints(e->runs, e->run, e->text, e->size);
    if (broken != NES_TRUST_OPEN) return broken;
    if (isnan(e->run->best_f)) return judge_nothing(e);
    if (whole == NES_STOP_UNBOUNDED)
        return say(e, NES_TRUST_DOUBTFUL,
                   "the best value is infinite: the objective has no optimum, or a mistake");
    if (whole == NES_STOP_ALL_FAILED)
        return say(e, NES_TRUST_DOUBTFUL,
                   "the last %.0f evaluations have all failed: the answer is from before, and "
                   "values around it are missing",
                   e->runs->end.value);
    if (has_settled_discrete(e)) return judge_discrete(e);
    switch (reason) {
    case NES_STOP_TOLX:
    case NES_STOP_TOLX_ABS:
    case NES_STOP_TOLFUN:
    case NES_STOP_NOEFFECT:
    case NES_STOP_SETTLED:
        return judge_settled(e);
    case NES_STOP_FLAT:
        return is_rounding(e) && !nes_has_seen_nothing(e->run) ? judge_settled(e)
                                                               : judge_plateau(e);
    case NES_STOP_STAGNATION:
        return say(e, NES_TRUST_STALLED, "no progress in %.0f generations", e->run->end.value);
    case NES_STOP_CONDITION:
    case NES_STOP_GROWTH:
    case NES_STOP_NONFINITE:
    case NES_STOP_INFEASIBLE:
    case NES_STOP_INVALID:
        return say(e, NES_TRUST_DOUBTFUL, "the run broke off: %s", nes_stop_text(reason));
    default:
        return judge_cut(e, whole);
    }
}

/* Adds what is neither for nor against the answer, but should be known. */
static void remark(const evidence *e)
{
    if (e->agreed) nes_say_agreement(e->runs, e->text, e->size);
    if (nes_runs_miss_target(e->runs))
        nes_append(e->text, e->size, "; the target %.6g was not reached",
                   shown(e, e->runs->budget.target));
    if (e->runs->end.reason == NES_STOP_FAILED)
        nes_append(e->text, e->size, "; %llu of %llu evaluations have failed",
                   (unsigned long long)e->runs->tally.failed,
                   (unsigned long long)e->runs->tally.evaluations);
    if (e->run->constrained.of.m > 0) nes_remark_constraints(e->run, e->text, e->size);
    nes_remark_bounds(e->run, e->text, e->size);
}

nes_trust nes_judge_trust(const nes_runs *r, char *text, size_t size)
{
    text[0] = '\0';
    if (r->end.reason == NES_RUNNING) return NES_TRUST_OPEN;
    const evidence e = gather(r, text, size);
    const nes_trust trust = judge_end(&e, r->end.reason);
    remark(&e);
    return trust;
}
