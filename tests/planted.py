"""Rows with a planted cause of failure, with the raw fields that a RAG system logs and with the signals that the scorers write.

`planted(cause, count)` gives rows of one cause; `raw(row)` takes the signals away again, so that the real scorers can be run.
The texts are made of a small catalogue of invented devices; wording, order, number of documents and settings vary, and some
signals are withheld or uncertain, as they are in real files.
"""
from __future__ import annotations

import random

MAKERS = ["Alder & Voss", "Brightwater", "Corvane", "Dunmore Tools", "Eskil Works", "Farrow Labs", "Grindelsen", "Halvard"]
KINDS = ["cordless drill", "espresso machine", "air purifier", "robot mower", "label printer", "water pump", "desk lamp", "bike trailer"]
MONTHS = ["January", "March", "April", "June", "August", "October"]
SIGNALS = ("faithful", "faithfulness", "faithfulness_by", "claims", "support", "abstained", "relevant", "answer_relevance", "correct",
           "answer_correctness", "recall_at_k", "k", "retrieval_good", "retrieval_basis", "retrieval_by", "retrieval_miss", "freshness")
ASKED = {"price": "How much does the {name} cost?", "hours": "How long does one charge of the {name} last?",
         "days": "How many days does a repair of the {name} take?", "maker": "Who makes the {name}?", "year": "When was the {name} introduced?"}
TOLD = {"price": "The {name} costs {price} euros.", "hours": "One charge of the {name} lasts {hours} hours.",
        "days": "A repair of the {name} takes {days} working days.", "maker": "The {name} is made by {maker}.",
        "year": "The {name} was introduced in {month} {year}."}
INVENTED = ["It also folds into a travel pouch that is sold with every order.", "A lifetime warranty on the hinge is part of every purchase.",
            "Engineers tuned the sound together with an orchestra from Bergen.", "It can be steered by voice in eleven dialects.",
            "Owners receive a yearly inspection at home free of charge."]
REFUSALS = ["I don't know based on the documents.", "The documents do not say.", "I could not find this in the provided sources.",
            "Sorry, there is no information about that in the documents."]


def catalogue(rng):
    """Invented devices with their facts."""
    devices = []
    for number in range(40):
        kind = rng.choice(KINDS)
        devices.append({"name": f"{rng.choice('KLMRTVX')}{rng.randrange(100, 980)} {kind}", "price": rng.randrange(45, 890), "hours": rng.randrange(2, 40),
                        "days": rng.randrange(3, 29), "maker": rng.choice(MAKERS), "month": rng.choice(MONTHS), "year": rng.randrange(2009, 2024),
                        "id": f"manual_{number + 11}"})
    return devices


def document(device, rng):
    """A manual page of a device: its facts in some order and a sentence that is on every page."""
    sentences = [TOLD[name].format(**device) for name in TOLD]
    rng.shuffle(sentences)
    return {"id": device["id"], "text": " ".join(sentences + [rng.choice(["Keep this page with the receipt.", "Spare parts are listed on the last page.",
                                                                          "Read the safety notes before first use."])])}


def supported(text, doc):
    return {"text": text, "verdict": "supported", "score": 0.93, "doc_id": doc["id"], "evidence": text, "why": None}


def doubted(text, rng, why=None, doc=None):
    """A claim that its document does not hold; the scorer is sure of it in most rows only."""
    return {"text": text, "verdict": rng.choice(["unsupported", "unsupported", "uncertain"]), "score": round(rng.uniform(0.05, 0.4), 2),
            "doc_id": doc["id"] if doc else None, "evidence": None, "why": why}


def planted(cause, count=200, seed=5):
    """`count` rows of one cause; every call gives the same ones."""
    rng = random.Random(f"{cause}/{seed}")
    return [ROWS[cause](rng, f"{cause}-{number}") for number in range(count)]


def base(rng, name, docs_count=None):
    """(row without answer, device asked about, others, fact asked for): its manual is among the documents, as gold."""
    devices = catalogue(rng)
    device, *others = rng.sample(devices, 9)
    fact = rng.choice(list(ASKED))
    docs = [document(one, rng) for one in [device, *others[:(docs_count or rng.choice((3, 4, 5))) - 1]]]
    rng.shuffle(docs)
    told = TOLD[fact].format(**device)
    row = {"id": name, "query": ASKED[fact].format(**device), "retrieved_docs": docs, "gold_doc_ids": [device["id"]], "reference_answer": told}
    return row, device, others, fact


def doc_of(row, device):
    return next(doc for doc in row["retrieved_docs"] if doc["id"] == device["id"])


def signals(row, claims, faithful, rng, good=True, recall=None, miss=None, correct=None, relevant=True):
    """Add what the scorers would write."""
    decided = [claim for claim in claims if claim["verdict"] != "uncertain"]
    row.update(claims=claims, faithful=faithful, abstained=False, faithfulness_by="lexical/sure/0.1.0",
               faithfulness=sum(claim["verdict"] == "supported" for claim in decided) / len(decided) if decided else None,
               support=round(rng.uniform(0.72, 0.98) if faithful else rng.uniform(0.1, 0.5), 3),
               relevant=relevant if relevant is False or rng.random() < 0.7 else None, correct=correct,
               recall_at_k=float(good) if recall is None else recall, k=5, retrieval_good=good, retrieval_basis="gold",
               retrieval_by="k5/linear/0.1.0", retrieval_miss=miss)
    return row


