"""Who raises findings: deterministic checks, and the protocol they share."""
