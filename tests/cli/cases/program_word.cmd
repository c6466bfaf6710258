printf "#!/bin/sh\necho 1\n" >sim.py
"$NES" run sim.py --dim 2
chmod +x sim.py
"$NES" run --dim 2 ./sim.py
"$NES" run --dim 2 -- sim.py {x}
