/** What every order's evidence holds: who made it, what happened, messages, entries, notifications with their bodies. */
import type { DeliveryDetail } from "../../contract/deliveries.schema.ts";
import type { PaymentDetail } from "../../contract/payments.schema.ts";
import type { TimelineItem } from "../../contract/schema.ts";
import { dayText, formatDateTime } from "../../contract/time.ts";
import type { CellTools } from "../cell-tools.ts";
import { amountText } from "../i18n/format.ts";
import type { Area } from "../i18n/index.ts";
import { currentSession } from "../session.tsx";
import { accountWord } from "../words/account-word.ts";
import { named, reasonWord } from "../words/named.ts";
import { actorWord, timelineDetail, timelineWord } from "../words/timeline-words.ts";
import { facts, node, section, table } from "./page.ts";

/** A moment to the second, Asia/Shanghai. */
export function moment(instant: string | null): string | null {
  // Offsets are whole minutes: the second is the same everywhere.
  return instant === null ? null : `${formatDateTime(instant)}:${instant.slice(17, 19)}`;
}

/** An amount as people read it; null stays. */
export const amountOrNull = (amount: string | null): string | null => (amount === null ? null : amountText(amount));
const note = (text: string): HTMLElement => node("p", "note", text);

/** Who made it when, and what the reader has to know of it. */
export function origin(made: { readonly made_at: string; readonly made_by: string; readonly masked: boolean }, { t, currency }: CellTools): Node[] {
  return [
    facts([
      [t("evidence.madeAt"), moment(made.made_at)],
      [t("evidence.madeBy"), made.made_by],
      [t("evidence.currency"), currency],
    ]),
    note(t("evidence.zone")),
    note(t("evidence.seen")),
    ...(made.masked ? [note(t("evidence.masked"))] : []),
    node("p", "note screen", t("evidence.print")),
  ];
}

/** That what was written of an order so old has gone into an archive; null: it has not. */
function archived(orderId: string, what: "list.drawer.archivedEntries" | "list.drawer.archivedActs", { t }: CellTools): HTMLElement | null {
  const session = currentSession();
  const before = session.state === "in" ? (session.profile.archived_before ?? null) : null;
  if (before === null || `20${orderId.slice(1, 7)}` >= before.replaceAll("-", "")) return null;
  return note(t(what, { day: dayText(before) }));
}

/** Who did what when. */
export function timelinePart(area: Area, orderId: string, items: readonly TimelineItem[], tools: CellTools): HTMLElement {
  const { t } = tools;
  return section(
    t("list.drawer.timeline"),
    archived(orderId, "list.drawer.archivedActs", tools),
    table(
      [{ title: t("words.field.at"), as: "t" }, { title: t("evidence.happened") }, { title: t("evidence.who") }, { title: t("evidence.more") }],
      items.map((item) => [moment(item.at) ?? "", timelineWord(area, item), actorWord(item.actor, tools), timelineDetail(area, item) ?? ""]),
    ),
  );
}

type Message = PaymentDetail["messages"][number];

/** Messages as the phones sent them, each with what was read of it. @param ordered what was asked for, said beside another amount */
export function messagesPart(area: Area, title: string, messages: readonly Message[], none: string, ordered: string, { t }: CellTools): HTMLElement {
  if (messages.length === 0) return section(title, note(none));
  return section(
    title,
    ...messages.flatMap((message) => [
      node("h3", null, `${message.id} · ${moment(message.received_at)}`),
      facts([
        [t("words.field.sender"), message.sender],
        [t("words.field.amount"), amountOrNull(message.amount)],
        [t("words.field.trx_id"), message.trx_id],
        [t(area === "disburses" ? "disburses.column.customer" : "payments.evidence.payer"), message.counterparty],
        [t("words.field.match_status"), named("sms", "status", message.match_status)],
        [t("evidence.reasons"), message.reasons.map((code) => reasonWord(area, "match", code, { ordered, received: message.amount })).join(" · ")],
      ]),
      node("pre", null, message.text),
    ]),
  );
}

/** Ledger entries: before, what moved, after. */
export function entriesPart(orderId: string, entries: PaymentDetail["entries"], tools: CellTools): HTMLElement {
  const { t } = tools;
  const old = archived(orderId, "list.drawer.archivedEntries", tools);
  if (entries.length === 0) return section(t("list.drawer.entries"), old ?? note(t("list.drawer.noEntries")));
  const kind = (code: string): string => {
    const word = named("journals", "kind", code);
    // Of the platform's own accounts the account says it.
    return word === code ? "" : word;
  };
  return section(
    t("list.drawer.entries"),
    old,
    table(
      [
        { title: t("words.field.at"), as: "t" },
        { title: t("list.drawer.account") },
        { title: t("words.field.kind") },
        { title: t("list.drawer.before"), as: "n" },
        { title: t("list.drawer.amount"), as: "n" },
        { title: t("list.drawer.after"), as: "n" },
      ],
      entries.map((entry) => [
        moment(entry.created_at) ?? "",
        accountWord(entry.account),
        kind(entry.kind),
        amountText(entry.before_balance),
        `${entry.amount.startsWith("-") ? "" : "+"}${amountText(entry.amount)}`,
        amountText(entry.after_balance),
      ]),
    ),
  );
}

/** Notifications: where each went, every attempt, and the body that was signed and sent. */
export function notificationsPart(deliveries: readonly DeliveryDetail[] | null, { t }: CellTools): HTMLElement {
  const title = t("list.drawer.notifications");
  if (deliveries === null) return section(title, note(t("frame.noPermission.title")));
  if (deliveries.length === 0) return section(title, note(t("payments.drawer.noDeliveries")));
  return section(
    title,
    ...deliveries.flatMap((delivery) => [
      node("h3", null, `${named("deliveries", "type", delivery.type)} · ${named("deliveries", "status", delivery.status)} · ${delivery.id}`),
      facts([
        [t("words.field.created_at"), moment(delivery.created_at)],
        [t("deliveries.column.webhook_id"), delivery.webhook_id],
        [t("words.field.url"), delivery.url],
      ]),
      delivery.attempts.length === 0
        ? note(t("deliveries.drawer.noAttempts"))
        : table(
            [
              { title: t("words.field.at"), as: "t" },
              { title: t("deliveries.drawer.code") },
              { title: t("deliveries.drawer.ms"), as: "n" },
              { title: t("deliveries.drawer.answer") },
            ],
            delivery.attempts.map((attempt) => [
              moment(attempt.at) ?? "",
              attempt.code === null ? "–" : String(attempt.code),
              attempt.ms === null ? "–" : t("deliveries.ms", { n: attempt.ms }),
              attempt.error === null ? (attempt.body_start ?? "") : named("deliveries", "error", attempt.error),
            ]),
          ),
      node("h3", null, t("deliveries.drawer.body")),
      node("pre", null, JSON.stringify(delivery.body, null, 2)),
    ]),
  );
}

interface Order {
  readonly notify_url: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly notes: readonly { readonly account: string | null; readonly at: string; readonly text: string }[];
}

/** What every order tells last of itself. */
export function orderTail(order: Order, { t }: CellTools): (readonly [string, string | null])[] {
  const { metadata } = order;
  return [
    [t("words.field.notify_url"), order.notify_url],
    [t("words.field.metadata"), metadata === null || Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata, null, 2)],
    ...order.notes.map((one): [string, string] => [`${t("words.field.notes")} · ${one.account ?? t("common.system")} · ${moment(one.at)}`, one.text]),
  ];
}
