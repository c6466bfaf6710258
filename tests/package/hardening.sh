#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The program and the shared libraries have every protection that Debian's hardening-check knows. Two
# of them show in the code of x86 only, and are looked for there: probes of large stack frames, which
# hardening-check does not count, and landing marks of jumps, which a C library without such marks
# hides in what is linked with it. Skipped where there is no hardening-check.
set -eu
stage=$3 libdir=$4
export LC_ALL=C
if ! command -v hardening-check >/dev/null; then
    echo "skipped: there is no hardening-check (package devscripts)"
    exit 77
fi

# gcc_on_x86: the compiler whose code the last two checks know.
gcc_on_x86() {
    [ "$(uname -m)" = x86_64 ] && $CC --version | grep -q 'Free Software Foundation'
}

libraries="nes nes_problems"
[ ! -e "$stage/$libdir/libnes_mpi.so" ] || libraries="$libraries nes_mpi"
programs="bin/nes libexec/nes/nes-lab"
[ ! -e "$stage/libexec/nes/nes-mpi" ] || programs="$programs libexec/nes/nes-mpi"
# shellcheck disable=SC2046,SC2086 # one word per file
for file in $programs $(printf "$libdir/lib%s.so\n" $libraries); do
    hardening-check --nocfprotection "$stage/$file"
    if readelf -lW "$stage/$file" | grep 'GNU_STACK.* RWE '; then
        echo "$file: the stack is executable"
        exit 1
    fi
    case $file in *mpi*) continue ;; esac # it has no large stack frame
    gcc_on_x86 || continue
    # shellcheck disable=SC2016 # an operand, not a variable
    objdump -d --no-show-raw-insn "$stage/$file" | grep -q 'orq  *$0x0,(%rsp)' || {
        echo "$file: large stack frames are not probed"
        exit 1
    }
done

for library in $libraries; do
    gcc_on_x86 || continue
    archive=$stage/$libdir/lib$library.a
    marked=$(readelf -n "$archive" | grep -c 'IBT, SHSTK' || true)
    members=$(ar t "$archive" | wc -l)
    [ "$marked" = "$members" ] || {
        echo "lib$library.a: only $marked of $members members have landing marks"
        exit 1
    }
done
