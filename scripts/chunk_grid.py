#!/usr/bin/env python3
"""Find the chunk size and overlap that bring back the evidence of your questions, and the cheapest that does.

The corpus is a folder of text or Markdown files (its ids are the paths below the folder), one such file, or JSONL
rows with `id` (or `_id`), `text` and optionally `title`. It is split under every setting of the grid, searched with
BM25 (or with your own retriever), and each setting is scored on the same questions.

Fields read of each question: query, and one of
  spans         [{"doc_id", "start", "end"}], offsets in characters of the document's text
  evidence      quotes, found in the corpus whatever their case, blanks and punctuation
  gold_doc_ids  document ids, never ids of chunks: those belong to one chunking
Fields added: none; --json, --html and --export-chunks write results of their own.

  python scripts/chunk_grid.py --corpus docs/ --questions questions.jsonl
  python scripts/chunk_grid.py --corpus docs/ --questions q.jsonl --size 100,200,400 --overlap 0,50 --json --html grid.html

Exit codes: 0 done, 2 wrong usage or no setting left, 3 a file is wrong, 4 the retriever command failed.
"""
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
from __future__ import annotations

import argparse
import array
import base64
import bisect
import collections
import contextlib
import difflib
import errno
import functools
import gzip
import hashlib
import heapq
import html
import io
import itertools
import json
import math
import operator
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import unicodedata
import zlib
from typing import NamedTuple

VERSION = "0.1.0"

BYS = ("window", "sentence", "paragraph", "heading")
DEFAULT_GRID = {  # sizes and overlaps of common splitters, in the unit they are meant in
    "words": ("128,256,512,1024", "0,32,64,128"),
    "chars": ("500,1000,2000,4000", "0,100,200,400"),
    "sentences": ("2,4,8,16", "0,1,2,4"),
}
SNAP = 0.25  # a window may end this share of its size early, to end at a border rather than in mid-sentence
LONGEST_REPLY = 1 << 24  # bytes of a retriever's line; a million chunk ids, and no memory without end
LARGEST = 1e100  # of a vector's number; its square must still be one
CHANCE = 0.05  # p from which a difference may be luck; five questions that all differ alike have 1 / 2^5 = 0.03
MOST_EXACT = 16  # questions that differ, up to which all 2^16 assignments of signs are looked at
FEW_QUESTIONS = 30  # below this the intervals are too wide to choose by

BLANK_LINE = re.compile(r"\n[ \t\r\f\v]*\n")
LINE_MARK = re.compile(r"^ {0,3}(?:(#{1,6})(?=[ \t\r\n]|\Z)|(`{3,}|~{3,})|(?:={3,}|-{3,})[ \t\r]*$)", re.M)


class EndpointError(Exception):
    """The user's retriever gave up or gave nonsense: exit 4."""


class Setting(NamedTuple):
    """One cell of the grid. `by` names the pieces that are kept whole where they fit."""
    by: str
    size: int
    overlap: int
    unit: str

    @property
    def name(self) -> str:
        return ("" if self.by == "window" else self.by + "-") + f"{self.unit}-{self.size}-{self.overlap}"

    @property
    def fields(self) -> dict:
        return {"name": self.name, "by": self.by, "unit": self.unit, "size": self.size, "overlap": self.overlap}


class Borders(NamedTuple):
    """Offsets at which a text may well be cut, best kind first, and lines that belong to what follows them."""
    paragraphs: list
    sentences: list
    lines: list
    sticky: list  # (start, offset of what follows) of runs of headings and lines that open a fence
    headings: list  # where sections begin
    fenced: list  # (start, end) of code blocks


# ---------------------------------------------------------------------------------------------------- the text


def word_spans(text: str) -> tuple:
    """Starts and ends of the words: runs between blanks, but each character of an unspaced script for itself."""
    starts, ends = array.array("I"), array.array("I")
    for match in WORD.finditer(text):
        start, end = match.span()
        starts.append(start)
        ends.append(end)
    return starts, ends


def line_marks(text: str) -> tuple:
    """([(start, end) of heading lines], [(start, end) of lines that open a fence], [(start, end) of code blocks])."""
    headings, openers, fenced = [], [], []
    opened = None  # (start of the block, its mark)
    for match in LINE_MARK.finditer(text):
        start, mark = match.start(), match.group(2)
        end = text.find("\n", match.end())
        end = len(text) if end < 0 else end
        if opened:
            if mark and mark[0] == opened[1][0] and len(mark) >= len(opened[1]) and not text[match.end():end].strip():
                fenced.append((opened[0], end))
                opened = None
        elif mark:
            opened = (start, mark)
            openers.append((start, end))
        elif match.group(1):
            headings.append((start, end))
        elif start:  # a line of = or - makes the line above it a heading, if that is a line of words
            above = text.rfind("\n", 0, start - 1) + 1
            title = text[above:start].strip()
            if title and len(title) <= 200 and title[0].isalnum() and (not headings or headings[-1][1] < above):
                headings.append((above, end))
    if opened:
        fenced.append((opened[0], len(text)))
    return headings, openers, fenced


def outside(cuts: list, spans: list) -> list:
    """The cuts that lie in none of the sorted spans."""
    if not spans:
        return cuts
    starts = [start for start, _ in spans]
    kept = []
    for cut in cuts:
        place = bisect.bisect_left(starts, cut) - 1
        if place < 0 or cut >= spans[place][1]:
            kept.append(cut)
    return kept


def find_borders(text: str) -> Borders:
    """Where the text may well be cut. Code blocks have lines only; a heading ends a sentence and a paragraph."""
    headings, openers, fenced = line_marks(text)
    lines = [match.start() for match in re.finditer("\n", text)]
    paragraphs = {match.start() for match in BLANK_LINE.finditer(text)}
    paragraphs.update(start for start, _ in headings)
    paragraphs.update(start for start, _ in fenced)
    paragraphs.update(end for _, end in fenced)
    paragraphs = outside(sorted(paragraphs), [(start + 1, end) for start, end in fenced])
    ends = {end for _, end in sentences(text)}
    ends.update(end for _, end in headings)
    return Borders(paragraphs, outside(sorted(ends), fenced), lines, sticky_runs(text, sorted(headings + openers)),
                   [start for start, _ in headings], fenced)


def sticky_runs(text: str, spans: list) -> list:
    """Sorted lines as runs with only blanks between: (start, offset of the first sign behind the run that is no blank)."""
    runs: list = []
    for start, end in spans:
        while end < len(text) and text[end].isspace():
            end += 1
        if runs and runs[-1][1] >= start:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs


def trimmed(text: str, start: int, end: int) -> tuple:
    """The span without the blanks at its ends; empty where there is nothing else."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def whole_character(text: str, start: int, cut: int) -> int:
    """The cut, moved back at most 8 characters so that it does not part an accent or a joined emoji from its base."""
    for place in range(cut, max(start, cut - 8), -1):
        if place >= len(text) or not (unicodedata.category(text[place])[0] == "M" or text[place] in "\u200d\ufe0f"
                                      or text[place - 1] == "\u200d"):
            return place
    return cut


def only_fence(text: str) -> bool:
    """Whether the text is nothing but marks of code fences, which a reader could not use."""
    lines = text.split("\n") if len(text) < 200 else []
    return bool(lines) and all(line.strip()[:3] in ("```", "~~~", "") and not line.strip("`~ \t\r").count(" ")
                               for line in lines) and bool(text.strip())


class Document:
    """A document and, made when first asked for, where its units and borders lie."""

    def __init__(self, name: str, text: str, title: str | None = None) -> None:
        self.id, self.text, self.title = name, text, title
        self._units: dict = {}
        self._borders: Borders | None = None

    @property
    def borders(self) -> Borders:
        if self._borders is None:
            self._borders = find_borders(self.text)
        return self._borders

    def units(self, unit: str) -> tuple:
        """(starts, ends) of the units in characters; of characters themselves, ranges."""
        if unit == "chars":
            return range(len(self.text)), range(1, len(self.text) + 1)
        if unit not in self._units:
            self._units[unit] = word_spans(self.text) if unit == "words" else \
                tuple(array.array("I", column) for column in zip(*sentences(self.text))) or ((), ())
        return self._units[unit]

    def word_range(self, start: int, end: int) -> tuple:
        """(first, last + 1) of the words that the span touches."""
        starts, ends = self.units("words")
        return bisect.bisect_right(ends, start), bisect.bisect_left(starts, end)


# ---------------------------------------------------------------------------------------------------- chunks


def snapped(doc: Document, start: int, low: int, high: int, unit: str) -> int:
    """The best border in (low, high], else `high`; no heading or opening fence is left as the end of a chunk."""
    borders = doc.borders
    ranks = [borders.paragraphs, borders.sentences, borders.lines]
    if unit == "chars":
        ranks.append(doc.units("words")[1])
    for cuts in ranks:
        place = bisect.bisect_right(cuts, high) - 1
        if place >= 0 and cuts[place] > low and between_words(doc.text, cuts[place]):
            cut = unstuck(borders.sticky, start, cuts[place])
            if not only_fence(doc.text[start:cut]):
                return cut
    cut = unstuck(borders.sticky, start, high)
    if only_fence(doc.text[start:cut]):
        return high
    return whole_character(doc.text, start + 1, cut) if unit == "chars" else cut


def between_words(text: str, cut: int) -> bool:
    """Whether a blank, an end of the text or a character of an unspaced script stands at the cut."""
    pair = text[max(0, cut - 1):cut + 1]
    return not 0 < cut < len(text) or pair != "".join(pair.split()) or bool(re.search(f"[{UNSPACED}]", pair))


def unstuck(sticky: list, start: int, cut: int) -> int:
    """The cut, moved before the headings and opening fences that would otherwise end the chunk begun at `start`."""
    place = bisect.bisect_left(sticky, (cut,)) - 1
    if place >= 0 and cut <= sticky[place][1] and sticky[place][0] > start:
        return sticky[place][0]
    return cut


def window_spans(doc: Document, first: int, last: int, setting: Setting, exact: bool) -> list:
    """(start, end) of windows over the units first..last-1: at most `size` units each, `overlap` of them repeated."""
    starts, ends = doc.units(setting.unit)
    size, overlap, unit = setting.size, setting.overlap, setting.unit
    spans: list = []
    here, before = first, first - 1
    while here < last:
        stop = min(here + size, last)
        if stop < last and not exact and unit != "sentences":
            least = min(max(overlap + 1, math.ceil(size * (1 - SNAP))), stop - here)
            cut = snapped(doc, starts[here], ends[here + least - 1] - 1, ends[stop - 1], unit)
            stop = max(here + 1, bisect.bisect_left(starts, cut, here + 1, stop))
        begin = starts[here]
        if not exact and only_fence(doc.text[begin:ends[stop - 1]]):  # take in the lines before it
            begin = min(begin, starts[max(before + 1, stop - size, first)])
        begin, end = trimmed(doc.text, begin, ends[stop - 1])
        if begin < end and not (spans and end <= spans[-1][1]):
            if spans and begin <= spans[-1][0]:
                spans.pop()
            spans.append((begin, end))
        if stop >= last:
            break
        before, here = here, max(here + 1, stop - overlap)
        if unit == "chars" and not exact and here < stop:  # begin a repeated part with a whole word, if it has one
            word_starts = doc.units("words")[0]
            place = bisect.bisect_left(word_starts, here)
            if place < len(word_starts) and word_starts[place] < stop and between_words(doc.text, word_starts[place]):
                here = word_starts[place]
    return spans


def pack_pieces(bounds: list, size: int, overlap: int) -> list:
    """Ranges of whole pieces that hold at most `size` units; a piece that is larger stands alone.

    `bounds` are the pieces' first units, and the end of the last. As many last pieces of a range as fit into `overlap`
    units are repeated in the next.
    """
    ranges, first, count = [], 0, len(bounds) - 1
    while first < count:
        last = first + 1
        while last < count and bounds[last + 1] - bounds[first] <= size:
            last += 1
        ranges.append((bounds[first], bounds[last]))
        if last >= count:
            break
        again = last
        while again - 1 > first and bounds[last] - bounds[again - 1] <= overlap and \
                bounds[last + 1] - bounds[again - 1] <= size:
            again -= 1
        first = again
    return ranges


def chunk_document(doc: Document, setting: Setting, exact: bool = False) -> list:
    """The chunks of a document as (start, end) in characters, in order."""
    starts = doc.units(setting.unit)[0]
    if not starts:
        return []
    if setting.by == "window":
        return window_spans(doc, 0, len(starts), setting, exact)
    borders = doc.borders
    cuts = {"paragraph": borders.paragraphs, "heading": borders.headings,
            "sentence": doc.units("sentences")[0]}[setting.by]
    if setting.by != "heading":  # a heading is no piece of its own
        cuts = {unstuck(borders.sticky, -1, cut) for cut in cuts}
    bounds = sorted({0, len(starts)} | {bisect.bisect_left(starts, cut) for cut in cuts})
    ranges = zip(bounds, bounds[1:]) if setting.by == "heading" else pack_pieces(bounds, setting.size, setting.overlap)
    spans: list = []
    for first, last in ranges:
        for begin, end in window_spans(doc, first, last, setting, exact):
            if not (spans and end <= spans[-1][1]):
                spans.append((begin, end))
    return spans


def split_text(text: str, size: int, overlap: int = 0, unit: str = "words", by: str = "window",
               exact: bool = False) -> list:
    """The chunks of a text as strings. With `exact`, windows are cut at the size whatever stands there."""
    doc = Document("", text)
    return [text[start:end] for start, end in chunk_document(doc, Setting(by, size, overlap, unit), exact)]


# ---------------------------------------------------------------------------------------------------- the questions


class Question(NamedTuple):
    """A question and its gold: documents (by number), or pieces of evidence, each a list of places that will do."""
    id: str
    query: str
    kind: str  # "spans", "evidence" or "documents"
    documents: frozenset
    evidence: list  # of lists of (document number, start, end)


class Corpus:
    """The documents, their index terms, and the vocabulary of both."""

    def __init__(self, sources: list) -> None:
        self.vocabulary = Vocabulary()
        self.documents = [Document(source.id, source.text, source.title) for source in sources]
        self.terms = [find_terms(source.text, self.vocabulary) for source in sources]
        self.titles = [[self.vocabulary[token] for token in tokenize(source.title or "")] for source in sources]
        self.numbers = {source.id: number for number, source in enumerate(sources)}
        self.words = sum(len(document.units("words")[0]) for document in self.documents)


def read_question(row: dict, position: int, corpus: Corpus) -> Question | None:
    """A row as a question; None when it has no gold, or is labelled as unanswerable. DataError says what is wrong."""
    query = text_of(row, "query")
    if not (query or "").strip():
        raise DataError("field 'query' must hold the question; found none")
    name = row_id(row, position)
    gold = list_of(row, "gold_doc_ids", (str, int, float))
    names = [id_text(item) for item in gold]
    for item in names:
        if item not in corpus.numbers:
            raise DataError(unknown_document(item, corpus.numbers))
    documents = frozenset(corpus.numbers[item] for item in names)
    spans = list_of(row, "spans", (dict,))
    if spans:
        return Question(name, query, "spans", documents, [[read_span(span, corpus)] for span in spans])
    quotes = row.get("evidence")
    row = {**row, "evidence": [quotes]} if isinstance(quotes, str) else row
    quotes = [quote for quote in list_of(row, "evidence", (str,)) if quote.strip()]
    if quotes:
        return Question(name, query, "evidence", documents, [find_evidence(quote, documents, corpus) for quote in quotes])
    return Question(name, query, "documents", documents, []) if documents else None


def list_of(row: dict, field: str, kinds: tuple) -> list:
    """A field's list with items of these kinds; [] when it is absent or null. Raises DataError."""
    value = row.get(field)
    if value is None:
        return []
    if not isinstance(value, list):
        raise DataError(f"field '{field}' must be list, got {kind_of(value)}; wrap a single one in [ ]")
    for place, item in enumerate(value):
        if not isinstance(item, kinds) or isinstance(item, bool):
            raise DataError(f"field '{field}[{place}]' must be {kind_of(kinds[0]()) if kinds else ''}, got {kind_of(item)}")
    return value


