# One point, its value, then the next: what a script does that depends on the values.
mkfifo points values
timeout 200 "$NES" eval sphere_d2 < points > values &
exec 3> points 4< values
for point in '1 2' '3 4' '# no point' '0,1'; do
    echo "$point" >&3
    case $point in '#'*) ;; *) read -r value <&4 && echo "$value" ;; esac
done
printf '2 ' >&3 # half a line is not a point
sleep 0.1
printf '2\n' >&3
read -r value <&4 && echo "$value"
exec 3>&-
wait
