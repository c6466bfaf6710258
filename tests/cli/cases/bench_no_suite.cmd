"$NES" bench 
