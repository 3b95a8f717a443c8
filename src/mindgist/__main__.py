"""``python -m mindgist``: the command, even if its script is not on the PATH."""

from mindgist.shell.cli import main

if __name__ == "__main__":
    main(prog_name="mindgist")
