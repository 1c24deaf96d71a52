/** Honest panels in place of a screen: not in this version, or not for this account. */
import { useMatches } from "react-router";
import { useText } from "../i18n/keys.ts";
import { type RouteHandle, type ScreenName, screenTitle } from "../screens.ts";
import { useMay } from "../session.tsx";
import { EmptyState, Section } from "../ui/blocks.tsx";

/** The screen at the present address, from the innermost route. */
export function useScreen(): ScreenName | null {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined; // only screenRoute sets handles
  return handle?.screen ?? null;
}

/** What a screen is called for whoever looks. */
export function useScreenWords(screen: ScreenName | null): string {
  const t = useText();
  const may = useMay();
  return screen === null ? "" : t(screenTitle(may, screen));
}

/** A screen that nobody has built yet. */
export function NotBuilt() {
  const screen = useScreen();
  const t = useText();
  return (
    <Section title={t("frame.notBuilt.title")}>
      <EmptyState text={t("frame.notBuilt.text", { screen: screen === null ? "" : t(`frame.screen.${screen}`) })} />
    </Section>
  );
}

/** A screen that this account may not see. */
export function NoPermission({ screen }: { screen: ScreenName }) {
  const t = useText();
  return (
    <Section title={t("frame.noPermission.title")}>
      <EmptyState text={t("frame.noPermission.text", { screen: t(`frame.screen.${screen}`) })} />
    </Section>
  );
}
