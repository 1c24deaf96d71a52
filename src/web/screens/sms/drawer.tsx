/** A message in full: raw text first, what was read from it, and what it became. */
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { SmsDetail, SmsRow } from "../../../contract/sms.schema.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { absent } from "../../list/columns/index.ts";
import { Block, Entries, ObjectLink, ObjectTimeline, partsCss as css, Reasons } from "../../list/parts/index.ts";
import { named } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { Copy, Phone } from "../../ui/copy.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { pathTo } from "../../paths.ts";
import { useCan } from "../../session.tsx";
import { BothSides } from "../payments/both-sides.tsx";
import { CONTINUITY_TONES, orderOf, walletWord } from "./columns.tsx";
import { MarkedText, OpenWordsList } from "./endings/marked.tsx";

const DETAIL_HEIGHT = 240;

/** The text at once, the rest when it has come. */
export default function SmsDrawer({ row, detail, tools }: DrawerBodyProps<SmsRow, SmsDetail>): ReactElement {
  const { t } = tools;
  return (
    <>
      <Block title={t("sms.column.text")}>
        <MarkedText text={row.text} evidence={detail?.evidence ?? []} />
        {detail === null || row.operator === null ? null : <OpenWordsList smsId={row.id} operator={row.operator} evidence={detail.evidence} tools={tools} />}
        {row.match_status === "unparsed" ? <LabLink row={row} tools={tools} /> : null}
        <Reasons area="sms" path="reason" codes={row.reasons} amounts={{ ordered: row.payment_amount, received: row.amount }} />
      </Block>
      {row.actions.includes("match") && detail !== null && detail.candidates.length > 0 ? (
        <Block title={t("list.drawer.candidates")}>
          <BestOrder row={row} detail={detail} tools={tools} />
        </Block>
      ) : null}
      <Block title={t("list.drawer.facts")}>
        <Facts row={row} rule={detail?.rule ?? null} tools={tools} />
      </Block>
      {detail === null ? <Placeholder height={DETAIL_HEIGHT} /> : <Detail detail={detail} tools={tools} />}
    </>
  );
}

/** Others of its wording, and the way to a rule. */
function LabLink({ row: { operator }, tools: { t, locale } }: { row: SmsRow; tools: CellTools }): ReactElement | null {
  const mayTry = useCan("sms.try");
  if (!mayTry) return null;
  return (
    <p>
      <Link to={pathTo(locale, "sms", { tab: "lab", ...(operator === null ? {} : { operator }) })}>{t("rules.lab.go")}</Link>
    </p>
  );
}

function Facts({ row, rule, tools }: { row: SmsRow; rule: string | null; tools: CellTools }): ReactElement {
  const { t } = tools;
  const order = orderOf(row);
  return (
    <KeyValue
      items={[
        { label: t("sms.column.received"), value: <DateTime value={row.received_at} exact /> },
        { label: t("sms.column.operator_time"), value: <DateTime value={row.operator_time} exact /> },
        {
          label: t("words.field.wallet_id"),
          value:
            row.wallet_id === null ? null : (
              <ObjectLink type="wallet" id={row.wallet_id} tools={tools}>
                {walletWord(row, tools)}
              </ObjectLink>
            ),
        },
        { label: t("sms.column.device"), value: row.device_name },
        { label: t("words.field.sender"), value: row.sender === null ? null : <Copy value={row.sender} mono /> },
        { label: t("words.field.operator"), value: row.operator === null ? null : operatorInfo(row.operator).name },
        { label: t("sms.column.kind"), value: t(`sms.kind.${row.kind}`) },
        { label: t("words.field.direction"), value: t(`sms.direction.${row.direction}`) },
        { label: t("words.field.amount"), value: <Amount value={row.amount} /> },
        { label: t("words.field.fee"), value: <Amount value={row.fee} /> },
        { label: t("sms.column.commission"), value: <Amount value={row.commission} /> },
        { label: t("words.field.balance"), value: <Amount value={row.balance} /> },
        { label: t("words.field.trx_id"), value: row.trx_id === null ? null : <Copy value={row.trx_id} mono /> },
        { label: t("sms.column.counterparty"), value: <Phone value={row.counterparty} /> },
        { label: t("sms.column.reference"), value: row.reference },
        { label: t("words.field.chain"), value: <StatusDot tone={CONTINUITY_TONES[row.chain]}>{t(`sms.continuity.${row.chain}`)}</StatusDot> },
        { label: t("sms.column.origin"), value: t(`sms.origin.${row.origin}`) },
        { label: t("sms.column.class"), value: row.class === null ? null : <Copy value={row.class} mono /> },
        { label: t("sms.tool.rule"), value: rule === null ? null : <Copy value={rule} mono /> },
        {
          label: order === null ? t("words.field.order") : t(`frame.objectType.${order.type}`),
          value: order === null ? null : <ObjectLink type={order.type} id={order.id} tools={tools} />,
          wide: true,
        },
      ]}
    />
  );
}

function Detail({ detail, tools }: { detail: SmsDetail; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <>
      {detail.evidence.length > 0 ? (
        <Block title={t("sms.tool.evidence")}>
          <Evidence evidence={detail.evidence} />
        </Block>
      ) : null}
      {detail.candidates.length > 0 && !detail.actions.includes("match") ? (
        <Block title={t("list.drawer.candidates")}>
          <Candidates candidates={detail.candidates} received={detail.amount} tools={tools} />
        </Block>
      ) : null}
      <Block title={t("list.drawer.timeline")}>
        <ObjectTimeline area="sms" items={detail.timeline} of={detail.id} tools={tools} />
      </Block>
      <Block title={t("list.drawer.entries")}>
        <Entries entries={detail.entries} of={detail.id} tools={tools} />
      </Block>
    </>
  );
}

/** What speaks against a message, with the place in it. */
export function Evidence({ evidence }: { evidence: SmsDetail["evidence"] }): ReactElement {
  return (
    <ul>
      {evidence.map((one) => (
        <li key={`${one.code} ${one.detail}`} className={css.item}>
          {named("sms", "reason", one.code)}
          {one.detail === "" ? null : <span className="fd-dim"> {one.detail}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The order that fits best beside the message, then all that could be meant. */
function BestOrder({ row, detail, tools }: { row: SmsRow; detail: SmsDetail; tools: CellTools }): ReactElement {
  const [best] = detail.candidates;
  return (
    <>
      {best === undefined ? null : (
        <BothSides
          order={{ amount: best.amount, payer: best.customer, trx: null, at: best.created_at }}
          message={{ amount: row.amount, payer: row.counterparty, trx: row.trx_id, at: row.operator_time ?? row.received_at }}
          tools={tools}
        />
      )}
      <Candidates candidates={detail.candidates} received={detail.amount} tools={tools} />
    </>
  );
}

function Candidates({ candidates, received, tools }: { candidates: SmsDetail["candidates"]; received: string | null; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <ul>
      {candidates.map((one) => (
        <li key={one.id} className={css.item}>
          <div className={css.itemHead}>
            <ObjectLink type="payment" id={one.id} tools={tools} />
            <Amount value={one.amount} />
            <span>{named("payments", "status", one.status)}</span>
            <span className="fd-dim">{t("sms.form.score", { n: one.score })}</span>
          </div>
          <div className="fd-dim">
            {one.merchant_name} · {one.merchant_order_id} · {one.customer === null ? absent : <Phone value={one.customer} />}
          </div>
          <Reasons area="payments" path="match" codes={one.reasons} amounts={{ ordered: one.amount, received }} />
        </li>
      ))}
    </ul>
  );
}
