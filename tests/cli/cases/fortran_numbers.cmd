# Numbers as Fortran prints them, 1.5D+02, are read wherever values and points are.
cat >sim.sh <<'END'
#!/bin/sh
echo "loss =   0.$1D+02"
echo "0.$1D+02"
echo "0.$1D+02" >value.txt
END
cat >worker.sh <<'END'
#!/bin/sh
while read -r x; do echo " -.5d-1"; done
END
cat >worker_json.sh <<'END'
#!/bin/sh
while read -r x; do echo '{"f": "2.5D0"}'; done
END
chmod +x sim.sh worker.sh worker_json.sh
echo 25 | "$NES" eval --dim 1 -- ./sim.sh '{x}' || exit 1
echo 25 | "$NES" eval --dim 1 --value-pattern 'loss = *([-+.0-9A-Z]+)' -- ./sim.sh '{x}' || exit 1
echo 25 | "$NES" eval --dim 1 --value-file value.txt -- ./sim.sh '{x}' || exit 1
echo 1 | "$NES" eval --dim 1 --worker -- ./worker.sh || exit 1
echo 1 | "$NES" eval --dim 1 --worker-json -- ./worker_json.sh || exit 1
printf '1.5D+01 2.5d0\n' | "$NES" eval --expr 'x1 + x2' --dim 2 || exit 1
printf 'b a\n1D1 2D1\n' >points.txt
"$NES" run --expr 'a + 2*b' --names a,b --inject points.txt --max-evals 2 --json | grep -o '"best_f":[^,]*'
"$NES" run --expr '(x1-30)^2' --dim 1 --x0 3D1 --popsize 4 --std 1e-9 --max-evals 4 --json |
    grep -o '"best_f":[^,]*'
"$NES" run --by-hand --dim 1 --popsize 4 --out hand >/dev/null || exit 1
"$NES" ask hand 2 >/dev/null || exit 1
printf '1 0.5D+01\n2 7.D0\n' | "$NES" tell hand >/dev/null || exit 1
"$NES" show hand --json | grep -o '"best_f":[^,]*'
# JSON stays JSON, and a formula a formula.
printf '#!/bin/sh\necho "{\\"f\\": 1.5D0}"\n' >bad.sh && chmod +x bad.sh
echo 1 | "$NES" eval --dim 1 --value-json f -- ./bad.sh 2>/dev/null
"$NES" eval --expr '1.5D0*x1' --dim 1 </dev/null 2>/dev/null
echo "status $?"
