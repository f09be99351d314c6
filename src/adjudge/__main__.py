"""`python -m adjudge` is `adjudge`."""

import sys

from adjudge.cli.main import main

sys.exit(main())
