#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Without MPI everything else is as before: the build is set up where it is not found or not wanted,
# and has no target that needs it; where it is wanted and not found, a sentence says what to install.
# (The preset tsan builds and tests without it.)
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# configure NAME OPTION...: to work/NAME, what was said to work/NAME.said.
configure() {
    name=$1
    shift
    cmake -S "$source" -B "$work/$name" -D NES_TESTS=ON "$@" >"$work/$name.said" 2>&1
}

fail() {
    echo "$1"
    cat "$work"/*.said
    exit 1
}

# bare NAME: nothing there compiles, links or installs anything of MPI.
bare() {
    if grep -rlE 'libnes_mpi|libmpi|nes_mpi' "$work/$1" --include=link.txt --include='*.make' \
        --include=cmake_install.cmake --include=CTestTestfile.cmake; then
        fail "$1: MPI is used"
    fi
    [ ! -e "$work/$1/nes-mpi.pc" ] || fail "$1: nes-mpi.pc is there"
}

configure unwanted -D NES_MPI=OFF || fail "NES_MPI=OFF: not set up"
bare unwanted
configure missing -D CMAKE_DISABLE_FIND_PACKAGE_MPI=ON || fail "MPI is not found: not set up"
bare missing
if configure wanted -D NES_MPI=ON -D CMAKE_DISABLE_FIND_PACKAGE_MPI=ON; then
    fail "NES_MPI=ON without MPI was accepted"
fi
tr '\n' ' ' <"$work/wanted.said" | tr -s ' ' | grep -q 'apt-get install libopenmpi-dev openmpi-bin' ||
    fail "the remedy is not named"
