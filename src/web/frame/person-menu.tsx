/** The person's menu: who is signed in, profile, settings, signing out. In a chunk of its own, loaded at first use. */
import { Menu } from "@mantine/core";
import { useNavigate } from "react-router";
import { setCovered, useCovered } from "../covered.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { pathTo } from "../paths.ts";
import { signOut, useProfile } from "../session.tsx";
import { askRecheck, endRecheck, useRecheckMinutes } from "../ui/recheck.ts";
import { useMentions } from "./waiting.ts";
import css from "./top-bar.module.css";

/** Open as long as it is mounted; closing gives the focus back to the button. */
export default function PersonMenu({ anchor, limited, onClose }: { anchor: HTMLElement; limited: boolean; onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const profile = useProfile();
  const minutes = useRecheckMinutes();
  const mentions = useMentions();
  const covered = useCovered();
  const { left, top, width, height } = anchor.getBoundingClientRect();
  const close = (): void => {
    onClose();
    anchor.focus({ preventScroll: true });
  };
  return (
    <Menu opened onClose={close} position="bottom-end" width={220} returnFocus={false} withInitialFocusPlaceholder={false} withinPortal={false}>
      <Menu.Target>
        <button type="button" tabIndex={-1} aria-hidden="true" className={css.menuPlace} style={{ left, top, width, height }} />
      </Menu.Target>
      <Menu.Dropdown className={css.menuList ?? ""} aria-label={t("frame.person")}>
        <div className={css.who}>
          <div className={css.account}>{profile.account}</div>
          <div className="fd-dim">
            {t(`common.userType.${profile.user_type}`)}
            {profile.role === null ? "" : ` · ${profile.role}`}
            {profile.merchant === null ? "" : ` · ${profile.merchant.name}`}
          </div>
        </div>
        <Menu.Divider />
        {mentions === 0 ? null : (
          <Menu.Item onClick={() => void navigate(pathTo(locale, "queue", { assignee: "mentioned" }))}>{t("frame.mentions", { n: mentions })}</Menu.Item>
        )}
        <Menu.Item onClick={() => void navigate(pathTo(locale, "profile"))}>{t("frame.screen.profile")}</Menu.Item>
        {limited ? null : <Menu.Item onClick={() => void navigate(pathTo(locale, "settings"))}>{t("frame.screen.settings")}</Menu.Item>}
        <Menu.Item onClick={() => setCovered(!covered)} rightSection={<kbd className={css.keys}>Shift H</kbd>}>
          {t(covered ? "frame.covered.show" : "frame.covered.hide")}
        </Menu.Item>
        {minutes === null ? null : (
          <>
            <Menu.Divider />
            <Menu.Label>{t("frame.recheck.left", { n: minutes })}</Menu.Label>
            <Menu.Item onClick={() => void askRecheck(true)}>{t("frame.recheck.again")}</Menu.Item>
            <Menu.Item onClick={() => void endRecheck()}>{t("frame.recheck.end")}</Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{t("frame.signOut")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
