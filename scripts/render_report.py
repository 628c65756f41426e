#!/usr/bin/env python3
"""Draw what rag_diagnostic.py found: one self-contained HTML page, Markdown, JUnit or a spreadsheet-safe CSV.

  python scripts/rag_diagnostic.py --traces scored.jsonl --json > d.json
  python scripts/render_report.py --diagnosis d.json --traces scored.jsonl --html report.html
  python scripts/render_report.py --diagnosis d.json --md report.md --junit report.xml

Reads the diagnosis (JSON) and, for --html and --csv, the traces it was made from: the page embeds the traces that the
diagnosis lists under `traces.shown`, with their query, answer, claims, evidence and documents; the CSV has one record
for every trace. Texts in traces are data: they are escaped on the page, and a cell of the CSV that a spreadsheet would run
gets a leading apostrophe. The page makes no request and runs nothing but its own filter.

Exit codes: 0 done; 2 wrong usage; 3 a file is unreadable, unwritable or not the one the diagnosis was made from.
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
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
import zlib

VERSION = "0.1.0"

# The page stays under 2 MB whatever the traces hold: what is embedded of each is bounded, and so is their sum.
PAGE_BYTES = 1_700_000
SHOWN_TRACES = 200  # a person reads dozens; two hundred leave something under every filter
QUERY_CHARS, ANSWER_CHARS, CLAIM_CHARS = 1_500, 4_000, 600
OTHER_CHARS = 300  # of a document that no claim rests on
AROUND, WINDOW_CHARS = 120, 900  # of the text around an evidence window, and of the window itself
OPEN_CAUSES = 3  # causes whose remedy and examples stand open; the others open on demand
SHOWN_DOCS, SHOWN_CLAIMS = 12, 40
CSV_CHARS = 32_000  # a spreadsheet cell holds 32,767 characters

CELLS = {  # cell: (name, tone, what it says)
    "good_faithful": ("system works", "good", "good documents, faithful answer"),
    "good_hallucinating": ("generator problem", "warn", "good documents, hallucinating answer"),
    "poor_faithful": ("lucky guess", "luck", "poor documents, faithful answer"),
    "poor_hallucinating": ("both broken", "bad", "poor documents, hallucinating answer"),
    "unmeasured_faithful": ("faithful, retrieval not measured", "none", "nothing says how good the documents were"),
    "unmeasured_hallucinating": ("hallucinating, retrieval not measured", "warn",
                                 "nothing says how good the documents were"),
    "good_abstained": ("abstained, good documents", "none", "it declined although the documents were there"),
    "poor_abstained": ("abstained, poor documents", "none", "it declined, and rightly so"),
    "unmeasured_abstained": ("abstained, retrieval not measured", "none", "it declined"),
    "good_empty": ("no answer, good documents", "none", "the answer is empty"),
    "poor_empty": ("no answer, poor documents", "none", "the answer is empty"),
    "unmeasured_empty": ("no answer, retrieval not measured", "none", "the answer is empty"),
    "left_out": ("left out", "none", "no faithfulness signal"),
}
VERDICTS = {"supported": ("good", "supported"), "contradicted": ("bad", "contradicted"),
            "unsupported": ("warn", "unsupported"), "uncertain": ("luck", "uncertain, worth a judge")}
FORMULA_STARTS = tuple("=+-@\uff1d\uff0b\uff0d\uff20|%")
PLAIN_NUMBER = re.compile(r"[+-]?[0-9]{1,40}(?:[.,][0-9]{1,40})?(?:[eE][+-]?[0-9]{1,4})?")
PAGE_EXTRA_CSS = """
.verdict { border-top: 4px solid var(--tone); } .verdict p { font-size: 1.05rem; }
ul.origins { padding-left: 1.2rem; margin: .75rem 0 0; } .phone { display: none; }
ul.notice { padding-left: 2rem; } ul.notice li { margin: .15rem 0; }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 2.25rem; margin: 1rem 0 .25rem; padding: 0; }
.facts div { min-width: 8rem; } .facts dt { color: var(--soft); font-size: .85rem; } .facts dd { margin: 0; }
.facts b { font-size: 1.45rem; font-weight: 650; letter-spacing: -.01em; display: block; line-height: 1.3; }
nav.page { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; font-size: .9rem; margin: 1rem 0 0; }
.matrix { table-layout: fixed; border-collapse: separate; border-spacing: .5rem; width: calc(100% + 1rem); margin: .5rem -.5rem 0; }
.matrix th { border: 0; padding: .25rem; vertical-align: middle; overflow-wrap: normal; hyphens: auto; } .matrix td { border: 0; padding: 0; height: 1px; }
.matrix thead td { padding: 0; } .matrix thead td, .matrix tbody th { width: 7.5rem; }
.cell { display: flex; flex-direction: column; height: 100%; min-height: 8rem; background: var(--tint); color: var(--ink);
  border-radius: 10px; padding: .8rem 1rem; text-decoration: none; border: 2px solid transparent; }
a.cell:hover, a.cell[aria-current=true] { border-color: var(--tone); }
.cell b { font-size: 1.7rem; line-height: 1.2; letter-spacing: -.015em; color: var(--tone); }
.cell .name { font-weight: 600; } .cell .bar { margin-top: auto; height: 12px; background: var(--panel); }
.cell.side { min-height: 0; background: var(--wash); } .cell.side b { font-size: 1.15rem; color: var(--soft); }
.scroll th, .scroll td { overflow-wrap: normal; } .scroll th[scope=row] { min-width: 9rem; overflow-wrap: anywhere; }
.scroll td.number { white-space: nowrap; } .scroll td:not(.number) { min-width: 5rem; }
.cause { border-top: 1px solid var(--line); padding: 1rem 0 .25rem; }
.cause > h3 { text-transform: none; letter-spacing: 0; font-size: 1.02rem; color: var(--ink); margin: 0 0 .15rem; }
.cause .bars { margin: .25rem 0 .5rem; grid-template-columns: minmax(6rem, 1fr) minmax(12rem, auto); }
.fix { background: var(--wash); border-radius: 8px; padding: .6rem .9rem; margin: .5rem 0; font-size: .93rem; }
.fix p { margin: 0 0 .25rem; max-width: none; } .fix p:last-child { margin: 0; }
.evidence { margin: .35rem 0 .35rem 1.1rem; padding: 0; font-size: .93rem; } .evidence li { margin-bottom: .45rem; }
.tools { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; margin: .75rem 0; } .tools[hidden] { display: none; }
.tools div { display: flex; flex-direction: column; min-width: 9rem; flex: 1 1 9rem; } .tools select { width: 100%; }
.tools .grow { flex: 2 1 12rem; }
ol.traces { list-style: none; margin: 0; padding: 0; } ol.traces > li { border-top: 1px solid var(--line); }
ol.traces > li[hidden] { display: none; }
ol.traces > li > details > summary { display: grid; grid-template-columns: 11.5rem minmax(0, 1fr) minmax(0, 14rem);
  gap: .25rem 1rem; padding: .6rem .35rem; align-items: baseline; list-style: none; border-radius: 6px; }
