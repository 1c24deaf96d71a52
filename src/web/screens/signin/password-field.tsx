/** The password with a button that shows it. */
import { useId, useState } from "react";
import { useText } from "../../i18n/keys.ts";
import css from "./signin.module.css";

/** A labelled password input of the sign-in screen (which does without Mantine). */
export function PasswordField({ value, onChange, invalid }: { value: string; onChange: (value: string) => void; invalid: boolean }) {
  const t = useText();
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className="fd-field">
      <label htmlFor={id}>{t("signin.password")}</label>
      <div className={css.password}>
        <input
          id={id}
          className="fd-input"
          type={shown ? "text" : "password"}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoComplete="current-password"
          maxLength={1024}
          aria-required="true"
          aria-invalid={invalid}
        />
        <button
          type="button"
          className={css.eye}
          aria-pressed={shown}
          aria-label={t(shown ? "signin.hidePassword" : "signin.showPassword")}
          onClick={() => setShown(!shown)}
        >
          <svg width="18" height="18" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" aria-hidden="true">
            <path
              d={shown ? "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM4 16 16 4" : "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z"}
            />
          </svg>
        </button>
      </div>
    </div>
  );
}
