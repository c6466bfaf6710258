#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every public header compiles alone, twice in a row, as C99, C11, C++11 and C++17, with all warnings;
# nes.hpp as C++. What mpi.h needs of MPI is found as mpicc finds it.
# shellcheck disable=SC2086 # one word per flag
set -eu
stage=$3
system=$(mpicc -show 2>/dev/null | tr ' ' '\n' | sed -n 's/^-I/-isystem /p' | tr '\n' ' ')
for header in "$stage"/include/nes/*; do
    name=nes/$(basename "$header")
    unit=$(printf '#include "%s"\n#include "%s"\n' "$name" "$name")
    flags="-pedantic-errors -Wall -Wextra -Wshadow -Wconversion -Werror -fsyntax-only $system"
    for standard in $(case $name in *.h) echo c99 c11 ;; esac); do
        echo "$unit" | $CC -x c -std=$standard $flags "-I$stage/include" -Wstrict-prototypes -
    done
    for standard in c++11 c++17; do
        echo "$unit" | ${CXX:-c++} -x c++ -std=$standard $flags "-I$stage/include" -Wold-style-cast -
    done
done
