/** Recovery codes: how many are left, new ones on request, shown this once. */
import { Button } from "@mantine/core";
import { call } from "../../api.ts";
import { useText } from "../../i18n/keys.ts";
import { changeProfile, onSessionEnd, useProfile, useTotpInForce } from "../../session.tsx";
import { createStore, useStore } from "../../store.ts";
import { confirm, notifyError, Section, Strip } from "../../ui/index.ts";
import { SecretOnce } from "../../ui/secret-once.tsx";
import css from "./profile.module.css";
import { Dialog } from "../../ui/dialog.tsx";

/** At so many or fewer the screen asks for new ones. */
const FEW = 3;
const FILE_NAME = "floatdesk-recovery-codes.txt";

interface Shown {
  readonly codes: readonly string[];
  readonly closed: () => void;
}
const shownCodes = createStore<Shown | null>(null);
// What one person was shown is not for the next.
onSessionEnd(() => shownCodes.set(null));

/** Makes ten new codes and shows them; over when the person has closed the dialog. Nothing is made where he will not prove who he is. */
export async function makeRecoveryCodes(): Promise<void> {
  const answer = await call("POST /api/user/recovery-codes", { body: {} });
  if (!answer.success) {
    if (answer.error.code !== "recheck_required") notifyError(answer.error);
    return;
  }
  const { codes } = answer.data;
  changeProfile({ recovery_codes: codes.length });
  await new Promise<void>((closed) => shownCodes.set({ codes, closed }));
}

/** Where new codes are shown; stays until the person says that they are kept. */
export function RecoveryDialog() {
  const t = useText();
  const shown = useStore(shownCodes);
  if (shown === null) return null;
  const close = (): void => {
    shownCodes.set(null);
    shown.closed();
  };
  return (
    <Dialog
      opened
      onClose={close}
      title={t("profile.recovery.shown")}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <div className={css.shown}>
        <p>{t("profile.recovery.text")}</p>
        <SecretOnce fileName={FILE_NAME} values={shown.codes.map((value, at) => ({ label: t("profile.recovery.number", { n: at + 1 }), value }))} />
        <div className={css.foot}>
          <Button onClick={close}>{t("common.secretKept")}</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Shown where there is something that they stand in for. */
export function RecoveryCodes() {
  const t = useText();
  const { recovery_codes: left, passkeys } = useProfile();
  const inForce = useTotpInForce();
  if (!inForce && !(passkeys > 0)) return null;
  const renew = async (): Promise<void> => {
    if (left === 0 || (await confirm({ text: t("profile.recovery.ask"), action: t("profile.recovery.make"), destructive: true }))) await makeRecoveryCodes();
  };
  return (
    <Section id="recovery" title={t("profile.recovery.title")} hint={t("profile.recovery.text")}>
      {left <= FEW ? <Strip tone="ask">{t(left === 0 ? "profile.recovery.none" : "profile.recovery.few", { n: left })}</Strip> : null}
      <div className={css.state}>
        <span>{t("profile.recovery.left", { n: left })}</span>
        <Button variant="default" onClick={() => void renew()}>
          {t("profile.recovery.make")}
        </Button>
      </div>
    </Section>
  );
}
