"""Pure functions from the model to what is shown."""
