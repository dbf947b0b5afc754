"""The same face by another maker: other inks and weights, outlines, engraving, wear, other proportions."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import HAKU, KIND, is_red
from tools.training.prints import art, designs
from tools.training.prints.art import ART_SHEET_HEIGHT, ART_SHEET_WIDTH
from tools.training.prints.composed import frame
from tools.training.prints.pool import random_style
from vision.lens import Image
from vision.prints.chance import happens
from vision.prints.faces import Colour, Style

_INKED: Final = 24
"""A pixel that differs from paper by more than this is ink. [grey levels; judged: paper's own texture stays below]"""
_FIVES: Final = (4, 13, 22)
"""The fives, as kinds. [index; defined]"""
_INDEX: Final = "ESWN FC"
"""Letters of Western tiles, from east to chun; a haku has none."""
_LETTERING: Final = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)


def varied(sheet: Image, tile: int, random: np.random.Generator, *, frames: bool = True) -> Image:
    """The same face as a similar maker would print it; test prints are varied in this way."""
    style = random_style(random)
    if happens(random, 0.5):
        size = int(random.integers(2, 5))
        change = cv2.erode if happens(random, 0.65) else cv2.dilate
        sheet = np.asarray(change(sheet, np.ones((size, size), np.uint8)), np.uint8)
    if happens(random, 0.75) or is_red(tile):
        sheet = _inked(sheet, style, tile, random)
    if tile == HAKU and frames and happens(random, 0.12):
        sheet = sheet.copy()
        frame(sheet, style.blue if happens(random, 0.7) else style.black, random)
    if happens(random, 0.35):
        sheet = _pressed(sheet, random)
    return _stretched(sheet, random)


