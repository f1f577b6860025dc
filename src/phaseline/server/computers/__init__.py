"""Computer players: they think in processes of their own, given nothing but the view of their seat."""
