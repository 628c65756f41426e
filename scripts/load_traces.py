#!/usr/bin/env python3
"""Turn traces as any tool exported them into canonical rows (JSONL), saying what was recognised and what is missing.

Reads JSONL, JSON (arrays, objects with rows inside, the pandas and Hugging Face orientations), CSV, TSV and TREC files,
the same packed with gzip or bzip2, several files, folders (BEIR, TREC, RAGTruth, LlamaIndex datasets, or any folder of
such files), or standard input. Writes one row a query: `id`, `query`, `retrieved_docs`, `answer`, and where the source has
them `context_docs`, `reference_answer`, `gold_doc_ids`, `gold_grades`, `gold_texts`, `gold_groups`, `history`,
`judgments`, `faithful`, `faithfulness_score`; everything else is kept in `metadata`. Canonical rows pass unchanged.

  python scripts/load_traces.py export.json --out traces.jsonl
  python scripts/load_traces.py log.csv --map query=prompt,answer=out.text,docs=hits[].body --out traces.jsonl
  python scripts/load_traces.py --list-formats

It never guesses between two readings: it shows both, names the flag that settles it, and exits 1; --accept-gaps goes on
with the likelier one. references/formats.md lists what is recognised.

Exit codes: 0 done; 1 a question is open or too much is missing; 2 wrong usage; 3 a file is wrong; 70 a bug here;
130, 141 interrupted.
"""
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
from __future__ import annotations

import argparse
import array
import base64
import binascii
import bz2
import codecs
import collections
import contextlib
import csv
import difflib
import errno
import functools
import gc
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
import stat
import sys
import tempfile
import textwrap
import time
import traceback
import zlib
from typing import Any, Callable, Iterator, NamedTuple

VERSION = "0.1.0"

MAX_GAP = 0.2  # rows without a key field; more than a fifth missing is more often a wrong reading than bad luck
MAX_DEPTH = 100  # levels of nesting in one record; real exports stay below 20, hostile ones break recursive readers
MAX_CELL = 1 << 31 - 1  # characters in a CSV cell; the csv module's own limit of 131,072 is met by real contexts
MAX_RECORD = 32 << 20  # characters in one CSV record; an unclosed quote would otherwise swallow the whole file
EXCEL_CELL = 32_767  # characters; a spreadsheet cuts a cell here without a word
SHORT_PIECE = 12  # characters; a text this short between separators was probably cut by one of its own characters
ID_LENGTH = 200  # characters; a longer string without blanks is no id
FUZZY_OVERLAP = 0.8  # of the gold text's words inside one document; consent to inexact matching starts here
SHOWN_PROBLEMS = 20
SAMPLE_WIDTH = 60

# What stands for "no value" in cells written by pandas, spreadsheets and people.
MISSING_WORDS = {"", "nan", "none", "null", "<na>", "nat"}
ERROR_MARKS = ("API_ERROR", "NO_ANSWER", "Runtime error", "Error:", "ERROR:", "Traceback (most recent call last)")

TRUE_WORDS = {"true", "yes", "y", "1", "1.0", "t"}
FALSE_WORDS = {"false", "no", "n", "0", "0.0", "f"}
# Words whose meaning for faithfulness does not depend on the column they stand in.
FAITHFUL_WORDS = {"faithful", "supported", "grounded", "factual", "not hallucinated", "non-hallucinated", "consistent"}
UNFAITHFUL_WORDS = {"unfaithful", "unsupported", "ungrounded", "hallucinated", "hallucination", "not supported",
                    "not faithful", "not grounded", "contradicted", "inconsistent"}
NO_LABEL_WORDS = {"", "?", "n/a", "na", "nan", "none", "null", "<na>", "-", "unsure", "unknown", "skip"}

# Field names of home-grown rows, compared without case, blanks, "_" and "-". The order is the order of preference.
ALIASES = {name: tuple(words.split()) for name, words in {
    "id": "id traceid queryid qid questionid recordid exampleid interactionid uuid rowid",
    "query": "query question userinput userquery userquestion prompt input instruction questions referencequestion "
             "inputs.question inputs.query inputs.input inputs.prompt inputs attributes.input.value userprompt request",
    "answer": "response generatedanswer predictedanswer predictedanswers llmanswer llmresponse modelanswer agentanswer "
              "actualoutput generatedtexts generatedtext prediction completion answer result output summary "
              "outputs.answer outputs.output outputs.response outputs.result outputs attributes.output.value generated generation "
              "modelresponse modeloutput llmoutput botanswer botresponse finalanswer systemanswer",
    "docs": "retrieveddocs retrievedcontexts retrieveddocuments retrievedcontext retrievalcontext contexts "
            "sourcedocuments sourcenodes retrieved retrievedcontents retrievedpassages retrievedchunks ctxs searchresults "
            "scoredchunks llmcontext llmcontexts contextdocs documents docs passages chunks sources hits context passage "
            "document outputs.contexts outputs.context outputs.documents outputs.sourcedocuments",
    "doc_ids": "retrieveddocids retrievedids retrievedcontextids retrieveddocumentids docids documentids contextids",
    "doc_scores": "retrievescores retrievedscores docscores",
    "doc_times": "timestamps doctimestamps",
    "reference": "referenceanswer groundtruth groundtruths gtanswer expectedoutput expectedanswer expectedresponse expected "
                 "generationgt trueanswers trueanswer groundtruthanswers groundtruthanswer answers goldanswer correctanswer "
                 "idealanswer targetanswer target reference reference.answer reference.output",
    "gold_ids": "golddocids relevant relevantids relevantdocids relevantdocs referencecontextids retrievalgt "
                "groundtruthids golddocumentids goldids expecteddocids expectedids retrievalgroundtruth",
    "gold_texts": "goldendocuments goldtexts referencecontexts groundtruthcontext groundtruthcontexts referencecontext "
                  "expectedchunks expectedcontexts goldcontexts goldcontext",
    "history": "chathistory conversationhistory history",
}.items()}
WIDENED = ("id", "reference", "gold_ids", "gold_texts", "doc_ids")  # what people add to the rows of a tool
RENAMED = ("query", "answer", "docs")  # what they call differently beside the tool's other columns
# A column beside `answer` that can only hold what the system said; `answer` is then the right answer.
GENERATED = set("response generatedanswer predictedanswer predictedanswers llmanswer llmresponse modelanswer agentanswer "
                "actualoutput generatedtexts prediction".split())

DOC_TEXT = ("text", "page_content", "content", "chunk", "passage", "contents", "snippet", "passage_text", "chunk_text",
            "body", "cited_text", "page_result", "sentences", "text_resource.text", "content.text", "data.text",
            "data.snippet", "data.content", "document", "value")
DOC_ID = ("id", "id_", "doc_id", "_id", "document_id", "documentId", "node_id", "passage_id", "chunk_id", "docid", "pid",
          "file_id", "wikipedia_id")
DOC_SCORE = ("score", "relevance_score", "similarity", "similarity_score")
DOC_TIME = ("timestamp", "last_modified", "last_modified_date", "page_last_modified", "updated_at", "date")
DOC_META = ("metadata", "meta", "extra_info", "document_metadata", "part_metadata", "attributes")
SOURCE = ("source", "url", "uri", "doc_uri", "file_path", "file_name", "filename", "page_url", "document_name",
          "x-amz-bedrock-kb-source-uri")
# Bookkeeping of the frameworks: embeddings are large, templates say nothing about the document.
DOC_DROP = {"embedding", "sparse_embedding", "blob", "type", "lc", "class_name", "excluded_embed_metadata_keys",
            "excluded_llm_metadata_keys", "relationships", "metadata_template", "metadata_separator", "text_template",
            "metadata_seperator", "mimetype", "image_resource", "audio_resource", "video_resource", "embeddings", "vector",
            "start_char_idx", "end_char_idx", "has_answer", "hasanswer", "citations", "distance_metric", "hash"}
QUERY_KEYS = ("question", "query", "user_input", "user_query", "input", "prompt", "instruction", "message", "messages",
              "text", "content", "value", "q", "parts", "inputs")
ANSWER_KEYS = ("answer", "output", "result", "response", "output_text", "final_answer", "generated_text", "completion",
               "text", "content", "message", "messages", "choices", "replies", "generations", "summary", "data", "value",
               "return_value", "parts", "outputs")
INNER_DOCS = ("context", "contexts", "documents", "source_documents", "sources", "retrieved_contexts", "retrieved_docs",
              "retrieved_documents", "retrieved_context", "source_nodes", "docs", "chunks", "passages", "search_results",
              "hits", "results")
INNER_NAMES = frozenset(INNER_DOCS)

# Numbers under these names are judgments, also in files that say nothing else about them.
METRIC = re.compile(
    r"(?:ragas|nv|trulens|gpt|llm|rag|doc|retrieval|score)?(?:faithfulness|groundedness|hallucination|context(?:ual)?"
    r"(?:precision|recall|relevanc[ey]|entityrecall|utili[sz]ation|adherence|entitiesrecall)|answer(?:relevanc[ey]|correctness|"
    r"similarity|consistency|accuracy|faithfulness|semanticsimilarity)|response(?:relevanc[ey]|groundedness|completeness)|"
    r"factual(?:correctness|accuracy|consistency)|semantic(?:similarity|answersimilarity)|noisesensitivity|noiserobustness|"
    r"(?:non)?llmcontext\w{1,40}|idbasedcontext\w{1,40}|aspectcritic|bleu|rouge\w?|meteor|exactmatch|exact|f1|correctness|"
    r"relevanc[ey]|coherence|fluency|helpfulness|harmfulness|maliciousness|conciseness|completeness|utili[sz]ation|adherence|"
    r"mrr|ndcg|map|hitrate|singlehit|multihit|reciprocalrank|sas|recall|precision|augmentation(?:precision|accuracy|"
    r"consistency)|retrieval(?:precision|recall|f1|mrr|ndcg|map)|toxicity|bias)"
    r"(?:score|metric|rate|label|withhhem|f1)?(?:@\d+|\(.{0,60}\))?")
LOWER_IS_BETTER = re.compile(r"hallucinat|noisesensitivity|harmful|malicious|toxic|^bias")
GOOD_NAME = re.compile(r"faithful|grounded|supported|adherence|factualconsistency")
BAD_NAME = re.compile(r"hallucinat|unfaithful|ungrounded|unsupported")
RETRIEVER_NAME = re.compile(r"retriev|search|lookup|vector|knowledge|fetch_doc|get_doc", re.I)
SOURCES = {"llm": "llm", "llm_judge": "llm", "eval": "llm", "human": "human", "annotation": "human", "app": "human",
           "ui": "human", "code": "code"}
ROLES = {"human": "user", "user": "user", "ai": "assistant", "assistant": "assistant", "model": "assistant", "bot": "assistant",
         "chatbot": "assistant", "tool": "tool", "function": "tool", "system": "system", "developer": "system"}

CANONICAL = ("id", "query", "retrieved_docs", "answer")
BOOL_SIGNALS = ("faithful", "retrieval_good", "relevant", "correct", "abstained")
NUMBER_SIGNALS = ("faithfulness_score", "faithfulness", "support", "recall_at_k", "answer_relevance", "answer_correctness",
                  "precision_at_k", "reciprocal_rank", "average_precision", "ndcg_at_k", "hit_at_k", "r_precision", "freshness")
SIGNAL_NAMES = frozenset(BOOL_SIGNALS + NUMBER_SIGNALS + ("judgments", "claims", "gold_doc_ids", "gold_grades", "gold_texts"))


# Cells and values ------------------------------------------------------------------------------------------------

def fold_name(name: str) -> str:
    """A field's name without case, blanks, "_", "-" and "?": "Ground Truth", groundTruth and ground_truth are one."""
    return re.sub(r"[\s_\-?]+", "", name).casefold()


def is_missing(value: Any) -> bool:
    """Whether a value stands for nothing: null, NaN, or one of the words exports write in its place (facts Q7)."""
    if value is None or value != value:
        return True
    return type(value) is str and len(value) < 12 and value.strip().casefold() in MISSING_WORDS


class Truncated(ValueError):
    """A NumPy or pandas text in which the middle was left out ("..."): what is missing cannot be had back."""


_TOKEN = re.compile(r"""\s*(?:(?P<str>[rbuRBU]{0,2}(?:'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"))"""
                    r"""|(?P<num>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?P<dots>\.\.\.)|(?P<na><NA>)"""
                    r"""|(?P<name>[A-Za-z_][\w.]*)|(?P<op>[\[\](){},:=]))""", re.S)
_ESCAPE = re.compile(r"\\(\r\n|\n|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|.)", re.S)
_PLAIN_ESCAPE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a", "\n": "", "\r\n": ""}
_WORD_VALUES = {"None": None, "True": True, "False": False, "nan": None, "NaN": None, "NaT": None, "inf": None, "null": None,
                "true": True, "false": False, "Infinity": None, "np.nan": None, "numpy.nan": None}


def _unescape(match: re.Match) -> str:
    body = match.group(1)
    if body[0] in "xuU" and len(body) > 1:
        code = int(body[1:], 16)
        return chr(code) if code < 0x110000 else "\ufffd"
    if body[0] in "01234567":
        return chr(int(body, 8))
    return _PLAIN_ESCAPE.get(body, body)


class LiteralParser:
    """Reads Python and NumPy literals as pandas writes them into cells: no names are looked up, nothing is called.

    Neighbouring values without a comma are two values (a NumPy array of strings), where Python would glue them together.
    Calls such as Document(page_content='...') become their keyword arguments, np.float64(0.5) its argument.
    """

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0
        self.kind, self.token = "", ""
        self.advance()

    def advance(self) -> None:
        match = _TOKEN.match(self.text, self.place)
        if match is None:
            if self.text[self.place:].strip():
                raise ValueError("no literal")
            self.kind, self.token = "end", ""
            return
        self.kind, self.token, self.place = match.lastgroup, match.group(match.lastgroup), match.end()

    def expect(self, token: str) -> None:
        if self.kind != "op" or self.token != token:
            raise ValueError("no literal")
        self.advance()

    def value(self, depth: int = 0) -> Any:
        if depth > MAX_DEPTH:
            raise ValueError("nested too deeply")
        kind, token = self.kind, self.token
        if kind == "dots":
            raise Truncated("cut by the program that wrote it (...)")
        if kind == "op" and token in "[(":
            self.advance()
            return self.items("]" if token == "[" else ")", depth)
        if kind == "op" and token == "{":
            self.advance()
            return self.mapping(depth)
        self.advance()
        if kind == "str":
            quote = token.index("'") if token[-1] == "'" else token.index('"')
            body, raw = token[quote + 1:-1], "r" in token[:quote].lower()
            return _ESCAPE.sub(_unescape, body) if "\\" in body and not raw else body
        if kind == "num":
            if len(token) > 300:
                raise ValueError("number too long")
            number = float(token)
            return int(token) if token.lstrip("+-").isdigit() else number if math.isfinite(number) else None
        if kind == "na":
            return None
        if kind == "name" and self.kind == "op" and self.token == "(":
            self.advance()
            return self.call(token, depth)
        if kind == "name" and token in _WORD_VALUES:
            return _WORD_VALUES[token]
        if kind == "name" and depth:  # dtype=object
            return token
        raise ValueError("no literal")

    def items(self, end: str, depth: int) -> list:
        found = []
        while not (self.kind == "op" and self.token == end):
            if self.kind == "name" and self.token not in _WORD_VALUES and not self.text[self.place:self.place + 1] == "(":
                raise ValueError("no literal")
            found.append(self.value(depth + 1))
            if self.kind == "op" and self.token == ",":
                self.advance()
        self.advance()
        return found

    def mapping(self, depth: int) -> Any:
        found, loose = {}, []
        while not (self.kind == "op" and self.token == "}"):
            key = self.value(depth + 1)
            if self.kind == "op" and self.token == ":":
                self.advance()
                found[key if isinstance(key, str) else str(key)] = self.value(depth + 1)
            else:
                loose.append(key)
            if self.kind == "op" and self.token == ",":
                self.advance()
        self.advance()
        return loose if loose else found

    def call(self, name: str, depth: int) -> Any:
        plain, named = [], {}
        while not (self.kind == "op" and self.token == ")"):
            mark = self.place
            value = self.value(depth + 1)
            if self.kind == "op" and self.token == "=" and isinstance(value, str) and self.text[mark - 1:mark] not in "'\"":
                self.advance()
                named[value] = self.value(depth + 1)
            else:
                plain.append(value)
            if self.kind == "op" and self.token == ",":
                self.advance()
        self.advance()
        if name.endswith(("datetime", "date")) and len(plain) >= 3 and all(type(part) is int for part in plain):
            day = "-".join(f"{part:02d}" for part in plain[:3])
            return day + ("T" + ":".join(f"{part:02d}" for part in (plain[3:6] + [0, 0])[:3]) if len(plain) > 3 else "")
        if plain:
            return plain[0]
        return {key: value for key, value in named.items() if key != "dtype"}


def parse_literal(text: str) -> Any:
    """The value of a Python or NumPy literal. ValueError when it is none, Truncated when its middle was left out.

    >>> parse_literal("['a' 'b']")
    ['a', 'b']
    """
    parser = LiteralParser(text)
    value = parser.value()
    if parser.kind != "end":
        raise ValueError("no literal")
    return value


def parse_lc_text(text: str) -> list | None:
    """Documents in the text LangChain's str(doc) writes, where quotes are not escaped; None for other text (facts Q3)."""
    starts = [match.start() for match in re.finditer(r"(?:id='[^'\n]{0,200}' )?page_content=['\"]", text)]
    if not starts or text[:starts[0]].strip(" [(\n"):
        return None
    docs = []
    for start, end in zip(starts, starts[1:] + [len(text)]):
        piece = text[start:end].strip().rstrip(",").rstrip()
        head = piece.index("page_content=") + len("page_content=")
        doc: dict = {"id": piece[4:head].split("'")[0]} if piece.startswith("id='") else {}
        split = piece.rfind(f"{piece[head]} metadata={{")
        if split > head:
            with contextlib.suppress(ValueError):
                doc["metadata"] = parse_literal(piece[split + len("' metadata="):].rstrip(")], \n"))
            doc["page_content"] = piece[head + 1:split]
        else:
            doc["page_content"] = piece[head + 1:].rstrip("])\n ").rstrip(piece[head])
        docs.append(doc)
    return docs


def parse_haystack_text(text: str) -> list | None:
    """Documents in the text Haystack's repr(doc) writes; it cuts contents at 100 characters, and what was cut is no text."""
    found = re.findall(r"Document\(id=([^,()\s]{1,128}), content: '(.{0,103}?)'(?=[,)])", text, re.S)
    return [{"id": own, "content": None if body.endswith("...") else body} for own, body in found] or None


def parse_structure(text: str) -> Any:
    """A list or object written into a string as JSON, Python literal or NumPy text; None when the string is plain text.

    Truncated passes through: a list whose middle was left out is no list.
    """
    text = text.strip()
    if text and text[0] in "[{(" or text.startswith(("Document(", "array(")):
        if text[0] in "[{":
            try:
                value = _LENIENT(text)
                return value if isinstance(value, (list, dict)) and not too_deep(value) else None
            except (ValueError, RecursionError):
                pass
        try:
            value = parse_literal(text)
            return value if isinstance(value, (list, dict)) else None
        except Truncated:
            raise
        except ValueError:
            return parse_haystack_text(text) if ", content: '" in text[:300] else parse_lc_text(text)
    return parse_lc_text(text) if "page_content=" in text[:220] else None


def looks_cut(text: str) -> bool:
    """Whether a string starts like a list of strings that could not be read to its end."""
    return bool(re.match(r"\s*[\[(]\s*(?:['\"]|Document\(|\{\s*['\"])", text))


def decode_nested(value: Any) -> Any:
    """A string that holds a JSON object or list, decoded, at most three times (facts Q5); any other value as it is."""
    for _ in range(3):
        if type(value) is not str or value[:1].strip()[:1] not in ("{", "[", "") or value.lstrip()[:1] not in ("{", "["):
            return value
        try:
            found = parse_structure(value)
        except Truncated:
            return value
        if found is None:
            return value
        value = found
    return value


def objects_in(value: Any) -> list:
    """The objects of a list, also of one that a string holds; [] for anything else."""
    value = decode_nested(value)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def too_deep(value: Any, limit: int = MAX_DEPTH) -> bool:
    """Whether lists and objects are nested deeper than `limit`; looks level by level, so that it cannot overflow itself."""
    level = [value]
    for _ in range(limit):
        level = [item for one in level if isinstance(one, (list, dict))
                 for item in (one.values() if isinstance(one, dict) else one) if isinstance(item, (list, dict))]
        if not level:
            return False
    return True


def as_number(value: Any) -> Any:
    """A number, also one written as text ("0,5" and "0.5"); None when the value is none. Booleans stay booleans."""
    if isinstance(value, (int, float)):
        return value if value == value and value not in (math.inf, -math.inf) else None
    if type(value) is str and len(value) < 40 and re.fullmatch(r"\s*[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d{1,3})?\s*", value):
        plain = value.strip().replace(",", ".")
        number = float(plain)
        return None if math.isinf(number) else int(plain) if plain.lstrip("+-").isdigit() else number
    return None


def as_bool(value: Any) -> bool | None:
    """True or False for the words and numbers that mean it; None for anything else."""
    if isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        return {0: False, 1: True}.get(value)
    word = value.strip().strip("[]").casefold() if isinstance(value, str) else ""
    return True if word in TRUE_WORDS else False if word in FALSE_WORDS else None


def own_id(value: Any) -> str | None:
    """An id as a trimmed string; 101.0 is "101". None for null, lists and objects."""
    if type(value) is str:
        value = value.strip()
        return value if value and not is_missing(value) else None
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float) and math.isfinite(value):
        return str(int(value)) if value.is_integer() else repr(value)
    return None


_NO_SPACE_SCRIPT = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")


def looks_like_id(text: str) -> bool:
    """Whether a string is an id rather than a text: no blank in it, no full stop after it, no script written without blanks."""
    if not 0 < len(text) <= ID_LENGTH or " " in text or text[-1] in ".!?" or len(text.split(None, 1)) != 1:
        return False
    return text.isascii() or not _NO_SPACE_SCRIPT.search(text)


# Paths ------------------------------------------------------------------------------------------------------------

_STEP = re.compile(r"([^.\[\]]+)|\[\]|\[(-?\d+)\]|\[([\w.\-]+)=([^\]]+)\]|\.")


@functools.lru_cache(maxsize=4096)
def parse_path(path: str) -> tuple:
    """Steps of a path such as output[type=message].content[].text: names, positions, "every item", "items where"."""
    steps, place = [], 0
    for match in _STEP.finditer(path):
        if match.start() != place:
            break
        place = match.end()
        name, index, key, wanted = match.groups()
        if name is not None:
            steps.append(("name", name))
        elif index is not None:
            steps.append(("index", int(index)))
        elif key is not None:
            steps.append(("where", (key, wanted)))
        elif match.group(0) == "[]":
            steps.append(("every", None))
    if place != len(path) or not steps:
        raise ValueError(f"{path!r} is no path; such as out.text or hits[].body")
    return tuple(steps)


def dig(value: Any, path: str) -> Any:
    """What lies at a path; None when nothing does. Paths with [] or [key=value] give a list of all that lies there.

    A name that contains dots is found as one key too, and a string on the way that holds JSON is opened.
    """
    return _dig(value, parse_path(path), 0)


def _dig(value: Any, steps: tuple, at: int) -> Any:
    for place in range(at, len(steps)):
        kind, what = steps[place]
        if type(value) is str:
            value = decode_nested(value)
        if kind == "name":
            if not isinstance(value, dict):
                return None
            if what in value:
                value = value[what]
                continue
            for end in range(place + 2, len(steps) + 1):
                if steps[end - 1][0] != "name":
                    break
                joined = ".".join(step[1] for step in steps[place:end])
                if joined in value:
                    return _dig(value[joined], steps, end)
            return None
        if not isinstance(value, list):
            return None
        if kind == "index":
            if not -len(value) <= what < len(value):
                return None
            value = value[what]
            continue
        found, deeper = [], any(step[0] in ("every", "where") for step in steps[place + 1:])
        for item in value:
            if kind == "where" and str(_dig(item, parse_path(what[0]), 0)) != what[1]:
                continue
            one = _dig(item, steps, place + 1)
            if one is not None:
                found.extend(one) if deeper and isinstance(one, list) else found.append(one)
        return found
    return value


def pick(row: dict, paths: tuple) -> Any:
    """The first value at one of the paths that is not missing; None when there is none."""
    for path in paths:
        value = row[path] if path in row else dig(row, path) if "." in path or "[" in path else None
        if value is not None and not is_missing(value):
            return value
    return None


def unflatten(row: dict) -> dict:
    """Dotted keys as nested objects, with lists where the names are numbers (a.0.b); other keys as they are."""
    out: dict = {}
    for key, value in row.items():
        parts = key.split(".") if "." in key else [key]
        if len(parts) > MAX_DEPTH:
            parts = [key]
        here = out
        for part in parts[:-1]:
            below = here.get(part)
            if not isinstance(below, dict):
                below = here[part] = {}
            here = below
        if isinstance(value, dict) and isinstance(here.get(parts[-1]), dict):
            here[parts[-1]].update(value)
        else:
            here[parts[-1]] = value
    return {key: _lists_from_numbers(value) for key, value in out.items()}


def _lists_from_numbers(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    inner = {key: _lists_from_numbers(item) for key, item in value.items()}
    if inner and all(key.isdecimal() and len(key) < 7 for key in inner):
        return [inner[key] for key in sorted(inner, key=int)]
    return inner


# Texts ------------------------------------------------------------------------------------------------------------

def message_role(message: dict) -> str | None:
    """user, assistant, tool or system; None when the object is no chat message."""
    if isinstance(message.get("kwargs"), dict):
        message = message["kwargs"]
    for key in ("role", "type", "author", "from"):
        word = message.get(key)
        if isinstance(word, str) and word.casefold() in ROLES:
            return ROLES[word.casefold()]
    return None


def message_text(message: dict) -> str | None:
    """The text of a chat message: a string, or its text parts joined."""
    if isinstance(message.get("kwargs"), dict):
        message = message["kwargs"]
    for key in ("content", "parts", "text", "message", "value"):
        body = message.get(key)
        if isinstance(body, str):
            return body
        if isinstance(body, list):
            return join_parts(body)
        if isinstance(body, dict) and isinstance(body.get("text"), str):
            return body["text"]
    return None


def join_parts(parts: list) -> str | None:
    """The text parts of a message joined; None when it has none (images, tool calls)."""
    texts = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict) and part.get("type") in (None, "text", "input_text", "output_text"):
            text = part.get("text", part.get("content"))
            if isinstance(text, str):
                texts.append(text)
    return "".join(texts) if texts else None


def messages_in(value: Any) -> list | None:
    """The chat messages in a list (also in a list of one list, as LangSmith writes them); None when it holds others."""
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        value = value[0]
    if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
        return None
    return value if any(message_role(one) and message_text(one) is not None for one in value) else None


def find_text(value: Any, keys: tuple, role: str, depth: int = 0) -> tuple:
    """(text, holder) in a query or an answer of any shape; the holder is the object it lay in, which may hold documents.

    Strings that hold JSON are opened; lists of messages give the last one of `role`. (None, holder) when the shape is
    unknown: JSON is never passed off as an answer.
    """
    if value is None or depth > 6:
        return None, None
    if isinstance(value, str):
        if value[:1] in "{[" or value[:1].isspace() and value.lstrip()[:1] in ("{", "["):
            inner = decode_nested(value)
            if isinstance(inner, dict) or (isinstance(inner, list) and inner and not looks_like_citation(value)):
                text, holder = find_text(inner, keys, role, depth + 1)
                return (text, holder) if text is not None or isinstance(inner, dict) else (value, None)
        return value, None
    if isinstance(value, bool):
        return str(value), None
    if isinstance(value, (int, float)):
        return own_id(value), None
    if isinstance(value, list):
        messages = messages_in(value)
        if messages:
            for one in reversed(messages):
                if message_role(one) == role and message_text(one):
                    return message_text(one), None
            return None, None
        if value and all(isinstance(part, dict) and "type" in part for part in value):
            joined = join_parts(value)
            if joined is not None:
                return joined, None
        for one in value:
            text, holder = find_text(one, keys, role, depth + 1)
            if text is not None:
                return text, holder
        return None, None
    if isinstance(value, dict):
        if isinstance(value.get("kwargs"), dict) and "lc" in value:
            return find_text(value["kwargs"], keys, role, depth + 1)
        for key in keys:
            if value.get(key) is not None:
                text, holder = find_text(value[key], keys, role, depth + 1)
                if text is not None:
                    return text, value if holder is None or not find_inner_docs(holder) else holder
        texts = [one for one in value.values() if isinstance(one, str)]
        if len(value) == 1 and texts:
            return texts[0], value
        return None, value
    return None, None


def looks_like_citation(text: str) -> bool:
    """Whether a text begins with a citation such as [1], which is a legal JSON list of one number."""
    return bool(re.match(r"\s*\[\d", text))


def find_inner_docs(holder: Any) -> Any:
    """Documents that lie beside an answer in its object; None when there are none."""
    if not isinstance(holder, dict):
        return None
    holder = respell(holder, INNER_NAMES)
    for key in INNER_DOCS:
        value = holder.get(key)
        if isinstance(value, list) or (isinstance(value, str) and key in ("context", "contexts", "documents") and value):
            return value
    return None


_THINK = re.compile(r"\s*<(think|thinking|reasoning)>", re.I)


def strip_reasoning(answer: str) -> tuple:
    """(answer, reasoning) without the blocks a reasoning model puts in front; an unclosed block leaves no answer ("")."""
    reasoning, rest = [], answer
    while True:
        match = _THINK.match(rest)
        if match is None:
            return (rest.lstrip(), "\n".join(reasoning)) if reasoning else (answer, None)
        end = rest.casefold().find(f"</{match.group(1).casefold()}>", match.end())
        if end < 0:
            return "", "\n".join([*reasoning, rest[match.end():].strip()])
        reasoning.append(rest[match.end():end].strip())
        rest = rest[end + len(match.group(1)) + 3:]


def mend_text(value: Any) -> Any:
    """The value with halves of surrogate pairs replaced by U+FFFD and numbers that are not finite by null."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list):
        return [mend_text(one) for one in value]
    if isinstance(value, dict):
        return {mend_text(key): mend_text(one) for key, one in value.items()}
    return value


# Documents --------------------------------------------------------------------------------------------------------

DOC_NAMES = frozenset(name for name in (*DOC_TEXT, *DOC_ID, *DOC_SCORE, *DOC_TIME, *DOC_META, *SOURCE, "rank") if "." not in name)
TEXT_NAMES, ID_NAMES = DOC_NAMES.intersection(DOC_TEXT), DOC_NAMES.intersection(DOC_ID)
_USUAL = {known: {fold_name(name): name for name in reversed(names)} for known, names in (
    (DOC_NAMES, [*DOC_TEXT, *DOC_ID, *DOC_SCORE, *DOC_TIME, *DOC_META, *SOURCE, "rank"]), (INNER_NAMES, INNER_DOCS))}


def spelled(names: tuple, known: frozenset = DOC_NAMES) -> tuple:
    """(own spelling, usual one) of the names that are known ones but for case, blanks, "_" and "-": pageContent."""
    usual, taken, out = _USUAL[known], set(names), []
    for name in names:
        other = usual.get(fold_name(name)) if name not in known else None
        if other is not None and other not in taken:
            taken.add(other)
            out.append((name, other))
    return tuple(out)


_spelled = functools.lru_cache(maxsize=2048)(spelled)


def respell(item: dict, known: frozenset = DOC_NAMES) -> dict:
    """An object with the names of a document's fields (or `known` ones) as they are usually spelled; itself where they are."""
    if item.keys() <= known:
        return item
    pairs = dict((_spelled if len(item) < 100 else spelled)(tuple(item), known))
    return {pairs.get(name, name): value for name, value in item.items()} if pairs else item


def unwrap_doc(doc: dict) -> dict:
    """A document without the envelopes of LangChain, Haystack, LlamaIndex, Cohere and OpenInference around it."""
    for _ in range(4):
        if any("." in key for key in doc) and not {"text", "content", "page_content"} & doc.keys():
            doc = unflatten(doc)
        for key in ("kwargs", "init_parameters", "node", "document", "row", "chunk"):
            inner = doc.get(key)
            if isinstance(inner, dict):
                doc = {**{name: value for name, value in doc.items() if name not in (key, "type", "lc", "id")
                          or (name == "id" and not isinstance(value, list))}, **inner}
                break
        else:
            return doc
    return doc


_SIMPLE_DOC = frozenset(("id", "text", "score"))


def doc_from(item: Any, place: int, keys: dict | None = None) -> dict:
    """One document {id, text, score?, timestamp?, source?, metadata?} from a string, an id, a pair or an object.

    Its id is the first of DOC_ID among its fields, else among its metadata, else d<place>; blank text is null. `keys` names
    fields that differ from the usual ones, and counts in `seen` where those that --map names were found.
    """
    if type(item) is str:
        if item[:16] == "deepeval_source=":
            source, mark, text = item[16:].partition(",deepeval_context=")
            if mark:
                return {"id": f"d{place}", "text": text or None, "source": source}
        if item[:13] == "page_content=" or item[:9] == "Document(":
            with contextlib.suppress(Truncated):
                found = parse_structure(item)
                if isinstance(found, dict) or isinstance(found, list) and len(found) == 1 and isinstance(found[0], dict):
                    return doc_from(found if isinstance(found, dict) else found[0], place, keys)
        return {"id": f"d{place}", "text": item if item and not item.isspace() else None}
    if isinstance(item, dict):
        if not keys and item.keys() <= _SIMPLE_DOC:
            text, own = item.get("text"), item.get("id")
            if type(text) is str and (own is None or type(own) is str and own):
                doc = {"id": own.strip() if own else f"d{place}", "text": text if text and not text.isspace() else None}
                score = as_number(item.get("score"))
                if score is not None:
                    doc["score"] = score
                return doc
        return _doc_from_object(unwrap_doc(item), place, keys or {})
    if isinstance(item, (list, tuple)) and item:
        if len(item) == 2 and isinstance(item[1], list) and isinstance(item[0], str):  # [title, [sentences]]
            return {"id": item[0], "text": "".join(map(str, item[1])) or None}
        if len(item) == 2 and isinstance(item[1], (int, float)) and not isinstance(item[1], bool):  # (document, score)
            return {**doc_from(item[0], place, keys), "score": item[1]}
        return doc_from(item[0], place, keys) if not isinstance(item[0], (list, tuple)) else {"id": f"d{place}", "text": None}
    return {"id": own_id(item) or f"d{place}", "text": None}


