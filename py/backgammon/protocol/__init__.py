"""The protocol of the page and the engine's workers: one question runs, one waits; no I/O here."""
