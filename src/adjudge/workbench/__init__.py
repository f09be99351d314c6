"""What a user can do, one module per verb."""
