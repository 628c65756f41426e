#!/usr/bin/env python3
"""Compare two runs over the same questions and say what got better or worse, and whether that is more than luck.

Reads two files of scored rows (JSONL, one answered query each), paired by `id`: the signals `faithful` or
`faithfulness_score`, `retrieval_good`, `recall_at_k` and the other retrieval metrics, `relevant`, `correct`,
`abstained` and the scores behind them, and `faithfulness_by`, `retrieval_by` to refuse unlike settings. Adds no
fields and writes no rows: standard output carries the comparison, --md and --html write it as a page.

  python scripts/compare_runs.py --before before.jsonl --after after.jsonl
  python scripts/compare_runs.py --before before.jsonl --after after.jsonl --metrics hallucination_rate \\
      --fail-on regression --tolerance 0.02 --html compare.html

The test decides, the interval describes: exact McNemar for rates and a paired permutation test for means, both after
Holm's correction over the metrics shown, say whether a change is more than luck, and they alone gate. Name the metrics
that matter (--metrics) before you look: each further one costs power.

Exit codes: 0 done; 1 a regression beyond noise with --fail-on, or too many bad lines; 2 wrong usage, or runs that
cannot be compared; 3 a file is wrong; 70 a bug here; 130, 141 interrupted.
"""
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
from __future__ import annotations

import argparse
import base64
import bisect
import collections
import contextlib
import difflib
import errno
import functools
import gzip
import hashlib
import html
import io
import itertools
import json
import math
import os
import random
import shutil
import signal
import statistics
import sys
import tempfile
import textwrap
import time
import traceback
import zlib

VERSION = "0.1.0"

# Name -> +1 where higher is better, -1 where lower is, 0 where neither (shown and tested, never gated).
RATES = {"hallucination_rate": -1, "retrieval_good_rate": 1, "relevant_rate": 1, "correct_rate": 1,
         "abstention_rate": 0, "hit_at_k": 1}
MEANS = {"recall_at_k": 1, "precision_at_k": 1, "reciprocal_rank": 1, "average_precision": 1, "ndcg_at_k": 1,
         "r_precision": 1, "faithfulness": 1, "support": 1, "faithfulness_score": 1, "answer_relevance": 1,
         "answer_correctness": 1, "freshness": 1}
FLAG_OF = {"relevant_rate": "relevant", "correct_rate": "correct"}
HEADLINE = ("hallucination_rate", "retrieval_good_rate", "recall_at_k")  # what slices are searched for
ALPHA, POWER = 0.05, 0.8  # the usual ones; two-sided
EXACT_PAIRS = 16  # changed pairs up to which every sign is tried: 65,536 sums, a few milliseconds
PERMUTATIONS = 9999  # a p of 0.05 then has a standard error of 0.002
RESAMPLES = 2000  # bootstrap; its 2.5 % points then move by about 3 % of the width between seeds
LARGE = 4000  # changed pairs from which the normal limit is nearer than resampling gets
LARGEST = 1e100  # of a field of one's own; its square must still be a number
CELLS = ("good_faithful", "good_hallucinating", "poor_faithful", "poor_hallucinating")
QUALITY = {"faithful": 1.0, "abstained": 0.5, "empty": 0.0, "hallucinating": 0.0}  # a refusal misleads nobody
WEIGHTS = {"correct_rate": 3.0, "retrieval_good_rate": 2.0, "relevant_rate": 1.0}  # of one row's change; the answer has 4
ANSWER_WEIGHT = 4.0
MOSTLY = 0.5  # ids whose question differs, from which the files hold different questions
LISTED, DETAILED, SHOWN = 1000, 1000, 10  # ids in JSON; of these with their texts; in text
FEW_CLUSTERS = 30  # below it drawing whole clusters again is too narrow, and Student's t from them is used
SLICE_FIELDS, SLICE_VALUES, SMALLEST_SLICE = 20, 1000, 10
SMALL_EFFECT = 0.05  # five points: what teams ask for first


# --- tests and intervals ---
# Floats are added by math.fsum: what sum() gives them depends on the version of Python (3.12 changed it), and so does math.hypot.

def holm(values: list) -> list:
    """Holm's step-down adjusted p-values, in the order given (Holm 1979, Scand. J. Statist. 6:65-70)."""
    adjusted, highest = [0.0] * len(values), 0.0
    for step, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, (len(values) - step) * values[place]))
        adjusted[place] = highest
    return adjusted


def mcnemar_exact(lost: int, gained: int) -> float:
    """Two-sided exact p of `lost` against `gained` changed pairs, binomial at one half; 1 when no pair changed."""
    n, k = lost + gained, min(lost, gained)
    if n == 0 or lost == gained:
        return 1.0
    term = total = math.exp(math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) - n * math.log(2))
    while k > 0 and term > 1e-18 * total:  # downward from the largest term, so that no term underflows first
        term *= k / (n - k + 1)
        total += term
        k -= 1
    return min(1.0, 2 * total)


def newcombe_paired(both: int, first: int, second: int, neither: int) -> list:
    """95 % interval of the share of first minus the share of second, from the four counts of pairs.

    `first` and `second` count pairs where only the one is true. Newcombe (1998), Stat. Med. 17:2635-2650, method 10:
    Wilson limits squared and added, with his continuity-corrected correlation.
    """
    n = both + first + second + neither
    p1, p2 = (both + first) / n, (both + second) / n
    (l1, u1), (l2, u2) = wilson(both + first, n), wilson(both + second, n)
    spread = math.sqrt((both + first) * (second + neither)) * math.sqrt((both + second) * (first + neither))
    cross = both * neither - first * second
    phi = 0.0 if spread == 0 else (max(cross - n / 2, 0) if cross > 0 else cross) / spread
    low = (p1 - l1) ** 2 - 2 * phi * (p1 - l1) * (u2 - p2) + (u2 - p2) ** 2
    high = (u1 - p1) ** 2 - 2 * phi * (u1 - p1) * (p2 - l2) + (p2 - l2) ** 2
    return [max(-1.0, p1 - p2 - math.sqrt(max(0.0, low))), min(1.0, p1 - p2 + math.sqrt(max(0.0, high)))]


def newcombe_unpaired(x1: int, n1: int, x2: int, n2: int) -> list:
    """95 % interval of x1/n1 - x2/n2, two independent samples (Newcombe 1998, Stat. Med. 17:873-890, method 10)."""
    p1, p2 = x1 / n1, x2 / n2
    (l1, u1), (l2, u2) = wilson(x1, n1), wilson(x2, n2)
    return [p1 - p2 - math.sqrt((p1 - l1) ** 2 + (u2 - p2) ** 2), p1 - p2 + math.sqrt((u1 - p1) ** 2 + (p2 - l2) ** 2)]


def fisher_exact(x1: int, n1: int, x2: int, n2: int) -> float:
    """Two-sided p of Fisher's exact test: the tables that are no likelier than the one seen (Fisher 1934)."""
    total, low, high = x1 + x2, max(0, x1 + x2 - n2), min(n1, x1 + x2)

    def weight(x: int) -> float:
        return -math.fsum(math.lgamma(part + 1) for part in (x, n1 - x, total - x, n2 - total + x))
    top = max(weight(x) for x in range(low, high + 1))
    shares = [math.exp(weight(x) - top) for x in range(low, high + 1)]
    seen = shares[x1 - low] * (1 + 1e-7)  # ties with the table seen count, whatever their last bit
    return min(1.0, math.fsum(share for share in shares if share <= seen) / math.fsum(shares))


def sign_flip(differences: list, seed: str, draws: int = PERMUTATIONS) -> tuple:
    """(two-sided p, name) of the paired permutation test: under no effect each difference may have either sign.

    All signs are tried up to EXACT_PAIRS changed pairs, a seeded sample of them beyond, and the normal limit for LARGE
    and more. Pairs without a change say nothing and are left out.
    """
    moved = [value for value in differences if value != 0]
    seen, slack = abs(math.fsum(moved)), 1e-9 * math.fsum(map(abs, moved))
    if not moved:
        return 1.0, "paired permutation (exact)"
    if len(moved) <= EXACT_PAIRS:
        sums = [0.0]
        for value in moved:
            sums = [each + sign for each in sums for sign in (value, -value)]
        return sum(abs(each) >= seen - slack for each in sums) / len(sums), "paired permutation (exact)"
    if len(moved) >= LARGE:
        z = seen / math.sqrt(math.fsum(value * value for value in moved))
        return math.erfc(z / math.sqrt(2)), "paired permutation (normal limit)"
    chance, half, beyond = random.Random(seed), math.fsum(moved) / 2, 0
    zero = bytes.maketrans(b"0", b"\0")  # digits as selectors: "0" becomes false
    for _ in range(draws):
        bits = format(chance.getrandbits(len(moved)), f"0{len(moved)}b").encode().translate(zero)
        beyond += abs(2 * (sum(itertools.compress(moved, bits)) - half)) >= seen - slack
    return (1 + beyond) / (1 + draws), "paired permutation"


def bootstrap_mean(sums: list, sizes: list, seed: str, resamples: int = RESAMPLES) -> tuple:
    """(95 % interval, name) of sum/size over units drawn again with replacement; (None, name) without any spread.

    A unit is a pair (size 1) or a cluster of them. Percentile interval, widened to Student's t as small samples need
    (Hesterberg 2015, Am. Stat. 69:371-386, "expanded percentile"); the t interval itself for LARGE and more units and for
    few clusters.
    """
    n, size = len(sums), sum(sizes)
    mean = math.fsum(sums) / size if size else 0.0
    rest = [each - mean * own for each, own in zip(sums, sizes)]
    if n < 2 or all(abs(value) <= 1e-12 for value in rest):
        return None, "none: no spread"
    single = all(own == 1 for own in sizes)
    if n >= LARGE or (n < FEW_CLUSTERS and not single):
        half = t_quantile(n - 1) * math.sqrt(math.fsum(value * value for value in rest) * n / (n - 1)) / size
        return [mean - half, mean + half], "Student's t"
    chance, means = random.Random(seed), []
    moved = [value for value in sums if value != 0]
    counts = binomial_table(n, len(moved) / n) if single else []
    for _ in range(resamples):
        if single:  # how many draws hit a changed pair, then which: the same law, and only those cost time
            hits = bisect.bisect(counts, chance.random())
            means.append(math.fsum(chance.choices(moved, k=hits)) / n if hits else 0.0)
        else:
            drawn = chance.choices(range(n), k=n)
            means.append(math.fsum(sums[place] for place in drawn) / sum(sizes[place] for place in drawn))
    means.sort()
    tail = math.erfc(t_quantile(n - 1) * math.sqrt(n / (n - 1) / 2)) / 2
    return [quantile(means, tail), quantile(means, 1 - tail)], "expanded percentile bootstrap"


def binomial_table(n: int, share: float) -> list:
    """Cumulative probabilities of 0..n-1 hits in n draws, for drawing a count with one random number."""
    if share >= 1:
        return [0.0] * n
    logs = [math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * math.log(share)
            + (n - k) * math.log1p(-share) for k in range(n)]
    return list(itertools.accumulate(map(math.exp, logs)))


def quantile(ordered: list, share: float) -> float:
    """The share-quantile of a sorted list, linear between its values."""
    place = share * (len(ordered) - 1)
    low = min(len(ordered) - 2, int(place))
    return ordered[low] + (place - low) * (ordered[low + 1] - ordered[low])


def welch(before: list, after: list) -> tuple:
    """(p, 95 % interval) of the difference of two independent means (Welch 1947); (1, None) without any spread.

    One value alone shows no spread of its own: it is taken to have that of the other sample (Student's t, pooled).
    """
    parts = [Moments(), Moments()]
    for part, values in zip(parts, (before, after)):
        for value in values:
            part.add(value)
    errors = [part.squares / (part.n - 1) / part.n if part.n > 1 else 0.0 for part in parts]
    pooled = min(part.n for part in parts) < 2
    if pooled and max(part.n for part in parts) > 1:
        spread = sum(part.squares for part in parts) / (sum(part.n for part in parts) - 2)
        errors = [spread / part.n for part in parts]
    error, difference = sum(errors), parts[1].mean - parts[0].mean
    if error <= 1e-24:
        return 1.0, None
    df = sum(part.n for part in parts) - 2 if pooled else \
        error ** 2 / sum(each ** 2 / (part.n - 1) for each, part in zip(errors, parts) if each)
    half, t2 = t_quantile(df) * math.sqrt(error), difference ** 2 / error
    return beta_cdf(df / 2, 0.5, df / (df + t2)), [difference - half, difference + half]


def detectable_change(spread: float, n: int, tests: int, rate: bool) -> float | None:
    """The smallest true change that n pairs show with 80 % power, tested at 5 % over `tests` metrics; None for n 0.

    `spread` is the variance of one difference. An exact test cannot reject on too few changed pairs whatever their
    direction, so a rate needs at least that many.
    """
    if n == 0:
        return None
    smallest = power_factor(tests) * math.sqrt(spread / n)
    if rate:
        least = next(k for k in range(1, 99) if 2.0 ** (1 - k) <= ALPHA / tests)
        smallest = max(smallest, least / n)
    return min(1.0, smallest) if rate else smallest


def pairs_needed(spread: float, effect: float, tests: int) -> int:
    """How many pairs show a true change of `effect` with 80 % power (for rates: Connor 1987, Biometrics 43:207-211)."""
    normal = statistics.NormalDist()
    spread = max(spread, effect * effect, 1e-12)
    reject, power = normal.inv_cdf(1 - ALPHA / tests / 2), normal.inv_cdf(POWER)
    return math.ceil(((reject * math.sqrt(spread) + power * math.sqrt(max(0.0, spread - effect ** 2))) / effect) ** 2)


def power_factor(tests: int) -> float:
    """Standard errors between no change and one found with 80 % power, at 5 % over `tests` metrics (one: 2.80)."""
    normal = statistics.NormalDist()
    return normal.inv_cdf(1 - ALPHA / tests / 2) + normal.inv_cdf(POWER)


# --- one metric of two runs ---

def compare_pairs(name: str, pairs: list, clusters: list | None, seed: int) -> dict:
    """One metric over (before, after) pairs: both values, difference, interval, p, test. A rate when all are 0 or 1."""
    n, rate = len(pairs), name not in MEANS and all(value in (0, 1) for pair in pairs for value in pair)
    result = {"before": None, "after": None, "difference": None, "ci95": None, "p_value": None, "p_adjusted": None,
              "test": None, "interval": None, "n": n, "kind": "rate" if rate else "mean", "note": None}
    if not n:
        return result
    before, after = math.fsum(pair[0] for pair in pairs), math.fsum(pair[1] for pair in pairs)
    moves = [pair[1] - pair[0] for pair in pairs]
    result.update(before=before / n, after=after / n, difference=math.fsum(moves) / n,
                  changed_up=sum(move > 0 for move in moves), changed_down=sum(move < 0 for move in moves))
    if clusters is not None:
        sums, sizes = collections.defaultdict(float), collections.Counter(clusters)
        for cluster, move in zip(clusters, moves):
            sums[cluster] += move
        result["clusters"] = len(sizes)
        result["p_value"], result["test"] = sign_flip(list(sums.values()), f"{seed}:{name}")
        result["test"] += " of clusters"
        result["ci95"], result["interval"] = bootstrap_mean([sums[key] for key in sizes], list(sizes.values()), f"{seed}:{name}")
    elif rate:
        gained, lost = result["changed_up"], result["changed_down"]
        both = sum(pair == (1, 1) for pair in pairs)
        result.update(p_value=mcnemar_exact(lost, gained), test="mcnemar_exact", interval="newcombe_paired_10",
                      ci95=newcombe_paired(both, gained, lost, n - both - gained - lost))
    else:
        result["p_value"], result["test"] = sign_flip(moves, f"{seed}:{name}")
        result["ci95"], result["interval"] = bootstrap_mean(moves, [1] * n, f"{seed}:{name}")
    if not any(moves):
        result["note"] = "no row changed"
    return within_range(name, result)


