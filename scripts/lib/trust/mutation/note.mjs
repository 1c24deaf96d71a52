// The figures of a run of mutants as docs/trust-suite.md has them.
import { placed } from "../page.mjs";
import { MODULES } from "./modules.mjs";

const BEGIN = "<!-- Mutation score: written by npm run mutate -- --write. -->";
const END = "<!-- End of the mutation score. -->";

/** A table of all modules that ran. @param today the day of the run, `YYYY-MM-DD` */
export function scoreTable(results, today = new Date().toISOString().slice(0, 10)) {
  const rows = results.map(({ name, mutants, found, missed, equivalent, failed, score }) => {
    const sources = MODULES.find((module) => module.name === name)?.sources ?? [];
    return `| ${name} | ${sources.map((path) => `\`${path}\``).join(", ")} | ${mutants} | ${found} | ${missed.length} | ${equivalent} | ${failed} | ${score} % |`;
  });
  return [
    `Run of ${today}:`,
    "",
    "| module | sources | mutants | found | missed | change nothing | could not run | score |",
    "|---|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** A page with the figures of this run in their place. @throws Error for a page without the place */
export function noted(page, results) {
  return placed(page, BEGIN, END, scoreTable(results));
}
