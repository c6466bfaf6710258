# SPDX-License-Identifier: MIT
"""Search distributions of one's own: as good as the built-in ones, and safe where they fail."""
import copy
import gc
import math
import pickle
import sys

import numpy as np
import pytest

import nes


def sphere(x):
    return float(((x - [1.0, 2.0]) ** 2).sum())


def draw(theta, dim, rng):
    return theta[:dim] + np.exp(theta[dim:]) * rng.standard_normal(dim)


def score(theta, x):
    z = (x - theta[:2]) / np.exp(theta[2:])
    return np.concatenate([z / np.exp(theta[2:]), z * z - 1])


def logpdf(theta, x):
    z = (x - theta[:2]) / np.exp(theta[2:])
    return float(-0.5 * (z * z).sum() - theta[2:].sum() - np.log(2 * np.pi))


def repair(theta):
    return np.concatenate([theta[:2], np.clip(theta[2:], -12, 12)])


def density(**more):
    return nes.Density([3.0, 4.0, 0.0, 0.0], draw, score, **more)


def normal(tau, dim, r2):
    return -r2 / 2


def half(tau, dim, r2):
    return -0.5


def same(tau, dim, n, rng):
    return n


RADIAL = nes.Radial(normal, half, same)


def test_density_learns():
    opt = nes.Optimizer([0, 0], density=density(logpdf=logpdf, repair=repair), eta_sigma=0.1,
                        max_evals=4000)
    assert opt.get("theta").tolist() == [3, 4, 0, 0]
    result = opt.run(sphere)
    assert result.fun < 1e-6 and np.abs(opt.get("theta")[:2] - [1, 2]).max() < 1e-2


def test_radial_normal_is_the_normal_law():
    """q of the normal law gives the steps of gauss-full, with the same random numbers."""
    options = dict(method="xnes", seed=3, max_evals=400)
    own = nes.minimize(sphere, [3, 4], 1.0, radial=RADIAL, **options)
    built_in = nes.minimize(sphere, [3, 4], 1.0, family="gauss-full", **options)
    assert own.nfev == built_in.nfev and own.x == pytest.approx(built_in.x, abs=1e-6)


def digamma(z):
    return (math.lgamma(z + 1e-5) - math.lgamma(z - 1e-5)) / 2e-5


def test_radial_with_parameters():
    """The law exp(-r^(2 tau)/2) in two dimensions, normalised, with an exponent that is learnt."""
    law = nes.Radial(
        lambda tau, dim, r2: -0.5 * min(r2, 1e99) ** tau[0] + math.log(tau[0] / math.pi)
        - math.lgamma(1 / tau[0]) - math.log(2) / tau[0],
        lambda tau, dim, r2: -0.5 * tau[0] * min(r2, 1e99) ** (tau[0] - 1),
        lambda tau, dim, n, rng: rng.gamma(1 / tau[0], 2.0) ** (0.5 / tau[0]), [1.0],
        lambda tau, dim, r2: [1 / tau[0] + (digamma(1 / tau[0]) + math.log(2)) / tau[0] ** 2
                              - 0.5 * min(r2, 1e99) ** tau[0] * math.log(r2)],
        lambda tau: np.clip(tau, 0.5, 2))
    opt = nes.Optimizer([3, 4], 1.0, method="xnes", radial=law, seed=1, max_evals=300)
    assert opt.get("theta").tolist() == [1.0]
    assert opt.run(sphere).fun < 1e-2
    assert opt.get("theta").shape == (1,) and opt.get("theta")[0] != 1.0


def test_same_seed_same_run():
    a, b = (nes.minimize(sphere, [0, 0], density=density(), seed=5, max_evals=300) for _ in "ab")
    assert a.x.tolist() == b.x.tolist() and a.fun == b.fun
    other = nes.minimize(sphere, [0, 0], density=density(), seed=6, max_evals=300)
    assert other.x.tolist() != a.x.tolist()


