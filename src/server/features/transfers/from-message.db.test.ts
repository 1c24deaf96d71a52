/** Messages of the two wallets complete a transfer: each books its own side, whatever comes first, and nothing is booked twice. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TransferDetail, TransferRow } from "../../../contract/transfers.schema.ts";
import { transfersRoutes } from "./routes.ts";
import { MoneyLab, type LabWallet } from "../../../../test/support/parts/transfers.ts";
import { AMOUNT, came, type LabMessage, receive, sent, underWay } from "../../../../test/support/parts/transfer-messages.ts";

let lab: MoneyLab;
let serial = 0;
const trx = (): string => `MSG${String((serial += 1)).padStart(6, "0")}`;
beforeAll(async () => {
  lab = await MoneyLab.start(transfersRoutes);
});
afterEach(async () => expect(await lab.findings()).toEqual([]));
afterAll(() => lab.close());

const under = (from: LabWallet | null, to: LabWallet | null): Promise<TransferRow> => underWay(lab, from, to, "5.00");
const detail = (row: { id: string }): Promise<TransferDetail> => lab.good<TransferDetail>("auditor", "GET", `/api/transfers/${row.id}`);
const figures = async (from: LabWallet, to: LabWallet): Promise<bigint[]> => [
  await lab.balance("wallet", from.id),
  await lab.balance("wallet", to.id),
  await lab.balance("transit"),
  await lab.frozen(from),
];

describe("both messages", () => {
  it("complete it, with the money in transit between them and the hold gone when it has left", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const row = await under(from, to);
    const key = trx();
    const [first] = await receive(lab, sent(from, to, key));
    expect(first).toMatchObject({ match_status: "matched", reasons: ["own_transfer"], transfer_id: lab.app.publicIds.decode("transfer", row.id) });
    expect(await figures(from, to)).toEqual([39_600n, 0n, AMOUNT, 0n]);
    expect(await detail(row)).toMatchObject({ status: "processing", frozen: "0.00", trx_id: key, received_at: null });
    await receive(lab, came(from, to, key));
    expect(await figures(from, to)).toEqual([39_600n, AMOUNT, 0n, 0n]);
    const whole = await detail(row);
    expect(whole).toMatchObject({ status: "completed", cost: "4.00", received_trx_id: null });
    expect(whole.timeline.map((item) => item.kind)).toEqual(["created", "approved", "sent", "received", "completed"]);
    expect(whole.messages.map((message) => message.match_status)).toEqual(["matched", "matched"]);
  });

  it("complete it in the other order, too, and in one batch", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const row = await under(from, to);
    const key = trx();
    await receive(lab, came(from, to, key));
    expect(await figures(from, to)).toEqual([50_000n, AMOUNT, -AMOUNT, 10_500n]);
    await receive(lab, sent(from, to, key));
    expect(await figures(from, to)).toEqual([39_600n, AMOUNT, 0n, 0n]);
    const second = await under(from, to);
    const other = trx();
    await receive(lab, came(from, to, other), sent(from, to, other));
    expect(await figures(from, to)).toEqual([29_200n, 2n * AMOUNT, 0n, 0n]);
    for (const one of [row, second]) expect((await detail(one)).status).toBe("completed");
  });

  it("complete float that was bought or sold", async () => {
    const wallet = await lab.wallet(50_000n);
    const [bought, sold] = [await under(null, wallet), await under(wallet, null)];
    await receive(
      lab,
      { wallet, kind: "b2b_in", direction: "credit", amountMinor: AMOUNT, trx: trx() },
      { wallet, kind: "b2b_out", direction: "debit", amountMinor: AMOUNT, feeMinor: 100n, trx: trx() },
    );
    expect((await detail(bought)).status).toBe("completed");
    expect(await detail(sold)).toMatchObject({ status: "completed", cost: "1.00" });
    expect([await lab.balance("wallet", wallet.id), await lab.frozen(wallet)]).toEqual([49_900n, 0n]);
  });

  it("one of them and a person: the person books the rest only", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const row = await under(from, to);
    const key = trx();
    await receive(lab, sent(from, to, key));
    const now = await detail(row);
    const refused = await lab.call("finance", "POST", `/api/transfers/${row.id}/complete`, { version: now.version, cost: "5.00" });
    expect(refused.error).toMatchObject({ code: "validation_failed", fields: { cost: "mismatch" } });
    await lab.good("finance", "POST", `/api/transfers/${row.id}/complete`, { version: now.version });
    expect(await figures(from, to)).toEqual([39_600n, AMOUNT, 0n, 0n]);
    // The second message comes in the end.
    const [late] = await receive(lab, came(from, to, key));
    expect(late).toMatchObject({ match_status: "matched", reasons: ["manual_confirmed"], booked_txn: null });
    expect(await figures(from, to)).toEqual([39_600n, AMOUNT, 0n, 0n]);
  });
});

describe("a message that comes after a person completed it", () => {
  it("is linked by its TrxID and books the cost that it prints; another one than was said raises an alert", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const row = await under(from, to);
    const key = trx();
    await lab.good("finance", "POST", `/api/transfers/${row.id}/complete`, { version: row.version, trx_id: key, cost: "5.00" });
    const before = await figures(from, to);
    const late = await receive(lab, sent(from, to, key, { feeMinor: 400n }), came(from, to, key));
    expect(late.map((sms) => [sms.match_status, sms.reasons, sms.booked_txn === null])).toEqual([
      ["matched", ["manual_differs"], false],
      ["matched", ["manual_confirmed"], true],
    ]);
    const [paid, ...others] = before;
    expect(await figures(from, to)).toEqual([(paid as bigint) + 100n, ...others]);
    expect(await detail(row)).toMatchObject({ cost: "4.00" });
    expect(
      await lab.owner.one("select count(*)::int as n from alerts where kind = 'manual_completion_differs' and object_id = $1", [
        lab.app.publicIds.decode("transfer", row.id),
      ]),
    ).toEqual({ n: 1 });
    expect((await detail(row)).messages).toHaveLength(2);
    // The same movement told again is somebody else's business: the batch knows it as a duplicate.
    expect(await lab.owner.one("select count(*)::int as n from trx_used where trx_key = $1", [key])).toEqual({ n: 2 });
  });

  it("is linked by wallet and amount where no TrxID was typed in, and its TrxID is used from then on", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const row = await under(from, to);
    await lab.good("finance", "POST", `/api/transfers/${row.id}/complete`, { version: row.version });
    const key = trx();
    const late = await receive(lab, sent(from, to, key, { feeMinor: 500n }), came(from, to, key));
    expect(late.map((sms) => sms.reasons)).toEqual([["manual_confirmed"], ["manual_confirmed"]]);
    expect(await figures(from, to)).toEqual([39_500n, AMOUNT, 0n, 0n]);
    expect(await detail(row)).toMatchObject({ status: "completed", trx_id: key });
    const second = await under(from, to);
    const told = await lab.call("finance", "POST", `/api/transfers/${second.id}/complete`, { version: second.version, trx_id: key });
    expect(told.error?.code).toBe("trx_used");
    await lab.good("finance", "POST", `/api/transfers/${second.id}/fail`, { version: second.version, reason: "not made" });
  });
});

describe("a message of something else", () => {
  it("is left alone: other amount, other number, a customer's number, no TrxID, before its time", async () => {
    const [from, to] = [await lab.wallet(90_000n), await lab.wallet()];
    const row = await under(from, to);
    const rows = await receive(
      lab,
      sent(from, to, trx(), { amountMinor: AMOUNT + 1n }),
      sent(from, to, trx(), { counterparty: "01899999999" }),
      came(from, to, trx(), { counterparty: "01899999999" }),
      came(from, to, trx(), { counterparty: null }),
      { ...sent(from, to, "x"), trx: null },
      sent(from, to, trx(), { atMs: lab.app.now() - 3_600_000 }),
      { wallet: from, kind: "recharge", direction: "debit", amountMinor: AMOUNT, trx: trx(), counterparty: "01899999999" },
    );
    expect(rows.map((sms) => [sms.match_status, sms.transfer_id])).toEqual(rows.map(() => ["unmatched", null]));
    expect(await detail(row)).toMatchObject({ status: "processing", frozen: "105.00", sent_at: null, received_at: null });
  });

  it("is a person's to tell where two transfers fit", async () => {
    const [from, to] = [await lab.wallet(90_000n), await lab.wallet()];
    const [first, second] = [await under(from, to), await under(from, to)];
    const [sms] = await receive(lab, sent(from, to, trx()));
    expect(sms).toMatchObject({ match_status: "unmatched", transfer_id: null });
    for (const row of [first, second]) expect((await detail(row)).status).toBe("processing");
  });

  it("never pays for float bought when it may be a customer's payment, nor is float sold to a person's number", async () => {
    const wallet = await lab.wallet(50_000n);
    await under(null, wallet);
    await under(wallet, null);
    const rows = await receive(
      lab,
      { wallet, kind: "receive", direction: "credit", amountMinor: AMOUNT, trx: trx(), counterparty: "01899999999" },
      { wallet, kind: "send_money", direction: "debit", amountMinor: AMOUNT, trx: trx(), counterparty: "01899999999" },
    );
    expect(rows.map((sms) => sms.match_status)).toEqual(["unmatched", "unmatched"]);
  });
});

describe("a failed transfer", () => {
  it("gives back what one side had moved, with its TrxID, and nothing stays in transit", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const row = await under(from, to);
    const key = trx();
    const [sms] = await receive(lab, sent(from, to, key));
    const unexplained = await lab.balance("unexplained");
    await lab.good("finance", "POST", `/api/transfers/${row.id}/fail`, { version: (await detail(row)).version, reason: "never came" });
    expect(await figures(from, to)).toEqual([39_600n, 0n, 0n, 0n]);
    expect((await lab.balance("unexplained")) - unexplained).toBe(AMOUNT);
    expect(await lab.owner.one("select match_status, transfer_id, reasons from sms where id = $1", [sms?.id])).toEqual({
      match_status: "unmatched",
      transfer_id: null,
      reasons: ["debit_unexplained", "transfer_failed"],
    });
    expect(await lab.owner.one("select status from alerts where kind = 'debit_unexplained' and object_id = $1", [sms?.id])).toEqual({ status: "open" });
    // What it left can be used by the transfer that really moved it.
    const again = await under(from, to);
    await lab.good("finance", "POST", `/api/transfers/${again.id}/complete`, { version: again.version, trx_id: key });
    expect(await figures(from, to)).toEqual([39_600n, AMOUNT, 0n, 0n]);
    expect((await lab.balance("unexplained")) - unexplained).toBe(0n);
  });

  it("puts money that had come into suspense again", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const row = await under(from, to);
    const suspense = await lab.balance("suspense");
    const [sms] = await receive(lab, came(from, to, trx()));
    await lab.good("finance", "POST", `/api/transfers/${row.id}/fail`, { version: (await detail(row)).version, reason: "mistaken" });
    expect([(await lab.balance("suspense")) - suspense, await lab.balance("transit"), await lab.frozen(from)]).toEqual([AMOUNT, 0n, 0n]);
    expect(await lab.owner.one("select match_status, in_suspense from sms where id = $1", [sms?.id])).toEqual({ match_status: "unmatched", in_suspense: true });
  });

  it("is the only one that a used TrxID comes back from", async () => {
    const wallet = await lab.wallet(50_000n);
    const row = await under(wallet, null);
    const key = trx();
    await lab.good("finance", "POST", `/api/transfers/${row.id}/complete`, { version: row.version, trx_id: key });
    await expect(lab.app.db.run("delete from trx_used where trx_key = $1", [key])).rejects.toThrow("permission denied");
    const id = lab.app.publicIds.decode("transfer", row.id);
    await expect(lab.app.db.run("select trx_release($1, '{bkash}', array[$2])", [id, key])).rejects.toThrow("stays used");
  });
});

describe("a credit that the operator took back", () => {
  const back = (to: LabWallet, key: string): LabMessage => ({ wallet: to, kind: "reversal", direction: "debit", amountMinor: AMOUNT, trx: key });
  const isOpen = async (row: TransferRow): Promise<void> => expect(await detail(row)).toMatchObject({ status: "processing", received_at: null });

  it("completes none where its reversal came first", async () => {
    const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
    const [between, bought] = [await under(from, to), await under(null, to)];
    for (const message of [came(from, to, trx()), { wallet: to, kind: "b2b_in", direction: "credit", amountMinor: AMOUNT, trx: trx() } as const]) {
      await receive(lab, back(to, message.trx as string));
      expect(await receive(lab, message)).toMatchObject([{ match_status: "unmatched", transfer_id: null, in_suspense: true }]);
    }
    for (const row of [between, bought]) await isOpen(row);
  });

  it("completes none by hand, by its TrxID or its amount, and stands among none's messages", async () => {
    const wallet = await lab.wallet(50_000n);
    const key = trx();
    await receive(lab, { wallet, kind: "b2b_in", direction: "credit", amountMinor: AMOUNT, trx: key });
    await receive(lab, back(wallet, key));
    const row = await under(null, wallet);
    expect((await detail(row)).candidates).toEqual([]);
    const complete = { version: row.version, trx_id: key };
    const refused = await lab.call("finance", "POST", `/api/transfers/${row.id}/complete`, complete);
    expect(refused.error).toMatchObject({ code: "trx_mismatch", details: { taken_back: true } });
    await isOpen(row);
    const before = await lab.balance("suspense");
    await lab.call("finance", "POST", `/api/transfers/${row.id}/complete`, { version: row.version });
    expect(await lab.balance("suspense")).toBe(before);
  });
});
