/**
 * The SQL that the server's source writes out: the first argument of every `run`, `rows`, `one` and `query` that can be read without running
 * the server. Texts may be put together of constants, also of other files, of conditions (each way is a text of its own) and of tables of
 * constants (each line is one). What is put together of anything else (lists, patches, calls of functions by columns) is not read.
 * {@link sentValues} says how each call gives its values, also where its text cannot be read.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseSync } from "vite";
import { numbered } from "../../src/server/platform/db/named.ts";

/** A node of the syntax tree; which fields there are depends on its type. */
type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [field: string]: unknown };

interface Module {
  readonly source: string;
  readonly program: Node;
  readonly constants: Map<string, Node>;
  readonly imported: Map<string, { file: string; name: string }>;
}

export interface WrittenSql {
  readonly file: string;
  readonly text: string;
}

const SENDS = new Set(["run", "rows", "one", "query"]);
const modules = new Map<string, Module>();

const nodes = (value: unknown): Node[] => value as Node[];
const node = (value: unknown): Node => value as Node;
const sourceOf = (at: Module, of: Node): string => at.source.slice(of.start, of.end);
const nameOf = (value: unknown): string => String(node(value)["name"] ?? node(value)["value"]);

function load(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const source = readFileSync(file, "utf8");
  const { program, errors } = parseSync(file, source, { lang: "ts" });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const made: Module = { source, program: program as unknown as Node, constants: new Map(), imported: new Map() };
  modules.set(file, made);
  for (const statement of nodes(made.program["body"])) {
    const declared = statement.type === "ExportNamedDeclaration" && statement["declaration"] ? node(statement["declaration"]) : statement;
    if (declared.type === "VariableDeclaration" && declared["kind"] === "const")
      for (const one of nodes(declared["declarations"])) if (one["init"]) made.constants.set(nameOf(one["id"]), node(one["init"]));
    if (declared.type !== "ImportDeclaration" || !nameOf(declared["source"]).startsWith(".")) continue;
    for (const one of nodes(declared["specifiers"]))
      if (one.type === "ImportSpecifier")
        made.imported.set(nameOf(one["local"]), { file: resolve(dirname(file), nameOf(declared["source"])), name: nameOf(one["imported"]) });
  }
  return made;
}

/** One text that an expression can be, and what had to be chosen for it: which way of a condition, which line of a table. */
interface Way {
  readonly text: string;
  readonly chosen: Readonly<Record<string, string>>;
}
/** Null where an expression cannot be read. */
type Ways = readonly Way[] | null;

const always = (text: string): Way[] => [{ text, chosen: {} }];

/** Every beginning with every end; one condition goes one way within a text. */
function joined(beginnings: Ways, ends: Ways): Ways {
  if (!beginnings || !ends) return null;
  return beginnings.flatMap((one) =>
    ends
      .filter((other) => Object.entries(other.chosen).every(([of, way]) => (one.chosen[of] ?? way) === way))
      .map((other) => ({ text: one.text + other.text, chosen: { ...one.chosen, ...other.chosen } })),
  );
}

/** The ways of each choice, with what was chosen. */
function choices(of: string, ways: readonly (readonly [string, Ways])[]): Ways {
  return ways.reduce<Ways>((all, [way, some]) => all && some && [...all, ...(joined([{ text: "", chosen: { [of]: way } }], some) ?? [])], []);
}

function constant(at: Module, name: string): { at: Module; value: Node } | null {
  const own = at.constants.get(name);
  if (own) return { at, value: own };
  const from = at.imported.get(name);
  return from ? constant(load(from.file), from.name) : null;
}

