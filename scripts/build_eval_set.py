#!/usr/bin/env python3
"""Build a set of questions with evidence: plan what to ask, check what was written, and say what the set lacks.

No model is called. `plan` picks passages of the corpus and writes a work item for each question; the assistant (or a
person) writes question, answer and quotes; `apply` keeps what holds and gives a reason for what does not; `check`
looks at the finished set.

Fields read: plan: documents as chunk_grid.py reads them (a folder of text files, one file, or JSONL rows with id, text
and title). apply: the tasks, and of each answer task_id, question, answer, evidence [{passage_id, quote}],
difficulty or skip. check: query, gold_doc_ids, reference_answer, evidence, metadata.kind, topic and difficulty.
Fields written by apply: id, query, retrieved_docs and answer (null, to be filled by your system), reference_answer,
gold_doc_ids, evidence, spans, metadata.

  python scripts/build_eval_set.py plan --corpus docs/ --n 60 --out tasks.jsonl
  python scripts/build_eval_set.py apply --tasks tasks.jsonl --answers answers.jsonl --out eval_set.jsonl
  python scripts/build_eval_set.py check --eval-set eval_set.jsonl --corpus docs/

apply asks score_faithfulness.py, which must lie beside this file, whether answers follow from their passages.

Exit codes: 0 done, 1 more than a fifth of the lines were bad and skipped, 2 wrong usage or score_faithfulness.py not
there, 3 a file is wrong.
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
import time
import traceback
import unicodedata
import zlib
from typing import NamedTuple

VERSION = "0.1.0"

MIX = {"single_fact": 40, "multi_hop": 15, "comparative": 15, "adversarial": 20, "unanswerable": 10}  # percent
NEEDS = {"single_fact": 1, "multi_hop": 2, "comparative": 2, "adversarial": 1, "unanswerable": 0}  # passages with evidence
PASSAGE_WORDS = 120  # about a paragraph: enough for a fact with its context, short enough to quote from
LEAST_WORDS = 25  # a shorter passage (a caption, a menu) rarely holds a fact worth asking for
LEAST_LETTERS = 0.5  # share of letters among the signs; below lie tables of figures and code
DISTRACTORS = 3
SKETCH = 16  # smallest hashes of a passage's word triples; half of them in common makes a near-duplicate
LONGEST_COPY = 6  # words of the question that may stand in a row in its passage; names and terms need three or four
SAME_QUESTION = 0.8  # Jaccard overlap of content words from which two questions ask the same
THIN = 5  # a cell with fewer questions says nothing about its kind
DIFFICULTIES = ("easy", "medium", "hard")
ASKS = {
    "single_fact": "Write a question that one sentence of the passage answers, as somebody would ask who has never seen it.",
    "multi_hop": "Write a question that needs a fact from each of the two passages: one leads to what the other answers. "
                 "`shared_words` may be the bridge. Quote both.",
    "comparative": "Write a question that compares what the two passages say about the same matter (which is larger, earlier, "
                   "allowed, different). Quote both.",
    "adversarial": "Write a question in words that the distractors use too, so that a search may well bring them, but whose answer "
                   "stands in the passage only.",
    "unanswerable": "Write a question that a reader of the passage would naturally ask next, and that neither the passage nor the "
                    "distractors answer. Give no evidence, and null as the answer.",
}
RULES = ("Use your own words; do not copy more than a few words in a row. The question must stand alone: no 'this passage', no 'it' "
         "without a name. Quote the evidence exactly, as short as it may be and still enough. If nothing worth asking is here, "
         "answer with skip and the reason.")
POINTS_AT_TEXT = re.compile(r"\b(?:this|these|the|above|given|provided|following)\s+(?:passage|text|excerpt|paragraph|snippet|context)s?\b",
                            re.I)
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(\S[^\n]*)", re.M)


class Passage(NamedTuple):
    """A stretch of a document that a question can be about."""
    id: str
    doc_id: str
    start: int
    end: int
    text: str
    topic: str


# ---------------------------------------------------------------------------------------------------- passages


def passage_spans(text: str, size: int) -> list:
    """(start, end) of passages of up to `size` words: whole sentences, a new one at a blank line once half of it is full."""
    spans: list = []
    words_in = 0
    for start, end in sentences(text):
        count = len(tokenize(text[start:end]))
        gap = text[spans[-1][1]:start].count("\n") >= 2 if spans else True
        if not spans or words_in + count > size or (gap and words_in >= size / 2):
            spans.append((start, end))
            words_in = count
        else:
            spans[-1] = (spans[-1][0], end)
            words_in += count
    return spans


def passages_of(source: Source, size: int) -> list:
    """The passages of a document that are long enough and made of words, with the heading they stand under as topic."""
    headings = [(match.start(), match.group(1).rstrip("# \t\r")) for match in HEADING.finditer(source.text)]
    starts, found = [start for start, _ in headings], []
    for start, end in passage_spans(source.text, size):
        text = source.text[start:end]
        signs = len("".join(text.split()))
        if len(tokenize(text)) < min(LEAST_WORDS, size / 2) or sum(map(str.isalpha, text)) < LEAST_LETTERS * signs:
            continue
        place = bisect.bisect_right(starts, start) - 1
        topic = headings[place][1] if place >= 0 else source.title or source.id
        found.append(Passage(f"{source.id}:{start}-{end}", source.id, start, end, text, topic))
    return found


def sketch(numbers: object) -> frozenset:
    """The SKETCH smallest hashes of a text's word triples (Broder's bottom-k), by which near-duplicates are found."""
    hashes = {((a * 1000003 + b) * 1000003 + c) * 2654435761 % 4294967291
              for a, b, c in zip(numbers, numbers[1:], numbers[2:])}
    return frozenset(heapq.nsmallest(SKETCH, hashes))


def near_duplicates(sketches: list) -> list:
    """For each text the number of an earlier one that it nearly repeats, or None."""
    holders, found = collections.defaultdict(list), []
    for number, marks in enumerate(sketches):
        counts = collections.Counter(other for mark in marks for other in holders[mark])
        other, common = min(counts.items(), key=lambda item: (-item[1], item[0]), default=(None, 0))
        duplicate = other is not None and 2 * common >= max(len(marks), 1)
        found.append(other if duplicate else None)
        if not duplicate:
            for mark in marks:
                holders[mark].append(number)
    return found


def spread(count: int) -> list:
    """0..count-1 in an order whose every beginning is spread over the whole: first, middle, quarters, eighths."""
    bits = max(1, (count - 1).bit_length())
    order = sorted(range(1 << bits), key=lambda number: int(f"{number:0{bits}b}"[::-1], 2))
    return [place for place in order if place < count]


def pick_order(groups: list, rng: random.Random) -> list:
    """Items of all groups: one of each group in turn, spread over the group, groups in a drawn order."""
    groups = [[group[(place + shift) % len(group)] for place in spread(len(group))]
              for group in groups if group for shift in (rng.randrange(len(group)),)]
    rng.shuffle(groups)
    return [item for rank in range(max(map(len, groups), default=0)) for group in groups if rank < len(group)
            for item in (group[rank],)]


def shares_of(mix: dict, n: int) -> dict:
    """n parted by the mix in whole numbers (largest remainders), so that the parts add up to n."""
    total = sum(mix.values())
    exact = {kind: n * part / total for kind, part in mix.items()}
    counts = {kind: int(value) for kind, value in exact.items()}
    for kind in sorted(mix, key=lambda kind: (counts[kind] - exact[kind], list(mix).index(kind)))[:n - sum(counts.values())]:
        counts[kind] += 1
    return counts


class Library:
    """The passages of a corpus with an index over them: which are worth asking about, and which are near each other."""

    def __init__(self, sources: list, size: int) -> None:
        self.documents = len(sources)
        self.all = [passage for source in sources for passage in passages_of(source, size)]
        vocabulary = Vocabulary()
        self.terms = [find_terms(passage.text, vocabulary).numbers for passage in self.all]
        self.duplicate_of = near_duplicates([sketch(numbers) for numbers in self.terms])
        self.index = Bm25(self.terms)
        self.vocabulary = vocabulary
        common = {vocabulary[word] for word in STOPWORDS if word in vocabulary}
        self.weights = {number: 0.0 if number in common else math.log(1 + len(self.all) / len(found))
                        for number, found in self.index.postings.items()}
        self.near = functools.lru_cache(maxsize=None)(self._near)

    def order(self, rng: random.Random) -> list:
        """Numbers of the passages that repeat no other, spread over documents and within them."""
        groups: dict = {}
        for number, passage in enumerate(self.all):
            if self.duplicate_of[number] is None:
                groups.setdefault(passage.doc_id, []).append(number)
        return pick_order(list(groups.values()), rng)

    def _near(self, number: int) -> list:
        """Numbers of the passages most like this one by its telling words, neither it nor near-duplicates of it."""
        shared = [term for term in set(self.terms[number]) if len(self.index.postings[term]) > 1]
        telling = heapq.nsmallest(15, shared, key=lambda term: (-self.weights[term], term))
        own = self.duplicate_of[number] if self.duplicate_of[number] is not None else number
        return [place for _, place in self.index.search([term for term in telling if self.weights[term] > 0], 25)
                if place != number and place != own and self.duplicate_of[place] != own]

    def bridge(self, one: int, other: int) -> list:
        """Rare words that both passages hold, the rarest first, as the first passage writes them."""
        most = max(5, len(self.all) // 20)
        both = set(self.terms[one]) & set(self.terms[other])
        rare = {term for term in both if self.weights[term] > 0 and len(self.index.postings[term]) <= most}
        first: dict = {}
        for token, start, end in token_spans(self.all[one].text):
            number = self.vocabulary[token]
            if number in rare and number not in first and end - start > 2 and not token.isdigit():
                first[number] = self.all[one].text[start:end]
        return [first[number] for number in sorted(first, key=lambda number: (-self.weights[number], number))][:5]

    def partner(self, number: int, used: set) -> tuple | None:
        """(number, shared words) of the passage that goes best with this one: another document's where there is one."""
        pairs = []
        for rank, other in enumerate(self.near(number)):
            if frozenset((number, other)) in used or self.duplicate_of[other] is not None:
                continue
            shared = self.bridge(number, other)
            same = self.all[other].doc_id == self.all[number].doc_id
            if shared and not (same and self.documents > 1 and abs(other - number) < 2):
                pairs.append((same, rank, other, shared))
        return min(pairs)[2:] if pairs else None


