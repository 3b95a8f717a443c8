"""The names of what can be chosen, known without loading anything. A test holds them to the tables in their rooms."""

DEFAULT_GRAPH = "emgn"
DEFAULT_TREE = "recursive"
GRAPH_NAMES = ("emgn", "lexrank", "lead", "random")
TREE_NAMES = ("recursive", "star")
LABEL_NAMES = ("gists", "sentences", "snippets")  # the first is the default
