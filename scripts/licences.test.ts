/** What ships has licences that are allowed, and what the registry says is read as it is meant. */
import { expect, it } from "vitest";
import { auditLine, lastLine, readAudit, saysUnasked } from "./lib/advisories.mjs";
import { checkout } from "./lib/common.mjs";
import { allows, licenceLines, licenceOf, licences } from "./lib/licences.mjs";

interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly allowed: boolean;
}

it("every package that ships may be shipped; the web bundle's are among them, tools are not", () => {
  const found = licences(checkout) as readonly Shipped[];
  const names = found.map((one) => one.name);
  expect(names).toEqual(expect.arrayContaining(["fastify", "pg", "pg-protocol", "react", "react-dom", "scheduler", "@mantine/core", "uplot"]));
  for (const tool of ["vitest", "lighthouse", "esbuild", "oxlint", "vite"]) expect(names).not.toContain(tool);
  expect(licenceLines(found).wrong).toEqual([]);
});

it("an expression is allowed by one side of an OR, by both of an AND, and by nothing that is not listed", () => {
  const cases: [string, boolean][] = [
    ["MIT", true],
    ["(MIT OR CC0-1.0)", true],
    ["GPL-3.0 OR Apache-2.0", true],
    ["MIT AND Zlib", false],
    ["GPL-3.0", false],
    ["MPL-2.0", false],
    ["none named", false],
    ["SEE LICENSE IN LICENSE.md", false],
  ];
  for (const [text, expected] of cases) expect([text, allows(text)]).toEqual([text, expected]);
  const wrong: Shipped = { name: "x", version: "1.0.0", licence: "GPL-3.0", allowed: false };
  expect(licenceLines([wrong]).wrong[0]).toMatch(/^x 1\.0\.0: GPL-3\.0 is not among MIT/);
});

it("a package that names none has the licence whose text it brings, where that is MIT's", () => {
  const mit = "MIT License\n\nCopyright (c) 2017 A\n\nPermission is hereby granted, free of charge, to any person";
  expect([licenceOf({}, mit), licenceOf({}, "GPL"), licenceOf({}, null), licenceOf({ license: "GPL-3.0" }, mit)]).toEqual([
    "MIT",
    "none named",
    "none named",
    "GPL-3.0",
  ]);
  expect(licenceOf({}, "The MIT License\n\nAll rights reserved")).toBe("none named");
});

it("advisories fail from high on; a registry that does not answer is said and fails nothing", () => {
  const audit = (severity: string): string => JSON.stringify({ vulnerabilities: { x: { name: "x", severity, range: "<2" } } });
  expect(readAudit(audit("moderate"))).toEqual({ reached: true, wrong: [], summary: "1 packages with advisories, 0 of them high or critical" });
  expect(readAudit(audit("high")).wrong).toEqual(["x <2: high"]);
  expect(readAudit(JSON.stringify({ vulnerabilities: {} })).wrong).toEqual([]);
  expect(readAudit('{"message":"405 Method Not Allowed"}\nnpm error A log')).toMatchObject({
    reached: false,
    wrong: [],
    summary: expect.stringContaining("405"),
  });
  const late = readAudit("npm error ENOTFOUND", true);
  expect(late).toMatchObject({ reached: false, wrong: [], summary: expect.stringContaining("20 s") });
  // The last line of npm test has it.
  const lineOf = (known: ReturnType<typeof readAudit>): string =>
    lastLine({ passed: 9, failed: 0, skipped: 0 }, saysUnasked(`licences: well\n${auditLine(known)}\n`));
  expect([lineOf(late), lineOf(readAudit(audit("low")))]).toEqual([
    "9 passed, 0 failed (advisories: no registry answered, see npm run supply)",
    "9 passed, 0 failed",
  ]);
});
