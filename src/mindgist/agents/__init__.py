"""Maps for agents: what ``mindgist mcp`` offers to a program that speaks the Model Context Protocol."""
