/** Text on a page of a PDF: Latin letters in the fonts that every reader has, the rest in those that are carried along. */
import { create, type Font } from "fontkit";

/** Names under which the fonts are registered. */
export type FontName = "latin" | "bold" | "chinese" | "bangla";
export interface Fonts {
  readonly chinese: Buffer;
  readonly bangla: Buffer;
}
/** A piece of text in one font. */
export interface Run {
  readonly font: FontName;
  readonly text: string;
}

/** Stands for a sign that no font has. */
const MISSING = "□";
/** What the standard fonts hold beside ASCII (WinAnsi). */
const WIN_ANSI = /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac×]$/u;

/** Tells which font draws a sign. */
export class Signs {
  private readonly chinese: Font;
  private readonly bangla: Font;
  private readonly known = new Map<string, readonly Run[]>();

  constructor(fonts: Fonts) {
    // A single font of a file, not a collection.
    this.chinese = create(fonts.chinese) as Font;
    this.bangla = create(fonts.bangla) as Font;
  }

  /** The text cut where its font changes. Characters that cannot be printed become blanks. */
  runs(text: string, bold = false): readonly Run[] {
    const key = bold ? `b${text}` : `n${text}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const runs: { font: FontName; text: string }[] = [];
    for (const sign of text.replace(/[\p{Cc}\p{Cf}]/gu, " ")) {
      const [font, drawn] = this.drawn(sign, bold);
      const last = runs.at(-1);
      if (last?.font === font) last.text += drawn;
      else runs.push({ font, text: drawn });
    }
    // Words repeat, amounts do not.
    if (this.known.size < 10_000) this.known.set(key, runs);
    return runs;
  }

  private drawn(sign: string, bold: boolean): [FontName, string] {
    const point = sign.codePointAt(0) ?? 0;
    if (WIN_ANSI.test(sign)) return [bold ? "bold" : "latin", sign];
    if (this.chinese.hasGlyphForCodePoint(point)) return ["chinese", sign];
    if (this.bangla.hasGlyphForCodePoint(point)) return ["bangla", sign];
    return ["chinese", MISSING];
  }
}

/** Words, blanks and single signs of scripts that are written without blanks: between them a line may end. */
export function pieces(text: string): string[] {
  return text.match(/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+|\s+/gu) ?? [];
}

/**
 * The text in lines of at most `width`. A word that is longer than a line is cut.
 * @param widthOf in points
 */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  // Most do.
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces(text).flatMap((one) => (widthOf(one) > width ? [...one] : [one]))) {
    if (line !== "" && widthOf(line + piece) > width) {
      lines.push(line.trimEnd());
      line = piece.trim();
    } else line += piece;
  }
  return line.trim() === "" && lines.length > 0 ? lines : [...lines, line.trimEnd()];
}
