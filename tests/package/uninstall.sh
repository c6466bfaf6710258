#!/bin/sh
# SPDX-License-Identifier: MIT
#
# `make uninstall` takes away what `make install` put there and nothing else: what was there before
# stays, folders that have become empty too unless `make install` made them.
set -eu
source=$1 build=$2
unset MAKEFLAGS DESTDIR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# front_door GOAL VARIABLE=VALUE...: as users call it, without building again.
front_door() {
    make -C "$source" -o all "$@" BUILD="$build" >"$work/said" 2>&1
}

# tree FOLDER: everything in it, folders with a slash.
tree() {
    (cd "$1" && find . -type d -printf '%p/\n' -o -print | sort)
}

fail() {
    echo "$1"
    cat "$work/said"
    exit 1
}

# A prefix in use: neighbours in our folders, empty folders of the user's.
prefix="$work/a b"
mkdir -p "$prefix/include/nes" "$prefix/share/man/man1" "$prefix/bin"
touch "$prefix/include/nes/mine.h" "$prefix/bin/other"
tree "$prefix" >"$work/before"
for time in first second; do
    front_door install PREFIX="$prefix" || fail "the $time installation failed"
done
[ -x "$prefix/bin/nes" ] || fail "nothing was installed"
front_door uninstall PREFIX="$prefix" || fail "not uninstalled"
tree "$prefix" | diff "$work/before" - || fail "uninstalling left or took other things"

# Without a record of an installation nothing is touched.
if front_door uninstall PREFIX="$prefix"; then fail "uninstalled what is not there"; fi
grep -q "make install PREFIX='$prefix'" "$work/said" || fail "the remedy is not named"

# A staged installation, in a folder that did not exist.
front_door install DESTDIR="$work/the root" PREFIX=/opt/nes || fail "not staged"
[ -x "$work/the root/opt/nes/bin/nes" ] || fail "DESTDIR was not honoured"
if front_door uninstall DESTDIR="$work/no root" PREFIX=/opt/nes; then fail "DESTDIR is part of the place"; fi
grep -q "DESTDIR='$work/no root'" "$work/said" || fail "the remedy lacks DESTDIR"
front_door uninstall DESTDIR="$work/the root" PREFIX=/opt/nes || fail "stage not uninstalled"
[ ! -e "$work/the root/opt/nes" ] || fail "an empty prefix was left"

# Quotes are letters like others.
front_door install PREFIX="$work/it's \"here\"" || fail "quotes in PREFIX"
"$work/it's \"here\"/bin/nes" --version >/dev/null
front_door uninstall PREFIX="$work/it's \"here\"" || fail "quotes in PREFIX"
if front_door install PREFIX=; then fail "an empty PREFIX was taken"; fi