def _doc_from_object(item: dict, place: int, keys: dict) -> dict:
    given, item = item, respell(item)
    if "fields" in keys and not keys["fields"]:
        keys["fields"].extend(given)
    own_names = {} if item is given else {usual: name for name, usual in zip(given, item)}
    meta: dict = {}
    for name in DOC_META:
        found = decode_nested(item.get(name))
        if isinstance(found, dict):
            meta.update(found)
        elif isinstance(found, list) and found and all(isinstance(one, dict) and "name" in one for one in found):
            meta.update({str(one["name"]): one.get("value") for one in found})
    used, said = set(DOC_META), respell(meta)

    def first(names: tuple, *wheres: dict) -> Any:
        for where in wheres:
            for name in names:
                value = where.get(name) if name in where else dig(where, name) if "." in name else None
                if not is_missing(value) and not (isinstance(value, (list, dict)) and names is not text_names):
                    used.add(name.split(".")[0])
                    return value
        return None

    text_names = keys.get("text", DOC_TEXT)
    text = None
    for name in text_names:
        value = given[name] if name in given else dig(item, name) if "." in name else item.get(name)
        if isinstance(value, list):
            value = "".join(one if isinstance(one, str) else (message_text(one) or "") if isinstance(one, dict) else ""
                            for one in value) or None
        if isinstance(value, (int, float)) and not isinstance(value, bool) and name not in ("value", "document"):
            value = own_id(value)
        if isinstance(value, str):
            text = value
            if "seen" in keys:
                keys["seen"]["doc_text"] += 1
            used.update((name.split(".")[0], dict(spelled((name,))).get(name, name)))
            if value.strip():
                break
    own = None
    if "named_id" in keys:
        own = own_id(first((keys["named_id"],), given, meta, {"metadata": {**meta, **given}}))
        keys["seen"]["doc_ids"] += own is not None
    for where in (item, said):
        names = keys.get("id", DOC_ID) if where is item else DOC_ID
        if own is None and (names is not DOC_ID or not ID_NAMES.isdisjoint(where)):
            own = own_id(first(names, where))
    doc = {"id": own or f"d{place}", "text": text if text and text.strip() else None}
    score = as_number(first(keys.get("score", DOC_SCORE), item, said))
    if score is not None and not isinstance(score, bool):
        doc["score"] = score
    rank = item.get("rank")
    if isinstance(rank, int) and not isinstance(rank, bool):
        doc["rank"] = rank
        used.add("rank")
    when = first(DOC_TIME, item, said)
    if when is not None and isinstance(when, (str, int, float)):
        doc["timestamp"] = when.strip() if isinstance(when, str) else when
    source = first(SOURCE, said, item)
    if source is None and isinstance(item.get("location"), dict):
        source = next((one for inner in item["location"].values() if isinstance(inner, dict)
                       for one in inner.values() if isinstance(one, str)), None)
    if isinstance(source, str) and source.strip():
        doc["source"] = source
    rest = {own_names.get(name, name): value for name, value in item.items() if name not in used and name not in DOC_DROP and not is_missing(value)
            and not (name in SOURCE and value == source)}
    kept = {**{name: value for name, value in meta.items() if not is_missing(value) and name not in DOC_DROP}, **rest}
    if kept:
        doc["metadata"] = kept
    return doc


def transpose(table: dict) -> list | None:
    """Records from an object of equally long lists; None when it is something else."""
    lists = [value for value in table.values() if isinstance(value, list)]
    if not lists or len(lists) != len(table) or len({len(one) for one in lists}) != 1:
        return None
    return [dict(zip(table, values)) for values in zip(*lists)]


def split_text(text: str, separator: str) -> list:
    """The pieces of a joined text, each without the blanks around it; empty pieces keep their place as ""."""
    return [piece.strip() for piece in text.split(separator)]


def is_pair(item: list) -> bool:
    """Whether a list is one document: [title, [sentences]] or [document, score]."""
    return len(item) == 2 and (isinstance(item[0], str) and isinstance(item[1], (list, int, float))
                               or isinstance(item[0], dict) and isinstance(item[1], (int, float)))


def docs_from(value: Any, keys: dict | None = None, separator: str | None = None) -> tuple:
    """(documents, how) from whatever holds them; how is "list", "split", "joined", "cut" (unreadable) or "none".

    None is "not recorded"; an empty list stays one: the retriever returned nothing.
    """
    if type(value) is str:
        try:
            found = parse_structure(value)
        except Truncated:
            return None, "cut"
        if found is None or (isinstance(found, list) and found and looks_like_citation(value)):
            if separator and separator in value:
                return [doc_from(piece, place, keys) for place, piece in enumerate(split_text(value, separator))], "split"
            if is_missing(value):
                return None, "none"
            if looks_cut(value):
                return None, "cut"
            return [doc_from(value, 0, keys)], "joined"
        value = found
    if value is None:
        return None, "none"
    if isinstance(value, dict):
        rows = transpose(value) if value else None
        if rows is not None:
            value = rows
        elif find_inner_docs(value) is not None and respell(value).keys().isdisjoint(DOC_TEXT[:4]):
            return docs_from(find_inner_docs(value), keys, separator)
        elif value and all(isinstance(one, str) for one in value.values()) and respell(value).keys().isdisjoint(DOC_TEXT):
            value = [{"id": name, "text": one} for name, one in value.items()]
        else:
            value = [value]
    if not isinstance(value, list):
        return [doc_from(value, 0, keys)], "list"
    if len(value) == 1 and isinstance(value[0], list) and value[0] and not is_pair(value[0]):
        value = value[0]
    return [doc_from(item, place, keys) for place, item in enumerate(value)], "list"


def mentions(raw: Any, word: str, depth: int = 0) -> bool:
    """Whether a raw document holds a word as a value of its own, also in an object within it or in one that a string holds."""
    if isinstance(raw, dict) and depth < 4:
        return word in raw.values() or any([mentions(one, word, depth + 1) for one in raw.values() if type(one) is dict or type(one) is list
                                            or type(one) is str and one[:1] == "{"])
    if isinstance(raw, list):
        return any([one == word or type(one) is dict and mentions(one, word, depth + 1) for one in raw])
    return isinstance(raw, str) and depth > 0 and f'"{word}"' in raw


def same_docs(left: list | None, right: list | None) -> bool:
    """Whether two lists hold the same documents, by id and text, in the same order."""
    return [(doc["id"], doc["text"]) for doc in left or []] == [(doc["id"], doc["text"]) for doc in right or []]


def unique_docs(docs: list) -> list:
    """The documents without repeats of the same id and text; the first one keeps its place (facts Q13)."""
    seen, out = set(), []
    for doc in docs:
        key = (doc["id"], doc["text"])
        if key not in seen:
            seen.add(key)
            out.append(doc)
    return out


def gold_from(value: Any) -> dict:
    """Gold as {ids, grades?, groups?, dropped}: a list of ids, a list of lists (each inner list: one is enough), an object
    of grades, or objects with an id and a grade. A null is no id: it is dropped and counted."""
    if isinstance(value, str):
        try:
            found = parse_structure(value)
        except Truncated:
            found = None
        if found is None:
            found = [piece for piece in re.split(r"[,;|\s]\s*", value) if piece] if not is_missing(value) else []
        value = found
    out: dict = {"ids": [], "dropped": 0}
    if isinstance(value, dict):
        grades = {str(key): as_number(grade) for key, grade in value.items()}
        out["grades"] = {key: grade for key, grade in grades.items() if grade is not None}
        out["ids"] = [key for key, grade in out["grades"].items() if grade > 0]
        return out
    groups = []
    for item in value if isinstance(value, list) else [value]:
        inner = item if isinstance(item, list) else [item]
        ids = []
        for one in inner:
            grade = None
            if isinstance(one, dict):
                one = respell(unwrap_doc(one))
                grade = as_number(pick(one, ("query_relevance_label", "relevance", "grade", "gain", "rel", "score", "label")))
                one = next((one[name] for name in DOC_ID if one.get(name) is not None), None)
            own = own_id(one)
            if own is None:
                out["dropped"] += 1
                continue
            if grade is not None and not isinstance(grade, bool):
                out.setdefault("grades", {})[own] = grade
                if grade <= 0:
                    continue
            ids.append(own)
        if isinstance(item, list):
            groups.append(ids)
        out["ids"] += [own for own in ids if own not in out["ids"]]
    if groups and any(len(group) > 1 for group in groups):
        out["groups"] = [group for group in groups if group]
    return out


def texts_from(value: Any, separator: str | None = None) -> list:
    """Gold texts as a list of strings, from a string, a list or documents; blanks are left out."""
    docs, _ = docs_from(value, None, separator)
    return [doc["text"] for doc in docs or [] if doc["text"]]


def fold_text(text: str) -> str:
    """A text without case and runs of blanks, to compare texts that were cut or wrapped differently."""
    return " ".join(text.casefold().split())


def match_gold(gold: list, docs: list, fuzzy: bool = False) -> list:
    """For each gold text the id of the document with the same text, else gold<j> (facts C5).

    `fuzzy`: one contains the other after folding, or a document holds FUZZY_OVERLAP of the gold text's words.
    """
    exact = {}
    for doc in docs:
        if doc["text"] is not None:
            exact.setdefault(doc["text"], doc["id"])
    out = []
    for place, text in enumerate(gold):
        own = exact.get(text)
        if own is None and fuzzy:
            folded, words = fold_text(text), set(fold_text(text).split())
            for doc in docs:
                other = fold_text(doc["text"] or "")
                if other and (folded in other or other in folded
                              or len(words & set(other.split())) >= FUZZY_OVERLAP * max(1, len(words))):
                    own = doc["id"]
                    break
        out.append(own if own is not None else f"gold{place}")
    return out


# Judgments --------------------------------------------------------------------------------------------------------

def judgment(name: str, value: Any = None, scale: tuple | None = None, **more: Any) -> dict | None:
    """One score that came along, untouched (facts C9): a number or boolean is a value, a word a label; None without either.

    `scale` (lowest, highest) is given only where the tool fixes it; names of harms are then marked lower-is-better.
    """
    out: dict = {"name": name}
    number = as_number(value)
    if isinstance(value, bool):
        out["value"] = value
    elif number is not None:
        out["value"] = number
    elif isinstance(value, str) and not is_missing(value):
        word = value.strip()
        if word.casefold() in ("true", "false", "[[yes]]", "[[no]]"):
            out["value"] = as_bool(word)
        else:
            out["label"] = word
    for key in ("label", "passed", "threshold", "doc_id", "source", "comment"):
        given = more.get(key)
        if is_missing(given) or (key == "comment" and not str(given).strip()):
            continue
        if key == "passed":
            given = as_bool({"pass": True, "fail": False}.get(str(given).casefold(), given))
            if given is None:
                continue
        if key == "threshold":
            given = as_number(given)
        if key == "source":
            given = SOURCES.get(str(given).casefold(), str(given).casefold())
        out[key] = given
    if len(out) == 1 or not {"value", "label", "passed"} & out.keys():
        return None
    if scale and "value" in out and not isinstance(out["value"], bool):
        out["min"], out["max"] = scale
        out["higher_is_better"] = not LOWER_IS_BETTER.search(fold_name(name))
    return out


def verdict_of(one: dict, numbers: bool = False) -> bool | None:
    """faithful as a judgment states it: from a boolean or word of known polarity, never from a score at a threshold.

    `numbers`: 0 and 1 of this tool are verdicts (a metric defined as 1 = hallucinated).
    """
    label = str(one.get("label", "")).strip().casefold()
    if label in FAITHFUL_WORDS:
        return True
    if label in UNFAITHFUL_WORDS:
        return False
    name = fold_name(one["name"])
    good = False if BAD_NAME.search(name) else True if GOOD_NAME.search(name) else None
    if good is None:
        return None
    value = one.get("value")
    if label in ("yes", "no", "y", "n", "true", "false"):
        value = as_bool(label)
    elif label:
        return None
    if isinstance(value, bool):
        return value is good
    if numbers and value in (0, 1):
        return (value == 1) is good
    return None


def label_verdict(column: str, value: Any) -> bool | None:
    """faithful from a label column: a word carries its own polarity, yes/no/1/0 that of the column's name.

    ValueError for a word that means neither; None where there is no label.
    """
    word = value.strip().casefold() if isinstance(value, str) else value if isinstance(value, (int, float)) or value is None else "(no word)"
    if word is None or (isinstance(word, str) and word in NO_LABEL_WORDS):
        return None
    if word in FAITHFUL_WORDS:
        return True
    if word in UNFAITHFUL_WORDS:
        return False
    plain = as_bool({"pass": True, "fail": False}.get(word, value) if isinstance(word, str) else value)
    if plain is None:
        raise ValueError(f"field '{column}' must be a label such as true, false, faithful or hallucinated, "
                         f"got {shorten(value)!r}")
    return plain is not bool(BAD_NAME.search(fold_name(column)))


# The table of formats ---------------------------------------------------------------------------------------------
#
# One entry a format. `when` holds alternatives; in each, every term must hold: `a` (the field is there), `a|b` (one of
# them), `!a` (it is not), `a:list` (its type), `a=x`, `a^x`, `a~x` (its text is, begins with, contains x), `a*` and `*_a`
# (some field begins, ends so), `attributes/gen_ai.*` (the same inside an object), `@canonical` (no field but the
# contract's). The first entry that fits wins, so the specific ones stand above the general ones.
# Fields are paths (see dig), tried from left to right. `scores` says where judgments lie: ("metrics", scale) in columns
# with a metric's name, ("columns", pattern, scale, companions), ("object", path, scale), ("list", path, fields, scale).

class Format(NamedTuple):
    """How one format is recognised, where its fields lie, and what it is for."""

    name: str
    tool: str
    when: tuple
    fields: dict
    kind: str = "row"  # row, turns, trace (a record holds its spans), spans (records are spans), group, labels
    purpose: str = "answers"  # answers, retrieval, testset, labels: which fields are key
    doc_keys: dict = {}
    separator: str | None = None  # between contexts joined in one string, where the format fixes it
    passage: bool = False  # a single string is one passage, not several joined
    ids: bool = False  # a string without blanks in the list of documents is an id
    marks: dict = {}
    scores: tuple = ()
    unit: tuple = ()  # paths of objects one level down that hold the row's fields
    asks: tuple = ()
    prepare: Callable | None = None
    spans: dict = {}
    numbers: bool = False  # 0 and 1 of a faithfulness metric of this tool are verdicts
    json_strings: bool = False  # texts are stored JSON-encoded
    drop: frozenset = frozenset()
    used: frozenset = frozenset()
    title: str = ""


def entry(name: str, tool: str, *when: str, **given: Any) -> Format:
    """A table entry from its short form: paths as words in one string."""
    own = {key: given.pop(key) for key in list(given) if key in Format._fields}
    fields = {key: tuple(paths.split()) if isinstance(paths, str) else tuple(paths) for key, paths in given.items()}
    names = {re.split(r"[.\[]", path)[0] for paths in fields.values() for path in paths}
    names |= {path for paths in fields.values() for path in paths}
    names |= {re.split(r"[.\[]", how[1])[0] for how in own.get("scores", ()) if how[0] in ("object", "list")}
    own["drop"] = frozenset(own.get("drop", "").split()) if isinstance(own.get("drop", ""), str) else own["drop"]
    return Format(name, tool, tuple(tuple(one.split()) for one in when), fields, used=frozenset(names) | own["drop"],
                  **{key: value for key, value in own.items() if key != "drop"}, drop=own["drop"])


UNIT = (0, 1)


# Records that need a word of their own before the table can read them.

def prepare_trulens(row: dict) -> dict:
    """TruLens: documents and scores lie in the calls of each metric; -1 stands for an unparsable judge (facts Q11)."""
    out = {key: value for key, value in row.items() if not key.endswith(("_calls", " direction", " feedback cost in USD"))}
    docs, source, scores = [], None, []
    for column in [key for key in row if key.endswith("_calls")]:
        name = column[:-len("_calls")]
        calls = decode_nested(row[column])
        value = as_number(out.pop(name, None))
        higher = as_bool(row.get(f"{name} direction"))
        pieces = []
        for call in calls if isinstance(calls, list) else []:
            args, result = (call.get("args"), as_number(call.get("ret"))) if isinstance(call, dict) else (None, None)
            if not isinstance(args, dict):
                continue
            context = args.get("context")
            if isinstance(context, str):
                if context not in docs:
                    docs.append(context)
                pieces.append((f"d{docs.index(context)}", result, call))
            elif isinstance(args.get("source"), str):
                source = source or args["source"]
        for doc, number, call in [(None, value, None), *pieces]:
            one = judgment(name, number, UNIT, doc_id=doc)
            if one is not None and one.get("value") != -1:
                if higher is not None and "higher_is_better" in one:
                    one["higher_is_better"] = higher
                scores.append(one)
    out["_docs"], out["_judgments"] = (docs or source), scores
    return out


def prepare_trulens_event(row: dict) -> dict:
    """TruLens event: attributes and ids lie one level down; evaluations name the record they are about."""
    attributes = decode_nested(row["record_attributes"] if "record_attributes" in row else dig(row, "record.attributes"))
    if not isinstance(attributes, dict):
        return row
    trace, record = (one if isinstance(one, dict) else {} for one in (decode_nested(row.get("trace")), decode_nested(row.get("record"))))
    about = attributes.get("ai.observability.eval.target_record_id") or attributes.get("ai.observability.record_id")
    return {"name": record.get("name"), "context": {"trace_id": about or trace.get("trace_id"),
                                                    "span_id": trace.get("span_id") or row.get("event_id")},
            "parent_id": trace.get("parent_id") or record.get("parent_span_id"), "start_time": row.get("start_timestamp"), "attributes": unflatten(attributes)}


def prepare_ms_marco(row: dict) -> dict:
    """MS MARCO: `is_selected` marks gold; "No Answer Present." means there is none."""
    docs = decode_nested(row.get("passages"))
    docs = transpose(docs) if isinstance(docs, dict) else docs
    docs = [doc for doc in docs if isinstance(doc, dict)] if isinstance(docs, list) else []
    answers = decode_nested(row.get("answers"))
    answers = [one for one in answers if one != "No Answer Present."] if isinstance(answers, list) else answers
    return {**row, "_docs": [{key: value for key, value in doc.items() if key != "is_selected"} for doc in docs],
            "answers": answers or None, "_gold": [f"d{place}" for place, doc in enumerate(docs) if doc.get("is_selected") in (1, True, "1")]}


def prepare_hotpot(row: dict) -> dict:
    """HotpotQA: gold are the distinct titles of the supporting facts, in either of its two layouts."""
    facts = decode_nested(row.get("supporting_facts"))
    titles = facts.get("title") if isinstance(facts, dict) else [
        one[0] for one in facts if isinstance(one, list) and one] if isinstance(facts, list) else None
    context = decode_nested(row.get("context"))
    docs = transpose(context) if isinstance(context, dict) else context
    return {**row, "_docs": docs, "_gold": list(dict.fromkeys(map(str, titles if isinstance(titles, list) else [])))}


def prepare_ragbench(row: dict) -> dict:
    """RAGBench: the number in front of a relevant sentence's key names its document."""
    keys = decode_nested(row.get("all_relevant_sentence_keys"))
    found = [re.match(r"\d+", str(key)) for key in keys] if isinstance(keys, list) else []
    gold = list(dict.fromkeys(f"d{int(match.group())}" for match in found if match and len(match.group()) < 10))
    return {**row, "_gold": gold if isinstance(keys, list) else None}


def prepare_statements(row: dict) -> dict:
    """rag_evals: the share of supported statements, and a grade for each chunk by its number."""
    scores = []
    statements = dig(row, "faithfulness.statements")
    told = [as_bool(one.get("is_supported")) for one in statements if isinstance(one, dict)] if isinstance(statements, list) else []
    told = [one for one in told if one is not None]
    if told:
        scores.append(judgment("faithfulness", sum(told) / len(told), UNIT))
    for name in ("precision", "context_precision", "chunk_precision", "relevancy"):
        for one in objects_in(dig(row, f"{name}.graded_chunks")):
            scores.append(judgment("chunk_precision", one.get("score"), doc_id=own_id(one.get("id_chunk"))))
    return {**row, "_judgments": [one for one in scores if one is not None]}


def prepare_giskard(row: dict) -> dict:
    """Giskard: the reference context is one string of blocks "Document <id>: text"."""
    text = row.get("reference_context")
    blocks = re.split(r"(?:^|\n\n)Document ([^:\n]{1,100}): ", text) if isinstance(text, str) else []
    if len(blocks) < 3:
        return {**row, "_gold": None, "_gold_texts": text}
    return {**row, "_gold": blocks[1::2], "_gold_texts": [piece.strip("\n") for piece in blocks[2::2]]}


def prepare_anthropic(row: dict) -> dict:
    """Anthropic: documents stand in the request (search results by source, documents by title); else only what was cited."""
    request, response = row.get("request") or {}, row.get("response") if isinstance(row.get("response"), dict) else row
    docs: list = []

    def collect(blocks: Any, depth: int = 0) -> None:
        for block in blocks if isinstance(blocks, list) and depth < 4 else []:
            if not isinstance(block, dict):
                continue
            if block.get("type") == "search_result":
                docs.append({"id": block.get("source"), "text": join_parts(block["content"]) if isinstance(
                    block.get("content"), list) else block.get("content"), "source": block.get("source")})
            elif block.get("type") == "document":
                data = block.get("source") if isinstance(block.get("source"), dict) else {}
                text = data.get("data") if data.get("type", "text") == "text" else None
                if text is None and isinstance(data.get("content"), list):
                    text = join_parts(data["content"])
                docs.append({"text": text, "source": block.get("title")})
            else:
                collect(block.get("content"), depth + 1)

    for message in objects_in(dig(request, "messages")):
        collect(message.get("content"))
    cited = False
    if not docs:
        for one in objects_in(dig(response, "content[].citations[]")):
            docs.append({"id": one.get("source"), "text": one.get("cited_text"), "source": one.get("source") or one.get("document_title")})
        cited = bool(docs)
    query = None
    for message in reversed(objects_in(dig(request, "messages"))):
        if message_role(message) == "user" and message_text(message):
            parts = message.get("content")
            texts = [part.get("text") for part in parts if isinstance(part, dict) and part.get("type") == "text"] \
                if isinstance(parts, list) else [parts]
            query = texts[-1] if texts else None
            break
    answer = join_parts(objects_in(dig(response, "content")))
    return {**row, "_docs": docs or None, "_cited": cited, "_query": query, "_answer": answer}


def prepare_openai(row: dict) -> dict:
    """OpenAI: results are null unless they were asked for; the cited files are then all that is known."""
    response = row.get("response") if isinstance(row.get("response"), dict) else row
    docs = None
    for call in objects_in(dig(response, "output[type=file_search_call]")):
        found = call.get("results", call.get("search_results"))
        if isinstance(found, list):
            docs = (docs or []) + found
    cited = False
    if docs is None:
        notes = objects_in(dig(response, "output[].content[].annotations[]"))
        docs = [{"file_id": one["file_id"], "filename": one.get("filename")} for one in notes if one.get("file_id")]
        docs, cited = (list({doc["file_id"]: doc for doc in docs}.values()) if all(
            isinstance(doc["file_id"], str) for doc in docs) else docs) or None, bool(docs)
    texts = [part.get("text") for part in objects_in(dig(response, "output[].content[]"))
             if part.get("type") == "output_text" and isinstance(part.get("text"), str)]
    return {**row, "_docs": docs, "_cited": cited, "_answer": "".join(texts) if texts else None}


def prepare_cohere(row: dict) -> dict:
    """Cohere: the request's documents; without them those returned or cited, which are not all that was retrieved."""
    response = row.get("response") if isinstance(row.get("response"), dict) else row
    docs, cited = dig(row, "request.documents"), False
    if docs is None:
        docs = response.get("documents")
        if docs is None:
            docs = [one.get("document", one) for one in objects_in(dig(response, "message.citations[].sources[]"))] or None
        cited = docs is not None
    if isinstance(docs, list):
        docs = unique_docs([doc_from(doc, place) for place, doc in enumerate(docs)])
    return {**row, "_docs": docs, "_cited": cited}


def prepare_bedrock_generate(row: dict) -> dict:
    """Bedrock RetrieveAndGenerate: only cited passages, repeated with each citation."""
    response = row.get("response") if isinstance(row.get("response"), dict) else row
    found = dig(response, "citations[].retrievedReferences[]")
    seen: dict = {}
    for one in found or []:
        seen.setdefault(json.dumps(one, sort_keys=True, default=str), one)
    return {**row, "_docs": list(seen.values()) if found is not None else None, "_cited": True}


def prepare_ragtruth(row: dict) -> dict:
    """RAGTruth, joined: passages are numbered in one text; a row without hallucinated spans is faithful."""
    info = row.get("source_info")
    passages = info.get("passages") if isinstance(info, dict) else None
    if isinstance(passages, str):
        pieces = re.split(r"(?:^|\n)[ \t]{0,20}passage \d{1,4}:", passages)
        docs = [piece.strip() for piece in pieces[1:]] or [passages]
    elif isinstance(info, dict):
        docs = [json.dumps(info, ensure_ascii=False)] if info else None
    else:
        docs = info if isinstance(info, str) or info is None else str(info)
    query = info.get("question") if isinstance(info, dict) else None
    labels = row.get("labels")
    implied = isinstance(labels, list) and bool(labels) and all(
        isinstance(one, dict) and as_bool(one.get("implicit_true")) for one in labels)
    return {**row, "_docs": [docs] if isinstance(docs, str) else docs, "_query": query or row.get("prompt"), "_implied": implied,
            "_faithful": None if not isinstance(labels, list) else not labels}


def prepare_weave(row: dict) -> dict:
    """Weave: inputs hold a reference to the object itself, which is no input."""
    inputs = row.get("inputs")
    return {**row, "inputs": {key: value for key, value in inputs.items() if key != "self"} if isinstance(inputs, dict) else inputs}


def prepare_langfuse(row: dict) -> dict:
    """Langfuse export: one column a score, holding a list of values; texts are JSON-encoded strings."""
    known = {"tags", "observations", "input", "output", "metadata", "comments"}
    scores, rest = [], {}
    for key, value in row.items():
        found = decode_nested(value) if key not in known else None
        if isinstance(found, list) and found and all(not isinstance(one, (list, dict)) for one in found):
            scores += [judgment(key, one) for one in found]
        elif isinstance(found, list) and not found and key not in known:
            continue
        else:
            rest[key] = value
    rest["_judgments"] = [one for one in scores if one is not None]
    return rest


def prepare_azure(row: dict) -> dict:
    """Azure evaluation output: outputs.<evaluator>.<metric> with _result, _reason, _threshold; the gpt_ twin is the same."""
    stems: dict = {}
    rest, scores = {}, []
    for key, value in row.items():
        parts = key.split(".")
        if parts[0] == "outputs" and len(parts) >= 3:
            stems[".".join(parts[2:])] = value
        else:
            rest[key[len("inputs."):] if key.startswith("inputs.") else key] = value
    for name, value in stems.items():
        base = re.sub(r"_(?:result|reason|threshold|score|reasoning)$", "", name)
        if base != name and (base in stems or name.endswith(("_result", "_reason", "_threshold"))):
            continue
        if name.startswith("gpt_") and name[4:] in stems or as_number(value) is None:
            continue
        if not (name.removeprefix("gpt_") in AZURE_FIVE or METRIC.fullmatch(fold_name(name)) or f"{name}_result" in stems):
            continue  # tokens used and the like
        scale = (1, 5) if name.removeprefix("gpt_") in AZURE_FIVE else UNIT if METRIC.fullmatch(fold_name(name)) else None
        beside = name if f"{name}_result" in stems else base  # f1_score has f1_result
        scores.append(judgment(name, value, scale, passed=stems.get(f"{beside}_result"), threshold=stems.get(f"{beside}_threshold"),
                               comment=stems.get(f"{beside}_reason")))
    return {**rest, "_judgments": [one for one in scores if one is not None]}


AZURE_FIVE = {"groundedness", "relevance", "coherence", "fluency", "similarity", "retrieval", "response_completeness"}


def prepare_haystack(row: dict) -> dict:
    """Haystack pipeline output: a component with `documents` retrieved, one with `answers` or `replies` answered."""
    docs = context = query = answer = None
    for part in row.values():
        if not isinstance(part, dict):
            continue
        answers = part.get("answers")
        if isinstance(answers, list) and answers and isinstance(answers[0], dict):
            one = answers[0].get("init_parameters") if isinstance(answers[0].get("init_parameters"), dict) else answers[0]
            answer, query, context = one.get("data", answer), one.get("query", query), one.get("documents", context)
        elif isinstance(part.get("documents"), list):
            docs = part["documents"]
        if answer is None and isinstance(part.get("replies"), list) and part["replies"]:
            answer = part["replies"][0]
        query = query or (part.get("query") if isinstance(part.get("query"), str) else None)
    if docs is None:
        docs, context = context, None
    return {"id": row.get("id"), "_docs": docs, "_context": context, "_query": query or row.get("query") or row.get("question"),
            "_answer": answer}


SPAN = {  # attributes of OpenInference, OTel GenAI, TruLens and Traceloop spans alike
    "trace": "context.trace_id trace_id", "id": "context.span_id span_id", "parent": "parent_id parent_span_id",
    "kind": "span_kind attributes.openinference.span.kind attributes.gen_ai.operation.name "
            "attributes.ai.observability.span_type attributes.traceloop.span.kind",
    "input": "attributes.input.value attributes.gen_ai.input.messages attributes.ai.observability.record_root.input "
             "attributes.traceloop.entity.input events[].attributes.gen_ai.input.messages",
    "output": "attributes.output.value attributes.gen_ai.output.messages attributes.ai.observability.record_root.output "
              "attributes.traceloop.entity.output events[].attributes.gen_ai.output.messages",
    "docs": "attributes.retrieval.documents attributes.gen_ai.retrieval.documents "
            "attributes.ai.observability.retrieval.retrieved_contexts events[].attributes.gen_ai.retrieval.documents "
            "attributes.output.value",
    "asked": "attributes.gen_ai.retrieval.query.text attributes.ai.observability.retrieval.query_text attributes.input.value",
    "reranked": "attributes.reranker.output_documents", "start": "start_time start_time_unix_nano",
    "reference": "attributes.ai.observability.record_root.ground_truth_output",
    "scores": (("list", "attributes.annotations", {}, None), ("list", "attributes.evaluations", {}, None),
               ("list", "annotations", {}, None), ("list", "events[name=gen_ai.evaluation.result].attributes", {
                   "name": "gen_ai.evaluation.name", "value": "gen_ai.evaluation.score.value",
                   "label": "gen_ai.evaluation.score.label", "comment": "gen_ai.evaluation.explanation"}, None)),
    "meta": "session.id user.id metadata tags",
}
SCORE_FIELDS = {"name": "name annotation.name evaluation.name key metric", "value": "value score annotation.score evaluation.score result.score",
                "label": "label annotation.label evaluation.label result.label", "comment": "explanation comment reason annotation.explanation "
                "evaluation.explanation result.explanation rationale", "source": "source annotator_kind annotation.annotator_kind",
                "passed": "passed success", "threshold": "threshold", "doc_id": "doc_id"}

