#!/bin/sh
# SPDX-License-Identifier: MIT
#
# libnes needs the C library, libm and nothing else. A static program needs -lnes -lm -lpthread, runs, and is
# smaller than 2 MB.
set -eu
source=$1 stage=$3 libdir=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ldd "$stage/$libdir/libnes.so" | awk '{ print $1 }' |
    grep -Ev '^(linux-vdso\.so\.1|libm\.so\.6|libc\.so\.6|/lib.*/ld-linux[^/]*)$'; then
    echo "libnes.so needs these as well"
    exit 1
fi
$CC -std=c11 -O2 -s -static -I "$stage/include" "$source/examples/01_minimize.c" -o "$work/example" \
    -L "$stage/$libdir" -lnes -lm -lpthread
"$work/example" >/dev/null
size=$(wc -c <"$work/example")
if [ "$size" -ge 2000000 ]; then
    echo "the static program has $size bytes"
    exit 1
fi
