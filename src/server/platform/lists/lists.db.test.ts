/** The shared suite over the lists of orders, messages, entries, notifications and the audit trail. */
import { addDays, businessDay, businessDayStart } from "../../../contract/time.ts";
import { auditTrailRoutes } from "../../features/audit-trail/routes.ts";
import { deliveriesReadRoutes } from "../../core/outbox/read-routes.ts";
import { journalsRoutes } from "../../features/journals/routes.ts";
import { paymentsReadRoutes } from "../../features/payments/read-routes.ts";
import { smsReadRoutes } from "../../features/sms/read-routes.ts";
import type { AnyRoute } from "../http/route.ts";
import { listSuite } from "../../../../test/support/parts/list-suite.ts";
import { addMerchant, addPayments, addWallet, book, bookPayment, insert, makeLab, paymentRow, smsRow, type Lab } from "../../../../test/support/parts/lists.ts";

const ROWS = 75;
const PAST_MS = 40 * 86_400_000;
const MARKER = "MARKER-OF-A";
/** A business day in the middle of the rows. */
const MIDDLE = businessDay(Date.now() - PAST_MS / 2);

interface World {
  readonly a: bigint;
  readonly b: bigint;
  readonly w1: bigint;
  readonly w2: bigint;
}
const worlds = new WeakMap<Lab, World>();
const worldOf = (lab: Lab): World => worlds.get(lab) as World;

async function start(routes: readonly AnyRoute[], fill: (lab: Lab, world: World, index: number) => Promise<void>): Promise<Lab> {
  const lab = await makeLab(routes);
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
    // Over more than one month, so that more than one partition is read.
    lab.at(begin + (index * PAST_MS) / ROWS);
    await fill(lab, world, index);
  }
  return lab;
}
const pid = (lab: Lab, kind: "merchant" | "wallet" | "payment", id: bigint): string => lab.app.publicIds.encode(kind, id);

const STATUSES = ["pending", "completed", "review", "expired", "rejected", "cancelled"] as const;
async function onePayment(lab: Lab, world: World, index: number): Promise<void> {
  const forA = index % 3 !== 0;
  const row = paymentRow(
    lab,
    {
      merchantId: forA ? world.a : world.b,
      walletId: index % 2 === 0 ? world.w1 : world.w2,
      orderId: `${forA ? MARKER : "BRAVO"}-${index}-${lab.app.ids.next()}`,
    },
    {
      status: STATUSES[index % STATUSES.length],
      amount: 1000 * (1 + (index % 10)),
      operator: index % 2 === 0 ? "bkash" : "nagad",
      customer: index % 4 === 0 ? "01899999999" : "01711111111",
      notify_status: (["none", "waiting", "delivered", "failed"] as const)[index % 4],
      staff: forA ? `{${MARKER}}` : "{}",
    },
  );
  await addPayments(lab, [row]);
  if (row["notify_status"] === "waiting")
    await lab.owner.run(
      "insert into outbox (id, merchant_id, object_type, object_id, type, body, status) values ($1, $2, 'payment', $3, 'payment.completed', '{}', 'waiting')",
      [lab.app.ids.next(), row["merchant_id"], row["id"]],
    );
}