FORMATS = [
    entry("canonical", "this project", "@canonical", "query retrieved_docs:list @own-names", "query retrieved_docs:null @own-names",
          "retrieved_docs:list answer @own-names", kind="canonical"),

    # Many records make one trace.
    entry("langsmith-runs", "LangSmith runs", "run_type trace_id", "run_type run_id|dotted_order", kind="spans", spans={
        "trace": "trace_id run_id id", "id": "run_id id", "parent": "parent_run_id", "kind": "run_type", "input": "inputs",
        "output": "outputs", "docs": "outputs.documents outputs.output outputs.result outputs", "start": "start_time",
        "asked": "inputs", "error": "error", "scores": (("stats", "feedback_stats", None),),
        "meta": "session_name tags extra.metadata reference_example_id"}),
    entry("otlp", "OpenTelemetry (OTLP)", "resourceSpans|resource_spans", kind="explode"),
    entry("openinference", "OpenInference spans (Phoenix and others)", "attributes.openinference.span.kind context.span_id",
          "context.span_id span_kind attributes", "context.span_id span_kind attributes.*",
          "context.span_id attributes.openinference.span.kind", kind="spans", spans=SPAN),
    entry("otel-genai", "OpenTelemetry GenAI spans", "context.span_id attributes/gen_ai*", kind="spans", spans=SPAN),
    entry("trulens-otel", "TruLens OTEL events", "attributes/ai.observability*", "record.attributes/ai.observability*",
          "record_attributes/ai.observability*", "event_id record_attributes trace", kind="spans", prepare=prepare_trulens_event, spans=SPAN),
    entry("otel-span", "OpenTelemetry spans", "context.span_id context.trace_id attributes:dict !input !output", kind="spans",
          spans=SPAN),
    entry("weave-calls", "Weave calls", "op_name^weave:/// inputs", "op_name trace_id inputs output", kind="spans",
          prepare=prepare_weave, numbers=True, spans={
              "trace": "trace_id id", "id": "id", "parent": "parent_id", "kind": "op_name", "input": "inputs", "output": "output",
              "docs": "output", "start": "started_at", "error": "exception", "named": True,
              "scores": (("weave", "", None),), "meta": "display_name wb_user_id attributes"}),
    entry("braintrust", "Braintrust experiment or log", "root_span_id span_parents", kind="spans", spans={
        "trace": "root_span_id span_id id", "id": "span_id", "parent": "span_parents[0]", "row_id": "id", "kind": "span_attributes.name",
        "input": "input", "output": "output", "docs": "output", "root_docs": "metadata.context metadata.contexts metadata.documents",
        "start": "metrics.start created", "reference": "expected", "error": "error", "named": True,
        "scores": (("object", "scores", UNIT),), "meta": "metadata tags span_attributes.type"}),
    entry("langfuse-observations", "Langfuse observations", "traceId type parentObservationId|startTime !dataType", kind="spans", spans={
        "trace": "traceId", "id": "id", "parent": "parentObservationId", "kind": "type", "input": "input", "output": "output",
        "docs": "output", "start": "startTime", "error": "statusMessage", "scores": (), "meta": "metadata"}),
    entry("opik-spans-csv", "Opik trace CSV", "trace_id span_id trace_input|trace_output span_name|span_input", kind="spans", spans={
        "trace": "trace_id", "id": "span_id", "parent": "span_parent_span_id span_parent_id", "kind": "span_name", "input": "span_input",
        "output": "span_output", "docs": "span_output.output span_output", "trace_input": "trace_input", "trace_output": "trace_output",
        "start": "span_start_time", "named": True, "scores": (), "meta": "trace_name trace_tags"}),

    # One record holds one trace.
    entry("langfuse-trace", "Langfuse API trace", "observations:list scores:list htmlPath|timestamp", kind="trace", id="id",
          spans={"list": "observations", "trace": "traceId", "id": "id", "parent": "parentObservationId", "kind": "type",
                 "input": "input", "output": "output", "docs": "output", "start": "startTime", "meta": ""},
          query="input", answer="output", json_strings=True, scores=(("langfuse", "scores", None),),
          drop="htmlPath latency totalCost observations scores public environment timestamp projectId createdAt updatedAt externalId"),
    entry("mlflow-trace", "MLflow trace", "info data.spans", "info spans:list", "request response spans:list", "trace:str spans|request|response|trace_id",
          kind="trace", id="info.trace_id info.request_id trace_id request_id", query="request", answer="response", json_strings=True, spans={
              "list": "data.spans spans", "trace": "trace_id", "id": "span_id context.span_id", "parent": "parent_span_id parent_id",
              "kind": "attributes.mlflow.spanType span_type", "input": "attributes.mlflow.spanInputs inputs",
              "output": "attributes.mlflow.spanOutputs outputs", "docs": "attributes.mlflow.spanOutputs outputs",
              "start": "start_time_unix_nano start_time_ns start_time", "meta": ""},
          scores=(("mlflow", "info.assessments assessments", None),), drop="info data trace spans assessments"),
    entry("opik-trace", "Opik trace", "trace:dict spans:list", kind="trace", id="trace.id", query="trace.input", answer="trace.output",
          numbers=True, spans={"list": "spans", "trace": "trace_id", "id": "id", "parent": "parent_span_id", "kind": "type", "input": "input",
                               "output": "output", "docs": "output.output output", "start": "start_time", "named": True, "meta": ""},
          scores=(("list", "feedback_scores", {}, "metric"), ("list", "trace.feedback_scores", {}, "metric")), drop="trace spans"),

    # Evaluation libraries.
    entry("ragas-multiturn", "RAGAS MultiTurnSample", "user_input:list", "user_input^[{", kind="turns", messages="user_input", reference="reference"),
    entry("ragas-testset", "RAGAS testset", "user_input:str synthesizer_name !response !retrieved_contexts", purpose="testset",
          query="user_input", reference="reference", gold_texts="reference_contexts", gold_ids="reference_context_ids"),
    entry("ragas", "RAGAS 0.2 and newer", "user_input:str retrieved_contexts|response|reference|reference_contexts|retrieved_context_ids",
          query="user_input", answer="response multi_responses", docs="retrieved_contexts", doc_ids="retrieved_context_ids",
          reference="reference", gold_ids="reference_context_ids", gold_texts="reference_contexts", scores=(("metrics", UNIT),)),
    entry("ragas-testset-0.1", "RAGAS 0.1 testset", "question evolution_type|episode_done !answer", purpose="testset",
          query="question", reference="ground_truth", gold_texts="contexts", drop="episode_done"),
    entry("rageval", "RAGEval", "question retrieved_contexts:str timestamps", "question retrieved_contexts~|||", query="question",
          answer="answer", docs="retrieved_contexts", doc_times="timestamps", reference="ground_truth", separator="|||", id="id"),
    entry("rageval-rows", "RAGEval", "question retrieved_contexts:list answer", query="question", answer="answer", id="id",
          docs="retrieved_contexts", reference="ground_truth", title="rageval"),
    entry("rag-eval-py", "rag-eval-py", "question answer context:list golden_documents|retrieved",
          "question answer context^[ golden_documents|retrieved", query="question", answer="answer", id="id",
          docs="retrieved context", context_docs="context", gold_texts="golden_documents", ids=True),
    entry("rag-evals", "rag_evals", "question answer context faithfulness.statements", "question answer context precision.graded_chunks",
          "question answer context[].chunk", query="question", answer="answer", docs="context", drop="faithfulness precision",
          id="id", scores=(("ready", ""),), prepare=prepare_statements),
    entry("continuous-eval", "continuous-eval", "retrieved_context ground_truth_context", id="id uid", query="question",
          answer="answer generated_answer", docs="retrieved_context", gold_texts="ground_truth_context",
          reference="ground_truth_answers ground_truths", scores=(("metrics", UNIT),)),
    entry("haystack-report", "Haystack evaluation report", "predicted_answer|predicted_answers question|questions|query",
          "questions responses", id="id query_id", query="question questions query", answer="predicted_answer predicted_answers responses",
          docs="contexts context documents retrieved_documents",
          reference="true_answer true_answers ground_truth_answer ground_truth_answers ground_truths answer answers",
          gold_texts="ground_truth_documents", scores=(("metrics", UNIT),)),

    entry("ragas-0.1", "RAGAS 0.1", "question contexts", query="question", answer="answer", docs="contexts", id="id question_id",
          reference="ground_truth ground_truths", scores=(("metrics", UNIT),)),
    entry("rag-quality-check", "rag-quality-check", "query retrieved:list", "query retrieved^[", query="query", answer="answer", docs="retrieved",
          reference="ground_truth", gold_ids="relevant", id="id", ids=True),
    entry("deepeval-test-run", "DeepEval test run", "input metricsData|metrics_data", id="name", query="input",
          answer="actualOutput actual_output", docs="retrievalContext retrieval_context", reference="expectedOutput expected_output",
          gold_texts="context", drop="flaky success order runDuration evaluationCost", separator="|", scores=(
              ("deepeval", "metricsData metrics_data", UNIT),)),
    entry("deepeval-conversation", "DeepEval conversation", "turns scenario|expected_outcome|expectedOutcome|metricsData|name", kind="turns",
          id="name", messages="turns", docs="retrieval_context retrievalContext", scores=(("deepeval", "metricsData", UNIT),)),
    entry("deepeval", "DeepEval dataset", "input actual_output|actualOutput", "input expected_output|expectedOutput retrieval_context|retrievalContext",
          id="name", query="input", answer="actual_output actualOutput", docs="retrieval_context retrievalContext", gold_texts="context",
          reference="expected_output expectedOutput", separator="|", scores=(("metrics", UNIT),)),
    entry("deepeval-goldens", "DeepEval goldens", "input expected_output context !output !metadata", purpose="testset", id="name",
          query="input", reference="expected_output", gold_texts="context", separator="|"),
    entry("trulens", "TruLens records", "record_id input output *_calls", "record_id app_name|app_id input output", id="record_id",
          query="input", answer="output", docs="_docs", json_strings=True, prepare=prepare_trulens, scores=(("ready", ""),),
          drop="app_id app_name app_version type tags ts latency total_tokens total_cost num_events cost_json perf_json record_json app_json"),
    entry("uptrain", "UpTrain", "question context response", "question context score_*", query="question", answer="response",
          docs="context", reference="ground_truth", id="id", scores=(
              ("columns", r"(score_(.+))", UNIT, {"comment": "explanation_{1}"}),)),
    entry("tonic-validate", "Tonic Validate", "llm_answer reference_question|llm_context|llm_context_list", query="reference_question question",
          id="id", answer="llm_answer", docs="llm_context llm_context_list", reference="reference_answer",
          scores=(("object", "scores", "metric"),)),
    entry("ragchecker", "RAGChecker", "gt_answer response retrieved_context", "gt_answer query", id="query_id", query="query",
          answer="response", docs="retrieved_context", reference="gt_answer", scores=(("object", "metrics", UNIT),)),
    entry("ares", "ARES", "Query Document", query="Query", docs="Document", answer="Answer", passage=True,
          scores=(("columns", r"(.+_Label)", "bool", {}),)),
    entry("giskard", "Giskard RAGET", "reference_context conversation_history|metadata", "question reference_answer reference_context",
          purpose="testset", id="id", query="question", answer="agent_answer answer", reference="reference_answer", gold_ids="_gold",
          gold_texts="_gold_texts", history="conversation_history", prepare=prepare_giskard, drop="reference_context",
          scores=(("columns", r"(correctness)", None, {"comment": "correctness_reason"}),)),
    entry("autorag", "AutoRAG", "retrieval_gt", id="qid", query="query", answer="generated_texts", docs="retrieved_contents",
          doc_ids="retrieved_ids", doc_scores="retrieve_scores", reference="generation_gt", gold_ids="retrieval_gt",
          scores=(("metrics", UNIT),)),
    entry("open-rag-eval", "open-rag-eval", "passage_id passage generated_answer", "query_run passage generated_answer", kind="group",
          group="query_id query_run", id="query_id", query="query", answer="generated_answer", docs="passage", doc_ids="passage_id",
          reference="expected_answer", drop="query_run"),
    entry("llamaindex-eval", "LlamaIndex evaluation results", "passing feedback|score", id="id", query="query", answer="response",
          docs="contexts", asks=("A8",), scores=(("llamaindex", "", None),), drop="pairwise_source invalid_result invalid_reason"),
    entry("llamaindex", "LlamaIndex response", "source_nodes", id="id", query="query question query_str", answer="response answer",
          docs="source_nodes", reference="reference_answer", drop="metadata"),
    entry("llamaindex-dataset", "LlamaIndex dataset", "query reference_contexts !retrieved_contexts !retrieved_docs !retrieved !answer", "query reference_answer_by|query_by",
          purpose="testset", query="query", reference="reference_answer", gold_texts="reference_contexts", answer="response",
          docs="contexts", drop="query_by reference_answer_by"),
    entry("langchain", "LangChain chain output", "source_documents", "context[].page_content", "context~page_content=",
          "context[].kwargs.page_content", "sourceDocuments", "context[].pageContent", "context[].kwargs.pageContent",
          id="id", query="query question input", answer="result answer output output_text text", docs="source_documents sourceDocuments context", history="chat_history", reference="ground_truth reference", scores=(("metrics", UNIT),)),
    entry("langchain-documents", "LangChain chain output", "documents~page_content= question|query|input",
          id="id", query="query question input", answer="result answer output", docs="documents", title="langchain"),
    entry("haystack", "Haystack pipeline output", "@haystack", id="id", query="_query", answer="_answer", docs="_docs",
          context_docs="_context", prepare=prepare_haystack),

    # Observability, one row a trace.
    entry("langsmith-experiment", "LangSmith experiment", "inputs.* outputs.*|reference.*|feedback.* example_id|execution_time|reference.*|feedback.*",
          id="id run_id example_id", query="inputs.question inputs.query inputs.input inputs",
          answer="outputs.answer outputs.output outputs.response outputs.result outputs.generation outputs.text",
          docs="outputs.documents outputs.contexts outputs.context outputs.source_documents outputs.retrieved_contexts outputs.retrieved_docs",
          reference="reference.answer reference.output reference.expected reference.response reference.ground_truth reference.reference",
          scores=(("columns", r"feedback\.(.+)", None, {}),), error="error"),
    entry("langfuse-traces", "Langfuse traces export", "bookmarked input output", "sessionId input output !observations", id="id", query="input", answer="output",
          json_strings=True, prepare=prepare_langfuse, scores=(("ready", ""),), drop="bookmarked public htmlPath"),
    entry("langfuse-dataset", "Langfuse dataset items", "input expectedOutput", purpose="testset", id="id", query="input",
          reference="expectedOutput", json_strings=True),
    entry("phoenix-docs", "Phoenix documents frame", "context.span_id|context.trace_id document_position|document_score document|reference|input",
          kind="group", group="context.trace_id context.span_id", id="context.trace_id context.span_id", query="input", docs="document reference",
          doc_scores="document_score", answer="output", purpose="retrieval"),
    entry("phoenix-qa", "Phoenix QA frame", "context.span_id input output context|reference !attributes", id="context.span_id",
          query="input", answer="output", docs="context reference", scores=(("phoenix", "", None),),
          drop="context.span_id context.trace_id"),
    entry("promptfoo", "promptfoo results", "vars response promptIdx|testIdx|gradingResult|prompt", id="id", query="vars.query vars.question vars.input vars.prompt",
          answer="response.output", docs="vars.context vars.contexts vars.documents metadata.context response.metadata.context",
          reference="vars.reference vars.expected vars.ground_truth vars.answer",
          scores=(("list", "gradingResult.componentResults", {"name": "assertion.metric assertion.type", "value": "score", "passed": "pass",
                                                              "threshold": "assertion.threshold", "comment": "reason"}, UNIT),),
          drop="testCase prompt promptIdx testIdx promptId provider vars response success score gradingResult namedScores latencyMs failureReason cost"),
    entry("mlflow-eval", "MLflow evaluation dataset", "inputs expectations", "inputs outputs */value", "request response */value",
          id="request_id trace_id id", query="inputs request", answer="outputs response", reference="expectations.expected_response expected_response",
          docs="retrieved_context", facts="expectations.expected_facts",
          scores=(("columns", r"(.+)/value", None, {"comment": "{0}/rationale"}), ("columns", r"((.+/v\d+)/score)", (1, 5), {"comment": "{1}/justification"}))),
    entry("mlflow-table", "MLflow evaluation table", "*/v1/score", "*/score */justification", "*/value */rationale", id="id request_id", query="question inputs input query request prompt",
          answer="outputs output answer response predictions prediction", docs="contexts context retrieved_context source_documents documents",
          reference="ground_truth targets target expected_response reference", scores=(
              ("columns", r"((.+/v\d+)/score)", (1, 5), {"comment": "{1}/justification"}),
              ("columns", r"(.+)/value", None, {"comment": "{0}/rationale"}), ("metrics", None))),
    entry("langsmith-dataset", "LangSmith dataset or own log", "inputs outputs !reference !expected !ground_truth !reference_answer", purpose="testset", id="id example_id",
          query="inputs", answer="", reference="outputs", asks=("A2",), drop="dataset_id created_at modified_at source_run_id attachments_info attachments split"),

    # Providers and clouds.
    entry("openai", "OpenAI Responses with file search", "response.output[type=file_search_call]", "output[type=file_search_call]",
          "response.object=response", "object=response output", id="response.id id", query="request.input request query question input",
          answer="_answer", docs="_docs", prepare=prepare_openai, drop="output usage object created_at status"),
    entry("bedrock-generate", "Bedrock RetrieveAndGenerate", "response.citations[].retrievedReferences", "citations[].retrievedReferences",
          "response.sessionId response.output.text", "sessionId output.text citations", query="request.input.text input.text query question",
          answer="response.output.text output.text", docs="_docs", prepare=prepare_bedrock_generate, drop="citations"),
    entry("bedrock-retrieve", "Bedrock Retrieve", "response.retrievalResults", "retrievalResults", purpose="retrieval",
          query="request.retrievalQuery.text retrievalQuery.text query question", docs="response.retrievalResults retrievalResults"),
    entry("bedrock-eval", "Bedrock knowledge base evaluation", "conversationTurns", kind="turns", turns="conversationTurns", turn_in="inputRecord",
          query="prompt.content[0].text inputRecord.prompt.content[0].text", answer="output.text",
          docs="output.retrievedPassages.retrievalResults output.retrievedResults.retrievalResults output.retrievedResults",
          reference="referenceResponses[0].content[0].text inputRecord.referenceResponses[0].content[0].text",
          gold_texts="referenceContexts[].content[].text inputRecord.referenceContexts[].content[].text",
          scores=(("list", "results", {"name": "metricName", "value": "result", "comment": "evaluatorDetails[0].explanation"}, UNIT),),
          drop="inputRecord output prompt referenceResponses results"),
    entry("cohere", "Cohere chat", "response.citations[].document_ids", "response.message.citations[].sources",
          "citations[].document_ids text", "message.citations[].sources", "response.generation_id response.text",
          "response.finish_reason response.message.content", id="response.generation_id response.id generation_id id",
          query="request.message request.messages query question", answer="response.text response.message text message", docs="_docs",
          prepare=prepare_cohere, history="request.chat_history", drop="citations documents finish_reason"),
    entry("anthropic", "Anthropic messages with citations", "response.type=message", "type=message content:list role", id="response.id id",
          query="_query query question", answer="_answer", docs="_docs", prepare=prepare_anthropic, drop="content usage model type role stop_reason"),
    entry("azure-eval-output", "Azure AI evaluation output", "inputs.* outputs.*", query="query question", answer="response answer", docs="context",
          reference="ground_truth", prepare=prepare_azure, scores=(("ready", ""),), id="id"),
    entry("azure-conversation", "Azure AI evaluation conversation", "conversation.messages", kind="turns", messages="conversation.messages",
          docs="context", joined="1"),
    entry("chat-log", "chat messages", "messages:list !response !output !run_type !reference_answer", kind="turns", id="id conversation_id", messages="messages",
          docs="retrieved_docs retrieved_contexts contexts context documents sources", reference="reference ground_truth expected_output"),
    entry("azure-retrieval", "Azure document retrieval", "retrieval_ground_truth retrieved_documents", purpose="retrieval", id="id",
          query="query", docs="retrieved_documents", gold_ids="retrieval_ground_truth"),
    entry("azure-eval", "Azure AI evaluation input", "query response context", query="query", answer="response", docs="context",
          reference="ground_truth", id="id", scores=(("metrics", None),)),
    entry("vertex", "Vertex AI evaluation", "response */score", "response instruction", query="instruction query question prompt", answer="response", docs="context",
          reference="reference", id="id", scores=(("columns", r"(.+)/score", None, {"comment": "{0}/explanation"}),)),
    entry("vectara", "Vectara query", "response.search_results", "summary search_results", "search_results factual_consistency_score",
          id="response.id response.chat_id id", query="request.query query", answer="response.summary summary",
          docs="response.search_results search_results", scores=(
              ("columns", r"(factual_consistency_score)", UNIT, {}), ("field", "response.factual_consistency_score", UNIT))),
    entry("ragie", "Ragie retrieval", "response.scored_chunks", "scored_chunks", purpose="retrieval", id="response.id id",
          query="request.query query question", docs="response.scored_chunks scored_chunks"),

    # Collections: `answer` is the right answer here.
    entry("hotpotqa", "HotpotQA", "supporting_facts context", purpose="testset", id="_id id", query="question", reference="answer",
          docs="_docs", doc_keys={"id": ("title",), "text": ("sentences",)}, gold_ids="_gold", prepare=prepare_hotpot,
          drop="context supporting_facts"),
    entry("ms-marco", "MS MARCO", "passages.is_selected", "passages[].is_selected", purpose="testset", id="query_id", query="query", reference="answers",
          docs="_docs", gold_ids="_gold", prepare=prepare_ms_marco, drop="passages wellFormedAnswers"),
    entry("kilt", "KILT", "input output[].provenance", "input output[].answer", purpose="testset", id="id", query="input",
          reference="output[].answer", gold_ids="output[].provenance[].wikipedia_id", asks=("A18",)),
    entry("crag", "CRAG", "interaction_id search_results", purpose="testset", id="interaction_id", query="query", reference="answer",
          docs="search_results", doc_keys={"id": ("page_url",), "text": ("page_result", "page_snippet")}),
    entry("ragtruth", "RAGTruth", "source_info labels response", id="id", query="_query", answer="response", docs="_docs",
          faithful="_faithful", prepare=prepare_ragtruth, drop="source_info prompt"),
    entry("halubench", "HaluBench", "passage question answer label", id="id", query="question", answer="answer", docs="passage",
          passage=True, faithful="label"),
    entry("ragbench", "RAGBench", "documents adherence_score", id="id", query="question", answer="response", docs="documents",
          faithful="adherence_score", gold_ids="_gold", prepare=prepare_ragbench, drop="documents_sentences response_sentences "
          "all_utilized_sentence_keys unsupported_response_sentence_keys all_relevant_sentence_keys sentence_support_information",
          scores=(("columns", r"((?:relevance|utilization|completeness)_score|(?:ragas|trulens|gpt3)_\w+)", UNIT, {}),)),
    entry("dpr-ctxs", "DPR reader input", "ctxs question", "ctxs query", purpose="testset", id="id q_id", query="question query", answer="response output prediction",
          reference="answers answer", docs="ctxs"),
    entry("nq-open", "NQ-open", "question answer:list !contexts !context", "question answer^[' !contexts !context !documents !retrieved_docs",
          "question answer^[\" !contexts !context !documents !retrieved_docs", purpose="testset", id="id", query="question", reference="answer"),
    entry("beir-query", "BEIR queries", "_id text !query !title", purpose="retrieval", id="_id", query="text"),
    entry("trec", "TREC run and qrels", "@never", kind="canonical", purpose="retrieval"),
    entry("beir", "BEIR folder", "@never", kind="canonical", purpose="retrieval"),

    # Judgments without the texts.
    entry("openjudge", "OpenJudge results", "@openjudge", kind="labels", purpose="labels", scores=(("openjudge", "", (1, 5)),)),
    entry("phoenix-annotations", "Phoenix annotations", "span_id name result annotator_kind", "span_id|trace_id annotation_name|name label annotator_kind",
          kind="labels", purpose="labels", id="span_id trace_id", scores=(("one", "", {"name": "name annotation_name", "value": "result.score score",
          "label": "result.label label", "source": "annotator_kind", "comment": "result.explanation explanation"}, None),)),
    entry("langsmith-feedback", "LangSmith feedback", "run_id key score|value", "trace_id key score|value comment|feedback_source", kind="labels",
          purpose="labels", id="trace_id run_id", scores=(("one", "", {"name": "key", "value": "score value", "label": "value", "comment": "comment",
                                                          "source": "feedback_source.type"}, None),)),
    entry("langfuse-scores", "Langfuse scores", "traceId name value|stringValue dataType|source", kind="labels", purpose="labels", id="traceId",
          scores=(("langfuse-one", "", None),)),
    entry("human-labels", "labels by id", "@labels", kind="labels", purpose="labels", id="id trace_id span_id row_id record_id query_id",
          scores=(("human", "", None),)),
]
BY_NAME = {one.name: one for one in FORMATS}
GENERIC = entry("columns", "rows with known column names", kind="row")
ASSEMBLED = entry("assembled", "", id="id", query="query", answer="answer", docs="docs", context_docs="context",
                  reference="reference", facts="facts", scores=(("ready", ""),), drop="_judgments")
LABEL_COLUMNS = ("faithful", "human_label", "label", "human_faithful", "is_faithful", "hallucinated", "is_hallucinated",
                 "verdict", "supported", "grounded", "gold_label", "annotation")
CONTRACT_FIELDS = frozenset(CANONICAL + BOOL_SIGNALS + NUMBER_SIGNALS + (
    "context_docs", "reference_answer", "gold_doc_ids", "gold_grades", "gold_texts", "gold_groups", "history", "judgments", "metadata",
    "claims", "faithfulness_by", "faithful_certain", "judge_error", "k", "retrieval_basis", "retrieval_by", "retrieval_miss", "notes",
    "timestamp", "suspicious_text"))

_TYPES = {"str": str, "list": list, "dict": dict, "bool": bool, "null": type(None)}


def term_holds(term: str, row: dict) -> bool:
    """Whether one term of a table entry's `when` holds for a record."""
    if term[0] == "@":
        return SPECIAL[term](row)
    if "|" in term and "~" not in term:
        return any(term_holds(one, row) for one in term.split("|"))
    if term[0] == "!":
        return not term_holds(term[1:], row)
    if "/" in term and not term.startswith("*") and not re.search(r"[=^~].*/", term):
        path, _, start = term.partition("/")
        inner = dig(row, path)
        return isinstance(inner, dict) and any(key.startswith(start[:-1]) for key in inner)
    if term[0] == "*":
        return any(key.endswith(term[1:]) for key in row)
    if term[-1] == "*":
        return any(key.startswith(term[:-1]) for key in row)
    for mark, fits in (("=", lambda a, b: a == b), ("^", str.startswith), ("~", lambda a, b: b in a)):
        if mark in term and not term.startswith("["):
            path, _, wanted = term.rpartition(mark) if mark != "=" or "[" not in term else (term, "", "")
            if not path or path == term:
                break
            value = dig(row, path)
            return isinstance(value, str) and fits(value, wanted)
    if ":" in term:
        name, _, kind = term.partition(":")
        return name in row and type(row[name]) is _TYPES[kind]
    if term in row:
        return True
    found = dig(row, term) if "." in term or "[" in term else None
    return found is not None and found != []


def is_canonical(row: dict) -> bool:
    """Whether a record has no field but the contract's, and one that says something; an id alone is a row without a label."""
    return row.keys() <= CONTRACT_FIELDS and (any(name in SIGNAL_NAMES or name in CANONICAL[1:] for name in row) or list(row) == ["id"]) and not any(
        isinstance(row.get(name), str) for name in ("retrieved_docs", "judgments", "gold_doc_ids")) and not (
        len(row) == 2 and "id" in row and isinstance(row.get("faithful"), str))


def has_own_names(row: dict) -> bool:
    """Whether question, answer and reference bear the contract's names or are absent; else the row is home-grown."""
    names = {fold_name(key) for key in row}
    return not any(own not in row and names & set(ALIASES[field]) - {"answers", "target"} for own, field in (
        ("query", "query"), ("answer", "answer"), ("reference_answer", "reference")))


def is_verdict(one: Any) -> bool:
    """Whether an object is a grader's verdict of OpenJudge; runs and spans have a name and an error too."""
    return isinstance(one, dict) and "name" in one and ("score" in one or "error" in one) and one.keys() <= VERDICT_FIELDS


VERDICT_FIELDS = frozenset(("name", "score", "error", "reason", "metadata", "rank", "analysis", "result"))


def is_openjudge(row: dict) -> bool:
    """Whether a record is one position of an OpenJudge result: every value a grader's verdict."""
    return bool(row) and all(is_verdict(one) for one in row.values())


def is_labels(row: dict) -> bool:
    """Whether a record is a label by id: an id column, a label column, and neither texts nor documents."""
    names = {fold_name(key): key for key in row}
    if not any(fold_name(name) in names for name in LABEL_COLUMNS):
        return False
    aliased = set(ALIASES["query"]) | set(ALIASES["docs"]) | (set(ALIASES["answer"]) - {"prediction"})
    return bool({"id", "traceid", "spanid", "rowid", "recordid", "queryid"} & names.keys()) and not aliased & names.keys()


def is_haystack(row: dict) -> bool:
    """Whether a record is the output of a Haystack pipeline: components by name, one of them with answers or documents."""
    parts = [part for part in row.values() if isinstance(part, dict)]
    return any(isinstance(part.get("answers"), list) for part in parts) or any(
        isinstance(part.get("documents"), list) and all(isinstance(doc, dict) and ("content" in doc or "init_parameters" in doc)
                                                        for doc in part["documents"]) and part["documents"] for part in parts)


SPECIAL = {"@canonical": is_canonical, "@own-names": has_own_names, "@haystack": is_haystack, "@never": lambda row: False,
           "@openjudge": is_openjudge, "@labels": is_labels}
_PLAIN_TERM = re.compile(r"[A-Za-z_]\w*(?::\w+)?")
_SHAPES: dict = {}  # names and types of a record's fields -> the entries that may fit it, each with what is still to be seen


def shape_says(term: str, row: dict) -> bool | None:
    """Whether a term holds for all records with these names and types of fields; None when it depends on the values."""
    if term[0] == "@":
        if term in ("@canonical", "@own-names", "@labels", "@never"):
            return SPECIAL[term](row)
        dicts = [isinstance(value, dict) for value in row.values()]
        return None if dicts and (all(dicts) if term == "@openjudge" else any(dicts)) else False
    if "|" in term and "~" not in term:
        told = [shape_says(one, row) for one in term.split("|")]
        return True if True in told else None if None in told else False
    if term[0] == "!":
        told = shape_says(term[1:], row)
        return None if told is None else not told
    if "/" not in term[1:] and (term[0] == "*" or term[-1] == "*") or _PLAIN_TERM.fullmatch(term) or term.startswith("*"):
        return term_holds(term, row)
    root = re.split(r"[.\[/=^~]", term)[0]
    if term in row:
        return True
    if root in row:
        kinds = str if term[len(root)] in "=^~" else (dict, list, str)
        return None if isinstance(row[root], kinds) else False
    return None if any(key.startswith(root + ".") for key in row) else False


def candidates(row: dict) -> tuple:
    """The table entries that a record's names and types leave open: (entry, alternatives of terms still to be tested)."""
    out = []
    for one in FORMATS:
        rest = []
        for terms in one.when:
            told = [shape_says(term, row) for term in terms]
            if False not in told:
                rest.append(tuple(term for term, said in zip(terms, told) if said is None))
        if () in rest:
            return (*out, (one, ()))
        if rest:
            out.append((one, tuple(rest)))
    return (*out, (GENERIC, ()))


def recognise(row: dict, shape: tuple | None = None) -> Format:
    """The format of one record: the first entry of the table that fits, else GENERIC.

    What the names and types of its fields (`shape`) decide is remembered; only the rest is tested on each record.
    """
    if shape is None:
        shape = (*row, *map(type, row.values()))
    known = _SHAPES.get(shape)
    if known is None:
        if len(_SHAPES) > 2000:  # hostile input: a new shape on every line
            _SHAPES.clear()
        known = _SHAPES[shape] = candidates(row)
    for one, alternatives in known:
        if not alternatives:
            return one
        for terms in alternatives:
            if all([term_holds(term, row) for term in terms]):
                return one
    return GENERIC


@functools.lru_cache(maxsize=2048)
def plan_columns(names: tuple) -> Format:
    """The reading of a record whose fields are known by their names only (facts section 8): which column is what."""
    folded: dict = {}
    for name in names:
        folded.setdefault(fold_name(name), name)
    fields: dict = {}
    taken: set = set()
    for field, words in ALIASES.items():
        found = [folded[word] for word in words if word in folded and folded[word] not in taken]
        if not found:
            found = [word for word in words if "." in word and word.split(".")[0] in folded and folded[word.split(".")[0]] not in taken]
            found = [path.replace(path.split(".")[0], folded[path.split(".")[0]], 1) for path in found]
        if field == "id" and "id" not in folded and "query" not in folded and "question" not in folded and len(names) < 3:
            found = [name for name in found if fold_name(name) == "id"]
        if found:
            fields[field] = tuple(found[:1] if field != "query" else found[:1])
            taken.add(found[0])
    generated = [folded[word] for word in ALIASES["answer"] if word in folded and word in GENERATED]
    if generated and "answer" in folded and fields.get("answer") == (generated[0],) and "reference" not in fields:
        fields["reference"] = (folded["answer"],)
    used = {re.split(r"[.\[]", path)[0] for paths in fields.values() for path in paths} | {path for paths in fields.values() for path in paths}
    return GENERIC._replace(fields=fields, used=frozenset(used), scores=(("metrics", UNIT),))


# Questions --------------------------------------------------------------------------------------------------------

class Question(NamedTuple):
    """A place where the input has two readings (facts section 7): what is asked, the flag, its values, the likelier one."""

    asked: str
    flag: str
    readings: tuple  # (value of the flag, what it means); the first is the likelier one


QUESTIONS = {
    "A1": Question("is 'answer' what the system said, or the right answer?", "--answer-is",
                   (("generated", "the system said it"), ("reference", "it is the right answer; nothing was generated"))),
    "A2": Question("are the 'outputs' what the system said, or the right answers of a dataset?", "--answer-is",
                   (("reference", "right answers (a LangSmith dataset)"), ("generated", "what the system said (a log)"))),
    "A3": Question("is 'context' what was retrieved, or the gold context?", "--context-is",
                   (("retrieved", "retrieved, and put into the prompt"), ("gold", "what should have been retrieved"))),
    "A4": Question("is 'reference' the right answer, or the retrieved context (as older Phoenix exports name it)?", "--reference-is",
                   (("answer", "the right answer"), ("context", "the retrieved context"))),
    "A5": Question("contexts without answers: what was retrieved, or the gold of a test set?", "--context-is",
                   (("retrieved", "retrieved; the answers are missing"), ("gold", "gold contexts of a test set"))),
    "A6": Question("the scale of the faithfulness scores does not fit their name", "--faithfulness-scale",
                   (("0-1", "a share of supported claims"), ("1-5", "a grade from 1 to 5"), ("0-100", "a percentage"))),
    "A7": Question("is a high value under this name bad (hallucinated) or good?", "--high-hallucination",
                   (("bad", "1 means hallucinated"), ("good", "the highest value means no hallucination"))),
    "A8": Question("a pass or a score whose evaluator and threshold the file does not name", "--pass-means",
                   (("judgment", "kept as a judgment only"), ("faithful", "it says whether the answer is faithful"))),
    "A9": Question("contexts joined in one string: may they be split?", "--split-contexts",
                   (("none", "kept as one document; rank and precision mean nothing"), ("SEP", "split at SEP"))),
    "A10": Question("strings without blanks where documents are expected: ids or texts?", "--strings-are",
                    (("ids", "document ids without texts"), ("texts", "very short texts"))),
    "A11": Question("no gold text equals a retrieved text: the gold was cut differently", "--gold-match",
                    (("drop", "gold texts are kept, but retrieval is not judged by them"), ("fuzzy", "match by containment and words"),
                     ("exact", "count every gold text as missed"))),
    "A12": Question("several retriever spans in one trace: which documents count?", "--retrievers",
                    (("union", "all, in order, without repeats"), ("last", "those of the last span"), ("first", "those of the first span"))),
    "A13": Question("conversations of several turns: one row each, or the last?", "--turns",
                    (("last", "the last turn, earlier ones as history"), ("all", "a row for every turn"))),
    "A14": Question("no span is marked as a retriever; documents were found by the span's name", "--retriever-span",
                    (("NAME", "the span of that name"),)),
    "A15": Question("no gold id equals any retrieved id in the whole input", "--gold-ids",
                    (("keep", "retrieval failed everywhere"), ("drop", "two kinds of ids (files and chunks); gold is left out"))),
    "A16": Question("AutoRAG gold as a flat list: is one of the documents enough?", "--gold-nesting",
                    (("any", "one is enough (as AutoRAG computes)"), ("all", "all are needed (as its documentation says)"))),
    "A17": Question("answers whose only spans are true but not in the context (implicit_true): faithful?", "--implicit-true",
                    (("unfaithful", "not in the documents, so not faithful"), ("faithful", "true, so not counted"))),
    "A18": Question("KILT gold and prediction files have the same shape: is 'output' the right answer?", "--answer-is",
                    (("reference", "gold"), ("generated", "predictions"))),
    "A19": Question("several answers to one query: keep all or the first?", "--candidates",
                    (("all", "a row each"), ("first", "the first only"))),
    "A20": Question("the prompt seems to hold the documents as well as the question", "--question-after",
                    (("MARK", "the question is what follows the last MARK, such as 'Question:'"),)),
    "A21": Question("fields that this kind of file needs are missing, or no field is known", "--map",
                    (("FIELD=PATH,...", "name the fields, such as query=prompt,answer=out.text,docs=hits[].body"),)),
}


class Notes:
    """What was noticed: problems by kind and questions by code, each with a count and its first places."""

    def __init__(self) -> None:
        self.problems: dict = {}
        self.questions: dict = {}
        self.place = ""
        self.quiet = False

    def problem(self, kind: str, detail: str = "") -> None:
        if not self.quiet:
            entry = self.problems.setdefault(kind, {"count": 0, "places": [], "detail": detail})
            entry["count"] += 1
            if len(entry["places"]) < 3 and self.place not in entry["places"]:
                entry["places"].append(self.place)

    def ask(self, code: str, sample: Any = None) -> None:
        if not self.quiet:
            entry = self.questions.setdefault(code, {"count": 0, "place": self.place, "sample": None})
            entry["count"] += 1
            if entry["sample"] is None and sample is not None:
                entry["sample"] = shorten(sample if isinstance(sample, str) else json.dumps(sample, ensure_ascii=False, default=str),
                                          SAMPLE_WIDTH)


MAP_FIELDS = {"id": "id", "query": "query", "question": "query", "answer": "answer", "response": "answer", "docs": "docs",
              "retrieved_docs": "docs", "contexts": "docs", "doc_ids": "doc_ids", "doc_id": "doc_ids", "doc_scores": "doc_scores", "doc_score": "doc_scores",
              "doc_times": "doc_times", "doc_time": "doc_times", "doc_text": "doc_text", "context_docs": "context_docs",
              "reference": "reference", "reference_answer": "reference", "gold": "gold_ids", "gold_ids": "gold_ids",
              "gold_doc_ids": "gold_ids", "gold_texts": "gold_texts", "history": "history", "faithful": "faithful"}


CONTRACT_NAMES = {"docs": "retrieved_docs", "reference": "reference_answer", "gold_ids": "gold_doc_ids"}


def parse_map(text: str | None) -> dict:
    """--map as {field: path}. UsageError for an unknown field or what is no path."""
    out: dict = {}
    for pair in text.split(",") if text else []:
        field, mark, path = pair.strip().partition("=")
        if not mark or not path or field not in MAP_FIELDS:
            raise UsageError(f"--map {pair.strip()!r}: expected FIELD=PATH with FIELD one of {', '.join(sorted(set(MAP_FIELDS)))}")
        try:
            parse_path(path)
        except ValueError as error:
            raise UsageError(f"--map {pair.strip()}: {error}") from None
        out[MAP_FIELDS[field]] = path
    return out


# From a record to a row -------------------------------------------------------------------------------------------

