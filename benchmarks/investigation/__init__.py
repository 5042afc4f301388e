"""Questions that programs answer, and rules do not: by the rules alone, and by a real model."""
