for name in cmd command objective exec program; do "$NES" run --dim 2 --$name ./sim.py; done
"$NES" run --exec="python3 sim.py"
