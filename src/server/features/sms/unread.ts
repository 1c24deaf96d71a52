/** The messages that nobody could read, newest first, as far as the budget allows. */
import type { Operator, WalletType } from "../../../contract/operators.ts";
import { SHAPES_LOOKED_MAX } from "../../../contract/sms-shapes.ts";
import type { App } from "../../platform/context.ts";
import { bind, sql } from "../../platform/lists/sql.ts";

export interface Unread {
  readonly id: bigint;
  readonly operator: Operator | null;
  readonly sender: string | null;
  readonly text: string;
  readonly received_at: Date;
  readonly version: number;
  readonly wallet_type: WalletType | null;
}

/** How far a walk went. */
export interface Walked {
  readonly looked: number;
  /** When the oldest of them came; null: there was none. */
  readonly until: Date | null;
  /** There are older ones. */
  readonly more: boolean;
}

/** Messages of one page; they are looked at in one turn of the event loop. */
const PAGE = 250;
/** What one walk may take, ms. */
const BUDGET_MS = 1_500;
const LAST_ID = 9_223_372_036_854_775_807n;

/** The next page, by the index of what is open (`sms_open`); null when the database ended it. */
function pageBefore(app: App, id: bigint, operator: Operator | null, size: number, leftMs: number): Promise<Unread[] | null> {
  const statement = sql`select s.id, s.operator, s.sender, s.text, s.received_at, s.version, w.wallet_type
    from sms s left join wallets w on w.id = s.wallet_id
    where s.match_status = 'unparsed' and s.id < ${id} and (${operator}::text is null or s.operator = ${operator}) order by s.id desc limit ${size}`;
  return app.db.bounded.use((read) => read<Unread>(bind(statement), leftMs));
}

/**
 * Shows `see` one unread message after the other.
 * @param operator null: of all
 * @param most messages that are looked at
 */
export async function walkUnread(app: App, operator: Operator | null, see: (one: Unread) => void, most: number = SHAPES_LOOKED_MAX): Promise<Walked> {
  const begun = performance.now();
  const left = (): number => BUDGET_MS - (performance.now() - begun);
  let [looked, last, until] = [0, LAST_ID, null as Date | null];
  while (looked < most && left() > 0) {
    const size = Math.min(PAGE, most - looked);
    // One more than is looked at, to know whether there is one.
    const page = await pageBefore(app, last, operator, size + 1, left());
    if (page === null) break;
    for (const one of page.slice(0, size)) {
      see(one);
      [last, until] = [one.id, one.received_at];
      looked += 1;
    }
    if (page.length <= size) return { looked, until, more: false };
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { looked, until, more: true };
}
