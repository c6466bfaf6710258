# SPDX-License-Identifier: MIT
#
# The front door: each target is one step, done by CMake or by a script in scripts/.
PREFIX ?= /usr/local
export PREFIX
BUILD = build
MAKEFLAGS += --no-print-directory
JOBS := $(shell nproc 2>/dev/null || echo 1)
SOURCES = $(shell git ls-files -co --exclude-standard '*.c' '*.h' '*.cpp' '*.hpp' 'cli/serve/page/*.js')

.PHONY: all run check test test-long stress fuzz soak experiments bench install uninstall format lint clean help
.PHONY: test-python bench-python install-python uninstall-python
all:
	@scripts/setup --check build
	@cmake --preset release --log-level=WARNING >/dev/null
	@scripts/build $(BUILD)

# A 10-dimensional Rosenbrock valley, from an empty machine to a picture.
run:
	@scripts/setup build plot
	@scripts/setup serve || echo 'nes serve will be missing.'
	@$(MAKE) all
	$(BUILD)/nes run --problem rosenbrock_d10 --seed 1 --precision 1e-8 \
		--plot $(BUILD)/rosenbrock

# For daily work: one build, the tests that are not slow; a minute and a half.
check:
	@scripts/setup build plot test
	@scripts/setup mpi || echo 'The tests of MPI will be skipped.'
	@scripts/setup serve || echo 'The tests of nes serve will be skipped.'
	@scripts/test quick

test:
	@scripts/setup build plot test python pytest
	@scripts/setup mpi || echo 'The tests of MPI will be skipped.'
	@scripts/setup serve browser || echo 'The tests of nes serve in a browser will be skipped.'
	@scripts/test

# The Python package alone: wheel, fresh environment, its tests, mypy.
test-python:
	@scripts/setup build python pytest
	@scripts/test_python

# All tests, and all published experiments in their small version.
test-long: test
	@$(MAKE) all
	@scripts/test_experiments $(BUILD)/nes $(BUILD)/experiments-quick

# Runs that are killed 200 times, storms of failures, full disks, jobs of Slurm: half an hour.
stress:
	@scripts/setup build plot test
	@scripts/setup mpi || echo 'The parts with MPI will be skipped.'
	@scripts/setup slurm || echo 'The part with Slurm will be skipped.'
	@$(MAKE) all
	@scripts/stress

# Random settings, failures, kills and resumes for HOURS hours, a fraction being fine; SEED repeats a soak.
HOURS ?= 1
soak:
	@scripts/setup build test
	@scripts/soak $(HOURS) $(SEED)

# Random changes of everything that others may have written, for SECONDS each; TARGETS='saved rows'
# chooses some of fuzz/.
SECONDS ?= 60
fuzz:
	@scripts/setup build fuzz
	@cmake --preset fuzz --log-level=WARNING >/dev/null
	@cmake --build build/fuzz --parallel $(JOBS) -- --quiet
	@JOBS=1 scripts/fuzz $(SECONDS) $(TARGETS)

# The published experiments at full size: about an hour on two processors. The report becomes docs/experiments.md.
experiments:
	@scripts/setup build plot
	@$(MAKE) all
	$(BUILD)/nes experiment all --full --out experiments/results
	scripts/experiments_report

