// @vitest-environment happy-dom
/** An answer that comes once its session has ended is nobody's: nothing is shown of it, and nothing is sent after it. */
import { act } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Profile } from "../contract/session.schema.ts";
import { call, plugIn } from "./api.ts";
import { hasTyped, heldWhile } from "./forms/typed.ts";
import { mount, preparePage, unmount } from "./mount.tsx";
import { setNavigator } from "./nav.ts";
import { setPreferences } from "./prefs.ts";
import { currentSession, forgetSession, takeProfile, toSignin } from "./session.tsx";
import { Notices, notify } from "./ui/notices.tsx";

/** What was sent, after whose it was. */
let sent: string[] = [];
let status = 200;
/** Why the server refuses, where it does, and what stands over the answers. */
let code = "";
let over: Record<string, string> = {};
/** Lets the first answer come; the others come at once. */
let come: () => void = () => undefined;

const person = (id: string): void => takeProfile({ id, token: id, on_totp: false, permissions: [] } as unknown as Profile); // what is read of it
/** Somebody else signs in at this page; then the first answer comes, and after it another one. */
async function othersTurn(): Promise<void> {
  toSignin();
  person("U2");
  [status, over] = [200, {}];
  come();
  // What is asked now is answered after what was asked before.
  for (let round = 0; round < 3; round += 1) await call("GET /api/user");
}

beforeAll(async () => {
  await preparePage("zh");
  setNavigator(() => undefined);
  // Another test may have left the page where nobody is signed in.
  window.history.replaceState(null, "", "/payments");
});
beforeEach(() => {
  forgetSession();
  person("U1");
  sent = [];
  status = 200;
  [code, over] = ["", {}];
  const first = new Promise<void>((resolve) => {
    come = resolve;
  });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push(`${new Headers(init.headers).get("authorization")?.replace("Bearer ", "")} ${new URL(url, location.origin).pathname}`);
    const own = { status, over, body: JSON.stringify({ success: status === 200, data: {}, error: { code } }) };
    if (sent.length === 1) await first;
    return new Response(own.body, { status: own.status, headers: { "content-type": "application/json", ...own.over } });
  });
});
afterEach(() => {
  unmount();
  forgetSession();
});
afterAll(() => vi.unstubAllGlobals());

/** One act after the other, as the days of many wallets are closed. */
async function many(): Promise<string> {
  for (let count = 0; count < 3; count += 1) await call("POST /api/proof", { body: {} });
  return "all were done";
}

it("is told to nobody, and nothing is sent after it", async () => {
  const done = vi.fn<(said: string) => void>();
  void many().then(done);
  await othersTurn();
  expect(sent.filter((one) => one.endsWith("proof"))).toEqual(["U1 /api/proof"]);
  expect(done).not.toHaveBeenCalled();
});

it("is told to whoever is still here", async () => {
  const answer = many();
  come();
  expect(await answer).toBe("all were done");
  expect(sent).toEqual(["U1 /api/proof", "U1 /api/proof", "U1 /api/proof"]);
});

it("is told where it is that nobody is signed in: a form may be sent anew", async () => {
  status = 401;
  const answer = call("POST /api/proof", { body: {} });
  come();
  expect(await answer).toMatchObject({ success: false, error: { status: 401 } });
});

it("asks the next person for no password, and sends nothing again under his name", async () => {
  const recheck = vi.fn(async () => true);
  plugIn({ recheck });
  [status, code] = [403, "recheck_required"];
  void call("POST /api/proof", { body: {} });
  await othersTurn();
  plugIn({ recheck: async () => false });
  expect(recheck).not.toHaveBeenCalled();
  expect(sent.filter((one) => one.endsWith("proof"))).toEqual(["U1 /api/proof"]);
});

it("says nothing of how long the next person's password holds", async () => {
  over = { "x-recheck-until": "2026-05-01T00:00:00.000Z" };
  void call("POST /api/proof", { body: {} });
  await othersTurn();
  expect(currentSession()).toMatchObject({ state: "in", profile: { id: "U2" } });
  expect(currentSession()).not.toHaveProperty("profile.rechecked_until");
});

it("that knows nobody any more is no reason to read the same for the next person", async () => {
  status = 401;
  void call("GET /api/proof");
  await othersTurn();
  expect(sent.filter((one) => one.endsWith("proof"))).toEqual(["U1 /api/proof"]);
});

it("lets no preference that waited for it be sent, and the next ones be", async () => {
  void setPreferences({ density: "compact" });
  void setPreferences({ menu_folded: true });
  await vi.waitFor(() => expect(sent).toHaveLength(1), 60_000);
  await othersTurn();
  await setPreferences({ page_size: 50 });
  expect(sent.filter((one) => one.endsWith("preferences"))).toEqual(["U1 /api/user/preferences", "U2 /api/user/preferences"]);
});

it("leaves no text held that was sent before it", async () => {
  void heldWhile("why", "paid twice", () => call("POST /api/proof", { body: {} }));
  await othersTurn();
  toSignin();
  expect(hasTyped()).toBe(false);
});

it("takes the notices along that stood when the session ended", async () => {
  await mount(<Notices />);
  await act(async () => notify({ kind: "bad", text: "the fee of M1 is not changed" }));
  expect(document.body.textContent).toContain("the fee of M1");
  await act(async () => toSignin());
  expect(document.body.textContent).not.toContain("the fee of M1");
});
