printf '0 0 0 0\n-1.998 5.032 -0.039 -1.144\n' | "$NES" eval double-pole_n1
echo 0.617 0.788 -1.322 3.435 1.113 2.394 -1.241 -1.479 -0.688 -0.213 | "$NES" eval double-pole_n2_s1000
