"""Properties are tried without a time limit: a loaded machine must not fail a test."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
