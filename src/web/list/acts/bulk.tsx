/** The strip that stands over the table while rows are chosen, and what a bulk act answered for each. */
import { Button, Modal } from "@mantine/core";
import { type ComponentType, lazy, type ReactElement, useRef, useState } from "react";
import { randomId } from "../../api.ts";
import { countText, moneyText } from "../../i18n/format.ts";
import type { BulkOut } from "../../../contract/bulk.schema.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { confirm, confirmWithText } from "../../ui/confirm.ts";
import { DialogPlace } from "../../ui/focus-back.tsx";
import { notify, notifyError } from "../../ui/notices.tsx";
import { StatusDot } from "../../ui/status.tsx";
import css from "../../ui/overlays.module.css";
import type { BulkAsk } from "../bulk/dialog.tsx";
import { versionOf } from "../../forms/meanwhile.ts";
import { named } from "../../words/named.ts";
import { ableRows } from "./offered.ts";
import { BULK_MAX, type Selection, sumOf } from "../state/index.ts";
import { BULK_REASON_MAX, type BulkSpec, type HasId, type TargetPickProps } from "../spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import strip from "./bulk.module.css";

const BulkDialog = lazy(() => import("../bulk/dialog.tsx"));

/** Everything that the list's filters match, where more than the chosen rows do. */
export interface Matching {
  readonly total: number;
  readonly exact: boolean;
  /** Query values as the endpoint takes them, without page. */
  readonly filter: Readonly<Record<string, string>>;
}

interface Props<Row extends HasId> {
  readonly acts: readonly BulkSpec<Row>[];
  readonly selection: Selection<Row>;
  readonly amountOf: ((row: Row) => string | null) | undefined;
  readonly matching?: Matching | null;
  readonly tools: CellTools;
  readonly onClear: () => void;
  readonly onDone: () => void;
}

type Items = { id: string; version: number }[];
/** Every row of a list with such acts has a version (contract/bulk.schema.ts asks for it). */
const itemsOf = <Row extends HasId>(rows: readonly Row[]): Items => rows.map((row) => ({ id: row.id, version: versionOf(row) ?? 0 }));
/** As a job takes them: notifications have no version. */
const chosenOf = <Row extends HasId>(rows: readonly Row[]): NonNullable<BulkAsk["what"]["items"]> =>
  rows.map((row) => {
    const version = versionOf(row);
    return version === null || version === undefined ? { id: row.id } : { id: row.id, version };
  });

/** Count, sum, and the acts: one that only some chosen rows allow says how many, one that none allows is switched off and says so. */
export default function BulkBar<Row extends HasId>({ acts, selection, amountOf, matching = null, tools, onClear, onDone }: Props<Row>): ReactElement {
  const { t } = tools;
  const { results, setResults, busy, send } = useSending<Row>(onDone);
  // The buttons are switched off while an act is on its way, and lose the focus by it.
  const pressed = useRef<HTMLElement | null>(null);
  const rows = [...selection.values()];
  const { asked, setAsked, pick, picking } = useAsking(tools);
  // Everything is chosen for the rows that were chosen then: another choice is another one.
  const [allOf, setAllOf] = useState<Selection<Row> | null>(null);
  const all = matching !== null && allOf === selection ? matching : null;
  const start = async (act: BulkSpec<Row>): Promise<void> => {
    const able = ableRows(act, rows);
    if (act.job !== undefined && (all !== null || able.length > 0)) {
      const what = all === null ? { items: chosenOf(rows) } : { filter: { ...all.filter } };
      return (act.target === undefined ? setAsked : pick(act.target))({
        act: act.job,
        what,
        ...(act.danger ? { danger: true } : {}),
        ...(act.intro ? { intro: act.intro } : {}),
      });
    }
    if (able.length === 0 || act.run === undefined) return notify({ kind: "ask", text: t("list.bulk.noneFor", { act: t(act.label) }) });
    const extra = await ask(act, able, rows.length, amountOf, tools);
    if (extra !== null) await send(act, act.run, itemsOf(able), extra);
  };
  const placed = (dialog: ReactElement): ReactElement => <DialogPlace from={pressed.current}>{dialog}</DialogPlace>;
  const closed = (ran: boolean): void => {
    setAsked(null);
    if (!ran) return;
    onClear();
    onDone();
  };
  return (
    <div className={strip.bulk} role="region" aria-label={t("list.bulk.selected", { n: selection.size })}>
      <Chosen rows={rows} all={all} amountOf={amountOf} tools={tools} />
      {all === null && matching !== null && matching.total > selection.size && acts.some((act) => act.job !== undefined) ? (
        <SelectAll matching={matching} tools={tools} onAll={() => setAllOf(selection)} />
      ) : null}
      <span className={strip.grow}>
        <span className="fd-dim">{t("list.bulk.held")}</span>
      </span>
      {acts
        .filter((act) => all === null || act.job !== undefined)
        .map((act) => (
          <ActButton
            key={act.id}
            name={t(act.label)}
            able={all === null ? ableRows(act, rows).length : rows.length}
            of={rows.length}
            busy={busy}
            t={t}
            onPress={(button) => {
              pressed.current = button;
              void start(act);
            }}
          />
        ))}
      <Button size="xs" variant="subtle" disabled={busy} onClick={onClear}>
        {t("list.bulk.clear")}
      </Button>
      {picking === null ? null : placed(picking)}
      {asked ? placed(<BulkDialog {...asked} tools={tools} onClose={closed} />) : null}
      {results ? placed(<Results {...results} tools={tools} onClose={() => setResults(null)} />) : null}
    </div>
  );
}

