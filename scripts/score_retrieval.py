#!/usr/bin/env python3
"""Score retrieval row by row: against gold with trec_eval's definitions, or estimated where there is no gold.

Reads `retrieved_docs`, and `gold_doc_ids` or `gold_grades` (`gold_groups` where one document of several is enough). Rows
without gold are judged by `retrieved_docs[].relevant`, else ESTIMATED from `reference_answer` or from `query`. Reads also
`claims` (documents the answer drew on), document `timestamp` and the row's own time (freshness).
Adds `recall_at_k`, `precision_at_k`, `hit_at_k`, `reciprocal_rank`, `average_precision`, `ndcg_at_k`, `r_precision`,
`all_gold_at_k`, `k`, `retrieval_good`, `retrieval_basis` (gold, judged, estimated), `retrieval_by`, `retrieval_miss`,
`first_relevant_rank`, `duplicate_docs`, `freshness`; where they apply `context_precision` (judged), `context_recall`,
`reference_doc`, `estimated_relevance` (estimated), `docs_used` and `notes`. What cannot be measured is null.

  python scripts/score_retrieval.py --traces traces.jsonl --out scored.jsonl
  python scripts/score_retrieval.py --traces traces.jsonl --out scored.jsonl --k 1,3,5,10 --primary-k 5 --json

Conventions: the first k are looked at by every metric (R-precision: the first R); precision divides by k, recall and
average precision by all gold; linear gain, log2 discount; list order is the ranking unless documents carry `rank`; a
document that comes twice is credited once, at its first place; ids are compared as trimmed strings; gold [] (labelled
unanswerable) is left out of the means; retrieved [] scores 0; documents not recorded (null) score null.

Exit codes: 0 done; 1 too many bad lines were skipped; 2 wrong usage; 3 a file is wrong; 70 a bug here; 130, 141
interrupted.
"""
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
from __future__ import annotations

import argparse
import array
import bisect
import collections
import contextlib
import datetime
import difflib
import errno
import functools
import gzip
import hashlib
import io
import itertools
import json
import math
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
import unicodedata
import zlib
from typing import NamedTuple

VERSION = "0.1.0"

RECALL_AT = 0.5  # half of what was needed came back: a generator has something to work with
AT_LEAST = 1e-9  # tolerance of every comparison with a threshold: 0.1 + 0.2 reaches 0.3
KNEE_SHARE = 0.95  # the smallest k with this share of the recall at the largest k is "enough"
BATCH = 64  # rows a process takes at a time; also how the running means are merged, so it must not depend on --jobs
CACHED_RANKS = 32  # longer rankings are rarely alike, and remembering them would cost more than it saves
MAX_GRADE = 1e100  # sums of larger gains overflow, and nDCG would be no number
MAX_EXPONENT = 64  # grades above it make 2^grade - 1 meaningless as a gain, and soon overflow
FORM_SHARE = 0.2  # of the rows without any match; fewer than that agree by chance, not because ids differ in form
STRUCTURAL = ("parent", "child", "field")  # forms that concern a whole collection: the share is of all rows with gold
FORMS_IDS, FORMS_GOLD = 200, 20  # ids of a row that are compared pair by pair; a form of ids shows in the first ones
HALF_LIFE_HOURS = 168.0  # a week, the default of the tools that use this decay

METRICS = ("recall_at_k", "precision_at_k", "hit_at_k", "reciprocal_rank", "average_precision", "ndcg_at_k", "r_precision",
           "all_gold_at_k")
RANKED = ("precision_at_k", "reciprocal_rank", "average_precision", "ndcg_at_k", "r_precision")  # null without a true list
RATES = ("hit_at_k", "all_gold_at_k")  # 0 or 1 a row, so their mean is a rate with Wilson's interval
LABELS = {"recall_at_k": "recall", "precision_at_k": "precision", "hit_at_k": "hit rate", "reciprocal_rank": "MRR",
          "average_precision": "MAP", "ndcg_at_k": "nDCG", "r_precision": "R-precision", "all_gold_at_k": "all gold found"}
ASKS = {"never_retrieved": "embedding or chunking: the document is not among those recorded",
        "below_k": "a larger k or a reranker: the document was found too low",
        "partial": "query decomposition or a larger k: only some of the needed documents are among the first",
        "crowded": "de-duplication: copies took the places",
        "id_forms": "mapping of ids: gold and hits name documents differently"}
NOT_RECORDED = "documents not recorded (null)"  # a reason for being left out
UNMEASURED = dict.fromkeys(METRICS + ("k", "retrieval_good", "retrieval_basis", "retrieval_by", "retrieval_miss",
                                      "first_relevant_rank"))
OURS = (*UNMEASURED, "duplicate_docs", "freshness", "context_precision", "context_recall", "reference_doc",
        "estimated_relevance", "docs_used")
OUR_NOTE = "retrieval: "  # how our own notes begin, so that scoring a file again replaces them


class Gold(NamedTuple):
    """What should have been retrieved: gain of each relevant id, the groups of each id (None without groups), the gains of
    an ideal ranking, highest first, one per document or group needed, and whether a document stands in several groups."""
    gains: dict
    group: dict | None
    ideal: tuple
    overlap: bool = False


def gold_of(row: dict) -> Gold | None:
    """A row's gold; None when the row is not labelled, an empty one when it is labelled as having no relevant document.

    Relevant is what stands in `gold_doc_ids` or has a grade above 0; a grade of 0 or less takes an id out again, null says
    nothing. Of a group in `gold_groups` one document is enough; one document may stand in several. Raises DataError for
    values of a wrong type.
    """
    ids, grades, groups = row.get("gold_doc_ids"), row.get("gold_grades"), row.get("gold_groups")
    if (grades is None or grades == {}) and (groups is None or groups == []):
        if ids is None:
            return None
        if type(ids) is list:  # the common case, without a look at each id
            try:
                gains = dict.fromkeys(map(str.strip, ids), 1)
            except TypeError:
                gains = {"": 1}
            if "" not in gains:
                return Gold(gains, None, (1,) * len(gains))
    for field, value, kind in (("gold_doc_ids", ids, list), ("gold_grades", grades, dict), ("gold_groups", groups, list)):
        if value is not None and not isinstance(value, kind):
            raise DataError(f"field '{field}' must be {'list' if kind is list else 'object'}, got {kind_of(value)}"
                            + ("; wrap a single id in [ ]" if kind is list else "; an object id -> grade"))
    gains, group = {gold_id(one, "gold_doc_ids"): 1 for one in ids or ()}, None
    if groups:
        group = {}
        for place, members in enumerate(groups):
            for one in members if isinstance(members, list) else [members]:
                group.setdefault(gold_id(one, "gold_groups"), set()).add(place)
        gains.update((one, 1) for one in group if one not in gains)
    for key in grades or ():
        grade = number(grades, key)
        if grade is not None and grade > MAX_GRADE:
            raise DataError(f"field 'gold_grades' holds {shorten(grade)}; at most {MAX_GRADE:g}")
        if grade is not None and grade <= 0:
            gains.pop(id_text(key), None)
        elif grade is not None:
            gains[id_text(key)] = grade
    if group is None:
        return Gold(gains, None, tuple(sorted(gains.values(), reverse=True)))
    best: dict = {}
    for one, gain in gains.items():
        for unit in group.setdefault(one, {one}):  # an id in no group is needed by itself
            best[unit] = max(gain, best.get(unit, 0))
    return Gold(gains, group, tuple(sorted(best.values(), reverse=True)), any(len(group[one]) > 1 for one in gains))


def gold_id(value: object, field: str) -> str:
    """A gold id as ids are compared. DataError for what is no id: null, a bool, a list, an object, blank text."""
    text = value.strip() if type(value) is str else "" if isinstance(value, (dict, list, bool, type(None))) else id_text(value)
    if not text:
        raise DataError(f"field '{field}' must hold ids, got {kind_of(value)} {shorten(value)!r}")
    return text


def credited_gains(ids: list, gold: Gold) -> tuple:
    """(gain of each rank, gain of each rank for precision): each document is credited once, at its first place.

    The two differ only with groups: a second document of a group that already has one adds no gain, but it is relevant.
    """
    left = dict(gold.gains)
    found = tuple([left.pop(one, 0) for one in ids])
    if gold.group is None:
        return found, found
    gains, seen = [], set()
    for one, gain in zip(ids, found):
        gains.append(gain if gain and not gold.group[one] <= seen else 0)
        if gain:
            seen |= gold.group[one]
    return tuple(gains), found


def newly_met(ids: list, gold: Gold) -> tuple:
    """For each rank how many groups have their first document there."""
    seen, met = set(), []
    for one in ids:
        new = gold.group[one] - seen if one in gold.gains else ()
        seen.update(new)
        met.append(len(new))
    return tuple(met)


def ideal_order(gold: Gold) -> list:
    """Relevant ids, at each step one that adds the most gain: the ideal ranking where a document may meet several groups.

    Choosing step by step is what alpha-nDCG does (Clarke et al. 2008); the best choice of all is too dear to look for.
    """
    left, seen, order = dict(gold.gains), set(), []
    while left:
        one = max(left, key=lambda one: left[one] * len(gold.group[one] - seen))  # the first of equals
        if gold.group[one] <= seen:
            break
        order.append(one)
        seen |= gold.group[one]
        del left[one]
    return order


def group_metrics(table: dict, ids: list, gains: tuple, gold: Gold, k: int, gain: str) -> dict:
    """The table of a ranking in which one document may meet several groups: it is credited for each of them."""
    met, total, order = newly_met(ids, gold), len(gold.ideal), ideal_order(gold)

    def worth(met: tuple, gains: list) -> float:
        return math.fsum(count * discounted((0,) * at + (gains[at],), gain) for at, count in enumerate(met[:k]) if count)

    precise = [sum(1 for count in met[:rank] if count) / rank for rank in range(1, min(k, len(met)) + 1)]
    best = worth(newly_met(order, gold), [gold.gains[one] for one in order])
    return {**table, "recall_at_k": sum(met[:k]) / total, "r_precision": sum(met[:total]) / total,
            "all_gold_at_k": sum(met[:k]) >= total,
            "average_precision": math.fsum(count * share for count, share in zip(met, precise)) / total,
            "ndcg_at_k": min(1.0, worth(met, gains) / best)}


def recall_at_k(gains: tuple, total: int, k: int) -> float | None:
    """Share of all `total` gold documents among the first k (trec_eval recall_k); None when there is nothing to find."""
    return count_relevant(gains, k) / total if total else None


def precision_at_k(gains: tuple, k: int) -> float:
    """Relevant documents among the first k, divided by k also where the list is shorter (trec_eval P_k)."""
    return count_relevant(gains, k) / k


def hit_at_k(gains: tuple, k: int) -> float:
    """1.0 when at least one of the first k is relevant, else 0.0 (trec_eval success_k)."""
    return float(count_relevant(gains, k) > 0)


def all_gold_at_k(gains: tuple, total: int, k: int) -> bool | None:
    """Whether everything needed is among the first k (multi-hop questions need it all); None without gold."""
    return count_relevant(gains, k) >= total if total else None


def count_relevant(gains: tuple, k: int) -> int:
    """Number of relevant documents among the first k."""
    return sum(1 for gain in gains[:k] if gain > 0)


def reciprocal_rank(gains: tuple, k: int) -> float:
    """1 / rank of the first relevant document, 0.0 when none is among the first k (trec_eval recip_rank is not cut)."""
    return next((1 / rank for rank, gain in enumerate(gains[:k], 1) if gain > 0), 0.0)


def average_precision(gains: tuple, total: int, k: int) -> float | None:
    """Mean precision at the ranks of relevant documents within k, over all gold (trec_eval map_cut_k); None without gold."""
    if not total:
        return None
    seen, area = 0, 0.0
    for rank, gain in enumerate(gains[:k], 1):
        if gain > 0:
            seen += 1
            area += seen / rank
    return area / total


def ndcg_at_k(gains: tuple, ideal: tuple, k: int, gain: str = "linear") -> float | None:
    """Discounted gain of the first k over that of the ideal ranking of all gold (trec_eval ndcg_cut_k); None without gold.

    The gain of a grade is the grade itself, or 2^grade - 1 with gain "exponential" (Burges et al. 2005); the discount of
    rank r is log2(r + 1) (Jarvelin and Kekalainen 2002).
    """
    best = discounted(ideal[:k], gain)
    return discounted(gains[:k], gain) / best if best else None


def discounted(gains: tuple, gain: str) -> float:
    """Sum of the gains, each divided by log2(rank + 1). (Sums of floats are fsum here: Python 3.12 changed the last digit of
    sum, and the same rows give the same bytes on every version.)"""
    if gain == "exponential":
        return math.fsum((2 ** one - 1) / math.log2(rank + 1) for rank, one in enumerate(gains, 1) if one)
    return math.fsum(one / math.log2(rank + 1) for rank, one in enumerate(gains, 1) if one)


def r_precision(gains: tuple, total: int) -> float | None:
    """Share of relevant documents among the first R, R being the number of gold documents (trec_eval Rprec)."""
    return count_relevant(gains, total) / total if total else None


@functools.lru_cache(maxsize=8192)
def metrics_at(gains: tuple, found: tuple, ideal: tuple, k: int, gain: str) -> dict:
    """All metrics of one ranking at one k, as rows carry them. The caller must not change what comes back."""
    total = len(ideal)
    return {"recall_at_k": recall_at_k(gains, total, k), "precision_at_k": precision_at_k(found, k),
            "hit_at_k": hit_at_k(gains, k), "reciprocal_rank": reciprocal_rank(gains, k),
            "average_precision": average_precision(gains, total, k), "ndcg_at_k": ndcg_at_k(gains, ideal, k, gain),
            "r_precision": r_precision(gains, total), "all_gold_at_k": all_gold_at_k(gains, total, k)}


def retrieval_metrics(retrieved: list, gold: object, k: int = 5, gain: str = "linear") -> dict:
    """Every metric of a ranked list of ids against gold: a list of ids, or an object id -> grade. For use from Python."""
    wanted = gold_of({"gold_grades": gold, "gold_doc_ids": []} if isinstance(gold, dict) else {"gold_doc_ids": list(gold)})
    gains, found = credited_gains([id_text(one) for one in retrieved], wanted)
    return dict(metrics_at.__wrapped__(gains, found, wanted.ideal, k, gain))


@functools.lru_cache(maxsize=8192)
def miss_reason(met: tuple, total: int, k: int, repeated: frozenset = frozenset()) -> str | None:
    """Why not all gold is among the first k, None if it is. `met` counts the gold documents (groups) first met at each rank,
    `repeated` holds the places of repeated documents.

    crowded: without the copies more gold would be within k, or at least half of the first k places are copies and no
    gold was retrieved. partial: some of several. below_k: retrieved, but lower. never_retrieved: not in the list.
    """
    within = sum(met[:k])
    if within >= total:
        return None
    anywhere = sum(met)
    if repeated:
        kept = tuple(count for place, count in enumerate(met) if count or place not in repeated)
        copies = sum(1 for place in repeated if place < k)
        if sum(kept[:k]) > within or (not anywhere and 2 * copies >= min(k, len(met))):
            return "crowded"
    return "partial" if within else "below_k" if anywhere else "never_retrieved"


def repeated_places(ids: list, texts: list) -> frozenset:
    """Places (from 0) of documents that repeat an earlier one: the same id, or the same text under another id
    (but for case, and for blanks after the first 32 characters)."""
    heads = [text[:32].casefold() for text in texts if text]
    if len(set(heads)) == len(heads) and len(set(ids)) == len(ids):
        return frozenset()
    common = {head for head, times in collections.Counter(heads).items() if times > 1}
    seen, places = set(), set()
    for place, (one, text) in enumerate(zip(ids, texts)):
        keys = {("id", one)}
        if text and text[:32].casefold() in common:  # whole texts are folded only where their beginnings agree
            keys.add(("text", " ".join(text.split()).casefold()))
        if keys & seen:
            places.add(place)
        seen |= keys
    return frozenset(places)


def in_rank_order(docs: list, by_score: bool = False) -> tuple:
    """(documents in rank order, note or None). An explicit `rank` on every document wins, else the list order holds.

    With by_score: highest `score` first, documents without one last; ties keep the list order.
    """
    if by_score:
        scores = [number(doc, "score") for doc in docs]
        order = sorted(range(len(docs)), key=lambda at: (scores[at] is None, -(scores[at] or 0)))
        return [docs[at] for at in order], None
    if docs and "rank" in docs[0] and all("rank" in doc for doc in docs):
        ranks = [number(doc, "rank") for doc in docs]
        if None not in ranks:
            order = sorted(range(len(docs)), key=ranks.__getitem__)
            if order != list(range(len(docs))):
                return [docs[at] for at in order], "the order is that of the field rank, which differs from the list's"
            return docs, None
    scores = [doc["score"] for doc in docs if "score" in doc and type(doc["score"]) in (float, int)]
    if scores and scores != sorted(scores, reverse=True):
        return docs, "scores disagree with the list order, which was kept"
    return docs, None