def within_range(name: str, result: dict) -> dict:
    """The result with an interval cut to -1..1 where the metric lies in 0..1."""
    if result["ci95"] and name in {*RATES, *MEANS} - {"faithfulness_score"}:
        result["ci95"] = [max(-1.0, result["ci95"][0]), min(1.0, result["ci95"][1])]
    return result


def compare_samples(name: str, before: list, after: list) -> dict:
    """One metric over two independent samples; the same keys as compare_pairs, n as [before, after]."""
    rate = name not in MEANS and all(value in (0, 1) for value in before + after)
    result = {"before": None, "after": None, "difference": None, "ci95": None, "p_value": None, "p_adjusted": None,
              "test": None, "interval": None, "n": [len(before), len(after)], "kind": "rate" if rate else "mean", "note": None}
    if not before or not after:
        return result
    result.update(before=math.fsum(before) / len(before), after=math.fsum(after) / len(after))
    result["difference"] = result["after"] - result["before"]
    if rate:
        counts = round(sum(after)), len(after), round(sum(before)), len(before)
        result.update(p_value=fisher_exact(*counts), ci95=newcombe_unpaired(*counts), test="fisher_exact",
                      interval="newcombe_unpaired_10")
    else:
        name_of_t = "student_t_pooled" if min(len(before), len(after)) < 2 else "welch_t"
        result.update(zip(("p_value", "ci95"), welch(before, after)), test=name_of_t, interval=name_of_t)
    return within_range(name, result)


def judge_metrics(metrics: dict, directions: dict) -> None:
    """Add Holm's p_adjusted over all metrics measured, and `change`: better, worse, different or no clear change."""
    measured = [name for name in metrics if metrics[name]["p_value"] is not None]
    for name, value in zip(measured, holm([metrics[name]["p_value"] for name in measured])):
        metrics[name]["p_adjusted"] = value
    for name, metric in metrics.items():
        direction = directions.get(name, 0)
        metric["better"] = {1: "higher", -1: "lower", 0: None}[direction]
        sure, change = metric["p_adjusted"] is not None and metric["p_adjusted"] < ALPHA, (metric["difference"] or 0) * direction
        metric["change"] = "not measured" if metric["p_value"] is None else "no clear change" if not sure else \
            "better" if change > 0 else "worse" if change < 0 else "different"
        excludes = bool(metric["ci95"]) and (metric["ci95"][0] > 0 or metric["ci95"][1] < 0)
        if metric["ci95"] and excludes != sure:
            metric["note"] = "the interval leaves out 0, the test does not reject" + \
                (" after Holm's correction" if metric["p_value"] < ALPHA else "") + ": the test decides" if excludes else \
                "the interval holds 0, the test rejects: the test decides"


def gate_failures(metrics: dict, tolerance: float) -> list:
    """Names of metrics that are worse beyond noise by more than the tolerance."""
    return [name for name, metric in metrics.items()
            if metric["change"] == "worse" and abs(metric["difference"]) > tolerance + AT_LEAST]


def verdict_text(metrics: dict, changed: int, n: int) -> str:
    """One sentence that begins with better, worse, mixed, unchanged or no clear change."""
    found = {word: [name for name, metric in metrics.items() if metric["change"] == word] for word in ("better", "worse")}
    if n and not changed:
        return "unchanged: no row changed in any metric shown"
    if not found["better"] and not found["worse"]:
        return "no clear change: no metric moved by more than luck explains"
    words = [f"{name} {'rose' if metrics[name]['difference'] > 0 else 'fell'} from {shown(metrics[name], 'before')} to "
             f"{shown(metrics[name], 'after')} (p {p_text(metrics[name]['p_adjusted'])})"
             for word in ("worse", "better") for name in found[word]]
    return ("mixed" if all(found.values()) else "better" if found["better"] else "worse") + ": " + "; ".join(words)


def shown(metric: dict, key: str) -> str:
    """A metric's value for people: percent for a rate, two or more digits for a mean."""
    value = metric[key]
    return "-" if value is None else percent(value) if metric["kind"] == "rate" else f"{value:.3f}"


def signed(values: list, scale: float = 1.0, digits: int = 3) -> list:
    """Numbers with their sign and as many digits as it takes that none but 0 is shown as 0."""
    values = [value * scale for value in values]
    while digits < 9 and any(value and float(f"{value:.{digits}f}") == 0 for value in values):
        digits += 1
    return [f"{value:+.{digits}f}" for value in values]


def p_text(value: float | None) -> str:
    """A p-value for people, which never crosses 0.05 by rounding."""
    if value is None:
        return "-"
    text = "<0.0001" if value < 0.0001 else f"{value:.4f}" if value < 0.1 else f"{value:.2f}"
    return "<0.05" if value < ALPHA <= float(text.lstrip("<")) else text


# --- rows ---

def field_of(row: dict, path: str) -> object:
    """The value of a field or of a dotted path into objects; None where there is none."""
    if path in row:
        return row[path]
    for part in path.split("."):
        row = row.get(part) if isinstance(row, dict) else None
    return row


def plain_number(row: dict, path: str) -> float | None:
    """A field's number, true and false as 1 and 0; None when it is absent or null. Raises DataError."""
    value = field_of(row, path)
    return float(value) if isinstance(value, bool) else number({path: value}, path, -LARGEST, LARGEST)


def metric_values(row: dict, signals: object, line: int, others: list) -> tuple:
    """(values by metric name, generation class, kind, retrieval class, basis) of a row; what is absent has no value."""
    answer, kind = signals.generation(row, line)
    found, basis = signals.retrieval(row)
    values = {}
    if answer in ("faithful", "hallucinating"):
        values["hallucination_rate"] = float(answer == "hallucinating")
    if answer in ("faithful", "hallucinating", "abstained"):
        values["abstention_rate"] = float(answer == "abstained")
    if found != "unmeasured":
        values["retrieval_good_rate"] = float(found == "good")
    for name, field in FLAG_OF.items():
        if truth(row, field) is not None:
            values[name] = float(truth(row, field))
    for name in MEANS:
        value = row.get(name)
        if value is not None:
            values[name] = number(row, name, 0, 5 if name == "faithfulness_score" else 1)
    hit = row.get("hit_at_k")
    if hit is not None:
        values["hit_at_k"] = float(truth(row, "hit_at_k")) if isinstance(hit, (str, bool)) else number(row, "hit_at_k", 0, 1)
    for name in others:
        value = plain_number(row, name)
        if value is not None:
            values[name] = value
    return values, answer, kind, found, basis


def settings_of(row: dict, answer: str, found: str, basis: str | None) -> dict:
    """What the row's numbers rest on, part by part, from faithfulness_by, retrieval_by, k and the basis."""
    parts = {}
    if answer in ("faithful", "hallucinating"):
        by = row.get("faithfulness_by")
        scorer, _, rest = str(by or "not stated").partition(":")
        if rest:  # judge:<name>/<version>; a name may hold slashes
            name, _, version = rest.rpartition("/")
            parts.update({"scorer": scorer, scorer: name or rest, f"{scorer} version": version if name else ""})
        else:
            pieces = scorer.split("/")
            parts.update({"scorer": pieces[0], f"{pieces[0]} settings": "/".join(pieces[1:-1])})
            parts[f"{pieces[0]} version"] = pieces[-1] if len(pieces) > 1 else ""
    if found != "unmeasured":
        pieces = str(row.get("retrieval_by") or "").split("/")
        k = row["k"] if row.get("k") is not None else pieces[0][1:] if pieces[0][:1] == "k" else ""
        parts.update({"retrieval basis": basis, "k": id_text(k), "retrieval settings": "/".join(pieces[1:-1]),
                      "retrieval version": pieces[-1] if len(pieces) > 1 else ""})
    return parts


def settings_differ(before: dict, after: dict) -> list:
    """[part, before, after] for each setting whose values over the rows are not the same in both runs."""
    def words(values: set) -> str:
        return ", ".join(sorted(str(value) for value in values if value not in ("", None))) or "none"
    return [[part, words(before.get(part, set())), words(after.get(part, set()))]
            for part in sorted({*before, *after}) if before.get(part, set()) - {""} != after.get(part, set()) - {""}]


def cell_of(answer: str, found: str) -> str | None:
    """The row's cell of the 2x2, None when it stands outside."""
    name = f"{found}_{answer}"
    return name if name in CELLS else None


class Record:
    """What is kept of a row: its place, question, classes, values, slices and cluster."""

    __slots__ = ("line", "query", "answer", "kind", "found", "basis", "values", "slices", "cluster")

    def __init__(self, line: int, query: str | None, classes: tuple, slices: dict, cluster: object) -> None:
        self.line, self.query, self.slices, self.cluster = line, query, slices, cluster
        self.values, self.answer, self.kind, self.found, self.basis = classes


def same_question(text: object) -> str | None:
    """A question as questions are compared: case and white space do not count; None when there is none."""
    return " ".join(text.casefold().split()) if isinstance(text, str) and text.strip() else None


def slices_of(row: dict, asked: list) -> dict:
    """Field -> value as text, of the fields asked for and of the short plain values in `metadata`."""
    metadata = row.get("metadata") if isinstance(row.get("metadata"), dict) else {}
    found = {f"metadata.{key}": value for key, value in itertools.islice(metadata.items(), SLICE_FIELDS)
             if isinstance(value, (str, bool)) and len(str(value)) <= 60}
    found.update((path, field_of(row, path)) for path in asked)
    return {path: sys.intern(id_text(value)) for path, value in found.items()
            if value is not None and not isinstance(value, (dict, list))}


def key_text(value: object, field: str) -> str:
    """A key as rows are paired by it: an id, or a question whatever its white space."""
    return " ".join(id_text(value).split()) if field == "query" else id_text(value)


class Run:
    """The rows of one file by key, the settings they carry, and their lines again for those that are shown."""

    def __init__(self, path: str, args: argparse.Namespace) -> None:
        self.path, self.args, self.records, self.settings = path, args, {}, collections.defaultdict(set)
        self.signals, self.kept, self.repeated = Signals(args), {}, 0
        rows = Rows(path, args.encoding, args.skip_errors, args.limit, args.progress)
        queries = set()
        for row in rows:
            try:
                key, record = self.record(row, rows.number)
            except DataError as error:
                rows.reject(error)
                continue
            if key in self.records:
                raise DataError(f"{rows.place}: {args.key} {shorten(key)!r} stands on line {self.records[key].line} too; rows are "
                                "joined by it, so give each row its own id, or pair by another field with --key")
            self.records[key] = record
            self.repeated += record.query in queries
            if record.query:
                queries.add(record.query)
            if path == "-":
                self.kept[rows.number] = rows.line
        self.code = rows.finish()
        self.signals.check(path)

    def record(self, row: dict, line: int) -> tuple:
        """(key, Record) of one row. Raises DataError."""
        value = field_of(row, self.args.key)
        if value is None or isinstance(value, (dict, list, bool)) or not id_text(value):
            raise DataError(f"no {self.args.key} to pair the row by; name another field with --key, such as --key query")
        key = key_text(value, self.args.key)
        docs_of(row)  # compared later for the rows that are shown; a bad one must be met here, where it can be skipped
        classes = metric_values(row, self.signals, line, self.args.others)
        for part, setting in settings_of(row, *[classes[place] for place in (1, 3, 4)]).items():
            self.settings[part].add(setting)
        cluster = field_of(row, self.args.cluster) if self.args.cluster else None
        return key, Record(line, same_question(row.get("query")), classes, slices_of(row, self.args.by),
                           None if cluster is None else id_text(cluster))

    def rows_at(self, numbers: set) -> dict:
        """Line number -> row, read again, for the few rows that are shown."""
        lines = self.kept.items() if self.path == "-" else read_lines(self.path, self.args.encoding)
        return {line: parse_row(text) for line, text in lines if line in numbers}


def row_change(before: Record, after: Record, only: list | None = None) -> float:
    """How much better (above 0) or worse a row got: the answer counts most, then correctness, retrieval, relevance.

    With `only`, no other metric counts: what was not asked about makes no row better or worse.
    """
    change = 0.0
    if before.answer in QUALITY and after.answer in QUALITY and (
            not only or "hallucination_rate" in only or "abstention_rate" in only):
        change += ANSWER_WEIGHT * (QUALITY[after.answer] - QUALITY[before.answer])
    for name, weight in WEIGHTS.items():
        if name in before.values and name in after.values and (not only or name in only):
            change += weight * (after.values[name] - before.values[name])
    means = [after.values[name] - before.values[name] for name in MEANS
             if name in before.values and name in after.values and name != "faithfulness_score" and (not only or name in only)]
    return change + (math.fsum(means) / len(means) if means else 0.0)


def what_changed(before: dict, after: dict) -> dict:
    """What differs between the two rows of a question: the answer, the documents and their ranks, the rank of the first gold one."""
    ids = [[id_text(doc["id"]) for doc in docs_of(row) or []] for row in (before, after)]
    answers = [row.get("answer") for row in (before, after)]
    gold = before.get("gold_doc_ids") if isinstance(before.get("gold_doc_ids"), list) else []
    gold = {id_text(value) for value in gold if isinstance(value, (str, int, float))}
    ranks = [next((rank for rank, doc in enumerate(docs, 1) if doc in gold), None) for docs in ids]
    return {"answer": None if answers[0] == answers[1] else {"before": shorten(answers[0] or "", 300),
                                                             "after": shorten(answers[1] or "", 300)},
            "documents": None if ids[0] == ids[1] else {
                "lost": [doc for doc in dict.fromkeys(ids[0]) if doc not in ids[1]],
                "new": [doc for doc in dict.fromkeys(ids[1]) if doc not in ids[0]],
                "ranks": {doc: [rank + 1, ids[1].index(doc) + 1] for rank, doc in enumerate(ids[0])
                          if doc in ids[1] and ids[0].index(doc) == rank != ids[1].index(doc)},
                "reordered": [doc for doc in ids[0] if doc in ids[1]] != [doc for doc in ids[1] if doc in ids[0]]},
            "gold_rank": {"before": ranks[0], "after": ranks[1]} if gold else None}


def changed_values(before: Record, after: Record) -> dict:
    """Metric -> [before, after] where a row's values differ; a value only one run has stands against None."""
    return {name: [before.values.get(name), after.values.get(name)] for name in [*RATES, *MEANS]
            if before.values.get(name) != after.values.get(name)}


# --- the comparison ---

def main_kind(kinds: list) -> object:
    """The commonest of the kinds that a pair has on both sides; None when no pair has one."""
    found = collections.Counter(before for before, after in kinds if before == after and before is not None)
    return found.most_common(1)[0][0] if found else None


