/** A message rule on its way: wordings of what is unread, the shadow, promotion, roll-back, and reading again what had stood unread. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApprovalRow } from "../../src/contract/approvals.schema.ts";
import type { BulkJobDetail } from "../../src/contract/bulk.schema.ts";
import type { SmsRuleCreated, SmsRuleList, SmsRuleNoted, SmsRuleRow, SmsRuleUnread } from "../../src/contract/sms-rules.schema.ts";
import type { SmsShapes } from "../../src/contract/sms-shapes.schema.ts";
import type { SmsRow } from "../../src/contract/sms.schema.ts";
import { runShadows } from "../../src/server/features/sms/rules/shadow.ts";
import { storedForTrial } from "../../src/server/features/sms/taught.ts";
import { walkUnread } from "../../src/server/features/sms/unread.ts";
import { bkashTrx, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { configure, person, startTarget, type Person } from "../support/attack.ts";

const TEMPLATE = "Taka came in: {amount} by {msisdn}. Receipt {trx} done";
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

const text = (amount: string, trx = bkashTrx(), from = "01712345678"): string => `Taka came in: Tk ${amount} by ${from}. Receipt ${trx} done`;
const sent = async (words: string): Promise<SmsRow> => {
  const { data, text: answer } = await product.sms(wallet, words);
  if (!data) throw new Error(answer);
  return product.good<SmsRow>("GET", `/api/sms/${data.items[0]?.id}`);
};
const write = async (body: Record<string, unknown> = {}): Promise<SmsRuleRow> => {
  const input = { operator: "bkash", class: "receive", template: TEMPLATE, note: "new wording", ...body };
  const { data, text: answer } = await product.call<SmsRuleCreated>("POST", "/api/sms/rules", boss.token, input);
  if (!data?.rule) throw new Error(answer);
  return data.rule;
};
const call = <T>(rule: SmsRuleRow, act: string, by: Person = boss, body: Record<string, unknown> = { version: rule.version }) =>
  product.call<T>("POST", `/api/sms/rules/${rule.id}/${act}`, by.token, body);
const now = async (id: string): Promise<SmsRuleRow> => {
  const { items } = await product.good<SmsRuleList>("GET", "/api/sms/rules");
  const found = items.find((one) => one.id === id);
  if (!found) throw new Error(`no rule ${id}`);
  return found;
};
/** Asks for a switch and has another person agree. */
const promoted = async (rule: SmsRuleRow, body?: Record<string, unknown>): Promise<string> => {
  const asked = await call<{ approval: ApprovalRow }>(rule, "on", boss, body ?? { version: rule.version });
  if (asked.status !== 202) return asked.error?.code ?? asked.text;
  const { data, error } = await product.call<ApprovalRow>("POST", `/api/approvals/${asked.data.approval.id}/approve`, second.token, {});
  return data?.status ?? error?.code ?? "";
};
const shapes = (by: Person = operator, query = "") => product.call<SmsShapes>("GET", `/api/sms/shapes${query}`, by.token);

