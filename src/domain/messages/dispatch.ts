/** What a layout's words tell before its pattern runs: a literal it must hold, and how it can begin. */

/** A parsed template. */
export type Node =
  | { readonly type: "char"; readonly char: string }
  | { readonly type: "field"; readonly name: string }
  | { readonly type: "group"; readonly optional: boolean; readonly alternatives: readonly (readonly Node[])[] };

const WORD_CHAR = /[\p{L}\p{M}\d/]/u;

const MIN_GUARD_LENGTH = 3;

/** The literals outside optional parts and alternatives, lower case; those too short to tell anything are left out. */
function literalsOf(nodes: readonly Node[]): readonly string[] {
  const literals = new Set<string>();
  let word = "";
  for (const node of [...nodes, null]) {
    if (node?.type === "char" && WORD_CHAR.test(node.char)) word += node.char.toLowerCase();
    else {
      if (word.length >= MIN_GUARD_LENGTH) literals.add(word);
      word = "";
    }
  }
  return [...literals];
}

const longest = (literals: readonly string[]): string => literals.reduce((best, literal) => (literal.length > best.length ? literal : best), "");

/**
 * Conditions that every matching text meets, far cheaper to test than the pattern: of each set at least one literal
 * (lower case) occurs. All literals, and one of every group that must match and has a literal in each alternative.
 */
export function guardsOf(nodes: readonly Node[]): readonly (readonly string[])[] {
  const guards: (readonly string[])[] = literalsOf(nodes).map((literal) => [literal]);
  for (const node of nodes) {
    if (node.type !== "group" || node.optional) continue;
    const literals = node.alternatives.map((alternative) => longest(literalsOf(alternative)));
    if (!literals.includes("")) guards.push([...new Set(literals)]);
  }
  return guards;
}

const START_LENGTH = 2;

/** Extends the beginnings collected so far by a sequence; null when a value or a doubtful character comes too early. */
function extend(nodes: readonly Node[], begun: ReadonlySet<string>): Set<string> | null {
  let open = new Set(begun);
  const done = new Set<string>();
  for (const node of nodes) {
    const next = new Set<string>();
    for (const start of open) {
      const more = step(node, start);
      if (more === null) return null;
      for (const item of more) (item.length >= START_LENGTH ? done : next).add(item);
    }
    open = next;
    if (open.size === 0) return done;
  }
  for (const start of open) done.add(start);
  return done;
}

function step(node: Node, start: string): Set<string> | null {
  if (node.type === "field") return null;
  if (node.type === "char") {
    if (WORD_CHAR.test(node.char) || node.char === "*") return new Set([start + node.char.toLowerCase()]);
    // A space or stop may be missing: before the first word it is (texts are trimmed), after one letter nobody knows.
    return start === "" ? new Set([start]) : null;
  }
  const all = new Set<string>(node.optional ? [start] : []);
  for (const alternative of node.alternatives) {
    const more = extend(alternative, new Set([start]));
    if (more === null) return null;
    for (const item of more) all.add(item);
  }
  return all;
}

/** The first two characters a matching text can have; null when that is open. */
export function startsOf(nodes: readonly Node[]): ReadonlySet<string> | null {
  const all = extend(nodes, new Set([""]));
  if (all === null) return null;
  for (const start of all) if (start.length < START_LENGTH) return null;
  return new Set([...all].map((start) => start.slice(0, START_LENGTH)));
}

/** The key under which a text is looked up. */
export function startOf(lowerText: string): string {
  return lowerText.slice(0, START_LENGTH);
}
