/** An official wallet's connection, as creating and changing a wallet write it: sealed, audited by name, never by value. */
import type { WalletOfficialIn } from "../../../contract/official.schema.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { connectionColumns } from "../../core/operators/credentials.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import type { Columns } from "./input.ts";

/** Columns to write, and what the trail says of them. */
export interface OfficialChange {
  readonly columns: Columns;
  readonly trail: Readonly<Record<string, unknown>>;
}

const NOTHING: OfficialChange = { columns: {}, trail: {} };

/**
 * Turns the given connection into columns; not given: none. The caller has asked for a re-authentication.
 * @param tx null: the wallet is new
 * Refuses validation_failed by field
 */
export async function officialChange(
  ctx: UserCtx,
  tx: Tx | null,
  wallet: { readonly id: bigint; readonly operator: string; readonly api_type: string },
  input: WalletOfficialIn,
): Promise<OfficialChange | Refused> {
  if (input === undefined) return NOTHING;
  if (input !== null && wallet.api_type !== "official") return refusedField("official", "not_allowed");
  const row = tx === null ? null : await tx.one<{ credentials: Buffer | null }>("select credentials from wallets where id = $1", [wallet.id]);
  const columns = connectionColumns(ctx.app, wallet, row?.credentials ?? null, input);
  if (columns instanceof Refused) return columns;
  const trail =
    input === null
      ? "removed"
      : { base_url: input.base_url ?? null, payout_base_url: input.payout_base_url ?? null, fields: Object.keys(input.credentials ?? {}) };
  return { columns, trail: { official: trail } };
}