def plan_tasks(library: Library, counts: dict, seed: int) -> list:
    """The tasks, kind by kind; a passage serves each kind once, and those that served least come first."""
    order, times = library.order(random.Random(seed)), collections.Counter()
    tasks, pairs = [], set()
    for kind in ("multi_hop", "comparative", "adversarial", "unanswerable", "single_fact"):  # the choosy ones first
        left = counts.get(kind, 0)
        for number in sorted(order, key=times.__getitem__):
            if not left:
                break
            chosen, shared = [number], []
            if NEEDS[kind] == 2:
                partner = library.partner(number, pairs)
                if partner is None:
                    continue
                chosen, shared = [number, partner[0]], partner[1]
                pairs.add(frozenset(chosen))
            distractors = [other for other in library.near(number) if other not in chosen][:DISTRACTORS]
            if kind == "adversarial" and not distractors:
                continue
            tasks.append(task_row(kind, [library.all[place] for place in chosen], [library.all[place] for place in distractors],
                                  shared))
            times.update(chosen)
            left -= 1
    return tasks


def task_row(kind: str, passages: list, distractors: list, shared: list) -> dict:
    """A work item: what to write about which passages, and the shape of the answer."""
    row = {"kind": kind, "instructions": f"{ASKS[kind]} {RULES}",
           "passages": [passage_row(passage) for passage in passages]}
    if shared:
        row["shared_words"] = shared
    row["distractors"] = [passage_row(passage) for passage in distractors]
    name = hashlib.sha256(json.dumps(row, sort_keys=True).encode("ascii")).hexdigest()[:12]
    row = {"task_id": f"{kind}-{name}", **row}
    evidence = [{"passage_id": passage.id, "quote": "words of this passage"} for passage in passages[:NEEDS[kind]]]
    row["shape"] = {"task_id": row["task_id"], "question": "text", "answer": "text" if evidence else None, "evidence": evidence,
                    "difficulty": " | ".join(DIFFICULTIES)}
    row["shape_to_skip"] = {"task_id": row["task_id"], "skip": "reason"}
    return row


def passage_row(passage: Passage) -> dict:
    """A passage as a task shows it."""
    return {"passage_id": passage.id, "doc_id": passage.doc_id, "start": passage.start, "end": passage.end, "topic": passage.topic,
            "text": passage.text}


# ---------------------------------------------------------------------------------------------------- answers


def longest_copy(question: str, text: str) -> int:
    """The most words of the question that stand in a row in the text; pairs of signs count where there are no blanks."""
    asked, given = tokenize(question), tokenize(text)
    places = collections.defaultdict(list)
    for place, token in enumerate(given):
        places[token].append(place)
    best, runs = 0, {}
    for token in asked:
        runs = {place: runs.get(place - 1, 0) + 1 for place in places.get(token, ())}
        best = max(best, max(runs.values(), default=0))
    return best


def similarity(one: frozenset, other: frozenset) -> float:
    """Jaccard overlap of two sets; 0 when both are empty."""
    return len(one & other) / len(one | other) if one or other else 0.0


def question_key(question: str) -> frozenset:
    """What a question asks about: its words without function words, or all of them where it has no others."""
    return frozenset(content_words(question) or words(question))


def gives_away(question: str, answer: str | None) -> bool:
    """Whether every content word of the answer stands in the question already; a yes or no gives nothing away."""
    told = set(content_words(answer or ""))
    return bool(told) and told <= set(words(question))


def holds_all(wanted: set, text: str) -> bool:
    """Whether one sentence of the text has all the wanted words."""
    return bool(wanted) and any(wanted <= set(words(text[start:end])) for start, end in sentences(text))


