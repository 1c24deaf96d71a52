/** The marks of the parser: no hostile text is matched by itself, and next to no genuine one waits for a person. */
import { describe, expect, test } from "vitest";
import { mayCollect } from "../ledger/message-kinds.ts";
import { parseMessage, mayMatch, type ParsedMessage } from "./index.ts";
import { GENUINE, genuineText } from "../../../test/support/messages/genuine.ts";
import { hostileTexts } from "../../../test/support/messages/hostile.ts";
import { chanceOf } from "../../../test/support/messages/random.ts";

/** When all of them came: a little after the newest date among the genuine ones. */
const AT_MS = Date.parse("2029-12-31T00:00:00Z");
const pays = (parsed: ParsedMessage): boolean => mayCollect(parsed.kind) && parsed.trxKey !== null;
/** Would complete an order whatever the wallet's balance. */
const matches = (parsed: ParsedMessage): boolean => pays(parsed) && mayMatch(parsed) === "alone";
/** Would complete one if its balance followed on from the wallet's last one. */
const matchesProved = (parsed: ParsedMessage): boolean => pays(parsed) && mayMatch(parsed) !== "never";

describe("hostile texts", () => {
  const texts = hostileTexts();
  test("are many, of many classes", () => {
    expect(texts.length).toBeGreaterThanOrEqual(1_000);
    expect(new Set(texts.map(({ text }) => text)).size).toBeGreaterThanOrEqual(1_000);
  });

  test("are matched with nothing", () => {
    const matched = texts.filter(({ operator, walletType, sender, text }) => matches(parseMessage({ operator, walletType, sender, text, atMs: AT_MS })));
    expect(matched.map(({ class: name, text }) => `${name}: ${text}`)).toEqual([]);
  });

  test("are matched with nothing where the balance fits, either", () => {
    // Words that are only put together like advertising, and names of words that deny, say nothing where the balance shows the money.
    const matched = texts
      .filter(({ class: name }) => !/^(?:offer|doubtful)/.test(name))
      .filter(({ operator, walletType, sender, text }) => matchesProved(parseMessage({ operator, walletType, sender, text, atMs: AT_MS })));
    expect(matched.map(({ class: name, text }) => `${name}: ${text}`)).toEqual([]);
  });
});

describe("genuine texts", () => {
  test("go to a person once in a hundred times at most", () => {
    const chance = chanceOf(20_261_125);
    const waiting: string[] = [];
    const texts = 4_000;
    for (let at = 0; at < texts; at += 1) {
      const variant = GENUINE[at % GENUINE.length] as (typeof GENUINE)[number];
      const { text, sender } = genuineText(chance, variant);
      const parsed = parseMessage({ operator: variant.operator, walletType: variant.walletType, sender, text, atMs: AT_MS });
      if (parsed.status !== "parsed" || parsed.kind !== variant.kind)
        waiting.push(`${parsed.status} ${parsed.evidence.map(({ code }) => code).join(" ")}: ${text}`);
    }
    expect(waiting.length <= texts / 100 ? [] : waiting).toEqual([]);
  });
});
