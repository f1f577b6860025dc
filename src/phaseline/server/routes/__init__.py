"""The addresses of the service and what answers at them."""
