/** Merchants' withdrawals: refusals, the hold, the checker, every way of paying, and what both sides are told. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { WithdrawalEvidence } from "../../../contract/evidence.schema.ts";
import type { WithdrawalAvailable, WithdrawalDetail, WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import type { JournalRow } from "../../../contract/journals.schema.ts";
import { unexplainedWrittenOff } from "../../../domain/ledger/postings-manual.ts";
import { journalsRoutes } from "../journals/routes.ts";
import { MoneyLab, type LabMerchant, type Told } from "../../../../test/support/parts/transfers.ts";
import { receive } from "../../../../test/support/parts/transfer-messages.ts";
import { withdrawalRoutes } from "./routes.ts";

let lab: MoneyLab;
let serial = 0;
const trx = (): string => `WDR${String((serial += 1)).padStart(6, "0")}`;
beforeAll(async () => {
  lab = await MoneyLab.start([...withdrawalRoutes, ...journalsRoutes]);
});
afterEach(async () => expect(await lab.findings()).toEqual([]));
afterAll(() => lab.close());

type Body = Record<string, unknown>;
/** A merchant with its own admin (`name`) and viewer (`name-viewer`). */
async function newMerchant(name: string, balanceMinor = 100_000n): Promise<LabMerchant> {
  const merchant = await lab.merchant(balanceMinor);
  await lab.person(name, "merchant_admin", merchant.id);
  await lab.person(`${name}-viewer`, "merchant_viewer", merchant.id);
  return merchant;
}
const submit = (who: string, body: Body = {}): Promise<Told<WithdrawalRow>> =>
  lab.call<WithdrawalRow>(who, "POST", "/api/withdrawal", { receiving_account: "DBBL 123-456 Dhaka", amount: "300.00", note: "weekly", ...body });
async function submitted(who: string, body: Body = {}): Promise<WithdrawalRow> {
  const told = await submit(who, body);
  expect(told.status, told.text).toBe(201);
  return told.data;
}
const act = (row: Pick<WithdrawalRow, "id" | "version">, action: string, body: Body = {}, who = "finance"): Promise<Told<WithdrawalRow>> =>
  lab.call<WithdrawalRow>(who, "POST", `/api/withdrawal/${row.id}/${action}`, { version: row.version, ...body });
async function approved(who: string, body: Body = {}): Promise<WithdrawalRow> {
  const told = await act(await submitted(who, body), "approve");
  expect(told.status, told.text).toBe(200);
  return told.data;
}
const detail = (row: { id: string }, who = "finance"): Promise<WithdrawalDetail> => lab.good<WithdrawalDetail>(who, "GET", `/api/withdrawal/${row.id}`);
const available = (who: string, merchant?: LabMerchant): Promise<WithdrawalAvailable> =>
  lab.good<WithdrawalAvailable>(who, "GET", `/api/withdrawal/available${merchant ? `?merchant_id=${merchant.publicId}` : ""}`);
const money = async (merchant: LabMerchant): Promise<bigint[]> => [await lab.balance("merchant", merchant.id), await lab.balance("hold", merchant.id)];
const reserve = (merchant: LabMerchant, minor: bigint): Promise<unknown> =>
  lab.owner.run("update merchants set withdrawal_reserve = $2 where id = $1", [merchant.id, minor]);

