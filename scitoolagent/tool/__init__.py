"""Declare tools: `from scitoolagent.tool import tool, Operation, Topic, Safety, Semantic`."""

from scitoolagent.tool.declare import Operation, Port, Safety, ToolSpec, Topic, spec_of, tool
from scitoolagent.tool.semantic import Semantic
from scitoolagent.tool.units import unit_sign

__all__ = ["Operation", "Port", "Safety", "Semantic", "ToolSpec", "Topic", "spec_of", "tool", "unit_sign"]
