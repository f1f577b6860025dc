"""Settings shared by all tests."""

from hypothesis import settings

# A busy machine must not fail a test: how fast things are is for benchmarks to say.
settings.register_profile("phaseline", deadline=None)
settings.load_profile("phaseline")
