"""SciToolEval: questions with the path of tools that answers them."""
