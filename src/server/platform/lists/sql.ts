/** SQL as fragments with their values, so that one predicate serves a parameterised list and a COPY that takes no parameters. */
import pg from "pg";

/** A value that may stand in a statement. */
export type SqlValue = string | bigint | number | boolean | null | readonly string[] | readonly bigint[];

/** Text between values; `text.length` is always `values.length + 1`. */
export interface Sql {
  readonly text: readonly string[];
  readonly values: readonly SqlValue[];
}

function isSql(part: Sql | SqlValue): part is Sql {
  return typeof part === "object" && part !== null && "text" in part;
}

/** Builds a fragment: nested fragments are spliced in, everything else becomes a value. Arrays need a cast behind them. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  const text: string[] = [strings[0] ?? ""];
  const values: SqlValue[] = [];
  parts.forEach((part, index) => {
    if (isSql(part)) {
      text[text.length - 1] += part.text[0] ?? "";
      text.push(...part.text.slice(1));
      values.push(...part.values);
    } else {
      values.push(part);
      text.push("");
    }
    text[text.length - 1] += strings[index + 1] ?? "";
  });
  return { text, values };
}

/** Text of the program itself (a table, a column of an enum map), never of a request. */
export function raw(text: string): Sql {
  return { text: [text], values: [] };
}

/** Joins fragments. */
export function join(parts: readonly Sql[], separator: string): Sql {
  return parts.reduce((all, part, index) => (index === 0 ? part : sql`${all}${raw(separator)}${part}`), raw(""));
}

/** All of them; `true` when there is none. */
export function allOf(parts: readonly Sql[]): Sql {
  return parts.length === 0 ? raw("true") : join(parts, " and ");
}

/** A condition on a column where there is a value to hold it against; none where there is not. `column` is text of the program. */
export function equals(column: string, value: SqlValue): Sql[] {
  return value === null ? [] : [sql`${raw(column)} = ${value}`];
}

/** The statement with `$1…` and its values. */
export function bind(fragment: Sql): { text: string; values: SqlValue[] } {
  const text = fragment.text.reduce((all, part, index) => (index === 0 ? part : `${all}$${index}${part}`), "");
  return { text, values: [...fragment.values] };
}

function literal(value: SqlValue): string {
  if (value === null) return "null";
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new RangeError("a number of SQL must be finite");
    return String(value);
  }
  if (typeof value === "string") return pg.escapeLiteral(value);
  return `array[${value.map((item) => literal(item)).join(", ")}]`;
}

/** The statement with literals, for COPY (rule 28): the driver's escaper writes every text. */
export function inline(fragment: Sql): string {
  return fragment.text.reduce((all, part, index) => (index === 0 ? part : `${all}${literal(fragment.values[index - 1] as SqlValue)}${part}`), "");
}

/** False for a text that PostgreSQL cannot take: with NUL or a lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