ol.traces summary > span:first-child { display: flex; align-items: baseline; } ol.traces summary .chip { white-space: normal; border-radius: 11px; }
ol.traces summary > span:first-child::before { content: "\\25B8"; color: var(--soft); flex: 0 0 1.1rem; }
ol.traces details[open] > summary > span:first-child::before { content: "\\25BE"; }
ol.traces summary::-webkit-details-marker { display: none; } ol.traces summary:hover { background: var(--wash); }
summary .q { overflow: hidden; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; }
details[open] > summary .q { display: block; font-weight: 600; } summary .why { color: var(--soft); font-size: .9rem; }
.inside { padding: 0 .35rem 1.25rem; } .inside p { max-width: 75ch; } .text { white-space: pre-wrap; }
.claim { border-radius: 3px; padding: .05em .1em; background: var(--tint); border-bottom: 2px solid var(--tone);
  -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.claim.bad { border-bottom-style: double; border-bottom-width: 4px; } .claim.warn { border-bottom-style: dashed; }
.claim.luck { border-bottom-style: dotted; } .claim sup { font-size: .7em; color: var(--tone); font-weight: 700; }
ol.claims { margin: .25rem 0 0; padding-left: 2rem; font-size: .93rem; } ol.claims li { margin-bottom: .4rem; }
ol.docs { list-style: none; margin: .25rem 0 0; padding: 0; } ol.docs li { background: var(--wash); border-radius: 8px;
  padding: .6rem .9rem; margin-bottom: .5rem; font-size: .93rem; } ol.docs p { margin: .25rem 0 0; max-width: none; }
.none-shown { padding: 1rem 0; }
@media (max-width: 40rem) { .phone { display: inline; } .matrix th { padding: .1rem; }
  .cell { padding: .7rem; font-size: .9rem; min-height: 7rem; line-height: 1.35; } .cell b { font-size: 1.4rem; } .cell.side { min-height: 0; }
  .cause .bars { grid-template-columns: 1fr; } ol.traces > li > details > summary { grid-template-columns: 1fr; }
  table.wide td, table.wide th { font-size: .85rem; padding-right: .5rem; }
  .matrix, .matrix thead, .matrix tbody { display: block; width: auto; margin: 0; } .matrix thead td, .matrix thead th:nth-child(4) { display: none; }
  .matrix tr { display: grid; grid-template-columns: 1fr 1fr; gap: .4rem; margin-bottom: .4rem; } .matrix td { height: auto; }
  .matrix tbody th, .matrix tr td:nth-child(4) { grid-column: 1 / -1; width: auto; } .matrix tbody th { padding-top: .5rem; } }
@media print { details:not([open]), .matrix { break-inside: avoid; } .cell { min-height: 5rem; } table.wide { font-size: 8pt; }
  .scroll th[scope=row], .scroll td:not(.number) { min-width: 0; } }
"""
PAGE_SCRIPT = """
(function () {
  'use strict';
  var list = document.querySelector('ol.traces'), tools = document.querySelector('.tools');
  if (!list || !tools) { return; }
  var items = Array.prototype.slice.call(list.children), texts = [];
  var fields = { cell: tools.querySelector('#by-cell'), cause: tools.querySelector('#by-cause'),
                 slice: tools.querySelector('#by-slice') };
  var text = tools.querySelector('#by-text'), said = document.querySelector('#shown'), none = document.querySelector('.none-shown');
  tools.hidden = false;
  function value(name) { return fields[name] ? fields[name].value : ''; }
  function content(place) {
    if (texts[place] === undefined) { texts[place] = items[place].textContent.toLowerCase(); }
    return texts[place];
  }
  function apply() {
    var cell = value('cell'), cause = value('cause'), slice = value('slice'), words = text.value.toLowerCase().trim(), count = 0;
    items.forEach(function (item, place) {
      var fits = (!cell || item.dataset.cell === cell) && (!cause || item.dataset.cause === cause) &&
        (!slice || (' ' + item.dataset.slices + ' ').indexOf(' ' + slice + ' ') >= 0) &&
        (!words || content(place).indexOf(words) >= 0);
      item.hidden = !fits;
      count += fits ? 1 : 0;
    });
    said.textContent = count + ' of ' + items.length + (items.length === 1 ? ' trace shown' : ' traces shown');
    none.hidden = count > 0;
    document.querySelectorAll('[data-set-cell]').forEach(function (link) {
      link.setAttribute('aria-current', String(!!cell && link.dataset.setCell === cell));
    });
  }
  ['cell', 'cause', 'slice'].forEach(function (name) {
    if (fields[name]) { fields[name].addEventListener('change', apply); }
  });
  var waiting = 0;
  text.addEventListener('input', function () { clearTimeout(waiting); waiting = setTimeout(apply, 120); });
  function reset() { Object.keys(fields).forEach(function (name) { if (fields[name]) { fields[name].value = ''; } }); text.value = ''; }
  tools.querySelector('#reset').addEventListener('click', function () { reset(); apply(); });
  document.addEventListener('click', function (event) {
    var link = event.target.closest ? event.target.closest('[data-set-cell], [data-set-cause], [data-set-slice], [data-open]') : null;
    if (!link) { return; }
    reset();
    ['cell', 'cause', 'slice'].forEach(function (name) {
      var wanted = link.getAttribute('data-set-' + name);
      if (wanted && fields[name]) { fields[name].value = wanted; }
    });
    apply();
    var target = link.dataset.open ? document.getElementById(link.dataset.open) : null;
    if (target) { target.querySelector('details').open = true; }
  });
  apply();
})();
"""


# --- words and figures ---

def interval_text(ci95: list | None, percents: bool = True) -> str:
    """An interval for people: "[67, 83]" in percents or "[0.66, 0.76]"; empty for None."""
    if not ci95:
        return ""
    return f"[{100 * ci95[0]:.0f}, {100 * ci95[1]:.0f}]" if percents else f"[{ci95[0]:.2f}, {ci95[1]:.2f}]"


def one_digit(value: float | None) -> str:
    """A share with one decimal where it needs one: "13.9 %", "30 %"; "-" for None."""
    return "-" if value is None else f"{100 * value:.1f}".replace(".0", "") + " %"


def some(count: int, one: str) -> str:
    """A count with its noun: "1 row", "1,000 rows"."""
    return f"{count:,} {one}{'s' * (count != 1)}"


def headline(diagnosis: dict) -> tuple:
    """(sentence, tone, the rest of the verdict) for the top of a page, from the verdict of a diagnosis."""
    verdict = diagnosis.get("verdict") or {}
    layer, n = verdict.get("layer", "undetermined"), verdict.get("n", 0)
    full = str(diagnosis.get("primary_issue", ""))
    rest = full.split(": ", 1)[1] if ": " in full else full
    words = {"retrieval": "Retrieval is the primary issue", "generation": "Generation is the primary issue",
             "healthy": "Healthy", "undetermined": "Undetermined"}.get(layer, layer)
    if verdict.get("too_close"):
        words += f", but too close to call at n = {n:,}"
    elif verdict.get("tentative"):
        words += " (tentative: 1 row is no sample)" if n == 1 else f" (tentative: {n:,} rows are few)"
    tone = {"healthy": "good", "undetermined": "none"}.get(layer, "bad")
    return words, tone, rest[:1].upper() + rest[1:]


def coverage_notes(diagnosis: dict) -> list:
    """What a reader must know before the figures: how many rows they rest on, what was left out, what is an estimate."""
    notes, n = [], diagnosis.get("n", 0)
    left = {reason: count for reason, count in (diagnosis.get("left_out") or {}).items() if count}
    both, judged = (diagnosis.get("matrix") or {}).get("n", 0), (diagnosis.get("generation") or {}).get("n", 0)
    if left:
        parts = "; ".join(f"{count:,} {reason.replace('_', ' ')}" for reason, count in left.items())
        notes.append(f"The matrix rests on n={both:,} of {some(n, 'trace')}; left out: {parts}.")
    if n and judged < n / 2:
        silent = left.get("not_judged", 0)
        notes.append(f"Low coverage: faithfulness is known for n={judged:,} of {some(n, 'trace')}"
                     + (f", {silent:,} not judged." if silent else "."))
    if (diagnosis.get("bases") or {}).get("retrieval") == "estimated":
        notes.append("Retrieval is ESTIMATED from words, not measured against gold labels.")
    for other in diagnosis.get("other_matrices") or []:
        notes.append(f"{some(other['n'], 'row')} with {other['generation']} verdicts on {other['retrieval']} retrieval "
                     f"{'is' if other['n'] == 1 else 'are'} not pooled with these: "
                     f"{other['primary_issue']}")
    return notes


def rate_cells(part: dict) -> tuple:
    """(share, interval, counts) of a rate as text, for a table or a list."""
    return percent(part.get("share")), interval_text(part.get("ci95")), f"{part.get('count', 0):,} of {part.get('n', 0):,}"


def bar_row(label: str, part: dict, tone: str = "plain", note: str = "") -> str:
    """One line of a bar list (label, bar, figure) for a rate {"share", ...} or a mean {"mean", ...}, as HTML."""
    if "share" in part:
        share, ci95 = part["share"], part.get("ci95")
        figure = rate_text(part)
    else:
        share, ci95 = part["mean"], part.get("ci95")
        figure = mean_text(part)
    note = f' <span class="soft">{escape(note)}</span>' if note else ""
    return f'<dt>{escape(label)}{note}</dt><dd>{bar(share, ci95, tone)}</dd><dd class="value">{escape(figure)}</dd>'


def bar_list(rows: list) -> str:
    """A definition list of bar rows."""
    return f'<dl class="bars">{"".join(rows)}</dl>' if rows else ""


def section(name: str, title: str, body: str, lead: str = "") -> str:
    """A section of the page with a heading; empty when there is nothing to show."""
    lead = f'<p class="soft">{escape(lead)}</p>' if lead else ""
    return f'<section id="{name}" aria-labelledby="h-{name}"><h2 id="h-{name}">{escape(title)}</h2>{lead}{body}</section>' if body else ""


# --- the page, section by section ---

def verdict_section(diagnosis: dict) -> str:
    """The verdict in one sentence, the headline figures, and what to know before reading on."""
    sentence, tone, rest = headline(diagnosis)
    found = diagnosis.get("layers") or {}
    faithful = found.get("faithfulness") or rate(0, 0)
    bad = rate(faithful["n"] - faithful["count"], faithful["n"])
    if faithful.get("design_effect") and faithful["ci95"]:  # rows that hang together: as wide as the rate it mirrors
        bad["ci95"] = [1 - faithful["ci95"][1], 1 - faithful["ci95"][0]]
    facts = [("Traces", f"{diagnosis.get('n', 0):,}", f"{(diagnosis.get('matrix') or {}).get('n', 0):,} with both signals")]
    for label, part in (("Hallucinating", bad), ("Retrieval good", found.get("retrieval") or rate(0, 0))):
        share, limits, counts = rate_cells(part)
        facts.append((label, share, f"{limits} {counts}" if part["n"] else "not measured"))
    notes = ""
    for kind, told in (("notice", coverage_notes(diagnosis)), ("origins soft small", diagnosis.get("notes") or [])):
        items = "".join(f"<li>{escape(note)}</li>" for note in told)
        notes += f'<ul class="{kind}">{items}</ul>' if items else ""
    first = next(iter(diagnosis.get("issues") or []), None)
    fix = f'<p><b>Try first:</b> {escape(first["fixes"][0])}</p>' if first and first.get("fixes") else ""
    tiles = "".join(f"<div><dt>{escape(a)}</dt><dd><b>{escape(b)}</b>{escape(c)}</dd></div>" for a, b, c in facts)
    return (f'<section class="verdict {tone}" aria-label="Verdict"><h1>{escape(sentence)}</h1><p>{escape(rest)}</p>{fix}'
            f'<dl class="facts">{tiles}</dl>{notes}</section>')


def matrix_section(diagnosis: dict) -> str:
    """The 2x2 as a table of links that filter the traces, with a third row and column where they hold rows."""
    cells = diagnosis.get("cells") or {}
    if not cells:
        return ""
    silent = sorted({name.split("_", 1)[1] for name in cells} - {"faithful", "hallucinating"})
    beside = any(cells[name]["count"] for name in cells if name.split("_", 1)[1] in silent)
    heads = ["Faithful", "Hallucinating"] + ["No verdict"] * beside
    rows = []
    for retrieval, head in (("good", "Good documents"), ("poor", "Poor documents"), ("unmeasured", "Retrieval not measured")):
        own = {name: cells[name] for name in cells if name.startswith(retrieval + "_")}
        if retrieval == "unmeasured" and not any(cell["count"] for cell in own.values()):
            continue
        columns = [f'<th scope="row" role="rowheader">{head}</th>']
        for generation in ("faithful", "hallucinating"):
            name = f"{retrieval}_{generation}"
            cell = cells.get(name) or rate(0, 0)
            words, tone, _ = CELLS[name]
            share, limits, counts = rate_cells(cell)
            small = retrieval == "unmeasured"
            columns.append(
                f'<td role="cell"><a class="cell {tone}{" side" if small else ""}" href="#traces" data-set-cell="{name}">'
                f'<b>{escape(share if not small else format(cell["count"], ","))}</b> '
                + (f'<span class="name">{escape(words)}</span> <span class="small">{escape(limits)} {escape(counts)}</span> '
                   f'{bar(cell["share"], cell["ci95"], tone)}' if not small
                   else f'<span class="small">{escape(words)}</span>') + "</a></td>")
        if beside:
            parts = [f'{own[name]["count"]:,} {name.split("_", 1)[1].replace("_", " ")}' for name in sorted(own)
                     if name.split("_", 1)[1] in silent and own[name]["count"]]
            columns.append('<td role="cell"><div class="cell side none"><span class="small">'
                           + ('<span class="phone">No verdict: </span>' if parts else "") + f'{"<br>".join(map(escape, parts))}</span></div></td>')
        rows.append(f'<tr role="row">{"".join(columns)}</tr>')
    head = "".join(f'<th scope="col" role="columnheader">{head}</th>' for head in heads)
    of = (diagnosis.get("matrix") or {}).get("n", 0)
    return section("matrix", "Where it fails", f'<table class="matrix" role="table"><thead role="rowgroup"><tr role="row"><td></td>{head}</tr></thead>'
                   f'<tbody role="rowgroup">{"".join(rows)}</tbody></table>',
                   f"Shares of the {some(of, 'trace')} with both signals, 95 % intervals in brackets. Choose a cell to see its traces.")


def layers_section(diagnosis: dict) -> str:
    """Each layer's rates and means as bars with whiskers."""
    found = diagnosis.get("layers") or {}
    words = {"faithfulness": ("Faithful answers", "good"), "retrieval": ("Good retrieval", "plain"),
             "answer_relevance": ("Answers the question", "plain"), "answer_correctness": ("Correct answers", "good"),
             "abstained": ("Abstained", "none")}
    def note(part: dict) -> str:
        undecided = part.get("undecided")
        return f"{undecided:,} undecided" if undecided else str(part.get("kind") or part.get("basis") or "")
    rows = [bar_row(label, found[name], tone, note(found[name])) for name, (label, tone) in words.items() if name in found and found[name]["n"]]
    rows += [bar_row(f"Wrong, {name} retrieval", part, "bad") for name, part in (found.get("wrong_by_retrieval") or {}).items() if part["n"]]
    sides = {"over_refusal": "Declined, good retrieval", "empty_answers": "Answered nothing"}
    rows += [bar_row(sides[one["kind"]], one, "warn") for one in diagnosis.get("issues") or [] if one.get("kind") in sides]
    means = [bar_row("mean " + name.replace("_", " "), part, "luck", "ESTIMATED" if part.get("basis") == "estimated" else "")
             for name, part in (found.get("means") or {}).items()]
    if len(means) > 4:  # the rates come first; a page of means hides them
        body = bar_list(rows) + f"<details><summary>Means of {len(means)} metrics</summary>{bar_list(means)}</details>"
    else:
        body = bar_list(rows + means)
    return section("layers", "Layer by layer", body, "Each on the rows that carry its signal.")


def what_if_section(diagnosis: dict) -> str:
    """What each repair would buy, as three bars and two drops."""
    what = diagnosis.get("what_if") or {}
    if what.get("observed") is None:
        return ""
    rows = []
    for name, label, tone in (("observed", "Hallucinating today", "bad"), ("retrieval_fixed", "if retrieval were always good", "plain"),
                              ("generation_fixed", "if the generator were perfect on good documents", "plain")):
        if what.get(name) is None:
            continue
        limits, drop = what.get(f"{name}_ci95"), ""
        if name != "observed":
            key = name.replace("_fixed", "_drop")
            low, high = what.get(f"{key}_ci95") or (what[key], what[key])
            drop = f"; a drop of {100 * what[key]:.1f} points [{100 * low:.1f}, {100 * high:.1f}]"
        rows.append(f'<dt>{escape(label)}</dt><dd>{bar(what[name], limits, tone)}</dd><dd class="value">'
                    f'{escape(one_digit(what[name]))} {escape(interval_text(limits))}{escape(drop)}</dd>')
    return section("what-if", "What a repair would buy", bar_list(rows),
                   f"Of the {some((diagnosis.get('matrix') or {}).get('n', 0), 'trace')} with both signals, assuming that "
                   f"{diagnosis.get('assumption', 'missed queries are no harder than found ones')}.")


def evidence_item(example: dict, shown: set, redact: bool) -> str:
    """One example trace of a cause with the evidence that decided it, as a list item."""
    name = escape(example.get("id", ""))
    row = example.get("row")
    link = f'<a href="#t{row}" data-open="t{row}">{name}</a>' if row in shown else f"<b>{name}</b>"
    if redact:
        return f"<li>{link}</li>"
    parts = []
    if example.get("claim"):
        parts.append(f'<q dir="auto">{escape(example["claim"])}</q>')
    if example.get("differs"):
        parts.append(f'<b dir="auto">{escape(example["differs"])}</b>')
    if example.get("document"):
        where = f'{escape(example["doc_id"])}: ' if example.get("doc_id") else ""
        parts.append(f'<span class="soft" dir="auto">{where}<q>{escape(example["document"])}</q></span>')
    return f'<li>{link}: {"<br>".join(parts)}</li>' if parts else f"<li>{link}</li>"


def causes_section(diagnosis: dict, shown: set, redact: bool) -> str:
    """The causes, most frequent first: share, what it means, evidence, what to try, how to test and measure it."""
    causes = [one for one in diagnosis.get("causes") or [] if one["count"]]
    out = []
    for place, one in enumerate(causes):
        share, limits, counts = rate_cells(one)
        tone = {"retrieval": "bad", "generation": "warn", "success": "good"}.get(one.get("layer"), "luck")
        examples = "".join(evidence_item(example, shown, redact) for example in one.get("examples") or [])
        fix = one.get("fix") or {}
        words = (("first", "Try first"), ("test", "Test it cheaply"), ("measure", "Measure again"))
        fixes = "".join(f"<p><b>{label}:</b> {escape(fix[key])}</p>" for key, label in words if fix.get(key))
        out.append(f'<div class="cause"><h3><a href="#traces" data-set-cause="{escape(one["cause"])}">{escape(one["name"])}</a> '
                   f'<span class="chip {tone}">{escape(one.get("layer", ""))}</span></h3>'
                   f'<div class="bars"><div>{bar(one["share"], one["ci95"], tone)}</div><div class="value">{escape(share)} '
                   f'{escape(limits)} {escape(counts)}</div></div><p>{escape(one.get("meaning", ""))}</p>'
                   f'<details{" open" if place < OPEN_CAUSES else ""}><summary>{"What to try, and examples" if fixes else "Examples"}</summary>'
                   + (f'<div class="fix">{fixes}</div>' if fixes else "")
                   + (f'<ul class="evidence">{examples}</ul>' if examples else "") + "</details></div>")
    failing = diagnosis.get("failing") or {}
    lead = (f"Every failing trace has one cause. {failing.get('count', 0):,} of {some(failing.get('n', 0), 'trace')} "
            f"{'fails' if failing.get('count') == 1 else 'fail'}; shares are of these {failing.get('n', 0):,}, which are those of the matrix and those "
            "beside it." if failing else "")
    return section("causes", "Why it fails", "".join(out), lead)


def split_section(diagnosis: dict) -> str:
    """The split of answers against their references, as bars."""
    split = diagnosis.get("split") or {}
    rows = [bar_row(name.replace("_", " "), part, "luck" if part.get("lower_is_better") else "plain")
            for name, part in (split.get("metrics") or {}).items() if part.get("mean") is not None]
    return section("split", "Against the reference answers", bar_list(rows), str(split.get("note", "")))


def slices_section(diagnosis: dict) -> str:
    """Slices that differ from the rest beyond noise, as sentences; every slice looked at, as a table per field."""
    slices = diagnosis.get("slices") or {}
    if not slices.get("fields"):
        return ""
    words = {"hallucinating": "Hallucination", "poor_retrieval": "Poor retrieval"}
    named = "".join(
        f'<li><a href="#traces" data-set-slice="{slice_code(one["field"], one["value"])}">{escape(one["field"])}: '
        f'{escape(one["value"])}</a>: {words.get(one["metric"], one["metric"])} is <b>{escape(percent(one["share"]))} '
        f'{escape(interval_text(one["ci95"]))}</b> ({one["count"]:,} of {one["n"]:,}) against '
        f'{escape(percent(one["rest"]["share"]))} elsewhere</li>' for one in slices.get("named") or [])
    body = f"<ul>{named}</ul>" if named else f'<p>None of {some(slices.get("looked_at", 0), "slice")} differs from the rest beyond noise.</p>'
    for field, part in slices["fields"].items():
        rows = "".join(
            f'<tr><th scope="row" dir="auto">{escape(one["value"])}</th><td class="number">{one["n"]:,}</td>'
            + "".join(f'<td>{bar(one[name]["share"], one[name]["ci95"], tone)}</td><td class="number">'
                      f'{escape(percent(one[name]["share"]))} {escape(interval_text(one[name]["ci95"]))}</td>'
                      for name, tone in (("hallucinating", "warn"), ("poor_retrieval", "bad"))) + "</tr>"
            for one in part["values"])
        more = f'<p class="soft small">{escape(part["note"])}</p>' if part.get("note") else ""
        body += (f'<details><summary>{escape(field)} ({len(part["values"]):,})</summary><div class="scroll" tabindex="0" role="region" aria-label="Table"><table class="wide"><thead>'
                 '<tr><th scope="col">value</th><th scope="col" class="number">traces</th><th scope="col" colspan="2">hallucinating</th>'
                 f'<th scope="col" colspan="2">poor retrieval</th></tr></thead><tbody>{rows}</tbody></table></div>{more}</details>')
    return section("slices", "For whom it fails", body,
                   f"{some(slices.get('looked_at', 0), 'slice')} looked at; named are those that differ from the rest beyond noise after "
                   "Benjamini-Hochberg at 5 %.")


def table(head: list, rows: list) -> str:
    """An HTML table of text cells: the first column names the row, the others are figures."""
    heads = "".join(f'<th scope="col"{" class=number" if place else ""}>{escape(name)}</th>' for place, name in enumerate(head))
    lines = "".join("<tr>" + "".join(f'<td class="number">{escape(value)}</td>' if place else f'<th scope="row">{escape(value)}</th>'
                                     for place, value in enumerate(row)) + "</tr>" for row in rows)
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Table"><table class="wide"><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>'


def robustness_section(diagnosis: dict) -> str:
    """Whether the verdict stands under other thresholds, and how it varies with k, position and length."""
    found, body = diagnosis.get("robustness") or {}, ""
    names = ("good_faithful", "good_hallucinating", "poor_faithful", "poor_hallucinating")

    def shares(cells: dict) -> list:
        n = sum(cells[name] for name in names)
        return [percent(cells[name] / n) for name in names]
    head = [CELLS[name][0] for name in names] + ["primary issue"]
    def marks(one: dict) -> str:
        same = one.get("same_cut_as")
        return " (used)" if one["used"] else " (nearest to the verdicts)" if one.get("fitted") else "" if same is None else f" (same cut as {same:g})"
    rows = [[f"{one['signal'].replace('_', ' ')} {one['at']:g}" + marks(one), *shares(one["cells"]), one["layer"]]
            for one in found.get("thresholds") or []]
    body += f'<h3>Other thresholds</h3>{table(["from", *head], rows)}' if rows else ""
    rows = [[one["k"], " ".join(rate_cells(one["retrieval_good"])[:2]), *shares(one["cells"]), one["layer"]] for one in found.get("k") or []]
    body += f'<h3>Other k</h3>{table(["k", "good retrieval", *head], rows)}' if rows else ""
    for key, title in (("positions", "Where the gold document lies"), ("lengths", "Length of the answer")):
        rows = [bar_row(one["name"], one["hallucinating"], "warn") for one in found.get(key) or []]
        body += f"<h3>{title}: hallucinating</h3>{bar_list(rows)}" if len(rows) > 1 else ""
    return section("robustness", "Does the verdict hold?", body, str(found.get("says", "")))


def calibrated_section(diagnosis: dict) -> str:
    """Hallucination rates corrected for the judge's errors, as bars."""
    found = diagnosis.get("calibrated") or {}
    rows = []
    for name, label in (("hallucinating", "Hallucinating"), ("hallucinating_on_good_retrieval", "with good documents"),
                        ("hallucinating_on_poor_retrieval", "with poor documents")):
        part = found.get(name) or {}
        if part.get("share") is not None:
            rows.append(f'<dt>{label}</dt><dd>{bar(part["share"], part["ci95"], "bad")}</dd><dd class="value">'
                        f'{escape(one_digit(part["share"]))} {escape(interval_text(part["ci95"]))}; as judged {escape(one_digit(part["observed"]))}</dd>')
    return section("calibrated", "Corrected for the judge's errors", bar_list(rows),
                   "Rogan-Gladen: what the rates would be if the judge made no mistakes, given how often it is right.")


# --- one trace ---

def slice_code(field: str, value: str) -> str:
    """A short token for a slice, fit for an attribute: the same for the same field and value."""
    return f"s{zlib.crc32(f'{field}:{value}'.encode('utf-8', 'replace')):08x}"


def squeeze(text: str) -> tuple:
    """(letters and digits of the text in lower case, where each stands), to find a text whose spacing differs."""
    kept = [(c.lower() if len(c.lower()) == 1 else c, place) for place, c in enumerate(text) if c.isalnum()]
    return "".join(c for c, _ in kept), [place for _, place in kept]


def locate(needle: str, text: str, start: int = 0, squeezed: tuple | None = None) -> tuple | None:
    """(from, to) of the needle in the text at or after start; spacing, case and punctuation may differ. None if absent."""
    needle = needle.strip()
    place = text.find(needle, start) if needle else -1
    if place >= 0:
        return place, place + len(needle)
    letters, places = squeezed or squeeze(text)
    wanted = squeeze(needle)[0]
    skip = next((at for at, where in enumerate(places) if where >= start), len(places)) if start else 0
    place = letters.find(wanted, skip) if wanted else -1
    return (places[place], places[place + len(wanted) - 1] + 1) if place >= 0 else None


def claims_of(row: dict) -> list:
    """The row's claims that can be shown: objects with text and a known verdict."""
    claims = row.get("claims")
    return [claim for claim in claims if isinstance(claim, dict) and isinstance(claim.get("text"), str)
            and isinstance(claim.get("verdict"), str) and claim["verdict"] in VERDICTS][:SHOWN_CLAIMS] if isinstance(claims, list) else []


def stated_span(claim: dict, start: str, end: str, size: int) -> tuple | None:
    """(from, to) as the claim states it under those names; None when it does not, or when it lies outside the text."""
    low, high = claim.get(start), claim.get(end)
    return (low, high) if type(low) is int and type(high) is int and 0 <= low < high <= size else None


def answer_html(answer: str, claims: list) -> str:
    """The answer with each claim marked by its verdict and number; text that is in no claim stays plain."""
    shown = answer[:ANSWER_CHARS]
    squeezed, out, at = squeeze(shown), [], 0
    spans = []
    for place, claim in enumerate(claims, 1):
        found = stated_span(claim, "start", "end", len(shown)) or locate(claim["text"], shown, at, squeezed) \
            or locate(claim["text"], shown, 0, squeezed)
        if found and all(found[1] <= low or found[0] >= high for low, high, _, _ in spans):
            spans.append((*found, place, claim["verdict"]))
            at = found[1]
    end = 0
    for low, high, place, verdict in sorted(spans):
        tone, words = VERDICTS[verdict]
        out.append(f'{escape(shown[end:low])}<span class="claim {tone}" title="claim {place}: {words}">{escape(shown[low:high])}'
                   f'<sup><span class="skip">claim </span>{place}</sup></span>')
        end = high
    out.append(escape(shown[end:]))
    if len(answer) > ANSWER_CHARS:
        out.append(f' <span class="soft">(and {some(len(answer) - ANSWER_CHARS, "more character")})</span>')
    return "".join(out)


def claims_html(claims: list) -> str:
    """The claims as a list: verdict, why, and where its evidence stands."""
    items = []
    for claim in claims:
        tone, words = VERDICTS[claim["verdict"]]
        why = claim.get("why")
        where = f' in {escape(claim["doc_id"])}' if claim.get("doc_id") is not None else ""
        items.append(f'<li><span class="chip {tone}">{words}{where}</span> <span dir="auto">{escape(claim["text"][:CLAIM_CHARS])}</span>'
                     + (f' <span class="soft" dir="auto">({escape(str(why)[:CLAIM_CHARS])})</span>' if why else "") + "</li>")
    return f'<h3>Claims</h3><ol class="claims">{"".join(items)}</ol>' if items else ""


def evidence_windows(doc: dict, claims: list) -> list:
    """(from, to) of each stretch of the document that a claim's evidence names, in order, merged where they meet."""
    text, spans, squeezed = doc.get("text") if isinstance(doc.get("text"), str) else "", [], None
    for claim in claims:
        if claim.get("doc_id") is None or id_text(claim["doc_id"]) != id_text(doc.get("id")):
            continue
        quote = claim.get("evidence")
        quote = quote.get("text") if isinstance(quote, dict) else quote
        found = stated_span(claim, "evidence_start", "evidence_end", len(text))
        if isinstance(quote, str) and quote.strip() and (found is None or text[found[0]:found[1]] != quote):
            squeezed = squeezed or squeeze(text[:200_000])
            found = locate(quote, text, 0, squeezed)
        if found:
            spans.append((found[0], min(found[1], found[0] + WINDOW_CHARS)))
    merged: list = []
    for low, high in sorted(spans):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def marked_text(text: str, windows: list) -> str:
    """The document's text around its evidence windows, which are marked; its beginning where there are none."""
    if not windows:
        return escape(text[:OTHER_CHARS]) + ("&hellip;" if len(text) > OTHER_CHARS else "")
    out, end = [], 0
    for place, (low, high) in enumerate(windows):
        before = max(end, low - AROUND)
        if before > end:
            out.append("&hellip; ")
        after = min(len(text), high + AROUND, *([windows[place + 1][0]] if place + 1 < len(windows) else []))
        out.append(f"{escape(text[before:low])}<mark>{escape(text[low:high])}</mark>{escape(text[high:after])}")
        end = after
    return "".join(out) + (" &hellip;" if end < len(text) else "")


def documents_html(row: dict, claims: list, redact: bool) -> str:
    """The documents in rank order: gold and used marks, the evidence marked; and which gold document is not there."""
    field = "context_docs" if isinstance(row.get("context_docs"), list) else "retrieved_docs"
    docs = row.get(field)
    if not isinstance(docs, list):
        return '<h3>Documents</h3><p class="soft">Not recorded.</p>'
    docs = [doc if isinstance(doc, dict) else {"id": place, "text": str(doc)} for place, doc in enumerate(docs, 1)]
    gold = [id_text(one) for one in row["gold_doc_ids"]] if isinstance(row.get("gold_doc_ids"), list) else []
    items, hidden = [], 0
    for place, doc in enumerate(docs, 1):
        name = id_text(doc.get("id"))
        used = any(claim.get("doc_id") is not None and id_text(claim["doc_id"]) == name for claim in claims)
        if place > SHOWN_DOCS and not (used or name in gold):
            hidden += 1
            continue
        windows = [] if redact else evidence_windows(doc, claims)
        marks = ('<span class="chip good">gold</span> ' if name in gold else "") + ('<span class="chip plain">used</span> ' if used else "")
        facts = ", ".join(f"{key} {f'{doc[key]:.4g}' if isinstance(doc[key], float) else shorten(doc[key], 60)}" for key in ("score", "timestamp", "source") if doc.get(key) is not None)
        text = doc.get("text")
        body = "" if redact else '<p class="soft">No text recorded.</p>' if not isinstance(text, str) else \
            f'<p class="text" dir="auto">{marked_text(text, windows)}</p>'
        items.append(f'<li><b>{place}.</b> <bdi>{escape(shorten(name, 200))}</bdi> {marks}<span class="soft small">{escape("" if redact else facts)}</span>{body}</li>')
    missing = [one for one in gold if one not in {id_text(doc.get("id")) for doc in docs}]
    notes = [f"Gold not among them: {', '.join(shorten(one, 80) for one in missing[:20])}."] if missing else []
    notes += [f"And {some(hidden, 'more document')}."] if hidden else []
    notes += ["The retriever returned nothing."] if not docs else []
    return (f'<h3>{"Documents shown to the generator" if field == "context_docs" else "Documents"}</h3><ol class="docs">{"".join(items)}</ol>'
            + "".join(f'<p class="soft">{escape(note)}</p>' for note in notes))


def trace_html(label: dict, row: dict, names: dict, redact: bool) -> str:
    """One trace as a list item that opens. label: {"row", "id", "cell", "cause", "why", "slices"}; names: cause -> words."""
    words, tone, _ = CELLS.get(label.get("cell"), CELLS["left_out"])
    if label.get("cell") == "good_faithful" and label.get("cause"):
        words, tone = "faithful, yet failing", "warn"  # such as wrong although grounded: in the cell, but no success
    claims = claims_of(row)
    cause = label.get("cause") or ""
    query, answer = row.get("query"), row.get("answer")
    title = f'<bdi>{escape(shorten(label["id"], 120))}</bdi>' if redact or not isinstance(query, str) or not query.strip() \
        else escape(shorten(query[:QUERY_CHARS], 240))
    why = names.get(cause, cause) + (f": {label['why']}" if label.get("why") and not redact else "")
    facts = [f"id {shorten(label['id'], 120)}", f"line {label['row']}"]
    facts += [f"{name.replace('_', ' ')} {row[name]:.2f}" for name in
              ("support", "faithfulness", "recall_at_k", "answer_relevance", "answer_correctness", "freshness")
              if isinstance(row.get(name), (int, float)) and not isinstance(row.get(name), bool)]
    facts += [shorten(row[name], 80) for name in ("faithfulness_by", "retrieval_by") if isinstance(row.get(name), str)]
    body = [f'<p class="soft small">{escape("; ".join(facts))}</p>']
    if not redact:
        if isinstance(query, str) and shorten(query, 240) != query:  # else it stands above already, whole
            body.append(f'<h3>Question</h3><p class="text" dir="auto">{escape(query[:QUERY_CHARS])}</p>')
        body.append(f'<h3>Answer</h3><p class="text answer" dir="auto">{answer_html(answer, claims) or "<i>empty</i>"}</p>'
                    if isinstance(answer, str) else "")
        body.append(claims_html(claims))
        if isinstance(row.get("reference_answer"), str):
            body.append(f'<h3>Reference answer</h3><p class="text" dir="auto">{escape(row["reference_answer"][:QUERY_CHARS])}</p>')
        notes = [str(note) for note in row["notes"]][:10] if isinstance(row.get("notes"), list) else []
        body += [f'<p class="soft small">{escape(shorten(note, 300))}</p>' for note in notes]
    elif claims:
        counts = collections.Counter(claim["verdict"] for claim in claims)
        body.append(f'<p>Claims: {", ".join(f"{counts[name]} {name}" for name in VERDICTS if counts[name])}.</p>')
    body.append(documents_html(row, claims, redact))
    slices = " ".join(slice_code(field, value) for field, value in label.get("slices") or [])
    return (f'<li id="t{label["row"]}" data-cell="{escape(label.get("cell", ""))}" data-cause="{escape(cause)}" data-slices="{slices}">'
            f'<details><summary><span><span class="chip {tone}">{escape(words)}</span></span><span class="q" dir="auto">{title}</span>'
            f'<span class="why" dir="auto">{escape(shorten(why, 200))}</span></summary><div class="inside">{"".join(body)}</div></details></li>')


def select(name: str, label: str, options: list) -> str:
    """A labelled filter; empty when there is nothing to choose between."""
    if not options:
        return ""
    return (f'<div><label for="by-{name}">{label}</label><select id="by-{name}"><option value="">all</option>'
            + "".join(f'<option value="{escape(value)}">{escape(words)}</option>' for value, words in options) + "</select></div>")


def traces_section(diagnosis: dict, traces: list, redact: bool) -> tuple:
    """(HTML, row numbers embedded): the listed traces with filters, within PAGE_BYTES; the rest is counted."""
    names = {one["cause"]: one["name"] for one in diagnosis.get("causes") or []}
    items, size, labels = [], 0, []
    for label, row in traces:
        item = trace_html(label, row, names, redact)
        size += len(item.encode("utf-8", "replace"))
        if size > PAGE_BYTES:
            break
        items.append(item)
        labels.append(label)
    total = (diagnosis.get("traces") or {}).get("total", diagnosis.get("n", 0))
    if not items:
        return "", set()
    cells, causes = ({label.get(key) or "" for label in labels} for key in ("cell", "cause"))
    slices = sorted({(field, value) for label in labels for field, value in label.get("slices") or []})
    tools = (select("cell", "Cell", [(name, CELLS[name][0]) for name in CELLS if name in cells])
             + select("cause", "Cause", sorted(((name, names.get(name, name)) for name in causes if name), key=lambda pair: pair[1]))
             + select("slice", "Slice", [(slice_code(*one), f"{one[0]}: {shorten(one[1], 60)}") for one in slices])
             + '<div class="grow"><label for="by-text">Text</label><input id="by-text" type="search" autocomplete="off"></div>'
             '<button type="button" id="reset">Show all</button>')
    rest = f"{len(items):,} of {some(total, 'trace')} {'is' if len(items) == 1 else 'are'} on this page, the worst of each cause first" \
        + (f"; the other {total - len(items):,} {'is' if total - len(items) == 1 else 'are'} only counted." if total > len(items) else ".")
    body = (f'<div class="tools screen" role="search" aria-label="Filter traces" hidden>{tools}</div>'
            f'<p id="shown" class="soft small" role="status" aria-live="polite"></p>'
            f'<ol class="traces">{"".join(items)}</ol><p class="none-shown soft" hidden>No trace on this page fits these filters.</p>')
    return section("traces", "Traces", body, rest), {label["row"] for label in labels}


TEXT_FIELDS = {"query", "answer", "reference_answer", "error", "history", "retrieved_docs", "context_docs", "claims", "gold_texts",
               "judgments", "notes"}


WORKED_OUT = {"query words", "question word", "documents retrieved", "language (guess)"}  # slices that are counted, not copied from rows
PLAIN_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z]{2,4})?|[A-Z][a-z]{3,12}( script)?")  # a row may state its own


