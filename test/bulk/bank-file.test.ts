/** Files for the bank (docs/decisions/0049): a withdrawal stands in one open file, and what the bank may be paying is paid by nobody else. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Db } from "../../src/server/platform/db/pool.ts";
import { fundMerchant, fundWallet } from "../support/attack-money.ts";
import { person, roleOf, type Person } from "../support/attack.ts";
import { TestProduct, type Answer, type TestMerchant } from "../support/app.ts";
import { permissionsOf } from "../../src/contract/permissions.ts";
import type { BulkJobDetail } from "../../src/contract/bulk.schema.ts";

type Row = { id: string; version: number; status: string; bank_file: string | null; reference: string | null };
/** What finance may do, with numbers in part. */
const MASKED = permissionsOf("finance").filter((one) => one !== "phones.unmask");
let product: TestProduct;
let merchant: TestMerchant;
let maker: Person;
let finance: Person;
let other: Person;
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  merchant = await product.merchant({ name: "=cmd|' /C calc'!A0" });
  await fundMerchant(product, merchant, 10_000_000n);
  maker = await person(product, "merchant_admin", { merchantId: merchant.id });
  [finance, other] = [await person(product, "finance"), await person(product, "finance")];
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

const read = (id: string, who = finance): Promise<Row> => product.good<Row>("GET", `/api/withdrawal/${id}`, who.token);
async function approved(account = "+8801712345678 A. Rahman"): Promise<Row> {
  const made = await product.good<Row>("POST", "/api/withdrawal", maker.token, { receiving_account: account, amount: "12.00" });
  return product.good<Row>("POST", `/api/withdrawal/${made.id}/approve`, finance.token, { version: made.version });
}
const prepare = (act: string, items: object[], who = finance): Promise<Answer<BulkJobDetail>> =>
  product.call<BulkJobDetail>("POST", "/api/bulk", who.token, { act, items });
async function run(job: BulkJobDetail, who = finance): Promise<BulkJobDetail> {
  const yes = { version: job.version, count: job.waiting, sum: job.amount };
  await product.good("POST", `/api/bulk/${job.id}/start`, who.token, yes);
  for (let round = 0; round < 5; round += 1) await product.product.jobs.runOnce("bulk");
  return product.good<BulkJobDetail>("GET", `/api/bulk/${job.id}`, who.token);
}
const exported = async (rows: readonly Row[], who = finance): Promise<BulkJobDetail> =>
  run(
    (
      await prepare(
        "withdrawal.export",
        rows.map(({ id, version }) => ({ id, version })),
        who,
      )
    ).data,
    who,
  );
const file = (id: string, who = finance): Promise<Answer> => product.call("GET", `/api/withdrawal/files/${id}?lang=en`, who.token);

