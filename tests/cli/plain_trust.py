"""The alternative annotator test by scipy's t-test and statsmodels' correction.

Written from section 3 of the paper and from nothing else; it shares no code with ours nor
with the other twin. Grades are compared as Python compares them.
"""

import numpy as np
from scipy.stats import ttest_1samp
from statsmodels.stats.multitest import multipletests

SCORE = {
    "accuracy": lambda said, others: np.mean([said == other for other in others]),
    "neg_rmse": lambda said, others: -np.sqrt(np.mean([(said - o) ** 2 for o in others])),
}


def duel(judge, person, people, metric):
    """For one person: the judge's wins, and the differences that the test is made on."""
    wins, differences = [], []
    for instance, own in people[person].items():
        others = [of[instance] for name, of in people.items()
                  if name != person and instance in of]  # fmt: skip
        if instance not in judge or not others:
            continue
        mine = SCORE[metric](own, others)
        its = SCORE[metric](judge[instance], others)
        if np.isclose(mine, its, rtol=0, atol=1e-12):
            its = mine
        wins.append(int(its >= mine))
        differences.append(int(mine >= its) - int(its >= mine))
    return wins, differences


def p_value(differences, epsilon):
    """Student's one-sided test; of differences all alike there is nothing to estimate."""
    if len(set(differences)) == 1:
        return 0.0 if differences[0] < epsilon else 1.0
    return float(ttest_1samp(differences, epsilon, alternative="less").pvalue)


def plain_trust(judge, people, *, metric="accuracy", epsilon=0.1, least=30):
    """*judge*: instance to grade; *people*: person to instance to grade."""
    chances, advantages, skipped = {}, {}, {}
    for person in people:
        wins, differences = duel(judge, person, people, metric)
        if len(wins) < least:
            skipped[person] = len(wins)
        else:
            chances[person] = p_value(differences, epsilon)
            advantages[person] = float(np.mean(wins))
    won = (
        multipletests(list(chances.values()), alpha=0.05, method="fdr_by")[0]
        if chances
        else []
    )
    return {
        "winning_rate": float(np.mean(won)) if chances else None,
        "advantage_probability": float(np.mean(list(advantages.values())))
        if chances
        else None,
        "p_values": chances,
        "rejected": [name for name, yes in zip(chances, won, strict=True) if yes],
        "advantages": advantages,
        "skipped": skipped,
    }