def locate(quote: object, passage: dict) -> tuple | None:
    """(start, end) in the document of a quote from a task's passage; None when it does not occur there."""
    if not isinstance(quote, str):
        return None
    vocabulary = Vocabulary()
    places = find_quote(quote, passage["text"], find_terms(passage["text"], vocabulary), vocabulary)
    return (passage["start"] + places[0][0], passage["start"] + places[0][1]) if places else None


def read_evidence(answer: dict, task: dict) -> list:
    """[(passage, start, end)] of an answer's quotes. DataError with the reason to reject it."""
    evidence = answer.get("evidence")
    if evidence in (None, []):
        raise DataError("no evidence is quoted")
    if not isinstance(evidence, list) or not all(isinstance(item, dict) for item in evidence):
        raise DataError('evidence is no list of {"passage_id", "quote"}')
    passages = {passage["passage_id"]: passage for passage in task["passages"]}
    distractors = {passage["passage_id"] for passage in task["distractors"]}
    found = []
    for item in evidence:
        name = item.get("passage_id") if len(passages) > 1 or item.get("passage_id") is not None else next(iter(passages))
        if not isinstance(name, str) or name not in passages:
            where = "a distractor" if isinstance(name, str) and name in distractors else "no passage of the task"
            raise DataError(f"evidence names {shorten(name)!r}, {where}")
        span = locate(item.get("quote"), passages[name])
        if span is None:
            raise DataError(f"quote {shorten(item.get('quote'))!r} does not occur in {shorten(name)!r}")
        found.append((passages[name], *span))
    if len({item[0]["passage_id"] for item in found}) < NEEDS[task["kind"]]:
        raise DataError(f"a {task['kind']} question needs a quote from each of its {NEEDS[task['kind']]} passages")
    return found


def check_answer(answer: dict, task: dict) -> tuple:
    """(row of the evaluation set, notes for a reviewer) of an answer that holds. DataError with the reason to reject it."""
    if answer.get("skip"):
        raise DataError(f"skipped: {shorten(answer['skip'], 80)}")
    question, told, kind = answer.get("question"), answer.get("answer"), task["kind"]
    if not isinstance(question, str) or not question_key(question):
        raise DataError("no question")
    if not isinstance(told, (str, type(None))):
        raise DataError(f"answer must be str or null, got {kind_of(told)}")
    told = (told or "").strip() or None
    difficulty = answer.get("difficulty")
    if difficulty is not None and difficulty not in DIFFICULTIES:
        raise DataError(f"difficulty {shorten(difficulty)!r} is none of {', '.join(DIFFICULTIES)}")
    review = ["speaks of the passage, which nobody will see who is asked"] if POINTS_AT_TEXT.search(question) else []
    for passage in task["passages"]:
        copied = longest_copy(question, passage["text"])
        if copied > LONGEST_COPY:
            raise DataError(f"the question copies {copied} words in a row from {shorten(passage['passage_id'])!r}; ask in other words")
    if kind == "unanswerable":
        if told or answer.get("evidence"):
            raise DataError("an unanswerable question has neither answer nor evidence")
        if any(holds_all(set(question_key(question)), passage["text"]) for passage in task["passages"] + task["distractors"]):
            review.append("one sentence holds all words of the question: it may be answerable")
        evidence = []
    else:
        if told is None:
            raise DataError("no answer")
        evidence = read_evidence(answer, task)
        if gives_away(question, told):
            review.append("the question holds the words of its answer")
    if kind == "adversarial":
        check_distractors(question, evidence, task)
    return eval_row(question.strip(), told, evidence, task, difficulty), review


def check_distractors(question: str, evidence: list, task: dict) -> None:
    """DataError when an adversarial question shares no word with its distractors, or one of them holds its evidence."""
    shared = question_key(question) & {word for passage in task["distractors"] for word in words(passage["text"])}
    if not shared:
        raise DataError("the question shares no word with the distractors, so nothing misleads")
    for passage, start, end in evidence:
        quote = passage["text"][start - passage["start"]:end - passage["start"]]
        for distractor in task["distractors"]:
            if locate(quote, distractor):
                raise DataError(f"its evidence stands in distractor {shorten(distractor['passage_id'])!r} as well")


def eval_row(question: str, told: str | None, evidence: list, task: dict, difficulty: str | None) -> dict:
    """A canonical row; ids of documents and spans refer to the corpus, not to any chunking of it."""
    quotes = [passage["text"][start - passage["start"]:end - passage["start"]] for passage, start, end in evidence]
    return {"id": task["task_id"], "query": question, "retrieved_docs": None, "answer": None, "reference_answer": told,
            "gold_doc_ids": list(dict.fromkeys(passage["doc_id"] for passage, _, _ in evidence)),
            "evidence": quotes,
            "spans": [{"doc_id": passage["doc_id"], "start": start, "end": end} for passage, start, end in evidence],
            "metadata": {"kind": task["kind"], "difficulty": difficulty, "topic": task["passages"][0]["topic"],
                         "distractor_doc_ids": list(dict.fromkeys(passage["doc_id"] for passage in task["distractors"]))}}


