/** What a transfer will do to its wallets, shown inside its forms while they are filled in. */
import { type ReactElement, useEffect } from "react";
import { parseAmount } from "../../../contract/money.ts";
import type { TransferRow } from "../../../contract/transfers.schema.ts";
import type { CustomFieldProps } from "../../forms/spec.ts";
import { amountText, countText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useRead } from "../../query.ts";
import { useCan } from "../../session.tsx";
import css from "./transfers.module.css";
import { doubtOf, freezeEffect, hasFrom, hasTo, moveEffect, type Effect, usedMessages, type WalletFigures } from "./values.ts";

/** A wallet's figures as they are now; null while they are not known. */
function useWallet(id: string | null | undefined): WalletFigures | null {
  const read = useRead("GET /api/wallets/:id", { params: { id: id ?? "" } }, { enabled: useCan("wallets.see") && Boolean(id) });
  return id && read.data ? read.data : null;
}

function Lines({ id, label, lines, words }: { id: string; label: string; lines: readonly (Effect | null)[]; words: readonly string[] }): ReactElement {
  const t = useText();
  const shown = lines.filter((line) => line !== null);
  return (
    <div id={id} className={css.effect} role="status" aria-label={label} data-tone={shown.some((line) => line.key === "short") ? "bad" : "busy"}>
      {shown.map((line) => (
        <p key={`${line.key} ${line.wallet}`}>
          {t(`transfers.effect.${line.key}`, {
            wallet: line.wallet,
            before: amountText(line.before),
            after: amountText(line.after),
            needed: amountText(line.needed || "0.00"),
          })}
        </p>
      ))}
      {words.map((word) => (
        <p key={word}>{word}</p>
      ))}
    </div>
  );
}

/** Of a new request: what its approval would freeze. Its value is what has to be confirmed, and another one has to be confirmed anew. */
export function RequestEffect({ id, label, value, values, onPatch }: CustomFieldProps<null>): ReactElement {
  const t = useText();
  const from = useWallet(hasFrom(values.kind) ? values.from_wallet_id : null);
  const amount = parseAmount((values.amount ?? "").trim());
  const cost = parseAmount((values.expected_cost ?? "").trim() || "0") ?? 0n;
  const line = amount === null ? null : freezeEffect(from, amount, cost);
  const doubt = doubtOf(values.from_wallet_id, line);
  useEffect(() => {
    if (doubt !== value) onPatch({ effect: doubt, short_known: "" });
  }, [doubt, value, onPatch]);
  const words = hasFrom(values.kind) ? (amount === null || from === null ? [t("transfers.effect.choose")] : []) : [t("transfers.ask.approveInIntro")];
  return <Lines id={id} label={label} lines={[line]} words={words} />;
}

/** Of an approval: what is frozen by it. */
export function ApproveEffect({ id, label, subject }: CustomFieldProps<TransferRow>): ReactElement {
  const t = useText();
  const from = useWallet(subject.from_wallet_id);
  const line = freezeEffect(from, parseAmount(subject.amount) ?? 0n, parseAmount(subject.expected_cost) ?? 0n);
  return <Lines id={id} label={label} lines={[line]} words={subject.from_wallet_id === null ? [t("transfers.ask.approveInIntro")] : []} />;
}

/** Of a completion: what is still to be booked, and with which messages. */
export function CompleteEffect({ id, label, subject, values }: CustomFieldProps<TransferRow>): ReactElement {
  const t = useText();
  const detail = useRead("GET /api/transfers/:id", { params: { id: subject.id } });
  const from = useWallet(subject.sent_at === null ? subject.from_wallet_id : null);
  const to = useWallet(subject.received_at === null ? subject.to_wallet_id : null);
  const amount = parseAmount(subject.amount) ?? 0n;
  const cost = parseAmount((values.cost ?? "").trim() || subject.expected_cost) ?? 0n;
  const used = detail.data ? usedMessages(detail.data, values) : [];
  const booked = (direction: "debit" | "credit"): boolean => used.some((message) => message.direction === direction);
  const lines = [
    from === null || booked("debit") ? null : moveEffect(from, -amount - cost),
    to === null || booked("credit") ? null : moveEffect(to, hasFrom(subject.kind) ? amount : amount - cost),
  ];
  const words = [
    ...((hasFrom(subject.kind) && subject.sent_at !== null) || (hasTo(subject.kind) && subject.received_at !== null) ? [t("transfers.effect.moved")] : []),
    ...(detail.data ? [used.length > 0 ? t("transfers.effect.messages", { n: countText(used.length) }) : t("transfers.effect.noMessages")] : []),
  ];
  return <Lines id={id} label={label} lines={lines} words={words} />;
}
