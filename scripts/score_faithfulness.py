#!/usr/bin/env python3
"""Score faithfulness offline, claim by claim, and say which claims words cannot settle.

Reads rows (JSONL, one answered query each): `answer`, `query`, the documents in `context_docs`, else `retrieved_docs`,
and where present `history` and `reference_answer`. Adds to each row:

  claims              list of {"text", "verdict", "score", "doc_id", "evidence", "why", "start", "end", "evidence_start",
                      "evidence_end"}; verdict is supported, contradicted, unsupported or uncertain (for a judge);
                      start and end are offsets into the answer, evidence_* into the document's own text; with
                      inline citations also "citations": [{"label", "doc_id", "supports"}]
  faithfulness        supported claims / decided claims; null when none is decided
  support             0..1, how well the words of the whole answer are supported
  faithful            every claim is supported, where all are decided; else the best guess, support of at least 0.5;
                      with --strict always the former
  faithful_certain    no claim is uncertain
  abstained           the answer declines to answer; then claims is [] and the other signals are null
  answer_relevance, relevant; with a reference answer_correctness, correct
  citation_precision, citation_recall     where the answer cites
  split               with --split and a reference, for RAGChecker-like figures, all estimated by words: {"estimated": true,
                      "reference_claims": [{"text", "doc_ids" that hold it, "in_answer": true/false/null}],
                      "answer_claims": [{"n": 1-based place in claims, "doc_ids", "in_reference": true/false/null}]}
  faithfulness_by     origin and settings, as in lexical/sure/0.1.0

Null is what could not be measured: no documents recorded, an empty answer, an abstention, an answer that states nothing.
Documents of [] make stated facts unsupported. A `faithful`, `relevant` or `correct` that the row brought along is kept.

  python scripts/score_faithfulness.py --traces traces.jsonl --out scored.jsonl
  python scripts/score_faithfulness.py --traces traces.jsonl --out scored.jsonl --certainty likely --jobs 2 --json

Exit codes: 0 done; 1 too many bad lines, or self-test failed; 2 wrong usage; 3 a file is wrong; 70 a bug here;
130, 141 interrupted.
"""
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
from __future__ import annotations

import argparse
import bisect
import collections
import contextlib
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
import sys
import tempfile
import time
import traceback
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

VERSION = "0.1.0"


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


class _Later:
    """A pattern that is compiled when it is first asked for: a third of the start-up went into patterns that most files never need."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._made = pattern, flags

    def __getattr__(self, name: str) -> object:
        found = getattr(re.compile(*self._made), name)
        setattr(self, name, found)                    # the next use is as fast as that of a pattern
        return found


# ----- values: numbers, units, dates and times, compared as what they mean -----
class Value(NamedTuple):
    """A number, date or time of a text. `amount` is in the base unit of `kind`; `other` is a second reading, or None."""
    kind: str                                         # plain, percent, money, ordinal, decade, date, time, text, or a dimension such as "mass"
    amount: object                                    # float; (year, month, day) for dates; minutes for times; str for versions
    other: float | None
    shown: str                                        # as the text has it
    needed: bool                                      # False where a claim may be right without it ("one", "first")
    digits: int                                       # significant digits, for "about 5.7 million"
    about: int                                        # "about" stands before it: 1; "over" or another word for more: 2; "nearly" or another for less: 3; none: 0


_MONTHS = {name: number for number, names in enumerate("""january jan januar janvier enero gennaio janeiro januari января январь
february feb februar février febrero febbraio fevereiro februari февраля февраль|march mar märz mars marzo março maart mrz марта март
april apr avril abril aprile апреля апрель|may mai mayo maggio maio mei мая май|june jun juni juin junio giugno junho июня июнь
july jul juli juillet julio luglio julho июля июль|august aug août agosto augustus августа август|september sep sept septembre septiembre settembre setembro сентября сентябрь
october oct okt oktober octobre octubre ottobre outubro октября октябрь|november nov novembre noviembre novembro ноября ноябрь
december dec dez dezember décembre diciembre dicembre dezembro декабря декабрь""".replace("\n", "|").split("|"), 1) for name in names.split()}
_UNITS = {unit: (kind, factor) for kind, table in {
    "length": "mm:.001 millimeter:.001 millimetre:.001 cm:.01 centimeter:.01 centimetre:.01 m:1 meter:1 metre:1 km:1000 kilometer:1000 kilometre:1000 inch:.0254 inches:.0254 foot:.3048 feet:.3048 ft:.3048 yard:.9144 mile:1609.344 mi:1609.344",
    "mass": "mg:1e-6 milligram:1e-6 g:.001 gram:.001 kg:1 kilogram:1 kilo:1 ton:1000 tonne:1000 lb:.45359237 lbs:.45359237 pound-weight:.45359237 oz:.028349523 ounce:.028349523",
    "volume": "ml:.001 milliliter:.001 millilitre:.001 l:1 liter:1 litre:1 gallon:3.785411784",
    "duration": "ms:.001 millisecond:.001 second:1 sec:1 sekunde:1 minute:60 min:60 minuten:60 hour:3600 hr:3600 hrs:3600 h:3600 stunde:3600 stunden:3600 heure:3600 hora:3600 day:86400 tag:86400 tage:86400 tagen:86400 jour:86400 dia:86400 día:86400 giorno:86400 week:604800 woche:604800 wochen:604800 semaine:604800 semana:604800",
    "months": "month:1 monat:1 monate:1 monaten:1 mois:1 mes:1 meses:1 mese:1 mesi:1 year:12 yr:12 yrs:12 jahr:12 jahre:12 jahren:12 an:12 ans:12 année:12 año:12 anno:12 ano:12 decade:120 century:1200",
    "data": "byte:1 kb:1e3 mb:1e6 gb:1e9 tb:1e12 kilobyte:1e3 megabyte:1e6 gigabyte:1e9 terabyte:1e12",
    "celsius": "°c:1 celsius:1", "fahrenheit": "°f:1 fahrenheit:1", "speed": "km/h:1 kmh:1 kph:1 mph:1.609344",
    "power": "w:1 watt:1 kw:1e3 kilowatt:1e3 mw:1e6 megawatt:1e6 gw:1e9", "energy": "wh:1 kwh:1e3 mwh:1e6", "percent": "%:1 percent:1 percentage:1 prozent:1 procent:1", "points": "points:1 pp:1 prozentpunkt:1 prozentpunkte:1 prozentpunkten:1",
    "money": "$:1 usd:1 us$:1 dollar:1 €:1 eur:1 euro:1 £:1 gbp:1 pound:1 ¥:1 jpy:1 yen:1 ₹:1 inr:1 rupee:1 chf:1 franc:1 cent:.01"}.items()
    for unit, factor in ((pair.rsplit(":", 1)[0], float(pair.rsplit(":", 1)[1])) for pair in table.split())}
_UNITS.update({unit + "s": value for unit, value in list(_UNITS.items()) if len(unit) > 2 and unit[-1] not in "sn%$°"})
_CURRENCY = {"$": "$", "usd": "$", "us$": "$", "dollar": "$", "€": "€", "eur": "€", "euro": "€", "£": "£", "gbp": "£", "pound": "£", "¥": "¥", "jpy": "¥", "yen": "¥"}
_MAGNITUDES = {"hundred": 1e2, "thousand": 1e3, "k": 1e3, "tsd": 1e3, "tausend": 1e3, "mille": 1e3, "mil": 1e3, "lakh": 1e5, "million": 1e6, "millions": 1e6, "millionen": 1e6, "millones": 1e6, "mio": 1e6, "mn": 1e6,
               "mm": 1e6, "m": 1e6, "crore": 1e7, "billion": 1e9, "billions": 1e9, "bn": 1e9, "b": 1e9, "milliarde": 1e9, "milliarden": 1e9, "mrd": 1e9, "milliards": 1e9, "trillion": 1e12, "tn": 1e12,
               "万": 1e4, "億": 1e8, "亿": 1e8}
_LONE_LETTER_MAGNITUDES = {"k", "m", "b", "mm"}        # a million only after a currency sign, or right behind the digits for k and b
_SMALL = {word: n for n, word in enumerate(_UNITS_AND_TEENS) if word != "-"}
_SMALL.update({"one": 1, **{word: int(n) for word, n in _NUMBER_WORDS.items() if int(n) >= 20},
               **{word: n for n, words_ in {0: "null", 1: "", 2: "zwei deux dos dois", 3: "drei trois tres", 4: "vier quatre cuatro quattro", 5: "funf fünf cinq cinco cinque", 6: "sechs seis", 7: "sieben sept siete sette",
                                            8: "huit ocho otto", 9: "neun nueve", 10: "zehn diez dieci", 11: "onze undici", 12: "zwölf douze doce dodici dozen dutzend", 15: "fünfzehn quinze quince",
                                            20: "zwanzig vingt veinte venti", 30: "dreißig dreissig trente treinta trenta", 40: "vierzig quarante cuarenta", 50: "fünfzig cinquante cincuenta", 60: "sechzig soixante sesenta",
                                            70: "siebzig", 80: "achtzig", 90: "neunzig", 100: "hundert"}.items() for word in words_.split()}})
_ORDINALS = {word: n for n, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth "
                                              "seventeenth eighteenth nineteenth twentieth".split(), 1)}
_CLOCK_WORDS = {"noon": 720.0, "midday": 720.0, "midnight": 0.0, "mitternacht": 0.0, "minuit": 0.0, "medianoche": 0.0}
_LETTER_RUNS = _Later(r"([^\W\d_]+)")
_TIME_UNITS = frozenset("minute hour week month year decade century".split())
_BIG = {"hundred", "thousand"}
_MONTH = r"(?P<{}>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_VALUE = _Later(
    r"(?P<iso>(?<!\d)\d{4}-\d{1,2}-\d{1,2}(?!\d))"
    r"|(?P<slash>(?<![\d./-])\d{1,2}([./-])\d{1,2}\3\d{2,4}(?![\d/-]|\.\d))"
    r"|(?P<d1>(?<!\d)\d{1,2})(?:st|nd|rd|th|\.|º|er)?\s(?:of\s|de\s)?" + _MONTH.format("m1") + r"(?!\w)(?:,?\s(?:de\s|of\s)?(?P<y1>\d{4}))?"
    r"|(?<!\w)" + _MONTH.format("m2") + r"\s(?P<d2>\d{1,2})(?:st|nd|rd|th)?(?!\d|[.,]\d|:)(?:,?\s(?P<y2>\d{4}))?"
    r"|(?<!\w)" + _MONTH.format("m3") + r",?\s(?:of\s|de\s|del\s)?(?P<y3>\d{4})(?!\d)"
    r"|(?P<h1>(?<![\d.:])\d{1,2})(?::(?P<i1>\d{1,2}))?(?::\d\d)?\s?(?P<half>[ap])\.?\s?m\b\.?"
    r"|(?P<h2>(?<![\d.:])\d{1,2}):(?P<i2>\d{1,2})(?::(?P<seconds>\d\d))?(?![\d:])|(?P<h3>(?<![\d.:])\d{1,2})\s?(?:uhr|o'clock)(?!\w)(?:\s(?P<i3>\d{2})(?!\d))?"
    r"|(?P<version>(?<![\w.])v?\d+(?:\.\d+){2,}(?:-?[a-z]+\d*)?(?![\w]))"
    r"|(?:(?P<cur>us\$|[$€£¥₹]|(?<![a-z])(?:usd|eur|gbp|chf|jpy|inr)(?=[\s\d]))\s?|(?<![0-9a-z\u00df-\u024f\u0370-\u052f]))(?P<sign>(?<![\w)%])-)?(?P<num>\d+(?:[.,]\d+)*)"
    r"(?:(?P<ord>st|nd|rd|th|º|ª)(?![a-z])|(?P<decade>'?s)(?![a-z]))?(?:[\s-]?(?P<mag>" + "|".join(sorted(_MAGNITUDES, key=len, reverse=True)) + r")(?:(?<=[\u4e07\u4ebf\u5104])|(?![^\W\d_])))?"
    r"\s?-?(?P<unit>%-?\s?points?(?!\w)|percent(?:age)?-?\s?points?(?!\w)|%|per\scent|°\s?[cf]|degrees?\s(?:celsius|fahrenheit)|km/h|[$€£¥₹]|[^\W\d_]{1,14})?")
_ABOUT = _Later(r"(?:about|around|approximately|approx\.?|roughly|nearly|almost|over|under|more than|less than|circa|ca\.?|some|up to|at least|~|etwa|rund|fast|environ|unos|cerca de)\s*(?:us)?[$€£~]?\s?$")


_MORE_THAN, _LESS_THAN = ("over", "more", "at least"), ("nearly", "almost", "under", "less", "up to", "fast")
_ABOUT_ENDS = ("bo", "abo", "about", "around", "ely", "approx", "approx.", "roughly", "rly", "almost", "over", "under", "than", "circa", "ca", "ca.", "some", "to", "least", "etwa", "rund", "fast", "environ", "uno", "de", "lea")


def spelled_number(text: str) -> float | None:
    """The value of an English number in words, "two hundred and five" as 205; None when it is none."""
    total = part = 0
    for word in re.split(r"[\s-]+", text):
        if word in ("a", "an"):
            part = 1
        elif word in _SMALL:
            part = part * 12 if word in ("dozen", "dutzend") and part else part + _SMALL[word]
        elif word == "hundred":
            part = (part or 1) * 100
        elif word == "thousand":
            total, part = total + (part or 1) * 1000, 0
        elif word != "and":
            return None
    return float(total + part)


def _near_digits(text: str) -> Iterable:
    """The matches of _VALUE, looked for only where digits stand, and a little before them where a month or a currency stands there."""
    done = 0
    digit = _HAS_DIGIT(text)
    while digit:
        at = digit.start()
        end = at + 1
        for mark in _VALUE.finditer(text, max(done, at - _reach_back(text[max(0, at - 20):at]))):
            yield mark
            end = max(end, mark.end())
            following = _HAS_DIGIT(text, end)
            if not following or following.start() > end + 3:
                break
        done = end
        digit = _HAS_DIGIT(text, end)


def _reach_back(before: str) -> int:
    """How many characters before a digit a value may begin, by what stands there."""
    if not _SYMBOLS.isdisjoint(before[-3:]):
        return 6                                      # "us$ -5"
    parts = _LETTER_RUNS.findall(before)
    last = parts[-1] if parts else ""
    if last in ("of", "de", "del") and len(parts) > 1:
        last = parts[-2]
    return 20 if last in _MONTHS or last in _CURRENCY else 2


_SYMBOLS = frozenset("$€£¥₹")


def _spelled_as_digits(text: str, ordinals: list[Value]) -> tuple[str, dict[int, str]]:
    """The text with its number words as digits, and where a weak one ("one", "a month") stands; ordinals in words are appended to the list."""
    pieces = _LETTER_RUNS.split(text)                 # separators at even places, words at odd ones
    weak: dict[int, str] = {}
    if _SPELLS.isdisjoint(pieces) and (_A_AN.isdisjoint(pieces) or _AFTER_A.isdisjoint(pieces)):
        return text, weak
    out: list[str] = []
    length, place, end = 0, 0, len(pieces)
    while place < end:
        word = pieces[place]
        if place % 2 and (word in _SMALL or word in _BIG or word in ("a", "an") and place + 2 < end and pieces[place + 1] == " " and pieces[place + 2] in _AFTER_A):
            stop = place + 2
            if word in _SMALL or word in _BIG or pieces[stop] in _BIG or pieces[stop] == "dozen":
                while stop < end and pieces[stop - 1] in (" ", "-") and (pieces[stop] in _SMALL or pieces[stop] in _BIG):
                    stop += 2
                    if stop + 2 < end and pieces[stop - 1] == " " and pieces[stop] == "and" and pieces[stop + 1] == " " and pieces[stop + 2] in _SMALL and pieces[stop - 2] in _BIG:
                        stop += 2
            value = spelled_number("".join(pieces[place:stop - 1]))
            if value is not None:
                if stop == place + 2 and word in ("one", "a", "an"):
                    weak[length] = word[0]
                word, place = f"{value:.0f}", stop - 2
        elif place % 2 and word in _ORDINALS:
            ordinals.append(Value("ordinal", float(_ORDINALS[word]), None, word, False, 1, 0))
        elif place % 2 and word in _CLOCK_WORDS and pieces[place - 1] == " ":
            ordinals.append(Value("time", _CLOCK_WORDS[word], None, word, True, 9, 0))
        out.append(word)
        length += len(word)
        place += 1
    return "".join(out), weak


def number_readings(digits: str) -> tuple[float, float | None]:
    """(value, second reading or None) of "1,234.5", "1.234,5", "890.500.000" or the ambiguous "1.500"."""
    try:
        value = float(plain_number(digits)) if digits.count(".") < 2 or "," in digits or _grouped(digits) else 0.0
    except ValueError:                                # marks that no way of writing a number has, as in 1,5.000.0002
        return float(digits.replace(".", "").replace(",", "")), None
    marks = [c for c in digits if c in ".,"]
    other = None
    if len(marks) == 1 and len(digits) - digits.index(marks[0]) == 4 and digits.index(marks[0]) < 4:
        plain = float(digits.replace(marks[0], ""))
        pointed = float(digits.replace(",", "."))
        other = pointed if value == plain else plain
    return value, other


def _grouped(digits: str) -> bool:
    """Is every part behind a mark three digits long, as in 890.500.000?"""
    return all(len(part) == 3 for part in re.split(r"[.,]", digits)[1:])


def _date(year: str | None, month: int | None, day: str | None) -> tuple:
    full = int(year) + (2000 if len(year) == 2 and int(year) < 50 else 1900 if len(year) == 2 else 0) if year else None
    return full, month, int(day) if day else None


def find_values(text: str) -> list[Value]:
    """The numbers, dates and times of a text, in order. Spelled numbers count; "one" and ordinals in words are not needed ones."""
    text = fold(text)
    out: list[Value] = []
    last, number, begin, stop, larger = 0, 0.0, 0, 0, 0.0
    halves: dict[str, str] = {}
    if "half" in text or "halb" in text or "quarter" in text or "demi-" in text:
        text = _HALF.sub(lambda mark: _with_half(mark, halves), text)
    if "centur" in text or "christmas" in text or "new year" in text:
        text = _CENTURY.sub(lambda mark: _as_century(mark, halves), text)
        text = _FEAST.sub(lambda mark: _as_date(mark, halves), text)
    text, weak = _spelled_as_digits(text, out)
    if not _HAS_DIGIT(text):
        return out
    for mark in _near_digits(text):
        got = mark.groupdict()
        shown = mark.group().rstrip(" -,.")
        kind, amount, other, digits, needed = "date", None, None, 9, True
        before = text[max(0, mark.start() - 16):mark.start()]
        rough = _ABOUT.search(before) if before.rstrip(" $€£~us").endswith(_ABOUT_ENDS) or "~" in before else None
        about = 0 if rough is None else 2 if rough.group().startswith(_MORE_THAN) else 3 if rough.group().startswith(_LESS_THAN) else 1
        if got["iso"]:
            year, month, day = got["iso"].split("-")
            amount = _date(year, int(month), day)
        elif got["slash"]:
            first, second, year = re.split(r"[./-]", got["slash"])
            amount = _date(year, int(second), first) if int(second) < 13 else _date(year, int(first), second)
            other = _date(year, int(first), second) if int(first) < 13 else None
        elif got["m1"] or got["m2"] or got["m3"]:
            amount = _date(got["y1"] or got["y2"] or got["y3"], _MONTHS[got["m1"] or got["m2"] or got["m3"]], got["d1"] or got["d2"])
        elif got["h1"] or got["h2"] or got["h3"]:
            hour, minute = int(got["h1"] or got["h2"] or got["h3"]), int(got["i1"] or got["i2"] or got["i3"] or 0)
            half = got["half"]
            kind, amount = "time", (hour % 12 + (12 if half == "p" else 0) if half else hour) * 60 + minute + int(got["seconds"] or 0) / 60
            other = amount + 720 if not half and 0 < hour < 12 else None
        elif got["version"] and not _grouped(got["version"]):
            kind, amount = "text", got["version"].lstrip("v")
        else:
            digits_ = got["num"] or got["version"]
            number, other = number_readings(digits_)
            sign = -1.0 if got["sign"] else 1.0
            unit, magnitude = got["unit"] or "", got["mag"] or ""
            if got["num"] and not magnitude and got["num"].count(".") == 1 and _VERSION_BEFORE.search(text, max(0, mark.start() - 12), mark.start()):
                out.append(Value("text", got["num"], None, got["num"], True, 9, 0))   # 2.10 is not 2.1
                last = mark.end("num")
                continue
            unit = "points" if unit[-6:].strip("s")[-5:] == "point" else "%" if unit.startswith("per") and " " in unit else unit[7:].strip() if unit.startswith("degree") and " " in unit else unit.replace(" ", "")
            if magnitude in _LONE_LETTER_MAGNITUDES and not (got["cur"] or (magnitude in "kb" and text[mark.start("mag") - 1].isdigit()) or unit in ("dollars", "dollar", "euro", "euros", "€", "$", "£", "usd", "eur", "gbp")):
                unit, magnitude = magnitude, ""
            factor = _MAGNITUDES.get(magnitude, 1.0)
            base, size = _UNITS.get(unit, ("plain", 1.0))
            if got["cur"] and base != "percent" or base == "money":
                symbol = _CURRENCY.get((got["cur"] or unit).rstrip("s"), "")
                base, size = "money" + symbol, 1.0 if got["cur"] else size
            kind = "century" if unit[:7] in ("century", "centuri", "jahrhun") and (got["ord"] or unit[0] == "j") else "ordinal" if got["ord"] else "decade" if got["decade"] and number >= 1000 and not (magnitude or number % 10) else base
            if magnitude and "." in digits_ or digits_[-4:] == ",000":
                other = None                          # 1.945 billion is no 1,945 billion, and 101,000 no 101.000
            factor *= 1.0 if kind in ("ordinal", "century") else size
            digits = len(digits_.replace(".", "").replace(",", "").strip("0")) or 1
            amount = sign * number * factor
            other = None if other is None else sign * other * factor
            needed = weak.get(mark.start()) != "a" and (mark.start() not in weak or base in ("duration", "months", "length", "mass") or base[:5] == "money" or bool(magnitude))
            if unit and unit not in _UNITS and kind != "century" or kind == "ordinal":
                shown = shown[:len(shown) - len(unit)].strip(" -")
        value = Value(kind, amount, other, shown, needed, digits, about)
        if out and out[-1].kind == "plain" and kind not in ("plain", "date", "ordinal", "text") and not (1500 <= out[-1].amount <= 2100 and (kind == "percent" or kind[:5] == "money")) and \
                (_RANGE_JOIN.fullmatch(text, last, mark.start()) or _AND.fullmatch(text, last, mark.start()) and _BETWEEN.search(text, max(0, begin - 12), begin)):
            scale = value.amount / number if number else 1.0          # "10-15 days": the first is in days as well
            out[-1] = out[-1]._replace(kind=kind, amount=out[-1].amount * scale, other=None)
        if got["num"] and magnitude and out and out[-1].kind == kind and 0 < out[-1].amount < 1000 and kind not in ("date", "time", "text") and \
                (_RANGE_JOIN.fullmatch(text, last, mark.start()) or _AND.fullmatch(text, last, mark.start()) and _BETWEEN.search(text, max(0, begin - 12), begin)):
            out[-1] = out[-1]._replace(amount=out[-1].amount * _MAGNITUDES.get(magnitude, 1.0), other=None)   # "between $2.0 and $2.1 billion"
        if kind == "century" and out and out[-1].kind == "ordinal" and _CENTURIES.fullmatch(text, last, mark.start()):
            out[-1] = out[-1]._replace(kind=kind)     # "the late 19th and early 20th century"
        size = value.amount / number if kind in _ADD_UP and number else 0.0
        if 0 < size < larger and out[-1].kind == kind and 0 < value.amount < larger and _PART_JOIN.fullmatch(text, stop, mark.start()):
            value = value._replace(amount=out[-1].amount + value.amount, shown=text[begin:mark.end()].rstrip(" -,."), other=None)
            out.pop()                                 # "2 hours 30 minutes" is one value
        out.append(value._replace(shown=halves[value.shown]) if value.shown in halves else value)
        larger, stop = size, mark.end()
        last, begin = mark.end("num") if got["num"] else mark.end(), mark.start()
    return out


_CENTURY = _Later(r"(?<!\w)(?P<tens>twenty\s?-\s?)?(?P<word>" + "|".join(_ORDINALS) + r")[\s-]century(?!\w)")
_CENTURIES = _Later(r"(?:st|nd|rd|th)?\s?(?:-|and|to|or)\s?(?:the\s)?(?:early\s|late\s|mid-?\s?)?")
_FEAST = _Later(r"(?<!\w)(?P<feast>christmas day|christmas eve|new year's day|new year's eve)(?P<year>,?\s(?:of\s|in\s)?\d{4})?(?!\w)")
_FEASTS = {"christmas day": "25 december", "christmas eve": "24 december", "new year's day": "1 january", "new year's eve": "31 december"}


def _as_century(mark: re.Match, halves: dict[str, str]) -> str:
    """"eleventh century" as 11th century; what it was goes into the dictionary."""
    text = f"{_ORDINALS[mark['word']] + 20 * bool(mark['tens'])}th century"
    halves[text] = mark.group()
    return text


def _as_date(mark: re.Match, halves: dict[str, str]) -> str:
    """"Christmas Day 1066" as 25 december 1066; what it was goes into the dictionary."""
    text = _FEASTS[mark["feast"]] + (" " + mark["year"][-4:] if mark["year"] else "")
    halves[text] = mark.group()
    return text


_ADD_UP = frozenset(("duration", "months", "length", "mass"))
_PART_JOIN = _Later(r",?\s(?:(?:and|und|et|y|e)\s)?")
_GERMAN_HALVES = {"anderthalb": 1, "eineinhalb": 1, "zweieinhalb": 2, "dreieinhalb": 3, "viereinhalb": 4, "f\u00fcnfeinhalb": 5, "sechseinhalb": 6}
_HALF = _Later(r"(?<!\w)(?:(?:an?\s)?half(?:\s(?:of\s)?an?\s|[\s-])(?P<unit>hour|day|year|month|century|decade|million|billion|dozen|mile|kilo|kilogram|kilometer|kilometre|meter|metre|liter|litre|ton|tonne|pound)(?!\w)"
                   r"|(?P<number>\d+|" + "|".join([word for word in _UNITS_AND_TEENS[1:13] if word != "-"] + ["one"]) + r")\sand\sa\shalf(?=\s(?P<many>\w+))|an?\s(?P<one>hour|year|day|month|mile|million)\sand\sa\shalf(?!\w)"
                   r"|(?:eine\s)?halben?\s(?P<stunde>stunde)|(?:une\s)?demi-(?P<heure>heure)|(?P<de>" + "|".join(_GERMAN_HALVES) + r")\s(?P<stunden>\w+)|(?P<quarters>three|an?)\squarters?\sof\san\shour"
                   r"|(?:an?\s)?(?P<part>half|quarter)\s(?P<way>past|to)\s(?P<hour>\d{1,2}|" + "|".join(word for word in _UNITS_AND_TEENS[1:13] if word != "-") + r"|one)(?!\w))")


def _with_half(mark: re.Match, halves: dict[str, str]) -> str:
    """"half an hour" as 0.5 hour, "two and a half hours" as 2.5 hours; what it was goes into the dictionary."""
    if mark["hour"] or mark["quarters"] or mark["de"]:
        hour = mark["hour"] and (int(mark["hour"]) if mark["hour"].isdigit() else _SMALL[mark["hour"]])
        minute = 30 if mark["part"] == "half" else 15 if mark["way"] == "past" else -15
        text = f"{(hour * 60 + minute) // 60}:{minute % 60:02d}" if hour else f"{_GERMAN_HALVES[mark['de']]}.5 {mark['stunden']}" if mark["de"] else "45 minutes" if mark["quarters"] == "three" else "15 minutes"
        halves[text] = mark.group()
        return text
    unit = mark["unit"] or mark["one"] or mark["stunde"] or mark["heure"]
    if unit == "dozen":
        return "6"
    number = mark["number"]
    text = f"{1 if mark['one'] else 0}.5 {unit}" if unit else f"{int(number) if number.isdigit() else _SMALL[number]}.5"
    halves[text if unit else f"{text} {mark['many']}"] = mark.group() if unit else f"{mark.group()} {mark['many']}"
    return text


_AND = _Later(r"\s(?:and|und|y|et|e)\s")
_BETWEEN = _Later(r"(?:between|zwischen|entre|tra|fra)\s$")
_VERSION_BEFORE = _Later(r"(?:\bversion|\brelease|\bv\.?)\s$")
_RANGE_JOIN = _Later(r"\s?(?:-|to|or|bis|et|oder|a|~)\s?")
_HAS_DIGIT = re.compile(r"\d").search


_AFTER_A = _BIG | _TIME_UNITS | {"million", "billion", "dozen"}
_SPELLS = frozenset((*_SMALL, *_ORDINALS, *_CLOCK_WORDS, *_BIG))
_A_AN = frozenset(("a", "an"))


def may_hold_values(text: str, stems: frozenset) -> bool:
    """A cheap look before find_values: a digit, or a word that numbers are written with."""
    return bool(_HAS_DIGIT(text)) or not _VALUE_WORDS.isdisjoint(stems)


_VALUE_WORDS = frozenset(map(stem, (*(word for word in _SMALL if word != "one"), *_ORDINALS, *_CLOCK_WORDS, "hundred", "thousand", "million", "billion", "half", "halbe", "minute", "hour", "week", "month", "year"))) | frozenset(map(str, (0, *range(2, 21)))) | frozenset(map(str, range(30, 100, 10)))


def same_value(claimed: Value, found: Value) -> bool:
    """Does the document's value bear out the claimed one? Dates may be more exact in the document, never less."""
    if claimed.kind == "date" or found.kind == "date":
        if claimed.kind != found.kind:
            if found.kind == "date" and claimed.kind == "century":
                return found.amount[0] is not None and 100 * claimed.amount - 100 < found.amount[0] <= 100 * claimed.amount
            if found.kind == "date":
                return claimed.kind in ("plain", "decade") and found.amount[0] is not None and \
                    (claimed.amount == found.amount[0] or claimed.kind == "decade" and claimed.amount <= found.amount[0] < claimed.amount + 10)
            return False
        return any(all(part is None or part == given for part, given in zip(mine, yours))
                   for mine in (claimed.amount, claimed.other) if mine for yours in (found.amount, found.other) if yours)
    if claimed.kind == "century" or found.kind == "century":
        years = found.amount if found.kind in ("plain", "decade", "century") else -1.0
        return claimed.kind == found.kind and claimed.amount == found.amount or claimed.kind == "century" and found.kind != "century" and 100 * claimed.amount - 100 < years <= 100 * claimed.amount
    if claimed.kind == "text" or found.kind == "text":
        return claimed.amount == found.amount or {claimed.kind, found.kind} == {"text", "plain"} and claimed.shown == found.shown
    if claimed.kind != found.kind:
        loose = {claimed.kind, found.kind}
        if loose == {"months", "duration"}:           # a month is 28 to 31 days
            months, days = (claimed.amount, found.amount / 86400) if claimed.kind == "months" else (found.amount, claimed.amount / 86400)
            return 28 * months <= days <= 31 * months
        if claimed.kind == "decade" and found.kind == "plain":
            return claimed.amount <= found.amount < claimed.amount + 10
        if claimed.kind[:5] == found.kind[:5] == "money" and "money" not in loose or not loose & {"plain", "money"} or loose & {"percent", "points", "time", "decade"}:
            return False
        if "ordinal" in loose:
            return False
    mine = [x for x in (claimed.amount, claimed.other) if x is not None]
    yours = [x for x in (found.amount, found.other) if x is not None]
    for a in mine:
        for b in yours:
            if abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1e-9):
                return True
            if claimed.about and claimed.kind not in ("time", "ordinal") and b and a * b > 0 and _rounded(b, claimed.digits) == _rounded(a, claimed.digits) \
                    and not (claimed.about == 2 and abs(b) < abs(a) or claimed.about == 3 and abs(b) > abs(a)):
                return True
    return False


def _rounded(value: float, digits: int) -> str:
    return f"{value:.{max(0, digits - 1)}e}"


def comparable(claimed: Value, found: Value) -> bool:
    """Could the document's value stand in the claimed one's place (same kind of thing, another size)?"""
    if claimed.kind == found.kind or claimed.kind[:5] == found.kind[:5] == "money":
        return True
    if claimed.amount == found.amount and {"percent", "points", "time", "decade"} & {claimed.kind, found.kind}:
        return True                                   # 5 % where the other has $5
    if "plain" not in (claimed.kind, found.kind):
        return False
    years = "date" in (claimed.kind, found.kind) or "century" in (claimed.kind, found.kind)
    plain = claimed if claimed.kind == "plain" else found
    return years and 1000 <= plain.amount <= 2100


# ----- evidence: which passage of which document comes closest to a claim -----
OWN_WORDS = frozenset("i me my mine myself we us our ours ich mir mein wir je moi mon nous yo mi nosotros".split())   # no document speaks of the answer's own experience
_COMMON = """
bas becom call com countri cover data detail different find first follow form gam good great includ information know larg lik local lov mak mention nam new person plai provid real review see sinc stat sur tak think tim unit use used win word work world writ year
actual against air allow alwai appear area around art back bear begin believ big book break build car career cat caus centuri certain chang character child citi color common compani consider context cool court creat current dat day develop die due earli end establish experienc fami fan favorit featur feel field focus food found fre friend general giv go green group grow hear help high highest hold hous human important individual interest international involv kind languag later lead learn leav lif lin liv locat long look main major man mean million mov movi music national need now number offer often oh old open order original part pay plac plan player popular practic pretti process produc product professional public publish rat read receiv record refer releas requir research result right rol rul run say school scor season second sell seri serv servic set several show singl social sound speci start studi support system tell term thing top tru typ understand using usual various visit want war watch water way woman wonder
abiliti abl accord account achiev across act action activiti ad additional address advanc affect age ago agre amaz among ancient announc another anyth approach associat association attack author availabl averag award awesom bad behavior benefit bit bring capital cas categori center central charg check clos collection colleg commercial communiti compar complet computer condition consist contain content continu contribut control cost crazi cultur dai death decid defeat degre describ design determin development differenc direct director discover diseas driv earth eat economic education effect element enjoi enough ensur environment especial event everi exampl fact factor fall fast fight final forc former franc full fun function funni futur genr girl goal going government guess hand happen hard head health heart higher hit hom hour idea identifi impact improv increas influenc instead introduc invent island issu join keep kill land last lat law least less level light limit list littl location machin mark market material mayb measur member method middl minut model modern monei movement natural near next night north object occur october onc onlin organization originat outsid overall parent park particular pass past period personal physical plant point political position positiv possibl potential power previous primari production project qualiti question quit rang reach realiz reason recent red region relat relationship remain remember report represent respons return risk roll room scen scienc seat seem sens shar sid sign significant sit sleep small someth sometim sourc south southern spac speak special specific specifical standard step stori street strong student studio styl successful super suprem tech techniqu technologi test text theori third titl todai together total trad traditional travel treatment tri try turn typical valu vari varieti version video view week west whit wid wild worldwid young
"""


_WEIGHTS: dict[str, float] = {}                       # in 64ths, so that a sum is exact and does not depend on the order of a set, which differs between processes
for _weight, _line in zip((29 / 64, 42 / 64, 51 / 64), _COMMON.strip().split("\n")):
    _WEIGHTS.update(dict.fromkeys(_line.split(), _weight))
_WEIGHTS.update(dict.fromkeys(STOPWORDS, 10 / 64))
_WEIGHTS.update(dict.fromkeys(OWN_WORDS & STOPWORDS, 1.0))
_ONE = itertools.repeat(1.0)
_weight = _WEIGHTS.get


def weight_of(word: str) -> float:
    """How much a word (a stem) says, by how common it is in English at large: function words .16, the commonest content words .45, rare ones 1."""
    return _WEIGHTS.get(word, 1.0)


def weigh(held: Iterable[str]) -> float:
    """The weights of some words, added up."""
    return sum(map(_weight, held, _ONE))


_FALSE = r"(?:False|false|FALSE|None|null|[\"'](?:no|none|false|No|None|False)[\"'])"
_KEY = _Later(r"[\"']([A-Za-z][A-Za-z_ -]{0,60})[\"']\s{0,3}:\s{0,3}(?:(" + _FALSE + r")|(?:True|true|TRUE)(?![A-Za-z]))")
_CAMEL = _Later(r"(?<=[a-z])(?=[A-Z])|_")
SENTENCES = 6                                         # looked into per claim and document: those where most of the claim's words stand
WINDOW = 3                                            # sentences; a claim that needs more of a document is a summary of it
CACHE_CHARACTERS = 500_000                            # of document text kept tokenised, about 20 MB; documents repeat across neighbouring traces


class Document:
    """One document's text with what claims are matched against; a sentence's words are made when a claim comes near it."""
    __slots__ = ("text", "low", "spans", "starts", "_tokens", "_sets", "_vocabulary", "_denied", "_values", "_names", "_clauses", "_folded")

    def __init__(self, text: str) -> None:
        self.text = text
        self.low = text.lower() if text.isascii() else None    # where offsets survive folding, stems are looked up in it
        self._tokens: dict[int, list[str]] = {}
        self._sets: dict[int, frozenset] = {}
        self._vocabulary: frozenset | None = None
        self._denied: dict[str, str] | None = None
        self._values: dict[int, list[Value]] = {}
        self._folded: str | None = None
        self._names: dict[int, list[tuple]] = {}
        self._clauses: dict[int, list[list[str]]] = {}

    def __getattr__(self, name: str) -> list:
        """The sentences, found when somebody asks for them: many documents are only searched for words."""
        if name not in ("spans", "starts"):
            raise AttributeError(name)
        self.spans = sentences(self.text)
        self.starts = [start for start, _ in self.spans]
        return getattr(self, name)

    def folded(self) -> str:
        """The text as it is searched for stems."""
        if self._folded is None:
            self._folded = self.low or fold(self.text)
        return self._folded

    def names(self, number: int) -> list[tuple]:
        """names_in() of a sentence."""
        if number not in self._names:
            start, end = self.spans[number]
            self._names[number] = _names_of(self.text[start:end], self.words_of(number))
        return self._names[number]

    def clauses(self, number: int) -> list[list[str]]:
        """The words of each clause of a sentence."""
        if number not in self._clauses:
            start, end = self.spans[number]
            text = self.text[start:end]
            self._clauses[number] = [words(part) for part in _CLAUSE_MARK.split(text)] if _CLAUSE_MARK.search(text) else []
        return self._clauses[number]

    def words_of(self, number: int) -> list[str]:
        """words() of a sentence."""
        found = self._tokens.get(number)
        if found is None:
            start, end = self.spans[number]
            found = self._tokens[number] = words(self.text[start:end])
        return found

    def set_of(self, number: int) -> frozenset:
        """The different words of a sentence."""
        found = self._sets.get(number)
        if found is None:
            found = self._sets[number] = frozenset(self.words_of(number))
        return found

    def vocabulary(self) -> frozenset:
        """Every word of the document."""
        if self._vocabulary is None:
            self._vocabulary = frozenset(words(self.text))
        return self._vocabulary

    def holds(self, word: str, key: str) -> bool:
        """Does the word stand in the document? `key`: its beginning, found in the folded text; only the sentences around it are read."""
        if self.low is None or not self.spans:
            return word in self.vocabulary()
        at = self.low.find(key)
        while at >= 0:
            number = max(0, bisect.bisect_right(self.starts, at) - 1)
            if word in self.set_of(number):
                return True
            at = self.low.find(key, max(at + 1, self.spans[number][1]))
        return False

    def values(self, number: int) -> list[Value]:
        """The numbers, dates and times of a sentence."""
        if number not in self._values:
            start, end = self.spans[number]
            self._values[number] = find_values(self.text[start:end]) if may_hold_values(self.text[start:end], self.set_of(number)) else []
        return self._values[number]

    def denied(self) -> dict[str, str]:
        """Words that occur only as keys whose value is no, false or null, each with that entry ("WiFi: no")."""
        if self._denied is None:
            self._denied = {}
            if ":" in self.text and _KEY.search(self.text):
                held = set(words(_KEY.sub(" ", self.text)))
                marks = [(mark.group(1), mark.group(2), dict.fromkeys(content_words(_CAMEL.sub(" ", mark.group(1))) + content_words(mark.group(1)))) for mark in _KEY.finditer(self.text)]
                for _, value, parts in marks:
                    if not value:
                        held.update(parts)
                for key, value, parts in marks:
                    for word in parts if value else ():
                        if word not in held:
                            self._denied.setdefault(word, key + ": " + value.strip("\"'"))
        return self._denied


class _Documents(dict):
    """Document texts to Documents, forgotten together when they exceed a bound."""
    held = 0

    def __missing__(self, text: str) -> Document:
        if self.held + len(text) > CACHE_CHARACTERS:
            self.clear()
            self.held = 0
        document = Document(text)
        if len(text) < CACHE_CHARACTERS // 4:
            self.held += len(text)
            self[text] = document
        return document


_DOCUMENTS = _Documents()


class Window(NamedTuple):
    """A stretch of sentences [first, last) of one document; `core` is the one that covers most of the claim."""
    document: Document
    first: int
    last: int
    covered: float                                    # weight of the claim's content words in it
    core: int


def best_windows(document: Document, content: frozenset, keys: list[tuple[str, float]], most: int) -> list[Window]:
    """The windows of one to three sentences that cover most of the claim's content words, best first, non-overlapping; [] when none does.

    `keys`: how each content word is looked up in a folded text, and its weight. Only sentences where many of them stand are read."""
    near = _sentences_near(document, content, keys)
    if not near:
        return []
    if len(near) == 1:
        number, = near
        common = content & document.set_of(number)
        return [Window(document, number, number + 1, weigh(common), number)] if common else []
    limit = 0.5 * max(near.values())
    hits: dict[int, tuple[float, frozenset]] = {}
    firsts = set()
    for number in sorted((n for n in near if near[n] >= limit), key=lambda n: (-near[n], n))[:SENTENCES]:
        firsts.update(range(max(0, number - WINDOW + 1), number + 1))
        for other in range(max(0, number - WINDOW + 1), min(len(document.spans), number + WINDOW)):
            if other in near and other not in hits:
                common = content & document.set_of(other)
                hits[other] = (weigh(common), common)
    found = []
    for number in firsts:
        if number not in hits:
            continue
        value, union = hits[number]
        if union:
            found.append((value - 0.12, -number, number + 1, value))
        for last in range(number + 1, min(number + WINDOW, len(document.spans))):
            more = hits.get(last)
            if more and not more[1] <= union:
                union = union | more[1]
                value = weigh(union)
                found.append((value - 0.12 * (last + 1 - number), -number, last + 1, value))   # a longer window must earn its length
    if not found:
        return []
    out: list[Window] = []
    for _, first, last, value in sorted(found, reverse=True):
        if all(last <= one.first or -first >= one.last for one in out):
            core = max((n for n in range(-first, last) if n in hits), key=lambda n: (hits[n][0], -n))
            out.append(Window(document, -first, last, value, core))
            if len(out) == most:
                break
    return out


def _sentences_near(document: Document, content: frozenset, keys: list[tuple[str, float]]) -> dict[int, float]:
    """Sentence numbers to the weight of the claim's words that seem to stand there."""
    near: dict[int, float] = {}
    low, starts, spans = document.low, document.starts, document.spans
    if low is None:
        for number in range(len(spans)):
            common = content & document.set_of(number)
            if common:
                near[number] = weigh(common)
        return near
    for key, weight in keys if spans else ():
        at = low.find(key)
        while at >= 0:
            number = bisect.bisect_right(starts, at) - 1
            near[number] = near.get(number, 0.0) + weight
            at = low.find(key, spans[number][1])
    if not near and not content.isdisjoint(document.vocabulary()):
        for number in range(len(spans)):              # "people" for person, 1,200 for 1200
            common = content & document.set_of(number)
            if common:
                near[number] = weigh(common)
    return near


def common_order(mine: list[str], theirs: list[str]) -> int:
    """Length of the longest common subsequence, bit-parallel (Hyyro 2004)."""
    places: dict[str, int] = {}
    for number, word in enumerate(mine):
        places[word] = places.get(word, 0) | 1 << number
    state = full = (1 << len(mine)) - 1
    for word in theirs:
        place = places.get(word)
        if place:
            met = state & place
            state = (state + met | state - met) & full
    return len(mine) - bin(state).count("1")


# ----- guards: what coverage cannot see -----
_NEGATIONS = frozenset("""not no never none nobody nobodi noth nothing nowhere nowher non without nor neither unabl lack fail nicht kein keine keinen keiner keines keinem nie niemals niemal ohne
pas jamai jamais aucun aucune sans nunca jamás ningun ningún ninguna sin não nao nem sem nessun nessuna senza mai niet geen zonder nooit нет не ни без никогда nie nigdy bez değil yok
ليس لا لم لن غير بدون नहीं नही बिना""".split())
_STRONGER = frozenset("only alwai always sole exclusiv nur seulement uniquement solamente unicamente solo soltanto".split())   # claims more than a passage without it
_NO_NEGATION_BEFORE = frozenset("only just mere merely doubt matter wonder sooner less until least nur solo seulement só alleen только".split())   # "no doubt", "not only"
_PASSES_ON = frozenset("longer possibl abl".split())   # "not possible to return" says of returning what "cannot return" says
_BOUND = frozenset(words("more less fewer later earlier"))    # "no more than five" is a bound
_UNSPACED_NEGATION = _Later(r"[不没沒未无無]|ない|なかった|ません|(?<=[가-힣])지\s?(?:않|못)|없|아니|ไม่")
_UNSPACED_NO_NEGATION = _Later(r"不仅|不僅|不但|不只|不过|不過|无论|無論|不论|不管|不断|不斷|だけでなく|かもしれない|しかない|뿐만 아니라|ไม่เพียง")
_PREFIXES = ("un", "non", "in", "im", "ir", "il", "dis")
_OPPOSITES = """
increas decreas|increas reduc|grow shrink|rise fall|rise drop|climb fall|gain lose|gain loss|profit loss|more less|more few|higher lower|high low|larg small|big small|great less|long short|longer shorter
maximum minimum|most least|above below|over under|before after|earli lat|first last|befor after|up down|upper lower|left right|north south|east west|northern southern|eastern western|front back
allow prohibit|allow forbid|allow ban|permit prohibit|permit forbid|accept reject|accept refus|accept declin|approv reject|grant deny|grant deni|enabl disabl|includ exclud|inclus exclusiv|open clos|open shut|start end|begin end|begin finish|arriv depart|arriv leav
enter exit|join leav|win lose|win loss|pass fail|success failur|succeed fail|buy sell|import export|lend borrow|send receiv|hir fire|hir dismiss|add remov|insert delet|upgrad downgrad|accelerat slow|speed slow|fast slow|quick slow
hot cold|warm cool|heat cool|wet dry|old new|older newer|older younger|old young|strong weak|easy hard|easi difficult|simpl complex|cheap expensiv|rich poor|saf dangerous|tru fals|right wrong|correct incorrect|positiv negativ|public privat
internal external|indoor outdoor|inside outsid|insid outsid|within outsid|local global|mandatori optional|requir optional|requir exempt|permanent temporari|always never|alwai never|often rarely|often rar|within after|until after|male female|male femal
man woman|husband wife|son daughter|brother sister|mother father|boy girl|king queen|dai night|morn even|summer winter|birth death|born die|live die|aliv dead|attack defend|agree disagre|agre disagre|support oppos|for against|love hate|lov hat
major minor|majoriti minoriti|odd even|even odd|parent child|teacher student|employer employee|buyer seller|sender recipient|advantag disadvantag|benefit harm|benefit risk|improv worsen|improv deteriorat|better worse|best worst|expand contract|widen narrow|wid narrow|deep shallow
heavi light|thick thin|full empti|forward backward|ascend descend|activ inactiv|activ passiv|legal illegal|free paid|fre paid|raise lower|rais lower|rais cut|lift impos|ahead behind|online offline|onlin offlin|manual automatic|hardwar softwar|ancient modern
cheaper expensiv|increas fall|increas fell|increas drop|increas declin|increas shrink|increas shrank|grow fall|grow drop|grow declin|grow decreas|grow shrank|grow shrunk|rise declin|rise decreas|rise sink|rise sank|climb drop|climb declin|expand shrink|expand shrank|doubl halv
exceed below|exceed under|exceed less|exceed fewer|exceed within|over below|above under|above less|soar plung|soar plummet|surg plung|surg plummet|strengthen weaken|overestimat underestimat|confirm deny|confirm deni|convict acquit|uphold overturn|upheld overturn|appoint dismiss|hir lai|succeed precede|succeed preced|prais criticiz|prais criticis
steigen sinken|steigt sinkt|mehr weniger|vor nach|über unter|augment baiss|augmenter diminuer|plus moins|avant après|sube baja|más menos|antes después|увеличил уменьшил|больше меньше|до после
"""
_UNSPACED_OPPOSITES = [tuple(order) for pair in """午前 午後|上午 下午|早上 晚上|增加 减少|增加 減少|上升 下降|上涨 下跌|上昇 下降|提高 降低|开放 关闭|開放 關閉|打开 关闭|允许 禁止|允許 禁止|許可 禁止|可能 不可能|以前 以后|之前 之后|以上 以下|最大 最小
最高 最低|進口 出口|进口 出口|輸入 輸出|成功 失败|成功 失敗|有料 無料|收费 免费|左 右|남쪽 북쪽|오전 오후|증가 감소|이상 이하|อนุญาต ห้าม|เพิ่ม ลด|ก่อน หลัง|เปิด ปิด""".replace("\n", "|").split("|") for order in (pair.split(), pair.split()[::-1])]
_FACING: dict[str, set[str]] = {}
_NONE: frozenset = frozenset()
for _pair in _OPPOSITES.replace("\n", "|").split("|"):
    if _pair:
        for _one, _two in (_pair.split(), _pair.split()[::-1]):
            _FACING.setdefault(stem(_one), set()).add(stem(_two))
            _FACING.setdefault(_one, set()).update((_two, stem(_two)))
_NO_NAMES = frozenset("""monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
usd eur gbp chf jpy inr english french german american british i i'm i've i'll i'd ok tv pm am ad bc ceo yes no dr mr mrs ms""".split())


def _spellings(text: str) -> dict[str, str]:
    """Stems, and words in small letters, to the first word of the text that has them."""
    out: dict[str, str] = {}
    for raw in _RAW_WORD.findall(text):
        out.setdefault(_VOCABULARY[raw], raw)
        out.setdefault(raw.lower(), raw)
    return out


def _as_spelled(stems: list[str], claim: Claim | None, text: str) -> list[str]:
    """The stems as the text writes them; `claim` has its words."""
    pieces = text.split()
    if claim and len(pieces) == len(claim.tokens) and text == claim.text and _VOCABULARY.odd.isdisjoint(pieces):
        found = [_RAW_WORD.search(pieces[claim.tokens.index(word)]) for word in stems]   # a piece a word
        return [mark.group() if mark else word for mark, word in zip(found, stems)]
    spelled = _spellings(text) if stems else {}
    return [spelled.get(word, word) for word in stems]


def _written(word: str, text: str) -> str:
    """The first word of the text that has this stem; the stem when there is none."""
    return _spellings(text).get(word, word)


_RAW_PIECE = _Later(r"\d+(?:[.,]\d+)+|[^\W_]+(?:['\u2019][^\W_]+)?")
_RAW_WORD = _Later(r"[^\W_]+(?:['\u2019][^\W_]+)?")


def negated(tokens: list[str]) -> list[tuple[str, str]]:
    """(cue, the content word it turns) for each negation in a list of words(); false cues such as "not only" left out."""
    out = []
    for place, word in enumerate(tokens):
        if word in _NEGATIONS and not (place + 1 < len(tokens) and tokens[place + 1] in _NO_NEGATION_BEFORE) \
                and not (tokens[place + 2:place + 3] == ["than"] and tokens[place + 1] in _BOUND) \
                and not (word == "fail" and tokens[place + 1:place + 2] != ["to"]):   # "the payment failed" turns nothing else
            ahead = next((w for w in tokens[place + 1:place + 6] if w not in STOPWORDS and w not in _NEGATIONS and w not in _PASSES_ON), None)
            back = next((w for w in tokens[max(0, place - 4):place][::-1] if w not in STOPWORDS and w not in _NEGATIONS), "")
            out.append((word, ahead or back))
    return out


def opposed_prefix(word: str, others: frozenset) -> str | None:
    """The word in `others` of which `word` is the negative form, or which is its own ("unsafe" beside "safe"); None when there is none."""
    for prefix in _PREFIXES:
        if prefix + word in others:
            return prefix + word
    if word.startswith(_PREFIXES):
        bare = [word[len(prefix):] for prefix in _PREFIXES if word.startswith(prefix) and len(word) > len(prefix) + 2]
        return next((other for one in bare for other in (one, _IRREGULAR.get(one)) if other in others), None)   # unpaid, paid
    if word in _OTHER_FORMS:
        return next((prefix + form for form in _OTHER_FORMS[word] for prefix in _PREFIXES if prefix + form in others), None)
    return None


def polarity_turned(claim: Claim, evidence: list[str], yours: frozenset, evidence_text: str, denied: Iterable = ()) -> str | None:
    """Why the claim says the opposite of the passage, in words; None when nothing is turned, "" when two turns cancel."""
    mine, tokens = claim.mine, claim.tokens
    turned, my_heads, their_heads = [], set(), set()
    claim_cues, their_cues = not _NEGATIONS.isdisjoint(mine), not _NEGATIONS.isdisjoint(yours)
    if claim_cues or their_cues:
        claim_turns, their_turns = negated(tokens) if claim_cues else [], negated(evidence) if their_cues else []
        my_heads, their_heads = {head for _, head in claim_turns}, {head for _, head in their_turns}
        said = next(((cue, head) for cue, head in claim_turns if head in yours and head not in their_heads and head not in denied and their_heads.isdisjoint(_near(tokens, head))), None)
        heard = next(((cue, head) for cue, head in their_turns if head in mine and head not in my_heads and my_heads.isdisjoint(_near(evidence, head))), None)
        if said and not _FACING.get(said[1], _NONE).isdisjoint(yours - mine):
            return ""                                 # "not open" beside both "open" and "closed"
        if said:
            turned.append(f"the answer says '{_written(said[0], claim.text)}' of '{_written(said[1], claim.text)}', the passage does not")
        if heard:
            turned.append(f"the passage says '{_written(heard[0], evidence_text)}' of '{_written(heard[1], evidence_text)}', the answer does not")
    for word in sorted(mine - yours):
        facing = _FACING.get(word)
        if facing and not facing.isdisjoint(yours):
            other = facing & yours - mine
            if other and _said_alike(claim, word, facing, other, evidence):
                continue
            if other and (word in my_heads) != (not their_heads.isdisjoint(other)):
                return ""                             # "not allowed" for "prohibited"
            if other:
                turned.append(f"the passage says '{_written(min(other), evidence_text)}', the answer says '{_written(word, claim.text)}'")
                break
        if word not in STOPWORDS and len(word) > 3:
            other = opposed_prefix(word, yours)
            if other and other not in mine and word not in my_heads and other not in their_heads:   # "not clear" is unclear
                turned.append(f"the passage says '{_written(other, evidence_text)}', the answer says '{_written(word, claim.text)}'")
                break
    if not turned and not claim.text.isascii():
        for one, other in _UNSPACED_OPPOSITES:
            if one in claim.text and one not in evidence_text and other in evidence_text and other not in claim.text:
                return f"the passage says '{other}', the answer says '{one}'"
        cues = [bool(_UNSPACED_NEGATION.search(_UNSPACED_NO_NEGATION.sub("", text))) for text in (claim.text, evidence_text)]
        if cues[0] != cues[1]:
            return "the answer negates and the passage does not" if cues[0] else "the passage negates and the answer does not"
    return turned[0] if len(turned) == 1 else None    # two turns ("not increase" for "decrease") cancel


def _said_alike(claim: Claim, word: str, facing: set, other: set, evidence: list[str]) -> bool:
    """Does the passage also hold a word like the claim's, and nearer to what it is said of ("A fell" for "A decreased while B grew")?"""
    alike = {one for one in evidence if one in _FACING and one not in claim.mine and one not in other and not _FACING[one].isdisjoint(facing)}
    if not alike:
        return False
    place = claim.order.index(word) if word in claim.order else 0
    beside = [evidence.index(one) for one in (*claim.order[place + 1:place + 2], *claim.order[max(0, place - 1):place]) if one in evidence][:1]
    distance = lambda group: min((abs(place - at) for place, one in enumerate(evidence) if one in group for at in beside), default=99)
    return distance(alike) < distance(other)


def _clauses_about(claim: Claim, document: Document, number: int) -> list[str]:
    """The words of a sentence, without the clauses that share nothing with the claim ("It isn't cheap; the ticket costs 90 EUR")."""
    parts = [] if _NEGATIONS.isdisjoint(document.set_of(number)) else document.clauses(number)
    return [word for part in parts if not claim.content.isdisjoint(part) for word in part] if parts else document.words_of(number)


def _contrasted(claim: Claim, passage: str, documents: Documents) -> bool:
    """Does one side of a contrast hold all of the claim and turn nothing ("He wants to stay, but does not want to pay")?"""
    if not _CONTRASTED.search(passage):
        return False
    holds, sides = False, [words(part) for part in _CONTRASTED.split(passage)]
    for tokens in sides:
        if claim.content.issubset(tokens):
            holds = True
            if polarity_turned(claim, tokens, frozenset(tokens), passage, documents.denied()) or comparison_turned(claim.tokens, tokens) or negations_differ(claim, tokens):
                return False
    if holds or _CONTRASTED.search(claim.text) or not _NEGATIONS.isdisjoint(claim.mine):
        return holds
    said = claim.content.difference(claim.order[:1])  # "The town has no airport, but has two stations": all but the subject
    return any(said.issubset(tokens) and claim.content.issuperset(set(tokens) - STOPWORDS) and _NEGATIONS.isdisjoint(tokens) for tokens in sides)


_FREE = frozenset(words("free gratis frei kostenlos kostenfrei gratuit gratuite gratuito gratuita бесплатный"))
_GIVEN_UP = frozenset(words("drop stop end discontinue cease abandon remove quit retire"))
_RATHER = frozenset(words("rather instead except unlike"))
_LEFT_OUT = frozenset(words("exempt waives excused excludes denies refuses omits rejects forbids bans avoids prevents stops"))
_NO_ONE = frozenset(("no", "none", "nobodi", "noth", "neither", "kein", "keine", "aucun", "ning\u00fan", "nessun"))


def _denied_aside(claim: Claim, passage: str) -> bool:
    """Does only an aside in parentheses negate what the claim says: "Winter is cold here (it does not occur there)"?"""
    if "(" not in passage or "(" in claim.text:
        return False
    bare = _ASIDE.sub(" ", passage)
    rest = words(bare) if bare != passage else []
    return claim.content.issubset(rest) and not comparison_turned(claim.tokens, rest) and polarity_turned(claim, rest, frozenset(rest), bare) is None and negations_differ(claim, rest) is None


def _turned_otherwise(claim: Claim, yours: frozenset, passage: str) -> bool:
    """May a negation that only one of both has be made up for by other words ("free of lead" for "no lead", "completed" for "not completed until")?"""
    mine = claim.mine
    if "until" in yours and "until" not in mine or "unlik" in yours and "unlik" not in mine or "within" in mine and "later" in yours:
        return True
    says_no, hears_no = not _NEGATIONS.isdisjoint(mine), not _NEGATIONS.isdisjoint(yours)
    if says_no and claim.tokens[0] in _NO_ONE and (hears_no or "than" in mine) or says_no and "longer" in mine and not _GIVEN_UP.isdisjoint(yours) \
            or says_no and not hears_no and not _LEFT_OUT.isdisjoint(yours):
        return True
    if says_no == hears_no:
        return False
    if says_no and not _RATHER.isdisjoint(yours):
        return True
    if _FREE.isdisjoint(mine) != _FREE.isdisjoint(yours):
        return True
    said = claim.content.difference(claim.order[:1])  # "It does not open on Sundays and shuts at 6": whether "not" goes for both is open
    return hears_no and any(said.issubset(tokens) and _NEGATIONS.isdisjoint(tokens) for tokens in map(words, _JOINT.split(passage)))


_CONTRASTED = _Later(r";\s|,?\s(?:but|yet|whereas|while|though|although|aber|jedoch|mais|pero|ma|mas|maar)\s")


def negations_differ(claim: Claim, sentence: list[str]) -> str | None:
    """Why a near copy of a sentence is none: it holds more or fewer negations. None for other wordings, where their number says little."""
    if _NEGATIONS.isdisjoint(claim.mine) and _NEGATIONS.isdisjoint(sentence):
        return None
    mine, theirs = len(negated(claim.tokens)), len(negated(sentence))
    if mine == theirs or len(claim.content ^ (frozenset(sentence) - STOPWORDS)) - abs(mine - theirs) > 2 or len(claim.content) < 3:
        return None
    held = frozenset(sentence)
    if any(opposed_prefix(word, held) for word in claim.content - held if len(word) > 3):
        return None                                   # "not clear" for "unclear"
    return "the answer negates what the passage does not" if mine > theirs else "the passage negates what the answer does not"


def _near(tokens: list[str], head: str) -> set[str]:
    """Content words within three places of a word."""
    place = tokens.index(head) if head in tokens else 0
    return {w for w in tokens[max(0, place - 4):place + 5] if w not in STOPWORDS}


def comparison_turned(claim: list[str], evidence: list[str]) -> bool:
    """Do both compare with "than", with the two sides exchanged?"""
    for than in ("than", "als", "que", "чем"):
        if than in claim and than in evidence:
            cut, other, begin = claim.index(than), evidence.index(than), 0
            if evidence.count(than) > 1 and cut:      # of several comparisons the one by the same degree, or by the opposite one
                places, degree = [place for place, word in enumerate(evidence) if word == than and place], claim[cut - 1]
                other = next((place for place in places if evidence[place - 1] == degree or degree in _FACING.get(evidence[place - 1], ())), other)
                begin = max((place + 1 for place in places if place < other), default=0)
            left, right = ({w for w in side if w not in STOPWORDS} for side in (claim[:cut], claim[cut + 1:cut + 7]))
            before, after = ({w for w in side if w not in STOPWORDS} for side in (evidence[max(begin, other - 10):other], evidence[other + 1:other + 7]))
            both, all_ = left & right, before & after  # "the old model is faster than the new model": the model is on both sides
            left, right, before, after = left - both, right - both, before - all_, after - all_
            if left & after and right & before and not right & after:
                return True
    return False


def names_in(text: str) -> list[tuple[str, tuple, bool]]:
    """(as written, its words, does it open the sentence) of each capitalised or mixed token that is not a function word; neighbours stay apart."""
    out, opens = [], True
    for raw in text.split():
        bare = raw.strip(".,;:!?\"'()[]\u201c\u201d\u2018\u2019\u00ab\u00bb*_")
        low = bare.lower()
        if bare != low:
            if low not in STOPWORDS and low not in _NO_NAMES and not (bare.lstrip("$\u20ac\u00a3\u00a5+-#(")[:1].isdigit() or "'" in bare and low.split("'")[0] in STOPWORDS):
                out.append((bare, tuple(_VOCABULARY[bare].split()), opens))
        if raw[0] not in "\"'(\u201c*" or len(raw) > 1:
            opens = raw[-1] in ".!?:\u2022" and len(raw) > 3
    return out


# ----- from claim to what speaks for and against it -----
PERFECT = {"window": 1.0, "document": 1.0, "anywhere": 1.0, "order": 1.0, "new_pairs": 0.0, "new_values": 0.0, "new_names": 0.0, "own": 0.0, "denied": 0.0, "turned": 0.0}
LOOKED_INTO = 4                                       # documents compared in full per claim: those whose text holds most of its words


class Finding(NamedTuple):
    """What one claim met in the documents."""
    features: dict[str, float]
    doc: int | None                                   # place of the document in the list; None when nothing came close
    start: int
    end: int
    guards: tuple                                     # ((kind, why), ...): contradicts, denies, lacks, computed, swaps, doubts
    missing: frozenset                                # content words of the claim that the passage lacks
    exact: bool
    anchored: bool = False                            # a value of the claim stands in the passage, though few of its words do
    copied: float = 0.0                               # of a turned claim: share of its other words that stand in the passage in order
    claim: Claim | None = None                        # None for an exact one, whose words nobody had to make
    window: Window | None = None


class Documents:
    """The documents of one row, read as far as claims ask for."""

    def __init__(self, ids: list[str], texts: list[str], query: str = "") -> None:
        self.ids, self.texts, self.query = ids, texts, query
        self.found: dict[str, Finding] = {}           # an answer that runs in circles says the same thing thousands of times
        self._read: dict[int, Document] = {}
        self._folded: list[str] | None = None
        self._joined: str | None = None
        self._closed: str | None = None               # all of it without hyphens and points
        self._met: dict[str, bool] = {}
        self._asked: frozenset | None = None
        self._denied: dict[str, tuple[int, str]] | None = None

    def read(self, place: int) -> Document:
        document = self._read.get(place)
        if document is None:
            document = self._read[place] = _DOCUMENTS[self.texts[place]]
        return document

    def folded(self) -> list[str]:
        """The texts as they are searched for stems."""
        if self._folded is None:
            self._folded = [text.lower() if text.isascii() else self.read(place).folded() for place, text in enumerate(self.texts)]
        return self._folded

    def joined(self) -> str:
        """The folded texts in one, each on lines of its own."""
        if self._joined is None:
            self._joined = "\n".join(self.folded())
        return self._joined

    def hold(self, word: str) -> bool:
        """Does the word (a stem) stand in any document?"""
        if word not in self._met:
            key = word[:-1] if word[-1] == "i" else word
            self._met[word] = any(key in text and self.read(place).holds(word, key) for place, text in enumerate(self.folded()))
        return self._met[word]

    def spell(self, name: str) -> bool:
        """Does a document hold the name with or without its hyphens and points ("WiFi" for Wi-Fi, "US" for U.S.)?"""
        if self._closed is None:
            self._closed = self.joined().replace("-", "").replace(".", "")
        name = name.lower().replace("-", "").replace(".", "")
        at = self._closed.find(name) if len(name) > 1 else -1
        while at >= 0:
            if not self._closed[max(0, at - 1):at].isalnum() and not self._closed[at + len(name):at + len(name) + 1].isalnum():
                return True
            at = self._closed.find(name, at + 1)
        return False

    def asked(self) -> frozenset:
        """Every word of the query."""
        if self._asked is None:
            self._asked = frozenset(words(self.query))
        return self._asked

    def denied(self) -> dict[str, tuple[int, str]]:
        """Words that documents of keys and values hold only beside a no: (place of the document, the entry)."""
        if self._denied is None:
            self._denied = {}
            joined = self.joined()
            for place, text in enumerate(self.texts) if ":" in joined and ("{" in joined or "=" in joined) else ():
                if ":" in text and ("{" in text or "=" in text):
                    for word, entry in self.read(place).denied().items():
                        self._denied.setdefault(word, (place, entry))
        return self._denied


class Claim:
    """A claim's words, made once and compared with many passages."""
    __slots__ = ("text", "tokens", "mine", "content", "keys", "total", "whole", "order", "pairs", "values", "names", "own")

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens = words(text)
        self.mine = mine = frozenset(tokens)
        self.content = content = mine - STOPWORDS
        self.keys = [(word[:-1] if word[-1] == "i" else word, _weight(word, 1.0)) for word in content]
        self.total = weigh(content) or 1.0
        self.whole = weigh(mine) or 1.0
        self.order = [word for word in tokens if word in content]
        self.pairs = list(zip(tokens, tokens[1:])) if "; " not in text else \
            [pair for part in map(words, text.split("; ")) for pair in zip(part, part[1:])]   # the cells of a table row stand apart
        self.values = find_values(text) if may_hold_values(text, mine) else []
        self.names = _names_of(text, tokens)
        self.own = not mine.isdisjoint(OWN_WORDS) and not ("us" in mine and mine & OWN_WORDS == {"us"} and "US" in text)


def _names_of(text: str, tokens: list[str]) -> list[tuple]:
    """names_in() of a text whose words() are at hand: most have a capital at most at their beginning."""
    if not text[1:].islower():
        return names_in(text)
    if not tokens or text[0].islower():
        return []
    first = text.split(None, 1)[0]
    if not (first.isalpha() and first[0].isupper()):
        return names_in(first.replace("\u2019", "'"))
    low = first.lower()
    return [] if low in STOPWORDS or low in _NO_NAMES else [(first, (tokens[0],), True)]


_ENDS = ".!?\u3002\uff01\uff1f\u0964\u061f\n"


def find_exact(claim: str, text: str) -> int:
    """Where the claim stands in the text word for word as whole sentences; -1 when it does not (or only inside a longer sentence)."""
    at = text.find(claim)
    for _ in range(20):                               # a claim that stands there more often is no sentence
        if at < 0:
            break
        if (at == 0 or text[at - 2:at] == ". ") and claim[-1:] == "." and not text[at + len(claim):at + len(claim) + 1].isalnum():
            return at
        if not claim:
            return -1
        before, after = text[max(0, at - 3):at].rstrip(" \t\r*\"'"), text[at + len(claim):at + len(claim) + 2]
        if (not before or before[-1] in _ENDS) and (not after.strip() or claim[-1] in _ENDS or after[0] in _ENDS) and not (after[:1].isalnum() and claim[-1].isascii()):
            return at
        at = text.find(claim, at + 1)
    return -1


def exactly(text: str, documents: Documents) -> Finding | None:
    """Where the claim stands word for word in a document; None when it does in none."""
    place = 0
    for other in documents.texts:
        if text in other:
            at = find_exact(text, other)
            if at >= 0:
                return Finding(PERFECT, place, at, at + len(text), (), (), True)
        place += 1
    return None


def examine(text: str, documents: Documents, sought: bool = False) -> Finding:
    """The evidence for and against one claim among a row's documents; the order of the documents does not matter.

    `sought`: the text is known not to stand in them word for word."""
    found = documents.found.get(text) or (None if sought else exactly(text, documents))
    if found is None:
        found = documents.found[text] = _closest(text, documents)
    return found


def _closest(text: str, documents: Documents) -> Finding:
    """examine() of a claim that stands in no document as it is."""
    claim = Claim(text)
    best, best_rank, best_cover, rival = None, 0.0, -1.0, None
    for share, place in _most_alike(claim, documents):
        for window in best_windows(documents.read(place), claim.content, claim.keys, 2):
            if window.covered < best_cover - 0.1 * claim.total:
                break
            finding = _compare(claim, window, place, share, documents)
            rank = quick_rank(finding)
            if finding.guards and all(kind == "contradicts" for kind, _ in finding.guards) and not finding.features["turned"] and (rival is None or rank > rival[1]):
                rival = finding, rank
            if best is None or rank > best_rank:
                best, best_rank = finding, rank
            best_cover = max(best_cover, window.covered)
            if not finding.guards and finding.features["window"] > 0.97:
                break
    if rival and rival[0].doc != best.doc and best.guards and all(kind in ("swaps", "doubts") for kind, _ in best.guards) \
            and rival[0].features["window"] >= 0.6 and best.features["window"] - rival[0].features["window"] < 0.3:
        best = rival[0]                               # the value belongs to another thing's document, and this thing's own has another
    if claim.values and (best is None or best.features["document"] < 0.5 and all(kind == "lacks" for kind, _ in best.guards)):
        anchor = _anchor(claim, documents)
        if anchor is not None and (best is None or not best.anchored):
            return anchor
    return best or _compare(claim, None, 0, 0.0, documents)


_OTHER_FORMS: dict[str, list[str]] = {}               # stems to what they are written as with other letters: find to found, 20 to twenty
for _form, _base in (*_IRREGULAR.items(), *_NUMBER_WORDS.items(), *((f"{word}ing", word) for word in ("not", "note")), ("noted", "note")):
    _OTHER_FORMS.setdefault(stem(_base), []).append(_form)
    _OTHER_FORMS.setdefault(_base, []).append(_form)


def _most_alike(claim: Claim, documents: Documents) -> list[tuple[float, int]]:
    """(share of the claim's weighted words that seem to stand in it, place) of the few documents most like it, best first. Ties go by text, not by place."""
    joined = documents.joined()
    held = [one for one in claim.keys if one[0] in joined]
    keys, weights = [key for key, _ in held], [weight for _, weight in held]
    if len(documents.texts) == 1:
        rough = [sum(weights) / claim.total]
    else:
        rough = [sum(itertools.compress(weights, map(text.__contains__, keys))) / claim.total for text in documents.folded()] if held else []
    top = max(rough, default=0.0)
    if not top:                                       # "people" for person, 1,200 for 1200: words that a text may hold in other letters
        broken = any("-" in text and "\n" in text for text in documents.texts)
        forms = [form for word in claim.content for form in _OTHER_FORMS.get(word, ())]
        digits, odd = min(claim.content, default="x") < ":", broken or not claim.text.isascii()
        rough = [weigh(claim.content & documents.read(place).vocabulary()) / claim.total if odd or digits and _HAS_DIGIT(text) or forms and _holds(text, forms) else 0.0
                 for place, text in enumerate(documents.folded())] if forms or digits or odd else []
        top = max(rough, default=0.0)
    near = [(-value, place) for place, value in enumerate(rough) if value >= top - 0.25 and value]
    if len(near) > 1:
        near.sort(key=lambda one: (one[0], documents.texts[one[1]]))
        del near[LOOKED_INTO if top > 0.35 else 1:]
    return [(-value, place) for value, place in near]


def _anchor(claim: Claim, documents: Documents) -> Finding | None:
    """The first sentence that holds one of the claim's values in other words ("a month" for 30 days); None without one."""
    wanted = [value for value in claim.values if value.kind not in ("plain", "ordinal")]
    for place in sorted(range(len(documents.texts)), key=documents.texts.__getitem__) if wanted else ():
        document = documents.read(place)
        for number in range(len(document.spans)):
            if any(same_value(value, other) for value in wanted for other in document.values(number)):
                return _compare(claim, Window(document, number, number + 1, 0.0, number), place, 0.0, documents)._replace(anchored=True)
    return None


def quick_rank(finding: Finding) -> float:
    """How well a passage bears out the claim, to choose among passages before anything is decided."""
    x = finding.features
    return 2 * x["window"] + x["order"] - x["new_pairs"] - 0.5 * x["new_values"] - 0.7 * len(finding.guards)


def _compare(claim: Claim, window: Window | None, place: int, in_document: float, documents: Documents) -> Finding:
    """Claim against one passage of a document that holds the share `in_document` of it: the features, and the guards that fire."""
    guards: list[tuple] = []
    free: set[str] = set()                            # words of values that the passage holds in another form
    new_values, start, end = 0.0, 0, 0
    if window is None:
        theirs, yours = [], frozenset()
        if claim.values:
            new_values = math.log1p(sum(value.needed for value in claim.values))
            guards += [("lacks", f"{value.shown} stands in no document") for value in claim.values if value.needed]
    else:
        document, first, last = window.document, window.first, window.last
        if last - first == 1:
            theirs, yours = document.words_of(first), document.set_of(first)
        else:
            theirs, yours = [word for number in range(first, last) for word in document.words_of(number)], frozenset().union(*map(document.set_of, range(first, last)))
        start, end = document.spans[first][0], document.spans[last - 1][1]
        if claim.values:
            new_values = _check_values(claim, window, documents, guards, free)
            free -= yours
    covered = claim.mine & yours | free if free else claim.mine & yours
    share = sum(map(_weight, covered, _ONE)) / claim.whole
    new_names = _check_names(claim, theirs, yours, window, documents, guards, free) if claim.names else 0.0
    denied = turned = 0.0
    if window is not None and share >= 0.55:
        why = polarity_turned(claim, theirs, yours, document.text[start:end], documents.denied())
        if comparison_turned(claim.tokens, theirs):   # "A is smaller than B" for "B is larger than A" turns twice
            why = "the comparison is the other way round" if why is None else None
        elif why is None and not (_NEGATIONS.isdisjoint(claim.mine) and _NEGATIONS.isdisjoint(document.set_of(window.core))):
            why = negations_differ(claim, _clauses_about(claim, document, window.core))
        if why and _contrasted(claim, document.text[start:end], documents):
            why = None
        if why and (_turned_otherwise(claim, yours, document.text[start:end]) or _denied_aside(claim, document.text[start:end])):
            guards.append(("doubts", why + " ({doc})"))
        elif why:
            turned = 1.0
            guards.append(("contradicts", why + " ({doc})"))
        stronger = claim.mine & _STRONGER - yours
        if stronger:
            guards.append(("doubts", f"the answer says '{_written(min(stronger), claim.text)}', {{doc}} does not"))
    order = claim.order if not free else [word for word in claim.order if word not in free]
    pairs = claim.pairs if not free else [pair for pair in claim.pairs if free.isdisjoint(pair)]
    shared = [word for word in theirs if word in claim.content]
    in_order = len(order) if shared == order else common_order(order, shared)
    theirs_held = set(zip(theirs, theirs[1:]))
    within = (weigh(covered - STOPWORDS) if free or window is None else window.covered) / claim.total
    whole = max(within, in_document)
    if share >= 0.4 or whole >= 0.4:
        entries = documents.denied()
        word = next((w for w in claim.tokens if w in entries and not _negation_reaches(claim.tokens, w)), None) if entries else None
        if word:
            denied = 1.0
            guards.append(("denies", f"{documents.ids[entries[word][0]]} has {entries[word][1]}"))
    x = {"window": share, "document": whole, "anywhere": whole,
         "order": in_order / len(order) if order else float(bool(free)),
         "new_pairs": 1.0 - sum(map(theirs_held.__contains__, pairs)) / len(pairs) if pairs else 1.0 - share,
         "new_values": new_values, "new_names": new_names, "own": float(claim.own and OWN_WORDS.isdisjoint(claim.mine & yours)), "denied": denied, "turned": turned}
    missing = claim.content - covered
    copied = 0.0
    if turned and len(missing) == 1 and not missing.isdisjoint(_FACING) and len(order) > 1:
        copied = min(1.0, x["order"] * len(order) / (len(order) - 1))
    if 0.4 < whole < 0.75 and len(documents.texts) > 1:
        joined = documents.joined()
        x["anywhere"] = weigh([word for word in claim.content if word in covered or (word[:-1] if word[-1] == "i" else word) in joined]) / claim.total
    return Finding(x, None if window is None else place, start, end, tuple(guards), missing, False, False, copied, claim, window)


def _negation_reaches(tokens: list[str], word: str) -> bool:
    """Does a negation stand up to eight words before the word, or up to three behind it ("WiFi is not available")?"""
    place = tokens.index(word)
    return not _NEGATIONS.isdisjoint(tokens[max(0, place - 8):place + 4])


def _check_values(claim: Claim, window: Window, documents: Documents, guards: list, free: set) -> float:
    """log(1 + values of the claim that the passage lacks); collects the words of those it bears out, and appends guards."""
    document = window.document
    here = {number: document.values(number) for number in range(window.first, window.last)}
    found = [value for part in here.values() for value in part]
    lacking = 0
    for value in claim.values:
        where = next((number for number, part in here.items() if any(same_value(value, other) for other in part)), None)
        if where is not None and value.kind not in ("plain", "date") and any(other.amount == value.amount and other.kind != value.kind and other.kind not in ("plain", "date") for other in found) \
                and not any(other.kind == value.kind and same_value(value, other) for other in found):
            where = None                              # "12 dollars" of "12 euros, children under 12"
        if where is not None:
            free.update(words(value.shown))
            if value.kind == "time" and value.other is None and value.amount >= 780 and all(other.amount != value.amount for other in found):
                guards.append(("doubts", f"the answer says {_as_said(value, claim)}, {{doc}} does not say of which half of the day"))
            if claim.values.count(value) > 1 and claim.values.count(value) > sum(same_value(value, other) for other in found):
                rival = _rival(value, found, claim.values)
                if rival is not None:                 # "between 2 and 2" for "between 1 and 2"
                    guards.append(("doubts", f"{rival.shown} in {{doc}}, the answer says {value.shown} twice"))
            if len(here) > 1:                         # "The stove weighs 2 kg. The tent weighs 3 kg.": 2 kg is not the tent's
                weight = {number: weigh(claim.content & document.set_of(number)) for number in here}
                number, rival = next(((number, rival) for number in here if number != where and weight[number] >= weight[where] - 0.5
                                      for rival in [_rival(value, here[number], claim.values)] if rival), (where, None))
                if rival is not None:
                    lacking += 1
                    own = claim.content & document.set_of(where) - document.set_of(number) - free
                    if own.isdisjoint(_company(value, claim.text.lower()) & _company_in(value, document, where)) and _is_year(rival) == _is_year(value):
                        guards.append(("doubts" if own or not _speaks_of_it(claim, document.set_of(number)) else "contradicts", f"{rival.shown} in {{doc}}, the answer says {value.shown}"))
            continue
        rival = _rival(value, found, claim.values)
        if not value.needed and rival is None:
            continue
        if rival is None:
            near = [number for number in (window.first - 1, window.last) if 0 <= number < len(document.spans)]
            if any(same_value(value, other) for number in near for other in document.values(number)):
                free.update(words(value.shown))
                continue
        lacking += 1
        rivals = _rivals(value, here[window.core], claim.values) or _rivals(value, found, claim.values)
        less = next((other for other in found if value.kind == "date" and other.kind in ("date", "plain") and same_value(other, value)), None)
        if less:
            guards.append(("doubts", f"{{doc}} has {_as_written(less, document, window)}, the answer says {_as_said(value, claim)}"))
        elif _computable(value, found, claim.text) or _multiplied(value, found, here, document) or _reckoned_elsewhere(value, found, claim.text, documents) or value.kind == "percent" and any(abs(value.amount - part) < 0.7 for number in here for word in _SHARES.keys() & document.set_of(number) for part in _SHARES[word]):
            guards.append(("computed", f"{_as_said(value, claim)} does not stand in {{doc}}, but may have been computed from what does"))
        elif not rivals:
            guards.append(("lacks", f"{_as_said(value, claim)} does not stand in the passage of {{doc}}"))
        elif len(rivals) > 1 and len(rivals) > sum(not any(same_value(one, other) for other in found) for one in claim.values):
            shown = ", ".join(_as_written(other, document, window) for other in rivals[:3])
            guards.append(("lacks", f"{_as_said(value, claim)} does not stand in the passage of {{doc}}, which has {shown}"))
        else:
            rival = _in_like_company(value, _rivals(value, found, claim.values), claim, document, window) or rivals[0]
            aside = next((number for number in (window.first - 1, window.last) if 0 <= number < len(document.spans) and any(same_value(value, other) for other in document.values(number))), None)
            elsewhere = aside is not None and not (claim.content & document.set_of(aside)) - document.set_of(window.core) <= free
            guards.append(("doubts" if elsewhere else "contradicts", f"{_as_written(rival, document, window)} in {{doc}}, the answer says {_as_said(value, claim)}"))
    return math.log1p(lacking)


def _is_year(value: Value) -> bool:
    """May the value be a year, so that "[1]" stands in no year's place?"""
    return value.kind == "date" or value.kind == "plain" and 1000 <= value.amount <= 2100


def _speaks_of_it(claim: Claim, held: frozenset) -> bool:
    """Does a sentence hold more of the claim than its names and values ("Lindqvist died in 1951" and "Lindqvist founded the bank in 1924")?"""
    named = {part for _, parts, _ in claim.names for part in parts}
    rest = [word for word in claim.content if word not in named and not word[0].isdigit()]
    return not rest or not held.isdisjoint(rest)


def _as_said(value: Value, claim: Claim) -> str:
    """The value with the letters that the claim gives it."""
    at = claim.text.lower().find(value.shown)
    return claim.text[at:at + len(value.shown)] if at >= 0 else value.shown


def _as_written(value: Value, document: Document, window: Window) -> str:
    """The value with the letters that the passage gives it."""
    text = document.text[document.spans[window.first][0]:document.spans[window.last - 1][1]]
    at = text.lower().find(value.shown)
    return text[at:at + len(value.shown)] if at >= 0 else value.shown


def _in_like_company(value: Value, rivals: list[Value], claim: Claim, document: Document, window: Window) -> Value | None:
    """Of several values of a passage, the one that stands among the words among which the claim has its own; None when that does not tell."""
    if len(rivals) < 2:
        return None
    text = document.text[document.spans[window.first][0]:document.spans[window.last - 1][1]].lower()
    ranked = []
    mine = _company(value, claim.text.lower())
    for place, rival in enumerate(rivals):
        ranked.append((-len(mine & _company(rival, text)), place))
    return rivals[min(ranked)[1]]


def _company(value: Value, text: str) -> set[str]:
    """The words next to a value in a text."""
    at = text.find(value.shown)
    return set(words(text[max(0, at - 25):at]) [-3:] + words(text[at + len(value.shown):at + len(value.shown) + 25])[:3]) if at >= 0 else set()


def _company_in(value: Value, document: Document, number: int) -> set[str]:
    """The words next to what bears out the value in a sentence."""
    text = document.text[document.spans[number][0]:document.spans[number][1]].lower()
    return next((_company(other, text) for other in document.values(number) if same_value(value, other)), set())


_SHARES = {"half": (50,), "third": (100 / 3, 200 / 3), "quarter": (25, 75), "halft": (50,), "hälft": (50,), "hälfte": (50,), "drittel": (100 / 3, 200 / 3), "viertel": (25, 75), "fifth": (20, 40, 60, 80), "tenth": (10, 30, 70, 90)}
_RECKONED = _Later(r"(?<!\w)(?:by|difference|more|fewer|less|total|altogether|sum|combined|together|insgesamt|zusammen|um)(?!\w)")


def _computable(value: Value, found: list[Value], claim: str) -> bool:
    """May the value be a share, a sum, a difference or a product of two values of the passage? Small whole numbers come out of anything, and are left out."""
    amount = value.amount
    times = [other.amount for other in found if other.kind == "time"] if value.kind in ("time", "duration") else []
    if times and len(found) < 9:
        if value.kind == "time":
            return any(other.kind == "duration" and abs(abs(amount - one) - other.amount / 60) < 0.01 for one in times for other in found)
        if any(one - other == amount / 60 for one in times for other in times):
            return True                               # from 8:00 to 12:30
    if value.kind in ("date", "time", "text", "decade", "ordinal") or len(found) > 8:
        return False
    years = [other.amount for other in found if other.kind == "plain" and 1000 <= other.amount <= 2100] + [other.amount[0] for other in found if other.kind == "date" and other.amount[0]]
    if value.kind == "months" and amount % 12 == 0 and any(one - other == amount / 12 or value.about and 0 <= abs(one - other - amount / 12) <= amount / 120 for one in years for other in years):
        return True
    same = [other.amount for other in found if other.kind == value.kind or value.kind == "points" and other.kind == "percent"]
    if value.kind == "percent":
        rest = [other.amount for other in found if other.kind not in ("date", "time", "text", "percent", "ordinal")]
        return any(min(abs(share - amount), abs(abs(share - 100) - amount)) < 0.51 and share > 0 for one in rest for other in rest if other and one is not other for share in (100 * one / other,))
    for share in (other.amount / 100 for other in found if other.kind == "percent"):
        if any(abs(one * part - amount) <= 0.006 for one in same for part in (share, 1 - share, 1 + share)):
            return True
    if value.kind[:5] == "money" and any(abs(one * 12 - amount) <= 0.006 or abs(one - 12 * amount) <= 0.006 for one in same) or 1 < len(same) < 4 and value.kind == "plain" and abs(sum(same) - amount) < 1e-9:
        return True
    if amount == int(amount) and abs(amount) < 100 and value.kind[:5] != "money" and not _RECKONED.search(claim):
        return False
    return any(abs(result - amount) <= 1e-6 * abs(amount) for place, one in enumerate(same) for other in same[:place] for result in (one + other, one - other, other - one))


_YEAR = _Later(r"(?<![\d.,])1[5-9]\d\d(?![\d,.]\d)|(?<![\d.,])20\d\d(?![\d,.]\d)")
_FACTORS = {"twic": 2.0, "doubl": 2.0, "both": 2.0, "thric": 3.0, "tripl": 3.0, "zweimal": 2.0, "dreimal": 3.0}
_APART = frozenset(words("ahead behind older younger later earlier"))


def _multiplied(value: Value, found: list[Value], here: Iterable[int], document: Document) -> bool:
    """May the value be one of the passage taken as often as it says ("500 mg twice daily": 1,000 mg), or a small difference that it names ("four points ahead")?"""
    if value.kind in ("date", "time", "text", "decade", "ordinal", "percent") or len(found) > 8:
        return False
    same = [other.amount for other in found if other.kind == value.kind and other.amount]
    sets = [document.set_of(number) for number in here]
    times = {_FACTORS[word] for word in _FACTORS for held in sets if word in held}
    if any("time" in held for held in sets):
        times.update(other.amount for other in found if other.kind == "plain")
    times.update(part / 100 for word in _SHARES for held in sets if word in held for part in _SHARES[word])
    return any(abs(one * factor - value.amount) < 1e-9 * value.amount for one in same for factor in times) \
        or any(abs(abs(one - other) - value.amount) < 1e-9 or abs(one + other - value.amount) < 1e-9 for place, one in enumerate(same) for other in same[:place] if not all(map(_APART.isdisjoint, sets)))


def _reckoned_elsewhere(value: Value, found: list[Value], claim: str, documents: Documents) -> bool:
    """Does the claim speak of a difference or a sum, and is the value that of one here and one of another document?"""
    if len(documents.texts) > 8 or value.kind in ("date", "text", "ordinal", "decade") or not _RECKONED.search(claim) and value.kind != "months":
        return False
    if value.kind == "months":                        # years from one to another
        years = {int(year) for text in documents.texts for year in _YEAR.findall(text[:4000])} if value.amount > 24 and value.amount % 12 == 0 and not any(other.kind in ("months", "duration") for other in found) else ()
        return len(years) < 12 and any(one - value.amount / 12 in years for one in years)
    others = [other.amount for place in range(len(documents.texts)) for number in range(min(9, len(documents.read(place).spans))) for other in documents.read(place).values(number) if other.kind == value.kind]
    return len(others) < 30 and any(abs(result - value.amount) <= 1e-6 * abs(value.amount) for one in found if one.kind == value.kind for other in others for result in (one.amount + other, one.amount - other, other - one.amount))


def _rivals(value: Value, found: list[Value], claimed: list[Value]) -> list[Value]:
    """The values that may stand where the claimed one should: comparable, and not claimed themselves."""
    if len(found) > 50:
        found, claimed = list(dict.fromkeys(found)), list(dict.fromkeys(claimed))
    return [other for other in found if comparable(value, other) and not any(same_value(one, other) for one in claimed)]


def _rival(value: Value, found: list[Value], claimed: list[Value]) -> Value | None:
    """The first of _rivals; None without one."""
    return next(iter(_rivals(value, found, claimed)), None)


def _check_names(claim: Claim, theirs: list[str], yours: frozenset, window: Window | None, documents: Documents, guards: list, free: set) -> float:
    """log(1 + names of the claim that no document holds); appends guards."""
    names = [one for one in claim.names if not free.issuperset(one[1])] if free else claim.names
    outside = [one for one in names if not yours.issuperset(one[1])]
    absent = 0
    if window is None:
        return math.log1p(sum(not opens for _, _, opens in outside))
    core = window.document.words_of(window.core)
    core_set = window.document.set_of(window.core)
    for one in names:                                 # in the passage, but in another sentence or fewer times than claimed
        if one not in outside and (not core_set.issuperset(one[1]) or any(claim.tokens.count(part) > core.count(part) for part in one[1])):
            outside.append(one)
    if not outside:
        return 0.0
    rivals = [(name, opens) for name, parts, opens in window.document.names(window.core)
              if parts and all(claim.tokens.count(part) < core.count(part) for part in parts)]
    for name, parts, opens in outside:
        missing = [part for part in parts if part not in yours]
        nowhere = bool(missing) and not all(map(documents.hold, missing)) and not ((not opens or "-" in name or "." in name) and documents.spell(name))
        rival = next((other for other, other_opens in rivals if opens or not other_opens), None)
        if nowhere and not opens:
            absent += 1
        if nowhere and not all(part in documents.asked() for part in parts):
            if not opens:
                guards.append(("lacks", f"'{name}' stands in no document" + (f", {{doc}} has '{rival}'" if rival else "")))
            elif rival:
                guards.append(("doubts", f"'{name}' stands in no document, {{doc}} has '{rival}'"))
            elif max(map(weight_of, parts)) >= 1:
                guards.append(("doubts", f"'{name}' stands in no document"))
        elif rival:
            guards.append(("doubts" if opens else "swaps", f"'{rival}'{_NAME_GUARD}'{name}'"))
    return math.log1p(absent)


_NAME_GUARD = " in {doc}, the answer says "


# ----- from answer to claims -----
_DOC_WORD = (r"(?:documents?|docs?|sources?|passages?|contexts?|chunks?|snippets?|excerpts?|references?|refs?|citations?|cites?|articles?|evidence|footnotes?"
             r"|dokumente?|quellen?|abschnitt|textstelle|documento?s?|fuentes?|fonte?s?|fonti|pasajes?|passaggi?o?|bron(?:nen)?|dokumenty?|zrodlo|\u017ar\u00f3d\u0142o|kaynak|belge"
             r"|\u0434\u043e\u043a\u0443\u043c\u0435\u043d\u0442|\u0438\u0441\u0442\u043e\u0447\u043d\u0438\u043a|\u6587\u6863|\u6587\u4ef6|\u6765\u6e90|\u8d44\u6599|\u51fa\u5178|\u8cc7\u6599|\u6587\u66f8|\ubb38\uc11c|\ucd9c\ucc98|\u0627\u0644\u0645\u0635\u062f\u0631|\u0627\u0644\u0645\u0633\u062a\u0646\u062f|\u0938\u094d\u0930\u094b\u0924)")
_SOURCE_WORD = _Later(r"(?:sources?|references?|cf\.?|see(?: also)?|from|via|citing|quellen?|siehe|vgl\.?|fuentes?|v\u00e9ase|sources?\s|voir|font[ei]s?|vedi|ver|bron(?:nen)?|zie"
                          r"|\u017ar\u00f3d\u0142[oa]|zob\.?|kaynak(?:lar)?|\u0438\u0441\u0442\u043e\u0447\u043d\u0438\u043a\u0438?|\u0441\u043c\.?|\u6765\u6e90|\u53c2\u8003|\u51fa\u5178|\u53c2\u7167|\ucd9c\ucc98|\ucc38\uace0|\u0627\u0644\u0645\u0635\u062f\u0631|\u0627\u0646\u0638\u0631|\u0938\u094d\u0930\u094b\u0924)"
                          r"(?:\s?[:\uff1a]\s*|\s+(?=\W*" + _DOC_WORD + r"(?![^\W\d_])|\W*\[))", re.I)
_LABEL = _Later(_DOC_WORD + r"?[\s_#:.\u2116-]{0,3}[a-z]?[_-]?\d{1,3}(?:[:\u2020#.-]\w{1,20}){0,3}\Z", re.I)
_DOC_LABEL = _Later(_DOC_WORD + r"[\s_#:.\u2116-]{0,3}[a-z]?[_-]?(?:id)?[\s_#:-]?\w{0,12}\d{1,4}\b", re.I)
_ID_LABEL = _Later(r"(?=[^\s]*[a-z])(?=[^\s]*[\d_.#/])[\w.#/:@-]{2,80}\Z", re.I)
_CITATION = _Later(
    r"\[\[?\s?([^\[\]\n]{1,120})\s?\]?\](?:\(([^()\s]{1,300})\))?"                                    # [1], [[1]], [doc_2], [1](url)
    r"|[\u3010\uff3b\u3014]([^\u3010\u3011\uff3b\uff3d\u3014\u3015\n]{1,120})[\u3011\uff3d\u3015]"      # 3 in lenticular or full-width brackets
    r"|[(\uff08]([^()\uff08\uff09\n]{1,160})[)\uff09]"                                                    # (Source: ...), (doc 2)
    r"|([\u207d\u00b9\u00b2\u00b3\u2070\u2074-\u2079][\u207e,\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{0,11})(?<!,)(?![\w\u00b9\u00b2\u00b3\u2070\u2074-\u2079])"       # superscript digits
    r"|<(?:sup|cite|ref)[^<>]{0,40}>([^<>]{1,40})</(?:sup|cite|ref)>"
    r"|[{<]([\w.#:/-]{1,80})[}>]")                                                                         # {doc_1}, <doc_1>
_SPOKEN_SOURCE = _Later(r"(?:\b(?:according to|per|based on|as (?:stated|noted|described|mentioned|shown) (?:in|by))\s(?:the\s)?(" + _DOC_WORD + r"\s?#?\d{1,3})\b,?\s?"
                            r"|^(?:the\s)?(" + _DOC_WORD + r"\s?#?\d{1,3})\s(?:also\s)?(?:states?|says?|mentions?|notes?|explains?|indicates?|reports?|confirms?|shows?)\s(?:that\s)?)", re.I)
_RANGE = _Later(r"(\d{1,3})\s?[-\u2013]\s?(\d{1,3})\Z")
_SUPERSCRIPT = {0xb9: "1", 0xb2: "2", 0xb3: "3", **{0x2070 + n: str(n) for n in (0, 4, 5, 6, 7, 8, 9)}}
_UNIT_BEFORE_POWER = _Later(r"(?:^|[\s\d/])(?:[kcmd\u00b5n]?m|in|ft|yd|mi|s|x|y|[a-z]\))\Z", re.I)
_ITEM = _Later(r"[\s>]{0,40}(?:[\u2022\u2023\u25aa\u25cf\u25e6\u30fb]\s*|[-*+\u2013\u2014]\s+|\(?\d{1,3}[.)\u3001\uff0e]\s*(?!\d)|\(?[a-h][.)]\s+|\d\ufe0f?\u20e3\s*|[\u2190-\u21ff\u23e9-\u23ff\u25a0-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff]\ufe0f?\s*|\(?[ivx]{1,4}\)\s+)(?:\[[ xX]\]\s)?")
_RULE_ROW = _Later(r"[\s|:+=-]{3,}\Z")
_BOLD_LINE = _Later(r"(?:\*\*|__)([^*_\n]{1,120})(?:\*\*|__)[:\uff1a]?\s*\Z")
_SOURCE_LIST = _Later(r"[\s#*_]{0,12}(?:sources?|references?|citations?|footnotes?|bibliography|works cited|quellen(?:angaben)?|fuentes|r\u00e9f\u00e9rences|referencias|referenze|fonti|fontes"
                          r"|bronnen|\u017ar\u00f3d\u0142a|kaynaklar|\u0438\u0441\u0442\u043e\u0447\u043d\u0438\u043a\u0438|\u53c2\u8003\u6587\u732e|\u6765\u6e90|\u51fa\u5178|\u53c2\u8003\u8cc7\u6599|\ucd9c\ucc98|\ucc38\uace0 ?\ubb38\ud5cc|\u0627\u0644\u0645\u0635\u0627\u062f\u0631|\u0938\u094d\u0930\u094b\u0924)[\s*_]{0,6}[:\uff1a]?[\s*_]{0,6}\Z", re.I)
_SOURCE_LINE = _Later(r"[\s*_(]{0,6}(?:(?:sources?|references?|documents?)(?:\s(?:used|cited|consulted))?|quellen?|fuentes?|fonti?|fontes?|bron(?:nen)?|kaynak|\u017ar\u00f3d\u0142[oa]|\u0438\u0441\u0442\u043e\u0447\u043d\u0438\u043a\u0438?|\u6765\u6e90|\u51fa\u5178|\ucd9c\ucc98|\u0627\u0644\u0645\u0635\u062f\u0631)[\s*_]{0,4}[:\uff1a]", re.I)
_FOOTNOTE = _Later(r"\s{0,3}\[\^[^\]\n]{1,40}\]:|\s{0,3}\[\d{1,3}\]:\s|\s{0,3}\[[^\]\n]{1,40}\]:?\s*<?https?://\S+(?:\s[\"'(][^\n]{0,200})?\s*\Z")
_EMPHASIS = _Later(r"\*\*|__|`|(?<![\w*])[*_](?=\w[^*_\n]{0,200}[*_])|(?<=[\w.!?,)])[*_](?![\w*])|</?(?:br|b|i|em|strong|u|span|code|mark|td|th|a)(?: [^<>\n]{0,200})?\s?/?>")
_LINK = _Later(r"!?\[([^\[\]\n]{0,300})\]\([^()\s]{1,500}\)")
_TIDY = _Later(r"\s+")
_TIDY_MARK = _Later(r"\s([.,;:!?\u3002\uff0c])(?!\d)")     # ".50" is a number
_MARKUP = ("[", "(", "\u3010", "\uff3b", "\uff08", "\u3014", "*", "_", "`", "<", "{", "\u00b9", "\u00b2", "\u00b3", "ocument ", "ource ", "assage ", "ontext ")
_CONTRAST = _Later(r"[;\uff1b\u061b]\s?(?:(?:however|but|nevertheless|yet|instead|still|in contrast)\b,?\s?)?|,?\s(?:but|aber|jedoch|mais|pero|maar)\s|,\s(?:yet|whereas|while|ma|mas|ale|\u0430|\u043d\u043e|ama|fakat)\s"
                       r"|[\uff0c\u3001]?(?:\u4f46\u662f|\u4f46|\u7136\u800c|\u4e0d\u8fc7)\uff0c?|(?<=[\u3059\u305f\u3093\u308b])\u304c\u3001|,?\s(?:\u0648\u0644\u0643\u0646|\u0644\u0643\u0646|\u0932\u0947\u0915\u093f\u0928|\u092a\u0930\u0902\u0924\u0941)\s", re.I)
_CONTRAST_CUES = (";", " but ", ", yet ", ", whereas ", ", while ", " aber ", " jedoch ", " mais ", " pero ", ", ma ", ", mas ", " maar ", ", ale ", ", ama ", ", fakat ")
_CONTRAST_WORDS = frozenset("but yet whereas while aber jedoch mais pero ma mas maar ale ama fakat".split())
_LOOKED_OVER = 20000                                  # characters read for cues of abstention and contrast; beyond, every sentence is tried
_NO_CONTRAST = _Later(r"\b(?:not (?:only|just|merely)|nothing|anything|everything|all|none|no one|nobody|no choice|no option|can(?:not|'t) help|nicht nur|non (?:seulement|solo)|no solo|niet alleen)\b", re.I)
_SUBJECT = frozenset("""the a an it they he she we you i this that these those there its their his her our your my no some many most all each every both one two three four
der die das ein eine es sie er wir ihr man dies diese dieser le la les il elle ils elles un une on ce cela el los las una ella ellos ellas esto esta este lo gli o os as ele ela
het een de hij ze zij dit dat deze to ono on ona oni""".split())
_VERBS = frozenset("""it's that's he's she's there's they're we're you're is are was were isn't aren't wasn't weren't has have had hasn't haven't hadn't do does did doesn't don't didn't can could will would shall should may might must cannot can't
couldn't won't wouldn't shouldn't became become becomes came comes got gets gave gives went goes kept keeps knew knows led leads left leaves lost made makes met needs paid pays put
ran runs rose said says saw sent sold sold stands starts stays stood takes took told uses used want wants weighs won works wrote fell grew held began begins broke brought built
bought chose cost costs covers includes included contains lasts opens closes ships arrives ends allows requires offers supports applies remains depends expires charges lives owns
produces provides pay pays gets lets takes helps runs leaves rises falls drops grows reduces increases decreases uses prevents protects covers covered received provided offered served
limited permits forbids prohibits excludes excluded eats drinks sits writes reads speaks teaches studied remained returned replaced rejected approved passed failed voted
occurred occurs happened resulted caused showed developed recovered improved lasted applied required allowed needed serves treats affects improves weigh measured sees hears saves sends connects enter enters stay begin apply include allow require states shows seems appears means follows happens accepts receives returns sells serves plays belongs lies holds varies ranges refers describes mentions reached
increased decreased declined dropped moved joined died born founded released launched announced reported published won signed opened closed started ended lived worked called named
zahlen kosten gelten dauern offnen schliessen liegen gehen kommen ist sind war waren wird werden wurde wurden hat haben hatte kann konnen muss mussen soll darf gilt kostet dauert betragt enthalt beginnt endet offnet schliesst liegt gibt steht bietet
gehort braucht kommt geht bleibt zahlt umfasst erfolgt findet wiegt reicht heisst stammt erschien begann wurde lauft lasst sieht fuhrt macht nimmt bekommt erhalten erhalt scheint durfte
paient paie payent ouvrent ferment coutent est sont etait etaient sera seront peut peuvent doit doivent coute dure comprend contient commence ouvre ferme permet offre pese faut fut ont avait semble s'eleve
paga pagan cuestan abren cierran duran es son era eran fue fueron sera seran puede pueden debe deben tiene tienen cuesta dura incluye contiene empieza abre cierra permite ofrece pesa hay esta estan parece
pagano paga hanno vengono viene possiede sono era erano sara saranno puo possono deve devono costa include contiene inizia apre chiude permette offre ha hanno aveva sembra
sao eram foi foram pode podem tem custa inclui contem comeca abre fecha permite oferece parece
zijn was waren wordt worden werd heeft hebben had kan kunnen moet moeten mag kost duurt bevat begint eindigt opent sluit ligt geeft biedt weegt lijkt
jest sa byl byla bylo byly bedzie maja moze moga musi kosztuje trwa zawiera zaczyna otwiera wynosi wazy zostal zostala wydaje
""".split())
_VERBS_OR_OF = _VERBS | {"of"}
_NO_SUBJECT = frozenset("""not never no nor neither do does did doesn't don't didn't is are was were am be been can could will would shall should may might must cannot can't has have had also only just still
even rather so to and or""".split())
_INFINITIVES = frozenset("begin stay enter apply include allow require weigh pay".split())       # verbs of a clause, save behind "to"
_FILLER = STOPWORDS | frozenset("""cheers regards sincerely hello hi hey dear greetings welcome sure certainly absolutely course great good excellent question questions thanks thank happy glad help helps helped helpful hope hopes
let know feel free ask need want like further additional information details else anything something assist assistance contact reach any clarify clarification based provided given
following answer answers below above found summary depends depend think believe guess perhaps maybe possibly probably likely unsure certain definite definitely sorry apologies apologize
unfortunately luck day nice would asking asked reaching visiting here's i'm i'll i'd that's it's note noted understood right indeed exactly context documents document text sources passages looking forward
interesting oh wow yeah yep nope haha lol hmm hm um uh really true agree totally cool awesome amazing wonderful fun love
hallo guten tag gern gerne danke bitte frage fragen hilft hilfe hoffe entschuldigung leider naturlich vielen dank
bonjour merci bien sur voici question questions aide desole excusez n'hesitez pas bonne journee
hola gracias claro supuesto pregunta preguntas ayuda ayude espero siento desculpe obrigado obrigada ola claro grazie ciao prego domanda certo
hoi dank vraag vragen natuurlijk graag czesc dziekuje prosze pytanie oczywiscie merhaba tesekkurler tesekkur elbette
\u043f\u0440\u0438\u0432\u0435\u0442 \u0437\u0434\u0440\u0430\u0432\u0441\u0442\u0432\u0443\u0439\u0442\u0435 \u0441\u043f\u0430\u0441\u0438\u0431\u043e \u043f\u043e\u0436\u0430\u043b\u0443\u0439\u0441\u0442\u0430 \u043a\u043e\u043d\u0435\u0447\u043d\u043e""".split())
_FILLER_UNSPACED = _Later(r"[\s\u3001\u3002\uff0c\uff01\uff1f!?.,]*(?:(?:\u60a8\u597d|\u4f60\u597d|\u8c22\u8c22|\u5f53\u7136|\u597d\u7684|\u5e0c\u671b[^\u3002]{0,12}\u5e2e\u52a9|\u5982\u6709[^\u3002]{0,30}(?:\u95ee\u9898|\u7591\u95ee)[^\u3002]{0,20}|\u4ee5\u4e0b\u662f[^\u3002]{0,12}"
                              r"|\u3053\u3093\u306b\u3061\u306f|\u3042\u308a\u304c\u3068\u3046\u3054\u3056\u3044\u307e(?:\u3059|\u3057\u305f)|\u306f\u3044|\u304a\u5f79\u306b\u7acb\u3066[^\u3002]{0,12}|\u4f55\u304b[^\u3002]{0,30}(?:\u304f\u3060\u3055\u3044|\u305b)"
                              r"|\uc548\ub155\ud558\uc138\uc694|\uac10\uc0ac\ud569\ub2c8\ub2e4|\ub124|\ub3c4\uc6c0\uc774[^.]{0,20}|\u0645\u0631\u062d\u0628\u0627|\u0634\u0643\u0631\u0627|\u0928\u092e\u0938\u094d\u0924\u0947|\u0927\u0928\u094d\u092f\u0935\u093e\u0926)[\s\u3001\u3002\uff0c\uff01\uff1f!?.,]*)+\Z")
_ANSWER_WORD = frozenset("yes no yeah nope ja nein oui non si sim nao nee tak nie evet hayir \u0434\u0430 \u043d\u0435\u0442 \u662f \u5426 \u4e0d\u662f \u306f\u3044 \u3044\u3044\u3048 \ub124 \uc544\ub2c8\uc694 \u0646\u0639\u0645 \u0644\u0627 \u0939\u093e\u0901 \u0928\u0939\u0940\u0902 s\u00ed s\u00ec n\u00e3o hay\u0131r".split())
_QUOTES = "\u00bf\u00a1\"'\u201c\u201d\u2018\u2019\u00ab\u00bb()[]*_-\u2013\u2014.,:;!?\u2026\u3002\uff0c\uff01\u3001\u061f\u060c "
_LONG = 1200                                          # characters; a longer stretch is no sentence and is not looked into for conjunctions


def split_claims(answer: str, doc_ids: Iterable[str] = (), said: frozenset | None = None) -> list[dict]:
    """The answer's checkable statements in order, as {"text", "start", "end", "citations"}; empty for an answer that states nothing.

    `start` and `end` are offsets into the answer; `text` is that stretch without list marks, emphasis and citations, whose raw
    labels stand in `citations`. Sentences are cut again at a contrast where both halves stand alone. List items and table rows
    are claims of their own, with their lead-in or column heads under "header" (a row's text names them too; its cells alone, which
    is what a document in prose can hold, are under "core"). Headings and titles, code,
    questions, greetings, offers, hedges and sentences that only say what is not known are no claims. An answer of a bare
    yes or no is one claim. `doc_ids` makes bracketed ids known that do not look like labels; `said` is the set of
    words(answer), given for an answer that holds no cue of declining.
    """
    claims: list[dict] = []
    ids = frozenset(doc_ids)
    if "<" in answer and _TAG.search(answer):
        answer = _TAG.sub(_tag_as_lines, _HEAD_ROW.sub(lambda mark: " " * len(mark.group()), answer))      # as long as before, so that offsets stay
    if ">" in answer and _QUOTED_LINES.search(answer):
        answer = _QUOTED_LINES.sub(_without_quote_marks, answer)
    tongues, tokens = ((), said) if said is not None else _look_over(answer[:_LOOKED_OVER])
    meta = bool(tongues) or len(answer) > _LOOKED_OVER
    rich = "\n" in answer or not answer.isascii() or _holds(answer, _MARKUP)
    contrast = ";" in answer or not answer.isascii() or len(answer) > _LOOKED_OVER or not _CONTRAST_WORDS.isdisjoint(tokens)
    if "\n" not in answer and "|" not in answer:
        spans = [(start, end, "") for start, end in sentences(answer)]
    else:
        spans = _block_spans(answer)
    if rich and _LEADS_WITH_LABEL.match(answer):
        spans = _labels_in_front(answer, spans)
    if not (rich or contrast):
        for start, end, _ in spans:
            text = answer[start:end]
            if text[0] in _MAY_BE_MARKS:
                _add_claim(claims, answer, start, end, "", ids, meta, False)
            elif not _says_nothing(text, meta):
                claims.append({"text": text, "start": start, "end": end, "citations": []})
        spans = []
    for start, end, header in spans:
        if contrast and end - start < _LONG and (not answer.isascii() or _holds(answer[start:end], _CONTRAST_CUES)):
            for left, right in _halves(answer, start, end):
                _add_claim(claims, answer, left, right, header, ids, meta, rich)
        else:
            _add_claim(claims, answer, start, end, header, ids, meta, rich)
    if not claims and answer.strip(_QUOTES).lower() in _ANSWER_WORD:
        start = len(answer) - len(answer.lstrip())
        claims.append({"text": answer.strip(), "start": start, "end": len(answer.rstrip()), "citations": []})
    return claims


_HEAD_ROW = _Later(r"<tr[^<>]{0,200}>\s*(?:<th[^<>]{0,200}>[^<]*</th>\s*)+</tr>", re.I)
_TAG = _Later(r"<(/?)(p|div|li|ul|ol|br|h[1-6]|tr|table|tbody|thead|blockquote)(?: [^<>\n]{0,200})?\s?/?>", re.I)


_QUOTED_LINES = _Later(r"(?:^[ \t]{0,3}>[^\n]*(?:\n|\Z))+", re.M)
_QUOTE_MARKS = _Later(r"^[ \t]{0,3}>[> \t]{0,20}", re.M)
_LEADS_WITH_LABEL = _Later(r"\s{0,9}[\[\u3010]\^?\d{1,3}[\]\u3011]\s?\w")
_LABEL_BEHIND = _Later(r"(?<=[.!?])\s+[\[\u3010]\^?\d{1,3}[\]\u3011]\Z")


def _without_quote_marks(mark: re.Match) -> str:
    """Lines of a block quote without their marks, of the same length; the first begins a paragraph."""
    bare = _QUOTE_MARKS.sub(lambda found: " " * len(found.group()), mark.group())
    return "\n" + bare[1:]


def _labels_in_front(answer: str, spans: list) -> list:
    """The spans of an answer that sets each label before its sentence ("[1] It is old. [2] It is red."): a label behind a stop goes to the next."""
    out, begin = [], None
    for number, (start, end, header) in enumerate(spans):
        start, begin = start if begin is None else begin, None
        found = _LABEL_BEHIND.search(answer, max(start, end - 12), end)
        if found and number + 1 < len(spans) and "\n" not in answer[end:spans[number + 1][0]]:
            end, begin = found.start(), end - len(found.group().lstrip())
        out.append((start, end, header))
    return out


def _tag_as_lines(mark: re.Match) -> str:
    """A tag that begins or ends a block as line breaks, a list mark or a heading's, of the same length."""
    opens, name = not mark[1], mark[2].lower()
    head = "\n- " if name == "li" and opens else "\n##" if name[0] == "h" and opens else "\n\n"
    return head.ljust(len(mark.group()))


def _add_claim(claims: list[dict], answer: str, start: int, end: int, header: str, ids: frozenset, meta: bool, rich: bool) -> None:
    """Append the claim that answer[start:end] makes, if it makes one; citations that stand alone go to the claim before."""
    text, citations = answer[start:end], []
    mark = _ITEM.match(text) if text[0] in _MAY_BE_MARKS or "\u2190" <= text[0] < "\u2e80" or text[0] > "\U0001f000" else None
    if mark and mark.end() < len(text) and not (text[0].isdigit() and text[mark.end() - 1] in ".)" and text[mark.end()].isalnum()):
        start, text = start + mark.end(), text[mark.end():]
    if rich and _holds(text, _MARKUP):
        text, citations = _take_citations(text, ids)
    elif rich and "\n" in text:
        text = _TIDY.sub(" ", text)
    core = ""
    if "|" in header:
        core = "; ".join(cell.strip() for cell in text.split("|") if cell.strip())
        text = _label_cells(text, header)
    if _says_nothing(text, meta):
        if citations and claims and not text.strip(_QUOTES):
            claims[-1]["citations"] += citations
        return
    claim = {"text": text, "start": start, "end": end, "citations": citations}
    if header:
        claim["header"] = " ".join(header.replace("|", " ").split())
    if core:
        claim["core"] = core
    claims.append(claim)


_MAY_BE_MARKS = frozenset("-*+>(\u2022\u2023\u25aa\u25cf\u25e6\u2013\u2014\u30fb0123456789abcdefghivx")    # a list item may begin so
_QUOTED_QUESTION = _Later(r"[^\"\u201c\u00ab?]{12,400}[\"\u201c\u00ab][^\"\u201d\u00bb]{1,400}[\"\u201d\u00bb]\W{0,3}\Z")   # a statement that ends in somebody's question


_OFFERS_BEGIN = frozenset("""good safe enjoy take best, i'm i\u2019m hi hello hey dear hallo hola bonjour ciao ol\u00e1 i we please let feel do don't don\u2019t just hope have you you're you\u2019re here here's here\u2019s thank thanks if should happy glad that's that\u2019s
ich wenn falls sollten lassen gerne melden j'esp\u00e8re j\u2019esp\u00e8re n'h\u00e9sitez n\u2019h\u00e9sitez si voici espero no n\u00e3o se spero non ik laat als""".split())
_OFFER = _Later(r"""\W{0,4}(?:(?:hi|hello|hey|dear|hallo|hola|bonjour|ciao|ol\u00e1)(?:\s[\w.'\u2019-]+){0,2}\s?[!,]\Z|good\s(?:morning|afternoon|evening|day|luck)\b.{0,20}\Z|safe\stravels\W*\Z|enjoy\syour\s\w+\W*\Z|take\scare\W*\Z|best,\s\w+\W*\Z
|i(?:['\u2019]m|\sam)\s(?:so\s|very\s|really\s)?sorry\s(?:to\shear|for\sthe|about\s)|(?:we|i)\s(?:really\s|greatly\s|sincerely\s)?appreciate\syour\s|(?:please\s)?(?:let\s(?:me|us)\sknow|feel\sfree|(?:do\snot|don['\u2019]t)\shesitate|just\s(?:ask|let\sme))\b
|(?:(?:i|we)\s(?:really\s|sincerely\s)?)?hope\s(?:this|that|it|these|you)\b.{0,60}\b(?:helps?|helped|helpful|clear\w*|clarif\w*|answer\w*|useful|explains?|day|enjoy)\b
|have\san?\s\w+\s(?:day|week|weekend|evening|afternoon|morning|night|time|trip|flight|stay|holiday|one)\b|you(?:\sare|['\u2019]re)\s(?:very\s|most\s)?welcome\W*\Z
|(?:(?:i|we)(?:['\u2019](?:d|m|ll|re)|\swould|\sam|\swill|\sare)\s(?:also\s)?(?:be\s)?(?:more\sthan\s|always\s)?)?(?:happy|glad|pleased|here)\sto\s(?:help|assist|answer|explain|clarify|walk|go|elaborate)\b
|here(?:['\u2019]s|\sis|\sare)\s(?:\S+\s){0,4}(?:summary|overview|breakdown|list|answer|steps|details|information|comparison|explanation|guide|instructions|rundown|table|points|what|how)\b[^:]{0,100}:?\Z
|thank(?:s|\syou)\s(?:so\smuch\s|very\smuch\s)?for\s(?:your|the\squestion|(?:ask|reach|contact|wait|us|choos|visit|gett|shar|lett|tak|provid|writ|call)ing)\b|(?:if|should)\syou(?:['\u2019]d)?\s(?:have|need|want|would\slike|like|require)\s(?:any|more|further|additional|other|help|me)\b.{0,90}\b(?:know|ask|reach\sout|contact\s(?:me|us)|happy|glad|free)\b
|(?:that['\u2019]s|that\sis|this\sis)\san?\s(?:great|good|excellent|interesting)\squestion
|ich\shoffe,?\s(?:das|dies|ich)\b.{0,40}\b(?:hilft|helfen|weiter|geholfen|hilfreich)\b|(?:wenn|falls|sollten)\ssie\s(?:noch\s|weitere\s|mehr\s)*(?:fragen|hilfe)|lassen\ssie\s(?:es\s)?(?:mich|uns)\b.{0,8}wissen|gerne\shelfe\sich|melden\ssie\ssich\sgern
|j['\u2019]esp\u00e8re\sque\s(?:cela|\u00e7a|ceci)\b|n['\u2019]h\u00e9sitez\spas|si\svous\savez\s(?:d['\u2019]autres\s|des\s|besoin)|voici\s(?:un|une|la|le|les)\s[^:]{0,60}:\Z
|espero\sque\s(?:esto|eso|esta|te|le|isso|isto)\b|no\sdud(?:es|e)\sen|si\stienes?\s(?:m\u00e1s|alguna|otra)|si\snecesitas?\s(?:m\u00e1s|algo|ayuda)|n\u00e3o\shesite|se\s(?:voc\u00ea\s)?(?:tiver|precisar)\s
|spero\sche\s(?:questo|sia|ti|le)\b|se\s(?:hai|ha)\s(?:altre|bisogno)|non\sesit(?:are|i)\b|ik\shoop\sdat\sdit|laat\shet\s(?:me|ons|gerust)|als\s(?:je|u)\s(?:nog\s|meer\s|verdere\s)+vragen)""", re.I | re.X)


def _says_nothing(text: str, meta: bool) -> bool:
    """A question, a greeting, an offer, a bare hedge or (where the answer may hold one) a sentence that only declines."""
    if text[-1:] != ".":
        bare = text.rstrip(" \"'\u201d\u00bb)*_")
        if not bare or bare[-1] in "?\uff1f\u061f" and (bare == text.rstrip() or not _QUOTED_QUESTION.match(text)):
            return True
    opening = text[:40].lower().split(None, 3)[:-1]       # the first whole words tell of most sentences
    if opening and (opening[0] in _OFFERS_BEGIN or opening[0] > "\x7f") and len(text) < 240 and _OFFER.match(text) and not _HAS_DIGIT(text):
        return True
    for word in opening:
        if word not in _FILLER and word.isalpha():
            break
    else:
        for word in text.lower().split(None, 40):
            if word not in _FILLER and (word := word.strip(_QUOTES).replace("\u2019", "'")) and word not in _FILLER:
                break
        else:
            return True
    if not text.isascii() and _FILLER_UNSPACED.match(text):
        return True
    return meta and len(text) < _LONG and _declines(text)


def _halves(answer: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentence cut at its contrasts, where what stands on both sides could stand alone; otherwise whole."""
    out, left = [], start
    for mark in _CONTRAST.finditer(answer, start, end):
        if mark.start() > left and _stands_alone(answer[left:mark.start()], False) \
                and (_stands_alone(answer[mark.end():end], True) or answer[mark.start()] == ";" and _may_follow(answer[mark.end():end])) \
                and (answer[mark.start()] in ";\uff1b\u061b" or not _NO_CONTRAST.search(answer, left, mark.start())):
            out.append((left, mark.start()))
            left = mark.end()
    return out + [(left, end)]


def _may_follow(clause: str) -> bool:
    """Is what stands behind a semicolon a clause with a verb, whatever opens it ("on Sunday is it closed"), and no further part of a list?"""
    first = clause.split(None, 1)[0].lower().strip(_QUOTES) if clause.strip() else ""
    return first not in _CONNECTING and _stands_alone(clause, False)


_CONNECTING = frozenset("and or nor which who whose where including such und oder sowie et ou y e o en of".split())


def _stands_alone(clause: str, right: bool) -> bool:
    """A guess: the clause has a subject of its own (asked of the right half only) and a verb; for unspaced scripts, enough text."""
    tokens = clause.lower().replace("\u2019", "'").split(None, 30)
    stating = False
    if not clause.isascii():
        letters = clause.strip(_QUOTES)
        if letters[:1] > "\u0400":
            return len(tokens) > 2 or (letters[0] > "\u2e80" and (len(letters) > 5 or len(letters) > 3 and "\uff1a" not in clause))
        stating = not {"\u00e8", "\u00e9"}.isdisjoint(tokens[1:])      # "is", which without its accent is "and"
        tokens = _plain(clause).split(None, 30)
    if len(tokens) < 3:
        return False
    first = clause.strip(_QUOTES)[:1]
    if right and tokens[0].strip(_QUOTES) not in _SUBJECT and not first.isupper() and not first.isdigit() and not (len(tokens) > 3 and tokens[1] in _VERBS_OR_OF and tokens[0] not in _NO_SUBJECT):
        return False
    return stating or any(token.strip(_QUOTES) in _VERBS and not (before == "to" and token in _INFINITIVES) for before, token in zip(tokens, tokens[1:]))


def _plain(text: str) -> str:
    """Lower case without accents (Latin letters only), for looking words up in a list kept without them."""
    marked = unicodedata.normalize("NFKD", text.lower().replace("\u0142", "l").replace("\u0131", "i").replace("\u2019", "'"))
    return unicodedata.normalize("NFC", "".join(c for c in marked if not "\u0300" <= c <= "\u036f")).replace("\u00df", "ss")


def _take_citations(text: str, ids: frozenset) -> tuple[str, list[str]]:
    """The text without citations, emphasis and link addresses, blanks tidied; and the raw labels in order."""
    labels: list[str] = []

    def take(mark: re.Match) -> str:
        square, url, heavy, round_, power, tag, curly = mark.groups()
        if curly and curly not in ids and not _DOC_LABEL.match(curly):
            return mark.group()
        if power:
            if _UNIT_BEFORE_POWER.search(text, max(0, mark.start() - 4), mark.start()):
                return mark.group()                   # km2, not a source
            labels.extend(power.strip("\u207d\u207e").translate(_SUPERSCRIPT).split(","))
            return ""
        if round_ and mark.start() and mark.string[mark.start() - 1].isdigit():
            return mark.group()                       # 265.20(9), 180(3): an article, an issue
        inner = (square or heavy or round_ or tag or curly or "").strip()
        found = _labels(inner, round_ is not None, ids, text, mark)
        if found is None:
            return square if url else mark.group()
        labels.extend(found)
        return " " if round_ else ""

    text = _CITATION.sub(take, text)
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if _HAS_DIGIT(text):                              # "according to document 2"
        text, labels = _take_spoken(text, labels)
    if _holds(text, ("*", "_", "`", "<")):
        text = _EMPHASIS.sub(lambda mark: " " if mark.group()[1:3] in ("br", "td", "th") else "", text)
    text = _TIDY_MARK.sub(r"\1", _TIDY.sub(" ", text))
    return text.strip(), labels


def _take_spoken(text: str, labels: list[str]) -> tuple[str, list[str]]:
    """'According to document 2, ...' names a source in words: taken out as well, so that its number is not checked as a fact."""
    def take(mark: re.Match) -> str:
        labels.append(mark.group(1) or mark.group(2))
        return ""
    return _TIDY.sub(" ", _SPOKEN_SOURCE.sub(take, text)).strip(), labels


def _labels(inner: str, in_parentheses: bool, ids: frozenset, text: str, mark: re.Match) -> list[str] | None:
    """The labels a bracket holds, or None when it is no citation ([sic], [2004], (see below), (4) after "four")."""
    if inner in ids:
        return [inner]
    said = _SOURCE_WORD.match(inner)
    body = inner[said.end():].strip() if said else inner
    if said and not body:
        return None
    parts = [part.strip(" []^'\"") for part in re.split(r"[,;\uff0c\u3001\uff1b&]|\sand\s|\sund\s|\]\s?\[", body)]
    out: list[str] = []
    for part in parts:
        span = _RANGE.match(part)
        if not part:
            continue
        if span and int(span[1]) < int(span[2]) <= int(span[1]) + 20 and not in_parentheses:
            out += [str(n) for n in range(int(span[1]), int(span[2]) + 1)]
        elif part in ids or (_DOC_LABEL if in_parentheses and not said else _LABEL).match(part) or not in_parentheses and _ID_LABEL.match(part):
            out.append(part)
        elif in_parentheses and part.isdigit() and len(part) < 3 and _ends_clause(text, mark):
            out.append(part)
        elif out and _PART_OF.match(part) and not out[-1].isdigit():
            out[-1] += ", " + part                    # a.pdf, p. 3
        elif said:
            return [body.strip(" []'\"")] if said.group().rstrip()[-1:] in ":\uff1a" else None
        else:
            return None
    return out or None


_PART_OF = _Later(r"(?:pp?|pages?|pgs?|sec(?:tion|t)?s?|ch(?:apter)?|para(?:graph)?s?|lines?|slides?|sheets?|rows?|seiten?|s|abs|abschnitt|p\u00e1g(?:ina)?s?|art(?:icle|\u00edculo)?s?|\u00a7+)[.:]?\s?\d[\w.\s\u2013-]{0,12}\Z", re.I)


def _ends_clause(text: str, mark: re.Match) -> bool:
    """A bare number in round brackets is a source only at the end of its clause, and not after the same number in words."""
    after, before = text[mark.end():mark.end() + 1], text[max(0, mark.start() - 20):mark.start()].split()
    return after in ("", ".", ",", ";", "(", "\u3002") and len(before) > 1 and before[-1].lower() not in _NUMERALS


_NUMERALS = frozenset("one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty ninety".split())


def _label_cells(row: str, heads: str) -> str:
    """'Basic; Price: $5' for the row 'Basic | $5' under 'Plan | Price'; the first cell names the row and needs no head."""
    names, cells = heads.split("|"), [cell.strip() for cell in row.strip().strip("|").split("|")]
    names = [name.strip() for name in names[0:len(cells)]] + [""] * (len(cells) - len(names))
    out = [f"{name}: {cell}" if name and n else cell for n, (name, cell) in enumerate(zip(names, cells)) if cell]
    return "; ".join(out)


def _block_spans(answer: str) -> list[tuple[int, int, str]]:
    """(start, end, header) of every sentence outside code, headings, source lists and table heads.

    The header is the lead-in of a list item ("To reset the router:") or, with "|" between them, a row's column heads.
    """
    out: list[tuple[int, int, str]] = []
    lines, at = [], 0
    for line in answer.split("\n"):
        lines.append((at, line))
        at += len(line) + 1
    fence, heads, lead, skipping, in_list, signed = "", "", "", False, False, False
    paragraph: list[int] = []
    written = len(answer.rstrip())

    def close(deeper: bool = False) -> None:
        """Cut the paragraph gathered so far; its last sentence is a lead-in when it ends in a colon and more follows."""
        nonlocal lead
        if not paragraph:
            return
        if deeper and _names_a_list(answer[paragraph[0]:paragraph[1]]):
            lead = answer[paragraph[0]:paragraph[1]].strip()
            paragraph.clear()
            return
        start, stop = paragraph[0], paragraph[1]
        item = bool(_ITEM.match(answer[start:start + 60]))
        header = lead if item else ""
        spans = [(start + a, start + b) for a, b in sentences(answer[start:stop])]
        if not item:
            lead = ""
        if spans and answer[spans[-1][0]:spans[-1][1]].rstrip(" *_")[-1:] in (":", "\uff1a"):
            said = answer[spans[-1][0]:spans[-1][1]]
            if paragraph[1] < written and (len(said) <= _LONGEST_TITLE or _META_LEAD.search(said) or _begins_block(answer[paragraph[1]:paragraph[1] + 80])):
                lead = answer[spans[-1][0]:spans[-1][1]]
                spans.pop()
        out.extend((a, b, header) for a, b in spans)
        paragraph.clear()

    for number, (at, line) in enumerate(lines):
        bare = line.strip()
        if fence:
            if bare.startswith(fence) and not bare.strip(fence[0]):
                fence = ""
            continue
        sign = bare[:1]
        if not bare:
            heads = ""
            close()
            continue
        if sign in "`~" and bare.startswith(("```", "~~~")):
            close()
            fence = bare[:len(bare) - len(bare.lstrip(sign))]
            continue
        listed = sign in _ITEM_SIGNS and _ITEM.match(line)
        if skipping:
            if listed or sign == "[" or not paragraph and lines[number - 1][1].strip():
                continue
            skipping = False
        if _SOURCE_LIST.match(line) or _FOOTNOTE.match(line) or _SOURCE_LINE.match(line):
            close()
            skipping = bool(_SOURCE_LIST.match(line))
            continue
        if sign == "#" and bare.lstrip("#")[:1] in (" ", "\t", "") or _BOLD_LINE.match(bare) or _RULE_ROW.match(bare) and "|" not in bare:
            if _RULE_ROW.match(bare) and paragraph and not answer[paragraph[0]:paragraph[1]].count("\n"):
                paragraph.clear()                     # a heading underlined with === or ---
            close()
            lead = bare.strip("#*_: ") if _BOLD_LINE.match(bare) else ""
            continue
        if "|" in bare and (sign == "|" or heads or number + 1 < len(lines) and "|" in lines[number + 1][1] and _RULE_ROW.match(lines[number + 1][1])):
            close()
            if _RULE_ROW.match(bare):
                continue
            if number + 1 < len(lines) and "|" in lines[number + 1][1] and _RULE_ROW.match(lines[number + 1][1]):
                heads = " | ".join(cell.strip(" *_`") for cell in bare.strip("|").split("|"))
                continue
            start = at + len(line) - len(line.lstrip())
            out.append((start, start + len(bare), heads or "|"))
            continue
        heads = ""
        if not paragraph and line[:1] in " \t" and lead and not in_list and _CODE_LINE.match(line):
            continue                                  # set in by four blanks below "Use this call:"
        if listed:
            close(bool(paragraph) and len(line) - len(line.lstrip()) > _indent(answer, paragraph[0]))
        elif paragraph and _begins_anew(lines[number - 1][1], bare):
            close()
        if not paragraph and len(bare) <= _LONGEST_TITLE:
            if not out and bare[-1] in ",!" and _SALUTATION.match(bare) and bare.count(" ") < 6 and _VERBS.isdisjoint(bare.lower().split()):
                continue
            if written - at < 160 and _SIGN_OFF.match(bare):
                break
            if bare[-1] not in _ENDS_STATEMENT and at + len(line) < written and not (signed and _SIGN.match(bare)) and _is_title(bare, [text for _, text in lines[number + 1:number + 4]], bool(listed), in_list, not out):
                lead, in_list, signed = bare.strip("#*_: "), False, False
                continue
        if listed or not (paragraph or line[:1] in " \t"):
            in_list, signed = bool(listed), bool(_SIGN.match(bare))
        if paragraph:
            paragraph[1] = at + len(line)
        else:
            paragraph[:] = [at, at + len(line)]
    close()
    return [(a, b, h) for a, b, h in out if b > a]


_META_LEAD = _Later(r"\bhere(?:['\u2019]s| is| are)\b|\b(?:answers?|summary|overview|question)\b", re.I)


def _begins_block(text: str) -> bool:
    """Does a list, a table or code follow?"""
    bare = text.lstrip()
    return bool(_ITEM.match(bare)) or bare[:1] == "|" or bare.startswith(("```", "~~~"))


def _names_a_list(item: str) -> bool:
    """Is a list item only the name of the list that is set in below it ("- Fees" above "  - Adults pay $4")?"""
    mark = _ITEM.match(item)
    name = item[mark.end():].strip(" *_") if mark else ""
    return 0 < len(name) < 60 and not _NAMES_MORE.search(name) and not any(word in _VERBS for word in name.lower().split())


_NAMES_MORE = _Later(r"[.!?\d\u3002]")


def _indent(answer: str, at: int) -> int:
    return len(answer[at:at + 60]) - len(answer[at:at + 60].lstrip(" \t"))


_SIGN = _Later(r"[\u2190-\u21ff\u23e9-\u23ff\u25a0-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff]|\d\ufe0f?\u20e3")       # stands before a line as a list mark does
_ENDS_STATEMENT = frozenset(".!?;,\u2026\u3002\uff01\uff1f\uff0c\u0964\u061f)]\u3011>|")       # a title ends in none of these
_LONGEST_TITLE = 64                                   # characters
_CODE_LINE = _Later(r"(?: {4}|\t)(?![^\n]*\w[.?!]\s*\Z).{0,200}?(?:[={}<>\\]|\w\(|\s--?\w|;\s*\Z|\A\s+\$\s|(?:import|def|class|return|pip|npm|sudo|curl|git|cd)\s)")
_SALUTATION = _Later(r"(?:hi|hello|hey|dear|greetings|hallo|guten tag|bonjour|hola|ol\u00e1|ciao|liebe[rs]?|sehr geehrte[rs]?|estimad[oa]s?|cher|ch\u00e8re|caro|cara|gentile|beste|geachte)\b[^!?:,;]{0,40}[,!]\Z", re.I)
_SIGN_OFF = _Later(r"(?:(?:with\s)?(?:best|kind|warm|kindest|warmest)\s(?:regards|wishes)|regards|sincerely|yours (?:sincerely|truly|faithfully)|cheers|all the best|(?:mit )?(?:freundlichen?|besten?|viele[nr]?|liebe[nr]?) gr\u00fc(?:\u00df|ss)en?"
                       r"|(?:bien )?cordialement|(?:un )?saludos?(?: cordial(?:es)?)?|atentamente|atenciosamente|cordiali saluti|distinti saluti|met vriendelijke groet(?:en)?|\u656c\u5177)[,.!]?\Z", re.I)
_TITLE_NUMBER = _Later(r"[*_#\s]{0,6}(?:(?:step|section|part|phase|chapter|option|article|schritt|teil|abschnitt|kapitel|\u00e9tape|partie|paso|parte|passo|fase)\s\d{1,3}[:.)]?|\(?\d{1,2}(?:\.\d{1,2}){0,3}[.):]?|[IVX]{1,4}\.|[A-H][.)])\s+", re.I)
_TITLE_WORDS = frozenset("""overview summary introduction conclusion background details policy policies pricing price prices features benefits requirements eligibility deadline deadlines overview notes note
results methods discussion limitations recommendations recommendation example examples steps procedure process instructions usage installation setup configuration costs cost fees fee coverage scope purpose
definition definitions types causes symptoms treatment diagnosis prevention risks effects history timeline availability support contact hours schedule exceptions exclusions analysis findings answer explanation
basics options takeaways points facts context terms conditions
offnungszeiten voraussetzungen kosten preise gebuhren zusammenfassung ubersicht uberblick einleitung fazit hintergrund vorteile nachteile fristen frist anwendung ablauf
apercu resume tarifs horaires avantages contexte remboursement delais resumen requisitos precios horarios horario ventajas conclusiones introduccion plazos
panoramica riepilogo requisiti prezzi orari vantaggi overzicht samenvatting openingstijden voordelen resumo precos vantagens prazos
\u6982\u8981 \u8981\u7d04 \u307e\u3068\u3081 \u7d50\u8ad6 \u80cc\u666f \u6599\u91d1 \u6458\u8981 \u603b\u7ed3 \u7e3d\u7d50 \u6982\u8ff0 \u7b80\u4ecb \u7ed3\u8bba \uc694\uc57d \uac1c\uc694 \uacb0\ub860 \u0645\u0644\u062e\u0635 \u0645\u0642\u062f\u0645\u0629 \u0938\u093e\u0930\u093e\u0902\u0936 \u0438\u0442\u043e\u0433 \u043e\u0431\u0437\u043e\u0440 \u0432\u044b\u0432\u043e\u0434""".split())
_OPENS_QUESTION = frozenset("how why what when where who which wie warum was wann wo wer comment pourquoi quoi quand como que cuando come perche cosa como quando hoe waarom wat".split())
_OPENS_STATEMENT = frozenset("""it he she they we you i this that there these those if when while since because although yes no not none nothing never es er sie wir ihr ich das dies il elle ils elles je nous vous
on ce c'est el ella ellos usted esto eso lui lei loro io ele ela eles hij zij ze ik het""".split())
_STATES = _Later("[\u306f\u304c\u3092\u662f\u4e3a\u6709\u5728]|\u3067\u3059|\u307e\u3059|\u307e\u3057\u305f|\ub2e4\\Z")     # a Chinese, Japanese or Korean line that says something


def _is_title(bare: str, after: list[str], listed: bool, in_list: bool, first: bool) -> bool:
    """Is a short line without marks the title of what follows ("Refund policy", "2. Installation", "How it works")?

    `after` holds the next lines; `first` tells that nothing was claimed before: there, a bare name may be the answer itself.
    """
    number = _TITLE_NUMBER.match(bare)
    bold = bare.endswith(("**", "__"))
    name = (bare[number.end():] if number else _ITEM.sub("", bare, count=1) if listed else bare).strip("*_ ")
    if not name or name[-1] in _ENDS_STATEMENT or not (name[0].isupper() or name[0] > "\u0370") or ":" in name or "[" in name or "`" in name or _HAS_DIGIT(name):
        return False
    spaced, next_line = bool(after) and not after[0].strip(), next((line for line in after if line.strip()), "")
    follower = next_line.strip()
    item = bool(follower) and bool(_ITEM.match(next_line)) or follower[:1] in ("|", "#") or follower.startswith(("```", "~~~"))
    if listed and (in_list and not (bold and not item) or item or not (number or bold) or "\t" == next_line[:1]):
        return False
    tokens = _plain(name).replace("\u2019", "'").split()
    latin = [token.strip(_QUOTES) for token in tokens if token.strip(_QUOTES)]
    if not latin:
        return False
    if name.isascii() or any("a" <= token[0] <= "z" for token in latin):
        if len(latin) > 8 or latin[0] in _OPENS_STATEMENT or latin[0] in _ANSWER_WORD or latin[-1] in STOPWORDS and len(latin) > 1 or latin[0] not in _OPENS_QUESTION and not _VERBS.isdisjoint(latin[1:-1]):
            return False
    elif len(latin) > 3 or len(name) > (10 if name[0] > "\u2e80" else 40) or _STATES.search(name) or "\u0e00" <= name[0] <= "\u0eff":
        return False
    if not follower or item and _SIGN.match(name) and _SIGN.match(follower) or not spaced and not item and not _reads_on_its_own(name, follower):
        return False
    if len(follower) <= len(name) + 3 and not item and follower[-1] not in ".!?\u3002\uff01\uff1f\u0964:\uff1a])":
        return False                                  # one short line of several: "Apples", "Pears", "Plums"
    if first and not (item or number or _SIGN.match(name)) and _TITLE_WORDS.isdisjoint(latin) and latin[0] not in _OPENS_QUESTION:      # "Marie Curie", "Free of charge" may be the answer;
        return all(word[0].isupper() for word in name.split() if len(word) > 3) and any(word.lower() in follower for word in name.split() if len(word) > 3)     # "Battery Life" above "The battery ..." is not
    return True


def _reads_on_its_own(name: str, follower: str) -> bool:
    """Is the line below a short one a sentence of its own, not the rest of a wrapped one?"""
    word = follower.split(None, 1)[0] if name[-1] < "\u2e80" else ""
    return (follower[0].isupper() or follower[0].isdigit() or follower[0] > "\u0370" or name[-1] > "\u2e80" or follower[0] in "*_\"\u201c") and (len(follower) > len(name) + 1 + len(word) or follower[0] > "\u2e80") \
        and (follower[-1] in ".!?\u3002\uff01\uff1f\u0964)]\u3011" or ". " in follower or _stands_alone(follower, True))


_PAIR = _Later(r"[*_]{0,2}[A-Z\u00c0-\uffdc][^:.!?\uff1a\n]{0,40}[:\uff1a][*_]{0,2} ?\S")


def _begins_anew(before: str, line: str) -> bool:
    """Does a line stand for itself, though the one before has no stop: of two that say "key: value", two short statements, or in a script without stops?"""
    if line[0] > "\u218f" and _SIGN.match(line) or line[0].isdigit() and _SIGN.match(line):
        return True
    before = before.strip()
    if before[-1:] in (":", "\uff1a") and len(before) <= _LONGEST_TITLE and _SHORT_LEAD.match(before):
        return (line[0].isupper() or line[0].isdigit() or line[0] > "\u2e80") and (line[-1] in ".!?\u3002\uff01\uff1f" or bool(_PAIR.match(line)) or _stands_alone(line, True)) and len(line.split()) > 2 - (line[0] > "\u2e80") * 2
    if not before or before[-1] in ".!?,;:-\u3002\uff0c\u3001":
        return False
    if "\u0e00" <= before[-1] <= "\u0eff" or "\u1000" <= before[-1] <= "\u109f" or "\u1780" <= before[-1] <= "\u17d3":
        return line[:1] >= "\u0e00" or line[:1].isdigit()
    if len(before) > 60 or not ((before[0].isupper() or before.lstrip("*_")[:1].isupper()) and (line[0].isupper() or line[0] in "*_")):
        return False
    if _PAIR.match(line):
        return bool(_PAIR.match(before))
    return line.split(None, 1)[0].lower() in _SUBJECT and before.rsplit(None, 1)[-1].lower() not in STOPWORDS and _stands_alone(before, False) and _stands_alone(line, False)


_SHORT_LEAD = _Later(r"[^.!?\u3002]*\Z")        # a line that is one piece
_ITEM_SIGNS = frozenset("-*+>(\u2022\u2023\u25aa\u25cf\u25e6\u2013\u2014\u30fb0123456789abcdefghivx \t")


def map_citation(label: str, docs: Sequence[dict]) -> str | None:
    """The id of the document that a citation label means, or None when no document or more than one fits.

    Tried in order: the document's id; a bracketed number or name that opens the document's text; the 1-based position; an id
    that ends in the label's number; a source or title field, or the words that open the text (four characters or more).
    """
    raw = label.strip().strip("[]()\u3010\u3011^ \"'")
    said = _SOURCE_WORD.match(raw)
    raw = raw[said.end():].strip() if said else raw
    wanted, ids = raw.casefold(), [str(doc["id"]) for doc in docs]
    if not wanted:
        return None
    same = [name for name in ids if name.strip().casefold() == wanted]
    if not same:
        tight = re.sub(r"[\s_#:.-]", "", wanted)
        same = [name for name in ids if re.sub(r"[\s_#:.-]", "", name.casefold()) == tight]
    if same:
        return same[0] if len(set(same)) == 1 else None
    texts = [(doc.get("text") or "")[:240].lstrip().casefold() for doc in docs]
    number = re.match(r"(?:" + _DOC_WORD + r")?[\s_#:.\u2116-]{0,3}[a-z]?[_-]?(\d{1,4})(?:\u2020.*)?\Z", wanted, re.I | re.S)
    opening = [name for name, text in zip(ids, texts) if text.startswith((f"[{wanted}]", f"({wanted})", f"\u3010{wanted}\u3011", f"<{wanted}>", f"{wanted}:"))
               or number and (text.startswith((f"[{number[1]}]", f"\u3010{number[1]}\u3011")) or _OPENS.match(text) and _OPENS.match(text)[1] == number[1])]
    if len(opening) == 1:
        return opening[0]
    if number:
        place = int(number[1])
        if 1 <= place <= len(ids):
            return ids[place - 1]
        ends = [name for name in ids if re.search(r"(?<!\d)0*" + str(place) + r"\Z", name)]
        return ends[0] if len(ends) == 1 else None
    if len(wanted) < 4:
        return None
    named = [name for name, doc in zip(ids, docs) if any(_same_name(wanted, str(doc.get(key) or "")) for key in ("source", "title", "url", "name"))
             or _same_name(wanted, name)]
    named = named or [name for name, text in zip(ids, texts) if text.lstrip("#*_[(\"' ").startswith(wanted) and not text.lstrip("#*_[(\"' ")[len(wanted):len(wanted) + 1].isalnum()]
    return named[0] if len(set(named)) == 1 else None


_OPENS = _Later(r"(?:" + _DOC_WORD + r")[\s_#:.-]{0,3}(\d{1,4})\b", re.I)


def _same_name(label: str, name: str) -> bool:
    """A file's name with or without its folder and ending, as people cite it ("handbook, p. 3" for docs/handbook.pdf)."""
    base = name.casefold().rsplit("/", 1)[-1].strip()
    stem_ = base.rsplit(".", 1)[0] if "." in base else base
    head = re.split(r"[,;#]| p\. ?\d| page ", label, maxsplit=1)[0].strip().rsplit("/", 1)[-1]
    tight = lambda text: re.sub(r"[\s_-]", "", text)
    return len(head) > 3 and tight(head) in (tight(base), tight(stem_))


# ----- abstentions: answers that decline, told from answers that hedge -----
# A language is a table: cues that make it worth a look, ways to decline (a source or the speaker, a negation, a verb of knowing,
# finding or saying; or "no" and a word for information), what may stand beside it without answering (apology, offer, advice,
# what the documents are about), and what marks a statement. The engine below is the same for all.

class _Tongue(NamedTuple):
    cues: tuple          # substrings of folded text, one of which every way to decline contains
    topics: tuple        # likewise, what it is about; both must be there before a pattern is tried
    declines: str        # alternatives, one a line
    polite: str          # anywhere in a clause: apology, greeting, offer, advice, a look at the sources
    about: str           # "the documents only cover ...", true of the sources and no answer
    contrast: str        # splits a sentence into clauses
    coordinate: str      # joins clauses within one: and
    opens: str           # first words of a clause that is no statement: if, whether, regarding
    lead: str            # first words that may open a phrase before the main clause: in, from, unfortunately
    states: str          # a finite verb or the like; "" means the list of verbs above
    guess: str           # a clause that begins so answers after all: yes, probably, about
    wide: str = "(?!)"   # a sentence with a source for its subject: no answer where the whole ends in a refusal
    firm: str = "(?!)"   # that refusal: "so I cannot say", "I cannot answer the question"
    reported: str = "(?!)"   # somebody else is said to say so: before what declines, or (verb-final languages) behind it
    duty: str = "(?!)"   # what somebody must not or need not do: no information may be given away
    unless: str = "(?!)" # a clause that begins so sets a condition: what is not known there is not declined
    ends: str = ""       # what must hold where a way to decline ends: no condition follows ("where it is not found, ...", in verb-final languages)
    relative: str = "(?!)"   # a stretch between commas that only qualifies the noun before it


_EN = _Tongue(
    tuple("""not no don't doesn't didn't can't couldn't isn't aren't wasn't weren't haven't hasn't hadn't won't wouldn't dont cant doesnt didnt couldnt isnt wasnt cannot nothing none neither nobody nowhere nor unable fail fails failed lack lacks lacking lacked silent unclear unknown unspecified unsure uncertain unanswerable unanswered unaddressed insufficient inadequate impossible beyond outside omit omits omitted n/a unavailable idk dunno never absent missing decline guess guessing hardly little empty blank inconclusive ambiguous undetermined undocumented unresolved unexplained unreported unaccounted short stops unaware unmentioned unstated unnamed unidentified undefined cut cuts skips skip difficult hard limited need speculate speculating speculation irrelevant unrelated mute vague beats out clueless rather undisclosed neglects scarcely""".split()),
    tuple("""know knows known knew find finds found finding information informed info document documents documentation doc docs context contexts mention mentions mentioned mentioning say says saying stated state states stating statement specify
specifies specified specific specifics specifically provide provides provided providing answer answers answered answering answerable sure source sources tell tells telling told help helpful assist assistance contain contains contained containing detail details detailed data
determine determined determining determinable clear clearly text texts passage passages idea certain certainty cover covers covered coverage scope result results access indicate indicates indicated indication discuss discusses discussed describe describes described description
aware address addresses addressed disclose disclosed discloses locate located see give gives given comment confirm confirmed confirms files file explain explains explained clue guidance evidence excerpt excerpts record records manual report reports policy policies article articles
available match matches matching contract handbook guide website page pages section sections agreement email touch search material materials notice notices spell share discern infer inferred request record extract extracts snippets snippet answers authority author authors letter brochure
listing paper papers study book chapter memo notes instructions list lists listed define defines defined reveal reveals revealed verify verified establish established elaborate include includes included reference references referenced recall remember knowledge conclude concluded ascertain
faq terms leaflet summary transcript minutes anything something written possible offer offers discussion support process discover retrieve retrieved detect derive derived query database content contents given reason reasons identify identifies identified name named refer refers referred reported recorded focuses focused enough figure figures read gleaned supplied set answerable settle quote outline
nothing none neither nobody nowhere unclear unknown unspecified unsure uncertain unanswerable unanswered unaddressed silent n/a unavailable idk dunno impossible unaware unmentioned unstated unnamed unidentified undefined clueless insufficient inadequate missing decline beats guess guessing speculate speculating speculation outside beyond undisclosed price date i i'm i'd i've empty blank""".split()),
    r"""
    \b{I}(?: {ADV})* (?:do|would|did)(?: not|n't|nt)(?: {ADV})* (?:(?<!did not )(?<!didn't )(?:know|recall|remember)|have(?! to\b| \w+(?:ed|en)\b)|find|see (?:any|that|it|this|anything|where|a|the|how)|possess|come across|get any|want to (?:guess|speculate)|think i (?:can|could|know|have)|believe i (?:can|have))\b
    ^(?:sorry,? |well,? |honestly,? )?do(?:n't| not|nt) know\b
    \b{I}(?: {ADV})*(?:'m| am| was|'re| are| were|'ve been| have been)?(?: {ADV})* (?:cannot|can't|cant|can not|could not|couldn't|unable to|not able to|wasn't able to|weren't able to|not in a position to|won't be able to|will not be able to|would not be able to|not been able to|n't been able to|haven't been able to|failed to|was unable to)(?: {ADV})* (?:find|locate|answer|say|tell|determine|help|assist|confirm|verify|identify|see|comment|respond|specify|know|work out|figure out|establish|discern|infer|conclude|speak to|retrieve|extract|access|discover|detect|derive|ascertain|deduce|make out|be (?:sure|certain|of help|more)|come up with|point|pin|judge|advise|fulfil|complete|address|state|name|clarify|estimate|guess|uncover|spot)\b
    \bi(?: {ADV})*(?:'m| am| was)?(?: {ADV})* (?:cannot|can't|cant|can not|could not|couldn't|unable to|not able to|won't be able to)(?: {ADV})* (?:give|provide|offer|share|supply|get|do that|discuss|disclose|reveal|process|support)\b
    \bwe(?:'re| are)?(?: {ADV})* (?:cannot|can't|could not|couldn't|unable to|not able to)(?: {ADV})* (?:give|provide|offer|share|supply|get)\b[^.;,]{0,50}\b{INFO}\b
    \b{I}(?:'m| am| was|'re| are)(?: {ADV})* (?:not (?:really |entirely |quite |at all |too |completely |fully )?(?:sure|certain|aware|familiar|informed)|unsure|uncertain|unaware|at a loss|clueless|in the dark)\b
    ^not (?:really |entirely |quite |at all |too |completely |fully )?(?:sure|certain|aware)\b
    \b{I}(?: have|'ve| had)(?:n't| not)(?: {ADV})* (?:found|been (?:given|provided|able|told|shown)|seen|got|come across|any|located|enough|encountered)\b
    \b{I}(?:'ve| have| had| found| find| see| saw| got| possess| came across| located| discovered)(?: {ADV})* (?:no|nothing|none|neither|zero|not enough|insufficient|too little|little|hardly any)\b(?! (?:doubt|problem|objection|hesitation|reason|longer|fee|wrong|choice))
    \b{I}(?: {ADV})* lack\b
    \b{I}(?:'m| am|'re| are|'m just)(?: {SOFTLY})? not (?:{SOFTLY} )?(?:seeing|finding|spotting)\b
    \b{I}(?:'d| would|'ll| will)(?: {SOFTLY})? need (?:more|additional|further|access to|to (?:see|know|consult))\b
    \b(?:none|neither|nothing|not one)(?: of| in| from) (?:them|these|those|it|which)(?: {SOFTLY})? (?:mention|say|state|specif|indicat|tell|explain|discuss|describ|answer|cover|address|contain|includ|giv|provid|list|refer|touch|detail|talk|deal|speak|name)\w*
    \bno (?:[\w'-]+ ){1,8}?(?:is|are|was|were|has been|have been)(?: {SOFTLY})? (?:mentioned|specified|stated|indicated|quoted|spelled out)\b
    \bno (?:[\w'-]+ ){1,8}?(?:is|are|was|were|has been|have been)(?: {SOFTLY})? (?:given|provided|listed|named|identified|shown|recorded|disclosed|described|included|offered|set out|supplied)\b[^.;,]{0,20}\b(?:in|by|from|within|among|across|anywhere)\b[^.;,]{0,12}\b(?:{STRONG}|{WEAK})\b
    \b(?:no|not a|haven't a|haven't got a|not the faintest|not the slightest) (?:idea|clue)\b
    \b(?:i'd|i would|we'd)(?: {ADV})* (?:only be|just be|be|rather not|prefer not to) (?:guess|speculat|say)\w*
    \b(?:beats me|your guess is as good|not something i (?:can|know|have)|i must decline|i have to decline|i have to pass|i won't (?:guess|speculate|answer)|i will not (?:guess|speculate|answer)|idk|dunno|out of my depth|i'd be guessing)\b
    \b{STRONGN}{GAP}(?: {ADV})*{NEG}(?: {ADV})* {BROAD}
    \b{STRONGN}{GAP}(?: {ADV})* (?:lacks?|omits?|says? nothing|say no|(?:is|are|remains?|stays?|was|were)(?: {ADV})* (?:silent|mute|unclear|vague|insufficient|inconclusive|ambiguous|not (?:clear|sufficient|enough|detailed|specific))|leaves? (?:it|this|that|out|open)|(?:makes?|contains?|gives?|provides?|offers?|has|have|had|includes?|holds?|shows?|shed|sheds?) (?:absolutely |essentially )?(?:no|nothing|neither|little|not enough|insufficient)|fails? to|neglects? to|never (?:mention|say|stat|specif|indicat|discuss|address|tell|explain|touch|give|provid|actually|explicitly)\w*|stops? short|stop short|(?:is|are) (?:limited|unrelated|irrelevant)|makes? no)\b
    \b(?:{STRONGN}|{WEAKN})(?: (?:is|are))?(?: {SOFTLY})? (?:focus|deal|concern|discuss|describe|cover|address|talk)\w*\b[^.;]{1,80}\b(?:rather than|instead of)\b
    \bnothing (?:that )?(?:i|we)(?:'ve| have| was| were| had)? (?:been )?(?:given|provided|shown|sent|found|seen|have|can see|can find|could find|had)\b
    \bnothing (?:came|comes|turned|turns|showed|shows) up\b
    \b(?:the|this|that|these|those|your|my|our) (?!{AGENT})(?:[\w'-]+ )?(?!{AGENT})[\w'-]+ (?:{ADV} )?(?:makes? no (?:mention|reference)|says? nothing (?:of|on|about|regarding|as to)|contains? no (?:mention|reference|information|details?|indication)|(?:offers?|gives?|provides?) no (?:explanation|reasons?|details?|information|indication|date|figures?))\b
    \b{STRONGN} only (?:provide|cover|mention|list|give|include|discuss|describe|report|contain)s? [^.;]{1,80}, (?:and |but )?not\b
    \b(?:nope|no|sorry|well),? nothing (?:in (?:there|here|it|them)|there|on that)\b
    \bthere(?:'s| is| are|'re)(?: {SOFTLY})? no (?:[\w'-]+ ){1,6}?(?:mentioned|specified|stated|given|listed|indicated|described|named|provided|reported)\b
    \b(?:is|are|was|were|remains?|stays?|left|goes)(?: {SOFTLY})? un(?:answered|addressed|clarified|defined|determined|disclosed|documented|explained|identified|listed|mentioned|named|quantified|recorded|reported|resolved|specified|stated) (?:in|by|from|within) (?:{STRONG}|{WEAK})\b
    \b(?:{WEAKN}|(?:it|they|that|this|which)(?! (?:the|a|an|he|she|they|it|we|you|i|his|her|their|its|your|some|most|many|all)\b)|who wrote it|neither|nobody){GAP}(?: {SOFTLY})?{NEG}(?: {SOFTLY})? {STRICT}
    \b(?:{WEAKN}|(?:it|they|that|this|which)(?! (?:the|a|an|he|she|they|it|we|you|i|his|her|their|its|your|some|most|many|all)\b)|who wrote it|neither|nobody){GAP}(?: {SOFTLY})? (?:says? nothing(?=[.,;!]|$| (?:about|on|of|as to|where|when|who|how|why|regarding|concerning|to|more|specific|in)\b)|(?:is|are|remains?|was|were)(?: {SOFTLY})? (?:silent|mute)|leaves? (?:this|that) (?:open|out|unclear|unanswered)|(?:makes?|contains?|gives?|provides?|offers?|has|have|includes?) (?:no|little|not enough|insufficient) (?:\w+ ){0,2}{INFO}|(?:contains?|has|have|includes?|gives?|offers?) nothing (?:on|about|regarding|concerning|that)|makes? no (?:mention|reference|statement)|(?:fails?|neglects?|omits?) to {STRICT}|never (?:mention|say|stat|specif|indicat|discuss|tell|touch)\w*)\b
    \b(?:the|this|that|these|those|your|my|our) (?!{AGENT})(?:[\w'-]+ )?(?!{AGENT})[\w'-]+ (?:{ADV} )?(?:does not|doesn't|do not|don't|never) (?:{ADV} )?(?:mentions?|specify|specifies|states?|indicates?|explains? (?:why|how|what|when|where|who)|reveals?|spell out|says?(?: (?:when|whether|if|how|who|what|where|why|which|anything|much|a word|more|so|that|this|either)|$))\b
    \b(?:none|neither|nothing|nowhere|not one|no part)(?: of| in| from| within| among| across)?(?: (?:any|the|these|those|my|your|our|this|that))?(?: \w+){0,3}? (?:{STRONGN}|{WEAKN})\b(?: {ADV})*(?!.{0,60}\b(?:costs?|requires?|allows?)\b)
    \b(?:no|not a single|not one|neither)(?: \w+){0,2} (?:document|source|passage|excerpt|snippet|article|file|result|page|section|record|part of the \w+)s?(?: \w+){0,4}? (?:mention|say|state|specif|discuss|cover|address|contain|include|provid|describ|answer|indicat|match|was found|were found|found|talk|refer|explain|touch|give|relat|(?:is|are) about)\w*
    \b(?:this|that|the) (?:topic|question|subject|point|issue|matter|detail|aspect) (?:is|was)(?:n't| not) (?:{ADV} )?(?:covered|addressed|discussed|mentioned|treated|included|answered|part of)\b
    \b(?:is|are|remains?|stays?) (?:{ADV} )?(?:silent|mute) (?:on|about|regarding|as to|concerning)\b
    \bnothing (?:in|on|from) (?:the|this|that|these|those|your|my)(?: [\w'-]+){1,4}? (?:tells?|says?|mentions?|answers?|explains?|address(?:es)?|specif(?:y|ies)|states?|refers? to)\b
    \bno (?:[\w'-]+ ){1,3}?can be (?:given|determined|provided|named|stated|established|derived|inferred|found|confirmed)\b
    \bnothing (?:is|was|has been) (?:said|mentioned|stated|written|specified|known|given|provided|found)\b
    \bnothing (?:about|on|regarding) (?:this|that|it|the \w+)\b[^.;,]{0,40}\b(?:found|there|available|in)\b
    \b(?:there(?:'s| is| are| was| were| seems to be| appears to be| seem to be) (?:simply |currently |really |unfortunately |also )?(?:no|not|n't any|not any|not enough|nothing|insufficient|little|too little)|isn't (?:any|enough)|aren't (?:any|enough)|there isn't|there aren't|there wasn't|there weren't)(?: \w+){0,3}? (?:{INFO}|in the {STRONGN}|in any of)\b
    ^(?:(?:sorry|unfortunately|apologies|hm+|well)\W{1,3})?(?:no|not enough|insufficient|inadequate|too little) (?:\w+ ){0,3}?(?:{INFO}|answers?|results?|match(?:es)?)\b(?! (?:is|are) (?:required|needed|stored|shared|collected))
    (?<!has )(?<!had )(?<!have )\b(?:no|not enough|insufficient|inadequate|too little|lack of|absence of|not sufficient) (?:\w+ ){0,3}?{INFO}\b(?: \w+){0,3}? (?:about|on|regarding|concerning|to (?:answer|say|determine|tell|give|respond|address|provide|go on)|found|available|given|provided|in the|for that|for this|exists?|could be|can be|was|were|is given|is provided|is available|is found)\b
    \b{INFO}(?: [\w'-]+){0,9}? (?:is|are|was|were|could|can|has|have|does|do|did)(?:n't| not)(?: been| be)?(?: {ADV})* (?:available|provided|given|included|contained|found|present|in|part|there|covered|something|mentioned|specified|stated|listed|accessible|exist|appear|disclosed|supplied|to be found|known|sufficient|enough|recorded|offered|within|located)\b
    \b{INFO}(?: [\w'-]+){0,6}? (?:is|are|was|were|seems?|appears?)(?: to be)?(?: {ADV})* (?:missing|absent|unavailable|lacking|insufficient|unspecified|beyond|outside)\b
    (?:\b(?:is|are|was|were|has|have|had|does|do|did)(?: not|n't)|'s not|\b(?:is|are|was|were) (?:never|nowhere))(?: (?:been|be|appear to be|seem to be|get))?(?: {ADV})* (?:mentioned|specified|stated|indicated|spelled out|addressed|discussed|touched|answered by|elaborated|referenced|clarified|talked about|alluded|made clear)\b(?! (?:in the price|as the))
    (?:\b(?:is|are|was|were|has|have|had)(?: not|n't)|'s not|\b(?:is|are|was|were) (?:never|nowhere))(?: been)?(?: {ADV})* (?:given|provided|listed|described|covered|included|contained|available|found|present|explained|documented|recorded|shown|clear|there|disclosed|part|in|within|something|answerable|detailed|defined|known|evident|apparent|discernible|supported|set out|to be found|revealed|named|identified|quoted|reported|noted|outlined|determinable|visible|divulged|cited|established|reflected|credited|answered|resolved|mentioned|published|announced|released|broken down|captured|stipulated|enumerated|itemi[sz]ed|referenced|specified|stated)\b[^.;,]{0,40}\b(?:{STRONG}|here)\b
    \b(?:is|are|was|were)(?: not|n't)(?: {SOFTLY})? (?:given|detailed|defined|explained|quoted|noted)(?: (?:here|there|anywhere|either))?(?=$|[.,;])
    (?:\b(?:is|are|was|were)(?: not|n't)|'s not)(?: \w+){0,2} (?:something|anything|a (?:topic|question|detail|subject|point|matter)) (?:that )?(?:i|the|these|any|covered|my|we)\b
    \bcan(?:not|'t| not|t) be (?:{ADV} )*(?:determined|answered|inferred|ascertained|concluded|deduced|discerned|gleaned|derived|told|said|worked out|established)\b
    \bcan(?:not|'t| not|t) be (?:{ADV} )*(?:found|verified|confirmed|identified|known|located|extracted|seen|given|provided)\b[^.;,]{0,30}\b(?:from|in|based|with|using) {STRONG}
    \b(?:goes|go|went|remains?|left|is|are|was|were|stays?) (?:{ADV} )*(?:unmentioned|unspecified|unstated|unanswered|unaddressed|undisclosed in|unanswerable)\b
    \b(?:is|are|was|remains?|it's|that's|stays?) (?:{ADV} )*(?:unclear|not clear|n't clear|unknown)\b(?=[^.;,]{0,60}(?:from|in|based|given|according)(?: on)? (?:what|{STRONG}|{WEAK})| to me| (?:whether|when|what|who|how|if|which|where|why))
    ^(?:\w+ )?(?:it|that|this)(?:'s| is| was| remains) (?:{ADV} )*(?:unclear|not clear|n't clear|unknown)$
    \b{STRONGN}[^.;,\d]{0,80}\bwithout (?:\w+ )?(?:giving|stating|specifying|saying|mentioning|indicating|providing|naming|explaining)\b
    \b{STRONGN}[^.;\d]{0,80}\bonly\b[^.;\d]{0,60}, (?:and )?not\b
    \b(?:it|that|this)(?:(?:'s| is| was|'d be| would be)? (?:{ADV} )*(?:impossible|not possible|difficult|hard)|(?: is| was)n't (?:{ADV} )*(?:possible|clear))(?: for me| for us)? to (?:{ADV} )*(?:say|tell|determine|know|answer|establish|infer|give (?:an?|you)|confirm|judge|provide)\b
    ^(?:that's |it's )?(?:hard|difficult|impossible|tough|tricky) to (?:say|tell|know|answer|determine)\b
    \b(?:no|isn't any|not any) (?:way|means) (?:to|of|for me to) (?:{ADV} )*(?:know|tell|say|determin|answer|find|check|verif)\w*
    \b(?:not (?:found|mentioned|specified|stated|covered|included|given|available|discussed|contained|addressed|provided|present|there|answered|answerable)|(?:isn't|is not|aren't|not) (?:anything |something )?(?:in|within|among|part of)) (?:anywhere )?(?:in |by |within |among |from |of |on the basis of |based on )?{STRONG}\b
    \b(?:outside|beyond)(?: of)? (?:the scope|my (?:knowledge|scope|expertise|remit|reach)|what (?:i|the|is|was|these)\b|(?:the |these |those |my )?(?:provided |given |available |supplied )?{STRONGN})\b
    \bout of (?:scope|my (?:scope|reach))\b
    (?:^|\b(?:i|we|search|system|tool|assistant|bot) (?:\w+ )?)(?:couldn't|could not|cannot|can't|didn't|did not|unable to) (?:find|locate|see|identify|retrieve) (?:any|an|anything|information|info|a|it|that|this|the (?:answer|requested|relevant|information))\b
    \b(?:came up empty|drew a blank|came up with nothing|turned up nothing|returned (?:no|nothing)|yielded (?:no|nothing)|turns? up nothing)\b
    (?:^|\b(?:i|we|i've|search|searches) (?:\w+ )?)found nothing\b
    \b(?:search|query|lookup|retrieval|documents?|results?) (?:did(?:n't| not)|does(?:n't| not)(?! return results for)) (?:return|yield|turn up|bring up|produce|surface|find)\b
    ^(?:(?:sorry|apologies|unfortunately|hm+|well|no)\W{1,3}){0,2}(?:can't|cannot|can not|couldn't|could not|unable to|not able to)(?: {SOFTLY})? (?:answer|say|tell|determine|help|confirm|find|verify|identify|locate)\b
    \b(?:does|do|did|would)(?: not|n't)(?: {SOFTLY})? (?:let|allow|enable|permit|help)(?: me| us| one| anyone)?(?: to)? (?:{SOFTLY} )?(?:answer|say|tell|determine|establish|identify|conclude|confirm|give)\w*\b
    \bthere (?:is|are|was|were) no [^.;,]{1,60}? (?:in|within|among|anywhere in) {STRONG}\b
    (?:\b(?:is|are|was|were)(?: not|n't)|'s not)(?: {SOFTLY})? (?:listed|shown|named|given|found|recorded|stated|mentioned|specified|included|provided) anywhere\b
    \bno [^.;,]{1,60}? (?:could|can) be (?:found|located)\b
    \b(?:{STRONGN}|{WEAKN})\b[^.;,\d]{0,80}\b(?:talk|discuss|cover|deal|describe|concern|explain|address|are about|is about|focus|list|report|give|name|show|provide|mention|contain|include)\w*\b[^.;]{0,80}(?:, (?:but )?| but )not (?:the|its|their|his|her|on|about|with|of|any|what|when|who|how|for|that|those|one|in)\b
    \bnothing\b[^.;,]{0,50}?\b(?:identif|indicat|tell|say|show|specif|state|mention|reveal|explain|clarif|establish)\w* (?:me |us )?(?:who|what|when|where|how|why|which|whether|if)\b
    \b(?:{STRONGN}|{WEAKN}){GAP}(?: {SOFTLY})? (?:(?:leaves?|left) (?:[\w'-]+ ){1,4}?(?:open|blank|empty|unnamed|unanswered|unclear|unspecified|unstated|undefined|unidentified)|(?:is|are|remains?|stays?)(?: {SOFTLY})? (?:vague|silent|mute|unclear|ambiguous|inconclusive) (?:on|about|as to|regarding|here|when|whether|who|what|how)|(?:credit|name|mention|specif(?:y|ie)|state|give|identif(?:y|ie)|cite|indicate)s? no (?!one\b)[\w'-]+|(?:does not|doesn't|do not|don't)(?: {SOFTLY})? (?:(?:give|provide|offer|list|contain|include|carry|show|quote|name|have) (?:an? |any |the |specific |exact ){1,3}(?:\w+ ){0,2}?(?:dates?|figures?|numbers?|prices?|names?|amounts?|deadlines?|times?|address(?:es)?|reasons?|values?|costs?|fees?|rates?|percentages?|breakdown|timeline|author|contact)|(?:give|name|cite|quote|identify) (?:an?|any|the) (?:[\w'-]+ ){0,2}[\w'-]+(?=[.,;]|$))|(?:is cut off|are cut off|cuts? off|ends?|stops?|breaks? off|was cut off) before (?:naming|giving|stating|mentioning|saying|reaching|it|they|any|the|that|this|specif\w+|explaining)|(?:omits?|skips?|leaves? out|withholds?|glosses over|passes over) (?:the|any|that|this|its|their|his|her|when|who|how|what|all))\b
    \b{I}(?: {SOFTLY})? (?:do not|don't|can't|cannot) see (?:[\w'-]+ ){0,5}?{INFO}\b
    (?:\b(?:do|does|did)(?: not|n't)(?: {SOFTLY})? (?:appear|feature|occur|show up|come up|turn up|figure|exist)(?: {SOFTLY})?|\b{I}(?: {SOFTLY})? (?:do not|don't|can't|cannot) see(?: [\w'-]+){0,5}?|\b(?:is|are|seems?|appears?|was|were)(?: to be)?(?: {SOFTLY})? (?:missing|absent|omitted|left out)|(?:\b(?:is|are|was|were)(?: not|n't)|'s not|\b(?:is|are|was|were) (?:never|nowhere))(?: {SOFTLY})? (?:given|listed|named|recorded|identified|quoted|reported|noted|disclosed|detailed|found|shown|revealed|set out)|^(?:\w+ )?not (?:found|mentioned|specified|stated|given|listed|addressed|discussed|indicated|shown|recorded|disclosed)|\bit(?:'s| is)(?: {SOFTLY})? not (?:known|evident|apparent|obvious|possible))(?: \w+)? ?(?:anywhere )?(?:in|on|by|within|from|among|of) (?:any (?:of |part of )?)?(?:{STRONG}|{WEAK}|them|these)\b
    ^(?:(?!is |are |was |were |remains? |still )[\w'-]+ ){1,4}(?:unknown|unspecified|unstated|not (?:stated|given|specified|mentioned|listed|available))(?=$| [-\u2013\u2014] |;)
    \b(?:is|are|was|were)(?:n't| not) (?:listed |included )?(?:among|part of) (?:the|these|those) (?:\w+ )?(?:details|information|data|facts)\b
    ^(?:unknown|unanswerable|n/?a|none found|no answer|no idea|pass|no comment|not (?:found|available|specified|stated|mentioned|given|provided|sure|answerable|known|clear|applicable|in (?:the )?(?:context|documents?|sources?))|no (?:info|information|data|results?|match(?:es)?|mention|clue)(?: found| available| given| provided)?|cannot (?:say|answer|determine|tell|be determined)(?: from [\w ]{1,40})?|can't (?:say|tell|answer|determine)(?: from [\w ]{1,40})?|insufficient (?:information|context|data|evidence)|the answer is unknown)[.! ]*$
    """,
    r"""\b(?:sorry|apolog\w+|regret|afraid|unfortunately[.! ]*$|forgive|pardon|excuse|thanks?|thank you|please|feel free|let me know|happy to|glad to|hope|welcome|contact\w*|reach out|consult\w*|get in touch|customer (?:service|support)|support team|help ?desk|rephras\w*|more (?:details|context|information|specific)|other (?:questions?|topics?|documents?)|another (?:question|document|source)|anything else|something else|(?:i|we|you)(?:'d| would| can| could| may| might| should)? (?:recommend|suggest|advise|encourage)|i(?:'d| would) (?:need|be (?:happy|glad))|(?:i|we) (?:can|could|will|'ll|am able to|may be able to|might be able to) (?:{ADV} )*(?:help|try|look|search|check|assist|answer|gladly|only|look into|provide more|offer|share what|tell you about|talk about|point you|forward|ask)|you(?:'ll| will| may| might| could| can| should|'d)?(?: want to| wish to| like to| need to| have to| try to)? (?:{ADV} )*(?:want to|need to|check|consult|contact|try|ask|visit|refer|reach|look|find (?:it|this|that|out|more)|verify|share|provide (?:more|additional|another|me)|upload|rephrase|search|send|call|speak|email|clarify)|try (?:asking|checking|searching|contacting|looking|rephras\w+|another)|(?:would|could|can) you|(?:best|better|advisable|worth|good idea|recommended) (?:to |asking |checking |contacting )|(?:check|visit|see|ask|refer to|look at|consult|call|email|search) (?:the|your|our|their|with|on|a|an|in|it|directly|elsewhere|official)|i (?:{ADV} )*(?:understand|searched|looked|checked|reviewed|read(?! that)|went through|tried|have (?:searched|looked|checked|reviewed|read(?! that)|tried|gone)|'ve (?:searched|looked|checked|reviewed|read(?! that)|tried|gone)|realize|see that you|appreciate|scanned|examined)|i've (?:{ADV} )*(?:searched|looked|checked|reviewed|read(?! that)|tried|gone|been through|scanned|examined)|(?:having|after|despite|upon|while|when) (?:a |my |careful(?:ly)? |thorough(?:ly)? )?(?:search\w*|review\w*|read\w*|look\w*|check\w*|go\w* through|examin\w*)|you (?:asked|are asking|'re asking|want(?:ed)? to know|would like to know|mention(?:ed)?|requested|are looking)|your (?:question|request|query)|this question|the question|the query|that question|as an ai|language model|assistant|knowledge cut ?off|rather not|wish (?:i|we)|would love to|i'd love to|without (?:more|further|additional|knowing|access|that|this|any|a|the)|if (?:you|there|it|that|this|the|i)|once you|i only|i can only|would be (?:speculation|guess\w*|a guess|pure)|guess\w*|speculat\w*|for (?:accurate|official|the most|up-to-date|further|more)|limited to|to answer|to avoid|(?:team|colleagues?|department|office|staff|agents?|someone|specialists?|representatives?|experts?|they|who|website|site|page)\b[^.;]{0,20}\b(?:can|could|will|may|might|should)(?: be able to)? (?:\w+ )?(?:look|help|assist|tell|confirm|check|answer|advise|have|know|provide|give you|clarify)|flagged|forwarded|escalated|passed (?:this|it|your|that) (?:\w+ )?(?:on|along|to)|(?:will|'ll) (?:get back|be in touch|follow up|reach out|update you)|(?:best|good|right|better|safest) (?:place|source|person|option|bet|way|people) (?:to|for|is|would)|(?:should|may|might|could|would) (?:be able to )?(?:help|tell you|clarify|confirm|show you|have (?:this|that|the (?:answer|information)))|(?:may|might) (?:not )?(?:have been|be) (?:retrieved|included|indexed|uploaded|missing|elsewhere|found (?:in|elsewhere)|covered (?:in|elsewhere)|available (?:in|elsewhere|from|on)|in (?:a|another) )|(?:great|good|interesting) question|sure thing|hi there)\b""",
    r"""\b(?:{STRONG}|everything i (?:have|found|was given)|what i (?:have|found|was given)|they|it|those|these|the (?:only )?information (?:i have|provided|available|given|there))\b{GAP}(?: {ADV})* (?:(?:only|just|mainly|mostly|merely|primarily|solely|instead|rather|exclusively)\b|(?:do|does|did) (?:mention|discuss|cover|describe|talk|refer|touch|note|state|say|indicate|explain|include|contain)|mention|discuss|cover|describe|contain|include|provide|talk|refer|focus|address|deal|touch|relat|concern|list|outline|explain|introduce|pertain|(?:are|is) (?:all |only |mostly |mainly )?(?:about|on|related|limited|from|focused)|ha[sv]e? (?:details|information|sections?|a section|some|general)|offer|give (?:details|information|an overview|some))\w*
        |\b{WEAK}{GAP}(?: {ADV})* (?:(?:only|just|mainly|merely|mostly) (?:\w+)|mention|discuss|describe|talk|refer|focus|deal|touch|cover|explain|outline|address|introduce|go over|go through|concern|regulate|report|announce|(?:are|is) about|ha[sv]e? (?:a|one|some) (?:section|chapter|paragraph|page|heading)s?)\w*(?! that\b)
        |^(?:the|this|that|these|those|my|your) (?:\w+ )?(?:{STRONGN}|{WEAKN}) (?:stops?|ends?|breaks? off|is cut off|are cut off|was cut off|is incomplete|are incomplete|is truncated|cuts? off)\b
        |^(?:the|your|this|that) (?:\w+ )?(?:{STRONGN}|{WEAKN}) (?:skips?|omits?|leaves? out|glosses over|lacks?|leaves? that|doesn't|does not)\b
        |^(?:the|your|this|that|my) (?:\w+ )?(?:{STRONGN}|{WEAKN}) (?:records?|notes?|logs?|registers?|reports?|announces?|confirms?)\b(?! that)
        |^(?:they|it|the (?:\w+ )?(?:{STRONGN}|{WEAKN}))(?: do| does| did)(?: not|n't) (?:record|cover|include|contain|go into|list|show|give|provide|name|report|document|extend|say|get into)\b
        |^the (?:closest|nearest|only) (?:[\w-]+ ){0,2}?(?:references?|mentions?|match(?:es)?|thing|information|details?|passage|statement|hint)\b
        |^(?:it|only [^,.;]{1,60}) (?:is|are|was|were) (?:only |just |merely )?(?:mentioned|stated|noted|listed|described|discussed|said)\b
        |^[\w' -]{1,40} (?:is|are) (?:only |just )?(?:listed|mentioned|described|discussed)$
        |^(?:only|just|nor|not|or|and not|and nor|neither)\b""",
    r";|:\s|\s(?:--?|\u2013|\u2014)\s|\u2014|,?\s(?:but|however|though|although|yet|whereas|even though|other than|apart from|except(?: for| that)?)[\s,]|\swhile\s(?=(?:the|it|this|that|another|others?|one)\b)|,\s(?:while|so|therefore|which (?:means|suggests|implies)|hence|thus|meaning|still|nevertheless|then|presumably|i (?:think|believe|suspect|assume|guess|would say))[\s,]",
    r",?\s(?:and|and also|plus|as well as)\s",
    "if whether when what who whom whose how why where which that because since unless until regarding concerning about for to including such like as or nor not especially particularly only just even without so and let other than whatever whichever whenever",
    "in on at from within based according given despite with after before by under per unfortunately sadly regrettably currently honestly however also yet still well hmm hm oh ok okay right actually although though while even though when as for to of regarding concerning about beyond among across using upon having looking reviewing searching due considering since because i'm i unlike frankly so no nope",
    "", r"^(?:yes|yeah|yep|probably|perhaps|maybe|possibly|presumably|likely|most likely|apparently|generally|usually|typically|in general|my (?:best )?guess|roughly|approximately|(?:it's |it is )?(?:about|around|roughly|probably|likely|possibly|perhaps) [\w$\u20ac\u00a3]+|i (?:think|believe|suspect|assume|would (?:guess|say|estimate)|am guessing|'d (?:guess|say|estimate))|i'm guessing|i'd (?:guess|say|estimate))\b",
    wide=r"""^(?:(?:while|although|though) )?(?:(?:the|this|that|these|those|your|my|all the|both) )?(?!according)(?:[\w'-]+ ){0,2}?(?:{STRONGN}|{WEAKN}|judge?ments?|rulings?|overview|abstract|form|table)\b(?: [\w'-]+){0,4}? (?:cover|describe|discuss|list|detail|deal|explain|address|contain|include|mention|report|outline|focus|talk|concern|present|give|provide|go|break|compare|introduce|regulate|name|refer|relate|document|show(?! that)|(?:is|are|was) (?:about|cut off|incomplete|truncated|illegible|blank|empty)|ends?|stops?|start|run|breaks? off)(?:s|es)?\b(?! that)
        |^(?:the|your|this|that) (?:[\w'-]+ ){1,5}?(?:(?:is|are|was|were|seems|appears) (?:\w+ )?(?:cut off|incomplete|truncated|illegible|blank|unreadable)|(?:ends?|stops?|breaks? off) (?:at|after|before|in|with)\b)""",
    firm=r"""\b(?:so|therefore|thus|hence|consequently|accordingly|as a result|which means|meaning|for (?:this|that) reason),? (?:that )?(?:unfortunately,? )?(?:i|we)\b[^.;,]{0,30}?\b(?:cannot|can't|can not|could not|couldn't|unable|not able|don't know|do not know)\b|\b(?:i|we)(?:'m| am)? (?:therefore|thus|hence|consequently) (?:cannot|can't|can not|unable|not able)
        |\b(?:i|we)(?:'m| am| was)? (?:{ADV} )*(?:cannot|can't|can not|could not|couldn't|unable to|not able to)(?: {ADV})* (?:answer|respond)(?=$|[,. ]*$| (?:this|that|it|the question|your question|to (?:this|that|your))\b)|\b(?:so|therefore|thus|hence)\b[^.;]{0,60}\bcan(?:not|'t| not) be (?:determined|answered|established|inferred|given|told)\b|\bquestion\b[^.;,]{0,30}\b(?:cannot|can't|can not) be answered\b|\bi (?:do not|don't) have (?:that|this|any|enough|sufficient|the) (?:\w+ )?(?:information|info|details?|data|answer)\b|\b(?:that|this) (?:information|detail) (?:is not|isn't)\b|\bi (?:do not|don't) know[.! ]*$""",
    unless=r"^(?:if|unless|in case|should you)\b",
    reported=r"""^(?:the|his|her|their|one|a|my) (?:[\w'-]+ ){0,3}?(?:criticism|complaint|objection|concern|weakness|drawback|downside|shortcoming|gap|flaw|limitation|argument)s? (?:\w+ ){0,4}?(?:is|was|are|were) that\b|(?<!which )(?<!that )(?<!this )\b(?:means|signifies|denotes|stands for)\b.*\b(?:no|not|n't)\b|\b(?:not yet|yet to|not so far|n't yet|to date) (?:be |been )?(?:identified|known|announced|determined|found|established|caught|solved)\b|^(?:the |some |many |most |several )?(?:\w+ )?(?:critics|experts|analysts|opponents|supporters|researchers|officials|lawyers|residents|people|reviewers|observers|he|she) (?:say|argue|claim|complain|note|believe|think|object|said)\w*\b|\b(?:said|told (?:\w+ ){1,3}|stated|explained|testified|claimed|claims|admitted|replied|declared|insisted|says|denied|recalled|responded) (?:that )?(?:he|she|they|it|his|her|their|no one|nobody)\b""",
    duty=r"""(?<!i )(?<!we )\b(?:must|shall|mustn't|need not|needn't|(?:do not|does not|don't|doesn't) (?:need|have) to|prohibited|forbidden|no (?:[\w'-]+ ){1,4}?(?:is|are) (?:required|needed|stored|collected|shared|sold|necessary|kept|returned (?:if|when|unless)|shown (?:if|when|unless)))\b(?! (?:be (?:noted|said|stressed)|admit|say|confess))""")
_EN_PARTS = {
    "I": r"(?:i|we)",
    "ADV": r"(?:really|currently|actually|honestly|just|simply|yet|even|quite|entirely|fully|completely|exactly|explicitly|specifically|directly|clearly|also|unfortunately|still|either|always|ever|be able to|reliably|confidently|definitively|accurately|properly|precisely|personally|at all|at this time|at the moment|at present|right now|with certainty|with confidence|for (?:sure|certain)|from the \w+|truly|necessarily|in fact|anywhere|however|therefore|thus|sadly|regrettably|safely|seem to|appear to|appears to|seems to|only|merely|responsibly|immediately|readily|conclusively|itself|themselves|actual|now|so|then|well|much|very)",
    "SOFTLY": r"(?:\w+ly|also|ever|even|yet|just|always|now|still|anywhere|either|really|at all|be able to|seem to|appear to)",
    "NEG": r"(?: (?:do|does|did|could|can|would|will|has|have|had|is|are|was|were)(?: not|n't|nt)| cannot| can not| can't| never| fails? to| failed to)",
    "STRONGN": r"(?:context|documents?|docs?|documentation|sources?|passages?|excerpts?|extracts?|snippets?|texts?|search results?|results i (?:have|got|found|was given)|retrieved results?|materials?|abstracts|knowledge[ -]base|corpus|indexed \w+|(?:provided|given|supplied|available|retrieved|attached|uploaded|shared|above) (?:information|info|content|data|files?|records?|results?|articles?|pages?|chunks?|references?|paragraphs?|sections?)|(?:[\w-]+) (?:that |which )?you (?:have |'ve )?(?:provided|shared|gave|uploaded|pasted|attached|sent)(?: me)?|(?:logs?|lists?|tables?|charts?|spreadsheets?|notes|slides|figures|e-?mails|messages|threads?|posts?|transcripts?|reports?|manuals?|documents?) (?:provided|supplied|attached|given|available)|(?:information|info|content|data|files?|records?|results?|articles?|pages?) (?:provided|given|supplied|available|retrieved|attached|i (?:have|was given|found|can see|have access to)|you (?:have )?(?:provided|shared|gave|uploaded)|at hand|above|here))",
    "WEAKN": r"(?:polic(?:y|ies)|contracts?|manuals?|handbooks?|guides?|guidelines?|articles?|reports?|pages?|faqs?|websites?|sites?|sections?|agreements?|terms|e-?mails?|letters?|brochures?|listings?|papers?|stud(?:y|ies)|authors?|books?|chapters?|memos?|notes?|notice|instructions?|specifications?|specs?|data ?sheets?|catalogues?|catalogs?|statements?|paragraphs?|wiki|posts?|files?|records?|databases?|transcripts?|minutes|leaflet|summary|description|press release|content|information|answer|table|entry|itinerary|schedule|report|review|bill|invoice|release notes|readme|changelog|page|profile|labels?|diary|diaries|journals?|flyers?|prospectus|guidebooks?|menus?|timetables?|forms?|interviews?|blogs?|newsletters?|clauses?|rules|rulebook|receipts?|recipes?|certificates?|biography|obituary|logs?|ledger|tickets?|sheets?|overview|abstracts?|timeline|charter|statute|regulations?|lease|syllabus|announcement|coverage|program(?:me)?|map|captions?|packaging|box|deed|confirmation|packet|agenda|credits|recording|footage|image|photo|scan|screenshot|diagram|judge?ment|ruling|decks?|slides?|presentation|filings?|prospectuses)",
    "STRONG": r"(?:(?:the|these|those|this|that|any of the|my|our|your|all the|any|either|either of the|both|of the) )?(?:(?!and |but |or |is |are |was |by |in )\w+ ){0,2}?{STRONGN}",
    "WEAK": r"(?:(?:the|these|those|this|that|my|our|your|a|any|its|their)(?: \w+){0,3}? {WEAKN}|it|they|that|this|which|who wrote it|neither|nobody)",
    "GAP": r"(?:,? (?!(?:show|say|stat|mention|indicat|suggest|not|report|describ|explain|claim|confirm|tell|specif|note|allow|requir|list|and|but|so|because|unless|prov(?:e|es|ing)|make|reveal|conclude|find|found)(?:s|es|ed|e|ly)?\b)[\w'-]+){0,7}?,?",
    "BROAD": r"(?:mention|say|state|specify|indicate|tell|disclose|reveal|address|discuss|describe|explain|clarify|detail|note|define|list|give|provide|offer|contain|include|cover|answer|report|identify|name|elaborate|refer|touch|comment|have(?! to)|speak|talk|go into|get into|hold|shed|make (?:any|it|that|clear|mention|reference)|appear|seem|relate|help|supply|bear|deal|present|record|set out|spell|actually|allow (?:me|us|one)|let me|enable|permit me|support (?:an?|any|that|this|answering)|go|extend|point|show (?:any|what|when|who|where|how|why|which|whether|that|this|it)|quote|answer|outline|stipulate|confirm|articulate|break (?:\w+ )?(?:down|out)|itemi[sz]e|differentiate|distinguish|document|enumerate|capture|publish|announce|state|pertain|suffice|directly|credit|reflect|resemble|attribute|feature|resolve|settle)\b",
    "STRICT": r"(?:mention|say|state|specify|indicate|identify|get into|tell|disclose|reveal|discuss|clarify|elaborate|address|explain|describe|answer (?:this|that|the|your|it)\b|detail|touch on|refer to|comment on|go into|talk about|speak (?:to|of|about)|stipulate|note (?:that|when|what|how|who|where)|spell out|make (?:it )?(?:clear|any mention|mention)|break (?:\w+ )?(?:down|out)|(?:have|contain|include|provide|give|offer|list|cover|supply) (?:an?y? )?(?:\w+ ){0,2}?{INFO}|give (?:a|an|any|the) (?:\w+ )?(?:date|figure|number|price|reason|name|time|amount|answer (?:this|that|the|your|it)\b|value|year|exact|specific)|name (?:a|an|any|the)|say)\b",
    "AGENT": r"(?:compan(?:y|ies)|ministers?|ministry|presidents?|governments?|police|officials?|teams?|firms?|courts?|judges?|unions?|banks?|schools?|spokes\w+|man|men|woman|women|doctors?|scientists|researchers|people|customers?|users?|students?|members?|laws?|ceo|manager|mayor|king|queen|witness(?:es)?|experts?|critics|parents?|committee|board|city|country|state|manufacturer|seller|landlord|owner|hotel|airline|films?|movies?|songs?|novels?|poems?|painting|speech|king|pope|second|first|other|respondents?|applicants?|participants?|claimants?|tenants?|buyers?|patients?|callers?|clients?|speakers?|candidates?|suspects?|defendants?|victims?|drivers?|passengers?|pilots?|authors? (?:does|did)|poets?|writers?|narrators?|novelists?|artists?|directors?|composers?)\b",
    "INFO": r"(?:information|info|details?|mention|answers?|indications?(?! for)|references?|guidance|specifics|explanations?|documentation|clues?|knowledge|confirmation|data|context|evidence (?:in|about|here)|records? of|figures? for|sources?|relevant (?:documents?|passages?|results?|content|sections?|entry|entries|data|material)|material|instructions on|discussion of|coverage of|description of|statement about|hint|word on|documents? (?:about|on|that)|passages? (?:about|on|that)|results?|basis|trace of|sign of|entr(?:y|ies) (?:for|on|about|in)|(?:section|article|page|chapter|paragraph|heading|line|word)s? (?:about|on|for|in the))",
}
_DE = _Tongue(
    tuple("""nicht nichts unerwahnt ungenannt unbeantwortet ungeklart verschweigt verschweigen kein keine keinen keiner keinem keines keinerlei fehlt fehlen fehlende unklar unbekannt nirgends nirgendwo weder unzureichend unzureichende uberfragt passen offen schweigt schweigen entzieht unmoglich wenig ohne mangels niemand unsicher ausserstande k schwer""".split()),
    ("weiss", "wiss", "find", "fund", "inform", "dokument", "kontext", "erwahn", " sag", "genannt", "nenn", "angab", "angegeb", "quelle", "text", "antwort", "sicher", "bekannt", "unterlage", "klar", "hervor", "hinweis", "ahnung", "uberfragt", "helf", "auskunft", "steht", "beschr", "entnehm", "feststell", "ermittel", "bestimm", "detail", "daten", "moglich", "passen", "offen", "material", "abschnitt", "passage", "vertrag", "handbuch", "gesagt", "bericht", "artikel", "seite", "anleitung", "datei", "aufgefuhrt", "verzeichn", "auszug", "regel", "leitfaden", "quell", "erkenn", "einschatz", "beurteil", "ableit", "ersichtlich", "entzieht", "ergebnis", "treffer", "eingegangen", "verrat", "schweig", "etikett", "beziffer", "vermerkt", " kenn", "kenne", "bestat", "verifiz", "pruf", "urteil", "schatz", "vermut", "rat", "beantwort", "verschweig", "grund", "ursache", "anzeige", "protokoll", "gibt", "dokumentiert", "aussag", "geht um", "vorlieg", "liegt", "hinterleg"),
    r"""
    \bweiss (?:ich )?(?:es |das |dies |leider |dazu |daruber |aber |auch |ehrlich gesagt |im moment |aktuell ){0,4}(?:nicht|nichts|keine)
    \b(?:ich|wir) (?:weiss|wissen) (?:\w+ ){0,4}(?:nicht|nichts)\b
    \b(?:mir|uns) (?:ist|sind|liegt|liegen|fehlt|fehlen|wurde|wurden) (?:\w+ ){0,6}?(?:nicht|nichts|kein\w*|unbekannt|die {INFO}|{INFO})
    \b(?:liegt|liegen|fehlt|fehlen|ist|sind) mir (?:\w+ ){0,6}?(?:nicht|nichts|kein\w*|unbekannt|die {INFO}|{INFO})
    \b(?:habe|haben|hatte|besitze|verfuge|finde|finden|fand|fanden|sehe|kenne|erhielt) (?:ich|wir)? ?(?:\w+ ){0,8}?(?:kein\w*|nicht genug\w*|nicht genugend\w*|nichts|zu wenig\w*) ?(?:\w+ ){0,6}?(?:{INFO}|gefunden|finden|dazu|daruber|hieruber|zugriff|zugang|kenntnis\w*|wissen|ahnung|entdeck\w+|passage\w*|stelle\w*|dokument\w*|text\w*|eintrag\w*|treffer|daten)
    \b(?:ich|wir) (?:\w+ ){0,8}nicht (?:gefunden|weiss|wissen|sagen kann|beantworten kann|finden kann|finden konnte)\b
    \b(?:lasst|lassen) (?:\w+ ){0,6}(?:offen|im dunkeln|unklar|unbeantwortet)\b
    \b(?:ich|wir) (?:\w+ ){0,3}(?:finde|fand|sehe|kenne) (?:\w+ ){0,8}(?:nicht|nichts|kein\w*)
    \b(?:kann|konnte|konnen|konnten|vermag|lasst sich|lassen sich|liess sich|liessen sich|ist|war|sehe mich) (?:[\w-]+ ){0,12}?(?:nicht|kein\w*|nichts|auch nicht|weder)(?: [\w-]+){0,8}? (?:zu )?(?:be)?(?:antworten|beantworten|sagen|finden|feststellen|ermitteln|bestimmen|entnehmen|helfen|weiterhelfen|bestatigen|angeben|anzugeben|mitteilen|beurteilen|ableiten|nennen|erkennen|entdecken|ausmachen|herauslesen|herausfinden|ausfindig|gefunden|beantwortet|entnommen|bestimmt|ermittelt|abgeleitet|festgestellt|sagbar|ersichtlich|grund|vermerk|verschweig|hinterleg|anzeige|einschatzen|klaren|verifizieren|beurteilt|gesagt|geklart|bestatigt|nachvollzogen|beantworten|uberprufen|prufen|auskunft geben|erteilen|entnehmbar|ableitbar|zu entnehmen|beantwortbar|belegen)\b
    \b(?:bin|sind) (?:\w+ ){0,5}(?:nicht (?:ganz |wirklich |vollig )?(?:sicher|in der lage)|unsicher|uberfragt|nicht imstande|ausserstande)
    \bnicht in der lage\b
    \b(?:verrat|sagt|nennt|erwahnt|schweigt|vermerkt|beziffert) (?:sich )?(?:der|die|das|diese[rs]?) [\w-]+ (?:\w+ ){0,3}?(?:nicht|nichts|kein\w*)\b(?! nur)
    \b(?:sagt|sagen|erwahnt|erwahnen|verrat|verraten|nennt|nennen|angegeben|erwahnt|ersichtlich|vermerkt)\b[^.;,]{0,30}?\bnicht\b[^.;,]{0,12}, (?:ob|wer|wann|wie|was|wo|warum|welche\w*|woher|wieviel\w*|wem|wen)\b
    \b(?:der|die|das|diese[rs]?) (?!minister|sprecher|polizei|autor|zeug|firma|regierung)[\w-]+ (?:sagt|erwahnt|verrat|nennt)\b[^.;,]{0,30}?\bnicht\b,? ?(?:ob|wer|wann|wie|was|wo|warum|welche\w*)?
    \b(?:sagt|sagen|verrat|verraten|schreibt|schreiben|berichtet) (?:aber |jedoch |allerdings |hingegen |leider |dazu |hierzu ){0,3}nichts (?:uber|zu|zum|zur|dazu|daruber|hierzu|davon|von)\b
    \b(?:nennt|nennen|erwahnt|erwahnen|enthalt|enthalten|macht|machen|gibt|geben|liefert|liefern|bietet|bieten) (?:aber |jedoch |allerdings |hingegen |leider |dazu |hierzu ){1,3}kein\w*\b
    \ban kein\w* stelle\b
    \bin kein\w* (?:der |dieser |von |meiner )?(?:[\w-]+ ){0,2}?{SRCN}\b
    \bkein\w* (?:[\w-]+ ){1,3}?(?:wird|ist|werden|sind|wurde|wurden) (?:\w+ ){0,3}?(?:genannt|angegeben|erwahnt|aufgefuhrt|spezifiziert|beziffert)\b
    \bgeh(?:t|en) (?:[\w-]+ ){0,14}?(?:nicht|nichts)(?: [\w-]+){0,6}? hervor
    \bnicht hervor(?:geht|gehen)?\b
    \b{SRC}\b(?! zufolge| nach\b)[^.;:,]{0,110}?\b(?:nicht|nichts|kein\w*|weder|nirgends|nirgendwo)\b[^.;,]{0,80}?{SAY}
    \b{SRC}\b(?! zufolge| nach\b)[^.;:,]{0,60}?\b(?:erwahn\w+|nenn\w+|sag\w+|beantwort\w+|enthalt\w*|steh\w+|gib\w*|geb\w+|liefer\w+|mach\w+|beschreib\w+|behandel\w+|spezifizier\w+|erlauter\w+|gehen|geht|aussern|finde\w*|erklar\w+|thematisier\w+|umfass\w+|deck\w+|lasst|lassen|verrat\w*|schweig\w+|liefert|bieten|bietet)\b[^.;,]{0,60}?\b(?:nicht|nichts|kein\w*|weder|nirgends)(?! nur\b)
    \b(?:weder|nirgends|nirgendwo|nicht|nichts)\b[^.;,]{0,30}?\b(?:in|aus) (?:den|dem|der|diesen|diesem|dieser|ihren|meinen)(?: \w+){0,3}? {SRCN}\b
    \bschweig\w* (?:sich )?(?:\w+ ){0,2}?(?:{SRCN}|{WEAK})\b
    \b(?:steht|stehen|findet sich|finden sich|sagen|sagt) (?:\w+ ){0,2}?(?:in|im|aus)? ?(?:den|dem|der|diesem|diesen|die|das) (?:[\w-]+ ){0,2}?(?:{SRCN}|{WEAK}) (?:leider |aber )?(?:nichts|nicht|nirgends)\b
    \b(?:der|die|das|dieser|diese|dieses) (?:{WEAK}|[\w-]*(?:gesetz|vertrag|klausel|satzung)) (?:regel\w+|erwahn\w+|bestimm\w+|klart|klaren|legt) (?:\w+ ){0,4}?(?:nicht|nichts|kein\w*)\b(?! nur)
    \b{SRC}\b[^.;,]{0,40}?\bschweig\w*
    \b(?:kein\w*|weder|nirgends) (?:\w+ ){0,4}?{SRCN}\b[^.;,]{0,60}?{SAY}
    \b(?:erwahn\w+|nenn\w+|sag\w+|beantwort\w+|beschreib\w+|enthalt\w*|geh\w+|gib\w+|mach\w+) (?:\w+ ){0,3}?(?:{SRCN}|{WEAK})\b[^.;,]{0,50}?\b(?:nicht|nichts|kein\w*)(?! nur\b)
    \b{SRCN}\b[^.;]{0,80}\b(?:nicht (?:aber|jedoch|hingegen)|aber nicht|jedoch nicht)\b
    \b(?:{SRCN}|{WEAK})\b[^.;\d]{0,80}\bohne (?:\w+ ){0,6}?(?:zu nennen|anzugeben|zu erwahnen|zu sagen|zu beschreiben|zu spezifizieren)
    \b{WEAK}\b(?! zufolge)[^.;,]{0,40}?\b(?:erwahn\w+|nenn\w+|sag\w+|spezifizier\w+|thematisier\w+|erlauter\w+|aussert|prazisier\w+|schweig\w+)\b[^.;,]{0,60}?\b(?:nicht|nichts|kein\w*|weder|sich nicht)(?! nur\b)
    \b{WEAK}\b(?! zufolge)[^.;,]{0,70}?\b(?:nicht|nichts|kein\w*|weder)\b[^.;,]{0,50}?\b(?:erwahnt|genannt|angegeben|gesagt|spezifiziert|thematisiert|eingegangen|ein|beantwortet|prazisiert|festgehalten|zu finden|{INFO})
    \b(?:kein\w*|nicht genug\w*|nicht genugend\w*|nicht ausreichend\w*|zu wenig\w*|unzureichend\w*|fehlende|mangels|es fehlen|es fehlt an|ohne weitere|ohne zusatzliche|mangelnde\w*) (?:[\w-]+ ){0,3}?{INFO}\b
    \b{INFO}\b[^.;,]{0,90}?\b(?:nicht|nirgends|leider nicht)(?: [\w-]+){0,5}? ?(?:vor|verfugbar|vorhanden|enthalten|gefunden|finden|zu finden|angegeben|bekannt|genannt|ersichtlich|erwahnt|entnehmen|hervor|bereitgestellt|verfugung|aufgefuhrt|ausreichend|aus|zuganglich)\b
    \b{INFO}\b[^.;,]{0,60}?\b(?:fehlt|fehlen|reicht nicht|reichen nicht)\b
    \b(?:es )?(?:fehlt|fehlen)\b[^.;,]{0,40}?\b{INFO}\b
    \b(?:wird|werden|ist|sind|wurde|wurden|steht|stehen|findet sich|finden sich)\b[^.;,]{0,70}?\b(?:nicht|nirgends|nichts|mit keinem wort)(?: [\w-]+){0,6}? ?(?:erwahnt|genannt|spezifiziert|beschrieben|aufgefuhrt|thematisiert|behandelt|ersichtlich|ableitbar|beantwortet|dokumentiert|gesagt|eingegangen|erlautert|prazisiert|ausgefuhrt|zu entnehmen|beantwortbar)\b
    \b(?:wird|ist|sind|werden) (?:[\w-]+ ){0,8}?nicht (?:naher |genau |explizit |konkret )?angegeben\b
    \b(?:steht|stehen|stand|sagt|sagen|findet sich|finden sich|lese|gibt es)\b[^.;,]{0,60}?\b(?:nichts|kein wort) (?:daruber|davon|dazu|zum?|zur|uber|von)\b
    \b(?:dazu|daruber|hierzu|davon|diesbezuglich|dort|darin|zu diesem thema|zu dieser frage)\b[^.;,]{0,30}?\b(?:steht|stehen|findet|finden|gibt|liegen|liegt|ist|sind|wird)\b[^.;,]{0,50}?\b(?:nicht|nichts|kein\w*)
    \b(?:ist|bleibt|sind) (?:[\w-]+ ){0,4}(?:unklar|offen|unbekannt|nicht klar|nicht bekannt|nicht eindeutig|ungeklart)(?=[\s.!]*$|,? (?:aus|anhand|ob|wann|wie|wer|was|wo|welche)|,)
    \b(?:taucht|tauchen|kommt|kommen|erscheint|erscheinen|findet sich|steht)\b[^.;,]{0,40}?\b(?:nirgends|nirgendwo|nicht)\b(?: auf| vor)?(?=[\s.]*$|[^.;,]{0,30}{SRCN})
    \b(?:taucht|tauchen|kommt|kommen|erscheint|erscheinen)\b[^.;,]{0,20}?{SRCN}[^.;,]{0,20}?\b(?:nirgends|nirgendwo|nicht)\b
    \bfehl(?:t|en)\b[^.;,]{0,20}?\b(?:in|im) (?:\w+ ){0,2}?{SRCN}
    \b(?:in|aus) (?:den|dem|der|diesen) (?:\w+ )?{SRCN}\b[^.;,]{0,40}?\bkein\w* [^.;,]{1,40}?\b(?:aufgefuhrt|genannt|angegeben|erwahnt|enthalten|verzeichnet|aufgelistet|zu finden)\b
    \bweder (?:im|in|auf|aus) [^.;]{1,60}? noch [^.;]{1,80}?\b(?:gefunden|erwahnt|genannt|zu finden|angegeben|enthalten|geregelt|vermerkt|aufgefuhrt|beschrieben|hervor)\b
    \bweder (?:der|die|das) [^.;,]{1,40} noch (?:der|die|das) [^.;,]{1,40}? (?:nenn|erwahn|enthalt|gibt|geben|mach|sag|beschreib|regel|bestimm)\w*
    \b(?:gibt|geben) (?:aber |jedoch |allerdings |leider |\w+ ){0,3}nicht an\b
    \b{SRC}\b[^.;,]{0,30} (?:ist|sind) (?:\w+ )?(?:unzureichend|nicht ausreichend)\b
    \b(?:{SRCN}|{WEAK})\b[^.;]{0,80}, [^.;,]{1,40} (?:fehlt|fehlen)$
    \bweder (?:im|in|auf) [^.;]{1,60}? noch [^.;]{1,40}?\b(?:habe|konnte|fand|finde) ich
    \b(?:keine ahnung|keine angaben?|keinerlei angaben?|uberfragt|muss (?:ich )?(?:leider )?passen|nicht weiterhelfen|entzieht sich|nicht beantwort\w+|kein kommentar|nicht zu (?:sagen|beantworten|entnehmen|ermitteln|finden))\b
    \b(?:unmoglich|nicht moglich|schwer)\b[^.;]{0,60}? zu (?:sagen|beantworten|bestimmen|ermitteln|beurteilen|erkennen)
    \breich(?:t|en) (?:[\w-]+ ){0,5}nicht (?:\w+ )?(?:aus|dafur)
    \b(?:kenne|weiss|finde|sehe|habe) ich (?:\w+ ){0,3}(?:nicht|nichts|keine\w*)(?=[\s.!]*$|,)
    \b(?:trifft|treffen|gibt|geben|macht|machen|liefert|liefern|bietet|bieten)\b[^.;,]{0,40}?\bkein\w* (?:[\w-]+ )?(?:aussagen?|angaben?|auskunft|aufschluss|hinweise?|antwort|information(?:en)?|details?|datum|termin|zahlen|grunde?|preise?|namen)\b
    \b(?:{SRCN}|{WEAK})\b[^.;\d]{0,80}\b(?:geht es um|handel\w+|beschreib\w+|behandel\w+|befass\w+|sprechen|spricht)\b[^.;\d]{0,80}, nicht (?:um|uber|von|die|den|der|das|dem|aber)\b
    \b(?:ist|sind|steht|stehen|wird|werden|findet|finden) (?:sich )?(?:darin|dort|hier|da|in ihr|in ihm) (?:aber |jedoch |leider |allerdings )?nicht\b
    \b(?:gibt|geben) (?:der|die|das|diese[rs]?) [\w-]+ (?:\w+ )?(?:nichts|nicht|kein\w*)(?: [\w-]+)? ?(?:her|preis|an|auskunft|aufschluss)?\b
    \b(?:verschweig\w*|unterschlag\w*|lasst (?:\w+ ){1,4}(?:aus|weg|offen))\b
    \b(?:nennt|nennen|erwahnt|gibt|enthalt|liefert)\b[^.;,]{0,30}?\bkeine?n? (?:\w+ )?(?:grund|grunde|ursache|uhrzeit|zeit|datum|termin|namen?|preise?|zahlen?|betrag|frist|adresse|erklarung|kosten)\b
    \b(?:ist|sind|wird|wurde|steht)\b[^.;,]{0,60}?\bnicht (?:\w+ )?(?:vermerkt|hinterlegt|ausgewiesen|benannt|beziffert|verzeichnet|abgedruckt|notiert)\b
    \bschein(?:t|en) [^.;,]{0,40}\bnicht (?:\w+ )?(?:zu behandeln|zu erwahnen|einzugehen|zu enthalten|behandelt|erwahnt|abzudecken)\b
    \b(?:bleibt|bleiben|ist|sind|wird)\b[^.;,]{0,50}?\b(?:unerwahnt|ungenannt|unbeantwortet)\b
    \bgenug(?:t|en) (?:[\w-]+ ){0,5}nicht\b
    \bnichts\b[^.;,]{0,40}\b(?:sagt|deutet|weist|verrat|zeigt|belegt|gibt)\b[^.;,]{0,20}, (?:wer|ob|wann|wie|was|wo|warum|welche\w*)\b
    \bnenn(?:t|en) (?:\w+ ){0,2}kein\w* (?:\w+ )?(?:grund|grunde|ursachen?|einzelheiten)\b
    \b(?:name|wort|begriff|datum|zahl)\b[^.;,]{0,30}?\bfallt\b[^.;,]{0,30}?\bnicht\b
    \b(?:haben|fuhren) wir (?:[\w-]+ ){0,4}?kein\w* (?:artikel|eintrag|beitrag|dokument|unterlagen?|angaben)\b
    ^(?:unbekannt|nicht bekannt|nicht angegeben|nicht gefunden|nicht erwahnt|keine antwort(?: gefunden)?|k\. ?a\.?|nicht sicher|nicht vorhanden|nichts gefunden)[.! ]*$
    """,
    r"""\b(?:(?:kollegen?|kollegin|team|mitarbeiter\w*|jemand)\b[^.;]{0,40}\b(?:melde\w*|meldet|helfen|weiterhelfen|kummern)|ich verstehe|verstandlich|dass sie (?:\w+ ){0,6}(?:wissen|suchen)|entschuldig\w*|tut mir (?:sehr )?leid|leid|bedaure\w*|leider[.! ]*$|bitte|gern|gerne|danke|vielen dank|wenden sie|kontakt\w*|kundendienst|kundenservice|support|fragen sie|prufen sie|schauen sie|empfehle\w*|empfiehlt|ratsam|am besten|weitere fragen|helfen|helfe|hilfe|behilflich|weiterhelfen|wenn (?:sie|du|ihr)|falls (?:sie|du|ihr)|sobald|konnten sie|kannst du|mochten sie|zusatzliche (?:informationen|dokumente)|mehr (?:informationen|details|kontext)|teilen sie|laden sie|geben sie|stellen sie|nennen sie|(?:ich habe|habe ich|hab ich) (?:[\w-]+ ){0,6}(?:durchsucht|gepruft|durchgesehen|gelesen|gesucht|angesehen|durchgelesen|gesichtet|nachgesehen|nachgeschaut|angeschaut|durchgegangen|durchforstet)|nach (?:durchsicht|prufung|sichtung)|ihre frage|deine frage|die frage|spekul\w*|raten|vermutung\w*|sie (?:konnen|konnten|sollten) (?:\w+ ){0,5}(?:fragen|wenden|nachsehen|nachfragen|prufen|kontaktieren|schauen)|hallo|guten tag)\b""",
    r"""\b(?:{SRC}|sie|es|diese|dort)\b[^.;]{0,40}?\b(?:nur|lediglich|ausschliesslich|hauptsachlich|vor allem|behandel\w+|handel\w+|beschreib\w+|bezieh\w+|beschaftig\w+|befass\w+|thematisier\w+|geht es|drehen|enthalt\w*|enthalten|erwahn\w+|beschrank\w+|betreffen|betrifft|decken|informier\w+)\b
        |^(?:der|die|das|diese[rs]?|ihre?) (?:[\w-]+ )?{WEAK} (?:[\w-]+ )?(?:nur|lediglich|behandel\w+|handel\w+|beschreib\w+|erwahn\w+|nenn\w+|bezieh\w+|beschaftig\w+|befass\w+|thematisier\w+|beschrank\w+|betrifft|betreffen|regel\w+|erlauter\w+|stellt [^.;,\d]{1,80} vor|halt [^.;\d]{1,60} fest|vermerkt|notiert|verzeichnet|meldet|melden|berichtet|berichten|verkundet|informier\w+)\b
        |^(?:es (?:wird|werden|ist) (?:nur|lediglich) |(?:erwahnt|genannt|angegeben|beschrieben) (?:wird|werden|ist|sind) (?:nur|lediglich)\b)
        |^(?:nur|lediglich|auch nicht|oder|noch|sondern nur|und auch nicht)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:aber|jedoch|allerdings|doch|sondern|wobei|obwohl|obgleich|wahrend|ausser dass|auch wenn|weshalb|sodass|daher|deshalb|dennoch|trotzdem)[\s,]",
    r",?\s(?:und|sowie)\s",
    "ob wann wie wer was wo warum welche welcher welches wenn falls dass weil da seit bezuglich hinsichtlich betreffs zu uber um inklusive wie oder noch nicht insbesondere auch nur wieviel wieso woher wohin sodass",
    "in im aus auf bei nach laut gemass leider derzeit aktuell anhand basierend aufgrund mit ohne zu zum zur uber von vom fur an am auch hierzu dazu also nun tut obwohl obgleich wahrend auch ehrlich soweit im den dem momentan bedauerlicherweise diesbezuglich trotz nein",
    "", r"^(?:ja|vermutlich|wahrscheinlich|vielleicht|moglicherweise|wohl|in der regel|normalerweise|etwa|ungefahr|circa|ca\.?|schatzungsweise|eventuell|rund|knapp|ich (?:denke|glaube|vermute|schatze|nehme an))\b",
    wide=r"""^(?:(?:zwar|leider|hier) )?(?:(?:der|die|das|diese[rs]?|ihre?|alle|beide) )?(?:[\w-]+ ){0,1}?(?:{SRCN}|{WEAK})\b(?: [\w-]+){0,2}? ?\b(?:regel\w+|beschreib\w+|behandel\w+|nenn\w+|erlauter\w+|erklar\w+|enthalt\w*|liste\w+|fuhr\w+|geh\w+|befass\w+|erwahn\w+|informier\w+|thematisier\w+|umfass\w+|gib\w+|geben|stell\w+|zeig\w+|bezieh\w+|konzentrier\w+|betreff\w+|betrifft|deck\w+|dokumentier\w+)\b(?!,? dass)""",
    firm=r"""\b(?:daher|deshalb|somit|folglich|also|sodass|weshalb|deswegen|darum|so dass)\b[^.;]{0,80}?\b(?:nicht|keine\w*|nichts)\b[^.;]{0,60}?\b(?:beantwort\w+|sagen|antwort\w*|mitteilen|nennen|bestimmen|angeben|helfen|feststellen|beurteilen|auskunft|ermitteln|machen|moglich|finden)\b|\bfrage\b[^.;]{0,50}\bnicht (?:\w+ )?(?:be)?antwort\w*|\bnicht beantwort\w*""",
    unless=r"^(?:wenn|falls|sofern|sollten? sie)\b",
    relative=r"^(?:(?:auf|in|mit|fur|von|zu|bei|an|uber|aus|nach|um|durch|unter) )?(?:der|die|das|dem|den|deren|dessen|denen|welche[rsmn]?)(?: (?!\d)[\w-]+){1,9} [\w-]*(?:t|en|st|war|ist|sind|hat)$",
    reported=r"""^(?:die|der|das|ein|eine|mehrere|viele|einige) (?:[\w-]+ )?[\w-]*(?:patient|zeug|ermittler|forscher|minister|sprecher|angeklagte|antragsteller|kund|nutzer|teilnehmer|befragte|polizist|beamt|arzt|arzte|mieter|vermieter|behorde|polizei|gericht|unternehmen|verdachtige|gutachter|wissenschaftler|bewerber|bewohner|lehrer|schuler|fahrer|kommission|staatsanwalt|regierung|prufer|archaolog|historiker)\w{0,4} (?:hab|hat|konnt|kann|konn|wuss|weiss|wiss|fand|find|macht|gab|gib|geb|nannt|wollt|sah|seh|erhielt)\w*|^(?:der|die|das|ein|eine|sein|ihr)\w* (?:[\w-]+ )?[\w-]*(?:kritik|kritikpunkt|vorwurf|einwand|nachteil|schwache|argument)\w* (?:\w+ ){0,3}(?:ist|war|lautet), dass\b|\b(?:bislang|bisher|noch|bis heute) (?:immer )?nicht (?:\w+ )?(?:ermittelt|gefunden|gefasst|geklart|identifiziert|bekannt|festgestellt|bestimmt)\b|^(?:[\w-]+ )?(?:kritiker\w*|experten|gegner|anwohner|forscher|anwalte|beobachter)\b|\b(?:sprecher\w*|minister\w*|polizei|er|zeug\w+|forscher\w*|arzte|arztin|firma|behorde|gemeinde|direktor\w*|experten|anwalt|gericht|unternehmen|studien?|untersuchung|versuch\w*|tests?) (?:konnte|konnten|kann|konnen|wusste|wussten|weiss|hat|hatte|hatten|wollte)\b|\b(?<!ich )(?:erklarte|sagte|behauptete|versicherte|raumte|beteuerte|betonte|antwortete|ausserte|teilte mit|gab an|gestand|berichtete)n? ?(?:[\w-]+ ){0,3}[\w-]*,|\b(?:erklarte|sagte|behauptete|versicherte|betonte)n?, (?:er|sie|ihm|ihr|ihnen|man)\b""",
    duty=r"""(?<!ich )(?<!wir )(?<!man )\b(?:darf|durfen|durfte|mussen|muss|braucht|brauchen|verboten|untersagt|(?:speicher|sammel|verkauf|erheb|erfass|verlang|teil|ubermittel)(?:t|n|en) kein\w*|kein\w* (?:auskunft|information\w*|daten) (?:\w+ ){0,3}(?:erteilt|weitergegeben|herausgegeben|gespeichert|erhoben|benotigt|erforderlich))\b(?! (?:ich|wir|man|offen|hier))""")
_DE_PARTS = {
    "SRCN": r"(?:[\w-]*dokument\w*|unterlagen?|[\w-]*quellen?|[\w-]*text\w*|[\w-]*kontext\w*|abschnitt\w*|auszug\w*|auszuge\w*|textstelle\w*|passagen?|[\w-]*material\w*|dateien?|wissens(?:datenbank|basis)|suchergebnis\w*|treffer\w*|ausschnitt\w*|bereitgestellten \w+|vorliegenden \w+|verfugbaren \w+|[\w-]+,? (?:die|das|den|dem|der) (?:sie|du)(?: mir)? (?:bereitgestellt|geschickt|gegeben|zur verfugung gestellt|ubermittelt|geteilt|hochgeladen) (?:haben|hast)\b)",
    "SRC": r"(?<!laut )(?<!laut dem )(?<!laut den )(?<!laut der )(?<!gemass )(?<!gemass dem )(?<!gemass den )(?<!nach dem )(?<!nach den ){SRCN}",
    "WEAK": r"(?<!laut )(?<!laut dem )(?<!laut der )(?<!gemass )(?<!gemass dem )(?<!gemass der )(?:[\w-]*vertrag\w*|[\w-]*richtlinien?|[\w-]*handbuch\w*|[\w-]*artikel\w*|[\w-]*bericht\w*|[\w-]*seiten?|[\w-]*anleitung\w*|beschreibung\w*|broschuren?|faq|agb|satzung|[\w-]*ordnung|e?-?mail|schreiben|sie|er|darin|dort|kritik|rezension|[\w-]*zettel|[\w-]*bedingungen|merkblatt|[\w-]*blatt|[\w-]*etikett\w*|[\w-]*tagebuch\w*|[\w-]*broschuren?|flyer|prospekt|[\w-]*klauseln?|speisekarte|fahrplan|formular|interview|[\w-]*urteil|packung|verpackung|rezept|testament|lebenslauf|biografie|datenblatt|[\w-]*ubersicht|[\w-]*tabelle|[\w-]*verzeichnis|[\w-]*heft|anzeige|bestatigung|[\w-]*schein|programm|[\w-]*buch|eintrag|[\w-]*mitteilung|katalog|satzung|[\w-]*protokoll\w*|leitfaden|[\w-]*plan|rechnung|angebot|studien?|autor\w*)",
    "SAY": r"\b(?:erwahn\w*|sag\w+|gesagt|nenn\w+|genannt|angegeben|angeb\w*|beschr\w+|enthalt\w*|enthalten|steht|stehen|stand|find\w+|gefunden|hervor\w*|aufgefuhrt|spezifi\w+|beantwort\w*|behandel\w*|thematis\w+|eingegangen|ein\b|aus\b|aussag\w*|auskunft|angaben?|information\w*|hinweis\w*|liefer\w*|vorhanden|dokumentiert|festgelegt|aufschluss|antwort\w*|mach\w+|gibt|geben|verrat\w*|ausser\w*|definier\w*|klar|eindeutig|ersichtlich|ableit\w*|details?|daten|bezug|rede|eingeh\w*|erlaut\w*|entnehm\w*|beziffert|abgedeckt|aussagen?|die rede|erwahnung|klart|klaren|geklart|hergeb\w*|her\b|preis\b|preisgeb\w*|berichte\w*|erklar\w*|angesprochen|spricht|sprechen|anfuhr\w*|angefuhrt|darleg\w*|dargelegt|biet\w+|offen|beleg\w+|schreib\w*|geschrieben|wort|deutlich|rede)",
    "INFO": r"(?:information(?:en)?|infos?|angaben?|hinweise?n?|auskunft|auskunfte|antwort(?:en)?|details?|einzelheiten|anhaltspunkte?n?|aussagen?|erwahnung(?:en)?|ergebnisse?n?|treffer|erkenntnisse?n?|daten(?= (?:zu|uber|dazu|verfugbar|vor|vorhanden|gefunden|liegen))|belege?(?! dafur)|kenntnisse?|textstellen?|passagen?|anhalt|datengrundlage|stelle|hinweis)",
}
_FR = _Tongue(
    tuple("""l'ignore j'ignore incapable incapables insuffisants silence tait taisent omet qu'aucune pas aucun aucune aucuns ignore ignorons impossible rien ne manque manquent nulle inconnu inconnue sans insuffisant insuffisante insuffisantes insuffisants ni absent absente muet muets muettes difficile jamais non hors guere""".split()),
    ("sais", "trouv", "inform", "document", "context", "mention", "precis", "indiq", " dit", "source", "repond", "reponse", "texte", " sur", "certain", "donnee", "fourni", "dispos", "idee", "ignore", "determin", "extrait", "fichier", "resultat", "article", "contrat", "rapport", "guide", "manuel", "page", "bail", "regle", "juger", "traite", "specifi", "parl", "abord", "connais", "connu", "dire", "aider", "detail", "figur", "contien", "possible", "passage", "element", "renseign", "savoir", "sait", "evoqu", " donne", "explique", "confirm", "verif", "tranch", "estim", "garant", "affirm", "permet", "prononc", " pas connu", "comport", "programme", "verifier", " nom ", "sembl", "cause", "raison", "motif", "disent", "transmis", "envoye", "ne dit"),
    r"""
    \brien (?:n'y |n'|ne )(?:y )?(?:est |figure |soit )?(?:dit|mentionne|indique|precise|ecrit|note)\w*\b
    \b(?:je|nous|on) (?:ne |n')?(?:le |la |l'|en |vous )?(?:sais|savons|sait|connais|connaissons|saurais|saurait) (?:\w+ ){0,3}?(?:pas|rien|guere|aucun\w*)\b
    \b(?:je ne sais|je ne saurais|j'ignore|je l'ignore|nous ignorons|on ignore|aucune idee|pas la moindre idee|donner ma langue)\b
    \b(?:je|nous|on) (?:ne |n')?(?:\w+ )?(?:peux|peut|pouvons|puis|pourrai|parviens|arrive|suis|sommes|reussis|saurais|pourrais) (?:\w+ ){0,3}?(?:pas|rien|malheureusement pas|donc pas)? ?(?:\w+ |d'|l'|a |en |vous |y |de |malheureusement ){0,5}?(?:repondre|trouver|dire|determiner|aider|confirmer|preciser|indiquer|identifier|etablir|verifier|localiser|prononcer|deviner|communiquer|savoir|verifier|renseigner|certaine?|sure?|en mesure|affirmer|deduire|fournir (?:\w+ ){0,3}(?:reponse|information\w*|detail\w*|date|chiffre|precision\w*)|donner (?:\w+ ){0,3}(?:reponse|information\w*|detail\w*|date|chiffre|precision\w*))\b(?<!je peux dire)(?<!je peux aider)(?<!je peux vous aider)(?<!je suis sur)(?<!je suis certain)
    \bj'?e? ?(?:n'|ne )(?:ai|dispose|trouve|vois|possede|detiens|connais|parviens)\b[^.;,]{0,50}?\b(?:pas|aucun\w*|rien|trouve|ni)\b(?! (?:de doute|besoin))
    \b(?:nous|on) (?:n'|ne )(?:avons|a|disposons|trouvons|voyons|possedons)\b[^.;,]{0,40}?\b(?:pas|aucun\w*|rien)\b[^.;,]{0,50}?\b(?:{INFO}|trouve\w*)\b
    \bj'ai (?:rien|pas) trouve\b
    \b(?:suis|sommes) (?:\w+ )?incapables? d
    \b(?:je )?crains (?:de |d')(?:ne pas|n'avoir)
    \b{INFO}\b[^.;,]{0,60}?\b(?:est|sont|restent?|semblent?) (?:\w+ )?(?:insuffisant|absent|manquant|lacunaire|incomplet)\w*
    \b{SRC}\b(?:(?!\b(?:indiqu|dis|dit|affirm|montr|precis|confirm|mentionn|signal|stipul|suggere|declar|rapport|expliqu|not)\w* (?:que|qu')\b)[^.;,]){0,40}?\b(?:gard\w+ le silence|restent? silencieu\w+|laiss\w+ (?:la question|ce point|cela|cette question)|passent? (?:\w+ )?sous silence)
    \b{SRC}\b(?:(?!\b(?:indiqu|dis|dit|affirm|montr|precis|confirm|mentionn|signal|stipul|suggere|declar|rapport|expliqu|not)\w* (?:que|qu')\b)[^.;,]){0,80}?(?:\bne |\bn'|\bni )[^.;,]{0,15}?{SAY}\w*[^.;,]{0,30}?\b(?:pas|aucun\w*|rien|nulle part|ni|guere|jamais)\b
    \b{SRC}\b(?:(?!\b(?:indiqu|dis|dit|affirm|montr|precis|confirm|mentionn|signal|stipul|suggere|declar|rapport|expliqu|not)\w* (?:que|qu')\b)[^.;,\d]){0,80}\bsans (?:\w+ )?(?:donner|preciser|indiquer|mentionner|dire|fournir|specifier|nommer)
    \b{SRC}\b(?:(?!\b(?:indiqu|dis|dit|affirm|montr|precis|confirm|mentionn|signal|stipul|suggere|declar|rapport|expliqu|not)\w* (?:que|qu')\b)[^.;,]){0,40}?\b(?:reste\w*|est|sont|demeurent?) (?:\w+ )?(?:muet\w*|silencieu\w+|flous?|vagues?)\b
    \b{WEAK}\b[^.;,]{0,60}?(?:\bne |\bn')[^.;,]{0,10}?(?:mentionn|precis|indiqu|dit|disent|parl|abord|evoqu|specifi|fait|font|stipul|signal|detaill|expliqu|fourni\w+ (?:pas|aucun)|donne\w* (?:pas|aucun)|contien\w+ (?:pas|aucun\w*))\w*[^.;,]{0,30}?(?:\b(?:pas|rien|nulle part|jamais)\b|\baucun\w* (?:\w+ ){0,2}?(?:{INFO}|date|chiffre|montant|delai|prix))
    \baucun\w* (?:\w+ |l'){0,4}?{SRCN}\b[^.;]{0,60}?(?:\bne |\bn')(?:mentionn|precis|indiqu|dit|parl|abord|evoqu|specifi|repond|fait|contien|fourni|donn|trait|permet|concern|comport)
    \baucun\w* (?:\w+ ){0,3}?(?:informations?|mentions?|indications?|precisions?|details?|references?|renseignements?|traces?|elements? (?:de reponse|permettant|dans)|resultats?|reponses?)\b
    \baucun\w* (?:\w+ ){0,2}?(?:donnees?|elements?|chiffres?) (?:\w+ ){0,3}?(?:disponible|fourni|sur|concernant|a ce sujet|dans|trouve)
    \b(?:pas|manque|absence|trop peu|insuffisamment) (?:assez |suffisamment |\w+ )?(?:d'|de |des )(?:\w+ )?(?:informations?|mentions?|reponses?|precisions?|details?|renseignements?|elements?|contexte|indications?)\b
    \b(?:n'est|ne sont|n'a|n'ont|n'etait|n'y est|n'y sont)(?: \w+){0,3}? (?:pas|nulle part|jamais)(?: \w+){0,3}? (?:mentionne\w*|precise\w*|indique\w*|specifie\w*|abord\w*|evoque\w*|traite\w*|clair\w* (?:d'apres|dans|a partir)|stipule\w*|detaille\w*|possible de (?:dire|determiner|repondre|savoir|preciser|confirmer|trouver|etablir))
    \b(?:n'est|ne sont|n'a|n'ont|ne figure\w*|n'apparai\w+|ne se trouve\w*|n'y figure\w*)\b[^.;,]{0,20}?\b(?:pas|nulle part|aucun\w*)\b[^.;,]{0,60}?\b(?:dans|par|parmi|sur) (?:\w+ |l'){0,3}?{SRCN}
    \b{INFO}\b[^.;,]{0,80}?(?:\bn'est|\bne sont|\bn'a|\bn'ont|\bne figure|\bn'apparai|\bne se trouve|\bmanqu|\bfont defaut|\bfait defaut|\bn'etait)[^.;,]{0,60}
    \b(?:manque\w*|fait defaut|font defaut) (?:dans|a|au) (?:\w+ ){0,2}?{SRCN}
    \b(?:peux|peut|pouvons|saurais|puis) pas (?:\w+ )?(?:juger|en juger|estimer|evaluer|conclure|trancher)\b
    \b(?:le|la|les|l'|ce|cet|cette|ces|votre|notre) ?(?:\w+ ){1,3}ne (?:mentionne|precise|specifie|indique|stipule|dit|disent)\w* (?:pas|rien)\b
    \bquestion\b[^.;,]{0,30}\bne (?:peut|peuvent|saurait) (?:pas )?
    \bne (?:peut|peuvent) (?:pas )?etre (?:\w+ )?(?:determine|etabli|deduit|confirme|precise|repondu)\w*
    \bne figure\w* (?:\w+ )?(?:pas|nulle part)\b
    \b(?:impossible|difficile) (?:\w+ |pour moi )?de (?:le |la |vous |les )?(?:dire|determiner|repondre|savoir|preciser|confirmer|trouver|etablir|verifier|donner)
    \bne permet\w* (?:\w+ )?(?:pas|guere|aucunement) (?:\w+ )?(?:de |d')(?:\w+ )?(?:repondre|determiner|savoir|dire|preciser|etablir|confirmer|conclure)
    \brien (?:n'est (?:dit|precise|indique|mentionne)|dans|ne (?:precise|indique|mentionne|permet|dit)|n'indique|a ce sujet|la-dessus|sur ce)
    \b(?:hors|au-dela) (?:de )?(?:du |mon |ma )?(?:champ|portee|sujet|cadre)
    \b(?:pas (?:tout a fait |vraiment )?(?:sure?|certaine?))\b(?! que (?:ce|cela) soit)
    \bn(?:e |')(?:figure\w*|apparai\w+|est|sont|se trouve\w*)\b[^.;,]{0,40}?\bdans aucun\w* (?:\w+ |l'){0,3}?{SRCN}
    \baucun\w* (?:[\w']+ ){1,4}?(?:n'est|ne sont|n'a ete|n'ont ete) (?:\w+ )?(?:indique|mentionne|precise|specifie|communique|evoque)\w*
    \baucun\w* (?:[\w']+ ){0,2}?{DATUM} (?:[\w']+ ){0,3}?(?:n'est|ne sont|n'a ete|n'ont ete) (?:\w+ )?(?:donne|fourni|cite|avance|livre|apporte|propose|liste|trouve)\w*
    \b(?:ne |n')(?:dit|disent|precise\w*|indique\w*|mentionne\w*|explique\w*|specifie\w*|revele\w*) (?:\w+ ){0,2}?pas (?:\w+ )?(?:combien|qui\b|quand|comment|ou\b|si\b|s'il|s'ils|quel\w*|pourquoi|ce qu)
    \b(?:a aucun (?:moment|endroit)|nulle part)\b[^.;,]{0,40}?(?:\bne |\bn')(?:indique|precise|mentionne|dit|evoque|parle|est|sont|donne|nomme)\w*
    \b(?:n'est|ne sont|n'y est) (?:\w+ )?(?:donne|indique|mentionne|precise|cite|nomme|ecrit|dit)\w* nulle part
    \b(?:n'ai|n'avons) (?:\w+ )?(?:pas |aucune )(?:\w+ )?connaissance
    \bne (?:m'|nous )(?:est|sont) pas (?:connu|communique|parvenu|accessible)\w*
    \bne (?:me |nous |vous )permet\w* (?:\w+ )?(?:pas|guere) 
    \bne se prononc\w+ (?:\w+ )?pas\b
    \b(?:n'y est|n'y sont|n'y figure\w*|n'y apparai\w+|n'y trouve|ne s'y trouve\w*) (?:\w+ )?(?:pas|nulle part|aucun\w*)\b
    \b(?:{SRCN}|{WEAK})\b[^.;\d]{0,20}\b(?:parl\w+|traite\w*|port\w+|evoqu\w+|concern\w+|decri\w+|abord\w+)\b[^.;\d]{0,80}(?:, (?:et )?|,? mais )(?:pas|non) (?:pas )?(?:du|de|des|d'|sur|le|la|les|au|son|sa)\b
    (?:\bne |\bn')(?:donn|fourni|indiqu|mentionn|comport|contien|precis|cit|nomm)\w* (?:\w+ )?(?:aucun\w*|pas (?:de |d'|la |le |les )) ?(?:\w+ ){0,2}?(?:dates?|chiffres?|prix|montants?|noms?|delais?|adresses?|raisons?|horaires?|tarifs?|couts?|nombres?|indications?|informations?|details?|explications?)\b
    \b(?:{SRCN}|{WEAK})\b[^.;,]{0,40}? (?:tait|taisent|omet|omettent|passe sous silence)\b
    \b(?:{SRCN}|{WEAK})\b[^.;]{0,80}?\bsans (?:en |\w+ )?(?:donner|preciser|indiquer|mentionner|dire|fournir|specifier|nommer|expliquer)\b
    (?:\bne |\bn'(?:en )?)(?:donn|comport|expliqu|indiqu|mentionn|precis|contien)\w* (?:\w+ )?(?:pas|aucun\w*) (?:la |le |les |l'|de |d')?(?:\w+ )?(?:cause|raison|motif|heure|nom|date|prix|horaire|montant|explication)\w*\b
    \b(?:{SRCN}|{WEAK})\b[^.;,]{0,20} (?:list|cit|donn|indiqu|mentionn|nomm|present|couvr|contien|enumer|recens|detaill)\w*\b[^.;]{0,80}(?:, (?:et )?|,? mais )(?:pas|non) (?:celui|celle|ceux|celles|pour|en|le|la|les|du|de)\b
    \bne (?:fait|font) (?:\w+ )?(?:pas|aucun\w*) (?:mention|reference|etat|allusion)\b
    \baucun\w* [^.;,]{1,50}? (?:ne figure|n'apparai|n'est|ne se trouve)\w* [^.;,]{0,20}?\b(?:dans|sur|parmi) (?:\w+ |l'){0,3}?(?:{SRCN}|{WEAK})\b
    \b(?:je|nous) ne (?:peux|pouvons|saurais) (?:\w+ )?pas (?:vous |te )?(?:donner|fournir|indiquer|communiquer|preciser) (?:\w+ ){0,2}?(?:l')?{DATUM}\b
    \brien (?:sur|concernant|au sujet d)
    \bni (?:le |la |les |l')[^.;,]{1,40} ni (?:le |la |les |l')[^.;,]{1,40}? (?:ne |n')(?:indiqu|mentionn|di[st]|precis|specifi|contien|donn|prevo|fix|comport|fourni)\w*
    \b{SRC}\b[^.;,]{0,30} (?:est|sont) (?:\w+ )?insuffisant\w*
    \b(?:{SRCN}|{WEAK})\b[^.;,]{0,40} (?:ne |n')(?:compor|contien|inclu|propos|list)\w* (?:\w+ )?(?:aucun\w*|pas d[e']) ?(?:\w+ )?(?:entrees?|sections?|chapitres?|rubriques?|passages?|articles?|{INFO}|{DATUM})\b
    \bne (?:dit|disent|precise\w*|indique\w*|explique\w*|specifie\w*) (?:\w+ )?(?:pas|rien)(?: (?:si|quand|comment|qui|ou|pourquoi|combien|quel\w*)\b|$| (?:de|du|des|sur|a)\b)
    \brien\b[^.;,]{0,40}? (?:ne |n')(?:indique|dit|precise|revele|explique|permet)
    ^(?:informations?|donnees?|reponse|renseignements?) (?:non |in)(?:disponible|precise|communique|fourni|trouve|indique|connu)\w*
    ^non (?:precise|mentionne|specifie|disponible|renseigne|indique|trouve|communique)\w* (?:dans|par|a partir) (?:\w+ |l'){0,3}?{SRCN}
    ^(?:inconnue?|non (?:precise\w*|mentionne\w*|specifie\w*|disponible|renseigne\w*|indique\w*|trouve\w*|communique\w*)|je ne sais pas|pas de reponse|sans reponse|pas mentionne\w*|rien trouve)[.! ]*$
    """,
    r"""\b(?:je comprends|souhaitiez|vous cherchez|vous souhaitez|desole\w*|excus\w*|regrett\w*|malheureusement[.! ]*$|pardon|merci|n'hesitez|veuillez|s'il vous plait|contact\w*|consult\w*|service client|support|support client|adress\w+|si vous|si tu|je (?:peux|pourrai|serai|serais|vous|reste|suis la)|je (?:recommande|suggere|conseille)|nous vous (?:recommandons|invitons|conseillons)|vous (?:pouvez|pourriez|devriez|pourrez) (?:\w+ ){0,3}(?:contacter|consulter|verifier|demander|essayer|poser|fournir|preciser|reformuler|vous|trouver)|reformul\w*|pourriez-vous|pouvez-vous|voulez-vous|souhaitez|plus (?:de|d') ?(?:details|informations?|contexte|precisions)|autres? questions?|autre question|aider|votre (?:question|demande)|cette question|la question|la demande|bonjour|apres (?:avoir|verification|lecture|recherche|examen)|j'ai (?:bien |deja |attentivement )?(?:cherche|consulte|parcouru|lu|relu|verifie|examine|regarde|passe en revue|analyse|etudie|fouille|epluche)|speculer|deviner|il (?:serait|est) (?:preferable|conseille|recommande)|mieux vaut)\b""",
    r"""\b(?:{SRC}|ils|elles|il|elle|ceux-ci|celui-ci)\b[^.;]{0,40}?\b(?:seulement|uniquement|que|surtout|principalement|exclusivement|traite\w*|parle\w*|porte\w*|concerne\w*|decri\w+|mentionne\w*|aborde\w*|evoque\w*|se (?:limite|concentre|rapporte)\w*|contien\w+|couvre\w*)\b
        |^(?:le |la |les |l'|ce |cet |cette |ces |votre )(?:\w+ )?{WEAK} (?:\w+ )?(?:ne \w+ que|traite\w*|parle\w*|porte\w*|concerne\w*|decri\w+|mentionne\w*|aborde\w*|evoque\w*|explique\w*|presente\w*|detaille\w*|consigne\w*|note\w*|enregistre\w*|annonce\w*|rapporte\w*|signale\w*|couvre\w*|se (?:limite|concentre|rapporte)\w*)\b(?! (?:que|qu'))
        |^(?:il (?:est|y est) (?:seulement|uniquement|simplement) |(?:seul|seule|seuls|seules) )
        |^(?:seulement|uniquement|ni|mais pas|ou|et non)\b""",
    r";|\s:\s|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:mais|cependant|toutefois|neanmoins|pourtant|bien que|bien qu'|quoique|alors que|tandis que|meme si|sauf que|donc|ainsi|or|en revanche)[\s,]|\b(?:bien qu'|quoiqu')",
    r",?\s(?:et|ainsi que)\s",
    "si quand comment qui que quoi ou pourquoi quel quelle quels quelles lequel laquelle dont parce puisque concernant pour sur sauf y-compris notamment ni ou comme afin depuis lorsque qu'il qu'elle qu'on s'il combien",
    "dans en sur selon d'apres malheureusement actuellement avec sans apres avant au aux a pour de du des par desole bien quoique meme alors compte vu concernant quant honnetement helas a l'heure non dans parmi faute si",
    "", r"^(?:oui|probablement|peut-etre|sans doute|vraisemblablement|environ|a peu pres|en general|generalement|normalement|approximativement|je (?:pense|crois|suppose|dirais))\b",
    wide=r"""^(?:(?:si|bien que|certes) )?(?:(?:le|la|les|ce|cet|cette|ces|votre|notre|l'|tous les) ?)?(?:\w+ ){0,1}?(?:{SRCN}|{WEAK})\b(?: \w+){0,3}? (?:present|decri|trait|mentionn|abord|couvr|detaill|list|enumer|expliqu|contien|evoqu|parl|port|concern|indiqu|donn|fourni|se limit|se concentr|reglement|regi|cit|recens)\w*(?! (?:que|qu'))""",
    firm=r"""\b(?:donc|par consequent|ainsi|c'est pourquoi|de ce fait|des lors)\b[^.;]{0,60}?\b(?:pas|impossible|incapable\w*)\b|\b(?:pas|impossible de|incapable\w* de) (?:\w+ |y ){0,3}?repondre\b""",
    unless=r"^(?:si (?!le|la|les|ce)|s'il|au cas ou)\b",
    reported=r"""^(?:(?:le|la|les|un|une|des|plusieurs|certains) |l')(?:patient|temoin|enqueteur|chercheur|ministre|porte-parole|accuse|demandeur|client|utilisateur|participant|policier|medecin|locataire|proprietaire|tribunal|police|entreprise|suspect|scientifique|candidat|habitant|conducteur|commission|gouvernement|expert|historien|inspecteur|societe|direction|equipe)e?s? (?:n'(?:a|ont|avai)|ne )|^(?:le|la|les|une?|sa|son|l') ?(?:\w+ )?(?:critique|reproche|objection|faiblesse|argument|inconvenient)s? (?:\w+ ){0,3}est (?:que|qu')|\b(?:pas encore|toujours pas) (?:ete )?(?:identifie|connu|trouve|determine|etabli|annonce|elucide)|^(?:\w+ )?(?:critiques|experts|opposants|riverains|chercheurs|avocats|observateurs) \w+nt\b|\b(?:a|ont|avait) (?:\w+ )?(?:declare|dit|affirme|explique|assure|reconnu|repondu|confie|admis|temoigne|indique|precise) (?:\w+ |aux \w+ ){0,2}(?:que |qu')(?:il|elle|ils|elles|son|sa|ses|on|ce)""",
    duty=r"""\b(?:doit|doivent|devra|devront|interdit\w*|(?:n'a|n'ont|n'avez) pas (?:besoin|a)\b|n'est pas (?:necessaire|obligatoire)|ne faut pas|ne (?:collect|recueill|stock|conserv|partag|vend|transmet|demand|exig|requ|enregistr|transfer|necessit)\w*|ne (?:peut|peuvent|pourra|pourront) etre (?:communique|transmis|divulgue|partage|fourni)\w*)\b""")
_FR_PARTS = {
    "DATUM": r"(?:dates?|chiffres?|prix|montants?|noms?|delais?|adresses?|raisons?|motifs?|horaires?|tarifs?|couts?|nombres?|valeurs?|precisions?|details?|indications?|informations?|explications?|duree|heure|cause)",
    "SRCN": r"(?:[a-z]+s? (?:fourni|transmis|consulte|communique|partage)e?s?\b|documents?|sources?|contexte|textes?|extraits?|passages?|fichiers?|resultats? (?:de recherche|fournis)?|documentation|base de connaissances?|corpus|pieces|elements (?:fournis|disponibles|transmis)|informations? (?:fournie|disponible|donnee|presente|recuperee)s?|informations? (?:dont je dispose|que j'ai|en ma possession|a ma disposition)|donnees fournies|contenu (?:fourni|disponible)|materiel|[a-z]+ que (?:vous (?:m')?avez|tu (?:m')?as) (?:fourni|transmis|donne|partage|envoye|joint)e?s?)",
    "SRC": r"(?<!selon le )(?<!selon les )(?<!d'apres le )(?<!d'apres les )(?<!d'apres ce )(?<!selon ce ){SRCN}",
    "WEAK": r"(?:contrat|politique|manuel|guide|article|rapport|page|faq|reglement|notice|site|section|brochure|conditions(?: generales)?|celui-ci|celle-ci|ceux-ci|ce dernier|ces derniers|il|elle|ils|elles|auteurs?|etude|facture|fiche|charte|lettre|courriel|chapitre|accord|cela|annonce|programme|proces-verbal|compte rendu|etiquette|journal|depliant|prospectus|menu|horaire|formulaire|entretien|interview|clauses?|recette|testament|biographie|emballage|jugement|arret|catalogue|tableau|resume|devis|billet|itineraire|bail|statuts|circulaire|decret|loi|newsletter|carnet|liste|plaquette|confirmation|registre|programme|critique|pages|articles|rapports|guides|contrats|fiches|sections|conditions)",
    "SAY": r"(?:mentionn|precis|indiqu|dit|dis|contien|conten|fourni|donn|parl|abord|evoqu|trait|specifi|repond|permet|compren|comport|inclu|couvr|figur|fait|font|expliqu|detaill|signal|revel|renseign|stipul|cit|dispos|apport|enonc|a\b|ont\b|propos|offr|nomm|clarifi|port|concern|trouv|est\b|sont\b|faire|sembl|comport|credit|reflet|eclair|clarifi|resou|tranch|relat|rapport|livr|laiss|list|enumer|decri|discut|nomm|identifi|confirm|attest)",
    "INFO": r"(?:informations?|renseignements?|reponses?|precisions?|mentions?|indications?|details?|references?|donnees? demandees?|cette donnee)",
}
_ES = _Tongue(
    tuple("""no silencio callan insuficientes ningun ninguna ninguno desconozco desconocemos desconoce omite omiten calla desconocido desconocida falta faltan imposible nada tampoco sin ni carece carecen carezco ignoro insuficiente insuficientes nunca fuera dificil""".split()),
    ("inform", "document", "encontr", "puedo", " se ", "tengo", "tenemos", "sabe", "dispon", "context", "mencion", "indica", "especific", "dice", "fuente", "texto", "respuesta", "respond", "segur", "desconoz", "desconoc", "idea", "dato", "detall", "aparece", "consta", " hay", "posible", "pasaje", "contrato", "clar", "ayud", "determin", "fragment", "hall", "archivo", "informe", "manual", "articul", "pagina", "guia", "politica", "confirm", "verific", "precis", "asegur", "afirm", "recog", "figura", "comprob", "nombre", "motivo", "causa", "trata", "hora ", "fecha", "pronunci", "folleto", "etiqueta", "revel", "explic", "juzgar", "regla", "aclara", "sabr", "material", "estoy", "ignoro", "lo se", "no se", " me has ", " me ha ", "ficha", "enviad", "enviast", "adjunt", "aport", "referenci", "nada sobre"),
    r"""
    \bno (?:lo |te |la )?se(?=[\s.,]*$| (?:si|cuando|como|quien|que|donde|cuanto|cuanta|cuantos|cual|la respuesta|nada|exactamente|con|responder|decir\w*)\b)
    \b(?:lo |yo )?no (?:lo |me |te |le |la |se )?(?:sabria|sabemos|conozco|conocemos|encuentro|encontre|encontramos|he (?:podido )?encontra\w+|he podido|pude|logre|consigo|consegui|dispongo|disponemos|tengo|cuento|hallo|halle|veo|recuerdo|localizo|localice|hemos encontrado|poseo|identifique)\b(?! (?:permite|puede|acepta|aceptan|permiten|admite|admiten|necesita|requiere|cobra|cobran|devuelve|incluye)\w*)
    \bno (?:tenemos|contamos con|poseemos) (?:\w+ ){0,3}?(?:{INFO}|constancia|conocimiento)
    \bno (?:puedo|podemos|podria|podriamos|soy capaz de|estoy en condiciones de|me es posible|nos es posible|es posible|fue posible|ha sido posible|resulta posible|se puede|se pudo|logro|alcanzo a) ?(?:\w+ ){0,2}?(?:responder\w*|contestar\w*|decir\w*|encontrar\w*|determinar\w*|confirmar\w*|precisar\w*|ayudar\w*|indicar\w*|saber\w*|establecer\w*|identificar\w*|verificar\w*|dar\w* (?:\w+ ){0,3}(?:respuesta|informacion|dato|fecha|cifra|detalle)\w*|proporcionar\w*|ofrecer\w* (?:\w+ ){0,2}(?:respuesta|informacion|dato|detalle)\w*|asegurar\w*|deducir\w*|inferir\w*|localizar\w*|afirmar\w*|especificar\w*|hallar\w*|facilitar\w* (?:\w+ ){0,2}(?:respuesta|informacion|dato)\w*|opinar|concluir\w*|averiguar\w*)
    \bno (?:estoy|estamos|soy) (?:\w+ )?(?:segur\w+|en condiciones|al tanto|consciente|cierto)
    \bno (?:queda|esta|resulta) (?:\w+ )?(?:clar\w|especificad\w|indicad\w|mencionad\w)
    \b{SRC}\b(?:(?!\b(?:indic|dic|afirm|muestr|senal|establec|confirm|mencion|explic|sugier|declar|inform|asegur|precis|estipul|especific)\w* que\b)[^.;,]){0,90}? (?:no|tampoco|nada|nunca|ni) (?:se |me |nos |lo |la |le ){0,2}{SAY}\w*
    \b{SRC}\b(?:(?!\b(?:indic|dic|afirm|muestr|senal|establec|confirm|mencion|explic|sugier|declar|inform|asegur|precis|estipul|especific)\w* que\b)[^.;,\d]){0,80}\bsin (?:\w+ )?(?:dar|indicar|especificar|precisar|mencionar|decir|aclarar)
    \b{WEAK}\b[^.;,]{0,70}? (?:no|tampoco) (?:se |me |nos |lo |la ){0,2}(?:mencion|especific|indica|dice|dicen|detall|abord|aclar|explic|habla|trata|hace (?:ninguna )?(?:mencion|referencia)|senal|respond|precis|revela|alude|contiene (?:\w+ ){0,2}?(?:informacion|dato|detalle)|ofrece (?:\w+ ){0,2}?(?:informacion|dato|detalle)|incluye (?:\w+ ){0,2}?(?:informacion|dato|detalle|mencion)|consta|figura|aparece|da (?:\w+ ){0,2}(?:informacion|dato|detalle|fecha|cifra))\w*
    \b(?:no|tampoco|nunca) (?:se|lo|me) (?:\w+ )?(?:mencion|especific|indic|detall|abord|aclar|explicit|senal|precis|alude|dice|informa|hace (?:mencion|referencia|alusion)|proporcion|facilit|revel|nombra|concret|da a conocer|pronuncia)\w*(?! (?:la|el) (?:calle|puerta))
    \bno (?:ha sido|han sido|fue|fueron|es|son|esta|estan|viene|vienen|aparece|aparecen|figura|figuran|consta|constan) ?(?:\w+ ){0,2}?(?:mencionad|especificad|indicad|detallad|tratad|abordad|aclarad|precisad|explicad)\w*
    \bno (?:esta|estan|aparece\w*|figura\w*|consta\w*|se encuentra\w*|viene\w*|se incluye\w*|se contiene\w*|se proporciona\w*|se describe\w*|se identifica\w*|se cita\w*|se (?:trata|aborda|cubre|contempla|discute|explica|detalla)n?|se ofrece\w*|se da|se dan|se recoge\w*|se halla\w*)\b[^.;,]{0,40}?\b(?:en|por|entre) (?:el|la|los|las|este|esta|estos|estas|mi|mis|ningun\w*|nuestr\w+)(?: \w+){0,2}? {SRCN}
    \bno (?:hay|existe\w*|encontr\w+|se encontr\w+|se encuentra\w*|aparece\w*|consta\w*|figura\w*|se dispone de|se cuenta con|se proporcion\w+|se ha\w* (?:encontrado|proporcionado|facilitado|localizado)|ha\w* (?:suficiente\w*|encontrado)) (?:\w+ ){0,4}?{INFO}
    \b(?:el|la|los|las|este|esta|estos|estas|su|nuestro) (?:\w+ ){1,3}?no (?:menciona|especifica|precisa|indica|aclara|dicen? (?:si|cuando|cuanto|quien|que|como|donde|nada))n?\b
    \bno (?:se )?(?:dice|dicen|indica|indican|especifican?|mencionan?|precisan?|aclaran?|explican?|revelan?|senalan?) (?:\w+ )?(?:cuant\w+|quien\w*|cuando|como|donde|si|cual\w*|por que)\b
    \ben ningun\w* (?:momento|parte|lugar|sitio)\b[^.;,]{0,40}?\b(?:menciona|dice|indica|especifica|aparece|figura|habla|se )\w*
    \bno se (?:da|dan|ofrecen?|aportan?|facilitan?|proporcionan?|incluyen?|citan?|senalan?|recogen?) (?:\w+ ){0,2}?{DATUM}\b
    ^no (?:mencionad|especificad|indicad|disponibl|encontrad|incluid|detallad|recogid)\w* (?:en|por|dentro) (?:\w+ ){0,2}?{SRCN}
    \bno (?:aparece|consta|figura|esta|sale|viene|se encuentra|se ve|pone nada|dice nada)n? (?:\w+ )?en (?:el|la|los|las|mi|tu|su|este|esta|estos|estas|ningun\w*) (?:\w+ )?{WEAK}\b
    \bno he (?:visto|localizado|hallado|leido)\b
    \bno tengo (?:\w+ )?(?:constancia|conocimiento|noticia)\b
    \bno (?:puede|pueden|podria) (?:responderse|contestarse|determinarse|saberse|precisarse|deducirse|confirmarse|ser (?:respondid|determinad|contestad|confirmad)\w*)
    \b(?:falta|faltan) (?:en|de) (?:\w+ ){0,2}?{SRCN}
    \bno (?:aparece|figura|consta|se encuentra|se menciona)n? (?:en ninguna parte|en ningun lugar|por ninguna parte)
    \bno (?:puedo|podemos|es posible|se puede) (?:\w+ )?(?:juzgar|valorar|evaluar|estimar)\w*
    \bno hay (?:nada|manera|forma) (?:\w+ ){0,3}?(?:de saber|de determinar|en|sobre|al respecto|que)
    \b(?:sin|falta\w*|carec\w+ de|carezco de|insuficiente\w*|escasa|ningun\w*|falta de|ausencia de) (?:\w+ ){0,2}?(?:informacion\w*|datos (?:sobre|suficientes|para|en)|mencion\w*|detalles|referencias?|indicacion\w*|respuestas?|contexto|resultados?)
    \b{INFO}\b[^.;,]{0,90}? no (?:se (?:ha |han )?(?:menciona|indica|especific|encuentr|encontr|proporcion|facilit|incluy|ofrec|da\b|dan\b|recog|detall|halla|precisa|revel|conoce|dispon|muestra|aport)|aparece|figura|consta|ha (?:sido|podido)|han sido|(?:fue|es|son|fueron) (?:\w+ )?(?:suficient|mencionad|indicad|proporcionad|facilitad|especificad|clar|conocid|encontrad|incluid)|viene|se encuentra|resulta|basta|disponible|encontrad|proporcionad|especificad)\w*
    \b(?:desconozco|desconocemos|se desconoce|lo ignoro|ignoro|ni idea|no lo se|no sabria)\b
    \b{SRC}\b(?:(?!\b(?:indic|dic|afirm|muestr|senal|establec|confirm|mencion|explic|sugier|declar|inform|asegur|precis|estipul|especific)\w* que\b)[^.;,]){0,40}?\b(?:guardan? silencio|callan?|dejan? (?:sin|en el aire|abierta))
    \b(?:me )?temo (?:que )?no (?:\w+ ){0,3}(?:se|tener|saber|poder|tengo|puedo|dispongo)
    \bningun[oa]?s? (?:\w+ |de |los |las |estos |estas ){0,4}?{SRCN}\b[^.;]{0,60}?(?:mencion|indic|dice|habla|contien|especific|trat|respond|incluy|proporcion|abord|hace|aclar|explic|ofrec|aparec|recog|contempl|list|da\b|dan\b|precis|revel)
    \b{INFO} (?:\w+ ){0,6}?(?:insuficiente|escas[ao]|limitad[ao]|no disponible|ausente)
    \bnada (?:se )?(?:dice|indica|menciona|sobre|en (?:el|la|los|las) (?:\w+ )?{SRCN}|al respecto)
    \b(?:imposible|dificil) (?:de )?(?:decir|saber|determinar|responder|precisar|confirmar)
    \bfuera de(?:l)? (?:mi )?(?:alcance|ambito|tema)
    \bno (?:figura|aparece|consta|esta|viene|sale|se encuentra)n? (?:en|entre) (?:ell[oa]s?|el\b(?= *$)|este|esta|estos|estas|ningun\w*)\b
    \bno se pronuncian?\b
    \bno (?:dan?|ofrecen?|indican?|incluyen?|contienen?|traen?|recogen?|mencionan?|citan?|aportan?|facilitan?) (?:\w+ )?(?:ningun\w*|la|el|una?) (?:\w+ ){0,2}?(?:fechas?|cifras?|precios?|importes?|nombres?|plazos?|direccion|motivos?|horarios?|tarifas?|costes?|costos?|numeros?|datos?|informacion|detalles?|explicacion)\b
    \b(?:{SRCN}|{WEAK})\b[^.;\d]{0,20}\b(?:hablan?|tratan?|describen?|se centran?|versan?|enumeran?|listan?|recogen?|citan?|mencionan?|incluyen?|indican?|dan?|contienen?|cubren?)\b[^.;]{0,80}(?:, (?:y )?|,? pero )no (?:del?|de la|sobre|la|el|los|las|su|al?|para|en)\b
    \b(?:{SRCN}|{WEAK})\b[^.;,]{0,40}? (?:omiten?|callan?|pasan? por alto)\b
    \b(?:{SRCN}|{WEAK})\b[^.;]{0,80}?\bsin (?:\w+ )?(?:dar|indicar|especificar|precisar|mencionar|decir|aclarar|explicar|nombrar)\w*\b
    \bno (?:explican?|recogen?|indican?|dan?|mencionan?|aclaran?|precisan?|incluyen?|contienen?) (?:el|la|los|las|un|una|ningun\w*|por|sus?) (?:\w+ )?(?:motivos?|causas?|razon(?:es)?|horas?|horarios?|nombres?|fechas?|precios?|importes?|plazos?|que)\b
    \bno (?:me |nos )?(?:es|resulta|ha sido) posible (?:comprobar|verificar|saber|confirmar|determinar|responder|precisar)\w*
    \bqueda\w* sin (?:especificar|mencionar|respuesta|aclarar|precisar|indicar)\b
    \bno (?:dejan?|queda\w*|hacen?) (?:\w+ )?claro\b
    \bno hacen? (?:ninguna )?(?:referencia|mencion|alusion)\b
    \bningun\w* [^.;,]{1,50}? (?:figura|aparece|consta|se menciona|se indica|viene)n? (?:\w+ )?en (?:\w+ ){0,2}?(?:{SRCN}|{WEAK})\b
    \b(?:{SRCN}|{WEAK})\b[^.;,]{0,30} no informan? (?:sobre|de|acerca)\b
    \bni (?:el|la|los|las) [^.;,]{1,40} ni (?:el|la|los|las) [^.;,]{1,40}? (?:indic|mencion|dic|especific|precis|establec|recog|contien|aclar|fij|incluy)\w*
    \b{SRC}\b[^.;,]{0,30} (?:es|son|resultan?) (?:\w+ )?insuficientes?\b
    \b(?:{SRCN}|{WEAK})\b[^.;,]{0,40} no (?:incluye|contiene|ofrece|trae|recoge|presenta)n? (?:\w+ )?(?:ningun\w*) (?:\w+ )?(?:entradas?|apartados?|secciones|seccion|capitulos?|articulos?|{INFO}|{DATUM})\b
    \bno (?:encuentro|encontre|veo|hallo|localizo) (?:nada|ningun\w*)\b
    \bnada\b[^.;,]{0,40}? (?:indica|dice|aclara|revela|explica|precisa|senala) (?:quien\w*|cuando|como|donde|cuant\w+|cual\w*|si|por que)\b
    ^(?:desconocid[oa]|no (?:especificad|mencionad|disponible|encontrad|indicad|consta|se sabe|hay respuesta|hay informacion|aplica|lo se|se especifica)\w*|sin respuesta|sin informacion|sin datos|ni idea)[.! ]*$
    """,
    r"""\b(?:entiendo|comprendo|quiere saber|quieres saber|lo siento|siento|lament\w+|disculp\w+|perdon\w*|desafortunadamente[.! ]*$|lamentablemente[.! ]*$|por desgracia[.! ]*$|gracias|por favor|contact\w+|consult\w+|atencion al cliente|servicio de|soporte|si (?:me |tienes|tiene|quiere|quieres|necesita|necesitas|desea|deseas|dispone|puede|puedes|hay|lo)|puedo (?:ayudar\w*|buscar|intentar)|con gusto|encantad\w|recomiendo|recomendamos|recomendable|sugiero|aconsej\w+|le invito|conviene|puede\w? (?:\w+ )?(?:contactar|consultar|preguntar|verificar|revisar|acudir|intentar|reformular|visitar)|podria\w? (?:\w+ )?(?:contactar|consultar|preguntar|proporcionar|aclarar|dar\w*|indicar\w*|reformular|compartir)|quiza\w? (?:\w+ )?(?:pueda|deba|convenga)|reformul\w+|mas (?:detalles|informacion|contexto|datos)|otra pregunta|otras preguntas|cualquier otra|ayudar\w*|su (?:pregunta|consulta)|tu (?:pregunta|consulta)|esta pregunta|la pregunta|hola|he (?:\w+ )?(?:repasado|releido|mirado|examinado|analizado|comprobado|ojeado)|tras (?:revisar|buscar|leer|consultar)|despues de (?:revisar|buscar|leer)|he (?:revisado|buscado|leido|consultado)|revise|busque|especular|adivinar|lo mejor (?:es|sera)|mejor)\b""",
    r"""\b(?:{SRC}|estos|estas|ellos|solo|solamente|unicamente)\b[^.;]{0,40}?\b(?:solo|solamente|unicamente|principalmente|trata\w*|habla\w*|describe\w*|menciona\w*|aborda\w*|se (?:limita|centra|refiere|enfoca|ocupa)\w*|contiene\w*|cubre\w*|versa\w*|incluye\w*|explica\w*)\b
        |^(?:el |la |los |las |este |esta |su )(?:\w+ )?{WEAK} (?:que (?:\w+ ){1,4})?(?:\w+ )?(?:solo|solamente|trata\w*|habla\w*|describe\w*|menciona\w*|aborda\w*|explica\w*|presenta\w*|detalla\w*|anota\w*|registra\w*|informa\w*|anuncia\w*|relata\w*|cubre\w*|se (?:limita|centra|refiere|ocupa)\w*)\b(?! que)
        |^(?:solo|solamente|unicamente) se (?:\w+ )?(?:mencion|indic|dic|senal|especific|describ|recog)
        |^(?:solo|solamente|unicamente|ni|tampoco|o|y no)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:pero|sin embargo|no obstante|aunque|si bien|mientras que|sino|por lo que|asi que|por tanto|a pesar de que|en cambio)[\s,]",
    r",?\s(?:y|e|ademas)\s",
    "si cuando como quien que donde por cual cuales cuanto cuanta cuantos cuantas porque dado sobre respecto para con incluyendo como ni o tampoco especialmente solo y desde hasta cuyo",
    "en segun de con sin desafortunadamente lamentablemente actualmente tras despues para por sobre a al lo aunque si respecto basado basandome dado la-verdad sinceramente honestamente por-desgracia ante entre no",
    "", r"^(?:si,|probablemente|posiblemente|quizas?|tal vez|seguramente|aproximadamente|alrededor|unos|unas|normalmente|por lo general|en general|creo|supongo|diria|es probable|es posible que)\b",
    wide=r"""^(?:(?:si bien|aunque) )?(?:(?:el|la|los|las|este|esta|estos|estas|su|todos los) )?(?:\w+ ){0,1}?(?:{SRCN}|{WEAK})\b(?: \w+){0,3}? (?:detall|describ|trat|mencion|abord|cubr|list|enumer|explic|contien|habl[ae]|recog|refier|indica|da\b|dan\b|ofrec|se (?:limit|centr|refier|ocup)|regul|present|cita|desglos|inclu)\w*(?! que)""",
    firm=r"""\b(?:por lo que|asi que|por (?:lo )?tanto|por eso|por ello|en consecuencia|de modo que)\b[^.;]{0,30}?\bno (?:\w+ ){0,2}?(?:puedo|podemos|posible|puede|dispongo|se|sabria|sabemos)\b|\bno (?:puedo|podemos|es posible|se puede|soy capaz de) (?:\w+ )?(?:responder|contestar)\w*""",
    unless=r"^(?:si|en caso de que|cuando)\b",
    reported=r"""^(?:el|la|los|las|un|una|varios) (?:paciente|testigo|investigador|ministr|portavoz|acusad|solicitante|cliente|usuari|participante|policia|medic|inquilin|propietari|tribunal|empresa|sospechos|cientific|candidat|vecin|conductor|comision|gobierno|expert|historiador|inspector|auditor|juez|fiscal|equipo|direccion)\w{0,3} no |^(?:el|la|los|las|una?|su) (?:\w+ )?(?:critica|reproche|queja|objecion|debilidad|argumento|inconveniente)s? (?:\w+ ){0,3}es que\b|\b(?:todavia|aun) no (?:ha\w* |se ha\w* |se )?(?:sido )?(?:identificad|conoc|encontrad|determinad|establecid|anunciad|sab)|^(?:\w+ )?(?:criticos|expertos|opositores|vecinos|investigadores|abogados|observadores) \w+n\b|\b(?:dijo|declaro|afirmo|explico|aseguro|admitio|senalo|respondio|reconocio|manifesto|comento|dijeron|declararon|afirmaron|(?:ha|han) (?:dicho|declarado|afirmado|explicado|asegurado|admitido)) (?:\w+ ){0,3}?que\b""",
    duty=r"""(?<!se )\b(?:debe|deben|debera|deberan|prohib\w+|no (?:tiene|tienen|hace falta|necesita|necesitan|hay) que|no es (?:necesari|obligatori)\w+|no (?:recopil|almacen|guard|compart|vend|transmit|solicit|exig|requier|pid|transfier|necesit)[aeo]n?\b|no se (?:recopil|almacen|guard|compart|vend|transmit|solicit|exig|requier|pid|transfier|necesit)[aeo]n?|no se (?:puede|podra|pueden) (?:facilitar|dar|compartir|revelar|divulgar))\b""")
_ES_PARTS = {
    "DATUM": r"(?:fechas?|cifras?|precios?|importes?|nombres?|plazos?|direccion(?:es)?|motivos?|razon(?:es)?|causas?|horarios?|horas?|tarifas?|costes?|costos?|numeros?|valor(?:es)?|datos?|detalles?|informacion|explicacion(?:es)?|indicacion(?:es)?|duracion)",
    "SRCN": r"(?:[a-z]+ (?:facilitad|proporcionad|suministrad|consultad|compartid)[oa]s?\b|documentos?|documentacion|fuentes?|contexto|textos?|[a-z]+ que (?:usted )?(?:me |nos )?(?:ha[sn]?|habeis|pasaste|diste|enviaste|compartiste|proporcionaste|adjuntaste|envio|proporciono)(?: (?:pasado|dado|facilitado|proporcionado|compartido|enviado|adjuntado|subido))?|fragmentos?|pasajes?|extractos?|materiales|material|archivos?|resultados de (?:la )?busqueda|base de conocimientos?|corpus|(?:informacion|contenido|datos) (?:proporcionad|disponible|facilitad|suministrad|dad|recibid|recuperad|a mi (?:alcance|disposicion)|(?:de |con )?(?:la )?que (?:tengo|dispongo|cuento|se me|me))\w*)",
    "SRC": r"(?<!segun el )(?<!segun los )(?<!segun la )(?<!segun las )(?<!segun este ){SRCN}",
    "WEAK": r"(?:contrato|politicas?|manual|guia|articulo|informe|pagina|reglamento|folleto|seccion|condiciones|terminos|correo|carta|faq|sitio|web|autor\w*|estudio|capitulo|acuerdo|norma|normativa|anuncio|acta|factura|ficha|descripcion|en ellos|en el|alli|tampoco|este|esta|ellos|etiqueta|diario|folleto|prospecto|menu|horario|formulario|entrevista|clausulas?|receta|testamento|biografia|envase|sentencia|catalogo|tabla|resumen|presupuesto|billete|itinerario|estatutos|circular|decreto|ley|boletin|cuaderno|lista|guion|comunicado|poliza|carta|confirmacion|registro|programa|resena|critica|ticket|recibo)(?:e?s)?",
    "SAY": r"(?:mencion|especific|indic|dice|dicen|proporcion|contien|contengan|incluy|ofrec|detall|abord|aclar|explic|trata|habla|hace|hacen|aparec|encuentr|encontr|hay|existe|figur|consta|senal|respond|cubr|facilit|aporta|da\b|dan\b|describ|precis|recog|revel|defin|alud|permit\w+ (?:\w+ ){0,2}?\w+[aei]r(?:lo|la|se)?\b|revel|resuelv|reflej|expon|dej|enumer|comenta|narra|esclarec|asegur|basta|alcanz|dispon|nombr|especif|refier|menciona|brind|suministr|cita|esta\b|estan\b|viene|queda|son suficientes|es suficiente|contempla|parec|acredit)",
    "INFO": r"(?:informacion|informaciones|datos|dato|mencion|menciones|detalles?|referencias?|indicacion|indicaciones|respuestas?|constancia|resultados?|suficiente\w*|nada al respecto|documentos? que|pasajes? que|evidencia en|especificaciones? sobre|cifra exacta)",
}
_IT = _Tongue(
    tuple("""non nessun nessuno nessuna nulla niente ignoro manca mancano impossibile privo privi senza insufficienti insufficiente ne sconosciuto sconosciuta boh difficile esula fuori omette tacciono tace""".split()),
    (" so ", "trov", "inform", "document", "contest", "menzion", "specific", "indic", " dic", "fonte", "fonti", "test", "rispo", "sicur", " dat", "dispon", "idea", "determin", "dettagl", "conosc", "precis", "riport", "chiar", "cert", "grado", "parla", "sapp", " sap", "ignoro", "brano", "brani", "accenn", "possibile", "aiutar", "evince", "desum", "deduc", "ricav", "sap", "aver", "relazione", "articol", "contratt", "file ", "estratt", "material", "guida", "pagina", "regol", "giudicar", "brani", "manual", "tratta", "risult", "capisc", "spieg", "rivel", "conferm", "verific", "stabil", "garant", "afferm", "esprim", "pronunc", "motiv", "nome", "orari", "clausol", "program", "compar", "figur", "fornit", " mi hai ", " mi ha ", "scheda", "inviat", "element", "foglietto", "riferiment"),
    r"""
    \b(?:io )?non (?:lo |ne |la |mi |vi |ti |le )?(?:so|saprei|sappiamo|conosco|conosciamo|trovo|vedo|ricordo|riesco|dispongo|disponiamo|possiedo)\b
    \bnon ho (?:\w+ ){0,3}?(?:trovat\w+|informazion\w+|dati|accesso|abbastanza|risposta|risposte|elementi|idea|dettagli|modo|notizie|potuto|individuat\w+|conoscenz\w+|indicazioni|contesto|certezz\w+|sufficient\w+|nessun\w*|reperit\w+)
    \bnon (?:abbiamo|si hanno) (?:\w+ ){0,3}?(?:informazion\w+|dati|dettagli|trovat\w+|indicazioni|elementi)
    \bnon (?:posso|possiamo|potrei|sono in grado di|siamo in grado di|sono riuscit\w a|riesco a|e possibile|e stato possibile|si puo|mi e possibile|sono capace di|si riesce a) (?:\w+ ){0,2}?(?:rispond\w+|dir\w*|trovar\w*|determinar\w*|confermar\w*|precisar\w*|aiutar\w*|indicar\w*|saper\w*|stabilir\w*|individuar\w*|verificar\w*|dar\w* (?:\w+ ){0,3}(?:rispost|informazion|dettagl|data|cifra)\w*|fornir\w*|dedurr\w*|specificar\w*|ricavar\w*|affermar\w*|identificar\w*|accertar\w*|capir\w*)
    \bnon (?:sono|siamo) (?:\w+ )?(?:sicur\w|cert\w|in grado|a conoscenza|al corrente)\b
    \bnon (?:e|risulta|appare) (?:\w+ )?(?:chiaro|specificat\w|precisat\w|menzionat\w|indicat\w|riportat\w|dato sapere|possibile (?:dire|determinare|rispondere|stabilire|sapere|confermare))\b
    \bnon (?:viene|vengono|e|sono|e stat\w|sono stat\w|risulta|risultano|e mai|viene mai)(?: \w+){0,2}? (?:menzionat|specificat|indicat|precisat|riportat|trattat|citat|dett[oa]\b|esplicitat|affrontat|chiarit|accennat)\w*
    \b{SRC}\b(?:(?!\b(?:indic|dic|afferm|mostr|stabil|conferm|menzion|spieg|sugger|dichiar|riport|segnal|precis|specific)\w* che\b)[^.;,]){0,90}? (?:non|ne|nulla|mai) (?:si |mi |ci |lo |ne |vi ){0,2}{SAY}\w*
    \b{SRC}\b(?:(?!\b(?:indic|dic|afferm|mostr|stabil|conferm|menzion|spieg|sugger|dichiar|riport|segnal|precis|specific)\w* che\b)[^.;,\d]){0,80}\bsenza (?:\w+ )?(?:dare|indicar\w*|precisar\w*|specificar\w*|menzionar\w*|dire|fornir\w*)
    \b{SRC}\b(?:(?!\b(?:indic|dic|afferm|mostr|stabil|conferm|menzion|spieg|sugger|dichiar|riport|segnal|precis|specific)\w* che\b)[^.;,]){0,60}?(?:nessun\w*|nulla|niente|tacciono|tace)\b
    \b{WEAK}\b[^.;,]{0,70}? non (?:si |mi |ci |ne |lo ){0,2}(?:menzion|specific|indic|dice|dicono|precis|riport|parla|parlano|accenn|chiar|spieg|fa (?:alcun\w* )?(?:menzione|riferimento|cenno)|rispond|rivel|affront|tratta|fornisc\w+ (?:\w+ ){0,2}(?:informazion|dettagl|dat)|contien\w+ (?:\w+ ){0,2}(?:informazion|dettagl|dat|indicazion|riferiment)|cita|c'e (?:\w+ ){0,2}(?:informazion|menzione|traccia))\w*
    \bnon (?:c'e|ci sono|vi e|vi sono|esist\w+|si trova\w*|ho|compar\w+|e presente|sono presenti|figura\w*|risulta\w*|e disponibile|sono disponibili|sono state trovate|e stata trovata|e stata fornita|sono state fornite) (?:\w+ ){0,4}?{INFO}
    \bnon (?:e|sono|compar\w+|figura\w*|risulta\w*|si trova\w*|e contenut\w|e present\w|e inclus\w|c'e|ci sono|e fornit\w|e descritt\w)\b[^.;,]{0,50}?\b(?:nei|nel|nella|nelle|negli|dai|dal|dalla|dalle|tra) (?:\w+ ){0,3}?{SRCN}
    \b{INFO}\b[^.;,]{0,80}? non (?:(?:e|sono)\b(?! (?:stat\w )?(?:crittografat|cifrat|condivis|conservat|memorizzat|vendut|trasmess|cedut|necessari|richiest|obbligatori|protett|raccolt|salvat))|si|risulta|compar|figur|sembra|vien|bast)\w*
    \b(?:il|lo|la|i|gli|le|questo|questa|l'\w+) (?:\w+ ){0,3}?non (?:menziona|specifica|precisa|indica|chiarisc|dicono|dice (?:se|quando|quanto|chi|che|cosa|come|dove|nulla|niente))(?:no|e|ono)?\b
    \bnon (?:puo|possono) essere (?:\w+ )?(?:determinat|stabilit|dedott|confermat|risposta)\w*|\bnon si puo (?:rispond|stabil|determin|sap|dir)\w*
    \b(?:manca|mancano) (?:nel|nei|nella|nelle|dal|dai) (?:\w+ )?{SRCN}
    \bnon (?:posso|possiamo|e possibile|si puo) (?:\w+ )?(?:giudicar|valutar|stimar)\w*
    \bnon (?:si )?(?:viene|vengono|e|sono|fa|fanno|da|danno|offr\w+|forni\w+) (?:\w+ )?(?:fornit|dat|indicat|riportat|offert|citat|elencat)?\w* ?(?:\w+ ){0,2}?{DATUM}\b
    \bnon si (?:fa|parla|accenna|trova|menziona|fanno)\w* (?:\w+ )?(?:menzione|riferimento|cenno|parola)\b
    ^non (?:menzionat|specificat|indicat|disponibil|trovat|riportat|inclus|present)\w* (?:nei|nel|nella|nelle|negli|dai|dal|dalle|tra) (?:\w+ ){0,2}?{SRCN}
    \bnon ho (?:\w+ )?(?:elementi|modo|dati|abbastanza \w+) per (?:\w+ )?(?:rispond|dir|stabil|determin|sap)\w*
    \bnon (?:rend\w+|fa|fanno) (?:\w+ )?chiar\w+
    \bnon f(?:a|anno) (?:\w+ )?(?:riferimento|menzione|cenno)\b
    \bnessun\w* [^.;,]{1,50}? (?:figura|compare|compaiono|appare|risulta|si trova|e (?:indicat|riportat|menzionat)\w)\w* (?:\w+ )?(?:nel|nei|nella|nelle|tra) ?(?:\w+ ){0,2}?(?:{SRCN}|{WEAK})\b
    \b(?:{SRCN}|{WEAK})\b[^.;,]{0,30} non inform\w+ (?:su|di|circa|in merito)\w*\b
    \bne (?:il |la |lo |i |gli |le |l')[^.;,]{1,40} ne (?:il |la |lo |i |gli |le |l')[^.;,]{1,40}? (?:indic|menzion|dic|specific|precis|stabilisc|riport|contien|conteng|chiar|fiss|prev)\w*
    \b{SRC}\b[^.;,]{0,30} (?:e|sono|risultan?o?) (?:\w+ )?insufficient[ei]\b
    \b(?:{SRCN}|{WEAK})\b[^.;,]{0,40} non (?:includ|conten|conteng|contien|offr|riport|present|comprend)\w* (?:alcun\w*|nessun\w*) (?:\w+ )?(?:voc[ei]|sezion[ei]|capitol[oi]|articol[oi]|{INFO}|{DATUM})\b
    \bnon (?:compare|compaiono|figura|appare|risulta) da nessuna parte
    \bnon si (?:evince|desume|deduce|ricava|capisce|comprende|sa|apprende|evincono|desumono)\b
    \bnon (?:risulta|emerge|si legge|traspare|e dato sapere|si sa)\b(?= (?:se|chi|quando|quanto|come|dove|quale|che cosa|cosa)\b)
    \b(?:dal|dalla|dai|dalle|dagli|dall'|nel|nella|nei|nelle) ?(?:\w+ ){0,2}?(?:{SRCN}|{WEAK})\b[^.;,]{0,40}? non (?:risult|emerg|traspar)\w*
    \bin nessun\w* (?:\w+ ){0,3}?{SRCN}
    \bnon (?:si )?(?:dice|dicono|indica|indicano|precisan?o?|specifican?o?|spiegan?o?|chiarisc\w+|rivelan?o?|menzionan?o?) (?:\w+ ){0,4}?(?:quant\w+|chi|quando|come|dove|se|quale|quali|cosa|perche)\b
    \bnon (?:sono|siamo) a conoscenza\b|\bnon ho (?:notizia|notizie|traccia)\b
    \btemo di non (?:avere|sapere|poter\w*|averne|saperlo)\b
    \b{SRC}\b(?:(?!\b(?:indic|dic|afferm|mostr|stabil|conferm|menzion|spieg|sugger|dichiar|riport|segnal|precis|specific)\w* che\b)[^.;,]){0,40}?\b(?:lascia\w* (?:aperta|in sospeso)|sono (?:silenti|muti))
    \b{INFO}\b[^.;,]{0,60}?\b(?:sono|e|risultano|risulta) (?:\w+ )?(?:insufficient|assent|mancant|incomplet|scars)\w*
    \b(?:nessun\w*|mancano?|mancanza di|insufficienti?|alcun\w*|scars\w|assenza di) (?:\w+ ){0,2}?(?:informazion\w+|dettagl\w+|menzion\w+|indicazion\w+|riferiment\w+|rispost\w+|accenn\w+|notizi\w+|risultat\w+|dati (?:su|sufficienti|relativi|disponibili))
    \bnessun\w* (?:\w+ |dei |delle |degli |tra |fra ){0,4}?{SRCN}\b[^.;]{0,60}?(?:menzion|indic|dice|parl|contien|specific|tratt|rispond|fornisc|accenn|riport|cit|affront|chiar|spieg)
    \b(?:ignoro|lo ignoro|nessuna idea|non ne ho idea|boh)\b
    \b(?:nulla|niente) (?:si )?(?:dice|viene detto|e detto|a riguardo|in merito|al riguardo|nei|nel|su)\b
    \b(?:impossibile|difficile) (?:\w+ )?(?:dire|sapere|determinare|rispondere|stabilire|precisare)
    \b(?:esula|fuori) d\w+ (?:\w+ )?(?:ambito|portata|mie|contesto|contenut\w+|argomento)
    \bnon (?:vi|ci) (?:compar\w+|figura\w*|risulta\w*|si trova\w*|e (?:indicat|menzionat|riportat)\w*)\b
    \bnon si (?:esprim|pronunci)\w+
    \bnon (?:riportan?o?|indican?o?|fornisc\w+|danno|da|contien\w+|conteng\w+|menzionan?o?|citan?o?|precisan?o?) (?:\w+ )?(?:alcun\w*|nessun\w*|il|la|una?) (?:\w+ ){0,2}?(?:dat[ae]|cifr[ae]|prezz[oi]|import[oi]|nom[ei]|scadenz[ae]|indirizz[oi]|motiv[oi]|orari[oi]?|tariff[ae]|cost[oi]|numer[oi]|informazion[ei]|dettagli\w*|spiegazion[ei])\b
    \b(?:{SRCN}|{WEAK})\b[^.;\d]{0,20}\b(?:parlan?o?|trattan?o?|descriv\w+|riguardan?o?|elencan?o?|citan?o?|menzionan?o?|riportan?o?|indicano?|contien\w+|contengono|copron?o?)\b[^.;]{0,80}(?:, (?:e )?|,? ma )non (?:del?|della|dei|delle|di|sul|sulla|il|la|i|le|lo|gli|quell\w+|per|al|alla|l'\w+)\b
    \b(?:{SRCN}|{WEAK})\b[^.;,]{0,40}? (?:tace|tacciono|omett\w+|sorvola\w*)\b
    \b(?:{SRCN}|{WEAK})\b[^.;]{0,80}?\bsenza (?:\w+ )?(?:dar\w*|indicar\w*|precisar\w*|specificar\w*|menzionar\w*|dir\w*|fornir\w*|spiegar\w*)\b
    \bnon (?:ne )?(?:spiegan?o?|indican?o?|da|danno|menzionan?o?|riportan?o?|precisan?o?|contien\w+) (?:il|la|lo|l'|i|gli|le|alcun\w*|nessun\w*) ?(?:\w+ )?(?:motiv[oi]|caus[ae]|ragion[ei]|or[ae]|orari[oi]?|nom[ei]|dat[ae]|prezz[oi]|import[oi])\b
    \b(?:nulla|niente)\b[^.;,]{0,40}? (?:indica|dice|chiarisce|rivela|spiega|precisa|fa capire) (?:chi|quando|come|dove|quant\w+|quale|quali|se|perche)\b
    ^(?:sconosciut[oa]|(?:dato|dati|informazion[ei]|valore|dettaglio) (?:\w+ )?non (?:disponibil|present|indicat|fornit|riportat|specificat|trovat|pervenut)\w*|non (?:specificat|menzionat|disponibil|trovat|indicat|pervenut|not|precisat|lo so|so)\w*|nessuna (?:informazione|risposta)(?: (?:trovata|disponibile))?|informazione non disponibile)[.! ]*$
    """,
    r"""\b(?:capisco|comprendo|voglia sapere|vuole sapere|vuoi sapere|mi dispiace|dispiace|spiacente|spiacenti|scus\w+|mi rincresce|purtroppo[.! ]*$|sfortunatamente[.! ]*$|grazie|per favore|per cortesia|prego|contatt\w+|consult\w+|assistenza|servizio clienti|supporto|rivolg\w+|se (?:vuoi|vuole|ha|hai|mi|desider\w+|possiede|dispone|puo|puoi|necessit\w+|serve|fornisc\w+|ci sono|volete|avete)|posso (?:aiutar\w+|cercare|provare|solo)|consiglio (?:di|vivamente)|consiglia\w*|consiglier\w+|suggerisc\w+|raccomand\w+|invito a|conviene|opportuno|puo (?:\w+ )?(?:contattare|consultare|chiedere|verificare|rivolgersi|provare|riformulare)|potrebbe (?:\w+ )?(?:contattare|consultare|chiedere|fornire|verificare|indicare|precisare|essere utile)|riformul\w+|piu (?:dettagli|informazioni|contesto)|ulteriori (?:dettagli|informazioni|domande)|altre domande|aiutar\w*|aiuto|la (?:sua|tua) (?:domanda|richiesta)|questa domanda|la domanda|buongiorno|ciao|dopo aver|ho (?:\w+ )?(?:cercato|consultato|letto|riletto|controllato|esaminato|verificato|guardato|rivisto|analizzato|scorso)|mi spiace|speculare|indovinare|fare ipotesi)\b""",
    r"""\b(?:{SRC}|questi|queste|essi|esse|si)\b[^.;]{0,40}?\b(?:solo|soltanto|solamente|unicamente|principalmente|trattan?o?|parlan?o?|descriv\w+|menzionan?o?|affrontan?o?|limitan?o?|concentran?o?|riguardan?o?|riferiscon?o?|contengono|contiene|coprono|copre|elencan?o?)\b
        |^(?:il |lo |la |i |gli |le |l'|questo |questa )(?:\w+ )?{WEAK} (?:\w+ )?(?:solo|soltanto|tratta\w*|parla\w*|descriv\w+|menziona\w*|affronta\w*|spiega\w*|presenta\w*|illustra\w*|annota\w*|registra\w*|riferisc\w*|annuncia\w*|riporta\w*|copre|riguarda\w*|si (?:limita|concentra|riferisce|occupa)\w*)\b(?! che)
        |^(?:indica|dice|riporta|menziona|precisa|specifica|segnala|afferma|descrive|parla|cita)(?:no)? (?:solo|soltanto|solamente|unicamente)\b
        |^(?:si (?:\w+ )?(?:solo|soltanto|solamente)|(?:viene|vengono|e|sono) (?:\w+ )?(?:solo|soltanto|solamente)) (?:\w+ )?(?:menzion|indic|dice|riport|specific|descri|che)
        |^(?:solo|soltanto|solamente|ne|o|neppure|e non)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:ma|pero|tuttavia|sebbene|benche|anche se|mentre|bensi|quindi|percio|nonostante|malgrado|eppure|dunque)[\s,]",
    r",?\s(?:e|ed|inoltre)\s",
    "se quando come chi che cosa dove perche quale quali quanto quanta quanti quante poiche siccome riguardo per su circa compreso incluso o ne neppure nemmeno soprattutto solo da qual",
    "in nel nei nella nelle negli secondo purtroppo attualmente in-base sulla dai dal dalla dopo per con senza a al di da su riguardo mi sebbene benche anche mentre sfortunatamente onestamente in-merito dato tra fra basandomi allo no",
    "", r"^(?:si,|probabilmente|forse|magari|circa|all'incirca|intorno|in genere|di solito|normalmente|credo|penso|direi|presumibilmente|suppongo|e probabile|potrebbe)\b",
    wide=r"""^(?:(?:sebbene|anche se) )?(?:(?:il|lo|la|i|gli|le|questo|questa|l'|tutti i) ?)?(?:\w+ ){0,1}?(?:{SRCN}|{WEAK})\b(?: \w+){0,3}? (?:descriv|trat|menzion|affront|copr|elenc|spieg|contien|conteng|parl|riport|indic|illustr|forn|si (?:limit|concentr|riferi|occup)|regol|present|cita|riguard|inclu)\w*(?! che)""",
    firm=r"""\b(?:quindi|pertanto|percio|dunque|di conseguenza)\b[^.;]{0,50}?\b(?:non|impossibile|grado)\b|\bnon (?:posso|possiamo|riesco a|e possibile|sono (?:\w+ )?in grado di|si puo) (?:\w+ )?rispondere\b""",
    unless=r"^(?:se|qualora|nel caso)\b",
    reported=r"""^(?:(?:il|lo|la|i|gli|le|un|una|alcuni) |l')(?:paziente|testimon|investigator|ministr|portavoce|imputat|richiedent|client|utent|partecipant|polizia|medic|inquilin|proprietari|tribunal|aziend|sospettat|scienziat|candidat|abitant|conducent|commission|govern|espert|storic|ispettor|revisor|giudic|team|direzion|ricercator)\w{0,2} non |^(?:il|la|lo|una?|le|i) ?(?:\w+ )?(?:critic[ah]e?|obiezione|debolezza|argomento|svantaggio|lamentela)\w* (?:\w+ ){0,3}e che\b|\bnon (?:e |sono |si e )?ancora (?:stat\w )?(?:identificat|not|trovat|determinat|stabilit|annunciat|conosciut)|^(?:\w+ )?(?:critici|esperti|oppositori|residenti|ricercatori|avvocati|osservatori) \w+no\b|\b(?:ha|hanno|aveva) (?:\w+ )?(?:detto|dichiarato|affermato|spiegato|ammesso|riferito|risposto|sostenuto) (?:\w+ ){0,3}?(?:di|che)\b""",
    duty=r"""\b(?:deve|devono|dovra|dovranno|vietat\w+|non (?:serve|occorre|e necessari\w+|e obbligatori\w+|bisogna|(?:raccogli|conserv|memorizz|condivid|vend|trasmett|richied|chied|trasferi|salv)\w+))\b""")
_IT_PARTS = {
    "DATUM": r"(?:dat[ae]|cifr[ae]|prezz[oi]|import[oi]|nom[ei]|scadenz[ae]|indirizz[oi]|motiv[oi]|ragion[ei]|caus[ae]|orari[oi]?|tariff[ae]|cost[oi]|numer[oi]|valor[ei]|dettagl[io]+|informazion[ei]|spiegazion[ei]|indicazion[ei]|durata|menzione)",
    "SRCN": r"(?:[a-z]+ (?:fornit|condivis|consultat)[aeio]\b|documenti|documento|documentazione|fonti|fonte|contesto|testi|testo|[a-z]+ che (?:mi |ci )?(?:hai|ha|avete) (?:fornito|dato|passato|inviato|condiviso|allegato|caricato|mandato)|brani|brano|passaggi|passaggio|estratti|estratto|materiali|materiale|file|risultati (?:di|della) ricerca|base di conoscenza|corpus|frammenti|(?:informazioni|contenuti|dati) (?:fornit|disponibil|dat[ie]|a (?:mia )?disposizione|present|recuperat|in mio possesso|che (?:ho|possiedo)|di cui dispongo)\w*)",
    "SRC": r"(?<!secondo i )(?<!secondo il )(?<!secondo le )(?<!secondo la )(?<!stando ai )(?<!stando al ){SRCN}",
    "WEAK": r"(?:contratto|politica|manuale|guida|articolo|rapporto|relazione|pagina|regolamento|opuscolo|sezione|condizioni|termini|lettera|faq|sito|autor[ei]|studio|capitolo|accordo|normativa|esso|essi|questo|questi|annuncio|verbale|fattura|scheda|descrizione|e-?mail|bando|etichetta|diario|volantino|prospetto|menu|orario|modulo|intervista|clausol[ae]|ricetta|testamento|biografia|confezione|sentenza|catalogo|tabella|riassunto|preventivo|biglietto|itinerario|statuto|circolare|decreto|legge|lista|comunicato|locandina|depliant|conferma|registro|programma|recensione|polizza|pagine|polizze|schede|sezioni|guide|articoli|clausole|manuali|contratti|lettere|foglietto(?: illustrativo)?|libretto|cartella|scheda tecnica|istruzioni|regole)",
    "SAY": r"(?:menzion|specific|indic|dic|conten|contien|forn|riport|parl|tratt|precis|fa\b|fanno|includ|offr|rispond|accenn|chiar|spieg|cit|rivel|c'e|ci sono|esist|trov|copr|descriv|affront|dann?o|da\b|permett\w+ (?:\w+ )?di (?:\w+ )?\w+(?:re|rlo|rla|rsi)\b|evinc|desum|deduc|ricav|risolv|comunic|lasci|rapport|illustr|espon|svel|compar|figur|risult|e\b|sono\b|elenc|present|vien|consent|bast|emerg|approfond|nomin|defin|sembr)",
    "INFO": r"(?:informazion[ei]|dettagli|dettaglio|dati|menzion[ei]|indicazion[ei]|riferiment[oi]|rispost[ae]|accenn[oi]|notizi[ae]|risultati|tracc[ia]e?|documenti che|passaggi che|elementi)",
}
_PT = _Tongue(
    tuple("""nao omissos silencio nenhum nenhuma desconheco desconhecemos desconhece-se desconhecido desconhecida falta faltam impossivel nada sem nem tampouco carece carecem insuficiente insuficientes nunca fora dificil""".split()),
    (" sei", "encontr", "inform", "document", "context", "mencion", "especific", "indic", " diz", "font", "texto", "respo", "cert", "dado", "dispon", "ideia", "determin", "detalh", "conhec", "consta", " sab", "consig", "consegu", "poss", " ha ", "claro", "tenho", "temos", "trecho", "arquivo", "ficheiro", "relatorio", "artigo", "pagina", "guia", "politica", "traz", "julgar", "regra", "localiz", "ajud", "contrat", "manual", "refer", "abord", "existe", "achei", "mencao", "esclarec", "folheto", "revel", "explic", "confirm", "verific", "garant", "afirm", "precis", "pronunci", "figura", "motivo", "causa", "nome", "ponto", "traze", "aparece", "enviou", "fornec", "ficha", "deixa", "nada sobre"),
    r"""
    \b(?:eu )?nao (?:o |lhe |me |te |a )?(?:sei|saberia|sabemos|conheco|conhecemos|encontrei|encontramos|encontro|consegui|consigo|conseguimos|tenho (?!duvida)|disponho|dispomos|pude|localizei|achei|vejo|recordo|possuo|identifiquei|fui capaz|sou capaz|estou cert\w|estou segur\w|estou ciente|tive acesso)\b
    \bnao (?:temos|possuimos|ha|existe\w*|foram? encontrad\w+|foi encontrad\w|constam?|encontrei|se encontra\w*|aparece\w*|foram? fornecid\w+|foi fornecid\w|foram? localizad\w+|se dispoe de) (?:\w+ ){0,4}?{INFO}
    \bnao (?:posso|podemos|poderia|foi possivel|e possivel|me e possivel|consigo|sou capaz de|estou em condicoes de|se pode|da para) (?:\w+ ){0,2}?(?:responder|dizer|encontrar|determinar|confirmar|precisar|ajudar|ajuda-l\w|indicar|saber|estabelecer|identificar|verificar|informar|dar (?:\w+ ){0,3}(?:resposta|informac|detalhe|dado|data)\w*|fornecer|afirmar|deduzir|especificar|inferir|localizar|garantir a resposta|concluir|oferecer (?:\w+ ){0,2}(?:resposta|informac)\w*)
    \bnao (?:esta|fica|ficou|e|esta) (?:\w+ )?(?:clar[oa]|especificad\w|indicad\w|mencionad\w)\b
    \bnao (?:e|sao|foi|foram|esta|estao|vem|aparece|consta)(?: \w+){0,2}? (?:mencionad|especificad|indicad|detalhad|tratad|abordad|esclarecid|precisad|citad|explicitad|informad)\w*
    \bnao (?:se|lhe) (?:menciona|especifica|indica|detalha|aborda|diz|informa|faz mencao|faz referencia|refere)\w*
    \b{SRC}\b(?:(?!\b(?:indic|diz|afirm|mostr|estabelec|confirm|mencion|explic|suger|declar|inform|refer|relat|especific|apont)\w* que\b)[^.;,]){0,90}? (?:nao|nada|nem|nunca|tampouco) (?:se |me |nos |o |lhe ){0,2}{SAY}\w*
    \b{SRC}\b(?:(?!\b(?:indic|diz|afirm|mostr|estabelec|confirm|mencion|explic|suger|declar|inform|refer|relat|especific|apont)\w* que\b)[^.;,\d]){0,80}\bsem (?:\w+ )?(?:dar|indicar|especificar|precisar|mencionar|dizer|esclarecer)
    \b{WEAK}\b[^.;,]{0,70}? nao (?:se |me |nos |o ){0,2}(?:mencion|especific|indica|diz|dizem|detalh|abord|esclarec|explic|fala|trata|faz (?:qualquer |nenhuma )?(?:mencao|referencia)|responde|precis|revela|refere|informa|cita|contem (?:\w+ ){0,2}?(?:informac|dado|detalhe|referencia)|traz (?:\w+ ){0,2}?(?:informac|dado|detalhe)|consta|fornece (?:\w+ ){0,2}?(?:informac|dado|detalhe)|da (?:\w+ ){0,2}(?:informac|detalhe|data))\w*
    \bnao (?:esta|estao|aparece\w*|consta\w*|se encontra\w*|vem|e descrit\w|(?:e|foi|sao|foram) (?:identificad|citad|revelad|nomead)\w*|e fornecid\w|e apresentad\w|foi fornecid\w|e dad\w|e discutid\w|foi incluid\w|ha|existe|existem)\b[^.;,]{0,50}?\b(?:no|na|nos|nas|neste|nesta|nestes|nestas|pelo|pela|pelos|pelas|entre) (?:\w+ ){0,3}?{SRCN}
    \b{INFO}\b[^.;,]{0,90}? nao (?:se (?:menciona|encontra|indica|inclui|apresenta|informa|especifica|fornece|dispoe|conhece)|esta(?:o)? (?:\w+ )?(?:disponive|n[oa]s?\b|em\b|entre|incluid|presente|especific|mencion|indic|detalh|complet|clar|aqui|contid|fornecid|ao alcance|suficient|acessive)|consta|aparece|(?:foi|foram|e|sao) (?:\w+ )?(?:encontrad|fornecid|mencionad|especificad|indicad|disponive|disponibilizad|suficient|incluid|apresentad|dad[ao]|informad|clar[ao]|conhecid|revelad|divulgad)|existe|figura|basta|disponive|encontrad|fornecid|especificad)\w*
    \b(?:sem|falta\w*|faltam|carec\w+ de|insuficiente\w*|nenhum\w*|falta de|ausencia de|qualquer) (?:\w+ ){0,2}?(?:informac\w+|dados (?:sobre|suficientes|para)|mencao|detalhes|referencia|indicacao|resposta|contexto|resultados)
    \b(?:receio|temo) (?:que )?nao (?:\w+ ){0,2}?(?:ter|saber|dispor|poder|conseguir|tenho|sei|posso)
    \b(?:o|a|os|as|este|esta|estes|estas) (?:\w+ ){1,3}?nao (?:menciona|especifica|indica|esclarece|diz (?:se|quando|quanto|quem|que|como|onde|nada))m?\b
    \bnao pod\w+ ser (?:\w+ )?(?:respondid|determinad|confirmad|esclarecid|deduzid|inferid)\w*
    \b(?:falta|faltam) (?:no|na|nos|nas) (?:\w+ )?{SRCN}
    \bnao (?:posso|podemos|e possivel|se pode) (?:\w+ )?(?:julgar|avaliar|estimar)\w*
    \bnao (?:e|sao|foi|foram) (?:\w+ )?(?:dad|fornecid|feit|apresentad|oferecid|citad|listad|divulgad|encontrad)\w* (?:\w+ ){0,2}?(?:{DATUM}|{INFO})\b
    \bnao se (?:da|dao|faz|fornece|apresenta|oferece)m? (?:\w+ ){0,2}?(?:{DATUM}|{INFO})\b
    ^nao (?:mencionad|especificad|indicad|disponive|encontrad|incluid|informad|citad)\w* (?:no|na|nos|nas|em|pelo|pelos) (?:\w+ ){0,2}?{SRCN}
    \bnao (?:informam?|citam?|apresentam?|revelam?|especificam?|fornecem?|detalham?|precisam?) (?:o|a|os|as|qualquer|nenhum\w*|seu|sua) (?:\w+ ){0,2}?{DATUM}\b
    \bnao (?:aparece|consta|figura|se encontra)m? em (?:lugar nenhum|lado nenhum|parte alguma|nenhuma parte)
    \bnao (?:esta|aparece|consta|figura|e|foi|vem|se encontra|surge)\w* (?:\w+ ){0,2}?em nenhum\w* (?:\w+ ){0,3}?{SRCN}
    \bnao (?:se )?(?:diz|dizem|indicam?|especificam?|mencionam?|precisam?|esclarecem?|explicam?|revelam?|informam?) (?:\w+ ){0,2}?(?:quant\w+|quem|quando|como|onde|se|qual|quais)\b
    \bem nenhum\w* (?:momento|parte|lugar|sitio)\b[^.;,]{0,40}?\b(?:menciona|diz|indica|especifica|aparece|fala|se |consta|e )\w*
    \bnao (?:deixam?|fica|ficam|tornam?) (?:\w+ )?claro
    \bnao faz(?:em)? (?:\w+ )?(?:referencia|mencao|alusao)\b
    \bnenhum\w* [^.;,]{1,50}? (?:consta|aparece|figura|e (?:mencionad|indicad|informad)\w)m? (?:\w+ )?(?:no|na|nos|nas|em) (?:\w+ ){0,2}?(?:{SRCN}|{WEAK})\b
    \bnem (?:o|a|os|as) [^.;,]{1,40} nem (?:o|a|os|as) [^.;,]{1,40}? (?:indic|mencion|diz|especific|precis|estabelec|traz|contem|esclarec|fix|inform|prev)\w*
    \b{SRC}\b[^.;,]{0,30} (?:e|sao|mostra-se) (?:\w+ )?insuficientes?\b
    \b(?:{SRCN}|{WEAK})\b[^.;,]{0,40} nao (?:inclui|contem|oferece|traz|apresenta|incluem|trazem)m? (?:nenhum\w*|qualquer) (?:\w+ )?(?:entradas?|secao|secoes|capitulos?|artigos?|{INFO}|{DATUM})\b
    \bnao (?:consta|aparece|figura|esta|vem|se encontra)m? (?:\w+ )?(?:no|na|nos|nas|neste|nesta) (?:\w+ )?(?:{SRCN}|{WEAK})\b
    \bnao tenho (?:\w+ )?(?:conhecimento|noticia|registo|registro)\b
    \bnao se (?:sabe|depreende|deduz|conclui|percebe|infere)\b
    \b{SRC}\b(?:(?!\b(?:indic|diz|afirm|mostr|estabelec|confirm|mencion|explic|suger|declar|inform|refer|relat|especific|apont)\w* que\b)[^.;,]){0,40}?\b(?:omissos?|silencios\w+|em silencio|guardam? silencio|deixam? (?:em aberto|sem resposta))
    \b{INFO}\b[^.;,]{0,60}?\b(?:e|sao|esta|estao) (?:\w+ )?(?:insuficient|ausent|incomplet|escass)\w*
    \b(?:desconheco|desconhecemos|desconhece-se|nao faco ideia|nao sei|sem ideia|nem ideia)\b
    \bnenhum\w* (?:\w+ |dos |das |de |do |da ){0,4}?{SRCN}\b[^.;]{0,60}?(?:mencion|indic|diz|fala|contem|especific|trat|respond|inclui|fornece|abord|faz|refere|traz|cita|esclarec|explic)
    \bnada (?:e dito|se diz|consta|sobre|indica|a respeito|menciona|no|na|nos|nas)\b
    \b(?:impossivel|dificil) (?:\w+ )?(?:dizer|saber|determinar|responder|precisar)
    \bfora d\w+ (?:meu |minha )?(?:alcance|escopo|ambito|contexto)
    \bnao (?:consta|aparece|figura|esta|vem|surge)m? (?:\w+ )?(?:nel[ea]s?|la|ali|em nenhum\w*)\b
    \bnao se pronuncia\w*
    \bnao (?:dao|da|trazem|traz|oferecem?|indicam?|incluem|inclui|contem|mencionam?|citam?|apresentam?|fornecem?) (?:\w+ )?(?:nenhum\w*|qualquer|o|a|uma?) (?:\w+ ){0,2}?(?:datas?|cifras?|precos?|valor(?:es)?|montantes?|nomes?|prazos?|endereco|morada|motivos?|horarios?|tarifas?|custos?|numeros?|dados?|informac\w+|detalhes?|explicac\w+)\b
    \b(?:{SRCN}|{WEAK})\b[^.;\d]{0,20}\b(?:falam?|tratam?|descrevem?|listam?|enumeram?|citam?|mencionam?|trazem|traz|indicam?|contem|cobrem?|incluem|inclui)\b[^.;]{0,80}(?:, (?:e )?|,? mas )nao (?:do|da|dos|das|de|sobre|o|a|os|as|para|em|ao)\b
    \b(?:{SRCN}|{WEAK})\b[^.;,]{0,40}? (?:omite|omitem|cala)\b
    \b(?:{SRCN}|{WEAK})\b[^.;]{0,80}?\bsem (?:\w+ )?(?:dar|indicar|especificar|precisar|mencionar|dizer|esclarecer|explicar)\b
    \bnao (?:explicam?|indicam?|da|dao|mencionam?|esclarecem?|trazem|traz|incluem?|contem) (?:o|a|os|as|nenhum\w*) (?:\w+ )?(?:motivo|causa|razao|hora|horario|nome|data|preco|valor|prazo)\b
    \bnada\b[^.;,]{0,40}? (?:indica|diz|esclarece|revela|explica|precisa) (?:quem|quando|como|onde|quant\w+|qual|quais|se|por que)\b
    ^(?:desconhecid[oa]|nao (?:especificad|mencionad|disponivel|encontrad|indicad|consta|informad|sei|se sabe)\w*|sem resposta|sem informac\w+)[.! ]*$
    """,
    r"""\b(?:entendo|compreendo|queira saber|quer saber|desculp\w+|lament\w+|sinto muito|perdao|peco desculpa\w*|infelizmente[.! ]*$|obrigad\w+|por favor|contat\w+|contact\w+|consult\w+|atendimento|suporte|servico de apoio|se (?:voce|quiser|desejar|precisar|tiver|puder|me|houver|possivel|pretender)|caso (?:tenha|voce|precise|queira|deseje|possa)|posso (?:ajudar|tentar|procurar)|recomend\w+|sugiro|sugere-se|aconselh\w+|sugerimos|o ideal|convem|pode (?:\w+ )?(?:contatar|contactar|consultar|perguntar|verificar|tentar|procurar|entrar em contato|reformular)|poderia (?:\w+ )?(?:fornecer|contatar|dar|esclarecer|indicar|reformular|partilhar|compartilhar)|talvez (?:\w+ )?(?:possa|deva|seja melhor)|reformul\w+|mais (?:detalhes|informacoes|contexto)|outra pergunta|outras perguntas|outras duvidas|ajudar|ajuda|a sua (?:pergunta|questao)|sua pergunta|esta pergunta|essa pergunta|a pergunta|ola|apos (?:analis\w+|verific\w+|ler|consult\w+|pesquis\w+)|depois de|verifiquei|procurei|consultei|li|reli|revi|analisei|examinei|pesquisei|revisei|olhei|especular|adivinhar)\b""",
    r"""\b(?:{SRC}|eles|elas|estes|estas)\b[^.;]{0,40}?\b(?:apenas|so|somente|unicamente|principalmente|trat[ae]\w*|fal[ae]\w*|descreve\w*|mencion[ae]\w*|abord[ae]\w*|limita\w*|concentra\w*|refere\w*|contem|cobre\w*|foca\w*|versa\w*|diz respeito|dizem respeito)\b
        |^(?:o |a |os |as |este |esta )(?:\w+ )?{WEAK} (?:\w+ )?(?:apenas|so|trata\w*|fala\w*|descreve\w*|menciona\w*|aborda\w*|explica\w*|apresenta\w*|detalha\w*|anota\w*|regista\w*|informa\w*|anuncia\w*|relata\w*|registra\w*|cobre\w*|se (?:limita|concentra|refere)\w*|limita-se|refere-se)\b(?! que)
        |^(?:(?:apenas|so|somente) (?:se )?(?:e |sao |foi )?(?:\w+ )?(?:mencion|indic|diz|inform|descrev|refer)|(?:menciona|indica|informa|diz)-se (?:apenas|so|somente))
        |^(?:apenas|so|somente|nem|ou|tampouco|e nao)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:mas|porem|contudo|todavia|no entanto|entretanto|embora|ainda que|enquanto|apesar de|se bem que|por isso|portanto|logo|e sim)[\s,]",
    r",?\s(?:e|alem disso)\s",
    "se quando como quem que onde porque por qual quais quanto quanta quantos quantas pois sobre quanto relativamente para com incluindo ou nem tampouco especialmente apenas desde ate cujo",
    "em no na nos nas segundo de do da dos das com sem infelizmente atualmente apos depois para por pelo pela sobre a ao embora ainda mesmo quanto relativamente com-base dado desculpe lamento honestamente sinceramente nao",
    "", r"^(?:sim|provavelmente|possivelmente|talvez|aproximadamente|cerca|por volta|normalmente|geralmente|em geral|acho|creio|suponho|diria|penso|e provavel|e possivel que)\b",
    wide=r"""^(?:(?:embora|ainda que) )?(?:(?:o|a|os|as|este|esta|estes|estas|todos os) )?(?:\w+ ){0,1}?(?:{SRCN}|{WEAK})\b(?: \w+){0,3}? (?:descrev|trat|mencion|abord|cobr|list|enumer|explic|contem|fal[ae]|refer|indica|da\b|oferec|limita|concentr|regul|apresent|cita|detalh|inclu)\w*(?! que)""",
    firm=r"""\b(?:por isso|portanto|assim|logo|por conseguinte|pelo que|de modo que|por essa razao)\b[^.;]{0,40}?\bnao (?:\w+ ){0,2}?(?:posso|consigo|podemos|possivel|sei|sabemos)\b|\bnao (?:posso|consigo|e possivel|conseguimos|sou capaz de) (?:\w+ )?responder\b""",
    unless=r"^(?:se (?:voce|nao|o|a)|caso|quando)\b",
    reported=r"""^(?:o|a|os|as|um|uma|varios) (?:paciente|testemunha|investigador|pesquisador|ministr|porta-voz|acusad|requerente|cliente|usuari|utilizador|participante|policia|medic|inquilin|proprietari|tribunal|empresa|suspeit|cientista|candidat|morador|condutor|motorista|comissao|governo|especialista|perit|historiador|inspetor|auditor|juiz|equipe|direcao)\w{0,3} nao |^(?:o|a|os|as|uma?) (?:\w+ )?(?:critica|queixa|objecao|fraqueza|argumento|desvantagem)s? (?:\w+ ){0,3}e que\b|\bainda nao (?:foi |foram |se |e )?(?:identificad|conhecid|encontrad|determinad|estabelecid|anunciad|sab)|^(?:\w+ )?(?:criticos|especialistas|opositores|moradores|investigadores|pesquisadores|advogados|observadores) \w+m\b|\b(?:disse|declarou|afirmou|explicou|admitiu|respondeu|garantiu|alegou|disseram|afirmaram|declararam|reconheceu) (?:(?:\w+ ){0,3}?que|nao)\b""",
    duty=r"""\b(?:deve|devem|devera|deverao|proibid\w+|nao (?:precisam? (?:de )?\w+r|e necessari\w+|e preciso|e obrigatori\w+|(?:colet|recolh|armazen|guard|compartilh|partilh|vend|transmit|solicit|exig|requer|ped|transfer)\w+))\b""")
_PT_PARTS = {
    "DATUM": r"(?:datas?|cifras?|precos?|valor(?:es)?|montantes?|nomes?|prazos?|enderecos?|moradas?|motivos?|razao|razoes|causas?|horarios?|horas?|tarifas?|custos?|numeros?|dados?|detalhes?|informac\w+|explicac\w+|indicac\w+|duracao|mencao)",
    "SRCN": r"(?:[a-z]+ (?:fornecid|disponibilizad|consultad|partilhad|compartilhad)[oa]s?\b|documentos?|documentacao|fontes?|contexto|textos?|[a-z]+ que (?:voce |me |o senhor |a senhora ){0,2}(?:enviou|forneceu|compartilhou|partilhou|passou|anexou|mandou|deu|enviaste|deste)|trechos?|passagens|passagem|excertos?|extratos?|materiais|material|arquivos?|ficheiros?|resultados d[ae] (?:busca|pesquisa)|base de conhecimento|corpus|(?:informacoes|informacao|conteudos?|dados) (?:fornecid|disponive|disponibilizad|dad|apresentad|recuperad|que (?:tenho|recebi|possuo)|de que disponho|a minha disposicao)\w*)",
    "SRC": r"(?<!segundo o )(?<!segundo os )(?<!segundo a )(?<!segundo as )(?<!de acordo com o )(?<!de acordo com os )(?<!conforme o ){SRCN}",
    "WEAK": r"(?:contrato|politica|manual|guia|artigo|relatorio|pagina|regulamento|folheto|secao|seccao|condicoes|termos|carta|faq|site|sitio|autor\w*|estudo|capitulo|acordo|norma|este|estes|anuncio|ata|fatura|ficha|descricao|e-?mail|edital|rotulo|diario|folheto|panfleto|prospeto|menu|cardapio|horario|formulario|entrevista|clausulas?|receita|testamento|biografia|embalagem|sentenca|catalogo|tabela|resumo|orcamento|bilhete|itinerario|estatuto|circular|decreto|lei|boletim|lista|comunicado|bula|confirmacao|registo|registro|programa|critica|resenha|recibo|apolice|paginas|apolices|fichas|secoes|guias|artigos|cartas)",
    "SAY": r"(?:mencion|especific|indic|diz|dizem|fornec|contem|contem|inclu|oferec|detalh|abord|esclarec|explic|trata|fala|faz|fazem|aparec|encontr|ha\b|existe|figur|consta|respond|cobr|apresent|da\b|dao\b|descrev|precis|revel|defin|refer|traz|cita|permit\w+ (?:\w+ ){0,2}?\w+[aei]r\b|evidenc|expo|deix|comenta|lista|apont|retrat|resolv|elucid|relat|basta|revela|inform|esta\b|estao\b|dispo|nomei|parec|e dit|sao suficientes|e suficiente|vem)",
    "INFO": r"(?:informacao|informacoes|dados|mencao|mencoes|detalhes?|referencias?|indicacao|indicacoes|respostas?|registros?|resultados?|elementos|nada sobre|documentos? que|suficiente\w*)",
}
_NL = _Tongue(
    tuple("""niet niets onvermeld ongenoemd onbeantwoord geen onbekend onduidelijk nergens ontbreekt ontbreken ontbrekende noch onmogelijk weinig onvoldoende zonder evenmin nooit buiten schuldig onzeker zwijgt zwijgen moeilijk gebrek n.v.t""".split()),
    ("weet", "weten", "vind", "vond", "inform", "document", "context", "vermeld", " zeg", "genoemd", "noem", "bron", "tekst", "antwoord", "zeker", "bekend", "duidelijk", "idee", "gegeven", "staat", "staan", "help", "bepal", "detail", "gevonden", "fragment", "beschr", "melding", "aangegeven", "opmaken", "mogelijk", "ontbre", "contract", "handleiding", "besproken", "uitsluitsel", "specif", "passage", "materiaal", "bestand", "stukken", "rapport", "artikel", "pagina", "handboek", "beleid", "regel", "blijk", "op te maken", "af te leiden", "folder", " meld", "beoordel", "achterhal", "nagaan", "verifi", "onvermeld", "ongenoemd", "uitspra", " uit ", "waarom", "oorzaak", "reden", "in te gaan", " geeft", "bevestig", "te vinden", "orde", "aan bod", "cijfers", " blad", "gestuurd", "verstrekt", "voorwaarden"),
    r"""
    \bweet (?:ik )?(?:het |dat |dit |helaas |er |hier |daar |eerlijk gezegd |op dit moment |ook |daarover |hierover ){0,5}(?:niet|niets|geen)
    \b(?:ik|wij|we) (?:weet|weten|vind|vinden|vond|vonden|zie|ken|heb|hebben|had|beschik|bezit) (?:\S+ ){0,7}?(?:niet|niets|geen|onvoldoende|te weinig)(?: \S+){0,5}? ?(?:{INFO}|gevonden|terug\w*|toegang|over|idee|genoeg|kunnen|antwoord|zeker|mogelijkheid)?\b
    \b(?:heb|vind|vond|zie) ik (?:\S+ ){0,8}?(?:niet|niets|geen|onvoldoende)\b
    \b(?:kan|kon|kunnen|konden|is het|valt|lukt het|lukte het|ben) (?:\S+ ){0,12}?(?:niet|geen|niets|onmogelijk)(?: \S+){0,8}? ?(?:te )?(?:vinden|beantwoorden|antwoorden|zeggen|bepalen|helpen|vaststellen|bevestigen|vertellen|opmaken|afleiden|achterhalen|terugvinden|terug te vinden|aangeven|verifieren|nagaan|beoordelen|halen|gevonden|beantwoord|opgemaakt|vastgesteld|bepaald|afgeleid|uitsluitsel geven|verklaren|antwoord geven|informatie geven)\b
    \bben (?:\S+ ){0,4}(?:niet (?:\w+ )?(?:zeker|in staat|op de hoogte|bekend)|onzeker)
    \bontbre(?:ekt|ken) in (?:\S+ ){0,2}?{SRCN}
    \b(?:komt|komen|staat|duikt) (?:\S+ ){0,3}?(?:nergens|niet)\b[^.;,]{0,30}?{SRCN}[^.;,]{0,10}(?:voor|op)?
    \bin (?:de|het|deze) (?:\S+ )?{SRCN} (?:staat|staan|vind|vinden)\b[^.;,]{0,40}?\b(?:geen|niets|niet)\b
    \b(?:staat|staan) (?:er|daar|hier) (?:\S+ ){0,2}?niet (?:\S+ )?(?:in|bij|op|tussen)\b
    \bgeen (?:\S+ )?(?:uitspra(?:ak|ken)|mededeling\w*|gegevens|cijfers) (?:\S+ ){0,3}?(?:over|beschikbaar|van|bekend)?
    \b(?:noemen|noemt|geven|geeft|vermelden|vermeldt|bevatten|bevat|tonen|toont)\b (?:\S+ )?geen (?:\S+ )?(?:\S*datum|\S*data|\S*prijs|\S*prijzen|\S*bedrag|\S*naam|\S*namen|\S*termijn|\S*adres|\S*reden|\S*tijden|\S*tarief|\S*kosten|\S*aantal|cijfers?|informatie|details?)\b
    \b(?:{SRCN}|{WEAK})\b[^.;\d]{0,20}\b(?:gaat over|gaan over|behandel\w+|beschrij\w+|noem\w*|vermeld\w*|geeft|geven|bevat\w*)\b[^.;]{0,80}(?:, (?:en )?|,? maar )niet (?:over|op|de|het|een|die|dat|voor)\b
    \b(?:wordt|worden|is|zijn|werd) (?:er )?(?:\S+ ){0,3}?geen (?:\S+ ){0,2}?{DATUM} (?:\S+ ){0,4}?(?:genoemd|vermeld|gegeven|aangegeven|opgegeven|verstrekt|opgenomen|bekend|beschikbaar)\b
    \bgeen (?:\S+ ){0,2}?{DATUM} (?:\S+ ){0,3}?(?:genoemd|vermeld|aangegeven|opgegeven)\b
    ^niet (?:vermeld|genoemd|beschikbaar|gevonden|gespecificeerd|opgenomen|aangegeven|terug te vinden) (?:in|door|bij) (?:\S+ ){0,2}?{SRCN}
    \b(?:komt|komen) (?:\S+ )?niet (?:aan de orde|aan bod|ter sprake)\b
    \b(?:vermeld\w*|geven|geeft|noem\w*|toon\w*|bevat\w*)\b (?:\S+ )?geen (?:\S+ )?(?:\S*tijd|\S*oorzaak|\S*reden|\S*uur|verklaring)\b
    \bzeg(?:t|gen) (?:\w+ )?niets over\b
    \bik kan [^.;,]{1,60} niet (?:geven|noemen|verstrekken|aanleveren)\b
    \bnoch (?:de|het) [^.;,]{1,40} noch (?:de|het) [^.;,]{1,40}? (?:noem|vermeld|zeg|geef|gev|bevat|specific|regel|maak|mak)\w*
    \b{SRC}\b[^.;,]{0,30} (?:is|zijn) (?:\w+ )?(?:onvoldoende|ontoereikend|niet toereikend|niet voldoende)\b
    \bmak(?:en|t)\b (?:\S+ )?niet duidelijk\b|\bmaakt (?:\S+ )?niet duidelijk\b
    \b(?:staat|staan|vind ik|vermeldt|vermelden) geen \S+(?=[\s.]*$)
    \b(?:lijkt|lijken)\b[^.;,]{0,30}?\bniet (?:\S+ ){0,2}?(?:in te gaan|te behandelen|te vermelden|te noemen|te bevatten|te bespreken)\b
    \b(?:verzwijg\w*|laat \S+ \S+ weg)\b
    \b(?:blijft|blijven|is|zijn|wordt)\b[^.;,]{0,50}?\b(?:onvermeld|ongenoemd|onbeantwoord)\b
    \b(?:legt|leggen|licht|lichten) (?:\S+ )?niet (?:uit|toe)\b
    \bniets\b[^.;,]{0,40}? (?:geeft aan|zegt|vermeldt|onthult|verklaart|maakt duidelijk) (?:wie|wanneer|hoe\w*|waar|wat|welke?|waarom|of)\b
    \bniet in staat\b
    \b(?:staat|staan|vermeldt|zegt|noemt|meldt|blijkt)\b[^.;,]{0,40}?\bniet (?:\S+ )?(?:hoeveel|wie|wanneer|hoe|of|waar|wat|welke?|waarom)\b
    \bnergens\b[^.;,]{0,40}?\b(?:vermeld|genoemd|gezegd|aangegeven|staat|besproken|beschreven|terug)\b
    \b(?:kan|kunnen|valt|vallen|is|zijn) (?:\S+ ){0,8}?niet (?:\S+ ){0,4}?(?:op te maken|af te leiden|vast te stellen|te zeggen|te bepalen|beantwoord worden|worden beantwoord|bepaald worden|worden bepaald|worden vastgesteld|te achterhalen)\b
    \b(?:die|deze) informatie (?:\S+ ){0,4}?niet\b
    \b(?:vermeld\w*|noem\w*|zegg\w*|zegt|geven|geeft|maken|maakt|specific\w+|beschrij\w+|gaan|gaat|bevat\w*|bieden|biedt) (?:\S+ ){0,2}?(?:{SRCN}|contract|handleiding|artikel|beleid|brochure|rapport|verslag|notulen|gids|pagina)\b[^.;,]{0,50}?\b(?:niet|niets|geen|nergens)\b(?! alleen)
    \buit (?:\S+ ){1,4}?(?:blijkt|blijken) (?:\S+ )?niet\b
    \bin geen (?:enkel\w* |van (?:de|deze|die) )?(?:\S+ )?{SRCN}\b
    \bik (?:\S+ ){0,5}niet (?:weet|kan zeggen|kan vinden|kon vinden|kan beantwoorden)\b
    \bgeen (?:enkel\w* |van (?:de|deze|die) (?:\w+ )?)?{SRCN}\b[^.;,]{0,50}?{SAY}
    \b(?:laat|laten) (?:\S+ ){0,5}(?:open|in het midden|onbeantwoord|onvermeld)\b
    \b{SRC}\b(?:(?!\b(?:vermeld|zeg|stel|gev|geef|toon|tonen|lat|bevestig|noem|verklaar|meld|blijk|beschrij)\w* dat\b)[^.;,]){0,100}?\b(?:niet|niets|geen|nergens|noch|nooit)\b(?! alleen)[^.;,]{0,70}?{SAY}
    \b{SRC}\b(?:(?!\b(?:vermeld|zeg|stel|gev|geef|toon|tonen|lat|bevestig|noem|verklaar|meld|blijk|beschrij)\w* dat\b)[^.;,]){0,50}?{SAY}(?!\w* dat\b)[^.;,]{0,60}?\b(?:niet|niets|geen|nergens|noch)\b(?! alleen)
    \b{SRC}\b(?:(?!\b(?:vermeld|zeg|stel|gev|geef|toon|tonen|lat|bevestig|noem|verklaar|meld|blijk|beschrij)\w* dat\b)[^.;,\d]){0,80}\bzonder (?:\S+ ){0,5}?te (?:noemen|vermelden|zeggen|geven|specificeren)
    \b{SRC}\b(?:(?!\b(?:vermeld|zeg|stel|gev|geef|toon|tonen|lat|bevestig|noem|verklaar|meld|blijk|beschrij)\w* dat\b)[^.;,]){0,40}?\bzwijg\w*
    \b{WEAK}\b[^.;:,]{0,50}?\b(?:vermeld\w*|noem\w*|genoemd|zeg\w*|specificeer\w*|bespreek\w*|beantwoord\w*|gaat|rept|spreekt|meldt)\b[^.;,]{0,50}?\b(?:niet|niets|geen)\b(?! alleen)
    \b{WEAK}\b[^.;:,]{0,60}?\b(?:niet|niets|geen|nergens)\b[^.;,]{0,40}?(?:\b(?:vermeld|genoemd|gespecificeerd|besproken|aangegeven|beantwoord|gezegd|gemeld)\b|{INFO})
    \b(?:geen|onvoldoende|te weinig|niet genoeg|niet voldoende|ontbrekende|gebrek aan|enkele) (?:\S+ ){0,3}?{INFO}\b
    \b{INFO}\b[^.;,]{0,90}?\b(?:niet|nergens)(?: \S+){0,6}? ?(?:beschikbaar|aanwezig|gevonden|vinden|te vinden|vermeld|opgenomen|bekend|gegeven|voorhanden|genoemd|toereikend|voldoende|terug|verstrekt|aangetroffen|in de|in het)\b
    \b{INFO}\b[^.;,]{0,60}?\bontbre(?:ekt|ken)\b
    \bontbre(?:ekt|ken)\b[^.;,]{0,40}?\b{INFO}\b
    \b(?:wordt|worden|is|zijn|werd|werden|staat|staan)\b[^.;,]{0,70}?\b(?:niet|nergens|niets)(?: \S+){0,4}? ?(?:vermeld|genoemd|gespecificeerd|besproken|aangegeven|beschreven|behandeld|gezegd|toegelicht|beantwoord|gemeld|te vinden|op te maken|te beantwoorden|af te leiden|vast te stellen|verduidelijkt)\b
    \b(?:staat|staan|vind|vinden) (?:er |hier |daar |daarover |hierover |ik ){0,3}(?:\S+ ){0,4}?(?:niets|niet|geen)\b[^.;,]{0,40}?\b(?:over|in|vermeld|beschreven)\b
    \b(?:daarover|hierover|daarvan|hiervan|daar|erover)\b[^.;,]{0,30}?\b(?:staat|vind|is|wordt|zeg\w+|geven|geeft|heb|bevat\w*)\b[^.;,]{0,40}?\b(?:niets|niet|geen)\b
    \b(?:is|blijft|zijn) (?:\S+ ){0,3}(?:onduidelijk|onbekend|niet bekend|niet duidelijk)(?=[\s.!]*$|,? (?:uit|op basis|of|wanneer|hoe|wie|wat|waar|welke)|,)
    \b(?:geen idee|geen flauw idee|onmogelijk te (?:zeggen|bepalen)|moeilijk te zeggen|moet (?:ik )?het antwoord schuldig blijven|antwoord schuldig|geen van de \w+|buiten (?:mijn|het) (?:kennis|bereik|bestek))\b
    ^(?:onbekend|niet (?:vermeld|bekend|gevonden|beschikbaar|gespecificeerd|genoemd|zeker)|geen (?:antwoord|informatie)(?: gevonden| beschikbaar)?|weet ik niet|n\.?v\.?t\.?)[.! ]*$
    """,
    r"""\b(?:u kunt (?:\S+ ){0,3}(?:bellen|vragen|contact|navragen|kijken)|ik heb (?:[\w-]+ ){0,6}(?:doorgenomen|bekeken|nagekeken|doorzocht|gelezen|gezocht|gecontroleerd|nagelezen|doorgelezen)|ik begrijp|wilt weten|wil weten|sorry|excuses|excuus|spijt|het spijt|helaas[.! ]*$|jammer genoeg[.! ]*$|alstublieft|alsjeblieft|dank|bedankt|neem|contact\w*|raadpleeg|klantenservice|helpdesk|ondersteuning|vraag (?:het|dit|na|uw)|controleer|bekijk|als (?:u|je|jij|er)|indien|mocht u|mocht je|graag|gerust|ik kan (?:\S+ ){0,4}(?:helpen|zoeken|proberen)|raad|aan te raden|adviseer|aanbevolen|u kunt (?:\S+ ){0,6}(?:contact|raadplegen|vragen|navragen|proberen|kijken)|je kunt (?:\S+ ){0,6}(?:contact|raadplegen|vragen|navragen|proberen|kijken)|kunt u|kun je|wilt u|wil je|meer (?:informatie|details|context)|andere vragen|andere vraag|verder helpen|helpen|hulp|uw vraag|je vraag|deze vraag|de vraag|ik heb (?:\S+ ){0,4}(?:doorzocht|bekeken|gelezen|gezocht|nagekeken)|na (?:het )?(?:doorzoeken|lezen|bestuderen)|speculeren|gokken|gissen|hallo|goedendag|het beste)\b""",
    r"""\b(?:{SRC}|ze|zij|deze|die|het)\b[^.;]{0,40}?\b(?:alleen|enkel|slechts|uitsluitend|vooral|voornamelijk|gaan over|gaat over|gaan|gaat|beschrijv\w+|beschrijft|behandel\w+|bespreken|bespreekt|noemen|vermelden|richten|beperken|betreffen|betreft|bevatten|bevat)\b
        |^(?:de |het |deze |dit |uw )(?:\S+ )?{WEAK} (?:\S+ )?(?:gaat over|gaan over|behandel\w+|noem\w*|vermeld\w*|geeft|bevat|beschrij\w+|bespreek\w*|bespreken|noteer\w*|registreer\w*|meldt|melden|kondigt|bericht|beperk\w+|legt uit|licht toe|richt zich)\b(?! dat)
        |^(?:er (?:wordt|is|staat|worden) (?:alleen|slechts|enkel) |(?:alleen|slechts|enkel) \S+ (?:\S+ ){0,3}(?:wordt|worden|staat|is) )
        |^(?:alleen|enkel|slechts|noch|of|en niet|ook niet)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:maar|echter|hoewel|alhoewel|ofschoon|terwijl|al|toch|dus|daarom|niettemin|ook al)[\s,]",
    r",?\s(?:en|alsook)\s",
    "of wanneer hoe wie wat waar waarom welke welk als indien dat die omdat aangezien sinds betreffende omtrent over voor met inclusief noch ook vooral alleen zoals hoeveel waarin",
    "in op uit volgens helaas momenteel op-basis aan van met zonder na bij voor over naar het-spijt hoewel alhoewel terwijl wat eerlijk gezien jammer binnen tot sorry nee daarover hierover",
    "", r"^(?:ja|waarschijnlijk|vermoedelijk|misschien|mogelijk|wellicht|ongeveer|circa|rond|doorgaans|meestal|normaal|ik (?:denk|vermoed|geloof|schat))\b",
    wide=r"""^(?:(?:hoewel|al) )?(?:(?:de|het|dit|deze|uw|alle) )?(?:\w+ ){0,1}?(?:{SRCN}|{WEAK})\b(?: \w+){0,3}? ?\b(?:behandel\w*|beschrij\w+|beschreven|noem\w*|geef\w*|geven|vermeld\w*|gaan?|gaat|bevat\w*|bespreek\w*|bespreken|leg\w*|regel\w*|som\w*|beperk\w*|betref\w*|informe\w*)\b(?! dat)""",
    firm=r"""\b(?:dus|daarom|daardoor|zodat|derhalve|waardoor)\b[^.;]{0,60}?\b(?:niet|geen)\b|\bniet (?:\w+ )?(?:te )?beantwoord\w*|\bgeen antwoord (?:op|geven)\b""",
    unless=r"^(?:als|indien|wanneer)\b",
    reported=r"""^(?:de|het|een|enkele) (?:patient|getuige|onderzoeker|minister|woordvoerder|verdachte|aanvrager|klant|gebruiker|deelnemer|politie|agent|arts|huurder|verhuurder|eigenaar|rechtbank|rechter|bedrijf|wetenschapper|kandidaat|bewoner|bestuurder|commissie|overheid|regering|expert|deskundige|historicus|historici|inspecteur|inspectie|accountant|team|directie)\w{0,2} (?:gaf|gaven|geeft|had|hadden|heeft|hebben|kon|konden|kan|kunnen|wist|wisten|vond|vonden|vind|vindt|vinden|deed|deden|noemde|wilde)\b|^(?:de|het|een|zijn|haar) (?:\S+ )?(?:kritiek|bezwaar|klacht|nadeel|zwakte|argument)\w* (?:\S+ ){0,3}(?:is|was|luidt) dat\b|\bnog niet (?:\S+ )?(?:gevonden|bekend|geidentificeerd|gepakt|vastgesteld|opgehelderd)\b|^(?:\w+ )?(?:critici|experts|tegenstanders|bewoners|onderzoekers|advocaten|waarnemers) \w+en\b|\b(?:woordvoerder|minister|politie|hij|zij|onderzoekers?|artsen|bedrijf|gemeente|getuige|directeur|burgemeester|wetenschappers?|experts?|studies?|onderzoek) (?:kon|konden|kan|kunnen|wist|weet|had|hadden|wilde)\b|\b(?<!ik )(?:zei|verklaarde|vertelde|stelde|beweerde|antwoordde|liet weten|gaf aan|gaf toe|zeiden|verklaarden|benadrukte)\b[^.;]{0,30}?\b(?:dat|geen|niet)\b""",
    duty=r"""(?<!ik )\b(?:mag|mogen|moet|moeten|hoeft|hoeven|verboden|verplicht|(?:verzamel|bewaar|deel|verkoop|verkop|registreer|vereis|vraag)(?:t|en) geen)\b(?! (?:ik|we|wij))""")
_NL_PARTS = {
    "DATUM": r"(?:\S*(?:datum|data|prij[sz](?:en)?|bedrag(?:en)?|na(?:am|men)|termijn|adres|reden(?:en)?|oorzaak|tijd(?:en)?|tarie(?:f|ven)|kosten|aantal(?:len)?|waarde|duur)|cijfers?|getal|informatie|details?|verklaring|uitleg)",
    "SRCN": r"(?:(?:verstrekte|aangeleverde|gedeelde|geraadpleegde) [a-z']+|documenten|document|documentatie|bronnen|bron|context|teksten|tekst|\S+ (?:die|dat) (?:u|je|jij)(?: me| mij)? (?:hebt|heeft|hebben) (?:gestuurd|gegeven|gedeeld|verstrekt|aangeleverd|meegestuurd)|\S+ (?:die|dat) (?:u|je|jij)(?: me| mij)? (?:gestuurd|gegeven|gedeeld|verstrekt|aangeleverd|meegestuurd) (?:hebt|heeft)|fragmenten|fragment|passages?|bestanden|bestand|zoekresultaten|kennisbank|stukken|materiaal|bronmateriaal|(?:verstrekte|beschikbare|gegeven|aangeleverde|opgehaalde) (?:informatie|gegevens|inhoud)|(?:informatie|gegevens) (?:die ik heb|waarover ik beschik|die mij))",
    "SRC": r"(?<!volgens de )(?<!volgens het )(?<!volgens dit )(?<!volgens deze ){SRCN}",
    "WEAK": r"(?<!volgens de )(?<!volgens het )(?:contract|beleid|handleiding|gids|artikel|rapport|verslag|pagina|reglement|folder|brochure|sectie|voorwaarden|brief|faq|website|site|auteurs?|studie|hoofdstuk|overeenkomst|polis|regeling|notulen|factuur|beschrijving|e?-?mail|het|daarin|hierin|ze|etiket|dagboek|flyer|menu|dienstregeling|formulier|interview|clausules?|recept|testament|biografie|verpakking|vonnis|catalogus|tabel|samenvatting|offerte|reisschema|statuten|lijst|persbericht|bijsluiter|krant|tijdschrift|polis|\w*blad|bevestiging|recensie|logboek|\w*boek|programma\w*|advertentie|pagina's|artikelen|brochures|contracten|notulen|website)",
    "SAY": r"(?:\b(?:vermeld\w*|noem\w*|genoemd|zegg\w*|zegt|bevat\w*|geef\w*|gev\w+|gegeven|staat|staan|aangegeven|besproken|bespre\w+|gespecificeerd|specific\w+|beschr\w+|behandel\w*|vind\w*|gevonden|duidelijk|ingegaan|in\b|spreek\w*|spreken|rep\w+|opgenomen|gaan|gaat|antwoord\w*|beantwoord\w*|uitsluitsel|informatie|melding|gemeld|maken|maakt|bied\w*|terug\w*|opmaken|voorkom\w*|komt|komen|toelicht\w*|toegelicht|af te leiden|op te maken|lezen|gerept|onthul\w*|verklaar\w*|uitleg\w*|legt|leggen|verduidelijk\w*|rapporteer\w*|laten|laat|gemaakt|bepa\w+|meld\w*|blijkt|blijken))",
    "INFO": r"(?:informatie|info|gegevens (?:over|beschikbaar|gevonden|bekend)|details?|vermelding\w*|antwoord|aanwijzing\w*|verwijzing\w*|resultat\w+|melding|uitsluitsel|duidelijkheid|context|aanknopingspunt\w*|passage\w*|document\w* (?:over|die|dat|waarin))",
}
_PL = _Tongue(
    tuple("""nie milcza milczy przemilcza brak brakuje zadna zadne zadnej zadnych zaden zadnego zadnym nic nigdzie nieznane nieznana niejasne trudno ciezko ani niewystarczajace niewystarczajacych bez niemozliwe malo poza milczy milcza wykracza wykraczaja""".split()),
    ("wiem", "znal", "znaj", "znale", "inform", "dokument", "kontekst", "dokumenc", "fragmenc", "raporc", "wspom", "wzmian", "podan", "podaj", "zrod", "tekst", "odpow", "pewn", " dan", "pojeci", "okresl", "ustal", "szczeg", " mow", " mog", "potrafi", "stanie", "udalo", "zawier", "opis", "wskaz", "precyz", "wynika", "jasn", "wymien", "fragment", "umow", "plik", "raport", "artykul", "stron", "podreczn", "brak", "tresc", "teksc", "regul", "regulamin", "material", "powiedz", "pomoc", "znan", "znam", "omow", "porusz", "wiad", "wyjasn", "potwierdz", "zweryfik", "ocen", "rozstrzyg", "stwierdz", "zgad", "brosz", "etykiec", "odnos", "polis", " kart", "zakres", "dostep", "pojawi", "pytani", "podstaw", "wniosk", "napis"),
    r"""
    \bnie (?:odpowiem|powiem|ustale|okresle|stwierdze|potwierdze|znajde|pomoge|podpowiem)\b
    \bnie (?:wiem|wiemy|znam|znamy|pamietam|orientuje|dysponuj\w+|posiadam|posiadamy|znajduje|widze|znalazl(?:em|am|ysmy)|znalezlismy|znaleziono|udalo (?:mi |nam )?sie|potrafie|potrafimy|umiem|odnalazl(?:em|am)|natrafil(?:em|am|ismy)|natknal(?:em|am)|mam pojecia|mam pewnosci)\b
    \bnie (?:mam|mamy|ma) (?:\w+ ){0,5}?{INFO}
    \bnie (?:mam|mamy) (?:\w+ ){0,2}(?:dostepu|wiedzy|pewnosci|pojecia|mozliwosci)
    \bnie (?:moge|mozemy|mogl(?:em|am|ismy|ysmy)|jestem w stanie|jestesmy w stanie|da sie|mozna|sposob|potrafie|bylem w stanie|bylam w stanie|jest mozliwe|ma mozliwosci|zdolal(?:em|am|ismy|ysmy)) (?:\S+ ){0,5}?(?:powiedziec|odpowiedziec|znalezc|okreslic|ustalic|pomoc|potwierdzic|podac|stwierdzic|udzielic|wskazac|odnalezc|wywnioskowac|rozstrzygnac|zweryfikowac|ocenic|odpowiedzi|wyczytac|dopasowac|sprecyzowac|wyjasnic|zidentyfikowac)
    \bnie (?:jestem|jestesmy) (?:\w+ ){0,2}(?:pew\w+|w stanie|zorientowan\w+)
    \b(?:brak|brakuje|bez|nie ma|niewystarczajac\w+|za malo|zbyt malo|niedostateczn\w+|zadnych|zadnej|nie ma zadn\w+|nie odnaleziono|nie zawarto|nie podano|nie przedstawiono|nie udostepniono|nie znaleziono) (?:\S+ ){0,4}?{INFO}
    \b{INFO}\b[^.;,]{0,90}? (?:nie (?:ma|(?:jest|sa|zostal\w*) (?:\S+ ){0,2}?(?:dostepn|podan|zawart|wymienion|znan|wystarczaj|ujet|okreslon|wskazan|uwzgledn|opisan|udostepnion|w\b|obecn)\w*|pojawia\w*|zawar\w+|znajduj\w+|ujet\w+|figuruj\w+|znalaz\w+|podano|wystarcz\w+)|brak\w*)
    \b{SRC}\b[^.;,]{0,80}? (?:nie|nigdzie nie|nic nie|ani) (?:\w+ ){0,2}?{SAY}\w*
    \b{SRC}\b[^.;,]{0,40}? (?:milcz\w+|przemilcza\w*|brak\w*|pozostawia\w* (?:to|te kwestie))
    \bw {SRC}\b[^.;,]{0,60}? (?:nie ma|brak\w*|nic|nigdzie|nie)\b[^.;,]{0,60}?(?:{INFO}|mowy|{SAY})
    \b{WEAK}\b[^.;,]{0,60}? nie (?:\w+ )?(?:wspomina|ujawnia|zdradza|tlumacz|rozwija|relacjonuj|okresla|wskazuj|mowi|precyzuj|wymienia|opisuj|odnosi|porusza|omawia|informuj|wyjasnia|podaj|zawiera (?:\w+ ){0,3}?(?:informacji|wzmianki|danych|szczegolow))\w*
    \bnie (?:\w+ )?(?:wspomniano|podano|okreslono|wskazano|wymieniono|sprecyzowano|opisano|omowiono|poruszono|wyjasniono|zaznaczono|uwzgledniono w|ujawniono w|wyszczegolniono)
    \bnie (?:jest|sa|zostal\w*|byl\w*|zostaje|bywa) (?:\w+ ){0,3}?(?:wspomnian|okreslon|wymienion|opisan|wskazan|omowion|sprecyzowan|poruszon|jasne|jasno|podan|wiadom|mozliw\w+ (?:ustal|okresl|odpow|stwierdz))\w*
    \bnie (?:jest|sa|zostal\w*|znajduj\w+|wystepuj\w+|figuruj\w+|pojawia\w*)\b[^.;,]{0,40}? (?:w|przez|z|na podstawie) (?:\w+ ){0,3}?{SRCN}
    \bbrak\w* (?:\S+ )?(?:w|z) (?:\S+ )?{SRCN}|\bnigdzie (?:\S+ )?nie (?:\S+ ){0,3}?{SRCN}
    \bnie (?:wynika|wiadomo)\b
    \b(?:zaden|zadne|zadn\w+) (?:\w+ |z ){0,4}?{SRCN}\b[^.;]{0,40}? nie
    \bnie (?:\w+ )?(?:mowi|wspomina|podaje|okresla|wyjasnia|precyzuje|wskazuje|ujawnia|informuje)\w*,? (?:o tym,? )?(?:kto|kiedy|ile|jak|gdzie|czy|dlaczego|jaki\w*|jaka|ktor\w+|co|kogo|komu)\b
    \bnie znam (?:\w+ ){1,3}
    \bw zadn\w+ (?:z )?(?:\w+ ){0,2}?{SRCN}
    \bwykracza\w* poza (?:\w+ ){0,2}?(?:zakres|ramy|tresc)\w* (?:\w+ ){0,2}?{SRCN}|\b(?:pytanie|temat|zagadnienie) (?:\w+ ){0,2}?wykracza\b
    \bnic (?:na ten temat|o tym|nie (?:wiadomo|wskazuje|napisano|mowi|wspomina|ma)|w (?:\w+ )?{SRCN})
    \b(?:trudno|ciezko|niemozliwe|nie sposob) (?:jest )?(?:\w+ )?(?:powiedziec|stwierdzic|okreslic|ustalic|odpowiedziec)
    \b(?:pozostaje|jest) (?:niejasne|nieznan\w+|niewiadom\w+)
    \b(?:poza (?:zakresem|moja wiedza)|nie mam zdania|pojecia nie mam)\b
    \bnie (?:podaj\w+|wymienia\w*|zawiera\w*|okresla\w*|wskazuj\w+) (?:zadn\w+ )?(?:dat[ay]?|dacie|informac\w+|kwot\w*|cen\w*|liczb\w*|termin\w*|nazwisk\w*|adres\w*|powod\w*|godzin\w*|koszt\w*|danych)\b
    \b{SRC}\b[^.;]{0,60}?\b(?:tylko|jedynie|wylacznie)\b[^.;]{0,70},? (?:a )?nie \w+
    \bnie odnos(?:i|za) sie do\b
    \bnie (?:jest|sa|zostal\w*) (?:w (?:nim|niej|nich) )?(?:\w+ )?(?:podan|wymienion|wskazan|uwzglednion|ujet)\w*
    \bnic\b[^.;,]{0,40}? nie (?:wskazuje|mowi|wyjasnia|precyzuje|ujawnia)\b
    \bnie (?:podaj\w+|wymienia\w*|wyjasnia\w*) (?:\w+ )?(?:przyczyn\w*|powod\w*)\b
    \b(?:w|we|na) (?:\w+ ){0,2}?(?:{SRCN}|{WEAK}) (?:\w+ )?nie ma (?:\w+ )?(?:dat\w*|informac\w+|nazwisk\w*|numer\w*|adres\w*|kwot\w*|cen\w*|termin\w*|godzin\w*)\b
    ^(?:nieznan[ea]|nie (?:podano|okreslono|wiadomo|wiem|znaleziono|dotyczy)|brak (?:informacji|danych|odpowiedzi))[.! ]*$
    """,
    r"""\b(?:rozumiem|chcesz (?:wiedziec|znac)|chce pan\w*|przepraszam\w*|przykro|niestety[.! ]*$|wybacz\w*|dziekuj\w+|prosze|prosimy|skontakt\w+|kontakt\w*|skonsult\w+|obslug\w+ klienta|biuro|dzial(?:em|u|owi)?|zapytaj|zapytac|porozmawiaj|przeslij|zaladuj|poszukaj|sprawdz\w*|polecam|zalecam|sugeruje|radze|warto|najlepiej|jesli|jezeli|gdyby|moge (?:\w+ ){0,2}(?:pomoc|sprobowac|poszukac)|chetnie|sluze|pomoge|pomoc|czy (?:moze|mozesz|moglby|chcesz)|wiecej (?:informacji|szczegolow|kontekstu)|inne pytani\w+|innych pytan|dodatkow\w+|doprecyz\w+|przeformul\w+|panstwa pytanie|twoje pytanie|to pytanie|pytanie o|na pytanie|przejrzal\w+|przeczytal\w+|zajrzal\w+|przeanalizowal\w+|zapoznal\w+ sie|sprawdzil\w+|przeszukal\w+|po (?:przejrzeniu|przeanalizowaniu|sprawdzeniu|analizie)|zgadywac|spekulowac|mozna (?:\w+ ){0,2}(?:zapytac|skontaktowac|sprawdzic)|nalezy (?:\w+ ){0,2}(?:skontaktowac|zapytac|sprawdzic)|witam|dzien dobry)\b""",
    r"""\b(?:{SRC}|one|on|ono|te)\b[^.;]{0,40}?\b(?:tylko|jedynie|wylacznie|glownie|dotycz\w+|opisuj\w+|omawiaj\w+|omawia|wspominaj\w+|wspomina|mowi\w*|zawieraj\w+|zawiera|skupiaj\w+|ograniczaj\w+|obejmuj\w+|poruszaj\w+|traktuj\w+)\b
        |^(?:ten |ta |to |te )?(?:\w+ )?{WEAK} (?:\w+ )?(?:tylko|dotycz\w+|opisuj\w+|omawia\w*|wspomina\w*|mowi\w*|skupia\w*|ogranicza\w*|obejmuj\w+|porusza\w*|przedstawia\w*|wyjasnia\w*|informuj\w+|donosi|relacjonuj\w+|odnotowuj\w+|zapisuj\w+)\b(?!,? ze)
        |^(?:\w+ ){0,2}?(?:wspomni\w+|opisan\w+|omowion\w+|wymieni\w+|podan\w+|mowa)(?: \w+){0,2}? (?:tylko|jedynie|wylacznie)\b|^(?:tylko|jedynie|wylacznie|ani|lub|i nie|rowniez nie)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:ale|jednak|jednakze|lecz|natomiast|choc|chociaz|mimo ze|podczas gdy|wiec|dlatego|zatem|aczkolwiek)[\s,]",
    r",?\s(?:i|oraz|a)\s",
    "czy kiedy jak kto co gdzie dlaczego ktory ktora ktore ktorzy ile jaki jaka jakie poniewaz gdyz jesli jezeli ze zeby aby odnosnie dotyczace o na w tym lub ani rowniez zwlaszcza tylko czyj ilu skad dokad",
    "w we na z ze wedlug zgodnie niestety obecnie po przed bez dla do o od przy przepraszam przykro choc chociaz mimo jesli co-do odnosnie szczerze biorac podczas aktualnie nie pod",
    "", r"^(?:tak|prawdopodobnie|moze|byc moze|chyba|zapewne|okolo|mniej wiecej|zwykle|zazwyczaj|mysle|sadze|przypuszczalnie|raczej|podejrzewam|wydaje mi sie)\b",
    wide=r"""^(?:(?:choc|chociaz) )?(?:(?:ten|ta|to|te|twoj\w*|wszystkie) )?(?:\w+ ){0,1}?(?:{SRCN}|{WEAK})(?: \w+){0,3}? (?:opisuj|omawia|dotycz|wymieni|zawier|podaj|wyjasni|regul|wspomin|skupia|obejmuj|przedstawi|okresla)\w*(?!,? ze)""",
    firm=r"""\b(?:wiec|dlatego|zatem|stad)\b[^.;]{0,40}?\bnie (?:\w+ )?(?:moge|mozna|mozemy|jestem|da sie|wiem|sposob)\b|\bnie (?:moge|mozemy|mozna|jestem w stanie|da sie|potrafie) (?:\S+ ){0,3}?odpowiedziec\b""",
    unless=r"^(?:jesli|jezeli|gdy|gdyby)\b",
    reported=r"""\b(?:powiedzial|oswiadczyl|stwierdzil|przyznal|zaznaczyl|odpowiedzial|wyjasnil|twierdzil|zeznal|poinformowal|odparl)(?:a|o|i|y)?,? (?:\w+ ){0,3}?ze\b|\btwierdz[ia]\w*,? ze\b""",
    duty=r"""\bnie (?:jest|sa) (?:\w+ )?(?:wymagan|potrzebn|konieczn|obowiazkow|niezbedn)\w*|\bnie (?:moze|moga|wolno|musi|musza|powinien|powinn\w+|nalezy)\b(?! (?:byc|zostac))|\bzabron\w+""")
_PL_PARTS = {
    "SRCN": r"(?:(?:przekazan|dostarczon|udostepnion)\w+ \w+|dokumen[tc]\w*|zrodl\w+|zrodel\w*|teks[tc]\w*|kontek\w+|fragmen[tc]\w*|material\w*|plik\w*|baz\w+ wiedzy|wynik\w+ wyszukiwania|(?:dostepn|dostarczon|podan|przekazan|udostepnion|posiadan)\w+ (?:informacj|dan|tresc|materia)\w*)",
    "SRC": r"(?<!wedlug )(?<!zgodnie z )(?<!zgodnie ze )(?:{SRCN})",
    "WEAK": r"(?<!wedlug )(?<!zgodnie z )(?:umow\w+|regulamin\w*|instrukcj\w+|podrecznik\w*|artykul\w*|rapor[tc]\w*|stron\w+|polityk\w+|opis\w*|one|ono|ona|on|przewodnik\w*|ulotk\w+|autor\w*|badani\w+|rozdzial\w*|warunk\w+|list\w*|notatk\w+|protokol\w*|faktur\w+|sprawozdani\w+|etykiet\w*|etykiecie|dziennik\w*|broszur\w+|ulotk\w+|menu|rozklad\w*|formularz\w*|wywiad\w*|klauzul\w+|przepis\w*|testamen\w+|biografi\w+|opakowani\w+|wyrok\w*|katalog\w*|tabel\w+|streszczeni\w+|statut\w*|ustaw\w+|komunikat\w*|recenzj\w+|zalacznik\w*)",
    "SAY": r"(?:zawier|podaj|wspomin|okresl|wskaz|mowi|precyz|wymien|opis|odnos|porusz|omaw|inform|udziel|dostarcz|obejm|odpowiad|wyjasn|ma\b|maja|pada|pojawi|znajd|znal|jest|sa\b|zostal|podan|wspomn|okresl|omow|napis|umozliw|pozwal|traktuj|dotycz|ujawn|rozstrzyg|wynika|wystarcz|ujmuj|ujawnia|rozwija|tlumacz|przedstawi|nadmieni|pisz|przytacza|daj[ae]|da\b|stwierdz|podejmuj|notuj|konkretyz|rozstrzyga)",
    "INFO": r"(?:informacj\w+|danych (?:na|o|dotyczac|do|w)|dane|wzmian\w+|odpowiedzi|odpowiedz|szczegol\w+|wynikow|wskazowek|wskazowki|podstaw|wiedzy|wiadomosci|mowy|odniesien\w*|kontekstu|tresci|zapisu|zapisow)",
}
_TR = _Tongue(
    tuple("""yok yoktur degil degilim degiliz degildir imkansiz yetersiz zor guc hicbir hicbirinde hicbiri belirsiz belirsizdir disinda disindadir disindaki eksik""".split()),
    (" bil", "bulun", "bula", "belirt", "belge", "dokuman", "kaynak", "metin", "metn", "baglam", "cevap", "yanit", "emin", "soyle", "icer", "bahs", "yer al", "acikla", "fikr", "yardim", "veri", " net ", "acik", "kesin", "tespit", "dogrula", "degin", " gec", "rastla", "mumkun", "sozles", "ifade", "deger", "paylas", "detay", "yazm", "yazil", "onayla", "teyit", "tahmin", "soz ed", "etiket", "polic", "kapsam", "dosya", "rapor", "erisim", "sunul", "tanim", "ulas", "saptan", "anlasil", "cikar", "kilavuz", "yonetmelik", "soru"),
    r"""
    \bbil(?:m(?:iyor|em|ez)|gim yok|emem|emiyor|medi(?!g\w*(?:ni|nin|leri)\b(?! belirt\w*im)))\w*
    \b(?:bilgi|detay|veri|ayrinti|cevap|yanit|ifade|aciklama|atif|sonuc|kayit|bahis|ibare|icerik|aciklik|tarih|rakam)\w*(?: \S+){0,7}? (?:yok(?:tur)?\b|bulunm(?:uyor|am|ad|az)\w*|bulam(?:iyor|ad|am)\w*|bulunam(?:ad|am|iyor)\w*|yer alm(?:iyor|am|ad|az)\w*|mevcut degil\w*|verilm(?:e[md]|iyor|ez)\w*|icerm(?:iyor|e[md]|ez)\w*|sahip degil\w*|saglanm(?:a[md]|iyor)\w*|edinem\w+|rastla(?:nm|m|ya?m)\w+|ulasam\w+|gecm(?:iyor|e[md])\w*|sunulm(?:uyor|a[md])\w*|paylasilm(?:iyor|a[md])\w*|verm(?:iyor|e[md]|ez)\w*|vere(?:m|miyor)\w*|yeterli degil\w*|yetersiz\w*|sunm(?:uyor|a[md])\w*|saglam(?:iyor|a[md])\w*|eksik\w*|kapsam(?:iyor|a[md])\w*|cikaram\w+|goremi\w+|goremed\w+|tespit edem\w+|tespit edilem\w+)
    \b(?:rastlanm\w+|rastlayam\w+|ulasilam\w+)
    \b(?:bulam(?:ad|iyor|am)\w*|bulunamad\w*|rastlayamad\w*|rastlamad\w*|ulasamad\w*)
    \b(?:belirtilm|bahsedilm|soylenm|aciklanm|deginilm|ele alinm|ifade edilm|listelenm|tanimlanm|yazilm|anilm|yazm|netlestirilm|detaylandirilm|soz edilm|yer verilm|degerlendirilm)(?:iyor|uyor|edi|adi|emis|amis|emekte|amakta|ez|az|emekted|amaktad)\w*
    \b(?:belirtm|bahsetm|soylem|deginm|aciklam|soz etm|ele alm|yer verm)(?:iyor|uyor|edi|adi|emis|amis|emekte|amakta|ez|az)(?:lar|ler|di|ti|dir|tedir|tadir)?\b
    \b{SRC}\w*\b[^.;]{0,90}?\b(?:netlestirm|acikliga kavusturm|aydinlatm|aktarm|yansitm|ortaya koym|anlatm|gosterm|tanimlam|listelem|paylasm|yanitlam|cevaplam|cevap verm|yanit verm)(?:iyor|uyor|edi|adi|emis|amis|emekte|amakta|ez|az)?\w*
    \b(?!{LAW}){SRC}\w*\b[^.;]{0,90}?(?:\b(?:icerm|kapsam|bulunm|saglam|gecm|yer alm|verm|sunm|verilm|sunulm|gorunm|gorulm|mevcut degil)(?:iyor|uyor|edi|adi|emis|amis|emekte|amakta|ez|az)?\w*|\byok(?:tur)?\b)
    \b(?:soyleyem|yanitlayam|cevaplayam|cevap verem|yanit verem|yardimci olam|yardim edem|belirleyem|tespit edem|dogrulayam|kesin bir sey soylem|bilgi verem|emin olam|paylasam|cikaram|onaylayam|aciklayam|yorum yapam|tahmin edem|bilinem|bulunam|cevaplanam|yanitlanam|belirlenem|tespit edilem|dogrulanam|anlasilm|anlasilam|bilinm|cikarilam|saptanam)\w*
    \bemin degil\w*
    \b(?:net|acik|belli|kesin) degil\w*
    \b(?:mumkun|olanakli) degil\w*|\bimkansiz\w*|\bsoylemek (?:zor|guc)\w*
    \b(?:fikrim|bilgim|bilgimiz|malumatim|verim|erisimim|iznim|yetkim) yok\w*
    \b(?:hicbir|higbir) (?:\w+ )?(?:{SRC}|bilgi|yer)\w*
    \bbelirsiz\w*|\b(?:{SRC}\w*|bilgi\w*|baglam\w*) (?:\w+ )?kapsam\w* disinda\w*|\bsoru\w* (?:\w+ ){0,4}?kapsam\w* disinda\w*
    \b(?:dair|iliskin|hakkinda|ilgili|konusunda) (?:\w+ ){0,3}?(?:hukum|madde|kural|duzenleme|bolum|sey)\w* (?:\w+ )?(?:yok|yer alm|bulunm|gecm)\w*
    \b(?!{LAW})\w+(?:de|da|te|ta|inde|inda|lerde|larda) (?:\w+ )?yer alm(?:iyor|amakta\w*|adi|az)\b
    ^(?:bilinmiyor|belirtilmemis|bilgi yok|yok|bulunamadi|cevap yok|belirsiz)[.! ]*$
    """,
    r"""\b(?:anliyorum|bilmek istedig\w+|ogrenmek istedig\w+|uzgunum|maalesef[.! ]*$|ne yazik ki[.! ]*$|ozur|kusura|affed\w+|tesekkur\w*|lutfen|iletisim\w*|basvur\w+|danis\w+|musteri hizmet\w+|destek\w*|isterseniz|istersen|ederseniz|varsa|olursa|yardimci olabilirim|yardimci olmaktan|yardim|oneririm|tavsiye\w*|oner\w+|kontrol ed\w+|ziyaret\w*|sorabilir\w*|deneyebilir\w*|bakabilir\w*|paylasir\w*|daha fazla|ek bilgi|baska (?:bir )?(?:soru|konu)\w*|sorunuz\w*|sorunu|bu soru\w*|soruya|soruyu|merhaba|inceledi\w*|okudum|baktim|gozden gecir\w*|aradi\w*|taradi\w*|tahmin|spekulasyon|iyi olur|yararli olur)\b""",
    r"""\b{SRC}\w*\b[^.;]{0,60}?\b(?:sadece|yalnizca|yalniz|agirlikli|temelde|hakkinda|ilgili|dair|iceriyor|bahsediyor|aciklaniyor|anlatiyor|ele aliyor|odaklaniyor|deginiyor|kapsiyor|soz ediyor|anlatiyor|tanitiyor|acikliyor|aciklar|aciklamakta|anlatmakta|tanimliyor|ozetliyor|tarif ediyor|betimliyor|siraliyor|inceliyor)\w*
        |^(?:sadece|yalnizca|veya|ne de|ya da)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:ama|ancak|fakat|ne var ki|oysa|lakin|bununla birlikte|yine de|bu nedenle|bu yuzden|dolayisiyla|ise de|olsa da|ragmen|karsin|halde)[\s,]|(?<=sa) da,|(?<=se) de,",
    r",?\s(?:ve|ayrica)\s",
    "eger ne nasil kim nerede neden hangi kac veya ya ve gibi icin dair iliskin hakkinda ozellikle sadece dahil",
    "maalesef uzgunum su-an simdilik bu verilen saglanan mevcut belgelerde belgelere kaynaklara metne baglama sunulan eldeki ne-yazik ne ozur hayir",
    r"\d|\b\w+(?:dir|tir|dur|tur|mistir|mustur|yor|iyor|uyor|acak|ecek|iyordu|di|ti|du|maktadir|mektedir|abilir|ebilir|ar|er|ir|ur)\b",
    r"^(?:evet|muhtemelen|belki|galiba|sanirim|yaklasik|tahminen|genellikle|buyuk ihtimalle|herhalde|olasilikla)\b",
    wide=r"""^(?:[\w']+ ){0,2}?{SRC}\w*\b[^.;]{0,90}\b(?:soz ed|bahsed|anlat|acikl|ele al|icer|iceriyor|kapsi|kapsa|belirt|listel|degin|tanimli|duzenl|odakl|hakkinda|var)\w*""",
    firm=r"""\b(?:bu nedenle|bu yuzden|dolayisiyla|bu sebeple|o yuzden)\b[^.;]{0,80}?(?:am[ai]yor\w*|em[ei]yor\w*|mumkun degil|bilmiyor|amam|emem|ilemi\w+|anami\w+)|\b(?:yanitlayam|cevaplayam|yanit verem|cevap verem|yanitlanam|cevaplanam)\w*""",
    unless=r"^(?:eger)\b", ends=r"(?!\w)(?<!sa)(?<!se)(?<!saniz)(?<!seniz)(?<!sak)(?<!sek)(?! (?:durum\w*|takdirde|halinde))",
    reported=r"""\w+(?:digini|dugunu|diklarini|diklerini|digi) (?:soyledi|belirtti|acikladi|ifade etti|iddia etti|dile getirdi|kaydetti|anlatti|savundu|vurguladi)(?:ler|lar)?[.! ]*$""",
    duty=r"""(?:mamali|memeli)\w*|\bgerekm(?:ez|iyor)|\b(?:gerekli|zorunlu) degil|\bzorunda degil|\byasak""")
_TR_PARTS = {"SRC": r"(?:belge|dokuman|kaynak|kaynag|metin|metn|baglam|parca|pasaj|materyal|arama sonuc|dosya|alinti|bilgi tabani|sozlesme|politika|kilavuz|makale|rapor|sayfa|yonetmelik|el kitabi|rehber|madde|brosur|(?:verilen|sunulan|saglanan|paylasilan|eldeki) \w+|icerik|tutanak|etiket|gunluk|gunlug|brosur|ilan|menu|tarife|form|roportaj|tarif|vasiyet|biyografi|ambalaj|karar|katalog|tablo|ozet|liste|duyuru|kitap|kitab|police|yazi(?!l)|yorum)",
             "LAW": r"(?:sozlesme|politika|police|yonetmelik|madde|kanun|kararname|vasiyet|tarife|menu|sartname|mukavele|garanti|paket)"}   # what makes a thing so by not containing it
_RU = _Tongue(
    ("не ", "нет", "неизвест", "невозможно", "отсутств", "недостаточ", "ничего", "ни ", "затрудн", "неясно", "без ", "никак", "нельзя", "умалч", "молч", "трудно", "сложно", "мало ", "за рамк", "за предел"),
    ("зна", "наи", "наш", "информ", "документ", "контекст", "упом", "указ", "сказ", "говор", "источник", "текст", "ответ", "увер", "данн", "сведен", "извест", "опредл", "определ", "могу", "удалось", "содерж", "ясн", "поняти", "помочь", "подтверд", "материал", "фрагмент", "договор", "инструк", "затрудн", "отрыв", "назв", "раскры", "располаг", "обнаруж", "уточн", "привед", "оговор", "упоми", "описа", "установ", "понят", "умалч", "молч", "отчет", "стать", "правил", "вывод", "причин", "провер", "утвержд", "суди", "касает", "подтвержд", "нет ", "приводит", "значит", "встреч", "фигурир", "страниц", "отраж", "вопрос", "доступ", "фаил", "раздел", "объясн", "освещ", "пункт", "суд", "следует"),
    r"""
    \bне (?:скажу|отвечу|подскажу|назову|наиду|уверена)\b
    \bне (?:знаю|знаем|нашел|нашла|нашли|нахожу|вижу|располага\w+|обладаю|имею|владею|уверен\w*|осведомлен\w*|в курсе|наидено|наидена|наидены|удалось|удается|получилось|обнаруж\w+|встретил\w*|помню|увидел\w*)\b
    (?:(?:^|[,;:] |\bя |\bмы |\bно |\bи |\bтоже |\bтакже |\bпока |\bтак и |\bпоэтому )не (?:смог|смогла|смогли|сумел\w*)|\bне (?:могу|можем|представляется возможным|в состоянии|получится|берусь|готов\w*|имею возможности)) (?:\S+ ){0,5}?(?:ответить|сказать|наити|определить|помочь|подтвердить|указать|назвать|предоставить|установить|дать|уточнить|судить|утверждать|сообщить|выяснить|вывести|проверить|ответа|точно|проинформировать|подсказать|отыскать|обнаружить|заключить)
    \b(?:нет|без|недостаточно|мало|отсутству\w+|отсутствие|нехватка|никакои|никаких|недостаток|не хватает) (?:\S+ ){0,5}?{INFO}
    \b{INFO}\b[^.;]{0,90}?\b(?:нет\b|отсутств\w+|не (?:наид|содерж|указ|представл|привед|предостав|упом|обнаруж|удалось|хват|достаточ|вход|имеется|были|был|раскры|дан|доступ|включ|встреча|фигурир)\w*|недоступ\w+|недостаточно)
    \b(?:недостаточно|мало|не хватает|нехватка) (?:\S+ )?(?:данных|информации|сведении|контекста|основании)
    \bу (?:меня|нас) (?:\S+ ){0,3}?нет\b
    \b(?:мне|нам) (?:\S+ ){0,2}?(?:неизвест\S*|не известн\S*)
    \b{SRC}\S*[^.;]{0,80}? (?:не|ничего не|нигде не|никак не|ни слова|ни) (?:\S+ ){0,2}?{SAY}\S*
    \b{SRC}\S*[^.;,]{0,40}? (?:молч\w+|умалчив\w+|нет\b[^.;,]{0,60}?(?:{INFO}|ответа|упоминан\w+))
    {SRC}\S*[^.;,]{0,40}? (?:(?:ничего|ни слова)(?: \S+){0,3}? (?:нет|не)\b|ни слова$)
    \bне (?:определя|объясня|сообща|говор|устанавлива|указыва|раскрыва)\S*,? (?:когда|где|кто|как|сколько|почему|како\S+|каки\S+|ли)\b
    \bне \S+(?:ан|ен|ят)[аоы]? (?:\S+ )?(?:в|во) (?:\S+ ){0,2}?{SRC}
    \b(?:ни в одном|ни один|ни одна|ни в одном из|ничто) (?:\S+ ){0,4}?{SRC}\S*
    \b{WEAK}\S*[^.;,]{0,60}? (?:не|ничего не|нигде не) (?:\S+ )?(?:упомина|указ|говор|сообща|уточня|описыва|рассматрива|раскрыва|отвеча|затрагива|объясня|называ|сказан|упомян|конкретизир|оговар|оговор|определ|содерж\S* (?:\S+ ){0,3}?(?:информац|сведени|данных|упомин)|да[ею]т (?:\S+ ){0,2}?(?:информац|сведени|ответ))\S*
    \bне (?:\S+ )?(?:указан|указыва|упомянут|упомина|уточня|уточнен|сказано|говорится|сообщается|оговорен|оговарива|раскрыва|раскрыт\S* в|конкретизир|назван\S* (?:в|ни)|обозначен|описан\S* в|приведен\S* в|представлен\S* в|содержится в|затрагива|рассматрива|освещ|прописан)\S*
    \bне (?:\S+ )?(?:ясно|понятно|известно|очевидно)(?=[\s.!]*$|,? (?:из|по|ли|когда|кто|что|как|где|сколько|почему|будет|мне|нам)|,)
    \bнеизвест(?:ен|на|ны)(?=[\s.]*$)
    \b(?:из|исходя из) (?:\S+ ){0,3}?{SRC}\S* (?:\S+ )?(?:не (?:следует|вытека\w+|видно|ясно|понятно)|неясно|непонятно)
    \b{SRC}\S*[^.;]{0,60}?(?:только|лишь|исключительно)[^.;]{0,70},? (?:а )?не \S+
    \b(?:неизвестно|неясно|непонятно)(?=[\s.!]*$|,? (?:из|по|ли|когда|кто|что|как|где|сколько|почему|мне|нам|будет)|,)
    \b(?:невозможно|нельзя|трудно|сложно|затруднительно) (?:\S+ ){0,4}?(?:сказать|определить|ответить|установить|узнать|понять|назвать|утверждать|судить|выяснить|сделать вывод)
    \b(?:определить|сказать|ответить|установить|узнать|понять|назвать|выяснить|судить) (?:\S+ ){0,9}?(?:невозможно|нельзя|трудно|не представляется|не получится|не могу|не удалось|не могли|сложно|затруднительно)
    \b(?:затрудняюсь|понятия не имею|без понятия|мне (?:это |об этом |\S+ )?(?:не известно|неизвестно)|ничего не известно|не в курсе|за пределами моих|выход\S+ за (?:рамки|пределы) (?:\S+ ){0,3}?(?:{SRC}|моих|моеи|имеющ|доступн)\S*|(?:вопрос|тема|запрос)\S* (?:\S+ ){0,3}?(?:выход\S+ за (?:рамки|пределы)|за (?:рамками|пределами)))\b
    {SRC}\S* отсутству\w+|\bотсутству\w+ (?:\S+ )?в (?:\S+ ){0,2}?{SRC}
    \bничего (?:\S+ )?не (?:сказано|говорится|известно|нашел|нашла|наидено|указано|сообщается|написано)
    \bне (?:позволя\S+|дает возможности) (?:\S+ ){0,3}?(?:ответить|определить|установить|сказать|узнать|сделать|понять|подтвердить)
    \bне (?:приводится|приводятся|приведен\w*|значится|значатся|фигурирует|встречается|отражен\w*|перечислен\w*|обозначен\w*)(?=[\s.!]*$| (?:в|во|на|ни|среди)\b)
    (?<!он )(?<!она )(?<!они )\bничего не (?:говор\w+|сообща\w+) (?:о|об|про|на|по)\b
    \b(?:данных|сведении|информации|цифр) (?:\S+ ){0,7}?(?:у меня |в них |там )?нет\b
    (?:^|[ ,])(?:в|во|на) (?:\S+ ){0,2}?(?:{SRC}|{WEAK}|подтверждени|письм)\S* нет (?!ошибок|нарушении)\S+
    (?:{SRC}|{WEAK})\S*(?: \S+){0,3}? не (?:касается|касаются|освеща\S+|затрагива\S+|рассматрива\S+)
    (?:^|[ ,])(?:в|во|на) (?:\S+ ){0,2}?(?:{SRC}|{WEAK})\S*(?: (?!ошибок|нарушении|проблем)\S+){1,4} нет$
    \bне назван[аоы]?\b(?=[\s.]*$)
    ^(?:неизвестно|не (?:указан|упомянут|известн|наиден|знаю|определен)\S*|нет (?:данных|информации|ответа|сведении)|информация отсутствует|н/д)[.! ]*$
    """,
    r"""(?:\bли\b|\bпонимаю|\bвы хотите|\bвам нужно|\bизвин\w+|\bпрост\w+е\b|\bпрошу прощения|\bсожале\w+|\bк сожалению[.! ]*$|\bувы\b|\bспасибо|\bблагодар\w+|\bпожалуиста|\bобрат\w+сь|\bобратиться|\bсвяж\w+|\bсвязаться|\bподдержк\w+|\b(?:про)?консультир\w+|\bконсультац\w+|\bпосоветуит\w+|\b(?:загрузите|пришлите|предоставьте|укажите|изучите|ознакомьтесь|поищите|спросите|узнаите)\b|\bпроверьте|\bпосмотрите|\bуточните|\bуточнить (?:у|в)|\bесли (?:вы|у вас|хотите|нужно|нужна|потребуется|появ\w+|есть|вам)|\bмогу (?:\S+ ){0,2}(?:помочь|попробовать|поискать)|\bс радостью|\bрад\w* помочь|\bготов\w* помочь|\bпомогу|\bсовету\w+|\bрекоменд\w+|\bсовету\w+|\bпопробуите|\bлучше (?:всего )?(?:обратиться|уточнить|спросить)|\bстоит (?:обратиться|уточнить|проверить)|\bбольше (?:информации|деталеи|контекста)|\bдополнительн\w+|\bдруги\w+ вопрос\w*|\bперефраз\w+|\bпереформул\w+|\bваш\w* (?:вопрос|запрос)\w*|\bэтот вопрос|\bна вопрос|\bвопрос о|\bгадать|\bпредполагать|\bпосле (?:изучения|проверки|просмотра)|\bя (?:\S+ )?(?:просмотрел|проверил|изучил|прочитал|искал|поискал|посмотрел|перечитал|пролистал|проанализировал|рассмотрел|ознакомил|обработал)\w*|\bздравствуите|\bмог(?:ли)? бы вы|\bможете (?:\S+ )?(?:обратиться|уточнить|проверить|спросить|задать))""",
    r"""(?:{SRC}|\bони|\bон\b|\bоно)\S*[^.;]{0,50}?\b(?:только|лишь|исключительно|в основном|посвящ\w+|касают?ся|касается|описыва\w+|говор\w+ (?:только )?о|речь идет|содерж\w+ (?:только|лишь)|содержат|относ\w+|рассматрива\w+|упомина\w+|обсужда\w+|ограничива\w+)
        |^(?:в |этот |эта |это )?(?:\S+ )?{WEAK}\S* (?:\S+ )?(?:посвящ|касает|описыва|рассказыва|рассматрива|упомина|объясня|ограничива|говорит\S* о|записан|зафиксирован|сообщает|упомянут)\S*
        |^(?:\S+ ){0,2}?(?:упомин|упомян|описан|описы|рассматр|указан|указыв|привед|привод|речь ид|говорит)\S*(?: \S+){0,2}? (?:только|лишь|исключительно)\b|^(?:только|лишь|или|ни|также не)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:но|однако|хотя|тем не менее|зато|при этом|поэтому|так что|несмотря на то|в то время как|впрочем)[\s,]|,\sа\s",
    r",?\s(?:и|а также)\s",
    "ли если когда как кто что где почему какои какая какое какие сколько чтобы который которая которое которые потому поскольку так относительно о об обо для в и или ни также особенно только чеи чья кому чего откуда куда",
    "в во на по согласно из к с со от для о об исходя судя сожалению извините простите хотя несмотря насколько что касательно увы после при без основываясь основе честно нет",
    r"\d|\b(?:составля|стои[тл]|являет|был[аои]?\b|есть\b|можно|нужно|нужен|нужна|длит|занима|начина|открыва|закрыва|работа[ею]т|действу|находит|включа|должн|веси[тл]|стоят|равн|предусм|основ|запуст|выпу|произош|достига|могут|может|поставля|доставля|требу)\w*",
    r"^(?:да\b|вероятно|скорее всего|возможно|наверное|видимо|может быть|примерно|около|приблизительно|обычно|думаю|полагаю|предположительно|похоже|я думаю|по-видимому|кажется)",
    wide=r"""^(?:(?:хотя|в|во) )?(?:\S+ ){0,1}?(?:{SRC}|{WEAK})\S*(?: \S+){0,3}? (?:описы|описан|рассматрива|содерж|упомина|перечисл|говорит|объясня|привод|привед|касает|касают|посвящ|указан|охватыва|регулир|освеща|излага|есть|дает|дают|речь)\S*(?!,? что)""",
    firm=r"""\b(?:поэтому|так что|следовательно|в связи с этим|таким образом)\b[^.;]{0,80}?(?:не могу|не можем|невозможно|не удалось|не знаю|нельзя|не представляется|затрудня)|\bне (?:могу|можем|смогу|смог\w*) (?:\S+ ){0,3}?ответить|\bответить [^.;]{0,30}(?:невозможно|не могу|нельзя)""",
    unless=r"^(?:если|в случае если)\b",
    reported=r"""\b(?:сказал|заявил|сообщил|ответил|признал|признался|призналась|пояснил|утверждает|утверждал|отметил|рассказал|объяснил|показал)(?:а|и|о)?,? (?:\S+ ){0,3}?что (?:он|она|они|у него|у нее|у них|ему|еи|им|не |никто|ничего)""",
    duty=r"""\bне (?:долж\w+|обязан\w*|нужно|надо|требуется|разрешается|допускается)|запрещ\w+""")
_RU_PARTS = {
    "SRC": r"(?<!согласно )(?:документ|источник|текст|контекст|отрыв|фрагмент|материал|фаил|баз\w знании|результат\w* поиска|выдержк|пассаж|(?:предоставл|имею|доступн|приведен)\S+ (?:информац|данн|сведен|контент)|(?:предоставленн|приложенн|представленн|переданн|загруженн)\S+ (?!услуг|скид|льгот|номер)\S+)",
    "WEAK": r"(?<!согласно )(?:договор|политик|руководств|инструкц|стать|отчет|страниц|правил|условия|условиях|раздел|брошюр|описани|письм|автор|исследовани|глав|соглашени|там\b|здесь\b|он\b|она\b|они\b|оно\b|в нем\b|в неи\b|в них\b|протокол|справк|регламент|этикетк|дневник|буклет|брошюр|листовк|меню\b|расписани|анкет|интервью|пункт|рецепт|завещани|биографи|упаковк|решени\S* суда|каталог|таблиц|резюме|смет|устав|закон|список|списк|объявлени|пресс-релиз|журнал|паспорт|полис|сайт|рецензи|подтверждени|журнал\S*|программ|чек)",
    "SAY": r"(?:содерж|охватыва|упомина|указ|говор|сообща|уточня|уточнен|описыва|описан|приводи|привод|привед|рассматрива|раскрыва|раскрыт|дает|дают|дано|отвеча|ответ|включа|затрагива|объясня|называ|назван|наш|наид|предостав|сказан|упомян|конкретизир|обсужда|обознач|имеется|есть|встреча|позволя|касаются|касается|представл|отража|оговор|написан|определ|фигурир|вид|проясн|поясн|освещ|отмеча|излага|пиш|разъясн|комментир|перечисл|подтвержда|хват|достаточн|идет|касает)",
    "INFO": r"(?:информаци\w*|данные|данных (?:о|об|для|по)|данных[\s.]*$|сведени\w*|упоминани\w*|ответа?\b|указани\w*|подробност\w*|детал\w+|результат\w*|контекста|оснований|основании|пояснени\w*|ссыл\w+|материал\w* (?:о|об|по)|документ\w* (?:о|об|по))",
}
_ZH = _Tongue(
    ("不", "没", "沒", "无", "無", "未", "缺", "暂", "难以", "難以", "超出"),
    ("知", "清楚", "确定", "確定", "回答", "答案", "信息", "資訊", "资讯", "资料", "資料", "提", "找", "查", "说明", "說明", "文档", "文檔", "文件", "内容", "內容", "上下文", "包含", "涉及", "记载", "記載", "判断", "判斷", "了解", "帮助", "幫助", "协助", "确认", "確認", "明确", "给出", "数据", "详", "解答", "介绍", "描述", "答复", "来源", "得出", "未知", "说", "文本", "交代", "材料", "段落", "手册", "政策", "合同", "报告", "文章", "规定", "提供", "写", "结论", "看出", "获取", "透露", "指出", "列出", "告诉", "文中", "原文", "清", "指明", "标明", "显示", "出现", "范围", "访问", "列明", "片段", "推断", "得知"),
    r"""
    (?:我|我们|本人|目前|暂时|现在|确实|也|还|实在|真的|抱歉|对不起|这个|这点|，|^|答案|暂|并|就)(?:们)?(?:并|也|都|还|真的|确实|暂时|目前|实在|无法)?(?:不知道|不清楚|不太清楚|不确定|不太确定|不了解|不知|不晓得|不懂|不大清楚|不能确定|不確定|不太了解)
    ^(?:不知道|不清楚|不确定|未知|不详|未提及|无法回答|无法确定|没有答案|无答案|不明|暂无信息|無法回答|没有相关信息|查无结果|未找到)[。.！! ]*$
    (?:无法|無法|不能|没法|没办法|没有办法|难以|難以|无从|未能|不足以|没能|不便|无力|不可能|還無法|尚无法)(?:\S{0,14}?)(?:回答|解答|答复|确定|確定|得知|找到|判断|判斷|确认|確認|得出|获知|知道|查到|查询到|告知|告诉|说明|验证|推断|推測|推测|判定|给出|作答|断定|回覆|回复|明确|明確|确切|了解到|了解|知晓|看出|确知|查明|定论|帮到|帮助|帮您|帮你|协助|提供(?:\S{0,10}?)(?:信息|答案|资料|回答|帮助|建议|数据|日期|细节|详情|答复|資訊))
    (?:没有|沒有|未|并未|並未|从未|没|沒|均未|皆未|不曾|只字未|并没有|並沒有|都没有|均没有|都没|也没有|也未|尚未|未有|并无|不(?!提供|支持|包括|含|允许|接受|收|需))(?:\S{0,6}?)(?:提及|提到|谈到|谈及|涉及到?|說明|说明|注明|指明|明说|写明|标明|阐明|交代|讲到|言及|论及|述及|记载|記載|载明|阐述|揭示|反映|交待|点明|指定|讲明|列举|报道|指出|表明|透露|描述|介绍|解释|列明|提過)
    {SRC}\S{0,6}(?:里|中|上|内)?(?:没有|未|没)(?:找到|看到|见到|查到)
    (?:没有|未|并未)(?:说明|解释|交代|给出|写明|记录)(?:具体)?(?:原因|理由|时间|日期|价格|金额|姓名|名字|数字|地点)
    {SRC}\S{0,24}?(?:看不出|看不到|读不出)(?:是|谁|何|什么|哪|为|怎)
    {SRC}\S{0,6}(?:找不到|查不到|未见)
    (?:文档|文件|资料|上下文|文本|材料|知识库|原文|文中|段落|片段|内容)(?:里面|里|中|内|上)?(?:并|也|都|均|根本)?(?:没有|没|无|不存在|缺少)(?!问题|错误|误|变化|限制|规定的|必要|关系)
    (?:没有|没|未|未能|尚未)(?:查到|找到|检索到|查询到|搜到|查找到|发现|看到)\S{0,24}?(?:关于|有关|相关|针对)
    (?:没提|沒提|没说|沒說|没写|没讲|未说|未写|只字未提|没有说|没有写|沒有說|没有讲|没有告诉)
    {LAW}\S{0,24}?(?:没有|未|并未|不|没|均未|都没有|并没有|并不|无|缺乏|缺少)(?:\S{0,8}?)(?:回答|显示|明确|披露|讨论|足够|足以|答案|信息|讲|写明|给出)
    (?!{LAW}){SRC}\S{0,24}?(?:没有|沒有|未|并未|並未|不|没|均未|都没有|并没有|并不|无|缺乏|缺少)(?:\S{0,8}?)(?:包含|包括|包含有|提供|涉及|给出|列出|回答|显示|明确|规定|披露|公布|收录|含有|覆盖|涵盖|体现|出现|讨论|足够|足以|支持|提|说|答案|信息|内容|资料|讲|給出|說|記錄|记录|写|关于|有关|相关)
    (?:没有|沒有|无|無|缺乏|缺少|暂无|尚无|找不到|查不到|查无|未找到|没有找到|没找到|未查到|未能找到|未发现|没有发现|未见|没有查到|未检索到|没有检索到|检索不到|搜索不到|搜不到|未搜索到|并无|毫无|找不到|沒找到|沒有找到|没看到|没有看到|看不到|未看到|不包含|不包括|不存在|不具备|没有足够|没有任何|没有提供|未提供|未包含|未给出|没有给出|不含|未有|没有获取|无法获取|获取不到|不掌握|未掌握|没有掌握)(?:\S{0,30}?)(?:信息|资料|內容|内容|答案|数据(?:可|支持|来回答|显示|表明|，|。|$)|记录|记载|說明|说明|描述|线索|依据|详情|细节|资讯|資訊|結果|结果|提及|介绍|相关文档|相关文件|文档|字样|解释|資料|细目|说法|出处|提示|明示)(?!\S{0,4}(?:泄露|丢失|费用|要求))
    (?:信息|资料|内容|数据|資訊|資料|上下文|文档|线索|依据)(?:\S{0,6}?)(?:不足|不够|有限|缺失|不完整|不充分|欠缺|不详|缺乏)
    (?:信息|资料|答案|内容|细节|详情|资讯|資訊|數據)(?:\S{0,12}?)(?:没有|未|并未|不|无法|沒有|均未|并不)(?:\S{0,4}?)(?:包含|包括|提供|找到|出现|给出|可用|在|存在|列出|披露|获得|得到|提及)
    (?:超出|不在)(?:\S{0,14}?)(?:范围|知识|能力|文档|资料|上下文|職責|範圍)
    (?:尚|仍|还|目前)?(?:不清楚|不明确|不明|未知|不得而知|不详|并不清楚|不明確)(?=[。.！! ]*$|(?:\S{0,10})(?:是否|何时|多少|谁|什么|哪|怎么|如何|为何))
    (?:是否|何时|多少|谁|什么|哪\S?|怎么|如何|为何|具体\S{0,8}?|时间|日期|金额|价格|数量|原因)(?:\S{0,16}?)(?:不得而知|尚不清楚|不清楚|不详|未知|不明|并不明确|不明确|未明确|没有明确|未说明|無從得知|无从得知)
    (?:无可奉告|不好说|说不准|说不好|答不上来|回答不了|看不出|看不到答案|读不出|推断不出|得不出|判断不了|判断不出|确定不了|说不清|查不出|帮不上|帮不了|没有头绪|没有把握|不敢肯定|不敢确定|拿不准|說不準)
    """,
    r"""(?:我理解|我明白|您想知道|你想知道|抱歉|对不起|對不起|不好意思|很遗憾|遗憾|請見諒|请见谅|请原谅|谢谢|感谢|請|请|联系|聯繫|咨询|諮詢|客服|建议|建議|推荐|如果您|如果你|如您|如有|如需|若您|若需|欢迎|很乐意|乐意|可以帮|能帮|协助您|帮助您|帮您|告诉我|提供更多|更多(?:信息|细节|资料|内容|背景)|其他问题|其他方面|换个|重新|您可以|你可以|您可|不妨|还需|需要更多|查阅|查询一下|查看|核实|访问|您的问题|你的问题|这个问题|该问题|此问题|关于您|您好|你好|猜测|臆测|我(?:已|已经)?(?:仔细)?(?:查|搜索|检索|翻|看|阅|核对|通读|检查)|以免|最好|作为(?:一个)?(?:AI|人工智能))""",
    r"""(?:{SRC}|其中|它们|里面|内容)\S{0,14}?(?:谈的是|说的是|只|仅|僅|主要|都是|均为|集中|侧重|围绕|记录了|记载了|报道了|介绍|讨论了|描述了|涉及的是|讲的是|关于|提到了)|^(?:只|仅|也没有|以及|或|和|也不)""",
    r"；|;|：|:|——|—|，?(?:但是|但|不过|然而|可是|虽然|尽管|雖然|儘管|只是|而|却|因此|所以|故|因而|不過|可)(?:，)?",
    r"(?:并且|而且|以及|同时|，且|且)",
    "", "", r"[\d０-９]|是|为|為|需要|可以|必须|应|會|将|位于|成立|规定|共有|约|大约|属于|[一二三四五六七八九十两百千万半]+(?:天|年|月|元|小时|分钟|个|人|日|周|欧|美|公|层|次|岁|米|号|名|张|件|倍)",
    r"^(?:是的|对(?=[,，。！!的]|$)|可能|大概|也许|或许|应该|估计|大约|约|据推测|很可能|一般|通常|我认为|我想|我猜)",
    wide=r"""^(?:虽然|尽管|该|这份|这些|您提供的|提供的)?\S{0,4}?{SRC}\S{0,6}?(?:介绍|讨论|描述|说明|列出|涉及|讲|提到|包含|记载|规定|解释|主要|只|仅|涵盖|列举|给出)(?!\S{0,2}说)""",
    firm=r"""(?:因此|所以|故|因而|于是|無法|无法|不能)(?:\S{0,10})(?:无法|不能|没法|難以|难以|不知道|不清楚|无从|回答|作答|解答|答复)""",
    unless=r"^(?:如果|若|假如|要是)",
    reported=r"""(?:的人|用户|客户|任何人|外人|员工|成员)(?:都|也)?(?:看不到|不能|无法|不得)|(?<!其)(?:发言人|部长|警方|官员|研究人员|专家|医生|法院|证人|当局|代表|经理|他们|她们|他|她)(?:们)?(?:还|也|都|仍)?(?:无法|未能|不能|没能|不知道|不清楚|拒绝)|(?:表示|声称|宣称|坦言|承认|回应|回答|说|称)(?:道|，|：|:)?(?:自己|他们|她们|他|她|其|并不|不知道|对此)""",
    duty=r"""不得(?!而)|禁止|不应|不必|无需|无须|不需要|严禁""")
_ZH_PARTS = {"SRC": r"(?:文档|文檔|文件|资料|資料|上下文|来源|來源|文本|段落|材料|文章|知识库|知識庫|检索结果|搜索结果|(?:提供|给出|现有|已有|可用|所给|給出|相关|检索到)的?(?:信息|内容|資訊|上下文)|片段|手册|政策|合同|指南|说明书|报告|网页|页面|文中|原文|参考|文献|条款|协议|公告|通知|合約|手冊|書中|书中|这些信息|语境|資訊中|内容中|信息中|会议记录|会议纪要|纪要|摘要|邮件|信函|病历|日志|规范|论文|目录|标签|日记|小册子|宣传册|菜单|时刻表|表格|采访|条文|食谱|遗嘱|传记|包装|判决书|表中|名单|新闻稿|清单|书里|里面|租约|日志|确认邮件|确认函|说明|节目单|保单|页面)", "LAW": r"(?:政策|合同|合约|条款|协议|规范|租约|菜单|遗嘱|判决书|条文|保单)"}
_JA = _Tongue(
    ("ません", "ない", "なく", "不明", "なかった", "ず、", "ずに", "おらず", "かねます", "なし", "不足", "控え", "無い", "ぬ", "欠け", "欠落", "範囲外"),
    ("わか", "分か", "判", "情報", "文書", "資料", "記載", "言及", "書か", "見つ", "見当た", "答", "確認", "存じ", "不明", "特定", "文脈", "説明", "触れ", "示さ", "含ま", "ドキュメント", "コンテキスト", "データ", "知り", "知ら", "述べ", "該当", "出て", "明記", "記述", "手伝い", "定かで", "欠け", "判断", "出典", "ソース", "テキスト", "内容", "提供", "お力", "不足", "はっきり", "断定", "把握", "公表", "根拠", "明らか", "本文", "情報源", "報告書", "記事", "契約", "定め", "規程", "規約", "登場", "箇所", "引用", "指定", "範囲", "アクセス", "読み取", "取得", "得られ", "解答"),
    r"""
    (?:わかりません|分かりません|判りません|(?:わからない|分からない)(?!と\S{0,3}(?:述べ|言っ|話し|語っ|証言|主張|答え|説明|コメント|回答し))|わかりかねます|分かりかねます|わかんない|存じません|存じ上げません|知りません|知らない|分かってい?ません|わかってい?ません|分かりませんでした|わかりませんでした|把握して(?:い|おり)?ません|把握できません|分かっておりません)
    明らかに(?:は|も)?(?:して|なって|されて)(?:は)?(?:い|お)?(?:り)?(?:ません|ない|おらず)
    (?:本文|資料|文書|テキスト|データ)(?:\S{0,12}?)(?:欠け|欠落)
    {SRC}\S{0,24}?(?:登場|出現|現れ|見られ|出てき)(?:し)?(?:て(?:い|おり)?)?(?:ません|ない|ておらず)
    (?:データ|情報|資料|内容)\S{0,6}アクセス(?:でき|する\S{0,6}でき|権\S{0,6}(?:あり|持って(?:い|おり)))(?:ません|ない)
    (?!{LAW}){SRC}(?!によ|に基づ)\S{0,40}[てで](?:は|も)?(?:い|お)?(?:り)?(?:ません|ない|おらず|いません)
    不明(?:です|でした|な|である|。|$|確|点|とな)
    (?:見つ(?:かり|け(?:られ|ること\S{0,4}でき|だせ))(?:ません|ない|なかった)|見つかってい?ません|見つかっておりません|見つけることができ|見つけられ(?:ません|ない)|見つかりませんでした|見当たり?(?:ません|ない|らず)|見当たら(?:ない|なかった|ず)|発見できません|検索できません|探せません|見付かりません)
    (?:記載|言及|記述|説明|明記|規定|掲載|記録|説明文|触れた|示した|定め|該当|該当箇所|該当する\S{0,10}?|関連する\S{0,10}?|手がかり|根拠|答え|回答|情報|データ|内容|資料|詳細)(?:が|は|も|を|に関する情報は|について|自体|事項は)?(?:\S{0,14}?)(?:ありません|ございません|なく|ない(?:です|ため|ので|よう|と|。|、|$)|無い|無く|見つ\S{0,6}(?:ません|ない)|見当たり?ら?(?:ません|ない|ず)|含まれて\S{0,3}(?:ません|ない|おらず)|不足|得られ(?:ません|ない)|得られておりません|提供されて\S{0,3}(?:ません|ない)|足り(?:ません|ない|ず)|持って\S{0,3}(?:ません|ない)|持ち合わせて\S{0,6}(?:ません|ない)|確認でき(?:ません|ない|ず)|されて\S{0,3}(?:ません|ない|おらず)|して\S{0,3}(?:ません|ない|おらず)|なし(?:。|$|です)|存在しません|存在しない|取得できません|載って\S{0,3}(?:ません|ない)|出てき(?:ません|ない)|欠けて)(?!でした費用)
    (?:記載|言及|明記|説明|記述|公表|開示|明示|提示)(?:は|が|も)?(?:されて|して|さ)(?:は|も)?(?:い|お)?(?:り)?(?:ません|ない|おらず|おりません|いません)
    (?:書かれて|触れ(?:られ)?て|示されて|述べ(?:られ)?て|載って|定められて|語られて|記されて|扱われて|カバーされて|取り上げ(?:られ)?て|明らかにされて|明らかになって|はっきりして)(?:は|も|いる\S{0,3}は)?(?:い|お)?(?:り)?(?:ません|ない|おらず|なかった)(?=\S{0,10}(?:。|、|$|た|の|が|ため|よう))(?<!税は含まれていません)(?<!料金は含まれていません)
    (?:お?答え|回答|返答|お返事|ご案内|ご回答|お伝え|お教え|断定|断言|判断|特定|判定|断じる|推測|推定|確定|確認|明言|お手伝い|お力|説明|確かめる|導き出|読み取る|言い切|知る|申し上げ|お示し|検証|把握)(?:する|出す|になる|になること|こと|る)?(?:こと)?(?:は|が|を|も|に)?(?:\S{0,4}?)(?:でき(?:ません|ない|かね|ず|なかった)|出来(?:ません|ない)|いたしかね|致しかね|しかね|られ(?:ません|ない)|なれ(?:ません|ない|そうにありません)|困難|難しい|控え|差し控え|不可能|ありません|せません)
    (?:答えられ|言え|読み取れ|導け|判断でき|断言でき|確認でき|特定でき|お答えでき|お答え出来|答えでき|判明して\S{0,2}|確認が取れ|裏付けられ)(?:ません|ない|なかった|ず)
    (?!{LAW}){SRC}(?:\S{0,30}?)(?:含まれて\S{0,3}(?:ません|ない|おらず)|提供して\S{0,3}(?:ません|ない)|ありません|ございません|ない(?:。|ため|ので|$)|なし|答えて\S{0,3}(?:ません|ない)|カバーして\S{0,3}(?:ません|ない)|出てき(?:ません|ない)|不十分|十分ではありません|扱って\S{0,3}(?:ません|ない)|範囲外)
    (?:確か|定か|確実|明確|明らか|はっきり)(?:なこと|に)?(?:では|で|は|と)?(?:\S{0,6}?)(?:ありません|ございません|ない|言えません|分かりません|わかりません|しません)(?=\S{0,3}(?:。|$|が、|、))
    (?:何も(?:書|記|述|触|言|示|分|わ|見)\S{0,14}?(?:ません|ない)|見当がつきません|心当たりがありません|対象外です|範囲外です|お役に立て\S{0,3}(?:ません|ない)|力になれ(?:ません|ない)|自信がありません)
    ^(?:不明|わからない|記載なし|情報なし|該当なし|回答不能|回答不可|未記載|言及なし|答えなし)[。.！! です]*$
    """,
    r"""(?:申し訳|すみません|すいません|恐れ入り|恐縮|ごめん|残念|あいにく|お詫び|失礼|ありがとう|ください|下さい|お願い|お問い合わせ|問い合わせ|ご相談|ご確認|ご連絡|ご質問の|ご質問に|ご質問は|質問に|質問の|お尋ね|お勧め|おすすめ|推奨|いただけ|頂け|いただけれ|お知らせ(?:くだ|いた)|お知りになりたい|お知りになりた|とのことですが|サポート|窓口|カスタマー|ほかに|他に|他の|別の|追加の|詳しい情報|詳細をお|お手伝い|お力に|よろしければ|必要で(?:した|あれ)|必要がありま|可能性があ\S*お|参照|調べ|拝見|確認しました|確認いたし|検索し|探し|推測は|憶測|公式サイト|ご覧|こんにちは|お気軽|良いでしょう|よいでしょう|方がよ|方が良)""",
    r"""(?:{SRC}|そこ|内容)(?:\S{0,20}?)(?:のみ|だけ|しか|(?:についての|に関する)(?:み|もの|情報|記述|内容|説明|記載)|中心|主に|扱って|述べて|説明して|触れて|紹介して|取り上げて|案内して|残って|報じて|伝えて|記録されて|残され|取り上げられ|紹介され|説明され|扱われ|述べられ)|(?:のみ|だけ)(?:が|を|は)?(?:示|記載|書か|言及|触れ|説明|載|記さ)|^(?:のみ|または|および|また)""",
    r"；|;|：|——|—|が、|けれども、?|けれど、?|けど、?|ものの、?|しかし、?|ただし、?|ただ、|一方、?|のに、|にもかかわらず、?|ため、|(?<!も)ので、|したがって、?|とはいえ、?|でも、|だが、?|ですが、?|ますが、?|(?<=おらず)、|(?<=なく)、|(?<=であり)、|が,",
    r"(?:および|ならびに|また、|さらに、)",
    "", "", r"[\d０-９]|(?:です|ます|でした|ました|である|だ|した|する|れる|なる)(?:。|$|が|けど|もの|し|ので|ため|、)|[一二三四五六七八九十百千万半]+(?:日|年|月|円|時間|分|個|人|週間|ユーロ|ドル|回|名|台|件)",
    r"^(?:はい|おそらく|たぶん|多分|恐らく|約|およそ|大体|だいたい|通常|一般的に|一般に|もしかすると|もしかしたら)",
    wide=r"""^(?:この|その|提供された)?\S{0,8}?{SRC}\S{0,40}?(?:説明|記載|記述|情報|内容|扱っ|述べ|触れ|載っ|書か|紹介|まとめ|について|対象|扱|カバー)""",
    firm=r"""(?:のみ|だけ)(?:で|であり|のため|なので)、?\S{0,30}(?:わかりません|分かりません|できません|かねます)|(?:お?答え|回答)\S{0,8}(?:できません|できない|いたしかね|致しかね|しかね|出来ません|られません)|(?:ため|ので|よって|したがって|そのため)、?\S{0,24}(?:わかりません|分かりません|できません|かねます)""",
    ends=r"(?!(?:い|かった|ない)?(?:場合|とき|時(?:は|に)|際(?:は|に)|のであれば|なら|ようであれば)|ければ)",
    reported=r"""(?:担当者|大臣|警察|広報\S{0,3}|証人|研究者|医師|関係者|彼|彼女|被告|容疑者|研究で|調査で|実験で|試験で)(?:は|が|も)\S{0,24}(?:できませんでした|できなかった|わからな|知らな|見つけられ)|と(?:は)?(?:語った|語りまし|語って|述べた|述べまし|述べてい|話した|話しまし|話して|言った|言いまし|言って|証言し|主張し|説明した|説明しまし|答えた|答えまし|コメントし|明かし|回答した|回答しまし|発言し)""",
    duty=r"""ては(?:いけません|なりません|ならない|いけない)|必要は(?:ありません|ない)|されることはありません|禁止""")
_JA_PARTS = {"SRC": r"(?:文書|資料|ドキュメント|コンテキスト|文脈|ソース|出典|テキスト|本文|文章|文中|提供された\S{0,4}|検索結果|ナレッジベース|ファイル|抜粋|マニュアル|規約|規程|契約書|記事|報告書|ページ|説明書|ガイド|情報源|データベース|参考文献|与えられた\S{0,4}|手元の\S{0,4}|引用\S{0,6}|箇所|議事録|パンフレット|レポート|論文|要約|カタログ|仕様書|メール|案内文|ラベル|日記|チラシ|メニュー|時刻表|申込書|インタビュー|条項|レシピ|遺言|伝記|パッケージ|判決|表に|リスト|プレスリリース|小冊子|レビュー|書評|投稿|ログ|予約\S{0,6}メール|プログラム)", "LAW": r"(?:契約書|規約|規程|約款|条項|メニュー|遺言|判決|プログラム)"}
_KO = _Tongue(
    ("없", "않", "못", "모르", "모릅", "몰라", "불명", "불분명", "부족", "어렵", "불가", "아니", "안 ", "힘들", "벗어", "범위 밖"),
    ("알", "모르", "모릅", "몰라", "정보", "문서", "자료", "찾", "확인", "언급", "명시", "답", "내용", "나와", "포함", "맥락", "기재", "나오", "기사", "쓰여", "적혀", "설명", "도와", "도움", "출처", "판단", "확실", "불분명", "불명", "등장", "지정", "안내", "접근", "범위", "말씀", "다루", "제공", "밝", "기록", "텍스트", "컨텍스트", "데이터", "근거", "단서", "분명", "파악", "특정", "확답", "나타", "규정", "서술", "제시", "알려", "드릴", "자신"),
    r"""
    (?:모르겠|모릅니다|모른다|몰라요?|모르는 (?:내용|부분|사항)|잘 모르|알지 못|알 수(?:가|는|도)? ?없|알 길이 없|알 도리가 없|알려(?:져|진) 있지 않|알려지지 않(?:았습니다|습니다)?$)
    (?:찾을 수(?:가|는|도)? ?없|찾지 못|찾을 수 없|못 찾|찾아볼 수(?:가|는)? ?없|발견(?:할 수 없|하지 못|되지 않)|검색되지 않|조회되지 않|확인(?:할 수(?:가|는)? ?없|하지 못|되지 않|이 되지 않|이 어렵|이 불가|하기(?:가)? 어렵|할 방법이 없)|보이지 않|찾기(?:가)? 어렵|찾아내지 못)
    (?:답|답변|대답|응답|회신)(?:을|를|해|이|은)?(?:\S{0,2} ){0,2}?(?:\S{0,4})?(?:드릴 수(?:가|는)? ?없|할 수(?:가|는)? ?없|하기(?:가)? (?:어렵|힘들|곤란)|드리기(?:가)? (?:어렵|힘들|곤란)|줄 수 없|드리지 못|하지 못|찾을 수 없|없|불가|어렵|못 하|해 드리지 못)
    (?:판단|단정|결론|추론|특정|파악|말씀|장담|확답|추측|유추|가늠|안내|알려|알려드|도와|도움을?|말|설명|제공|답)(?:을|를|해|이|은|드)?(?: ?\S{0,6}){0,2}? ?(?:수(?:가|는)? ?없|못 ?(?:하|했|합)|지 못|기(?:가|는)? ?(?:어렵|힘들|곤란)|릴 수 없|릴 수가 없|이 불가)(?!\S* 환불)
    {INFO}(?:가|는|를|도|은|이|을|조차|만으로는)? ?(?:\S+ ){0,4}?(?:없(?:습|었|어|네|는|다|기|으|음|고|이|$)|부족|찾을 수 ?없|찾지 못|나와 ?있지 않|포함(?:되어|돼|하고)? ?(?:있지 않|않)|포함되지 않|제공되(?:지|어 있지) 않|제공하지 않|제공받지 못|들어 ?있지 않|담겨 ?있지 않|담고 있지 않|존재하지 않|확인되지 않|나오지 않|충분하지 않|불충분|주어지지 않|가지고 있지 않|갖고 있지 않|보유하고 있지 않|알 수 ?없|누락)
    (?:언급|명시|기재|기술|서술|설명|표기|기록|공개|규정|제시|논의|소개|명기|거론|구체화)(?:이|가|은|는|을|도|에 대해서?는)? ?(?:전혀 |따로 |별도로 |명확히 )?(?:되지 않|하지 않|되어 ?있지 않|돼 ?있지 않|하고 있지 않|이? ?없|되지는 않|된 바가? ?없|된 (?:내용|부분|것)\S{0,2} ?없|되어 있지는 않|않고 있|하지는 않|안 되어|안 돼)
    (?:나와 ?있지(?:는)? 않|적혀 ?있지(?:는)? 않|쓰여 ?있지(?:는)? 않|쓰여져 있지 않|써 있지 않|밝히(?:지|고 있지) 않|밝혀져 있지 않|다루(?:지|고 있지|어지지)(?:는)? 않|다뤄지지 않|나타나(?:지|있지) ?(?:있지 )?않|실려 있지 않|말하(?:지|고 있지) 않|말해 주지 않|알려주지 않|설명하지 않|정해져 있지 않다고|나오지(?:는)? 않)
    (?!{LAW}){SRC}(?:에는|에서는|에서|에|은|는|이|가|들은|들에는|들에서)? ?(?:\S+ ){0,6}?(?:없(?:습|었|어|네|다|음|기|는)|포함(?:되어|돼|하고)? ?(?:있지 않|않)|포함되지 않|제공하지 않|제공되지 않|들어 ?있지 않|담겨 ?있지 않|담고 있지 않|불충분|충분하지 않|다루지 않)
    (?:문서|자료|출처|텍스트|본문|컨텍스트|맥락|문맥|지문|발췌문?|기사|보고서|글)(?:들)?(?:은|는|에는|에서는|에서|에(?! (?:따르|의하|의거))|에서도|에도|만으로는|이|가|로는)? (?:\S+ ){0,6}?(?!허용|적용|포함|필요|요구|환불)\S+지 ?(?:는 )?(?:않|못)
    (?:확실하지|분명하지|명확하지|확신(?:할 수|하지|이)|정확하지|뚜렷하지)(?:가|는)? ?(?:않|없|못)(?!\S*지만)
    (?:불분명|불확실|불명확)(?:합|하|한)|(?:범위를? ?(?:벗어|밖)|제 지식|권한 밖)
    ^(?:모름|알 수 없음|정보 없음|해당 없음|언급 없음|불명|미상|명시되지 않음|답변 불가|없음|확인 불가)[.! ]*$
    """,
    r"""(?:알고 싶으|싶으시|이해합니다|죄송|미안|유감|아쉽|안타깝|사과|양해|감사|고맙|부탁|문의|연락|고객 ?센터|상담|확인해 ?(?:보|주)|확인하시|확인하는 것|참고|추천|권장|권해|권합|주시면|주세요|주십시오|하세요|하십시오|바랍니다|하시기|도와 ?드|도움(?:을|이) ?(?:드|될|필요)|다른 질문|추가 (?:정보|질문|자료|문의)|더 (?:많은|자세|구체|궁금)|필요하시|원하시|알려 ?주시|궁금|질문(?:하신|에|은|을|해)|문의하신|찾아 ?보|찾아 ?봤|확인했|읽어|조사|검토(?:한|했|해)|살펴|검색(?:한|했|해)|추측|안녕하세요|좋겠습니다|좋습니다|좋을 것)""",
    r"""{SRC}\S{0,3} ?(?:\S+ ){0,6}?(?:만 |만을|뿐|주로|대한 (?:내용|정보|것)|관한 (?:내용|정보|것)|다루고|설명하고|언급하고|관련된)|^(?:또는|및|단지|다만)""",
    r"；|;|:\s|——|—|(?<=[다하지나으은는이])만,? |(?<=지)만 |지만,? |그러나,? |하지만,? |다만,? |반면,? |(?<=으)나,? |이나,? |는데,? |은데,? |인데,? |따라서,? |그래서,? |그렇지만,? |(?<=없)으므로,? |(?<=없)어서?,? |(?<=않)아서?,? |으며,? |이며,? |(?<=이)고,? |(?<=하)고,? (?!있)|(?<=되)고,? (?!있)|(?<=지)고,? (?!있)|(?<=리)고,? (?!있)|니다만,? ",
    r"(?:그리고|또한)\s",
    "", "", r"\d|(?:입니다|이다|합니다|됩니다|있습니다|습니다|예요|이에요|해요|었다|했다|된다|한다|걸리|이고|이며|하며|으며)|[일이삼사오육칠팔구십백천만두세네]+ ?(?:일|년|월|원|시간|분|개|명|주|유로|달러|번)",
    r"^(?:네\b|예\b|아마|아마도|대략|약 |보통|일반적으로|대체로|어쩌면|추정|제 생각)",
    wide=r"""^(?:제공된 |해당 )?(?:\S+ ){0,1}?{SRC}\S{0,4} (?:\S+ ){0,5}?(?:다루|설명|언급|포함|대한|관한|소개|나와|기술|안내|있)""",
    firm=r"""(?:따라서|그래서|그러므로|없어서?|않아서?|없으므로|않으므로|때문에)[^.]{0,30}(?:수 ?없|어렵|못|모르)|(?:답변|대답|답)\S* ?(?:드리기|하기|드릴|할)? ?(?:어렵|수 ?없|힘들)""",
    ends=r"(?!\S{0,2} (?:경우|때|시에|상황)|으면|다면|을 (?:경우|때)|는지)",
    reported=r"""(?:누구도|아무도|사용자는|고객은)|(?:다|라|냐)고 (?:\S+ )?(?:말했|밝혔|전했|주장|설명했|답했|진술|증언|했다|했습니다|언급했|말하였|대답했)""",
    duty=r"""(?:해서는|하면|어서는|아서는) 안|필요(?:가|는) 없|금지""")
_KO_PARTS = {
    "SRC": r"(?:문서|자료|출처|텍스트|본문|컨텍스트|맥락|문맥|지문|발췌문?|검색 결과|지식 베이스|파일|매뉴얼|설명서|계약서|약관|정책|기사|보고서|페이지|안내문|제공된 \S+|주어진 \S+|규정|가이드|논문|단락|구절|문단|자료실|데이터베이스|공지)",
    "LAW": r"(?:계약서|약관|정책|규정)",
    "INFO": r"(?:정보|내용|언급|기록|관련 자료|자료|설명|데이터|답변?|근거|단서|기재|명시|세부 ?사항|안내|규정|항목|결과|구절|부분|문구|서술|구체적인 \S+|언급된 바|맥락|날짜|지식|아는 바|참고할 만한 것|문서)",
}
_AR = _Tongue(
    ("لا ", "لم ", "ليس", "غير ", "لست", "دون ", "بدون", "عدم", "يتعذر", "تعذر", "للاسف", "ما من", "تخلو", "يخلو", "اجهل", "لن ", "خارج", "يتجاوز"),
    ("اعرف", "اعلم", "ادري", "معلوم", "وثيق", "وثائق", "مستند", "مصدر", "مصادر", "نص", "نصوص", "سياق", "ذكر", "تذكر", "يذكر", "اجد", "نجد", "عثر", "اجاب", "متاكد", "متوفر", "تفاصيل", "بيانات", "تحدد", "يحدد", "محدد", "تحديد", "توضح", "يوضح", "واضح", "توضيح", "اشار", "تشير", "يشير", "ملف", "مقاطع", "مقطع", "مساعد", "تمكن", "يمكن", "استطيع", "لدي", "علم", "معروف", "مذكور", "فكره", "تتطرق", "يتطرق", "تتناول", "يتناول", "محتوي", "عقد", "دليل", "تقرير", "سياسه", "يرد", "ترد", "تاكيد", "جواب", "وارد", "مواد", "اقتباس", "مقال", "مقتطف", "كتب", "ملصق", "يسمح", "تسمح", "معلوم", "قول", "تقل", "يقل", "قواعد", "لائحه", "وصف", "نطاق", "فقر", "مواصفات", "بيان", "تعليمات", "شرح", "ورد"),
    r"""
    (?:^|\s|،)و?(?:لا|لست|لم|ما) ?(?:اعرف|اعلم|ادري|نعرف|نعلم|ادرك|اذكر|املك|امتلك|نملك|اجد|نجد|اعثر|نعثر|اتمكن|نتمكن|استطع|نستطع|اري|احط علما|متاكدا?|متاكده|واثقا?|علي علم|قادرا?|علي درايه|متيقنا?|علي يقين|في وضع)(?:\s|$|\.|،)
    (?:لا|لن|لم) (?:يمكنني|استطيع|يمكننا|نستطيع|اقدر|يسعني|اتمكن من|يتسن لي|يتسني لي|يمكن|نتمكن من|اتمكن|استطع|يمكنني ان) ?(?:\S+ ){0,5}?(?:الاجابه|اجيب|الرد|القول|اقول|تحديد|احدد|العثور|اعثر|ايجاد|اجد|التاكد|اتاكد|تاكيد|التاكيد|اوكد|الجزم|المساعده|مساعد\S*|اساعد\S*|معرفه|اعرف|تقديم|اقدم|توفير|اعطاء|اعطي\S*|استنتاج|استنتج|استخلاص|التحقق|اتحقق|اخبار\S*|اخبرك\S*|افاد\S*|البت|الحكم|تزويد\S*|ذكر|التوصل|معرفته|معرفتها|تحديده|تحديدها|نجيب|نحدد|نجد|نوكد)
    (?:لا|لم|ليس|ليست|ولا|ولم|وليس) ?(?:لدي|عندي|لدينا|بحوزتي|في حوزتي|هناك|ثمه|يوجد|توجد|تتوفر|يتوفر|تتوافر|يتوافر|اجد|نجد|اعثر|نعثر|تتضمن|يتضمن|تحتوي|يحتوي|تشمل|ترد|يرد|يعثر|املك|تصلني|تظهر|يظهر|تقدم|يقدم|توفر|يوفر|تعط|تعطي|يعطي|وجود ل|تحمل|احصل) ?(?:\S+ ){0,6}?{INFO}
    (?:^|\s)(?:ليس|ليست|لا توجد|لا يوجد) (?:لدي|لدينا|عندي) (?:\S+ ){0,3}?(?:{INFO}|علم|فكره|ادني فكره|معرفه|درايه|اجابه|جواب|ما يكفي|يقين)
    {INFO}\S*(?: \S+){0,9}? ?(?:غير (?:متوفر|موجود|متاح|مذكور|كاف|وارد|مدرج|معروف|واضح|محدد|متضمن|مشمول|مبين)\S*|ليست|ليس|لا ت|لا ي|لم ت|لم ي|ناقص\S*|مفقود\S*|غائب\S*)
    {LAW}\S*(?: \S+){0,9}? (?:لا|لم|لن|دون ان|ولا) ?(?:\S+ )?(?:تذكر|يذكر|توضح|يوضح|تشر|يشر|تشير|يشير|تحدد|يحدد|تتناول|يتناول|تتطرق|يتطرق|تقول|يقول|تبين|يبين|تتحدث|يتحدث|تجيب|يجيب|تفصح|يفصح|تفصل|يفصل|تكشف|يكشف|تخبر|يخبر|تصرح|يصرح|تشرح|يشرح|تفسر|يفسر|تناقش|يناقش|يرد ذكر)
    (?!{LAW}){SRC}\S*(?: \S+){0,9}? (?:لا|لم|ليس|لن|دون ان|ولا) ?(?:\S+ )?(?:تذكر|يذكر|تحتو|يحتو|تتضمن|يتضمن|توضح|يوضح|تشر|يشر|تشير|يشير|تحدد|يحدد|توفر|يوفر|تقدم|يقدم|تتناول|يتناول|تتطرق|يتطرق|ترد|يرد|تقول|يقول|تقل|يقل|تبين|يبين|تنص|ينص|تتحدث|يتحدث|تجيب|يجيب|تجب|يجب عن|تشمل|يشمل|تفصح|يفصح|تعط|يعط|تفصل|يفصل|تكشف|يكشف|يوجد|توجد|اجد|نجد|يظهر|تظهر|تسمح|يسمح|تكفي|يكفي|فيها|فيه|هناك|يتم|تغطي|يغطي|تات|يات|يتوفر|تتوفر|تخبر|يخبر|يسم|تسم|تصرح|يصرح|تسلط|يسلط|تعالج|يعالج|تدل|يدل|تتيح|يتيح|تفسر|يفسر|تشرح|يشرح|تصف|يصف|تناقش|يناقش|تحسم|يحسم|توكد|يوكد|تطرح|تخص)\S*
    (?:لا|لم) (?:تذكر|يذكر|توضح|يوضح|تحدد|يحدد|تتطرق|يتطرق|تتناول|يتناول|ترد|يرد|تبين|يبين|تجيب|يجيب|تفصح|يفصح|تشير|يشير|تشر|يشر)\S* (?:\S+ ){0,3}?{SRC}
    (?:لا|لم) (?:تقدم|يقدم|توفر|يوفر|تحتوي|يحتوي|تتضمن|يتضمن|تشمل|يشمل|تعطي|يعطي|تقول|يقول|تنص|ينص) (?:\S+ ){0,2}?(?!{LAW}){SRC}\S*
    (?:لم|لا) (?:يتم|تتم|يرد|ترد|يجر|يات) (?:\S+ )?(?:ذكر|العثور|تحديد|التطرق|توضيح|الاشاره|بيان|تناول|اي ذكر|ذكره|ذكرها|توضيحه|توضيحها|تحديده|تحديدها|اشاره)\S*
    (?:لا|لم) (?:يشير|تشير|يشر|تشر|يذكر|تذكر|يوضح|توضح|يتطرق|تتطرق|يتناول|تتناول|يبين|تبين|يفصح|تفصح|يكشف|تكشف|يشرح|تشرح|يفسر|تفسر|يتحدث|تتحدث|يحدد|تحدد) ال\S+ (?:\S+ )?(?:الي|عن|من|ما|متي|كيف|اي|كم|اسم|تاريخ|سبب|عدد|سعر|مده|مكان|عنوان)
    (?:لا|لم) (?:تقول|يقول|تقل|يقل) (?:\S+ ){0,3}?شيئ
    (?:لا|لم) (?:يظهر|تظهر|يرد|ترد|يوجد|توجد) (?:\S+ ){0,4}?(?:في|ضمن) (?:\S+ ){0,3}?(?!{LAW}){SRC}
    (?:لا|لم) (?:يوجد|توجد) (?:\S+ ){0,2}?{SRC}\S* (?:\S+ )?(?:يذكر|تذكر|يحدد|تحدد|يوضح|توضح)
    (?:لا|لم) (?:يتضح|تتضح|يظهر|يتبين|يفهم|يستفاد|يعرف|يستنتج) (?:\S+ ){0,3}?(?:{SRC}|هل|ان كان|ما اذا|متي|من|كيف)
    (?:لم|لا) (?:يكتب|تكتب|يدون|تدون|يسجل)(?:\s|$)
    لا (?:تسمح|يسمح|تكفي|يكفي|تتيح|يتيح) (?:\S+ ){0,2}?{SRC}
    (?:^|\s)(?:لم|لا) (?:يذكر|تذكر|يحدد|تحدد|يوضح|توضح|يبين)(?:\s|$|\.)
    (?:لا|لم) (?:ذكر|اثر|اشاره|وجود|علم) (?:ل|لي|الي|له|لها|بذلك|عن)\S*
    (?:يتعذر|تعذر|يصعب|من الصعب|من غير الممكن|ليس من الممكن|من المستحيل|يستحيل|لا سبيل|لا يمكن)(?: علي| علينا| عليه| الي)? ?(?:\S+ )?(?:الاجابه|تحديد|القول|معرفه|الجزم|التاكد|العثور|استنتاج|الحكم|تاكيد|تقديم اجابه|الوصول الي|التوصل|ايجاد|ان اجيب|التحقق)\S*
    (?:غير|ليس|ليست) (?:مذكور|محدد|موضح|معلوم|مبين|وارد|منصوص|مشار|واضح|متوفر|موجود|متاح|متضمن)\S* (?:\S+ ){0,3}?(?:في|ضمن|من|عبر|لدي|لدينا|من خلال)\s?(?:\S+ ){0,2}?{SRC}
    (?:غير|ليس|ليست) (?:مذكور|معلوم|معروف|وارد|واضح|محدد)\S*(?=[\s.!]*$|\s(?:ما|متي|من|كيف|هل|ان|اذا|لي|كم|اين))
    (?:لا علم لي|ليس لي علم|لا فكره لدي|ليس عندي فكره|لست متاكد\S*|لست واثق\S*|لست علي يقين|اجهل|الله اعلم|(?:سوال|موضوع|طلب)\S*(?: \S+){0,3}? (?:خارج|يتجاوز|يقع خارج)(?: عن)? (?:نطاق|حدود)|(?:خارج|يتجاوز|تتجاوز)(?: عن)? (?:نطاق|حدود) (?:\S+ )?(?:{SRC}|معرفت|المعلومات)|لا شيء (?:في|عن|حول)|عدم (?:وجود|توفر|كفايه) (?:\S+ )?{INFO}|نقص {INFO}|تخلو|يخلو)
    (?:لا يوجد|لا توجد|ليس هناك|ما من|ليس ثمه) (?:\S+ ){0,3}?(?:شيء|اي شيء|ما يشير|ما يدل|ما يفيد|ما يوضح|ما يبين|اجابه|جواب)
    ^(?:غير (?:معروف|مذكور|محدد|متوفر|معلوم|موجود|متاح|واضح)\S*|لا (?:اعرف|اعلم|ادري|يوجد جواب|توجد اجابه|توجد معلومات)|لا معلومات|مجهول)[.! ]*$
    """,
    r"""(?:افهم|اتفهم|تريد معرفه|ترغب في معرفه|اسف|اسفه|عذر|اعتذر|المعذره|نعتذر|ناسف|للاسف[.! ]*$|مع الاسف[.! ]*$|شكر|من فضلك|يرجي|ارجو|رجاء|الرجاء|تواصل|التواصل|الاتصال|اتصل|اتصال|مراجعه|راجع|الرجوع|استشر|استشاره|خدمه العملاء|الدعم|فريق|انصح|ننصح|اقترح|نقترح|اوصي|يستحسن|من الافضل|الافضل|اذا كان|اذا كنت|اذا اردت|اذا رغبت|ان اردت|ان كان|في حال|يسعدني|يسرني|سيسعدني|يمكنني (?:\S+ )?(?:مساعد|المساعد|البحث|محاوله)|ساكون|مساعدتك|مساعدتكم|المساعده|تزويدي|زودني|مزيد|المزيد|اسئله اخري|سوال اخر|اي سوال|سوالك|سوالكم|هذا السوال|السوال|اعاده صياغه|هل (?:يمكنك|تود|ترغب)|بعد (?:مراجعه|البحث|الاطلاع|قراءه|فحص)|بحثت|راجعت|اطلعت|تحقق من|مرحبا|التخمين|تخمين|يمكنك (?:\S+ )?(?:التواصل|الاتصال|مراجعه|الرجوع|سوال|زياره|البحث|التحقق|طرح)|ربما (?:\S+ )?(?:يمكنك|تحتاج|عليك))""",
    r"""(?:{SRC})\S*(?: \S+){0,6}? ?(?:فقط|فحسب|تتحدث عن|يتحدث عن|تتناول|يتناول|تقتصر|يقتصر|تركز|يركز|تتعلق|يتعلق|تصف|يصف|تدور|يدور|تشرح|يشرح|تتضمن|تحتوي)|(?:تتحدث|يتحدث|تتناول|يتناول|تصف|يصف|تشرح|يشرح|تركز|يركز|تتعلق|تقتصر|يقتصر|تذكر|يذكر|توضح|يوضح|تعرض|يعرض|تستعرض|يستعرض|تبين|يبين|تناقش|يناقش|تتضمن|تحتوي) (?:\S+ ){0,2}?{SRC}\S*(?! (?:\S+ )?ان)|^و?(?:ذكر|ورد|تذكر|يذكر|اكتف|يكتفي|تكتفي|اشار)\S*(?: \S+){0,6} فقط$|^(?:فقط|او|ولا|ولكن فقط|سوي|الا)""",
    r"؛|;|:\s|\s(?:-|\u2013|\u2014)\s|،?\s(?:لكن|ولكن|لكنه|لكنها|ولكنه|ولكنها|غير ان|الا ان|الا انه|الا انها|بيد ان|رغم|علي الرغم|مع ان|بينما|في حين|و?لذلك|و?لذا|ومع ذلك|وبالتالي|بل|غير انه|غير انها|مع ذلك|لكنني|ولكنني|ولكني|لكني)\s",
    r"\s(?:و)(?=\S)",
    "اذا هل متي كيف من ما ماذا اين لماذا كم اي الذي التي ان لان حيث بخصوص بشان حول عن او ولا مثل خاصه فقط وما ومتي وكم وكيف ومن واين وهل واي سواء",
    "في من بناء وفقا استنادا حسب للاسف حاليا عذرا اسف بعد علي عن الي ل بخصوص بالنسبه اما رغم مع قبل بحسب ضمن لا كلا يوسفني بصراحه",
    r"[\d٠-٩]|(?:^|\s)و?(?:هو|هي|كان|كانت|يبلغ|تبلغ|تستغرق|يستغرق|يكلف|تكلف|يجب|تم|تاسس|يبدا|تبدا|يفتح|تفتح|تقع|يقع|تشمل|يمكن|يحق|يعمل|تعمل|يتم|تتم|يستمر|تستمر|يصل|تصل|يزن|تزن|يساوي|تساوي|سيتم|ينص|ستكون|سيكون|تكون|يكون)(?:\s|$)",
    r"^(?:نعم|ربما|علي الارجح|من المحتمل|غالبا|تقريبا|حوالي|نحو|عاده|اظن|اعتقد|يبدو|قد (?:يكون|تكون)|علي الاغلب|من المرجح)",
    wide=r"""^(?:تغطي|يغطي|تتناول|يتناول|تشمل|يشمل|تقتصر|يقتصر|تصف|يصف) (?:\S+ )?{SRC}|^(?:\S+ ){0,2}?{SRC}\S*(?: \S+){0,4}? ?(?:تتحدث|يتحدث|تتناول|يتناول|تقتصر|يقتصر|تصف|يصف|تشرح|يشرح|تذكر|يذكر|تغطي|يغطي|تتضمن|يتضمن|تحتوي|يحتوي|تنظم|ينظم|تعدد|يعدد)""",
    firm=r"""(?:لذلك|لذا|وبالتالي|بالتالي|ولهذا|وعليه|لهذا)[^.؛]{0,30}(?:لا|لن|ليس|تعذر|يتعذر)|(?:لا|لن) (?:يمكنني|استطيع|يمكن|يمكننا|نستطيع) (?:\S+ ){0,2}?(?:الاجابه|الرد)""",
    unless=r"^(?:اذا|ان كنت|في حال)\s",
    reported=r"""(?:صرح|قال|اعلن|اكد|اوضح|افاد|اضاف|زعم|ادعي|اجاب|شهد|اعترف)(?:ت|وا)? (?:\S+ ){0,3}?(?:بان|ان)(?:ه|ها|هم|هن|هما)?(?:\s|$)""",
    duty=r"""يجب (?:الا|علي)|لا يجوز|ممنوع|لا (?:حاجه|داعي|يلزم|تطلب|يطلب|يشترط)(?:\s|$)|غير (?:مطلوب|الزامي|ضروري)""")
_AR_PARTS = {
    "SRC": r"(?:ال|لل|بال|وال|هذه ال|هذا ال)?(?:مستند|وثيق|وثائق|مصدر|مصادر|نص|نصوص|سياق|مقطع|مقاطع|ملف|ملفات|مقتطف|مواد|محتوي|قاعده المعرفه|نتائج البحث|عقد|سياس|دليل|تقرير|مقال|صفحه|كتيب|لائحه|معلومات المقدم|معلومات المتاح|معلومات المتوفر|معلومات الوارد|فقرات|فقره|شروط|اتفاقيه|كتاب|بيان|خطاب|اقتباس|ملصق|يوميات|كتيب|نشره|قائمه|جدول|استماره|مقابله|بند|بنود|وصفه|وصيه|سيره|عبوه|حكم|ملخص|اعلان|مواصفات|سجل|محضر|رساله|دراسه|كتالوج|ال\S+ (?:المقدم|المتاح|المرفق|المتوفر|المعطا|المعطي|المسترجع|المزود)\S*)",
    "LAW": r"(?:ال|لل|بال|وال|هذه ال|هذا ال)?(?:عقد|سياس|لائحه|شروط|اتفاقيه|بند|بنود|وصيه|حكم|قائمه|استماره|بوليص)",
    "INFO": r"(?:(?:ال|اي |ايه |اي)?(?:معلومات|معلومه|ذكر|بيانات|تفاصيل|تفصيل|اشاره|اجابه|جواب|نتائج|نتيجه|توضيح|ايضاح|ادله|ما يشير|ما يكفي|سياق كاف|ما يوضح|شيء عن|شيء حول|نص يوضح|شيئا|معطيات))",
}
_HI = _Tongue(
    ("नहीं", "नही", "ना ", "अज्ञात", "अस्पष्ट", "असमर्थ", "अभाव", "अनुपलब्ध", "बिना", "मुश्किल", "न तो", "कमी", "अनिश्चित", "अपर्याप्त", "इनकार", "बाहर", "परे"),
    ("पता", "जानकारी", "जानत", "मालूम", "दस्तावेज", "उल्लेख", "जिक्र", "बताया", "बता", "बात", "उत्तर", "जवाब", "स्रोत", "संदर्भ", "मिल", "लिखा", "कहा", "कह ", "स्पष्ट", "निश्चित", "सूचना", "विवरण", "उपलब्ध", "सहायता", "मदद", "पाठ", "ज्ञात", "यकीन", "सामग्री", "असमर्थ", "चर्चा", "खोज", "पुष्टि", "फाइल", "डेटा", "दी गई", "दिया गया", "लिख", "कोई", "निर्धार", "सक", "नाम", "अंश", "दिए ग", "दी ग", "आया", "वर्णन", "दायरे", "निर्दिष्ट", "खंड", "रिपोर्ट", "लेख"),
    r"""
    (?:(?<!उसे )(?<!उन्हे )(?<!उनको )(?<!उसको )(?:पता नही|नही पता)|नही जानत|नही मालूम|मालूम नही|ज्ञात नही|नही है पता|पता ही नही|जानता नही|जानती नही|अंदाजा नही|नही है मालूम|पता नही चल|पता नही लग)
    (?:मेरे|हमारे) पास(?: \S+){0,6}? नही
    (?:जानकारी|सूचना|सामग्री|विवरण|डेटा)(?: \S+){0,3}? (?:अपर्याप्त|अधूरी|नाकाफी)
    (?:उत्तर|जवाब)(?: \S+){0,4}? नही (?:\S+ )?(?:दे (?:सक|पा)|है|मिल|जानत|पता|मालूम|दिया गया|दिया जा|दे रह|दिए गए)\S*
    {INFO}(?:\S{0,3})?(?: \S+){0,10}? ?(?:नही|उपलब्ध नही|अनुपलब्ध|का अभाव|की कमी|मौजूद नही|अपर्याप्त|पर्याप्त नही|अधूर)
    (?:मुझे|हमे|हमें)(?: \S+){0,8}? नही (?:\S+ )?(?:मिली|मिला|मिलती|मिलता|मिले(?!गा|गी)|मिल (?:सक|पा|रह))\S*
    (?:नही|न) (?:\S+ ){0,3}?(?:बताया|बताते|बताता|बताती|लिखा|बता सक|बता पा|कह सक|कह पा|खोज|ढूंढ|उल्लेख|जिक्र|बतलाया|बताई|बताए|लिखी|लिखे|लिखित|दर्शाया|कर सक|कर पा|निकाल|समझाया|जान सक|जान पा)(?=\S*(?: \S+){0,4}[\s.।]*$)(?<!पैसा नही मिला)
    {SRC}(?: \S+){0,8}? (?:केवल|सिर्फ|मात्र|बस) [^।;]{0,90}?(?: और|,)? ?(?:\S+ ){1,8}?(?:बारे मे|विषय मे|का|की|के|को|पर) नही$
    {LAW}(?: \S+){0,14}? (?:नही|कुछ नही|कही नही|न ही) ?(?:\S+ ){0,2}?(?:बता|कहा|कहत|लिखा|समझा|दर्शा)\S*
    (?!{LAW}){SRC}(?: \S+){0,14}? (?:नही|कुछ नही|कही नही|न ही) ?(?:\S+ ){0,2}?(?:बता|बताय|बताई|कहा|कहत|कहते|लिखा|मिल|दिया|दी गई|दी है|देत|है|हैं|था|थी|किया|करत|दर्शा|शामिल|समझा|देते|देता|होत|आता|आया|की गई|होती|रखत)\S*
    (?:स्पष्ट|निश्चित|साफ|यकीन|पक्का|सुनिश्चित|तय) (?:\S+ )?(?:नही|नही है|नही हूं)
    (?:निर्दिष्ट|उल्लिखित|वर्णित|परिभाषित|अंकित) (?:\S+ )?नही
    (?:अस्पष्ट है|अज्ञात है|असमर्थ|अक्षम|अनिश्चित है|मुश्किल है|संभव नही|सम्भव नही|नामुमकिन|असंभव|असम्भव|कठिन है)
    (?:उत्तर|जवाब|जानकारी|सहायता|मदद|पुष्टि|निर्धारण|निर्धारित|अनुमान|दावा|निष्कर्ष|टिप्पणी)\S* ?(?:\S+ ){0,4}?(?:नही (?:\S+ )?(?:सक|पा|दे रह|दे सक)\S*)
    (?:कुछ (?:भी )?नही (?:\S+ )?(?:कहा|बताया|लिखा|मिला|है|दिया|जान|कह|मिलता)|(?:{SRC}|प्रश्न|सवाल|विषय)(?: \S+){0,6}? (?:दायरे|सीमा) (?:से|के) (?:बाहर|परे)|कोई (?:अंदाजा|विचार|जानकारी|जवाब|उत्तर|उल्लेख|सूचना|जिक्र|विवरण) नही)
    ^(?:अज्ञात|पता नही|मालूम नही|उल्लेख नही|जानकारी नही|उपलब्ध नही|ज्ञात नही|कोई जानकारी नही|स्पष्ट नही|कोई उत्तर नही)(?: है)?[।.! ]*$
    """,
    r"""(?:समझता ह|समझती ह|जानना चाह|क्षमा|माफ|खेद|अफसोस|दुर्भाग्य\S*[।.! ]*$|कृपया|धन्यवाद|शुक्रिया|संपर्क|सम्पर्क|परामर्श|ग्राहक सेवा|सहायता केंद्र|सुझाव|सलाह|अनुशंसा|बेहतर होगा|अच्छा होगा|उचित होगा|यदि आप|अगर आप|अगर आपके|यदि आपके|चाहें|चाहे तो|मदद कर|सहायता कर|खुशी होगी|और जानकारी|अधिक जानकारी|अतिरिक्त|अन्य प्रश्न|कोई और|आपका (?:प्रश्न|सवाल)|आपके (?:प्रश्न|सवाल)|इस (?:प्रश्न|सवाल)|प्रश्न|सवाल|देख सकते|पूछ सकते|जांच|जाँच|पूछें|पूछ ले|देखें|अनुमान लगाना|अटकल|मैंने (?:\S+ ){0,5}(?:देख|खोज|पढ|जांच|समीक्षा|विश्लेषण|अध्ययन)|नमस्ते|क्या आप|बाद)""",
    r"""{SRC}(?: \S+){0,8}? (?:केवल|सिर्फ|मात्र|मुख्य|के बारे में|से संबंधित|तक सीमित|पर केंद्रित)|^(?:केवल|सिर्फ|या|और न)""",
    r"[;।]|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:लेकिन|परंतु|परन्तु|किंतु|किन्तु|मगर|हालांकि|हालाँकि|यद्यपि|जबकि|इसलिए|अतः|फिर भी|तथापि|बल्कि)[\s,]|,\sपर\s",
    r"\s(?:और|तथा|एवं)\s",
    "यदि अगर कि क्या कब कैसे कौन कहां कहाँ क्यों कितना कितने कितनी जो जिसमें या न तथा और जैसे",
    "मुझे दुर्भाग्य दुर्भाग्यवश दिए दिये उपलब्ध इन इस वर्तमान फिलहाल प्रदान के अनुसार क्षमा माफ खेद हालांकि मैं प्रस्तुत दस्तावेजों दस्तावेज जहां नहीं",
    r"\d|^(?!.*(?:कौन|कब|कितन|कहा |क्यो|कैसे|किस|क्या)).*(?:है|हैं|था|थी|थे|होता|होती|होते|होगा|होगी|लगते|लगता|चाहिए|सकते|सकता|सकती|गया|गई|जाता|जाती)(?=[\s।.,]*$)",
    r"^(?:हां|हाँ|जी हां|शायद|संभवतः|सम्भवतः|लगभग|करीब|आमतौर|सामान्यतः|मेरे विचार|मुझे लगता|अनुमानतः)",
    wide=r"""^(?:\S+ ){0,3}?{SRC}(?: \S+){0,8}? (?:वर्णन|बारे|जानकारी|विवरण|चर्चा|बताया|बताती|बताता|शामिल|उल्लेख)""",
    firm=r"""(?:इसलिए|अतः|इस कारण|लिहाजा)[^।]{0,60}नही|(?:उत्तर|जवाब)[^।]{0,20}नही (?:दे|दिया)""",
    unless=r"^(?:यदि|अगर)\s",
    reported=r"""(?:कहा|बताया|दावा किया|स्वीकार किया|माना) (?:\S+ )?कि (?:\S+ )?(?:उसे|उसके|उनके|उन्हे|वह|वे|उनको|उसको|उन्होने|उसने)""",
    duty=r"""नही (?:करना|देना|होना|करनी) चाहिए|(?:जरूरत|आवश्यकता|आवश्यक|अनिवार्य|जरूरी) नही|मना है|वर्जित|निषिद्ध""")
_HI_PARTS = {
    "SRC": r"(?:(?:दिए गए|दी गई|प्रदान किए गए|उपलब्ध कराए गए) \S+|दस्तावेज|डॉक्यूमेंट|स्रोत|संदर्भ|सन्दर्भ|पाठ|सामग्री|अंश|फाइल|खोज परिणाम|ज्ञानकोश|अनुबंध|नीति|मैनुअल|पुस्तिका|लेख|रिपोर्ट|पृष्ठ|मार्गदर्शिका|नियमावली|अनुच्छेद|शर्तों|दी गई जानकारी|उपलब्ध जानकारी|प्रदान की गई|इसमें|उसमें|इनमें|वेबसाइट|गाइड|पत्र|सूत्रों|लेबल|डायरी|विवरणिका|ब्रोशर|मेनू|समय-सारणी|फॉर्म|साक्षात्कार|खंड|नुस्खा|वसीयत|जीवनी|पैकेट|फैसले|सूची|तालिका|सारांश|पुस्तक|किताब)\S*",
    "LAW": r"(?:अनुबंध|नीति|पॉलिसी|नियमावली|शर्तों|खंड|वसीयत|मेनू|फैसले|अनुच्छेद)",
    "INFO": r"(?:जानकारी|सूचना|उल्लेख|जिक्र|विवरण|वर्णन|चर्चा|संदर्भ|ब्योरा|ब्यौरा|आंकड)",
}
_SV = _Tongue(
    tuple("""inte ej ingen inga inget ingenting varken ingenstans saknas saknar saknade utan oklart okant okand omojligt svart otillracklig otillrackliga otillrackligt utelamnar utelamnas utanfor tiger""".split()),
    (" vet", "hitta", "info", "dokument", "kalla", "kallor", "text", "sammanhang", "kontext", "namn", "framg", "svar", " sag", "uppgift", "underlag", "material", "ange", "angi", "specif", "beskr", "inneh", "avsnitt", "utdrag", "hjalp", "avgor", "klar", "kant", "finns", " ide", "artik", "rapport", "avtal", "manual", "bekraft", "behandl", "saker", "passag", "detalj", " aning", "besked", "faststall", "utlas", "beror", "precis", "uppge", " data", "fraga", " star "),
    r"""
    \b(?:jag|vi) (?:\w+ ){0,2}?(?:vet|minns|kanner till) (?:\S+ ){0,2}?(?:inte|ej|inget|ingenting)\b
    \bvet (?:jag|vi) (?:\S+ ){0,3}?(?:inte|ej|inget|ingenting)\b
    \b(?:jag|vi)(?: \w+){0,2}? (?:hittar|hittade|finner|fann|ser|hittat)(?: \S+){0,4}? (?:inte|inga|ingen|inget|ingenting|varken)\b
    \b(?:jag|vi) (?:har|kunde|kan|lyckades) (?:\w+ ){0,2}?(?:inte|inga|ingen|inget|ingenting) (?:\S+ ){0,5}?(?:hittat|hitta|funnit|finna)\b
    \b(?:hittar|hittade|finner|fann|ser) (?:jag|vi) (?:\S+ ){0,4}?(?:inte|inga|ingen|inget|ingenting)\b
    \b(?:jag|vi|man)(?: \w+){0,2}? (?:kan|kunde|lyckas|lyckades|formar|har|ar)(?: \w+){0,3}? (?:inte|ej|omojligt|svart)(?: \S+){0,7}? {TELL}\b
    \b(?:kan|kunde|lyckas|lyckades|har|ar)(?: \w+)? (?:jag|vi|man|det)(?: \S+){0,8}? (?:inte|ej|omojligt|svart)(?: \S+){0,7}? {TELL}\b
    \b(?:gar|gick|ar|blir)(?: det)?(?: \S+){0,5}? (?:inte|ej|omojligt|svart)(?: \S+){0,5}? att (?:\S+ )?{TELL}\b
    \b(?:kan|kunde) (?:\S+ ){0,8}?(?:inte|ej) (?:\S+ ){0,4}?(?:besvaras|avgoras|faststallas|utlasas|bekraftas|harledas|bestammas|utronas|lasas ut|hittas i)\b
    \b(?:ingen|inga|inget|ingenting|otillracklig\w*|for lite|for fa|inte tillracklig\w*|inte nog|saknar|saknas|utan|brist pa|varken|(?:innehaller|ger|har|ar|finns|racker) inte (?:nagon |nagra |nagot |tillracklig\w* )?)(?: \S+){0,3}? {INFO}\b(?! (?:lagras|delas|samlas|sparas|kravs|behovs|lamnas|salj))
    \b{INFO}\b[^.;,]{0,80}? (?:saknas|fattas|otillracklig\w*|(?:finns|framgar|anges|namns|ges|ingar|lamnas|ar|har|racker)(?: \S+){0,3}? (?:inte|ej|otillracklig\w*|ingenstans)\b)
    \b{SRCN}(?: (?!att\b)\S+){0,6}? {SAY}(?: (?!att\b)\S+){0,4}? (?:inte|ingenting|inget|inga|ingen|ej|varken|aldrig)\b(?! (?:bara|endast|enbart))
    \b{SRCN}(?: (?!att\b)\S+){0,6}? (?:inte|ingenting|inget|ej|varken|aldrig|ingenstans)(?: (?!att\b)\S+){0,2}? {SAY}
    \b{SRCN}(?: (?!att\b)\S+){0,5}? (?:saknar|utelamnar|tiger|fortiger)\b
    \b{WEAK}(?: (?!att\b)\S+){0,4}? (?:namner|sager|anger|specificerar|beskriver|beror|behandlar|forklarar|klargor|tar upp|uppger|omnamner|preciserar|redovisar|tar (?:inte )?stallning|avslojar)(?: (?!att\b)\S+){0,3}? (?:inte|ingenting|inget|inga|ingen|varken|aldrig)\b(?! (?:bara|endast|enbart))
    \b{SAYS}(?: (?!att\b)\S+){0,3}? {SRCN}(?: (?!att\b)\S+){0,4}? (?:inte|ingenting|inget|inga|ingen|ej)\b
    \b(?:namns|anges|specificeras|beskrivs|framgar|omnamns|behandlas|diskuteras|besvaras|uppges|berors|klargors|redovisas|preciseras|framkommer|tas)(?: \S+){0,6}? (?:inte|ej|ingenstans|inget|ingenting|varken)\b
    \b(?:inte|ej|ingenstans|aldrig)(?: \S+){0,2}? (?:namns|namnts|anges|angetts|angivits|angiv\w+|specificera\w+|omnamn\w*|framgar|framgatt|uppges|uppgetts|preciserat?s?|berors|berorts|redovisa[ts]\w*|namnd\w*)\b
    \b(?:i|av|fran|ur|enligt|bland|utifran) (?:\S+ ){0,3}?{SRCN}(?: \S+){0,4}? (?:saknas|(?:finns|star|gar|framgar|hittar|hittas|ingar) (?:\S+ ){0,4}?(?:inte|ingen|inga|inget|ingenting|ej))\b
    \b(?:har|saknar)(?: jag| vi)? (?:\w+ ){0,2}?(?:inte|ingen) (?:\w+ )?tillgang\b
    \b(?:anger|sager|namner|specificerar|beskriver|forklarar|uppger|avslojar|visar|reglerar|klargor) (?:\w+ )?inte (?:exakt )?(?:var|nar|vem|hur|vad|vilk\w+|om|varfor)\b
    \b\w+s (?:\w+ )?inte (?:\w+ ){0,3}?(?:i|av|bland) (?:\S+ ){0,3}?{SRCN}
    \b(?:finns|star|ingar|hittas|hittades|finnas|forekommer|aterfinns|syns|upptrader) (?:\S+ ){0,3}?(?:inte|ej|ingenstans|inget|ingenting|inga|ingen) (?:\S+ ){0,6}?(?:i|av|fran|bland) (?:\S+ ){0,3}?{SRCN}
    \b(?:finns|star) (?:det |dar |har ){0,2}(?:\w+ )?(?:inte|inget|ingenting) (?:\S+ )?(?:om (?:hur|nar|vem|vad|var|vilk\w+|detta|det)|angiv\w*|beskriv\w*|namnt|specificera\w*|hur|nar|vem|vilk\w+)\b
    \b(?:inget|ingen|inga|inte nagot) (?:av )?(?:\S+ ){0,2}?{SRCN}(?: \S+){0,8}? {SAY}
    \b(?:ar|forblir|framstar)(?: \S+){0,4}? (?:oklart|okant|inte (?:klart|kant|tydligt))(?=[\s.]*$|,? (?:om|nar|hur|vem|vad|vilk\w+|var|utifran|i|av|fran|enligt))
    \b(?:ingen|inget|inga) (?:\S+ ){1,3}?(?:namns|anges|specificeras|omnamns|uppges|framgar|redovisas|namngavs|angavs|namndes)\b
    \b{SRCN}\b[^.;]{0,40}?\b(?:bara|endast|enbart|handlar om|ror|galler)\b[^.;]{0,70}, (?:och )?inte (?:om |av |pa |vad |nagot )?\w+
    (?:^|\bmen )inte (?:varfor|nar|vem|hur|vad|var|vilk\w+)\b(?: \w+){0,4}$
    \b(?:ingen aning|(?:ar )?inte (?:helt )?saker pa|ar osaker pa|vet ej|utanfor (?:min|mina)|utanfor (?:\w+ ){0,2}?(?:omfattning\w*|ramarna?|ramen) (?:\w+ ){0,3}?{SRCN}|utanfor (?:\w+ ){0,2}?{SRCN}s? (?:omfattning|ramar?)|fragan ligger utanfor|utanfor det som)\b
    \b(?:namner|sager|anger|skriver|avslojar|berattar) (?:\w+ )?(?:inget|ingenting|inte nagot) om\b
    ^(?:okan[dt]|oklart|vet (?:ej|inte)|(?:ingen|inga) (?:information|uppgifte?r?|svar)|(?:ej|inte) (?:angiv\w+|angett|specificerat|namnt|kant)|framgar (?:ej|inte)|(?:information|uppgift) saknas)[.! ]*$
    """,
    r"""\b(?:jag forstar|du vill veta|ledsen|ursakta|beklagar|forlat|tyvarr[.! ]*$|tack\w*|vanligen|kontakt\w*|kundtjanst|kundservice|support\w*|om (?:du|ni|det finns|nagot)|garna|jag kan (?:\w+ ){0,3}(?:hjalpa|forsoka|leta|soka)|rekommenderar|foreslar|rader|kolla|kontrollera|se (?:\w+ )?(?:webbplats\w*|hemsida\w*)|besok\w*|hor av|vand dig|radgor|radfraga|(?:tala|prata) med|ladda (?:garna )?upp|skicka (?:garna )?|ange (?:garna )?mer|fraga|fragor|(?:du|ni) (?:kan|kanske|behover|bor) (?:\w+ ){0,4}(?:kontakta|fraga|kolla|kontrollera|titta|vanda|hora|soka|behova|prova)|(?:mer|ytterligare|fler) (?:information|detaljer|uppgifter|dokument|sammanhang)|(?:din|denna) fraga|fragan|forsok|formulera om|hjalpa|hjalp|omformulera|har (?:\w+ ){0,3}?(?:gatt igenom|last|sokt|letat|granskat)|efter att ha|gissa|spekulera|hej|det ar bast att|det kan vara (?:vart|bra|en bra ide)|titta pa)\b""",
    r"""\b(?:{SRC}|de|den|det|dessa)\b[^.;]{0,40}?\b(?:bara|endast|enbart|framst|huvudsakligen|handlar|fokuserar|beskriver|behandlar|tar upp|namner|beror|begransa\w+|ror sig|galler|innehaller|diskuterar)\b(?! att)
        |^(?:den |det |har |i )?(?:\w+ )?{WEAK} (?:\w+ )?(?:bara|handlar|beskriver|behandlar|tar upp|namner|beror|begransa\w+|forklarar|fokuserar)\b(?! att)
        |^(?:\w+ ){0,2}?(?:namns|beskrivs|anges|behandlas|omnamns|tas)(?: \w+){0,2}? (?:bara|endast|enbart)\b|^(?:bara|endast|enbart|eller|och inte|inte heller)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:men|dock|daremot|aven om|medan|fastan|trots att|darfor|sa(?= (?:jag|vi|det))|utan(?= (?:bara|endast|handlar|beskriver|tar)))[\s,]",
    r",?\s(?:och|samt)\s",
    "om nar hur vem vad var varfor vilken vilket vilka som att eftersom for angaende gallande betraffande med inklusive eller inte heller bara sasom huruvida till vems",
    "i pa av ur fran enligt tyvarr baserat utifran med utan efter for om aven trots vad nar ursakta ledsen beklagar just nuvarande daremot utover inom till bland dessvarre medan",
    r"\d|\b(?:ar|var|blir|har|kan|ska|maste|far|bor|kostar|tar|galler|racker|ingar|tacker|kravs|behover|sker|borjar|oppnar|stanger|ligger|uppgar|gar|varar|vager|betalas|skickas|ges|finns|innebar|omfattar|ger|erbjuder|anvands|stods|fungerar|verkar|tycks|torde|inleds|avslutas|levereras|grundades|lanserades)\b",
    r"^(?:ja\b|troligen|troligtvis|formodligen|sannolikt|kanske|mojligen|ungefar|cirka|omkring|runt|vanligtvis|normalt|i regel|jag (?:tror|antar|gissar|misstanker)|det verkar som att(?! {SRC})|nog)\b",
    wide=r"""^(?:aven om )?(?:(?:den|det|de|dessa|alla) )?(?:\w+ ){0,1}?(?:{SRCN}|{WEAK})\b(?: \w+){0,3}? (?:beskriv|behandla|tar upp|namn|inneh|forklara|handla|ange|ger|lista|reglera|beror|omfatta|diskutera|tack)\w*(?! att)""",
    firm=r"""\b(?:darfor|saledes|alltsa|sa jag|sa det)\b[^.;]{0,60}?\b(?:inte|omojligt)\b|\bkan (?:\w+ ){0,3}?inte (?:\S+ ){0,2}?(?:be)?svara\b|\bfragan inte (?:att )?besvara\w*|\bgar (?:\w+ ){0,2}?inte att (?:be)?svara\w*""",
    unless=r"^(?:om (?:\S+ ){1,4}?(?:inte|saknas|fattas|har|ar)|ifall|nar)\b",
    reported=r"""\b(?:sade|sa|uppgav|forklarade|havdade|medgav|svarade|berattade|menade|intygade)(?: \S+){0,3}? att\b|\benligt (?:polisen|kritiker|experter)\b""",
    duty=r"""\b(?:far|maste|ska|bor|behover) (?:\w+ )?inte (?!ha\b)|\b(?:kravs|behovs|sparar|lagrar|delar|saljer) (?:\w+ )?(?:inte|inga|ingen)\b|\b(?:inga|ingen|inget) (?:\S+ ){1,3}?(?:kravs|behovs)\b|\bforbjud\w+""")
_SV_PARTS = {
    "SRCN": r"(?:(?:tillhandahallna|angivna|givna|bifogade|tillgangliga|hamtade|presenterade|medfoljande|delade|lamnade) \w+|dokument\w*|kall(?:a|an|or|orna|material\w*|texte?n?)|text(?:en|er|erna|stycke\w*|avsnitt\w*|utdrag\w*|materialet)?|kontext\w*|sammanhanget|underlag\w*|material\w*|utdrag\w*|avsnitt\w*|passage\w*|fil(?:en|er|erna)|sokresultat\w*|kunskapsbas\w*|\w*(?:beskrivning\w*|rapport(?:en|er|erna)|artikel\w*|artiklar\w*|broschyr\w*|protokoll\w*|mejle?t?)|brevet|kapitlet|forfattar\w+|informationen(?: (?:som|jag|i|ovan))?)",
    "SRC": r"(?<!enligt )(?:{SRCN})",
    "WEAK": r"(?<!enligt )(?:\w*(?:avtal|avtalet|kontrakt\w*|policyn?|policyer\w*|villkor\w*|manual\w*|handbok\w*|broschyr\w*|rapport\w*|anvisning\w*|protokoll\w*|beskrivning\w*|regler\w*)|guid\w*|artik\w*|sida\w*|sidor\w*|brev\w*|faq|webbplats\w*|hemsida\w*|forfattar\w*|studie\w*|kapit\w*|mejl\w*|faktura\w*|stadga\w*|den|det|de|ingen av dem|lagen|receptet|etikett\w*|schema\w*|lista\w*|tabell\w*|formular\w*)",
    "SAY": r"(?:namn\w*|sag[ea]\w*|ange\w*|angiv\w*|specific\w+|innehall\w+|beskri\w+|behandla\w*|tar (?:\w+ )?upp|tas (?:\w+ )?upp|redovisa\w*|framga\w*|forklara\w*|tacke?r?\b|omfatta\w*|beror\w*|ger\b|ge\b|gav\b|diskuter\w*|klargor\w*|uppge\w*|uppgiv\w*|omnamn\w*|svara\w*|besvara\w*|finns|hitta\w*|star\b|lamna\w*|erbjud\w*|tillhandahall\w*|gar (?:\w+ )?in pa|precis\w+|bekrafta\w*|visa\w*|avsloja\w*|inkludera\w*|lista\w*|redogor\w*|presentera\w*|racke?r?\b|ar (?:\w+ )?tillrackl\w+|handlar|har\b|med\b|ta upp)",
    "SAYS": r"(?:namner|sager|anger|specificerar|innehaller|beskriver|behandlar|forklarar|ger|uppger|omnamner|tar)",
    "TELL": r"(?:svara|besvara|saga|avgora|bedoma|fastst\w+|bekrafta|hjalpa|uttala|ange|ge (?:\S+ ){0,3}?(?:svar|besked|information|uppgift\w*)|utlasa|lasa ut|verifiera|bestamma|uppge|dra (?:\S+ ){0,2}?slutsats\w*|identifiera|veta|utrona|lamna (?:\S+ ){0,2}?(?:svar|besked|uppgift\w*)|hitta (?:\S+ ){0,4}?(?:information\w*|uppgift\w*|svar\w*|i)|klargora|precisera|harleda|tillhandahalla (?:\S+ ){0,2}?(?:svar|information))",
    "INFO": r"(?:information\w*|info|uppgift\w*|detalj\w*|svar\w*|data|omnamnande\w*|referens\w*|hanvisning\w*|belagg|besked|underlag|kontext|traffar|sokresultat|kunskap|kannedom|upplysning\w*|ledtrad\w*|fakta|nagot om|namn nagonstans)",
}
_CS = _Tongue(
    tuple("""neni nejsou nebyl nebyla nebylo nebyly nelze nemohu nemuzu nemuzeme nemame nemam nevim nevime neznam zadne zadna zadny zadnou zadneho zadnych zadnem nic nikde bohuzel chybi chybeji neznamo neznamy neznama nejasne nedostatek nedostatecne ani bez mimo nenasel nenasla nenalezl nenalezla neuvadi neobsahuje neobsahuji nezminuje nezminuji presahuje presahuji""".split()),
    (" vim", "nevi", "info", "dokument", "kontext", "zmin", "uved", "uvad", "zdroj", "text", "odpov", "jist", "urc", "nalez", "nasel", "nasl", "najit", "obsah", "pops", "popis", "spec", "jasn", "zna", "material", "udaj", "podrobn", "detail", "smlouv", "rik", "potvrd", "pomoc", "zjist", "stanov", "clan", "zprav", "strank", "manual", "prirucc", "prirucka", "podklad", "vyply", "poskyt", "dostup", "dat", "predpis", "pravid", "podmink", "vysvetl", "sdel", "tuseni", "posoud", "uryv", "pasaz", "soubor", "jmen", "databaz", "vynat", "brozur", "letak", "zapis", "tyk", "venuj", "vysled", "otaz"),
    r"""
    \bne(?:zjistim|urcim|odpovim|reknu|povim|dohledam|potvrdim|najdu|poradim|dozvim|da se zjistit)\b
    \bne(?:vim|vime|znam|zname|pamatuji|nasel|nasla|nasli|nalezl|nalezla|nalezli|nachazim|vidim|disponuji|disponujeme|dokazu|dokazeme|umim|dohledal\w*|podarilo se (?:mi|nam)|objevil\w*)\b
    \b(?:jsem|jsme) (?:\w+ ){0,5}?ne(?:nasel|nasla|nasli|nalezl|nalezla|nalezli|dohledal\w*|objevil\w*)\b
    \bnem(?:am|ame|a) (?:\S+ ){0,5}?(?:{INFO}|pristup|tuseni|jistotu|moznost)
    \b(?:nemohu|nemuzu|nemuzeme|nelze|nemohl\w*|nedokazu|nedokazeme|neni mozn[ey]|neni mozno|nejsem schop\w+|nejsem s to|nejde|nepodarilo se|neumim|neda se|tezko|obtizne|nemozne|nepodarilo(?: se)?(?: mi| nam)?) (?:\S+ ){0,9}?{TELL}
    \b{TELL} (?:\S+ ){0,5}?(?:nemohu|nemuzu|nemuzeme|nelze|nedokazu|neni mozn[ey]|nejde|neumim|neda se)\b
    \bnejsem (?:si )?(?:\w+ )?(?:jist\w*|schop\w+)
    \b(?:zadn\w+|chybi|chybeji|nedostat\w+|bez|malo|absence|nic (?:o|k)|nejsou k dispozici|neni k dispozici|nen(?:i|asel|asla|alezl|alezla) (?:\S+ ){0,4}?zadn\w+|nejsou (?:\S+ ){0,4}?zadn\w+|nejsou|neni (?:\w+ )?dost\w*) (?:\S+ ){0,4}?{INFO}
    \b{INFO}\b[^.;,]{0,90}? (?:chybi|chybej\w+|nedostac\w+|ne(?:jsou|ni|byl\w*|obsahuj\w+|nalez\w+|najde\w*|naleza\w+|nachazi|vyskytuj\w+|uvad\w+|zmin\w+|mam|mame|nasel|nasla|staci|postac\w+|poskytuj\w+|lze|figuruj\w+))\b
    \b{SRCN}\b(?:(?!,? ze\b)[^.;]){0,80}? {NSAY}
    \b{SRCN}\b[^.;,]{0,60}? (?:chybi|chybej\w+|mlci|postrad\w+|neni ani|nic|opomij\w+)\b
    \b{WEAK}\b(?:(?!,? ze\b)[^.;,]){0,50}? ne(?:uvad|zmin|specifik|rik|upresn|popis|resi\b|vysvetl|urcuj|stanov\w+,? (?:kdy|kolik|kdo|jak|kde|zda)|sdel|prozra|hovor|mluv|pojednav|konkretiz|informuj|odpovid|obsahuj\w+ (?:\w+ )?(?:{INFO}))\w*
    \b{NSAY}(?:(?!,? ze\b)[^.;,]){0,30}? {SRCN}
    \b(?:neni|nejsou|nebyl\w*|nebyva) (?:\S+ ){0,5}?(?:uveden|zminen|specifikovan|popsan|upresnen|zminovan|uvaden|obsazen|zahrnut\w* v|zaznamenan|vysvetlen|jmenovan|k nalezeni|vyslovne|jasn\w+,? (?:zda|kdy|kdo|kolik|jak|kde|jak\w+|co|proc)|zrejm|patrn|jasne (?:z|uved)|znam[aoy]?\b|zodpovez|nalezen\w* zadn|k dispozici zadn)\w*
    \b(?:uveden|zminen|specifikovan|popsan|upresnen|zminovan|obsazen|znam|nalezen)[aeoy]? (?:\S+ ){0,2}?(?:neni|nejsou|nebyl[aoiy]?)\b
    \b(?:v|ve|z|ze) (?:\S+ ){0,4}?{SRCN}(?: \S+){0,4}? (?:neni|nejsou|nebyl\w*|chybi|nic|nikde|nelze|nevyplyva|se ne\w+)\b
    \b(?:neni|nejsou|nebyl\w*) (?:\S+ ){0,5}?(?:v|ve|soucasti|obsahem) (?:\S+ ){0,4}?{SRCN}
    \b(?:se )?ne(?:urcuj\w*|stanov\w+|vysvetl\w+|resi|zmin\w+|uvad\w+|hovori|mluvi|pise|rika|specifikuj\w+|upresn\w+|pojednava)(?: se| o tom)?,? (?:zda|jestli|kdy|kdo|kolik|jak\w*|kde|co|proc|o|ani|nic|zadn\w+|cen\w+|datum|pocet)\b
    \b(?:z|ze) (?:\S+ ){0,4}?nevyplyva\b|\bnevyplyva (?:\S+ ){0,2}?(?:z|zda|kdy|kolik|kdo|jak|kde)\b
    \b(?:zadny|zadne|zadna|zadnem|zadnych) (?:z |ze )?(?:\S+ ){0,3}?{SRCN}
    \b{SRCN}\b[^.;]{0,40}?\b(?:pouze|jen|jenom)\b[^.;]{0,70},? (?:nikoli|nikoliv|a ne|ne) \w+
    \bnikde (?:\S+ ){0,3}?ne\w+
    \b(?:je|zustava) (?:\w+ )?(?:nejasn\w+|neznam\w+|nezname?o?)\b
    \b(?:nemam tuseni|nevim si rady|mimo me znalosti|(?:mimo|presahuj\w+) (?:rozsah|ramec|obsah) (?:\w+ ){0,2}?{SRCN}|(?:otazka|dotaz|tema) (?:\w+ ){0,2}?(?:presahuje|je mimo))\b
    ^(?:nezname?o?|neuvedeno|nespecifikovano|nezjisteno|nevim|(?:zadne|chybi) informace|informace (?:neni|nejsou) (?:k dispozici|uvedeny?)|neni (?:uvedeno|znamo|jasne|zminen\w|specifikovano)|nenalezeno|bez odpovedi)[.! ]*$
    """,
    r"""\b(?:rozumim|chcete vedet|omlouv\w+|prominte|lituj\w+|je mi lito|bohuzel[.! ]*$|dekuj\w+|prosim|obrat\w+|kontakt\w+|zkontakt\w+|podpor\w+|zakaznick\w+|doporuc\w+|navrhuj\w+|radim|zkuste|zkontroluj\w*|overte|overit|pokud (?:mate|mi|byste|chcete|potrebujete|budete|je to|existuj\w+|vas|si)|mohu (?:\w+ ){0,3}(?:pomoci|zkusit|vyhledat)|rad\w? (?:\w+ )?(?:pomohu|vam)|pomoci|pomohu|(?:vice|dalsi|dalsich|doplnuj\w+|podrobnejsi\w*) (?:informac\w+|podrobnost\w*|kontext\w*|udaj\w*|dotaz\w*|otaz\w+)|jin(?:ou|e) otaz\w+|vase otazka|vasi otazku|na (?:tuto|vasi) otazku|prohledal\w*|precetl\w*|prostudoval\w*|projdel\w*|pros(?:el|la) jsem|analyzoval\w*|zkontroloval\w*|po (?:prostudovani|prohledani)|hadat|spekulovat|muzete (?:\w+ ){0,4}(?:kontaktovat|obratit|zkusit|zeptat|najit|overit|poskytnout|upresnit)|navstivte|dobry den|porad\w+ se|konzult\w+|zeptej\w*|nahraj\w*|poslete|poskytnete|upresnete|podivej\w*|vyhledej\w*|nejlepsi bude|lepsi bude|vhodne)\b""",
    r"""\b(?:{SRC}|ty|ony|tyto)\b[^.;]{0,50}?\b(?:pouze|jen|jenom|hlavne|predevsim|tykaj\w+|tyka|popisuj\w+|zabyvaj\w+|zabyva|zminuj\w+|pojednav\w+|venuj\w+|zameruj\w+|omezuj\w+|obsahuj\w+|hovori|mluvi|uvadej\w+)\b(?!,? ze)
        |^(?:ten |ta |to |tato |tento )?(?:\w+ )?{WEAK} (?:se )?(?:\w+ )?(?:pouze|jen|popisuj\w+|tyka|zabyva|zminuj\w+|pojednava|venuj\w+|vysvetluj\w+|omezuj\w+)\b(?!,? ze)
        |^(?:\w+ ){0,2}?(?:zmin\w+|popis\w+|popsan\w+|uveden\w+|uvadi)(?: \w+){0,2}? (?:pouze|jen|jenom)\b|^(?:pouze|jen|jenom|ani|nebo|a ne)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:ale|avsak|vsak|ovsem|nicmene|i kdyz|ackoli|ackoliv|prestoze|zatimco|proto|takze|a proto|nybrz)[\s,]",
    r",?\s(?:a|i|jakoz)\s",
    "zda jestli kdy jak kdo co kde proc ktery ktera ktere kteri kolik jaky jaka jake protoze jelikoz pokud jestlize ze aby ohledne tykajici o na v nebo ani zejmena pouze ci odkud kam kvuli pro s jakou jakym",
    "v ve na z ze podle dle bohuzel momentalne po pred bez pro do o od pri omlouvam prominte ackoli prestoze i lituji na-zaklade ohledne co k ke s mimo zatim soucasne krome",
    r"\d|\b(?:je|jsou|byl[aoiy]?|bude|budou|ma|maji|cini|stoji|trva|plati|musi|muze|mohou|lze|obsahuje|zahrnuje|zacina|konci|otevira|zavira|nachazi|probiha|vyzaduje|umoznuje|poskytuje|dosahuje|kryje|vztahuje|podporuje|funguje|pracuje|vazi|dodava|zalozen[aoy]?)\b",
    r"^(?:ano|pravdepodobne|mozna|nejspis|asi|patrne|snad|zhruba|priblizne|kolem|obvykle|zpravidla|myslim|predpokladam|domnivam|zrejme|pry)\b",
    wide=r"""^(?:(?:ackoli|i kdyz|prestoze) )?(?:(?:ten|ta|to|tyto|tento|vsechny) )?(?:\w+ ){0,1}?(?:{SRCN}|{WEAK})\b(?: \w+){0,3}? (?:popis|uvad|zmin|obsah|vysvetl|tyk|zabyv|pojedn|upravuj|venuj|rik|pokryv|zahrn)\w*(?!,? ze)""",
    firm=r"""\b(?:proto|takze|tudiz|a tak)\b[^.;]{0,40}?\b(?:nemohu|nemuzu|nelze|nevim|nedokazu|neni mozne)\b|\b(?:nemohu|nemuzu|nelze|nedokazu) (?:\S+ ){0,6}?odpovedet\b|\bodpovedet (?:\w+ )?(?:nemohu|nelze|nedokazu)\b""",
    unless=r"^(?:pokud|jestlize|kdyz|jestli)\b",
    reported=r"""\b(?:rekl|uvedl|prohlasil|tvrdil|priznal|odpovedel|vysvetlil|sdelil|dodal|vypovedel)[aiy]?,? (?:\S+ ){0,3}?ze\b""",
    duty=r"""\bne(?:smi|musi|mus\w+|uklad\w+|sdili|prodava\w*|shromazd\w+)\b|\b(?:neni|nejsou) (?:\w+ )?(?:nutn|potreb|treba|vyzadov|povinn)\w*|\bzakaz\w+""")
_CS_PARTS = {
    "SRCN": r"(?:(?:poskytnut|dostupn|uveden|predlozen|prilozen|dodan|nalezen)\w+ (?:informac\w+|udaj\w+|podklad\w+|text\w*|zdroj\w*|dokument\w*|material\w*|pasaz\w*|obsah\w*|kontext\w*|data|dat|uryv\w+|soubor\w*|cast\w*)|dokument\w*|zdroj\w*|text\w*|kontext\w*|uryv\w+|pasaz\w*|material\w*|podklad\w*|soubor\w*|vysledk\w+ vyhledavani|databaz\w+|znalostni baz\w+|vynat\w+|popis\w*|clan(?:ek|ku|cich|ky)|zprav(?:a|e|y|ach)|brozur\w+|letak\w*|dopis\w*|kapitol\w+|e-?mail\w*|zapis\w*|autor\w*)",
    "SRC": r"(?<!podle )(?<!dle )(?:{SRCN})",
    "WEAK": r"(?<!podle )(?<!dle )(?:smlouv\w+|zasad\w+|manual\w*|navod\w*|priruck\w+|prirucc\w+|clan\w+|zprav\w+|strank\w+|podmink\w+|predpis\w*|rad\b|pojistk\w+|brozur\w+|letak\w*|dopis\w*|autor\w*|studi\w+|kapitol\w+|faktur\w+|popis\w*|e-?mail\w*|zapis\w*|pravidl\w+|web\w*|etiket\w+|recept\w*|formular\w*|oni|ony|ono|smernic\w+|vyhlask\w+|zakon\w*)",
    "NSAY": r"ne(?:obsah|uvad|uved|zmin|poskyt|specifik|rik|upresn|popis|resi\b|vysvetl|zahrn|pojedn|hovor|mluv|tyka|pokryv|odpov|prinas|uraz|naznac|dava|umozn|dovol|sdel|udava|pisi|pise|vyplyv|informuj|zabyv|venuj|konkretiz|stac|ukaz|potvrz|vyjasn|rozved|rozebir|objev|vyskyt|figuruj|nachaz|nabiz|definuj|maji\b|ma\b|zodpov|objasn|prozra|urcuj|stanov|jsou (?:\w+ )?(?:dostat|uved)|ni (?:\w+ )?(?:dostat|uved|zmin|jasn|mozn))\w*",
    "TELL": r"(?:odpovedet|rici|rict|urcit|zjistit|stanovit|potvrdit|pomoci|uvest|najit|nalezt|poskytnout|overit|posoudit|vyvodit|odvodit|sdelit|zodpovedet|vycist|dohledat|konstatovat|dat (?:\w+ )?odpoved|vyjadrit|rozhodnout|upresnit|poradit|usoudit|identifikovat|vyhodnotit|dovodit)\b",
    "INFO": r"(?:informac\w+|udaj\w*|zmink\w+|odpoved\w*|podrobnost\w*|detail\w*|data|dat\b|zaznam\w*|odkaz\w*|podklad\w*|kontext\w*|vysledk\w+|dokument\w* o|pasaz\w*|voditk\w*|vysvetleni)",
}
_ID = _Tongue(
    tuple("""tidak tak belum bukan tanpa tiada tidaklah takkan nggak gak enggak ga ndak kurang minim nihil sulit luar melampaui""".split()),
    ("tahu", "temu", "informasi", "info", "dokumen", "konteks", "sebut", "sumber", "teks", "jawab", "pasti", "jelas", "data", "detail", "rinci", "keterangan", "materi", "artikel", "laporan", "kutipan", "berkas", "file", "cantum", "muat", "bahas", "singgung", "nyata", "bantu", "tentu", "konfirmasi", "simpul", "kontrak", "polis", "panduan", "halaman", "yakin", "tulis", "terang", "maklumat", "pengetahuan", "mengetahui", "bagian", "terdapat", "spesifik", "sedia", "cukup", "urai", "ungkap", "catat", "bacaan", "naskah", "perjanjian", "yebut", "yinggung", "beri", "gandung", "yedia", "potongan", "cuplikan", "paragraf", "bahan", "referensi", "surat", "brosur", "peraturan", "aturan", "apa-apa", "tanyaan", "studi", "tulis", "bicara"),
    r"""
    \b(?:saya|kami|aku|gue)(?: \w+){0,3}? {NO}(?: \w+){0,2}? (?:tahu|tau|mengetahui|yakin|menemukan|nemu|melihat(?: adanya)?|mendapati|mengenal|bisa menemukan|dapat menemukan|berhasil menemukan|punya (?:\w+ ){0,2}{INFO}|memiliki (?:\w+ ){0,3}?(?:{INFO}|akses|pengetahuan)|mempunyai (?:\w+ ){0,3}?{INFO}|dapat (?:\S+ ){0,4}?{TELL}|bisa (?:\S+ ){0,4}?{TELL}|mampu (?:\S+ ){0,4}?{TELL}|sanggup {TELL})\b
    \b{NO} (?:dapat|bisa|mungkin|mampu|memungkinkan(?: untuk)?|ada cara untuk) (?:\w+ ){0,2}?{TELL}\b
    ^(?:maaf,? |mohon maaf,? |wah,? )?(?:{NO} (?:tahu|tau|yakin|jelas|diketahui|disebutkan|tercantum|ditemukan|tersedia)|entah(?:lah)?)\b
    \b(?:{NO}(?: (?:ada|adanya|menemukan|memiliki|punya|mempunyai|terdapat|ditemukan|memuat|mengandung|memberi|memberikan|menyediakan|berisi|mencantumkan|menyertakan|tersedia|mendapat\w*|cukup|banyak|disertai|melihat|menyebutkan|mencakup|menyajikan|menampilkan|menunjukkan|menerima|diberi\w*|memperoleh|dilengkapi|secara|jelas|lagi|bisa|dapat|saya|langsung)){0,4}?|tanpa|tiada|kurang(?:nya)?|minim(?:nya)?|nihil) (?:satu pun |satupun |apa pun |banyak |cukup |memadai )?{INFO}\b(?! (?:yang )?(?:disimpan|dibagikan|dikumpulkan|diperlukan|dibutuhkan|pribadi))
    \b{INFO}\b[^.;,]{0,90}? (?:{NO} (?:\w+ ){0,2}?(?:ada|tersedia|ditemukan|disebutkan|tercantum|terdapat|cukup|memadai|termuat|disediakan|diberikan|dimuat|dijelaskan|dibahas|mencukupi|lengkap|disertakan|dicantumkan|terlihat|muncul|saya temukan|menyebut\w*|mencakup|memuat|diketahui)|(?:sangat )?terbatas|tiada|nihil)\b
    \b{SRCN}(?: (?!bahwa\b)\S+){0,9}? (?:{NO}|tanpa)(?: (?!bahwa\b)\w+){0,2}? {SAY}
    \b{WEAK}(?: (?!bahwa\b)\S+){0,5}? {NO}(?: \w+)?? (?:menyebut\w*|menyatakan|menjelaskan|menerangkan|merinci|membahas|menyinggung|mengatakan|menguraikan|menegaskan|menyinggung|mengungkap\w*|berbicara|bicara|menyatakan secara|memberi(?:kan)? (?:{INFO}|rincian|penjelasan)|memuat (?:\w+ )?{INFO}|berisi (?:\w+ )?{INFO})\b
    \b{NO} (?:\w+ )?(?:disebut(?:kan)?|disinggung|tercantum|dicantumkan|dijelaskan|dijabarkan|dirinci|dibahas|dinyatakan|diuraikan|diungkap(?:kan)?|tertulis|ditulis(?:kan)?|dikatakan|dispesifikasikan|ditegaskan|diterangkan|dipaparkan|diketahui|terungkap)\b(?!(?: \w+){0,3} di atas)
    \b{NO} (?:\w+ )?(?:ada|terdapat|ditemukan|terlihat|muncul|termuat|dimuat|tersedia|disediakan|diberikan|temukan|jumpai)\b(?: (?!bahwa\b)\S+){0,6}? (?:di|dalam|pada|dari)(?: dalam)? (?:\S+ ){0,3}?{SRCN}
    \b(?:di|dalam|pada|dari) (?:\S+ ){0,4}?{SRCN}(?: \S+){0,4}? {NO} (?:\w+ )?(?:ada|terdapat|ditemukan|terlihat|muncul|jelas|diketahui)\b
    \b{NO} (?:ada )?(?:satu pun |satupun )?(?:dari )?(?:\w+ )?{SRCN}
    \b{NO} (?:dapat|bisa|berhasil|mampu) (?:saya|kami) \w+
    \b{NO} (?:\w+ )?di\w+(?: \w+){0,3}? (?:di|dalam|pada|oleh)(?: dalam)? (?:\S+ ){0,2}?{SRCN}
    \b{NO} (?:mengatakan|menyebut\w*|menyinggung|menulis\w*|berbicara|bicara) (?:apa-apa|apapun|apa pun|sama sekali|sedikit pun|sepatah kata pun)
    \b{NO} (?:menyebutkan|menjelaskan|menyatakan|merinci|menentukan|mengatakan|menunjukkan) (?:dengan jelas )?(?:apakah|kapan|siapa|berapa|bagaimana|di mana|mengapa|alasan)\b
    \b{NO} ada (?:\w+ ){1,4}?(?:yang )?(?:disebut\w*|tercantum|dicantumkan|dijelaskan|tertulis)\b
    \b{SRCN}\b[^.;]{0,40}?\b(?:hanya|cuma|sebatas)\b[^.;]{0,70}, (?:dan )?(?:bukan|tidak) \w+
    \b(?:tidak|belum|kurang) (?:\w+ )?(?:jelas|pasti|diketahui|dapat dipastikan)(?=[\s.]*$|,? (?:apakah|kapan|siapa|berapa|bagaimana|di mana|dimana|mengapa|dari|berdasarkan|dalam))
    \b{NO} (?:yakin|tahu|tau) (?:apakah|kapan|siapa|berapa|bagaimana|di mana|mengapa|soal|tentang|mengenai)\b
    \b{NO} (?:\w+ )?(?:dapat|bisa) (?:\w+ )?(?:dipastikan|ditentukan|disimpulkan|dijawab|diketahui|dikonfirmasi|diverifikasi|ditemukan (?:dalam|di|pada))\b
    \b(?:sulit|susah) (?:untuk )?{TELL}\b
    \b(?:(?:di luar|melampaui) (?:ruang )?(?:cakupan|pengetahuan|lingkup|konteks|isi) (?:\w+ )?(?:{SRCN}|saya|informasi)|pertanyaan (?:\w+ ){0,4}?di luar|{NO} mencakup (?:topik|pertanyaan|hal) (?:ini|itu|tersebut))\b
    ^(?:tidak (?:diketahui|disebutkan|ada (?:informasi|data|jawaban|keterangan)|tersedia|tercantum|ditemukan|tahu|jelas)|informasi tidak (?:tersedia|ditemukan))[.! ]*$
    """,
    r"""\b(?:saya (?:mengerti|paham)|ingin (?:tahu|mengetahui)|maaf\w*|mohon|sayangnya[.! ]*$|terima kasih|silakan|silahkan|hubungi|menghubungi|kontak|layanan pelanggan|tolong|coba|cek|periksa|memeriksa|kunjungi|merujuk|rujuk|lihat|(?:jika|bila|kalau|apabila) (?:anda|kamu|ada|memang|ingin|mau|perlu|diperlukan|dibutuhkan)|saya (?:\w+ ){0,2}(?:bantu|membantu|mencoba|mencari)|dengan senang hati|senang|sarankan|disarankan|saran|rekomendasi\w*|sebaiknya|anda (?:\w+ ){0,3}(?:menghubungi|bertanya|memeriksa|merujuk|mencoba|melihat|mengecek|menanyakan|memberikan|memberi|memerlukan|menyediakan|mengunjungi)|(?:informasi|keterangan|detail|konteks|dokumen) (?:lebih|tambahan|lain|selengkapnya)|lebih lanjut|pertanyaan (?:lain|anda|ini|tersebut)|menjawab|membantu|bantuan|setelah (?:\w+ )?(?:memeriksa|membaca|menelusuri|meninjau|mencari)|saya (?:sudah|telah)|menebak|berspekulasi|halo|hai|konsultasi\w*|berkonsultasi|tanyakan|bertanya|unggah|mengunggah|kirimkan|berikan)\b""",
    r"""\b(?:{SRC}|mereka|itu|semuanya)\b[^.;]{0,50}?\b(?:hanya|cuma|sekadar|terutama|membahas|menjelaskan|berisi|berfokus|fokus|mencakup|berkaitan|menyebutkan|memuat|menguraikan|membicarakan|berbicara|seputar|terbatas|mengenai|tentang)\b(?! bahwa)
        |^(?:{WEAK})(?: \w+){0,2}? (?:hanya|membahas|menjelaskan|berfokus|mencakup|menyebutkan|menguraikan|berbicara)\b(?! bahwa)
        |^(?:yang )?(?:disebut\w*|dibahas|dijelaskan|tercantum)(?: \w+){0,2}? (?:hanya|cuma)\b|^(?:hanya|cuma|atau|dan tidak|juga tidak|bukan)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:tetapi|tapi|namun|akan tetapi|meskipun|walaupun|sedangkan|sementara|melainkan|sehingga|oleh karena itu|karena itu|jadi|padahal)[\s,]",
    r",?\s(?:dan|serta)\s",
    "apakah kapan bagaimana siapa apa mana mengapa yang berapa bahwa karena sebab jika bila kalau apabila agar supaya mengenai tentang terkait atau dan juga hanya terutama termasuk seperti untuk kepada oleh",
    "di dalam pada dari berdasarkan menurut sayangnya maaf mohon saat sejauh setelah sebelum tanpa untuk dengan meskipun walaupun mengenai terkait tentang soal sementara sedangkan karena atas hingga sampai adapun sejujurnya",
    r"\d|^\w+nya di \w+|\b(?:adalah|ialah|merupakan|dapat|bisa|harus|wajib|perlu|akan|sudah|telah|boleh|mencapai|memakan|membutuhkan|memerlukan|meliputi|terdiri|berlaku|dimulai|mulai|berakhir|buka|tutup|terletak|berada|sebesar|selama|menggunakan|menyediakan|mendukung|menanggung|diperbolehkan|memiliki|mempunyai|ada|terdapat)\b",
    r"^(?:ya\b|mungkin|kemungkinan|barangkali|sepertinya|kira-kira|sekitar|kurang lebih|biasanya|umumnya|saya (?:kira|rasa|pikir|duga)|diperkirakan|tampaknya(?! (?:{SRC}|tidak ada)))\b",
    wide=r"""^(?:(?:meskipun|walaupun) )?(?:\w+ ){0,1}?(?:{SRCN}|{WEAK})\b(?: \w+){0,4}? (?:membahas|menjelaskan|menyebutkan|berisi|memuat|mencakup|menguraikan|mencantumkan|memberikan|mengatur|berfokus|hanya)\b(?! bahwa)""",
    firm=r"""\b(?:oleh karena itu|karena itu|jadi|sehingga|maka)\b[^.;]{0,60}?\b(?:tidak|belum) (?:dapat|bisa|mungkin|tahu)\b|\btidak (?:dapat|bisa) (?:\w+ ){0,2}?menjawab\b""",
    unless=r"^(?:jika|bila|kalau|apabila|seandainya)\b",
    reported=r"""\b(?:juru bicara|menteri|polisi|saksi|pakar|peneliti|dia|ia|mereka) (?:\w+ )?(?:mengatakan|menyatakan|mengaku|menjelaskan|menegaskan|menjawab)\b|\b(?:mengatakan|mengaku|berkata) bahwa\b""",
    duty=r"""\b(?:tidak|tak) (?:boleh|perlu|wajib|harus|menyimpan|membagikan|menjual|mengumpulkan|diperlukan|diwajibkan|dibutuhkan|disyaratkan)\b|\bdilarang\b""")
_ID_PARTS = {
    "NO": r"(?:tidak|tak|belum|tidaklah|nggak|gak|enggak|ga|bukan|tiada)",
    "SRCN": r"(?:(?:dokumen|konteks|teks|sumber|materi|artikel|kutipan|berkas|file|potongan|cuplikan|bacaan|naskah|hasil pencarian|basis pengetahuan|passage|paragraf|bahan|referensi|deskripsi|brosur|laporan|notulen|email|surat|penulis|pengumuman)(?:\w*|-\w+)|(?:informasi|data|konten) (?:yang|ini|tersebut|di atas))",
    "SRC": r"(?<!menurut )(?<!berdasarkan )(?:{SRCN})",
    "WEAK": r"(?<!menurut )(?:kontrak|perjanjian|kebijakan|polis|panduan|manual|laporan|halaman|brosur|peraturan|surat|penulis|studi|bab|faktur|deskripsi|email|notulen|aturan|situs|pedoman|formulir|resep|daftar|tabel|pengumuman|jadwal|label|ini|itu|tersebut|pasal|undang-undang|keduanya|buku\w*|ketentuan)",
    "SAY": r"(?:(?:me)?nyebut\w*|menyatakan|memuat|mencantumkan|menjelaskan|menerangkan|memberi\w*|menyediakan|mengandung|berisi|membahas|menyinggung|menguraikan|mengatakan|mencakup|merinci|menampilkan|menunjukkan|memaparkan|mengungkap\w*|menyertakan|menjawab|membicarakan|berbicara|bicara|menguraikan|menegaskan|ada\b|cukup|memadai|terdapat|jelas|disebut\w*|memiliki|mengindikasikan|menspesifikasikan|menentukan|memungkinkan|mengulas|mendukung|mengatur|mencatat|memperinci|memberitahu\w*|membantu|menyampaikan|terkait|berkaitan|relevan|membeberkan|meliputi|spesifik)",
    "TELL": r"(?:menjawab\w*|memastikan\w*|menentukan\w*|menyimpulkan\w*|mengatakan\w*|mengonfirmasi\w*|mengkonfirmasi\w*|memverifikasi\w*|mengetahui\w*|membantu\w*|menyebutkan\w*|memberi(?:kan)? (?:\w+ ){0,3}?(?:jawaban|informasi|keterangan|detail|kepastian)|menemukan (?:\w+ ){0,3}?{INFO}|menilai|menjelaskan|jawab|pastikan|bilang|mengidentifikasi\w*|memberitahu\w*|mengkonfirmasikan|menyediakan (?:\w+ ){0,2}?(?:informasi|jawaban))",
    "INFO": r"(?:informasi\w*|info|data|keterangan\w*|detail\w*|rincian\w*|penjelasan\w*|jawaban\w*|penyebutan|referensi|rujukan|petunjuk|bukti|konteks|hasil|maklumat|pembahasan|bagian (?:yang|mana)|dasar|hal (?:tersebut|itu|ini)|apa pun (?:tentang|mengenai|soal))",
}
_VI = _Tongue(
    tuple("""khong chua chang thieu kho ko ngoai vuot""".split()),
    (" biet", " ro", "thong tin", "tai lieu", "ngu canh", "boi canh", "van ban", "doan", "nguon", "de cap", " neu", " noi", "tra loi", "chac", "xac dinh", "tim", "cung cap", "noi dung", "chi tiet", "du lieu", "nhac", "mo ta", "giai thich", "ket luan", "khang dinh", "xac nhan", "giup", "hop dong", "chinh sach", "huong dan", "bao cao", "bai viet", " ghi", "quy dinh", "trinh bay", "cau hoi", "trich", "tiet lo", "can cu", "co so", "lieu ", " tep", "tim kiem", "truy cap", "pham vi", "lam ro", "chi ro", "quy che"),
    r"""
    \b(?:toi|minh|em|chung toi|he thong) (?:\S+ ){0,3}?{NO} (?:\S+ )?(?:biet|tim thay|tim duoc|ro|chac|thay (?:\S+ ){0,3}?{INFO}|nam duoc|truy cap duoc)\b
    \b{NO} (?:the|co kha nang|du kha nang|du co so|du can cu|kha thi|co du (?:\S+ ){0,3}?de|dam|tien) (?:\S+ ){0,6}?{TELL}
    \b(?:rat )?kho (?:co the |de )?{TELL}
    \b{NO} (?:co |the )?(?:quyen )?truy cap (?:\S+ ){0,3}?(?:du lieu|thong tin|tai lieu|noi dung|internet)
    \b(?:{NO}(?: (?:he|duoc|co|thay|du|tim thay|cung cap|neu|dua ra|ghi|bao gom|tim duoc|ton tai|chua|phat hien|hien thi|nhan duoc|ghi nhan|nam|mang|cho|de)){1,3}|thieu) (?:bat ky |bat cu |nhieu |day du |du |mot |cac |nhung |ro |cu the |mot chut )?{INFO}(?! ca nhan)
    \b{INFO}(?: (?!rang\b)\S+){0,14}? {NO}(?: \S+){0,2}? (?:co\b|duoc|du\b|ton tai|xuat hien|san\b|day du|de cap|neu|cung cap|tim thay|ro\b|nam trong|hien|bao gom|hien dien|cho biet|cho phep|giup|the)
    \b{INFO}(?: \S+){0,6}? (?:con thieu|bi thieu|han che)\b
    \b{SRC}(?: (?!rang\b|ghi ro\b)\S+){0,10}? {NO}(?: (?!rang\b)\S+){0,2}? {SAY}
    \b{WEAK}(?: (?!rang\b)\S+){0,6}? {NO}(?: \S+){0,2}? (?:de cap|neu|noi|nhac|cho biet|chi ro|giai thich|lam ro|noi ro|noi den|thao luan|dua ra (?:\S+ )?{INFO})\b
    \b{NO}(?: he)?(?: (?:duoc|thay|bi|co|ro|cu the|truc tiep|noi))?(?: (?:ai|tai lieu nao|cho nao))? (?:de cap|nhac (?:den|toi)|noi (?:ro|den|toi|gi|cu the|ve)|neu (?:ro|cu the|ra|trong|tai|o|cac|muc|thoi|gia|ly|ten|ngay)|chi ro|ghi (?:ro|cu the|trong|lai trong)|lam ro|cung cap (?:trong|cu the)|trinh bay|mo ta (?:trong|cu the|ro)|quy dinh (?:cu the|ro)|xac dinh (?:ro|trong|cu the)|tim thay (?:\S+ ){0,6}?(?:trong|tu|o)\b(?: \S+){0,3}? {SRCN}|tiet lo|cho biet|dua ra (?:con so|muc|thoi|ngay))
    \b{NO} (?:duoc|thay|bi) (?:\S+ )?(?:neu|ghi|mo ta|giai thich|thao luan|liet ke|cung cap)\b
    \b{NO} (?:co|duoc|xuat hien|thay|ton tai|nam|tim thay)(?: \S+){0,8}? (?:trong|tu|tai|o)(?: \S+){0,3}? {SRCN}
    \b(?:trong|tu|tai|o|theo|dua (?:tren|vao))(?: \S+){0,4}? {SRCN}(?: \S+){0,5}? (?:{NO}(?: \S+)? (?:co|thay|tim thay|noi|ro|biet|neu|de cap|the (?:xac dinh|biet|ket luan|khang dinh|tra loi)))\b
    \b{NO} co (?:\S+ ){1,4}?(?:nao )?(?:duoc|bi) (?:\S+ )?(?:de cap|neu|nhac|ghi|chi ro|xac dinh|liet ke)
    \b{SRC}\b[^.;]{0,40}?\bchi\b[^.;]{0,70}, (?:va )?khong (?:phai )?(?:ve|noi|lien quan|de cap)\b
    \b{NO} (?:mot )?(?:tai lieu|nguon|doan|phan|muc|van ban|noi dung) nao\b
    ^(?:toi |hien |hien tai |van |cung )?{NO} ro\b
    \b{NO} (?:ro(?: rang)?|chac(?: chan)?)(?=[\s.]*$|,? (?:lieu|khi nao|ai|bao|nhu the|o dau|vi sao|tai sao|co|la|tu|thong tin|ve))
    \b(?:ngoai|vuot)(?: qua| khoi| ra ngoai)? (?:pham vi|kha nang|hieu biet) (?:\S+ ){0,3}?(?:{SRCN}|tai lieu|toi|thong tin)|\b(?:cau hoi|chu de|noi dung nay)(?: \S+){0,3}? (?:ngoai|vuot)(?: qua| ra ngoai)? pham vi
    ^(?:khong (?:biet|ro|xac dinh|de cap|co thong tin|tim thay|duoc de cap|co cau tra loi|the tra loi)|chua (?:ro|biet|co thong tin))[.! ]*$
    """,
    r"""\b(?:toi hieu|ban muon biet|xin loi|rat tiec|that tiec|tiec rang[.! ]*$|lay lam tiec|vui long|xin vui long|cam on|lien he|tham khao|tong dai|ho tro|(?:neu|khi) (?:ban|quy khach|anh|can|co them|muon)|toi (?:\S+ ){0,2}(?:giup|ho tro|tim)|san long|san sang|vui (?:long|mung)|de nghi|goi y|khuyen|hay (?:\S+ ){0,2}?(?:lien|tham|kiem|xem|hoi|cung|cho|thu|tra|truy)|(?:ban|quy khach|anh|chi) (?:\S+ ){0,3}(?:lien he|tham khao|hoi|kiem tra|xem|cung cap|tra cuu|truy cap|lam ro|dat cau hoi|can|nen)|nen (?:lien he|tham khao|hoi|kiem tra|xem|tra cuu)|them (?:thong tin|chi tiet|tai lieu|ngu canh)|biet them|cau hoi|cau tra loi chinh xac|sau khi (?:\S+ )?(?:xem|kiem tra|doc|tim|ra soat)|toi da (?:xem|kiem tra|doc|tim|ra soat)|doan mo|suy doan|xin chao|chao ban|tot nhat)\b""",
    r"""\b(?:{SRC}|chung|no)\b[^.;]{0,50}?\b(?:chi|chu yeu|tap trung|noi ve|ban ve|de cap|trinh bay|mo ta|gioi thieu|lien quan|xoay quanh|gioi han|giai thich|thao luan|huong dan|noi)\b(?!(?: \S+)? rang)
        |^(?:{WEAK})(?: \S+){0,3}? (?:chi|chu yeu|tap trung|noi ve|de cap|mo ta|trinh bay|gioi thieu)\b
        |^(?:chi|hoac|va khong|cung khong|cung nhu)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:nhung|tuy nhien|song|mac du|trong khi|do do|vi vay|vi the|nen(?= (?:toi|khong|chua))|chu(?= (?:khong|chua))|ma(?= (?:khong|chua)))[\s,]|,\s?con\s",
    r",?\s(?:va|dong thoi)\s",
    "lieu khi neu ai gi nao dau tai vi rang ma bao the do hay hoac va cung ve doi cho de voi nhu bao-gom lien-quan",
    "trong tu o tai theo dua hien rat xin tiec rieng doi ve voi sau truoc do tuy mac cho can voi boi lien den qua thuc that thanh ngoai hien-tai con khong chua",
    r"\d|\b(?:la|phai|can|co the|bao gom|keo dai|mat|gom|nam o|thuoc|bat dau|ket thuc|se|dat|cho phep|yeu cau|ap dung|hoat dong|mo cua|duoc tinh|chi tra|mien phi|toi da|toi thieu|lam viec|su dung)\b",
    r"^(?:vang|co(?=,|$)|co le|co the (?!toi|khong)|chac la|khoang|thuong|thong thuong|toi (?:nghi|doan|cho la|tin)|kha nang cao|hinh nhu|duong nhu(?! (?:{SRC}|khong))|uoc tinh)\b",
    wide=r"""^(?:(?:mac du|tuy) )?(?:cac |nhung |toan bo )?(?:{SRCN}|{WEAK})\b(?: \S+){0,5}? (?:de cap|noi|mo ta|trinh bay|liet ke|giai thich|neu|cung cap|gioi thieu|quy dinh|tap trung|bao gom)\b(?!(?: \S+)? rang)""",
    firm=r"""\b(?:do do|vi vay|vi the|nen|boi vay)\b[^.;]{0,50}?\b(?:khong|chua) (?:the|biet|du)\b|\bkhong the (?:\S+ ){0,3}?tra loi\b""",
    unless=r"^(?:neu|khi|truong hop)\b",
    reported=r"""\b(?:phat ngon vien|bo truong|canh sat|nhan chung|chuyen gia|ong|ba|anh ay|co ay|ho) (?:\S+ ){0,2}?(?:noi|cho biet|tuyen bo|thua nhan|khang dinh|tra loi|khai)\b""",
    duty=r"""\bkhong (?:duoc phep|nen|phai|can|yeu cau|luu|luu tru|chia se|ban|thu thap)\b|\bkhong duoc (?:tiet lo|chia se|cung cap|mang|su dung)\b|\bcam\b""")
_VI_PARTS = {
    "NO": r"(?:khong|chang|ko|chua(?= (?:he|duoc|co|thay|du|tim|cung cap|neu|dua|ghi|bao gom|de cap|noi|nhac|chi ro|xac|lam|trinh bay|mo ta|giai|quy dinh|biet|ro|the|chac|tiet|cho|ton tai|xuat hien)\b))",
    "SRCN": r"(?:tai lieu|ngu canh|boi canh|van ban|doan (?:van|trich|thong tin)|(?:cac )?doan\b|nguon|noi dung|ket qua tim kiem|tep|trich doan|co so tri thuc|(?:thong tin|du lieu) (?:duoc|da|hien|co san|o tren|tren|nay|ban|trong|ma|san co|toi co)|bai viet|du lieu|(?:phan|ban) mo ta|to roi|bao cao|thu\b|email|bien ban|tac gia)",
    "SRC": r"(?<!theo )(?:{SRCN})",
    "WEAK": r"(?<!theo )(?:hop dong|chinh sach|huong dan|so tay|bao cao|trang|quy dinh|dieu khoan|thu\b|tac gia|nghien cuu|chuong|hoa don|email|bien ban|quy che|website|cong thuc|bieu mau|danh sach|bang\b|thong bao|lich|nhan\b|no\b|chung\b|luat|quyet dinh)",
    "SAY": r"(?:de cap|neu|noi|nhac|cho biet|cho thay|chi (?:ro|dinh)|cung cap|chua\b|co\b|ghi|mo ta|trinh bay|giai thich|xac dinh|dua ra|quy dinh|the hien|bao gom|ban\b|thao luan|tra loi|lam ro|tiet lo|liet ke|du\b|dap ung|giup|cho phep|lien quan|di sau|di vao|phan anh|xac nhan|ro\b|day du|khang dinh)",
    "TELL": r"(?:tra loi|xac dinh|khang dinh|ket luan|dua ra (?:\S+ ){0,4}?(?:cau tra loi|ket luan|thong tin|con so|cau)|cung cap (?:\S+ ){0,4}?(?:cau tra loi|thong tin|chi tiet|cau)|giai dap|xac nhan|cho (?:ban )?biet|noi (?:chac|chinh xac|ro|duoc|lieu)|biet (?:duoc|chac|chinh xac|lieu)|giup (?:ban|duoc|quy)|ho tro (?:ban|tra loi)|suy ra|xac minh|danh gia (?:duoc|lieu)|tim (?:thay|duoc|ra) (?:\S+ ){0,4}?(?:{INFO}|cau tra loi|trong)|dam bao cau)",
    "INFO": r"(?:thong tin|du lieu|cau tra loi|chi tiet|noi dung|can cu|dan chung|so lieu|(?:muc|phan|doan|cho|tai lieu|nguon) nao|de cap|du kien|du kien|nhac den|ket qua|giai thich|gi (?:ve|lien quan)|con so|ten cua)",
}
_UK = _Tongue(
    ("не ", "нема", "невідом", "неможлив", "відсутн", "недостатн", "нічого", "жодн", "ні ", "неясн", "незрозум", "без ", "важко", "бракує", "мовч", "замало", "мало ", "за меж", "поза меж"),
    ("зна", "інформ", "документ", "контекст", "згад", "вказ", "зазнач", "каз", "говор", "джерел", "текст", "відпов", "впевн", "дан", "відом", "визнач", "мож", "вдалося", "містит", "містят", "ясн", "зрозум", "поняття", "допомог", "підтверд", "матеріал", "фрагмент", "договор", "договір", "інструкц", "уривк", "назв", "розкри", "виявл", "уточн", "навед", "опис", "встанов", "звіт", "статт", "правил", "деталі", "подробиц", "переві", "твердж", "стор", "немає", "іидеться", "идеться", "відомост", "зміг", "змогл", "фаил", "поліс", "розділ", "лист", "брошур", "баз", "питан", "каж", "назива", "причин"),
    r"""
    \bне (?:скажу|підкажу|відповім|назву|знаиду)\b
    \bне (?:знаю|знаємо|знаиш\w+|знаходжу|бачу|володію|впевнен\w*|виявив|виявила|виявлено|знаидено|натрапи\w+|пам'ятаю|побачи\w+|зустрі\w+|вдалося (?:знаити|виявити|встановити|з'ясувати|відшукати))
    (?:(?:^|[,;:] |\bя |\bми |\bі |\bта |\bтому |\bтакож )не (?:зміг|змогла|змогли)|\bне (?:можу|можемо|можна|в змозі|маю змоги|маю можливості|вдасться|готов\w*|можливо|видається можливим|маємо змоги|вдалося)|\bнеможливо|\bважко|\bскладно) (?:\S+ ){0,6}?{TELL}
    {TELL} (?:\S+ ){0,5}?(?:неможливо|не можна|не можу|не вдалося|не вдасться|важко|складно|не видається можливим)\b
    \b(?:немає|нема|без|недостатньо|мало|замало|відсутн\w+|бракує|жодн\w+|брак|не вистачає|не маю|не маємо|не мають|не має|не (?:містит|містят|нада|навод|да[єю])\w*) (?:\S+ ){0,5}?{INFO}
    \b{INFO}[^.;]{0,90}?\b(?:немає\b|нема\b|відсутн\w+|не (?:знаид|міст|вказ|зазнач|представ|навед|нада|згад|виявл|вдалося|вистач|достатн|вход|було|були|була|розкри|доступ|включ|зустріч|має)\w*|недоступ\w+|недостатн\w+)
    \b(?:у|в) (?:мене|нас) (?:\S+ ){0,3}?(?:немає|нема)\b
    \b(?:мені|нам) (?:\S+ ){0,2}?(?:невідом\S*|не відом\S*)
    {SRC}\S*(?:(?!,? що )[^.;]){0,80}? (?:не|нічого не|ніде не|ні слова|ні|ані) (?:\S+ ){0,2}?{SAY}\S*
    {SRC}\S*[^.;,]{0,40}? (?:мовч\w+|немає\b|нема\b|відсутн\w+)
    (?:(?:ні |у |в |з )?жодн\S+|ніщо|ніде) (?:\S+ ){0,4}?{SRC}\S*
    {WEAK}\S*(?:(?!,? що )[^.;,]){0,60}? (?:не|нічого не|ніде не) (?:\S+ )?(?:згаду|вказ|говор|повідомля|уточня|опису|розгляда|розкрива|відповіда|пояснює|пояснюють|назива|зазнача|конкретизу|обумовлю|визнача|деталізу|містит\S* (?:\S+ ){0,3}?(?:{INFO})|містят\S* (?:\S+ ){0,3}?(?:{INFO})|нада[єю]т?ь? (?:\S+ ){0,2}?(?:{INFO}))\S*
    \bне (?:\S+ )?(?:вказан|вказу|згадан|згадує|уточнен|уточнює|сказано|говориться|повідомляється|обумовлен|розкрит|розкрива|конкретизу|названо|зазначен|зазнача|наведен|наводит|прописан|висвітлен|висвітлю|деталізован|розгляда|описан\S* [ву]|міститься [ву]|идеться|визначен\S* [ву]|вказуєт)\S*
    \bне (?:\S+ )?(?:ясно|зрозуміло|відомо|очевидно)(?=[\s.!]*$|,? (?:із|з|зі|чи|коли|хто|що|як|де|скільки|чому|яки\S*|яка|яке|мені|нам)|,)
    {SRC}\S*[^.;,]{0,40}? (?:ні слова|жодного слова)
    \bне (?:\S+ )?(?:визнача|поясню|повідомля|говор|встановлю|вказу|каж)\S*,? (?:коли|де|хто|як|скільки|чому|яки\S*|яка|чи)\b
    \bне \S+(?:но|то|ании|ана|ані|ане|ена|ении|ені|ене) (?:\S+ )?(?:в|у) (?:\S+ ){0,2}?{SRC}
    \bневідом(?:а|ии|і|е)(?=[\s.]*$)
    \b(?:з|із|зі) (?:\S+ ){0,3}?{SRC}\S* (?:\S+ )?(?:не (?:випливає|слідує|видно|можна|зрозуміло|ясно)|незрозуміло|неясно)
    \b{SRC}\S*[^.;]{0,60}?(?:лише|тільки|виключно)[^.;]{0,70},? (?:а )?не \S+
    \b(?:невідомо|неясно|незрозуміло)(?=[\s.!]*$|,? (?:із|з|зі|чи|коли|хто|що|як|де|скільки|чому|яки\S*|яка|яке|мені|нам)|,)
    \b(?:гадки не маю|уявлення не маю|без поняття|нічого не відомо|поза межами|виход\S+ за (?:межі|рамки) (?:\S+ ){0,3}?(?:{SRC}|моїх|моих|моіх|наявн|доступн)\S*|(?:питання|тема|запит)\S* (?:\S+ ){0,3}?виход\S+ за (?:межі|рамки))\b
    \bнічого (?:\S+ )?(?:не (?:сказано|говориться|знаи\w+|вказано|зазначено|повідомляється|написано|згадано)|немає|про)
    \bне (?:дозволя\S+|дає змоги|дають змоги|дає можливості|дають можливості) (?:\S+ ){0,4}?(?:{TELL}|зробити)
    (?:^|[ ,])(?:в|у|на|серед) (?:\S+ ){0,3}?(?:{SRC}|{WEAK})\S* (?:немає|нема|відсутн\w+|бракує) (?!помилок|порушень)\S+
    (?:^|[ ,])(?:в|у|на|серед) (?:\S+ ){0,3}?{SRC}\S*(?: \S+){0,4} (?:немає|нема|відсутн\w+)$
    ^(?:невідомо|не (?:вказан|згадан|відом|знаиден|знаю|визначен|зазначен)\S*|немає (?:даних|інформації|відповіді|відомостеи)|(?:інформація|дані) відсутн\S+|н/д)[.! ]*$
    """,
    r"""(?:\bчи (?:можу|можете|могли)|\bрозумію|\bви хочете|\bвибач\w*|\bпробач\w*|\bперепрошую|\bшкод[аи]|\bна жаль[.! ]*$|\bдяку\w+|\bбудь ласка|\bзверн\w+|\bзвертати\w*|\bзв'яж\w+|\bзв'язати\w*|\bпідтримк\w+|\bперевірте|\bперевірити|\bподивіться|\bуточніть|\bуточнити (?:в|у|безпосередньо)|\bякщо (?:ви|у вас|хочете|потрібн\w+|є|маєте|вам|вас)|\bможу (?:\S+ ){0,2}(?:допомогти|спробувати|пошукати)|\bрад\w* допомогти|\bготов\w* допомогти|\bдопоможу|\bрадим\w*|\bраджу|\bрекоменд\w+|\bпропоную|\bспробуите|\bварто|\bкраще (?:\S+ )?(?:звернутися|уточнити|запитати)|\bбільше (?:інформації|деталеи|контексту)|\bдодатков\w+|\bінш\w+ (?:за)?питан\w*|\bперефраз\w+|\bпереформул\w+|\bваш\w* (?:за)?питанн\w*|\b(?:на )?це (?:за)?питання|\bзапитання про|\bгадати|\bпісля (?:перегляду|вивчення|перевірки)|\bя (?:\S+ )?(?:переглянув|перевірив|вивчив|прочитав|шукав|пошукав|проаналізував|розглянув|ознаиомив)\w*|\bдобрии день|\bможете (?:\S+ ){0,2}(?:звернутися|уточнити|перевірити|запитати|надати)|\bнадаите|\b(?:про)?консульту\w+|\bпорад(?:ьтеся|итися)|\b(?:завантажте|надішліть|вкажіть|запитаите|дізнаитеся|ознаиомтеся|пошукаите)\b)""",
    r"""(?:{SRC}|\bвони|\bвін\b|\bвоно)\S*[^.;]{0,50}?\b(?:лише|тільки|виключно|переважно|присвячен\w+|стосу\w+|опису\w+|ідеться|идеться|мова|містять|розгляда\w+|згаду\w+|обговорю\w+|обмежу\w+|зосередж\w+|пояснюють|пояснює|говор\w+ про)(?!,? що)
        |^(?:в |у |цеи |ця |це )?(?:\S+ )?{WEAK}\S* (?:\S+ )?(?:присвяч|стосу|опису|розповіда|розгляда|згаду|пояснює|пояснюють|обмежу|містить лише)\S*
        |^(?:є|там) (?:лише|тільки)|^(?:\S+ ){0,2}?(?:згад|опис|розгляда|вказан|вказу|навед|навод|идеться|говорит)\S*(?: \S+){0,2}? (?:лише|тільки|виключно)\b|^(?:лише|тільки|або|чи|ні|ані|також не)\b""",
    r";|:\s|\s(?:-|\u2013|\u2014)\s|,?\s(?:але|однак|проте|хоча|утім|втім|натомість|тому|отже|зате|попри те|тоді як)[\s,]|,\sа\s",
    r",?\s(?:і|та|и|а також)\s",
    "чи якщо коли як хто що де чому якии яка яке які скільки щоб котрии бо тому оскільки так щодо стосовно про для в у і та або ні також особливо лише чиї кому чого звідки куди",
    "в у на за по згідно із з зі до с від для про на-жаль вибачте перепрошую хоча попри наскільки що стосовно щодо після при без виходячи ґрунтуючись базуючись чесно ні жаль судячи відповідно",
    r"\d|\b(?:становить|коштує|є\b|був|була|було|були|можна|потрібн\w+|трива[єю]\w*|почина\w+|відкрива\w+|закрива\w+|працю\w+|діє\b|діють|знаход\w+|включа\w+|повин\w+|важить|передбач\w+|заснован\w+|запущен\w+|сяга\w+|можуть|може|постача\w+|доставля\w+|вимага\w+|треба|слід)",
    r"^(?:так\b|імовірно|ймовірно|наиімовірніше|скоріше за все|можливо|мабуть|певно|приблизно|близько|орієнтовно|зазвичаи|думаю|гадаю|вважаю|припускаю|схоже(?!,? що {SRC})|здається)",
    wide=r"""^(?:(?:хоча|в|у) )?(?:\S+ ){0,1}?(?:{SRC}|{WEAK})\S*(?: \S+){0,3}? (?:опису|описан|розгляда|міст|згаду|перелічу|говорит|пояснює|пояснюють|наводит|стосу|присвяч|вказан|регулю|висвітлю|виклада|охоплю)\S*(?!,? що)""",
    firm=r"""\b(?:тому|отже|відтак|таким чином|через це)\b[^.;]{0,80}?(?:не можу|не можемо|неможливо|не вдалося|не знаю)|\bне (?:можу|можемо|зможу) (?:\S+ ){0,3}?відповісти|\bвідповісти [^.;]{0,30}(?:неможливо|не можу)""",
    unless=r"^(?:якщо|у разі|в разі|коли)\b",
    reported=r"""\b(?:сказав|сказала|заяви[вл]а?|повідоми[вл]а?|відпові[вл]а?|визна[вл]а?|поясни[вл]а?|стверджу\w+|зазначи[вл]а?|розпові[вл]а?)(?:и)?,? (?:\S+ ){0,3}?що """,
    duty=r"""\bне (?:повин\w+|зобов'язан\w*|треба|потрібно|вимагається|дозволяється|допускається|слід)|заборон\w+""")
_UK_PARTS = {
    "SRC": r"(?<!згідно з )(?:документ|джерел|опис[іу]?\b|статт|звіт|брошур|протокол|автор|текст|контекст|уривк|уривок|фрагмент|матеріал|фаил|баз\w знань|результат\w* пошуку|(?:надан|наявн|доступн|наведен)\S+ (?:інформац|дан|відомост|контент)|(?:надан|доданих|переданих|завантажен)\S+ (?!послуг|знижк|пільг)\S+)",
    "WEAK": r"(?<!згідно з )(?:договор|договір|політи[кц]|посібник|інструкц|статт|звіт|сторінк|правил|умов|розділ|брошур|опис|лист|автор|дослідженн|глав|угод|там\b|тут\b|він\b|вона\b|вони\b|воно\b|в ньому\b|у ньому\b|в них\b|у них\b|протокол|довідк|регламент|етикетк|меню\b|розклад|анкет|інтерв'ю|пункт|рецепт|упаковк|таблиц|статут|закон|список|оголошен|поліс|саит|чек|контракт)",
    "SAY": r"(?:міст|охоплю|згаду|згад|вказ|каж|говор|повідомля|уточн|опис|навод|навед|розгляда|розкри|да[єю]\w*|дано|відповіда|відповід|включа|зачіпа|пояснює|пояснюють|поясн|назива|назван|знаи|знах|нада|сказан|конкретизу|обговорю|познач|зазнач|є\b|зустріча|дозволя|стосу|представ|відобра|обумов|написан|визнач|фігур|висвітл|виклада|пиш|комент|переліч|підтвер|вистача|достатн|идеться|ідеться|мають|має\b|деталіз|торка)",
    "TELL": r"(?:відповісти|сказати|знаити|визначити|допомогти|підтвердити|вказати|назвати|надати (?:\S+ ){0,3}?(?:відповід\w*|інформаці\w*|дан\w*)|встановити|дати (?:\S+ ){0,3}?відповід\w*|уточнити|стверджувати|повідомити|з'ясувати|перевірити|зробити (?:\S+ ){0,2}?висновок|дізнатися|дізнатись|судити|оцінити|зрозуміти|відповіді|виявити|ідентифікувати)",
    "INFO": r"(?:інформаці\w*|дані\b|даних|відомост\w*|згад\w*|відповід\w*|подробиц\w*|детал\w+|результат\w*|контексту|підстав\w*|пояснен\w*|посилан\w*|вказівок|вказівк\w*|матеріал\w* (?:про|щодо|з)|документ\w* (?:про|щодо))",
}
_TH = _Tongue(
    ("ไม่", "ขาด", "ไร้", "มิได้", "ยังไม่", "นอกเหนือ", "ไม่พอ"),
    ("ทราบ", "รู้", "ข้อมูล", "เอกสาร", "บริบท", "เนื้อหา", "ข้อความ", "ระบุ", "กล่าว", "พูดถึง", "ตอบ", "ยืนยัน", "สรุป", "บอก", "พบ", "รายละเอียด", "แน่ใจ", "แหล่ง", "อธิบาย", "ปรากฏ", "ชัดเจน", "แน่ชัด", "ช่วย", "เขียน", "บทความ", "รายงาน", "คู่มือ", "สัญญา", "มั่นใจ", "คำตอบ", "นโยบาย", "เพียงพอ", "กำหนด", "เข้าถึง", "ขอบเขต", "แสดง", "ไฟล์", "ครอบคลุม", "ระเบียบ", "ประกาศ"),
    r"""
    ไม่(?:ค่อย)?(?:ทราบ(?!ล่วงหน้า)|รู้|แน่ใจ|มั่นใจ)(?!ตัว)
    ไม่(?:สามารถ|อาจ)(?:ที่จะ|ให้|ทำการ|จะ)?\S{0,24}?(?:ตอบ|ระบุ|ยืนยัน|สรุป|บอก|ข้อมูล|คำตอบ|ช่วย|ประเมิน|ตัดสิน|ทราบ|วินิจฉัย|ฟันธง|หาเจอ|ชี้ชัด|อ้างอิง|ให้ความเห็น|ค้นพบ)
    (?:ตอบ|ระบุ|ยืนยัน|สรุป|บอก|หาคำตอบ|หาข้อมูล)\S{0,30}?ไม่(?:ได้|เจอ|พบ)
    ไม่สามารถ(?:หา|ค้นหา|พบ|ดู)\S{0,50}?(?:จาก|ใน)(?:ตัว)?{SRC}
    ไม่มี(?:เอกสาร|แหล่งข้อมูล|ส่วน|บทความ|ข้อความ)\S{0,8}?(?:ใด|ไหน)
    ไม่มี\S{1,40}?(?:ที่|ถูก|ได้)(?:ระบุ|กล่าวถึง|พูดถึง)
    (?:ไม่ได้|มิได้|ไม่มีการ|ไม่ได้มีการ|ไม่ถูก|ไม่ได้ถูก|ไม่เคย|ยังไม่ได้|ไม่)(?:ถูก)?(?:ระบุ|กล่าว|พูดถึง|เอ่ยถึง|อธิบาย|ให้รายละเอียด|ให้ข้อมูล|ให้คำตอบ|ชี้แจง|อ้างถึง|เปิดเผย|นำเสนอ|ลงรายละเอียด|บอก|เขียน|แสดงข้อมูล|แจ้งข้อมูล|พูดเรื่อง|แตะ|บันทึกไว้|กำหนดไว้ใน|รวมข้อมูล|รวมรายละเอียด|มีข้อมูล|ครอบคลุม(?:ถึง)?(?:เรื่อง|หัวข้อ|ประเด็น|ข้อมูล|คำถาม))
    (?:ไม่(?:มี|พบ|เจอ|เห็น|ปรากฏ|ได้(?:มี|ให้|รับ|พบ)|เพียงพอ)|ขาด|ไร้|หา)(?:ว่า|ว่ามี|มี|ซึ่ง|ส่วนที่เป็น|ส่วนของ)?(?:ข้อมูล|รายละเอียด|คำตอบ|เนื้อหา|การ(?:ระบุ|กล่าวถึง|พูดถึง|อ้างถึง|อธิบาย)|หลักฐาน|ส่วน(?:ใด|ไหน)|เอกสาร(?:ใด|ไหน|ที่)|คำอธิบาย|สิ่งใด|กล่าวถึง|บริบท|ข้อความ(?:ใด|ที่)|ระบุ|อะไร(?:ที่|เกี่ยว))(?!ส่วน(?:บุคคล|ตัว))(?<!หาข้อมูล)(?<!หารายละเอียด)(?<!หาเนื้อหา)(?<!หาคำตอบ)
    (?:ข้อมูล|รายละเอียด|เนื้อหา|คำตอบ|หลักฐาน)\S{0,70}?(?:ไม่(?:เพียงพอ|พอ|ครบ|ชัดเจน|มี(?:อยู่|ใน|ให้|ระบุ|ปรากฏ)|พบ|ปรากฏ|ได้(?:ระบุ|กล่าว|ให้|มี|อยู่|ถูก|รวม|บอก|พูด|อธิบาย)|เจอ)|ขาดหาย|มีจำกัด)
    {SRC}\S{0,50}?(?:ไม่(?:มี|ได้มี|พบ|ปรากฏ|ครอบคลุม|เกี่ยวข้อง|เพียงพอ|ชัดเจน|ตอบ|ได้ตอบ|ได้แสดง|แสดง|ได้ครอบคลุม|ได้รวม|ได้เขียน|ได้บอก|ได้พูด|ได้แจ้ง|ได้กำหนด|ได้ให้))
    ไม่(?:พบ|ปรากฏ|มี|เจอ|เห็น|ได้|ถูก)\S{0,60}?(?:ใน|จาก)(?:ตัว)?{SRC}
    (?:ระเบียบ|สัญญา|นโยบาย|กรมธรรม์|คู่มือ|ประกาศ|ข้อบังคับ|อีเมล|จดหมาย|ใบ\S{1,12}?)\S{0,30}?ไม่ได้(?:กำหนด|ระบุ|บอก|กล่าว|พูด|อธิบาย|ให้ข้อมูล|แจ้ง)
    (?:ใน|จาก){SRC}\S{0,30}?ไม่(?:พบ|ปรากฏ|มี|เจอ|เห็น|แน่ชัด|ชัดเจน)
    (?:ยัง)?ไม่(?:แน่ชัด|ชัดเจน|เป็นที่ทราบ)(?:ว่า|$|[ .])
    นอกเหนือ(?:จาก)?(?:ขอบเขต|ข้อมูล|เอกสาร)|อยู่นอกขอบเขต
    ^(?:ไม่มีข้อมูล|ไม่ระบุ|ไม่ทราบ|ไม่พบข้อมูล|ไม่แน่ใจ)(?:ครับ|ค่ะ)?[.! ]*$
    """,
    r"""(?:เข้าใจ|ขออภัย|ขอโทษ|เสียใจ|น่าเสียดาย|ขอบคุณ|กรุณา|โปรด|รบกวน|ติดต่อ|สอบถาม|แนะนำ|ควร(?:ติดต่อ|สอบถาม|ตรวจสอบ|ปรึกษา|ดู)|ลอง|ตรวจสอบ(?:กับ|ที่|จาก|ข้อมูล|เพิ่ม)|ปรึกษา|เว็บไซต์|ฝ่ายบริการ|หาก(?:คุณ|ท่าน|มี|ต้องการ|อยาก)|ถ้า(?:คุณ|มี|ต้องการ|อยาก)|ยินดี|ช่วยเหลือ|เพิ่มเติม|คำถาม(?:อื่น|ของ|นี้)|สามารถ(?:ติดต่อ|สอบถาม|ตรวจสอบ|ดู|ช่วย)|คาดเดา|เดา|สวัสดี|หลังจาก(?:ตรวจสอบ|อ่าน|ค้นหา))""",
    r"""(?:{SRC}|นี้|ดังกล่าว)\S{0,30}?(?:เพียง|แค่|เท่านั้น|พูดถึง|กล่าวถึง|เกี่ยวกับ|อธิบาย|เน้น|เป็นเรื่อง|ครอบคลุม|ระบุ(?:เพียง|แค่|เฉพาะ)|เฉพาะ)(?!ว่า)|^(?:เพียง|แค่|หรือ|และไม่)""",
    r";|:\s|(?<=[\u0e00-\u0e7f\d]) +(?=[\u0e00-\u0e7f])(?!ชั่วโมง|วัน|เดือน|ปี|บาท|นาที|คน|ครั้ง|เมตร|กิโลกรัม|เปอร์เซ็นต์|ลิตร)| +(?=ส่วน|สำหรับ|ทั้งนี้)|แต่(?!ละ|ง)|อย่างไรก็(?:ตาม|ดี)|แม้ว่า|ดังนั้น|จึง",
    r"(?:และ|รวมถึง)",
    "", "", r"\d|[๐-๙]|คือ|เป็น(?!ที่)|ต้อง|สามารถ|ใช้เวลา|อยู่ที่|ได้แก่|ประกอบด้วย|ตั้งอยู่|เริ่ม|เปิด|ปิด|จะ|ไม่เสีย|ฟรี|ได้รับ(?!มา)|รับประกัน(?=\S)|ใช้งานได้|มีอายุ|มีผล|ครอบคลุม|คุ้มครอง|ให้(?:กด|เปิด|ปิด|ใช้|ตรวจ|ทำ)",
    r"^(?:ใช่|น่าจะ|อาจ(?:จะ)?|คาดว่า|ประมาณ|ราว|โดยทั่วไป|โดยปกติ|คิดว่า|เป็นไปได้ว่า|คงจะ)",
    wide=r"""^(?:แม้(?:ว่า)?)?(?:ใน|จาก)?{SRC}\S{0,40}?(?:พูดถึง|กล่าวถึง|อธิบาย|ระบุ|เกี่ยวกับ|ครอบคลุม|แสดง|ให้ข้อมูล|มี)(?!ว่า)""",
    firm=r"""(?:ดังนั้น|จึง)\S{0,12}?ไม่(?:สามารถ|อาจ|ทราบ)|ไม่สามารถ\S{0,12}?ตอบ""",
    unless=r"^(?:หาก|ถ้า|กรณี|เมื่อ)",
    reported=r"""(?:โฆษก|รัฐมนตรี|ตำรวจ|พยาน|ผู้เชี่ยวชาญ|นักวิจัย|เขา|เธอ)\S{0,20}?(?:กล่าวว่า|บอกว่า|ระบุว่า|ยอมรับ|ชี้แจงว่า|ให้การ)""",
    duty=r"""(?:ห้าม|ไม่(?:ต้อง|จำเป็นต้อง|ควร|อนุญาต))""")
_TH_PARTS = {"SRC": r"(?:เอกสาร|บริบท|เนื้อหา|ข้อความ|ข้อมูล(?:ที่(?:ให้|มี|ได้|ระบุ|ค้น|แนบ|คุณ|ท่าน)|ข้างต้น|ดังกล่าว|นี้)|แหล่งข้อมูล|แหล่งที่มา|แหล่งอ้างอิง|ไฟล์|บทความ|รายงาน|หน้าเว็บ|ฐานข้อมูล|ต้นฉบับ|ผลการค้นหา|ย่อหน้า|ฐานความรู้|ข้อมูลอ้างอิง)"}
_TONGUES = {"en": (_EN, _EN_PARTS), "de": (_DE, _DE_PARTS), "fr": (_FR, _FR_PARTS), "es": (_ES, _ES_PARTS), "it": (_IT, _IT_PARTS), "pt": (_PT, _PT_PARTS),
            "nl": (_NL, _NL_PARTS), "pl": (_PL, _PL_PARTS), "tr": (_TR, _TR_PARTS), "ru": (_RU, _RU_PARTS), "zh": (_ZH, _ZH_PARTS), "ja": (_JA, _JA_PARTS),
            "ko": (_KO, _KO_PARTS), "ar": (_AR, _AR_PARTS), "hi": (_HI, _HI_PARTS), "sv": (_SV, _SV_PARTS), "cs": (_CS, _CS_PARTS), "id": (_ID, _ID_PARTS),
            "vi": (_VI, _VI_PARTS), "uk": (_UK, _UK_PARTS), "th": (_TH, _TH_PARTS)}
_LATIN_TONGUES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "sv", "cs", "id", "vi")
_SCRIPTS = ((0x400, 0x52f, "ru"), (0x600, 0x6ff, "ar"), (0x900, 0x97f, "hi"), (0x3040, 0x30ff, "ja"), (0xac00, 0xd7af, "ko"), (0x4e00, 0x9fff, "zh"), (0xe00, 0xe7f, "th"))
_ABSTAINS_UP_TO = 2400                                # characters; whoever writes more has said something


# Traditional Chinese signs as the simplified ones the patterns are written with.
_HAN = str.maketrans("說無沒資訊檔內記載確認個這麼為與關於對應據詢問題單從來顯達體驗證費價額數時間場點員範圍統總結論書報紙頁規則條類別處該會議決誰幾種準備極難實際僅隻給讓還過邊裡後進發現見覺觀語談講寫標註錄須請聯絡繫係屬產業務網擇購買賣貨賬號碼電話協簽約簡歷歡遺諮閱審連導獲營運傳遞測試圖畫質詳細節尋檢臺灣態開啟閉廣義責負擔償損壞換遲齡歲離島礙權專親執轉帳幫釋顧氣儘適當僱傭醫療藥劑養護響許讀輸贈鄰減縮續補繳團隊構訂識夠嗎並將擬預鑑復佈佔夾雖瞭曉闡屆棟層隨幣匯臨澤",
                      "说无没资讯档内记载确认个这么为与关于对应据询问题单从来显达体验证费价额数时间场点员范围统总结论书报纸页规则条类别处该会议决谁几种准备极难实际仅只给让还过边里后进发现见觉观语谈讲写标注录须请联络系系属产业务网择购买卖货账号码电话协签约简历欢遗咨阅审连导获营运传递测试图画质详细节寻检台湾态开启闭广义责负担偿损坏换迟龄岁离岛碍权专亲执转账帮释顾气尽适当雇佣医疗药剂养护响许读输赠邻减缩续补缴团队构订识够吗并将拟预鉴复布占夹虽了晓阐届栋层随币汇临泽")


class _Patterns(dict):
    """The patterns of a language, each compiled on first use: compiling all of them would cost more than most runs take."""

    def __init__(self, makers: dict) -> None:
        super().__init__()
        self.makers = makers

    def __missing__(self, key: str) -> object:
        self[key] = made = self.makers[key]()
        return made


_OPENS_WORD = re.compile(r"\s*(?:\\b|\^|\(\?:\\b|\(\?:\^\||(?:\(\?<!\w+ \))+\\b|$)").match   # a line of patterns that can only match where a word begins
_WORD_STARTS = re.compile(r"\b\w|'").finditer


class _AtWords:
    """A pattern of many lines that is tried only where a word begins, instead of at every letter."""

    def __init__(self, pattern: re.Pattern) -> None:
        self.match = pattern.match

    def search(self, text: str, begin: int = 0) -> re.Match | None:
        return next(filter(None, (self.match(text, start.start()) for start in _WORD_STARTS(text, begin))), None)


@functools.lru_cache(maxsize=None)
def _tongue(name: str) -> dict:
    """What is_abstention reads a language by: patterns, and sets of words."""
    table, parts = _TONGUES[name]

    def build(pattern: str) -> re.Pattern:
        text = "".join(line.strip() if n else line for n, line in enumerate(pattern.split("\n")))
        for _ in range(3):
            for key, part in parts.items():
                text = text.replace("{" + key + "}", part)
        text = text.replace(r"\S", r"[^\s,;:!?\uff0c\uff1b\u3001\u3002\uff1a\u060c\u061b\u0964]")   # a gap does not reach over a mark
        text = text.translate(_HAN) if name == "zh" else text
        return re.compile(_soften(text.replace("(?: " + parts.get("ADV", "\0") + ")*", "(?: " + parts.get("ADV", "") + "){0,4}")))

    def declining() -> re.Pattern:
        joined = "|".join(line.strip() for line in table.declines.strip().split("\n"))
        return build("(?:" + joined + ")" + table.ends if table.ends else joined)

    nouns, strong = (["{%s}" % part for part in kinds if part in parts and name in _MARKERS] for kinds in (("SRCN", "STRONGN", "WEAK", "WEAKN"), ("SRCN", "STRONGN")))
    return _Patterns({
        "declines": lambda: _AtWords(declining()) if all(map(_OPENS_WORD, table.declines.split("\n"))) else declining(), "polite": lambda: build(table.polite), "about": lambda: build(table.about), "contrast": lambda: build(table.contrast),
        "wide": lambda: build(table.wide), "firm": lambda: build(table.firm), "unless": lambda: build(table.unless), "reported": lambda: build(table.reported), "duty": lambda: build(table.duty), "relative": lambda: build(table.relative),
        "coordinate": lambda: build(table.coordinate), "opens": lambda: frozenset(_soften(table.opens).split()), "lead": lambda: frozenset(_soften(table.lead).split()),
        "states": lambda: build(table.states) if table.states else None, "guess": lambda: build(table.guess), "spaced": lambda: name not in ("zh", "ja", "th"), "marked": lambda: name != "th", "source": lambda: _SOURCE_NOUN[name], "within": lambda: _WITHIN.get(name, ""),
        "speaker": lambda: re.compile(r"(?:unfortunately, |sorry, )?(?:i|we)\b" if name == "en" else r"(?!)"), "joints": lambda: build(table.contrast + "|" + table.coordinate),
        "sourced": lambda: build(r"^(?:\w+ ){0,2}?(?:[dl]')?(?:" + "|".join(nouns) + r"|it|they|he|she|il|ils)\b") if nouns else re.compile("(?!)"),
        "named": lambda: build(r"\b(?:" + "|".join(strong) + r")\b") if strong else re.compile("(?!)"),
        "small": lambda: _MARKERS.get(name, frozenset()) | _AUXILIARIES | frozenset(_soften(table.opens + " " + table.lead).split()), "asked": lambda: frozenset(), "asks": lambda: "", "wanted": lambda: frozenset(), "again": lambda: frozenset(),
        "interrogative": lambda: re.compile(_WH[name][0] if name in _WH else "(?!)"),
        "two": lambda: re.compile(r"\b(?:{0})\b.*\b(?:{0})\b|\b{1}\b".format(*_WH[name])) if name in _WH else re.compile("(?:)")})


_SOURCE_NOUN = {"en": "documents", "de": "dokumente", "fr": "documents", "es": "documentos", "it": "documenti", "pt": "documentos", "nl": "documenten", "pl": "dokumenty", "tr": "belgelerde",
                "ru": "\u0434\u043e\u043a\u0443\u043c\u0435\u043d\u0442\u044b", "zh": "\u6587\u6863", "ja": "\u6587\u66f8\u306b", "ko": "\ubb38\uc11c\uc5d0\ub294", "ar": "\u0627\u0644\u0645\u0633\u062a\u0646\u062f\u0627\u062a", "hi": "\u0926\u0938\u094d\u0924\u093e\u0935\u0947\u091c",
                "sv": "dokumenten", "cs": "dokumenty", "id": "dokumen", "vi": "tai lieu", "uk": "\u0434\u043e\u043a\u0443\u043c\u0435\u043d\u0442\u0438", "th": "\u0e40\u0e2d\u0e01\u0e2a\u0e32\u0e23"}
_WITHIN = {"en": " in the documents", "fr": " dans les documents", "es": " en los documentos", "it": " nei documenti", "pt": " nos documentos"}
_SOFT_TABLE = {0x142: "l", 0x141: "l", 0x131: "i", 0x2019: "'", 0x2018: "'", 0x2bc: "'", 0xb4: "'", 0x60: "'", 0x201c: '"', 0x201d: '"', 0x624: "\u0648", 0x629: "\u0647", 0x649: "\u064a",
               0x622: "\u0627", 0x623: "\u0627", 0x625: "\u0627", 0x671: "\u0627", 0x640: "", 0xe6: "ae", 0xf8: "o", 0x110: "D", 0x111: "d", 0xad: "", 0x200b: "", 0x200c: "", 0x200d: "", 0x200e: "", 0x200f: "", 0xfeff: ""}
_SOFT_DROP = frozenset([*map(chr, range(0x300, 0x370)), *map(chr, range(0x64b, 0x656)), "\u0670", "\u093c", "\u0901", "\u0902"])


def _soften(text: str) -> str:
    """Lower case without accents, Arabic vowel marks and nasal dots, as the patterns are written: people leave them out at will."""
    if text.isascii():
        return text.lower() if "\\" not in text else text
    if "\\" not in text:
        text = text.lower()
    marked = unicodedata.normalize("NFKD", text.translate(_SOFT_TABLE))
    return unicodedata.normalize("NFC", "".join(c for c in marked if c not in _SOFT_DROP)).replace("\u00df", "ss")


@functools.lru_cache(maxsize=None)
def _soft_cues(name: str) -> tuple[tuple, tuple]:
    """Cues and topics of a language as softened text holds them (Hindi loses its dots, Thai a joined vowel)."""
    table = _TONGUES[name][0]
    return tuple(map(_soften, table.cues)), tuple(map(_soften, table.topics))


def _tongues_in(soft: str, plain: bool) -> tuple[tuple, set]:
    """The languages whose cues the softened text holds (none for nearly every answer that says something), and its words.

    `plain`: the text was ASCII before it was softened, so that it is Turkish only when it is short.
    """
    if plain or soft.isascii() or max(counts := [sum(low <= ord(c) <= high for c in soft[:400]) for low, high, _ in _SCRIPTS]) < 2:
        soft = soft.translate(_NO_MARKS)
        tokens = set(soft.split())
        hits = tokens & _CUES
        names = [name for name in _LATIN_TONGUES if not _CUES_OF[name].isdisjoint(hits)] if hits else []
        if (not plain or len(soft) < 100) and "tr" not in names and _holds(soft, _TURKISH_ENDINGS):
            names.append("tr")
        if not plain and "cs" not in names and _CZECH_NO(soft):
            names.append("cs")
        if "en" in names and (_ENGLISH_TOPICS.isdisjoint(tokens) or len(tokens) > 8 and _ENGLISH_TOPICS & tokens <= _COUNTING):
            names.remove("en")
    else:
        tokens = set()
        script = _SCRIPTS[counts.index(max(counts))][2]
        script = "ja" if counts[3] > 1 else script    # kana among Han signs
        soft = soft.translate(_HAN) if script == "zh" else soft
        script = "uk" if script == "ru" and _holds(soft, _UKRAINIAN) else script
        names = [script] if _holds(soft, _soft_cues(script)[0]) else []
    if names and names != ["en"]:
        soft = f" {soft} "
        names = [name for name in names if name == "en" or _holds(soft, _soft_cues(name)[1])]
    return tuple(names), tokens


def _holds(text: str, cues: tuple) -> bool:
    """Is any of the substrings in the text?"""
    for cue in cues:
        if cue in text:
            return True
    return False


_NO_MARKS = {ord(mark): " " for mark in ".,;:!?()[]{}\"*_\u2026\u00bf\u00a1\u00ab\u00bb\u2013\u2014"}
_CUES_OF = {name: frozenset(_TONGUES[name][0].cues) for name in _LATIN_TONGUES}
_CUES = frozenset().union(*_CUES_OF.values())
_ENGLISH_TOPICS = frozenset(_EN.topics)
_COUNTING = frozenset(("none", "neither"))            # in a longer sentence they decline only beside another word for what is known
_TURKISH_ENDINGS = ("miyor", "muyor", "madi", "medi", "mamis", "memis", "mamak", "memek", "amam", "emem", "mazs", "mezs", "amaz", "emez")
_CZECH_NO = re.compile(r"\bne\w{3,}(?:je|ji|[aei]|[aei]l[aoiy]?|im|u|en[aoy]?)\b").search     # a negated verb
_UKRAINIAN = ("\u0456", "\u0454", " \u0449\u043e ", " \u0447\u0438 ", "\u0445\u043e\u0447\u0430 ")    # letters and words that Russian lacks


@functools.lru_cache(maxsize=4)
def _look_over(head: str) -> tuple[tuple, set]:
    """_tongues_in of an answer's beginning, remembered because the abstention check and the claims both ask."""
    return _tongues_in(_soften(head), head.isascii())


# What words() makes of the cues, so that an answer whose words are at hand need not be read again. "don't" tells by its "not".
_CUE_STEMS = {name: frozenset("not" if "not" in held else held[0] for cue in _CUES_OF[name] if (held := words(cue))) for name in _LATIN_TONGUES}
_ENGLISH_ONLY = _CUE_STEMS["en"].difference(*(stems for name, stems in _CUE_STEMS.items() if name != "en"))
_ANY_CUE = frozenset().union(*_CUE_STEMS.values())
_TOPIC_STEMS = frozenset(held[0] for topic in _ENGLISH_TOPICS if (held := words(topic)))


def _cannot_decline(answer: str, said: frozenset) -> bool:
    """Do the words of the answer hold no language's cues of declining? False leaves it open. Shorter answers may be one word of Turkish."""
    if len(answer) < 100 or not answer.isascii():
        return False
    hits = _ANY_CUE & said
    return not hits or hits <= _ENGLISH_ONLY and _TOPIC_STEMS.isdisjoint(said)


def is_abstention(answer: str, query: str | None = None) -> bool:
    """Does the answer decline to answer? Apologies, offers, citations and a word on what the documents do cover may stand beside.

    False as soon as some clause states something, a guess included ("I am not sure, but about 5 days"), and for an empty answer.
    `query`: "Does the contract mention pets?" is answered, not declined, by "It does not mention pets". Languages: en, de, fr,
    es, it, pt, nl, pl, tr, sv, cs, id, vi, ru, uk, zh, ja, ko, th, ar, hi.
    """
    if not answer or len(answer) > _ABSTAINS_UP_TO:
        return False
    names = _look_over(answer)[0]
    if not names or query and _ASKS_WHETHER_SAID.search(_soften(query)) and not _KNOWS_NOT.search(_soften(answer)):
        return False
    answer = answer.translate(_HAN) if names == ("zh",) else answer
    thai = names == ("th",)
    parts = []
    for start, end in sentences(answer):
        part = answer[start:end]
        part = _unquoted(_soften(_take_citations(part, frozenset())[0] if _holds(part, _MARKUP) else _TIDY.sub(" ", part)))
        part = _THAI_SOURCE.sub(r"\1", part) if thai else part
        if len(names) == 1 and names[0] not in _tongues_in(part, False)[0] and not (parts and _directs(part)) and not (query and _COVERS.search(part)) and _plainly_states(part, _tongue(names[0])) and not _tongue(names[0])["wide"].match(_bare_sentence(part)):
            return False                              # most answers that hold a cue end here, before the long pattern is needed
        parts.append(part)
    if query and _ASKS_CONTENTS.search(_soften(query)) and any(_tongue(name)["about"].search(part) for name in names for part in parts):
        return False
    if query and _ASKS_WHY.search(_soften(query)) and any(_gives_reason(part) for part in parts):
        return False
    return any(_all_decline(parts, _Asked(_tongue(name), query) if query else _tongue(name), name) for name in _likeliest(names, parts))


_THAI_SOURCE = _Later("((?:เอกสาร|บริบท|เนื้อหา|ข้อความ|แหล่งข้อมูล|แหล่งที่มา|บทความ|รายงาน)(?:ที่ให้มา|ที่มี|นี้|ดังกล่าว)?) +")      # a blank (or a citation) before what it says
_ASKS_WHETHER_SAID = _Later(r"\b(?:missing|fehlt|fehlen|manquent|faltan|falta|mancano|faltam|ontbreken|ontbreekt|brakuje|eksik)\b|\u043d\u0435 \u0445\u0432\u0430\u0442\u0430|"
                                r"^(?:does|do|did|is|are|was|were) (?:the |this |that |any |it |there )?[\w' -]{0,60}(?:mention|say|state|specif|list|discuss|contain|address|indicat|describ)\w*\b|^(?:does|do|did) (?:the |this |that |any )?[\w' -]{0,30}(?:document|report|text|article|passage|chapter|book|paper|source|manual|section)s? (?:cover|include)\b"
                                r"|\b(?:mentionne|aborde|parle|precise|indique|evoque|traite|cite)(?:nt)?-t?-?(?:il|elle)s?\b|^est-ce que [^?]{0,60}\b(?:mentionne|aborde|parle|precise|indique|evoque)"
                                r"|^(?:erwahnt|nennt|enthalt|steht|sagt|behandelt) (?:der|die|das|im|in) [^?]{0,60}|^\W*(?:se )?(?:menciona|habla|especifica)n? (?:el|la|los|las|o|a|os|as|de)\b|^(?:vermeldt|noemt|bespreekt) (?:de|het)\b|^czy \w+ (?:wspomina|zawiera|mowi)")


_QUOTED = _Later(r"\"[^\"]{1,120}\"|\u300c[^\u300d]{1,80}\u300d|\u201e[^\"]{1,120}\"")


def _unquoted(soft: str) -> str:
    """Without what stands in quotation marks, where something else does: 'tap "I can't find it"'."""
    if '"' not in soft and "\u300c" not in soft:
        return soft
    rest = _QUOTED.sub("...", soft)
    return rest if sum(c.isalnum() for c in rest) > 8 else soft


_KNOWS_NOT = _Later(r"\bi (?:\w+ )?(?:do not|don't) know\b|\b(?:cannot|can't|can not|unable to|not able to) (?:\w+ )?(?:answer|say|tell|determine|confirm|verify|help)\b|\bnot sure\b|\bno idea\b|\bidk\b|\bunclear\b|\bnot clear\b|\bnot possible to\b|\bno (?:\w+ )?information\b|\bnot (?:contain|have|provide|include) (?:\w+ ){0,2}information\b|\bunklar\b|\bnicht (?:klar|moglich)\b|\bpas possible\b|\bno es posible\b|\bnon e possibile\b|\bnao e possivel\b|\bniet mogelijk\b|\bonduidelijk\b"
                       r"|\bweiss (?:ich )?(?:\w+ )?nicht\b|\bich (?:weiss|kann)\b|\bje ne (?:sais|peux)\b|\bno (?:lo )?se\b|\bno puedo\b|\bnon (?:lo )?so\b|\bnon posso\b|\bnao (?:sei|posso|consigo)\b|\bweet (?:ik )?(?:\w+ )?niet\b|\bnie (?:wiem|moge)\b")
_ASKS_CONTENTS = _Later(r"\b(?:what|which) (?:\w+ )?(?:topics?|subjects?|themes?)\b|\bwhat (?:are|were) the (?:\w+ )?(?:topics|subjects|themes|contents)\b|\bwhat (?:is|are) (?:the|this|that|these) [\w' -]{1,40} about\b"
                            r"|\bwhat (?:does|do|did) (?:the|this|that|these) [\w' -]{1,40} (?:cover|discuss|describe|deal|address|contain|include|list|talk|focus|say)\b|\bwhat(?: is|'s) (?:covered|described|discussed|included) (?:in|by|under)\b"
                            r"|\bwelche (?:\w+ )?themen\b|\bworum geht\b|\bwovon handelt\b|\bde quoi (?:parle|traite)|\bquels? (?:\w+ )?(?:sujets?|themes?)\b|\bde que (?:trata|habla|fala)|\bdi (?:che )?cosa (?:parla|tratta)|\bche argomenti\b"
                            r"|\bwaar(?:over)? gaat\b|\bo czym\b|\bjakie \w+ (?:sa |zostaly )?(?:wymien|opisan|wskazan|omowion|poruszon|wspomn)\w+|\bjak[aeo]u? \w+ (?:jsou |je )?(?:uveden|zminen|popsan)\w*|\bvilka \w+ (?:namns|beskrivs|tas upp|anges)\b"
                            r"|как(?:ие|ое|ая) \S+ (?:указан|упомянут|перечислен|описан|рассматрива)|які \S+ (?:вказан|зазначен|згадан|перелічен|описан)")
_CAUSE = _Later(r"\b(?:why|reasons?|causes?|grund|grunde|ursachen?|warum|weshalb|wieso|raisons?|pourquoi|motivos?|razon\w*|razao|causas?|por que|motiv[oi]|perche|reden\w*|oorzaak|waarom|powod\w*|przyczyn\w*|dlaczego|neden\w*|sebe[bp]\w*|gerekce\w*"
                    r"|orsak\w*|anledning\w*|varfor|duvod\w*|pricin\w*|proc|alasan\w*|sebab\w*|penyebab\w*|mengapa|kenapa|ly do|nguyen nhan|vi sao|tai sao)\b|причин|почему|чому|原因|理由|为什么|为何|なぜ|이유|사유|원인|까닭|سبب|اسباب|لماذا|कारण|वजह|क्यो|สาเหตุ|เหตุผล|\u0e17\u0e4d\u0e32\u0e44\u0e21")
_ASKS_WHY = _Later(r"\b(?:why|how come|for what reason|warum|wieso|weshalb|pourquoi|waarom|dlaczego|czemu|neden|nicin|varfor|proc|kenapa|mengapa|vi sao|tai sao)\b|чому|เหตุใด|เพราะอะไร|\u0e17\u0e4d\u0e32\u0e44\u0e21|^\W*(?:por que|perche|come mai)\b|\u043f\u043e\u0447\u0435\u043c\u0443|\u4e3a\u4ec0\u4e48|\u4e3a\u4f55"
                       r"|\u70ba\u4ec0\u9ebc|\u306a\u305c|\u3069\u3046\u3057\u3066|\uc65c |\u0644\u0645\u0627\u0630\u0627|\u0915\u094d\u092f\u094b")
_REASON = _Later(r"\b(?:because|weil|parce qu|porque|perche|poiche|omdat|poniewaz|gdyz|eftersom|pa grund av|protoze|jelikoz|karena|boi vi|vi (?:nguoi|khach|ho|khong|cac|viec|chua|he thong|tai lieu|nguon|van ban|doan|ngu canh|noi dung|trong)\b|оскільки|тому що|через те|бо\b)|เพราะ(?!อะไร)|เนื่องจาก|\u043f\u043e\u0442\u043e\u043c\u0443 \u0447\u0442\u043e|\u043f\u043e\u0441\u043a\u043e\u043b\u044c\u043a\u0443|\u0442\u0430\u043a \u043a\u0430\u043a|\u56e0\u4e3a|\u7531\u4e8e|\u56e0\u70ba|\u0644\u0627\u0646|\u0915\u094d\u092f\u094b\u0915\u093f")
_REASON_AFTER = _Later(r"\u305f\u3081|\u304b\u3089\u3067|\ub54c\ubb38|\b\w+(?:digi|dugu|gindan|gunden|ginden) ?(?:icin|dolayi)?\b")


def _gives_reason(soft: str) -> bool:
    """A reason, and nothing declined beside it: why something was refused, for want of information perhaps."""
    mark = _REASON.search(soft)
    if mark:
        head = soft[:mark.start()].strip(" ,")
        rest = head or soft.partition(",")[2] or soft.partition("\uff0c")[2]
        if not head and _SECOND_REASON.match(rest):   # "because he gave no proof, and did not know the date"
            return True
    else:
        *_, mark = (None, *_REASON_AFTER.finditer(soft))   # the last one closes the reason
        rest = soft[mark.end():] if mark else ""
    return bool(mark) and not _declines(rest)


_SECOND_REASON = _Later("\\s*(?:[\u4e5f\u5e76\u4e14\u800c]|(?:and|or|nor|und|oder|et|ou|ni|y|o|e|ne|en|of|i|\u0438) )")
_MARKERS = {name: frozenset(text.split()) for name, text in {
    "en": "the of to is are i in and that a an do does not it for from on with we you there was were any i'm no don't doesn't can't cannot couldn't sorry my this", "de": "der die das dem den und ist sind ich sie in von zu mit kein keine nicht es im wird auf dazu",
    "fr": "le la les l des du je ne pas aucun aucune est sont dans et sur une un aux que qui vous n'ai n'est ce cette ces de il elle m'est au par pour avec donc partir non a se", "es": "el la los las que ningun ninguna lo en se del una un y por lo es sobre con al hay su de no esta este para si a",
    "it": "il lo gli i che ai dai dei delle degli con anche chi quanto nessun nessuna ne non di nel nei della una un e per la le si sul ho del da dal questa questo sono nella a", "pt": "o os as a nao nenhum nenhuma do da dos em que um uma no na nos nas e por sobre com ha se de esta este essa das para",
    "nl": "de het een niet ik van in is te over dat er geen en op die", "pl": "nie w na z jest do sie o i tego ze dla to tym nic brak zaden zadna zadne", "tr": "bu ve icin bir bilgi da de ne yok degil mi",
    "sv": "det den de att och i av om inte ingen inga inget finns jag kan som en ett pa till for med ar har fran", "cs": "v ve na se je neni nejsou o k ke z ze do pro jsem a i to tato tuto podle zda ani zadne zadna nelze kolik nemohu bohuzel nic vsak ale kdy by si",
    "id": "yang di dan dalam tidak ada ini itu dari untuk pada saya dengan tentang mengenai dokumen", "vi": "khong co cua trong tai lieu cac duoc ve toi va cho la thong tin nay"}.items()}


def _likeliest(names: tuple, parts: list[str]) -> list[str]:
    """Of several languages whose cues are there, those with most of their small words: "o" opens a clause in Portuguese and is "or" in Spanish.

    None that has fewer of them than English, whose "no" and "data" are cues of others.
    """
    if not names or names == ("en",):
        return list(names)
    tokens = " ".join(parts).translate(_NO_MARKS).split()
    votes = [sum(token in _MARKERS[name] for token in tokens) if name in _MARKERS else 0 for name in names]
    english = sum(token in _MARKERS["en"] for token in tokens)
    return [name for name, vote in zip(names, votes) if vote == max(votes) and (name not in _MARKERS or english < 2 or vote >= english)]


class _Asked(dict):
    """A language's patterns beside what the question itself says, which is read on first use."""

    def __init__(self, tongue: dict, query: str) -> None:
        super().__init__()
        self.tongue, self.query = tongue, query

    def __missing__(self, key: str) -> object:
        if key in ("asked", "asks", "wanted", "again"):
            self.update(_read_question(self.query, self.tongue))
        else:
            self[key] = self.tongue[key]
        return self[key]


def _read_question(query: str, tongue: dict) -> dict:
    """What kind of thing is asked for; words that tell nothing when they come again ("asked"); words of the thing ("wanted");
    question words and figures ("again").

    The answer to a question with yes, no or one of two things for an answer may be made of the question's own words. Of two
    questions in one, one may be answered.
    """
    soft = _soften(query)
    kind = "reason" if _ASKS_WHY.search(soft) else next((kind for kind, asks in _ASKS if asks.search(soft)), "other")
    tokens, two = soft.translate(_NO_MARKS).split(), tongue["two"].search(soft)
    told = [word for word in tokens if word not in tongue["small"]]
    return {"asks": kind, "asked": frozenset() if two or kind in ("other", "polarity") else frozenset(word[:4] for word in told),
            "again": frozenset(word for word in tokens if word[0].isdigit() or tongue["interrogative"].fullmatch(word)),
            "wanted": frozenset() if two or tongue["coordinate"].search(soft) else frozenset(word[:5] for word in told if len(word) > 3)}


def _is_beside(given: str, declined: str, tongue: dict) -> bool:
    """What a source gives lacks a word of the question that stands where it declines: signed in 1920, asked when it was ratified."""
    if not tongue["wanted"] or not (tongue["sourced"].match(given) or tongue["wide"].match(given)) or _EXACTLY.search(declined):
        return False
    if tongue["asks"] in ("number", "time") and _has_digit(given) and tongue["again"].isdisjoint(declined.translate(_NO_MARKS).split()):
        return False                                  # a figure may be the answer, unless "when" is what it does not say
    if tongue["asks"] == "reason" and _NO_REASON.search(declined) and not _CAUSES.search(given):
        return True
    there, here = ({word[:5] for word in text.translate(_NO_MARKS).split()} for text in (declined, given))
    return bool(tongue["wanted"] & there - here)


_NO_OTHER = _Later(r"\b(?:other|andere[nrs]?|autres?|otr[oa]s?|altr[aeio]|outr[oa]s?)\b(?! (?:details?|informati\w*|angaben|informac\w*|dettagli|detalles|detalhes|gegevens))")
_NO_REASON = _Later(r"\b(?:why|reasons?|explanation|explains?|causes?|motives?|grunde?|ursachen?|warum|raisons?|motifs?|causes?|pourquoi|motivos?|razon(?:es)?|por que|causas?|motiv[oi]|ragion[ei]|perche|razao|razoes|reden(?:en)?|oorzaa?k\w*|waarom)\b")
_CAUSES = _Later(_REASON.pattern + r"|\b(?:due to|after|following|owing to|thanks to|since|caused|led to|wegen|aufgrund|infolge|nach|suite a|a cause|en raison|debido|tras|a causa|a raiz|dopo|per via|devido|apos|wegens|vanwege|door|na)\b")
_EXACTLY = _Later(r"\b(?:exact|precis|genau|exakt|esatt|definit|official|offiziell|offici|oficial|ufficial|exat|nauwkeurig|guarante|garant|specifi[ck]\b|konkret|concre|specifik|spezifisch)\w*")


_WH = {"en": ("how|what|when|where|which|who|whose|why", "or"), "de": (r"wann|warum|was|wer|wem|wen|welche\w*|weshalb|wie\w*|wieso|wo\w*", "oder"),
       "fr": (r"combien|comment|pourquoi|quand|quel\w*|qui", "ou"), "es": (r"como|cual\w*|cuando|cuant\w+|donde|que|quien\w*", "o"),
       "it": (r"che|chi|come|cosa|dove|perche|qual\w*|quando|quant\w+", "o"), "pt": (r"como|onde|qua(?:l|is)|quando|quant\w+|quem", "ou"),
       "nl": (r"hoe\w*|waar\w*|wanneer|wat|welke?|wie", "of"), "pl": (r"co|czemu|dlaczego|gdzie|ile|jak\w*|kiedy|kto\w*", "czy"), "tr": (r"kac|kim\w*|nasil|ne\w*|hangi\w*", "mi")}
_AUXILIARIES = frozenset("has have had been be being did when that which ist war hat wurde worden wird habe a ete est sont ont ha han sido fue era foi sido e stato stata era foram werd is was werden zijn heeft geworden dat dass die der het dit il its his her their".split())


def _is_given(text: str, tongue: dict) -> bool:
    """Only says again what the question says; of the sources perhaps, in two or three words more. A figure is news where one may have been asked for."""
    if _first(text) in _CONCEDES and (tongue["wide"].match(text) or tongue["named"].search(text) and not _has_digit(text)) and (not _has_digit(text) or tongue["asks"] not in ("", "number", "time")):
        return True                                   # "although the report covers growth of 12 % ..."
    if not tongue["asked"] or _has_digit(text) and tongue["asks"] not in ("reason", "name"):
        return False
    rest = [word for word in text.translate(_NO_MARKS).split() if word.isalpha() and word not in tongue["small"]]
    news = sum(word[:4] not in tongue["asked"] for word in rest)
    return len(rest) > news and news <= (0 if not tongue["sourced"].match(text) else 3 if tongue["asks"] == "reason" else 2)


def _guesses(text: str, tongue: dict) -> re.Match | None:
    """Begins as a guess, which answers after all; not as in "perhaps you will find it in the full report"."""
    guess = tongue["guess"].search(text)
    return guess if guess and (guess.group() in _YES or _has_digit(text) or not (_POINTS.search(text) or _ELSEWHERE.search(text))) else None


_POINTS = _Later(r"\byou (?:can|may|might|could|will|should)\b|\b(?:finden|erfahren|erhalten|bekommen) sie\b|\bsie (?:\w+ ){0,4}(?:finden|erfahren)\b|hilft (?:ihnen|dir)\b|\b(?:trouverez|pouvez|pourrez|pourriez)\b|\b(?:puedas?|pueda[ns]?|puedes?|podria[ns]?|encontrara\w*|encuentre\w*) (?:\w+ )?(?:encontr|consult|contact|obten|esa|esta|mas)"
                     r"|\b(?:puo|puoi|possa|potrebbe|potra|potrai) (?:\w+ )?(?:trovar|contatt|consult|ottener)|\b(?:possa|pode|podera|encontre|consiga) (?:\w+ )?(?:encontr|contat|contact|consult|obter|essa|mais)|\b(?:vindt|kunt) u\b|\bu (?:\w+ ){0,4}(?:vinden|terecht)\b")


# How somebody is sent elsewhere: an imperative or "you can", and whom to ask or where to look; or who "can tell you".
_DIRECTS = _Later(r"""
    ^(?:(?:please|kindly|instead|perhaps|maybe|for (?:that|this|more)[^,.]{0,30}),? )*(?:(?:you|one) (?:can|may|could|might|should|will need to|would have to|need to) (?:also |always |still |either )?|i(?:'d| would)? (?:suggest|recommend|advise) (?:you )?|it(?:'s| is| would be) (?:best|better|worth) (?:to )?|(?:your|the) best (?:bet|option) is to |try )?
    (?:call(?:ing)?|contact(?:ing)?|ask(?:ing)?|check(?:ing)?|visit(?:ing)?|speak(?:ing)? (?:to|with)|talk(?:ing)? to|see|reach(?:ing)? out|writ(?:e|ing) to|e-?mail(?:ing)?|get in touch|consult(?:ing)?|refer(?:ring)? to|look (?:at|on|in|up)|turn to|have a (?:look|word)|give [\w ]{2,30} a (?:call|ring))\b
    |\b(?:can|could|will|would|should|may|might) (?:be able to |be happy to |surely |certainly |probably )?(?:tell|help|advise|assist|inform|answer)(?: you)?\b
    |^(?:(?:bitte|am besten|bei fragen|dazu|hierzu|dafur|schau|ruf|frag|vielleicht) ){0,2}(?:ruf|kontaktier|wend|frag|schau|sieh|prufe|uberpruf|lies|lesen sie|meld|besuch|schreib|konsultier|erkundig)\w*\b|\b(?:sie|du|man) (?:konnen|kannst|konnten|konntest|sollten|solltest|kann)\b.{0,80}\b(?:anrufen|kontaktieren|wenden|(?:nach)?fragen|nachsehen|nachschauen|prufen|nachlesen|erkundigen|melden|besuchen|schreiben)\b
    |\b(?:kann|konnen|wird|werden|hilft|helfen)\b(?: \w+){0,3} (?:ihnen|dir|euch)\b.{0,30}\b(?:weiterhelfen|helfen|auskunft geben|sagen)\b|\bhilft (?:ihnen|dir|euch)\b
    |^(?:(?:veuillez|merci de|n'hesitez pas a|pensez a|essayez de|je vous (?:invite|conseille|suggere|recommande) (?:a |de |d')?|vous (?:pouvez|pourriez|devriez|devez)|tu (?:peux|devrais)|il (?:faut|vaut mieux)|mieux vaut|le mieux est (?:de |d')?)\s?)?(?:appele[zr]|contacte[zr]?|consulte[zr]?|demande[zr] (?:a|au|aux|conseil)\b|verifie[zr]|voyez|voir|(?:vous )?(?:renseigner|adresser|rendre|rapprocher)|(?:renseignez|adressez|rendez|rapprochez)-vous|joindre|ecri(?:vez|re) a|regarde[zr]|visite[zr]|parle[zr] (?:a|avec)\b)|\bpourr(?:a|ont|ait) (?:\w+ ){0,3}?(?:vous|te) (?:aider|repondre|renseigner|le dire|informer)
    |^(?:por favor,? )?(?:(?:te|le|les) (?:recomiendo|sugiero|aconsejo) (?:que )?|lo mejor es |puedes? |pueden |podrias? |deberias? |conviene |intent[ae] )?(?:llam(?:e|a|ar)|consult(?:e|a|ar)|pregunt(?:e|a|ar)|contact(?:e|a|ar)|revis(?:e|a|ar)|visit(?:e|a|ar)|mir(?:e|a|ar)|dirijase|acud(?:a|e|ir)|habl(?:e|a|ar) con|pongase en contacto|ponte en contacto|ponerse en contacto|comuni(?:quese|cate|carse)|escrib(?:a|e|ir) a|comprueb(?:e|a)|verifi(?:que|ca|car))\b|\b(?:podra|podran|puede|pueden|sabra) (?:decirte|decirle|ayudarte|ayudarle|informarte|informarle)|\b(?:te|le) (?:atendera|ayudara|informara|dira)n?\b
    |^(?:per favore,? )?(?:(?:ti|le|vi) (?:consiglio|suggerisco|invito) (?:di |a )?|puoi |puo |potete |potrebbe |conviene |prova a |meglio )?(?:chiam(?:a|i|are|ate)|consult(?:a|i|are)|contatt(?:a|i|are)|chied(?:i|a|ere)|rivolg(?:iti|ersi)|si rivolga|verific(?:a|are)|verifichi|controll(?:a|i|are)|visit(?:a|i|are)|guard(?:a|i|are)|scriv(?:i|a|ere) a|parl(?:a|i|are) con|telefon(?:a|i|are)|veda|vedi)\b|\b(?:potra|potranno|sapra) (?:aiutarti|aiutarla|dirti|dirle|risponder)
    |^(?:por favor,? )?(?:(?:sugiro|recomendo|aconselho) (?:que )?|(?:voce |o senhor )?(?:pode|deve|poderia) |tente |o melhor e )?(?:lig(?:ue|ar)|fal(?:e|ar) com|consult(?:e|ar)|contat(?:e|ar)|contact(?:e|ar)|pergunt(?:e|ar)|entr(?:e|ar) em contat?c?to|verifi(?:que|car)|visit(?:e|ar)|procur(?:e|ar)|veja|escrev(?:a|er) para|acess(?:e|ar)|confir(?:a|ir))\b|\b(?:podera|poderao|pode|sabera) (?:ajudar|informar|responder|dizer|esclarecer)
    |^(?:(?:graag|misschien|eventueel|probeer|het beste|u kunt|je kunt|je kan) ){0,2}(?:bel|kijk|vraag|neem contact|raadpleeg|contacteer|check|bezoek|ga naar|mail|informeer|zie|controleer|overleg met|contact opnemen)\b|\b(?:u|je) (?:kunt|kan)\b.{0,60}\b(?:bellen|vragen|kijken|raadplegen|contact opnemen|mailen|bezoeken|terecht)\b|\bkan (?:u|je) (?:verder )?helpen\b
    |^(?:(?:prosze|najlepiej|mozesz|moze|warto|radze|proponuje|pan|pani) ){0,3}(?:o kontakt|skontakt|zadzwo|zapyta|sprawd|zajrz|napis|zwroc|odwiedz|dopyt)\w*
    |^(?:(?:пожалуиста|вы|можете|лучше|советую|рекомендую|попробуите),? ){0,3}(?:обрат|позвон|свяж|связат|уточн|спрос|посмотр|провер|напиш|заглян)\w*
    |\b(?:danis|sor|bak|ara|basvur|iletisim|ziyaret|kontrol)\w*(?: \w+){0,2}? ?(?:manizi|menizi|abilirsiniz|ebilirsiniz|ogrenebilirsiniz|gecin|edin)\b|ましょうか$""".replace("\n    ", ""))


# What only a text does, whatever the text is called: "the handbook regulates leave for staff; temps are not mentioned".
_COVERS = _Later(r"""\b(?:regelt|regeln|behandelt|behandeln|thematisiert|beschreibt|beschreiben|befasst sich|bezieht sich|(?:gilt|gelten|betrifft|betreffen) (?:nur|ausschliesslich|lediglich))\b|\bfinde ich\b.{0,20}\b(?:nur|lediglich)\b
    |\b(?:only )?(?:regulates?|addresses|discuss(?:es)?|describes?|deals? with|covers? only|only covers?|(?:applies|apply) only|only (?:applies|apply))\b|\bi (?:only|just) (?:see|find|found)\b
    |\b(?:concernent?|portent? sur|traitent? de|reglementent?|decri(?:t|vent)|regi(?:t|ssent))\b|\bje ne (?:trouve|vois) que\b
    |\b(?:regulan?|describen?|tratan? de|se refieren? (?:solo|unicamente)|contemplan?)\b|\bsolo (?:encuentro|veo)\b|\b(?:disciplinan?o?|regola(?:no)?|descriv(?:e|ono)|riguarda(?:no)? (?:solo|soltanto|esclusivamente))\b
    |\b(?:disciplinam?|regulamentam?|descrevem?|tratam? (?:so |apenas |somente )?de)\b|\b(?:behandelt|behandelen|beschrijft|beschrijven|gaat (?:alleen )?over|geldt alleen)\b""".replace("\n    ", ""))


def _covers_else(soft: str, declined: list[str], tongue: dict) -> bool:
    """Does a sentence only say what a text is about, beside what was asked for and is declined?"""
    if not tongue["wanted"] or _has_digit(soft) or not _COVERS.search(soft):
        return False
    here, there = ({word[:5] for word in text.translate(_NO_MARKS).split()} for text in (soft, " ".join(declined)))
    missing = tongue["wanted"] - here
    return bool(missing & there or missing and not tongue["wanted"] & there)


def _directs(soft: str) -> bool:
    """Does a sentence only send the reader elsewhere? After one that declines it states nothing, a telephone number included."""
    return _DIRECTS.search(_bare_sentence(soft)) is not None


def _all_decline(parts: list[str], tongue: dict, name: str) -> bool:
    """Some sentence declines and none states anything; the sentences that hold the cues are read first, since most fail there."""
    if name == "en" and any(_PLURAL_SOURCES.match(part) for part in parts):
        parts = ["the documents" + part[4:] if part.startswith("they ") else part for part in parts]
    cued = [part for part in parts if name in _tongues_in(part, False)[0]]
    plain = [part for place, part in enumerate(parts) if part not in cued and not (place and _directs(part)) and not (cued and _covers_else(part, cued, tongue)) and _plainly_states(part, tongue)]
    if any(not tongue["wide"].match(_bare_sentence(part)) for part in plain):
        return False                                  # most answers that hold a cue end here, before the long pattern is needed
    kinds = {part: _read_sentence(part, tongue) for part in parts if part in cued or part not in plain}
    declined = [part for part in parts if kinds.get(part) == "declines"]
    for place, part in enumerate(parts):              # "I have no data on that. Call 1004, they will tell you"
        if kinds.get(part) == "states" and part not in cued and (_directs(part) and "declines" in map(kinds.get, parts[:place]) or declined and _covers_else(part, declined, tongue)):
            kinds[part] = "neither"
    if not plain and "states" not in kinds.values():
        return "declines" in kinds.values()
    if not any(tongue["firm"].search(part) for part in cued):
        return False
    return all(_read_sentence(part, tongue, True) != "states" for part in parts)


_PLURAL_SOURCES = _Later(r"(?:\w+ ){1,3}(?:documents|passages|sources|excerpts|snippets|texts|results|articles|materials|extracts|reports)\b")


def _declines(text: str) -> bool:
    """One sentence that only declines, in the languages whose cues it holds."""
    soft = _soften(text)
    return any(_read_sentence(soft, _tongue(name)) == "declines" for name in _likeliest(_tongues_in(soft, text.isascii())[0], [soft]))


def _bare_sentence(soft: str) -> str:
    """The sentence without marks around it; "" for a question, or where no word is left."""
    text = soft.strip(" \"'*_-\u2022>\u201c\u201d()[]")
    mark = _ITEM.match(text)
    text = text[mark.end():] if mark else text
    text = _LABEL_OF_NOTHING.sub("", text, 1)
    if not text or not any(c.isalnum() for c in text):
        return ""
    if _LABEL_ALONE.match(text):
        return ""
    if text.rstrip("\"' )")[-1:] in ("?", "\uff1f", "\u061f"):
        return ""
    return text.rstrip(" .!\u3002\uff01\u0964\u06d4\u2026")


_LABEL_ALONE = _Later(r"(?:references?|sources?|citations?|explanation|answer|quellen?|antwort|reponse|fuentes?|respuesta|fonti|fonte|risposta|fontes|resposta|bron(?:nen)?|antwoord)\W*$")
_LABEL_OF_NOTHING = _Later(r"^(?:\*\*)?[^:.,;!?\n]{2,60}:(?:\*\*)?\s+(?=(?:not |no |none|unknown|unspecified|n/a|keine |nicht |unbekannt|non |aucun|sin |nao |nenhum|nessun|niet |geen |nie |brak)|\u043d\u0435 |\u043d\u0435\u0442)")


def _plainly_states(soft: str, tongue: dict) -> bool:
    """Does a sentence without any cue of declining state something, as the short patterns tell? False leaves it open."""
    text = _bare_sentence(soft)
    return bool(text) and not tongue["about"].search(text) and not tongue["speaker"].match(text) and _states_alone(text, tongue)


def _read_sentence(soft: str, tongue: dict, firm: bool = False) -> str:
    """'declines', 'states' or 'neither' (polite words, questions, what the documents are about).

    `firm`: the answer ends in a refusal, so that a sentence that has a source for its subject is about that source.
    Where a reason is asked for, what stands before "but no reason is given" only repeats the question.
    """
    text = _bare_sentence(soft)
    if not text:
        return "neither"
    if _NO_OTHER.search(text) and not firm and (mark := tongue["contrast"].search(text)) and _NO_OTHER.search(text, mark.end()) and tongue["sourced"].match(text):
        return "states"                               # "it lists red and blue, but no other colours"
    found = tongue["declines"].search(text)
    if not found:
        if firm and tongue["wide"].match(text):
            return "neither"
        if tongue["about"].search(text) or tongue["speaker"].match(text) or (tongue["asked"] or tongue["wanted"]) and tongue["sourced"].match(text):
            kinds = _continued(text, tongue)
            if "declines" in kinds:
                return "states" if "states" in kinds else "declines"
        return "states" if _states_alone(text, tongue) else "neither"
    if _FIGURE_FIRST.match(text) and not firm:        # "230 V. The manual gives no frequency", where no sentence was seen to end
        return "states"
    reason = _REASON.search(text)
    if reason and found.start() >= reason.start() and not firm and not tongue["firm"].search(text, reason.start()):           # "it was closed because there was too little information"
        head = text[:reason.start()].strip(" ,")
        rest = text[reason.start():].partition("\uff0c" if "\uff0c" in text else ",")[2]
        if not tongue["declines"].search(rest) and (not head or len(head.split()) > 2 and not any(tongue[kind].search(head) for kind in ("polite", "about"))):
            return "states"
    hint = _HINTS.search(text, found.end())           # "not stated, but from the map it looks like ten minutes"
    if hint and not tongue["declines"].search(text, hint.start()) and not tongue["polite"].search(text, hint.end()):
        return "states"
    if ";" in text and not firm:                      # "On the first; the contract is silent on late fees"
        first = text.partition(";")[0]
        if len(first.split()) > 1 and not any(tongue[kind].search(first) for kind in ("declines", "polite", "about")) and not tongue["wide"].match(first):
            return "states"
    if not firm and tongue["asks"] in ("", "number", "time") and _has_digit(found.group()) and tongue["contrast"].search(found.group()) and not _is_beside(text[:found.end()].rpartition(",")[0], text[found.end():], tongue):
        return "states"                               # "It lists 3 days for letters, but not for parcels"
    clauses = _clauses(text, tongue, found)
    if not firm and tongue["asks"] == "reason" and len(clauses) > 1 and _CAUSE.search(clauses[-1]) and not any(_CAUSE.search(clause) or _REASON.search(clause) or _has_digit(clause) for clause in clauses[:-1]):
        last = _with_source(clauses[-1], tongue)
        return _read_clause(last, tongue, 0, 1) if tongue["declines"].search(last) else "states"
    if len(clauses) > 1 and (tongue["about"].search(clauses[0]) or tongue["wide"].match(clauses[0]) or tongue["sourced"].match(clauses[0])):   # "but gives no date": the subject put back
        clauses = [_with_source(clause, tongue) if n else clause for n, clause in enumerate(clauses)]
    last = clauses[-1] if len(clauses) > 1 and tongue["declines"].search(clauses[-1]) else ""
    kinds = ["neither" if not tongue["declines"].search(clause) and (firm and tongue["wide"].match(clause) or last and _is_beside(clause, last, tongue)) else _read_clause(clause, tongue, n, len(clauses))
             for n, clause in enumerate(clauses)]
    return "states" if "states" in kinds else "declines" if "declines" in kinds else "neither"


def _continued(text: str, tongue: dict) -> list[str]:
    """Clauses that leave their subject out ("the texts describe returns but give no deadline"), read with it put back."""
    left, clauses = 0, []
    joints = tongue["joints"].search(text) is None and _first(text) in _CONCEDES      # "although the text describes it, gives no date"
    for mark in _COMMA.finditer(text) if joints else tongue["joints"].finditer(text):
        clauses.append(text[left:mark.start()])
        left = mark.end()
    clauses.append(text[left:])
    subject = "i " if tongue["speaker"].match(text) else tongue["source"] + " " * tongue["spaced"]
    out = []
    for n, clause in enumerate(clause for clause in (clause.strip(" ,") for clause in clauses) if clause):
        whole = subject + clause if n else clause
        if n and not tongue["declines"].search(whole):
            whole = clause + tongue["within"]
        if n and tongue["declines"].search(whole):
            out.append(_read_clause(whole, tongue, n, len(clauses)))
        elif _is_about(clause, tongue) or tongue["polite"].search(clause):
            out.append("neither")
        else:
            rest = text.partition(clause)[2]
            out.append("states" if _is_statement(clause, tongue, n == 0) and not _is_beside(clause, rest, tongue) else "neither")
    return out


def _with_source(clause: str, tongue: dict) -> str:
    """The clause, with the source it speaks of put before or behind it where it declines only so."""
    if tongue["declines"].search(clause):
        return clause
    return next((whole for whole in (tongue["source"] + " " * tongue["spaced"] + clause, clause + tongue["within"]) if tongue["declines"].search(whole)), clause)


_INSERTED = _Later(r",?\s?(?:dock|daremot|vsak|ovsem|namun|tuy nhien|проте|втім|натомість|however|though|aber|jedoch|allerdings|doch|dennoch|cependant|toutefois|pourtant|donc|sin embargo|no obstante|tuttavia|pero|porem|contudo|no entanto|entretanto|echter|toch|dus"
                       r"|jednak|wiec|ancak|\u043e\u0434\u043d\u0430\u043a\u043e|\u5374|\u800c)[,\s]?\Z")


def _clauses(text: str, tongue: dict, found: re.Match) -> list[str]:
    """The sentence cut at contrasts, except inside what declines ("the text, however, does not say")."""
    out, left = [], 0
    for mark in tongue["contrast"].finditer(text):
        if found.start() < mark.start() and (mark.end() <= found.end() + 1 and _INSERTED.match(mark.group()) or mark.end() <= found.end() and ";" not in mark.group()):
            continue
        out.append(text[left:mark.start()])
        left = mark.end()
    return [clause.strip(" ,\uff0c\u3001\u060c") for clause in (*out, text[left:]) if clause.strip(" ,\uff0c\u3001\u060c")]


_COMMA = _Later(r"[,\uff0c\u3001\u060c]\s?")


_FRAGMENT = frozenset("""only just not nor merely simply rather nothing neither none instead nur lediglich nicht kein keine sondern seulement uniquement ni pas rien solo solamente unicamente tampoco soltanto
neppure apenas somente nem alleen enkel slechts noch geen tylko jedynie ani sadece yalnizca только лишь ни فقط ولا केवल सिर्फ""".split())


_ONLY = frozenset("only nur lediglich seulement uniquement solo solamente unicamente soltanto apenas somente alleen enkel slechts tylko jedynie sadece yalnizca jen pouze jenom bara endast enbart hanya cuma chi только лишь лише тільки فقط केवल सिर्फ".split())


def _read_clause(clause: str, tongue: dict, place: int, total: int) -> str:
    """One clause of a sentence that declines somewhere."""
    found = tongue["declines"].search(clause)
    guess = _guesses(clause, tongue)
    if guess and (guess.group() in _YES or not (found and found.start() <= guess.end() + 2)):         # "it seems the documents do not say" declines all the same
        return "states"
    if not found:
        if tongue["polite"].search(clause) and not _figures(clause, tongue) or _is_about(clause, tongue) or _is_given(clause, tongue):
            return "neither"
        if place < total - 1:
            pieces = [clause] if tongue["spaced"] else _COMMA.split(clause)
            if any(_is_statement(piece, tongue, True) for piece in pieces):
                return "states"
            if tongue["spaced"]:                      # "Blue, it seems, but ...": what a contrast follows has been said
                return "states" if len(clause.split()) > 1 and _first(clause) not in tongue["lead"] | tongue["opens"] else "neither"
            return "states" if tongue["marked"] and len(pieces[-1]) > 5 and not _LEADS_UNSPACED.match(pieces[-1]) else "neither"
        whole = len(clause.split()) > 3 and _first(clause) not in tongue["opens"] and _first(clause) not in tongue["lead"] and _first(clause) not in _FRAGMENT
        return "states" if _asserts(clause, tongue) or _has_digit(clause) or whole else "neither"
    before, after = clause[:found.start()], clause[found.end():]
    if tongue["reported"].search(clause) or tongue["duty"].search(clause):
        return "states"
    if tongue["unless"].match(clause) and not tongue["marked"]:
        return "neither"                              # what follows is a clause of its own
    if tongue["unless"].match(clause) and (rest := _COMMA.split(after, 1)[1:]):      # "if you do not know it, leave it blank"
        return "declines" if tongue["declines"].search(rest[0]) else "neither" if tongue["polite"].search(rest[0]) else "states"
    if tongue["unless"].match(clause) and len(after.split()) > 2 and not tongue["declines"].search(after) and not tongue["polite"].search(after) and _asserts(after, tongue):
        return "states"                               # the same without a comma
    pieces = _COMMA.split(before)
    subject = pieces.pop() if pieces else ""
    if any(_is_statement(piece, tongue, True) for piece in pieces):
        return "states"
    cut = None
    for cut in tongue["coordinate"].finditer(subject):
        pass
    if cut and _is_statement(subject[:cut.start()], tongue, False):
        return "states"
    pieces = _COMMA.split(after)
    for mark in tongue["coordinate"].finditer(pieces[0]):
        rest = pieces[0][mark.end():]
        if _first(rest) not in tongue["opens"] and _first(rest) in _SUBJECT and _asserts(rest, tongue) and not tongue["declines"].search(rest) and not tongue["polite"].search(rest) \
                and not tongue["about"].search(rest):
            return "states"
    if any(_is_statement(piece, tongue, False) for piece in pieces[1:]):
        return "states"
    return "declines"


_FIGURE_FIRST = _Later(r"[$\u20ac\u00a3~]?\d[\d.,:]*\s?[^\W\d_]{0,5}[%\u00b0]?[.;,]\s")
_HINTS = _Later(r"\b(?:looks? like|seems? (?:like|to be)|appears to be|suggests? (?:that|it|a)|sembra\w*|sembrano|parece\w*|semble\w*|lijkt|lijken|durfte\w*|deutet|deuten|points? to|apuntan?|apontam?|fa pensare|lascia pensare|(?:laisse|tout indique|porte a)|wijst op|wijzen op|wskazuje na|wynika,? ze|wyglada na|gorunuyor|haritaya gore)\b"
                    r"|\u0441\u0443\u0434\u044f \u043f\u043e|\u043f\u043e\u0445\u043e\u0436\u0435|\u0443\u043a\u0430\u0437\u044b\u0432\u0430\u0435\u0442 \u043d\u0430|\u770b\u8d77\u6765|\u8868\u660e|\u7591\u308f\u308c|\u3068\u601d\u308f\u308c|\ubcf4\uc785\ub2c8\ub2e4|\u064a\u0628\u062f\u0648")


def _is_statement(piece: str, tongue: dict, before: bool) -> bool:
    """Does a stretch between commas state something? Before the part that declines, a long one without a preposition does too."""
    piece = piece.strip(" \"'*.-\u2013")
    if not piece or tongue["declines"].search(piece):
        return False
    guess = _guesses(piece, tongue)
    if guess:
        return guess.end() < len(piece) or guess.group() in _YES
    if tongue["polite"].search(piece) or _is_about(piece, tongue) or _is_given(piece, tongue) or tongue["relative"].match(piece):
        return False
    first, size = _first(piece), len(piece.split())
    if not tongue["spaced"]:
        return len(piece) > 3 and bool(tongue["states"].search(piece)) and not _LEADS_UNSPACED.match(piece)
    if first in tongue["opens"] or not before and not _has_digit(piece) and not _ONLY.isdisjoint(piece.split()[:4]):
        return False                                  # "..., only dates and prices are given"
    if size < 3:
        return before and first not in tongue["lead"] and _has_digit(piece)
    if first in tongue["lead"]:
        return _has_digit(piece) and (first in _CONCEDES or _asserts(piece, tongue)) or first in _CONCEDES and _asserts(piece, tongue)
    return _asserts(piece, tongue) or before and (size > 3 or _has_digit(piece))


_LEADS_UNSPACED = _Later(r"(?:\u0e43\u0e19|\u0e08\u0e32\u0e01|\u0e15\u0e32\u0e21|\u0e2a\u0e4d\u0e32?\u0e2b\u0e23\u0e31\u0e1a|\u0e2a\u0e33\u0e2b\u0e23\u0e31\u0e1a|\u0e40\u0e01\u0e35\u0e48\u0e22\u0e27\u0e01\u0e31\u0e1a|\u0e2b\u0e32\u0e01|\u0e16\u0e49\u0e32|\u0e40\u0e19\u0e37\u0e48\u0e2d\u0e07\u0e08\u0e32\u0e01|\u0e2a\u0e48\u0e27\u0e19"
                             r"|\u6839\u636e|\u6839\u64da|\u57fa\u4e8e|\u5173\u4e8e|\u95dc\u65bc|\u5bf9\u4e8e|\u81f3\u4e8e|\u5728|\u4ece|\u7531\u4e8e|\u7ecf\u8fc7|\u901a\u8fc7|\u5982\u679c|\u9274\u4e8e|\u76ee\u524d|\u5c31"
                             r"|[^\u3001\uff0c]{0,40}(?:\u306b\u3064\u3044\u3066\u306f?|\u306b\u95a2\u3057\u3066\u306f?|\u306b\u95a2\u3059\u308b|\u306b\u306f|\u3067\u306f|\u304b\u3089\u306f?|\u3059\u308b\u3068|\u898b\u308b\u9650\u308a|\u9650\u308a|\u306b\u57fa\u3065\u304f\u3068|\u306b\u3088\u308b\u3068)\Z)")
_CONCEDES = frozenset("although though while even whereas obwohl obgleich wahrend laut gemass nach bien quoique alors selon d'apres aunque si segun sebbene benche anche mentre secondo embora ainda segundo "
                      "hoewel alhoewel terwijl volgens choc chociaz mimo wedlug zgodnie ackoli ackoliv prestoze podle aven trots enligt meskipun walaupun menurut mac tuy theo \u0445\u043e\u0447\u0430 \u043f\u043e\u043f\u0440\u0438 \u0437\u0433\u0456\u0434\u043d\u043e according per \u0445\u043e\u0442\u044f \u0441\u043e\u0433\u043b\u0430\u0441\u043d\u043e \u0631\u063a\u0645 \u062d\u0633\u0628 \u0648\u0641\u0642\u0627".split())


def _asserts(piece: str, tongue: dict) -> bool:
    """A finite verb (or, where no list of verbs serves, what stands for one)."""
    if tongue["states"] is not None:
        return bool(tongue["states"].search(piece))
    tokens = piece.split()
    return any(word.strip(_QUOTES) in _VERBS for word in tokens[1:]) or bool(tokens) and tokens[0].endswith(("'s", "'re", "'m", "'ll", "'ve")) and tokens[0] != "let's"


# "Perhaps it is on the official website": a guess that only points to another place.
_ELSEWHERE = _Later(r"\b(?:official (?:web ?)?(?:site|page|channel)s?|web ?sites?|webseite|internetseite|offizielle\w* (?:seite|website)|site (?:web|officiel|oficial|ufficiale)|(?:sitio|pagina) (?:web|oficial)|na (?:oficjalnej )?stronie|web sitesi\w*"
                        r"|situs (?:resmi|web)\w*|hemsidan?|webbplats\w*|trang web|webu|webov\w+ strank\w+)\b|на (?:официальном |офіціиному )?саит|官网|官方网站|网站|公式サイト|ホームページ|홈페이지|웹사이트|الموقع|वेबसाइट|เว็บไซต์")


def _states_alone(text: str, tongue: dict) -> bool:
    """A sentence that declines nothing: a statement unless polite, about the sources' contents, or empty."""
    if tongue["guess"].search(text) and _guesses(text, tongue) or _figures(text, tongue) and not _is_given(text, tongue) and not _is_about(text, tongue):
        return True
    if tongue["polite"].search(text) or _is_about(text, tongue) or _is_given(text, tongue) or tongue["guess"].search(text):
        return False
    return any(word.strip(_QUOTES) not in _FILLER for word in text.split())


def _figures(text: str, tongue: dict) -> bool:
    """Polite words beside a figure and a verb: a statement after all, unless the figure is a telephone number or an address."""
    if not _has_digit(text) or not _asserts(text, tongue):
        return False
    return _CONTACT.search(text) is None


_CONTACT = _Later(r"@|https?:|www\.|\d{3}[\s-]\d{3,4}|\+\d{2}|\b(?:call|phone|contact|email|tel|extension|ext|24/7|anruf\w*|telefon\w*|appel\w*|llam\w*|chiam\w*|lig\w*|bel)\b|\u7535\u8bdd|\u96fb\u8a71|\uc804\ud654|\u0647\u0627\u062a\u0641|\u0442\u0435\u043b\u0435\u0444\u043e\u043d")


def _has_digit(text: str) -> bool:
    """A figure; not the digits of a name, as in Q3, X-200 or article 9."""
    return _FIGURE.search(text) is not None


_FIGURE = _Later(r"\d(?<![\d.,:]\d)(?<!\b[a-z]\d)(?<!\b[a-z]-\d)(?<!article \d)(?<!page \d)(?<!section \d)(?<!chapter \d)(?<!artikel \d)(?<!seite \d)(?<!abschnitt \d)(?<!kapitel \d)(?<!articulo \d)(?<!seccion \d)(?<!capitulo \d)(?<!articolo \d)(?<!sezione \d)(?<!capitolo \d)(?<!pagina \d)(?<!artigo \d)(?<!secao \d)(?<!hoofdstuk \d)")


def _is_about(text: str, tongue: dict) -> bool:
    """Says what the sources are about, which is no answer. A figure makes it one, but for what they give "only"."""
    return tongue["about"].search(text) is not None and (not _has_digit(text) or bool(_ONLY_ABOUT.search(text)) and not _ROUNDS.search(text))


_ONLY_ABOUT = _Later(r"\b(?:only|closest|nearest|solely|merely|exclusively|nur|lediglich|ausschliesslich|seulement|uniquement|exclusivement|ne \w+ que|solo|solamente|unicamente|exclusivamente|soltanto|esclusivamente|apenas|somente"
                   r"|alleen|enkel|slechts|uitsluitend|tylko|jedynie|wylacznie|sadece|yalnizca)\b")
_ROUNDS = _Later(r"\b(?:about|around|roughly|approximately|some|over|than|least|most|nearly|almost|etwa|circa|ca|rund|ungefahr|uber|als|mindestens|hochstens|knapp|fast|environ|plus de|moins|pres de|quelque|mas de|menos|unos|unas|cerca|alrededor"
                     r"|mais de|almeno|quasi|oltre|piu di|ongeveer|ruim|minstens|bijna|okolo|ponad|yaklasik|say\w*|says that|that|dass|que|che|dat)[ .]{1,2}[$\u20ac\u00a3]?\d")


def _first(text: str) -> str:
    """The first word, bare."""
    return text.split(None, 1)[0].strip(_QUOTES) if text.strip() else ""


# ----- relevance and correctness: what words can tell of them -----
_ASKS = (   # question type, and how it is asked; the first that fits counts
    ("number", _Later(r"\b(?:how (?:many|much|old|long|tall|high|far|big|large|deep|wide|heavy|fast|often|expensive)|what (?:number|percentage|percent|share|amount|proportion|fraction|price|cost)|(?:price|cost|number|amount|percentage) of"
                          r"|wie (?:viele?|oft|lange|hoch|gross|alt|weit|schwer|teuer)|wieviele?|combien|cuant[oa]s?|quant[oiae]s?|hoeveel|hoe (?:vaak|lang|oud|hoog)|ile|kac|ne kadar)\b"
                          r"|\b\u0441\u043a\u043e\u043b\u044c\u043a\u043e\b|\u591a\u5c11|\u51e0(?:\u4e2a|\u5929|\u5e74|\u6b21|\u70b9|\u4eba)|\u591a(?:\u957f|\u9ad8|\u5927|\u4e45|\u8fdc)|\u3044\u304f\u3064|\u3044\u304f\u3089|\u4f55(?:\u4eba|\u65e5|\u5e74|\u500b|\u56de|\u6642\u9593|\u5186)|\uba87 ?|\uc5bc\ub9c8|\u0643\u0645 |\u0915\u093f\u0924\u0928")),
    ("time", _Later(r"\b(?:when|what (?:year|date|day|time|month|century)|(?:which|in which) (?:year|month|day|century)|since when|until when|wann|ab wann|quand|cuando|quando|wanneer|kiedy|ne zaman|hangi (?:yil|tarih))\b"
                        r"|\b\u043a\u043e\u0433\u0434\u0430\b|\u4ec0\u4e48\u65f6\u5019|\u4f55\u65f6|\u54ea\u4e00?\u5e74|\u3044\u3064|\uc5b8\uc81c|\u0645\u062a\u064a|\u0915\u092c")),
    ("name", _Later(r"^\W*(?:and |but |so )?(?:who|whom|whose|by whom|wer|wem|wen|wessen|qui|quien|quienes|chi|quem|wie is|wie was|wie heeft|kto|kim)\b|^\W*(?:\u043a\u0442\u043e|\u043a\u043e\u043c\u0443|\u043a\u0435\u043c)\b|\u8c01|\u8ab0|\u3060\u308c|\ub204\uac00|\ub204\uad6c|^\W*\u0645\u0646 |\u0915\u094c\u0928|\u0915\u093f\u0938\u0928\u0947")),
    ("polarity", _Later(r"^\W*(?:so |and |but )?(?:is|are|was|were|am|do|does|did|can|could|will|would|shall|should|has|have|had|may|might|must|isn't|aren't|don't|doesn't|didn't|can't|won't"
                            r"|ist|sind|war|waren|hat|haben|kann|konnen|darf|muss|mussen|wird|werden|gibt es|gilt|est-ce que?|es-tu|peut-on|puis-je|y a-t-il|e possibile|posso|si puo|czy|kan|mag|moet|heeft)\b"
                            r"|\b\u043b\u0438\b|\u5417|\u55ce|\u662f\u5426|(?:\u3067\u3059|\u307e\u3059|\u307e\u305b\u3093)\u304b|^\W*\u0647\u0644 |^\W*\u0915\u094d\u092f\u093e |\bm[iu]\b\W*$|(?:\ub098\uc694|\uc2b5\ub2c8\uae4c|\uc778\uac00\uc694)\W*$")),
)
_NUMBER_SAID = _Later(r"\d|\b(?:zero|none|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|quarter|third|once|twice|single|couple|free|no|unlimited|both|daily|weekly|monthly|yearly|annually|hourly|every"
                          r"|kein\w*|null|eins?|eine[nrm]?|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|hundert|tausend|million\w*|gratis|kostenlos|deux|trois|quatre|cinq|sept|huit|neuf|dix|cent|mille|gratuit\w*|aucun\w*|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|cien\w*|mil|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|cento|dois|duas|quatro|sete|oito|dez|twee|drie|vijf|zes|zeven|negen|tien|geen|dwa|dwie|trzy|cztery|piec|bir|iki|uc|dort|bes|alti|yedi|sekiz|dokuz|on|yuz|bin)\b"
                          r"|\u043e\u0434\u0438\u043d|\u043e\u0434\u043d|\u0434\u0432[\u0430\u0435]|\u0442\u0440\u0438|\u0447\u0435\u0442\u044b\u0440|\u043f\u044f\u0442|\u0448\u0435\u0441\u0442|\u0441\u0435\u043c|\u0432\u043e\u0441\u0435\u043c|\u0434\u0435\u0432\u044f\u0442|\u0434\u0435\u0441\u044f\u0442|\u0441\u0442\u043e|\u0442\u044b\u0441\u044f\u0447|\u0431\u0435\u0441\u043f\u043b\u0430\u0442|[\u4e00\u4e8c\u4e24\u5169\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u767e\u5343\u4e07\u842c\u4ebf\u534a\u96f6]|\ud55c |\ub450 |\uc138 |\ub124 |\ub2e4\uc12f|\uc5ec\uc12f|\uc77c\uacf1|\uc5ec\ub35f|\uc544\ud649|\uc5f4|\u0648\u0627\u062d\u062f|\u0627\u062b\u0646|\u062b\u0644\u0627\u062b|\u0627\u0631\u0628\u0639|\u062e\u0645\u0633|\u0633\u062a|\u0633\u0628\u0639|\u062b\u0645\u0627\u0646|\u062a\u0633\u0639|\u0639\u0634\u0631|\u0645\u0626\u0629|\u0627\u0644\u0641|\u0645\u062c\u0627\u0646|\u090f\u0915|\u0926\u094b|\u0924\u0940\u0928|\u091a\u093e\u0930|\u092a\u093e\u091a|\u091b\u0939|\u0938\u093e\u0924|\u0906\u0920|\u0928\u094c|\u0926\u0938|\u0938\u094c|\u0939\u091c\u093e\u0930")
_TIME_SAID = _Later(r"\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|spring|summer|autumn|fall|winter|today|tomorrow|yesterday|tonight|now|noon|midnight|morning|evening|afternoon|night|weekends?|weekdays?"
                        r"|centur(?:y|ies)|decade|year|years|month|months|weeks?|days?|hours?|minutes?|after|before|during|once|until|since|when|while|as soon as|upon|immediately|never|always|ever|daily|weekly|soon|later|earlier|first|last|next|currently|recently"
                        r"|januar|februar|marz|mai|juni|juli|oktober|dezember|(?:mon|diens|mitt|donners|frei|sams|sonn)tags?|mittwochs?|heute|morgen|gestern|nach|vor|jahr\w*|monat\w*|woche\w*|tag\w*|sobald|wenn|bis|seit|nie|immer"
                        r"|janvier|fevrier|mars|avril|juin|juillet|aout|septembre|octobre|novembre|decembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|apres|avant|depuis|jamais|jour\w*|mois|ans?|annee\w*|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|miercoles|jueves|viernes|sabado|domingo|despues|antes|desde|nunca|dias?|mes\w*|anos?|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|novembre|dicembre|dopo|prima|giorn\w|ann[oi])\b"
                        r"|[\u5e74\u6708\u65e5\u5929\u5468\u9031\u65f6\u6642\u540e\u5f8c\u524d]|\ub144|\uc6d4|\uc77c|\uc8fc|\uc2dc|\uc774\ud6c4|\uc804|\u0433\u043e\u0434|\u043c\u0435\u0441\u044f\u0446|\u0434\u043d|\u0434\u0435\u043d\u044c|\u043d\u0435\u0434\u0435\u043b|\u043f\u043e\u0441\u043b\u0435|\u0434\u043e |\u0447\u0430\u0441|\u0639\u0627\u0645|\u0633\u0646\u0629|\u0633\u0646\u0647|\u0634\u0647\u0631|\u064a\u0648\u0645|\u0628\u0639\u062f|\u0642\u0628\u0644|\u0938\u093e\u0932|\u0935\u0930\u094d\u0937|\u0926\u093f\u0928|\u092e\u0939\u0940\u0928|\u092c\u093e\u0926|\u092a\u0939\u0932\u0947")
_NAME_SAID = _Later(r"(?<![.!?]\s)(?<!^)\b[A-Z\u00c0-\u00de\u0410-\u042f][\w'-]+|^[\"'*]*[A-Z\u00c0-\u00de\u0410-\u042f][\w.'-]+(?:\s[A-Z\u00c0-\u00de\u0410-\u042f]|[.!]?$)|\b(?:he|she|they|team|company|staff|department|manager|director|customers?|employees?|members?|people|person|anyone|everyone|no one|nobody|users?|owner|author|by the|group|government|students?|admins?\w*|doctor|parents?|teachers?)\b|[^\x00-\u024f]", re.M)
_NUMBER_CUES = ("how ", "what ", "e of", "t of", "r of", "wie ", "wieviel", "combien", "cuant", "quant", "hoe", "ile", "kac", "ne kadar")
_TIME_CUES = ("when", "what ", "which ", "wann", "quand", "cuando", "quando", "wanneer", "kiedy", "ne zaman", "hangi ")
_ASKING = frozenset("""how what when which who whom whose since until number price cost amount percentage is are was were am do does did can could will would shall should has have had may might must
isn't aren't don't doesn't didn't can't won't wie wieviel wieviele wann ab wer wem wen wessen ist sind war waren hat haben kann konnen darf muss mussen wird werden gibt gilt combien quand qui est-ce est-ce-que es-tu peut-on
puis-je y cuanto cuanta cuantos cuantas quanto quanta quanti quante quantos quantas cuando quando quien quienes chi quem hoeveel hoe wanneer kan mag moet heeft ile kiedy kto czy kac ne kim mi mu hangi e posso si""".split())
_YES = frozenset("yes yeah yep yup correct right true indeed absolutely certainly definitely sure affirmative ja jawohl oui si sim tak evet da \u0434\u0430 \u662f \u662f\u7684 \u5bf9 \u5bf9\u7684 \u53ef\u4ee5 \u80fd \u306f\u3044 \ub124 \uc608 \u0646\u0639\u0645 \u0939\u093e \u091c\u0940 s\u00ed s\u00ec".split())
_NO = frozenset("no nope not incorrect wrong false never negative nein non nao n\u00e3o nee nie hayir hay\u0131r \u043d\u0435\u0442 \u4e0d \u5426 \u4e0d\u662f \u4e0d\u80fd \u4e0d\u53ef\u4ee5 \u3044\u3044\u3048 \uc544\ub2c8\uc694 \uc544\ub2c8\uc624 \u0643\u0644\u0627 \u0644\u0627 \u0928\u0939\u0940 \u0928\u0939\u0940\u0902".split())
_TURNS = frozenset("not no never none nobody nothing neither nor without cannot unable lack lacks fail fails failed impossible refuse refused nicht kein keine keinen keiner keinem nie niemals ohne ne pas jamais aucun aucune sans sin nunca ningun ninguna senza nessun nessuna mai sem nenhum nenhuma nao n\u00e3o "
                       "niet geen zonder nooit nie bez \u043d\u0435 \u043d\u0435\u0442 \u0431\u0435\u0437 \u043d\u0438\u043a\u043e\u0433\u0434\u0430 \u0644\u0627 \u0644\u0645 \u0644\u0646 \u0644\u064a\u0633 \u0928\u0939\u0940\u0902 \u0928\u0939\u0940 degil de\u011fil yok non".split())
_NEGATED_UNSPACED = _Later(r"[\u4e0d\u6ca1\u6c92\u672a\u65e0\u7121\u975e]|\u307e\u305b\u3093|\u306a\u3044|\uc54a|\uc5c6|\ubabb")
_ADDRESSES = 0.5      # share of the query's weighted words from which an answer that has what was asked for is called relevant
_OFF = 0.34           # below this, an answer that also lacks the number, time or name that was asked for is called irrelevant
_SAME = 0.8           # share of the reference's weighted words from which an answer without a differing value is called correct
_UNLIKE = 0.3         # below this share of a long reference's words, its values are not looked at
_RELATED = 0.6        # from here on, a differing value or polarity is about the same thing, and so makes the answer wrong
_QUESTION_WORDS = frozenset("what which who whom whose when where why how many much long old tell explain describe list give name show please define difference mean meaning does work happen kind type sort".split())
_NOT_ASKED = STOPWORDS | _QUESTION_WORDS


def answer_relevance(query: str | None, answer: str | None, said: frozenset | None = None) -> tuple[float | None, bool | None]:
    """Does the answer address the query, as (score 0..1, True, False or None for words cannot tell).

    The score is the share of the query's content words (longer ones weigh more) that the answer takes up, raised when the
    answer holds what the type of question wants: how many a number, when a time, who a name, yes/no a polarity. Few shared
    words alone never make an answer irrelevant; lacking both them and what was asked for does, and so does an answer that
    only repeats the question. `said`: words(answer), where they are at hand. (None, None) without a query or an answer; abstentions are the caller's to leave out.
    """
    if not query or not answer or not query.strip() or not answer.strip():
        return None, None
    asked = [word for word in dict.fromkeys(words(query)) if word not in _NOT_ASKED]
    said = frozenset(words(answer)) if said is None else said
    total = _mass(asked)
    cover = min(1.0, _mass(said.intersection(asked)) / total) if total else None
    kind = _question_type(query)
    met = _meets(kind, query, answer, said, cover)
    if answer.rstrip()[-1:] in "?\uff1f\u061f" and not (set(content_words(answer)) - set(asked)):
        return 0.0, False
    base = cover if cover is not None else 0.5
    if kind is None or met is None:
        score = base
    else:
        score = 0.5 + 0.5 * base if met else 0.5 * base
    if met is False:
        return score, False if base < _OFF else None
    if met and (base >= _ADDRESSES or len(said) <= 4):
        return score, True                            # "30 days." to "how long": short answers repeat nothing
    if kind is None and base >= _RELATED:
        return score, True
    return score, None


def _mass(held: Iterable[str]) -> float:
    """How much some words say about a matter: numbers and long words tell more than short ones."""
    return sum([min(len(word), 8) if word >= ":" else 8 for word in held])   # digits sort before letters


def _question_type(query: str) -> str | None:
    """number, time, name, polarity, or None for a question of another kind (or none: "Summarise the text")."""
    soft = query.lower() if query.isascii() else _soften(query)
    plain = soft.isascii()
    if plain and _ASKING.isdisjoint(soft.replace("?", " ").split()):
        return None
    for kind, pattern in _ASKS:
        if plain and (kind == "number" and not _holds(soft, _NUMBER_CUES) or kind == "time" and not _holds(soft, _TIME_CUES)):
            continue
        if plain and (kind == "name" or kind == "polarity" and "mi" not in soft and "mu" not in soft):
            found = pattern.match(soft)               # asked at the beginning, where a text of these letters asks for them
        else:
            found = pattern.search(soft)
        if found:
            if kind == "polarity" and re.search(r"\bor\b|\boder\b|\bou\b|\bo\b", soft):
                return None                           # "Is it red or blue?" wants a choice
            return kind
    return None


def _meets(kind: str | None, query: str, answer: str, said: frozenset, cover: float | None) -> bool | None:
    """Does the answer hold what this type of question wants? None where the type is open or cannot be seen."""
    if kind is None:
        return None
    soft = answer.lower() if answer.isascii() else _soften(answer)
    if kind == "number":
        return bool(_NUMBER_SAID.search(soft)) or bool(re.search(r"\b(?:long|old|often|lange|oft)\b", query.lower()) and _TIME_SAID.search(soft))
    if kind == "time":
        return bool(_TIME_SAID.search(soft))
    if kind == "name":
        return bool(_NAME_SAID.search(answer)) or None if answer.islower() else bool(_NAME_SAID.search(answer))
    if _polarity(answer) is not None or said & _TURNS or _NEGATED_UNSPACED.search(answer):
        return True
    return True if cover is not None and cover >= _ADDRESSES else None


def _polarity(text: str) -> bool | None:
    """True for a text that opens with yes, False for no, None for one that opens with neither."""
    first = text[:80].strip(_QUOTES)[:24].lower().split(None, 2)
    word = first[0] if first else ""
    if not word.isalpha():
        word = re.split(r"[,.;:!\uff0c\u3002\u3001\u060c-]", word)[0]
    if word in _YES:
        return True
    return False if word in _NO and not (word in ("no", "not") and len(first) > 1 and first[0] == word and first[1] in ("one", "only", "doubt", "longer")) else None


def answer_correctness(answer: str | None, reference: str | None, got: list[str] | None = None, have: frozenset | None = None) -> tuple[float | None, bool | None]:
    """Is the answer right by the reference, as (score 0..1, True, False or None for words cannot tell).

    The score is the share of the reference's content words and values that the answer holds. True: the reference's words stand
    in the answer (a short reference as one run, negation alike), or at least 80 % of them with every value. False: yes against
    no, a value that differs in kind for kind (with a reference that is little but the value, or with 60 % of the words
    shared), or the same words with the negation turned. Other wording is None with its score: 'NYC' may be 'New York City'.
    `got`: words(answer), and `have` the set of them, where they are at hand.
    """
    if not answer or not reference or not answer.strip() or not reference.strip():
        return None, None
    got, want = words(answer) if got is None else got, words(reference)
    if not want:
        return None, None
    if got == want:
        return 1.0, True
    yes, wanted = _polarity(answer), _polarity(reference)
    content = [word for word in dict.fromkeys(want) if word not in STOPWORDS]
    if wanted is not None and len(want) <= 2:
        if yes is None:
            return None, None
        return (1.0, True) if yes == wanted else (0.0, False)
    if not content:
        return None, None
    have = frozenset(got) if have is None else have
    if len(content) > 8 and (share := len(have.intersection(content)) / len(content)) < _UNLIKE and not (yes is not None and wanted is not None):
        return share, None                            # a long reference and hardly a word of it: no value could settle that
    figures = min(want) < ":" or not reference.isascii()   # digits sort before letters
    values = [value for value in find_values(reference) if value.needed] if figures and any(word[0].isdigit() for word in want) else []
    told = find_values(answer) if values else []
    missing = [value for value in values if not any(same_value(value, other) for other in told)]
    spare = [other for other in told if not any(same_value(value, other) or same_value(other, value) for value in values)]
    rivals = [value for value in missing if any(comparable(value, other) for other in spare)]
    shown = set(words(" ".join(value.shown for value in values))) if values else ()
    plain = [word for word in content if word not in shown and not word[0].isdigit()] if figures else content
    mass, kept = _mass(plain), _mass(have.intersection(plain))
    shared = kept / mass if plain else 1.0
    mass, kept = mass + 8 * len(values), kept + 8 * (len(values) - len(missing))
    score = kept / mass if mass else 0.0
    if yes is not None and wanted is not None and yes != wanted:
        return min(score, 0.5), False
    if rivals and (not plain or shared >= _RELATED):
        return min(score, 0.5), False
    if missing and not plain and told:
        return score, None
    negated = _turned(answer, got, reference, want, content)
    score = min(score, 0.5) if negated else score
    if negated and shared >= _RELATED and yes is None and wanted is None and len(want) > 2:
        return score, False
    short = len(content) <= 4
    if not missing and not negated and (score >= _SAME and not (short and score < 1.0)):
        if short and plain and len(plain) > 1 and not values and not _close_together(plain, got):
            return score, None
        if short and _HEDGED.search(answer.lower()):
            return score, None                        # "either Paris or Lyon"
        return score, True
    return score, None


_HEDGED = _Later(r"\b(?:either|or|maybe|perhaps|possibly|might|not sure|oder|vielleicht|ou|peut-etre|peut-\u00eatre|quizas?|forse|talvez)\b")
def _turned(answer: str, got: list[str], reference: str, want: list[str], content: list[str]) -> bool:
    """Is what the answer says of the reference's matter negated where the reference is not, or the other way round?

    Read in the clause of the answer that shares most words with the reference; another clause may well hold a "not".
    """
    there = _negated(want, reference)
    if _negated(got, answer) == there:
        return False
    clauses = [part for start, end in sentences(answer) for part in _CLAUSE_MARK.split(answer[start:end]) if part.strip()]
    read = [(len(set(tokens).intersection(content)), -n, _negated(tokens, part)) for n, part in enumerate(clauses) for tokens in (words(part),)]
    return max(read)[2] != there if read else False


_CLAUSE_MARK = _Later(r"[,;:\uff0c\uff1b\u060c\u061b]\s?|\s(?:but|aber|mais|pero|ma|mas|maar|ale)\s")


def _negated(tokens: list[str], text: str) -> bool:
    """An odd number of negations, so that "not without" is none; unspaced scripts by their signs. "No doubt", "not only" count as none."""
    places = [] if _TURNS.isdisjoint(tokens) else [n for n, token in enumerate(tokens) if token in _TURNS]
    count = sum(tokens[n + 1:n + 2] not in (["doubt"], ["onli"], ["only"], ["least"], ["just"]) for n in places)
    if not count and not text.isascii():
        count = len(_NEGATED_UNSPACED.findall(text))
    return count % 2 == 1


def _close_together(wanted: list[str], tokens: list[str]) -> bool:
    """All wanted words near each other (one word may stand between two): 'New York' is not in 'the new mayor left York'."""
    places = {word: [n for n, token in enumerate(tokens) if token == word] for word in wanted}
    if not all(places.values()):
        return False
    reach = len(wanted)
    return any(all(any(abs(n - start) <= reach for n in places[word]) for word in wanted) for start in places[wanted[0]])


# ----- verdicts -----
# Logistic regression on people's labels; how the features and weights were chosen stands in references/metrics.md, section Faithfulness.
WEIGHTS = {"window": 0.80, "document": 1.26, "order": 0.36, "new_pairs": -1.17, "new_values": -0.99, "turned": -0.82}   # mean over an answer's claims
LEAST_ORDER, NEW_NAMES, OWN, DENIED = 0.97, -0.74, -0.84, -2.0   # of the least orderly claim; of log(1 + count) over the answer; of any denial
BIAS = -0.96
FAITHFUL_FROM = 0.5                                   # the fit weighs faithful and unfaithful answers alike, so a half is the even guess
# (supported from, unsupported up to, lacking guards decide up to): the first is what people confirm in about nine of ten cases
CERTAINTY = {"sure": (0.85, 0.35, 0.60), "likely": (0.73, 0.45, 0.60), "all": (0.5, 0.5, 1.0)}
# An answer of several claims that is clearly good, or clearly bad, as a whole settles its middling claims: (good from, bad up to, good claims from, bad claims up to)
WHOLE = {"sure": (0.75, 0.25, 0.50, 0.45), "likely": (0.75, 0.30, 0.50, 0.45), "all": (1.1, -0.1, 0.5, 0.5)}
SAME_MATTER = 0.5                                     # share of a claim's words in the passage, below which another value is another matter and no contradiction
NEAR_COPY = 0.75                                      # share of a claim's words in the passage in order, from which a turned word is a contradiction and no other wording
_LEAD = frozenset("well yes yeah yep yup no nope sure oh ok okay so also true right absolutely definitely actually exactly haha wow interesting nice cool great overall additionally however furthermore moreover "
                  "indeed certainly finally lastly hence thus therefore similarly consequently and but ja nein oui non si".split())
_LEAD_MARKED = frozenset("no exactly right true great nice cool nein non well absolutely sure".split())   # without a comma they belong to the claim: "No dogs are allowed"
_LEAD_TO = ("i ", "i'", "you ", "he ", "she ", "they ", "we ", "it ", "it'", "there ", "that ", "this ", "yes", "no", "but ", "and ", "so ")
_HEDGE = _Later(r"(?:i am|i'm|i ' m|im)\s(?:not\s(?:really\s|too\s|quite\s)?(?:sure|certain|familiar)|unsure)[^.!?]{0,60}?[,.]?\sbut\s|i\s(?:do\snot|do\sn't|don't|don ' t)\s(?:really\s)?know[^.!?]{0,60}?[,.]?\sbut\s", re.I)
_SAYS = _Later(r"(?:and\s)?i\s(?:do\s|did\s|also\s){0,2}(?:think|know|believe|guess|heard|have heard|read|would say|learned)\s(?:that\s)?|did you know (?:that )?"
                   r"|(?:according to|based on|as per|per) (?:the )?(?:given |provided |above |retrieved )?(?:context|passages?|information|texts?|documents?|sources?|articles?|data)(?: provided| given| above)?\s?,?\s?"
                   r"|(?:the )?(?:context|passages?|texts?|documents?|sources?|articles?)(?: also)? (?:states?|says?|mentions?|notes?|explains?|indicates?|suggests?)(?: that)?\s", re.I)
_SAYS_FIRST = frozenset("i i'm im did according based as per the context passage passages text texts document documents source sources article articles".split())


def claim_core(text: str) -> str:
    """The claim without what leads in to it: "Yes, ", "I am not sure, but ", "According to the documents, "."""
    for _ in range(4):
        blank = text.find(" ", 0, 24)
        if blank < 0:
            return text
        word = text[:blank].lower().rstrip(",.!:;")
        if word in _LEAD and (word not in _LEAD_MARKED or text[blank - 1] in ",.!:;" or text[blank + 1:].lower().startswith(_LEAD_TO)):
            text = text[blank:].lstrip(" ,.!:;")
        elif word in _SAYS_FIRST:
            mark = _HEDGE.match(text) or _SAYS.match(text)
            if not mark or mark.end() >= len(text) - 3:
                return text
            text = text[mark.end():].lstrip(" ,")
        else:
            return text
    return text


def sigmoid(logit: float) -> float:
    """1 / (1 + exp(-x)), without overflow."""
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, logit))))


def even_part(x: dict[str, float]) -> float:
    """The part of a claim's log odds that an answer averages over its claims."""
    w = WEIGHTS
    return (w["window"] * x["window"] + w["document"] * x["document"] + w["order"] * x["order"] + w["new_pairs"] * x["new_pairs"]
            + w["new_values"] * x["new_values"] + w["turned"] * x["turned"])


def claim_logit(x: dict[str, float]) -> float:
    """How well one claim is supported, as log odds."""
    return BIAS + even_part(x) + LEAST_ORDER * x["order"] + NEW_NAMES * x["new_names"] + OWN * math.log(2) * x["own"] + DENIED * x["denied"]


def answer_logit(findings: list[Finding], sizes: list[int]) -> float:
    """How well an answer is supported, as log odds: means over its claims weighted by length, and its worst and new parts. claim_logit for one claim."""
    total, names, own = sum(sizes) or 1, 0.0, 0.0
    logit, least, denied = BIAS, 1.0, 0.0
    for one, size in zip(findings, sizes):
        x = one.features
        logit += size / total * (_EXACT_PART if one.exact else even_part(x))
        least, denied = min(least, x["order"]), max(denied, x["denied"])
        if x["new_names"] or x["own"]:
            names, own = names + math.expm1(x["new_names"]), own + x["own"]
    return logit + LEAST_ORDER * least + NEW_NAMES * math.log1p(names) + OWN * math.log1p(own) + DENIED * denied


_EXACT_PART = even_part(PERFECT)
_EXACT_LOGIT = claim_logit(PERFECT)
_EXACT_SCORE = round(sigmoid(_EXACT_LOGIT), 4)


_FUNCTION_WORDS = {name: frozenset(text.split()) for name, text in {
    "English": "the of and is are was were with for that this from on at by it its has have be to in an not or as", "German": "der die das und ist sind nicht mit für von den dem ein eine auf im um wird werden zu bei auch es",
    "French": "le les des est sont dans avec pour une du et au aux ce cette pas que qui sur il elle", "Spanish": "el los las es son con para una del y por que se su al está como en",
    "Italian": "il gli è sono con per una del della che di nel alla si non e le", "Portuguese": "os as é são com para uma do da dos das não que em no na ao e", "Dutch": "het een en is zijn van met voor op niet dat wordt te bij"}.items()}
_SCRIPT = _Later(r"[\u3005-\u9fff\uac00-\ud7af]|[\u0400-\u052f]|[\u0590-\u06ff]|[\u0900-\u0dff]|[\u0e00-\u0eff]")


_RUNS_OF_LETTERS = re.compile(r"[^\W\d_]+").findall
_TONGUES_OF: dict[str, list[str]] = {}  # function word -> the languages it belongs to
for _tongue_name, _known in _FUNCTION_WORDS.items():
    for _known_word in _known:
        _TONGUES_OF.setdefault(_known_word, []).append(_tongue_name)

_ENGLISH = _FUNCTION_WORDS["English"].__contains__
_FOREIGN = frozenset().union(*(held for name, held in _FUNCTION_WORDS.items() if name != "English")).__contains__


@functools.lru_cache(maxsize=4096)
def _language_of(text: str) -> str | None:
    """The language of a text by script, or by its function words; None when they do not tell."""
    signs = [] if text.isascii() else _SCRIPT.findall(text)
    if signs and 3 * len(signs) > sum(map(str.isalpha, text)):
        sign = signs[0]
        return "Arabic or Hebrew" if "\u0590" <= sign <= "\u06ff" else "Cyrillic" if sign < "\u0590" else "Indic" if sign < "\u0e00" else "Thai" if sign < "\u0f00" else "East Asian"
    low = text.lower()
    held = low.split()
    english = sum(map(_ENGLISH, held))
    if english > 3 and english > 2 * sum(map(_FOREIGN, held)):
        return "English"                              # the words next to a mark would not change that
    held = _RUNS_OF_LETTERS(low)
    english = sum(map(_ENGLISH, held))
    if english > 1 and english > sum(map(_FOREIGN, held)):
        return "English"                              # all others together have fewer
    counts = dict.fromkeys(_FUNCTION_WORDS, 0)
    for word in held:
        for name in _TONGUES_OF.get(word, ()):
            counts[name] += 1
    ranked = sorted(((count, name) for name, count in counts.items()), reverse=True)
    return ranked[0][1] if ranked[0][0] > 1 and ranked[0][0] > ranked[1][0] or ranked[0][0] == 1 and not ranked[1][0] and len(held) < 9 else None


def unreadable(claim: str, finding: Finding, documents: Documents) -> str | None:
    """Why words cannot tell that a claim is unsupported: it has none to look up, or is in another language than the documents. None when they can."""
    if finding.doc is None and not finding.missing and not finding.guards:
        return "nothing in it can be looked up"
    if finding.features["window"] > 0.5:
        return None
    mine = _language_of(claim)
    if mine is None:
        return None
    texts = [text for text in documents.texts if text]
    for text in texts:
        theirs = _language_of(text[:400])  # a few lines tell
        if theirs is None or theirs == mine:
            return None
    return "it is in another language than the documents" if texts else None


# What a passage limits and a claim may leave out, found only in claims that would be supported otherwise.
_NEARLY = r"almost|nearly|barely|hardly|scarcely|rarely|seldom|virtually|all but|short of|narrowly|beinahe|fast|kaum|presque|casi|quasi|почти"
_UNSURE = (r"may|might|could|perhaps|possibly|probably|maybe|allegedly|reportedly|supposedly|apparently|potentially|vielleicht|wahrscheinlich|angeblich|möglicherweise|peut-être|quizás?|возможно|вероятно"
           r"|consider(?:s|ed|ing)?|would|(?:plan|promis|intend|aim|hope|want|attempt|propos|threaten|vow|pledg|offer|agree|decid|prepar|seek|expect|schedul|project|set|due|tr)(?:e|es|s|y|ies|ied|ed|ing|n?ed|ning)? to|short of")
_SAID_SO = r"(?:believ|suspect|alleg|argu|speculat|think|fear|assum|doubt)(?:e|es|s|ed|d)?|thought|according to (?:critics|opponents|supporters|some|rumou?rs|legend|tradition|myth|unconfirmed reports)|(?:claim|suspect|alleg|rumou?r|believ|argu|speculat|think|thought|assum|den[iy]|fear|suppos|insist|doubt)(?:s|e|es|ed|d|ies|ied|ing)? (?:that|to)"
_BUT_NOT = (r"rather than|instead of|except(?:ing)?(?: for| on| in)?|excluding|other than|apart from|far from|contrary to|unlike|stop(?:s|ped|ping)?|ceas(?:es?|ed|ing)|quit|discontinu(?:es?|ed|ing)|no longer|avoid(?:s|ed)?"
            r"|exclud(?:es?|ed|ing)|den(?:y|ies|ied|ying)|refus(?:es?|ed|ing) to|anstatt|statt|außer|sauf|excepto|salvo|tranne|кроме|вместо")
_LIMIT = _Later(r"(?<![\w-])(?<!no )(?:(?P<nearly>" + _NEARLY + r")|(?P<but>" + _BUT_NOT + r")|(?P<unsure>" + _UNSURE + r")|(?P<said>" + _SAID_SO + r"))(?![\w-])")
_FRENCH_NOT = _Later(r"(?<!\w)n(?:'|e )\w+ (?:plus|pas|jamais|rien|aucun)(?!\w)")
_LIMITED = {   # what in the claim says that it keeps the limit
    "but": _Later(r"(?<!\w)(?:" + _BUT_NOT + r"|not|no|never|none|nor|neither|without|only|nicht|kein\w*|pas|non|not|не|while|whereas|than|halt\w*|end(?:ed|s)?|exclu\w+|den[iy]\w*|refus\w+)(?!\w)|n't"),
    "nearly": _Later(r"(?<!\w)(?:" + _NEARLY + r"|close|about|around|approx\w*|roughly|near|never|not|no|rarely|seldom|few|fail\w*|nicht|ne)(?!\w)|n't"),
    "unsure": _Later(r"(?<!\w)(?:may|might|could|can|cannot|would|will|shall|should|must|likely|unlikely|perhaps|maybe|possib\w+|probab\w+|potential\w*|alleged\w*|report\w*|suppos\w+|apparent\w*|plann\w+|plans? to|promis\w+|inten\w+|aim\w*|hop(?:e|es|ed|ing)"
                         r"|expect\w*|want\w*|tr(?:y|ies|ied|ying)|attempt\w*|propos\w+|threat\w*|consider\w*|seem\w*|appear\w*|suggest\w*|think\w*|believ\w+|chance\w*|risk\w*|allow\w*|permit\w*|able|option\w*|vow\w*|pledg\w+|offer\w*|agree\w*"
                         r"|decid\w+|prepar\w+|seek\w*|sought|schedul\w+|project\w*|set|due|going|if|when|kann|können|vielleicht|wahrscheinlich|angeblich|soll\w*|peut|pourrait|puede|podría|может)(?!\w)"),
    "said": _Later(r"(?<!\w)(?:claim\w*|suspect\w*|alleg\w+|rumou?r\w*|believ\w+|belief|argu\w+|speculat\w+|think\w*|thought|assum\w+|den[iy]\w*|fear\w*|suppos\w+|insist\w*|doubt\w*|according|said|says?|stat\w+|report\w*|may|might|could|possibl[ey]|perhaps)(?!\w)")}
_CONDITION = _Later(r"(?:^|[,;:] ?|(?<=\w) )(?:only )?(?P<cue>if|unless|provided that|as long as|wenn|falls|sofern|si|если) (?P<rest>[^,;.:]{3,80})")
_CONDITION_SAID = _Later(r"(?<!\w)(?:if|unless|when|whenever|(?<!at )once|provided|case|as long as|should|without|with|for|who|wenn|falls|sofern|bei|si|quand|cuando|если|при)(?!\w)")
_ALL = _Later(r"(?<!\w)(?P<cue>daily|t\u00e4glich|\u0435\u0436\u0435\u0434\u043d\u0435\u0432\u043d\u043e|all|every|everyone|everybody|everything|each|always|entire(?:ly)?|whole|alle[nrs]?|jede[nrs]?|immer|tous|toutes|todos|todas|siempre|tutti|tutte|все|всегда)(?!\w)")
_SOME = _Later(r"(?<!\w)(?P<cue>(?<!a )few|some|most|many|several|certain|half|part of|majority|sometimes|often|usually|typically|generally|einige|manche|viele|meisten|manchmal|quelques|certains|plupart|algunos|algunas|muchos|alcuni|некоторые|многие)(?!\w)")
_MANY = _Later(r"(?<!\w)(?:many|most|lots?|plenty|numerous|majority)(?!\w)")
_RANKED = _Later(r"(?<!\w)(?P<cue>second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:nd|rd|th)|one of (?:the|its|their|his|her)|among (?:the|its|their))[\s-]+(?P<top>(?:most|least) \w+|\w{2,}est|best|worst|leading|main)(?!\w)")
_EXACT = _Later(r"(?<!\w)(?P<cue>exactly|precisely|genau|exactement|exactamente|esattamente|ровно)(?!\w)")
_LETTERED = _Later(r"(?<![\w.])[A-Z](?![\w.'])")
_JOINT = _Later(r"[;:]\s|,?\s(?:and|but|while|whereas|und|aber|während|et|mais|tandis que|y|pero|mientras|e|ma|mentre|и|а|но)\s")


# The first words of what the patterns above find, as words() gives them: a sentence or claim without any of them need not be searched.
_LIMIT_BEGINS = frozenset("""alm nea bar har sca rar sel vir all sho nar bei fas kau pre cas qua поч may mig cou per pos pro rep sup app pot vie wah ang mög peu qui воз вер con wou pla int aim hop wan att
thr vow ple off agr dec see exp sch set due tr tri try bel sus arg spe thi fea ass dou tho acc cla rum den ins rat exc den ref oth apa far unl sto cea dis no avo ans sta auß sau sal tra кро вме""".split())
_CONDITION_WORDS = frozenset(words("if unless provided long wenn falls sofern si если"))
_ALL_WORDS = frozenset(words("daily t\u00e4glich \u0435\u0436\u0435\u0434\u043d\u0435\u0432\u043d\u043e all every everyone everybody everything each always entire entirely whole alle allen aller alles jede jeden jeder jedes immer tous toutes todos todas siempre tutti tutte все всегда"))
_MANY_WORDS = frozenset(words("many most lot lots plenty numerous majority"))
_RANK_WORDS = frozenset(words("second third fourth fifth sixth seventh eighth ninth tenth one among"))
_EXACT_WORDS = frozenset(words("exactly precisely genau exactement exactamente esattamente ровно"))
_EXCEPTED = frozenset(words("except excepting excluding apart other unless au\u00dfer sauf excepto salvo tranne \u043a\u0440\u043e\u043c\u0435"))
_EXCEPT = _Later(r"(?<!\w)(?:except(?:ing)?|excluding|apart from|other than|unless|au(?:\u00df|ss)er|sauf|excepto|salvo|tranne|\u043a\u0440\u043e\u043c\u0435) [\w'-]{1,30}")
_LEAST_WORDS = frozenset(words("least more over minimum earlier"))
_LEAST = _Later(r"(?<!\w)(?<!no )(?<!not )(?:at least|more than|over|no fewer than|no less than|no earlier than|a minimum of)(?= (?:us)?[$\u20ac\u00a3]?(?:\d|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|a hundred|a thousand|a million)(?!\w*-))")
_MOST_WORDS = frozenset(words("up most less fewer under maximum later more"))
_MOST = _Later(r"(?<!\w)(?<!no )(?<!not )(?:up to|at most|less than|fewer than|under|no more than|no later than|not later than|not more than|a maximum of)(?= (?:us)?[$\u20ac\u00a3]?(?:\d|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|a hundred|a thousand|a million)(?!\w*-))")
_FOR_WHOM = {stem(word): word for word in "free open closed available valid allowed permitted forbidden prohibited banned required mandatory legal illegal safe approved included covered accepted sufficient".split()}
_WHO_WORDS = frozenset(words("who whose"))
_WHO = _Later(r"(?<=\w) (?:who|whose) ")
_SCORE = _Later(r"(?<![\w.-])(\d{1,3})-(\d{1,3})(?![\w-])")
_ONLY_WITH = _Later(r"(?<!\w)only (?P<head>\w+) (?:with|who|whose|from|of|in|at|over|under|aged|between)(?!\w)")
_PLURALS = frozenset("people children men women persons staff".split())
_ONE_OF = frozenset("the this that his her its their our my".split())
_MOST_OF_WORDS = frozenset(words("most some few half part third quarter majority minority fraction"))
_MOST_OF = _Later(r"(?<!\w)(?:most|some|few|half|part|third|quarter|majority|minority|fraction) of (?:the |its |their |his |her |all )?(?P<head>\w+)")
_MERE_WORDS = frozenset(words("only just merely"))
_NOT_MERE = re.compile(r"(?:(?<!\w)(?:not|never)|n't) (?:only|just|merely)(?!\w)").search
_UNLESS = re.compile(r"(?<!\w)(?:if|when)(?!\w)").search


def overstated(claim: Claim, window: Window, arranged: bool = False) -> str | None:
    """What keeps a claim whose words all stand in the passage from saying the same: a limit left out, or words of two clauses put together. None when nothing does.

    `arranged`: the claim is known to say a sentence in another order (reworded), so that the order of its words tells nothing."""
    low = fold(re.sub(r"(?<=\s)May\b", " ", claim.text) if "May" in claim.text else claim.text)   # the month
    bare = claim.text.strip(" .")
    tokens, content, document = [word for word in claim.tokens if word not in STOPWORDS], claim.content, window.document
    every = None if _ALL_WORDS.isdisjoint(claim.mine) else _ALL.search(low)
    many = None if _MANY_WORDS.isdisjoint(claim.mine) else _MANY.search(low)
    exactly = None if _EXACT_WORDS.isdisjoint(claim.mine) else _EXACT.search(low)
    written = _RAW_PIECE.findall(claim.text)
    rounded = {value.shown.split()[0].lstrip("$\u20ac\u00a3") for value in claim.values if value.about} if claim.values else ()
    kinds = any(map(_exchangeable, written[1:])) or written and written[0].lower() in _NO_NAMES
    last = next((word for word in reversed(tokens) if word in content), "")
    single = len(content) > 2 and _JOINT_WORDS.isdisjoint(claim.mine)
    few = "few" in claim.mine and "a few" not in low
    for number in range(window.first, window.last):
        held = document.set_of(number)
        common = len(content & held)
        if 2 * common < len(content):
            continue
        start, end = document.spans[number]
        part, order = document.text[start:end], document.words_of(number)
        if bare in part and len(bare) + 2 < len(part):    # copied from a sentence of two sides: the other's limits are not this one's
            side = next((part[left:right] for left, right in _halves(part, 0, len(part)) if bare in part[left:right]), part)
            if side is not part:
                part, order = side, words(side)
                held = frozenset(order)
        text = fold(part)
        for mark in () if _LIMIT_BEGINS.isdisjoint([word[:3] for word in held]) else _LIMIT.finditer(text):
            kind, cue = mark.lastgroup, mark.group()
            if cue == "may" and part[mark.start():mark.start() + 3] == "May" and mark.start():
                continue
            head = next((word for word in words(text[mark.end():mark.end() + 60])[:6] if word not in STOPWORDS), None)
            if head in content and not head[0].isdigit() and not _keeps(_LIMITED[kind], low, cue, text):
                return f"{{doc}} says '{cue}' of '{_written(head, claim.text)}', the answer does not"
        if not _CONDITION_WORDS.isdisjoint(held):
            for mark in _CONDITION.finditer(text):
                rest = [word for word in words(mark.group("rest")) if word not in STOPWORDS]
                if content.issubset(rest) and _CONDITION_WORDS.isdisjoint(claim.mine):
                    return f"{{doc}} says it only after '{mark.group('cue')}'"
                if rest and 5 * common >= 4 * len(content) and "you" not in mark.group("rest").split() and content.isdisjoint(rest) and not _CONDITION_SAID.search(low) and not {"question", "need", "necessari", "possibl", "applicabl"} & set(rest):
                    return f"{{doc}} says it only '{mark.group('cue')} {mark.group('rest').strip()}', the answer does not"
            if "unless" in held and "unless" not in low and _UNLESS(low) and not _UNLESS(text) and _NEGATIONS.isdisjoint(claim.mine):
                return "{doc} says 'unless', the answer does not"
        if not _MERE_WORDS.isdisjoint(claim.mine & held) and not _NEGATIONS.isdisjoint(held | claim.mine) and bool(_NOT_MERE(text)) != bool(_NOT_MERE(low)):
            return "{doc} says 'not only', the answer does not" if _NOT_MERE(text) else "the answer says 'not only', {doc} does not"
        if ("n'" in text or "ne " in text) and _FRENCH_NOT.search(text) and not _FRENCH_NOT.search(low):
            return f"{{doc}} says '{_FRENCH_NOT.search(text).group()}', the answer does not"
        why = None if arranged else _misplaced(tokens, [word for word in order if word not in STOPWORDS], claim.tokens, order)
        if why:
            return why
        if single and not arranged and content <= held and (";" in part or not _JOINT_WORDS.isdisjoint(held)):
            why = _crossed(claim, part)
            if why:
                return why
        if not arranged and ("by" in held or "by" in claim.mine):
            why = _voice_turned(claim.tokens, order)
            if why:
                return why
        why = _strengthened(claim, order, held, text, low, every)
        if why:
            return why
        pair = None if arranged else _replaced(claim.tokens, order, " May" in claim.text)
        if pair and _is_adverb(pair[0], text) == _is_adverb(pair[1], low) and not (claim.order[:1] == [pair[1]] and _written(pair[0], part) + "," in part):
            return f"{{doc}} says '{_written(pair[0], part)}', the answer says '{_written(pair[1], claim.text)}'"
        if kinds and not arranged:
            why = _exchanged(written, _RAW_PIECE.findall(part), rounded)
            if why:
                return why
        for mark in _SOME.finditer(text) if every or many else ():
            cue = mark.group("cue")
            head = next((word for word in words(text[mark.end():mark.end() + 40])[:4] if word not in STOPWORDS), None)
            if head in content and not re.search(r"(?<!\w)" + cue + r"(?!\w)", low) and (cue == "few" or every and not re.search(r"(?<!\w)" + every.group() + r"(?!\w)", text)):
                return f"{{doc}} says '{cue}' of '{_written(head, claim.text)}', the answer says '{(every or many).group()}'"
        if every and not _EXCEPTED.isdisjoint(held) and _EXCEPTED.isdisjoint(claim.mine):
            mark = _EXCEPT.search(text)
            if mark:
                return f"{{doc}} says '{mark.group()}', the answer does not"
        if few and "few" not in held:
            return "the answer says 'few', {doc} does not"
        if not _LEAST_WORDS.isdisjoint(claim.mine) and not _MOST_WORDS.isdisjoint(held) and _LEAST.search(low) and _MOST.search(text) and not _MOST.search(low) and not _LEAST.search(text) \
                or not _MOST_WORDS.isdisjoint(claim.mine) and not _LEAST_WORDS.isdisjoint(held) and _MOST.search(low) and _LEAST.search(text) and not _LEAST.search(low) and not _MOST.search(text):
            return f"{{doc}} says '{(_MOST.search(text) or _LEAST.search(text)).group()}', the answer '{(_MOST.search(low) or _LEAST.search(low)).group()}'"
        if last in _FOR_WHOM and last in held:
            mark = re.search(r"(?<!\w)" + _FOR_WHOM[last] + r" (?P<limit>(?:for|to|in|on|at|during|until|within|with|between|from) [^,.;:]{3,60})", text)
            if mark and content.isdisjoint(words(mark.group("limit"))) and low.count(_FOR_WHOM[last]) == 1:
                return f"{{doc}} says it only '{mark.group('limit')}', the answer does not"
        if not _WHO_WORDS.isdisjoint(held) and _WHO_WORDS.isdisjoint(claim.mine):
            for mark in _WHO.finditer(text):
                head = ["", "", *text[max(0, mark.start() - 40):mark.start()].split()][-2:]
                rest = [word for word in words(text[mark.end():mark.end() + 60]) if word not in STOPWORDS][:2]
                if rest and (head[0] in ("a", "an") or (head[1][-1:] == "s" or head[1] in _PLURALS) and head[0] not in _ONE_OF) and stem(head[1]) in content and content.isdisjoint(rest):
                    return f"{{doc}} says it of '{head[1]}{mark.group()}{text[mark.end():mark.end() + 40].split(',')[0]}', the answer of all"
        if "whether" in held and "whether" not in claim.mine and content.issubset(words(text.partition("whether ")[2])):
            return "{doc} asks 'whether', the answer does not"
        if "until" in held and "until" not in claim.mine and not _NEGATIONS.isdisjoint(claim.mine) and not _NEGATIONS.isdisjoint(held):
            return "{doc} says 'not until', the answer 'not'"
        if "-" in low and "-" in text and _SCORE.search(low):
            theirs = set(_SCORE.findall(text))
            turned = next((one for one in _SCORE.findall(low) if one[::-1] in theirs and one not in theirs and one[0] != one[1]), None)
            if turned:
                return f"{{doc}} has {'-'.join(turned[::-1])}, the answer {'-'.join(turned)}"
        if "only" in held and "only" not in claim.mine and not common == len(held - STOPWORDS):
            mark = _ONLY_WITH.search(text)
            rest = [word for word in words(text[mark.end():mark.end() + 60]) if word not in STOPWORDS][:2] if mark else ()
            if rest and stem(mark.group("head")) in content and content.isdisjoint(rest):
                return f"{{doc}} says '{mark.group()}', the answer does not"
        if not _MOST_OF_WORDS.isdisjoint(held) and _MOST_OF_WORDS.isdisjoint(claim.mine):
            mark = _MOST_OF.search(text)
            if mark and stem(mark.group("head")) in content and not re.search(r"(?<!\w)(?:part|portion|proportion|share|mainly|mostly|largely|generally|often|usually|can|may|percent)(?!\w)|%", low):
                return f"{{doc}} says '{mark.group()}', the answer does not"
        if ("st" in text or "leading" in text or "main" in text) and (not _RANK_WORDS.isdisjoint(held) or _HAS_DIGIT(text)):
            for mark in _RANKED.finditer(text):
                top = re.compile(r"(?<!\w)" + re.escape(mark.group("top")) + r"(?!\w)")
                if top.search(low) and not top.search(text.replace(mark.group(), "")) and mark.group("cue") not in low and not re.search(r"(?<!\w)(?:one of|among|second|third|fourth|fifth|\d+(?:nd|rd|th))(?!\w)", low):
                    return f"{{doc}} says '{mark.group('cue')} {mark.group('top')}', the answer says '{mark.group('top')}'"
        if exactly and exactly.group() not in text and _ABOUT_SAID.search(text):
            return f"{{doc}} says '{_ABOUT_SAID.search(text).group()}', the answer says '{exactly.group()}'"
        mine = [] if claim.text[1:].islower() else _LETTERED.findall(claim.text[1:].rstrip("."))
        if mine:
            theirs = _LETTERED.findall(part[1:].rstrip("."))
            if len(set(mine)) == 1 and theirs and mine[0] not in theirs and not content - held - {mine[0].lower()}:
                return f"{{doc}} says it of '{theirs[0]}', the answer of '{mine[0]}'"
            if len(mine) > 1 and mine != theirs and sorted(mine) == sorted(theirs) and len(set(mine)) > 1:
                return f"{{doc}} has {', '.join(theirs)} in this order, the answer has {', '.join(mine)}"
    if not _CAUSAL.isdisjoint(claim.mine):
        cause = min(_CAUSAL & claim.mine)
        if _REASONS.isdisjoint(word for number in range(window.first, window.last) for word in document.set_of(number)):
            return f"the answer says '{_written(cause, claim.text)}', {{doc}} does not"
    if arranged:
        return None
    return _put_together(claim, tokens, window) or (_stitched(claim, window) if window.last - window.first > 1 else None)


_CAUSAL = frozenset(words("because caused therefore consequently weil deshalb parce porque"))
_REASONS = _CAUSAL | frozenset(words("due since as so thus hence led lead leads result resulted from owing thanks reason attributed made makes make forced for after following means produce driven when if wegen durch da denn aufgrund car puisque por que ya"))
_WEAK_MODALS = frozenset("may might can could optional kann können darf dürfen peut peuvent puede pueden pued".split())
_STRONG_MODALS = frozenset("must shall muss müssen doit doivent debe deben deb".split())
_STRONG_SAID = frozenset((*_STRONG_MODALS, *words("requires need obliged mandatory should ought have has only will necessary soll sollte sollen")))
_NOW, _THEN, _UNTIL_THEN = frozenset(("is", "are")), frozenset(("was", "were", "had")), frozenset(words("until till before formerly previously once originally previous former earlier used initially"))
_UNSURE_MODALS = frozenset("may might could".split())
_BY_TO = frozenset(("by", "to"))
_ONE_STATEMENT = 150                                  # words; what is longer is a table or a list, whose numbers are not gone through one by one
_EARLIER = frozenset(words("until till before bis vor avant jusqu antes hasta до"))
_LATER = frozenset(words("from since after ab seit nach depuis après desde después после"))
_DOES_TO = frozenset(words("pay sell buy beat defeat kill sue elect appoint hire dismiss acquire invite fund employ teach award grant send ask tell call help support oppose accuse convict arrest lead inform name attack invade conquer advise notify charge sponsor"
                          " replace succeed follow precede found owe own"))   # whoever does it and whoever it is done to may both be a person or a firm
_DONE_TO = _Later(r"(?<!\w)(?P<who>[\w'-]+) (?:is|are|was|were|(?:has|have|had) been) (?P<verb>\w+)(?!\w)")
_SIZES = frozenset(words("over under above below more less fewer between aged exceeding older younger larger smaller at"))
_CONSENT = _Later(r"(?<!\w)(?:(?P<without>without|unless)|subject to|with (?:[\w']+ ){0,4}(?:consent|approval|permission|authori[sz]ation))(?P<rest> [^,.;:]{3,60})?")
_CONSENT_SAID = _Later(r"(?<!\w)(?:without|unless|except|subject|consent|approv\w+|permi\w+|authori\w+|only|if|until|before)(?!\w)")


def _strengthened(claim: Claim, order: list[str], held: frozenset, text: str, low: str, every: re.Match | None) -> str | None:
    """Why the claim says more than the sentence: an obligation for a permission, "all" for a number of them, a date turned, a consent left out. None when it does not."""
    mine = claim.mine
    strong = mine & _STRONG_MODALS
    if strong and not _WEAK_MODALS.isdisjoint(held) and _STRONG_SAID.isdisjoint(held) and _WEAK_MODALS.isdisjoint(mine):
        return f"{{doc}} says '{min(held & _WEAK_MODALS)}', the answer says '{min(strong)}'"
    if not _WEAK_MODALS.isdisjoint(mine) and not _STRONG_MODALS.isdisjoint(held) and _STRONG_MODALS.isdisjoint(mine) and _WEAK_MODALS.isdisjoint(held) and _NEGATIONS.isdisjoint(mine | held):
        return f"{{doc}} says '{min(held & _STRONG_MODALS)}', the answer says '{min(mine & _WEAK_MODALS)}'"
    if "will" in mine and not _UNSURE_MODALS.isdisjoint(held) and "will" not in held and _UNSURE_MODALS.isdisjoint(mine) and re.search(r"(?<!\w)(?:may|might|could)(?!\w)", text):
        return f"{{doc}} says '{min(held & _UNSURE_MODALS)}', the answer says 'will'"
    if not _NOW.isdisjoint(mine) and not _THEN.isdisjoint(held) and _NOW.isdisjoint(held) and _THEN.isdisjoint(mine) and not _UNTIL_THEN.isdisjoint(held):
        return f"{{doc}} says '{min(held & _THEN)}', the answer says '{min(mine & _NOW)}'"
    if every:
        head = next((word for word in words(low[every.end():every.end() + 40]) if word not in STOPWORDS), "")
        at = order.index(head) if head in held else 0
        for place in range(max(0, at - 2), at):
            if order[place][0].isdigit() and order[place] not in mine and place and order[place - 1] not in _DEFINITE:
                return f"{{doc}} says it of {order[place]}, the answer says '{every.group()}'"
    if len(claim.tokens) <= _ONE_STATEMENT and (not _EARLIER.isdisjoint(mine | held) and not _LATER.isdisjoint(mine | held) or len(_BY_TO & (mine | held)) > 1):
        why = _time_turned(claim.tokens, order)
        if why:
            return why
    if _BE.isdisjoint(mine) != _BE.isdisjoint(held):
        passive, active = (text, claim.tokens) if _BE.isdisjoint(mine) else (low, order)
        for mark in _DONE_TO.finditer(passive):
            one, verb = words(mark["who"]), stem(mark["verb"])
            if one and one[-1] in active and verb in _DOES_TO and active[active.index(one[-1]) + 1:active.index(one[-1]) + 2] == [verb] and (mark["verb"][-2:] == "ed" or mark["verb"] in _IRREGULAR) \
                    and active[active.index(one[-1]) + 2:active.index(one[-1]) + 3] != ["by"]:
                return f"'{mark.group()}' is not '{one[-1]} {verb}'"
    long = len(claim.tokens) > _ONE_STATEMENT
    if claim.values and not long:
        why = _number_moved(claim.tokens, order)
        if why:
            return why
    if not long and not _TO_END.isdisjoint(mine & held):
        why = _range_changed(claim.tokens, order)
        if why:
            return why
    if not _SIZES.isdisjoint(held - mine):
        for one, other in claim.pairs:
            if one in held and other in held and one not in STOPWORDS:
                at = order.index(one) + 1
                end = order.index(other)
                if at + 1 < end < at + 6 and order[at] in _SIZES and any(word[0].isdigit() and word not in mine for word in order[at + 1:end]):
                    return f"{{doc}} says it only of '{_written(one, text)} {' '.join(order[at:end])}', the answer of all"
    if ("without" in held or "consent" in held or "approval" in held or "permission" in held or "subject" in held) and not _CONSENT_SAID.search(low):
        mark = _CONSENT.search(text)
        if mark and not (mark["without"] and _NEGATIONS.isdisjoint(held - {"without"})) and claim.content.isdisjoint(words(mark["rest"] or "")):
            return f"{{doc}} says it only '{mark.group().strip()}', the answer does not"
    return None


_DEFINITE = frozenset("a an the all its their his her our your these those".split())


_TO_END = frozenset(("to", "until", "till", "bis", "and", "hasta", "\u0434\u043e"))


def _number_moved(mine: list[str], theirs: list[str]) -> str | None:
    """Why a number of the sentence stands behind words behind which the sentence has another ("run for six weeks" for "run for 12 months"); None when none does."""
    for place in range(2, len(mine)):
        word = mine[place]
        if word[0].isdigit() and theirs.count(word) == 1 and not STOPWORDS.issuperset(mine[place - 2:place]):
            other = next((theirs[at] for at in range(2, len(theirs)) if theirs[at][0].isdigit() and theirs[at - 2:at] == mine[place - 2:place]), word)
            if other != word and other not in mine:
                return f"{{doc}} says '{' '.join(mine[place - 2:place])} {other}', the answer {word}"
    return None


def _range_changed(mine: list[str], theirs: list[str]) -> str | None:
    """Why a range has another end than in the sentence ("from 2004 to 2005" for "from 2004 to 2017"); None when it has not."""
    for place in range(1, len(mine) - 1):
        if mine[place] in _TO_END and mine[place - 1][0].isdigit() and mine[place + 1][0].isdigit():
            first, last = mine[place - 1], mine[place + 1]
            held = [(theirs[at - 1], theirs[at + 1]) for at in range(1, len(theirs) - 1) if theirs[at] in _TO_END and theirs[at - 1][0].isdigit() and theirs[at + 1][0].isdigit()]
            other = next((pair for pair in held if (pair[0] == first) != (pair[1] == last)), None)
            if other and (first, last) not in held:
                return f"{{doc}} has {other[0]} to {other[1]}, the answer {first} to {last}"
    return None


def _time_turned(mine: list[str], theirs: list[str]) -> str | None:
    """Why a date is an end where the passage has it for a beginning ("from 2026" for "until 2026"); None when it is not."""
    for place, word in enumerate(mine):
        if place and (word[0].isdigit() or word in _MONTH_STEMS) and theirs.count(word) == 1 and mine.count(word) == 1:
            at = theirs.index(word)
            said = next((one for one in reversed(mine[max(0, place - 3):place]) if one in _EARLIER or one in _LATER or one in _BY_TO or one[0].isdigit()), "")
            held = next((one for one in reversed(theirs[max(0, at - 3):at]) if one in _EARLIER or one in _LATER or one in _BY_TO or one[0].isdigit()), "")
            if {said, held} <= _BY_TO and word[0].isdigit():   # "by 8%" for "to 8%"
                said, held = mine[place - 1], theirs[at - 1] if at else ""
            if said in _EARLIER and held in _LATER or said in _LATER and held in _EARLIER or said != held and {said, held} <= _BY_TO:
                return f"{{doc}} says '{held} {word}', the answer says '{said} {word}'"
    return None


def _replaced(mine: list[str], theirs: list[str], may: bool = False) -> tuple[str, str] | None:
    """(word of the sentence, another that a near copy of it has between the same neighbours); None when it has not, or when the two are alike."""
    orders = mine[1:2] and mine[1] in _DEFINITE       # "Boil the potato"
    mine, theirs = list(itertools.filterfalse(_ARTICLES, mine)), list(itertools.filterfalse(_ARTICLES, theirs))
    known, beside = frozenset(mine), {}
    if len(mine) < 3:
        return None
    for at, other in enumerate(theirs):               # inside by both neighbours, at either end by the next two
        if other not in known and other not in STOPWORDS and not other[0].isdigit():
            before, after = theirs[at - 1] if at else "", theirs[at + 1] if at + 1 < len(theirs) else ""
            beside.setdefault((before, after), (at, other))
            if at + 2 < len(theirs) and after not in known and after not in STOPWORDS and not after[0].isdigit():
                beside.setdefault((before, theirs[at + 2]), (at, other))   # two words for one
            if at > 1:
                beside.setdefault((theirs[at - 2], before, ""), (at, other))
            if at + 2 < len(theirs):
                beside.setdefault(("", after, theirs[at + 2]), (at, other))
    if not beside:
        return None
    last = len(mine) - 1
    for place, word in enumerate(mine):
        if word in STOPWORDS and not (may and word == "may") or word[0].isdigit():
            continue
        before, after = mine[place - 1] if place else "", mine[place + 1] if place < last else ""
        at, other = beside.get((before, after), (0, ""))
        if other and (not before or before in STOPWORDS) and (not after or after in STOPWORDS) and not (place > 1 and at > 1 and mine[place - 2] == theirs[at - 2]) \
                and not (mine[place + 2:place + 3] and mine[place + 2:place + 3] == theirs[at + 2:at + 3]):
            other = ""                                # "the ... of" stands in many places
        if not other and place in (0, last):
            near = mine[1:3] if not place else mine[-3:-1]
            at, other = beside.get(("", *near) if not place else (*near, ""), (0, ""))
            if other and (STOPWORDS.issuperset(near) or not place and (orders and mine[0] not in _DEFINITE or at and theirs[at - 1] not in STOPWORDS)):
                other = ""
        if not other or other[:4] == word[:4] or _ALIKE.get(other, other) == _ALIKE.get(word, word) or other.startswith(word) or word.startswith(other) or theirs[at + 1:at + 2] and theirs[at + 1][:4] == word[:4] and theirs[at + 1] not in known:
            continue
        if word in theirs and (place not in (0, 1, last) or _stands_so(word, place, at, mine, theirs)):
            continue
        return other, word
    return None


def _is_adverb(word: str, text: str) -> bool:
    """Does the text have the word with -ly? "mainly" stands in no noun's place."""
    return word + "ly" in text or word[:-1] + "ily" in text or word + "ely" in text


def _stands_so(word: str, place: int, at: int, mine: list[str], theirs: list[str]) -> bool:
    """Is a word at the edge of the claim, which the sentence has as well, no other than the one at `at`: its modifier left out, or the same said a second time?"""
    before, after = mine[max(0, place - 2):place], mine[place + 1:place + 3]
    if (theirs[at - 2:at] != before if place > 1 else theirs[at + 1:at + 3] != after):
        return True                                   # one neighbour on each side is too little for a word that may have moved
    where = theirs.index(word)
    between = theirs[min(at, where) + 1:max(at, where)]
    if STOPWORDS.isdisjoint([one for one in between if one != "of"]) or len(between) == 1 and (between[0] in _CLAUSES and where > at or not place and between[0] in _LINKS):
        return True                                   # "proposed dualism" of "proposed the theory of dualism", "a janitor" of "a janitor from Chicago"
    return any(one == word and (theirs[other - 2:other] == before if place > 1 else theirs[other + 1:other + 3] == after) for other, one in enumerate(theirs))


# ----- rewordings: the words of a sentence in an order that says the same -----
# Words that say the same in almost any sentence; what depends on the sentence is left to a judge.
_ALIKE = {words(word)[0]: words(group.split()[0])[0] for group in """start begin commence|end conclude|buy purchase acquire|get receive obtain|require need|assist help|allow permit|show display|large big|reduce lower decrease fall drop decline
increase rise grow climb|annual annually|about around approximately roughly|film movie|close shut|located situated|previous prior|entire whole|usual typical normal|move relocate|match game|customer client
mandatory compulsory obligatory|doctor physician|use using utilize utilise|select choose pick|repair fix mend|build construct|delete remove erase|discover find|provide offer|include contain comprise|beat defeat beaten|strike struck|only just|color colour|center centre|theater theatre|labor labour|favorite favourite|program programme|gray grey|license licence|defense defence|harbor harbour|meter metre|liter litre|organization organisation
hint suggest|location place|mode means|often frequently|main chief|also additionally|sometimes occasionally|mainly mostly chiefly|effectively actually|depart leave
company firm|author writer|employee worker|deadline cutoff|illness disease|happen occur|automobile car|error mistake|answer response reply|quick fast rapid|must shall|over exceeding|each every per|novel book|trip visit journey
while whereas|but however|reach attain|invoice bill|refund reimburse|hold host|publish release|verify check|complete finish""".replace("\n", "|").split("|") for word in group.split()}
_SKIPPED = frozenset("a an the this that these those has have had do does did which also its his her their it's there der die das ein eine ist sind war wird werden wurde wurden hat le la les un une est sont a été el los las es son fue".split())
_LINKS = frozenset("""in on at by for of from to with under during after before since until over through into within between as about against
durch im am seit mit bei f\u00fcr nach ab aus von an auf unter \u00fcber en dans depuis \u00e0 avec pour par de du des desde con para por del \u0432 \u0441 \u043d\u0430 \u043f\u043e \u0434\u043e""".split())
_CLAUSES = frozenset("and but while or".split())
_BREAKS = _CLAUSES | frozenset("not no never who which if unless than only without except because although though when where so".split()) | _NEGATIONS
MOST_PARTS = 3                                        # stretches of the sentence that a rewording is made of; more are a summary


def reworded(claim: Claim, window: Window) -> bool:
    """Does the claim say a sentence of the passage in another order that keeps its sense: a phrase moved to the front, a passive, a pronoun's name, two clauses exchanged?"""
    document = window.document
    if len(claim.content) < 2:
        return False
    stated = {word for value in claim.values for word in words(value.shown)}
    for number in range(window.first, window.last):
        held = document.set_of(number)
        absent = claim.content - held - stated
        lacking = [word for word in absent if word not in _IN_OTHER_WORDS and not word[0].isdigit()] if absent else ()
        if lacking and (len(lacking) > 5 or _STANDS_FOR.isdisjoint(document.words_of(number)[:6])) or 2 * len(absent) > len(claim.content) + 2:
            continue
        start, end = document.spans[number]
        part = document.text[start:end]
        if (";" in part or ": " in part) and not claim.values:
            if any(_as_arranged(_in_one_way(claim.tokens), _in_one_way(words(piece))) for piece in re.split(r"; |: ", part)):
                return True
        if "(" in part and ")" in part and _as_arranged(_in_one_way(claim.tokens), _in_one_way(words(_ASIDE.sub("", part)))):
            return True
        mine, theirs = _in_their_values(claim, document, number)
        theirs = _with_subject(claim, document, number, theirs) if lacking else theirs
        if _as_arranged(_in_one_way(mine), _in_one_way(theirs)) or (": " in part and _as_arranged(_in_one_way(mine), _in_one_way(words(part.partition(": ")[2])))):
            return True
    return False


_ASIDE = _Later(r"\s?\([^()]{0,200}\)")


def _as_arranged(mine: list[str], theirs: list[str]) -> bool:
    """reworded() for the tokens of a claim and a sentence, alike words made one."""
    if len(mine) < 3 or len(theirs) < 3:
        return False
    if "never" in theirs and "not" in mine and "never" not in mine:
        theirs = ["not" if word == "never" else word for word in theirs]
    if "will" in mine and _MODALS.isdisjoint(theirs):
        mine = [word for word in mine if word != "will"]
    ways = [(mine, theirs)]                           # "be" stays: "was paid" is not "paid"
    if mine[0] == "you" or theirs[0] == "you":
        ways.append((_of_what_you_do(mine), _of_what_you_do(theirs)))
    if "by" in mine or "by" in theirs:
        ways += [(_active(mine, far), _active(theirs, far)) for far in (False, True)]
    for one, other in ways:
        one, other = _bare(one), _bare(other)
        if not one or not other:
            continue
        if _rearranged(one, other) or _rearranged(_examples(one, other), other) or "be" in one and _done_by_somebody(one, other):
            return True
        cuts = [place for place, word in enumerate(one) if word in _CLAUSES]
        if len(cuts) != 1 or len(one) > 40:
            continue
        cut, size = cuts[0], len(one)
        if cut > 2 and size - cut > 3 and _rearranged(one[:cut], other) and _rearranged(one[cut + 1:], other):
            return True
        if one[cut] in ("and", "or") and one[cut] in other and any(_rearranged(one[:head] + one[cut + 1:tail] + [one[cut]] + one[head:cut] + one[tail:], other)
                                                                   for head in range(max(0, cut - 6), cut) for tail in {*range(cut + 2, min(size, cut + 5)), size}):
            return True                               # "B and A" for "A and B"
    return False


def _in_their_values(claim: Claim, document: Document, number: int) -> tuple[list[str], list[str]]:
    """The tokens of the claim, values written as the sentence writes those that bear them out, and the tokens of the sentence."""
    tokens, theirs = claim.tokens, document.words_of(number)
    for value in claim.values:
        other = next((one for one in document.values(number) if same_value(value, one)), None)
        if other:
            said, held = words(value.shown), words(other.shown)
            at = next((place for place in range(len(tokens)) if tokens[place:place + len(said)] == said), None) if said != held else None
            if at is not None:
                about = value.about and at and tokens[at - 1] in _ROUGHLY
                tokens = tokens[:at - about] + held + tokens[at + len(said):]
    return tokens, theirs


_ROUGHLY = frozenset(words("about around approximately roughly almost nearly etwa rund environ"))


def _with_subject(claim: Claim, document: Document, number: int, theirs: list[str]) -> list[str]:
    """The sentence with its leading pronoun replaced by what the sentences before it begin with, where the claim begins with that."""
    at = 0 if theirs[0] in _OWNERS else next((place for place, word in enumerate(theirs[:6]) if word in _PERSONS), None)
    if at is None or at and theirs[0] not in _LINKS:
        return theirs
    subject: list[str] = []
    for earlier in range(number - 1, max(-1, number - 6), -1):
        before = [word for word in document.words_of(earlier) if word not in ("the", "a", "an")]
        if not before:
            return theirs
        if before[0] in _PERSONS or before[0] in _LINKS and theirs[at] in before[:6]:
            continue
        size = next((size for size in range(1, 5) if len(before) > size and (before[size] in _BE or before[size] in _SKIPPED or before[size] in STOPWORDS or before[size] not in claim.mine)), 0)
        subject = before[:size] if size and all(word in claim.mine for word in before[:size]) else []
        break
    if subject and theirs[0] in _OWNERS:              # "the battery of the phone" for "its battery"
        mine = [word for word in claim.tokens if word not in ("the", "a", "an")]
        return mine[:len(subject) + 2] + theirs[2:] if mine[:len(subject) + 2] == [*theirs[1:2], "of", *subject] else subject + theirs[1:]
    return theirs[:at] + subject + theirs[at + 1:] if subject else theirs


def _in_one_way(tokens: list[str]) -> list[str]:
    """The tokens with one word for all that say the same, and short ways of saying a thing for long ones."""
    text = " ".join([_ALIKE.get(word, word) for word in tokens]) + " "
    for long, short in _LONG_WAYS:
        if long in text:
            text = text.replace(long, short)
    if "between " in text:
        text = _FROM_TO.sub(r"\1 to \2", text)
    return ["be" if word in _BE else word for word in text.split()]


_LONG_WAYS = [tuple(" ".join([_ALIKE.get(word, word) for word in words(way)]) + " " for way in pair.split(":")) for pair in """in order to:to|take place:be held|took place:be held|was fought:be held
had to:must|have to:must|has to:must|is required to:must|are required to:must|a day:daily|each day:daily|a week:weekly|each week:weekly|a month:monthly|each month:monthly|a year:annual|each year:annual|is equal to:equals|are equal to:equals
more than:over|comes with:includes|ships with:includes|are entitled to:receive|is entitled to:receive|get:receive|gets:receive|for free:free|free of charge:free|at no cost:free""".replace("\n", "|").split("|")]
_FROM_TO = _Later(r"(?<!\S)between (\d\S*(?: (?!and )\S+){0,2}) and (?=\d)(\S+)")
_MODALS = frozenset("may might can could will would shall should must".split())


_IN_OTHER_WORDS = frozenset((*_ALIKE, *(word for long, short in _LONG_WAYS for word in (long + short).split())))


def _active(tokens: list[str], far: bool) -> list[str]:
    """"B did A" for "A was done by B"; the tokens as they are when they hold no such passive. `far`: B may be "C and D"."""
    for by in [place for place, word in enumerate(tokens) if word == "by" and place > 2]:
        be = next((place for place in range(by - 2, max(0, by - 9), -1) if tokens[place] in _BE), None)
        if be is None or by + 1 == len(tokens):
            continue
        end = next((place for place in range(by + 2, len(tokens)) if tokens[place] in _LINKS and tokens[place] != "of" or tokens[place][0].isdigit() or tokens[place] in _CLAUSES and not far), len(tokens))
        modal, verb = be, be + 1
        while modal > 1 and tokens[modal - 1] in _BEFORE_BE:
            modal -= 1
        while verb < by and tokens[verb] not in _LINKS and not tokens[verb][0].isdigit():
            verb += 1
        lead = 0
        if tokens[0] in _LINKS and tokens[0] != "about":   # "In May 1924, the bank was founded by"
            lead = 1
            while lead < modal - 1 and (tokens[lead][0].isdigit() or tokens[lead] in _MONTH_STEMS):
                lead += 1
            lead = lead if lead > 1 else 0
        return tokens[by + 1:end] + tokens[modal:be] + tokens[be + 1:verb] + tokens[lead:modal] + tokens[verb:by] + tokens[:lead] + tokens[end:]
    return tokens


def _of_what_you_do(tokens: list[str]) -> list[str]:
    """"A can be done" for "you can do A"; the tokens as they are when they do not begin so."""
    if tokens[0] != "you" or tokens[1] not in _MODALS:
        return tokens
    verb = 3 if tokens[2] == "not" else 2
    end = next((place for place in range(verb + 2, len(tokens)) if tokens[place] in _LINKS and tokens[place] != "of"), len(tokens))
    return tokens[verb + 1:end] + tokens[1:verb] + ["be"] + tokens[verb:verb + 1] + tokens[end:]


_BEFORE_BE = frozenset("may might can could must will would should not has have had never".split())


def _done_by_somebody(mine: list[str], theirs: list[str]) -> bool:
    """Does the claim say without the doer ("B was named") what the sentence says with one ("A named B")?"""
    be = mine.index("be")
    verb = mine[be + 1] if be + 1 < len(mine) else ""
    at = theirs.index(verb) if verb in theirs else 0
    return 0 < be < 7 and 0 < at < 7 and mine[be - 1] not in _BEFORE_BE and theirs[at + 1:at + 1 + be] == mine[:be] and theirs[at - 1] not in ("be", "by") and _BREAKS.isdisjoint(theirs[:at]) and _MODALS.isdisjoint(theirs[:at]) \
        and _rearranged([verb, *mine[:be], *mine[be + 2:]], theirs[at:])


def _examples(mine: list[str], theirs: list[str]) -> list[str]:
    """"A includ B" for "B A", when that is how the sentence says it."""
    at = theirs.index("includ") if "includ" in theirs and "includ" not in mine else 0
    head = theirs[max(0, at - 3):at]
    rest = mine[:-len(head) - 1] if head and mine[-len(head) - 1:] == ["be", *head] else []
    return head + ["includ"] + rest if rest else mine


def _bare(tokens: list[str]) -> list[str]:
    """The tokens without articles, auxiliaries and other words that carry no sense of their own."""
    return [word for word in tokens if word not in _SKIPPED]


def _rearranged(mine: list[str], theirs: list[str]) -> bool:
    """Is `mine` made of a few stretches of `theirs`, in their order or with what follows put first, and nothing but phrases left out?"""
    parts: list[tuple[int, int]] = []
    place = 0
    while place < len(mine):
        best, size = 0, 0
        for at in range(len(theirs)):
            if theirs[at] == mine[place]:
                n = 1
                while place + n < len(mine) and at + n < len(theirs) and mine[place + n] == theirs[at + n]:
                    n += 1
                if n > size:
                    best, size = at, n
        if not size or len(parts) == MOST_PARTS:
            return False
        if size > 1 and place + size < len(mine) and theirs[best + size - 1] in _LINKS:
            size -= 1                                 # "in" goes with what follows it
        parts.append((best, best + size))
        place += size
    ranked = sorted(parts)
    if any(one[1] > other[0] for one, other in zip(ranked, ranked[1:])):
        return False
    descents = [place for place in range(1, len(parts)) if parts[place] < parts[place - 1]]
    if descents and parts[0] == ranked[0] and all(theirs[start] in _LINKS or theirs[start][0].isdigit() for start, _ in parts[1:]):
        descents = []                                 # "from 5 to 8", "to 8 from 5"
    if descents and parts[1:] == sorted(parts[1:]):
        descents = descents[:1]                       # the first was taken out of the middle
    elif len(descents) > 1 or descents and parts[-1] > parts[0]:
        if parts == ranked[::-1] and len(parts) == 3 and theirs[parts[0][0]] in _VERB_SECOND:
            descents = descents[:1]                   # "Durch die Stadt fliesst die Mur"
        else:
            return False                              # more than one move
    if descents:
        moved = theirs[ranked[ranked.index(parts[0])][0]]
        first = theirs[ranked[0][0]]
        if moved not in _LINKS and first not in _LINKS and moved not in _MOVABLE and first not in _MOVABLE and not moved[0].isdigit() and not first[0].isdigit():
            return False
    for one, other in zip(ranked, ranked[1:]):
        gap = theirs[one[1]:other[0]]
        if gap and not all(word[0].isdigit() for word in gap) and not (gap[-1] in ("and", "but") and _BREAKS.isdisjoint(gap[:-1])) and (gap[0] not in _LINKS or theirs[other[0]] not in _LINKS or not _BREAKS.isdisjoint(gap)):
            return False
    before, after = theirs[:ranked[0][0]], theirs[ranked[-1][1]:]
    if before and not all(word[0].isdigit() for word in before) and (before[0] not in _LINKS | _CLAUSES and before[-1] not in _CLAUSES or not (_BREAKS - _CLAUSES).isdisjoint(before) or len(before) > 12):
        return False
    return not after or after[0] in _LINKS or after[0] in _CLAUSES


_VERB_SECOND = frozenset("durch im am in seit mit bei f\u00fcr nach ab aus von an auf unter \u00fcber en desde con para por".split()) - {"in"}
_MOVABLE = frozenset("if when while each annual daili monthli weekli to today yesterday currently now first".split())

_OWNERS = frozenset("its his her their sein seine ihr ihre son sa ses su sus".split())
_PERSONS = frozenset("it he she they er sie es il elle ils elles".split())
_STANDS_FOR = _PERSONS | _OWNERS
_ANAPHORS = frozenset("it its he she his her him they their them this these those that such both er sie sein ihr ihre dies diese il elle ils elles ce cette ces su sus este esta él ella он она они его её их".split())


def _stitched(claim: Claim, window: Window) -> str | None:
    """Why a claim of words of several sentences may say what none of them does: no sentence goes on about what the other began. None when one does."""
    content, document = claim.content, window.document
    if not _JOINT_WORDS.isdisjoint(claim.mine) or len(content) > 7 or ", " in claim.text:
        return None                                   # what is longer sums up
    sets = {number: document.set_of(number) for number in range(window.first, window.last)}
    most = max(sets, key=lambda number: len(content & sets[number]))
    out = content - sets[most]
    if not out:
        return None
    begins_with = claim.order[0] if claim.order else ""
    for number, held in sets.items():
        own = out & held
        if number == most or not own:
            continue
        for word in sorted(content & sets[most] - held):
            facing = _FACING.get(word, _NONE) & held - claim.mine
            if facing:
                return f"{{doc}} says '{_written(min(facing), document.text)}' of '{_written(min(own), claim.text)}'"
        later, earlier = max(number, most), min(number, most)
        begins = document.words_of(later)[:6]
        start, end = document.spans[earlier]
        if "\n" in document.text[start - 1 if start else 0:end + 2]:
            continue                                  # a heading or a list
        if number == later and not _PERSONS.isdisjoint(document.words_of(most)[:6]) and begins_with in own:
            return f"{{doc}} says '{_written(min(own), claim.text)}' of something else"   # whoever "she" is was named before
        if _ANAPHORS.isdisjoint(begins) and "the" not in begins:
            return f"{{doc}} says '{_written(min(own), claim.text)}' of something else"
        if most == later and begins[0] in _OWNERS and begins[1:2] and begins[1] not in content:
            return f"{{doc}} says '{_written(min(own), claim.text)}' of '{begins[0]} {begins[1]}'"
        if most == later and not _PERSONS.isdisjoint(begins) and min(map(document.words_of(earlier).index, own)) > 5:   # "She met Pierre. She died": not he
            return f"{{doc}} says '{_written(min(own), claim.text)}' of something else"
    return None


_OPEN = frozenset("pla pro int hop wan con may mig cou aim see off att thr".split())   # what is planned or may be is not yet what will be


def _keeps(limited: re.Pattern, low: str, cue: str, text: str) -> bool:
    """Does the claim keep the limit? The passage's own further words ("may reduce the risk") do not, but the limit itself does."""
    said, open_ = text.split(), cue[:3] in _OPEN
    return any(mark.group() in cue or mark.group() not in said and not (open_ and mark.group() in ("will", "shall")) for mark in limited.finditer(low))


_RANKS = frozenset((*_ORDINALS, *_SMALL, *_BIG, "million", "millions", "billion", "billions", "trillion")) - {"one"}
_OFTEN = frozenset("always never often rarely seldom sometimes usually immer nie oft selten toujours jamais souvent siempre nunca".split())
_CALENDAR = frozenset(name for name in _MONTHS if len(name) > 3) | frozenset("""lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo
lunedì martedì mercoledì giovedì venerdì sabato domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag montags dienstags mittwochs donnerstags freitags samstags sonntags""".split())


_JOINT_WORDS = frozenset(words("and but while whereas although though unlike und aber w\u00e4hrend et mais y pero mientras e ma mentre \u0438 \u0430 \u043d\u043e"))
_TWO_SIDES = _Later(r"[;:]\s|,?\s(?:and|but|while|whereas|although|though|unlike|und|aber|w\u00e4hrend|et|mais|tandis que|y|pero|mientras|e|ma|mentre|\u0438|\u0430|\u043d\u043e)\s")
CROSSED = 10                                          # words of both sides that the other lacks; longer sentences are summed up rather than mixed up
_FINITE = frozenset(words("is are was were has have had can could will would may might must should do does did ist sind war waren hat est sont ont es son fue"))


def _crossed(claim: Claim, sentence: str) -> str | None:
    """Why a claim of one clause takes words from both sides of a joint and leaves some of either out ("Johnson was the sixteenth" of "Lincoln was the sixteenth and Johnson the seventeenth")."""
    said = frozenset([word for word in claim.mine if word not in STOPWORDS or word in _FACING])
    sides = [words(part) for part in _TWO_SIDES.split(sentence)]
    for left, right in zip(sides, sides[1:]):
        first, second = (frozenset([word for word in side if word not in STOPWORDS or word in _FACING]) for side in (left, right))
        only_left, only_right = first - second, second - first
        if not said <= first | second or len(only_right) < 2 or len(only_left) + len(only_right) >= CROSSED:
            continue
        verb = next((place for place, word in enumerate(left) if word in _FINITE), 0)
        subject = (frozenset(left[:verb]) if verb else frozenset([word for word in left if word not in STOPWORDS][:1])) & only_left
        mine, other = (only_left & said) - subject, only_right & said
        left_out = only_left - said - (subject if said & subject else frozenset())
        if mine and other and left_out and only_right - said:
            return f"{{doc}} does not say '{_written(min(mine), claim.text)}' and '{_written(min(other), claim.text)}' of the same"
    return None


def _voice_turned(mine: list[str], theirs: list[str]) -> str | None:
    """Why what was done by somebody was done to him in the claim ("A defeated B" for "A was defeated by B"); None when it was not."""
    for passive, active, who in ((theirs, mine, "{doc}"), (mine, theirs, "the answer")):
        for place, word in enumerate(passive):
            if word != "by" or not place or _BE.isdisjoint(passive[max(0, place - 4):place - 1]):
                continue
            verb, agent = passive[place - 1], next((one for one in passive[place + 1:place + 4] if one not in STOPWORDS), "")
            if verb in STOPWORDS or not agent or verb not in active or agent not in active:
                continue
            at = active.index(verb)
            if at and active.count(verb) == 1 and "by" not in active[at + 1:at + 3] and agent in active[at + 1:at + 5] and agent not in active[:at] and _BE.isdisjoint(active[max(0, at - 3):at]):
                return f"{who} says '{verb}' was done by '{agent}'"
    return None


_BE = frozenset("is are was were be been being got".split())


def _exchangeable(word: str) -> str:
    """The kind of word for which another of its kind says another thing: a name, a number, a month, how often; "" for all others."""
    if word[0].isupper():
        return "" if word.lower() in STOPWORDS and word != "May" else "name"
    return "number" if word[0].isdigit() or word in _RANKS else "often" if word in _OFTEN else "date" if word in _CALENDAR else ""


def _in_digits(word: str) -> str:
    """The digits of an ordinal, "4th" and "fourth" alike; any other word as it is."""
    low = word.lower()
    return str(_ORDINALS[low]) if low in _ORDINALS else low[:-2] if low[0].isdigit() and low[-2:] in ("st", "nd", "rd", "th") else low


def _exchanged(mine: list[str], theirs: list[str], rounded: Iterable = ()) -> str | None:
    """Why a near copy of a sentence says another thing: between the same neighbours it has another name or number, or it pairs two otherwise; None when it does not."""
    low, held, places = [word.lower() for word in mine], [word.lower() for word in theirs], {}
    for place, word in enumerate(theirs):
        kind = _exchangeable(word)
        if kind:
            around = (held[place - 1] if place and kind != "often" else "", held[place + 1] if place + 1 < len(held) else "")
            places.setdefault(around, []).append(word)
    for place, word in enumerate(mine):
        kind = _exchangeable(word)
        if not kind or not place and low[0] not in _NO_NAMES or word in rounded:
            continue
        others = places.get((low[place - 1] if place and kind != "often" else "", low[place + 1] if place + 1 < len(low) else ""))
        if others and all(other.lower() != low[place] for other in others):
            other = next((other for other in others if _exchangeable(other) == kind and _VOCABULARY[other] != _VOCABULARY[word] and not (kind == "number" and _in_digits(other) == _in_digits(word))), None)
            if other:
                return f"'{other}' in {{doc}}, the answer says '{word}'"
    for one, link, other in zip(mine, low[1:], mine[2:]):
        if one[0].isupper() and other[0].isupper() and _exchangeable(one) and _exchangeable(other) and one in theirs and other in theirs:
            after = {theirs[place + 2] for place in range(len(theirs) - 2) if theirs[place] == one and held[place + 1] == link}
            before = {theirs[place - 2] for place in range(2, len(theirs)) if theirs[place] == other and held[place - 1] == link}
            if after and before and other not in after and all(_exchangeable(word) == "name" for word in after | before):
                return f"{{doc}} has '{one} {link} {min(after)}' and '{min(before)} {link} {other}', the answer '{one} {link} {other}'"
    return None


_ARTICLES = frozenset(("a", "an", "the")).__contains__
_MONTH_STEMS = frozenset(map(stem, _MONTHS))          # "on 30 June": the month belongs to the day, not to what it is the day of


def _misplaced(mine: list[str], theirs: list[str], all_mine: list[str], all_theirs: list[str]) -> str | None:
    """Why a number of the claim goes with a word that goes with another number in the passage, or a comparison with another thing; None when it does not."""
    known = set(mine)
    for place, value in enumerate(mine):
        if value[0] > "9" or not value[0].isdigit() or theirs.count(value) != 1:
            continue
        at = theirs.index(value)
        beyond = theirs[at + 1] if at + 1 < len(theirs) else ""
        for way in (1, -1):
            if way == -1 and beyond and mine[place + 1:place + 2] == [beyond] and theirs.count(beyond) == 1 and beyond not in _MONTH_STEMS:
                break                                 # "20 % in Austria": what follows belongs to it
            for step in (1, 2):
                one, other = place + way * step, at + way * step
                if not (0 <= one < len(mine) and 0 <= other < len(theirs)):
                    break
                said, held = mine[one], theirs[other]
                if said == held:
                    continue
                if held not in known and not held[0].isdigit() and said in theirs and not said[0].isdigit():
                    where = theirs.index(said)
                    beside = theirs[max(0, where - 2):where] if way == 1 else theirs[where + 1:where + 3]
                    if any(word[0].isdigit() and word not in known for word in beside):
                        return f"{value} goes with another word in {{doc}} than in the answer"
                break
    starts = ("by" in all_mine) == ("by" in all_theirs)   # a passive begins with what the active ends with
    kept = mine == [word for word in theirs if word in known]   # content words in their order cannot have changed places
    bare = [list(itertools.filterfalse(_ARTICLES, tokens)) for tokens in (all_mine, all_theirs)] if all_mine != all_theirs else ()
    for before, after in [(_before(some, starts), _before(others, starts)) for some, others in (*(() if kept else ((mine, theirs),)), bare)] if bare else ():
        moved = [word for word in before if word in after and before[word] != after[word] and (word == "may" or word not in STOPWORDS)]
        for one in moved:
            other = next((two for two in moved if two != one and before[two] == after[one] and before[one] == after[two]), None)
            if other:                                 # "from 8 to 5" for "from 5 to 8"
                return f"'{one}' and '{other}' stand in {{doc}} the other way round"
    years = [value for value in mine if len(value) == 4 and value.isdigit() and "1500" <= value <= "2100" and theirs.count(value) == 1]
    for year in years:
        place = mine.index(year)
        for value in [word for word in mine[max(0, place - 2):place + 3] if word[0].isdigit() and word not in years and theirs.count(word) == 1]:
            between = theirs[min(theirs.index(year), theirs.index(value)) + 1:max(theirs.index(year), theirs.index(value))]
            other = [word for word in between if word[0].isdigit() and word not in known]
            if any(len(word) == 4 and "1500" <= word <= "2100" for word in other) and any(not (len(word) == 4 and "1500" <= word <= "2100") for word in other):
                return f"{value} goes with another year in {{doc}} than in the answer"
    if "than" in all_mine and all_theirs.count("than") > 1:
        pairs = _compared(all_theirs)
        for degree, thing in _compared(all_mine):
            if (degree, thing) not in pairs and any(thing == other for _, other in pairs) and any(degree == other for other, _ in pairs):
                return f"{{doc}} does not compare with '{thing}' in this way"
    return None


def _before(tokens: list[str], starts: bool) -> dict[str, str]:
    """Each word that stands there once, and the word before it; the first word too where `starts`."""
    out = dict(zip(tokens, ("", *tokens)))
    if tokens and not starts and tokens[0] in out and not out[tokens[0]]:
        del out[tokens[0]]
    if len(out) < len(tokens) - (not starts):
        for word in [word for word in out if tokens.count(word) > 1] if len(tokens) < 60 else [word for word, times in collections.Counter(tokens).items() if times > 1]:
            out.pop(word, None)
    return out


def _compared(tokens: list[str]) -> list[tuple[str, str]]:
    """(word before, first content word after) of each "than"."""
    return [(tokens[place - 1], next((word for word in tokens[place + 1:place + 4] if word not in STOPWORDS), "")) for place, word in enumerate(tokens) if word == "than" and place]


def _put_together(claim: Claim, tokens: list[str], window: Window) -> str | None:
    """Why the claim takes its subject from one clause and what is said of it from another that has a subject of its own; None when it does not."""
    content, document = claim.content, window.document
    if not 1 < len(content) < 8:
        return None
    clauses: list[list[str]] = []
    for number in range(window.first, window.last):
        start, end = document.spans[number]
        text = document.text[start:end]
        parts = _JOINT.split(text) if ";" in text or ":" in text or not _JOINT_WORDS.isdisjoint(document.set_of(number)) else [text]
        if len(parts) == 1 and content <= document.set_of(number):
            return None
        clauses += [[word for word in (words(part) if len(parts) > 1 else document.words_of(number)) if word not in STOPWORDS] for part in parts]
    if len(clauses) < 2:
        return None
    sets = list(map(frozenset, clauses))
    named = {parts[0] for _, parts, opens in names_in(document.text[document.spans[window.first][0]:document.spans[window.last - 1][1]]) if parts and not opens}
    if any(content <= held for held in sets):
        return None
    subject = tokens[0]
    for number in range(len(clauses)):
        if subject not in sets[number] or len(sets[number] - content) > 3:
            continue
        for other, theirs in enumerate(clauses):
            if other == number or not theirs or subject in sets[other] or len(sets[other] - content) > 3:
                continue
            facing = next((word for word in tokens[1:] if word in sets[other] and word not in sets[number] and word in _FACING and not (_FACING[word] & sets[number] - content == frozenset())), None)
            own = content & sets[other] - sets[number]
            apart = theirs[0] not in content and (theirs[0] not in sets[number] or theirs[0] in named)
            if facing or (own and apart and content & sets[number] & sets[other] and (sets[number] - content - sets[other] or theirs[1:2] == clauses[number][1:2]) and not (own & sets[number])):
                last = document.text[document.spans[window.last - 1][0]:document.spans[window.last - 1][1]]
                return f"{{doc}} says '{_written(sorted(own)[0] if not facing else facing, claim.text)}' of '{theirs[0] if facing is None else _written(theirs[0], last)}', not of '{_written(subject, claim.text)}'"
    return None


_ABOUT_SAID = _Later(r"(?<!\w)(?:at least|at most|up to|about|around|approximately|roughly|nearly|almost|over|under|more than|less than|fewer than|mindestens|höchstens|etwa|rund|environ|au moins|al menos|circa|около)(?!\w)")


def judge_claim(finding: Finding, score: float, limits: tuple) -> str:
    """The verdict: guards first, then the score against (supported from, unsupported up to, lacking up to)."""
    if finding.exact:
        return "supported"
    high, low, lacking = limits
    if finding.guards:
        x = finding.features
        kinds = {kind for kind, _ in finding.guards}
        contradicts = "contradicts" in kinds and (not x["turned"] or max(x["order"], finding.copied) >= NEAR_COPY)
        if "denies" in kinds or contradicts and x["window"] >= SAME_MATTER:
            return "contradicted"
        if "computed" in kinds and high > low:
            return "uncertain"
        if score <= (lacking if contradicts or "lacks" in kinds else low):
            return "unsupported"
        return "uncertain" if high > low else "contradicted" if x["turned"] else "supported"
    if score >= high:
        return "supported"
    return "uncertain" if high > low and (score > low or finding.anchored) else "unsupported"


def limits_for(certainty: str, claims: int, whole: float) -> tuple:
    """The limits of judge_claim for an answer of so many claims whose whole score is `whole`."""
    high, low, lacking = CERTAINTY[certainty]
    if claims > 1:
        good, bad, good_claim, bad_claim = WHOLE[certainty]
        if whole >= good:
            high = min(high, good_claim)
        elif whole <= bad:
            high, low, lacking = min(high, bad_claim), max(low, bad_claim), 1.0
    return high, low, lacking


def explain(finding: Finding, verdict: str, name: str | None, claim: str = "") -> str | None:
    """Why, in words; None for a supported claim."""
    if verdict == "supported":
        return None
    if finding.guards:
        return min(finding.guards, key=lambda guard: guard[0] not in ("contradicts", "denies"))[1].replace("{doc}", name or "the documents")
    x = finding.features
    words_ = ", ".join([f"'{one}'" for one in _as_spelled(sorted(finding.missing, key=lambda word: (-weight_of(word), -len(word), word))[:4], finding.claim, claim)])
    if name is None:
        return f"none of its words stand in the documents: {words_}" if words_ else "nothing in it can be looked up"
    if x["anywhere"] > 0.9 and x["document"] < 0.75:
        return f"its words stand in different documents, never together; {name} lacks {words_}"
    if x["anywhere"] > 0.9 and x["window"] < 0.75:
        return f"its words stand in {name}, but in no passage together"
    if x["own"]:
        return "it speaks of the writer, which no document does"
    if words_:
        return f"the closest passage, in {name}, lacks {words_}"
    return f"its words stand in {name} in another order" if x["order"] < 0.8 else f"its words stand in {name}, whether it says the same is open"


# ----- the row -----
class Settings(NamedTuple):
    """What changes the fields that are written."""
    certainty: str = "sure"
    strict: bool = False
    also: tuple = ()
    split: bool = False
    overwrite: bool = False


def origin(settings: Settings) -> str:
    """The value of faithfulness_by, as in lexical/sure/0.1.0."""
    return f"lexical/{settings.certainty}{'+strict' if settings.strict else ''}/{VERSION}"


OURS = ("claims", "faithfulness", "support", "faithful", "faithful_certain", "abstained", "answer_relevance", "relevant", "answer_correctness", "correct")
NEVER = "nothing was retrieved"


def score_answer(answer: str, documents: Documents, history: Documents | None, settings: Settings, docs: list | None = None, said: frozenset | None = None) -> tuple[list, float, str]:
    """(claims, support, state) of an answer to documents; state is "claims", or "no_claims" where nothing checkable is stated."""
    parts = split_claims(answer, documents.ids, said)
    stated = bool(parts)
    parts = parts or [{"text": answer, "start": 0, "end": len(answer), "citations": []}]
    findings, logits, sizes = [], [], []
    for part in parts:
        text = part["text"]
        finding = exactly(text, documents)
        if finding is None:
            core = part.get("core") or claim_core(text)
            finding = examine(core, documents, core is text)
        findings.append(finding)
        logits.append(_EXACT_LOGIT if finding.exact else claim_logit(finding.features))
        sizes.append(len(text))
    whole = sigmoid(logits[0] if len(logits) == 1 else answer_logit(findings, sizes))
    if not stated:
        return [], whole, "no_claims"
    limits = limits_for(settings.certainty, len(parts), whole)
    claims = []
    for part, finding, logit in zip(parts, findings, logits):
        if finding.exact and not part["citations"]:
            place, start, end = finding.doc, finding.start, finding.end
            claims.append({"text": part["text"], "verdict": "supported", "score": _EXACT_SCORE, "doc_id": documents.ids[place], "evidence": documents.texts[place][start:end],
                           "why": None, "start": part["start"], "end": part["end"], "evidence_start": start, "evidence_end": end})
            continue
        score = sigmoid(logit)
        verdict = judge_claim(finding, score, limits)
        source, arranged = documents, False
        if verdict == "uncertain" and finding.window and finding.features["window"] >= SAME_MATTER and limits[0] > limits[1] and all(kind in ("swaps", "doubts") and _NAME_GUARD in why for kind, why in finding.guards) and reworded(finding.claim, finding.window):
            finding, verdict, arranged = finding._replace(guards=()), "supported", True
        if verdict == "supported" and not finding.exact and limits[0] > limits[1]:
            why = overstated(finding.claim, finding.window, arranged) if finding.window else None
            if why and not arranged and reworded(finding.claim, finding.window):
                why = overstated(finding.claim, finding.window, True)
            if why:
                finding, verdict = finding._replace(guards=(("doubts", why),)), "uncertain"
        elif verdict == "unsupported" and documents.texts and limits[0] > limits[1]:
            why = unreadable(part["text"], finding, documents)
            if why:
                finding, verdict = finding._replace(guards=(("doubts", why),)), "uncertain"
        if history and verdict != "supported":
            said = examine(claim_core(part["text"]), history)
            heard = sigmoid(_EXACT_LOGIT if said.exact else claim_logit(said.features))
            if judge_claim(said, heard, limits) == "supported":
                finding, score, verdict, source = said, heard, "supported", history
        claims.append(_claim_fields(part, finding, score, verdict, source))
        if part["citations"] and docs is not None:
            claims[-1]["citations"] = [_check_citation(label, docs, part, claims[-1], limits) for label in part["citations"]]
    return claims, whole, "claims"


def _claim_fields(part: dict, finding: Finding, score: float, verdict: str, source: Documents) -> dict:
    _, place, start, end, *_ = finding
    if place is None:
        return {"text": part["text"], "verdict": verdict, "score": round(score, 4), "doc_id": None, "evidence": None, "why": explain(finding, verdict, None, part["text"]),
                "start": part["start"], "end": part["end"], "evidence_start": None, "evidence_end": None}
    name = source.ids[place]
    return {"text": part["text"], "verdict": verdict, "score": round(score, 4), "doc_id": name, "evidence": source.texts[place][start:end],
            "why": None if verdict == "supported" else explain(finding, verdict, name, part["text"]), "start": part["start"], "end": part["end"], "evidence_start": start, "evidence_end": end}


def _check_citation(label: str, docs: list, part: dict, claim: dict, limits: tuple) -> dict:
    """{"label", "doc_id", "supports"}: does the cited document support the claim? None where the label names no document or words cannot tell."""
    name = map_citation(label, docs)
    supports = None
    if name is not None:
        if claim["doc_id"] == name and claim["verdict"] != "uncertain":
            supports = claim["verdict"] == "supported"
        else:
            text = next(doc["text"] for doc in docs if str(doc["id"]) == name)
            finding = examine(claim_core(part["text"]), Documents([name], [text or ""]))
            score = sigmoid(_EXACT_LOGIT if finding.exact else claim_logit(finding.features))
            verdict = judge_claim(finding, score, limits)
            supports = None if verdict == "uncertain" else verdict == "supported"
    return {"label": label, "doc_id": name, "supports": supports}


def citation_figures(claims: list) -> dict:
    """{"citation_precision", "citation_recall"}: of the citations that could be checked, those whose document supports the claim; of the supported
    claims, those that cite a document which does (ALCE's definitions, Gao et al. 2023, on words). {} for an answer without citations."""
    cited = [one for claim in claims for one in claim.get("citations", ())]
    if not cited:
        return {}
    checked = [one["supports"] for one in cited if one["supports"] is not None or one["doc_id"] is None]
    held = [any(one["supports"] for one in claim.get("citations", ())) for claim in claims if claim["verdict"] == "supported"]
    return {"citation_precision": sum(map(bool, checked)) / len(checked) if checked else None, "citation_recall": sum(held) / len(held) if held else None}


def score_row(row: dict, settings: Settings = Settings()) -> dict:
    """The fields that scoring adds to a row (see the top of this file); what cannot be measured is None. Raises DataError."""
    answer, query = text_of(row, "answer"), text_of(row, "query") or ""
    reference = text_of(row, "reference_answer")
    docs = docs_of(row, "context_docs") if row.get("context_docs") is not None else docs_of(row)
    added: dict = dict.fromkeys(OURS)
    if reference is None:
        del added["answer_correctness"], added["correct"]
    added["faithfulness_by"] = origin(settings)
    if answer is None or not answer.strip():
        added["claims"] = None if answer is None else []
        added["abstained"] = None if answer is None else False
        return added
    tokens = words(answer)
    said = frozenset(tokens)
    states = _cannot_decline(answer, said)
    added["abstained"] = not states and is_abstention(answer, query)
    if added["abstained"]:
        added["claims"] = []
        return added
    added["answer_relevance"], added["relevant"] = answer_relevance(query, answer, said)
    if reference is not None:
        added["answer_correctness"], added["correct"] = answer_correctness(answer, reference, tokens, said)
    texts = [doc["text"] for doc in docs if doc["text"]] if docs else []
    if docs is None or docs and not texts:
        if docs:
            added["notes"] = [*(row.get("notes") or ()), "no document has a text: faithfulness is not measured"]
        return added
    documents = Documents([id_text(doc["id"]) for doc in docs if doc["text"]], texts, query)
    claims, support, state = score_answer(answer, documents, _history(row, query), settings, docs, said if states else None)
    added["claims"], added["support"] = claims, round(support, 6)
    if state == "no_claims":
        return added
    verdicts = [claim["verdict"] for claim in claims]
    supported, uncertain = verdicts.count("supported"), verdicts.count("uncertain")
    if not docs:                                      # retrieval returned nothing: what history does not support is made up
        for claim in claims:
            if claim["verdict"] != "supported":
                claim.update(verdict="unsupported", why=NEVER)
        uncertain = 0
        added["support"] = supported / len(claims)
    added["faithfulness"] = supported / (len(claims) - uncertain) if len(claims) > uncertain else None
    if settings.strict:
        added["faithful"] = supported == len(claims)
    elif not docs:
        added["faithful"] = supported == len(claims)
    elif not uncertain:
        added["faithful"] = supported == len(claims)
        if added["faithful"]:
            added["support"] = round(0.5 + 0.5 * support, 6)   # above every answer that was not confirmed in full
    else:
        added["faithful"] = support >= FAITHFUL_FROM
    added["faithful_certain"] = not uncertain
    added.update(citation_figures(claims))
    if settings.also:
        added.update((name, ALSO[name](answer, texts)) for name in settings.also)
    if settings.split and reference:
        added["split"] = split_parts(claims, answer, reference, documents)
    return added


def _history(row: dict, query: str) -> Documents | None:
    """Earlier turns as one document named "history"; None without any."""
    turns = row.get("history")
    if not isinstance(turns, list):
        return None
    texts = [turn["text"] for turn in turns if isinstance(turn, dict) and isinstance(turn.get("text"), str) and turn["text"].strip()]
    return Documents(["history"], ["\n\n".join(texts)], query) if texts else None


def split_parts(claims: list, answer: str, reference: str, documents: Documents) -> dict:
    """What RAGChecker's figures are made of, estimated by words; see --split at the top of this file."""
    wanted = [claim_core(part["text"]) for part in split_claims(reference)] or [reference]
    right, given = Documents(["reference"], [reference]), Documents(["answer"], [answer])
    single = [Documents([name], [text]) for name, text in zip(documents.ids, documents.texts)]
    return {"estimated": True,
            "reference_claims": [{"text": text, "doc_ids": [one.ids[0] for one in single if holds(text, one)], "in_answer": holds(text, given)} for text in wanted],
            "answer_claims": [{"n": n, "doc_ids": [one.ids[0] for one in single if holds(claim_core(claim["text"]), one)], "in_reference": holds(claim_core(claim["text"]), right)}
                              for n, claim in enumerate(claims, 1)]}


def holds(claim: str, documents: Documents) -> bool | None:
    """Do the documents say it? None when words cannot tell; at the middle certainty, since these parts are averaged and not acted on one by one."""
    finding = examine(claim, documents)
    verdict = judge_claim(finding, sigmoid(_EXACT_LOGIT if finding.exact else claim_logit(finding.features)), CERTAINTY["likely"])
    return None if verdict == "uncertain" else verdict == "supported"


class Faithfulness(NamedTuple):
    """Unpacks as (score, supported, unsupported)."""
    score: float | None
    supported: list[str]
    unsupported: list[str]


def faithfulness(answer: str, contexts: list[str]) -> Faithfulness:
    """(share of supported claims, their texts, the texts of the others), every claim decided by the better guess; score None for an answer that
    states nothing or declines, 0.0 for facts without contexts."""
    texts = [text for text in ([contexts] if isinstance(contexts, str) else contexts) if text and text.strip()]
    if not answer.strip() or is_abstention(answer, None):
        return Faithfulness(None, [], [])
    claims, _, _ = score_answer(answer, Documents([f"context_{n}" for n in range(1, len(texts) + 1)], texts), None, Settings("all"))
    good = [claim["text"] for claim in claims if texts and claim["verdict"] == "supported"]
    bad = [claim["text"] for claim in claims if not texts or claim["verdict"] != "supported"]
    return Faithfulness(len(good) / len(claims) if claims else None, good, bad)


# ----- other tools' formulas, for comparison only -----
_PLAIN = _Later(r"[a-z0-9]+")
_PLAIN_STOP = frozenset("""a an the is are was were be been being to of in on at by for with from as and or but if then than that this these those it its he she they we you i
his her their our your my me him them us do does did has have had will would can could should may might must not no so such there here what which who whom when where why how""".split())


def overlap80(answer: str, texts: list[str]) -> float | None:
    """Share of sentences and contrasting clauses of which at least 80 % of the content words stand anywhere in the documents (rag-eval-py's claim
    overlap). None where nothing holds a content word: that tool says 1."""
    held = set(_PLAIN.findall(" ".join(texts).lower()))
    claims = [content for part in re.split(r"[.!?]+(?:\s|$)|,\sbut\s|;\s", answer) for content in [set(_PLAIN.findall(part.lower())) - _PLAIN_STOP] if content]
    return sum(len(content & held) >= 0.8 * len(content) for content in claims) / len(claims) if claims else None


def unigram_bigram(answer: str, texts: list[str]) -> float | None:
    """0.6 x share of the answer's words in the documents + 0.4 x share of its word pairs (RAGEval). None for an answer without words: that tool says 1."""
    mine, theirs = _PLAIN.findall(answer.lower()), _PLAIN.findall(" ".join(texts).lower())
    if not mine:
        return None
    held, pairs, held_pairs = set(theirs), list(zip(mine, mine[1:])), set(zip(theirs, theirs[1:]))
    ones = sum(word in held for word in mine) / len(mine)
    return 0.6 * ones + 0.4 * (sum(pair in held_pairs for pair in pairs) / len(pairs) if pairs else ones)


def groundedness(answer: str, texts: list[str]) -> float | None:
    """Share of each sentence's content words that its best document holds, 0 below one half, averaged by number of content words
    (rag-quality-check). None for an answer without content words."""
    held = [set(_PLAIN.findall(text.lower())) for text in texts]
    total = score = 0.0
    for part in re.split(r"(?<=[.!?])\s+", answer):
        content = set(_PLAIN.findall(part.lower())) - _PLAIN_STOP
        if content:
            best = max((len(content & words_) / len(content) for words_ in held), default=0.0)
            total += len(content)
            score += len(content) * (best if best >= 0.5 else 0.0)
    return score / total if total else None


ALSO = {"overlap80": overlap80, "unigram_bigram": unigram_bigram, "groundedness": groundedness}


# ----- the whole file -----
BATCH = 64                                            # rows handed to a worker at a time
COUNTED = ("supported", "contradicted", "unsupported", "uncertain")
KEPT = {"faithful": ("faithful", "faithful_certain", "faithfulness_by"), "faithfulness_score": ("faithful", "faithful_certain", "faithfulness_by"),
        "relevant": ("relevant",), "correct": ("correct",), "abstained": ("abstained",)}


def keep_given(row: dict, added: dict, overwrite: bool) -> tuple[dict, bool]:
    """The fields to write, without those whose value came along from elsewhere; and whether something was kept.

    A row that this script scored before is scored anew; a judged one is left alone."""
    by = row.get("faithfulness_by")
    if overwrite or isinstance(by, str) and by.startswith("lexical/"):
        return added, False
    if isinstance(by, str) and by.startswith("judge:"):
        return {}, True
    out = dict(added)
    for field, gone in KEPT.items():
        if row.get(field) is not None:
            for name in gone:
                out.pop(name, None)
    return out, len(out) < len(added)


class Tally:
    """Counts over rows, and means that merge."""

    def __init__(self) -> None:
        self.counts: collections.Counter = collections.Counter()
        self.moments: dict[str, Moments] = {}

    def add(self, added: dict, row: dict) -> None:
        count = self.counts
        count["rows"] += 1
        claims = added["claims"]
        answer = row.get("answer")
        if added["abstained"]:
            count["abstained"] += 1
        elif answer is None or not answer.strip():
            count["no_answer" if answer is None else "empty_answer"] += 1
        elif claims is None:
            count["no_documents"] += 1
        elif not claims:
            count["no_claims"] += 1
        else:
            count["scored"] += 1
            count["faithful"] += added["faithful"] is True
            count["certain"] += added["faithful_certain"]
            for claim in claims:
                count[claim["verdict"]] += 1
                if claim["verdict"] == "contradicted" or claim["verdict"] == "unsupported" and claim["why"] == NEVER:
                    count["contradicting" if claim["verdict"] == "contradicted" else "nothing_retrieved"] += 1
        for name in ("relevant", "correct"):
            if added.get(name) is not None:
                count[name] += added[name]
                count[f"{name}_known"] += 1
        for name in ("faithfulness", "support", "answer_relevance", "answer_correctness", "citation_precision", "citation_recall", *ALSO):
            if added.get(name) is not None and (claims or name[:4] != "supp"):
                if name not in self.moments:
                    self.moments[name] = Moments()
                self.moments[name].add(added[name])

    def merge(self, other: Tally) -> None:
        self.counts.update(other.counts)
        for name, moments in other.moments.items():
            if name in self.moments:
                self.moments[name].merge(moments)
            else:
                self.moments[name] = moments


def signature(settings: Settings) -> str:
    """All that changes the numbers, version last."""
    return f"faithfulness|lexical|certainty:{settings.certainty}|strict:{'yes' if settings.strict else 'no'}|v:{VERSION}"


def summarize(tally: Tally, settings: Settings, bad: int = 0) -> dict:
    """The summary as it stands in --json."""
    count = tally.counts
    claims = sum(count[name] for name in COUNTED)
    scored = count["scored"]
    return {"rows": count["rows"], "n": scored, "faithful": rate(count["faithful"], scored), "certain": rate(count["certain"], scored),
            "rows_with_uncertain": rate(scored - count["certain"], scored),
            "claims": {"n": claims, **{name: rate(count[name], claims) for name in COUNTED}},
            "left_out": {name: count[name] for name in ("abstained", "empty_answer", "no_answer", "no_claims", "no_documents") if count[name]},
            "abstained": rate(count["abstained"], count["rows"]),
            "relevant": rate(count["relevant"], count["relevant_known"]), "correct": rate(count["correct"], count["correct_known"]),
            "means": {name: tally.moments[name].summary() for name in ("faithfulness", "support", "answer_relevance", "answer_correctness", "citation_precision", "citation_recall", *ALSO)
                      if name in tally.moments},
            "kept": count["kept"], "skipped_lines": bad, "certainty": settings.certainty, "signature": signature(settings)}


_LEFT_OUT_WORDS = {"abstained": "the answer declines to answer", "empty_answer": "the answer is empty", "no_answer": "no answer recorded",
                   "no_claims": "the answer states nothing checkable", "no_documents": "no documents recorded"}


def summary_text(summary: dict) -> str:
    """The summary for people, at most 80 columns."""
    claims = summary["claims"]
    lines = [f"Faithfulness of {summary['rows']:,} answers, by words alone", "",
             f"  faithful (best guess)     {rate_text(summary['faithful'])}",
             f"  every claim decided       {rate_text(summary['certain'])}",
             f"  claims                    {claims['n']:,}"]
    lines += [f"    {name:<24}{rate_text(claims[name])}" for name in COUNTED if claims["n"]]
    for name, label in (("faithfulness", "faithfulness, mean"), ("answer_relevance", "answer relevance, mean"), ("answer_correctness", "answer correctness, mean"),
                        ("citation_precision", "citation precision, mean"), ("citation_recall", "citation recall, mean"), *((name, f"{name}, mean") for name in ALSO)):
        if name in summary["means"]:
            lines.append(f"  {label:<26}{mean_text(summary['means'][name])}")
    for name in ("relevant", "correct"):
        if summary[name]["n"]:
            lines.append(f"  {name + ', where decided':<26}{rate_text(summary[name])}")
    if summary["left_out"]:
        lines += ["", "  left out:"] + [f"    {n:>6,}  {_LEFT_OUT_WORDS[name]}" for name, n in summary["left_out"].items()]
    if summary["kept"]:
        lines += ["", f"  {summary['kept']:,} rows brought verdicts of their own; these were kept (--overwrite replaces them)"]
    if claims["uncertain"]["count"]:
        lines += ["", f"  {claims['uncertain']['count']:,} uncertain claims in {summary['rows_with_uncertain']['count']:,} rows are what a judge should see:",
                  "  python scripts/judge.py emit --traces SCORED --out tasks.jsonl"]
    return "\n".join([*lines, "", f"signature: {summary['signature']} n:{summary['n']}"]) + "\n"


def score_batch(settings: Settings, batch: list) -> tuple[bytes, Tally, list]:
    """(lines to write, counts, [(line number, what is wrong)]) for a batch of (line number, bytes)."""
    gc.disable()                                      # rows hold no cycles; walking the remembered documents again and again costs a quarter of the time
    out, tally, wrong = [], Tally(), []
    for number, line in batch:
        try:
            row = parse_row(line)
            added = score_row(row, settings)
            kept, left = keep_given(row, added, settings.overwrite)
            out.append(extend_row(line, row, kept))
        except DataError as error:
            wrong.append((number, str(error)))
            continue
        tally.add(added, row)
        tally.counts["kept"] += left
    return b"".join(out), tally, wrong


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


CLAIMS_SELF_TEST = [   # rows for SELF_TEST
    ("sentences: decimals, initials and abbreviations do not end one", lambda: len(sentences("Dr. J. Roe paid 3.5 EUR at 9 a.m. Monday, see fig. 3.")), 1),
    ("sentences: a Chinese stop needs no blank", lambda: sentences("\u5f00\u95e8\u3002\u5173\u95e8\uff01"), [(0, 3), (3, 6)]),
    ("split_claims: citations out, offsets into the answer", lambda: split_claims("Hello! The fee is $5 [1, 2]. It is due on Monday.[3]"),
     [{"text": "The fee is $5.", "start": 7, "end": 28, "citations": ["1", "2"]}, {"text": "It is due on Monday.", "start": 29, "end": 52, "citations": ["3"]}]),
    ("split_claims: a contrast only where both halves stand alone", lambda: [claim["text"] for claim in split_claims("It costs 5 EUR, but it is sold out. It weighs 2 kg but costs 9 EUR.")],
     ["It costs 5 EUR", "it is sold out.", "It weighs 2 kg but costs 9 EUR."]),
    ("split_claims: a table row names its column", lambda: split_claims("| Plan | Price |\n|---|---|\n| Basic | $5 |"),
     [{"text": "Basic; Price: $5", "start": 27, "end": 41, "citations": [], "header": "Plan Price", "core": "Basic; $5"}]),
    ("split_claims: what declines is no claim", lambda: [claim["text"] for claim in split_claims("The price is 30 EUR; the documents do not say when it ships.")], ["The price is 30 EUR"]),
    ("map_citation: by place", lambda: map_citation("[2]", [{"id": "a", "text": "x"}, {"id": "b", "text": "y"}]), "b"),
    ("map_citation: the label that opens the text comes before the place", lambda: map_citation("2", [{"id": "a", "text": "[2] x"}, {"id": "b", "text": "[1] y"}]), "a"),
    ("map_citation: no such document", lambda: map_citation("7", [{"id": "a", "text": "x"}]), None),
    ("is_abstention: with apology, citation and offer", lambda: is_abstention("Sorry, the documents do not mention pets [2]. Can I help with anything else?"), True),
    ("is_abstention: partial answer", lambda: is_abstention("The price is 30 EUR; the documents do not say when it ships."), False),
    ("is_abstention: German", lambda: is_abstention("Keine Angabe."), True),
    ("answer_relevance: how many wants a number", lambda: answer_relevance("How many offices are there?", "Tents are green."), (0.0, False)),
    ("answer_relevance: few shared words alone settle nothing", lambda: answer_relevance("What causes rust?", "Iron meets oxygen.")[1], None),
    ("answer_correctness: values as values", lambda: answer_correctness("It was $890M.", "890 million dollars"), (1.0, True)),
    ("answer_correctness: another value", lambda: answer_correctness("It takes 21 hours.", "12 hours")[1], False),
    ("answer_correctness: words cannot tell", lambda: answer_correctness("Lyon is the capital.", "Paris"), (0.0, None)),
]


def _facing(claim: str, *texts: str, certainty: str = "sure") -> list:
    """[verdict, why] of an answer's first claim, for the known answers."""
    claims = score_answer(claim, Documents([f"d{n}" for n, _ in enumerate(texts, 1)], list(texts)), None, Settings(certainty))[0]
    return [claims[0]["verdict"], claims[0]["why"]]


def _values(text: str) -> list:
    """(kind, amount) of each value, for the known answers."""
    return [(value.kind, value.amount) for value in find_values(text)]


def _bears(claimed: str, found: str) -> bool:
    return same_value(find_values(claimed)[0], find_values(found)[0])


def run_text(text: str, *flags: str) -> list:
    """[exit code, standard output, rows written, standard error] of a whole run over text, for the known answers."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "t.jsonl"), os.path.join(folder, "o.jsonl")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(io.StringIO()) as told:
            code = main(["--traces", path, "--out", out, *flags])
        rows = []
        if os.path.exists(out):
            with open(out, encoding="utf-8") as stream:
                rows = [json.loads(line) for line in stream]
        return [code, said.getvalue(), rows, told.getvalue().replace(path, "t.jsonl")]


_KETTLE = "The kettle holds 1.7 litres and weighs 900 g. It was first sold in May 2019 by Norwick. The lid is not removable."
_KETTLE_ROW = {"id": "k", "query": "How much does the kettle hold?", "retrieved_docs": [{"id": "d1", "text": _KETTLE}]}
SELF_TEST = [
    ("fold: forms, case, quotes, Turkish i, soft hyphen", lambda: fold("\u0130STANBUL\u2019s e\ufb00ec\u00adtive caf\u0065\u0301"), "istanbul's effective caf\u00e9"),
    ("words: stems, values in plain form, contractions", lambda: words("It isn't refunding 1,250.50 dollars"), ["it", "is", "not", "refund", "1250.5", "dollar"]),
    ("words: pairs of signs where no blanks are written", lambda: words("\u529e\u516c\u5ba4"), ["\u529e\u516c", "\u516c\u5ba4"]),
    ("stems", lambda: [stem(word) for word in ("studies", "running", "made", "buses")], ["studi", "run", "mak", "bus"]),
    ("plain numbers", lambda: [plain_number(digits) for digits in ("1,234.50", "890.500.000", "007")], ["1234.5", "890500000", "7"]),
    ("content words", lambda: content_words("The kettle is on the table"), ["kettl", "tabl"]),
    ("sentences: abbreviations and decimals do not end one", lambda: sentences("Dr. Ames paid 3.5 EUR. He left."), [(0, 22), (23, 31)]),
    ("number words", lambda: [spelled_number("two hundred and five"), spelled_number("seventy-one")], [205.0, 71.0]),
    ("readings of an ambiguous number", lambda: [number_readings("1.500"), number_readings("1.234,5")], [(1.5, 1500.0), (1234.5, None)]),
    ("values: magnitudes and units", lambda: _values("$3.2M, 40 percent, 90 minutes"), [("money$", 3200000.0), ("percent", 40.0), ("duration", 5400.0)]),
    ("values: dates and times", lambda: _values("5 March 2021, 2021-03-05, 5 pm"), [("date", (2021, 3, 5)), ("date", (2021, 3, 5)), ("time", 1020)]),
    ("same value: another form, another unit, another kind", lambda: [_bears("$3.2M", "USD 3,200,000"), _bears("1.5 kg", "1500 g"), _bears("5%", "$5")], [True, True, False]),
    ("comparable", lambda: [comparable(find_values(a)[0], find_values(b)[0]) for a, b in (("12 hours", "21 hours"), ("12 hours", "5 kg"))], [True, False]),
    ("a cheap look for values", lambda: [may_hold_values(text, frozenset(words(text))) for text in ("twelve hours", "no end")], [True, False]),
    ("best window", lambda: [(w.first, w.last, w.covered) for w in best_windows(Document(_KETTLE), frozenset(["norwick", "sell"]), [("norwick", 1.0), ("sold", 0.8)], 1)], [(1, 2, 1.65625)]),
    ("longest common subsequence", lambda: common_order(list("abcbdab"), list("bdcaba")), 4),
    ("negations and what they turn", lambda: negated(words("It is not only red, it is not washable")), [("not", "washabl")]),
    ("opposite by prefix", lambda: [opposed_prefix("unsafe", frozenset(["safe"])), opposed_prefix("under", frozenset(["der", "x"]))], ["safe", "der"]),
    ("another language", lambda: [unreadable(claim, examine(claim, documents), documents) for documents in [Documents(["d"], ["The library is open on weekdays and it opens at nine."])]
                                  for claim in ("Die Bibliothek öffnet um neun und ist für alle.", "The zoo is closed for the winter.", "Yes.")],
     ["it is in another language than the documents", None, "nothing in it can be looked up"]),
    ("overstated", lambda: [overstated(Claim(claim), Window(passage, 0, len(passage.spans), 0.0, 0)) is not None for claim, passage in (
        ("He won the race.", Document("He nearly won the race.")), ("The firm will close.", Document("It is rumored that the firm will close.")), ("All rooms have a balcony.", Document("Most rooms have a balcony.")),
        ("It is the largest city.", Document("It is the second largest city.")), ("Aspirin treats infections.", Document("Aspirin treats pain. Penicillin treats infections.")),
        ("The rooms have a balcony.", Document("All rooms have a balcony.")))], [True, True, True, True, True, False]),
    ("reworded", lambda: [reworded(Claim(claim), Window(passage, 0, len(passage.spans), 0.0, 0)) for claim, passage in (
        ("Harmon was defeated by Osei at Varna.", Document("Osei defeated Harmon at Varna.")), ("In May, Osei left Varna.", Document("Osei left Varna in May.")), ("Osei defeated Harmon at Varna.", Document("Harmon defeated Osei at Varna.")))],
     [True, True, False]),
    ("polarity turned", lambda: polarity_turned(Claim("Sales fell"), words("Sales rose"), frozenset(words("Sales rose")), "Sales rose"), "the passage says 'rose', the answer says 'fell'"),
    ("a near copy with a negation more", lambda: [negations_differ(Claim(text), words("It is far below the edge of the old lake.")) for text in
                                                  ("It is not far below the edge of the old lake.", "It is far below the edge of the old lake.")], ["the answer negates what the passage does not", None]),
    ("comparison turned", lambda: [comparison_turned(words("Oslo is colder than Rome"), words(other)) for other in ("Rome is colder than Oslo", "Oslo is colder than Rome")], [True, False]),
    ("names", lambda: [(name, opens) for name, _, opens in names_in("Norwick sold it to Ada Brook.")], [("Norwick", True), ("Ada", False), ("Brook", False)]),
    ("a claim word for word", lambda: [find_exact("It is red.", "Big. It is red. Old."), find_exact("it is red", "They deny that it is red.")], [5, -1]),
    ("the document it stands in", lambda: [found and (found.doc, found.start, found.end) for found in (exactly(text, Documents(["a", "b"], ["Big.", "Old. It is red."])) for text in ("It is red.", "It is"))], [(1, 5, 15), None]),
    ("claims", lambda: [claim["text"] for claim in split_claims("Hello! It holds 1.7 litres [1]. Is that fine?")], ["It holds 1.7 litres."]),
    ("citation labels", lambda: [map_citation(label, [{"id": "a", "text": "[7] x"}, {"id": "b", "text": "y"}]) for label in ("b", "7", "2", "9")], ["b", "a", "b", None]),
    ("abstention", lambda: [is_abstention("I don't know.", None), is_abstention("I am not sure, but it holds 2 litres.", None)], [True, False]),
    ("relevance", lambda: [answer_relevance("How many litres does it hold?", text)[1] for text in ("It holds 2 litres.", "Paris is pretty.")], [True, False]),
    ("correctness", lambda: [answer_correctness(text, "12 hours")[1] for text in ("It lasts twelve hours.", "It lasts 21 hours.")], [True, False]),
    ("lead-ins are no part of a claim", lambda: claim_core("Yes, according to the documents, it is red."), "it is red."),
    ("sigmoid", lambda: [sigmoid(0.0), sigmoid(1000.0)], [0.5, 1.0]),
    ("even part of a perfect match", lambda: even_part(PERFECT), 2.42),
    ("claim logit of a perfect match", lambda: claim_logit(PERFECT), 2.43),
    ("answer logit of one claim is its own", lambda: answer_logit([Finding(PERFECT, 0, 0, 1, (), (), True)], [3]), 2.43),
    ("quick rank", lambda: quick_rank(Finding(PERFECT, 0, 0, 1, (), (), True)), 3.0),
    ("verdict by score", lambda: [judge_claim(Finding(PERFECT, 0, 0, 1, (), (), False), score, (0.8, 0.3, 0.6)) for score in (0.9, 0.5, 0.2)], ["supported", "uncertain", "unsupported"]),
    ("limits of a clearly good answer", lambda: [limits_for("sure", 1, 0.9), limits_for("sure", 3, 0.9)], [(0.85, 0.35, 0.6), (0.5, 0.35, 0.6)]),
    ("why", lambda: explain(Finding(PERFECT, 0, 0, 1, (("lacks", "7 kg does not stand in {doc}"),), (), False), "unsupported", "d9"), "7 kg does not stand in d9"),
    ("examine finds the place", lambda: examine("The lid is not removable.", Documents(["d1"], [_KETTLE]))[1:4], (0, 88, 113)),
    ("verbatim is supported", lambda: _facing("It was first sold in May 2019 by Norwick.", _KETTLE), ["supported", None]),
    ("another number", lambda: _facing("The kettle holds 2.7 litres and weighs 900 g.", _KETTLE), ["contradicted", "1.7 litres in d1, the answer says 2.7 litres"]),
    ("a negation dropped", lambda: _facing("The lid is removable.", _KETTLE), ["contradicted", "the passage says 'not' of 'removable', the answer does not (d1)"]),
    ("unrelated", lambda: _facing("Bicycles need oil.", _KETTLE)[0], "unsupported"),
    ("the same value in another unit", lambda: _facing("The kettle holds 1700 ml and weighs 0.9 kg.", _KETTLE)[0] in ("supported", "uncertain"), True),
    ("a whole answer", lambda: score_answer("The lid is not removable.", Documents(["d1"], [_KETTLE]), None, Settings())[2], "claims"),
    ("a row", lambda: [score_row({**_KETTLE_ROW, "answer": "The kettle holds 1.7 litres and weighs 900 g."})[key] for key in ("faithfulness", "faithful", "faithful_certain", "relevant")], [1.0, True, True, True]),
    ("nothing retrieved", lambda: [score_row({**_KETTLE_ROW, "retrieved_docs": [], "answer": "It holds 2 litres."})[key] for key in ("faithfulness", "faithful", "support")], [0.0, False, 0.0]),
    ("documents not recorded", lambda: [score_row({**_KETTLE_ROW, "retrieved_docs": None, "answer": "It holds 2 litres."})[key] for key in ("claims", "faithful")], [None, None]),
    ("citations", lambda: citation_figures([{"verdict": "supported", "citations": [{"label": "1", "doc_id": "a", "supports": True}, {"label": "2", "doc_id": "b", "supports": False}]}]), {"citation_precision": 0.5, "citation_recall": 1.0}),
    ("the parts of RAGChecker", lambda: split_parts([{"text": "The lid is not removable."}], "The lid is not removable.", "The lid is not removable.", Documents(["d1"], [_KETTLE])),
     {"estimated": True, "reference_claims": [{"text": "The lid is not removable.", "doc_ids": ["d1"], "in_answer": True}], "answer_claims": [{"n": 1, "doc_ids": ["d1"], "in_reference": True}]}),
    ("holds", lambda: [holds(text, Documents(["d1"], [_KETTLE])) for text in ("The lid is not removable.", "Bicycles need oil.")], [True, False]),
    ("from Python", lambda: tuple(faithfulness("The lid is not removable. Bicycles need oil.", [_KETTLE])), (0.5, ["The lid is not removable."], ["Bicycles need oil."])),
    ("overlap80: four of five words", lambda: overlap80("red green blue black white", ["red green blue black"]), 1.0),
    ("unigram_bigram: 0.6 x 2/3 + 0.4 x 1/2", lambda: unigram_bigram("red green blue", ["red green"]), 0.6),
    ("groundedness: below a half counts nothing", lambda: groundedness("red green blue. pink grey", ["red green", "pink"]), 0.6 * 2 / 3 + 0.4 * 0.5),
    ("origin", lambda: origin(Settings("likely", True)), "lexical/likely+strict/0.1.0"),
    ("signature", lambda: signature(Settings()), "faithfulness|lexical|certainty:sure|strict:no|v:0.1.0"),
    ("a verdict that came along is kept", lambda: keep_given({"faithful": False}, {"faithful": True, "support": 1.0}, False), ({"support": 1.0}, True)),
    ("a batch counts what is wrong", lambda: score_batch(Settings(), [(4, b"[]")])[2][0][0], 4),
    ("a whole run", lambda: [run_text(json.dumps({**_KETTLE_ROW, "answer": "I don't know."}) + "\n")[n] for n in (0, 3)], [0, ""]),
    ("a whole run, as JSON", lambda: json.loads(run_text(json.dumps({**_KETTLE_ROW, "answer": "The lid is not removable."}) + "\n", "--json")[1])["claims"]["supported"]["count"], 1),
    ("summary text ends in the signature", lambda: summary_text(summarize(Tally(), Settings())).splitlines()[-1], "signature: faithfulness|lexical|certainty:sure|strict:no|v:0.1.0 n:0"),
    ("summary", lambda: summarize(Tally(), Settings())["faithful"], {"count": 0, "n": 0, "share": None, "ci95": None}),
    ("an error names its place", lambda: run_text('{"answer": 3}\n')[::3], [3, "error: t.jsonl:1: field 'answer' must be str or null, got number\n"]),
    ("Wilson limits of 10 of 10 (Newcombe 1998)", lambda: [round(limit, 4) for limit in wilson(10, 10)], [0.7225, 1.0]),
    ("incomplete beta, symmetric", lambda: beta_cdf(2, 2, 0.5), 0.5),
    ("Student's t, df 9 (tables: 2.262)", lambda: round(t_quantile(9), 3), 2.262),
    ("percent", lambda: [percent(0.31), percent(0.001), percent(None)], ["31 %", "0.1 %", "-"]),
    ("rate for people", lambda: rate_text(rate(0, 0)), "not measured (0 rows)"),
    ("mean for people", lambda: mean_text({"n": 3, "mean": 0.5, "ci95": [0.25, 0.75]}), "0.50 [0.25, 0.75] (n 3)"),
    *CLAIMS_SELF_TEST,
]


def build_parser() -> Parser:
    parser = Parser(prog="score_faithfulness.py", description=__doc__)
    input_options(parser)
    parser.add_argument("--out", metavar="PATH", help="output rows; - is standard output")
    parser.add_argument("--json", action="store_true", help="the summary as one JSON document (on standard error with --out -)")
    parser.add_argument("--certainty", choices=tuple(CERTAINTY), default="sure",
                        help="how safe a verdict must be before a claim is not called uncertain (sure)")
    parser.add_argument("--strict", action="store_true", help="faithful asks that every claim be supported")
    parser.add_argument("--also", action="append", choices=tuple(ALSO), default=[], metavar="NAME",
                        help=f"add another tool's figure under its own name, for comparison: {', '.join(ALSO)}; may be repeated")
    parser.add_argument("--split", action="store_true", help="add `split`, where a reference_answer is given")
    parser.add_argument("--overwrite", action="store_true", help="replace verdicts that rows brought along")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1); the output is the same for every N")
    common_options(parser, SELF_TEST)
    return parser


def run(args: argparse.Namespace) -> int:
    settings = Settings(args.certainty, args.strict, tuple(dict.fromkeys(args.also)), args.split, args.overwrite)
    if args.jobs < 1:
        raise UsageError(f"--jobs {args.jobs} is not a number of processes; 1 or more is expected")
    if args.show is not None:
        return show_row(args, lambda row: {**row, **keep_given(row, score_row(row, settings), settings.overwrite)[0]})
    if not args.out:
        raise UsageError("--out PATH is required (- for standard output)")
    rows = Rows(args.traces, args.encoding, args.skip_errors, args.limit, args.progress)
    tally = Tally()

    def lines() -> Iterable:
        for number, line in itertools.islice(read_lines(args.traces, args.encoding), args.limit if args.limit is None else max(0, args.limit)):
            rows.read += 1
            rows.progress.add(1, len(line))
            yield number, line

    with Output(args.out) as out:
        for data, counts, wrong in in_order(functools.partial(score_batch, settings), args.jobs, batches(lines(), BATCH)):
            for rows.number, message in wrong:
                rows.reject(DataError(message))
            tally.merge(counts)
            out.write(data)
        rows.progress.end()
        code = rows.finish()
    summary = summarize(tally, settings, rows.bad)
    text = json.dumps(summary, ensure_ascii=False, allow_nan=False, indent=2) + "\n" if args.json else summary_text(summary)
    (sys.stderr if args.out == "-" else sys.stdout).write(text)
    return code


def main(argv: list | None = None) -> int:
    return run_script(build_parser(), run, argv)


if __name__ == "__main__":
    sys.exit(main())
