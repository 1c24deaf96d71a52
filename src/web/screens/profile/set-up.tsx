/** Setting up an authenticator: the key to scan, and its first code. */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { CODE_LENGTH, codeDigits } from "../../code.ts";
import { useText } from "../../i18n/keys.ts";
import { useAct } from "../../query.ts";
import { changeProfile, useProfile } from "../../session.tsx";
import { Copy, notify, Placeholder, Section } from "../../ui/index.ts";
import { Qr } from "../../ui/qr.tsx";
import { makeRecoveryCodes } from "./recovery.tsx";
import css from "./profile.module.css";

const KEY_HEIGHT = 320;

/** The key inside an otpauth address, in groups of four for typing. */
export function keyOf(otpauth: string): string {
  try {
    return (new URL(otpauth).searchParams.get("secret") ?? "").replace(/(.{4})(?=.)/g, "$1 ");
  } catch {
    return "";
  }
}

/** Asks the server for a new key; the session goes on under the token that comes with it. */
export function useNewKey(): { busy: boolean; make: () => Promise<boolean> } {
  const { busy, run } = useAct("PUT /api/user/authenticator/reset", { refresh: ["GET /api/user/sessions"] });
  const make = async (): Promise<boolean> => {
    const answer = await run({ body: {} });
    if (answer.success) changeProfile({ totp: answer.data.totp, token: answer.data.token, on_totp: false }, false);
    return answer.success;
  };
  return { busy, make };
}

/** What is due before anything else: the key is there at once. Where none could be made, a button asks again. */
export function DueSetUp() {
  const t = useText();
  const { totp } = useProfile();
  const { make } = useNewKey();
  const [failed, setFailed] = useState(false);
  const asked = useRef(false);
  const begin = async (): Promise<void> => {
    setFailed(false);
    setFailed(!(await make()));
  };
  useEffect(() => {
    if (totp !== null || asked.current) return;
    asked.current = true;
    void begin();
  });
  return (
    <Section title={t("profile.totp.dueTitle")}>
      {totp !== null ? (
        <div className={css.due}>
          <SetUp otpauth={totp} onDone={() => undefined} />
        </div>
      ) : failed ? (
        <div className={css.due}>
          <p>{t("profile.totp.setUpText")}</p>
          <div className={css.actions}>
            <Button onClick={() => void begin()}>{t("profile.totp.generate")}</Button>
          </div>
        </div>
      ) : (
        <Placeholder height={KEY_HEIGHT} />
      )}
    </Section>
  );
}

export function SetUp({ otpauth, onDone }: { otpauth: string; onDone: () => void }) {
  const t = useText();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, run } = useAct("POST /api/user/verify", { quiet: true });
  const key = keyOf(otpauth);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (code.length < CODE_LENGTH) return setProblem(t("common.required"));
    const answer = await run({ body: { code } });
    if (!answer.success) return setProblem(answer.error.code === "invalid_code" ? t("profile.totp.invalid") : t(`errors.code.${answer.error.code}`));
    // The codes are seen before what was due leads on to another screen.
    if (answer.data.on_totp) await makeRecoveryCodes();
    changeProfile({ on_totp: answer.data.on_totp, totp: null }, answer.data.on_totp);
    notify({ kind: "done", text: t("profile.totp.verified") });
    onDone();
  };
  return (
    <>
      <p>{t("profile.totp.scan")}</p>
      <div className={css.scan}>
        <Qr text={otpauth} label={t("common.qrLabel", { what: t("profile.totp.qr") })} />
        <div className={css.key}>
          <div className={css.label}>{t("profile.totp.key")}</div>
          <Copy value={key.replace(/ /g, "")} mono>
            {key}
          </Copy>
        </div>
      </div>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p>{t("profile.totp.enter")}</p>
        <div className={css.verify}>
          <TextInput
            label={t("profile.totp.code")}
            value={code}
            onChange={(event) => (setProblem(null), setCode(codeDigits(event.currentTarget.value)))}
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-invalid={problem !== null}
          />
          <Button type="submit" loading={busy}>
            {t("profile.totp.verify")}
          </Button>
        </div>
        <p className={css.problem} role="alert">
          {problem}
        </p>
      </form>
    </>
  );
}
