#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The program of docs/cluster.md compiles as it says there, and runs on three ranks; so does nes run
# --mpi, also when the installed tree was moved. Skipped where libnes_mpi was not built.
set -eu
source=$1 stage=$3 libdir=$4
export PKG_CONFIG_PATH="$stage/$libdir/pkgconfig" OMPI_CC="$CC" MPICH_CC="$CC"
if [ ! -e "$stage/include/nes/mpi.h" ]; then
    echo "skipped: built without MPI"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2016 # the quotes of a block, not a command
awk '/^```c$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$source/docs/cluster.md" \
    >"$work/demo.c"
eval "set -- $(pkg-config --cflags --libs nes-mpi)" # folders with spaces come quoted
mpicc -std=c11 -Wall -Wextra -Werror "$work/demo.c" "$@" -o "$work/demo"
LD_LIBRARY_PATH="$stage/$libdir" timeout 60 "$source/tests/mpi/run" mpirun -n 3 "$work/demo" >"$work/out"
cat "$work/out"
[ "$(grep -c 'option' "$work/out")" = 1 ]

cp -R "$stage" "$work/moved there"
timeout 60 "$source/tests/mpi/run" mpirun -n 2 "$work/moved there/bin/nes" run --mpi --expr 'sum(x^2)' --dim 2 \
    --max-evals 100 --json >"$work/out"
grep -q '"ranks":2' "$work/out"
