"""The problems of src/app/bench_problems.cpp, entry for entry, in numpy."""

import numpy as np

TOKENS, DIRECTION, QUERIES, HIDDEN_W = 1, 2, 3, 4


def entries(array, count):
    x = (np.uint64(array) << np.uint64(40)) + np.arange(count, dtype=np.uint64)
    with np.errstate(over="ignore"):
        x = (x + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    mask = np.uint64((1 << 21) - 1)
    total = (x & mask) + (x >> np.uint64(21) & mask) + (x >> np.uint64(42) & mask)
    return (total.astype(np.float64) * 2.0**-21 - 1.5) * 2.0


def constraint_rows(n, T, d, gap, is_w):
    """A of min ||p||, A p >= 1: m x d, or m x d^2 with the rows delta z^T written out."""
    tokens = entries(TOKENS, n * T * d).reshape(n, T, d)
    if is_w:
        queries = entries(QUERIES, n * d).reshape(n, d)
        directions = queries @ entries(HIDDEN_W, d * d).reshape(d, d).T
    else:
        directions = np.tile(entries(DIRECTION, d), (n, 1))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    rows = []
    for i in range(n):
        best = int(np.argmax(tokens[i] @ directions[i]))
        chosen = tokens[i, best] + gap * directions[i]
        differences = chosen - np.delete(tokens[i], best, axis=0)
        if is_w:
            differences = np.einsum("tr,c->trc", differences, queries[i]).reshape(T - 1, d * d)
        rows.append(differences)
    return np.ascontiguousarray(np.concatenate(rows))
