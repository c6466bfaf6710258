"$NES" options popsiez
