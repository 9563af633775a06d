"""The computer player: it is given a position, never the dice to come."""
