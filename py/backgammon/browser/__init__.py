"""The only package that knows the browser: DOM patching, the worker, the store, sound."""
