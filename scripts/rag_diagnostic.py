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
import array
import collections
import contextlib
import datetime
import difflib
import errno
import functools
import gzip
import hashlib
import heapq
import importlib.util
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
import typing
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
REMEMBERED = 20_000  # ids and queries remembered to notice repeats; bounded so that memory stays flat

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
WITHOUT_VERDICT = {  # why words cannot judge an answer, and what to do about it
    "verdict": "run scripts/score_faithfulness.py",
    "text": "no document carries a text: scripts/load_traces.py --corpus FILE joins the texts by id, --map docs=PATH names where an export holds them",
    "documents": "no documents are recorded (retrieved_docs): scripts/load_traces.py --map docs=PATH names where an export holds them",
    "answer": "no answer is recorded: scripts/load_traces.py --map answer=PATH names where an export holds it"}
TRUST = ("human", "given", "automatic", "gold", "judged", "estimated", None)  # kinds and bases, by how direct the evidence is
METRICS = ("recall_at_k", "precision_at_k", "hit_at_k", "reciprocal_rank", "average_precision", "ndcg_at_k",
           "r_precision", "faithfulness", "support", "answer_relevance", "answer_correctness", "freshness")
RETRIEVAL_METRICS = METRICS[:7]
FLAGS = {"relevant": "answer_relevance", "correct": "answer_correctness", "abstained": "abstained"}
MEASURED = {*METRICS, *FLAGS}
METRIC_LAYERS = {**dict.fromkeys(RETRIEVAL_METRICS, "retrieval"), "faithfulness": "generation", "support": "generation"}
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
    names = [name for name, value in point.items() if value is not None]
    draw = random.Random(seed).gammavariate
    shapes = [cells[name] + 0.5 for name in CELL_NAMES]
    drawn = []
    for _ in range(draws if names else 0):
        a, b, c, d = [draw(shape, 1.0) for shape in shapes]
        n, own = a + b + c + d, b / (a + b)  # as hallucination_rates has them
        observed, drop = (b + d) / n, b / n
        drawn.append((observed, own, d / n, observed - own, drop, observed - own - drop))
    limits = dict(zip(point, map(middle_95, zip(*drawn))))
    return {name: limits[name] if name in names else None for name in point}


def middle_95(values: list) -> list:
    """The 2.5 % and 97.5 % points of a list of numbers, linearly interpolated."""
    values = sorted(values)

    def point(share: float) -> float:
        place = share * (len(values) - 1)
        low = int(place)
        high = min(low + 1, len(values) - 1)
        return values[low] + (values[high] - values[low]) * (place - low)
    return [point(0.025), point(0.975)]


def further_traces(difference: float, interval: list, n: float) -> int | None:
    """How many more independent rows would bring the interval of the difference off zero; None above SETTLE_LIMIT or at 0.

    The width of an interval shrinks with the square root of n, so the side that reaches over zero must shrink by
    |difference| / side. 0 where it is off zero already.
    """
    side = difference - interval[0] if difference > 0 else interval[1] - difference
    if abs(difference) < 1e-12:
        return None
    more = math.ceil(n * (side / abs(difference)) ** 2) - math.floor(n)
    return None if more > SETTLE_LIMIT else max(0, more)


def primary_layer(cells: dict) -> str:
    """The layer that a 2x2 names as primary, without intervals: "retrieval", "generation", "healthy" or "undetermined"."""
    n, rates = sum(cells.values()), hallucination_rates(cells)
    if not n:
        return "undetermined"
    poor = (cells["poor_faithful"] + cells["poor_hallucinating"]) / n
    if (all(cells[name] / n <= HEALTHY[name] + AT_LEAST for name in ("good_hallucinating", "poor_hallucinating"))
            and poor <= HEALTHY["poor"] + AT_LEAST):
        return "healthy"
    if rates["difference"] is None or rates["observed"] == 0:
        return "retrieval"  # no good retrieval to judge the generator on, or nothing unsupported at all
    return "retrieval" if rates["difference"] >= 0 else "generation"


def decide(cells: dict, seed: int = 0, effect: float = 1.0) -> dict:
    """The primary issue of a 2x2 matrix: {"layer", "too_close", "tentative", "further_traces", "healthy"} and what_if.

    `layer` is "retrieval", "generation", "healthy", or "undetermined" when no row has both signals. The larger drop of
    the hallucination rate names it; where no answer on poor retrieval and none on good is unsupported, poor
    retrieval alone does. `too_close` when the interval of the difference of the drops holds zero.
    effect is the design effect of rows that are not independent: as many rows count as one.
    """
    n = sum(cells.values())
    rates, limits = hallucination_rates(cells), simulate({name: count / effect for name, count in cells.items()}, seed)
    what_if = {**rates, **{f"{name}_ci95": limits[name] for name in rates}}
    verdict = {"layer": "undetermined", "too_close": False, "tentative": 0 < n / effect < TENTATIVE_BELOW, "n": n,
               "further_traces": 0, **({"independent": n / effect} if effect > 1 else {})}
    verdict["layer"] = primary_layer(cells)
    if verdict["layer"] in ("retrieval", "generation") and rates["difference"] is not None and rates["observed"]:
        low, high = limits["difference"]
        if low <= 0 <= high:
            verdict["too_close"] = True
            verdict["further_traces"] = further_traces(rates["difference"], limits["difference"], n / effect)
    return {"verdict": verdict, "what_if": what_if}


def verdict_sentence(verdict: dict, what_if: dict, cells: dict) -> str:
    """The primary issue in words; begins with the layer's name."""
    n, layer = verdict["n"], verdict["layer"]
    alone = f" that count as {verdict['independent']:.0f}" if "independent" in verdict else ""
    tentative = (" Tentative: 1 row is no sample." if n == 1 else f" Tentative: {n} rows{alone} are few.") if verdict["tentative"] else ""
    if layer == "undetermined":
        return "undetermined: no row has both a faithfulness and a retrieval signal, so the layers cannot be told apart"
    if layer == "healthy":
        return (f"healthy: {percent(what_if['observed'])} of answers are unsupported, and retrieval is poor on "
                f"{percent((cells['poor_faithful'] + cells['poor_hallucinating']) / n)} of {some(n, 'row')}.{tentative}")
    if what_if["difference"] is None:
        return f"retrieval: it is poor on every row, so the generator cannot be judged yet.{tentative}"
    if what_if["observed"] == 0:
        return ("retrieval: no answer is unsupported, yet retrieval is poor on "
                f"{percent((cells['poor_faithful'] + cells['poor_hallucinating']) / n)} of {some(n, 'row')}.{tentative}")
    now, always, perfect = (one_digit(what_if[name]) for name in ("observed", "retrieval_fixed", "generation_fixed"))
    if what_if["retrieval_drop"] > 0 < what_if["generation_drop"]:
        drops = f"hallucinations would fall from {now} to {always} were retrieval always good, and to {perfect} were"
    else:  # a repair that buys nothing, or harms, is said to
        first = f"stay at {now}" if always == now else f"{'fall' if what_if['retrieval_drop'] > 0 else 'rise'} from {now} to {always}"
        drops = (f"hallucinations would {first} were retrieval always good, and "
                 + (f"fall to {perfect}" if perfect != now else f"stay at {now}") + " were")
    drops += " the generator perfect on good documents"
    if not verdict["too_close"]:
        return f"{layer}: {drops}.{tentative}"
    low, high = (f"{100 * limit:.1f}" for limit in what_if["difference_ci95"])
    more = (f"about {some(verdict['further_traces'], 'more independent trace' if alone else 'more trace')} would settle it" if verdict["further_traces"] is not None
            else "no realistic number of traces would settle it")
    difference = round(100 * what_if["difference"], 1) + 0.0  # no "-0.0"
    advice = ("Retrieval is good on every row." if not cells["poor_faithful"] + cells["poor_hallucinating"]
              else "No answer on poor retrieval is unsupported." if not cells["poor_hallucinating"]
              else "Repair retrieval first: a generator cannot be judged on wrong documents." if layer == "retrieval"
              else "Generation is ahead by less than chance can do, so repair retrieval first: a generator cannot be judged on wrong documents.")
    return (f"{layer}, too close to call at n = {n:,}: {drops}; the drops differ by {difference:.1f} points [{low}, {high}, retrieval minus "
            f"generation], {more}. {advice}{tentative}")


def some(count: int, one: str, many: str | None = None) -> str:
    """A count with its noun: "1 row", "1,000 rows"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def one_digit(value: float) -> str:
    """A share with one decimal, for what-ifs that differ by little: "13.9 %"."""
    return f"{100 * value:.1f}".replace(".0", "") + " %"


# --- causes ---

CAUSES = {  # cause: (name, layer, meaning, try first, test it cheaply, measure again)
    "retrieval_missed": (
        "retrieval missed", "retrieval", "What was needed was not retrieved at all, and the answer goes beyond what was.",
        "add keyword search (BM25) beside embeddings; check that the document is indexed and how it was cut",
        "search for ten of these questions by hand with BM25 alone: is the gold document in the first 20?",
        "scripts/score_retrieval.py, then scripts/compare_runs.py on the same questions"),
    "retrieval_partial": (
        "retrieval partial", "retrieval", "Only some of several needed documents were retrieved.",
        "split questions that need several documents into one search each, or raise k",
        "write the sub-questions of ten traces by hand and search for each",
        "scripts/score_retrieval.py --k 5,10,20, success on all gold together"),
    "ranked_low": (
        "ranked too low", "retrieval", "The needed document was retrieved, but below the cut at k.",
        "rerank the first 50 with a cross-encoder, or raise k",
        "score the stored rankings at a larger k: nothing has to be run again",
        "scripts/score_retrieval.py --k 3,5,10,20"),
    "crowded": (
        "crowded by duplicates", "retrieval", "Copies of one document took the places of others.",
        "drop duplicates from the index, or take the best chunk of each document (maximal marginal relevance)",
        "remove repeated texts from the stored rankings and score them again",
        "scripts/score_retrieval.py: duplicates and recall"),
    "id_forms": (
        "id forms differ", "data", "Gold and retrieved ids name the same documents in two forms; nothing can match.",
        "map the ids to one form; for chunks of documents say --parent-separator or --parent-field",
        "look at five gold ids beside five retrieved ids",
        "scripts/score_retrieval.py, which says when no id matches"),
    "contradicted": (
        "contradicted by its document", "generation", "A number, date, name or negation stands against the document it rests on.",
        "have the model quote the passage before it answers; lower the temperature",
        "ask ten of these traces again with a prompt that demands the quote",
        "scripts/score_faithfulness.py, then scripts/compare_runs.py"),
    "stitched": (
        "stitched together", "generation", "Each word is found in the documents, but never together: facts of two passages were joined.",
        "number the documents, have each sentence cite one, and show fewer of them",
        "ask ten of these traces again with only the gold document",
        "scripts/score_faithfulness.py, then scripts/compare_runs.py"),
    "off_topic": (
        "off topic", "generation", "The answer does not address the question.",
        "repeat the question after the documents; check how questions are rewritten before they are searched",
        "print the final prompt of three traces: is the user's question in it, whole?",
        "scripts/score_faithfulness.py or scripts/judge.py --rubric answer_relevance"),
    "ignored": (
        "right document ignored", "generation", "The gold document was there; the answer is wrong or unsupported, and rests on another or none.",
        "put the best document first or last, show fewer, and strip boilerplate from them",
        "ask ten of these traces again with the gold document alone: does the answer come right?",
        "scripts/score_faithfulness.py, then this report's table of positions"),
    "fabricated": (
        "fabricated", "generation", "Claims that stand in no document.",
        "tell the model to answer from the documents only and to say when they are silent; give one example of that",
        "ask ten of these traces again with that instruction",
        "scripts/score_faithfulness.py, then scripts/compare_runs.py"),
    "unexplained": (
        "hallucinating, claims not recorded", "generation", "The row says that the answer is unsupported, but not which claim.",
        "run scripts/score_faithfulness.py or scripts/judge.py on these traces, so that the cause can be told",
        "read five of them beside their documents", "this script on the scored rows"),
    "over_refusal": (
        "over-refusal", "generation", "The answer declines although the documents were there.",
        "soften the instruction to refuse; ask for the part that is known",
        "ask ten of these traces again without the refusal instruction",
        "scripts/score_faithfulness.py: abstentions on good retrieval"),
    "answered_unanswerable": (
        "answered an unanswerable question", "generation", "Labelled as unanswerable, and answered anyway.",
        "add one example of a refusal to the prompt; refuse when the best document's score is low",
        "ask ten of these again with that example", "scripts/build_eval_set.py for more of them, then this script"),
    "lucky_guess": (
        "lucky guess", "retrieval", "Retrieval was poor, yet the answer is called faithful: from memory, or from documents without a label.",
        "check the labels of ten of these; then repair retrieval as for missed documents",
        "ask the same on facts the model cannot know", "scripts/score_retrieval.py, then scripts/compare_runs.py"),
    "stale": (
        "stale documents", "data", "The answer is wrong and rests on old documents.",
        "index again, drop replaced versions, prefer newer documents when scores are close",
        "look up the source of five of them: has it changed since it was indexed?",
        "scripts/score_retrieval.py --now: freshness"),
    "wrong_grounded": (
        "wrong although grounded", "data", "The document supports the answer, the reference says otherwise.",
        "compare document and reference of five traces and correct the one that is wrong",
        "ask whoever owns the source", "scripts/score_faithfulness.py: correctness"),
    "no_answer": (
        "no answer", "system", "The system answered nothing.",
        "look at the pipeline's log for these traces: time-outs, content filters, token limits",
        "run five of them again by hand", "this script: empty answers"),
    "right_refusal": (
        "right refusal", "success", "The documents did not hold the answer, and the system said so.", "", "", ""),
}
MISS_CAUSES = {"never_retrieved": "retrieval_missed", "partial": "retrieval_partial", "below_k": "ranked_low",
               "crowded": "crowded", "id_forms": "id_forms"}
QUALIFIED = {"claims", "correct", "relevant"}  # fields that can make a failure of an answer called faithful
STITCHED_SCORE = 0.3  # an unsupported claim that scores less lacks words, so that it cannot be put together from the documents
STALE_FRESHNESS = 0.25  # mean freshness below it: the documents are on average older than two half-lives
STALE_DAYS = 30  # or the document used is a month older than the newest one retrieved
EXAMPLE_CHARS = 160  # of a claim, a document or a difference in an example
CAUSE_EXAMPLES = 3
EXPLAINED = 6  # causes whose evidence and first step the text shows; more would bury them


def claims_in(row: dict) -> list:
    """The row's claims that are objects; an empty list when there are none."""
    claims = row.get("claims")
    if not claims or not isinstance(claims, list):
        return []
    return claims if all([type(claim) is dict for claim in claims]) else [claim for claim in claims if isinstance(claim, dict)]


def ids_of(value: object) -> list:
    """Ids as they are compared, from a list of ids or of documents; an empty list for anything else."""
    if not isinstance(value, list):
        return []
    names = [one.get("id") if type(one) is dict else one for one in value]
    return [name.strip() if type(name) is str else id_text(name) for name in names]


def gold_of(row: dict) -> list:
    """The row's gold ids, from gold_doc_ids or from grades above 0."""
    grades = row.get("gold_grades")
    if isinstance(row.get("gold_doc_ids"), list) or not isinstance(grades, dict):
        return ids_of(row.get("gold_doc_ids"))
    return [id_text(name) for name, grade in grades.items() if isinstance(grade, (int, float)) and grade > 0]


_PUNCTUATION = {ord(c): None for c in " -_./:#\\|"}


@functools.lru_cache(maxsize=4096)
def loose_form(name: str) -> str:
    """An id without case, punctuation, leading zeros and file ending, by which two forms of it can be recognised."""
    text = name.casefold()
    if "." in text:
        stem, _, ending = text.rpartition(".")
        if stem and 1 < len(ending) < 5 and ending.isalpha():
            text = stem
    if "0" in text:
        text = re.sub(r"(?<!\d)0+(?=\d)", "", text)
    return text.translate(_PUNCTUATION)


def same_scheme(one: str, other: str) -> bool:
    """Whether two ids are plainly of one form: the same text and then a number without leading zeros."""
    head = one.rstrip("0123456789")
    if head != other.rstrip("0123456789"):
        return False
    return one[len(head):len(head) + 1] != "0" and other[len(head):len(head) + 1] != "0"


def miss_of(row: dict) -> str:
    """Why retrieval missed, from gold and retrieved ids, where score_retrieval.py has not said it: a value of
    `retrieval_miss`. "never_retrieved" where nothing better is known."""
    gold, docs = gold_of(row), ids_of(row.get("retrieved_docs"))
    found = [name for name in gold if name in docs]
    if not found and gold and docs and len(set(docs)) == len(docs) and same_scheme(gold[0], docs[0]):
        return "never_retrieved"  # most rows
    k = row["k"] if isinstance(row.get("k"), int) and not isinstance(row["k"], bool) and row["k"] > 0 else len(docs)
    first = docs[:k]
    if not found:
        if not {loose_form(name) for name in docs}.isdisjoint([loose_form(name) for name in gold]):
            return "id_forms"
        return "crowded" if len(first) > 1 and len(set(first)) <= len(first) / 2 else "never_retrieved"
    if all([name in first for name in found]):
        return "partial" if len(found) < len(gold) else "never_retrieved"
    return "crowded" if len(first) > 1 and len(set(first)) <= len(first) / 2 else "below_k"


def is_stitched(row: dict, claim: dict) -> bool:
    """Whether the claim's words are all found, but never together: the scorer says so, or each stands in some document."""
    why, score = claim.get("why"), claim.get("score")
    if claim.get("verdict") not in ("unsupported", "uncertain"):
        return False
    if isinstance(why, str) and ("together" in why or "stitched" in why):
        return True
    if not isinstance(score, (int, float)) or score < STITCHED_SCORE or not isinstance(claim.get("text"), str):
        return False
    docs = row.get("context_docs") if isinstance(row.get("context_docs"), list) else row.get("retrieved_docs")
    texts = [doc["text"] for doc in docs if isinstance(doc, dict) and isinstance(doc.get("text"), str)] if isinstance(docs, list) else []
    known = "\n".join(texts).lower()
    return len(texts) > 1 and all([word in known for word in re.findall(r"[^\W_]{2,}", claim["text"].lower())])


def day_of(value: object) -> float | None:
    """A time as days since 1970: ISO dates and times, seconds or milliseconds since 1970; None for anything else."""
    if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\d", value):
        try:
            return float(datetime.date(int(value[:4]), int(value[5:7]), int(value[8:10])).toordinal() - 719163)
        except ValueError:
            return None
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 1e8 < value < 1e14:
        return value / 86_400 if value < 1e11 else value / 86_400_000
    return None


def is_stale(row: dict) -> bool:
    """Whether the documents that the answer rests on are old: by freshness, or beside newer ones that were retrieved."""
    freshness = row.get("freshness")
    if isinstance(freshness, (int, float)) and not isinstance(freshness, bool) and freshness < STALE_FRESHNESS:
        return True
    docs = row.get("retrieved_docs")
    dated = {id_text(doc.get("id")): day_of(doc.get("timestamp")) for doc in docs if isinstance(doc, dict)} \
        if isinstance(docs, list) else {}
    dated = {name: day for name, day in dated.items() if day is not None}
    used = [dated[name] for claim in claims_in(row) for name in [id_text(claim.get("doc_id"))] if name in dated]
    return bool(used) and max(dated.values()) - max(used) >= STALE_DAYS


