"""Moving figures, questions and progress, on a small book of their own."""
