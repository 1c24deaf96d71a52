/** Every try to pay an order. */
import type { ReactElement } from "react";
import type { DisburseAttempt } from "../../../contract/disburses.schema.ts";
import css from "../../list/drawer.module.css";
import { ObjectLink } from "../../list/parts.tsx";
import type { CellTools } from "../../list/spec.ts";
import { Copy } from "../../ui/copy.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { ATTEMPT_TONES } from "./columns.tsx";
import { reasonWords } from "./reason-words.ts";

interface Props {
  readonly attempts: readonly DisburseAttempt[];
  /** What the operator charged for the order; one attempt alone can have paid it, so it is that attempt's. */
  readonly cost: string | null;
  readonly tools: CellTools;
}

/** One line per attempt, oldest first; under it what went wrong. */
export function Attempts({ attempts, cost, tools }: Props): ReactElement {
  const { t } = tools;
  if (attempts.length === 0) return <p className="fd-dim">{t("disburses.drawer.noAttempts")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={css.tableBox} role="group" aria-label={t("disburses.drawer.attempts")} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t("disburses.drawer.attemptNo")}</th>
            <th scope="col">{t("disburses.drawer.attemptStatus")}</th>
            <th scope="col">{t("disburses.drawer.attemptWallet")}</th>
            <th scope="col">
              {t("disburses.drawer.attemptTrx")} · {t("disburses.drawer.attemptReference")}
            </th>
            <th scope="col" data-right="">
              {t("disburses.drawer.attemptCost")}
            </th>
            <th scope="col">{t("disburses.drawer.attemptStart")}</th>
            <th scope="col">{t("disburses.drawer.attemptEnd")}</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <tr key={attempt.no}>
              <td className="fd-num">{attempt.no}</td>
              <td>
                <StatusDot tone={ATTEMPT_TONES[attempt.status]}>{t(`disburses.attemptStatus.${attempt.status}`)}</StatusDot>
                {attempt.error === null ? null : <div className="fd-dim">{reasonWords(attempt.error)}</div>}
              </td>
              <td className="fd-nowrap">
                <ObjectLink type="wallet" id={attempt.wallet_id} tools={tools}>
                  {attempt.wallet_name}
                </ObjectLink>
                <div className="fd-dim">{t(`common.apiType.${attempt.way}`)}</div>
              </td>
              <td className="fd-nowrap">
                {attempt.trx_id === null ? "–" : <Copy value={attempt.trx_id} mono />}
                {[attempt.reference, attempt.operator_reference].map((reference) =>
                  reference === null ? null : (
                    <div key={reference} className="fd-dim">
                      <Copy value={reference} mono />
                    </div>
                  ),
                )}
              </td>
              <td data-right="">
                <Amount value={attempt.cost ?? (attempt.status === "completed" ? cost : null)} />
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
