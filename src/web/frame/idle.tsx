/** Warns five minutes before the session ends by idleness or by its absolute limit. */
import { Button } from "@mantine/core";
import { type RefCallback, useCallback, useEffect, useRef, useState } from "react";
import { call } from "../api.ts";
import { durationText } from "../i18n/format.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { lastAct, refreshProfile, useProfile } from "../session.tsx";
import css from "./idle.module.css";

const WARNING_MS = 5 * 60_000;
const CHECK_MS = 5000;
/** Someone who moved or typed this recently is there: the session is kept awake without asking. */
const PRESENT_MS = 60_000;

export interface Ending {
  readonly kind: "idle" | "absolute";
  readonly leftMs: number;
}

/** What ends the session first, when that is near enough to say so; null otherwise. */
export function endingOf(nowMs: number, lastActMs: number, idleMinutes: number, endsAtMs: number): Ending | null {
  const idleMs = idleMinutes * 60_000;
  const idleLeft = lastActMs + idleMs - nowMs;
  const absoluteLeft = endsAtMs - nowMs;
  if (absoluteLeft <= WARNING_MS && absoluteLeft <= idleLeft) return { kind: "absolute", leftMs: absoluteLeft };
  return idleLeft <= Math.min(WARNING_MS, idleMs / 2) ? { kind: "idle", leftMs: idleLeft } : null;
}

/** The time of the last movement or key press. */
function usePresence(): { current: number } {
  const seen = useRef(Date.now());
  useEffect(() => {
    const note = (): void => {
      seen.current = Date.now();
    };
    const kinds = ["pointerdown", "pointermove", "keydown", "wheel"] as const;
    for (const kind of kinds) window.addEventListener(kind, note, { passive: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, note);
    };
  }, []);
  return seen;
}

/** Tells the page how high the warning stands, so that all else moves down by as much (`--fd-warned`). */
function useHeightTold(): RefCallback<HTMLElement> {
  return useCallback((strip: HTMLElement | null) => {
    if (strip === null) return;
    const page = document.documentElement;
    const observer = new ResizeObserver(() => page.style.setProperty("--fd-warned", `${strip.offsetHeight}px`));
    observer.observe(strip);
    return () => {
      observer.disconnect();
      page.style.removeProperty("--fd-warned");
    };
  }, []);
}

/** A strip over the page with "stay signed in". */
export function IdleWarning() {
  const t = useText();
  const locale = useLocale();
  const profile = useProfile();
  const presence = usePresence();
  const strip = useHeightTold();
  const [ending, setEnding] = useState<Ending | null>(null);
  const endsAt = Date.parse(profile.session_ends_at);
  useEffect(() => {
    const check = (): void => {
      const now = Date.now();
      const next = endingOf(now, lastAct(), profile.idle_minutes, endsAt);
      if (next?.kind === "idle" && next.leftMs > 0 && now - presence.current < PRESENT_MS) void refreshProfile();
      else if (next !== null && next.leftMs <= 0) void call("GET /api/user", { background: true }); // a 401 leads to /signin
      setEnding(next);
    };
    const timer = setInterval(check, CHECK_MS);
    return () => clearInterval(timer);
  }, [profile.idle_minutes, endsAt, presence]);
  if (ending === null || ending.leftMs <= 0) return null;
  const wait = durationText(ending.leftMs, locale);
  return (
    <div ref={strip} className={css.warning} role="alert">
      <div className={css.words}>
        <p className={css.title}>{t("frame.idle.title")}</p>
        <p>{t(ending.kind === "idle" ? "frame.idle.text" : "frame.idle.absolute", { wait })}</p>
      </div>
      {ending.kind === "idle" ? (
        <Button size="xs" onClick={() => void refreshProfile().then(() => setEnding(null))}>
          {t("frame.idle.stay")}
        </Button>
      ) : null}
    </div>
  );
}
