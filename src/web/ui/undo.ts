/**
 * Undo instead of "are you sure" (docs/decisions/0044): the act happens at once, and for ten seconds a notice and the key Z take it back by the
 * opposite act. The offers outlive a change of the screen and end with the session.
 */
import { type CallError, randomId, type Result } from "../api.ts";
import { isOpen } from "../forms/act-key.ts";
import { useHotkeys } from "../hotkeys.ts";
import { text } from "../i18n/keys.ts";
import { onSessionEnd } from "../session.tsx";
import { notifyAsked } from "./asked.ts";
import { dismiss, errorWords, notify, notifyError, notifyOffer } from "./notices.tsx";

/** How long an act can be taken back, ms; it does not run while the notice is pointed at or has the focus. */
export const UNDO_MS = 10_000;
/** Acts that can be taken back at once: an older one is out of mind. */
const MOST = 3;
/** The key that takes back the last act. */
const UNDO_KEY = "z";

export interface UndoOffer {
  /** What has been done: one sentence. */
  readonly done: string;
  /** Second line: to which object. */
  readonly detail?: string;
  /** The opposite act, under the version that the act produced: a 409 says that somebody has changed it since. */
  readonly back: (idempotencyKey: string) => Promise<Result<unknown>>;
  /** What is said when it has been taken back; "taken back" with what had been done when left out. */
  readonly undone?: string;
  /** After it was taken back, with the answer's data; with null after a refusal that may mean that the object has changed. */
  readonly onBack?: (data: unknown) => void;
}

interface Standing {
  readonly offer: UndoOffer;
  readonly key: string;
  readonly notice: number;
  left: number;
  since: number;
  timer: ReturnType<typeof setTimeout> | null;
  busy: boolean;
}
/** Offers that stand, the newest last. */
const standing: Standing[] = [];
onSessionEnd(() => {
  while (standing[0] !== undefined) end(standing[0]);
});

function end(one: Standing): void {
  pause(one);
  const at = standing.indexOf(one);
  if (at >= 0) standing.splice(at, 1);
  dismiss(one.notice);
}

function pause(one: Standing): void {
  if (one.timer === null) return;
  clearTimeout(one.timer);
  one.timer = null;
  one.left -= Date.now() - one.since;
}

function run(one: Standing): void {
  if (one.timer !== null || one.busy || !standing.includes(one)) return;
  one.since = Date.now();
  one.timer = setTimeout(() => end(one), Math.max(0, one.left));
}

/** Says what was done and offers to take it back. */
export function offerUndo(offer: UndoOffer): void {
  stand(offer, randomId());
}

function stand(offer: UndoOffer, key: string): void {
  const { done, detail } = offer;
  const one: Standing = {
    offer,
    key,
    notice: notifyOffer({
      kind: "done",
      text: done,
      ...(detail === undefined ? {} : { detail }),
      offer: {
        label: text("frame.undo.act"),
        key: UNDO_KEY.toUpperCase(),
        standsMs: UNDO_MS,
        onTake: () => void takeBack(one),
        onHeld: (held) => (held ? pause(one) : run(one)),
        onDismiss: () => end(one),
      },
    }),
    left: UNDO_MS,
    since: 0,
    timer: null,
    busy: false,
  };
  standing.push(one);
  const [oldest] = standing;
  if (oldest !== undefined && standing.length > MOST) end(oldest);
  run(one);
}

/** Takes back the last act that still can be; nothing where none can. */
export function undoLast(): void {
  const last = standing.findLast((one) => !one.busy);
  if (last) void takeBack(last);
}

/** The key takes back the last act, as its notice says: wherever one is, over an open dialog too, but not in a field. */
export function useUndoKey(): void {
  useHotkeys({ [UNDO_KEY]: undoLast }, { inDialogs: true });
}

async function takeBack(one: Standing): Promise<void> {
  if (one.busy) return;
  const { offer } = one;
  one.busy = true;
  end(one);
  const answer = await offer.back(one.key);
  if (!answer.success) {
    tellRefused(offer, answer.error);
    // The same key makes sure that it happens once. Whoever signs in next has nothing to take back.
    if (isOpen(answer.error) && answer.error.status !== 401) stand(offer, one.key);
    else offer.onBack?.(null);
    return;
  }
  if (answer.status === 202) notifyAsked(answer.data);
  else notify({ kind: "info", text: offer.undone ?? text("frame.undo.undone", { what: offer.done }) });
  offer.onBack?.(answer.status === 202 ? null : answer.data);
}

function tellRefused({ done }: UndoOffer, error: CallError): void {
  if (error.status !== 409 || isOpen(error)) return notifyError(error);
  const { detail } = errorWords(error);
  notify({ kind: "bad", text: text("frame.undo.conflict", { what: done }), detail: detail ?? text("frame.undo.look") });
}
