/** A backup restored into a new database holds the same books, and sends nothing again. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { received, TestProduct } from "../support/app.ts";
import { runCommand } from "../support/parts/programs.ts";
import { onDatabase } from "../support/pg.ts";

let product: TestProduct;
const folder = mkdtempSync(join(tmpdir(), "floatdesk-backup-"));
const restored = `restored_${Date.now().toString(36)}`;
const secret = Buffer.from(Array.from({ length: 32 }, (_unused, index) => index + 1)).toString("base64");

beforeAll(async () => {
  product = await TestProduct.start();
  const merchant = await product.merchant({ payment_fee: { rate_bps: 100 } });
  const wallet = await product.wallet();
  for (let index = 0; index < 5; index += 1) {
    await product.pay(merchant, { amount: `${100 + index}.00`, customer: `0171111110${index}` });
    await product.sms(wallet, received({ amount: `${100 + index}.00`, from: `0171111110${index}` }));
  }
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
  const client = new pg.Client({ connectionString: inject("pg").superUrl });
  await client.connect();
  for (const name of [restored, `${restored}_other`]) await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
});

async function cli(name: "backup" | "prove" | "restore", [appUrl, ownerUrl]: readonly [string, string], args: string[] = [], key = secret): Promise<string> {
  return (await runCommand(name, { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, SECRET_KEY: key }, args)).stdout;
}

/** An empty database of the test's server, as the application and as its owner. */
async function newDatabase(name: string): Promise<readonly [string, string]> {
  const client = new pg.Client({ connectionString: inject("pg").superUrl });
  await client.connect();
  await client.query(`create database ${name} owner floatdesk_owner`);
  await client.query(`grant connect on database ${name} to floatdesk_app`);
  await client.end();
  return [onDatabase(inject("pg").appUrl, name), onDatabase(inject("pg").ownerUrl, name)];
}

async function digest(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } =
    await client.query(`select (select md5(string_agg(e::text, '|' order by id)) from entries e) as entries, (select md5(string_agg(a::text, '|' order by id)) from accounts a) as accounts,
    (select md5(string_agg(p::text, '|' order by id)) from payments p) as payments, (select md5(string_agg(s::text, '|' order by id)) from sms s) as sms, (select md5(string_agg(s::text, '|' order by seq)) from audit_seals s) as seals`);
  await client.end();
  return rows[0];
}

describe("backup and restore", () => {
  it("bring the same rows back, and the ledger is sound", async () => {
    await product.product.jobs.runOnce("seal-audit");
    const out = await cli("backup", [product.databaseUrl, product.ownerUrl], [folder]);
    expect(out).toContain("Backup is complete");
    expect(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))).toMatchObject({
      tables: expect.arrayContaining([expect.objectContaining({ table: "payments", rows: 5 })]),
    });
    const urls = await newDatabase(restored);
    const said = await cli("restore", urls, [folder]);
    expect(said).toContain("Restored. Payouts are stopped until somebody resumes them (0 wait, 0 are under way)");
    expect(said).not.toContain("SECRET_KEY");
    expect(await digest(urls[1])).toEqual(await digest(product.ownerUrl));
    expect(JSON.parse(await cli("prove", urls))).toMatchObject({ ok: true });
    await expect(cli("restore", urls, [folder])).rejects.toThrow(/not empty/);
  });

  it("with another key are whole as well, and say that it is another one", async () => {
    const urls = await newDatabase(`${restored}_other`);
    const said = await cli("restore", urls, [folder], Buffer.from(secret, "base64").reverse().toString("base64"));
    expect(said).toContain("SECRET_KEY is not the key of this backup");
    expect(await digest(urls[1])).toEqual(await digest(product.ownerUrl));
  });
});