listSuite("payments", {
  url: "/api/payments",
  permission: "payments.see",
  start: () => start(paymentsReadRoutes, onePayment),
  add: (lab) => onePayment(lab, worldOf(lab), 7),
  filters: (lab) => ({
    status: [
      { value: "review", fits: (row) => row["status"] === "review" },
      { value: "completed", fits: (row) => row["status"] === "completed" },
      { value: "pending", fits: (row) => row["status"] === "pending" },
      { value: "expired,cancelled,rejected", fits: (row) => ["expired", "cancelled", "rejected"].includes(String(row["status"])) },
      { value: "pending,review,completed", fits: (row) => ["pending", "review", "completed"].includes(String(row["status"])) },
    ],
    merchant_id: [{ value: pid(lab, "merchant", worldOf(lab).b), fits: (row) => row["merchant_id"] === pid(lab, "merchant", worldOf(lab).b) }],
    wallet_id: [{ value: pid(lab, "wallet", worldOf(lab).w2).toLowerCase(), fits: (row) => row["wallet_id"] === pid(lab, "wallet", worldOf(lab).w2) }],
    operator: [{ value: "nagad", fits: (row) => row["operator"] === "nagad" }],
    min_amount: [{ value: "50.00", fits: (row) => Number(row["amount"]) >= 50 }],
    max_amount: [{ value: "50", fits: (row) => Number(row["amount"]) <= 50 }],
    notify: [
      { value: "failed", fits: (row) => (row["notify"] as { status: string }).status === "failed" },
      { value: "delivered", fits: (row) => (row["notify"] as { status: string }).status === "delivered" },
      { value: "waiting", fits: (row) => (row["notify"] as { status: string }).status === "waiting" },
      { value: "waiting,failed", fits: (row) => ["waiting", "failed"].includes((row["notify"] as { status: string }).status) },
      { value: "none,failed", fits: (row) => ["none", "failed"].includes((row["notify"] as { status: string }).status) },
    ],
    from: [
      { value: MIDDLE, fits: (row) => Date.parse(String(row["created_at"])) >= businessDayStart(MIDDLE) },
      { value: `${MIDDLE}T00:00:00+08:00`, fits: (row) => Date.parse(String(row["created_at"])) >= businessDayStart(MIDDLE) },
    ],
    to: [{ value: addDays(MIDDLE, -1), fits: (row) => Date.parse(String(row["created_at"])) < businessDayStart(MIDDLE) }],
  }),
  searches: () => [
    { q: `${MARKER}-1`, fits: (row) => String(row["merchant_order_id"]).startsWith(`${MARKER}-1`) },
    { q: "+8801899999999", fits: (row) => row["customer"] === "01899999999" },
    { q: "018999", fits: (row) => row["customer"] === "01899999999" },
  ],
  refused: {
    status: ["paid", "pending;"],
    merchant_id: ["1", "W261121AAAAAAAA", "' or 1=1"],
    operator: ["visa"],
    min_amount: ["-1", "1e3", "0x10", "1.005"],
    max_amount: ["", "abc"].slice(1),
    notify: ["sent", "failed,sent"],
  },
  twins: (lab) => ({ ...worldOf(lab), marker: MARKER }),
});

/** Orders of the first merchant that a message paid. */
const paidToFirst = new Set<string>();
async function paidOrder(lab: Lab, world: World, index: number): Promise<unknown> {
  const isFirst = index % 3 !== 0;
  const order = paymentRow(lab, { merchantId: isFirst ? world.a : world.b, walletId: world.w1, orderId: `paid-${lab.app.ids.next()}` }, {});
  await addPayments(lab, [order]);
  if (isFirst) paidToFirst.add(pid(lab, "payment", order["id"] as bigint));
  return order["id"];
}
async function oneSms(lab: Lab, world: World, index: number): Promise<void> {
  await insert(lab.owner, "sms", [
    smsRow(lab, index % 2 === 0 ? world.w1 : world.w2, {
      match_status: (["unmatched", "matched", "other", "suspicious", "review"] as const)[index % 5],
      kind: index % 3 === 0 ? "promo" : "receive",
      operator: index % 2 === 0 ? "bkash" : "nagad",
      continuity: (["fits", "break", "unknown"] as const)[index % 3],
      counterparty: index % 4 === 0 ? "01955555555" : "01812345678",
      amount: 1000 * (1 + (index % 10)),
      payment_id: index % 4 === 1 ? await paidOrder(lab, world, index) : null,
    }),
  ]);
}
listSuite("sms", {
  url: "/api/sms",
  permission: "sms.see",
  start: () => start(smsReadRoutes, oneSms),
  add: (lab) => oneSms(lab, worldOf(lab), 3),
  filters: (lab) => ({
    status: [
      { value: "unmatched", fits: (row) => row["match_status"] === "unmatched" },
      { value: "unmatched,suspicious,matched", fits: (row) => ["unmatched", "suspicious", "matched"].includes(String(row["match_status"])) },
    ],
    kind: [{ value: "promo,otp", fits: (row) => row["kind"] === "promo" }],
    operator: [{ value: "nagad", fits: (row) => row["operator"] === "nagad" }],
    wallet_id: [{ value: pid(lab, "wallet", worldOf(lab).w1), fits: (row) => row["wallet_id"] === pid(lab, "wallet", worldOf(lab).w1) }],
    merchant_id: [{ value: pid(lab, "merchant", worldOf(lab).a), fits: (row) => paidToFirst.has(String(row["payment_id"])) }],
    min_amount: [{ value: "50", fits: (row) => Number(row["amount"]) >= 50 }],
    max_amount: [{ value: "50.00", fits: (row) => Number(row["amount"]) <= 50 }],
    chain: [
      { value: "break", fits: (row) => row["chain"] === "break" },
      { value: "fits", fits: (row) => row["chain"] === "fits" },
    ],
  }),
  searches: () => [{ q: "01955555555", fits: (row) => row["counterparty"] === "01955555555" }],
  refused: { status: ["new"], kind: ["none"], chain: ["broken"], wallet_id: ["P261121AAAAAAAA"], device_id: ["7"], merchant_id: ["x"], min_amount: ["-1"] },
  twins: () => null,
});

