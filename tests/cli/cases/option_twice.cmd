# A second value that looks as if it added to the first is refused; of a limit the last one counts.
"$NES" run --dim 1 --value-pattern 'loss=(.*)' --value-pattern 'cost=(.*)' -- echo
echo "status $?"
"$NES" run --dim 1 --template a.in --template=b.in -- echo
"$NES" compare --methods snes --methods xnes --problems sphere_d2
"$NES" run --expr x1 --expr x1 --dim 1 --lower -1 --upper 1 --max-evals 9 --max-evals 3 --seed 1 --json | grep -o '"evaluations":[0-9]*'
for word in loss cost; do
    echo 1 | "$NES" eval --dim 1 --value-pattern 'loss=(.*)|cost=(.*)' -- sh -c "echo $word=7"
done