describe("refusals", () => {
  it("without a session, without the permission, of another merchant's as of none", async () => {
    const [own, other] = [await newMerchant("a1"), await newMerchant("b1")];
    const row = await submitted("a1");
    for (const url of ["/api/withdrawal", `/api/withdrawal/${row.id}`, `/api/withdrawal/${row.id}/evidence`, "/api/withdrawal/available"]) {
      expect((await lab.call(null, "GET", url)).status).toBe(401);
      expect((await lab.call("operator", "GET", url)).status).toBe(403);
    }
    for (const who of ["finance", "operator", "auditor", "a1-viewer"]) expect((await submit(who, { merchant_id: own.publicId })).status, who).toBe(403);
    for (const action of ["approve", "reject", "paid"])
      for (const who of ["operator", "auditor", "a1", "a1-viewer"])
        expect((await act(row, action, action === "reject" ? { reason: "x" } : action === "paid" ? { reference: "x" } : {}, who)).status).toBe(403);
    const alike = async (ask: (id: string) => Promise<Told>, id: string, none: string, fields?: Record<string, string>): Promise<void> => {
      const [left, right] = [await ask(id), await ask(none)];
      expect([left.status, left.error?.code, left.error?.fields]).toEqual([right.status, right.error?.code, right.error?.fields]);
      expect([left.status, left.error?.fields]).toEqual([fields === undefined ? 404 : 422, fields]);
    };
    const unknown = { merchant_id: "invalid" };
    await alike((id) => lab.call("b1", "GET", `/api/withdrawal/${id}`), row.id, "X261121XY12AB34");
    await alike((id) => lab.call("b1", "GET", `/api/withdrawal/${id}/evidence`), row.id, "X261121XY12AB34");
    await alike((id) => submit("b1", { merchant_id: id }), own.publicId, "M261121XY12AB34", unknown);
    await alike((id) => lab.call("b1", "GET", `/api/withdrawal/available?merchant_id=${id}`), own.publicId, "M261121XY12AB34", unknown);
    expect((await submit("b1", { merchant_id: other.publicId, amount: "1.00" })).status).toBe(201);
    expect((await submit("admin", {})).error?.fields).toEqual({ merchant_id: "required" });
    expect((await submit("admin", { merchant_id: "M261121XY12AB34" })).error?.fields).toEqual(unknown);
    expect((await act({ id: "X261121XY12AB34", version: 1 }, "approve")).status).toBe(404);
  });

  it("without a recent re-authentication, where money is to leave", async () => {
    await newMerchant("a2");
    expect((await submit(lab.stale("a2"))).error?.code).toBe("recheck_required");
    const row = await submitted("a2");
    expect((await act(row, "approve", {}, lab.stale("finance"))).error?.code).toBe("recheck_required");
    const ready = (await act(row, "approve")).data;
    expect((await act(ready, "paid", { reference: "R" }, lab.stale("finance"))).error?.code).toBe("recheck_required");
    expect((await detail(row)).status).toBe("approved");
  });

  it("of amounts and accounts that cannot be", async () => {
    await newMerchant("a3");
    const wallet = await lab.wallet();
    for (const amount of ["0.00", "-1.00", "1e3", "0.001", 300])
      expect((await submit("a3", { amount })).error?.fields, String(amount)).toHaveProperty("amount");
    for (const receiving_account of ["", "  ", "a\nb", "x".repeat(101)])
      expect((await submit("a3", { receiving_account })).error?.fields).toHaveProperty("receiving_account");
    for (const receiving_account of [wallet.account, `bKash +88 ${wallet.account}`, `${wallet.account} (branch 2)`])
      expect((await submit("a3", { receiving_account })).error?.fields).toEqual({ receiving_account: "not_allowed" });
    expect((await submit("a3", { amount: "1000.01" })).error).toMatchObject({
      code: "insufficient_balance",
      fields: { amount: "too_large" },
      details: { max_available: "1000.00" },
    });
    expect(await lab.owner.one("select count(*)::int as n from withdrawals w join users u on u.id = w.submitter where u.account = 'a3'", [])).toEqual({ n: 0 });
  });

  it("of a merchant that is disabled or below zero, with the reason", async () => {
    const merchant = await newMerchant("a4", 1_000n);
    await lab.owner.run("update merchants set enabled = false where id = $1", [merchant.id]);
    expect((await submit("a4")).error?.code).toBe("merchant_disabled");
    expect(await available("a4")).toMatchObject({ stopped: "merchant_disabled", max_available: "0.00" });
    await lab.owner.run("update merchants set enabled = true where id = $1", [merchant.id]);
    await lab.owner.run("select account_allow_negative(id) from accounts where kind = 'merchant' and owner_id = $1", [merchant.id]);
    await lab.credit(merchant.id, -5_000n);
    expect((await submit("a4", { amount: "0.01" })).error?.code).toBe("merchant_below_zero");
    expect(await available("a4")).toMatchObject({ stopped: "merchant_below_zero", balance: "-40.00", max_available: "0.00" });
  });

  it("of the submitter's own decision, unless the platform is one person; the database holds it, too", async () => {
    const merchant = await newMerchant("a5");
    const row = await submitted("admin", { merchant_id: merchant.publicId });
    expect(row.actions).toEqual(["reject"]);
    expect((await act(row, "approve", {}, "admin")).error?.code).toBe("same_person");
    const ready = (await act(row, "approve", {}, "finance2")).data;
    expect((await act(ready, "paid", { reference: "R1" }, "admin")).error?.code).toBe("same_person");
    await expect(lab.owner.run("update withdrawals set approver = submitter where id = $1", [lab.app.publicIds.decode("withdrawal", row.id)])).rejects.toThrow(
      "withdrawals_maker_checker",
    );
    expect((await act(ready, "paid", { reference: "R1" })).data.status).toBe("paid");
    const config = lab.app.config.current as { one_person: boolean };
    config.one_person = true;
    try {
      const own = await submitted("admin", { merchant_id: merchant.publicId });
      const alone = (await act(own, "approve", {}, "admin")).data;
      expect((await act(alone, "paid", { reference: "R2" }, "admin")).data).toMatchObject({
        status: "paid",
        submitter: "admin",
        approver: "admin",
        payer: "admin",
      });
    } finally {
      config.one_person = false;
    }
  });

  it("of acts out of their turn, of an older version, and of another payee", async () => {
    await newMerchant("a6");
    const row = await submitted("a6");
    expect((await act(row, "paid", { reference: "R" })).error?.code).toBe("wrong_state");
    expect((await act(row, "reject", {})).error?.fields).toEqual({ reason: "required" });
    const ready = (await act(row, "approve")).data;
    expect((await act(row, "reject", { reason: "late" })).error?.code).toBe("conflict");
    expect((await act(ready, "approve")).error?.code).toBe("wrong_state");
    expect((await act(ready, "paid", { reference: " " })).error?.fields).toHaveProperty("reference");
    expect((await act(ready, "paid", { reference: "R", cost: "1.00" })).error?.fields).toEqual({ cost: "not_allowed" });
    const id = lab.app.publicIds.decode("withdrawal", row.id);
    for (const change of ["receiving_account = 'mine'", "amount = 1", "submitter = 1", "merchant_id = 1"])
      await expect(lab.owner.run(`update withdrawals set ${change} where id = $1`, [id]), change).rejects.toThrow(/never changes|foreign key/);
    await expect(lab.owner.run("update withdrawals set status = 'pending' where id = $1", [id])).rejects.toThrow("cannot go");
  });
});