class Converter:
    """Turns records into canonical rows as the table and the flags say, and notes what is doubtful on the way."""

    def __init__(self, args: argparse.Namespace, notes: Notes) -> None:
        self.args, self.notes = args, notes
        self.map = parse_map(args.map)
        self.found: set = set()  # fields of --map, and flags that name something, which the input has something for
        self.doc_keys: dict = {"seen": collections.Counter(), "fields": [], **({"text": (self.map["doc_text"],)} if "doc_text" in self.map else {}),
                               **({"named_id": self.map["doc_ids"]} if "doc_ids" in self.map else {})} if self.map else {}
        self.span_names: dict = {}  # in order
        self.unmarked: dict = {}  # names of spans that hold documents in traces without a retriever
        self.mapped: dict = {}
        self.widened: dict = {}
        self.hits: collections.Counter = collections.Counter()
        self.gold_rows = self.gold_matched = 0  # rows with gold texts and documents; those with an exact match
        self.id_rows = self.id_matched = 0  # rows with gold ids and documents; those with a common id
        self.use_gold_texts = True
        self.drop_gold_ids = False
        self.pointed: dict = {}  # kind of id -> [with ".0", other]: whole columns that pandas made floats
        self.strip: set = set()
        self.scores: dict = {}  # name of a score -> [rows, lowest, highest]
        self.candidates: dict = {}
        self.joins = Joins(args)
        self.plans: dict = {}

    def rows(self, form: Format, record: dict, number: int) -> list:
        """The canonical rows of one record. DataError when a value in it is wrong."""
        for field, path in self.map.items():
            if field not in self.found and pick(record, (path,)) is not None:
                self.found.add(field)
        if form.kind == "canonical":
            rows = [self.canonical(self.named(record) if self.map else record, number)]
        elif form.kind == "labels":
            record = self.named(record) if self.map else record
            rows = [self.label_row(form, record, number)]
        else:
            if form is GENERIC:
                form = plan_columns(tuple(record))
            elif form.kind == "row":
                form = self.with_columns(form, record)
            if self.map:
                form = self.with_map(form)
            rows = self.turns(form, record, number) if form.kind == "turns" else self.record(form, record, number)
        if self.joins.active:
            rows = [self.joins.apply(row) for row in rows]
        return rows

    def with_columns(self, form: Format, record: dict) -> Format:
        """The entry with home-grown names for what it does not find under the tool's own, such as a reference beside RAGAS columns."""
        key = (form.name, *record)
        known = self.widened.get(key)
        if known is None:
            free = tuple(name for name in record if name not in form.used and not {".", "/"} & set(name))
            wanted = set(WIDENED) - ({"id"} if form.passage else set())
            if form.purpose == "answers" and not form.prepare:
                wanted.update(RENAMED)
            more = {}
            for field, paths in plan_columns(free).fields.items() if free else ():
                own = form.fields.get(field, ())
                if field in wanted and not any(path in record or re.split(r"[.\[]", path)[0] in record for path in own):
                    more[field] = (*own, *paths)
            known = form._replace(fields={**form.fields, **more}, used=form.used.union(*more.values())) if more else form
            if len(self.widened) < 1000:
                self.widened[key] = known
        return known

    def named(self, record: dict) -> dict:
        """A canonical row or a label with what --map names under the contract's names."""
        found = {CONTRACT_NAMES.get(field, field): value for field, path in self.map.items() if not field.startswith("doc_")
                 for value in [pick(record, (path,))] if value is not None}
        found = {**record, **found}
        if any(field.startswith("doc_") for field in self.map) and found.get("retrieved_docs") is not None:
            seen = self.doc_keys["seen"]["doc_ids"]
            docs, _ = docs_from(found["retrieved_docs"], self.doc_keys)
            fields = {name: (self.map[name],) for name in ("doc_ids", "doc_scores", "doc_times") if name in self.map}
            ids = pick(record, fields.get("doc_ids", ())) if self.doc_keys["seen"]["doc_ids"] == seen else None
            self.zip_docs(GENERIC._replace(fields=fields), record, docs or [], decode_nested(ids), None)
            found["retrieved_docs"] = docs
        return found

    def with_map(self, form: Format) -> Format:
        known = self.mapped.get(form.name) if form.name != "columns" else None
        if known is None:
            assembled = form.fields if "_judgments" in form.drop else {}  # what a trace was put together from stays, where a path leads nowhere
            fields = {**form.fields, **{field: (path, *assembled.get(field, ())) for field, path in self.map.items() if field != "doc_text"}}
            keys = {**form.doc_keys, **(self.doc_keys if not assembled or "docs" in self.map else {})}
            used = form.used | {re.split(r"[.\[]", path)[0] for path in self.map.values()} | set(self.map.values())
            known = form._replace(fields=fields, doc_keys=keys, used=used, kind="row" if form.kind == "turns" else form.kind)
            if len(self.mapped) < 1000 and form.name != "columns":
                self.mapped[form.name] = known
        return known

    # The shapes that most files are made of, read without a detour. What is unusual in any way goes the long way round.

    def quick(self, form: Format, row: dict, number: int, shape: tuple) -> dict | None:
        """The row of a record that holds plain strings and lists of documents under its format's own names; else None."""
        plan = self.plans.get((form.name, shape))
        if plan is None:
            if len(self.plans) > 500:
                self.plans.clear()
            plan = self.plans[form.name, shape] = self.canonical_plan(row) if form.kind == "canonical" else self.plan(form, row)
        if not plan:
            return None
        if plan is _CANONICAL:
            own, answer, gold = row["id"], row["answer"], row.get("gold_doc_ids")
            if not own or own[0].isspace() or own[-1].isspace() or answer and (answer[0] == "<" or answer[0].isspace()) \
                    or row["retrieved_docs"] is not None and not self.docs_fit(row["retrieved_docs"]):
                return None
            for one in gold or ():
                if type(one) is not str:
                    return None
            return row
        own, query, answer, docs, reference, gold, shown, gold_ids = plan
        out: dict = {"id": f"row-{number}"}
        if own is not None:
            value = row[own]
            if not value or value[-2:] == ".0" or value != value.strip() or len(value) < 9 and value.casefold() in MISSING_WORDS:
                return None
            out["id"] = value
            if not value.isdecimal():
                self.pointed.setdefault("row", [0, 0])[1] += 1
        value = row[query]
        if len(value) < 12 or value[0] in _UNUSUAL:
            return None
        out["query"] = value
        found, items = [], row[docs]
        for place, item in enumerate(items):
            if type(item) is str:
                if form.ids and looks_like_id(item):
                    found.append({"id": item, "text": None})
                    continue
                if not item or item[-3:] == "..." or item[-1] in "\u2026 \n" or item[0] in _UNUSUAL or " " not in item[:ID_LENGTH] or len(item) == EXCEL_CELL:
                    return None
                found.append({"id": f"d{place}", "text": item})
            elif type(item) is dict and item.keys() <= _SIMPLE_DOC:
                doc = doc_from(item, place)
                text = doc["text"]
                if text is None or text[-3:] == "..." or text[-1] == "\u2026" or doc["id"][-2:] == ".0" or doc["id"] == f"d{place}" and place and "id" in items[0]:
                    return None
                found.append(doc)
            else:
                return None
        out["retrieved_docs"] = found
        if shown is not None:
            context = self.quick_context(row[shown], found)
            if context is None:
                return None
            if len(context) != len(found) or context and context[0]["id"] != found[0]["id"] or not same_docs(context, found):
                out["context_docs"] = context
        value = row[answer]
        if len(value) < 12 or value[0] in _UNUSUAL or value.startswith(ERROR_MARKS):
            return None
        out["answer"] = value
        if reference is not None:
            value = row[reference]
            if value is not None:
                if len(value) < 12 or value[0] in _UNUSUAL:
                    return None
                out["reference_answer"] = value
        if gold is not None:
            for value in row[gold]:
                if type(value) is not str or not value or value != value.strip() or value[-2:] == ".0":
                    return None
            out["gold_doc_ids"] = list(dict.fromkeys(row[gold]))
        if gold_ids is not None:  # "gold texts" that are ids
            for value in row[gold_ids]:
                if type(value) is not str or not looks_like_id(value) or value[-2:] == ".0":
                    return None
            out["gold_doc_ids"] = list(dict.fromkeys(row[gold_ids]))
        return out

    def quick_context(self, items: list, docs: list) -> list | None:
        """The documents the generator saw; None when they are none of plain texts."""
        for item in items:
            if type(item) is not str or not item or " " not in item[:ID_LENGTH] or item[-3:] == "..." or item[-1] in "\u2026 \n" or item[0] in _UNUSUAL:
                return None
        return self.shown_docs([{"id": f"d{place}", "text": item} for place, item in enumerate(items)], docs)

    def canonical_plan(self, row: dict) -> tuple:
        """Whether canonical() has nothing to do on rows of these names and types but to look at their texts."""
        kinds = {"id": (str,), "query": (str, type(None)), "answer": (str, type(None)), "retrieved_docs": (list, type(None))}
        if type(row.get("reference_answer")) not in (str, type(None)):
            return ()
        if any(name not in row or type(row[name]) not in allowed for name, allowed in kinds.items()) or self.joins.active or self.map or self.args.question_after:
            return ()
        others = {"gold_doc_ids": list, "gold_texts": list, "gold_grades": dict, "judgments": list, "claims": list, **dict.fromkeys(BOOL_SIGNALS, bool)}
        if any(row[name] is not None and type(row[name]) is not others.get(name) for name in row.keys() & SIGNAL_NAMES) or row.get("context_docs") is not None:
            return ()
        return _CANONICAL

    def plan(self, form: Format, row: dict) -> tuple:
        """The fields that quick() reads of records with these names and types; () where it does not apply."""
        if form is GENERIC or form.prepare or self.map or self.joins.active or form.passage and form.name == "ares" or form.json_strings \
                or self.args.question_after or self.args.split_contexts or form.asks or "faithful" in form.fields:
            return ()
        keys = set(row)
        wanted = {"id": str, "query": str, "answer": str, "docs": list, "reference": str, "gold_ids": list, "context_docs": list, "gold_texts": list}
        plan: dict = dict.fromkeys(wanted)
        for name, paths in form.fields.items():
            here = [path for path in paths if path in row and row[path] is not None]
            if name == "context_docs" and here == [plan["docs"]]:
                continue
            if not here:
                continue
            if name == "gold_texts" and not (form.ids and here):
                return ()
            if name not in wanted or type(row[here[0]]) is not wanted[name] or len(here) > 1 and name != "docs":
                return ()
            plan[name] = here[0]
            keys.discard(here[0])
        if keys - {key for key in keys if row[key] is None} or None in (plan["query"], plan["answer"], plan["docs"]):
            return ()
        if any(row[key] is None for key in keys) and not keys <= form.used:
            return ()
        return tuple(plan.values())

    # Canonical rows: checked, and returned as they are when nothing is wrong with them.

    def canonical(self, row: dict, number: int) -> dict:
        change: dict = {}
        own = row.get("id")
        if type(own) is not str or not own or own != own.strip():
            change["id"] = own_id(own) or f"row-{number}"
        named = [name for name in CANONICAL[1:] if name in row]
        if named and len(named) < 3:
            change.update({name: None for name in CANONICAL[1:] if name not in row})
        for name, keys, role in (("query", QUERY_KEYS, "user"), ("answer", ANSWER_KEYS, "assistant"), ("reference_answer", ANSWER_KEYS, "assistant")):
            value = row.get(name)
            if value is not None and type(value) is not str:
                change[name] = find_text(value, keys, role)[0]
                if change[name] is None:
                    self.notes.problem(f"{name} of unknown shape", f"keys {shorten(list(value))}; name the one with --map" if isinstance(value, dict) else "")
        if self.args.question_after:
            change["query"] = self.after_mark(change.get("query", row.get("query")))
        answer = change.get("answer", row.get("answer"))
        if answer and answer[:20].lstrip()[:1] == "<" and _THINK.match(answer):
            change["answer"], reasoning = strip_reasoning(answer)
            change["metadata"] = {**(row.get("metadata") if isinstance(row.get("metadata"), dict) else {}), "reasoning": reasoning}
            if not change["answer"]:
                self.notes.problem("unfinished answers", "a reasoning block that is never closed")
        for name in ("retrieved_docs", "context_docs"):
            docs = row.get(name)
            if docs is not None and not self.docs_fit(docs):
                mended = self.mend_docs(docs, row.get("gold_doc_ids"))
                if mended != docs:
                    change[name] = mended
        gold = row.get("gold_doc_ids")
        if gold is not None and not (type(gold) is list and all(type(one) is str for one in gold)):
            found = gold_from(gold)
            change["gold_doc_ids"] = found["ids"]
            for name in ("grades", "groups"):
                if name in found and f"gold_{name}" not in row:
                    change[f"gold_{name}"] = found[name]
            if found["dropped"]:
                self.notes.problem("null gold ids dropped")
        for name in row.keys() & SIGNAL_NAMES:
            self.check_signal(row, name, change)
        change = {name: value for name, value in change.items() if name not in row or value is not row[name]}
        if not change:
            return row
        out = {"id": change.get("id", own), **{name: value for name, value in row.items() if name != "id"}, **change}
        return {name: value for name, value in out.items() if value is not _GONE} if _GONE in change.values() else out

    def docs_fit(self, docs: Any) -> bool:
        if type(docs) is not list:
            return False
        for doc in docs:
            if type(doc) is not dict or type(doc.get("id")) is not str:
                return False
            text = doc.get("text")
            if text is None:
                if "text" not in doc:
                    return False
            elif type(text) is not str or not text or text.isspace():
                return False
        return True

    def mend_docs(self, docs: Any, gold: Any) -> list | None:
        if type(docs) is not list:
            found, how = docs_from(docs, None, self.separator(GENERIC))
            self.found.update(["split_contexts"] * (how == "split"))
            if how == "cut":
                self.notes.problem("truncated cells", "a list that could not be read to its end")
            return found
        out = []
        for place, doc in enumerate(docs):
            if type(doc) is dict and (type(doc.get("text")) is str or doc.get("text") is None) and not (
                    {"page_content", "content", "node", "chunk"} & respell(doc).keys() or "text" not in doc and not TEXT_NAMES.isdisjoint(respell(doc))
                    or "id" not in doc and not ID_NAMES.isdisjoint(respell(doc))):
                text = doc.get("text")
                own = own_id(doc.get("id")) or doc_from({name: doc[name] for name in DOC_META if name in doc}, place)["id"]
                out.append({**doc, "id": own, "text": text if text and not text.isspace() else None})
            else:
                out.append(doc_from(doc, place))
        return self.settle(out, gold if isinstance(gold, list) else [], docs)

    def settle(self, docs: list, gold: list, raw: Any = None, keys: dict | None = None) -> list:
        """Documents without an id keep their place under a name that no other document or gold id has.

        Where no document has one, d0, d1 ... are the positions users mean.
        """
        without = [place for place, doc in enumerate(docs) if doc["id"] == f"d{place}"]
        if type(raw) is list and len(raw) == len(docs):
            without = [place for place in without if not mentions(raw[place], f"d{place}") or doc_from(raw[place], -1, keys)["id"] == "d-1"]
        if not without or len(without) == len(docs):
            return docs
        taken = {doc["id"] for place, doc in enumerate(docs) if place not in without} | {one for one in gold if isinstance(one, str)}
        self.notes.problem("documents without an id", "named by their place")
        for place in without:
            if docs[place]["id"] in taken:
                docs[place]["id"] = f"d{place}-unnamed"
        return docs

    def check_signal(self, row: dict, name: str, change: dict) -> None:
        value = row[name]
        if value is None:
            return
        if name in BOOL_SIGNALS:
            if type(value) is not bool:
                if is_missing(value):
                    change[name] = None
                    return
                try:
                    plain = label_verdict(name, value) if name == "faithful" and isinstance(value, str) else as_bool(value)
                except ValueError as error:
                    raise DataError(str(error)) from None
                if plain is None and isinstance(value, str) and value.strip().casefold() in NO_LABEL_WORDS:
                    change[name] = None
                    return
                if plain is None:
                    raise DataError(f"field '{name}' must be true or false, got {shorten(value)!r}")
                change[name] = plain
        elif name in NUMBER_SIGNALS:
            number = value
            if type(value) not in (int, float):
                number = None if isinstance(value, bool) else as_number(value)
                if number is None and not is_missing(value):
                    raise DataError(f"field '{name}' must be a number, got {kind_of(value)} {shorten(value)!r}")
                change[name] = number
            if name == "faithfulness_score" and number is not None:
                self.score_seen(name, number)
                if self.args.faithfulness_scale in ("0-1", "0-100"):
                    change[name] = _GONE
                    top = int(self.args.faithfulness_scale[2:])
                    change["judgments"] = [*objects_in(row.get("judgments")), {"name": name, "value": number, "min": 0, "max": top,
                                                                          "higher_is_better": True}]

    def score_seen(self, name: str, value: float) -> None:
        seen = self.scores.get(name)
        if seen is None:
            self.scores[name] = [1, value, value]
        else:
            seen[0] += 1
            if value < seen[1]:
                seen[1] = value
            elif value > seen[2]:
                seen[2] = value

    # Turns: one record holds a conversation.

    def turns(self, form: Format, record: dict, number: int) -> list:
        own = own_id(pick(record, form.fields.get("id", ("id",)))) or f"row-{number}"
        pieces, default = self.turn_records(form, record)
        wanted = self.args.turns
        if len(pieces) > 1 and wanted is None and default == "last":
            self.notes.ask("A13", pieces[-1].get("query"))
        if len(pieces) > 1 and (wanted or default) == "last":
            pieces = pieces[-1:]
        rows = []
        for place, piece in enumerate(pieces, 1):
            if "messages" in form.fields:
                scores = form.scores if place == len(pieces) else ()
                given = {"query": ("query",), "answer": ("answer",), "docs": ("_docs",), "reference": ("_reference",)}
            else:
                scores, given = form.scores, {}
            form_row = form._replace(kind="row", fields={**form.fields, **given, "id": ("_id",)}, scores=scores,
                                     used=form.used | {"query", "answer"})
            piece["_id"] = own if len(pieces) == 1 else f"{own}#{place}"
            rows += self.record(form_row, piece, number)
        if not rows:
            self.notes.problem("conversations without an answered turn")
        return rows

    def turn_records(self, form: Format, record: dict) -> tuple:
        fields, pieces, history = form.fields, [], []
        if "turns" in fields:
            found = pick(record, fields["turns"])
            for turn in found if isinstance(found, list) else []:
                if not isinstance(turn, dict):
                    continue
                inner = {**(turn["inputRecord"] if isinstance(turn.get("inputRecord"), dict) else {}), **turn}
                inner["_history"] = list(history)
                query, answer = (find_text(pick(inner, fields[name]), keys, role)[0] for name, keys, role in (
                    ("query", QUERY_KEYS, "user"), ("answer", ANSWER_KEYS, "assistant")))
                history += [{"role": role, "content": text} for role, text in (("user", query), ("assistant", answer)) if text]
                pieces.append(inner)
            return pieces, "all"
        found = decode_nested(pick(record, fields["messages"]))
        kept = {re.split(r"[.\[]", path)[0] for how in form.scores for path in how[1].split()}
        rest = {key: value for key, value in record.items() if key not in form.used or key in kept}
        query, holds_docs, said = None, False, []
        for message in found if isinstance(found, list) else []:
            role, text = (message_role(message), message_text(message)) if isinstance(message, dict) else (None, None)
            if role not in ("user", "assistant") or not text:
                continue
            if role == "user":
                query = text
            elif query is None and pieces:  # the assistant went on without being asked
                pieces[-1]["answer"] += "\n" + text
            elif query is not None:
                docs = pick(message, fields["docs"]) if "docs" in fields else None
                holds_docs = holds_docs or docs is not None
                pieces.append({**rest, "query": query, "answer": text, "_docs": docs, "_history": said[:-1]})
                query = None
            said = [*said, {"role": role, "content": text}]
        if query is not None and not pieces:
            pieces.append({**rest, "query": query, "_history": said[:-1]})
        if pieces and not holds_docs and "docs" in fields:
            pieces[-1]["_docs"] = pick(record, fields["docs"])
        if pieces:
            pieces[-1]["_reference"] = pick(record, fields["reference"]) if "reference" in fields else None
        return pieces, "all" if holds_docs else "last"

    # One record, one row (or one a candidate answer).

    def record(self, form: Format, row: dict, number: int) -> list:
        if form.prepare is not None:
            row = form.prepare(row)
        fields, notes, args = form.fields, self.notes, self.args
        meta: dict = {}
        own = own_id(pick(row, fields["id"])) if "id" in fields else None
        own = self.plain_id("row", own) if own else f"row-{number}"
        query = self.query_of(form, row)
        answers, holder = self.answers_of(form, row, meta)
        reference, references = self.reference_of(form, row)
        docs, how = self.docs_of_record(form, row, "docs", meta)
        if docs is None and how == "none" and holder is not None:
            docs, how = docs_from(find_inner_docs(holder), form.doc_keys)
        if how == "joined" and docs and not form.passage and not form.separator:
            meta["contexts_joined"] = True
            notes.problem("contexts in one joined string", "kept as one document; --split-contexts SEP splits them")
            if form.name == "columns" and args.split_contexts is None and re.search(r"\n\n|\|\|\||\n---\n| \| ", docs[0]["text"] or ""):
                notes.ask("A9", docs[0]["text"])
        context = self.docs_of_record(form, row, "context_docs", meta)[0] if "context_docs" in fields else None
        gold, gold_texts = self.gold_of(form, row)
        if form.name in ("columns", "ragas-0.1", "langsmith-dataset", "kilt", "vertex"):
            query, answers, reference, references, docs, gold_texts = self.settle_roles(
                form, row, query, answers, reference, references, docs, gold_texts)
        if context is not None:
            context = self.shown_docs(context, docs)
        if docs is not None:
            docs = self.settle(docs, gold["ids"] if gold else [], pick(row, fields.get("docs", ())), form.doc_keys)
        out: dict = {"id": own, "query": query, "retrieved_docs": docs}
        if context is not None and docs is not None and not same_docs(context, docs):
            out["context_docs"] = context
        out["answer"] = answers[0] if answers else None
        if reference is not None:
            out["reference_answer"] = reference
            if len(references) > 1:
                meta["reference_answers"] = references
        self.add_gold(form, out, gold, gold_texts, meta)
        seen = self.add_judgments(form, row, out, meta)
        self.add_history(form, row, out, meta)
        self.add_metadata(form, row, meta, seen)
        if row.get("_cited"):
            meta["docs_cited_only"] = True
        if meta:
            out["metadata"] = meta
        if len(answers) > 1:
            return [{**out, "id": f"{own}#{place}", "answer": answer} for place, answer in enumerate(answers, 1)]
        return [out]

    def plain_id(self, kind: str, own: str) -> str:
        """An id without the ".0" of a whole column that pandas turned into floats (facts Q8); told after the first pass."""
        if own[-2:] == ".0" and own[:-2].isdecimal():
            self.pointed.setdefault(kind, [0, 0])[0] += 1
            return own[:-2] if kind in self.strip else own
        if not own.isdecimal():
            self.pointed.setdefault(kind, [0, 0])[1] += 1
        return own

    def query_of(self, form: Format, row: dict) -> str | None:
        value = pick(row, form.fields["query"]) if "query" in form.fields else None
        if type(value) is str and value[:1] not in ("{", "[", " ", "\n", '"'):
            text = value
        else:
            if form.json_strings and isinstance(value, str):
                value = unquote(value)
            text = find_text(value, QUERY_KEYS, "user")[0]
            if text is None and value is not None:
                self.notes.problem("query of unknown shape", f"keys {shorten(', '.join(value))}; name the one with --map query=" if isinstance(value, dict) else "")
        return self.after_mark(text)

    def after_mark(self, text: str | None) -> str | None:
        """What follows the last --question-after in a prompt."""
        mark = self.args.question_after
        if mark and text and mark in text:
            self.found.add("question_after")
            return text.rpartition(mark)[2].strip()
        return text

    def answers_of(self, form: Format, row: dict, meta: dict) -> tuple:
        """(answers, the object they lay in): one, none, or several candidates."""
        for path in form.fields.get("answer", ()):
            value = row[path] if path in row else dig(row, path) if "." in path or "[" in path else None
            if value is None or value != value:
                continue
            texts, holder = self.texts_of(form, value, meta)
            if texts or holder is not None:
                if len(texts) > 1:
                    if self.args.candidates is None:
                        self.notes.ask("A19", texts[1])
                    elif self.args.candidates == "first":
                        texts = texts[:1]
                return texts, holder
        return [], None

    def texts_of(self, form: Format, value: Any, meta: dict) -> tuple:
        if form.json_strings and isinstance(value, str):
            value = unquote(value)
        if isinstance(value, str) and value[:2] in ("['", '["') and form.name in ("haystack-report", "columns", "autorag", "mlflow-table"):
            value = decode_nested(value)
        if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
            return [text for one in value for text in self.clean_answer(one, meta)], None
        text, holder = find_text(value, ANSWER_KEYS, "assistant")
        if text is None:
            if isinstance(value, (dict, list)) and value:
                self.notes.problem("answer of unknown shape", f"keys {shorten(', '.join(map(str, value)))}; name the one with "
                                   "--map answer=" if isinstance(value, dict) else "")
            return [], holder
        return self.clean_answer(text, meta), holder

    def clean_answer(self, text: str, meta: dict) -> list:
        head = text[:20].lstrip()[:1]
        if head == "<" and _THINK.match(text):
            text, meta["reasoning"] = strip_reasoning(text)
            if not text:
                self.notes.problem("unfinished answers", "a reasoning block that is never closed")
        elif len(text) < 12 and text.strip().casefold() in MISSING_WORDS:
            if text.strip() not in ("None", "null"):
                return [text] if text == "" else []
            self.notes.problem("answers that are the word None or null", "kept: a model may have said it")
        elif text[:40].startswith(ERROR_MARKS):
            self.notes.problem("error text as content", "an answer that is an error message")
            if text.startswith(ERROR_MARKS[:3]):
                return []
        return [text]

    def reference_of(self, form: Format, row: dict) -> tuple:
        for path in form.fields.get("reference", ()):
            value = row[path] if path in row else dig(row, path) if "." in path or "[" in path else None
            if value is None or is_missing(value):
                continue
            if isinstance(value, str) and value[:1] in "[(" and not looks_like_citation(value):
                value = decode_nested(value)
            if isinstance(value, list) and not messages_in(value):
                texts = [text for one in value for text in [find_text(one, ANSWER_KEYS, "assistant")[0]]
                         if text is not None and not is_missing(text)]
                texts = list(dict.fromkeys(texts))
                if texts:
                    return texts[0], texts
                continue
            text = find_text(value, ("expected_response", "reference", *ANSWER_KEYS), "assistant")[0]
            if text is not None and not is_missing(text):
                return text, [text]
        return None, []

    def docs_of_record(self, form: Format, row: dict, field: str, meta: dict) -> tuple:
        fields, value = form.fields, None
        for path in fields.get(field, ()):
            value = row[path] if path in row else dig(row, path) if "." in path or "[" in path else None
            if value is not None and not is_missing(value):
                break
        else:
            value = None
        ids = decode_nested(pick(row, fields["doc_ids"])) if "doc_ids" in fields and field == "docs" else None
        if value is None and isinstance(ids, (list, str)):
            ids = ids if isinstance(ids, list) else [one for one in re.split(r"[,;|\s]\s*", ids) if one]
            return [{"id": own_id(one) or f"d{place}", "text": None} for place, one in enumerate(ids)], "list"
        if value is None:
            return None, "none"
        separator = self.separator(form)
        seen = self.doc_keys["seen"]["doc_ids"] if self.map else 0
        docs, how = docs_from(value, form.doc_keys, separator)
        if self.map and self.doc_keys["seen"]["doc_ids"] > seen:
            ids = None  # --map doc_ids named a field inside the documents
        self.found.update(["split_contexts"] * (how == "split"))
        if how == "cut":
            self.notes.problem("truncated cells", "a list that could not be read to its end; the documents are missing")
        if how == "split" and any(doc["text"] and len(doc["text"]) < SHORT_PIECE for doc in docs):
            self.notes.problem("contexts split into very short pieces", f"a text may hold {separator!r} itself")
        if not docs:
            return docs, how
        if type(value) is str and how == "list" and form.ids:
            value = decode_nested(value)  # a table's cell
        if isinstance(value, list) and value and type(value[0]) is str and (" " not in value[0] or form.ids):
            docs = self.ids_or_texts(form, value, docs)
        if field == "docs":
            self.zip_docs(form, row, docs, ids, separator)
        for doc in docs:
            text = doc["text"]
            if text is not None and (text[-3:] == "..." or text[-1] == "\u2026" or len(text) == EXCEL_CELL):
                self.notes.problem("truncated documents", "a text that ends in an ellipsis or at a spreadsheet's limit")
                break
        return docs, how

    def separator(self, form: Format) -> str | None:
        """What joined contexts are split at: --split-contexts, else what the format fixes."""
        told = self.args.split_contexts
        if told in (None, "none"):
            return form.separator
        return told.encode("utf-8").decode("unicode_escape") if "\\" in told else told

    def ids_or_texts(self, form: Format, value: list, docs: list) -> list:
        told = self.args.strings_are
        like = [isinstance(one, str) and looks_like_id(one) for one in value]
        if told == "texts" or not any(like) or not (form.ids or all(like)):
            return docs
        if told is None and not form.ids:
            self.notes.ask("A10", value[:3])
        return [{"id": one, "text": None} if is_id else doc for one, is_id, doc in zip(value, like, docs)]

    def zip_docs(self, form: Format, row: dict, docs: list, ids: Any, separator: str | None) -> None:
        fields = form.fields
        if isinstance(ids, list) and len(ids) == len(docs):
            for doc, own in zip(docs, ids):
                own = own_id(own)
                if own is not None:
                    doc["id"] = own
        elif ids is not None and len(docs) == 1 and not isinstance(ids, list):
            docs[0]["id"] = own_id(ids) or docs[0]["id"]
        elif ids is not None:
            self.notes.problem("document ids and texts of different number", "the ids were left out")
        for name, key in (("doc_scores", "score"), ("doc_times", "timestamp")):
            values = pick(row, fields[name]) if name in fields else None
            if isinstance(values, str):
                found = decode_nested(values)
                values = split_text(found, separator) if isinstance(found, str) and separator and separator in found else found
            if values is not None and not isinstance(values, list):
                values = [values]
            for doc, value in zip(docs, values or []):
                value = as_number(value) if key == "score" else value
                if not is_missing(value) and isinstance(value, (str, int, float)):
                    doc[key] = value
        if any("." in doc["id"] for doc in docs) or self.pointed.get("doc"):
            for doc in docs:
                doc["id"] = self.plain_id("doc", doc["id"])

    def shown_docs(self, context: list, docs: list | None) -> list:
        """What the generator saw, under the ids of the same texts among the retrieved ones."""
        known = {doc["text"]: doc["id"] for doc in docs or [] if doc["text"] is not None}
        ids = {doc["id"] for doc in docs or []}
        out = []
        for place, doc in enumerate(context):
            if doc["id"] == f"d{place}":
                own = known.get(doc["text"])
                doc = {**doc, "id": own if own is not None else f"d{place}" if not docs or f"d{place}" not in ids else f"c{place}"}
            out.append(doc)
        return out

    def gold_of(self, form: Format, row: dict) -> tuple:
        fields, gold, texts = form.fields, None, []
        value = pick(row, fields["gold_ids"]) if "gold_ids" in fields else None
        if value is not None:
            gold = gold_from(value)
            if gold["dropped"]:
                self.notes.problem("null gold ids dropped")
            if self.pointed.get("gold") or any("." in one for one in gold["ids"]):
                gold["ids"] = [self.plain_id("gold", one) for one in gold["ids"]]
            if form.name == "autorag":
                self.nest_gold(value, gold)
            if form.name == "kilt" and not gold["ids"] and dig(row, "output[].provenance[]") in (None, []):
                gold = None
        if "gold_texts" in fields:
            value = pick(row, fields["gold_texts"])
            if isinstance(value, dict) and form.doc_keys == {} and transpose(value) is None and respell(value).keys().isdisjoint(DOC_TEXT):
                value = None
            if form.ids and isinstance(value, list) and value and all(isinstance(one, str) and looks_like_id(one) for one in value):
                gold = gold or gold_from(value)
            elif value is not None:
                try:
                    texts = texts_from(value, form.separator)
                except RecursionError:
                    texts = []
        return gold, texts

    def nest_gold(self, value: Any, gold: dict) -> None:
        value = decode_nested(value)
        if isinstance(value, list) and len(value) > 1 and not any(isinstance(one, list) for one in value):
            if self.args.gold_nesting is None:
                self.notes.ask("A16", value)
            if self.args.gold_nesting != "all":
                gold["groups"] = [gold["ids"]]

    def settle_roles(self, form: Format, row: dict, query: str | None, answers: list, reference: str | None, references: list,
                     docs: list | None, gold_texts: list) -> tuple:
        """The false friends of facts section 7 (A1 to A5, A18, A20), as the flags say or as the likelier reading is."""
        args, notes, fields = self.args, self.notes, form.fields
        mapped = self.map
        docs_key = fold_name((fields.get("docs") or ("",))[0])
        answer_key = fold_name((fields.get("answer") or ("",))[0])
        if form.name == "columns":
            if answer_key == "answer" and docs_key in ("context", "passage", "passages", "documents") and "answer" not in mapped \
                    and answers and reference is None:
                if args.answer_is is None:
                    notes.ask("A1", answers[0])
                elif args.answer_is == "reference":
                    answers, reference, references = [], answers[0], answers
            elif reference is not None and fields.get("reference") == ("answer",):
                if args.answer_is is None:
                    notes.ask("A1", reference)
            if docs_key == "context" and docs and "docs" not in mapped:
                if args.context_is is None:
                    notes.ask("A3", docs[0]["text"])
                elif args.context_is == "gold":
                    docs, gold_texts = None, [doc["text"] for doc in docs if doc["text"]]
            if docs is None and reference is not None and fold_name(fields["reference"][0]) == "reference" and answers \
                    and answer_key == "output" and "reference" not in mapped:
                if args.reference_is is None:
                    notes.ask("A4", reference)
                elif args.reference_is == "context":
                    docs, reference, references = docs_from(reference)[0], None, []
        if form.name in ("columns", "ragas-0.1") and docs and not answers and docs_key in ("contexts", "context") and "docs" not in mapped:
            if args.context_is is None:
                if docs_key == "contexts":
                    notes.ask("A5", docs[0]["text"])
            elif args.context_is == "gold" and docs:
                docs, gold_texts = None, [doc["text"] for doc in docs if doc["text"]]
        if form.name == "langsmith-dataset":
            if args.answer_is is None and "answer" not in mapped and "reference" not in mapped:
                notes.ask("A2", reference)
            elif args.answer_is == "generated":
                text, holder = find_text(row.get("outputs"), ANSWER_KEYS, "assistant")
                answers, reference, references = [text] if text is not None else [], None, []
                docs = docs_from(find_inner_docs(holder))[0] if holder is not None else docs
        if form.name == "kilt":
            if args.answer_is is None:
                notes.ask("A18", reference)
            elif args.answer_is == "generated":
                found = dig(row, "output[].provenance[].wikipedia_id")
                docs = [{"id": own_id(one) or f"d{place}", "text": None} for place, one in enumerate(found or [])]
                answers, reference, references = [reference] if reference is not None else [], None, []
        if query and docs and docs[0]["text"] and len(docs[0]["text"]) > 20 and docs[0]["text"] in query and args.question_after is None:
            notes.ask("A20", query)
        elif form.name == "vertex" and docs is None and query and "instruction" not in row and re.search(r"(?i)\bcontext\b\s*:", query) \
                and args.question_after is None:
            notes.ask("A20", query)
        return query, answers, reference, references, docs, gold_texts

    def add_gold(self, form: Format, out: dict, gold: dict | None, texts: list, meta: dict) -> None:
        docs = out["retrieved_docs"]
        if form.name == "kilt" and self.args.answer_is == "generated":
            gold, texts = None, []
        if gold is not None:
            out["gold_doc_ids"] = gold["ids"]
            if gold.get("grades"):
                out["gold_grades"] = gold["grades"]
            if gold.get("groups"):
                out["gold_groups"] = gold["groups"]
            self.compare_ids(out, docs)
        if texts:
            if gold is None and docs and any(doc["text"] for doc in docs):
                ids = match_gold(texts, docs, self.args.gold_match == "fuzzy")
                self.gold_rows += 1
                if any(not one.startswith("gold") or one in {doc["id"] for doc in docs} for one in ids):
                    self.gold_matched += 1
                if self.use_gold_texts and self.args.gold_match != "drop":
                    out["gold_doc_ids"] = ids
                    meta["gold_from_text"] = True
            out["gold_texts"] = texts

    def compare_ids(self, out: dict, docs: list | None) -> None:
        gold = out.get("gold_doc_ids")
        if gold and docs:
            self.id_rows += 1
            if not {doc["id"] for doc in docs}.isdisjoint(gold):
                self.id_matched += 1
            if self.drop_gold_ids:
                for name in ("gold_doc_ids", "gold_grades", "gold_groups"):
                    out.pop(name, None)

    def add_history(self, form: Format, row: dict, out: dict, meta: dict) -> None:
        value = row.get("_history") if "_history" in row else decode_nested(pick(row, form.fields["history"])) if "history" in form.fields else None
        turns = [{"role": message_role(one) or "user", "content": message_text(one)} for one in value
                 if isinstance(one, dict) and message_text(one)] if isinstance(value, list) else []
        if isinstance(value, list) and not turns:
            turns = [{"role": role, "content": text} for one in value if isinstance(one, (list, tuple)) and len(one) == 2
                     for role, text in zip(("user", "assistant"), one) if isinstance(text, str)]
        if turns:
            out["history"] = [{"role": one["role"], "text": one["content"]} for one in turns]
            meta["history"] = turns

    def add_metadata(self, form: Format, row: dict, meta: dict, seen: set) -> None:
        used = form.used | seen if seen else form.used
        for key, value in row.items():
            if key in used or key[:1] == "_" or value is None or is_missing(value) or key in meta:
                continue
            if key == "metadata":
                found = decode_nested(value)
                if isinstance(found, dict):
                    for name, one in found.items():
                        if not is_missing(one):
                            meta.setdefault(name, one)
                    continue
                value = found
            elif key in ("error", "errors") and value:
                self.notes.problem("rows with an error", "the record says that its run failed")
            elif key == "truncated_cells" and value:
                self.notes.problem("truncated cells", f"cut by the viewer: {shorten(value)}")
            meta[key] = value
        facts = pick(row, form.fields["facts"]) if "facts" in form.fields else None
        if facts is not None:
            meta["expected_facts"] = facts
        if form.name == "mlflow-eval" and isinstance(row.get("expectations"), dict):
            for name, value in row["expectations"].items():
                if name != "expected_response" and not is_missing(value):
                    meta.setdefault(name, value)

    # Judgments.

    def add_judgments(self, form: Format, row: dict, out: dict, meta: dict) -> set:
        found: list = list(row.get("_judgments") or ())
        seen: set = set()
        for how in form.scores:
            found += self.read_scores(form, how, row, seen, out)
        for key in row:
            name = signal_name(key)
            if name is not None and key not in form.used and form.name != "assembled":
                if not is_missing(row[key]):
                    change: dict = {}
                    try:
                        self.check_signal({name: row[key]}, name, change)
                    except DataError:
                        if name in ("correct", "relevant", "abstained"):  # ordinary words: the column may hold something else
                            continue
                        raise
                    value = change.get(name, row[key])
                    if value is not _GONE:
                        out[name] = value
                    found += change.get("judgments", [])
                seen.add(key)
        if form.name == "columns":
            found += self.odd_columns(row, out, seen)
        if "faithful" in form.fields:
            value = pick(row, form.fields["faithful"])
            try:
                verdict = label_verdict(form.fields["faithful"][0], value) if value is not None else None
            except ValueError as error:
                raise DataError(str(error)) from None
            if row.get("_implied"):
                if self.args.implicit_true is None:
                    self.notes.ask("A17", out.get("answer"))
                verdict = self.args.implicit_true == "faithful"
            if verdict is not None:
                out["faithful"] = verdict
        for one in found:
            if "faithful" not in out:
                verdict = verdict_of(one, form.numbers)
                if verdict is not None:
                    out["faithful"] = verdict
            elif verdict_of(one, form.numbers) not in (None, out["faithful"]):
                self.notes.problem("judgments that disagree", "the first one counts as faithful")
        if found:
            out["judgments"] = found
            if self.args.faithfulness_scale == "1-5" and "faithfulness_score" not in out:
                for one in found:
                    value = one.get("value")
                    if fold_name(one["name"]).startswith(("faithful", "grounded")) and type(value) in (int, float) and 1 <= value <= 5:
                        out["faithfulness_score"] = value
                        one.update({"min": 1, "max": 5, "higher_is_better": True})
        meta.update(out.pop("_facts", {}))
        return seen

    def read_scores(self, form: Format, how: tuple, row: dict, seen: set, out: dict) -> list:
        kind, found = how[0], []
        if kind == "metrics":
            for key, value in row.items():
                if key not in form.used and type(value) is not dict and is_metric(key):
                    number = as_number(value)
                    if number is None and not is_missing(value) and not isinstance(value, bool):
                        if not (isinstance(value, str) and as_bool(value) is not None):
                            continue
                    seen.add(key)
                    if number is None and isinstance(value, str):
                        number = as_bool(value)
                    if isinstance(number, (int, float)) and not isinstance(number, bool):
                        self.score_seen(key, number)
                    scale = how[1] if not isinstance(number, bool) and self.fits(key, how[1]) else None
                    found.append(judgment(key, number, scale))
        elif kind == "columns":
            pattern = re.compile(how[1])
            for key, value in row.items():
                match = pattern.fullmatch(key)
                if match is None:
                    continue
                name, extra = match.group(1), {}
                for part, template in how[3].items():
                    companion = template.format(*match.groups())
                    extra[part] = row.get(companion)
                    seen.add(companion)
                seen.add(key)
                if how[2] == "bool":
                    value = as_bool(value) if not is_missing(value) else None
                    found.append(judgment(name, value, None, **extra) if value is not None else None)
                else:
                    found.append(judgment(name, as_bool(value) if isinstance(value, str) and value in ("True", "False") else value, how[2], **extra))
        elif kind == "object":
            value = decode_nested(pick(row, (how[1],)))
            for name, one in value.items() if isinstance(value, dict) else ():
                if isinstance(one, dict):
                    found.append(judgment(name, one.get("score", one.get("value")), None, comment=one.get("reason")))
                else:
                    scale = how[2] if how[2] != "metric" else UNIT if is_metric(name) and not name.startswith("answer_sim") else None
                    found.append(judgment(name, one, scale))
        elif kind == "field":
            value = dig(row, how[1])
            if value is not None:
                found.append(judgment(how[1].rpartition(".")[2], value, how[2]))
        elif kind in ("list", "one"):
            value = [row] if kind == "one" else decode_nested(pick(row, (how[1],)))
            for one in value if isinstance(value, list) else ():
                if isinstance(one, dict):
                    found.append(self.one_score(one, how[2], how[3]))
        elif kind == "deepeval":
            for one in objects_in(pick(row, tuple(how[1].split()))):
                if one:
                    name = str(one.get("name", one.get("metric", "")))
                    bare = re.sub(r" \[.*\]$", "", name)
                    scored = judgment(name, one.get("score"), how[2], passed=one.get("success"), threshold=one.get("threshold"),
                                      comment=one.get("reason"))
                    if scored is not None and LOWER_IS_BETTER.search(fold_name(bare)):
                        scored.pop("higher_is_better", None)  # its polarity changed between versions (facts Q9)
                    found.append(scored)
        elif kind in _SCORE_READERS:
            found += _SCORE_READERS[kind](self, row, out, seen, form)
        return [one for one in found if one is not None]

    def one_score(self, one: dict, names: dict, scale: tuple | None) -> dict | None:
        got = {part: pick(one, tuple((names.get(part) or SCORE_FIELDS[part] if names.get(part) is not None or not names else "").split()))
               for part in SCORE_FIELDS}
        name = got.pop("name")
        value = got.pop("value")
        if isinstance(got.get("label"), (dict, list)) or isinstance(value, (dict, list)):
            return None
        if got.get("label") is not None and as_number(got["label"]) is not None and value is not None:
            got.pop("label")
        if isinstance(value, str) and got.get("label") == value:
            got.pop("label")
        if name is None:
            return None
        return judgment(str(name), value, (UNIT if is_metric(str(name)) else None) if scale == "metric" else scale, **got)

    def fits(self, name: str, scale: tuple | None) -> bool:
        seen = self.scores.get(name)
        return scale is not None and (seen is None or (seen[1] >= scale[0] and seen[2] <= scale[1]))

    def odd_columns(self, row: dict, out: dict, seen: set) -> list:
        """Columns of rows without a known format whose meaning must be asked: hallucination (A7), passes (A8)."""
        found = []
        for key, value in row.items():
            if is_missing(value) or isinstance(value, (dict, list)) or key in seen and not BAD_NAME.search(fold_name(key)):
                continue
            name = fold_name(key)
            if BAD_NAME.search(name) and "faithful" not in out:
                number = as_number(value)
                told = self.args.high_hallucination
                if isinstance(number, bool) or (number is None and as_bool(value) is not None) or (number in (0, 1) and name.startswith(("is", "has"))):
                    out["faithful"] = not as_bool(value)
                    if key not in seen:
                        found.append(judgment(key, as_bool(value)))
                elif number is not None:
                    if told is None:
                        self.notes.ask("A7", f"{key}: {value}")
                    if key not in seen:
                        seen.add(key)
                        found.append(judgment(key, number))
                    self.score_seen("hallucination", number)
                    top = self.scores["hallucination"][2]
                    if top <= 1 and number in (0, 1):
                        out["faithful"] = (number == 1) if told == "good" else (number == 0)
                    elif top > 1 and told != "bad" and 1 <= number <= 5:
                        out["faithfulness_score"] = number
                else:
                    continue
                seen.add(key)
            elif name in ("pass", "passed", "passing", "success", "label", "verdict", "humanlabel") and "faithful" not in out:
                word = str(value).strip().casefold()
                if word in FAITHFUL_WORDS or word in UNFAITHFUL_WORDS:
                    out["faithful"] = word in FAITHFUL_WORDS
                elif word in ("pass", "fail") or as_bool(value) is not None:
                    verdict = word == "pass" if word in ("pass", "fail") else as_bool(value)
                    if self.args.pass_means is None:
                        self.notes.ask("A8", f"{key}: {value}")
                    if self.args.pass_means == "faithful":
                        out["faithful"] = verdict
                    found.append(judgment(key, passed=verdict))
                else:
                    continue
                seen.add(key)
        return [one for one in found if one is not None]

    def label_row(self, form: Format, record: dict, number: int) -> dict:
        """A row that holds judgments only: {id, faithful?, faithfulness_score?, judgments?}."""
        own = next((own_id(record[path]) if path in record else own_id(dig(record, path))
                    for path in form.fields.get("id", ()) if (path in record or "." in path) and record.get(path) is not None), None)
        out: dict = {"id": self.plain_id("row", own) if own else f"row-{number}"}
        found: list = []
        for how in form.scores:
            found += self.read_scores(form, how, record, set(), out)
        for one in found:
            verdict = verdict_of(one, form.numbers)
            if verdict is not None and "faithful" not in out:
                out["faithful"] = verdict
        if found:
            out["judgments"] = found
        return out


