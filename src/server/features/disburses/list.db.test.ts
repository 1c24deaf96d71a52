/** The payouts list: the shared suite, what merchants are told, one object, the file, the search box. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DisburseDetail, DisburseRow } from "../../../contract/disburses.schema.ts";
import type { DisburseEvidenceFile } from "../../../contract/evidence.schema.ts";
import { DISBURSE_STATUSES, merchantStatus, type DisburseStatus } from "../../../contract/disburses.ts";
import { addDays, businessDay, businessDayStart } from "../../../contract/time.ts";
import { ROUTES } from "../../app.ts";
import { listSuite } from "../../../../test/support/parts/list-suite.ts";
import { addMerchant, addWallet, insert, makeLab, type Lab } from "../../../../test/support/parts/lists.ts";
import { searchRoutes } from "../search/routes.ts";
import { disbursesReadRoutes } from "./read-routes.ts";

const ROWS = 80;
const PAST_MS = 40 * 86_400_000;
const MARKER = "MARKER-OF-A";
const MIDDLE = businessDay(Date.now() - PAST_MS / 2);
interface World {
  readonly a: bigint;
  readonly b: bigint;
  readonly w1: bigint;
  readonly w2: bigint;
}
const worlds = new WeakMap<Lab, World>();
const worldOf = (lab: Lab): World => worlds.get(lab) as World;
const pid = (lab: Lab, kind: "merchant" | "wallet" | "disburse", id: bigint): string => lab.app.publicIds.encode(kind, id);

/** An order of a status with its attempts, as the machine would have left it. */
async function one(lab: Lab, world: World, index: number, values: Record<string, unknown> = {}): Promise<bigint> {
  const id = lab.app.ids.next();
  const forA = index % 3 !== 0;
  const status = (values["status"] ?? DISBURSE_STATUSES[index % DISBURSE_STATUSES.length]) as DisburseStatus;
  const tried = ["processing", "completed", "attempt_failed", "unknown", "failed"].includes(status) || values["tried"] === true;
  const done = status === "completed";
  const walletId = index % 2 === 0 ? world.w1 : world.w2;
  const merchantId = forA ? world.a : world.b;
  const orderId = `${forA ? MARKER : "BRAVO"}-${index}-${id}`;
  const { tried: _tried, ...columns } = values;
  await insert(lab.owner, "disburses", [
    {
      id,
      merchant_id: merchantId,
      merchant_order_id: orderId,
      operator: index % 2 === 0 ? "bkash" : "nagad",
      wallet_id: tried ? walletId : null,
      amount: 1000 * (1 + (index % 10)),
      fee: 10,
      fee_rate_bps: 100,
      fee_fixed: 0,
      cost: done ? 5 : null,
      trx_id: done ? `T${id}` : null,
      trx_key: done ? `T${id}` : null,
      customer: index % 4 === 0 ? "01899999999" : "01711111111",
      status,
      reason: status === "attempt_failed" ? "inside-reason" : null,
      paid_at: done ? new Date(lab.app.now()).toISOString() : null,
      staff: forA ? `{${MARKER}}` : "{}",
      notes: [],
      attempt_count: tried ? 1 : 0,
      notify_status: (["none", "waiting", "delivered", "failed"] as const)[index % 4],
      notify_attempts: 0,
      request_hash: "\\x00",
      version: 1,
      ...columns,
    },
  ]);
  await insert(lab.owner, "merchant_order_keys", [{ merchant_id: merchantId, direction: "disburse", key: orderId, order_id: id }]);
  if (tried) await attempt(lab, id, walletId, status);
  return id;
}

async function attempt(lab: Lab, id: bigint, walletId: bigint, status: DisburseStatus): Promise<void> {
  const end =
    ({ completed: "completed", attempt_failed: "failed", failed: "failed", unknown: "unknown", pending: "failed" } as Record<string, string>)[status] ?? "sent";
  await lab.owner.run(
    "insert into disburse_attempts (disburse_id, no, wallet_id, rail, status, reference, amount, evidence) values ($1, 1, $2, 'official', 'created', $3, 1000, $4)",
    [
      id,
      walletId,
      `R${id}`,
      JSON.stringify([
        {
          at: new Date(lab.app.now()).toISOString(),
          source: "submit",
          code: "timeout",
          message: "inside-evidence",
          account: null,
          data: { receiver: "01899999999" },
        },
      ]),
    ],
  );
  await lab.owner.run(
    "update disburse_attempts set status = $2, trx_id = case when $2 = 'completed' then 'T' end, error = 'inside-error', ended_at = case when $2 in ('completed', 'failed') then now() end where disburse_id = $1",
    [id, end],
  );
}

