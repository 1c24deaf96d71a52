/** Two days in the life of a product: what happened on the first is sealed on the second, downloaded, and verified by a program that knows nothing of it. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addDays, businessDay } from "../../src/contract/time.ts";
import { Db } from "../../src/server/platform/db/pool.ts";
import { checkDay } from "../../src/server/core/seals/check.ts";
import { person } from "../support/attack.ts";
import { bkashTrx, received, TestProduct, type TestMerchant } from "../support/app.ts";
import { verified } from "../support/parts/proof.ts";
import { testDatabase } from "../support/pg.ts";
import { shiftClock } from "../support/shifted-clock.ts";

const DAY_S = 86_400;
/** Two days back, so that it has ended long enough at any hour. */
const day = addDays(businessDay(Date.now()), -2);
const month = day.slice(0, 7);
let product: TestProduct;
let owner: Db;
let merchants: readonly [TestMerchant, TestMerchant];
const references: string[] = [];

beforeAll(async () => {
  const database = await testDatabase();
  await shiftClock(database.ownerUrl, -2 * DAY_S);
  const before = await TestProduct.start({ ROLE: "api" }, database);
  merchants = [await before.merchant({ name: "Lotus Ltd" }), await before.merchant({ name: "Padma Ltd" })];
  const wallet = await before.wallet();
  let balance = 1000;
  for (const merchant of [...merchants, ...merchants, merchants[0]]) {
    const order = await before.pay(merchant, { amount: "500.00" });
    balance += 500;
    const trx = bkashTrx();
    await before.good("POST", "/device/sms", wallet.token, {
      sender: "bKash",
      text: received({ amount: "500.00", from: "01711111111", balance: `${balance}.00`, trx, at: Date.now() - 2 * DAY_S * 1000 }),
    });
    await before.good("POST", `/v1/payments/${order.data.id}/trx`, merchant.secret, { trx_id: trx }).catch(() => undefined); // matched already
    references.push(order.data.id);
  }
  const credit = await before.good<{ id: string; version: number }>("POST", "/api/manual", before.admin, {
    kind: "merchant_credit",
    merchant_id: merchants[0].id,
    amount: "12.50",
    note: 'goodwill, "quoted"\tand 中文',
  });
  const finance = await person(before, "finance");
  await before.good("POST", `/api/manual/${credit.id}/apply`, finance.token, { version: credit.version });
  await before.product.stop();
  await shiftClock(database.ownerUrl, 0);
  product = await TestProduct.start({ ROLE: "api" }, database);
  owner = new Db({ url: database.ownerUrl, max: 2 });
  await product.product.jobs.runOnce("seal-days");
});
afterAll(async () => {
  await owner.close();
  await product.stop();
});

