"""Every file that we read or write."""