def parent_of(one: str, separator: str, gold: object = ()) -> str:
    """The document a chunk id belongs to: the longest beginning (up to a separator) that is a gold id, else all before
    the last separator; an id without a separator is its own parent."""
    if one in gold:
        return one
    parts = one.split(separator)
    for size in range(len(parts) - 1, 0, -1):
        if separator.join(parts[:size]).strip() in gold:
            return separator.join(parts[:size]).strip()
    return separator.join(parts[:-1]).strip() or one


def field_at(item: dict, path: str) -> object:
    """The value at a dotted path; a key that itself holds the dots wins; None where there is nothing."""
    if path in item:
        return item[path]
    for part in path.split("."):
        item = item.get(part) if isinstance(item, dict) else None
    return item


CHUNK_TAIL = re.compile(r"((?:[^\w]|_){1,4})(?:(chunk|part|page|para|sec|section|node|seg|p|c|s)((?:[^\w]|_){0,3}))?(?=\d)?")


NOT_PLAIN = re.compile(r"[^\w\0]+|_+")


def id_forms(gold: object, ids: list, docs: list) -> set:
    """Ways in which some gold id would match a retrieved one although none does as it stands.

    "case", "zeros" (leading), "decimals" (7.0 beside 7), "marks" (punctuation, a path or an ending), "prefix", "parent:SEP"
    (hits are chunks of the gold document), "child:SEP" (gold is a chunk of a hit), "field:NAME" (a field of the document holds the gold id).
    """
    forms, ids = set(), ids[:FORMS_IDS]
    for doc in docs[:FORMS_IDS]:
        for name, value in doc.items():
            if name in ("id", "text", "score", "rank"):
                continue
            inner = value.items() if isinstance(value, dict) else ((None, value),)
            for key, one in inner:
                if isinstance(one, (str, int)) and not isinstance(one, bool) and id_text(one) in gold:
                    forms.add(f"field:{name}" if key is None else f"field:{name}.{key}")
    hits = plain_id("\0".join(ids))
    parts = [part for part in hits.split("\0") if part]
    for wanted in itertools.islice(gold, FORMS_GOLD):
        bare = plain_id(wanted)
        if not bare or (bare not in hits and not any(part in bare for part in parts)):
            continue  # one cheap look spares the comparisons of each pair where ids have nothing in common
        for one in ids:
            forms.update(pair_forms(wanted, one))
    return forms


def plain_id(text: str) -> str:
    """Letters and digits of an id, case folded; NUL (between ids) is kept."""
    return NOT_PLAIN.sub("", text.casefold())


def whole_number(text: str) -> str:
    """101.0 as 101, which a table with gaps makes of it; any other text as it is."""
    match = re.fullmatch(r"(-?\d+)\.0+", text)
    return match.group(1) if match else text


def pair_forms(wanted: str, one: str) -> list:
    """The most plausible way in which a gold id and a retrieved id name the same document, as a list of at most one."""
    if wanted != one and whole_number(wanted) == whole_number(one):
        return ["decimals"]
    for name, longer, shorter in (("parent", one, wanted), ("child", wanted, one)):
        if len(longer) > len(shorter) and shorter and longer.startswith(shorter):
            tail = CHUNK_TAIL.match(longer, len(shorter))
            if tail:
                word = tail.group(2) and longer[tail.end():tail.end() + 1].isdigit()
                return [f"{name}:{tail.group() if word else tail.group(1)}"]
    if "".join(wanted.split()).casefold() == "".join(one.split()).casefold():
        return ["case"]
    if re.sub(r"(?<!\d)0+(?=\d)", "", wanted) == re.sub(r"(?<!\d)0+(?=\d)", "", one):
        return ["zeros"]
    names = [plain_id(re.split(r"[/\\]", text)[-1]) for text in (wanted, one)]
    stems = [plain_id(re.sub(r"\.[A-Za-z]\w{0,4}$", "", re.split(r"[/\\]", text.rstrip("/\\"))[-1])) for text in (wanted, one)]
    if names[0] and (names[0] == names[1] or stems[0] == stems[1] != ""):
        return ["marks"]
    short, long = sorted((plain_id(wanted), plain_id(one)), key=len)
    if short and long.endswith(short) and not long[:-len(short)][-1:].isdigit() and short[0].isdigit():
        return ["prefix"]
    return []


MONTHS = {name: at for at, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
ZONES = {"z": 0, "utc": 0, "gmt": 0, "ut": 0, "est": -5, "edt": -4, "et": -5, "cst": -6, "cdt": -5, "ct": -6, "mst": -7,
         "mdt": -6, "mt": -7, "pst": -8, "pdt": -7, "pt": -8, "cet": 1, "cest": 2, "bst": 1, "jst": 9}
AMERICAN = {"est", "edt", "et", "cst", "cdt", "ct", "mst", "mdt", "mt", "pst", "pdt", "pt"}
CLOCK = re.compile(r"(?:^|[ t])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([ap]\.?m\.?)?\s?"
                   r"(z|[a-z]{2,4}|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?)?(?:\s?\([a-z ]{1,40}\))?(?= |$)")
COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:t?(\d{2})(\d{2})(\d{2})(?:\.\d+)?(z|[+-]\d{2}:?\d{2})?)?")
DAY = re.compile(r"(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?|(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})"
                 r"|(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}\.?[ -](\d{4})|([a-z]{3})[a-z]{0,6}\.? (\d{1,2}) (\d{4})|(\d{4})"
                 r"|([a-z]{3})[a-z]{0,6}\.? (\d{4})")
WEEKDAY = re.compile(r"\b(?:mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday|s|rs|r)?\b\.?")


@functools.lru_cache(maxsize=4096, typed=True)
def parse_time(value: object) -> float | None:
    """Seconds since 1970 UTC of a date in a usual form; None for what is no date, or may be two.

    ISO 8601 with or without time and zone, seconds to nanoseconds since 1970 as number or digits, RFC 2822, 20240228,
    28.02.2024, "Feb 28, 2024", a year or month alone (their first day). 03/04/2024 is no date unless a zone of North
    America or am/pm tells that the month stands first. Without a zone: UTC; a North American zone without its half of
    the year is taken as standard time.
    """
    if isinstance(value, bool) or (isinstance(value, str) and len(value) > 80):
        return None
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{9,19}(?:\.\d{1,9})?\s*", value) and not compact_time(value.strip()):
        value = float(value)
    if isinstance(value, (int, float)):
        if 1900 <= value <= 2100 or 19000101 <= value <= 21001231:
            return compact_time(str(int(value)) + ("0101" if value <= 2100 else ""))
        for limit, unit in ((1e11, 1), (1e14, 1e3), (1e17, 1e6), (1e20, 1e9)):
            if abs(value) < limit:
                return value / unit or None  # 0 is how an unset time is written, not the first second of 1970
        return None
    if not isinstance(value, str):
        return None
    text = " ".join(value.casefold().replace(",", " ").replace("\u202f", " ").split())
    if compact_time(text) is not None:
        return compact_time(text)
    clock = CLOCK.search(text)
    seconds, zone = 0.0, ""
    if clock:
        hour, minute, second, part, half, zone = clock.groups()
        seconds = clock_seconds(int(hour), int(minute), int(second or 0), float(f"0.{part or 0}"), half or "")
        zone = zone or ""
        text = f"{text[:clock.start()]} {text[clock.end():]}"
    offset = zone_offset(zone)
    text = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b|\bat\b", "", WEEKDAY.sub("", text))
    day = DAY.fullmatch(" ".join(text.split()).strip(" t"))
    parts = day_parts(day, zone in AMERICAN or bool(clock and clock.group(5))) if day else None
    if parts is None or offset is None or seconds is None:
        return None
    try:
        return (datetime.date(*parts).toordinal() - 719163) * 86400 + seconds - offset
    except ValueError:
        return None


def compact_time(text: str) -> float | None:
    """Seconds since 1970 of 20240228, 20240228T100454Z and the like; None for anything else, an epoch number included."""
    match = COMPACT.fullmatch(text)
    offset = zone_offset(match.group(7) or "") if match else None
    if offset is None or not 1900 <= int(match.group(1)) <= 2100:
        return None
    try:
        moment = datetime.datetime(*(int(part or 0) for part in match.groups()[:6]), tzinfo=datetime.timezone.utc)
    except ValueError:
        return None
    return moment.timestamp() - offset


def clock_seconds(hour: int, minute: int, second: int, part: float, half: str) -> float | None:
    """Seconds since midnight; None for what no clock shows. `half` is "", "am" or "pm"; a leap second is the next one."""
    if hour > (12 if half else 24) or minute > 59 or second > 60 or (half and not hour) or (
            hour == 24 and minute + second + part > 0):
        return None
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return hour * 3600 + minute * 60 + second + part


def zone_offset(zone: str) -> float | None:
    """Seconds east of UTC of "", "z", "+02:00", "utc+2", "pst"; None for a zone that is not known."""
    match = re.fullmatch(r"(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?", zone)
    if match:
        hours, minutes = int(match.group(2)), int(match.group(3) or 0)
        if hours > 14 or minutes > 59:  # UTC+14 is the farthest there is
            return None
        return (1 if match.group(1) == "+" else -1) * (hours * 3600 + minutes * 60)
    return ZONES[zone] * 3600.0 if zone in ZONES else None if zone else 0.0


def day_parts(day: re.Match, month_first: bool) -> tuple | None:
    """(year, month, day) of a DAY match; None where day and month cannot be told apart. A missing part is the first."""
    found = day.groups()
    if found[0]:
        return int(found[0]), int(found[1]), int(found[2] or 1)
    if found[3]:
        first, mark, second, year = int(found[3]), found[4], int(found[5]), int(found[6])
        if first == second or mark == "." or first > 12:
            return year, second, first
        return (year, first, second) if second > 12 or month_first else None
    year, month, date = next((y, m, d) for y, m, d in (
        (found[9], found[8], found[7]), (found[12], found[10], found[11]), (found[13], "jan", 1), (found[15], found[14], 1))
        if y)
    return (int(year), MONTHS[month], int(date)) if month in MONTHS else None


def freshness(times: list, now: float | None, half_life_hours: float = HALF_LIFE_HOURS) -> float | None:
    """Mean of exp(-age / half-life) over the documents' times (seconds; None where undated); None when none is dated or
    `now` is not known. A document from the future counts as new, 1.0. (The decay falls to 1/e, not 1/2, at one
    "half-life": the name and the formula are those of RAGEval and freshness-aware-rag.)"""
    ages = [max(0.0, now - one) / 3600 for one in times if one is not None] if now is not None else []
    return math.fsum(math.exp(-age / half_life_hours) for age in ages) / len(ages) if ages else None


def docs_used(claims: object, ids: list) -> float | None:
    """Share of the retrieved documents that a supported claim rests on; None without claims or documents."""
    if not isinstance(claims, list) or not claims or not ids:
        return None
    used = {id_text(claim["doc_id"]) for claim in claims if isinstance(claim, dict)
            and claim.get("verdict") == "supported" and isinstance(claim.get("doc_id"), (str, int, float))}
    return len(used.intersection(ids)) / len(set(ids))


def context_precision(relevant: list, k: int) -> float | None:
    """Mean precision at the ranks of the documents judged relevant within k; 0.0 when none is; None while one is unjudged.

    The definition of RAGAS: divided by the relevant ones that were retrieved, since no more are known.
    """
    first = relevant[:k]
    if not first or None in first:
        return None if first else 0.0
    return average_precision(tuple(map(int, first)), sum(first), k) or 0.0


class Settings(NamedTuple):
    """What the command line decides about a row's numbers; a plain tuple, so that it travels to other processes."""
    k: int = 5
    ks: tuple = (5,)
    gain: str = "linear"
    recall_at: float = RECALL_AT
    estimated_at: float | None = None
    separator: str | None = None
    parent_field: str | None = None
    by_score: bool = False
    ignore_self: bool = False
    now: float | None = None
    half_life: float = HALF_LIFE_HOURS
    time_field: str | None = None
    vectors: str | None = None
    check: bool = False
    overwrite: bool = False
    forms: tuple = ()


class Facts:
    """What one row adds to the summary: its basis ("gold", "judged", "estimated:<method>" or None), the reason why it is
    left out (or None), its metrics for each k, single values, things to count, and the notes it gets."""
    __slots__ = ("basis", "left_out", "tables", "values", "counted", "notes")

    def __init__(self) -> None:
        self.basis, self.left_out, self.tables, self.values, self.counted, self.notes = None, None, (), {}, [], []


@functools.lru_cache(maxsize=16)
def settings_text(settings: Settings, basis: str, method: str = "") -> str:
    """What `retrieval_by` holds: "k5/linear/0.1.0"; whatever else changes the numbers stands between gain and version."""
    parts = [f"k{settings.k}", settings.gain if basis == "gold" else "judged" if basis == "judged" else
             f"{method}>={threshold_of(settings, method):g}"]
    if basis == "gold" and settings.recall_at != RECALL_AT:
        parts.append(f"recall{settings.recall_at:g}")
    if basis != "estimated":
        parts += [f"parent:{settings.separator or settings.parent_field}"] \
            if settings.separator or settings.parent_field else []
    parts += ["by_score"] if settings.by_score else []
    parts += ["without_self"] if settings.ignore_self else []
    return "/".join(parts + [VERSION])


def threshold_of(settings: Settings, method: str) -> float:
    """The threshold of an estimate: the one given, else the method's own."""
    return ESTIMATED_AT[method] if settings.estimated_at is None else settings.estimated_at


def score_row(row: dict, settings: Settings) -> tuple:
    """(fields to add, Facts) of one row. Raises DataError for a field of a wrong type."""
    docs, gold, facts = docs_of(row), gold_of(row), Facts()
    if docs is None:
        facts.left_out = NOT_RECORDED
        return finished(row, {**UNMEASURED, "duplicate_docs": None, "freshness": None}, facts, settings.overwrite), facts
    if docs:
        if settings.by_score:
            facts.counted.extend(["listed"] + ["scored"] * any(doc.get("score") is not None for doc in docs))
        docs, note = in_rank_order(docs, settings.by_score)
        if note:
            facts.notes.append(note)
            facts.counted.append("order: " + note)
    ids = [one.strip() if type(one) is str else id_text(one) for one in [doc["id"] for doc in docs]]
    own = row.get("id")
    if own is not None and id_text(own) in ids:
        facts.counted.append("self")
        if settings.ignore_self:
            docs = [doc for doc, one in zip(docs, ids) if one != id_text(own)]
            ids = [id_text(doc["id"]) for doc in docs]
        else:
            facts.notes.append("a retrieved id is the row's own id")
    repeated = repeated_places(ids, [doc.get("text") for doc in docs])
    if repeated:
        facts.notes.append(f"{len(repeated)} of {len(docs)} retrieved documents repeat an earlier one")
    if docs:
        facts.values["duplicate_docs"] = len(repeated) / len(docs)
    if gold is not None:
        added = score_gold(row, docs, ids, gold, repeated, settings, facts)
    else:
        verdicts = verdicts_of(row, docs, ids)
        added = score_verdicts(verdicts, settings, facts, unranked(row)) if verdicts else estimate_row(row, docs, ids, settings, facts)
    added["duplicate_docs"] = len(repeated)
    added["freshness"] = fresh = row_freshness(row, docs, settings, facts)
    if fresh is not None:
        facts.values["freshness"] = fresh
    used = docs_used(row.get("claims"), ids) if "claims" in row else None
    if used is not None:
        added["docs_used"] = facts.values["docs_used"] = used
    return finished(row, added, facts, settings.overwrite), facts


def finished(row: dict, added: dict, facts: Facts, overwrite: bool = False) -> dict:
    """The fields to add, when the row's own are respected: a retrieval signal that came with the row (no `retrieval_by`)
    is not replaced by null or by a verdict of ours unless `overwrite` says so; fields of an earlier run of this script are replaced or emptied."""
    if row.keys().isdisjoint(OURS):
        pass  # nothing to respect, as on most rows
    elif row.get("retrieval_by") is None and not overwrite:
        if row.get("retrieval_good") is not None or (row.get("recall_at_k") is not None and
                                                    added["recall_at_k"] is None):
            facts.counted.append("own_signal")
            for field in ("retrieval_good", "retrieval_basis", "retrieval_by"):
                del added[field]
            if added["recall_at_k"] is None and row.get("recall_at_k") is not None:
                del added["k"]  # ours is not the k of a recall that came with the row
        known = ("retrieval_miss", "first_relevant_rank") if facts.basis == "gold" else ()  # null is a finding there
        for field in [field for field in OURS if field in row and row[field] is not None and added.get(field, 0) is None
                      and field not in known]:
            del added[field]
    else:
        added.update([(field, None) for field in OURS if field in row and field not in added])
    others = row.get("notes")
    if facts.notes or others:
        others = others if isinstance(others, list) else [others] if others else []
        kept = [note for note in others if not (isinstance(note, str) and note.startswith(OUR_NOTE))]
        if facts.notes or len(kept) < len(others):
            added["notes"] = kept + [OUR_NOTE + note for note in facts.notes]
    return added


