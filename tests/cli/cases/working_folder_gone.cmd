# The folder that nes is started in has been removed, before the start or by a program.
"$NES" run --expr x1^2 --dim 1 --max-evals 10 --out kept --quiet >/dev/null
mkdir gone
cd gone
rmdir ../gone
"$NES" show ../kept; echo "status $?"
"$NES" resume ../kept --max-evals 20; echo "status $?"
"$NES" run --dim 1 --max-evals 10 -- /bin/echo 1; echo "status $?"
mkdir "$OLDPWD/gone2"
cd "$OLDPWD/gone2"
printf '#!/bin/sh\nrm -rf "$NES_START"\necho 1\n' >sim.sh
chmod +x sim.sh
"$NES" run --dim 1 --max-evals 100 --seed 1 -- ./sim.sh '{x}'; echo "status $?"