def unknown_document(name: str, known: object) -> str:
    """What to say about a gold id that is no document's: ids of chunks are the usual reason."""
    parent = next((name[:end] for end in range(len(name) - 1, 0, -1) if name[:end] in known), None)
    like = next((other for other in known if other.endswith("/" + name) or name.endswith("/" + other)
                 or os.path.splitext(os.path.basename(other))[0] == name), None)
    hint = f" (it looks like a chunk of {shorten(parent)!r})" if parent else \
        f" (there is one called {shorten(like)!r})" if like else ""
    return (f"gold_doc_ids holds {shorten(name)!r}, which is no document of the corpus{hint}; gold must be document ids, quotes "
            "(`evidence`) or `spans`, since ids of chunks belong to one chunking")


def read_span(span: dict, corpus: Corpus) -> tuple:
    """{"doc_id", "start", "end"} as (document number, start, end), without the blanks at its ends. Raises DataError."""
    name = id_text(span.get("doc_id"))
    if name not in corpus.numbers:
        raise DataError(f"spans: doc_id {shorten(name)!r} is no document of the corpus")
    start, end = span.get("start"), span.get("end")
    text = corpus.documents[corpus.numbers[name]].text
    if not all(isinstance(value, int) and not isinstance(value, bool) for value in (start, end)) or \
            not 0 <= start < end <= len(text):
        raise DataError(f"spans: start {start!r} and end {end!r} must be whole numbers with 0 <= start < end <= {len(text)}, "
                        f"the length of {shorten(name)!r}")
    start, end = trimmed(text, start, end)
    if start == end:
        raise DataError(f"spans: {start}..{end} of {shorten(name)!r} holds only blanks")
    return corpus.numbers[name], start, end


def find_evidence(quote: str, documents: frozenset, corpus: Corpus) -> list:
    """Every place where the quote stands, in the gold documents where some are named. DataError when there is none."""
    places = [(number, start, end) for number in (sorted(documents) or range(len(corpus.documents)))
              for start, end in find_quote(quote, corpus.documents[number].text, corpus.terms[number], corpus.vocabulary)]
    if not places:
        where = "its gold documents" if documents else "the corpus"
        raise DataError(f"evidence {shorten(quote)!r} does not occur in {where}; quote the text as it stands")
    return places[:MOST_PLACES]


# ---------------------------------------------------------------------------------------------------- the scores


def merge_spans(spans: list) -> list:
    """(group, start, end) spans as a sorted list in which none overlap within a group."""
    merged: list = []
    for group, start, end in sorted(spans):
        if merged and merged[-1][0] == group and start <= merged[-1][2]:
            merged[-1] = (group, merged[-1][1], max(end, merged[-1][2]))
        else:
            merged.append((group, start, end))
    return merged


def overlap_size(spans: list, others: list) -> int:
    """How much the two lists have in common; neither may overlap itself."""
    return sum(max(0, min(end, stop) - max(start, begin)) for group, start, end in spans
               for other, begin, stop in others if other == group)


def token_scores(evidence: list, retrieved: list) -> tuple:
    """(recall, precision, IoU) of the retrieved words against those of the evidence; spans are (document, first, last).

    Smith and Troynikov (2024), "Evaluating Chunking Strategies for Retrieval": evidence counts once, however often it
    was retrieved, while every retrieved word counts, so that repeated text costs precision and IoU. Precision is None
    when nothing was retrieved.
    """
    evidence = merge_spans(evidence)
    common = overlap_size(evidence, merge_spans(retrieved))
    wanted, got = (sum(end - start for _, start, end in spans) for spans in (evidence, retrieved))
    return common / wanted if wanted else None, common / got if got else None, \
        common / (wanted + got - common) if wanted + got else None


def reciprocal_rank(flags: list) -> float:
    """1 / rank of the first that is right; 0 when none is."""
    return next((1 / rank for rank, right in enumerate(flags, 1) if right), 0.0)


def holds(chunk: tuple, place: tuple, cover: float) -> bool:
    """Whether a chunk (document, start, end) holds at least the share `cover` of a place, in characters."""
    if chunk[0] != place[0]:
        return False
    common = min(chunk[2], place[2]) - max(chunk[1], place[1])
    return common > 0 and common >= cover * (place[2] - place[1]) - 1e-9


def score_question(question: Question, found: list, cover: float) -> tuple:
    """(recall, reciprocal rank) of ranked chunks (document, start, end).

    Recall is the share of the pieces of evidence (or of the gold documents) that one of the chunks holds.
    """
    if question.kind == "documents":
        met = {chunk[0] for chunk in found} & question.documents
        return len(met) / len(question.documents), reciprocal_rank([chunk[0] in question.documents for chunk in found])
    rights = [[any(holds(chunk, place, cover) for place in places) for chunk in found] for places in question.evidence]
    return sum(map(any, rights)) / len(rights), reciprocal_rank([any(column) for column in zip(*rights)])


class Chunks:
    """The chunks of one setting: (document number, start, end) each, and where each document's begin."""

    def __init__(self, corpus: Corpus, setting: Setting, exact: bool) -> None:
        self.corpus = corpus
        self.documents, self.starts, self.ends, self.first = (array.array("I") for _ in range(4))
        for number, document in enumerate(corpus.documents):
            self.first.append(len(self.starts))
            for start, end in chunk_document(document, setting, exact):
                self.documents.append(number)
                self.starts.append(start)
                self.ends.append(end)
        self.first.append(len(self.starts))

    def __len__(self) -> int:
        return len(self.starts)

    def span(self, place: int) -> tuple:
        return self.documents[place], self.starts[place], self.ends[place]

    def name(self, place: int) -> str:
        number, start, end = self.span(place)
        return f"{self.corpus.documents[number].id}:{start}-{end}"

    def terms(self, titles: bool) -> object:
        """Each chunk's index terms, in order; those of the document's title first where `titles` is set."""
        for place in range(len(self)):
            number, start, end = self.span(place)
            terms = self.corpus.terms[number].within(start, end)
            yield self.corpus.titles[number] + terms.tolist() if titles and self.corpus.titles[number] else terms

    def whole(self, place: tuple) -> bool:
        """Whether some chunk holds the whole place: of those that begin before it, the last reaches furthest."""
        number, start, end = place
        last = bisect.bisect_right(self.starts, start, self.first[number], self.first[number + 1]) - 1
        return last >= self.first[number] and self.ends[last] >= end

    def rows(self, titles: bool) -> object:
        """The chunks as rows: id, doc_id, start, end, text; with the text to index where a title is prepended."""
        for place in range(len(self)):
            number, start, end = self.span(place)
            document = self.corpus.documents[number]
            row = {"id": self.name(place), "doc_id": document.id, "start": start, "end": end,
                   "text": document.text[start:end]}
            if document.title:
                row["title"] = document.title
            if titles:
                row["indexed_text"] = f"{document.title}\n{row['text']}" if document.title else row["text"]
            yield row


# ---------------------------------------------------------------------------------------------------- retrievers


class Options(NamedTuple):
    """What a worker needs to know; plain values, since it travels between processes."""
    corpus: str
    questions: str | None
    encoding: str | None
    skip_errors: bool
    limit: int | None
    k: int
    budget: int | None
    cover: float
    exact: bool
    titles: bool
    k1: float
    b: float
    epsilon: float
    command: str | None
    timeout: float
    vectors: str | None
    rankings: str | None


@functools.lru_cache(maxsize=1)
def prepare(options: Options) -> tuple:
    """(corpus, questions, counts of what was left out, exit code). Kept, so that a forked worker finds it done."""
    corpus = Corpus(read_corpus(options.corpus, options.encoding, options.skip_errors))
    if not corpus.words:
        raise DataError(f"{shown_path(options.corpus)}: no document holds any text")
    questions, left_out, seen, code = [], {"unanswerable": 0, "no_gold": 0, "bad": 0}, set(), 0
    if options.questions is not None:
        rows = Rows(options.questions, options.encoding, options.skip_errors, options.limit)
        for row in rows:
            try:
                question = read_question(row, rows.read, corpus)
                if question and question.id in seen:
                    raise DataError(f"id {shorten(question.id)!r} stands twice; give each question its own")
            except DataError as error:
                rows.reject(error)
                left_out["bad"] += 1
                continue
            if question:
                seen.add(question.id)
                questions.append(question)
            else:
                left_out["unanswerable" if row.get("gold_doc_ids") == [] else "no_gold"] += 1
        code = rows.finish()
        if not questions:
            raise DataError(f"{shown_path(options.questions)}: no question has gold; gold_doc_ids, evidence or spans is needed")
    if not options.exact:
        for document in corpus.documents:
            document.borders  # made here once, not in every worker
    return corpus, questions, left_out, code


