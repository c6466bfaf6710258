# Templates, the file with the point, values in JSON and in a file, folders that stay.
cat >sim <<'END'
#!/bin/sh
. ./model.in
awk -v a="$a" 'NR == 1 && $1 == a { ok = 1 } END { print "log line"; printf "{\"out\": [{\"f\": %s}]}\n", ok ? a * a : "NaN" }' "$1"
END
chmod +x sim
echo 'a={left}; c="{{left}}"' >model.in
"$NES" run --names left,right --seed 2 --max-evals 20 --quiet --template model.in --value-json 'out[0].f' \
    --keep-scratch all --out run -- ./sim {file} | grep -c 'failed' || true
ls run/scratch | wc -l | tr -d ' '
ls run/scratch/1
cat run/scratch/1/model.in | grep -c 'c="{left}"'
"$NES" run --dim 1 --seed 2 --max-evals 20 --quiet --value-file result.txt --value-pattern 'f=(.*)' -- \
    sh -c 'echo "f=$1" >result.txt' sh {x} | grep -c 'failed' || true
