"""FreeAsk: questions in free wording with gold values, scored by what was asked and by what the answer claims."""
