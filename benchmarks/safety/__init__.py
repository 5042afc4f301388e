"""Figures of the safety screen."""