def bm25_ranker(chunks: Chunks, options: Options) -> object:
    """A function from (question, k) to ranked chunk numbers, over an index of these chunks."""
    index = Bm25(chunks.terms(options.titles), options.k1, options.b, options.epsilon)
    known = chunks.corpus.vocabulary
    return lambda question, k: [place for _, place in index.search(
        [known.get(token, -1) for token in query_terms(question.query)], k)]


def places_of(names: list, chunks: dict, where: str, error: type | None = None) -> list:
    """Chunk ids as chunk numbers, each once. DataError, or the error named, for an id that the setting does not have."""
    places = []
    for name in names:
        if not isinstance(name, str) or name not in chunks:
            raise (error or DataError)(f"{where}: {shorten(name)!r} is no chunk of this setting; ids as in the chunks file are expected")
        places.append(chunks[name])
    return list(dict.fromkeys(places))


def ranked_names(value: object) -> list:
    """The chunk ids in a retriever's reply: a list of ids or of objects with `id`, bare or under a usual key."""
    if isinstance(value, dict):
        value = next((value[key] for key in ("chunk_ids", "ids", "results", "retrieved_docs") if key in value), None)
    if not isinstance(value, list):
        raise ValueError('a JSON list of chunk ids (or {"chunk_ids": [...]}) is expected')
    return [item.get("id", item.get("chunk_id")) if isinstance(item, dict) else item for item in value]


class Child:
    """The user's retriever: started with the path of the chunks file, asked one JSON line at a time.

    It is written to and read from in threads of their own, so that a retriever that does not read, floods, or leaves a child
    of its own behind cannot keep this script waiting longer than the timeout.
    """

    def __init__(self, command: str, path: str, timeout: float) -> None:
        self.timeout, self.lines, self.asked = timeout, queue.Queue(1000), queue.Queue()
        try:
            parts = f'{command} "{path}"' if os.name == "nt" else shlex.split(command) + [path]  # Windows splits by itself
            self.process = subprocess.Popen(parts, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError, IndexError) as error:
            raise EndpointError(f"--retriever-cmd: cannot start {shorten(command)!r}: {error}") from None
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    def _read(self) -> None:
        rest = bytearray()
        with contextlib.suppress(OSError, ValueError):  # closed meanwhile
            while len(rest) <= LONGEST_REPLY:
                data = os.read(self.process.stdout.fileno(), 1 << 16)
                if not data:
                    break
                rest += data
                if b"\n" in data:
                    *lines, rest = rest.split(b"\n")
                    for line in lines:
                        self.lines.put(line)
        if rest:
            self.lines.put(rest[:LONGEST_REPLY])
        self.lines.put(None)

    def _write(self) -> None:
        try:
            for line in iter(self.asked.get, None):
                rest = memoryview(line)
                while rest:
                    rest = rest[self.process.stdin.write(rest) or 0:]
            self.process.stdin.close()
        except (OSError, ValueError):  # it does not read any more
            self.lines.put(None)

    def ask(self, question: Question, k: int) -> list:
        """The ranked chunk ids for a question. EndpointError when the child dies, is late or says something else."""
        self.asked.put(row_bytes({"id": question.id, "query": question.query, "k": k}))
        try:
            line = self.lines.get(timeout=self.timeout)
        except queue.Empty:
            raise EndpointError(f"--retriever-cmd: no reply to question {shorten(question.id)!r} within {self.timeout:g} s") \
                from None
        if line is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(min(5, self.timeout))
            raise EndpointError(f"--retriever-cmd: ended (exit {self.process.poll()}) before it answered question "
                                f"{shorten(question.id)!r}; it must print one line for each that it reads")
        try:
            return ranked_names(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise EndpointError(f"--retriever-cmd: reply to question {shorten(question.id)!r} not understood: {error}") from None

    def finish(self) -> None:
        """EndpointError when rankings are left that nobody asked for: then replies and questions went out of step."""
        self.asked.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        with contextlib.suppress(queue.Empty):
            for line in iter(functools.partial(self.lines.get, timeout=1), None):
                with contextlib.suppress(ValueError, RecursionError):
                    ranked_names(json.loads(line))
                    raise EndpointError("--retriever-cmd: printed more rankings than it was asked for, so replies and questions "
                                        "are out of step; it must print one line for each that it reads")

    def close(self) -> None:
        self.asked.put(None)
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def read_vectors(path: str) -> dict:
    """id -> unit vector, of rows with `id` and `vector`. DataError names the place of one that is none."""
    vectors: dict = {}
    rows = Rows(path)
    for row in rows:
        value, name = row.get("vector", row.get("embedding")), id_text(row.get("id", ""))
        if not isinstance(value, list) or not value or not all(
                isinstance(x, (int, float)) and not isinstance(x, bool) and -LARGEST <= x <= LARGEST for x in value):
            raise DataError(f"{rows.place}: field 'vector' must be a list of finite numbers")
        if name in vectors:
            raise DataError(f"{rows.place}: id {shorten(name)!r} stands twice")
        if vectors and len(value) != len(next(iter(vectors.values()))):
            raise DataError(f"{rows.place}: vector has {len(value)} numbers, those before have "
                            f"{len(next(iter(vectors.values())))}")
        most = max(map(abs, value)) or 1.0  # so that no square is lost, however small
        length = most * math.sqrt(math.fsum((x / most) ** 2 for x in value)) or 1.0
        vectors[name] = array.array("d", [x / length for x in value])
    rows.finish()
    return vectors


def vector_ranker(chunks: Chunks, setting: Setting, folder: str, question_vectors: dict) -> object:
    """A function from (question, k) to chunk numbers by cosine, over vectors made elsewhere."""
    path = os.path.join(folder, setting.name + ".vectors.jsonl")
    vectors = read_vectors(path)
    missing = next((chunks.name(place) for place in range(len(chunks)) if chunks.name(place) not in vectors), None)
    if missing is not None:
        raise DataError(f"{path}: no vector for chunk {shorten(missing)!r}; export the chunks anew with the same flags")
    table = [vectors[chunks.name(place)] for place in range(len(chunks))]
    product = getattr(math, "sumprod", None) or (lambda left, right: sum(map(operator.mul, left, right)))

    def rank(question: Question, k: int) -> list:
        vector = question_vectors.get(question.id)
        if vector is None:
            raise DataError(f"{os.path.join(folder, 'questions.vectors.jsonl')}: no vector for question "
                            f"{shorten(question.id)!r}")
        if len(vector) != len(table[0]):
            raise DataError(f"{path}: vectors of {len(table[0])} numbers, those of the questions have {len(vector)}")
        # rounded, since the last digit of a sum depends on the version of Python and must not break ties
        return heapq.nsmallest(k, range(len(table)), key=lambda place: (-round(product(vector, table[place]), 12), place))
    return rank


def read_rankings(path: str) -> dict:
    """(setting, question id) -> chunk ids, of rows with `setting`, `query_id` and `chunk_ids`."""
    rankings: dict = {}
    rows = Rows(path)
    for row in rows:
        setting, name = text_of(row, "setting"), row.get("query_id", row.get("id"))
        try:
            names = ranked_names(row)
        except ValueError as error:
            raise DataError(f"{rows.place}: {error}") from None
        if not setting or name is None:
            raise DataError(f"{rows.place}: fields 'setting' (such as words-256-32), 'query_id' and 'chunk_ids' are expected")
        if (setting, id_text(name)) in rankings:
            raise DataError(f"{rows.place}: question {shorten(id_text(name))!r} stands twice for setting {shorten(setting)!r}")
        rankings[setting, id_text(name)] = names
    rows.finish()
    return rankings


@contextlib.contextmanager
def ranker(chunks: Chunks, setting: Setting, options: Options) -> object:
    """The retriever that was asked for, as a function from (question, k) to ranked chunk numbers."""
    if options.command:
        numbers = {chunks.name(place): place for place in range(len(chunks))}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, setting.name + ".chunks.jsonl")
            write_rows(path, chunks.rows(options.titles))
            child = Child(options.command, path, options.timeout)
            try:
                yield lambda question, k: places_of(child.ask(question, k), numbers, "--retriever-cmd", EndpointError)[:k]
                child.finish()
            finally:
                child.close()
    elif options.vectors:
        yield vector_ranker(chunks, setting, options.vectors,
                            read_vectors(os.path.join(options.vectors, "questions.vectors.jsonl")))
    elif options.rankings:
        numbers, rankings = {chunks.name(place): place for place in range(len(chunks))}, read_rankings(options.rankings)
        if not any(name == setting.name for name, _ in rankings):
            raise DataError(f"{options.rankings}: holds no ranking for setting {setting.name}")
        yield lambda question, k: places_of(rankings.get((setting.name, question.id), []), numbers, options.rankings)[:k]
    else:
        yield bm25_ranker(chunks, options)


def write_rows(path: str, rows: object) -> None:
    """Write rows as JSONL; the file appears complete or not at all."""
    with Output(path) as out:
        for row in rows:
            out.write(row_bytes(row))


# ---------------------------------------------------------------------------------------------------- one setting

METRICS = ("recall_at_k", "mrr", "token_recall", "token_precision", "token_iou", "context_tokens")


def score_setting(task: tuple) -> dict:
    """All values of one setting: {"setting", "chunks", "mean_size", "cut", "places", metric -> a value per question}."""
    setting, options = task
    corpus, questions, _, _ = prepare(options)
    chunks = Chunks(corpus, setting, options.exact)
    sizes = [end - first for first, end in map(lambda place: corpus.documents[chunks.documents[place]].word_range(
        chunks.starts[place], chunks.ends[place]), range(len(chunks)))]
    scores: dict = {metric: [] for metric in METRICS}
    places = [places for question in questions for places in question.evidence]
    with ranker(chunks, setting, options) as rank:
        for question in questions:
            found = rank(question, options.k if options.budget is None else max(options.k, options.budget))
            if options.budget is not None:
                found = within_budget(found, sizes, options.budget)
            spans = [chunks.span(place) for place in found]
            recall, rank_value = score_question(question, spans, options.cover)
            values = [recall, rank_value, *word_scores(question, spans, corpus)]
            titles = sum(len(corpus.titles[span[0]]) for span in spans) if options.titles else 0
            values.append(sum(sizes[place] for place in found) + titles)
            for metric, value in zip(METRICS, values):
                scores[metric].append(value)
    return {"setting": setting, "chunks": len(chunks), "mean_size": sum(sizes) / len(sizes),
            "cut": sum(not any(map(chunks.whole, alternatives)) for alternatives in places), "places": len(places),
            **scores}


class Interrupt:
    """Ctrl-C in a worker, which the pool lets pass: it ends the setting in hand, and none is begun after it."""
    came = working = False

    @classmethod
    def heed(cls, *_: object) -> None:
        cls.came = True
        if cls.working:
            raise KeyboardInterrupt


