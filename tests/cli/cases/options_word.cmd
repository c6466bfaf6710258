"$NES" options MAX-EV
