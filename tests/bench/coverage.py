#!/usr/bin/env python3
"""How often the 95 % intervals that the scripts print hold the truth: a seeded simulation over p from 0.05 to 0.95.

  python tests/bench/coverage.py                  # every interval, n of 50, 100 and 400; some minutes
  python tests/bench/coverage.py --only kappa --n 50 --reps 400

Each line gives, for one interval and n, the coverage averaged over p, the lowest over p and where that is, the share of samples
without an interval (nothing to measure, no spread, or refused), and the mean width. Wanted: an average from 93 % to 97 %.
"""
from __future__ import annotations

import argparse
import importlib
import math
import random
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "scripts"))
compare, calibrate, diagnostic = (importlib.import_module(name) for name in ("compare_runs", "calibrate_judge", "rag_diagnostic"))
chunks = importlib.import_module("chunk_grid") if (Path(sys.path[0]) / "chunk_grid.py").exists() else None

GRID = [place / 20 for place in range(1, 20)]
LOW, HIGH = 0.93, 0.97
DRAWS = 400  # of each simulated interval; the scripts draw ten times as many, which can only steady their ends
TPR, TNR = 0.8, 0.9  # of the judge that is simulated
PER_CLUSTER = 4


def hits(chance, n, p):
    return sum(chance.random() < p for _ in range(n))


def graded(chance, p):
    """A score of mean p in 0..1, as often at the ends as between."""
    return chance.betavariate(2 * p, 2 * (1 - p))


def rate(chance, n, p):
    """Rates (Wilson): every rate, share of a cell, slice, gate and accuracy without weights."""
    return compare.rate(hits(chance, n, p), n)["ci95"], p


def mean(chance, n, p):
    """Means (Student's t): every mean of a score or a retrieval metric."""
    moments = compare.Moments()
    for _ in range(n):
        moments.add(graded(chance, p))
    return moments.summary()["ci95"], p


def mean_of_few_values(chance, n, p):
    """Means (Student's t) of a metric that takes three values, such as recall over two gold documents."""
    moments = compare.Moments()
    for _ in range(n):
        moments.add(hits(chance, 2, p) / 2)
    return moments.summary()["ci95"], p


def what_if(name):
    def run(chance, n, p):
        shares = {"good_faithful": 0.7 * (1 - p / 2), "good_hallucinating": 0.7 * p / 2, "poor_faithful": 0.3 * (1 - p),
                  "poor_hallucinating": 0.3 * p}
        drawn = chance.choices(list(shares), weights=list(shares.values()), k=n)
        cells = {cell: drawn.count(cell) for cell in shares}
        return diagnostic.simulate(cells, chance.random(), DRAWS)[name], diagnostic.hallucination_rates(shares)[name]
    run.__doc__ = f"What-if (simulated): {name}."
    return run


def pair(chance, p):
    """A question's two outcomes: the same in half of the cases, else drawn anew, better by a tenth of the way to 1."""
    before = chance.random() < p
    return float(before), float(before if chance.random() < 0.5 else chance.random() < p + 0.1 * (1 - p))


def paired_rate(chance, n, p):
    """Difference of paired rates (Newcombe's paired method 10)."""
    return compare.compare_pairs("x", [pair(chance, p) for _ in range(n)], None, 0)["ci95"], 0.05 * (1 - p)


def unpaired_rate(chance, n, p):
    """Difference of independent rates (Newcombe's method 10)."""
    return compare.newcombe_unpaired(hits(chance, n, p), n, hits(chance, n, 0.7), n), p - 0.7


def change(chance, p):
    """The change of a score: none in half of the cases."""
    return 0.0 if chance.random() < 0.5 else graded(chance, p) - graded(chance, 0.5)


def paired_mean(chance, n, p):
    """Difference of paired means (expanded percentile bootstrap)."""
    return compare.bootstrap_mean([change(chance, p) for _ in range(n)], [1] * n, str(chance.random()), DRAWS)[0], (p - 0.5) / 2


def clustered_rate(chance, n, p):
    """Difference of paired rates by cluster (bootstrap of whole clusters); n clusters of four rows."""
    sums = []
    for _ in range(n):
        both = pair(chance, p)
        sums.append(sum(each[1] - each[0] for each in (both if chance.random() < 0.5 else pair(chance, p) for _ in range(PER_CLUSTER))))
    return compare.bootstrap_mean(sums, [PER_CLUSTER] * n, str(chance.random()), DRAWS)[0], 0.05 * (1 - p)


