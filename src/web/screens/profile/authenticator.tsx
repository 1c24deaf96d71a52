/**
 * The authenticator. The switch works on this page's copy of the profile and opens or closes set-up; what the server believes changes
 * by reset (a new key, not yet in force) and by the first good code alone.
 */
import { Button, Switch, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { CODE_LENGTH, codeDigits } from "../../code.ts";
import { useText } from "../../i18n/keys.ts";
import { useAct } from "../../query.ts";
import { changeProfile, useProfile, useTotpInForce } from "../../session.tsx";
import { confirm, Copy, notify, Section, StatusDot } from "../../ui/index.ts";
import { Qr } from "../../ui/qr.tsx";
import css from "./profile.module.css";

const TONES = { pending: "ask", begun: "ask", on: "done", off: "gone" } as const;

/** The key inside an otpauth address, in groups of four for typing. */
export function keyOf(otpauth: string): string {
  try {
    return (new URL(otpauth).searchParams.get("secret") ?? "").replace(/(.{4})(?=.)/g, "$1 ");
  } catch {
    return "";
  }
}

export function Authenticator() {
  const t = useText();
  const profile = useProfile();
  const inForce = useTotpInForce();
  const [open, setOpen] = useState(profile.totp !== null);
  const { busy, run } = useAct("PUT /api/user/authenticator/reset", { refresh: ["GET /api/user/sessions"] });
  const reset = async (): Promise<void> => {
    const question = inForce
      ? { text: t("profile.totp.resetQuestion"), action: t("profile.totp.reset"), destructive: true }
      : { text: t("profile.totp.generateQuestion"), action: t("profile.totp.generate") };
    if (!(await confirm(question))) return;
    const answer = await run({ body: {} });
    if (!answer.success) return;
    changeProfile({ totp: answer.data.totp, token: answer.data.token, on_totp: false }, false);
    setOpen(true);
  };
  const change = (on: boolean): void => {
    changeProfile({ on_totp: on });
    setOpen(on);
  };
  const otpauth = open ? profile.totp : null;
  const begun = open || profile.on_totp;
  const state = otpauth !== null ? "pending" : inForce ? "on" : begun ? "begun" : "off";
  return (
    <Section title={t("profile.totp.title")}>
      <div className={css.state}>
        <Switch checked={begun} onChange={(event) => change(event.currentTarget.checked)} label={t("profile.totp.switchLabel")} />
        <StatusDot tone={TONES[state]}>{t(`profile.totp.${state}`)}</StatusDot>
      </div>
      {begun ? (
        <div className={css.setUp}>
          {otpauth === null ? <p className="fd-dim">{t("profile.totp.setUpText")}</p> : <SetUp otpauth={otpauth} onDone={() => setOpen(false)} />}
          <div className={css.actions}>
            <Button variant="default" loading={busy} onClick={() => void reset()}>
              {t(inForce || otpauth !== null ? "profile.totp.reset" : "profile.totp.generate")}
            </Button>
          </div>
        </div>
      ) : null}
      {inForce && !profile.on_totp ? <p className={css.label}>{t("profile.totp.offHint")}</p> : null}
    </Section>
  );
}

function SetUp({ otpauth, onDone }: { otpauth: string; onDone: () => void }) {
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
