#!/usr/bin/env python3
"""Find out how far a judge may be trusted: draw rows for people to label, then hold its verdicts against theirs.

Reads judged rows (JSONL, one answered query each): `id`, `query`, `answer`, `retrieved_docs`, and the verdict in
`faithful`, `faithfulness_score` or a field named with --judge-field. `sample` writes rows to be labelled (`id`,
`query`, the documents, `answer`, an empty `label`, `stratum`, `weight`) and a page to label them on; `score` reads the
labels back (CSV or JSONL, by `id`) and writes no rows. Labels and verdicts are two classes: hallucinating, which is
the positive one, and faithful.

  python scripts/calibrate_judge.py sample --traces judged.jsonl --n 60 --out to_label.jsonl --html label.html
  python scripts/calibrate_judge.py score --traces judged.jsonl --labels labels.jsonl --accuracy-out accuracy.json

Exit codes: 0 done; 1 too many bad lines; 2 wrong usage; 3 a file is wrong; 70 a bug here; 130, 141 interrupted.
"""
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
from __future__ import annotations

import argparse
import base64
import collections
import contextlib
import csv
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
import re
import shutil
import signal
import sys
import tempfile
import textwrap
import time
import traceback
import zlib

VERSION = "0.1.0"

WORDS = {
    "faithful": "faithful pass passed true yes y 1 good ok grounded supported entailed entailment attributable consistent "
                "factual accurate truthful correct right positive",
    "hallucinating": "hallucinating hallucinated hallucination fail failed false no n 0 bad ungrounded unsupported unfaithful "
                     "contradicted contradiction contradictory refuted inconsistent fabricated inaccurate incorrect wrong "
                     "negative",
    "skip": "cannot+tell can't+tell unsure unknown undecided skip skipped null none n/a na uncertain ? abstained"}
PHRASES = {"not supported": "hallucinating", "not grounded": "hallucinating", "not faithful": "hallucinating",
           "not hallucinated": "faithful", "no hallucination": "faithful", "not hallucinating": "faithful", "": "skip",
           "fully supported": "faithful"}
VOCABULARY = {**{word.replace("+", " "): name for name, words in WORDS.items() for word in words.split()}, **PHRASES}
PLAIN_TRUTHS = {"true", "yes", "y", "1", "false", "no", "n", "0"}  # their sense turns in a field named after the fault
FAULT_FIELDS = ("hallucinating", "hallucination", "hallucinated", "is_hallucination", "unfaithful")
LABEL_FIELDS = ("label", "human_label", "human", "annotation", "gold", "faithful", "verdict", *FAULT_FIELDS)
ID_FIELDS = ("id", "trace_id", "item_id", "row_id")
OTHER = {"faithful": "hallucinating", "hallucinating": "faithful"}
HALF = 0.5  # of an observation added to each cell, so that no rate drawn or interval claims certainty
DRAWS = 4000  # of the corrected rate; its 2.5 % points then move by less than 4 % of the width between seeds
NO_SPREAD = 1e-15  # a variance below it is rounding
FEW_CLUSTERS = 30  # below it the variance between clusters is known too roughly for the intervals to keep their promise
FOLDS = 10  # of the threshold's trial on rows it was not chosen on
FOLDS_WIDEN = math.sqrt(FOLDS / (FOLDS - 1))  # thresholds rest on nine tenths of the rows, and folds share most of them
LARGEST = 1e100  # of a score; the middle of two must still be a number, and tell them apart
FEW = 5  # rows of a class or slice, below which nothing is chosen or claimed from them
CLEAREST, SLICE_VALUES, SHOWN_IDS = 10, 20, 10
STRATA_VALUES = 10  # values of a slice field kept apart when sampling
PLANNED_KAPPA = 0.6  # where judges of groundedness usually land; used to plan, never to score
DOC_SHOWN = 20_000  # characters of one document on the labelling page
WINDOWS = 6  # sentences highlighted per row beside the evidence that a scorer named


# --- agreement ---

def kappa_parts(tp: float, fp: float, fn: float, tn: float) -> tuple | None:
    """(kappa, its large-sample standard error) of a 2x2 table; None where one label alone was used by both.

    Cohen (1960), Educ. Psychol. Meas. 20:37-46; standard error of Fleiss, Cohen and Everitt (1969), Psychol. Bull. 72:323.
    """
    n = tp + fp + fn + tn
    if n == 0 or tp + fp + fn == 0 or fp + fn + tn == 0:
        return None
    table = [[tp / n, fn / n], [fp / n, tn / n]]
    rows, columns = [sum(row) for row in table], [table[0][j] + table[1][j] for j in (0, 1)]
    seen, chance = table[0][0] + table[1][1], sum(map(float.__mul__, rows, columns))
    kappa = (seen - chance) / (1 - chance)
    diagonal = sum(table[i][i] * ((1 - chance) - (rows[i] + columns[i]) * (1 - seen)) ** 2 for i in (0, 1))
    across = (1 - seen) ** 2 * sum(table[i][1 - i] * (columns[i] + rows[1 - i]) ** 2 for i in (0, 1))
    spread = diagonal + across - (seen * chance - 2 * chance + seen) ** 2
    return kappa, math.sqrt(max(0.0, spread) / n) / (1 - chance) ** 2


def kappa_result(tp: float, fp: float, fn: float, tn: float, effective: float | None = None) -> dict:
    """{"value", "se", "ci95"}: Cohen's kappa of a table; null with a reason where one class is empty.

    The interval is taken half an observation in each cell further: the plain one covers 92 % at n 50 and has no width
    where everything agrees. `effective` is the number of independent rows the table is worth, when that is not its sum.
    """
    found, n = kappa_parts(tp, fp, fn, tn), tp + fp + fn + tn
    if found is None:
        return {"value": None, "se": None, "ci95": None, "reason": "only one label present" if n else "no rows"}
    scale = (effective if effective is not None else n) / n
    middle, error = kappa_parts(*(cell * scale + HALF for cell in (tp, fp, fn, tn)))
    return {"value": found[0], "se": found[1] / math.sqrt(scale), "reason": None,
            "ci95": [max(-1.0, min(middle - Z95 * error, found[0])), min(1.0, max(middle + Z95 * error, found[0]))]}


class Item:
    """A labelled and judged row: its two classes (True is hallucinating), weight, stratum, cluster, slices and score."""

    __slots__ = ("key", "human", "judge", "weight", "stratum", "cluster", "slices", "score", "row", "second")

    def __init__(self, key: str, human: bool, judge: bool, weight: float = 1.0, stratum: object = "", cluster: object = None,
                 slices: dict | None = None, score: float | None = None, row: dict | None = None) -> None:
        self.key, self.human, self.judge, self.weight, self.stratum = key, human, judge, weight, stratum
        self.cluster, self.slices, self.score, self.row, self.second = cluster, slices or {}, score, row, None


def weighted(items: list) -> bool:
    """Whether the items count differently."""
    return len({item.weight for item in items}) > 1


def clustered(items: list) -> bool:
    """Whether items move together in clusters."""
    return any(item.cluster is not None for item in items)


def share_of(items: list, part: object, whole: object) -> dict:
    """The weighted share of the items with `whole` that have `part` too, with counts as they were and a Wilson interval.

    Weighted or clustered items are first turned into the number of independent ones they are worth: p(1-p) over the
    linearised variance of the share within strata and between clusters (worth_at_least() where all agree).
    """
    chosen = [item for item in items if whole(item)]
    result = rate(sum(map(bool, map(part, chosen))), len(chosen))
    if chosen and (weighted(items) or clustered(items)):
        total = math.fsum(item.weight for item in chosen)
        share = math.fsum(item.weight for item in chosen if part(item)) / total
        n = effective_rows(items, [item.weight * whole(item) * (bool(part(item)) - share) / total for item in items], share, chosen)
        result.update(share=share, ci95=wilson(share * n, n), effective_n=n)
    return result


def effective_rows(items: list, residuals: list, share: float, chosen: list) -> float:
    """Number of independent rows that would give the variance which the residuals show, by stratum and cluster."""
    spread = design_variance(items, residuals)
    return min(len(chosen), share * (1 - share) / spread) if spread > NO_SPREAD and 0 < share < 1 else worth_at_least(chosen)


def worth_at_least(items: list) -> float:
    """How many independent rows the items are worth if those of a cluster all say the same: Kish's n of the clusters' weights.

    The number of clusters where they weigh alike. Where all rows agree, nothing shows that rows of a cluster are independent.
    """
    units = collections.defaultdict(float)
    for place, item in enumerate(items):
        units[unit_of(item, place)] += item.weight
    return math.fsum(units.values()) ** 2 / math.fsum(weight * weight for weight in units.values())


def unit_of(item: Item, place: int) -> object:
    """What is independent of the other rows: the item's cluster, or the item itself, told by its place."""
    return place if item.cluster is None else ("cluster", item.cluster)


def rate_of_clusters(clusters: dict) -> dict:
    """rate() of rows in clusters, given as name -> (count, n), with the interval of the independent rows they are worth."""
    found = rate(sum(count for count, _ in clusters.values()), sum(n for _, n in clusters.values()))
    if found["n"]:
        share, units = found["share"], len(clusters)
        spread = math.fsum(((count - share * n) / found["n"]) ** 2 for count, n in clusters.values()) * units / max(1, units - 1)
        alone = found["n"] ** 2 / sum(n * n for _, n in clusters.values())  # each cluster of one mind
        worth = min(found["n"], share * (1 - share) / spread) if spread > NO_SPREAD else alone
        found.update(ci95=wilson(share * worth, worth), effective_n=worth, clusters=units)
    return found


def design_variance(items: list, residuals: list) -> float:
    """Variance of a sum of residuals over a sample drawn within strata, whose units are rows or clusters of them."""
    sums = collections.defaultdict(lambda: collections.defaultdict(float))
    for place, (item, residual) in enumerate(zip(items, residuals)):
        sums[item.stratum][unit_of(item, place)] += residual
    spread = 0.0
    for units in sums.values():
        n, mean = len(units), math.fsum(units.values()) / len(units)
        spread += n / (n - 1) * math.fsum((value - mean) ** 2 for value in units.values()) if n > 1 else mean ** 2
    return spread


def confusion(items: list, weights: bool = False) -> dict:
    """{"tp", "fp", "fn", "tn"}, positive meaning hallucinating; summed weights instead of counts when asked."""
    cells = {"tp": 0, "fp": 0, "fn": 0, "tn": 0}
    for item in items:
        cells[("t" if item.human == item.judge else "f") + ("p" if item.judge else "n")] += item.weight if weights else 1
    return cells


def f1_score(items: list) -> dict:
    """{"value", "ci95"} of F1 for the hallucinating class, null without one; from the share of hits among hits and misses.

    F1 = 2q / (1 + q) with q = tp / (tp + fp + fn), and grows with q, so that the limits of q give those of F1.
    """
    hits = share_of(items, lambda item: item.human and item.judge, lambda item: item.human or item.judge)
    if hits["share"] is None:
        return {"value": None, "ci95": None}
    return {"value": 2 * hits["share"] / (1 + hits["share"]), "ci95": [2 * limit / (1 + limit) for limit in hits["ci95"]]}


def kappa_of(items: list) -> dict:
    """Kappa of items; weighted or clustered ones through the variance that their design gives it."""
    cells = confusion(items, weights=True)
    if not (weighted(items) or clustered(items)) or kappa_parts(*cells.values()) is None:
        return kappa_result(*confusion(items).values())
    total = math.fsum(cells.values())
    kappa, error = kappa_parts(*(cell / total for cell in cells.values()))  # error of a single row
    human, judge = (cells["tp"] + cells["fn"]) / total, (cells["tp"] + cells["fp"]) / total
    chance, seen = human * judge + (1 - human) * (1 - judge), (cells["tp"] + cells["tn"]) / total
    residuals = []
    for item in items:  # influence of one row on kappa
        agree = (item.human == item.judge) - seen
        expected = (item.human - human) * (2 * judge - 1) + (item.judge - judge) * (2 * human - 1)
        residuals.append(item.weight / total * (agree * (1 - chance) - expected * (1 - seen)) / (1 - chance) ** 2)
    spread = design_variance(items, residuals)
    n = min(len(items), error ** 2 / spread) if spread > NO_SPREAD and error > 0 else worth_at_least(items)
    return kappa_result(*cells.values(), effective=n)