def without_texts(diagnosis: dict, traces: list) -> tuple:
    """(diagnosis, traces) without what rows hold: slices by a field of texts, as --by query makes them, are left out; of other
    fields the name stays and each value becomes "value 1", "value 2" (by the order of the table), since it may name a person."""
    told = lambda field: str(field).split(".")[0] not in TEXT_FIELDS
    known: dict = {}  # (field, value) -> its name
    counts: collections.Counter = collections.Counter()

    def name(field: str, value: object, pooled: object = None) -> object:
        if pooled or field in WORKED_OUT and (field != "language (guess)" or PLAIN_LANGUAGE.fullmatch(str(value))):
            return value
        if (field, value) not in known:
            counts[field] += 1
            known[(field, value)] = f"value {counts[field]}"
        return known[(field, value)]
    slices = diagnosis.get("slices") or {}
    fields = {field: {**part, "values": [{**one, "value": name(field, one["value"], one.get("pooled"))} for one in part["values"]]}
              for field, part in (slices.get("fields") or {}).items() if told(field)}
    named = [{**one, "value": name(one["field"], one["value"])} for one in slices.get("named") or [] if told(one["field"])]
    return {**diagnosis, "slices": {**slices, "fields": fields, "named": named}}, [
        ({**label, "slices": [[field, name(field, value)] for field, value in label.get("slices") or [] if told(field)]}, row) for label, row in traces]


