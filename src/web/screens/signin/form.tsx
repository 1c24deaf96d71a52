/** The sign-in form. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { CallError } from "../../api.ts";
import { codeDigits, recoveryTyped } from "../../code.ts";
import { focusWrong } from "../../forms/focus-wrong.ts";
import { waitText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useLocale } from "../../i18n/locale.ts";
import { canUsePasskeys, GIVEN_UP, signInByPasskey } from "../../passkeys.ts";
import { signIn } from "../../session.tsx";
import { PasswordField } from "./password-field.tsx";
import css from "./signin.module.css";

/** What went wrong, with the waiting time where the server locks or slows down. */
function useProblemWords(problem: CallError | null): string | null {
  const t = useText();
  const locale = useLocale();
  if (problem === null) return null;
  const told = problem.details?.retry_after;
  const seconds = problem.retryAfterSeconds ?? (typeof told === "number" ? told : null);
  if (problem.status === 429 && seconds !== null)
    return t(problem.code === "locked" ? "signin.locked" : "signin.slowDown", { wait: waitText(seconds, locale) });
  return t(`errors.code.${problem.code}`);
}

/** What the form knows and does. */
function useSignin() {
  const [account, setAccount] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  /** A recovery code stands in for the authenticator's. */
  const [isRecovery, setIsRecovery] = useState(false);
  const [problem, setProblem] = useState<CallError | null>(null);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [busy, setBusy] = useState(false);
  /** Tries that lacked something: each of them sends the focus there. */
  const [lacking, setLacking] = useState(0);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setProblem(null);
    const lacks = account.trim() === "" || password === "" || (asksCode && code === "");
    setIsIncomplete(lacks);
    if (lacks) setLacking(lacking + 1);
    if (lacks || busy) return;
    setBusy(true);
    const answer = await signIn({ account: account.trim(), password, ...(asksCode ? { code } : {}) });
    setBusy(false);
    if (answer.success) return;
    if (answer.error.code === "totp_required" && !asksCode) return setAsksCode(true);
    if (answer.error.code === "invalid_code") setCode("");
    setProblem(answer.error);
  };
  const byPasskey = async (): Promise<void> => {
    if (busy) return;
    setProblem(null);
    setIsIncomplete(false);
    setBusy(true);
    const answer = await signInByPasskey();
    setBusy(false);
    if (answer !== GIVEN_UP && !answer.success) setProblem(answer.error);
  };
  const swapCode = (): void => {
    setIsRecovery(!isRecovery);
    setCode("");
    setProblem(null);
    setIsIncomplete(false);
  };
  const startAgain = (): void => {
    setAsksCode(false);
    setIsRecovery(false);
    setCode("");
    setPassword("");
    setProblem(null);
  };
  const fields = { account, setAccount, password, setPassword, code, setCode };
  return { ...fields, asksCode, isRecovery, swapCode, byPasskey, problem, isIncomplete, lacking, busy, submit, startAgain };
}

/** Account and password; then the code, when the server says that the account has an authenticator. */
export function SigninForm() {
  const t = useText();
  const form = useSignin();
  const words = useProblemWords(form.problem);
  const first = useRef<HTMLInputElement>(null);
  const { asksCode, isRecovery } = form;
  useEffect(() => {
    first.current?.focus();
    if (asksCode) first.current?.select();
  }, [asksCode, isRecovery]);
  const place = useRef<HTMLFormElement>(null);
  const { isIncomplete, lacking, problem } = form;
  // To the first field that lacks something; after a refusal to what is typed again, the code or the password.
  useEffect(() => {
    if (lacking > 0 && isIncomplete) focusWrong(place.current);
    else if (problem !== null) place.current?.querySelector<HTMLInputElement>("[autocomplete=one-time-code], [type=password]")?.focus();
  }, [isIncomplete, lacking, problem]);
  return (
    <form ref={place} className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
      {form.asksCode ? (
        <CodeField
          field={first}
          value={form.code}
          onChange={form.setCode}
          isRecovery={form.isRecovery}
          invalid={form.problem?.code === "invalid_code" || (form.isIncomplete && form.code === "")}
        />
      ) : (
        <>
          <label className="fd-field">
            {t("signin.account")}
            <input
              ref={first}
              className="fd-input"
              value={form.account}
              onChange={(event) => form.setAccount(event.currentTarget.value)}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              aria-required="true"
              aria-invalid={form.isIncomplete && form.account.trim() === ""}
            />
          </label>
          <PasswordField value={form.password} onChange={form.setPassword} invalid={form.isIncomplete && form.password === ""} />
        </>
      )}
      <p className={css.problem} role="alert">
        {form.isIncomplete ? t("common.required") : words}
      </p>
      <button type="submit" className="fd-button" aria-busy={form.busy}>
        {t(form.busy ? "signin.submitting" : "signin.submit")}
      </button>
      {canUsePasskeys() ? (
        <button type="button" className="fd-button" data-plain="" onClick={() => void form.byPasskey()}>
          {t("signin.passkey")}
        </button>
      ) : null}
      {form.asksCode ? (
        <>
          <button type="button" className="fd-button" data-plain="" onClick={form.swapCode}>
            {t(isRecovery ? "signin.useCode" : "signin.useRecovery")}
          </button>
          <button type="button" className="fd-button" data-plain="" onClick={form.startAgain}>
            {t("signin.back")}
          </button>
        </>
      ) : null}
    </form>
  );
}

interface CodeFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRecovery: boolean;
  readonly invalid: boolean;
}

function CodeField({ field, value, onChange, isRecovery, invalid }: CodeFieldProps) {
  const t = useText();
  return (
    <>
      <p className={css.about}>{t(isRecovery ? "signin.recoveryHint" : "signin.codeHint")}</p>
      <label className="fd-field">
        {t(isRecovery ? "signin.recovery" : "signin.code")}
        <input
          ref={field}
          className="fd-input"
          value={value}
          onChange={(event) => onChange((isRecovery ? recoveryTyped : codeDigits)(event.currentTarget.value))}
          inputMode={isRecovery ? "text" : "numeric"}
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="one-time-code"
          aria-required="true"
          aria-invalid={invalid}
        />
      </label>
    </>
  );
}
