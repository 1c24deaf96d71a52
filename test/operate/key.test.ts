/** The key of the secrets is changed beside a running product: both keys read, everything ends under the new one. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OFFERS } from "../../src/server/app.ts";
import { asCommand } from "../../src/server/cli/lib/command.ts";
import { rotateKey } from "../../src/server/cli/lib/rotate-key.ts";
import { channelBinding } from "../../src/server/core/alerts/channels.ts";
import { sealBinding } from "../../src/server/core/approvals/store.ts";
import { credentialsBinding } from "../../src/server/core/operators/credentials.ts";
import { tokenBinding } from "../../src/server/core/operators/tokens.ts";
import { newSealedSeed } from "../../src/server/core/session/totp.ts";
import { signingBinding } from "../../src/server/features/wallets/bind.ts";
import { proxyBinding } from "../../src/server/features/wallets/input.ts";
import { ensureSealKey } from "../../src/server/core/seals/keys.ts";
import { Secrets } from "../../src/server/platform/secrets.ts";
import { TestProduct } from "../support/app.ts";
import { TEST_KEY } from "../support/key.ts";
import { databasesOf, runCommand } from "../support/parts/programs.ts";

const fresh = randomBytes(32);
let product: TestProduct;
const app = (): TestProduct["product"]["app"] => product.product.app;
const idOf = (kind: "wallet" | "merchant", id: string): bigint => app().publicIds.decode(kind, id) as bigint;

/** One secret of every kind, each sealed as the product seals it. */
beforeAll(async () => {
  product = await TestProduct.start();
  const { db, secrets } = app();
  const merchant = idOf("merchant", (await product.merchant()).id);
  const wallet = idOf("wallet", (await product.wallet({ proxy: "socks5://u:p@10.0.0.9:1080" })).id);
  await db.run("update merchants set webhook_secret_previous = webhook_secret where id = $1", [merchant]);
  const admin = (await db.one<{ id: bigint }>("select id from users limit 1"))?.id ?? 0n;
  await db.run("update users set totp_seed = $2 where id = $1", [admin, newSealedSeed(app(), admin)]);
  await db.run("update wallets set credentials = $2, credentials_shown = '{}' where id = $1", [wallet, secrets.seal("{}", credentialsBinding(wallet))]);
  const token = { walletId: wallet, product: "payout" } as const;
  await db.run("insert into operator_tokens (wallet_id, product, token) values ($1, 'payout', $2)", [wallet, secrets.seal("{}", tokenBinding(token))]);
  const device = (await db.one<{ id: bigint }>("select id from devices limit 1"))?.id ?? 0n;
  await db.run("update devices set signing_secret = $2 where id = $1", [device, secrets.seal("s", signingBinding(device))]);
  await db.run("update alert_channels set secret = $1, secret_last4 = 'last' where channel = 'telegram'", [secrets.seal("bot", channelBinding("telegram"))]);
  await ensureSealKey(app());
  const approval = app().ids.next();
  await db.run(
    `insert into approvals (id, kind, object_type, object_id, action, object_version, payload, sealed, maker, expires_at)
     values ($1, 'merchants.fees', 'merchant', $4, 'x', 1, '{}', $2, $3, now() + interval '1 day')`,
    [approval, secrets.seal("{}", sealBinding(approval)), admin, merchant],
  );
});
afterAll(() => product.stop());

const admin = async (env: Record<string, string>, ...args: string[]): Promise<string> =>
  (await runCommand("admin", { ...databasesOf(product), ...env }, args)).stdout;

/** Columns with a secret that a key opens, and those with one that it does not. */
async function openedBy(secrets: Secrets): Promise<{ opened: string[]; closed: string[] }> {
  const [opened, closed]: [string[], string[]] = [[], []];
  for (const { table, column, key, boundTo } of OFFERS.sealed) {
    const keys = key.map((name) => `${name}::text`).join(", ");
    const rows = await app().db.rows<Record<string, string> & { sealed: Buffer }>(
      `select ${keys}, ${column} as sealed from ${table} where ${column} is not null`,
    );
    expect(rows.length, `${table}.${column}`).toBeGreaterThan(0);
    for (const { sealed, ...row } of rows) {
      let into = opened;
      try {
        secrets.open(sealed, boundTo(row));
      } catch {
        into = closed;
      }
      into.push(`${table}.${column}`);
    }
  }
  return { opened, closed };
}

