"""What the commands do that is no part of the game: fetch the runtime, build the site, serve it, test it."""
