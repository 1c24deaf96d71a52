/** The card of sign-in: mark, heading and what is asked. The server's page shows it before the program has arrived, so it needs nothing of the program. */
import type { ReactNode } from "react";
import css from "./signin.module.css";

export function SigninCard({ heading, about, corner, children }: { heading: string; about: string; corner?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.page}>
      {corner === undefined ? null : <div className={css.corner}>{corner}</div>}
      <main className={css.card}>
        <svg className={css.mark} width="40" height="40" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" />
          <path d="M8 12h13l-3.5-3.5M24 20H11l3.5 3.5" />
        </svg>
        <h1 className={css.title}>{heading}</h1>
        <p className={css.about}>{about}</p>
        {children}
      </main>
    </div>
  );
}

/** Where the form will stand, as high as it; says what to do when it has not come after some seconds. */
export function FormToCome({ late }: { late: string }) {
  return (
    <div className={css.coming} data-waiting="">
      <p className={css.late}>{late}</p>
    </div>
  );
}
