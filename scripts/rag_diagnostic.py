#!/usr/bin/env python3
"""Say whether retrieval or generation is at fault in a RAG system, how sure that is, and what to change first.

Reads rows (JSONL, one answered query each) that carry signals: `faithful` or `faithfulness_score` for the generation
layer and, where there is one, `retrieval_good` or `recall_at_k` for the retrieval layer; shows `relevant`,
`answer_relevance`, `correct`, `answer_correctness`, `abstained` and the retrieval metrics when present. Writes no
rows: standard output carries the report, or one JSON document with --json.

  python scripts/rag_diagnostic.py --traces traces.jsonl
  python scripts/rag_diagnostic.py --traces traces.jsonl --json --max-hallucination 0.1 --gate-on bound

Exit codes: 0 done; 1 a gate was missed; 2 wrong usage; 3 a file is wrong; 70 a bug here; 130, 141 interrupted.
"""
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
from __future__ import annotations

import argparse
import collections
import concurrent.futures
import contextlib
import functools
import gzip
import hashlib
import io
import itertools
import json
import math
import os
import random
import shutil
import signal
import sys
import tempfile
import textwrap
import time
import traceback
import zlib

VERSION = "0.1.0"

# Healthy means: nobody would start a project to improve it. The limits are those teams state for a first release.
HEALTHY = {"good_hallucinating": 0.10, "poor_hallucinating": 0.15, "poor": 0.25}
TENTATIVE_BELOW = 30  # rows; below it a Wilson interval is wider than 35 points at a half, so a verdict is a hint
LUCKY_SHARE = 0.10  # of the 2x2; from here on faithful answers on poor retrieval are an issue of their own
SIDE_SHARE = 0.10  # of their own rows; from here on over-refusals and irrelevant answers are named
DRAWS = 4000  # simulated what-ifs; their 2.5 % points then move by less than half a point between seeds
SETTLE_LIMIT = 100_000  # further traces; a difference that needs more cannot be settled in practice
EXAMPLES = 5  # trace ids shown per failing cell
REMEMBERED = 50_000  # ids and queries remembered to notice repeats; bounded so that memory stays flat

RETRIEVAL_ROWS, VERDICT_COLUMNS = ("good", "poor", "unmeasured"), ("faithful", "hallucinating")
NO_VERDICT = ("abstained", "empty", "no_claims", "not_judged", "no_signal")
CELL_NAMES = {"good_faithful": "system works", "good_hallucinating": "generator problem",
              "poor_faithful": "lucky guess", "poor_hallucinating": "both broken"}
FAILING = ("good_hallucinating", "poor_faithful", "poor_hallucinating", "unmeasured_hallucinating", "good_abstained")
LEFT_OUT = {"abstained": "abstained", "empty": "empty_answer", "no_claims": "no_claims", "not_judged": "not_judged",
            "no_signal": "no_faithfulness_signal"}
LEFT_OUT_WORDS = {"abstained": "the answer declines to answer", "empty_answer": "the answer is empty",
                  "no_claims": "the answer states nothing", "not_judged": "the judge gave no verdict",
                  "no_faithfulness_signal": "no faithfulness signal", "no_retrieval_signal": "no retrieval signal",
                  "other_basis": "verdict or relevance of another kind"}
METRICS = ("recall_at_k", "precision_at_k", "hit_at_k", "reciprocal_rank", "average_precision", "ndcg_at_k",
           "r_precision", "faithfulness", "support", "answer_relevance", "answer_correctness", "freshness")
RETRIEVAL_METRICS = METRICS[:7]
FLAGS = {"relevant": "answer_relevance", "correct": "answer_correctness", "abstained": "abstained"}
FIXES = {
    "retrieval": [
        "look at the missed queries first: was the document never retrieved, or retrieved too low?",
        "try other chunk sizes and overlaps (scripts/chunk_grid.py) and a larger k with a reranker",
        "add keyword search beside embeddings where names, codes or numbers are asked for",
        "measure again: scripts/score_retrieval.py, then scripts/compare_runs.py on the same questions"],
    "generation": [
        "tell the model to answer only from the documents, to quote the passage, and to say when they are silent",
        "show fewer and better ordered documents, so that the right one is not lost among the others",
        "lower the temperature; try a stronger model on the failing traces before changing anything else",
        "measure again: scripts/score_faithfulness.py, then scripts/compare_runs.py on the same questions"],
    "lucky_guess": [
        "do not count these as successes: the documents did not hold what was needed",
        "check the gold labels of a few of them; a missing label looks the same",
        "repair retrieval, then ask the same questions on a corpus the model cannot know"],
    "over_refusal": [
        "the documents were there: soften the instruction to refuse, or show fewer distracting documents",
        "ask for a partial answer where only a part is known"],
    "empty_answers": ["look at the pipeline's log for these traces: time-outs, content filters, token limits"],
    "relevance": ["restate the question at the end of the prompt; check how queries are rewritten"],
}


# --- the numbers ---

def hallucination_rates(cells: dict) -> dict:
    """Observed and what-if hallucination rates from the four counts, 0..1; None where there is nothing to divide by.

    cells holds the counts good_faithful (a), good_hallucinating (b), poor_faithful (c), poor_hallucinating (d).
    Were retrieval always good, answers would hallucinate at the generator's own rate b / (a + b), None when no
    retrieval was good; were the generator perfect on good documents, only d / n would stay. Both assume that missed
    queries are no harder than found ones. A drop may be negative; difference is retrieval's drop minus generation's.
    """
    a, b, c, d = (cells[name] for name in CELL_NAMES)
    n = a + b + c + d
    observed = (b + d) / n if n else None
    own = b / (a + b) if a + b else None
    return {"observed": observed, "retrieval_fixed": own, "generation_fixed": d / n if n else None,
            "retrieval_drop": None if own is None else observed - own,
            "generation_drop": b / n if n else None,
            "difference": None if own is None else observed - own - b / n}


def simulate(cells: dict, seed: int, draws: int = DRAWS) -> dict:
    """95 % intervals of every value of `hallucination_rates`, simulated from the four counts; memory stays flat.

    Draws the four shares from their posterior, a Dirichlet distribution with Jeffreys' prior (half a row a cell), which
    keeps its coverage where a count is 0. None wherever the value itself is None.
    """
    point = hallucination_rates(cells)
    values = {name: [] for name, value in point.items() if value is not None}
    draw = random.Random(seed).gammavariate
    for _ in range(draws if values else 0):
        shares = {name: draw(cells[name] + 0.5, 1.0) for name in CELL_NAMES}
        for name, value in hallucination_rates(shares).items():
            if name in values:
                values[name].append(value)
    return {name: middle_95(values[name]) if name in values else None for name in point}