def score_gold(row: dict, docs: list, ids: list, gold: Gold, repeated: frozenset, settings: Settings,
               facts: Facts) -> dict:
    """The fields of a row with gold; a row labelled as having none is left out of the means."""
    k, counted, notes = settings.k, facts.counted, facts.notes
    added = {**UNMEASURED, "k": k, "retrieval_basis": "gold", "retrieval_by": settings_text(settings, "gold")}
    if not gold.ideal:
        facts.left_out = "unanswerable by label" if row.get("gold_doc_ids") is not None else "no grade above 0"
        notes.append(f"{facts.left_out}, so retrieval has nothing to find")
        if row.get("gold_doc_ids") is not None:
            counted.append(f"answered: {answered(row)}")
        return added
    if settings.gain == "exponential" and gold.ideal[0] > MAX_EXPONENT:
        raise DataError(f"field 'gold_grades' holds {gold.ideal[0]:g}; with --gain exponential at most {MAX_EXPONENT}")
    if settings.separator or settings.parent_field:
        counted.extend(["to map"] if ids else [])
        mapped, repeated = parents(docs, ids, gold, settings), frozenset()
        counted.extend(["mapped"] if mapped != list(dict.fromkeys(ids)) else [])
        ids = mapped
    gains, found = credited_gains(ids, gold)
    call = metrics_at if len(gains) <= CACHED_RANKS >= len(gold.ideal) else metrics_at.__wrapped__
    tables = [call(gains, found, gold.ideal, one, settings.gain) for one in settings.ks]
    met = tuple([1 if gain else 0 for gain in gains])
    if gold.overlap:
        met = newly_met(ids, gold)
        tables = [group_metrics(table, ids, gains, gold, one, settings.gain) for table, one in zip(tables, settings.ks)]
    facts.basis, facts.tables = "gold", tables
    added.update(tables[settings.ks.index(k)])
    metadata = row.get("metadata")
    from_text, mark = isinstance(metadata, dict) and metadata.get("gold_from_text"), unranked(row)
    if mark:
        facts.tables = [{**table, **dict.fromkeys(RANKED)} for table in tables]
        added.update(dict.fromkeys(RANKED))
        notes.append(f"metadata.{mark}: precision and ranks mean nothing here")
    if from_text:
        counted.append("gold_from_text")
    good = added["retrieval_good"] = added["recall_at_k"] >= settings.recall_at - AT_LEAST
    facts.values["retrieval_good"] = float(good)
    added["retrieval_miss"] = miss = miss_reason(met, len(gold.ideal), k, repeated)
    first = next((rank for rank, gain in enumerate(gains, 1) if gain), None)
    added["first_relevant_rank"] = None if mark else first
    if first is None:
        counted.append("no_match")
        forms = id_forms(gold.gains, ids, docs) if docs else ()
        counted.extend(["form: " + form for form in forms])
        if any(form in settings.forms for form in forms):
            added["retrieval_miss"] = miss = "id_forms"
    elif miss == "below_k" and not mark:
        notes.append(f"first gold document at rank {first}, below k {k}")
    if miss:
        counted.append("miss: " + miss)
        if from_text:
            notes.append("gold was given as text: a miss may be a difference in chunking")
    if not ids:
        counted.append("nothing_retrieved")
        notes.append("nothing was retrieved")
    elif len(ids) < k:
        counted.append("short_list")
        notes.append(f"{len(ids)} retrieved, k is {k}; precision divides by k")
    if k < settings.recall_at * len(gold.ideal) - AT_LEAST and not gold.overlap:
        counted.append("too_many")
    if gold.ideal[0] != 1 or gold.ideal[-1] != 1:
        counted.append("graded")
    if settings.check:
        method, score = estimate(row, docs, settings)[:2]
        if score is not None:
            facts.values["check"] = (method, good, score)
            if score >= threshold_of(settings, method) - AT_LEAST:
                counted.append(f"called good: {method}, {'good' if good else 'poor'}")
    return added


def unranked(row: dict) -> str | None:
    """The mark in a row's metadata that says that precision and ranks mean nothing there, or None."""
    metadata = row.get("metadata")
    marks = ("contexts_joined", "docs_cited_only") if isinstance(metadata, dict) else ()
    return next((mark for mark in marks if metadata.get(mark)), None)


def parents(docs: list, ids: list, gold: Gold, settings: Settings) -> list:
    """Ids of the documents that the chunks belong to, each once, in the order of their first chunk."""
    if settings.separator:
        mapped = [parent_of(one, settings.separator, gold.gains) for one in ids]
    else:
        found = [field_at(doc, settings.parent_field) for doc in docs]
        mapped = [one if value is None or isinstance(value, (dict, list, bool)) else id_text(value)
                  for one, value in zip(ids, found)]
    return list(dict.fromkeys(mapped))


def answered(row: dict) -> str:
    """Whether an unanswerable question was answered: "yes", "no", or "not known" without a verdict on abstaining."""
    answer = row.get("answer")
    if not isinstance(answer, str) or not answer.strip():
        return "no" if answer is not None else "not known"
    abstained = truth(row, "abstained")
    return "not known" if abstained is None else "no" if abstained else "yes"


def verdicts_of(row: dict, docs: list, ids: list) -> list:
    """A judge's verdict on each retrieved document (True, False, None), [] when there is none on any of them.

    Read from `relevant` of `retrieved_docs`, else of `context_docs` by id; a number is relevant from 0.5 on.
    """
    if not any("relevant" in doc for doc in docs):
        shown = docs_of(row, "context_docs") if row.get("context_docs") else []
        by_id = {id_text(doc["id"]): doc for doc in shown if doc.get("relevant") is not None}
        if not by_id:
            return []
        docs = [by_id.get(one, {}) for one in ids]
    verdicts = []
    for doc in docs:
        value = doc.get("relevant")
        if isinstance(value, float) and 0 <= value <= 1:
            verdicts.append(value >= 0.5 - AT_LEAST)
        else:
            verdicts.append(truth(doc, "relevant"))
    return verdicts if any(one is not None for one in verdicts) else []


def score_verdicts(verdicts: list, settings: Settings, facts: Facts, mark: str | None = None) -> dict:
    """The fields of a row whose documents a judge has marked. What the judge did not see is unknown, so there is no
    recall; a metric is null as soon as a missing verdict could change it. `mark` says that there are no true ranks."""
    k, first = settings.k, verdicts[:settings.k]
    added = {**UNMEASURED, "k": k, "retrieval_basis": "judged", "retrieval_by": settings_text(settings, "judged")}
    known = first[:first.index(None)] if None in first else first
    good = True if True in first else None if None in first else False
    rank = known.index(True) + 1 if True in known else None
    added.update(retrieval_good=good, hit_at_k=None if good is None else float(good), first_relevant_rank=rank,
                 reciprocal_rank=1 / rank if rank else None if None in first else 0.0,
                 precision_at_k=None if None in first else sum(first) / k,
                 context_precision=context_precision(verdicts, k))
    if mark:
        added.update(dict.fromkeys((*RANKED, "context_precision", "first_relevant_rank")))
        facts.notes.append(f"metadata.{mark}: precision and ranks mean nothing here")
    if good is None:
        facts.left_out = "no document judged relevant, and not all judged"
        return added
    facts.basis = "judged"
    facts.values.update((name, added[name]) for name in ("hit_at_k", "precision_at_k", "reciprocal_rank", "context_precision")
                        if added[name] is not None)
    facts.values["retrieval_good"] = float(good)
    return added


def row_freshness(row: dict, docs: list, settings: Settings, facts: Facts) -> float | None:
    """A row's freshness, with what stands in its way counted: unreadable dates, documents from the future, no `now`."""
    stamps = [doc["timestamp"] for doc in docs if "timestamp" in doc and doc["timestamp"] not in (None, "")]
    if not stamps:
        return None
    times = [parse_time(one) if isinstance(one, (str, int, float)) else None for one in stamps]
    if None in times:
        facts.counted.append("unreadable_date")
        facts.notes.append(f"no date, or two readings: {shorten(stamps[times.index(None)])}")
    now = settings.now if settings.now is not None else row_time(row, settings.time_field)
    dated = [one for one in times if one is not None]
    if now is None:
        facts.counted.extend(["no_now"] if dated else [])
        return None
    future = sum(one > now for one in dated)
    if future:
        facts.counted.append("future")
        facts.notes.append(f"{future} of the documents are dated after the query; they count as new")
    return freshness(dated, now, settings.half_life)


TIME_FIELDS = ("timestamp", "time", "created_at", "query_time", "start_time", "date")


def row_time(row: dict, field: str | None = None) -> float | None:
    """When the query was asked: of the named field, else of the first usual one at the top or in `metadata`."""
    inside = row.get("metadata") if isinstance(row.get("metadata"), dict) else {}
    values = [field_at(row, field)] if field else [place.get(name) for place in (row, inside) for name in TIME_FIELDS]
    return next((time for time in (parse_time(one) for one in values if isinstance(one, (str, int, float)))
                 if time is not None), None)


# Chosen on two public sets of questions with people's labels (HAGRID, ExpertQA), each row once with the right document
# among its five and once with the five nearest wrong ones; references/metrics.md has the table, tests/bench/
# estimate_error.py makes it. For cosine the scale is the embedding model's, so 0.5 is a place to start, not a finding.
ESTIMATED_AT = {"words": 0.55, "reference": 0.55, "cosine": 0.5}
METHOD_WORDS = {"words": "words of the query", "reference": "words of the reference answer", "cosine": "cosine of vectors"}
MEASURED = {
    "words": "Measured against people's labels: of rows whose right document came 72 % (366/508) are called good, of rows "
             "with near misses only 25 % (134/536).",
    "reference": "Measured against people's labels: of rows whose right document came 80 % (540/675) are called good, of "
                 "rows with near misses only 8 % (60/709)."}
LONGEST_WEIGHT = 8  # letters; beyond it longer words are no rarer


# ASCII text in small letters with a blank for each mark that no word holds, and the same with every letter and digit alike.
_PLAIN = bytes([code + 32 if 65 <= code <= 90 else code if chr(code).isalnum() and code < 128 or code in b"'`" else 32
                for code in range(256)])
_KINDS = bytes([48 if 48 <= code <= 57 else 97 if chr(code).isalpha() and code < 128 else code for code in range(256)])
MOST_NEEDLES = 24  # from here on folding the whole text costs less than searching it for each word


def plain_text(text: str) -> str:
    """The text in fewer spellings but with the same words(), so that these are looked up faster; the text itself unless
    it is ASCII without digits (marks between digits mean something) and without hyphenated line ends."""
    if not text.isascii() or "-\n" in text or "-\r" in text or "- \n" in text:
        return text
    raw = text.encode()
    return text if b"0" in raw.translate(_KINDS) else raw.translate(_PLAIN).decode()


@functools.lru_cache(maxsize=8192)
def needles(word: str) -> tuple:
    """What small ASCII text must hold, one of them after a blank, to hold a word that folds to `word`: its stem without a
    final i (which may stand for y), the first digit of a number, or an irregular form or number word."""
    if not word.isascii() or not word:
        return ()
    own = word[0] if word[0].isdigit() else word[:-1] if word[-1] == "i" and len(word) > 2 else word
    return tuple([" " + raw for raw in (own, *_odd_forms().get(word, ()))])


@functools.lru_cache(maxsize=1)
def _odd_forms() -> dict:
    forms: dict = {}
    for raw in itertools.chain(_IRREGULAR, _NUMBER_WORDS):
        for word in words(raw):
            forms.setdefault(word, []).append(raw)
    return forms


def held_words(wanted: set, texts: list) -> list:
    """For each text the wanted content words that it holds, wanted & set(words(text)); an empty set for null.

    Several times faster than folding the texts, because only what stands where one of the words may begin is folded. Time
    stays linear: each find goes on behind the last.
    """
    text = " ".join([one or "" for one in texts])
    if len(wanted) > MOST_NEEDLES or not text.isascii() or ("\n" in text or "\r" in text) and (
            "-\n" in text or "-\r" in text or "- \n" in text):
        return [wanted.intersection(words(plain_text(one))) if one else set() for one in texts]
    raw, found = text.encode(), [set() for _ in texts]
    kinds, plain = raw.translate(_KINDS), f" {raw.translate(_PLAIN).decode()} "
    starts = [1, *itertools.accumulate([len(one or "") + 1 for one in texts], initial=1)][1:]
    after_blank = not (b"0a" in kinds or "'" in plain or "`" in plain)  # where words begin; not so in 12kg and l'eau
    for word in wanted:
        for needle in needles(word):
            low, blank = plain, after_blank
            if word[0].isdigit() and needle[1].isdigit():  # 1,500 and 1500.0 hold the first digit, in the text as it stands
                low, blank = f" {text.lower()} ", False
            needle = needle if blank else needle[1:]
            at = low.find(needle)
            while at >= 0:
                if not blank and low[at - 1].isalpha() and needle[0].isalpha():  # within a word
                    at = low.find(needle, at + 1)
                    continue
                start = at + 1 if blank else low.rfind(" ", 0, at) + 1
                end = low.find(" ", start)
                folded = _VOCABULARY[low[start:end]]
                if folded == word or word in folded.split():
                    place = bisect.bisect_right(starts, start) - 1
                    found[place].add(word)
                    end = max(end, starts[place + 1] - 1)
                at = low.find(needle, end)
    return found


def rarity(text: str) -> dict:
    """Content word -> weight of each content word of a text: its length up to 8. Frequent words are short (Zipf), so rows
    need no common corpus to agree on what is rare."""
    return {word: min(len(word), LONGEST_WEIGHT) for word in content_words(plain_text(text))}


def coverage(weights: dict, found: set) -> float | None:
    """Share of the weight of the wanted words that is among the found ones; None when nothing is wanted."""
    return sum(map(weights.get, found, itertools.repeat(0))) / sum(weights.values()) if weights else None


def estimated_relevance(query: str, texts: list, embed: object = None) -> list:
    """ESTIMATED relevance of each text to the query: share of the query's content words it holds, weighted by rarity.

    With `embed` (a list of texts -> a list of vectors) it is the cosine, not below 0. None for a text that is null and for
    a query without content words.
    """
    if embed is None:
        weights = rarity(query)
        return [None if text is None else coverage(weights, part)
                for text, part in zip(texts, held_words(set(weights), texts))]
    vectors = embed([query] + [text for text in texts if text is not None])
    rest = iter(vectors[1:])
    return [None if text is None else cosine(vectors[0], next(rest)) for text in texts]


def cosine(a: object, b: object) -> float | None:
    """Cosine of two vectors, at least 0.0; None where one is missing or has no length. Raises DataError for other sizes."""
    if a is None or b is None:
        return None
    if len(a) != len(b):
        raise DataError(f"vectors have {len(a)} and {len(b)} numbers; all must come from one model")
    length = math.sqrt(math.fsum(x * x for x in a) * math.fsum(y * y for y in b))
    return min(1.0, max(0.0, math.fsum(x * y for x, y in zip(a, b)) / length)) if length else None


def context_recall(reference: str, texts: list) -> tuple:
    """(share of the reference's content words, weighted by rarity, in the texts taken together; place of the text that
    holds most of them, None when none holds any). ESTIMATED; (None, None) for a reference without content words."""
    weights = rarity(reference)
    held = held_words(set(weights), texts)
    return coverage(weights, set().union(*held)), best_place([coverage(weights, part) for part in held])


def best_place(shares: list) -> int | None:
    """Place of the first of the highest shares; None when none is above 0."""
    known = [share or 0.0 for share in shares]
    return known.index(max(known)) if any(known) else None


@functools.lru_cache(maxsize=1)
def read_vectors(path: str) -> dict:
    """SHA-256 of a text -> its vector, from JSONL rows {"text" or "sha256", "vector"}. Held in memory, 4 bytes a number."""
    found, size = {}, None
    for place, line in read_lines(path):
        where = f"{shown_path(path)}:{place}"
        try:
            row = parse_row(line)
            key, vector = row.get("sha256"), row.get("vector", row.get("embedding"))
            if isinstance(row.get("text"), str):
                key = text_key(row["text"])
            if not isinstance(key, str) or not re.fullmatch(r"[0-9a-fA-F]{64}", key):
                raise DataError("expected 'text' or 'sha256' (64 hex digits)")
            if not isinstance(vector, list) or not vector or not all(type(one) in (int, float) for one in vector):
                raise DataError(f"field 'vector' must be a list of numbers, got {kind_of(vector)}")
            if size not in (None, len(vector)):
                raise DataError(f"field 'vector' has {len(vector)} numbers, others {size}; all must come from one model")
            size, packed = len(vector), array.array("f", vector)
            if not math.isfinite(sum(packed)):
                raise DataError("field 'vector' holds a number that is out of range")
            found[bytes.fromhex(key)] = packed
        except (DataError, OverflowError) as error:
            raise DataError(f"{where}: {error}") from None
    if not found:
        raise DataError(f"{shown_path(path)}: no rows; one JSON object with text (or sha256) and vector a line is expected")
    return found


