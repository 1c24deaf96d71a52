/** An unknown address before the program has arrived: what the error page says of it there. The way on comes with the program. */
import type { MessageKey } from "../i18n/keys.ts";
import css from "./error-page.module.css";

/** In the language of `text`. */
export function NotFoundToCome({ text }: { text: (key: MessageKey) => string }) {
  return (
    <main className={css.page}>
      <p className={css.code}>404</p>
      <h1 className={css.title}>{text("frame.error.notFound")}</h1>
      <p className={css.text}>{text("frame.error.notFoundText")}</p>
    </main>
  );
}
