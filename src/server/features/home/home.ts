/** The dashboard home: today against yesterday and the week before, what waits, wallets, books (contract `home`). */
import type { HomeWarning } from "../../../contract/home.ts";
import type { Home } from "../../../contract/home.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import { operatorConfig } from "../../../contract/config.ts";
import type { App, UserActor } from "../../platform/context.ts";
import { queueTop } from "../../core/alerts/lines.ts";
import { queueCounts } from "../../core/alerts/viewers.ts";
import { holds, scopeOf } from "../../platform/lists/scope.ts";
import { KeptAnswers, SharedAnswers } from "../../platform/kept.ts";
import { Refused } from "../../platform/refusal.ts";
import { ordersToday } from "./cohort.ts";
import { dayFigures, momentsOf } from "./figures.ts";
import { positions, waitingCounts, withdrawals } from "./waiting.ts";
import { walletGrid } from "./wallets.ts";
import { openDays } from "../reconciliation/index.ts";

/** Lines of the queue that home shows. */
const QUEUE_TOP = 8;
/** The count of open days; it changes by the close of a day. */
const DAYS = new KeptAnswers<Awaited<ReturnType<typeof openDays>>>(3000);

/** What all who may see the platform's home, or one merchant's, see alike. */
type Common = Omit<Home, "open_days" | "alerts" | "queue" | "warnings">;
const COMMON = new SharedAnswers<Common>();

/** Answers home for the platform, or for one merchant's users of their own orders alone. Refuses `forbidden` */
export async function readHome(app: App, viewer: UserActor): Promise<Home | Refused> {
  const scope = scopeOf(viewer);
  // A merchant's user without a merchant is nobody's: there is no home to show.
  if ("none" in scope) return new Refused("forbidden");
  const merchantId = "merchantId" in scope ? scope.merchantId : null;
  const [common, days, alerts, queue, lines] = await Promise.all([
    COMMON.of(app, String(merchantId), () => readCommon(app, merchantId)),
    holds(viewer, "reconciliation.see") ? DAYS.of(app, "open", () => openDays(app)) : null,
    merchantId === null ? queueTop(app, viewer, QUEUE_TOP) : [],
    merchantId === null ? queueCounts({ app, actor: viewer }) : null,
    warnings(app, viewer, merchantId),
  ]);
  return { ...common, open_days: days, alerts, queue, warnings: lines };
}

async function readCommon(app: App, merchantId: bigint | null): Promise<Common> {
  const at = momentsOf(app.now());
  const orders = await ordersToday(app, at.today, merchantId);
  const [figures, counts, grid, money, proof, own, waitingSums] = await Promise.all([
    dayFigures(app, at, orders, merchantId),
    waitingCounts(app, merchantId),
    merchantId === null ? walletGrid(app, orders) : { wallets: [], limits: null },
    merchantId === null ? positions(app) : null,
    merchantId === null ? lastProof(app) : null,
    merchantId === null ? null : ownBalance(app, merchantId),
    merchantId === null ? withdrawals(app) : null,
  ]);
  const { merchants, ...day } = figures;
  const names = await namesOf(
    app,
    merchants.map((row) => row.id),
  );
  return {
    at: new Date(at.now).toISOString(),
    ...day,
    by_merchant: merchants.map(({ id, ...row }) => ({ merchant_id: app.publicIds.encode("merchant", id), merchant_name: names.get(id) ?? "", ...row })),
    float: money?.float ?? null,
    liabilities: money?.liabilities ?? null,
    ...grid,
    orders_since: new Date(orders.sinceMs).toISOString(),
    withdrawals: waitingSums,
    waiting: {
      ...counts,
      wallets_offline: grid.wallets.filter((wallet) => wallet.enabled && wallet.health === "offline").length,
      suspense: money?.suspense ?? "0.00",
    },
    proof: { ok: proof?.ok ?? null, checked_at: proof?.checked_at.toISOString() ?? null },
    own: own && { balance: formatAmount(own.balance), held_balance: formatAmount(own.held), webhooks_failed: counts.deliveries_failed },
  };
}

async function namesOf(app: App, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  const rows = await app.db.shown.rows<{ id: bigint; name: string }>("select id, name from merchants where id = any($1::bigint[])", [ids], "merchant_names");
  return new Map(rows.map((row) => [row.id, row.name]));
}

const lastProof = (app: App): Promise<{ ok: boolean; checked_at: Date } | null> =>
  app.db.shown.one("select ok, checked_at from integrity_checks order by id desc limit 1", [], "last_integrity_check");

async function ownBalance(app: App, merchantId: bigint): Promise<{ balance: bigint; held: bigint }> {
  const row = await app.db.shown.one<{ balance: bigint; held: bigint }>(
    "select coalesce(sum(balance) filter (where kind = 'merchant'), 0)::bigint as balance, coalesce(sum(balance) filter (where kind = 'hold'), 0)::bigint as held from accounts where owner_id = $1 and kind in ('merchant', 'hold')",
    [merchantId],
    "home_own_balance",
  );
  return row ?? { balance: 0n, held: 0n };
}

/** Lines above the figures, as codes: what is left open on purpose and should not be forgotten. */
async function warnings(app: App, viewer: UserActor, merchantId: bigint | null): Promise<HomeWarning[]> {
  const config = app.config.current;
  const closed =
    !config.payments_open ||
    !config.disburses_open ||
    config.operators.some((operator) => !operatorConfig(config, operator).payments_open || !operatorConfig(config, operator).disburses_open);
  if (merchantId !== null) {
    const own = await app.db.shown.one<{ open: boolean; listed: boolean; target: boolean }>(
      "select payments_open and enabled as open, cardinality(ip_whitelist) > 0 as listed, notify_url is not null as target from merchants where id = $1",
      [merchantId],
      "home_own_openness",
    );
    return [
      ...(own && !own.listed && holds(viewer, "merchants.integration") ? (["no_ip_whitelist"] as const) : []),
      ...(own && !own.target && holds(viewer, "merchants.integration") ? (["no_notify_url"] as const) : []),
      ...(closed || own?.open === false ? (["intake_closed"] as const) : []),
    ];
  }
  const unlisted = await app.db.shown.one<{ found: boolean }>(
    "select exists (select 1 from merchants where enabled and deleted_at is null and cardinality(ip_whitelist) = 0) as found",
    [],
    "home_unlisted",
  );
  return [
    ...(!app.workers.state().working ? (["worker_silent"] as const) : []),
    ...(config.totp_required_for_staff ? [] : (["totp_not_required"] as const)),
    ...(config.one_person ? (["one_person"] as const) : []),
    ...(unlisted?.found && holds(viewer, "merchants.edit") ? (["no_ip_whitelist"] as const) : []),
    ...(closed ? (["intake_closed"] as const) : []),
  ];
}
