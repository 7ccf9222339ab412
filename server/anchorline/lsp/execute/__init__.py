"""What the commands do, by group."""
