/** Every try to pay an order. */
import type { ReactElement } from "react";
import type { DisburseAttempt } from "../../../contract/disburses.schema.ts";
import { ObjectLink, partsCss as css } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { KeyValue } from "../../ui/blocks.tsx";
import { Copy } from "../../ui/copy.tsx";
import { useNarrow } from "../../ui/cover.ts";
import { StatusDot } from "../../ui/status.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { ATTEMPT_TONES } from "./columns.tsx";
import own from "./disburses.module.css";
import { reasonWords } from "./reason-words.ts";
import { TableHead } from "../../ui/table-head.tsx";

interface Props {
  readonly attempts: readonly DisburseAttempt[];
  /** What the operator charged for the order; one attempt alone can have paid it, so it is that attempt's. */
  readonly cost: string | null;
  readonly tools: CellTools;
}

/** Oldest first: a table, or on a phone one block for each. */
export function Attempts(props: Props): ReactElement {
  const narrow = useNarrow();
  if (props.attempts.length === 0) return <p className="fd-dim">{props.tools.t("disburses.drawer.noAttempts")}</p>;
  return narrow ? <Blocks {...props} /> : <Table {...props} />;
}

/** What was charged for the attempt. */
const costOf = (attempt: DisburseAttempt, cost: string | null): string | null => attempt.cost ?? (attempt.status === "completed" ? cost : null);

function Table({ attempts, cost, tools }: Props): ReactElement {
  const { t } = tools;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={css.tableBox} role="group" aria-label={t("disburses.drawer.attempts")} tabIndex={0}>
      <table className={css.table}>
        <TableHead
          titles={[
            t("disburses.drawer.attemptNo"),
            t("words.field.outcome"),
            t("words.field.wallet_id"),
            trxHead(tools),
            { right: t("words.field.cost") },
            t("disburses.drawer.attemptStart"),
            t("disburses.drawer.attemptEnd"),
          ]}
        />
        <tbody>
          {attempts.map((attempt) => (
            <tr key={attempt.no}>
              <td className="fd-num">{attempt.no}</td>
              <td>
                <Outcome attempt={attempt} tools={tools} />
              </td>
              <td className="fd-nowrap">
                <Wallet attempt={attempt} tools={tools} />
              </td>
              <td className="fd-nowrap">
                <References attempt={attempt} />
              </td>
              <td data-right="">
                <Amount value={costOf(attempt, cost)} />
              </td>
              <td>
                <DateTime value={attempt.started_at} />
              </td>
              <td>
                <DateTime value={attempt.ended_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What came of it first, over the whole width: its words are the longest. */
function Blocks({ attempts, cost, tools }: Props): ReactElement {
  const { t } = tools;
  return (
    <ol className={own.attempts} aria-label={t("disburses.drawer.attempts")}>
      {attempts.map((attempt) => (
        <li key={attempt.no} className={own.attempt}>
          <div className={own.attemptHead}>
            <span className="fd-num fd-dim">
              {t("disburses.drawer.attemptNo")} {attempt.no}
            </span>
            <Outcome attempt={attempt} tools={tools} />
          </div>
          <KeyValue
            items={[
              { label: t("words.field.wallet_id"), value: <Wallet attempt={attempt} tools={tools} /> },
              { label: t("words.field.cost"), value: <Amount value={costOf(attempt, cost)} /> },
              { label: trxHead(tools), value: <References attempt={attempt} />, wide: true },
              { label: t("disburses.drawer.attemptStart"), value: <DateTime value={attempt.started_at} /> },
              { label: t("disburses.drawer.attemptEnd"), value: <DateTime value={attempt.ended_at} /> },
            ]}
          />
        </li>
      ))}
    </ol>
  );
}

const trxHead = ({ t }: CellTools): string => `${t("words.field.trx_id")} · ${t("disburses.drawer.attemptReference")}`;

/** How it ended, and under it what went wrong. */
function Outcome({ attempt, tools: { t } }: { attempt: DisburseAttempt; tools: CellTools }): ReactElement {
  return (
    <>
      <StatusDot tone={ATTEMPT_TONES[attempt.status]}>{t(`disburses.attemptStatus.${attempt.status}`)}</StatusDot>
      {attempt.error === null ? null : <div className="fd-dim">{reasonWords(attempt.error)}</div>}
    </>
  );
}

function Wallet({ attempt, tools }: { attempt: DisburseAttempt; tools: CellTools }): ReactElement {
  return (
    <>
      <ObjectLink type="wallet" id={attempt.wallet_id} tools={tools}>
        {attempt.wallet_name}
      </ObjectLink>
      <div className="fd-dim">{tools.t(`common.apiType.${attempt.way}`)}</div>
    </>
  );
}

/** One under the other, each far enough from the next to be pressed alone. */
function References({ attempt }: { attempt: DisburseAttempt }): ReactElement {
  return (
    <>
      <div className={own.reference}>{attempt.trx_id === null ? "–" : <Copy value={attempt.trx_id} mono />}</div>
      {[attempt.reference, attempt.operator_reference].map((reference) =>
        reference === null ? null : (
          <div key={reference} className={`${own.reference} fd-dim`}>
            <Copy value={reference} mono />
          </div>
        ),
      )}
    </>
  );
}
