"""Messages between the page and the engine's worker: one job running, one pending; no I/O here."""
