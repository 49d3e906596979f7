"""Rows of the table that peers.py prints: one module for each family."""
