"""What documents are made of: text and tables that flow over pages, plots."""
