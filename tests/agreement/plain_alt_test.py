"""The alternative annotator test as its paper defines it, one step after another.

The slow twin of `adjudge.agreement.alt_test`: dictionaries, and scipy's own t-test.
"""

import math
from statistics import fmean

from scipy.stats import ttest_1samp


def accuracy(said, others):
    """The share of *others* who said the same."""
    return fmean(said == other for other in others)


def neg_rmse(said, others):
    """Minus the root of the mean squared difference."""
    return -math.sqrt(fmean((said - other) ** 2 for other in others))


def benjamini_yekutieli(chances, q):
    """The indices that the step-up rule rejects."""
    m = len(chances)
    order = sorted(range(m), key=lambda i: chances[i])
    bound = [(k + 1) * q / (m * sum(1 / i for i in range(1, m + 1))) for k in range(m)]
    last = max((k for k, i in enumerate(order) if chances[i] <= bound[k]), default=-1)
    return set(order[: last + 1])


def one_sided(differences, epsilon):
    """The chance of such differences where their mean is epsilon or more."""
    if len(set(differences)) == 1:
        return 0.0 if differences[0] < epsilon else 1.0
    return float(ttest_1samp(differences, epsilon, alternative="less").pvalue)


def plain_alt_test(judge, people, *, score=accuracy, epsilon=0.1, least_instances=30):
    """*judge*: instance -> grade; *people*: person -> instance -> grade.

    Winning rate, advantage probability, p-values by person, who was beaten, and the
    people who were left aside; None where nobody could be tested.
    """
    graded_by = {}
    for person, grades in people.items():
        for instance in grades:
            graded_by.setdefault(instance, []).append(person)
    kept = {i for i, who in graded_by.items() if len(who) >= 2 and i in judge}
    chances, advantages, skipped = {}, {}, {}
    for person, grades in people.items():
        own = [i for i in grades if i in kept]
        if len(own) < least_instances:
            skipped[person] = len(own)
            continue
        wins, differences = [], []
        for i in own:
            others = [people[other][i] for other in graded_by[i] if other != person]
            mine, its = score(grades[i], others), score(judge[i], others)
            wins.append(its >= mine)
            differences.append(int(mine >= its) - int(its >= mine))
        chances[person] = one_sided(differences, epsilon)
        advantages[person] = fmean(wins)
    names = list(chances)
    beaten = benjamini_yekutieli([chances[name] for name in names], 0.05)
    return {
        "winning_rate": len(beaten) / len(names) if names else None,
        "advantage_probability": fmean(advantages.values()) if names else None,
        "p_values": chances,
        "rejected": [name for at, name in enumerate(names) if at in beaten],
        "skipped": skipped,
        "instances": len(kept),
    }
