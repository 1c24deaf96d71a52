// What a run over functions of the database found, as ./score.mjs counts.
import { EQUIVALENT_SQL } from "./equivalent-sql.mjs";
import { isMeant } from "./score.mjs";

/**
 * @param mutants that were tried
 * @param ended those that a test found, that nobody noticed, and that are no functions any more
 * @param whole whether all changes were tried, so that an entry of the list can be out of date
 */
export function sqlScore(mutants, { found, survived, failed }, whole, equivalent = EQUIVALENT_SQL) {
  const missed = survived.filter((mutant) => !equivalent.some((entry) => isMeant(entry, mutant)));
  const files = new Set(mutants.map(({ file }) => file));
  const stale = whole ? equivalent.filter((entry) => files.has(entry.file) && !survived.some((mutant) => isMeant(entry, mutant))) : [];
  const valid = found.length + missed.length;
  const score = valid === 0 ? 0 : Math.floor((found.length * 1000) / valid) / 10;
  return { mutants: mutants.length, found: found.length, equivalent: survived.length - missed.length, failed: failed.length, missed, stale, score };
}