def unpaired_mean(chance, n, p):
    """Difference of independent means (Welch's t)."""
    return compare.welch([graded(chance, 0.5) for _ in range(n)], [graded(chance, p) for _ in range(n)])[1], p - 0.5


def grid_difference(chance, n, p):
    """Difference of a chunk setting to the first (Student's t, cut to -1..1)."""
    base = [graded(chance, 0.5) for _ in range(n)]
    values = [one if chance.random() < 0.5 else graded(chance, p) for one in base]
    return chunks.paired_difference(values, base)["ci95"], (p - 0.5) / 2


def judged(chance, p):
    """(people's class, judge's class) of a row, True being hallucinating."""
    bad = chance.random() < p
    return bad, chance.random() < (TPR if bad else 1 - TNR)


def labelled(chance, n, p):
    return [calibrate.Item(str(place), *judged(chance, p)) for place in range(n)]


def truths(p):
    """What a judge of TPR and TNR comes to at the rate p."""
    tp, fp, fn, tn = p * TPR, (1 - p) * (1 - TNR), p * (1 - TPR), (1 - p) * TNR
    return {"accuracy": tp + tn, "tpr": TPR, "tnr": TNR, "precision": tp / (tp + fp), "f1": 2 * tp / (2 * tp + fp + fn),
            "kappa": calibrate.kappa_parts(tp, fp, fn, tn)[0]}


def of_judge(name, items_of, words):
    def run(chance, n, p):
        return calibrate.agreement(items_of(chance, n, p), chance.random(), DRAWS)[name]["ci95"], truths(p)[name]
    run.__doc__ = f"Judge: {name}{words}."
    return run


WHOLE = 2000  # rows with a verdict, of which n are labelled


