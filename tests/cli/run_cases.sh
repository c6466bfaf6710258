#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run_cases.sh PROGRAM CASE.cmd...: runs each case in an empty folder and compares what it did.
#   NAME.cmd     shell lines; $NES is the program, $CASES the folder of the cases
#   NAME.out     standard output, exactly
#   NAME.has     instead: lines are fixed strings that occur in standard output, in this order
#   NAME.err     likewise for standard error
#   NAME.status  exit status; 0 if there is no such file
# A stream without its file must be empty.
set -u
NES=$1
shift
export NES
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

# complain CASE WHAT FILE: reports a difference, with what the program wrote.
complain() {
    echo "$1: $2"
    sed 's/^/    | /' "$3"
    bad=1
}

# contains PATTERNS TEXT: 0 if the lines of PATTERNS occur in TEXT, in order.
contains() {
    awk 'NR == FNR { want[++n] = $0; next }
         { while (k < n && (at = index($0, want[k + 1]))) {
               k++; $0 = substr($0, at + length(want[k])) } }
         END { exit k < n }' "$1" "$2"
}

run_case() {
    base=${1%.cmd}
    CASES=$(cd "$(dirname "$1")" && pwd)
    export CASES
    base=$CASES/$(basename "$base")
    mkdir "$work/run"
    (cd "$work/run" && sh "$base.cmd") >"$work/out" 2>"$work/err" </dev/null
    status=$?
    want=0
    [ ! -f "$base.status" ] || want=$(cat "$base.status")
    [ "$status" = "$want" ] || complain "$base" "exit status $status, not $want; stderr:" "$work/err"

    if [ -f "$base.out" ]; then
        diff -u "$base.out" "$work/out" || complain "$base" "standard output differs:" "$work/out"
    elif [ -f "$base.has" ]; then
        contains "$base.has" "$work/out" || complain "$base" "standard output lacks a line:" "$work/out"
    elif [ -s "$work/out" ]; then
        complain "$base" "unexpected standard output:" "$work/out"
    fi
    if [ -f "$base.err" ]; then
        contains "$base.err" "$work/err" || complain "$base" "standard error lacks a line:" "$work/err"
    elif [ -s "$work/err" ]; then
        complain "$base" "unexpected standard error:" "$work/err"
    fi
    rm -rf "$work/run"
}

for case in "$@"; do run_case "$case"; done
exit $bad
