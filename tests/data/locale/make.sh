#!/bin/sh
# SPDX-License-Identifier: MIT
#
# make.sh FOLDER: locales "comma" and "arabic" there, for LOCPATH=FOLDER. Systems come without any locale
# that writes numbers in another way, and without the sources of one. localedef warns of all that these two
# do not define.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
for name in comma arabic; do
    localedef -c -i "$here/$name.src" -f "$here/small.map" "$1/$name" >/dev/null 2>&1 || true
    [ -e "$1/$name/LC_NUMERIC" ] || { echo "localedef makes no locale '$name'" >&2; exit 1; }
done