def cause_of(row: dict, retrieval: str, generation: str) -> str | None:
    """The one cause of a failing trace, "right_refusal" for that success, None for a trace that works or cannot be told.

    The order is fixed and stated in references/causes.md: no answer; refusals; unanswerable; what retrieval missed; then
    what the claims say. retrieval and generation are the classes that Signals gives.
    """
    unanswerable = row.get("gold_doc_ids") == [] and not (row.get("gold_groups") or row.get("gold_grades"))
    if generation == "faithful" and retrieval == "good" and not unanswerable and QUALIFIED.isdisjoint(row):
        return None  # most rows
    claims = claims_in(row)
    if generation == "empty":
        return "no_answer"
    if generation == "abstained":
        if unanswerable or retrieval == "poor":
            return "right_refusal"
        return "over_refusal" if retrieval == "good" else None
    if generation not in VERDICT_COLUMNS:
        return None
    if unanswerable:
        return "answered_unanswerable"
    verdicts = [claim.get("verdict") for claim in claims]
    wrong = row.get("correct") is not None and truth(row, "correct") is False
    aside = row.get("relevant") is not None and truth(row, "relevant") is False
    # Words call a whole answer faithful by its support; a claim of it that they are sure is refuted is a failure all the same.
    refuted = ("contradicted" in verdicts or "unsupported" in verdicts) and str(row.get("faithfulness_by")).startswith("lexical")
    faithful = generation == "faithful" and not refuted
    fine = faithful and not wrong and not aside
    if fine and retrieval != "poor":
        return "ignored" if claims and row.get("correct") is None and row.get("relevant") is None and rests_elsewhere(row, claims) else None
    miss = row.get("retrieval_miss")
    if retrieval == "poor":
        if row.get("retrieval_basis") == "estimated" and not faithful:  # what a claim contradicts is no missed document
            found = cause_in_answer(row, claims, faithful, wrong, aside, None)
            if found in ("contradicted", "stitched"):
                return found
        if not isinstance(miss, str) or miss not in MISS_CAUSES or miss == "never_retrieved":
            miss = miss_of(row)  # which looks for two forms of an id row by row
        if fine and miss != "id_forms":
            return "lucky_guess"
        return MISS_CAUSES[miss]
    return cause_in_answer(row, claims, faithful, wrong, aside, MISS_CAUSES.get(miss) if isinstance(miss, str) else None)


def rests_elsewhere(row: dict, claims: list) -> bool:
    """Whether a gold document was among those shown and the supported claims all rest on others."""
    rests = {id_text(claim["doc_id"]) for claim in claims if claim.get("verdict") == "supported" and claim.get("doc_id") is not None}
    return bool(rests) and rests.isdisjoint(gold_of(row)) and gold_was_shown(row)


def gold_was_shown(row: dict) -> bool:
    """Whether a gold document is among those that the generator was shown."""
    docs = row.get("context_docs") if isinstance(row.get("context_docs"), list) else row.get("retrieved_docs")
    return not set(gold_of(row)).isdisjoint(ids_of(docs))


def cause_in_answer(row: dict, claims: list, faithful: bool, wrong: bool, aside: bool, missed: str | None) -> str:
    """The cause of a failing answer whose retrieval was not poor, from its claims and the documents they rest on."""
    if not faithful:
        docs = row.get("context_docs") if isinstance(row.get("context_docs"), list) else row.get("retrieved_docs")
        if docs == []:
            return "retrieval_missed"
        if missed:
            return missed  # documents beside the missing one are no witnesses against a claim
        if any([claim.get("verdict") == "contradicted" for claim in claims]):
            return "contradicted"
        doubted = [claim for claim in claims if claim.get("verdict") == "unsupported"] or claims  # the uncertain where no other is
        if any([is_stitched(row, claim) for claim in doubted]):
            return "stitched"
    if aside:
        return "off_topic"
    if claims and rests_elsewhere(row, claims):
        return "ignored"
    if faithful:
        return "stale" if is_stale(row) else "wrong_grounded"
    if any([claim.get("verdict") in ("unsupported", "uncertain") for claim in claims]):
        return "fabricated"
    return "ignored" if gold_was_shown(row) else "unexplained"


def document_text(row: dict, name: object) -> str | None:
    """The text of one of the row's documents by id; None when it is not there or has none."""
    for field in ("context_docs", "retrieved_docs"):
        for doc in row.get(field) if isinstance(row.get(field), list) else ():
            if isinstance(doc, dict) and id_text(doc.get("id")) == name and isinstance(doc.get("text"), str):
                return doc["text"]
    return None


def decisive_claim(claims: list, cause: str) -> dict:
    """The claim that decided a cause: contradicted, stitched, unsupported, uncertain, in that order, the weakest first."""
    order = ("contradicted", "unsupported", "uncertain", "supported")
    if cause == "stitched":
        order = ("unsupported", "uncertain", "contradicted", "supported")
    elif cause in ("wrong_grounded", "stale", "ignored", "lucky_guess"):
        order = ("supported", "contradicted", "unsupported", "uncertain")
    known = [claim for claim in claims if claim.get("verdict") in order]
    weight = lambda claim: claim["score"] if isinstance(claim.get("score"), (int, float)) else 0
    return min(known, key=lambda claim: (order.index(claim["verdict"]), weight(claim)), default={})


def what_differs(row: dict, cause: str, claim: dict) -> str | None:
    """What decided a cause, in words with the values that differ; None when the row does not hold them."""
    gold, docs = gold_of(row), ids_of(row.get("retrieved_docs"))
    missing = [one for one in gold if one not in docs]

    def listed(names: list) -> str:
        return ", ".join(one[:40] for one in names[:4]) + (" ..." if len(names) > 4 else "")
    if cause in ("contradicted", "stitched"):
        return claim.get("why")
    if cause == "fabricated":
        return claim.get("why") or (f"in none of {len(docs)} documents" if docs else None)
    if cause in ("retrieval_missed", "lucky_guess"):
        if row.get("retrieved_docs") == []:
            return "nothing was retrieved"
        metadata = row.get("metadata")
        doubt = "; gold was given as text, so this may be a difference in chunking" \
            if isinstance(metadata, dict) and metadata.get("gold_from_text") else ""
        return f"{listed(missing)} not among the {len(docs)} retrieved{doubt}" if missing else None
    if cause == "retrieval_partial":
        return f"found {listed([one for one in gold if one in docs])}, not {listed(missing)}" if missing else None
    if cause == "ranked_low":
        places = [f"{one[:40]} at rank {docs.index(one) + 1}" for one in gold if one in docs]
        return listed(places) + (f", k is {row['k']}" if isinstance(row.get("k"), int) else "") if places else None
    if cause == "crowded":
        most, times = collections.Counter(docs).most_common(1)[0] if docs else ("", 0)
        return f"{most[:40]} stands {times} times among {len(docs)}" if times > 1 else None
    if cause == "id_forms":
        loose = {loose_form(one): one for one in docs}
        pairs = [(one, loose[loose_form(one)]) for one in gold if loose_form(one) in loose]
        pairs = pairs or list(zip(gold, docs))
        return f"gold {pairs[0][0][:40]!r}, retrieved {pairs[0][1][:40]!r}" if pairs else None
    if cause in ("ignored", "over_refusal"):
        there = next((one for one in gold if one in docs), None)
        name = claim.get("doc_id")
        aside = f", the answer rests on {str(name)[:40]}" if name is not None and id_text(name) != there else ""
        return None if there is None else f"gold {there[:40]} is at rank {docs.index(there) + 1}{aside}"
    if cause == "off_topic":
        return f"asked: {row['query']}" if isinstance(row.get("query"), str) else None
    if cause == "answered_unanswerable":
        return "labelled as unanswerable"
    if cause in ("wrong_grounded", "stale"):
        reference = row.get("reference_answer")
        said = f"the reference says: {reference}" if isinstance(reference, str) else None
        if cause == "stale" and isinstance(row.get("freshness"), (int, float)):
            return f"freshness {row['freshness']:.2f}" + (f"; {said}" if said else "")
        return said
    return row["error"] if cause == "no_answer" and isinstance(row.get("error"), str) else None


def evidence_of(row: dict, cause: str) -> dict:
    """The decisive evidence of a cause: any of {"claim", "doc_id", "document", "differs"}, each one short line."""
    claim, answer, docs = decisive_claim(claims_in(row), cause), row.get("answer"), ids_of(row.get("retrieved_docs"))
    name, quote = claim.get("doc_id"), claim.get("evidence")
    quote = quote.get("text") if isinstance(quote, dict) else quote
    if cause in ("ignored", "over_refusal"):
        there = next((one for one in gold_of(row) if one in docs), None)
        if there is not None:
            name, quote = there, document_text(row, there)
    elif CAUSES[cause][1] == "retrieval" and cause != "lucky_guess" and docs:
        name, quote = docs[0], document_text(row, docs[0])
    found = {"claim": claim.get("text") or answer, "doc_id": None if name is None else id_text(name), "document": quote,
             "differs": what_differs(row, cause, claim)}
    return {key: one_line(value) for key, value in found.items() if isinstance(value, str) and value.strip()}


def short_reason(row: dict, cause: str) -> str | None:
    """What decided a cause, as one short line; None when the row does not hold it."""
    said = what_differs(row, cause, decisive_claim(claims_in(row), cause) if row.get("claims") else {})
    return one_line(said) if isinstance(said, str) and said.strip() else None


def one_line(text: str) -> str:
    """The text shortened to a line of EXAMPLE_CHARS; quick where there is nothing to shorten."""
    return text if len(text) <= EXAMPLE_CHARS and text.isprintable() else shorten(text, EXAMPLE_CHARS)


# --- why: causes, slices and robustness, counted in the same pass ---

SHOWN_TRACES = 200  # listed for a page; render_report.py embeds them
SLICE_VALUES = 1_000  # of a field; the rest is pooled and counted
ALL_UNASKED = 5_000  # rows whose unasked slices are all counted; of later ones every fourth, which is as telling and keeps the pace
SLICE_ROWS = 10  # a slice of fewer rows is pooled with other small ones: no rate can be told from so few
FALSE_DISCOVERIES = 0.05  # expected share of named slices that differ by chance only (Benjamini-Hochberg)
K_TRIED = (1, 2, 3, 5, 10, 20)
JUDGED = {"faithful": 99.0, "hallucinating": -99.0}  # stands for a score that no threshold moves
ROBUST_SCORES = ("faithfulness_score", "support", "faithfulness")
ROBUST_KEYS = 20_000  # combinations of recall, score, rank, place and length told apart; bounded so that memory stays flat
HOW_MANY = {"wieviel", "wieviele", "combien", "cu\u00e1nto", "cu\u00e1ntos", "cu\u00e1nta", "cu\u00e1ntas", "quanto", "quanti", "hoeveel"}
QUESTION_WORDS = {word: kind for kind, words in {
    "what": "what was que qu'est quoi cosa che o wat quel quelle quels quelles qual cual cu\u00e1l qu\u00e9",
    "which": "which welche welcher welches quale quali welke", "who": "who whom whose wer wem wen wessen qui qui\u00e9n chi quem",
    "when": "when wann quand cu\u00e1ndo quando wanneer", "where": "where wo wohin woher o\u00f9 d\u00f3nde dove onde waar",
    "why": "why warum wieso weshalb pourquoi perch\u00e9 waarom", "how": "how wie comment c\u00f3mo come como hoe",
    "yes or no": "is are was were do does did can could will would should has have had am may must ist sind kann darf "
                 "muss hat haben est-ce peut es est\u00e1 puede"}.items() for word in words.split()}
_WORDS_BY_LANGUAGE = {
    "English": "the what which how is are does do who when where why can of and to for", "German": "der die das wie ist und was f\u00fcr wird kann wer wo warum mit ein eine",
    "French": "le les est des du quelle quel pour dans combien comment que qui une", "Spanish": "el los las qu\u00e9 cu\u00e1l c\u00f3mo para una por est\u00e1 cu\u00e1nto d\u00f3nde",
    "Italian": "il gli che come quanto dove per una della sono", "Portuguese": "os uma como quanto onde para n\u00e3o qual da",
    "Dutch": "het een hoe wat waar van voor zijn wordt"}
_TIMES = collections.Counter(word for words in _WORDS_BY_LANGUAGE.values() for word in set(words.split()))
LANGUAGE_WORDS = {word: language for language, words in _WORDS_BY_LANGUAGE.items() for word in words.split() if _TIMES[word] == 1}
SCRIPTS_BY_SIGN = (("Japanese", 0x3040, 0x30FF), ("Chinese", 0x3400, 0x9FFF), ("Korean", 0xAC00, 0xD7AF), ("Thai", 0xE00, 0xE7F),
                   ("Arabic script", 0x600, 0x6FF), ("Hebrew", 0x590, 0x5FF), ("Cyrillic script", 0x400, 0x52F), ("Greek", 0x370, 0x3FF),
                   ("Devanagari script", 0x900, 0x97F), ("Bengali", 0x980, 0x9FF), ("Tamil", 0xB80, 0xBFF))


def script_of(text: str) -> str | None:
    """The language or script that a text's signs betray: "Japanese", "Cyrillic script"; None for Latin letters."""
    signs = [ord(c) for c in text[:200] if c > "\u024f"]
    return next((name for name, low, high in SCRIPTS_BY_SIGN if any(low <= sign <= high for sign in signs)), None)


def query_kind(query: str) -> tuple:
    """(question word as English names it, or "none"; language, a guess by script or common words, or "unknown")."""
    plain = query.isascii()
    words = (query if plain else query.replace("\u00bf", " "))[:64].lower().split()
    if not words:
        return "none", "unknown"
    language = None if plain else script_of(query)
    if language is None:
        language = "unknown"
        for word in words:
            if word in LANGUAGE_WORDS:
                language = LANGUAGE_WORDS[word]
                break
    first = words[0]
    if first not in QUESTION_WORDS:
        return "how many" if first in HOW_MANY else "none", language
    kind = QUESTION_WORDS[first]
    return "how many" if kind == "how" and len(words) > 1 and words[1] in ("many", "much") else kind, language


def size_band(value: int, edges: tuple) -> str:
    """The band that a count falls in, as "6-10" or "21 or more"; edges are the upper ends of all but the last."""
    low = 0
    for high in edges:
        if value <= high:
            return str(high) if low == high else f"{low}-{high}"
        low = high + 1
    return f"{low} or more"


WORD_EDGES, DOC_EDGES, LENGTH_EDGES = (5, 10, 20, 40), (0, 1, 2, 3, 5, 10, 20), (100, 300, 600, 1200)


def unasked_slices(row: dict) -> tuple:
    """(words in the query, question word, documents, language) of a row; None where it does not say."""
    query, docs = row.get("query"), row.get("retrieved_docs")
    count = min(len(docs), 21) if isinstance(docs, list) else None
    if not isinstance(query, str):
        return None, None, count, None
    metadata = row.get("metadata")
    said = metadata.get("language") if isinstance(metadata, dict) else None
    kind, language = query_kind(query)
    words = query.count(" ") + 1
    words = 5 if words < 6 else 10 if words < 11 else 20 if words < 21 else 40 if words < 41 else 41
    return words, kind, count, shorten(said) if isinstance(said, str) else language


SOURCE, NOT_LOOKED_AT = "source", (None, None, None, None)
UNASKED = (("query words", WORD_EDGES), ("question word", None), ("documents retrieved", DOC_EDGES), ("language (guess)", None))


def source_of(row: dict) -> str | None:
    """Where a row comes from: its own or its metadata's `source`, else the source that all of its documents share."""
    source, metadata = row.get("source"), row.get("metadata")
    if type(source) is not str and type(metadata) is dict:
        source = metadata.get("source")
    if type(source) is str:
        return source
    docs = row.get("retrieved_docs")
    if type(docs) is not list or not docs or type(docs[0]) is not dict or type(docs[0].get("source")) is not str:
        return None
    first = docs[0]["source"]
    return first if all([type(doc) is dict and doc.get("source") == first for doc in docs]) else None


def dotted(row: dict, field: str) -> object:
    """The value of a field by its own name or by its dotted path; None where there is none."""
    if field in row:
        return row[field]
    value: object = row
    for name in field.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def field_values(row: dict, field: str) -> list:
    """The values of a dotted field as slice names: a list gives one each, a time its ISO week, absent and null none."""
    value, found = dotted(row, field), []
    for one in value if isinstance(value, list) else [value]:
        if type(one) is str and len(one) < 80 and one.isalpha():  # most values; no time, nothing to shorten
            found.append(one)
            continue
        day = day_of(one) if isinstance(one, str) and one[:1].isdigit() or field.rpartition(".")[2] in TIME_FIELDS else None
        if day is not None:
            year, week, _ = datetime.date.fromordinal(int(day) + 719163).isocalendar()[:3]
            found.append(f"{year}-W{week:02d}")
        elif isinstance(one, bool):
            found.append("true" if one else "false")
        elif isinstance(one, (str, int, float)):
            found.append(shorten(id_text(one), 80))
        elif isinstance(one, dict):
            found.append(shorten(json.dumps(one, ensure_ascii=False, sort_keys=True), 80))
    return list(dict.fromkeys(name for name in found if name))


TIME_FIELDS = {"timestamp", "time", "date", "created", "created_at", "start_time", "ts"}


def ranks_of_gold(docs: object, gold: object) -> list | None:
    """Ranks of the gold ids among the documents, lowest first; None where either is not as expected."""
    try:
        ids = [doc["id"] for doc in docs]
        if len(gold) == 1:
            return [ids.index(gold[0]) + 1] if gold[0] in ids else []
        return sorted([ids.index(name) + 1 for name in gold if name in ids])
    except (KeyError, TypeError):
        return None  # such as documents without ids, or gold that is no list


def severity(row: dict) -> float:
    """How bad a failing trace is, for choosing examples: contradicted claims, then unsupported ones, then low support."""
    support = row.get("support")
    support = support if isinstance(support, (int, float)) and not isinstance(support, bool) else 0.5
    if "claims" not in row:
        return round(1 - support, 1)
    verdicts = [claim.get("verdict") for claim in claims_in(row)]
    return round(2 * min(5, verdicts.count("contradicted")) + min(5, verdicts.count("unsupported")) + 1 - support, 1)


class Worst:
    """The N worst of a stream, each with a payload; of equally bad ones the first stay. Ask `wants` before `keep`."""

    def __init__(self, size: int) -> None:
        self.size, self.heap = size, []

    def wants(self, weight: float) -> bool:
        """Whether one of this weight would be kept."""
        return len(self.heap) < self.size or self.size > 0 and weight > self.heap[0][0]

    def keep(self, weight: float, place: int, payload: object) -> None:
        """Keep it, in place of the least of those kept when there are enough. Places must rise."""
        push = heapq.heappush if len(self.heap) < self.size else heapq.heapreplace
        push(self.heap, (weight, -place, payload))

    def sorted(self) -> list:
        """The payloads, worst first."""
        return [payload for _, _, payload in sorted(self.heap, key=lambda entry: entry[:2], reverse=True)]


