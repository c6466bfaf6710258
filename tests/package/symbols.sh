#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The shared libraries export the list in symbols.txt and nothing else, all of it named nes_, and the
# static ones hold no variables: the libraries have no global state. The lock around LAPACK is the one
# exception, since LAPACK itself has such state; no result depends on it. After a change of the public
# headers, the difference that this prints is what goes into symbols.txt.
set -eu
source=$1 stage=$3 libdir=$4
export LC_ALL=C

exported() {
    for library in nes nes_problems; do
        nm -D --defined-only "$stage/$libdir/lib$library.so" |
            awk -v library="$library" '$2 != "A" { print library, $3 }'
    done | sort
}

if exported | grep -v ' nes_'; then
    echo "exported, but not named nes_"
    exit 1
fi
exported | diff -u "$source/tests/package/symbols.txt" -

# Everything with linkage has the prefix, internal functions too: archives share one name space.
if nm --defined-only "$stage/$libdir/libnes.a" "$stage/$libdir/libnes_problems.a" |
    awk 'NF == 3 && $2 ~ /[A-Z]/ && $3 !~ /^nes_/' | grep .; then
    echo "with linkage, but not named nes_"
    exit 1
fi
for library in nes nes_problems; do
    if size -A "$stage/$libdir/lib$library.a" |
        awk '/ex / { member = $1 } ($1 == ".data" || $1 == ".bss") && $2 > 0 { print member, $0 }' |
        grep -v '^lock_lapack.c.o .bss '; then
        echo "global variables in lib$library.a"
        exit 1
    fi
done