class Comparison:
    """Two runs side by side: the keys they share, and the metric values of those rows that may be compared."""

    GENERATION = ("hallucination_rate", "abstention_rate", "faithfulness", "support", "faithfulness_score")
    RETRIEVAL = ("retrieval_good_rate", "hit_at_k", "recall_at_k", "precision_at_k", "reciprocal_rank",
                 "average_precision", "ndcg_at_k", "r_precision")

    def __init__(self, before: Run, after: Run, args: argparse.Namespace) -> None:
        self.before, self.after, self.args = before.records, after.records, args
        self.keys = [key for key in self.before if key in self.after]
        self.only_before = [key for key in self.before if key not in self.after]
        self.only_after = [key for key in self.after if key not in self.before]
        self.paired = bool(self.keys) and not args.unpaired
        self.kind = self.basis = None
        if not args.allow_different_signatures:
            together = [(self.before[key], self.after[key]) for key in self.keys] if self.paired else \
                [(record, record) for record in [*self.before.values(), *self.after.values()]]
            self.kind = main_kind([(b.kind, a.kind) for b, a in together if "hallucination_rate" in b.values])
            self.basis = main_kind([(b.basis, a.basis) for b, a in together])

    def value(self, record: Record, name: str) -> float | None:
        """A record's value of a metric; None when absent, or of another kind of verdict than the one compared."""
        if (name in self.GENERATION and self.kind and record.kind != self.kind) or \
                (name in self.RETRIEVAL and self.basis and record.basis not in (self.basis, None)):
            return None
        return record.values.get(name)

    def names(self) -> list:
        """Metrics to show: those asked for, else all that some row carries (abstention only where it occurs)."""
        if self.args.metrics:
            return self.args.metrics
        records = [*self.before.values(), *self.after.values()]
        found = {name for record in records for name in record.values}
        if not any(record.values.get("abstention_rate") for record in records):
            found.discard("abstention_rate")
        return [name for name in [*RATES, *MEANS, *self.args.others] if name in found]

    def pairs(self, name: str, keys: list | None = None) -> tuple:
        """(pairs of values, their clusters or None, left out by reason) of a metric."""
        pairs, clusters, left = [], [] if self.args.cluster else None, collections.Counter()
        for key in self.keys if keys is None else keys:
            values = self.value(self.before[key], name), self.value(self.after[key], name)
            if None in values:
                left["missing in both" if values == (None, None) else "missing before" if values[0] is None else
                     "missing after"] += 1
                continue
            pairs.append(values)
            if clusters is not None:
                own = self.before[key].cluster if self.before[key].cluster is not None else self.after[key].cluster
                clusters.append(("row", key) if own is None else own)
        return pairs, clusters, dict(sorted(left.items()))

    def metric(self, name: str, keys: list | None = None) -> dict:
        if not self.paired:
            samples = [[value for record in run.values() for value in [self.value(record, name)] if value is not None]
                       for run in (self.before, self.after)]
            return compare_samples(name, *samples)
        pairs, clusters, left = self.pairs(name, keys)
        return {**compare_pairs(name, pairs, clusters, self.args.seed), "left_out": left}

    def moved(self) -> dict:
        """{cell before: {cell after: pairs}} over pairs that stand in the 2x2 both times."""
        table = {cell: dict.fromkeys(CELLS, 0) for cell in CELLS}
        for key in self.keys:
            cells = [cell_of(run[key].answer, run[key].found) for run in (self.before, self.after)]
            if None not in cells:
                table[cells[0]][cells[1]] += 1
        return table

    def outside(self) -> dict:
        """Pairs that stand outside the 2x2 in one run or both: "class before -> class after" and their number."""
        found = collections.Counter()
        for key in self.keys:
            ends = [(run[key].answer, run[key].found) for run in (self.before, self.after)]
            if None in [cell_of(*end) for end in ends]:
                found[" -> ".join(f"{answer}/{retrieval}" for answer, retrieval in ends)] += 1
        return dict(found.most_common())

    def changes(self) -> list:
        """(change, key) of each pair whose row got better or worse, worst first."""
        found = [(row_change(self.before[key], self.after[key], self.args.metrics), key) for key in self.keys]
        return sorted(((change, key) for change, key in found if abs(change) > AT_LEAST), key=lambda each: each[0])

    def slices(self, names: list) -> dict:
        """Slices in which a headline metric moved beyond noise, Holm's correction over all slices looked at."""
        groups = collections.defaultdict(list)
        values = collections.defaultdict(set)
        for key in self.keys:
            for path, value in self.before[key].slices.items():
                if value in values[path] or len(values[path]) < SLICE_VALUES:
                    values[path].add(value)
                else:
                    value = "(other values)"
                groups[path, value].append(key)
        looked = []
        for (path, value), keys in groups.items():
            asked = path in self.args.by
            if len(keys) < SMALLEST_SLICE or (not asked and not 2 <= len(values[path]) <= SLICE_FIELDS):
                continue
            for name in HEADLINE:
                if name in names:
                    metric = self.metric(name, keys)
                    if metric["p_value"] is not None:
                        looked.append({"field": path, "value": value, "metric": name,
                                       **{key: metric[key] for key in ("n", "before", "after", "difference", "ci95",
                                                                       "kind", "p_value", "test")}})
        for one, adjusted in zip(looked, holm([one["p_value"] for one in looked])):
            one["p_adjusted"] = adjusted
        moved = [one for one in looked if one["p_adjusted"] < ALPHA]
        return {"looked_at": len(looked), "moved": sorted(moved, key=lambda one: one["p_adjusted"])}

    def detectable(self, name: str, metric: dict, tests: int, effect: float) -> dict:
        """The smallest change this sample could have shown for a metric, and the traces that would show `effect`."""
        rate, n = metric["kind"] == "rate", metric["n"]
        if not self.paired:
            samples = [[self.value(record, name) for record in run.values()] for run in (self.before, self.after)]
            spreads = [variance([value for value in values if value is not None]) for values in samples]
            spreads = [spread if count > 1 else max(spreads) for spread, count in zip(spreads, n)]
            smallest = power_factor(tests) * math.sqrt(sum(spread / count for spread, count in zip(spreads, n)))
            return {"smallest": smallest, "n_for_effect": math.ceil(power_factor(tests) ** 2 * sum(spreads) / effect ** 2)}
        pairs, clusters, _ = self.pairs(name)
        moves = [after - before for before, after in pairs]
        spread = (sum(move != 0 for move in moves) + 1) / (n + 2) if rate else variance(moves)
        if clusters is not None:
            spread *= cluster_effect(moves, clusters)
        if not rate and spread <= 1e-18:  # no spread, no estimate: the next pair could move by anything
            return {"smallest": None, "n_for_effect": None}
        needed = pairs_needed(spread, effect, tests) if rate else \
            math.ceil(power_factor(tests) ** 2 * spread / effect ** 2)
        return {"smallest": detectable_change(spread, n, tests, rate), "n_for_effect": needed}


def variance(values: list) -> float:
    """Sample variance; 0 for fewer than two values."""
    mean = math.fsum(values) / len(values) if values else 0.0
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) if len(values) > 1 else 0.0


def cluster_effect(moves: list, clusters: list) -> float:
    """How many times wider than independent rows the variance of the mean is (Kish's design effect), at least 1."""
    mean, sums = math.fsum(moves) / len(moves), collections.defaultdict(float)
    for move, cluster in zip(moves, clusters):
        sums[cluster] += move - mean
    alone = math.fsum((move - mean) ** 2 for move in moves)
    return max(1.0, math.fsum(value * value for value in sums.values()) / alone) if alone > 0 else 1.0


def check_questions(comparison: Comparison, args: argparse.Namespace) -> list:
    """A warning when ids hold different questions in the two runs; UsageError when most do."""
    both = [(comparison.before[key].query, comparison.after[key].query) for key in comparison.keys]
    both = [pair for pair in both if None not in pair]
    differ = sum(before != after for before, after in both)
    if not differ or args.key == "query" or args.unpaired:
        return []
    words = f"query differs for {differ:,} of {len(both):,} ids"
    if differ > MOSTLY * len(both) and not args.allow_different_queries:
        raise UsageError(f"{words}: the files number different questions alike; pair by --key query, or say "
                         "--allow-different-queries where the questions were only reworded")
    return [f"{words}: these pairs may not be of the same question"]


def check_settings(before: Run, after: Run, args: argparse.Namespace) -> tuple:
    """(what differs, warnings); UsageError when settings differ and that was not allowed."""
    differ = settings_differ(before.settings, after.settings)
    signatures = before.signals.signature(), after.signals.signature()
    if signatures[0] != signatures[1]:
        differ.append(["reading of signals", *signatures])
    if differ and not args.allow_different_signatures:
        raise UsageError("the runs were scored with different settings: " +
                         "; ".join(f"{part}: {one} before, {other} after" for part, one, other in differ) +
                         ". Score both alike, or say --allow-different-signatures")
    return differ, [f"different settings, {part}: {one} before, {other} after" for part, one, other in differ]


def pairing_warnings(comparison: Comparison, before: Run, after: Run, args: argparse.Namespace) -> list:
    """What a reader must know about which rows were compared."""
    found, n = [], len(comparison.keys)
    if not comparison.paired:
        found.append(("the runs are compared as independent samples" if args.unpaired else
                      f"no {args.key} occurs in both runs, so they are compared as independent samples") +
                     ", which needs far more data than pairs of the same questions; " +
                     ("drop --unpaired where the questions are the same" if n else
                      "where the questions are the same, pair them with --key query"))
    elif n < max(len(before.records), len(after.records)):
        found.append(f"a subset is compared: {n:,} pairs of {len(before.records):,} rows before and "
                     f"{len(after.records):,} after")
    if before.repeated and not args.cluster and args.key != "query":
        found.append(f"{before.repeated:,} rows ask a question asked before: they are not independent; --cluster query "
                     "widens the intervals")
    for run, words in ((before, "before"), (after, "after")):
        kinds = {record.kind for record in run.records.values() if "hallucination_rate" in record.values}
        bases = {record.basis for record in run.records.values() if record.basis}
        for many in (kinds, bases):
            if len(many) > 1 and not args.allow_different_signatures:
                found.append(f"{words}: verdicts of several kinds ({', '.join(sorted(many))}) are not pooled; only the "
                             "commonest is compared")
    return found


def check_fields(before: Run, after: Run, args: argparse.Namespace) -> None:
    """UsageError for a field named on the command line that no row has: a misspelt one must not do nothing."""
    records = [*before.records.values(), *after.records.values()]
    named = [("--cluster", args.cluster, any(record.cluster is not None for record in records))] if args.cluster else []
    named += [("--by", path, any(path in record.slices for record in before.records.values())) for path in args.by]
    named += [("--metrics" if name in args.metrics else "--lower-is-better", name, any(name in record.values for record in records))
              for name in args.others]
    for flag, name, found in named:
        if not found:
            raise UsageError(f"{flag} {name}: no row of {'the run before' if flag == '--by' else 'either run'} has it" +
                             ("" if flag == "--metrics" else " as a number" if flag == "--lower-is-better" else " as a plain value"))


def details(comparison: Comparison, chosen: list, before: Run, after: Run) -> list:
    """The rows behind (change, key) pairs: what changed in each, read again from the files."""
    lines = [{run.records[key].line for _, key in chosen} for run in (before, after)]
    rows = [run.rows_at(numbers) for run, numbers in zip((before, after), lines)]
    found = []
    for change, key in chosen:
        records = [run.records[key] for run in (before, after)]
        pair = [texts[record.line] for texts, record in zip(rows, records)]
        cells = [cell_of(record.answer, record.found) or f"{record.found}_{record.answer}" for record in records]
        parts = what_changed(*pair)
        query = pair[0].get("query")
        found.append({"id": key, "query": shorten(query, 200) if isinstance(query, str) else None, "change": change,
                      "cells": cells, "values": changed_values(*records), **parts})
    return found


def compare(before: Run, after: Run, args: argparse.Namespace) -> dict:
    """The whole comparison as data."""
    comparison = Comparison(before, after, args)
    differ, warnings = check_settings(before, after, args)
    warnings += check_questions(comparison, args) + pairing_warnings(comparison, before, after, args)
    for flag, value in (("--cluster", args.cluster), ("--by", args.by)):
        if value and not comparison.paired:
            raise UsageError(f"{flag} needs pairs, and these runs are compared as independent samples")
    check_fields(before, after, args)
    directions = {**RATES, **MEANS, **{name: -1 if name in args.lower_is_better else 1 for name in args.others}}
    metrics, not_compared = {}, {}
    for name in comparison.names():
        carried = [any(name in record.values for record in run.values()) for run in (comparison.before, comparison.after)]
        if args.metrics and not any(carried):
            raise UsageError(f"--metrics {name}: no row of either run has it")
        metric = comparison.metric(name)
        if metric["p_value"] is None:
            not_compared[name] = "no row has it before" if not carried[0] else "no row has it after" if not carried[1] else \
                "no pair has it in both runs"
        else:
            metrics[name] = metric
    if not metrics:
        raise UsageError("nothing to compare: " + ("; ".join(f"{name}: {why}" for name, why in not_compared.items()) or
                         "no row of either run carries a signal; score both runs first (scripts/score_faithfulness.py, "
                         "scripts/score_retrieval.py)"))
    judge_metrics(metrics, directions)
    few = min((metric["clusters"] for metric in metrics.values() if "clusters" in metric), default=FEW_CLUSTERS)
    if few < FEW_CLUSTERS:
        warnings.append(f"{few} values of {args.cluster} are few: intervals are Student's t over them, and p cannot fall below "
                        f"{2.0 ** (1 - few):.2g}")
    warnings += [f"{name} cannot be compared: {why}" for name, why in not_compared.items()]
    warnings += [f"{name}: {sum(metric['left_out'].values()):,} of {len(comparison.keys):,} pairs are left out "
                 f"({', '.join(f'{count:,} {why}' for why, count in metric['left_out'].items())})"
                 for name, metric in metrics.items()
                 if sum(metric.get("left_out", {}).values()) > MAX_BAD_SHARE * len(comparison.keys)]
    changes = comparison.changes() if comparison.paired else []
    down, up = [each for each in changes if each[0] < 0], [each for each in changes if each[0] > 0][::-1]
    listed = details(comparison, down[:LISTED] + up[:LISTED], before, after)
    changed = sum(bool(changed_values(comparison.before[key], comparison.after[key])) or
                  any(metric.get("changed_up", 0) + metric.get("changed_down", 0) for metric in metrics.values())
                  for key in comparison.keys)
    failed = gate_failures(metrics, args.tolerance) if args.fail_on else []
    return {
        "before": shown_path(before.path), "after": shown_path(after.path), "paired": comparison.paired,
        "key": args.key, "pairs": len(comparison.keys) if comparison.paired else 0,
        "unpaired": {"before": comparison.only_before[:LISTED], "after": comparison.only_after[:LISTED],
                     "before_count": len(comparison.only_before), "after_count": len(comparison.only_after)},
        "verdict": verdict_text(metrics, changed, len(comparison.keys) if comparison.paired else 0),
        "metrics": metrics, "not_compared": not_compared,
        "basis": {"faithfulness": comparison.kind, "retrieval": comparison.basis},
        "moved": comparison.moved() if comparison.paired else None,
        "moved_outside": comparison.outside() if comparison.paired else None,
        "regressed": listed[:len(down[:LISTED])], "regressed_count": len(down),
        "improved": listed[len(down[:LISTED]):], "improved_count": len(up),
        "slices": comparison.slices(list(metrics)) if comparison.paired else None,
        "detectable": {"power": POWER, "level": ALPHA / len(metrics), "effect": args.effect, "metrics": {
            name: comparison.detectable(name, metric, len(metrics), args.effect) for name, metric in metrics.items()}},
        "gate": {"fail_on": args.fail_on, "tolerance": args.tolerance, "failed": failed},
        "settings_differ": [{"part": part, "before": one, "after": other} for part, one, other in differ],
        "warnings": warnings, "signature": signature(comparison, before, metrics, args)}


