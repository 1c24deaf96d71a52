/** Harmless words: a text is held for them, they are taught by two people, then such texts are matched, until they are taken back. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApprovalRow } from "../../src/contract/approvals.schema.ts";
import type { SmsEndingCreated, SmsEndingList, SmsEndingRow, SmsEndingTrial } from "../../src/contract/sms-endings.schema.ts";
import { permissionsOf } from "../../src/contract/permissions.ts";
import type { SmsDetail, SmsRow } from "../../src/contract/sms.schema.ts";
import { bkashTrx, next, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { type Person, person, startTarget } from "../support/attack.ts";

const WORDS = "Sing along in our choir for Tk 25 a night";
const TAUGHT = "Sing along in our choir for Tk {n} a night";
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

/** What bKash prints, without its balance: nothing but the words themselves tells whether the money is there. */
const text = (amount: string, ending: string, from = "01712345678"): string =>
  `You have received Tk ${amount} from ${from}. TrxID ${bkashTrx()} at ${stamp()}${ending === "" ? "" : `. ${ending}`}`;
const stamp = (): string => {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Dhaka", dateStyle: "short", timeStyle: "short" }).format(new Date());
  return parts.replace(",", "");
};
const create = (body: Record<string, unknown>, by: Person = boss) =>
  product.call<SmsEndingCreated>("POST", "/api/sms/endings", by.token, { operator: "bkash", text: TAUGHT, ...body });
const on = (row: { id: string; version: number }, by: Person = boss) =>
  product.call<{ approval: ApprovalRow }>("POST", `/api/sms/endings/${row.id}/on`, by.token, { version: row.version });
const off = (row: { id: string; version: number }, by: Person = boss) =>
  product.call<SmsEndingRow>("POST", `/api/sms/endings/${row.id}/off`, by.token, { version: row.version });
const approve = (approval: ApprovalRow, by: Person) => product.call<ApprovalRow>("POST", `/api/approvals/${approval.id}/approve`, by.token, {});
const endings = async (): Promise<SmsEndingRow[]> => (await product.good<SmsEndingList>("GET", "/api/sms/endings")).items;
const sent = async (words: string): Promise<SmsDetail> => {
  const { data, text: answer } = await product.sms(wallet, words);
  if (!data) throw new Error(answer);
  return product.good<SmsDetail>("GET", `/api/sms/${data.items[0]?.id}`);
};
const orderStatus = async (id: string): Promise<string> => (await product.good<{ status: string }>("GET", `/v1/payments/${id}`, merchant.secret)).status;

describe("words that nobody may call harmless", () => {
  it.each([
    ["Payment was rejected by the bank", "denies"],
    ["The amount is not yet credited to you", "denies"],
    ["Thank you very much. Come again soon", "several"],
    ["Hello 12345678", "few_words"],
    ["Sing along {x} in our choir", "braces"],
  ])("are refused with what is wrong: %s", async (words, problem) => {
    const answer = await create({ text: words });
    expect(answer, answer.text).toMatchObject({ status: 422, error: { code: "validation_failed", fields: { text: "invalid" }, details: { problem } } });
    expect(await endings()).toEqual([]);
  });

  it("of no operator, no length or no message name the field", async () => {
    expect((await create({ operator: "paytm" })).error?.fields).toEqual({ operator: "not_allowed" });
    expect((await create({ text: "Hi all" })).error?.fields).toMatchObject({ text: "too_short" });
    expect((await create({ sms_id: "S261123XY12AB34" })).error?.fields).toEqual({ sms_id: "invalid" });
    expect((await create({ surprise: 1 })).error?.fields).toMatchObject({ surprise: expect.any(String) });
  });
});

it("are tried on messages whose numbers are shown in part to who reads them so", async () => {
  const role = permissionsOf("admin").filter((permission) => permission !== "phones.unmask");
  const [words, number] = ["Bring along a friend to the market", "01788776655"];
  await sent(text("41.00", words, number));
  const tried = async (by: Person): Promise<string> => {
    const answer = await create({ text: words, dry_run: true }, by);
    expect(answer.data?.trial.samples, answer.text).toHaveLength(1);
    return answer.text;
  };
  expect(await tried(boss)).toContain(number);
  const part = await tried(await person(product, "admin", { role }));
  expect(part).not.toContain(number);
  expect(part).toContain("017****6655");
});

