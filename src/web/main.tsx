/** Start of the dashboard: language, session, router, in that order and side by side where possible. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
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
import { applyTokens } from "./tokens.ts";
import { startTips } from "./ui/tip.ts";

async function start(): Promise<void> {
  applyTokens();
  startScheme();
  watchSequences();
  startTips();
  startMessages();
  void restore();
  const locale = localeOf(location.pathname, screenAt(location.pathname) !== null);
  const messages = activate(locale);
  const router = createRouter();
  setNavigator((to, options) => void router.navigate(to, options));
  // Without any messages the page would show keys: the other language is better than that, a reload better still.
  if (!(await messages) && !(await activate(locale === "zh" ? "en" : "zh"))) reloadOnce();
  const place = document.getElementById("root");
  if (place === null) throw new Error("the page has no #root");
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

void start();