_GONE = object()
_CANONICAL = ("canonical",)
_UNUSUAL = frozenset("{[<(\" \n\t")  # a text that begins so may hold JSON, a list, reasoning or blanks


@functools.lru_cache(maxsize=4096)
def is_metric(name: str) -> bool:
    """Whether a column's name is that of a metric (faithfulness, context_recall, ndcg@10, ...)."""
    return bool(METRIC.fullmatch(fold_name(name)))


_FOLDED_SIGNALS = {fold_name(name): name for name in BOOL_SIGNALS + ("faithfulness_score", "recall_at_k")}


@functools.lru_cache(maxsize=4096)
def signal_name(key: str) -> str | None:
    """The signal a column of a home-grown file is, in any spelling; None for other columns."""
    return _FOLDED_SIGNALS.get(fold_name(key))


def unquote(value: str) -> Any:
    """A text stored JSON-encoded, decoded: '"yes"' is yes; what is no JSON string or container stays as it is."""
    if value[:1] == '"' and value[-1:] == '"':
        try:
            return _LENIENT(value)
        except (ValueError, RecursionError):
            return value
    return value


def scores_openjudge(converter: Converter, row: dict, out: dict, seen: set, form: Format) -> list:
    """OpenJudge: a grader each; 5 of the hallucination grader means no hallucination, which is faithfulness_score."""
    found = []
    for grader, one in row.items():
        name = str(one.get("name") or grader)
        scored = judgment(name, one.get("score"), (1, 5), threshold=dig(one, "metadata.threshold"), comment=one.get("reason"))
        if scored is None:
            converter.notes.problem("failed judgments", shorten(one.get("error", "")))
            continue
        scored["higher_is_better"] = True
        found.append(scored)
        if fold_name(name) in ("hallucination", "faithfulness") and type(scored.get("value")) in (int, float):
            out["faithfulness_score"] = scored["value"]
    return found


def scores_langfuse(converter: Converter, row: dict, out: dict, seen: set, form: Format) -> list:
    """Langfuse scores: a BOOLEAN is 1 or 0, a CATEGORICAL counts by its word."""
    found = []
    for one in objects_in(row["scores"]) if "scores" in row else [row]:
        if not isinstance(one.get("name"), str):
            continue
        kind, value, label = one.get("dataType"), one.get("value"), None
        if kind == "BOOLEAN":
            value = as_bool(value if value is not None else one.get("stringValue"))
        elif kind in ("CATEGORICAL", "TEXT"):
            value, label = None, one.get("stringValue") or (value if isinstance(value, str) else None)
        found.append(judgment(one["name"], value, None, label=label, source=one.get("source"), comment=one.get("comment")))
    return found


def scores_mlflow(converter: Converter, row: dict, out: dict, seen: set, form: Format) -> list:
    """MLflow assessments: feedback is a judgment; an expectation is the right answer, or facts it must hold."""
    found = []
    rows = decode_nested(pick(row, ("info.assessments", "trace.info.assessments", "assessments")))
    for one in rows if isinstance(rows, list) else []:
        name = one.get("assessment_name") or one.get("name") if isinstance(one, dict) else None
        if not isinstance(name, str) or not name:
            continue
        wanted = one.get("expectation")
        if isinstance(wanted, dict):
            value = wanted.get("value")
            if value is None:
                value = dig(wanted, "serialized_value.value")
                with contextlib.suppress(ValueError, RecursionError, TypeError):
                    value = _LENIENT(value)
            if name in ("expected_response", "expected_answer", "ground_truth") and isinstance(value, str):
                out["reference_answer"] = value
            elif value is not None:
                out.setdefault("_facts", {})[name] = value
            continue
        value = dig(one, "feedback.value")
        if isinstance(value, (dict, list)):
            continue
        found.append(judgment(str(name), value, None, comment=one.get("rationale"),
                              source=dig(one, "source.source_type") or one.get("source")))
    return found


def scores_phoenix(converter: Converter, row: dict, out: dict, seen: set, form: Format) -> list:
    """A Phoenix QA frame after an evaluation: label, score, explanation; the label decides."""
    seen.update(("label", "score", "explanation"))
    return [judgment(str(row.get("name") or row.get("annotation_name") or "evaluation"), row.get("score"), None, label=row.get("label"),
                     comment=row.get("explanation"))] if row.get("label") is not None or row.get("score") is not None else []


def scores_llamaindex(converter: Converter, row: dict, out: dict, seen: set, form: Format) -> list:
    """A LlamaIndex EvaluationResult does not say which evaluator it came from: --judgment-name does."""
    seen.update(("passing", "score", "feedback"))
    name = converter.args.judgment_name
    converter.found.add("judgment_name")
    passing = as_bool(row.get("passing"))
    if name is None and converter.args.pass_means is None:
        converter.notes.ask("A8", f"passing: {row.get('passing')}, score: {row.get('score')}")
    if as_bool(row.get("invalid_result")):
        converter.notes.problem("failed judgments", shorten(row.get("invalid_reason") or ""))
        return []
    means = converter.args.pass_means == "faithful" or (name is not None and GOOD_NAME.search(fold_name(name)))
    if means and passing is not None:
        out["faithful"] = passing
    return [judgment(name or "evaluation", row.get("score"), None, passed=passing, comment=row.get("feedback"))]


def scores_human(converter: Converter, row: dict, out: dict, seen: set, form: Format) -> list:
    """People's labels by id: the word decides, or the column's name for yes, no, 1 and 0."""
    folded = {fold_name(key): key for key in row}
    found = []
    for name in LABEL_COLUMNS:
        key = folded.get(fold_name(name))
        if key is None or is_missing(row[key]):
            continue
        word = str(row[key]).strip().casefold()
        if word in ("correct", "incorrect"):
            if converter.args.pass_means is None:
                converter.notes.ask("A8", f"{key}: {row[key]}")
            if converter.args.pass_means == "faithful":
                out["faithful"] = word == "correct"
            found.append(judgment(key, None, None, label=word, source="human"))
            continue
        try:
            verdict = label_verdict(key, row[key])
        except ValueError as error:
            raise DataError(str(error)) from None
        if verdict is None:
            continue
        out.setdefault("faithful", verdict)
        comment = next((row[folded[one]] for one in ("comment", "note", "notes", "reason") if one in folded), None)
        plain = as_bool(row[key])
        found.append(judgment(key, plain, None, label=None if plain is not None else word, source="human", comment=comment))
    return found


def scores_weave(converter: Converter, row: dict, out: dict, seen: set, form: Format) -> list:
    """Weave: the output of a scorer's call, and feedback stored with the call; `has_hallucination` is a verdict."""
    found = []
    outputs = [(op_name(row), decode_nested(row.get("output")))]
    for one in objects_in(dig(row, "summary.weave.feedback") or row.get("feedback")):
        if one:
            outputs.append((str(one.get("feedback_type", "feedback")).rpartition(".")[2], dig(one, "payload.output") or one.get("payload")))
    for name, value in outputs:
        if not isinstance(value, dict):
            continue
        comment = next((value[key] for key in ("reason", "reasoning", "conclusion", "explanation") if isinstance(value.get(key), str)), None)
        if isinstance(value.get("has_hallucination"), bool):
            found.append(judgment("has_hallucination", value["has_hallucination"], None, comment=comment))
        elif isinstance(value.get("passed", value.get("pass")), bool):
            score = next((one for path in ("metadata.score", "extras.score", "score") for one in [dig(value, path)] if one is not None), None)
            found.append(judgment(re.sub(r"\.score$", "", name), score, None, passed=value.get("passed", value.get("pass")), comment=comment))
    return found


def op_name(row: dict) -> str:
    """The name of a Weave operation or of a span, without its address and version."""
    name = next((row[key] for key in ("name", "op_name", "span_name") if isinstance(row.get(key), str)), None) or dig(row, "span_attributes.name")
    return re.sub(r"^.*/op/", "", name).partition(":")[0] if isinstance(name, str) else ""


def scores_stats(converter: Converter, row: dict, out: dict, seen: set, form: Format) -> list:
    """LangSmith feedback_stats: the mean of each key; for words the one that all gave."""
    found = []
    stats = decode_nested(row.get("feedback_stats"))
    for name, one in stats.items() if isinstance(stats, dict) else ():
        if isinstance(one, dict):
            values = one.get("values")
            label = next(iter(values)) if isinstance(values, dict) and len(values) == 1 and one.get("avg") is None else None
            found.append(judgment(name, one.get("avg"), None, label=label))
    return found


_SCORE_READERS = {"openjudge": scores_openjudge, "langfuse": scores_langfuse, "langfuse-one": scores_langfuse, "mlflow": scores_mlflow,
                  "phoenix": scores_phoenix, "llamaindex": scores_llamaindex, "human": scores_human, "weave": scores_weave,
                  "stats": scores_stats,
                  "ready": lambda converter, row, out, seen, form: []}


# Spans: many records, one trace -----------------------------------------------------------------------------------

RETRIEVER_KINDS = {"retriever", "retrieval", "retrieve"}
SAYER_KINDS = {"llm", "generation", "chat", "chat_model", "completion", "text_completion", "generate_content"}


def explode_otlp(record: dict) -> list:
    """The spans of one OTLP export request as flat records; both spellings of its fields, hex or base64 ids."""
    out = []
    for resource in objects_in(record.get("resourceSpans", record.get("resource_spans"))):
        scopes = [one for key in ("scopeSpans", "scope_spans", "instrumentationLibrarySpans") for one in objects_in(resource.get(key))]
        for span in [one for scope in scopes for one in objects_in(scope.get("spans"))]:
            trace, own, parent = (otlp_id(span.get(name, span.get(other))) for name, other in (
                ("traceId", "trace_id"), ("spanId", "span_id"), ("parentSpanId", "parent_span_id")))
            events = [{"name": one.get("name"), "attributes": otlp_attributes(one.get("attributes"))}
                      for one in objects_in(span.get("events"))]
            out.append({"name": span.get("name"), "context": {"trace_id": trace, "span_id": own}, "parent_id": parent,
                        "start_time": as_number(span.get("startTimeUnixNano", span.get("start_time_unix_nano"))),
                        "attributes": otlp_attributes(span.get("attributes")), "events": events})
    return out


def otlp_id(value: Any) -> str | None:
    """A trace or span id as hex; some exporters write the bytes as base64."""
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9+/]{22}==|[A-Za-z0-9+/]{11}=", value):
        with contextlib.suppress(binascii.Error, ValueError):
            return base64.b64decode(value).hex()
    return own_id(value)


def otlp_attributes(pairs: Any) -> dict:
    """Attributes as nested objects from OTLP's list of {key, value: {stringValue: ...}}."""
    if isinstance(pairs, dict):
        return unflatten(pairs)
    return unflatten({one["key"]: otlp_value(one.get("value")) for one in objects_in(pairs)
                      if isinstance(one.get("key"), str)})


def otlp_value(value: Any, depth: int = 0) -> Any:
    """A typed OTLP value as plain JSON; 64-bit integers come as strings."""
    if not isinstance(value, dict) or depth > MAX_DEPTH:
        return value if not isinstance(value, dict) else None
    for key, inner in value.items():
        kind = key.replace("_", "").casefold()
        if kind == "intvalue":
            return as_number(inner)
        if kind == "arrayvalue":
            return [otlp_value(one, depth + 1) for one in objects_in(dig(inner, "values"))]
        if kind == "kvlistvalue":
            return {one.get("key"): otlp_value(one.get("value"), depth + 1) for one in objects_in(dig(inner, "values"))
                    if isinstance(one.get("key"), str)}
        return inner
    return None


def raw_docs(value: Any) -> list | None:
    """The list of documents in a retriever's output, still raw; None when there is none in it."""
    try:
        value = parse_structure(value) or value if isinstance(value, str) else value
    except Truncated:
        return None
    if isinstance(value, dict):
        inner = find_inner_docs(value)
        if inner is None:
            inner = next((value[key] for key in ("output", "result", "return_value") if isinstance(value.get(key), (list, dict))), None)
        return raw_docs(inner) if inner is not None and inner is not value else transpose(value) if value and transpose(value) else None
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], list) and not is_pair(value[0]):
            value = value[0]
        return value if not messages_in(value) else None
    return None


def read_span(form: Format, record: dict) -> dict:
    """One span in common terms: trace, id, parent, kind, name, start, input, output, docs, and the record itself."""
    where = form.spans
    if any("." in key and not key.startswith("metrics") for key in record):
        record = unflatten(record)
    attributes = record.get("attributes")
    if isinstance(attributes, str):
        attributes = decode_nested(attributes)
    if isinstance(attributes, dict) and any("." in key for key in attributes):
        record = {**record, "attributes": unflatten(attributes)}
    span = {name: pick(record, tuple(where[name].split())) for name in ("trace", "id", "parent", "kind", "input", "output", "start", "asked",
                                                              "reranked", "reference", "root_docs", "error", "row_id", "trace_input",
                                                              "trace_output") if where.get(name)}
    for name in ("trace", "id", "parent"):
        span[name] = own_id(unquote(span[name])) if isinstance(span.get(name), str) else own_id(span.get(name))
    for name in ("input", "output"):
        if isinstance(span.get(name), list) and len(span[name]) == 1 and isinstance(span[name][0], (str, list)):
            span[name] = span[name][0]  # found inside events
    kind = span.get("kind")
    span["kind"] = kind.strip().strip('"').casefold() if isinstance(kind, str) else ""
    span["name"], span["record"] = op_name(record), record
    span["docs"] = None
    for path in where["docs"].split():
        found = raw_docs(dig(record, path))
        if found is not None:
            span["docs"] = found
            break
    return span


def span_order(spans: list) -> list:
    """Spans by their start where all have one of a kind; else as they came."""
    starts = [span.get("start") for span in spans]
    numbers = [as_number(one) for one in starts]
    if all(one is not None for one in numbers):
        return [span for _, _, span in sorted(zip(numbers, range(len(spans)), spans), key=lambda one: one[:2])]
    if all(isinstance(one, str) for one in starts):
        return [span for _, _, span in sorted(zip(starts, range(len(spans)), spans), key=lambda one: one[:2])]
    return spans


INNER_KINDS = RETRIEVER_KINDS | SAYER_KINDS | {"embedding", "embeddings", "reranker", "tool", "execute_tool", "guardrail", "evaluator", "prompt", "parser",
                                              "eval", "eval_root"}


def separate(form: Format, spans: list) -> tuple:
    """(the spans of each run in a trace, spans left out, model calls beside): a trace that has several roots which answer a
    question of their own is as many rows. A span belongs to the run of the root above it; one that hangs on none of them belongs
    to no row. Model calls without a parent are no runs of their own: they may be steps of one."""
    parents = {span["id"]: span["parent"] for span in spans}
    alone = [span for span in spans if span["parent"] is None]
    asked = [span for span in alone if find_text(span.get("input"), QUERY_KEYS, "user")[0] and (
        find_text(span.get("output"), ANSWER_KEYS, "assistant")[0] or span.get("error") is not None)]
    roots = [span for span in asked if span["kind"] not in INNER_KINDS and span["id"] is not None and form.name != "langfuse-observations"
             and not (form.spans.get("named") and RETRIEVER_NAME.search(span["name"] or span["kind"]))]
    if len(roots) < 2:
        return [spans], [], [span for span in asked if span["kind"] in SAYER_KINDS][1:] if not roots and form.name != "langfuse-observations" else []
    parts: dict = {span["id"]: [] for span in roots}
    left = []
    for span in spans:
        above, steps = span["id"], 0
        while above not in parts and parents.get(above) is not None and steps < len(spans):
            above, steps = parents[above], steps + 1
        parts[above].append(span) if above in parts else left.append(span)
    return list(parts.values()), left, []


def assemble(form: Format, spans: list, converter: Converter, record: dict | None = None) -> dict:
    """One trace as a record for ASSEMBLED: the root's question and answer, the retrievers' documents, all judgments."""
    args, notes = converter.args, converter.notes
    ids = {span["id"] for span in spans}
    ordered = span_order(spans)
    roots = [span for span in ordered if span["parent"] is None] or [
        span for span in ordered if span["parent"] not in ids] or ordered
    root = next((span for span in roots if span.get("input") is not None and span.get("output") is not None), roots[0] if roots else None)
    named = form.spans.get("named")
    if args.retriever_span:
        retrievers = [span for span in ordered if span["name"] == args.retriever_span]
        converter.found.update(["retriever_span"] * bool(retrievers))
        converter.span_names.update((span["name"], True) for span in ordered[:50] if span["name"] and len(converter.span_names) < 50)
    else:
        retrievers = [span for span in ordered if span["kind"] in RETRIEVER_KINDS]
        if not retrievers and named:
            retrievers = [span for span in ordered if (span is not root or record is not None) and span["docs"] is not None
                          and RETRIEVER_NAME.search(span["name"] or span["kind"])]
    filled = [span for span in retrievers if span["docs"] is not None]
    if len(filled) > 1 and args.retrievers is None:
        notes.ask("A12", ", ".join(span["name"] or span["id"] or "?" for span in filled))
    if len(filled) > 1 and args.retrievers in ("last", "first"):
        filled = filled[-1:] if args.retrievers == "last" else filled[:1]
    docs = None
    if filled:
        docs = [doc_from(decode_nested(one), place, converter.doc_keys) for place, one in enumerate(one for span in filled for one in span["docs"])]
        docs = unique_docs(docs) if len(filled) > 1 else docs
    context = next((raw_docs(span["reranked"]) for span in reversed(ordered) if span.get("reranked") is not None), None)
    out: dict = {"metadata": {}}
    given = record is not None
    query = pick(record, form.fields.get("query", ())) if given else (root or {}).get("trace_input")
    answer = pick(record, form.fields.get("answer", ())) if given else (root or {}).get("trace_output")
    query = query if find_text(query, QUERY_KEYS, "user")[0] else (root or {}).get("input")
    answer = answer if find_text(answer, ANSWER_KEYS, "assistant")[0] else (root or {}).get("output")
    sayers = [span for span in ordered if span not in retrievers and not span.get("reranked")]
    if not find_text(query, QUERY_KEYS, "user")[0]:
        query = next((span[key] for spans_of, key in ((sayers, "input"), (retrievers, "asked")) for span in spans_of
                      if find_text(span.get(key), QUERY_KEYS, "user")[0]), query)
    text, holder = find_text(unquote(answer) if isinstance(answer, str) else answer, ANSWER_KEYS, "assistant")
    if text is None:
        answer = next((span["output"] for span in reversed(sayers) if span is not root and span.get("output") is not None
                       and find_text(span["output"], ANSWER_KEYS, "assistant")[0]), answer)
        text, holder = find_text(answer, ANSWER_KEYS, "assistant")
    inner = (root or {}).get("root_docs")
    inner = decode_nested(inner) if inner is not None else find_inner_docs(holder) if holder is not None else None
    if docs is None and inner is None and named and not args.retriever_span and text is not None and retrievers == [] and any(
            span["docs"] for span in ordered if span is not root):
        candidates = [span for span in ordered if span is not root and span["docs"] and all(isinstance(doc, (dict, str)) for doc in span["docs"])]
        if candidates:
            notes.ask("A14", ", ".join(span["name"] or "?" for span in candidates))
            docs = [doc_from(one, place, converter.doc_keys) for place, one in enumerate(candidates[0]["docs"])]
    elif filled and named and not args.retriever_span:
        notes.ask("A14", ", ".join(span["name"] or "?" for span in filled))
    if docs is None and inner is not None:
        docs = docs_from(inner, converter.doc_keys)[0]
        docs = docs if not isinstance(inner, str) else inner
    elif inner is not None and context is None and isinstance(inner, list):
        context = inner
    if docs is None and inner is None and not args.retriever_span and len(converter.unmarked) < 50:
        converter.unmarked.update((span["name"], True) for span in ordered if span["docs"] and span["name"] and (span is not root or given)
                                  and span["kind"] not in SAYER_KINDS and all(isinstance(one, (dict, str)) for one in span["docs"]))
    out.update(id=(root or {}).get("row_id") or (root or {}).get("trace"), query=query, answer=answer, docs=docs, context=context,
               reference=next((span["reference"] for span in ordered if span.get("reference") is not None), None))
    for path in converter.map.values():
        value = next((value for where in (record, (root or {}).get("record")) if where for value in [pick(where, (path,))] if value is not None), None)
        if value is not None:
            out[path] = value
    if root is not None and root.get("error") is not None:
        notes.problem("rows with an error", "the trace says that its run failed")
    scores, extra = [], {}
    for how in form.spans.get("scores", ()):
        for span in ([root] if root else []) + [span for span in ordered if span is not root]:
            scores += converter.read_scores(form, how, span["record"], set(), extra)
    for span in ordered:
        scores += trulens_scores(span["record"])
    if record is not None:
        out["id"] = own_id(pick(record, form.fields.get("id", ()))) or out["id"]
        for how in form.scores:
            scores += converter.read_scores(form, how, record, set(), extra)
        for key, value in record.items():
            if key not in form.used and key not in ("metadata",) and not isinstance(value, (dict, list)) and not is_missing(value):
                out["metadata"][key] = value
        if isinstance(decode_nested(record.get("metadata")), dict):
            out["metadata"].update(decode_nested(record["metadata"]))
    for path in (form.spans.get("meta") or "").split():
        value = decode_nested(dig(root["record"], path)) if root else None
        if path.endswith("metadata") and isinstance(value, dict):
            out["metadata"].update({key: one for key, one in value.items() if key not in ("context", "contexts", "documents")})
        elif not is_missing(value) and value != []:
            out["metadata"][path.rpartition(".")[2]] = value
    out["_judgments"] = scores
    out["facts"] = None
    out["metadata"].update(extra.pop("_facts", {}))
    if extra.get("reference_answer") is not None and out["reference"] is None:
        out["reference"] = extra["reference_answer"]
    return out


def trulens_scores(record: dict) -> list:
    """The score of a TruLens evaluation span; its polarity is stated."""
    root = dig(record, "attributes.ai.observability.eval_root") or dig(record, "record_attributes.ai.observability.eval_root")
    if not isinstance(root, dict) or as_number(root.get("score")) in (None, -1):
        return []
    one = judgment(str(root.get("metric_name") or root.get("name") or "evaluation"), root["score"], UNIT, comment=root.get("explanation"))
    higher = as_bool(root.get("higher_is_better"))
    if one is not None and higher is not None:
        one["higher_is_better"] = higher
    return [one] if one is not None else []


def assemble_group(form: Format, records: list) -> dict:
    """Rows in long form (one a passage) as one record: documents from each, the rest from the first row that has it."""
    out: dict = {}
    docs, fields = [], form.fields
    for record in records:
        for key, value in record.items():
            if not is_missing(value) and is_missing(out.get(key)):
                out[key] = value
    for record in records:
        text, own = pick(record, fields["docs"]), pick(record, fields.get("doc_ids", ()))
        if is_missing(text) or (isinstance(text, str) and (text.strip() in ("NA", "ERROR") or text.startswith(ERROR_MARKS))):
            continue
        doc = {"id": own, "text": text, "score": pick(record, fields.get("doc_scores", ()))}
        if doc not in docs:
            docs.append(doc)
    out["_group_docs"] = docs
    return out


# Files ------------------------------------------------------------------------------------------------------------

NANS = [0]  # NaN and Infinity met while decoding: missing, and counted


def _constant(word: str) -> None:
    NANS[0] += 1
    return None


_LENIENT_DECODER = json.JSONDecoder(parse_constant=_constant)
_LENIENT = _LENIENT_DECODER.decode


class Input(NamedTuple):
    """A readable file: where it lies now, and what it is called in messages."""

    path: str
    label: str


CONVERT = {
    b"PAR1": ("Parquet", "python -c \"import pandas; pandas.read_parquet('{0}').to_json('{1}.jsonl', orient='records', lines=True)\""),
    b"SQLite format 3": ("SQLite", "sqlite3 -json '{0}' 'SELECT * FROM traces' > '{1}.json'"),
    b"PK\x03\x04": ("a spreadsheet or zip", "python -c \"import pandas; pandas.read_excel('{0}').to_csv('{1}.csv', index=False)\""),
    b"ARROW1": ("Arrow", "python -c \"import pyarrow.feather as f; f.read_table('{0}').to_pandas().to_json('{1}.jsonl', orient='records', lines=True)\""),
    b"\xd0\xcf\x11\xe0": ("an old spreadsheet", "python -c \"import pandas; pandas.read_excel('{0}').to_csv('{1}.csv', index=False)\""),
}
DATA_ENDINGS = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".txt", ".trec", ".run", ".qrels")


def first_bytes(path: str, label: str) -> bytes:
    """The first 16 bytes of a file, unpacked where it is gzip. DataError where that is broken."""
    try:
        with open_bytes(path) as stream:
            return stream.peek(16)[:16]
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{label}: cannot read: {error}") from None


def check_readable(path: str, label: str, encoding: str | None = None) -> None:
    """DataError for a file that cannot be read here, with the command that converts it or the flag that is missing."""
    head = first_bytes(path, label)
    for mark, (what, command) in CONVERT.items():
        if head.startswith(mark):
            raise DataError(f"{label}: is {what}, which cannot be read without packages; convert it: "
                            f"{command.format(label, os.path.splitext(label)[0])}")
    fault = foreign_bytes(head) if encoding is None else None
    if fault:
        raise DataError(f"{label}: {fault}")


