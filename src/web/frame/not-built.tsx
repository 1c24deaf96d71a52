/** Honest panels in place of a screen: not in this version, or not for this account. */
import { useLocation, useMatches } from "react-router";
import { meets } from "../../contract/needed.ts";
import { useText } from "../i18n/keys.ts";
import { type RouteHandle, type ScreenName, screenTitle, tabNeeds } from "../screens.ts";
import { useMay } from "../session.tsx";
import { EmptyState, Section } from "../ui/blocks.tsx";

/** Whether the address names a list of the screen that this account may not see: another one in its place would pass for it. */
export function useForbiddenPart(screen: ScreenName | null): boolean {
  const tab = new URLSearchParams(useLocation().search).get("tab");
  const may = useMay();
  return screen !== null && tab !== null && !meets(may, tabNeeds(screen, tab));
}

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

/** A screen that this account may not see, or one list of it. */
export function NoPermission({ screen, part = false }: { screen: ScreenName; part?: boolean }) {
  const t = useText();
  return (
    <Section title={t("frame.noPermission.title")}>
      <EmptyState text={t(part ? "frame.noPermission.part" : "frame.noPermission.text", { screen: t(`frame.screen.${screen}`) })} />
    </Section>
  );
}