def html_report(diagnosis: dict, traces: list, redact: bool = False) -> str:
    """The whole page. traces: [(label, row)] as `traces.shown` lists them."""
    if redact:
        diagnosis, traces = without_texts(diagnosis, traces)
    trace_part, shown = traces_section(diagnosis, traces, redact)
    parts = [("matrix", "Where", matrix_section(diagnosis)), ("layers", "Layers", layers_section(diagnosis)),
             ("calibrated", "Calibrated", calibrated_section(diagnosis)),
             ("what-if", "What if", what_if_section(diagnosis)), ("causes", "Why", causes_section(diagnosis, shown, redact)),
             ("split", "Reference", split_section(diagnosis)), ("slices", "For whom", slices_section(diagnosis)),
             ("robustness", "Robustness", robustness_section(diagnosis)), ("traces", "Traces", trace_part)]
    parts = [(name, label, part if name == "traces" else part.replace(" %", "&nbsp;%")) for name, label, part in parts]  # one word
    links = "".join(f'<a href="#{name}">{label}</a>' for name, label, part in parts if part)
    gates = "".join(f"<li>{escape(gate_text(gate))}</li>" for gate in diagnosis.get("gates") or [])
    gates = section("gates", "Gates", f"<ul>{gates}</ul>" if gates else "").replace(" %", "&nbsp;%")
    redacted = "<p>Texts and the values of slices were left out of this page; ids, field names and figures stand.</p>" if redact else ""
    body = (f'<a class="skip" href="#main">Skip to the report</a><header class="page"><p class="eyebrow">RAG diagnosis of '
            f'{some(diagnosis.get("n", 0), "trace")}</p><nav class="page screen" aria-label="Sections">{links}</nav></header>'
            f'<main id="main">{verdict_section(diagnosis).replace(" %", "&nbsp;%")}{gates}{"".join(part for _, _, part in parts)}</main>'
            f'<footer class="page"><p>Intervals are 95 %: Wilson for rates, Student\'s t for means, simulated for the what-ifs. '
            f'Unknown is left out, never counted as 0.</p>{redacted}<p><code>{escape(diagnosis.get("signature", ""))} '
            f'n:{diagnosis.get("n", 0)}</code></p></footer>')
    return html_page("RAG diagnosis", body, PAGE_EXTRA_CSS, PAGE_SCRIPT)