describe("the maximum", () => {
  it("is balance less held less pending less reserve, and each part says how much", async () => {
    const merchant = await newMerchant("b2", 100_000n);
    await reserve(merchant, 20_000n);
    expect(await available("b2")).toEqual({
      merchant_id: merchant.publicId,
      merchant_name: expect.any(String),
      currency: "BDT",
      balance: "1000.00",
      held: "0.00",
      pending: "0.00",
      reserve: "200.00",
      max_available: "800.00",
      stopped: null,
    });
    const row = await submitted("b2", { amount: "300.00" });
    expect(row.max_available).toBe("800.00");
    expect(await available("finance", merchant)).toMatchObject({
      balance: "1000.00",
      held: "0.00",
      pending: "300.00",
      reserve: "200.00",
      max_available: "500.00",
    });
    expect((await submit("b2", { amount: "500.01" })).error).toMatchObject({
      code: "insufficient_balance",
      details: { max_available: "500.00", reserve: "200.00" },
    });
    await submitted("b2", { amount: "500.00" });
    expect((await available("b2")).max_available).toBe("0.00");
    await reserve(merchant, 999_999n);
    expect((await available("b2")).max_available).toBe("0.00");
  });
});

describe("a withdrawal", () => {
  it("holds the amount, is approved and paid from outside, and tells the merchant", async () => {
    const merchant = await newMerchant("c1");
    await lab.owner.run("update merchants set notify_url = 'https://shop.example/hook' where id = $1", [merchant.id]);
    const settlement = await lab.balance("settlement");
    const row = await submitted("c1");
    expect(row).toMatchObject({
      status: "pending",
      paid: false,
      amount: "300.00",
      max_available: "1000.00",
      submitter: "c1",
      note: "weekly",
      approver: null,
      actions: [],
    });
    expect(await money(merchant)).toEqual([70_000n, 30_000n]);
    const ready = (await act(row, "approve")).data;
    expect(ready).toMatchObject({ status: "approved", approver: "finance", actions: ["paid", "reject"] });
    const done = (await act(ready, "paid", { reference: "BANK-77 / 12" }, "finance2")).data;
    expect(done).toMatchObject({ status: "paid", paid: true, reference: "BANK-77 / 12", payer: "finance2", wallet_id: null, cost: null, actions: [] });
    expect([...(await money(merchant)), (await lab.balance("settlement")) - settlement]).toEqual([70_000n, 0n, -30_000n]);
    const whole = await detail(row);
    expect(whole.timeline.map((item) => [item.kind, item.actor?.account ?? null])).toEqual([
      ["submitted", "c1"],
      ["approved", "finance"],
      ["notification", null],
      ["paid", "finance2"],
    ]);
    expect(whole.deliveries.map((item) => [item.type, item.status])).toEqual([["withdrawal.paid", "waiting"]]);
    const sent = await lab.owner.one<{ body: string; url: string }>("select body, url from outbox where object_id = $1", [
      lab.app.publicIds.decode("withdrawal", row.id),
    ]);
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({
      type: "withdrawal.paid",
      data: { id: row.id, status: "paid", amount: "300.00", reference: "BANK-77 / 12", receiving_account: "DBBL 123-456 Dhaka", reason: null },
    });
    expect(sent?.body).not.toMatch(/finance|wallet/);
  });

  it("rests on a reference that paid nothing else: not from outside, not from a wallet; the database holds it, too", async () => {
    await newMerchant("c9", 1_000_000n);
    const [first, second, third] = [await approved("c9"), await approved("c9"), await approved("c9")];
    const [wallet, key] = [await lab.wallet(100_000n), trx()];
    await act(first, "paid", { reference: "EFT 2026/17" });
    for (const reference of ["EFT 2026/17", " eft 2026/17 ", "ＥＦＴ 2026/17", "EFT  2026/17"])
      expect((await act(second, "paid", { reference })).error, reference).toMatchObject({
        code: "reference_used",
        fields: { reference: "taken" },
        details: { paid: first.id },
      });
    await act(third, "paid", { reference: key, wallet_id: wallet.publicId });
    expect((await act(second, "paid", { reference: key.toLowerCase() })).error).toMatchObject({ code: "reference_used", details: { paid: third.id } });
    expect((await detail(second)).status).toBe("approved");
    const bank = trx();
    const [fourth, fifth] = [await approved("c9"), await approved("c9")];
    await act(fourth, "paid", { reference: bank });
    expect((await act(fifth, "paid", { reference: bank.toLowerCase(), wallet_id: wallet.publicId })).error).toMatchObject({
      code: "reference_used",
      fields: { reference: "taken" },
      details: { paid: fourth.id },
    });
    expect((await detail(fifth)).status).toBe("approved");
    expect((await act(second, "paid", { reference: "EFT 2026/18" })).data.status).toBe("paid");
    await expect(
      lab.owner.run("update withdrawals set outside_key = 'EFT 2026/17' where id = $1", [lab.app.publicIds.decode("withdrawal", second.id)]),
    ).rejects.toThrow("withdrawals_outside_once");
    const racing = await Promise.all(["r", "s", "t", "u"].map(() => approved("c9", { amount: "1.00" })));
    const told = await Promise.all(racing.map((row) => act(row, "paid", { reference: "EFT 2026/19" })));
    expect(told.map((one) => one.error?.code ?? "paid").toSorted()).toEqual(["paid", "reference_used", "reference_used", "reference_used"]);
  });

  it("cannot be approved once whoever submitted it is disabled; rejecting stays possible", async () => {
    const merchant = await newMerchant("c10");
    const row = await submitted("c10");
    await lab.owner.run("update users set enabled = false where account = 'c10'", []);
    expect((await act(row, "approve")).error?.code).toBe("maker_inactive");
    expect((await act(row, "reject", { reason: "asked by somebody who left" })).data.status).toBe("rejected");
    expect(await money(merchant)).toEqual([100_000n, 0n]);
  });

  it("shows its merchant neither who of the staff acted nor the wallet, and its rows alone", async () => {
    const merchant = await newMerchant("c2");
    await newMerchant("c2-other");
    const wallet = await lab.wallet(100_000n);
    const row = await submitted("admin", { merchant_id: merchant.publicId });
    const ready = (await act(row, "approve")).data;
    await act(ready, "paid", { reference: trx(), wallet_id: wallet.publicId, cost: "5.00" });
    const seen = await detail(row, "c2-viewer");
    expect(seen).toMatchObject({
      submitter: null,
      approver: null,
      payer: null,
      wallet_id: null,
      wallet_name: null,
      cost: null,
      messages: [],
      actions: [],
      status: "paid",
    });
    expect(JSON.stringify(seen)).not.toMatch(/finance|Wallet 0/);
    expect(seen.entries.every((entry) => /^(merchant|hold):/.test(entry.account))).toBe(true);
    expect((await lab.good<{ items: unknown[] }>("c2-other", "GET", "/api/withdrawal")).items).toEqual([]);
    expect((await lab.good<{ items: { id: string }[] }>("c2", "GET", "/api/withdrawal")).items.map((item) => item.id)).toEqual([row.id]);
    // Nor by the sums under the rows: of one row they are its own cells.
    const sums = async (who: string, more = ""): Promise<unknown> =>
      (await lab.good<{ sums: unknown }>(who, "GET", `/api/withdrawal?merchant_id=${merchant.publicId}${more}`)).sums;
    for (const more of ["", "&only=figures"])
      expect([await sums("c2", more), await sums("finance", more)]).toEqual([{ amount: "300.00" }, { amount: "300.00", cost: "5.00" }]);
    const journals = await lab.good<{ items: JournalRow[] }>("c2", "GET", `/api/journals?reference=${row.id}`);
    expect(journals.items.map((item) => [item.kind, item.amount])).toEqual([["withdrawal_hold", "-300.00"]]);
  });

  it("tells its merchant which of its own people acted, and of the platform's that they did", async () => {
    await newMerchant("c12");
    const row = (await act(await approved("c12"), "paid", { reference: trx() })).data;
    const actors = (seen: WithdrawalDetail): unknown[] =>
      seen.timeline.filter(({ actor }) => actor !== null).map(({ kind, actor }) => [kind, actor?.type, actor?.account]);
    const [own, staff] = [await detail(row, "c12"), await detail(row)];
    expect(actors(own)).toEqual([
      ["submitted", "user", staff.submitter],
      ["approved", "staff", null],
      ["paid", "staff", null],
    ]);
    expect(own.timeline[0]?.actor?.id).toBe(staff.timeline[0]?.actor?.id);
    expect(actors(staff).map((one) => (one as unknown[])[1])).toEqual(["user", "user", "user"]);
  });

  it("is handed on as evidence: what its screen shows this person, with the bodies of its notifications, and a row in the trail", async () => {
    await newMerchant("c11");
    const row = (await act(await approved("c11"), "paid", { reference: trx() })).data;
    const taken = await lab.good<WithdrawalEvidence>("finance", "GET", `/api/withdrawal/${row.id}/evidence`);
    expect(taken.order).toEqual(await detail(row));
    expect(taken.notifications?.map(({ id }) => id).sort()).toEqual(taken.order.deliveries.map(({ id }) => id).sort());
    expect(taken.notifications?.every(({ body }) => JSON.stringify(body).includes(row.id))).toBe(true);
    const noted = await lab.owner.one("select action, object_type, object_id, account, after from audit order by id desc limit 1");
    expect(noted).toEqual({ action: "export", object_type: "withdrawal", object_id: row.id, account: taken.made_by, after: { evidence: true } });
    const own = await lab.good<WithdrawalEvidence>("c11", "GET", `/api/withdrawal/${row.id}/evidence`);
    expect(own.order).toMatchObject({ approver: null, payer: null, wallet_id: null, messages: [] });
  });

  it("is rejected from either state: the amount is the merchant's again, with the reason for both", async () => {
    const merchant = await newMerchant("c3");
    const first = await submitted("c3");
    expect((await act(first, "reject", { reason: "account unknown" })).data).toMatchObject({ status: "rejected", reason: "account unknown", paid: false });
    const second = await approved("c3");
    expect((await act(second, "reject", { reason: "bank returned it" })).data.status).toBe("rejected");
    expect(await money(merchant)).toEqual([100_000n, 0n]);
    expect((await detail(second, "c3")).reason).toBe("bank returned it");
    const journals = await lab.good<{ items: JournalRow[] }>("finance", "GET", `/api/journals?reference=${second.id}`);
    expect(journals.items.map((item) => [item.kind, item.amount])).toEqual([
      ["withdrawal_release", "300.00"],
      ["withdrawal_hold", "-300.00"],
    ]);
    // Without a target it is kept unsent, as every other notification.
    expect((await detail(second)).deliveries.map((item) => [item.type, item.status])).toEqual([["withdrawal.rejected", "none"]]);
  });
});

