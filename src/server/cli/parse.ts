/**
 * `npm run parse < rows.jsonl`: parses messages, one JSON object a line; no database. Each answer holds what was understood
 * (kind, values, rule), what was not (`unexplained`, in the order of the text), and whether the text may be matched by itself.
 * Exit code 1 if a line was broken.
 */
import { createInterface } from "node:readline";
import { OPERATORS, WALLET_TYPES, type Operator, type WalletType } from "../../contract/operators.ts";
import { parseMessage, mayMatch } from "../../domain/messages/index.ts";
import { isHelp } from "./lib/help.ts";
import { triedOf } from "../features/sms/tried.ts";

const USAGE = "Usage: npm run parse < rows.jsonl   one JSON object a line: text, and operator, wallet and sender where they are known";

interface Row {
  readonly id: unknown;
  readonly operator: Operator | null;
  readonly walletType: WalletType | null;
  readonly sender: string | null;
  readonly text: string;
}

function oneOf<T extends string>(name: string, allowed: readonly T[], unchecked: unknown): T | null {
  if (unchecked === undefined || unchecked === null) return null;
  const found = allowed.find((value) => value === unchecked);
  if (found === undefined) throw new Error(`${name} is not one of ${allowed.join(", ")}`);
  return found;
}

function readRow(line: string): Row {
  const unchecked: unknown = JSON.parse(line);
  if (typeof unchecked !== "object" || unchecked === null || Array.isArray(unchecked)) throw new Error("not a JSON object");
  const row = unchecked as Record<string, unknown>;
  if (typeof row.text !== "string") throw new Error("text is missing");
  if (row.sender !== undefined && row.sender !== null && typeof row.sender !== "string") throw new Error("sender is not a string");
  return {
    id: row.id,
    operator: oneOf("operator", OPERATORS, row.operator),
    walletType: oneOf("wallet", WALLET_TYPES, row.wallet ?? row.wallet_type),
    sender: row.sender ?? null,
    text: row.text,
  };
}

function answer(row: Row): Record<string, unknown> {
  const parsed = parseMessage({ ...row, atMs: Date.now() });
  // These two are no part of this output.
  const { operator: _operator, rule: _rule, ...shown } = triedOf(parsed);
  return { ...(row.id === undefined ? {} : { id: row.id }), ...shown, unexplained: parsed.unexplained, may_match: mayMatch(parsed) };
}

const ASKED = process.argv.slice(2);
if (ASKED.length > 0) {
  const asksHelp = ASKED.every(isHelp);
  process[asksHelp ? "stdout" : "stderr"].write(`${USAGE}\n`);
  process.exit(asksHelp ? 0 : 2);
}

// Whoever reads may have had enough: `npm run parse < rows.jsonl | head`.
process.stdout.on("error", () => process.exit());

let lineNumber = 0;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  lineNumber += 1;
  if (line.trim() === "") continue;
  let output: Record<string, unknown>;
  try {
    output = answer(readRow(line));
  } catch (error) {
    process.exitCode = 1;
    output = { error: error instanceof Error ? error.message : String(error), line: lineNumber };
  }
  // Waiting for the reader keeps memory flat on long input.
  if (!process.stdout.write(`${JSON.stringify(output)}\n`)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}
