// npm run supply: licences of every package that ships, and known weaknesses of them where the registry answers. Part of npm run check and npm test.
import { checkout } from "./lib/common.mjs";
import { advisories } from "./lib/advisories.mjs";
import { licenceLines, licences } from "./lib/licences.mjs";
import { ensureInstalled } from "./setup.mjs";

await ensureInstalled();
const shipped = licenceLines(licences(checkout));
const known = await advisories();
console.log(`licences: ${shipped.summary}`);
for (const line of shipped.wrong) console.log(`  ${line}`);
console.log(`npm audit: ${known.summary}`);
for (const line of known.wrong) console.log(`  ${line}`);
process.exitCode = shipped.wrong.length + known.wrong.length === 0 ? 0 : 1;
