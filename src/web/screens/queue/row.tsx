/** One exception: what, about what, how much, since when, who is on it, what might end it. */
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { ExceptionAction } from "../../../contract/exceptions.ts";
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { operatorInfo, OPERATORS } from "../../../contract/operators.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { named } from "../../words/named.ts";
import { Reasons } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { objectPath, pathTo } from "../../paths.ts";
import type { Tone } from "../../tokens.ts";
import { Amount, Copy, DateTime, StatusDot, Tag } from "../../ui/index.ts";
import { actsOf } from "./acts.ts";
import css from "./queue.module.css";

const TONES = { info: "busy", warning: "ask", urgent: "bad" } as const satisfies Record<ExceptionRow["severity"], Tone>;

/** Where the object is worked on; null where nothing but the queue shows it. */
export function exceptionPath({ object, kind, merchant }: ExceptionRow, { locale }: Pick<CellTools, "locale">): string | null {
  if (kind === "delivery_failed" && merchant !== null) return pathTo(locale, "merchants", { tab: "deliveries", merchant_id: merchant.id });
  if (object.type === "operator") return pathTo(locale, "wallets", { operator: object.name });
  if (object.type === "books") return pathTo(locale, "journals");
  if (object.type === "device") return pathTo(locale, "wallets", { health: "offline" });
  return object.id === null ? null : objectPath(locale, object.type, object.id);
}

/** Name of the object as people know it. */
export function objectWords({ object }: ExceptionRow, { t }: CellTools): string {
  // A request is named by its kind.
  if (object.type === "approval" && object.name !== null) return named("approvals", "kind", object.name);
  if (object.type === "manual" && object.name !== null) return named("manual", "kind", object.name);
  const operator = OPERATORS.find((one) => object.type === "operator" && one === object.name);
  return operator === undefined ? (object.name ?? object.id ?? t("exceptions.platform")) : operatorInfo(operator).name;
}

/** Name of the place of a line that holds several: its wallet, else its merchant. */
export function placeWords(row: ExceptionRow, tools: CellTools): string {
  return row.wallet?.name ?? row.merchant?.name ?? objectWords(row, tools);
}

interface Props {
  readonly row: ExceptionRow;
  readonly tools: CellTools;
  readonly active: boolean;
  readonly busy: boolean;
  readonly onAct: (row: ExceptionRow, action: ExceptionAction) => void;
  readonly onActive: (id: string) => void;
}

export function QueueRow({ row, tools, active, busy, onAct, onActive }: Props): ReactElement {
  const { t } = tools;
  const path = exceptionPath(row, tools);
  const name = objectWords(row, tools);
  return (
    <li className={css.row} data-active={active || undefined} data-id={row.id} onFocus={() => onActive(row.id)}>
      <div className={css.main}>
        <p className={css.head}>
          <StatusDot tone={TONES[row.severity]}>{t(`exceptions.kind.${row.kind}`)}</StatusDot>
          {path === null ? (
            <span className={css.object} tabIndex={-1} data-target="">
              {name}
            </span>
          ) : (
            <Link to={path} className={css.object} data-target="">
              {name}
            </Link>
          )}
          <Marks row={row} tools={tools} />
        </p>
        <p className={css.facts}>
          <span>
            {t("exceptions.since")} <DateTime value={row.since} />
          </span>
          {row.merchant === null || row.merchant.name === name ? null : <span>{row.merchant.name}</span>}
          {row.count === null ? null : <span>{t("exceptions.times", { n: row.count })}</span>}
          {row.note === null ? null : <span>{t("exceptions.note", { note: row.note })}</span>}
        </p>
        <Suggestions row={row} tools={tools} />
        <Refusals row={row} tools={tools} />
        <Messages row={row} tools={tools} />
      </div>
      <div className={css.side}>
        {row.amount === null ? null : <Amount value={row.amount} strong />}
        <span className={css.acts}>
          {actsOf(row).map((action) => (
            <button key={action} type="button" className={css.act} disabled={busy} onClick={() => onAct(row, action)}>
              {t(`exceptions.act.${action}`)}
            </button>
          ))}
        </span>
      </div>
    </li>
  );
}

function Marks({ row, tools: { t } }: Pick<Props, "row" | "tools">): ReactElement | null {
  if (row.assignee !== null)
    return <Tag tone="busy">{row.assignee.own ? t("exceptions.mine") : t("exceptions.assignee", { account: row.assignee.account })}</Tag>;
  if (row.status === "muted" && row.muted_until !== null) return <Tag tone="gone">{t("exceptions.mutedUntil", { time: formatDateTime(row.muted_until) })}</Tag>;
  if (row.status !== "resolved") return null;
  return <Tag tone="done">{row.resolved_by === null ? t("exceptions.resolvedSelf") : t("exceptions.resolvedBy", { account: row.resolved_by })}</Tag>;
}

function Suggestions({ row, tools }: Pick<Props, "row" | "tools">): ReactElement | null {
  const { t, locale } = tools;
  const [first] = row.suggestions;
  if (first === undefined) return null;
  return (
    <div className={css.more}>
      <p>{t(first.type === "payment" ? "exceptions.suggested" : "exceptions.suggestedMessages")}</p>
      <ul>
        {row.suggestions.map((one) => (
          <li key={one.id}>
            <Link to={objectPath(locale, one.type, one.id) ?? ""}>{one.title}</Link> <Amount value={one.amount} /> · {t("exceptions.score", { n: one.score })}{" "}
            <Reasons
              area="payments"
              path="match"
              codes={one.reasons}
              amounts={one.type === "payment" ? { ordered: one.amount, received: row.amount } : { ordered: row.amount, received: one.amount }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why no wallet took the last order. */
function Refusals({ row, tools: { t } }: Pick<Props, "row" | "tools">): ReactElement | null {
  if (row.wallets.length === 0) return null;
  return (
    <details className={css.more}>
      <summary>{t("exceptions.why")}</summary>
      <ul>
        {row.wallets.map((wallet) => (
          <li key={wallet.wallet_id}>
            {wallet.wallet_name}: {t(`payments.routing.${wallet.result}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What a phone forwarded without its card, whole, to be typed in for the wallet that it belongs to. */
function Messages({ row, tools: { t } }: Pick<Props, "row" | "tools">): ReactElement | null {
  if (row.messages.length === 0) return null;
  return (
    <details className={css.more}>
      <summary>{t("exceptions.messages", { n: row.messages.length })}</summary>
      <p>{t("exceptions.messagesHint")}</p>
      <ul>
        {row.messages.map((message) => (
          <li key={`${message.at} ${message.text}`}>
            <DateTime value={message.at} /> · {message.sender ?? t("exceptions.noSender")} · <Copy value={message.text}>{message.text}</Copy>
          </li>
        ))}
      </ul>
    </details>
  );
}
