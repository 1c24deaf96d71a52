/**
 * What the palette can begin: acts on an object, something new, the emergency stop, the close of a day. Each line says what will happen; Enter
 * leads to the act's own question, form or panel, never past it.
 */
import { useQuery } from "@tanstack/react-query";
import { Spotlight } from "@mantine/spotlight";
import type { ReactElement } from "react";
import { useNavigate } from "react-router";
import { OPERATOR_INFO } from "../../contract/operators.ts";
import type { SearchResult } from "../../contract/home.schema.ts";
import { type CellTools, useCellTools } from "../cell-tools.ts";
import { amountText, countText, moneyText } from "../i18n/format.ts";
import { type MessageKey, text, textIn } from "../i18n/keys.ts";
import { intend } from "../intent.ts";
import { isVerb, OBJECT_LISTS, type OfferedAct, offersOf } from "./acts/offers.ts";
import { readClose } from "./acts/close-words.ts";
import { CREATIONS } from "./acts/places.ts";
import { readAct } from "./acts/object-words.ts";
import { readStop, type StopAsked } from "./acts/stop-words.ts";
import { objectPath, pathTo } from "../paths.ts";
import { useRead } from "../query.ts";
import { LOCALES } from "../screens.ts";
import { useMay } from "../session.tsx";
import css from "./palette.module.css";
import { useStopEffect } from "./stop-effect.tsx";
import { showStop, useMayStop } from "./stop-state.ts";
import { ALL, targetsOf } from "./stop-targets.ts";

const inAnyLanguage = (key: MessageKey): readonly string[] => LOCALES.flatMap((locale) => textIn(locale, key) ?? []);

interface LineProps {
  readonly label: string;
  /** What will happen. */
  readonly effect: string | null;
  readonly run: () => void;
}

/** One act with its effect. */
function ActLine({ label, effect, run }: LineProps): ReactElement {
  return (
    <Spotlight.Action onClick={run} data-act="">
      <span className={css.act}>
        <span className={css.title}>{label}</span>
        {effect === null ? null : <span className={css.effect}>{effect}</span>}
      </span>
    </Spotlight.Action>
  );
}

