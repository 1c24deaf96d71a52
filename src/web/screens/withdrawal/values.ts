/** The forms' texts as bodies of the withdrawals' calls. Pure. */
import type { WithdrawalCreate, WithdrawalPaid, WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import type { Values } from "../../forms/spec.ts";

const given = (text: string | undefined): string | undefined => (text?.trim() ? text.trim() : undefined);

/** Body of a submission; a merchant's own people name no merchant. */
export function createBody(values: Values, staff: boolean): WithdrawalCreate {
  const [merchant, note] = [given(values.merchant_id), given(values.note)];
  return {
    ...(staff && merchant !== undefined ? { merchant_id: merchant } : {}),
    receiving_account: (values.receiving_account ?? "").trim(),
    amount: (values.amount ?? "").trim(),
    ...(note === undefined ? {} : { note }),
  };
}

/** Body of "paid": wallet and cost only where a wallet paid it. */
export function paidBody(row: WithdrawalRow, values: Values): WithdrawalPaid {
  const [wallet, cost] = values.way === "wallet" ? [given(values.wallet_id), given(values.cost)] : [undefined, undefined];
  return {
    version: row.version,
    reference: (values.reference ?? "").trim(),
    ...(wallet === undefined ? {} : { wallet_id: wallet }),
    ...(cost === undefined ? {} : { cost }),
  };
}
