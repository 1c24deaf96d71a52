// @vitest-environment happy-dom
/** An act whose answer was lost is pressed again: it is the same act, and happens once. */
import { act, type ReactElement } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Profile } from "../contract/session.schema.ts";
import { mount, preparePage, seen, unmount } from "./mount.tsx";
import { useAct } from "./query.ts";
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
