/** The evidence of one exception: what it is, what to do, the object itself, who looks, what was said and done. */
import { type ReactElement, type RefObject, Suspense, useRef, useState } from "react";
import type { ExceptionAction } from "../../../contract/exceptions.ts";
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { Block, MerchantLink, ObjectLink, ObjectTimeline } from "../../list/parts/index.ts";
import { errorOf, useRead } from "../../query.ts";
import { useCan, useMay } from "../../session.tsx";
import { useCover, useNarrow } from "../../ui/cover.ts";
import { ScreenLink } from "../../ui/screen-link.tsx";
import { Amount, DateTime, ErrorState, KeyValue, Placeholder, StatusDot } from "../../ui/index.ts";
import { Findings } from "../home/lazy-findings.ts";
import { Comments } from "./comments.tsx";
import { ObjectPanel, type ObjectKeys } from "./object-panel.tsx";
import { useLooking } from "./presence.ts";
import { StaleNote } from "../../stale-note.tsx";
import css from "./queue.module.css";
import { exceptionPath, Marks, Messages, objectWords, Refusals, TONES, Viewers } from "./row.tsx";
import { panelOf } from "./suggested.ts";
import { actsOf, type Offer } from "./together.ts";

interface Props {
  readonly id: string;
  readonly tools: CellTools;
  readonly busy: boolean;
  readonly viewers: readonly string[];
  readonly keys: RefObject<ObjectKeys | null>;
  /** It stands for a line of several: how many, and what is done with all of them; null: for itself. */
  readonly line: { readonly count: number; readonly acts: readonly Offer[] } | null;
  readonly onAct: (row: ExceptionRow, action: ExceptionAction) => void;
  readonly onClose: () => void;
  /** Something was done with the object. */
  readonly onDone: () => void;
}
const EVIDENCE_HEIGHT = 480;

/** Beside the list; on a phone over it. */
export function Evidence(props: Props): ReactElement {
  const { id, tools, onClose } = props;
  const place = useRef<HTMLElement>(null);
  const narrow = useNarrow();
  useCover(place, narrow);
  useLooking(id);
  // What was read ahead stands at once, and is read again beside it.
  const read = useRead("GET /api/exceptions/:id", { params: { id } }, { everyMs: 15_000, staleMs: 0 });
  return (
    <section
      ref={place}
      className={css.evidence}
      data-id={id}
      data-evidence=""
      aria-label={tools.t("exceptions.evidence")}
      tabIndex={-1}
      {...(narrow ? { role: "dialog", "aria-modal": true, "data-drawer": "" } : {})}
    >
      <button type="button" className={css.close} onClick={onClose} aria-label={tools.t("common.close")}>
        ×
      </button>
      {read.data === undefined ? (
        <div className={css.inside}>
          {read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : <Placeholder height={EVIDENCE_HEIGHT} />}
        </div>
      ) : (
        <Whole
          {...props}
          narrow={narrow}
          row={read.data}
          stale={<StaleNote read={read} />}
          comments={<Comments id={id} comments={read.data.comments} tools={tools} />}
          timeline={<ObjectTimeline area="exceptions" items={read.data.timeline} tools={tools} />}
        />
      )}
    </section>
  );
}

/** On a phone the acts of the exception and of its object stand together at the foot, under the thumb; else each stands where it belongs. */
function Whole({
  row,
  tools,
  busy,
  viewers,
  keys,
  line,
  onAct,
  onDone,
  narrow,
  stale,
  comments,
  timeline,
}: Props & { row: ExceptionRow; narrow: boolean; stale: ReactElement; comments: ReactElement; timeline: ReactElement }): ReactElement {
  const { t } = tools;
  const panel = panelOf(row, useMay());
  const mayProve = useCan("proof.run");
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const acts = (
    <p className={css.acts}>
      {(line?.acts ?? actsOf(row).map((action): Offer => ({ action, count: 1 }))).map(({ action, count }) => (
        <button key={action} type="button" className={css.act} disabled={busy} onClick={() => onAct(row, action)}>
          {line === null ? t(`exceptions.act.${action}`) : t("exceptions.together.act", { act: t(`exceptions.act.${action}`), n: count })}
        </button>
      ))}
    </p>
  );
  return (
    <>
      <h2 className={css.title}>
        <StatusDot tone={TONES[row.severity]}>{t(`exceptions.kind.${row.kind}`)}</StatusDot>
      </h2>
      <div className={css.inside}>
        {stale}
        <p className={css.facts}>
          <Marks row={row} tools={tools} />
          <Viewers accounts={viewers} tools={tools} />
        </p>
        {line === null ? null : <p className={css.together}>{t("exceptions.together.note", { n: line.count })}</p>}
        {narrow ? null : acts}
        <p className={css.about}>{t(`exceptions.about.${row.kind}`)}</p>
        <Why row={row} tools={tools} />
        <Facts row={row} tools={tools} />
        <Refusals row={row} tools={tools} />
        <Messages row={row} tools={tools} />
        {row.kind === "proof_broken" && mayProve ? (
          <Suspense fallback={null}>
            <Findings />
          </Suspense>
        ) : null}
        {panel === null || (narrow && foot === null) ? null : (
          <ObjectPanel {...panel} kind={row.kind} tools={tools} keys={keys} foot={narrow ? foot : null} onDone={onDone} />
        )}
        {comments}
        <Block title={t("list.drawer.timeline")}>{timeline}</Block>
      </div>
      {narrow ? (
        <div className={css.foot} data-foot="">
          <div ref={setFoot} />
          {acts}
        </div>
      ) : null}
    </>
  );
}

/** Why a person may not end it here, where that is so. */
function Why({ row, tools: { t } }: { row: ExceptionRow; tools: CellTools }): ReactElement | null {
  const may = useCan("exceptions.decide");
  if (row.status === "resolved") return null;
  if (!may) return <p className="fd-dim">{t("exceptions.whyNot.permission")}</p>;
  if (row.assignee !== null && row.actions.length === 0) return <p className="fd-dim">{t("exceptions.whyNot.claimed", { account: row.assignee.account })}</p>;
  return row.ends === "cause" ? <p className="fd-dim">{t("exceptions.whyNot.cause")}</p> : null;
}

function Facts({ row, tools }: { row: ExceptionRow; tools: CellTools }): ReactElement {
  const { t } = tools;
  const path = exceptionPath(row, tools);
  const name = objectWords(row, tools);
  return (
    <KeyValue
      items={[
        { label: t("exceptions.object"), value: path === null ? name : <ScreenLink to={path}>{name}</ScreenLink> },
        { label: t("exceptions.since"), value: <DateTime value={row.since} exact /> },
        ...(row.amount === null ? [] : [{ label: t("exceptions.sum"), value: <Amount value={row.amount} /> }]),
        ...(row.count === null ? [] : [{ label: t("exceptions.happened"), value: t("exceptions.times", { n: row.count }) }]),
        ...(row.wallet === null
          ? []
          : [
              {
                label: t("frame.objectType.wallet"),
                value: (
                  <ObjectLink type="wallet" id={row.wallet.id} tools={tools}>
                    {row.wallet.name}
                  </ObjectLink>
                ),
              },
            ]),
        ...(row.merchant === null
          ? []
          : [
              {
                label: t("frame.objectType.merchant"),
                value: <MerchantLink of={{ merchant_id: row.merchant.id, merchant_name: row.merchant.name }} tools={tools} />,
              },
            ]),
        ...(row.note === null ? [] : [{ label: t("exceptions.noteLabel"), value: row.note, wide: true }]),
      ]}
    />
  );
}
