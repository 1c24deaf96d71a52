/** The frame around every signed-in screen: menu, bars, banners, dialogs; and who may be here at all. */
import { useMediaQuery } from "@mantine/hooks";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, useEffect, useRef, useState } from "react";
import { Navigate, Outlet, useNavigate } from "react-router";
import { meets } from "../../contract/needed.ts";
import { hasTyped } from "../forms/typed.ts";
import { UnsavedGuard } from "../forms/unsaved-guard.ts";
import { COVER_KEY, isCovered, setCovered } from "../covered.ts";
import { startLive, useLiveEvents } from "../events.ts";
import { readOperators } from "../operators.ts";
import { usePausedWorkEvents } from "./paused-work.tsx";
import { type Hotkeys, useHotkeys } from "../hotkeys.ts";
import { withMessages } from "../i18n/index.ts";
import { text, useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { pathTo, screenAt } from "../paths.ts";
import { loadPreferences, setPreferences, useDensity, usePreferences } from "../prefs.ts";
import { queryClient, readAgain } from "../query.ts";
import { reaches } from "../built.ts";
import { goKeys, SCREEN_NAMES, type ScreenName, screenRow } from "../screens.ts";
import { restore, toSignin, useLimited, useMay, useSession } from "../session.tsx";
import { schemeManager } from "../scheme.ts";
import "../styles/frame.ts";
import { cssVariables, theme } from "../theme.ts";
import { ErrorState } from "../ui/blocks.tsx";
import { useNarrow } from "../ui/cover.ts";
import { DialogPlace } from "../ui/focus-back.tsx";
import { DialogHosts } from "../ui/hosts.tsx";
import { notify, Notices } from "../ui/notices.tsx";
import { useUndoKey } from "../ui/undo.ts";
import { useAlerts } from "./alerts.ts";
import { Banners, useBannersKnown } from "./banners.tsx";
import { takeNewRights } from "./new-rights.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { IdleWarning } from "./idle.tsx";
import { LoadingLine } from "./loading-line.tsx";
import { menuEntries, menuTarget } from "./menu-data.ts";
import { NoPermission, useForbiddenPart, useScreen } from "./not-built.tsx";
import { tellOther } from "./other-person.ts";
import { preloadPalette, Search } from "./search.tsx";
import { useTitle } from "./title.ts";
import { useScrollbarWidth } from "./scrollbar.ts";
import { restoreWhenThere } from "./restore-when-there.ts";
import css from "./shell.module.css";
import { ShownOnce } from "./shown-once.tsx";
import { SideMenu } from "./side-menu.tsx";
import { ContentToCome, FrameToCome, toCome } from "./to-come.tsx";
import { showStop, useMayStop, useStopOpen } from "./stop-state.ts";
import { TopBar } from "./top-bar.tsx";
import { ToDue } from "./to-due.tsx";
import { useKeepRoute } from "./keep-route.ts";
import { useHomeEvents } from "./waiting.ts";

const StopPanel = lazy(() => import("./stop-panel.tsx"));
const KeysHelp = lazy(() => withMessages("seldom", import("./keys-help.tsx")));

const schemes = schemeManager();

/** Mantine and the frame. Mantine is not on the page before somebody is signed in: the sign-in screen does without. */
export function Shell() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      withStaticClasses={false}
      deduplicateCssVariables={false}
    >
      <Guard />
    </MantineProvider>
  );
}

/** Lets a signed-in person in; sends others to /signin; says so when the server could not be asked. */
function Guard() {
  const session = useSession();
  const t = useText();
  const isOut = session.state === "out";
  useEffect(() => {
    if (isOut) toSignin();
  }, [isOut]);
  const failures = useRef(0);
  useEffect(() => {
    if (session.state === "in") failures.current = 0;
    if (session.state !== "failed") return undefined;
    failures.current += 1;
    return restoreWhenThere(session.error, failures.current);
  }, [session]);
  if (session.state === "in") {
    return (
      <QueryClientProvider client={queryClient}>
        <Frame key={session.profile.id} />
      </QueryClientProvider>
    );
  }
  if (session.state === "failed") {
    return (
      <main className={css.alone}>
        <ErrorState error={session.error} what={t("frame.sessionFailed")} onRetry={() => void restore()} />
      </main>
    );
  }
  return <Restoring />;
}

/** What the page has shown before the program came, until it is known who is here. */
function Restoring() {
  const t = useText();
  return <FrameToCome {...toCome(useScreen(), t)} />;
}

