// npm run trust: what may never happen, tried as often as the plan says, a line for each row. `npm test` runs the same tests with
// small counts, and so does --few. --row F1,K7 runs these rows; --seed N repeats a run; --minutes M ends after so long; --planted runs rows against
// copies with one fault each, which they must find (lib/trust/planted.mjs). Rows of a program (mutants, load) come last and are left
// out of --few. The report is written to .cache/trust.json.
import { randomInt } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkout, fail } from "./lib/common.mjs";
import { testPlace } from "./lib/test-place.mjs";
import { engineEnv } from "./lib/tools.mjs";
import { plantedRuns } from "./lib/trust/planted-run.mjs";
import { FAMILIES, ROWS } from "./lib/trust/rows.mjs";
import { runRows } from "./lib/trust/run.mjs";
import { ensureInstalled } from "./setup.mjs";

const { values: flags } = parseArgs({
  options: {
    row: { type: "string" },
    seed: { type: "string" },
    minutes: { type: "string", default: "75" },
    few: { type: "boolean", default: false },
    planted: { type: "boolean", default: false },
    fault: { type: "string" },
  },
});
const minutes = Number(flags.minutes);
if (!(minutes > 0)) fail("--minutes takes a number above 0");
if (flags.seed !== undefined && !/^\d{1,10}$/.test(flags.seed)) fail("--seed takes a whole number");
const asked = flags.row?.split(",");
const unknown = asked?.filter((id) => !ROWS.some((row) => row.id === id)) ?? [];
if (unknown.length > 0) fail(`There is no row ${unknown.join(", ")}. Rows: ${ROWS.map((row) => row.id).join(" ")}`);

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
  const [results, failures] = [[], []];
  for (const { name, rows } of FAMILIES) {
    const chosen = rows.filter((row) => asked === undefined || asked.includes(row.id));
    if (chosen.length === 0) continue;
    console.log(`— ${name}`);
    const run = await runRows(chosen, place, env, () => endsAt - Date.now(), flags.few);
    for (const [index, row] of chosen.entries()) show(row, run.results[index]);
    results.push(...run.results);
    failures.push(...run.failures);
  }
  return { results, failures };
}

await ensureInstalled();
const startedAt = Date.now();
const place = testPlace(seed);
try {
  const env = { ...(await engineEnv()), ...(flags.few ? {} : { ATTACK: "full", HISTORY_SEED: seed }) };
  if (flags.planted) {
    process.exitCode = await plantedRuns({ place, only: flags.fault?.split(",") });
  } else {
    const { results, failures } = await runAll(place, env);
    const count = (state) => results.filter((result) => result.state === state).length;
    mkdirSync(join(checkout, ".cache"), { recursive: true });
    const report = {
      seed,
      minutes: Math.round((Date.now() - startedAt) / 60_000),
      rows: results.map((result) => ({ ...ROWS.find((row) => row.id === result.id), ...result })),
      failures,
    };
    writeFileSync(join(checkout, ".cache", "trust.json"), `${JSON.stringify(report, null, 2)}\n`);
    if (failures.length > 0) console.log(`Failed (the same again: npm run trust -- --seed ${seed}):\n${failures.map((line) => `  ${line}`).join("\n")}`);
    if (count("not tried") > 0)
      console.log(
        `Not tried by anything: ${results
          .filter((result) => result.state === "not tried")
          .map((result) => result.id)
          .join(" ")}`,
      );
    if (count("not reached") > 0)
      console.log(
        `Not reached within ${minutes} minutes: ${results
          .filter((result) => result.state === "not reached")
          .map((result) => result.id)
          .join(" ")}`,
      );
    console.log(`${count("held")} rows held, ${count("failed")} failed`);
    process.exitCode = count("failed") + count("not reached") > 0 || count("held") === 0 ? 1 : 0;
  }
} finally {
  place.remove();
}
