/** The evidence of a withdrawal as a page. */
import type { WithdrawalEvidence } from "../../../contract/evidence.schema.ts";
import type { WithdrawalDetail, WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import { call } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import { facts, node, pageText, section } from "../../evidence/page.ts";
import { amountOrNull, entriesPart, moment, notificationsPart, origin, timelinePart } from "../../evidence/parts.ts";
import { saveEvidence } from "../../evidence/save.ts";
import { amountText } from "../../i18n/format.ts";
import type { FileResult } from "../../list/spec/index.ts";
import { isStaffNow, mayNow } from "../../session.tsx";
import { named } from "../../words/named.ts";
import { submitterWord } from "./columns.tsx";

/** Who decided and paid, and from where: the platform's people only. */
function staffFacts(row: WithdrawalDetail, { t }: CellTools): (readonly [string, string | null])[] {
  const outside = row.paid ? t("withdrawal.outside") : null;
  return [
    [t("withdrawal.column.approver"), row.approver],
    [t("withdrawal.column.payer"), row.payer],
    [t("withdrawal.column.wallet"), row.wallet_id === null ? outside : `${row.wallet_name} (${row.wallet_id})`],
    [t("words.field.cost"), amountOrNull(row.cost)],
    [t("words.field.bank_file"), row.bank_file],
  ];
}

function factsPart(row: WithdrawalDetail, tools: CellTools): HTMLElement {
  const { t } = tools;
  return section(
    t("list.drawer.facts"),
    facts([
      [t("words.field.status"), t(`withdrawal.status.${row.status}`)],
      [t("words.field.reason"), row.reason],
      [t("words.field.merchant_id"), `${row.merchant_name} (${row.merchant_id})`],
      [t("words.field.amount"), amountText(row.amount)],
      [t("withdrawal.column.receiving"), row.receiving_account],
      [t("withdrawal.column.max_available"), amountText(row.max_available)],
      [t("withdrawal.column.reference"), row.reference],
      [t("withdrawal.column.submitter"), submitterWord(row, tools)],
      ...(isStaffNow() ? staffFacts(row, tools) : []),
      [t("words.field.created_at"), moment(row.created_at)],
      [t("withdrawal.column.approved"), moment(row.approved_at)],
      [t("withdrawal.column.paid_at"), moment(row.paid_at)],
      [t("words.field.note"), row.note],
    ]),
  );
}

/** The message of the wallet that paid it, as its phone sent it. */
function movementsPart({ messages }: WithdrawalDetail, { t }: CellTools): HTMLElement {
  const title = t("list.drawer.messages");
  if (messages.length === 0) return section(title, node("p", "note", t("withdrawal.drawer.noMessages")));
  return section(
    title,
    ...messages.flatMap((message) => [
      node("h3", null, `${message.id} · ${t(`transfers.direction.${message.direction}`)} · ${moment(message.received_at)}`),
      facts([
        [t("withdrawal.column.wallet"), `${message.wallet_name} (${message.wallet_id})`],
        [t("words.field.sender"), message.sender],
        [t("words.field.amount"), amountOrNull(message.amount)],
        [t("words.field.fee"), amountOrNull(message.fee)],
        [t("words.field.trx_id"), message.trx_id],
        [t("words.field.match_status"), named("sms", "status", message.match_status)],
      ]),
      node("pre", null, message.text),
    ]),
  );
}

/** The page: the same parts as the drawer, and the bodies of the notifications. */
export function withdrawalPage(evidence: WithdrawalEvidence, tools: CellTools): string {
  const { t, locale } = tools;
  const { order } = evidence;
  return pageText(
    `${t("evidence.title")} · ${t("audit.object.withdrawal")} ${order.id}`,
    locale,
    node("div", null, ...origin(evidence, tools)),
    factsPart(order, tools),
    timelinePart("withdrawal", order.id, order.timeline, tools),
    mayNow("sms.see") && order.wallet_id !== null ? movementsPart(order, tools) : null,
    entriesPart(order.id, order.entries, tools),
    notificationsPart(evidence.notifications, tools),
  );
}

/** Fetches the evidence of a withdrawal and saves it. */
export async function saveWithdrawalEvidence({ id }: WithdrawalRow, tools: CellTools): Promise<FileResult> {
  const answer = await call("GET /api/withdrawal/:id/evidence", { params: { id } });
  return saveEvidence(
    answer,
    id,
    (data) => moment(data.made_at) ?? "",
    (data) => withdrawalPage(data, tools),
    tools,
  );
}
