"""The words of the tool itself, in both languages; the book brings its own."""

from __future__ import annotations

from rulings.format.authority_and_status import AUTHORITIES, STATUSES
from rulings.kinds import KINDS as ENTRY_KINDS
from rulings.languages import nearest_spoken

SEPARATORS = {"en": ", ", "ja": "、"}
"""What stands between the items of a list in a sentence."""

KINDS: dict[str, dict[str, str]] = {
    **{kind.name: kind.names for kind in ENTRY_KINDS.values()},
    "section": {"en": "section", "ja": "節"},
    "card": {"en": "card", "ja": "カード"},
    "term": {"en": "term", "ja": "用語"},
}

ROLES: dict[str, dict[str, str]] = {
    "decides": {"en": "decided by it", "ja": "決め手"},
    "clause": {"en": "rests on it", "ja": "根拠"},
    "variant": {"en": "rests on it", "ja": "根拠"},
    "base-rule": {"en": "leans on it", "ja": "前提"},
    "modifies": {"en": "changes it", "ja": "変更"},
    "adds-to": {"en": "adds to it", "ja": "追加"},
    "about": {"en": "explains it", "ja": "解説"},
    "nearest": {"en": "leaves this open beside it", "ja": "未決の点"},
    "case": {"en": "leads to it in a case", "ja": "場合により導く"},
    "similar": {"en": "similar", "ja": "類似"},
    "supersedes": {"en": "supersedes it", "ja": "差し替え"},
    "superseded-by": {"en": "superseded by it", "ja": "差し替え元"},
    "derived-from": {"en": "derived from it", "ja": "派生"},
    "source-of": {"en": "source of it", "ja": "派生元"},
    "card": {"en": "mentions it", "ja": "言及"},
    "term": {"en": "mentions it", "ja": "言及"},
}

