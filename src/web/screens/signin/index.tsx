/** Sign-in: bare layout; account and password, then the code if the server asks for it. */
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { LanguageSwitch } from "../../frame/language-switch.tsx";
import { useText } from "../../i18n/keys.ts";
import { useLocale } from "../../i18n/locale.ts";
import { type SigninState, useSession } from "../../session.tsx";
import { placeAfter } from "../../way-back.ts";
import { SigninCard } from "./card.tsx";
import css from "./signin.module.css";
import { SigninForm } from "./form.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

function hasEnded(state: unknown): boolean {
  return typeof state === "object" && state !== null && (state as SigninState).ended === true; // only toSignin writes this state
}

export default function Signin() {
  const t = useText();
  const locale = useLocale();
  const session = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const person = session.state === "in" ? session.profile.id : null;
  useEffect(() => {
    document.title = `${t("frame.screen.signin")} · ${t("common.app")}`;
  }, [t, locale]);
  useEffect(() => {
    if (person !== null) void navigate(placeAfter(state, person), { replace: true });
  }, [person, navigate, state]);
  return (
    <SigninCard
      heading={t("signin.heading")}
      about={t("signin.about")}
      corner={
        <>
          <ThemeSwitch />
          <LanguageSwitch />
        </>
      }
    >
      {hasEnded(state) ? (
        <p className={css.ended} role="status">
          {t("signin.ended")}
        </p>
      ) : null}
      <SigninForm />
    </SigninCard>
  );
}
