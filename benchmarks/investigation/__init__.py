"""Questions that need rounds, or code: by rules alone, by a model that makes no mistake, and by a real one."""