/** Everything that the text asks for and these eyes may do; nothing where it asks for none of it. */
export function ActGroup({ query, found }: { readonly query: string; readonly found: SearchResult["items"] }): ReactElement | null {
  const tools = useCellTools();
  const may = useMay();
  const mayStop = useMayStop();
  const stop = mayStop ? readStop(query) : null;
  const day = may("reconciliation.close") ? readClose(query, Date.now()) : null;
  const asked = readAct(query);
  const objects = asked === null ? [] : found.filter((item) => item.match === "exact" || asked.verb !== "").slice(0, 2);
  const created = CREATIONS.filter(({ permission, label }) => query.trim() !== "" && may(permission) && isVerb(query, inAnyLanguage(label)));
  if (stop === null && day === null && objects.length === 0 && created.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={tools.t("frame.palette.acts")} className={css.group ?? ""}>
      {stop ? <StopLine asked={stop} tools={tools} /> : null}
      {day === null ? null : <CloseLine day={day} tools={tools} />}
      {objects.map((item) => (
        <ObjectActs key={item.id} item={item} verb={asked?.verb ?? ""} tools={tools} />
      ))}
      {created.map((one) => (
        <CreateLine key={one.screen} screen={one.screen} label={tools.t(one.label)} effect={tools.t(one.effect)} tools={tools} />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function StopLine({ asked, tools }: { readonly asked: StopAsked; readonly tools: CellTools }): ReactElement {
  const { t, locale } = tools;
  const cells = (asked.operators ?? [ALL]).flatMap((row) => asked.directions.map((way) => `${row} ${way}`));
  const { data, isError } = useStopEffect(targetsOf("platform", null, cells));
  const and = locale === "zh" ? "、" : ", ";
  const who = asked.operators === null ? t("switches.stop.all") : asked.operators.map((one) => OPERATOR_INFO[one].name).join(and);
  const what = `${who} ${asked.directions.map((way) => t(`switches.direction.${way}`)).join(and)}`;
  const label = asked.minutes === null ? t("frame.palette.stop", { what }) : t("frame.palette.stopFor", { what, n: asked.minutes });
  const effect = data
    ? [
        t("switches.effect.wallets", { n: countText(data.wallets.count) }),
        t("switches.effect.openPayments", { n: countText(data.open_payments.count), amount: amountText(data.open_payments.amount) }),
        t("switches.effect.waitingDisburses", { n: countText(data.waiting_disburses.count), amount: amountText(data.waiting_disburses.amount) }),
      ].join(locale === "zh" ? "；" : "; ")
    : isError
      ? t("switches.effect.failed")
      : t("common.loading");
  return <ActLine label={label} effect={effect} run={() => showStop(true, { chosen: cells, minutes: asked.minutes ?? 30 })} />;
}

function CloseLine({ day, tools }: { readonly day: string; readonly tools: CellTools }): ReactElement {
  const { t, locale } = tools;
  const navigate = useNavigate();
  const read = useRead("GET /api/reconciliation", { query: { from: day, to: day } });
  const sums = read.data?.sums;
  const effect = sums
    ? sums.open_days === 0
      ? t("frame.palette.closeNone")
      : t("frame.palette.closeEffect", { n: sums.open_days, differing: sums.differing_days })
    : null;
  return (
    <ActLine
      label={t("frame.palette.close", { day: day.replaceAll("-", "/") })}
      effect={effect ?? t(read.isError ? "frame.palette.failed" : "common.loading")}
      run={() => void navigate(pathTo(locale, "wallets", { tab: "reconciliation", from: day, to: day }))}
    />
  );
}

function CreateLine({
  screen,
  label,
  effect,
  tools,
}: {
  readonly screen: (typeof CREATIONS)[number]["screen"];
  readonly label: string;
  readonly effect: string;
  readonly tools: CellTools;
}): ReactElement {
  const navigate = useNavigate();
  const run = (): void => {
    intend({ kind: "create", screen });
    void navigate(pathTo(tools.locale, screen));
  };
  return <ActLine label={label} effect={effect} run={run} />;
}

/** Amount, merchant, and the question that the act would ask. */
function effectOf({ action, row, spec }: OfferedAct, tools: CellTools): string {
  const blocked = action.blocked?.(row, tools) ?? null;
  if (blocked !== null) return blocked;
  const ask = action.confirm?.(row, tools);
  const amount = spec.drawer.amount?.(row) ?? null;
  const merchant = "merchant_name" in row && typeof row.merchant_name === "string" ? row.merchant_name : null;
  const object = [amount === null ? null : moneyText(amount, tools.currency), merchant].filter((part) => part !== null).join(" · ");
  const happens = ask ? (ask.body ?? ask.title) : action.form ? text("frame.palette.asksMore") : null;
  return [object, happens].filter(Boolean).join(tools.locale === "zh" ? "：" : ": ");
}

function ObjectActs({
  item,
  verb,
  tools,
}: {
  readonly item: SearchResult["items"][number];
  readonly verb: string;
  readonly tools: CellTools;
}): ReactElement | null {
  const may = useMay();
  const navigate = useNavigate();
  const list = OBJECT_LISTS[item.type];
  const read = useQuery({
    queryKey: ["palette acts", item.type, item.id],
    queryFn: () => (list === undefined ? [] : offersOf(list, item.id, may("wallets.see"))),
    staleTime: 5000,
    structuralSharing: false,
  });
  const acts = (read.data ?? []).filter((one) => isVerb(verb, [one.action.id, ...inAnyLanguage(one.action.label)]));
  if (list === undefined || acts.length === 0) return null;
  return (
    <>
      {acts.slice(0, 6).map((one) => (
        <ActLine
          key={one.action.id}
          label={`${tools.t(one.action.label)} ${item.id}`}
          effect={effectOf(one, tools)}
          run={() => {
            intend({ kind: "act", list, id: item.id, action: one.action.id });
            const target = objectPath(tools.locale, item.type, item.id);
            if (target !== null) void navigate(target);
          }}
        />
      ))}
    </>
  );
}