def text_key(text: str) -> str:
    """SHA-256 of the text's UTF-8 bytes, in hex: the key of a text in a file of vectors."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def stored_vectors(path: str) -> object:
    """An `embed` that looks texts up in a file of vectors; None for a text that is not in it."""
    found = read_vectors(path)
    return lambda texts: [found.get(bytes.fromhex(text_key(text))) for text in texts]


def estimate_row(row: dict, docs: list, ids: list, settings: Settings, facts: Facts) -> dict:
    """The fields of a row that nobody labelled: from the reference answer, else from the query. ESTIMATED."""
    method, score, relevance, best, facts.left_out = estimate(row, docs, settings)
    if score is None:
        return {**UNMEASURED, "estimated_relevance": relevance}
    good = score >= threshold_of(settings, method) - AT_LEAST
    added = {**UNMEASURED, "k": settings.k, "retrieval_good": good, "retrieval_basis": "estimated",
             "retrieval_by": settings_text(settings, "estimated", method), "estimated_relevance": relevance}
    if method == "reference":
        added.update(context_recall=score, reference_doc=None if best is None else ids[best])
    facts.basis = "estimated:" + method
    facts.values["context_recall" if method == "reference" else "best_relevance"] = score
    facts.values["retrieval_good"] = float(good)
    return added


def estimate(row: dict, docs: list, settings: Settings) -> tuple:
    """(method, score 0..1 or None, relevance of each document, place of the document that holds most of the reference,
    why there is no score). The score looks at the first k documents; it is 0 when nothing was retrieved."""
    query, reference, k = text_of(row, "query"), text_of(row, "reference_answer"), settings.k
    embed = stored_vectors(settings.vectors) if settings.vectors else None
    texts = [doc.get("text") or None for doc in docs]
    weights = rarity(reference) if reference else {}
    method = "reference" if weights else "cosine" if embed else "words"
    if docs and not any(texts):
        return method, None, [None] * len(docs), None, "no gold, and no text of the documents"
    if not weights and not embed:
        weights = rarity(query or "")
    wanted = set(weights)
    held = held_words(wanted, texts) if weights else []
    shares = relevance = [text and coverage(weights, part) for text, part in zip(texts, held)] or [None] * len(docs)
    if embed:
        relevance = estimated_relevance(query, texts, embed) if query else [None] * len(docs)
    if method == "reference":
        together = coverage(weights, set().union(*held[:k]))
        return method, together, relevance, best_place(shares[:k]), None
    if not query or not (embed or weights):
        return method, None, relevance, None, "no gold, and no words to compare in query or reference"
    known = [one for one in relevance[:k] if one is not None]
    if docs and not known:
        return method, None, relevance, None, "no gold, and no vector of query or documents"
    return method, max(known, default=0.0), relevance, None, None


def moments_of(values: list) -> Moments:
    """Moments of a list at once: its count, mean and sum of squared distances from the mean; the list must not be empty."""
    part = Moments()
    part.n, part.mean = len(values), math.fsum(values) / len(values)
    mean = part.mean
    part.squares = math.fsum([(value - mean) * (value - mean) for value in values])
    return part


BINS = 100  # of estimates, when they are checked against gold: fine enough to choose a threshold, flat in memory


class Tally:
    """What a stream of rows adds up to: counts, running means by (basis, name, k), example ids, estimates against gold.

    Merging the parts of consecutive rows in order gives the same bytes however the rows were shared out.
    """

    def __init__(self) -> None:
        self.rows = 0
        self.counts: collections.Counter = collections.Counter()
        self.means: dict = {}
        self.tables: list = []
        self.values: dict = {}
        self.examples: dict = {}
        self.checks: dict = {}

    def add(self, name: str, facts: Facts) -> None:
        """Take over what one row adds; `name` is its id, for the examples."""
        self.rows += 1
        counts = self.counts
        counts[facts.basis] += 1
        if facts.left_out:
            facts.counted.append("left out: " + facts.left_out)
        for one in facts.counted:
            counts[one] += 1
            if one.startswith(("miss: ", "nothing_retrieved", "left out: ")):
                examples = self.examples.setdefault(one, [])
                if len(examples) < 5:
                    examples.append(name)
        if facts.tables:
            self.tables.append(facts.tables)
        for name, value in facts.values.items():
            if name == "check":
                method, good, score = value
                self.checks.setdefault(method, {True: [0] * (BINS + 1), False: [0] * (BINS + 1)})[good][
                    int(score * BINS + AT_LEAST)] += 1
            else:
                self.values.setdefault((facts.basis, name, None), []).append(value)

    def close(self, ks: tuple) -> Tally:
        """Turn the values of a batch into running means; many at once cost a fraction of one by one."""
        for at, k in enumerate(ks):
            tables = [tables[at] for tables in self.tables]
            for name in METRICS:
                self.values["gold", name, k] = [table[name] for table in tables if table[name] is not None]
        self.means = {key: moments_of(values) for key, values in self.values.items() if values}
        self.tables, self.values = [], {}
        return self

    def merge(self, other: Tally) -> None:
        self.rows += other.rows
        self.counts.update(other.counts)
        for key, part in other.means.items():
            self.means.setdefault(key, Moments()).merge(part)
        for reason, ids in other.examples.items():
            self.examples[reason] = (self.examples.get(reason, []) + ids)[:5]
        for method, parts in other.checks.items():
            mine = self.checks.setdefault(method, {True: [0] * (BINS + 1), False: [0] * (BINS + 1)})
            for good in parts:
                mine[good] = [a + b for a, b in zip(mine[good], parts[good])]

    def starting(self, start: str) -> dict:
        """Counts whose name begins with `start`, by the rest of the name, largest first."""
        found = [(key[len(start):], count) for key, count in self.counts.items() if key and key.startswith(start)]
        return dict(sorted(found, key=lambda one: (-one[1], one[0])))

    def mean(self, basis: str | None, name: str, k: int | None = None) -> dict:
        """Mean with its interval; a rate with Wilson's where every value is 0 or 1."""
        part = self.means.get((basis, name, k), Moments())
        if name in RATES or name == "retrieval_good":
            return rate(round(part.mean * part.n), part.n)
        return within_0_1(part.summary())

    def over_all(self, name: str) -> dict:
        """Mean of a value that has nothing to do with the basis of the row."""
        total = Moments()
        for key in sorted((key for key in self.means if key[1] == name), key=str):
            total.merge(self.means[key])
        return within_0_1(total.summary())


def within_0_1(part: dict) -> dict:
    """The summary of a mean of shares; its interval does not leave 0..1, as Student's t does on few rows."""
    limits = part["ci95"] and [max(0.0, part["ci95"][0]), min(1.0, part["ci95"][1])]
    return {**part, "ci95": limits}


def confirmed_forms(tally: Tally) -> tuple:
    """The ways in which ids of the whole run differ in form: those that enough of the rows without any match agree on.
    That hits are chunks of what gold names must show in enough of all rows with gold: where most ids match as they stand,
    a few that look so ("sec_5" and "sec_5_2") are documents of their own."""
    counts = tally.counts
    return tuple(form for form, count in tally.starting("form: ").items() if count >= max(1, FORM_SHARE * counts[
        "gold" if form.partition(":")[0] in STRUCTURAL else "no_match"]))


@functools.lru_cache(maxsize=4096)
def _fields_bytes(items: tuple) -> bytes:
    return row_bytes(dict(items))


# Fields whose values differ from row to row; the others take few values together.
LOOSE = ("estimated_relevance", "context_recall", "reference_doc", "context_precision", "freshness", "docs_used", "notes")


def written(line: bytes, row: dict, added: dict) -> bytes:
    """The row's line with the added fields. Rows whose new fields are alike share the text of these (most do)."""
    if not row or not row.keys().isdisjoint(added):
        return extend_row(line, row, added)
    loose = {key: added[key] for key in LOOSE if added.get(key) is not None}
    if not loose:
        return line[:-1].rstrip() + b", " + _fields_bytes(tuple(added.items()))[1:]
    alike = _fields_bytes(tuple([item for item in added.items() if item[0] not in loose]))
    return line[:-1].rstrip() + b", " + alike[1:-2] + b", " + row_bytes(loose)[1:]


def score_batch(settings: Settings, lines: list) -> tuple:
    """(rows as bytes, Tally, [(line number, fault)]) of consecutive lines [(number, bytes)]."""
    out, tally, faults = [], Tally(), []
    for place, line in lines:
        try:
            row = parse_row(line)
            added, facts = score_row(row, settings)
            data, name = written(line, row, added), row_id(row, place)
        except DataError as error:
            faults.append((place, str(error)))
            continue
        except RecursionError:
            faults.append((place, "nested too deeply to be read"))
            continue
        out.append(data)
        tally.add(name, facts)
    return b"".join(out), tally.close(settings.ks), faults


def summary_of(tally: Tally, settings: Settings, bad: int = 0) -> dict:
    """The summary as one JSON document, from the counts."""
    counts, k, ks = tally.counts, settings.k, list(settings.ks)
    gold_rows = counts["gold"]
    found = {"n": tally.rows, "k": k, "ks": ks, "gold": None, "judged": None, "estimated": {}}
    if gold_rows:
        found["gold"] = {
            "n": gold_rows, "metrics": {name: tally.mean("gold", name, k) for name in METRICS},
            "retrieval_good": {**tally.mean("gold", "retrieval_good"), "recall_threshold": settings.recall_at},
            "by_k": {str(one): {name: tally.mean("gold", name, one) for name in METRICS} for one in ks},
            "knee": knee_of([(one, tally.mean("gold", "recall_at_k", one)["mean"]) for one in ks]),
            "misses": {reason: {**rate(counts["miss: " + reason], gold_rows), "asks": asks,
                                "examples": tally.examples.get("miss: " + reason, [])} for reason, asks in ASKS.items()},
            "nothing_retrieved": counts["nothing_retrieved"], "short_lists": counts["short_list"],
            "graded_rows": counts["graded"], "rows_without_any_match": counts["no_match"]}
    if counts["judged"]:
        found["judged"] = {"n": counts["judged"], "retrieval_good": tally.mean("judged", "retrieval_good"),
                           "metrics": {name: tally.mean("judged", name) for name in
                                       ("hit_at_k", "precision_at_k", "reciprocal_rank", "context_precision")}}
    for method in ESTIMATED_AT:
        basis = "estimated:" + method
        if counts[basis]:
            score = "context_recall" if method.startswith("reference") else "best_relevance"
            found["estimated"][method] = {
                "n": counts[basis], "retrieval_good": {**tally.mean(basis, "retrieval_good"),
                                                       "threshold": threshold_of(settings, method)},
                score: tally.mean(basis, score), "measured_error": MEASURED.get(method)}
    found["left_out"] = tally.starting("left out: ")
    found["examples"] = {name: ids for name, ids in sorted(tally.examples.items()) if not name.startswith("miss: ")}
    found["unanswerable"] = {"n": counts["left out: unanswerable by label"], "answered": counts["answered: yes"],
                             "not_answered": counts["answered: no"], "not_known": counts["answered: not known"]}
    found["duplicates"] = {"share": tally.over_all("duplicate_docs")}
    found["freshness"] = {**tally.over_all("freshness"), "half_life_hours": settings.half_life,
                          "rows_without_a_time": counts["no_now"], "rows_with_unreadable_dates": counts["unreadable_date"],
                          "rows_with_future_documents": counts["future"]}
    found["docs_used"] = tally.over_all("docs_used")
    found["id_forms"] = {form: tally.starting("form: ")[form] for form in confirmed_forms(tally)}
    if tally.checks:
        found["estimate_check"] = {method: check_of(parts, threshold_of(settings, method), *[
            counts[f"called good: {method}, {kind}"] for kind in ("good", "poor")])
            for method, parts in sorted(tally.checks.items())}
    found["skipped_lines"] = bad
    found["warnings"] = warnings_of(tally, settings)
    found["signature"] = signature_of(tally, settings)
    return found


def knee_of(recalls: list) -> dict | None:
    """The smallest k that reaches 95 % of the recall at the largest, of [(k, mean recall)] by rising k; None without."""
    if not recalls or not recalls[-1][1]:
        return None
    largest = recalls[-1][1]
    k, recall = next((k, recall) for k, recall in recalls if recall >= KNEE_SHARE * largest - AT_LEAST)
    return {"k": k, "recall": recall, "share_of_largest": recall / largest, "largest_k": recalls[-1][0]}


def check_of(parts: dict, threshold: float, hits: int, alarms: int) -> dict:
    """How estimates of rows with gold agree with it: errors at the threshold, AUROC, and the threshold that errs least.

    `parts` holds counts of estimates by hundredths, for rows that gold calls good (True) and poor (False); of these the
    estimate calls `hits` and `alarms` good at the threshold.
    """
    good, poor = parts[True], parts[False]
    n_good, n_poor = sum(good), sum(poor)
    if not n_good or not n_poor:
        return {"n_good": n_good, "n_poor": n_poor, "threshold": threshold, "auroc": None, "true_positive_rate": None,
                "false_positive_rate": None, "accuracy": None, "best_threshold": None}
    below, area = 0, 0.0
    for a, b in zip(good, poor):
        area += a * (below + b / 2)
        below += b
    best = max(range(BINS + 1), key=lambda one: (sum(good[one:]) / n_good - sum(poor[one:]) / n_poor, one))
    return {"n_good": n_good, "n_poor": n_poor, "threshold": threshold, "auroc": area / n_good / n_poor,
            "true_positive_rate": rate(hits, n_good), "false_positive_rate": rate(alarms, n_poor),
            "accuracy": rate(hits + n_poor - alarms, n_good + n_poor), "best_threshold": best / BINS}


def warnings_of(tally: Tally, settings: Settings) -> list:
    """What would make the numbers mean something else than they seem to, loudest first."""
    counts, out = tally.counts, []
    if tally.rows and counts["left out: " + NOT_RECORDED] == tally.rows:
        out.append("NO ROW RECORDS retrieved_docs: nothing can be measured. Is this another tool's export? "
                   "scripts/load_traces.py converts it.")
    listed = counts["no_match"] - counts["nothing_retrieved"]
    if counts["gold"] and counts["no_match"] == counts["gold"] and listed:
        out.append(f"NO GOLD ID MATCHES ANY RETRIEVED ID in the whole run ({counts['gold']:,} rows). A broken join of ids "
                   "gives the same zeros as a broken retriever: look at the ids before the retriever.")
    for form in confirmed_forms(tally):
        agree = f"{tally.starting('form: ')[form]:,} of {counts['no_match']:,} rows without a match"
        kind, _, detail = form.partition(":")
        out.append({
            "parent": f"gold names documents and hits are their chunks ({agree}): rerun with "
                      f"--parent-separator={quoted(detail)}",
            "field": f"gold names what hits hold in a field ({agree}): rerun with --parent-field={quoted(detail)}",
            "child": f"gold names chunks and hits are whole documents ({agree}, separator {quoted(detail)}): label gold by "
                     "document, or record chunk ids",
            "case": f"ids may be in two forms: they agree when case and blanks are ignored ({agree})",
            "decimals": f"ids may be in two forms: they agree but for a decimal point, 7.0 beside 7 ({agree})",
            "zeros": f"ids may be in two forms: they agree but for leading zeros ({agree})",
            "marks": f"ids may be in two forms: they agree but for punctuation, a path or a file ending ({agree})",
            "prefix": f"ids may be in two forms: one has a prefix before the same number ({agree})"}[kind])
    rows = {"too_many": f"rows have so much gold that {settings.k} documents cannot reach a recall of {settings.recall_at:g}: never "
                        "good at this k (a larger --k, or a lower --recall-threshold)",
            "order: scores disagree with the list order, which was kept":
            "rows have scores that disagree with the list order; the list order was kept (--sort-by-score to use scores; "
            "distances rise down the list, and that is as it should be)",
            "order: the order is that of the field rank, which differs from the list's":
            "rows are ordered by the field rank, which differs from the list order",
            "gold_from_text": "rows have gold given as text: a miss there may be a difference in chunking",
            "no_now": "rows have dated documents but no time of their own that can be read: freshness wants --now (or "
                      "--time-field)",
            "unreadable_date": "rows have a document date that cannot be read, or in two ways (03/04/2024)",
            "future": "rows have documents from the future; they count as new",
            "own_signal": "rows came with a retrieval signal of their own, which was kept (--overwrite replaces it)"}
    if not settings.ignore_self:
        rows["self"] = "rows retrieved their own id (--ignore-self leaves such hits out)"
    out += [f"{counts[key]:,} {words}" for key, words in rows.items() if counts[key]]
    if counts["to map"] and not counts["mapped"]:
        flag = f"--parent-separator {quoted(settings.separator)}" if settings.separator else \
            f"--parent-field {quoted(settings.parent_field)}"
        out.append(f"{flag} maps no retrieved id to another: is it spelt as in the rows?")
    if settings.by_score and counts["listed"] and not counts["scored"]:
        out.append("--sort-by-score: no document has a score, so the list order was kept")
    if settings.check and not tally.checks:
        out.append("--check-estimates: no row has both gold and what an estimate needs (query or reference, documents' texts)")
    if counts["estimated:cosine"] and settings.estimated_at is None:
        out.append(f"the threshold {ESTIMATED_AT['cosine']:g} for cosine is not measured for your embedding model: set "
                   "--estimated-threshold; --check-estimates measures it on rows with gold")
    return out


