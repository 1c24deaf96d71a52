/** The evidence of a payout as a page. */
import type { DisburseDetail, DisburseRow } from "../../../contract/disburses.schema.ts";
import type { DisburseEvidenceFile } from "../../../contract/evidence.schema.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { call } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import { facts, node, pageText, section, table } from "../../evidence/page.ts";
import { amountOrNull, entriesPart, messagesPart, moment, notificationsPart, orderTail, origin, timelinePart } from "../../evidence/parts.ts";
import { saveEvidence } from "../../evidence/save.ts";
import { amountText } from "../../i18n/format.ts";
import type { FileResult } from "../../list/spec/index.ts";
import { isStaffNow } from "../../session.tsx";
import { feeLine } from "../merchants/columns.tsx";
import { differenceOf } from "./evidence.tsx";
import { reasonWords } from "./reason-words.ts";

function factsPart(order: DisburseDetail, tools: CellTools): HTMLElement {
  const { t } = tools;
  const staff = isStaffNow();
  return section(
    t("list.drawer.facts"),
    facts([
      [t("words.field.status"), t(`disburses.status.${order.status}`)],
      [t("words.field.reason"), order.reason === null ? null : reasonWords(order.reason)],
      [t("words.field.merchant_id"), `${order.merchant_name} (${order.merchant_id})`],
      [t("words.field.merchant_order_id"), order.merchant_order_id],
      [t("words.field.amount"), amountText(order.amount)],
      [t("disburses.column.customer"), order.customer],
      [t("words.field.fee"), amountText(order.fee)],
      [t("words.field.fee_rule"), feeLine(order.fee_rule, tools)],
      [t("words.field.operator_cost"), staff ? amountOrNull(order.cost) : null],
      [t("words.field.trx_id"), order.trx_id],
      [t("words.field.operator"), operatorInfo(order.operator).name],
      [t("disburses.column.wallet"), staff && order.wallet_name !== null ? `${order.wallet_name} (${order.wallet_id})` : null],
      [t("disburses.column.way"), staff && order.way !== null ? t(`common.apiType.${order.way}`) : null],
      [t("words.field.created_at"), moment(order.created_at)],
      [t("words.field.paid_at"), moment(order.paid_at)],
      [t("disburses.column.returned"), moment(order.returned_at)],
      [t("words.field.remote_ip"), order.remote_ip],
      [t("words.field.payer_id"), order.user_id],
      [t("words.field.staff"), order.operators.join(", ")],
      ...orderTail(order, tools),
    ]),
  );
}

function attemptsPart({ attempts, cost }: DisburseDetail, { t }: CellTools): HTMLElement {
  const title = t("disburses.drawer.attempts");
  if (attempts.length === 0) return section(title, node("p", "note", t("disburses.drawer.noAttempts")));
  return section(
    title,
    ...attempts.flatMap((attempt) => [
      node("h3", null, `${attempt.no} · ${t(`disburses.attemptStatus.${attempt.status}`)}`),
      facts([
        [t("words.field.reason"), attempt.error === null ? null : reasonWords(attempt.error)],
        [t("words.field.wallet_id"), `${attempt.wallet_name} (${attempt.wallet_id})`],
        [t("disburses.column.way"), t(`common.apiType.${attempt.way}`)],
        [t("words.field.trx_id"), attempt.trx_id],
        [t("disburses.drawer.attemptReference"), [attempt.reference, attempt.operator_reference].filter(Boolean).join(" · ")],
        [t("words.field.cost"), amountOrNull(attempt.cost ?? (attempt.status === "completed" ? cost : null))],
        [t("disburses.drawer.attemptStart"), moment(attempt.started_at)],
        [t("disburses.drawer.attemptEnd"), moment(attempt.ended_at)],
      ]),
    ]),
  );
}

/** What was answered about every attempt, in full, and what the wallet's balance says. */
function answersPart(order: DisburseDetail, { t }: CellTools): HTMLElement | null {
  const { continuity } = order;
  if (order.evidence.length === 0 && continuity === null) return null;
  return section(
    t("disburses.evidence.operator"),
    ...order.evidence.flatMap((one) => [
      node("h3", null, `${one.attempt} · ${t(`disburses.source.${one.source}`)} · ${reasonWords(one.code)} · ${moment(one.at)}`),
      facts([
        [t("evidence.who"), one.account],
        [t("evidence.more"), one.message],
      ]),
      Object.keys(one.data).length === 0 ? null : node("pre", null, JSON.stringify(one.data, null, 2)),
    ]),
    ...(continuity === null
      ? []
      : [
          node("h3", null, `${t("disburses.evidence.continuity")} · ${t(`disburses.continuity.${continuity.state}`)}`),
          facts([
            [t("disburses.evidence.estimated"), amountOrNull(continuity.balance)],
            [t("disburses.evidence.real"), amountOrNull(continuity.real_balance)],
            [t("disburses.evidence.difference"), amountOrNull(differenceOf(continuity))],
            [t("disburses.evidence.discrepancy"), amountOrNull(continuity.discrepancy)],
            [t("disburses.evidence.realAt"), moment(continuity.real_balance_at)],
          ]),
        ]),
  );
}

/** The order beside the message of its payment: what was asked for, what the operator says that it did. */
function bothSides(order: DisburseDetail, { t }: CellTools): HTMLElement | null {
  const [message] = order.messages;
  if (message === undefined) return null;
  return section(
    t("payments.evidence.title"),
    table(
      [{ title: "" }, { title: t("payments.evidence.order") }, { title: `${t("payments.evidence.message")} ${message.id}` }],
      [
        [t("payments.evidence.amount"), amountText(order.amount), amountText(message.amount)],
        [t("disburses.column.customer"), order.customer ?? "–", message.counterparty ?? "–"],
        [t("payments.evidence.trx"), order.trx_id ?? "–", message.trx_id ?? "–"],
        [t("payments.evidence.time"), moment(order.paid_at ?? order.created_at) ?? "", moment(message.received_at) ?? ""],
      ],
    ),
  );
}

/** The page: the same parts as the drawer, every attempt's answers, and the bodies of the notifications. */
export function disbursePage(evidence: DisburseEvidenceFile, tools: CellTools): string {
  const { t, locale } = tools;
  const { order } = evidence;
  const near = order.candidates.filter((one) => !order.messages.some((linked) => linked.id === one.id));
  const inside = !isStaffNow()
    ? []
    : [
        attemptsPart(order, tools),
        answersPart(order, tools),
        bothSides(order, tools),
        messagesPart("disburses", t("list.drawer.messages"), order.messages, t("payments.drawer.noMessages"), order.amount, tools),
        near.length > 0 ? messagesPart("disburses", t("list.drawer.candidates"), near, "", order.amount, tools) : null,
      ];
  return pageText(
    `${t("evidence.title")} · ${t("audit.object.disburse")} ${order.id}`,
    locale,
    node("div", null, ...origin(evidence, tools)),
    factsPart(order, tools),
    timelinePart("disburses", order.id, order.timeline, tools),
    ...inside,
    entriesPart(order.id, order.entries, tools),
    notificationsPart(evidence.notifications, tools),
  );
}

/** Fetches the evidence of a payout and saves it. */
export async function saveDisburseEvidence({ id }: DisburseRow, tools: CellTools): Promise<FileResult> {
  const answer = await call("GET /api/disburses/:id/evidence", { params: { id } });
  return saveEvidence(
    answer,
    id,
    (data) => moment(data.made_at) ?? "",
    (data) => disbursePage(data, tools),
    tools,
  );
}