def middle_95(values: list) -> list:
    """The 2.5 % and 97.5 % points of a list of numbers, linearly interpolated."""
    values = sorted(values)

    def point(share: float) -> float:
        place = share * (len(values) - 1)
        low = int(place)
        high = min(low + 1, len(values) - 1)
        return values[low] + (values[high] - values[low]) * (place - low)
    return [point(0.025), point(0.975)]


def further_traces(difference: float, interval: list, n: int) -> int | None:
    """How many more rows would bring the interval of the difference off zero; None above SETTLE_LIMIT or at 0.

    The width of an interval shrinks with the square root of n, so the side that reaches over zero must shrink by
    |difference| / side. 0 where it is off zero already.
    """
    side = difference - interval[0] if difference > 0 else interval[1] - difference
    if abs(difference) < 1e-12:
        return None
    more = math.ceil(n * (side / abs(difference)) ** 2) - n
    return None if more > SETTLE_LIMIT else max(0, more)


def decide(cells: dict, seed: int = 0) -> dict:
    """The primary issue of a 2x2 matrix: {"layer", "too_close", "tentative", "further_traces", "healthy"} and what_if.

    `layer` is "retrieval", "generation", "healthy", or "undetermined" when no row has both signals. The larger drop of
    the hallucination rate names it; where no answer on poor retrieval and none on good is unsupported, poor
    retrieval alone does. `too_close` when the interval of the difference of the drops holds zero.
    """
    n = sum(cells.values())
    rates, limits = hallucination_rates(cells), simulate(cells, seed)
    what_if = {**rates, **{f"{name}_ci95": limits[name] for name in rates}}
    verdict = {"layer": "undetermined", "too_close": False, "tentative": 0 < n < TENTATIVE_BELOW, "n": n,
               "further_traces": 0}
    if not n:
        return {"verdict": verdict, "what_if": what_if}
    poor = (cells["poor_faithful"] + cells["poor_hallucinating"]) / n
    if (all(cells[name] / n <= HEALTHY[name] + AT_LEAST for name in ("good_hallucinating", "poor_hallucinating"))
            and poor <= HEALTHY["poor"] + AT_LEAST):
        verdict["layer"] = "healthy"
    elif rates["difference"] is None or rates["observed"] == 0:
        verdict["layer"] = "retrieval"  # no good retrieval to judge the generator on, or nothing unsupported at all
    else:
        verdict["layer"] = "retrieval" if rates["difference"] >= 0 else "generation"
        low, high = limits["difference"]
        if low <= 0 <= high:
            verdict["too_close"] = True
            verdict["further_traces"] = further_traces(rates["difference"], limits["difference"], n)
    return {"verdict": verdict, "what_if": what_if}


def verdict_sentence(verdict: dict, what_if: dict, cells: dict) -> str:
    """The primary issue in words; begins with the layer's name."""
    n, layer = verdict["n"], verdict["layer"]
    tentative = f" Tentative: {n} rows are few." if verdict["tentative"] else ""
    if layer == "undetermined":
        return ("undetermined: no row has both a faithfulness and a retrieval signal, so the layers cannot be told "
                "apart; add gold_doc_ids and run scripts/score_retrieval.py")
    if layer == "healthy":
        return (f"healthy: {percent(what_if['observed'])} of answers are unsupported, and retrieval is poor on "
                f"{percent((cells['poor_faithful'] + cells['poor_hallucinating']) / n)} of {n:,} rows.{tentative}")
    if what_if["difference"] is None:
        return f"retrieval: it is poor on every row, so the generator cannot be judged yet.{tentative}"
    if what_if["observed"] == 0:
        return ("retrieval: no answer is unsupported, yet retrieval is poor on "
                f"{percent((cells['poor_faithful'] + cells['poor_hallucinating']) / n)} of {n:,} rows.{tentative}")
    drops = (f"hallucinations would fall from {one_digit(what_if['observed'])} to "
             f"{one_digit(what_if['retrieval_fixed'])} were retrieval always good, and to "
             f"{one_digit(what_if['generation_fixed'])} were the generator perfect on good documents")
    if not verdict["too_close"]:
        return f"{layer}: {drops}.{tentative}"
    low, high = (f"{100 * limit:.1f}" for limit in what_if["difference_ci95"])
    more = (f"about {verdict['further_traces']:,} more traces would settle it" if verdict["further_traces"] is not None
            else "no realistic number of traces would settle it")
    return (f"{layer}, too close to call at n = {n:,}: {drops}; the drops differ by "
            f"{abs(100 * what_if['difference']):.1f} points [{low}, {high}, retrieval minus generation], {more}. "
            f"Repair retrieval first: a generator cannot be judged on wrong documents.{tentative}")


def one_digit(value: float) -> str:
    """A share with one decimal, for what-ifs that differ by little: "13.9 %"."""
    return f"{100 * value:.1f}".replace(".0", "") + " %"


# --- counting rows ---

