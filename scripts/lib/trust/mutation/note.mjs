// The figures of a run of mutants as docs/trust-suite.md has them.
import { placed } from "../page.mjs";
import { MODULES, SQL_MODULES } from "./modules.mjs";

const PLACES = {
  sources: ["<!-- Mutation score: written by npm run mutate -- --write. -->", "<!-- End of the mutation score. -->"],
  sql: ["<!-- Mutation score of functions: written by npm run mutate -- --sql --write. -->", "<!-- End of the mutation score of functions. -->"],
};

/** What a module changes. */
const changedBy = (name) => MODULES.find((module) => module.name === name)?.sources ?? SQL_MODULES.find((module) => module.name === name)?.functions ?? [];

/** A table of all modules that ran. @param today the day of the run, `YYYY-MM-DD` */
export function scoreTable(results, today = new Date().toISOString().slice(0, 10)) {
  const rows = results.map(({ name, mutants, found, missed, equivalent, failed, score }) => {
    return `| ${name} | ${changedBy(name)
      .map((path) => `\`${path}\``)
      .join(", ")} | ${mutants} | ${found} | ${missed.length} | ${equivalent} | ${failed} | ${score} % |`;
  });
  return [
    `Run of ${today}:`,
    "",
    "| module | sources | mutants | found | missed | change nothing | could not run | score |",
    "|---|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** A page with the figures of this run in their place. @param {"sources" | "sql"} what was changed @throws Error for a page without the place */
export function noted(page, results, what = "sources") {
  const [begin, end] = PLACES[what];
  return placed(page, begin, end, scoreTable(results));
}
