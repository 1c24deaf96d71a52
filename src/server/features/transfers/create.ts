/** A new transfer: a request, until a checker approves it. */
import { formatAmount, parseAmount } from "../../../contract/money.ts";
import type { TransferCreate, TransferRow } from "../../../contract/transfers.schema.ts";
import type { FieldErrors } from "../../../contract/errors.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { addEvent, eventActorOf } from "../../core/timeline.ts";
import { loadTransferRow } from "./queries.ts";

const NEEDED = { wallet: { from: true, to: true }, b2b_in: { from: false, to: true }, b2b_out: { from: true, to: false } } as const;

/** Which sides a kind has, checked against what was given. Null: they are; else validation_failed naming each field. */
function checkSides(input: TransferCreate): Refused | null {
  const { from, to } = NEEDED[input.kind];
  const fields: Record<string, FieldErrors[string]> = {};
  if (from !== (input.from_wallet_id !== undefined)) fields["from_wallet_id"] = from ? "required" : "not_allowed";
  if (to !== (input.to_wallet_id !== undefined)) fields["to_wallet_id"] = to ? "required" : "not_allowed";
  return Object.keys(fields).length > 0 ? new Refused("validation_failed", { fields }) : null;
}

/** A wallet that can take part; one that is deleted in the same moment is found by the approval. */
async function walletOf(tx: Tx, field: string, id: bigint | null): Promise<bigint | Refused> {
  const row = id === null ? null : await tx.one<{ deleted: boolean }>("select deleted_at is not null as deleted from wallets where id = $1", [id]);
  if (!row || row.deleted || id === null) return refusedField(field);
  return id;
}

/** Refuses validation_failed */
export async function createTransfer(ctx: UserCtx, input: TransferCreate): Promise<Answer<TransferRow>> {
  const { app, actor } = ctx;
  const sides = checkSides(input);
  if (sides) return sides;
  const wallet = (id: string | undefined): bigint | null => (id === undefined ? null : app.publicIds.decode("wallet", id));
  const amount = parseAmount(input.amount) as bigint;
  const expectedCost = parseAmount(input.expected_cost ?? "0.00") as bigint;
  return ctx.tx(async (tx) => {
    const from = input.from_wallet_id === undefined ? null : await walletOf(tx, "from_wallet_id", wallet(input.from_wallet_id));
    if (from instanceof Refused) return from;
    const to = input.to_wallet_id === undefined ? null : await walletOf(tx, "to_wallet_id", wallet(input.to_wallet_id));
    if (to instanceof Refused) return to;
    if (from !== null && from === to) return refusedField("to_wallet_id", "not_allowed");
    const id = app.ids.next();
    await tx.run("insert into transfers (id, kind, from_wallet_id, to_wallet_id, amount, expected_cost, maker, note) values ($1, $2, $3, $4, $5, $6, $7, $8)", [
      id,
      input.kind,
      from,
      to,
      amount,
      expectedCost,
      actor.id,
      input.note?.trim() ?? "",
    ]);
    await addEvent(app, tx, {
      type: "transfer",
      id,
      kind: "created",
      actor: eventActorOf(ctx),
      data: { amount: formatAmount(amount), expected_cost: formatAmount(expectedCost) },
    });
    ctx.emit({ kind: "transfers", objectId: id, version: 1, change: "created", merchantId: null });
    await auditAct(ctx, tx, "transfers.create", id, { note: input.note?.trim() ?? null });
    return loadTransferRow(app, tx, id, actor);
  });
}
