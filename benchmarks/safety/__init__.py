"""Speed and growth of the safety screen."""