/** Orders that something refers to, by their public id. */
const orders = new Map<string, { readonly isNagad: boolean; readonly amount: number }>();
async function referred(lab: Lab, world: World, index: number): Promise<bigint> {
  const isNagad = index % 2 === 1;
  const amount = 1000 * (1 + (index % 7));
  const row = paymentRow(
    lab,
    { merchantId: index % 3 === 0 ? world.b : world.a, walletId: isNagad ? world.w2 : world.w1, orderId: `ref-${lab.app.ids.next()}` },
    { operator: isNagad ? "nagad" : "bkash", amount },
  );
  await addPayments(lab, [row]);
  orders.set(pid(lab, "payment", row["id"] as bigint), { isNagad, amount: amount / 100 });
  return row["id"] as bigint;
}
const ordered = (reference: unknown): { readonly isNagad: boolean; readonly amount: number } | undefined => orders.get((reference as { id: string }).id);

async function oneEntry(lab: Lab, world: World, index: number): Promise<void> {
  const merchantId = index % 3 === 0 ? world.b : world.a;
  if (index % 5 === 4) {
    await book(lab, { type: "manual", id: lab.app.ids.next() }, [
      { kind: "adjustments", owner: 0n, change: 500n, entry: "merchant_credit" },
      { kind: "merchant", owner: merchantId, change: 500n, entry: "merchant_credit", merchantId },
    ]);
    return;
  }
  const order = await referred(lab, world, index);
  await bookPayment(lab, merchantId, world.w1, order, BigInt(1000 * (1 + (index % 7))), 10n);
}
listSuite("journals", {
  url: "/api/journals",
  permission: "journals.see",
  start: () => start(journalsRoutes, oneEntry),
  add: (lab) => oneEntry(lab, worldOf(lab), 1),
  filters: (lab) => ({
    merchant_id: [{ value: pid(lab, "merchant", worldOf(lab).a), fits: (row) => row["merchant_id"] === pid(lab, "merchant", worldOf(lab).a) }],
    kind: [
      { value: "merchant_credit", fits: (row) => row["kind"] === "merchant_credit" },
      { value: "payment_fee,merchant_credit", fits: (row) => row["kind"] !== "payment" },
    ],
    operator: [{ value: "nagad", fits: (row) => ordered(row["reference"])?.isNagad === true }],
    wallet_id: [{ value: pid(lab, "wallet", worldOf(lab).w1), fits: (row) => ordered(row["reference"])?.isNagad === false }],
    min_amount: [{ value: "10", fits: (row) => Math.abs(Number(row["amount"])) >= 10 }],
    max_amount: [{ value: "1.00", fits: (row) => Math.abs(Number(row["amount"])) <= 1 }],
  }),
  searches: () => [],
  refused: { kind: ["hold"], merchant_id: ["x"], reference: ["x"], min_amount: ["1,000"] },
  twins: (lab) => ({ ...worldOf(lab), marker: MARKER }),
});