def signature(comparison: Comparison, before: Run, metrics: dict, args: argparse.Namespace) -> str:
    """All that changes the numbers, version last."""
    how = f"paired:{args.key}" if comparison.paired else "unpaired"
    return "|".join(["compare_runs", how, before.signals.signature(), f"cluster:{args.cluster or 'none'}",
                     f"holm:{len(metrics)}", f"permutations:{PERMUTATIONS}", f"bootstrap:{RESAMPLES}", f"seed:{args.seed}",
                     f"v:{VERSION}"])


# --- the comparison for people ---

def change_text(metric: dict) -> str:
    """The difference and its interval: points for a rate, the metric's own unit for a mean."""
    scale, unit, digits = (100, " pt", 1) if metric["kind"] == "rate" else (1, "", 3)
    change, *limits = signed([metric["difference"], *(metric["ci95"] or [])], scale, digits)
    return f"{change}{unit}" + (f" [{limits[0]}, {limits[1]}]" if limits else "")


def n_text(metric: dict) -> str:
    """How many rows a metric rests on; both counts where runs are not paired."""
    return f"{metric['n']:,}" if isinstance(metric["n"], int) else "/".join(f"{n:,}" for n in metric["n"])


def metric_line(name: str, metric: dict) -> str:
    """One line of the table of metrics."""
    mark = {"better": "+", "worse": "!", "different": "*"}.get(metric["change"], " ")
    return (f"{mark} {name:<19} {shown(metric, 'before'):>6} {shown(metric, 'after'):>6}  {change_text(metric):<25} "
            f"{p_text(metric['p_adjusted']):>7} {n_text(metric):>7}")


def row_line(one: dict) -> str:
    """A regressed or improved row in one line: id, cells, and what differs."""
    same_cell = one["cells"][0] == one["cells"][1]
    what = [f"{name} {'-' if old is None else f'{old:g}'} -> {'-' if new is None else f'{new:g}'}"
            for name, (old, new) in one["values"].items()
            if name not in ("hallucination_rate", "retrieval_good_rate", "abstention_rate")][:3 if same_cell else 1]
    documents = one["documents"] or {}
    what += [f"documents -{len(documents['lost'])} +{len(documents['new'])}"] if documents.get("lost") or documents.get("new") \
        else ["documents reordered"] if documents.get("reordered") else []
    what += ["answer changed"] if one["answer"] else []
    cells = " -> ".join(cell.replace("unmeasured_", "") for cell in one["cells"][:1 if same_cell else 2])
    return f"{shorten(one['id'])}: {cells}" + (f" ({'; '.join(what)})" if what else "")


def slice_line(one: dict) -> str:
    """A slice that moved, in one sentence."""
    return (f"{one['field']}:{shorten(one['value'])}: {one['metric']} from {shown(one, 'before')} to {shown(one, 'after')}, "
            f"{change_text(one)} (p {p_text(one['p_adjusted'])}, n {one['n']:,})")


def wrapped(text: str, indent: str = "  ") -> str:
    """Text within 80 columns, later lines indented; words that are longer stay whole."""
    return textwrap.fill(text, 80, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def movement_lines(moved: dict) -> list:
    """The 4x4 table of movement between cells, rows before, columns after."""
    heads = "".join(f"{name.replace('_', '/').replace('hallucinating', 'halluc.'):>15}" for name in CELLS)
    return [f"{'before / after':<20}{heads}"] + [
        f"{cell.replace('_', '/'):<20}" + "".join(f"{moved[cell][other]:>15,}" for other in CELLS) for cell in CELLS]


def report_text(report: dict) -> str:
    """The comparison within 80 columns."""
    lines = [f"before: {report['before']}", f"after:  {report['after']}",
             f"{report['pairs']:,} pairs by {report['key']}" if report["paired"] else "two independent samples"]
    for words, ids, count in (("only before", report["unpaired"]["before"], report["unpaired"]["before_count"]),
                              ("only after", report["unpaired"]["after"], report["unpaired"]["after_count"])):
        if count and report["paired"]:
            lines.append(wrapped(f"  {words} ({count:,}): {', '.join(map(shorten, ids[:SHOWN]))}"
                                 f"{', ...' if count > SHOWN else ''}", "    "))
    lines += ["", wrapped(report["verdict"]), ""]
    lines.append(f"  {'metric':<19} {'before':>6} {'after':>6}  {'change [95 % interval]':<25} {'p Holm':>7} {'n':>7}")
    lines += [metric_line(name, metric) for name, metric in report["metrics"].items()]
    lines += [wrapped(f"  {name}: {metric['note']}", "    ") for name, metric in report["metrics"].items() if metric["note"]]
    if report["basis"]["retrieval"] == "estimated":
        lines.append("  ESTIMATED: the retrieval figures are estimates, not measured against gold")
    if report["moved"] and any(map(any, (row.values() for row in report["moved"].values()))):
        lines += ["", "Movement between the cells (pairs)", *movement_lines(report["moved"])]
    ends = [(each, count) for each, count in (report["moved_outside"] or {}).items()
            if len({end.split("/")[0] for end in each.split(" -> ")}) > 1][:5]
    if ends:
        lines += ["", "Answers that changed class outside these cells (pairs)"]
        lines += [wrapped(f"  {count:>6,}  {each.replace('/unmeasured', '')}", "          ") for each, count in ends]
    for words in ("regressed", "improved"):
        count = report[f"{words}_count"]
        if count:
            lines += ["", f"{words.capitalize()}: {count:,} row{'' if count == 1 else 's'}" + (f", the first {SHOWN}" if count > SHOWN else "")]
            lines += [wrapped("  " + row_line(one), "    ") for one in report[words][:SHOWN]]
    if report["slices"] and report["slices"]["looked_at"]:
        lines += ["", f"Slices that moved beyond noise ({report['slices']['looked_at']:,} looked at)"]
        lines += [wrapped("  " + slice_line(one), "    ") for one in report["slices"]["moved"][:SHOWN]] or ["  none"]
    lines += ["", wrapped(f"Smallest change this sample could have shown (power 80 %), and the "
                          f"{'pairs' if report['paired'] else 'traces per run'} that would show a change of {report['detectable']['effect']:g}:")]
    for name, found in report["detectable"]["metrics"].items():
        rate = report["metrics"][name]["kind"] == "rate"
        if found["smallest"] is None:
            lines.append(f"  {name:<20} {'not known':>12}   {'no spread':>10}")
            continue
        smallest = f"{100 * found['smallest']:.1f} points" if rate else f"{found['smallest']:.3f}"
        lines.append(f"  {name:<20} {smallest:>12}   {found['n_for_effect']:>10,}")
    if report["gate"]["fail_on"]:
        lines += ["", wrapped(gate_text(report))]
    return "\n".join([*lines, "", report["signature"], ""])


def gate_text(report: dict) -> str:
    """What the gate found, with the figures of what failed it."""
    gate = report["gate"]
    failed = [f"{name} {shown(report['metrics'][name], 'before')} -> {shown(report['metrics'][name], 'after')}, "
              f"{change_text(report['metrics'][name])}, p {p_text(report['metrics'][name]['p_adjusted'])}, "
              f"n {n_text(report['metrics'][name])}" for name in gate["failed"]]
    return "gate regression: " + ("FAILED: " + "; ".join(failed) if failed else
                                  f"passed: no drop beyond noise and more than {gate['tolerance']:g}")


MARKS = {**{ord(mark): "\\" + mark for mark in "\\|`*_[]#~!"}, 38: "&amp;", 60: "&lt;", 62: "&gt;"}


def markdown_cell(value: object) -> str:
    """Text that may stand in a cell of a Markdown table or in a list, hostile or not."""
    return shorten(value, 300).translate(MARKS)


def report_markdown(report: dict) -> str:
    """The comparison for a pull request."""
    lines = [f"**{markdown_cell(report['verdict'])}**", "",
             f"{report['pairs']:,} pairs by {markdown_cell(report['key'])}" if report["paired"] else "Two independent samples",
             "", "| metric | before | after | change [95 %] | p (Holm) | n | |", "| --- | --- | --- | --- | --- | --- | --- |"]
    lines += [f"| {markdown_cell(name)} | {shown(metric, 'before')} | {shown(metric, 'after')} | {change_text(metric)} | "
              f"{p_text(metric['p_adjusted'])} | {n_text(metric)} | {metric['change']} |"
              for name, metric in report["metrics"].items()]
    if report["basis"]["retrieval"] == "estimated":
        lines += ["", "ESTIMATED: the retrieval figures are estimates, not measured against gold."]
    for words in ("regressed", "improved"):
        if report[words]:
            lines += ["", f"### {words.capitalize()} ({report[f'{words}_count']:,})", ""]
            lines += [f"- {markdown_cell(row_line(one))}" for one in report[words][:SHOWN]]
    if report["slices"] and report["slices"]["moved"]:
        lines += ["", "### Slices that moved", ""]
        lines += [f"- {markdown_cell(slice_line(one))}" for one in report["slices"]["moved"][:SHOWN]]
    lines += ["", *(f"- note: {markdown_cell(words)}" for words in report["warnings"])]
    if report["gate"]["fail_on"]:
        lines += ["", markdown_cell(gate_text(report))]
    return "\n".join([*lines, "", f"`{report['signature']}`", ""])


PAGE_STYLE = """
.change { display: block; width: 11rem; height: 1.4rem; color: var(--soft); } .change .axis { stroke: var(--line); }
.change .interval { stroke: currentColor; stroke-width: 3; } .change circle { fill: currentColor; }
.better, .better .change { color: var(--good); } .worse, .worse .change { color: var(--bad); } th, td { white-space: nowrap; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: .8rem; margin: .6rem 0; }
.two div { background: var(--wash); padding: .6rem .8rem; border-radius: 8px; white-space: pre-wrap; }
details { border-bottom: 1px solid var(--line); padding: .45rem 0; } details p { margin: .5rem 0; }
td.move { font-weight: 650; background: var(--wash); }
"""


def whisker(metric: dict, reach: float) -> str:
    """The difference and its interval as a small picture around zero, which stands in the middle."""
    if not metric["ci95"]:
        return ""
    low, middle, high = (100 + 96 * max(-1.0, min(1.0, value / reach)) for value in
                         (metric["ci95"][0], metric["difference"], metric["ci95"][1]))
    return (f'<svg class="change" viewBox="0 0 200 24" aria-hidden="true"><line class="axis" x1="100" y1="2" x2="100" '
            f'y2="22"/><line class="interval" x1="{low:.1f}" y1="12" x2="{high:.1f}" y2="12"/><circle cx="{middle:.1f}" cy="12" '
            'r="5"/></svg>')


def row_details(one: dict) -> str:
    """A changed row that opens to its question, both answers and the documents that came and went."""
    parts = [f"<p>{escape(one['query'])}</p>"] if one["query"] else []
    if one["answer"]:
        parts.append('<div class="two">' + "".join(f"<div dir=\"auto\"><b>{side}</b><br>{escape(one['answer'][side])}</div>"
                                                   for side in ("before", "after")) + "</div>")
    if one["documents"]:
        parts.append("<p>" + "; ".join(f"{words}: {escape(', '.join(map(shorten, one['documents'][key])))}" for words, key in
                                       (("documents gone", "lost"), ("documents new", "new")) if one["documents"][key]) +
                     "</p><p>" + escape("; ".join(f"{shorten(doc)} from rank {old} to {new}"
                                                  for doc, (old, new) in list(one["documents"]["ranks"].items())[:10])) + "</p>")
    if one["gold_rank"]:
        ranks = [one["gold_rank"][side] for side in ("before", "after")]
        parts.append("<p>first gold document: " + " before, ".join("not retrieved" if rank is None else f"rank {rank}"
                                                                    for rank in ranks) + " after</p>")
    return f"<details><summary>{escape(row_line(one))}</summary>{''.join(parts)}</details>"


def section(title: str, body: str) -> str:
    """A titled part of the page; nothing where there is nothing to show."""
    return f"<section><h2>{title}</h2>{body}</section>" if body else ""


def tone(metric: dict) -> str:
    """The class attribute of a change that has a direction."""
    return f' class="{metric["change"]}"' if metric["change"] in ("better", "worse") else ""


def metric_rows(metrics: dict) -> str:
    """The rows of the table of metrics, each with its interval drawn; rates share one scale, means another."""
    reach = {kind: max([abs(limit) for metric in metrics.values() if metric["kind"] == kind for limit in metric["ci95"] or []]
                       or [1.0]) or 1.0 for kind in ("rate", "mean")}
    return "".join(
        f'<tr><th scope="row">{escape(name)}</th><td class="number">{shown(metric, "before")}</td><td class="number">'
        f'{shown(metric, "after")}</td><td>{escape(change_text(metric))}</td><td{tone(metric)}>'
        f'{whisker(metric, reach[metric["kind"]])}</td><td class="number">{escape(p_text(metric["p_adjusted"]))}</td>'
        f'<td class="number">{n_text(metric)}</td><td{tone(metric)}>{metric["change"]}</td></tr>'
        for name, metric in metrics.items())


def movement_rows(moved: dict) -> str:
    """The rows of the 4x4 table; what left its cell stands out."""
    return "".join(f'<tr><th scope="row">{cell.replace("_", ", ")}</th>' + "".join(
        f'<td class="number{"" if cell == other or not count else " move"}">{count:,}</td>' for other, count in row.items()) +
        "</tr>" for cell, row in moved.items())


def table(heads: list, rows: str) -> str:
    """A table of ready rows that scrolls on a narrow screen; heads are (text, whether numbers stand below)."""
    return ('<div class="scroll"><table><thead><tr>' + "".join(f'<th scope="col"{" class=number" if right else ""}>{head}</th>' for head, right in heads) +
            f"</tr></thead><tbody>{rows}</tbody></table></div>")


def report_html(report: dict) -> str:
    """The comparison as one page that loads nothing."""
    files = f"{report['before']} before, {report['after']} after: " + (
        f"{report['pairs']:,} pairs by {report['key']}" if report["paired"] else "two independent samples") + (
        ". Retrieval figures are ESTIMATED" if report["basis"]["retrieval"] == "estimated" else "")
    head = (f'<header class="page"><p class="eyebrow">{escape(files)}</p><h1>{escape(report["verdict"])}</h1>' +
            "".join(f'<p class="notice small">{escape(words)}</p>' for words in report["warnings"]) + "</header>")
    moved = report["moved"] if report["moved"] and any(map(any, (row.values() for row in report["moved"].values()))) else None
    slices = report["slices"]["moved"][:50] if report["slices"] else []
    notes = [f"{name}: {metric['note']}" for name, metric in report["metrics"].items() if metric["note"]]
    parts = [section("Metrics", table([("metric", 0), ("before", 1), ("after", 1), ("change, 95 % interval", 0), ("", 0),
                                       ("p (Holm)", 1), ("n", 1), ("reading", 0)], metric_rows(report["metrics"])) +
                     "".join(f'<p class="small soft">{escape(words)}</p>' for words in
                             [*notes, "The test decides, the interval describes."])),
             section("Movement between the cells", moved and table(
                 [("before / after", 0), *((cell.replace("_", ", "), 1) for cell in CELLS)], movement_rows(moved)))]
    parts += [section(f"{words.capitalize()}: {report[f'{words}_count']:,} rows", "".join(map(row_details, report[words][:50])))
              for words in ("regressed", "improved")]
    parts.append(section("Slices that moved", slices and
                         "<ul>" + "".join(f"<li>{escape(slice_line(one))}</li>" for one in slices) + "</ul>"))
    return html_page("Comparison of two runs", f"{head}<main>{''.join(parts)}</main><footer class=\"page\"><p><code>"
                     f"{escape(report['signature'])}</code></p></footer>", PAGE_STYLE)


# --- shared: jsonl (rows in and out, places, checked fields) ---
MAX_BAD_SHARE = 0.2  # more skipped lines than this and the answer is "no": the rest is no fair sample


def open_bytes(path: str) -> object:
    """Buffered bytes of a file or of standard input ("-"), unpacked when they are gzip. Raises DataError."""
    try:
        raw = getattr(sys.stdin, "buffer", None) if path == "-" else open(path, "rb", buffering=1 << 16)
        if raw is None:
            raise DataError("standard input: not open")
        stream = raw if hasattr(raw, "peek") else io.BufferedReader(raw)
        packed = stream.peek(2)[:2] == b"\x1f\x8b"
    except (OSError, ValueError) as error:
        raise DataError(f"{shown_path(path)}: cannot read: {getattr(error, 'strerror', None) or error}") from None
    return io.BufferedReader(gzip.GzipFile(fileobj=stream), 1 << 16) if packed else stream


def shown_path(path: str) -> str:
    """The path as error messages name it."""
    return "standard input" if path == "-" else path


def foreign_bytes(head: bytes) -> str | None:
    """What is wrong with a file whose first bytes are not those of UTF-8 text, and what to do; None for others."""
    if head[:3] == b"BZh" and head[4:10] == b"1AY&SY":
        return "is packed with bzip2; load_traces.py converts it, gzip is read as it is"
    zeros = [place for place, byte in enumerate(head[:4]) if not byte]
    if zeros in ([0, 2], [1, 3]):  # no text in UTF-8 begins so
        return f"not UTF-8, and no mark of UTF-16 before what looks like it; name its --encoding, such as utf-16-{'le' if zeros[0] else 'be'}"
    return None


def read_lines(path: str, encoding: str | None = None) -> object:
    """Yield (line number, UTF-8 bytes) of each line that is not blank; a mark of UTF-8 or UTF-16 is heeded."""
    number = 0
    stream = open_bytes(path)
    try:
        head = stream.peek(16)[:16]
        fault = foreign_bytes(head) if encoding is None else None
        if fault:
            raise DataError(f"{shown_path(path)}:1: {fault}")
        if encoding is None and head[:2] in (b"\xff\xfe", b"\xfe\xff"):
            encoding = "utf-16"
        lines = stream if encoding is None else (
            text.encode("utf-8", "surrogatepass") for text in io.TextIOWrapper(stream, encoding=encoding, newline="\n"))
        for number, line in enumerate(lines, 1):
            line = line.strip()
            if number == 1 and line.startswith(b"\xef\xbb\xbf"):
                line = line[3:].strip()
            if line:
                yield number, line
    except LookupError:
        raise UsageError(f"--encoding: {encoding!r} is no text encoding; such as cp1252 or utf-16") from None
    except (OSError, EOFError, UnicodeError, zlib.error) as error:
        raise DataError(f"{shown_path(path)}:{number + 1}: cannot read: {error}") from None
    finally:
        if path != "-":
            stream.close()


def _refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is not JSON; write null where a value is missing")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
_DECODE, _SCAN = _DECODER.decode, _DECODER.scan_once
_ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False).encode    # rows come from JSON and hold no cycles
_ENCODE_ASCII = json.JSONEncoder(allow_nan=False, check_circular=False).encode


