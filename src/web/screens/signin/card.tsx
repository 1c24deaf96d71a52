/** The card of sign-in: mark, heading and what is asked. The server's page shows it before the program has arrived, so it needs nothing of the program. */
import type { ReactNode } from "react";
import { Mark } from "../../ui/mark.tsx";
import css from "./signin.module.css";

export function SigninCard({ heading, about, corner, children }: { heading: string; about: string; corner?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.page}>
      {corner === undefined ? null : <div className={css.corner}>{corner}</div>}
      <main className={css.card}>
        <div className={css.mark}>
          <Mark size={40} />
        </div>
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
      <p className="fd-late">{late}</p>
    </div>
  );
}