# --- Markdown, JUnit, CSV ---

def md_text(value: object) -> str:
    """Text for a line or a table cell of Markdown: one line, markup and HTML escaped."""
    line = shorten(value, 300)
    return re.sub(r"([\\`*_{}\[\]<>#|~!])", r"\\\1", line).replace("@", "&#64;").replace("://", ":&#47;/")


def md_table(head: list, rows: list) -> list:
    """Lines of a Markdown table; cells must be escaped already."""
    return [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"] + [f"| {' | '.join(row)} |" for row in rows] + [""] if rows else []


def markdown_report(diagnosis: dict, redact: bool = False) -> str:
    """The diagnosis as Markdown for a pull request: verdict, gates, matrix, what-if, causes, named slices."""
    if redact:
        diagnosis, _ = without_texts(diagnosis, [])
    sentence, _, rest = headline(diagnosis)
    out = [f"## {sentence}", "", rest, ""]
    out += [f"> {note}\n" for note in coverage_notes(diagnosis) + [md_text(note) for note in diagnosis.get("notes") or []]]
    out += [f"- {'**missed**' if gate['missed'] else 'met'}: {gate_text(gate)}" for gate in diagnosis.get("gates") or []]
    out += [""] if diagnosis.get("gates") else []
    cells, rows = diagnosis.get("cells") or {}, []

    def cell_text(name: str) -> str:
        share, limits, counts = rate_cells(cells[name])
        return f"**{share}** {limits}".rstrip() + f", {counts}, {CELLS[name][0]}"
    for retrieval, words in (("good", "Good documents"), ("poor", "Poor documents")):
        if cells:
            rows.append([words] + [cell_text(f"{retrieval}_{generation}") for generation in ("faithful", "hallucinating")])
    out += md_table(["", "Faithful", "Hallucinating"], rows)
    what = diagnosis.get("what_if") or {}
    if what.get("retrieval_fixed") is not None:
        out += [f"Hallucination {one_digit(what['observed'])} today; {one_digit(what['retrieval_fixed'])} if retrieval were always good, "
                f"{one_digit(what['generation_fixed'])} if the generator were perfect on good documents.", ""]
    causes = [one for one in diagnosis.get("causes") or [] if one["count"]]
    rows = []
    for one in causes:
        share, limits, counts = rate_cells(one)
        rows.append([md_text(one["name"]), f"{share} {limits}, {counts}", md_text((one.get("fix") or {}).get("first", "")),
                     ", ".join(md_text(shorten(example["id"])) for example in one.get("examples") or [])])
    out += md_table(["Cause", "Share", "Try first", "Traces"], rows)
    named = (diagnosis.get("slices") or {}).get("named") or []
    words = {"hallucinating": "Hallucination", "poor_retrieval": "Poor retrieval"}
    out += [f"- {words.get(one['metric'], one['metric'])} is {percent(one['share'])} {interval_text(one['ci95'])} in "
            f"{md_text(one['field'])}: {md_text(one['value'])} ({one['count']:,} of {one['n']:,}) against {percent(one['rest']['share'])} elsewhere"
            for one in named] + ([""] if named else [])
    if redact:
        out += ["Texts and the values of slices were left out; ids, field names and figures stand.", ""]
    return "\n".join(out + [f"`{str(diagnosis.get('signature', '')).replace(chr(96), '')} n:{diagnosis.get('n', 0)}`"]) + "\n"


def gate_text(gate: dict) -> str:
    """One line about a gate: name, limit, outcome, figure, interval, denominator."""
    words = "met" if not gate["missed"] else "missed, beyond noise" if gate["beyond_noise"] else "missed, within noise"
    limits = f" [{100 * gate['ci95'][0]:.1f}, {100 * gate['ci95'][1]:.1f}]" if gate["ci95"] else ""
    of = gate["of"].replace("rows", "row", 1) if gate["n"] == 1 else gate["of"]
    return f"{gate['gate']} {gate['limit']:g}: {words}; {one_digit(gate['value'])}{limits} of {gate['n']:,} {of}"


def xml_text(value: object) -> str:
    """Text for XML 1.0, in content and attributes: escaped, without the characters that XML forbids."""
    return escape("".join(c if c in "\t\n" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff" else "?"
                          for c in str(value)))


def junit_report(diagnosis: dict) -> str:
    """The gates as a JUnit test suite; without gates one test that always passes and carries the verdict."""
    gates, cases = diagnosis.get("gates") or [], []
    for gate in gates:
        inside = f'<failure message="{xml_text(gate_text(gate))}" type="gate">{xml_text(gate_text(gate))}</failure>' \
            if gate["missed"] else f"<system-out>{xml_text(gate_text(gate))}</system-out>"
        cases.append(f'    <testcase classname="rag_eval.gates" name="{xml_text(gate["gate"])} {gate["limit"]:g}">{inside}</testcase>')
    if not gates:
        cases.append('    <testcase classname="rag_eval" name="diagnosis"><system-out>'
                     f'{xml_text(diagnosis.get("primary_issue", ""))}</system-out></testcase>')
    failures = sum(bool(gate["missed"]) for gate in gates)
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0" skipped="0"'
    properties = "".join(f'      <property name="{name}" value="{xml_text(diagnosis.get(name, ""))}"/>\n'
                         for name in ("n", "primary_issue", "signature"))
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites {counts}>\n  <testsuite name="rag_eval" {counts}>\n'
            f'    <properties>\n{properties}    </properties>\n' + "\n".join(cases) + "\n  </testsuite>\n</testsuites>\n")