FIGURES = {"accuracy": lambda tp, fp, fn, tn: quotient(tp + tn, tp + fp + fn + tn), "tpr": lambda tp, fp, fn, tn: quotient(tp, tp + fn),
           "tnr": lambda tp, fp, fn, tn: quotient(tn, tn + fp), "precision": lambda tp, fp, fn, tn: quotient(tp, tp + fp),
           "f1": lambda tp, fp, fn, tn: quotient(2 * tp, 2 * tp + fp + fn),
           "kappa": lambda tp, fp, fn, tn: (kappa_parts(tp, fp, fn, tn) or [None])[0]}


def quotient(part: float, whole: float) -> float | None:
    """part / whole; None when there is no whole."""
    return part / whole if whole else None


def agreement(items: list, seed: int = 0, draws: int = DRAWS, worth: float = 1.0) -> dict:
    """Accuracy, TPR, TNR, precision, F1 and kappa of the judge's verdicts against people's labels.

    In a weighted sample the intervals come from drawing it again within its strata: one miss in a stratum that stands for many
    rows is rare and heavy, which no number of independent rows describes.
    """
    found = {"n": len(items), "confusion": confusion(items),
             "accuracy": share_of(items, lambda item: item.human == item.judge, lambda item: True),
             "tpr": share_of(items, lambda item: item.judge, lambda item: item.human),
             "tnr": share_of(items, lambda item: not item.judge, lambda item: not item.human),
             "precision": share_of(items, lambda item: item.human, lambda item: item.judge),
             "f1": f1_score(items), "kappa": kappa_of(items)}
    if weighted(items):
        drawn = draw_cells(items, seed, draws, worth)
        for name, figure in FIGURES.items():
            value = found[name].get("share", found[name].get("value"))
            if value is not None:
                found[name].update(drawn_limits([figure(*cells) for cells in drawn], value, "share" in found[name]))
    return found


def draw_cells(items: list, seed: object, draws: int = DRAWS, worth: float = 1.0) -> list:
    """(tp, fp, fn, tn), as weights, of the labelled sample drawn again within its strata, `draws` times.

    Each stratum's cells are drawn from the Dirichlet law of its counts (the Bayesian bootstrap, Rubin 1981) with half an
    observation over the root of the number of strata, so that 20 of 20 right does not stand for certainty. Rows of a cluster
    are drawn together, wherever they stand, and half an observation is half a cluster. The sizes of strata are drawn too, since
    the traces are a sample themselves, each row of it `worth` independent ones (not where weights are only relative, which sum
    to no more than the rows).
    """
    chance = random.Random(f"{seed}:cells")
    strata = collections.defaultdict(list)
    for place, item in enumerate(items):
        strata[item.stratum].append((unit_of(item, place), item))
    weights = [math.fsum(item.weight for _, item in members) for members in strata.values()]
    groups, halves = drawn_groups(list(strata.values()))
    found, sized = [], len(weights) > 1 and math.fsum(weights) > len(items) * (1 + 1e-9)
    for _ in range(draws):
        parts, shares = [], []
        for weight, (size, shapes) in zip(weights, halves):
            parts.append([chance.gammavariate(shape, 1.0) * size if shape else 0.0 for shape in shapes])
            shares.append(chance.gammavariate(weight * worth, 1.0) / worth if sized else weight)
        for shape, cells in groups:
            drawn = chance.gammavariate(shape, 1.0)
            for stratum, cell, count in cells:
                parts[stratum][cell] += drawn * count
        mass = [0.0] * 4
        for share, cells in zip(shares, parts):
            share /= math.fsum(cells) or 1.0
            mass = [have + share * cell for have, cell in zip(mass, cells)]
        found.append(tuple(mass))
    return found


CELLS = ((True, True), (False, True), (True, False), (False, False))  # people's and the judge's class, in the order of confusion()


def drawn_groups(strata: list) -> tuple:
    """What draw_cells() draws, of strata as lists of (unit, item): ([(shape, [(stratum, cell, rows)])], [(rows, shapes of a stratum)]).

    Units whose rows fall into the same cells are one draw; single rows are one with the half observation of their cell.
    """
    units, halves, smalls = collections.defaultdict(collections.Counter), [], []
    for place, members in enumerate(strata):
        sizes = collections.Counter(unit for unit, _ in members)
        for unit, item in members:
            units[unit][place, CELLS.index((item.human, item.judge))] += 1
        verdicts = {item.judge for _, item in members} if len(strata) > 1 else {True, False}
        halves.append((sum(size * size for size in sizes.values()) / len(members),  # rows in the cluster of a row
                       [HALF / math.sqrt(len(strata)) if cell[1] in verdicts else 0.0 for cell in CELLS]))
        smalls.append((len(sizes) - 1) / len(sizes) if len(sizes) > 1 else 1.0)  # the variance of a sample, not of its own units
    groups = []
    for rows, count in collections.Counter(tuple(sorted(rows.items())) for rows in units.values()).items():
        cells = [(place, cell, number) for (place, cell), number in rows]
        shape = count * min(smalls[place] for place, _, _ in cells)
        if len(cells) == 1 and cells[0][2] == halves[cells[0][0]][0]:
            halves[cells[0][0]][1][cells[0][1]] += shape
        else:
            groups.append((shape, cells))
    return groups, halves


def drawn_limits(values: list, value: float, is_share: bool) -> dict:
    """{"ci95"} from drawn values, stretched to hold the value itself; with "effective_n" for a share, by its drawn variance."""
    values = sorted(each for each in values if each is not None)
    low, high = (values[round(part * (len(values) - 1))] for part in (0.025, 0.975))
    found = {"ci95": [min(low, value), max(high, value)]}
    if is_share:
        middle, spread = math.fsum(values) / len(values), spread_of(values)
        found["effective_n"] = middle * (1 - middle) / spread - 1 if spread > 0 else float(len(values))
    else:
        found["se"] = math.sqrt(spread_of(values))
    return found


def spread_of(values: list) -> float:
    """The variance of all values there are, to the same last digit on every Python."""
    middle = math.fsum(values) / len(values)
    return math.fsum((value - middle) ** 2 for value in values) / len(values)


# --- the corrected rate ---

def rogan_gladen(observed: float, tpr: float, tnr: float) -> float | None:
    """The true rate behind an observed one: (observed + tnr - 1) / (tpr + tnr - 1); None where the judge tells nothing.

    Rogan and Gladen (1978), Am. J. Epidemiol. 107:71-76. Outside 0..1 where the observed rate is below the judge's false alarms.
    """
    power = tpr + tnr - 1
    return (observed + tnr - 1) / power if abs(power) > 1e-12 else None


def correct_rate(items: list, observed: dict, seed: int, draws: int = DRAWS) -> dict:
    """{"share", "ci95", "reason"}: the hallucination rate after the judge's own errors are taken out.

    The interval carries the uncertainty of both samples: the labelled rows are drawn again, and so is the observed rate (with
    its strata where the sample is weighted, since their sizes are what was observed). Null
    with a reason where TPR + TNR is not above 1 by more than noise, since then the judge may be guessing.
    """
    result = {"share": None, "ci95": None, "reason": None}
    plain = confusion(items, weights=True).values()
    rates = [FIGURES[name](*plain) for name in ("tpr", "tnr")]
    if None in rates:
        return {**result, "reason": "people's labels hold one class only, so one of TPR and TNR is unknown"}
    if not observed["n"]:
        return {**result, "reason": "no row has a verdict"}
    chance = random.Random(f"{seed}:observed")
    powers, values = [], []
    n = observed.get("effective_n", observed["n"])
    for cells in draw_cells(items, seed, draws, n / observed["n"]):
        tpr, tnr = (FIGURES[name](*cells) for name in ("tpr", "tnr"))
        seen = (cells[0] + cells[1]) / math.fsum(cells) if weighted(items) else \
            chance.betavariate(observed["share"] * n + HALF, (1 - observed["share"]) * n + HALF)
        powers.append(tpr + tnr - 1)
        value = rogan_gladen(seen, tpr, tnr)
        values.append(seen if value is None else value)
    if sorted(powers)[int(0.025 * draws)] <= 0:
        return {**result, "reason": "TPR + TNR is not above 1 by more than noise: the judge may be guessing, so its rate "
                                    "cannot be corrected"}
    plain = rogan_gladen(observed["share"], *rates)
    limits = [min(1.0, max(0.0, limit)) for limit in (sorted(values)[int(part * (draws - 1))] for part in (0.025, 0.975))]
    value = min(1.0, max(0.0, plain))
    return {"share": value, "ci95": [min(limits[0], value), max(limits[1], value)],
            "reason": None if plain == value else f"the plain figure is {plain:.3f}; it was cut to 0..1"}


# --- the threshold of a score ---

def best_threshold(scored: list, worth: float = 1.0) -> float | None:
    """The score from which a row is best called faithful, by the mean of TPR and TNR; None without rows of both classes.

    `scored` holds (score, whether hallucinating, weight). The very best cut of a sample is luck to a good part, so all within one
    standard error of it count as best, and the one in their middle is taken: it does better on other rows. Each row is `worth` so many
    independent ones.
    """
    totals = [math.fsum(weight for _, bad, weight in scored if bad is kind) for kind in (True, False)]
    if not all(totals):
        return None
    counts = [worth * sum(bad is kind for _, bad, _ in scored) for kind in (True, False)]
    scored, found, below = sorted(scored), [], [0.0, 0.0]
    cuts = [scored[0][0]] + [(one[0] + other[0]) / 2 for one, other in zip(scored, scored[1:])] + [scored[-1][0] + 1e-9]
    for place, cut in enumerate(cuts):
        if place:
            below[0 if scored[place - 1][1] else 1] += scored[place - 1][2]
        if not 0 < place < len(scored) or scored[place - 1][0] != scored[place][0]:  # nothing separates equal scores
            found.append(((below[0] / totals[0] + 1 - below[1] / totals[1]) / 2, cut))
    best = max(value for value, _ in found)
    rates = [below_at(scored, next(cut for value, cut in found if value == best), kind) / total for kind, total in zip((True, False), totals)]
    error = math.sqrt(sum(share * (1 - share) / n for share, n in zip(rates, counts))) / 2
    good = [cut for value, cut in found if value >= best - error - 1e-12]
    return min(good, key=lambda cut: abs(cut - (good[0] + good[-1]) / 2))


def below_at(scored: list, cut: float, kind: bool) -> float:
    """Weight of the rows of a class whose score lies below the cut."""
    return math.fsum(weight for score, bad, weight in scored if bad is kind and score < cut)


def threshold_of(items: list) -> float | None:
    """best_threshold() of items with scores; clustered ones count as their clusters."""
    return best_threshold([(item.score, item.human, item.weight) for item in items],
                          worth_at_least([Item("", item.human, item.judge, cluster=item.cluster) for item in items]) / len(items))


def threshold_trial(items: list, seed: int) -> list | None:
    """The items with the verdicts of thresholds chosen on other rows: each fold is judged by the rest's best threshold.

    None with fewer than 5 rows of a class. Folds hold both classes alike, and clusters whole: a threshold tried on rows like those
    it was chosen on would look too good.
    """
    units = collections.defaultdict(list)
    for place, item in enumerate(items):
        if item.score is not None:
            units[unit_of(item, place)].append(item)
    groups = [[], []]
    for unit in units.values():
        groups[sum(item.human for item in unit) * 2 < len(unit)].append(unit)
    if min(sum(any(item.human is kind for item in unit) for unit in units.values()) for kind in (True, False)) < FEW:
        return None
    chance, folds = random.Random(f"{seed}:folds"), [[] for _ in range(FOLDS)]
    place = 0
    for group in groups:
        for unit in chance.sample(group, len(group)):
            folds[place % FOLDS].extend(unit)
            place += 1
    scored = [item for unit in units.values() for item in unit]
    tried = []
    for fold in folds:
        inside = set(map(id, fold))
        at = threshold_of([item for item in scored if id(item) not in inside])
        if at is None:
            return None  # a class within one fold: clusters are too few and large
        tried += [Item(item.key, item.human, item.score < at, item.weight, item.stratum, item.cluster) for item in fold]
    return tried


def balanced_accuracy(tpr: dict, tnr: dict, widen: float = 1.0) -> dict:
    """{"value", "ci95"}: the mean of two independent rates, their limits squared and added (Newcombe 1998), and widened."""
    value = (tpr["share"] + tnr["share"]) / 2
    low, high = (widen * math.sqrt(math.fsum((one["ci95"][end] - one["share"]) ** 2 for one in (tpr, tnr))) / 2 for end in (0, 1))
    return {"value": value, "ci95": [max(0.0, value - low), min(1.0, value + high)]}


