/** What the books of a wallet and its operator differ by, from check to check: named, used up, and what it stops. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { Db } from "../../platform/db/pool.ts";

let database: TestDatabase;
let owner: Db;
let app: Db;
beforeAll(async () => {
  database = await testDatabase();
  owner = new Db({ url: database.ownerUrl, max: 2 });
  app = new Db({ url: database.appUrl, max: 2 });
  // Another wallet whose books differ, too: nothing of it changes.
  await wallet();
  await check(1n, 70n);
  await check(1n, 90n);
});
afterAll(async () => {
  expect(await open(1n)).toEqual(["opening 70 of 70", "unknown 20 of 20"]);
  expect(await state(1n)).toEqual({ difference: 90n, since: true, continuity: "kept", frozen: true, reason: "books_differ" });
  await Promise.all([app.close(), owner.close()]);
  await database.drop();
});

let made = 0n;
/** A wallet with empty books. */
async function wallet(): Promise<bigint> {
  made += 1n;
  await owner.run("insert into wallets (id, name, operator, wallet_type, api_type, account) values ($1, $2, 'bkash', 'personal', 'app', $3)", [
    made,
    `Wallet ${made}`,
    `017${String(made).padStart(8, "0")}`,
  ]);
  await owner.run("insert into wallet_continuity (wallet_id) values ($1) on conflict do nothing", [made]);
  await owner.run("select account_open('wallet', $1, '*')", [made]);
  return made;
}

/** The operator prints this balance, in this message. */
async function check(id: bigint, balance: bigint, smsId: bigint | null = null): Promise<void> {
  await app.run("update wallet_continuity set balance = $2, last_sms_id = $3 where wallet_id = $1", [id, balance, smsId]);
  await app.run("select books_checked(array[$1]::bigint[])", [id]);
}
const note = (id: bigint, kind: string, amount: bigint): Promise<number> => app.run("select difference_noted($1, $2, $3, 'sms', 4)", [id, kind, amount]);

/** Open differences as `kind amount of what was noted`, the oldest first. */
async function open(id: bigint): Promise<string[]> {
  const rows = await owner.rows<{ said: string }>(
    "select kind || ' ' || amount || ' of ' || noted as said from wallet_differences where wallet_id = $1 and closed_at is null order by id",
    [id],
  );
  return rows.map(({ said }) => said);
}
const state = (id: bigint) =>
  owner.one(
    "select difference, difference_since is not null as since, continuity, payouts_frozen as frozen, payouts_frozen_reason as reason from wallet_continuity where wallet_id = $1",
    [id],
  );

it("what the operator had before the first message is the opening, and stops nothing", async () => {
  const id = await wallet();
  await check(id, 500n);
  expect(await open(id)).toEqual(["opening 500 of 500"]);
  expect(await state(id)).toEqual({ difference: 500n, since: true, continuity: "kept", frozen: false, reason: null });
  expect(await owner.one("select ref_type, ref_id from wallet_differences where wallet_id = $1", [id])).toEqual({ ref_type: "wallet", ref_id: id });
});

it("an opening below the books stops payouts", async () => {
  const id = await wallet();
  await check(id, -500n, 9n);
  expect(await open(id)).toEqual(["opening -500 of -500"]);
  expect(await state(id)).toMatchObject({ difference: -500n, frozen: true, reason: "books_differ" });
  expect(await owner.one("select ref_type, ref_id from wallet_differences where wallet_id = $1", [id])).toEqual({ ref_type: "sms", ref_id: 9n });
});

it("books that agree are checked from then on: what differs later has no name, and stops payouts", async () => {
  const id = await wallet();
  await check(id, 0n);
  expect([await open(id), await state(id)]).toEqual([[], { difference: 0n, since: false, continuity: "kept", frozen: false, reason: null }]);
  await check(id, 5n);
  expect(await open(id)).toEqual(["unknown 5 of 5"]);
  expect(await state(id)).toMatchObject({ difference: 5n, frozen: true, reason: "books_differ" });
  // The same balance again says nothing new.
  await check(id, 5n);
  expect(await open(id)).toEqual(["unknown 5 of 5"]);
});

it("after a person has cleared the wallet it is a restart", async () => {
  const id = await wallet();
  await owner.run("update wallet_continuity set continuity = 'cleared' where wallet_id = $1", [id]);
  await check(id, 30n);
  expect([await open(id), await state(id)]).toEqual([
    ["restart 30 of 30"],
    { difference: 30n, since: true, continuity: "kept", frozen: true, reason: "books_differ" },
  ]);
});

it("uses up what stands open the other way, and ends what it stopped when nothing is left", async () => {
  const id = await wallet();
  await check(id, 500n);
  await check(id, 300n);
  expect([await open(id), await state(id)]).toEqual([
    ["opening 300 of 500"],
    { difference: 300n, since: true, continuity: "kept", frozen: false, reason: null },
  ]);
  await check(id, 900n);
  expect([await open(id), await state(id)]).toMatchObject([["opening 300 of 500", "unknown 600 of 600"], { difference: 900n, frozen: true }]);
  await check(id, -100n);
  expect([await open(id), await state(id)]).toMatchObject([["unknown -100 of -100"], { difference: -100n, frozen: true }]);
  await check(id, 0n);
  expect([await open(id), await state(id)]).toEqual([[], { difference: 0n, since: false, continuity: "kept", frozen: false, reason: null }]);
});

it("uses up the same amount before the oldest", async () => {
  const id = await wallet();
  for (const amount of [100n, 250n, 40n]) await note(id, "skipped", amount);
  await note(id, "skipped", -250n);
  expect(await open(id)).toEqual(["skipped 100 of 100", "skipped 40 of 40"]);
  await note(id, "skipped", -110n);
  expect(await open(id)).toEqual(["skipped 30 of 40"]);
  await note(id, "skipped", 0n);
  expect(await state(id)).toMatchObject({ difference: 30n, frozen: true });
});

it("leaves what was stopped for another reason as it is", async () => {
  const id = await wallet();
  await owner.run("update wallet_continuity set payouts_frozen = true, payouts_frozen_reason = 'reversal' where wallet_id = $1", [id]);
  await note(id, "manual", 10n);
  expect(await state(id)).toMatchObject({ difference: 10n, frozen: true, reason: "reversal" });
  await note(id, "manual", -10n);
  expect(await state(id)).toMatchObject({ difference: 0n, frozen: true, reason: "reversal" });
});
