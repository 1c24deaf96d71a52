/** The emergency stop by words: it opens filled in, with what would stop told before; and what is stopped, to be resumed. */
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { folded } from "../../contract/chips.ts";
import { OPERATOR_INFO, type Operator } from "../../contract/operators.ts";
import type { SwitchRow } from "../../contract/switches.schema.ts";
import type { CellTools } from "../cell-tools.ts";
import { FIND } from "../forms/find.ts";
import { amountText, countText, formatDateTime } from "../i18n/format.ts";
import { operatorsOn } from "../operators.ts";
import type { StopAsked } from "./acts/stop-words.ts";
import { ActLine } from "./palette-line.tsx";
import { resume } from "./resume.ts";
import { useStopEffect } from "./stop-effect.tsx";
import { stoppedBy } from "./stop-state-of.ts";
import { showStop } from "./stop-state.ts";
import { ALL, type Scope, targetsOf } from "./stop-targets.ts";
import { switchWords, useSwitches } from "./switches.ts";

const MOST = 3;
/** Minutes that the panel opens with where none were said. */
const USUAL_MINUTES = 30;
const and = ({ locale }: CellTools): string => (locale === "zh" ? "、" : ", ");

interface Props {
  readonly asked: StopAsked;
  readonly tools: CellTools;
  /** Nothing else was found for these words: then it is said that nobody has such a name. */
  readonly alone?: boolean;
}

/** The lines of a stop or a resumption, for who may do it. */
export function StopLines({ asked, tools, alone = true }: Props): ReactElement {
  if (asked.act === "resume") return <ResumeLines asked={asked} tools={tools} />;
  return asked.names.length > 0 ? <NamedStops asked={asked} tools={tools} alone={alone} /> : <StopLine asked={asked} tools={tools} object={null} />;
}

interface Named {
  readonly scope: Exclude<Scope, "platform">;
  readonly id: string;
  readonly name: string;
}

/** Merchants and wallets of the first of these names that there are any of. */
async function findNamed(names: readonly string[]): Promise<Named[]> {
  for (const name of names) {
    const [merchants, wallets] = await Promise.all([FIND.merchants(name), FIND.wallets(name)]);
    const found = [
      ...merchants.slice(0, MOST).map((one) => ({ scope: "merchant" as const, id: one.value, name: one.name })),
      ...wallets.slice(0, MOST).map((one) => ({ scope: "wallet" as const, id: one.value, name: one.name })),
    ];
    if (found.length > 0) return found;
  }
  return [];
}

function NamedStops({ asked, tools, alone = true }: Props): ReactElement | null {
  const { t } = tools;
  const { names } = asked;
  const read = useQuery({ queryKey: ["palette", "stop", names], queryFn: () => findNamed(names), staleTime: 10_000 });
  if (read.data === undefined || read.data.length === 0) {
    if (!alone) return null;
    const why = read.isError ? t("frame.palette.failed") : read.data ? t("frame.palette.noNamed", { name: names.at(-1) ?? "" }) : t("common.loading");
    return <ActLine label={t("frame.palette.stop", { what: names.at(-1) ?? "" })} effect={why} run={null} />;
  }
  return (
    <>
      {read.data.map((object) => (
        <StopLine key={object.id} asked={asked} tools={tools} object={object} />
      ))}
    </>
  );
}

/** Who and what, in words: `bKash payments`. */
function whatOf({ operators, directions }: StopAsked, object: Named | null, { t, ...tools }: CellTools): string {
  const names = operators === null ? t("switches.stop.all") : operators.map((one) => OPERATOR_INFO[one].name).join(and({ t, ...tools }));
  const own = object && `${t(`frame.objectType.${object.scope}`)} ${object.name}`;
  const who = own === null ? names : operators === null || object?.scope === "wallet" ? own : t("switches.stop.atOperator", { name: own, operator: names });
  const direction = directions.length > 1 ? "both" : (directions[0] ?? "both");
  return `${who} ${t(`switches.direction.${direction}`).toLowerCase()}`;
}

/** Operators that were named and are not switched on: there is nothing of them to stop. A wallet's name may hold one, and says nothing of it. */
function offOf({ operators }: StopAsked, object: Named | null): readonly Operator[] {
  if (operators === null || object?.scope === "wallet") return [];
  return operators.filter((named) => !operatorsOn().includes(named));
}

