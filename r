minimise /work/wt/places/build/dev/tests/stress/stress_simulator, dimension 3
  method          auto chose dd-xnes, because a full matrix is affordable for 3 variables;
                  8 points a generation for 4 jobs, with restarts (bipop)
  seed            60
  stopped by      max_evals
                  the budget of evaluations is used: 120, limit 120 (option max_evals)
  trust           budget: still improving: the best value went from 0.265953 to 0.00680801
                  in the last 29 % of the evaluations
  best value      0.006808006374030322
  best point      0.9278063     1.971324      3.027817
  mean            0.9165382     2.006322      2.97977
  std deviations  0.1231376     0.1504987     0.1522967
  evaluations     120
  failed          6
                  6 x exit status 3, first at point 65: simulator: the mesh is broken
  generations     14
  seconds         0.0364
  places          4, idle 89 %
  folder          k2
  to go on        nes resume k2 --max-evals 240
