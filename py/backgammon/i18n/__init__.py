"""Texts by key: one catalogue per language, each a JSON file; no sentence is composed from parts."""