async function start(): Promise<Lab> {
  const lab = await makeLab([...disbursesReadRoutes, ...ROUTES.filter((one) => one.url.endsWith("/export")), ...searchRoutes]);
  const begin = Date.now() - PAST_MS;
  lab.at(begin);
  const world = {
    a: await addMerchant(lab, `${MARKER} Ltd`),
    b: await addMerchant(lab, "Bravo"),
    w1: await addWallet(lab, "W-one", "01700000001"),
    w2: await addWallet(lab, "W-two", "01700000002", "nagad"),
  };
  worlds.set(lab, world);
  for (let index = 0; index < ROWS; index += 1) {
    lab.at(begin + (index * PAST_MS) / ROWS);
    await one(lab, world, index);
  }
  return lab;
}

listSuite("disburses", {
  url: "/api/disburses",
  permission: "disburses.see",
  start,
  add: async (lab) => void (await one(lab, worldOf(lab), 7)),
  filters: (lab) => ({
    status: [
      { value: "unknown", fits: (row) => row["status"] === "unknown" },
      { value: "review,attempt_failed,completed", fits: (row) => ["review", "attempt_failed", "completed"].includes(String(row["status"])) },
    ],
    merchant_id: [{ value: pid(lab, "merchant", worldOf(lab).b), fits: (row) => row["merchant_id"] === pid(lab, "merchant", worldOf(lab).b) }],
    wallet_id: [{ value: pid(lab, "wallet", worldOf(lab).w2).toLowerCase(), fits: (row) => row["wallet_id"] === pid(lab, "wallet", worldOf(lab).w2) }],
    operator: [{ value: "nagad", fits: (row) => row["operator"] === "nagad" }],
    min_amount: [{ value: "50.00", fits: (row) => Number(row["amount"]) >= 50 }],
    max_amount: [{ value: "50", fits: (row) => Number(row["amount"]) <= 50 }],
    notify: [
      { value: "failed", fits: (row) => (row["notify"] as { status: string }).status === "failed" },
      { value: "delivered", fits: (row) => (row["notify"] as { status: string }).status === "delivered" },
    ],
    from: [{ value: MIDDLE, fits: (row) => Date.parse(String(row["created_at"])) >= businessDayStart(MIDDLE) }],
    to: [{ value: addDays(MIDDLE, -1), fits: (row) => Date.parse(String(row["created_at"])) < businessDayStart(MIDDLE) }],
  }),
  searches: () => [
    { q: `${MARKER}-1`, fits: (row) => String(row["merchant_order_id"]).startsWith(`${MARKER}-1`) },
    { q: "+8801899999999", fits: (row) => row["customer"] === "01899999999" },
  ],
  refused: {
    status: ["paid", "pending;"],
    merchant_id: ["1", "W261121AAAAAAAA", "' or 1=1"],
    operator: ["visa"],
    min_amount: ["-1", "1e3", "1.005"],
    notify: ["sent"],
  },
  twins: (lab) => ({ ...worldOf(lab), marker: MARKER }),
});