function SelectAll({ matching, tools, onAll }: { matching: Matching; tools: CellTools; onAll: () => void }): ReactElement {
  return (
    <Button size="compact-xs" variant="subtle" onClick={onAll}>
      {tools.t("bulk.selectAll", { n: totalText(matching) })}
    </Button>
  );
}

/** The job that is asked for, and before it what it puts on each where its act names something. */
function useAsking(tools: CellTools) {
  const [asked, setAsked] = useState<BulkAsk | null>(null);
  const [next, setNext] = useState<{ Pick: ComponentType<TargetPickProps>; ask: BulkAsk } | null>(null);
  const pick = (load: NonNullable<BulkSpec<HasId>["target"]>) => (ask: BulkAsk) => setNext({ Pick: lazy(load), ask });
  const picked: TargetPickProps["onPick"] = (target) => {
    setNext(null);
    if (next !== null && target !== null) setAsked({ ...next.ask, what: { ...next.ask.what, target } });
  };
  return { asked, setAsked, pick, picking: next === null ? null : <next.Pick tools={tools} onPick={picked} /> };
}

/** Acts that are no jobs yet: sent at once, with a result for each row. */
function useSending<Row extends HasId>(onDone: () => void) {
  const [results, setResults] = useState<{ act: MessageKey; items: BulkOut["items"] } | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (act: BulkSpec<Row>, run: NonNullable<BulkSpec<Row>["run"]>, items: Items, extra: Readonly<Record<string, string>>): Promise<void> => {
    setBusy(true);
    const answer = await run(items, extra, randomId());
    setBusy(false);
    if (!answer.success) return notifyError(answer.error);
    setResults({ act: act.label, items: answer.data.items });
    onDone();
  };
  return { results, setResults, busy, send };
}

/** A count that may be more. */
const totalText = ({ total, exact }: Matching): string => (exact ? countText(total) : `${countText(total)}+`);

/** How many are chosen, with their sum; that there can be no more by hand. */
function Chosen<Row extends HasId>({
  rows,
  all,
  amountOf,
  tools,
}: { rows: readonly Row[]; all: Matching | null } & Pick<Props<Row>, "amountOf" | "tools">): ReactElement {
  const { t } = tools;
  if (all !== null) return <strong>{t("bulk.selectedAll", { n: totalText(all) })}</strong>;
  const n = rows.length;
  return (
    <>
      <strong>
        {amountOf ? t("list.bulk.selectedSum", { n, amount: moneyText(sumOf(rows.map(amountOf)), tools.currency) }) : t("list.bulk.selected", { n })}
      </strong>
      {n >= BULK_MAX ? <span className="fd-dim">{t("list.bulk.full", { n: BULK_MAX })}</span> : null}
    </>
  );
}

interface ActButtonProps {
  readonly name: string;
  /** How many of the chosen rows allow it. */
  readonly able: number;
  readonly of: number;
  readonly busy: boolean;
  readonly t: CellTools["t"];
  readonly onPress: (button: HTMLElement) => void;
}

/** Switched off it can still be reached, by keys and by touch: it has a reason to tell. */
function ActButton({ name, able, of, busy, t, onPress }: ActButtonProps): ReactElement {
  const off = able === 0 ? { "data-disabled": true, "aria-disabled": true, "data-tip": t("list.bulk.noneFor", { act: name }) } : {};
  return (
    <Button {...off} size="xs" variant="default" disabled={busy} onClick={(event) => onPress(event.currentTarget)}>
      {able > 0 && able < of ? t("list.bulk.some", { act: name, able, n: of }) : name}
    </Button>
  );
}

/** @returns what is sent along, null when it was not confirmed */
async function ask<Row extends HasId>(
  act: BulkSpec<Row>,
  able: readonly Row[],
  of: number,
  amountOf: ((row: Row) => string | null) | undefined,
  { t, currency }: CellTools,
): Promise<Record<string, string> | null> {
  const name = t(act.label);
  const title = amountOf
    ? t("list.bulk.askSum", { act: name, n: able.length, amount: moneyText(sumOf(able.map(amountOf)), currency) })
    : t("list.bulk.ask", { act: name, n: able.length });
  const question = {
    title,
    text: [act.intro ? t(act.intro) : "", able.length < of ? t("list.bulk.part", { able: able.length, n: of, left: of - able.length }) : ""]
      .filter(Boolean)
      .join(" "),
    action: name,
    destructive: act.danger ?? false,
  };
  if (!act.reason) return (await confirm(question)) ? {} : null;
  const reason = await confirmWithText({ ...question, input: { label: t("list.bulk.reason"), required: true, maxLength: BULK_REASON_MAX } });
  return reason === null ? null : { reason };
}

function Results({ act, items, tools, onClose }: { act: MessageKey; items: BulkOut["items"]; tools: CellTools; onClose: () => void }): ReactElement {
  const { t } = tools;
  const failed = items.filter((item) => !item.ok);
  return (
    <Modal opened onClose={onClose} title={t("list.bulk.result", { act: t(act) })} closeButtonProps={{ "aria-label": t("common.close") }}>
      <p>
        <StatusDot tone="done">{t("list.bulk.ok", { n: items.length - failed.length })}</StatusDot>{" "}
        {failed.length > 0 ? <StatusDot tone="bad">{t("list.bulk.failed", { n: failed.length })}</StatusDot> : null}
      </p>
      <ul className={css.results}>
        {[...failed, ...items.filter((item) => item.ok)].map((item) => (
          <li key={item.id} className={css.result}>
            <span className="fd-mono">{item.id}</span>
            <span>{item.ok ? t("list.bulk.okRow") : named("errors", "code", item.code ?? "internal")}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
