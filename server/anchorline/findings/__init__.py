"""The vocabulary that reviewers, gates and surfaces share. Frozen data, no behaviour beyond its own words."""
