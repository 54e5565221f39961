"""Printed and on-screen documents, built from text, tables and plots."""
