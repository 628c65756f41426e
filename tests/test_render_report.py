"""Behaviour of render_report.py: the page, looked at in a browser where one is installed, Markdown, JUnit and CSV."""
from __future__ import annotations

import csv
import html.parser
import io
import json
import re
import xml.etree.ElementTree
import zlib

import pytest
import rag_diagnostic
import render_report
from browser import Browser, found_browser

ORIGIN = {"faithfulness_by": "lexical/sure/0.1.0", "retrieval_basis": "gold"}
HOSTILE = {
    "id": "'><img src=x onerror=alert(1)>", "query": 'x" onmouseover="alert(1)', "answer": "<script>window.ran=1</script> javascript:alert(1) \u202e",
    "retrieved_docs": [{"id": "d1\" onfocus=\"alert(1)", "text": "</script></style><b>bold</b><img src=http://example.invalid/x.png>"}],
    "claims": [{"text": "<script>window.ran=1</script>", "verdict": "unsupported", "doc_id": "<i>", "why": "</li><svg onload=alert(1)>"}],
    "reference_answer": "--><script>window.ran=1</script>", "gold_doc_ids": ["<u>gold</u>"], "notes": ["<iframe src=//example.invalid>"],
    "metadata": {"topic": "</option><script>window.ran=1</script>"}, "faithful": False, "retrieval_good": True, "k": 5, **ORIGIN}
RIGHT_TO_LEFT = {
    "id": "rtl", "query": "\u0645\u0627 \u0645\u062f\u0629 \u0627\u0644\u0636\u0645\u0627\u0646\u061f", "answer": "\u0645\u062f\u0629 \u0627\u0644\u0636\u0645\u0627\u0646 \u0633\u0646\u062a\u0627\u0646.",
    "retrieved_docs": [{"id": "w", "text": "\u0645\u062f\u0629 \u0627\u0644\u0636\u0645\u0627\u0646 \u0633\u0646\u062a\u0627\u0646 \u0644\u0643\u0644 \u062c\u0647\u0627\u0632."}],
    "claims": [{"text": "\u0645\u062f\u0629 \u0627\u0644\u0636\u0645\u0627\u0646 \u0633\u0646\u062a\u0627\u0646.", "verdict": "supported", "doc_id": "w",
                "evidence": "\u0645\u062f\u0629 \u0627\u0644\u0636\u0645\u0627\u0646 \u0633\u0646\u062a\u0627\u0646"}], "faithful": True, "retrieval_good": True, **ORIGIN}
HAN = {"id": "han", "query": "\u4fdd\u4fee\u591a\u4e45\uff1f", "answer": "\u4fdd\u4fee\u671f\u4e3a\u4e94\u5e74\u3002", "faithful": False, "retrieval_good": True,
       "retrieved_docs": [{"id": "z", "text": "\u4fdd\u4fee\u671f\u4e3a\u4e24\u5e74\uff0c\u4ece\u4ea4\u8d27\u65e5\u8d77\u3002"}],
       "claims": [{"text": "\u4fdd\u4fee\u671f\u4e3a\u4e94\u5e74\u3002", "verdict": "contradicted", "doc_id": "z", "evidence": "\u4fdd\u4fee\u671f\u4e3a\u4e24\u5e74",
                   "why": "2 in z, the answer says 5"}], **ORIGIN}


def lamp(number, **more):
    """A plain row: the answer says 21 hours, its document 12."""
    return {"id": f"lamp-{number}", "query": "How long does the lamp shine?", "answer": "It is bright. The lamp shines for 21 hours.",
            "retrieved_docs": [{"id": "manual", "text": "Charge it first. The lamp shines for 12 hours on one charge. " + "More about lamps follows. " * 30},
                               {"id": "other", "text": "Elsewhere. " * 60}],
            "claims": [{"text": "The lamp shines for 21 hours.", "verdict": "contradicted", "score": 0.1, "doc_id": "manual",
                        "evidence": "The lamp shines for 12 hours", "why": "12 hours in manual, the answer says 21"}],
            "gold_doc_ids": ["manual", "leaflet"], "faithful": False, "faithfulness_by": "lexical/sure/0.1.0", "retrieval_good": True,
            "retrieval_basis": "gold", "recall_at_k": 0.5, "k": 5, **more}


