/** The database's own guards of payouts: edges of the life, one attempt that counts, what never changes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DISBURSE_STATUSES, DISBURSE_TRANSITIONS } from "../../src/contract/disburses.ts";
import { claimOrder } from "../../src/server/core/payouts/claim.ts";
import type { TestMerchant } from "../support/app.ts";
import { PayoutLab } from "./support.ts";

let lab: PayoutLab;
let merchant: TestMerchant;
beforeAll(async () => {
  lab = await PayoutLab.start();
  merchant = await lab.merchant(1_000_000_00n);
  await lab.wallet(1_000_000_00n);
});
afterAll(() => lab.stop());
const keyOf = (id: string): bigint => lab.app.publicIds.decode("disburse", id) as bigint;
const code = (work: Promise<unknown>): Promise<string> => work.then(() => "done").catch((error: { code?: string }) => error.code ?? "no code");

describe("the database", () => {
  it("knows exactly the edges of the contract", async () => {
    const guard = await lab.owner.one<{ text: string }>("select prosrc as text from pg_proc where proname = 'disburses_guard'");
    const guarded = [...(guard?.text ?? "").matchAll(/\('([a-z_]+)', '([a-z_]+)'\)/g)].map((match) => `${match[1]} ${match[2]}`);
    expect(guarded.sort()).toEqual([...new Set(DISBURSE_TRANSITIONS.map((one) => `${one.from} ${one.to}`))].sort());
  });

  it("refuses every other edge", async () => {
    const { id } = await lab.ordered(merchant);
    const allowed = new Set<string>(DISBURSE_TRANSITIONS.map((one) => `${one.from} ${one.to}`));
    for (const from of DISBURSE_STATUSES) {
      for (const to of DISBURSE_STATUSES) {
        if (from === to || allowed.has(`${from} ${to}`) || from === "completed") continue;
        await lab.owner.run("alter table disburses disable trigger disburses_guard");
        await lab.owner.run("update disburses set status = $2 where id = $1", [keyOf(id), from]);
        await lab.owner.run("alter table disburses enable trigger disburses_guard");
        expect(`${from} ${to} ${await code(lab.app.db.run("update disburses set status = $2 where id = $1", [keyOf(id), to]))}`).toBe(`${from} ${to} FD003`);
      }
    }
  });

  it("holds one attempt of an order that is under way or completed, and no more", async () => {
    const { id } = await lab.ordered(merchant);
    const claimed = await claimOrder(lab.app, keyOf(id), () => undefined);
    const walletId = claimed?.attempt.walletId;
    const insert = (no: number): Promise<unknown> =>
      lab.app.db.run(
        "insert into disburse_attempts (disburse_id, no, wallet_id, rail, status, reference, amount) values ($1, $2, $3, 'official', 'created', $4, 100)",
        [keyOf(id), no, walletId, `ref${no}`],
      );
    expect(await code(insert(2))).toBe("23505");
    await lab.app.db.run("update disburse_attempts set status = 'sent' where disburse_id = $1", [keyOf(id)]);
    expect(await code(insert(2))).toBe("23505");
    await lab.app.db.run("update disburse_attempts set status = 'unknown' where disburse_id = $1", [keyOf(id)]);
    expect(await code(insert(2))).toBe("23505");
    expect(await code(lab.app.db.run("update disburse_attempts set status = 'sent' where disburse_id = $1", [keyOf(id)]))).toBe("FD003");
    await lab.app.db.run("update disburse_attempts set status = 'failed', ended_at = now() where disburse_id = $1", [keyOf(id)]);
    expect(await code(insert(2))).toBe("done");
    // The first turns out to have paid: now two would count.
    expect(await code(lab.app.db.run("update disburse_attempts set status = 'completed', trx_id = 'X' where disburse_id = $1 and no = 1", [keyOf(id)]))).toBe(
      "23505",
    );
  });

  it("keeps amount, fee, merchant, customer and what completed it", async () => {
    const { id } = await lab.ordered(merchant);
    for (const set of ["amount = 1", "fee = 1", "customer = '01900000000'", "operator = 'nagad'", "merchant_order_id = 'x'"])
      expect(await code(lab.app.db.run(`update disburses set ${set} where id = $1`, [keyOf(id)]))).toBe("FD004");
    expect(await code(lab.app.db.run("delete from disburses where id = $1", [keyOf(id)]))).toBe("42501");
    expect(await code(lab.app.db.run("delete from disburse_attempts"))).toBe("42501");
  });
});
