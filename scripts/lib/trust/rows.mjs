/**
 * The rows of the trust suite: what may never happen, which tests try it, how often. `npm run trust` runs from here with the
 * whole counts (`ATTACK=full`), `npm test` runs the same tests with small ones, and docs/trust-suite.md is held against it
 * (scripts/trust.test.ts).
 *
 * A row's tests are files, or of a file those whose full title contains `title`. `wanted` is the least count that the row needs
 * to hold: calls, rounds or cycles that its tests count with `tried(id)` (test/support/parts/effort.ts), or, where nothing counts
 * them (`unit: "tests"`), tests that passed. `program` is what tries a row in place of tests: a script with its arguments, which
 * prints what it does and tells its result (./program.mjs). `missing` says what the plan asks for beside that and nobody tries. A row
 * without tests and program is not tried, and is never counted as held.
 */
import { ACCESS } from "./rows/access.mjs";
import { BAD_INPUT } from "./rows/bad-input.mjs";
import { BOOKS } from "./rows/books.mjs";
import { FAULTS } from "./rows/faults.mjs";
import { LOAD } from "./rows/load.mjs";
import { RACES } from "./rows/races.mjs";

/** Families run one after the other, and each within one run of the tests. */
export const FAMILIES = [
  { name: "bad input", rows: BAD_INPUT },
  { name: "access", rows: ACCESS },
  { name: "races of money", rows: RACES },
  { name: "books", rows: BOOKS },
  { name: "faults", rows: FAULTS },
  { name: "load", rows: LOAD },
];

/** All rows, in the order in which they run. */
export const ROWS = FAMILIES.flatMap(({ name, rows }) => rows.map((row) => ({ ...row, family: name })));
