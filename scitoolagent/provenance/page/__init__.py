"""A run as one HTML file: what was asked, found and done, to be read by anybody, and the record to make it again."""

from scitoolagent.provenance.page.document import page
from scitoolagent.provenance.page.reading import ReadPage, read_page

__all__ = ["ReadPage", "page", "read_page"]
