"""A versioned JSON codec for what is kept, and its migrations."""