it("every column of bytes is named as sealed, or is known to hold no secret", async () => {
  const rows = await app().db.rows<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns c join pg_class p on p.relname = c.table_name and p.relnamespace = 'public'::regnamespace
     where table_schema = 'public' and data_type = 'bytea' and not p.relispartition`,
  );
  const sealed = OFFERS.sealed.map(({ table, column }) => `${table}.${column}`);
  const others = rows.map(({ name }) => name).filter((name) => !sealed.includes(name));
  expect(sealed.filter((name) => !rows.some((row) => row.name === name))).toEqual([]);
  // Hashes, fingerprints, signatures and public halves.
  const open =
    /hash$|\.fingerprint$|\.public_key$|^sms_keys\.key$|^seal_keys\.endorsement$|^day_seals\.(previous|signature)$|^day_seal_accounts\.root$|^export_pieces\.bytes$|^archived_months\.(root|signature)$/;
  expect(others.filter((name) => !open.test(name))).toEqual([]);
});

it("a secret of either key is read, and written under the first alone", () => {
  const [old, next] = [new Secrets(TEST_KEY), new Secrets(fresh)];
  const [before, after] = [new Secrets(TEST_KEY, fresh), new Secrets(fresh, TEST_KEY)];
  for (const both of [before, after]) for (const one of [old, next]) expect(both.open(one.seal("x", "a:1"), "a:1").toString()).toBe("x");
  expect(next.open(after.seal("x", "a:1"), "a:1").toString()).toBe("x");
  expect(() => old.open(after.seal("x", "a:1"), "a:1")).toThrow(/auth/i);
  // The binding holds under both.
  expect(() => after.open(old.seal("x", "a:1"), "a:2")).toThrow(/auth/i);
  expect(after.renewed(after.seal("x", "a:1"), "a:1")).toBeNull();
});

it("the command seals everything again, once, and writes it into the trail", async () => {
  expect((await openedBy(new Secrets(fresh))).opened).toEqual([]);
  const keys = { SECRET_KEY: fresh.toString("base64"), SECRET_KEY_ALSO: TEST_KEY.toString("base64") };
  await expect(admin({ SECRET_KEY: keys.SECRET_KEY }, "rotate-key")).rejects.toThrow(/Set SECRET_KEY to the new key and SECRET_KEY_ALSO to the one before/);
  const first = await admin(keys, "rotate-key");
  for (const { table, column } of OFFERS.sealed) expect(first).toMatch(new RegExp(`${table}\\.${column}: [1-9]\\d* sealed again, 0 there already`));
  expect((await openedBy(new Secrets(fresh))).closed).toEqual([]);
  expect((await openedBy(new Secrets(TEST_KEY))).opened).toEqual([]);
  expect(await admin(keys, "rotate-key")).not.toMatch(/[1-9]\d* sealed again/);
  expect(await app().db.rows("select actor_type from audit where action = 'config.rotate-key'")).toHaveLength(2);
});

it("a secret under neither key is named, and the others are done all the same", async () => {
  const wallet = idOf("wallet", (await product.wallet({ proxy: "socks5://10.0.0.9:1080" })).id);
  await app().db.run("update wallets set proxy = $2 where id = $1", [wallet, new Secrets(randomBytes(32)).seal("x", proxyBinding(wallet))]);
  const again = randomBytes(32);
  const failed = await admin({ SECRET_KEY: again.toString("base64"), SECRET_KEY_ALSO: fresh.toString("base64") }, "rotate-key").catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(failed).toMatchObject({ stderr: expect.stringContaining("they have to be entered anew") });
  expect((failed as { stdout: string }).stdout).toContain(`wallets.proxy: 1 sealed again, 0 there already, under neither key: ${wallet}`);
});

it("what a process with the old key alone seals while the command runs is sealed again too", async () => {
  const [old, now, bound] = [randomBytes(32), randomBytes(32), (id: bigint) => proxyBinding(id)];
  const wallets = [await product.wallet(), await product.wallet()].map(({ id }) => idOf("wallet", id));
  const [first = 0n, second = 0n] = wallets;
  const seal = (id: bigint): Promise<unknown> => app().db.run("update wallets set proxy = $2 where id = $1", [id, new Secrets(old).seal("p", bound(id))]);
  await app().db.run("update wallets set proxy = null");
  await seal(second);
  let sealedLate = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    sealedLate = resolve;
  });
  let isLate = false;
  /** Both keys; when it renews the one row, the other one is sealed under the old key behind its back. */
  class Late extends Secrets {
    override renewed(sealed: Buffer, binding: string): Buffer | null {
      if (!isLate) void seal(first).then(sealedLate);
      isLate = true;
      return super.renewed(sealed, binding);
    }
  }
  const column = OFFERS.sealed.find(({ table, column: name }) => table === "wallets" && name === "proxy");
  if (column === undefined) throw new Error("proxies are sealed");
  const rotation = await app().db.tx(async (tx) => {
    // The command reads the one row, and cannot write it until the other one is sealed.
    await tx.run("select 1 from wallets where id = $1 for update", [second]);
    const running = asCommand(product.databaseUrl, "key.test", (ctx) => rotateKey(ctx, product.ownerUrl, new Late(now, old), [column]));
    await late;
    return { running };
  });
  const [done] = await rotation.running;
  expect(done).toEqual({ column: "wallets.proxy", renewed: 2, there: 0, unreadable: [] });
  for (const row of await app().db.rows<{ id: bigint; proxy: Buffer }>("select id, proxy from wallets where proxy is not null"))
    expect(new Secrets(now).open(row.proxy, bound(row.id)).toString()).toBe("p");
});

it("the application itself cannot seal a request again", async () => {
  await expect(app().db.run("update approvals set sealed = $1", [Buffer.from("x")])).rejects.toMatchObject({ code: "FD004" });
});
