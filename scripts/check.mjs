// npm run check: types, lint, format, licences and unit tests in seconds, without a database.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { binOf, checkout, lastLines, runQuietly, sourcePlaces } from "./lib/common.mjs";
import { ensureInstalled } from "./setup.mjs";

await ensureInstalled();
const steps = [
  ["types", "tsc", ["-b"], "tsconfig.json"],
  ["lint", "oxlint", sourcePlaces(), null],
  ["structure", "node", ["scripts/structure.mjs"], null],
  ["format", "biome", ["format", ...sourcePlaces()], "biome.json"],
  ["deploy", "node", ["scripts/check-deploy.mjs"], null],
  ["supply", "node", ["scripts/supply.mjs"], null],
  ["unit", "vitest", ["run", "--project", "unit", "--passWithNoTests"], null],
];
let failed = 0;
for (const [name, program, args, needs] of steps) {
  if (needs !== null && !existsSync(join(checkout, needs))) {
    console.log(`- ${name}: skipped, there is no ${needs}`);
    continue;
  }
  const startedAt = performance.now();
  const { code, output } = await runQuietly(program === "node" ? process.execPath : binOf(program), args, { env: { ...process.env, CI: "true" } });
  const took = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  if (code === 0) console.log(`${["structure", "deploy", "supply"].includes(name) ? output : ""}✓ ${name} (${took})`);
  else {
    failed += 1;
    console.log(`${lastLines(output)}\n✗ ${name} (${took})`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
