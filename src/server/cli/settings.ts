/** `npm run settings`: writes the table of settings into docs/operate.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withSettings } from "../platform/settings/page.ts";

const page = join(import.meta.dirname, "../../../docs/operate.md");
writeFileSync(page, withSettings(readFileSync(page, "utf8")));
process.stdout.write("docs/operate.md is written\n");
