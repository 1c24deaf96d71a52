// What tests counted while they ran (test/support/parts/effort.ts): a line for each count, with the test that was running.
import { readOrNull } from "../common.mjs";

/** @typedef {{ row: string, count: number, path: string, title: string, callers?: number }} Count */

/** @returns {Count[]} all counts of a run */
export function countsIn(file) {
  const lines = (readOrNull(file) ?? "").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Whether a test, or a count of one, is at a place that a row names. */
export const isAt = ({ path, title }, place) => path === place.path && (place.title === undefined || title.includes(place.title));

const nameOf = ({ path, title }) => (title === undefined ? path : `${path} "${title}"`);

/**
 * What a row of counts was tried, and what of it is too little: each of its places has to have its own count, and each test of a place its `each`.
 * @param counts of all rows
 * @param tests of this row that ran
 * @param few whether small counts are enough
 */
export function tally(row, counts, tests, few) {
  const own = counts.filter((one) => one.row === row.id);
  const sum = (those) => those.reduce((all, { count }) => all + count, 0);
  const short = [];
  for (const place of row.tests.filter(({ beside }) => !beside)) {
    const here = own.filter((one) => isAt(one, place));
    const [done, wanted] = [sum(here), few ? 1 : (place.wanted ?? 1)];
    if (done < wanted) short.push(`${nameOf(place)} tried ${done} times of ${wanted}`);
    const callers = here.reduce((fewest, one) => Math.min(fewest, one.callers ?? 0), Number.POSITIVE_INFINITY);
    if (row.callers !== undefined && callers < row.callers) short.push(`${nameOf(place)} with ${callers} callers of ${row.callers}`);
    for (const test of place.each === undefined ? [] : tests.filter((one) => isAt(one, place))) {
      const often = sum(here.filter(({ title }) => title === test.title));
      if (often < (few ? 1 : place.each)) short.push(`${nameOf(test)} tried ${often} times of ${few ? 1 : place.each}`);
    }
  }
  const strangers = own.filter((one) => !row.tests.some((place) => isAt(one, place))).map(nameOf);
  return {
    done: sum(own.filter((one) => row.tests.some((place) => !place.beside && isAt(one, place)))),
    short: [...short, ...new Set(strangers.map((name) => `counted by ${name}, which is no test of the row`))],
  };
}
