"""Dealing: seeded random streams, apportionment, and which card gets which number."""
