"$NES" compare --methods xnes,snes --runs 2 -- ./sim {x}
