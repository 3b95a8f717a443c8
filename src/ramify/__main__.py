"""``python -m ramify``: the shell, where its script is not on the path."""

from ramify.shell.cli import main

if __name__ == "__main__":
    main(prog_name="ramify")
