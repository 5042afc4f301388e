"""Ask a scientific question; get numbers that real tools computed, each traced to the call that made it."""

__version__ = "0.1.0"
