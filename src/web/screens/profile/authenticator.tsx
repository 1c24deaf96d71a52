/**
 * The authenticator. The switch works on this page's copy of the profile and opens or closes set-up; what the server believes changes
 * by reset (a new key, not yet in force) and by the first good code alone.
 */
import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import { useText } from "../../i18n/keys.ts";
import { changeProfile, useProfile, useTotpInForce } from "../../session.tsx";
import { confirm, Section, StatusDot } from "../../ui/index.ts";
import css from "./profile.module.css";
import { SetUp, useNewKey } from "./set-up.tsx";

const TONES = { pending: "ask", begun: "ask", on: "done", off: "gone" } as const;

export function Authenticator() {
  const t = useText();
  const profile = useProfile();
  const inForce = useTotpInForce();
  const [open, setOpen] = useState(profile.totp !== null);
  const { busy, make } = useNewKey();
  const reset = async (): Promise<void> => {
    const question = inForce
      ? { text: t("profile.totp.resetQuestion"), action: t("profile.totp.reset"), destructive: true }
      : { text: t("profile.totp.generateQuestion"), action: t("profile.totp.generate") };
    if ((await confirm(question)) && (await make())) setOpen(true);
  };
  const change = (on: boolean): void => {
    changeProfile({ on_totp: on });
    setOpen(on);
  };
  const otpauth = open ? profile.totp : null;
  const begun = open || profile.on_totp;
  const state = otpauth !== null ? "pending" : inForce ? "on" : begun ? "begun" : "off";
  return (
    <Section title={t("profile.totp.title")} id="authenticator">
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
