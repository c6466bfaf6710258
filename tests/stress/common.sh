# SPDX-License-Identifier: MIT
#
# What the tests of long runs share. Read by the others, with $1 NES and $2 SIMULATOR.
set -eu
nes=$(realpath "$1")
simulator=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# A small file system of its own in the folder disk, until the end; without the right to mount one the test is skipped.
mount_disk() { # SIZE
    mkdir disk
    if ! mount -t tmpfs -o size="$1" tmpfs disk 2>/dev/null; then
        echo "$(basename "$0"): skipped, since no file system can be mounted here"
        exit 77
    fi
    trap 'umount "$work/disk"; rm -rf "$work"' EXIT
}

# What two equal runs have in common: everything but times.
tables() { # FOLDER
    sqlite3 -readonly "$1/run.db" \
        "SELECT round, id, run, generation, x, f, status, failure, said FROM evaluations ORDER BY round, id;
         SELECT generation, evaluations, run, popsize, best, generation_best, generation_median, sigma,
                condition, mean, std, axes FROM generations ORDER BY generation;
         SELECT round, evaluations, generation, best_f, fingerprint FROM state;
         $(sqlite3 -readonly "$1/run.db" "SELECT 'SELECT * FROM arrivals ORDER BY number;' FROM sqlite_schema WHERE name = 'arrivals'")
         SELECT name, value FROM facts WHERE name NOT IN ('command', 'folder', 'started', 'seconds', 'places', 'changes', 'identity') ORDER BY name;"
}

# The points whose values are kept. Those that have failed may be tried again.
kept() { # FOLDER
    sqlite3 -readonly "$1/run.db" "SELECT id FROM evaluations WHERE status = 'ok';" | sort
}

# A fraction of a second below so many milliseconds.
nap() { # MILLISECONDS
    sleep "0.$(printf %03d $((RANDOM % $1)))"
}

# Whether a run has begun in a folder, so that it can be resumed.
has_begun() { # FOLDER
    [ -n "$(sqlite3 -readonly -cmd '.timeout 5000' "$1/run.db" "SELECT 1 FROM facts WHERE name = 'command'" 2>/dev/null)" ]
}

# Without MPI the test is skipped.
need_ranks() {
    [ ! -x "$(dirname "$nes")/nes-mpi" ] || return 0
    echo "$(basename "$0"): skipped, since nes was built without MPI"
    exit 77
}
