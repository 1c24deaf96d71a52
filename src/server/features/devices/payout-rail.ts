/**
 * The payout rail `app`: a phone makes the payment. Handing over means writing the task; the phone takes it by itself
 * (`features/devices/tasks.ts`) and tells later what became of it (`features/devices/task-answer.ts`).
 */
import type { TaskStatus } from "../../../contract/device-tasks.ts";
import { transition } from "../../../contract/life-cycles.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { announceTask } from "./task-hub.ts";
import { HAS_PAYOUT_DEVICE } from "../wallets/index.ts";
import type { PayoutAttempt, PayoutPort, Queried, Submitted } from "../../core/operators/port.ts";

interface TaskRow {
  readonly status: TaskStatus;
  readonly result: "sent" | "failed" | "unknown" | null;
  readonly trx_id: string | null;
  readonly reason: string | null;
  readonly handed_at: Date | null;
  readonly answered_at: Date | null;
}

const STATUS_SQL = "select status from device_tasks where disburse_id = $1 and attempt_no = $2";
const NEVER_LEFT: Queried = { kind: "failed", code: "never_handed", message: "The task never left the server; no phone can have paid it." };

/** Builds the port. Both calls touch the database alone; they throw when it is away, which counts as unknown. */
export function makeAppPort(app: App): PayoutPort {
  return { submit: (attempt) => submit(app, attempt), query: (attempt) => query(app, attempt), notFoundGraceMs: 0 };
}

/** Writes the task once; a second submission of the same attempt finds the first one's. */
async function submit(app: App, attempt: PayoutAttempt): Promise<Submitted> {
  return app.db.tx(async (tx) => {
    const wallet = await tx.one<{ ready: boolean }>(`select ${HAS_PAYOUT_DEVICE} as ready from wallets w where w.id = $1`, [attempt.walletId]);
    const ready = wallet?.ready === true;
    // Without a phone there is a row all the same: whoever asks later learns that this attempt never left.
    await insert(app, tx, attempt, ready ? "waiting" : WITHDRAWN);
    const row = await tx.one<{ status: TaskStatus }>(STATUS_SQL, [attempt.disburseId, attempt.no]);
    if (row?.status !== "withdrawn") {
      await announceTask(tx, attempt.walletId);
      return { kind: "accepted", operatorReference: null };
    }
    return ready
      ? { kind: "rejected", code: "withdrawn", message: "The task was withdrawn before any phone had it." }
      : { kind: "rejected", code: "no_payout_device", message: "No phone pays out for this wallet." };
  });
}

/** What a task that nobody is to take any more becomes. */
const WITHDRAWN = transition("device_tasks", "waiting", "withdraw");

async function insert(app: App, tx: Tx, attempt: PayoutAttempt, status: TaskStatus): Promise<void> {
  await tx.run(
    `insert into device_tasks (id, disburse_id, attempt_no, wallet_id, customer, amount, reference, status) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict on constraint device_tasks_attempt do nothing`,
    [app.ids.next(), attempt.disburseId, attempt.no, attempt.walletId, attempt.customer, attempt.amountMinor, attempt.reference, status],
  );
}

/**
 * What the phone said, or what the task's own life proves. A task that nobody has taken and whose attempt is over is
 * withdrawn here, under the order's lock that a hand-over takes too, so that "never left" stays true.
 */
async function query(app: App, attempt: PayoutAttempt): Promise<Queried> {
  return app.db.tx(async (tx) => {
    await tx.run("select 1 from disburses where id = $1 for no key update", [attempt.disburseId]);
    const state = await tx.one<{ under_way: boolean }>(
      "select status in ('created', 'sent') as under_way from disburse_attempts where disburse_id = $1 and no = $2",
      [attempt.disburseId, attempt.no],
    );
    const underWay = state?.under_way === true;
    // Nothing was written for an attempt that is over: from here on nothing can be.
    if (!underWay) await insert(app, tx, attempt, WITHDRAWN);
    if (!underWay)
      await tx.run("update device_tasks set status = $3 where disburse_id = $1 and attempt_no = $2 and status = 'waiting'", [
        attempt.disburseId,
        attempt.no,
        WITHDRAWN,
      ]);
    const row = await tx.one<TaskRow>(
      "select status, result, trx_id, reason, handed_at, answered_at from device_tasks where disburse_id = $1 and attempt_no = $2",
      [attempt.disburseId, attempt.no],
    );
    return row === null ? { kind: "pending" } : said(row);
  });
}

function said(row: TaskRow): Queried {
  switch (row.status) {
    case "waiting":
    case "handed":
      return { kind: "pending" };
    case "withdrawn":
      return NEVER_LEFT;
    case "lapsed":
      return { kind: "not_supported" };
    case "answered":
      if (row.result === "sent" && row.trx_id !== null)
        return { kind: "completed", trxId: row.trx_id, costMinor: null, atMs: row.answered_at?.getTime() ?? null, amountMinor: null };
      return row.result === "failed" ? { kind: "failed", code: "phone_failed", message: row.reason ?? "" } : { kind: "not_supported" };
  }
}
