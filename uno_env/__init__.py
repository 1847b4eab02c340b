"""UNO for reinforcement learning: the whole game, compiled, one or many at once."""
