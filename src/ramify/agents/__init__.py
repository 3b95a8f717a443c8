"""Maps for agents: what ``ramify mcp`` offers to a program that speaks the Model Context Protocol."""
