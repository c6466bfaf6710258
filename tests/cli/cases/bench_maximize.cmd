"$NES" bench bbob --maximize