def quoted(text: str) -> str:
    """The text in quotes as a shell takes it."""
    return "'" + text.replace("'", "'\\''") + "'"


def signature_of(tally: Tally, settings: Settings) -> str:
    """All that changes the numbers, in fixed order, version last."""
    counts = tally.counts
    parts = [f"k:{settings.k}", f"gain:{settings.gain}",
             f"gold:{('graded' if counts['graded'] else 'binary') if counts['gold'] else 'none'}",
             f"recall:{settings.recall_at:g}"]
    methods = [f"{method}>={threshold_of(settings, method):g}" for method in ESTIMATED_AT if counts["estimated:" + method]]
    parts += [f"estimated:{'+'.join(methods)}"] if methods else []
    parts += ["judged"] if counts["judged"] else []
    parts += [f"parent:{settings.separator or settings.parent_field}"] if settings.separator or settings.parent_field else []
    parts += [name for name, on in (("by_score", settings.by_score), ("without_self", settings.ignore_self)) if on]
    if any(key[1] == "freshness" for key in tally.means):
        parts.append(f"half_life:{settings.half_life:g}h" + ("" if settings.now is None else f"@{settings.now:.0f}"))
    return "|".join(["retrieval"] + parts + [f"v:{VERSION}"])


def wrapped(text: str, indent: int = 2, width: int = 79) -> str:
    """The text in lines of at most `width` characters, the second and later ones indented; its own beginning is kept."""
    lines = [text[:len(text) - len(text.lstrip())]]
    for word in text.split(" "):
        if not word:
            lines[-1] += "" if not lines[-1].strip() else " "
        elif lines[-1].strip() and len(lines[-1]) + 1 + len(word) > width:
            lines.append(" " * indent + word)
        else:
            lines[-1] += word if not lines[-1].strip() else " " + word
    return "\n".join(line.rstrip() for line in lines)


def text_report(found: dict) -> str:
    """The summary for people: warnings first, then each basis by itself, then what was left out, then the signature."""
    k, lines = found["k"], [f"Retrieval: {found['n']:,} rows"]
    lines += [wrapped("WARNING " + one) for one in found["warnings"]]
    gold, judged = found["gold"], found["judged"]
    if gold:
        lines += ["", f"With gold: {gold['n']:,} rows, k {k}"]
        for name in METRICS:
            part = gold["metrics"][name]
            label = LABELS[name] + ("" if name == "r_precision" else f"@{k}")
            lines.append(f"  {label:<18}" + (rate_text(part) if "share" in part else mean_text(part)))
        lines.append(f"  {'retrieval good':<18}{rate_text(gold['retrieval_good'])}, recall >= "
                     f"{gold['retrieval_good']['recall_threshold']:g}")
        if len(found["ks"]) > 1:
            names = ("recall_at_k", "precision_at_k", "hit_at_k", "all_gold_at_k", "reciprocal_rank", "average_precision",
                     "ndcg_at_k")
            heads = ("recall", "precision", "hit", "all gold", "MRR", "MAP", "nDCG")
            lines += ["", "     k" + "".join(f"{head:>10}" for head in heads)]
            for one in found["ks"]:
                parts = [gold["by_k"][str(one)][name] for name in names]
                values = [part["share"] if "share" in part else part["mean"] for part in parts]
                lines.append(f"{one:>6}" + "".join(f"{'-' if value is None else format(value, '.3f'):>10}" for value in values))
            if gold["knee"]:
                lines.append(f"  knee: k {gold['knee']['k']} reaches {percent(gold['knee']['share_of_largest'])} of the recall at "
                             f"k {gold['knee']['largest_k']}")
        missed = [(reason, part) for reason, part in gold["misses"].items() if part["count"]]
        if missed:
            lines += ["", f"Where gold was missing among the first {k}, and what that asks for"]
            lines += [wrapped(f"  {reason:<16}{rate_text(part)}: {part['asks']}", 18) for reason, part in
                      sorted(missed, key=lambda one: -one[1]["count"])]
    if judged:
        lines += ["", f"Judged documents: {judged['n']:,} rows, k {k} (no recall: what was not retrieved was not judged)",
                  f"  {'retrieval good':<18}{rate_text(judged['retrieval_good'])}, one relevant document or more"]
        for name in ("precision_at_k", "reciprocal_rank", "context_precision"):
            lines.append(f"  {LABELS.get(name, 'context precision') + f'@{k}':<22}{mean_text(judged['metrics'][name])}")
    for method, part in found["estimated"].items():
        good, score = part["retrieval_good"], "context_recall" if "context_recall" in part else "best_relevance"
        lines += ["", f"ESTIMATED from {METHOD_WORDS[method]}: {part['n']:,} rows without gold, k {k}",
                  f"  ESTIMATED {score.replace('_', ' '):<22}{mean_text(part[score])}",
                  f"  ESTIMATED {'retrieval good':<22}{rate_text(good)}, from {good['threshold']:g} on"]
        lines.append(wrapped("  " + (part["measured_error"] or "The error of this threshold is not measured for your model."), 2))
    for method, part in found.get("estimate_check", {}).items():
        lines += ["", f"ESTIMATES from {METHOD_WORDS[method]}, checked on {part['n_good'] + part['n_poor']:,} rows with gold"]
        if part["auroc"] is None:
            lines.append("  gold calls all of them " + ("good" if part["n_good"] else "poor") + ", so nothing can be told")
            continue
        lines += [f"  called good from {part['threshold']:g} on: of the good {rate_text(part['true_positive_rate'])}",
                  f"  {'':<27}of the poor {rate_text(part['false_positive_rate'])}",
                  f"  agreement {rate_text(part['accuracy'])}, AUROC {part['auroc']:.2f}; the threshold that errs least here: "
                  f"{part['best_threshold']:g}"]
    others = [f"  repeated documents  {mean_text(found['duplicates']['share'])}"] if found["duplicates"]["share"]["mean"] else []
    if found["freshness"]["n"]:
        others.append(f"  freshness           {mean_text(found['freshness'])}, half-life {found['freshness']['half_life_hours']:g} h")
    if found["docs_used"]["n"]:
        others.append(f"  documents used      {mean_text(found['docs_used'])}")
    lines += ["", "All rows"] + others if others else []
    if found["left_out"] or found["skipped_lines"]:
        lines += ["", "Left out"]
        lines += [f"  {count:,} rows: {reason}" for reason, count in found["left_out"].items()]
        lines += [f"  {found['skipped_lines']:,} bad lines skipped"] if found["skipped_lines"] else []
    none = found["unanswerable"]
    if none["n"]:
        lines.append(wrapped(f"  of {none['n']:,} unanswerable questions {none['answered']:,} were answered anyway, "
                             f"{none['not_answered']:,} were not, {none['not_known']:,} are not known "
                             "(score_faithfulness.py finds abstentions)", 4))
    return "\n".join(lines + ["", f"Signature: {found['signature']} (n {found['n']:,})", ""])


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


# --- shared: text (fold, words, content_words, sentences; the owner is score_faithfulness.py) ---
# Folding decides what "the same word" means; every script that compares words holds this same text.
_DIGITS = {zero + n: str(n) for zero in (0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0) for n in range(10)}
_DROP = dict.fromkeys([0xAD, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF, 0x640, 0x670, *range(0x64B, 0x653)], "")
_MARKS = {0x2018: "'", 0x2019: "'", 0x201B: "'", 0x2BC: "'", 0x60: "'", 0xB4: "'", 0x201C: '"', 0x201D: '"', 0x201E: '"', 0xAB: '"', 0xBB: '"',
          0x2010: "-", 0x2011: "-", 0x2012: "-", 0x2013: "-", 0x2014: "-", 0x2015: "-", 0x2212: "-", 0x131: "i", 0x66B: ".", 0x66C: ","}
_FOLD_TABLE = {**_DROP, **_DIGITS, **_MARKS}          # soft hyphens, zero-width and vowel marks go; quotes, dashes, digits become ASCII
_BROKEN_WORD = re.compile(r"(?<=[^\W\d_])-[ \t]*\r?\n[ \t]*(?=[^\W\d_])")
_LETTERS = (r"[^\W\d_\u0300-\u036f]\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0653-\u065f\u06d6-\u06ed"
            r"\u0900-\u0963\u0970-\u0983\u09bc-\u09e3\u0a01-\u0a51\u0a70-\u0ae3\u0b01-\u0b63\u0b71-\u0be5\u0c00-\u0c63\u0c80-\u0ce3"
            r"\u0d00-\u0d63\u0d80-\u0df3\u0e01-\u0e3a\u0e40-\u0e4e\u0e80-\u0ece\u0f18-\u0f84\u1000-\u1049\u1050-\u109f\u1780-\u17d3")
_MARKED = "[" + _LETTERS.split("]", 1)[1]             # letters and marks of scripts whose marks Python's \w leaves out
_WORD = re.compile(r"\d+(?:[.,]\d+)*|(?:[^\W\d_]|" + _MARKED + r"])(?:[^\W_]|" + _MARKED + r"])*(?:'[^\W\d_]+)*")
_NO_SPACES = re.compile(r"[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+"
                        r"|[\u0e01-\u0e4e\u0e80-\u0ece\u1000-\u1049\u1050-\u109f\u1780-\u17d3]+")
_GRAM = 2                                             # two Han, kana or Hangul signs carry about what a word does; Thai and kin need three
STOPWORDS = frozenset("""
a an the this that these those there here it its itself he she him her his hers himself herself they them their theirs themselves we us our ours ourselves
you your yours yourself i me my mine myself who whom whose which what when where why how and or but if so than then as of at by for from in into on onto to
with within about over under between through during before after above below up down out off again also too very just only own same such both each few more most
other some any all no not nor never none without neither cannot am is are was were be been being do does did doing done have has had having can could will would shall should
may might must ought let get got one ones ie eg etc al s t d ll m re ve th st nd rd because while until although though however therefore thus hence per via upon
yes ok okay please well much many lot either whether else yet still even ever already
der das dem den des ein eine einer eines einem einen und oder aber nicht kein keine ist sind wird werden wurde wurden von vom zu zum zur mit auf fur für aus bei nach auch als wie im am um sich es sie er wir ihr ich
le la les un une du et ou mais ne pas est sont dans par avec sans ce cette ces il elle ils elles nous vous je qui que au aux
el los las lo uno una y o pero es son del al por para con sin su sus se lo que en de di da il gli uno e ma non sono nel nella dei delle per con che
os uma em no na nos nas ao dos das é são não mas het een en van is niet zijn op voor met te
и в во не на что он она они оно как к ко у из за по с со от до о об для это но а же ли бы то так
""".split())
_CONTRACTED = {"cannot": "can not", "can't": "can not", "won't": "will not", "shan't": "shall not", "ain't": "is not", "n't": "not", "let's": "let",
               "cant": "can not", "wont": "will not", "dont": "do not", "doesnt": "does not", "didnt": "did not", "isnt": "is not", "arent": "are not",
               "wasnt": "was not", "werent": "were not", "hasnt": "has not", "havent": "have not", "couldnt": "could not", "wouldnt": "would not", "shouldnt": "should not"}
_IRREGULAR = dict(pair.split(":") for pair in """
men:man women:woman children:child people:person feet:foot teeth:tooth mice:mouse lives:life wives:wife leaves:leave knives:knife data:data media:media
analyses:analysis crises:crisis theses:thesis went:go gone:go goes:go made:make said:say told:tell took:take taken:take gave:give given:give found:find
founded:found bought:buy brought:bring sold:sell paid:pay laid:lay led:lead left:leave lost:lose met:meet kept:keep held:hold built:build sent:send spent:spend
began:begin begun:begin wrote:write written:write grew:grow grown:grow knew:know known:know came:come became:become ran:run won:win rose:rise risen:rise
fell:fall fallen:fall drew:draw drawn:draw drove:drive driven:drive spoke:speak spoken:speak broke:break broken:break chose:choose chosen:choose
wore:wear worn:wear sang:sing sung:sing swam:swim saw:see seen:see thought:think taught:teach caught:catch fought:fight sought:seek felt:feel dealt:deal
meant:mean heard:hear stood:stand understood:understand sat:sit slept:sleep shot:shoot stole:steal stolen:steal threw:throw thrown:throw flew:fly flown:fly
ate:eat eaten:eat forgot:forget forgotten:forget hid:hide hidden:hide rode:ride ridden:ride shown:show born:bear bore:bear lay:lie dying:die dies:die died:die
larger:large largest:large smaller:small smallest:small bigger:big biggest:big better:good best:good worse:bad worst:bad
""".split())
_UNITS_AND_TEENS = ("zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen").split()
_NUMBER_WORDS = {w: str(n) for n, w in enumerate(_UNITS_AND_TEENS) if w != "-"}
_NUMBER_WORDS.update((w, str(n * 10)) for n, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2))
_VOWEL = re.compile(r"[aeiouy]")
_CYRILLIC_END = re.compile(r"(?:иями|ями|ами|ией|иям|ием|иях|ого|его|ому|ему|ыми|ими|ая|яя|ое|ее|ые|ие|ый|ий|ой|ей|ую|юю|ов|ев|ам|ям|ах|ях|ом|ем|ет|ит|ут|ют|ать|ить|ла|ло|ли|а|я|о|е|ы|и|у|ю|ь)$")
_ARABIC_HEAD = re.compile(r"^(?:وال|بال|كال|فال|لل|ال)(?=.{2})")
_ABBREVIATIONS = frozenset("""inc ltd co corp llc plc gmbh jr sr esq etc usw univ assn bros phd st ave blvd rd str dept est approx ca hr fr frau hrs mio mrd tsd tel
bzw ggf evtl inkl exkl zzgl sog abs ing dipl rer nat med bspw vgl min max avg par cap ej ud uds ee uu av apdo aprox dott ecc sig enz bijv dhr mevr drs itd itp np tzn
godz ul im ok gg rr rs vb sok cad g гг г ул т им др руб стр млн млрд тыс см рис prof pp al""".split())   # may end a sentence when a starter follows
_NEVER_LAST = frozenset("mr mrs ms mx dr prof mme mlle hon rev gen col lt sgt capt cmdr maj gov sen rep pres supt vs cf e.g i.e viz z.b d.h u.a sra dra mons डॉ".split())
_BEFORE_DIGIT = frozenset("""no nos nr num núm nº fig figs tab tbl eq eqs sec sect ch chap vol p pp art para ver v ref refs app ex pt jan feb mar apr jun jul aug sep
sept oct nov dec op kap cir янв фев февр мар апр июн июл авг сен сент окт ноя нояб дек pág pag str blz lp poz рис табл гл""".split())     # "no." ends a sentence, "no. 7" does not
_STARTERS = frozenset("""the it its he she they we you i this that these those there in on at a an however but and for if when after before while as all so then also
some many most by from with to our their his her my no not both each what who how why where which because although though since here please is are der die das es sie er
wir ein eine im bei mit dies diese le la les il elle ils un une en dans el los las una su este esta in de het een""".split())
_MONTHS_AFTER = frozenset("""januar februar marz april mai juni juli august september oktober november dezember jahrhundert jahrhunderts jh janner styczen
jan feb aug sept okt nov dez""".split())
_DATE_BEFORE = frozenset("am der den dem vom zum im des die das ab seit bis jeden und".split())
_SHORTENED = _ABBREVIATIONS | _NEVER_LAST | _BEFORE_DIGIT
_JOINING = frozenset("and but or for in at to of by with from on as not so".split())
_NUMERAL = re.compile(r"(?:[B-HJ-Z]|[IVX]{2,5})(?!\w)")
_ENDS_BEHIND_NUMBER = frozenset("min hrs std г гг".split())
_ENDS_OFTEN = frozenset("a.m p.m b.c a.d b.c.e c.e etc руб".split())       # before a capital letter, unless a weekday, month or zone follows
_AFTER_HOUR = frozenset("""monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays january february march april may june
july august september october november december eastern pacific central mountain standard daylight greenwich london""".split())    # "9 a.m. Monday"
_FRONTED = frozenset("at in by from on around about until before after since for в к с до на по от".split())     # "At 9 a.m. Ann left": the hour opens the sentence
_CITED = (r"(?:[ \t\xa0]?(?:\[\[?\^?[^\[\]\n]{0,12}\d[^\[\]\n]{0,12}\]?\](?:\([^()\s]{1,300}\))?|\u3010[^\u3010\u3011\n]{1,40}\u3011|<sup>[^<>\n]{1,24}</sup>"
          r"|[\u207d\u00b9\u00b2\u00b3\u2070\u2074-\u2079][,\u207e\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{0,8}"
          r"|[\[(](?:[Dd]oc(?:ument)?|[Ss]ource|[Pp]assage|[Cc]hunk|[Cc]ontext|[Rr]ef)s?(?::|[\s_#.-]{0,3}\d)[^()\[\]\n]{0,80}[\])]))*")
