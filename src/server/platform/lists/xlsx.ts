/** A workbook with one sheet, written as it comes: numbers as numbers, everything else as text, headings frozen. */
import { Readable, type PassThrough } from "node:stream";
import { ZipFile } from "yazl";

/** How a column's cells are typed. */
export type XlsxCell = "text" | "amount" | "number";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const CONTENT_TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`;
const ROOT_RELS = `${HEAD}<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const BOOK_RELS = `${HEAD}<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
/** Style 0: plain; 1: an amount (#,##0.00); 2: a heading. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

/** U+FFFE and U+FFFF as UTF-8 bytes. */
const NO_CHARACTER = /\u00ef\u00bf[\u00be\u00bf]/g;
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes text for XML; what XML cannot hold at all is dropped. The text is UTF-8 seen as latin1, or ASCII. */
export function xmlText(text: string): string {
  const allowed = text.replace(/\p{Cc}/gu, (found) => (found >= " " || "\t\n\r".includes(found) ? found : "")).replace(NO_CHARACTER, "");
  return allowed.replace(/[&<>]/g, (found) => ESCAPES[found] ?? found);
}

function book(sheet: string): string {
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${xmlText(sheet).replaceAll('"', "&quot;")}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

function sheetHead(columns: number): string {
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="20" customWidth="1"/></cols><sheetData>`;
}

/** One row of the sheet. A cell whose text is no plain number is written as text whatever its column says. */
export function xlsxRow(cells: readonly (string | null)[], kinds: readonly XlsxCell[], heading: boolean): string {
  const written = cells.map((cell, index) => {
    if (cell === null || cell === "") return "<c/>";
    const kind = kinds[index] ?? "text";
    if (!heading && kind !== "text" && /^-?\d{1,15}(\.\d+)?$/.test(cell)) return kind === "amount" ? `<c s="1"><v>${cell}</v></c>` : `<c><v>${cell}</v></c>`;
    return `<c${heading ? ' s="2"' : ""} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
  });
  return `<row>${written.join("")}</row>`;
}

async function* sheetOf(rows: AsyncIterable<Buffer>, columns: number): AsyncGenerator<Buffer> {
  yield Buffer.from(sheetHead(columns));
  yield* rows;
  yield Buffer.from("</sheetData></worksheet>");
}

/** The first moment the format can say: workbooks of the same rows are the same bytes. The fastest level packs rows nearly as well as the best. */
const PACKED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compressionLevel: 1 } as const;

/**
 * The workbook as a stream. Destroying it destroys what feeds it.
 * @param rows the sheet's rows as {@link xlsxRow} writes them
 */
export function xlsxStream(sheet: string, columns: number, rows: AsyncIterable<Buffer>): Readable {
  const zip = new ZipFile();
  const part = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name, PACKED);
  part("[Content_Types].xml", CONTENT_TYPES);
  part("_rels/.rels", ROOT_RELS);
  part("xl/workbook.xml", book(sheet));
  part("xl/_rels/workbook.xml.rels", BOOK_RELS);
  part("xl/styles.xml", STYLES);
  const source = Readable.from(sheetOf(rows, columns), { highWaterMark: 1 });
  zip.addReadStream(source, "xl/worksheets/sheet1.xml", PACKED);
  zip.end();
  // The archive neither hears of rows that fail nor tells them that its reader is gone.
  const archive = zip.outputStream as PassThrough;
  source.on("error", (error) => archive.destroy(error));
  archive.on("close", () => source.destroy());
  return archive;
}
