# SPDX-License-Identifier: MIT
#
# What nes does while calls fail; read by sweep. start_NAME makes the folder in which it is done; do_NAME does it there,
# with its arguments in the place of `nes`; again_NAME FOLDER does it again without a fault.

settings='--seed 3 --popsize 4 --max-evals 16 --x0 4 --sigma 2 --quiet'

without_times() {
    sed -E 's/"(seconds|places|idle|started)":[^,}]*//g' |
        awk '/^  (seconds|places|advice) / { row = 1; next } row && /^                  / { next } { row = 0; print }'
}

# A run in a folder goes on if it has begun, and else begins.
go_on() { # NAME FOLDER
    if has_begun "$2/run"; then
        (cd "$2" && "$nes" resume run --quiet)
    else
        (cd "$2" && "do_$1" "$nes")
    fi
}

start_plain() { :; }
do_plain() { "$@" run --problem rosenbrock_d3 $settings --json; }
again_plain() { (cd "$1" && do_plain "$nes"); }

start_folder() { :; }
do_folder() { "$@" run --problem rosenbrock_d3 $settings --keep-evals yes --out run; }
again_folder() { go_on folder "$1"; }

start_threads() { :; }
do_threads() { "$@" run --problem rosenbrock_d3 $settings --jobs 3 --threads 2; }
again_threads() { (cd "$1" && do_threads "$nes"); }

start_program() { :; }
do_program() { "$@" run --dim 2 $settings --jobs 2 --out run -- "$simulator" '{x}'; }
again_program() { go_on program "$1"; }

start_worker() {
    printf '#!/bin/sh\nwhile read -r x y; do "%s" "$x" "$y"; done\n' "$simulator" >worker
    chmod +x worker
}
do_worker() { "$@" run --dim 2 $settings --jobs 2 --out run --worker -- ./worker; }
again_worker() { go_on worker "$1"; }

start_template() {
    mkdir forms
    echo '{x1} {x2}' >forms/form.txt
    printf '#!/bin/sh\nread -r x y <form.txt\n "%s" "$x" "$y" >value\n' "$simulator" >program
    chmod +x program
}
do_template() {
    "$@" run --dim 2 $settings --jobs 2 --template forms/form.txt --scratch --value-file value --out run -- ./program
}
again_template() { go_on template "$1"; }

start_c() { echo '#include <stddef.h>
double objective(size_t n, const double *x) { return n * x[0] * x[0] + x[1] * x[1]; }' >f.c; }
do_c() { "$@" run --c f.c --dim 2 $settings --jobs 2 --keep-evals yes --out run; }
again_c() { go_on c "$1"; }

start_history() { :; }
do_history() { "$@" run --problem sphere_d2 $settings --history course.csv; }
again_history() { (cd "$1" && do_history "$nes"); }

start_figure() { :; }
do_figure() { "$@" run --problem sphere_d2 $settings --plot picture; }
again_figure() { (cd "$1" && do_figure "$nes"); }

# A run that had ended, and goes on.
start_resume() { do_program "$nes"; }
do_resume() { "$@" resume run --max-evals 24 --quiet; }
again_resume() { (cd "$1" && do_resume "$nes"); }

# Of a database whose pages of evaluations are damaged.
start_repair() {
    do_program "$nes"
    sqlite3 run/run.db 'PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode' >/dev/null
    page=$(sqlite3 run/run.db "SELECT rootpage FROM sqlite_master WHERE name = 'generations'")
    head -c 4096 /dev/zero | dd of=run/run.db bs=4096 seek=$((page - 1)) conv=notrunc 2>/dev/null
}
do_repair() { "$@" resume run --repair --max-evals 24 --quiet; }
again_repair() { (cd "$1" && { do_repair "$nes" || "$nes" resume run --max-evals 24 --quiet; }); }

start_show() { do_program "$nes"; }
do_show() { "$@" show run --json; }
again_show() { (cd "$1" && do_show "$nes"); }

start_plot() { do_program "$nes"; }
do_plot() { "$@" plot run --out picture --history course.csv; }
again_plot() { (cd "$1" && do_plot "$nes"); }

start_by_hand() { :; }
do_by_hand() { "$@" run --by-hand --dim 2 $settings --out run; }
again_by_hand() { go_on by_hand "$1"; }

start_ask() { do_by_hand "$nes"; }
do_ask() { "$@" ask run; }
again_ask() { (cd "$1" && "$nes" ask run --again); }

start_tell() {
    do_by_hand "$nes"
    "$nes" ask run | grep -v '#' | awk '{ print $1, $2 * $2 + $3 * $3 }' >values
}
do_tell() { "$@" tell run <values; }
again_tell() { (cd "$1" && do_tell "$nes") || grep -q 'is not open' again.err; }

start_bench() { :; }
do_bench() { "$@" bench bbob --method snes --functions 1 --dims 2 --instances 1,2 --budget 20 --jobs 2 --quiet --out b; }
again_bench() { (cd "$1" && do_bench "$nes"); }

start_compare() { :; }
do_compare() { "$@" compare --methods xnes,snes --problems sphere_d2 --runs 2 --budget 20 --jobs 2 --quiet --out c; }
again_compare() { (cd "$1" && do_compare "$nes"); }

start_experiment() { :; }
do_experiment() { "$@" experiment E3 --jobs 2 --quiet --out e; }
again_experiment() { (cd "$1" && do_experiment "$nes"); }

start_init() { :; }
do_init() { "$@" init; }
again_init() { [ -f "$1/job.yaml" ] || (cd "$1" && do_init "$nes"); }
