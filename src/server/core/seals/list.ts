/** Sealed days as a list. */
import { SEAL_PAGE, type SealList, type SealRow } from "../../../contract/seals.schema.ts";
import type { SealFault } from "../../../contract/seals.ts";
import { formatAmount } from "../../../contract/money.ts";
import { addDays, businessDay, type Day, DAY_MS } from "../../../contract/time.ts";
import { fieldOf } from "../../../domain/seals/texts.ts";
import type { App } from "../../platform/context.ts";
import { listArchived } from "../archive/list.ts";
import { dueDay, SEAL_AFTER_MS } from "./seal.ts";

interface Raw {
  readonly day: Day;
  readonly head: string;
  readonly summary: string;
  readonly hash: string;
  readonly key_id: string;
  readonly entries: bigint;
  readonly accounts: number;
  readonly debits: bigint;
  readonly credits: bigint;
  readonly sealed_at: Date;
  readonly ok: boolean | null;
  readonly fault: SealFault | null;
  readonly checked_at: Date | null;
  readonly archived: boolean;
}

function rowOf(raw: Raw): SealRow {
  return {
    day: raw.day,
    hash: raw.hash,
    root: fieldOf(raw.head, "entries"),
    audit_root: fieldOf(raw.head, "audit"),
    key_id: raw.key_id,
    currency: fieldOf(raw.summary, "currency"),
    entries: Number(raw.entries),
    accounts: raw.accounts,
    debits: formatAmount(raw.debits),
    credits: formatAmount(raw.credits),
    audit_rows: Number(fieldOf(raw.summary, "audit_rows")),
    sealed_at: raw.sealed_at.toISOString(),
    checked: raw.ok === null || raw.checked_at === null ? null : { ok: raw.ok, fault: raw.fault, checked_at: raw.checked_at.toISOString() },
    archived: raw.archived,
  };
}

/** Newest first, a page of {@link SEAL_PAGE}. @param before days before this one */
export async function listSeals(app: Pick<App, "db" | "now">, before: Day | null): Promise<SealList> {
  const rows = await app.db.rows<Raw>(
    `select s.day::text as day, s.head, s.summary, encode(s.hash, 'hex') as hash, s.key_id, s.entries, s.accounts, s.debits::bigint as debits, s.credits::bigint as credits,
       s.sealed_at, c.ok, c.fault, c.checked_at, day_start(s.day) < archived_before() as archived
     from day_seals s left join day_seal_checks c on c.day = s.day where $1::date is null or s.day < $1 order by s.day desc limit $2`,
    [before, SEAL_PAGE + 1],
  );
  const due = await dueDay(app);
  const ended = addDays(businessDay(app.now() - SEAL_AFTER_MS), -1);
  return {
    items: rows.slice(0, SEAL_PAGE).map(rowOf),
    next: rows.length > SEAL_PAGE ? (rows[SEAL_PAGE - 1]?.day ?? null) : null,
    waiting: due === null ? 0 : Math.round((Date.parse(ended) - Date.parse(due)) / DAY_MS) + 1,
    archived: await listArchived(app.db),
  };
}