@pytest.mark.parametrize("way", ["file", "pickle", "copy"])
def test_saved_runs_go_on(way, tmp_path):
    law = density(logpdf=logpdf)
    whole = nes.Optimizer([0, 0], density=law, seed=2, max_evals=300)
    part = nes.Optimizer([0, 0], density=law, seed=2, max_evals=300)
    for _ in range(4):
        part.tell([sphere(x) for x in part.ask()])
    if way == "file":
        part.save(tmp_path / "run.nes")
        part = nes.Optimizer.load(tmp_path / "run.nes", density=law)
    else:
        part = pickle.loads(pickle.dumps(part)) if way == "pickle" else copy.deepcopy(part)
    assert part.run(sphere).x.tolist() == whole.run(sphere).x.tolist()
    assert part.get("theta").tolist() == whole.get("theta").tolist()


class Trouble(Exception):
    pass


def fail(*args):
    raise Trouble("not today")


@pytest.mark.parametrize("law", [nes.Density([1.0], fail, lambda theta, x: x),
                                 nes.Density([1.0], lambda theta, dim, rng: [1, 2], fail),
                                 nes.Density([1.0], lambda theta, dim, rng: [1, 2],
                                             lambda theta, x: [0.1], repair=fail)])
def test_exceptions_come_out(law):
    with pytest.raises(Trouble, match="not today"):
        nes.minimize(sphere, [0, 0], density=law, max_evals=100)


@pytest.mark.parametrize("bad", [nes.Radial(fail, half, same), nes.Radial(normal, fail, same),
                                 nes.Radial(normal, half, fail)])
def test_exceptions_of_radial_laws_come_out(bad):
    with pytest.raises(Trouble, match="not today"):
        nes.minimize(sphere, [0, 0], radial=bad, max_evals=100)


@pytest.mark.parametrize("sample, words", [
    (lambda theta, dim, rng: [1.0], "what a function of the distribution returns"),
    (lambda theta, dim, rng: "ab", "a sample must be real numbers"),
    (lambda theta, dim, rng: None, "2 numbers are needed, not 1")])
def test_wrong_results(sample, words):
    with pytest.raises((TypeError, ValueError), match=words):
        nes.minimize(sphere, [0, 0], density=nes.Density([1.0], sample, score), max_evals=100)


def test_the_end_of_a_distribution():
    law = nes.Density([3.0, 4.0, 0.0, 0.0], draw, score, repair=lambda theta: None)
    result = nes.minimize(sphere, [0, 0], density=law, max_evals=1000)
    assert result.stop == "invalid"


def test_refusals():
    with pytest.raises(TypeError, match="density must be a nes.Density, not function"):
        nes.Optimizer([0, 0], density=draw)
    with pytest.raises(TypeError, match="density and radial are given"):
        nes.Optimizer([0, 0], density=density(), radial=RADIAL)
    with pytest.raises(TypeError, match="needs score"):
        nes.Radial(normal, half, same, [1.0])
    with pytest.raises(ValueError):
        nes.Optimizer([0, 0], density=density(), mixing="importance")  # without logpdf


def test_the_law_may_not_use_its_optimiser():
    law = density()
    opt = nes.Optimizer([0, 0], density=law, max_evals=100)
    law.score = lambda theta, x: opt.ask()
    with pytest.raises(RuntimeError, match="in use"):
        opt.run(sphere)


def test_many_variables():
    """The library lets go of the interpreter lock, and takes it again for each call."""
    law = nes.Density(np.zeros(300), lambda theta, dim, rng: theta + rng.standard_normal(dim),
                      lambda theta, x: x - theta)
    before = sphere_of(np.zeros(300))
    opt = nes.Optimizer([0] * 300, density=law, gradient="plain", eta_sigma=0.5, max_evals=3000)
    opt.run(sphere_of)
    assert sphere_of(opt.get("theta")) < before


def sphere_of(x):
    return float(((x - 1) ** 2).sum())


def test_nothing_is_left():
    law = density()
    before = sys.getrefcount(law)
    for _ in range(20):
        nes.minimize(sphere, [0, 0], density=law, max_evals=60)
        with pytest.raises(Trouble):
            nes.minimize(sphere, [0, 0], density=nes.Density([1.0], fail, score))
    gc.collect()
    assert sys.getrefcount(law) == before
