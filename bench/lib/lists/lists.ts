/** Every list of the product with its filters, read off the routes' own schemas: a list or filter that is added is measured without a word here. */
import { ROUTES } from "../../../src/server/app.ts";
import { PAGING } from "../../../src/server/platform/lists/spec.ts";

/** A schema, as far as this looks into it. */
interface Schema {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly unknown[];
  /** Of a literal: what it may be. */
  readonly values?: ReadonlySet<unknown>;
  readonly element?: Schema;
  readonly unwrap?: () => Schema;
}

/** A filter and the values that its schema, or the row's, names; empty: its values come from rows. */
export interface ListFilter {
  readonly name: string;
  readonly values: readonly string[];
}
/** A list: where it is served and what it can be narrowed by. */
export interface MeasuredList {
  readonly url: string;
  readonly filters: readonly ListFilter[];
  /** Its rows can be asked for without waiting for total and sums, as a screen asks for them. */
  readonly soon: boolean;
}

const NO_FILTERS: ReadonlySet<string> = new Set(PAGING);

/** Without `optional`, `nullable` and the like. An array's element is no wrapping. */
function bare(schema: Schema | undefined): Schema | undefined {
  let inner = schema;
  while (inner?.unwrap && inner.options === undefined && inner.shape === undefined && inner.element === undefined) inner = inner.unwrap();
  return inner;
}

function named(schema: Schema | undefined): string[] {
  const inner = bare(schema);
  const options = inner?.options ?? [...(inner?.values ?? [])];
  return options.filter((option): option is string => typeof option === "string");
}

/** Values of a filter: its own, those of the row's field of that name (or `…_name`: `match_status` of a message), or of that field's status. */
function valuesOf(name: string, query: Schema, row: Schema): string[] {
  const own = named(query);
  if (own.length > 0) return own;
  const fields = row.shape ?? {};
  const longer = Object.keys(fields).find((field) => field.endsWith(`_${name}`));
  const field = bare(fields[name] ?? (longer === undefined ? undefined : fields[longer]));
  const ofRow = named(field);
  return ofRow.length > 0 ? ofRow : named(field?.shape?.["status"]);
}

/** All lists: routes that answer pages of rows. */
export function measuredLists(): MeasuredList[] {
  return ROUTES.flatMap((route) => {
    // The routes' schemas are zod's, of which this reads the parts above.
    const query = (route.query as unknown as Schema | undefined)?.shape;
    const data = (route.data as unknown as Schema).shape;
    const row = bare(bare(data?.["items"])?.element);
    if (route.method !== "GET" || route.access.kind !== "session" || !query?.["cursor"] || !data?.["next_cursor"] || !row) return [];
    const filters = Object.entries(query)
      .filter(([name]) => !NO_FILTERS.has(name))
      .map(([name, schema]) => ({ name, values: valuesOf(name, schema, row) }));
    return [{ url: route.url, filters, soon: "figures" in query }];
  });
}
