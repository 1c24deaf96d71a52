/** By what a message is known again (rule 6), and what is kept for it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bkashTrx, received, TestProduct } from "../support/app.ts";
import type { StoredSms } from "../../src/server/core/posting/incoming.ts";
import { Db } from "../../src/server/platform/db/pool.ts";

let product: TestProduct;
let owner: Db;
let walletId: bigint;
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  await product.wallet();
  owner = new Db({ url: product.ownerUrl, max: 2 });
  walletId = (await owner.one<{ id: bigint }>("select id from wallets"))?.id ?? 0n;
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await owner.close();
  await product.stop();
});

const tell = (text: string, externalId: string | null = null, wallet: bigint = walletId): Promise<StoredSms> =>
  product.product.app.posting.submit({
    walletId: wallet,
    deviceId: null,
    sender: "bKash",
    text,
    sentAtMs: null,
    receivedAtMs: null,
    externalId,
    origin: "device",
  });
const keysOf = async (id: bigint): Promise<number> =>
  Number((await owner.one<{ count: bigint }>("select count(*) from sms_keys where sms_id = $1", [id]))?.count);
const bookedAs = async (id: bigint): Promise<string[]> =>
  (await owner.rows<{ kind: string }>("select kind from sms_bookings where sms_id = $1", [id])).map(({ kind }) => kind);

describe("a message that is booked", () => {
  it("is known by its booking alone", async () => {
    const text = received({ amount: "410.00", from: "01950000011", trx: bkashTrx() });
    const { id } = await tell(text);
    expect([await keysOf(id), await bookedAs(id)]).toEqual([0, ["receive"]]);
    expect(await tell(text)).toEqual({ id, result: "duplicate" });
    // As another forwarder would send it: in another line, with an id of its own.
    expect(await tell(text.replace(". ", ".\n"), "a-1")).toEqual({ id, result: "duplicate" });
  });

  it("is known by its forwarder's id as well", async () => {
    const text = received({ amount: "411.00", from: "01950000012", trx: bkashTrx() });
    const { id } = await tell(text, "a-2");
    expect([await keysOf(id), await bookedAs(id)]).toEqual([1, ["receive"]]);
    expect(await tell(text, "a-2")).toEqual({ id, result: "duplicate" });
  });

  it("is no other one with its forwarder's id: a phone that took another's place counts from the beginning", async () => {
    const { id } = await tell("Your wallet needs your attention.", "a-3");
    expect(await tell("Your wallet needs your attention.", "a-3")).toEqual({ id, result: "duplicate" });
    const text = received({ amount: "412.00", from: "01950000012", trx: bkashTrx() });
    const other = await tell(text, "a-3");
    expect([other.result, await bookedAs(other.id)]).toEqual(["stored", ["receive"]]);
    expect(await tell(text, "a-3")).toEqual({ id: other.id, result: "duplicate" });
  });

  it("is another one with other figures: it is stored and nobody is paid by it", async () => {
    const trx = bkashTrx();
    const { id } = await tell(received({ amount: "413.00", from: "01950000013", trx }));
    const other = await tell(received({ amount: "9,413.00", from: "01950000013", trx }));
    expect(other.result).toBe("stored");
    expect(other.id).not.toBe(id);
    expect(await owner.one("select match_status, reasons from sms where id = $1", [other.id])).toEqual({
      match_status: "suspicious",
      reasons: ["trx_repeated"],
    });
    // It has no booking, so it is known by its own key.
    expect([await keysOf(other.id), await bookedAs(other.id)]).toEqual([1, []]);
    expect(await tell(received({ amount: "9,413.00", from: "01950000013", trx }))).toEqual({ id: other.id, result: "duplicate" });
  });

  it("is stored once when it comes twenty times at once", async () => {
    const text = received({ amount: "414.00", from: "01950000014", trx: bkashTrx() });
    const answers = await Promise.all(Array.from({ length: 20 }, () => tell(text)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ result }) => result === "stored")).toHaveLength(1);
    expect(await owner.rows("select 1 from sms where text = $1", [text])).toHaveLength(1);
  });
});

it("a message that is not booked is known by its key, and still is when its money is booked later", async () => {
  const anchor = received({ amount: "1.00", from: "01950000020", trx: bkashTrx(), balance: "90,001.00" });
  const missing = received({ amount: "2.00", from: "01950000021", trx: bkashTrx(), balance: "90,003.00" });
  const waiting = received({ amount: "4.00", from: "01950000022", trx: bkashTrx(), balance: "90,007.00" });
  await tell(anchor);
  const { id } = await tell(waiting);
  expect([await keysOf(id), await bookedAs(id)]).toEqual([1, []]);
  expect(await tell(waiting)).toEqual({ id, result: "duplicate" });
  await tell(missing);
  expect(await bookedAs(id)).toEqual(["receive"]);
  expect(await tell(waiting)).toEqual({ id, result: "duplicate" });
  expect(await owner.rows("select 1 from sms where text = $1", [waiting])).toHaveLength(1);
});

describe("one movement in two wordings", () => {
  it.each([
    ["the second", ["1,415.00", undefined]],
    ["the first", [undefined, "1,415.00"]],
  ] as const)("is booked once, also where %s of them prints no balance", async (_which, balances) => {
    const wallet = product.product.app.publicIds.decode("wallet", (await product.wallet()).id) ?? 0n;
    await tell(received({ amount: "1,000.00", from: "01950000030", trx: bkashTrx(), balance: "1,000.00" }), null, wallet);
    const [trx, from, amount] = [bkashTrx(), "01950000031", "415.00"];
    const [before, after] = balances;
    await tell(received({ amount, from, trx, ...(before && { balance: before }) }), null, wallet);
    const again = received({ amount, from, trx, ...(after && { balance: after }) }).replace("received Tk", "received payment Tk");
    const { id } = await tell(again, null, wallet);
    const seen = await owner.one("select kind, match_status, reasons, booked_txn from sms where id = $1", [id]);
    expect(seen).toEqual({ kind: "payment_received", match_status: "duplicate", reasons: ["same_trx_other_kind"], booked_txn: null });
    expect(await owner.one("select balance from wallet_continuity where wallet_id = $1", [wallet])).toEqual({ balance: 141_500n });
  });
});

it("a text without a TrxID that prints its time is the same one when all messages of a phone come again", async () => {
  const text = "Cash In Tk 500.00 from 01950000041 successful. Fee Tk 0.00. Balance Tk 1,500.00 at 29/11/2026 14:05";
  const wallet = product.product.app.publicIds.decode("wallet", (await product.wallet()).id) ?? 0n;
  const { id } = await tell(text, null, wallet);
  await owner.run("update sms_keys set at = at - interval '3 days' where sms_id = $1", [id]);
  expect(await tell(text, null, wallet)).toEqual({ id, result: "duplicate" });
  expect(await tell(text.replace("14:05", "14:06").replace("1,500", "2,000"), null, wallet)).toMatchObject({ result: "stored" });
});