describe("what is unread", () => {
  it("is looked for no longer than there is time, by a trial that says how far back it came", async () => {
    const { app } = product.product;
    const all = await storedForTrial(app, "bkash", 60_000);
    expect(all.cutAt).toBeNull();
    const none = await storedForTrial(app, "bkash", 0);
    expect(none.items).toEqual([]);
    expect(Math.abs((none.cutAt?.getTime() ?? 0) - app.now())).toBeLessThan(60_000);
    // The database ends what takes too long: the first day was still looked at.
    const answers = [[{ id: 1n }], null];
    const slow = { ...app, now: () => app.now(), db: { bounded: { use: () => Promise.resolve(answers.shift()) } } } as unknown as typeof app;
    const begun = await storedForTrial(slow, "bkash");
    expect(begun.items).toHaveLength(1);
    expect(Math.abs((begun.cutAt?.getTime() ?? 0) - (app.now() - 86_400_000))).toBeLessThan(60_000);
  });

  it("stands by its wording, with nothing of a code", async () => {
    expect((await shapes()).data).toEqual({ items: [], looked: 0, others: 0, until: null, more: false });
    await sent(text("500.00"));
    const last = await sent(text("1,501.50", bkashTrx(), "01912345678"));
    await sent("Some news of the day about the wallet");
    await sent("Verification of the wallet by G-48A2913 please");
    const { data } = await shapes();
    expect(data).toMatchObject({ looked: 4, others: 0, more: false });
    expect(data.items.map(({ count }) => count)).toEqual([2, 1, 1]);
    const [first] = data.items;
    expect(first).toMatchObject({
      operator: "bkash",
      senders: ["bKash"],
      example: { id: last.id, text: last.text },
      proposal: "Taka came in: {amount} by {msisdn}. Receipt {trx} done",
    });
    expect(first?.parts.filter(({ mark }) => mark !== null)).toEqual(["amount", "phone", "id"].map((mark) => ({ mark, text: "" })));
    expect(Date.parse(first?.first_at ?? "")).toBeLessThanOrEqual(Date.parse(first?.last_at ?? ""));
    expect(data.items.filter(({ proposal }) => proposal === null).map(({ example }) => example.text)).toEqual([
      "Verification of the wallet by ••••••••• please",
    ]);
    expect(JSON.stringify(data)).not.toMatch(/48A2913|2913/);
    // Whoever looks no further says so.
    const seen: bigint[] = [];
    expect(await walkUnread(product.product.app, null, ({ id }) => seen.push(id), 3)).toMatchObject({ looked: 3, more: true });
    expect(seen).toEqual([...seen].sort((one, other) => Number(other - one)));
    expect(await walkUnread(product.product.app, null, () => undefined, 4)).toMatchObject({ looked: 4, more: false });
    expect((await shapes(operator, "?operator=nagad")).data.items).toEqual([]);
    expect((await shapes(await person(product, "auditor"))).error?.code).toBe("forbidden");
    expect((await shapes(operator, "?operator=paytm")).error?.fields).toEqual({ operator: "not_allowed" });
  });
});

