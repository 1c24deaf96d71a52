/**
 * What a person weighs before deciding on a payout whose outcome is unknown: the operator's answers, the wallet's
 * messages, its balance continuity. Each part says in one word what it points to.
 */
import type { ReactElement, ReactNode } from "react";
import type { DisburseDetail, DisburseEvidence } from "../../../contract/disburses.schema.ts";
import { ObjectLink } from "../../list/parts/index.ts";
import { difference } from "../../list/state/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { Tone } from "../../theme.ts";
import { KeyValue } from "../../ui/blocks.tsx";
import { StatusDot, Tag } from "../../ui/status.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { Messages } from "../payments/linked.tsx";
import css from "./disburses.module.css";
import { reasonWords } from "./reason-words.ts";

type Verdict = "paid" | "unpaid" | "unclear";
const VERDICT_TONES = { paid: "done", unpaid: "bad", unclear: "unknown" } as const satisfies Record<Verdict, Tone>;
/** Answers that decide; everything else leaves it open. */
const PAID: ReadonlySet<unknown> = new Set(["completed", "sent"]);
const UNPAID: ReadonlySet<unknown> = new Set(["failed", "rejected"]);

/** What one answer was in the port's own words: operators' codes say little by themselves. */
function saidOf({ code, data }: Pick<DisburseEvidence, "code" | "data">): unknown {
  return data.kind ?? data.result ?? code;
}

/** What the answers about an attempt point to: the latest that decides. */
export function verdictOf(evidence: readonly Pick<DisburseEvidence, "code" | "data">[]): Verdict {
  const last = evidence.map(saidOf).findLast((said) => PAID.has(said) || UNPAID.has(said));
  return last === undefined ? "unclear" : PAID.has(last) ? "paid" : "unpaid";
}

/** What the messages point to: one that belongs to the order, or that fits it fully, says paid; nothing never says unpaid. */
export function messagesVerdict(detail: Pick<DisburseDetail, "messages" | "candidates" | "amount">): Verdict {
  if (detail.messages.length > 0) return "paid";
  const fits = detail.candidates.some(
    (message) => message.amount === detail.amount && message.reasons.some((reason) => reason === "same_customer" || reason === "same_trx"),
  );
  return fits ? "paid" : "unclear";
}

/** The three parts under one another. */
export function Evidence({ detail, tools }: { detail: DisburseDetail; tools: CellTools }): ReactElement {
  const { t } = tools;
  const no = detail.attempts.at(-1)?.no ?? 1;
  const answers = detail.evidence.filter((one) => one.attempt === no);
  const messages = [...detail.messages, ...detail.candidates.filter((one) => !detail.messages.some((linked) => linked.id === one.id))];
  return (
    <div className={css.evidence}>
      <Part title={t("disburses.evidence.operator")} verdict={verdictOf(answers)} tools={tools}>
        {answers.length === 0 ? <p className="fd-dim">{t("disburses.evidence.none", { n: no })}</p> : <Answers answers={answers} tools={tools} />}
      </Part>
      <Part title={t("disburses.evidence.messages")} verdict={messagesVerdict(detail)} tools={tools}>
        <Messages area="disburses" messages={messages} none={t("disburses.evidence.noMessages")} tools={tools} />
      </Part>
      <Continuity detail={detail} tools={tools} />
    </div>
  );
}

function Part({ title, verdict, tools, children }: { title: string; verdict: Verdict; tools: CellTools; children: ReactNode }): ReactElement {
  return (
    <section className={css.part}>
      <h4 className={css.partHead}>
        {title}
        <StatusDot tone={VERDICT_TONES[verdict]}>{tools.t(`disburses.evidence.${verdict}`)}</StatusDot>
      </h4>
      {children}
    </section>
  );
}

/** Answers, oldest first: when, from where, what; what was answered in full behind a fold. */
function Answers({ answers, tools }: { answers: readonly DisburseEvidence[]; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <ol className={css.answers}>
      {answers.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: evidence is only ever added at its end
        <li key={index} className={css.answer}>
          <div className={css.answerHead}>
            <Tag>{t(`disburses.source.${one.source}`)}</Tag>
            <strong>{reasonWords(one.code)}</strong>
            <span className="fd-dim">
              {one.account === null ? null : <>{one.account} · </>}
              <DateTime value={one.at} exact />
            </span>
          </div>
          {one.message === null || one.message === "" ? null : <p className="fd-dim">{one.message}</p>}
          {Object.keys(one.data).length === 0 ? null : (
            <details className={css.data}>
              <summary>{t("disburses.evidence.said")}</summary>
              <pre>{JSON.stringify(one.data, null, 2)}</pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

const CONTINUITY_TONES = { fits: "done", break: "bad", unknown: "gone" } as const satisfies Record<NonNullable<DisburseDetail["continuity"]>["state"], Tone>;

/** What the operator's balance has more (or less) than the books; null where one is not known. */
export function differenceOf(continuity: Pick<NonNullable<DisburseDetail["continuity"]>, "balance" | "real_balance">): string | null {
  return continuity.balance === null || continuity.real_balance === null ? null : difference(continuity.real_balance, continuity.balance);
}

/** True when exactly this payout's amount is missing at the operator, as it would be had it been paid. */
function saysPaid({ continuity, amount, status }: DisburseDetail): boolean {
  return continuity !== null && status !== "completed" && differenceOf(continuity) === `-${amount}`;
}

function Continuity({ detail, tools }: { detail: DisburseDetail; tools: CellTools }): ReactElement {
  const { t } = tools;
  const { continuity } = detail;
  return (
    <section className={css.part}>
      <h4 className={css.partHead}>
        {t("disburses.evidence.continuity")}
        {continuity === null ? null : <StatusDot tone={CONTINUITY_TONES[continuity.state]}>{t(`disburses.continuity.${continuity.state}`)}</StatusDot>}
        {detail.wallet_id === null ? null : (
          <ObjectLink type="wallet" id={detail.wallet_id} tools={tools}>
            {detail.wallet_name}
          </ObjectLink>
        )}
      </h4>
      {continuity === null ? (
        <p className="fd-dim">{t("disburses.evidence.noContinuity")}</p>
      ) : (
        <>
          {saysPaid(detail) ? <p className={css.hint}>{t("disburses.evidence.differenceFits")}</p> : null}
          {continuity.payouts_frozen ? (
            <p className={css.frozen}>{t("disburses.evidence.frozen", { reason: reasonWords(continuity.payouts_frozen_reason ?? "–") })}</p>
          ) : null}
          <KeyValue
            items={[
              { label: t("disburses.evidence.estimated"), value: <Amount value={continuity.balance} /> },
              { label: t("disburses.evidence.real"), value: <Amount value={continuity.real_balance} /> },
              { label: t("disburses.evidence.difference"), value: <Amount value={differenceOf(continuity)} signed /> },
              { label: t("disburses.evidence.discrepancy"), value: <Amount value={continuity.discrepancy} signed /> },
              { label: t("disburses.evidence.realAt"), value: <DateTime value={continuity.real_balance_at} exact /> },
            ]}
          />
        </>
      )}
    </section>
  );
}