def score_in_worker(task: tuple) -> dict:
    """score_setting, ended by Ctrl-C; a retriever that it starts is too."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, Interrupt.heed)
    if Interrupt.came:
        raise KeyboardInterrupt
    Interrupt.working = True
    try:
        return score_setting(task)
    finally:
        Interrupt.working = False


def within_budget(found: list, sizes: list, budget: int) -> list:
    """The first chunks that together hold at most `budget` words; the first always, or there would be no context."""
    total, kept = 0, []
    for place in found:
        total += sizes[place]
        if kept and total > budget:
            break
        kept.append(place)
    return kept


def word_scores(question: Question, spans: list, corpus: Corpus) -> tuple:
    """Token recall, precision and IoU of retrieved spans; None each where gold is documents only.

    Of evidence that stands in several places, the one that was retrieved most counts.
    """
    if not question.evidence:
        return None, None, None
    def words(span: tuple) -> tuple:
        return (span[0], *corpus.documents[span[0]].word_range(span[1], span[2]))
    retrieved = [words(span) for span in spans]
    merged = merge_spans(retrieved)
    evidence = [max(map(words, places), key=lambda place: overlap_size([place], merged)) for places in question.evidence]
    return token_scores(evidence, retrieved)


# ---------------------------------------------------------------------------------------------------- the report


def paired_difference(values: list, base: list) -> dict:
    """{"n", "mean", "ci95", "p_value"} of the differences value - base, question by question; those without both are left out.

    Values are shares, so that the interval ends at -1 and 1. Student's t is too sure where few questions differ: the interval
    is stretched to zero where the permutation test leaves it possible.
    """
    summary = paired_moments(values, base).summary()
    p = sign_flip_p([value - other for value, other in zip(values, base) if value is not None and other is not None])
    if summary["ci95"]:
        low, high = (max(-1.0, min(1.0, limit)) for limit in summary["ci95"])
        summary["ci95"] = [min(low, 0.0), max(high, 0.0)] if p >= CHANCE else [low, high]
    return {**summary, "p_value": p}


def sign_flip_p(moves: list) -> float:
    """Two-sided mid-p of paired differences: how often random signs bring their sum further from 0, and half of how often as far.

    1 where none differs. Fisher (1935); the mid-p of Fagerland, Lydersen and Laake (2013), BMC Med. Res. Methodol. 13:91, since the
    plain p is too timid for few. All assignments up to 16 questions that differ; above, the normal limit of that law.
    """
    sizes = [abs(move) for move in moves if abs(move) > 1e-12]
    if not sizes:
        return 1.0
    total = abs(math.fsum(moves))
    if len(sizes) > MOST_EXACT:
        return math.erfc(total / math.sqrt(2 * math.fsum(size * size for size in sizes)))
    sums = [0.0]
    for size in sizes:
        sums = [have + size for have in sums] + [have - size for have in sums]
    return sum((abs(each) > total - 1e-9) + (abs(each) > total + 1e-9) for each in sums) / 2 / len(sums)


def paired_moments(values: list, base: list) -> Moments:
    """The moments of value - base where both are known."""
    moments = Moments()
    for value, other in zip(values, base):
        if value is not None and other is not None:
            moments.add(value - other)
    return moments


def mean_of(values: list) -> dict:
    """{"n", "mean", "ci95"} of the values that are known."""
    moments = Moments()
    for value in values:
        if value is not None:
            moments.add(value)
    return moments.summary()


def choose(results: list, metric: str) -> tuple:
    """(number of the best, numbers of those that cannot be told from it, number of the cheapest of these).

    Told apart means that the paired difference from the best is below zero by more than chance. Cheapest is the least
    context, then the better metric, then the fewest chunks; never one that another setting, tied or not, betters or equals at
    no more context. Nothing is told apart where the metric was not measured.
    """
    means = [mean_of(result[metric])["mean"] for result in results]
    worse = [-mean if mean is not None else 1.0 for mean in means]
    context = [mean_of(result["context_tokens"])["mean"] for result in results]
    chunks = [result["chunks"] for result in results]
    best = min(range(len(results)), key=lambda number: (worse[number], context[number], chunks[number], number))
    tied = [number for number, result in enumerate(results)
            if not is_below(paired_difference(result[metric], results[best][metric]))]
    bettered = {number for number in tied for other in range(len(results))
                if worse[other] <= worse[number] + 1e-12 and context[other] <= context[number] + 1e-9
                and (worse[other] < worse[number] - 1e-12 or context[other] < context[number] - 1e-9)}
    return best, tied, min((number for number in tied if number not in bettered or number == best),
                           key=lambda number: (context[number], worse[number], chunks[number], number))


def is_below(difference: dict) -> bool:
    """Whether a difference is below zero by more than chance, by the test and by the interval where there is one."""
    return difference["p_value"] < CHANCE and (difference["ci95"][1] if difference["ci95"] else difference["mean"] or 0.0) < -1e-12


def build_report(results: list, skipped: list, options: Options, left_out: dict, metric: str) -> dict:
    """The summary as data: `settings`, `tied_with_best`, `recommended`, `bm25`, `signature` and what they rest on."""
    corpus, questions, _, _ = prepare(options)
    settings = []
    for result in results:
        means = {name: mean_of(result[name]) for name in METRICS}
        settings.append({
            **result["setting"].fields, "chunks": result["chunks"], "mean_chunk_words": result["mean_size"],
            **{name: means[name]["mean"] for name in METRICS},
            "ci95": {name: means[name]["ci95"] for name in METRICS},
            "evidence_cut": rate(result["cut"], result["places"]),
            "difference": {**paired_difference(result[metric], results[0][metric]), "metric": metric}})
    best, tied, cheapest = choose(results, metric)
    if options.budget is not None:  # every setting was given the same context: there is no cheaper one
        cheapest = best
    kinds = collections.Counter(question.kind for question in questions)
    retriever = "command" if options.command else "vectors" if options.vectors else "rankings" if options.rankings \
        else "bm25"
    return {
        "documents": len(corpus.documents), "words": corpus.words, "n": len(questions), "k": options.k,
        "budget": options.budget, "cover": options.cover, "titles": options.titles, "exact": options.exact,
        "gold": {kind: kinds[kind] for kind in ("spans", "evidence", "documents")}, "left_out": left_out,
        "retriever": retriever,
        "bm25": {"variant": "Okapi", "k1": options.k1, "b": options.b, "epsilon": options.epsilon}
        if retriever == "bm25" else None,
        "settings": settings, "skipped": skipped, "ranked_by": metric, "best": results[best]["setting"].fields,
        "tied_with_best": [results[number]["setting"].fields for number in tied],
        "recommended": results[cheapest]["setting"].fields, "notes": notes_of(kinds, len(questions), settings),
        "signature": signature(options, retriever, metric)}


def signature(options: Options, retriever: str, metric: str) -> str:
    """What changes the numbers of a setting, in a fixed order, version last."""
    how = f"bm25:{options.k1:g},{options.b:g},{options.epsilon:g}" if retriever == "bm25" else f"retriever:{retriever}"
    depth = f"k:{options.k}" if options.budget is None else f"budget:{options.budget}"
    return (f"chunk_grid|{depth}|{how}|cover:{options.cover:g}|titles:{'yes' if options.titles else 'no'}|"
            f"cuts:{'exact' if options.exact else 'borders'}|by:{metric}|v:{VERSION}")


def notes_of(kinds: dict, n: int, settings: list) -> list:
    """What a reader should know before believing the numbers."""
    notes = []
    if n < FEW_QUESTIONS:
        notes.append(f"only {n} questions: differences of less than about {100 / math.sqrt(n):.0f} points cannot be seen")
    if kinds["documents"]:
        notes.append(f"document gold only, in {kinds['documents']} of {n} questions: any chunk of the document counts, so large and "
                     "small chunks look alike, and token scores leave them out; quotes in `evidence` tell more")
    if len([kind for kind in kinds if kinds[kind]]) > 1:
        notes.append("gold of different kinds is in one mean; each kind alone would be a cleaner measure")
    cut = [setting for setting in settings if setting["evidence_cut"]["share"] and setting["evidence_cut"]["share"] > 0.2]
    if cut:
        notes.append("more than a fifth of the evidence is cut apart, and out of reach, under "
                     + ", ".join(setting["name"] for setting in cut[:5]) + (f" and {len(cut) - 5} more" if len(cut) > 5 else ""))
    return notes


def heat_maps(settings: list) -> list:
    """One map for each way of splitting: {"title", "sizes", "overlaps", "cells": rows by overlap of setting or None}."""
    maps: dict = {}
    for setting in settings:
        maps.setdefault((setting["by"], setting["unit"]), []).append(setting)
    made = []
    for (by, unit), group in maps.items():
        sizes, overlaps = (sorted({setting[name] for setting in group}) for name in ("size", "overlap"))
        known = {(setting["size"], setting["overlap"]): setting for setting in group}
        made.append({"title": f"{by}, sizes in {unit}", "sizes": sizes, "overlaps": overlaps,
                     "cells": [[known.get((size, overlap)) for size in sizes] for overlap in overlaps]})
    return made


SHADES = " .:-=+*#%@"  # a picture that survives every terminal and every log file


def shade(value: float | None, low: float, high: float) -> str:
    """One character, darker for higher; a blank when the value is not known."""
    if value is None:
        return " "
    return SHADES[1 + int((value - low) / (high - low) * (len(SHADES) - 2) + 1e-9)] if high > low else SHADES[5]


def figure(value: float | None, width: int = 6) -> str:
    """A share with three digits, right-aligned; "-" when it was not measured."""
    return ("-" if value is None else f"{value:.3f}").rjust(width)


def report_text(report: dict) -> str:
    """The summary for people, 80 columns."""
    metric, depth = report["ranked_by"], f"@{report['k']}" if report["budget"] is None else f" in {report['budget']} words"
    gold = ", ".join(f"{count} by {kind}" for kind, count in report["gold"].items() if count)
    lines = [f"{report['documents']:,} documents, {report['words']:,} words; {report['n']:,} questions ({gold})"]
    left = ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in report["left_out"].items() if count)
    lines += [f"left out: {left}"] if left else []
    if report["bm25"]:
        lines.append("retriever: BM25 {variant} (k1 {k1:g}, b {b:g}, idf floor {epsilon:g} x mean)".format(**report["bm25"]))
    else:
        lines.append(f"retriever: {report['retriever']}")
    lines += ["", f"{'':25s}{'':>7s} {'recall':>6s} {'':>6s} {'----- tokens ------':>20s} {'context':>7s} {'cut':>4s}",
              f"{'setting':25s}{'chunks':>7s} {depth.strip()[:6]:>6s} {'MRR':>6s} {'recall':>6s} {'prec':>6s} {'IoU':>6s} "
              f"{'words':>7s} {'%':>4s}"]
    tied = {setting["name"] for setting in report["tied_with_best"]}
    for setting in report["settings"]:
        name = setting["name"]
        mark = "*" if name == report["recommended"]["name"] else "=" if name in tied else " "
        cut = setting["evidence_cut"]["share"]
        lines.append(f"{mark} {shorten(name, 23):23s}{setting['chunks']:7,d} {figure(setting['recall_at_k'])} "
                     f"{figure(setting['mrr'])} {figure(setting['token_recall'])} {figure(setting['token_precision'])} "
                     f"{figure(setting['token_iou'])} {setting['context_tokens']:7,.0f} "
                     f"{'-' if cut is None else format(100 * cut, '.0f'):>4s}")
    first = report["settings"][0]["name"]
    lines += ["", f"{metric} against {first}, paired, 95 %:"] if len(report["settings"]) > 1 else []
    for setting in report["settings"][1:]:
        lines.append(f"  {shorten(setting['name'], 24):24s} {difference_text(setting['difference'])}")
    values = [setting[metric] for setting in report["settings"] if setting[metric] is not None]
    for picture in heat_maps(report["settings"]):
        lines += ["", f"{metric} by {picture['title']} (down: overlap)",
                  "        " + "".join(f"{size:>10,d}" for size in picture["sizes"])]
        for overlap, row in zip(picture["overlaps"], picture["cells"]):
            cells = ("" if cell is None else f"{figure(cell[metric])} {2 * shade(cell[metric], min(values), max(values))}"
                     for cell in row) if values else ()
            lines.append(f"{overlap:>7,d} " + "".join(f"{cell:>10s}" for cell in cells))
    lines.append("")
    lines += wrapped(verdict_text(report))
    for note in report["notes"]:
        lines += wrapped(f"note: {note}")
    for skip in report["skipped"]:
        lines.append(f"skipped: {skip['name']}: {skip['reason']}")
    return "\n".join(lines + ["", f"{report['signature']}  n {report['n']}"]) + "\n"


def difference_text(difference: dict) -> str:
    """A paired difference for people, in points."""
    if difference["mean"] is None:
        return "not measured"
    scale, unit = 100, " points"
    limits = difference["ci95"]
    between = " [{:+.1f}, {:+.1f}]".format(*(scale * limit + 0.0 for limit in limits)) if limits else \
        ", the same for every question"
    shown = f"{scale * difference['mean']:+.1f}".replace("-0.0", "+0.0")
    return f"{shown}{unit}{between} (n {difference['n']:,})"


def verdict_text(report: dict) -> str:
    """The advice in a sentence or two."""
    known = {setting["name"]: setting for setting in report["settings"]}
    best, chosen = known[report["best"]["name"]], known[report["recommended"]["name"]]
    metric, ties = report["ranked_by"], len(report["tied_with_best"]) - 1
    text = f"best {metric}: {best['name']} ({figure(best[metric]).strip()}). "
    if len(known) == 1:
        return text + "It is the only setting."
    if not ties:
        return text + "It is better than every other setting by more than chance; use it."
    text += f"{ties} of the other {len(known) - 1} settings cannot be told apart from it (=). "
    if report["budget"] is not None:
        return text + f"All were given the same {report['budget']:,} words; use {chosen['name']} (*)."
    skipped = any(setting["name"] in {tie["name"] for tie in report["tied_with_best"]} and setting["context_tokens"] < chosen["context_tokens"]
                  for setting in report["settings"])  # and is bettered by a setting that reads no more
    return text + (f"Use {chosen['name']} (*): of these{' and what no other setting betters,' if skipped else ''} it needs the least context, {chosen['context_tokens']:,.0f} words a question"
                   + ("." if chosen is best else f" against {best['context_tokens']:,.0f}; its own {metric} is "
                                                 f"{figure(chosen[metric]).strip()}."))


def wrapped(text: str, width: int = 80) -> list:
    """The text in lines of at most `width` characters."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


