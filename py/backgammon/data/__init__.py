"""Text from outside as plain data, and plain data as dataclasses; whatever does not fit is refused whole."""
