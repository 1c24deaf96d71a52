/** What time brings for official wallets: sessions to open and to ask about, balances to fetch. */
import type { App } from "../../platform/context.ts";
import { raiseAlert } from "../alerts/raise.ts";
import type { Job } from "../../platform/jobs/runner.ts";
import { balanceOfficial } from "./official.ts";
import { noteRealBalance } from "./real-balance.ts";
import { dueSessions } from "./session-store.ts";
import { openSession, visitSession } from "./sessions.ts";

const BATCH = 32;
const AT_ONCE = 8;
const BALANCE_EVERY_MS = 60_000;

/** Runs the work over the items, a few at a time. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, lane));
}

const officialSessions: Job = {
  name: "official-sessions",
  everyMs: 1000,
  lock: 391,
  async run(app) {
    const due = await dueSessions(app, BATCH);
    await each(due, (session) => (session.state === "wanted" ? openSession(app, session.paymentId) : visitSession(app, session.paymentId, session.hinted)));
    return due.length === BATCH;
  },
};

/** Asks what the wallets hold; a wallet whose operator keeps refusing is shown to people. */
async function fetchBalance(app: App, wallet: { readonly id: bigint }): Promise<void> {
  const answer = await balanceOfficial(app, wallet.id).catch(() => ({ kind: "unavailable" as const, code: "failed", message: "" }));
  if (answer.kind === "balance") await noteRealBalance(app, wallet.id, answer.amountMinor);
  if (answer.kind !== "unavailable") return;
  app.log.warn({ wallet: app.publicIds.encode("wallet", wallet.id), reason: answer.code }, "an operator gave no balance");
  await raiseAlert(app, app.db, { kind: "operator_failing", object: { type: "wallet", id: wallet.id }, walletId: wallet.id, data: { reason: answer.code } });
}

const officialBalances: Job = {
  name: "official-balances",
  everyMs: BALANCE_EVERY_MS,
  lock: 392,
  async run(app) {
    const wallets = await app.db.rows<{ id: bigint }>(
      "select id from wallets where api_type = 'official' and credentials is not null and enabled and deleted_at is null order by id limit 500",
    );
    await each(wallets, (wallet) => fetchBalance(app, wallet));
  },
};

export const operatorsJobs: Job[] = [officialSessions, officialBalances];