def csv_cell(value: object) -> object:
    """A cell that no spreadsheet runs: text that begins like a formula (also behind blanks, control or zero-width marks) gets
    an apostrophe, a plain number stays as it is, None is empty."""
    if value is None or isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)[:CSV_CHARS].replace("\x00", "")
    text = text if text.isprintable() else text.encode("utf-8", "replace").decode("utf-8")
    first = next((c for c in text if c.isprintable() and not c.isspace()), "")
    if (first in FORMULA_STARTS and not PLAIN_NUMBER.fullmatch(text)) or text[:1] in ("\t", "\r"):
        return "'" + text
    return text


CSV_COLUMNS = ("row", "id", "cell", "cause", "query", "answer", "reference_answer", "faithful", "faithful_certain", "faithfulness",
               "support", "faithfulness_score", "faithfulness_by", "abstained", "retrieval_good", "retrieval_basis", "retrieval_by",
               "retrieval_miss", "recall_at_k", "precision_at_k", "reciprocal_rank", "ndcg_at_k", "k", "relevant", "answer_relevance",
               "correct", "answer_correctness", "freshness", "claims", "unsupported", "contradicted", "uncertain", "retrieved_docs",
               "gold_doc_ids", "why")
CSV_TEXTS = {"query", "answer", "reference_answer", "why"}


def csv_record(row: dict, label: dict, redact: bool = False) -> list:
    """The cells of one trace in the order of CSV_COLUMNS; redact leaves its texts out."""
    claims = claims_of(row)
    docs = row.get("retrieved_docs")
    ids = [id_text(doc.get("id")) for doc in docs if isinstance(doc, dict)] if isinstance(docs, list) else None
    counted = {name: sum(claim["verdict"] == name for claim in claims) if isinstance(row.get("claims"), list) else None
               for name in ("unsupported", "contradicted", "uncertain")}
    counted["claims"] = len(row["claims"]) if isinstance(row.get("claims"), list) else None
    lists = {"retrieved_docs": ids, "gold_doc_ids": row.get("gold_doc_ids")}
    wrong = next((claim.get("why") for claim in claims if claim["verdict"] in ("contradicted", "unsupported") and claim.get("why")), None)
    values = {**row, **counted, "why": label.get("why") or wrong, **{name: label.get(name) for name in ("row", "id", "cell", "cause")}}
    values.update({name: None if one is None else " ".join(str(item) for item in one) if isinstance(one, list) else one
                   for name, one in lists.items()})
    return [csv_cell(None if redact and name in CSV_TEXTS else values.get(name)) for name in CSV_COLUMNS]


def csv_line(cells: list) -> bytes:
    """One CSV record as bytes: quoted where needed, line breaks in a cell kept, CR LF at its end."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue().encode("utf-8", "replace")


# --- reading and writing ---

def read_diagnosis(path: str) -> dict:
    """The JSON that rag_diagnostic.py --json wrote, UTF-8 or, by its mark, UTF-16 (as Windows PowerShell 5 redirects it).
    DataError when it is something else."""
    stream = open_bytes(path)
    try:
        data = stream.read()
        found = json.loads(data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise DataError(f"{shown_path(path)}: not JSON ({shorten(error, 80)}); expected what rag_diagnostic.py --json writes") from None
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{shown_path(path)}: cannot read: {error}") from None
    finally:
        if path != "-":
            stream.close()
    if not isinstance(found, dict) or not isinstance(found.get("cells"), dict) or "primary_issue" not in found:
        raise DataError(f"{shown_path(path)}: not a diagnosis (no 'cells', 'primary_issue'); expected what rag_diagnostic.py --json writes")
    return found


@contextlib.contextmanager
def as_written(path: str) -> object:
    """A diagnosis that was edited, or that another version wrote, is a bad file and no bug: DataError. What is drawn straight
    from rag_diagnostic.py does not pass here, so that a bug of ours shows there as one."""
    try:
        yield
    except (TypeError, KeyError, IndexError, AttributeError, ValueError, OverflowError) as error:
        raise DataError(f"{shown_path(path)}: cannot be drawn ({type(error).__name__}: {shorten(error, 60)}); expected what rag_diagnostic.py "
                        f"{VERSION} --json writes, unchanged") from None


def shown_labels(diagnosis: dict, limit: int) -> list:
    """The traces that the diagnosis lists to be shown, at most `limit`."""
    return [label for label in (diagnosis.get("traces") or {}).get("shown") or []][:limit]


DIAGNOSED = "give the file that was diagnosed, or what rag_diagnostic.py --out wrote where it loaded rows or filled signals in"


def pick_rows(path: str, labels: list, encoding: str | None = None) -> list:
    """[(label, row)] of the labelled traces, read by line number. DataError when a line holds another trace."""
    wanted = {label["row"]: label for label in labels}
    found, last = {}, max(wanted, default=0)
    for number, line in read_lines(path, encoding) if wanted else ():
        if number in wanted:
            try:
                row = parse_row(line)
            except DataError as error:
                raise DataError(f"{shown_path(path)}:{number}: {error}") from None
            label = wanted[number]
            if row.get("id") not in (None, "") and id_text(row["id"]) != label["id"]:
                raise DataError(f"{shown_path(path)}:{number}: holds trace {shorten(id_text(row['id']))!r}, the diagnosis saw "
                                f"{shorten(label['id'])!r} there; {DIAGNOSED}")
            found[number] = row
        if number >= last:
            break
    missing = sorted(set(wanted) - set(found))
    if missing:
        raise DataError(f"{shown_path(path)}:{missing[0]}: no such line, but the diagnosis lists it; {DIAGNOSED}")
    return [(label, found[label["row"]]) for label in labels]


def write_text(path: str, text: str) -> None:
    """Write a text as UTF-8; a file appears complete or not at all."""
    with Output(path) as out:
        out.write(text.encode("utf-8", "replace"))


def write_csv(path: str, records: object, redact: bool = False) -> int:
    """Write (row, label) pairs as CSV with a header and a byte-order mark, by which spreadsheets know UTF-8; the count."""
    count = 0
    with Output(path) as out:
        out.write(b"\xef\xbb\xbf" + csv_line(list(CSV_COLUMNS)))
        for row, label in records:
            out.write(csv_line(csv_record(row, label, redact)))
            count += 1
    return count


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

def small_diagnosis(**more: object) -> dict:
    """A diagnosis of ten traces, for the known answers."""
    def part(count: int, n: int = 10) -> dict:
        return rate(count, n)
    cells = {"good_faithful": part(5), "good_hallucinating": part(1), "poor_faithful": part(1), "poor_hallucinating": part(3),
             "unmeasured_faithful": part(0), "unmeasured_hallucinating": part(0)}
    fix = {"first": "add keyword search", "test": "ten queries by hand", "measure": "score_retrieval.py"}
    cause = {"cause": "retrieval_missed", "name": "retrieval missed", "layer": "retrieval", "meaning": "Never retrieved.", **part(3),
             "fix": fix, "examples": [{"id": "a", "row": 1, "claim": "It lasts 21 hours.", "doc_id": "d1", "document": "12 hours",
                                       "differs": "21 against 12"}]}
    part_of_slice = {"value": "billing", "n": 4, "hallucinating": part(3, 4), "poor_retrieval": part(2, 4)}
    named = {"field": "topic", "value": "billing", "metric": "hallucinating", **part(3, 4), "rest": part(1, 6)}
    base = {"n": 10, "primary_issue": "retrieval: hallucinations would fall.", "verdict": {"layer": "retrieval", "n": 10},
            "generation": {"faithful": .6, "hallucinating": .4, "n": 10}, "matrix": {"n": 10}, "cells": cells,
            "layers": {"faithfulness": {**part(6), "kind": "given"}, "retrieval": {**part(6), "basis": "given"}, "means": {}},
            "what_if": {"observed": .4, "observed_ci95": [.2, .6], "retrieval_fixed": .125, "retrieval_fixed_ci95": [.1, .2],
                        "retrieval_drop": .275, "retrieval_drop_ci95": [.1, .4], "generation_fixed": .3,
                        "generation_fixed_ci95": [.2, .4], "generation_drop": .1, "generation_drop_ci95": [0, .2]},
            "issues": [], "left_out": {}, "gates": [], "causes": [cause], "failing": part(5),
            "slices": {"looked_at": 2, "fields": {"topic": {"values": [part_of_slice]}}, "named": [named]},
            "split": {"note": "Estimated.", "metrics": {"claim_recall": {"n": 10, "mean": .5, "ci95": [.4, .6]}}},
            "robustness": {"says": "It holds.", "positions": [{"name": name, "hallucinating": part(4)} for name in ("first", "last")],
                           "thresholds": [{"signal": "recall_at_k", "at": .5, "used": True, "layer": "retrieval",
                                           "cells": {name: cells[name]["count"] for name in list(cells)[:4]}}]},
            "calibrated": {"hallucinating": {"observed": .4, "share": .25, "ci95": [.1, .5]}},
            "traces": {"total": 10, "shown": [{"row": 1, "id": "a", "cell": "poor_hallucinating", "cause": "retrieval_missed",
                                               "why": "d9 is not there", "slices": [["topic", "billing"]]}]},
            "signature": "rag_diagnostic|v:0"}
    return {**base, **more}


CLAIM = {"text": "It lasts 21 hours.", "verdict": "contradicted", "doc_id": "d1", "evidence": "lasts 12 hours", "why": "12 hours in d1"}
TRACE = {"id": "a", "query": "How long <b>?", "answer": "Well. It lasts 21 hours.", "claims": [CLAIM], "gold_doc_ids": ["d9"],
         "retrieved_docs": [{"id": "d1", "text": "The battery lasts 12 hours. " + "x" * 400}]}
HOSTILE = {"id": "'><img src=x onerror=alert(1)>", "query": 'x" onmouseover="alert(1)', "answer": "<script>alert(1)</script>",
           "retrieved_docs": [{"id": "</style>", "text": "</script><b>"}], "notes": ["<i>"]}
MISSED = {"gate": "min-recall", "limit": .9, "value": .5, "ci95": [.4, .6], "n": 10, "of": "rows with recall_at_k", "missed": True,
          "beyond_noise": True}


def page_marks(page: str, *marks: str) -> list:
    """How often each mark stands on a page, for the known answers."""
    return [page.count(mark) for mark in marks]


def run_files(diagnosis: dict, traces: str, *flags: str) -> list:
    """[exit code, text written] of a whole run from a diagnosis and trace lines to its last flag's file, for the known answers."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("d.json", "t.jsonl", "out")]
        for path, text in zip(paths, (json.dumps(diagnosis), traces)):
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(text)
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            code = main(["--diagnosis", paths[0], "--traces", paths[1], *flags, paths[2]])
        if code:
            return [code, said.getvalue().replace(folder + os.sep, "")]
        with open(paths[2], encoding="utf-8", newline="") as stream:
            return [code, stream.read()]


