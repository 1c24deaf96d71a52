// @vitest-environment happy-dom
/** A view whose saving got no answer is saved again by the same act, and so is a colleague's that is copied. None takes the place of another one without a question. */
import { act, type ReactElement } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { SavedView } from "../../../contract/views.schema.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { text } from "../../i18n/keys.ts";
import { hear, mount, preparePage, seen, typeInto, unmount } from "../../mount.tsx";
import { takeProfile } from "../../session.tsx";
import { Notices } from "../../ui/notices.tsx";
import { undoLast } from "../../ui/undo.ts";
import { readAddress } from "../state/index.ts";
import { SaveView } from "./save-view.tsx";
import { useViewActs } from "./use-view-acts.ts";
import type { ListViews } from "./use-views.ts";

const tools = { t: text, locale: "en", currency: "BDT" } as const;
const keys: (string | null)[] = [];
/** What the server has under the name; null: nothing. */
let standing: Partial<SavedView> | null = null;
const sent: { method: string; path: string; body: unknown }[] = [];
const views = { list: "payments", layout: {}, open: null, keep: vi.fn(), show: vi.fn() } as unknown as ListViews; // what saving asks of it

const signIn = (permissions: readonly string[]): void => takeProfile({ id: "U1", token: "t", on_totp: false, permissions } as unknown as Profile); // what a call reads

beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (standing !== null) return answerTaken(address, init);
    keys.push(new Headers(init.headers).get("idempotency-key"));
    if (keys.length === 1) throw new TypeError("the connection was lost");
    return new Response(JSON.stringify({ success: true, data: { id: "V1" } }), { headers: { "content-type": "application/json" } });
  });
});
/** Whether the list may not be made to open with it. */
let failsDefault = false;
const refusal = (code: string, status: number): Response =>
  new Response(JSON.stringify({ success: false, data: null, error: { code, message: "" } }), { status, headers: { "content-type": "application/json" } });
/** `conflict` where what is sent names an older version than the one that stands. */
const sentVersion = (body: unknown): "conflict" | null => {
  const { version } = body ? (JSON.parse(String(body)) as { version?: number }) : {};
  return version !== undefined && version < (standing?.version ?? 0) ? "conflict" : null;
};
/** As the server does where the name is taken. */
function answerTaken(address: string, { method = "GET", body }: RequestInit): Response {
  const { pathname } = new URL(address, location.origin);
  sent.push({ method, path: pathname, body: body ? JSON.parse(String(body)) : null });
  const refused = { code: "validation_failed", message: "", fields: { name: "taken" } };
  const isRefused = method === "POST" && pathname === "/api/views";
  const code = sentVersion(body) ?? (failsDefault && pathname === "/api/views/default" ? "not_found" : null);
  if (code !== null) return refusal(code, code === "conflict" ? 409 : 404);
  const data = method === "GET" ? { items: [standing], more: false, standard: null, standard_by: null } : { ...standing, version: 4 };
  const answer = isRefused ? { success: false, data: null, error: refused } : { success: true, data };
  return new Response(JSON.stringify(answer), { status: isRefused ? 422 : 200, headers: { "content-type": "application/json" } });
}
beforeEach(() => signIn([]));
afterEach(() => {
  standing = null;
  failsDefault = false;
  sent.length = 0;
  unmount();
  vi.clearAllMocks();
  keys.length = 0;
});
const press = (word: string) => act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent === word)?.click());
const pressTwice = async (word: string): Promise<void> => {
  await press(word);
  await seen(() => expect([keys.length, document.querySelector("button[data-loading]")]).toEqual([1, null]));
  await press(word);
  await seen(() => expect(views.keep).toHaveBeenCalledTimes(1));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
};

const LATE = { id: "V9", list: "payments", name: "late", query: "status=pending", layout: { hidden: ["fee"] }, shared: false, own: true, version: 3 };
const nameField = () => document.querySelector("input[type=text], input:not([type])") as HTMLInputElement; // the name has one
const state = readAddress(new URLSearchParams("q=017"), []);

it("says at the name that an own view has it, and replaces that one only when it is asked to, which can be taken back", async () => {
  standing = LATE;
  await mount(
    <>
      <Notices />
      <SaveView list="payments" state={state} views={views} tools={tools} hold={() => undefined} onSaved={() => undefined} />
    </>,
  );
  await typeInto(nameField(), "late");
  await press(text("list.views.save"));
  await seen(() => expect(document.body.textContent).toContain("Replace “late”"));
  expect(document.body.textContent).toContain(text("list.views.taken"));
  expect([nameField().getAttribute("aria-invalid"), document.activeElement === nameField()]).toEqual(["true", true]);
  expect([sent.map(({ method }) => method), vi.mocked(views.keep).mock.calls]).toEqual([["POST", "GET"], []]);
  await typeInto(nameField(), "later");
  expect(document.body.textContent).not.toContain("Replace");
  await typeInto(nameField(), "late");
  await press(text("list.views.save"));
  await seen(() => expect(document.body.textContent).toContain("Replace “late”"));
  await press("Replace “late”");
  await seen(() => expect(views.show).toHaveBeenCalledOnce());
  expect(sent.at(-1)).toEqual({ method: "PATCH", path: "/api/views/V9", body: { version: 3, query: "q=017", layout: {} } });
  await act(async () => undoLast());
  await seen(() =>
    expect(sent.at(-1)).toEqual({ method: "PATCH", path: "/api/views/V9", body: { version: 4, query: "status=pending", layout: { hidden: ["fee"] } } }),
  );
});

