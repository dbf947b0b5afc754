"""Writes small PDF files of grey rectangles, lines and text, true to scale, in millimetres from the upper left corner."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

POINTS_PER_MM: Final = 72 / 25.4
"""PDF's unit is 1/72 inch. [1/mm; section: ISO 32000-1 8.3.2.3]"""
A4_MM: Final = (210.0, 297.0)
"""Width and height of A4. [mm; section: ISO 216]"""


@dataclass(slots=True)
class Page:
    """A page and its drawing operations, in order.

    Attributes:
        size: the width and height, millimetres.
    """

    size: tuple[float, float] = A4_MM
    _drawn: list[str] = field(default_factory=list)

    def rectangle(self, left: float, top: float, width: float, height: float, grey: float = 0.0) -> None:
        """A filled rectangle; ``grey`` is 0 for black to 1 for white."""
        x, y = self._point(left, top + height)
        wide, high = width * POINTS_PER_MM, height * POINTS_PER_MM
        self._drawn.append(f"{grey:.3f} g {x:.4f} {y:.4f} {wide:.4f} {high:.4f} re f")

    def line(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        width: float = 0.2,
        *,
        dashed: bool = False,
    ) -> None:
        """A black line, ``width`` in millimetres."""
        (x0, y0), (x1, y1) = self._point(*start), self._point(*end)
        dash = "[3 3] 0 d" if dashed else "[] 0 d"
        self._drawn.append(
            f"0 G {width * POINTS_PER_MM:.4f} w {dash} {x0:.4f} {y0:.4f} m {x1:.4f} {y1:.4f} l S"
        )

    def text(self, left: float, base: float, words: str, points: float = 9.0) -> None:
        """Black text (ASCII) in Helvetica; ``base`` is the line it stands on.

        Raises:
            UnicodeEncodeError: a letter is not ASCII.
        """
        words.encode("ascii")
        x, y = self._point(left, base)
        safe = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        self._drawn.append(f"0 g BT /F1 {points:g} Tf {x:.4f} {y:.4f} Td ({safe}) Tj ET")

    def content(self) -> bytes:
        """Return the page's drawing operations."""
        return "\n".join(self._drawn).encode("ascii")

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return x * POINTS_PER_MM, (self.size[1] - y) * POINTS_PER_MM


def pdf_bytes(pages: Sequence[Page]) -> bytes:
    """Return a whole PDF file."""
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(len(pages)))
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for index, page in enumerate(pages):
        width, height = (side * POINTS_PER_MM for side in page.size)
        bodies.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.4f} {height:.4f}] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * index} 0 R >>".encode()
        )
        content = page.content()
        bodies.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(bodies, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(bodies) + 1, start)
    return bytes(out)