def load_scorer() -> object:
    """score_faithfulness.py from beside this file. UsageError when it is not there or of another version."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "score_faithfulness.py")
    if not os.path.isfile(path):
        raise UsageError("score_faithfulness.py is not beside build_eval_set.py; copy scripts/score_faithfulness.py into the same "
                         "folder, since apply asks it whether answers follow from their passages")
    spec = importlib.util.spec_from_file_location("score_faithfulness", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if getattr(module, "VERSION", None) != VERSION:
        raise UsageError(f"score_faithfulness.py beside this file is version {getattr(module, 'VERSION', '?')}, this is {VERSION}; "
                         "copy both from one release")
    return module


def read_support(scorer: object, items: list) -> list:
    """Whether each (question, answer, texts) follows from its texts: True, False, or None where words cannot tell.

    The scorer is run as a command over rows in a temporary file: what it reads and writes is fixed by the contract.
    """
    if not items:
        return []
    with tempfile.TemporaryDirectory() as folder:
        asked, scored = os.path.join(folder, "asked.jsonl"), os.path.join(folder, "scored.jsonl")
        with Output(asked) as out:
            for number, (question, told, texts) in enumerate(items):
                out.write(row_bytes({"id": str(number), "query": question, "answer": told,
                                     "retrieved_docs": [{"id": str(place), "text": text} for place, text in enumerate(texts)]}))
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            code = scorer.main(["--traces", asked, "--out", scored])
        if code == EXIT_INTERRUPTED:
            raise KeyboardInterrupt
        if code:
            raise DataError(f"score_faithfulness.py ended with exit code {code}: {shorten(said.getvalue(), 200)}")
        return [support_of(row) for row in Rows(scored)]


def support_of(row: dict) -> bool | None:
    """What a scored row says: False where a claim is unsupported or contradicted, None where one is uncertain or the verdict
    is a guess, True where all is supported. One wrong number makes a wrong answer, so that claims come before the verdict
    on the whole."""
    faithful, claims = truth(row, "faithful"), row.get("claims") or []
    verdicts = {claim.get("verdict") for claim in claims if isinstance(claim, dict)}
    if faithful is False and truth(row, "faithful_certain") is not False or verdicts & {"unsupported", "contradicted"}:
        return False
    return True if faithful and truth(row, "faithful_certain") is not False and verdicts <= {"supported"} else None


def judge_support(kept: list, tasks: dict, scorer: object) -> None:
    """Add to each (row, review, rejected) what the scorer says of the answer and, for adversarial ones, of the distractors."""
    asked, about = [], []
    for number, (row, _, _) in enumerate(kept):
        task = tasks[row["id"]]
        if row["reference_answer"] is None:
            continue
        asked.append((row["query"], row["reference_answer"], [passage["text"] for passage in task["passages"]]))
        about.append((number, None))
        if task["kind"] == "adversarial":
            for passage in task["distractors"]:
                asked.append((row["query"], row["reference_answer"], [passage["text"]]))
                about.append((number, passage["passage_id"]))
    for (number, distractor), holds in zip(about, read_support(scorer, asked)):
        row, review, rejected = kept[number]
        if distractor is None:
            row["metadata"]["answer_follows"] = holds
            if holds is not True:
                review.append("words alone do not show that the answer follows from the passages")
        elif holds:
            rejected.append(f"distractor {shorten(distractor)!r} answers it as well")


def apply_answers(tasks: dict, answers: object, scorer: object) -> dict:
    """{"rows", "rejected": [{"task_id", "reason"}], "skipped", "missing"}: the answers that hold as rows, the rest with reasons.

    The first answer to a task that holds is kept, so that a rejected one can be mended by a further line.
    """
    tried, rejected, skipped, answered = [], [], [], set()
    for answer in answers:
        name = answer.get("task_id")
        task = tasks.get(name) if isinstance(name, str) else None
        if task is None:
            rejected.append({"task_id": shorten(name), "reason": "no task has this task_id"})
            continue
        answered.add(name)
        try:
            tried.append((*check_answer(answer, task), []))
        except DataError as error:
            (skipped if answer.get("skip") else rejected).append({"task_id": name, "reason": str(error)})
    judge_support(tried, tasks, scorer)
    held, keys, again = {}, [], []
    for row, review, reasons in tried:
        name, key = row["id"], question_key(row["query"])
        if name in held:
            if row["query"] != held[name]["query"]:
                again.append({"task_id": name, "reason": "the task was answered before by one that holds"})
            continue
        twin = next((other for other, seen in keys if similarity(key, seen) >= SAME_QUESTION), None)
        if twin:
            reasons.append(f"asks the same as {twin}")
        if reasons:
            rejected.append({"task_id": name, "reason": reasons[0]})
            continue
        keys.append((name, key))
        row["metadata"]["review"] = review
        held[name] = row
    return {"rows": list(held.values()), "rejected": [item for item in rejected if item["task_id"] not in held] + again,
            "skipped": skipped, "missing": [name for name in tasks if name not in answered]}


# ---------------------------------------------------------------------------------------------------- the finished set


def half_width(n: int, share: float) -> float | None:
    """Half the width of the 95 % interval of a share measured on n questions; None without any."""
    limits = wilson(share * n, n)
    return (limits[1] - limits[0]) / 2 if limits else None


def needed_for(width: float, share: float = 0.8) -> int:
    """How many questions it takes until a share is known within +- width."""
    low, high = 1, 1 << 24
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if half_width(middle, share) <= width else (middle + 1, high)
    return low


def cells_of(rows: list, field: str) -> dict:
    """How many questions have each value of a metadata field; "not stated" counts those without."""
    counts = collections.Counter(str(row.get("metadata", {}).get(field) or "not stated") for row in rows)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def find_twins(rows: list) -> list:
    """[earlier id, later id] of questions that ask the same."""
    keys, twins = [], []
    holders = collections.defaultdict(list)
    for number, row in enumerate(rows):
        key = question_key(row["query"])
        for other in sorted({place for word in key for place in holders[word]}):
            if similarity(key, keys[other]) >= SAME_QUESTION:
                twins.append([rows[other]["id"], row["id"]])
                break
        keys.append(key)
        for word in key:
            holders[word].append(number)
    return twins


def find_leaks(rows: list, texts: dict) -> list:
    """[{"id", "reason"}] of questions that copy their evidence, hold their answer, or speak of the text itself."""
    leaks = []
    for row in rows:
        copied = max((longest_copy(row["query"], text) for text in evidence_texts(row, texts)), default=0)
        reasons = [f"copies {copied} words in a row"] if copied > LONGEST_COPY else []
        reasons += ["holds the words of its answer"] if gives_away(row["query"], row.get("reference_answer")) else []
        reasons += ["speaks of the passage"] if POINTS_AT_TEXT.search(row["query"]) else []
        leaks.extend({"id": row["id"], "reason": reason} for reason in reasons)
    return leaks


def evidence_texts(row: dict, texts: dict) -> list:
    """What a question may have been copied from: around its spans where the corpus is known, else its quotes."""
    found = []
    for span in row.get("spans") or []:
        text = texts.get(id_text(span.get("doc_id"))) if isinstance(span, dict) else None
        if text is not None and isinstance(span.get("start"), int) and isinstance(span.get("end"), int):
            found.append(text[max(0, span["start"] - 500):span["end"] + 500])
    return found or [quote for quote in row.get("evidence") or [] if isinstance(quote, str)]


def lost_evidence(rows: list, texts: dict) -> list:
    """[{"id", "reason"}] of gold documents that the corpus does not have, and of spans whose text is no longer the quote."""
    lost = []
    for row in rows:
        for name in row.get("gold_doc_ids") or []:
            if id_text(name) not in texts:
                lost.append({"id": row["id"], "reason": f"gold document {shorten(id_text(name))!r} is not in the corpus"})
        for span, quote in zip(row.get("spans") or [], row.get("evidence") or []):
            text = texts.get(id_text(span.get("doc_id"))) if isinstance(span, dict) else None
            if text is not None and text[span.get("start") or 0:span.get("end") or 0] != quote:
                lost.append({"id": row["id"], "reason": f"the text at its span is no longer {shorten(quote)!r}"})
    return lost


def check_set(rows: list, sources: list | None) -> dict:
    """What the set covers, what is thin, what is wrong with it, and how wide intervals will be at its size."""
    n = len(rows)
    unanswerable = [row for row in rows if row.get("gold_doc_ids") == []]
    documents = collections.Counter(id_text(name) for row in rows for name in row.get("gold_doc_ids") or [])
    by = {field: cells_of(rows, field) for field in ("kind", "difficulty", "topic")}
    crossed = collections.Counter((row.get("metadata", {}).get("kind") or "not stated", row.get("metadata", {}).get("difficulty")
                                   or "not stated") for row in rows)
    kinds = [kind for kind in MIX if kind in by["kind"]]
    levels = [level for level in DIFFICULTIES if level in by["difficulty"]]
    thin = [{"cell": f"kind {kind}", "n": by["kind"].get(kind, 0)} for kind in MIX
            if by["kind"].get(kind, 0) < THIN and (kind == "unanswerable" or set(kinds) - {"unanswerable"})]
    thin += [{"cell": f"{kind}, {level}", "n": crossed[kind, level]} for kind in kinds for level in levels
             if crossed[kind, level] < THIN and by["kind"][kind] >= THIN]
    thin += [{"cell": f"topic {topic}", "n": count} for topic, count in by["topic"].items() if count < THIN and topic != "not stated"]
    texts = {source.id: source.text for source in sources or []}
    return {
        "n": n, "by": {**by, "document": dict(sorted(documents.items(), key=lambda item: (-item[1], item[0])))},
        "documents": {"asked_about": len(documents), "in_corpus": len(sources) if sources is not None else None,
                      "not_asked_about": sorted(set(texts) - set(documents)) if sources is not None else None},
        "thin": thin, "adversarial": rate(by["kind"].get("adversarial", 0), n), "unanswerable": rate(len(unanswerable), n),
        "review": [row["id"] for row in rows if row.get("metadata", {}).get("review")],
        "leaks": find_leaks(rows, texts), "duplicates": find_twins(rows), "lost_evidence": lost_evidence(rows, texts),
        "half_width": {"all": {"n": n, "at_50": half_width(n, 0.5), "at_80": half_width(n, 0.8)},
                       **{kind: {"n": by["kind"][kind], "at_50": half_width(by["kind"][kind], 0.5),
                                 "at_80": half_width(by["kind"][kind], 0.8)} for kind in kinds}},
        "needed": {"within_10_points": needed_for(0.1), "within_5_points": needed_for(0.05)},
        "signature": f"build_eval_set|check|copy:{LONGEST_COPY}|same:{SAME_QUESTION:g}|thin:{THIN}|v:{VERSION}"}


def check_text(report: dict) -> str:
    """The state of the set for people, 80 columns."""
    documents = report["documents"]
    of = f" of {documents['in_corpus']:,}" if documents["in_corpus"] is not None else ""
    lines = [f"{report['n']:,} questions about {documents['asked_about']:,}{of} documents",
             f"adversarial {rate_text(report['adversarial'])}; unanswerable {rate_text(report['unanswerable'])}"]
    for field in ("kind", "difficulty", "topic", "document"):
        cells = list(report["by"][field].items())
        more = f" and {len(cells) - 12:,} more" if len(cells) > 12 else ""
        lines += ["", f"by {field}{more}:"] + [f"  {shorten(name, 50):50s} {count:6,d}" for name, count in cells[:12]]
    lines += ["", "a rate measured on them will be known within about (95 %):"]
    for name, part in report["half_width"].items():
        lines.append(f"  {name:20s} n {part['n']:6,d}: +- {100 * part['at_50']:.0f} points at 50 %, {100 * part['at_80']:.0f} at 80 %")
    lines.append("  ({within_10_points:,} questions give +- 10 points at 80 %, {within_5_points:,} give +- 5)".format(**report["needed"]))
    lists = (("thin cells", [f"{cell['cell']} ({cell['n']})" for cell in report["thin"]]),
             ("documents without a question", documents["not_asked_about"] or []),
             ("waiting for review", report["review"]), ("leaks", [f"{leak['id']}: {leak['reason']}" for leak in report["leaks"]]),
             ("ask the same", [" and ".join(pair) for pair in report["duplicates"]]),
             ("evidence lost", [f"{item['id']}: {item['reason']}" for item in report["lost_evidence"]]))
    for name, items in lists:
        lines += ["", f"{name}: {len(items):,}"] + listed(items)
    return "\n".join(lines + ["", f"{report['signature']}  n {report['n']}"]) + "\n"


def listed(items: list, most: int = 10) -> list:
    """The first items as indented lines, and how many more there are; a long "name: reason" takes a line for each."""
    lines = []
    for item in items[:most]:
        name, mark, reason = item.partition(": ") if len(item) > 76 else (item, "", "")
        lines += [f"  {shorten(name, 76)}{mark.strip()}"] + ([f"    {shorten(reason, 76)}"] if reason else [])
    return lines + ([f"  ... and {len(items) - most:,} more"] if len(items) > most else [])


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


TOWN = ("# Ferry\n\nThe ferry to Holm leaves at 7:40 every morning from the north pier, and a crossing takes 35 minutes in calm weather. "
        "Bicycles travel free of charge, while cars must be booked two days ahead at the harbour office.\n\n# Library\n\n"
        "The library of Holm lends books for four weeks and films for one week. Late books cost ten cents a day, which the "
        "harbour office collects together with the fees for bicycles and boats at the end of every month.\n")


def example_tasks() -> dict:
    """A task of each kind about TOWN, by its kind, for the known answers."""
    ferry, library = passages_of(Source("town", "Town", TOWN), 45)
    return {kind: task_row(kind, [ferry, library][:max(1, NEEDS[kind])], [library][NEEDS[kind] == 2:], [])
            for kind in MIX}


def example_answer(kind: str, **fields: object) -> list:
    """[kept query, gold, spans, review] or [reason to reject] of an answer to the example's task of a kind."""
    task = example_tasks()[kind]
    answer = {"question": "When does the boat to Holm start?", "answer": "At 7:40", "evidence": [
        {"passage_id": task["passages"][0]["passage_id"], "quote": "leaves at 7:40 every morning"}], **fields}
    try:
        row, review = check_answer(answer, task)
    except DataError as error:
        return [str(error)]
    return [row["query"], row["gold_doc_ids"], row["spans"], review]


