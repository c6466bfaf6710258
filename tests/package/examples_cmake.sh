#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Builds and runs the examples as a user's CMake project that says find_package(nes).
set -eu
source=$1 stage=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S "$source/tests/package/consumer" -B "$work" -DCMAKE_PREFIX_PATH="$stage" \
    -DEXAMPLES="$source/examples" >/dev/null
cmake --build "$work" >/dev/null
"$source/tests/mpi/run" ctest --test-dir "$work" --output-on-failure --no-tests=error
