"$NES" options failures
