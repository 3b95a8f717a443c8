"""The HTTP API and the page that uses it."""
