# SPDX-License-Identifier: MIT
# Draws the figures of docs/choosing.md from the data beside it: gnuplot figures.gp
set terminal svg size 720,400 font "sans,13" background "white"
set grid lc rgb "#dddddd"
set style line 1 lc rgb "#1f5fa8" lw 2 pt 7 ps 0.7
set style line 2 lc rgb "#c8641e" lw 2 pt 5 ps 0.7
set style line 3 lc rgb "#3a8a4d" lw 2 pt 9 ps 0.8
set style line 4 lc rgb "#7b4fa0" lw 2 pt 13 ps 0.9
set logscale x

set output "bbob.svg"
set key top left
set xlabel "evaluations per variable"
set ylabel "targets reached, per cent"
set xrange [1:2600]
set yrange [0:85]
plot for [i=1:4] "bbob.dat" using 1:i+1 with lines ls i title sprintf("auto, d = %d", 5*2**(i-1)), \
     for [i=1:4] "bbob_cma.dat" using 1:i+1 with points ls i title (i == 1 ? "pycma, same colours" : "")

set output "population.svg"
set key outside bottom center horizontal maxrows 3
set logscale xy
set xlabel "points per generation" offset 0,0.4
set ylabel "generations to 1e-8"
set xrange [10:1200]
set yrange [10:2000]
plot "population.dat" using 1:($2/$1) with linespoints ls 1 title "dd-xnes, sphere", \
     "" using 1:($3/$1) with linespoints ls 2 title "dd-xnes, rotated ellipsoid", \
     "" using 1:($4/$1) with linespoints ls 3 title "dd-xnes, Rosenbrock", \
     "" using 1:($5/$1) with linespoints ls 1 dt 2 title "CMA-ES, sphere", \
     "" using 1:($6/$1) with linespoints ls 2 dt 2 title "CMA-ES, rotated ellipsoid", \
     "" using 1:($7/$1) with linespoints ls 3 dt 2 title "CMA-ES, Rosenbrock"
