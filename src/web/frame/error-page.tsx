/** The error page: status, status message, description, back to home. Unknown addresses and everything a screen throws end here. */
import { useEffect, useState } from "react";
import { isRouteErrorResponse, Link, useLocation, useRouteError } from "react-router";
import { isChunkError, reloadWhenThere } from "../chunks.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { pathTo } from "../paths.ts";
import css from "./error-page.module.css";
import { LanguageSwitch } from "./language-switch.tsx";

const NOT_FOUND = 404;
const UNAVAILABLE = 503;
const DEFAULT_STATUS = 500;

interface Shown {
  readonly statusCode: number;
  /** Technical, the same in both languages (rule 60). */
  readonly statusMessage: string;
  readonly description: string;
  readonly title: string;
}

/** The page itself; a missing code is 500, and the title is the code's unless there is a better one. */
export function ErrorView({ statusCode, statusMessage, description, title: given }: Partial<Shown>) {
  const t = useText();
  const locale = useLocale();
  const code = statusCode ?? DEFAULT_STATUS;
  const title = given ?? t(code === NOT_FOUND ? "frame.error.notFound" : "frame.error.internal");
  useEffect(() => {
    document.title = `${title} · ${t("common.app")}`;
  }, [title, t]);
  return (
    <main className={css.page}>
      <div className={css.corner}>
        <LanguageSwitch />
      </div>
      <p className={css.code}>{code}</p>
      <h1 className={css.title}>{title}</h1>
      {statusMessage ? <p className={css.message}>{statusMessage}</p> : null}
      <p className={css.text}>{description ?? t(code === NOT_FOUND ? "frame.error.notFoundText" : "frame.error.internalText")}</p>
      <div className={css.actions}>
        <Link className="fd-button" to={pathTo(locale, "index")}>
          {t("frame.error.home")}
        </Link>
        {code === NOT_FOUND || code === UNAVAILABLE ? null : (
          <button type="button" className="fd-button" data-plain="" onClick={() => location.reload()}>
            {t("frame.error.reload")}
          </button>
        )}
      </div>
    </main>
  );
}

/** For an unknown address. */
export function NotFound() {
  const { pathname } = useLocation();
  return <ErrorView statusCode={NOT_FOUND} statusMessage={`Page not found: ${pathname}`} />;
}

/**
 * For what a route throws. A chunk that did not arrive reloads the page first, at most once in ten seconds; while the server does not
 * answer at all, the page says so, and reloads when it does.
 */
export function ErrorPage() {
  const problem = useRouteError();
  const t = useText();
  const [away, setAway] = useState(false);
  const isChunk = isChunkError(problem);
  const isUnknown = isRouteErrorResponse(problem) && problem.status === NOT_FOUND;
  useEffect(() => {
    const leaving = new AbortController();
    if (isChunk) void reloadWhenThere(() => setAway(true), leaving.signal);
    else if (!isUnknown) console.error(problem);
    return () => leaving.abort();
  }, [isChunk, isUnknown, problem]);
  if (isRouteErrorResponse(problem)) return <ErrorView statusCode={problem.status} statusMessage={problem.statusText} />;
  if (isChunk && away) return <ErrorView statusCode={UNAVAILABLE} title={t("frame.error.away")} description={t("frame.error.awayText")} />;
  const message = problem instanceof Error ? problem.message : "";
  return <ErrorView statusMessage={message} {...(isChunk ? { description: t("frame.error.chunkText") } : {})} />;
}
