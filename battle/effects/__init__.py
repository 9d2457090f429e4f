"""What abilities do to attacks, as data: judged against their texts, or upstream's encodings as proposals (R-45)."""
