echo 1.1020000000000001 | "$NES" eval random-basin_i_d1 | cut -c1-14
