/** Change of the own password: current, new, new again. */
import { Button, PasswordInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { CallError } from "../../api.ts";
import { focusWrong } from "../../forms/focus-wrong.ts";
import { useText } from "../../i18n/keys.ts";
import { useAct } from "../../query.ts";
import { refreshProfile, useProfile } from "../../session.tsx";
import { notify, Section } from "../../ui/index.ts";
import css from "./profile.module.css";

/** The server decides finally (it also knows common passwords); this only spares a round trip. */
const MIN_LENGTH = 8;
const EMPTY = { current: "", next: "", again: "" };

/** Tells the current password being wrong from the new one being weak. */
function problemsOf(values: typeof EMPTY, words: { tooShort: string; differs: string; unchanged: string }): { next: string | null; again: string | null } {
  const isUnchanged = values.next !== "" && values.next === values.current;
  return {
    next: isUnchanged ? words.unchanged : values.next !== "" && values.next.length < MIN_LENGTH ? words.tooShort : null,
    again: values.again !== "" && values.again !== values.next ? words.differs : null,
  };
}

/** State of the form: what is typed, what is wrong with it, sending. */
function usePassword() {
  const t = useText();
  const [values, setValues] = useState(EMPTY);
  const [error, setError] = useState<CallError | null>(null);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const { busy, run } = useAct("POST /api/user/password/save", { quiet: true, refresh: ["GET /api/user/sessions"] });
  const found = problemsOf(values, {
    tooShort: t("profile.password.tooShort"),
    differs: t("profile.password.differs"),
    unchanged: t("profile.password.unchanged"),
  });
  const place = useRef<HTMLFormElement>(null);
  /** Tries that came to nothing, here or at the server: each of them sends the focus to what is wrong. */
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) focusWrong(place.current);
  }, [refused]);
  const lacking = (name: keyof typeof EMPTY): string | null => (isIncomplete && values[name] === "" ? t("errors.field.required") : null);
  const set = (part: Partial<typeof EMPTY>): void => {
    setError(null);
    setIsIncomplete(false);
    setValues({ ...values, ...part });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const lacks = values.current === "" || values.next === "" || values.again === "";
    setIsIncomplete(lacks);
    if (lacks || found.next !== null || found.again !== null) return setRefused(refused + 1);
    const answer = await run({ body: { current_password: values.current, new_password: values.next } });
    if (!answer.success) {
      setRefused(refused + 1);
      return setError(answer.error);
    }
    setValues(EMPTY);
    notify({ kind: "done", text: t("profile.password.saved") });
    await refreshProfile();
  };
  const isCurrentWrong = error?.code === "invalid_credentials";
  const isWeak = error?.code === "weak_password" || error?.fields?.new_password !== undefined;
  const words = error === null ? null : t(`errors.code.${error.code}`);
  return {
    values,
    set,
    submit,
    busy,
    place,
    problem: isIncomplete ? t("common.required") : isCurrentWrong || isWeak ? null : words,
    current: isCurrentWrong ? t("profile.password.wrong") : lacking("current"),
    next: isWeak ? words : (found.next ?? lacking("next")),
    again: found.again ?? lacking("again"),
  };
}

export function PasswordForm() {
  const t = useText();
  const { account } = useProfile();
  const { values, set, submit, busy, place, problem, current, next, again } = usePassword();
  return (
    <Section id="password" title={t("profile.password.title")} hint={t("profile.password.hint")}>
      <form ref={place} className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        <Password
          label={t("profile.password.current")}
          autoComplete="current-password"
          value={values.current}
          onChange={(typed) => set({ current: typed })}
          error={current}
        />
        <Password
          label={t("profile.password.next")}
          description={t("profile.password.rule")}
          autoComplete="new-password"
          value={values.next}
          onChange={(typed) => set({ next: typed })}
          error={next}
        />
        <Password
          label={t("profile.password.again")}
          autoComplete="new-password"
          value={values.again}
          onChange={(typed) => set({ again: typed })}
          error={again}
        />
        <p className={css.problem} role="alert">
          {problem}
        </p>
        <div>
          <Button type="submit" variant="default" loading={busy}>
            {t("profile.password.save")}
          </Button>
        </div>
      </form>
    </Section>
  );
}

interface PasswordProps {
  readonly label: string;
  readonly description?: string;
  readonly autoComplete: "current-password" | "new-password";
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
}

function Password({ onChange, ...rest }: PasswordProps) {
  const t = useText();
  return (
    <PasswordInput
      {...rest}
      aria-invalid={rest.error !== null}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ "aria-label": t("signin.showPassword") }}
    />
  );
}
