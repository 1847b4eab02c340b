"""Training by self-play, and what belongs to it."""