class Always:
    """A scorer that finds each answer supported where a text holds its last word, for the known answers."""

    @staticmethod
    def main(argv: list) -> int:
        with Output(argv[3]) as out:
            for row in Rows(argv[1]):
                last = row["answer"].split()[-1]
                out.write(row_bytes({**row, "faithful": any(last in doc["text"] for doc in row["retrieved_docs"])}))
        return 0


def example_applied(*answers: dict) -> dict:
    """What apply makes of answers to the example's tasks; `kind` stands for the task_id."""
    tasks = {task["task_id"]: task for task in example_tasks().values()}
    names = {task["kind"]: name for name, task in tasks.items()}
    made = apply_answers(tasks, [{"task_id": names.get(answer.get("kind"), "?"), **answer} for answer in answers], Always)
    return {"kept": [[row["metadata"]["kind"], row["metadata"].get("answer_follows")] for row in made["rows"]],
            "rejected": [re.sub("-[0-9a-f]{12}", "", item["reason"]) for item in made["rejected"]], "missing": len(made["missing"])}


def failure(call: object, *args: object) -> str | None:
    """What a DataError says; None where there is none."""
    try:
        call(*args)
    except DataError as error:
        return str(error)
    return None


def run_checked(*rows: dict) -> list:
    """[exit code, report] of a whole check over rows, for the known answers."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "set.jsonl")
        with Output(path) as out:
            for row in rows:
                out.write(row_bytes(row))
        with contextlib.redirect_stdout(io.StringIO()) as shown, contextlib.redirect_stderr(io.StringIO()):
            code = main(["check", "--eval-set", path, "--json"])
        return [code, json.loads(shown.getvalue() or "null")]


FERRY = {"kind": "single_fact", "question": "When does the boat to Holm start?", "answer": "It starts at 7:40",
         "evidence": [{"passage_id": "town:0-221", "quote": "leaves at 7:40"}]}

NOT_PURE = ("load_scorer",)  # loads a file
SELF_TEST = [
    ("passage_spans begin anew at a blank line once half full", lambda: passage_spans("One two. Three.\n\nFour five six.", 4),
     [(0, 15), (17, 31)]),
    ("passages_of keeps long ones, with their heading", lambda: [[part.id, part.topic] for part in passages_of(Source("t", None, TOWN), 45)],
     [["t:0-221", "Ferry"], ["t:223-444", "Library"]]),
    ("passages_of leaves figures out", lambda: passages_of(Source("t", None, "12 34 56 78 90 " * 20), 45), []),
    ("sketch and near_duplicates", lambda: near_duplicates([sketch(range(40)), sketch(range(100, 140)), sketch(range(1, 41))]), [None, None, 0]),
    ("sketch keeps the smallest", lambda: len(sketch(range(99))), 16),
    ("spread", lambda: spread(5), [0, 4, 2, 1, 3]),
    ("pick_order takes each document in turn", lambda: sorted(pick_order([["a", "b"], ["c"]], random.Random(1))[:2])[1], "c"),
    ("shares_of adds up", lambda: shares_of(MIX, 7), {"single_fact": 3, "multi_hop": 1, "comparative": 1, "adversarial": 1, "unanswerable": 1}),
    ("plan_tasks", lambda: [task["kind"] for task in plan_tasks(Library([Source("t", None, TOWN)], 45), shares_of(MIX, 7), 0)],
     ["multi_hop", "adversarial", "unanswerable", "single_fact", "single_fact"]),
    ("task_row asks for as many quotes as the kind needs", lambda: [len(task["shape"]["evidence"]) for task in example_tasks().values()],
     [1, 2, 2, 1, 0]),
    ("passage_row", lambda: passage_row(Passage("a:0-1", "a", 0, 1, "x", "T"))["topic"], "T"),
    ("longest_copy", lambda: longest_copy("When does the ferry to Holm leave?", "Ah, the ferry to Holm leaves"), 5),
    ("similarity", lambda: [similarity(frozenset("abc"), frozenset("bcd")), similarity(frozenset(), frozenset())], [0.5, 0.0]),
    ("question_key", lambda: sorted(question_key("What is the fee for boats?")), ["boat", "fee"]),
    ("gives_away", lambda: [gives_away("Is the red pier north?", "the north pier"), gives_away("Is it?", "north"), gives_away("Is it?", "yes")],
     [True, False, False]),
    ("holds_all", lambda: holds_all({"boat", "fee"}, "No. Fees for boats rise."), True),
    ("locate", lambda: locate("NORTH pier", {"text": "the north  pier", "start": 100}), (104, 115)),
    ("check_answer keeps what holds", lambda: example_answer("single_fact"),
     ["When does the boat to Holm start?", ["town"], [{"doc_id": "town", "start": 27, "end": 55}], []]),
    ("check_answer: a quote that is not there", lambda: example_answer("single_fact", evidence=[{"quote": "at noon"}]),
     ["quote 'at noon' does not occur in 'town:0-221'"]),
    ("check_answer: a quote for each passage", lambda: example_answer("multi_hop"),
     ["a multi_hop question needs a quote from each of its 2 passages"]),
    ("check_answer: a copied question", lambda: example_answer("single_fact", question="Does a ferry to Holm leave at 7:40 every morning?"),
     ["the question copies 9 words in a row from 'town:0-221'; ask in other words"]),
    ("check_answer: unanswerable", lambda: [example_answer("unanswerable")[0], example_answer("unanswerable", answer=None, evidence=[])[1]],
     ["an unanswerable question has neither answer nor evidence", []]),
    ("check_distractors: nothing misleads", lambda: example_answer("adversarial", question="When do ships start?"),
     ["the question shares no word with the distractors, so nothing misleads"]),
    ("check_distractors: the evidence stands twice", lambda: example_answer("adversarial", evidence=[{"quote": "harbour office"}]),
     ["its evidence stands in distractor 'town:223-444' as well"]),
    ("read_evidence: distractors do not count", lambda: example_answer("single_fact", evidence=[{"passage_id": "town:223-444", "quote": "Late books"}]),
     ["evidence names 'town:223-444', a distractor"]),
    ("eval_row is canonical", lambda: list(eval_row("q", "a", [], example_tasks()["single_fact"], None))[:6],
     ["id", "query", "retrieved_docs", "answer", "reference_answer", "gold_doc_ids"]),
    ("apply_answers keeps the first that holds and no question twice", lambda: example_applied(
        {**FERRY, "evidence": []}, FERRY, {**FERRY, "kind": "adversarial"}, {"kind": "none"}),
     {"kept": [["single_fact", True]], "rejected": ["no task has this task_id", "asks the same as single_fact"], "missing": 3}),
    ("judge_support: a distractor that answers, an answer for review", lambda: example_applied(
        {**FERRY, "kind": "adversarial", "question": "What is free of charge with the office?", "answer": "the bicycles"},
        {**FERRY, "answer": "At dawn"}),
     {"kept": [["single_fact", False]], "rejected": ["distractor 'town:223-444' answers it as well"], "missing": 3}),
    ("support_of", lambda: [support_of({"faithful": True}), support_of({"faithful": False, "faithful_certain": False}), support_of({}),
                            support_of({"faithful": True, "claims": [{"verdict": "contradicted"}]}),
                            support_of({"faithful": True, "claims": [{"verdict": "uncertain"}]})],
     [True, None, None, False, None]),
    # Wilson at 8 of 10: [0.490, 0.943]
    ("half_width", lambda: [round(half_width(10, 0.8), 3), half_width(0, 0.5)], [0.227, None]),
    ("needed_for", lambda: needed_for(0.1), 60),
    ("cells_of", lambda: cells_of([{"metadata": {"kind": "a"}}, {}], "kind"), {"a": 1, "not stated": 1}),
    ("find_twins", lambda: find_twins([{"id": "a", "query": "What is the fee?"}, {"id": "b", "query": "Which fee is it?"}]), [["a", "b"]]),
    ("find_leaks", lambda: find_leaks([{"id": "a", "query": "Does a b c d e f g h i?", "evidence": ["a b c d e f g h i"]}], {}),
     [{"id": "a", "reason": "copies 9 words in a row"}]),
    ("evidence_texts", lambda: evidence_texts({"spans": [{"doc_id": "d", "start": 1, "end": 2}], "evidence": ["b"]}, {"d": "abc"}), ["abc"]),
    ("lost_evidence", lambda: lost_evidence([{"id": "q", "gold_doc_ids": ["x"], "spans": [{"doc_id": "d", "start": 0, "end": 2}],
                                              "evidence": ["ab"]}], {"d": "cab"}),
     [{"id": "q", "reason": "gold document 'x' is not in the corpus"}, {"id": "q", "reason": "the text at its span is no longer 'ab'"}]),
    ("check_set and check_text", lambda: [line in check_text(check_set([{"id": "a", "query": "Fee?", "gold_doc_ids": [], "metadata": {"kind": "comparative"}}], None)) for line in (
        "unanswerable 100 % [21, 100] (1/1)", "  kind multi_hop (0)\n")], [True, True]),
    ("listed", lambda: listed(["a", "b: " + "xy " * 25, "c"], 2), ["  a", "  b:", "    " + " ".join(["xy"] * 25), "  ... and 1 more"]),
    ("mix_of", lambda: mix_of("single_fact:3,adversarial:1"), {"single_fact": 3.0, "adversarial": 1.0}),
    ("plan_text and apply_text", lambda: [plan_text(PLANNED).splitlines()[0], apply_text(APPLIED).splitlines()[0]],
     ["2 tasks from 3 passages of 1 document", "1 question kept of 2 answers to 4 tasks; 1 to review, 1 rejected"]),
    ("check_task", lambda: [failure(check_task, {"task_id": "a", "kind": "single_fact", "passages": [], "distractors": []}),
                            failure(check_task, example_tasks()["single_fact"])],
     ["no task (task_id, kind, passages); give the file that plan wrote", None]),
    ("beta_cdf, t_quantile and mean_text", lambda: [beta_cdf(2, 2, 0.5), round(t_quantile(9), 3), mean_text({"n": 2, "mean": 0.5, "ci95": None})],
     [0.5, 2.262, "0.50 (no interval: no spread) (n 2)"]),
    ("fold, stem and plain_number", lambda: [fold("CAF\u00c9"), stem("boats"), plain_number("1,234.50")], ["caf\u00e9", "boat", "1234.5"]),
    ("token_spans of mixed writing", lambda: token_spans("a\u4e2d\u6587b"), [("a", 0, 1), ("\u4e2d\u6587", 1, 3), ("b", 3, 4)]),
    ("query_terms", lambda: [query_terms("What is the fee?"), query_terms("What is it?")], [["fee"], ["what", "is", "it"]]),
    ("first_title and source_of", lambda: [first_title("# How to", "a"), list(source_of({"_id": 7.0, "contents": "t"}, 1))],
     ["How to", ["7", None, "t"]]),
    ("parts_word", lambda: [parts_word("abc", 1), parts_word("a c", 1)], [True, False]),
    ("run: check", lambda: [run_checked({"query": "Fee?", "gold_doc_ids": ["a"]})[0], run_checked({"query": ""})], [0, [3, None]]),
]
PLANNED = {"documents": 1, "passages": 3, "near_duplicates": 0, "tasks": 2, "kinds": {"single_fact": {"wanted": 1, "planned": 2}}, "signature": "s"}
APPLIED = {"tasks": 4, "answers": 2, "kept": 1, "review": ["a"], "rejected": [{"task_id": "b", "reason": "r"}], "skipped": [], "missing": [],
           "kinds": {}, "signature": "s"}


def plural(count: int, word: str) -> str:
    """The count with its noun."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def plan_text(report: dict) -> str:
    """What was planned, for people."""
    lines = [f"{plural(report['tasks'], 'task')} from {plural(report['passages'], 'passage')} of {plural(report['documents'], 'document')}"]
    if report["near_duplicates"]:
        lines.append(f"{plural(report['near_duplicates'], 'passage')} left out that nearly repeat another")
    for kind, part in report["kinds"].items():
        short = "" if part["planned"] >= part["wanted"] else f" of {part['wanted']} wanted: the corpus has no more fitting passages"
        lines.append(f"  {kind:14s}{part['planned']:6,d}{short}")
    return "\n".join(lines + ["", report["signature"]]) + "\n"


