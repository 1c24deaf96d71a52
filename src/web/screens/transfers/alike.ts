/** A transfer that is asked for a second time while the first has not ended: it may be meant, and is asked about. */
import { formatAmount, parseAmount } from "../../../contract/money.ts";
import type { TransferCreate, TransferRow } from "../../../contract/transfers.schema.ts";
import { call } from "../../api.ts";
import { amountText, formatDateTime } from "../../i18n/format.ts";
import { text } from "../../i18n/keys.ts";

/** Requests further apart than this are two. */
const ALIKE_MS = 24 * 3_600_000;
/** So many of them are named. */
const NAMED = 3;

/** What of a transfer another one has to share with it. */
type Asked = Pick<TransferCreate, "kind" | "amount" | "from_wallet_id" | "to_wallet_id">;

/** Those of them that move the same between the same wallets, have not ended and were asked for a short while ago; the newest first. */
export function alikeOf(rows: readonly TransferRow[], asked: Asked, nowMs: number): TransferRow[] {
  return rows.filter(
    (row) =>
      row.kind === asked.kind &&
      row.from_wallet_id === (asked.from_wallet_id ?? null) &&
      row.to_wallet_id === (asked.to_wallet_id ?? null) &&
      parseAmount(row.amount) === parseAmount(asked.amount) &&
      (row.status === "pending" || row.status === "processing") &&
      nowMs - Date.parse(row.created_at) < ALIKE_MS,
  );
}

/** The question before such a request is sent, with the one that is there and the one that would come; null: it is the only one, or nobody can tell. */
export async function alikeQuestion(asked: Asked): Promise<string | null> {
  const amountMinor = parseAmount(asked.amount);
  const wallet = asked.from_wallet_id ?? asked.to_wallet_id;
  if (amountMinor === null || wallet === undefined) return null;
  const amount = formatAmount(amountMinor);
  const query = { status: "pending,processing", kind: asked.kind, wallet_id: wallet, min_amount: amount, max_amount: amount } as const;
  const answer = await call("GET /api/transfers", { query });
  const alike = answer.success ? alikeOf(answer.data.items, asked, Date.now()) : [];
  const [first] = alike;
  if (first === undefined) return null;
  const outside = text("transfers.outside");
  const words = alike
    .slice(0, NAMED)
    .map((row) =>
      text("transfers.alike.one", { id: row.id, status: text(`transfers.status.${row.status}`), maker: row.maker, time: formatDateTime(row.created_at) }),
    );
  return [
    text("transfers.alike.new", { amount: amountText(amount), from: first.from_wallet_name ?? outside, to: first.to_wallet_name ?? outside }),
    ...words,
    text("transfers.alike.ask"),
  ].join("\n");
}
