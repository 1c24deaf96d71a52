/** Opens a form from anywhere: the form's description and the dialog arrive when they are needed. */
import { lazy, type ReactElement, useCallback, useState } from "react";
import type { MessageKey } from "../i18n/keys.ts";
import type { CellTools } from "../cell-tools.ts";
import { ApiError } from "../query.ts";
import { notifyAsked } from "../ui/asked.ts";
import { DialogPlace } from "../ui/focus-back.tsx";
import { type Notice, notify } from "../ui/notices.tsx";
import type { FormSpec } from "./spec.ts";

const FormDialog = lazy(() => import("./form-dialog.tsx"));

interface Opened {
  readonly spec: FormSpec<unknown>;
  readonly subject: unknown;
  readonly done: (data: unknown) => Notice | null;
  readonly onDone: (data: unknown, status: number) => void;
  readonly stillOffered: (fresh: unknown) => boolean;
  readonly count: number;
}
export interface FormOpener {
  /**
   * Opens a form on a subject.
   * @param done what is said when it has been done, or how it is said of the server's data (a 202 says that a checker decides); null: `onDone` says it
   * @param onDone gets the server's data and HTTP status
   */
  readonly open: <Subject, Data>(
    load: () => Promise<FormSpec<Subject, Data>>,
    subject: Subject,
    done: string | ((data: Data) => Notice | null),
    onDone: (data: Data, status: number) => void,
    /** Whether the act can still be done after somebody else changed the subject; left out: the server says. */
    stillOffered?: (fresh: Subject) => boolean,
  ) => Promise<void>;
  /** Stands once where the hook is used. */
  readonly dialog: ReactElement | null;
}

/** A call says what it met; code that does not arrive is the network's fault. */
function whatToDo(problem: unknown): MessageKey {
  return `errors.code.${problem instanceof ApiError ? problem.error.code : "offline"}`;
}

/** One form dialog for a screen. */
export function useFormDialog(tools: CellTools): FormOpener {
  const [form, setForm] = useState<Opened | null>(null);
  const { t } = tools;
  const open = useCallback<FormOpener["open"]>(
    async (load, subject, done, onDone, stillOffered = () => true) => {
      const spec = await load().catch((problem: unknown) => notify({ kind: "bad", text: t("list.form.loadFailed"), detail: t(whatToDo(problem)) }));
      if (spec === undefined) return;
      // The dialog hands subject and data back untouched, so their types are the caller's own.
      setForm((before) => ({
        spec: spec as unknown as FormSpec<unknown>,
        subject,
        done: typeof done === "string" ? () => ({ kind: "done", text: done }) : (done as (data: unknown) => Notice | null),
        onDone: onDone as (data: unknown, status: number) => void,
        stillOffered: stillOffered as (fresh: unknown) => boolean,
        count: (before?.count ?? 0) + 1,
      }));
    },
    [t],
  );
  const dialog = form ? (
    <DialogPlace key={form.count}>
      <FormDialog
        spec={form.spec}
        subject={form.subject}
        tools={tools}
        stillOffered={form.stillOffered}
        onClose={() => setForm(null)}
        onDone={(data, status) => {
          setForm(null);
          const said = status === 202 ? null : form.done(data);
          if (status === 202) notifyAsked(data);
          else if (said !== null) notify(said);
          form.onDone(data, status);
        }}
      />
    </DialogPlace>
  ) : null;
  return { open, dialog };
}
