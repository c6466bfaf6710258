#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Between create and destroy asking and telling make no system call: traces syscalls.c, compiled
# against the installed library, and lists the calls between its marks. A clock that is read without
# the kernel's help is none. Skipped where nothing can be traced.
set -eu
source=$1 stage=$3 libdir=$4
export PKG_CONFIG_PATH="$stage/$libdir/pkgconfig" LD_LIBRARY_PATH="$stage/$libdir"
if ! strace -o /dev/null true 2>/dev/null; then
    echo "skipped: there is no strace, or it may not trace"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
eval "set -- $(pkg-config --cflags --libs nes)" # folders with spaces come quoted
$CC -std=c11 -Wall -Wextra -Werror -O1 "$source/tests/package/syscalls.c" -o "$work/program" "$@"
strace -o "$work/trace" "$work/program"

# The marks are writes to descriptor 1000: the method's name, then "end".
awk '
/^write\(1000, "end"/ { asking = 0; next }
/^write\(1000, / { split($0, part, "\""); method = part[2]; asking = 1; runs++; next }
asking { print method ": " $0; calls++ }
END { print runs + 0 " runs, " calls + 0 " system calls"; exit runs == 0 || calls > 0 }
' "$work/trace"
