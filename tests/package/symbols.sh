#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The shared libraries export the list in symbols.txt and nothing else, all of it named nes_, and the
# static ones hold no variables: the libraries have no global state. After a
# change of the public headers, the difference that this prints is what goes into symbols.txt.
set -eu
source=$1 stage=$3 libdir=$4
export LC_ALL=C

libraries="nes nes_problems"
[ ! -e "$stage/$libdir/libnes_mpi.so" ] || libraries="$libraries nes_mpi"

# listed: what symbols.txt has of the libraries that were built.
listed() {
    # shellcheck disable=SC2086 # one word per library
    printf '%s\n' $libraries | awk 'NR == FNR { built[$1]; next } $1 in built' - \
        "$source/tests/package/symbols.txt"
}

exported() {
    for library in $libraries; do
        nm -D --defined-only "$stage/$libdir/lib$library.so" |
            awk -v library="$library" '$2 != "A" { print library, $3 }'
    done | sort
}

if exported | grep -v ' nes_'; then
    echo "exported, but not named nes_"
    exit 1
fi
work=$(mktemp)
trap 'rm -f "$work"' EXIT
listed >"$work"
exported | diff -u "$work" -

# Everything with linkage has the prefix, internal functions too: archives share one name space.
for library in $libraries; do
    if nm --defined-only "$stage/$libdir/lib$library.a" |
        awk 'NF == 3 && $2 ~ /[A-Z]/ && $3 !~ /^nes_/' | grep .; then
        echo "with linkage, but not named nes_"
        exit 1
    fi
    if size -A "$stage/$libdir/lib$library.a" |
        awk '/ex / { member = $1 } ($1 == ".data" || $1 == ".bss") && $2 > 0 { print member, $0 }' |
        grep .; then
        echo "global variables in lib$library.a"
        exit 1
    fi
done