class Tally:
    """All that a report needs from a stream of rows: counts, moments and a few ids. Its size does not grow with it."""

    def __init__(self, signals: Signals) -> None:
        self.signals, self.n = signals, 0
        self.counts: collections.Counter = collections.Counter()  # (kind, basis, retrieval class, generation class)
        self.examples: dict = {}  # the same key -> first ids
        self.moments: dict = {}  # (metric, basis or kind) -> Moments
        self.flags: collections.Counter = collections.Counter()  # (flag, value)
        self.origins: collections.Counter = collections.Counter()
        self.settings: collections.Counter = collections.Counter()  # k values
        self.unanswerable = 0
        self.ids, self.queries = set(), set()
        self.repeated_ids, self.repeated_queries = 0, 0

    def add(self, row: dict, line: int = 0) -> None:
        """Count one row. Raises DataError, and counts nothing, when a signal has a wrong type."""
        generation, kind = self.signals.generation(row, line)
        retrieval, basis = self.signals.retrieval(row)
        values = [(name, number(row, name, 0, 1)) for name in METRICS if row.get(name) is not None]
        flags = [(name, truth(row, name)) for name in FLAGS if row.get(name) is not None]
        self.n += 1
        if generation not in VERDICT_COLUMNS:
            kind = None  # no verdict: belongs beside the matrix of every kind
        key = (kind, basis, retrieval, generation)
        self.counts[key] += 1
        if f"{retrieval}_{generation}" in FAILING and len(self.examples.setdefault(key, [])) < EXAMPLES:
            self.examples[key].append(row_id(row, self.n))
        for name, value in values:
            group = basis if name in RETRIEVAL_METRICS else kind if name in ("faithfulness", "support") else None
            self.moments.setdefault((name, group), Moments()).add(value)
        self.flags.update(flags)
        origin = row.get("faithfulness_by")
        if isinstance(origin, str) and kind and (origin in self.origins or len(self.origins) < 100):
            self.origins[origin] += 1
        if row.get("recall_at_k") is not None and isinstance(row.get("k"), int) and len(self.settings) < 100:
            self.settings[row["k"]] += 1
        self.unanswerable += row.get("gold_doc_ids") == []
        self.notice_repeats(row)

    def notice_repeats(self, row: dict) -> None:
        """Count ids and queries seen before, among the first REMEMBERED of each."""
        for field, seen, count in (("id", self.ids, "repeated_ids"), ("query", self.queries, "repeated_queries")):
            value = row.get(field)
            if value is None or isinstance(value, (list, dict)):
                continue
            mark = hash(value.strip() if isinstance(value, str) else id_text(value))
            if mark in seen:
                setattr(self, count, getattr(self, count) + 1)
            elif len(seen) < REMEMBERED:
                seen.add(mark)

    def count(self, kind: object, basis: object, retrieval: str, generation: str) -> int:
        return self.counts[(kind, basis, retrieval, generation)]

    def kinds(self) -> list:
        """(kind, basis) pairs that have rows with both signals, most rows first, then by how direct the evidence is."""
        trust = ("human", "given", "automatic", "gold", "judged", "estimated", None)
        totals: collections.Counter = collections.Counter()
        for (kind, basis, retrieval, generation), count in self.counts.items():
            if kind and retrieval != "unmeasured":
                totals[(kind, basis)] += count
        return sorted(totals, key=lambda pair: (-totals[pair], trust.index(pair[0]), trust.index(pair[1])))

    def main_kind(self) -> tuple:
        """The (kind, basis) of the main matrix; the kind alone where no row has both signals."""
        pairs = self.kinds()
        if pairs:
            return pairs[0]
        totals: collections.Counter = collections.Counter()
        for (kind, _, _, _), count in self.counts.items():
            if kind:
                totals[kind] += count
        return (max(sorted(totals), key=totals.get) if totals else None), None


# --- the report as data ---

def two_by_two(tally: Tally, kind: object, basis: object) -> dict:
    """The four counts of one kind of verdict and one basis of retrieval."""
    return {f"{retrieval}_{generation}": tally.count(kind, basis, retrieval, generation)
            for retrieval in ("good", "poor") for generation in VERDICT_COLUMNS}


def all_cells(tally: Tally, kind: object, basis: object) -> dict:
    """Every cell with count, share, ci95 and first ids. The four are shares of the 2x2, the others of all rows.

    The third row ("unmeasured") and the third column (abstained, empty, ...) count whatever has no place in the 2x2.
    """
    counts = two_by_two(tally, kind, basis)
    n = sum(counts.values())
    cells = {}
    for name, count in counts.items():
        retrieval, generation = name.split("_", 1)
        cells[name] = {**rate(count, n), "name": CELL_NAMES[name], "of": "rows with both signals",
                       "examples": tally.examples.get((kind, basis, retrieval, generation), [])}
    for retrieval in RETRIEVAL_ROWS:
        for generation in (VERDICT_COLUMNS if retrieval == "unmeasured" else ()) + NO_VERDICT:
            keys = [key for key in tally.counts
                    if key[2:] == (retrieval, generation) and key[0] in (kind, None)
                    and (key[0] or retrieval == "unmeasured" or key[1] == basis or basis is None)]
            count = sum(tally.counts[key] for key in keys)
            if count or generation in VERDICT_COLUMNS:
                examples = [one for key in keys for one in tally.examples.get(key, [])][:EXAMPLES]
                cells[f"{retrieval}_{generation}"] = {**rate(count, tally.n), "of": "all rows", "examples": examples}
    return cells


def left_out(tally: Tally, kind: object, basis: object) -> dict:
    """Reason -> number of rows that are in no cell of the 2x2; with the 2x2 they add up to all rows."""
    reasons: collections.Counter = collections.Counter()
    for (row_kind, row_basis, retrieval, generation), count in tally.counts.items():
        if generation in NO_VERDICT:
            reasons[LEFT_OUT[generation]] += count
        elif retrieval == "unmeasured":
            reasons["no_retrieval_signal"] += count
        elif (row_kind, row_basis) != (kind, basis):
            reasons["other_basis"] += count
    return {reason: reasons[reason] for reason in LEFT_OUT_WORDS if reasons[reason]}


def layers(tally: Tally, kind: object, basis: object) -> dict:
    """What each layer shows on its own rows: rates with their intervals, and the means of every metric present."""
    def total(**wanted: object) -> int:
        names = ("kind", "basis", "retrieval", "generation")
        return sum(count for key, count in tally.counts.items()
                   if all(key[names.index(name)] == value for name, value in wanted.items()))
    verdicts = {name: total(kind=kind, generation=name) for name in VERDICT_COLUMNS} if kind else {}
    good, poor = (total(basis=basis, retrieval=name) if basis else 0 for name in ("good", "poor"))
    found = {"faithfulness": {**rate(verdicts.get("faithful", 0), sum(verdicts.values())), "kind": kind},
             "retrieval": {**rate(good, good + poor), "basis": basis}}
    for flag, name in FLAGS.items():
        yes, no = tally.flags[(flag, True)], tally.flags[(flag, False)]
        if yes + no:
            found[name] = rate(yes, yes + no)
    found["means"] = metric_means(tally.moments, kind, basis)
    return found


def metric_means(moments: dict, kind: object, basis: object) -> dict:
    """Metric -> {"n", "mean", "ci95", "basis"}; numbers of different origin are never pooled.

    The plain name goes to the matrix's own basis or kind of verdict, or else to the largest group; every other group is
    named beside it, as in "recall_at_k (estimated)".
    """
    means = {}
    for name in METRICS:
        groups = {group: part for (metric, group), part in moments.items() if metric == name}
        first = basis if name in RETRIEVAL_METRICS else kind
        for group in sorted(groups, key=lambda group: (group != first, -groups[group].n, str(group))):
            label = f"{name} ({group})" if name in means else name
            means[label] = {**groups[group].summary(), "basis": group}
    return means


