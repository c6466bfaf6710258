#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Installs the build into the stage, as users do, and looks for everything that they were promised.
# -o all: the build is there and is not made again.
set -eu
source=$1 build=$2 stage=$3 libdir=$4
unset MAKEFLAGS DESTDIR
rm -rf "$stage"
make -C "$source" -o all install BUILD="$build" PREFIX="$stage" >/dev/null

for file in bin/nes libexec/nes/nes-lab "$libdir/libnes.a" "$libdir/libnes.so" "$libdir/libnes_problems.a" \
    "$libdir/libnes_problems.so" "$libdir/pkgconfig/nes.pc" "$libdir/cmake/nes/nesConfig.cmake" \
    share/man/man1/nes.1 share/man/man3/libnes.3 share/bash-completion/completions/nes; do
    [ -e "$stage/$file" ] || { echo "not installed: $file"; exit 1; }
done
# libnes_mpi and nes-mpi are whole, or not there at all.
for file in include/nes/mpi.h "$libdir/libnes_mpi.a" "$libdir/libnes_mpi.so" \
    "$libdir/pkgconfig/nes-mpi.pc" "$libdir/cmake/nes/nesMpiTargets.cmake" libexec/nes/nes-mpi; do
    if grep -q '^NES_WITH_MPI:INTERNAL=ON' "$build/CMakeCache.txt"; then
        [ -e "$stage/$file" ] || { echo "not installed: $file"; exit 1; }
    elif [ -e "$stage/$file" ]; then
        echo "installed without MPI: $file"
        exit 1
    fi
done
for header in "$stage"/include/nes/*; do
    cmp "$header" "$source/include/nes/$(basename "$header")"
done
for header in "$source"/include/nes/*; do
    name=$(basename "$header")
    [ "$name" = mpi.h ] || [ -e "$stage/include/nes/$name" ] || { echo "not installed: $name"; exit 1; }
done

# Nothing installed may remember where it was built.
if grep -rlF -e "$source" -e "$stage" "$stage" --include='*.pc' --include='*.cmake'; then
    echo "these files name the build's folders"
    exit 1
fi
version=$(sed -n 's/.*define NES_VERSION "\(.*\)"/\1/p' "$source/include/nes/nes.h")
[ "$(PKG_CONFIG_PATH="$stage/$libdir/pkgconfig" pkg-config --modversion nes)" = "$version" ]
"$stage/bin/nes" --version | grep -qF "$version"
"$stage/bin/nes" help experiment | grep -q '^usage: nes experiment'
"$stage/bin/nes" experiment --list | grep -q E13
alone=$(mktemp -d) # nes without what it starts
trap 'rm -rf "$alone"' EXIT
cp "$stage/bin/nes" "$alone"
status=0
said=$("$alone/nes" bench --help 2>&1) || status=$?
[ $status -eq 2 ] && [ "${said#*nes-lab*install nes again}" != "$said" ] || {
    echo "without nes-lab, status $status: $said"
    exit 1
}
bash -n "$stage/share/bash-completion/completions/nes"