def works(number, **more):
    return {"id": f"fine-{number}", "query": "Is it bright?", "answer": "It is bright.", "faithful": True, "retrieval_good": True,
            "retrieved_docs": [{"id": "manual", "text": "It is bright."}], "claims": [], **ORIGIN, **more}


def write(tmp_path, rows, name="t.jsonl"):
    path = tmp_path / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def diagnosis(tmp_path, capsys, rows, *flags):
    """(path of the diagnosis, path of the traces) of some rows."""
    traces = write(tmp_path, rows)
    assert rag_diagnostic.main(["--traces", str(traces), "--json", *flags]) in (0, 1)
    path = tmp_path / "d.json"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path, traces


def page(tmp_path, capsys, rows, *flags, by=()):
    """The HTML page of some rows, drawn by the command."""
    made, traces = diagnosis(tmp_path, capsys, rows, *by)
    out = tmp_path / "report.html"
    assert render_report.main(["--diagnosis", str(made), "--traces", str(traces), "--html", str(out), *flags]) == 0
    return out.read_text(encoding="utf-8")


class Read(html.parser.HTMLParser):
    """Tags, attributes and visible text of a page; fails on tags that do not nest."""
    VOID = {"meta", "link", "input", "br"}

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.attributes, self.text, self.ids = [], [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in self.VOID and not self.get_starttag_text().endswith("/>"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.text.append(data)


# --- the page without a browser ---

def test_the_page_is_well_formed_and_asks_for_nothing(tmp_path, capsys):
    found = Read(page(tmp_path, capsys, [lamp(1), works(1), RIGHT_TO_LEFT, HAN, HOSTILE]))
    assert found.tags.count("script") == 1 and found.tags.count("style") == 1 and found.tags.count("h1") == 1
    assert not {"img", "iframe", "object", "embed", "video", "audio", "form", "base"} & set(found.tags)
    assert [value for name, value in found.attributes if name in ("src", "srcset", "action", "data", "poster", "style")] == []
    assert all(value.startswith(("#", "data:,")) for name, value in found.attributes if name == "href")
    assert not [name for name, _ in found.attributes if name.startswith("on")]
    assert len(found.ids) == len(set(found.ids))
    policy = next(value for name, value in found.attributes if name == "content" and "default-src" in value)
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy


def test_hostile_text_is_shown_and_stays_text(tmp_path, capsys):
    text = page(tmp_path, capsys, [HOSTILE, works(1)], by=("--by", "metadata.topic"))
    found = Read(text)
    shown = "".join(found.text)
    for value in (HOSTILE["query"], "<script>window.ran=1</script>", " javascript:alert(1) \u202e", "</script></style><b>bold</b><img src=http://example.invalid/x.png>", "<u>gold</u>",
                  "<iframe src=//example.invalid>", HOSTILE["metadata"]["topic"]):
        assert value in shown
    assert "&amp;lt;" not in text  # escaped once


def test_the_verdict_opens_the_page_and_low_coverage_is_said_before_any_figure(tmp_path, capsys):
    rows = [works(i) for i in range(4)] + [{"id": f"x{i}", "answer": "ok", "judge_error": "timeout"} for i in range(6)]
    shown = re.sub(r"\s+", " ", " ".join(Read(page(tmp_path, capsys, rows)).text))
    assert shown.index("Healthy") < shown.index("n=4") < shown.index("Where it fails")
    assert "6 not judged" in shown


def test_every_cell_has_its_count_and_interval(tmp_path, capsys):
    shown = "".join(Read(page(tmp_path, capsys, [works(i) for i in range(9)] + [lamp(1)])).text).replace("\xa0", " ")
    assert "90 %system works [60, 98] 9 of 10" in re.sub(r"(?<=%) (?=system)", "", shown).replace("90 % system", "90 %system")
    assert "10 %" in shown and "[2, 40] 1 of 10" in shown


def test_claims_evidence_gold_and_other_documents(tmp_path, capsys):
    text = page(tmp_path, capsys, [lamp(1)])
    assert re.search(r'<span class="claim bad" title="claim 1: contradicted">The lamp shines for 21 hours\.', text)
    assert "<mark>The lamp shines for 12 hours</mark> on one charge." in text
    assert "Gold not among them: leaflet." in text and '<span class="chip good">gold</span>' in text
    assert "12 hours in manual, the answer says 21" in text
    other = re.search(r"<bdi>other</bdi>.*?</li>", text).group(0)
    assert len(re.sub(r"<[^>]+>", "", other)) < 340 and "&hellip;" in other


def test_evidence_that_differs_in_spacing_is_still_highlighted(tmp_path, capsys):
    row = lamp(1)
    row["claims"][0].update(evidence="the lamp shines  for 12\nhours", doc_id="manual")
    assert "<mark>The lamp shines for 12 hours</mark>" in page(tmp_path, capsys, [row])


def test_evidence_at_a_stated_place_is_taken_from_there(tmp_path, capsys):
    row = lamp(1)
    row["retrieved_docs"][0]["text"] = "12 hours here. And 12 hours there."
    row["claims"][0].update(evidence="12 hours", evidence_start=19, evidence_end=27)
    assert "And <mark>12 hours</mark> there." in page(tmp_path, capsys, [row])


def test_the_page_says_of_each_layer_what_the_text_says(tmp_path, capsys):
    """Undecided rows stand beside their rate; wrong answers by retrieval, refusals where retrieval was good and empty answers each have
    a line: 6 good rows of which 2 are wrong, 4 poor of which 3, 2 of 8 good rows decline, 1 of 13 is empty."""
    rows = [works(i, correct=i > 1, relevant=True if i < 2 else None) for i in range(6)] + [works(f"p{i}", retrieval_good=False, correct=i < 1) for i in range(4)]
    rows += [works(f"a{i}", abstained=True) for i in range(2)] + [works("e", answer="", retrieval_good=False)]
    text = page(tmp_path, capsys, rows).replace("&nbsp;", " ")
    read = re.findall(r"<dt>(.*?)</dt><dd>.*?</dd><dd class=\"value\">(.*?)</dd>", text)
    found = {re.sub(r"<.*?>", "", label): re.search(r"\((\d+/\d+)\)", value).group(1) for label, value in read if "/" in value}
    for label, counts in (("Answers the question 4 undecided", "2/2"), ("Correct answers", "5/10"), ("Wrong, good retrieval", "2/6"), ("Wrong, poor retrieval", "3/4"),
                          ("Declined, good retrieval", "2/8"), ("Answered nothing", "1/13"), ("Abstained", "2/2")):
        assert found.get(label) == counts, (label, found)


def test_redact_leaves_every_text_out(tmp_path, capsys):
    made, traces = diagnosis(tmp_path, capsys, [lamp(i) for i in range(3)])
    files = {flag: tmp_path / f"out.{flag}" for flag in ("html", "md", "csv")}
    assert render_report.main(["--diagnosis", str(made), "--traces", str(traces), "--redact",
                               *(part for flag, path in files.items() for part in (f"--{flag}", str(path)))]) == 0
    for path in files.values():
        text = path.read_text(encoding="utf-8")
        assert "lamp-1" in text and not re.search("shines|21 hours|12 hours|bright|How long", text)
    assert "1 contradicted" in files["html"].read_text(encoding="utf-8")


def test_redact_leaves_the_values_of_slices_out_and_keeps_their_names(tmp_path, capsys):
    """--by a field of e-mail addresses, sources that are paths: neither the values nor a code made of them stand in any file."""
    rows = [maker(f"{place}-{i}", metadata={"user": f"user{place}@example.com"}, source=f"/home/user{place}/faq") for place, maker in enumerate((lamp, works)) for i in range(12)]
    traces = write(tmp_path, rows)
    files = {flag: tmp_path / f"out.{flag}" for flag in ("html", "md", "csv")}
    flags = [part for flag, path in files.items() for part in (f"--{flag}", str(path))]
    assert rag_diagnostic.main(["--traces", str(traces), "--by", "metadata.user", "--redact", "--json", *flags]) == 0
    (tmp_path / "d.json").write_text(capsys.readouterr().out, encoding="utf-8")
    direct = files["html"].read_text(encoding="utf-8")
    assert render_report.main(["--diagnosis", str(tmp_path / "d.json"), "--traces", str(traces), "--redact", *flags]) == 0
    assert files["html"].read_text(encoding="utf-8") == direct
    code = f"s{zlib.crc32(b'metadata.user:user0@example.com'):08x}"
    assert code in page(tmp_path, capsys, rows, by=("--by", "metadata.user"))
    for flag, path in files.items():
        said = path.read_text(encoding="utf-8")
        assert "example.com" not in said and "/home/" not in said and code not in said and "0-1" in said
        assert flag == "csv" or "metadata.user: value 1" in said and "values of slices were left out" in said
    assert "lamp" in direct and '<th scope="row" dir="auto">value 2</th>' in direct and "yes or no" in direct and "12" in direct


def test_a_page_of_many_long_traces_stays_under_two_megabytes_and_counts_the_rest(tmp_path, capsys):
    text = page(tmp_path, capsys, [lamp(i, answer="A lamp shines. " * 4000, retrieved_docs=[{"id": f"d{j}", "text": "word " * 20000} for j in range(20)])
                                   for i in range(12)] + [lamp(f"s{i}", answer="The lamp shines for 21 hours. " + "z" * 3500,
                                                               reference_answer="r" * 1500, query="q" * 1500) for i in range(400)])
    assert len(text.encode("utf-8")) < 2_000_000
    found = re.search(r"([\d,]+) of 412 traces are on this page", text)
    assert int(found.group(1)) == text.count('<li id="t') and "are only counted" in text


def test_html_traces_bounds_what_is_embedded(tmp_path, capsys):
    assert page(tmp_path, capsys, [lamp(i) for i in range(20)], "--html-traces", "3").count('<li id="t') == 3
    assert page(tmp_path, capsys, [lamp(i) for i in range(20)], "--html-traces", "0").count('<li id="t') == 0


def test_same_input_same_bytes(tmp_path, capsys):
    rows = [lamp(i, metadata={"topic": "ab"[i % 2]}) for i in range(30)] + [works(i) for i in range(30)]
    assert page(tmp_path, capsys, rows, by=("--by", "metadata.topic")) == page(tmp_path, capsys, rows, by=("--by", "metadata.topic"))


def test_a_diagnosis_without_traces_is_drawn_without_them(tmp_path, capsys):
    made, _ = diagnosis(tmp_path, capsys, [lamp(1), works(1)])
    out = tmp_path / "p.html"
    assert render_report.main(["--diagnosis", str(made), "--html", str(out)]) == 0
    assert "Where it fails" in out.read_text(encoding="utf-8") and '<li id="t' not in out.read_text(encoding="utf-8")


def test_the_short_path_draws_the_same_page(tmp_path, capsys):
    rows = [lamp(1), works(1), HAN]
    assert page(tmp_path, capsys, rows) == (rag_diagnostic.main(["--traces", str(tmp_path / "t.jsonl"), "--html", str(tmp_path / "short.html")])
                                            or (tmp_path / "short.html").read_text(encoding="utf-8"))


# --- the page in a browser ---

@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    if not found_browser():
        pytest.skip("no chromium with a chromedriver on this machine")
    with Browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def visible(browser):
    return browser.run("return [...document.querySelectorAll('ol.traces > li')].filter(one => one.offsetParent !== null).map(one => one.id)")


def test_in_a_browser_filter_open_by_keyboard_read_evidence_and_nothing_runs(tmp_path, capsys, browser):
    rows = [lamp(i) for i in range(3)] + [works(i) for i in range(3)] + [RIGHT_TO_LEFT, HAN, HOSTILE]
    text = page(tmp_path, capsys, rows)
    path = tmp_path / "report.html"
    assert path.read_text(encoding="utf-8") == text
    browser.requests(), browser.log()
    browser.open(path)
    assert len(visible(browser)) == 9
    browser.run("document.querySelector('[data-set-cell=good_hallucinating]').click()")
    assert len(visible(browser)) == 5 and browser.run("return document.querySelector('#by-cell').value") == "good_hallucinating"
    assert browser.run("return document.querySelector('#shown').textContent") == "5 of 9 traces shown"
    browser.type("#by-text", "lamp-1")
    assert browser.run("return new Promise(done => setTimeout(() => done(document.querySelector('#shown').textContent), 400))") == "1 of 9 traces shown"
    browser.run("document.querySelector('ol.traces > li:not([hidden]) summary').focus()")
    browser.press(["\ue007"])  # Enter
    assert browser.run("return document.querySelector('ol.traces details[open] mark').textContent") == "The lamp shines for 12 hours"
    assert browser.run("return document.querySelector('ol.traces details[open] .claim').textContent").startswith("The lamp shines for 21 hours.")
    browser.run("document.querySelector('#reset').click()")
    assert len(visible(browser)) == 9
    browser.run("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert browser.run("return [window.ran === undefined, document.querySelectorAll('img, iframe, svg [onload]').length]") == [True, 0]
    assert browser.run("return getComputedStyle([...document.querySelectorAll('.text')].find(one => one.textContent.includes('\u0636\u0645'))).direction") == "rtl"
    assert browser.requests() == [f"file://{path}"]
    assert browser.log() == []


@pytest.mark.parametrize("width, dark", [(1280, False), (1280, True), (390, False), (390, True)])
def test_in_a_browser_the_page_fits_its_window_and_can_be_read(tmp_path, capsys, browser, width, dark):
    page(tmp_path, capsys, [lamp(i) for i in range(3)] + [works(1), RIGHT_TO_LEFT, HAN, HOSTILE, {"answer": "", "retrieval_good": False}])
    browser.open(tmp_path / "report.html")
    browser.look(width, dark=dark)
    browser.run("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert browser.run("return document.documentElement.scrollWidth") <= width
    contrast = browser.run(CONTRAST)
    assert len(contrast) > 50 and min(contrast) >= 4.5


CONTRAST = """
function parts(color) { return color.match(/[\\d.]+/g).map(Number); }
function light(color) { const [r, g, b] = color.map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
  return .2126 * r + .7152 * g + .0722 * b; }
function ground(node) { for (; node; node = node.parentElement) { const c = parts(getComputedStyle(node).backgroundColor);
  if (c.length === 3 || c[3] === 1) { return c.slice(0, 3); } } return [255, 255, 255]; }
const out = [];
for (const node of document.querySelectorAll('main *')) {
  if (![...node.childNodes].some(one => one.nodeType === 3 && one.textContent.trim()) || node.offsetParent === null) { continue; }
  const a = light(parts(getComputedStyle(node).color).slice(0, 3)), b = light(ground(node));
  out.push((Math.max(a, b) + .05) / (Math.min(a, b) + .05));
}
return out;
"""


# --- CSV ---

def csv_rows(tmp_path, capsys, rows, *flags):
    made, traces = diagnosis(tmp_path, capsys, rows)
    out = tmp_path / "rows.csv"
    assert render_report.main(["--diagnosis", str(made), "--traces", str(traces), "--csv", str(out), *flags]) == 0
    return list(csv.DictReader(io.StringIO(out.read_bytes().decode("utf-8-sig"), newline="")))


def test_cells_that_a_spreadsheet_would_run_get_an_apostrophe(tmp_path, capsys):
    cells = ['=HYPERLINK("http://example.invalid","x")', "+1+1", "@SUM(A1)", "-2+3", "\t=1", "\u200b=1", "\r\n=1", "\uff1d1", "|calc"]
    got = csv_rows(tmp_path, capsys, [works(i, answer=cell) for i, cell in enumerate(cells)])
    assert [row["answer"] for row in got] == ["'" + cell for cell in cells]


def test_numbers_stay_numbers_in_the_csv(tmp_path, capsys):
    got = csv_rows(tmp_path, capsys, [works(1, support=0.25, answer="-5"), works("-7", answer="- a list")])
    assert (got[0]["support"], got[0]["answer"]) == ("0.25", "-5")
    assert got[1]["answer"] == "'- a list"
    assert render_report.csv_cell(-0.25) == -0.25


def test_line_breaks_stay_inside_their_cell_and_there_is_one_record_a_trace(tmp_path, capsys):
    got = csv_rows(tmp_path, capsys, [works(1, answer="caf\u00e9\nsecond line, \"quoted\""), works(2), works(3)])
    assert len(got) == 3 and got[0]["answer"] == "caf\u00e9\nsecond line, \"quoted\""
    raw = (tmp_path / "rows.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf") and raw.count(b"\r\n") == 4 and b"\r\r\n" not in raw


def test_the_csv_of_the_short_path_names_cell_and_cause_of_every_row(tmp_path):
    path = tmp_path / "rows.csv"
    traces = write(tmp_path, [lamp(i) for i in range(300)] + [works(1)])
    assert rag_diagnostic.main(["--traces", str(traces), "--csv", str(path)]) == 0
    got = list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))
    assert [(row["cell"], row["cause"]) for row in got] == [("good_hallucinating", "contradicted")] * 300 + [("good_faithful", "")]
    assert got[7]["why"] == "12 hours in manual, the answer says 21" and got[7]["row"] == "8"


def test_cells_and_causes_that_are_not_known_are_said_to_be(tmp_path, capsys, script):
    made, traces = diagnosis(tmp_path, capsys, [lamp(i) for i in range(6)], "--html-traces", "2")
    done = script("render_report.py", "--diagnosis", made, "--traces", traces, "--csv", tmp_path / "x.csv")
    assert done.returncode == 0 and b"known for 2 of 6 rows" in done.stderr
    assert rag_diagnostic.main(["--traces", str(traces), "--out", str(tmp_path / "out.jsonl")]) == 0
    done = script("render_report.py", "--diagnosis", made, "--traces", tmp_path / "out.jsonl", "--csv", tmp_path / "x.csv")
    assert done.returncode == 0 and done.stderr == b""
    assert (tmp_path / "x.csv").read_text(encoding="utf-8-sig").count("good_hallucinating,contradicted") == 6


def test_headers_and_ids_are_guarded_too(tmp_path, capsys):
    got = csv_rows(tmp_path, capsys, [works(1, id="=cmd()", gold_doc_ids=["+1+2"])])
    assert got[0]["id"] == "'=cmd()" and got[0]["gold_doc_ids"] == "'+1+2"


# --- Markdown and JUnit ---

def test_markdown_holds_verdict_matrix_causes_and_no_live_markup(tmp_path, capsys):
    made, traces = diagnosis(tmp_path, capsys, [lamp(i, id=f"@all|<b>{i}") for i in range(30)] + [works(i) for i in range(30)], "--max-hallucination", "0.1")
    out = tmp_path / "r.md"
    assert render_report.main(["--diagnosis", str(made), "--md", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("## Generation is the primary issue\n")
    assert "**50 %** [38, 62], 30 of 60, generator problem" in text and "**missed**: max-hallucination 0.1: missed, beyond noise" in text
    assert "| contradicted by its document | 50 % [38, 62], 30 of 60 |" in text
    assert "@all" not in text and "<b>" not in text.replace("\\<b\\>", "")
    table = [line for line in text.splitlines() if line.startswith("| contradicted")]
    assert len(re.findall(r"(?<!\\)\|", table[0])) == 5


def test_junit_has_a_test_a_gate_and_is_xml_whatever_the_text(tmp_path, capsys):
    made, _ = diagnosis(tmp_path, capsys, [lamp(i) for i in range(5)] + [works(i) for i in range(5)], "--max-hallucination", "0.1", "--min-retrieval-good", "0.5")
    held = json.loads(made.read_text(encoding="utf-8"))
    held["primary_issue"] = "retrieval: \x00\x1b<]]>&\ud800\ufffe"
    made.write_text(json.dumps(held), encoding="utf-8")
    out = tmp_path / "r.xml"
    assert render_report.main(["--diagnosis", str(made), "--junit", str(out)]) == 0
    root = xml.etree.ElementTree.parse(out).getroot()
    assert (root.get("tests"), root.get("failures")) == ("2", "1")
    cases = root.findall(".//testcase")
    assert [case.find("failure") is not None for case in cases] == [True, False]
    assert "50 %" in cases[0].find("failure").get("message")


def test_junit_without_gates_passes_and_carries_the_verdict(tmp_path, capsys):
    made, _ = diagnosis(tmp_path, capsys, [works(1)])
    out = tmp_path / "r.xml"
    assert render_report.main(["--diagnosis", str(made), "--junit", str(out)]) == 0
    root = xml.etree.ElementTree.parse(out).getroot()
    assert root.get("failures") == "0" and "healthy" in root.find(".//system-out").text


def test_shares_name_what_they_are_of_and_figures_are_short(tmp_path, capsys):
    rows = [lamp(1), lamp(2), works(3, faithfulness_by="human"), works(4, retrieval_good=None)]
    rows[0]["retrieved_docs"][0]["score"] = 0.1234567890123
    drawn = page(tmp_path, capsys, rows)
    drawn = drawn if isinstance(drawn, str) else str(drawn)
    assert "2 of 3 traces fail; shares are of these 3, which are those of the matrix and those beside it." in drawn
    assert "Of the 2 traces with both signals, assuming" in drawn and "score 0.1235" in drawn and "0.12345678" not in drawn


# --- one is no plural ---

def test_a_page_of_one_trace_speaks_of_one(tmp_path, capsys):
    made, _ = diagnosis(tmp_path, capsys, [works(1, recall_at_k=1)], "--min-recall", "0")
    html, md = tmp_path / "r.html", tmp_path / "r.md"
    assert render_report.main(["--diagnosis", str(made), "--traces", str(tmp_path / "t.jsonl"), "--html", str(html), "--md", str(md)]) == 0
    said = re.sub(r"<script>.*</script>", "", html.read_text(encoding="utf-8"), flags=re.S) + md.read_text(encoding="utf-8")
    assert "RAG diagnosis of 1 trace<" in said and "1 of 1 trace is on this page" in said and "(tentative: 1 row is no sample)" in said
    assert not re.findall(r"(?<![\d,.])1 (?:rows|traces|slices|claims|documents|are)\b", said)


# --- wrong use ---

@pytest.mark.parametrize("flags, code, words", [
    (["--diagnosis", "d.json"], 2, "nothing to write"),
    (["--diagnosis", "d.json", "--csv", "x.csv"], 2, "--csv needs --traces"),
    (["--diagnosis", "d.json", "--html", "x", "--html-traces", "-1"], 2, "less than 0"),
    (["--diagnosis", "d.json", "--md", "x", "--html-traces", "5"], 2, "--html-traces needs --html"),
    (["--diagnosis", "d.json", "--md", "d.json"], 2, "--md d.json: --diagnosis names the same file, which would be lost"),
    (["--diagnosis", "d.json", "--traces", "t.jsonl", "--csv", "t.jsonl"], 2, "--csv t.jsonl: --traces names the same file"),
    (["--diagnosis", "d.json", "--md", "x", "--junit", "./x"], 2, "--junit ./x: --md names the same file"),
    (["--diagnosis", "none.json", "--md", "x"], 3, "none.json: cannot read"),
    (["--diagnosis", "t.jsonl", "--md", "x"], 3, "not a diagnosis"),
    (["--diagnosis", "broken.json", "--md", "x"], 3, "not JSON"),
    (["--diagnosis", "d.json", "--md", "no/such/folder/x"], 3, "cannot write"),
    (["--diagnosis", "d.json", "--traces", "other.jsonl", "--html", "x"], 3, "other.jsonl:1: holds trace"),
    (["--diagnosis", "d.json", "--traces", "empty.jsonl", "--html", "x"], 3, "no such line"),
])
def test_wrong_use_is_one_line(tmp_path, capsys, script, flags, code, words):
    diagnosis(tmp_path, capsys, [lamp(1)])
    write(tmp_path, [works(1)], "other.jsonl")
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    done = script("render_report.py", *flags, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (code, b"")
    assert words in done.stderr.decode() and done.stderr.count(b"\n") == 1 and done.stderr.startswith(b"error: ")


def test_a_diagnosis_as_powershell_redirects_it_is_read(tmp_path, capsys, script):
    """Windows PowerShell 5 writes `> d.json` as UTF-16 with a mark; PowerShell 7 and Notepad write UTF-8 with or without one."""
    made, _ = diagnosis(tmp_path, capsys, [lamp(1), {**HAN, "metadata": {"topic": "\u4fdd\u4fee"}}])
    text, pages = made.read_text(encoding="utf-8"), []
    for content in (text.encode(), text.replace("\n", "\r\n").encode("utf-16"), b"\xfe\xff" + text.encode("utf-16-be"), b"\xef\xbb\xbf" + text.encode()):
        made.write_bytes(content)
        done = script("render_report.py", "--diagnosis", made, "--md", "-")
        assert (done.returncode, done.stderr) == (0, b"")
        pages.append(done.stdout)
    assert pages[0].startswith(b"## ") and len(set(pages)) == 1
    made.write_bytes(b"\xff\xfe\x00")
    done = script("render_report.py", "--diagnosis", made, "--md", "-")
    assert done.returncode == 3 and b"not JSON" in done.stderr and done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("place", ["n", "verdict", "cells.good_faithful", "cells.good_faithful.ci95", "layers.means", "causes", "what_if.observed",
                                   "slices.named", "robustness.k", "traces", "traces.shown", "gates"])
@pytest.mark.parametrize("odd", ["x", 7, [1], {"a": 1}])
def test_an_edited_diagnosis_is_a_bad_file_and_no_bug(tmp_path, capsys, place, odd):
    made, traces = diagnosis(tmp_path, capsys, [lamp(1), works(2)])
    found = json.loads(made.read_text(encoding="utf-8"))
    *way, last = place.split(".")
    part = found
    for name in way:
        part = part[name]
    part[last] = odd
    made.write_text(json.dumps(found), encoding="utf-8")
    files = [f"--{kind}={tmp_path / kind}" for kind in ("html", "md", "junit", "csv")]
    code = render_report.main(["--diagnosis", str(made), "--traces", str(traces), *files])
    said = capsys.readouterr().err
    assert code in (0, 3) and "Traceback" not in said
    assert code == 0 or said.startswith(f"error: {made}: ") and said.count("\n") == 1


def test_a_page_to_standard_output_and_the_diagnosis_from_standard_input(tmp_path, capsys, script):
    made, _ = diagnosis(tmp_path, capsys, [lamp(1)])
    done = script("render_report.py", "--diagnosis", "-", "--html", "-", stdin=made.read_bytes())
    assert done.returncode == 0 and done.stdout.startswith(b"<!doctype html>") and done.stderr == b""
