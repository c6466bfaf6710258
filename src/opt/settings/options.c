/* SPDX-License-Identifier: MIT
 *
 * The option table: one row a field of nes_settings. A default that is a formula stands as text for
 * people and as NES_AUTO for opt/settings/resolve.c, which computes it. */
#include "opt/settings/options.h"

#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/settings/needs.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/bounds.h"
#include "technique/restart.h"
#include "technique/shaping.h"
#include "technique/technique.h"
#include "util/limits.h"

static const nes_word END = {NULL, NULL};

/* Words of a table whose rows have a name and a sentence. */
#define NAMES(function, at)                                                                        \
    static nes_word function(const char *option, size_t i)                                         \
    {                                                                                              \
        (void)option;                                                                              \
        return at(i) != NULL ? (nes_word){at(i)->name, at(i)->doc} : END;                          \
    }
NAMES(family_word, nes_family_at)
NAMES(gradient_word, nes_gradient_at)
NAMES(sampling_word, nes_sampling_at)
NAMES(scheme_word, nes_scheme_at)
NAMES(shaping_word, nes_shaping_at)
NAMES(bounds_word, nes_bounder_at)
NAMES(method_name, nes_method_at)
NAMES(strategy_name, nes_strategy_at)

static nes_word technique_word(const char *option, size_t i)
{
    const nes_technique *t = nes_technique_at(option, i);
    return t != NULL ? (nes_word){t->name, t->doc} : END;
}

static nes_word no_more(const char *option, size_t i)
{
    (void)option, (void)i;
    return END;
}

/* Some words, and then those that another function gives. */
#define WORDS(function, rest, ...)                                                                 \
    static nes_word function(const char *option, size_t i)                                         \
    {                                                                                              \
        static const nes_word words[] = {__VA_ARGS__};                                             \
        const size_t n = sizeof words / sizeof *words;                                             \
        return i < n ? words[i] : rest(option, i - n);                                             \
    }

/* clang-format off */
WORDS(method_word, method_name,
      {"auto", "chooses method, population and restarts for the problem, and says why"})
WORDS(challenger_word, method_name,
      {"auto", "where the method is auto and its choice has one"},
      {"none", "no second method"})
WORDS(restarts_word, strategy_name,
      {"auto", "where the method is auto: bipop (bits: ipop) with a budget or a time, opinions without and up to 20 "
               "variables; else none"})
WORDS(start_word, no_more,
      {"auto", "yes where a start was given, and for elitist schemes"},
      {"yes", "the start is evaluated with the first generation, outside the ranking; elitist: before it, as the parent"},
      {"no", "the start point is only the centre of the search"})
WORDS(preset_word, no_more,
      {"fast", "the default population: the fewest evaluations"},
      {"robust", "twice as many points: fewer runs end in a local optimum"})
WORDS(noisy_word, no_more,
      {"no", "equal points have equal values"},
      {"yes", "they do not; with method auto, long runs have four times the population"},
      {"auto", "the start is evaluated six times to find out"})
WORDS(ties_word, no_more,
      {"average", "equal values share their utilities"},
      {"index", "of equal values the earlier point is better"})
WORDS(kernels_word, no_more,
      {"auto", "the best that the processor has"},
      {"baseline", "what every processor has; nothing is fused"},
      {"avx2", "AVX2 with fused multiply-add (x86-64)"},
      {"avx512", "AVX-512 with fused multiply-add (x86-64)"})
WORDS(failures_word, no_more,
      {"worst", "a point that failed for good ranks last"},
      {"resample", "a new point takes its place, as often as replacements says"})

WORDS(constraints_word, no_more,
      {"multipliers", "by the value, and multipliers and penalties of the constraints"},
      {"rules", "feasible points by their values, then the others by their violation"})

#define AT(field) offsetof(nes_settings, field)
#define NEED(name) (UINT64_C(1) << (name))
#define NONE       0 /* every run uses the option */
#define MOST      ((double)NES_MOST_COUNT)

