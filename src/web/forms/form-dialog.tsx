/** One dialog for every form: draws the fields, guards what is not saved, sends once. */
import { Button } from "@mantine/core";
import { type FormEvent, Fragment, type ReactElement, useCallback, useEffect, useRef } from "react";
import type { CellTools } from "../cell-tools.ts";
import { meanwhileEnds, meanwhileWords } from "./meanwhile.ts";
import { Strip } from "../ui/blocks.tsx";
import { CoveredNote } from "../ui/covered-note.tsx";
import { errorWords } from "../ui/notices.tsx";
import { shownFields } from "./check.ts";
import { differsWords } from "./differs.ts";
import { Field } from "./field.tsx";
import { focusWrong } from "./focus-wrong.ts";
import css from "./form.module.css";
import { GivenBack } from "./given-back.tsx";
import type { FormSpec } from "./spec.ts";
import { useLeaving } from "./leaving.ts";
import { type ActionForm, useActionForm } from "./use-action-form.ts";
import { Dialog } from "../ui/dialog.tsx";

export interface FormDialogProps<Subject> {
  readonly spec: FormSpec<Subject>;
  readonly subject: Subject;
  readonly tools: CellTools;
  readonly stillOffered: (fresh: Subject) => boolean;
  readonly onClose: () => void;
  readonly onDone: (data: unknown, status: number) => void;
}

/** Opens with the subject as it is; closing with unsaved values asks first. */
export default function FormDialog<Subject>({ spec, subject, tools, stillOffered, onClose, onDone }: FormDialogProps<Subject>): ReactElement {
  const { t } = tools;
  const form = useActionForm(spec, subject, onDone);
  const place = useRef<HTMLFormElement>(null);
  const take = useCallback((form: HTMLFormElement | null): void => {
    place.current = form;
    if (form !== null) markFirst(form);
  }, []);
  const leaving = useLeaving(form.dirty, form.busy, onClose, form.act);
  useEffect(() => {
    if (form.problems.form !== null) focusWrong(place.current);
  }, [form.problems]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    void form.submit();
  };
  const ended = form.changed && !stillOffered(form.subject);
  const intro = spec.intro?.(form.subject, tools) ?? null;
  return (
    <Dialog
      opened
      title={spec.title(form.subject, tools, form.values)}
      size={spec.wide === true ? "xl" : "lg"}
      closeButtonProps={{ "aria-label": t("common.close") }}
      {...leaving}
    >
      <form ref={take} onSubmit={submit} noValidate className={css.form}>
        <CoveredNote />
        {intro === null ? null : <p className={css.intro}>{intro}</p>}
        {spec.about?.(form.subject, tools)}
        <GivenBack when={form.isGivenBack} />
        {form.changed ? <Strip tone="ask">{(ended ? meanwhileEnds : meanwhileWords)(form.subject, tools, spec.present?.(form.subject, tools))}</Strip> : null}
        <div className={css.fields}>
          {shownFields(spec.fields, form.values, form.subject).map((field) => (
            <Fragment key={field.name}>
              {field.section === undefined ? null : <h3 className={css.section}>{t(field.section)}</h3>}
              <div data-half={field.half || undefined}>
                <Field field={field} form={form} tools={tools} />
              </div>
            </Fragment>
          ))}
        </div>
        <Problem form={form} tools={tools} />
        <div className={css.actions}>
          <Button variant="default" onClick={leaving.onClose} disabled={form.busy}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            color={spec.danger ? "danger" : "accent"}
            loading={form.busy}
            disabled={ended || spec.idle?.(form.values, form.subject) === true}
          >
            {t(spec.label)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The dialog gives the focus to what carries this mark: the first field, of a group of choices the chosen one. A choice of one is none. */
function markFirst(form: HTMLFormElement): void {
  const inputs = [...form.querySelectorAll<HTMLInputElement>(":is(input, textarea):not([type=hidden], :disabled)")];
  const isAlone = ({ type, name }: HTMLInputElement): boolean => type === "radio" && inputs.filter((one) => one.name === name).length === 1;
  const first = inputs.find((one) => !isAlone(one)) ?? inputs[0];
  const chosen = first?.type === "radio" ? form.querySelector<HTMLInputElement>(`input[name="${CSS.escape(first.name)}"]:checked`) : null;
  (chosen ?? first)?.setAttribute("data-autofocus", "");
}

function Problem<Subject>({ form, tools }: { form: ActionForm<Subject>; tools: CellTools }): ReactElement {
  const { t } = tools;
  const { form: message } = form.problems;
  const unplaced = Object.keys(form.refusal?.fields ?? {}).filter((name) => !(name in form.problems.fields));
  const detail = form.refusal === null ? undefined : errorWords(form.refusal).detail;
  return (
    <div role="alert" className={css.problem}>
      {message === null ? null : <p>{t(message)}</p>}
      {unplaced.length > 0 && Object.keys(form.problems.fields).length === 0 ? <p>{t("list.form.unplaced", { fields: unplaced.join(", ") })}</p> : null}
      {detail === undefined ? null : <p className="fd-dim">{detail}</p>}
      {form.refusal === null ? null : differsWords(form.refusal).map((words) => <p key={words}>{words}</p>)}
    </div>
  );
}
