"""A reader whose machine speaks Japanese reads Japanese: checks, errors, help."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer
from cases import load_cases
from running import Rulings, Write

from rulings import open_book
from rulings.checks import run
from rulings.languages import is_japanese
from rulings.lookup.links import words_of
from rulings.reading.load import load_book
from rulings_cli.sheets.as_pdf import PACKAGES
from rulings_cli.start.application import COMMANDS, app
from rulings_cli.start.translation import help_text, translated
from rulings_cli.terminal.strings import PHRASES


@pytest.fixture
def japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")


def texts_of(command: Any) -> list[str]:
    """All that the help of a command says, and of those under it."""
    below = [text for each in getattr(command, "commands", {}).values() for text in texts_of(each)]
    paragraphs = (command.help or "").split("\n\n")
    return [*paragraphs, *(each.help for each in command.params if each.help), *below]


@pytest.mark.parametrize("case", load_cases("checks.yaml"))
@pytest.mark.usefixtures("japanese")
def test_every_fault_is_told_in_japanese(write_book: Write, case: dict[str, Any]) -> None:
    path = write_book()
    for change in filter(None, (case, case.get("also"))):
        file = path / change["file"]
        file.write_text(file.read_text().replace(change["replace"], change["by"] or "", 1))

    for problem in run(load_book([path])):
        message = translated(problem.message)
        assert is_japanese(re.sub(r"'.*?'|`.*?`", "", message)), problem.message
        assert not re.search(r"[a-z]{3,} [a-z]{2,} [a-z]{2,}", _bare(message)), message


def _bare(message: str) -> str:
    """A message without what it quotes."""
    return re.sub(r"'.*?'|`.*?`|\(.*?\)|: .*", "", message)


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_is_in_japanese(rulings: Rulings, name: str) -> None:
    command = typer.main.get_command(app).get_command(None, name)  # type: ignore[attr-defined]
    words = (text for text in texts_of(command) if re.search(r"[a-z]{4,} [a-z]", text))
    missing = [text for text in words if not is_japanese(help_text(text))]

    assert missing == [], "put these into japanese.json, under `help`"
    printed = rulings(name, "--help").out
    assert printed.startswith(f"使い方: rulings {name}")
    assert "required" not in printed


@pytest.mark.usefixtures("japanese")
def test_the_list_of_commands_is_in_japanese(rulings: Rulings) -> None:
    lines = rulings("--help").out.splitlines()

    rows = [line for line in lines if line.split()[:1] and line.split()[0] in COMMANDS]
    assert len(rows) == len(COMMANDS)
    assert all(is_japanese(row) for row in rows)


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (
            ["show", "BR-Q999"],
            "rulings: 'BR-Q999'は本にありません。`rulings search` で探してください",
        ),
        (["serach", "x"], "コマンド'serach'はありません。'search' のことですか"),
        (["search", "x", "--limit", "0"], "--limit: '0'は 1 から 1000 までの数ではありません"),
        (["search", "x", "--ruleset", "nothing"], "ルール'nothing'はありません。あるもの: "),
        (["call", "Why?"], "裁定を残すには、質問と --verdict(言い渡した内容)が必要です"),
        (["tonight", "--end"], "開いている大会はありません"),
        (["check", "nowhere"], "nowhere: B011 そのフォルダーはありません"),
        (["sheet"], "書き出し先を指定してください: -o faq.pdf か -o faq.md"),
        (
            ["calc", "RAID 9.1", "players=6", "damage=1"],
            "players は 1〜5 でなければなりません(6 でした)",
        ),
        (["calc", "RAID 9.1"], "lost_zone_cards を計算するには players, damage が必要です"),
        (
            ["call", "x", "--verdict", "y", "--overrules", "BR-Q999"],
            "rulings: 'BR-Q999'は本にありません",
        ),
        (["log", "999", "--to-asked", "BR-Q18"], "記録に 999 番の質問はありません"),
        (["sheet", "--style", "posuter"], "'posuter'は使えません(使えるもの: 'full', 'poster')"),
        (["sheet", "--pages", "x"], "'x'は整数ではありません"),
        (["tonight", "--evnet", "x"], "--evnet はありません(近いもの: --end, --event, --no-event)"),
        (["sheet", "BR", "-o", "no/x.md"], "書けません(ファイルかフォルダーがありません)"),
    ],
)
def test_errors_are_in_japanese(rulings: Rulings, typed: list[str], message: str) -> None:
    assert message in rulings(*typed).err


@pytest.mark.usefixtures("japanese")
def test_a_cut_id_of_a_call_is_told_in_japanese() -> None:
    error = "no call 'Q4'; give its id, as `rulings calls` prints it; it may be RAID-Q44, RAID-Q48"
    assert translated(error).endswith("書いてください。RAID-Q44, RAID-Q48 のどれかかもしれません")


@pytest.mark.usefixtures("japanese")
def test_the_commands_of_a_group_are_listed_whole_and_in_japanese(rulings: Rulings) -> None:
    listed = rulings("calls", "--help").out.partition("コマンド:")[2].strip().splitlines()

    assert len(listed) == 4
    assert all(is_japanese(line) and "..." not in line for line in listed)


@pytest.mark.usefixtures("japanese")
def test_a_full_width_space_ends_the_command(rulings: Rulings) -> None:
    assert rulings("search\u3000ビワ").out == rulings("search", "ビワ").out


def test_no_japanese_text_has_a_half_width_wave_dash() -> None:
    spoken = [text.get("ja", "") for text in PHRASES.values()]
    for entry in open_book().entries.values():
        spoken += [words for (*_, code), words in words_of(entry) if code == "ja"]

    assert [text for text in spoken if "~" in text] == []


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize(
    "message",
    [
        "1 entry (HB-Q2) not audited: cites lantern-rules without an edition; "
        'read it in 2026, then --accept "HB-Q2"',
        "3 entries (HB-Q2, …) not audited: the text of LN 2025 is not at hand; import it",
        "this book cites lantern-rules 2025, not 2026; run `rulings cite lantern-rules` first",
        "LN 2025 had other words when it was cited: LN 1.2 (HB-Q1); read them again, remove "
        "cited/LN.json and cite it in /harbour, or remove it: "
        '`rulings import remove lantern-rules --edition "2025"`',
        "HB-Q1 cites LN 1.2, which is not in 2026; "
        "cite the rule that replaces it, and write checked_against 2026",
        "rules.md: no numbered rule in it; give a document such as `1.2 Text`",
        "rules.md:3: 1.2 begins no rule here; kept in the text before it",
    ],
)
def test_what_stale_diff_and_import_say_is_in_japanese(message: str) -> None:
    assert not re.search(r"[a-z]{3,} [a-z]{2,} [a-z]{2,}", _bare(translated(message)))
    assert translated(message) != message


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize(
    ("message", "translation"),
    [
        (
            "faq.csv: line 7: no answer: 'What is a Blocker?'",
            "faq.csv: 7 行目: 答えがありません: 'What is a Blocker?'",
        ),
        (
            "'what is it' is not in the book; remove it",
            "'what is it'は本にありません。除いてください",
        ),
        (
            "op/a.yaml:1:2: B106 'this is a word' is not known; one of house, official",
            "op/a.yaml:1:2: B106 'this is a word'は使えません。次のどれかです: house, official",
        ),
        (
            "this is a file.csv: cannot be read (no such file); check the path",
            "this is a file.csv: 読めません(ファイルがありません)。パスを確かめてください",
        ),
        (
            "../is a dir: is a folder; check the path",
            "../is a dir: フォルダーです。パスを確かめてください",
        ),
        ("a.csv: line 4: date not read: 'R8.1.20'", "a.csv: 4 行目: 日付を読めません: 'R8.1.20'"),
        (
            "a.csv: line 3, with more cells than columns: not read: 'what is a b'",
            "a.csv: 列の数よりセルが多い 3 行目: 読めません: 'what is a b'",
        ),
        (
            "r.md:4: '附則': what follows is text of the ruleset, up to the next rule",
            "r.md:4: '附則' から次の条項までは、ルール全体の本文にします",
        ),
        (
            "r.md:4: 1.12: begins no rule here; kept in the text before it",
            "r.md:4: 1.12 はここで条項を始めません。前の本文に含めました",
        ),
    ],
)
def test_what_was_typed_stays_as_it_was_typed(message: str, translation: str) -> None:
    assert translated(message) == translation


@pytest.mark.usefixtures("japanese")
def test_a_missing_font_is_told_in_japanese() -> None:
    message = translated(
        f"HB-V1: no font here can print '☃' (U+2603); {PACKAGES}; "
        "or name a folder with fonts with --font-path"
    )

    assert message.startswith("HB-V1: '☃' (U+2603) を印刷できるフォントがありません。Debian")
    assert message.endswith("--font-path でフォントのフォルダーを指定してください")
    assert "add the optional" not in message


def test_the_configuration_asks_for_japanese(
    rulings: Rulings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "tcg-rulings"
    folder.mkdir()
    (folder / "rulings.toml").write_text('lang = "ja"\n')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    assert "本にありません" in rulings("show", "BR-Q999").err


@pytest.mark.usefixtures("japanese")
def test_a_configuration_that_cannot_be_read_is_told_in_the_language_of_the_machine(
    rulings: Rulings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "rulings.toml").write_text('題 = "よい"\n')
    monkeypatch.chdir(tmp_path)

    message = (
        "rulings.toml:1:1: TOML として正しくありません: 文の形が正しくありません。直してください"
    )
    assert message in rulings("check").err


def test_other_readers_read_english(rulings: Rulings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")

    assert rulings("search", "--help").out.startswith("Usage: rulings search")
    assert "is not in the book" in rulings("show", "BR-Q999").err
    assert translated("a message that nobody knows") == "a message that nobody knows"


@pytest.mark.usefixtures("japanese")
def test_what_is_not_known_stays_english() -> None:
    assert (
        translated("a message that nobody knows; {0} {}") == "a message that nobody knows; {0} {}"
    )
    assert translated("x.yaml:1:2: B311 'a; b' is not in the book; correct the id") == (
        "x.yaml:1:2: B311 'a; b'は本にありません。id を直してください"
    )
    assert translated("no sword is sharp; correct the id") == "no sword is sharp; correct the id"
    assert translated("no ruleset 'sharp'; correct the id") == (
        "ルール'sharp'はありません。id を直してください"
    )
