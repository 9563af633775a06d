"""A versioned JSON codec for stored data, and its migrations."""
