/**
 * Batches as columns: a set is defined once as data, and from it come the type of its rows, the parameters of the call and the
 * signature that the database's function must have (a test holds every set against the catalog).
 */
import { callOf, columnParam, textArray, textLiteral, type CallParam, type FunctionCall } from "./calls.ts";
import { toJson } from "./pool.ts";

/** Types of the database, and what a row holds for them. Instants and days are ISO texts. */
interface Values {
  bigint: bigint;
  int: number;
  text: string;
  timestamptz: string;
  date: string;
  inet: string;
  boolean: boolean;
}

/** One column of a set. */
export interface Column<Value> {
  /** The function's parameter, an array of `type`. */
  readonly param: string;
  readonly type: keyof Values;
  /** `plain` needs no quoting (numbers, instants, codes of our own); `words` may hold anything. Lists and documents go as their own text, empty ones as null. */
  readonly as: "plain" | "words" | "list" | "document";
  /** Never stored: carries the type of the row's value. */
  readonly value?: Value;
}

/** A column of codes, numbers or instants. */
export const plain = <T extends keyof Values>(param: string, type: T): Column<Values[T] | null> => ({ param, type, as: "plain" });
/** A column of texts of any kind. */
export const words = (param: string): Column<string | null> => ({ param, type: "text", as: "words" });
/** A column of lists, as their own text. */
export const lists = (param: string): Column<readonly string[]> => ({ param, type: "text", as: "list" });
/** A column of lists of documents, as their own text. */
export const documents = (param: string): Column<readonly unknown[]> => ({ param, type: "text", as: "document" });

type Spec = Readonly<Record<string, Column<unknown>>>;
type ValueOf<C> = C extends Column<infer V> ? V : never;
type Nullable<S> = { [K in keyof S]: null extends ValueOf<S[K]> ? K : never }[keyof S];
/** A row of a set; what may be null may be left out. */
export type RowOf<S> =
  S extends ColumnSet<infer C> ? { readonly [K in Exclude<keyof C, Nullable<C>>]: ValueOf<C[K]> } & { readonly [K in Nullable<C>]?: ValueOf<C[K]> } : never;

type Cell = bigint | number | string | null;
const none = (list: unknown): boolean => !Array.isArray(list) || list.length === 0;
const isNull = (value: Cell): boolean => value === null;
/** A row's value as a cell, by the kind of its column. */
const CELLS = {
  plain: (value) => (typeof value === "boolean" ? (value ? "t" : "f") : ((value as Cell | undefined) ?? null)),
  words: (value) => (value as string | null | undefined) ?? null,
  list: (value) => (none(value) ? null : textLiteral(value as readonly string[])),
  document: (value) => (none(value) ? null : toJson(value)),
} as const satisfies Record<Column<unknown>["as"], (value: unknown) => Cell>;

/** Columns that go together: one row of each makes a row. */
export class ColumnSet<S extends Spec> {
  private readonly entries: readonly { readonly name: string; readonly param: string; readonly isPlain: boolean; readonly cell: (value: unknown) => Cell }[];
  private readonly nothing: [param: string, value: CallParam][];

  constructor(readonly columns: S) {
    this.entries = Object.entries(columns).map(([name, { param, as }]) => ({ name, param, isPlain: as === "plain", cell: CELLS[as] }));
    this.nothing = this.entries.map(({ param }) => [param, "{}"]);
  }

  /** The rows as parameters. A column of nulls only is left out: what lies behind an array's end is null to the function. */
  params(rows: readonly RowOf<ColumnSet<S>>[]): [param: string, value: CallParam][] {
    if (rows.length === 0) return this.nothing;
    return this.entries.map(({ name, param, isPlain, cell }) => {
      const values = rows.map((row) => cell((row as Readonly<Record<string, unknown>>)[name]));
      if (values.every(isNull)) return [param, "{}"];
      return [param, isPlain ? columnParam(values) : textArray(values as (string | null)[])]; // all but plain ones are texts
    });
  }
}

/** Defines a set. */
export const columnSet = <S extends Spec>(columns: S): ColumnSet<S> => new ColumnSet(columns);

/** A function of the database that takes whole sets: which, and what it takes besides. */
export interface BatchFunction {
  readonly name: string;
  readonly sets: readonly ColumnSet<Spec>[];
  /** Parameters that are no columns, with their types. */
  readonly besides: Readonly<Record<string, string>>;
}

/** Types of a function's parameters by name, as the catalog must have them. */
export function signatureOf({ sets, besides }: BatchFunction): Record<string, string> {
  const columns = sets.flatMap((set) => Object.values(set.columns).map(({ param, type }) => [param, `${TYPES[type]}[]`]));
  return { ...Object.fromEntries(columns), ...besides };
}
const TYPES: Readonly<Record<keyof Values, string>> = {
  bigint: "bigint",
  int: "integer",
  text: "text",
  timestamptz: "timestamp with time zone",
  date: "date",
  inet: "inet",
  boolean: "boolean",
};

/** A call with parameters by name, in whatever order. */
export function namedCall(of: BatchFunction, params: readonly (readonly [param: string, value: CallParam])[]): FunctionCall {
  return callOf(
    of.name,
    params.map(([, value]) => value),
    params.map(([param]) => param),
  );
}
