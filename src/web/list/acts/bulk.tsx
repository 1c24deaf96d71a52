/** The strip that stands over the table while rows are chosen, and what a bulk act answered for each. */
import { Button, Modal } from "@mantine/core";
import { lazy, type ReactElement, useRef, useState } from "react";
import { randomId } from "../../api.ts";
import { moneyText } from "../../i18n/format.ts";
import type { BulkOut } from "../../../contract/bulk.schema.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { confirm, confirmWithText } from "../../ui/confirm.ts";
import { DialogPlace } from "../../ui/focus-back.tsx";
import { notify, notifyError } from "../../ui/notices.tsx";
import { StatusDot } from "../../ui/status.tsx";
import css from "../../ui/overlays.module.css";
import { versionOf } from "../../forms/meanwhile.ts";
import { named } from "../../words/named.ts";
import { ableRows } from "./offered.ts";
import { BULK_MAX, type Selection, sumOf } from "../state/index.ts";
import { BULK_REASON_MAX, type BulkSpec, type HasId } from "../spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import strip from "./bulk.module.css";

const PreviewDialog = lazy(() => import("./bulk-preview.tsx")) as unknown as typeof import("./bulk-preview.tsx").default; // lazy() would drop the type parameter

interface Props<Row extends HasId> {
  readonly acts: readonly BulkSpec<Row>[];
  readonly selection: Selection<Row>;
  readonly amountOf: ((row: Row) => string | null) | undefined;
  readonly tools: CellTools;
  readonly onClear: () => void;
  readonly onDone: () => void;
}

type Items = { id: string; version: number }[];
/** Every row of a list with bulk acts has a version (contract/bulk.schema.ts asks for it). */
const itemsOf = <Row extends HasId>(rows: readonly Row[]): Items => rows.map((row) => ({ id: row.id, version: versionOf(row) ?? 0 }));

/** Count, sum, and the acts: one that only some chosen rows allow says how many, one that none allows is switched off and says so. */
export default function BulkBar<Row extends HasId>({ acts, selection, amountOf, tools, onClear, onDone }: Props<Row>): ReactElement {
  const { t } = tools;
  const [results, setResults] = useState<{ act: MessageKey; items: BulkOut["items"] } | null>(null);
  const [busy, setBusy] = useState(false);
  // The buttons are switched off while an act is on its way, and lose the focus by it.
  const pressed = useRef<HTMLElement | null>(null);
  const rows = [...selection.values()];
  const sum = amountOf ? moneyText(sumOf(rows.map(amountOf)), tools.currency) : null;
  const [asked, setAsked] = useState<{ act: BulkSpec<Row>; items: Items } | null>(null);
  const send = async (act: BulkSpec<Row>, items: Items, extra: Readonly<Record<string, string>>): Promise<void> => {
    setBusy(true);
    const answer = await act.run(items, extra, randomId());
    setBusy(false);
    if (!answer.success) return notifyError(answer.error);
    setResults({ act: act.label, items: answer.data.items });
    onDone();
  };
  const start = async (act: BulkSpec<Row>): Promise<void> => {
    if (ableRows(act, rows).length === 0) return notify({ kind: "ask", text: t("list.bulk.noneFor", { act: t(act.label) }) });
    if (act.preview) return setAsked({ act, items: itemsOf(rows) });
    const able = ableRows(act, rows);
    const extra = await ask(act, able, rows.length, amountOf, tools);
    if (extra !== null) await send(act, itemsOf(able), extra);
  };
  return (
    <div className={strip.bulk} role="region" aria-label={t("list.bulk.selected", { n: selection.size })}>
      <strong>{sum === null ? t("list.bulk.selected", { n: selection.size }) : t("list.bulk.selectedSum", { n: selection.size, amount: sum })}</strong>
      {selection.size >= BULK_MAX ? <span className="fd-dim">{t("list.bulk.full", { n: BULK_MAX })}</span> : null}
      <span className={strip.grow} />
      {acts.map((act) => (
        <ActButton
          key={act.id}
          name={t(act.label)}
          able={ableRows(act, rows).length}
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
      {asked ? (
        <DialogPlace from={pressed.current}>
          <PreviewDialog
            {...asked}
            tools={tools}
            onDecided={(decided) => {
              setAsked(null);
              if (decided) void send(asked.act, [...decided.items], decided.extra);
            }}
          />
        </DialogPlace>
      ) : null}
      {results ? (
        <DialogPlace from={pressed.current}>
          <Results {...results} tools={tools} onClose={() => setResults(null)} />
        </DialogPlace>
      ) : null}
    </div>
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
