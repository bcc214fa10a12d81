"""A book for OpenSearch and Elasticsearch: a file for their bulk interface, and a mapping."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulings.format.record import Record
from rulings_index.lexicon.inflections import STEMMERS

_WIDTHS = ("cjk_width", "lowercase")
_JAPANESE = ("kuromoji_baseform", "kuromoji_part_of_speech", "ja_stop", "kuromoji_stemmer")
_STRING = {"match_mapping_type": "string"}


def bulk(records: Iterable[Mapping[str, Any]], keys: Sequence[str]) -> str:
    """For `POST /INDEX/_bulk`: for each record a line with its id, and one with those `keys`."""
    lines: list[Mapping[str, Any]] = []
    for record in records:
        lines.append({"index": {"_id": record["id"]}})
        lines.append({key: record[key] for key in keys if record.get(key)})
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def mapping(languages: Sequence[str], named: Iterable[Record]) -> str:
    """Settings and mappings as JSON, for `PUT /INDEX`: an analyser for each language, with the
    names of each of the `named` cards and terms as synonyms.
    """
    stems = {f"stems_{code}": each for code in languages if (each := _stemmer(code))}
    synonyms = sorted({rule for record in named if (rule := _synonyms(record))})
    names = {"type": "synonym_graph", "lenient": True, "synonyms": synonyms}
    analysis = {"filter": {**stems, "names": names}, "analyzer": {}}
    if "ja" in languages:
        # The mode "search" would add the parts of compounds, and synonyms cannot have such parts.
        analysis["tokenizer"] = {"kuromoji_whole": {"type": "kuromoji_tokenizer", "mode": "normal"}}
    templates = []
    for code in languages:
        last = _JAPANESE if code == "ja" else tuple({f"stems_{code}"} & stems.keys())
        tokens = {"tokenizer": "kuromoji_whole" if code == "ja" else "standard"}
        text, question = f"text_{code}", f"question_{code}"
        analysis["analyzer"] |= {
            text: {"type": "custom", **tokens, "filter": [*_WIDTHS, *last]},
            # Names of several words can only be matched in what is asked.
            question: {"type": "custom", **tokens, "filter": [*_WIDTHS, "names", *last]},
        }
        field = {"type": "text", "analyzer": text, "search_analyzer": question}
        templates.append({code: {**_STRING, "path_match": f"*.{code}", "mapping": field}})
    keyword = {**_STRING, "mapping": {"type": "keyword"}}
    mappings: dict[str, Any] = {"date_detection": False}  # an edition may look like a date
    mappings |= {"dynamic_templates": [*templates, {"keyword": keyword}]}
    index_body = {"settings": {"analysis": analysis}, "mappings": mappings}
    return json.dumps(index_body, ensure_ascii=False, indent=1) + "\n"


def _stemmer(code: str) -> dict[str, str] | None:
    """The filter that knows the forms of words in a language; Japanese has its own."""
    language = {**STEMMERS, "en": "english"}.get(code.partition("-")[0])
    return {"type": "snowball", "language": language.capitalize()} if language else None


def _synonyms(record: Mapping[str, Any]) -> str:
    """A line of names that mean the same; empty where there is only one."""
    names = {*record["title"].values(), record.get("reading", "")}
    names |= {alias for listed in record.get("aliases", {}).values() for alias in listed}
    escaped = [name.replace(",", "\\,").replace("=>", " ") for name in sorted(names) if name]
    return ", ".join(escaped) if len(escaped) > 1 else ""