def find_issues(tally: Tally, cells: dict, decision: dict, found_layers: dict) -> list:
    """Ranked issues: {"kind", "rank", "share", "count", "n", "ci95", "reason", "fixes", "trace_ids"}, the primary first."""
    verdict, issues = decision["verdict"], []

    def issue(kind: str, part: dict, reason: str, *examples: str) -> None:
        ids = [one for name in examples for one in cells.get(name, {}).get("examples", [])][:EXAMPLES]
        issues.append({"kind": kind, **{name: part[name] for name in ("count", "n", "share", "ci95")},
                       "reason": reason, "fixes": FIXES[kind], "trace_ids": ids})
    n = verdict["n"]
    if n and verdict["layer"] != "healthy":
        poor = rate(cells["poor_faithful"]["count"] + cells["poor_hallucinating"]["count"], n)
        if cells["poor_hallucinating"]["count"] or verdict["layer"] == "retrieval":
            issue("retrieval", {**cells["poor_hallucinating"]},
                  f"the needed documents were not retrieved on {rate_text(poor)} of rows, and on "
                  f"{cells['poor_hallucinating']['count']:,} of them the answer is unsupported", "poor_hallucinating")
        if cells["good_hallucinating"]["count"]:
            good = cells["good_faithful"]["count"] + cells["good_hallucinating"]["count"]
            own = rate(cells["good_hallucinating"]["count"], good)
            issue("generation", cells["good_hallucinating"],
                  f"with good documents in hand the generator still goes beyond them on {rate_text(own)} of rows",
                  "good_hallucinating")
    if n and cells["poor_faithful"]["count"] / n > LUCKY_SHARE:
        issue("lucky_guess", cells["poor_faithful"],
              "answers called faithful although retrieval was poor: they come from the model's memory or from documents "
              "beside the labelled ones, and will fail where the model knows nothing", "poor_faithful")
    refused = cells.get("good_abstained", {}).get("count", 0)
    on_good = sum(cell["count"] for name, cell in cells.items() if name.startswith("good_"))
    if on_good and refused / on_good > SIDE_SHARE:
        issue("over_refusal", rate(refused, on_good), "the answer declines although retrieval was good", "good_abstained")
    empty = sum(cell["count"] for name, cell in cells.items() if name.endswith("_empty"))
    if empty:
        issue("empty_answers", rate(empty, tally.n), "the system answered nothing")
    relevance = found_layers.get("answer_relevance")
    if relevance and relevance["n"] - relevance["count"] > SIDE_SHARE * relevance["n"]:
        issue("relevance", rate(relevance["n"] - relevance["count"], relevance["n"]), "the answer does not address the query")
    issues.sort(key=lambda one: (one["kind"] != verdict["layer"], one["kind"] not in ("retrieval", "generation"),
                                 -(one["share"] or 0)))
    for place, one in enumerate(issues, 1):
        one["rank"] = place
    return issues


def diagnose(tally: Tally, seed: int = 0) -> dict:
    """The whole diagnosis as one JSON-ready object; shares are 0..1 at full precision, unknown is None."""
    kind, basis = tally.main_kind()
    cells = all_cells(tally, kind, basis)
    counts = two_by_two(tally, kind, basis)
    decision = decide(counts, seed)
    found = layers(tally, kind, basis)
    verdict, what_if = decision["verdict"], decision["what_if"]
    both = sum(counts.values())
    faithful = found["faithfulness"]
    report = {
        "n": tally.n,
        "primary_issue": verdict_sentence(verdict, what_if, counts),
        "verdict": verdict,
        "generation": {"faithful": faithful["share"],
                       "hallucinating": None if faithful["share"] is None else 1 - faithful["share"],
                       "n": faithful["n"]},
        "has_retrieval_signal": any(key[2] != "unmeasured" for key in tally.counts),
        "matrix": {**{name: cells[name]["share"] for name in CELL_NAMES}, "n": both},
        "cells": cells, "layers": found, "what_if": what_if,
        "issues": find_issues(tally, cells, decision, found),
        "left_out": left_out(tally, kind, basis),
        "bases": {"generation": kind, "retrieval": basis},
        "other_matrices": [
            {"generation": other[0], "retrieval": other[1], "cells": all_counts, "n": sum(all_counts.values()),
             "primary_issue": verdict_sentence(*decide(all_counts, seed).values(), all_counts)}
            for other in tally.kinds()[1:] for all_counts in [two_by_two(tally, *other)]],
        "origins": dict(sorted(tally.origins.items())),
        "unanswerable": tally.unanswerable,
        "repeated": {"ids": tally.repeated_ids, "queries": tally.repeated_queries,
                     "looked_at": min(tally.n, REMEMBERED)},
        "assumption": "missed queries are no harder than found ones",
        "thresholds": {"faithful": tally.signals.at, "faithfulness_scale": tally.signals.scale,
                       "faithfulness": tally.signals.share_at, "recall": tally.signals.recall_at, "healthy": HEALTHY},
        "signature": signature(tally, kind, basis, seed)}
    return report


def signature(tally: Tally, kind: object, basis: object, seed: int) -> str:
    """All that changes the numbers, in fixed order, version last."""
    k = "+".join(str(k) for k in sorted(tally.settings)) or "none"
    return (f"rag_diagnostic|{tally.signals.signature()}|k:{k}|verdicts:{kind or 'none'}|retrieval:{basis or 'none'}|"
            f"seed:{seed}|v:{VERSION}")


# --- gates ---

def gate_figure(report: dict, name: str) -> dict:
    """{"value", "ci95", "n", "of"} that a gate looks at; UsageError when its signal is in no row."""
    found = report["layers"]
    if name == "max-hallucination":
        part = found["faithfulness"]
        part = rate(part["n"] - part["count"], part["n"])
        figure = {"value": part["share"], "ci95": part["ci95"], "n": part["n"], "of": "rows with a faithfulness verdict"}
    elif name == "min-retrieval-good":
        part = found["retrieval"]
        figure = {"value": part["share"], "ci95": part["ci95"], "n": part["n"], "of": "rows with a retrieval signal"}
    elif name == "min-recall":
        part = found["means"].get("recall_at_k", {"mean": None, "ci95": None, "n": 0})
        figure = {"value": part["mean"], "ci95": part["ci95"], "n": part["n"], "of": "rows with recall_at_k"}
    elif "answer_relevance" in found:
        part = found["answer_relevance"]
        figure = {"value": part["share"], "ci95": part["ci95"], "n": part["n"], "of": "rows with relevant"}
    else:
        part = found["means"].get("answer_relevance", {"mean": None, "ci95": None, "n": 0})
        figure = {"value": part["mean"], "ci95": part["ci95"], "n": part["n"], "of": "rows with answer_relevance"}
    if figure["value"] is None:
        raise UsageError(f"--{name}: no {figure['of']}, so the gate cannot be checked; run the script that measures it")
    return figure


