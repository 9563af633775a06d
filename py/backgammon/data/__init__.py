"""Text from outside as plain data, and plain data as dataclasses; invalid input is rejected as a whole."""
