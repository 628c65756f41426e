"""Inputs in the formats of references/formats.md and the rows they must become, written by hand.

A case is (name, file name, content, expected rows). Content is text, or a list (written as JSONL) or an object or tuple
(written as one JSON document). Rows are compared key by key: every expected key must be equal, `metadata` and documents
may hold more, and no other signal may appear.
"""
from __future__ import annotations

import json

Q1, A1, R1 = "When does the first ferry to Ostra leave?", "It leaves at 6:40 in the morning.", "At 6:40."
Q2, A2, R2 = "May I take a bicycle on board?", "Yes and bicycles travel free of charge.", "Yes for four euros."
F1 = "The first ferry to Ostra leaves the north pier at 6:40 every day."
F2 = "Bicycles cost four euros; it's paid on the \"lower deck\"."
F3 = "The kiosk on the pier sells coffee,\nbread and newspapers."


def doc(own, text, **more):
    return {"id": own, "text": text, **more}


def docs(*texts):
    return [doc(f"d{place}", text) for place, text in enumerate(texts)]


def row(own, query, found, answer, **more):
    return {"id": own, "query": query, "retrieved_docs": found, "answer": answer, **more}


def unit(name, value, **more):
    return {"name": name, "value": value, "min": 0, "max": 1, "higher_is_better": True, **more}


def otlp(*spans):
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}


def span(trace, own, parent, name, attributes, events=(), start=0):
    def value(one):
        return {"stringValue": one} if isinstance(one, str) else {"doubleValue": one} if isinstance(one, float) else {"intValue": str(one)}
    return {"traceId": trace, "spanId": own, "parentSpanId": parent, "name": name, "startTimeUnixNano": str(1_700_000_000_000 + start),
            "attributes": [{"key": key, "value": value(one)} for key, one in attributes.items()],
            "events": [{"name": kind, "attributes": [{"key": key, "value": value(one)} for key, one in inner.items()]}
                       for kind, inner in events]}


