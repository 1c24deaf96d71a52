/** The bar in the place of the table's head while rows are chosen: each of its acts is a job, in a dialog of its own. */
import { Button } from "@mantine/core";
import { type ComponentType, type CSSProperties, lazy, type ReactElement, useRef, useState } from "react";
import { countText, moneyText } from "../../i18n/format.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { DialogPlace } from "../../ui/focus-back.tsx";
import { notify } from "../../ui/notices.tsx";
import type { BulkAsk } from "../bulk/dialog.tsx";
import { neverBy } from "../bulk/never.ts";
import { versionOf } from "../../forms/meanwhile.ts";
import { SELECT_WIDTH } from "../columns/index.ts";
import { ableRows } from "./offered.ts";
import { offMarks } from "../../ui/off-marks.ts";
import { BULK_MAX, type Selection, sumOf } from "../state/index.ts";
import type { BulkSpec, HasId, TargetPickProps } from "../spec/index.ts";
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
  /** Of the head that it lies over, px. */
  readonly headHeight: number;
  readonly onClear: () => void;
  readonly onDone: () => void;
}

/** As a job takes them: notifications have no version. */
const chosenOf = <Row extends HasId>(rows: readonly Row[]): NonNullable<BulkAsk["what"]["items"]> =>
  rows.map((row) => {
    const version = versionOf(row);
    return version === null || version === undefined ? { id: row.id } : { id: row.id, version };
  });

const placeOf = (headHeight: number): CSSProperties => ({ "--head": `${headHeight}px`, "--box": `${SELECT_WIDTH}px` }) as CSSProperties; // custom properties

/** Count, sum, and the acts: one that only some chosen rows allow says how many, one that none allows is switched off and says so. */
export default function BulkBar<Row extends HasId>({
  acts,
  selection,
  amountOf,
  matching = null,
  tools,
  headHeight,
  onClear,
  onDone,
}: Props<Row>): ReactElement {
  const { t } = tools;
  // A dialog gives the focus back to the button that opened it.
  const pressed = useRef<HTMLElement | null>(null);
  const rows = [...selection.values()];
  const { asked, setAsked, pick, picking } = useAsking(tools);
  // Everything is chosen for the rows that were chosen then: another choice is another one.
  const [allOf, setAllOf] = useState<Selection<Row> | null>(null);
  const all = matching !== null && allOf === selection ? matching : null;
  const start = (act: BulkSpec<Row>): void => {
    const never = neverBy(act.job);
    if (never !== null) return notify({ kind: "ask", text: t(never) });
    if (all === null && ableRows(act, rows).length === 0) return notify({ kind: "ask", text: t("list.bulk.noneFor", { act: t(act.label) }) });
    const what = all === null ? { items: chosenOf(rows) } : { filter: { ...all.filter } };
    (act.target === undefined ? setAsked : pick(act.target))({
      act: act.job,
      what,
      ...(act.danger ? { danger: true } : {}),
      ...(act.intro ? { intro: act.intro } : {}),
    });
  };
  const placed = (dialog: ReactElement): ReactElement => <DialogPlace from={pressed.current}>{dialog}</DialogPlace>;
  const closed = (ran: boolean): void => {
    setAsked(null);
    if (!ran) return;
    onClear();
    onDone();
  };
  return (
    <>
      <div className={strip.bulk} data-bulk="" role="region" aria-label={t("list.bulk.selected", { n: selection.size })} style={placeOf(headHeight)}>
        <Chosen rows={rows} all={all} amountOf={amountOf} tools={tools} />
        {all === null && matching !== null && matching.total > selection.size ? (
          <SelectAll matching={matching} tools={tools} onAll={() => setAllOf(selection)} />
        ) : null}
        {acts.map((act) => (
          <ActButton
            key={act.id}
            name={t(act.label)}
            able={all === null ? ableRows(act, rows).length : rows.length}
            of={rows.length}
            never={neverBy(act.job)}
            t={t}
            onPress={(button) => {
              pressed.current = button;
              start(act);
            }}
          />
        ))}
        <Button size="xs" variant="subtle" onClick={onClear}>
          {t("list.bulk.clear")}
        </Button>
        <span className={strip.held}>{t("list.bulk.held")}</span>
      </div>
      {picking === null ? null : placed(picking)}
      {asked ? placed(<BulkDialog {...asked} tools={tools} onClose={closed} />) : null}
    </>
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
  /** Why this person cannot do it on any row; null: he can. */
  readonly never: MessageKey | null;
  readonly t: CellTools["t"];
  readonly onPress: (button: HTMLElement) => void;
}

/** Switched off it can still be reached, by keys and by touch: it has a reason to tell. */
function ActButton({ name, able, of, never, t, onPress }: ActButtonProps): ReactElement {
  const why = never === null ? (able === 0 ? t("list.bulk.noneFor", { act: name }) : null) : t(never);
  const off = why === null ? {} : offMarks(why);
  return (
    <Button {...off} size="xs" variant="default" onClick={(event) => onPress(event.currentTarget)}>
      {able > 0 && able < of ? t("list.bulk.some", { act: name, able, n: of }) : name}
    </Button>
  );
}
