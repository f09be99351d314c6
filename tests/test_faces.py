"""What a room's face offers is what it says, whatever was imported before."""

import importlib
import pkgutil
import types

import pytest


@pytest.mark.parametrize(
    "room", ["agreement", "reports", "scoring", "workbench", "formats"]
)
def test_no_module_stands_where_the_face_offers_a_function(room):
    """A module of the same name would take its place once somebody imports it."""
    face = importlib.import_module(f"adjudge.{room}")
    for found in pkgutil.iter_modules(face.__path__):
        importlib.import_module(f"adjudge.{room}.{found.name}")

    offered = {name: getattr(face, name) for name in face.__all__}

    own = {name for name, thing in offered.items() if isinstance(thing, types.ModuleType)}
    assert own <= {"table"}
