/** Reopening a closed day takes finance and an admin; whoever races, one effect. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, businessDay } from "../../src/contract/time.ts";
import type { ReconciliationRow } from "../../src/contract/reconciliation.schema.ts";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import { TestProduct } from "../support/app.ts";
import { PASSWORD, person, raced, times, type Person } from "../support/attack.ts";

let product: TestProduct;
let finance: Person;
let second: Person;
let admin: Person;
const yesterday = addDays(businessDay(Date.now()), -1);

beforeAll(async () => {
  product = await TestProduct.start();
  [finance, second, admin] = [await person(product, "finance"), await person(product, "finance"), await person(product, "admin")];
  for (const who of [finance, second, admin]) await product.good("POST", "/api/user/check", who.token, { password: PASSWORD });
});
afterAll(() => product.stop());

/** A wallet of two days ago. */
async function lived(): Promise<string> {
  const { app } = product.product;
  const made = await product.wallet();
  const wallet = app.publicIds.decode("wallet", made.id) as bigint;
  await app.db.run("insert into ledger_rollup (account_id) select id from accounts where kind = 'wallet' and owner_id = $1 on conflict do nothing", [wallet]);
  // The wallet was made today: a day of the books gives it a life before.
  await app.db.run(
    "insert into account_days (account_id, day, change, count, first_seq, last_seq) select id, $2, 0, 1, 0, 0 from accounts where kind = 'wallet' and owner_id = $1",
    [wallet, addDays(yesterday, -1)],
  );
  return made.id;
}
const close = (id: string, day = yesterday) =>
  product.good<ReconciliationRow>("POST", `/api/reconciliation/${id}/${day}/close`, finance.token, { real_balance: "0.00" });
/** One whose yesterday is closed. */
async function closed(): Promise<{ id: string; version: number }> {
  const id = await lived();
  return { id, version: (await close(id)).version };
}
const reopen = (id: string, version: number, token: string, day = yesterday) =>
  product.call<{ approval: { id: string; version: number } }>("POST", `/api/reconciliation/${id}/${day}/reopen`, token, {
    version,
    reason: "a late message",
  });
const approve = (approval: { id: string; version: number }, token: string) =>
  product.call("POST", `/api/approvals/${approval.id}/approve`, token, { version: approval.version });
const state = async (id: string): Promise<{ reopened: boolean; people: number }> => {
  const { app } = product.product;
  const row = await app.db.one<{ reopened: boolean; people: number }>(
    "select reopened_at is not null as reopened, coalesce(array_length(reopened_by, 1), 0) as people from day_closes where wallet_id = $1 and day = $2",
    [app.publicIds.decode("wallet", id), yesterday],
  );
  return row ?? { reopened: false, people: 0 };
};

describe("reopening", () => {
  it("is for finance and admins, of a closed day, on its version", async () => {
    const { id, version } = await closed();
    for (const type of ["operator", "auditor"] as const) expect((await reopen(id, version, (await person(product, type)).token)).status).toBe(403);
    expect((await reopen(id, version + 1, finance.token)).error?.code).toBe("conflict");
    const other = await product.wallet();
    expect((await reopen(other.id, 1, finance.token)).status).toBe(404);
  });

  it("waits for the other of finance and admin, never for the same person or another of the same kind", async () => {
    const { id, version } = await closed();
    const asked = await reopen(id, version, finance.token);
    expect(asked.status).toBe(202);
    const approval = asked.data.approval;
    expect((await state(id)).reopened).toBe(false);
    expect((await approve(approval, finance.token)).error?.code).toBe("same_person");
    expect((await approve(approval, second.token)).status).toBe(403);
    const done = await approve(approval, admin.token);
    expect(done.status, done.text).toBe(200);
    expect(await state(id)).toEqual({ reopened: true, people: 2 });
    const again = await product.good<ReconciliationRow>("POST", `/api/reconciliation/${id}/${yesterday}/close`, second.token, {
      real_balance: "1.00",
      reason: "counted again",
    });
    expect(again).toMatchObject({ closed: true, version: version + 2, difference: "1.00" });
  });

  it("is asked for of each day by itself, and an earlier one waits until the later one is open", async () => {
    const id = await lived();
    const before = addDays(yesterday, -1);
    const earlier = await reopen(id, (await close(id, before)).version, finance.token, before);
    expect(earlier.status).toBe(202);
    // Closed on it meanwhile: the number of this close is the same.
    const later = await reopen(id, (await close(id)).version, finance.token);
    expect(later.status, later.text).toBe(202);
    expect((await approve(earlier.data.approval, admin.token)).error?.code).toBe("reopen_later_first");
    for (const { data } of [later, earlier]) expect((await approve(data.approval, admin.token)).status).toBe(200);
  });

  it("has one effect, however many approve at once", async () => {
    for (let round = 0; round < times(3, 60); round += 1) {
      const { id, version } = await closed();
      const { approval } = (await reopen(id, version, admin.token)).data;
      const answers = await Promise.all(Array.from({ length: 20 }, (_unused, index) => approve(approval, index % 2 === 0 ? finance.token : second.token)));
      raced("R1", answers);
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(answers.length - 1);
      expect(await state(id)).toEqual({ reopened: true, people: 2 });
      // The invented life is no entry of the books, and the ledger integrity check would say so.
      await withClient(product.ownerUrl, (owner) => owner.query("delete from account_days where last_seq = 0"));
      expect(await product.findings()).toEqual([]);
    }
  });
});
