/** The items of a job one by one, with links to their objects: by reason, or by what became of them. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { BULK_ITEM_STATUSES, BULK_OBJECTS, bulkObjectOf, BULK_PAGE, type BulkItemStatus, type BulkObject } from "../../../contract/bulk.ts";
import type { BulkItemRow, BulkJobRow } from "../../../contract/bulk.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { countText } from "../../i18n/format.ts";
import { errorOf, useRead } from "../../query.ts";
import { ErrorState, Placeholder } from "../../ui/blocks.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import { Amount } from "../../ui/values.tsx";
import { settingChange } from "../../words/settings.ts";
import { named } from "../../words/named.ts";
import { ObjectLink, partsCss } from "../parts/index.ts";
import css from "./bulk.module.css";
import { ITEM_TONES } from "./parts.tsx";

/** Areas with words for the states of an act's objects. */
const STATES = {
  withdrawal: "withdrawal",
  disburses: "disburses",
  payments: "payments",
  sms: "sms",
  deliveries: "deliveries",
  wallets: "wallets",
  approvals: "approvals",
} as const satisfies Record<BulkObject, string>;

/** Why an item is left out or has failed: a state says more than "not possible in this state". */
export function whyWord(job: Pick<BulkJobRow, "act">, code: string, state: string | null, { t }: CellTools): string {
  if (code !== "wrong_state" || state === null) return named("errors", "code", code);
  return t("bulk.reasonState", { state: named(STATES[bulkObjectOf(job.act)], "status", state) });
}

/** What an object is called, beside its number; of a request for approval it is the code of what was asked for. */
const labelWord = (job: BulkJobRow, label: string | null): string | null =>
  label !== null && bulkObjectOf(job.act) === "approvals" ? named("approvals", "kind", label) : label;

interface Props {
  readonly job: BulkJobRow;
  readonly tools: CellTools;
  /** Only these, without a choice. */
  readonly only?: BulkItemStatus;
}

/** A table that grows by a page at a time. */
export function JobItems({ job, tools, only }: Props): ReactElement {
  const { t } = tools;
  const [status, setStatus] = useState<BulkItemStatus | null>(only ?? null);
  const [pages, setPages] = useState<readonly number[]>([0]);
  const choose = (next: BulkItemStatus | null): void => (setStatus(next), setPages([0]));
  const there = BULK_ITEM_STATUSES.filter((one) => job[one] > 0);
  return (
    <div>
      {only === undefined && there.length > 1 ? (
        <div className={css.chips} role="group" aria-label={t("bulk.items.label")}>
          <Button size="compact-xs" variant={status === null ? "light" : "default"} aria-pressed={status === null} onClick={() => choose(null)}>
            {t("bulk.items.all")} {countText(job.items)}
          </Button>
          {there.map((one) => (
            <Button key={one} size="compact-xs" variant={status === one ? "light" : "default"} aria-pressed={status === one} onClick={() => choose(one)}>
              {t(`bulk.item.${one}`)} {countText(job[one])}
            </Button>
          ))}
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <div className={css.scroll} role="group" aria-label={t("bulk.items.label")} tabIndex={0}>
        <table className={partsCss.table}>
          <TableHead titles={[t("words.field.object"), ...(job.amount === null ? [] : [{ right: t("words.field.amount") }]), t("words.field.outcome")]} />
          <tbody>
            {pages.map((after, at) => (
              <ItemsPage
                key={after}
                job={job}
                status={status}
                after={after}
                tools={tools}
                onNext={at === pages.length - 1 ? (next) => setPages([...pages, next]) : null}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface PageProps {
  readonly job: BulkJobRow;
  readonly status: BulkItemStatus | null;
  readonly after: number;
  readonly tools: CellTools;
  readonly onNext: ((after: number) => void) | null;
}

function ItemsPage({ job, status, after, tools, onNext }: PageProps): ReactElement {
  const { t } = tools;
  const read = useRead("GET /api/bulk/:id/items", { params: { id: job.id }, query: { after, ...(status === null ? {} : { status }) } });
  const whole = (child: ReactElement): ReactElement => (
    <tr>
      <td colSpan={job.amount === null ? 2 : 3}>{child}</td>
    </tr>
  );
  if (read.error) return whole(<ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} />);
  if (!read.data) return whole(<Placeholder height={80} />);
  const { items, next } = read.data;
  return (
    <>
      {items.length === 0 ? whole(<span className="fd-dim">{t("bulk.items.none")}</span>) : null}
      {items.map((item) => (
        <Item key={item.position} job={job} item={item} tools={tools} />
      ))}
      {next === null || onNext === null
        ? null
        : whole(
            <Button size="compact-sm" variant="default" onClick={() => onNext(next)}>
              {t("bulk.items.next", { n: BULK_PAGE })}
            </Button>,
          )}
    </>
  );
}

function Item({ job, item, tools }: { job: BulkJobRow; item: BulkItemRow; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <tr>
      <td>
        <ObjectLink type={BULK_OBJECTS[bulkObjectOf(job.act)].kind} id={item.id} tools={tools} />
        {item.label === null && item.merchant_name === null ? null : (
          <div className="fd-dim">{[item.merchant_name, labelWord(job, item.label), item.reference].filter((one) => one !== null).join(" · ")}</div>
        )}
      </td>
      {job.amount === null ? null : <td data-right="">{item.amount === null ? null : <Amount value={item.amount} />}</td>}
      <td>
        <StatusDot tone={ITEM_TONES[item.status]}>{t(`bulk.item.${item.status}`)}</StatusDot>
        {item.changes?.map(({ field, before, after }) => (
          <div key={field} className="fd-dim">
            {settingChange(field, before, after, tools)}
          </div>
        ))}
        {item.code === null ? null : <div className="fd-dim">{whyWord(job, item.code, item.state, tools)}</div>}
      </td>
    </tr>
  );
}