async function oneDelivery(lab: Lab, world: World, index: number): Promise<void> {
  const forA = index % 3 !== 0;
  const row = {
    id: lab.app.ids.next(),
    merchant_id: forA ? world.a : world.b,
    object_type: "payment",
    object_id: await referred(lab, world, index),
    type: index % 2 === 0 ? "payment.completed" : "payment.expired",
    url: `https://shop.example/${forA ? MARKER : "b"}`,
    body: "{}",
  };
  const attempt = { at: new Date(lab.app.now()).toISOString(), code: 500, ms: 12, body_start: "no", error: null };
  if (index % 4 === 0)
    await insert(
      lab.owner,
      "outbox",
      [{ ...row, status: index % 8 === 0 ? "waiting" : "failed", attempts: 1, attempt_log: [attempt], by_hand: false }].map((one) => ({ ...one })),
    );
  else
    await insert(lab.owner, "deliveries", [
      { ...row, status: "delivered", attempts: 1, attempt_log: [attempt], delivered_at: new Date(lab.app.now()).toISOString() },
    ]);
}
listSuite("deliveries", {
  url: "/api/deliveries",
  permission: "deliveries.see",
  start: () => start(deliveriesReadRoutes, oneDelivery),
  add: async (lab) => {
    await oneDelivery(lab, worldOf(lab), 4);
    await oneDelivery(lab, worldOf(lab), 5);
  },
  filters: (lab) => ({
    merchant_id: [{ value: pid(lab, "merchant", worldOf(lab).b), fits: (row) => row["merchant_id"] === pid(lab, "merchant", worldOf(lab).b) }],
    status: [
      { value: "waiting", fits: (row) => row["status"] === "waiting" },
      { value: "delivered", fits: (row) => row["status"] === "delivered" },
      { value: "delivered,failed", fits: (row) => row["status"] !== "waiting" },
    ],
    type: [{ value: "payment.expired", fits: (row) => row["type"] === "payment.expired" }],
    operator: [{ value: "bkash", fits: (row) => ordered(row["object"])?.isNagad === false }],
    wallet_id: [{ value: pid(lab, "wallet", worldOf(lab).w2), fits: (row) => ordered(row["object"])?.isNagad === true }],
    min_amount: [{ value: "30", fits: (row) => (ordered(row["object"])?.amount ?? 0) >= 30 }],
    max_amount: [{ value: "30.00", fits: (row) => (ordered(row["object"])?.amount ?? 0) <= 30 }],
  }),
  searches: () => [],
  refused: { status: ["sent"], merchant_id: ["x"], order_id: ["x"] },
  twins: (lab) => ({ ...worldOf(lab), marker: MARKER }),
});

async function oneAudit(lab: Lab, world: World, index: number): Promise<void> {
  const forA = index % 3 !== 0;
  await insert(lab.owner, "audit", [
    {
      id: lab.app.ids.next(),
      actor_type: "user",
      actor_id: forA ? 77n : 78n,
      account: forA ? MARKER : "bravo",
      merchant_id: forA ? world.a : world.b,
      ip: "203.0.113.7",
      action: index % 2 === 0 ? "merchant.patch" : "user.create",
      object_type: index % 2 === 0 ? "merchant" : "user",
      object_id: `M26112100000${100 + (index % 5)}`,
      before: { name: forA ? MARKER : "b" },
      after: { name: "x" },
      at: new Date(lab.app.now()).toISOString(),
    },
  ]);
}
listSuite("audit", {
  url: "/api/audit",
  permission: "audit.see",
  start: () => start(auditTrailRoutes, oneAudit),
  add: (lab) => oneAudit(lab, worldOf(lab), 2),
  filters: (lab) => ({
    user_id: [{ value: lab.app.publicIds.encode("user", 77n), fits: (row) => (row["actor"] as { id: string }).id === lab.app.publicIds.encode("user", 77n) }],
    action: [{ value: "user.create", fits: (row) => row["action"] === "user.create" }],
    object_type: [{ value: "merchant", fits: (row) => (row["object"] as { type: string }).type === "merchant" }],
    object_id: [{ value: "M26112100000101", fits: (row) => (row["object"] as { id: string }).id === "M26112100000101" }],
    merchant_id: [
      { value: pid(lab, "merchant", worldOf(lab).a), fits: (row) => (row["actor"] as { id: string }).id === lab.app.publicIds.encode("user", 77n) },
    ],
  }),
  searches: () => [{ q: "M26112100000102", fits: (row) => (row["object"] as { id: string }).id === "M26112100000102" }],
  refused: { user_id: ["x", "M26112100000101"] },
  twins: (lab) => ({ ...worldOf(lab), marker: MARKER }),
});
