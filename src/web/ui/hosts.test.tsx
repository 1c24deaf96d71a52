// @vitest-environment happy-dom
/** A question over a dialog has the key Escape for itself: what stands under it, and what was typed there, stays. */
import { Modal } from "@mantine/core";
import { act } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Profile } from "../../contract/session.schema.ts";
import { waitText } from "../i18n/format.ts";
import { text } from "../i18n/keys.ts";
import { mount, preparePage, seen, typeInto, unmount } from "../mount.tsx";
import { takeProfile } from "../session.tsx";
import { confirm } from "./confirm.ts";
import { DialogHosts } from "./hosts.tsx";
import { askRecheck } from "./recheck.ts";

const closed = vi.fn<() => void>();
beforeAll(async () => {
  await preparePage("zh");
  takeProfile({ id: "U1", token: "t", on_totp: false, passkeys: 0, permissions: [] } as unknown as Profile); // what the dialogs read
});
beforeEach(async () => {
  await mount(
    <>
      <DialogHosts />
      <Modal opened onClose={closed} title="200 rows">
        <p>…</p>
      </Modal>
    </>,
  );
});
afterEach(() => {
  unmount();
  closed.mockClear();
});
afterAll(() => vi.unstubAllGlobals());
const escape = (): Promise<void> =>
  act(async () => void document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true })));

it.each([
  ["the password", () => askRecheck(), "frame.recheck.title"],
  ["whether it is sure", () => confirm({ text: "?", title: text("frame.recheck.title") }), "frame.recheck.title"],
] as const)("is asked %s: the first Escape answers no, the second closes the dialog", async (_what, ask, title) => {
  let answer: boolean | null = null;
  act(() => void ask().then((given) => (answer = given)));
  await seen(() => expect(document.body.textContent).toContain(text(title)));
  await escape();
  expect(answer).toBe(false);
  expect(closed).not.toHaveBeenCalled();
  await escape();
  expect(closed).toHaveBeenCalledTimes(1);
});

it("says for how long no password is taken, after too many wrong ones", async () => {
  const error = { code: "locked", message: "" };
  vi.stubGlobal(
    "fetch",
    async () =>
      new Response(JSON.stringify({ success: false, data: null, error }), {
        status: 429,
        headers: { "content-type": "application/json", "retry-after": "300" },
      }),
  );
  act(() => void askRecheck());
  const field = () => document.querySelector<HTMLInputElement>("input[type=password]");
  await seen(() => expect(field()).not.toBeNull());
  await typeInto(field(), "guess");
  await act(async () => field()?.form?.requestSubmit());
  await seen(() => expect(document.body.textContent).toContain(text("errors.code.locked")));
  expect(document.body.textContent).toContain(text("errors.waitFor", { wait: waitText(300, "zh") }));
  await escape();
});
