"""Every code that a rubric file, an example or question text can be answered with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CODES: Final[Mapping[str, str]] = {
    "R001": "The file is not UTF-8 text.",
    "R002": "The file is empty, or holds nothing but comments.",
    "R003": "The file is not YAML, or not JSON: a quote, a bracket, a tab, an indentation.",
    "R004": "A key stands twice in one table.",
    "R005": "The document is too large, too deep, or an alias stands for too much.",
    "R006": "YAML that a rubric has no use for: a tag, a second document, a list as a key.",
    "R007": "The document is of a version that this adjudge does not read.",
    "R010": "A value is of the wrong kind: a text where a number is due, a table, a list.",
    "R011": "A key is unknown. The hint names the nearest one.",
    "R012": "A key, or a part of a list, is missing.",
    "R013": "A word is not one of those that may stand there.",
    "R014": "A text is blank, a name is not a name, a title has more than one line.",
    "R015": "Two keys stand together that exclude each other.",
    "R020": "Two criteria have one id.",
    "R021": "Two criteria have one key.",
    "R022": "A scale contradicts itself: its bounds, its step or its labels.",
    "R023": "An anchor is not on the scale of its criterion.",
    "R024": "Two anchors cover one point of the scale.",
    "R025": "A gate looks at a criterion that the rubric does not have.",
    "R026": "A gate compares with a value that the criterion can never have.",
    "R027": "A gate sets an overall score that the rubric cannot give.",
    "R028": "A title or a description holds a marker of the workshop's question text.",
    "R029": "Warning: an id is made from a title, and would change with it.",
    "R030": "A criterion has a rule, and a scale that is not binary.",
    "R031": "Warning: a gate looks for what the built-in rubric of that name has not.",
    "W001": "A weight is given for a criterion that is not there or has no numbers.",
    "W002": "A criterion has no weight, while others have one.",
    "W003": "A weight is negative, or is no finite number.",
    "W004": "The weights do not add up to 1.",
    "E001": "A file of examples cannot be read.",
    "E002": "The conversation of an example is not one, or has no message.",
    "E004": "The expected answer of an example is not on the scale of its criterion.",
    "E005": "An example does not say which criterion it is for, or names an unknown one.",
    "E006": "Two examples have one id.",
    "E007": "An example lies in `positive/` and calls itself negative, or the other way.",
    "E008": "Warning: the folder of examples is missing or empty.",
    "T001": "Question text names a judge type that does not exist.",
    "T002": "A question has two judge types.",
    "T003": "A marker stands where none can stand.",
    "T004": "A question has no title.",
    "T005": "One question stands there twice.",
}
"""A code keeps its meaning for good; one that is no longer given is not given anew."""
