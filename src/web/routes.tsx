/** Every address in both languages, made from the one table in screens.ts. Screens arrive lazily, one chunk each. */
import type { ComponentType } from "react";
import { createBrowserRouter, data, type LoaderFunctionArgs, replace, type RouteObject } from "react-router";
import { loaderOf, type ScreenLoader } from "./built.ts";
import { orReload } from "./chunks.ts";
import { ErrorPage, NotFound } from "./frame/error-page.tsx";
import { activate } from "./i18n/index.ts";
import { detectedLocale } from "./i18n/locale.ts";
import { inLocale, screenAt } from "./paths.ts";
import { LOCALES, type Locale, type RouteHandle, SCREEN_NAMES, SCREENS, type ScreenName } from "./screens.ts";

const loadFrame = () => import("./frame/shell.tsx");
const loadNotBuilt: ScreenLoader = async () => ({ default: (await import("./frame/not-built.tsx")).NotBuilt });

let router: ReturnType<typeof createBrowserRouter> | null = null;
/** Where the page is going, or is. */
function target(): string {
  const place = router?.state.navigation.location ?? location;
  return place.pathname + place.search + place.hash;
}

/**
 * A route's component. When its code does not arrive and no reload helps, a component that throws the reason: the router shows a blank
 * page for a `lazy` that rejects, but the error page for a component that throws.
 */
async function arrive(load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await orReload(load, target);
  } catch (problem) {
    return () => {
      throw problem;
    };
  }
}

/** The code that a screen needs, to be asked for before the router does. */
export function parts(name: ScreenName): readonly (() => Promise<unknown>)[] {
  const own = loaderOf(name) ?? loadNotBuilt;
  return name === "signin" ? [own] : [loadFrame, own];
}

/** Route id of a screen in a language. */
function routeId(name: ScreenName, locale: Locale): string {
  return `${name}___${locale}`;
}

function screenRoute(name: ScreenName, locale: Locale): RouteObject {
  const load = loaderOf(name) ?? loadNotBuilt;
  const path = SCREENS[name].path;
  const handle: RouteHandle = { screen: name, locale };
  return {
    id: routeId(name, locale),
    ...(path === "/" ? { index: true as const } : { path: path.slice(1), caseSensitive: true }),
    handle,
    ErrorBoundary: ErrorPage,
    lazy: async () => ({ Component: await arrive(async () => (await load()).default) }),
  };
}

/**
 * An address without a prefix is a Chinese page: whoever reads another language goes on to the same place in that.
 * @throws 404 for what the router takes for a screen and nobody else does: a row of slashes
 */
function leadToOwn(locale: Locale, { request }: LoaderFunctionArgs): Response | null {
  const place = new URL(request.url);
  if (screenAt(place.pathname) === null) throw data(null, { status: 404, statusText: `Page not found: ${place.pathname}` });
  const own = locale === "zh" ? detectedLocale() : locale;
  return own === locale ? null : replace(inLocale(own, place));
}

function languageRoutes(locale: Locale): RouteObject {
  const prefix = locale === "zh" ? "/" : `/${locale}`;
  return {
    id: `language___${locale}`,
    path: prefix,
    caseSensitive: true,
    children: [
      {
        id: `bare___${locale}`,
        loader: async (args) => leadToOwn(locale, args) ?? (await activate(locale)),
        shouldRevalidate: () => false,
        children: [screenRoute("signin", locale)],
      },
      {
        id: `frame___${locale}`,
        loader: async (args) => leadToOwn(locale, args) ?? (await activate(locale, "rest")),
        shouldRevalidate: () => false,
        ErrorBoundary: ErrorPage,
        lazy: async () => ({ Component: await arrive(async () => (await loadFrame()).Shell) }),
        children: SCREEN_NAMES.filter((name) => name !== "signin").map((name) => screenRoute(name, locale)),
      },
    ],
  };
}

/** All routes: every screen twice, and the 404 for everything else. */
export function allRoutes(): RouteObject[] {
  return [
    {
      id: "root",
      ErrorBoundary: ErrorPage,
      HydrateFallback: () => null,
      children: [...LOCALES.map(languageRoutes), { id: "unknown", path: "*", Component: NotFound }],
    },
  ];
}

/** The router on the browser's address bar. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  router = createBrowserRouter(allRoutes());
  return router;
}
