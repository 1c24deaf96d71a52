/** Transfers completed by hand beside money of the same amount that is somebody else's: a customer's in suspense, a payout's unexplained. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { TransferRow } from "../../../contract/transfers.schema.ts";
import { AMOUNT, came, receive, sent, underWay, type LabMessage } from "../../../../test/support/parts/transfer-messages.ts";
import { MoneyLab, type LabWallet, type Told } from "../../../../test/support/parts/transfers.ts";
import { transfersRoutes } from "./routes.ts";

let lab: MoneyLab;
let serial = 0;
const trx = (): string => `NAMED${String((serial += 1)).padStart(5, "0")}`;
const STRANGER = "01811111111";
beforeAll(async () => {
  lab = await MoneyLab.start(transfersRoutes);
});
afterEach(async () => expect(await lab.findings()).toEqual([]));
afterAll(() => lab.close());

const complete = (row: TransferRow, said: Readonly<Record<string, string>> = {}): Promise<Told<TransferRow>> =>
  lab.call<TransferRow>("finance", "POST", `/api/transfers/${row.id}/complete`, { version: row.version, ...said });
const message = (wallet: LabWallet, kind: LabMessage["kind"], direction: LabMessage["direction"], more: Partial<LabMessage> = {}): LabMessage => ({
  wallet,
  kind,
  direction,
  amountMinor: AMOUNT,
  trx: trx(),
  ...more,
});

it.each<[string, LabMessage["kind"], string | null]>([
  ["a customer's payment", "receive", STRANGER],
  ["a payment without a number", "receive", null],
  ["money that was given back", "returned_failed", null],
])("float that was bought is not %s, unless a person names it", async (_name, kind, counterparty) => {
  const to = await lab.wallet();
  const other = message(to, kind, "credit", { counterparty });
  const [got] = await receive(lab, other);
  const before = await lab.balance("b2b");
  const row = await underWay(lab, null, to, "0.00");
  expect((await complete(row)).error).toMatchObject({ code: "validation_failed", fields: { trx_id: "required" } });
  expect(await lab.owner.one("select match_status, in_suspense from sms where id = $1", [got?.id])).toEqual({ match_status: "unmatched", in_suspense: true });
  expect(await lab.balance("b2b")).toBe(before);
  // What says itself that it is float is found beside it.
  const own = message(to, "b2b_in", "credit");
  await receive(lab, own);
  expect(await lab.owner.one("select status, in_trx_id from transfers where id = $1", [lab.app.publicIds.decode("transfer", row.id)])).toEqual({
    status: "completed",
    in_trx_id: own.trx,
  });
});

it("float that was sold is not what was sent to somebody's number: that may be a payout", async () => {
  const from = await lab.wallet(90_000n);
  const other = message(from, "send_money", "debit", { counterparty: STRANGER });
  await receive(lab, other);
  const row = await underWay(lab, from, null, "0.00");
  expect((await complete(row)).error).toMatchObject({ code: "validation_failed", fields: { trx_id: "required" } });
  expect((await complete(row, { trx_id: other.trx as string })).data).toMatchObject({ status: "completed", trx_id: other.trx });
});

it("a transfer's other side is not a payment without a number", async () => {
  const [from, to] = [await lab.wallet(90_000n), await lab.wallet()];
  await receive(lab, message(to, "receive", "credit", { counterparty: null }));
  const row = await underWay(lab, from, to, "0.00");
  expect((await complete(row)).error).toMatchObject({ code: "validation_failed", fields: { trx_id: "required" } });
});

it("a transfer's message is not one that names somebody else, whatever TrxID is typed: it would end the claim if it came later", async () => {
  const [from, to] = [await lab.wallet(90_000n), await lab.wallet()];
  const [paid, spent] = [trx(), trx()];
  const row = await underWay(lab, from, to, "4.00");
  await receive(lab, came(from, to, paid, { counterparty: STRANGER }), sent(from, to, spent, { counterparty: STRANGER }));
  expect((await complete(row, { trx_id: spent })).error).toMatchObject({ code: "trx_mismatch", fields: { trx_id: "not_allowed" } });
  expect((await complete(row, { trx_id: trx(), received_trx_id: paid })).error).toMatchObject({
    code: "trx_mismatch",
    fields: { received_trx_id: "not_allowed" },
  });
  expect(await lab.balance("transit")).toBe(0n);
});

it.each<[string, "out" | "in"]>([
  ["left and was given back", "out"],
  ["came and was taken back", "in"],
])("what %s moves no transfer on: it can only fail", async (_name, side) => {
  const [from, to] = [await lab.wallet(90_000n), await lab.wallet()];
  const row = await underWay(lab, from, to, "4.00");
  const key = trx();
  if (side === "out") await receive(lab, sent(from, to, key), message(from, "returned_failed", "credit", { trx: key }));
  else await receive(lab, came(from, to, key), message(to, "reversal", "debit", { trx: key }));
  const { version } = await lab.good<TransferRow>("finance", "GET", `/api/transfers/${row.id}`);
  for (const said of [{}, { received_trx_id: trx() }])
    expect((await complete({ ...row, version }, said)).error).toMatchObject({ code: "trx_mismatch", details: { taken_back: true } });
  expect((await lab.call("finance", "POST", `/api/transfers/${row.id}/fail`, { version, reason: "it came back" })).status).toBe(200);
  expect(await lab.balance("transit")).toBe(0n);
});