def drawn_by_verdict(chance, n, p):
    """(items, observed rate): half of the labels from each verdict of the whole, with their weights."""
    rows = [judged(chance, p) for _ in range(WHOLE)]
    items = []
    for verdict in (True, False):
        group = [row for row in rows if row[1] is verdict]
        drawn = chance.sample(group, min(n // 2, len(group)))
        items += [calibrate.Item("", *row, len(group) / len(drawn), str(verdict)) for row in drawn]
    return items, calibrate.rate(sum(row[1] for row in rows), WHOLE)


def stratified(chance, n, p):
    return drawn_by_verdict(chance, n, p)[0]


def drawn_at_random(chance, n, p):
    """(items, observed rate) of labels drawn at random."""
    return labelled(chance, n, p), calibrate.rate(hits(chance, WHOLE, p * TPR + (1 - p) * (1 - TNR)), WHOLE)


def conversations(chance, n, p):
    """n conversations of three turns that tend to share their class and the judge's mistake."""
    items = []
    for place in range(n):
        shared = judged(chance, p)
        for _ in range(3):
            items.append(calibrate.Item("", *(shared if chance.random() < 0.6 else judged(chance, p)), cluster=place))
    return items


def corrected(sample):
    def run(chance, n, p):
        return calibrate.correct_rate(*sample(chance, n, p), chance.random(), DRAWS)["ci95"], p
    run.__doc__ = "Corrected hallucination rate, " + ("weighted labels." if sample is drawn_by_verdict else "random labels.")
    return run


def corrected_by_file(chance, n, p):
    """Corrected hallucination rate in the diagnosis, from an accuracy file."""
    report = {**calibrate.agreement(labelled(chance, n, p), 0, DRAWS), "judges": {}, "signature": ""}
    accuracy = calibrate.accuracy_file(report)
    if None in (accuracy["hallucinating"]["share"], accuracy["faithful"]["share"]):
        return None, p
    part = diagnostic.rate(hits(chance, WHOLE, p * TPR + (1 - p) * (1 - TNR)), WHOLE)
    limits = diagnostic.corrected(part, accuracy, chance.random(), DRAWS)["ci95"]
    return limits if accuracy["hallucinating"]["share"] + accuracy["faithful"]["share"] > 1 else None, p


def threshold(chance, n, p):
    """Worth of a threshold on rows it was not chosen on (mean of TPR and TNR, ten folds)."""
    items = []
    for place in range(n):
        bad = chance.random() < p
        items.append(calibrate.Item(str(place), bad, False, score=chance.gauss(0 if bad else 1.5, 1)))
    found = calibrate.find_threshold(items, "support", chance.random())
    if not found:
        return None, 0.0
    normal = statistics.NormalDist()
    return found["out_of_sample"]["balanced_accuracy"]["ci95"], (normal.cdf(found["value"]) + normal.cdf(1.5 - found["value"])) / 2


WEIGHTED = " weighted by stratum"
CLUSTERED = " by conversation"
INTERVALS = {
    "rate": rate, "mean": mean, "mean of few values": mean_of_few_values,
    **{f"what-if {name}": what_if(name) for name in ("retrieval_fixed", "generation_fixed", "retrieval_drop", "generation_drop", "difference")},
    "paired rate": paired_rate, "unpaired rate": unpaired_rate, "paired mean": paired_mean, "clustered rate": clustered_rate,
    "unpaired mean": unpaired_mean,
    **({"chunk grid difference": grid_difference} if chunks else {}),
    **{f"judge {name}": of_judge(name, labelled, "") for name in ("accuracy", "tpr", "tnr", "precision", "f1", "kappa")},
    **{f"judge {name}{WEIGHTED}": of_judge(name, stratified, WEIGHTED) for name in ("accuracy", "tpr", "tnr", "precision", "f1", "kappa")},
    **{f"judge {name}{CLUSTERED}": of_judge(name, conversations, CLUSTERED) for name in ("accuracy", "tpr", "kappa")},
    "corrected rate": corrected(drawn_at_random), "corrected rate weighted": corrected(drawn_by_verdict),
    "corrected rate by file": corrected_by_file, "threshold": threshold}
SLOW = {"paired mean", "clustered rate", "corrected rate", "corrected rate weighted", "corrected rate by file", "threshold",
        *(name for name in INTERVALS if name.startswith("what-if") or WEIGHTED in name or CLUSTERED in name)}

RESAMPLED = ("paired mean", "clustered rate")  # their cost grows with n


def coverage(one, n, reps, seed):
    """(mean over p, lowest, p of the lowest, share without interval, mean width)."""
    found, missing, widths = [], 0, []
    for p in GRID:
        chance, held, tried = random.Random(f"{seed}:{n}:{p}"), 0, 0
        for _ in range(reps):
            limits, truth = one(chance, n, p)
            if limits is None:
                missing += 1
                continue
            tried += 1
            held += limits[0] - 1e-12 <= truth <= limits[1] + 1e-12
            widths.append(limits[1] - limits[0])
        if tried:
            found.append((held / tried, p))
    lowest = min(found, default=(math.nan, math.nan))
    return (statistics.fmean(share for share, _ in found) if found else math.nan, *lowest, missing / reps / len(GRID),
            statistics.fmean(widths) if widths else math.nan)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="part of an interval's name")
    parser.add_argument("--n", default="50,100,400", help="sample sizes")
    parser.add_argument("--reps", type=int, default=300, help="samples for each p; a third of it, or a sixth, for what is slow")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    print(f"{'interval':<40} {'n':>5} {'mean':>7} {'lowest':>7} {'at p':>5} {'none':>6} {'width':>6}")
    outside = []
    for name, one in INTERVALS.items():
        for n in map(int, args.n.split(",")):
            if args.only in name:
                reps = args.reps if name not in SLOW else max(1, args.reps // (6 if name in RESAMPLED and n >= 400 else 3))
                mean_, low, at, missing, width = coverage(one, n, reps, args.seed)
                flag = "" if LOW <= mean_ <= HIGH else "  outside"
                outside += [f"{name}, n {n}"] if flag else []
                print(f"{name:<40} {n:>5} {100 * mean_:>6.1f}% {100 * low:>6.1f}% {at:>5.2f} {100 * missing:>5.1f}% {width:>6.3f}{flag}",
                      flush=True)
    print(f"outside {LOW:.0%} to {HIGH:.0%}: {'; '.join(outside) or 'none'}")
    return 1 if outside else 0


if __name__ == "__main__":
    sys.exit(main())