class Why:
    """Counts causes, slices and what robustness asks for. Its size does not grow with the file."""

    def __init__(self, fields: list, shown: int, recall_at: float) -> None:
        self.fields, self.shown, self.recall_at, self.rows = fields, shown, recall_at, 0
        self.causes: collections.Counter = collections.Counter()  # (cause, *key) -> rows
        self.examples: dict = {}  # (cause, *key[:2]) -> Worst
        self.worst: dict = {}  # (cause or cell, *key[:2]) -> Worst
        # key -> ({unasked slices: rows}, {(recall, score, rank by which retrieval is good, gold's place, length): rows})
        self.slots: dict = {}
        self.values: dict = {field: {} for field in fields}  # field -> value -> Counter of keys
        self.pooled: collections.Counter = collections.Counter()  # field -> rows with a value beyond SLICE_VALUES
        self.score_name = None  # the score that is looked at, the first that a row carries
        self.agreed, self.tried, self.longest = 0, 0, 0  # recalls told again from ids, of so many; documents retrieved
        self.split: dict = {}
        self.claims = dict.fromkeys(("supported", "unsupported", "contradicted", "uncertain"), 0)
        self.doubtful = 0  # rows with an uncertain claim

    def add(self, row: dict, line: int, position: int, key: tuple) -> tuple:
        """Count one row whose key is (kind, basis, retrieval, generation); gives (cause, unasked slices, slices, (rank by which
        retrieval is good, the gold document's place, the answer's length)) of it."""
        generation, self.rows = key[3], position
        cause = cause_of(row, key[2], generation)
        slot = self.slots.get(key)
        if slot is None:
            slot = self.slots[key] = ({}, {})
        if position <= ALL_UNASKED or position * 2654435761 & 0xC0000000 == 0:  # every fourth, in no rhythm that a file could have
            unasked = unasked_slices(row)
            kinds = slot[0]
            kinds[unasked] = kinds.get(unasked, 0) + 1
        else:
            unasked = NOT_LOOKED_AT
        slices = []
        for field in self.fields:
            if field == SOURCE:
                value = source_of(row)
                found = () if value is None else (value,)
            else:
                found = field_values(row, field)
            seen = self.values[field]
            for value in found:
                if value not in seen and len(seen) >= SLICE_VALUES:
                    self.pooled[field] += 1
                    continue
                counts = seen.get(value)
                if counts is None:
                    counts = seen[value] = {}
                counts[key] = counts.get(key, 0) + 1
                slices.append((field, value))
        looked = self.look_at_robustness(row, slot[1], generation) if generation in VERDICT_COLUMNS else NOT_LOOKED_AT[:3]
        if "claims" in row:
            doubt, counts = False, self.claims
            for claim in claims_in(row):
                verdict = claim.get("verdict")
                if type(verdict) is str and verdict in counts:
                    counts[verdict] += 1
                    doubt = doubt or verdict == "uncertain"
            self.doubtful += doubt
        if "split" in row:
            self.add_split(row)
        if cause:
            self.causes[(cause, *key)] += 1
        if cause or self.shown:
            self.remember(row, line, position, key, cause, slices, unasked)
        return cause, unasked, slices, looked

    def remember(self, row: dict, line: int, position: int, key: tuple, cause: str | None, slices: list, unasked: tuple) -> None:
        """Keep the row among the worst of its cause, and its evidence among the examples."""
        weight = severity(row) if cause and cause != "right_refusal" else 0.0
        cell = f"{key[2]}_{key[3]}" if key[3] in ("faithful", "hallucinating", "abstained", "empty") else "left_out"
        group = (cause or cell, key[0], key[1])
        if cause:
            worst = self.examples.get(group)
            if worst is None:
                worst = self.examples[group] = Worst(CAUSE_EXAMPLES)
            if worst.wants(weight):
                worst.keep(weight, position, {"id": row_id(row, position), "row": line, **evidence_of(row, cause)})
        if self.shown:
            worst = self.worst.get(group)
            if worst is None:
                worst = self.worst[group] = Worst(self.shown)
            if worst.wants(weight):
                unasked = unasked_slices(row) if unasked is NOT_LOOKED_AT else unasked
                found = slices + [(field, size_band(value, edges) if edges else value)
                                  for (field, edges), value in zip(UNASKED, unasked) if value is not None]
                worst.keep(weight, position, {
                    "row": line, "id": row_id(row, position), "cell": cell, "cause": cause,
                    "why": short_reason(row, cause) if cause else None, "slices": found})

    def look_at_robustness(self, row: dict, robust: dict, generation: str) -> tuple:
        """Count what other thresholds, other k, the place of the gold document and the answer's length would show; gives the
        last three."""
        get = row.get
        recall, docs, gold, answer, name = get("recall_at_k"), get("retrieved_docs"), get("gold_doc_ids"), get("answer"), self.score_name
        reach = place = length = score = None
        if name is None:
            for one in ROBUST_SCORES:
                if one in row and row[one] is not None:
                    name = self.score_name = one
                    break
        if name is not None:
            score = get(name)
            if score is not None:
                score = round(score, 2)
                origin = get("faithfulness_by")
                if type(origin) is str and origin.startswith(("judge", "human")) and name != "faithfulness_score":
                    score = JUDGED[generation]  # a verdict of a judge does not hang on the words' score
        if type(answer) is str:
            size = len(answer)
            length = (size > 100) + (size > 300) + (size > 600) + (size > 1200)
        if gold and docs:
            found = ranks_of_gold(docs, gold)
            if found is not None:
                count, reach = len(docs), 0
                if found:
                    need = 1 if len(gold) == 1 else max(1, math.ceil(self.recall_at * len(gold) - AT_LEAST))  # so many make it good
                    if len(found) >= need:
                        reach = min(found[need - 1], 99)
                    if count > 2:
                        place = 0 if found[0] == 1 else 2 if found[0] == count else 1
                if count > self.longest:
                    self.longest = count
                if self.tried < 2_000 and recall is not None and isinstance(get("k"), int):
                    self.tried += 1
                    self.agreed += abs(sum([rank <= row["k"] for rank in found]) / len(gold) - recall) < 1e-6
        full = (recall if recall is None or recall == 1 else round(recall, 4), score, reach, place, length)
        if full in robust:
            robust[full] += 1
        elif len(robust) < ROBUST_KEYS:
            robust[full] = 1
        return full[2:]

    def add_split(self, row: dict) -> None:
        """Take in the parts that score_faithfulness.py --split wrote."""
        for name, value in split_figures(row).items():
            if value is not None:
                self.split.setdefault(name, Moments()).add(value)


def split_figures(row: dict) -> dict:
    """RAGChecker's figures of one answer against its reference, 0..1 each, None where there is nothing to divide by.

    From the parts that score_faithfulness.py --split wrote. A claim that words could not place (null) is in no figure that
    asks for its place. Ru et al. (2024), RAGChecker, arXiv 2408.08067, section 3.3; a document is relevant when it holds a
    claim of the reference.
    """
    parts = row["split"] if isinstance(row.get("split"), dict) else {}
    reference, answer = ([claim for claim in parts[name] if isinstance(claim, dict)] if isinstance(parts.get(name), list) else []
                         for name in ("reference_claims", "answer_claims"))
    docs = row.get("context_docs") if isinstance(row.get("context_docs"), list) else row.get("retrieved_docs")
    docs = set(ids_of(docs))
    held = [set(ids_of(claim.get("doc_ids"))) for claim in reference]
    relevant = set().union(*held)
    used = [claim["in_answer"] for claim, where in zip(reference, held) if where and isinstance(claim.get("in_answer"), bool)]
    placed = [(claim["in_reference"], set(ids_of(claim.get("doc_ids")))) for claim in answer if isinstance(claim.get("in_reference"), bool)]

    def share(hits: int, of: list) -> float | None:
        return hits / len(of) if of else None
    return {"claim_recall": share(sum(map(bool, held)), held),
            "context_precision": share(len(relevant & docs), sorted(docs)) if reference else None,
            "context_utilization": share(sum(used), used),
            "noise_sensitivity_relevant": share(sum(not right and bool(where & relevant) for right, where in placed), placed),
            "noise_sensitivity_irrelevant": share(sum(not right and bool(where) and not where & relevant for right, where in placed), placed),
            "hallucination": share(sum(not right and not where for right, where in placed), placed),
            "self_knowledge": share(sum(right and not where for right, where in placed), placed),
            "faithfulness": share(sum(bool(ids_of(claim.get("doc_ids"))) for claim in answer), answer)}


# --- counting rows ---

def seen_before(value: object, seen: set) -> bool:
    """Whether an id or a query was seen before; the first REMEMBERED of them are remembered in `seen`."""
    if type(value) is not str:
        if value is None or isinstance(value, (list, dict)):
            return False
        value = id_text(value)
    mark = hash(value.strip())
    if mark in seen:
        return True
    if len(seen) < REMEMBERED:
        seen.add(mark)
    return False


def lacks_for_verdict(row: dict) -> str:
    """What a row without a verdict lacks to be judged by words: "answer", "documents", their "text", or the "verdict" alone."""
    docs = row.get("context_docs") if isinstance(row.get("context_docs"), list) else row.get("retrieved_docs")
    if not isinstance(row.get("answer"), str):
        return "answer"
    if not isinstance(docs, list):
        return "documents"
    texts = [doc.get("text") if isinstance(doc, dict) else doc for doc in docs]
    return "verdict" if not docs or any([isinstance(text, str) and text.strip() for text in texts]) else "text"


def lacks_for_retrieval(row: dict) -> list:
    """What a row without a retrieval signal lacks for it: "unanswerable" where gold is [], else any of the two fields."""
    gold = row.get("gold_doc_ids") or row.get("gold_grades") or row.get("gold_groups")
    if not gold and row.get("gold_doc_ids") == []:
        return ["unanswerable"]
    return ["retrieved_docs"] * (not isinstance(row.get("retrieved_docs"), list)) + ["gold_doc_ids"] * (not gold)


# --- rows that hang together ---

class Profile(typing.NamedTuple):
    """All of a row that a rate can ask for; rows that are alike in it are counted together."""
    key: tuple  # (kind, basis, retrieval, generation)
    cause: str | None
    flags: tuple
    unasked: tuple
    slices: tuple
    reach: int | None
    place: int | None
    length: int | None


class Clusters:
    """Which rows hang together by a field, and what each cluster holds: the one thing that grows, with the number of clusters."""

    def __init__(self, field: str) -> None:
        self.field, self.labelled = field, 0  # rows that carry the field
        self.numbers: dict = {}  # its value -> the cluster's number
        self.profiles: dict = {}  # profile -> {cluster's number: rows}
        self.sums: dict = {}  # (metric, group) -> (sums, rows) by the cluster's number
        self.effects: dict = {}  # of the rates and means that the report names

    def add(self, row: dict, n: int, profile: Profile, values: list) -> None:
        """Take in the n-th row with its profile and its metrics as ((metric, group), value)."""
        value = dotted(row, self.field)
        self.labelled += value is not None
        value = json.dumps(value, sort_keys=True) if value is not None else f"row {n}"  # each on its own
        number = self.numbers.setdefault(value, len(self.numbers))
        rows = self.profiles.setdefault(profile, {})
        rows[number] = rows.get(number, 0) + 1
        for group, value in values:
            sums, counts = self.sums.setdefault(group, (array.array("d"), array.array("q")))
            if number >= len(sums):
                more = len(self.numbers) - len(sums)
                sums.extend([0.0] * more)
                counts.extend([0] * more)
            sums[number] += value
            counts[number] += 1

    def rows(self, among: object, wanted: object) -> tuple:
        """({cluster: rows that are wanted}, {cluster: rows among which}) for two conditions on profiles."""
        found: tuple = ({}, {})
        for profile, rows in self.profiles.items():
            if among(profile):
                add_rows(found[1], rows)
                if wanted(profile):
                    add_rows(found[0], rows)
        return found


def add_rows(total: dict, rows: dict) -> None:
    """Add the rows of each cluster to a total."""
    for number, count in rows.items():
        total[number] = total.get(number, 0) + count


def cluster_sums(wanted: dict, among: dict) -> list:
    """[clusters, rows n, wanted y, sum of y y, of y n, of n n] of {cluster: y} and {cluster: n}."""
    return [len(among), sum(among.values()), sum(wanted.values()), sum([y * y for y in wanted.values()]),
            sum([y * among[number] for number, y in wanted.items()]), sum([n * n for n in among.values()])]


def rest_sums(whole: list, wanted: dict, among: dict, all_wanted: dict, all_among: dict) -> list:
    """`cluster_sums` of all rows but those of a part; whole: that of all of them."""
    clusters, n, y, yy, yn, nn = whole
    for number, own_n in among.items():
        own_y, of_y, of_n = wanted.get(number, 0), all_wanted.get(number, 0), all_among[number]
        clusters, n, y = clusters - (of_n == own_n), n - own_n, y - own_y
        yy += (of_y - own_y) ** 2 - of_y ** 2
        yn += (of_y - own_y) * (of_n - own_n) - of_y * of_n
        nn += (of_n - own_n) ** 2 - of_n ** 2
    return [clusters, n, y, yy, yn, nn]


def design_effect(sums: list) -> float:
    """How many rows count as one, for a rate over clusters as `cluster_sums` has them: its variance between clusters over
    that of independent rows, at least 1. Linearised ratio estimator (Cochran 1977, Sampling Techniques, section 11.8).
    Where all rows agree, or all are of one cluster, a cluster counts as one.

    With p = y / n the variance is c / (c - 1) * sum((y_i - p n_i)^2) / n^2; n^2 times that sum is a whole number.
    """
    clusters, n, y, yy, yn, nn = sums
    if not n:
        return 1.0
    if clusters < 2 or not 0 < y < n:
        return n / clusters
    return max(1.0, clusters / (clusters - 1) * ((n * n * yy - 2 * y * n * yn + y * y * nn) / (n * y * (n - y))))


def widen(part: dict, effect: float) -> None:
    """Give a rate the Wilson interval of its effective number of rows."""
    part["ci95"] = wilson(part["count"] / effect, part["n"] / effect)
    part["design_effect"] = effect


def spread(tally: Tally, part: dict, among: object, wanted: object, name: str | None = None) -> dict:
    """The rate, as wide as its clusters make it: the rows for which `wanted` of those for which `among`, both asked of
    profiles. As it is without --cluster. name: by which the report lists its design effect."""
    if tally.clusters is not None:
        widen(part, design_effect(cluster_sums(*tally.clusters.rows(among, wanted))))
        if name:
            tally.clusters.effects[name] = part["design_effect"]
    return part


def spread_mean(tally: Tally, part: dict, group: tuple, name: str | None = None) -> dict:
    """The mean {"n", "mean", "ci95"}, as wide as its clusters make it: Student's t with one degree of freedom less than clusters,
    at least the interval of independent rows; none where one cluster holds all. As it is without --cluster."""
    if tally.clusters is None or part["ci95"] is None:
        return part
    pairs = [(y, n) for y, n in zip(*tally.clusters.sums[group]) if n]
    part["ci95"], low = None, part["ci95"][0]
    if len(pairs) > 1:
        squares = math.fsum([(y - part["mean"] * n) ** 2 for y, n in pairs])  # alike on every Python
        error = math.sqrt(len(pairs) / (len(pairs) - 1) * squares) / part["n"]
        alone = (part["mean"] - low) / t_quantile(part["n"] - 1)
        half = max(t_quantile(len(pairs) - 1) * error, part["mean"] - low)
        part.update(ci95=[part["mean"] - half, part["mean"] + half], design_effect=max(1.0, (error / alone) ** 2))
    else:
        part["design_effect"] = float(part["n"])
    if name:
        tally.clusters.effects[name] = part["design_effect"]
    return part


def cell_effect(tally: Tally, kind: object, basis: object) -> float:
    """The largest design effect of a cell of the matrix, by which the what-ifs are widened; of cells that hold some of its rows
    and not all, where there are any. 1 without --cluster."""
    if tally.clusters is None:
        return 1.0
    effects = []
    for name, count in two_by_two(tally, kind, basis).items():
        wanted, among = tally.clusters.rows(*in_cell(kind, basis, *name.split("_")))
        effects.append((0 < count < sum(among.values()), design_effect(cluster_sums(wanted, among))))
    return max([effect for some_of_all, effect in effects if some_of_all] or [effect for _, effect in effects])


def in_cell(kind: object, basis: object, retrieval: str, generation: str) -> tuple:
    """Two conditions on profiles: to be in the 2x2 of this kind and basis, and in one cell of it."""
    return (lambda one: one.key[:2] == (kind, basis) and one.key[2] != "unmeasured" and one.key[3] in VERDICT_COLUMNS,
            lambda one: one.key[2:] == (retrieval, generation))


# --- all that is counted ---