PHRASES: dict[str, dict[str, str]] = {
    "verdict": {"en": "Verdict", "ja": "裁定"},
    "question": {"en": "Question", "ja": "質問"},
    "answer": {"en": "Answer", "ja": "回答"},
    "ask": {"en": "Ask", "ja": "確認すること"},
    "why": {"en": "Why", "ja": "理由"},
    "text": {"en": "Rule", "ja": "規定"},
    "differs": {"en": "In the base game", "ja": "通常のルールでは"},
    "remark": {"en": "Remark", "ja": "注記"},
    "examples": {"en": "Examples", "ja": "例"},
    "cited": {"en": "Rests on", "ja": "根拠となる条項"},
    "cited_by": {"en": "Cited by", "ja": "これを引く項目"},
    "sources": {"en": "Sources", "ja": "出典"},
    "cards": {"en": "Cards", "ja": "カード"},
    "effect": {"en": "What it does", "ja": "効果"},
    "unchanged_in": {
        "en": "{edition}; numbers unchanged in {later}",
        "ja": "{edition}、番号は{later}でも同じ",
    },
    "history": {"en": "History", "ja": "経緯"},
    "nothing": {"en": "The book holds nothing on this.", "ja": "この本には答えがありません。"},
    "unclear": {
        "en": "The book has no clear answer to this.",
        "ja": "この本にはっきりした答えはありません。",
    },
    "working": {
        "en": "One of its names is our working translation; there is no official one.",
        "ja": "名称の一方は本書の仮訳で、公式の名称はありません。",
    },
    "same": {"en": "The same", "ja": "同文"},
    "perhaps": {
        "en": "The closest the book has:",
        "ja": "いちばん近い項目:",
    },
    "with_numbers": {"en": "With your numbers", "ja": "この数なら"},
    "other_numbers": {"en": "An example with other numbers:", "ja": "別の数での例:"},
    "true": {"en": "yes", "ja": "はい"},
    "false": {"en": "no", "ja": "いいえ"},
    "assumed": {"en": "Assumed", "ja": "次のように仮定"},
    "ask_back": {"en": "Ask first", "ja": "先に確認"},
    "more_cases": {"en": "+{count} more: add --full", "ja": "ほか{count}件: --full で表示"},
    "otherwise": {"en": "In another case", "ja": "別の場合"},
    "also": {"en": "Also", "ja": "ほかの候補"},
    "no_card": {"en": "The book has no such card.", "ja": "このカードは本にありません。"},
    "nearest": {"en": "Nearest to it:", "ja": "近い項目:"},
    "did_you_mean": {"en": "Did you mean", "ja": "もしかして"},
    "in_force": {"en": "In force", "ja": "採用中のヴァリアント"},
    "none": {"en": "no variant", "ja": "なし"},
    "attention": {"en": "Attention", "ja": "注意"},
    "conflict": {
        "en": "change the same clause; agree beforehand how they go together",
        "ja": "同じ条項を変えるため、どう組み合わせるか先に決めること",
    },
    "changed_by": {"en": "changed to", "ja": "変更"},
    "added_by": {"en": "added", "ja": "追加"},
    "not_in_force": {
        "en": "Not as written tonight, since a variant they rest on is not in force:",
        "ja": "根拠のヴァリアントが採用されていないため、今回はそのまま使えない裁定:",
    },
    "rests_on": {"en": "rests on", "ja": "根拠:"},
    "not_settled": {
        "en": "Not settled tonight: {variant} is off. The head judge decides.",
        "ja": "今夜は決まっていません: {variant} は採用されていません。ヘッドジャッジが決めます。",
    },
    "needs_variant": {
        "en": "Only where this variant is in force",
        "ja": "このヴァリアントを採用しているときだけ",
    },
    "ruled": {"en": "Ruled at your table {when}", "ja": "{when}にこの卓で裁定"},
    "overruling": {"en": "overruling {entries}", "ja": "{entries}に優先"},
    "on_day": {"en": "on {day}", "ja": "{day}"},
    "at_time": {"en": "at {time}", "ja": "{time}"},
    "nothing_new": {"en": "nothing new", "ja": "新しいものはありません"},
    "contradiction": {
        "en": "These contradict each other; withdraw one:",
        "ja": "次の裁定は食い違っています。一方を取り下げてください:",
    },
    "another_format": {"en": "Of another format", "ja": "別のフォーマットの項目"},
    "tonight": {"en": "tonight", "ja": "今夜"},
    "event_closed": {
        "en": "{event} is closed; its calls and its log are kept.",
        "ja": "{event} を終了しました。裁定と記録は残ります。",
    },
    "no_event": {
        "en": "No event is set, no log is kept. Begin: rulings tonight --event NAME --ruleset BR",
        "ja": "大会は設定されておらず、記録も取りません。"
        "始めるには: rulings tonight --event 名前 --ruleset BR",
    },
    "replaced_by": {"en": "replaced by the book {book}", "ja": "「{book}」の本による差し替え"},
    "rulesets": {"en": "Rulesets", "ja": "ルール"},
    "all": {"en": "all", "ja": "すべて"},
    "as_asked": {"en": "that of the question", "ja": "質問の言語"},
    "language": {"en": "Language", "ja": "言語"},
    "proposed_by": {"en": "proposed, not in force", "ja": "提案、採用していません"},
    "calls": {"en": "Calls", "ja": "裁定"},
    "log": {"en": "Log", "ja": "記録"},
    "log_on": {
        "en": "on; `rulings log` prints it, `rulings log --forget` empties it",
        "ja": "記録中。rulings log で表示、rulings log --forget で消去",
    },
    "log_empty": {"en": "Nothing is logged.", "ja": "記録はありません。"},
    "forget_all": {
        "en": "Forget all {count} lines of the log?",
        "ja": "記録{count}件をすべて消しますか",
    },
    "this_call": {"en": "Is {call} meant?", "ja": "{call} でよいですか"},
    "forgotten": {"en": "lines forgotten: {count}", "ja": "消した記録: {count}件"},
    "what_asked": {"en": "What was asked?", "ja": "何を聞かれましたか"},
    "write_verdict": {
        "en": "Your verdict, then Enter (Esc: leave)",
        "ja": "裁定を書いて Enter(Esc で取り消し)",
    },
    "belongs": {
        "en": "This call belongs to: {ruleset} (Ctrl+R: another)",
        "ja": "この裁定の対象: {ruleset}(Ctrl+R で変更)",
    },
    "the_event": {"en": "the event itself", "ja": "大会運営"},
    "all_rules": {"en": "all rules", "ja": "すべてのルール"},
    "answered": {"en": "The book answers", "ja": "この本に答えがあります"},
    "is_copied": {"en": "copied", "ja": "をコピーしました"},
    "choose_case": {
        "en": "F1 to F9, or Enter and a digit: the case that it is",
        "ja": "F1〜F9、または Enter のあと数字で場合を選択",
    },
    "unanswered": {"en": "no answer", "ja": "答えなし"},
    "unsure": {"en": "perhaps", "ja": "不確か"},
}


def authority(name: str, language: str) -> str:
    """An authority in words."""
    return AUTHORITIES[name][nearest_spoken(language)]


def who(name: str, book: str, language: str) -> str:
    """Who says so: an authority, and the book that overrides a lower one."""
    parts = [authority(name, language)] if name else []
    if book:
        parts.append(phrase("replaced_by", language).format(book=book))
    return ", ".join(parts)


def status(name: str, language: str) -> str:
    """A status in words."""
    return STATUSES[name][nearest_spoken(language)]


def role(name: str, language: str) -> str:
    """The role in which an entry is cited, in words."""
    return ROLES[name][nearest_spoken(language)]


def moment(at: str, language: str, today: str = "") -> str:
    """A local time in words: ``on 2026-05-01 at 21:03``; without the day where that is today."""
    day, _, time = at.partition("T")
    on_day = phrase("on_day", language).format(day=day) if day != today else ""
    at_time = phrase("at_time", language).format(time=time) if time else ""
    return " ".join(filter(None, (on_day, at_time)))


def phrase(name: str, language: str) -> str:
    """A fixed phrase of the tool."""
    return PHRASES[name][nearest_spoken(language)]
