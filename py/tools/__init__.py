"""The commands for developing the game: fetch the runtime, build the site, serve it, test it."""
