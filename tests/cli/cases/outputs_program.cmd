# Named outputs of programs: by pattern, path of JSON, file and last line; formulas of them; what is
# missing fails and is named.
cat >sim.sh <<'END'
#!/bin/sh
awk -v a="$1" -v b="$2" -v how="$3" 'BEGIN {
    mass = a + 2 * b; stress = 100 / (a * b)
    if (how == "text") printf "mass = %.10g\nmax stress %.10g\ndone\n", mass, stress
    if (how == "json") printf "log\n{\"beam\": {\"mass\": %.10g}, \"stress\": [0, %.10g]}\n", mass, stress
    if (how == "names") printf "{\"mass\": %.10g, \"stress\": %.10g}\n", mass, stress
    if (how == "line") printf "# mass, stress\n%.10g, %.10g\n", mass, stress
    if (how == "file") { print mass >"mass.txt"; print "note\nS: " stress >"out.log"; print "7" }
    if (how == "gap") printf "mass = %.10g\n%s\n", mass, a < 2 ? "broken" : "max stress 1"
}'
END
chmod +x sim.sh
eval="$NES eval --names a,b --minimise mass+0.5*cost --constraint stress<=20;a>=b"
text="--output mass=mass.=.(\S+) --output stress=pattern:max.stress.(.*)"
points() { printf '2,1\n4,2\n'; }
points | $eval --table $text --output cost=expr:3*mass -- ./sim.sh {a} {b} text
points | $eval $text --output cost=expr:3*mass -- ./sim.sh {a} {b} text
points | $eval --output mass=json:beam.mass --output 'stress=json:stress[1]' --output cost=expr:2*a -- ./sim.sh {a} {b} json
for how in names line; do
    points | $eval --output mass,stress --output cost=expr:2*a --json -- ./sim.sh {a} {b} $how
done
points | $eval --output mass=file:mass.txt --output 'stress=file:out.log
 pattern:S: (.*)' --output cost=expr:mass+a -- ./sim.sh {a} {b} file
echo "the value by its own rule:"
points | "$NES" eval --names a,b --output 'stress=max stress (.*)' --value-pattern 'mass = (.*)' -- ./sim.sh {a} {b} text
echo "missing:"
printf '1,1\n3,1\n' | $eval $text --output cost=expr:3*mass -- ./sim.sh {a} {b} gap 2>&1
printf '1,1\n' | $eval --output mass,stress --output cost=expr:a -- ./sim.sh {a} {b} gap 2>&1
printf '1,1\n' | $eval --output mass,stress --output cost=json:price -- ./sim.sh {a} {b} names 2>&1
printf '1,1\n' | $eval --output mass=file:m.txt --output stress=file:out.log --output cost=expr:a -- ./sim.sh {a} {b} file 2>&1
echo "a run:"
"$NES" run --names a,b --lower 1 --upper 20 --max-evals 60 --quiet --seed 1 --jobs 2 $text --minimise mass \
    --constraint 'stress <= 20' --json -- ./sim.sh {a} {b} gap |
    grep -o '"feasible":true\|"failed":[1-9]\|"outputs":{"mass":\|"kind":"[^"]*"'