class Source:
    """All records of the inputs in order, as often as they are asked for; bad ones are reported, counted and set aside."""

    def __init__(self, args: argparse.Namespace, folder: str) -> None:
        self.args, self.folder = args, folder
        self.inputs: list = []
        self.read = self.bad = 0
        self.rejects: Output | None = None
        self.first_pass = True
        self.held: set = set()  # labels of files that are held in memory whole
        self.envelope: dict = {}
        self.current = ""
        self.progress: Progress | None = None
        for path in args.inputs:
            self.add(path)
        if not self.inputs:
            raise DataError(f"{', '.join(args.inputs)}: no readable file; expected {', '.join(DATA_ENDINGS)}")

    def add(self, path: str) -> None:
        if path != "-" and os.path.isdir(path):
            kind = folder_kind(path)
            if kind:
                self.inputs.append(Input(path, path))
                return
            for base, folders, names in os.walk(path):
                folders.sort()
                folders[:] = [name for name in folders if not name.startswith(".")]
                for name in sorted(names):
                    bare = name[:-3] if name.endswith(".gz") else name[:-4] if name.endswith(".bz2") else name
                    if bare.endswith(DATA_ENDINGS) and not name.startswith("."):
                        self.add(os.path.join(base, name))
            return
        label = shown_path(path)
        if path == "-" or (os.path.exists(path) and not os.path.isfile(path)):
            path = self.copy(lambda: open_bytes(path), label)
        elif first_bytes(path, label).startswith(b"BZh"):
            path = self.copy(lambda: bz2.open(path), label)
        check_readable(path, label, self.args.encoding)
        self.inputs.append(Input(path, label))

    def copy(self, opened: Callable, label: str) -> str:
        """The path of a plain copy of what can be read only once, or is packed with bzip2."""
        number, target = tempfile.mkstemp(dir=self.folder)
        try:
            with open(number, "wb") as out:
                shutil.copyfileobj(opened(), out, 1 << 20)
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise DataError(f"{label}: cannot read: {error}") from None
        return target

    def reject(self, place: str, error: Any, raw: bytes = b"") -> None:
        """Stop at this record, or set it aside when errors are skipped."""
        if not self.args.skip_errors:
            raise DataError(f"{place}: {error}")
        if self.first_pass:
            self.bad += 1
            if self.bad <= SHOWN_PROBLEMS:
                print(f"skipped: {place}: {error}", file=sys.stderr)
            elif self.bad == SHOWN_PROBLEMS + 1:
                print("skipped: more follow, counted only" + (" (all are in --rejects)" if self.rejects else ""), file=sys.stderr)
            if self.rejects is not None and raw:
                self.rejects.write(raw if raw.endswith(b"\n") else raw + b"\n")

    def records(self) -> Iterator[tuple]:
        """Yield (place, record, its own line or None, format or None)."""
        self.read, limit = 0, self.args.limit
        for one in self.inputs:
            for item in self.records_of(one):
                self.read += 1
                yield item
                if limit is not None and self.read >= limit:
                    return

    def records_of(self, one: Input) -> Iterator[tuple]:
        self.current = one.label
        self.progress = Progress(one.path, self.args.progress)
        try:
            if os.path.isdir(one.path):
                yield from read_folder(self, one)
                return
            kind = sniff(one, self.args.encoding)
            if kind == "jsonl":
                yield from self.jsonl(one)
            elif kind == "json":
                yield from self.json(one)
            elif kind in ("run", "qrels"):
                yield from read_trec([one] if kind == "run" else [], [one] if kind == "qrels" else [], self, "trec")
            else:
                yield from read_table(one, self)
            self.progress.end()
        except DataError as error:
            if one.path != one.label and one.path in str(error):
                raise DataError(str(error).replace(one.path, one.label)) from None
            raise

    def jsonl(self, one: Input) -> Iterator[tuple]:
        label, progress = one.label, self.progress
        for number, line in read_lines(one.path, self.args.encoding):
            if progress is not None and progress.on:
                progress.add(1, len(line))
            try:
                before = NANS[0]
                record = parse_record(line)
            except DataError as error:
                self.reject(f"{label}:{number}", error, line)
                self.read += 1
                continue
            clean = NANS[0] == before
            if b"\\" in line and (b"\\ud" in line or b"\\uD" in line):
                mended = mend_text(record)
                clean, record = clean and mended == record, mended
            rows = held_rows(record)
            if rows is not None:
                for count, inner in enumerate(rows, 1):
                    yield f"{label}:{number} row {count}", self.sound(inner), None, None
                continue
            yield f"{label}:{number}", record, line if clean else None, None

    def json(self, one: Input) -> Iterator[tuple]:
        self.held.add(one.label)
        text = read_text(one, self.args.encoding)
        bare = text.lstrip()
        if bare.startswith("["):
            yield from self.elements(one, text, text.index("[") + 1)
            return
        before = NANS[0]
        try:
            document = _LENIENT(text)
            if not isinstance(document, dict):
                raise DataError(f"{one.label}: expected JSON objects, got {kind_of(document)}")
            if too_deep(document):
                raise DataError(f"{one.label}: nested deeper than {MAX_DEPTH} levels")
        except (ValueError, RecursionError) as error:
            if isinstance(error, json.JSONDecodeError):
                place, message = f"{one.label}:{error.lineno}", f"not JSON at column {error.colno}: {error.msg}"
                after, NANS[0] = NANS[0], before
                several = concatenated(text) if error.msg == "Extra data" else None
                if several is not None:
                    for number, record in enumerate((inner for outer in several for inner in held_rows(outer) or [outer]), 1):
                        yield f"{one.label} row {number}", self.sound(record), None, None
                    return
                NANS[0] = after
            else:
                place, message = one.label, "nested too deeply to be read" if isinstance(error, RecursionError) else str(error)
            if not self.args.skip_errors:
                raise DataError(f"{place}: {message}") from None
            yield from self.salvage(one, text, place, message)
            return
        rows, name = rows_in(document)
        self.envelope[one.label] = name
        for number, record in enumerate(rows, 1):
            place = f"{one.label} row {number}"
            if not isinstance(record, dict):
                self.reject(place, f"expected an object, got {kind_of(record)}", json.dumps(record, default=str).encode())
                self.read += 1
                continue
            yield place, self.sound(record), None, None

    def sound(self, record: dict) -> dict:
        try:
            _ENCODE(record).encode("utf-8")
            return record
        except (UnicodeEncodeError, ValueError, RecursionError):
            return mend_text(record)

    def elements(self, one: Input, text: str, start: int, known: set | None = None, top: bool = True) -> Iterator[tuple]:
        """The records of a JSON array, one at a time; after a broken one reading goes on at the next that looks like the others."""
        place, number, line, counted = start, 0, text.count("\n", 0, start) + 1, start
        known = set() if known is None else known
        tries = [2000]

        def broken(message: str, raw: bytes = b"") -> None:
            nonlocal line, counted
            line, counted = line + text.count("\n", counted, place), place
            self.reject(f"{one.label}:{line}", f"not JSON in row {number}: {message}", raw)

        while True:
            while text[place:place + 1] in _BLANKS and place < len(text):
                place += 1
            if text[place:place + 1] == "]" and (not top or not text[place + 1:].strip()):
                break
            number += 1
            if place >= len(text):
                broken("the array is not closed")
                break
            try:
                record, end = _LENIENT_DECODER.raw_decode(text, place)
                after = end
                while text[after:after + 1] in _BLANKS and after < len(text):
                    after += 1
                ahead = re.compile(r"[^{}\[\]\"]{0,20}(?=\{)").match(text, after)
                if isinstance(record, dict) and text[after:after + 1] not in (",", "]") and ahead:  # only what stands between two is broken
                    broken("expected , or ] after the object")
                    after = ahead.end() - 1
                elif text[after:after + 1] not in (",", "]") or re.compile(r",\s*\"").match(text, after) and isinstance(record, dict):
                    raise ValueError("expected , or ]")
            except (ValueError, RecursionError) as error:
                message = "nested too deeply to be read" if isinstance(error, RecursionError) else getattr(error, "msg", str(error))
                follow = resume(text, place, known, tries, top)
                broken(message, text[place:follow].encode("utf-8", "replace").replace(b"\n", b" "))
                self.read += 1
                if follow >= len(text):
                    break
                place = follow
                continue
            piece = text[place:end]
            place = after + 1 if text[after] != "]" else after
            if isinstance(record, list) and all(isinstance(inner, dict) for inner in record) and record:
                for count, inner in enumerate(record):
                    yield f"{one.label} row {number + count}", self.sound(inner), None, None
                number += len(record) - 1
                continue
            fault = f"expected an object, got {kind_of(record)}" if not isinstance(record, dict) else \
                "not UTF-8" if _ESCAPED.search(piece) else f"nested deeper than {MAX_DEPTH} levels" if too_deep(record) else None
            if fault:
                self.reject(f"{one.label} row {number}", fault, piece.encode("utf-8", "replace").replace(b"\n", b" "))
                self.read += 1
                continue
            if len(known) < 50:
                known.add(frozenset(record))
            rows = held_rows(record) or [record]
            for count, inner in enumerate(rows):
                yield f"{one.label} row {number + count}", self.sound(inner), None, None
            number += len(rows) - 1
        if not number and not text[start:].strip(" \t\r\n]"):
            return

    def salvage(self, one: Input, text: str, place: str, message: str) -> Iterator[tuple]:
        """Rows out of a broken JSON document: the first list of objects in it of which at least one can be read."""
        for match in itertools.islice(re.finditer(r"\"[^\"\\\n]{1,60}\"\s*:\s*\[(?=\s*\{)", text), 20):
            quiet, self.first_pass = self.first_pass, False
            found = list(itertools.islice(self.elements(one, text, match.end(), None, False), 1))
            self.first_pass = quiet
            if found and (recognise(found[0][1]) is not GENERIC or len(found[0][1]) > 2):
                self.reject(place, message)
                yield from self.elements(one, text, match.end(), {frozenset(found[0][1])}, False)
                return
        self.reject(place, message, text.encode("utf-8", "replace").replace(b"\n", b" "))
        self.read += 1


_BLANKS = (" ", "\t", "\n", "\r")
_ESCAPED = re.compile("[\udc80-\udcff]")


def resume(text: str, start: int, known: set, tries: list, top: bool = True) -> int:
    """Where reading a broken JSON array goes on: the next object whose fields are those of another; the end when none is.

    `known` holds the fields of those read so far. When no other was read yet, it is the next object from which the array
    (`top`: of the whole text) reads on to its end.
    """
    likely = len(text)
    for match in re.compile(r"[,\]}]\s*(?=\{)").finditer(text, start):
        tries[0] -= 1
        if tries[0] < 0:
            break
        try:
            record, end = _LENIENT_DECODER.raw_decode(text, match.end())
        except (ValueError, RecursionError):
            continue
        for names in known:
            shared = len(names & record.keys())
            if shared * 2 >= len(names | record.keys()) or (shared > 2 and shared * 2 >= len(record)):
                return match.end()
        if not known and top and reads_on(text, end):
            return match.end()
        if not known and not top and (recognise(record) is not GENERIC or len(record) > 3):
            return match.end()
        if likely == len(text) and (top and known and reads_on(text, end)
                                    or not known and recognise(record) is not GENERIC and not reads_on(text, end, False)):
            likely = match.end()
    return likely


def reads_on(text: str, place: int, whole: bool = True) -> bool:
    """Whether the array goes on after an object: 50 more objects, or (`whole`) as many as there are and the end of the text."""
    for _ in range(50):
        match = re.compile(r"\s*([,\]])\s*").match(text, place)
        if match is None:
            return False
        if match.group(1) == "]":
            return match.end() == len(text) if whole else True
        try:
            _, place = _LENIENT_DECODER.raw_decode(text, match.end())
        except (ValueError, RecursionError):
            return False
    return True


