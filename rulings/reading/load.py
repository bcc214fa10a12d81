"""Opening a book: one or several folders of YAML, later ones on top of earlier ones."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rulings.disk.files import InputError
from rulings.format.model import Ruling
from rulings.reading.assembling import Layer
from rulings.reading.book import BUILT_IN_BOOK, AddedPhrasings, Book, Loading
from rulings.reading.book_files import Contents, book_files, content_or_error
from rulings.reading.cited import ENDING, document_of
from rulings.reading.layers import as_now_called, lay_phrasings, phrasings_in
from rulings.reading.problems import BookError, Problem
from rulings.reading.yaml_reader import Document, parse_document

_MOST_NAMED = 3
_NO_FOLDER = "no such folder; give a book's folder"


def open_book(paths: Sequence[Path | str] = (BUILT_IN_BOOK,)) -> Book:
    """Read the folders (or single files) of a book, later ones on top.

    Raises BookError with every problem of form; `rulings check` looks at the contents as well.
    `open_readable` leaves the faulty parts out.
    """
    loading = load_book(paths)
    if problems := loading.all_problems():
        raise BookError(problems)
    return loading.book


def open_readable(paths: Sequence[Path | str]) -> tuple[Book, list[str]]:
    """The books without their faulty parts, and a line for each book that has problems.
    Problems in their files raise nothing.
    """
    loading = load_book(paths)
    return loading.book, problem_lines(loading, paths)


def problem_lines(loading: Loading, paths: Sequence[Path | str]) -> list[str]:
    """A line for each book that was read with problems: the first one, and what was left out.

    A call whose ruleset is in none of the books is no problem here.
    """
    lines = []
    unknown = loading.calls_without_ruleset
    counting = [each for each in loading.all_problems() if each.where not in unknown]
    for path in map(Path, paths):
        problems = [each for each in counting if Path(each.path).is_relative_to(path)]
        if problems:
            first = min(problems, key=lambda each: (each.stage > 1, each))  # these cause B206
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            left_out = _left_out(loading, path)
            remedy = "" if path.name.endswith(ENDING) else f"; `rulings check {path}` shows all"
            lines.append(f"{first}{more}{left_out}{remedy}")
    return lines


def _left_out(loading: Loading, book: Path) -> str:
    """The files and entries of a book that could not be read, as a part of a message."""
    files = [each.path for each in loading.documents if each.data is None and each.problems]
    unread = [*((Path(file).name, file) for file in files), *loading.unread.items()]
    names = [name for name, file in unread if Path(file).is_relative_to(book)]
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"; left out: {', '.join(names[:_MOST_NAMED])}{more}" if names else ""


def load_book(
    paths: Sequence[Path | str],
    instead: Mapping[Path, bytes] | None = None,
    read: Sequence[Contents] = (),
) -> Loading:
    """Read a book with positions and problems, which raise nothing.

    `instead` replaces the contents of files, or adds files, to see what the book would be then.
    `read`: the `contents` of an earlier loading, in place of what the files hold by now.
    """
    loading = Loading([*map(Path, paths)])
    books = read or _read_folders(loading.paths, loading.problems)
    layers: list[Layer] = []
    unused: list[AddedPhrasings] = []
    for path, files in zip(loading.paths, books, strict=True):
        loading.contents.append(_with_changes(files, instead or {}, path))
        documents = _documents(loading.contents[-1], loading)
        loading.incomplete |= path.suffix == ENDING and not documents
        layers.append(Layer(len(layers), path, loading))
        layers[-1].add(documents)
        added = list(phrasings_in(documents, loading.book.now_called()))
        loading.added_phrasings += added
        unused += lay_phrasings(loading.book, added)
    for layer in layers:
        layer.add_deferred()
    lay_phrasings(loading.book, unused)
    now_called = loading.book.now_called()
    for name, entry in loading.book.entries.items() if now_called else ():
        if isinstance(entry, Ruling) and entry.call:
            loading.book.entries[name] = as_now_called(entry, now_called)
    return loading


def _read_folders(paths: Sequence[Path], problems: list[Problem]) -> Iterator[Contents]:
    """The files of each book; problems of the folders are added to `problems`."""

    def report(place: str, reason: str, code: str = "B001") -> None:
        problems.append(Problem(place, 0, 0, code, reason))

    for path in paths:
        files = {file: content_or_error(file) for file in book_files(path, report)}
        alone = files.get(str(path))
        if isinstance(alone, InputError) and alone.missing:
            is_cited = path.suffix == ENDING
            remedy = "import it, or commit what `rulings cite` writes; rulings.toml has its edition"
            there = f"the document is not here; {remedy}" if is_cited else _NO_FOLDER
            report(str(path), there, "B011")
            yield {}
            continue
        if not files and not any(Path(each.path).is_relative_to(path) for each in problems):
            message = "no *.yaml file in it; a book is a folder of YAML files"
            report(str(path), message, "B012")
        yield files


def _with_changes(files: Contents, instead: Mapping[Path, bytes], root: Path) -> Contents:
    """The files of a book, with other contents or new files from `instead`."""
    read = {str(Path(file)): content for file, content in files.items()}  # ./a.yaml is a.yaml
    changed: Contents = {
        str(path): content
        for path, content in instead.items()
        if str(path) in read
        or (path.is_relative_to(root) and ".." not in path.relative_to(root).parts)  # not of "."
    }
    return read | changed


def _documents(files: Contents, loading: Loading) -> list[Document]:
    """The files of a book that can be read, as documents; their problems are noted."""
    readable = []
    for file, content in files.items():
        document = (document_of if file.endswith(ENDING) else parse_document)(content, file)
        loading.documents.append(document)
        if document.data is None and document.problems:
            loading.incomplete = True
        elif isinstance(document.data, dict | None):
            document.data = document.data or {}
            readable.append(document)
        else:
            message = "a file of a book holds keys such as `rulings:`, not this"
            document.add_problem((), "B104", message)
            document.data = None
    return readable
