"""``python -m mindgist``: the shell, where its script is not on the path."""

from mindgist.shell.cli import main

if __name__ == "__main__":
    main(prog_name="mindgist")
