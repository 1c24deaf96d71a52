// What comes in: fields, amounts, texts, bodies, queries, paths.
import { input } from "./row.mjs";

/** @type {import("./row.mjs").Row[]} */
export const BAD_INPUT = [
  {
    id: "F1",
    what: "random input by schema, fields of wrong types, missing ones, ids that are none, at every operation",
    tests: [
      { path: input("random"), wanted: 200_000, each: 500 },
      { path: input("bodies"), title: "bad fields", wanted: 12_000 },
      { path: input("addresses"), title: "ids that are none", wanted: 5_000 },
      { path: input("addresses"), title: "days that are none", beside: true },
    ],
    unit: "calls",
    missing:
      "1,000 as each role: half of the calls are by others, of all roles and credentials; 500 at each export; 2 s by the clock: 2 s of processors in one call fail",
  },
  {
    id: "F2",
    what: "what is no amount, in every amount field",
    tests: [
      { path: input("amounts"), wanted: 6_000 },
      { path: input("huge-amounts"), beside: true },
    ],
    unit: "calls",
  },
  {
    id: "F3",
    what: "texts that break what handles text carelessly, in every text field",
    tests: [
      { path: input("bodies"), title: "bad fields", wanted: 40_000 },
      { path: input("metadata-kept"), beside: true },
      { path: "src/server/platform/lists/export-formats.db.test.ts", beside: true },
    ],
    unit: "calls",
    missing: "texts as markup in a browser: React escapes them, no test tries it on every screen",
  },
  {
    id: "F4",
    what: "bodies that are wrong as a whole: shape, depth, size, type, encoding",
    tests: [
      { path: input("bodies"), title: "bad bodies", wanted: 3_000 },
      { path: input("bodies"), title: "no body at all", beside: true },
    ],
    unit: "calls",
    missing: "the speed of others while they come (L8), memory (K8)",
  },
  {
    id: "F5",
    what: "names that no caller may set, in every write",
    tests: [{ path: input("bodies"), title: "bad fields", wanted: 3_000 }],
    unit: "calls",
  },
  {
    id: "F6",
    what: "queries: statements, lists, doubled names, sizes and dates out of bounds",
    tests: [{ path: input("addresses"), title: "queries", wanted: 36_000 }],
    unit: "calls",
    missing: "sqlmap",
  },
  {
    id: "F7",
    what: "other spellings of a path, other methods, headers that claim another path",
    tests: [{ path: input("addresses"), title: "other spellings", wanted: 10_000 }],
    unit: "calls",
  },
];
