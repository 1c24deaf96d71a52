// @vitest-environment happy-dom
/** What is typed into a form survives the end of the session, for the same person alone, and without what is secret. */
import { act, type ReactElement } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Profile } from "../../contract/session.schema.ts";
import { call } from "../api.ts";
import type { CellTools } from "../cell-tools.ts";
import { text } from "../i18n/keys.ts";
import { mount, preparePage, seen, typeInto, unmount } from "../mount.tsx";
import { setNavigator } from "../nav.ts";
import { forgetSession, takeProfile } from "../session.tsx";
import { createStore } from "../store.ts";
import { asked, confirmWithText } from "../ui/confirm.ts";
import { DialogHosts } from "../ui/hosts.tsx";
import FormDialog from "./form-dialog.tsx";
import { GivenBack } from "./given-back.tsx";
import type { FormSpec } from "./spec.ts";
import { usePageForm } from "./use-page-form.ts";

const tools = { t: text, locale: "zh", currency: "BDT" } as unknown as CellTools; // what a dialog reads
const spec: FormSpec<{ readonly id: string; readonly version: number }> = {
  title: () => "",
  fields: [
    { name: "reason", kind: "text", label: "words.field.reason" },
    { name: "password", kind: "password", label: "words.field.amount" },
    { name: "key", kind: "multiline", label: "words.field.fee", secret: true },
  ],
  initial: () => ({ reason: "", password: "", key: "" }),
  submit: (_values, _subject, key) => {
    keys.push(key);
    return call("POST /api/signout", { body: {} });
  },
  label: "list.search",
};
/** Under which keys forms were sent. */
const keys: string[] = [];
/** Nothing answers. */
let away = false;
const person = (id: string): void => takeProfile({ id, token: "t", on_totp: false, permissions: [] } as unknown as Profile); // what is read of it
const open = (id: string, version = 1) =>
  mount(<FormDialog spec={spec} subject={{ id, version }} tools={tools} stillOffered={() => true} onClose={() => undefined} onDone={() => undefined} />);
type Field = HTMLInputElement | HTMLTextAreaElement;
const fields = (): Field[] => [...document.querySelectorAll<Field>("form :is(input, textarea:not([aria-hidden]))")];
const values = (): string[] => fields().map(({ value }) => value);
const type = (field: Field | undefined, typed: string) => typeInto(field, typed);
/** The next call is refused: nobody knows the session any more. */
const expire = async (): Promise<void> => {
  await act(async () => void (await call("POST /api/signout", { body: {} })));
  unmount();
};

beforeAll(async () => {
  await preparePage("zh");
  setNavigator(() => undefined);
  // Another test may have left the page where nobody is signed in.
  window.history.replaceState(null, "", "/payments");
  const refusal = JSON.stringify({ success: false, data: null, error: { code: "unauthorized", message: "" } });
  vi.stubGlobal("fetch", async () => {
    if (away) throw new TypeError("the connection was lost");
    return new Response(refusal, { status: 401, headers: { "content-type": "application/json" } });
  });
});
beforeEach(() => {
  forgetSession();
  person("U1");
  keys.length = 0;
});
afterEach(unmount);
afterAll(() => vi.unstubAllGlobals());

async function typeAndExpire(): Promise<void> {
  await open("P1");
  await seen(() => expect(fields()).toHaveLength(3));
  await type(fields()[0], "looked at it");
  await type(fields()[1], "hunter2");
  await type(fields()[2], "-----BEGIN");
  expect(values()).toEqual(["looked at it", "hunter2", "-----BEGIN"]);
  await expire();
}
async function opened(id: string, version?: number): Promise<string[]> {
  await open(id, version);
  await seen(() => expect(fields()).toHaveLength(3));
  return values();
}

it("gives back to the same person, in the same form of the same object, all but what is secret", async () => {
  await typeAndExpire();
  person("U1");
  expect(await opened("P2")).toEqual(["", "", ""]);
  unmount();
  expect(await opened("P1", 2)).toEqual(["looked at it", "", ""]);
  expect(document.body.textContent).toContain(text("list.form.givenBack"));
  // Once: whoever closes it has done with it.
  unmount();
  expect(await opened("P1", 2)).toEqual(["", "", ""]);
});

it("gives nothing to somebody else, nor to who comes after him", async () => {
  await typeAndExpire();
  person("U2");
  expect(await opened("P1")).toEqual(["", "", ""]);
  unmount();
  person("U1");
  expect(await opened("P1")).toEqual(["", "", ""]);
});

it("gives nothing after a sign-out", async () => {
  await typeAndExpire();
  forgetSession();
  person("U1");
  expect(await opened("P1")).toEqual(["", "", ""]);
});

/** Sent once more; no answer comes. */
async function sendIntoNothing(): Promise<void> {
  const before = keys.length;
  away = true;
  await act(async () => document.querySelector("form")?.requestSubmit());
  await seen(() => expect(document.querySelector<HTMLButtonElement>("form button[type=submit]")?.disabled).toBe(false));
  away = false;
  expect(keys).toHaveLength(before + 1);
}

