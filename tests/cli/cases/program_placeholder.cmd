"$NES" run --dim 2 --names width,height -- sh -c exit {widht}
