// What comes in: fields, amounts, texts, bodies, queries, paths.
import { input } from "./row.mjs";

/** @type {import("./row.mjs").Row[]} */
export const BAD_INPUT = [
  {
    id: "F1",
    what: "random input by schema, fields of wrong types, missing ones, ids that are none, at every operation",
    tests: [{ path: input("random") }, { path: input("bodies"), title: "bad fields" }, { path: input("addresses"), title: "that are none" }],
    unit: "calls",
    wanted: 200_000,
    missing:
      "exports, callbacks of payers and redacted links, which have tests of their own; 1,000 as each role: a quarter of the calls are by others; answers over 2 s are not failures",
  },
  {
    id: "F2",
    what: "what is no amount, in every amount field",
    tests: [{ path: input("amounts") }, { path: input("huge-amounts") }],
    unit: "calls",
    wanted: 6_000,
  },
  {
    id: "F3",
    what: "texts that break what handles text carelessly, in every text field",
    tests: [{ path: input("bodies"), title: "bad fields" }, { path: input("metadata-kept") }, { path: "src/server/platform/lists/export-formats.db.test.ts" }],
    unit: "calls",
    wanted: 40_000,
    missing: "texts as markup in a browser: React escapes them, no test tries it on every screen",
  },
  {
    id: "F4",
    what: "bodies that are wrong as a whole: shape, depth, size, type, encoding",
    tests: [
      { path: input("bodies"), title: "bad bodies" },
      { path: input("bodies"), title: "no body at all" },
    ],
    unit: "calls",
    wanted: 3_000,
    missing: "the speed of others while they come (memory: K8)",
  },
  {
    id: "F5",
    what: "names that no caller may set, in every write",
    tests: [{ path: input("bodies"), title: "bad fields" }],
    unit: "calls",
    wanted: 3_000,
  },
  {
    id: "F6",
    what: "queries: statements, lists, doubled names, sizes and dates out of bounds",
    tests: [{ path: input("addresses"), title: "queries" }],
    unit: "calls",
    wanted: 36_000,
    missing: "sqlmap",
  },
  {
    id: "F7",
    what: "other spellings of a path, other methods, headers that claim another path",
    tests: [{ path: input("addresses"), title: "other spellings" }],
    unit: "calls",
    wanted: 5_000,
    missing: "paths with ids in them",
  },
];
