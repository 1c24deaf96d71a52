/** Profile: who I am, my password, my authenticator, where I am signed in. */
import { initialsOf } from "../../frame/top-bar.tsx";
import { useText } from "../../i18n/keys.ts";
import { useLimited, useProfile } from "../../session.tsx";
import { Copy, IdText, KeyValue, Section, Strip } from "../../ui/index.ts";
import { Authenticator } from "./authenticator.tsx";
import { PasswordForm } from "./password-form.tsx";
import css from "./profile.module.css";
import { Sessions } from "./sessions.tsx";

export default function ProfileScreen() {
  const t = useText();
  const profile = useProfile();
  const lacksTotp = useLimited();
  if (profile.must_change_password) {
    return (
      <div className={css.narrow}>
        <Strip tone="ask">{t("frame.must.password")}</Strip>
        <PasswordForm />
      </div>
    );
  }
  return (
    <div className={css.narrow}>
      {lacksTotp ? <Strip tone="ask">{t("frame.must.totp")}</Strip> : null}
      <Facts />
      <Authenticator />
      <PasswordForm />
      {lacksTotp ? null : <Sessions />}
    </div>
  );
}

function Facts() {
  const t = useText();
  const profile = useProfile();
  return (
    <Section>
      <div className={css.person}>
        <span className={css.avatar} aria-hidden="true">
          {profile.avatar || initialsOf(profile.account)}
        </span>
        <div className={css.facts}>
          <KeyValue
            items={[
              { label: t("profile.account"), value: <Copy value={profile.account} /> },
              { label: t("profile.email"), value: <Copy value={profile.email} /> },
              { label: t("profile.userType"), value: t(`common.userType.${profile.user_type}`) },
              { label: t("profile.merchant"), value: profile.merchant?.name ?? t("profile.platform") },
              { label: t("profile.id"), value: <IdText id={profile.id} whole />, wide: true },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}
