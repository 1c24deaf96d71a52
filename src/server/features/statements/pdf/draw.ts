/** A statement drawn on pages of A4: the parts of the printable page, in the same order. */
import Pdf from "pdfkit";
import type { Statement } from "../../../../contract/statements.schema.ts";
import { blocksOf, type Cell, type Table } from "../blocks.ts";
import { word, type StatementLocale } from "../words.ts";
import { type FontName, type Fonts, linesOf, type Run, Signs } from "./text.ts";

const MARGIN = 36;
const SIZE = 8.5;
const LINE = 12;
const ROW = 15;
const INK = "#111111";
const DIM = "#555555";
const RULE = "#cccccc";
/** Room for the number of the page under the text. */
const FOOT = 24;
const LABEL_WIDTH = 90;
/** The standard fonts go by their own names: pdfkit would read them anew at each use under another one. */
const NAMES: Readonly<Record<FontName, string>> = { latin: "Helvetica", bold: "Helvetica-Bold", chinese: "chinese", bangla: "bangla" };

interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
}

/** One document; `y` is where the next thing goes. */
class Paper {
  private readonly doc: PDFKit.PDFDocument;
  private readonly signs: Signs;
  private readonly width: number;
  private readonly bottom: number;
  private y = MARGIN;

  constructor(fonts: Fonts, info: { readonly title: string; readonly at: Date; readonly locale: StatementLocale }) {
    this.doc = new Pdf({
      size: "A4",
      margin: MARGIN,
      bufferPages: true,
      lang: info.locale === "zh" ? "zh-CN" : "en",
      displayTitle: true,
      info: { Title: info.title, Creator: "Floatdesk", CreationDate: info.at },
    });
    this.signs = new Signs(fonts);
    this.doc.registerFont("chinese", fonts.chinese).registerFont("bangla", fonts.bangla);
    this.width = this.doc.page.width - 2 * MARGIN;
    this.bottom = this.doc.page.height - MARGIN - FOOT;
  }

  /** What the document comes to. @param foot the line under each page */
  async bytes(foot: (page: number, of: number) => string): Promise<Uint8Array> {
    const parts: Buffer[] = [];
    const whole = new Promise<Uint8Array>((resolve, reject) => {
      this.doc.on("data", (part: Buffer) => parts.push(part));
      this.doc.on("end", () => resolve(new Uint8Array(Buffer.concat(parts))));
      this.doc.on("error", reject);
    });
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(page);
      this.put(foot(page + 1, count), MARGIN, this.bottom + LINE, this.width, "n", { size: 7.5, color: DIM });
    }
    this.doc.end();
    return whole;
  }

  private widthOf(runs: readonly Run[], size: number): number {
    return runs.reduce((sum, run) => sum + this.doc.font(NAMES[run.font], size).widthOfString(run.text), 0);
  }

  /** One line of text, `n` at the right end of its room, cut with dots where it is too long. */
  private put(text: string, x: number, y: number, width: number, as: "n" | "t", { size = SIZE, bold = false, color = INK }: Style = {}): void {
    let runs = this.signs.runs(text, bold);
    let wide = this.widthOf(runs, size);
    for (let kept = [...text]; wide > width && kept.length > 1; ) {
      kept = kept.slice(0, -1);
      runs = this.signs.runs(`${kept.join("")}…`, bold);
      wide = this.widthOf(runs, size);
    }
    this.doc.fillColor(color);
    let at = as === "n" ? x + width - wide : x;
    for (const run of runs) {
      // The fonts' own baselines differ: all stand on the Latin one.
      this.doc.font(NAMES[run.font], size).text(run.text, at, y + size, { lineBreak: false, baseline: "alphabetic" });
      at += this.doc.widthOfString(run.text);
    }
  }

  /** Goes to the next page where so much does not fit. True: it did. */
  private need(height: number): boolean {
    if (this.y + height <= this.bottom) return false;
    this.doc.addPage();
    this.y = MARGIN;
    return true;
  }

  /** Text over as many lines as it takes. */
  private flow(text: string, x: number, width: number, style: Style = {}): void {
    const { size = SIZE, bold = false } = style;
    for (const line of linesOf(text, width, (part) => this.widthOf(this.signs.runs(part, bold), size))) {
      this.need(LINE);
      this.put(line, x, this.y, width, "t", style);
      this.y += size + 4;
    }
  }

  title(text: string): void {
    this.flow(text, MARGIN, this.width, { size: 16, bold: true });
    this.y += 4;
  }

  heading(text: string): void {
    // A heading never stands alone at the end of a page.
    this.need(4 * ROW);
    this.y += 10;
    this.flow(text, MARGIN, this.width, { size: 11, bold: true });
    this.y += 2;
  }

  fact(name: string, value: string): void {
    this.need(LINE);
    this.put(name, MARGIN, this.y, LABEL_WIDTH - 6, "t", { color: DIM });
    this.flow(value, MARGIN + LABEL_WIDTH, this.width - LABEL_WIDTH);
  }

  note(text: string): void {
    this.flow(text, MARGIN, this.width, { color: DIM });
  }

  private rule(color: string): void {
    this.doc
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + this.width, this.y)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke();
  }

  /** Its heading stands again on each page. @param apart from the one before it */
  table({ head, body, foot, shares }: Table, apart: boolean): void {
    if (apart) this.y += LINE;
    const sum = shares.reduce((left, right) => left + right, 0);
    const widths = shares.map((share) => (share / sum) * this.width);
    const top = (): void => {
      if (head.length === 0) return;
      this.row(head, widths, true);
      this.rule(INK);
    };
    this.need(3 * ROW);
    top();
    for (const cells of body) {
      this.row(cells, widths, false, top);
      this.rule(RULE);
    }
    for (const cells of foot) this.row(cells, widths, true, top);
  }

  /** A row as high as its longest text: an amount or a number that is cut is another one. @param again what a new page begins with */
  private row(cells: readonly Cell[], widths: readonly number[], bold: boolean, again?: () => void): void {
    const widthOf = (part: string): number => this.widthOf(this.signs.runs(part, bold), SIZE);
    const texts = cells.map(({ text }, index) => linesOf(text, (widths[index] ?? 0) - 4, widthOf));
    const height = ROW + (Math.max(...texts.map(({ length }) => length)) - 1) * LINE;
    if (again !== undefined && this.need(height)) again();
    let x = MARGIN;
    for (const [index, cell] of cells.entries()) {
      const width = widths[index] ?? 0;
      for (const [below, text] of (texts[index] ?? []).entries())
        this.put(text, x + 2, this.y + 2 + below * LINE, width - 4, cell.number ? "n" : "t", { bold });
      x += width;
    }
    this.y += height;
  }
}

/** The statement as a PDF. Its page, CSV and workbook hold the same figures. */
export function drawStatement(statement: Statement, locale: StatementLocale, fonts: Fonts): Promise<Uint8Array> {
  const { title, facts, notes, sections } = blocksOf(statement, locale);
  const paper = new Paper(fonts, { title: `${title} ${statement.subject.name}`, at: new Date(statement.made_at), locale });
  paper.title(title);
  for (const [name, value] of facts) paper.fact(name, value);
  for (const note of notes) paper.note(note);
  for (const { heading, tables, note } of sections) {
    paper.heading(heading);
    for (const [index, table] of tables.entries()) paper.table(table, index > 0);
    if (note !== null) paper.note(note);
  }
  return paper.bytes((page, of) => word("page", locale).replace("{n}", String(page)).replace("{of}", String(of)));
}