class Tally:
    """All that a report needs from a stream of rows: counts, moments and a few ids. Its size does not grow with it."""

    def __init__(self, signals: Signals, why: Why | None = None) -> None:
        self.filled: list = []  # what was filled in, in words
        self.clusters: Clusters | None = None  # how rows hang together; the one thing here that grows, with their number
        self.signals, self.why, self.n = signals, why or Why([], 0, signals.recall_at), 0
        self.counts: collections.Counter = collections.Counter()  # (kind, basis, retrieval class, generation class)
        self.examples: dict = {}  # the same key -> first ids
        self.moments: dict = {}  # (metric, basis or kind) -> Moments
        self.flags: collections.Counter = collections.Counter()  # (flag, value)
        self.correct: dict = {}  # (basis, retrieval class, correct) -> rows
        self.origins: collections.Counter = collections.Counter()
        self.settings: collections.Counter = collections.Counter()  # k values
        self.lists = [0, 0]  # rows with a verdict whose documents all lie within k, and those with more
        self.unanswerable = 0
        self.lacks: collections.Counter = collections.Counter()  # what rows without a verdict, or without retrieval, lack for it
        self.ids, self.queries = set(), set()
        self.repeated_ids, self.repeated_queries = 0, 0

    def add(self, row: dict, line: int = 0) -> None:
        """Count one row. Raises DataError, and counts nothing, when a signal has a wrong type."""
        generation, kind = self.signals.generation(row, line)
        retrieval, basis = self.signals.retrieval(row)
        values, flags = [], []
        for name in [name for name in row if name in MEASURED]:
            value = row[name]
            if value is not None:
                if name in FLAGS:
                    flags.append((name, value if value is True or value is False else truth(row, name)))
                else:
                    if type(value) is not float or not -AT_LEAST <= value <= 1 + AT_LEAST:  # 1.0000000000000002 is 1
                        value = number(row, name, 0, 1)
                    values.append((name, value if 0.0 <= value <= 1.0 else min(max(value, 0.0), 1.0)))
            elif name in FLAGS and generation in VERDICT_COLUMNS:
                flags.append((name, None))  # asked, and not decided
        self.n += 1
        if generation not in VERDICT_COLUMNS:
            kind = None  # no verdict: belongs beside the matrix of every kind
        key = (kind, basis, retrieval, generation)
        count = self.counts[key] = self.counts.get(key, 0) + 1
        if count <= EXAMPLES and f"{retrieval}_{generation}" in FAILING:
            self.examples.setdefault(key, []).append(row_id(row, self.n))
        grouped = None if self.clusters is None else []
        for name, value in values:
            layer = METRIC_LAYERS.get(name)
            group = (name, basis if layer == "retrieval" else kind if layer == "generation" else None)
            moments = self.moments.get(group)
            if moments is None:
                moments = self.moments[group] = Moments()
            moments.add(value)
            if grouped is not None:
                grouped.append((group, value))
        for flag in flags:
            self.flags[flag] = self.flags.get(flag, 0) + 1
            if flag[0] == "correct" and flag[1] is not None and retrieval != "unmeasured":
                crossed = (basis, retrieval, flag[1])
                self.correct[crossed] = self.correct.get(crossed, 0) + 1
        origin = row.get("faithfulness_by")
        if isinstance(origin, str) and kind and (origin in self.origins or len(self.origins) < 100):
            self.origins[origin] += 1
        k = row.get("k")
        if type(k) is int and row.get("recall_at_k") is not None and len(self.settings) < 100:
            self.settings[k] += 1
            if generation in VERDICT_COLUMNS:
                docs = row.get("context_docs") or row.get("retrieved_docs")
                self.lists[type(docs) is list and len(docs) > k] += 1
        if row.get("gold_doc_ids") == []:
            self.unanswerable += 1
        if generation == "no_signal":
            self.lacks[lacks_for_verdict(row)] += 1
        if retrieval == "unmeasured":
            self.lacks.update(lacks_for_retrieval(row))
        if seen_before(row.get("id"), self.ids):
            self.repeated_ids += 1
        if seen_before(row.get("query"), self.queries):
            self.repeated_queries += 1
        looked = self.why.add(row, line, self.n, key)
        if self.clusters is not None:
            if "split" in row:
                grouped += [(("split", name), value) for name, value in split_figures(row).items() if value is not None]
            cause, unasked, slices, robust = looked
            self.clusters.add(row, self.n, Profile(key, cause, tuple(flags), unasked, tuple(slices), *robust), grouped)

    def count(self, kind: object, basis: object, retrieval: str, generation: str) -> int:
        return self.counts[(kind, basis, retrieval, generation)]

    def kinds(self) -> list:
        """(kind, basis) pairs that have rows with both signals, most rows first, then by how direct the evidence is."""
        totals: collections.Counter = collections.Counter()
        for (kind, basis, retrieval, generation), count in self.counts.items():
            if kind and retrieval != "unmeasured":
                totals[(kind, basis)] += count
        return sorted(totals, key=lambda pair: (-totals[pair], TRUST.index(pair[0]), TRUST.index(pair[1])))

    def main_kind(self) -> tuple:
        """The (kind, basis) of the main matrix; where no row has both signals, each by itself: that of most rows, or None."""
        pairs = self.kinds()
        if pairs:
            return pairs[0]
        totals: tuple = (collections.Counter(), collections.Counter())
        for key, count in self.counts.items():
            for place in (0, 1):
                totals[place][key[place]] += count * (key[place] is not None)
        return tuple(min(filter(part.get, part), key=lambda name, part=part: (-part[name], TRUST.index(name)), default=None) for part in totals)


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
        share = spread(tally, rate(count, n), *in_cell(kind, basis, retrieval, generation), name)
        cells[name] = {**share, "name": CELL_NAMES[name], "of": "rows with both signals",
                       "examples": tally.examples.get((kind, basis, retrieval, generation), [])}
    for retrieval in RETRIEVAL_ROWS:
        for generation in (VERDICT_COLUMNS if retrieval == "unmeasured" else ()) + NO_VERDICT:
            keys = [key for key in tally.counts
                    if key[2:] == (retrieval, generation) and key[0] in (kind, None)
                    and (key[0] or retrieval == "unmeasured" or key[1] == basis or basis is None)]
            count = sum(tally.counts[key] for key in keys)
            if count or generation in VERDICT_COLUMNS:
                examples = [one for key in keys for one in tally.examples.get(key, [])][:EXAMPLES]
                share = spread(tally, rate(count, tally.n), lambda one: True, lambda one, keys=set(keys): one.key in keys)
                cells[f"{retrieval}_{generation}"] = {**share, "of": "all rows", "examples": examples}
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
    faithful = spread(tally, rate(verdicts.get("faithful", 0), sum(verdicts.values())),
                      lambda one: one.key[0] == kind and one.key[3] in VERDICT_COLUMNS, lambda one: one.key[3] == "faithful", "faithfulness")
    found = {"faithfulness": {**faithful, "kind": kind}}
    share = spread(tally, rate(good, good + poor), lambda one: one.key[1] == basis and one.key[2] != "unmeasured",
                   lambda one: one.key[2] == "good", "retrieval")
    found["retrieval"] = {**share, "basis": basis}
    for flag, name in FLAGS.items():
        yes, no = tally.flags[(flag, True)], tally.flags[(flag, False)]
        if yes + no:
            share = spread(tally, rate(yes, yes + no), flagged(flag, True, False), flagged(flag, True), name)
            found[name] = {**share, "undecided": tally.flags[(flag, None)]}
    wrong = {name: spread(tally, rate(tally.correct.get((basis, name, False), 0), sum(tally.correct.get((basis, name, one), 0) for one in (True, False))),
                          lambda one, name=name: one.key[1:3] == (basis, name) and flagged("correct", True, False)(one), flagged("correct", False))
             for name in ("good", "poor")} if basis else {}
    if any(part["n"] for part in wrong.values()):
        found["wrong_by_retrieval"] = wrong
    found["means"] = metric_means(tally, kind, basis)
    return found


def flagged(flag: str, *values: bool) -> object:
    """A condition on profiles: to have one of these values of a flag."""
    wanted = {(flag, value) for value in values}
    return lambda one: not wanted.isdisjoint(one.flags)


def metric_means(tally: Tally, kind: object, basis: object) -> dict:
    """Metric -> {"n", "mean", "ci95", "basis"}; numbers of different origin are never pooled.

    The plain name goes to the matrix's own basis or kind of verdict, or else to the largest group; every other group is
    named beside it, as in "recall_at_k (estimated)".
    """
    means = {}
    for name in METRICS:
        groups = {group: part for (metric, group), part in tally.moments.items() if metric == name}
        first = basis if name in RETRIEVAL_METRICS else kind
        for group in sorted(groups, key=lambda group: (group != first, -groups[group].n, str(group))):
            label = f"{name} ({group or 'other rows'})" if name in means else name
            means[label] = {**share_summary(tally, groups[group], (name, group), f"mean {label}"), "basis": group}
    return means


def share_summary(tally: Tally, moments: Moments, group: tuple, name: str | None = None) -> dict:
    """{"n", "mean", "ci95"} of numbers that live in 0..1: Student's t interval, cut to where they can lie."""
    found = spread_mean(tally, moments.summary(), group, name)
    if found["ci95"]:
        found["ci95"] = [max(0.0, found["ci95"][0]), min(1.0, found["ci95"][1])]
    return found


def missing_verdicts(tally: Tally) -> str:
    """What to do about rows without a verdict that have an answer to judge, in words; empty when there are none."""
    lacking = {name: tally.lacks[name] for name in WITHOUT_VERDICT if tally.lacks[name]}
    return WITHOUT_VERDICT["verdict" if "verdict" in lacking else max(lacking, key=lacking.get)] if lacking else ""


def what_is_missing(tally: Tally, found: dict) -> str:
    """Which layer keeps the two from being told apart, what the other says, and what to do; found: what `layers` gives."""
    counts: collections.Counter = collections.Counter()
    unmeasured = 0
    for key, count in tally.counts.items():
        counts[key[3]] += count
        unmeasured += count * (key[2] == "unmeasured")
    faithful, retrieval, said = found["faithfulness"], found["retrieval"], []
    if not tally.n:
        return "."
    if not faithful["n"]:
        silent = [f"{LEFT_OUT_WORDS[LEFT_OUT[name]]} ({counts[name]:,})" for name in NO_VERDICT if counts[name]]
        said.append(f"No row has a faithfulness verdict: {'; '.join(silent)}.")
        advice = missing_verdicts(tally)
        if advice:
            said.append(f"{advice[0].upper()}{advice[1:]}.")
    if not retrieval["n"]:
        lacking = " and ".join(name for name in ("retrieved_docs", "gold_doc_ids") if tally.lacks[name])
        if tally.lacks["unanswerable"] == unmeasured:
            said.append("Every question is labelled as unanswerable (gold_doc_ids []): there was nothing to retrieve, and a right answer declines "
                        f"({rate_text(rate(counts['abstained'], tally.n))} do). Add questions that have gold_doc_ids.")
        else:
            said.append(f"No row has a retrieval signal: {f'add {lacking} and ' if lacking else ''}run scripts/score_retrieval.py.")
    elif not faithful["n"]:
        said.append(f"Retrieval alone is good on {rate_text(retrieval)} of rows.")
    if faithful["n"] and retrieval["n"]:
        said.append("Rows with the one lack the other: score all of them with scripts/score_faithfulness.py and scripts/score_retrieval.py.")
    return ". " + " ".join(said)


def find_issues(tally: Tally, cells: dict, decision: dict, found_layers: dict, kind: object = None, basis: object = None) -> list:
    """Ranked issues: {"kind", "rank", "share", "count", "n", "ci95", "reason", "fixes", "trace_ids"}, what to repair first first:
    the primary one, but retrieval where the two are too close to call (then `verdict_sentence` says the same)."""
    verdict, issues = decision["verdict"], []

    def issue(name: str, part: dict, reason: str, *examples: str) -> None:
        ids = [one for cell in examples for one in cells.get(cell, {}).get("examples", [])][:EXAMPLES]
        issues.append({"kind": name, **{key: part[key] for key in ("count", "n", "share", "ci95")},
                       "reason": reason, "fixes": FIXES[name], "trace_ids": ids})
    n, estimated = verdict["n"], " (ESTIMATED)" if found_layers.get("retrieval", {}).get("basis") == "estimated" else ""
    both = in_cell(kind, basis, "", "")[0]
    beside = lambda one: one.key[2] == "unmeasured" or basis is None or one.key[1] == basis
    if n and verdict["layer"] != "healthy":
        poor = spread(tally, rate(cells["poor_faithful"]["count"] + cells["poor_hallucinating"]["count"], n), both, lambda one: one.key[2] == "poor")
        if cells["poor_hallucinating"]["count"] or verdict["layer"] == "retrieval":
            issue("retrieval", {**cells["poor_hallucinating"]},
                  f"the needed documents were not retrieved on {rate_text(poor)} of rows{estimated}, and on "
                  f"{cells['poor_hallucinating']['count']:,} of them the answer is unsupported", "poor_hallucinating")
        if cells["good_hallucinating"]["count"]:
            good = cells["good_faithful"]["count"] + cells["good_hallucinating"]["count"]
            own = spread(tally, rate(cells["good_hallucinating"]["count"], good), lambda one: both(one) and one.key[2] == "good",
                         lambda one: one.key[3] == "hallucinating")
            issue("generation", cells["good_hallucinating"],
                  f"with good documents in hand the generator still goes beyond them on {rate_text(own)} of rows",
                  "good_hallucinating")
    if n and cells["poor_faithful"]["count"] / n > LUCKY_SHARE:
        issue("lucky_guess", cells["poor_faithful"],
              f"answers called faithful although retrieval was poor{estimated}: they come from the model's memory or from documents "
              "beside the labelled ones, and will fail where the model knows nothing", "poor_faithful")
    refused = cells.get("good_abstained", {}).get("count", 0)
    on_good = sum(cell["count"] for name, cell in cells.items() if name.startswith("good_"))
    if on_good and refused / on_good > SIDE_SHARE:
        among = lambda one: one.key[2] == "good" and (both(one) or one.key[3] not in VERDICT_COLUMNS and beside(one))
        issue("over_refusal", spread(tally, rate(refused, on_good), among, lambda one: one.key[3] == "abstained"), "the answer declines although retrieval was good", "good_abstained")
    empty = sum(cell["count"] for name, cell in cells.items() if name.endswith("_empty"))
    if empty:
        share = spread(tally, rate(empty, tally.n), lambda one: True, lambda one: one.key[3] == "empty" and beside(one))
        issue("empty_answers", share, "the system answered nothing")
    relevance = found_layers.get("answer_relevance")
    if relevance and relevance["n"] - relevance["count"] > SIDE_SHARE * relevance["n"]:
        share = spread(tally, rate(relevance["n"] - relevance["count"], relevance["n"]), flagged("relevant", True, False), flagged("relevant", False))
        issue("relevance", share, "the answer does not address the query")
    first = "retrieval" if verdict["too_close"] and cells["poor_hallucinating"]["count"] else verdict["layer"]
    issues.sort(key=lambda one: (one["kind"] != first, one["kind"] not in ("retrieval", "generation"),
                                 -(one["share"] or 0)))
    for place, one in enumerate(issues, 1):
        one["rank"] = place
    return issues


def diagnose(tally: Tally, seed: int = 0) -> dict:
    """The whole diagnosis as one JSON-ready object; shares are 0..1 at full precision, unknown is None."""
    kind, basis = tally.main_kind()
    if tally.clusters is not None and not tally.clusters.labelled:
        raise UsageError(f"--cluster {tally.clusters.field}: no row has this field, so nothing tells which rows hang together")
    found = layers(tally, kind, basis)
    cells = all_cells(tally, kind, basis)
    counts = two_by_two(tally, kind, basis)
    decision = decide(counts, seed, cell_effect(tally, kind, basis))
    verdict, what_if = decision["verdict"], decision["what_if"]
    both = sum(counts.values())
    faithful = found["faithfulness"]
    report = {
        "n": tally.n,
        "primary_issue": verdict_sentence(verdict, what_if, counts) + ("" if both else what_is_missing(tally, found)) + (" Retrieval is ESTIMATED." if basis == "estimated" else ""),
        "verdict": verdict,
        "generation": {"faithful": faithful["share"],
                       "hallucinating": None if faithful["share"] is None else 1 - faithful["share"],
                       "n": faithful["n"]},
        "has_retrieval_signal": any(key[2] != "unmeasured" for key in tally.counts),
        "matrix": {**{name: cells[name]["share"] for name in CELL_NAMES}, "n": both},
        "cells": cells, "layers": found, "what_if": what_if,
        "issues": find_issues(tally, cells, decision, found, kind, basis),
        "left_out": left_out(tally, kind, basis),
        "bases": {"generation": kind, "retrieval": basis},
        "other_matrices": [
            {"generation": other[0], "retrieval": other[1], "cells": all_counts, "n": sum(all_counts.values()),
             "primary_issue": verdict_sentence(*decide(all_counts, seed, cell_effect(tally, *other)).values(), all_counts)}
            for other in tally.kinds()[1:] for all_counts in [two_by_two(tally, *other)]],
        "cluster": tally.clusters and {"field": tally.clusters.field, "clusters": len(tally.clusters.numbers),
                                       "design_effects": tally.clusters.effects},
        "origins": dict(sorted(tally.origins.items())),
        "unanswerable": tally.unanswerable,
        "repeated": {"ids": tally.repeated_ids, "queries": tally.repeated_queries,
                     "looked_at": min(tally.n, REMEMBERED)},
        "assumption": "missed queries are no harder than found ones",
        **explain(tally, kind, basis, verdict["layer"]),
        "thresholds": {"faithful": tally.signals.at, "faithfulness_scale": tally.signals.scale,
                       "faithfulness": tally.signals.share_at, "recall": tally.signals.recall_at, "healthy": HEALTHY},
        "signature": signature(tally, kind, basis, seed)}
    return report


def explain(tally: Tally, kind: object, basis: object, layer: str) -> dict:
    """What the diagnosis says beyond the matrix: causes, slices, robustness, the split against references, traces to show."""
    why = tally.why
    n = sum(count for key, count in tally.counts.items() if in_scope(key[:2], kind, basis))
    causes = cause_list(tally, kind, basis, n)
    failing = sum(one["count"] for one in causes if one["layer"] != "success")
    refused = next((one["count"] for one in causes if one["cause"] == "right_refusal"), 0)
    works = tally.count(kind, basis, "good", "faithful")
    beside = lambda one: in_scope(one.key, kind, basis)
    return {"failing": spread(tally, rate(failing, n), beside, lambda one: one.cause not in (None, "right_refusal")), "causes": causes,
            "successes": {"works": spread(tally, rate(works, n), beside, lambda one: one.key == (kind, basis, "good", "faithful")),
                          "right_refusal": spread(tally, rate(refused, n), beside, lambda one: one.cause == "right_refusal")},
            "slices": slice_report(tally, kind, basis), "robustness": robustness(tally, kind, basis, layer),
            "split": split_report(tally), "claims": claim_report(why), "notes": notes_of(tally, kind),
            "traces": {"total": tally.n, "shown": worst_traces(why, kind, basis)}}


def signature(tally: Tally, kind: object, basis: object, seed: int) -> str:
    """All that changes the numbers, in fixed order, version last."""
    k = "+".join(str(k) for k in sorted(tally.settings)) or "none"
    return (f"rag_diagnostic|{tally.signals.signature()}|k:{k}|verdicts:{kind or 'none'}|retrieval:{basis or 'none'}|"
            + (f"cluster:{tally.clusters.field}|" if tally.clusters else "") + f"seed:{seed}|v:{VERSION}")


# --- why, as data ---

def log_choose(n: int, k: int) -> float:
    """Logarithm of the number of ways to choose k of n."""
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def fisher(a: int, b: int, c: int, d: int) -> float:
    """Two-sided p-value that a of a + b differs from c of c + d: Fisher's exact test (all tables no more probable than
    this one); beyond 2,000 terms the chi-square approximation, which is as good there."""
    rows, column, n = a + b, a + c, a + b + c + d
    low, high = max(0, column - (c + d)), min(rows, column)
    if low == high:
        return 1.0
    if high - low > 2_000:
        expected = rows * column / n
        spread = expected * (n - rows) * (n - column) / (n * n)
        return math.erfc(abs(a - expected) / math.sqrt(2 * spread))
    base = log_choose(n, column)
    weights = [math.exp(log_choose(rows, x) + log_choose(n - rows, column - x) - base) for x in range(low, high + 1)]
    limit = weights[a - low] * (1 + 1e-7)
    return min(1.0, math.fsum(weight for weight in weights if weight <= limit))


def benjamini_hochberg(values: list) -> list:
    """Adjusted p-values (false discovery rate), in the order given; Benjamini and Hochberg (1995)."""
    order = sorted(range(len(values)), key=lambda place: values[place], reverse=True)
    adjusted, least = [0.0] * len(values), 1.0
    for rank, place in zip(range(len(values), 0, -1), order):
        least = min(least, values[place] * len(values) / rank)
        adjusted[place] = least
    return adjusted


def in_scope(key: tuple, kind: object, basis: object) -> bool:
    """Whether rows of this key belong to the main matrix or beside it: the same kind and basis, or none of the two."""
    return key[0] in (kind, None) and (key[1] in (basis, None) or basis is None)


def cause_list(tally: Tally, kind: object, basis: object, n: int) -> list:
    """The causes that occur, most frequent first, each with its share of n traces, examples and what to try."""
    why = tally.why
    counts: collections.Counter = collections.Counter()
    for (cause, *key), count in why.causes.items():
        if in_scope(tuple(key), kind, basis):
            counts[cause] += count
    found = []
    for cause, (name, layer, meaning, first, test, measure) in CAUSES.items():
        if counts[cause]:
            examples = [example for (one, *key), worst in why.examples.items() if one == cause and in_scope(tuple(key), kind, basis)
                        for example in worst.sorted()]
            share = spread(tally, rate(counts[cause], n), lambda one: in_scope(one.key, kind, basis), lambda one, cause=cause: one.cause == cause)
            found.append({"cause": cause, "name": name, "layer": layer, **share, "meaning": meaning,
                          "fix": {"first": first, "test": test, "measure": measure} if first else {}, "examples": examples[:CAUSE_EXAMPLES]})
    return sorted(found, key=lambda one: (one["layer"] == "success", -one["count"]))


def worst_traces(why: Why, kind: object, basis: object) -> list:
    """The traces to be shown: one of each cause and cell in turn, the worst first, until there are enough."""
    counts: collections.Counter = collections.Counter()
    for (cause, *key), count in why.causes.items():
        counts[(cause, *key[:2])] += count
    queues = [worst.sorted() for key, worst in sorted(why.worst.items(), key=lambda item: (-counts[item[0]], str(item[0])))
              if in_scope(key[1:], kind, basis)]
    failing = [queue for queue in queues if queue and queue[0]["cause"] not in (None, "right_refusal")]
    other = [queue for queue in queues if queue and queue[0]["cause"] in (None, "right_refusal")]
    room = why.shown // 10  # for traces that work: something to compare with

    def in_turn(queues: list) -> list:
        return [label for turn in itertools.zip_longest(*queues) for label in turn if label is not None]
    bad, fine = in_turn(failing), in_turn(other)
    fine = fine[:max(room, why.shown - len(bad))]
    return bad[:why.shown - len(fine)] + fine