_BLOCK_START = r"(?:(?:[-*\u2022\u2023\u25aa\u25cf\u2013+>]|#{1,6}|\(?\d{1,3}[.)]|[a-h][.)]|\d\ufe0f?\u20e3)[ \t]|\||```)"
_NEW_BLOCK = r"|(?P<line>\n)[ \t\r]*(?:\n\s*|(?=" + _BLOCK_START + "))"
_STOP = re.compile(r"[.!?\u2026]+[\"'*_\u2019\u201c\u201d\u00bb)\]]*" + _CITED + r"[\"'\u201d)]?(?P<blank>\s*)"
                   r"|(?:[\u3002\uff01\uff1f\uff61\u06d4\u0964\u0965\u0589\u1362\u104b\u17d4]|\u061f)+[\"'\u2019\u201d\u00bb\u300d\u300f\uff09)\]]*" + _CITED + r"(?P<none>\s*)" + _NEW_BLOCK)
_ASCII_STOP = re.compile(r"[.!?]+[\"'*_)\]]*" + _CITED + r"[\"')]?(?P<blank>\s*)" + _NEW_BLOCK)
_BLOCK = re.compile(_BLOCK_START)
_LONGEST = 700                                        # characters; text without sentence marks (tables, JSON, Thai) is cut near here


def fold(text: str) -> str:
    """The text with compatibility forms, case, quotes, dashes, digits and Turkish i made equal; soft hyphens and broken lines rejoined."""
    if "-" in text and "\n" in text:
        text = _BROKEN_WORD.sub("", text)
    if text.isascii():
        return text.lower().replace("`", "'")
    text = unicodedata.normalize("NFKC", text.translate(_DROP)).casefold().replace("i\u0307", "i")
    return unicodedata.normalize("NFC", text.translate(_FOLD_TABLE))


def plain_number(digits: str) -> str:
    """'1,234.50' as '1234.5': group marks out, trailing zeros out; a lone mark before exactly three digits groups when it is a comma."""
    last = max(digits.rfind("."), digits.rfind(","))
    if last >= 0:
        mark, other = digits[last], "," if digits[last] == "." else "."
        tail = len(digits) - last - 1
        if digits.count(mark) > 1 or (mark == "," and tail == 3 and other not in digits):
            digits = digits.replace(mark, "").replace(other, ".", 1) if other not in digits else digits.replace(mark, "").replace(other, ".")
        else:
            digits = digits[:last].replace(",", "").replace(".", "") + "." + digits[last + 1:]
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits.lstrip("0") or "0" if not digits.startswith("0.") else digits


def stem(word: str) -> str:
    """A folded word without its commonest endings: English inflection, a light hand for Cyrillic and the Arabic article."""
    if word.endswith("'s"):
        word = word[:-2]
    word = _IRREGULAR.get(word, word)
    if len(word) < 4:
        return word
    if not word.isascii():
        if "\u0400" <= word[0] <= "\u04ff":
            return _CYRILLIC_END.sub("", word) if len(word) > 5 else word
        return _ARABIC_HEAD.sub("", word) if "\u0600" <= word[0] <= "\u06ff" else word[:-1] if word[-1] == "s" else word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "xes", "ches", "shes", "zes")):
        word = word[:-2]
    elif word[-1] == "s" and word[-2] not in "sui'":
        word = word[:-1]
    for ending in ("ing", "ed"):
        base = word[:-len(ending)]
        if word.endswith(ending) and len(base) > 2 and _VOWEL.search(base):
            word = base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base
            break
    if word.endswith("ly") and len(word) > 5:
        word = word[:-2]
    if word == "not":                                 # noted, noting
        return "note"
    if word[-1] == "e" and len(word) > 3 and word != "note":
        word = word[:-1]
    return word[:-1] + "i" if word[-1] == "y" and len(word) > 2 else word


class _Vocabulary(dict):
    """Whitespace-delimited text to its folded stems, joined by blanks; remembers, up to a bound, because words repeat."""
    older: dict[str, str] = {}
    odd: set[str] = set()                             # remembered stretches that hold no word or several
    long = False                                      # a stretch too long to be remembered was met

    def __missing__(self, raw: str) -> str:
        text = self.older.get(raw)
        if text is None:
            bare = raw.lower().strip(".,;:!?()\"'")
            text = (self[bare] if bare != raw else _word(bare)) if bare.isascii() and bare.isalpha() and len(bare) < 40 else _words_in(raw)
        if len(raw) < 48:
            if len(self) > 50000:                     # about 8 MB; what is still in use comes over from the older half
                self.older = dict(self)
                self.clear()
                self.odd = {piece for piece in self.odd if piece in self.older}
            self[raw] = text
            if not text or " " in text:
                self.odd.add(raw)
        else:
            self.long = True
        return text


def _word(word: str) -> str:
    """The stem of one folded word; contractions and number words written out."""
    known = _CONTRACTED.get(word) or _NUMBER_WORDS.get(word)
    return known or (word if word in STOPWORDS or len(word) < 3 else stem(word))


def _words_in(raw: str) -> str:
    """The stems in a stretch without blanks, joined by blanks."""
    out: list[str] = []
    for word in _WORD.findall(fold(raw)):
        if word[0].isdigit():
            out.append(plain_number(word))
        elif word in STOPWORDS or word in _CONTRACTED or word in _NUMBER_WORDS or word.isascii() and len(word) < 3:
            out.append(_CONTRACTED.get(word) or _word(word))
        elif word.endswith("n't"):
            out += (word[:-3], "not")
        elif word.isascii() or not _NO_SPACES.search(word):
            head, quote, tail = word.partition("'")
            word = tail if quote and len(tail) > 2 and len(head) < 3 and head not in ("o", "") else head if tail in ("re", "ve", "ll", "d", "m") else word
            out.append(word if word in STOPWORDS else stem(word))
        else:
            out += _grams(word)
    return " ".join(out)


def _grams(word: str) -> list[str]:
    """Character pairs (triples for Thai and kin) of the stretches written without spaces; other stretches as words."""
    out, last = [], 0
    for run in _NO_SPACES.finditer(word):
        out += [stem(word[last:run.start()])] if run.start() > last else []
        text, last = run.group(), run.end()
        size = _GRAM if text[0] >= "\u3005" else _GRAM + 1
        out += [text[i:i + size] for i in range(max(1, len(text) - size + 1))]
    return out + ([stem(word[last:])] if last < len(word) else [])


_VOCABULARY = _Vocabulary()


def words(text: str) -> list[str]:
    """Folded, lightly stemmed words in order; numbers in plain form; character n-grams for scripts written without spaces."""
    if "-" in text and ("-\n" in text or "-\r" in text or "- \n" in text):
        text = _BROKEN_WORD.sub("", text)
    if text.isascii():                                # so that one spelling of a word is remembered, and not four
        text = text.lower().replace(". ", " ").replace(", ", " ").rstrip(".")
    pieces = text.split()
    _VOCABULARY.long = False
    out = list(map(_VOCABULARY.__getitem__, pieces))
    if _VOCABULARY.long or not _VOCABULARY.odd.isdisjoint(pieces):
        return " ".join(out).split()
    return out


def content_words(text: str) -> list[str]:
    """words() without function words."""
    return [word for word in words(text) if word not in STOPWORDS]


def _begins(text: str, at: int) -> bool:
    """Does a word stand here that often opens a sentence? "A" does, the initial "A." does not."""
    word = text[at:at + 14].split(" ")[0]
    return word.strip("\"'(,.:;\u2019").lower() in _STARTERS and not (len(word) == 2 and word[1] == ".")


def _is_boundary(text: str, start: int, at: int, end: int) -> bool:
    """Does the mark at `at`, in the sentence that began at `start`, end it, when the next word begins at `end`?"""
    mark, after = text[at], text[end]
    if text[at - 1] == " " and text[at - 2:at - 1].isalnum():
        if mark == "\u2026" or text[at:at + 2] == "..":    # "all persons ... shall be free"
            return after.isupper() or _begins(text, end) and text[end:end + 5].split(" ")[0] not in _JOINING
        return True                                   # "yes . i like it": tokenised text stands its marks apart
    if after in "\"'(\u201c\u2018\u00ab[*_\u00bf\u00a1":
        after = text[end + 1:end + 2] or " "
    if after.islower():                               # only someone who writes no capitals begins a sentence with a small letter
        first = text[start:start + 1]
        if not (first.islower() and mark in ".!?" and text[at:at + 2] != ".." and (mark != "." or text[at - 1:at].islower() and at - start > 7)):
            return False
    if mark != "." or text[at:at + 2] == "..":
        return True
    before = text[max(start, at - 16):at].split()
    word = before[-1].lstrip("([\"'\u201c\u00ab*_") if before else ""
    if len(word) > 6 and "." not in word:
        return True
    low = word.lower()
    if low in _NEVER_LAST:
        return False
    if len(word) == 1 and "a" <= word <= "z" and len(before) > 1 and before[-2][-1].isdigit():
        return True                                   # "100 g. Store it": a unit
    if low in _BEFORE_DIGIT and (after.isdigit() or _NUMERAL.match(text, end) and low not in ("no", "nos")):
        return False                                  # "No. 7", "App. B", "Vol. II"
    dotted = "." in word
    if low in _ABBREVIATIONS or dotted and all(len(part) <= 2 and part.isalpha() for part in low.split(".")):
        if _begins(text, end):
            return True
        if not after.isupper():
            return False
        if low not in _ENDS_OFTEN and not (low in _ENDS_BEHIND_NUMBER and word.islower() and len(before) > 1 and before[-2][-1].isdigit()):
            return False                              # "Bake for 25 min. Let it cool." ends there
        follower = text[end:end + 16].split(" ")[0].strip(",.;")
        return follower.lower() not in _AFTER_HOUR and not (follower.isupper() and len(follower) > 1) \
            and not (text[start:start + 16].split(" ")[0].lower() in _FRONTED and text.count(" ", start, at) < 4)
    if len(word) == 1 and word.isalpha():
        if word.islower() and len(before) > 1 and before[-2][-1].isdigit():
            return True                               # "100 g. Store it": a unit
        return at - start > 1 and _begins(text, end)  # "b. Hold": a list letter
    if word.isdigit() and len(word) < 4:
        if at - start < 12 and not text[start:at - len(word)].strip(" ([*_-"):
            return False                              # "1. Hold": a list number
        follower = text[end:end + 16].split(" ")[0].strip(",.;").lower().replace("\u00e4", "a")
        return len(word) > 2 or not (follower in _MONTHS_AFTER or len(before) > 1 and before[-2].lower() in _DATE_BEFORE and follower not in _STARTERS)
    return after != "\u00a7" or len(word) > 4          # "Gem. \u00a7 3"


def sentences(text: str) -> list[tuple[int, int]]:
    """(start, end) of each sentence in the text as given, blanks at the ends left out; very long ones are cut at a blank.

    A mark ends a sentence when a blank follows (none is needed in Chinese, Japanese or Hindi) and what stands around it is no
    abbreviation, initial, decimal, version or date, and no quotation stands open behind which the sentence goes on; citations right
    after the mark stay with it. A blank line, and a newline
    before a list item, heading or table row, end one as well; any other newline is a blank. Linear in the length of the text.
    """
    plain = text.isascii()
    if plain and (spans := _plain_spans(text)) is not None:
        return spans
    out, start, size = [], len(text) - len(text.lstrip()), len(text)
    quotes = '"' in text or not plain and any(map(text.__contains__, _OPENING))
    for mark in (_ASCII_STOP if plain else _STOP).finditer(text):
        at, end = mark.span()
        kind = mark.lastgroup
        if at < start:
            continue
        stop = mark.start(kind)
        if kind == "blank" and end < size:
            if stop == end:
                if text[end:end + 14].split(" ")[0].lower() not in _STARTERS or not (text[at - 3:at].islower() or text[at - 1].isdigit()) or not text[end].isupper():
                    continue                          # "days.The" is two sentences, "doc.Text" and "3.5" are one
            else:
                low = start if at - start < 40 else at - 40
                word = text[text.rfind(" ", low, at) + 1 or low:at]
                if not (text[end].isupper() and len(word) > 1 and word.isalpha() and word.lower() not in _SHORTENED) \
                        and not _is_boundary(text, start, at, end) \
                        and not (text.count("\n", stop, end) and (text.count("\n", stop, end) > 1 or _BLOCK.match(text, end))):
                    continue
        if quotes and kind != "line" and end < size and text.count("\n", stop, end) < 2 and _within_quote(text, start, at, end):
            continue
        if kind == "line":
            stop = start + len(text[start:stop].rstrip())
        if stop > start:
            out.append((start, stop))
        start = end
    if start < size:
        stop = len(text.rstrip())
        if stop > start:
            out.append((start, stop))
    if size > _LONGEST:
        out = [part for span in out for part in (_cut_long(text, *span) if span[1] - span[0] > _LONGEST else (span,))]
    return out


_OPENING = {"\u300c": "\u300d", "\u300e": "\u300f", "\u201e": "\u201c\u201d", "\u201c": "\u201d", "\u00ab": "\u00bb"}
_SAYS_AFTER = re.compile(r"\s?[^\u3002\uff01\uff1f\n]{0,12}(?:\u8bf4|\u8aaa|\u9053|\u8868\u793a|\u6307\u51fa)[\u3002\uff0c]")     # "he said", behind a Chinese quotation
_QUOTE_REACH = 300                                    # characters looked back and ahead for a quotation's marks


def _within_quote(text: str, start: int, at: int, end: int) -> bool:
    """Does the mark at `at` stand in a quotation behind which the sentence goes on ("Stop! Do not enter." in red letters)?"""
    low, high = max(start, at - _QUOTE_REACH), at + _QUOTE_REACH
    close = -1
    if (opened := text.rfind('"', low, at)) >= 0 and (opened == start or text[opened - 1] in " (\n") and not text[opened + 1].isspace():
        close = text.find('"', at + 1, high)
    else:
        for mark, closers in _OPENING.items():
            opened = text.rfind(mark, low, at)
            if opened >= 0 and all(text.rfind(closer, opened + 1, at) < 0 for closer in closers):
                close = min((place for closer in closers if (place := text.find(closer, at + 1, high)) >= 0), default=-1)
                break
    if close < 0 or text[close - 1].isspace() and text[close] == '"':
        return False
    after = text[close + 1:close + 3].lstrip()
    if text[close] in "\u300d\u300f":
        return after[:1] in "\u3068\u3063\u306e\u306f\u304c\u3092\u306b" and after != "" and after not in ("\u3068\u3066", "\u3068\u3053")
    if text[close] == "\u201d" and after > "\u2e80" and opened > start and text[opened - 1] > "\u2e80" and text[opened - 1] not in "\uff1a\uff0c\u8bf4\u8aaa\u9053\u3002":
        return True                                   # a name or a button's text within a Chinese sentence
    return text[close - 1] in ",\uff0c" or after[:1].islower() or after[:1] in (",", "\uff0c") or text[close] == "\u201d" and bool(_SAYS_AFTER.match(text, close + 1))


def _plain_spans(text: str) -> list[tuple[int, int]] | None:
    """sentences() of a text of plain signs, where only a full stop and a blank can end one; None for other texts. Most texts are that plain."""
    if len(text) > 4000 or _NOT_PLAIN(text) or "  " in text or " ." in text or text[:1] in " .":
        return None
    pieces = text.split(". ")
    if text.count(".") >= len(pieces) + text.endswith(".") and (".." in text or ".)" in text or ".'" in text or _GLUED(text)):
        return None
    lasts = [piece[piece.rfind(" ") + 1:] for piece in pieces[:-1]]
    if lasts and "".join(lasts).isalpha() and min(map(len, lasts)) > 1 and _SHORTENED.isdisjoint(map(str.lower, lasts)) \
            and (firsts := "".join([piece[:1] or "a" for piece in pieces[1:]])).isalpha() and firsts.isupper() and max(map(len, pieces)) < _LONGEST - 1:
        ends = list(itertools.accumulate([len(piece) + 2 for piece in pieces]))   # each ". " ends a sentence
        out = list(zip([0, *ends], [end - 1 for end in ends[:-1]]))
        if ends[-2] < (end := len(text.rstrip())):
            out.append((ends[-2], end))
        return out
    out, start, at, last = [], 0, -2, len(pieces) - 1
    for number, piece in enumerate(pieces):
        at += len(piece) + 2                          # where the full stop behind the piece stands
        if number == last:
            break
        word = piece[piece.rfind(" ") + 1:]
        if (word.isalpha() and len(word) > 1 and text[at + 2:at + 3].isupper() and word.lower() not in _SHORTENED) or (at > start and at + 2 < len(text) and _is_boundary(text, start, at, at + 2)):
            out.append((start, at + 1))
            start = at + 2
    end = len(text.rstrip())
    if end > start:
        out.append((start, end))
    return None if any([stop - begin > _LONGEST for begin, stop in out]) else out


