# SPDX-License-Identifier: MIT
#
# bash completion for nes. Names of methods, problems, parts and library options come from the program
# itself, so that they are never out of date; what only the program knows is listed here.
_nes()
{
    local cur=$2 prev=$3 nes=$1 words
    local goal="--problem --expr --c --plugin --dim"
    local own="$goal --x0 --precision --plot --json --quiet --help"

    case $prev in
    --method) words=$("$nes" list methods --names 2>/dev/null) ;;
    --problem)
        # rosenbrock_dN, bbob_f001_iI_dN: dimension and instance are the user's to type.
        words=$("$nes" list problems --names 2>/dev/null | sed 's/I_dN$//; s/N$//')
        compopt -o nospace
        ;;
    --c | --plugin | --plot)
        compopt -o default
        return
        ;;
    --*) words=$("$nes" list "${prev#--}" --names 2>/dev/null) ;; # a choice, or nothing
    esac
    [ -n "$words" ] ||
        case ${COMP_WORDS[1]} in
        "$cur") words="run eval list options selftest --help --version" ;;
        run) words="$own $("$nes" options --names 2>/dev/null)" ;;
        eval) words="$goal --help" ;;
        list) words="$("$nes" list topics --names 2>/dev/null) --names" ;;
        options) words="--names --help" ;;
        help) words="run eval list options selftest" ;;
        esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _nes nes