def find_threshold(items: list, field: str, seed: int, worth: float = 1.0) -> dict | None:
    """The best threshold of a score and how it does on rows it was not chosen on; None where there is too little."""
    scored = [item for item in items if item.score is not None]
    tried = threshold_trial(items, seed)
    if tried is None:
        return None
    at = threshold_of(scored)
    seen = agreement([Item(item.key, item.human, item.score < at, item.weight, item.stratum, item.cluster) for item in scored],
                     seed, worth=worth)
    found = agreement(tried, seed, worth=worth)
    return {"field": field, "value": at, "n": len(scored), "criterion": "mean of TPR and TNR",
            "in_sample": balanced_accuracy(seen["tpr"], seen["tnr"])["value"],
            "out_of_sample": {"balanced_accuracy": balanced_accuracy(found["tpr"], found["tnr"], FOLDS_WIDEN),
                              **{name: found[name] for name in ("accuracy", "tpr", "tnr", "kappa")}}}


# --- where it errs ---

def tail_p(wrong: int, n: int, all_wrong: int, total: int) -> float:
    """Two-sided p that a slice of n among total holds so many or so few of all_wrong errors by luck (hypergeometric)."""
    ways = [math.comb(all_wrong, k) * math.comb(total - all_wrong, n - k) if n - k >= 0 else 0 for k in range(min(n, all_wrong) + 1)]
    whole = sum(ways)
    return min(1.0, 2 * min(sum(ways[:wrong + 1]) / whole, sum(ways[wrong:]) / whole))


def false_discovery(values: list) -> list:
    """Benjamini and Hochberg's adjusted p-values (1995, J. R. Stat. Soc. B 57:289-300), in the order given."""
    adjusted, lowest = [0.0] * len(values), 1.0
    order = sorted(range(len(values)), key=values.__getitem__)
    for rank in range(len(order), 0, -1):
        lowest = min(lowest, values[order[rank - 1]] * len(values) / rank)
        adjusted[order[rank - 1]] = lowest
    return adjusted


def erring_slices(items: list) -> list:
    """Slices of 5 and more rows with their error rate, most surprising first; `beyond_noise` after correction over all.

    For the p-value, clustered rows count as the independent ones they are worth.
    """
    groups = collections.defaultdict(list)
    for item in items:
        for pair in item.slices.items():
            groups[pair].append(item)
    values = collections.Counter(field for field, _ in groups)
    kept = {pair: members for pair, members in groups.items()
            if FEW <= len(members) < len(items) and 2 <= values[pair[0]] <= SLICE_VALUES}
    found = []
    for (field, value), members in kept.items():
        inside = set(map(id, members))
        counts = [independent_errors(part) for part in (members, [item for item in items if id(item) not in inside])]
        found.append({"field": field, "value": value, "errors": share_of(members, lambda item: item.human != item.judge, lambda item: True),
                      "p_value": tail_p(*counts[0], *map(sum, zip(*counts)))})
    for one, adjusted in zip(found, false_discovery([one["p_value"] for one in found])):
        one.update(p_adjusted=adjusted, beyond_noise=adjusted < 0.05)
    return sorted(found, key=lambda one: (one["p_value"], one["field"], one["value"]))


def independent_errors(items: list) -> tuple:
    """(errors, rows) among items, each labelled row counting once; clustered ones as the whole number of rows they are worth."""
    errors = share_of([Item("", item.human, item.judge, cluster=item.cluster) for item in items],
                      lambda item: item.human != item.judge, lambda item: True)
    worth = errors.get("effective_n", errors["n"]) / errors["n"]
    return round(errors["count"] * worth), round(errors["n"] * worth)


def clearest_disagreements(items: list) -> list:
    """Up to ten rows on which judge and people differ, those first on which the judge was surest."""
    def sureness(item: Item) -> float:
        support = item.row.get("support")
        sure = 0.5 if isinstance(support, bool) or not isinstance(support, (int, float)) else 1 - support if item.judge else support
        return sure - (item.row.get("faithful_certain") is False)
    wrong = sorted((item for item in items if item.human != item.judge), key=lambda item: (-sureness(item), item.key))
    return [{"id": item.key, "people": class_name(item.human), "judge": class_name(item.judge),
             "query": clipped(item.row.get("query"), 300), "answer": clipped(item.row.get("answer"), 500),
             "claims": [{key: clipped(claim.get(key), 300) for key in ("text", "verdict", "why", "doc_id")}
                        for claim in claims_of(item.row)][:10]}
            for item in wrong[:CLEAREST]]


def claims_of(row: dict) -> list:
    """The row's claims that are objects; none where the field holds no list."""
    claims = row.get("claims")
    return [claim for claim in claims if isinstance(claim, dict)] if isinstance(claims, list) else []


def class_name(bad: bool) -> str:
    """The class's name in words."""
    return "hallucinating" if bad else "faithful"


def clipped(text: object, width: int) -> str | None:
    """A text on one line of at most `width` characters; None for what is no text."""
    return shorten(text, width) if isinstance(text, str) else None


# --- labels ---

def read_word(value: object, field: str, words: dict, at: float | None = None) -> str:
    """"faithful", "hallucinating" or "skip" for a label as people and judges write it. DataError for any other word.

    1, true and yes mean faithful, save in a field named after the fault (`hallucinated`), where they mean that. With `at`,
    numbers are ratings, faithful from there on.
    """
    if at is not None and not isinstance(value, bool):
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            if math.isfinite(float(value)):
                return "faithful" if float(value) >= at - AT_LEAST else "hallucinating"
    text = ("true" if value else "false") if isinstance(value, bool) else "" if value is None else id_text(value)
    word = " ".join(re.sub(r"[_\s-]+", " ", text.casefold()).split()).rstrip(".!").strip()
    found = words.get(word) or VOCABULARY.get(word)
    if found is None:
        raise DataError(f"field '{field}': {shorten(text)!r} is neither faithful nor hallucinating; say --label-map "
                        f"'{shorten(text, 20)}=faithful' (or =hallucinating, =skip), or --label-threshold for ratings")
    return OTHER[found] if field.split(".")[-1].casefold() in FAULT_FIELDS and word in PLAIN_TRUTHS and word not in words else found


def word_map(text: str) -> dict:
    """Words of the user's own and the class each stands for, from "word=faithful,other=skip"."""
    found = {}
    for part in filter(None, map(str.strip, text.split(","))):
        word, equals, name = part.rpartition("=")
        if not equals or name.strip() not in WORDS:
            raise UsageError(f"--label-map {part!r}: expected WORD=faithful, WORD=hallucinating or WORD=skip")
        found[" ".join(re.sub(r"[_\s-]+", " ", word.casefold()).split())] = name.strip()
    return found


def value_at(row: dict, path: str) -> object:
    """The value of a field, or along a dotted path into objects; None where there is none."""
    return row[path] if path in row else functools.reduce(
        lambda inner, name: inner.get(name) if isinstance(inner, dict) else None, path.split("."), row)


def label_rows(path: str, encoding: str | None) -> object:
    """Yield (line, row) of a labels file: JSONL, or CSV with a header (comma, semicolon or tab)."""
    lines = raw_lines(path, encoding)
    number, first = next(((number, text) for number, text in lines if text.strip()), (0, ""))
    if not first:
        raise DataError(f"{shown_path(path)}: no labels; JSONL or a CSV file with a header is expected")
    if first.lstrip()[:1] == "{":
        for number, line in itertools.chain([(number, first)], lines):
            try:
                if line.strip():
                    yield number, parse_row(line.strip().encode("utf-8", "surrogateescape"))
            except DataError as error:
                raise DataError(f"{shown_path(path)}:{number}: {error}") from None
        return
    if first.lstrip()[:1] == "[":
        raise DataError(f"{shown_path(path)}:{number}: a JSON array; one object a line, or CSV, is expected")
    csv.field_size_limit(2 ** 31 - 1)
    before = number - 1  # blank lines above the header, which the CSV reader does not see
    try:
        reader = csv.DictReader((text for _, text in itertools.chain([(number, first)], lines)),
                                delimiter=max(",;\t", key=first.count), strict=True)
        for row in reader:
            row = {(key or "").strip(): value for key, value in row.items() if key is not None}
            if any((value or "").strip() for value in row.values()):
                "".join(map(str, row.values())).encode("utf-8")
                yield reader.line_num + before, row
    except UnicodeEncodeError:
        raise DataError(f"{shown_path(path)}:{reader.line_num + before}: not UTF-8; name its --encoding, such as cp1252") from None
    except csv.Error as error:
        raise DataError(f"{shown_path(path)}:{reader.line_num + before}: cannot read as CSV: {error}") from None


def raw_lines(path: str, encoding: str | None) -> object:
    """Yield (line number, text with its line end) of every line: in CSV a blank at an end is a cell, and a blank line a line."""
    stream, number = open_bytes(path), 0
    try:
        marked = stream.peek(3)[:2] in (b"\xff\xfe", b"\xfe\xff")
        known = encoding or ("utf-16" if marked else "utf-8-sig")
        text = io.TextIOWrapper(stream, encoding=known, errors="surrogateescape" if known == "utf-8-sig" else "strict", newline="\n")
        for number, line in enumerate(text, 1):
            yield number, line
    except LookupError:
        raise UsageError(f"--encoding: {encoding!r} is no text encoding; such as cp1252 or utf-16") from None
    except (OSError, EOFError, UnicodeError, zlib.error) as error:
        raise DataError(f"{shown_path(path)}:{number + 1}: cannot read: {error}") from None
    finally:
        if path != "-":
            stream.close()


def pick_field(row: dict, wanted: str | None, known: tuple, what: str, path: str) -> str:
    """The field of a labels file that holds the id or the label; DataError when none, or several, could be meant."""
    if wanted:
        if value_at(row, wanted) is None and wanted not in row:
            raise DataError(f"{shown_path(path)}: no field {wanted!r}; it has {', '.join(map(shorten, row))}")
        return wanted
    found = [name for name in known if name in row]
    if not found or (len(found) > 1 and found[0] not in ("id", "label")):
        raise DataError(f"{shown_path(path)}: " + (f"{what} may be in {' or '.join(found)}" if found else
                        f"no field with {what}; it has {', '.join(map(shorten, row))}") + f"; say --{what}-field NAME")
    return found[0]


class Labels:
    """People's labels by id, with the weight and stratum a sample gave each; wrong words are reported together."""

    def __init__(self, path: str, args: argparse.Namespace) -> None:
        self.found, self.weights, self.skipped, self.repeated, bad = {}, {}, 0, 0, []
        words, places = word_map(args.label_map), {}
        id_field = label_field = None
        for line, row in label_rows(path, args.encoding):
            id_field = id_field or pick_field(row, args.id_field, ID_FIELDS, "id", path)
            label_field = label_field or pick_field(row, args.label_field, LABEL_FIELDS, "label", path)
            place, key = f"{shown_path(path)}:{line}", value_at(row, id_field)
            try:
                if key is None or isinstance(key, (dict, list, bool)) or not id_text(key):
                    raise DataError(f"no {id_field}")
                key, word = id_text(key), read_word(value_at(row, label_field), label_field, words, args.label_threshold)
            except DataError as error:
                bad.append(f"{place}: {error}")
                continue
            if key in places:
                if self.found.get(key, "skip") != word:
                    bad.append(f"{place}: {id_field} {shorten(key)!r} has another label on line {places[key]}; give a second "
                               "person's labels with --second-labels")
                self.repeated += 1
                continue
            places[key] = line
            weight = weight_of(row, place)
            if weight:
                self.weights[key] = weight
            if word == "skip":
                self.skipped += 1
            else:
                self.found[key] = word
        if bad:
            raise DataError("\nerror: ".join(bad[:20]) + (f"\nerror: and {len(bad) - 20:,} more" if len(bad) > 20 else ""))
        self.field = label_field


def weight_of(row: dict, place: str) -> tuple | None:
    """(weight, stratum, rows of the stratum or None) that a sampled row carries; None without. DataError for 0 or less."""
    weight, size = (positive_number(row.get(field), f"{place}: field '{field}'") for field in ("weight", "stratum_rows"))
    if weight is None and size is None:
        return None
    name = row.get("stratum")
    return weight or 1.0, id_text(weight if name is None else name), size