def _inked(sheet: Image, style: Style, tile: int, random: np.random.Generator) -> Image:
    """The print with the inks of ``style``; a red five in red throughout."""
    paper = sheet[2, ART_SHEET_WIDTH // 2].astype(np.float32)
    if np.abs(paper - np.array(art.PAPER)).max() > 40:
        paper = np.array(art.PAPER, np.float32)
    picture = sheet.astype(np.float32)
    bare = (paper - picture) / paper
    depth = np.maximum(np.maximum(bare[..., 0], bare[..., 1]), bare[..., 2]).clip(0, 1)
    blue, green, red = (picture[..., channel] for channel in range(3))
    # Ruby, green, blue, and the rest.
    kinds = np.full(depth.shape, 3)
    kinds[blue - np.maximum(red, green) > _INKED] = 2
    kinds[green - np.maximum(blue, red) > _INKED * 0.6] = 1
    kinds[red - np.maximum(blue, green) > _INKED] = 0
    glow = _red_five_ink(style, random) if is_red(tile) else None
    inks = np.array([glow or one for one in (style.red, style.green, style.blue, style.black)], np.float32)
    deep = depth * 255 > _INKED
    full = np.ones(4, np.float32)
    for kind in range(4):
        inked = depth[(kinds == kind) & deep]
        if len(inked) > 30:
            full[kind] = max(float(np.percentile(inked, 90)), 0.3)
    cover = (depth / full[kinds]).clip(0, 1)[..., None]
    result = np.array(style.ivory, np.float32) * (1 - cover) + inks[kinds] * cover
    return np.asarray(result.clip(0, 255), np.uint8)


def _red_five_ink(style: Style, random: np.random.Generator) -> Colour:
    """Red; seldom pink, orange or gold."""
    if happens(random, 0.94):
        b, g, r = style.red
        return int(b * random.uniform(0.7, 1.6)), int(g * random.uniform(0.7, 1.5)), min(int(r * 1.15), 255)
    choices: tuple[Colour, ...] = ((40, 120, 235), (50, 160, 215), (120, 70, 225))
    return choices[int(random.integers(len(choices)))]


def _pressed(sheet: Image, random: np.random.Generator) -> Image:
    """Engraved: one side of the strokes in light, the other in shade."""
    grey = cv2.GaussianBlur(cv2.cvtColor(sheet, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), 1.5)
    angle = random.uniform(0, 2 * np.pi)
    slope = cv2.Sobel(grey, cv2.CV_32F, 1, 0) * np.cos(angle) + cv2.Sobel(grey, cv2.CV_32F, 0, 1) * np.sin(
        angle
    )
    lit = sheet.astype(np.float32) + random.uniform(0.05, 0.25) * slope[..., None]
    return np.asarray(lit.clip(0, 255), np.uint8)


def _stretched(sheet: Image, random: np.random.Generator, *, wide: bool = False) -> Image:
    """Wider or narrower, slanted, and seldom quite in the middle."""
    centre = np.array((ART_SHEET_WIDTH / 2, ART_SHEET_HEIGHT / 2))
    linear = np.diag(random.uniform(0.74, 1.1, 2) if wide else random.uniform(0.84, 1.06, 2))
    linear[0, 1], linear[1, 0] = random.normal(0, 0.02, 2)
    shift = centre - linear @ centre + random.normal(0, 0.015, 2) * (ART_SHEET_WIDTH, ART_SHEET_HEIGHT)
    matrix: NDArray[np.float64] = np.column_stack([linear, shift])
    moved = cv2.warpAffine(
        sheet,
        matrix,
        (ART_SHEET_WIDTH, ART_SHEET_HEIGHT),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(moved, np.uint8)


def restyled(sheet: Image, tile: int, random: np.random.Generator, *, frames: bool = True) -> Image:
    """The same face as a very different maker would print it; training prints are varied in this way."""
    drawn = sheet
    sheet = _weighted(sheet, tile, random)
    if _ink(sheet) < 0.4 * _ink(drawn):
        sheet = drawn
    if happens(random, 0.8) or is_red(tile):
        sheet = _inked(sheet, random_inks(tile, random), tile, random)
    if tile == HAKU and frames and happens(random, 0.2):
        sheet = sheet.copy()
        style = random_inks(tile, random)
        designs.frame(sheet, style.blue if happens(random, 0.7) else style.black, random)
    chance = random.random(3)
    if chance[0] < 0.08:
        sheet = indexed(sheet, tile, random)
    if chance[1] < 0.12:
        # Worn: the ink goes pale.
        keep = random.uniform(0.45, 0.85)
        sheet = np.asarray(sheet * keep + np.median(sheet[::8, ::8], axis=(0, 1)) * (1 - keep), np.uint8)
    if chance[2] < 0.35:
        sheet = _pressed(sheet, random)
    return _stretched(sheet, random, wide=True)


def random_inks(tile: int, random: np.random.Generator) -> Style:
    """Inks of a maker, seldom all of one colour or exchanged; only a red five is red throughout."""
    style = random_style(random)
    chance = random.random(3)
    if is_red(tile):
        pass
    elif chance[0] < 0.1:
        style = replace(style, red=style.black, green=style.black, blue=style.black)
    elif chance[0] < 0.15:
        one = style.blue if happens(random, 0.5) else style.green
        style = replace(
            style, red=one, green=one, blue=one, black=one if happens(random, 0.5) else style.black
        )
    elif chance[0] < 0.25:
        inks = [style.red, style.green, style.blue]
        if KIND[tile] in _FIVES:
            inks[0] = style.green
        one, two, three = (inks[int(place)] for place in random.permutation(3))
        style = replace(style, red=one, green=two, blue=three)
    if chance[1] < 0.15:
        # Old tiles are yellow or brownish, cheap ones white or bluish.
        b, g, r = random.uniform(0.7, 1.0), random.uniform(0.86, 1.0), 1.0
        light = random.uniform(205, 255)
        style = replace(style, ivory=(int(b * light), int(g * light), int(r * light)))
    elif chance[1] < 0.25:
        style = replace(style, ivory=(int(random.uniform(235, 255)),) * 3)
    return style


def indexed(sheet: Image, tile: int, random: np.random.Generator) -> Image:
    """With the number or letter that Western tiles have in a corner."""
    kind = KIND[tile]
    text = str(kind % 9 + 1) if kind < 27 else _INDEX[kind - 27]
    if text == " ":
        return sheet
    height, width = sheet.shape[:2]
    paper = [int(value) for value in np.median(sheet[:6].reshape(-1, 3), axis=0)]
    scale = random.uniform(0.78, 0.9)
    left, top = (
        (width * (1 - scale)) * random.uniform(0.3, 0.9),
        height * (1 - scale) * random.uniform(0.6, 1),
    )
    matrix = np.array(((scale, 0, left), (0, scale, top)))
    result = np.asarray(
        cv2.warpAffine(sheet, matrix, (width, height), flags=cv2.INTER_AREA, borderValue=paper), np.uint8
    )
    reds = random_style(random)
    ink = reds.red if is_red(tile) or happens(random, 0.3) else reds.black
    size, thick = random.uniform(0.8, 1.3), int(random.integers(2, 5))
    lettering = int(random.choice(_LETTERING))
    mark = np.zeros((height, width), np.uint8)
    x = round(width * random.uniform(0.03, 0.08))
    cv2.putText(mark, text, (x, round(24 * size + height * 0.04)), lettering, size, 255, thick, cv2.LINE_AA)
    if happens(random, 0.4):
        mark = np.maximum(mark, mark[::-1, ::-1])
    cover = mark[..., None].astype(np.float32) / 255
    return np.asarray(result * (1 - cover) + np.array(ink) * cover, np.uint8)


def _ink(sheet: Image) -> float:
    """The amount of ink on a sheet: mean difference from its lightest grey. Thin strokes may have vanished."""
    grey = cv2.cvtColor(sheet, cv2.COLOR_BGR2GRAY)
    return float((float(np.percentile(grey[::4, ::4], 95)) - grey).clip(0, None).mean())


def _weighted(sheet: Image, tile: int, random: np.random.Generator) -> Image:
    """Make strokes heavier or lighter, or leave only their outlines."""
    chance = random.random()
    if chance < 0.35:
        return sheet
    size = int(random.integers(2, 6))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE if size > 3 else cv2.MORPH_RECT, (size, size))
    drawn = 9 <= KIND[tile] < 27
    if chance > 0.82 and (drawn or happens(random, 0.3)):
        inner = np.asarray(cv2.dilate(sheet, kernel), np.float32)
        outer = np.asarray(cv2.erode(sheet, kernel), np.float32)
        paper = np.array(sheet.reshape(-1, 3).max(axis=0), np.float32)
        # Ink where the outline is: where heavier and lighter strokes differ.
        return np.asarray((paper - (inner - outer)).clip(0, 255), np.uint8)
    change = cv2.erode if chance < 0.66 else cv2.dilate
    return np.asarray(change(sheet, kernel), np.uint8)
