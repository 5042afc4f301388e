"""Questions in a notebook: `%load_ext scitoolagent`, then `%ask` and `%%ask`; and how records are shown there."""
