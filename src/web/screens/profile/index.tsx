/** Profile: who I am, my password, my authenticator, where I am signed in. */
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { initialsOf } from "../../frame/top-bar.tsx";
import { useText } from "../../i18n/keys.ts";
import { errorOf, useRead } from "../../query.ts";
import { useLimited, useProfile } from "../../session.tsx";
import { useAnchor } from "../../ui/anchor.ts";
import { Copy, errorWords, IdText, KeyValue, Placeholder, Section, Strip } from "../../ui/index.ts";
import { askRecheck, endRecheck, useRecheckMinutes } from "../../ui/recheck.ts";
import { placeAfter } from "../../way-back.ts";
import { Authenticator } from "./authenticator.tsx";
import { DuePasskey, Passkeys } from "./passkeys.tsx";
import { PasswordForm } from "./password-form.tsx";
import css from "./profile.module.css";
import { RecoveryCodes, RecoveryDialog } from "./recovery.tsx";
import { Sessions } from "./sessions.tsx";
import { DueSetUp } from "./set-up.tsx";

export default function ProfileScreen() {
  const t = useText();
  const profile = useProfile();
  const limited = useLimited();
  useWayOn(limited, profile.id);
  useAnchor();
  if (limited) {
    const { must_change_password: password } = profile;
    return (
      <div className={css.narrow}>
        <Strip tone="ask">{t(password ? "frame.must.password" : "frame.must.totp")}</Strip>
        {password ? (
          <PasswordForm />
        ) : (
          <>
            <DueSetUp />
            <DuePasskey />
          </>
        )}
        <RecoveryDialog />
      </div>
    );
  }
  return (
    <div className={css.narrow}>
      <Facts />
      <Authenticator />
      <Passkeys />
      <RecoveryCodes />
      <RecoveryDialog />
      <PasswordForm />
      <Sessions />
    </div>
  );
}

/** Whoever was led here by what was due goes on to where he was going, once nothing is due any more. */
function useWayOn(limited: boolean, person: string): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const was = useRef(limited);
  useEffect(() => {
    if (was.current && !limited) void navigate(placeAfter(state, person), { replace: true });
    was.current = limited;
  }, [limited, person, state, navigate]);
}

/** The merchant object comes from the merchant's own call. */
function Merchant({ id }: { id: string | null }) {
  const t = useText();
  const read = useRead("GET /api/merchant", {}, { enabled: id !== null });
  if (id === null) return t("profile.platform");
  if (read.isError)
    return (
      <span className={css.failed}>
        {errorWords(errorOf(read.error)).text}
        <Button size="compact-xs" variant="default" onClick={() => void read.refetch()}>
          {t("common.retry")}
        </Button>
      </span>
    );
  return read.data?.name ?? <Placeholder height={20} />;
}

/** How long no sensitive act asks for the password; it can be begun anew or ended. */
function Proof({ minutes }: { minutes: number }) {
  const t = useText();
  return (
    <span className={css.proof}>
      {t("frame.recheck.left", { n: minutes })}
      <Button size="compact-xs" variant="default" onClick={() => void askRecheck(true)}>
        {t("frame.recheck.again")}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => void endRecheck()}>
        {t("frame.recheck.end")}
      </Button>
    </span>
  );
}

function Facts() {
  const t = useText();
  const profile = useProfile();
  const minutes = useRecheckMinutes();
  return (
    <Section>
      <div className={css.person}>
        <span className={css.avatar} aria-hidden="true">
          {profile.avatar || initialsOf(profile.account)}
        </span>
        <div className={css.facts}>
          <KeyValue
            items={[
              { label: t("words.field.account"), value: <Copy value={profile.account} /> },
              { label: t("words.field.email"), value: <Copy value={profile.email} /> },
              { label: t("words.field.user_type"), value: t(`common.userType.${profile.user_type}`) },
              { label: t("words.field.merchant_id"), value: <Merchant id={profile.merchant_id} /> },
              ...(minutes === null ? [] : [{ label: t("profile.identity"), value: <Proof minutes={minutes} />, wide: true }]),
              { label: t("words.field.user_id"), value: <IdText id={profile.id} whole />, wide: true },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}
