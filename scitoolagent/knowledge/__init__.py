"""Knowledge graphs and what reasons over them: answers, claim checks, evidence maps, hypotheses."""
