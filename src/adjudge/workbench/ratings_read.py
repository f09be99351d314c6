"""How ratings are read: sources to codes, codes to matrices, and back to verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from adjudge.agreement import (
    ABSENT,
    EVERY,
    ROW,
    Choices,
    Coded,
    Coder,
    Laid,
    Layout,
    Origin,
    Stated,
    as_times,
    lay_out,
    layout_of,
    renamed,
    shaped,
)
from adjudge.errors import InputInvalid
from adjudge.formats import RatingsSource, criterion_of, open_source
from adjudge.rubric import Rubric, Scale

from .slot_names import slot_names

if TYPE_CHECKING:
    from .ratings_wanted import RatingsWanted

_RATING: Final = "rating"
"""What ratings are filed under that name no criterion, where nothing else is known."""

_LATER: Final = ("rationale", "at")
"""Columns that are read again, for those rows that are asked for."""

Positions = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """Files of ratings, read."""

    sources: tuple[tuple[RatingsSource, Layout], ...]
    laid: Laid
    scales: Mapping[str, Scale]
    notes: tuple[str, ...]


def read_ratings(paths: Sequence[Path], wanted: RatingsWanted) -> Read:
    """Read *paths* and lay their ratings out."""
    sources = [open_source(path, wanted.source, wanted.encoding) for path in paths]
    found = [(source, _layout(source, wanted)) for source in sources]
    raw = _coded(found, wanted)
    coded = _named(raw, wanted)
    coded = _chosen(coded, wanted, str(paths[0]))
    scales = _scales(coded.texts["criterion"], wanted)
    laid = lay_out(coded, _choices(wanted, scales), _origin(found, coded))
    _ask_judges(laid, wanted, str(paths[0]))
    notes = [note for source, layout in found for note in _told(source, layout)]
    notes += _about_names(found, wanted, raw)
    return Read(
        sources=tuple(found),
        laid=_about_slots(laid, wanted.slots),
        scales=scales,
        notes=(*notes, *laid.notes),
    )


def _about_names(
    found: Sequence[tuple[RatingsSource, Layout]], wanted: RatingsWanted, raw: Coded
) -> list[str]:
    """What is told of names that the files do not have so: of a criterion, of judges."""
    notes = []
    unnamed = [s for s, layout in found if "criterion" not in (*layout.roles, layout.over)]
    if unnamed and wanted.criteria:
        notes.append(
            f"{unnamed[0].path.name}: no column says the criterion, so that the ratings "
            f"are called {wanted.criteria[0]!r}, as --criterion says"
        )
    spelt: dict[str, list[str]] = {}
    for name in raw.texts["judge"]:
        spelt.setdefault(name.strip(), []).append(name)
    joined = [f"`{name}`" for name, all_of in spelt.items() if len(all_of) > 1]
    if joined:
        notes.append("blanks around names of judges do not count: " + ", ".join(joined))
    return notes


def _about_slots(laid: Laid, slots: bool | None) -> Laid:
    """*laid* with what is known of its judges: persons, or places that anybody fills."""
    names = dict.fromkeys(judge for each in laid.criteria for judge in each.judges)
    suspects = slot_names(tuple(names)) if slots is None else ()
    criteria = tuple(
        replace(
            each,
            slots=slots is True,
            suspects=tuple(name for name in suspects if name in each.judges),
        )
        for each in laid.criteria
    )
    return replace(laid, criteria=criteria)


def _ask_judges(laid: Laid, wanted: RatingsWanted, where: str) -> None:
    names = {judge for ratings in laid.criteria for judge in ratings.judges}
    if 0 < len(names) < wanted.judges_needed:
        raise InputInvalid(
            f"there is only one judge, {min(names)!r}",
            where=where,
            hint="agreement needs two who judged the same items; give another file as "
            "well, or say with --columns which columns name the judges",
        )


def _layout(source: RatingsSource, wanted: RatingsWanted) -> Layout:
    if source.tool:
        names = [name for name in source.sample.columns if name != ROW]
        return Layout(how="long", roles={name: name for name in names})
    how = wanted.source if wanted.source in ("long", "wide", "ledger") else "guess"
    stated = Stated(how=how, roles=wanted.columns, spread=wanted.spread)
    return layout_of(source.sample, stated, where=str(source.path))


def _told(source: RatingsSource, layout: Layout) -> list[str]:
    told = [f"{source.path.name}: {note}" for note in source.notes]
    if not source.tool and layout.how != "ledger":
        told.append(f"{source.path.name}: {layout.told()}")
    return told


def _coded(found: Sequence[tuple[RatingsSource, Layout]], wanted: RatingsWanted) -> Coded:
    coder = Coder()
    default = _default_criterion(wanted)
    for source, layout in found:
        coder.begin_file()
        roles = {r: name for r, name in layout.roles.items() if r not in _LATER}
        if _is_blank(source, roles.get("criterion")):
            del roles["criterion"]
        narrow = replace(layout, roles=roles)
        if "criterion" not in roles and layout.over != "criterion" and not default:
            raise _unnamed(source, wanted)
        for batch in source.batches([*roles.values(), *layout.spread]):
            if batch.height:
                coder.add(_filed(shaped(batch, narrow), default))
    return coder.done()


def _is_blank(source: RatingsSource, column: str | None) -> bool:
    """Whether *column* says nothing throughout."""
    if column is None or source.sample[column].dtype != pl.String:
        return False
    said = pl.col(column).str.strip_chars().fill_null("") != ""
    if source.sample.select(said.any()).item():
        return False
    return not source.rows.select(said.any()).collect().item()


def _filed(batch: pl.DataFrame, default: str) -> pl.DataFrame:
    """*batch* without the empty rows that spreadsheets append, filed under a criterion."""
    said = [name for name in batch.columns if name != ROW]
    if batch["item"].null_count():
        batch = batch.filter(~pl.all_horizontal(pl.col(said).is_null()))
    if "criterion" in batch.columns:
        return batch
    return batch.with_columns(pl.lit(default).alias("criterion"))


def _default_criterion(wanted: RatingsWanted) -> str:
    if len(wanted.criteria) == 1:
        return wanted.criteria[0]
    if wanted.rubric is None:
        return _RATING
    return wanted.rubric.criteria[0].id if len(wanted.rubric.criteria) == 1 else ""


def _unnamed(source: RatingsSource, wanted: RatingsWanted) -> InputInvalid:
    rubric = wanted.rubric
    assert rubric is not None
    return InputInvalid(
        f"there is no column for the criterion, and the rubric {rubric.id} has several",
        where=str(source.path),
        hint="say which one is meant with --criterion: "
        + ", ".join(c.id for c in rubric.criteria),
    )


def _named(coded: Coded, wanted: RatingsWanted) -> Coded:
    """Names without outer blanks: `1, ann, 4` is typed so; criteria by their ids."""
    names: dict[str, Callable[[str], str]] = {
        "item": str.strip, "judge": str.strip, "system": str.strip,
        "criterion": lambda name: _id_of(name.strip(), wanted.rubric),
    }  # fmt: skip
    codes, texts = dict(coded.codes), dict(coded.texts)
    for role, name_of in names.items():
        codes[role], texts[role] = renamed(codes[role], texts[role], name_of)
    return replace(coded, codes=codes, texts=texts)


def _id_of(name: str, rubric: Rubric | None) -> str:
    by_key = {c.key: c.id for c in rubric.criteria} if rubric else {}
    return by_key.get(name, name)


def _chosen(coded: Coded, wanted: RatingsWanted, where: str) -> Coded:
    """Only the criteria that are wanted."""
    if not coded.size:
        raise InputInvalid(
            "there are no ratings", where=where, hint="one row is one rating"
        )
    if not wanted.criteria:
        return coded
    there = coded.texts["criterion"]
    ids = [_id_of(name, wanted.rubric) for name in wanted.criteria]
    unknown = [name for name in ids if name not in there]
    if unknown:
        raise InputInvalid(
            f"nothing is rated on {unknown[0]!r}",
            where=where,
            hint="the criteria are " + ", ".join(there),
        )
    kept = np.isin(coded.codes["criterion"], [there.index(name) for name in ids])
    return coded if kept.all() else coded.only(kept)


def _scales(criteria: Sequence[str], wanted: RatingsWanted) -> dict[str, Scale]:
    found: dict[str, Scale] = {}
    for name in criteria:
        scale = wanted.scales.get(name, wanted.scales.get(EVERY))
        if scale is None and wanted.rubric is not None:
            judged = criterion_of(name, wanted.rubric)
            if judged is None:
                raise InputInvalid(
                    f"the rubric {wanted.rubric.id} has no criterion {name!r}",
                    where="ratings",
                    hint="it has "
                    + ", ".join(c.id for c in wanted.rubric.criteria)
                    + "; choose with --criterion",
                )
            scale = judged.scale
        if scale is not None:
            found[name] = scale
    return found


def _choices(wanted: RatingsWanted, scales: Mapping[str, Scale]) -> Choices:
    return Choices(
        scales=scales,
        levels=wanted.levels,
        duplicates=wanted.duplicates,
        missing=wanted.missing,
        abstain_as=wanted.abstain_as,
        off_scale=wanted.off_scale,
        kind=wanted.kind,
        kinds=wanted.kinds,
    )


def _origin(found: Sequence[tuple[RatingsSource, Layout]], coded: Coded) -> Origin:
    def row(position: int) -> str:
        file = int(np.searchsorted(coded.starts, position, side="right")) - 1
        name = f"{found[file][0].path.name} " if len(found) > 1 else ""
        return f"{name}row {found[file][0].place(int(coded.rows[position]))}"

    where = str(found[0][0].path) if len(found) == 1 else "ratings"
    return Origin(where=where, row=row, times=lambda at: _later(found, coded, at)["at"])


def _later(
    found: Sequence[tuple[RatingsSource, Layout]],
    coded: Coded,
    positions: Positions,
) -> pl.DataFrame:
    """What was not kept of the rows at *positions*: rationale, time, file."""
    file = np.searchsorted(coded.starts, positions, side="right") - 1
    parts = [
        _of_file(source, layout, coded.rows[positions[file == at]])
        for at, (source, layout) in enumerate(found)
    ]
    all_files = pl.concat(
        [part.with_columns(number=pl.lit(at)) for at, part in enumerate(parts)]
    )
    asked = pl.DataFrame(
        {"number": file.astype(np.int32), "row": coded.rows[positions]},
        schema_overrides={"row": pl.UInt32},
    )
    return asked.join(all_files, on=["number", "row"], how="left", maintain_order="left")


def _of_file(
    source: RatingsSource, layout: Layout, rows: npt.NDArray[np.uint32]
) -> pl.DataFrame:
    """What was not kept of *rows* of one file; the others are not held in memory."""
    columns: dict[str, Any] = {
        "row": pl.col(ROW).cast(pl.UInt32),
        "_at": pl.int_range(pl.len(), dtype=pl.UInt32),
    }
    for role in _LATER:
        if role in layout.roles:
            columns[role] = pl.col(layout.roles[role])
    asked = pl.DataFrame({"row": np.unique(rows)}, schema={"row": pl.UInt32})
    lazy = source.rows.select(**columns).join(asked.lazy(), on="row", how="semi")
    frame = lazy.collect(engine="streaming")
    at = (
        as_times(frame["at"])
        if "at" in columns
        else pl.Series([None] * frame.height, dtype=pl.Datetime("us", "UTC"))
    )
    why = pl.col("rationale").cast(pl.String) if "rationale" in columns else pl.lit("")
    place = pl.col("row")
    if source.records is not None:
        place = pl.lit(source.records.gather(frame["_at"]))
    return frame.select(
        "row", place.alias("place"), at.alias("at"), why.fill_null("").alias("rationale"),
        pl.lit(source.path.name).alias("file"),
    )  # fmt: skip


def verdicts_of(
    read: Read, *, criterion: str | None = None, units: Sequence[str] | None = None
) -> pl.DataFrame:
    """The verdicts that count, as a table."""
    laid = read.laid
    at = np.flatnonzero(_asked_for(laid, criterion, units))
    which = laid.grades.which[at]
    names = {
        name: _texts(laid.coded.texts[name], laid.coded.codes[name][at])
        for name in ("item", "criterion", "judge", "system", "rubric")
    }
    grades = laid.grades
    later = _later(read.sources, laid.coded, at)
    return pl.DataFrame(
        {
            "item": names["item"],
            "criterion": names["criterion"],
            "judge": names["judge"],
            "kind": _texts(laid.kinds, laid.coded.codes["judge"][at]),
            "system": names["system"],
            "outcome": _texts(grades.state, which),
            "value": pl.Series(grades.value, dtype=pl.Float64).gather(which),
            "label": _texts(grades.label, which),
            "rationale": later["rationale"],
            "rubric": names["rubric"].fill_null(""),
            "at": later["at"],
            "row": later["place"],
            "file": later["file"],
            "unit": _texts(laid.units, laid.unit[at]),
        }
    )


def items_of(read: Read, units: Sequence[str]) -> tuple[list[str], list[str | None]]:
    """What *units*, which have names of `Ratings.units`, are about: items and systems."""
    laid, texts = read.laid, read.laid.coded.texts
    if not texts["system"]:
        return list(units), [None] * len(units)
    place = {name: at for at, name in enumerate(laid.units)}
    chosen = [place[name] for name in units]
    return (
        [texts["item"][laid.pairs[at][0]] for at in chosen],
        [laid.coded.text("system", laid.pairs[at][1]) for at in chosen],
    )


def _asked_for(
    laid: Laid, criterion: str | None, units: Sequence[str] | None
) -> npt.NDArray[np.bool_]:
    stated = np.array([state != ABSENT for state in laid.grades.state])
    asked: npt.NDArray[np.bool_] = laid.counts & stated[laid.grades.which]
    if criterion is not None:
        there = list(laid.coded.texts["criterion"])
        code = there.index(criterion) if criterion in there else -2
        asked &= laid.coded.codes["criterion"] == code
    if units is not None:
        wanted = set(units)
        chosen = [at for at, name in enumerate(laid.units) if name in wanted]
        asked &= np.isin(laid.unit, chosen)
    return asked


def _texts(texts: Sequence[str | None], codes: npt.NDArray[Any]) -> pl.Series:
    known = pl.Series([*texts, None], dtype=pl.String)
    at = np.where(codes < 0, len(texts), codes)
    return known.gather(at.astype(np.uint32))