# What the methods cost beside the floor and other libraries (QUICK=1: in two minutes; OUT=FILE: saved
# there), evaluations they need beside reference values, what techniques and problems cost. The other
# libraries are left out where they cannot be installed.
bench: all
	@scripts/setup bench
	@cmake --build $(BUILD) --parallel $(JOBS) --target bench >/dev/null
	@scripts/setup peers && cmake -S bench/peers -B $(BUILD)/peers >/dev/null && \
		cmake --build $(BUILD)/peers >/dev/null || echo 'bench: goes on without other libraries'
	@status=0; \
	$(BUILD)/bench/cost $(if $(QUICK),--quick) $(if $(OUT),--out '$(OUT)') \
		--peers $(BUILD)/peers/peers || status=1; \
	for program in $(if $(QUICK),,medians efficiency large opinions techniques problems evaluators factors); do \
		OPENBLAS_NUM_THREADS=1 $(BUILD)/bench/$$program || status=1; \
	done; \
	if [ -x $(BUILD)/bench/mpi ] $(if $(QUICK),&& false); then \
		for ranks in 2 4; do tests/mpi/run mpirun -n $$ranks $(BUILD)/bench/mpi || status=1; done; \
		tests/mpi/run mpirun -n 2 $(BUILD)/bench/constants || status=1; \
		for ranks in 2 3 4; do tests/mpi/run mpirun -n $$ranks $(BUILD)/bench/predict || status=1; done; \
		for method in snes cr-fm-nes; do \
			tests/mpi/run mpirun -n 4 $(BUILD)/bench/mpi_shared $$method || status=1; \
		done; \
	fi; \
	$(if $(QUICK),,$(BUILD)/bench/cluster && $(BUILD)/bench/cluster --sweep $(BUILD)/bench || status=1;) \
	$(if $(QUICK),,$(BUILD)/bench/programs $(BUILD)/bench/trivial || status=1;) \
	exit $$status

# What the Python package costs beside C and beside other packages (QUICK=1: roughly).
bench-python: all
	@scripts/setup build python pytest
	@cmake --build $(BUILD) --parallel $(JOBS) --target bench_python >/dev/null
	@VENV='$(CURDIR)/$(BUILD)/python/bench' scripts/install_python
	@$(BUILD)/python/bench/bin/python bench/python/measure.py $(BUILD)/bench/python_loop \
		$(if $(QUICK),--quick)

install: all
	@scripts/install '$(BUILD)'

uninstall:
	@scripts/install --remove '$(BUILD)'

# The Python package, for all users or in VENV.
export VENV
install-python:
	@scripts/setup --check build python
	@scripts/install_python

uninstall-python:
	@scripts/install_python --remove

format:
	@scripts/setup test
	clang-format -i $(SOURCES)

lint:
	@scripts/setup test
	scripts/check_format
	scripts/check_layers
	scripts/parameters 6 20
	@scripts/tidy

clean:
	rm -rf $(BUILD)

help:
	@echo 'make                    build $(BUILD)/nes, $(BUILD)/libnes.so, $(BUILD)/libnes.a'
	@echo 'make run                install what is missing, build, minimise, draw the convergence'
	@echo 'make check              one build and the quick tests: a minute and a half'
	@echo 'make test               all tests: gcc, clang, sanitisers, program, installed package'
	@echo 'make test-python        the tests of the Python package alone (make test runs them too)'
	@echo 'make test-long          all of these, and all published experiments in their small version'
	@echo 'make stress             runs that are killed hundreds of times, storms of failures, full disks,'
	@echo '                        failing calls: half an hour'
	@echo 'make fuzz SECONDS=60    random changes of saved runs, databases, formulas, folders and the like;'
	@echo '                        so many seconds for each kind'
	@echo 'make soak HOURS=1       random settings, problems, failures, kills and resumes for so many hours'
	@echo '                        (0.1 is fine)'
	@echo 'make experiments        the published experiments at full size, and docs/experiments.md: an hour'
	@echo 'make bench              own cost beside the floor and other libraries; evaluations needed beside'
	@echo '                        reference values; what techniques and problems cost (QUICK=1: own cost'
	@echo '                        alone, roughly; OUT=FILE: saved there)'
	@echo 'make bench-python       what the Python package costs beside C and other packages (QUICK=1: roughly)'
	@echo 'make install PREFIX=P   install below P (default /usr/local); DESTDIR is honoured'
	@echo 'make uninstall PREFIX=P take away what was installed below P from this folder'
	@echo 'make install-python     install the Python package for all users, below /usr/local; VENV=V: in the'
	@echo '                        virtual environment V, which is made where it is not there'
	@echo 'make uninstall-python   take it away again; VENV=V likewise'
	@echo 'make format, make lint  lay out the sources; check layout, layers and clang-tidy'
	@echo 'make clean              remove $(BUILD)'
	@echo
	@echo 'Run as root on Debian, these targets install the packages that they lack:'
	@echo 'run, check, test, test-python, test-long, stress, fuzz, soak, experiments, bench, bench-python,'
	@echo 'format, lint.'
