/** Sound and desktop notice when more waits for a decision than before; both are off until the person switches them on. */
import { useEffect, useRef } from "react";
import type { Home } from "../../contract/home.schema.ts";
import { text } from "../i18n/keys.ts";
import type { ScreenName } from "../screens.ts";
import { useNoticeKinds, useNoticeWay } from "../prefs.ts";
import { useHome } from "./waiting.ts";

type CountKey = Exclude<keyof Home["waiting"], "suspense">;
/** What asks for a person at once, and the screen that it waits on; slower things only count in the menu. */
export const NOTICE_SCREENS = {
  payments_review: "payments",
  disburses_review: "disburses",
  disburses_unknown: "disburses",
  sms_suspicious: "sms",
  approvals: "manual",
  withdrawals_pending: "withdrawal",
  withdrawals_approved: "withdrawal",
  wallets_gap: "wallets",
  wallets_offline: "wallets",
} as const satisfies Partial<Record<CountKey, ScreenName>>;
/** What a person may be told of. */
export type NoticeKind = keyof typeof NOTICE_SCREENS;
export const NOTICE_KINDS = Object.keys(NOTICE_SCREENS) as NoticeKind[]; // its own keys

/** Kinds of which more waits now than before. */
export function risen(before: Home["waiting"], now: Home["waiting"]): NoticeKind[] {
  return NOTICE_KINDS.filter((key) => now[key] > before[key]);
}

/** Two short tones, made here: no file to fetch. */
function beep(): void {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.08;
  volume.connect(audio.destination);
  for (const [at, pitch] of [
    [0, 660],
    [0.14, 880],
  ] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(volume);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.1);
  }
  setTimeout(() => void audio.close(), 1000);
}

function desktopNotice(kinds: readonly NoticeKind[], waiting: Home["waiting"]): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const body = kinds.map((key) => `${text(`home.waiting.${key}`)} ${waiting[key]}`).join("\n");
  const shown = new Notification(text("common.app"), { body, tag: "fd-waiting" });
  shown.addEventListener("click", () => window.focus());
}

/** Mounted once, in the frame. The first answer after signing in is no news. */
export function useAlerts(): void {
  const waiting = useHome().data?.waiting;
  const [sounds, desktop] = [useNoticeWay("sounds"), useNoticeWay("desktop_notices")];
  const [heard, shown] = [useNoticeKinds("sounds", NOTICE_KINDS), useNoticeKinds("desktop_notices", NOTICE_KINDS)];
  const before = useRef<Home["waiting"] | null>(null);
  useEffect(() => {
    if (waiting === undefined) return;
    // Choosing kinds is no news either.
    if (waiting === before.current) return;
    const kinds = before.current === null ? [] : risen(before.current, waiting);
    before.current = waiting;
    if (sounds && kinds.some((kind) => heard.has(kind))) beep();
    const told = kinds.filter((kind) => shown.has(kind));
    if (desktop && told.length > 0 && document.visibilityState !== "visible") desktopNotice(told, waiting);
  }, [waiting, sounds, desktop, heard, shown]);
}