HEAT_CSS = """
.heat { width: auto; overflow-wrap: normal; white-space: nowrap; } .heat th, .heat td { text-align: right; padding: .5rem .9rem; border: 1px solid var(--line); }
caption { text-align: left; font-weight: 650; padding: .3rem 0; } .heat .h { color: var(--ink); }
.settings { overflow-wrap: normal; } .settings th { white-space: nowrap; padding-right: .75rem; }
.tied { font-weight: 700; } td.chosen { outline: 3px solid var(--accent); outline-offset: -3px; }
""" + "".join(f".h{step} {{ background: rgba(47, 122, 170, {step / 12:.2f}); }}\n" for step in range(10))


def report_html(report: dict) -> str:
    """The summary as one page that loads nothing: the advice, the heat maps, and the table of all settings."""
    metric = report["ranked_by"]
    values = [setting[metric] for setting in report["settings"] if setting[metric] is not None] or [0.0]
    low, high = min(values), max(values)
    tied, chosen = {setting["name"] for setting in report["tied_with_best"]}, report["recommended"]["name"]

    def marks(name: str) -> str:
        return " tied" * (name in tied) + " chosen" * (name == chosen)

    def cell(setting: dict | None) -> str:
        if setting is None or setting[metric] is None:
            return "<td>-</td>"
        step = int(9 * (setting[metric] - low) / (high - low) + 1e-9) if high > low else 4
        return f'<td class="h h{step}{marks(setting["name"])}">{setting[metric]:.3f}</td>'

    maps = []
    for picture in heat_maps(report["settings"]):
        head = "".join(f'<th scope="col">{size:,}</th>' for size in picture["sizes"])
        body = "".join(f'<tr><th scope="row">{overlap:,}</th>{"".join(map(cell, row))}</tr>'
                       for overlap, row in zip(picture["overlaps"], picture["cells"]))
        maps.append(f'<div class="scroll"><table class="heat"><caption>{escape(metric)}: {escape(picture["title"])}</caption>'
                    f'<thead><tr><th scope="col">overlap, size</th>{head}</tr></thead><tbody>{body}</tbody></table></div>')
    names = ("setting", "chunks", "recall", "MRR", "token recall", "token precision", "token IoU", "context words",
             "evidence cut", f"{metric} against the first")
    rows = []
    for setting in report["settings"]:
        cut = setting["evidence_cut"]
        cells = [f"{setting['chunks']:,}", *(figure(setting[name]).strip() for name in METRICS[:5]),
                 f"{setting['context_tokens']:,.0f}", f"{cut['count']}/{cut['n']}",
                 difference_text(setting["difference"]) if rows else "the first"]
        rows.append(f'<tr class="{marks(setting["name"]).strip()}"><th scope="row">{escape(setting["name"])}</th>'
                    + "".join(f'<td class="number">{escape(text)}</td>' for text in cells) + "</tr>")
    notes = "".join(f'<p class="notice">{escape(note)}</p>' for note in report["notes"])
    return html_page("Chunking grid", f"""<header class="page"><p class="eyebrow">Chunking grid</p>
<h1>Use {escape(chosen)}</h1><p>{escape(verdict_text(report))}</p><p class="soft">{report['documents']:,} documents, {report['words']:,} words,
{report['n']:,} questions. Bold settings cannot be told apart from the best; the framed one is recommended.</p></header>
<main><section><h2>Size and overlap</h2>{"".join(maps)}{notes}</section>
<section><h2>All settings</h2><div class="scroll"><table class="settings"><thead><tr>
{"".join(f'<th scope="col">{escape(name)}</th>' for name in names)}</tr></thead><tbody>
{chr(10).join(rows)}</tbody></table></div></section></main>
<footer class="page"><p><code>{escape(report['signature'])}</code></p></footer>""", HEAT_CSS)


# --- shared: corpus (documents, index terms, quotes, BM25) ---
TEXT_FILES = (".md", ".markdown", ".mdx", ".txt", ".text", ".rst", ".adoc", ".org", ".html", ".htm")
# Scripts written without blanks, where each character counts as a word: Thai, Lao, Tibetan, Burmese, Khmer, Han, kana.
# U+3000 is a blank and stays out.
UNSPACED = "\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3001-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff" \
           "\uf900-\ufaff\uff01-\uffef\U00020000-\U0003ffff"
LONGEST_WORD = 64  # a longer run without a blank (base64, a minified line) counts as several words, and can be cut
MOST_PLACES = 50  # places at which a repeated quote is looked up; one that stands more often identifies nothing
COUNT_BITS = 20  # a posting packs the chunk's number above this many bits of its count
MANY_CHUNKS = 2000  # from here on, common words are added up for all chunks at once
WORD = re.compile(f"[{UNSPACED}]|[^\\s{UNSPACED}]{{1,{LONGEST_WORD}}}")


class Source(NamedTuple):
    """One document as it was read: its id, its title (None where it has none) and its text."""
    id: str
    title: str | None
    text: str


def read_corpus(path: str, encoding: str | None = None, skip_errors: bool = False) -> list:
    """The documents of a folder, of one text file, or of JSONL rows. Ids are unique; DataError names the place."""
    if os.path.isdir(path):
        found = []
        for folder, below, names in os.walk(path):
            below[:] = sorted(name for name in below if not name.startswith("."))
            found.extend(os.path.join(folder, name) for name in sorted(names)
                         if not name.startswith(".") and name.lower().endswith(TEXT_FILES)
                         and os.path.isfile(os.path.join(folder, name)))
        files = sorted((os.path.relpath(name, path).replace(os.sep, "/"), name) for name in found)
        if not files:
            raise DataError(f"{path}: no text files; names ending in {', '.join(TEXT_FILES[:4])} are read, or give JSONL")
        return [Source(name, first_title(text, name), text) for name, place in files
                for text in (read_text(place, encoding),)]
    if path != "-" and path.lower().endswith(TEXT_FILES):
        text = read_text(path, encoding)
        return [Source(os.path.basename(path), first_title(text, os.path.basename(path)), text)]
    rows, sources, seen = Rows(path, encoding, skip_errors), [], {}
    for row in rows:
        try:
            source = source_of(row, rows.read)
            if source.id in seen:
                raise DataError(f"id {shorten(source.id)!r} is also that of line {seen[source.id]}; give each document its own")
        except DataError as error:
            rows.reject(error)
            continue
        seen[source.id] = rows.number
        sources.append(source)
    if rows.finish():
        raise DataError(f"{shown_path(path)}: too many bad lines to go on")
    return sources


def read_text(path: str, encoding: str | None) -> str:
    """A file's text as it stands, line ends included; a mark of UTF-8 or UTF-16 at its start is heeded and left out."""
    try:
        with open_bytes(path) as stream:
            data = stream.read()
    except OSError as error:
        raise DataError(f"{path}: cannot read: {error.strerror or error}") from None
    if encoding is None:
        encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except LookupError:
        raise UsageError(f"--encoding: {encoding!r} is no text encoding; such as cp1252 or utf-16") from None
    except UnicodeError:
        known = "UTF-8" if encoding == "utf-8-sig" else encoding
        raise DataError(f"{path}: not {known}; name its --encoding, such as cp1252") from None


def first_title(text: str, name: str) -> str:
    """The first Markdown heading among the first lines, without its marks; else the file's name without its ending."""
    match = re.search(r"^#{1,6}[ \t]+(\S[^\n]*)", text[:2000], re.M)
    return match.group(1).rstrip("# \t\r") or name if match else os.path.splitext(os.path.basename(name))[0]


def source_of(row: dict, position: int) -> Source:
    """A JSONL row as a document: `id`, `_id` or `doc_id`; `text`, `contents` or `content`; `title` if it is there."""
    name = next((row[key] for key in ("id", "_id", "doc_id") if row.get(key) not in (None, "")), None)
    if isinstance(name, (dict, list, bool)):
        raise DataError(f"field 'id' must be str, got {kind_of(name)}")
    text = next((row[key] for key in ("text", "contents", "content") if row.get(key) is not None), None)
    if not isinstance(text, str):
        raise DataError(f"field 'text' must be str, got {kind_of(text)}")
    return Source(f"row-{position}" if name is None else id_text(name), text_of(row, "title"), text)


def token_spans(text: str, known: dict | None = None) -> list:
    """(token, start, end) of the text's index terms: folded stems, and pairs of neighbouring signs in scripts without
    blanks (Thai and kin: triples). `known` remembers what words become, for texts that share many."""
    known, found = {} if known is None else known, []
    for match in _WORD.finditer(text):
        word, (start, end) = match.group(), match.span()
        tokens = known.get(word)
        if tokens is None:
            tokens = () if not word.isascii() and _NO_SPACES.search(word) else tuple(words(word))
            known[word] = tokens
        if tokens:
            for token in tokens:
                found.append((token, start, end))
        elif not word.isascii():
            found.extend(sign_spans(word, start))
    return found


def sign_spans(word: str, offset: int) -> list:
    """token_spans of a word that holds stretches written without blanks."""
    found, last = [], 0
    for run in _NO_SPACES.finditer(word):
        pieces = [(last, run.start())] if run.start() > last else []
        last, size = run.end(), _GRAM if run.group()[0] >= "\u3005" else _GRAM + 1
        pieces += [(place, min(place + size, last)) for place in range(run.start(), max(last - size, run.start()) + 1)]
        found.extend((token, offset + start, offset + end) for start, end in pieces for token in words(word[start:end]))
    return found + [(token, offset + last, offset + len(word)) for token in words(word[last:])]


def tokenize(text: str) -> list:
    """The index terms of a text, in order."""
    return [token for token, _, _ in token_spans(text)]


def query_terms(query: str) -> list:
    """The terms to search for: those of the query without function words, unless it holds nothing else."""
    terms = tokenize(query)
    return [term for term in terms if term not in STOPWORDS] or terms