#define CHOICE(field_, section_, word_, words_, refusal_, initial_, doc_, needs_)                         \
    {.option = {.name = #field_, .type = NES_TYPE_CHOICE, .section = section_, .initial = initial_, .doc = doc_}, \
     .offset = AT(field_), .needs = needs_, .word = word_, .base = word_, .words = words_, .refusal = refusal_}
#define PART(field_, section_, base_, words_, refusal_, doc_, needs_) /* a choice that the method makes unless the caller does */ \
    {.option = {.name = #field_, .type = NES_TYPE_CHOICE, .section = section_, .initial = "of the method", .doc = doc_}, \
     .offset = AT(field_), .needs = needs_, .base = base_, .words = words_, .refusal = refusal_}
#define REAL(field_, section_, value_, low_, high_, open_, off_, initial_, doc_, needs_)                  \
    {.option = {.name = #field_, .type = NES_TYPE_REAL, .section = section_, .low = low_, .high = high_, .open_low = open_, \
                .automatic = (value_) == NES_AUTO, .off = off_, .initial = initial_, .doc = doc_}, \
     .offset = AT(field_), .needs = needs_, .real = value_, .refusal = NES_ERR_VALUE}
#define COUNT(field_, section_, value_, low_, high_, automatic_, off_, initial_, doc_, needs_)            \
    {.option = {.name = #field_, .type = NES_TYPE_COUNT, .section = section_, .low = low_, .high = high_, \
                .automatic = automatic_, .off = off_, .initial = initial_, .doc = doc_},          \
     .offset = AT(field_), .needs = needs_, .count = value_, .refusal = NES_ERR_VALUE}
#define FLAG(field_, section_, value_, initial_, doc_, needs_)                                            \
    {.option = {.name = #field_, .type = NES_TYPE_FLAG, .section = section_, .high = 1, .initial = initial_, .doc = doc_}, \
     .offset = AT(field_), .needs = needs_, .flag = value_, .refusal = NES_ERR_VALUE}
#define ARRAY(field_, section_, length_, initial_, doc_, needs_)                                          \
    {.option = {.name = #field_, .type = NES_TYPE_ARRAY, .section = section_, .length = length_, .initial = initial_, .doc = doc_}, \
     .offset = AT(field_), .needs = needs_, .refusal = NES_ERR_VALUE}

const nes_field nes_fields[] = {
    CHOICE(method, "method", "auto", method_word, NES_ERR_METHOD, "auto", "a named list of presets for other options", NONE),
    CHOICE(preset, "method", "fast", preset_word, NES_ERR_VALUE, "fast", "how many points a generation has by default", NEED(OPEN)),
    COUNT(full_limit, "method", 1000, 1, MOST, false, false, "1000", "auto: variables up to which a full matrix is always affordable", NEED(CHOSEN)),
    REAL(eval_time, "method", NES_OFF, 0, NES_HUGE, false, true, "off", "auto: seconds that an evaluation takes, if you know; slow ones make a full matrix affordable for more variables", NEED(CHOSEN)),
    PART(family, "method", "gauss-full", family_word, NES_ERR_METHOD, "search distribution", NONE),
    PART(gradient, "method", "local", gradient_word, NES_ERR_METHOD, "how weighted samples become a step", NONE),
    PART(sampling, "method", "iid", sampling_word, NES_ERR_METHOD, "how the samples of a generation depend on one another", NONE),
    PART(scheme, "method", "comma", scheme_word, NES_ERR_METHOD, "which points make a generation", NONE),
    COUNT(seed, "method", 1, 0, 18446744073709551615.0, false, false, "1", "seed of all random numbers; any value, 0 included", NONE),
    COUNT(run, "method", 0, 0, 65535, false, false, "0", "number of this run under its seed: independent random numbers", NONE),
    CHOICE(kernels, "method", "auto", kernels_word, NES_ERR_VALUE, "auto", "vector instructions of matrix products; pinned, the last bits are the same on every processor that has them", NONE),
    FLAG(maximize, "method", false, "no", "larger values are better", NONE),
    FLAG(bits, "method", false, "no", "the variables are bits, 0 or 1: method auto chooses categorical, and families of real numbers are refused", NONE),

    REAL(sigma, "start", NES_AUTO, 0, NES_HUGE, true, false, "(upper - lower)/4 where both are given, else 1", "initial step size", NEED(WIDE)),
    ARRAY(scale, "start", NES_PER_VARIABLE, "all 1", "initial standard deviations relative to sigma, one per variable", NEED(WIDE)),
    ARRAY(std, "start", NES_PER_VARIABLE, "sigma times scale", "initial standard deviations themselves, one per variable; in the place of sigma and scale", NEED(WIDE)),
    ARRAY(factor, "start", NES_PER_PAIR, "identity", "initial matrix A of x = mu + sigma A z (full families)", NONE),
    ARRAY(start_lower, "start", NES_PER_VARIABLE, "none", "with start_upper, the box in which runs start, uniformly at random: the first too where no start is given; one number per variable", NEED(CENTRED) | NEED(RANDOM)),
    ARRAY(start_upper, "start", NES_PER_VARIABLE, "none", "upper end of the box in which runs start", NEED(CENTRED) | NEED(RANDOM)),
    ARRAY(start_mean, "start", NES_PER_VARIABLE, "none", "with start_std, runs start at normally distributed points around this one: the first too where no start is given; in the place of a box", NEED(CENTRED) | NEED(RANDOM)),
    ARRAY(start_std, "start", NES_PER_VARIABLE, "none", "standard deviations of the points where runs start", NEED(CENTRED) | NEED(RANDOM)),
    CHOICE(eval_start, "start", "auto", start_word, NES_ERR_VALUE, "yes where a start was given, and for elitist schemes", "evaluate the start itself, so that the answer is never worse", NEED(FREE)),

    COUNT(popsize, "move", 0, 2, 4294967295.0, true, false, "4 + floor(3 ln d), rounded up as the sampling needs; preset robust: twice that; method auto: for jobs, too; fisher: at least 20 + 2 per parameter", "points per generation; elitist: evaluations between stop tests", NONE),
    FLAG(asynchronous, "move", false, "no", "points are asked for one at a time, and values move the search as they come: places never idle where evaluations take unequal times (method dd-xnes)", NONE),
    COUNT(window, "move", 0, 1, 4294967295.0, true, false, "popsize; where its points take more than 512 MB, and the method can: jobs", "points handed out at a time; fewer than popsize need less memory (families gauss-diag, student-diag, gauss-radial; gauss-vd and gauss-lm with at least 8 variables for each point)", NONE),
    REAL(eta_mu, "move", NES_AUTO, 0, NES_HUGE, false, false, "1; plain: 0.01", "learning rate of the mean (elitist: always 1)", NEED(CENTRED) | NEED(STEPS)),
    REAL(eta_sigma, "move", NES_AUTO, 0, NES_HUGE, false, false, "full: min(1, (9 + 3 ln d)/(5 d sqrt d)); diag, bernoulli: (3 + ln d)/(5 sqrt d); radial: 1/(5 sqrt d); gauss-vd, gauss-lm: 1; fisher: 0.1; plain: 0.01", "learning rate of the scale (plain, fisher: of all parameters but the mean; bernoulli: of the probabilities; gauss-vd, gauss-lm: a factor beside what the paths say)", NONE),
    REAL(eta_shape, "move", NES_AUTO, 0, NES_HUGE, false, false, "eta_sigma; paths: by the effective sample number", "learning rate of the shape (full families, gauss-vd)", NEED(SHAPE)),
    REAL(eta_diag, "move", NES_AUTO, 0, NES_HUGE, false, false, "by the effective sample number", "learning rate of the factors per coordinate beside a shape (gauss-dd, gauss-block)", NEED(FACTORS)),
    COUNT(refresh, "move", 0, 1, MOST, true, false, "max(1, min(d, floor(0.3/(rank_one + eta_shape))))", "generations from one decomposition of the shape to the next (gauss-dd); more often in small groups (gauss-block)", NEED(FACTORS)),
    PART(shaping, "move", "paper", shaping_word, NES_ERR_VALUE, "how ranks become utilities", NEED(COMMA)),
    ARRAY(utilities, "move", NES_PER_POINT, "none", "popsize utilities, best first, non-increasing (shaping table)", NONE),
    ARRAY(mean_utilities, "move", NES_PER_POINT, "utilities", "popsize utilities of the mean alone, best first, non-increasing (shaping table)", NEED(CENTRED)),
    PART(ties, "move", "average", ties_word, NES_ERR_VALUE, "equal values share their utilities, or go by index", NEED(RANKS)),
    REAL(exponent_limit, "move", 10, 0, 300, true, false, "10", "exponents of one update are clamped to this", NEED(CLAMPED)),
    REAL(elitist_up, "move", 5, 0, NES_HUGE, true, false, "5", "growth on success over shrinkage on failure; 4 gives a 1/5 rule", NEED(ELITIST)),
    REAL(elitist_down, "move", NES_AUTO, 0, NES_HUGE, false, false, "1/5; radial: 2", "weight of the parent on failure (times elitist_up on success)", NEED(ELITIST)),
    REAL(elitist_learn, "move", NES_AUTO, 0, NES_HUGE, false, false, "1/4; radial: 0", "weight of a successful sample in scale and shape", NEED(ELITIST)),
    REAL(margin, "move", NES_AUTO, 0, 0.4, true, false, "bits: 1/d, at most 1/4; k integers: 1 - 0.9^(1/k), so that a tenth of the points changes some of them; hill climbers, mixing, adaptation and gradients of scores: 1/(n d)", "least probability that a bit is 0 and that it is 1 (family bernoulli), and that an integer variable leaves its value", NEED(WHOLE)),
    REAL(nu, "move", NES_AUTO, 0.01, NES_HUGE, false, false, "3; elitist: 1", "degrees of freedom of Student families; 1 is Cauchy", NEED(TAILS)),
    FLAG(adapt_nu, "move", false, "no", "the degrees of freedom are adapted too (family student, comma)", NEED(MOVABLE)),
    REAL(eta_nu, "move", NES_AUTO, 0, NES_HUGE, false, false, "eta_sigma", "learning rate of ln nu, or of the parameters of a radial law", NEED(ADAPTED)),
    FLAG(cauchy_literal, "move", false, "no", "1+1-cauchy with nu 1: a scalar Cauchy factor times a normal vector, for comparison", NEED(CAUCHY)),
    FLAG(baseline, "move", true, "yes", "gradient fisher: a constant is fitted along and dropped, which lowers the noise", NEED(FITTED)),

    PART(mixing, "technique", "none", technique_word, NES_ERR_VALUE, "samples of the last generation are used again", NONE),
    REAL(mixing_alpha, "technique", 0.1, 0, 1, false, false, "0.1", "mixing: least share of new samples", NEED(MIXED)),
    PART(adaptation, "technique", "none", technique_word, NES_ERR_VALUE, "how eta_sigma is adapted", NONE),
    REAL(c_rho, "technique", 3, 0, NES_HUGE, true, false, "3", "adaptation: significance is 1/2 - 1/(c_rho (d + 1)); 2.5 is more cautious", NEED(TESTED)),
    REAL(as_ratio, "technique", 1.5, 1, NES_HUGE, true, false, "1.5", "adaptation: the rate that is tested, relative to the present one", NEED(TESTED)),
    REAL(as_grow, "technique", 1.1, 1, NES_HUGE, true, false, "1.1", "adaptation: factor of the rate when the larger one is better", NEED(TESTED)),
    REAL(as_decay, "technique", 0.1, 0, 1, false, false, "0.1", "adaptation: part of the way back to the initial rate otherwise", NEED(TESTED)),
    REAL(as_most, "technique", 1, 0, NES_HUGE, true, false, "1", "adaptation: the rate never grows beyond this (or its initial value)", NEED(TESTED)),
    PART(rates, "technique", "fixed", technique_word, NES_ERR_VALUE, "how all learning rates follow the noise of the steps", NONE),
    REAL(snr_alpha, "technique", 1.4, 0, NES_HUGE, true, false, "1.4", "rates snr: signal-to-noise ratio over rate that is aimed at", NEED(NOISE)),
    REAL(snr_beta_mean, "technique", 0.1, 0, 1, true, false, "0.1", "rates snr: weight of a step in the averages of the mean", NEED(NOISE)),
    REAL(snr_beta_shape, "technique", 0.03, 0, 1, true, false, "0.03", "rates snr: weight of a step in the averages of scale and shape", NEED(NOISE)),
    REAL(snr_gamma, "technique", 0.1, 0, NES_HUGE, true, false, "0.1", "rates snr: how fast the rates follow, relative to themselves", NEED(NOISE)),
    PART(paths, "technique", "none", technique_word, NES_ERR_VALUE, "steps are remembered, and steer scale and shape", NONE),
    REAL(path_sigma, "technique", NES_AUTO, 0, 1, false, false, "by the effective sample number; gauss-lm: min(1, 2 n/d)", "paths, gauss-vd, gauss-lm: weight of a step in the path of the scale", NEED(PATHS)),
    REAL(path_shape, "technique", NES_AUTO, 0, 1, false, false, "by the effective sample number; gauss-lm: min(1, n/d)", "paths, gauss-vd: weight of a step in the path of the shape; gauss-lm: in the first direction, a quarter of it in each next one", NEED(PATHS)),
    REAL(path_diag, "technique", NES_AUTO, 0, 1, false, false, "by the effective sample number", "paths: weight of a step in the path of the factors per coordinate", NEED(FACTORS)),
    REAL(rank_one, "technique", NES_AUTO, 0, 1, false, false, "by the effective sample number; gauss-lm: min(1/2, 1/d)", "paths, gauss-vd: learning rate of the shape along its path; gauss-lm: weight of the first direction", NEED(PATHS)),
    REAL(rank_one_diag, "technique", NES_AUTO, 0, 1, false, false, "by the effective sample number", "paths: learning rate of the factors per coordinate along their path", NEED(FACTORS)),

    ARRAY(lower, "bounds", NES_PER_VARIABLE, "none", "lower bounds, one per variable, never violated; equal to the upper one: the variable is fixed", NONE),
    ARRAY(upper, "bounds", NES_PER_VARIABLE, "none", "upper bounds, one per variable, never violated", NONE),
    ARRAY(log, "bounds", NES_PER_VARIABLE, "none", "1 where a variable is searched on a logarithmic scale, else 0: it is positive, and its steps (sigma, scale, std, start_std) are those of its natural logarithm", NONE),
    ARRAY(integer, "bounds", NES_PER_VARIABLE, "none", "1 where a variable is an integer, else 0: points have whole numbers there, and bounds are rounded inward", NONE),
    ARRAY(choices, "bounds", NES_PER_VARIABLE, "none", "how many values a variable has that is a choice: points have 0, 1, ..., without an order; 1 is always 0; 0 where the variable is none", NONE),
    REAL(choice_margin, "bounds", NES_AUTO, 1e-6, 0.9, false, false, "0.27; choices alone: 0.5", "part of the points that have another value in some choice when all choices are as decided as they can be; integers beside choices count with them", NEED(CHOOSING)),
    ARRAY(groups, "bounds", NES_PER_VARIABLE, "all in one", "a whole number per variable: those with equal numbers are a group with a matrix of its own (method block-xnes)", NEED(GROUPED)),
    CHOICE(bounds, "bounds", "transform", bounds_word, NES_ERR_VALUE, "transform", "how points are kept inside the bounds", NEED(BOUNDED)),

    COUNT(constraints, "constraints", 0, 0, 1000, false, false, "0", "so many outputs are constraints: numbers g, of which g <= 0 is wanted", NONE),
    ARRAY(constraint_kind, "constraints", NES_PER_CONSTRAINT, "0", "0: g <= 0 is wanted; 1: g = 0; 2: g <= 0, of which only the sign means something", NEED(CONSTRAINED)),
    ARRAY(constraint_tol, "constraints", NES_PER_CONSTRAINT, "0", "g, or |g| of an equality, may be so large; an equality needs a number above 0", NEED(CONSTRAINED)),
    CHOICE(constraint_handling, "constraints", "multipliers", constraints_word, NES_ERR_VALUE, "multipliers", "how points with constraints are ranked", NEED(CONSTRAINED)),
    REAL(feasible_share, "constraints", 0.1, 0.02, 0.5, false, false, "0.1", "share of feasible points in a generation that is aimed at", NEED(MULTIPLIED)),

    COUNT(outputs, "failures", 0, 0, 1000000, false, false, "0", "numbers that an evaluation gives besides its value: they are kept with the best point; the first ones may be constraints", NONE),
    COUNT(retries, "failures", 0, 0, MOST, false, false, "0", "how often a failed evaluation is tried again", NONE),
    CHOICE(failures, "failures", "worst", failures_word, NES_ERR_VALUE, "worst", "a point that failed for good ranks last, or is replaced", NONE),
    COUNT(replacements, "failures", 1, 0, 200, false, false, "1", "failures resample: how often a row of a generation gets a new point; then it ranks last", NEED(REPLACED)),

    REAL(target, "stop", NES_OFF, -INFINITY, INFINITY, false, true, "off", "stop at this value or better", NONE),
    COUNT(max_evals, "stop", 0, 1, MOST, false, true, "off", "stop after this many evaluations; never more", NONE),
    COUNT(max_gens, "stop", 0, 1, MOST, false, true, "off", "stop after this many generations", NONE),
    REAL(max_time, "stop", NES_OFF, 0, NES_HUGE, false, true, "off", "stop after this many seconds", NONE),
    REAL(tolx, "stop", NES_AUTO, 0, 1, false, true, "5e-12; elitist: off", "stop when all standard deviations are below this times the initial ones", NEED(CENTRED)),
    REAL(tolx_abs, "stop", 1e-20, 0, NES_HUGE, false, true, "1e-20", "stop when all standard deviations are below this", NEED(CENTRED)),
    REAL(tolfun, "stop", NES_AUTO, 0, NES_HUGE, false, true, "1e-12; noisy, bernoulli: off", "stop when the best values of 10 + ceil(30 d/n) generations span at most this, or with the worst of the last at most ten times this, or only rounding errors", NONE),
    REAL(flat, "stop", NES_AUTO, 0, NES_HUGE, false, true, "max(2, d/3); bernoulli: 2 settled/n; noisy: off", "stop when in more than so many generations in a row the best quarter of the values, and one more, are equal", NONE),
    REAL(stagnation, "stop", NES_AUTO, 0, 1, false, true, "0.2; noisy with a budget: off; gradients plain and fisher, rates snr: off, unless noisy without a budget", "stop when neither best nor median values have fallen over this part of the run, and 120 + 30 d/n generations", NONE),
    REAL(settled, "stop", NES_AUTO, 0, NES_HUGE, false, true, "integers and choices: 2 ln(20 P)/p for P neighbours of a point, each tried with probability p or more; bernoulli: ln(20 d)/(margin (1 - margin)^(d - 1)): each has then been tried, most likely", "stop when so many evaluations have given nothing better, where all variables are integers, or choices and bits whose probabilities are at their margins", NEED(DISCRETE)),
    REAL(max_condition, "stop", 1e14, 1, NES_HUGE, false, true, "1e14", "stop when the condition number of the covariance, the squared ratio of its axes, is above this (gauss-dd: of the correlations; times the squared ratio of the factors, above 1000 times this)", NEED(CENTRED)),
    REAL(max_growth, "stop", NES_AUTO, 1, NES_HUGE, false, true, "1e10; restarted runs: 1e4", "stop when a standard deviation is above this times its initial value", NEED(CENTRED)),
    FLAG(noeffect, "stop", true, "yes", "stop when a tenth of a standard deviation along an axis, or a fifth of that of a variable, does not change the mean", NONE),
    COUNT(max_infeasible, "stop", 30, 1, MOST, false, true, "30", "stop after this many generations in a row without a finite value", NONE),
    COUNT(max_failed, "stop", 0, 1, MOST, false, true, "off", "stop when so many evaluations have failed in all", NONE),
    REAL(all_failed, "stop", NES_AUTO, 1, NES_HUGE, false, true, "max(n, 10)", "stop when so many evaluations have failed in generations in a row in which every one failed", NONE),
    CHOICE(noisy, "stop", "no", noisy_word, NES_ERR_VALUE, "no", "the objective is noisy: tolfun and flat are off by default, with a budget stagnation too", NONE),

    CHOICE(restarts, "restarts", "auto", restarts_word, NES_ERR_VALUE, "auto", "several runs that share target and budgets; none is one run alone", NONE),
    REAL(restart_p, "restarts", 0.2, 0, 1, true, false, "0.2", "interleaved: run i gets the share p(1-p)^(i-1) of all evaluations; 1 is no restart", NEED(SHARED)),
    COUNT(restart_slice, "restarts", 0, 1, MOST, true, false, "10 n", "interleaved: a new run starts when its share is so many evaluations", NEED(SHARED)),
    REAL(restart_factor, "restarts", 3, 1, 512, false, false, "3", "ipop, bipop, opinions: the population is enlarged by this factor; 1: it stays", NEED(RESIZED)),
    COUNT(restart_max, "restarts", 0, 1, 64, true, false, "as often as it is at most 512 times the first", "ipop, bipop: how often the population is enlarged before it begins again with the first; opinions: at most", NEED(RESIZED)),
    COUNT(restart_agree, "restarts", 0, 2, 65536, false, true, "off; opinions, and method auto without a target: 2", "restarts end when so many runs, and more than half of all, have ended at the same best point; opinions: when so many further runs in a row have led to it", NEED(RESTARTED)),
    COUNT(max_runs, "restarts", 0, 1, 65536, false, true, "off; opinions: 20; method auto with bits, without budget and time: 9", "runs at most", NEED(RESTARTED)),
    FLAG(restart_limit, "restarts", true, "yes", "ipop, bipop: after 100 + 150 (d+3)^2/sqrt(n) generations (elitist: times n) a run ends unless its best value has improved within the last fifth of its evaluations", NEED(LIMITED)),
    CHOICE(challenger, "restarts", "auto", challenger_word, NES_ERR_METHOD, "auto", "a second method that from time to time starts where the run is, and takes over if it finds better values (restarts none, ipop, bipop)", NONE),
    COUNT(race_first, "restarts", 0, 1, MOST, true, false, "max(350, 15 sqrt d) d", "challenger: evaluations before the first challenge; four times as many before each later one", NEED(RACED)),
    COUNT(race_length, "restarts", 0, 1, MOST, true, false, "100 d", "challenger: evaluations that each of both methods gets in a challenge", NEED(RACED)),

    COUNT(jobs, "driver", 1, 0, 4096, false, false, "1", "evaluations at the same time; 0: one per processor; above 1, method auto makes the population a multiple of it", NONE),
    COUNT(threads, "driver", 1, 0, 4096, false, false, "1", "threads inside one generation, for large dimensions; 0: one per processor; no result depends on it", NONE),
};
/* clang-format on */

enum { COUNT_OF_FIELDS = sizeof nes_fields / sizeof *nes_fields };
const nes_field *const nes_fields_end = nes_fields + COUNT_OF_FIELDS;

size_t nes_option_count(void)
{
    return COUNT_OF_FIELDS;
}

size_t nes_field_array(const nes_field *field)
{
    size_t n = 0;
    for (const nes_field *f = nes_fields; f < field; f++) n += f->option.type == NES_TYPE_ARRAY;
    return n;
}

_Static_assert(COUNT_OF_FIELDS <= 64 * sizeof((nes_settings){0}.given) / 8,
               "nes_settings.given has a bit for every option");
_Static_assert(sizeof(void *) != 8 || sizeof(nes_settings) == 10608,
               "a new field of nes_settings takes its words from the room, and no other moves");

size_t nes_field_length(const nes_field *field, size_t dim, const nes_settings *s)
{
    switch (field->option.length) {
    case NES_PER_VARIABLE:
        return dim;
    case NES_PER_PAIR:
        return dim <= SIZE_MAX / 16 / dim ? dim * dim : SIZE_MAX / 16;
    case NES_PER_POINT:
        return (size_t)s->popsize;
    case NES_PER_CONSTRAINT:
        return (size_t)s->constraints;
    }
    return 0;
}

const nes_option *nes_option_at(size_t i)
{
    return i < COUNT_OF_FIELDS ? &nes_fields[i].option : NULL;
}

const nes_field *nes_field_find(const char *name)
{
    NES_EACH_FIELD (f)
        if (f->option.name[0] == name[0] && strcmp(f->option.name, name) == 0) return f;
    return NULL;
}

const char *nes_option_text(size_t i, const char *what)
{
    static const char *const types[] = {"real", "count", "flag", "choice", "array"};
    static const char *const lengths[] = {"variable", "pair", "point", "constraint"};
    const nes_option *o = nes_option_at(i);
    if (o == NULL || what == NULL) return NULL;
    if (strcmp(what, "name") == 0) return o->name;
    if (strcmp(what, "type") == 0) return types[o->type];
    if (strcmp(what, "section") == 0) return o->section;
    if (strcmp(what, "initial") == 0) return o->initial;
    if (strcmp(what, "doc") == 0) return o->doc;
    const bool length = strcmp(what, "length") == 0 && o->type == NES_TYPE_ARRAY;
    return length ? lengths[o->length] : NULL;
}

static nes_word word_at(const nes_option *option, size_t i)
{
    const bool named = option != NULL && option->name != NULL;
    const nes_field *field = named ? nes_field_find(option->name) : NULL;
    return field != NULL && field->words != NULL ? field->words(field->option.name, i) : END;
}

const char *nes_option_word(const nes_option *option, size_t i)
{
    return word_at(option, i).name;
}

const char *nes_option_word_doc(const nes_option *option, size_t i)
{
    return word_at(option, i).doc;
}
