/** Start of the dashboard: language, session, router, in that order and side by side where possible. */
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import "virtual:tokens.css";
import "./styles/global.css";
import { reloadOnce } from "./chunks.ts";
import { watchSequences } from "./hotkeys.ts";
import { activate, startMessages } from "./i18n/index.ts";
import { localeOf } from "./i18n/locale.ts";
import { setNavigator } from "./nav.ts";
import { screenAt } from "./paths.ts";
import { createRouter } from "./routes.tsx";
import { startScheme } from "./scheme.ts";
import { restore } from "./session.tsx";
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

/** Lets the browser do what waits, a touch or a picture, before the next piece of work. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

async function start(): Promise<void> {
  startScheme();
  watchSequences();
  startTips();
  startMessages();
  void restore();
  const locale = localeOf(location.pathname, screenAt(location.pathname) !== null);
  const messages = activate(locale);
  await nextTask();
  const router = createRouter();
  setNavigator((to, options) => void router.navigate(to, options));
  // Without any messages the page would show keys: the other language is better than that, a reload better still.
  if (!(await messages) && !(await activate(locale === "zh" ? "en" : "zh"))) reloadOnce();
  const place = document.getElementById("root");
  if (place === null) throw new Error("the page has no #root");
  // What the page shows by itself stays until the screen can take its place.
  await arrived(router);
  // In slices: a slow phone answers a touch between them.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
}

void start();
