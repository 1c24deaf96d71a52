/** Verbs answer (docs/decisions/0003): what is refused, waits or was answered before is looked at where it comes, and caught nowhere. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const EDGE = "platform/refusal.ts";
const SOURCES = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .sort()
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => ({ path: name.replaceAll("\\", "/"), text: readFileSync(join(import.meta.dirname, name), "utf8") }));
/** Without comments: what they say of a call is none. */
const CODE = SOURCES.map(({ path, text }) => ({ path, text: text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "") }));
const found = (pattern: RegExp): string[] => CODE.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([what]) => `${path}: ${what.trim()}`));

/** The functions of a file, and whether each may answer that the verb does not go on, by the type that it declares. */
const functionsOf = (text: string): Map<string, boolean> =>
  new Map(
    [...text.matchAll(/\bfunction (\w+)[\s\S]*?\{\n/g)].map(([header, name]) => [
      name as string,
      /\b(?:Refused|Waiting|StoredAnswer|OtherAnswer|Undone|Answer<)/.test(header.slice(header.lastIndexOf("): "))),
    ]),
  );
const TELLING = new Set(CODE.flatMap(({ text }) => [...functionsOf(text)].flatMap(([name, tells]) => (tells ? [name] : []))));

/** A call that is a statement: what was before is over, and nothing takes its answer. What is kept and not read, the linter finds. */
const LYING = /(?<=(?:[;{})]|\belse)[ \t]*\n+[ \t]*(?:if \([^\n]*\) |else )?)(?:(?:await|void) )?(\w+)(?:<[^>\n]*>)?\(/g;
const lyingIn = (text: string): string[] => {
  const own = functionsOf(text);
  return [...text.matchAll(LYING)].flatMap(([call, name]) => (name !== undefined && (own.get(name) ?? TELLING.has(name)) ? [call] : []));
};

describe("a refusal", () => {
  it("is caught in one place, by a class that no other file knows", () => {
    const edge = SOURCES.find(({ path }) => path === EDGE)?.text ?? "";
    expect(edge).toMatch(/^class Unwinding extends Error/m);
    expect(found(/\bUnwinding\b/g).filter((place) => !place.startsWith(EDGE))).toEqual([]);
    expect(CODE.filter(({ path, text }) => path === EDGE && (text.match(/\bcatch\b/g) ?? []).length !== 1)).toEqual([]);
  });

  it("is told from an error by the edge and by the framework's error handler alone", () => {
    expect(new Set(found(/\brefusedIn\(/g).map((place) => place.split(":")[0]))).toEqual(new Set([EDGE, "platform/http/errors.ts"]));
  });

  it("is never thrown as a value, nor is an answer", () => {
    expect(found(/\bthrow (?:new )?(?:Refused|Waiting|StoredAnswer|Undone)\b/g)).toEqual([]);
  });
});

/**
 * Files of these folders that end a verb from inside, why, and by how many calls. Nothing is added; what is answered is taken out.
 * guard: stands in front of an act, and nobody may pass by forgetting to look. framework: before any verb, where errors alone are
 * known. deep: hundreds of places call it that can do nothing about it, or its answer is a truth value that a refusal would pass for.
 */
const UNWINDING_PEOPLE_AND_DEVICES: Readonly<Record<string, readonly ["guard" | "framework" | "deep", number]>> = {
  // Sums of the books that are not all added up must not be read.
  "core/ledger/catch-up.ts": ["guard", 1],
  // Nor those whose entries are in an archive's files.
  "core/ledger/moment.ts": ["guard", 1],
  "core/session/authenticate.ts": ["guard", 5],
  // A refusal in the place of "this is the password" would let in.
  "core/session/passwords.ts": ["deep", 1],
  "core/session/recheck.ts": ["guard", 2],
  "features/devices/admit.ts": ["guard", 5],
  "features/devices/authenticate.ts": ["guard", 1],
  "features/devices/hook.ts": ["guard", 1],
  "features/devices/hooks.ts": ["guard", 2],
  "features/merchants/authenticate.ts": ["guard", 4],
  // Whoever makes a row takes an id.
  "platform/db/ids.ts": ["deep", 1],
  "platform/http/auth.ts": ["guard", 1],
  "platform/http/call.ts": ["framework", 1],
  "platform/http/metrics.ts": ["guard", 1],
  "platform/http/server.ts": ["guard", 1],
};
const PEOPLE_AND_DEVICES =
  /^(features\/(users|merchants|devices|sms|session|views|search|home|audit-trail|statistics|housekeeping)|core\/(session|staff|devices|fees|matching|ledger)|platform\/(http|events|db|lists))\//;

describe("what unwinds", () => {
  it("is a guard, the framework's or deep, and grows no more: of people, phones and messages", () => {
    const calls = CODE.filter(({ path }) => PEOPLE_AND_DEVICES.test(path)).map(
      ({ path, text }) => [path, text.match(/\b(?:refuse|orRefuse)(?:<[^>\n]*>)?\(/g)?.length ?? 0] as const,
    );
    const listed = Object.entries(UNWINDING_PEOPLE_AND_DEVICES).map(([path, [, count]]) => [path, count]);
    expect(Object.fromEntries(calls.filter(([, count]) => count > 0))).toEqual(Object.fromEntries(listed));
  });
});

describe("an answer", () => {
  it("of a transaction is returned, kept or known to be the one that was asked for", () => {
    expect(found(/^[ \t]*(?:await|void) ctx\.tx\(.*/gm)).toEqual([]);
  });

  it("is never left lying: whoever calls what may refuse or wait takes its answer", () => {
    for (const name of [
      "requireApproval",
      "permitCorrection",
      "writeMerchant",
      "takeCode",
      "changeConfig",
      "claim",
      "guarded",
      "completePayment",
      "takePayout",
    ])
      expect(TELLING, name).toContain(name);
    expect(TELLING.size).toBeGreaterThan(100);
    expect(CODE.flatMap(({ path, text }) => lyingIn(text).map((call) => `${path}: ${call}`))).toEqual([]);
  });

  it("would be found where it lies", () => {
    const call = "claim(tx, wanted);\n";
    for (const before of ["x();\n  ", "() => {\n    await ", "x();\n  if (wanted) await ", "if (wanted)\n    await ", "x();\n  void ", "}\n\n  await "])
      expect(lyingIn(before + call), before).toHaveLength(1);
    for (const before of ["x();\n  return ", "x();\n  const stored = await ", "() =>\n    ", "x();\n  const stored = wanted ? await "])
      expect(lyingIn(before + call), before).toEqual([]);
  });
});

it("nobody asks which schema fits: what may be several things says which it is", () => {
  // What is kept and may be of an older build, a file's row, a setting: each is this one thing, or wrong.
  expect(found(/\w[\w.]*\.safeParse\(/g)).toEqual([
    "core/alerts/rows.ts: keptText.safeParse(",
    "core/config/judge.ts: configPatch.safeParse(",
    "core/config/store.ts: configValues.safeParse(",
    "features/disburse-batches/check.ts: disburseCreate.safeParse(",
    "platform/lists/export-source.ts: shape.safeParse(",
    "platform/settings/kinds.ts: userCreate.shape.account.safeParse(",
  ]);
});

/**
 * Files of the core and of money that end a verb from inside, and why each of their calls does. Nothing is added; what is
 * answered is taken out. guard: nobody may pass by forgetting to look. framework: called by a batch, which knows errors alone.
 * deep: many acts call it that can do nothing about it.
 */
const UNWINDING_CORE_AND_MONEY: Readonly<Record<string, readonly ("guard" | "framework" | "deep")[]>> = {
  "core/acceptance/acceptance.ts": ["framework"],
  // What a person says has left beyond what is frozen: one of the many ways into a completion.
  "core/payouts/completion.ts": ["deep"],
  // A message that fits no order, in front of every match; the last write of every act that books, once the database has refused it.
  "core/posting/by-hand.ts": ["guard", "deep"],
  // A wallet that nobody knows, on the way into a batch; a batch that is full.
  "core/posting/posting.ts": ["deep", "framework"],
};
const CORE_AND_MONEY =
  /^(core\/(acceptance|alerts|approvals|config|float|operators|orders|outbox|parties|payouts|posting|switches|unreported)|features\/(disburse-batches|disburses|fees|journals|manual|payments|reconciliation|statements|transfers|wallets|withdrawal))\//;

it("what unwinds of the core and of money is a guard, the framework's or deep, and grows no more", () => {
  const calls = CODE.filter(({ path }) => CORE_AND_MONEY.test(path)).map(
    ({ path, text }) => [path, text.match(/\b(?:refuse|orRefuse)(?:<[^>\n]*>)?\(/g)?.length ?? 0] as const,
  );
  const listed = Object.entries(UNWINDING_CORE_AND_MONEY).map(([path, why]) => [path, why.length]);
  expect(Object.fromEntries(calls.filter(([, count]) => count > 0))).toEqual(Object.fromEntries(listed));
});
