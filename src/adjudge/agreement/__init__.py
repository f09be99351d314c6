"""How far judges may be trusted."""
