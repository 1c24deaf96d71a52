// @vitest-environment happy-dom
/** The error page: status, status message, description, and its defaults. */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { activate, startMessages } from "../i18n/index.ts";
import { LOCALES } from "../screens.ts";
import { ErrorPage, ErrorView, NotFound } from "./error-page.tsx";

const WORDS = { zh: { notFound: "页面不存在", internal: "服务器内部错误" }, en: { notFound: "Page Not Found", internal: "Internal Server Error" } } as const;
const draw = (page: React.ReactElement, path = "/"): string => renderToStaticMarkup(<MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>);
const code = (drawn: string): string | undefined => /<p[^>]*>(\d+)<\/p>/.exec(drawn)?.[1];

beforeAll(() => void startMessages());

it.each(LOCALES)("has the specification's defaults in %s", async (locale) => {
  await activate(locale);
  const { notFound, internal } = WORDS[locale];

  const bare = draw(<ErrorView />);
  expect(code(bare)).toBe("500");
  expect(bare).toContain(internal);

  const refused = draw(<ErrorView statusCode={403} statusMessage="Forbidden" description="Not yours." />);
  expect(code(refused)).toBe("403");
  for (const shown of [internal, "Forbidden", "Not yours."]) expect(refused).toContain(shown);

  const unknown = draw(<NotFound />, "/en/nowhere");
  expect(code(unknown)).toBe("404");
  for (const shown of [notFound, "Page not found: /en/nowhere"]) expect(unknown).toContain(shown);
});

/** What stands on the page when a route throws this. */
async function thrown(problem: unknown): Promise<string> {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.body.appendChild(document.createElement("div"));
  const loader = (): never => {
    throw problem;
  };
  const router = createMemoryRouter([{ path: "*", loader, ErrorBoundary: ErrorPage, HydrateFallback: () => null, Component: () => null }]);
  const root = createRoot(place);
  await act(async () => root.render(<RouterProvider router={router} />));
  const { innerHTML } = place;
  await act(async () => root.unmount());
  return innerHTML;
}

it("stands for what a route throws: its own status, else 500, the page's title with it", async () => {
  await activate("en");
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);

  const broken = await thrown(new Error("a screen is broken"));
  expect(code(broken)).toBe("500");
  for (const shown of ["Internal Server Error", "a screen is broken"]) expect(broken).toContain(shown);
  expect(document.title).toContain("Internal Server Error");
  expect(logged).toHaveBeenCalled();

  const refused = await thrown(new Response(null, { status: 403, statusText: "Forbidden" }));
  expect(code(refused)).toBe("403");
  expect(refused).toContain("Forbidden");
});

it("says that the server cannot be reached where a part of the page is missing for that", async () => {
  await activate("en");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const shown = await thrown(new TypeError("Failed to fetch dynamically imported module: /assets/x.js"));
  vi.unstubAllGlobals();
  expect(code(shown)).toBe("503");
  for (const words of ["Server Not Reachable", "once the server answers"]) expect(shown).toContain(words);
  // Pressed now, it would lead to the browser's own error page.
  expect(shown).not.toContain(">Reload<");
});