describe("a bank file", () => {
  it("holds account, merchant, amount and our reference of each, and nothing that a sheet would run", async () => {
    const rows = [await approved(), await approved("DBBL 110, Rahim"), await approved("+8801712345678"), await approved("+1-2")];
    const job = await exported(rows);
    expect(job).toMatchObject({ status: "done", done: 4, done_amount: "48.00" });
    const trail = await product.product.app.db.rows<{ account: string; before: object; after: object }>(
      "select account, before, after from audit where action = 'withdrawal.export' and object_id = any ($1)",
      [rows.map(({ id }) => id)],
    );
    expect(trail).toHaveLength(4);
    for (const { account, before, after } of trail) {
      expect(account).toBe(finance.account);
      expect([before, after]).toMatchObject([
        { status: "approved", version: 2 },
        { status: "approved", version: 3, amount: "12.00" },
      ]);
    }
    const answer = await file(job.id);
    expect(answer.headers["content-disposition"]).toContain(`${job.id}-bank.csv`);
    const [head, ...lines] = answer.text.replace("\uFEFF", "").trim().split("\r\n");
    expect(head).toBe("Receiving account,Merchant,Amount,Our reference");
    expect(lines).toEqual([
      `'+8801712345678 A. Rahman,'=cmd|' /C calc'!A0,12.00,${rows[0]?.id ?? ""}`,
      `"DBBL 110, Rahim",'=cmd|' /C calc'!A0,12.00,${rows[1]?.id ?? ""}`,
      // A number with the country's code is the account, as the bank reads it; a sum is none.
      `+8801712345678,'=cmd|' /C calc'!A0,12.00,${rows[2]?.id ?? ""}`,
      `'+1-2,'=cmd|' /C calc'!A0,12.00,${rows[3]?.id ?? ""}`,
    ]);
    expect((await read(rows[0]?.id ?? "")).bank_file).toBe(job.id);
    expect((await read(rows[0]?.id ?? "", maker)).bank_file).toBeNull();
    for (const type of ["operator", "auditor"] as const) expect((await file(job.id, await person(product, type))).status).toBe(403);
    expect((await file(job.id, maker)).status).toBe(403);
    const found = await product.good<{ items: Row[] }>("GET", "/api/withdrawal?bank_file=in&status=approved&size=100", finance.token);
    expect(found.items.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect((await product.good<{ items: Row[] }>("GET", "/api/withdrawal?bank_file=in", maker.token)).items).toEqual([]);
  });

  it("is made and fetched by nobody whose role masks account numbers, and holds them whole", async () => {
    const row = await approved("+8801712345678");
    const masked = await person(product, "finance", { role: MASKED });
    const refused = { status: 403, code: "account_numbers_masked" };
    const told = ({ status, error }: Answer): object => ({ status, code: error?.code });
    expect(told(await prepare("withdrawal.export", [{ id: row.id, version: row.version }], masked))).toEqual(refused);
    expect(await read(row.id)).toMatchObject({ version: row.version, bank_file: null });
    const job = await exported([row]);
    expect(told(await file(job.id, masked))).toEqual(refused);
    expect((await file(job.id)).text).toContain("+8801712345678,");
    // He decides on withdrawals all the same: what the bank will not pay is his to say.
    expect((await product.call("POST", `/api/withdrawal/files/${job.id}/cancel`, masked.token, {})).status).toBe(200);
  });

  it("is not gone on with by whose role has begun to mask them since", async () => {
    const row = await approved();
    const who = await person(product, "finance");
    const job = (await prepare("withdrawal.export", [{ id: row.id, version: row.version }], who)).data;
    await product.good("POST", `/api/bulk/${job.id}/start`, who.token, { version: job.version, count: 1, sum: job.amount });
    const { db, publicIds } = product.product.app;
    await db.run("update users set role_id = $2 where id = $1", [publicIds.decode("user", who.id), await roleOf(product, "finance", MASKED)]);
    await product.product.jobs.runOnce("bulk");
    const done = await product.good<BulkJobDetail>("GET", `/api/bulk/${job.id}`, finance.token);
    expect([done.done, done.failed]).toEqual([0, 1]);
    expect((await read(row.id)).bank_file).toBeNull();
  });

  it("takes a withdrawal once, whoever asks at the same moment", async () => {
    const row = await approved();
    const [first, second] = [
      (await prepare("withdrawal.export", [{ id: row.id, version: row.version }])).data,
      (await prepare("withdrawal.export", [{ id: row.id, version: row.version }], other)).data,
    ];
    const done = [await run(first), await run(second, other)];
    expect(done.map((job) => [job.done, job.failed])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    const now = await read(row.id);
    const third = (await prepare("withdrawal.export", [{ id: now.id, version: now.version }], other)).data;
    expect(third).toMatchObject({ waiting: 0, blocked: 1, reasons: [{ code: "in_bank_file", count: 1 }] });
    await expect(
      product.product.app.db.run("insert into bank_file_rows (job_id, withdrawal_id) select $1, withdrawal_id from bank_file_rows where job_id = $2", [
        product.product.app.publicIds.decode("bulk", second.id),
        product.product.app.publicIds.decode("bulk", first.id),
      ]),
    ).rejects.toThrow("bank_file_rows_open");
  });

  it("keeps its withdrawals from being rejected, or paid from a wallet, while the bank may be paying them", async () => {
    const row = await approved();
    const wallet = await product.wallet();
    await fundWallet(product, wallet, 100_000n);
    const job = await exported([row]);
    const now = await read(row.id);
    const refused = await product.call("POST", `/api/withdrawal/${row.id}/reject`, finance.token, { version: now.version, reason: "x" });
    expect(refused.error).toMatchObject({ code: "in_bank_file", details: { file: job.id } });
    const paid = await product.call("POST", `/api/withdrawal/${row.id}/paid`, finance.token, {
      version: now.version,
      reference: "CKL1234567",
      wallet_id: wallet.id,
    });
    expect(paid.error?.code).toBe("in_bank_file");
    const gone = await product.good<{ count: number }>("POST", `/api/withdrawal/files/${job.id}/cancel`, finance.token, {});
    expect(gone.count).toBe(1);
    expect((await read(row.id)).bank_file).toBeNull();
    expect((await product.call("POST", `/api/withdrawal/files/${job.id}/cancel`, finance.token, {})).error?.code).toBe("wrong_state");
    expect((await exported([await read(row.id)])).done).toBe(1);
  });

  it("ends with the references pasted back: all of them paid by one job", async () => {
    const rows = [await approved(), await approved(), await approved()];
    const job = await exported(rows);
    const references = rows.map(({ id }, index) => ({ id, reference: `DBBL-${id.slice(-4)}-${index}` }));
    const pasted = (await prepare("withdrawal.paid", references)).data;
    expect(pasted).toMatchObject({ waiting: 3, blocked: 0, amount: "36.00" });
    expect(await run(pasted)).toMatchObject({ done: 3, failed: 0 });
    for (const [index, { id }] of rows.entries())
      expect(await read(id)).toMatchObject({ status: "paid", reference: references[index]?.reference, bank_file: null });
    // What is paid stays in the file, and cannot be cancelled out of it.
    expect((await file(job.id)).text).toContain(rows[2]?.id);
    expect((await product.call("POST", `/api/withdrawal/files/${job.id}/cancel`, finance.token, {})).error?.code).toBe("wrong_state");
    expect((await prepare("withdrawal.paid", [{ id: rows[0]?.id }])).error?.fields).toEqual({ "items.0.reference": "required" });
  });

  it("is written down as paid although its merchant has gone below zero since: the bank has paid all the same", async () => {
    const poor = await product.merchant();
    await fundMerchant(product, poor, 2_000n);
    const own = await person(product, "merchant_admin", { merchantId: poor.id });
    const made = await product.good<Row>("POST", "/api/withdrawal", own.token, { receiving_account: "DBBL 7", amount: "12.00" });
    const ready = await product.good<Row>("POST", `/api/withdrawal/${made.id}/approve`, finance.token, { version: made.version });
    await exported([ready]);
    const { db, publicIds } = product.product.app;
    // As a reversal leaves it (rule 8).
    const owner = new Db({ url: product.ownerUrl, max: 1 });
    await owner.run("select account_allow_negative(id) from accounts where kind = 'merchant' and owner_id = $1", [publicIds.decode("merchant", poor.id)]);
    await owner.close();
    await fundMerchant(product, poor, -5_000n);
    expect(await db.one("select balance from accounts where kind = 'merchant' and owner_id = $1", [publicIds.decode("merchant", poor.id)])).toEqual({
      balance: -4_200n,
    });
    const { version } = await read(made.id);
    const paid = await product.call<Row>("POST", `/api/withdrawal/${made.id}/paid`, finance.token, { version, reference: "DBBL-LATE-1" });
    expect([paid.status, paid.data?.status]).toEqual([200, "paid"]);
  });
});
