# SPDX-License-Identifier: MIT
#
# For cases that interrupt runs. ./sim is an objective that writes its number to the file calls; at
# evaluation n, counted over all parts of a run, it does what the file at.n says, and at point number
# n, once, what the file id.n says. There $PPID is nes.
cat >sim <<'SIM'
#!/bin/sh
cd "$NES_START" || exit 1
echo "$NES_ID" >>calls
n=$(wc -l <calls)
if [ -f "at.$n" ]; then . "./at.$n"; fi
if mv "id.$NES_ID" "id.$$" 2>/dev/null; then . "./id.$$"; fi
exec awk 'BEGIN { for (i = 1; i < ARGC; i++) s += (ARGV[i] - i) * (ARGV[i] - i); printf "%.17g\n", s }' "$@"
SIM
chmod +x sim

# at N COMMAND: what happens at evaluation N.
at() { echo "$2" >"at.$1"; }

# quietly COMMAND...: runs it, and prints its exit status only.
quietly() {
    ("$@" >said 2>&1
    echo $?) 2>/dev/null
}

# evaluations DIR: the table of a run without the times.
evaluations() { "$NES" show "$1" --evaluations | sed 's/,[^,]*$//'; }

# same DIR DIR: whether both folders hold the same evaluations, and how many.
same() {
    evaluations "$1" >one
    evaluations "$2" >other
    if cmp -s one other; then echo "same $(wc -l <one)"; else diff one other; fi
}

# fresh: forgets earlier calls and events.
fresh() { rm -f calls at.* id.*; }

# run_alone DIR ARGUMENT...: an undisturbed run, with its result in DIR.json. It prints nothing.
run_alone() {
    alone=$1
    shift
    quietly "$NES" run --out "$alone" "$@" >/dev/null
    cp said "$alone.json"
}

# same_result FILE FILE: whether both hold the same JSON, but for times and folders.
same_result() {
    for file in "$1" "$2"; do
        grep '^{' "$file" | sed 's/"\(seconds\|places\|idle\)":[^,]*,//g; s/,"folder":"[^"]*"//' >"$file.bare"
    done
    if [ -s "$1.bare" ] && cmp -s "$1.bare" "$2.bare"; then
        echo "same result"
    else
        diff "$1.bare" "$2.bare"
        cat "$2"
    fi
}
