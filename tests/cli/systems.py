"""Ratings of two systems by three judges, made by a stream that needs no promise."""

from itertools import count


def stream(seed):
    """Numbers from 0 to 1."""
    for _ in count():
        seed = (1103515245 * seed + 12345) % 2**31
        yield seed / 2**31


def lines(items=60, asked=25):
    """Rows for `old` and `new`: a person on some items, two models on all."""
    numbers = stream(4)
    rows = ["item,criterion,judge,kind,value"]
    for item in range(items):
        hard = next(numbers)
        for system, lift in (("old", 0.0), ("new", 0.9)):
            true = min(max(round(1 + 3.2 * hard + lift + next(numbers) - 0.5), 1), 5)
            sharp = min(max(true + round(next(numbers) * 1.4 - 0.2), 1), 5)
            blunt = 1 + int(next(numbers) * 5)
            name = f"q{item:02d}/{system}"
            if item % 12 < asked * 12 // items:
                rows.append(f"{name},help,ann,person,{true}")
            rows.append(f"{name},help,sharp,model,{sharp}")
            rows.append(f"{name},help,blunt,model,{blunt}")
            rows.append(f"{name},safe,sharp,model,{int(next(numbers) < 0.9)}")
            rows.append(f"{name},safe,blunt,model,{int(next(numbers) < 0.9)}")
    return rows
