/** For a minute, what the person's role masks of the open object: asked for with a reason, written down by the server, gone by itself. */
import { type ReactElement, useEffect, useState } from "react";
import { REVEALED, REVEALED_FIELDS, REVEAL_MS, REVEALS_AN_HOUR, REASON_MIN, type Revealed } from "../../../contract/reveal.ts";
import { call } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import type { FormSpec } from "../../forms/spec.ts";
import { onSessionEnd, useMay } from "../../session.tsx";
import { createStore, useStore } from "../../store.ts";
import { Strip } from "../../ui/blocks.tsx";
import css from "./drawer.module.css";

/** Lists whose objects can be shown so. */
const AREAS = ["payments", "disburses", "sms", "transfers", "withdrawal"] as const;
type Area = (typeof AREAS)[number];
const areaOf = (list: string): Area | null => AREAS.find((area) => area === list) ?? null;

interface Shown {
  readonly list: string;
  readonly id: string;
  readonly field: Revealed;
  readonly detail: unknown;
  readonly untilMs: number;
}
const shown = createStore<Shown | null>(null);
onSessionEnd(() => shown.set(null));

/** What is shown for now, to whoever may still ask for it; null: nothing. */
function useShownNow(): Shown | null {
  const one = useStore(shown);
  return useMay()("privacy.reveal") ? one : null;
}

/** The object as it is shown for now; null: as the person's role shows it. */
export function useShown<Detail>(list: string, id: string): Detail | null {
  const one = useShownNow();
  // Whoever leaves the object leaves what was shown of it.
  useEffect(() => () => shown.set(null), [list, id]);
  return one !== null && one.list === list && one.id === id ? (one.detail as Detail) : null; // the answer of the list's own call
}

const ASK = {
  payments: "POST /api/payments/:id/reveal",
  disburses: "POST /api/disburses/:id/reveal",
  sms: "POST /api/sms/:id/reveal",
  transfers: "POST /api/transfers/:id/reveal",
  withdrawal: "POST /api/withdrawal/:id/reveal",
} as const;

function form(area: Area, id: string, fields: readonly Revealed[]): FormSpec<null, { readonly field: Revealed; readonly detail: unknown }> {
  const fieldOf = (text: string | undefined): Revealed => fields.find((one) => one === text) ?? "phones";
  return {
    object: () => id,
    title: (_none, { t }) => t("roles.reveal.title", { id }),
    intro: (_none, { t }) => t("roles.reveal.intro", { n: REVEALS_AN_HOUR }),
    fields: [
      {
        name: "field",
        kind: "radio",
        label: "roles.reveal.what",
        required: true,
        options: fields.map((field) => ({ value: field, label: `roles.reveal.field.${field}` as const })),
      },
      {
        name: "reason",
        kind: "text",
        label: "words.field.reason",
        help: "roles.reveal.reasonHelp",
        required: true,
        maxLength: 200,
        check: (value) => (value.trim().length < REASON_MIN ? "roles.reveal.reasonBad" : null),
      },
    ],
    initial: () => ({ field: fields[0] ?? "phones", reason: "" }),
    submit: async (values, _none, idempotencyKey) => {
      const field = fieldOf(values.field);
      const answer = await call(ASK[area], { params: { id }, body: { field, reason: (values.reason ?? "").trim() }, idempotencyKey });
      return answer.success ? { ...answer, data: { field, detail: answer.data } } : answer;
    },
    label: "roles.reveal.submit",
  };
}

/** Offered to whoever may show it and lacks something. */
export function RevealButton({ list, id, tools }: { list: string; id: string; tools: CellTools }): ReactElement | null {
  const may = useMay();
  const dialog = useFormDialog(tools);
  const area = areaOf(list);
  const fields = REVEALED_FIELDS.filter((field) => !may(REVEALED[field]));
  if (area === null || fields.length === 0 || !may("privacy.reveal")) return null;
  const ask = (): void =>
    void dialog.open(
      async () => form(area, id, fields),
      null,
      () => null,
      ({ field, detail }) => shown.set({ list, id, field, detail, untilMs: Date.now() + REVEAL_MS }),
    );
  return (
    <>
      <button type="button" className={css.act} onClick={ask}>
        {tools.t("roles.reveal.button")}
      </button>
      {dialog.dialog}
    </>
  );
}

/** Says that something is shown, and for how long; hides it when its time is over. */
export function ShownStrip({ tools: { t } }: { tools: CellTools }): ReactElement | null {
  const one = useShownNow();
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    if (one === null) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= one.untilMs) shown.set(null);
    }, 1000);
    return () => clearInterval(timer);
  }, [one]);
  if (one === null) return null;
  return (
    <Strip
      tone="ask"
      action={
        <button type="button" className={css.act} onClick={() => shown.set(null)}>
          {t("roles.reveal.hide")}
        </button>
      }
    >
      {t("roles.reveal.shown", { what: t(`roles.reveal.field.${one.field}`), n: Math.max(0, Math.ceil((one.untilMs - nowMs) / 1000)) })}
    </Strip>
  );
}
