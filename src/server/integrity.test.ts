/** What the ledger integrity check finds has a name and words: each check is known to both sides, and so is each fact that it tells. */
import { expect, it } from "vitest";
import { FINDING_AMOUNTS, FINDING_FACTS, INTEGRITY_CHECK_NAMES } from "../contract/integrity.ts";
import { OFFERS } from "./app.ts";

it("each check that is named is made by one part", () => {
  const made = [...Object.keys(OFFERS.integrityChecks), ...Object.keys(OFFERS.integrityReads)];
  expect(made.toSorted()).toEqual(INTEGRITY_CHECK_NAMES.toSorted());
});

it("each fact that a statement tells has a name, and each name is told", () => {
  const told = Object.values(OFFERS.integrityChecks).flatMap((sql) =>
    [...sql.matchAll(/jsonb_build_object\(([^]*?)\) as facts/g)].flatMap(([, facts = ""]) =>
      [...facts.matchAll(/(?:^|, )'(\w+)', (?!')/g)].map(([, name]) => name),
    ),
  );
  expect([...new Set([...told, "fault"])].toSorted()).toEqual([...FINDING_AMOUNTS, ...FINDING_FACTS].toSorted());
});
