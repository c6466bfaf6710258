"$NES" run ./sim.py --dim 3
