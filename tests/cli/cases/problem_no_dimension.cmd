"$NES" run --problem sphere 2>&1
