"""The certificate of an audit: what it says, its tables and plots."""
