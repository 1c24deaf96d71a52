// @vitest-environment happy-dom
/** A dead worker is said over every screen, in both languages. */
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { activate, startMessages } from "../i18n/index.ts";
import { LOCALES } from "../screens.ts";
import { Banners } from "./banners.tsx";

const shown = vi.hoisted(() => ({ warnings: [] as string[] }));
vi.mock("../session.tsx", async (original) => ({
  ...(await original<object>()),
  useCan: () => true,
  useLimited: () => false,
  useProfile: () => ({ sandbox: false }),
}));
vi.mock("../network.ts", () => ({ useOnline: () => true }));
vi.mock("../query.ts", async (original) => ({
  ...(await original<object>()),
  useRead: (key: string) => ({ data: key === "GET /api/statistics/home" ? { warnings: shown.warnings } : undefined, isPending: false }),
}));
const WORDS = { zh: "后台任务进程没有响应", en: "No worker is running" } as const;

beforeAll(() => void startMessages());

it.each(LOCALES)("says that no worker runs, and is silent while one does, in %s", async (locale) => {
  await activate(locale);
  const draw = (): string =>
    renderToStaticMarkup(
      <MemoryRouter>
        <Banners />
      </MemoryRouter>,
    );
  shown.warnings = ["one_person"];
  expect(draw()).toBe("");
  shown.warnings = ["one_person", "worker_silent"];
  expect(draw()).toContain(WORDS[locale]);
  expect(draw()).toContain('role="alert"');
});
