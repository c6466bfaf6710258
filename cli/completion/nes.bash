# SPDX-License-Identifier: MIT
#
# bash completion for nes. Names of methods, problems, parts and library options come from the program
# itself, so that they are never out of date; what only the program knows is listed here.
_nes()
{
    local cur=$2 prev=$3 nes=$1 words
    local objective="--problem --expr --output --minimise --constraint --c --plugin --dim --noise --names --values --step --choices --unit --worker --worker-json --template
        --scratch --keep-scratch --value-json --value-pattern --value-file --timeout --exit-codes --isolate
        --no-isolate --cc-flags --launch --launch-tries"
    local own="$objective --by-hand --density --radial --x0 --precision --plot --out --keep-evals --history --inject --async --known --cache --design --on-fail --evaluate
        --straggler --mpi --json --covariance --dry-run --quiet --help"
    local resume="--mpi --jobs --threads --timeout --keep-scratch --launch --launch-tries --straggler --plot --history
        --json --covariance --quiet --changed --repair --help"
    local commands="run resume show serve report plot ask tell ctl init eval bench compare experiment list options selftest"
    local bench="--functions --dims --instances --budget --runs --precision --out --noise --x0
        --compare --plot --json --quiet --help"
    local compare="$objective --methods --problems --runs --budget --precision --optimum --targets --x0 --out
        --json --quiet --help"
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
    --noise) words="own reference none yes auto no" ;;
    --keep-scratch) words="none failed all" ;;
    --keep-evals) words="auto yes no" ;;
    --on-fail) words="worst resample stop" ;;
    --evaluate) words="all feasible" ;;
    --changed) words="accept keep" ;;
    --c | --plugin | --density | --radial | --plot | --out | --compare | --history | --inject | --known | --template | --points)
        compopt -o default
        return
        ;;
    --*) words=$("$nes" list "${prev#--}" --names 2>/dev/null) ;; # a choice, or nothing
    esac
    [ -n "$words" ] ||
        case ${COMP_WORDS[1]} in
        "$cur") words="$commands --help --version" ;;
        run)
            # A word that is no option is a problem file.
            words="$own $("$nes" options --names 2>/dev/null)
                $(compgen -f -X '!*.yaml' -- "$cur") $(compgen -f -X '!*.yml' -- "$cur")"
            ;;
        resume | show | serve | report | plot | ask | tell | ctl)
            [[ $cur == -* ]] || compopt -o default
            case ${COMP_WORDS[1]} in
            resume) words="$resume $("$nes" options --names 2>/dev/null)" ;;
            show) words="--json --evaluations --pareto --watch --help" ;;
            serve) words="--port --open --listen --control --help" ;;
            report) words="--out --help" ;;
            plot) words="--out --history --help" ;;
            ask) words="--json --csv --again --changed --help" ;;
            tell) words="--changed --help" ;;
            ctl) words="stop finish pause continue set --help" ;;
            esac
            ;;
        init) words="--names --program --help" ;;
        eval)
            words="$objective --points --jobs --table --json --seed --help
                $(compgen -f -X '!*.yaml' -- "$cur") $(compgen -f -X '!*.yml' -- "$cur")"
            ;;
        bench)
            if [[ " ${COMP_WORDS[*]} " == *" --compare "* && $cur != -* ]]; then
                compopt -o default
                return
            fi
            words="$("$nes" list suites --names 2>/dev/null) $bench $("$nes" options --names 2>/dev/null)"
            ;;
        compare)
            words="$compare $("$nes" options --names 2>/dev/null)
                $(compgen -f -X '!*.yaml' -- "$cur") $(compgen -f -X '!*.yml' -- "$cur")"
            ;;
        experiment)
            words="$experiment $("$nes" experiment --list 2>/dev/null | grep -o '^  E[0-9]*')"
            ;;
        list) words="$("$nes" list topics --names 2>/dev/null) all topics --names" ;;
        options) words="--names --help" ;;
        help) words="$commands" ;;
        esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _nes nes
