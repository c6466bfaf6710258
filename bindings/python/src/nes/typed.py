# SPDX-License-Identifier: MIT
"""The options and results of the library, as types for editors and type checkers.

scripts/python_types writes this file from the tables of the library.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypedDict, Union

import numpy as np
from numpy.typing import ArrayLike

Number = Union[float, np.integer[Any], np.floating[Any]]  # of an option; counts may be 1e4 too
# Name: of what Optimizer.get() gives. Entry: of numbers of a result.
RealName = Literal["best_f", "generation_best", "generation_median", "noise", "sigma", "condition",
    "eta_mu", "eta_sigma", "eta_shape", "eta_diag", "eta_nu", "nu", "run_sigma", "run_condition",
    "violation", "constraint_margin", "stop_value", "stop_threshold"]
CountName = Literal["evaluations", "best_evaluation", "failed", "nonfinite", "modelled", "known",
    "generations", "restarts", "challenges", "best_run", "popsize", "run", "run_popsize",
    "run_generations", "run_evaluations", "feasible", "feasible_evaluations", "first_feasible"]
ArrayName = Literal["best_x", "best_outputs", "mean_x", "std_x", "factor", "covariance", "axes",
    "theta", "probabilities", "run_mean", "run_std", "run_axes", "best_g", "multipliers",
    "penalties"]
RealEntry = Literal["generation_best", "generation_median", "noise", "sigma", "condition", "eta_mu",
    "eta_sigma", "eta_shape", "eta_diag", "eta_nu", "nu", "violation", "constraint_margin",
    "stop_value", "stop_threshold"]
CountEntry = Literal["best_evaluation", "failed", "nonfinite", "modelled", "known", "restarts",
    "challenges", "best_run", "popsize", "feasible", "feasible_evaluations", "first_feasible"]


class Options(TypedDict, total=False):
    """Keywords of nes.minimize() and nes.Optimizer() beside their own arguments: the options of the
    library. None leaves one at its default."""

    preset: Literal["fast", "robust"] | None
    """how many points a generation has by default; default: fast"""
    full_limit: Number | None
    """auto: variables up to which a full matrix is always affordable; default: 1000"""
    eval_time: Number | Literal["off"] | None
    """auto: seconds that an evaluation takes, if you know; slow ones make a full matrix
    affordable for more variables, and a model worth its time; default: off"""
    model: Literal["auto", "on", "off"] | None
    """a model of the objective saves evaluations that take long (method dd-xnes, 2 to 40
    variables); default: auto"""
    batch: Number | Literal["auto"] | None
    """model: points that are evaluated at a time; a part of the search, unlike jobs; default:
    jobs, at most 16"""
    family: (Literal["gauss-full", "gauss-diag", "gauss-radial", "student", "student-diag",
        "gauss-cov", "gauss-factor", "gauss-exp", "gauss-dd", "gauss-block", "gauss-vd",
        "gauss-lm", "bernoulli", "categorical", "user", "user-radial"] | None)
    """search distribution; default: of the method"""
    gradient: Literal["local", "plain", "fisher"] | None
    """how weighted samples become a step; default: of the method"""
    sampling: Literal["iid", "mirrored", "orthogonal", "mirrored-orthogonal"] | None
    """how the samples of a generation depend on one another; default: of the method"""
    scheme: Literal["comma", "elitist"] | None
    """which points make a generation; default: of the method"""
    run: Number | None
    """number of this run under its seed: independent random numbers; default: 0"""
    kernels: Literal["auto", "baseline", "avx2", "avx512"] | None
    """vector instructions of matrix products; pinned, the last bits are the same on every
    processor that has them; default: auto"""
    bits: bool | Literal["yes", "no"] | None
    """the variables are bits, 0 or 1: method auto chooses categorical, and families of real
    numbers are refused; default: no"""
    scale: ArrayLike | None
    """initial standard deviations relative to sigma, one per variable; default: all 1"""
    std: ArrayLike | None
    """initial standard deviations themselves, one per variable; in the place of sigma and scale;
    default: sigma times scale"""
    factor: ArrayLike | None
    """initial matrix A of x = mu + sigma A z (full families); default: identity"""
    start_lower: ArrayLike | None
    """with start_upper, the box in which runs start, uniformly at random: the first too where no
    start is given; one number per variable; default: none"""
    start_upper: ArrayLike | None
    """upper end of the box in which runs start; default: none"""
    start_mean: ArrayLike | None
    """with start_std, runs start at normally distributed points around this one: the first too
    where no start is given; in the place of a box; default: none"""
    start_std: ArrayLike | None
    """standard deviations of the points where runs start; default: none"""
    eval_start: Literal["auto", "yes", "no"] | bool | None
    """evaluate the start itself, so that the answer is never worse; default: yes where a start
    was given, and for elitist schemes"""
    popsize: Number | Literal["auto"] | None
    """points per generation; elitist: evaluations between stop tests; default: 4 + floor(3 ln
    d), rounded up as the sampling needs; preset robust: twice that; method auto: for jobs,
    too; fisher: at least 20 + 2 per parameter"""
    asynchronous: bool | Literal["yes", "no"] | None
    """points are asked for one at a time, and values move the search as they come: places never
    idle where evaluations take unequal times (method dd-xnes); default: no"""
    window: Number | Literal["auto"] | None
    """points handed out at a time; fewer than popsize need less memory (families gauss-diag,
    student-diag, gauss-radial; gauss-vd and gauss-lm with at least 8 variables for each
    point); default: popsize; where its points take more than 512 MB, and the method can: jobs"""
    eta_mu: Number | Literal["auto"] | None
    """learning rate of the mean (elitist: always 1); default: 1; plain: 0.01"""
    eta_sigma: Number | Literal["auto"] | None
    """learning rate of the scale (plain, fisher: of all parameters but the mean; bernoulli: of
    the probabilities; gauss-vd, gauss-lm: a factor beside what the paths say); default: full:
    min(1, (9 + 3 ln d)/(5 d sqrt d)); diag, bernoulli: (3 + ln d)/(5 sqrt d); radial: 1/(5
    sqrt d); gauss-vd, gauss-lm: 1; fisher: 0.1; plain: 0.01"""
    eta_shape: Number | Literal["auto"] | None
    """learning rate of the shape (full families, gauss-vd); default: eta_sigma; paths: by the
    effective sample number"""
    eta_diag: Number | Literal["auto"] | None
    """learning rate of the factors per coordinate beside a shape (gauss-dd, gauss-block);
    default: by the effective sample number"""
    refresh: Number | Literal["auto"] | None
    """generations from one decomposition of the shape to the next (gauss-dd); more often in
    small groups (gauss-block); default: max(1, min(d, floor(0.3/(rank_one + eta_shape))))"""
    shaping: Literal["paper", "linear", "active", "half", "centred", "table", "raw"] | None
    """how ranks become utilities; default: of the method"""
    utilities: ArrayLike | None
    """popsize utilities, best first, non-increasing (shaping table); default: none"""
    mean_utilities: ArrayLike | None
    """popsize utilities of the mean alone, best first, non-increasing (shaping table); default:
    utilities"""
    ties: Literal["average", "index"] | None
    """equal values share their utilities, or go by index; default: of the method"""
    exponent_limit: Number | None
    """exponents of one update are clamped to this; default: 10"""
    elitist_up: Number | None
    """growth on success over shrinkage on failure; 4 gives a 1/5 rule; default: 5"""
    elitist_down: Number | Literal["auto"] | None
    """weight of the parent on failure (times elitist_up on success); default: 1/5; radial: 2"""
    elitist_learn: Number | Literal["auto"] | None
    """weight of a successful sample in scale and shape; default: 1/4; radial: 0"""
    margin: Number | Literal["auto"] | None
    """least probability that a bit is 0 and that it is 1 (family bernoulli), and that an integer
    variable leaves its value; default: bits: 1/d, at most 1/4; k integers: 1 - 0.9^(1/k), so
    that a tenth of the points changes some of them; hill climbers, mixing, adaptation and
    gradients of scores: 1/(n d)"""
    nu: Number | Literal["auto"] | None
    """degrees of freedom of Student families; 1 is Cauchy; default: 3; elitist: 1"""
    adapt_nu: bool | Literal["yes", "no"] | None
    """the degrees of freedom are adapted too (family student, comma); default: no"""
    eta_nu: Number | Literal["auto"] | None
    """learning rate of ln nu, or of the parameters of a radial law; default: eta_sigma"""
    cauchy_literal: bool | Literal["yes", "no"] | None
    """1+1-cauchy with nu 1: a scalar Cauchy factor times a normal vector, for comparison;
    default: no"""
    baseline: bool | Literal["yes", "no"] | None
    """gradient fisher: a constant is fitted along and dropped, which lowers the noise; default:
    yes"""
    mixing: Literal["none", "importance"] | Literal[False]
    """samples of the last generation are used again; default: of the method"""
    mixing_alpha: Number | None
    """mixing: least share of new samples; default: 0.1"""
    adaptation: Literal["none", "virtual", "sampled", "mixed"] | Literal[False]
    """how eta_sigma is adapted; default: of the method"""
    c_rho: Number | None
    """adaptation: significance is 1/2 - 1/(c_rho (d + 1)); 2.5 is more cautious; default: 3"""
    as_ratio: Number | None
    """adaptation: the rate that is tested, relative to the present one; default: 1.5"""
    as_grow: Number | None
    """adaptation: factor of the rate when the larger one is better; default: 1.1"""
    as_decay: Number | None
    """adaptation: part of the way back to the initial rate otherwise; default: 0.1"""
    as_most: Number | None
    """adaptation: the rate never grows beyond this (or its initial value); default: 1"""
    rates: Literal["fixed", "snr"] | None
    """how all learning rates follow the noise of the steps; default: of the method"""
    snr_alpha: Number | None
    """rates snr: signal-to-noise ratio over rate that is aimed at; default: 1.4"""
    snr_beta_mean: Number | None
    """rates snr: weight of a step in the averages of the mean; default: 0.1"""
    snr_beta_shape: Number | None
    """rates snr: weight of a step in the averages of scale and shape; default: 0.03"""
    snr_gamma: Number | None
    """rates snr: how fast the rates follow, relative to themselves; default: 0.1"""
    paths: Literal["none", "cumulation"] | Literal[False]
    """steps are remembered, and steer scale and shape; default: of the method"""
    path_sigma: Number | Literal["auto"] | None
    """paths, gauss-vd, gauss-lm: weight of a step in the path of the scale; default: by the
    effective sample number; gauss-lm: min(1, 2 n/d)"""
    path_shape: Number | Literal["auto"] | None
    """paths, gauss-vd: weight of a step in the path of the shape; gauss-lm: in the first
    direction, a quarter of it in each next one; default: by the effective sample number;
    gauss-lm: min(1, n/d)"""
    path_diag: Number | Literal["auto"] | None
    """paths: weight of a step in the path of the factors per coordinate; default: by the
    effective sample number"""
    rank_one: Number | Literal["auto"] | None
    """paths, gauss-vd: learning rate of the shape along its path; gauss-lm: weight of the first
    direction; default: by the effective sample number; gauss-lm: min(1/2, 1/d)"""
    rank_one_diag: Number | Literal["auto"] | None
    """paths: learning rate of the factors per coordinate along their path; default: by the
    effective sample number"""
    lower: ArrayLike | None
    """lower bounds, one per variable, never violated; equal to the upper one: the variable is
    fixed; default: none"""
    upper: ArrayLike | None
    """upper bounds, one per variable, never violated; default: none"""
    log: ArrayLike | None
    """1 where a variable is searched on a logarithmic scale, else 0: it is positive, and its
    steps (sigma, scale, std, start_std) are those of its natural logarithm; default: none"""
    integer: ArrayLike | None
    """1 where a variable is an integer, else 0: points have whole numbers there, and bounds are
    rounded inward; default: none"""
    choices: ArrayLike | None
    """how many values a variable has that is a choice: points have 0, 1, ..., without an order;
    1 is always 0; 0 where the variable is none; default: none"""
    choice_margin: Number | Literal["auto"] | None
    """part of the points that have another value in some choice when all choices are as decided
    as they can be; integers beside choices count with them; default: 0.27; choices alone: 0.5"""
    groups: Iterable[Iterable[int]] | ArrayLike | None
    """a whole number per variable: those with equal numbers are a group with a matrix of its own
    (method block-xnes); default: all in one"""
    constraint_kind: ArrayLike | None
    """0: g <= 0 is wanted; 1: g = 0; 2: g <= 0, of which only the sign means something; default:
    0"""
    constraint_tol: ArrayLike | None
    """g, or |g| of an equality, may be so large; an equality needs a number above 0; default: 0"""
    constraint_handling: Literal["multipliers", "rules"] | None
    """how points with constraints are ranked; default: multipliers"""
    feasible_share: Number | None
    """share of feasible points in a generation that is aimed at; default: 0.1"""
    retries: Number | None
    """how often a failed evaluation is tried again; default: 0"""
    failures: Literal["worst", "resample"] | None
    """a point that failed for good ranks last, or is replaced; default: worst"""
    replacements: Number | None
    """failures resample: how often a row of a generation gets a new point; then it ranks last;
    default: 1"""
    max_gens: Number | Literal["off"] | None
    """stop after this many generations; default: off"""
    max_time: Number | Literal["off"] | None
    """stop after this many seconds; default: off"""
    tolx: Number | Literal["auto", "off"] | None
    """stop when all standard deviations are below this times the initial ones; default: 5e-12;
    elitist: off"""
    tolx_abs: Number | Literal["off"] | None
    """stop when all standard deviations are below this; default: 1e-20"""
    tolfun: Number | Literal["auto", "off"] | None
    """stop when the best values of 10 + ceil(30 d/n) generations span at most this, or with the
    worst of the last at most ten times this, or only rounding errors; default: 1e-12; noisy,
    bernoulli: off"""
    flat: Number | Literal["auto", "off"] | None
    """stop when in more than so many generations in a row the best quarter of the values, and
    one more, are equal; default: max(2, d/3); bernoulli: 2 settled/n; noisy: off"""
    stagnation: Number | Literal["auto", "off"] | None
    """stop when neither best nor median values have fallen over this part of the run, and 120 +
    30 d/n generations; default: 0.2; noisy with a budget: off; gradients plain and fisher,
    rates snr: off, unless noisy without a budget"""
    settled: Number | Literal["auto", "off"] | None
    """stop when so many evaluations have given nothing better, where all variables are integers,
    or choices and bits whose probabilities are at their margins; default: integers and
    choices: 2 ln(20 P)/p for P neighbours of a point, each tried with probability p or more;
    bernoulli: ln(20 d)/(margin (1 - margin)^(d - 1)): each has then been tried, most likely"""
    max_condition: Number | Literal["off"] | None
    """stop when the condition number of the covariance, the squared ratio of its axes, is above
    this (gauss-dd: of the correlations; times the squared ratio of the factors, above 1000
    times this); default: 1e14"""
    max_growth: Number | Literal["auto", "off"] | None
    """stop when a standard deviation is above this times its initial value; default: 1e10;
    restarted runs: 1e4"""
    noeffect: bool | Literal["yes", "no"] | None
    """stop when a tenth of a standard deviation along an axis, or a fifth of that of a variable,
    does not change the mean; default: yes"""
    max_infeasible: Number | Literal["off"] | None
    """stop after this many generations in a row without a finite value; default: 30"""
    max_failed: Number | Literal["off"] | None
    """stop when so many evaluations have failed in all; default: off"""
    all_failed: Number | Literal["auto", "off"] | None
    """stop when so many evaluations have failed in generations in a row in which every one
    failed; default: max(n, 10)"""
    all_known: Number | Literal["auto", "off"] | None
    """stop when so many points were known already in generations in a row in which every one
    was; default: max(100 n, 2 settled)"""
    noisy: Literal["no", "yes", "auto"] | bool | None
    """the objective is noisy: tolfun and flat are off by default, with a budget stagnation too;
    default: no"""
    restarts: Literal["auto", "none", "interleaved", "ipop", "bipop", "opinions", "values"] | bool
    """several runs that share target and budgets; none is one run alone; default: auto"""
    restart_p: Number | None
    """interleaved: run i gets the share p(1-p)^(i-1) of all evaluations; 1 is no restart;
    default: 0.2"""
    restart_slice: Number | Literal["auto"] | None
    """interleaved: a new run starts when its share is so many evaluations; default: 10 n"""
    restart_factor: Number | None
    """ipop, bipop, opinions: the population is enlarged by this factor; 1: it stays; default: 3"""
    restart_max: Number | Literal["auto"] | None
    """ipop, bipop: how often the population is enlarged before it begins again with the first;
    opinions: at most; default: as often as it is at most 512 times the first"""
    restart_agree: Number | Literal["off"] | None
    """restarts end when so many runs, and more than half of all, have ended at the same best
    point; opinions: when so many further runs in a row have led to it; default: off;
    opinions, and method auto without a target: 2"""
    max_runs: Number | Literal["off"] | None
    """runs at most; default: off; opinions: 20; method auto with bits, without budget and time:
    9"""
    restart_limit: bool | Literal["yes", "no"] | None
    """ipop, bipop: after 100 + 150 (d+3)^2/sqrt(n) generations (elitist: times n) a run ends
    unless its best value has improved within the last fifth of its evaluations; default: yes"""
    challenger: (Literal["auto", "none", "xnes", "xnes-as", "xnes-im", "xnes-im-as", "snes",
        "snes-snr", "dd-xnes", "block-xnes", "cr-fm-nes", "lm-ma-es", "bernoulli",
        "categorical", "1+1-xnes", "1+1-snes", "1+1-nes", "t-xnes", "1+1-cauchy", "canonical",
        "gradient", "exp-nes"] | bool)
    """a second method that from time to time starts where the run is, and takes over if it finds
    better values (restarts none, ipop, bipop); default: auto"""
    race_first: Number | Literal["auto"] | None
    """challenger: evaluations before the first challenge; four times as many before each later
    one; default: max(350, 15 sqrt d) d"""
    race_length: Number | Literal["auto"] | None
    """challenger: evaluations that each of both methods gets in a challenge; default: 100 d"""
    jobs: Number | None
    """evaluations at the same time; 0: one per processor; above 1, method auto makes the
    population a multiple of it; default: 1"""
    threads: Number | None
    """threads inside one generation, for large dimensions; 0: one per processor; no result
    depends on it; default: 1"""


class Limits(TypedDict, total=False):
    """Keywords of Optimizer.go_on(): the options that may change within a run."""

    target: Number | Literal["off"] | None
    """stop at this value or better; default: off"""
    max_evals: Number | Literal["off"] | None
    """stop after this many evaluations; never more; default: off"""
    max_gens: Number | Literal["off"] | None
    """stop after this many generations; default: off"""
    max_time: Number | Literal["off"] | None
    """stop after this many seconds; default: off"""
    tolx: Number | Literal["auto", "off"] | None
    """stop when all standard deviations are below this times the initial ones; default: 5e-12;
    elitist: off"""
    tolx_abs: Number | Literal["off"] | None
    """stop when all standard deviations are below this; default: 1e-20"""
    tolfun: Number | Literal["auto", "off"] | None
    """stop when the best values of 10 + ceil(30 d/n) generations span at most this, or with the
    worst of the last at most ten times this, or only rounding errors; default: 1e-12; noisy,
    bernoulli: off"""
    flat: Number | Literal["auto", "off"] | None
    """stop when in more than so many generations in a row the best quarter of the values, and
    one more, are equal; default: max(2, d/3); bernoulli: 2 settled/n; noisy: off"""
    stagnation: Number | Literal["auto", "off"] | None
    """stop when neither best nor median values have fallen over this part of the run, and 120 +
    30 d/n generations; default: 0.2; noisy with a budget: off; gradients plain and fisher,
    rates snr: off, unless noisy without a budget"""
    settled: Number | Literal["auto", "off"] | None
    """stop when so many evaluations have given nothing better, where all variables are integers,
    or choices and bits whose probabilities are at their margins; default: integers and
    choices: 2 ln(20 P)/p for P neighbours of a point, each tried with probability p or more;
    bernoulli: ln(20 d)/(margin (1 - margin)^(d - 1)): each has then been tried, most likely"""
    max_condition: Number | Literal["off"] | None
    """stop when the condition number of the covariance, the squared ratio of its axes, is above
    this (gauss-dd: of the correlations; times the squared ratio of the factors, above 1000
    times this); default: 1e14"""
    max_growth: Number | Literal["auto", "off"] | None
    """stop when a standard deviation is above this times its initial value; default: 1e10;
    restarted runs: 1e4"""
    noeffect: bool | Literal["yes", "no"] | None
    """stop when a tenth of a standard deviation along an axis, or a fifth of that of a variable,
    does not change the mean; default: yes"""
    max_infeasible: Number | Literal["off"] | None
    """stop after this many generations in a row without a finite value; default: 30"""
    max_failed: Number | Literal["off"] | None
    """stop when so many evaluations have failed in all; default: off"""
    all_failed: Number | Literal["auto", "off"] | None
    """stop when so many evaluations have failed in generations in a row in which every one
    failed; default: max(n, 10)"""
    all_known: Number | Literal["auto", "off"] | None
    """stop when so many points were known already in generations in a row in which every one
    was; default: max(100 n, 2 settled)"""
    restart_agree: Number | Literal["off"] | None
    """restarts end when so many runs, and more than half of all, have ended at the same best
    point; opinions: when so many further runs in a row have led to it; default: off;
    opinions, and method auto without a target: 2"""
    max_runs: Number | Literal["off"] | None
    """runs at most; default: off; opinions: 20; method auto with bits, without budget and time:
    9"""


class Driver(TypedDict, total=False):
    """Keywords of Optimizer.load(): the options that a file does not have."""

    jobs: Number | None
    """evaluations at the same time; 0: one per processor; above 1, method auto makes the
    population a multiple of it; default: 1"""
    threads: Number | None
    """threads inside one generation, for large dimensions; 0: one per processor; no result
    depends on it; default: 1"""


class Entries:
    """Numbers of a result that have their names in the library."""

    best_evaluation: int
    """which of all values told was the best one, from 1"""
    failed: int
    """evaluations that failed"""
    nonfinite: int
    """other values that are not finite"""
    modelled: int
    """points that got a value of the model (option model), and no evaluation"""
    known: int
    """values told of points that were known already, for which max_evals has no evaluation"""
    restarts: int
    """starts beyond the first"""
    challenges: int
    """runs of the second method (option challenger)"""
    best_run: int
    """which run saw best_f, from 1; 0 while there is none"""
    generation_best: float
    """best value of the last generation"""
    generation_median: float
    """median value of the last generation"""
    noise: float
    """standard deviation of values of one point (noisy auto); 0: none, NaN: not known"""
    sigma: float
    """overall step size"""
    condition: float
    """condition number of the covariance: squared ratio of its longest to its shortest axis, an
    estimate"""
    popsize: int
    """points in a generation of the best run"""
    eta_mu: float
    """learning rate of the mean now; NaN where there is no such rate, as below"""
    eta_sigma: float
    """learning rate of the scale now, which adaptation may have changed"""
    eta_shape: float
    """learning rate of the shape now"""
    eta_diag: float
    """learning rate of the factors per coordinate now (gauss-dd)"""
    eta_nu: float
    """learning rate of ln nu (adapt_nu) or of the parameters of a radial law now"""
    nu: float
    """degrees of freedom now, which adapt_nu changes; NaN: no heavy tails"""
    feasible: int
    """1: best_x holds all constraints, or there are none; 0: it does not"""
    feasible_evaluations: int
    """evaluations of points that held all constraints"""
    first_feasible: int
    """which evaluation was the first of them, from 1; 0: none"""
    violation: float
    """by how much best_x violates the constraints, in units of their spreads in the first
    generation; 0: it holds them"""
    constraint_margin: float
    """distance kept from the constraints, in standard deviations of their values"""
    stop_value: float
    """what was compared when the run stopped"""
    stop_threshold: float
    """what it was compared with"""
