/** Transfers of float: refusals, the way by hand, the way by messages, and what both leave in the books. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TransferDetail, TransferRow } from "../../../contract/transfers.schema.ts";
import { unexplainedWrittenOff } from "../../../domain/ledger/postings-manual.ts";
import { transfersRoutes } from "./routes.ts";
import { MoneyLab, type LabWallet, type Told } from "../../../../test/support/parts/transfers.ts";
import { receive } from "../../../../test/support/parts/transfer-messages.ts";

let lab: MoneyLab;
let serial = 0;
const trx = (): string => `TRX${String((serial += 1)).padStart(6, "0")}`;
beforeAll(async () => {
  lab = await MoneyLab.start(transfersRoutes);
});
afterEach(async () => expect(await lab.findings()).toEqual([]));
afterAll(() => lab.close());

type Body = Record<string, unknown>;
const request = (from: LabWallet | null, to: LabWallet | null, more: Body = {}): Body => ({
  kind: from && to ? "wallet" : from ? "b2b_out" : "b2b_in",
  ...(from ? { from_wallet_id: from.publicId } : {}),
  ...(to ? { to_wallet_id: to.publicId } : {}),
  amount: "100.00",
  ...more,
});
const create = (from: LabWallet | null, to: LabWallet | null, more: Body = {}, who = "operator"): Promise<TransferRow> =>
  lab.good<TransferRow>(who, "POST", "/api/transfers", request(from, to, more));
const act = (row: Pick<TransferRow, "id" | "version">, action: string, more: Body = {}, who = "finance"): Promise<Told<TransferRow>> =>
  lab.call<TransferRow>(who, "POST", `/api/transfers/${row.id}/${action}`, { version: row.version, ...more });
async function under(from: LabWallet | null, to: LabWallet | null, more: Body = {}): Promise<TransferRow> {
  const approved = await act(await create(from, to, more), "approve");
  expect(approved.status, approved.text).toBe(200);
  return approved.data;
}
const detail = (row: { id: string }): Promise<TransferDetail> => lab.good<TransferDetail>("auditor", "GET", `/api/transfers/${row.id}`);
const balances = (...wallets: LabWallet[]): Promise<bigint[]> => Promise.all(wallets.map((wallet) => lab.balance("wallet", wallet.id)));

describe("refusals", () => {
  it("without a session, without the permission, as a merchant", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const row = await create(from, to);
    const merchant = await lab.merchant();
    await lab.person("merchant", "merchant_admin", merchant.id);
    for (const url of ["/api/transfers", `/api/transfers/${row.id}`]) {
      expect((await lab.call(null, "GET", url)).status).toBe(401);
      expect((await lab.call("merchant", "GET", url)).status).toBe(403);
    }
    for (const who of ["auditor", "merchant"]) expect((await lab.call(who, "POST", "/api/transfers", request(from, to))).status).toBe(403);
    for (const action of ["approve", "complete", "fail"]) {
      expect((await act(row, action, action === "fail" ? { reason: "x" } : {}, "operator")).status, action).toBe(403);
      expect((await act({ id: "T261121XY12AB34", version: 1 }, action, action === "fail" ? { reason: "x" } : {})).status, action).toBe(404);
    }
    expect((await act(row, "cancel", {}, "operator2")).error?.code).toBe("forbidden");
    expect((await detail(row)).status).toBe("pending");
  });

  it("of sides that the kind has not, of amounts and wallets that cannot be", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const fields = async (body: Body): Promise<unknown> => {
      const told = await lab.call("operator", "POST", "/api/transfers", body);
      expect(told.status, told.text).toBe(422);
      return told.error?.fields;
    };
    expect(await fields({ ...request(from, null), kind: "wallet" })).toEqual({ to_wallet_id: "required" });
    expect(await fields({ ...request(from, to), kind: "b2b_in" })).toEqual({ from_wallet_id: "not_allowed" });
    expect(await fields({ ...request(null, to), kind: "b2b_out" })).toEqual({ from_wallet_id: "required", to_wallet_id: "not_allowed" });
    expect(await fields(request(from, from))).toEqual({ to_wallet_id: "not_allowed" });
    expect(await fields({ ...request(from, to), to_wallet_id: "W261121XY12AB34" })).toEqual({ to_wallet_id: "invalid" });
    for (const amount of ["0.00", "-1.00", "1e3", "1.001", 5]) expect(Object.keys((await fields(request(from, to, { amount }))) as object)).toEqual(["amount"]);
    await lab.owner.run("update wallets set deleted_at = now() where id = $1", [to.id]);
    expect(await fields(request(from, to))).toEqual({ to_wallet_id: "invalid" });
  });

  it("of the maker's own approval, unless the platform is one person; the database holds it, too", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const row = await create(from, to, {}, "finance");
    expect(row.actions).toEqual(["cancel"]);
    expect((await act(row, "approve")).error?.code).toBe("same_person");
    await expect(
      lab.owner.run("update transfers set status = 'processing', checker = maker, version = version + 1 where id = $1", [
        lab.app.publicIds.decode("transfer", row.id),
      ]),
    ).rejects.toThrow("transfers_maker_checker");
    const config = lab.app.config.current as { one_person: boolean };
    config.one_person = true;
    try {
      expect((await act(row, "approve")).data).toMatchObject({ status: "processing", maker: "finance", checker: "finance" });
    } finally {
      config.one_person = false;
    }
  });

  it("of more than the paying wallet has free, with the figures", async () => {
    const [from, to] = [await lab.wallet(20_000n), await lab.wallet()];
    await under(from, to, { amount: "120.00", expected_cost: "5.00" });
    const next = await create(from, to, { amount: "75.00", expected_cost: "0.01" });
    const told = await act(next, "approve");
    expect([told.status, told.error]).toMatchObject([422, { code: "insufficient_balance", details: { available: "75.00", needed: "75.01" } }]);
    expect(await lab.frozen(from)).toBe(12_500n);
    const fitting = await create(from, to, { amount: "75.00" });
    expect((await act(fitting, "approve")).status).toBe(200);
    expect(await lab.frozen(from)).toBe(20_000n);
  });

  it("of acts out of their turn and of an older version", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const row = await create(from, to);
    for (const [action, more] of [
      ["complete", {}],
      ["fail", { reason: "no" }],
    ] as const)
      expect((await act(row, action, more)).error?.code).toBe("wrong_state");
    const approved = (await act(row, "approve")).data;
    expect((await act(row, "cancel")).error?.code).toBe("conflict");
    expect((await act(approved, "cancel")).error?.code).toBe("wrong_state");
    expect((await act(approved, "approve")).error?.code).toBe("wrong_state");
    expect((await act(approved, "fail", {})).error?.fields).toEqual({ reason: "required" });
    for (const trx_id of ["a b", "১২৩", "x"]) expect((await act(approved, "complete", { trx_id })).error?.fields, trx_id).toEqual({ trx_id: "invalid" });
    await expect(lab.owner.run("update transfers set amount = 1 where id = $1", [lab.app.publicIds.decode("transfer", row.id)])).rejects.toThrow(
      "never changes",
    );
    await expect(
      lab.owner.run("update transfers set status = 'pending', frozen = 0 where id = $1", [lab.app.publicIds.decode("transfer", row.id)]),
    ).rejects.toThrow("cannot go");
  });
});

describe("by hand", () => {
  it("freezes, books both wallets and the cost, and frees", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet(1_000n)];
    const costs = await lab.balance("operator_costs");
    const row = await under(from, to, { expected_cost: "5.00", note: "float" });
    expect(row).toMatchObject({ status: "processing", frozen: "105.00", cost: null, maker: "operator", checker: "finance", actions: ["complete", "fail"] });
    expect(await lab.frozen(from)).toBe(10_500n);
    const key = trx();
    const done = (await act(row, "complete", { trx_id: key, cost: "4.50" })).data;
    expect(done).toMatchObject({ status: "completed", cost: "4.50", frozen: "0.00", trx_id: key, received_trx_id: null, actions: [] });
    expect(await balances(from, to)).toEqual([39_550n, 11_000n]);
    expect([await lab.frozen(from), await lab.balance("transit"), (await lab.balance("operator_costs")) - costs]).toEqual([0n, 0n, 450n]);
    const whole = await detail(row);
    expect(whole.timeline.map((item) => item.kind)).toEqual(["created", "approved", "completed_by_hand"]);
    expect(whole.entries.map((entry) => [entry.kind, entry.amount])).toEqual([
      ["transfer_out", "-100.00"],
      ["operator_cost", "4.50"],
      ["operator_cost", "-4.50"],
      ["transfer_out", "100.00"],
      ["transfer_in", "100.00"],
      ["transfer_in", "-100.00"],
    ]);
  });

  it("takes the expected cost where none is given", async () => {
    const from = await lab.wallet(50_000n);
    const done = (await act(await under(from, null, { expected_cost: "2.00" }), "complete", { trx_id: trx() })).data;
    expect(done).toMatchObject({ kind: "b2b_out", cost: "2.00" });
    expect(await balances(from)).toEqual([39_800n]);
  });

  it("books float that was bought without freezing anything", async () => {
    const [to, outside] = [await lab.wallet(), await lab.balance("b2b")];
    const row = await under(null, to);
    expect(row.frozen).toBe("0.00");
    expect((await act(row, "complete")).data).toMatchObject({ kind: "b2b_in", status: "completed", trx_id: null });
    expect([...(await balances(to)), (await lab.balance("b2b")) - outside]).toEqual([10_000n, -10_000n]);
  });

  it("takes no cost of float that was bought from money that is not there", async () => {
    const to = await lab.wallet(1_000n);
    const row = await under(null, to, { amount: "20.00" });
    const tooMuch = await act(row, "complete", { trx_id: trx(), cost: "30.01" });
    expect(tooMuch.error).toMatchObject({ code: "insufficient_balance", fields: { cost: "too_large" }, details: { available: "10.00", needed: "10.01" } });
    expect((await act(row, "complete", { trx_id: trx(), cost: "30.00" })).data).toMatchObject({ status: "completed", cost: "30.00" });
    expect(await balances(to)).toEqual([0n]);
    const expected = await under(null, to, { amount: "0.01", expected_cost: "0.02" });
    expect((await act(expected, "complete", { trx_id: trx() })).error?.fields).toEqual({ cost: "too_large" });
  });

  it("lets one TrxID complete one transfer only", async () => {
    const from = await lab.wallet(50_000n);
    const key = trx();
    expect((await act(await under(from, null), "complete", { trx_id: key })).status).toBe(200);
    const second = await under(from, null);
    expect((await act(second, "complete", { trx_id: key.toLowerCase() })).error).toMatchObject({ code: "trx_used", fields: { trx_id: "taken" } });
    expect((await detail(second)).status).toBe("processing");
    expect(await balances(from)).toEqual([40_000n]);
  });

  it("uses what messages had booked as unexplained and suspense, and books nothing twice", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const key = trx();
    const [sent, came] = await receive(
      lab,
      { wallet: from, kind: "send_money", direction: "debit", amountMinor: 10_000n, feeMinor: 500n, trx: key, counterparty: to.account },
      { wallet: to, kind: "receive", direction: "credit", amountMinor: 10_000n, trx: key, counterparty: from.account },
    );
    expect([sent?.match_status, came?.in_suspense]).toEqual(["unmatched", true]);
    const row = await create(from, to, { expected_cost: "5.00" });
    expect((await detail(row)).candidates.map((message) => [message.direction, message.trx_id])).toEqual([
      ["debit", key],
      ["credit", key],
    ]);
    const approved = (await act(row, "approve")).data;
    expect((await act(approved, "complete", { trx_id: key, cost: "4.00" })).error).toMatchObject({
      code: "trx_mismatch",
      fields: { cost: "mismatch" },
      details: { message_fee: "5.00" },
    });
    const done = (await act(approved, "complete", { trx_id: key })).data;
    expect(done).toMatchObject({ status: "completed", cost: "5.00" });
    expect(await balances(from, to)).toEqual([39_500n, 10_000n]);
    expect(await Promise.all(["transit", "suspense", "unexplained"].map((kind) => lab.balance(kind)))).toEqual([0n, 0n, 0n]);
    const whole = await detail(row);
    expect(whole.messages.map((message) => message.match_status)).toEqual(["matched", "matched"]);
    expect(whole.candidates).toEqual([]);
    expect(
      await lab.owner.one("select count(*)::int as open from alerts where kind = 'debit_unexplained' and object_id = $1 and status = 'open'", [sent?.id]),
    ).toEqual({ open: 0 });
  });

  it("finds the one message by its amount, and asks where several fit", async () => {
    const from = await lab.wallet(90_000n);
    const message = { wallet: from, kind: "b2b_out", direction: "debit", amountMinor: 7_000n } as const;
    const keys = [trx(), trx(), trx()];
    await receive(lab, { ...message, trx: keys[0] as string });
    const first = await under(from, null, { amount: "70.00" });
    expect((await act(first, "complete")).data).toMatchObject({ status: "completed", trx_id: keys[0] });
    await receive(lab, { ...message, trx: keys[1] as string }, { ...message, trx: keys[2] as string });
    const second = await under(from, null, { amount: "70.00" });
    expect((await act(second, "complete")).error).toMatchObject({ code: "several_messages", fields: { trx_id: "required" } });
    expect((await act(second, "complete", { trx_id: keys[2] })).data.trx_id).toBe(keys[2]);
    expect(await balances(from)).toEqual([69_000n]);
    // One is left unexplained, as it should be.
    expect(await lab.balance("unexplained")).toBe(7_000n);
    const third = await under(from, null, { amount: "70.00" });
    expect((await act(third, "complete", { trx_id: keys[1] })).status).toBe(200);
  });

  it("refuses a message of another amount or wallet, with both values", async () => {
    const [from, other] = [await lab.wallet(50_000n), await lab.wallet(50_000n)];
    const [key, strange] = [trx(), trx()];
    await receive(
      lab,
      { wallet: from, kind: "b2b_out", direction: "debit", amountMinor: 9_000n, trx: key },
      { wallet: other, kind: "b2b_out", direction: "debit", amountMinor: 10_000n, trx: strange },
    );
    const row = await under(from, null);
    expect((await act(row, "complete", { trx_id: key })).error).toMatchObject({
      code: "trx_mismatch",
      details: { message_amount: "90.00", amount: "100.00", other_wallet: false },
    });
    expect((await act(row, "complete", { trx_id: strange })).error).toMatchObject({ code: "trx_mismatch", details: { other_wallet: true } });
    await act(await under(from, null, { amount: "90.00" }), "complete", { trx_id: key });
    await act(await under(other, null), "complete", { trx_id: strange });
  });

  it("uses a debit that was put aside, and one that was written off and is no loss after all: the wallet is booked once", async () => {
    const from = await lab.wallet(50_000n);
    const [aside, lost] = [trx(), trx()];
    await receive(
      lab,
      ...[aside, lost].map((key) => ({ wallet: from, kind: "b2b_out" as const, direction: "debit" as const, amountMinor: 10_000n, trx: key })),
    );
    for (const [key, reasons] of [
      [aside, ["ignored"]],
      [lost, ["written_off"]],
    ] as const)
      await lab.app.db.run("update sms set match_status = 'ignored', reasons = reasons || $2 where trx_key = $1", [key, reasons]);
    await lab.post("wallet", from.id, unexplainedWrittenOff("bkash", 10_000n));
    const figures = () =>
      lab.app.db.rows<{ kind: string; balance: bigint }>(
        "select kind, balance from accounts where kind = 'wallet' and owner_id = $1 or kind in ('adjustments', 'unexplained') and operator in ('', 'bkash') order by kind",
        [from.id],
      );
    const [adjustments, unexplained, wallet] = await figures();
    expect((await act(await under(from, null), "complete", { trx_id: aside })).status).toBe(200);
    expect(await figures()).toEqual([adjustments, { ...unexplained, balance: (unexplained?.balance ?? 0n) - 10_000n }, wallet]);
    expect((await act(await under(from, null), "complete", { trx_id: lost })).status).toBe(200);
    expect(await figures()).toEqual([
      { ...adjustments, balance: (adjustments?.balance ?? 0n) - 10_000n },
      { ...unexplained, balance: (unexplained?.balance ?? 0n) - 10_000n },
      wallet,
    ]);
  });

  it("knows a TrxID of its own on each of two operators", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet(0n, "nagad")];
    const [left, came] = [trx(), trx()];
    const row = await under(from, to);
    const done = (await act(row, "complete", { trx_id: left, received_trx_id: came })).data;
    expect(done).toMatchObject({ trx_id: left, received_trx_id: came, from_operator: "bkash", to_operator: "nagad" });
    const late = await receive(lab, { wallet: to, kind: "receive", direction: "credit", amountMinor: 10_000n, trx: came });
    expect(late[0]).toMatchObject({
      match_status: "matched",
      reasons: ["manual_confirmed"],
      booked_txn: null,
      transfer_id: lab.app.publicIds.decode("transfer", row.id),
    });
    expect(await balances(from, to)).toEqual([40_000n, 10_000n]);
  });

  it("cancels a request, and fails a transfer under way: nothing stays frozen", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const own = await create(from, to);
    expect((await act(own, "cancel", {}, "operator")).data).toMatchObject({ status: "cancelled", actions: [] });
    const row = await under(from, to);
    const failed = (await act(row, "fail", { reason: "declined" })).data;
    expect(failed).toMatchObject({ status: "failed", reason: "declined", frozen: "0.00", cost: null });
    expect([await lab.frozen(from), ...(await balances(from, to))]).toEqual([0n, 50_000n, 0n]);
  });
});
