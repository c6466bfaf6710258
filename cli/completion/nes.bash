# SPDX-License-Identifier: MIT
#
# bash completion for nes. Names of methods, problems, parts and library options come from the program
# itself, so that they are never out of date; what only the program knows is listed here.
_nes()
{
    local cur=$2 prev=$3 nes=$1 words
    local objective="--problem --expr --c --plugin --dim --noise"
    local own="$objective --x0 --precision --plot --json --covariance --quiet --help"
    local bench="--functions --dims --instances --budget --runs --precision --out --noise --x0
        --compare --plot --json --quiet --help"
    local compare="--methods --problems --expr --c --plugin --dim --noise --runs --budget --precision
        --optimum --targets --x0 --out --json --quiet --help"
    local experiment="all --quick --full --jobs --out --redraw --list --json --quiet --help"

    case $prev in
    --method) words=$("$nes" list methods --names 2>/dev/null) ;;
    --methods)
        # The last of a list: what stands in front of its comma stays.
        local before=${cur%"${cur##*,}"}
        words=$("$nes" list methods --names 2>/dev/null | sed "s/^/$before/")
        compopt -o nospace
        ;;
    --problem | --problems)
        # rosenbrock_dN, bbob_f001_iI_dN: the numbers are the user's to type.
        words=$("$nes" list problems --names 2>/dev/null | sed 's/I_dN$//; s/N$//')
        compopt -o nospace
        ;;
    --noise) words="own reference none" ;;
    --c | --plugin | --plot | --out | --compare)
        compopt -o default
        return
        ;;
    --*) words=$("$nes" list "${prev#--}" --names 2>/dev/null) ;; # a choice, or nothing
    esac
    [ -n "$words" ] ||
        case ${COMP_WORDS[1]} in
        "$cur") words="run show eval bench compare experiment list options selftest --help --version" ;;
        run) words="$own $("$nes" options --names 2>/dev/null)" ;;
        show)
            if [[ $cur != -* ]]; then
                compopt -o default
                return
            fi
            words="--json --evaluations --help"
            ;;
        eval) words="$objective --seed --help" ;;
        bench)
            if [[ " ${COMP_WORDS[*]} " == *" --compare "* && $cur != -* ]]; then
                compopt -o default
                return
            fi
            words="$("$nes" list suites --names 2>/dev/null) $bench $("$nes" options --names 2>/dev/null)"
            ;;
        compare) words="$compare $("$nes" options --names 2>/dev/null)" ;;
        experiment)
            words="$experiment $("$nes" experiment --list 2>/dev/null | grep -o '^  E[0-9]*')"
            ;;
        list) words="$("$nes" list topics --names 2>/dev/null) --names" ;;
        options) words="--names --help" ;;
        help) words="run show eval bench compare experiment list options selftest" ;;
        esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _nes nes