SLICE_RATES = {"hallucinating": (3, ("hallucinating",), VERDICT_COLUMNS), "poor_retrieval": (2, ("poor",), ("good", "poor"))}  # place in the key


def slice_table(counts: dict, clusters: dict | None = None) -> list:
    """[{value, n, hallucinating, poor_retrieval}] from value -> Counter of keys, most rows first; small values are pooled.
    clusters: of each value and rate, as `slice_clusters` gives them; those of pooled values are added up under the pool's name."""
    def entry(value: str, keys: dict) -> dict:
        rates = {}
        for name, (place, bad, known) in SLICE_RATES.items():
            rates[name] = rate(*(sum(count for key, count in keys.items() if key[place] in wanted) for wanted in (bad, known)))
            if clusters is not None:
                widen(rates[name], design_effect(cluster_sums(*clusters.get((value, name), ({}, {})))))
        return {"value": value, "n": sum(keys.values()), **rates}
    large, small, pool = [], collections.Counter(), []
    for value, keys in counts.items():
        if sum(keys.values()) >= SLICE_ROWS:
            large.append(entry(value, keys))
        elif keys:
            small.update(keys)
            pool.append(value)
    large.sort(key=lambda one: (-one["n"], one["value"]))
    if not pool:
        return large
    pooled = f"{len(pool)} small ones, pooled"
    for name in SLICE_RATES if clusters is not None else ():
        found = clusters[(pooled, name)] = ({}, {})
        for value in pool:
            for total, rows in zip(found, clusters.get((value, name), ())):
                add_rows(total, rows)
    return large + [{**entry(pooled, small), "pooled": len(pool)}]


def slice_clusters(tally: Tally, kind: object, basis: object) -> dict:
    """field -> {(value, rate): ({cluster: rows that are bad}, {cluster: rows that are known})}; empty without --cluster."""
    found: dict = {}
    for profile, rows in tally.clusters.profiles.items() if tally.clusters is not None else ():
        if not in_scope(profile.key, kind, basis):
            continue
        values = [(field, size_band(value, edges) if edges else value) for (field, edges), value in zip(UNASKED, profile.unasked) if value is not None]
        for field, value in values + list(profile.slices):
            for name, (place, bad, known) in SLICE_RATES.items():
                if profile.key[place] in known:
                    pair = found.setdefault(field, {}).setdefault((value, name), ({}, {}))
                    add_rows(pair[1], rows)
                    if profile.key[place] in bad:
                        add_rows(pair[0], rows)
    return found


def slice_test(part: dict, rest: dict) -> float:
    """p-value that a slice differs from the rest, by Fisher's exact test; of clustered rows as many count as one as the design
    effect of either side says."""
    def counted(one: dict) -> tuple:
        effect = one.get("design_effect", 1.0)
        return round(one["count"] / effect), round((one["n"] - one["count"]) / effect)
    return fisher(*counted(part), *counted(rest))


def slice_report(tally: Tally, kind: object, basis: object) -> dict:
    """{"looked_at", "asked", "fields": {field: {"values", "note"}}, "named"}: slices of every field looked at, and those that differ."""
    why, tables, clustered = tally.why, {}, slice_clusters(tally, kind, basis)
    for place, (field, edges) in enumerate(UNASKED):
        counts: dict = {}
        for key, (kinds, _) in why.slots.items():
            for full, count in kinds.items() if in_scope(key, kind, basis) else ():
                if full[place] is not None:
                    value = size_band(full[place], edges) if edges else full[place]
                    counts.setdefault(value, collections.Counter())[key] += count
        tables[field] = counts
    for field in why.fields:
        tables[field] = {value: {key: count for key, count in keys.items() if in_scope(key, kind, basis)}
                         for value, keys in why.values[field].items()}
    fields, tests = {}, []
    for field, counts in tables.items():
        clusters = None if tally.clusters is None else clustered.get(field, {})
        values = slice_table(counts, clusters)
        whole = [value for value in values if not value.get("pooled")]
        asked = field in why.fields and field != SOURCE
        if len(values) < 2 and not (asked and values):
            continue
        for metric in ("hallucinating", "poor_retrieval"):
            total, bad = sum(value[metric]["n"] for value in values), sum(value[metric]["count"] for value in values)
            if not 0 < bad < total:
                continue
            all_rows: tuple = ({}, {})
            for value in values if clusters else ():
                for sums, rows in zip(all_rows, clusters.get((value["value"], metric), ())):
                    add_rows(sums, rows)
            all_sums = cluster_sums(*all_rows)
            halves = [max(whole, key=lambda value: value[metric]["share"] or 0)] if len(values) == 2 and len(whole) == 2 else whole
            for value in halves:
                part = value[metric]
                rest = rate(bad - part["count"], total - part["n"])
                if part["n"] and rest["n"]:
                    if clusters:
                        widen(rest, design_effect(rest_sums(all_sums, *clusters[(value["value"], metric)], *all_rows)))
                    tests.append({"field": field, "value": value["value"], "metric": metric, **part, "rest": rest, "p_value": slice_test(part, rest)})
        notes = []
        if field not in why.fields and why.rows > ALL_UNASKED:
            notes.append(f"all of the first {ALL_UNASKED:,} rows and every fourth of the later ones were looked at; --by FIELD looks at all")
        if len(values) > 50:
            notes.append(f"{some(len(values) - 50, 'more value is', 'more values are')} not listed")
        if why.pooled[field]:
            notes.append(f"{some(why.pooled[field], 'row holds a value', 'rows hold values')} beyond the first {SLICE_VALUES:,}, not told apart")
        fields[field] = {"values": values[:50], "note": "; ".join(notes)}
    for test, q in zip(tests, benjamini_hochberg([test["p_value"] for test in tests])):
        test["p_adjusted"] = q
    named = [test for test in tests if test["p_adjusted"] <= FALSE_DISCOVERIES]
    named.sort(key=lambda test: (-abs(test["share"] - test["rest"]["share"]), test["field"], test["value"]))
    return {"looked_at": len(tests), "asked": [field for field in why.fields if field != SOURCE], "false_discovery_rate": FALSE_DISCOVERIES, "fields": fields, "named": named}


def matrix_at(counts: dict, retrieval_good: object = None, faithful: object = None) -> dict:
    """The four counts of (number, retrieval, generation) -> rows when the number decides one of the two anew."""
    cells = dict.fromkeys(CELL_NAMES, 0)
    for (value, retrieval, generation), count in counts.items():
        if retrieval != "unmeasured" and generation in VERDICT_COLUMNS and value is not None:
            good = retrieval == "good" if retrieval_good is None else retrieval_good(value)
            right = generation == "faithful" if faithful is None else faithful(value)
            cells[f"{'good' if good else 'poor'}_{'faithful' if right else 'hallucinating'}"] += count
    return cells


def threshold_rows(signal: str, grid: list, chosen: float, matrices: object, as_is: dict | None) -> list:
    """One entry a threshold: {"signal", "at", "used", "fitted", "same_cut_as", "cells", "layer"}.

    chosen is marked as `used` where the rows stand as it cuts them (as_is), as `fitted` where there is no as_is: then no
    threshold made the verdicts, and this is the one that tells them apart best. A threshold that puts no row elsewhere than
    the chosen one, or than a lower one, tries nothing: `same_cut_as` names that.
    """
    at_chosen, first, found = matrices(chosen), {}, []
    first[tuple(at_chosen.values())] = chosen
    for at in sorted({round(at, 4) for at in grid} | {chosen}):
        cells = matrices(at)
        here = abs(at - chosen) < 1e-9
        same = first.setdefault(tuple(cells.values()), at)
        if sum(cells.values()):
            found.append({"signal": signal, "at": at, "used": here and cells == as_is, "fitted": here and as_is is None,
                          "same_cut_as": None if same == at else same, "cells": cells, "layer": primary_layer(cells)})
    return found


def thresholds_say(tried: list, layer: str) -> str:
    """Whether the primary issue stands under the thresholds that cut the rows otherwise, as a sentence; empty without any."""
    other = [one for one in tried if not (one["used"] or one["fitted"] or one["same_cut_as"] is not None)]
    flips = [one for one in other if one["layer"] != layer]
    if flips:
        return (f"The primary issue depends on the threshold: {layer} as chosen, "
                + ", ".join(f"{one['layer']} at {one['signal']} {one['at']:g}" for one in flips) + ".")
    if other:
        places: dict = {}
        for one in other:
            places.setdefault(one["signal"], []).append(f"{one['at']:g}")
        listed = "; ".join(f"{signal} {', '.join(ats)}" for signal, ats in places.items())
        return f"The primary issue is {layer} also under {some(len(other), 'other threshold')} that {'cuts' if len(other) == 1 else 'cut'} these rows otherwise ({listed})."
    same = list(dict.fromkeys(one["signal"] for one in tried if one["same_cut_as"] is not None))
    return f"Other thresholds of {' and '.join(same)} cut these rows as the chosen one does, so they try nothing." if same else ""


def robustness(tally: Tally, kind: object, basis: object, layer: str) -> dict:
    """Does the primary issue stand under other thresholds and other k; where does the gold document lie; how long is the answer?"""
    why, signals, both = tally.why, tally.signals, in_cell(kind, basis, "", "")[0]
    at_least = lambda limit: lambda value: value >= limit - AT_LEAST
    recalls, scores, at_k, positions, lengths = (narrowed(why.slots, place, kind, basis) for place in range(5))
    tried = []
    if recalls:
        tried += threshold_rows("recall_at_k", [0.25, 0.5, 0.75, 1.0], signals.recall_at,
                                lambda at: matrix_at(recalls, retrieval_good=at_least(at)), matrix_at(recalls))
    name = why.score_name
    used = score_threshold(name, scores, signals) if scores else None
    used = None if used in JUDGED.values() else used  # nothing but verdicts of a judge: no score to move
    if used is not None:
        step = 0.5 if name == "faithfulness_score" and signals.scale == "1-5" else 0.05
        values = [key[0] for key in scores if key[0] not in JUDGED.values()] or [0]
        grid = [used + step * place for place in (-2, -1, 1, 2) if min(values) < used + step * place <= max(values)]
        fitted = name not in ("faithfulness_score", "faithfulness") or {"faithfulness_score": "score", "faithfulness": "share"}[name] not in signals.used
        tried += threshold_rows(name, grid, used, lambda at: matrix_at(scores, faithful=at_least(at)), None if fitted else matrix_at(scores))
    flips = [one for one in tried if one["layer"] != layer and not one["used"] and not one["fitted"]]
    by_k = []
    for k in K_TRIED if why.agreed >= 0.95 * why.tried and why.longest > 1 else ():
        cells = matrix_at(at_k, retrieval_good=lambda rank, k=k: 0 < rank <= k)
        n = sum(cells.values())
        if n:
            share = spread(tally, rate(cells["good_faithful"] + cells["good_hallucinating"], n), lambda one: both(one) and one.reach is not None,
                           lambda one, k=k: 0 < one.reach <= k)
            by_k.append({"k": k, "retrieval_good": share, "cells": cells,
                         "layer": primary_layer(cells)})
        if k >= why.longest:
            break

    def hallucinating(count: int, n: int, place: int, *values: int) -> dict:
        return spread(tally, rate(count, n), lambda one: one.key[:2] == (kind, basis) and one[place] in values, lambda one: one.key[3] == "hallucinating")

    def by_group(counts: dict, names: dict, place: int) -> list:
        rows = []
        for value, name in names.items():
            own = {key[2]: 0 for key in counts if key[0] == value}
            for key, count in counts.items():
                if key[0] == value:
                    own[key[2]] += count
            if own:
                rows.append({"name": name, "hallucinating": hallucinating(own.get("hallucinating", 0), sum(own.values()), place, value)})
        return rows
    positions = by_group(positions, {0: "first", 1: "between", 2: "last"}, PLACE)
    lengths = by_group(lengths, {place: size_band(edge, LENGTH_EDGES) + " characters"
                                 for place, edge in enumerate((1, 200, 400, 700, 2000))}, LENGTH)
    middle = next((one["hallucinating"] for one in positions if one["name"] == "between"), rate(0, 0))
    ends = [one["hallucinating"] for one in positions if one["name"] != "between"]
    ends = hallucinating(sum(one["count"] for one in ends), sum(one["n"] for one in ends), PLACE, 0, 2)
    p = slice_test(middle, ends) if middle["n"] and ends["n"] else None
    says = []
    says += [said for said in [thresholds_say(tried, layer)] if said]
    if p is not None and p < 0.05 and middle["share"] > ends["share"]:
        says.append(f"Lost in the middle: hallucination is {percent(middle['share'])} where the gold document lies between others, "
                    f"{percent(ends['share'])} where it is first or last (p = {p:.2g}).")
    return {"says": " ".join(says), "flips": sorted({one["layer"] for one in flips}), "thresholds": tried, "k": by_k, "positions": positions,
            "middle_against_ends_p": p, "lengths": lengths}


PLACE, LENGTH = Profile._fields.index("place"), Profile._fields.index("length")


def narrowed(slots: dict, place: int, kind: object, basis: object) -> dict:
    """(value at that place, retrieval, generation) -> rows of the main matrix, from the combined counts."""
    found: collections.Counter = collections.Counter()
    for key, (_, robust) in slots.items():
        if key[:2] == (kind, basis):
            for full, count in robust.items():
                if full[place] is not None:
                    found[(full[place], *key[2:])] += count
    return found


def score_threshold(name: str, counts: dict, signals: Signals) -> float | None:
    """The threshold at which a score separates faithful from hallucinating rows as they are; None when it does not."""
    if name == "faithfulness_score":
        return signals.at if "score" in signals.used else None
    if name == "faithfulness" and "share" in signals.used:
        return signals.share_at
    per: dict = {}  # score -> [hallucinating, faithful]
    for (score, _, generation), count in counts.items():
        if generation in VERDICT_COLUMNS:
            per.setdefault(score, [0, 0])[generation == "faithful"] += count
    right, below, best = sum(pair[1] for pair in per.values()), 0, None
    total = sum(map(sum, per.values()))
    for score in sorted(per):
        if best is None or right + below > best[0]:
            best = (right + below, score)
        right, below = right - per[score][1], below + per[score][0]
    return best[1] if best and best[0] >= 0.9 * total else None


SPLIT_METRICS = ("claim_recall", "context_precision", "context_utilization", "noise_sensitivity_relevant", "noise_sensitivity_irrelevant",
                 "hallucination", "self_knowledge", "faithfulness")


def split_report(tally: Tally) -> dict:
    """{"metrics": {name: {"n", "mean", "ci95", "lower_is_better"}}, "note"}: means over rows of the split against references."""
    split = tally.why.split
    metrics = {name: {**share_summary(tally, split[name], ("split", name)), "lower_is_better": name.startswith("noise") or name == "hallucination"}
               for name in SPLIT_METRICS if name in split}
    return {"metrics": metrics, "note": "Estimated from words by score_faithfulness.py --split, not judged." if metrics else ""}


def claim_report(why: Why) -> dict:
    """{"total", "supported", "unsupported", "contradicted", "uncertain", "rows_with_uncertain"} over all rows."""
    return {"total": sum(why.claims.values()), **why.claims, "rows_with_uncertain": why.doubtful}


def notes_of(tally: Tally, kind: object) -> list:
    """What a reader must know about the origin of the numbers, in sentences."""
    notes, why = list(tally.filled), tally.why
    notes += [f"--by {field}: no row has this field" + ("." if "." in field else f"; is it metadata.{field}?") for field in why.fields if field != SOURCE and not why.values[field]]
    words = sum(count for origin, count in tally.origins.items() if origin.startswith("lexical"))
    if kind == "automatic" and words:
        judged = sum(count for origin, count in tally.origins.items() if origin.startswith("judge"))
        notes.append(f"Faithfulness rests on words in {some(words, 'row')} (an offline estimate)" + (f" and on a judge in {judged:,}." if judged else "."))
    if len(tally.settings) > 1:
        notes.append(f"recall_at_k was measured at different k ({', '.join(map(str, sorted(tally.settings)))}); means and matrix mix them.")
    if tally.lists[1] > tally.lists[0]:
        notes.append(f"k is {' or '.join(map(str, sorted(tally.settings)))}, but {tally.lists[1]:,} of {some(sum(tally.lists), 'row')} hold more documents, and "
                     "faithfulness was judged on all of them: what lies below k counts as not retrieved and yet supports answers. Score retrieval "
                     "with the number of documents the generator was shown (scripts/score_retrieval.py --k), or record these as context_docs.")
    if not kind and tally.lacks["verdict"]:
        notes.append("No row has a faithfulness verdict; scripts/score_faithfulness.py adds them.")
    if kind and tally.lacks["text"]:
        notes.append(f"In {some(tally.lacks['text'], 'row')} no document carries a text, so the answer cannot be judged by words.")
    if why.claims["uncertain"]:
        notes.append(f"{why.claims['uncertain']:,} of {some(sum(why.claims.values()), 'claim')}, in {some(why.doubtful, 'row')}, "
                     f"{'is' if why.claims['uncertain'] == 1 else 'are'} uncertain and worth a judge: scripts/judge.py emit --only uncertain.")
    if why.causes and any(cause == "unexplained" for cause, *_ in why.causes):
        notes.append("Where no claims are recorded the cause of a hallucination cannot be told; scripts/score_faithfulness.py adds them.")
    return notes


# --- rates corrected for the judge's own errors ---

def rogan_gladen(observed: float, tpr: float, tnr: float) -> float | None:
    """The true share behind an observed one, by a judge with these accuracies on hallucinating (tpr) and faithful (tnr)
    answers: (observed + tnr - 1) / (tpr + tnr - 1), kept within 0..1; None when the judge is no better than chance.
    Rogan and Gladen (1978), American Journal of Epidemiology 107:71-76."""
    if tpr + tnr <= 1 + AT_LEAST:
        return None
    return min(1.0, max(0.0, (observed + tnr - 1) / (tpr + tnr - 1)))


def parse_accuracy(value: str) -> dict:
    """{"hallucinating": {"share", "count", "n"}, "faithful": ...} from "hallucinating:0.8,faithful:45/50" or from a JSON
    file of calibrate_judge.py; count and n are None where only a share is given. UsageError for anything else, DataError
    for a file that is."""
    written = ":" in value and not os.path.exists(value)
    try:
        found = dict(part.split(":", 1) for part in value.replace(" ", "").split(",")) if written else json.loads(file_text(value))
        return {name: accuracy_of(found[name]) for name in ("hallucinating", "faithful")}
    except (ValueError, KeyError, TypeError, ZeroDivisionError, RecursionError):
        if not written:
            raise DataError(f"{shown_path(value)}: holds no accuracies of a judge; --judge-accuracy expects the file that "
                            "calibrate_judge.py writes, or hallucinating:40/50,faithful:45/50") from None
        raise UsageError(f"--judge-accuracy {shorten(value, 60)!r}: expected hallucinating:0.8,faithful:0.9, counts as in "
                         "hallucinating:40/50,faithful:45/50, or the file that calibrate_judge.py writes") from None


def file_text(path: str) -> str:
    """The whole text of a file: UTF-8 or, by its mark, UTF-16 (as Windows PowerShell 5 writes it). DataError when it
    cannot be read, such as half a .gz."""
    stream = open_bytes(path)
    try:
        data = stream.read()
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except (OSError, EOFError, UnicodeError, zlib.error) as error:
        raise DataError(f"{shown_path(path)}: cannot read: {error}") from None
    finally:
        if path != "-":
            stream.close()