_GLUED = re.compile(r"[a-z\d]\.[A-Z]").search          # "days.The" may be two sentences
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9 ,.;:'()/%&$-]").search       # whatever else may end a sentence, or stand between one and its end


def _cut_long(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A stretch without sentence marks in pieces of at most _LONGEST characters, cut at a newline, a semicolon or a blank."""
    out = []
    while end - start > _LONGEST:
        cut = max(text.rfind("\n", start + 1, start + _LONGEST), text.rfind("; ", start + 1, start + _LONGEST))
        if cut < start + _LONGEST // 4:
            cut = text.rfind(" ", start + 1, start + _LONGEST)
        cut = cut + 1 if cut > start else start + _LONGEST
        out.append((start, start + len(text[start:cut].rstrip())))
        start = cut + len(text[cut:cut + 40]) - len(text[cut:cut + 40].lstrip())
    return out + [(start, end)] if start < end else out
# --- end shared: text ---


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


def _self_run(rows: list, **changes: object) -> str:
    """The text report of rows given as dicts, for the known answers below."""
    settings = Settings(**changes)
    lines = [(at, row_bytes(row)) for at, row in enumerate(rows, 1)]
    tally = Tally()
    tally.merge(score_batch(settings, lines)[1])
    return text_report(summary_of(tally, settings))


def _self_row(retrieved: list, gold: list, **more: object) -> dict:
    return {"id": "q1", "query": "battery life", "retrieved_docs": [{"id": one, "text": None} for one in retrieved],
            "answer": None, "gold_doc_ids": gold, **more}


def _self_fields(row: dict, names: str, **changes: object) -> list:
    """Some of the added fields of one row."""
    added = score_row(row, Settings(**changes))[0]
    return [added.get(name, "absent") for name in names.split()]


def _self_error(call: object) -> str:
    try:
        return f"no error: {call()!r}"
    except (DataError, UsageError) as error:
        return str(error)


_DAY = 86400.0
_HIT_2_4 = (0, 1, 0, 1, 0)  # relevant at ranks 2 and 4 of five
_DOCS = [{"id": "a", "text": "The kettle holds 1.7 litres of water."}, {"id": "b", "text": "Delivery takes four days."}]
_KETTLE = {"id": "q1", "query": "How much water does the kettle hold?", "retrieved_docs": _DOCS, "answer": "1.7 litres"}
_TEXTS = [_DOCS[0]["text"], _DOCS[1]["text"]]

SELF_TEST: list = [
    # trec_eval on a ranking with relevant documents at ranks 2 and 4, three relevant in all
    ("trec_eval recall_5", lambda: recall_at_k(_HIT_2_4, 3, 5), 2 / 3),
    ("recall at 1 of four gold is a quarter", lambda: recall_at_k((1,), 4, 1), 0.25),
    ("recall looks at the first k only", lambda: [recall_at_k(_HIT_2_4, 3, k) for k in (1, 2, 3, 4)], [0, 1 / 3, 1 / 3, 2 / 3]),
    ("recall without gold", lambda: recall_at_k((), 0, 5), None),
    ("trec_eval P_5", lambda: precision_at_k(_HIT_2_4, 5), 0.4),
    ("precision of a short list divides by k", lambda: precision_at_k((1,), 5), 0.2),
    ("hit at k", lambda: [hit_at_k(_HIT_2_4, k) for k in (1, 2)], [0.0, 1.0]),
    ("all gold within k", lambda: [all_gold_at_k(_HIT_2_4, 2, k) for k in (3, 4)] + [all_gold_at_k((), 0, 3)],
     [False, True, None]),
    ("count of relevant ones", lambda: count_relevant((2, 0, -1, 1), 4), 2),
    ("reciprocal rank", lambda: reciprocal_rank(_HIT_2_4, 5), 0.5),
    ("reciprocal rank is cut at k", lambda: reciprocal_rank((0, 0, 0, 0, 0, 0, 1), 5), 0.0),
    ("trec_eval map_cut_5", lambda: average_precision(_HIT_2_4, 3, 5), (1 / 2 + 2 / 4) / 3),
    ("average precision divides by all gold", lambda: average_precision((1, 0), 2, 2), 0.5),
    ("average precision without gold", lambda: average_precision((0,), 0, 1), None),
    ("nDCG, five gold, one found", lambda: ndcg_at_k((1,), (1, 1, 1, 1, 1), 5), 0.3391602052736161),
    ("nDCG discounts by log2(rank + 1)", lambda: ndcg_at_k((0, 1), (1,), 2), 0.6309297535714575),
    ("nDCG of grades, linear gain", lambda: ndcg_at_k((1, 3), (3, 1), 2), 0.7967075809905066),
    ("nDCG of grades, exponential gain", lambda: ndcg_at_k((1, 3), (3, 1), 2, "exponential"), 0.7098097413968079),
    ("nDCG without gold", lambda: ndcg_at_k((0,), (), 5), None),
    ("discounted gain", lambda: discounted((1, 0, 1), "linear"), 1.5),
    ("R-precision looks at the first R", lambda: r_precision(_HIT_2_4, 3), 1 / 3),
    ("all metrics at once", lambda: metrics_at(_HIT_2_4, _HIT_2_4, (1, 1, 1), 5, "linear")["average_precision"], 1 / 3),
    ("a copy is credited once", lambda: retrieval_metrics(["A", "A", "X"], ["A"], 3),
     {"recall_at_k": 1.0, "precision_at_k": 1 / 3, "hit_at_k": 1.0, "reciprocal_rank": 1.0, "average_precision": 1.0,
      "ndcg_at_k": 1.0, "r_precision": 1.0, "all_gold_at_k": True}),
    ("a grade of 0 or less is not relevant", lambda: retrieval_metrics(["B", "A"], {"A": 2, "B": 0, "C": -1}, 2)["recall_at_k"],
     1.0),
    ("ids as ids are compared", lambda: [gold_id(one, "f") for one in (7, 7.0, " 7 ", "007")], ["7", "7", "7", "007"]),
    ("null is no id", lambda: _self_error(lambda: gold_id(None, "gold_doc_ids")),
     "field 'gold_doc_ids' must hold ids, got null 'None'"),
    ("gold as one text", lambda: _self_error(lambda: gold_of({"gold_doc_ids": "d1"})),
     "field 'gold_doc_ids' must be list, got str; wrap a single id in [ ]"),
    ("no gold, and gold []", lambda: [gold_of({}), gold_of({"gold_doc_ids": []})], [None, ({}, None, (), False)]),
    ("grades beside ids", lambda: gold_of({"gold_doc_ids": ["a", "b"], "gold_grades": {"b": 0, "c": 3}}),
     ({"a": 1, "c": 3}, None, (3, 1), False)),
    ("one document of a group is enough", lambda: credited_gains(["a", "b", "c"], gold_of({"gold_groups": [["a", "b"], ["c"]]})),
     ((1, 0, 1), (1, 1, 1))),
    ("groups first met at each rank", lambda: newly_met(["x", "b", "c", "a"], gold_of({"gold_groups": [["a", "b"], ["b", "c"]]})),
     (0, 2, 0, 0)),
    ("the ideal ranking takes the document of both groups", lambda: ideal_order(gold_of({"gold_groups": [["a", "b"], ["b", "c"]]})),
     ["b"]),
    ("a document of both groups meets both", lambda: group_metrics({}, ["x", "b"], (0, 1), gold_of(
        {"gold_groups": [["a", "b"], ["b", "c"]]}), 2, "linear"), {"recall_at_k": 1.0, "r_precision": 1.0, "all_gold_at_k": True,
                                                                  "average_precision": 0.5, "ndcg_at_k": 0.6309297535714575}),
    ("misses", lambda: [miss_reason(gains, 2, 2) for gains in ((1, 1), (1, 0), (0, 0, 1), (0, 0), ())],
     [None, "partial", "below_k", "never_retrieved", "never_retrieved"]),
    ("crowded out by a copy", lambda: miss_reason((0, 0, 1), 1, 2, frozenset({1})), "crowded"),
    ("copies by id and by text", lambda: sorted(repeated_places(["a", "a", "b", "c"], [None, None, "One text " * 9, "one text " * 9])),
     [1, 3]),
    ("rank beats list order", lambda: [doc["id"] for doc in in_rank_order([{"id": "a", "rank": 2}, {"id": "b", "rank": 1}])[0]],
     ["b", "a"]),
    ("scores never re-sort unless asked", lambda: [[doc["id"] for doc in in_rank_order(
        [{"id": "a", "score": 1}, {"id": "b", "score": 2}], flag)[0]] for flag in (False, True)], [["a", "b"], ["b", "a"]]),
    ("parents", lambda: [parent_of("doc_7#3", "#"), parent_of("a_b_3", "_"), parent_of("a_b_3", "_", {"a"}), parent_of("x", "#")],
     ["doc_7", "a_b", "a", "x"]),
    ("parents are credited once", lambda: parents([{"d": "A"}, {"d": "A"}, {}], ["A1", "A2", "x"], gold_of({"gold_doc_ids": ["A"]}),
                                                  Settings(parent_field="d")), ["A", "x"]),
    ("a dotted field", lambda: [field_at({"a": {"b": 1}}, "a.b"), field_at({"a.b": 2}, "a.b"), field_at({}, "a")], [1, 2, None]),
    ("forms of ids", lambda: [sorted(id_forms({gold: 1}, [one], [{"id": one, **more}])) for gold, one, more in (
        ("doc_7", "doc_7#3", {}), ("doc_7", "DOC_7 ", {}), ("7", "007", {}), ("kb/a.md", "a", {}), ("7", "doc-7", {}),
        ("7", "7.0", {}), ("d1", "x", {"meta": {"doc": "d1"}}), ("doc_7#3", "doc_7", {}), ("doc_1", "doc_15", {}), ("a", "b", {}))],
     [["parent:#"], ["case"], ["zeros"], ["marks"], ["prefix"], ["decimals"], ["field:meta.doc"], ["child:#"], [], []]),
    ("a whole number", lambda: [whole_number(one) for one in ("101.0", "-3.00", "1.5", "a.0")], ["101", "-3", "1.5", "a.0"]),
    ("the letters of an id", lambda: plain_id("Doc_7-A"), "doc7a"),
    ("the form of a pair", lambda: pair_forms("doc_7", "doc_7_chunk_12"), ["parent:_chunk_"]),
    ("dates", lambda: [parse_time(one) for one in (
        "2024-02-28T10:04:54Z", "2024-02-28 12:04:54+02:00", 1709114694, "1709114694000", "Wed, 28 Feb 2024 10:04:54 GMT",
        "02/28/2024, 02:04:54 PT", "28.02.2024", "Feb 28th, 2024", "20240228", "2024", "2024-02")],
     [1709114694.0] * 6 + [1709078400.0] * 3 + [1704067200.0, 1706745600.0]),
    ("no dates", lambda: [parse_time(one) for one in ("03/04/2024", "soon", "", 0, True, "2024-02-30", "2024-13-01")], [None] * 7),
    ("a compact date", lambda: compact_time("20240228t100454z"), 1709114694.0),
    ("the clock", lambda: [clock_seconds(12, 30, 0, 0.5, "am"), clock_seconds(1, 0, 0, 0.0, "pm"), clock_seconds(25, 0, 0, 0.0, "")],
     [1800.5, 46800.0, None]),
    ("zones", lambda: [zone_offset(one) for one in ("", "z", "+02:00", "utc-3", "xyz")], [0.0, 0.0, 7200, -10800, None]),
    ("day and month", lambda: [day_parts(DAY.fullmatch(one), False) for one in ("28/02/2024", "03/04/2024", "2 mar 2024")],
     [(2024, 2, 28), None, (2024, 3, 2)]),
    ("freshness", lambda: freshness([10 * _DAY, 3 * _DAY, None], 10 * _DAY), (1 + 0.36787944117144233) / 2),
    ("a document from the future is new", lambda: freshness([2 * _DAY], _DAY), 1.0),
    ("freshness of undated documents", lambda: [freshness([None], 0.0), freshness([1.0], None)], [None, None]),
    ("a row's own time", lambda: row_time({"metadata": {"query_time": "2024"}}), 1704067200.0),
    ("freshness of a row", lambda: _self_fields({**_KETTLE, "timestamp": "2024-01-08", "retrieved_docs": [
        {"id": "a", "text": "x", "timestamp": "2024-01-01"}]}, "freshness"), [0.36787944117144233]),
    ("freshness of a row without a time", lambda: row_freshness({}, [{"timestamp": "2024"}], Settings(), Facts()), None),
    ("documents used", lambda: [docs_used([{"verdict": "supported", "doc_id": "a"}, {"verdict": "uncertain", "doc_id": "b"}], ["a", "b"]),
                                docs_used([], ["a"])], [0.5, None]),
    ("context precision", lambda: [context_precision([True, False, True], 3), context_precision([False], 3),
                                   context_precision([True, None], 3)], [(1 + 2 / 3) / 2, 0.0, None]),
    ("settings as rows carry them", lambda: [settings_text(Settings(), "gold"), settings_text(
        Settings(k=10, gain="exponential", recall_at=0.8, separator="#"), "gold"), settings_text(Settings(), "estimated", "words")],
     ["k5/linear/0.1.0", "k10/exponential/recall0.8/parent:#/0.1.0", "k5/words>=0.55/0.1.0"]),
    ("a given threshold beats the method's", lambda: [threshold_of(Settings(), "words"), threshold_of(Settings(estimated_at=0.9), "words")],
     [0.55, 0.9]),
    ("a row with gold", lambda: _self_fields(_self_row(["x", "a"], ["a", "b"]), "recall_at_k retrieval_good retrieval_basis "
                                             "retrieval_by retrieval_miss first_relevant_rank k"),
     [0.5, True, "gold", "k5/linear/0.1.0", "partial", 2, 5]),
    ("nothing retrieved is 0", lambda: _self_fields(_self_row([], ["a"]), "recall_at_k ndcg_at_k hit_at_k retrieval_good"),
     [0.0, 0.0, 0.0, False]),
    ("not recorded is null", lambda: _self_fields({"id": "q", "retrieved_docs": None, "gold_doc_ids": ["a"]}, "recall_at_k retrieval_good"),
     [None, None]),
    ("gold [] is left out", lambda: [score_gold({"gold_doc_ids": []}, [], [], gold_of({"gold_doc_ids": []}), frozenset(), Settings(),
                                                Facts())[name] for name in ("recall_at_k", "retrieval_good", "retrieval_basis")],
     [None, None, "gold"]),
    ("a signal that came with the row stays", lambda: _self_fields(_self_row(["a"], ["a"], retrieval_good=False),
                                                                  "recall_at_k retrieval_good retrieval_basis"), [1.0, "absent", "absent"]),
    ("fields of an earlier run are emptied", lambda: finished({"retrieval_by": "x", "context_recall": 1}, {"retrieval_by": "y"}, Facts()),
     {"retrieval_by": "y", "context_recall": None}),
    ("answered or not", lambda: [answered({"answer": text, "abstained": flag}) for text, flag in (
        ("Yes.", False), ("I do not know.", True), ("Yes.", None), ("", None), (None, None))],
     ["yes", "no", "not known", "no", "not known"]),
    ("rows without ranks", lambda: [unranked({"metadata": {mark: True}}) for mark in ("docs_cited_only", "x")] + [unranked({})],
     ["docs_cited_only", None, None]),
    ("a judge's verdicts", lambda: [verdicts_of({}, [{"relevant": "yes"}, {"relevant": 0.4}, {}], ["a", "b", "c"]),
                                    verdicts_of({"context_docs": [{"id": "b", "relevant": True}]}, [{"id": "a"}, {"id": "b"}], ["a", "b"])],
     [[True, False, None], [None, True]]),
    ("judged in part", lambda: [[score_verdicts(one, Settings(), Facts())[name] for name in ("retrieval_good", "precision_at_k",
                                "reciprocal_rank", "recall_at_k")] for one in ([False, True], [None, True], [False, None])],
     [[True, 0.2, 0.5, None], [True, None, None, None], [None, None, None, None]]),
    ("words weighted by length", lambda: rarity("How big is the refrigerator?"), {"big": 3, "refrigerator": 8}),
    ("coverage", lambda: [coverage({"big": 3, "kettl": 5}, {"kettl"}), coverage({}, {"x"})], [0.625, None]),
    ("plain text", lambda: [plain_text("Re-use, (please)!"), plain_text("1,500 kg")], ["re use   please  ", "1,500 kg"]),
    ("needles", lambda: [needles("studi"), needles("go")[:2], needles("12"), needles("\u00fcber")],
     [(" stud",), (" go", " went"), (" 1", " twelve"), ()]),
    ("held words", lambda: [sorted(one) for one in held_words({"studi", "go", "12", "kg", "eau", "1500", "cat", "own"}, [
        "She went: l'eau, 12kg studies.", None, "Known 1,500 cats"])], [["12", "eau", "go", "kg", "studi"], [], ["1500", "cat"]]),
    ("held words where each begins after a blank", lambda: [sorted(one) for one in held_words({"studi", "go", "12", "own", "run"}, [
        "Known: she (went)", "running-studies, twelve go"])], [["go"], ["12", "go", "run", "studi"]]),
    ("estimated relevance", lambda: estimated_relevance("Where is the kettle?", [*_TEXTS, None]), [1.0, 0.0, None]),
    ("estimated relevance by vectors", lambda: estimated_relevance("q", ["a", None, "b"], lambda texts: [[1, 0], [3, 4], [-1, 0]][:len(texts)]),
     [0.6, None, 0.0]),
    ("cosine", lambda: [cosine([1, 0], [3, 4]), cosine([0, 0], [1, 1]), cosine(None, [1])], [0.6, None, None]),
    ("context recall", lambda: [context_recall("Delivery takes five days.", _TEXTS), context_recall("It is.", _TEXTS)],
     [((8 + 3 + 3) / 15, 1), (None, None)]),
    ("the best place", lambda: [best_place([0.0, 0.5, None, 0.5]), best_place([0.0, None]), best_place([])], [1, None, None]),
    ("the key of a text", lambda: text_key("a")[:12], "ca978112ca1b"),
    ("estimated row", lambda: _self_fields(_KETTLE, "retrieval_good retrieval_basis estimated_relevance recall_at_k"),
     [True, "estimated", [1.0, 0.0], None]),
    ("estimate from the reference", lambda: estimate({**_KETTLE, "reference_answer": "Delivery takes four days."}, _DOCS, Settings())[:2],
     ("reference", 1.0)),
    ("fields of an estimate", lambda: estimate_row({"query": "kettle"}, _DOCS, ["a", "b"], Settings(), Facts())["retrieval_good"], True),
    ("nothing retrieved, no gold", lambda: _self_fields({**_KETTLE, "retrieved_docs": []}, "retrieval_good retrieval_basis"),
     [False, "estimated"]),
    ("moments of a list", lambda: [getattr(moments_of([1.0, 2.0, 6.0]), name) for name in ("n", "mean", "squares")], [3, 3.0, 14.0]),
    ("the knee", lambda: [knee_of([(1, 0.4), (3, 0.77), (5, 0.8)]), knee_of([(1, 0.0)])],
     [{"k": 3, "recall": 0.77, "share_of_largest": 0.9625, "largest_k": 5}, None]),
    ("estimates against gold", lambda: {name: value for name, value in check_of(
        {True: [0] * 60 + [3] + [0] * 40, False: [0] * 20 + [2] + [0] * 39 + [1] + [0] * 40}, 0.55, 3, 1).items()
        if name in ("n_good", "n_poor", "auroc", "best_threshold")}, {"n_good": 3, "n_poor": 3, "auroc": 5 / 6, "best_threshold": 0.6}),
    ("the row's line is extended", lambda: written(b'{"id": "a" }', {"id": "a"}, {"k": 5, "freshness": 1.0}),
     b'{"id": "a", "k": 5, "freshness": 1.0}\n'),
    ("shell quotes", lambda: quoted("it's"), "'it'\\''s'"),
    ("wrapping", lambda: wrapped("  one two three", 4, 9), "  one two\n    three"),
    ("forms need agreement", lambda: [confirmed_forms(_self_tally({"no_match": 10, "gold": gold, "form: case": 2, "form: zeros": 1,
                                                                   "form: parent:#": 9})) for gold in (10, 100)],
     [("parent:#", "case"), ("case",)]),
    ("a broken join is loud", lambda: warnings_of(_self_tally({"gold": 2, "no_match": 2}), Settings())[0][:45],
     "NO GOLD ID MATCHES ANY RETRIEVED ID in the wh"),
    ("the signature", lambda: signature_of(_self_tally({"gold": 2, "graded": 1}), Settings(separator="#")),
     "retrieval|k:5|gain:linear|gold:graded|recall:0.5|parent:#|v:0.1.0"),
    ("a bad row among good ones", lambda: score_batch(Settings(), [(1, b'{"id": "a"}'), (2, b'{"retrieved_docs": 3}')])[2],
     [(2, "field 'retrieved_docs' must be list, got number")]),
    ("a summary", lambda: summary_of(_self_tally({None: 3, "left out: unanswerable by label": 3, "answered: yes": 2}), Settings())[
        "unanswerable"], {"n": 3, "answered": 2, "not_answered": 0, "not_known": 0}),
    ("flags", lambda: settings_of(build_parser().parse_args(["--traces", "t", "--k", "10,1", "--now", "2024"]))[:3], (10, (1, 10), "linear")),
    ("a whole run", lambda: _self_run([_self_row(["a", "x"], ["a"]), _self_row(["x", "y", "a"], ["a"])], k=2, ks=(1, 2)), """\
Retrieval: 2 rows

With gold: 2 rows, k 2
  recall@2          0.50 [0.00, 1.00] (n 2)
  precision@2       0.25 [0.00, 1.00] (n 2)
  hit rate@2        50 % [9, 91] (1/2)
  MRR@2             0.50 [0.00, 1.00] (n 2)
  MAP@2             0.50 [0.00, 1.00] (n 2)
  nDCG@2            0.50 [0.00, 1.00] (n 2)
  R-precision       0.50 [0.00, 1.00] (n 2)
  all gold found@2  50 % [9, 91] (1/2)
  retrieval good    50 % [9, 91] (1/2), recall >= 0.5

     k    recall precision       hit  all gold       MRR       MAP      nDCG
     1     0.500     0.500     0.500     0.500     0.500     0.500     0.500
     2     0.500     0.250     0.500     0.500     0.500     0.500     0.500
  knee: k 1 reaches 100 % of the recall at k 2

Where gold was missing among the first 2, and what that asks for
  below_k         50 % [9, 91] (1/2): a larger k or a reranker: the document
                  was found too low

Signature: retrieval|k:2|gain:linear|gold:binary|recall:0.5|v:0.1.0 (n 2)
"""),
    ("Wilson 1927, 10 of 10", lambda: [round(limit, 4) for limit in wilson(10, 10)], [0.7225, 1.0]),
    ("a rate without rows", lambda: rate(0, 0), {"count": 0, "n": 0, "share": None, "ci95": None}),
    ("incomplete beta, symmetric", lambda: beta_cdf(2.0, 2.0, 0.5), 0.5),
    ("Student's t table, df 9", lambda: round(t_quantile(9), 3), 2.262),
    ("percent", lambda: [percent(0.31), percent(0.001), percent(None)], ["31 %", "0.1 %", "-"]),
    ("rate for people", lambda: rate_text(rate(0, 0)), "not measured (0 rows)"),
    ("mean for people", lambda: mean_text({"n": 3, "mean": 0.5, "ci95": [0.25, 0.75]}), "0.50 [0.25, 0.75] (n 3)"),
    ("fold", lambda: fold("\uff21b\u2019c"), "ab'c"),
    ("plain number", lambda: plain_number("1,234.50"), "1234.5"),
    ("stem", lambda: [stem("studies"), stem("running")], ["studi", "run"]),
    ("words", lambda: words("The dogs aren't 1,000."), ["the", "dog", "are", "not", "1000"]),
    ("content words", lambda: content_words("The kettle is full."), ["kettl", "full"]),
    ("sentences", lambda: sentences("One. Two."), [(0, 4), (5, 9)]),
]


def _self_tally(counts: dict) -> Tally:
    tally = Tally()
    tally.counts.update(counts)
    return tally


NOT_PURE = ("spooled", "stored_vectors", "show")  # files; the tests of behaviour cover them


def build_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="score_retrieval.py", description=__doc__)
    input_options(parser)
    parser.add_argument("--out", metavar="PATH", help="rows with the retrieval fields added; - is standard output")
    parser.add_argument("--k", default="5", metavar="K[,K...]", help="look at the first k documents; several give a table (5)")
    parser.add_argument("--primary-k", type=int, metavar="K", help="the k whose metrics rows carry (the largest of --k)")
    parser.add_argument("--gain", choices=("linear", "exponential"), default="linear",
                        help="gain of a grade in nDCG: the grade, or 2^grade - 1 (linear)")
    parser.add_argument("--recall-threshold", type=float, default=RECALL_AT, metavar="X",
                        help="recall at k from which retrieval is good, with gold (0.5)")
    parser.add_argument("--sort-by-score", action="store_true", help="rank by score, highest first, not by list order")
    parser.add_argument("--ignore-self", action="store_true", help="leave out hits whose id is the row's own id")
    parser.add_argument("--parent-separator", metavar="SEP", help="hits are chunks of the document named before SEP")
    parser.add_argument("--parent-field", metavar="FIELD", help="hits are chunks of the document named in this field of theirs")
    parser.add_argument("--estimated-threshold", type=float, metavar="X",
                        help="estimate from which retrieval is called good, without gold "
                             f"({ESTIMATED_AT['words']:g} for words, {ESTIMATED_AT['cosine']:g} for cosine)")
    parser.add_argument("--vectors", metavar="FILE", help="estimate rows without reference_answer by cosine: JSONL rows with text (or sha256 of it) and "
                             "vector")
    parser.add_argument("--check-estimates", action="store_true",
                        help="also estimate rows that have gold, and say how often the estimate errs")
    parser.add_argument("--now", metavar="TIME", help="time that freshness is measured against (the row's own time)")
    parser.add_argument("--time-field", metavar="FIELD", help="field that holds the row's own time")
    parser.add_argument("--half-life-hours", type=float, default=HALF_LIFE_HOURS, metavar="H",
                        help="age at which freshness has fallen to 1/e (168)")
    parser.add_argument("--overwrite", action="store_true",
                        help="replace a retrieval signal that came with the row and names no origin in retrieval_by")
    parser.add_argument("--json", action="store_true", help="the summary as one JSON document")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1); the output is the same for every N")
    common_options(parser, SELF_TEST)
    return parser


def settings_of(args: argparse.Namespace) -> Settings:
    """The settings that the flags ask for. Raises UsageError for values that make no sense."""
    try:
        ks = tuple(sorted({int(part) for part in args.k.split(",")}))
    except ValueError:
        raise UsageError(f"--k {args.k!r} must be whole numbers, such as 5 or 1,3,5,10") from None
    primary = ks[-1] if args.primary_k is None else args.primary_k
    if ks[0] < 1 or primary < 1:
        raise UsageError("--k and --primary-k must be 1 or more")
    ks = tuple(sorted({*ks, primary}))
    for flag, value in (("--recall-threshold", args.recall_threshold), ("--estimated-threshold", args.estimated_threshold)):
        if value is not None and not 0 <= value <= 1:
            raise UsageError(f"{flag} {value:g} lies outside 0..1")
    if not 0 < args.half_life_hours < math.inf:
        raise UsageError(f"--half-life-hours {args.half_life_hours:g} must be above 0")
    now = parse_time(args.now) if args.now is not None else None
    if args.now is not None and now is None:
        raise UsageError(f"--now {args.now!r} is no date, or has two readings; such as 2026-08-21T12:00:00Z")
    if args.parent_separator is not None and args.parent_field is not None:
        raise UsageError("--parent-separator and --parent-field: give one of them")
    if args.now is not None and args.time_field is not None:
        raise UsageError("--now and --time-field: give one of them")
    for flag, value in (("--parent-separator", args.parent_separator), ("--parent-field", args.parent_field),
                        ("--time-field", args.time_field), ("--vectors", args.vectors)):
        if value is not None and not value.strip():
            raise UsageError(f"{flag} must not be blank")
    if args.vectors == "-":
        raise UsageError("--vectors wants a file; standard input is read once only")
    if args.jobs < 1:
        raise UsageError("--jobs must be 1 or more")
    if args.vectors:
        read_vectors(args.vectors)
    return Settings(primary, ks, args.gain, args.recall_threshold, args.estimated_threshold, args.parent_separator,
                    args.parent_field, args.sort_by_score, args.ignore_self, now, args.half_life_hours, args.time_field,
                    args.vectors, args.check_estimates, args.overwrite)


class _Again(Exception):
    """The whole run showed what rows must carry: what was written so far is thrown away and written anew."""


def run_pass(args: argparse.Namespace, path: str, settings: Settings, out: object, quiet: bool = False) -> tuple:
    """Score all rows once and write them to `out` (None: nowhere). Returns (Tally, Rows with the counts of lines)."""
    rows, tally = Rows(args.traces, args.encoding, args.skip_errors, args.limit, args.progress), Tally()
    rows.progress = Progress(path, args.progress)

    def lines() -> object:
        first = None if args.limit is None else max(0, args.limit)
        for place, line in itertools.islice(read_lines(path, args.encoding), first):
            rows.read += 1
            if rows.progress.on:
                rows.progress.add(1, len(line))
            yield place, line

    with contextlib.closing(in_order(functools.partial(score_batch, settings), args.jobs, batches(lines(), BATCH))) as results:
        for data, part, faults in results:
            for rows.number, fault in faults:
                if quiet:
                    rows.bad += 1
                else:
                    rows.reject(DataError(fault))
            tally.merge(part)
            if out is not None and data:
                out.write(data)
    rows.progress.end()
    return tally, rows


@contextlib.contextmanager
def spooled(path: str) -> object:
    """A path that can be read twice: the file itself, or a temporary copy of standard input or of a pipe."""
    if path != "-" and (os.path.isfile(path) or os.path.isdir(path) or not os.path.exists(path)):
        yield path
        return
    source = open_bytes(path)
    try:
        handle, copy = tempfile.mkstemp(suffix=".jsonl")
    except OSError as error:
        raise DataError(f"{shown_path(path)}: no place for a copy, which is read twice: {error}") from None
    try:
        with os.fdopen(handle, "wb") as stream:
            try:
                shutil.copyfileobj(source, stream)
            except (OSError, EOFError, zlib.error) as error:
                raise DataError(f"{shown_path(path)}: cannot read: {error}") from None
        try:
            yield copy
        except DataError as error:
            raise DataError(str(error).replace(copy, shown_path(path))) from None
    finally:
        os.unlink(copy)


def run_passes(args: argparse.Namespace, path: str, settings: Settings) -> tuple:
    """Score and write. Only the whole run can tell whether ids differ in form, so rows are written with that knowledge: a
    second time when there is something to say (rare), or after a first look where the output cannot be taken back."""
    target = os.path.realpath(args.out)
    if args.out == "-" or (os.path.exists(target) and not os.path.isfile(target)):
        tally, rows = run_pass(args, path, settings, None)
        rows.finish()
        settings = settings._replace(forms=confirmed_forms(tally))
    else:
        try:
            with Output(args.out) as out:
                tally, rows = run_pass(args, path, settings, out)
                code = rows.finish()
                if confirmed_forms(tally):
                    raise _Again
                return tally, rows, code
        except _Again:
            settings = settings._replace(forms=confirmed_forms(tally))
    with Output(args.out) as out:
        tally, rows = run_pass(args, path, settings, out, quiet=True)
        with contextlib.redirect_stderr(io.StringIO()):
            code = rows.finish()
    return tally, rows, code


def show(args: argparse.Namespace, settings: Settings) -> int:
    """Print the row that --show names as it would be written, which may want a look at the whole run."""
    with spooled(args.traces) as path:
        def scored(row: dict) -> dict:
            try:
                added, facts = score_row(row, settings)
                if any(one.startswith("form: ") for one in facts.counted):
                    forms = confirmed_forms(run_pass(args, path, settings, None, quiet=True)[0])
                    added = score_row(row, settings._replace(forms=forms))[0]
            except DataError as error:
                raise DataError(f"{shown_path(args.traces)}: row {shorten(args.show)!r}: {error}") from None
            return {**row, **added}

        said = io.StringIO()
        try:
            with contextlib.redirect_stderr(said):
                return show_row(argparse.Namespace(**{**vars(args), "traces": path}), scored)
        except RecursionError:
            raise DataError(f"{shown_path(args.traces)}: row {shorten(args.show)!r}: nested too deeply to be shown") from None
        finally:  # skipped lines, by the name of the input, not of its copy
            print(said.getvalue().replace(path, shown_path(args.traces)), end="", file=sys.stderr)


def run(args: argparse.Namespace) -> int:
    settings = settings_of(args)
    if args.show is not None:
        return show(args, settings)
    if not args.out:
        raise UsageError("--out PATH is required: where the rows go; - for standard output")
    with spooled(args.traces) as path:
        tally, rows, code = run_passes(args, path, settings)
    found = summary_of(tally, settings, rows.bad)
    text = json.dumps(found, ensure_ascii=False, allow_nan=False, indent=2) + "\n" if args.json else text_report(found)
    print(text, end="", file=sys.stderr if args.out == "-" else sys.stdout)
    if args.json and args.out != "-":
        for one in found["warnings"]:
            print(f"warning: {one}", file=sys.stderr)
    return code


def main(argv: list | None = None) -> int:
    return run_script(build_parser(), run, argv)


if __name__ == "__main__":
    sys.exit(main())
