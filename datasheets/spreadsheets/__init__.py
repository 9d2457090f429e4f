"""Plain: entries of the catalogue as rows of a spreadsheet, and a spreadsheet's rows as entries."""
