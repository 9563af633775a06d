"""The computer player: it sees a position, never the dice to come."""