def parse_row(line: bytes) -> dict:
    """One JSON object. DataError (without the place, which the reader adds) for anything else, NaN included."""
    try:
        text = line.decode("utf-8")
        try:
            row, end = _SCAN(text, 0)  # what decode does, without its search for blanks
        except StopIteration:
            end = -1
        if end != len(text):
            row = _DECODE(text)
    except UnicodeDecodeError as error:
        raise DataError(f"not UTF-8 at byte {error.start + 1}; name its --encoding, such as cp1252") from None
    except json.JSONDecodeError as error:
        raise DataError(f"not JSON at column {error.colno}: {error.msg}; one object a line is expected, "
                        "load_traces.py converts other files") from None
    except RecursionError:
        raise DataError("nested too deeply to be read") from None
    except ValueError as error:  # NaN, or an integer of more digits than Python converts
        raise DataError(str(error)) from None
    if not isinstance(row, dict):
        raise DataError(f"expected a JSON object, got {kind_of(row)}; load_traces.py converts other files")
    return row


def row_bytes(row: dict) -> bytes:
    """The row as one line of JSON; what UTF-8 cannot hold (a lone surrogate) is written as an escape."""
    try:
        return _ENCODE(row).encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        return _ENCODE_ASCII(row).encode("ascii") + b"\n"
    except ValueError:
        raise DataError("a number is out of range (NaN or infinite)") from None
    except RecursionError:
        raise DataError("nested too deeply to be written") from None


def extend_row(line: bytes, row: dict, added: dict) -> bytes:
    """The row's own line with the fields of `added`; written anew only where one of them replaces a value."""
    if not added or not row or not row.keys().isdisjoint(added):
        return row_bytes({**row, **added})
    return line[:-1].rstrip() + b", " + row_bytes(added)[1:]


class Progress:
    """Rows, rate and time left on standard error, once a second; silent unless that is a terminal or it was asked for."""

    def __init__(self, path: str, wanted: bool = False) -> None:
        self.on = wanted or bool(sys.stderr and sys.stderr.isatty())
        self.rows, self.bytes, self.shown = 0, 0, False
        self.start = self.last = time.monotonic() if self.on else 0.0
        self.size = os.path.getsize(path) if self.on and os.path.isfile(path) and not path.endswith(".gz") else 0

    def add(self, rows: int, size: int) -> None:
        if not self.on:
            return
        self.rows, self.bytes = self.rows + rows, self.bytes + size
        now = time.monotonic()
        if now - self.last >= 1:
            self.last, self.shown = now, True
            rest = f", {(now - self.start) * max(0, self.size - self.bytes) / self.bytes:.0f} s left" if self.size else ""
            print(f"\r{self.rows:,} rows, {self.rows / (now - self.start):,.0f}/s{rest}   ", end="", file=sys.stderr,
                  flush=True)

    def end(self) -> None:
        if self.shown:
            print(file=sys.stderr)


def input_options(parser: argparse.ArgumentParser, required: bool = True) -> None:
    """Add the flags of every script that reads rows."""
    group = parser.add_argument_group("input")
    group.add_argument("--traces", required=required, metavar="PATH", help="input rows (JSONL, also .gz); - is standard input")
    group.add_argument("--encoding", metavar="NAME", help="of input that is neither UTF-8 nor marked as UTF-16")
    group.add_argument("--skip-errors", action="store_true", help="skip bad lines, report and count them (over 20 %%: exit 1)")
    group.add_argument("--limit", type=int, metavar="N", help="read the first N rows only")
    group.add_argument("--show", metavar="ID", help="print one row in full and stop")
    group.add_argument("--progress", action="store_true", help="report progress on standard error")


class Rows:
    """The rows of a JSONL file in order. A bad line stops the run, or is reported and counted with skip_errors.

    While a row is in hand `number`, `line` and `place` say where it stands; a later check that fails hands its
    DataError to `reject`, which treats it as a bad line.
    """

    def __init__(self, path: str, encoding: str | None = None, skip_errors: bool = False, limit: int | None = None,
                 progress: bool = False) -> None:
        if limit is not None and limit < 1:
            raise UsageError(f"--limit {limit}: at least 1 row is expected")
        self.path, self.encoding, self.skip_errors, self.limit = path, encoding, skip_errors, limit
        self.number, self.line, self.read, self.bad = 0, b"", 0, 0
        self.progress = Progress(path, progress)

    @property
    def place(self) -> str:
        return f"{shown_path(self.path)}:{self.number}"

    def __iter__(self) -> object:
        for self.number, self.line in read_lines(self.path, self.encoding):
            self.read += 1
            if self.progress.on:
                self.progress.add(1, len(self.line))
            try:
                row = parse_row(self.line)
            except DataError as error:
                self.reject(error)
            else:
                yield row
            if self.read == self.limit:
                break
        self.progress.end()

    def reject(self, error: Exception) -> None:
        """Stop at this row, or count it when errors are skipped."""
        if not self.skip_errors:
            raise DataError(f"{self.place}: {error}") from None
        self.bad += 1
        print(f"skipped: {self.place}: {error}", file=sys.stderr)

    def finish(self) -> int:
        """0, or 1 when more than a fifth of the lines were skipped. DataError when there was no row at all."""
        if not self.read:
            raise DataError(f"{shown_path(self.path)}: no rows; one JSON object a line is expected")
        if self.bad > MAX_BAD_SHARE * self.read:
            print(f"error: {shown_path(self.path)}: {self.bad} of {self.read} lines were skipped, "
                  f"more than {MAX_BAD_SHARE:.0%}; what is left is no fair sample", file=sys.stderr)
            return EXIT_NO
        return 0


class Output:
    """Bytes written to a file that appears complete or not at all; "-" is standard output, .gz is packed.

    Use as a context manager. The temporary file lies beside the target, has ordinary permissions, and is removed when
    the block is left by an exception. A target that is no regular file (a pipe, a device) is written directly.
    """

    def __init__(self, path: str) -> None:
        self.path, self.temporary, self.raw = path, None, None

    def __enter__(self) -> Output:
        if self.path == "-":
            sys.stdout.flush()
            self.raw = self.stream = getattr(sys.stdout, "buffer", None) or sys.stdout
            return self
        try:
            if os.path.isdir(self.path):
                raise DataError(f"{self.path}: cannot write: is a directory")
            if os.path.exists(self.path) and not os.path.isfile(self.path):
                self.raw = open(self.path, "wb")
            else:
                self.target = os.path.realpath(self.path)  # a link stays a link
                self.temporary = f"{self.target}.{os.getpid()}.part"
                self.raw = open(self.temporary, "wb")
        except (OSError, ValueError) as error:
            raise DataError(f"{self.path}: cannot write: {getattr(error, 'strerror', None) or error}") from None
        self.stream = self.raw
        if self.path.endswith(".gz"):  # no name and no time inside: same rows, same bytes
            self.stream = gzip.GzipFile(filename="", mode="wb", fileobj=self.raw, mtime=0)
        return self

    def write(self, data: bytes) -> None:
        try:
            self.stream.write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise DataError(f"{shown_output(self.path)}: cannot write: {error.strerror or error}") from None

    def __exit__(self, kind, error, trace) -> None:
        try:
            if self.path == "-":
                self.raw.flush()
                return
            if self.stream is not self.raw:
                self.stream.close()
            self.raw.close()
            if self.temporary and kind is None:
                if os.path.exists(self.target):
                    shutil.copymode(self.target, self.temporary)
                os.replace(self.temporary, self.target)
                self.temporary = None
        except BrokenPipeError:
            raise
        except OSError as failure:
            if kind is None:
                raise DataError(f"{shown_output(self.path)}: cannot write: {failure.strerror or failure}") from None
        finally:
            if self.temporary:
                with contextlib.suppress(OSError):
                    os.unlink(self.temporary)


def shown_output(path: str) -> str:
    """The output path as error messages name it."""
    return "standard output" if path == "-" else path


def batches(items: object, size: int) -> object:
    """Yield lists of up to `size` items in order."""
    items = iter(items)
    batch = list(itertools.islice(items, size))
    while batch:
        yield batch
        batch = list(itertools.islice(items, size))


def in_order(work: object, jobs: int, tasks: object) -> object:
    """Yield work(task) for each task in order, on `jobs` processes; only a few tasks are held at a time."""
    if jobs <= 1:
        yield from map(work, tasks)
        return
    import concurrent.futures  # not at the top: it costs every start some milliseconds, and few runs use it
    pool = concurrent.futures.ProcessPoolExecutor(jobs, initializer=signal.signal,
                                                  initargs=(signal.SIGINT, signal.SIG_IGN))
    waiting: collections.deque = collections.deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def kind_of(value: object) -> str:
    """A value's JSON type, as error messages name it."""
    names = {dict: "object", list: "list", str: "str", bool: "bool", int: "number", float: "number", type(None): "null"}
    return names.get(type(value), type(value).__name__)


def shorten(text: object, width: int = 40) -> str:
    """The text on one line of at most `width` characters, without control characters."""
    line = " ".join("".join(c if c.isprintable() else " " for c in str(text)[:4 * width]).split())
    return line if len(line) <= width and len(str(text)) <= 4 * width else line[:width - 3] + "..."


TRUTHS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def truth(row: dict, field: str) -> bool | None:
    """A field's truth value; None when it is absent or null. "false", 0 and "no" are false. Raises DataError."""
    value = row.get(field)
    if value is None or value is True or value is False:
        return value
    known = TRUTHS.get(value.strip().casefold()) if isinstance(value, str) else {0: False, 1: True}.get(value) \
        if isinstance(value, (int, float)) else None
    if known is None:
        raise DataError(f"field '{field}' must be true or false, got {shorten(value)!r}")
    return known


def number(row: dict, field: str, low: float | None = None, high: float | None = None) -> float | None:
    """A field's number within [low, high]; None when it is absent or null. Raises DataError."""
    value = row.get(field)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise DataError(f"field '{field}' must be a number, got {kind_of(value)} {shorten(value)!r}")
    if value != value or value in (math.inf, -math.inf) or (low is not None and value < low) or \
            (high is not None and value > high):
        limits = f" within {low:g}..{high:g}" if low is not None and high is not None else ""
        raise DataError(f"field '{field}' must be a finite number{limits}, got {shorten(value)}")
    return value


def text_of(row: dict, field: str) -> str | None:
    """A field's text; None when it is absent or null. Raises DataError."""
    value = row.get(field)
    if value is not None and not isinstance(value, str):
        raise DataError(f"field '{field}' must be str or null, got {kind_of(value)}")
    return value


def docs_of(row: dict, field: str = "retrieved_docs") -> list | None:
    """A row's documents as a list of objects with str `id` and str or null `text`; None when not recorded."""
    docs = row.get(field)
    if docs is None:
        return None
    if not isinstance(docs, list):
        raise DataError(f"field '{field}' must be list, got {kind_of(docs)}")
    for place, doc in enumerate(docs):
        if not isinstance(doc, dict):
            raise DataError(f"field '{field}[{place}]' must be an object with id and text, got {kind_of(doc)}; "
                            "load_traces.py converts bare strings")
        if not isinstance(doc.get("text"), (str, type(None))):
            raise DataError(f"field '{field}[{place}].text' must be str or null, got {kind_of(doc['text'])}")
        if isinstance(doc.get("id"), (dict, list, bool, type(None))):
            raise DataError(f"field '{field}[{place}].id' must be str, got {kind_of(doc.get('id'))}; "
                            "load_traces.py gives documents ids")
    return docs


def id_text(value: object) -> str:
    """An id as ids are compared: a trimmed string; 101, "101" and 101.0 are one id."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip()


def row_id(row: dict, position: int) -> str:
    """The row's id as text; "row-<position>" (1-based) where it has none."""
    return id_text(row["id"]) if row.get("id") not in (None, "") else f"row-{position}"


def show_row(args: argparse.Namespace, change: object = None) -> int:
    """Print the row that --show names in full, after change(row) where given. DataError when no row has that id."""
    for position, row in enumerate(Rows(args.traces, args.encoding, args.skip_errors, args.limit), 1):
        if row_id(row, position) == args.show.strip():
            print(json.dumps(change(row) if change else row, ensure_ascii=False, indent=2))
            return 0
    raise DataError(f"{shown_path(args.traces)}: no row has the id {args.show!r}")
# --- end shared: jsonl ---


