/**
 * Values of a statement by name: `$amount` in its text stands for the value of that name, wherever and however often it stands. Used where a
 * statement takes more than eight values, so that nobody counts; the wire and the plan see numbers as always.
 *
 * ```ts
 * await tx.run("insert into notes (id, text) values ($id, $text)", { id, text }, "note_insert");
 * ```
 */

/** Values by place (`$1`), or by name (`$amount`). */
export type Values = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A statement with numbers, and the name that each number stands for. */
interface Numbered {
  readonly text: string;
  readonly names: readonly string[];
}

/** A name behind a dollar sign; a dollar-quoted text (`$do$`) is none. */
const NAME = /\$([a-z]\w*)(?![\w$])/g;
/** By the text as it is written: there are as many as the source writes out. */
const known = new Map<string, Numbered>();

/** The statement with numbers in the place of names, in the order in which they come. */
export function numbered(sql: string): Numbered {
  const before = known.get(sql);
  if (before) return before;
  const names: string[] = [];
  const text = sql.replace(NAME, (_all, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const made = { text, names };
  known.set(sql, made);
  return made;
}

/**
 * A statement as it is sent.
 * @throws Error where a name has no value, or a value no name: that is a bug
 */
export function byPlace(sql: string, values: Values): { text: string; values: readonly unknown[] } {
  if (Array.isArray(values)) return { text: sql, values };
  const named = values as Readonly<Record<string, unknown>>; // Array.isArray keeps readonly arrays in the type
  const { text, names } = numbered(sql);
  if (Object.keys(named).length !== names.length || !names.every((name) => name in named)) throw new Error(`${unfit(names, named)}: ${sql.slice(0, 80)}`);
  return { text, values: names.map((name) => named[name]) };
}

function unfit(names: readonly string[], named: Readonly<Record<string, unknown>>): string {
  const differ = [...names.filter((name) => !(name in named)), ...Object.keys(named).filter((name) => !names.includes(name))];
  return `a statement and its values differ in ${differ.join(", ")}`;
}
