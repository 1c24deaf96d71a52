/** The emergency stop: which operators and directions, of the platform, a merchant or a wallet; what would stop, why and how long; what is stopped now. */
import { Button, SegmentedControl, Textarea } from "@mantine/core";
import { type FormEvent, type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import type { SwitchRow } from "../../contract/switches.schema.ts";
import { call } from "../api.ts";
import { useCellTools } from "../cell-tools.ts";
import { ActKey } from "../forms/act-key.ts";
import { GivenBack } from "../forms/given-back.tsx";
import { useTyped } from "../forms/typed.ts";
import { useLeaving } from "../forms/leaving.ts";
import { LookupSelect } from "../forms/lookup.tsx";
import { invalidate } from "../query.ts";
import { useNarrow } from "../ui/cover.ts";
import { isFreeFor } from "../ui/focus-kept.ts";
import { CoveredNote } from "../ui/covered-note.tsx";
import { Acceptance } from "./acceptance.tsx";
import { Effect, useStopEffect } from "./stop-effect.tsx";
import { EngagedList } from "./stop-engaged.tsx";
import { notify, notifyError } from "../ui/notices.tsx";
import { offerUndo } from "../ui/undo.ts";
import { operatorsOn } from "../operators.ts";
import { Matrix } from "./stop-matrix.tsx";
import { type StopDraft, takeStopDraft } from "./stop-state.ts";
import { openAll, stoppedBy } from "./stop-state-of.ts";
import { ALL, type Row, rowOf, type Scope, SCOPES, targetOf, targetsOf } from "./stop-targets.ts";
import { useSwitches } from "./switches.ts";
import css from "./stop.module.css";
import { Dialog } from "../ui/dialog.tsx";

/** Minutes until it opens again by itself; null: until somebody opens it. */
const ENDS = [15, 30, 60, null] as const;
const REASON_MAX = 500;
const NO_SWITCHES: readonly SwitchRow[] = [];

/** A dialog; on a phone it fills the screen, with the act under the thumb. */
export default function StopPanel({ onClose }: { onClose: () => void }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const narrow = useNarrow();
  const form = useStopForm(t);
  const leaving = useLeaving(form.dirty, form.busy, onClose, form.act);
  return (
    <Dialog
      opened
      title={t("switches.title")}
      size="xl"
      fullScreen={narrow}
      transitionProps={{ duration: 0 }}
      {...leaving}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <CoveredNote />
      <p className="fd-dim">{t("switches.hint")}</p>
      <EngagedList />
      <StopForm form={form} />
      <Acceptance />
    </Dialog>
  );
}

/** Says that it is done; only who may open all of them again can take them back. */
function offerBack(stopped: readonly SwitchRow[], done: string): void {
  if (stopped.length === 0 || !stopped.every((row) => row.actions.includes("open"))) return notify({ kind: "done", text: done });
  offerUndo({ done, back: (key) => openAll(stopped, key), onBack: () => invalidate("GET /api/switches") });
}

/** What the panel begins with where nothing else is asked for. */
const NOTHING: StopDraft = { scope: "platform", objectId: null, chosen: [], minutes: 30, reason: "" };
/** Nothing is chosen and no reason typed, or what it began with. */
const isUnchosen = (now: StopDraft, begun: StopDraft): boolean =>
  (now.chosen.length === 0 && now.objectId === null && now.reason.trim() === "") || JSON.stringify(now) === JSON.stringify(begun);

/** What is chosen, what it would stop, and the act. */
function useStopForm(t: ReturnType<typeof useCellTools>["t"]) {
  const [draft] = useState(takeStopDraft);
  // What was typed or chosen for one draft is none for another.
  const [typed, setTyped, isGivenBack] = useTyped(draft === null ? "stop" : `stop ${JSON.stringify(draft)}`, () => draft ?? NOTHING, isUnchosen);
  const { scope, objectId, chosen, minutes, reason } = typed;
  const type = (part: Partial<StopDraft>): void => setTyped((before) => ({ ...before, ...part }));
  // Minutes that somebody typed stand beside the usual ones.
  const ends = useMemo(() => (draft === null || ENDS.some((end) => end === draft.minutes) ? ENDS : [draft.minutes, ...ENDS]), [draft]);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const [done, setDone] = useState(0);
  // The button that was pressed has nothing more to do and can hold the focus no more: it goes to where the next stop begins.
  useEffect(() => {
    if (done === 0 || place.current === null) return;
    if (document.activeElement?.matches(":disabled") || isFreeFor(place.current)) place.current.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [done]);
  // Whatever is chosen has its box, of an operator that is not switched on (any more), too: nothing is stopped that nobody sees.
  const rows: readonly Row[] = scope === "wallet" ? [ALL] : [...new Set<Row>([ALL, ...operatorsOn(), ...chosen.map(rowOf)])];
  const targets = useMemo(() => targetsOf(scope, objectId, chosen), [scope, objectId, chosen]);
  const effect = useStopEffect(targets);
  const engaged = useSwitches() ?? NO_SWITCHES;
  const [act] = useState(() => new ActKey<object>((one, other) => JSON.stringify(one) === JSON.stringify(other)));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (reason.trim() === "") return setProblem(t("common.required"));
    setBusy(true);
    const body = { targets, reason: reason.trim(), minutes };
    const answer = await call("POST /api/switches/stop", { body, idempotencyKey: act.of(body) });
    act.heard(answer);
    setBusy(false);
    invalidate("GET /api/switches");
    if (!answer.success) return notifyError(answer.error);
    type({ chosen: [], reason: "" });
    setDone((before) => before + 1);
    offerBack(answer.data.items, t("switches.done.close"));
  };
  return {
    isFilled: draft !== null,
    /** A reason has been typed that nobody sent. */
    dirty: reason.trim() !== "" && reason !== draft?.reason,
    scope,
    objectId,
    chosen,
    minutes,
    ends,
    reason,
    isGivenBack,
    problem,
    busy,
    act,
    place,
    rows,
    targets,
    effect,
    engaged,
    submit,
    setObjectId: (next: string | null): void => type({ objectId: next }),
    setMinutes: (next: number | null): void => type({ minutes: next }),
    changeScope: (next: Scope): void => type({ scope: next, objectId: null, chosen: [] }),
    changeReason: (text: string): void => {
      type({ reason: text });
      setProblem(null);
    },
    toggle: (cell: string, on: boolean): void => type({ chosen: on ? [...chosen, cell] : chosen.filter((one) => one !== cell) }),
  };
}

function StopForm({ form }: { form: ReturnType<typeof useStopForm> }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const { scope, effect, targets } = form;
  return (
    <form ref={form.place} className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <GivenBack when={form.isGivenBack} />
      <SegmentedControl
        fullWidth
        aria-label={t("switches.form.scope")}
        value={scope}
        onChange={(value) => form.changeScope(value as Scope)} // one of the data
        data={SCOPES.map((value) => ({ value, label: t(`switches.scope.${value}`) }))}
      />
      {scope === "platform" ? null : (
        <LookupSelect
          key={scope}
          source={scope === "merchant" ? "merchants" : "wallets"}
          label={t(`switches.form.${scope}`)}
          value={form.objectId}
          onChange={form.setObjectId}
          tools={tools}
          withAsterisk
        />
      )}
      <Matrix
        takesFocus={!form.isFilled}
        rows={form.rows}
        chosen={form.chosen}
        onToggle={form.toggle}
        stopped={(row, way) => {
          const target = targetOf(scope, form.objectId, row, way);
          return target === null ? null : stoppedBy(target, form.engaged);
        }}
      />
      <Effect chosen={targets.length > 0} effect={effect} />
      <SegmentedControl
        fullWidth
        aria-label={t("switches.form.until")}
        value={String(form.minutes ?? "never")}
        onChange={(value) => form.setMinutes(value === "never" ? null : Number(value))}
        data={form.ends.map((end) => ({
          value: String(end ?? "never"),
          label: end === null ? t("switches.stop.never") : t("switches.stop.minutes", { n: end }),
        }))}
      />
      <Textarea
        label={t("switches.form.reason")}
        description={t("switches.form.reasonHelp")}
        value={form.reason}
        maxLength={REASON_MAX}
        error={form.problem}
        onChange={(event) => form.changeReason(event.currentTarget.value)}
        withAsterisk
        rows={2}
        data-autofocus={form.isFilled || undefined}
      />
      <div className={css.foot}>
        <Button type="submit" color="danger" fullWidth loading={form.busy} disabled={targets.length === 0 || effect.isPending}>
          {t("switches.form.submit")}
        </Button>
      </div>
    </form>
  );
}
