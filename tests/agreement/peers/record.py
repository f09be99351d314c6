"""What other packages say of the same ratings, as JSON.

Two of them are under the GPL and one pins an old scipy, so they stay out of the project:

    python -m venv /tmp/peers
    /tmp/peers/bin/pip install krippendorff==0.9.0 irrCAC==0.4.4
    /tmp/peers/bin/python tests/agreement/peers/record.py > tests/agreement/peers/values.json
"""

import json
import sys
import warnings
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd

HERE = Path(__file__).parent
WEIGHTS = ("identity", "linear", "quadratic", "ordinal", "radical")
WAYS = ("fleiss", "conger", "gwet", "bp", "krippendorff")


def cells(name):
    """Units x judges, NaN for no grade."""
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    if "," in lines[0]:
        return np.array([[float(x or "nan") for x in line.split(",")] for line in lines])
    return np.array([[float(x.replace(".", "nan")) for x in line] for line in lines])


def alphas(table):
    """`krippendorff`, all levels."""
    import krippendorff

    levels = ("nominal", "ordinal", "interval", "ratio")
    return {
        level: krippendorff.alpha(reliability_data=table.T, level_of_measurement=level)
        for level in levels
    }


def coefficients(table, points):
    """`irrCAC`: value and standard error by way and weights."""
    from irrCAC.raw import CAC

    found = {}
    for weights in WEIGHTS:
        cac = CAC(pd.DataFrame(table), weights=weights, categories=points, digits=12)
        for way in WAYS:
            est = getattr(cac, way)()["est"]
            found[f"{way}/{weights}"] = [float(est["coefficient_value"]), float(est["se"])]
    return found


def constants():
    """What each says where all grades are alike."""
    import krippendorff
    from irrCAC.raw import CAC

    table = np.full((30, 3), 2.0)
    found = {}
    for way in WAYS:
        try:
            est = getattr(CAC(pd.DataFrame(table)), way)()["est"]
            found[f"irrCAC/{way}"] = repr(float(est["coefficient_value"]))
        except Exception as error:  # noqa: BLE001
            found[f"irrCAC/{way}"] = f"{type(error).__name__}: {error}"
    try:
        found["krippendorff"] = repr(krippendorff.alpha(reliability_data=table.T))
    except Exception as error:  # noqa: BLE001
        found["krippendorff"] = f"{type(error).__name__}: {error}"
    return found


def main():
    """All that is recorded."""
    warnings.simplefilter("ignore")
    sets = {
        "hanna-relevance": [1, 2, 3, 4, 5],
        "llmbar": [1, 2],
        "recipes-overall": [1, 2, 3, 4, 5, 6],
    }
    said = {
        "packages": {name: version(name) for name in ("krippendorff", "irrCAC", "numpy")},
        "alpha": {name: alphas(cells(name)) for name in (*sets, "hanna-empathy-models")},
        "coefficients": {name: coefficients(cells(name), sets[name]) for name in sets},
        "constants": constants(),
    }
    sys.stdout.write(json.dumps(said, indent=1) + "\n")


main()
