/** Advertising: its shapes pass, its words alone do not, however they are put together. */
import { describe, expect, test } from "vitest";
import { unexplainedIn } from "./explain.ts";
import { IN_WORDS_OF_OFFERS } from "../../../test/support/messages/hostile-offers.ts";
import { chanceOf } from "../../../test/support/messages/random.ts";

const passes = (text: string, where: "front" | "behind" = "behind"): boolean => unexplainedIn("nagad", text, where).length === 0;

/** As the operators print them. */
const PRINTED = [
  "Download App: https://bKa.sh/8app",
  "Get App: http://android.bka.sh",
  "Use bKash App for convenience & offers! TCA Download App: https://bKa.sh/5app",
  "bKash App diye Mobile Recharge ekdom simple! Get App: http://android.bka.sh",
  "Cashback 50 on 25,000 CashOut",
  "WIN LAND IN DHAKA! CLICK nagad.io/jmi",
  "Recharge and win! nagad.io/win",
  "Pay with Nagad & get a chance to win",
  "Stay with Nagad for more offers",
  "For Details Call 16167",
  "Please download https://bit.ly/nexuspay",
  "Cash Out charge only 7 Tk/thousand from ATM",
];

/** What the advertising above and below is made of, and the small words that join it. */
const WORDS =
  "zero Tk 0 500 10% paid pay payment add money to your our my you account wallet only of this in cash out cashout from today send the now for free win charge fee via app get off balance back bKash Nagad on at up and recharge bonus cashback discount save all each every take receive nagad.io/win".split(
    " ",
  );
/** Words that no advertisement of theirs has: they speak of the reader's money. */
const OF_THE_READER =
  /\b(?:paid|account|wallet|my|our|this|the money|all|take|balance|add money to|zero (?!fee|charge|cost))\b|\byour (?!first)|money off|cash off|free cash|\byou\b/i;

describe("advertising", () => {
  test.each(PRINTED)("passes as it is printed: %s", (text) => {
    expect(passes(text)).toBe(true);
  });

  test.each(IN_WORDS_OF_OFFERS)("does not pass by its words: %s", (text) => {
    expect([passes(text), passes(text, "front")]).toEqual([false, false]);
  });

  test("put together by chance says nothing of the reader's money", () => {
    const chance = chanceOf(20_261_126);
    let passed = 0;
    const wrong: string[] = [];
    for (let at = 0; at < 100_000; at += 1) {
      const text = Array.from({ length: 2 + chance.below(5) }, () => chance.pick(WORDS)).join(" ");
      if (!passes(text)) continue;
      passed += 1;
      if (OF_THE_READER.test(text)) wrong.push(text);
    }
    expect(wrong).toEqual([]);
    // It was a test: some of them are advertising.
    expect(passed).toBeGreaterThan(5);
  });
});
