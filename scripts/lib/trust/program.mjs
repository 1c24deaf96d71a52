// Rows that a program tries rather than tests: it prints what it does, and tells its result by a file.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readOrNull, runToEnd } from "../common.mjs";

/** @typedef {{ done: number, held: boolean, why?: string }} Told */

/** Called by the program of a row: what it tried, and whether that is what the row wants. Alone, without the suite, it tells nobody. */
export function tell(/** @type {Told} */ result) {
  if (process.env.TRUST_RESULT) writeFileSync(process.env.TRUST_RESULT, JSON.stringify(result));
}

/**
 * Runs the program of a row to its end.
 * @param env of the program. How much it tries is the caller's own wish (ATTACK=full), not that of the suite: a load takes its time.
 * @param left milliseconds that it may take
 */
export async function runProgram(row, place, env, left) {
  const startedAt = Date.now();
  const file = join(place.scratch, "trust-result.json");
  rmSync(file, { force: true });
  const { ATTACK: _full, ...rest } = { ...place.env, ...env };
  const asked = process.env.ATTACK === undefined ? {} : { ATTACK: process.env.ATTACK };
  const [path, ...args] = row.program;
  const loader = path.endsWith(".ts") ? ["--enable-source-maps", "--import", "tsx"] : [];
  const code = await runToEnd(process.execPath, [...loader, path, ...args], { env: { ...rest, ...asked, TRUST_RESULT: file }, timeout: left });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const told =
    readOrNull(file) === null ? { done: 0, held: false, why: `ended with code ${code} before it told its result` } : JSON.parse(readFileSync(file, "utf8"));
  return judgeProgram(row, told, code, seconds);
}

/** Held when the program says so, ended well and tried as much as the row wants. */
export function judgeProgram(row, told, code, seconds) {
  const held = code === 0 && told.held && told.done >= row.wanted;
  const why = told.why ?? (held ? undefined : code === 0 ? `${told.done} of ${row.wanted} ${row.unit}` : `ended with code ${code}`);
  return {
    id: row.id,
    state: held ? "held" : "failed",
    done: told.done,
    passed: held ? 1 : 0,
    failed: held ? 0 : 1,
    seconds,
    ...(why === undefined ? {} : { why }),
  };
}
