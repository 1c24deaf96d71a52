// @vitest-environment happy-dom
/** References of the bank that were pasted outlive the end of a session until a job with them has started. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetTyped, keepTyped } from "../../forms/typed.ts";
import { text } from "../../i18n/keys.ts";
import { mount, preparePage, seen, typeInto, unmount } from "../../mount.tsx";
import { jobOf } from "../../list/bulk/suite-job.ts";
import PasteDialog from "./paste.tsx";

const job = jobOf({ act: "withdrawal.paid", status: "running", items: 1, waiting: 1, started_at: "2026-07-01T00:00:00.000Z", actions: [] });
const PASTED = "X261126AB12CD34\tREF-1";

beforeEach(async () => {
  forgetTyped();
  await preparePage("en");
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ success: true, data: job }), { headers: { "content-type": "application/json" } }));
});
afterEach(() => {
  unmount();
  vi.unstubAllGlobals();
});
const field = () => document.querySelector<HTMLTextAreaElement>("textarea:not([aria-hidden])");
async function open(): Promise<string | undefined> {
  await mount(<PasteDialog tools={{ t: text, locale: "en", currency: "BDT" }} onClose={() => undefined} />);
  await seen(() => expect(field()).not.toBeNull());
  return field()?.value;
}
async function paste(): Promise<void> {
  await typeInto(field(), PASTED);
}
function expire(): void {
  keepTyped();
  unmount();
}

it("gives them back, and says so", async () => {
  await open();
  await paste();
  expire();
  expect(await open()).toBe(PASTED);
  expect(document.body.textContent).toContain(text("list.form.givenBack"));
});

it("gives back none of a job that has started", async () => {
  await open();
  await paste();
  await act(async () => document.querySelector("form")?.requestSubmit());
  await seen(() => expect(document.body.textContent).toContain(text("bulk.dialog.running")));
  expire();
  expect(await open()).toBe("");
});
