/** A line of the list: what, about what, how much, since when, who is on it, who looks. */
import type { KeyboardEvent, ReactElement } from "react";
import { Link } from "react-router";
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { operatorInfo, OPERATORS } from "../../../contract/operators.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { named } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";
import { objectPath, pathTo } from "../../paths.ts";
import type { Tone } from "../../tokens.ts";
import { Amount, Copy, DateTime, StatusDot, Tag } from "../../ui/index.ts";
import css from "./queue.module.css";
import { failedOf } from "./suggested.ts";

export const TONES = { info: "busy", warning: "ask", urgent: "bad" } as const satisfies Record<ExceptionRow["severity"], Tone>;

/** Where the object is worked on; null where nothing but the queue shows it. */
export function exceptionPath({ object, kind, merchant, wallet }: ExceptionRow, { locale }: Pick<CellTools, "locale">): string | null {
  if (kind === "delivery_failed" && merchant !== null) return pathTo(locale, "merchants", { tab: "deliveries", ...failedOf(merchant.id) });
  if (object.type === "operator") return pathTo(locale, "wallets", { operator: object.name });
  if (object.type === "config") return `${pathTo(locale, "config")}#schedule`;
  if (object.type === "books") return pathTo(locale, "journals");
  if (kind === "device_silent") return pathTo(locale, "wallets", { health: "offline" });
  // A phone is worked on at its wallet.
  if (object.type === "device") return wallet === null ? null : objectPath(locale, "wallet", wallet.id);
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
}
interface LineProps extends Props {
  readonly active: boolean;
  /** How many the line holds; more than one opens to them. */
  readonly count: number;
  readonly amount: string | null;
  readonly opened?: boolean;
  readonly member?: boolean;
  readonly called: boolean;
  readonly viewers: readonly string[];
  readonly to: string;
  readonly onEnter: (event: KeyboardEvent) => void;
}

/** One line of the list: an exception, or several of a kind at one place. */
export function QueueLine({ row, tools, active, count, amount, opened, member, called, viewers, to, onEnter }: LineProps): ReactElement {
  const { t } = tools;
  return (
    <li className={css.row} data-active={active || undefined} data-member={member || undefined} data-id={row.id}>
      <Link
        to={{ search: to }}
        className={css.line}
        data-target=""
        aria-current={active || undefined}
        {...(count > 1 ? { "aria-expanded": opened } : {})}
        onKeyDown={onEnter}
      >
        <span className={css.head}>
          {member ? (
            <span className={css.object}>{objectWords(row, tools)}</span>
          ) : (
            <StatusDot tone={TONES[row.severity]}>{t(`exceptions.kind.${row.kind}`)}</StatusDot>
          )}
          {count > 1 ? <Tag tone="busy">{t("exceptions.members", { n: count })}</Tag> : null}
          {amount === null ? null : (
            <span className={css.money}>
              <Amount value={amount} strong />
            </span>
          )}
        </span>
        <span className={css.facts}>
          {member ? null : <span className={css.object}>{count > 1 ? placeWords(row, tools) : objectWords(row, tools)}</span>}
          <DateTime value={row.since} />
          {count > 1 || row.wallet === null || row.object.type === "wallet" ? null : <span>{row.wallet.name}</span>}
          {row.count === null ? null : <span>{t("exceptions.times", { n: row.count })}</span>}
          {count > 1 ? null : <Marks row={row} tools={tools} />}
          {called ? <Tag tone="ask">{t("exceptions.calledYou")}</Tag> : null}
          <Viewers accounts={viewers} tools={tools} />
        </span>
      </Link>
    </li>
  );
}

/** Who else looks at it now. */
export function Viewers({ accounts, tools: { t } }: { accounts: readonly string[]; tools: CellTools }): ReactElement | null {
  return accounts.length === 0 ? null : <Tag tone="unknown">{t("exceptions.looking", { who: accounts.join(", ") })}</Tag>;
}

/** Who has it, until when it is put aside, how it ended. */
export function Marks({ row, tools: { t } }: Props): ReactElement | null {
  if (row.assignee !== null)
    return <Tag tone="busy">{row.assignee.own ? t("exceptions.mine") : t("exceptions.assignee", { account: row.assignee.account })}</Tag>;
  if (row.status === "muted" && row.muted_until !== null) return <Tag tone="gone">{t("exceptions.mutedUntil", { time: formatDateTime(row.muted_until) })}</Tag>;
  if (row.status !== "resolved") return null;
  return <Tag tone="done">{row.resolved_by === null ? t("exceptions.resolvedSelf") : t("exceptions.resolvedBy", { account: row.resolved_by })}</Tag>;
}

/** Why no wallet took the last order. */
export function Refusals({ row, tools: { t } }: Props): ReactElement | null {
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
export function Messages({ row, tools: { t } }: Props): ReactElement | null {
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
