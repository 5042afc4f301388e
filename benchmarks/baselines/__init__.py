"""Baselines for tool use with the same tools and model: ReAct and Reflexion."""
