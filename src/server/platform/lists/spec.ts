/** What a list is made of on the server: data only; `page.ts`, `totals.ts` and `export.ts` do the rest. */
import type { AuditObject } from "../../../contract/audit.ts";
import type { FieldErrors } from "../../../contract/errors.ts";
import type { SearchMatch } from "../../../contract/home.ts";
import type { IdKind } from "../../../contract/ids.ts";
import type { App, MerchantActor, UserActor } from "../context.ts";
import type { PublicIds } from "../db/ids.ts";
import type { Sql } from "./sql.ts";

/** Who looks at a list. */
export type Viewer = UserActor | MerchantActor;

/** The values that every list takes (contract/schema.ts `listQuery`), validated. */
export interface BaseQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly q?: string | undefined;
  readonly size?: number | undefined;
  readonly cursor?: string | undefined;
  readonly sort?: "-created_at" | "created_at" | undefined;
  readonly deleted?: "only" | "with" | undefined;
  /** How many rows match, and nothing else; or that and the sums. */
  readonly only?: "total" | "figures" | undefined;
  /** Rows do not wait for total and sums. */
  readonly figures?: "soon" | undefined;
}
/** What of it narrows nothing: it pages, puts in order, and says what is wanted of the rows. */
export const PAGING = ["size", "cursor", "sort", "only", "figures"] as const satisfies readonly (keyof BaseQuery)[];
/** Names of a list's own filters. */
export type FilterName<Q> = Exclude<keyof Q & string, keyof BaseQuery>;

/** Which masks a viewer sees (`mask.ts`). */
export interface Masks {
  readonly phones: boolean;
  readonly messages: boolean;
  readonly amounts: boolean;
}

/** What filters and searches may use. */
export interface Tools {
  readonly publicIds: PublicIds;
  /** The merchant that the viewer is tied to; null for staff. */
  readonly merchantId: bigint | null;
  /** The user who looks; null for a merchant's key. */
  readonly userId: bigint | null;
  /** Phone numbers are shown to this viewer in part, so they are found whole or by the part that is shown. */
  readonly masked: boolean;
  /** This viewer finds nothing by amounts, or by words of messages: what he may not read he could guess so. */
  readonly hides: Pick<Masks, "amounts" | "messages">;
  readonly nowMs: number;
}

/**
 * A validated value of the address becomes a predicate over alias `t`, which says whether an index serves it
 * (docs/decisions/0036; `plans.db.test.ts` holds each list to what it says):
 * - plain: an index leads with it and has the ids behind it, so the newest of its rows stand together;
 * - `each`: any of these, each of which leads an index like that, so the page takes the newest of each and merges;
 *   `walked`: one of them has no index of its own;
 * - `along`: no index, rows are tried in their order.
 */
export type Predicate = Sql | { readonly each: readonly Sql[]; readonly walked?: boolean } | { readonly along: Sql };
/** What a filter answers to a value that cannot be meant; the field is refused by it. */
export interface Unfit {
  readonly unfit: FieldErrors[string];
}
export const UNFIT: Unfit = { unfit: "invalid" };
export type Filter = (value: string, tools: Tools) => Predicate | Unfit;

/** One way in which the search box may be meant; null: this text cannot be that. */
export type Search = (q: string, tools: Tools) => Sql | null;

/** One way in which the search box of everything may be meant, with how good a hit of it is. */
export interface Reading {
  readonly match: SearchMatch;
  /** null: the text cannot be meant so. */
  readonly find: Search;
  /** No index serves it: rows are tried from the newest on, as long as there is time. */
  readonly walked?: true;
}

/** A table that holds rows of the list, under alias `t`. */
export interface Source {
  /** e.g. `payments t`. */
  readonly from: string;
  /** Select list; the same names in every source. Must hold `t.id`. */
  readonly columns: string;
}

/** Sums under the table: result name -> expression over `t` in minor units. */
export interface Sums<Q> {
  readonly columns: Readonly<Record<string, string>>;
  /** Names of those that staff alone are told, as of the rows themselves: the sum of one row is its own cell. */
  readonly ofStaff?: readonly string[];
  /**
   * One statement over the hourly figures; null where the filters go beyond what is rolled up (rule 29). `complete`:
   * it answers all sums exactly; otherwise it gives those it can, where the rows are too many to be added up.
   */
  readonly rollup?: (query: Q, scope: bigint | null, range: IdRange, tools: Tools) => { readonly statement: Sql; readonly complete: boolean } | null;
}

/** First id inside and first id behind the range; null: open. */
export interface IdRange {
  readonly from: bigint | null;
  readonly before: bigint | null;
}

/** A list as data. `Q`: the validated query, `Raw`: what SQL answers, `Row`: the contract's row. */
export interface ListSpec<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row> {
  /** Name of its events; the audit trail says under it that the list was exported. */
  readonly name: AuditObject;
  readonly kind: IdKind;
  readonly sources: readonly Source[];
  /** Column that ties a row to its merchant, e.g. `t.merchant_id`; null: merchants' users see nothing of the list. */
  readonly scope: string | null;
  /** Always true of a row of the list. */
  readonly where?: string;
  readonly filters: { readonly [K in FilterName<Q>]-?: Filter };
  readonly search: readonly Search[];
  /** What a text with `SEARCH_ON` in front is looked for by as well, although no index serves it. */
  readonly forgiving?: readonly Reading[];
  /** Column that marks a deleted row; such rows are hidden unless asked for. */
  readonly deletedAt?: string;
  readonly sums?: Sums<Q>;
  /** Names and the like, joined after the page is cut: `u` is the cut page. */
  readonly outer?: { readonly select: string; readonly joins: string };
  /** Rows as SQL gave them to rows of the contract; also told who looks. */
  readonly rows: (app: App, raws: readonly Raw[], viewer: Viewer) => Row[] | Promise<Row[]>;
}
