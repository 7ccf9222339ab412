"""How a review is written: one module for each format. All take the same `Reviewed` and return text."""
