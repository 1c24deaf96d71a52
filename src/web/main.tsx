/** Start of the dashboard: language, session, router, in that order and side by side where possible. */
import { StrictMode, startTransition } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import "virtual:tokens.css";
import "./styles/global.css";
import "./frame/to-come.css";
import { reloadWhenThere } from "./chunks.ts";
import { startCovered } from "./covered.ts";
import { watchSequences } from "./hotkeys.ts";
import { activate, startMessages } from "./i18n/index.ts";
import { localeOf } from "./i18n/locale.ts";
import { setNavigator } from "./nav.ts";
import { nextTask } from "./next-task.ts";
import { screenAt } from "./paths.ts";
import { loadPreferences } from "./prefs.ts";
import { createRouter, parts } from "./routes.tsx";
import { startScheme } from "./scheme.ts";
import { currentToken, restore } from "./session.tsx";
import { pause } from "./there.ts";
import { startTips } from "./ui/tip.ts";

/** Resolves when the first screen's code and what it needs first are there, or its error. */
function arrived(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const unwatch = router.subscribe((state) => {
      if (!state.initialized) return;
      unwatch();
      resolve();
    });
  });
}

/** The page does not wait longer to be told who is here before it draws, ms. */
const LONGEST_WAIT_MS = 3000;

async function start(): Promise<void> {
  startScheme();
  startCovered();
  watchSequences();
  startTips();
  startMessages();
  const restored = restore();
  const screen = screenAt(location.pathname);
  const locale = localeOf(location.pathname);
  const messages = activate(locale);
  // A list waits for the preferences: they are asked for together with who is here.
  const framed = screen !== null && screen !== "signin";
  if (framed && currentToken() !== null) void loadPreferences();
  // Each a task of its own: together they would hold up a slow phone for a fifth of a second.
  for (const load of screen === null ? [] : parts(screen)) {
    await nextTask();
    void load().catch(() => undefined); // a failure shows when the router asks for the same
  }
  await nextTask();
  const router = createRouter();
  setNavigator((to, options) => void router.navigate(to, options));
  // Without any messages the page would show keys: the other language is better than that, a reload better still.
  if (!(await messages) && !(await activate(locale === "zh" ? "en" : "zh"))) void reloadWhenThere();
  const place = document.getElementById("root");
  if (place === null) throw new Error("the page has no #root");
  // What the page shows by itself stays until the screen can take its place. In the frame it is known by then who is here, unless that
  // takes long: an answer that came later would have the whole screen drawn in one piece.
  const known = framed ? Promise.race([restored, pause(LONGEST_WAIT_MS)]) : null;
  await Promise.all([arrived(router), known]);
  // In slices: a slow phone answers a touch between them.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <RouterProvider router={router} flushSync={(draw) => void flushSync(draw)} />
      </StrictMode>,
    ),
  );
}

void start();
