/** Short notices over the top bar, read out by screen readers. The same notice twice within 3 s stands once. */
import { type FocusEvent, useEffect, useRef, useState } from "react";
import type { CallError } from "../api.ts";
import { waitText } from "../i18n/format.ts";
import { text, useText } from "../i18n/keys.ts";
import { currentLocale } from "../i18n/locale.ts";
import { Link } from "react-router";
import { onSessionEnd } from "../session.tsx";
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
/** A notice with a button, which whoever shows it takes away again: its time is the caller's. */
export interface OfferNotice extends Notice {
  readonly offer: {
    readonly label: string;
    /** The key that does the same, as it is printed on the button. */
    readonly key: string;
    /** How long it stands at most, ms: what the line under it shows. */
    readonly standsMs: number;
    readonly onTake: () => void;
    /** Its time stops while it is pointed at or has the focus. */
    readonly onHeld: (held: boolean) => void;
    readonly onDismiss: () => void;
  };
}
interface Shown extends Notice {
  readonly key: number;
  readonly at: number;
  readonly offer?: OfferNotice["offer"];
}

/** Notices that stand at once. */
const MOST = 4;
const SAME_WITHIN_MS = 3000;
const DONE_MS = 4000;
const BAD_MS = 10_000;
const store = createStore<readonly Shown[]>([]);
let counter = 0;
// What one person was told is not for the next.
onSessionEnd(() => store.set([]));

/** Shows a notice; failures stay longer, and so does what says what to do. */
export function notify(notice: Notice): void {
  const now = Date.now();
  const shown = store.get();
  if (shown.some((one) => one.text === notice.text && one.detail === notice.detail && now - one.at < SAME_WITHIN_MS)) return;
  const key = put(notice);
  const isRead = notice.kind === "bad" || notice.link !== undefined || (notice.kind === "ask" && notice.detail !== undefined);
  setTimeout(() => dismiss(key), isRead ? BAD_MS : DONE_MS);
}

/** Shows a notice with a button until it is taken away. @returns what {@link dismiss} takes */
export function notifyOffer(notice: OfferNotice): number {
  return put(notice);
}

function put(notice: Notice): number {
  counter += 1;
  const shown = store.get();
  const tooMany = shown.length - MOST + 1;
  // What can still be taken back stays in view: the oldest of the others goes.
  const going = tooMany > 0 ? shown.filter((one) => one.offer === undefined).slice(0, tooMany) : [];
  store.set([...shown.filter((one) => !going.includes(one)), { ...notice, key: counter, at: Date.now() }]);
  return counter;
}

/** Takes a notice away; one that is gone already stays so. */
export function dismiss(key: number): void {
  store.set(store.get().filter((one) => one.key !== key));
}

/** Where the details of a refusal name the one object that stands in the way. */
const STANDS_IN_THE_WAY: Readonly<Record<string, string>> = { reference_used: "paid", trx_used: "used_by", in_bank_file: "file", may_be_paid: "sms_id" };

/** Message of a failed call in the present language, with the request id where there is one, what stands in the way, or when it may be tried again. */
export function errorWords(error: CallError): { text: string; detail?: string } {
  const holder = error.details?.[STANDS_IN_THE_WAY[error.code] ?? ""];
  const other = typeof holder === "string" ? holder : undefined;
  const wait = error.status === 429 ? error.retryAfterSeconds : undefined;
  const when = wait === undefined ? other : text("errors.waitFor", { wait: waitText(wait, currentLocale()) });
  const detail = error.request_id === undefined || error.status < 500 ? when : `${text("errors.requestId")} ${error.request_id}`;
  return { text: text(`errors.code.${error.code}`), ...(detail === undefined ? {} : { detail }) };
}

/** Shows why a call failed. A 401 says nothing: the sign-in screen does. */
export function notifyError(error: CallError): void {
  if (error.status !== 401) notify({ kind: "bad", ...errorWords(error) });
}

/**
 * Says that there is no file, why, and what to do: of too many at once, when it may be asked for again. A 401 as {@link notifyError}.
 * @param error what the server says to it; null: the file did not arrive, or not to its end
 */
export function notifyNoFile(what: string, error: CallError | null): void {
  if (error?.status === 401) return;
  const words: { text: string; detail?: string } = error === null ? { text: text("errors.fileLost") } : errorWords(error);
  const detail = error?.status === 429 ? (words.detail ?? words.text) : [words.text, words.detail].filter((part) => part !== undefined).join(" · ");
  notify({ kind: "bad", text: what, detail });
}

/** Where notices appear; stands once in the page. */
export function Notices() {
  const shown = useStore(store);
  const t = useText();
  return (
    <section className={css.place} aria-live="polite" aria-label={t("frame.notices")}>
      {shown.map((one) => (
        <NoticeCard key={one.key} one={one} />
      ))}
    </section>
  );
}

function NoticeCard({ one }: { one: Shown }) {
  const t = useText();
  const { offer } = one;
  const { place, held, watch } = useHeld(offer);
  return (
    <div
      ref={place}
      className={css.notice}
      data-kind={one.kind}
      data-offer={offer === undefined ? undefined : ""}
      data-held={held || undefined}
      role={one.kind === "bad" ? "alert" : "status"}
      {...(offer === undefined ? {} : watch)}
    >
      <div className={css.words}>
        <p>{one.text}</p>
        {one.detail === undefined ? null : <p className={css.detail}>{one.detail}</p>}
        {one.link === undefined ? null : (
          <Link to={one.link.to} onClick={() => dismiss(one.key)}>
            {one.link.text}
          </Link>
        )}
      </div>
      {offer === undefined ? null : (
        <button type="button" className={css.take} aria-keyshortcuts={offer.key.toLowerCase()} onClick={offer.onTake}>
          {offer.label} <kbd>{offer.key}</kbd>
        </button>
      )}
      <button type="button" className={css.close} aria-label={t("frame.dismiss")} onClick={() => (offer === undefined ? dismiss(one.key) : offer.onDismiss())}>
        ×
      </button>
      {offer === undefined ? null : <span className={css.time} style={{ animationDuration: `${offer.standsMs}ms` }} aria-hidden="true" />}
    </div>
  );
}

/** Whether a notice with a button is pointed at or has the focus; when it goes, the focus goes back to where it came from. */
function useHeld(offer: OfferNotice["offer"] | undefined) {
  const [by, setBy] = useState({ pointer: false, focus: false });
  const held = by.pointer || by.focus;
  const place = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement | null>(null);
  const onHeld = offer?.onHeld;
  useEffect(() => onHeld?.(held), [held, onHeld]);
  useEffect(() => {
    const own = place.current;
    // Reading the place before the page lets go of it: afterwards the focus is nowhere.
    return () => {
      if (own !== null && (document.activeElement === document.body || own.contains(document.activeElement))) before.current?.focus({ preventScroll: true });
    };
  }, []);
  const watch = {
    onPointerEnter: () => setBy((now) => ({ ...now, pointer: true })),
    onPointerLeave: () => setBy((now) => ({ ...now, pointer: false })),
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const from = event.relatedTarget;
      if (from instanceof HTMLElement && !event.currentTarget.contains(from)) before.current = from;
      setBy((now) => ({ ...now, focus: true }));
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setBy((now) => ({ ...now, focus: false }));
    },
  };
  return { place, held, watch };
}