def check_gate(report: dict, name: str, limit: float, on_bound: bool) -> dict:
    """Whether one gate is missed, and whether the miss is beyond noise (the whole interval on the wrong side)."""
    figure = gate_figure(report, name)
    sign = 1 if name.startswith("max") else -1
    low, high = figure["ci95"] or [figure["value"]] * 2
    beyond = sign * ((low if sign > 0 else high) - limit) > AT_LEAST
    over = sign * (figure["value"] - limit) > AT_LEAST
    return {"gate": name, "limit": limit, **figure, "missed": beyond if on_bound else over, "beyond_noise": beyond}


def gate_text(gate: dict) -> str:
    """One line about a gate: figure, interval, denominator, and whether a miss is beyond noise."""
    limits = f" [{100 * gate['ci95'][0]:.1f}, {100 * gate['ci95'][1]:.1f}]" if gate["ci95"] else ""
    words = "met" if not gate["missed"] else "missed, beyond noise" if gate["beyond_noise"] else "missed, within noise"
    return (f"gate --{gate['gate']} {gate['limit']:g}: {words}; {one_digit(gate['value'])}{limits} of {gate['n']:,} {gate['of']}")


# --- the report as text ---

WIDTH = 80


def wrapped(text: str, indent: str = "  ", first: str | None = None) -> str:
    """Text folded to 80 columns."""
    return textwrap.fill(text, WIDTH, initial_indent=indent if first is None else first, subsequent_indent=indent,
                         break_long_words=False, break_on_hyphens=False)


def matrix_text(report: dict) -> list:
    """The matrix as lines: bars, share with interval, count, and the name of each cell."""
    cells, out = report["cells"], [f"{'':16}{'Faithful':<23}{'Hallucinating':<23}No verdict"]
    for retrieval, head in (("good", "Retrieval good"), ("poor", "Retrieval poor"), ("unmeasured", "Not measured")):
        pair = [cells[f"{retrieval}_{generation}"] for generation in VERDICT_COLUMNS]
        beside = [f"{cells[name]['count']:,} {generation.replace('_', ' ')}" for generation in NO_VERDICT
                  for name in [f"{retrieval}_{generation}"] if name in cells]
        if retrieval == "unmeasured":
            if not beside and not any(cell["count"] for cell in pair):
                continue
            columns = [[f"{cell['count']:,} rows"] for cell in pair]
        else:
            columns = [["#" * round(20 * (cell["share"] or 0)) or "." * bool(cell["count"]),
                        f"{percent(cell['share'])} {bounds(cell['ci95'])}", f"{cell['count']:,} of {cell['n']:,}",
                        f"({cell['name']})"] for cell in pair]
        for head_part, left, right, side in itertools.zip_longest([head], *columns, beside, fillvalue=""):
            out.append(f"{head_part:<16}{left:<23}{right:<23}{side}".rstrip())
    return out


def bounds(limits: list | None) -> str:
    """An interval of a share in whole percents: "[67, 83]"."""
    return f"[{100 * limits[0]:.0f}, {100 * limits[1]:.0f}]" if limits else ""


def layer_lines(report: dict) -> list:
    """One line a layer and a metric, with intervals and counts."""
    found = report["layers"]
    kinds = {"human": "people's labels", "automatic": "automatic verdicts", "given": "as given"}
    bases = {"estimated": "ESTIMATED", "gold": "against gold", "judged": "judged", "given": "as given"}
    lines = [f"  {'Faithfulness':<20} {rate_text(found['faithfulness'])} {kinds.get(found['faithfulness']['kind'], '')}",
             f"  {'Retrieval good':<20} {rate_text(found['retrieval'])} {bases.get(found['retrieval']['basis'], '')}"]
    words = {"answer_relevance": "Answer relevant", "answer_correctness": "Answer correct", "abstained": "Abstained"}
    lines += [f"  {word:<20} {rate_text(found[name])}" for name, word in words.items() if name in found]
    for name, part in found["means"].items():
        mark = " ESTIMATED" if part["basis"] == "estimated" else ""
        lines.append(f"  {'mean ' + name:<20} {mean_text(part)}{mark}")
    return [line.rstrip() for line in lines]


def report_text(report: dict) -> str:
    """The diagnosis for people, 80 columns."""
    out = [f"RAG diagnosis of {report['n']:,} traces", ""]
    out += [wrapped(report["primary_issue"], "  ", "Primary issue: "), ""]
    out += ["Layers (95 % intervals)", *layer_lines(report), ""]
    of = report["matrix"]["n"]
    out += [f"Matrix ({of:,} rows with both signals)" if of else "Matrix (no row has both signals)", *matrix_text(report), ""]
    what_if = report["what_if"]
    if what_if["difference"] is not None:
        out += ["What a repair would buy (assuming " + report["assumption"] + ")"]
        for name, words in (("retrieval", "retrieval always good"), ("generation", "generator perfect")):
            low, high = (f"{100 * limit:.1f}" for limit in what_if[f"{name}_drop_ci95"])
            out.append(f"  {words:<22} {one_digit(what_if['observed'])} -> {one_digit(what_if[name + '_fixed'])} unsupported, "
                       f"a drop of {100 * what_if[name + '_drop']:.1f} [{low}, {high}]")
        out.append("")
    names = {1: "Primary", 2: "Secondary"}
    for one in report["issues"]:
        out.append(wrapped(f"{one['kind'].replace('_', ' ')}, {rate_text(one)}: {one['reason']}.", "  ",
                           f"{names.get(one['rank'], 'Also')}: "))
        out += [wrapped(fix, "    ", "  - ") for fix in one["fixes"]]
        if one["trace_ids"]:
            out.append(wrapped("traces: " + ", ".join(shorten(one_id) for one_id in one["trace_ids"]), "    ", "  "))
        out.append("")
    for other in report["other_matrices"]:
        out += [wrapped(f"{other['generation']} verdicts on {other['retrieval']} retrieval, {other['n']:,} rows, not pooled "
                        f"with the above: {other['primary_issue']}", "  ", "Also measured: "), ""]
    if report["left_out"]:
        out += ["Not in the matrix: " + "; ".join(f"{count:,} {LEFT_OUT_WORDS[reason]}" for reason, count in report["left_out"].items())]
        out[-1] = wrapped(out[-1])[2:]
    if report["repeated"]["ids"] or report["repeated"]["queries"]:
        repeated = report["repeated"]
        out.append(wrapped(f"{repeated['ids']:,} repeated ids and {repeated['queries']:,} repeated queries (among the first "
                           f"{REMEMBERED:,}): rows are not independent, true intervals are wider.", "  ", "Warning: "))
    out += [gate_text(gate) for gate in report.get("gates", [])]
    return "\n".join(out + [f"signature: {report['signature']} n:{report['n']}"]) + "\n"