NOT_PURE = ("pick_rows", "check_targets", "as_written")  # they look at files
SELF_TEST = [
    ("escape", lambda: escape("<&>\"'\x00"), "&lt;&amp;&gt;&quot;&#x27;\ufffd"),
    ("embedded_json cannot end a script", lambda: embedded_json({"a": "</script>&"}), '{"a":"\\u003c/script\\u003e\\u0026"}'),
    ("bar", lambda: page_marks(bar(.5, [.25, .75], "good"), 'width="50.00"', "M25.00 7H75.00", "bar good"), [1, 2, 1]),
    ("bar of the unknown is empty", lambda: page_marks(bar(None), "<rect", "<path", "<svg"), [0, 0, 1]),
    ("html_page", lambda: page_marks(html_page("<t>", "<p>b</p>", "", "1;"), "&lt;t&gt;", "<p>b</p>", "default-src 'none'",
                                     "sha256-CImjRDTlhukYQ2AnxOi0wzgPhGQ3Mb3rVwJK24dFz1M="), [1, 1, 1, 1]),
    ("interval_text", lambda: [interval_text([.67, .831]), interval_text([.5, .75], False), interval_text(None)],
     ["[67, 83]", "[0.50, 0.75]", ""]),
    ("one_digit", lambda: [one_digit(.1389), one_digit(.3), one_digit(None)], ["13.9 %", "30 %", "-"]),
    ("headline", lambda: list(headline({"verdict": {"layer": "retrieval", "too_close": True, "n": 1000}, "primary_issue": "retrieval: a b."})),
     ["Retrieval is the primary issue, but too close to call at n = 1,000", "bad", "A b."]),
    ("headline of nothing", lambda: list(headline({})), ["Undetermined", "none", ""]),
    ("coverage is said first", lambda: coverage_notes({"n": 10, "matrix": {"n": 4}, "generation": {"n": 4}, "left_out": {"not_judged": 6}}),
     ["The matrix rests on n=4 of 10 traces; left out: 6 not judged.", "Low coverage: faithfulness is known for n=4 of 10 traces, 6 not judged."]),
    ("rate_cells", lambda: list(rate_cells(rate(10, 10))), ["100 %", "[72, 100]", "10 of 10"]),
    ("wilson 10 of 10 is [0.7225, 1] (Brown, Cai, DasGupta 2001)", lambda: [round(limit, 4) for limit in wilson(10, 10)], [.7225, 1.0]),
    ("incomplete beta, symmetric", lambda: beta_cdf(2, 3, 0.5), 0.6875),
    ("Student's t, df 9 (tables: 2.262)", lambda: round(t_quantile(9), 3), 2.262),
    ("mean_text", lambda: mean_text({"n": 10, "mean": .5, "ci95": None}), "0.50 (no interval: no spread) (n 10)"),
    ("percent keeps small shares apart from 0", lambda: [percent(.001), percent(0), percent(None)], ["0.1 %", "0 %", "-"]),
    ("rate_text", lambda: rate_text(rate(0, 0)), "not measured (0 rows)"),
    ("bar_row of a rate and a mean", lambda: [page_marks(bar_row("a<", part, note="n<"), "<dt>a&lt;", "n&lt;", "0.50 [0.40, 0.60] (n 9)", "5/10")
                                              for part in (rate(5, 10), {"n": 9, "mean": .5, "ci95": [.4, .6]})],
     [[1, 1, 0, 1], [1, 1, 1, 0]]),
    ("bar_list", lambda: [bar_list([]), bar_list(["<dt>a</dt>"])], ["", '<dl class="bars"><dt>a</dt></dl>']),
    ("section is left out when empty", lambda: [section("a", "b", ""), page_marks(section("a", "b<", "c", "d<"), "b&lt;", "d&lt;", ">c<")],
     ["", [1, 1, 1]]),
    ("verdict_section", lambda: page_marks(verdict_section(small_diagnosis()), "Retrieval is the primary issue", "40 %", "4 of 10"), [1, 1, 1]),
    ("matrix_section", lambda: page_marks(matrix_section(small_diagnosis()), "<a class=\"cell", "[24, 76]", "data-set-cell=\"poor_faithful\"", "not measured"),
     [4, 1, 1, 0]),
    ("layers_section", lambda: page_marks(layers_section(small_diagnosis()), "<dt>", "60 % [31, 83] (6/10)"), [2, 2]),
    ("what_if_section", lambda: page_marks(what_if_section(small_diagnosis()), "12.5 % [10, 20]; a drop of 27.5 points [10.0, 40.0]", "<dt>"), [1, 3]),
    ("evidence_item", lambda: page_marks(evidence_item(small_diagnosis()["causes"][0]["examples"][0], {1}, False), 'href="#t1"', "21 against 12"),
     [1, 1]),
    ("evidence_item without texts", lambda: page_marks(evidence_item(small_diagnosis()["causes"][0]["examples"][0], set(), True), "href", "hours"),
     [0, 0]),
    ("causes_section", lambda: page_marks(causes_section(small_diagnosis(), {1}, False), "retrieval missed", "add keyword search", "30 %"), [1, 1, 1]),
    ("split_section", lambda: page_marks(split_section(small_diagnosis()), "claim recall", "0.50 [0.40, 0.60] (n 10)"), [1, 1]),
    ("slices_section", lambda: page_marks(slices_section(small_diagnosis()), "Hallucination is <b>75 % [30, 95]</b> (3 of 4) against 17 %"), [1]),
    ("robustness_section", lambda: page_marks(robustness_section(small_diagnosis()), "It holds.", "recall at k 0.5 (used)", '<td class="number">30 %',
                                              "40 % [17, 69] (4/10)"), [1, 1, 1, 2]),
    ("table", lambda: page_marks(table(["a<", "b"], [["c", "d<"]]), "a&lt;", '<th scope="row">c', '<td class="number">d&lt;'), [1, 1, 1]),
    ("calibrated_section", lambda: page_marks(calibrated_section(small_diagnosis()), "25 % [10, 50]; as judged 40 %", "<dt>"), [1, 1]),
    ("slice_code", lambda: [slice_code("topic", "billing"), slice_code("a b", "\u00e9<")], ["sfc82bfa0", "s0826f2cf"]),
    ("squeeze", lambda: list(squeeze("A-b 1")), ["ab1", [0, 2, 4]]),
    ("locate", lambda: [locate("b c", "a b c"), locate("B, c.", "a b  c d"), locate("x", "a"), locate("a", "a a", 1)],
     [(2, 5), (2, 6), None, (2, 3)]),
    ("claims_of", lambda: [len(claims_of(row)) for row in (TRACE, {"claims": "x"}, {"claims": [{"text": 1}, 2]})], [1, 0, 0]),
    ("answer_html", lambda: answer_html("No. It lasts 21 hours. <b>", [CLAIM]),
     'No. <span class="claim bad" title="claim 1: contradicted">It lasts 21 hours.<sup><span class="skip">claim </span>1</sup></span> &lt;b&gt;'),
    ("stated_span", lambda: [stated_span({"a": 1, "b": 3}, "a", "b", size) for size in (3, 2)], [(1, 3), None]),
    ("evidence by its stated place", lambda: evidence_windows({"id": "d1", "text": "x x"}, [{**CLAIM, "evidence": "x", "evidence_start": 2, "evidence_end": 3}]),
     [(2, 3)]),
    ("claims_html", lambda: page_marks(claims_html([CLAIM]), "contradicted in d1", "(12 hours in d1)"), [1, 1]),
    ("evidence_windows", lambda: [evidence_windows(TRACE["retrieved_docs"][0], [CLAIM, {**CLAIM, "evidence": "12 hours."}]),
                                  evidence_windows({"id": "d2", "text": "lasts 12 hours"}, [CLAIM])], [[(12, 27)], []]),
    ("marked_text", lambda: [marked_text("a<b>c", [(1, 4)]), marked_text("y" * 301, [])],
     ["a<mark>&lt;b&gt;</mark>c", "y" * 300 + "&hellip;"]),
    ("documents_html", lambda: page_marks(documents_html(TRACE, [CLAIM], False), "<mark>lasts 12 hours</mark>", "Gold not among them: d9.", ">used<"),
     [1, 1, 1]),
    ("trace_html", lambda: page_marks(trace_html(small_diagnosis()["traces"]["shown"][0], TRACE, {}, False), "<details>", "How long &lt;b&gt;?",
                                      'data-cause="retrieval_missed"', "d9 is not there"), [1, 1, 1, 1]),
    ("trace_html without texts", lambda: page_marks(trace_html(small_diagnosis()["traces"]["shown"][0], TRACE, {}, True), "hours", "How", "1 contradicted"),
     [0, 0, 1]),
    ("select", lambda: [select("a", "b", []), page_marks(select("a", "b", [("c<", "d<")]), 'value="c&lt;"', ">d&lt;<")], ["", [1, 1]]),
    ("traces_section", lambda: [page_marks(part, "<li id=", "1 of 10 traces is on this page") if isinstance(part, str) else sorted(part)
                                for part in traces_section(small_diagnosis(), [(small_diagnosis()["traces"]["shown"][0], TRACE)], False)],
     [[1, 1], [1]]),
    ("a hostile trace stays text", lambda: page_marks(html_report(small_diagnosis(), [({"row": 1, "id": HOSTILE["id"]}, HOSTILE)]),
                                                      "<script", "</style", "<img", "onmouseover=\"", "<b>\n", "<i>"), [1, 1, 0, 0, 0, 0]),
    ("md_text", lambda: md_text("a|b\n<c> @me http://x"), "a\\|b \\<c\\> &#64;me http:&#47;/x"),
    ("md_table", lambda: [md_table(["a"], [["b"]]), md_table(["a"], [])], [["| a |", "| --- |", "| b |", ""], []]),
    ("markdown_report", lambda: page_marks(markdown_report(small_diagnosis(gates=[MISSED])), "## Retrieval is the primary issue", "**50 %** [24, 76]",
                                           "| retrieval missed | 30 % [11, 60], 3 of 10 |", "75 % [30, 95] in topic: billing", "**missed**"), [1, 1, 1, 1, 1]),
    ("gate_text", lambda: gate_text(MISSED), "min-recall 0.9: missed, beyond noise; 50 % [40.0, 60.0] of 10 rows with recall_at_k"),
    ("without_texts", lambda: without_texts({"slices": {
        "fields": {"query": 1, "mail": {"values": [{"value": "a@b.c"}, {"value": "2 small ones, pooled", "pooled": 2}]}, "question word": {"values": [{"value": "what"}]}},
        "named": [{"field": "claims.text", "value": "x"}, {"field": "mail", "value": "a@b.c"}, {"field": "language (guess)", "value": "my own"}]}},
        [({"slices": [["query", "a"], ["mail", "d@e.f"], ["language (guess)", "English"]]}, {})]),
     ({"slices": {"fields": {"mail": {"values": [{"value": "value 1"}, {"value": "2 small ones, pooled", "pooled": 2}]}, "question word": {"values": [{"value": "what"}]}},
                  "named": [{"field": "mail", "value": "value 1"}, {"field": "language (guess)", "value": "value 1"}]}},
      [({"slices": [["mail", "value 2"], ["language (guess)", "English"]]}, {})])),
    ("some", lambda: [some(1, "row"), some(2000, "row")], ["1 row", "2,000 rows"]),
    ("xml_text", lambda: xml_text("a\x01<\ud800"), "a?&lt;?"),
    ("junit_report", lambda: page_marks(junit_report(small_diagnosis(gates=[MISSED])), 'tests="1" failures="1"', "<failure"), [2, 1]),
    ("csv_cell", lambda: [csv_cell(value) for value in ("=1", "\t=1", "\u200b=1", "-2+3", "-5", -.25, None, True, "a")],
     ["'=1", "'\t=1", "'\u200b=1", "'-2+3", "-5", -.25, None, "true", "a"]),
    ("csv_record", lambda: csv_record({**TRACE, "answer": "@SUM(A1)"}, {"row": 3, "id": "a", "cell": "c", "cause": "d"})[:6],
     [3, "a", "c", "d", "How long <b>?", "'@SUM(A1)"]),
    ("csv_record without texts", lambda: csv_record(TRACE, {"row": 3, "id": "a"}, True)[4:7] + csv_record(TRACE, {})[-3:-1], [None] * 3 + ["d1", "d9"]),
    ("csv_line keeps line breaks in a cell", lambda: csv_line(["a\nb", 1]), b'"a\nb",1\r\n'),
    ("shown_labels", lambda: [len(shown_labels(small_diagnosis(), limit)) for limit in (0, 5)], [0, 1]),
    ("own_label", lambda: [own_label(row, 7, 2, {7: {"cell": "c", "cause": "d"}}) for row in ({}, {"diagnosis": {"cell": "e"}})],
     [{"row": 7, "id": "row-2", "cell": "c", "cause": "d", "why": None}, {"row": 7, "id": "row-2", "cell": "e", "cause": None, "why": None}]),
    ("a run to a page", lambda: [page_marks(str(part), "<mark>lasts 12 hours</mark>", "</html>") if part else part
                                 for part in run_files(small_diagnosis(), json.dumps(TRACE) + "\n", "--html")], [0, [1, 1]]),
    ("a run with other traces", lambda: run_files(small_diagnosis(), '{"id": "b"}\n', "--html"),
     [3, "error: t.jsonl:1: holds trace 'b', the diagnosis saw 'a' there; give the file that was diagnosed, or what rag_diagnostic.py --out wrote "
         "where it loaded rows or filled signals in\n"]),
    ("a run from something else", lambda: run_files({"a": 1}, "", "--md"),
     [3, "error: d.json: not a diagnosis (no 'cells', 'primary_issue'); expected what rag_diagnostic.py --json writes\n"]),
]