def apply_text(report: dict) -> str:
    """What became of the answers, for people."""
    lines = [f"{plural(report['kept'], 'question')} kept of {plural(report['answers'], 'answer')} to {plural(report['tasks'], 'task')}; "
             f"{len(report['review'])} to review, {len(report['rejected'])} rejected"]
    lines += [f"  {kind:14s}{count:6,d}" for kind, count in report["kinds"].items()]
    for name, items in (("rejected", [f"{item['task_id']}: {item['reason']}" for item in report["rejected"]]),
                        ("skipped", [f"{item['task_id']}: {item['reason']}" for item in report["skipped"]]),
                        ("to review (metadata.review says why)", report["review"]), ("not answered", report["missing"])):
        if items:
            lines += ["", f"{name}: {len(items):,}"] + listed(items, 20)
    return "\n".join(lines + ["", report["signature"]]) + "\n"


def mix_of(text: str) -> dict:
    """"kind:part,kind:part" as a dict. UsageError for kinds and parts that make no sense."""
    mix: dict = {}
    for item in text.split(","):
        kind, _, part = item.partition(":")
        try:
            value = float(part)
        except ValueError:
            value = -1.0
        if kind.strip() not in MIX or not 0 <= value < math.inf:
            raise UsageError(f"--mix {item.strip()!r}: expected KIND:PART with a kind of {', '.join(MIX)}")
        mix[kind.strip()] = value
    if not sum(mix.values()):
        raise UsageError(f"--mix {text!r}: no part is above 0")
    return mix


