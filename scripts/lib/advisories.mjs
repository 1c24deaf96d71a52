// Known weaknesses of what ships, as the npm registry lists them. A registry that cannot be asked fails nothing (but with
// `npm run supply -- --required`); it is said, and the last line of npm test says it.
import { runQuietly } from "./common.mjs";

const LONGEST_MS = 20_000;
/** From here on an advisory fails the check. */
const GRAVE = new Set(["high", "critical"]);

/**
 * What `npm audit --json` printed, read.
 * @returns {{ reached: boolean, wrong: string[], summary: string }} a line for each package with a grave advisory
 */
export function readAudit(output, timedOut = false) {
  const start = output.indexOf("{");
  let found = null;
  try {
    found = JSON.parse(output.slice(start, output.lastIndexOf("}") + 1));
  } catch {
    // Said below.
  }
  if (found?.vulnerabilities === undefined) {
    const why = timedOut ? `no answer within ${LONGEST_MS / 1000} s` : (found?.message ?? output.trim().split("\n")[0] ?? "no answer").slice(0, 120);
    return { reached: false, wrong: [], summary: `the registry was not reached, or does not answer that (${why})` };
  }
  const listed = Object.values(found.vulnerabilities);
  const wrong = listed.filter((one) => GRAVE.has(one.severity)).map((one) => `${one.name} ${one.range}: ${one.severity}`);
  return { reached: true, wrong, summary: `${listed.length} packages with advisories, ${wrong.length} of them high or critical` };
}

const NOT_ASKED = "npm audit: not asked, ";
/** The line about it. @param known as {@link readAudit} answers */
export const auditLine = ({ reached, summary }) => `${reached ? "npm audit: " : NOT_ASKED}${summary}`;
/** Whether an output says that nobody was asked. */
export const saysUnasked = (output) => output.split("\n").some((line) => line.startsWith(NOT_ASKED));

/** The last line of npm test. @param unanswered advisories are known of nothing */
export function lastLine({ passed, failed, skipped }, unanswered) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}${unanswered ? " (advisories: no registry answered, see npm run supply)" : ""}`;
}

/** Asks the registry about what a production installation brings. */
export async function advisories() {
  const startedAt = Date.now();
  const { output } = await runQuietly("npm", ["audit", "--omit=dev", "--json", "--fetch-retries=0", `--fetch-timeout=${LONGEST_MS}`], { timeout: LONGEST_MS });
  return readAudit(output, Date.now() - startedAt >= LONGEST_MS);
}