describe("harmless words", () => {
  let held: SmsDetail;
  let orderOfHeld: string;

  it("hold a text, are tried, written down, approved by another, and then let such texts be matched", async () => {
    const order = await product.pay(merchant, { amount: "502.00", customer: "01712345678" });
    orderOfHeld = order.data.id;
    held = await sent(text("502.00", WORDS));
    expect(held.match_status).not.toBe("matched");
    expect(held.evidence).toContainEqual({ code: "unexplained_words", detail: WORDS });
    expect(await orderStatus(orderOfHeld)).toBe("pending");

    const tried = await create({ dry_run: true });
    expect(tried.data, tried.text).toMatchObject({
      ending: null,
      trial: { passes: 1, held: 0, settled: 0, samples: [{ id: held.id, becomes: "passes", result: { amount: "502.00", status: "parsed" } }] },
    });
    expect(await endings()).toEqual([]);

    expect((await create({}, operator)).error?.code).toBe("forbidden");
    const made = await create({ note: "the choir of December", sms_id: held.id });
    const row = made.data.ending as SmsEndingRow;
    expect(row).toMatchObject({ text: TAUGHT, status: "draft", sms_id: held.id, created_by: boss.account, switched_at: null, actions: ["on"] });
    expect((await create({ text: TAUGHT.toUpperCase().replace("{N}", "{n}") })).error).toMatchObject({
      code: "already_exists",
      fields: { text: "taken" },
      details: { id: row.id },
    });
    // A draft explains nothing.
    expect((await sent(text("503.00", WORDS))).match_status).not.toBe("matched");

    const asked = await on(row);
    expect(asked.status, asked.text).toBe(202);
    expect(asked.data.approval).toMatchObject({ kind: "sms.ending", object: { type: "ending", id: row.id }, after: { status: "on", text: TAUGHT } });
    expect((await approve(asked.data.approval, boss)).error?.code).toBe("same_person");
    expect((await approve(asked.data.approval, operator)).error?.code).toBe("forbidden");
    expect((await approve(asked.data.approval, second)).data.status).toBe("approved");
    expect((await endings())[0]).toMatchObject({ status: "on", created_by: boss.account, switched_by: second.account, actions: ["off"] });

    const again = await product.pay(merchant, { amount: "504.00", customer: "01712345678" });
    const passed = await sent(text("504.00", "SING along in our  choir for Tk 1,250.00 a night!"));
    expect(passed).toMatchObject({ match_status: "matched", amount: "504.00" });
    expect(await orderStatus(again.data.id)).toBe("completed");
    expect(await product.findings()).toEqual([]);
  });

  it("let what was held before be matched when somebody has it parsed again", async () => {
    const now = await product.good<SmsRow>("GET", `/api/sms/${held.id}`);
    expect(now.actions).toContain("parse");
    const read = await product.good<SmsRow>("POST", `/api/sms/${held.id}/parse`, operator.token, { version: now.version });
    expect(read).toMatchObject({ match_status: "matched", payment_id: orderOfHeld });
    expect(await orderStatus(orderOfHeld)).toBe("completed");
    expect(await product.findings()).toEqual([]);
  });

  it("stand for themselves alone: other words, and a phone number in the place of an amount, are held", async () => {
    for (const [amount, words] of [
      ["505.00", "Sing along in our choir for Tk 25 a night, not yet paid"],
      ["506.00", "Sing along in our choir for Tk 01812345678 a night"],
      ["507.00", "Sing along in our other choir for Tk 25 a night"],
      ["508.00", `${WORDS}. Kindly hold it`],
    ] as const) {
      const order = await product.pay(merchant, { amount, customer: "01712345678" });
      expect((await sent(text(amount, words))).match_status, words).not.toBe("matched");
      expect(await orderStatus(order.data.id)).toBe("pending");
    }
  });

  it("are tried again without themselves, and taken back at once by one person", async () => {
    const [row] = (await endings()) as [SmsEndingRow];
    const trial = await product.good<SmsEndingTrial>("POST", `/api/sms/endings/${row.id}/try`, boss.token, {});
    // One that waits still would pass; two have been matched; one of those above has other words behind these.
    expect(trial).toMatchObject({ passes: 1, held: 1, settled: 2 });
    expect((await off(row, operator)).error?.code).toBe("forbidden");
    expect((await off({ ...row, version: row.version - 1 })).error?.code).toBe("conflict");
    expect((await off(row)).data).toMatchObject({ status: "off", switched_by: boss.account, actions: ["on"] });
    expect((await off({ ...row, version: row.version + 1 })).error?.code).toBe("wrong_state");
    const order = await product.pay(merchant, { amount: "509.00", customer: "01712345678" });
    expect((await sent(text("509.00", WORDS))).match_status).not.toBe("matched");
    expect(await orderStatus(order.data.id)).toBe("pending");
    const trail = await product.good<{ items: { action: string; object: { id: string } }[] }>("GET", "/api/audit?object_type=ending&size=50");
    expect(trail.items.map(({ action }) => action)).toEqual(["sms.ending_off", "sms.ending_on", "sms.ending_create"]);
  });

  it("are told to other processes within a second or two", async () => {
    const words = `Bring your own drum to shop ${next()}`;
    await create({ text: words });
    // As another process does it: this one is not told.
    await product.product.app.db.run("update sms_endings set status = 'on', switched_by = created_by, switched_at = now() where text = $1", [words]);
    await until(
      async () =>
        (await product.good<{ status: string }>("POST", "/api/sms/try", boss.token, { operator: "bkash", text: text("9.00", words) })).status === "parsed",
      5000,
    );
  });

  it("never change what they say, and go no way but their own", async () => {
    const { db } = product.product.app;
    await expect(db.run("update sms_endings set text = text || ' more'")).rejects.toMatchObject({ code: "42501" });
    await expect(db.run("update sms_endings set status = 'draft', switched_at = null, switched_by = null where status = 'on'")).rejects.toMatchObject({
      code: "FD003",
    });
    await expect(db.run("delete from sms_endings")).rejects.toMatchObject({ code: "42501" });
  });
});
