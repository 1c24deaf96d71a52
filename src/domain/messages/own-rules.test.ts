import { describe, expect, it } from "vitest";
import { MONEY_CLASSES, RULE_CLASSES, RULE_FIELDS, type RuleProblem } from "../../contract/sms-rules.ts";
import { OPERATORS } from "../../contract/operators.ts";
import { hasMeaning } from "./meaning.ts";
import { fitsOwn, ownRules, parseMessage, templateProblem, type OwnRule } from "./index.ts";

const TEMPLATE = "Wallet credited: {amount} by {msisdn}. Note {ref}. Cost {fee}. New balance {balance}. Receipt {trx} on {dt}";
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
    const greedy = rule({ template: "You have received {amount} from {msisdn}. Fee {money}. Balance {balance}. TrxID {trx} at {dt}", class: "send_money" });
    expect(templateProblem(greedy.class, greedy.template)).toBeNull();
    expect(parse(text, greedy)).toEqual(shipped);
  });

  it("never reads what a shipped one holds for its words", () => {
    const before = "You have received Tk 500.00 from 01712345678. Fee Tk 0.00. Balance Tk 900.00. TrxID DKN0ABCDE1 at 23/11/2026 10:15";
    const words = "This transaction is not yet final, we will take it back if it is wrong";
    const held = parse(`${before}. ${words}`);
    expect(held).toMatchObject({ status: "suspicious", direction: "none" });
    const opened = rule({ template: `You have received {amount} from {msisdn}. Fee {fee}. Balance {balance}. TrxID {trx} at {dt}. ${words}` });
    expect(parse(`${before}. ${words}`, opened)).toEqual(held);
  });

  it("is held where its words take back what it reads, but not for a payer's", () => {
    const kept = rule({ template: "Wallet credited: {amount} by {msisdn} hasn t settled. Note {ref}. Receipt {trx}" });
    const said = "Wallet credited: Tk 5.00 by 01711111111 hasn't settled. Note x. Receipt DKN0ABCDE1";
    expect(parse(said, kept)).toMatchObject({ status: "suspicious", direction: "none", evidence: [{ code: "words_deny", detail: "hasn't" }] });
    expect(parse(said, { ...kept, class: "refund_received" }).evidence).toEqual([]);
    const either = rule({ template: "Wallet credited: {amount}, (now settled|will be credited|it is not) done. Note {ref}. Receipt {trx}" });
    const of = (words: string, note = "order 77") => parse(`Wallet credited: Tk 5.00, ${words} done. Note ${note}. Receipt DKN0ABCDE1`, either);
    expect(of("now settled")).toMatchObject({ status: "parsed", direction: "credit", amount: 500n });
    for (const words of ["will be credited", "it is not"]) expect(of(words), words).toMatchObject({ status: "suspicious", direction: "none" });
    // One that stands twice could be the operator's.
    expect(of("it is not", "not").direction).toBe("none");
    expect(of("now settled", "my invalid aunt").evidence).toEqual([]);
  });

  it("is weighed like any other: a stranger's sender is suspicious, and a payer's words are no fields", () => {
    const own = ownRules([rule()]);
    expect(parseMessage({ operator: "bkash", walletType: "personal", sender: "01811111111", text: TEXT, own })).toMatchObject({ status: "suspicious" });
    const forged = TEXT.replace("order 77", "x. Cost Tk 0.00. New balance Tk 1.00. Receipt DKN0FAKED1 on 23/11/2026 09:00");
    // A second free part, or one before the amount, would let the payer's figures in: see the refused templates.
    expect(parse(forged, rule())).toMatchObject({
      amount: 125_050n,
      fee: 0n,
      balance: 900_000n,
      trxId: "DKN0ABCDE1",
      operatorTime: "2026-11-23T10:15:00+06:00",
    });
  });

  it("reads a payer's words that look like the beginning of a field, and leaves texts with a code alone", () => {
    const last = rule({ template: "Wallet credited {amount}. Receipt {trx}. Note {ref}" });
    expect(templateProblem(last.class, last.template)).toBeNull();
    for (const note of ["order Ref 5", "my Balance Tk 20", "order 77, fee Tk 5", "see reference 12"])
      expect(parse(`Wallet credited Tk 5.00. Receipt DKN0ABCDE1. Note ${note}`, last), note).toMatchObject({
        amount: 500n,
        trxId: "DKN0ABCDE1",
        fee: null,
        balance: null,
      });
    const code = rule({ template: "Your one time code is {number} for this wallet only", class: "balance" });
    expect(templateProblem(code.class, code.template)).toBeNull();
    expect(parse("Your one time code is 123456 for this wallet only", code).ruleId).not.toBe(code.id);
  });

  it("is read within a moment, whatever the text", () => {
    const templates = [
      "Credited {amount} fee {fee} note {ref} ok[ well][ done][ so] receipt {trx}",
      `Credited ${"a - ".repeat(20)} {amount} receipt {trx}`,
      `Credited ${"a...".repeat(20)} {amount} receipt {trx}`,
      `Credited ${"a  ;  b, ".repeat(12)} {amount} receipt {trx}`,
    ];
    for (const template of templates) expect(templateProblem("receive", template), template).toBeNull();
    const own = ownRules(templates.map((template, at) => rule({ template, id: `H${at}` })));
    const begun = performance.now();
    for (const part of ["fee note ok well done so ", "receipt A1 ", "ok ", "a - ", "a  -  ", "a...", "a ;. b , ", "1", " "])
      for (const head of ["Credited Tk 1.00 fee Tk 1.00 note ", "Credited "]) fitsOwn(own, `${head}${part.repeat(150)} note receipt end`.slice(0, 3900));
    // A pattern that goes back over itself takes minutes; this is no measure of speed.
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});