def colored(text: str, stream: object) -> str:
    """The text with its headline in bold, when the stream is a terminal and NO_COLOR is not set."""
    if os.environ.get("NO_COLOR") or not stream.isatty():
        return text
    return text.replace("Primary issue:", "\033[1mPrimary issue:\033[0m", 1).replace("#", "\033[32m#\033[0m")


# --- shared: jsonl (rows in and out, places, checked fields) ---
MAX_BAD_SHARE = 0.2  # more skipped lines than this and the answer is "no": the rest is no fair sample


def open_bytes(path: str) -> object:
    """Buffered bytes of a file or of standard input ("-"), unpacked when they are gzip. Raises DataError."""
    try:
        raw = getattr(sys.stdin, "buffer", None) if path == "-" else open(path, "rb")
        if raw is None:
            raise DataError("standard input: not open")
        stream = raw if hasattr(raw, "peek") else io.BufferedReader(raw)
        packed = stream.peek(2)[:2] == b"\x1f\x8b"
    except (OSError, ValueError) as error:
        raise DataError(f"{shown_path(path)}: cannot read: {getattr(error, 'strerror', None) or error}") from None
    return io.BufferedReader(gzip.GzipFile(fileobj=stream)) if packed else stream


def shown_path(path: str) -> str:
    """The path as error messages name it."""
    return "standard input" if path == "-" else path


def read_lines(path: str, encoding: str | None = None) -> object:
    """Yield (line number, UTF-8 bytes) of each line that is not blank; a mark of UTF-8 or UTF-16 is heeded."""
    number = 0
    stream = open_bytes(path)
    try:
        mark = stream.peek(3)[:2]
        if encoding is None and mark in (b"\xff\xfe", b"\xfe\xff"):
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


_DECODE = json.JSONDecoder(parse_constant=_refuse_constant).decode
_ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_ENCODE_ASCII = json.JSONEncoder(allow_nan=False).encode


def parse_row(line: bytes) -> dict:
    """One JSON object. DataError (without the place, which the reader adds) for anything else, NaN included."""
    try:
        row = _DECODE(line.decode("utf-8"))
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


def extend_row(line: bytes, row: dict, added: dict) -> bytes:
    """The row's own line with the fields of `added`; written anew only where one of them replaces a value."""
    if not added or not row or any(key in row for key in added):
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
        self.path, self.encoding, self.skip_errors, self.limit = path, encoding, skip_errors, limit
        self.number, self.line, self.read, self.bad = 0, b"", 0, 0
        self.progress = Progress(path, progress)

    @property
    def place(self) -> str:
        return f"{shown_path(self.path)}:{self.number}"

    def __iter__(self) -> object:
        if self.limit is not None and self.limit <= 0:
            return
        for self.number, self.line in read_lines(self.path, self.encoding):
            self.read += 1
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
            target = os.path.realpath(self.path)
            if os.path.isdir(target):
                raise DataError(f"{self.path}: cannot write: is a directory")
            if os.path.exists(target) and not os.path.isfile(target):
                self.raw = open(target, "wb")
            else:
                self.target, self.temporary = target, f"{target}.{os.getpid()}.part"
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
        raise DataError(f"field '{field}' must be a finite number{limits}, got {value!r}")
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
        faithful = truth(row, "faithful")
        score = self.score(row, line, faithful is None)
        share = number(row, "faithfulness", 0, 1)
        answer = row.get("answer")
        if isinstance(answer, str) and not answer.strip():
            return "empty", kind
        if truth(row, "abstained"):
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
        good = truth(row, "retrieval_good")
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


# --- shared: main (exit codes, one-line errors, self-test, common options) ---
EXIT_NO, EXIT_USAGE, EXIT_DATA, EXIT_ENDPOINT, EXIT_BUG = 1, 2, 3, 4, 70
EXIT_INTERRUPTED, EXIT_PIPE = 130, 141


class UsageError(Exception):
    """The command line asks for something that cannot be done: exit 2."""


class DataError(Exception):
    """A file is unreadable, unwritable, or holds a bad value; the message begins with its place: exit 3."""


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose errors are one line, and which takes no abbreviated flags."""

    def __init__(self, *args, **kwargs) -> None:
        kwargs.setdefault("allow_abbrev", False)
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*args, **kwargs)

    def error(self, message: str) -> None:
        self.exit(EXIT_USAGE, f"error: {self.prog}: {message}; see --help\n")


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
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # UTF-8 on every platform; a lone surrogate must not stop a report
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
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
    except Exception:
        traceback.print_exc()
        print("error: this is a bug in the script; please report the lines above", file=sys.stderr)
        return EXIT_BUG
# --- end shared: main ---


# --- known answers and command line ---

KIN = {"good_faithful": 62, "good_hallucinating": 10, "poor_faithful": 8, "poor_hallucinating": 20}


def read_signals(*rows: dict, **flags: object) -> list:
    """(generation, retrieval) classes of rows, for the known answers."""
    args = dict(faithful_threshold=None, faithfulness_scale=None, faithfulness_threshold=None, recall_threshold=None)
    signals = Signals(argparse.Namespace(**{**args, **flags}))
    found = [[signals.generation(row)[0], signals.retrieval(row)[0]] for row in rows]
    signals.check("t")
    return found


def tally_of(*rows: dict) -> Tally:
    """A Tally of rows, for the known answers."""
    tally = Tally(Signals(build_parser().parse_args(["--traces", "-"])))
    for row in rows:
        tally.add(row)
    return tally


def run_text(text: str, *flags: str) -> list:
    """[exit code, standard output, standard error] of a whole run over rows given as text, for the known answers."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t.jsonl")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["--traces", path, *flags])
        return [code, out.getvalue(), err.getvalue().replace(path, "t.jsonl")]