/** What a table of constants holds: any line of it, or the one that is named. */
function member(at: Module, expression: Node): Ways {
  const [object, key] = [node(expression["object"]), node(expression["property"])];
  const table = object.type === "Identifier" ? constant(at, nameOf(object)) : null;
  let value = table?.value;
  while (value?.type.startsWith("TS")) value = node(value["expression"]);
  if (!table || value?.type !== "ObjectExpression") return null;
  const lines = nodes(value["properties"]).map((line) => [nameOf(line["key"]), line["value"] ? waysOf(table.at, node(line["value"])) : null] as const);
  if (expression["computed"] === true) return choices(sourceOf(at, key), lines);
  return lines.find(([name]) => name === nameOf(key))?.[1] ?? null;
}

/** Every text that an expression can be. */
function waysOf(at: Module, expression: Node): Ways {
  const of = (field: string): Node => node(expression[field]);
  switch (expression.type) {
    case "Literal":
      return ["string", "number"].includes(typeof expression["value"]) ? always(String(expression["value"])) : null;
    case "TemplateLiteral": {
      const fixed = nodes(expression["quasis"]).map((part) => always((part["value"] as { cooked: string }).cooked));
      return nodes(expression["expressions"]).reduce<Ways>(
        (ways, part, index) => joined(joined(ways, waysOf(at, part)), fixed[index + 1] ?? null),
        fixed[0] ?? null,
      );
    }
    case "BinaryExpression":
      return expression["operator"] === "+" ? joined(waysOf(at, of("left")), waysOf(at, of("right"))) : null;
    case "ConditionalExpression":
      return choices(sourceOf(at, of("test")), [
        ["yes", waysOf(at, of("consequent"))],
        ["no", waysOf(at, of("alternate"))],
      ]);
    case "Identifier": {
      const found = constant(at, nameOf(expression));
      return found && waysOf(found.at, found.value);
    }
    case "MemberExpression":
      return member(at, expression);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "ParenthesizedExpression":
      return waysOf(at, of("expression"));
    default:
      return null;
  }
}

function* callsBelow(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return;
  const { type, callee } = value as Node;
  if (type === "CallExpression" && node(callee).type === "MemberExpression" && SENDS.has(nameOf(node(callee)["property"]))) yield value as Node;
  for (const below of Object.values(value)) yield* callsBelow(below);
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));

/** Reads the folder's source, without its tests: statements as they are sent, names with their numbers. */
export function writtenSql(folder: string): WrittenSql[] {
  return sourcesIn(folder).flatMap((file) => {
    const at = load(join(folder, file));
    return [...callsBelow(at.program)].flatMap((call) => {
      const [text] = nodes(call["arguments"]);
      return ((text && waysOf(at, text)) ?? []).map((way) => ({ file, text: numbered(way.text).text }));
    });
  });
}

/** How one call gives its values. */
export interface SentValues {
  readonly file: string;
  readonly line: number;
  /** The highest number in its text, or the count of its listed values, whichever is more. */
  readonly places: number;
  /** Names in its text. */
  readonly names: readonly string[];
  /** Names that its values have; null: they are not written out there, or not alone. */
  readonly given: readonly string[] | null;
}

/** Every call that sends SQL. Of a text that cannot be read, what is written of it counts. */
export function sentValues(folder: string): SentValues[] {
  return sourcesIn(folder).flatMap((file) => {
    const at = load(join(folder, file));
    return [...callsBelow(at.program)].flatMap((call): SentValues[] => {
      const [sql, values] = nodes(call["arguments"]);
      if (!sql || sql.type === "ObjectExpression") return [];
      const text =
        waysOf(at, sql)
          ?.map((way) => way.text)
          .join("\n") ?? sourceOf(at, sql);
      const keys = values?.type === "ObjectExpression" ? nodes(values["properties"]) : null;
      const listed = values?.type === "ArrayExpression" ? nodes(values["elements"]).length : 0;
      return [
        {
          file,
          line: at.source.slice(0, call.start).split("\n").length,
          places: Math.max(listed, ...[...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place))),
          names: numbered(text).names,
          given: keys === null || keys.some((key) => key.type !== "Property") ? null : keys.map((key) => nameOf(key["key"])),
        },
      ];
    });
  });
}
