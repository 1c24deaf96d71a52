/** A product to throw bad input at: objects of every kind to name in paths, credentials of every surface beside them. */
import type { IdKind } from "../../src/contract/ids.ts";
import { WALLET_SETTING_FLAGS, WALLET_SETTINGS } from "../../src/contract/wallets.ts";
import { meets } from "../../src/contract/needed.ts";
import { typeHas } from "../../src/contract/permissions.ts";
import { addDays, businessDay } from "../../src/contract/time.ts";
import type { AnyRoute } from "../../src/server/platform/http/route.ts";
import { bkashTrx, next, received, type TestProduct, type TestWallet } from "./app.ts";
import { person, session, startTarget, type Person } from "./attack.ts";
import { batch, batchesDone, bornBefore, exception, fundMerchant, fundWallet, handedTask, payout } from "./attack-money.ts";
import { pathOf } from "./attack-samples.ts";
import { makeWorld, type World } from "./attack-worlds.ts";

export interface Target {
  readonly product: TestProduct;
  readonly world: World;
  readonly wallet: TestWallet;
  /** A route's path with an object that is there, or with the `id` given, as it stands. */
  urlOf(route: AnyRoute, id?: string): string;
  /**
   * A credential that the route's surface takes: of the admin, or of a person who alone has the right. Another person
   * than those in the paths; of a merchant and a phone the own objects are in the paths.
   */
  tokenOf(route: AnyRoute): string | null;
}

/** What a route's `:id` names. */
const KINDS = [
  ["/operators/", "payment"],
  ["/device/tasks", "task"],
  ["/api/disburses/batches", "batch"],
  ["/api/bulk", "bulk"],
  ["/api/reconciliation", "day"],
  ["/api/statistics/wallets", "day"],
  ["/api/alert-channels", "channel"],
  ["/api/config/schedules", "plan"],
  ["/api/exports/files", "export file"],
  ["/api/exports/schedules", "export schedule"],
  ["/api/user/", "session"],
  ["/api/payments", "payment"],
  ["/v1/payments", "payment"],
  ["/api/disburses", "disburse"],
  ["/v1/disburses", "disburse"],
  ["/api/transfers", "transfer"],
  ["/api/withdrawal/files", "bulk"],
  ["/api/withdrawal", "withdrawal"],
  ["/api/exceptions", "exception"],
  ["/api/switches", "switch"],
  ["/api/sms", "sms"],
  ["/api/wallets", "wallet"],
  ["/api/wallet-templates", "template"],
  ["/api/merchants", "merchant"],
  ["/api/users", "user"],
  ["/api/roles", "role"],
  ["/api/links", "link"],
  ["/api/views", "view"],
  ["/api/deliveries", "delivery"],
  ["/v1/deliveries", "delivery"],
  ["/api/manual", "manual"],
  ["/api/approvals", "approval"],
  ["/api/journals", "journal"],
  ["/api/audit", "audit"],
] as const;
type Named = (typeof KINDS)[number][1];

/** What the `:id` of a route names. @throws Error for a route whose objects this does not know yet */
export function kindOfRoute(url: string): Named {
  const kind = KINDS.find(([start]) => url.startsWith(start))?.[1];
  if (!kind) throw new Error(`say in attack-target.ts what the id in ${url} is`);
  return kind;
}

/** Who calls a session's route: the admin with every right, or who alone has this one. */
type Caller = "admin" | "finance" | "merchant_admin";
function callerOf(access: AnyRoute["access"]): Caller {
  const needed = access.kind === "session" ? access.permission : null;
  const found = (["admin", "finance", "merchant_admin"] as const).find((type) => meets((permission) => typeHas(type, permission), needed));
  if (!found) throw new Error(`say in attack-target.ts who has ${JSON.stringify(needed)}`);
  return found;
}

/** A change of the configuration that will not come while anybody looks. */
async function scheduled(product: TestProduct): Promise<{ id: number }> {
  const { version } = await product.good<{ version: number }>("GET", "/api/config");
  const at = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString();
  return product.good("POST", "/api/config/schedules", product.admin, { version, at, chain_wait_minutes: 119 });
}

/** A template of wallets' settings: everything open, no limits. */
export const templateBody = (name: string, walletType = "agent"): Record<string, unknown> => ({
  operator: "bkash",
  wallet_type: walletType,
  name,
  is_default: false,
  settings: {
    ...Object.fromEntries(WALLET_SETTINGS.map((setting) => [setting, null])),
    ...Object.fromEntries(WALLET_SETTING_FLAGS.map((flag) => [flag, true])),
  },
});