def build_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="build_eval_set.py", description=__doc__)
    common_options(parser, SELF_TEST)
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="plan|apply|check")
    plan = verbs.add_parser("plan", help="choose passages and write a work item for each question")
    plan.add_argument("--corpus", required=True, metavar="PATH", help="folder of text files, one text file, or JSONL rows")
    plan.add_argument("--n", type=int, default=60, metavar="N", help="how many tasks (60)")
    plan.add_argument("--out", required=True, metavar="PATH", help="the tasks, one a line; - is standard output")
    plan.add_argument("--mix", default=",".join(f"{kind}:{part}" for kind, part in MIX.items()), metavar="KIND:PART,...",
                      help="how the kinds share the tasks (%(default)s)")
    plan.add_argument("--passage-words", type=int, default=PASSAGE_WORDS, metavar="N", help=f"length of a passage ({PASSAGE_WORDS})")
    plan.add_argument("--seed", type=int, default=0, help="of the choice of passages (0)")
    apply = verbs.add_parser("apply", help="keep the answers that hold, as rows of an evaluation set")
    apply.add_argument("--tasks", required=True, metavar="PATH", help="the tasks that plan wrote")
    apply.add_argument("--answers", required=True, metavar="PATH", help="one answer a line, in the shape that its task shows")
    apply.add_argument("--out", required=True, metavar="PATH", help="the evaluation set, one row a line; - is standard output")
    check = verbs.add_parser("check", help="say what the set covers and lacks")
    check.add_argument("--eval-set", required=True, metavar="PATH", help="rows with query, gold_doc_ids, evidence, metadata.kind")
    check.add_argument("--corpus", metavar="PATH", help="to name documents without a question and evidence that was lost")
    for verb in (plan, apply, check):
        verb.add_argument("--json", action="store_true", help="the summary as one JSON document")
        verb.add_argument("--encoding", metavar="NAME", help="of input that is neither UTF-8 nor marked as UTF-16")
        verb.add_argument("--skip-errors", action="store_true", help="skip bad lines, report and count them (over 20 %%: exit 1)")
    return parser


