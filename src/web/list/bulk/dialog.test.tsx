// @vitest-environment happy-dom
/** The dialog of an act on many rows can be left at any moment before it runs; what nobody waits for is given up. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { text } from "../../i18n/keys.ts";
import { hear, mount, preparePage, seen, typeInto, unmount } from "../../mount.tsx";
import { asked } from "../../ui/confirm.ts";
import { Notices } from "../../ui/notices.tsx";
import BulkDialog from "./dialog.tsx";
import { jobOf } from "./suite-job.ts";

const job = jobOf({ status: "checking", items: 4000, unchecked: 3900, actions: ["cancel"] });
/** The server has made the job: it is what every later look finds, however late that comes. */
let answer: (made: typeof job) => void = () => undefined;
let stands = job;
const calls: string[] = [];
const closed = vi.fn<(ran: boolean) => void>();
const WHAT = { filter: {} };
const TOOLS = { t: text, locale: "en", currency: "BDT" } as const;

beforeEach(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const path = new URL(typeof request === "string" ? request : request.url, location.origin).pathname;
    calls.push(path);
    const made = new Promise<void>((done) => {
      if (path !== "/api/bulk") return done();
      answer = (one) => {
        stands = one;
        done();
      };
    });
    await made;
    const data = stands;
    return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
  });
  await mount(
    <>
      <BulkDialog act="payments.notify" what={WHAT} tools={TOOLS} onClose={closed} />
      <Notices />
    </>,
  );
});
afterEach(() => {
  unmount();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  calls.length = 0;
  stands = job;
});
const press = (word: string) => act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent === word)?.click());
const cancel = () => press("Cancel");
const given = () => calls.filter((path) => path === "/api/bulk/B1/cancel");

it("can be left while it is prepared; the job that comes of it afterwards is given up", async () => {
  await cancel();
  expect([closed.mock.calls, given()]).toEqual([[[false]], []]);
  await act(async () => answer(job));
  await vi.waitFor(() => expect(given()).toHaveLength(1), 60_000);
});

it("can be left while it is checked", async () => {
  await act(async () => answer(job));
  await vi.waitFor(async () => {
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 10))));
    expect(document.body.textContent).toContain("4,000");
  }, 60_000);
  await cancel();
  expect([closed.mock.calls, given().length]).toEqual([[[false]], 1]);
});

it("has its close under the keys once it runs, also when a question closed over it and left the focus to the dialog", async () => {
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull(), 60_000);
  const dialog = document.querySelector<HTMLElement>('[role="dialog"]');
  await act(async () => dialog?.focus());
  expect(document.activeElement).toBe(dialog);
  await act(async () => answer(jobOf({ ...job, status: "running", waiting: 3900, done: 100, unchecked: 0, started_at: "2026-07-01T00:00:00.000Z" })));
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Close"), 60_000);
});

it("stops what runs only once it has been asked and answered with yes", async () => {
  const running = jobOf({
    ...job,
    status: "running",
    version: 3,
    started_at: "2026-07-01T00:00:00.000Z",
    actions: ["pause", "cancel"],
    waiting: 3900,
    done: 100,
    unchecked: 0,
  });
  await act(async () => answer(running));
  await vi.waitFor(() => expect(document.body.textContent).toContain("Stop the rest"), 60_000);
  await cancel();
  expect([closed.mock.calls, given()], "no button of the foot is the dialogs' own Cancel").toEqual([[], []]);
  await press("Stop the rest");
  expect([asked.get()?.action, given()]).toEqual(["Stop the rest", []]);
  await act(async () => asked.get()?.answer({ confirmed: false, input: "" }));
  expect(given()).toEqual([]);
  await press("Stop the rest");
  await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
  await vi.waitFor(() => expect(given()).toHaveLength(1), 60_000);
});

it("asks before a reason that is typed goes", async () => {
  const draft = jobOf({ act: "payments.reject", items: 4000, waiting: 2, version: 3 });
  await act(async () => answer(draft));
  const field = () => document.querySelector<HTMLTextAreaElement>("textarea:not([aria-hidden])");
  await vi.waitFor(() => expect(field()).not.toBeNull(), 60_000);
  await typeInto(field(), "paid elsewhere");
  const escape = () => act(async () => void field()?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
  await escape();
  expect([asked.get()?.action, closed.mock.calls, given()]).toEqual([text("list.form.discardYes"), [], []]);
  await act(async () => asked.get()?.answer({ confirmed: false, input: "" }));
  expect(field()?.value).toBe("paid elsewhere");
  await escape();
  await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
  await vi.waitFor(() => expect([closed.mock.calls, given().length]).toEqual([[[false]], 1]), 60_000);
});

it("stays while its start is on its way: whoever left would not hear that it runs", async () => {
  await act(async () => answer(jobOf({ act: "withdrawal.approve", items: 2, waiting: 2, version: 3, actions: ["start", "cancel"] })));
  await vi.waitFor(() => expect(document.querySelector("button[type=submit]")).not.toBeNull(), 60_000);
  let come: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  const before = globalThis.fetch;
  vi.stubGlobal("fetch", async (request: string) => (await held, before(request)));
  await act(async () => document.querySelector("form")?.requestSubmit());
  for (const leave of [
    cancel,
    () => act(async () => void document.querySelector('[role="dialog"]')?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))),
  ])
    await leave();
  expect([closed.mock.calls, given()]).toEqual([[], []]);
  await act(async () => come());
});

it("left because its start got no answer, tells that it runs all the same", async () => {
  const draft = jobOf({ act: "withdrawal.approve", items: 2, waiting: 2, version: 3, actions: ["start", "cancel"] });
  await act(async () => answer(draft));
  const start = () => document.querySelector<HTMLButtonElement>("button[type=submit]");
  await seen(() => expect(start()).not.toBeNull());
  const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
  let away = true;
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const path = new URL(typeof request === "string" ? request : request.url, location.origin).pathname;
    calls.push(path);
    if (away) throw new TypeError("the connection was lost");
    // It has been started.
    if (path.endsWith("/cancel")) return json({ success: false, data: null, error: { code: "conflict", message: "" } }, 409);
    return json({ success: true, data: jobOf({ ...draft, status: "running", started_at: "2026-07-01T00:00:00.000Z", version: 4 }) });
  });
  await act(async () => document.querySelector("form")?.requestSubmit());
  await seen(() => expect([calls.includes("/api/bulk/B1/start"), start()?.disabled]).toEqual([true, false]));
  away = false;
  const heard = hear();
  await cancel();
  expect(closed.mock.calls).toEqual([[false]]);
  await seen(() => expect(heard()).toContain(`${text("bulk.act.withdrawal.approve")} · ${text("bulk.status.running")}`));
  expect(heard()).toContain(text("bulk.dialog.page"));
});
