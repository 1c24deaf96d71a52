/** Blocks that screens are made of: header, section, facts, timeline, and the empty and failed states. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { CallError } from "../api.ts";
import { useText } from "../i18n/keys.ts";
import type { Tone } from "../theme.ts";
import css from "./blocks.module.css";
import { Copy } from "./copy.tsx";
import { errorWords } from "./notices.tsx";
import { DateTime } from "./values.tsx";

/** Head of a screen's content: one line of help on the left, actions on the right. The title itself stands in the top bar. */
export function PageHeader({ children, actions }: { children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={css.header}>
      <div className={css.headerText}>{children}</div>
      <div className={css.actions}>{actions}</div>
    </div>
  );
}

/** A card with a title. */
export function Section({
  title,
  actions,
  children,
  id,
  hint,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  id?: string;
  hint?: ReactNode;
}) {
  return (
    <section className={css.section} id={id}>
      {title === undefined ? null : (
        <div className={css.sectionHead}>
          <h2 className={css.sectionTitle}>{title}</h2>
          <div className={css.actions}>{actions}</div>
        </div>
      )}
      {hint === undefined ? null : <p className={css.hint}>{hint}</p>}
      {children}
    </section>
  );
}

/** Facts in two columns (one on a phone). A null value shows `–`; `wide` takes the whole width. */
export function KeyValue({ items }: { items: readonly { label: ReactNode; value: ReactNode; wide?: boolean }[] }) {
  return (
    <dl className={css.facts}>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one kind of object never change places
        <div key={at} className={css.fact} data-wide={item.wide || undefined}>
          <dt className={css.label}>{item.label}</dt>
          <dd className={css.value}>{item.value ?? <span className={css.absent}>–</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface TimelineEntry {
  readonly at: string;
  readonly text: ReactNode;
  readonly who?: ReactNode;
  readonly detail?: ReactNode;
  readonly tone?: Tone;
}
/** What happened, in the order given. */
export function Timeline({ items }: { items: readonly TimelineEntry[] }) {
  const t = useText();
  if (items.length === 0) return <p className="fd-dim">{t("common.timelineEmpty")}</p>;
  return (
    <ol className={css.timeline}>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end
        <li key={at} className={css.event} data-tone={item.tone ?? "busy"}>
          <div className={css.eventHead}>
            <span>{item.text}</span>
            <span className={css.eventWho}>
              {item.who === undefined ? null : <>{item.who} · </>}
              <DateTime value={item.at} />
            </span>
          </div>
          {item.detail === undefined || item.detail === null ? null : <div className={css.eventDetail}>{item.detail}</div>}
        </li>
      ))}
    </ol>
  );
}

/** Nothing to show: one sentence and at most one action. */
export function EmptyState({ text, action }: { text: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.state}>
      <p>{text}</p>
      {action}
    </div>
  );
}

/** What failed, a retry, and the request id to copy. */
export function ErrorState({ error, what, onRetry }: { error: CallError; what?: ReactNode; onRetry?: () => void }) {
  const t = useText();
  return (
    <div className={css.state} role="alert">
      <p className={css.stateTitle}>{what ?? t("errors.loadFailed")}</p>
      <p>{errorWords(error).text}</p>
      {error.request_id === undefined ? null : (
        <p className={css.label}>
          {t("errors.requestId")} <Copy value={error.request_id} mono />
        </p>
      )}
      {onRetry === undefined ? null : (
        <Button variant="default" onClick={onRetry}>
          {t("common.retry")}
        </Button>
      )}
    </div>
  );
}

/** A line that says something about the whole block. */
export function Strip({ tone = "ask", children, action }: { tone?: Tone; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.strip} data-tone={tone}>
      <div className={css.stripText}>{children}</div>
      {action}
    </div>
  );
}

/** Grey stand-in of the same height while the first answer is on its way: no layout shift. */
export function Placeholder({ height }: { height: number }) {
  return <div className={css.placeholder} style={{ height }} aria-hidden="true" data-waiting="" />;
}
