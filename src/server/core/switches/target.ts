/** What a switch is about to close: its object found and its fields checked. */
import type { Operator } from "../../../contract/operators.ts";
import type { SwitchTarget } from "../../../contract/switches.schema.ts";
import type { SwitchDirection, SwitchScope } from "../../../contract/switches.ts";
import type { App } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";

export interface Target {
  readonly scope: SwitchScope;
  readonly direction: SwitchDirection;
  readonly operator: Operator | null;
  readonly merchantId: bigint | null;
  readonly walletId: bigint | null;
}

/** The field that names the object. A merchant's switch may also name one operator. */
const NEEDED = { platform: null, operator: "operator", merchant: "merchant_id", wallet: "wallet_id" } as const;
const TABLES = { merchant: "merchants", wallet: "wallets" } as const;

async function stored(app: App, q: Queryable, kind: "merchant" | "wallet", field: string, publicId: string | undefined): Promise<bigint | Refused> {
  const id = publicId === undefined ? null : app.publicIds.decode(kind, publicId);
  const row = id === null ? null : await q.one<{ id: bigint }>(`select id from ${TABLES[kind]} where id = $1 and deleted_at is null`, [id]);
  return row?.id ?? refusedField(field);
}

/** Refuses `validation_failed` naming the field that is missing, too much, or names nothing */
export async function targetOf(app: App, q: Queryable, input: SwitchTarget): Promise<Target | Refused> {
  const needed = NEEDED[input.scope];
  for (const field of ["operator", "merchant_id", "wallet_id"] as const) {
    if (field === needed && input[field] === undefined) return refusedField(field, "required");
    const allowed = field === needed || (field === "operator" && input.scope === "merchant");
    if (!allowed && input[field] !== undefined) return refusedField(field, "not_allowed");
  }
  const merchantId = input.scope === "merchant" ? await stored(app, q, "merchant", "merchant_id", input.merchant_id) : null;
  if (merchantId instanceof Refused) return merchantId;
  const walletId = input.scope === "wallet" ? await stored(app, q, "wallet", "wallet_id", input.wallet_id) : null;
  if (walletId instanceof Refused) return walletId;
  return { scope: input.scope, direction: input.direction, operator: input.operator ?? null, merchantId, walletId };
}
