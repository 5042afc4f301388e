"""What a question means, with no word of its language in it."""

from scitoolagent.request.asks import Ask as Ask
from scitoolagent.request.asks import Candidate as Candidate
from scitoolagent.request.asks import Json as Json
from scitoolagent.request.asks import Operation as Operation
from scitoolagent.request.asks import Reading as Reading
from scitoolagent.request.asks import Request as Request
from scitoolagent.request.asks import Role as Role
from scitoolagent.request.asks import json_schema as json_schema
