/** The evidence of a payment as a page. */
import type { PaymentEvidence } from "../../../contract/evidence.schema.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import type { PaymentDetail, PaymentRow } from "../../../contract/payments.schema.ts";
import { call } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import { facts, node, pageText, section, table } from "../../evidence/page.ts";
import { amountOrNull, entriesPart, messagesPart, moment, notificationsPart, orderTail, origin, timelinePart } from "../../evidence/parts.ts";
import { saveEvidence } from "../../evidence/save.ts";
import { amountText } from "../../i18n/format.ts";
import type { FileResult } from "../../list/spec/index.ts";
import { difference } from "../../list/state/index.ts";
import { mayNow } from "../../session.tsx";
import { feeLine } from "../merchants/columns.tsx";
import { choices } from "./best-first.ts";
import { verdictOf } from "./both-sides.tsx";
import { reasonOf } from "./columns.tsx";

/** The order beside the message that paid it, or that may. */
function bothSides(order: PaymentDetail, { t }: CellTools): HTMLElement | null {
  const [best] = choices(order);
  if (best === undefined) return null;
  const trx = order.trx_id ?? order.claimed_trx ?? order.submitted_trx[0] ?? null;
  const apart = best.amount !== null && best.amount !== order.amount;
  const verdict = (ordered: string | null, received: string | null): string => {
    const said = verdictOf(ordered, received);
    return said === null ? "" : t(`payments.evidence.${said}`);
  };
  const rows: string[][] = [
    [
      t("payments.evidence.amount"),
      amountText(order.amount),
      amountText(best.amount),
      apart ? amountText(difference(best.amount ?? "0", order.amount)) : verdict(order.amount, best.amount),
    ],
    [t("payments.evidence.payer"), order.customer ?? "–", best.counterparty ?? "–", verdict(order.customer, best.counterparty)],
    [t("payments.evidence.trx"), trx ?? "–", best.trx_id ?? "–", verdict(trx, best.trx_id)],
    [t("payments.evidence.time"), moment(order.created_at) ?? "", moment(best.received_at) ?? "", ""],
  ];
  return section(
    t("payments.evidence.title"),
    table(
      [
        { title: "" },
        { title: t("payments.evidence.order") },
        { title: `${t("payments.evidence.message")} ${best.id}` },
        { title: t("payments.evidence.difference") },
      ],
      rows,
    ),
  );
}

function factsPart(order: PaymentDetail, tools: CellTools): HTMLElement {
  const { t } = tools;
  const seesWallets = mayNow("wallets.see");
  return section(
    t("list.drawer.facts"),
    facts([
      [
        t("words.field.status"),
        [t(`payments.status.${order.status}`), order.disputed_at && t("payments.disputed"), order.reversed_at && t("payments.reversed")]
          .filter(Boolean)
          .join(" · "),
      ],
      [t("words.field.reason"), reasonOf(order)],
      [t("words.field.merchant_id"), `${order.merchant_name} (${order.merchant_id})`],
      [t("words.field.merchant_order_id"), order.merchant_order_id],
      [t("words.field.amount"), amountText(order.amount)],
      [t("words.field.received_amount"), amountOrNull(order.received_amount)],
      [t("words.field.fee"), amountOrNull(order.fee)],
      [t("words.field.fee_rule"), feeLine(order.fee_rule, tools)],
      [t("words.field.trx_id"), order.trx_id],
      [t("payments.drawer.submitted"), order.submitted_trx.join(" ")],
      [t("payments.column.customer"), order.customer],
      [t("words.field.operator"), operatorInfo(order.operator).name],
      [t("words.field.wallet_id"), seesWallets && order.wallet_name !== null ? `${order.wallet_name} (${order.wallet_id})` : null],
      [t("words.field.wallet_type"), order.wallet_type === null ? null : t(`common.walletType.${order.wallet_type}`)],
      [t("payments.column.receiving"), order.receiving_account],
      [t("words.field.created_at"), moment(order.created_at)],
      [t("words.field.paid_at"), moment(order.paid_at)],
      [t("payments.column.reversed"), moment(order.reversed_at)],
      [t("payments.column.expires"), moment(order.expires_at)],
      [t("words.field.remote_ip"), order.remote_ip],
      [t("words.field.payer_id"), order.user_id],
      [t("words.field.staff"), order.operators.join(", ")],
      ...orderTail(order, tools),
    ]),
  );
}

/** The page: the same parts in the same order as the drawer, and the bodies of the notifications. */
export function paymentPage(evidence: PaymentEvidence, tools: CellTools): string {
  const { t, locale } = tools;
  const { order } = evidence;
  const possible = new Set(order.candidates.map((message) => message.id));
  const linked = order.messages.filter((message) => !possible.has(message.id));
  const messages = !mayNow("sms.see")
    ? []
    : [
        bothSides(order, tools),
        messagesPart("payments", t("list.drawer.messages"), linked, t("payments.drawer.noMessages"), order.amount, tools),
        possible.size > 0 ? messagesPart("payments", t("list.drawer.candidates"), order.candidates, "", order.amount, tools) : null,
      ];
  return pageText(
    `${t("evidence.title")} · ${t("audit.object.payment")} ${order.id}`,
    locale,
    node("div", null, ...origin(evidence, tools)),
    factsPart(order, tools),
    timelinePart("payments", order.id, order.timeline, tools),
    ...messages,
    entriesPart(order.id, order.entries, tools),
    notificationsPart(evidence.notifications, tools),
  );
}

/** Fetches the evidence of a payment and saves it. */
export async function savePaymentEvidence({ id }: PaymentRow, tools: CellTools): Promise<FileResult> {
  const answer = await call("GET /api/payments/:id/evidence", { params: { id } });
  return saveEvidence(
    answer,
    id,
    (data) => moment(data.made_at) ?? "",
    (data) => paymentPage(data, tools),
    tools,
  );
}