def accuracy_of(value: object) -> dict:
    """{"share", "count", "n"} from a number, "40/50", or an object with count and n or share. ValueError outside 0..1."""
    if isinstance(value, dict):
        count, n = value.get("count"), value.get("n")
        share = count / n if count is not None and n else float(value["share"])
    elif isinstance(value, str) and "/" in value:
        count, n = (int(part) for part in value.split("/"))
        share = count / n
    else:
        count, n, share = None, None, float(value)
    if not 0 <= share <= 1:
        raise ValueError("outside 0..1")
    return {"share": share, "count": count, "n": n}


def corrected(part: dict, accuracy: dict, seed: int, draws: int = DRAWS) -> dict:
    """A rate of hallucinating answers corrected for the judge: {"observed", "share", "ci95", "count", "n"}.

    The interval is simulated: the observed share and, where their counts are known, both accuracies are drawn from their
    Jeffreys posteriors, so that it carries the judge's uncertainty.
    """
    tpr, tnr = accuracy["hallucinating"], accuracy["faithful"]
    share = None if part["share"] is None else rogan_gladen(part["share"], tpr["share"], tnr["share"])
    if share is None:
        return {"observed": part["share"], "share": None, "ci95": None, "count": part["count"], "n": part["n"]}
    random_ = random.Random(seed)

    def draw(one: dict) -> float:
        effect = one.get("design_effect", 1.0)  # as many rows count as one
        return one["share"] if one["n"] is None else random_.betavariate(one["count"] / effect + 0.5, (one["n"] - one["count"]) / effect + 0.5)
    values = [rogan_gladen(draw(part), draw(tpr), draw(tnr)) for _ in range(draws)]
    return {"observed": part["share"], "share": share, "ci95": middle_95([value for value in values if value is not None]),
            "count": part["count"], "n": part["n"]}


def calibrated(tally: Tally, report: dict, accuracy: dict, seed: int) -> dict:
    """Hallucination rates corrected for the judge: of all verdicts, and by retrieval. UsageError where that cannot be done."""
    tpr, tnr = accuracy["hallucinating"]["share"], accuracy["faithful"]["share"]
    if report["bases"]["generation"] == "human":
        raise UsageError("--judge-accuracy: the verdicts are people's labels, not a judge's; there is nothing to correct")
    if tpr + tnr <= 1 + AT_LEAST:
        raise UsageError(f"--judge-accuracy: {tpr:g} and {tnr:g} add up to no more than 1, so the judge tells nothing; use another judge")
    cells, faithful, both = report["cells"], report["layers"]["faithfulness"], in_cell(report["bases"]["generation"], report["bases"]["retrieval"], "", "")[0]
    if not faithful["n"]:
        raise UsageError("--judge-accuracy: no row has a faithfulness verdict, so there is nothing to correct")
    found = {"accuracy": accuracy, "hallucinating": corrected(turned(faithful), accuracy, seed)}
    for retrieval in ("good", "poor"):
        right, wrong = (cells[f"{retrieval}_{generation}"]["count"] for generation in VERDICT_COLUMNS)
        share = spread(tally, rate(wrong, right + wrong), lambda one, retrieval=retrieval: both(one) and one.key[2] == retrieval,
                       lambda one: one.key[3] == "hallucinating")
        found[f"hallucinating_on_{retrieval}_retrieval"] = corrected(share, accuracy, seed)
    return found


# --- raw traces: signals filled in by the scorers beside this file ---