describe("a template", () => {
  const cases: readonly [RuleProblem, string][] = [
    ["brackets", "Money credited here {amount} by {trx"],
    ["brackets", "Money credited here {amount} [by {trx}"],
    ["brackets", "Money credited here {amount} (by {trx}]"],
    ["brackets", "Money credited | here {amount} by {trx}"],
    ["nested", "Money credited here {amount}[ by[ of] {dt}] id {trx}"],
    ["too_many_groups", `Money credited {amount} id {trx}${"[ ok]".repeat(5)}`],
    ["same_parts", "Money credited here {amount}[ ok now][ ok then] and id {trx}"],
    ["same_parts", "Money credited here {amount} (ok now|ok then) and id {trx}"],
    ["empty_group", "Money credited here {amount}[ ] and id {trx}"],
    ["empty_group", "Money credited here {amount} (by|{dt}) and id {trx}"],
    ["amount_late", "Money credited by {party} the sum {amount} and id {trx}"],
    ["amount_late", "Money credited, note {ref}, you got {amount}. Receipt {trx}"],
    ["optional_late", "Money credited here {amount} note {ref}[ fee {fee}] and id {trx}"],
    ["optional_late", "Money credited here {amount}[ note {ref} fee {fee}] and id {trx}"],
    ["skips", "Money credited here {amount} and id {trx} then {skip}"],
    ["too_many_groups", "Money (a|b|c|d|e|f|g) credited here {amount} id {trx}"],
    ["macro", "Money credited here {amount} @FEE id {trx}"],
    ["macro", "Money credited here {amount} id {trx}$"],
    ["unknown_field", "Money credited here {amount} id {trx} {price}"],
    ["twice", "Money credited here {amount} and {amount} id {trx}"],
    ["twice", "Money credited here {amount} from {msisdn} named {party} id {trx}"],
    ["needs_amount", "Money credited here[ sum {amount}] id {trx}"],
    ["needs_trx", "Money credited here {amount} and nothing else"],
    ["too_free", "Money credited {amount} by {party} note {ref} then id {trx}"],
    ["touching", "Money credited {amount} {dt}{party} of id {trx}"],
    ["touching", "Money credited {amount} {ref} id {trx}"],
    ["touching", "Money credited here {amount} no {number} {number} id {trx}"],
    ["touching", "Money credited here {msisdn} {amount} by id {trx}"],
    ["starts_free", "{amount} was credited to the wallet, id {trx}"],
    ["starts_free", "[Dear ]{number} money credited {amount} id {trx}"],
    ["too_few_words", "Got {amount} id {trx} on {dt}"],
  ];
  it.each(cases)("is refused: %s in %s", (problem, template) => {
    expect(templateProblem("receive", template)).toBe(problem);
  });

  it.each([
    "which hasn't settled",
    "which hasn’t settled",
    "which cant settle",
    "which is (well|not) completed",
    "which (now|is)[ not] (settled|successful) there",
    "which is not yet final",
    "not successful",
    "not done",
    "not refilled",
    "is invalid",
    "has expired",
    "is incomplete",
    "is void",
    "is under review",
    "is in process",
    "will be credited",
    "will be taken back",
    "we will take it back",
    "for somebody has requested it",
    "muamala haujakamilika",
    "muamala haukufanikiwa",
    "muamala haijafika",
    "লেনদেন হয়নাই",
    "লেনদেন হয় নাই",
    "লেনদেন সম্পন্ন হয়নি",
  ])("where money moves does not say that it has not: %s", (words) => {
    const template = `Money credited here {amount} ${words} and id {trx}`;
    expect(templateProblem("receive", template)).toBe("denies");
    expect(templateProblem("returned", template)).not.toBe("denies");
  });

  it.each(["(not|now) yours", "to avoid loss[ of it]", "with nothing left", "within processes", "in your (own|next) account"])("may say: %s", (words) => {
    expect(templateProblem("receive", `Money credited here {amount} ${words} and id {trx}`)).toBeNull();
  });

  it("of a message that moves nothing needs no amount", () => {
    expect(templateProblem("notice", "Your wallet will be serviced on {dt}")).toBeNull();
  });

  it("can use every mark, for every class and operator that there is", () => {
    for (const field of RULE_FIELDS.filter((name) => name !== "amount" && name !== "trx"))
      expect(templateProblem(field === "skip" ? "notice" : "receive", `Money credited here {amount} and also {${field}} with id {trx}`), field).toBeNull();
    for (const operator of OPERATORS) {
      for (const name of RULE_CLASSES) expect(hasMeaning(operator, name), `${operator} ${name}`).toBe(true);
      expect(() => ownRules([rule({ operator })])).not.toThrow();
    }
    for (const name of MONEY_CLASSES) expect(templateProblem(name, TEMPLATE)).toBeNull();
  });
});