def kin_rows(times: int = 1) -> str:
    """Rows with the counts of KIN, for the known answers."""
    return "".join(json.dumps({"faithful": "faithful" in name, "retrieval_good": "good" in name}) + "\n"
                   for name, count in KIN.items() for _ in range(count * times))


TWENTY = {"good_faithful": 10, "good_hallucinating": 0, "poor_faithful": 0, "poor_hallucinating": 10}
FIVE_ROWS = ('{"faithful": true, "retrieval_good": true}\n{"faithful": false, "retrieval_good": true}\n{"faithful": true}\n'
             '{"retrieval_good": false}\n{"faithful": false, "recall_at_k": null}\n')

SELF_TEST = [
    ("Wilson limits of 10 of 10", lambda: [round(limit, 6) for limit in wilson(10, 10)], [0.722467, 1.0]),
    ("Wilson limits of 17 of 20", lambda: [round(limit, 6) for limit in wilson(17, 20)], [0.639581, 0.947631]),
    ("Wilson limits of nothing", lambda: wilson(0, 0), None),
    ("a rate keeps its counts", lambda: [rate(3, 4)["share"], rate(3, 4)["n"], rate(0, 0)["share"]], [0.75, 4, None]),
    ("incomplete beta, symmetric", lambda: beta_cdf(2, 3, 0.5), 0.6875),
    ("Student's t, df 9 (tables: 2.262)", lambda: round(t_quantile(9), 3), 2.262),
    ("t interval of 1 2 3 4", lambda: [round(limit, 4) for limit in tally_mean(1, 2, 3, 4)["ci95"]], [0.4457, 4.5543]),
    ("no interval without spread", lambda: tally_mean(0.5, 0.5)["ci95"], None),
    ("percent near the ends", lambda: [percent(v) for v in (0.004, 0.5, 0.9999, 1, None)],
     ["0.4 %", "50 %", "100.0 %", "100 %", "-"]),
    ("rate in words", lambda: rate_text(rate(76, 100)), "76 % [67, 83] (76/100)"),
    ("mean in words", lambda: mean_text({"n": 2, "mean": 0.5, "ci95": None}), "0.50 (no interval: no spread) (n 2)"),
    ("what-if of the 62/10/8/20 example", lambda: [round(v, 4) for v in hallucination_rates(KIN).values()],
     [0.3, 0.1389, 0.2, 0.1611, 0.1, 0.0611]),
    ("no good retrieval: nothing to extrapolate from",
     lambda: hallucination_rates({**TWENTY, "good_faithful": 0})["retrieval_fixed"], None),
    ("middle 95 % of 0..100", lambda: middle_95(list(range(101))), [2.5, 97.5]),
    ("simulated difference of the drops, whole points",
     lambda: [round(100 * limit) for limit in simulate(KIN, 0)["difference"]], [-5, 17]),
    ("further traces: a side of twice the difference needs four times the rows",
     lambda: further_traces(0.1, [-0.1, 0.3], 100), 300),
    ("further traces: no difference is never settled", lambda: further_traces(0.0, [-0.1, 0.1], 100), None),
    ("62/10/8/20 is retrieval, too close at 100", lambda: [decide(KIN)["verdict"][k] for k in ("layer", "too_close")],
     ["retrieval", True]),
    ("the same shares are clear at 500",
     lambda: decide({name: 5 * count for name, count in KIN.items()})["verdict"]["too_close"], False),
    ("a generator that fails on good documents",
     lambda: decide({"good_faithful": 60, "good_hallucinating": 30, "poor_faithful": 5, "poor_hallucinating": 5})
     ["verdict"]["layer"], "generation"),
    ("healthy limits are reached, not passed",
     lambda: decide({"good_faithful": 65, "good_hallucinating": 10, "poor_faithful": 10, "poor_hallucinating": 15})
     ["verdict"]["layer"], "healthy"),
    ("verdict in words", lambda: verdict_sentence(*decide(TWENTY).values(), TWENTY),
     "retrieval: hallucinations would fall from 50 % to 0 % were retrieval always good, and to 50 % were the generator "
     "perfect on good documents. Tentative: 20 rows are few."),
    ("one digit", lambda: [one_digit(0.1389), one_digit(0.2)], ["13.9 %", "20 %"]),
    ("signals: words for false, scores, thresholds",
     lambda: read_signals({"faithful": "false"}, {"faithfulness_score": 4, "recall_at_k": 0.5}, {"faithfulness_score": 3},
                          {"answer": " "}, {"abstained": 1, "faithful": True}, {}),
     [["hallucinating", "unmeasured"], ["faithful", "good"], ["hallucinating", "unmeasured"], ["empty", "unmeasured"],
      ["abstained", "unmeasured"], ["no_signal", "unmeasured"]]),
    ("signals: a boolean beats a score",
     lambda: read_signals({"faithful": False, "faithfulness_score": 5, "retrieval_good": True, "recall_at_k": 0}),
     [["hallucinating", "good"]]),
    ("one missing signal hides nothing else", lambda: diagnose(tally_of(*map(json.loads, FIVE_ROWS.splitlines())))["left_out"],
     {"no_faithfulness_signal": 1, "no_retrieval_signal": 2}),
    ("counts of the 2x2", lambda: two_by_two(tally_of({"faithful": 1, "retrieval_good": 0}), "given", "given"),
     {"good_faithful": 0, "good_hallucinating": 0, "poor_faithful": 1, "poor_hallucinating": 0}),
    ("cells outside the 2x2 are shares of all rows",
     lambda: all_cells(tally_of({"abstained": True}, {"faithful": True}), "given", None)["unmeasured_abstained"]["share"], 0.5),
    ("layers", lambda: layers(tally_of({"faithful": 1, "relevant": 0}), "given", None)["answer_relevance"]["share"], 0.0),
    ("means of different origin stand apart", lambda: [(name, part["n"]) for name, part in metric_means(
        tally_of({"recall_at_k": 1, "retrieval_basis": "gold"}, {"recall_at_k": 0, "retrieval_basis": "estimated"}).moments,
        None, "gold").items()], [("recall_at_k", 1), ("recall_at_k (estimated)", 1)]),
    ("reasons for what is left out", lambda: left_out(tally_of({"answer": ""}, {}), None, None),
     {"empty_answer": 1, "no_faithfulness_signal": 1}),
    ("issues: lucky guesses are named", lambda: [one["kind"] for one in diagnose(tally_of(
        *[{"faithful": True, "retrieval_good": False}] * 3, {"faithful": True, "retrieval_good": True}))["issues"]],
     ["retrieval", "lucky_guess"]),
    ("a gate within noise", lambda: [check_gate(diagnose(tally_of({"faithful": 1}, {"faithful": 0})), "max-hallucination",
                                                0.4, bound)["missed"] for bound in (False, True)], [True, False]),
    ("a gate in words", lambda: gate_text({"gate": "min-recall", "limit": 0.5, "value": 0.25, "ci95": None, "n": 4,
                                           "of": "rows with recall_at_k", "missed": True, "beyond_noise": False}),
     "gate --min-recall 0.5: missed, within noise; 25 % of 4 rows with recall_at_k"),
    ("the signature", lambda: signature(tally_of({"faithful": True, "recall_at_k": 1, "k": 5}), "given", "given", 0),
     "rag_diagnostic|faithful:bool|recall:0.5|k:5|verdicts:given|retrieval:given|seed:0|v:0.1.0"),
    ("matrix in text", lambda: matrix_text(diagnose(tally_of({"faithful": True, "retrieval_good": True})))[1:5],
     ["Retrieval good  ####################", "                100 % [21, 100]        0 % [0, 79]",
      "                1 of 1                 0 of 1", "                (system works)         (generator problem)"]),
    ("bounds in words", lambda: bounds([0.2, 0.8]), "[20, 80]"),
    ("layer lines", lambda: layer_lines(diagnose(tally_of({"faithful": True})))[0],
     "  Faithfulness         100 % [21, 100] (1/1) as given"),
    ("folding", lambda: wrapped("a " * 50).count("\n"), 1),
    ("a whole run, as text", lambda: [run_text(kin_rows())[0], *run_text(kin_rows())[1].splitlines()[:3:2]],
     [0, "RAG diagnosis of 100 traces", "Primary issue: retrieval, too close to call at n = 100: hallucinations would"]),
    ("a whole run, as JSON", lambda: json.loads(run_text(kin_rows(), "--json")[1])["matrix"]["good_hallucinating"], 0.1),
    ("an error names its place", lambda: run_text('{"faithful": true}\n{"faithful": "maybe"}\n')[::2],
     [3, "error: t.jsonl:2: field 'faithful' must be true or false, got 'maybe'\n"]),
    ("a scale that needs a flag", lambda: run_text('{"faithfulness_score": 0.8}\n')[0], 2),
    ("no terminal, no colour", lambda: colored("Primary issue: #", io.StringIO()), "Primary issue: #"),
    ("report text ends in the signature", lambda: report_text(diagnose(tally_of({"faithful": True}))).splitlines()[-1],
     "signature: rag_diagnostic|faithful:bool|recall:0.5|k:none|verdicts:given|retrieval:none|seed:0|v:0.1.0 n:1"),
    ("gate figure", lambda: gate_figure(diagnose(tally_of({"faithful": False})), "max-hallucination")["value"], 1.0),
    ("find_issues is empty when nothing was measured", lambda: find_issues(tally_of(), {}, decide(dict.fromkeys(KIN, 0)), {}), []),
]