it.each([
  ["who may share, by a box that says so", ["views.share"], true, true],
  ["who may not share any more", [], undefined, true],
  ["who unticks it, no more", ["views.share"], true, false],
] as const)("stays shared when it is replaced by somebody %s", async (_who, permissions, ticked, stays) => {
  signIn(permissions);
  standing = { ...LATE, shared: true };
  await mount(<SaveView list="payments" state={state} views={views} tools={tools} hold={() => undefined} onSaved={() => undefined} />);
  await typeInto(nameField(), "late");
  await press(text("list.views.save"));
  await seen(() => expect(document.body.textContent).toContain("Replace “late”"));
  const box = () => document.querySelectorAll<HTMLInputElement>("input[type=checkbox]");
  expect(box().length === 2 ? box()[0]?.checked : undefined).toBe(ticked);
  if (!stays) await act(async () => box()[0]?.click());
  await press("Replace “late”");
  await seen(() => expect(views.show).toHaveBeenCalledOnce());
  expect(sent.at(-1)?.body).toEqual({ version: 3, query: "q=017", layout: {}, ...(stays ? {} : { shared: false }) });
});

it("is replaced once, however often that is pressed, and under its newer version where somebody was quicker", async () => {
  standing = LATE;
  await mount(
    <>
      <Notices />
      <SaveView list="payments" state={state} views={views} tools={tools} hold={() => undefined} onSaved={() => undefined} />
    </>,
  );
  await typeInto(nameField(), "late");
  await press(text("list.views.save"));
  await seen(() => expect(document.body.textContent).toContain("Replace “late”"));
  standing = { ...LATE, version: 5 };
  const versions = () => sent.filter(({ method }) => method === "PATCH").map(({ body }) => (body as { version: number }).version);
  const twice = [...document.querySelectorAll("button")].find((one) => one.textContent === "Replace “late”");
  for (let time = 0; time < 2; time += 1) act(() => twice?.click());
  await seen(() => expect(sent.slice(-2).map(({ method }) => method)).toEqual(["PATCH", "GET"]));
  expect([versions(), vi.mocked(views.show).mock.calls]).toEqual([[3], []]);
  await seen(() => expect(document.activeElement).toBe(nameField()));
  await press("Replace “late”");
  await seen(() => expect(views.show).toHaveBeenCalledOnce());
  expect(versions()).toEqual([3, 5]);
});

it("says where it could not become what the list opens with", async () => {
  standing = LATE;
  await mount(
    <>
      <Notices />
      <SaveView list="payments" state={state} views={views} tools={tools} hold={() => undefined} onSaved={() => undefined} />
    </>,
  );
  await typeInto(nameField(), "late");
  await act(async () => [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")].at(-1)?.click());
  await press(text("list.views.save"));
  await seen(() => expect(document.body.textContent).toContain("Replace “late”"));
  const said = hear();
  failsDefault = true;
  await press("Replace “late”");
  await seen(() => expect(said()).toContain(text("errors.code.not_found")));
  await seen(() => expect(views.show).toHaveBeenCalledOnce());
});

it("is not copied over an own one, and it is said what to do", async () => {
  standing = LATE;
  await mount(
    <>
      <Notices />
      <Copy />
    </>,
  );
  const said = hear();
  await press("copy");
  await seen(() => expect(said()).toContain("Not copied: you have a view “ours” already"));
  expect([sent.map(({ method }) => method), vi.mocked(views.keep).mock.calls]).toEqual([["POST"], []]);
});

it("is saved once", async () => {
  await mount(<SaveView list="payments" state={state} views={views} tools={tools} hold={() => undefined} onSaved={() => undefined} />);
  await typeInto(nameField(), "late");
  await pressTwice(text("list.views.save"));
});

const ours = { id: "V2", list: "payments", name: "ours", query: "", layout: {} } as unknown as SavedView; // what is copied of it
function Copy(): ReactElement {
  const { copy } = useViewActs(ours, views, tools);
  return (
    <button type="button" onClick={() => void copy()}>
      copy
    </button>
  );
}

it("is copied once", async () => {
  await mount(<Copy />);
  await pressTwice("copy");
});
