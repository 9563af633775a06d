"""What decisions were worth: errors, luck, PR, rollouts; the modules that a page needs load no engine."""
