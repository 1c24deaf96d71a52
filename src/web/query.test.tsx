// @vitest-environment happy-dom
/** What is done about lost answers: an act that is pressed again is the same act, and what could not be read is read again. */
import { act, type ReactElement } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Profile } from "../contract/session.schema.ts";
import { mount, preparePage, seen, unmount } from "./mount.tsx";
import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient, readAgain, useAct, useRead } from "./query.ts";
import { takeProfile } from "./session.tsx";

const keys: (string | null)[] = [];
/** So many acts reach the server whose answers do not come back. */
let lost = 0;
let comment = "first";

beforeAll(async () => {
  await preparePage("zh");
  takeProfile({ id: "U1", token: "t", on_totp: false, permissions: [] } as unknown as Profile); // what a call reads
  vi.stubGlobal("fetch", async (_address: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("idempotency-key"));
    if (lost-- > 0) throw new TypeError("the connection was lost");
    return new Response(JSON.stringify({ success: true, data: {} }), { headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  unmount();
  keys.length = 0;
});

const answered = (status: number, error: object | null): Response =>
  new Response(JSON.stringify({ success: error === null, data: error === null ? {} : null, error }), {
    status,
    headers: { "content-type": "application/json" },
  });

function Comment(): ReactElement {
  const { busy, run } = useAct("POST /api/exceptions/:id/comments");
  return (
    <button type="button" disabled={busy} onClick={() => void run({ params: { id: "E1" }, body: { text: comment } })}>
      send
    </button>
  );
}

it("is sent under the key that it had, until an answer came or it says something else", async () => {
  const place = await mount(<Comment />);
  const button = place.querySelector("button");
  const press = async (): Promise<void> => {
    await act(async () => button?.click());
    await seen(() => expect(button?.disabled).toBe(false));
  };
  lost = 2;
  await press();
  await press();
  comment = "second";
  await press();
  await press();
  expect(keys).toHaveLength(4);
  const [first, again, other, anew] = keys;
  expect(first).toBe(again);
  expect(new Set([first, other, anew]).size).toBe(3);
});

/** What a read shows: its error, or that it came. */
function Reading(): ReactElement {
  const read = useRead("GET /api/exports", {});
  return <p>{read.error === null ? (read.data === undefined ? "…" : "came") : read.error.error.code}</p>;
}

it.each([
  ["a server that could not be reached", () => Promise.reject(new TypeError("Failed to fetch")), "offline", "came"],
  ["a refusal", async () => answered(403, { code: "forbidden", message: "no" }), "forbidden", "forbidden"],
] as const)("what %s left unread is read again only where an answer is missing", async (_name, answer, before, after) => {
  queryClient.clear();
  vi.stubGlobal("fetch", answer);
  const place = await mount(
    <QueryClientProvider client={queryClient}>
      <Reading />
    </QueryClientProvider>,
  );
  await seen(() => expect(place.querySelector("p")?.textContent).toBe(before));
  const asked = vi.fn(async () => answered(200, null));
  vi.stubGlobal("fetch", asked);
  await act(async () => readAgain());
  await seen(() => expect(place.querySelector("p")?.textContent).toBe(after));
  expect(asked).toHaveBeenCalledTimes(after === "came" ? 1 : 0);
});
