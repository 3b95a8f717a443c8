"""Maps for agents by the Model Context Protocol: ``mindgist mcp``."""
