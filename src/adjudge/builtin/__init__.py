"""The rubrics and examples that come with adjudge, as files to read and to copy."""
