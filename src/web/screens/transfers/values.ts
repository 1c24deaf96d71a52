/** What a transfer does to its wallets, before it is done, and its forms' texts as bodies. Pure. */
import { formatAmount, parseAmount } from "../../../contract/money.ts";
import type { TransferComplete, TransferCreate, TransferDetail, TransferRow } from "../../../contract/transfers.schema.ts";
import type { TransferKind } from "../../../contract/transfers.ts";
import type { Values } from "../../forms/spec.ts";

/** An amount that may be below zero, in minor units. */
function signedMinor(text: string): bigint {
  const minor = parseAmount(text.replace(/^-/, "")) ?? 0n;
  return text.startsWith("-") ? -minor : minor;
}

/** A wallet as far as the forms speak of it. */
export interface WalletFigures {
  readonly name: string;
  readonly balance: string;
  readonly frozen_balance: string;
}
/** One line of "what will happen": which sentence, and its figures. */
export interface Effect {
  readonly key: "free" | "short" | "balance";
  readonly wallet: string;
  readonly before: string;
  readonly after: string;
  readonly needed: string;
}

/** Freezing on the paying wallet. Null: nothing is frozen. */
export function freezeEffect(from: WalletFigures | null, amountMinor: bigint, costMinor: bigint): Effect | null {
  if (from === null) return null;
  const free = signedMinor(from.balance) - signedMinor(from.frozen_balance);
  const needed = amountMinor + costMinor;
  const figures = { wallet: from.name, before: formatAmount(free), after: formatAmount(free - needed), needed: formatAmount(needed) };
  return { key: free < needed ? "short" : "free", ...figures };
}

/**
 * What a request has to be confirmed for: more is asked of the wallet than is free on it. Money may be on its way, so that
 * it can be asked for; its approval is refused until the wallet holds it. Another wallet or amount is another doubt.
 */
export function doubtOf(walletId: string | undefined, line: Effect | null): string {
  return line?.key === "short" ? `${walletId ?? ""} ${line.needed}` : "";
}

/** What completing moves on one wallet's balance. */
export function moveEffect(wallet: WalletFigures, changeMinor: bigint): Effect {
  const before = signedMinor(wallet.balance);
  return { key: "balance", wallet: wallet.name, before: formatAmount(before), after: formatAmount(before + changeMinor), needed: "" };
}

/** Sides that a kind has. */
export const hasFrom = (kind: string | undefined): boolean => kind === "wallet" || kind === "b2b_out";
export const hasTo = (kind: string | undefined): boolean => kind === "wallet" || kind === "b2b_in";

const given = (text: string | undefined): string | undefined => (text?.trim() ? text.trim() : undefined);

/** Body of a request. */
export function createBody(values: Values): TransferCreate {
  const kind = (values.kind ?? "wallet") as TransferKind; // one of the radio's options
  const [from, to, cost, note] = [given(values.from_wallet_id), given(values.to_wallet_id), given(values.expected_cost), given(values.note)];
  return {
    kind,
    amount: (values.amount ?? "").trim(),
    ...(hasFrom(kind) && from !== undefined ? { from_wallet_id: from } : {}),
    ...(hasTo(kind) && to !== undefined ? { to_wallet_id: to } : {}),
    ...(hasFrom(kind) && cost !== undefined ? { expected_cost: cost } : {}),
    ...(note === undefined ? {} : { note }),
  };
}

/** Body of a completion by hand. */
export function completeBody(row: TransferRow, values: Values): TransferComplete {
  const [trx, received, cost] = [given(values.trx_id), given(values.received_trx_id), given(values.cost)];
  return {
    version: row.version,
    ...(trx === undefined ? {} : { trx_id: trx }),
    ...(received !== undefined && ownTrxEach(row) ? { received_trx_id: received } : {}),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** Wallets of two operators: each prints a TrxID of its own. */
export function ownTrxEach(row: TransferRow): boolean {
  return row.kind === "wallet" && row.from_operator !== row.to_operator;
}

/** Messages that a completion would use: with the TrxID that was typed, else all that fit by their amount. */
export function usedMessages(detail: TransferDetail, values: Values): TransferDetail["candidates"] {
  const typed = [given(values.trx_id), given(values.received_trx_id)].flatMap((trx) => (trx === undefined ? [] : [trx.toUpperCase()]));
  return typed.length === 0
    ? detail.candidates
    : detail.candidates.filter((message) => message.trx_id !== null && typed.includes(message.trx_id.toUpperCase()));
}
