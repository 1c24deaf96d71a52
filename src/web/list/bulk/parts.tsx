/** What a job on many objects is in words and figures. */
import type { ReactElement, ReactNode } from "react";
import type { BulkItemStatus, BulkStatus } from "../../../contract/bulk.ts";
import type { BulkActName } from "../../../contract/bulk.ts";
import type { BulkJobDetail, BulkJobRow } from "../../../contract/bulk.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { countText, moneyText } from "../../i18n/format.ts";
import type { Tone } from "../../theme.ts";
import { Strip } from "../../ui/blocks.tsx";
import { Progress } from "../../ui/progress.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import { Amount } from "../../ui/values.tsx";
import { settingName } from "../../words/settings.ts";
import { named } from "../../words/named.ts";
import { partsCss } from "../parts/index.ts";
import css from "./bulk.module.css";

export const ITEM_TONES = {
  done: "done",
  asked: "ask",
  failed: "bad",
  skipped: "gone",
  blocked: "gone",
  waiting: "busy",
  unchecked: "busy",
} as const satisfies Record<BulkItemStatus, Tone>;
const PARTS = Object.keys(ITEM_TONES) as BulkItemStatus[]; // keys of a literal: exactly its names
const TONES = { checking: "busy", draft: "ask", running: "busy", paused: "ask", done: "done", cancelled: "gone" } as const satisfies Record<BulkStatus, Tone>;

/** Name of an act. */
export const actWord = (act: BulkActName): string => named("bulk", "act", act);

/** Status of a job: dot and word; one that ended with failures asks. */
export function jobStatus(row: BulkJobRow, { t }: CellTools): ReactNode {
  return <StatusDot tone={row.status === "done" && row.failed > 0 ? "ask" : TONES[row.status]}>{t(`bulk.status.${row.status}`)}</StatusDot>;
}

/** Items that have come to an end, or before the start: that are checked. */
const endedOf = (job: BulkJobRow): number => (job.started_at === null ? job.items - job.unchecked : job.done + job.asked + job.failed + job.skipped);
const runOf = (job: BulkJobRow): number => (job.started_at === null ? job.items : job.items - job.blocked);

/** The bar alone, light enough for a table's cell. */
export function ProgressBar({ job, tools }: { job: BulkJobRow; tools: CellTools }): ReactElement {
  const [ended, all] = [endedOf(job), runOf(job)];
  const words = tools.t("bulk.progressOf", { done: countText(ended), all: countText(all) });
  const parts =
    job.started_at === null
      ? [{ key: "checked", tone: "busy" as const, count: ended }]
      : (["done", "asked", "failed", "skipped"] as const).map((part) => ({ key: part, tone: ITEM_TONES[part], count: job[part] }));
  return <Progress parts={parts} done={ended} all={all} words={words} />;
}

/** The bar with its parts, and why it stands still. */
export function JobProgress({ job, tools }: { job: BulkJobRow; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <div aria-live="polite">
      <ProgressBar job={job} tools={tools} />
      <p className={css.parts}>
        {PARTS.filter((part) => job[part] > 0).map((part) => (
          <StatusDot key={part} tone={ITEM_TONES[part]}>
            {t(`bulk.item.${part}`)} {countText(job[part])}
          </StatusDot>
        ))}
      </p>
      {job.pause_reason === null ? null : <Strip tone="ask">{t(`bulk.pause.${job.pause_reason}`)}</Strip>}
    </div>
  );
}

/** Count and sum of what it runs, by merchant where there are several, and what has to be said of it. */
export function JobFigures({ job, tools }: { job: BulkJobDetail; tools: CellTools }): ReactElement {
  const { t, currency } = tools;
  const run = job.started_at === null ? job.waiting : job.items - job.blocked;
  return (
    <>
      <div className={css.figures}>
        <Figure label={t(job.started_at === null ? "bulk.dialog.count" : "bulk.column.items")}>{countText(run)}</Figure>
        {job.amount === null ? null : <Figure label={t("bulk.dialog.sum")}>{moneyText(job.amount, currency)}</Figure>}
        {job.blocked === 0 ? null : <Figure label={t("bulk.dialog.leftOut")}>{countText(job.blocked)}</Figure>}
      </div>
      {job.target === null ? null : <p>{t("bulk.dialog.target", { name: job.target.name, edition: job.target.edition })}</p>}
      {job.fields === null || job.fields.length === 0 ? null : <ByField fields={job.fields} tools={tools} />}
      {job.merchants.length > 1 ? <ByMerchant job={job} tools={tools} /> : null}
      <Remarks job={job} tools={tools} />
    </>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <span className={css.figure}>
      <span className="fd-dim">{label}</span>
      <strong>{children}</strong>
    </span>
  );
}

/** How many of them would change in which field. */
function ByField({ fields, tools }: { fields: NonNullable<BulkJobDetail["fields"]>; tools: CellTools }): ReactElement {
  return (
    <ul className={css.reasons} aria-label={tools.t("bulk.dialog.fields")}>
      {fields.map(({ field, count }) => (
        <li key={field} className={css.reason}>
          <span>{settingName(field, tools)}</span>
          <span className="fd-num">{countText(count)}</span>
        </li>
      ))}
    </ul>
  );
}

function ByMerchant({ job, tools }: { job: BulkJobDetail; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={css.scroll} role="group" aria-label={t("bulk.dialog.byMerchant")} tabIndex={0}>
      <table className={partsCss.table}>
        <TableHead
          titles={[t("bulk.dialog.byMerchant"), { right: t("bulk.column.items") }, ...(job.amount === null ? [] : [{ right: t("bulk.column.amount") }])]}
        />
        <tbody>
          {job.merchants.map((one) => (
            <tr key={one.merchant_id}>
              <td>{one.merchant_name}</td>
              <td data-right="" className="fd-num">
                {countText(one.count)}
              </td>
              {one.amount === null ? null : (
                <td data-right="">
                  <Amount value={one.amount} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What whoever says yes has to know. */
function Remarks({ job, tools }: { job: BulkJobDetail; tools: CellTools }): ReactElement {
  const { t, currency } = tools;
  const draft = job.status === "draft";
  return (
    <>
      {job.more ? <Strip tone="ask">{t("bulk.dialog.more", { max: countText(job.items) })}</Strip> : null}
      {draft && job.filter !== null && !job.more ? <p className="fd-dim">{t("bulk.dialog.allMatch", { n: countText(job.items) })}</p> : null}
      {job.changed > 0 ? <Strip tone="ask">{t("bulk.dialog.changed", { n: countText(job.changed) })}</Strip> : null}
      {job.added > 0 ? <Strip tone="ask">{t("bulk.dialog.added", { n: countText(job.added) })}</Strip> : null}
      {job.asks > 0 ? <Strip tone="ask">{t("bulk.dialog.asks", { n: countText(job.asks) })}</Strip> : null}
      {job.over_limit === null ? null : <Strip tone="bad">{t("bulk.dialog.overLimit", { limit: moneyText(job.over_limit, currency) })}</Strip>}
      {draft && job.waiting === 0 ? <Strip tone="ask">{t("bulk.dialog.none")}</Strip> : null}
    </>
  );
}
