/**
 * The rows of the trust suite: what may never happen, which tests try it, how often. `npm run trust` runs from here with the
 * whole counts (`ATTACK=full`), `npm test` runs the same tests with small ones, and docs/trust-suite.md is held against it
 * (scripts/trust.test.ts).
 *
 * A row's tests are files, or of a file those whose full title contains `title`. What they try they count with `tried(id)` or
 * `raced(id, answers)` (test/support/parts/effort.ts): calls, rounds or cycles. Each of its places (a file, or a part of one) has a
 * least count of its own, `wanted`, where it has `each`, every test of it has that, too, and where a row says `callers`, so many
 * acted at once in every round. What is there `beside` that has to pass and counts nothing. Where nothing counts (`unit: "tests"`),
 * the row's own `wanted` is of tests that passed. `program` is what tries a row in place of tests: a script with its arguments, which
 * prints what it does and tells its result (./program.mjs). `missing` says what the plan asks for beside that and nobody tries. A row
 * without tests and program is not tried, and is never counted as held.
 */
import { ACCESS } from "./rows/access.mjs";
import { BAD_INPUT } from "./rows/bad-input.mjs";
import { BOOKS } from "./rows/books.mjs";
import { FAULTS } from "./rows/faults.mjs";
import { LOAD } from "./rows/load.mjs";
import { RACES } from "./rows/races.mjs";

/** What a row that counts wants is what its places want together. */
const summed = (row) => (row.wanted === undefined ? { ...row, wanted: row.tests.reduce((sum, { wanted = 0 }) => sum + wanted, 0) } : row);

/** Families run one after the other, and each within one run of the tests. */
export const FAMILIES = [
  { name: "bad input", rows: BAD_INPUT },
  { name: "access", rows: ACCESS },
  { name: "races of money", rows: RACES },
  { name: "books", rows: BOOKS },
  { name: "faults", rows: FAULTS },
  { name: "load", rows: LOAD },
].map(({ name, rows }) => ({ name, rows: rows.map(summed) }));

/** All rows, in the order in which they run. */
export const ROWS = FAMILIES.flatMap(({ name, rows }) => rows.map((row) => ({ ...row, family: name })));