def wrong_value(device, fact, rng):
    """The device with another value of the fact."""
    other = dict(device)
    if fact == "maker":
        other["maker"] = rng.choice([maker for maker in MAKERS if maker != device["maker"]])
    else:
        other[fact] = device[fact] + rng.choice((-2, 3, 7, 11)) or 1
    return other


def retrieval_missed(rng, name):
    row, device, others, fact = base(rng, name)
    row["retrieved_docs"] = [document(one, rng) for one in others[:rng.choice((3, 5))]]
    row["answer"] = TOLD[fact].format(**wrong_value(device, fact, rng))
    return signals(row, [doubted(row["answer"], rng)], False, rng, good=False, miss="never_retrieved", correct=False)


def retrieval_partial(rng, name):
    row, device, others, fact = base(rng, name)
    other = others[-1]
    row["query"] = f"Compare the {device['name']} and the {other['name']}: {fact}?"
    row["gold_doc_ids"] = [device["id"], other["id"]]
    first, second = TOLD[fact].format(**device), TOLD[fact].format(**wrong_value(other, fact, rng))
    row["reference_answer"] = first + " " + TOLD[fact].format(**other)
    row["answer"] = f"{first} {second}"
    return signals(row, [supported(first, doc_of(row, device)), doubted(second, rng)], False, rng, recall=0.5, miss="partial", correct=False)


def ranked_low(rng, name):
    row, device, others, fact = base(rng, name)
    docs = [document(one, rng) for one in others[:6]]
    docs.insert(rng.choice((5, 6)), document(device, rng))
    row["retrieved_docs"], row["context_docs"] = docs, docs[:5]
    row["answer"] = TOLD[fact].format(**wrong_value(device, fact, rng))
    return signals(row, [doubted(row["answer"], rng)], False, rng, good=False, miss="below_k", correct=False)


def crowded(rng, name):
    row, device, others, fact = base(rng, name)
    copy, docs = document(others[0], rng), [document(one, rng) for one in others[1:3]]
    docs = [copy, docs[0], dict(copy), dict(copy), dict(copy), document(device, rng)]
    row["retrieved_docs"], row["context_docs"] = docs, docs[:5]
    row["answer"] = TOLD[fact].format(**wrong_value(device, fact, rng))
    return signals(row, [doubted(row["answer"], rng)], False, rng, good=False, miss="crowded", correct=False)


def id_forms(rng, name):
    row, device, others, fact = base(rng, name)
    told = TOLD[fact].format(**device)
    row["gold_doc_ids"] = [device["id"].replace("manual_", rng.choice(["Manual-", "MANUAL_", "manual "]))]
    faithful = rng.random() < 0.7
    row["answer"] = told if faithful else told + " " + rng.choice(INVENTED)
    claims = [supported(told, doc_of(row, device))] + ([] if faithful else [doubted(row["answer"][len(told) + 1:], rng)])
    return signals(row, claims, faithful, rng, good=False, miss=rng.choice(["id_forms", "id_forms", None]), correct=True if faithful else None)


def contradicted(rng, name):
    row, device, others, fact = base(rng, name)
    told = TOLD[fact].format(**wrong_value(device, fact, rng))
    right = TOLD[fact].format(**device)
    if rng.random() < 0.25:
        told = right.replace(" is ", " is not ").replace(" costs ", " never costs ").replace(" lasts ", " never lasts ").replace(" takes ", " never takes ") \
            .replace(" was ", " was not ")
    row["answer"] = told
    claim = {"text": told, "verdict": "contradicted", "score": 0.1, "doc_id": device["id"], "evidence": right, "why": f"{right} in {device['id']}"}
    return signals(row, [claim], False, rng, correct=False)


def stitched(rng, name):
    row, device, others, fact = base(rng, name)
    other = next(one for one in others if any(doc["id"] == one["id"] for doc in row["retrieved_docs"]))
    for doc, closing in zip(row["retrieved_docs"], ("Keep this page with the receipt.", "Read the safety notes before first use.", "Spare parts are listed on the last page.")):
        doc["text"] = doc["text"].rpartition(". ")[0] + ". " + closing
    told = rng.choice([f"The receipt of {other['maker']} lasts {device['hours']} hours.", f"The safety notes are made by {other['maker']} in {device['days']} working days.",
                       f"Spare parts of the {device['name']} were introduced by {other['maker']} in {device['month']}."])
    row["answer"] = told
    return signals(row, [doubted(told, rng, "its words stand in different documents, never together")], False, rng, correct=None)


def off_topic(rng, name):
    row, device, others, fact = base(rng, name)
    faithful = rng.random() < 0.5
    told = row["retrieved_docs"][0]["text"].rpartition(". ")[2]  # the sentence that is on every page
    row["answer"] = told if faithful else rng.choice(INVENTED)
    claims = [supported(told, row["retrieved_docs"][0])] if faithful else [doubted(row["answer"], rng)]
    return signals(row, claims, faithful, rng, relevant=False, correct=rng.choice([None, False]))


