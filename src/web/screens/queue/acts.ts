/** What a person does with a row, or with all of a line: at once, or through a form. */
import { useRef, useState } from "react";
import { ACT_ON_MOST, type ExceptionAction } from "../../../contract/exceptions.ts";
import type { ExceptionAct, ExceptionLine, ExceptionRow, ExceptionsActed } from "../../../contract/exceptions.schema.ts";
import { ActKey } from "../../forms/act-key.ts";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import type { CellTools } from "../../cell-tools.ts";
import { invalidate } from "../../query.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { errorWords, notify, notifyError } from "../../ui/notices.tsx";
import { offerUndo } from "../../ui/undo.ts";
import type { QueueFilters } from "./query.ts";
import { objectWords, placeWords } from "./row.tsx";
import { type Acted, membersOf, sendAct, type Subject, takeBack, takenBy, waysBack } from "./together.ts";

/** Refusals that are told one by one; of the others, how many there are. */
const TOLD_MOST = 3;
const renew = (): void => invalidate("GET /api/exceptions/lines", "GET /api/exceptions", "GET /api/exceptions/:id", "GET /api/statistics/home");

/** What has been done, in words. */
function doneWords({ did, done, items }: Acted, { t }: CellTools): string {
  const isOne = items.length === 1;
  if (did.act !== "mute") return isOne ? t(`exceptions.done.${did.act}`) : t(`exceptions.together.done.${did.act}`, { n: done });
  const time = formatDateTime(did.until);
  return isOne ? t("exceptions.done.muteUntil", { time }) : t("exceptions.together.done.mute", { n: done, time });
}

/** Which were refused and why; null: none. */
function refusedWords({ items }: ExceptionsActed, rows: readonly ExceptionRow[], tools: CellTools): string | null {
  const { t } = tools;
  const refused = items.filter(({ error }) => error !== null);
  if (refused.length === 0) return null;
  const why = refused.slice(0, TOLD_MOST).map(({ id, error, claimed_by: account }) => {
    const row = rows.find((one) => one.id === id);
    const words = account === null ? errorWords({ code: error as never, status: 409, message: "" }).text : t("exceptions.claimedBy", { account }); // a code of the registry
    return `${row === undefined ? id : objectWords(row, tools)}${t("exceptions.together.colon")}${words}`;
  });
  const more = refused.length - why.length;
  if (more > 0) why.push(t("exceptions.together.more", { n: more }));
  return t("exceptions.together.refused", { n: refused.length, why: why.join(t("exceptions.together.join")) });
}

/** Says what came of it, and offers the way back where there is one. */
function tell(rows: readonly ExceptionRow[], acted: Acted, tools: CellTools): void {
  const { t } = tools;
  const refused = refusedWords(acted, rows, tools);
  const detail = refused === null ? {} : { detail: refused };
  if (acted.done === 0) return notify({ kind: "ask", text: t("exceptions.together.nothing"), ...detail });
  const text = doneWords(acted, tools);
  // What somebody else has now is that person's, and what is over stays so.
  const back = acted.did.act === "assign" || acted.did.act === "resolve" ? [] : waysBack(rows, acted, Date.now());
  if (back.length === 0) return notify({ kind: "done", text, ...detail });
  offerUndo({
    done: text,
    ...detail,
    back: (idempotencyKey) => takeBack(back, idempotencyKey),
    ...(acted.did.act === "mute" && rows.length === 1 ? { undone: t("exceptions.done.unmute") } : {}),
    onBack: (data) => {
      renew();
      const left = data === null ? null : refusedWords(data as ExceptionsActed, rows, tools); // what `back` answered
      if (left !== null) notify({ kind: "ask", text: t("exceptions.together.kept"), detail: left });
    },
  });
}

/** What an act is told to be about. */
export function subjectOf(rows: readonly ExceptionRow[], tools: CellTools): Subject {
  const [first] = rows;
  if (first === undefined) throw new RangeError("an act on nothing");
  return {
    rows,
    what: rows.length === 1 ? objectWords(first, tools) : tools.t("exceptions.together.what", { place: placeWords(first, tools), n: rows.length }),
  };
}

/** @param onDecided hears of an exception that was ended or put aside */
export function useQueueActs(tools: CellTools, onDecided: (id: string) => void) {
  const { t } = tools;
  const [busy, setBusy] = useState<string | null>(null);
  const running = useRef(false);
  const [key] = useState(() => new ActKey<string>());
  const { open, dialog } = useFormDialog(tools);
  /** One at a time: a key that is pressed twice means its act once. */
  const once = async (id: string, work: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(id);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(null);
    }
  };
  const atOnce = async (rows: readonly ExceptionRow[], act: ExceptionAct): Promise<void> => {
    // Pressed again because no answer came, it is the same act on what was seen.
    const answer = await sendAct(rows, act, key.of(JSON.stringify([act, rows.map(({ id, version }) => [id, version])])));
    key.heard(answer);
    renew();
    if (answer.success) return tell(rows, answer.data, tools);
    const by: unknown = answer.error.details?.claimed_by;
    if (typeof by === "string") notify({ kind: "ask", text: t("exceptions.claimedBy", { account: by }) });
    else notifyError(answer.error);
  };
  const asked = (rows: readonly ExceptionRow[], action: "assign" | "resolve" | "mute"): void => {
    const subject = subjectOf(rows, tools);
    const load = async () => {
      const forms = await import("./forms.ts");
      return action === "assign" ? forms.assignForm(subject) : action === "mute" ? forms.muteForm : forms.resolveForm;
    };
    void open<Subject, Acted>(
      load,
      subject,
      () => null,
      (acted, status) => {
        renew();
        if (status !== 202) tell(rows, acted, tools);
        const [first] = acted.items;
        if (action !== "assign" && first?.error === null) onDecided(first.id);
      },
    );
  };
  const on = async (rows: readonly ExceptionRow[], action: ExceptionAction): Promise<void> => {
    if (action === "claim" || action === "release" || action === "unmute") await atOnce(rows, { act: action });
    else asked(rows, action);
  };
  /** An act on one exception. */
  const act = (row: ExceptionRow, action: ExceptionAction): void => void once(row.id, () => on([row], action));
  /** The first of these acts that any member of a line takes, on all that take it. */
  const actOnLine = (line: ExceptionLine, filters: QueueFilters, wanted: readonly ExceptionAction[]): void =>
    void once(line.first.id, async () => {
      const members = await membersOf(line, filters);
      if (!members.success) return notifyError(members.error);
      const taken = takenBy(members.data.rows, wanted);
      if (taken === null) return notify({ kind: "ask", text: t("exceptions.together.none", { act: t(`exceptions.act.${wanted[0] ?? "claim"}`) }) });
      if (members.data.more) notify({ kind: "info", text: t("exceptions.together.most", { most: ACT_ON_MOST }) });
      await on(taken.rows, taken.action);
    });
  return { busy, act, actOnLine, dialog };
}
