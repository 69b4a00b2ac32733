#!/usr/bin/env python3
"""Draws how the time of `attsvm bench` and of other solvers grows with n, T and d, in one run and on one core.

    tests/bench/growth.py build/native/bin/attsvm docs/benchmark-growth.svg

Around n = 100, T = 32, d = 32 one of the three changes. A solver that took more than two seconds is not asked for larger
problems; an answer that is wrong (see compare.py) is drawn hollow. Needs python3-matplotlib.
"""

import argparse
import json
import subprocess
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
from compare import pinned, quality, time_of
from peers import present
from problems import constraint_rows

BASE = {"n": 100, "T": 32, "d": 32}
SIZES = {"n": [10, 30, 100, 300, 1000, 3000], "T": [4, 8, 16, 32, 64, 128, 256], "d": [4, 8, 16, 32, 64, 128]}
GAP = 0.3
TOO_SLOW = 2.0
COLOURS = {"att-svm": "#0072b2", "cvxopt 1e-7": "#d55e00", "LIBSVM 1e-3": "#009e73", "liblinear 1e-8": "#cc79a7",
           "scikit-learn LinearSVC": "#767676"}  # fmt: skip
MARKERS = {"att-svm": "o", "cvxopt 1e-7": "s", "LIBSVM 1e-3": "^", "liblinear 1e-8": "v",
           "scikit-learn LinearSVC": "D"}  # fmt: skip


def measure(program, peers, letter):
    """{solver: [(size, seconds, wrong)]} with one of n, T, d changing."""
    times = {"att-svm": [], **{peer.name: [] for peer in peers}}
    for size in SIZES[letter]:
        shape = {**BASE, letter: size}
        command = [program, "bench", "--json", "--shape", ",".join(str(shape[key]) for key in "nTd")]
        row = json.loads(subprocess.check_output(command))[0]
        if row["status"] != "optimal":
            sys.exit(f"{command}: {row['status']}")
        times["att-svm"].append((size, row["median_us"] * 1e-6, False))
        A = constraint_rows(shape["n"], shape["T"], shape["d"], GAP, False)
        for peer in peers:
            if times[peer.name] and times[peer.name][-1][1] > TOO_SLOW:
                continue
            call, point = peer.prepare(A)
            seconds, answer = time_of(call)
            times[peer.name].append((size, seconds, quality(A, point(answer), row["norm"])[2]))
        print(letter, size, {name: f"{t[-1][1]:.3g} s" for name, t in times.items() if t and t[-1][0] == size}, flush=True)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attsvm")
    parser.add_argument("picture")
    options = parser.parse_args()
    pinned()
    peers, absent = present()
    for name, reason in absent:
        print(f"absent: {name} ({reason})")

    plt.rcParams.update({"font.size": 10, "svg.fonttype": "none", "svg.hashsalt": "att-svm", "font.family": "sans-serif"})
    figure, axes = plt.subplots(1, 3, figsize=(10, 3.9), sharey=True)
    for axis, letter in zip(axes, "nTd"):
        for name, points in measure(options.attsvm, peers, letter).items():
            sizes, seconds = [p[0] for p in points], [p[1] for p in points]
            axis.loglog(sizes, seconds, color=COLOURS[name], linewidth=2.4 if name == "att-svm" else 1.2, label=name)
            for size, time, wrong in points:
                axis.plot(size, time, MARKERS[name], color=COLOURS[name], markersize=5,
                          markerfacecolor="white" if wrong else COLOURS[name])  # fmt: skip
        others = ", ".join(f"{key} = {value}" for key, value in BASE.items() if key != letter)
        axis.set_title(others, fontsize=10)
        axis.set_xlabel(letter, style="italic")
        axis.set_xticks(SIZES[letter], [str(size) for size in SIZES[letter]])
        axis.set_xticks([], minor=True)
        axis.grid(True, which="major", color="#dddddd", linewidth=0.6)
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("seconds (hollow: a wrong answer)")
    figure.subplots_adjust(left=0.07, right=0.99, top=0.92, bottom=0.23, wspace=0.08)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="lower center", ncol=5, frameon=False)
    figure.savefig(options.picture, metadata={"Date": None}, facecolor="white")


if __name__ == "__main__":
    main()
