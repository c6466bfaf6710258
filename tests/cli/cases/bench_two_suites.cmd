"$NES" bench bbob bbob
