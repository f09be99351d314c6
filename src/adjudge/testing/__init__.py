"""What users test their own councils with: public, and kept stable."""

__all__: tuple[str, ...] = ()
