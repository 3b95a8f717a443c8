"""The reader of PDF: pdfium gives the characters and their positions, the structure is rebuilt from these."""