/** The line of what is in use, and why the rest is none. */
function StopLine({ asked, tools, object }: Props & { readonly object: Named | null }): ReactElement {
  const { t } = tools;
  const off = offOf(asked, object);
  const on = asked.operators?.filter((one) => !off.includes(one)) ?? null;
  if (on === null || off.length === 0) return <StopUsed asked={asked} tools={tools} object={object} off={null} />;
  const why = t("frame.palette.operatorOff", { operator: off.map((one) => OPERATOR_INFO[one].name).join(and(tools)) });
  if (on.length > 0) return <StopUsed asked={{ ...asked, operators: on }} tools={tools} object={object} off={why} />;
  return <ActLine label={t("frame.palette.stop", { what: whatOf(asked, object, tools) })} effect={why} run={null} />;
}

function StopUsed({ asked, tools, object, off }: Props & { readonly object: Named | null; readonly off: string | null }): ReactElement {
  const { t } = tools;
  const { minutes, directions } = asked;
  const scope = object?.scope ?? "platform";
  const rows = scope === "wallet" ? [ALL] : (asked.operators ?? [ALL]);
  const chosen = rows.flatMap((row) => directions.map((way) => `${row} ${way}`));
  const targets = targetsOf(scope, object?.id ?? null, chosen);
  const { data, isError } = useStopEffect(targets);
  const engaged = useSwitches() ?? [];
  const isStopped = targets.every((target) => stoppedBy(target, engaged) !== null);
  const what = whatOf(asked, object, tools);
  const effect = data
    ? [
        ...(off === null ? [] : [off]),
        ...(isStopped ? [t("frame.palette.stoppedNow")] : []),
        t("switches.effect.wallets", { n: countText(data.wallets.count) }),
        ...(directions.includes("in")
          ? [t("switches.effect.openPayments", { n: countText(data.open_payments.count), amount: amountText(data.open_payments.amount) })]
          : []),
        ...(directions.includes("out")
          ? [t("switches.effect.waitingDisburses", { n: countText(data.waiting_disburses.count), amount: amountText(data.waiting_disburses.amount) })]
          : []),
        t("frame.palette.stopAsks"),
      ].join(" · ")
    : t(isError ? "switches.effect.failed" : "common.loading");
  return (
    <ActLine
      label={minutes === null ? t("frame.palette.stop", { what }) : t("frame.palette.stopFor", { what, n: minutes })}
      effect={effect}
      run={() => showStop(true, { scope, objectId: object?.id ?? null, chosen, minutes: minutes ?? USUAL_MINUTES, reason: asked.reason })}
    />
  );
}

/** Whether a switch is what the text names. */
function isAsked(row: SwitchRow, { operators, directions, names }: StopAsked): boolean {
  if (!directions.some((way) => way === row.direction)) return false;
  if (names.length === 0) return operators === null || (row.operator !== null && operators.includes(row.operator));
  const object = (row.merchant ?? row.wallet)?.name;
  return object !== undefined && names.some((name) => folded(object).includes(folded(name)));
}

function ResumeLines({ asked, tools }: Props): ReactElement {
  const { t } = tools;
  const engaged = useSwitches();
  const rows = (engaged ?? []).filter((row) => isAsked(row, asked));
  if (rows.length === 0) return <ActLine label={t("switches.open")} effect={t(engaged ? "frame.palette.resumeNone" : "common.loading")} run={null} />;
  return (
    <>
      {rows
        .filter((row) => row.actions.includes("open"))
        .slice(0, MOST * 2)
        .map((row) => (
          <ActLine
            key={row.id}
            label={`${t("switches.open")} ${switchWords(row, t)}`}
            effect={[
              row.closed_by === null
                ? t("switches.sinceAlone", { time: formatDateTime(row.closed_at) })
                : t("switches.since", { account: row.closed_by, time: formatDateTime(row.closed_at) }),
              ...(row.reopen_at === null ? [] : [t("switches.reopens", { time: formatDateTime(row.reopen_at) })]),
              t("frame.palette.resumeEffect"),
            ].join(" · ")}
            run={() => void resume(row, t)}
          />
        ))}
    </>
  );
}
