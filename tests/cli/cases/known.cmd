# Results that are known: never evaluated, the start is the best of them, the answer never worse; kept in the folder.
. "$CASES/interrupted.sh"
cat >known.csv <<'END'
# from last year
height,width,f,by,status
4,3,1e-3,me,ok
2,1,0.5,me,ok
9,9,,me,failed
1,1,1,you,ok
END
settings="--names width,height --seed 7 --popsize 6 --max-evals 30 --sigma 1 --quiet"
"$NES" run $settings --known known.csv --out whole -- ./sim {x} >whole.txt
grep -A1 'best value\|known  ' whole.txt
wc -l <calls
evaluations whole | sed -n 2,5p
"$NES" show whole | grep '  known\|  evaluations'
"$NES" show whole --json | grep -o '"given":[0-9]*'
fresh
at 5 'kill -9 $PPID; exec sleep 60'
quietly "$NES" run $settings --known known.csv --out cut -- ./sim {x}
echo 'height,width,f' >known.csv
quietly "$NES" resume cut
same whole cut
rm known.csv
echo 'points of --inject that are known:'
printf 'x1,x2,f\n1,2,7\n5,5,3\n' >known.csv
printf '1 2\n0 0\n5 5\n0 0\n' >points
fresh
"$NES" run --dim 2 --seed 1 --popsize 4 --max-evals 9 --json --quiet --out both --known known.csv --inject points -- ./sim {x} |
    grep -o '"evaluations":[0-9]*\|"known":[0-9]*\|"given":[0-9]*\|"best_is_given":[a-z]*'
wc -l <calls
evaluations both | awk -F, '$2 == 0'
echo 'a start of the user:'
"$NES" run --expr 'sum(x^2)' --dim 2 --x0 1,1 --popsize 4 --max-evals 4 --json --quiet --known known.csv |
    grep -o '"best_is_given":[a-z]*'
echo 'outputs and choices:'
cat >two.sh <<'END'
#!/bin/sh
echo "$1" >>names
echo "12 180"
END
chmod +x two.sh
printf 'metal,t,mass,stress,status\nsteel,1,5,90,ok\n"zinc",2,7,300,ok\n' | tr -d '"' >beam.csv
"$NES" run --names metal,t --choices metal=steel,zinc,tin --lower ?,0 --upper ?,4 --integer 0,1 --popsize 4 --max-evals 6 \
    --output mass,stress --minimise 'mass*t' --constraint 'stress <= 200' --known beam.csv --quiet --json -- ./two.sh '{metal}' '{t}' |
    grep -o '"best_f":[^,]*\|"given":[0-9]*\|"best_is_given":[a-z]*'
