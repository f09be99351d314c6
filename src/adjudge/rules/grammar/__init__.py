"""The grammar of user-written rules: read, evaluate, compile, explain."""

from .find import find_node, finding_of
from .node import Node
from .parse import Parsed, parse, parse_rule
from .plain import evaluate
from .rule import GrammarRule
from .schema import rule_schema
from .trace import Part

__all__ = (
    "GrammarRule",
    "Node",
    "Parsed",
    "Part",
    "evaluate",
    "find_node",
    "finding_of",
    "parse",
    "parse_rule",
    "rule_schema",
)
