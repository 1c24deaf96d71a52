// npm run mutate: the sources that money depends on are changed one place at a time, and their tests have to notice: row M4 of
// the trust suite. --module fees,matching tries these modules; --anew tries also modules of which nothing has changed since they were tried; --write puts the figures
// into docs/trust-suite.md. What nobody noticed is listed; mutants that change nothing stand in lib/trust/mutation/equivalent.mjs.
// --sql changes functions of the database instead: row M5; --part 2/8 the second eighth of them, any/8 one that the seed names; what changes nothing there stands in equivalent-sql.mjs.
import { randomInt } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout, fail } from "./lib/common.mjs";
import { readFlags } from "./lib/flags.mjs";
import { testPlace } from "./lib/test-place.mjs";
import { engineEnv } from "./lib/tools.mjs";
import { MODULES, SQL_MODULES } from "./lib/trust/mutation/modules.mjs";
import { noted, scoreTable } from "./lib/trust/mutation/note.mjs";
import { ensureStryker, mutate } from "./lib/trust/mutation/run.mjs";
import { tell } from "./lib/trust/program.mjs";
import { ensureInstalled } from "./setup.mjs";

/** The least score of each module, percent. */
const WANTED = 85;
/** One seed: the same properties are tried against every mutant, and in every run. */
const SEED = "42";

const USAGE = `npm run mutate [-- --module fees,matching] [--anew] [--write]
npm run mutate -- --sql [--module "ledger in the database"] [--part 2/8 | --part any/8] [--write]`;
const { values: flags } = readFlags(USAGE, {
  module: { type: "string" },
  anew: { type: "boolean", default: false },
  write: { type: "boolean", default: false },
  sql: { type: "boolean", default: false },
  part: { type: "string" },
});
const modules = flags.sql ? SQL_MODULES : MODULES;
const asked = flags.module?.split(",");
const unknown = asked?.filter((name) => !modules.some((module) => module.name === name)) ?? [];
if (unknown.length > 0) fail(`There is no module ${unknown.join(", ")}. Modules: ${modules.map((module) => module.name).join(", ")}`);
if (flags.part !== undefined && !(flags.sql && /^([1-9]\d*|any)\/[1-9]\d*$/.test(flags.part))) fail("--part is of --sql, such as 2/8, or any/8");
if (flags.write && flags.part !== undefined) fail("--write needs all changes of a module: run it without --part");
/** One part of several, told by the seed of whoever runs this, so that other runs try other parts. */
function partOf(text) {
  const of = Number(text.split("/")[1]);
  return text.startsWith("any") ? `${(Number(process.env.TEST_SEED ?? randomInt(of)) % of) + 1}/${of}` : text;
}
const part = flags.part === undefined ? undefined : partOf(flags.part);

await ensureInstalled();
if (!flags.sql) await ensureStryker();
const place = testPlace(SEED);
const results = [];
try {
  const env = { ...place.env, ...(await engineEnv()) };
  // The tests of functions are started by this process; what they need is installed by now.
  if (flags.sql) Object.assign(process.env, env);
  const { mutateSql } = flags.sql ? await import("./lib/trust/mutation/sql-run.mjs") : {};
  for (const module of modules.filter(({ name }) => asked === undefined || asked.includes(name))) {
    const result = flags.sql ? await mutateSql(module, part) : await mutate(module, env, flags.anew);
    results.push(result);
    const isEnough = result.score >= WANTED && result.stale.length === 0;
    console.log(
      `${isEnough ? "✓" : "✗"} ${result.name}: ${result.score} %, ${result.found} of ${result.found + result.missed.length} found, ${result.equivalent} change nothing, ${result.seconds} s`,
    );
    for (const { file, line, from, to } of result.missed) console.log(`    ${file}:${line} ${from.slice(0, 90)} → ${to.slice(0, 90)}`);
    for (const { file, from, to } of result.stale) console.log(`    listed as changing nothing, but found or not there: ${file} ${from} → ${to}`);
  }
} finally {
  place.remove();
}
if (part !== undefined) console.log(`Part ${part} of the changes:`);
console.log(scoreTable(results));
const low = results.filter((result) => result.score < WANTED).map(({ name }) => name);
const stale = results.some((result) => result.stale.length > 0);
if (flags.write) {
  const page = join(checkout, "docs", "trust-suite.md");
  writeFileSync(page, noted(readFileSync(page, "utf8"), results, SEED, flags.sql ? "sql" : "sources"));
}
const why = low.length > 0 ? `below ${WANTED} %: ${low.join(", ")}` : stale ? "the list of mutants that change nothing is out of date" : undefined;
tell({ done: Math.floor(Math.min(...results.map(({ score }) => score))), held: why === undefined, ...(why === undefined ? {} : { why }) });
if (why !== undefined) console.log(why);
process.exitCode = why === undefined ? 0 : 1;
