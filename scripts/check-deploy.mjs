// npm run check-deploy [-- --all]: reads each file of deploy/, and tries it with the program that takes it, where this machine has that.
// With --all a program that is missing is a fault, too.
import { fail } from "./lib/common.mjs";
import { readFlags } from "./lib/flags.mjs";
import { ensureInstalled, isProduction } from "./setup.mjs";

const { values } = readFlags("npm run check-deploy [-- --all]", { all: { type: "boolean", default: false } });
if (isProduction()) fail("scripts/check-deploy.mjs is for development: npm ci installs what it needs.");
await ensureInstalled();
// It reads YAML with a package, which has to be there by now.
const { checkDeploy, MISSING } = await import("./lib/deploy-checks.mjs");

const results = await checkDeploy();
for (const { file, tool, found } of results) {
  const word = found === null ? "checked" : found === MISSING ? MISSING : `WRONG\n${found}`;
  console.log(`deploy/${file} (${tool}): ${word}`);
}
const untried = results.filter(({ found }) => found === MISSING);
const packages = [...new Set(untried.map(({ debian }) => debian))].join(" ");
if (untried.length > 0) console.log(`${untried.length} of ${results.length} not tried for want of a program (Debian: apt-get install ${packages})`);
const failed = results.filter(({ found }) => found !== null && found !== MISSING);
process.exitCode = failed.length > 0 || (values.all && untried.length > 0) ? 1 : 0;