def sample_weights(path: str, encoding: str | None) -> dict:
    """Id -> weight_of of the rows that `sample` drew. DataError where they carry none."""
    found = {}
    for line, row in label_rows(path, encoding):
        weight = weight_of(row, f"{shown_path(path)}:{line}")
        if weight is None or row.get("id") is None:
            raise DataError(f"{shown_path(path)}:{line}: no id with weight and stratum; the rows that `sample --out` wrote are expected")
        found[id_text(row["id"])] = weight
    return found


def positive_number(value: object, where: str) -> float | None:
    """A number above 0, also as text (CSV); None when absent. DataError that begins with `where` for anything else."""
    if value in (None, ""):
        return None
    try:
        found = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not 0 < found < math.inf:
        raise DataError(f"{where} must be a number above 0, got {shorten(value)!r}")
    return found


def reweigh(items: list, sizes: dict) -> None:
    """Set each item's weight to the rows its stratum stands for over those of it that were labelled, where the size is known.

    What was drawn and not labelled is taken to be like the rest of its stratum.
    """
    counts = collections.Counter(item.stratum for item in items)
    for item in items:
        if sizes.get(item.stratum):
            item.weight = sizes[item.stratum] / counts[item.stratum]


# --- drawing a sample ---

def confidence_of(row: dict, score: float | None) -> str:
    """"unsure" where the verdict rests on claims left uncertain, on votes that differ, or on a score in the middle; else "sure"."""
    open_claims = any(claim.get("verdict") == "uncertain" for claim in claims_of(row))
    middling = score is not None and 2.5 <= score <= 4
    return "unsure" if row.get("faithful_certain") is False or open_claims or middling else "sure"


def allocate(sizes: list, n: int) -> list:
    """How many to draw from strata of these sizes: by the square root of the size, at least 2 where there are 2.

    The square root lies between equal shares, which serve the rare classes, and proportional ones, which serve the whole.
    """
    n = min(n, sum(sizes))
    drawn = [0] * len(sizes)
    for _ in range(n):  # one at a time to the stratum that is furthest behind its due, the smallest place on ties
        place = min((place for place in range(len(sizes)) if drawn[place] < sizes[place]),
                    key=lambda place: (drawn[place] >= 2, (drawn[place] + 0.5) / math.sqrt(sizes[place]), place))
        drawn[place] += 1
    return drawn


class Pool:
    """Rows met one by one, of which an equal-chance sample per stratum is kept (reservoirs), with the strata's sizes."""

    def __init__(self, n: int, seed: int) -> None:
        self.n, self.chance = n, random.Random(f"{seed}:sample")
        self.sizes, self.kept = collections.Counter(), collections.defaultdict(list)
        self.values = collections.defaultdict(set)

    def add(self, stratum: tuple, row: dict) -> None:
        self.sizes[stratum] += 1
        kept = self.kept[stratum]
        if len(kept) < self.n:
            kept.append(row)
        else:
            place = self.chance.randrange(self.sizes[stratum])
            if place < self.n:
                kept[place] = row

    def slice_value(self, field: str, value: object) -> str:
        """The value as a stratum knows it; all beyond the first few values of a field are one."""
        text = "none" if value is None else id_text(value)
        known = self.values[field]
        if text in known or len(known) < STRATA_VALUES:
            known.add(text)
            return text
        return "(other)"

    def strata(self) -> list:
        """(name parts, size, rows in random order) of the finest division that allows two rows of each stratum."""
        depths = max(map(len, self.sizes), default=1)
        groups = collections.defaultdict(list)
        for depth in range(depths, 0, -1):
            groups = collections.defaultdict(list)
            for stratum in sorted(self.sizes):
                groups[stratum[:depth]].append(stratum)
            if 2 * len(groups) <= self.n:
                break
        return [(name, sum(self.sizes[part] for part in parts), self.mixed(parts)) for name, parts in groups.items()]

    def mixed(self, parts: list) -> list:
        """Up to n rows of several strata as if drawn from them together: each next one from a stratum by what is left of it."""
        left = {part: self.sizes[part] for part in parts}
        rows = {part: self.chance.sample(self.kept[part], len(self.kept[part])) for part in parts}
        drawn = []
        while len(drawn) < self.n and any(left.values()):
            part = self.chance.choices(parts, weights=[left[part] for part in parts])[0]
            drawn.append(rows[part].pop())
            left[part] -= 1
        return drawn


SHOWN_FIELDS = ("id", "query", "history", "retrieved_docs", "context_docs", "answer", "reference_answer", "metadata")


def draw_sample(pool: Pool, show_judge: bool) -> tuple:
    """(rows to label in random order, strata as data). Blind rows carry nothing that a judge or scorer wrote."""
    strata = pool.strata()
    drawn, described = [], []
    counts = allocate([size for _, size, _ in strata], pool.n)
    codes = pool.chance.sample(range(1, len(strata) + 1), len(strata))  # the name of a stratum would tell the verdict
    for (name, size, rows), count, code in zip(strata, counts, codes):
        described.append({"stratum": f"s{code}", "of": list(name), "rows": size, "drawn": count})
        for position, row in rows[:count]:
            shown = {"id": row_id(row, position), **{key: row[key] for key in SHOWN_FIELDS if key in row and key != "id"}}
            shown.update({"judge": {key: row[key] for key in ("faithful", "faithfulness_score", "claims", "faithfulness_by")
                                    if key in row}} if show_judge else {})
            shown.update(label=None, stratum=f"s{code}", stratum_rows=size, weight=size / count)
            drawn.append((shown, row))
    pool.chance.shuffle(drawn)
    return drawn, described


def rate_labels(width: float, share: float) -> int:
    """How many labels bring the Wilson interval of a share to plus or minus `width`."""
    low, high = 1, 1
    while half_width(share, high) > width:
        low, high = high, high * 2
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if half_width(share, middle) > width else (low, middle)
    return low


def half_width(share: float, n: int) -> float:
    """Half the width of the Wilson interval of a share of n."""
    low, high = wilson(share * n, n)
    return (high - low) / 2


def kappa_labels(width: float, share: float, kappa: float = PLANNED_KAPPA) -> int:
    """How many labels bring kappa's interval to plus or minus `width`, for equal margins and the planned kappa."""
    both = share * share + kappa * share * (1 - share)
    off = share - both
    error = kappa_parts(both, off, off, 1 - both - 2 * off)[1]  # of a single row
    return math.ceil((Z95 * error / width) ** 2)


# --- the labelling page ---

def word_set(text: str) -> set:
    """Content words and numbers of a text, for finding the sentences that speak of the same."""
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3 or word.isdigit()}


def evidence_marks(row: dict, docs: list) -> list:
    """[start, end] places to highlight in each document's text: the evidence a scorer named and the sentences nearest the answer.

    Both, since a text without marks would tell a blind person that the scorer found nothing.
    """
    marks = nearest_sentences(row.get("answer"), docs)
    for claim in claims_of(row):
        for evidence in claim["evidence"] if isinstance(claim.get("evidence"), list) else [claim.get("evidence")]:
            for place, doc in enumerate(docs):
                text = doc.get("text") or ""
                quote = evidence.get("text") if isinstance(evidence, dict) else evidence
                quote = quote.strip(". \u2026") if isinstance(quote, str) else ""
                named = claim.get("doc_id") in (None, doc["id"])
                start = text.find(quote) if quote and named else -1
                if start >= 0:
                    marks[place].append([start, start + len(quote)])
                elif isinstance(evidence, dict) and named and all(type(evidence.get(key)) is int for key in ("start", "end")):
                    marks[place].append([max(0, evidence["start"]), min(len(text), evidence["end"])])
    return [joined(one) for one in marks]


def joined(marks: list) -> list:
    """Overlapping stretches made one, in order."""
    found: list = []
    for start, end in sorted(mark for mark in marks if mark[0] < mark[1]):
        if found and start <= found[-1][1]:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([start, end])
    return found


def nearest_sentences(answer: object, docs: list) -> list:
    """Places of the few sentences that share most words with the answer, for each document."""
    wanted = word_set(answer) if isinstance(answer, str) else set()
    found = []
    for place, doc in enumerate(docs):
        for match in re.finditer(r"[^.!?\n\u3002]+[.!?\n\u3002]*", (doc.get("text") or "")[:DOC_SHOWN]):
            common = len(wanted & word_set(match.group()))
            if common >= 2:
                start = match.end() - len(match.group().lstrip())
                found.append((-common, place, start, start + len(match.group().strip())))
    marks: list = [[] for _ in docs]
    for _, place, start, end in sorted(found)[:WINDOWS]:
        marks[place].append([start, end])
    return [sorted(one) for one in marks]


def page_row(shown: dict, row: dict) -> dict:
    """What the page needs of a row: texts, the places to highlight, and what goes back with the label."""
    docs = docs_of(row, "context_docs")
    docs = (docs_of(row) if docs is None else docs) or []
    marks = evidence_marks(row, docs)
    judge = shown.get("judge")
    history = [turn for turn in row.get("history") or [] if isinstance(turn, dict)] if isinstance(row.get("history"), list) else []
    return {"id": shown["id"], "query": text_of(row, "query"), "answer": text_of(row, "answer"),
            "reference": text_of(row, "reference_answer"), "stratum": shown["stratum"], "stratum_rows": shown["stratum_rows"],
            "history": [f"{turn.get('role')}: {turn.get('text')}" for turn in history],
            "docs": [{"id": id_text(doc["id"]), "text": (doc.get("text") or "")[:DOC_SHOWN], "cut": len(doc.get("text") or "") > DOC_SHOWN,
                      "marks": [[start, min(end, DOC_SHOWN)] for start, end in one if start < DOC_SHOWN]}
                     for doc, one in zip(docs, marks)],
            **({"judge": judge_words(row)} if judge is not None else {})}


def judge_words(row: dict) -> str:
    """The judge's verdict and its reasons as text, for a page that is not blind."""
    verdict = next((f"{key}: {row[key]}" for key in ("faithful", "faithfulness_score") if row.get(key) is not None), "no verdict")
    return "\n".join([verdict] + [f"{claim.get('verdict')}: {claim.get('text')}" + (f" ({claim['why']})" if claim.get("why") else "")
                                  for claim in claims_of(row)])


LABEL_STYLE = """
main { padding-bottom: 8rem; } .lead { font-size: 1.2rem; font-weight: 600; white-space: pre-wrap; max-width: none; }
.lead:focus { outline: none; }
.answer, .doc p, .turns, .judge { white-space: pre-wrap; max-width: none; } .answer { font-size: 1.05rem; margin: 0; }
.doc { border-top: 1px solid var(--line); padding-top: .75rem; margin-top: .75rem; } .doc h3 { text-transform: none; letter-spacing: 0; margin-top: 0; }
.top { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding-top: 1rem; }
.top progress { flex: 1 1 8rem; height: .75rem; accent-color: var(--accent); } .top input { width: 9rem; }
.keys { position: fixed; bottom: 0; left: 0; right: 0; background: var(--panel); border-top: 1px solid var(--line); padding: .7rem 1rem; }
.keys div { max-width: 65rem; margin: 0 auto; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.keys button[aria-pressed=true] { background: var(--accent); color: var(--panel); border-color: var(--accent); }
.keys .push { margin-left: auto; } kbd { font: .8em ui-monospace, monospace; border: 1px solid currentColor; border-radius: 4px; padding: 0 .3em; opacity: .75; }
.answer-box { border-left: 4px solid var(--accent); } textarea { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line);
  border-radius: 8px; padding: .4rem .6rem; width: 100%; min-height: 3rem; } [hidden] { display: none !important; }
@media (max-width: 40rem) { .keys button { padding: .3rem .5rem; } .keys .push { margin-left: 0; } main { padding-bottom: 11rem; } kbd { display: none; } }
"""

