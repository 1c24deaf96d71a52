/** Blocks of a drawer that several kinds of objects share. */
import type { ReactElement, ReactNode } from "react";
import type { TimelineItem } from "../../../contract/schema.ts";
import type { Area } from "../../i18n/index.ts";
import { objectPath } from "../../paths.ts";
import { Timeline } from "../../ui/blocks.tsx";
import { Copy } from "../../ui/copy.tsx";
import { ScreenLink } from "../../ui/screen-link.tsx";
import { Tag } from "../../ui/status.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { ArchivedNote, useIsArchived } from "./archived.tsx";
import css from "./parts.module.css";
import { type BothAmounts, named, reasonWord } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";
import { actorWord, timelineDetail, timelineWord } from "../../words/timeline-words.ts";
import { TableHead } from "../../ui/table-head.tsx";

/** A titled block. */
export function Block({ title, children }: { title: ReactNode; children: ReactNode }): ReactElement {
  return (
    <section className={css.block}>
      <h3 className={css.title}>{title}</h3>
      {children}
    </section>
  );
}

/** Link that opens another object's drawer on its own screen; its id alone where that is not permitted. */
export function ObjectLink({ type, id, children, tools }: { type: string; id: string; children?: ReactNode; tools: CellTools }): ReactElement {
  const path = objectPath(tools.locale, type, id);
  if (path === null) return <span className="fd-mono">{children ?? id}</span>;
  return (
    <ScreenLink to={path} otherwise={children === undefined ? <span className="fd-mono">{id}</span> : children}>
      {children ?? id}
    </ScreenLink>
  );
}

/** The merchant that something belongs to. */
export function MerchantLink({ of, tools }: { of: { readonly merchant_id: string; readonly merchant_name: string | null }; tools: CellTools }): ReactElement {
  return (
    <ObjectLink type="merchant" id={of.merchant_id} tools={tools}>
      {of.merchant_name}
    </ObjectLink>
  );
}

/** A value that copies itself; nothing for an absent one. */
export function copied(value: string | null): ReactElement | null {
  return value === null || value === "" ? null : <Copy value={value} mono />;
}

/** A raw message, as the phone showed it. */
export function RawText({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className={css.raw} data-raw="">
      {children}
    </div>
  );
}

const UNKNOWN: BothAmounts = { ordered: null, received: null };

/** Reasons as small labels, in words. */
export function Reasons({
  area,
  path,
  codes,
  amounts = UNKNOWN,
}: {
  area: Area;
  path: string;
  codes: readonly string[];
  amounts?: BothAmounts;
}): ReactElement | null {
  if (codes.length === 0) return null;
  return (
    <div className={css.reasons}>
      {codes.map((code) => (
        <Tag key={code}>{reasonWord(area, path, code, amounts)}</Tag>
      ))}
    </div>
  );
}

export interface EntryLine {
  readonly id: string;
  readonly account: string;
  readonly kind: string;
  readonly amount: string;
  readonly before_balance: string;
  readonly after_balance: string;
  readonly created_at: string;
}

/** `wallet:W2611…` as its role in words, and the id behind it. */
function accountWord(account: string): string {
  return named("list", "entryAccount", account.split(":")[0] ?? account);
}

/** Ledger entries: before → after. @param of the object's public id, which says its day: entries of an archived one are in files */
export function Entries({ entries, of, tools }: { entries: readonly EntryLine[]; of: string; tools: CellTools }): ReactElement {
  const { t } = tools;
  const isArchived = useIsArchived(of);
  if (entries.length === 0) return isArchived ? <ArchivedNote what="entries" of={of} tools={tools} /> : <p className="fd-dim">{t("list.drawer.noEntries")}</p>;
  return (
    <>
      <ArchivedNote what="entries" of={of} tools={tools} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <div className={css.tableBox} role="group" aria-label={t("list.drawer.entries")} tabIndex={0}>
        <table className={css.table}>
          <TableHead
            titles={[
              t("list.drawer.account"),
              { right: t("list.drawer.before") },
              { right: t("list.drawer.amount") },
              { right: t("list.drawer.after") },
              t("list.drawer.time"),
            ]}
          />
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td>{accountWord(entry.account)}</td>
                <td data-right="">
                  <Amount value={entry.before_balance} />
                </td>
                <td data-right="">
                  <Amount value={entry.amount} signed />
                </td>
                <td data-right="">
                  <Amount value={entry.after_balance} />
                </td>
                <td>
                  <DateTime value={entry.created_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Who did what when, newest last. @param of the object's public id: activity of an archived day is in files */
export function ObjectTimeline({ area, items, of, tools }: { area: Area; items: readonly TimelineItem[]; of?: string; tools: CellTools }): ReactElement {
  return (
    <>
      {of === undefined ? null : <ArchivedNote what="acts" of={of} tools={tools} />}
      <Timeline
        items={items.map((item) => ({
          at: item.at,
          text: timelineWord(area, item),
          who: actorWord(item.actor, tools),
          detail: timelineDetail(area, item),
        }))}
      />
    </>
  );
}