def ignored(rng, name):
    row, device, others, fact = base(rng, name)
    other = next(one for one in others if any(doc["id"] == one["id"] for doc in row["retrieved_docs"]))
    told = TOLD[fact].format(**other)
    faithful = rng.random() < 0.6
    row["answer"] = told if faithful else told + " " + rng.choice(INVENTED)
    claims = [supported(told, doc_of(row, other))] + ([] if faithful else [doubted(row["answer"][len(told) + 1:], rng)])
    return signals(row, claims, faithful, rng, correct=False)


def fabricated(rng, name):
    row, device, others, fact = base(rng, name)
    told, more = TOLD[fact].format(**device), rng.sample(INVENTED, 2)
    whole = rng.random() < 0.2
    row["answer"] = " ".join(more) if whole else f"{told} {more[0]}"
    claims = [doubted(one, rng) for one in more] if whole else [supported(told, doc_of(row, device)), doubted(more[0], rng)]
    return signals(row, claims, False, rng, correct=None if whole else True)


def over_refusal(rng, name):
    row, _, _, _ = base(rng, name)
    row["answer"] = rng.choice(REFUSALS)
    signals(row, [], None, rng)
    row.update(abstained=True, support=None, relevant=None)
    return row


def right_refusal(rng, name):
    row, device, others, _ = base(rng, name)
    row["retrieved_docs"] = [document(one, rng) for one in others[:4]]
    row["answer"] = rng.choice(REFUSALS)
    unanswerable = rng.random() < 0.5
    signals(row, [], None, rng, good=False, miss="never_retrieved")
    row.update(abstained=True, support=None, relevant=None)
    if unanswerable:
        row.pop("reference_answer")
        row.update(gold_doc_ids=[], retrieval_good=None, recall_at_k=None, retrieval_miss=None, retrieval_basis=None)
    return row


def answered_unanswerable(rng, name):
    row, device, others, fact = base(rng, name)
    row["retrieved_docs"] = [document(one, rng) for one in others[:4]]
    row.pop("reference_answer")
    row["answer"] = rng.choice([TOLD[fact].format(**device), rng.choice(INVENTED)])
    signals(row, [doubted(row["answer"], rng)], False, rng)
    row.update(gold_doc_ids=[], retrieval_good=None, recall_at_k=None, retrieval_basis=None)
    return row


def lucky_guess(rng, name):
    row, device, others, fact = base(rng, name)
    docs = [document(one, rng) for one in others[:4]]
    told = TOLD[fact].format(**device)
    docs[rng.randrange(4)] = {"id": "forum_" + name.rpartition("-")[2], "text": "A reader writes. " + told + " Others agree."}
    row["retrieved_docs"], row["answer"] = docs, told
    source = next(doc for doc in docs if doc["id"].startswith("forum"))
    return signals(row, [supported(told, source)], True, rng, good=False, miss="never_retrieved", correct=rng.choice([True, None]))


def wrong_though_supported(rng, name):
    """The manual and the reference differ, and the answer follows the manual."""
    row, device, others, fact = base(rng, name)
    row["answer"] = TOLD[fact].format(**device)
    row["reference_answer"] = TOLD[fact].format(**wrong_value(device, fact, rng))
    return signals(row, [supported(row["answer"], doc_of(row, device))], True, rng, correct=False), device


def stale(rng, name):
    row, device = wrong_though_supported(rng, name)
    old, new = f"201{rng.randrange(2, 7)}-05-0{rng.randrange(1, 9)}", "2024-02-11"
    fresh = rng.random() < 0.5  # the others are new: the mean is not low, but a newer document was at hand
    for doc in row["retrieved_docs"]:
        doc["timestamp"] = new if fresh and doc["id"] != device["id"] else old
    row["metadata"] = {"timestamp": "2024-02-12T08:00:00Z"}
    row["freshness"] = 0.6 if fresh else 0.0001
    return row


def wrong_grounded(rng, name):
    row, _ = wrong_though_supported(rng, name)
    if rng.random() < 0.5:
        for doc in row["retrieved_docs"]:
            doc["timestamp"] = "2024-02-11"
        row["metadata"], row["freshness"] = {"timestamp": "2024-02-12T08:00:00Z"}, 0.87
    return row


def no_answer(rng, name):
    row, _, _, _ = base(rng, name)
    row["answer"] = rng.choice(["", "  "])
    signals(row, [], None, rng)
    row.update(support=None, relevant=None)
    return row


ROWS = {maker.__name__: maker for maker in (
    retrieval_missed, retrieval_partial, ranked_low, crowded, id_forms, contradicted, stitched, off_topic, ignored, fabricated, over_refusal,
    right_refusal, answered_unanswerable, lucky_guess, stale, wrong_grounded, no_answer)}


def raw(row):
    """The row without its signals: what a RAG system logs."""
    return {name: value for name, value in row.items() if name not in SIGNALS}
