"""The REST API for the apps of players and clubs: JSON in, JSON or problem details out, never HTML."""
