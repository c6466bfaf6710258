# A density that stops being one ends the run, which says so; what it found is kept.
sed 's/static int keep_widths/static int calls;\nstatic int keep_widths/; s/return 0;/return ++calls > 5;/' \
    "$CASES/../../../examples/density.c" >ends.c
"$NES" run --problem sphere_d2 --density ends.c --max-evals 5000 --quiet --json >run
sed 's/.*"generations":\([0-9]*\).*"stop":"\([a-z]*\)".*/\1 \2/' run
sed 's/static void sample/static int calls;\nstatic void sample/; s/const int c = .*/const int c = ++calls > 300 ? (x[0] = NAN, -1) : nes_random_uniform(r) < 0.5;\n    if (c < 0) return;/' \
    "$CASES/../../../examples/density.c" >nan.c
"$NES" run --problem sphere_d2 --density nan.c --max-evals 5000 --quiet --json >run
sed 's/.*"stop":"\([a-z]*\)","stop_text":"\([^"]*\)".*/\1: \2/' run
