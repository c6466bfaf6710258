#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Nobody is surprised by packages: README.md and `make help` name exactly the targets that may install
# some, which are those that call scripts/setup without --check.
set -eu
source=$1
unset MAKEFLAGS
cd "$source"

installing() {
    # shellcheck disable=SC2013 # words, not lines
    for target in $(sed -n 's/^\.PHONY://p' Makefile); do
        if make -n "$target" 2>/dev/null | grep 'scripts/setup' | grep -qv -e '--check'; then
            echo "$target"
        fi
    done | sort
}

# named: the targets in the sentence about them in the text that comes in.
named() {
    tr '\n' ' ' | sed -n 's/.*these targets install the packages that they lack: *\([^.]*\)\..*/\1/p' |
        tr -d ' ' | tr ',' '\n' | sort
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
installing >"$work/installing"
grep -qx run "$work/installing"
named <README.md | diff "$work/installing" -
make help | named | diff "$work/installing" -
