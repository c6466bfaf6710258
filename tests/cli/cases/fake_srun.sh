# SPDX-License-Identifier: MIT
#
# For cases with a launcher: ./srun starts a program as srun does, and says the same things. At start
# number n, counted over all, it does what the file at.n says, in which $@ is the program. ./sim is an
# objective that writes the numbers of its evaluations to the file calls.
cat >srun <<'SRUN'
#!/bin/sh
cd "$NES_START" || exit 1
[ "$1" = -N1 ] && shift
until mkdir lock 2>/dev/null; do sleep 0.01; done
echo >>starts
n=$(wc -l <starts)
rmdir lock
if [ -f "at.$n" ]; then . "./at.$n"; fi
"$@"
status=$?
[ $status = 0 ] || echo "srun: error: n1: task 0: Exited with exit code $status" >&2
exit $status
SRUN
cat >sim <<'SIM'
#!/bin/sh
echo "$NES_ID" >>"$NES_START/calls"
exec awk 'BEGIN { for (i = 1; i < ARGC; i++) s += (ARGV[i] - i) * (ARGV[i] - i); printf "%.17g\n", s }' "$@"
SIM
chmod +x srun sim

# at N COMMAND: what happens at start N.
at() { echo "$2" >"at.$1"; }

# bare: the JSON of a result, without times, folders and starts.
bare() { sed 's/"\(seconds\|places\|idle\)":[^,]*,//g; s/,"folder":"[^"]*"//; s/,"folder":null//; s/,"started_again":[0-9]*//'; }
