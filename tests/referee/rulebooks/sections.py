"""The rulebooks of the shared folder as sets of the sections they have, read here without the program's help."""

import re
from pathlib import Path

FILES = {
    "WRC": "rules/000_*.txt",
    "MJ": "rules/001_*.txt",
    "SAI": "rules/002_*.txt",
    "TAB": "rules/003_*.txt",
    "REF": "rules/004_*.txt",
    "TEN": "records/README.md",
}
SECTION = re.compile(r"\d+(?:\.\d+)*(?:\(\d+\))?")


def text_of(shared: Path, book: str) -> str:
    (file,) = shared.glob(FILES[book])
    return file.read_text(encoding="utf-8")


def plain(text: str) -> str:
    """White space is one blank, quotation marks are straight, case does not matter."""
    return " ".join(text.translate(str.maketrans("“”", '""')).split()).lower()


def sections(shared: Path, book: str) -> set[str]:
    """The section numbers that stand as headings; for SAI also articles, paragraphs and items."""
    lines = text_of(shared, book).splitlines()
    if book == "SAI":
        return _articles(lines)
    if book == "REF":
        return {number for line in lines for number in re.findall(r"(\d)\. [A-Z]{3}", line)}
    pattern = re.compile(r"\s*(\d+(?:\.\d+)*)\.?\s+\S")
    return {match.group(1) for line in lines if (match := pattern.match(line))}


def _articles(lines: list[str]) -> set[str]:
    found = set()
    article = paragraph = ""
    for line in lines:
        if match := re.match(r"[#\s]*Article (\d+)\b", line):
            article, paragraph = match.group(1), ""
            found.add(article)
        elif article and (match := re.match(r"[#\s]*(\d+)\. ", line)):
            paragraph = f"{article}.{match.group(1)}"
            found.add(paragraph)
        elif paragraph and (match := re.match(r"\s*-?\s*\((\d+)\) ", line)):
            found.add(f"{paragraph}({match.group(1)})")
    return found
