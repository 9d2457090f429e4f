"""The official app's list text, 11th edition: both dialects, indented or flattened, in any header order."""
