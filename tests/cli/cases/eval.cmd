printf '1 2 3\n1,2,3\n1\t2\t3\r\n\n# remark\n  0 0 0.1' | "$NES" eval sphere_d3
