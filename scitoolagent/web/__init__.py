"""The web page: ask, watch, approve, edit a plan, browse tools and earlier runs; needs the extra `web`, no network."""
