/** The top bar: page title, search, live dot, language, person. */
import { Menu } from "@mantine/core";
import { useNavigate } from "react-router";
import { type LiveState, useLiveState } from "../events.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { pathTo } from "../paths.ts";
import type { ScreenName } from "../screens.ts";
import { signOut, useProfile } from "../session.tsx";
import { Icon } from "./icons.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { useScreenWords } from "./not-built.tsx";
import css from "./top-bar.module.css";

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
      <LiveDot />
      <LanguageSwitch />
      <Person limited={limited} />
    </header>
  );
}

const LIVE_TONES = { on: "done", connecting: "busy", polling: "ask", off: "gone" } as const satisfies Record<LiveState, string>;

function LiveDot() {
  const t = useText();
  const state = useLiveState();
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
  const locale = useLocale();
  const navigate = useNavigate();
  const profile = useProfile();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={css.person} aria-label={`${t("frame.person")}: ${profile.account}`}>
          {profile.avatar || initialsOf(profile.account)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.who}>
          <div className={css.account}>{profile.account}</div>
          <div className="fd-dim">
            {t(`common.userType.${profile.user_type}`)}
            {profile.merchant === null ? "" : ` · ${profile.merchant.name}`}
          </div>
        </div>
        <Menu.Divider />
        <Menu.Item onClick={() => void navigate(pathTo(locale, "profile"))}>{t("frame.screen.profile")}</Menu.Item>
        {limited ? null : <Menu.Item onClick={() => void navigate(pathTo(locale, "settings"))}>{t("frame.screen.settings")}</Menu.Item>}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{t("frame.signOut")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
