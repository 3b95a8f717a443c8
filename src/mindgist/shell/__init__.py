"""The shell: commands, one file each; nothing but options, progress and printing."""