def tally_mean(*values: float) -> dict:
    """Moments of some numbers, for the known answers."""
    moments = Moments()
    for value in values:
        moments.add(value)
    return moments.summary()


GATES = ("max-hallucination", "min-retrieval-good", "min-recall", "min-relevance")


def build_parser() -> Parser:
    parser = Parser(prog="rag_diagnostic.py", description=__doc__)
    input_options(parser)
    parser.add_argument("--json", action="store_true", help="the diagnosis as one JSON document")
    parser.add_argument("--seed", type=int, default=0, help="of the simulated what-ifs (0)")
    signal_options(parser)
    group = parser.add_argument_group("gates (exit 1 when missed)")
    for name, words in zip(GATES, ("share of unsupported answers", "share of rows with good retrieval", "mean recall_at_k",
                                   "share of relevant answers")):
        group.add_argument(f"--{name}", type=float, metavar="X", help=f"{'at most' if name[1] == 'a' else 'at least'} X: {words}")
    group.add_argument("--gate-on", choices=("value", "bound"), default="value",
                       help="bound: miss only when the whole interval is on the wrong side")
    common_options(parser, SELF_TEST)
    return parser


def count_rows(args: argparse.Namespace) -> tuple:
    """(Tally, exit code) of one pass over the rows; UsageError when no row says anything about faithfulness."""
    rows = Rows(args.traces, args.encoding, args.skip_errors, args.limit, args.progress)
    tally, carried = Tally(Signals(args)), False
    for row in rows:
        try:
            tally.add(row, rows.number)
        except DataError as error:
            rows.reject(error)
        carried = carried or not SIGNAL_FIELDS.isdisjoint(row)
    code = rows.finish()
    tally.signals.check(args.traces)
    if not carried and any(key[3] == "no_signal" for key in tally.counts):
        raise UsageError(f"{shown_path(args.traces)}: no row has a faithfulness signal; run scripts/score_faithfulness.py "
                         f"--traces {args.traces} --out scored.jsonl first, then this on scored.jsonl")
    return tally, code


SIGNAL_FIELDS = {"faithful", "faithfulness_score", "faithfulness", "abstained", "claims", "judge_error"}


def run(args: argparse.Namespace) -> int:
    if args.show is not None:
        return show_row(args)
    gates = [(name, value) for name in GATES for value in [getattr(args, name.replace("-", "_"))] if value is not None]
    for name, value in gates:
        if not 0 <= value <= 1:
            raise UsageError(f"--{name} {value:g} lies outside 0..1")
    tally, code = count_rows(args)
    report = diagnose(tally, args.seed)
    report["gates"] = [check_gate(report, name, value, args.gate_on == "bound") for name, value in gates]
    if args.json:
        print(json.dumps(report, ensure_ascii=False, allow_nan=False, indent=2))
    else:
        sys.stdout.write(colored(report_text(report), sys.stdout))
    missed = [gate for gate in report["gates"] if gate["missed"]]
    for gate in missed:
        print(gate_text(gate), file=sys.stderr)
    return EXIT_NO if missed else code


def main(argv: list | None = None) -> int:
    return run_script(build_parser(), run, argv)


if __name__ == "__main__":
    sys.exit(main())
