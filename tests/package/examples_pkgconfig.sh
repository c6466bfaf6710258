#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Compiles the examples with what pkg-config says of the installed package, against the shared
# libraries and then against the static ones, and runs them. Examples without a number are not
# programs but objectives and search distributions for `nes run`: those only have to compile.
set -eu
source=$1 stage=$3 libdir=$4
export PKG_CONFIG_PATH="$stage/$libdir/pkgconfig"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# for_ranks FILE: it is a program for mpirun.
for_ranks() {
    grep -q 'include <nes/mpi\.h>' "$1"
}

# modules FILE: the pkg-config modules that this example needs.
modules() {
    if for_ranks "$1"; then
        echo nes-mpi
    elif grep -q 'nes/problems\.h' "$1"; then
        echo nes nes-problems
    else
        echo nes
    fi
}

# compiler FILE: how it is called for this example.
compiler() {
    if for_ranks "$1"; then
        echo "env OMPI_CC=$CC MPICH_CC=$CC mpicc -std=c11"
        return
    fi
    case $1 in
    *.cpp) echo "${CXX:-c++} -std=c++11 -pthread" ;;
    *) echo "$CC -std=c11" ;;
    esac
}

# compile FILE PKG-CONFIG-OPTION...: to work/example.
compile() {
    file=$1
    shift
    # shellcheck disable=SC2046 # one word per module; folders with spaces come quoted
    eval "set -- $(pkg-config "$@" --cflags --libs $(modules "$file"))"
    $(compiler "$file") -Wall -Wextra -Werror -O1 "$file" -o "$work/example" "$@"
}

# run_all KIND PKG-CONFIG-OPTION...: compiles and runs every numbered example.
run_all() {
    kind=$1
    shift
    for file in "$source"/examples/[0-9]*.c "$source"/examples/[0-9]*.cpp; do
        start=
        if for_ranks "$file"; then
            [ -e "$stage/include/nes/mpi.h" ] || continue
            start="mpirun -n 4" # as the examples say
        fi
        echo "$kind: $(basename "$file")"
        compile "$file" "$@"
        # shellcheck disable=SC2086 # words
        (cd "$work" && LD_LIBRARY_PATH="$stage/$libdir" timeout 60 \
            "$source/tests/mpi/run" $start ./example >out 2>&1) ||
            { echo "failed:"; cat "$work/out"; exit 1; }
    done
}

run_all shared

# A tree without shared libraries makes the linker take the archives.
cp -r "$stage" "$work/archives"
rm "$work/archives/$libdir"/*.so*
PKG_CONFIG_PATH="$work/archives/$libdir/pkgconfig"
run_all static --static
if ldd "$work/example" | grep libnes; then
    echo "the static example uses a shared libnes"
    exit 1
fi

for file in "$source"/examples/[!0-9]*.c; do
    [ ! -e "$file" ] || $CC -std=c11 -Wall -Wextra -Werror -I "$stage/include" -shared -fPIC "$file" -o "$work/o.so" -lm
done
