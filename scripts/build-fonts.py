#!/usr/bin/python3
"""build-fonts.py FOLDER - cuts the three faces of the figures out of Debian's fonts.

  0 regular   Inter Regular          1 semibold   Inter SemiBold        2 math   TeX Gyre Schola Italic

Every face covers the same characters. The digits of Inter are its tabular ones. In the math face letters are italic, and
digits, operators, brackets and capital Greek upright, as in print. A character that a source lacks comes from the next.
Kerning, hinting and alternatives are left out, so that a width is the sum of advances for Dear ImGui, for SVG in a
browser and for our own layout alike. The faces have 1000 units an em, and ascender minus descender is one em: the pixel
size that Dear ImGui takes is then the font-size of CSS.

Written: font_metrics.inc, font_data.hpp, font_data.cpp, {regular,semibold,math}.woff2; the same bytes every time.
"""

import io
import os
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.transform import Transform
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

ASCENDER, DESCENDER = 800, -200
EPOCH = 3786912000  # 2024-01-01 in seconds since 1904: the same bytes every time

INTER = "/usr/share/fonts/opentype/inter/Inter-%s.otf"
GYRE = "/usr/share/texmf/fonts/opentype/public/tex-gyre/texgyreschola-%s.otf"
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans%s.ttf"


def characters(*ranges):
    return {c for first, last in ranges for c in range(first, last + 1)}


