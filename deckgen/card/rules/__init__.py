"""Cards on which nothing is dealt: panels of rules, legends of marks, the card that tells of its deck."""
