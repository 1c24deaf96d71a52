/** The shared confirmation and re-authentication dialogs. */
import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { GivenBack } from "../forms/given-back.tsx";
import { tooLong } from "../forms/too-long.ts";
import { typedBefore, useHeldTyped } from "../forms/typed.ts";
import { useT } from "../i18n/index.ts";
import { text } from "../i18n/keys.ts";
import { createStore, useStore } from "../store.ts";
import { type Asked, questionName } from "./confirm.ts";
import { CoveredNote } from "./covered-note.tsx";
import css from "./dialogs.module.css";
import type { RecheckAsked } from "./recheck.ts";
import { RecheckDialog } from "./recheck-dialog.tsx";
import { Dialog, OVER_DIALOGS } from "./dialog.tsx";

/** A reason or note where a question names no limit of its own. */
const INPUT_MAX = 500;

const UNHINDERED = createStore<string | null>(null);

/** Both dialogs; they keep their last content while they fade out. Their host gives the focus back. */
export default function Dialogs({ question, recheck }: { question: Asked | null; recheck: RecheckAsked | null }) {
  return (
    <>
      <ConfirmDialog question={question} />
      <RecheckDialog recheck={recheck} />
    </>
  );
}

/** What is typed into a question: it begins with what whoever asks has kept, or with what stood there when the session ended. */
function useTypedAnswer(question: Asked | null): { readonly input: string; readonly setInput: (input: string) => void; readonly isGivenBack: boolean } {
  const [input, setInput] = useState("");
  const [before, setBefore] = useState<string | null>(null);
  const name = question === null ? "" : questionName(question);
  useEffect(() => {
    if (question === null) return;
    const typed = typedBefore<string>(questionName(question));
    const begins = question.input?.kept?.get() || typed || "";
    setBefore(typed);
    setInput(begins);
    question.input?.kept?.set(begins);
  }, [question]);
  useHeldTyped(name, question?.input === undefined || input.trim() === "" ? null : input);
  return { input, setInput, isGivenBack: question?.input !== undefined && input === before };
}

function ConfirmDialog({ question }: { question: Asked | null }) {
  const t = useT("common");
  const [last, setLast] = useState<Asked | null>(question);
  const { input, setInput, isGivenBack } = useTypedAnswer(question);
  useEffect(() => {
    if (question !== null) setLast(question);
  }, [question]);
  const shown = question ?? last;
  const decide = (confirmed: boolean): void => question?.answer({ confirmed, input: input.trim() });
  const long = shown?.input === undefined ? null : tooLong(input, shown.input.maxLength ?? INPUT_MAX, text);
  const hindered = useStore(shown?.hindered ?? UNHINDERED);
  const isHeld = hindered !== null || long !== null || (shown?.input?.required === true && input.trim() === "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isHeld) decide(true);
  };
  return (
    <Dialog
      opened={question !== null}
      zIndex={OVER_DIALOGS.question}
      returnFocus={false}
      onClose={() => decide(false)}
      title={shown?.title ?? t("areYouSure")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <form onSubmit={submit}>
        <CoveredNote />
        <div className={css.text}>{shown?.text}</div>
        <GivenBack when={isGivenBack} />
        {shown?.input === undefined ? null : (
          <Textarea
            label={shown.input.label}
            required={shown.input.required === true}
            placeholder={shown.input.placeholder ?? ""}
            error={long}
            value={input}
            onChange={(event) => {
              setInput(event.currentTarget.value);
              shown.input?.kept?.set(event.currentTarget.value);
            }}
            autosize
            minRows={2}
            maxRows={6}
            data-autofocus
          />
        )}
        <div className={css.actions}>
          <Button variant="default" onClick={() => decide(false)} data-autofocus={shown?.destructive === true && shown.input === undefined ? true : undefined}>
            {t("cancel")}
          </Button>
          <span data-tip={hindered ?? undefined}>
            <Button
              type="submit"
              color={shown?.destructive === true ? "danger" : "accent"}
              disabled={isHeld}
              data-autofocus={shown?.destructive !== true && shown?.input === undefined ? true : undefined}
            >
              {shown?.action ?? t("confirm")}
            </Button>
          </span>
        </div>
      </form>
    </Dialog>
  );
}
