#!/usr/bin/env python3
"""Score faithfulness offline, claim by claim."""
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
from __future__ import annotations

import re
import unicodedata

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
larger:large largest:large bigger:big biggest:big better:good best:good worse:bad worst:bad
""".split())
_UNITS_AND_TEENS = ("zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen").split()
_NUMBER_WORDS = {w: str(n) for n, w in enumerate(_UNITS_AND_TEENS) if w != "-"}
_NUMBER_WORDS.update((w, str(n * 10)) for n, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2))
_VOWEL = re.compile(r"[aeiouy]")
_CYRILLIC_END = re.compile(r"(?:иями|ями|ами|ией|иям|ием|иях|ого|его|ому|ему|ыми|ими|ая|яя|ое|ее|ые|ие|ый|ий|ой|ей|ую|юю|ов|ев|ам|ям|ах|ях|ом|ем|ет|ит|ут|ют|ать|ить|ла|ло|ли|а|я|о|е|ы|и|у|ю|ь)$")
_ARABIC_HEAD = re.compile(r"^(?:وال|بال|كال|فال|لل|ال)(?=.{2})")
_ABBREVIATIONS = frozenset("""mr mrs ms dr prof st sr jr hon rev gen col lt sgt capt gov sen rep pres vs etc al fig figs tab eq sec ch vol no nos nr pp p ed eds cf ca
approx dept est inc ltd co corp llc bros ave blvd rd jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun e.g i.e u.s u.k u.n a.m p.m ph.d
z.b d.h bzw ggf evtl usw abs art str hr fr ing dipl sog vgl mio mrd tel max min avg par cap ej ud uds núm tzn np ul им г гг ул т.е т.д рис см""".split())
_NEVER_LAST = frozenset("mr mrs ms dr prof hon rev gen col lt sgt capt gov sen rep fig figs tab eq sec ch vol no nos nr pp p cf ca approx vs e.g i.e z.b d.h vgl bzw sog al".split())
_STARTERS = frozenset("""the it its he she they we you i this that these those there in on at a an however but and for if when after before while as all
some many most by from with to our their his her der die das es sie er wir le la les il elle el los las""".split())
_BOUNDARY = re.compile(r"[.!?\u2026][\"'\u2019\u201d\u00bb)\]*_]{0,3}(?=\s)|[\u3002\uff01\uff1f\uff61][\"'\u2019\u201d\u300d\u300f\uff09)]{0,3}|[\u061f\u06d4\u0964\u0965\u1362\u104b\u17d4]"
                       r"|\n(?=[ \t\r]{0,9}\n|[ \t]{0,40}(?:[-*\u2022\u2023\u25aa\u25cf+|#>]|\d{1,3}[.)])[ \t]|[ \t]{0,40}\|)")
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
    if word[-1] == "e" and len(word) > 3:
        word = word[:-1]
    return word[:-1] + "i" if word[-1] == "y" and len(word) > 2 else word


class _Vocabulary(dict):
    """Whitespace-delimited text to its folded stems, joined by blanks; remembers, up to a bound, because words repeat."""

    def __missing__(self, raw: str) -> str:
        out = []
        for word in _WORD.findall(fold(raw)):
            if word[0].isdigit():
                out.append(plain_number(word))
            elif word in STOPWORDS or word.isascii() and len(word) < 3:
                out.append(_CONTRACTED.get(word, word))
            elif word in _CONTRACTED or word in _NUMBER_WORDS:
                out.append(_CONTRACTED.get(word) or _NUMBER_WORDS[word])
            elif word.endswith("n't"):
                out += (word[:-3], "not")
            elif word.isascii() or not _NO_SPACES.search(word):
                head, quote, tail = word.partition("'")
                word = tail if quote and len(tail) > 2 and len(head) < 3 and head not in ("o", "") else head if tail in ("re", "ve", "ll", "d", "m") else word
                out.append(word if word in STOPWORDS else stem(word))
            else:
                out += _grams(word)
        text = " ".join(out)
        if len(raw) < 48:
            if len(self) > 60000:                     # about 8 MB; a fresh start costs less than keeping count of use
                self.clear()
            self[raw] = text
        return text


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
    if "-\n" in text or "-\r" in text or "- \n" in text:
        text = _BROKEN_WORD.sub("", text)
    return " ".join(map(_VOCABULARY.__getitem__, text.split())).split()


def content_words(text: str) -> list[str]:
    """words() without function words."""
    return [word for word in words(text) if word not in STOPWORDS]


def _is_boundary(text: str, start: int, end: int) -> bool:
    """Does the full stop at `start` end a sentence? Not after an abbreviation or an initial, nor before a small letter."""
    after = text[end:end + 16].lstrip()
    if after[:1].islower():
        return False
    before = text[max(0, start - 16):start].rsplit(None, 1)
    before = before[-1].lower().lstrip("([\"'") if before and not text[start - 1].isspace() else ""
    if before in _NEVER_LAST:
        return False
    if before in _ABBREVIATIONS or len(before) == 1 and before.isalpha() or "." in before.strip(".") and not before[0].isdigit() and len(before) < 8:
        return (after.split() or [""])[0].lower().rstrip(",.'") in _STARTERS
    return True


def sentences(text: str) -> list[tuple[int, int]]:
    """(start, end) of each sentence in the text as given, blanks at the ends left out; very long ones are cut at a blank."""
    spans, start, size = [], 0, len(text)
    for mark in _BOUNDARY.finditer(text):
        first, end = mark.span()
        if text[first] == "." and not _is_boundary(text, first, end):
            continue
        if first - start < 6 and text[start:first].strip().isdecimal():
            continue                                  # "1." before a list item belongs to it
        if end - start > _LONGEST:
            start = _cut_long(text, start, end, spans)
        spans.append((start, end))
        start = end
    if size - start > _LONGEST:
        start = _cut_long(text, start, size, spans)
    spans.append((start, size))
    out = []
    for start, end in spans:
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if start < end:
            out.append((start, end))
    return out


def _cut_long(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> int:
    """Cut text[start:end] near every _LONGEST characters, at a line end or semicolon if there is one; returns where the rest begins."""
    while end - start > _LONGEST:
        stop = start + _LONGEST
        cut = max(text.rfind("\n", start + 1, stop), text.rfind("; ", start + 1, stop))
        if cut < start + _LONGEST // 4:
            cut = max(cut, text.rfind(" ", start + 1, stop))
        cut = cut + 1 if cut > start else stop
        spans.append((start, cut))
        start = cut
    return start
# --- end shared: text ---