describe("a rule in the shadow", () => {
  it("notes what it would read, reads nothing, and is counted once", async () => {
    const { app } = product.product;
    const rule = await write();
    expect((await call(rule, "shadow", operator)).error?.code).toBe("forbidden");
    const shadow = await call<SmsRuleRow>(rule, "shadow");
    expect(shadow.data, shadow.text).toMatchObject({
      status: "shadow",
      actions: ["on", "off"],
      promoted_at: null,
      shadow: { looked: 0, unread: 0, ended_at: null },
    });
    expect((await call(rule, "shadow")).error?.code).toBe("conflict");

    const order = await product.pay(merchant, { amount: "502.00", customer: "01712345678" });
    const unread = await sent(text("502.00"));
    expect(unread).toMatchObject({ match_status: "unparsed", amount: null });
    await sent("You have received Tk 63.00 from 01811111111. Balance Tk 1,082.65. TrxID DE971UR13F at 09/05/2026 21:32");
    await Promise.all([runShadows(app, 0), runShadows(app, 0), runShadows(app, 0)]);
    await runShadows(app, 0);
    expect((await now(rule.id)).shadow).toMatchObject({ looked: 2, unread: 1, noise: 0, open: 0, differs: 0, agrees: 0 });
    const noted = await product.good<SmsRuleNoted>("GET", `/api/sms/rules/${rule.id}/shadow`);
    expect(noted.samples).toMatchObject([{ id: unread.id, was: "unread", rule: null, differs: [], result: { amount: "502.00", kind: "receive" } }]);
    expect(noted.samples[0]?.marked.parts.filter(({ field }) => field !== null)).toEqual([
      { field: "amount", text: "502.00" },
      { field: "party", text: "01712345678" },
      { field: "trx", text: expect.any(String) },
    ]);
    // Nothing was read, matched or booked.
    expect((await product.good<SmsRow>("GET", `/api/sms/${unread.id}`)).match_status).toBe("unparsed");
    expect((await product.good("GET", `/v1/payments/${order.data.id}`, merchant.secret)).status).toBe("pending");
    expect(await product.findings()).toEqual([]);
    expect((await product.call("GET", `/api/sms/rules/${rule.id}/shadow`, operator.token)).error?.code).toBe("forbidden");
    expect((await product.call("GET", `/api/sms/rules/${rule.id}/unread`, boss.token)).error?.code).toBe("wrong_state");
  });

  it("says where it contradicts what another rule reads", async () => {
    const { app } = product.product;
    const greedy = await write({ class: "send_money", template: "You have received {amount} from {msisdn}. Balance {balance}. TrxID {trx} at {dt}" });
    await call(greedy, "shadow");
    const read = await sent("You have received Tk 64.00 from 01811111111. Balance Tk 1,146.65. TrxID DE971UR13G at 09/05/2026 21:33");
    await until(async () => {
      await runShadows(app, 0);
      return ((await now(greedy.id)).shadow?.looked ?? 0) > 0;
    });
    expect((await now(greedy.id)).shadow).toMatchObject({ unread: 0, differs: 1, agrees: 0 });
    const { samples } = await product.good<SmsRuleNoted>("GET", `/api/sms/rules/${greedy.id}/shadow`);
    expect(samples).toMatchObject([{ id: read.id, was: "differs", rule: expect.stringMatching(/^bkash\./), differs: ["kind", "direction"] }]);
    const trial = (await product.call<SmsRuleCreated["trial"]>("POST", `/api/sms/rules/${greedy.id}/try`, boss.token, {})).data;
    expect(trial.collisions).toEqual([{ rule: samples[0]?.rule, status: null, count: 2, differs: 2 }]);
    // One that an older build allowed and this one does not is tried no more, and keeps nothing else from being read.
    const { db } = product.product.app;
    await db.run(
      `insert into sms_rules (id, operator, class, template, note, line, created_by, created_at)
       select $1, 'bkash', 'receive', 'Taka {amount} has not been credited, receipt {trx} kept', 'old', $1, id, now() from users where account = $2`,
      [product.product.app.ids.next(), boss.account],
    );
    const old = (await product.good<SmsRuleList>("GET", "/api/sms/rules")).items.find(({ note }) => note === "old") as SmsRuleRow;
    for (const act of ["try", "shadow", "on"])
      expect((await call(old, act, boss, act === "try" ? {} : { version: old.version })).error, act).toMatchObject({ details: { problem: "denies" } });
    // It ends with its being switched off, and what came then is not counted.
    expect((await call<SmsRuleRow>(await now(greedy.id), "off")).data).toMatchObject({
      status: "off",
      promoted_at: null,
      shadow: { ended_at: expect.any(String) },
    });
    await sent("You have received Tk 65.00 from 01811111111. Balance Tk 1,211.65. TrxID DE971UR13H at 09/05/2026 21:34");
    await runShadows(app, 0);
    expect((await now(greedy.id)).shadow).toMatchObject({ differs: 1 });
  });
});

