import { describe, expect, it } from "vitest";
import { MONEY_CLASSES, RULE_CLASSES, RULE_FIELDS, type RuleProblem } from "../../contract/sms-rules.ts";
import { OPERATORS } from "../../contract/operators.ts";
import { hasMeaning } from "./meaning.ts";
import { fitsOwn, ownRules, parseMessage, templateProblem, type OwnRule } from "./index.ts";

const TEMPLATE = "Wallet credited: {amount} by {party}. Note {ref}. Cost {fee}. New balance {balance}. Receipt {trx} on {dt}";
const TEXT = "Wallet credited: Tk 1,250.50 by 01711111111. Note order 77. Cost Tk 0.00. New balance Tk 9,000.00. Receipt DKN0ABCDE1 on 23/11/2026 10:15";
const rule = (over: Partial<OwnRule> = {}): OwnRule => ({
  id: "H261123XY12AB34",
  edition: 2,
  operator: "bkash",
  class: "receive",
  template: TEMPLATE,
  ...over,
});
const parse = (text: string, ...rules: readonly OwnRule[]) =>
  parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text, own: ownRules(rules) });

describe("an own rule", () => {
  it("reads a text that no shipped rule reads, and stands with what it read", () => {
    expect(parse(TEXT)).toMatchObject({ status: "unparsed", ruleId: null });
    expect(parse(TEXT, rule())).toMatchObject({
      status: "parsed",
      kind: "receive",
      direction: "credit",
      amount: 125_050n,
      fee: 0n,
      balance: 900_000n,
      trxId: "DKN0ABCDE1",
      counterparty: "01711111111",
      reference: "order 77",
      operatorTime: "2026-11-23T10:15:00+06:00",
      ruleId: "H261123XY12AB34",
      ruleVersion: 2,
    });
  });

  it("means what its class means on the wallet's type, and is of its operator alone", () => {
    const own = ownRules([rule()]);
    expect(parseMessage({ operator: "bkash", walletType: "agent", sender: "bKash", text: TEXT, own }).kind).toBe("b2b_in");
    expect(parseMessage({ operator: "nagad", walletType: "personal", sender: "NAGAD", text: TEXT, own }).status).toBe("unparsed");
  });

  it("is the whole text: nothing may stand before or behind it", () => {
    expect(fitsOwn(ownRules([rule()]), TEXT)).toBe(true);
    for (const text of [`${TEXT} You won Tk 500`, `Dear. ${TEXT}`, TEXT.slice(0, -6)]) expect(parse(text, rule()).status, text).toBe("unparsed");
  });

  it("never goes before a shipped one", () => {
    const text = "You have received Tk 500.00 from 01711111111. Fee Tk 0.00. Balance Tk 900.00. TrxID DKN0ABCDE1 at 23/11/2026 10:15";
    const shipped = parse(text);
    expect(shipped.status).toBe("parsed");
    const greedy = rule({ template: "You have received {amount} from {party}. Fee {money}. Balance {balance}. TrxID {trx} at {dt}", class: "send_money" });
    expect(templateProblem(greedy.class, greedy.template)).toBeNull();
    expect(parse(text, greedy)).toEqual(shipped);
  });

  it("is weighed like any other: a stranger's sender is suspicious, and a payer's words are no fields", () => {
    const own = ownRules([rule()]);
    expect(parseMessage({ operator: "bkash", walletType: "personal", sender: "01811111111", text: TEXT, own })).toMatchObject({ status: "suspicious" });
    const forged = TEXT.replace("order 77", "x. Cost Tk 0.00. New balance Tk 1.00. Receipt DKN0FAKED1 on 23/11/2026 09:00");
    expect(parse(forged, rule())).toMatchObject({
      amount: 125_050n,
      fee: 0n,
      balance: 900_000n,
      trxId: "DKN0ABCDE1",
      operatorTime: "2026-11-23T10:15:00+06:00",
    });
  });

  it("is read within a moment, whatever the text", () => {
    const longest = rule({ template: "Credited {amount} by {party} with words {skip} receipt {trx}[ fee {fee}][ balance {balance}][ at {dt}]" });
    expect(templateProblem(longest.class, longest.template)).toBeNull();
    const own = ownRules([longest]);
    const begun = performance.now();
    for (const part of ["with words ", "receipt ", "A1", "1", " "]) fitsOwn(own, `Credited Tk 1.00 by ${part.repeat(400)}`.slice(0, 2000));
    // A pattern that goes back over itself takes minutes; this is no measure of speed.
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});

describe("a template", () => {
  const cases: readonly [RuleProblem, string][] = [
    ["brackets", "Money credited here {amount} by {trx"],
    ["brackets", "Money credited here {amount} [by {trx}"],
    ["brackets", "Money credited here {amount} (by {trx}]"],
    ["brackets", "Money credited | here {amount} by {trx}"],
    ["nested", "Money credited here {amount}[ by[ of] {dt}] id {trx}"],
    ["too_many_groups", `Money credited {amount} id {trx}${"[ ok]".repeat(7)}`],
    ["empty_group", "Money credited here {amount}[ ] and id {trx}"],
    ["empty_group", "Money credited here {amount} (by|{dt}) and id {trx}"],
    ["too_many_marks", "Money credited . . here {amount} and id {trx}"],
    ["too_many_marks", "Money credited here {amount}[ . - ok] and id {trx}"],
    ["too_many_groups", "Money (a|b|c|d|e|f|g) credited here {amount} id {trx}"],
    ["macro", "Money credited here {amount} @FEE id {trx}"],
    ["macro", "Money credited here {amount} id {trx}$"],
    ["unknown_field", "Money credited here {amount} id {trx} {price}"],
    ["twice", "Money credited here {amount} and {amount} id {trx}"],
    ["twice", "Money credited here {amount} from {msisdn} named {party} id {trx}"],
    ["needs_amount", "Money credited here[ sum {amount}] id {trx}"],
    ["needs_trx", "Money credited here {amount} and nothing else"],
    ["too_free", "Money credited {amount} by {party} note {ref} then {skip} id {trx}"],
    ["touching", "Money credited {amount} by {party} {ref} id {trx}"],
    ["touching", "Money credited {amount} {ref} id {trx}"],
    ["touching", "Money credited here {amount} no {number} {number} id {trx}"],
    ["touching", "Money credited here {amount} by {party}[ {dt} on] id {trx}"],
    ["starts_free", "{amount} was credited to the wallet, id {trx}"],
    ["starts_free", "[Dear ]{party} money credited {amount} id {trx}"],
    ["too_few_words", "Got {amount} id {trx} on {dt}"],
  ];
  it.each(cases)("is refused: %s in %s", (problem, template) => {
    expect(templateProblem("receive", template)).toBe(problem);
  });

  it("of a message that moves nothing needs no amount", () => {
    expect(templateProblem("notice", "Your wallet will be serviced on {dt}")).toBeNull();
  });

  it("can use every mark, for every class and operator that there is", () => {
    for (const field of RULE_FIELDS.filter((name) => name !== "amount" && name !== "trx"))
      expect(templateProblem("receive", `Money credited here {amount} and also {${field}} with id {trx}`), field).toBeNull();
    for (const operator of OPERATORS) {
      for (const name of RULE_CLASSES) expect(hasMeaning(operator, name), `${operator} ${name}`).toBe(true);
      expect(() => ownRules([rule({ operator })])).not.toThrow();
    }
    for (const name of MONEY_CLASSES) expect(templateProblem(name, TEMPLATE)).toBeNull();
  });
});
