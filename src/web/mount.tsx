/** Puts a part of the program into the page of a test, with what the program itself stands in: components, cache, address. */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, type ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { activate, startMessages } from "./i18n/index.ts";
import { queryClient } from "./query.ts";
import type { Locale } from "./screens.ts";

let root: Root | null = null;

/** What a test's page has before anything is drawn: React's leave to wait for it, a window of a width, and messages. */
export async function preparePage(locale: Locale, part: "rest" | "books" = "rest", isNarrow = (): boolean => false): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = ((query: string) => ({
    matches: isNarrow() && query.includes("max-width"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as never; // what is asked of it
  startMessages();
  // As the screens have them that need more than the frame's.
  await activate(locale, "rest", "seldom", part);
}

/** Draws the part at an address, in the place of what was drawn before. A test takes it away again with {@link unmount}. */
export async function mount(part: ReactElement, address = "/"): Promise<HTMLElement> {
  act(() => root?.unmount());
  const place = document.body.appendChild(document.createElement("div"));
  const router = createMemoryRouter([{ path: "*", element: part }], { initialEntries: [address] });
  root = createRoot(place);
  await act(async () =>
    root?.render(
      <MantineProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} flushSync={(draw) => void flushSync(draw)} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  return place;
}

/** How long what a test waits for may take, ms, and how often it is looked at. */
const PATIENCE = { ms: 50_000, every: 10 };

/** Waits until a check holds, and draws what comes meanwhile; in the end the check itself says what is wrong. */
export async function seen(check: () => void): Promise<void> {
  for (const ends = Date.now() + PATIENCE.ms; ; ) {
    await act(() => new Promise((done) => setTimeout(done, PATIENCE.every)));
    try {
      return check();
    } catch (error) {
      if (Date.now() > ends) throw error;
    }
  }
}

let ears: MutationObserver | null = null;

/** Hears what appears on the page from now on, until it is taken away: a notice goes by itself, however long the machine takes. @returns all of it so far */
export function hear(): () => string {
  let heard = "";
  ears?.disconnect();
  ears = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) heard += node.textContent ?? "";
  });
  ears.observe(document.body, { childList: true, subtree: true });
  return () => heard;
}

/** Types a text in the place of what stands in a field, as a person would: React hears of it. @throws Error where there is no such field */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement | null | undefined, typed: string): Promise<void> {
  if (!field) throw new Error("there is no field to type into");
  return act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, typed);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** Takes away what was drawn, whatever it put beside itself, and what it remembers of the server. */
export function unmount(): void {
  act(() => root?.unmount());
  ears?.disconnect();
  document.body.replaceChildren();
  queryClient.clear();
}
