"""Go: the board, the count at the end of the game, its procedure and its records."""
