"""Shapes that cross the border: the JSON output. Untyped data is made, checked and described here and nowhere else."""
