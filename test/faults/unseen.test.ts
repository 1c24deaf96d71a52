/** A message that cannot be processed is stored all the same, and once. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bkashTrx, received, TestProduct } from "../support/app.ts";
import type { App } from "../../src/server/platform/context.ts";
import { answerOf, Db } from "../../src/server/platform/db/pool.ts";
import { BatchedPosting } from "../../src/server/core/posting/posting.ts";
import type { StoredSms } from "../../src/server/core/posting/incoming.ts";

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

const CUT = new Error("Connection terminated unexpectedly");
/** Transactions of which posting has not seen the end. */
const unseen: Promise<unknown>[] = [];

/**
 * A posting over a database whose batches go wrong in a way of the test's.
 * @param plain whether what goes the plain way then works; where not, only storing it does
 */
function postingWith(batchTx: Db["batchTx"], plain = true): BatchedPosting {
  let works = plain;
  return new BatchedPosting(() => {
    const { app } = product.product;
    const tx: Db["tx"] = (work) => {
      if (!works) {
        works = true;
        return Promise.reject(CUT);
      }
      works = plain;
      return app.db.tx(work);
    };
    const db = Object.create(app.db, { batchTx: { value: batchTx }, tx: { value: tx } }) as Db;
    return Object.create(app, { db: { value: db } }) as App;
  });
}

/** Nothing of a batch is written. */
const cut = postingWith(() => Promise.reject(CUT));
/** Nothing of it is written, nor of the one message by itself. */
const failing = postingWith(() => Promise.reject(CUT), false);
/** Told once such a batch is written, and its commit still to come. */
let onWritten = (): void => undefined;
/** All of a batch is written, its caller is cut off, and the commit comes a moment later. */
const cutOff = postingWith(
  (first, work) =>
    new Promise((_, reject) => {
      const batch = product.product.app.db.batchTx(first, async (tx, answer: Parameters<typeof work>[1]) => {
        const done = await work(tx, answer);
        if (done.last !== null) await answerOf(tx, done.last);
        reject(CUT);
        onWritten();
        await new Promise((resolve) => setTimeout(resolve, 300));
        return { ...done, last: null };
      });
      unseen.push(batch.catch(reject));
    }),
);

const tell = (posting: BatchedPosting, text: string, sender = "bKash"): Promise<StoredSms> =>
  posting.submit({ walletId, deviceId: null, sender, text, sentAtMs: null, receivedAtMs: null, externalId: null, origin: "device" });
const stored = (text: string): Promise<{ id: bigint; match_status: string }[]> =>
  owner.rows("select id, match_status from sms where text = $1 order by id", [text]);

describe("a message whose batch failed", () => {
  it("goes the plain way", async () => {
    const text = received({ amount: "309.00", from: "01950000000", trx: bkashTrx() });
    const { id, result } = await tell(cut, text);
    expect([result, await stored(text)]).toEqual(["stored", [{ id, match_status: "unmatched" }]]);
    expect(await tell(cut, text)).toEqual({ id, result: "duplicate" });
  });
});

describe("a message that cannot be processed", () => {
  it("is held for the sweeper, which posts it", async () => {
    const text = received({ amount: "310.00", from: "01950000001", trx: bkashTrx() });
    const { id, result } = await tell(failing, text);
    expect([result, await stored(text)]).toEqual(["stored", [{ id, match_status: "held" }]]);
    await owner.run("update sms set held_until = now() where id = $1", [id]);
    await product.product.app.posting.sweep();
    expect(await stored(text)).toEqual([{ id, match_status: "unmatched" }]);
  });

  it("is known again when it comes once more, processed or not", async () => {
    const text = received({ amount: "311.00", from: "01950000002", trx: bkashTrx() });
    const { id } = await tell(failing, text);
    expect(await tell(failing, text)).toEqual({ id, result: "duplicate" });
    expect(await tell(product.product.app.posting as BatchedPosting, text)).toEqual({ id, result: "duplicate" });
    expect(await stored(text)).toHaveLength(1);
  });

  it("is stored once when the batch came through after all, and so is the same from another phone", async () => {
    const text = received({ amount: "312.00", from: "01950000003", trx: bkashTrx() });
    const first = await tell(cutOff, text);
    expect([first.result, await stored(text)]).toEqual(["stored", [{ id: first.id, match_status: "unmatched" }]]);

    const again = received({ amount: "313.00", from: "01950000004", trx: bkashTrx() });
    const written = new Promise<void>((done) => (onWritten = done));
    const both = await Promise.all([tell(cutOff, again), written.then(() => tell(failing, again))]);
    expect(both.map(({ result }) => result)).toEqual(["stored", "duplicate"]);
    expect(await stored(again)).toEqual([{ id: both[0].id, match_status: "unmatched" }]);
    await Promise.all(unseen);
  });

  it("is stored again when it has neither TrxID nor time and came before more than ten minutes ago", async () => {
    const text = "bKash: your wallet needs your attention.";
    const { id } = await tell(failing, text);
    expect(await tell(failing, text)).toEqual({ id, result: "duplicate" });
    await owner.run("update sms_keys set at = at - interval '11 minutes' where sms_id = $1", [id]);
    expect((await tell(failing, text)).result).toBe("stored");
    expect(await stored(text)).toHaveLength(2);
  });

  it("stays what its text says: what moves nothing is booked nowhere and stops nothing, what is forged is believed by nobody", async () => {
    const notice = "Dear customer, your wallet will be upgraded tonight.";
    const forged = received({ amount: "314.00", from: "01950000005", trx: bkashTrx() });
    const [said, lie] = [await tell(failing, notice), await tell(failing, forged, "+8801950000009")];
    await owner.run("update sms set held_until = now() where match_status = 'held'");
    await product.product.app.posting.sweep();
    expect(await owner.one("select match_status, reasons from sms where id = $1", [said.id])).toEqual({ match_status: "other", reasons: [] });
    expect(await owner.one("select match_status, reasons from sms where id = $1", [lie.id])).toEqual({
      match_status: "suspicious",
      reasons: ["sender_unknown"],
    });
    const next = received({ amount: "315.00", from: "01950000006", trx: bkashTrx() });
    const { id } = await tell(product.product.app.posting as BatchedPosting, next);
    expect(await stored(next)).toEqual([{ id, match_status: "unmatched" }]);
  });

  it("keeps what speaks against it", async () => {
    const { id } = await tell(failing, `Hello brother.\n${received({ amount: "316.00", from: "01950000007", trx: bkashTrx() })}`);
    await owner.run("update sms set held_until = now() where id = $1", [id]);
    await product.product.app.posting.sweep();
    expect(await owner.one("select match_status, reasons from sms where id = $1", [id])).toEqual({
      match_status: "review",
      reasons: ["leading_text", "unexplained_words"],
    });
  });
});
