/** Transfers that a person completed before their messages came: both sides, with any TrxID typed or none, and what they cost. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TransferDetail, TransferRow } from "../../../contract/transfers.schema.ts";
import { AMOUNT, came, receive, sent, underWay } from "../../../../test/support/parts/transfer-messages.ts";
import { MoneyLab, type LabWallet } from "../../../../test/support/parts/transfers.ts";
import { transfersRoutes } from "./routes.ts";

let lab: MoneyLab;
let serial = 0;
const trx = (): string => `SAID${String((serial += 1)).padStart(6, "0")}`;
beforeAll(async () => {
  lab = await MoneyLab.start(transfersRoutes);
});
afterAll(() => lab.close());

const under = (from: LabWallet | null, to: LabWallet | null): Promise<TransferRow> => underWay(lab, from, to, "4.00");
const complete = (row: TransferRow, said: { trx_id?: string; cost?: string } = {}): Promise<unknown> =>
  lab.good("finance", "POST", `/api/transfers/${row.id}/complete`, { version: row.version, ...said });
const detail = (row: { id: string }): Promise<TransferDetail> => lab.good<TransferDetail>("auditor", "GET", `/api/transfers/${row.id}`);

/** A wallet whose messages are forwarded, as the one that is here already shows. */
async function reporting(wallet: LabWallet): Promise<LabWallet> {
  await receive(lab, { wallet, kind: "receive", direction: "credit", amountMinor: 100n, trx: trx(), counterparty: "01799999999" });
  await lab.owner.run("update wallet_continuity set last_sms_id = 1 where wallet_id = $1", [wallet.id]);
  return wallet;
}
const inTransit = (wallet: LabWallet): Promise<bigint> => lab.balance("unreported", wallet.id);

describe("both messages of a transfer that was completed by hand", () => {
  it.each([
    ["no TrxID", undefined],
    ["a mistyped TrxID", "MISTYPED1"],
  ])("prove it where %s was typed", async (_name, typed) => {
    const [from, to] = [await reporting(await lab.wallet(50_000n)), await reporting(await lab.wallet())];
    const [fromBefore, toBefore, suspense] = [await lab.balance("wallet", from.id), await lab.balance("wallet", to.id), await lab.balance("suspense")];
    const row = await under(from, to);
    await complete(row, typed === undefined ? {} : { trx_id: typed });
    const key = trx();
    const got = await receive(lab, sent(from, to, key), came(from, to, key));
    expect(got.map((sms) => sms.match_status)).toEqual(["matched", "matched"]);
    expect([await inTransit(from), await inTransit(to), await lab.balance("suspense")]).toEqual([0n, 0n, suspense]);
    expect([await lab.balance("wallet", from.id), await lab.balance("wallet", to.id)]).toEqual([fromBefore - AMOUNT - 400n, toBefore + AMOUNT]);
  });

  it("prove float that was bought", async () => {
    const to = await reporting(await lab.wallet());
    const row = await under(null, to);
    await complete(row);
    const got = await receive(lab, { wallet: to, kind: "b2b_in", direction: "credit", amountMinor: AMOUNT, trx: trx() });
    expect(got.map((sms) => sms.match_status)).toEqual(["matched"]);
    expect(await inTransit(to)).toBe(0n);
  });

  it("prove float that was sold, and what was sent to somebody's number does not: nothing of it would stand unexplained", async () => {
    const from = await reporting(await lab.wallet(50_000n));
    const unexplained = await lab.balance("unexplained");
    await complete(await under(from, null));
    const [strange] = await receive(lab, sent(from, await lab.wallet(), trx(), { counterparty: "01811111111" }));
    expect([strange?.match_status, (await lab.balance("unexplained")) - unexplained]).toEqual(["unmatched", AMOUNT]);
    const [own] = await receive(lab, { wallet: from, kind: "b2b_out", direction: "debit", amountMinor: AMOUNT, feeMinor: 400n, trx: trx() });
    expect([own?.match_status, await inTransit(from), (await lab.balance("unexplained")) - unexplained]).toEqual(["matched", 0n, AMOUNT]);
  });

  it("are left to a person where another transfer under way could be meant as well", async () => {
    const [from, to] = [await reporting(await lab.wallet(90_000n)), await reporting(await lab.wallet())];
    await complete(await under(from, to));
    const open = await under(from, to);
    const got = await receive(lab, came(from, to, trx()));
    expect(got.map((sms) => sms.match_status)).toEqual(["unmatched"]);
    expect((await detail(open)).status).toBe("processing");
  });

  it("tell what each side cost, whichever comes first", async () => {
    const [from, to] = [await reporting(await lab.wallet(50_000n)), await reporting(await lab.wallet())];
    const row = await under(from, to);
    const key = trx();
    await complete(row, { trx_id: key, cost: "4.00" });
    await receive(lab, came(from, to, key, { feeMinor: 100n }));
    const [out] = await receive(lab, sent(from, to, key, { feeMinor: 400n }));
    expect(out?.reasons).toContain("manual_confirmed");
    expect((await detail(row)).cost).toBe("5.00");
  });

  it("prove the side that stands on a wallet without forwarding beside the one that is in transit", async () => {
    const [from, to] = [await reporting(await lab.wallet(90_000n)), await lab.wallet()];
    const row = await under(from, to);
    await complete(row);
    const [books, suspense] = [await lab.balance("wallet", to.id), await lab.balance("suspense")];
    const got = await receive(lab, came(from, to, trx()));
    expect(got.map((sms) => sms.match_status)).toEqual(["matched"]);
    expect([await lab.balance("wallet", to.id), await lab.balance("suspense")]).toEqual([books, suspense]);
    expect(await inTransit(from)).not.toBe(0n);
  });
});

it("a TrxID that moved one transfer moves no other, told in whatever words", async () => {
  const [from, to] = [await reporting(await lab.wallet(90_000n)), await reporting(await lab.wallet())];
  const first = await under(from, to);
  const key = trx();
  await receive(lab, sent(from, to, key), came(from, to, key));
  await lab.owner.run("update sms set balance = 77700 where trx_key = $1", [key]);
  expect((await detail(first)).status).toBe("completed");
  const second = await under(from, to);
  const got = await receive(lab, sent(from, to, key, { kind: "payment_sent" }), sent(from, to, key, { kind: "payment_sent", balanceMinor: 60_000n }));
  expect(got.map((sms) => sms.match_status)).toEqual(["duplicate", "unmatched"]);
  expect((await detail(second)).status).toBe("processing");
});
