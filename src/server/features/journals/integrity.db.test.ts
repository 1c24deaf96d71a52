/** The integrity line: it agrees with sound books and finds a broken chain, a wrong sum and a missing number. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMerchant, addWallet, bookPayment, makeLab, type Lab } from "../../../../test/support/parts/lists.ts";
import { journalsRoutes } from "./routes.ts";

let lab: Lab;
let a: bigint;
let b: bigint;

beforeAll(async () => {
  lab = await makeLab(journalsRoutes);
  [a, b] = [await addMerchant(lab, "Alpha"), await addMerchant(lab, "Bravo")];
  const wallet = await addWallet(lab, "W", "01700000001");
  for (let count = 0; count < 5; count += 1) await bookPayment(lab, a, wallet, lab.app.ids.next(), 1000n, 10n);
  await bookPayment(lab, b, wallet, lab.app.ids.next(), 500n, 5n);
});
afterAll(() => lab.close());

const proof = async (token: string, merchantId?: bigint): Promise<{ ok: boolean; accounts: number; entries: number }> => {
  const answer = await lab.get(
    `/api/journals/proof${merchantId === undefined ? "" : `?merchant_id=${lab.app.publicIds.encode("merchant", merchantId)}`}`,
    token,
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as { ok: boolean; accounts: number; entries: number }; // enforced by the route
};

/** Runs a change of the books past every rule, as the owner. Answers are shared for seconds, so each try is another viewer. */
async function broken(change: string, params: unknown[], undo: string, token: string, merchantId?: bigint): Promise<boolean> {
  await lab.owner.run("alter table entries disable trigger user");
  await lab.owner.run(change, params);
  try {
    return (await proof(token, merchantId)).ok;
  } finally {
    await lab.owner.run(undo, params);
    await lab.owner.run("alter table entries enable trigger user");
  }
}

describe("journals integrity", () => {
  it("refuses callers without session or permission, and a malformed merchant", async () => {
    expect((await lab.get("/api/journals/proof", null)).status).toBe(401);
    expect((await lab.get("/api/journals/proof", lab.token("operator"))).status).toBe(403);
    expect((await lab.get("/api/journals/proof?merchant_id=x", lab.token("admin"))).status).toBe(404);
  });

  it("counts the accounts and entries in view", async () => {
    expect(await proof(lab.token("admin"))).toMatchObject({ ok: true, accounts: 2, entries: 12 });
    expect(await proof(lab.token("merchant_admin", b))).toMatchObject({ ok: true, accounts: 1, entries: 2 });
    // Another merchant is answered as one that does not exist.
    const other = await lab.get(`/api/journals/proof?merchant_id=${lab.app.publicIds.encode("merchant", a)}`, lab.token("merchant_admin", b));
    expect(other.status).toBe(404);
    expect(await proof(lab.token("merchant_admin", null))).toMatchObject({ accounts: 0, entries: 0 });
  });

  it("finds what is wrong", async () => {
    const balance = "update accounts set balance = balance + 1 where kind = 'merchant' and owner_id = $1";
    expect(await broken(balance, [a], balance.replace("+ 1", "- 1"), lab.token("finance"))).toBe(false);
    const number = "update entries set seq = seq + 100 where merchant_id = $1 and seq = 3";
    expect(await broken(number, [a], "update entries set seq = seq - 100 where merchant_id = $1 and seq = 103", lab.token("auditor"))).toBe(false);
    const shifted = "update entries set before_balance = before_balance + 7, after_balance = after_balance + 7 where merchant_id = $1 and seq = 2";
    expect(await broken(shifted, [a], shifted.replaceAll("+ 7", "- 7"), lab.token("merchant_viewer", a))).toBe(false);
    expect((await proof(lab.token("merchant_admin", a))).ok).toBe(true);
  });
});
