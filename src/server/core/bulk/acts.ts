/**
 * What can be done to many objects, as each part of the product offers it. An item runs the very verb that the single act runs, with
 * the maker's own rights at that moment (docs/decisions/0048).
 */
import type * as z from "zod";
import type { AuditAction } from "../../../contract/audit.ts";
import type { BulkActName } from "../../../contract/bulk.ts";
import type { BulkChange, BulkJobDetail } from "../../../contract/bulk.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { BaseQuery, ListSpec } from "../../platform/lists/spec.ts";

/** A list of any shape: building SQL needs only the names. */
export type AnyList = ListSpec<BaseQuery, { readonly id: bigint }, unknown>;

/** Where an act finds its objects, and what is kept of each. The texts are SQL over `t`, null where the object has none. */
export interface BulkSource {
  readonly list: (app: App) => AnyList;
  /** The list's own query, which reads a filter. */
  readonly query: z.ZodObject;
  readonly facts: { readonly version: string; readonly amount: string; readonly merchant: string; readonly label: string };
}

/** What an item brings to its verb. */
export interface BulkItemIn {
  /** Null: it is none of a job. */
  readonly jobId: bigint | null;
  /** The object's public id. */
  readonly id: string;
  readonly version: number;
  readonly reference: string | null;
  /** The reason of the whole job, where the act takes one. */
  readonly reason: string;
  /** What the job puts on each, where the act names something. */
  readonly target: BulkTarget | null;
}

/** What a job puts on each of its objects, as its maker saw it. */
export interface BulkTarget {
  readonly id: number;
  readonly edition: number;
}

/** What acts with a target say of it, and of what it would change. */
export interface BulkPuts {
  /** Its name; null: there is none of this number. */
  readonly name: (q: Queryable, target: BulkTarget) => Promise<string | null>;
  /** What is wrong with it as a target; null: nothing. */
  readonly check: (q: Queryable, target: BulkTarget) => Promise<Refused | null>;
  /** The same thing as it is now; null: it is gone. */
  readonly newest: (q: Queryable, target: BulkTarget) => Promise<BulkTarget | null>;
  /** How many of the items that wait would change in which field. */
  readonly fields: (q: Queryable, jobId: bigint, target: BulkTarget) => Promise<NonNullable<BulkJobDetail["fields"]>>;
  /** What would be another way, by position, of the items that have had no turn. */
  readonly changes: (q: Queryable, jobId: bigint, target: BulkTarget, positions: readonly number[]) => Promise<ReadonlyMap<number, BulkChange[]>>;
}

export interface BulkAct {
  readonly name: BulkActName;
  readonly source: BulkSource;
  /** Names of which the verb writes one into the audit trail. */
  readonly audit: readonly AuditAction[];
  /**
   * How an item is checked before anything is done. `verb`: the verb itself runs and is taken back. `row`: the act asks somebody outside,
   * which cannot be taken back, so the object's own `actions` decide, by this name.
   */
  readonly check: "verb" | { readonly row: string };
  /** For acts whose table says `target`. */
  readonly puts?: BulkPuts;
  /** Runs the verb: one transaction of `ctx` at most. */
  readonly run: (ctx: UserCtx, item: BulkItemIn) => Promise<Answer<unknown>>;
}

/** A list as {@link BulkSource} wants it. */
export function asSource<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  list: ListSpec<Q, Raw, Row> | ((app: App) => ListSpec<Q, Raw, Row>),
  query: z.ZodObject,
  facts: BulkSource["facts"],
): BulkSource {
  // The list's own types stay outside: what reads it here builds SQL from names alone.
  return { list: (app) => (typeof list === "function" ? list(app) : list) as unknown as AnyList, query, facts };
}

/** The act of a name. @throws Error when no part offers one: a test looks for that */
export function bulkActOf(app: Pick<App, "offers">, name: BulkActName): BulkAct {
  const act = app.offers.bulkActs.get(name);
  if (!act) throw new Error(`no part offers ${name}`);
  return act;
}
