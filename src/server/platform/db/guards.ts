/** The pairs of statuses that the database's guards allow: written from the life cycles of the contract, between two comments. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allowedPairs, LIFE_CYCLE_NAMES, type LifeCycle } from "../../../contract/life-cycles.ts";

const FUNCTIONS = join(import.meta.dirname, "../../../../db/functions");
const WIDTH = 140;
const BEGIN = "-- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.";
const END = "-- End of the pairs.";

function pairLines(cycle: LifeCycle, indent: string): string {
  const lines: string[] = [];
  for (const [from, to] of allowedPairs(cycle)) {
    const pair = `('${from}', '${to}')`;
    const last = lines.at(-1);
    if (last !== undefined && indent.length + last.length + pair.length + 3 <= WIDTH) lines[lines.length - 1] = `${last}, ${pair}`;
    else lines.push(pair);
  }
  return lines.map((line, index) => `${indent}${line}${index < lines.length - 1 ? "," : ""}\n`).join("");
}

/** A guard's text with its pairs as they are to be. @throws Error when it has no place for them */
export function withPairs(cycle: LifeCycle, text: string): string {
  const found = text.match(new RegExp(`^( *)${BEGIN}\n[^]*?^ *${END}$`, "m"));
  if (!found) throw new Error(`${cycle}_guard.sql has no place for its pairs`);
  const indent = found[1] as string;
  return text.replace(found[0], () => `${indent}${BEGIN}\n${pairLines(cycle, indent)}${indent}${END}`);
}

const fileOf = (cycle: LifeCycle): string => join(FUNCTIONS, `${cycle}_guard.sql`);

/** The guards whose pairs are not those of the contract. */
export function staleGuards(): LifeCycle[] {
  return LIFE_CYCLE_NAMES.filter((cycle) => {
    const text = readFileSync(fileOf(cycle), "utf8");
    return withPairs(cycle, text) !== text;
  });
}

/** Writes the pairs of every guard. */
export function writeGuards(): void {
  for (const cycle of LIFE_CYCLE_NAMES) writeFileSync(fileOf(cycle), withPairs(cycle, readFileSync(fileOf(cycle), "utf8")));
}
