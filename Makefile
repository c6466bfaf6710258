# SPDX-License-Identifier: MIT
#
# The front door: each target is one step, done by CMake or by a script in scripts/.
PREFIX ?= /usr/local
BUILD = build
MAKEFLAGS += --no-print-directory
JOBS := $(shell nproc 2>/dev/null || echo 1)
SOURCES = $(shell git ls-files -co --exclude-standard '*.c' '*.h')

.PHONY: all run test bench install format lint clean help
all:
	@scripts/setup --check build
	@cmake --preset release --log-level=WARNING >/dev/null
	@cmake --build $(BUILD) --parallel $(JOBS) -- --quiet

# A 10-dimensional Rosenbrock valley, from an empty machine to a picture.
run:
	@scripts/setup build plot
	@$(MAKE) all
	$(BUILD)/nes run --problem rosenbrock_d10 --method xnes --seed 1 --precision 1e-8 \
		--plot $(BUILD)/rosenbrock

test:
	@scripts/setup build plot test
	@scripts/test

# Evaluations the methods need, beside reference values; what techniques and problems cost.
bench: all
	@cmake --build $(BUILD) --parallel $(JOBS) --target bench >/dev/null
	$(BUILD)/bench/medians
	$(BUILD)/bench/techniques
	$(BUILD)/bench/problems

install: all
	@cmake --install $(BUILD) --prefix $(PREFIX)
	@test -n "$(DESTDIR)" || /sbin/ldconfig 2>/dev/null || true

format:
	@scripts/setup test
	clang-format -i $(SOURCES)

lint:
	@scripts/setup test
	scripts/check_format
	scripts/check_layers
	@scripts/tidy

clean:
	rm -rf $(BUILD)

help:
	@echo 'make                    build $(BUILD)/nes, $(BUILD)/libnes.so, $(BUILD)/libnes.a'
	@echo 'make run                install what is missing, build, minimise, draw the convergence'
	@echo 'make test               all tests: gcc, clang, sanitisers, program, installed package'
	@echo 'make bench              evaluations to a target beside reference values, costs of techniques and problems'
	@echo 'make install PREFIX=P   install below P (default /usr/local); DESTDIR is honoured'
	@echo 'make format, make lint  lay out the sources; check layout, layers and clang-tidy'
	@echo 'make clean              remove $(BUILD)'
