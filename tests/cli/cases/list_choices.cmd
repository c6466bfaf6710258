for t in ties failures starts eval-start families bounds; do "$NES" list $t --names || exit; done
