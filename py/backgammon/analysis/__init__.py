"""Analysis of decisions: errors, luck, PR, rollouts; the modules that the page needs load no engine."""
