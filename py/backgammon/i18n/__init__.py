"""Words by key: a catalogue a language, one JSON file each; nothing is composed from halves of sentences."""
