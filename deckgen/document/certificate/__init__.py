"""The certificate of an audit."""
