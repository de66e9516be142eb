"""Random whole tournaments, invented players and the demonstration event."""
