"""Knowledge graphs: typed entities, relations and evidence, stored on disk and looked up by index."""