LABEL_BODY = """<header class="page"><div class="top"><strong id="count" aria-live="polite"></strong><progress id="bar" value="0" max="1"
aria-label="labelled"></progress><label>Your name <input id="by" autocomplete="off"></label><button id="save" type="button">Download labels</button></div>
<p id="store" class="notice small" hidden></p></header>
<main><section><p class="eyebrow" id="where"></p><h1 class="lead" id="query" dir="auto" tabindex="-1"></h1><div id="turns" class="turns small soft" dir="auto"></div></section>
<section class="answer-box"><h2>Answer</h2><p class="answer" id="answer" dir="auto"></p><div id="reference"></div><div id="judge"></div></section>
<section><h2>Documents</h2><p class="small soft">Faithful: the documents support everything that the answer states. Hallucinating: something
in it they do not support, or contradict. Sentences that may matter are marked.</p>
<div id="docs"></div></section>
<section><label for="note">Note, if any</label><textarea id="note" rows="2"></textarea></section></main>
<nav class="keys" aria-label="Label this answer"><div><button type="button" data-label="faithful"><kbd>1</kbd> Faithful</button>
<button type="button" data-label="hallucinating"><kbd>2</kbd> Hallucinating</button>
<button type="button" data-label="cannot_tell"><kbd>3</kbd> Cannot tell</button>
<button type="button" id="undo" class="push"><kbd>u</kbd> Undo</button><button type="button" id="back" aria-label="previous"><kbd>&larr;</kbd> Previous</button>
<button type="button" id="next" aria-label="next"><kbd>&rarr;</kbd> Next</button></div></nav>"""

LABEL_SCRIPT = """
'use strict';
const data = JSON.parse(document.getElementById('data').textContent), rows = data.rows, get = id => document.getElementById(id);
const store = 'rag-eval-labels-' + data.key;
let state = {labels: {}, notes: {}, by: '', at: 0, done: []}, keeps = true;
try { const kept = JSON.parse(localStorage.getItem(store)); if (kept && kept.labels) state = kept; } catch (error) { keeps = false; }
function keep() {
  try { localStorage.setItem(store, JSON.stringify(state)); } catch (error) { keeps = false; }
  get('store').hidden = keeps;
  get('store').textContent = 'This browser does not keep the labels: download them before you close the page.';
}
function make(tag, text, parent, name) {
  const element = document.createElement(tag);
  element.textContent = text;
  if (name) element.className = name;
  parent.appendChild(element);
  return element;
}
function marked(doc, parent) {
  const text = make('p', '', parent);
  text.dir = 'auto';
  const letters = Array.from(doc.text);  // the marks count characters, not UTF-16 units
  let from = 0;
  for (const [start, end] of doc.marks) {
    text.append(letters.slice(from, start).join(''));
    make('mark', letters.slice(start, end).join(''), text);
    from = end;
  }
  text.append(letters.slice(from).join('') + (doc.cut ? ' ... (cut here)' : ''));
}
function show(focus) {
  const row = rows[state.at], count = Object.keys(state.labels).length;
  get('count').textContent = count + ' of ' + rows.length + ' labelled';
  get('bar').max = rows.length; get('bar').value = count;
  get('where').textContent = (state.at + 1) + ' of ' + rows.length + ' \\u00b7 ' + row.id;
  get('query').textContent = row.query === null ? '(no question recorded)' : row.query;
  get('turns').textContent = row.history.join('\\n');
  get('answer').textContent = row.answer === null ? '(no answer recorded)' : row.answer;
  for (const [id, title, text] of [['reference', 'Reference answer', row.reference], ['judge', 'Judge', row.judge]]) {
    get(id).replaceChildren();
    if (text) { make('h3', title, get(id)); make('p', text, get(id), 'judge').dir = 'auto'; }
  }
  get('docs').replaceChildren();
  if (!row.docs.length) make('p', 'No documents were recorded.', get('docs'), 'soft');
  for (const doc of row.docs) {
    const part = make('div', '', get('docs'), 'doc');
    make('h3', doc.id, part);
    marked(doc, part);
  }
  get('note').value = state.notes[row.id] || '';
  for (const button of document.querySelectorAll('[data-label]'))
    button.setAttribute('aria-pressed', String(state.labels[row.id] === button.dataset.label));
  get('undo').disabled = !state.done.length;
  get('back').disabled = state.at === 0; get('next').disabled = state.at === rows.length - 1;
  if (focus) { window.scrollTo(0, 0); get('query').focus({preventScroll: true}); }
}
function go(at) { state.at = Math.max(0, Math.min(rows.length - 1, at)); keep(); show(true); }
function label(value) {
  const row = rows[state.at];
  state.done.push([state.at, state.labels[row.id] || null]);
  state.labels[row.id] = value;
  for (let step = 1; step <= rows.length; step++) {
    const at = (state.at + step) % rows.length;
    if (!(rows[at].id in state.labels)) { go(at); return; }
  }
  keep(); show(false);
}
function undo() {
  const last = state.done.pop();
  if (!last) return;
  if (last[1] === null) delete state.labels[rows[last[0]].id]; else state.labels[rows[last[0]].id] = last[1];
  go(last[0]);
}
function save() {
  const lines = rows.filter(row => row.id in state.labels).map(row => JSON.stringify(Object.assign(
    {id: row.id, label: state.labels[row.id], stratum: row.stratum, stratum_rows: row.stratum_rows},
    state.notes[row.id] ? {note: state.notes[row.id]} : {}, state.by ? {by: state.by} : {})) + '\\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(lines, {type: 'application/x-ndjson'}));
  link.download = 'labels.jsonl';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
for (const button of document.querySelectorAll('[data-label]')) button.addEventListener('click', () => label(button.dataset.label));
get('undo').addEventListener('click', undo);
get('back').addEventListener('click', () => go(state.at - 1));
get('next').addEventListener('click', () => go(state.at + 1));
get('save').addEventListener('click', save);
get('by').value = state.by;
get('by').addEventListener('input', () => { state.by = get('by').value; keep(); });
get('note').addEventListener('input', () => {
  const text = get('note').value, id = rows[state.at].id;
  if (text) state.notes[id] = text; else delete state.notes[id];
  keep();
});
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
  const act = {1: () => label('faithful'), 2: () => label('hallucinating'), 3: () => label('cannot_tell'), u: undo, U: undo,
    Backspace: undo, ArrowLeft: () => go(state.at - 1), ArrowRight: () => go(state.at + 1)}[event.key];
  if (act && !event.repeat) { event.preventDefault(); act(); }
});
keep();
show(false);
"""


def label_page(rows: list) -> str:
    """The page a person labels on: one file that asks for nothing, keeps its state in the browser, and gives JSONL back."""
    key = hashlib.sha256(json.dumps([row["id"] for row in rows]).encode("utf-8")).hexdigest()[:16]
    body = f'{LABEL_BODY}\n<script type="application/json" id="data">{embedded_json({"key": key, "rows": rows})}</script>'
    return html_page("Label answers", body, LABEL_STYLE, LABEL_SCRIPT)


# --- the report ---

def read_verdict(row: dict, signals: object, line: int, args: argparse.Namespace) -> str:
    """"faithful", "hallucinating", or why the row has no verdict of a judge."""
    if args.judge_field:
        return read_word(value_at(row, args.judge_field), args.judge_field, args.words).replace("skip", "no_signal")
    if isinstance(row.get("faithful"), str):
        word = read_word(row["faithful"], "faithful", args.words)
        row = {**row, "faithful": None if word == "skip" else word == "faithful"}
    verdict, kind = signals.generation(row, line)
    return "human" if kind == "human" and verdict in OTHER else verdict


def score_of(row: dict, wanted: str | None) -> tuple:
    """(field, value) of the score that a threshold is sought for; (None, None) without one."""
    for field in [wanted] if wanted else ["support", "faithfulness_score", "faithfulness"]:
        value = value_at(row, field)
        if value is not None:
            return field, number({field: value}, field, -LARGEST, LARGEST)
    return None, None


def plain_slices(row: dict, asked: list) -> dict:
    """Field -> value as text: those asked for, and the short texts in `metadata`."""
    metadata = row["metadata"] if isinstance(row.get("metadata"), dict) else {}
    found = {f"metadata.{key}": value for key, value in metadata.items() if isinstance(value, (str, bool)) and len(str(value)) <= 60}
    found.update({field: value_at(row, field) for field in asked})
    return {field: id_text(value) for field, value in found.items() if isinstance(value, (str, int, float, bool))}


class Joined:
    """Traces held against labels: the items both have, the rate over all verdicts, and what did not join."""

    def __init__(self, args: argparse.Namespace, labels: Labels, second: Labels | None, weights: dict) -> None:
        self.items, self.left_out, self.judges = [], collections.Counter(), collections.Counter()
        self.bad_rows, self.judged, self.fields, seen = 0, 0, collections.Counter(), {}
        self.met = set()  # which of the fields named on the command line some row has
        self.clusters = {}  # of labelled rows, by key
        groups = collections.defaultdict(lambda: [0, 0])  # cluster -> rows judged hallucinating, rows judged
        signals = Signals(args)
        rows = Rows(args.traces, args.encoding, args.skip_errors, args.limit, args.progress)
        for position, row in enumerate(rows, 1):
            try:
                verdict = read_verdict(row, signals, rows.number, args)
                key = row_id(row, position)
                item = self.item(key, row, verdict, labels, weights, args) if key in labels.found else None
            except DataError as error:
                rows.reject(error)
                continue
            if verdict in OTHER:
                self.judged += 1
                self.bad_rows += verdict == "hallucinating"
                if args.cluster:
                    group = groups[cluster_of(row, args.cluster, ("row", position))]
                    group[0] += verdict == "hallucinating"
                    group[1] += 1
                self.judges[str(row.get("faithfulness_by") or args.judge_field or "not stated")] += 1
            if key in labels.found or key in labels.weights:
                if key in seen:
                    raise DataError(f"{rows.place}: id {shorten(key)!r} stands on line {seen[key]} too; labels are joined by it")
                seen[key] = rows.number
            if item:
                item.second = second.found.get(key) if second else None
                self.items.append(item)
        self.code = rows.finish()
        self.observed = rate_of_clusters(groups) if args.cluster else rate(self.bad_rows, self.judged)
        signals.check(args.traces)
        self.signature = "field:" + args.judge_field if args.judge_field else signals.signature()
        self.unknown = [key for key in labels.found if key not in seen]
        self.field = self.fields.most_common(1)[0][0] if self.fields else None
        for item in self.items:
            if item.score and item.score[0] == self.field:
                item.score = item.score[1]
            else:
                item.score = None
        reweigh(self.items, {stratum: size for _, stratum, size in weights.values() if size})

    def item(self, key: str, row: dict, verdict: str, labels: Labels, weights: dict, args: argparse.Namespace) -> Item | None:
        cluster = cluster_of(row, args.cluster, None) if args.cluster else None
        self.clusters[key] = cluster
        if verdict not in OTHER:
            self.left_out[verdict] += 1
            return None
        weight, stratum, _ = weights.get(key, (1.0, "", None))
        score, slices = score_of(row, args.score_field), plain_slices(row, args.by)
        if score[0]:
            self.fields[score[0]] += 1
        self.met.update(slices, [args.cluster] * (cluster is not None), [score[0]])
        kept = {field: row[field] for field in ("query", "answer", "claims", "support", "faithful_certain") if field in row}
        return Item(key, labels.found[key] == "hallucinating", verdict == "hallucinating", weight, stratum,
                    ("row", key) if args.cluster and cluster is None else cluster, slices, score, kept)


def cluster_of(row: dict, field: str, default: object) -> object:
    """The row's cluster as text, so that 7 and "7" are one; the default where it has none."""
    value = value_at(row, field)
    return default if value is None else id_text(value)


def people_agreement(first: Labels, second: Labels, clusters: dict) -> dict:
    """How two people agree, {"n", "agreement", "kappa"}, over the rows both labelled: no judge can be asked for more."""
    both = [Item(key, first.found[key] == "hallucinating", second.found[key] == "hallucinating", cluster=clusters.get(key))
            for key in first.found if key in second.found]
    return {"n": len(both), "agreement": share_of(both, lambda item: item.human == item.judge, lambda item: True),
            "kappa": kappa_of(both)}


