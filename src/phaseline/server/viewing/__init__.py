"""What a viewer gets to see: the view of a seat, the choices of an order, the story, play aids. Never what is hidden."""