# --- shared: stats (intervals from counts and moments) ---
Z95 = 1.959963984540054  # statistics.NormalDist().inv_cdf(0.975)


def wilson(count: float, n: float) -> list | None:
    """95 % Wilson score interval of count out of n, as [low, high]; None when n is 0.

    Wilson (1927), JASA 22:209-212; no continuity correction. 10 of 10 gives [0.722, 1]. An effective n (of weighted or
    clustered rows) may be no whole number.
    """
    if n <= 0:
        return None
    share, z2 = count / n, Z95 * Z95
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return [0.0 if count == 0 else max(0.0, middle - half), 1.0 if count == n else min(1.0, middle + half)]


def rate(count: int, n: int) -> dict:
    """A share with what it rests on: {"count", "n", "share", "ci95"}; share and ci95 are None when n is 0."""
    return {"count": count, "n": n, "share": count / n if n else None, "ci95": wilson(count, n)}


def beta_cdf(a: float, b: float, x: float) -> float:
    """Regularised incomplete beta function I_x(a, b), 0..1, by its continued fraction (Abramowitz, Stegun 26.5.8)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on this side only
        return 1 - beta_cdf(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    tiny = 1e-300  # Lentz's method: never divide by zero
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or tiny)
    value = d
    for m in range(1, 500):
        for term in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                     -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / (1 + term * d or tiny)
            c = 1 + term / c or tiny
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * value


@functools.lru_cache(maxsize=256)
def t_quantile(df: float) -> float:
    """Two-sided 95 % quantile of Student's t with df degrees of freedom, by bisection (df 9: 2.262)."""
    low, high = 0.0, 1000.0
    for _ in range(100):
        middle = (low + high) / 2
        outside = beta_cdf(df / 2, 0.5, df / (df + middle * middle))
        low, high = (middle, high) if outside > 0.05 else (low, middle)
    return (low + high) / 2


class Moments:
    """Count, mean and spread of a stream of numbers (Welford), so that a mean's interval needs no rows in memory."""

    def __init__(self) -> None:
        self.n, self.mean, self.squares = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        self.n += 1
        step = value - self.mean
        self.mean += step / self.n
        self.squares += step * (value - self.mean)

    def merge(self, other: Moments) -> None:
        """Take over what another stream saw (Chan, Golub and LeVeque 1983)."""
        n = self.n + other.n
        if n:
            step = other.mean - self.mean
            self.squares += other.squares + step * step * self.n * other.n / n
            self.mean += step * other.n / n
            self.n = n

    def summary(self) -> dict:
        """{"n", "mean", "ci95"}: Student's t interval; None for the mean of nothing and the interval of no spread."""
        if self.n < 2 or self.squares <= 1e-18:
            return {"n": self.n, "mean": self.mean if self.n else None, "ci95": None}
        half = t_quantile(self.n - 1) * math.sqrt(self.squares / (self.n - 1) / self.n)
        return {"n": self.n, "mean": self.mean, "ci95": [self.mean - half, self.mean + half]}


def percent(value: float | None) -> str:
    """A share for people: "31 %"; one digit more where whole percents would say 0 or 100 and be wrong; "-" for None."""
    if value is None:
        return "-"
    whole = f"{100 * value:.0f}"
    if (whole in ("0", "-0") and value != 0) or (whole == "100" and value != 1):
        return f"{100 * value:.1f} %"
    return f"{whole} %"


def rate_text(part: dict) -> str:
    """A rate for people: "76 % [67, 83] (76/100)"; "not measured" where there is nothing to divide by."""
    if part["share"] is None:
        return "not measured (0 rows)"
    low, high = (f"{100 * limit:.0f}" for limit in part["ci95"])
    return f"{percent(part['share'])} [{low}, {high}] ({part['count']:,}/{part['n']:,})"


def mean_text(part: dict) -> str:
    """A mean for people: "0.71 [0.66, 0.76] (n 100)"; "not measured" where no row has the value."""
    if part["mean"] is None:
        return "not measured (0 rows)"
    limits = f" [{part['ci95'][0]:.2f}, {part['ci95'][1]:.2f}]" if part["ci95"] else " (no interval: no spread)"
    return f"{part['mean']:.2f}{limits} (n {part['n']:,})"
# --- end shared: stats ---


# --- shared: signals (what a row says about the two layers) ---
FAITHFUL_AT = {"1-5": 4.0, "0-1": 0.75}  # 4 of 5 means "minor issues only"; 0.75 is the same place on 0..1
RECALL_AT = 0.5  # half of what was needed came back: a generator has something to work with
AT_LEAST = 1e-9  # tolerance of every comparison with a threshold: 0.1 + 0.2 reaches 0.3


def signal_options(parser: argparse.ArgumentParser) -> None:
    """Add the flags that settle how signals are read."""
    group = parser.add_argument_group("how signals are read")
    group.add_argument("--faithful-threshold", type=float, metavar="X",
                       help="faithfulness_score from which a row is faithful (4; 0.75 on the scale 0-1)")
    group.add_argument("--faithfulness-scale", choices=("1-5", "0-1"), help="scale of faithfulness_score (1-5)")
    group.add_argument("--faithfulness-threshold", type=float, metavar="X",
                       help="share of supported claims from which a row is faithful, for rows that carry only "
                            "`faithfulness`")
    group.add_argument("--recall-threshold", type=float, metavar="X",
                       help="recall_at_k from which retrieval is good (0.5); when given, it also decides anew where "
                            "score_retrieval.py had decided from gold")


class Signals:
    """Reads the generation and the retrieval signal of rows, and remembers what only the whole file can tell.

    `generation(row)` gives (class, kind): class is "faithful", "hallucinating", "abstained", "empty", "no_claims",
    "not_judged" or "no_signal"; kind is "human", "automatic" (words and judge) or "given" (no origin stated).
    `retrieval(row)` gives (class, basis): "good", "poor" or "unmeasured"; basis is "gold", "estimated", "judged", "given"
    or None. Both raise DataError for a value of the wrong type. `check(path)` raises UsageError at the end when a
    flag is needed to tell what the values mean.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        self.scale = args.faithfulness_scale or "1-5"
        self.scale_given = args.faithfulness_scale is not None
        self.low, self.high = (1.0, 5.0) if self.scale == "1-5" else (0.0, 1.0)
        self.at = FAITHFUL_AT[self.scale] if args.faithful_threshold is None else args.faithful_threshold
        self.share_at = args.faithfulness_threshold
        self.recall_given = args.recall_threshold is not None
        self.recall_at = args.recall_threshold if self.recall_given else RECALL_AT
        if not self.low <= self.at <= self.high:
            raise UsageError(f"--faithful-threshold {self.at:g} lies outside the scale {self.scale}")
        for flag, value in (("--recall-threshold", self.recall_at), ("--faithfulness-threshold", self.share_at)):
            if value is not None and not 0 <= value <= 1:
                raise UsageError(f"{flag} {value:g} lies outside 0..1")
        self.small_scores, self.large_scores, self.only_share, self.small_place = 0, 0, 0, 0
        self.used = set()

    def generation(self, row: dict, line: int = 0) -> tuple:
        origin = row.get("faithfulness_by")
        kind = "given" if not isinstance(origin, str) else "human" if origin.split(":")[0].split("/")[0] == "human" \
            else "automatic"
        faithful = row.get("faithful")
        if faithful is not None and faithful is not True and faithful is not False:
            faithful = truth(row, "faithful")
        score = None if row.get("faithfulness_score") is None else self.score(row, line, faithful is None)
        share = None if row.get("faithfulness") is None else number(row, "faithfulness", 0, 1)
        answer = row.get("answer")
        if isinstance(answer, str) and not answer.strip():
            return "empty", kind
        if row.get("abstained") is not None and truth(row, "abstained"):
            return "abstained", kind
        if faithful is not None:
            self.used.add("bool")
        elif score is not None:
            self.used.add("score")
            faithful = score >= self.at - AT_LEAST
        elif share is not None and "faithful" not in row:
            self.used.add("share")
            self.only_share += 1
            faithful = share >= (self.share_at if self.share_at is not None else 1.0) - AT_LEAST
        if faithful is not None:
            return ("faithful" if faithful else "hallucinating"), kind
        if row.get("judge_error"):
            return "not_judged", kind
        return ("no_claims" if row.get("claims") == [] and answer else "no_signal"), kind

    def score(self, row: dict, line: int, needed: bool) -> float | None:
        """A row's faithfulness_score, None when absent. A value below 1 is an error as soon as 1-5 is certain."""
        if row.get("faithfulness_score") is None:
            return None
        score = number(row, "faithfulness_score", 0 if not self.scale_given else self.low, self.high)
        if not needed:
            return score
        if score <= 1:
            self.small_scores += 1
            self.small_place = self.small_place or (line if score < 1 else 0)
        else:
            self.large_scores += 1
        if self.scale == "1-5" and score < 1 and self.large_scores:
            raise DataError(f"field 'faithfulness_score' is {score:g} but other rows hold values above 1; one scale "
                            "a file is expected")
        return score

    def retrieval(self, row: dict) -> tuple:
        basis = row.get("retrieval_basis")
        basis = basis if basis in ("gold", "estimated", "judged") else "given"
        good, recall = row.get("retrieval_good"), row.get("recall_at_k")
        if good is not None and good is not True and good is not False:
            good = truth(row, "retrieval_good")
        if recall is not None and (type(recall) is not float or not 0.0 <= recall <= 1.0):
            recall = number(row, "recall_at_k", 0, 1)
        derived = self.recall_given and basis == "gold" and row.get("retrieval_by")
        if recall is not None and (good is None or derived):
            good = recall >= self.recall_at - AT_LEAST
            self.used.add("recall")
        if good is None:
            return "unmeasured", None
        return ("good" if good else "poor"), basis

    def check(self, path: str) -> None:
        """Refuse what only a flag can settle. Called when every row has been read."""
        if self.small_scores and not self.large_scores and not self.scale_given:
            raise UsageError(f"{shown_path(path)}: no faithfulness_score is above 1, so the scale may be 1-5 or 0-1; "
                             "say --faithfulness-scale 1-5 or --faithfulness-scale 0-1")
        if self.small_place and self.large_scores and self.scale == "1-5":
            raise DataError(f"{shown_path(path)}:{self.small_place}: field 'faithfulness_score' is below 1 but other "
                            "rows hold values above 1; one scale a file is expected")
        if self.only_share and self.share_at is None:
            raise UsageError(f"{shown_path(path)}: {self.only_share:,} rows carry `faithfulness` and no `faithful`; say "
                             "--faithfulness-threshold X, the share of supported claims from which a row is faithful")

    def signature(self) -> str:
        """What changes the binarisation, in fixed order, as in "faithful:bool|recall:0.5"."""
        parts = [name for name, mark in (("bool", "bool"), (f"score{self.scale}>={self.at:g}", "score"),
                                         (f"share>={1 if self.share_at is None else self.share_at:g}", "share"))
                 if mark in self.used]
        return f"faithful:{'+'.join(parts) or 'none'}|recall:{self.recall_at:g}"
# --- end shared: signals ---


# --- shared: html (escape, page frame) ---
PAGE_CSS = """
:root { color-scheme: light dark; --paper: #f7f6f3; --panel: #fff; --ink: #1c2428; --soft: #56616a; --line: #e0ddd6;
  --wash: #f1efea; --accent: #1f6273; --good: #236b57; --good-wash: #e3f1ec; --warn: #96500f; --warn-wash: #fbeede;
  --bad: #ad3248; --bad-wash: #fae6e9; --luck: #4f5ba8; --luck-wash: #e9ebf8; --none: #565f66; --none-wash: #eceded;
  --mark: #ffeca6; --shadow: 0 1px 2px rgba(30, 35, 40, .06), 0 4px 16px rgba(30, 35, 40, .05); }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #13171a; --panel: #1b2024; --ink: #e6e9ea; --soft: #a4afb6;
  --line: #30383e; --wash: #242b30; --accent: #7cc3d4; --good: #63c2a6; --good-wash: #17332c; --warn: #e3a160;
  --warn-wash: #3a2a18; --bad: #f0879a; --bad-wash: #40202a; --luck: #a3aef2; --luck-wash: #262b4a; --none: #9aa4ab;
  --none-wash: #2a3035; --mark: #66521a; --shadow: none; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI",
  Roboto, "Helvetica Neue", "Noto Sans", sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
main, header.page, footer.page { max-width: 68rem; margin: 0 auto; padding: 0 1.5rem; }
header.page { padding-top: 2.5rem; }
footer.page { color: var(--soft); font-size: .875rem; padding-bottom: 3rem; }
h1 { font-size: clamp(1.45rem, 1.1rem + 1.6vw, 2.1rem); line-height: 1.25; font-weight: 650; letter-spacing: -.01em;
  margin: .25rem 0 .75rem; text-wrap: balance; }
h2 { font-size: 1.25rem; font-weight: 650; margin: 0 0 .25rem; letter-spacing: -.005em; }
h3 { font-size: .8rem; font-weight: 650; margin: 1.1rem 0 .3rem; color: var(--soft); text-transform: uppercase;
  letter-spacing: .05em; }
p { margin: 0 0 .75rem; max-width: 70ch; }
a { color: var(--accent); }
code { font: .875em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--wash); padding: .1em .35em;
  border-radius: 4px; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 14px; box-shadow: var(--shadow);
  padding: 1.5rem; margin: 1.25rem 0; }
.eyebrow { color: var(--soft); font-size: .875rem; margin: 0; }
.soft { color: var(--soft); }
.small { font-size: .875rem; }
.notice { border-left: 4px solid var(--warn); background: var(--warn-wash); padding: .6rem .9rem; border-radius: 0 8px 8px 0;
  margin: .75rem 0; max-width: none; }
.chip { display: inline-block; font-size: .8rem; line-height: 1.35; padding: .1rem .55rem; border-radius: 99px;
  background: var(--none-wash); color: var(--none); font-weight: 600; white-space: nowrap; }
.good { --tone: var(--good); --tint: var(--good-wash); } .warn { --tone: var(--warn); --tint: var(--warn-wash); }
.bad { --tone: var(--bad); --tint: var(--bad-wash); } .luck { --tone: var(--luck); --tint: var(--luck-wash); }
.none { --tone: var(--none); --tint: var(--none-wash); } .plain { --tone: var(--accent); --tint: var(--wash); }
.chip.good, .chip.warn, .chip.bad, .chip.luck, .chip.plain { background: var(--tint); color: var(--tone); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .85rem; }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; white-space: nowrap; }
.bar { display: block; width: 100%; height: 14px; border-radius: 4px; overflow: hidden; background: var(--wash); }
.bar .fill { fill: var(--tone, var(--accent)); }
.bar .halo { stroke: var(--panel); stroke-width: 4; fill: none; opacity: .85; }
.bar .whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.bars { display: grid; grid-template-columns: minmax(9rem, 15rem) minmax(6rem, 1fr) minmax(9rem, auto); gap: .5rem 1rem;
  align-items: center; margin: .75rem 0 0; }
.bars dt, .bars dd { margin: 0; } .bars dd:last-of-type, .bars .value { font-size: .9rem; }
button, select, input { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line);
  border-radius: 8px; padding: .4rem .6rem; min-height: 2.5rem; max-width: 100%; }
button { cursor: pointer; } button:hover { background: var(--wash); }
label { font-size: .85rem; color: var(--soft); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
mark { background: var(--mark); color: inherit; border-radius: 3px; padding: 0 .1em; }
summary { cursor: pointer; }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--panel); padding: .5rem; }
@media (max-width: 40rem) { main, header.page, footer.page { padding: 0 .9rem; } header.page { padding-top: 1.25rem; }
  section { padding: 1rem; border-radius: 12px; } .bars { grid-template-columns: 1fr; gap: .15rem; }
  .bars .value { margin-bottom: .7rem; } }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --shadow: none; }
  body { font-size: 10.5pt; } section { border: 0; border-top: 1px solid #bbb; border-radius: 0; padding: 1rem 0;
  break-inside: auto; } .screen { display: none !important; } .scroll { overflow: visible; } tr, li, .bars > * { break-inside: avoid; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; } a { color: inherit; text-decoration: none; } }
"""


