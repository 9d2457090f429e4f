"""What answers to scenarios mean for whoever decides at the table; plain."""
