/** The top bar: page title, search, live dot, language, person. */
import { lazy, type MouseEvent, Suspense, useState } from "react";
import { type LiveState, useLiveState } from "../events.ts";
import { useText } from "../i18n/keys.ts";
import { useOnline } from "../network.ts";
import type { ScreenName } from "../screens.ts";
import { useProfile } from "../session.tsx";
import { useRecheckMinutes } from "../ui/recheck.ts";
import { Icon } from "./icons.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { useScreenWords } from "./not-built.tsx";
import { showStop, useMayStop } from "./stop-state.ts";
import css from "./top-bar.module.css";
import { useMentions } from "./waiting.ts";

const PersonMenu = lazy(() => import("./person-menu.tsx"));

/** `limited`: only the profile may be used (a password or an authenticator is due). */
export function TopBar({ screen, onSearch, limited }: { screen: ScreenName | null; onSearch: () => void; limited: boolean }) {
  const t = useText();
  return (
    <header className={css.bar}>
      <h1 className={css.title}>{useScreenWords(screen)}</h1>
      {limited ? null : (
        <button type="button" className={css.search} onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
          <Icon name="search" />
          <span className={css.searchWords}>{t("frame.searchHint")}</span>
          <kbd className={css.keys}>Ctrl K</kbd>
        </button>
      )}
      <StopButton />
      <LiveDot />
      <LanguageSwitch />
      <Person limited={limited} />
    </header>
  );
}

/** Opens the emergency stop; only for who may close. */
function StopButton() {
  const t = useText();
  if (!useMayStop()) return null;
  return (
    <button
      type="button"
      className={css.stop}
      aria-haspopup="dialog"
      aria-keyshortcuts="Shift+S"
      aria-label={t("switches.title")}
      data-tip={`${t("switches.title")} (Shift S)`}
      onClick={() => showStop(true)}
    >
      <Icon name="stop" />
    </button>
  );
}

const LIVE_TONES = { on: "done", connecting: "busy", polling: "ask", off: "gone" } as const satisfies Record<LiveState, string>;

function LiveDot() {
  const t = useText();
  const live = useLiveState();
  // A stream that is cut off is noticed late; that there is no network, at once.
  const state = useOnline() ? live : "connecting";
  const words = t(`frame.live.${state}`);
  return (
    <span className={css.live} role="status" data-tip={words} data-tone={LIVE_TONES[state]}>
      <span className="fd-sr">{words}</span>
    </span>
  );
}

/** First letters of an account, for the avatar. */
export function initialsOf(account: string): string {
  const parts = account.split(/[._@\s-]+/).filter(Boolean);
  const letters = parts.length > 1 ? `${parts[0]?.[0] ?? ""}${parts[1]?.[0] ?? ""}` : account.slice(0, 2);
  return letters.toUpperCase();
}

function Person({ limited }: { limited: boolean }) {
  const t = useText();
  const profile = useProfile();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const minutes = useRecheckMinutes();
  const mentions = useMentions();
  const toggle = (event: MouseEvent<HTMLElement>): void => setAnchor(anchor === null ? event.currentTarget : null);
  return (
    <>
      {minutes === null ? null : (
        <button type="button" className={css.proof} aria-haspopup="menu" onClick={toggle}>
          {t("frame.recheck.left", { n: minutes })}
        </button>
      )}
      {/* The letters that are seen are part of the name that is read out (WCAG 2.5.3). */}
      <button type="button" className={css.person} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={toggle}>
        {profile.avatar || initialsOf(profile.account)}
        {mentions === 0 ? null : <span className={css.called} aria-hidden="true" />}
        <span className="fd-sr">{`${t("frame.person")}: ${profile.account}${mentions === 0 ? "" : `, ${t("frame.mentions", { n: mentions })}`}`}</span>
      </button>
      <Suspense fallback={null}>{anchor ? <PersonMenu anchor={anchor} limited={limited} onClose={() => setAnchor(null)} /> : null}</Suspense>
    </>
  );
}