/** A download; lines of JSON are no answer of the interface. */
const file = async (url: string, token = product.admin): Promise<string> => {
  const answer = await product.product.http.inject({ method: "GET", url, headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.body;
};
/** Everything that staff can download of the day. */
const files = async (): Promise<Record<string, string>> => ({
  "seals.ndjson": await file("/api/seals/file"),
  "entries.txt": await file(`/api/seals/${day}/entries`),
  "audit.txt": await file(`/api/seals/${day}/audit`),
});

describe("a sealed day", () => {
  it("stands in the list with its figures, and the books are right with it", async () => {
    const { items } = await product.good<{ items: { day: string; entries: number; debits: string; credits: string; audit_rows: number }[] }>(
      "GET",
      "/api/seals",
    );
    const row = items.find((item) => item.day === day);
    const booked = await owner.one<{ count: bigint; debits: bigint }>(
      "select count(*) as count, sum(greatest(amount * normal, 0))::bigint as debits from entries",
    );
    expect(row).toMatchObject({ entries: Number(booked?.count), debits: (Number(booked?.debits) / 100).toFixed(2), credits: row?.debits });
    expect(row?.entries).toBeGreaterThan(10);
    expect(row?.audit_rows).toBeGreaterThan(5);
    expect(await product.findings()).toEqual([]);
    const again = await product.good<{ items: { day: string; checked: { ok: boolean } }[] }>("GET", "/api/seals");
    expect(again.items.find((item) => item.day === day)?.checked).toMatchObject({ ok: true, fault: null });
  });

  it("is sealed after a time in which nothing ran without anybody being called", async () => {
    expect(await owner.rows("select kind from alerts where kind = 'seal_late'")).toEqual([]);
  });

  it("is downloaded again and again, one file after the other, without being told to wait", async () => {
    const { db } = product.product.app;
    const tx = db.tx.bind(db);
    // A database that takes its time to end a transaction: not the one that notes the download, but the one that reads it.
    let count = 0;
    const slow = vi.spyOn(db, "tx").mockImplementation(async (...values: Parameters<typeof tx>) => {
      const found = await tx(...values);
      count += 1;
      if (count % 2 === 0) await new Promise((done) => setTimeout(done, 300));
      return found;
    });
    try {
      for (let round = 0; round < 5; round += 1) await file("/api/seals/file");
    } finally {
      slow.mockRestore();
    }
  });

  it("is verified by an outsider: chain, signatures, entries, audit rows", async () => {
    const keys = await product.good<{ keys: { id: string }[] }>("GET", "/v1/seal-keys", null);
    const done = verified(await files(), "--key", keys.keys[0]?.id ?? "");
    expect(done.output).toMatch(/ok {2}seals\.ndjson: \d+ days/);
    expect(done.output).toMatch(/ok {2}entries\.txt: \d+ entries/);
    expect(done.output).toMatch(/ok {2}audit\.txt: \d+ rows/);
    expect(done.code).toBe(0);
    expect(verified(await files(), "--key", "dsk_0000000000000000")).toMatchObject({ code: 1 });
  });

  it("proves a merchant's own entries to the merchant, and tells nothing of others", async () => {
    const own = await person(product, "merchant_viewer", { merchantId: merchants[0].id });
    const proof = await file(`/api/merchants/${merchants[0].id}/proof?month=${month}`, own.token);
    const done = verified({ "proof.ndjson": proof });
    expect(done.output).toMatch(
      new RegExp(`ok {2}proof\\.ndjson: \\d+ entries in \\d+ sealed days of ${month}, merchant ${merchants[0].id} from entry 1 at 0 to \\d+`),
    );
    expect(done.code).toBe(0);
    const mine = references.filter((_id, index) => index % 2 === 0);
    const others = references.filter((_id, index) => index % 2 === 1);
    for (const id of mine) expect(proof).toContain(id);
    const staffs = await product.good<{ items: { debits: string }[] }>("GET", "/api/seals");
    for (const secret of [...others, merchants[1].id, "debits", "goodwill", "audit_rows", "salt", "wallet", "fees"]) expect(proof).not.toContain(secret);
    expect(staffs.items.length).toBeGreaterThan(0);
    // Balances are those of the statement.
    const statement = await product.good<{ closing_balance: string }>("GET", `/api/merchants/${merchants[0].id}/statement?month=${month}`, own.token);
    expect(done.output).toContain(` to ${Math.round(Number(statement.closing_balance) * 100)}`);
  });

  it("is what a merchant's proof is of: a month without one is refused by its name", async () => {
    const own = await person(product, "merchant_viewer", { merchantId: merchants[0].id });
    const later = addDays(`${month}-01`, 70).slice(0, 7);
    const answer = await product.call("GET", `/api/merchants/${merchants[0].id}/proof?month=${later}`, own.token);
    expect([answer.status, answer.error?.code, answer.error?.fields]).toEqual([409, "month_not_sealed", { month: "not_allowed" }]);
    // Nobody is told more of another's.
    expect((await product.call("GET", `/api/merchants/${merchants[1].id}/proof?month=${later}`, own.token)).status).toBe(404);
  });

  it("is nobody's business who may not see it", async () => {
    const viewer = await person(product, "merchant_admin", { merchantId: merchants[0].id });
    expect((await product.call("GET", `/api/merchants/${merchants[1].id}/proof?month=${month}`, viewer.token)).status).toBe(404);
    for (const url of ["/api/seals", "/api/seals/file", `/api/seals/${day}/entries`, `/api/seals/${day}/audit`])
      expect((await product.call("GET", url, viewer.token)).status).toBe(403);
    const finance = await person(product, "finance");
    expect((await product.call("GET", `/api/seals/${day}/audit`, finance.token)).status).toBe(403);
    // It is the trail whole: who reads numbers in part reads it at /api/audit, where they are masked.
    const auditor = await person(product, "auditor");
    expect((await product.call("GET", `/api/seals/${day}/audit`, auditor.token)).status).toBe(403);
    await file(`/api/seals/${day}/entries`, auditor.token);
    expect((await product.call("GET", `/api/seals/${addDays(day, -400)}/entries`)).status).toBe(404);
    expect((await product.call("GET", "/api/seals/2026-02-31/entries")).status).toBe(422);
  });

  it("cannot be changed, sealed twice, or sealed out of turn by the application", async () => {
    const { db } = product.product.app;
    await expect(db.run("update day_seals set head = head")).rejects.toMatchObject({ code: "42501" });
    await expect(db.run("delete from day_seal_accounts")).rejects.toMatchObject({ code: "42501" });
    await expect(owner.run("update day_seals set entries = entries + 1")).rejects.toMatchObject({ code: "FD002" });
    const copy = (columns: string): Promise<number> =>
      db.run(
        `insert into day_seals (day, head, summary, hash, previous, key_id, signature, entries, accounts, debits, credits, audit_to)
         select ${columns} from day_seals order by day limit 1`,
      );
    const rest = "key_id, signature, entries, accounts, debits, credits, audit_to";
    await expect(copy(`day, head, summary, hash, previous, ${rest}`)).rejects.toThrow();
    await expect(copy(`day - 5, head || 'x', summary, sha256(convert_to(head || 'x', 'UTF8')), hash, ${rest}`)).rejects.toMatchObject({ code: "FD006" });
  });
});

describe("what is changed behind the product's back", () => {
  const parts = () => product.product.app;
  /** Does something to the database without its guards, looks, and takes it back. */
  async function behind(change: string, look: () => Promise<void>): Promise<void> {
    const back = new Db({ url: product.ownerUrl, max: 1 });
    try {
      const [table = ""] = /(entries|audit)\b/.exec(change) ?? [];
      await back.run(`create table kept as select * from ${table}`);
      await back.run(`alter table ${table} disable trigger user`);
      try {
        await back.run(change);
        await look();
      } finally {
        await back.run(`delete from ${table}`);
        await back.run(`insert into ${table} select * from kept`);
        await back.run(`alter table ${table} enable trigger user`);
        await back.run("drop table kept");
      }
    } finally {
      await back.close();
    }
  }
  const CHANGES = {
    "an amount": [
      "update entries set amount = amount + 100, after_balance = after_balance + 100 where id = (select max(id) from entries where kind = 'payment')",
      /entries/,
    ],
    "a note": ["update entries set note = 'another' where note is not null", /not the signed ones/],
    "a removed entry": ["delete from entries where id = (select max(id) from entries)", /entries|file was cut/],
    "an account": ["update audit set account = 'somebody' where id = (select min(id) from audit)", /rows are not the signed ones/],
    "a removed audit row": [
      "update audit set after = '{\"x\":1}' where id = (select max(id) from audit where id < (select max(id) from entries))",
      /rows are not the signed ones/,
    ],
  } as const;

  it.each(Object.entries(CHANGES))("%s is found by the product and by the verifier", async (_what, [change, said]) => {
    await behind(change, async () => {
      expect((await checkDay(parts(), day)).fault).not.toBeNull();
      const done = verified(await files());
      expect(done.code).toBe(1);
      expect(done.output).toMatch(said);
    });
    expect((await checkDay(parts(), day)).fault).toBeNull();
  });

  it("raises an exception through the ledger check, and shows in the list and in the metrics", async () => {
    await behind("update entries set note = 'another' where note is not null", async () => {
      expect(await product.findings()).toEqual([{ check: "sealed_day", id: day, row: day, facts: { fault: "entries" } }]);
      const metrics = (await product.product.http.inject({ url: "/metrics" })).body;
      expect(metrics).toContain("floatdesk_seals_broken 1");
      expect(metrics).toMatch(/floatdesk_days_unsealed \d/);
      const open = await owner.rows<{ kind: string }>("select kind from alerts where kind = 'proof_broken' and status = 'open'");
      expect(open).toHaveLength(1);
    });
    expect(await product.findings()).toEqual([]);
  });
});

describe("the key that signs days", () => {
  it("is renewed by who has just proved himself; the old one endorses the new, and the chain holds", async () => {
    const { keys } = await product.good<{ keys: { id: string }[] }>("GET", "/v1/seal-keys", null);
    const renewed = await product.good<{ keys: { id: string; endorsed_by: string | null }[] }>("POST", "/api/seals/keys/renew", product.admin, {
      current: keys[0]?.id,
    });
    expect(renewed.keys.map((key) => key.endorsed_by)).toEqual([null, keys[0]?.id]);
    expect((await product.call("POST", "/api/seals/keys/renew", product.admin, { current: keys[0]?.id })).status).toBe(409);
    const done = verified(await files(), "--key", keys[0]?.id ?? "");
    expect(done.code).toBe(0);
    // A key that nobody endorsed.
    const text = (await files())["seals.ndjson"] ?? "";
    const endorsement = /"endorsement":"([^"]+)"/.exec(text)?.[1] ?? "";
    const forged = verified({ "seals.ndjson": text.replace(endorsement, Buffer.alloc(64, 7).toString("base64")) });
    expect(forged.code).toBe(1);
    expect(forged.output).toContain("is not endorsed by");
  });
});
