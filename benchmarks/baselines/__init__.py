"""Other ways to let a model use tools, over the same tools and the same model: ReAct and Reflexion."""
