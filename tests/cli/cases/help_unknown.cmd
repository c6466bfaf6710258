"$NES" help runn
