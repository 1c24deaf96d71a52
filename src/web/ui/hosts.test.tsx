// @vitest-environment happy-dom
/** A question over a dialog has the key Escape for itself: what stands under it, and what was typed there, stays. */
import { Modal } from "@mantine/core";
import { act } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Profile } from "../../contract/session.schema.ts";
import { text } from "../i18n/keys.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
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
