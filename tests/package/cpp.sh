#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Compiles the test of nes/nes.hpp against the installed package and runs it under the sanitisers for
# addresses and leaks, and for threads.
set -eu
source=$1 stage=$3 libdir=$4
export PKG_CONFIG_PATH="$stage/$libdir/pkgconfig"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/locales"
sh "$source/tests/data/locale/make.sh" "$work/locales"

# run SANITISERS STANDARD
run() {
    # shellcheck disable=SC2046 # one word per option
    ${CXX:-c++} "-std=$2" -Wall -Wextra -Wshadow -Wconversion -Werror -O1 -g -pthread "-fsanitize=$1" \
        "$source/tests/package/cpp.cpp" -o "$work/cpp" $(pkg-config --cflags --libs nes)
    LOCPATH="$work/locales" LD_LIBRARY_PATH="$stage/$libdir" ASAN_OPTIONS=detect_leaks=1 timeout 120 "$work/cpp"
}

run address,undefined c++11
run thread c++17
