"""Plain: the edits of people laid over what the sources have, field by field."""
