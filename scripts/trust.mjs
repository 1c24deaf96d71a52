// npm run trust: what may never happen, tried as often as the plan says, a line for each row. `npm test` runs the same tests with
// small counts, and so does --few. --row F1,K7 runs these rows; --seed N repeats a run; --minutes M ends after so long; --planted runs rows against
// copies with one fault each, which they must find (lib/trust/planted.mjs). Rows of a program (mutants, load) come last and are left
// out of --few. The report is written to .cache/trust.json; --write puts its rows, or the faults of --planted, into docs/trust-suite.md.
import { randomInt } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout, fail } from "./lib/common.mjs";
import { readFlags } from "./lib/flags.mjs";
import { testPlace } from "./lib/test-place.mjs";
import { engineEnv } from "./lib/tools.mjs";
import { notedPlanted, notedRun, writePage } from "./lib/trust/page.mjs";
import { plantedRuns } from "./lib/trust/planted-run.mjs";
import { FAMILIES, ROWS } from "./lib/trust/rows.mjs";
import { runRows } from "./lib/trust/run.mjs";
import { ensureInstalled } from "./setup.mjs";

const USAGE = `npm run trust [-- --row F1,K7] [--seed N] [--minutes M] [--few] [--write]
npm run trust -- --planted [--fault float,lease] [--write]`;
const { values: flags } = readFlags(USAGE, {
  row: { type: "string" },
  seed: { type: "string" },
  minutes: { type: "string", default: "75" },
  few: { type: "boolean", default: false },
  planted: { type: "boolean", default: false },
  fault: { type: "string" },
  write: { type: "boolean", default: false },
});
const minutes = Number(flags.minutes);
if (!(minutes > 0)) fail("--minutes takes a number above 0");
if (flags.seed !== undefined && !/^\d{1,10}$/.test(flags.seed)) fail("--seed takes a whole number");
const asked = flags.row?.split(",");
const unknown = asked?.filter((id) => !ROWS.some((row) => row.id === id)) ?? [];
if (unknown.length > 0) fail(`There is no row ${unknown.join(", ")}. Rows: ${ROWS.map((row) => row.id).join(" ")}`);

if (flags.write && flags.few) fail("--write is for whole counts: without --few");

const seed = flags.seed ?? String(randomInt(1, 2 ** 31));
let endsAt = Date.now() + minutes * 60_000;
/** Told to stop: the run under way is ended by its own handler, and nothing is begun any more. */
if (!flags.planted) for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => (endsAt = 0));
const number = (value) => value.toLocaleString("en-GB");

function show(row, result) {
  const mark = { held: "✓", failed: "✗", "not tried": "-", "not reached": "-" }[result.state];
  const tests = row.program ? "" : `, ${result.passed} tests passed, ${result.failed} failed`;
  const counts =
    result.state === "not tried" ? "" : `: ${number(result.done)} of ${flags.few ? "any" : number(row.wanted)} ${row.unit}${tests}, ${result.seconds} s`;
  console.log(
    `${mark} ${row.id} ${row.what}${counts}, seed ${seed}${result.state === "held" ? "" : ` — ${result.state}`}${result.why ? `: ${result.why}` : ""}`,
  );
}

async function runAll(place, env) {
  const [results, failures, families] = [[], [], []];
  for (const { name, rows } of FAMILIES) {
    const begunAt = Date.now();
    const chosen = rows.filter((row) => asked === undefined || asked.includes(row.id));
    if (chosen.length === 0) continue;
    console.log(`— ${name}`);
    const run = await runRows(chosen, place, env, () => endsAt - Date.now(), flags.few);
    for (const [index, row] of chosen.entries()) show(row, run.results[index]);
    results.push(...run.results);
    failures.push(...run.failures);
    families.push({ name, seconds: Math.round((Date.now() - begunAt) / 1000) });
    console.log(`— ${name} took ${number(families.at(-1).seconds)} s`);
  }
  return { results, failures, families };
}

/** What is not held, each with its rows by name; the exit code is 0 only where that is nothing. Programs are no part of --few. */
function told(results) {
  const of = (state) => results.filter((result) => result.state === state).map(({ id }) => id);
  const [notTried, notReached] = [of("not tried"), of("not reached")];
  if (notTried.length > 0) console.log(`${flags.few ? "Left out of few" : "Not tried by anything"}: ${notTried.join(" ")}`);
  if (notReached.length > 0) console.log(`Not reached within ${minutes} minutes: ${notReached.join(" ")}`);
  const notHeld = of("failed").length + notReached.length + (flags.few ? 0 : notTried.length);
  console.log(
    `${of("held").length} of ${results.length} rows held, ${of("failed").length} failed, ${notReached.length} not reached, ${notTried.length} ${flags.few ? "left out" : "not tried"}`,
  );
  return notHeld > 0 || of("held").length === 0 ? 1 : 0;
}

await ensureInstalled();
const startedAt = Date.now();
const place = testPlace(seed);
try {
  const env = { ...(await engineEnv()), ...(flags.few ? {} : { ATTACK: "full", HISTORY_SEED: seed }) };
  if (flags.planted) {
    const report = await plantedRuns({ place, only: flags.fault?.split(",") });
    if (flags.write) writePage((page) => notedPlanted(page, report));
    process.exitCode = report.code;
  } else {
    const { results, failures, families } = await runAll(place, env);
    mkdirSync(join(checkout, ".cache"), { recursive: true });
    const report = {
      seed,
      minutes: Math.round((Date.now() - startedAt) / 60_000),
      families,
      rows: results.map((result) => ({ ...ROWS.find((row) => row.id === result.id), ...result })),
      failures,
    };
    writeFileSync(join(checkout, ".cache", "trust.json"), `${JSON.stringify(report, null, 2)}\n`);
    if (failures.length > 0) console.log(`Failed (the same again: npm run trust -- --seed ${seed}):\n${failures.map((line) => `  ${line}`).join("\n")}`);
    if (flags.write) writePage((page) => notedRun(page, report));
    process.exitCode = told(results);
  }
} finally {
  place.remove();
}
