/** The language of whoever asks for a page. */
import type { FastifyRequest } from "fastify";
import { acceptedLanguages, detectLocale, type Locale, LOCALE_COOKIE } from "../../../contract/locale.ts";

const COOKIE = new RegExp(`(?:^|;)\\s*${LOCALE_COOKIE}=([a-z]+)\\s*(?:;|$)`);

/** What decides it, for `Vary`. */
export const DECIDED_BY = "cookie, accept-language";

/** The language of a request: its cookie, else what the browser asks for, else Chinese. */
export function localeOfRequest({ headers }: Pick<FastifyRequest, "headers">): Locale {
  return detectLocale(COOKIE.exec(headers.cookie ?? "")?.[1] ?? null, acceptedLanguages(headers["accept-language"] ?? ""));
}
