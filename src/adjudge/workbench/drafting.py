"""Begin a rubric: from the template, or from one that is built in."""

from __future__ import annotations

import re

from adjudge.errors import UsageInvalid
from adjudge.formats import bundled_folder, bundled_rubrics, load_rubric, slug


def draft_rubric(*, like: str | None = None, name: str = "") -> str:
    """The text of a new rubric file, called *name*, in the manner of the built-in *like*.

    A copy comes without the examples that lie beside the original.
    """
    if like is None:
        file = bundled_folder() / "template.yaml"
    else:
        load_rubric(like, examples=False)
        if like not in bundled_rubrics():
            raise UsageInvalid(
                f"{like!r} is not a built-in rubric",
                hint="copy the file; adjudge rubric list shows what is built in",
            )
        file = bundled_folder() / "rubrics" / f"{like}.yaml"
    text = file.read_text(encoding="utf-8")
    id_ = slug(name)
    if id_:
        text = re.sub(r"^id: .*$", f"id: {id_}", text, count=1, flags=re.MULTILINE)
    return re.sub(
        r"^examples: .*$",
        "# examples: my-examples   # a folder with positive/ and negative/ in it",
        text,
        flags=re.MULTILINE,
    )