describe("paid from a wallet", () => {
  it("books the wallet and its cost; the message that comes later is linked and books nothing", async () => {
    const merchant = await newMerchant("d1");
    const wallet = await lab.wallet(100_000n);
    const key = trx();
    const row = await approved("d1");
    expect((await act(row, "paid", { reference: "no trx!", wallet_id: wallet.publicId })).error?.fields).toEqual({ reference: "invalid" });
    expect((await act(row, "paid", { reference: key, wallet_id: "W261121XY12AB34" })).error?.fields).toEqual({ wallet_id: "invalid" });
    const done = (await act(row, "paid", { reference: key, wallet_id: wallet.publicId, cost: "5.00" })).data;
    expect(done).toMatchObject({ status: "paid", wallet_id: wallet.publicId, cost: "5.00" });
    expect([await lab.balance("wallet", wallet.id), ...(await money(merchant))]).toEqual([69_500n, 70_000n, 0n]);
    const [sms] = await receive(lab, { wallet, kind: "send_money", direction: "debit", amountMinor: 30_000n, feeMinor: 500n, trx: key });
    expect(sms).toMatchObject({
      match_status: "matched",
      reasons: ["manual_confirmed"],
      booked_txn: null,
      withdrawal_id: lab.app.publicIds.decode("withdrawal", row.id),
    });
    expect(await lab.balance("wallet", wallet.id)).toBe(69_500n);
    expect((await detail(row)).messages).toHaveLength(1);
  });

  it("uses the message that came before, whose money stood unexplained", async () => {
    const merchant = await newMerchant("d2");
    const [wallet, other] = [await lab.wallet(100_000n), await lab.wallet(100_000n)];
    const key = trx();
    const [sms] = await receive(lab, { wallet, kind: "send_money", direction: "debit", amountMinor: 30_000n, feeMinor: 500n, trx: key });
    const row = await approved("d2");
    expect((await act(row, "paid", { reference: key })).error).toMatchObject({ code: "trx_mismatch", fields: { wallet_id: "required" } });
    expect((await act(row, "paid", { reference: key, wallet_id: other.publicId })).error).toMatchObject({
      code: "trx_mismatch",
      details: { other_wallet: true },
    });
    expect((await act(row, "paid", { reference: key, wallet_id: wallet.publicId, cost: "1.00" })).error).toMatchObject({
      code: "trx_mismatch",
      fields: { cost: "mismatch" },
    });
    expect((await act(row, "paid", { reference: key, wallet_id: wallet.publicId })).data).toMatchObject({ status: "paid", cost: "5.00" });
    expect([await lab.balance("wallet", wallet.id), await lab.balance("unexplained"), ...(await money(merchant))]).toEqual([69_500n, 0n, 70_000n, 0n]);
    expect(await lab.owner.one("select match_status, withdrawal_id from sms where id = $1", [sms?.id])).toEqual({
      match_status: "matched",
      withdrawal_id: lab.app.publicIds.decode("withdrawal", row.id),
    });
  });

  it("uses it although a person has put it aside: its money has left the wallet all the same", async () => {
    const merchant = await newMerchant("d4");
    const wallet = await lab.wallet(100_000n);
    const key = trx();
    const [sms] = await receive(lab, { wallet, kind: "send_money", direction: "debit", amountMinor: 30_000n, trx: key });
    await lab.owner.run("update sms set match_status = 'ignored', reasons = array_append(reasons, 'ignored') where id = $1", [sms?.id]);
    const row = await approved("d4");
    expect((await act(row, "paid", { reference: key })).error).toMatchObject({ code: "trx_mismatch", fields: { wallet_id: "required" } });
    expect((await act(row, "paid", { reference: key, wallet_id: wallet.publicId })).data.status).toBe("paid");
    expect([await lab.balance("wallet", wallet.id), await lab.balance("unexplained"), ...(await money(merchant))]).toEqual([70_000n, 0n, 70_000n, 0n]);
  });

  it("uses it although two people have written it off: it was no loss", async () => {
    const merchant = await newMerchant("d5");
    const wallet = await lab.wallet(100_000n);
    const key = trx();
    const [sms] = await receive(lab, { wallet, kind: "send_money", direction: "debit", amountMinor: 30_000n, feeMinor: 500n, trx: key });
    const adjustments = await lab.balance("adjustments");
    // As a write-off leaves it.
    await lab.owner.run("update sms set match_status = 'ignored', reasons = array_append(reasons, 'written_off') where id = $1", [sms?.id]);
    await lab.post("wallet", wallet.id, unexplainedWrittenOff("bkash", 30_000n));
    const row = await approved("d5");
    expect((await act(row, "paid", { reference: key })).error).toMatchObject({ code: "trx_mismatch", fields: { wallet_id: "required" } });
    expect((await act(row, "paid", { reference: key, wallet_id: wallet.publicId })).data).toMatchObject({ status: "paid", cost: "5.00" });
    expect([await lab.balance("wallet", wallet.id), await lab.balance("unexplained"), await lab.balance("adjustments")]).toEqual([69_500n, 0n, adjustments]);
    expect(await money(merchant)).toEqual([70_000n, 0n]);
    // Nothing of the loss is left: what becomes of its money later is found as that of any other debit.
    const taken = await lab.owner.one<{ reasons: string[] }>("select reasons from sms where id = $1", [sms?.id]);
    expect(taken?.reasons).toEqual(["own_withdrawal"]);
  });

  it("not twice with one TrxID, not with another amount's message, not from a wallet that cannot have paid it", async () => {
    const merchant = await newMerchant("d3");
    const wallet = await lab.wallet(70_000n);
    const [key, wrong] = [trx(), trx()];
    await act(await approved("d3"), "paid", { reference: key, wallet_id: wallet.publicId });
    const second = await approved("d3");
    expect((await act(second, "paid", { reference: key, wallet_id: wallet.publicId })).error).toMatchObject({
      code: "trx_used",
      fields: { reference: "taken" },
    });
    await receive(lab, { wallet, kind: "send_money", direction: "debit", amountMinor: 29_000n, trx: wrong });
    expect((await act(second, "paid", { reference: wrong, wallet_id: wallet.publicId })).error).toMatchObject({
      code: "trx_mismatch",
      details: { message_amount: "290.00", amount: "300.00" },
    });
    expect((await act(second, "paid", { reference: trx(), wallet_id: wallet.publicId })).error).toMatchObject({
      code: "insufficient_balance",
      details: { available: "110.00", needed: "300.00" },
    });
    expect(await money(merchant)).toEqual([40_000n, 30_000n]);
  });

  it("tells others where its message names somebody else than the merchant wrote", async () => {
    await newMerchant("d6");
    const wallet = await lab.wallet(100_000n);
    const paidTo = async (receiving_account: string, counterparty: string | null): Promise<unknown[]> => {
      const key = trx();
      await receive(lab, { wallet, kind: "send_money", direction: "debit", amountMinor: 10_000n, trx: key, counterparty });
      const row = await approved("d6", { receiving_account, amount: "100.00" });
      expect((await act(row, "paid", { reference: key, wallet_id: wallet.publicId })).data.status).toBe("paid");
      return lab.owner.rows("select kind, amount, data ->> 'why' as why from alerts where object_type = 'withdrawal' and object_id = $1 and status = 'open'", [
        lab.app.publicIds.decode("withdrawal", row.id),
      ]);
    };
    expect(await paidTo("bKash 01922222222", "01811111111")).toEqual([{ kind: "manual_completion_differs", amount: 10_000n, why: "payee_differs" }]);
    expect(await paidTo("bKash 01922222222", "01922222222")).toEqual([]);
    expect(await paidTo("bKash 01922222222 or 01933333333", "01933333333")).toEqual([]);
    expect(await paidTo("DBBL 123-456", "01811111111")).toEqual([]);
    expect(await paidTo("bKash 01922222222", null)).toEqual([]);
  });

  it("to any of the numbers that the merchant wrote, and to no other, where its message comes later", async () => {
    await newMerchant("d7");
    const wallet = await lab.wallet(100_000n);
    await lab.owner.run("update wallet_continuity set last_sms_id = 1 where wallet_id = $1", [wallet.id]);
    const paidTo = async (counterparty: string): Promise<string | undefined> => {
      const key = trx();
      const row = await approved("d7", { receiving_account: "bKash 01922222222, Nagad 01933333333", amount: "100.00" });
      await act(row, "paid", { reference: key, wallet_id: wallet.publicId });
      const [sms] = await receive(lab, { wallet, kind: "send_money", direction: "debit", amountMinor: 10_000n, trx: key, counterparty });
      return sms?.match_status;
    };
    expect([await paidTo("01922222222"), await paidTo("01933333333"), await paidTo("01811111111")]).toEqual(["matched", "matched", "unmatched"]);
    expect(await lab.balance("unreported", wallet.id)).toBe(-10_000n);
  });
});