it("sends again as the same act what got no answer before the session ended", async () => {
  await opened("P1");
  await type(fields()[0], "looked at it");
  await sendIntoNothing();
  await expire();
  person("U1");
  expect(await opened("P1", 2)).toEqual(["looked at it", "", ""]);
  await sendIntoNothing();
  await type(fields()[0], "looked twice");
  await sendIntoNothing();
  const [first, second, third] = keys;
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it("sends again as the same act what got no answer, also where the next answer is that the session has ended", async () => {
  await opened("P1");
  await type(fields()[0], "looked at it");
  await sendIntoNothing();
  // The form itself hears of it.
  await act(async () => document.querySelector("form")?.requestSubmit());
  await seen(() => expect(document.querySelector<HTMLButtonElement>("form button[type=submit]")?.disabled).toBe(false));
  unmount();
  person("U1");
  expect(await opened("P1", 2)).toEqual(["looked at it", "", ""]);
  await sendIntoNothing();
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
});

it("keeps no act that a secret was sent with", async () => {
  await opened("P1");
  await type(fields()[0], "looked at it");
  await type(fields()[1], "hunter2");
  await sendIntoNothing();
  await expire();
  person("U1");
  await opened("P1");
  await type(fields()[1], "hunter2");
  await sendIntoNothing();
  expect(keys[1]).not.toBe(keys[0]);
});

it("gives back what the person changed alone, and says what somebody else has changed too", async () => {
  const noted: FormSpec<{ readonly id: string; readonly version: number; readonly note: string; readonly place: string }> = {
    title: () => "",
    label: "list.search",
    submit: () => call("POST /api/signout", { body: {} }),
    fields: (["note", "place"] as const).map((name) => ({ name, kind: "text", label: "words.field.reason" })),
    initial: ({ note, place }) => ({ note, place }),
  };
  const show = (version: number, note: string, place: string) =>
    mount(
      <FormDialog
        spec={noted}
        subject={{ id: "W1", version, note, place }}
        tools={tools}
        stillOffered={() => true}
        onClose={() => undefined}
        onDone={() => undefined}
      />,
    );
  await show(1, "a", "Dhaka");
  await seen(() => expect(fields()).toHaveLength(2));
  await type(fields()[0], "mine");
  await expire();
  person("U1");
  await show(2, "theirs", "Khulna");
  await seen(() => expect(values()).toEqual(["mine", "Khulna"]));
  expect(document.body.textContent).toContain(text("list.form.changedToo"));
});

it("keeps a form that stands in its screen, over what the server has by then", async () => {
  function Page({ url, ack }: { url: string; ack: string }): ReactElement {
    const form = usePageForm("page", { url, ack });
    return (
      <form>
        <input value={form.values.url ?? ""} onChange={(event) => form.set({ url: event.currentTarget.value })} />
        <input value={form.values.ack ?? ""} readOnly />
        <p>{form.both.join()}</p>
        <GivenBack when={form.isGivenBack} />
      </form>
    );
  }
  await mount(<Page url="a" ack="true" />);
  await type(fields()[0], "b");
  await expire();
  person("U1");
  await mount(<Page url="c" ack="false" />);
  expect(values()).toEqual(["b", "false"]);
  expect(document.querySelector("p")?.textContent).toBe("url");
  expect(document.body.textContent).toContain(text("list.form.givenBack"));
});

it("keeps the reason of a question for what it is about, also where whoever asks keeps it, and says so", async () => {
  const ask = (about: string) => confirmWithText({ text: <p>what changes</p>, about, input: { label: "why", kept: createStore("") } });
  const show = async (about: string): Promise<void> => {
    await mount(<DialogHosts />);
    await act(async () => void ask(about));
    await seen(() => expect(fields()).toHaveLength(1));
  };
  await show("A");
  await type(fields()[0], "asked for by finance");
  await expire();
  person("U1");
  await show("B");
  expect(values()).toEqual([""]);
  await act(async () => asked.get()?.answer({ confirmed: false, input: "" }));
  unmount();
  await show("A");
  await seen(() => expect(values()).toEqual(["asked for by finance"]));
  expect(document.body.textContent).toContain(text("list.form.givenBack"));
});

it("keeps the reason of a question", async () => {
  const ask = () => confirmWithText({ text: "give P1 up?", input: { label: "why" } });
  await mount(<DialogHosts />);
  await act(async () => void ask());
  await seen(() => expect(fields()).toHaveLength(1));
  await type(fields()[0], "paid twice");
  await expire();
  expect(asked.get()).toBeNull();
  person("U1");
  await mount(<DialogHosts />);
  await act(async () => void ask());
  await seen(() => expect(values()).toEqual(["paid twice"]));
});
