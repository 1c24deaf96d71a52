/** Sound and desktop notice when more waits for a decision than before; both are off until the person switches them on. */
import { useEffect, useRef } from "react";
import type { Home } from "../../contract/home.schema.ts";
import { text } from "../i18n/keys.ts";
import { useDesktopNotices, useSounds } from "../prefs.ts";
import { useHome } from "./waiting.ts";

type CountKey = Exclude<keyof Home["waiting"], "suspense">;
/** What asks for a person at once; slower things only count in the menu. */
const URGENT = [
  "payments_review",
  "disburses_review",
  "disburses_unknown",
  "sms_suspicious",
  "approvals",
  "withdrawals_pending",
  "withdrawals_approved",
  "wallets_gap",
  "wallets_offline",
] as const satisfies readonly CountKey[];

/** Kinds of which more waits now than before. */
export function risen(before: Home["waiting"], now: Home["waiting"]): CountKey[] {
  return URGENT.filter((key) => now[key] > before[key]);
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

function desktopNotice(kinds: readonly CountKey[], waiting: Home["waiting"]): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const body = kinds.map((key) => `${text(`home.waiting.${key}`)} ${waiting[key]}`).join("\n");
  const shown = new Notification(text("common.app"), { body, tag: "fd-waiting" });
  shown.addEventListener("click", () => window.focus());
}

/** Mounted once, in the frame. The first answer after signing in is no news. */
export function useAlerts(): void {
  const waiting = useHome().data?.waiting;
  const sounds = useSounds();
  const desktop = useDesktopNotices();
  const before = useRef<Home["waiting"] | null>(null);
  useEffect(() => {
    if (waiting === undefined) return;
    const kinds = before.current === null ? [] : risen(before.current, waiting);
    before.current = waiting;
    if (kinds.length === 0) return;
    if (sounds) beep();
    if (desktop && document.visibilityState !== "visible") desktopNotice(kinds, waiting);
  }, [waiting, sounds, desktop]);
}
