"""The only place where parts are plugged together."""