def write_report(report: dict, text: str, args: argparse.Namespace) -> None:
    """The summary on standard output; on standard error where that carries rows."""
    stream = sys.stderr if getattr(args, "out", None) == "-" else sys.stdout
    stream.write(json.dumps(report, ensure_ascii=False, allow_nan=False, indent=2) + "\n" if args.json else text)


def run_plan(args: argparse.Namespace) -> int:
    mix = mix_of(args.mix)
    if args.n < 1 or args.passage_words < 10:
        raise UsageError("--n must be at least 1 and --passage-words at least 10")
    library = Library(read_corpus(args.corpus, args.encoding, args.skip_errors), args.passage_words)
    if not library.all:
        raise DataError(f"{shown_path(args.corpus)}: no passage of {min(LEAST_WORDS, args.passage_words // 2)} words or more to ask about")
    wanted = shares_of(mix, args.n)
    tasks = plan_tasks(library, wanted, args.seed)
    with Output(args.out) as out:
        for task in tasks:
            out.write(row_bytes(task))
    planned = collections.Counter(task["kind"] for task in tasks)
    report = {"documents": library.documents, "passages": len(library.all), "tasks": len(tasks),
              "near_duplicates": sum(other is not None for other in library.duplicate_of),
              "kinds": {kind: {"wanted": count, "planned": planned[kind]} for kind, count in wanted.items()},
              "signature": f"build_eval_set|plan|n:{args.n}|words:{args.passage_words}|mix:{args.mix}|seed:{args.seed}|v:{VERSION}"}
    write_report(report, plan_text(report), args)
    return 0


def read_tasks(path: str, encoding: str | None, skip_errors: bool) -> tuple:
    """({task_id: task}, exit code) of the tasks that plan wrote."""
    rows, tasks = Rows(path, encoding, skip_errors), {}
    for row in rows:
        try:
            check_task(row)
        except DataError as error:
            rows.reject(error)
            continue
        tasks[row["task_id"]] = row
    return tasks, rows.finish()


def check_task(row: dict) -> None:
    """DataError when a row is no task of ours."""
    fields = {"passage_id": str, "doc_id": str, "start": int, "text": str, "topic": str}
    for name in ("passages", "distractors"):
        passages = row.get(name)
        if not isinstance(passages, list) or not all(isinstance(passage, dict) and all(
                isinstance(passage.get(field), kind) for field, kind in fields.items()) for passage in passages):
            raise DataError(f"field '{name}' is not as plan writes it; give the file that plan wrote")
    if not isinstance(row.get("task_id"), str) or not isinstance(row.get("kind"), str) or row["kind"] not in MIX or not row["passages"]:
        raise DataError("no task (task_id, kind, passages); give the file that plan wrote")


def run_apply(args: argparse.Namespace) -> int:
    scorer = load_scorer()
    tasks, code = read_tasks(args.tasks, args.encoding, args.skip_errors)
    answers = Rows(args.answers, args.encoding, args.skip_errors)
    made = apply_answers(tasks, answers, scorer)
    code = max(code, answers.finish())
    with Output(args.out) as out:
        for row in made["rows"]:
            out.write(row_bytes(row))
    kinds = collections.Counter(row["metadata"]["kind"] for row in made["rows"])
    report = {"tasks": len(tasks), "answers": answers.read, "kept": len(made["rows"]),
              "review": [row["id"] for row in made["rows"] if row["metadata"]["review"]],
              "rejected": made["rejected"], "skipped": made["skipped"], "missing": made["missing"],
              "kinds": {kind: kinds[kind] for kind in MIX if kinds[kind]},
              "signature": f"build_eval_set|apply|copy:{LONGEST_COPY}|same:{SAME_QUESTION:g}|scorer:{scorer.VERSION}|v:{VERSION}"}
    write_report(report, apply_text(report), args)
    return code


def run_check(args: argparse.Namespace) -> int:
    sources = read_corpus(args.corpus, args.encoding, args.skip_errors) if args.corpus else None
    rows, kept, seen = Rows(args.eval_set, args.encoding, args.skip_errors), [], set()
    for row in rows:
        try:
            kept.append(read_eval_row(row, rows.read))
            if kept[-1]["id"] in seen:
                kept.pop()
                raise DataError("its id stands twice; give each question its own")
        except DataError as error:
            rows.reject(error)
            continue
        seen.add(kept[-1]["id"])
    code = rows.finish()
    if not kept:
        raise DataError(f"{shown_path(args.eval_set)}: no line holds a question")
    report = check_set(kept, sources)
    write_report(report, check_text(report), args)
    return code


def read_eval_row(row: dict, position: int) -> dict:
    """A row of an evaluation set with its id as text. DataError when fields are of the wrong type."""
    if not (text_of(row, "query") or "").strip():
        raise DataError("field 'query' must hold the question; found none")
    text_of(row, "reference_answer")
    for field in ("gold_doc_ids", "evidence", "spans"):
        if not isinstance(row.get(field), (list, type(None))):
            raise DataError(f"field '{field}' must be list, got {kind_of(row[field])}")
    if not isinstance(row.get("metadata"), (dict, type(None))):
        raise DataError(f"field 'metadata' must be object, got {kind_of(row['metadata'])}")
    for place, span in enumerate(row.get("spans") or []):
        if not isinstance(span, dict) or not all(isinstance(span.get(key), int) and not isinstance(span[key], bool) and span[key] >= 0
                                                 for key in ("start", "end")):
            raise DataError(f"field 'spans[{place}]' must be an object with doc_id, start and end, whole numbers from 0 on; got {shorten(span)}")
    names = [(f"gold_doc_ids[{place}]", name) for place, name in enumerate(row.get("gold_doc_ids") or [])]
    names += [(f"spans[{place}].doc_id", span.get("doc_id")) for place, span in enumerate(row.get("spans") or [])]
    for where, name in names:
        if isinstance(name, (dict, list)):
            raise DataError(f"field '{where}' must be a document's id, got {kind_of(name)}")
    metadata = row.get("metadata") or {}
    for field in ("kind", "difficulty", "topic"):
        if isinstance(metadata.get(field), (dict, list)):
            raise DataError(f"field 'metadata.{field}' must be str, got {kind_of(metadata[field])}")
    if not metadata.get("kind") and row.get("gold_doc_ids") == []:
        metadata = {**metadata, "kind": "unanswerable"}
    return {**row, "id": row_id(row, position), "metadata": metadata}


def run(args: argparse.Namespace) -> int:
    return {"plan": run_plan, "apply": run_apply, "check": run_check}[args.verb](args)


def main(argv: list | None = None) -> int:
    return run_script(build_parser(), run, argv)


if __name__ == "__main__":
    sys.exit(main())
