/** Re-authentication: the password, and a code or a recovery code where the account asks for one. */
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type CallError, call } from "../api.ts";
import { codeDigits, isWholeCode, recoveryTyped } from "../code.ts";
import { focusWrong } from "../forms/focus-wrong.ts";
import { useT } from "../i18n/index.ts";
import { canUsePasskeys, checkByPasskey, GIVEN_UP } from "../passkeys.ts";
import { currentSession, noteRecheck, refreshProfile } from "../session.tsx";
import css from "./dialogs.module.css";
import { errorWords } from "./notices.tsx";
import type { RecheckAsked } from "./recheck.ts";
import { Dialog, OVER_DIALOGS } from "./dialog.tsx";

/** What stands in the way, and where it passes by itself, when. */
function wholeWords(problem: CallError): string {
  const { text, detail } = errorWords(problem);
  return detail === undefined ? text : `${text} · ${detail}`;
}

/** What is typed again, and what was wrong with it. */
function useRecheck(recheck: RecheckAsked | null) {
  const t = useT("frame");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<CallError | null>(null);
  const [busy, setBusy] = useState(false);
  const [wantsRecovery, setWantsRecovery] = useState(false);
  const session = currentSession();
  const hasTotp = session.state === "in" && session.totpInForce;
  const hasPasskey = session.state === "in" && session.profile.passkeys > 0;
  const asksCode = hasTotp || hasPasskey;
  // Without an authenticator a recovery code is all that can stand beside the password.
  const isRecovery = wantsRecovery || !hasTotp;
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    setPassword("");
    setCode("");
    setWantsRecovery(false);
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
    // One recovery code less is left.
    if (asksCode && isRecovery) void refreshProfile();
    recheck?.answer(true);
  };
  const isWrong = problem?.code === "invalid_credentials";
  const words = problem === null ? null : isWrong ? t("recheck.wrong") : wholeWords(problem);
  // The code is asked for last: what is not said of the password is said there.
  const wrong = isWrong || !asksCode ? { password: words, code: null } : { password: null, code: words };
  const swapCode = (): void => {
    setWantsRecovery(!wantsRecovery);
    setCode("");
    setProblem(null);
  };
  const byPasskey = async (): Promise<void> => {
    setBusy(true);
    const answer = await checkByPasskey();
    setBusy(false);
    if (answer === GIVEN_UP) return;
    if (!answer.success) return setProblem(answer.error);
    noteRecheck(answer.data.until);
    recheck?.answer(true);
  };
  const ready = password !== "" && (!asksCode || isWholeCode(code, isRecovery));
  const fields = { password, setPassword, code, setCode };
  return { ...fields, hasTotp, offersPasskey: hasPasskey && canUsePasskeys(), byPasskey, isRecovery, swapCode, wrong, busy, ready, asksCode, place, submit };
}

/** Keeps what it shows while it fades out. */
export function RecheckDialog({ recheck }: { recheck: RecheckAsked | null }) {
  const t = useT("frame");
  const common = useT("common");
  const form = useRecheck(recheck);
  return (
    <Dialog
      opened={recheck !== null}
      zIndex={OVER_DIALOGS.recheck}
      returnFocus={false}
      onClose={() => recheck?.answer(false)}
      title={t("recheck.title")}
      closeButtonProps={{ "aria-label": common("close") }}
    >
      <form ref={form.place} onSubmit={(event) => void form.submit(event)}>
        <p className={css.text}>{t(recheck?.ahead === true ? "recheck.ahead" : "recheck.text")}</p>
        {form.offersPasskey ? (
          <div className={css.passkey}>
            <Button variant="default" fullWidth loading={form.busy} onClick={() => void form.byPasskey()} data-autofocus>
              {t("recheck.passkey")}
            </Button>
            <p className={css.or}>{t("recheck.or")}</p>
          </div>
        ) : null}
        <PasswordInput
          label={t("recheck.password")}
          value={form.password}
          onChange={(event) => form.setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          error={form.wrong.password}
          aria-invalid={form.wrong.password !== null}
          data-autofocus={form.offersPasskey ? undefined : true}
        />
        {form.asksCode ? <SecondFactor form={form} /> : null}
        <div className={css.actions}>
          <Button variant="default" onClick={() => recheck?.answer(false)}>
            {common("cancel")}
          </Button>
          <Button type="submit" loading={form.busy} disabled={!form.ready}>
            {t("recheck.submit")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function SecondFactor({ form }: { form: ReturnType<typeof useRecheck> }) {
  const t = useT("frame");
  const { isRecovery } = form;
  return (
    <>
      <TextInput
        mt="md"
        label={t(isRecovery ? "recheck.recovery" : "recheck.code")}
        value={form.code}
        onChange={(event) => form.setCode((isRecovery ? recoveryTyped : codeDigits)(event.currentTarget.value))}
        inputMode={isRecovery ? "text" : "numeric"}
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="one-time-code"
        error={form.wrong.code}
      />
      {form.hasTotp ? (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={form.swapCode}>
          {t(isRecovery ? "recheck.useCode" : "recheck.useRecovery")}
        </Button>
      ) : null}
    </>
  );
}