def parse_record(line: bytes) -> dict:
    """One JSON object in which NaN is missing. DataError (without the place) for anything else."""
    try:
        record = _LENIENT(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise DataError(f"not UTF-8 at byte {error.start + 1}; name its --encoding, such as cp1252") from None
    except json.JSONDecodeError as error:
        raise DataError(f"not JSON at column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise DataError("nested too deeply to be read") from None
    except ValueError as error:  # an integer of more digits than Python converts
        raise DataError(str(error)) from None
    if type(record) is not dict:
        raise DataError(f"expected a JSON object, got {kind_of(record)}")
    if line.count(b"[") + line.count(b"{") > MAX_DEPTH and too_deep(record):
        raise DataError(f"nested deeper than {MAX_DEPTH} levels")
    return record


def read_text(one: Input, encoding: str | None) -> str:
    """A file's whole text by its mark or --encoding; bytes that are no UTF-8 become lone surrogates, to be found later."""
    stream = open_bytes(one.path)
    try:
        with stream:
            data = stream.read()
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{one.label}: cannot read: {error}") from None
    try:
        if encoding is None and data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return data.decode("utf-16")
        return data.decode(encoding) if encoding else data.decode("utf-8-sig", "surrogateescape")
    except LookupError:
        raise UsageError(f"--encoding: {encoding!r} is no text encoding; such as cp1252 or utf-16") from None
    except UnicodeError as error:
        raise DataError(f"{one.label}: cannot read: {error}") from None


def head_text(one: Input, encoding: str | None) -> str:
    """The first 64 KiB of a file as text, only to see what kind of file it is."""
    stream = open_bytes(one.path)
    try:
        with stream:
            data = stream.read(1 << 16)
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{one.label}: cannot read: {error}") from None
    if encoding is None and data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    try:
        return codecs.getincrementaldecoder(encoding or "utf-8-sig")("replace").decode(data)
    except LookupError:
        raise UsageError(f"--encoding: {encoding!r} is no text encoding; such as cp1252 or utf-16") from None


def sniff(one: Input, encoding: str | None = None) -> str:
    """jsonl, json, csv, run or qrels, from the name's ending and the first lines."""
    name = re.sub(r"\.(gz|bz2)$", "", one.label.lower())
    text = head_text(one, encoding)
    if not text.strip():
        raise DataError(f"{one.label}: no rows; the file is empty")
    if name.endswith((".csv", ".tsv")) and not text.startswith(("query-id\t",)):
        return "csv"
    if name.endswith((".jsonl", ".ndjson")):
        if text.lstrip().split("\n")[0].strip() == "{":
            return "json"  # objects over several lines
        return "jsonl" if not text.lstrip().startswith("[") or text.lstrip().split("\n")[0].rstrip().endswith("]") and "\n" in text.strip() else "json"
    lines = [line.strip() for line in text.split("\n", 4000) if line.strip()]
    if text.lstrip()[:1] in ("{", "["):
        whole = len(text) < 1 << 16
        if len(lines) > 1 and lines[1][:1] == "{" and (lines[0][-1:] == "}" or _parses(lines[1] if not whole or len(lines) > 2 else lines[0])):
            return "jsonl" if not lines[0].startswith("[") else "json"
        if len(lines) > 1 and lines[0][:1] == "{" and _parses(lines[0]):
            return "jsonl"
        return "json"
    fields = [line.split() for line in lines[:20]]
    if all(len(one) == 6 and one[1].upper() == "Q0" for one in fields[:1]):
        return "run"
    if len(fields[0]) == 4 and fields[0][1] in ("0", "Q0", "1") and re.fullmatch(r"-?\d+", fields[0][3]):
        return "qrels"
    if fields[0] == ["query-id", "corpus-id", "score"]:
        return "qrels"
    if name.endswith(".json"):
        return "json"
    if any(mark in lines[0] for mark in ",;\t") or name.endswith(".txt") is False and len(lines) > 1:
        return "csv"
    raise DataError(f"{one.label}: neither JSON, JSONL, CSV nor a TREC file; the first line is {shorten(lines[0])!r}")


def _parses(line: str) -> bool:
    try:
        return isinstance(_LENIENT(line), dict)
    except (ValueError, RecursionError):
        return False


# Names under which files keep their rows, beside whatever else they hold.
ENVELOPES = ("results.results", "results", "samples", "testCases", "test_cases", "run_data", "rows", "examples", "traces", "runs",
             "spans", "records", "items", "data", "questions", "queries", "responses", "evaluations", "conversationalTestCases")
ENVELOPE_NAMES = frozenset(path.partition(".")[0] for path in ENVELOPES)


def rows_in(document: dict) -> tuple:
    """(records, how they lay) of a JSON object: pandas and Hugging Face orientations first (facts Q6), then envelopes."""
    columns, data = document.get("columns"), document.get("data")
    if isinstance(columns, list) and isinstance(data, list) and all(isinstance(row, list) for row in data):
        return [dict(zip(map(str, columns), row)) for row in data], "split"
    if isinstance(document.get("schema"), dict) and isinstance(data, list):
        return data, "table"
    rows = document.get("rows")
    if isinstance(rows, list) and rows and all(isinstance(row, dict) and isinstance(row.get("row"), dict) for row in rows):
        return [{**row["row"], **({"truncated_cells": row["truncated_cells"]} if row.get("truncated_cells") else {})} for row in rows], "rows[].row"
    values = list(document.values())
    if values and all(isinstance(value, dict) for value in values):
        first = values[0].keys()
        same_keys = len(first) > 0 and all(value.keys() == first for value in values)
        if same_keys and all(key.isdecimal() for key in first) and not all(key.isdecimal() for key in document):
            return [dict(zip(document, (value[key] for value in values))) for key in first], "columns of {index: value}"
        if all(key.isdecimal() for key in document):
            return values, "index"
    if values and all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1 and values[0] and (
            not all(isinstance(item, dict) for value in values for item in value)
            or all(is_verdict(item) for value in values for item in value)):
        return transpose(document), "columns of lists"
    if isinstance(document.get("examples"), list) and isinstance(document.get("predictions"), list):
        return merge_predictions(document["examples"], document["predictions"]), "examples and predictions"
    form = recognise(document)
    if form is not GENERIC:
        return [document], "one record"
    spoken = plan_columns(tuple(key for key, value in document.items() if not isinstance(value, (list, dict)))).fields
    for path in ENVELOPES if not {"query", "answer"} & spoken.keys() else ():  # a row of its own may hold its documents so
        found = dig(document, path)
        if isinstance(found, list) and any(isinstance(row, dict) for row in found):
            extra = document.get("conversationalTestCases") if path in ("testCases", "test_cases") else None
            return found + objects_in(extra), path
    for key in ("data", "results", "result"):
        if isinstance(document.get(key), dict) and not {"query", "answer"} & spoken.keys():
            rows, name = rows_in(document[key])
            if name != "one record" or recognise(document[key]) is not GENERIC:
                return rows, f"{key}, {name}"
    lists = {key: value for key, value in document.items() if isinstance(value, list) and value and all(isinstance(row, dict) for row in value)}
    known = plan_columns(tuple(document)).fields
    if lists and not {"query", "answer"} & known.keys():
        key = max(lists, key=lambda name: len(lists[name]))
        return lists[key], key
    return [document], "one record"


def held_rows(record: dict) -> list | None:
    """The rows of a document that stands where one row was expected, such as a whole run on a line; None for a row."""
    values = iter(record.values())
    kind = type(next(values, None))
    if ENVELOPE_NAMES.isdisjoint(record) and not ((kind is list or kind is dict) and all(type(value) is kind for value in values)):
        return None
    rows, name = rows_in(record)
    if name == "columns of lists" and not all(is_verdict(one) for one in rows[0].values()):
        query = pick(record, plan_columns(tuple(record)).fields.get("query", ()))
        if not (isinstance(query, list) and all(isinstance(one, str) for one in query)):
            return None
    return rows if rows != [record] and name.rpartition(", ")[2] in HELD and all(isinstance(one, dict) for one in rows) else None


HELD = (*ENVELOPES, "rows[].row", "split", "table", "columns of lists", "columns of {index: value}")


def concatenated(text: str) -> list | None:
    """JSON objects written one after the other over several lines, as jq prints them; None for anything else."""
    out, place = [], 0
    while True:
        while text[place:place + 1] in _BLANKS and place < len(text):
            place += 1
        if place >= len(text):
            return out
        try:
            one, place = _LENIENT_DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            return None
        if not isinstance(one, dict) or too_deep(one):
            return None
        out.append(one)


def merge_predictions(examples: list, predictions: list) -> list:
    """LlamaIndex: examples and predictions joined by position."""
    return [{**(one if isinstance(one, dict) else {}), **(other if isinstance(other, dict) else {})}
            for one, other in itertools.zip_longest(examples, predictions)]


def sniff_delimiter(line: str, name: str) -> str:
    """The delimiter of a table from its first line: the most frequent of tab, semicolon, comma and bar outside quotes."""
    bare = re.sub(r'"[^"]*"', "", line)
    counts = {mark: bare.count(mark) for mark in (",", ";", "\t", "|")}
    if name.endswith(".tsv") and counts["\t"]:
        return "\t"
    return max(counts, key=lambda mark: counts[mark]) if any(counts.values()) else ","


def open_text(one: Input, encoding: str | None) -> Any:
    """A text stream by the file's mark or --encoding; bytes that are no UTF-8 become lone surrogates."""
    mark = first_bytes(one.path, one.label)
    stream = open_bytes(one.path)
    if encoding is None and mark[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    try:
        if encoding:
            return io.TextIOWrapper(stream, encoding=encoding, newline="")
        return io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline="")
    except LookupError:
        raise UsageError(f"--encoding: {encoding!r} is no text encoding; such as cp1252 or utf-16") from None


class TableLines:
    """The physical lines of a table, remembered from the start of the record in hand so that reading can go back there."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.lines, self.again, self.taken, self.number, self.size = lines, collections.deque(), [], 0, 0
        self.budget = 1 << 30  # characters read again at most: an unclosed quote must not make reading quadratic

    def __iter__(self) -> TableLines:
        return self

    def __next__(self) -> str:
        line = self.again.popleft() if self.again else next(self.lines)
        self.number += 1
        self.taken.append(line)
        self.size += len(line)
        if self.size > MAX_RECORD:
            raise csv.Error(f"a record of more than {MAX_RECORD >> 20} million characters; is a quote not closed?")
        return line

    def start(self) -> int:
        self.taken.clear()
        self.size = 0
        return self.number + 1

    def back(self) -> str:
        """Give all lines but the first of the record in hand back; the first is returned."""
        first, rest = self.taken[0], self.taken[1:]
        self.budget -= sum(map(len, rest))
        if self.budget > 0:
            self.again.extendleft(reversed(rest))
            self.number -= len(rest)
        return first if self.budget > 0 else "".join(self.taken)


def next_cells(lines: TableLines, delimiter: str) -> list | None:
    """The cells of the next record; None at the end. csv.Error where the quotes do not fit.

    A record of several lines must be quoted as it should; in one line a stray quote does no harm.
    """
    try:
        return next(csv.reader(lines, delimiter=delimiter, strict=True), None)
    except csv.Error:
        first = lines.taken[0] if lines.taken else ""
        if first.count('"') % 2:
            raise
        cells = next(csv.reader([first], delimiter=delimiter), [])
        lines.back()
        lines.taken = [first]
        return cells


def read_table(one: Input, source: Source) -> Iterator[tuple]:
    """The rows of a CSV or TSV file as records of strings; empty cells are null.

    A row with another number of cells than the header is bad; reading goes on at the next line, so that a lost quote
    costs one row and not the rest of the file.
    """
    csv.field_size_limit(MAX_CELL)
    stream = open_text(one, source.args.encoding)
    lines = TableLines(iter(stream))
    try:
        with stream:
            header_line = next((line for line in lines if line.strip() and not re.match(r"sep=.\s*$", line)), "")
            quotes, number = header_line.count('"'), lines.number
            while quotes % 2:  # a header with a line break in it
                more = next(lines, None)
                if more is None:
                    break
                header_line, quotes = header_line + more, quotes + more.count('"')
            delimiter = sniff_delimiter(header_line, re.sub(r"\.(gz|bz2)$", "", one.label.lower()))
            header = next(csv.reader(io.StringIO(header_line, newline=""), delimiter=delimiter), [])
            names = []
            for name in map(str.strip, header):  # a repeated name is numbered, as pandas does
                names.append(name if name not in names or not name else f"{name}.{names.count(name)}")
            if _ESCAPED.search(header_line):
                raise DataError(f"{one.label}:{number}: not UTF-8; name its --encoding, such as cp1252")
            drop = {place for place, name in enumerate(names) if not name or re.fullmatch(r"Unnamed: \d+", name)}
            while True:
                number = lines.start()
                try:
                    cells = next_cells(lines, delimiter)
                    fault = None if cells is None or not cells or len(cells) == len(names) else \
                        f"{len(cells)} cells where the header has {len(names)}"
                except csv.Error as error:
                    cells, fault = [], str(error)
                if cells is None:
                    break
                if fault is None and not any(cells):
                    continue
                if source.progress is not None and source.progress.on:
                    source.progress.add(1, lines.size)
                if fault is None and _ESCAPED.search("".join(lines.taken)):
                    fault = "not UTF-8; name its --encoding, such as cp1252"
                    raw = "".join(lines.taken)
                elif fault is not None:
                    raw = lines.back() if lines.taken else ""
                if fault is not None:
                    source.reject(f"{one.label}:{number}", fault, raw.encode("utf-8", "surrogateescape"))
                    source.read += 1
                    continue
                yield f"{one.label}:{number}", {name: cell if cell != "" else None for place, (name, cell) in enumerate(
                    zip(names, cells)) if place not in drop}, None, None
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{one.label}:{lines.number + 1}: cannot read: {error}") from None
    except UnicodeError as error:
        raise DataError(f"{one.label}:{lines.number + 1}: cannot read: {error}; name its --encoding") from None


# Folders, runs and files that hang on others ----------------------------------------------------------------------

def folder_kind(path: str) -> str | None:
    """beir, ragtruth, llamaindex, trec, or None for a folder of ordinary files."""
    names = {name.lower() for name in os.listdir(path)}
    plain = {name[:-3] if name.endswith(".gz") else name for name in names}
    if "queries.jsonl" in plain and ("corpus.jsonl" in plain or "qrels" in plain):
        return "beir"
    if {"response.jsonl", "source_info.jsonl"} <= plain:
        return "ragtruth"
    if "rag_dataset.json" in plain:
        return "llamaindex"
    files = [os.path.join(path, name) for name in sorted(names) if os.path.isfile(os.path.join(path, name))]
    kinds = set()
    for name in files[:20]:
        try:
            kinds.add(sniff(Input(name, name)))
        except DataError:
            kinds.add("other")
    return "trec" if kinds and kinds <= {"run", "qrels"} else None


def trec_lines(one: Input, args: argparse.Namespace) -> Iterator[tuple]:
    """(place, cells) of each line of a run or qrels file."""
    try:
        for number, line in read_lines(one.path, args.encoding):
            yield f"{one.label}:{number}", line.decode("utf-8", "replace").split(), line
    except DataError as error:
        raise DataError(str(error).replace(one.path, one.label)) from None


def read_run(inputs: list, source: Source | None, args: argparse.Namespace) -> dict:
    """Query id -> documents of run files, best score first with ranks anew: the rank column is ignored, as trec_eval does."""
    run: dict = {}
    for one in inputs:
        for place, cells, line in trec_lines(one, args):
            score = as_number(cells[4]) if len(cells) == 6 else None
            if score is None or isinstance(score, bool):
                fault = f"expected 'query Q0 document rank score tag', got {shorten(' '.join(cells))!r}"
                if source is None:
                    raise DataError(f"{place}: {fault}")
                source.reject(place, fault, line)
                continue
            run.setdefault(cells[0], []).append((score, cells[2]))
    return {query: [{"id": doc, "text": None, "score": score, "rank": rank} for rank, (score, doc) in enumerate(
        sorted(found, key=lambda pair: -pair[0]), 1)] for query, found in run.items()}


def read_qrels(inputs: list, source: Source | None, args: argparse.Namespace) -> dict:
    """Query id -> {document id: grade} of qrels files: 4 columns, 3 columns (BEIR, with a header), or JSON objects."""
    grades: dict = {}
    for one in inputs:
        for place, cells, line in trec_lines(one, args):
            if cells[:1] == ["query-id"]:
                continue
            if line[:1] == b"{":
                try:
                    record = parse_record(line)
                except DataError as error:
                    raise DataError(f"{place}: {error}") from None
                query, doc, grade = (own_id(pick(record, names)) for names in (
                    ("query-id", "query_id", "qid", "query"), ("corpus-id", "doc_id", "corpus_id", "docid", "doc"), ("score", "relevance", "grade")))
                cells = [query or "", doc or "", grade or ""]
            if len(cells) not in (3, 4) or as_number(cells[-1]) is None:
                fault = f"expected 'query 0 document grade', got {shorten(' '.join(cells))!r}"
                if source is None:
                    raise DataError(f"{place}: {fault}")
                source.reject(place, fault, line)
                continue
            grades.setdefault(cells[0], {})[cells[-2]] = as_number(cells[-1])
    return grades


def gold_fields(grades: dict) -> dict:
    """gold_doc_ids and gold_grades from the grades of one query; no relevant document at all leaves the ids out."""
    ids = [doc for doc, grade in grades.items() if grade > 0]
    return {**({"gold_doc_ids": ids} if ids else {}), "gold_grades": grades}


def read_trec(runs: list, qrels: list, source: Source, name: str, queries: dict | None = None, corpus: dict | None = None) -> Iterator[tuple]:
    """Rows of a retrieval run: each query with its documents, gold and texts where they are known."""
    run, gold = read_run(runs, source, source.args), read_qrels(qrels, source, source.args)
    label = (runs or qrels)[0].label if runs or qrels else ""
    source.held.add(label)
    if queries is None:
        order = dict.fromkeys([*run, *gold])
    else:
        order = dict.fromkeys(query for query in queries if not gold and not run or query in gold or query in run)
    for number, query in enumerate(order, 1):
        docs = run.get(query, [] if runs else None)
        if corpus is not None and docs:
            docs = [{**doc, "text": corpus.get(doc["id"])} for doc in docs]
        yield f"{label} query {query}", {"id": query, "query": (queries or {}).get(query), "retrieved_docs": docs, "answer": None,
                                        **(gold_fields(gold[query]) if query in gold else {})}, None, BY_NAME[name]


def read_folder(source: Source, one: Input) -> Iterator[tuple]:
    """The records of a BEIR, TREC, RAGTruth or LlamaIndex folder."""
    kind, source.envelope[one.label] = folder_kind(one.path), "a folder"
    found = sorted(os.path.join(base, name) for base, _, names in os.walk(one.path) for name in names if not name.startswith("."))
    source.held.add(one.label)

    def named(*ends: str) -> list:
        return [Input(path, path) for path in found if re.sub(r"\.gz$", "", os.path.basename(path).lower()).endswith(ends)]

    if kind == "ragtruth":
        infos = {}
        for part in named("source_info.jsonl"):
            for _, record, _, _ in source.jsonl(part):
                infos[own_id(record.get("source_id"))] = record
        for part in named("response.jsonl"):
            for place, record, _, _ in source.jsonl(part):
                info = infos.get(own_id(record.get("source_id")))
                if info is None:
                    source.reject(place, f"source_id {shorten(record.get('source_id'))!r} is not in source_info.jsonl")
                    continue
                yield place, {**{key: value for key, value in info.items() if key not in ("source_id", "source")}, **record}, None, BY_NAME["ragtruth"]
        return
    if kind == "llamaindex":
        data, predictions = [], []
        for part in named(".json"):
            try:
                document = _LENIENT(read_text(part, source.args.encoding))
            except (ValueError, RecursionError) as error:
                source.reject(part.label, f"not JSON: {getattr(error, 'msg', error)}")
                continue
            if isinstance(document, dict) and isinstance(document.get("examples"), list):
                data += document["examples"]
            elif isinstance(document, dict) and isinstance(document.get("predictions"), list):
                predictions += document["predictions"]
        for number, record in enumerate(merge_predictions(data, predictions) if predictions else data, 1):
            if isinstance(record, dict):
                yield f"{one.label} row {number}", source.sound(record), None, BY_NAME["llamaindex-dataset"]
        return
    runs, qrels, queries, corpus = [], [], None, None
    for path in found:
        part = Input(path, path)
        if os.path.basename(path).lower().startswith(("queries.", "corpus.")):
            continue
        with contextlib.suppress(DataError):
            shape = sniff(part, source.args.encoding) if not path.lower().endswith((".tsv", ".tsv.gz")) else "qrels"
            (runs if shape == "run" else qrels if shape == "qrels" else []).append(part)
    if kind == "beir":
        queries = {own: record.get("text") for part in named("queries.jsonl") for _, record, _, _ in source.jsonl(part)
                   for own in [own_id(record.get("_id"))] if own}
        needed = {doc["id"] for docs in read_run(runs, source, source.args).values() for doc in docs}
        corpus = {}
        for part in named("corpus.jsonl"):
            for _, record, _, _ in source.jsonl(part):
                own = own_id(record.get("_id"))
                if own in needed:
                    corpus[own] = corpus_text(record)
    yield from read_trec(runs, qrels, source, kind or "trec", queries, corpus)


def corpus_text(record: dict) -> str | None:
    """A corpus document's text: its title, a blank and its text, as BEIR joins them."""
    record = respell(record)
    text = next((record[name] for name in DOC_TEXT if isinstance(record.get(name), str)), None)
    title = record.get("title")
    joined = f"{title} {text}" if isinstance(title, str) and title.strip() and text else text
    return joined.strip() if joined and joined.strip() else None


class Joins:
    """--qrels, --run, --corpus and --labels, joined to the rows by id; what found no row is named."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.tables: dict = {}
        self.joined: dict = {}
        self.active = False

    def load(self, folder: str) -> None:
        args = self.args
        for name, read in (("qrels", read_qrels), ("run", read_run)):
            if getattr(args, name):
                self.tables[name] = read(Source(side_args(args, getattr(args, name)), folder).inputs, None, args)
        if args.corpus:
            self.tables["corpus"] = {}
            for _, record, _, _ in self.side(args.corpus, folder):
                names = respell(record)
                own = next((own_id(names[key]) for key in DOC_ID if names.get(key) is not None), None)
                if own:
                    self.tables["corpus"][own] = corpus_text(record)
        if args.labels:
            labels = self.tables["labels"] = {}
            converter = Converter(side_args(args, args.labels), Notes())
            for number, (place, record, _, _) in enumerate(self.side(args.labels, folder), 1):
                converter.notes.place = place
                form = recognise(record)
                try:
                    rows = converter.rows(form if form.kind != "spans" else GENERIC, record, number)
                except DataError as error:
                    raise DataError(f"{place}: {error}") from None
                for row in rows:
                    merge_label(labels.setdefault(row["id"], {}), {key: value for key, value in row.items() if key in SIGNAL_NAMES})
        self.joined = {name: set() for name in self.tables}
        self.active = bool(self.tables)

    def side(self, path: str, folder: str) -> Iterator[tuple]:
        return Source(side_args(self.args, path), folder).records()

    def apply(self, row: dict) -> dict:
        own, change = row["id"], {}
        if "run" in self.tables:
            change["retrieved_docs"] = self.tables["run"].get(own, [])
            self.note("run", own)
        if own in self.tables.get("qrels", ()):
            change.update(gold_fields(self.tables["qrels"][own]))
            self.note("qrels", own)
        if "corpus" in self.tables:
            for name in ("retrieved_docs", "context_docs"):
                docs = change.get(name, row.get(name))
                if docs and any(doc["text"] is None and doc["id"] in self.tables["corpus"] for doc in docs):
                    change[name] = [{**doc, "text": self.tables["corpus"].get(doc["id"])} if doc["text"] is None else doc for doc in docs]
                for doc in docs or ():
                    self.note("corpus", doc["id"])
        if own in self.tables.get("labels", ()):
            label = dict(self.tables["labels"][own])
            if "judgments" in label:
                kept = objects_in(row.get("judgments"))
                label["judgments"] = kept + [one for one in label["judgments"] if one not in kept]
            change.update(label)
            self.note("labels", own)
        change = {name: value for name, value in change.items() if name not in row or row[name] != value}
        return {**row, **change} if change else row

    def note(self, name: str, own: str) -> None:
        if own in self.tables[name]:
            self.joined[name].add(own)

    def summary(self) -> dict:
        """Per joined file: how many ids found a row, how many did not, and the first of those."""
        out = {}
        for name, table in self.tables.items():
            left = [own for own in table if own not in self.joined[name]]
            out[name] = {"joined": len(self.joined[name]), "not_joined": len(left), "examples": left[:5]}
        return out


def side_args(args: argparse.Namespace, path: str) -> argparse.Namespace:
    """The flags for a file that hangs on the inputs: the same, without the files themselves."""
    return argparse.Namespace(**{**vars(args), "inputs": [path], "limit": None, "labels": None, "qrels": None, "run": None,
                                 "corpus": None, "map": None, "format": None})


def merge_label(into: dict, found: dict) -> None:
    """Several labels of one id: judgments are collected, the first verdict stays."""
    for key, value in found.items():
        if key == "judgments":
            into.setdefault(key, []).extend(value)
        else:
            into.setdefault(key, value)


# Two passes: look at everything, then write -----------------------------------------------------------------------

class IdSet:
    """Hashes of ids in a flat table of 8 bytes a slot: 16 bytes a row on average, where a set of strings needs 100."""

    def __init__(self) -> None:
        self.slots, self.count = array.array("Q", bytes(8 << 10)), 0

    def add(self, own: str) -> bool:
        """Whether the id is new; it is remembered."""
        key = hash(own) & 0xFFFFFFFFFFFFFFFF or 1
        if not self._put(self.slots, key):
            return False
        self.count += 1
        if self.count * 3 > len(self.slots) * 2:
            larger = array.array("Q", bytes(16 * len(self.slots)))
            for one in self.slots:
                if one:
                    self._put(larger, one)
            self.slots = larger
        return True

    @staticmethod
    def _put(slots: array.array, key: int) -> bool:
        mask = len(slots) - 1
        place = (key ^ key >> 32) & mask
        while slots[place]:
            if slots[place] == key:
                return False
            place = (place + 1) & mask
        slots[place] = key
        return True


COUNTED = ("query", "retrieved_docs", "context_docs", "answer", "reference_answer", "gold_doc_ids", "gold_texts", "faithful",
           "faithfulness_score", "history", "judgments")
LAYERS = (("faithfulness", "answer and documents with text"), ("retrieval_gold", "documents and gold"),
          ("retrieval_estimated", "documents with text, no gold: relevance can only be estimated"),
          ("correctness", "answer and reference answer"), ("freshness", "documents with a date"))


ROWS, EMPTY = "\0rows", "\0empty"  # counted beside the rows' own fields


class Survey:
    """What all rows together hold: fields, layers, judgments, samples."""

    def __init__(self) -> None:
        self.rows = 0
        self.forms: dict = {}  # name of the format -> Counter of fields
        self.layers: collections.Counter = collections.Counter()
        self.judgments: collections.Counter = collections.Counter()
        self.samples: list = []
        self.id_rows = self.id_matched = 0
        self.ids_differ = ""
        self.id_fields: collections.Counter = collections.Counter()  # fields of documents that hold the gold ids their own ids miss

    def add(self, row: dict, form: Format, notes: Notes) -> None:
        self.rows += 1
        have = self.forms.get(form.name)
        if have is None:
            have = self.forms[form.name] = collections.Counter()
        have[ROWS] += 1
        docs, answer, gold = row.get("retrieved_docs"), row.get("answer"), row.get("gold_doc_ids")
        for name, value in row.items():
            if value is not None:
                have[name] += 1
        if answer is not None and (not answer or answer.isspace()):
            have["answer"] -= 1
            have[EMPTY] += 1
            notes.problem("empty answers")
            answer = None
        shown = row.get("context_docs") or docs
        text = dated = False
        for doc in shown or ():
            if doc["text"] is not None:
                text = True
            if "timestamp" in doc:
                dated = True
        if shown and not text:
            notes.problem("documents without text", "faithfulness cannot be judged on ids; --corpus FILE adds the texts")
        if answer is not None and text:
            self.layers["faithfulness"] += 1
        if docs is not None:
            if gold is not None:
                self.layers["retrieval_gold"] += 1
                if gold and docs and not (isinstance(row.get("metadata"), dict) and row["metadata"].get("gold_from_text")):
                    self.compare(docs, gold)
            elif text and row.get("query"):
                self.layers["retrieval_estimated"] += 1
        if answer is not None and row.get("reference_answer") is not None:
            self.layers["correctness"] += 1
        if dated:
            self.layers["freshness"] += 1
        judgments = row.get("judgments")
        if judgments:
            for one in judgments if isinstance(judgments, list) else ():
                if isinstance(one, dict):
                    self.judgments[str(one.get("name"))] += 1
        if self.rows < 3:
            self.samples.append(row)

    def compare(self, docs: list, gold: list) -> None:
        self.id_rows += 1
        ids = {doc["id"] for doc in docs}
        if not ids.isdisjoint(gold):
            self.id_matched += 1
        elif any(one.startswith(own) for one in ids for own in gold if isinstance(own, str) and own):
            self.id_matched += 1  # gold names the parent of a chunk; score_retrieval.py maps it up
        else:
            self.ids_differ = self.ids_differ or f"gold {shorten(gold[0], 30)!r}, retrieved {shorten(docs[0]['id'], 30)!r}"
            for doc in docs:
                meta = doc["metadata"] if isinstance(doc.get("metadata"), dict) else {}
                fields = {**{name: value for name, value in doc.items() if name != "text"}, **{f"metadata.{name}": value for name, value in meta.items()}}
                self.id_fields.update(name for name, value in fields.items() if own_id(value) in gold)

    def total(self, field: str) -> int:
        return sum(have[field] for have in self.forms.values())


def purpose_of(form: Format, have: collections.Counter) -> str:
    """What the rows of one format are for; rows without any answer are a retrieval run or a test set."""
    if form.purpose != "answers" or form.kind == "spans":
        return form.purpose
    if form.name == "canonical" and not have["retrieved_docs"] and (have["reference_answer"] or have["gold_doc_ids"]):
        return "testset"
    if not have["answer"] + have[EMPTY]:
        if have["retrieved_docs"]:
            return "retrieval"
        if have["reference_answer"] or have["gold_doc_ids"] or have["gold_texts"]:
            return "testset"
        if form.name in ("canonical", "columns") and not have["query"] and (
                form.name == "canonical" or have["faithful"] or have["judgments"] or have["faithfulness_score"]):
            return "labels"
    return "answers"


def gaps(form: Format, have: collections.Counter) -> list:
    """(field, rows without it, rows) of each key field of a format: which are key follows from what the file is for."""
    rows = have[ROWS]
    purpose = purpose_of(form, have)
    if purpose == "labels":
        return []
    if purpose == "retrieval":
        return [("retrieved_docs", rows - have["retrieved_docs"], rows)] if have["retrieved_docs"] or form.name not in ("beir", "beir-query") else []
    if purpose == "testset":
        return [("query", rows - have["query"], rows),
                ("reference_answer or gold", rows - max(have[name] for name in ("reference_answer", "gold_doc_ids", "gold_texts", "answer")), rows)]
    return [("query", rows - have["query"], rows), ("retrieved_docs", rows - have["retrieved_docs"], rows),
            ("answer", rows - have["answer"] - have[EMPTY], rows)]


class Loader:
    """Reads the inputs twice: once to recognise, count and ask, once to write."""

    def __init__(self, args: argparse.Namespace, source: Source) -> None:
        self.args, self.source = args, source
        self.notes, self.survey = Notes(), Survey()
        self.converter = Converter(args, self.notes)
        self.counts: dict = {}  # name of the format -> records
        self.evidence: dict = {}
        self.dominant: dict = {}  # input -> Counter of formats, for records that say nothing themselves
        self.traces: dict = {}
        self.span_places: dict = {}  # (family, trace, id, kind) of a span -> its place among the trace's
        self.groups: dict = {}
        self.forced = BY_NAME.get(args.format, GENERIC) if args.format else None
        self.number = 0
        self.drop_gold = False
        self.hints: dict = {}  # code of a question -> further readings that this input suggests
        self.read_as: set = set()  # formats that records without a format of their own were read as

    def pass_over(self, first: bool) -> Iterator[tuple]:
        """Yield (place, row, its own line when it is unchanged, format) of every row."""
        self.number = 0
        self.converter.candidates = {}
        for place, record, raw, form in self.source.records():
            self.notes.place = place
            shape = (*record, *map(type, record.values()))
            form = form or self.forced or recognise(record, shape)
            if form.kind == "explode":
                for span in explode_otlp(record):
                    inner = recognise(span)
                    yield from self.one(place, span, None, inner if inner.kind == "spans" else BY_NAME["otel-span"], first, ())
            else:
                yield from self.one(place, record, raw, form, first, shape)
        yield from self.assembled(first)

    def one(self, place: str, record: dict, raw: bytes | None, form: Format, first: bool, shape: tuple) -> Iterator[tuple]:
        self.number += 1
        label = self.source.current
        seen = self.dominant.get(label)
        if seen is None:
            seen = self.dominant[label] = collections.Counter()
        if form is GENERIC and seen and self.forced is None:
            name = seen.most_common(1)[0][0]
            if BY_NAME[name].kind == "row":
                form = BY_NAME[name]
            self.read_as.add((label, form.name))
        elif form is GENERIC:
            self.read_as.add((label, form.name))
        elif first and form.name in BY_NAME:
            seen[form.name] += 1
        if first:
            self.counts[form.name] = self.counts.get(form.name, 0) + 1
            if form.name not in self.evidence:
                self.evidence[form.name] = evidence(form, record)
        try:
            if form.kind == "spans":
                if first:
                    span = read_span(form, form.prepare(record) if form.prepare else record)
                    family = "otel" if form.spans is SPAN else form.name
                    self.add_span((family, span["trace"] or span["id"] or place), place, form, span)
                return
            if form.kind == "group":
                if first:
                    key = tuple(own_id(pick(record, (path,))) for path in form.fields["group"])
                    self.groups.setdefault((form.name, key), []).append((place, record))
                return
            if form.kind == "trace":
                record, form = self.trace_record(form, record), ASSEMBLED._replace(name=form.name, numbers=form.numbers, json_strings=form.json_strings)
            row = self.converter.quick(form, record, self.number, shape) if form.kind in ("row", "canonical") else None
            if row is not None:
                yield place, row, raw if row is record else PLAIN if raw is not None and b"\\" not in raw else None, form
                return
            rows = self.converter.rows(form, record, self.number)
        except DataError as error:
            self.source.reject(place, error, raw or json.dumps(record, ensure_ascii=False, default=str).encode("utf-8", "replace"))
            return
        if form.name == "promptfoo":
            rows = [row for row in rows if self.keep_candidate(row)]
        if len(rows) == 1 and rows[0] is record:
            yield place, record, raw, form
            return
        mark = ASCII if raw is not None and raw.isascii() and b"\\" not in raw and not self.converter.joins.active else None
        for row in rows:
            yield place, row, mark, form

    def add_span(self, trace: tuple, place: str, form: Format, span: dict) -> None:
        """A span for its trace. One that came before, by its id, is dropped; of one exported twice the ended one stays."""
        members = self.traces.setdefault(trace, [])
        if span["id"] is not None:
            number = self.span_places.setdefault((*trace, span["id"], span["kind"]), len(members))
            if number < len(members):
                self.notes.problem("repeated spans", "the same id again in the same trace; counted once")
                if members[number][2].get("output") is None and span.get("output") is not None:
                    members[number] = (place, form, span)
                return
        members.append((place, form, span))

    def keep_candidate(self, row: dict) -> bool:
        """promptfoo runs each query against several prompts and providers (facts A19)."""
        key = hash(row["query"])
        known = key in self.converter.candidates
        self.converter.candidates[key] = True
        if known and self.args.candidates is None:
            self.notes.ask("A19", row["answer"])
        return not known or self.args.candidates != "first"

    def trace_record(self, form: Format, record: dict) -> dict:
        inner = decode_nested(record.get("trace"))
        if isinstance(inner, dict) and form.name == "mlflow-trace":
            record = {**record, **inner}
        found = next((one for path in form.spans["list"].split() for one in [decode_nested(dig(record, path))] if isinstance(one, list)), [])
        spans = [read_span(form, one) for one in found if isinstance(one, dict)]
        return assemble(form, spans, self.converter, record)

    def assembled(self, first: bool) -> Iterator[tuple]:
        for (_, trace), members in self.traces.items():
            place, form, _ = members[0]
            form = next((one for _, one, _ in members if one.name != "otel-span"), form)
            self.notes.place = place
            parts, left, passed = separate(form, [span for _, _, span in members])
            for _ in left:
                self.notes.problem("spans under none of a trace's several roots", "left out")
            for _ in passed:
                self.notes.problem("further model calls without a parent in one trace", "a trace without a root is one row, with one question and one answer")
            for count, part in enumerate(parts, 1):
                place = self.notes.place = next(place for place, _, span in members if span is part[0])
                self.number += 1
                try:
                    record = assemble(form, part, self.converter)
                    if len(parts) > 1:
                        self.notes.problem("roots of a trace that has several", "a row each, named <trace>#1, #2, ...")
                        record["id"] = f"{own_id(record['id'])}#{count}"
                    shape = ASSEMBLED._replace(name=form.name, numbers=form.numbers, kind="row")
                    rows = self.converter.rows(shape, record, self.number)
                except DataError as error:
                    self.source.reject(place, error)
                    continue
                for row in rows:
                    yield place, row, None, form
        runs: collections.Counter = collections.Counter()
        many = collections.Counter((name, key[0]) for name, key in self.groups)
        for (name, key), members in self.groups.items():
            form = BY_NAME[name]
            place = self.notes.place = members[0][0]
            record = assemble_group(form, [one for _, one in members])
            shape = form._replace(kind="row", fields={**{field: paths for field, paths in form.fields.items() if field not in (
                "doc_ids", "doc_scores", "group")}, "docs": ("_group_docs",)}, drop=form.drop)
            rows = self.converter.rows(shape, record, self.number)
            if name == "open-rag-eval" and many[name, key[0]] > 1:
                runs[name, key[0]] += 1
                if self.args.candidates is None:
                    self.notes.ask("A19", rows[0]["answer"])
                if self.args.candidates == "first" and runs[name, key[0]] > 1:
                    continue
                if self.args.candidates != "first":
                    rows = [{**row, "id": f"{row['id']}#{runs[name, key[0]]}"} for row in rows]
            for row in rows:
                yield place, row, None, form

    def look(self, out: Output | None) -> bool:
        """The first pass, and what follows from the whole input.

        Rows are written at once as the likelier readings have them. Whether that was right is returned: False when the
        whole input says otherwise, and the rows must be written again.
        """
        scale = self.args.faithfulness_scale
        for number, row, raw, form in self.unique_rows(True):
            self.survey.add(row, form, self.notes)
            if out is not None:
                self.write_row(out, row, raw)
        self.decide()
        self.source.first_pass = False
        self.notes.quiet = True
        final = {label: seen.most_common(1)[0][0] for label, seen in self.dominant.items() if seen}
        settled = all(final.get(label) == name or label not in final and name == "columns" for label, name in self.read_as)
        return (out is not None and settled and scale == self.args.faithfulness_scale and not self.drop_gold and not self.converter.strip
                and self.converter.use_gold_texts and all(low >= 0 and high <= 1 for _, low, high in self.converter.scores.values()))

    def unique_rows(self, first: bool) -> Iterator[tuple]:
        """The rows of a pass; a repeated id becomes <id>~2, <id>~3, ..."""
        ids, copies = IdSet(), {}
        for place, row, raw, form in self.pass_over(first):
            own = row["id"]
            if not ids.add(own):
                copy = copies.get(own, 1) + 1
                while not ids.add(f"{own}~{copy}"):
                    copy += 1
                if len(copies) < 100_000:
                    copies[own] = copy
                self.notes.problem("duplicate ids", "later ones were given ~2, ~3, ...")
                row, raw = {**row, "id": f"{own}~{copy}"}, None
            yield place, row, raw, form

    def decide(self) -> None:
        args, notes, converter, survey = self.args, self.notes, self.converter, self.survey
        notes.place = self.source.inputs[0].label
        if converter.gold_rows and not converter.gold_matched and args.gold_match != "exact":
            converter.use_gold_texts = False
            notes.problem("gold texts that equal no retrieved text", "the gold was cut differently; --gold-match fuzzy matches it")
            if args.gold_match is None:
                notes.ask("A11", "")
        if survey.id_rows and not survey.id_matched:
            notes.problem("gold ids that match no retrieved id anywhere", f"ids may be in two forms: {survey.ids_differ}")
            if survey.id_rows > 1 and args.gold_ids is None:
                notes.ask("A15", survey.ids_differ)
                notes.questions["A15"]["count"] = survey.id_rows
                found = max(survey.id_fields, key=lambda name: (survey.id_fields[name], name != "source"), default=None)
                self.hints["A15"] = [{"flag": "--map", "value": f"doc_ids={found or 'PATH'}", "meaning": "the documents' ids stand there" if found else
                                      "their ids lie elsewhere in the documents, such as metadata.key (id, doc_id, _id, document_id, chunk_id are found)"}]
            self.drop_gold = args.gold_ids == "drop"
        for name, (rows, low, high) in converter.scores.items():
            folded = fold_name(name)
            if args.faithfulness_scale is None and folded == "faithfulnessscore" and high <= 1:
                notes.ask("A6", f"{name}: {rows} values, {low:g} to {high:g}, where 1 to 5 is expected")
                args.faithfulness_scale = "0-1" if args.accept_gaps else None
            elif args.faithfulness_scale is None and folded.startswith("faithfulness") and folded != "faithfulnessscore" and high > 1:
                notes.ask("A6", f"{name}: {rows} values, {low:g} to {high:g}, where 0 to 1 is expected")
                args.faithfulness_scale = ("1-5" if high <= 5 else "0-100") if args.accept_gaps else None
            elif args.faithfulness_scale is None and folded == "faithfulnessscore" and (high > 5 or low < 1):
                notes.ask("A6", f"{name}: {rows} values, {low:g} to {high:g}, where 1 to 5 is expected")
                args.faithfulness_scale = "0-100" if args.accept_gaps and high > 5 else None
        converter.strip = {kind for kind, (pointed, other) in converter.pointed.items() if pointed and not other}
        for name, have in survey.forms.items():
            form = BY_NAME.get(name, GENERIC)
            for field, missing, rows in gaps(form, have):
                if missing > args.max_gap * rows:
                    if field == "retrieved_docs" and converter.unmarked:
                        self.hints["A21"] = [{"flag": "--retriever-span", "value": name, "meaning": "this span holds documents; it is not marked as a retriever"}
                                             for name in list(converter.unmarked)[:3]]
                    notes.ask("A21", f"{field} is missing in {missing} of {rows} rows ({self.form_title(name)})")
        if self.source.read:
            self.check_names()

    def check_names(self) -> None:
        """UsageError where a flag names what the whole input does not have."""
        converter, args = self.converter, self.args
        inside = converter.doc_keys.get("seen", {})
        for field, path in converter.map.items():
            empty = field in ("query", "answer", "docs", "reference") and not self.survey.total(CONTRACT_NAMES.get(field, field))
            if empty or field not in converter.found and not inside[field]:
                where = "document" if field == "doc_text" else "record or document" if field == "doc_ids" else "record"
                fields = shorten(", ".join(converter.doc_keys["fields"]), 200) if field == "doc_text" else ""
                raise UsageError(f"--map {field}={path}: no {where} has anything there; its fields are {fields or self.evidence_fields()}")
        if args.retriever_span and "retriever_span" not in converter.found:
            raise UsageError(f"--retriever-span {args.retriever_span}: " + (
                f"no span has this name; there are {shorten(', '.join(converter.span_names), 200)}" if converter.span_names else "the input has no spans"))
        for flag, what in (("question_after", "question"), ("split_contexts", "joined context"), ("judgment_name", "result without an evaluator")):
            value = getattr(args, flag)
            if value and flag not in converter.found and not (flag == "split_contexts" and value == "none"):
                told = f"--{flag.replace('_', '-')} {value!r} changed nothing"
                self.notes.problem(told, f"no {what} has a use for it")
                print(f"warning: {self.notes.place}: {told}: no {what} has a use for it", file=sys.stderr)

    def form_title(self, name: str) -> str:
        return BY_NAME[name].tool if name in BY_NAME else GENERIC.tool

    def evidence_fields(self) -> str:
        return shorten(", ".join(one.get("fields", "") for one in self.evidence.values()), 200)

    def write(self, out: Output) -> None:
        """The second pass: every row as the whole input has it."""
        for _, row, raw, _ in self.unique_rows(False):
            if self.drop_gold and "gold_doc_ids" in row:
                row, raw = {key: value for key, value in row.items() if key not in ("gold_doc_ids", "gold_grades", "gold_groups")}, None
            self.write_row(out, row, raw)

    @staticmethod
    def write_row(out: Output, row: dict, raw: bytes | str | None) -> None:
        if type(raw) is bytes:
            out.write(raw + b"\n")
        elif raw is PLAIN:
            out.write(plain_json(row).encode("utf-8") + b"\n")
        else:
            try:
                line = (_ENCODE_ASCII if raw is ASCII else _ENCODE)(row).encode("utf-8")
            except (UnicodeEncodeError, ValueError):
                line = _ENCODE(mend_text(row)).encode("utf-8")
            out.write(line + b"\n")


class Again(Exception):
    """Leaves an Output without its file appearing."""


ASCII = "ascii"  # stands for the line of a row that came from plain ASCII: encoding it as such takes half the time
PLAIN = "plain"  # stands for the line of a row whose strings need no escapes, since its line had none


def plain_json(value: Any) -> str:
    """JSON of a value whose strings hold nothing that JSON escapes: no search for escapes, which is half of encoding's time."""
    kind = type(value)
    if kind is str:
        return f'"{value}"'
    if kind is dict:
        return "{" + ", ".join([f'"{key}": {plain_json(one)}' for key, one in value.items()]) + "}"
    if kind is list:
        return "[" + ", ".join([plain_json(one) for one in value]) + "]"
    if kind is int or kind is float:
        return repr(value)
    return "null" if value is None else "true" if value else "false"


WORDS = {"@canonical": "only fields of the contract", "@own-names": "no other name for question, answer or reference",
         "@labels": "an id and a label column", "@openjudge": "a verdict a grader", "@haystack": "components with documents or answers", "@never": "a folder or file of this kind"}


def evidence(form: Format, record: dict) -> dict:
    """Why a record was taken for this format: the terms that hold, or the columns read as what."""
    fields = shorten(", ".join(map(str, record)), 200)
    if form.name == "columns":
        plan = plan_columns(tuple(record)).fields
        return {"because": ", ".join(f"{path[0]} as {field}" for field, path in plan.items()) or "no field is known", "fields": fields}
    for terms in form.when:
        if all(term_holds(term, record) for term in terms):
            return {"because": " ".join(WORDS.get(term, term) for term in terms), "fields": fields}
    return {"because": "the other records of the file", "fields": fields}


# The report -------------------------------------------------------------------------------------------------------

def open_questions(loader: Loader) -> list:
    """The questions met, each with its readings, the flag that settles it, a sample, and the reading taken."""
    out = []
    for code, seen in sorted(loader.notes.questions.items(), key=lambda one: int(one[0][1:])):
        question = QUESTIONS[code]
        out.append({"code": code, "question": question.asked, "flag": question.flag, "records": seen["count"], "place": seen["place"],
                    "sample": seen["sample"], "readings": [*({"value": value, "meaning": meaning} for value, meaning in question.readings), *loader.hints.get(code, ())],
                    "taken": question.readings[0][1] if loader.args.accept_gaps else None})
    return out


def summarise(loader: Loader) -> dict:
    """The whole summary as one object."""
    survey, args = loader.survey, loader.args
    have = {name: survey.total(name) for name in COUNTED}
    formats = [{"name": BY_NAME[name].title or name if name in BY_NAME else name, "tool": loader.form_title(name), "records": count,
                **loader.evidence[name]} for name, count in sorted(loader.counts.items(), key=lambda one: -one[1])]
    flags = [f"{name}:{getattr(args, name)}" for name in SETTLING if getattr(args, name, None) is not None]
    return {
        "inputs": [one.label for one in loader.source.inputs], "rows": survey.rows, "records": loader.source.read, "skipped": loader.source.bad,
        "formats": formats, "layout": loader.source.envelope, "fields": have,
        "layers": {name: {"rows": survey.layers[name], "needs": needs} for name, needs in LAYERS},
        "judgments": [{"name": name, "rows": count, "reading": judgment_reading(name, loader)} for name, count in survey.judgments.most_common(50)],
        "problems": [{"problem": kind, **seen} for kind, seen in sorted(loader.notes.problems.items())],
        "missing_numbers": NANS[0], "questions": open_questions(loader), "joined": loader.converter.joins.summary(),
        "held_in_memory": sorted(loader.source.held) + (["spans, grouped by trace"] if loader.traces else []) + (
            ["rows in long form, grouped"] if loader.groups else []),
        "samples": [shorten_row(row) for row in survey.samples],
        "signature": "|".join(["load_traces", f"format:{'+'.join(one['name'] for one in formats) or 'none'}", *flags, f"v:{VERSION}"])}


SETTLING = ("format", "map", "faithfulness_scale", "turns", "answer_is", "context_is", "reference_is", "high_hallucination", "pass_means",
            "split_contexts", "strings_are", "gold_match", "retrievers", "retriever_span", "gold_ids", "gold_nesting", "implicit_true",
            "candidates", "question_after", "judgment_name")


def judgment_reading(name: str, loader: Loader) -> str:
    """How a judgment that came along was understood."""
    folded = fold_name(name)
    if BAD_NAME.search(folded):
        return "high is bad" if loader.args.high_hallucination != "good" else "high is good"
    if GOOD_NAME.search(folded):
        return "a boolean or word sets faithful; a number is kept only"
    return "kept only"


def shorten_row(row: dict) -> dict:
    """A row for the eye: long texts cut, long lists counted."""
    def short(value: Any, depth: int = 0) -> Any:
        if isinstance(value, str):
            return shorten(value, SAMPLE_WIDTH)
        if isinstance(value, list):
            return [short(one, depth + 1) for one in value[:1]] + ([f"and {len(value) - 1} more"] if len(value) > 1 else [])
        if isinstance(value, dict):
            return {key: short(one, depth + 1) for key, one in itertools.islice(value.items(), 5)} if depth < 4 else "..."
        return value
    return {key: short(value) for key, value in row.items()}


def shell_word(value: str) -> str:
    """A flag's value as it is typed: in quotes where a shell would split it."""
    return value if re.fullmatch(r"[\w.,=\[\]/:+-]+", value) else "'" + value.replace("'", "'\\''") + "'"


def question_lines(questions: list, accepted: bool) -> list:
    """The open questions for the terminal: each with its readings, the flag, and a sample."""
    lines = []
    for one in questions:
        lines.append(f"question {one['code']}: {one['question']}")
        lines.append(f"  {one['records']} record{'s' if one['records'] != 1 else ''}, first at {one['place']}" + (f": {one['sample']}" if one["sample"] else ""))
        for place, reading in enumerate(one["readings"]):
            taken = " (taken)" if accepted and place == 0 else ""
            lines.append(f"  {reading.get('flag', one['flag'])} {shell_word(reading['value'])}: {reading['meaning']}{taken}")
    return lines


def report_text(report: dict, accepted: bool) -> str:
    """The summary for people, folded to 80 columns."""
    lines = [f"{report['rows']} rows from {report['records']} records of {shorten(', '.join(report['inputs']), 50)}"]
    if report["skipped"]:
        lines.append(f"{report['skipped']} bad records were skipped")
    for one in report["formats"]:
        lines.append(f"format: {one['name']} ({one['tool']}), {one['records']} records, by: {shorten(one['because'], 100)}")
    lines.append("")
    lines.append("fields  " + ", ".join(f"{name} {count}" for name, count in report["fields"].items() if count))
    lines.append("layers  " + "; ".join(f"{name.replace('_', ' ')} on {one['rows']} of {report['rows']}" for name, one in report["layers"].items()))
    for one in report["judgments"][:8]:
        lines.append(f"judgment {one['name']}: {one['rows']} rows, {one['reading']}")
    for name, one in report["joined"].items():
        left = f", {one['not_joined']} found no row: {', '.join(one['examples'])}" if one["not_joined"] else ""
        lines.append(f"--{name}: {one['joined']} joined{left}")
    if report["missing_numbers"]:
        lines.append(f"NaN or Infinity read as missing: {report['missing_numbers']}")
    if report["problems"]:
        lines.append("")
    for one in report["problems"][:SHOWN_PROBLEMS]:
        lines.append(f"problem: {one['problem']}: {one['count']}, such as {', '.join(one['places'])}" + (f" ({one['detail']})" if one["detail"] else ""))
    if report["held_in_memory"]:
        lines.append(f"held in memory: {shorten(', '.join(report['held_in_memory']), 100)}")
    if report["questions"]:
        lines += ["", *question_lines(report["questions"], accepted)]
    lines.append("")
    for row in report["samples"]:
        lines += textwrap.wrap("sample: " + json.dumps(row, ensure_ascii=False), 80, subsequent_indent="  ", break_on_hyphens=False)
    lines.append(f"signature: {report['signature']} n:{report['rows']}")
    folded = [part for line in lines for part in (textwrap.wrap(
        line, 80, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False) if len(line) > 80 and line[:9] != "signature" else [line])]
    return "\n".join(folded) + "\n"


def list_formats() -> str:
    """A line a format: name, tool, recognised by, an example command."""
    out = []
    for one in FORMATS:
        if one.when and one.when[0] != ("@never",):
            out.append(f"{one.name}\t{one.tool}\trecognised by: {' or '.join(' '.join(WORDS.get(term, term) for term in terms) for terms in one.when)}\t"
                       f"load_traces.py FILE --out traces.jsonl")
    for name, files in (("beir", "queries.jsonl, corpus.jsonl, qrels/*.tsv, run"), ("trec", "6 columns with Q0, qrels of 4 columns"),
                        ("ragtruth folder", "response.jsonl, source_info.jsonl"), ("llamaindex folder", "rag_dataset.json, rag_predictions.json")):
        out.append(f"{name}\tfolder\trecognised by: {files}\tload_traces.py FOLDER --out traces.jsonl")
    out.append("columns\trows with known column names\trecognised by: names such as question, answer, contexts in any spelling\t"
               "load_traces.py FILE --map query=prompt --out traces.jsonl")
    return "\n".join(out) + "\n"


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


# Known answers ----------------------------------------------------------------------------------------------------

def run_text(text: str, *flags: str, name: str = "in.jsonl") -> tuple:
    """(exit code, rows, standard output, standard error) of a whole run over a text, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, name), os.path.join(folder, "out.jsonl")
        with open(source, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([source, "--out", target, *flags])
        rows = []
        if os.path.exists(target):
            with open(target, encoding="utf-8") as stream:
                rows = [json.loads(line) for line in stream]
        return code, rows, out.getvalue().replace(folder + os.sep, ""), err.getvalue().replace(folder + os.sep, "")


def run_converter(*flags: str) -> Converter:
    """A Converter with the given flags, for the known answers."""
    return Converter(build_parser().parse_args(["in.jsonl", *flags]), Notes())


def run_file(text: str, use: Callable, name: str = "in.txt") -> Any:
    """What `use` makes of an Input whose file holds the text."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        return use(Input(path, name))


def run_error(call: Callable) -> str:
    """The message of the error that a call raises; "" when it raises none."""
    try:
        call()
    except (DataError, UsageError, ValueError) as error:
        return str(error)
    return ""


def run_stream(one: Input) -> str:
    """What open_text gives of an Input."""
    with open_text(one, None) as stream:
        return stream.read()


RAGAS_ROW = {"question": "When does it open?", "contexts": ["It opens at nine.", "It closes at six."], "answer": "It opens at nine o'clock."}
RAGAS_CSV = "Question;Contexts;Answer;faithful\nWhen?;\"['at nine' 'or ten']\";At nine it does.;no\n"
TWO_SPANS = [{"run_type": "chain", "trace_id": "t", "id": "t", "inputs": {"question": "When?"}, "outputs": {"output": "At nine."}},
             {"run_type": "retriever", "trace_id": "t", "id": "u", "parent_run_id": "t", "inputs": {}, "outputs": {
                 "documents": [{"page_content": "Open at nine."}]}}]
_LANGSMITH = BY_NAME["langsmith-runs"]

SELF_TEST = [
    ("names are compared without case, blanks and marks", lambda: [fold_name("Ground Truth"), fold_name("groundTruth")], ["groundtruth"] * 2),
    ("words for nothing", lambda: [is_missing(one) for one in (None, "NaN", " null ", "", "none of it", 0)], [True] * 4 + [False] * 2),
    ("a NumPy list is not glued together", lambda: parse_literal("['a' \"b\"\n 'c']"), ["a", "b", "c"]),
    ("calls are read, not made", lambda: parse_literal("[np.float64(0.5), Doc(a='x'), None, (1,), nan]"), [0.5, {"a": "x"}, None, [1], None]),
    ("a list that was cut is refused", lambda: run_error(lambda: parse_literal("['a' ... 'b']")), "cut by the program that wrote it (...)"),
    ("names are no literals", lambda: run_error(lambda: parse_literal("[__import__]")), "no literal"),
    ("LangChain's str(doc)", lambda: parse_lc_text("page_content='It's nine' metadata={'source': 'a'}"),
     [{"metadata": {"source": "a"}, "page_content": "It's nine"}]),
    ("Haystack's repr(doc)", lambda: parse_haystack_text("[Document(id=a1, content: 'It's nine', score: 0.5), Document(id=b2, content: 'cut...')]"),
     [{"id": "a1", "content": "It's nine"}, {"id": "b2", "content": None}]),
    ("structures in strings", lambda: [parse_structure(one) for one in ('["a"]', "{'a': None}", "plain", "[1] cited")],
     [["a"], {"a": None}, None, None]),
    ("a cell that was cut", lambda: [looks_cut("['abc"), looks_cut("[1] abc")], [True, False]),
    ("JSON in JSON", lambda: [decode_nested('{"a": 1}'), decode_nested("123")], [{"a": 1}, "123"]),
    ("objects in a list", lambda: [objects_in('[{"a": 1}, 2]'), objects_in(True)], [[{"a": 1}], []]),
    ("depth is bounded", lambda: [too_deep([[[1]]], 2), too_deep([[1]], 2)], [True, False]),
    ("numbers in text", lambda: [as_number(one) for one in ("0,5", "7", "1e3", "x", True)], [0.5, 7, 1000.0, None, True]),
    ("words for true and false", lambda: [as_bool(one) for one in ("False", "[[Yes]]", 0, 2, "maybe")], [False, True, False, None, None]),
    ("ids are strings", lambda: [own_id(one) for one in (101.0, "101 ", 101, None, [1])], ["101", "101", "101", None, None]),
    ("ids have no blanks", lambda: [looks_like_id(one) for one in ("kb-1", "two words", "\u6642\u9593")], [True, False, False]),
    ("paths", lambda: list(parse_path("a[t=x].b[][0]")), [("name", "a"), ("where", ("t", "x")), ("name", "b"), ("every", None), ("index", 0)]),
    ("a bad path", lambda: run_error(lambda: parse_path("a[")), "'a[' is no path; such as out.text or hits[].body"),
    ("digging", lambda: [dig({"a": '[{"b.c": 1}, {"b.c": 2}]'}, "a[].b.c"), dig({"a.b": 3}, "a.b"), dig({}, "a.b")], [[1, 2], 3, None]),
    ("picking skips what is missing", lambda: pick({"a": "nan", "b": {"c": 1}}, ("a", "b.c")), 1),
    ("dotted keys nest", lambda: unflatten({"a.1.b": 2, "a.0.b": 1, "c": 3}), {"a": [{"b": 1}, {"b": 2}], "c": 3}),
    ("roles", lambda: [message_role({"type": "human"}), message_role({"role": "model"}), message_role({"x": 1})], ["user", "assistant", None]),
    ("message texts", lambda: [message_text({"content": [{"type": "text", "text": "a"}, {"type": "image"}]}), message_text({"kwargs": {"content": "b"}})],
     ["a", "b"]),
    ("parts are joined", lambda: join_parts(["a", {"type": "text", "text": "b"}, {"type": "image_url", "text": "c"}]), "ab"),
    ("lists of messages", lambda: [messages_in([[{"role": "user", "content": "a"}]]), messages_in([{"id": 1}])], [[{"role": "user", "content": "a"}], None]),
    ("an answer in an object", lambda: find_text('{"answer": "A", "sources": []}', ANSWER_KEYS, "assistant"), ("A", {"answer": "A", "sources": []})),
    ("JSON is no answer", lambda: find_text({"x": 1, "y": 2}, ANSWER_KEYS, "assistant")[0], None),
    ("a citation is no list", lambda: [looks_like_citation("[1] says"), looks_like_citation("['a']")], [True, False]),
    ("documents beside an answer", lambda: [find_inner_docs({"sources": ["a"]}), find_inner_docs("x")], [["a"], None]),
    ("reasoning is no answer", lambda: [strip_reasoning("<think>no</think>Yes."), strip_reasoning("<think>never"), strip_reasoning("Plain")],
     [("Yes.", "no"), ("", "never"), ("Plain", None)]),
    ("half a pair", lambda: mend_text({"a": ["x\ud83d", float("inf")]}), {"a": ["x\ufffd", None]}),
    ("envelopes of documents", lambda: unwrap_doc({"node": {"id_": "n", "text": "t"}, "score": 0.5}), {"score": 0.5, "id_": "n", "text": "t"}),
    ("names in another spelling", lambda: [spelled(("pageContent", "Chunk ID", "ID", "id", "x")), respell({"Text": 1, "id": 2}), respell({"searchResults": 1, "hits": 2}, INNER_NAMES)],
     [(("pageContent", "page_content"), ("Chunk ID", "chunk_id")), {"text": 1, "id": 2}, {"search_results": 1, "hits": 2}]),
    ("a document of another spelling", lambda: doc_from({"pageContent": "t", "Score": 0.5, "FileName": "f", "URL": "u", "Tag": 1}, 0),
     {"id": "d0", "text": "t", "score": 0.5, "source": "u", "metadata": {"FileName": "f", "Tag": 1}}),
    ("a document that names itself", lambda: [mentions(one, "d1") for one in ({"doc_id": "d1"}, {"metadata": {"id": "d1"}}, {"document.metadata": '{"id": "d1"}'}, {"text": "d1 is"}, "d1")],
     [True, True, True, False, False]),
    ("one document or several", lambda: [is_pair(["t", ["a", "b"]]), is_pair([{"text": "a"}, 0.5]), is_pair([{"text": "a"}, {"text": "b"}])], [True, True, False]),
    ("a document", lambda: doc_from({"page_content": "t", "metadata": {"source": "s", "relevance_score": 0.4}}, 2),
     {"id": "d2", "text": "t", "score": 0.4, "source": "s", "metadata": {"source": "s", "relevance_score": 0.4}}),
    ("blank text is no text", lambda: doc_from({"id": 7, "text": " \n"}, 0), {"id": "7", "text": None}),
    ("lists beside each other", lambda: [transpose({"a": [1, 2], "b": [3, 4]}), transpose({"a": [1], "b": 2})], [[{"a": 1, "b": 3}, {"a": 2, "b": 4}], None]),
    ("pieces", lambda: split_text("a | b||c", "|"), ["a", "b", "", "c"]),
    ("documents of any shape", lambda: [docs_from("one string")[1], docs_from("['a' 'b']")[0], docs_from([])[0], docs_from(None)],
     ["joined", [{"id": "d0", "text": "a"}, {"id": "d1", "text": "b"}], [], (None, "none")]),
    ("the same documents", lambda: [same_docs([{"id": "a", "text": "x"}], [{"id": "a", "text": "x", "score": 1}]), same_docs([], [{"id": "a", "text": "x"}])],
     [True, False]),
    ("repeats", lambda: unique_docs([{"id": "a", "text": "x"}, {"id": "a", "text": "y"}, {"id": "a", "text": "x"}]),
     [{"id": "a", "text": "x"}, {"id": "a", "text": "y"}]),
    ("nested gold", lambda: gold_from([["d1", "d2"], ["d3"], None]), {"ids": ["d1", "d2", "d3"], "dropped": 1, "groups": [["d1", "d2"], ["d3"]]}),
    ("graded gold", lambda: gold_from({"a": 2, "b": 0}), {"ids": ["a"], "dropped": 0, "grades": {"a": 2, "b": 0}}),
    ("gold texts", lambda: texts_from(["a", " ", {"text": "b"}]), ["a", "b"]),
    ("folded texts", lambda: fold_text(" A\n b "), "a b"),
    ("gold by text", lambda: [match_gold(["x", "y"], [{"id": "k", "text": "x"}]), match_gold(["A b"], [{"id": "k", "text": "c a  B d"}], True)],
     [["k", "gold1"], ["k"]]),
    ("a judgment", lambda: judgment("hallucination", "0.5", UNIT, source="LLM_JUDGE", passed="pass"),
     {"name": "hallucination", "value": 0.5, "passed": True, "source": "llm", "min": 0, "max": 1, "higher_is_better": False}),
    ("no judgment", lambda: judgment("faithfulness", "nan"), None),
    ("what judgments say", lambda: [verdict_of({"name": "x", "label": "grounded"}), verdict_of({"name": "hallucinated", "value": True}),
                                    verdict_of({"name": "faithfulness", "value": 1.0}), verdict_of({"name": "hallucination_metric", "value": 1.0}, True)],
     [True, False, None, False]),
    ("what labels say", lambda: [label_verdict("hallucinated", "no"), label_verdict("label", "Unsupported"), label_verdict("faithful", "?")], [True, False, None]),
    ("a label that says nothing", lambda: run_error(lambda: label_verdict("faithful", "BAD"))[:50], "field 'faithful' must be a label such as true, fal"),
    ("a table entry", lambda: list(entry("n", "t", "a b|c", query="q x.y", drop="z")[2:4]) + [sorted(entry("n", "t", "a", query="q x.y").used)],
     [(("a", "b|c"),), {"query": ("q", "x.y")}, ["q", "x", "x.y"]]),
    ("TruLens", lambda: [prepare_trulens({"m": -1, "m_calls": "[{'args': {'context': 'c'}, 'ret': 0.5}]"})[key] for key in ("_docs", "_judgments")],
     [["c"], [{"name": "m", "value": 0.5, "doc_id": "d0", "min": 0, "max": 1, "higher_is_better": True}]]),
    ("MS MARCO", lambda: prepare_ms_marco({"passages": {"is_selected": [0, 1], "passage_text": ["a", "b"]}, "answers": ["No Answer Present."]}),
     {"passages": {"is_selected": [0, 1], "passage_text": ["a", "b"]}, "answers": None, "_docs": [{"passage_text": "a"}, {"passage_text": "b"}], "_gold": ["d1"]}),
    ("HotpotQA", lambda: prepare_hotpot({"supporting_facts": [["T", 0], ["T", 1]], "context": []})["_gold"], ["T"]),
    ("RAGBench", lambda: prepare_ragbench({"all_relevant_sentence_keys": ["1b", "1c", "0a"]})["_gold"], ["d1", "d0"]),
    ("rag_evals", lambda: prepare_statements({"faithfulness": {"statements": [{"is_supported": True}, {"is_supported": False}]}})["_judgments"][0]["value"], 0.5),
    ("Giskard", lambda: [prepare_giskard({"reference_context": "Document 1: a\n\nDocument x: b"})[key] for key in ("_gold", "_gold_texts")], [["1", "x"], ["a", "b"]]),
    ("Anthropic", lambda: prepare_anthropic({"request": {"messages": [{"role": "user", "content": [{"type": "document", "title": "t", "source": {
        "type": "text", "data": "d"}}, {"type": "text", "text": "Q"}]}]}, "response": {"content": [{"type": "text", "text": "A"}]}})["_docs"],
     [{"text": "d", "source": "t"}]),
    ("OpenAI", lambda: [prepare_openai({"output": [{"type": "file_search_call", "results": None}, {"content": [
        {"type": "output_text", "text": "A", "annotations": [{"file_id": "f", "filename": "n"}]}]}]})[key] for key in ("_docs", "_cited", "_answer")],
     [[{"file_id": "f", "filename": "n"}], True, "A"]),
    ("Cohere", lambda: prepare_cohere({"documents": [{"id": "a", "snippet": "s"}]})["_docs"], [{"id": "a", "text": "s"}]),
    ("Bedrock", lambda: prepare_bedrock_generate({"citations": [{"retrievedReferences": [{"a": 1}]}, {"retrievedReferences": [{"a": 1}]}]})["_docs"], [{"a": 1}]),
    ("RAGTruth", lambda: [prepare_ragtruth({"source_info": {"question": "q", "passages": "passage 1:a\n\npassage 2:b\n\n"}, "labels": []})[key]
                          for key in ("_docs", "_faithful")], [["a", "b"], True]),
    ("Weave", lambda: prepare_weave({"inputs": {"self": "x", "q": 1}}), {"inputs": {"q": 1}}),
    ("Langfuse columns", lambda: prepare_langfuse({"id": "t", "tone": ["kind"]}), {"id": "t", "_judgments": [{"name": "tone", "label": "kind"}]}),
    ("Azure", lambda: prepare_azure({"inputs.query": "q", "outputs.g.groundedness": 3, "outputs.g.gpt_groundedness": 3, "outputs.g.groundedness_result": "pass"}),
     {"query": "q", "_judgments": [{"name": "groundedness", "value": 3, "passed": True, "min": 1, "max": 5, "higher_is_better": True}]}),
    ("Haystack", lambda: prepare_haystack({"r": {"documents": [{"content": "a"}]}, "b": {"answers": [{"data": "A", "query": "Q"}]}}),
     {"id": None, "_docs": [{"content": "a"}], "_context": None, "_query": "Q", "_answer": "A"}),
    ("terms", lambda: [term_holds(term, {"a": ["x"], "b.c": 1, "d": {"k": "weave:///x"}}) for term in (
        "a:list", "!z", "z|b.c", "d.k^weave:///", "d/k*", "*.c", "b.*", "a:str", "z")], [True] * 7 + [False] * 2),
    ("canonical rows", lambda: [is_canonical({"query": "q", "answer": "a"}), is_canonical({"id": "a", "question": "q"}), is_canonical({"id": "a"})],
     [True, False, True]),
    ("OpenJudge rows", lambda: [is_openjudge({"g": {"name": "n", "score": 1}}), is_openjudge({"g": 1})], [True, False]),
    ("label rows", lambda: [is_labels({"id": "a", "Human Label": "x"}), is_labels({"id": "a", "label": "x", "question": "q"})], [True, False]),
    ("Haystack rows", lambda: [is_haystack({"b": {"answers": []}}), is_haystack({"b": {"x": 1}})], [True, False]),
    ("what a shape decides", lambda: [shape_says("a:list", {"a": []}), shape_says("a.b=x", {"a": {}}), shape_says("a.b", {"a": 1})], [True, None, False]),
    ("what a shape leaves open", lambda: [one.name for one, _ in candidates({"question": "q", "retrieved_contexts": "x"})][:1], ["rageval"]),
    ("formats are recognised", lambda: [recognise(one).name for one in (RAGAS_ROW, {"resourceSpans": []}, {"prompt": "x"})], ["ragas-0.1", "otlp", "columns"]),
    ("columns by name", lambda: plan_columns(("User Query", "Bot Wrote", "Chunks", "Expected")).fields,
     {"query": ("User Query",), "docs": ("Chunks",), "reference": ("Expected",)}),
    ("--map", lambda: parse_map("query=a.b,docs=hits[].body"), {"query": "a.b", "docs": "hits[].body"}),
    ("--map of nothing known", lambda: run_error(lambda: parse_map("colour=x"))[:33], "--map 'colour=x': expected FIELD="),
    ("metrics by name", lambda: [is_metric(one) for one in ("Context Recall", "factual_correctness(mode=f1)", "ndcg@10", "latency")], [True, True, True, False]),
    ("signals by name", lambda: [signal_name("Recall at K"), signal_name("query")], ["recall_at_k", None]),
    ("JSON strings", lambda: [unquote('"a\\n"'), unquote("a")], ["a\n", "a"]),
    ("OpenJudge", lambda: scores_openjudge(run_converter(), {"h": {"name": "hallucination", "score": 5.0}}, {}, set(), GENERIC),
     [{"name": "hallucination", "value": 5.0, "min": 1, "max": 5, "higher_is_better": True}]),
    ("Langfuse scores", lambda: scores_langfuse(run_converter(), {"scores": [{"name": "f", "dataType": "BOOLEAN", "value": 1, "source": "EVAL"}]}, {}, set(), GENERIC),
     [{"name": "f", "value": True, "source": "llm"}]),
    ("MLflow", lambda: [scores_mlflow(run_converter(), {"assessments": [{"name": "g", "feedback": {"value": "yes"}}]}, {}, set(), GENERIC)],
     [[{"name": "g", "label": "yes"}]]),
    ("Phoenix", lambda: scores_phoenix(run_converter(), {"label": "factual", "score": 0}, {}, set(), GENERIC), [{"name": "evaluation", "value": 0, "label": "factual"}]),
    ("LlamaIndex", lambda: scores_llamaindex(run_converter("--judgment-name", "faithfulness"), {"passing": True, "score": 1.0}, {}, set(), GENERIC),
     [{"name": "faithfulness", "value": 1.0, "passed": True}]),
    ("people's labels", lambda: scores_human(run_converter(), {"label": "unsupported"}, {}, set(), GENERIC), [{"name": "label", "label": "unsupported", "source": "human"}]),
    ("Weave scorers", lambda: scores_weave(run_converter(), {"op_name": "weave:///e/p/op/S.score:1", "output": {"passed": False}}, {}, set(), GENERIC),
     [{"name": "S", "passed": False}]),
    ("operation names", lambda: op_name({"op_name": "weave:///e/p/op/Rag.ask:v2"}), "Rag.ask"),
    ("feedback_stats", lambda: scores_stats(run_converter(), {"feedback_stats": {"k": {"n": 1, "avg": 0.5}}}, {}, set(), GENERIC), [{"name": "k", "value": 0.5}]),
    ("OTLP", lambda: [explode_otlp({"resource_spans": [{"scope_spans": [{"spans": [{"traceId": "a1", "name": "s"}]}]}]})[0][key] for key in ("name", "context")],
     ["s", {"trace_id": "a1", "span_id": None}]),
    ("OTLP ids", lambda: [otlp_id("AAAAAAAAAAE="), otlp_id("ab12")], ["0000000000000001", "ab12"]),
    ("OTLP attributes", lambda: otlp_attributes([{"key": "a.0", "value": {"intValue": "7"}}]), {"a": [7]}),
    ("OTLP values", lambda: otlp_value({"arrayValue": {"values": [{"stringValue": "x"}, {"double_value": 0.5}]}}), ["x", 0.5]),
    ("documents of a span", lambda: [raw_docs({"documents": ["a"]}), raw_docs("[1, 2]"), raw_docs({"x": 1})], [["a"], [1, 2], None]),
    ("spans by time", lambda: span_order([{"start": "2"}, {"start": "10"}, {"start": 1}]), [{"start": 1}, {"start": "2"}, {"start": "10"}]),
    ("a trace", lambda: [assemble(_LANGSMITH, [read_span(_LANGSMITH, one) for one in TWO_SPANS], run_converter())[key] for key in ("id", "query", "docs")],
     ["t", {"question": "When?"}, [{"id": "d0", "text": "Open at nine."}]]),
    ("a TruLens event", lambda: prepare_trulens_event({"event_id": "e", "record_attributes": {"ai.observability.record_id": "r"}})["context"],
     {"trace_id": "r", "span_id": "e"}),
    ("TruLens spans", lambda: trulens_scores({"attributes": {"ai": {"observability": {"eval_root": {"score": 0.5, "metric_name": "m", "higher_is_better": False}}}}}),
     [{"name": "m", "value": 0.5, "min": 0, "max": 1, "higher_is_better": False}]),
    ("long form", lambda: assemble_group(BY_NAME["open-rag-eval"], [{"passage": "a", "passage_id": "1", "query": "q"}, {"passage": "NA"}])["_group_docs"],
     [{"id": "1", "text": "a", "score": None}]),
    ("Parquet is refused", lambda: run_file("PAR1....", lambda one: run_error(lambda: check_readable(one.path, "a.parquet")))[:59],
     "a.parquet: is Parquet, which cannot be read without package"),
    ("reading goes on after a broken object", lambda: [resume('[{"a": x}, {"a": 1}]', 1, {frozenset("a")}, [9]), resume("[{", 1, set(), [9]),
                                                        resume('[{"a": [1, {"b": 1}, {"b": 2}], x}, {"a": 3}]', 1, set(), [9])], [11, 2, 36]),
    ("an array reads on to its end", lambda: [reads_on('{"a": 1}, {"b": 2}]', 8), reads_on('{"a": 1}], 2]', 8)], [True, False]),
    ("stray quotes in a table", lambda: [next_cells(TableLines(iter(["a,\"b\"c\n"])), ","), next_cells(TableLines(iter([])), ",")], [["a", "bc"], None]),
    ("a record", lambda: [parse_record(b'{"a": NaN}'), run_error(lambda: parse_record(b"[1]"))], [{"a": None}, "expected a JSON object, got list"]),
    ("files of each kind", lambda: [run_file(text, lambda one: sniff(one), name) for text, name in (
        ("{}\n{}\n", "a.txt"), ("[\n{}]", "a.json"), ("a,b\n1,2\n", "a.csv"), ("1 Q0 d 1 0.5 t\n", "a.run"), ("1 0 d 1\n", "a.txt"))],
     ["jsonl", "json", "csv", "run", "qrels"]),
    ("the text of a file", lambda: [run_file("\ufeffa", lambda one: read_text(one, None)), run_file("ab", lambda one: head_text(one, None))], ["a", "ab"]),
    ("a stream", lambda: run_file("\ufeffa\n", run_stream), "a\n"),
    ("a document where a row was expected", lambda: [held_rows(one) for one in ({"run_data": [{"a": 1}]}, {"query": "q", "results": [{"text": "t"}]})],
     [[{"a": 1}], None]),
    ("objects one after the other", lambda: [concatenated(one) for one in ('{"a": 1}\n{\n"b": 2}\n', '{"a": 1} x')], [[{"a": 1}, {"b": 2}], None]),
    ("a row under the contract's names", lambda: [has_own_names(one) for one in ({"query": 1, "retrieved_docs": [], "answer": 1}, {
        "query": 1, "retrieved_docs": [], "response": 1})], [True, False]),
    ("orientations", lambda: [rows_in(one)[0] for one in ({"a": {"0": 1}, "b": {"0": 2}}, {"columns": ["a"], "data": [[1]]}, {"rows": [{"row": {"a": 1}}]}, {"a": [1, 2]})],
     [[{"a": 1, "b": 2}], [{"a": 1}], [{"a": 1}], [{"a": 1}, {"a": 2}]]),
    ("predictions", lambda: merge_predictions([{"a": 1}, {"a": 2}], [{"b": 1}]), [{"a": 1, "b": 1}, {"a": 2}]),
    ("delimiters", lambda: [sniff_delimiter('a;"b,c,d,e";c', "x.csv"), sniff_delimiter("a\tb,c", "x.tsv")], [";", "\t"]),
    ("folders", lambda: run_file("{}", lambda one: [folder_kind(os.path.dirname(one.path)), one.label], "rag_dataset.json")[0], "llamaindex"),
    ("lines of a run", lambda: run_file("1 Q0 d 1 2 t\n", lambda one: [cells for _, cells, _ in trec_lines(one, argparse.Namespace(encoding=None))]),
     [["1", "Q0", "d", "1", "2", "t"]]),
    ("a run is sorted by score", lambda: run_file("1 Q0 a 0 1.5 t\n1 Q0 b 1 2.5 t\n", lambda one: [doc["id"] for doc in read_run(
        [one], None, argparse.Namespace(encoding=None))["1"]]), ["b", "a"]),
    ("gold of grades", lambda: [gold_fields({"a": 1, "b": 0}), gold_fields({"a": -1})], [{"gold_doc_ids": ["a"], "gold_grades": {"a": 1, "b": 0}}, {"gold_grades": {"a": -1}}]),
    ("corpus texts", lambda: [corpus_text({"title": "T", "text": "x"}), corpus_text({"title": "", "text": "x"})], ["T x", "x"]),
    ("flags of joined files", lambda: [side_args(argparse.Namespace(map="x", inputs=[], limit=1, encoding="e"), "p").inputs,
                                       side_args(argparse.Namespace(map="x", inputs=[], limit=1), "p").map], [["p"], None]),
    ("labels of one id", lambda: [merged for merged in [{"faithful": True, "judgments": [1]}] for _ in [merge_label(
        merged, {"faithful": False, "judgments": [2]})]], [{"faithful": True, "judgments": [1, 2]}]),
    ("what rows are for", lambda: [purpose_of(BY_NAME["ragas"], collections.Counter({ROWS: 1, name: 1})) for name in ("answer", "retrieved_docs", "gold_texts")],
     ["answers", "retrieval", "testset"]),
    ("gaps", lambda: gaps(BY_NAME["ragas"], collections.Counter({ROWS: 4, "query": 4, "answer": 3, "retrieved_docs": 2})), [("query", 0, 4), ("retrieved_docs", 2, 4), ("answer", 1, 4)]),
    ("plain JSON", lambda: plain_json({"a": ["x", 1, 0.5, None, True]}), '{"a": ["x", 1, 0.5, null, true]}'),
    ("evidence", lambda: evidence(BY_NAME["ragas-0.1"], RAGAS_ROW)["because"], "question contexts"),
    ("a value as it is typed", lambda: [shell_word("doc_ids=metadata.key"), shell_word("my span"), shell_word("it's")], ["doc_ids=metadata.key", "'my span'", "'it'\\''s'"]),
    ("rows shortened", lambda: shorten_row({"a": ["x", "y", "z"], "b": "w" * 99}), {"a": ["x", "and 2 more"], "b": "w" * 57 + "..."}),
    ("ids made unique in a flat table", lambda: [IdSet().add("a"), *(lambda ids: [ids.add("a"), ids.add("a"), ids.add("b")])(IdSet())], [True, True, False, True]),
    ("a whole run", lambda: run_text(json.dumps(RAGAS_ROW) + "\n")[:2],
     (0, [{"id": "row-1", "query": "When does it open?", "retrieved_docs": [{"id": "d0", "text": "It opens at nine."}, {"id": "d1", "text": "It closes at six."}],
           "answer": "It opens at nine o'clock."}])),
    ("a table", lambda: run_text(RAGAS_CSV, name="in.csv")[:2],
     (0, [{"id": "row-1", "query": "When?", "retrieved_docs": [{"id": "d0", "text": "at nine"}, {"id": "d1", "text": "or ten"}], "answer": "At nine it does.",
           "faithful": False}])),
    ("runs of one trace", lambda: [[[span["id"] for span in part] for part in found] if place == 0 else [span["id"] for span in found] for place, found in enumerate(separate(
        BY_NAME["langsmith-runs"], [{"id": own, "parent": parent, "kind": kind, "name": own, "input": {"q": "a?"}, "output": {"answer": "b"}} for own, parent, kind in (
            ("r", None, "chain"), ("s", None, "chain"), ("t", "u", "retriever"), ("u", "s", "chain"), ("v", None, "retriever"), ("w", "gone", "llm"))]))],
     [[["r"], ["s", "t", "u"]], ["v", "w"], []]),
    ("spans", lambda: run_text("".join(json.dumps(one) + "\n" for one in TWO_SPANS))[1][0]["answer"], "At nine."),
    ("an error has its place", lambda: run_text('{"a": 1}\n{"a": \n')[::3],
     (3, "error: in.jsonl:2: not JSON at column 6: Expecting value\n")),
    ("a question stops the run", lambda: [run_text(json.dumps(
        {"question": "Who?", "context": "Kim did it.", "answer": "Kim."}))[place] for place in (0, 1)], [1, []]),
    ("the question names its flag", lambda: "--answer-is generated: the system said it" in run_text(json.dumps(
        {"question": "Who?", "context": "Kim did it.", "answer": "Kim."}))[3], True),
    ("the summary ends in the signature", lambda: run_text(json.dumps(RAGAS_ROW))[2].splitlines()[-1], "signature: load_traces|format:ragas-0.1|v:0.1.0 n:1"),
    ("readings of judgments", lambda: judgment_reading("toxicity", argparse.Namespace(args=argparse.Namespace(high_hallucination=None))), "kept only"),
    ("formats are listed", lambda: list_formats().count("\n") > 60 and "ragas-0.1\tRAGAS 0.1\trecognised by: question contexts\t" in list_formats(), True),
    ("from Python", lambda: [run_file(json.dumps(RAGAS_ROW), lambda one: load(one.path)[0]["answer"], "in.jsonl"), run_error(lambda: load("none", limit=1))],
     ["It opens at nine o'clock.", "error: none: cannot read: No such file or directory"]),
    ("a file that is read is never written", lambda: run_file("x", lambda one: [is_same_file(one.path, one.path), is_same_file(one.path, "none"), run_error(
        lambda: keep_inputs(build_parser().parse_args([os.path.dirname(one.path), "--out", one.path])))[-62:]]),
     [True, False, "an input is the same file, which would be lost; give it another name"[-62:]]),
    ("the files of an input", lambda: run_file("x", lambda one: [[os.path.basename(path) for path in files_below(os.path.dirname(one.path))], list(files_below("none"))]),
     [["in.txt"], ["none"]]),
    ("one row in full", lambda: json.loads(run_text(json.dumps(RAGAS_ROW), "--show", "row-1")[2])["answer"], "It opens at nine o'clock."),
]


def build_parser() -> Parser:
    parser = Parser(prog="load_traces.py", description=__doc__)
    parser.add_argument("inputs", nargs="*", metavar="INPUT", help="files or folders; - is standard input")
    parser.add_argument("--out", metavar="PATH", help="canonical rows (JSONL, also .gz); - is standard output")
    parser.add_argument("--json", action="store_true", help="the summary as one JSON document")
    parser.add_argument("--list-formats", action="store_true", help="name, recognised by and an example command of each format")
    group = parser.add_argument_group("input")
    group.add_argument("--encoding", metavar="NAME", help="of input that is neither UTF-8 nor marked as UTF-16")
    group.add_argument("--skip-errors", action="store_true", help="skip bad records, report and count them (over 20 %%: exit 1)")
    group.add_argument("--rejects", metavar="FILE", help="bad records as they were, with --skip-errors")
    group.add_argument("--limit", type=int, metavar="N", help="read the first N records only")
    group.add_argument("--show", metavar="ID", help="print one row in full and stop")
    group.add_argument("--progress", action="store_true", help="report progress on standard error")
    group = parser.add_argument_group("what the input is")
    group.add_argument("--format", metavar="NAME", help="one of --list-formats; columns goes by the names of the fields only")
    group.add_argument("--map", metavar="FIELD=PATH,...", help="where fields lie, such as query=prompt,answer=out.text,docs=hits[].body")
    group.add_argument("--max-gap", type=float, default=MAX_GAP, metavar="X", help="stop when more rows lack a key field (0.2)")
    group.add_argument("--accept-gaps", action="store_true", help="go on with the likelier reading of whatever is open, and say so")
    group = parser.add_argument_group("settles a question (references/formats.md)")
    group.add_argument("--answer-is", choices=("generated", "reference"), help="answer, outputs or output: said by the system, or right")
    group.add_argument("--context-is", choices=("retrieved", "gold"), help="context and contexts: retrieved, or gold")
    group.add_argument("--reference-is", choices=("answer", "context"), help="reference: the right answer, or the retrieved context")
    group.add_argument("--faithfulness-scale", choices=("1-5", "0-1", "0-100"), help="of faithfulness scores")
    group.add_argument("--high-hallucination", choices=("bad", "good"), help="polarity of hallucination columns")
    group.add_argument("--pass-means", choices=("faithful", "judgment"), help="what a pass at an unnamed threshold says")
    group.add_argument("--judgment-name", metavar="NAME", help="the evaluator of LlamaIndex evaluation results")
    group.add_argument("--split-contexts", metavar="SEP", help="separator of contexts joined in one string, or none")
    group.add_argument("--strings-are", choices=("ids", "texts"), help="strings without blanks where documents are expected")
    group.add_argument("--gold-match", choices=("exact", "fuzzy", "drop"), help="how gold texts are found among the documents")
    group.add_argument("--gold-ids", choices=("keep", "drop"), help="gold ids that match nothing anywhere")
    group.add_argument("--gold-nesting", choices=("any", "all"), help="AutoRAG gold as a flat list: one is enough, or all")
    group.add_argument("--retrievers", choices=("union", "last", "first"), help="which retriever spans of a trace count")
    group.add_argument("--retriever-span", metavar="NAME", help="the span that retrieves, where none is marked so")
    group.add_argument("--turns", choices=("last", "all"), help="which turns of a conversation become rows")
    group.add_argument("--candidates", choices=("all", "first"), help="several answers to one query")
    group.add_argument("--implicit-true", choices=("faithful", "unfaithful"), help="RAGTruth spans that are true but not in the context")
    group.add_argument("--question-after", metavar="MARK", help="the question follows the last MARK in the prompt")
    group = parser.add_argument_group("joined by id")
    group.add_argument("--qrels", metavar="FILE", help="relevance judgments (TREC, BEIR or JSONL)")
    group.add_argument("--run", metavar="FILE", help="a TREC run with the retrieved documents")
    group.add_argument("--corpus", metavar="FILE", help="texts of documents by id (JSONL, JSON or CSV)")
    group.add_argument("--labels", metavar="FILE", help="labels or judgments by id, by people or a judge (CSV, JSONL, JSON)")
    common_options(parser, SELF_TEST)
    parser.parse_args = parser.parse_intermixed_args  # inputs may stand before and after flags
    return parser


def run(args: argparse.Namespace) -> int:
    if args.list_formats:
        sys.stdout.write(list_formats())
        return 0
    if not args.inputs:
        raise UsageError("no INPUT; name a file or folder, or - for standard input")
    if args.out is None and args.show is None:
        raise UsageError("--out PATH is required; - is standard output")
    if args.format is not None and args.format not in BY_NAME and args.format != "columns":
        raise UsageError(f"--format {args.format}: no such format; --list-formats shows them")
    if not 0 <= args.max_gap <= 1:
        raise UsageError(f"--max-gap {args.max_gap:g} lies outside 0..1")
    if args.rejects and not args.skip_errors:
        raise UsageError("--rejects needs --skip-errors: without it the run stops at the first bad record")
    parse_map(args.map)
    keep_inputs(args)
    NANS[0] = 0
    with tempfile.TemporaryDirectory(prefix="load_traces-") as folder:
        with contextlib.ExitStack() as stack:
            source = Source(args, folder)
            if args.rejects:
                source.rejects = stack.enter_context(Output(args.rejects))
            loader = Loader(args, source)
            loader.converter.joins.load(folder)
            collecting = gc.isenabled()
            gc.disable()  # rows hold no cycles; looking for some costs a tenth of the time
            try:
                return load_all(loader)
            finally:
                if collecting:
                    gc.enable()


def files_below(path: str) -> Iterator[str]:
    """The path itself, or all files of a folder."""
    if not os.path.isdir(path):
        yield path
    for base, _, names in os.walk(path):
        yield from (os.path.join(base, name) for name in names)


def keep_inputs(args: argparse.Namespace) -> None:
    """UsageError where a file that is written is one that is read, under whatever name: an export cannot be had back."""
    taken = [(path, "an input") for one in args.inputs for path in files_below(one)]
    taken += [(path, f"--{name}") for name in ("qrels", "run", "corpus", "labels") for path in [getattr(args, name)] if path]
    for name in ("out", "rejects"):
        path = getattr(args, name)
        if path in (None, "-"):
            continue
        for other, what in taken:
            new = what == "--out" and not os.path.exists(path) and os.path.realpath(path) == os.path.realpath(other)
            if new or is_same_file(path, other):
                raise UsageError(f"--{name} {path}: {what} is the same file, which would be lost; give it another name")
        taken.append((path, f"--{name}"))


def is_same_file(written: str, read: str) -> bool:
    """Whether two paths ("-" is standard input) lead to one ordinary file, also through links or another spelling."""
    try:
        there = os.stat(written)
        return stat.S_ISREG(there.st_mode) and os.path.samestat(there, os.fstat(sys.stdin.fileno()) if read == "-" else os.stat(read))
    except (OSError, ValueError, AttributeError):  # no such file, or no standard input
        return False


def load_all(loader: Loader) -> int:
    """Both passes and the summary; the exit code."""
    args, source = loader.args, loader.source
    target = os.path.realpath(args.out) if args.out not in (None, "-") else None
    straight = target is not None and (os.path.isfile(target) or not os.path.exists(target)) and args.show is None
    written = False
    try:
        with Output(args.out) if straight else contextlib.nullcontext() as out:
            written = loader.look(out)
            if not source.read:
                raise DataError(f"{', '.join(one.label for one in source.inputs)}: no rows")
            if not written or (loader.notes.questions and not args.accept_gaps):
                raise Again
    except Again:
        pass
    missing = NANS[0]
    if args.show is not None:
        return show_one(loader)
    stopped = loader.notes.questions and not args.accept_gaps
    if not stopped and not written:
        with Output(args.out) as out:
            loader.write(out)
    NANS[0] = missing
    report = summarise(loader)
    told = sys.stderr if args.out == "-" else sys.stdout
    if args.json:
        print(json.dumps(mend_text(report), ensure_ascii=False, indent=2, default=str), file=told)
    if stopped:
        print("\n".join(question_lines(report["questions"], False)), file=sys.stderr)
        print(f"error: {report['inputs'][0]}: {len(report['questions'])} open question{'s' * (len(report['questions']) != 1)}; "
              "nothing was written; settle with the flags named, or --accept-gaps for the likelier readings", file=sys.stderr)
        return EXIT_NO
    if not args.json:
        told.write(report_text(report, args.accept_gaps))
    if source.bad > MAX_BAD_SHARE * source.read:
        print(f"error: {source.inputs[0].label}: {source.bad} of {source.read} records were skipped, more than {MAX_BAD_SHARE:.0%}; "
              "what is left is no fair sample", file=sys.stderr)
        return EXIT_NO
    return 0


def show_one(loader: Loader) -> int:
    """Print the row with the id of --show."""
    for _, row, _, _ in loader.pass_over(False):
        if row["id"] == loader.args.show:
            print(json.dumps(mend_text(row), ensure_ascii=False, indent=2, default=str))
            return 0
    raise DataError(f"{loader.source.inputs[0].label}: no row has the id {loader.args.show!r}")


def load(*paths: str, **flags: Any) -> list:
    """The canonical rows of the inputs, from Python: load("export.json", accept_gaps=True, map="query=prompt").

    Flags are those of the command line. ValueError with what the command would have said when it does not end with 0.
    """
    words = []
    for name, value in flags.items():
        if value is not None and value is not False:
            words += [f"--{name.replace('_', '-')}"] + ([] if value is True else [str(value)])
    with tempfile.TemporaryDirectory() as folder:
        target, told = os.path.join(folder, "rows.jsonl"), io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(told):
            code = main([*map(str, paths), "--out", target, *words])
        if code:
            raise ValueError(told.getvalue().strip() or f"exit {code}")
        with open(target, encoding="utf-8") as stream:
            return [json.loads(line) for line in stream]


def main(argv: list | None = None) -> int:
    return run_script(build_parser(), run, argv)


if __name__ == "__main__":
    sys.exit(main())