SMALL_GREEK = characters((0x3B1, 0x3C9)) | {0x3D1, 0x3D5, 0x3F5}
CAPITAL_GREEK = characters((0x391, 0x3A1), (0x3A3, 0x3A9))
LATIN_1 = characters((0xA0, 0xFF)) - {0xAD}
SIGNS = {ord(c) for c in "–—‘’“”†…‖′ℓ←↑→↓∂∇∈−√∞∑≈≠≤≥⊤⟨⟩★✓✗"}
SMALL_DIGITS = {ord(c) for c in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉₊₋"}
ALL = characters((0x20, 0x7E)) | LATIN_1 | SMALL_GREEK | CAPITAL_GREEK | SIGNS | SMALL_DIGITS

ITALIC = {c for c in ALL if chr(c).isalpha()} - CAPITAL_GREEK


class Source:
    """One font file to take outlines from; `only` limits the characters."""

    def __init__(self, path, only=ALL, feature=None):
        try:
            self.font = TTFont(path, lazy=True)
        except FileNotFoundError:
            sys.exit(f"build-fonts: {path} is missing: run scripts/install-packages.sh")
        self.glyphs = self.font.getGlyphSet()
        self.scale = 1000 / self.font["head"].unitsPerEm
        alternative = self.substitutions(feature) if feature else {}
        self.names = {c: alternative.get(name, name) if chr(c).isdigit() else name
                      for c, name in self.font.getBestCmap().items() if c in only}

    def substitutions(self, feature):
        """Single substitutions of an OpenType feature: glyph name -> glyph name."""
        table = self.font["GSUB"].table
        lookups = {i for record in table.FeatureList.FeatureRecord if record.FeatureTag == feature
                   for i in record.Feature.LookupListIndex}
        result = {}
        for i in sorted(lookups):
            for subtable in table.LookupList.Lookup[i].SubTable:
                result.update(getattr(subtable, "ExtSubTable", subtable).mapping)
        return result

    def height(self, character):
        """Height of a character above the baseline, in 1/1000 em."""
        from fontTools.pens.boundsPen import BoundsPen
        pen = BoundsPen(self.glyphs)
        self.glyphs[self.names[ord(character)]].draw(pen)
        return round(pen.bounds[3] * self.scale)

    def outline(self, c):
        """(charstring, advance) in 1/1000 em."""
        glyph = self.glyphs[self.names[c]]
        advance = round(glyph.width * self.scale)
        pen = T2CharStringPen(advance, None)
        glyph.draw(TransformPen(Decomposed(self.glyphs, pen), Transform().scale(self.scale)))
        return pen.getCharString(), advance


def Decomposed(glyphs, pen):
    """A pen that resolves components of `glyphs` and passes curves on to `pen`."""
    from fontTools.pens.basePen import BasePen

    class Pen(BasePen):
        _moveTo, _lineTo, _curveToOne = pen.moveTo, pen.lineTo, pen.curveTo
        _closePath, _endPath = pen.closePath, pen.endPath

    return Pen(glyphs)


def face(name, style, sources):
    """The font, and its advances by character."""
    charstrings, advances, cmap = {}, {}, {}
    charstrings[".notdef"], advances[".notdef"] = T2CharStringPen(500, None).getCharString(), 500
    for c in sorted(ALL):
        source = next((s for s in sources if c in s.names), None)
        if source is None:
            sys.exit(f"build-fonts: no source of {name} has U+{c:04X}")
        cmap[c] = f"u{c:04X}"
        charstrings[cmap[c]], advances[cmap[c]] = source.outline(c)

    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder(list(charstrings))
    builder.setupCharacterMap(cmap)
    builder.setupCFF(f"AttSvm-{name.title()}", {"FullName": f"att-svm {name}"}, charstrings, {})
    boxes = {glyph: charstrings[glyph].calcBounds(None) or (0, 0, 0, 0) for glyph in charstrings}
    builder.setupHorizontalMetrics({glyph: (advances[glyph], round(boxes[glyph][0])) for glyph in charstrings})
    builder.setupHorizontalHeader(ascent=ASCENDER, descent=DESCENDER)
    builder.setupNameTable({"familyName": f"att-svm {name}", "styleName": style}, mac=False)
    builder.setupOS2(sTypoAscender=ASCENDER, sTypoDescender=DESCENDER, usWinAscent=1000, usWinDescent=300,
                     fsSelection=0x80 | 0x40, version=4)
    builder.setupPost(keepGlyphNames=False)
    builder.setupHead(unitsPerEm=1000, created=EPOCH, modified=EPOCH)
    builder.font.recalcTimestamp = False
    return builder.font, {c: advances[glyph] for c, glyph in cmap.items()}


def bytes_of(font, flavor=None):
    font.flavor = flavor
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def metrics_text(faces):
    lines = ["// Made by scripts/build-fonts.py. Lengths in 1/1000 em; heights above the baseline.",
             "struct FontGlyph {", "  unsigned short codepoint;", "  unsigned short advance;", "};",
             "struct FontFace {", "  const FontGlyph* glyphs;  // ascending codepoints", "  int count;",
             "  int ascender, descender, cap_height, x_height;", "};"]
    for i, (_, advances, _, _) in enumerate(faces):
        pairs = [f"{{0x{c:X}, {w}}}," for c, w in sorted(advances.items())]
        lines.append(f"inline constexpr FontGlyph kFontGlyphs{i}[] = {{")
        lines += ["    " + " ".join(pairs[k:k + 8]) for k in range(0, len(pairs), 8)] + ["};"]
    lines.append("inline constexpr FontFace kFontFaces[] = {  // regular, semibold, math")
    for i, (_, advances, cap, x) in enumerate(faces):
        lines.append(f"    {{kFontGlyphs{i}, {len(advances)}, {ASCENDER}, {DESCENDER}, {cap}, {x}}},")
    return "\n".join(lines) + "\n};\n"


DATA_HEADER = """// Made by scripts/build-fonts.py.
#pragma once

#include <span>

namespace attsvm {

/// The OpenType file of face 0 regular, 1 semibold or 2 math; it lives as long as the program.
std::span<const unsigned char> font_data(int face);

}  // namespace attsvm
"""


def data_text(files):
    parts = ['#include "font_data.hpp"\n\nnamespace attsvm {\nnamespace {\n']
    for i, data in enumerate(files):
        rows = (",".join(map(str, data[k:k + 40])) for k in range(0, len(data), 40))
        parts.append(f"constexpr unsigned char kFace{i}[] = {{\n" + ",\n".join(rows) + "};\n")
    parts.append("}  // namespace\n\nstd::span<const unsigned char> font_data(int face) {\n"
                 "  switch (face) {\n    case 1: return kFace1;\n    case 2: return kFace2;\n    default: return kFace0;\n"
                 "  }\n}\n\n}  // namespace attsvm\n")
    return "".join(parts)


def write(path, content):
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def main(folder):
    os.makedirs(folder, exist_ok=True)
    regular = Source(INTER % "Regular", feature="tnum")
    semibold = Source(INTER % "SemiBold", feature="tnum")
    italic = Source(GYRE % "italic", only=ITALIC)
    upright = Source(GYRE % "regular")
    norm = Source(GYRE % "regular", only={ord("‖")})  # Inter's touches the letter beside it
    dejavu, dejavu_bold = Source(DEJAVU % ""), Source(DEJAVU % "-Bold")
    plan = [("regular", "Regular", [norm, regular, dejavu]), ("semibold", "SemiBold", [norm, semibold, dejavu_bold]),
            ("math", "Italic", [italic, upright, regular, dejavu])]
    faces, files = [], []
    for name, style, sources in plan:
        font, advances = face(name, style, sources)
        letters = next(s for s in sources if ord("x") in s.names)
        faces.append((font, advances, letters.height("H"), letters.height("x")))
        files.append(bytes_of(font))
        write(f"{folder}/{name}.woff2", bytes_of(font, "woff2"))
    write(f"{folder}/font_metrics.inc", metrics_text(faces))
    write(f"{folder}/font_data.hpp", DATA_HEADER)
    write(f"{folder}/font_data.cpp", data_text(files))


if __name__ == "__main__":
    main(sys.argv[1])
