/** Message rules of the platform's own people: tried, written down, switched on by two, and then they read what pays orders. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApprovalRow } from "../../src/contract/approvals.schema.ts";
import { permissionsOf } from "../../src/contract/permissions.ts";
import type { SmsRuleCreated, SmsRuleList, SmsRuleRow, SmsRuleTrial } from "../../src/contract/sms-rules.schema.ts";
import type { SmsRow } from "../../src/contract/sms.schema.ts";
import { bkashTrx, next, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { person, startTarget, type Person } from "../support/attack.ts";

const TEMPLATE = "Wallet credited: {amount} by {msisdn}.[ New balance {balance}.] Receipt {trx} done";
const INPUT = { operator: "bkash", class: "receive", template: TEMPLATE, note: "new wording since November" } as const;
let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;
let boss: Person;
let second: Person;
let operator: Person;

beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  merchant = await product.merchant();
  wallet = await product.wallet();
  boss = await person(product, "admin");
  second = await person(product, "admin");
  operator = await person(product, "operator");
});
afterAll(() => product.stop());

const text = (amount: string, trx = bkashTrx(), from = "01712345678"): string => `Wallet credited: Tk ${amount} by ${from}. Receipt ${trx} done`;
const create = (body: Record<string, unknown>, by: Person = boss) => product.call<SmsRuleCreated>("POST", "/api/sms/rules", by.token, { ...INPUT, ...body });
const on = (rule: { id: string; version: number }, by: Person = boss) =>
  product.call<{ approval: ApprovalRow }>("POST", `/api/sms/rules/${rule.id}/on`, by.token, { version: rule.version });
const approve = (approval: ApprovalRow, by: Person) => product.call<ApprovalRow>("POST", `/api/approvals/${approval.id}/approve`, by.token, {});
const ruleNow = async (id: string): Promise<SmsRuleRow> => {
  const { items } = await product.good<SmsRuleList>("GET", "/api/sms/rules");
  const found = items.find((one) => one.id === id);
  if (!found) throw new Error(`no rule ${id}`);
  return found;
};
const sent = async (words: string): Promise<SmsRow> => {
  const { data, text: answer } = await product.sms(wallet, words);
  if (!data) throw new Error(answer);
  return product.good<SmsRow>("GET", `/api/sms/${data.items[0]?.id}`);
};

describe("a template that is wrong", () => {
  it.each([
    ["Wallet credited: {amount} by {trx", "brackets"],
    ["Wallet credited: {amount} and nothing else", "needs_trx"],
    ["{amount} credited to the wallet, receipt {trx}", "starts_free"],
  ])("names the field and what is wrong: %s", async (template, problem) => {
    const answer = await create({ template });
    expect(answer).toMatchObject({ status: 422, error: { code: "validation_failed", fields: { template: "invalid" }, details: { problem } } });
    expect((await product.good<SmsRuleList>("GET", "/api/sms/rules")).items).toEqual([]);
  });

  it("of a strange class, an unknown operator, another's rule or an empty note names the field", async () => {
    expect((await create({ class: "otp" })).error?.fields).toEqual({ class: "not_allowed" });
    expect((await create({ operator: "paytm" })).error?.fields).toEqual({ operator: "not_allowed" });
    expect((await create({ note: "" })).error?.fields).toMatchObject({ note: expect.any(String) });
    expect((await create({ note: undefined })).error?.fields).toEqual({ note: "required" });
    expect((await create({ replaces: "H261123XY12AB34" })).error?.fields).toEqual({ replaces: "invalid" });
    expect((await create({ surprise: 1 })).error?.fields).toMatchObject({ surprise: expect.any(String) });
  });
});

describe("a trial by somebody who sees phone numbers in part", () => {
  it("shows no piece of one, wherever the template cuts it", async () => {
    const role = permissionsOf("admin").filter((one) => one !== "phones.unmask");
    const blind = await person(product, "admin", { role });
    const phone = "01798765432";
    const about = await sent(`Shop got money: Tk 5.00 by ${phone}. Receipt ${bkashTrx()} kept`);
    for (const template of [
      "Shop got money: {amount} by {msisdn}. Receipt {trx} kept",
      "Shop got money: {amount} by 0179{number}. Receipt {trx} kept",
      "Shop got money: {amount} by 0179{ref}. Receipt {trx} kept",
      "Shop got money: {amount} by 017987{number}. Receipt {trx} lost",
      "Shop got money: {amount} by 01798765. Receipt {trx} kept",
    ]) {
      const body = { template, dry_run: true, note: undefined, sms_id: about.id };
      const { data, text: answer } = await create(body, blind);
      expect(data?.trial.about, answer).not.toBeNull();
      const marked = [data.trial.about, ...data.trial.samples.map((one) => one.marked)].flatMap((one) => (one === null ? [] : [one]));
      for (const { parts, rest } of marked) {
        expect(parts.map(({ text: part }) => part).join("") + rest).toContain("by 017****5432.");
        expect(parts.map(({ field }) => field)).toEqual([null]);
      }
      for (const piece of ["98765", "87654", "76543", "65432"]) expect(JSON.stringify(data.trial), template).not.toContain(piece);
      expect(JSON.stringify((await create(body)).data.trial.about), template).toContain("65");
    }
    const { data } = await create({ template: "Shop got money: {amount} by {msisdn}. Receipt {trx} kept", dry_run: true, note: undefined }, blind);
    expect(data.trial.samples).toMatchObject([{ result: { amount: "5.00", counterparty: "017****5432" } }]);
  });
});

describe("a rule", () => {
  it("goes from a trial over a draft to a payment that it completes", async () => {
    const unread = await sent(text("500.00"));
    expect(unread).toMatchObject({ match_status: "unparsed", amount: null });
    await product.sms(wallet, "Your bKash verification code is 482913. Do not share it.");

    const tried = await create({ dry_run: true, note: undefined });
    expect(tried.data, tried.text).toMatchObject({
      rule: null,
      trial: {
        unread: 1,
        noise: 0,
        open: 0,
        differs: 0,
        agrees: 0,
        samples: [{ id: unread.id, was: "unread", result: { amount: "500.00", kind: "receive" } }],
      },
    });
    expect(tried.data.trial.looked).toBeGreaterThanOrEqual(2);
    expect((await product.good<SmsRuleList>("GET", "/api/sms/rules")).items).toEqual([]);

    expect((await create({}, operator)).error?.code).toBe("forbidden");
    const made = await create({});
    expect(made.data.rule).toMatchObject({
      status: "draft",
      edition: 1,
      replaces: null,
      created_by: boss.account,
      switched_at: null,
      promoted_at: null,
      shadow: null,
      actions: ["shadow", "on"],
    });
    const rule = made.data.rule as SmsRuleRow;
    expect((await create({})).error).toMatchObject({ code: "already_exists", fields: { template: "taken" } });
    expect((await sent(text("501.00"))).match_status).toBe("unparsed");

    const asked = await on(rule);
    expect(asked.status, asked.text).toBe(202);
    expect(asked.data.approval).toMatchObject({ kind: "sms.rule", object: { type: "rule", id: rule.id }, after: { status: "on", template: TEMPLATE } });
    expect((await ruleNow(rule.id)).status).toBe("draft");
    expect((await approve(asked.data.approval, boss)).error?.code).toBe("same_person");
    expect((await approve(asked.data.approval, operator)).error?.code).toBe("forbidden");
    expect((await approve(asked.data.approval, second)).data.status).toBe("approved");
    expect(await ruleNow(rule.id)).toMatchObject({ status: "on", switched_by: second.account, promoted_by: second.account, before: null, actions: ["off"] });

    const order = await product.pay(merchant, { amount: "502.00", customer: "01712345678" });
    const used = await sent(text("502.00"));
    expect(used).toMatchObject({ match_status: "matched", kind: "receive", amount: "502.00" });
    const detail = await product.good<{ rule: string | null }>("GET", `/api/sms/${used.id}`);
    expect(detail.rule).toBe(`${rule.id} v1`);
    expect((await product.good("GET", `/v1/payments/${order.data.id}`, merchant.secret)).status).toBe("completed");
    expect(await product.findings()).toEqual([]);

    // What came before is read when somebody says so.
    const again = await product.good<SmsRow>("POST", `/api/sms/${unread.id}/parse`, operator.token, { version: unread.version });
    expect(again).toMatchObject({ amount: "500.00", match_status: "unmatched" });
    const shown = await product.good<{ status: string; rule: string | null; amount: string }>("POST", "/api/sms/try", operator.token, {
      operator: "bkash",
      text: text("7.00"),
    });
    expect(shown).toMatchObject({ status: "parsed", amount: "7.00", rule: `${rule.id} v1` });
  });

  it("is tried again without what it has read itself, and goes off at once", async () => {
    const [rule] = (await product.good<SmsRuleList>("GET", "/api/sms/rules?operator=bkash")).items as [SmsRuleRow];
    const trial = await product.good<SmsRuleTrial>("POST", `/api/sms/rules/${rule.id}/try`, boss.token, {});
    expect(trial).toMatchObject({ unread: 1, agrees: 0, differs: 0, samples: [{ was: "unread", result: { amount: "501.00", evidence: [] } }] });
    const off = (version: number, by: Person = boss) => product.call<SmsRuleRow>("POST", `/api/sms/rules/${rule.id}/off`, by.token, { version });
    expect((await off(rule.version, operator)).error?.code).toBe("forbidden");
    expect((await off(rule.version - 1)).error?.code).toBe("conflict");
    expect((await off(rule.version)).data).toMatchObject({ status: "off", switched_by: boss.account, actions: ["shadow", "on"] });
    expect((await off(rule.version + 1)).error?.code).toBe("wrong_state");
    expect((await sent(text("503.00"))).match_status).toBe("unparsed");
  });

  it("is replaced by its next edition in one moment", async () => {
    const { items } = await product.good<SmsRuleList>("GET", "/api/sms/rules");
    const old = items[0] as SmsRuleRow;
    const back = await on(old);
    expect((await approve(back.data.approval, second)).data.status).toBe("approved");
    const template = TEMPLATE.replace(" done", " finished");
    const { data } = await create({ template, replaces: old.id });
    expect(data.rule).toMatchObject({ edition: 2, replaces: old.id, status: "draft" });
    expect((await create({ template: TEMPLATE.replace(" done", " closed"), replaces: old.id })).error).toMatchObject({
      code: "already_exists",
      fields: { replaces: "taken" },
    });
    const asked = await on(data.rule as SmsRuleRow);
    expect((await approve(asked.data.approval, second)).data.status).toBe("approved");
    expect([(await ruleNow(old.id)).status, (await ruleNow(data.rule?.id ?? "")).status]).toEqual(["off", "on"]);
    // A third edition of a second one that never went on: of all editions one is on.
    const third = await create({ template: TEMPLATE.replace(" done", " over"), replaces: data.rule?.id });
    const fourth = await create({ template: TEMPLATE.replace(" done", " ended"), replaces: third.data.rule?.id });
    expect(fourth.data.rule?.edition).toBe(4);
    const last = await on(fourth.data.rule as SmsRuleRow);
    expect((await approve(last.data.approval, second)).data.status).toBe("approved");
    const states = (await product.good<SmsRuleList>("GET", "/api/sms/rules")).items.map(({ edition, status }) => `${edition} ${status}`);
    expect(states).toEqual(["4 on", "3 draft", "2 off", "1 off"]);
    expect((await create({ class: "payment_received" })).data.rule).toMatchObject({ class: "payment_received", edition: 1 });
    const trail = await product.good<{ items: { action: string; object: { id: string } }[] }>("GET", "/api/audit?object_type=rule&size=50");
    trail.items.splice(0, 5); // what the later editions did
    expect(trail.items.map(({ action, object }) => `${action} ${object.id === old.id ? "old" : "new"}`).slice(0, 4)).toEqual([
      "sms.rule_on new",
      "sms.rule_off old",
      "sms.rule_create new",
      "sms.rule_on old",
    ]);
  });

  it("is told to other processes within a second or two", async () => {
    const { data } = await create({ template: `Credited in shop ${next()} the sum {amount}, receipt {trx} done` });
    const rule = data.rule as SmsRuleRow;
    const words = rule.template.replace("{amount}", "Tk 9.00").replace("{trx}", bkashTrx());
    // As another process does it: this one is not told.
    await product.product.app.db.run(
      "update sms_rules set status = 'on', switched_by = created_by, switched_at = now(), promoted_by = created_by, promoted_at = now() where template = $1",
      [rule.template],
    );
    await until(
      async () => (await product.good<{ status: string }>("POST", "/api/sms/try", boss.token, { operator: "bkash", text: words })).status === "parsed",
      5000,
    );
  });

  it("never changes what it says, and goes no way but its own", async () => {
    const { db } = product.product.app;
    await expect(db.run("update sms_rules set template = template || ' more'")).rejects.toMatchObject({ code: "FD004" });
    await expect(db.run("update sms_rules set status = 'draft', switched_at = null, switched_by = null where status = 'on'")).rejects.toMatchObject({
      code: "FD003",
    });
    await expect(db.run("delete from sms_rules")).rejects.toMatchObject({ code: "42501" });
  });
});
