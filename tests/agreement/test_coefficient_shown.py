"""What a coefficient looks like to whoever prints it."""

import numpy as np

from adjudge import agreement

TABLE = [[1, 1, 2], [2, 2, 2], [1, 1, None], [3, 2, 3]] * 8


def test_a_coefficient_prints_as_one_line():
    """Name, definition's weights, figure, interval and what it rests on."""
    assert repr(agreement.alpha(TABLE, level="ordinal")) == (
        "krippendorff_alpha (ordinal (Krippendorff)): 0.660, 95 % interval 0.551 to 0.769 "
        "(jackknife); 32 units, 80 pairs, 3 judges, 92% of cells"
    )


def test_what_is_undefined_says_why():
    """No figure, and the reason in its place."""
    found = agreement.alpha([[3, 3], [3, 3]])

    assert repr(found) == (
        "krippendorff_alpha (ordinal (Krippendorff)): undefined: all grades are '3': "
        "agreement cannot be told from chance; 2 units, 2 pairs, 2 judges, 100% of cells"
    )


def test_notebooks_get_a_table_without_markup_of_others():
    """A judge's name is text, whatever it looks like."""
    triples = [(f"u{n}", judge, "a") for n in range(3) for judge in ("<b>x</b>", "y")]

    shown = agreement.cohen(triples)._repr_html_()

    assert "<b>" not in shown
    assert "&lt;b&gt;x&lt;/b&gt;" in shown
    assert shown.startswith("<table><tr><th scope=")


def test_an_agreement_prints_a_line_for_each_coefficient():
    """Heading first, then what is measured over all judges."""
    found = agreement.measure(TABLE)

    lines = repr(found).splitlines()
    assert lines[0] == "Agreement of 3 judges (ordinal): 88 grades of 32 units"
    assert lines[1].startswith("  krippendorff_alpha (ordinal (Krippendorff)): 0.660, 95 %")
    assert len(lines) == 1 + len(found.coefficients)
    assert found._repr_html_().count("<tr>") == len(found.coefficients)


def test_pairs_are_put_into_words_when_they_are_looked_at_and_once():
    """Of many judges most pairs are never looked at; who does finds a sequence."""
    found = agreement.measure(TABLE)

    assert [each.between for each in found.pairs[:3]] == [("1", "2")] * 3
    assert found.pairs[0] is found.pairs[0]
    assert found.pairs == tuple(found.pairs) == agreement.measure(TABLE).pairs
    assert hash(found.pairs) == hash(tuple(found.pairs))
    assert repr(found.pairs).startswith("(cohen_kappa (identity) of 1 and 2: ")


def test_figures_of_all_pairs_are_those_of_each():
    """Who chooses a few of very many pairs sees arrays, in the order of the pairs."""
    found = agreement.measure(TABLE)

    assert len(found.pairs) == sum(len(each.value) for each in found.pairs.measures)
    assert found.pairs[-1] == tuple(found.pairs)[-1]
    for each in found.pairs.measures:
        mine = [
            one
            for one in found.pairs
            if (one.name, one.weights) == (each.name, each.weights)
        ]
        assert [one.value for one in mine] == each.value.tolist()
        assert [one.units for one in mine] == each.units.tolist()


def test_pairs_are_likened_by_kappa_of_the_level():
    """Steps count on a scale with an order, and only equality on one without."""
    assert agreement.measure(TABLE).likeness.weights == "quadratic"
    assert agreement.measure(TABLE, level="nominal").likeness.weights == "identity"


def test_values_too_many_for_kappa_are_likened_by_rank():
    """Lower is worse in any case: a mean difference is no likeness."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(300, 1)) + rng.normal(size=(300, 3))

    assert agreement.measure(values, level="interval").likeness.name == "spearman"
