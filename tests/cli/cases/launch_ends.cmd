# However nes ends, what the launcher has started elsewhere ends too: it is told, and has time for it. ./remote stands for
# a program on another machine, in a session of its own.
cat >launcher <<'END'
#!/bin/sh
cd "$NES_START" || exit 1
setsid "$@" &
remote=$!
trap 'sleep 0.3; kill $remote; echo ended >>ends; exit 143' TERM
echo $remote >>remotes
wait $remote
END
printf '#!/bin/sh\nexec sleep 1000\n' >remote
chmod +x launcher remote
# ends HOW...: nes at work on two points ends like this, and both remote programs are gone soon.
ends() {
    rm -f remotes ends
    "$NES" run --dim 2 --jobs 2 --launch ./launcher "$@" -- ./remote {x} >/dev/null 2>&1 &
    nes=$!
    until [ "$(wc -l 2>/dev/null <remotes)" -ge 2 ]; do sleep 0.05; done 2>/dev/null
    [ -z "$signal" ] || kill -"$signal" $nes
    [ -n "$signal" ] || until [ "$(wc -l 2>/dev/null <ends)" -ge 2 ]; do sleep 0.05; done 2>/dev/null
    [ -n "$signal" ] || kill -TERM $nes
    wait $nes 2>/dev/null
    echo "$signal $?"
    for try in $(seq 100); do
        alive=0
        for pid in $(head -n 2 remotes); do grep -qs . "/proc/$pid/cmdline" && alive=1; done
        [ $alive = 0 ] && break
        sleep 0.1
    done
    [ $alive = 0 ] && [ "$(wc -l <ends)" -ge 2 ] && echo gone
}
signal=TERM; ends
signal=USR1; ends
signal=KILL; ends
signal=; ends --timeout 0.5
