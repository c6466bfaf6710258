# The example of a template and of patterns that nes init shows works when its # are removed.
for names in "" "--names a,b" "--names only"; do
    "$NES" init job.yaml $names >/dev/null || exit 1
    sed -n 's/^  #  *# *\(CASE .*\)$/\1/p' job.yaml >deck.txt
    cat deck.txt
    sed -e '/^  expr:/d' -e 's/^  # \(program: \[.\/solver\)/  \1/' -e 's/^  # \(template:\)/  \1/' \
        -e 's/^  # \(value-pattern:\)/  \1/' job.yaml >used.yaml
    cat >solver <<'END'
#!/bin/sh
read -r word t rest <"$1"
[ "$word" = CASE ] && echo "loss = 7" && echo "cost = $t"
END
    chmod +x solver
    "$NES" run used.yaml --max-evals 12 --json | grep -o -e '"evaluations":12,"failed":0'
    # The same with the value in a file.
    sed -e 's/^  # \(value-file:\)/  \1/' used.yaml >file.yaml
    sed -i 's/^\[.*/echo "cost = $t" >report.txt/' solver
    "$NES" run file.yaml --max-evals 12 --json | grep -o -e '"evaluations":12,"failed":0'
    rm job.yaml
done
