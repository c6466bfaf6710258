# SPDX-License-Identifier: MIT
# Draws the figures of docs/cluster.md from the data beside it, which bench/cluster writes (cluster --sweep .):
# gnuplot cluster.gp
set terminal svg size 820,600 font "sans,13" background "white"
set style line 1 lc rgb "#1f5fa8" lw 2
set style line 2 lc rgb "#c8641e" lw 2
set style line 3 lc rgb "#3a8a4d" lw 2
set style line 4 lc rgb "#7b4fa0" lw 2 dt 2
set style line 5 lc rgb "#444444" lw 2
set logscale x
set yrange [0:1.02]
array title[3] = ["static", "on demand", "stragglers left behind at 3 times the median"]

times = "'evaluations of 1 ms' '100 ms' '10 s' '10 min'"
weak = times
strong = times
law = "'constant times' 'lognormal, CV 0.25' 'lognormal, CV 1' '1 per cent 20 times as long' 'Pareto, exponent 1.5'"
share = "'lognormal, CV 0.25' 'lognormal, CV 0.5' 'lognormal, CV 1' '1 per cent 20 times as long'"
optimiser = "'ask and tell: 0.25 μs per point' '2 μs' '250 μs'"

# A panel for each schedule; the fourth has the key.
do for [figure in "weak strong law share optimiser"] {
    names = value(figure)
    file = "cluster_".figure.".dat"
    set output "cluster_".figure.".svg"
    set multiplot layout 2,2
    set border; set tics; set grid lc rgb "#dddddd"
    set format x (figure eq "share" ? "%g" : "10^{%T}")
    set xrange [1:(figure eq "share" ? 200 : 100000)]
    set xlabel (figure eq "share" ? "points per rank" : "ranks") offset 0,0.4
    set ylabel "efficiency"
    do for [schedule=1:3] {
        set title title[schedule]
        plot for [i=1:words(names)] file using 1:3*i-2+schedule with lines ls i notitle
    }
    unset title; unset xlabel; unset ylabel; unset border; unset tics; unset grid
    set key center center samplen 3 spacing 1.4 Left reverse
    plot for [i=1:words(names)] NaN with lines ls i title word(names, i)
    unset multiplot
}