/** Whether the menu shows icons alone: as the person left it; under 1,024 px, where lists want its room, until it is unfolded on this page. */
function useFolded(): [folded: boolean, fold: () => void] {
  const kept = usePreferences().menu_folded === true;
  const roomy = useMediaQuery("(min-width: 1024px)", undefined, { getInitialValueInEffect: false }) ?? true;
  const [unfolded, setUnfolded] = useState(false);
  if (roomy) return [kept, () => void setPreferences({ menu_folded: !kept })];
  return [!unfolded, () => setUnfolded((before) => !before)];
}

function Frame() {
  const screen = useScreen();
  const t = useText();
  const [searching, setSearching] = useState(false);
  const [helping, setHelping] = useState(false);
  const limited = useLimited();
  const [folded, fold] = useFolded();
  const narrow = useNarrow();
  const stopping = useStopOpen();
  useFrameEffects(limited);
  useTitle(screen);
  const bannersKnown = useBannersKnown();
  useKeepRoute(screen);
  useScrollbarWidth();
  useHotkeys(
    useFrameKeys(
      () => setSearching(true),
      () => setHelping(true),
    ),
    { enabled: !limited },
  );
  useUndoKey();
  // Somebody looks over the shoulder now, whatever is open.
  useHotkeys({ [COVER_KEY]: () => setCovered(!isCovered()) }, { inDialogs: true });
  if (limited && screen !== "profile") return <ToDue />;
  return (
    <div className={css.frame} data-folded={folded || undefined}>
      <a className={css.skip} href="#content">
        {t("frame.skip")}
      </a>
      {narrow ? null : (
        <div className={css.side}>
          <SideMenu folded={folded} limited={limited} onFold={fold} />
        </div>
      )}
      <div className={css.main}>
        <TopBar screen={screen} limited={limited} onSearch={() => setSearching(true)} />
        <LoadingLine />
        <Banners />
        {bannersKnown ? null : <ContentToCome {...toCome(screen, t)} />}
        <main id="content" tabIndex={-1} className={css.content} data-held={!bannersKnown || undefined}>
          <Content screen={screen} />
        </main>
      </div>
      {narrow && !limited ? <BottomBar /> : null}
      <IdleWarning />
      <Notices />
      <DialogHosts />
      <UnsavedGuard />
      <ShownOnce />
      {searching ? <Search onClose={() => setSearching(false)} onHelp={() => setHelping(true)} /> : null}
      {stopping ? (
        <DialogPlace>
          <StopPanel onClose={() => showStop(false)} />
        </DialogPlace>
      ) : null}
      {helping ? (
        <DialogPlace>
          <KeysHelp onClose={() => setHelping(false)} />
        </DialogPlace>
      ) : null}
    </div>
  );
}

function Content({ screen }: { screen: ScreenName | null }) {
  const may = useMay();
  const locale = useLocale();
  const forbidden = useForbiddenPart(screen);
  if (screen !== null && !meets(may, screenRow(screen).permission)) {
    // A role may leave out home: whoever has it begins with the first screen that he has.
    const first = screen === "index" ? menuEntries(may)[0] : undefined;
    return first ? <Navigate to={pathTo(locale, first.name)} replace /> : <NoPermission screen={screen} />;
  }
  return screen !== null && forbidden ? <NoPermission screen={screen} part /> : <Outlet />;
}

/** Preferences and live events for as long as somebody is signed in. */
function useFrameEffects(limited: boolean): void {
  const density = useDensity();
  useHomeEvents();
  usePausedWorkEvents();
  useAlerts();
  useLiveEvents(["config"], () => void readOperators());
  useEffect(() => {
    tellOther();
    if (hasTyped()) notify({ kind: "ask", text: text("list.form.kept"), detail: text("list.form.keptBody") });
  }, []);
  useEffect(() => {
    if (limited) return;
    void loadPreferences();
    return startLive(toSignin, () => void takeNewRights(), readAgain);
  }, [limited]);
  useEffect(() => {
    // Ctrl is most of the way to Ctrl K.
    const pressed = (event: KeyboardEvent): void => (event.key === "Control" || event.key === "Meta" ? preloadPalette() : undefined);
    window.addEventListener("keydown", pressed, { passive: true });
    return () => window.removeEventListener("keydown", pressed);
  }, []);
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
}

function useFrameKeys(search: () => void, help: () => void): Hotkeys {
  const navigate = useNavigate();
  const locale = useLocale();
  const may = useMay();
  const mayStop = useMayStop();
  const keys: Record<string, () => void> = { "mod+k": search, "?": help };
  if (mayStop) keys["shift+s"] = () => showStop(true);
  for (const name of SCREEN_NAMES) {
    const key = goKeys(name);
    if (key !== undefined && reaches(may, name)) keys[key] = () => void navigate(menuTarget(locale, name, screenAt(window.location.pathname)));
  }
  return keys;
}