/** Everything that a path can name, one of each. */
async function objects(
  product: TestProduct,
  world: World,
  wallets: readonly TestWallet[],
  asking: Person,
): Promise<Record<Exclude<Named, "batch" | "bulk" | "task" | "export file" | "export schedule">, string>> {
  const [, , phone, spare] = wallets as [TestWallet, TestWallet, TestWallet, TestWallet];
  await product.sms(phone, received({ amount: "778.00", from: "01799999998", trx: bkashTrx() }));
  const sms = await product.good<{ items: { id: string }[] }>("GET", "/api/sms?status=unmatched");
  const clerk = await person(product, "operator");
  const operation = { kind: "merchant_credit", merchant_id: world.merchant.id, amount: "3.00", note: "to be thrown at" };
  const manual = await product.good<{ id: string; approval_id: string }>("POST", "/api/manual", asking.token, operation);
  const victim = await session(product, product.product.app.publicIds.decode("user", clerk.id) ?? 0n);
  const move = { kind: "wallet", from_wallet_id: phone.id, to_wallet_id: spare.id, amount: "10.00" };
  const transfer = await product.good<{ id: string }>("POST", "/api/transfers", asking.token, move);
  const closed = { scope: "wallet", wallet_id: spare.id, direction: "out", reason: "to be thrown at" };
  const role = await product.good<{ id: string }>("POST", "/api/roles", product.admin, {
    name: `role ${next()}`,
    user_type: "operator",
    permissions: ["search"],
  });
  const template = await product.good<{ id: string }>("POST", "/api/wallet-templates", product.admin, templateBody(`thrown at ${next()}`));
  const shared = { object: world.ids.get("payment")?.[0] ?? "", valid: "day", language: "en" };
  const share = (): Promise<{ link: { id: string } }> => product.good("POST", "/api/links", product.admin, shared);
  // "1" is an id of none.
  await product.good("POST", `/api/links/${(await share()).link.id}/revoke`, product.admin, {});
  const link = await share();
  const stop = await product.good<{ id: string }>("POST", "/api/switches", asking.token, closed);
  const first = (kind: IdKind): string => world.ids.get(kind)?.[0] ?? "";
  return {
    payment: first("payment"),
    disburse: first("disburse"),
    withdrawal: first("withdrawal"),
    view: first("view"),
    delivery: first("delivery"),
    journal: first("journal"),
    audit: first("audit"),
    merchant: world.merchant.id,
    wallet: spare.id,
    day: (await bornBefore(product, 2)).id,
    sms: sms.items[0]?.id ?? "",
    user: clerk.id,
    role: role.id,
    template: template.id,
    session: victim.sessionId,
    manual: manual.id,
    approval: manual.approval_id,
    transfer: transfer.id,
    link: link.link.id,
    switch: stop.id,
    exception: (await exception(product)).id,
    channel: "webhook",
    plan: String((await scheduled(product)).id),
  };
}

/** A file and a scheduled export, which are their maker's alone. */
async function exported(product: TestProduct, token: string): Promise<Record<"export file" | "export schedule", string>> {
  const asked = { list: "payments", filters: {}, format: "csv", lang: "en" };
  const file = await product.good<{ id: number }>("POST", "/api/exports/files", token, asked);
  const schedule = await product.good<{ id: number }>("POST", "/api/exports/schedules", token, {
    ...asked,
    name: "thrown at",
    frequency: "monthly",
    on: 1,
    time: "03:00",
  });
  return { "export file": String(file.id), "export schedule": String(schedule.id) };
}

/** Starts it. */
export async function makeTarget(): Promise<Target> {
  const product = await startTarget();
  const wallets = [await product.wallet(), await product.wallet()];
  const world = await makeWorld(product, wallets, 5);
  const [phone, spare] = [await product.wallet(), await product.wallet()];
  const caller = await product.merchant();
  const own = await product.pay(caller, { amount: "777.00", customer: "01799999999" });
  const asking = await person(product, "finance");
  const known = await objects(product, world, [...wallets, phone, spare], asking);
  await fundMerchant(product, caller, 20_000_00n);
  await fundWallet(product, phone, 10_000_00n);
  const ownPayout = await payout(product, caller);
  const people = {
    admin: await person(product, "admin", { account: `fuzzed-${next()}` }),
    finance: await person(product, "finance"),
    merchant_admin: await person(product, "merchant_admin", { merchantId: caller.id }),
  } satisfies Record<Caller, Person>;
  const operation = { kind: "merchant_credit", merchant_id: world.merchant.id, amount: "3.00", note: "to be taken back" };
  const mine = await product.good<{ approval_id: string }>("POST", "/api/manual", people.admin.token, operation);
  const ids: Readonly<Record<Named, string>> = {
    ...known,
    task: await handedTask(product, caller, phone, "9000.00"),
    batch: (await batch(product, people.merchant_admin.token)).id,
    // A draft is its maker's alone.
    bulk: (await product.good<{ id: string }>("POST", "/api/bulk", people.admin.token, { act: "wallets.enable", items: [{ id: spare.id }] })).id,
    ...(await exported(product, people.admin.token)),
  };
  await batchesDone(product);
  const idOf = (route: AnyRoute): string => {
    const kind = kindOfRoute(route.url);
    // Only who asked takes a request back, or gets what it made.
    if (/^\/api\/approvals\/:id\/(cancel|collect)$/.test(route.url)) return mine.approval_id;
    if (route.access.kind !== "merchant") return ids[kind];
    return kind === "payment" ? own.data.id : kind === "disburse" ? ownPayout : ids[kind];
  };
  const rest = { date: addDays(businessDay(Date.now()), -1), operator: "bkash" };
  return {
    product,
    world,
    wallet: phone,
    urlOf: (route, id) => {
      const [before = "", after = ""] = route.url.split(":id");
      const raw = route.url.includes(":id") ? `${before}${id ?? idOf(route)}${after}` : route.url;
      return pathOf(raw, rest);
    },
    tokenOf: (route) => ({ public: null, session: people[callerOf(route.access)].token, merchant: caller.secret, device: phone.token })[route.access.kind],
  };
}