JOINED = {"contexts_joined": True}
CASES = [
    # Rows of evaluation libraries.
    ("canonical", "a.jsonl", [{"id": "a", "query": Q1, "retrieved_docs": [doc("p", F1)], "answer": A1, "topic": "times"}],
     [row("a", Q1, [doc("p", F1)], A1, topic="times")]),
    ("ragas-v1-numpy", "a.csv", f'question,contexts,answer,ground_truth,faithfulness\n'
     f'{Q1},"[\'{F1}\'\n \'Pay on board.\']",{A1},{R1},1.0\n{Q2},"[""Don\'t run.""]",{A2},,\n',
     [row("row-1", Q1, docs(F1, "Pay on board."), A1, reference_answer=R1, judgments=[unit("faithfulness", 1.0)]),
      row("row-2", Q2, docs("Don't run."), A2)]),
    ("ragas-v0-ground-truths", "a.jsonl", [{"question": Q1, "contexts": [F1, F3], "answer": A1, "ground_truths": [R1, "6:40"]}],
     [row("row-1", Q1, docs(F1, F3), A1, reference_answer=R1, metadata={"reference_answers": [R1, "6:40"]})]),
    ("ragas-v2-testset", "a.jsonl", [{"user_input": Q1, "reference_contexts": [F1], "reference": R1, "synthesizer_name": "single_hop"}],
     [row("row-1", Q1, None, None, reference_answer=R1, gold_texts=[F1], metadata={"synthesizer_name": "single_hop"})]),
    ("ragas-v2-ids", "a.jsonl", [{"user_input": Q1, "retrieved_contexts": [F1, F3], "retrieved_context_ids": [7, "k"], "response": A1,
                                  "reference_context_ids": ["7"]}],
     [row("row-1", Q1, [doc("7", F1), doc("k", F3)], A1, gold_doc_ids=["7"])]),
    ("deepeval-csv", "a.csv", f'input,actual_output,expected_output,retrieval_context,context,name,source_file\n'
     f'{Q1},{A1},{R1},"{F1}|{F3}","{F1}",case-a,times.pdf\n{Q2},{A2},,"deepeval_source=rules.md,deepeval_context=Bicycles cost four euros.",,,\n',
     [row("case-a", Q1, docs(F1, F3), A1, reference_answer=R1, gold_doc_ids=["d0"], gold_texts=[F1], metadata={"source_file": "times.pdf"}),
      row("row-2", Q2, [doc("d0", "Bicycles cost four euros.", source="rules.md")], A2)]),
    ("deepeval-camel", "a.json", [{"input": Q1, "actualOutput": A1, "retrievalContext": [F1], "expectedOutput": R1}],
     [row("row-1", Q1, docs(F1), A1, reference_answer=R1)]),
    ("deepeval-geval", "a.json", {"testCases": [{"name": "t0", "input": Q1, "actualOutput": A1, "retrievalContext": [F1], "metricsData": [
        {"name": "Politeness [GEval]", "score": 0.8, "threshold": 0.5, "success": True, "reason": "kind"}]}]},
     [row("t0", Q1, docs(F1), A1, judgments=[unit("Politeness [GEval]", 0.8, passed=True, threshold=0.5, comment="kind")])]),
    ("trulens-json-strings", "a.csv", f'record_id,app_name,input,output,Groundedness,Groundedness_calls\n'
     f'r1,ferry,"""{Q1}""","""{A1}""",0.5,"[{{\'args\': {{\'source\': \'{F1}\', \'statement\': \'x\'}}, \'ret\': 0.5}}]"\n',
     [row("r1", Q1, docs(F1), A1, judgments=[unit("Groundedness", 0.5)], metadata=JOINED)]),
    ("uptrain", "a.jsonl", [{"question": Q1, "context": F1, "response": A1, "score_factual_accuracy": 1.0, "explanation_factual_accuracy": "fine"},
                            {"question": Q2, "context": F2, "response": A2, "score_factual_accuracy": 0.0, "explanation_factual_accuracy": None}],
     [row("row-1", Q1, docs(F1), A1, judgments=[unit("score_factual_accuracy", 1.0, comment="fine")], metadata=JOINED),
      row("row-2", Q2, docs(F2), A2, judgments=[unit("score_factual_accuracy", 0.0)], metadata=JOINED)]),
    ("tonic-validate", "a.json", {"overall_scores": {}, "run_data": [
        {"reference_question": Q1, "reference_answer": R1, "llm_answer": A1, "llm_context": [F1, F3],
         "scores": {"answer_consistency": 1.0, "augmentation_precision": None}}]},
     [row("row-1", Q1, docs(F1, F3), A1, reference_answer=R1, judgments=[unit("answer_consistency", 1.0)])]),
    ("ragchecker", "a.json", {"results": [{"query_id": "9", "query": Q1, "gt_answer": R1, "response": A1, "retrieved_context": [
        {"doc_id": "k1", "text": F1}, {"doc_id": None, "text": F3}], "metrics": {"hallucination": 0.25}}], "metrics": {}},
     [row("9", Q1, [doc("k1", F1), doc("d1", F3)], A1, reference_answer=R1, judgments=[
         {"name": "hallucination", "value": 0.25, "min": 0, "max": 1, "higher_is_better": False}])]),
    ("giskard-hf", "a.jsonl", [{"id": "g", "question": Q1, "reference_answer": R1, "reference_context": f"Document a-1: {F1}\n\nDocument 7: {F3}",
                                "conversation_history": "[]", "metadata": "{'topic': 'times'}"}],
     [row("g", Q1, None, None, reference_answer=R1, gold_doc_ids=["a-1", "7"], gold_texts=[F1, F3], metadata={"topic": "times"})]),
    ("open-rag-eval", "a.csv", f'query_id,query,query_run,passage_id,passage,generated_answer\n'
     f'q1,{Q1},1,[1],{F1},{A1}\nq1,{Q1},1,[2],"{F3}",\nq2,{Q2},1,[1],NA,API_ERROR\n',
     [row("q1", Q1, [doc("[1]", F1), doc("[2]", F3)], A1), row("q2", Q2, [], None)]),
    ("open-rag-eval-runs", "a.csv", f'query_id,query,query_run,passage_id,passage,generated_answer\n'
     f'q1,{Q1},1,[1],{F1},{A1}\nq1,{Q1},2,[1],{F1},Another answer.\n',
     [row("q1#1", Q1, [doc("[1]", F1)], A1), row("q1#2", Q1, [doc("[1]", F1)], "Another answer.")]),
    ("haystack-report", "a.csv", f'question,contexts,predicted_answer,true_answers,faithfulness,my_metric\n'
     f'{Q1},"[\'{F1}\', \'Pay on board.\']",{A1},"[\'{R1}\']",1.0,0.3\n',
     [row("row-1", Q1, docs(F1, "Pay on board."), A1, reference_answer=R1, judgments=[unit("faithfulness", 1.0)], metadata={"my_metric": "0.3"})]),
    ("haystack-report-documents", "a.csv", f'query_id,query,documents,predicted_answers,score\n'
     f'h1,{Q1},"[Document(id=x1, content: \'{F1}\')]",{A1},0.3\n',
     [row("h1", Q1, [doc("x1", F1)], A1)]),
    ("llamaindex-eval", "a.jsonl", [{"query": Q1, "contexts": [F1], "response": A1, "passing": True, "feedback": "YES", "score": 1.0,
                                     "pairwise_source": None, "invalid_result": False, "invalid_reason": None}],
     [row("row-1", Q1, docs(F1), A1)]),
    ("llamaindex-question-only", "rag_dataset.json", {"examples": [{"query": Q1, "reference_contexts": [F1], "reference_answer": R1, "query_by": None}]},
     [row("row-1", Q1, None, None, reference_answer=R1, gold_texts=[F1])]),
    ("langchain-repr", "a.csv", f'question,answer,source_documents\n'
     f'{Q1},{A1},"[Document(metadata={{\'source\': \'times.pdf\'}}, page_content=\'{F1}\'), Document(id=\'k2\', metadata={{}}, page_content=""it\'s late"")]"\n',
     [row("row-1", Q1, [doc("d0", F1, source="times.pdf"), doc("k2", "it's late")], A1)]),
    ("langchain-str", "a.csv", f'question,answer,source_documents\n'
     f'{Q1},{A1},"[page_content=\'It\'s at the \'north\' pier\' metadata={{\'source\': \'a.md\'}}, page_content=\'Second\' metadata={{\'source\': \'b.md\'}}]"\n',
     [row("row-1", Q1, [doc("d0", "It's at the 'north' pier", source="a.md"), doc("d1", "Second", source="b.md")], A1)]),
    ("langchain-context-csv", "a.csv", f'input,context,answer\n{Q1},"[Document(page_content=\'{F1}\', metadata={{\'source\': \'t\', \'page\': 3}})]",{A1}\n',
     [row("row-1", Q1, [doc("d0", F1, source="t")], A1)]),
    ("excel", "a.csv", f"\ufeffQuestion;Answer;Contexts;Ground Truth;Faithful\r\n{Q1};{A1};{F1};{R1};Yes\r\n{Q2};\"{A2}\";\"{F3}\";;no\r\n",
     [row("row-1", Q1, docs(F1), A1, reference_answer=R1, faithful=True, metadata=JOINED), row("row-2", Q2, docs(F3), A2, faithful=False, metadata=JOINED)]),
    ("excel-json-cells", "a.csv", f'Query;Response;Retrieved Contexts;Expected Output\n{Q1};{A1};"[""{F1}"", ""x y""]";{R1}\n',
     [row("row-1", Q1, docs(F1, "x y"), A1, reference_answer=R1)]),
    ("pandas-index", "a.json", {"0": {"question": Q1, "answer": A1, "contexts": [F1]}, "1": {"question": Q2, "answer": A2, "contexts": [F2]}},
     [row("row-1", Q1, docs(F1), A1), row("row-2", Q2, docs(F2), A2)]),
    ("pandas-split", "a.json", {"columns": ["question", "answer", "contexts"], "index": [0], "data": [[Q1, A1, [F1]]]}, [row("row-1", Q1, docs(F1), A1)]),
    ("pandas-table", "a.json", {"schema": {"fields": []}, "data": [{"index": 0, "question": Q1, "answer": A1, "contexts": [F1]}]},
     [row("row-1", Q1, docs(F1), A1)]),
    ("hf-rows", "a.json", {"features": [{"name": "question"}], "rows": [
        {"row_idx": 0, "row": {"question": Q1, "answer": A1, "contexts": [F1], "ground_truth": R1}, "truncated_cells": []}], "num_rows_total": 1},
     [row("row-1", Q1, docs(F1), A1, reference_answer=R1)]),

    # Exports of observability tools.
    ("langsmith-experiment", "a.csv", f'inputs.question,outputs.answer,outputs.documents,error,reference.answer,feedback.faithful,feedback.relevance,execution_time,example_id,id\n'
     f'{Q1},{A1},"[Document(metadata={{\'source\': \'t.pdf\'}}, page_content=\'{F1}\')]",,{R1},True,0.75,1.2,ex1,run1\n'
     f'{Q2},,,"Timeout()",{R2},,,0.1,ex2,run2\n',
     [row("run1", Q1, [doc("d0", F1, source="t.pdf")], A1, reference_answer=R1, faithful=True,
          judgments=[{"name": "faithful", "value": True}, {"name": "relevance", "value": 0.75}]),
      row("run2", Q2, None, None, reference_answer=R2)]),
    ("langsmith-sdk-runs", "a.jsonl", [
        {"id": "1", "trace_id": "1", "run_type": "chain", "parent_run_id": None, "inputs": {"question": Q1}, "outputs": {"answer": A1}, "start_time": "2026-01-01T00:00:00"},
        {"id": "2", "trace_id": "1", "run_type": "retriever", "parent_run_id": "1", "inputs": {"query": "x"}, "outputs": {"output": [
            {"page_content": F1, "metadata": {}, "type": "Document"}]}, "start_time": "2026-01-01T00:00:01"}],
     [row("1", Q1, docs(F1), A1)]),
    ("langfuse-traces", "a.json", [{"id": "t1", "timestamp": "2026-01-01", "name": "ask", "input": json.dumps({"question": Q1}), "sessionId": None, "bookmarked": False,
                                    "output": json.dumps({"answer": A1, "documents": [{"page_content": F1, "metadata": {"source": "t"}}]}), "tags": [],
                                    "faithfulness": [0.9], "verdict": ["supported"], "tone": None},
                                   {"id": "t2", "name": "ask", "input": json.dumps(Q2), "output": json.dumps(A2), "sessionId": "s", "bookmarked": True, "faithfulness": None}],
     [row("t1", Q1, [doc("d0", F1, source="t")], A1, faithful=True, judgments=[{"name": "faithfulness", "value": 0.9}, {"name": "verdict", "label": "supported"}]),
      row("t2", Q2, None, A2)]),
    ("langfuse-dataset", "a.jsonl", [{"id": "i1", "input": {"question": Q1}, "expectedOutput": {"answer": R1}, "sourceTraceId": None}],
     [row("i1", Q1, None, None, reference_answer=R1)]),
    ("phoenix-spans-df", "a.csv", "context.span_id,context.trace_id,name,span_kind,parent_id,start_time,attributes.input.value,attributes.output.value,attributes.retrieval.documents\n"
     f's1,t1,ask,CHAIN,,2026-01-01 00:00:00,{Q1},{A1},\n'
     f's2,t1,find,RETRIEVER,s1,2026-01-01 00:00:01,{Q1},,"[{{\'document.id\': 7, \'document.content\': \'{F1}\', \'document.score\': 0.5, \'document.metadata\': ""{{\'source\': \'t.md\'}}""}}]"\n',
     [row("t1", Q1, [doc("7", F1, score=0.5, source="t.md")], A1)]),
    ("phoenix-documents", "a.csv", f'context.span_id,context.trace_id,document_position,input,document,document_score\ns2,t1,0,{Q1},{F1},0.9\ns2,t1,1,{Q1},"{F3}",0.2\n',
     [row("t1", Q1, [doc("d0", F1, score=0.9), doc("d1", F3, score=0.2)], None)]),
    ("otel-genai", "a.jsonl", [otlp(
        span("a" * 32, "1" * 16, "", "chat model", {"gen_ai.operation.name": "chat", "gen_ai.input.messages": json.dumps(
            [{"role": "system", "parts": [{"type": "text", "content": "Be brief."}]}, {"role": "user", "parts": [{"type": "text", "content": Q1}]}]),
            "gen_ai.output.messages": json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": A1}], "finish_reason": "stop"}])},
            [("gen_ai.evaluation.result", {"gen_ai.evaluation.name": "groundedness", "gen_ai.evaluation.score.value": 0.9,
                                           "gen_ai.evaluation.score.label": "pass", "gen_ai.evaluation.explanation": "ok"})]),
        span("a" * 32, "2" * 16, "1" * 16, "retrieval kb", {"gen_ai.operation.name": "retrieval", "gen_ai.retrieval.query.text": "ferry",
                                                             "gen_ai.retrieval.documents": json.dumps([{"id": "k1", "score": 0.8}, {"id": "k2", "score": 0.5}])}))],
     [row("a" * 32, Q1, [doc("k1", None, score=0.8), doc("k2", None, score=0.5)], A1,
          judgments=[{"name": "groundedness", "value": 0.9, "label": "pass", "comment": "ok"}])]),
    ("otel-genai-query-text", "a.jsonl", [otlp(span("b" * 32, "2" * 16, "", "retrieval", {
        "gen_ai.operation.name": "retrieval", "gen_ai.retrieval.query.text": Q1, "gen_ai.retrieval.documents": json.dumps([{"id": "k1", "score": 1.0, "content": F1}])}))],
     [row("b" * 32, Q1, [doc("k1", F1, score=1.0)], None)]),
    ("otlp-base64-snake", "a.jsonl", [{"resource_spans": [{"scope_spans": [{"spans": [
        {"trace_id": "AAAAAAAAAAAAAAAAAAAAAQ==", "span_id": "AAAAAAAAAAE=", "parent_span_id": "", "name": "ask", "attributes": [
            {"key": "openinference.span.kind", "value": {"string_value": "CHAIN"}}, {"key": "input.value", "value": {"string_value": Q1}},
            {"key": "output.value", "value": {"string_value": A1}}]},
        {"trace_id": "AAAAAAAAAAAAAAAAAAAAAQ==", "span_id": "AAAAAAAAAAI=", "parent_span_id": "AAAAAAAAAAE=", "name": "find", "attributes": [
            {"key": "openinference.span.kind", "value": {"string_value": "RETRIEVER"}},
            *({"key": f"retrieval.documents.{place}.document.content", "value": {"string_value": text}} for place, text in (
                (0, F1), (10, "eleventh"), (2, F3)))]}]}]}]}],
     [row("0" * 31 + "1", Q1, docs(F1, F3, "eleventh"), A1)]),
    ("openinference-reranker", "a.jsonl", [otlp(
        span("c" * 32, "1" * 16, "", "ask", {"openinference.span.kind": "CHAIN", "input.value": Q1, "output.value": A1}),
        span("c" * 32, "2" * 16, "1" * 16, "find", {"openinference.span.kind": "RETRIEVER", "retrieval.documents.0.document.id": "x",
                                                     "retrieval.documents.0.document.content": F1, "retrieval.documents.1.document.id": "y",
                                                     "retrieval.documents.1.document.content": F3}, start=1),
        span("c" * 32, "3" * 16, "1" * 16, "rank", {"openinference.span.kind": "RERANKER", "reranker.output_documents.0.document.id": "y",
                                                     "reranker.output_documents.0.document.content": F3}, start=2))],
     [row("c" * 32, Q1, [doc("x", F1), doc("y", F3)], A1, context_docs=[doc("y", F3)])]),
    ("trulens-otel", "a.jsonl", [otlp(
        span("d" * 32, "1" * 16, "", "app", {"ai.observability.span_type": "record_root", "ai.observability.record_root.input": Q1,
                                             "ai.observability.record_root.output": A1, "ai.observability.record_root.ground_truth_output": R1}),
        span("d" * 32, "2" * 16, "1" * 16, "r", {"ai.observability.span_type": "retrieval", "ai.observability.retrieval.query_text": Q1,
                                                  "ai.observability.retrieval.retrieved_contexts": json.dumps([F1, F3])}))],
     [row("d" * 32, Q1, docs(F1, F3), A1, reference_answer=R1)]),
    ("mlflow-table", "a.json", {"columns": ["question", "answer", "context", "ground_truth", "faithfulness/v1/score", "faithfulness/v1/justification"],
                                "data": [[Q1, A1, [F1], R1, 5, "all there"], [Q2, A2, [F2], R2, 1, "not there"]]},
     [row("row-1", Q1, docs(F1), A1, reference_answer=R1, judgments=[
         {"name": "faithfulness/v1/score", "value": 5, "min": 1, "max": 5, "higher_is_better": True, "comment": "all there"}]),
      row("row-2", Q2, docs(F2), A2, reference_answer=R2, judgments=[
          {"name": "faithfulness/v1/score", "value": 1, "min": 1, "max": 5, "higher_is_better": True, "comment": "not there"}])]),
    ("mlflow-value-columns", "a.json", {"columns": ["inputs", "outputs", "groundedness/value", "groundedness/rationale"],
                                        "data": [[{"question": Q1}, {"answer": A1, "context": [F1]}, "yes", "all there"]]},
     [row("row-1", Q1, docs(F1), A1, faithful=True, judgments=[{"name": "groundedness", "label": "yes", "comment": "all there"}])]),
    ("mlflow-v2", "a.jsonl", [{"info": {"request_id": "tr-2", "request_metadata": {}, "assessments": []}, "data": {"spans": [
        {"name": "ask", "context": {"span_id": "1", "trace_id": "x"}, "parent_id": None, "start_time": 1,
         "attributes": {"mlflow.spanType": "\"CHAIN\"", "mlflow.spanInputs": json.dumps({"question": Q1}), "mlflow.spanOutputs": json.dumps(A1)}},
        {"name": "find", "context": {"span_id": "2", "trace_id": "x"}, "parent_id": "1", "start_time": 2,
         "attributes": {"mlflow.spanType": "\"RETRIEVER\"", "mlflow.spanInputs": "{}", "mlflow.spanOutputs": json.dumps([{"content": F1, "metadata": {"doc_uri": "t"}}])}}]}}],
     [row("tr-2", Q1, [doc("d0", F1, source="t")], A1)]),
    ("mlflow-search-frame", "a.csv", "trace_id,trace,request,response,assessments\n"
     'tr-3,"{""info"": {""trace_id"": ""tr-3""}, ""data"": {""spans"": []}}","{""question"": ""' + Q1 + '""}","""' + A1 + '""",[]\n',
     [row("tr-3", Q1, None, A1)]),
    ("promptfoo-jsonl", "a.jsonl", [{"id": "p1", "promptIdx": 0, "testIdx": 0, "vars": {"question": Q1}, "response": {"output": {"answer": A1}},
                                     "metadata": {"context": [F1]}, "gradingResult": {"componentResults": []}}],
     [row("p1", Q1, docs(F1), A1)]),
    ("braintrust-child", "a.jsonl", [
        {"id": "e1", "span_id": "s1", "root_span_id": "s1", "span_parents": None, "input": Q1, "output": A1, "expected": None, "scores": {"Quality": 0.5}, "span_attributes": {"name": "eval"}},
        {"id": "e2", "span_id": "s2", "root_span_id": "s1", "span_parents": ["s1"], "input": Q1, "output": [{"id": "k1", "text": F1}], "span_attributes": {"name": "retrieve"}}],
     [row("e1", Q1, [doc("k1", F1)], A1, judgments=[unit("Quality", 0.5)])]),
    ("weave", "a.jsonl", [
        {"id": "c1", "project_id": "e/p", "op_name": "weave:///e/p/op/Ferry.predict:v1", "trace_id": "w1", "parent_id": None, "started_at": "2026-01-01T00:00:00Z",
         "inputs": {"self": "weave:///e/p/object/Ferry:v1", "question": Q1}, "output": {"answer": A1, "context": [F1, F3]}},
        {"id": "c2", "project_id": "e/p", "op_name": "weave:///e/p/op/HallucinationFreeScorer.score:v1", "trace_id": "w1", "parent_id": "c1", "started_at": "2026-01-01T00:00:02Z",
         "inputs": {"output": A1}, "output": {"has_hallucination": False, "conclusion": "fine"}}],
     [row("w1", Q1, docs(F1, F3), A1, faithful=True, judgments=[{"name": "has_hallucination", "value": False, "comment": "fine"}])]),
    ("weave-child", "a.jsonl", [
        {"id": "c1", "op_name": "weave:///e/p/op/ask:1", "trace_id": "w1", "parent_id": None, "inputs": {"question": Q1}, "output": A1, "started_at": "1"},
        {"id": "c2", "op_name": "weave:///e/p/op/retrieve:1", "trace_id": "w1", "parent_id": "c1", "inputs": {"q": Q1}, "output": [{"text": F1, "id": "k"}], "started_at": "2"}],
     [row("w1", Q1, [doc("k", F1)], A1)]),
    ("opik", "a.json", {"trace": {"id": "o1", "name": "ask", "input": {"question": Q1}, "output": {"output": A1}}, "spans": [
        {"id": "s1", "trace_id": "o1", "parent_span_id": None, "name": "retrieve_documents", "type": "tool", "input": {}, "output": {"output": [F1, F3]}}],
        "feedback_scores": [{"name": "hallucination_metric", "value": 1.0, "reason": "made up", "source": "sdk"}]},
     [row("o1", Q1, docs(F1, F3), A1, faithful=False, judgments=[{"name": "hallucination_metric", "value": 1.0, "min": 0, "max": 1, "higher_is_better": False, "comment": "made up", "source": "sdk"}])]),

    # Providers and clouds.
    ("bedrock-generate", "a.jsonl", [{"request": {"input": {"text": Q1}}, "response": {"sessionId": "s", "output": {"text": A1}, "citations": [
        {"retrievedReferences": [{"content": {"text": F1}, "location": {"type": "S3", "s3Location": {"uri": "s3://b/t.pdf"}}, "metadata": {}}]},
        {"retrievedReferences": [{"content": {"text": F1}, "location": {"type": "S3", "s3Location": {"uri": "s3://b/t.pdf"}}, "metadata": {}},
                                 {"content": {"text": F3}, "location": {"type": "WEB", "webLocation": {"url": "https://f/k"}}, "metadata": {}}]}]}}],
     [row("row-1", Q1, [doc("d0", F1, source="s3://b/t.pdf"), doc("d1", F3, source="https://f/k")], A1, metadata={"docs_cited_only": True})]),
    ("azure-output", "a.json", {"rows": [{"inputs.query": Q1, "inputs.response": A1, "inputs.context": F1, "inputs.ground_truth": R1, "outputs.groundedness.groundedness": 5.0,
                                          "outputs.groundedness.gpt_groundedness": 5.0, "outputs.groundedness.groundedness_reason": "all there",
                                          "outputs.groundedness.groundedness_result": "pass", "outputs.groundedness.groundedness_threshold": 3}], "metrics": {}, "studio_url": None},
     [row("row-1", Q1, docs(F1), A1, reference_answer=R1, metadata=JOINED, judgments=[
         {"name": "groundedness", "value": 5.0, "min": 1, "max": 5, "higher_is_better": True, "passed": True, "threshold": 3, "comment": "all there"}])]),
    ("azure-retrieval", "a.jsonl", [{"query": Q1, "retrieval_ground_truth": [{"document_id": "1", "query_relevance_label": 4}, {"document_id": "2", "query_relevance_label": 0}],
                                     "retrieved_documents": [{"document_id": "2", "relevance_score": 0.4}, {"document_id": "1", "relevance_score": 0.2}]}],
     [row("row-1", Q1, [doc("2", None, score=0.4), doc("1", None, score=0.2)], None, gold_doc_ids=["1"], gold_grades={"1": 4, "2": 0})]),
    ("azure-conversation", "a.jsonl", [{"conversation": {"messages": [{"role": "user", "content": Q1}, {"role": "assistant", "content": A1, "context": F1},
                                                                      {"role": "user", "content": Q2}, {"role": "assistant", "content": A2, "context": F3}]}}],
     [row("row-1#1", Q1, docs(F1), A1, metadata=JOINED), row("row-1#2", Q2, docs(F3), A2, history=[{"role": "user", "text": Q1}, {"role": "assistant", "text": A1}])]),
    ("vertex", "a.jsonl", [{"instruction": Q1, "context": F1, "prompt": "irrelevant", "response": A1, "reference": R1, "groundedness/score": 1.0, "groundedness/explanation": "fine"}],
     [row("row-1", Q1, docs(F1), A1, reference_answer=R1, metadata=JOINED, judgments=[{"name": "groundedness", "value": 1.0, "comment": "fine"}])]),
    ("vectara", "a.jsonl", [{"request": {"query": Q1}, "response": {"summary": A1, "factual_consistency_score": 0.8, "search_results": [
        {"text": F1, "score": 7.5, "document_id": "v1", "part_metadata": {}, "document_metadata": {"source": "t"}}, {"text": F3, "score": 3.0, "document_id": "v1"}]}}],
     [row("row-1", Q1, [doc("v1", F1, score=7.5, source="t"), doc("v1", F3, score=3.0)], A1, judgments=[unit("factual_consistency_score", 0.8)])]),
    ("vectara-flat", "a.jsonl", [{"query": Q1, "summary": A1, "factual_consistency_score": 0.8, "search_results": [{"text": F1, "score": 7.5, "document_id": "v1"}]}],
     [row("row-1", Q1, [doc("v1", F1, score=7.5)], A1, judgments=[unit("factual_consistency_score", 0.8)])]),
    ("ragie", "a.jsonl", [{"query": Q1, "scored_chunks": [{"text": F1, "score": 0.4, "document_id": "r1", "document_metadata": {"source": "t.md"}}]}],
     [row("row-1", Q1, [doc("r1", F1, score=0.4, source="t.md")], None)]),
    ("cohere-v1-cited", "a.jsonl", [{"response": {"text": A1, "generation_id": "g", "citations": [{"start": 0, "end": 2, "text": "It", "document_ids": ["k1"]}],
                                                  "documents": [{"id": "k1", "snippet": F1}]}, "request": {"message": Q1}}],
     [row("g", Q1, [doc("k1", F1)], A1, metadata={"docs_cited_only": True})]),
    ("anthropic-response-only", "a.jsonl", [{"id": "m", "type": "message", "role": "assistant", "content": [{"type": "text", "text": A1, "citations": [
        {"type": "char_location", "cited_text": F1, "document_index": 0, "document_title": "t.md"}]}]}],
     [row("m", None, [doc("d0", F1, source="t.md")], A1, metadata={"docs_cited_only": True})]),
    ("openai-flat", "a.json", {"id": "resp", "object": "response", "output": [
        {"type": "file_search_call", "queries": ["x"], "results": [{"file_id": "f", "filename": "t.md", "score": 0.5, "text": F1}]},
        {"type": "message", "content": [{"type": "output_text", "text": "It leaves ", "annotations": []}, {"type": "output_text", "text": "at 6:40."}]}]},
     [row("resp", None, [doc("f", F1, score=0.5, source="t.md")], "It leaves at 6:40.")]),

    ("chat-log", "a.jsonl", [{"id": "c", "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": Q1}, {"role": "assistant", "content": A1}],
                              "context": [F1]}], [row("c", Q1, docs(F1), A1)]),
    ("mlflow-frame-spans", "a.json", [{"trace_id": "tr", "request": json.dumps({"q": Q1}), "response": json.dumps(A1), "assessments": [], "spans": [
        {"name": "r", "span_type": "RETRIEVER", "span_id": "1", "parent_id": None, "outputs": [{"page_content": F1}]}]}], [row("tr", Q1, docs(F1), A1)]),
    ("bedrock-retrieve-only", "a.jsonl", [{"conversationTurns": [{"prompt": {"content": [{"text": Q1}]}, "referenceContexts": [{"content": [{"text": F1}]}], "output": {
        "knowledgeBaseIdentifier": "x", "retrievedResults": {"retrievalResults": [{"content": {"text": F1}, "score": 0.5}]}}}]}],
     [row("row-1", Q1, [doc("d0", F1, score=0.5)], None, gold_doc_ids=["d0"], gold_texts=[F1])]),
    ("weave-feedback", "a.jsonl", [{"id": "c", "op_name": "weave:///e/p/op/ask:1", "trace_id": "w", "parent_id": None, "inputs": {"q": Q1}, "output": {"answer": A1, "contexts": [F1]},
                                    "summary": {"weave": {"feedback": [{"feedback_type": "wandb.runnable.H", "payload": {"output": {"has_hallucination": True}}}]}}}],
     [row("w", Q1, docs(F1), A1, faithful=False, judgments=[{"name": "has_hallucination", "value": True}])]),
    ("opik-csv", "a.csv", f'trace_id,trace_name,trace_input,trace_output,span_id,span_name,span_input,span_output\n'
     f'o,ask,"{{""question"": ""{Q1}""}}","{{""output"": ""{A1}""}}",s,retrieve,{{}},"{{""output"": [""{F1}""]}}"\n', [row("o", Q1, docs(F1), A1)]),

    # Collections.
    ("hotpotqa-hf", "a.jsonl", [{"id": "h", "question": Q1, "answer": R1, "supporting_facts": {"title": ["Ferries", "Ferries"], "sent_id": [0, 1]},
                                 "context": {"title": ["Kiosk", "Ferries"], "sentences": [["Coffee."], ["One.", " Two."]]}}],
     [row("h", Q1, [doc("Kiosk", "Coffee."), doc("Ferries", "One. Two.")], None, reference_answer=R1, gold_doc_ids=["Ferries"])]),
    ("nq-open", "a.jsonl", [{"question": Q1, "answer": [R1, "6:40"]}], [row("row-1", Q1, None, None, reference_answer=R1, metadata={"reference_answers": [R1, "6:40"]})]),
    ("dpr", "a.json", [{"question": Q1, "answers": [R1], "ctxs": [{"id": "w:1", "title": "Ferries", "text": F1, "score": "81.5", "has_answer": True},
                                                                 {"id": "w:2", "title": "Kiosk", "text": F3, "score": "80", "has_answer": False}]}],
     [row("row-1", Q1, [doc("w:1", F1, score=81.5), doc("w:2", F3, score=80)], None, reference_answer=R1)]),
    ("kilt", "a.jsonl", [{"id": "k", "input": Q1, "output": [{"answer": R1, "provenance": [{"wikipedia_id": "12", "title": "Ferries"}, {"wikipedia_id": "9"}]},
                                                            {"provenance": [{"wikipedia_id": "12"}]}], "meta": {}}],
     [row("k", Q1, None, None, reference_answer=R1, gold_doc_ids=["12", "9"])]),
    ("ms-marco-v2-list", "a.jsonl", [{"query": Q1, "query_id": 5, "answers": [R1], "passages": [{"is_selected": 1, "passage_text": F1, "url": "https://f/1"}]}],
     [row("5", Q1, [doc("d0", F1, source="https://f/1")], None, reference_answer=R1, gold_doc_ids=["d0"])]),
    ("human-labels", "a.csv", "trace_id,human_label,annotator\nt1,faithful,kim\nt2,Hallucinated,kim\nt3,n/a,kim\nt4,?,kim\n",
     [{"id": "t1", "faithful": True}, {"id": "t2", "faithful": False}, {"id": "t3"}, {"id": "t4"}]),
    ("human-labels-polarity", "a.csv", "id,hallucinated\na,yes\nb,0\nc,\n", [{"id": "a", "faithful": False}, {"id": "b", "faithful": True}, {"id": "c"}]),
    ("langsmith-feedback", "a.jsonl", [{"run_id": "r", "trace_id": "t", "key": "faithful", "score": True, "value": None, "comment": "ok", "feedback_source": {"type": "api"}}],
     [{"id": "t", "faithful": True, "judgments": [{"name": "faithful", "value": True, "comment": "ok", "source": "api"}]}]),
    ("langfuse-scores", "a.jsonl", [{"id": "s", "traceId": "t", "name": "hallucination", "dataType": "BOOLEAN", "value": 1, "source": "ANNOTATION"}],
     [{"id": "t", "faithful": False, "judgments": [{"name": "hallucination", "value": True, "source": "human"}]}]),
    # Written otherwise than the tool's own code does.
    ("azure-output-f1", "a.json", {"rows": [{"inputs.query": Q1, "inputs.response": A1, "inputs.context": F1, "outputs.f1.f1_score": 0.8,
                                             "outputs.f1.f1_result": "pass", "outputs.f1.f1_threshold": 0.5}], "metrics": {}},
     [row("row-1", Q1, docs(F1), A1, metadata=JOINED, judgments=[unit("f1_score", 0.8, passed=True, threshold=0.5)])]),
    ("haystack-report-answer-is-gold", "a.csv", f'question,contexts,answer,predicted_answer,faithfulness\n{Q1},"[\'{F1}\']",{R1},{A1},1.0\n',
     [row("row-1", Q1, docs(F1), A1, reference_answer=R1, judgments=[unit("faithfulness", 1.0)])]),
    ("haystack-report-plurals", "a.csv", f'questions,contexts,responses,ground_truth_answers,faithfulness\n{Q1},"[\'{F1}\']",{A1},{R1},0.5\n',
     [row("row-1", Q1, docs(F1), A1, reference_answer=R1, judgments=[unit("faithfulness", 0.5)])]),
    ("ragas-multiturn-csv", "a.csv", f"user_input,reference\n\"[{{'content': '{Q1}', 'type': 'human'}}, {{'content': '{A1}', 'type': 'ai'}}]\",{R1}\n",
     [row("row-1", Q1, None, A1, reference_answer=R1)]),
    ("langchain-str-in-list", "a.jsonl", [{"question": Q1, "answer": A1, "context": [f"page_content='{F1}' metadata={{'source': 't.md'}}", "Plain text."]}],
     [row("row-1", Q1, [doc("d0", F1, source="t.md"), doc("d1", "Plain text.")], A1)]),
    ("trulens-event-table", "a.jsonl", [
        {"record": {"name": "app", "parent_span_id": ""}, "event_id": "1", "record_type": "SPAN", "start_timestamp": "2026-01-01T10:00:00",
         "trace": {"trace_id": "9", "span_id": "1", "parent_id": ""}, "record_attributes": {
             "ai.observability.span_type": "record_root", "ai.observability.record_id": "r1", "ai.observability.record_root.input": Q1,
             "ai.observability.record_root.output": A1, "ai.observability.record_root.ground_truth_output": R1}},
        {"record": {"name": "find", "parent_span_id": "1"}, "event_id": "2", "record_type": "SPAN", "start_timestamp": "2026-01-01T10:00:01",
         "trace": {"trace_id": "9", "span_id": "2", "parent_id": "1"}, "record_attributes": {
             "ai.observability.span_type": "retrieval", "ai.observability.record_id": "r1", "ai.observability.retrieval.retrieved_contexts": [F1, F3]}},
        {"record": {"name": "judge", "parent_span_id": ""}, "event_id": "3", "record_type": "SPAN", "start_timestamp": "2026-01-01T10:01:00",
         "trace": {"trace_id": "8", "span_id": "3", "parent_id": ""}, "record_attributes": {
             "ai.observability.span_type": "eval_root", "ai.observability.record_id": "r1", "ai.observability.eval_root.metric_name": "Groundedness",
             "ai.observability.eval_root.score": 1.0, "ai.observability.eval_root.higher_is_better": True}}],
     [row("r1", Q1, docs(F1, F3), A1, reference_answer=R1, judgments=[unit("Groundedness", 1.0)])]),
    ("trulens-event-csv", "a.csv", "event_id,record,record_attributes,trace,start_timestamp\n" + "".join(
        f'{own},{{}},"{json.dumps({"ai.observability.span_type": kind, "ai.observability.record_id": "r1", **more}).replace(chr(34), chr(34) * 2)}",'
        f'"{{""trace_id"": ""9"", ""span_id"": ""{own}"", ""parent_id"": ""{parent}""}}",2026\n' for own, parent, kind, more in (
            ("1", "", "record_root", {"ai.observability.record_root.input": Q1, "ai.observability.record_root.output": A1}),
            ("2", "1", "retrieval", {"ai.observability.retrieval.retrieved_contexts": [F1, F3]}))),
     [row("r1", Q1, docs(F1, F3), A1)]),
    ("ragas-columns-other-names", "a.jsonl", [{"question": Q1, "contexts": [F1, F3], "response": A1, "groundTruth": R1, "context_ids": ["k1", "k2"], "gold_ids": ["k1"]}],
     [row("row-1", Q1, [doc("k1", F1), doc("k2", F3)], A1, reference_answer=R1, gold_doc_ids=["k1"])]),
    ("ragas-v2-other-names", "a.jsonl", [{"id": "a", "user_input": Q1, "response": A1, "contexts": [F1], "ground_truth": R1}],
     [row("a", Q1, docs(F1), A1, reference_answer=R1)]),
    ("contract-documents-other-ids", "a.jsonl", [{"query": Q1, "retrieved_docs": [{"doc_id": "p", "text": F1}, {"document_id": "q", "document": F3}], "answer": A1,
                                                  "gold_doc_ids": ["q"]}],
     [row("row-1", Q1, [doc("p", F1), doc("q", F3)], A1, gold_doc_ids=["q"])]),
    ("nq-open-csv", "a.csv", f"question,answer\n{Q1},\"['{R1}', '6:40']\"\n{Q2},\"[\"\"{R2}\"\"]\"\n",
     [row("row-1", Q1, None, None, reference_answer=R1, metadata={"reference_answers": [R1, "6:40"]}), row("row-2", Q2, None, None, reference_answer=R2)]),
    ("quality-check-csv-ids", "a.csv", f"query,retrieved,relevant\n{Q1},\"['p_times', 'p_kiosk']\",['p_times']\n",
     [row("row-1", Q1, [doc("p_times", None), doc("p_kiosk", None)], None, gold_doc_ids=["p_times"])]),
    ("rag-eval-py-csv", "a.csv", f'question,answer,context,retrieved,golden_documents\n{Q1},{A1},"[""{F1}""]","[""{F1}"", ""Closed on Mondays.""]","[""{F1}""]"\n',
     [row("row-1", Q1, docs(F1, "Closed on Mondays."), A1, context_docs=docs(F1), gold_doc_ids=["d0"], gold_texts=[F1])]),
    ("contract-documents-other-names", "a.jsonl", [{"query": Q1, "retrieved_docs": [doc("p", F1)], "response": A1, "ground_truth": R1},
                                                   {"query": Q2, "retrieved_docs": None, "response": A2, "ground_truth": R2}],
     [row("row-1", Q1, [doc("p", F1)], A1, reference_answer=R1), row("row-2", Q2, None, A2, reference_answer=R2)]),
    ("outputs-beside-a-reference", "a.jsonl", [{"inputs": {"question": Q1}, "outputs": {"answer": A1, "contexts": [F1]}, "reference": R1}],
     [row("row-1", Q1, docs(F1), A1, reference_answer=R1)]),
    ("request-and-response", "a.jsonl", [{"request": {"question": Q1}, "response": {"answer": A1, "documents": [{"text": F1, "id": "p"}]}}],
     [row("row-1", Q1, [doc("p", F1)], A1)]),
    ("quality-check-other-names", "a.jsonl", [{"query": Q1, "retrieved": [F1], "output": A1, "expected_answer": R1}],
     [row("row-1", Q1, docs(F1), A1, reference_answer=R1)]),
    ("documents-under-results", "a.json", {"query": Q1, "answer": A1, "results": [{"text": F1}, {"text": F3}]}, [row("row-1", Q1, None, A1)]),
    ("runs-under-data", "a.json", {"data": [
        {"id": "t", "trace_id": "t", "name": "ask", "run_type": "chain", "inputs": {"question": Q1}, "outputs": {"output": A1}, "error": None},
        {"id": "u", "trace_id": "t", "parent_run_id": "t", "name": "find", "run_type": "retriever", "inputs": {"query": "ferry"},
         "outputs": {"documents": [{"page_content": F1, "metadata": {}}]}, "error": None}]},
     [row("t", Q1, docs(F1), A1)]),
    ("rows-under-data-rows", "a.json", {"data": {"rows": [{"question": Q1, "contexts": [F1], "answer": A1}], "total": 1}}, [row("row-1", Q1, docs(F1), A1)]),
    ("a-run-a-line", "a.jsonl", [{"overall_scores": {}, "run_data": [{"reference_question": Q1, "llm_answer": A1, "llm_context": [F1], "scores": {}}]},
                                 {"overall_scores": {}, "run_data": [{"reference_question": Q2, "llm_answer": A2, "llm_context": [F2], "scores": {}}]}],
     [row("row-1", Q1, docs(F1), A1), row("row-2", Q2, docs(F2), A2)]),
    ("columns-on-one-line", "a.jsonl", [{"question": [Q1, Q2], "answer": [A1, A2], "contexts": [[F1], [F2]]}],
     [row("row-1", Q1, docs(F1), A1), row("row-2", Q2, docs(F2), A2)]),
    ("objects-over-several-lines", "a.jsonl", "\n".join(json.dumps(one, indent=2) for one in (
        {"question": Q1, "contexts": [F1], "answer": A1}, {"question": Q2, "contexts": [F2], "answer": A2})),
     [row("row-1", Q1, docs(F1), A1), row("row-2", Q2, docs(F2), A2)]),
]
