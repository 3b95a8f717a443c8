"""What a map shows for a node: one table of label kinds (``kinds``) and the code that makes them."""