it("a debit's TrxID is no bank's reference, whatever its amount: the wallet's money would be gone twice in the books", async () => {
  await newMerchant("e1");
  const [wallet, key] = [await lab.wallet(100_000n), trx()];
  await receive(lab, { wallet, kind: "send_money", direction: "debit", amountMinor: 30_500n, trx: key });
  const row = await approved("e1");
  expect((await act(row, "paid", { reference: key })).error).toMatchObject({
    code: "trx_mismatch",
    fields: { reference: "mismatch" },
    details: { message_amount: "305.00", amount: "300.00" },
  });
  expect((await act(row, "paid", { reference: "EFT 2026/77" })).data.status).toBe("paid");
});

it("whoever has lost the right a moment ago pays nothing, whatever his session remembers", async () => {
  await newMerchant("e2");
  const gone = await lab.person("gone", "finance");
  const row = await approved("e2");
  await lab.owner.run("update users set user_type = 'auditor' where id = $1", [gone.id]);
  expect((await act(row, "paid", { reference: "EFT 2026/78" }, "gone")).error?.code).toBe("forbidden");
  expect((await detail(row)).status).toBe("approved");
});

it("of a merchant that has gone below zero meanwhile nothing is paid any more; what has left already is written down", async () => {
  const merchant = await newMerchant("e3", 100_000n);
  const wallet = await lab.wallet(100_000n);
  const [bank, said, proven] = [await approved("e3"), await approved("e3"), await approved("e3")];
  await lab.owner.run("select account_allow_negative(id) from accounts where kind = 'merchant' and owner_id = $1", [merchant.id]);
  await lab.credit(merchant.id, -50_000n);
  const key = trx();
  await receive(lab, { wallet, kind: "send_money", direction: "debit", amountMinor: 30_000n, trx: key });
  expect((await act(bank, "paid", { reference: "EFT 2026/79" })).error?.code).toBe("merchant_below_zero");
  expect((await act(said, "paid", { reference: trx(), wallet_id: wallet.publicId })).error?.code).toBe("merchant_below_zero");
  expect((await act(proven, "paid", { reference: key, wallet_id: wallet.publicId })).data.status).toBe("paid");
  expect([await money(merchant), await lab.balance("wallet", wallet.id)]).toEqual([[-40_000n, 60_000n], 70_000n]);
  for (const row of [bank, said]) await act(row, "reject", { reason: "below zero" });
  await lab.credit(merchant.id, 100n);
});

it("is not rejected while a debit that nothing explains has paid its number: it is paid with that, or that is put aside", async () => {
  await newMerchant("e4");
  const wallet = await lab.wallet(100_000n);
  const own = (): Promise<WithdrawalRow> => approved("e4", { receiving_account: "bKash 01944444444", amount: "123.00" });
  const debit = async (counterparty: string): Promise<{ sms: string; key: string }> => {
    const key = trx();
    const [sms] = await receive(lab, { wallet, kind: "send_money", direction: "debit", amountMinor: 12_300n, trx: key, counterparty });
    return { sms: lab.app.publicIds.encode("sms", sms?.id ?? 0n), key };
  };
  const [first, second, third] = [await own(), await own(), await own()];
  await debit("01955555555");
  expect((await act(third, "reject", { reason: "no" })).data.status).toBe("rejected");
  const { sms, key } = await debit("01944444444");
  expect((await act(first, "reject", { reason: "no" })).error).toMatchObject({ code: "may_be_paid", details: { sms_id: sms } });
  expect((await act(first, "paid", { reference: key, wallet_id: wallet.publicId })).data.status).toBe("paid");
  expect((await act(second, "reject", { reason: "no" })).data.status).toBe("rejected");
});