class Bm25:
    """Okapi BM25 over chunks given as sequences of tokens.

    Scores equal those of rank_bm25's BM25Okapi (Trotman, Puurula and Burgess 2014, with a floor of `epsilon` times the
    mean idf for words that stand in more than half of the chunks). An inverted index with the bound of every word's
    score (MaxScore: Turtle and Flood 1995) answers without looking at chunks that cannot enter the first k.
    """

    def __init__(self, chunks: object, k1: float = 1.5, b: float = 0.75, epsilon: float = 0.25) -> None:
        postings: dict = {}
        self.lengths = array.array("I")
        for place, tokens in enumerate(chunks):
            self.lengths.append(len(tokens))
            base = place << COUNT_BITS
            for token, count in collections.Counter(tokens).items():
                if token in postings:
                    postings[token].append(base | count)
                else:
                    postings[token] = array.array("Q", (base | count,))
        self.k1, self.postings = k1, postings
        total = len(self.lengths)
        average = sum(self.lengths) / total if total else 0.0
        self.norms = [k1 * (1 - b + b * length / average) if average else k1 for length in self.lengths]
        self.idf = {token: math.log(total - len(found) + 0.5) - math.log(len(found) + 0.5)
                    for token, found in postings.items()}
        floor = epsilon * (math.fsum(self.idf.values()) / len(self.idf)) if self.idf else 0.0
        for token, value in self.idf.items():
            if value < 0:
                self.idf[token] = floor
        self._weights: dict = {}
        self._fields: dict = {}
        self.common = total / 8  # a word in more chunks than this is a common one; few chunks need no such care
        self.width = 0.0
        if total >= MANY_CHUNKS and array.array("I").itemsize == 4:  # 256 times what a common word can add, at most
            self.width = 256 * (k1 + 1) * max((self.idf[token] for token, found in postings.items()
                                               if len(found) > self.common), default=0.0)

    def weights(self, token: object) -> tuple:
        """(chunk numbers, their scores for the token, the largest, the smallest)."""
        known = self._weights.get(token)
        if known is None:
            idf, gain, norms, mask = self.idf[token], self.k1 + 1, self.norms, (1 << COUNT_BITS) - 1
            places = [item >> COUNT_BITS for item in self.postings[token]]
            scores = array.array("d", [idf * (count * gain / (count + norms[place])) for place, count in
                                       zip(places, [item & mask for item in self.postings[token]])])
            known = self._weights[token] = array.array("I", places), scores, max(scores), min(scores)
        return known

    def score(self, tokens: list, place: int) -> float:
        """The score of one chunk, summed in the order of the query."""
        total = 0.0
        for token in tokens:
            if token in self.idf:
                places, scores = self.weights(token)[:2]
                found = bisect.bisect_left(places, place)
                if found < len(places) and places[found] == place:
                    total += scores[found]
        return total

    def search(self, tokens: list, k: int) -> list:
        """(score, chunk number) of the best k chunks that hold a word of the query; ties go to the earlier chunk."""
        terms, dense = [], []
        for token, times in collections.Counter(tokens).items():
            if token in self.idf:
                places, scores, most, least = self.weights(token)
                common = self.width and len(places) > self.common and least > 0
                (dense if common else terms).append(
                    (times * max(most, 0.0), times * min(least, 0.0), len(places), times, places, scores, token))
        terms.sort(key=lambda term: (-term[0] / term[2], term[2]))  # what tells most for its length comes first
        rest, loss = sum(term[0] for term in terms + dense), sum(term[1] for term in terms)
        totals: dict = {}
        closed = False  # whether no chunk that was not met so far can still come among the first k
        for most, least, count, times, places, scores, _ in terms:
            closed, totals = self._prune(totals, k, rest, loss, closed)
            rest, loss = rest - most, loss - least
            if not totals:
                totals = dict(zip(places, [times * score for score in scores] if times > 1 else scores))
            elif closed and 16 * len(totals) < count:
                for place in totals:
                    found = bisect.bisect_left(places, place)
                    if found < count and places[found] == place:
                        totals[place] += times * scores[found]
            elif closed:
                for place, score in zip(places, scores):
                    if place in totals:
                        totals[place] += times * score
            else:
                get = totals.get
                for place, score in zip(places, scores):
                    totals[place] = get(place, 0.0) + times * score
        margin = 1e-9
        if dense:
            closed, totals = self._prune(totals, k, rest, loss, closed)
            fields, unit = self._common_scores(dense)
            margin += sum(term[3] for term in dense) * unit
            totals = {place: total + unit * fields[place] for place, total in totals.items()}
            if not closed:
                needed = heapq.nlargest(k, totals.values())[-1] if len(totals) >= k else \
                    unit * heapq.nlargest(min(k, len(fields)), fields)[-1]
                least = max(1, int((needed - margin) / unit))
                for place in [place for place, value in enumerate(fields) if value >= least]:
                    totals.setdefault(place, unit * fields[place])
        needed = heapq.nlargest(k, totals.values())[-1] - margin if len(totals) > k else -math.inf
        ranked = [(self.score(tokens, place), place) for place, total in totals.items() if total >= needed]
        ranked.sort(key=lambda pair: (-pair[0], pair[1]))
        return ranked[:k]

    @staticmethod
    def _prune(totals: dict, k: int, rest: float, loss: float, closed: bool) -> tuple:
        """(closed, the chunks that can still come among the first k) when the words to come add `loss` to `rest`."""
        if len(totals) <= k:
            return closed, totals
        needed = heapq.nlargest(k, totals.values())[-1] + loss - 1e-9
        closed = closed or needed > rest
        return closed, {place: total for place, total in totals.items() if total + rest >= needed} if closed else totals

    def _common_scores(self, dense: list) -> tuple:
        """(what common words add to each chunk, in units; the unit), rounded down by less than a unit for each word.

        A word's scores of all chunks stand side by side in one long integer, so that one addition of integers adds two
        words for all chunks at once, at the speed of C.
        """
        size = 4 * len(self.lengths)
        unit = self.width / 2 ** 32
        if sum(term[3] for term in dense) > 256:  # more repeated words than the fields have room for
            unit *= sum(term[3] for term in dense) / 256
        total = 0
        for _, _, _, times, places, scores, token in dense:
            known = self._fields.get((token, unit))
            if known is None:
                field = array.array("I", bytes(size))
                for place, score in zip(places, scores):
                    field[place] = int(score / unit)
                known = self._fields[token, unit] = int.from_bytes(field.tobytes(), sys.byteorder)
            total += times * known
        fields = array.array("I")
        fields.frombytes(total.to_bytes(size, sys.byteorder))
        return fields, unit

class Vocabulary(dict):
    """Numbers for tokens, given out as tokens are met, so that texts become arrays of numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict = {}  # what words become, so that each spelling is folded and stemmed once

    def __missing__(self, token: str) -> int:
        self[token] = number = len(self)
        return number


class Terms(NamedTuple):
    """A text's index terms as numbers of a vocabulary, and where each stands."""
    numbers: array.array
    starts: array.array
    ends: array.array

    def within(self, start: int, end: int) -> array.array:
        """The terms that lie wholly inside the span."""
        return self.numbers[bisect.bisect_left(self.starts, start):bisect.bisect_right(self.ends, end)]


def find_terms(text: str, vocabulary: Vocabulary) -> Terms:
    """The text's terms in the vocabulary, which grows by those it does not know."""
    terms = Terms(array.array("I"), array.array("I"), array.array("I"))
    for token, start, end in token_spans(text, vocabulary.known):
        terms.numbers.append(vocabulary[token])
        terms.starts.append(start)
        terms.ends.append(end)
    return terms


def find_quote(quote: str, text: str, terms: Terms, vocabulary: dict) -> list:
    """(start, end) of each place where the quote stands: as written, else word by word whatever stands between.

    At most MOST_PLACES of them, none overlapping; [] when it does not occur. "42" is not found inside "1420", unless it
    stands nowhere else.
    """
    wanted = quote.strip()
    places, inside = [], []
    start = text.find(wanted) if wanted else -1
    while start >= 0 and len(places) < MOST_PLACES and len(inside) < MOST_PLACES:
        end = start + len(wanted)
        cut = parts_word(text, start) or parts_word(text, end)
        (inside if cut else places).append((start, end))
        start = text.find(wanted, end)
    if places or not wanted:
        return places
    numbers = array.array("I", [vocabulary.get(token, 0xffffffff) for token in tokenize(wanted)])
    if not numbers or 0xffffffff in numbers:
        return inside
    whole, part, width = terms.numbers.tobytes(), numbers.tobytes(), numbers.itemsize
    found = whole.find(part)
    while found >= 0 and len(places) < MOST_PLACES:
        if found % width == 0:  # a match that is not aligned is one of bytes only
            first = found // width
            places.append((terms.starts[first], terms.ends[first + len(numbers) - 1]))
            found += len(part) - 1
        found = whole.find(part, found + 1)
    return places or inside


def parts_word(text: str, cut: int) -> bool:
    """Whether a cut at this offset parts a word; it never does in a script written without blanks."""
    pair = text[max(0, cut - 1):cut + 1]
    return 0 < cut < len(text) and pair.isalnum() and not re.search(f"[{UNSPACED}]", pair)
# --- end shared: corpus ---


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


GUIDE = ("# Leave\n\nStaff have 25 days of leave a year. Unused days end in March.\n\n# Travel\n\nTrips are booked by the office. "
         "A hotel may cost 120 euros a night.\n")
FENCED = "Intro.\n\n```\nline 1\nline 2\nline 3\n```\n"


def example_corpus() -> Corpus:
    """Two small documents, for the known answers."""
    return Corpus([Source("guide", "Guide", GUIDE), Source("menu", None, "Soup is served at noon. Leave your tray.")])


def run_example(*flags: str, questions: str | None = None) -> list:
    """[exit code, standard output, standard error] of a whole run over the example, for the known answers."""
    with tempfile.TemporaryDirectory() as folder:
        corpus, asked = os.path.join(folder, "c.jsonl"), os.path.join(folder, "q.jsonl")
        write_rows(corpus, [{"id": "guide", "text": GUIDE}, {"_id": "menu", "text": "Soup is served at noon."}])
        with open(asked, "w", encoding="utf-8") as stream:
            stream.write(questions or '{"query": "How many days of leave?", "evidence": ["25 days of leave"]}\n'
                         '{"query": "What may a hotel cost?", "spans": [{"doc_id": "guide", "start": 114, "end": 149}]}\n'
                         '{"query": "When is soup?", "gold_doc_ids": ["menu"]}\n{"query": "Why?", "gold_doc_ids": []}\n')
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["--corpus", corpus, "--questions", asked, *flags])
        return [code, out.getvalue(), err.getvalue().replace(asked, "q.jsonl").replace(corpus, "c.jsonl")]


def run_vectors() -> list:
    """The ranking of two chunks by vectors made elsewhere, for the known answers."""
    with tempfile.TemporaryDirectory() as folder:
        chunks, setting = Chunks(example_corpus(), Setting("heading", 30, 0, "words"), False), Setting("window", 1, 0, "words")
        vectors = {chunks.name(0): [1, 0], chunks.name(1): [3, 4], chunks.name(2): [-1, 0]}
        write_rows(os.path.join(folder, setting.name + ".vectors.jsonl"), ({"id": name, "vector": vector}
                                                                          for name, vector in vectors.items()))
        rank = vector_ranker(chunks, setting, folder, {"q": [0, 1]})
        return rank(Question("q", "", "documents", frozenset(), []), 2)


def example_json(*fields: str) -> list:
    """Fields of every setting of a run over the example, for the known answers."""
    report = json.loads(run_example("--size", "8,30", "--overlap", "0,8", "--json", "--k", "1")[1])
    return [[setting[field] for field in fields] for setting in report["settings"]]


def bm25_scores(chunks: list, query: str) -> list:
    """Scores of all chunks, to five digits, for the known answers."""
    index = Bm25([chunk.split() for chunk in chunks])
    return [round(index.score(query.split(), place), 5) for place in range(len(chunks))]


CATS = ["the cat sat", "the dog ran far away", "a bird sang", "cat and dog", "fish swim"]

