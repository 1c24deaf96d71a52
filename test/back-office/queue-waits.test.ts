/** The queue is brought up to date for who reads it, and nobody waits for that longer than a moment. */
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { ExceptionLines, ExceptionPage } from "../../src/contract/exceptions.schema.ts";
import { sweepQueue } from "../../src/server/core/alerts/sweep.ts";
import { isLiveBus } from "../../src/server/platform/events/bus.ts";
import type { TestMerchant, TestProduct } from "../support/app.ts";
import { startTarget } from "../support/attack.ts";
import { PATIENT } from "../support/parts/patient.ts";

let product: TestProduct;
let merchant: TestMerchant;
beforeAll(async () => {
  // Without jobs: nobody sweeps but readers.
  product = await startTarget({ ROLE: "api" });
  merchant = await product.merchant();
});
afterAll(() => product.stop());

it("answers with what is known while a sweep takes long, and tells home what the sweep found in the end", async () => {
  const { app } = product.product;
  const id = app.ids.next();
  await app.db.run("insert into withdrawals (id, merchant_id, receiving_account, amount, submitter) values ($1, $2, '01799', 501, 1)", [
    id,
    app.publicIds.decode("merchant", merchant.id),
  ]);
  await sweepQueue(app);
  await app.db.run("update withdrawals set status = 'rejected', reason = 'x' where id = $1", [id]);
  Object.assign(app, { searchLimits: { ...PATIENT, waitMs: 50 } });
  const told: string[] = [];
  if (!isLiveBus(app.events)) throw new Error("no streams can subscribe");
  const stop = app.events.subscribe((news) => news !== "reset" && told.push(...news.map(({ kind }) => kind)));
  // Somebody holds the row that the sweep would end: it waits, as long as this lasts.
  const holder = new pg.Client({ connectionString: product.ownerUrl });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query("select from alerts where object_id = $1 for update", [id]);
    const publicId = app.publicIds.encode("withdrawal", id);
    const objects = async (): Promise<(string | null)[]> =>
      (await product.good<ExceptionPage>("GET", "/api/exceptions?kind=withdrawal_waiting")).items.map((row) => row.object.id);
    expect(await objects()).toEqual([publicId]);
    expect((await product.good<ExceptionLines>("GET", "/api/exceptions/lines?kind=withdrawal_waiting")).items).toHaveLength(1);
    // What was told before is of the first sweep.
    told.length = 0;
    await holder.query("rollback");
    await vi.waitFor(async () => expect(await objects()).toEqual([]), 60_000);
    await vi.waitFor(() => expect(told).toContain("home"), 60_000);
  } finally {
    stop();
    await holder.end();
  }
});
