// npm run bench -- <name>: runs bench/<name>.ts on a fresh build; without a name, lists them.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkout, fail, runToEnd } from "./lib/common.mjs";
import { buildApart } from "./lib/product.mjs";
import { ensureInstalled } from "./setup.mjs";

const folder = join(checkout, "bench");
const names = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => file.slice(0, -3))
      .sort()
  : [];
/** These need no server, so nothing is built for them. */
const WITHOUT_BUILD = new Set(["fill", "readme", "verify"]);
const [name, ...args] = process.argv.slice(2);
const list = `Benchmarks: ${names.join(", ") || "none yet"}. Run one with: npm run bench -- <name>`;
if (name === undefined) {
  console.log(list);
} else if (!names.includes(name)) {
  fail(`There is no benchmark "${name}". ${list}`);
} else {
  await ensureInstalled();
  if (!WITHOUT_BUILD.has(name)) await buildApart();
  process.exitCode = await runToEnd(process.execPath, ["--enable-source-maps", "--import", "tsx", join("bench", `${name}.ts`), ...args]);
}