SELF_TEST = [
    ("windows overlap and end at the end of the text", lambda: split_text("abcdefghijk", 5, 2, "chars"),
     ["abcde", "defgh", "ghijk"]),
    ("a run without blanks is cut at the size", lambda: [len(part) for part in split_text("x" * 250, 100, 0, "chars")],
     [100, 100, 50]),
    ("what fits stays one chunk", lambda: split_text("one two three four five", 10), ["one two three four five"]),
    ("unspaced scripts count by the character, and are cut behind a sentence",
     lambda: split_text("\u529e\u516c\u5ba4\u4e5d\u70b9\u5f00\u95e8\u3002" * 3, 10),
     ["\u529e\u516c\u5ba4\u4e5d\u70b9\u5f00\u95e8\u3002"] * 3),
    ("a fence is never left alone", lambda: split_text(FENCED, 20, 0, "chars"),
     ["Intro.\n\n```\nline 1", "line 2\nline 3\n```"]),
    ("exact windows ignore borders", lambda: split_text("aa bb. cc dd", 7, 0, "chars", exact=True), ["aa bb.", "cc dd"]),
    ("sentences are grouped", lambda: split_text("Go. Stay here. Run.", 2, 1, "sentences"),
     ["Go. Stay here.", "Stay here. Run."]),
    ("sections are split apart", lambda: split_text(GUIDE, 100, 0, "words", "heading"),
     ["# Leave\n\nStaff have 25 days of leave a year. Unused days end in March.",
      "# Travel\n\nTrips are booked by the office. A hotel may cost 120 euros a night."]),
    ("paragraphs are packed whole, with their heading", lambda: len(split_text(GUIDE, 16, 0, "words", "paragraph")), 2),
    ("pack_pieces repeats whole pieces", lambda: pack_pieces([0, 2, 4, 6, 16], 6, 2), [(0, 6), (6, 16)]),
    ("pack_pieces repeats what fits", lambda: pack_pieces([0, 2, 4, 6, 8], 4, 2), [(0, 4), (2, 6), (4, 8)]),
    ("word_spans", lambda: list(map(list, word_spans("ab  \u4e2d\u6587 c"))), [[0, 4, 5, 7], [2, 5, 6, 8]]),
    ("line_marks knows headings, fences and underlines", lambda: line_marks("# A\n~~~\n# no\n~~~\nB\n===\n"),
     ([(0, 3), (17, 22)], [(4, 7)], [(4, 16)])),
    ("outside", lambda: outside([1, 5, 9], [(4, 6)]), [1, 9]),
    ("find_borders", lambda: list(find_borders("# T\n\nOne. Two.\n\n```\na. b.\n```"))[:2], [[0, 3, 14, 16, 29], [3, 9, 14, 29]]),
    ("sticky_runs", lambda: sticky_runs("# A\n\n# B\nc\n# D", [(0, 3), (5, 8), (11, 14)]), [(0, 9), (11, 14)]),
    ("trimmed", lambda: trimmed("  ab ", 0, 5), (2, 4)),
    ("whole_character keeps an accent with its letter", lambda: whole_character("ae\u0301", 0, 2), 1),
    ("only_fence", lambda: [only_fence("```\n"), only_fence("```\nx"), only_fence("")], [True, False, False]),
    ("snapped prefers the end of a paragraph", lambda: snapped(Document("", "One. Two.\n\nThree four"), 0, 2, 15, "words"), 9),
    ("between_words", lambda: [between_words("a b", 1), between_words("ab", 1), between_words("\u4e2d\u6587", 1)],
     [True, False, True]),
    ("unstuck moves a heading to its text", lambda: [unstuck([(2, 6)], 0, 5), unstuck([(2, 6)], 2, 5)], [2, 5]),
    ("window_spans and chunk_document", lambda: [window_spans(Document("", "a b c"), 0, 3, Setting("window", 2, 1, "words"), False),
                                                 chunk_document(Document("", "a b c"), Setting("sentence", 2, 0, "words"))],
     [[(0, 3), (2, 5)], [(0, 3), (4, 5)]]),
    ("token_spans: stems, parts of names, pairs of signs", lambda: token_spans("Max_Hotels \u4e2d\u6587\u5b57"),
     [("max", 0, 3), ("hotel", 4, 10), ("\u4e2d\u6587", 11, 13), ("\u6587\u5b57", 12, 14)]),
    ("sign_spans of mixed writing", lambda: sign_spans("a\u4e2d\u6587b", 5),
     [("a", 5, 6), ("\u4e2d\u6587", 6, 8), ("b", 8, 9)]),
    ("tokenize", lambda: tokenize("The 3.50 fees"), ["the", "3.5", "fee"]),
    ("query_terms leave function words out, unless there is nothing else",
     lambda: [query_terms("What is the fee?"), query_terms("What is it?")], [["fee"], ["what", "is", "it"]]),
    ("fold", lambda: fold("CAF\u00c9 \uff21"), "caf\u00e9 a"),
    ("plain_number", lambda: plain_number("1,234.50"), "1234.5"),
    ("stem", lambda: [stem("hotels"), stem("booked")], ["hotel", "book"]),
    ("words and content_words", lambda: [words("The trips"), content_words("The trips")], [["the", "trip"], ["trip"]]),
    ("sentences", lambda: sentences("Dr. Roe paid 3.50. Yes!"), [(0, 18), (19, 23)]),
    # rank_bm25 0.2.2, BM25Okapi(corpus).get_scores(query), printed with five digits
    ("BM25 equals rank_bm25", lambda: bm25_scores(CATS, "cat dog the"), [0.69242, 0.53701, 0.0, 0.69242, 0.0]),
    ("BM25 floors the weight of words in most chunks", lambda: bm25_scores(["x y", "x z", "x w w"], "x w"), [-0.02761, -0.02761, 0.64547]),
    ("BM25 search ranks, and leaves out chunks without any word",
     lambda: [place for _, place in Bm25([chunk.split() for chunk in CATS]).search(["cat", "dog"], 5)], [3, 0, 1]),
    ("first_title", lambda: [first_title("x\n## How to ##\n", "a"), first_title("", "d/b.txt")], ["How to", "b"]),
    ("source_of", lambda: list(source_of({"_id": 7.0, "contents": "t", "title": "T"}, 1)), ["7", "T", "t"]),
    ("parts_word", lambda: [parts_word("abc", 1), parts_word("a c", 1), parts_word("\u4e2d\u6587", 1)], [True, False, False]),
    ("find_terms", lambda: list(map(list, find_terms("b a b", Vocabulary()))), [[0, 1, 0], [0, 2, 4], [1, 3, 5]]),
    ("find_quote whatever stands between, and not inside a number",
     lambda: [find_quote(quote, text, find_terms(text, words), words) for words in (Vocabulary(),)
              for text in ("1420 is 42: Big\n*cat*",) for quote in ("42", "big cat", "none", "ig")],
     [[(8, 10)], [(12, 20)], [], [(13, 15)]]),
    ("a quote is found in the gold document only", lambda: find_evidence("leave", frozenset([1]), example_corpus()), [(1, 24, 29)]),
    ("read_question and read_span", lambda: list(read_question(
        {"query": "q", "spans": [{"doc_id": "menu", "start": 4, "end": 14}]}, 3, example_corpus())),
     ["row-3", "q", "spans", frozenset(), [[(1, 5, 14)]]]),
    ("read_span trims", lambda: read_span({"doc_id": "menu", "start": 4, "end": 8}, example_corpus()), (1, 5, 7)),
    ("list_of", lambda: [list_of({"a": None}, "a", (str,)), list_of({"a": ["x"]}, "a", (str,))], [[], ["x"]]),
    ("unknown_document names the parent", lambda: "chunk of 'guide'" in unknown_document("guide::512::3", {"guide": 0}), True),
    ("unknown_document names one that is nearly called so", lambda: "one called 'a/b.md'" in unknown_document("b", {"a/b.md": 0}), True),
    ("merge_spans", lambda: merge_spans([(1, 5, 9), (0, 0, 4), (0, 3, 6)]), [(0, 0, 6), (1, 5, 9)]),
    ("overlap_size", lambda: overlap_size([(0, 0, 5), (1, 0, 5)], [(0, 3, 9), (2, 0, 9)]), 2),
    # evidence of 10 words; two chunks of 10 that overlap by 5 and hold 8 of them: 8/10, 8/20, 8/(10 + 20 - 8)
    ("token_scores count repeated text", lambda: token_scores([(0, 0, 10)], [(0, 2, 12), (0, 7, 17)]), (0.8, 0.4, 8 / 22)),
    ("token_scores of nothing retrieved", lambda: token_scores([(0, 0, 10)], []), (0.0, None, 0.0)),
    ("reciprocal_rank", lambda: [reciprocal_rank([False, True]), reciprocal_rank([False])], [0.5, 0.0]),
    ("holds", lambda: [holds((0, 0, 9), (0, 5, 10), 1.0), holds((0, 0, 9), (0, 5, 10), 0.8), holds((1, 0, 9), (0, 1, 2), 0.5)],
     [False, True, False]),
    ("score_question by evidence: one of two pieces, at rank 2", lambda: score_question(
        Question("q", "", "evidence", frozenset(), [[(0, 2, 4)], [(0, 20, 30)]]), [(1, 0, 9), (0, 0, 9)], 1.0), (0.5, 0.5)),
    ("score_question by documents", lambda: score_question(Question("q", "", "documents", frozenset([1, 2]), []),
                                                           [(1, 0, 9), (1, 9, 18)], 1.0), (0.5, 1.0)),
    ("word_scores take the place that was retrieved", lambda: word_scores(
        Question("q", "", "evidence", frozenset(), [[(0, 0, 7), (1, 0, 7)]]), [(1, 0, 23)], example_corpus()), (1.0, 0.4, 0.4)),
    ("within_budget", lambda: within_budget([0, 1, 2], [50, 60, 10], 100), [0]),
    ("places_of", lambda: places_of(["b", "a", "b"], {"a": 0, "b": 1}, ""), [1, 0]),
    ("ranked_names", lambda: [ranked_names(["a"]), ranked_names({"ids": ["b"]}), ranked_names([{"id": "c"}])],
     [["a"], ["b"], ["c"]]),
    ("vector_ranker ranks by cosine", lambda: run_vectors(), [1, 0]),
    ("paired_moments", lambda: paired_moments([1, None, 3], [0, 1, 1]).mean, 1.5),
    ("paired_difference ends at 1", lambda: paired_difference([1, 0], [0, 0])["ci95"], [-1.0, 1.0]),
    ("paired_difference", lambda: paired_difference([1, 0.5, None], [0, 0.5, 1])["mean"], 0.5),
    ("sign_flip_p: 4 and 5 alike; 3 of 4; none", lambda: [sign_flip_p(moves) for moves in ([-1] * 4 + [0] * 56, [1] * 5, [1, 1, 1, -1], [0])],
     [0.0625, 0.03125, (2 + 8 / 2) / 16, 1.0]),
    ("sign_flip_p: 13 of 18 is luck, 15 of 20 is not (sign test, mid-p: 0.064, 0.027)", lambda: [
        sign_flip_p([1] * yes + [-1] * 5) < 0.05 for yes in (13, 15)], [False, True]),
    ("paired_difference: four of 60 that are worse prove nothing", lambda: paired_difference([0] * 4 + [1] * 56, [1] * 60)["ci95"][1], 0.0),
    ("is_below", lambda: [is_below({"mean": -0.2, "ci95": [-0.3, -0.1], "p_value": 0.01}), is_below({"mean": -0.2, "ci95": [-0.5, 0.1], "p_value": 0.04}),
                          is_below({"mean": -1.0, "ci95": None, "p_value": 0.03}), is_below({"mean": 0.0, "ci95": None, "p_value": 1.0}),
                          is_below({"mean": -1.0, "ci95": None, "p_value": 0.06})], [True, False, True, False, False]),
    ("choose: a tied setting that another betters at less context is not chosen", lambda: choose([
        {"m": [0.5, 0.5, 1, 1], "context_tokens": [9] * 4, "chunks": 3}, {"m": [0.5, 0.5, 0.5, 0.5], "context_tokens": [5] * 4, "chunks": 9},
        {"m": [0.5, 0.5, 0.5, 0.75], "context_tokens": [4] * 4, "chunks": 9}], "m"), (0, [0, 1, 2], 2)),
    ("mean_of leaves out what is unknown", lambda: mean_of([1, None, 3])["mean"], 2.0),
    ("choose the cheapest of those that cannot be told apart", lambda: choose([
        {"m": [1, 1, 0, 1], "context_tokens": [9] * 4, "chunks": 3}, {"m": [1, 0, 1, 1], "context_tokens": [5] * 4, "chunks": 9},
        {"m": [0, 0, 0, 0], "context_tokens": [1] * 4, "chunks": 9}, {"m": [0] * 4, "context_tokens": [1] * 4, "chunks": 8}], "m"),
     (1, [0, 1, 2, 3], 3)),
    ("read_grid", lambda: [list(read_grid("128,64,128", "--size", 1)), grid_of("words", "8", "0,8", ["window"])],
     [[128, 64], ([Setting("window", 8, 0, "words")], [{"by": "window", "name": "words-8-8", "overlap": 8, "size": 8,
                                                      "unit": "words", "reason": "overlap is not below the size"}])]),
    ("rate and wilson (Brown, Cai, DasGupta 2001)", lambda: [round(limit, 4) for limit in rate(10, 10)["ci95"] + wilson(0, 10)],
     [0.7225, 1.0, 0.0, 0.2775]),
    ("percent, rate_text and mean_text", lambda: [percent(0.001), rate_text(rate(0, 0)), mean_text({"n": 2, "mean": 0.5, "ci95": None})],
     ["0.1 %", "not measured (0 rows)", "0.50 (no interval: no spread) (n 2)"]),
    ("beta_cdf and t_quantile", lambda: [beta_cdf(2, 2, 0.5), round(t_quantile(9), 3)], [0.5, 2.262]),
    ("escape and embedded_json", lambda: [escape("<&"), embedded_json("<")], ["&lt;&amp;", '"\\u003c"']),
    ("bar and html_page", lambda: [bar(0.5).count('width="50.00"'), html_page("<t>", "x").count("&lt;t&gt;")], [1, 1]),
    ("shade", lambda: [shade(0.0, 0, 1), shade(1.0, 0, 1), shade(None, 0, 1), shade(1.0, 1, 1)], [".", "@", " ", "+"]),
    ("figure", lambda: [figure(0.5), figure(None)], [" 0.500", "     -"]),
    ("heat_maps", lambda: [[[cell and cell["size"] for cell in row] for row in picture["cells"]] for picture in heat_maps(
        [{"by": "window", "unit": "words", "size": 8, "overlap": 0}, {"by": "window", "unit": "words", "size": 9, "overlap": 1}])],
     [[[8, None], [None, 9]]]),
    ("difference_text", lambda: difference_text({"metric": "mrr", "mean": 0.1, "ci95": [-0.05, 0.25], "n": 9}),
     "+10.0 points [-5.0, +25.0] (n 9)"),
    ("wrapped", lambda: wrapped("aa bb cc", 5), ["aa bb", "cc"]),
    ("notes_of", lambda: len(notes_of({"documents": 2, "spans": 1}, 3, [])), 3),
    # chunks of 8, 7, 8, 8 and 5 words; of 23, 8 and 5; of 23, 16 and 5. Evidence of 4 and of 8 words, retrieved whole
    ("run: recall", lambda: example_json("name", "chunks", "recall_at_k", "mrr"),
     [["words-8-0", 5, 1.0, 1.0], ["words-30-0", 3, 1.0, 1.0], ["words-30-8", 3, 1.0, 1.0]]),
    ("run: token scores and context", lambda: example_json("token_recall", "token_precision", "context_tokens"),
     [[1.0, (4 / 8 + 1) / 2, 7.0], [1.0, (4 / 23 + 1) / 2, 12.0], [1.0, (4 / 23 + 8 / 16) / 2, 44 / 3]]),
    ("run: text", lambda: [line in run_example("--size", "8,30", "--overlap", "0", "--k", "1")[1] for line in (
        "* words-8-0                    5  1.000  1.000  1.000  0.750  0.750       7    0\n",
        "left out: 1 unanswerable\n", "|k:1|bm25:1.5,0.75,0.25|cover:1|titles:no|cuts:borders|by:recall_at_k|v:0.1.0  n 3\n")],
     [True] * 3),
    ("run: page", lambda: run_example("--size", "8", "--overlap", "0", "--html", os.devnull)[0], 0),
    ("run: a chunk id as gold is refused at its place", lambda: run_example(
        questions='{"query": "q", "gold_doc_ids": ["guide::512::3"]}\n')[::2],
     [3, "error: q.jsonl:1: gold_doc_ids holds 'guide::512::3', which is no document of the corpus (it looks like a chunk of "
         "'guide'); gold must be document ids, quotes (`evidence`) or `spans`, since ids of chunks belong to one chunking\n"]),
    ("run: no setting left", lambda: run_example("--size", "8", "--overlap", "8,9")[0], 2),
]