def escape(value: object) -> str:
    """Text for HTML, in content and in quoted attributes: & < > " ' become entities; no control character stays."""
    text = html.escape(str(value), quote=True)
    if text.isprintable():
        return text
    return "".join(c if c >= " " and c not in "\x7f\ufffe\uffff" and not "\ud800" <= c <= "\udfff" or c in "\n\t"
                   else "\ufffd" for c in text)


def embedded_json(value: object) -> str:
    """JSON that may stand in a script element: no <, >, & and no line separator can end or change it."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def bar(share: float | None, ci95: list | None = None, tone: str = "plain") -> str:
    """A horizontal bar 0..1 with a whisker for the interval, as SVG; empty for an unknown share. Decoration: the figure
    itself must stand beside it as text."""
    parts = []
    if share is not None:
        parts.append(f'<rect class="fill" width="{100 * min(max(share, 0), 1):.2f}" height="14"/>')
    if share is not None and ci95:
        low, high = (100 * min(max(limit, 0), 1) for limit in ci95)
        path = f"M{low:.2f} 7H{high:.2f}M{low:.2f} 3V11M{high:.2f} 3V11"
        parts += [f'<path class="{name}" vector-effect="non-scaling-stroke" d="{path}"/>' for name in ("halo", "whisker")]
    return (f'<svg class="bar {tone}" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true" '
            f'focusable="false">{"".join(parts)}</svg>')


def html_page(title: str, body: str, css: str = "", script: str = "") -> str:
    """One self-contained page around `body` (already escaped): base style, light, dark and print, and a policy under
    which nothing is fetched and only this style and this script run. Style attributes and inline handlers do nothing.
    """
    style = PAGE_CSS + css

    def source(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"

    policy = (f"default-src 'none'; style-src {source(style)}; script-src {source(script) if script else chr(39) + 'none' + chr(39)}; "
              "img-src data:; base-uri 'none'; form-action 'none'")
    return (f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta name="referrer" content="no-referrer">\n<link rel="icon" href="data:,">\n'
            f'<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n'
            + (f"<script>{script}</script>\n" if script else "") + "</body>\n</html>\n")
# --- end shared: html ---


# --- shared: main (exit codes, one-line errors, self-test, common options) ---
EXIT_NO, EXIT_USAGE, EXIT_DATA, EXIT_ENDPOINT, EXIT_BUG = 1, 2, 3, 4, 70
EXIT_INTERRUPTED, EXIT_PIPE = 130, 141


class UsageError(Exception):
    """The command line asks for something that cannot be done: exit 2."""


class DataError(Exception):
    """A file is unreadable, unwritable, or holds a bad value; the message begins with its place: exit 3."""


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose errors are one line and name the flag that was misspelled; it takes no abbreviated flags."""

    def __init__(self, *args, **kwargs) -> None:
        kwargs.setdefault("allow_abbrev", False)
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*args, **kwargs)
        self.given: list = []

    def parse_known_args(self, args=None, namespace=None) -> tuple:
        self.given = [str(arg) for arg in (sys.argv[1:] if args is None else args)]
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> None:
        hint = self.unknown_flag()
        self.exit(EXIT_USAGE, f"error: {self.prog}: {hint + ': ' if hint else ''}{message}; see --help\n")

    def unknown_flag(self) -> str:
        """Which flag of the command line is unknown and which was probably meant; argparse names what it then misses instead."""
        verbs = {name: verb for action in self._actions if isinstance(action, argparse._SubParsersAction)
                 for name, verb in action.choices.items()}
        chosen = next((arg for arg in self.given if arg in verbs), None)
        known = set(self._option_string_actions)
        meant = known.union(*(verb._option_string_actions for name, verb in verbs.items() if chosen in (None, name)))
        for arg in self.given:
            flag = arg.split("=")[0]
            if arg == "--":
                break
            if arg == chosen:
                known = meant
            if flag.startswith("-") and len(flag) > 1 and " " not in arg and flag[1] not in ".0123456789" and flag not in known:
                if flag in meant:
                    return f"{flag} belongs after {chosen or 'the verb'}"
                near = sorted(name for name in meant if len(flag) > 3 and name.startswith(flag)) or \
                    difflib.get_close_matches(flag, sorted(meant), 1)
                return f"unknown flag {flag}" + (f" (did you mean {near[0]}?)" if near else "")
        return ""


class SelfTestAction(argparse.Action):
    """Runs the known answers as soon as the flag is read, so that no other flag is required."""

    def __init__(self, option_strings: list, dest: str, cases: list | None = None, **kwargs) -> None:
        super().__init__(option_strings, dest, nargs=0, **kwargs)
        self.cases = cases or []

    def __call__(self, parser, namespace, values, option_string=None) -> None:
        parser.exit(run_self_test(self.cases))


def common_options(parser: argparse.ArgumentParser, cases: list) -> None:
    """Add --self-test (over `cases`) and --version, which every script has."""
    parser.add_argument("--self-test", action=SelfTestAction, cases=cases, default=argparse.SUPPRESS,
                        help="check the known answers in this file")
    parser.add_argument("--version", action="version", version=f"%(prog)s {VERSION} ({own_hash()})",
                        help="version, and a hash of this file's own text")


def own_hash() -> str:
    """First digits of the SHA-256 of this file's text (line ends do not count); "?" where there is no file."""
    try:
        with open(__file__, "rb") as stream:
            return hashlib.sha256(stream.read().replace(b"\r\n", b"\n")).hexdigest()[:8]
    except (NameError, OSError):
        return "?"


def same(got: object, expected: object) -> bool:
    """Whether a known answer came out: numbers within 1e-9, True is not 1, containers item by item."""
    if isinstance(expected, bool) or isinstance(got, bool) or expected is None or got is None:
        return got is expected
    if isinstance(expected, (int, float)) and isinstance(got, (int, float)):
        return abs(got - expected) <= 1e-9 * max(1.0, abs(expected))
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(same(got[key], expected[key]) for key in expected)
    if isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple)):
        return len(got) == len(expected) and all(map(same, got, expected))
    return type(got) is type(expected) and got == expected


def run_self_test(cases: list) -> int:
    """Run (name, call, expected) cases, print each failure and the count; 0 when all pass and at least one ran."""
    failed = 0
    for name, call, expected in cases:
        try:
            got = call()
        except Exception as error:  # a known answer that raises is a failed one, and the next must still run
            got = f"{type(error).__name__}: {error}"
        if not same(got, expected):
            failed += 1
            print(f"FAILED {name}\n  expected {expected!r}\n  got      {got!r}")
    print(f"self-test: {len(cases) - failed} passed, {failed} failed")
    return EXIT_NO if failed or not cases else 0


def run_script(parser: argparse.ArgumentParser, run: object, argv: list | None = None) -> int:
    """Parse, run and turn every outcome into the exit code of the contract; a bug keeps its traceback and is 70."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller; print would send errors to the other stream
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
        if hasattr(getattr(sys, name), "reconfigure"):  # UTF-8 everywhere; a lone surrogate must not stop a report
            getattr(sys, name).reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        args = parser.parse_args(argv)
        code = run(args)
        sys.stdout.flush()
        return code
    except SystemExit as stop:  # argparse: --help, --version, --self-test, wrong usage
        return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_USAGE
    except DataError as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_DATA
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # the reader left; point the descriptor elsewhere so that the last flush is quiet
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except (OSError, ValueError):
            pass
        return EXIT_PIPE
    except Exception as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EFBIG, errno.EIO):
            print(f"error: standard output: cannot write: {error.strerror}", file=sys.stderr)
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # what is left in the buffer has nowhere to go
            return EXIT_DATA
        traceback.print_exc()
        print("error: this is a bug in the script; please report the lines above", file=sys.stderr)
        return EXIT_BUG
# --- end shared: main ---


# --- known answers and command line ---

def parsed(*flags: str) -> argparse.Namespace:
    """Arguments as run() sees them, for the known answers."""
    return settled(build_parser().parse_args(["--before", "b", "--after", "a", *flags]))


def tried(before: list, after: list, *flags: str, page: str = "") -> list:
    """[exit code, standard output or the page asked for, standard error] of a whole run over rows, for the known answers."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("b.jsonl", "a.jsonl", "page")]
        for path, rows in zip(paths, (before, after)):
            with open(path, "wb") as stream:
                stream.writelines(map(row_bytes, rows))
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["--before", paths[0], "--after", paths[1], *flags, *([page, paths[2]] if page else [])])
        if page:
            with open(paths[2], encoding="utf-8") as stream:
                out = io.StringIO(stream.read())
        return [code, out.getvalue().replace(folder + os.sep, ""), err.getvalue().replace(folder + os.sep, "")]


def small_run(*faithful: int, **fields: object) -> list:
    """Rows q1, q2 ... with the given verdicts, for the known answers."""
    return [{"id": f"q{place}", "query": f"Question {place}?", "faithful": bool(value), **fields}
            for place, value in enumerate(faithful, 1)]


def found_in(before: list, after: list, *path: str, flags: tuple = ()) -> object:
    """A value of the JSON report of a whole run, for the known answers."""
    value = json.loads(tried(before, after, "--json", *flags)[1])
    for key in path:
        value = value[key]
    return value


def rounded(values: object, digits: int = 4) -> list:
    return [round(value, digits) for value in values]


RATE = {"kind": "rate", "before": 0.3, "after": 0.22, "difference": -0.08, "ci95": [-0.152, -0.00004], "p_value": 0.021,
        "p_adjusted": 0.021, "n": 100, "change": "better", "note": None}
