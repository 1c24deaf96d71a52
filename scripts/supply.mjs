// npm run supply [-- --required]: licences of every package that ships, and known weaknesses of them where the registry answers. Part of
// npm run check and npm test. With --required a registry that does not answer is a fault, for what is about to be released.
import { checkout } from "./lib/common.mjs";
import { advisories, auditLine } from "./lib/advisories.mjs";
import { licenceLines, licences } from "./lib/licences.mjs";
import { ensureInstalled } from "./setup.mjs";

await ensureInstalled();
const shipped = licenceLines(licences(checkout));
const known = await advisories();
console.log(`licences: ${shipped.summary}`);
for (const line of shipped.wrong) console.log(`  ${line}`);
console.log(auditLine(known));
for (const line of known.wrong) console.log(`  ${line}`);
const unanswered = process.argv.includes("--required") && !known.reached;
process.exitCode = shipped.wrong.length + known.wrong.length === 0 && !unanswered ? 0 : 1;