def read_grid(text: str, flag: str, least: int) -> list:
    """Comma-separated whole numbers, each once, in the order given. UsageError for anything else."""
    try:
        values = [int(part) for part in text.split(",") if part.strip()]
    except ValueError:
        values = []
    if not values or min(values) < least:
        raise UsageError(f"{flag} {text!r}: expected whole numbers from {least} on, such as 128,256")
    return list(dict.fromkeys(values))


def grid_of(unit: str, sizes: str | None, overlaps: str | None, bys: list) -> tuple:
    """(settings, cells that cannot be): the overlap must be below the size, and sections of a heading need no grid of it."""
    default = DEFAULT_GRID[unit]
    settings, skipped = [], []
    for by in bys:
        for size in read_grid(default[0] if sizes is None else sizes, "--size", 1):
            for overlap in read_grid(default[1] if overlaps is None else overlaps, "--overlap", 0):
                setting = Setting(by, size, overlap, unit)
                if overlap >= size:
                    skipped.append({**setting.fields, "reason": "overlap is not below the size"})
                else:
                    settings.append(setting)
    if not settings:
        raise UsageError("no setting is left: every --overlap is at or above every --size")
    return settings, skipped


def build_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="chunk_grid.py", description=__doc__)
    parser.add_argument("--corpus", required=True, metavar="PATH", help="folder of text files, one text file, or JSONL rows")
    parser.add_argument("--questions", metavar="PATH", help="questions with gold, JSONL; needed but for --export-chunks")
    grid = parser.add_argument_group("the grid")
    grid.add_argument("--size", metavar="N,N", help="sizes (128,256,512,1024 words; 500,1000,2000,4000 chars; 2,4,8,16 sentences)")
    grid.add_argument("--overlap", metavar="N,N", help="overlaps (0,32,64,128 words; 0,100,200,400 chars; 0,1,2,4 sentences)")
    grid.add_argument("--unit", choices=tuple(DEFAULT_GRID), default="words", help="what sizes and overlaps count (words)")
    grid.add_argument("--by", default="window", metavar="KIND,KIND",
                      help=f"how to split: {', '.join(BYS)} (window); pieces larger than the size are cut as windows")
    grid.add_argument("--exact", action="store_true", help="cut windows at the size, not at a border shortly before it")
    grid.add_argument("--titles", action="store_true", help="prepend each document's title to its chunks")
    score = parser.add_argument_group("scoring")
    score.add_argument("--k", type=int, default=5, metavar="K", help="chunks retrieved for a question (5)")
    score.add_argument("--budget", type=int, metavar="WORDS", help="retrieve as many chunks as fit in WORDS instead of K, which "
                                                                   "compares sizes at the same cost")
    score.add_argument("--cover", type=float, default=1.0, metavar="X", help="share of the evidence a chunk must hold (1)")
    score.add_argument("--rank-by", choices=METRICS[:5], default="recall_at_k", help="what the best setting is best at")
    search = parser.add_argument_group("retrieval")
    search.add_argument("--k1", type=float, default=1.5, help="BM25: how soon repeated words stop counting (1.5)")
    search.add_argument("--b", type=float, default=0.75, help="BM25: how much long chunks are held back (0.75)")
    search.add_argument("--epsilon", type=float, default=0.25, help="BM25: floor of the idf, as a share of its mean (0.25)")
    search.add_argument("--retriever-cmd", metavar="CMD", help="your retriever: started once per setting with the path of its "
                        "chunks file; reads {id, query, k} a line, prints a JSON list of chunk ids a line")
    search.add_argument("--retriever-timeout", type=float, default=60.0, metavar="S", help="seconds to wait for a reply (60)")
    search.add_argument("--vectors", metavar="DIR", help="rank by cosine: SETTING.vectors.jsonl for each setting and "
                        "questions.vectors.jsonl, rows {id, vector}")
    search.add_argument("--export-chunks", metavar="DIR", help="write SETTING.chunks.jsonl for each setting, and questions.jsonl")
    search.add_argument("--rankings", metavar="FILE", help="rankings made elsewhere: rows {setting, query_id, chunk_ids}")
    output = parser.add_argument_group("input and output")
    output.add_argument("--json", action="store_true", help="the summary as one JSON document")
    output.add_argument("--html", metavar="FILE", help="write the summary with its heat maps as one page")
    output.add_argument("--encoding", metavar="NAME", help="of input that is neither UTF-8 nor marked as UTF-16")
    output.add_argument("--skip-errors", action="store_true", help="skip bad lines, report and count them (over 20 %%: exit 1)")
    output.add_argument("--limit", type=int, metavar="N", help="read the first N questions only")
    output.add_argument("--jobs", type=int, default=1, metavar="N", help="processes, over settings (1)")
    output.add_argument("--progress", action="store_true", help="report each setting on standard error")
    common_options(parser, SELF_TEST)
    return parser


def check_flags(args: argparse.Namespace) -> list:
    """The ways of splitting that were asked for. UsageError for values and pairs of flags that make no sense."""
    bys = list(dict.fromkeys(part.strip() for part in args.by.split(",") if part.strip()))
    if not bys or not set(bys) <= set(BYS):
        raise UsageError(f"--by {args.by!r}: expected some of {', '.join(BYS)}")
    for flag, value, low, high in (("--k", args.k, 1, math.inf), ("--cover", args.cover, 1e-9, 1), ("--jobs", args.jobs, 1, 512),
                                   ("--budget", args.budget or 1 if args.budget is None else args.budget, 1, math.inf),
                                   ("--k1", args.k1, 0, 1e6), ("--b", args.b, 0, 1), ("--epsilon", args.epsilon, 0, 1e6),
                                   ("--retriever-timeout", args.retriever_timeout, 1e-3, 1e9)):
        if not low <= value <= high:
            raise UsageError(f"{flag} {value:g} is out of range; expected {low:g} to {high:g}")
    for flag, value in (("--retriever-cmd", args.retriever_cmd), ("--vectors", args.vectors), ("--rankings", args.rankings),
                        ("--export-chunks", args.export_chunks), ("--html", args.html)):
        if value is not None and not value.strip():
            raise UsageError(f"{flag} is empty; leave it out, or say what it should be")
    if sum(map(bool, (args.retriever_cmd, args.vectors, args.rankings))) > 1:
        raise UsageError("--retriever-cmd, --vectors and --rankings exclude each other")
    if args.questions is None and not args.export_chunks:
        raise UsageError("--questions is needed (only --export-chunks can do without)")
    if args.corpus == "-" and args.questions == "-":
        raise UsageError("--corpus and --questions cannot both be standard input")
    return bys


def write_chunks(folder: str, settings: list, options: Options) -> None:
    """Write each setting's chunks, and the questions, for a pipeline that runs elsewhere."""
    corpus, questions, _, _ = prepare(options)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise DataError(f"{folder}: cannot write: {error.strerror or error}") from None
    for setting in settings:
        write_rows(os.path.join(folder, setting.name + ".chunks.jsonl"),
                   Chunks(corpus, setting, options.exact).rows(options.titles))
    if questions:
        write_rows(os.path.join(folder, "questions.jsonl"), ({"id": item.id, "query": item.query} for item in questions))


def run(args: argparse.Namespace) -> int:
    bys = check_flags(args)
    settings, skipped = grid_of(args.unit, args.size, args.overlap, bys)
    options = Options(args.corpus, args.questions, args.encoding, args.skip_errors, args.limit, args.k, args.budget,
                      args.cover, args.exact, args.titles, args.k1, args.b, args.epsilon, args.retriever_cmd,
                      args.retriever_timeout, args.vectors, args.rankings)
    prepare.cache_clear()  # another run in this process must read its files anew
    code = prepare(options)[3]
    for skip in skipped:
        print(f"skipped: {skip['name']}: {skip['reason']}", file=sys.stderr)
    if args.export_chunks:
        write_chunks(args.export_chunks, settings, options)
        print(f"wrote the chunks of {len(settings)} settings to {args.export_chunks}", file=sys.stderr)
        if args.questions is None:
            return code
    shown, began, results = args.progress or sys.stderr.isatty(), time.monotonic(), []
    jobs = 1 if "-" in (args.corpus, args.questions) else min(args.jobs, len(settings))
    try:
        for result in in_order(score_in_worker if jobs > 1 else score_setting, jobs, [(setting, options) for setting in settings]):
            results.append(result)
            if shown:
                spent = time.monotonic() - began
                print(f"{len(results)} of {len(settings)} settings, {spent:.0f} s, "
                      f"{spent / len(results) * (len(settings) - len(results)):.0f} s left: {result['setting'].name}",
                      file=sys.stderr)
    except EndpointError as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_ENDPOINT
    report = build_report(results, skipped, options, prepare(options)[2], args.rank_by)
    if args.json:
        print(json.dumps(report, ensure_ascii=False, allow_nan=False, indent=2))
    else:
        print(report_text(report), end="")
    if args.html:  # after the summary, which a page that cannot be written must not cost
        with Output(args.html) as out:
            out.write(report_html(report).encode("utf-8", "replace"))
    return code


NOT_PURE = {"score_in_worker"}  # runs in a process of its own: covered by the tests of --jobs and of interrupts


def main(argv: list | None = None) -> int:
    return run_script(build_parser(), run, argv)


if __name__ == "__main__":
    sys.exit(main())
