# SPDX-License-Identifier: MIT
"""A run that was pickled, copied or saved goes on bit for bit, at any moment and for every method."""
import copy
import hashlib
import os
import pickle

import numpy as np
import pytest
from support import METHODS, python, start_of, weighted

import nes

TELLS = 12


def values(points):
    return np.array([weighted(x) for x in points])


def rest(opt, tells):
    """A digest of so many generations to come, their points to the last bit."""
    digest = hashlib.sha256()
    for _ in range(tells):
        if opt.stopped:
            break
        points = opt.ask()
        digest.update(points.tobytes())
        opt.tell(values(points))
    digest.update(str((opt.fingerprint, opt.stop_reason, len(opt.history.records))).encode())
    return digest.hexdigest()


# The rest of pickled runs in another process.
OTHER = """
import pickle, sys
from test_resume import rest
with open(sys.argv[1], "rb") as file:
    runs = pickle.load(file)
for data, tells in runs:
    print(rest(pickle.loads(data), tells))
"""


def test_pickled_after_every_tell_for_every_method(tmp_path):
    pickled, expected = [], []
    for method in METHODS:
        opt = nes.Optimizer(start_of(method, 5), method=method, seed=3, max_evals=500)
        moments = [pickle.dumps(opt)]
        for _ in range(TELLS):
            rest(opt, 1)
            moments.append(pickle.dumps(opt))
        for k, data in enumerate(moments):
            opt = nes.Optimizer(start_of(method, 5), method=method, seed=3, max_evals=500)
            rest(opt, k)
            pickled.append((data, TELLS - k + 2))
            expected.append(rest(opt, TELLS - k + 2))
    path = tmp_path / "runs"
    path.write_bytes(pickle.dumps(pickled))
    done = python(OTHER, path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == expected
    # Runs differ from one another, but for "auto" and the method that it chooses.
    assert len(set(expected)) >= (len(METHODS) - 1) * (TELLS + 1)


def test_in_the_middle_of_a_generation():
    opt = nes.Optimizer([1.0, 2.0], seed=4, popsize=8)
    points, ids = opt.ask().copy(), opt.ids.copy()
    opt.tell(ids[3:5], values(points[3:5]))
    loaded = pickle.loads(pickle.dumps(opt))
    assert np.array_equal(loaded.ask(), opt.ask()) and len(loaded.ask()) == 7
    assert rest(loaded, 5) == rest(opt, 5)


def test_a_copy_and_its_original_go_different_ways():
    opt = nes.Optimizer([1.0, 2.0], seed=4)
    rest(opt, 3)
    for twin in (copy.copy(opt), copy.deepcopy(opt)):
        assert twin.fingerprint == opt.fingerprint and twin is not opt
        before = opt.fingerprint
        rest(twin, 4)
        assert opt.fingerprint == before and len(twin.history.records) == len(opt.history.records) + 4
        assert len(opt.history.records) == 3
    assert rest(copy.copy(opt), 4) == rest(opt, 4)


def test_the_history_goes_along():
    opt = nes.Optimizer([1.0, 2.0], max_evals=3000, restarts="none", tolx="off", tolfun="off")
    whole = copy.copy(opt)
    whole.run(weighted)
    rest(opt, 100)
    opt = pickle.loads(pickle.dumps(opt))
    opt.run(weighted)
    for name in ("evaluations", "best_f", "sigma", "mean", "axes"):
        assert np.array_equal(getattr(opt.history, name), getattr(whole.history, name),
                              equal_nan=True)


def test_named_variables_go_along():
    opt = nes.Optimizer({"rate": nes.Log(1e-4, 1), "n": nes.Integer(1, 9)}, max_evals=60)
    loaded = pickle.loads(pickle.dumps(opt))
    f = lambda p: abs(np.log(p["rate"])) + p["n"]  # noqa: E731
    assert loaded.run(f).params == opt.run(f).params


def test_files(tmp_path):
    path = tmp_path / "run"
    opt = nes.Optimizer([1.0, 2.0], seed=4)
    rest(opt, 3)
    opt.save(path)
    opt.save(str(path))  # again, over the old one
    assert os.listdir(tmp_path) == ["run"]
    loaded = nes.Optimizer.load(path)
    assert loaded.fingerprint == opt.fingerprint and loaded.dim == 2
    assert loaded.settings == opt.settings
    rest(opt, 3), rest(loaded, 3)
    assert loaded.fingerprint == opt.fingerprint
    assert len(loaded.history.records) == 3  # from here on


def test_a_file_is_replaced_only_when_it_is_complete(tmp_path, monkeypatch):
    path = tmp_path / "run"
    opt = nes.Optimizer([1.0, 2.0])
    opt.save(path)
    before = path.read_bytes()
    rest(opt, 2)
    monkeypatch.setattr(os, "fsync", lambda number: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        opt.save(path)
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["run"]
    with pytest.raises(FileNotFoundError, match="no folder/run'$"):
        opt.save(tmp_path / "no folder" / "run")
    with pytest.raises(IsADirectoryError, match=f"{tmp_path.name}'$"):
        opt.save(tmp_path)


def test_what_is_written_is_what_was_named(tmp_path):
    opt = nes.Optimizer([1.0, 2.0])
    (tmp_path / "link").symlink_to(tmp_path / "run")
    opt.save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    long = tmp_path / ("n" * 255)
    opt.save(long)
    assert long.read_bytes() == (tmp_path / "run").read_bytes()
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        opt.save(tmp_path / "pipe")
        assert os.read(reader, 100000) == long.read_bytes()
    finally:
        os.close(reader)


def test_a_file_with_its_space(tmp_path):
    space = {"a": nes.Real(-1, 1), "n": nes.Integer(1, 9)}
    opt = nes.Optimizer(space, max_evals=40)
    opt.save(tmp_path / "run")
    loaded = nes.Optimizer.load(tmp_path / "run", space)
    f = lambda p: p["a"] ** 2 + p["n"]  # noqa: E731
    assert loaded.run(f).params == opt.run(f).params


def test_going_on_with_a_larger_budget_is_the_larger_run():
    opt = nes.Optimizer([1.0, 2.0], max_evals=100)
    opt.run(weighted)
    assert opt.stopped and opt.stop_reason == "max_evals"
    opt = pickle.loads(pickle.dumps(opt))
    assert "max_evals" in opt.go_on(max_evals=300)
    assert not opt.stopped
    opt.run(weighted)
    whole = nes.Optimizer([1.0, 2.0], max_evals=300)
    whole.run(weighted)
    assert opt.fingerprint == whole.fingerprint