def load_sibling(name: str) -> object:
    """The script of that name beside this one, loaded by its path; UsageError when it is absent or of another version."""
    folder = os.path.dirname(os.path.abspath(__file__))
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        raise UsageError(f"{name} is not beside {os.path.basename(__file__)}; copy scripts/{name} into the same folder")
    spec = importlib.util.spec_from_file_location(name[:-3], path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (SyntaxError, ValueError) as error:  # such as a copy that was cut off
        raise UsageError(f"{name} beside this file is no whole script ({shorten(error, 80)}); copy it anew") from None
    if getattr(module, "VERSION", None) != VERSION:
        raise UsageError(f"{name} beside this file is version {getattr(module, 'VERSION', '?')}, this is {VERSION}; copy both from one release")
    return module


def has_sibling(name: str) -> bool:
    """Whether a script lies beside this one."""
    return os.path.isfile(os.path.join(os.path.dirname(os.path.abspath(__file__)), name))


def call_sibling(function: object, *args: object) -> object:
    """Call a sibling's function; its DataError and UsageError become ours."""
    try:
        return function(*args)
    except Exception as error:
        kind = {"DataError": DataError, "UsageError": UsageError}.get(type(error).__name__)
        if kind is None or isinstance(error, kind):
            raise
        raise kind(str(error)) from None


class Relay(io.TextIOBase):
    """Hands the lines of a sibling's messages on as they come, but keeps its last error; files it made up go by their name."""

    def __init__(self, stream: object, named: object) -> None:
        self.stream, self.named, self.part, self.error = stream, named, "", ""

    def write(self, text: str) -> int:
        *lines, self.part = (self.part + text).split("\n")
        for line in lines:
            if self.error:
                self.stream.write(self.error + "\n")
                self.error = ""
            if line.startswith("error: "):
                self.error = self.named(line)
            else:
                self.stream.write(self.named(line) + "\n")
        return len(text)

    def end(self, instead: str = "") -> None:
        """Hand on the error that was kept, or what is to stand instead."""
        if self.error:
            self.stream.write((instead or self.error) + "\n")

    def flush(self) -> None:
        self.stream.flush()


def run_sibling(name: str, argv: list, source: Source, question: str = "") -> None:
    """Run a sibling's command in this process; its summary is dropped, its messages stay. Ends the run with its exit code
    when that is not 0; question: the error to show where it stopped with an open question."""
    module = load_sibling(name)
    relay = Relay(sys.stderr, source.named)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(relay):
        code = module.main(argv)
    relay.end(question if "open question" in relay.error else "")
    if code:
        raise SystemExit(code)


CANONICAL = {"id", "query", "retrieved_docs", "context_docs", "answer", "reference_answer", "gold_doc_ids", "gold_grades", "gold_texts",
             "gold_groups", "history", "judgments", "metadata", "notes", "diagnosis"}


def needs_loader(path: str, encoding: str | None) -> bool:
    """Whether a file must go through load_traces.py: a folder, another ending, or a first row in other words than ours."""
    if os.path.isdir(path):
        return True
    if path.lower().endswith((".csv", ".tsv", ".csv.gz", ".tsv.gz", ".json", ".json.gz", ".parquet", ".xlsx")):
        return True
    try:
        line = next(read_lines(path, encoding), None)
        row = parse_row(line[1]) if line else {}
    except DataError:
        return False  # the reader names the place
    return speaks_otherwise(row)


def speaks_otherwise(row: dict) -> bool:
    """Whether a row without signals names its fields in other words than ours, as {"question", "contexts", "answer"} does:
    an answer alone makes no row of ours. Documents that are bare texts are other words, too."""
    if not (SIGNAL_FIELDS | RETRIEVAL_FIELDS).isdisjoint(row):
        return False
    docs = [row[name] for name in ("retrieved_docs", "context_docs") if row.get(name) is not None]
    if not docs:
        return not row.keys() <= CANONICAL
    return any([isinstance(one, list) and not all([isinstance(doc, dict) for doc in one]) for one in docs])


RETRIEVAL_FIELDS = {"retrieval_good", "recall_at_k", "retrieval_by"}


# --- gates ---

def turned(part: dict) -> dict:
    """The rate of the rest, as hallucinating from faithful; an interval that was widened stays as wide."""
    found = rate(part["n"] - part["count"], part["n"])
    if part.get("design_effect") and part["ci95"]:
        found.update(ci95=[1 - part["ci95"][1], 1 - part["ci95"][0]], design_effect=part["design_effect"])
    return found


def gate_figure(report: dict, name: str) -> dict:
    """{"value", "ci95", "n", "of"} that a gate looks at; UsageError when its signal is in no row."""
    found = report["layers"]
    if name == "max-hallucination":
        part = turned(found["faithfulness"])
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
    of = gate["of"].replace("rows", "row", 1) if gate["n"] == 1 else gate["of"]
    return f"gate --{gate['gate']} {gate['limit']:g}: {words}; {one_digit(gate['value'])}{limits} of {gate['n']:,} {of}"


# --- the report as text ---

WIDTH = 80


def wrapped(text: str, indent: str = "  ", first: str | None = None) -> str:
    """Text folded to 80 columns; a number keeps its "%" beside it."""
    return textwrap.fill(text.replace(" %", "\xa0%"), WIDTH, initial_indent=indent if first is None else first, subsequent_indent=indent,
                         break_long_words=False, break_on_hyphens=False).replace("\xa0%", " %")


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
            columns = [[some(cell["count"], "row")] for cell in pair]
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
    lines += [f"  {word:<20} {rate_text(found[name])}" + (f", {found[name]['undecided']:,} undecided" if found[name].get("undecided") else "")
              for name, word in words.items() if name in found]
    for name, part in found.get("wrong_by_retrieval", {}).items():
        lines.append(f"  {'wrong where ' + name:<20} {rate_text(part)} of answers on {name} retrieval")
    for name, part in found["means"].items():
        mark = " ESTIMATED" if part["basis"] == "estimated" else ""
        lines.append(f"  {'mean ' + name:<20} {mean_text(part)}{mark}")
    return [line.rstrip() for line in lines]


def why_lines(report: dict) -> list:
    """Causes with what to try, slices that differ, robustness, corrected rates and notes, as lines."""
    out = []
    if report["causes"]:
        out.append(f"Causes (one for each of {some(report['failing']['count'], 'failing trace')}, shares of {report['failing']['n']:,})")
        for place, one in enumerate(report["causes"]):
            ids = ", ".join(shorten(example["id"], 24) for example in one["examples"])
            out.append(wrapped(f"{one['name']}, {rate_text(one)}: {ids}", "    ", "  "))
            told = next((example for example in one["examples"] if example.get("differs")), None)
            if place >= EXPLAINED:  # the rest of the list is for --json and --html
                continue
            if told and one["layer"] != "success":
                out.append(wrapped(f"{shorten(told['id'], 24)}: {told['differs']}", "      ", "    "))
            if one["fix"]:
                out.append(wrapped(f"try first: {one['fix']['first']}", "      ", "    "))
        out.append("")
    split = report["split"]["metrics"]
    if split:
        out += ["Against the reference answers (estimated from words)", *(f"  {name.replace('_', ' '):<36} {mean_text(part)}" for name, part in split.items()
                                                                          if part["mean"] is not None), ""]
    if report["slices"]["named"]:
        out.append(f"Slices that differ beyond noise (of {report['slices']['looked_at']:,} looked at)")
        out += [wrapped(slice_sentence(one), "    ", "  ") for one in report["slices"]["named"][:8]]
        if len(report["slices"]["named"]) > 8:
            out.append(f"  and {len(report['slices']['named']) - 8} more in --json")
        out.append("")
    elif report["slices"]["asked"] and report["slices"]["looked_at"]:
        out += [f"Slices: none of {report['slices']['looked_at']:,} looked at differs from the rest beyond noise.", ""]
    if report["robustness"]["says"]:
        out += [wrapped(report["robustness"]["says"], "  ", "Robustness: "), ""]
    if report.get("calibrated"):
        part = report["calibrated"]["hallucinating"]
        out += [wrapped(f"hallucination {one_digit(part['share'])} {bounds(part['ci95'])} after correction for the judge's errors, "
                        f"{one_digit(part['observed'])} as judged (n {part['n']:,})", "  ", "Calibrated: "), ""]
    return out + [wrapped(note, "  ", "Note: ") for note in report["notes"]] + [""] * bool(report["notes"])


def slice_sentence(one: dict) -> str:
    """One slice that differs, as a sentence: "Hallucination is 41 % [30, 53] in topic: billing (29/70) against 9 % elsewhere"."""
    words = {"hallucinating": "Hallucination", "poor_retrieval": "Poor retrieval"}[one["metric"]]
    return (f"{words} is {percent(one['share'])} {bounds(one['ci95'])} in {one['field']}: {one['value']} ({one['count']:,}/{one['n']:,}) "
            f"against {percent(one['rest']['share'])} elsewhere")


def report_text(report: dict) -> str:
    """The diagnosis for people, 80 columns."""
    out = [f"RAG diagnosis of {some(report['n'], 'trace')}", ""]
    out += [wrapped(report["primary_issue"], "  ", "Primary issue: "), ""]
    out += ["Layers (95 % intervals)", *layer_lines(report), ""]
    of, estimated = report["matrix"]["n"], ", retrieval ESTIMATED" if report["bases"]["retrieval"] == "estimated" else ""
    out += [f"Matrix ({some(of, 'row')} with both signals{estimated})" if of else "Matrix (no row has both signals)", *matrix_text(report), ""]
    what_if = report["what_if"]
    if what_if["difference"] is not None:
        out += ["What a repair would buy (assuming " + report["assumption"] + ")"]
        for name, words in (("retrieval", "retrieval always good"), ("generation", "generator perfect")):
            low, high = (f"{100 * limit:.1f}" for limit in what_if[f"{name}_drop_ci95"])
            out.append(wrapped(f"{words:<22} {one_digit(what_if['observed'])} -> {one_digit(what_if[name + '_fixed'])} unsupported, "
                               f"a drop of {100 * what_if[name + '_drop']:.1f} [{low}, {high}]", "    ", "  "))
        out.append("")
    ahead = report["verdict"]["layer"]  # by no more than chance where another is to be repaired first
    names = {1: "Repair first", 2: "Then"} if report["verdict"]["too_close"] and report["issues"][0]["kind"] != ahead else {1: "Primary", 2: "Secondary"}
    for one in report["issues"]:
        out.append(wrapped(f"{one['kind'].replace('_', ' ')}, {rate_text(one)}: {one['reason']}.", "  ",
                           f"{names.get(one['rank'], 'Also')}: "))
        out += [wrapped(fix, "    ", "  - ") for fix in one["fixes"]]
        if one["trace_ids"]:
            out.append(wrapped("traces: " + ", ".join(shorten(one_id) for one_id in one["trace_ids"]), "    ", "  "))
        out.append("")
    out += why_lines(report)
    for other in report["other_matrices"]:
        out += [wrapped(f"{other['generation']} verdicts on {other['retrieval']} retrieval, {some(other['n'], 'row')}, not pooled "
                        f"with the above: {other['primary_issue']}", "  ", "Also measured: "), ""]
    if report["left_out"]:
        out += ["Not in the matrix: " + "; ".join(f"{LEFT_OUT_WORDS[reason]} ({count:,})" for reason, count in report["left_out"].items())]
        out[-1] = wrapped(out[-1])[2:]
    if report["cluster"]:
        largest = max(report["cluster"]["design_effects"].values())
        out.append(wrapped(f"rows hang together by {report['cluster']['field']} ({some(report['cluster']['clusters'], 'cluster')}); intervals, tests "
                           f"and what-ifs are widened, at most as if {largest:.1f} rows were one.", "  ", "Clusters: "))
    elif report["repeated"]["ids"] or report["repeated"]["queries"]:
        ids, queries = report["repeated"]["ids"], report["repeated"]["queries"]
        told = [some(ids, "repeated id")] * bool(ids) + [some(queries, "repeated query", "repeated queries")] * bool(queries)
        among = f" (of the first {REMEMBERED:,} remembered)" if report["n"] > REMEMBERED else ""
        out.append(wrapped(f"{' and '.join(told)}{among}: rows are not independent, true intervals are wider; --cluster FIELD widens them.",
                           "  ", "Warning: "))
    out += [wrapped(gate_text(gate), "  ", "") for gate in report.get("gates", [])]
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

def explained_why(*rows: dict) -> Why:
    """What Why counts of some rows without verdicts, for the known answers."""
    why = Why([], 0, 0.5)
    for place, row in enumerate(rows, 1):
        why.add(row, place, place, ("given", None, "unmeasured", "faithful"))
    return why


def explained() -> dict:
    """The diagnosis of one good and two missed traces, three to be shown, for the known answers."""
    signals = read_only()
    tally = Tally(signals, Why([], 3, 0.5))
    docs = [{"id": "d1", "text": "t"}]
    for line, (name, good) in enumerate((("a", True), ("b", False), ("c", False)), 1):
        tally.add({"id": name, "faithful": good, "retrieval_good": good, "retrieved_docs": docs, "gold_doc_ids": ["d1" if good else "d2"]}, line)
    return explain(tally, *tally.main_kind(), "retrieval")


def read_only(*flags: str) -> Signals:
    """Signals under some flags, for the known answers."""
    return Signals(build_parser().parse_args(["--traces", "-", *flags]))


def sliced_report() -> dict:
    """The diagnosis of 96 traces in which one topic hallucinates far more often, for the known answers."""
    tally = Tally(read_only(), Why(["topic"], 0, 0.5))
    for i in range(96):
        topic, bad = ("billing", i % 8 < 6) if i % 2 else ("other", i % 24 == 0)
        tally.add({"topic": topic, "faithful": not bad, "retrieval_good": True}, i)
    return explain(tally, *tally.main_kind(), "generation")


def sliced() -> dict:
    return sliced_report()["slices"]


def shaky() -> Tally:
    """A Tally of rows whose primary issue depends on the recall threshold, for the known answers."""
    tally = Tally(read_only())
    for recall, faithful, times in ((1.0, True, 50), (0.3, False, 40), (0.0, False, 5)):
        for _ in range(times):
            tally.add({"recall_at_k": recall, "faithful": faithful, "retrieval_basis": "gold"})
    return tally


SPLIT = {"retrieved_docs": [{"id": "a"}, {"id": "b"}], "split": {  # a holds two claims of the reference, b none
    "reference_claims": [{"doc_ids": ["a"], "in_answer": True}, {"doc_ids": ["a"], "in_answer": False}, {"doc_ids": [], "in_answer": True}],
    "answer_claims": [{"doc_ids": ["a"], "in_reference": False}, {"doc_ids": ["b"], "in_reference": False}, {"doc_ids": [], "in_reference": False},
                      {"doc_ids": [], "in_reference": True}, {"doc_ids": ["a"], "in_reference": None}]}}
NOT_PURE = ("load_sibling", "has_sibling", "call_sibling", "needs_loader", "file_text", "fill", "one_pass", "labelled", "check_targets")  # files, modules
SELF_TEST = [
    ("primary_layer", lambda: [primary_layer(KIN), primary_layer(dict.fromkeys(KIN, 0)), primary_layer({**KIN, "good_hallucinating": 40})],
     ["retrieval", "undetermined", "generation"]),
    ("claims_in", lambda: [claims_in({"claims": [{"text": "a"}, 1]}), claims_in({"claims": "x"})], [[{"text": "a"}], []]),
    ("ids_of", lambda: [ids_of([{"id": 7.0}, " a ", 3]), ids_of(None)], [["7", "a", "3"], []]),
    ("gold_of", lambda: [gold_of({"gold_doc_ids": ["a"]}), gold_of({"gold_grades": {"b": 2, "c": 0}})], [["a"], ["b"]]),
    ("loose_form", lambda: [loose_form("Docs/FAQ-007.md"), loose_form("docs_faq7")], ["docsfaq7", "docsfaq7"]),
    ("same_scheme", lambda: [same_scheme("doc_1", "doc_22"), same_scheme("doc_1", "Doc-1"), same_scheme("doc_01", "doc_1")], [True, False, False]),
    ("miss_of", lambda: [miss_of({"gold_doc_ids": gold, "k": 2, "retrieved_docs": [{"id": name} for name in names]}) for gold, names in (
        (["a9"], "a1 a2 a3".split()), (["A-1"], ["a1"]), (["a", "x"], ["a", "b"]), (["c"], ["a", "b", "c"]), (["c"], ["a", "a", "c"]))],
     ["never_retrieved", "id_forms", "partial", "below_k", "crowded"]),
    ("is_stitched", lambda: [is_stitched({}, {"verdict": verdict, "why": "the words are there, but never together"}) for verdict in ("unsupported", "supported")],
     [True, False]),
    ("is_stitched from two documents", lambda: [is_stitched({"retrieved_docs": [{"text": "Pumps by Alder."}, {"text": "It costs 12 euros."}]},
                                                            {"verdict": "unsupported", "score": 0.5, "text": text}) for text in ("Pumps costs 12", "Pumps cost 13")],
     [True, False]),
    ("day_of", lambda: [day_of("1970-01-02T23:00:00Z"), day_of(86400 * 11000.5), day_of("soon"), day_of("2024-02-31")], [1.0, 11000.5, None, None]),
    ("is_stale by freshness", lambda: [is_stale({"freshness": 0.1}), is_stale({"freshness": 0.9}), is_stale({})], [True, False, False]),
    ("is_stale beside a newer document", lambda: is_stale({"claims": [{"doc_id": "a"}], "retrieved_docs": [
        {"id": "a", "timestamp": "2023-01-01"}, {"id": "b", "timestamp": "2024-01-01"}]}), True),
    ("cause_of: refusals", lambda: [cause_of({}, "poor", "abstained"), cause_of({}, "good", "abstained"), cause_of({}, "unmeasured", "abstained"),
                                    cause_of({"gold_doc_ids": []}, "unmeasured", "abstained")],
     ["right_refusal", "over_refusal", None, "right_refusal"]),
    ("cause_of: answers", lambda: [cause_of(row, retrieval, generation) for row, retrieval, generation in (
        ({}, "good", "faithful"), ({}, "poor", "faithful"), ({"gold_doc_ids": []}, "unmeasured", "faithful"), ({}, "good", "empty"),
        ({"retrieval_miss": "below_k"}, "poor", "hallucinating"), ({"relevant": False}, "good", "faithful"), ({}, "good", "not_judged"))],
     [None, "lucky_guess", "answered_unanswerable", "no_answer", "ranked_low", "off_topic", None]),
    ("cause_in_answer", lambda: [cause_in_answer({"gold_doc_ids": ["a"], "retrieved_docs": [{"id": "a"}]}, [{"verdict": verdict, "doc_id": "b"}],
                                                 faithful, wrong, False, missed)
                                 for verdict, faithful, wrong, missed in (("contradicted", False, False, None), ("unsupported", False, False, None),
                                                                          ("supported", True, True, None), ("contradicted", False, False, "ranked_low"))],
     ["contradicted", "fabricated", "ignored", "ranked_low"]),
    ("cause_in_answer without claims", lambda: [cause_in_answer(row, [], False, False, False, None) for row in (
        {}, {"retrieved_docs": []}, {"gold_doc_ids": ["a"], "retrieved_docs": [{"id": "a"}]})], ["unexplained", "retrieval_missed", "ignored"]),
    ("cause_of: a refuted claim in an answer that words call faithful", lambda: cause_of(
        {"faithfulness_by": "lexical/sure/0.1.0", "claims": [{"verdict": "contradicted"}]}, "good", "faithful"), "contradicted"),
    ("rests_elsewhere", lambda: [rests_elsewhere({"gold_doc_ids": ["a"], "retrieved_docs": [{"id": "a"}]}, [{"verdict": "supported", "doc_id": name}])
                                 for name in ("a", "b")], [False, True]),
    ("gold_was_shown", lambda: [gold_was_shown({"gold_doc_ids": ["a"], "retrieved_docs": [{"id": "a"}], "context_docs": docs}) for docs in (None, [])], [True, False]),
    ("document_text", lambda: [document_text({"retrieved_docs": [{"id": 1, "text": "t"}]}, "1"), document_text({}, "1")], ["t", None]),
    ("decisive_claim", lambda: [decisive_claim([{"verdict": "supported", "n": 1}, {"verdict": "unsupported", "score": 0.4, "n": 2},
                                                {"verdict": "unsupported", "score": 0.1, "n": 3}], cause).get("n") for cause in ("fabricated", "wrong_grounded")], [3, 1]),
    ("what_differs", lambda: [what_differs({"gold_doc_ids": ["a"], "retrieved_docs": [{"id": name} for name in names], "k": 1, "query": "q"}, cause, {})
                              for cause, names in (("retrieval_missed", "bc"), ("retrieval_missed", ""), ("ranked_low", "ba"), ("over_refusal", "ba"),
                                                   ("off_topic", "b"), ("crowded", "bb"))],
     ["a not among the 2 retrieved", "nothing was retrieved", "a at rank 2, k is 1", "gold a is at rank 2", "asked: q", "b stands 2 times among 2"]),
    ("short_reason", lambda: short_reason({"claims": [{"verdict": "contradicted", "why": "12\n21"}]}, "contradicted"), "12 21"),
    ("one_line", lambda: [one_line("a b"), one_line("a\nb"), len(one_line("x" * 999))], ["a b", "a b", 160]),
    ("evidence_of", lambda: evidence_of({"claims": [{"text": "It lasts 21 hours.", "verdict": "contradicted", "doc_id": "d", "evidence": "lasts 12 hours",
                                                     "why": "12 hours in d"}]}, "contradicted"),
     {"claim": "It lasts 21 hours.", "doc_id": "d", "document": "lasts 12 hours", "differs": "12 hours in d"}),
    ("script_of", lambda: [script_of("\u0441\u043a\u043e\u043b\u044c\u043a\u043e"), script_of("\u4f55\u6642\u306b"), script_of("caf\u00e9")], ["Cyrillic script", "Japanese", None]),
    ("query_kind", lambda: [query_kind(query) for query in ("How many days?", "Wie lange ist das?", "Is it open?", "opening hours", "")],
     [("how many", "English"), ("how", "German"), ("yes or no", "English"), ("none", "unknown"), ("none", "unknown")]),
    ("size_band", lambda: [size_band(value, (0, 5, 10)) for value in (0, 3, 10, 11)], ["0", "1-5", "6-10", "11 or more"]),
    ("unasked_slices", lambda: unasked_slices({"query": "where is it now", "retrieved_docs": [1, 2]}), (5, "where", 2, "English")),
    ("source_of", lambda: [source_of({"metadata": {"source": "faq"}}), source_of({"retrieved_docs": [{"source": "a"}, {"source": "b"}]}), source_of({})], ["faq", None, None]),
    ("dotted", lambda: [dotted({"a.b": 1, "a": {"b": 2}}, "a.b"), dotted({"a": {"b": 2}}, "a.b"), dotted({"a": 3}, "a.b")], [1, 2, None]),
    ("design_effect: four copies of each row count as one; where all agree a cluster counts as one", lambda: [round(design_effect(cluster_sums(
        {place: size for place in range(yes)}, {place: size for place in range(n)})), 2) for size, yes, n in ((4, 30, 101), (1, 30, 101), (5, 0, 9), (5, 9, 9), (7, 1, 1))],
     [4.04, 1.01, 5.0, 5.0, 7.0]),
    ("design_effect of two clusters of unlike size (by hand: p 1/2, residuals 0.5 and -0.5, n 4)", lambda: design_effect(cluster_sums({1: 2}, {1: 3, 2: 1})), 1.0),
    ("design_effect, 2 of 2 and 1 of 4 (by hand: p 1/2, residuals 1 and -1, 2 * 2 / 36 over 1/24)", lambda: design_effect(cluster_sums({1: 2, 2: 1}, {1: 2, 2: 4})), 8 / 3),
    ("rest_sums", lambda: rest_sums(cluster_sums({1: 2, 2: 1}, {1: 3, 2: 2, 3: 1}), {1: 1}, {1: 2, 3: 1}, {1: 2, 2: 1}, {1: 3, 2: 2, 3: 1}), [2, 3, 2, 2, 3, 5]),
    ("add_rows", lambda: [total for total in [{1: 2}] for _ in [add_rows(total, {1: 3, 2: 1})]], [{1: 5, 2: 1}]),
    ("spread and spread_mean without clusters", lambda: [spread(tally_of(), rate(1, 2), None, None), spread_mean(tally_of(), {"ci95": None}, ())], [rate(1, 2), {"ci95": None}]),
    ("spread_mean: four copies of 1 2 3 4 have the interval of 1 2 3 4", lambda: [round(limit, 4) for limit in spread_mean(
        in_clusters(*[(value, value) for value in (1, 2, 3, 4)] * 4), moments_of(*[1, 2, 3, 4] * 4).summary(), ("m", None))["ci95"]], [0.4457, 4.5543]),
    ("spread_mean of one cluster", lambda: spread_mean(in_clusters((1, 1), (2, 1)), moments_of(1, 2).summary(), ("m", None))["ci95"], None),
    ("slice_test", lambda: [round(slice_test(rate(8, 10), rate(1, 6)), 8), round(slice_test({**rate(32, 40), "design_effect": 4.0}, {**rate(5, 30), "design_effect": 5.0}), 8)],
     [0.03496503, 0.03496503]),
    ("slice_clusters without clusters", lambda: slice_clusters(tally_of(), None, None), {}),
    ("flagged", lambda: [flagged("correct", False)(Profile(None, None, flags, (), (), None, None, None)) for flags in ((("correct", False),), (("correct", True),))],
     [True, False]),
    ("in_cell", lambda: [condition(Profile(("human", "gold", "good", "faithful"), None, (), (), (), None, None, None))
                         for condition in in_cell("human", "gold", "good", "hallucinating")], [True, False]),
    ("widen", lambda: [round(limit, 3) for part in [rate(30, 40)] for _ in [widen(part, 4)] for limit in part["ci95"]], [0.442, 0.919]),
    ("field_values", lambda: [field_values({"metadata": {"topic": ["a", "b", "a"], "time": "2024-01-01T10:00:00", "on": True}}, f"metadata.{name}")
                              for name in ("topic", "time", "on", "none")], [["a", "b"], ["2024-W01"], ["true"], []]),
    ("ranks_of_gold", lambda: [ranks_of_gold([{"id": "a"}, {"id": "b"}], ["b", "x", "a"]), ranks_of_gold([{}], ["a"])], [[1, 2], None]),
    ("severity", lambda: severity({"claims": [{"verdict": "contradicted"}, {"verdict": "unsupported"}], "support": 0.25}), 3.8),
    ("log_choose", lambda: round(math.exp(log_choose(5, 2)), 9), 10.0),
    ("fisher (scipy.stats.fisher_exact documentation)", lambda: round(fisher(8, 2, 1, 5), 8), 0.03496503),
    ("benjamini_hochberg", lambda: benjamini_hochberg([0.01, 0.04, 0.03, 0.005]), [0.02, 0.04, 0.04, 0.02]),
    ("in_scope", lambda: [in_scope(("human", "gold"), "human", "gold"), in_scope((None, None), "human", "gold"), in_scope(("given", "gold"), "human", "gold")],
     [True, True, False]),
    ("causes with shares and evidence", lambda: [(one["cause"], one["count"], one["n"], one["examples"][0]["id"]) for one in explained()["causes"]],
     [("retrieval_missed", 2, 3, "b")]),
    ("cause_list", lambda: cause_list(tally_of(), None, None, 0), []),
    ("worst_traces", lambda: [(label["id"], label["cell"], label["cause"]) for label in explained()["traces"]["shown"]],
     [("b", "poor_hallucinating", "retrieval_missed"), ("c", "poor_hallucinating", "retrieval_missed"), ("a", "good_faithful", None)]),
    ("worst_traces of nothing", lambda: worst_traces(Why([], 5, 0.5), None, None), []),
    ("slice_table pools small values", lambda: [(one["value"], one["n"], one["hallucinating"]["count"]) for one in slice_table(
        {"a": {(None, None, "good", "hallucinating"): 12}, "b": {(None, None, "good", "faithful"): 3}})], [("a", 12, 12), ("1 small ones, pooled", 3, 0)]),
    ("a slice that differs is named", lambda: [slice_sentence(one) for one in sliced()["named"]],
     ["Hallucination is 75 % [61, 85] in topic: billing (36/48) against 8 % elsewhere"]),
    ("slice_report of nothing", lambda: slice_report(tally_of(), None, None), {"looked_at": 0, "asked": [], "false_discovery_rate": 0.05, "fields": {}, "named": []}),
    ("slice_sentence", lambda: slice_sentence({"metric": "poor_retrieval", "field": "f", "value": "v", **rate(5, 10), "rest": rate(1, 10)}),
     "Poor retrieval is 50 % [24, 76] in f: v (5/10) against 10 % elsewhere"),
    ("matrix_at", lambda: matrix_at({(0.4, "poor", "faithful"): 2, (0.6, "poor", "faithful"): 3}, retrieval_good=lambda value: value >= 0.5),
     {"good_faithful": 3, "good_hallucinating": 0, "poor_faithful": 2, "poor_hallucinating": 0}),
    ("threshold_rows", lambda: [(one["at"], one["used"], one["fitted"], one["same_cut_as"], one["layer"]) for as_is in (KIN, None)
                                for one in threshold_rows("x", [0.25, 0.75, 1], 0.5, lambda at: KIN if at < 0.6 else TWENTY, as_is)][:6],
     [(0.25, False, False, 0.5, "retrieval"), (0.5, True, False, None, "retrieval"), (0.75, False, False, None, "retrieval"), (1, False, False, 0.75, "retrieval"),
      (0.25, False, False, 0.5, "retrieval"), (0.5, False, True, None, "retrieval")]),
    ("thresholds_say", lambda: [thresholds_say(threshold_rows("x", grid, 0.5, lambda at: KIN if at < 0.6 else TWENTY, KIN), "retrieval") for grid in ([], [0.25], [0.25, 0.75, 1])],
     ["", "Other thresholds of x cut these rows as the chosen one does, so they try nothing.",
      "The primary issue is retrieval also under 1 other threshold that cuts these rows otherwise (x 0.75)."]),
    ("narrowed", lambda: dict(narrowed({("given", "gold", "good", "faithful"): ({}, {(0.5, None, 1, None, 0): 4})}, 2, "given", "gold")), {(1, "good", "faithful"): 4}),
    ("score_threshold separates the classes", lambda: score_threshold("support", {(0.3, "good", "hallucinating"): 5, (0.7, "good", "faithful"): 5}, read_only()), 0.7),
    ("robustness: a verdict that flips", lambda: robustness(shaky(), "given", "gold", "retrieval")["says"],
     "The primary issue depends on the threshold: retrieval as chosen, generation at recall_at_k 0.25."),
    ("split_figures", lambda: split_figures(SPLIT), {
        "claim_recall": 2 / 3, "context_precision": 0.5, "context_utilization": 0.5, "noise_sensitivity_relevant": 0.25,
        "noise_sensitivity_irrelevant": 0.25, "hallucination": 0.25, "self_knowledge": 0.25, "faithfulness": 0.6}),
    ("split_figures of nothing", lambda: set(split_figures({"split": None}).values()), {None}),
    ("split_report", lambda: [(name, part["mean"], part["lower_is_better"]) for name, part in split_report(tally_of(SPLIT))["metrics"].items()][:4],
     [("claim_recall", 2 / 3, False), ("context_precision", 0.5, False), ("context_utilization", 0.5, False), ("noise_sensitivity_relevant", 0.25, True)]),
    ("claim_report", lambda: claim_report(explained_why({"claims": [{"verdict": "uncertain"}, {"verdict": "supported"}]})),
     {"total": 2, "supported": 1, "unsupported": 0, "contradicted": 0, "uncertain": 1, "rows_with_uncertain": 1}),
    ("notes_of", lambda: notes_of(tally_of({"faithful": False, "faithfulness_by": "lexical/sure/0.1.0", "claims": [{"verdict": "uncertain"}]}), "automatic"),
     ["Faithfulness rests on words in 1 row (an offline estimate).",
      "1 of 1 claim, in 1 row, is uncertain and worth a judge: scripts/judge.py emit --only uncertain."]),
    ("rogan_gladen", lambda: [rogan_gladen(0.3, 0.8, 0.9), rogan_gladen(0.05, 0.8, 0.9), rogan_gladen(0.5, 0.5, 0.5)], [2 / 7, 0.0, None]),
    ("accuracy_of", lambda: [accuracy_of("40/50"), accuracy_of(0.9), accuracy_of({"count": 1, "n": 4, "share": 9})],
     [{"share": 0.8, "count": 40, "n": 50}, {"share": 0.9, "count": None, "n": None}, {"share": 0.25, "count": 1, "n": 4}]),
    ("parse_accuracy", lambda: {name: part["share"] for name, part in parse_accuracy("hallucinating:0.8,faithful:9/10").items()}, {"hallucinating": 0.8, "faithful": 0.9}),
    ("corrected carries the judge's uncertainty (delta method: 0.29 +- 0.15)", lambda: [
        low < part["ci95"][place] < high for part in [corrected(rate(30, 100), parse_accuracy("hallucinating:0.8,faithful:45/50"), 0)]
        for place, low, high in ((0, 0.08, 0.15), (1, 0.40, 0.46))], [True, True]),
    ("calibrated", lambda: calibrated(tally_of(), {"bases": {"generation": "given", "retrieval": None}, "layers": {"faithfulness": rate(7, 10)}, "cells": {
        name: rate(count, 10) for name, count in (("good_faithful", 7), ("good_hallucinating", 3), ("poor_faithful", 0), ("poor_hallucinating", 0))}},
        parse_accuracy("hallucinating:0.8,faithful:0.9"), 0)["hallucinating_on_good_retrieval"]["share"], 2 / 7),
    ("explain", lambda: [explain(tally_of({"abstained": True, "retrieval_good": False}, {"faithful": True}), "given", None, "healthy")["successes"][name]["count"]
                         for name in ("right_refusal", "works")], [1, 0]),
    ("why_lines", lambda: why_lines({**sliced_report(), "calibrated": {"hallucinating": corrected(rate(3, 10), parse_accuracy("hallucinating:1,faithful:1"), 0)}})[0],
     "Causes (one for each of 40 failing traces, shares of 96)"),
    ("seen_before", lambda: [seen_before(value, seen) for seen in [set()] for value in ("a", " a", 1, None, "1")], [False, True, False, False, True]),
    ("json_text lists a trace a line", lambda: json_text({"traces": {"shown": [{"row": 1}]}}).splitlines()[3:5], ['      {"row": 1}', "    ]"]),
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
     "retrieval: hallucinations would fall from 50 % to 0 % were retrieval always good, and stay at 50 % were the "
     "generator perfect on good documents. Tentative: 20 rows are few."),
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
        tally_of({"recall_at_k": 1, "retrieval_basis": "gold"}, {"recall_at_k": 0, "retrieval_basis": "estimated"}),
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
    ("speaks_otherwise", lambda: [speaks_otherwise(row) for row in (
        {"question": "q", "contexts": ["t"], "answer": "a"}, {"query": "q", "retrieved_docs": ["t"], "answer": "a"},
        {"query": "q", "retrieved_docs": [{"id": "1"}], "answer": "a", "topic": "t"}, {"query": "q", "answer": "a"},
        {"question": "q", "faithful": True})], [True, True, False, False, False]),
    ("lacks_for_verdict", lambda: [lacks_for_verdict(row) for row in (
        {}, {"answer": "a"}, {"answer": "a", "retrieved_docs": [{"id": "d", "text": None}, {"id": "e", "text": " "}]}, {"answer": "a", "retrieved_docs": []},
        {"answer": "a", "retrieved_docs": [{"id": "d"}], "context_docs": [{"id": "d", "text": "t"}]})], ["answer", "documents", "text", "verdict", "verdict"]),
    ("lacks_for_retrieval", lambda: [lacks_for_retrieval(row) for row in (
        {"gold_doc_ids": []}, {"gold_doc_ids": ["a"], "retrieved_docs": []}, {"gold_doc_ids": [], "gold_grades": {"a": 1}}, {})],
     [["unanswerable"], [], ["retrieved_docs"], ["retrieved_docs", "gold_doc_ids"]]),
    ("missing_verdicts", lambda: [missing_verdicts(tally_of(*rows)) for rows in ([], [{"answer": "a"}] * 2 + [{}], [{"answer": "a", "retrieved_docs": []}])],
     ["", WITHOUT_VERDICT["documents"], "run scripts/score_faithfulness.py"]),
    ("what_is_missing", lambda: [diagnose(tally_of(*rows))["primary_issue"].partition("told apart")[2] for rows in (
        [{"abstained": True, "retrieval_good": True}], [{"faithful": True}], [{"faithful": True, "gold_doc_ids": []}],
        [{"faithful": True, "retrieved_docs": []}, {"abstained": True, "retrieval_good": True}])],
     [". No row has a faithfulness verdict: the answer declines to answer (1). Retrieval alone is good on 100 % [21, 100] (1/1) of rows.",
      ". No row has a retrieval signal: add retrieved_docs and gold_doc_ids and run scripts/score_retrieval.py.",
      ". Every question is labelled as unanswerable (gold_doc_ids []): there was nothing to retrieve, and a right answer declines (0 % [0, 79] (0/1) do). "
      "Add questions that have gold_doc_ids.",
      ". Rows with the one lack the other: score all of them with scripts/score_faithfulness.py and scripts/score_retrieval.py."]),
    ("turned", lambda: [turned(rate(3, 4))["ci95"], turned({**rate(1, 4), "ci95": [0.125, 0.75], "design_effect": 2.0})],
     [[0.0455872608, 0.6993581574], {"count": 3, "n": 4, "share": 0.75, "ci95": [0.25, 0.875], "design_effect": 2.0}]),
    ("cell_effect", lambda: cell_effect(tally_of({"faithful": True}), "given", None), 1.0),
    ("some", lambda: [some(1, "row"), some(2000, "row"), some(0, "query", "queries")], ["1 row", "2,000 rows", "0 queries"]),
    ("share_summary stays in 0..1", lambda: [share_summary(tally_of(), moments_of(*values), ()) for values in ((0.5, 1.0), (0.0, 0.1), (1.0,))],
     [{"n": 2, "mean": 0.75, "ci95": [0.0, 1.0]}, {"n": 2, "mean": 0.05, "ci95": [0.0, 0.6853102368]}, {"n": 1, "mean": 1.0, "ci95": None}]),
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


def in_clusters(*values: tuple) -> Tally:
    """A Tally that knows only the clusters of the metric "m", from (value, cluster), for the known answers."""
    tally = tally_of()
    tally.clusters = Clusters("c")
    for n, (value, cluster) in enumerate(values, 1):
        tally.clusters.add({"c": cluster}, n, None, [(("m", None), value)])
    return tally


def moments_of(*values: float) -> Moments:
    """Moments of some numbers, for the known answers."""
    moments = Moments()
    for value in values:
        moments.add(value)
    return moments


def tally_mean(*values: float) -> dict:
    """The summary of some numbers, for the known answers."""
    return moments_of(*values).summary()


GATES = ("max-hallucination", "min-retrieval-good", "min-recall", "min-relevance")


def build_parser() -> Parser:
    parser = Parser(prog="rag_diagnostic.py", description=__doc__)
    input_options(parser)
    parser.add_argument("--json", action="store_true", help="the diagnosis as one JSON document")
    parser.add_argument("--seed", type=int, default=0, help="of the simulated what-ifs (0)")
    signal_options(parser)
    group = parser.add_argument_group("looking closer")
    group.add_argument("--by", action="append", default=[], metavar="FIELD",
                       help="slice by this field, dotted (metadata.topic); times by week; may be repeated")
    group.add_argument("--cluster", metavar="FIELD", help="rows with the same value hang together (a question asked again, a conversation): "
                       "every interval, test and gate is widened accordingly; memory grows with the number of values")
    group.add_argument("--judge-accuracy", metavar="X", help="correct the rates for the judge's errors: hallucinating:0.8,faithful:0.9 "
                       "(or counts, 40/50), or the file of calibrate_judge.py")
    group = parser.add_argument_group("what is written (- is standard output)")
    group.add_argument("--out", metavar="PATH", help="the rows, with signals that were filled in and `diagnosis` (cell, cause, why)")
    group.add_argument("--html", metavar="FILE", help="one self-contained page, drawn by render_report.py beside this file")
    group.add_argument("--md", metavar="FILE", help="Markdown for a pull request")
    group.add_argument("--junit", metavar="FILE", help="the gates as JUnit XML")
    group.add_argument("--csv", metavar="FILE", help="one record a trace, safe to open in a spreadsheet")
    group.add_argument("--html-traces", type=int, metavar="N",
                       help=f"traces listed and embedded in the page, the worst of each cause first ({SHOWN_TRACES})")
    group.add_argument("--redact", action="store_true", help="leave texts of traces and values of slices out of the page, Markdown and CSV; ids "
                       "of traces and documents, field names and figures stay")
    group.add_argument("--k", type=int, metavar="N", help="k at which retrieval is scored where the rows carry no signal of it (5)")
    group.add_argument("--no-fill", action="store_true", help="do not run the scorers beside this file on rows without signals")
    group = parser.add_argument_group("gates (exit 1 when missed)")
    for name, words in zip(GATES, ("share of unsupported answers", "share of rows with good retrieval", "mean recall_at_k",
                                   "share of relevant answers")):
        group.add_argument(f"--{name}", type=float, metavar="X", help=f"{'at most' if name[1] == 'a' else 'at least'} X: {words}")
    group.add_argument("--gate-on", choices=("value", "bound"),
                       help="bound: miss only when the whole interval is on the wrong side (value)")
    common_options(parser, SELF_TEST)
    return parser


class Source:
    """The rows' file, which may be read several times: standard input is copied to a file first."""

    def __init__(self, args: argparse.Namespace, folder: str) -> None:
        self.path, self.copy, self.made = args.traces, None, {}
        self.encoding, self.skip_errors, self.limit, self.progress = args.encoding, args.skip_errors, args.limit, args.progress
        if self.path == "-":
            self.copy = os.path.join(folder, "input")
            stream = getattr(sys.stdin, "buffer", None)
            if stream is None:
                raise DataError("standard input: not open")
            with open(self.copy, "wb") as out:
                shutil.copyfileobj(stream, out)

    def rows(self, quiet: bool = False) -> Rows:
        """The rows from the start; quiet for a pass after the first, which has told of bad lines."""
        self.rewind()
        return Rows(self.path, self.encoding, self.skip_errors, self.limit, self.progress and not quiet)

    def rewind(self) -> None:
        """Let standard input begin anew."""
        if self.copy is not None:
            sys.stdin = io.TextIOWrapper(open(self.copy, "rb"), encoding="utf-8")

    def flags(self) -> list:
        """The flags by which a sibling reads the same rows."""
        return (["--encoding", self.encoding] if self.encoding else []) + ["--skip-errors"] * self.skip_errors \
            + (["--limit", str(self.limit)] if self.limit is not None else [])

    def become(self, path: str, how: str) -> None:
        """Go on with a file that a sibling wrote; how: what was done to the rows, as messages name it."""
        first = next(iter(self.made.values()), shown_path(self.path))
        self.made[path] = f"{first} {how}" if how not in first else first
        self.path, self.copy, self.encoding, self.limit = path, None, None, None

    def named(self, text: str) -> str:
        """A message in which files that siblings wrote go by the name of the file that was given."""
        for path, name in self.made.items():
            text = text.replace(path, name)
        return text

    def __enter__(self) -> Source:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind in (DataError, UsageError) and self.made:
            raise kind(self.named(str(error))) from None


def count_rows(args: argparse.Namespace, source: Source, folder: str) -> tuple:
    """(Tally, exit code) of the rows; a signal that no row carries is filled in by the scorers beside this file where it
    can be. UsageError when no row says anything about faithfulness even then."""
    filled, name = [], shown_path(source.path)
    foreign = needs_loader(source.copy or source.path, source.encoding)
    if os.path.isdir(source.path) and not has_sibling("load_traces.py"):
        raise UsageError(f"{name}: is a folder; run scripts/load_traces.py {name} --out traces.jsonl, then this on traces.jsonl")
    if foreign and has_sibling("load_traces.py"):
        loaded = os.path.join(folder, "loaded.jsonl")
        source.rewind()
        run_sibling("load_traces.py", [source.path, "--out", loaded, *source.flags()], source,
                    f"error: {name}: load_traces.py has to ask: run scripts/load_traces.py {name} --out traces.jsonl with the flag named "
                    "above, or with --accept-gaps for the likelier readings, then this script on traces.jsonl")
        source.become(loaded, "as loaded")
        filled.append(f"{shorten(os.path.basename(name), 60)} was read by load_traces.py.")
    relay = Relay(sys.stderr, source.named)
    with contextlib.redirect_stderr(relay) if source.made else contextlib.nullcontext():
        tally, seen, code = one_pass(args, source)
    relay.end()
    if not seen["faithfulness"] and seen["answers"] and not args.no_fill and has_sibling("score_faithfulness.py"):
        fill(source, "score_faithfulness.py", os.path.join(folder, "faithfulness.jsonl"))
        filled.append("Faithfulness was not in the rows; it is an offline estimate from words by score_faithfulness.py.")
        seen["filled"] = True
    if not seen["retrieval"] and seen["documents"] and not args.no_fill and has_sibling("score_retrieval.py"):
        fill(source, "score_retrieval.py", os.path.join(folder, "retrieval.jsonl"), *([] if args.k is None else ["--k", str(args.k)]))
        filled.append("Retrieval was not in the rows; it was scored by score_retrieval.py.")
        seen["filled"] = True
    elif args.k is not None:
        raise UsageError("--k: retrieval is not scored here, since the rows carry a signal of it or nothing to score; run "
                         "scripts/score_retrieval.py --k")
    if seen["filled"]:
        with contextlib.redirect_stderr(io.StringIO()):  # bad lines were reported in the first pass
            tally, seen, again = one_pass(args, source)
        code = code or again
        if not any(key[3] in VERDICT_COLUMNS for key in tally.counts):
            filled = [note.replace("; it is an offline estimate from words by score_faithfulness.py.",
                                   ", and score_faithfulness.py could measure it on none of them.") for note in filled]
        if filled[-1].startswith("Retrieval") and all(key[2] == "unmeasured" for key in tally.counts):
            filled[-1] = "Retrieval was not in the rows, and score_retrieval.py could measure it on none of them."
    tally.filled = filled
    tally.signals.check(args.traces)
    lacking = missing_verdicts(tally) if seen["answers"] and not seen["faithfulness"] else ""
    if lacking and lacking != WITHOUT_VERDICT["verdict"]:  # no scorer can help
        if all(key[2] == "unmeasured" for key in tally.counts):
            raise UsageError(f"{name}: no row has a faithfulness signal, and {lacking}; then scripts/score_faithfulness.py on the rows it writes")
    elif not seen["faithfulness"] and any(key[3] == "no_signal" for key in tally.counts):
        load = f"scripts/load_traces.py {args.traces} --out traces.jsonl, then " if foreign else ""
        traces = "traces.jsonl" if load else args.traces
        if not seen["answers"] and (not foreign or source.made):
            raise UsageError(f"{name}: no row has an answer or a faithfulness signal, so only retrieval can be measured: run {load}"
                             f"scripts/score_retrieval.py --traces {traces} --out scored.jsonl")
        raise UsageError(f"{name}: no row has a faithfulness signal; run {load}scripts/score_faithfulness.py "
                         f"--traces {traces} --out scored.jsonl first, then this on scored.jsonl")
    return tally, code


def fill(source: Source, name: str, path: str, *flags: str) -> None:
    """Let a scorer beside this file add its signals to the rows, and go on with what it wrote."""
    source.rewind()
    run_sibling(name, ["--traces", source.path, "--out", path, *flags, *source.flags()], source)
    source.become(path, "with signals filled in")


def one_pass(args: argparse.Namespace, source: Source) -> tuple:
    """(Tally, what the rows carry, exit code) of one pass over the rows."""
    signals = Signals(args)
    tally = Tally(signals, Why(list(dict.fromkeys(args.by)) + [SOURCE] * (SOURCE not in args.by),
                               args.html_traces if args.json or args.html else 0, signals.recall_at))
    tally.clusters = None if args.cluster is None else Clusters(args.cluster)
    seen, open_questions = dict.fromkeys(("faithfulness", "retrieval", "answers", "documents", "filled"), False), True
    rows = source.rows()
    for row in rows:
        try:
            tally.add(row, rows.number)
        except DataError as error:
            rows.reject(error)
        if open_questions:
            seen["faithfulness"] = seen["faithfulness"] or any([
                row[name] is not None and (name != "abstained" or row[name] is not False) for name in SIGNAL_FIELDS & row.keys()])
            seen["retrieval"] = seen["retrieval"] or any([row[name] is not None for name in RETRIEVAL_FIELDS & row.keys()])
            seen["answers"] = seen["answers"] or isinstance(row.get("answer"), str)
            seen["documents"] = seen["documents"] or isinstance(row.get("retrieved_docs"), list) and isinstance(row.get("query"), str)
            open_questions = not (seen["faithfulness"] and seen["retrieval"])
    return tally, seen, rows.finish()


def labelled(args: argparse.Namespace, source: Source) -> object:
    """Yield (row, its line, label) of every good row once more: {"row", "id", "cell", "cause", "why"}."""
    signals, position = Signals(args), 0
    rows = source.rows(quiet=True)
    with contextlib.redirect_stderr(io.StringIO()):  # bad lines were reported in the first pass
        for row in rows:
            try:
                generation, _ = signals.generation(row, rows.number)
                retrieval, _ = signals.retrieval(row)
                cause = cause_of(row, retrieval, generation)
            except DataError as error:
                rows.reject(error)
                continue
            position += 1
            cell = f"{retrieval}_{generation}" if generation in ("faithful", "hallucinating", "abstained", "empty") else "left_out"
            why = short_reason(row, cause) if cause else None
            yield row, rows.line, {"row": rows.number, "id": row_id(row, position), "cell": cell, "cause": cause, "why": why}


def write_rows(args: argparse.Namespace, source: Source) -> None:
    """Write every row with `diagnosis`, what this script says about it."""
    with Output(args.out) as out:
        for row, line, label in labelled(args, source):
            out.write(extend_row(line, row, {"diagnosis": {name: label[name] for name in ("cell", "cause", "why")}}))


def write_pages(args: argparse.Namespace, source: Source, report: dict) -> None:
    """Write what --html, --md, --junit and --csv ask for, by the renderer beside this file."""
    renderer = load_sibling("render_report.py")
    if args.html:
        source.rewind()
        traces = call_sibling(renderer.pick_rows, source.path, report["traces"]["shown"], source.encoding)
        call_sibling(renderer.write_text, args.html, renderer.html_report(report, traces, args.redact))
    if args.md:
        call_sibling(renderer.write_text, args.md, renderer.markdown_report(report, args.redact))
    if args.junit:
        call_sibling(renderer.write_text, args.junit, renderer.junit_report(report))
    if args.csv:
        call_sibling(renderer.write_csv, args.csv, ((row, label) for row, _, label in labelled(args, source)), args.redact)


def json_text(report: dict) -> str:
    """The report as JSON: indented, but one line for each trace that is listed to be shown."""
    shown = report["traces"]["shown"]
    mark = "@@traces to be shown@@"
    text = json.dumps({**report, "traces": {**report["traces"], "shown": mark}}, ensure_ascii=False, allow_nan=False, indent=2)
    lines = ",\n      ".join(json.dumps(label, ensure_ascii=False, allow_nan=False) for label in shown)
    return text.replace(json.dumps(mark), f"[\n      {lines}\n    ]" if shown else "[]", 1)


def check_targets(args: argparse.Namespace) -> list:
    """The paths that are written. UsageError where one would overwrite another, or the traces by something else than rows."""
    named = [(flag, path) for flag in ("out", "html", "md", "junit", "csv") for path in [getattr(args, flag)] if path]
    if [path for _, path in named].count("-") > 1:
        raise UsageError("standard output can take one thing; give files to the others")
    taken = {} if args.traces == "-" else {os.path.realpath(args.traces): "traces"}
    for flag, path in named:
        place = os.path.realpath(path)
        if path != "-" and place in taken and not (flag == "out" and taken[place] == "traces") and (os.path.isfile(place) or not os.path.exists(place)):
            raise UsageError(f"--{flag} {path}: --{taken[place]} names the same file, which would be lost; give it another name")
        taken[place] = flag
    return [path for _, path in named]


SIGNAL_FIELDS = {"faithful", "faithfulness_score", "faithfulness", "abstained", "claims", "judge_error"}


def run(args: argparse.Namespace) -> int:
    if args.show is not None:
        return show_row(args)
    gates = [(name, value) for name in GATES for value in [getattr(args, name.replace("-", "_"))] if value is not None]
    for name, value in gates:
        if not 0 <= value <= 1:
            raise UsageError(f"--{name} {value:g} lies outside 0..1")
    if args.gate_on and not gates:
        raise UsageError("--gate-on needs a gate: " + ", ".join(f"--{name}" for name in GATES))
    if args.html_traces is not None and not (args.html or args.json):
        raise UsageError("--html-traces needs --html or --json, which list traces")
    if args.redact and not (args.html or args.md or args.csv):
        raise UsageError("--redact needs --html, --md or --csv, which would show texts")
    args.html_traces = SHOWN_TRACES if args.html_traces is None else args.html_traces
    if args.html_traces < 0:
        raise UsageError(f"--html-traces {args.html_traces} is less than 0")
    written = check_targets(args)
    if (args.html or args.md or args.junit or args.csv) and not has_sibling("render_report.py"):
        load_sibling("render_report.py")  # says what to copy, before the work and not after it
    accuracy = parse_accuracy(args.judge_accuracy) if args.judge_accuracy else None
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        stack.callback(setattr, sys, "stdin", sys.stdin)
        source = stack.enter_context(Source(args, folder))
        tally, code = count_rows(args, source, folder)
        report = diagnose(tally, args.seed)
        if accuracy:
            report["calibrated"] = calibrated(tally, report, accuracy, args.seed)
        report["gates"] = [check_gate(report, name, value, args.gate_on == "bound") for name, value in gates]
        if args.out:
            write_rows(args, source)
        if args.html or args.md or args.junit or args.csv:
            write_pages(args, source, report)
    text = json_text(report) + "\n" if args.json else colored(report_text(report), sys.stdout)
    (sys.stderr if "-" in written else sys.stdout).write(text)
    missed = [gate for gate in report["gates"] if gate["missed"]]
    for gate in missed:
        print(gate_text(gate), file=sys.stderr)
    return EXIT_NO if missed else code


def main(argv: list | None = None) -> int:
    return run_script(build_parser(), run, argv)


if __name__ == "__main__":
    sys.exit(main())
