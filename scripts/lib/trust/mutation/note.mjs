// The figures of a run of mutants as docs/trust-suite.md has them.
import { merged, runOf } from "../page.mjs";
import { MODULES, SQL_MODULES } from "./modules.mjs";

const PLACES = {
  sources: ["<!-- Mutation score: written by npm run mutate -- --write. -->", "<!-- End of the mutation score. -->"],
  sql: ["<!-- Mutation score of functions: written by npm run mutate -- --sql --write. -->", "<!-- End of the mutation score of functions. -->"],
};

/** What a module changes. */
const changedBy = (name) => MODULES.find((module) => module.name === name)?.sources ?? SQL_MODULES.find((module) => module.name === name)?.functions ?? [];

const HEAD = ["module", "sources", "mutants", "found", "missed", "change nothing", "could not run", "score"];
const cellsOf = ({ name, mutants, found, missed, equivalent, failed, score }) => [
  changedBy(name)
    .map((path) => `\`${path}\``)
    .join(", "),
  ...[mutants, found, missed.length, equivalent, failed].map(String),
  `${score} %`,
];

/** A table of the modules that ran. */
export function scoreTable(results) {
  const rows = results.map((result) => `| ${result.name} | ${cellsOf(result).join(" | ")} |`);
  return [`| ${HEAD.join(" | ")} |`, `|${"---|".repeat(HEAD.length)}`, ...rows].join("\n");
}

/** A page with the figures of the modules that ran in their place. @param {"sources" | "sql"} what was changed @throws Error for a page without the place */
export function noted(page, results, seed, what = "sources") {
  const ids = (what === "sql" ? SQL_MODULES : MODULES).map(({ name }) => name);
  return merged(page, PLACES[what], { ids, head: HEAD, lines: new Map(results.map((result) => [result.name, cellsOf(result)])), run: runOf(seed) });
}