describe("a promoted rule", () => {
  it("ends its shadow, reads what comes, and what stood unread is read again by a job, once", async () => {
    const rule = (await product.good<SmsRuleList>("GET", "/api/sms/rules")).items.find(({ status }) => status === "shadow") as SmsRuleRow;
    expect(await promoted(rule)).toBe("approved");
    expect(await now(rule.id)).toMatchObject({
      status: "on",
      promoted_by: second.account,
      shadow: { ended_at: expect.any(String) },
      actions: ["off"],
      before: null,
    });
    const waiting = await product.good<SmsRuleUnread>("GET", `/api/sms/rules/${rule.id}/unread`);
    expect(waiting).toMatchObject({ more: false });
    expect(waiting.items).toHaveLength(3);

    const job = async (): Promise<BulkJobDetail> => {
      const made = await product.good<BulkJobDetail>("POST", "/api/bulk", operator.token, { act: "sms.parse", items: waiting.items });
      const worked = async (): Promise<BulkJobDetail> => {
        for (let round = 0; round < 10; round += 1) await product.product.jobs.runOnce("bulk");
        return product.good<BulkJobDetail>("GET", `/api/bulk/${made.id}`, operator.token);
      };
      const ready = await worked();
      if (ready.waiting === 0) return ready;
      const sum = ready.amount === null ? {} : { sum: ready.amount };
      await product.good("POST", `/api/bulk/${made.id}/start`, operator.token, { version: ready.version, count: ready.waiting, ...sum });
      return worked();
    };
    const first = await job();
    expect(first).toMatchObject({ done: 3, failed: 0, blocked: 0 });
    const again = await job();
    expect(again).toMatchObject({ done: 0, waiting: 0, blocked: 3 });
    expect((await product.good<SmsRuleUnread>("GET", `/api/sms/rules/${rule.id}/unread`)).items).toEqual([]);
    expect(await product.findings()).toEqual([]);
  });

  it("is rolled back to the edition before it, in one moment and only from what was seen", async () => {
    const { items } = await product.good<SmsRuleList>("GET", "/api/sms/rules");
    const first = items.find(({ template }) => template === TEMPLATE) as SmsRuleRow;
    const next = await write({ template: TEMPLATE.replace(" done", "[ is done now]"), replaces: first.id });
    expect(await promoted(next)).toBe("approved");
    const [old, on] = [await now(first.id), await now(next.id)];
    expect(on).toMatchObject({ status: "on", before: { id: first.id, edition: 1, version: old.version } });
    const back = { version: old.version, instead_of: { id: on.id, version: on.version } };
    expect(await promoted(old, { ...back, instead_of: { id: on.id, version: on.version - 1 } })).toBe("conflict");
    expect(await promoted(old, { ...back, instead_of: { id: old.id, version: old.version } })).toBe("conflict");

    // Asked for, then somebody puts a third edition to work before the other agrees: the request no longer holds.
    const asked = await call<{ approval: ApprovalRow }>(old, "on", boss, back);
    expect(asked.status, asked.text).toBe(202);
    const third = await write({ template: TEMPLATE.replace(" done", " over now"), replaces: next.id });
    expect(await promoted(third)).toBe("approved");
    const late = await product.call<ApprovalRow>("POST", `/api/approvals/${asked.data.approval.id}/approve`, second.token, {});
    expect(late.error?.code ?? late.data.status).not.toBe("approved");
    expect([(await now(first.id)).status, (await now(next.id)).status, (await now(third.id)).status]).toEqual(["off", "off", "on"]);

    const [was, atWork] = [await now(next.id), await now(third.id)];
    expect(atWork.before).toMatchObject({ id: next.id });
    expect(await promoted(was, { version: was.version, instead_of: { id: atWork.id, version: atWork.version } })).toBe("approved");
    expect([(await now(first.id)).status, (await now(next.id)).status, (await now(third.id)).status]).toEqual(["off", "on", "off"]);
    expect(await sent(text("505.00").replace(" done", ""))).toMatchObject({ amount: "505.00" });
    const trail = await product.good<{ items: { action: string; object: { id: string } }[] }>("GET", "/api/audit?object_type=rule&size=20");
    expect(trail.items.slice(0, 2).map(({ action, object }) => [action, object.id])).toEqual([
      ["sms.rule_on", next.id],
      ["sms.rule_off", third.id],
    ]);
  });

  it("enabled by one person alone, it says which edition goes off", async () => {
    const template = "Kiosk wallet grew by {amount} of {msisdn}, slip {trx} filed";
    const one = await write({ template });
    await configure(product, { one_person: true });
    expect((await call(one, "on", boss, { version: one.version })).status).toBe(200);
    const two = await write({ template: template.replace("filed", "[now ]filed"), replaces: one.id });
    const on = await now(one.id);
    expect(two.at_work).toEqual({ id: one.id, edition: 1, version: on.version });
    expect((await call(two, "on", boss, { version: two.version })).error?.fields).toEqual({ instead_of: "required" });
    expect((await call(two, "on", boss, { version: two.version, instead_of: null })).error?.code).toBe("conflict");
    expect((await call(two, "on", boss, { version: two.version, instead_of: { id: one.id, version: on.version } })).status).toBe(200);
    expect([(await now(one.id)).status, (await now(two.id)).status]).toEqual(["off", "on"]);
    expect((await now(two.id)).at_work).toBeNull();
    await configure(product, { one_person: false });
  });

  it("takes the place of what was at work when it was asked for, and of no other", async () => {
    const template = "Booth wallet grew by {amount} of {msisdn}, slip {trx} kept";
    const one = await write({ template });
    const askedFirst = await call<{ approval: ApprovalRow }>(one, "on");
    expect(askedFirst.data.approval.after).not.toHaveProperty("replaces");
    const approve = (approval: ApprovalRow) => product.call<ApprovalRow>("POST", `/api/approvals/${approval.id}/approve`, second.token, {});
    expect((await approve(askedFirst.data.approval)).data.status).toBe("approved");
    const two = await write({ template: `${template} now`, replaces: one.id });
    const old = await call<{ approval: ApprovalRow }>(two, "on");
    expect(old.data.approval.after).toMatchObject({ replaces: one.id });
    const three = await write({ template: `${template} here`, replaces: two.id });
    expect(await promoted(three)).toBe("approved");
    const late = await approve(old.data.approval);
    expect(late.error?.code ?? late.data.status).not.toBe("approved");
    expect([(await now(one.id)).status, (await now(two.id)).status, (await now(three.id)).status]).toEqual(["off", "draft", "on"]);
    // Asked for when nothing was at work, and something is by now.
    const off = await now(three.id);
    expect((await call(off, "off")).status).toBe(200);
    const [idleDraft, third] = [await now(two.id), await now(three.id)];
    const idle = await call<{ approval: ApprovalRow }>(idleDraft, "on");
    expect(idle.status, idle.text).toBe(202);
    expect(await promoted(third)).toBe("approved");
    const lapsed = await approve(idle.data.approval);
    expect(lapsed.error?.code ?? lapsed.data.status).not.toBe("approved");
    expect([(await now(two.id)).status, (await now(three.id)).status]).toEqual(["draft", "on"]);
  });

  it("is one of its line, whoever promotes at the same moment", async () => {
    const one = await write({ template: "Shop wallet grew by {amount} of {msisdn}, slip {trx} kept" });
    const other = await write({ template: "Shop wallet grew by {amount} of {msisdn}, slip {trx} filed", replaces: one.id });
    const asks = await Promise.all([call<{ approval: ApprovalRow }>(one, "on"), call<{ approval: ApprovalRow }>(other, "on", second)]);
    const answers = await Promise.all(
      asks.map(({ data }, at) => product.call<ApprovalRow>("POST", `/api/approvals/${data.approval.id}/approve`, (at === 0 ? second : boss).token, {})),
    );
    expect(answers.map(({ data }) => data?.status)).toContain("approved");
    const states = [(await now(one.id)).status, (await now(other.id)).status];
    expect(
      states.filter((status) => status === "on"),
      states.join(),
    ).toHaveLength(1);
    // The database holds it, whatever a program does.
    await expect(
      product.product.app.db.run(
        "update sms_rules set status = 'on', promoted_by = created_by, promoted_at = now(), switched_by = created_by, switched_at = now() where status <> 'on' and template like 'Shop wallet grew%'",
      ),
    ).rejects.toMatchObject({ code: "23505" });
  });
});