def build_parser() -> Parser:
    parser = Parser(prog="render_report.py", description=__doc__)
    parser.add_argument("--diagnosis", required=True, metavar="PATH", help="what rag_diagnostic.py --json wrote; - is standard input")
    parser.add_argument("--traces", metavar="PATH", help="the rows that were diagnosed (JSONL, also .gz); for --html and --csv")
    parser.add_argument("--encoding", metavar="NAME", help="of traces that are neither UTF-8 nor marked as UTF-16")
    report_options(parser)
    common_options(parser, SELF_TEST)
    return parser


def report_options(parser: argparse.ArgumentParser) -> None:
    """Add the flags that name what is written."""
    group = parser.add_argument_group("what is written (- is standard output)")
    group.add_argument("--html", metavar="FILE", help="one self-contained page, light and dark, to look at and to print")
    group.add_argument("--md", metavar="FILE", help="Markdown for a pull request")
    group.add_argument("--junit", metavar="FILE", help="the gates as JUnit XML")
    group.add_argument("--csv", metavar="FILE", help="one record a trace, safe to open in a spreadsheet")
    group.add_argument("--html-traces", type=int, metavar="N",
                       help=f"traces embedded in the page, the worst of each cause first ({SHOWN_TRACES})")
    group.add_argument("--redact", action="store_true", help="leave texts of traces and values of slices out of everything written; ids of "
                       "traces and documents, field names and figures stay")


def own_label(row: dict, number: int, position: int, labels: dict) -> dict:
    """The label of a row for the CSV: what rag_diagnostic.py --out wrote into it, else what the diagnosis lists for it."""
    found = row.get("diagnosis") if isinstance(row.get("diagnosis"), dict) else labels.get(number, {})
    return {"row": number, "id": row_id(row, position), **{name: found.get(name) for name in ("cell", "cause", "why")}}


def check_targets(args: argparse.Namespace, wanted: list) -> None:
    """UsageError where one file that is written would overwrite another, or one that is read."""
    if [getattr(args, name) for name in wanted].count("-") > 1:
        raise UsageError("standard output can take one thing; give files to the others")
    taken = {os.path.realpath(path): name for name in ("diagnosis", "traces") for path in [getattr(args, name)] if path not in (None, "-")}
    for name in wanted:
        path = getattr(args, name)
        place = os.path.realpath(path)
        if path != "-" and place in taken and (os.path.isfile(place) or not os.path.exists(place)):
            raise UsageError(f"--{name} {path}: --{taken[place]} names the same file, which would be lost; give it another name")
        taken[place] = name


def run(args: argparse.Namespace) -> int:
    wanted = [name for name in ("html", "md", "junit", "csv") if getattr(args, name)]
    if not wanted:
        raise UsageError("nothing to write; name --html, --md, --junit or --csv FILE")
    check_targets(args, wanted)
    if args.html_traces is not None and not args.html:
        raise UsageError("--html-traces needs --html, which embeds them")
    args.html_traces = SHOWN_TRACES if args.html_traces is None else args.html_traces
    if args.html_traces < 0:
        raise UsageError(f"--html-traces {args.html_traces} is less than 0")
    if args.csv and not args.traces:
        raise UsageError("--csv needs --traces, the rows that were diagnosed")
    if args.traces == "-" and args.html and args.csv:
        raise UsageError("--traces - can be read once; give --html and --csv in two runs, or a file")
    diagnosis = read_diagnosis(args.diagnosis)
    with as_written(args.diagnosis):
        labels = shown_labels(diagnosis, args.html_traces)
        if args.html:
            traces = pick_rows(args.traces, labels, args.encoding) if args.traces else []
            write_text(args.html, html_report(diagnosis, traces, args.redact))
        if args.md:
            write_text(args.md, markdown_report(diagnosis, args.redact))
        if args.junit:
            write_text(args.junit, junit_report(diagnosis))
    if args.csv:
        rows = Rows(args.traces, args.encoding)
        with as_written(args.diagnosis):
            known = {label["row"]: label for label in shown_labels(diagnosis, sys.maxsize)}
        told = collections.Counter()

        def records() -> object:
            for place, row in enumerate(rows, 1):
                label = own_label(row, rows.number, place, known)
                told[label["cell"] is not None] += 1
                yield row, label
        write_csv(args.csv, records(), args.redact)
        rows.finish()
        if told[False]:
            print(f"note: cell and cause are known for {told[True]:,} of {some(sum(told.values()), 'row')}; "
                  "rag_diagnostic.py --csv names them all, as does its --out given here as --traces", file=sys.stderr)
    return 0


def main(argv: list | None = None) -> int:
    return run_script(build_parser(), run, argv)


if __name__ == "__main__":
    sys.exit(main())
