"""Where people meet ramify: the shell."""
