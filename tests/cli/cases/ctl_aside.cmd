# Orders are heard, and what hangs is seen, while points are evaluated that are none of the search:
# the known points before it, and the mean after it where values have noise.
. "$CASES/interrupted.sh"
settings="--dim 2 --sigma 1 --seed 7 --popsize 6 --quiet --json"
printf '3 4\n5 6\n1 1\n2 2\n' >points
under_way() { "$NES" show "$1" | grep -o '^  under way  *point [0-9]*'; }

# hangs ID DIR ORDER ARGUMENT...: the evaluation ID hangs, and the orders are given then.
hangs() {
    echo "trap '' TERM; touch hung; sleep 1000" >"id.$1"
    dir=$2 orders=$3
    shift 3
    rm -f hung
    timeout 60 "$NES" run $settings --out "$dir" "$@" >said 2>&1 &
    until [ -e hung ] && [ -n "$(under_way "$dir")" ]; do sleep 0.1; done
    under_way "$dir"
    for order in $orders; do
        echo "$order" | tr _ ' ' | xargs "$NES" ctl "$dir"
    done
    wait $!
    echo $?
    grep -o '^nes:.*' said
    "$NES" show "$dir" | grep -o '^  status  *[a-z]*\|^  under way.*'
}
echo 'known points:'
run_alone known $settings --max-evals 40 --inject points -- ./sim {x}
rm -r known
fresh
hangs 3 known stop --max-evals 40 --inject points -- ./sim {x}
wc -l <calls
quietly "$NES" resume known --json
same_result known.json said
wc -l <calls

echo 'a new limit among them:'
rm -r known
run_alone known $settings --max-evals 7 --inject points -- ./sim {x}
rm -r known
fresh
hangs 3 known 'set_max-evals=7 stop' --max-evals 40 --inject points -- ./sim {x}
sqlite3 known/run.db "SELECT value FROM facts WHERE name = 'changes'"
quietly "$NES" resume known --json --quiet
same_result known.json said
sqlite3 known/run.db 'DELETE FROM state'
quietly "$NES" resume known --json --quiet
same_result known.json said

echo 'all of them, then the end:'
rm -r known
fresh
echo '"$NES" ctl known finish; sleep 1' >id.2
quietly "$NES" run $settings --max-evals 40 --inject points --out known -- ./sim {x}
grep -o '^nes:.*' said
sort calls | uniq -c | awk '{ print $2 ": " $1 }'

echo 'the mean:'
fresh
cat >noisy <<'SIM'
#!/bin/sh
cd "$NES_START" || exit 1
echo "$NES_ID" >>calls
[ "$(wc -l <calls)" -le 92 ] || . ./id.3
awk -v n="$NES_ID" 'BEGIN { srand(n); print rand() }'
SIM
chmod +x noisy
hangs 3 mean 'set_max-evals=200 stop' --x0 1,1 --max-evals 100 --noisy yes -- ./noisy {x}
grep -c '"stop":"max_evals"' said
sqlite3 mean/run.db "SELECT value FROM facts WHERE name = 'changes'"
