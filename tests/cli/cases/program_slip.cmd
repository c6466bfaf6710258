# What is almost a placeholder is refused, in arguments and in templates.
for text in '{x1' '{ x }' '{x[1]}' '{x:.3f}' '{width:d}'; do
    "$NES" run --names width,height -- sh -c exit "$text"
    echo $?
done
printf 'a = {width}\nb = {height:8.3f}\n' >in.txt
"$NES" run --names width,height --template in.txt -- cat in.txt
echo $?
printf '{"a": {width}, "b": "{{x:d}} {{x1"}\n' >in.txt
"$NES" run --names width,height --template in.txt --quiet --max-evals 4 --value-json a -- sh -c "awk '{print \$1, \$2, \$3, \$4, \$5, \$6}' in.txt; cp in.txt \"\$NES_START/seen\"" >said
echo $?
sed 's/"a": [^,]*,/"a": N,/' seen
