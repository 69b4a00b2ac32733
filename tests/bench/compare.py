#!/usr/bin/env python3
"""Times `attsvm bench` against other solvers on the same problems, in one run and on one core.

    tests/bench/compare.py build/native/bin/attsvm [--wasm build/web-objects/bin/attsvm.js] [--quick] [--markdown FILE]

Times are processor time of the thread, median of at least 7 (of 3 above two seconds a call). An answer whose largest
violation is above 1e-2, or whose norm is off by more than 1 %, is marked wrong. Peers that are absent are named.
"""

import argparse
import json
import os
import statistics
import subprocess
import time

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")

import numpy as np
from peers import present
from problems import constraint_rows


def pinned():
    """One core for this process and its children."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def time_of(call):
    """Median seconds, and the last answer."""
    begin = time.thread_time()
    answer = call()
    first = time.thread_time() - begin
    calls = max(1, int(2e-3 / max(first, 1e-7)))
    samples = []
    for _ in range(7 if first < 2.0 else 3):
        begin = time.thread_time()
        for _ in range(calls):
            answer = call()
        samples.append((time.thread_time() - begin) / calls)
    return statistics.median(samples), answer


def quality(A, p, norm):
    violation = float(np.max(1.0 - A @ p))
    off = abs(float(np.linalg.norm(p)) / norm - 1.0)
    return violation, off, not (violation <= 1e-2 and off <= 1e-2)


def human(seconds):
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def own_rows(program, name=None):
    only = ["--only", name] if name else []
    return {row["name"]: row for row in json.loads(subprocess.check_output(program + ["--json"] + only))
            if "rows" in row}  # the path has no peer


def timed(peer, A):
    call, point = peer.prepare(A)
    seconds, answer = time_of(call)
    return {"median_us": seconds * 1e6, "point": point(answer)}


def fastest_of_rounds(contestants, rounds, patience=0.5):
    """Each in turn, and again: what shares the processor with a virtual machine only ever slows, and by a factor of two.
    A contestant that takes longer than `patience` seconds a call is measured once."""
    best = {}
    for _ in range(rounds):
        for name, measure in contestants.items():
            if name in best and best[name]["median_us"] > patience * 1e6:
                continue
            result = measure()
            if name not in best or result["median_us"] < best[name]["median_us"]:
                best[name] = result
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attsvm")
    parser.add_argument("--wasm", help="the same program as WASM, run by node")
    parser.add_argument("--quick", action="store_true", help="skip problems above 10,000 rows")
    parser.add_argument("--only", help="one problem by its name")
    parser.add_argument("--markdown", help="write the table to this file as well")
    options = parser.parse_args()
    pinned()

    peers, absent = present()
    ours = own_rows([options.attsvm, "bench"], options.only)
    lines = ["| problem | solver | median | ratio | largest violation | norm off | |", "|---|---|---|---|---|---|---|"]

    def report(*cells):
        lines.append("| " + " | ".join(cells) + " |")
        print(lines[-1], flush=True)

    print("\n".join(lines))
    for name, row in ours.items():
        if options.quick and row["rows"] > 10_000:
            continue
        size = f"{name} ({row['rows']} x {row['columns']})"
        A = constraint_rows(row["n"], row["T"], row["d"], row["gap"], row["is_w"])
        contestants = {"own": lambda: own_rows([options.attsvm, "bench"], name)[name]}
        if options.wasm:
            contestants["narrow"] = lambda: own_rows([options.attsvm, "bench", "--narrow"], name)[name]
            contestants["wasm"] = lambda: own_rows(["node", "--no-experimental-fetch", options.wasm, "bench"], name)[name]
        for peer in peers:
            contestants[peer.name] = lambda peer=peer: timed(peer, A)
        best = fastest_of_rounds(contestants, rounds=15 if row["median_us"] < 1000 else 5)

        row = best["own"]
        mine = row["median_us"] * 1e-6
        remark = f"{row['min_us'] / row['reading_us']:.1f} readings of the data"
        if row["input_bytes"] > 10e6 and row["peak_bytes"]:
            remark += f", at most {row['peak_bytes'] / row['input_bytes']:.1f} times its memory"
        report(size, "**att-svm**", human(mine), "1", f"kkt {row['kkt']:.0e}", f"gap {row['duality_gap']:.0e}",
               remark)  # fmt: skip
        if options.wasm:
            narrow = best["narrow"]["median_us"] * 1e-6
            wasm = best["wasm"]
            other = wasm["median_us"] * 1e-6
            report(size, "att-svm, 128-bit registers", human(narrow), f"{narrow / mine:.2f}", "", "", "")
            report(size, "att-svm, WASM in node", human(other), f"{other / mine:.2f}", f"kkt {wasm['kkt']:.0e}",
                   f"gap {wasm['duality_gap']:.0e}", f"{other / narrow:.2f} of native with 128-bit registers")  # fmt: skip
        for peer in peers:
            seconds, point = best[peer.name]["median_us"] * 1e-6, best[peer.name]["point"]
            violation, off, wrong = quality(A, point, row["norm"])
            report(size, peer.name, human(seconds), f"{seconds / mine:.0f}", f"{violation:.0e}", f"{off:.0e}",
                   "**wrong**" if wrong else "")  # fmt: skip
    for name, reason in absent:
        print(f"absent: {name} ({reason})")
    if options.markdown:
        with open(options.markdown, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
