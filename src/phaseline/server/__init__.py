"""The service: matches over HTTP and websockets, kept in a database, for pages and programs."""
