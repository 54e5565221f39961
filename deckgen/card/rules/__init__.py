"""Cards without dealt results: panels of rules, legends of marks, the colophon."""
