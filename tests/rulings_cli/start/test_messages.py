"""No message comes out half English, half Japanese: those that the source says are all known."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from string import ascii_lowercase

import pytest
from messages import SENTENCE, messages

from rulings.languages import is_japanese
from rulings_cli.start import translation
from rulings_cli.start.translation import help_text, translated

_QUOTED = re.compile(
    r"""`[^`]*`|(?<!\w)'(?:\\.|[^'\\])*'|"[^"]*"|「.*?」|\b(?:rulings|pip|apt) [!-~ ]+"""
)
_NOT_SAID = re.compile(
    # two messages of one function under one name: the walk takes each for the other
    r"--lang .*: is typed in one|--lang: a \S+ no such|which no text of|which is YK-Q1 in"
    r"|^YK-Q1: is (?:another rule|not) in|there already; questions of|: 7 give the questions"
    # the place, such as `in the book`, comes from who asks
    r"|is not a variant YK-Q1"
)


@pytest.fixture(autouse=True)
def japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")


def is_mixed(text: str) -> bool:
    """Whether Japanese stands beside English words that are neither code nor quoted."""
    return is_japanese(text) and bool(SENTENCE.search(_QUOTED.sub("", text)))


def test_all_that_is_said_is_japanese_throughout() -> None:
    raised = dict.fromkeys(each for each in messages() if not _NOT_SAID.search(each.text))
    in_japanese = {
        each: (help_text if "commands/doctor" in each.place else translated)(each.text)
        for each in raised
    }

    assert len(in_japanese) > 400
    assert [each for each in in_japanese if not is_japanese(in_japanese[each])] == [], (
        "add to japanese.json"
    )
    assert [words for words in in_japanese.values() if is_mixed(words)] == []


@pytest.mark.parametrize(
    "message",
    [
        "no sword is sharp; `rulings calc` lists all that there are",
        "write the book anew, and begin again",
        "seven or more; some other thing that is unknown",
        "here on yoi/rulings.yaml:3:18: B004 more than words from a man",
        "yoi/rulings.yaml:3:18: B004 some words from here on; correct it",
        "rulings.yaml: is a link to something else; remove it",
        "known: all of them; correct the id",
        "no id of a thing that nobody knows",
        "most of it was read; correct it",
        "prefix of the book belongs to nobody; choose another",
        "'a; b' does what it wants; correct it",
        "3 cards of a deck",
    ],
)
def test_what_is_not_known_stays_english_as_a_whole(message: str) -> None:
    assert translated(message) == message


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "a/b.yaml:8:1: B406 fewer than 4 phrasings in a language: YK-Q1; write more",
            "a/b.yaml:8:1: B406 言い回しが 4 つに足りない言語があります: YK-Q1。書き足してください",
        ),
        (
            "my best book/rulings.yaml:3:18: B004 not UTF-8 from here on; save the file as UTF-8; "
            "left out: clauses.yaml, rulings.yaml and 2 more; `rulings check yoi` shows all",
            "my best book/rulings.yaml:3:18: B004 ここから UTF-8 ではありません。"
            "UTF-8 で保存してください。読み込んでいないもの: clauses.yaml, rulings.yaml ほか 2 件。"
            "`rulings check yoi` ですべて表示",
        ),
        (
            "YK 3.2 has no formula; `rulings calc` lists all that there are",
            "YK 3.2 に計算式はありません。`rulings calc` で一覧を表示",
        ),
        (
            "no source '決まり帖'; create it: rulings new source \"TITLE\" --id x --ruleset YK",
            "出典'決まり帖'はありません。次で作れます: "
            'rulings new source "TITLE" --id x --ruleset YK',
        ),
        (
            "--set '本文=あ': write KEY=TEXT; a clause has differs, examples",
            "--set '本文=あ': KEY=TEXT の形で書いてください。条項のキー: differs, examples",
        ),
        (
            "--case '風 YK-Q1': write CASE=ID, such as --case \"x=BR-Q22\"",
            "--case '風 YK-Q1': CASE=ID の形で書いてください(例: --case \"x=BR-Q22\")",
        ),
        (
            "'YK-Q1 YK-Q2' is not in the book; write YK-Q1, YK-Q2, each as an item",
            "'YK-Q1 YK-Q2'は本にありません。YK-Q1, YK-Q2を一つずつ項目にして書いてください",
        ),
        (
            "../yoi/rulings.yaml is only changed in its own project, /yoi; change to that folder",
            "../yoi/rulings.yaml は別のプロジェクトの本で、そのフォルダーでだけ変更できます: /yoi。"
            "そのフォルダーに移ってください",
        ),
        (
            "nothing is kept; call 3 of x.json: is no id of a call",
            "何も残していません。x.json の 3 番目の裁定: 大会の裁定の id ではありません",
        ),
        (
            "--set key 'kana' is not a name of a language (en, ja, fr, pt-BR); correct it",
            "--set: キー'kana'は言語コード(en、ja、fr、pt-BR)ではありません。直してください",
        ),
        (
            "key 'my input' is not a name of letters, digits and _; correct it",
            "キー'my input'は英数字と_だけの名前ではありません。直してください",
        ),
        (
            'a clause needs its number; add for example --id "YK 1.1"',
            '条項には番号が必要です。--id "YK 1.1" のように加えてください',
        ),
        (
            "YK 1.1 exists already: yoi/a.yaml:3:5; give another --id",
            "YK 1.1 はもうあります(yoi/a.yaml:3:5)。--id で別の id を指定してください",
        ),
        (
            "YK-Q1 is there already: yoi/a.yaml:3:5; choose another",
            "YK-Q1 はもうあります(yoi/a.yaml:3:5)。別のものを選んでください",
        ),
        ("yoi/作法.yaml: rewritten", "yoi/作法.yaml: 書き直しました"),
        (
            "KM 3.2 has another text in kimari-cho 第二版: read KM-Q1 again; KM 1.3 is now KM "
            "1.4 in kimari-cho 第二版 (`rulings stale` says more)",
            "kimari-cho 第二版 では KM 3.2 の文が違います"
            "(KM-Q1 を読み直してください)。"
            "kimari-cho 第二版 では KM 1.3 は KM 1.4 です(詳しくは `rulings stale`)",
        ),
        (
            "the prefix KM belongs to '決まり帖' already; choose another --prefix",
            "接頭辞 KM はもう '決まり帖' のものです。別の --prefix を選んでください",
        ),
        (
            "the prefix PL belongs to 'Paper Lanterns rules' already; choose another --prefix",
            "接頭辞 PL はもう 'Paper Lanterns rules' のものです。別の --prefix を選んでください",
        ),
        (
            "a.csv: which column is the question? name it with --column question=NAME; "
            "there are 問い, 答え",
            "a.csv: 質問はどの列ですか。--column question=NAME のように指定してください。"
            "あるもの: 問い, 答え",
        ),
        ("0 withdrawn", "取り下げ 0"),
        (
            "nani was not imported; `rulings import` does; known: none",
            "nani は取り込まれていません。`rulings import` で取り込んでください。あるもの: なし",
        ),
        (
            "Got unexpected extra argument(s) (does judge hit); see `rulings rules --help`",
            "余分な引数があります(does judge hit)。`rulings rules --help` を見てください",
        ),
        (
            "q.yaml: needs a list of questions, each with an id and a query "
            "(Expected `array`, got `str`)",
            "q.yaml: id と query のある質問の一覧が必要です(`array` のはずが `str` です)",
        ),
        (
            "rulings.toml:1:1: not valid TOML: Invalid statement; correct it",
            "rulings.toml:1:1: "
            "TOML として正しくありません: 文の形が正しくありません。直してください",
        ),
        (
            "'鬼札' is not a variant in the book, or is a draft or withdrawn; write it like BR-V5",
            "ヴァリアント'鬼札'が見つからないか、下書きか、取り下げられています。"
            "BR-V5 のような id で書いてください",
        ),
        (
            "YK-O6 is no clause; clauses holds the ids of clauses",
            "YK-O6 は条項ではありません。clauses には条項の id を書きます",
        ),
        ("title has no 日本語 (ja); write it", "title に日本語(ja)がありません。書いてください"),
        (
            "kimari-cho is a ruleset, which keeps its id and its place",
            "kimari-cho はルールで、id も置き場所も変わりません",
        ),
        ("a.yaml: has 3 bytes; 2 MB at most", "a.yaml: 3 バイトあります。2 MB までです"),
    ],
)
def test_a_message_is_known_with_all_that_it_quotes(message: str, wanted: str) -> None:
    assert translated(message) == wanted


def test_what_a_parser_says_is_known_or_stands_in_brackets() -> None:
    known = translated("not valid YAML (could not find expected ':'); correct it")
    other = translated("not valid YAML (some new complaint of it); correct it")

    assert known == "YAML として正しくありません(キーのあとに : がありません)。直してください"
    assert other == "YAML として正しくありません(some new complaint of it)。直してください"


def test_each_text_has_room_for_all_that_its_key_quotes() -> None:
    table = json.loads(files(translation.__package__).joinpath("japanese.json").read_text("utf-8"))

    for key, text in (pair for section in table.values() for pair in section.items()):
        quoted = [f"<{letter}>" for letter in ascii_lowercase[: key.count("{}")]]
        message = text.format(*quoted) if quoted else text
        assert all(each in message for each in quoted), key
