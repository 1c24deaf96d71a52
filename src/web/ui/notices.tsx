/** Short notices over the top bar, read out by screen readers. The same notice twice within 3 s stands once. */
import type { CallError } from "../api.ts";
import { text, useText } from "../i18n/keys.ts";
import { Link } from "react-router";
import { createStore, useStore } from "../store.ts";
import css from "./notices.module.css";

export interface Notice {
  readonly kind: "done" | "bad" | "ask" | "info";
  readonly text: string;
  /** Second line: what to do, or the request id. */
  readonly detail?: string;
  /** Where it can be looked at: an address within the dashboard. */
  readonly link?: { readonly to: string; readonly text: string };
}
interface Shown extends Notice {
  readonly key: number;
  readonly at: number;
}

const SAME_WITHIN_MS = 3000;
const DONE_MS = 4000;
const BAD_MS = 10_000;
const store = createStore<readonly Shown[]>([]);
let counter = 0;

/** Shows a notice; failures stay longer. */
export function notify(notice: Notice): void {
  const now = Date.now();
  const shown = store.get();
  if (shown.some((one) => one.text === notice.text && one.detail === notice.detail && now - one.at < SAME_WITHIN_MS)) return;
  counter += 1;
  const key = counter;
  store.set([...shown.slice(-3), { ...notice, key, at: now }]);
  setTimeout(() => dismiss(key), notice.kind === "bad" || notice.link !== undefined ? BAD_MS : DONE_MS);
}

function dismiss(key: number): void {
  store.set(store.get().filter((one) => one.key !== key));
}

/** Message of a failed call in the present language, with the request id where there is one, or what stands in the way. */
export function errorWords(error: CallError): { text: string; detail?: string } {
  // What has used it already: one id.
  const holder = error.code === "reference_used" ? error.details?.paid : error.code === "trx_used" ? error.details?.used_by : undefined;
  const other = typeof holder === "string" ? holder : undefined;
  const detail = error.request_id === undefined || error.status < 500 ? other : `${text("errors.requestId")} ${error.request_id}`;
  return { text: text(`errors.code.${error.code}`), ...(detail === undefined ? {} : { detail }) };
}

/** Shows why a call failed. A 401 says nothing: the sign-in screen does. */
export function notifyError(error: CallError): void {
  if (error.status !== 401) notify({ kind: "bad", ...errorWords(error) });
}

/** Where notices appear; stands once in the page. */
export function Notices() {
  const shown = useStore(store);
  const t = useText();
  return (
    <section className={css.place} aria-live="polite" aria-label={t("frame.notices")}>
      {shown.map((one) => (
        <div key={one.key} className={css.notice} data-kind={one.kind} role={one.kind === "bad" ? "alert" : "status"}>
          <div className={css.words}>
            <p>{one.text}</p>
            {one.detail === undefined ? null : <p className={css.detail}>{one.detail}</p>}
            {one.link === undefined ? null : (
              <Link to={one.link.to} onClick={() => dismiss(one.key)}>
                {one.link.text}
              </Link>
            )}
          </div>
          <button type="button" className={css.close} aria-label={t("frame.dismiss")} onClick={() => dismiss(one.key)}>
            ×
          </button>
        </div>
      ))}
    </section>
  );
}