describe("what a merchant is told", () => {
  let lab: Lab;
  let own: string;
  const rowsOf = async (token: string, query = ""): Promise<DisburseRow[]> => {
    const answer = await lab.get(`/api/disburses?size=200${query}`, token);
    expect(answer.status, answer.text).toBe(200);
    return (answer.body.data as { items: DisburseRow[] }).items;
  };
  beforeAll(async () => {
    lab = await start();
    await one(lab, worldOf(lab), 1, { status: "pending", tried: true });
    own = lab.token("merchant_admin", worldOf(lab).a);
  });
  afterAll(() => lab.close());

  it("is `processing` for an attempt that failed, hangs or is to be tried again, in the list, by filter and in the search box", async () => {
    const staff = (await rowsOf(lab.token("admin"))).filter((row) => row.merchant_id === pid(lab, "merchant", worldOf(lab).a));
    const told = new Map((await rowsOf(own)).map((row) => [row.id, row]));
    expect(told.size).toBe(staff.length);
    for (const row of staff) expect(told.get(row.id)?.status).toBe(merchantStatus(row.status, row.attempts.length));
    for (const status of DISBURSE_STATUSES) {
      const expected = [...told.values()].filter((row) => row.status === status).map((row) => row.id);
      expect(
        (await rowsOf(own, `&status=${status}`)).map((row) => row.id),
        status,
      ).toEqual(expected);
    }
    for (const row of staff.filter((each) => each.status === "unknown" || (each.status === "pending" && each.attempts.length > 0))) {
      const found = (await lab.get(`/api/search?q=${row.merchant_order_id}`, own)).body.data as { items: { status: string }[] };
      expect(found.items.map((item) => item.status)).toEqual(["processing"]);
    }
  });

  it("holds nothing of wallets, attempts, costs, evidence or staff, in rows, one object and files", async () => {
    for (const row of await rowsOf(own)) {
      expect(row).toMatchObject({ wallet_id: null, wallet_name: null, way: null, cost: null, attempts: [], operators: [], notes: [] });
      const answer = await lab.get(`/api/disburses/${row.id}`, own);
      const detail = answer.body.data as DisburseDetail;
      expect(detail).toMatchObject({ evidence: [], continuity: null, routing: null, messages: [], candidates: [], queued_since: null });
      expect(answer.text).not.toMatch(/inside-|W-one|W-two|01700000001/);
    }
    const file = await lab.get("/api/disburses/export?format=csv&lang=en", own);
    expect(file.status).toBe(200);
    expect(file.text).not.toMatch(/inside-|W-one|W-two|attempt_failed|unknown|Operator cost|Paid from|BRAVO/);
    expect(file.text).toContain("processing");
    const whole = await lab.get("/api/disburses/export?format=csv&lang=en", lab.token("finance"));
    const sums = async (token: string): Promise<string[]> => Object.keys(((await lab.get("/api/disburses", token)).body.data as { sums: object }).sums);
    expect([await sums(own), await sums(lab.token("finance"))]).toEqual([
      ["amount", "fee"],
      ["amount", "fee", "cost"],
    ]);
    expect(whole.text).toMatch(/attempt_failed/);
    expect(whole.text).toMatch(/W-one/);
  });

  it("is nothing of another merchant's payout", async () => {
    const theirs = (await rowsOf(lab.token("merchant_admin", worldOf(lab).b)))[0]?.id ?? "";
    const missing = await lab.get("/api/disburses/D261121XXXXXXXX", own);
    const answer = await lab.get(`/api/disburses/${theirs}`, own);
    const plain = (text: string): string => text.replace(/"request_id":"[^"]*"/, "");
    expect([answer.status, plain(answer.text)]).toEqual([404, plain(missing.text)]);
  });

  it("shows staff the evidence, and an auditor masked numbers", async () => {
    const row = (await rowsOf(lab.token("auditor"))).find((each) => each.status === "unknown");
    expect(row?.customer).toMatch(/^01\d\*\*\*\*\d{4}$/);
    const detail = (await lab.get(`/api/disburses/${row?.id}`, lab.token("operator"))).body.data as DisburseDetail;
    expect(detail.evidence.map((item) => [item.attempt, item.source, item.code])).toEqual([[1, "submit", "timeout"]]);
    expect(detail.actions).toEqual(["recheck", "complete", "fail", "note"]);
    expect(detail.attempts[0]).toMatchObject({ status: "unknown", error: "inside-error", way: "official" });
    const read = (await lab.get(`/api/disburses/${row?.id}`, lab.token("auditor"))).body.data as DisburseDetail;
    expect([detail, read].map(({ evidence }) => evidence[0]?.data)).toEqual([{ receiver: "01899999999" }, { receiver: "018****9999" }]);
  });

  it("goes into the evidence file as each sees it, and nothing of another merchant's", async () => {
    const row = (await rowsOf(own))[0]?.id ?? "";
    const taken = await lab.get(`/api/disburses/${row}/evidence`, own);
    expect(taken.status, taken.text.slice(0, 400)).toBe(200);
    expect((taken.body.data as DisburseEvidenceFile).order).toEqual((await lab.get(`/api/disburses/${row}`, own)).body.data);
    expect(taken.text).not.toMatch(/inside-|W-one|W-two|01700000001/);
    expect(await lab.owner.one("select action, object_type, object_id from audit order by id desc limit 1")).toEqual({
      action: "export",
      object_type: "disburse",
      object_id: row,
    });
    const theirs = (await rowsOf(lab.token("merchant_admin", worldOf(lab).b)))[0]?.id ?? "";
    expect((await lab.get(`/api/disburses/${theirs}/evidence`, own)).status).toBe(404);
    expect((await lab.get(`/api/disburses/${theirs}/evidence`, lab.token("auditor"))).text).not.toMatch(/01899999999|01711111111/);
  });
});
