# Methods compared on an objective of one's own with outputs and constraints: points that violate them are no
# answers.
"$NES" compare --methods dd-xnes,snes --names a,b --lower 0.5 --upper 20 --minimise mass --output 'mass=expr:a+2*b' \
    --output 'stress=expr:100/(a*b)' --constraint 'stress <= 20; a >= b' --runs 3 --budget 300 --quiet --out own |
    grep '^targets are' | sed 's/\(: 6[.]3245\).*/\1/'
"$NES" compare --methods dd-xnes,snes --problems sphere_d2 --constraint 'x1 >= 1' --runs 3 --budget 300
