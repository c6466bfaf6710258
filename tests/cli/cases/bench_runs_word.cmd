"$NES" bench bbob --runs x
