"""How a model is reached: a protocol, the official SDK, a scripted stand-in that ships, and what it may cost.

Adapters. They know the vocabulary of findings and nothing of gates, reviews or editors. Only `anthropic` imports the
SDK, and not before the first call.
"""
