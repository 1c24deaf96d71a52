/** What an export's thread is given to do, and what it says back. */
import type { RawCell } from "./export-cells.ts";
import type { XlsxCell } from "./xlsx.ts";

/** One export. */
export interface ExportJob {
  /** The database, as the application's role. */
  readonly url: string;
  /** COPY of the rows; cells as `columns` say. */
  readonly copy: string;
  /** Statement that answers `rows`, and the most that the format holds; null: the format has no end. */
  readonly bound: { readonly count: string; readonly most: number } | null;
  readonly columns: readonly { readonly title: string; readonly raw: RawCell; readonly xlsx: XlsxCell }[];
  /** How the rows are written; `sheet` names the workbook's only one. */
  readonly as: { readonly format: "csv"; readonly gzip: boolean } | { readonly format: "xlsx"; readonly sheet: string };
  /** The public ids' key, as `PublicIds` takes it. */
  readonly idRounds: readonly number[];
  /** After so many milliseconds the database ends the statement. */
  readonly longestMs: number;
}

/** What a thread is told: to begin an export, with the blocks that both sides see; that a block has been read. */
export type ExportOrder =
  | { readonly type: "start"; readonly job: ExportJob; readonly blocks: readonly SharedArrayBuffer[] }
  | { readonly type: "read"; readonly number: number };

/**
 * What the thread says: a block holds the next bytes (it is the thread's again when its number comes back), that these were
 * all with how many rows they hold, that the rows are more than the format holds, or what failed.
 */
export type ExportNews =
  | { readonly type: "block"; readonly number: number; readonly length: number }
  | { readonly type: "end"; readonly rows: number }
  | { readonly type: "too_many"; readonly rows: number }
  | { readonly type: "failed"; readonly message: string; readonly code: string | null };
