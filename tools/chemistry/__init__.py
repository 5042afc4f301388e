"""Tools of one domain, found through the entry-point group `scitoolagent.tools`."""
