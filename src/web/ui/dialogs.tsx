/** The shared confirmation and re-authentication dialogs. */
import { Button, Modal, PasswordInput, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type CallError, call } from "../api.ts";
import { CODE_LENGTH, codeDigits } from "../code.ts";
import { focusWrong } from "../forms/focus-wrong.ts";
import { tooLong } from "../forms/too-long.ts";
import { useT } from "../i18n/index.ts";
import { text } from "../i18n/keys.ts";
import { currentSession, noteRecheck } from "../session.tsx";
import type { Asked } from "./confirm.ts";
import css from "./dialogs.module.css";
import { errorWords } from "./notices.tsx";
import type { RecheckAsked } from "./recheck.ts";

/** A reason or note where a question names no limit of its own. */
const INPUT_MAX = 500;

/** Both dialogs; they keep their last content while they fade out. Their host gives the focus back. */
export default function Dialogs({ question, recheck }: { question: Asked | null; recheck: RecheckAsked | null }) {
  return (
    <>
      <ConfirmDialog question={question} />
      <RecheckDialog recheck={recheck} />
    </>
  );
}

function ConfirmDialog({ question }: { question: Asked | null }) {
  const t = useT("common");
  const [last, setLast] = useState<Asked | null>(question);
  const [input, setInput] = useState("");
  useEffect(() => {
    if (question === null) return;
    setLast(question);
    setInput("");
  }, [question]);
  const shown = question ?? last;
  const decide = (confirmed: boolean): void => question?.answer({ confirmed, input: input.trim() });
  const long = shown?.input === undefined ? null : tooLong(input, shown.input.maxLength ?? INPUT_MAX, text);
  const lacksInput = long !== null || (shown?.input?.required === true && input.trim() === "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!lacksInput) decide(true);
  };
  return (
    <Modal
      opened={question !== null}
      returnFocus={false}
      onClose={() => decide(false)}
      title={shown?.title ?? t("areYouSure")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <form onSubmit={submit}>
        <div className={css.text}>{shown?.text}</div>
        {shown?.input === undefined ? null : (
          <Textarea
            label={shown.input.label}
            required={shown.input.required === true}
            placeholder={shown.input.placeholder ?? ""}
            error={long}
            value={input}
            onChange={(event) => setInput(event.currentTarget.value)}
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
          <Button
            type="submit"
            color={shown?.destructive === true ? "danger" : "accent"}
            disabled={lacksInput}
            data-autofocus={shown?.destructive !== true && shown?.input === undefined ? true : undefined}
          >
            {shown?.action ?? t("confirm")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** What is typed again, and what was wrong with it. */
function useRecheck(recheck: RecheckAsked | null) {
  const t = useT("frame");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<CallError | null>(null);
  const [busy, setBusy] = useState(false);
  const session = currentSession();
  const asksCode = session.state === "in" && session.totpInForce;
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    setPassword("");
    setCode("");
    setProblem(null);
  }, [recheck]);
  useEffect(() => {
    if (problem !== null) focusWrong(place.current);
  }, [problem]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await call("POST /api/user/check", { body: { password, ...(code === "" ? {} : { code }) } });
    setBusy(false);
    if (!answer.success) return setProblem(answer.error);
    noteRecheck(answer.data.until);
    recheck?.answer(true);
  };
  const isWrong = problem?.code === "invalid_credentials";
  const words = problem === null ? null : isWrong ? t("recheck.wrong") : errorWords(problem).text;
  // The code is asked for last: what is not said of the password is said there.
  const wrong = isWrong || !asksCode ? { password: words, code: null } : { password: null, code: words };
  return { password, setPassword, code, setCode, wrong, busy, asksCode, place, submit };
}

function RecheckDialog({ recheck }: { recheck: RecheckAsked | null }) {
  const t = useT("frame");
  const common = useT("common");
  const { password, setPassword, code, setCode, wrong, busy, asksCode, place, submit } = useRecheck(recheck);
  return (
    <Modal
      opened={recheck !== null}
      returnFocus={false}
      onClose={() => recheck?.answer(false)}
      title={t("recheck.title")}
      closeButtonProps={{ "aria-label": common("close") }}
    >
      <form ref={place} onSubmit={(event) => void submit(event)}>
        <p className={css.text}>{t(recheck?.ahead === true ? "recheck.ahead" : "recheck.text")}</p>
        <PasswordInput
          label={t("recheck.password")}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          error={wrong.password}
          aria-invalid={wrong.password !== null}
          data-autofocus
        />
        {asksCode ? (
          <TextInput
            mt="md"
            label={t("recheck.code")}
            value={code}
            onChange={(event) => setCode(codeDigits(event.currentTarget.value))}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={wrong.code}
          />
        ) : null}
        <div className={css.actions}>
          <Button variant="default" onClick={() => recheck?.answer(false)}>
            {common("cancel")}
          </Button>
          <Button type="submit" loading={busy} disabled={password === "" || (asksCode && code.length < CODE_LENGTH)}>
            {t("recheck.submit")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
