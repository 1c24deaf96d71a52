/** The shared suite over the lists of transfers and withdrawals, and their exports. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../app.ts";
import { listSuite } from "../../../../test/support/parts/list-suite.ts";
import { addMerchant, addWallet, insert, makeLab, type Lab } from "../../../../test/support/parts/lists.ts";
import { withdrawalRoutes } from "../withdrawal/routes.ts";
import { transfersRoutes } from "./routes.ts";

const ROWS = 65;
const MARKER = "marker-of-a";
let count = 0;

interface World {
  readonly wallets: readonly bigint[];
  readonly a: bigint;
  readonly b: bigint;
  readonly person: bigint;
}
const worlds = new WeakMap<Lab, World>();
async function world(lab: Lab): Promise<World> {
  const known = worlds.get(lab);
  if (known) return known;
  const person = lab.app.ids.next();
  await lab.owner.run("insert into users (id, account, email, password_hash, user_type) values ($1, 'mei', 'mei@mail.example', 'x', 'finance')", [person]);
  const made: World = {
    wallets: [await addWallet(lab, "Left", "01700000001"), await addWallet(lab, "Right", "01700000002", "nagad"), await addWallet(lab, "Far", "01700000003")],
    a: await addMerchant(lab, `${MARKER} Ltd`),
    b: await addMerchant(lab, "Bravo"),
    person,
  };
  worlds.set(lab, made);
  return made;
}

async function oneTransfer(lab: Lab, index: number): Promise<void> {
  const { wallets, person } = await world(lab);
  count += 1;
  const kind = (["wallet", "b2b_in", "b2b_out"] as const)[index % 3] as string;
  const status = (["pending", "completed", "cancelled"] as const)[index % 3 === 1 ? 1 : index % 5 === 0 ? 2 : 0] as string;
  const done = status === "completed" ? new Date().toISOString() : null;
  await insert(lab.owner, "transfers", [
    {
      id: lab.app.ids.next(),
      kind,
      amount: 1000 + count,
      // Before it is completed, too: one of its sides may be booked already.
      cost: 5,
      status,
      maker: person,
      note: "=1+1",
      version: 1,
      expected_cost: 0,
      frozen: 0,
      one_person: false,
      from_wallet_id: kind === "b2b_in" ? null : wallets[index % 2],
      to_wallet_id: kind === "b2b_out" ? null : wallets[kind === "wallet" ? 2 : index % 2],
      in_at: done,
      completed_at: done,
      in_trx_id: done ? `KEY${count}` : null,
      in_trx_key: done ? `KEY${count}` : null,
    },
  ]);
}
listSuite("transfers", {
  url: "/api/transfers",
  permission: "transfers.see",
  start: async () => {
    const lab = await makeLab(transfersRoutes);
    for (let index = 0; index < ROWS; index += 1) await oneTransfer(lab, index);
    return lab;
  },
  add: (lab) => oneTransfer(lab, 2),
  filters: (lab) => ({
    status: [
      { value: "completed", fits: (row) => row["status"] === "completed" },
      { value: "pending,cancelled", fits: (row) => row["status"] !== "completed" },
    ],
    kind: [{ value: "b2b_in,b2b_out", fits: (row) => row["kind"] !== "wallet" }],
    wallet_id: [
      {
        value: lab.app.publicIds.encode("wallet", worlds.get(lab)?.wallets[0] ?? 0n),
        fits: (row) => [row["from_wallet_name"], row["to_wallet_name"]].includes("Left"),
      },
    ],
    min_amount: [{ value: "10.30", fits: (row) => Number(row["amount"]) >= 10.3 }],
    max_amount: [{ value: "10.30", fits: (row) => Number(row["amount"]) <= 10.3 }],
  }),
  searches: () => [{ q: "key2", fits: (row) => String(row["trx_id"]).startsWith("KEY2") }],
  refused: { status: ["paid", "1"], kind: ["b2b"], wallet_id: ["W1", "M261121XY12AB34"], min_amount: ["-1", "x"], max_amount: ["1e3"], deleted: ["only"] },
  twins: () => null,
});

async function oneWithdrawal(lab: Lab, index: number): Promise<void> {
  const { a, b, wallets, person } = await world(lab);
  count += 1;
  const own = index % 2 === 0;
  const status = (["pending", "rejected", "paid"] as const)[index % 3] as string;
  const paid = status === "paid";
  await insert(lab.owner, "withdrawals", [
    {
      id: lab.app.ids.next(),
      merchant_id: own ? a : b,
      receiving_account: own ? `${MARKER} ${count}` : `Bank ${count}`,
      amount: 1000 + count,
      max_available: 90_000,
      note: "",
      submitter: 7,
      status,
      version: 1,
      one_person: false,
      reason: status === "rejected" ? "no" : null,
      approver: paid ? person : null,
      payer: paid ? person : null,
      paid_at: paid ? new Date().toISOString() : null,
      reference: paid ? `REF${count}` : null,
      wallet_id: paid && index % 4 === 0 ? wallets[0] : null,
      cost: paid && index % 4 === 0 ? 3 : null,
      trx_key: paid ? `REF${count}` : null,
    },
  ]);
}
const withdrawals = async (): Promise<Lab> => {
  const lab = await makeLab([...withdrawalRoutes, ...ROUTES.filter((one) => one.url.endsWith("/export"))]);
  for (let index = 0; index < ROWS; index += 1) await oneWithdrawal(lab, index);
  return lab;
};
listSuite("withdrawal", {
  url: "/api/withdrawal",
  permission: "withdrawal.see",
  start: withdrawals,
  add: (lab) => oneWithdrawal(lab, 1),
  filters: (lab) => ({
    status: [
      { value: "paid", fits: (row) => row["paid"] === true },
      { value: "pending,rejected", fits: (row) => row["paid"] === false },
    ],
    merchant_id: [{ value: lab.app.publicIds.encode("merchant", worlds.get(lab)?.b ?? 0n), fits: (row) => row["merchant_name"] === "Bravo" }],
    wallet_id: [{ value: lab.app.publicIds.encode("wallet", worlds.get(lab)?.wallets[0] ?? 0n), fits: (row) => row["wallet_name"] === "Left" }],
    min_amount: [{ value: "11.00", fits: (row) => Number(row["amount"]) >= 11 }],
    max_amount: [{ value: "11.00", fits: (row) => Number(row["amount"]) <= 11 }],
  }),
  searches: () => [
    { q: "bank", fits: (row) => String(row["receiving_account"]).startsWith("Bank") },
    { q: "ref1", fits: (row) => String(row["reference"]).startsWith("REF1") },
  ],
  refused: { status: ["completed"], merchant_id: ["M1", "W261121XY12AB34"], wallet_id: ["x"], min_amount: ["-1"], max_amount: ["1,00"], deleted: ["with"] },
  twins: (lab) => ({ a: worlds.get(lab)?.a ?? 0n, b: worlds.get(lab)?.b ?? 0n, marker: MARKER }),
});

describe("exports", () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await withdrawals();
    for (let index = 0; index < 3; index += 1) await oneTransfer(lab, index);
  });
  afterAll(() => lab.close());

  it("hold the rows of the viewer with headings in both languages, and no formula", async () => {
    const zh = await lab.get("/api/transfers/export?lang=zh", lab.token("finance"));
    expect(zh.text).toContain("转账单号");
    expect(zh.text).toContain("'=1+1");
    expect(zh.text.trim().split("\n")).toHaveLength(4);
    expect((await lab.get("/api/transfers/export", lab.token("merchant_admin", worlds.get(lab)?.a ?? 0n))).status).toBe(403);
    const own = await lab.get("/api/withdrawal/export?lang=en&status=paid", lab.token("merchant_viewer", worlds.get(lab)?.b ?? 0n));
    expect(own.text).toContain("Maximum available");
    expect(own.text).not.toMatch(new RegExp(`${MARKER}|mei|Left|Wallet`));
    const all = await lab.get("/api/withdrawal/export?lang=en&status=paid", lab.token("auditor"));
    expect(all.text).toMatch(/mei/);
    expect(all.text).toContain(MARKER);
  });
});
