// What a report of Stryker says of a module: how many mutants tests found, which they did not, and the score.
import { EQUIVALENT } from "./equivalent.mjs";

const plain = (text) => text.replace(/\s+/g, " ").trim();

/** The text of a source between two places of a report; lines and columns count from 1. */
function textAt(source, { start, end }) {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return lines.join("\n");
}

/** Every mutant of a report that counts: where it stands, what was changed into what, and how it ended. */
function mutantsOf(report) {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status !== "Ignored")
      .map(({ location, replacement, status }) => ({
        file,
        line: location.start.line,
        text: source.split("\n")[location.start.line - 1],
        from: plain(textAt(source, location)),
        to: plain(replacement),
        status,
      })),
  );
}

/** Whether an entry of a list of what changes nothing means a mutant. */
export const isMeant = (entry, mutant) =>
  entry.file === mutant.file &&
  plain(entry.from) === mutant.from &&
  plain(entry.to) === mutant.to &&
  (entry.line === undefined || mutant.text.includes(entry.line));

/**
 * The score of a module.
 * @param report of Stryker
 * @param equivalent mutants that no test can find
 * @returns counts; `score` in percent, cut to a tenth; `missed`: mutants that survived; `stale`: entries of the list that are wrong
 */
export function scoreOf(report, equivalent = EQUIVALENT) {
  const mutants = mutantsOf(report);
  const entries = equivalent.filter((entry) => report.files[entry.file] !== undefined);
  const survived = mutants.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const missed = survived.filter((mutant) => !entries.some((entry) => isMeant(entry, mutant)));
  const found = mutants.filter(({ status }) => status === "Killed" || status === "Timeout").length;
  const stale = entries.filter((entry) => !survived.some((mutant) => isMeant(entry, mutant)));
  const unclear = mutants.filter(({ status }) => status === "Pending").length;
  const valid = found + missed.length;
  return {
    mutants: mutants.length,
    found,
    equivalent: survived.length - missed.length,
    // Those that cannot be run at all (`RuntimeError`, `CompileError`) say nothing either way.
    failed: mutants.length - found - survived.length,
    missed,
    stale,
    score: valid === 0 || unclear > 0 ? 0 : Math.floor((found * 1000) / valid) / 10,
  };
}
