// @vitest-environment happy-dom
/** A comment that is begun stays with its exception until it is sent. */
import { act } from "react";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Profile } from "../../../contract/session.schema.ts";
import { text } from "../../i18n/keys.ts";
import { mount, preparePage, seen, typeInto, unmount } from "../../mount.tsx";
import { setNavigator } from "../../nav.ts";
import { forgetSession, takeProfile, toSignin } from "../../session.tsx";
import { Comments } from "./comments.tsx";

const sent: unknown[] = [];
const PROFILE = { token: "t", id: "U1", account: "lee", user_type: "operator", permissions: ["exceptions.decide"] };
beforeAll(async () => {
  await preparePage("en");
  takeProfile(PROFILE as unknown as Profile); // what it reads
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const { method, body } =
      typeof request === "string" ? { method: init?.method, body: String(init?.body) } : { method: request.method, body: await request.text() };
    // Something that another file of the worker has begun to read may be asked for now, too.
    if (method === "POST") sent.push(JSON.parse(body));
    return new Response('{"success":true,"data":{}}', { headers: { "content-type": "application/json" } });
  });
});
afterEach(unmount);
afterAll(() => vi.unstubAllGlobals());

const show = (id: string) => mount(<Comments id={id} comments={[]} tools={{ t: text, locale: "en", currency: "BDT" }} />);
const field = () => document.querySelector("textarea") as HTMLTextAreaElement; // it has one
const type = (typed: string) => typeInto(field(), typed);

it("is there again when its exception is, and nowhere else", async () => {
  await show("X1");
  await type("look at the");
  unmount();
  await show("X2");
  expect(field().value).toBe("");
  unmount();
  await show("X1");
  expect(field().value).toBe("look at the");
  unmount();
  // The session ends by itself, and the same person signs in again.
  setNavigator(() => undefined);
  window.history.replaceState(null, "", "/queue");
  toSignin();
  takeProfile(PROFILE as unknown as Profile); // what it reads
  await show("X1");
  expect(field().value).toBe("look at the");
});

it("is gone once it is sent, and when its person is", async () => {
  await show("X1");
  await type("look at the SIM");
  await act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent === "Send")?.click());
  await seen(() => expect(field().value).toBe(""));
  expect(sent).toEqual([{ text: "look at the SIM" }]);
  await type("and then");
  unmount();
  forgetSession();
  takeProfile(PROFILE as unknown as Profile); // what it reads
  await show("X1");
  expect(field().value).toBe("");
});
