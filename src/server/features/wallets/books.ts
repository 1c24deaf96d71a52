/** A wallet's books beside its operator: what was said and is not reported, and each difference by name. */
import type { WalletDetail } from "../../../contract/wallets.schema.ts";
import type { DifferenceKind } from "../../../contract/wallets.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { App } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { SaidObject } from "../../core/unreported/store.ts";

/** Rows of each list that are shown; a wallet with more of them has other troubles. */
const SHOWN = 200;

interface SaidRaw {
  readonly direction: "credit" | "debit";
  readonly amount: bigint;
  readonly object_type: SaidObject;
  readonly object_id: bigint;
  readonly source: "person" | "device" | "operator";
  readonly trx_id: string | null;
  readonly said_at: Date;
  readonly contradicted_by: bigint | null;
}
interface DifferenceRaw {
  readonly kind: DifferenceKind;
  readonly noted: bigint;
  readonly amount: bigint;
  readonly at: Date;
  readonly ref_type: "sms" | "manual" | "wallet";
  readonly ref_id: bigint;
}

/** What stands between a wallet's books and its operator, oldest first. */
export async function booksOf(app: App, q: Queryable, id: bigint): Promise<Pick<WalletDetail, "reported" | "movements" | "differences">> {
  const continuity = await q.one<{ balance: bigint | null }>("select balance from wallet_continuity where wallet_id = $1", [id]);
  const said = await q.rows<SaidRaw>(
    `select direction, amount, object_type, object_id, source, trx_id, said_at, contradicted_by from unreported_movements
     where wallet_id = $1 and ended_at is null order by id limit ${SHOWN}`,
    [id],
  );
  const differences = await q.rows<DifferenceRaw>(
    `select kind, noted, amount, at, ref_type, ref_id from wallet_differences where wallet_id = $1 and closed_at is null order by id limit ${SHOWN}`,
    [id],
  );
  return {
    reported: formatAmountOrNull(continuity?.balance),
    movements: said.map((row) => ({
      direction: row.direction,
      amount: formatAmount(row.amount),
      object: { type: row.object_type, id: app.publicIds.encode(row.object_type, row.object_id) },
      source: row.source,
      trx_id: row.trx_id,
      said_at: row.said_at.toISOString(),
      contradicted_by: row.contradicted_by === null ? null : app.publicIds.encode("sms", row.contradicted_by),
    })),
    differences: differences.map((row) => ({
      kind: row.kind,
      noted: formatAmount(row.noted),
      amount: formatAmount(row.amount),
      at: row.at.toISOString(),
      sms_id: row.ref_type === "sms" ? app.publicIds.encode("sms", row.ref_id) : null,
      manual_id: row.ref_type === "manual" ? app.publicIds.encode("manual", row.ref_id) : null,
    })),
  };
}