def score_report(found: Joined, labels: Labels, second: Labels | None, args: argparse.Namespace) -> dict:
    """The calibration as data."""
    items, observed = found.items, found.observed
    worth = observed.get("effective_n", observed["n"]) / observed["n"]
    whole = agreement(items, args.seed, worth=worth)
    clusters = len({unit_of(item, place) for place, item in enumerate(items)})
    report = {"traces": shown_path(args.traces), "labels": shown_path(args.labels), **whole,
              "cluster": {"field": args.cluster, "clusters": clusters} if args.cluster else None,
              "confusion_weighted": confusion(items, weights=True) if weighted(items) else None,
              "people": people_agreement(labels, second, found.clusters) if second else None,
              "second": None, "observed_rate": observed, "corrected_rate": correct_rate(items, observed, args.seed),
              "threshold": find_threshold(items, found.field, args.seed, worth) if found.field else None,
              "slices": erring_slices(items), "disagreements": clearest_disagreements(items),
              "left_out": {"no_verdict": dict(found.left_out), "label_skipped": labels.skipped, "not_in_traces": len(found.unknown)},
              "not_in_traces": found.unknown[:1000], "judges": dict(found.judges.most_common()), "warnings": []}
    if second:
        others = [Item(item.key, item.second == "hallucinating", item.judge, cluster=item.cluster) for item in items if item.second]
        report["second"] = {"n": len(others), "accuracy": agreement(others, args.seed)["accuracy"], "kappa": kappa_of(others)}
    report["warnings"] = score_warnings(report, found, labels, items, args)
    report["signature"] = "|".join(["calibrate_judge", found.signature,
                                    *([f"labels>={args.label_threshold:g}"] if args.label_threshold is not None else []), f"weights:{'strata' if len({i.weight for i in items}) > 1 else 'none'}",
                                    f"cluster:{args.cluster or 'none'}", f"draws:{DRAWS}", f"folds:{FOLDS}", f"seed:{args.seed}",
                                    f"v:{VERSION}"])
    return report


def score_warnings(report: dict, found: Joined, labels: Labels, items: list, args: argparse.Namespace) -> list:
    """What a reader must know before quoting the figures."""
    notes = []
    if report["left_out"]["not_in_traces"]:
        notes.append(f"{len(found.unknown):,} labels have no row in the traces: {', '.join(map(shorten, found.unknown[:SHOWN_IDS]))}"
                     + (", ..." if len(found.unknown) > SHOWN_IDS else ""))
    if found.left_out:
        notes.append("labelled rows without a verdict are left out: " +
                     ", ".join(f"{count:,} {name}" for name, count in found.left_out.most_common()))
    if labels.repeated:
        notes.append(f"{labels.repeated:,} labels are repeated and count once")
    if len(found.judges) > 1:
        notes.append("verdicts of several judges are taken as one judge: " +
                     ", ".join(f"{shorten(name)} ({count:,})" for name, count in found.judges.most_common(5)))
    if not args.unweighted and items and not any(item.weight != 1 for item in items) and found.judged > len(items):
        notes.append("no weights: the figures hold for the population only if the labelled rows were drawn at random")
    if report["cluster"] and report["cluster"]["clusters"] < FEW_CLUSTERS:
        notes.append(f"{report['cluster']['clusters']} values of {args.cluster} are few: how far rows of one hang together is known "
                     "roughly, and the intervals are too narrow")
    if report["kappa"]["value"] is None and items:
        notes.append(f"kappa is null: {report['kappa']['reason']}")
    return notes


def accuracy_file(report: dict) -> dict:
    """What rag_diagnostic.py --judge-accuracy reads: the judge's two rates with the counts they rest on.

    `n` is the number of independent rows a rate is worth, which for a weighted sample is not the number labelled; `count` is
    that many times the share.
    """
    def part(name: str) -> dict:
        one = report[name]
        n = one.get("effective_n", one["n"])
        return {"share": one["share"], "count": None if one["share"] is None else one["share"] * n, "n": n, "ci95": one["ci95"],
                "labelled": one["n"]}
    return {"hallucinating": part("tpr"), "faithful": part("tnr"), "n": report["n"], "judges": report["judges"],
            "signature": report["signature"]}


# --- the report for people ---

def estimate_text(part: dict, whole: str = "not measured") -> str:
    """An estimate with its interval: "0.62 [0.41, 0.79]"."""
    if part["value"] is None:
        return f"{whole}: {part['reason']}" if part.get("reason") else whole
    return f"{part['value']:.2f} [{part['ci95'][0]:.2f}, {part['ci95'][1]:.2f}]"