GOT_WORSE = small_run(*[1] * 10), small_run(*[0] * 8, 1, 1)
SELF_TEST = [
    ("McNemar, 1 against 9 (scipy binomtest: 0.021484375)", lambda: mcnemar_exact(1, 9), 0.021484375),
    ("McNemar without change, and with as many each way", lambda: [mcnemar_exact(0, 0), mcnemar_exact(4, 4)], [1.0, 1.0]),
    ("Newcombe 1998, Table III, method 10: 36 12 2 0", lambda: rounded(newcombe_paired(36, 12, 2, 0)), [0.0569, 0.3404]),
    ("Newcombe 1998, Table III, method 10: 20 12 2 16", lambda: rounded(newcombe_paired(20, 12, 2, 16)), [0.0562, 0.3292]),
    ("Newcombe 1998, Table III, method 10: 30 0 0 24", lambda: rounded(newcombe_paired(30, 0, 0, 24)), [-0.0358, 0.0358]),
    ("Newcombe 1998, independent: 56/70 and 48/80", lambda: rounded(newcombe_unpaired(56, 70, 48, 80)), [0.0524, 0.3339]),
    ("Fisher's tea: 3 of 4 against 1 of 4", lambda: fisher_exact(3, 4, 1, 4), 34 / 70),
    ("Holm's step-down", lambda: holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]),
    ("signs of 1 1 1 2: all one way in 2 of 16", lambda: sign_flip([1, 1, 1, 2, 0, 0], "s"), (0.125, "paired permutation (exact)")),
    ("signs of 20 equal changes: none of 9,999 drawn is as far out",
     lambda: sign_flip([0.5] * 20, "s"), (0.0001, "paired permutation")),
    ("no spread, no interval", lambda: bootstrap_mean([1, 1, 1], [1, 1, 1], "s"), (None, "none: no spread")),
    ("bootstrap of 5 ups and 5 stays holds the middle", lambda: rounded(bootstrap_mean([1] * 5 + [0] * 5, [1] * 10, "s")[0], 0),
     [0.0, 1.0]),
    ("binomial table, 2 draws at a half", lambda: binomial_table(2, 0.5), [0.25, 0.75]),
    ("quantile", lambda: quantile([0, 10, 20], 0.75), 15.0),
    ("Welch: one value alone has the other sample's spread (scipy, equal variances: 0.1583)",
     lambda: round(welch([1], [2, 3, 4, 5, 6])[0], 4), 0.1583),
    ("Welch: 1 2 3 against 2 3 4 5 6 (scipy: 0.0719)", lambda: round(welch([1, 2, 3], [2, 3, 4, 5, 6])[0], 4), 0.0719),
    ("standard errors for 80 % power (tables: 2.80)", lambda: round(power_factor(1), 2), 2.8),
    ("smallest change: a rate needs 6 pairs all one way", lambda: detectable_change(0.0001, 100, 1, True), 0.06),
    ("pairs for 10 points when 30 % change (Connor 1987)", lambda: pairs_needed(0.3, 0.1, 1), 234),
    ("variance", lambda: [variance([1, 2, 3, 4]), variance([1])], [5 / 3, 0.0]),
    ("two rows that move as one count once", lambda: cluster_effect([1, 1, -1, -1], ["a", "a", "b", "b"]), 2.0),
    ("a pair of rates", lambda: [compare_pairs("x", [(0, 1), (1, 1), (0, 0)], None, 0)[key] for key in ("difference", "p_value",
     "test")], [1 / 3, 1.0, "mcnemar_exact"]),
    ("no difference of shares is beyond 1", lambda: [within_range(name, {"ci95": [-1.5, 0.5]})["ci95"][0] for name in ("support", "own")],
     [-1.0, -1.5]),
    ("independent samples", lambda: [compare_samples("x", [1, 1, 1, 0], [1, 0, 0, 0])[key] for key in ("difference", "p_value")],
     [-0.5, 34 / 70]),
    ("a value without sign is never shown as zero", lambda: signed([0.0004, 0.031, 0.0], 1, 2), ["+0.0004", "+0.0310", "+0.0000"]),
    ("a p-value does not cross 0.05 by rounding", lambda: [p_text(value) for value in (0.04999, 0.05, 0.00001, 0.5, None)],
     ["<0.05", "0.0500", "<0.0001", "0.50", "-"]),
    ("a rate and a mean for people", lambda: [shown(RATE, "before"), shown({"kind": "mean", "before": 0.5}, "before")],
     ["30 %", "0.500"]),
    ("a limit near zero keeps its digits", lambda: change_text(RATE), "-8.000 pt [-15.200, -0.004]"),
    ("counts in words", lambda: [n_text({"n": 1200}), n_text({"n": [3, 4]})], ["1,200", "3/4"]),
    ("a metric in one line", lambda: metric_line("x", {**RATE, "ci95": None}),
     "+ x                     30 %   22 %  -8.0 pt                    0.0210     100"),
    ("a gate needs a drop beyond noise and tolerance",
     lambda: [gate_failures({"x": {**RATE, "change": "worse"}}, limit) for limit in (0.0, 0.08)], [["x"], []]),
    ("verdict in words", lambda: verdict_text({"x": RATE}, 8, 100), "better: x fell from 30 % to 22 % (p 0.0210)"),
    ("judging adds Holm's p and the reading", lambda: judged_reading([0.01, 0.04], [1, -1]),
     [[0.02, "worse"], [0.04, "better"]]),
    ("fields and dotted paths", lambda: [field_of({"a": {"b": 1}, "a.c": 2}, path) for path in ("a.b", "a.c", "a.d.e")],
     [1, 2, None]),
    ("true is 1", lambda: [plain_number({"a": True}, "a"), plain_number({}, "a")], [1.0, None]),
    ("values of a row", lambda: metric_values({"faithful": False, "recall_at_k": 0.5, "correct": "no"},
                                              Signals(parsed()), 1, [])[0],
     {"hallucination_rate": 1.0, "abstention_rate": 0.0, "retrieval_good_rate": 1.0, "correct_rate": 0.0, "recall_at_k": 0.5}),
    ("settings of a judged row", lambda: settings_of({"faithfulness_by": "judge:a/b/0.1.0", "retrieval_by": "k5/linear/0.1.0"},
                                                     "faithful", "good", "gold"),
     {"scorer": "judge", "judge": "a/b", "judge version": "0.1.0", "retrieval basis": "gold", "k": "5",
      "retrieval settings": "linear", "retrieval version": "0.1.0"}),
    ("which settings differ", lambda: settings_differ({"k": {"5"}, "judge": {"m"}}, {"k": {"10"}, "judge": {"m"}}),
     [["k", "5", "10"]]),
    ("cells", lambda: [cell_of("faithful", "poor"), cell_of("abstained", "poor")], ["poor_faithful", None]),
    ("a key of white space and numbers", lambda: [key_text(" a  b ", "query"), key_text(" a  b ", "id"), key_text(7.0, "id")],
     ["a b", "a  b", "7"]),
    ("a field that no row has is refused", lambda: tried(small_run(1, 0), small_run(1, 0), "--cluster", "nope")[::2],
     [2, "error: --cluster nope: no row of either run has it as a plain value\n"]),
    ("the same question", lambda: [same_question(" What  IS it? "), same_question("")], ["what is it?", None]),
    ("slices of a row", lambda: slices_of({"metadata": {"topic": "a", "n": [1]}, "lang": 7}, ["lang"]),
     {"metadata.topic": "a", "lang": "7"}),
    ("the commonest kind on both sides", lambda: main_kind([("a", "a"), ("b", "a"), ("c", "c"), ("c", "c")]), "c"),
    ("a metric that was not named makes no row better", lambda: row_change(
        record_of(precision_at_k=0.2), record_of(precision_at_k=0.4), ["recall_at_k"]), 0.0),
    ("a row that turned into a hallucination", lambda: row_change(record_of(faithful=True), record_of(faithful=False)), -4.0),
    ("values that differ", lambda: changed_values(record_of(faithful=True), record_of(abstained=True)),
     {"hallucination_rate": [0.0, None], "abstention_rate": [0.0, 1.0]}),
    ("documents that came and went", lambda: what_changed(
        {"answer": "a", "retrieved_docs": [{"id": 1}, {"id": 2}], "gold_doc_ids": ["2"]},
        {"answer": "a", "retrieved_docs": [{"id": 2}, {"id": 3}]}),
     {"answer": None, "documents": {"lost": ["1"], "new": ["3"], "ranks": {"2": [2, 1]}, "reordered": False}, "gold_rank": {"before": 2, "after": 1}}),
    ("a changed row in one line", lambda: row_line({"id": "q", "cells": ["good_faithful", "good_hallucinating"], "values":
     {"hallucination_rate": [0.0, 1.0]}, "documents": None, "answer": {"before": "", "after": "x"}}),
     "q: good_faithful -> good_hallucinating (answer changed)"),
    ("a slice in one line", lambda: slice_line({**RATE, "ci95": None, "field": "topic", "value": "a", "metric": "x"}),
     "topic:a: x from 30 % to 22 %, -8.0 pt (p 0.0210, n 100)"),
    ("long lines are wrapped", lambda: wrapped("a " * 45).count("\n"), 1),
    ("Markdown stays text", lambda: markdown_cell("a|b <i> *c*\n# d"), "a\\|b &lt;i&gt; \\*c\\* \\# d"),
    ("a bar in a page", lambda: 'width="50.00"' in bar(0.5, [0.4, 0.6]), True),
    ("parts of a page", lambda: [section("a", ""), section("a", "b"), table([("h", 1)], "")],
     ["", "<section><h2>a</h2>b</section>",
      '<div class="scroll"><table><thead><tr><th scope="col" class=number>h</th></tr></thead><tbody></tbody></table></div>']),
    ("only a clear change has a tone", lambda: [tone({"change": word}) for word in ("better", "no clear change")],
     [' class="better"', ""]),
    ("rows of the tables", lambda: [metric_rows({"<x>": {**RATE, "ci95": None}})[:37], movement_rows(
        {"poor_faithful": {"poor_faithful": 1, "good_faithful": 2}})],
     ['<tr><th scope="row">&lt;x&gt;</th><td', '<tr><th scope="row">poor, faithful</th><td class="number">1</td>'
      '<td class="number move">2</td></tr>']),
    ("a whisker left of zero", lambda: 'x1="52.0"' in whisker({**RATE, "ci95": [-0.5, 0.5]}, 1.0), True),
    ("markup in a trace stays text", lambda: row_details({"id": "<b>", "query": "<i>", "cells": ["a", "a"], "values": {},
     "answer": None, "documents": None, "gold_rank": None}), "<details><summary>&lt;b&gt;: a</summary><p>&lt;i&gt;</p></details>"),
    ("settings that differ are refused", lambda: tried(small_run(1, 0, retrieval_good=True, k=5), small_run(
        1, 0, retrieval_good=True, k=10))[::2],
     [2, "error: the runs were scored with different settings: k: 5 before, 10 after. Score both alike, or say "
         "--allow-different-signatures\n"]),
    ("one id for other questions is refused", lambda: tried([{"id": 1, "query": "Fee?", "faithful": 1}], [
        {"id": "1", "query": "Hours?", "faithful": 1}])[2][:38], "error: query differs for 1 of 1 ids: t"),
    ("a repeated id has its place", lambda: tried([{"id": 1}, {"id": "1"}], [{"id": 1}])[::2],
     [3, "error: b.jsonl:2: id '1' stands on line 1 too; rows are joined by it, so give each row its own id, or pair by another "
         "field with --key\n"]),
    ("a subset is said to be one", lambda: found_in(small_run(1, 1, 0), small_run(1, 0), "unpaired", "before"), ["q3"]),
    ("movement between the cells", lambda: found_in(small_run(1, retrieval_good=True), small_run(0, retrieval_good=True),
                                                    "moved", "good_faithful"),
     {"good_faithful": 0, "good_hallucinating": 1, "poor_faithful": 0, "poor_hallucinating": 0}),
    ("movement as a table", lambda: movement_lines({cell: dict.fromkeys(CELLS, 2) for cell in CELLS})[1].split(),
     ["good/faithful", "2", "2", "2", "2"]),
    ("eight of ten turned: the gate fires", lambda: [tried(*GOT_WORSE, "--fail-on", "regression")[0], tried(*GOT_WORSE)[0],
     tried(*GOT_WORSE[::-1], "--fail-on", "regression")[0]], [1, 0, 0]),
    ("the gate in words", lambda: gate_text({"gate": {"failed": [], "tolerance": 0.02}}),
     "gate regression: passed: no drop beyond noise and more than 0.02"),
    ("identical runs", lambda: [found_in(small_run(1, 0), small_run(1, 0), *path) for path in
                                (["verdict"], ["metrics", "hallucination_rate", "p_value"])],
     ["unchanged: no row changed in any metric shown", 1.0]),
    ("detail of a regressed row", lambda: found_in(*GOT_WORSE, "regressed")[0]["id"], "q1"),
    ("no id in common: two samples, with a warning", lambda: found_in(small_run(1, 0), [
        {"id": "z", "faithful": True}], "metrics", "hallucination_rate", "n"), [2, 1]),
    ("signature", lambda: found_in(small_run(1), small_run(1), "signature"),
     "compare_runs|paired:id|faithful:bool|recall:0.5|cluster:none|holm:1|permutations:9999|bootstrap:2000|seed:0|v:0.1.0"),
    ("text for people", lambda: tried(*GOT_WORSE)[1].splitlines()[4], "worse: hallucination_rate rose from 0 % to 80 % (p 0.0078)"),
    ("Markdown for a pull request", lambda: tried(*GOT_WORSE, page="--md")[1].splitlines()[0],
     "**worse: hallucination\\_rate rose from 0 % to 80 % (p 0.0078)**"),
    ("a page", lambda: tried(*GOT_WORSE, page="--html")[1].count("<details>"), 8),
    ("too little to tell, smallest change named", lambda: round(found_in(*GOT_WORSE, "detectable", "metrics",
     "hallucination_rate", "smallest"), 3), 0.767),
    ("limits of a Wilson interval (Wilson 1927)", lambda: rounded(wilson(10, 10)), [0.7225, 1.0]),
    ("incomplete beta", lambda: beta_cdf(2, 3, 0.5), 0.6875),
    ("Student's t, df 9 (tables: 2.262)", lambda: round(t_quantile(9), 3), 2.262),
    ("percent near the ends", lambda: [percent(value) for value in (0.004, 0.5, 1, None)], ["0.4 %", "50 %", "100 %", "-"]),
    ("a rate and a mean in words", lambda: [rate_text(rate(3, 4)), mean_text(Moments().summary())],
     ["75 % [30, 95] (3/4)", "not measured (0 rows)"]),
    ("text in pages", lambda: [escape("<a href='x'>&"), embedded_json({"a": "</script>"})],
     ["&lt;a href=&#x27;x&#x27;&gt;&amp;", '{"a":"\\u003c/script\\u003e"}']),
]


def judged_reading(p_values: list, signs: list) -> list:
    """[p_adjusted, change] of rates where lower is better, for the known answers."""
    metrics = {str(place): {"p_value": p, "difference": sign * 0.1, "ci95": None} for place, (p, sign) in enumerate(zip(p_values, signs))}
    judge_metrics(metrics, dict.fromkeys(metrics, -1))
    return [[metric["p_adjusted"], metric["change"]] for metric in metrics.values()]


def record_of(**row: object) -> Record:
    """The record of a row, for the known answers."""
    return Record(1, None, metric_values(row, Signals(parsed()), 1, []), {}, None)


def names(text: str) -> list:
    """A comma-separated list of names."""
    return list(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def settled(args: argparse.Namespace) -> argparse.Namespace:
    """The arguments with what follows from them; UsageError for those that cannot be."""
    args.by = names(args.by)
    args.lower_is_better = names(args.lower_is_better)
    args.metrics = names(args.metrics)
    args.others = [name for name in dict.fromkeys([*args.metrics, *args.lower_is_better]) if name not in RATES and name not in MEANS]
    if args.before == args.after == "-":
        raise UsageError("--before and --after cannot both be standard input")
    if not 0 < args.effect <= 1:
        raise UsageError(f"--effect {args.effect:g} must be above 0 and at most 1")
    if not 0 <= args.tolerance < math.inf:
        raise UsageError(f"--tolerance {args.tolerance:g} must be a number from 0 on")
    for name in args.lower_is_better:
        direction = {**RATES, **MEANS}.get(name)
        if direction in (0, 1):
            raise UsageError(f"--lower-is-better {name}: " + ("higher is better" if direction else "it has no direction") +
                             "; the flag is for fields of your own")
        if args.metrics and name not in args.metrics:
            raise UsageError(f"--lower-is-better {name}: it is not among --metrics, so it would not be compared")
    if args.md == args.html == "-":
        raise UsageError("--md and --html cannot both be standard output")
    return args


def build_parser() -> Parser:
    parser = Parser(prog="compare_runs.py", description=__doc__)
    group = parser.add_argument_group("input")
    group.add_argument("--before", required=True, metavar="PATH", help="rows of the first run (JSONL, also .gz); - is standard input")
    group.add_argument("--after", required=True, metavar="PATH", help="rows of the second run")
    group.add_argument("--encoding", metavar="NAME", help="of input that is neither UTF-8 nor marked as UTF-16")
    group.add_argument("--skip-errors", action="store_true", help="skip bad lines, report and count them (over 20 %%: exit 1)")
    group.add_argument("--limit", type=int, metavar="N", help="read the first N rows of each only")
    group.add_argument("--show", metavar="ID", help="print both rows of one pair in full and stop")
    group.add_argument("--progress", action="store_true", help="report progress on standard error")
    group = parser.add_argument_group("what is compared")
    group.add_argument("--key", default="id", metavar="FIELD", help="field that pairs the rows (id), such as query")
    group.add_argument("--unpaired", action="store_true", help="treat the runs as independent samples even where ids match")
    group.add_argument("--metrics", default="", metavar="A,B", help="only these, or any numeric field by its path; fewer metrics "
                       "leave more power (default: all that are there)")
    group.add_argument("--lower-is-better", default="", metavar="A,B", help="fields of one's own of which less is better")
    group.add_argument("--by", default="", metavar="A,B", help="fields to look for slices in (metadata is looked at unasked)")
    group.add_argument("--cluster", metavar="FIELD", help="rows of one value are not independent: test and interval by cluster")
    group.add_argument("--effect", type=float, default=SMALL_EFFECT, metavar="X", help="change to plan for (0.05)")
    group.add_argument("--seed", type=int, default=0, help="of permutations and bootstrap (0)")
    group.add_argument("--allow-different-signatures", action="store_true", help="compare runs scored with other settings")
    group.add_argument("--allow-different-queries", action="store_true", help="compare where most ids hold another question")
    group = parser.add_argument_group("output and gate")
    group.add_argument("--json", action="store_true", help="the comparison as one JSON document")
    group.add_argument("--md", metavar="FILE", help="write it as Markdown too")
    group.add_argument("--html", metavar="FILE", help="write it as one self-contained page too")
    group.add_argument("--fail-on", choices=("regression",), help="exit 1 when a metric is worse beyond noise")
    group.add_argument("--tolerance", type=float, default=0.0, metavar="X", help="with --fail-on: and worse by more than X (0)")
    signal_options(parser)
    common_options(parser, SELF_TEST)
    return parser


def show_pair(args: argparse.Namespace) -> int:
    """Print both rows of a pair in full."""
    pair = {}
    for side, path in (("before", args.before), ("after", args.after)):
        pair[side] = next((row for row in Rows(path, args.encoding, args.skip_errors, args.limit)
                           if field_of(row, args.key) is not None
                           and key_text(field_of(row, args.key), args.key) == key_text(args.show, args.key)), None)
    if not any(pair.values()):
        raise DataError(f"{shown_path(args.before)}, {shown_path(args.after)}: no row has the {args.key} {args.show!r}")
    print(json.dumps(pair, ensure_ascii=False, indent=2))
    return 0


def run(args: argparse.Namespace) -> int:
    settled(args)
    if args.show is not None:
        return show_pair(args)
    before, after = Run(args.before, args), Run(args.after, args)
    report = compare(before, after, args)
    for path, write in ((args.md, report_markdown), (args.html, report_html)):
        if path:
            with Output(path) as out:
                out.write(write(report).encode("utf-8", "backslashreplace"))
    for words in report["warnings"]:
        print(f"warning: {words}", file=sys.stderr)
    if args.json:
        print(json.dumps(report, ensure_ascii=False, allow_nan=False, indent=2),
              file=sys.stderr if "-" in (args.md, args.html) else sys.stdout)
    elif "-" not in (args.md, args.html):
        sys.stdout.write(report_text(report))
    if report["gate"]["failed"]:
        print(gate_text(report), file=sys.stderr)
        return EXIT_NO
    return max(before.code, after.code)


NOT_PURE = {"show_pair"}  # prints rows: covered by the tests of behaviour


def main(argv: list | None = None) -> int:
    return run_script(build_parser(), run, argv)


if __name__ == "__main__":
    sys.exit(main())
