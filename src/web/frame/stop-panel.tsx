/** The emergency stop: which operators and directions, of the platform, a merchant or a wallet; what would stop, why and how long; what is stopped now. */
import { Button, Modal, SegmentedControl, Textarea } from "@mantine/core";
import { type FormEvent, type ReactElement, useMemo, useState } from "react";
import { OPERATOR_INFO, type Operator } from "../../contract/operators.ts";
import type { SwitchTarget } from "../../contract/switches.schema.ts";
import type { MoneyDirection } from "../../contract/switches.ts";
import { call, randomId } from "../api.ts";
import { useCellTools } from "../cell-tools.ts";
import { LookupSelect } from "../forms/lookup.tsx";
import { invalidate } from "../query.ts";
import { useNarrow } from "../ui/cover.ts";
import { Acceptance } from "../screens/home/acceptance.tsx";
import { Effect, useStopEffect } from "./stop-effect.tsx";
import { EngagedList } from "./stop-engaged.tsx";
import { notify, notifyError } from "../ui/notices.tsx";
import { offerUndo } from "../ui/undo.ts";
import { useAcceptance } from "./banners.tsx";
import css from "./stop.module.css";

const SCOPES = ["platform", "merchant", "wallet"] as const;
type Scope = (typeof SCOPES)[number];
/** Minutes until it opens again by itself; null: until somebody opens it. */
const ENDS = [15, 30, 60, null] as const;
const WAYS: readonly MoneyDirection[] = ["in", "out"];
const REASON_MAX = 500;
/** All operators at once. */
const ALL = "all";
type Row = Operator | typeof ALL;

function targetOf(scope: Scope, objectId: string | null, row: Row, direction: MoneyDirection): SwitchTarget | null {
  const operator = row === ALL ? {} : { operator: row };
  if (scope === "platform") return { scope: row === ALL ? "platform" : "operator", direction, ...operator };
  if (objectId === null) return null;
  return scope === "merchant" ? { scope, direction, merchant_id: objectId, ...operator } : { scope, direction, wallet_id: objectId };
}

/** A dialog; on a phone it fills the screen, with the act under the thumb. */
export default function StopPanel({ onClose }: { onClose: () => void }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const narrow = useNarrow();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("switches.title")}
      size="xl"
      fullScreen={narrow}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <p className="fd-dim">{t("switches.hint")}</p>
      <EngagedList />
      <StopForm />
      <Acceptance />
    </Modal>
  );
}

/** What is chosen, what it would stop, and the act. */
function useStopForm(t: ReturnType<typeof useCellTools>["t"]) {
  const [scope, setScope] = useState<Scope>("platform");
  const [objectId, setObjectId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [minutes, setMinutes] = useState<number | null>(30);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const operators = useAcceptance()?.operators.map((one) => one.operator) ?? [];
  const rows: readonly Row[] = scope === "wallet" ? [ALL] : [ALL, ...operators];
  const targets = useMemo(
    () =>
      chosen.flatMap((cell) => {
        const [row = "", way = ""] = cell.split(" ");
        return targetOf(scope, objectId, row as Row, way as MoneyDirection) ?? []; // the cells are made below
      }),
    [scope, objectId, chosen],
  );
  const effect = useStopEffect(targets);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (reason.trim() === "") return setProblem(t("common.required"));
    setBusy(true);
    const answer = await call("POST /api/switches/stop", { body: { targets, reason: reason.trim(), minutes }, idempotencyKey: randomId() });
    setBusy(false);
    invalidate("GET /api/switches");
    if (!answer.success) return notifyError(answer.error);
    setChosen([]);
    setReason("");
    const [only, more] = answer.data.items;
    const done = t("switches.done.close");
    // Only who may open again can take it back, and one act takes back one switch.
    if (only !== undefined && more === undefined && only.actions.includes("open"))
      offerUndo({
        done,
        back: (idempotencyKey) => call("POST /api/switches/:id/open", { params: { id: only.id }, body: { version: only.version }, idempotencyKey }),
        onBack: () => invalidate("GET /api/switches"),
      });
    else notify({ kind: "done", text: done });
  };
  return {
    scope,
    objectId,
    chosen,
    minutes,
    reason,
    problem,
    busy,
    rows,
    targets,
    effect,
    submit,
    setObjectId,
    setMinutes,
    changeScope: (next: Scope): void => {
      setScope(next);
      setObjectId(null);
      setChosen([]);
    },
    changeReason: (text: string): void => {
      setReason(text);
      setProblem(null);
    },
    toggle: (cell: string, on: boolean): void => setChosen(on ? [...chosen, cell] : chosen.filter((one) => one !== cell)),
  };
}

function StopForm(): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const form = useStopForm(t);
  const { scope, effect, targets } = form;
  return (
    <form className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
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
      <Matrix rows={form.rows} chosen={form.chosen} onToggle={form.toggle} />
      <Effect chosen={targets.length > 0} effect={effect} />
      <SegmentedControl
        fullWidth
        aria-label={t("switches.form.until")}
        value={String(form.minutes ?? "never")}
        onChange={(value) => form.setMinutes(value === "never" ? null : Number(value))}
        data={ENDS.map((end) => ({ value: String(end ?? "never"), label: end === null ? t("switches.stop.never") : t("switches.stop.minutes", { n: end }) }))}
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
      />
      <div className={css.foot}>
        <Button type="submit" color="danger" fullWidth loading={form.busy} disabled={targets.length === 0 || effect.isPending}>
          {t("switches.form.submit")}
        </Button>
      </div>
    </form>
  );
}

/** A box for each operator and direction. */
function Matrix({ rows, chosen, onToggle }: { rows: readonly Row[]; chosen: readonly string[]; onToggle: (cell: string, on: boolean) => void }): ReactElement {
  const { t } = useCellTools();
  return (
    <table className={css.matrix}>
      <thead>
        <tr>
          <th scope="col">{t("switches.form.operator")}</th>
          {WAYS.map((way) => (
            <th key={way} scope="col">
              {t(`switches.direction.${way}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const name = row === ALL ? t("switches.stop.all") : OPERATOR_INFO[row].name;
          return (
            <tr key={row}>
              <th scope="row">{name}</th>
              {WAYS.map((way) => {
                const cell = `${row} ${way}`;
                return (
                  <td key={way}>
                    <label className={css.cell}>
                      <input
                        type="checkbox"
                        aria-label={`${name} ${t(`switches.direction.${way}`)}`}
                        checked={chosen.includes(cell)}
                        onChange={(event) => onToggle(cell, event.currentTarget.checked)}
                      />
                    </label>
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