def wrap(text: str, indent: str = "  ") -> str:
    """Text within 80 columns, later lines indented."""
    return textwrap.fill(text, 80, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def slice_text(one: dict) -> str:
    """A slice and its error rate in words."""
    return f"{one['field']}:{shorten(one['value'])}: wrong in {rate_text(one['errors'])}, p {one['p_adjusted']:.3f} after correction"


def threshold_lines(found: dict | None, field: str | None) -> list:
    """The threshold and what it is worth on rows it was not chosen on."""
    if not found:
        return [f"  not sought: fewer than {FEW} scored rows of a class" if field else "  not sought: the rows carry no score"]
    out = found["out_of_sample"]
    return [f"  {found['field']} >= {found['value']:.4g} is faithful (best mean of TPR and TNR, n {found['n']:,})",
            f"  on rows it was not chosen on: mean {estimate_text(out['balanced_accuracy'])}, in sample {found['in_sample']:.2f}",
            f"    TPR {rate_text(out['tpr'])}, TNR {rate_text(out['tnr'])}"]


def score_text(report: dict) -> str:
    """The calibration within 80 columns."""
    lines = [f"traces: {report['traces']}", f"labels: {report['labels']}", f"{report['n']:,} rows labelled and judged"
             + (f", in {report['cluster']['clusters']:,} clusters by {report['cluster']['field']}" if report["cluster"] else "")]
    if report["people"]:
        people = report["people"]
        lines += ["", f"Between the two people ({people['n']:,} rows)", f"  agreement  {rate_text(people['agreement'])}",
                  f"  kappa      {estimate_text(people['kappa'])}"]
    cells = report["confusion"]
    lines += ["", "Judge against people      judge: hallucinating   judge: faithful",
              f"  people: hallucinating   {cells['tp']:>20,}   {cells['fn']:>15,}",
              f"  people: faithful        {cells['fp']:>20,}   {cells['tn']:>15,}", ""]
    if report["confusion_weighted"]:
        lines += ["  rates are weighted to the population; counts are the labelled rows", ""]
    for name, words in (("accuracy", "agreement (accuracy)"), ("tpr", "hallucinating found (TPR)"), ("tnr", "faithful passed (TNR)"),
                        ("precision", "precision of an alarm")):
        lines.append(f"  {words:<26} {rate_text(report[name])}")
    lines += [f"  {'F1':<26} {estimate_text(report['f1'])}", wrap(f"  {'kappa':<26} {estimate_text(report['kappa'])}", " " * 29)]
    if report["second"]:
        lines.append(f"  {'with the second person':<26} {rate_text(report['second']['accuracy'])}, kappa "
                     f"{estimate_text(report['second']['kappa'])}")
    corrected = report["corrected_rate"]
    lines += ["", "Hallucination rate", f"  {'as judged':<26} {rate_text(report['observed_rate'])}",
              wrap(f"  {'corrected for the judge':<26} " + (
                  f"refused: {corrected['reason']}" if corrected["share"] is None else
                  f"{percent(corrected['share'])} [{100 * corrected['ci95'][0]:.0f}, {100 * corrected['ci95'][1]:.0f}]" +
                  (f"; {corrected['reason']}" if corrected["reason"] else "")), " " * 29)]
    lines += ["", "Threshold", *threshold_lines(report["threshold"], report["threshold"] and report["threshold"]["field"])]
    if report["slices"]:
        clear = [one for one in report["slices"] if one["beyond_noise"]]
        lines += ["", f"Where it errs ({len(report['slices']):,} slices looked at)"]
        lines += [wrap("  " + slice_text(one), "    ") for one in clear[:SHOWN_IDS]] or ["  no slice differs beyond noise"]
    if report["disagreements"]:
        lines += ["", f"Clearest disagreements ({len(report['disagreements'])} of {cells['fp'] + cells['fn']:,})"]
        for one in report["disagreements"]:
            lines.append(wrap(f"  {shorten(one['id'])}: people {one['people']}, judge {one['judge']}"))
            lines += [wrap(f"    {words}: {shorten(one[key], 200)}", "      ") for key, words in (("query", "Q"), ("answer", "A")) if one[key]]
            lines += [wrap(f"    {claim['verdict']}: {shorten(claim['text'], 120)}" + (f" ({claim['why']})" if claim["why"] else ""), "      ")
                      for claim in one["claims"][:3] if claim["text"]]
    return "\n".join([*lines, "", report["signature"], ""])


def sample_text(report: dict) -> str:
    """What was drawn, stratum by stratum, and how many labels a wanted precision needs."""
    lines = []
    if report["sampled"] is not None:
        lines += [f"{report['sampled']:,} of {report['population']:,} rows drawn to be labelled", "",
                  f"  {'verdict / retrieval / confidence':<48} {'rows':>9} {'drawn':>7}"]
        lines += [f"  {shorten(' / '.join(one['of']), 48):<48} {one['rows']:>9,} {one['drawn']:>7,}" for one in report["strata"]]
    lines += [wrap(f"  left out: {count:,} {name.replace('_', ' ')}", "    ") for name, count in report["left_out"].items()]
    for name, one in report["needed"].items():
        lines.append(wrap(f"  {one['labels']:,} labels bring {name} to +/- {one['width']:g} (an interval {2 * one['width']:g} wide), "
                          f"assuming {one['assuming']}", "    "))
    return "\n".join([*lines, "", report["signature"], ""])


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

def items_of(tp: int, fp: int, fn: int, tn: int, **fields: object) -> list:
    """Items with the given confusion, for the known answers."""
    cells = [(True, True)] * tp + [(False, True)] * fp + [(True, False)] * fn + [(False, False)] * tn
    return [Item(f"q{place}", human, judge, **fields) for place, (human, judge) in enumerate(cells)]


def strata_items() -> list:
    """Ten rows of a stratum of 90 and ten of one of 10, for the known answers: 9 and 2 of each are right."""
    first = [Item(f"a{place}", place == 0, False, 9.0, "a") for place in range(10)]
    return first + [Item(f"b{place}", place < 2, True, 1.0, "b") for place in range(10)]


def tried(rows: list, labels: str, *flags: str, verb: str = "score", kind: str = "labels.csv") -> list:
    """[exit code, standard output, standard error, what was written] of a whole run, for the known answers."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: os.path.join(folder, name) for name in ("t.jsonl", kind, "out", "page")}
        with open(paths["t.jsonl"], "wb") as stream:
            stream.writelines(map(row_bytes, rows))
        with open(paths[kind], "w", encoding="utf-8") as stream:
            stream.write(labels)
        own = ["--labels", paths[kind]] if verb == "score" else ["--out", paths["out"], "--html", paths["page"]]
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([verb, "--traces", paths["t.jsonl"], *own, *flags])
        written = ""
        for name in ("out", "page"):
            if os.path.exists(paths[name]):
                with open(paths[name], encoding="utf-8") as stream:
                    written += stream.read()
        return [code, *(text.getvalue().replace(folder + os.sep, "") for text in (out, err)), written]


def verdict_rows(*faithful: int) -> list:
    """Rows r1, r2 ... with the given verdicts, for the known answers."""
    return [{"id": f"r{place}", "query": f"Q{place}", "answer": "A", "faithful": bool(value),
             "retrieved_docs": [{"id": "d", "text": "Some text."}]} for place, value in enumerate(faithful, 1)]


def places(rates: dict, digits: int = 4) -> list:
    """Share and limits, rounded, for the known answers."""
    return [round(value, digits) for value in [rates.get("share", rates.get("value")), *rates["ci95"]]]


FOUR = verdict_rows(1, 1, 0, 1), "id,label\nr1,1\nr2,1\nr3,0\nr4,0\n"
SCORED = [Item(f"s{place}", place < 10, place < 10, score=place / 20) for place in range(20)]
SELF_TEST = [
    ("kappa of 20 5 10 15 (Cohen's formula by hand)", lambda: kappa_parts(20, 5, 10, 15)[0], 0.4),
    ("kappa's standard error (statsmodels: 0.126996)", lambda: round(kappa_parts(20, 5, 10, 15)[1], 6), 0.126996),
    ("kappa of one label is unknown", lambda: kappa_result(5, 0, 0, 0),
     {"value": None, "se": None, "ci95": None, "reason": "only one label present"}),
    ("perfect agreement is no certainty", lambda: kappa_result(10, 0, 0, 10)["ci95"][0] < 0.95, True),
    ("accuracy of 3 of 4 (Wilson)", lambda: places(agreement(items_of(1, 0, 1, 2))["accuracy"]), [0.75, 0.3006, 0.9544]),
    ("a judge that always passes", lambda: [agreement(items_of(0, 0, 1, 9))[name][key] for name, key in (
        ("accuracy", "share"), ("tpr", "share"), ("tnr", "share"), ("kappa", "value"))], [0.9, 0.0, 1.0, 0.0]),
    ("kappa of items", lambda: kappa_of(items_of(20, 5, 10, 15))["value"], 0.4),
    ("counts of a confusion", lambda: confusion(items_of(1, 2, 3, 4)), {"tp": 1, "fp": 2, "fn": 3, "tn": 4}),
    ("F1 of 20 5 10", lambda: places(f1_score(items_of(20, 5, 10, 15)), 3), [0.727, 0.58, 0.837]),
    ("plain items need no weights", lambda: [weighted(items_of(1, 1, 1, 1)), weighted(strata_items())], [False, True]),
    ("weights bring the population back: 9 + 81 + 2 of 100", lambda: share_of(
        strata_items(), lambda item: item.human == item.judge, lambda item: True)["share"], 0.83),
    ("variance of two strata of two", lambda: design_variance(
        [Item("", True, True, 1.0, name) for name in "aabb"], [1.0, 3.0, 2.0, 2.0]), 4.0),
    ("independent rows are worth themselves", lambda: round(effective_rows(
        items_of(5, 5, 0, 0), [0.05] * 5 + [-0.05] * 5, 0.5, items_of(5, 5, 0, 0)), 9), 9.0),
    ("Rogan and Gladen: 23 of 150, 0.96, 0.89 (epiR manual: 5.1 %)", lambda: round(rogan_gladen(23 / 150, 0.96, 0.89), 4), 0.051),
    ("Rogan and Gladen: a judge that guesses", lambda: rogan_gladen(0.3, 0.5, 0.5), None),
    ("the sample drawn again stays near itself", lambda: [round(sum(cells[place] for cells in draw_cells(
        items_of(80, 10, 20, 90), 0, 400)) / 400 / 200, 2) for place in range(4)], [0.4, 0.05, 0.1, 0.45]),
    ("clusters of ten alike rows are worth a tenth, also where all agree", lambda: [round(share_of(
        [Item("", True, place < cut, cluster=place // 10) for place in range(100)], lambda item: item.judge, lambda item: True)["effective_n"], 9)
        for cut in (50, 100)], [9.0, 10.0]),
    ("clusters of 2 and 4 rows that all agree: 6^2 / (2^2 + 4^2)", lambda: worth_at_least(
        [Item("", True, True, cluster=place > 1) for place in range(6)]), 1.8),
    ("what is a unit", lambda: [unit_of(Item("", True, True, cluster=given), 7) for given in (None, "7")], [7, ("cluster", "7")]),
    ("a rate of four clusters of two alike rows: n - 1 of them", lambda: rate_of_clusters({0: (2, 2), 1: (0, 2), 2: (2, 2), 3: (0, 2)}),
     {"count": 4, "n": 8, "share": 0.5, "ci95": wilson(1.5, 3), "effective_n": 3.0, "clusters": 4}),
    ("a rate of no rows in clusters", lambda: rate_of_clusters({}), {"count": 0, "n": 0, "share": None, "ci95": None}),
    ("clusters are drawn whole", lambda: drawn_groups([[("a", Item("", True, True))] * 2, [("b", Item("", False, True)), ("a", Item("", True, True))]]),
     ([(0.5, [(0, 0, 2), (1, 0, 1)])], [(2.0, [HALF / math.sqrt(2)] * 2 + [0.0] * 2), (1.0, [HALF / math.sqrt(2), HALF / math.sqrt(2) + 0.5, 0.0, 0.0])])),
    ("a cluster's name, 7 or \"7\"", lambda: [cluster_of({"m": {"c": 7}}, "m.c", 0), cluster_of({}, "m.c", 0)], ["7", 0]),
    ("errors of clustered rows", lambda: [independent_errors([Item("", True, place > 3, cluster=flag and place // 4) for place in range(20)])
                                          for flag in (None, True)], [(4, 20), (1, 4)]),
    ("the threshold of items", lambda: threshold_of([Item("", place < 2, True, score=place / 4) for place in range(4)]), 0.375),
    ("clusters at all", lambda: [clustered(items_of(1, 0, 0, 0)), clustered(items_of(1, 0, 0, 0, cluster="a"))], [False, True]),
    ("limits of drawn values", lambda: drawn_limits([place / 100 for place in range(101)], 0.5, False)["ci95"], [0.02, 0.98]),
    ("no quotient of nothing", lambda: [quotient(1, 2), quotient(0, 0)], [0.5, None]),
    ("a corrected rate", lambda: round(correct_rate(items_of(80, 10, 20, 90), rate(280, 1000), 0, 500)["share"], 4), 0.2571),
    ("no correction by a guessing judge", lambda: correct_rate(items_of(5, 5, 5, 5), rate(50, 100), 0, 200)["reason"][:26],
     "TPR + TNR is not above 1 b"),
    ("a threshold between two groups", lambda: best_threshold([(0.1, True, 1), (0.3, True, 1), (0.5, False, 1)]), 0.4),
    ("no threshold for one class", lambda: best_threshold([(0.1, True, 1)]), None),
    ("a threshold's trial: the row on the border goes wrong", lambda: sum(
        item.human != item.judge for item in threshold_trial(SCORED, 0)), 1),
    ("mean of two rates", lambda: places(balanced_accuracy(rate(8, 10), rate(9, 10)), 3), [0.85, 0.633, 0.933]),
    ("a threshold with its worth elsewhere", lambda: [find_threshold(SCORED, "support", 0)[key] for key in ("value", "in_sample")],
     [0.475, 1.0]),
    ("hypergeometric tail: 3 of 3 errors in 3 of 6", lambda: tail_p(3, 3, 3, 6), 0.1),
    ("Benjamini and Hochberg", lambda: false_discovery([0.01, 0.04, 0.03, 0.005]), [0.02, 0.04, 0.04, 0.02]),
    ("a slice that errs", lambda: [(one["value"], one["errors"]["count"], one["beyond_noise"]) for one in erring_slices(
        items_of(0, 8, 0, 0, slices={"t": "a"}) + items_of(8, 0, 0, 8, slices={"t": "b"}))], [("a", 8, True), ("b", 0, True)]),
    ("disagreements, the surest first", lambda: [one["id"] for one in clearest_disagreements(
        [Item("a", True, False, row={"support": 0.6}), Item("b", True, False, row={"support": 0.9}), Item("c", True, True, row={})])],
     ["b", "a"]),
    ("claims, whatever the field holds", lambda: [claims_of({"claims": value}) for value in (5, [1, {"text": "x"}], None)],
     [[], [{"text": "x"}], []]),
    ("names of classes", lambda: [class_name(True), class_name(False)], ["hallucinating", "faithful"]),
    ("only text is clipped", lambda: [clipped("a  b", 9), clipped(None, 9)], ["a b", None]),
    ("words of labels", lambda: [read_word(*each, {}) for each in (("Pass", "label"), (" FAIL. ", "label"), (1, "label"),
     (1, "hallucinated"), ("Hallucinated", "hallucinated"), ("not_supported", "x"), (None, "label"))],
     ["faithful", "hallucinating", "faithful", "hallucinating", "hallucinating", "hallucinating", "skip"]),
    ("ratings", lambda: [read_word(value, "label", {}, 4) for value in (4, "3.9", "5", None, True)],
     ["faithful", "hallucinating", "faithful", "skip", "faithful"]),
    ("words of one's own", lambda: read_word("OK-ish", "label", word_map("ok ish=hallucinating")), "hallucinating"),
    ("dotted paths", lambda: [value_at({"a": {"b": 1}}, path) for path in ("a.b", "a.c.d")], [1, None]),
    ("weights above 0", lambda: [positive_number("2.5", "w"), positive_number("", "w")], [2.5, None]),
    ("weights of a sampled row", lambda: [weight_of({"weight": 3, "stratum": "s1", "stratum_rows": 9}, "p"), weight_of({}, "p")],
     [(3.0, "s1", 9.0), None]),
    ("weights from the rows that were drawn", lambda: found_weights(), {"r1": (1.0, "s1", 1.0)}),
    ("weights follow what was labelled", lambda: reweighed(), [30.0, 30.0, 30.0]),
    ("the field that holds the label", lambda: pick_field({"id": 1, "hallucinated": 1}, None, LABEL_FIELDS, "label", "l"), "hallucinated"),
    ("labels as CSV with semicolons", lambda: tried(FOUR[0], FOUR[1].replace(",", ";"))[1].splitlines()[2],
     "4 rows labelled and judged"),
    ("labels as JSONL", lambda: json.loads(tried(FOUR[0], '{"id": "r1", "label": "yes"}\n', "--json", kind="l.jsonl")[1])["n"], 1),
    ("a word that is no label has its place", lambda: tried(FOUR[0], "id,label\nr1,perhaps\n")[::2][:2],
     [3, "error: labels.csv:2: field 'label': 'perhaps' is neither faithful nor hallucinating; say --label-map "
         "'perhaps=faithful' (or =hallucinating, =skip), or --label-threshold for ratings\n"]),
    ("a whole calibration", lambda: [json.loads(tried(*FOUR, "--json")[1])[key] for key in ("confusion", "n")],
     [{"tp": 1, "fp": 0, "fn": 1, "tn": 2}, 4]),
    ("a calibration for people", lambda: tried(*FOUR)[1].splitlines()[8], "  agreement (accuracy)       75 % [30, 95] (3/4)"),
    ("two people first", lambda: people_agreement(labels_of(a="faithful", b="faithful"), labels_of(a="faithful", b="hallucinating"), {})
     ["agreement"]["count"], 1),
    ("the accuracy file", lambda: [accuracy_file({**agreement(items_of(8, 1, 2, 9)), "judges": {}, "signature": "s"})[name]["share"]
                                   for name in ("hallucinating", "faithful")], [0.8, 0.9]),
    ("an estimate in words", lambda: [estimate_text({"value": 0.5, "ci95": [0.25, 0.75]}), estimate_text({"value": None})],
     ["0.50 [0.25, 0.75]", "not measured"]),
    ("a slice in words", lambda: slice_text({"field": "t", "value": "a", "errors": rate(8, 8), "p_adjusted": 0.01}),
     "t:a: wrong in 100 % [68, 100] (8/8), p 0.010 after correction"),
    ("no threshold in words", lambda: threshold_lines(None, None), ["  not sought: the rows carry no score"]),
    ("long lines are wrapped", lambda: wrap("a " * 45).count("\n"), 1),
    ("half an interval", lambda: round(half_width(0.5, 381), 4), 0.05),
    ("labels for a rate to 5 points (Wilson)", lambda: rate_labels(0.05, 0.5), 381),
    ("labels for kappa to 0.1 at 0.6 and equal classes", lambda: kappa_labels(0.1, 0.5), 246),
    ("confidence", lambda: [confidence_of(*each) for each in (({}, None), ({"faithful_certain": False}, None), ({}, 3))],
     ["sure", "unsure", "unsure"]),
    ("a sample leans to small strata", lambda: allocate([900, 100, 1], 20), [14, 5, 1]),
    ("a sample of everything", lambda: allocate([2, 1], 60), [2, 1]),
    ("content words", lambda: word_set("The parcel took 12 days") == {"parcel", "took", "12", "days"}, True),
    ("evidence that a scorer named", lambda: evidence_marks({"claims": [{"evidence": "two c", "doc_id": "d"}]},
                                                           [{"id": "d", "text": "one two cups"}]), [[[4, 9]]]),
    ("stretches that overlap", lambda: joined([[4, 9], [0, 5], [12, 13]]), [[0, 9], [12, 13]]),
    ("sentences near the answer", lambda: nearest_sentences("Delivery takes nine days", [
        {"id": "d", "text": "We like tea. Delivery takes time."}]), [[[13, 33]]]),
    ("what the page needs of a row", lambda: sorted(page_row({"id": "r1", "stratum": "s1", "stratum_rows": 3}, verdict_rows(1)[0])),
     ["answer", "docs", "history", "id", "query", "reference", "stratum", "stratum_rows"]),
    ("the judge's words", lambda: judge_words({"faithful": False, "claims": [{"verdict": "unsupported", "text": "x", "why": "y"}]}),
     "faithful: False\nunsupported: x (y)"),
    ("a sample is blind", lambda: [("faithful" in line, json.loads(line)["label"]) for line in tried(
        verdict_rows(1, 0), "", verb="sample")[3].splitlines()[:2]], [(False, None), (False, None)]),
    ("a sample that shows the judge", lambda: json.loads(tried(verdict_rows(1), "", "--show-judge", verb="sample")[3].splitlines()[0])["judge"],
     {"faithful": True}),
    ("what was drawn, in words", lambda: tried(verdict_rows(1, 0), "", verb="sample")[1].splitlines()[0],
     "2 of 2 rows drawn to be labelled"),
    ("hostile text cannot end the page's data", lambda: [label_page([{"id": "</script>"}]).count(text) for text in ("</script>", "\\u003c/script")],
     [2, 1]),
    ("verdicts", lambda: [read_verdict(row, Signals(parsed_score()), 1, parsed_score()) for row in (
        {"faithful": "grounded"}, {"faithfulness_score": 2}, {"answer": ""}, {"faithful": True, "faithfulness_by": "human"})],
     ["faithful", "hallucinating", "empty", "human"]),
    ("the score sought for", lambda: [score_of({"faithfulness": 0.5, "support": 0.25}, None), score_of({}, None)],
     [("support", 0.25), (None, None)]),
    ("slices of a row", lambda: plain_slices({"metadata": {"t": "a", "n": 1}, "lang": 7}, ["lang"]), {"metadata.t": "a", "lang": "7"}),
    ("limits of a Wilson interval (Wilson 1927)", lambda: [round(limit, 4) for limit in wilson(10, 10)], [0.7225, 1.0]),
    ("incomplete beta", lambda: beta_cdf(2, 3, 0.5), 0.6875),
    ("Student's t, df 9 (tables: 2.262)", lambda: round(t_quantile(9), 3), 2.262),
    ("percent near the ends", lambda: [percent(value) for value in (0.004, 0.5, 1, None)], ["0.4 %", "50 %", "100 %", "-"]),
    ("a mean in words", lambda: mean_text(Moments().summary()), "not measured (0 rows)"),
    ("a bar and text in pages", lambda: ['width="50.00"' in bar(0.5), escape("<'>")], [True, "&lt;&#x27;&gt;"]),
]


def reweighed() -> list:
    """Weights after three of a stratum of 90 were labelled, for the known answers."""
    items = [Item(str(place), True, True, 9.0, "a") for place in range(3)]
    reweigh(items, {"a": 90})
    return [item.weight for item in items]


def found_weights() -> dict:
    """Weights read from a file of sampled rows, for the known answers."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "s.jsonl")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write('{"id": "r1", "weight": 1, "stratum": "s1", "stratum_rows": 1, "label": null}\n')
        return sample_weights(path, None)


def labels_of(**words: str) -> Labels:
    """Labels as read from a file, for the known answers."""
    labels = Labels.__new__(Labels)
    labels.found = words
    return labels


def parsed_score() -> argparse.Namespace:
    """Arguments of score as run_score() sees them, for the known answers."""
    args = build_parser().parse_args(["score", "--traces", "t", "--labels", "l"])
    args.words, args.by = {}, []
    return args


def build_parser() -> Parser:
    parser = Parser(prog="calibrate_judge.py", description=__doc__)
    common_options(parser, SELF_TEST)
    verbs = parser.add_subparsers(dest="verb", metavar="sample|score", required=True)
    sample = verbs.add_parser("sample", description="Draw rows worth a person's time, and make a page to label them on.",
                              help="draw rows to label, and the page to label them on")
    input_options(sample)
    sample.add_argument("--n", type=int, default=60, help="rows to draw (60)")
    sample.add_argument("--out", metavar="PATH", help="rows to be labelled (JSONL, also .gz); - is standard output")
    sample.add_argument("--html", metavar="FILE", help="a self-contained page to label them on")
    sample.add_argument("--show-judge", action="store_true", help="let the person see the judge's verdict (the default is blind)")
    sample.add_argument("--rate-width", type=float, metavar="W", help="say how many labels bring a rate to plus or minus W")
    sample.add_argument("--kappa-width", type=float, metavar="W", help="say how many labels bring kappa to plus or minus W")
    score = verbs.add_parser("score", description="Hold a judge's verdicts against people's labels.",
                             help="hold the judge's verdicts against people's labels")
    input_options(score)
    score.add_argument("--labels", required=True, metavar="PATH", help="people's labels by id (CSV or JSONL)")
    score.add_argument("--second-labels", metavar="PATH", help="a second person's labels: agreement between people comes first")
    score.add_argument("--sample", metavar="PATH", help="the rows that `sample` drew, for the weights, where the labels carry none")
    score.add_argument("--unweighted", action="store_true", help="count each label once, whatever its weight")
    score.add_argument("--id-field", metavar="NAME", help="field of the labels that holds the id")
    score.add_argument("--label-field", metavar="NAME", help="field of the labels that holds the label")
    score.add_argument("--label-map", default="", metavar="WORD=CLASS,...", help="other words: WORD=faithful, =hallucinating or =skip")
    score.add_argument("--label-threshold", type=float, metavar="X", help="labels are ratings, faithful from X on (such as 4 of 5)")
    score.add_argument("--score-field", metavar="NAME", help="score to find a threshold for, higher meaning more faithful "
                       "(support, faithfulness_score or faithfulness)")
    score.add_argument("--cluster", metavar="FIELD", help="rows of one value are not independent: intervals widen")
    score.add_argument("--accuracy-out", metavar="PATH", help="write TPR and TNR for rag_diagnostic.py --judge-accuracy")
    for verb in (sample, score):
        verb.add_argument("--judge-field", metavar="NAME", help="field that holds the judge's verdict (faithful, else faithfulness_score)")
        verb.add_argument("--by", default="", metavar="A,B", help="fields to slice by (metadata is looked at unasked by score)")
        verb.add_argument("--seed", type=int, default=0, help="of everything drawn (0)")
        verb.add_argument("--json", action="store_true", help="the summary as one JSON document")
        signal_options(verb)
    return parser


def fill_pool(args: argparse.Namespace) -> tuple:
    """(Pool, counts of verdicts, what was left out, exit code) of one pass over the traces."""
    pool, unjudged = Pool(args.n, args.seed), Pool(args.n, args.seed)
    signals, left, waiting = Signals(args), collections.Counter(), collections.Counter()
    verdicts = collections.Counter()
    rows = Rows(args.traces, args.encoding, args.skip_errors, args.limit, args.progress)
    for position, row in enumerate(rows, 1):
        try:
            verdict = read_verdict(row, signals, rows.number, args)
            found = signals.retrieval(row)[0]
            score = number(row, "faithfulness_score") if row.get("faithful") is None else None
            docs_of(row), docs_of(row, "context_docs"), text_of(row, "query"), text_of(row, "answer"), text_of(row, "reference_answer")
        except DataError as error:
            rows.reject(error)
            continue
        if verdict in OTHER:
            verdicts[verdict] += 1
            pool.add((verdict, found, confidence_of(row, score), *(pool.slice_value(field, value_at(row, field)) for field in args.by)),
                     (position, row))
        elif verdict in ("no_signal", "human") and row.get("answer"):  # a first label, or a second person's
            unjudged.add(("no verdict" if verdict == "no_signal" else "labelled by a person", found,
                          *(unjudged.slice_value(field, value_at(row, field)) for field in args.by)), (position, row))
            waiting[verdict] += 1
        else:
            left[verdict] += 1
    code = rows.finish()
    signals.check(args.traces)
    drawn = pool if pool.sizes else unjudged
    for field in args.by:
        if drawn.sizes and drawn.values[field] == {"none"}:
            raise UsageError(f"--by {field}: no row has it")
    return drawn, verdicts, left + waiting if pool.sizes else left, code


def run_sample(args: argparse.Namespace) -> int:
    """Draw the sample, write it and its page, and say what was drawn."""
    widths = [(name, width) for name, width in (("a rate", args.rate_width), ("kappa", args.kappa_width)) if width is not None]
    for name, width in widths:
        if not 0 < width < 0.5:
            raise UsageError(f"--{name.split()[-1]}-width {width:g} must lie between 0 and 0.5")
    if args.n < 1:
        raise UsageError(f"--n {args.n} must be 1 or more")
    if not args.out and not widths:
        raise UsageError("--out PATH is required (or --rate-width, --kappa-width to plan only)")
    pool, verdicts, left, code = fill_pool(args)
    if not pool.sizes:
        raise DataError(f"{shown_path(args.traces)}: no row has an answer to label")
    bad, judged = verdicts["hallucinating"], sum(verdicts.values())
    share = bad / judged if judged and 0 < bad < judged else 0.5
    words = f"a rate of {percent(share)}, as judged now" if share != 0.5 else "a rate of 50 %, the worst case"
    needed = {name: {"width": width, "labels": rate_labels(width, share) if name == "a rate" else kappa_labels(width, share),
                     "assuming": words if name == "a rate" else f"kappa {PLANNED_KAPPA:g} and {words}"} for name, width in widths}
    drawn, strata = draw_sample(pool, args.show_judge) if args.out else ([], [])
    report = {"sampled": len(drawn) if args.out else None, "population": sum(pool.sizes.values()), "strata": strata,
              "left_out": dict(left), "needed": needed,
              "signature": f"calibrate_judge|sample|n:{args.n}|by:{','.join(args.by) or 'none'}|blind:{str(not args.show_judge).lower()}"
                           f"|seed:{args.seed}|v:{VERSION}"}
    if args.out:
        with Output(args.out) as out:
            for shown, _ in drawn:
                out.write(row_bytes(shown))
    if args.html:
        if not args.out:
            raise UsageError("--html needs --out: the page and the rows are one sample")
        page = label_page([page_row(shown, row) for shown, row in drawn])
        with Output(args.html) as out:
            out.write(page.encode("utf-8", "backslashreplace"))
    text = json.dumps(report, ensure_ascii=False, allow_nan=False, indent=2) + "\n" if args.json else sample_text(report)
    (sys.stderr if "-" in (args.out, args.html) else sys.stdout).write(text)
    return code


def run_score(args: argparse.Namespace) -> int:
    """Join labels and verdicts, and print how well the judge does."""
    labels = Labels(args.labels, args)
    second = Labels(args.second_labels, args) if args.second_labels else None
    weights = {} if args.unweighted else labels.weights
    if args.sample and not args.unweighted:
        weights = sample_weights(args.sample, args.encoding)
    found = Joined(args, labels, second, weights)
    if not found.items:
        raise DataError(f"{shown_path(args.labels)}: none of its {len(labels.found):,} labels has a judged row in "
                        f"{shown_path(args.traces)}; labels are joined by id" +
                        (f", such as {shorten(next(iter(labels.found)))!r}" if labels.found else ""))
    for flag, name in (("--cluster", args.cluster), ("--score-field", args.score_field), *(("--by", name) for name in args.by)):
        if name and name not in found.met:
            raise UsageError(f"{flag} {name}: no labelled row of the traces has it")
    bare = [item.key for item in found.items if item.key not in weights] if weights else []
    if bare:
        raise DataError(f"{shown_path(args.sample or args.labels)}: {len(bare):,} of {len(found.items):,} labelled rows carry no weight, such as "
                        f"{shorten(bare[0])!r}, and the others do; leave them out, or say --unweighted")
    report = score_report(found, labels, second, args)
    if args.accuracy_out:
        with Output(args.accuracy_out) as out:
            out.write(json.dumps(accuracy_file(report), ensure_ascii=False, allow_nan=False, indent=2).encode("utf-8") + b"\n")
    for words in report["warnings"]:
        print(f"warning: {words}", file=sys.stderr)
    stream = sys.stderr if args.accuracy_out == "-" else sys.stdout
    stream.write(json.dumps(report, ensure_ascii=False, allow_nan=False, indent=2) + "\n" if args.json else score_text(report))
    return found.code


def run(args: argparse.Namespace) -> int:
    args.by = [name.strip() for name in args.by.split(",") if name.strip()]
    args.words = word_map(getattr(args, "label_map", ""))
    at = getattr(args, "label_threshold", None)
    if at is not None and not math.isfinite(at):
        raise UsageError(f"--label-threshold {at:g} must be a finite number")
    if args.show is not None:
        return show_row(args)
    return run_sample(args) if args.verb == "sample" else run_score(args)


NOT_PURE = {"fill_pool", "label_rows", "raw_lines"}  # read files: covered by whole runs and the tests of behaviour


def main(argv: list | None = None) -> int:
    return run_script(build_parser(), run, argv)


if __name__ == "__main__":
    sys.exit(main())
