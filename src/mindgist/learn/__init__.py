"""Learning who governs whom: everything that needs torch."""
