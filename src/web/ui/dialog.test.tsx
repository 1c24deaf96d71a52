// @vitest-environment happy-dom
/** The browser's Back closes whatever dialog stands open and leaves what is behind it; what is shown this once does not go without a question. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { act, type ReactElement, useEffect } from "react";
import { type NavigateFunction, useLocation, useNavigate } from "react-router";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { UnsavedGuard } from "../forms/unsaved-guard.ts";
import { text } from "../i18n/keys.ts";
import BulkDialog from "../list/bulk/dialog.tsx";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { SecretDialog } from "../screens/merchants/shown-dialogs.tsx";
import { type ShownSecret, shownSecret } from "../screens/merchants/shown.ts";
import { useStore } from "../store.ts";
import { asked, confirm } from "./confirm.ts";
import { DialogHosts } from "./hosts.tsx";
import { askRecheck, recheckAsked } from "./recheck.ts";
import { SecretOnce } from "./secret-once.tsx";

const TOOLS = { t: text, locale: "zh", currency: "BDT" } as const;
const SECRET: ShownSecret = { kind: "webhook", name: "Lotus", appId: "A1", values: [{ label: "webhook_secret", value: "whsec_once" }], previousUntil: null };
const WEB = join(import.meta.dirname, "..");

beforeAll(async () => {
  vi.stubGlobal("fetch", () => new Promise<Response>(() => undefined));
  await preparePage("zh");
});
afterEach(async () => {
  await act(async () => {
    asked.get()?.answer({ confirmed: false, input: "" });
    recheckAsked.get()?.answer(false);
    shownSecret.set(null);
  });
  unmount();
});

let go: NavigateFunction;
function Place({ children }: { children?: ReactElement | null }): ReactElement {
  const { pathname, search } = useLocation();
  const to = useNavigate();
  useEffect(() => {
    go = to;
  }, [to]);
  return (
    <>
      <i>{pathname + search}</i>
      <UnsavedGuard />
      {children}
    </>
  );
}
const there = (place: HTMLElement): string | null | undefined => place.querySelector("i")?.textContent;
const back = () => act(async () => void go(-1));
const answer = (confirmed: boolean) => act(async () => asked.get()?.answer({ confirmed, input: "" }));
/** A page with an open drawer behind what is shown. */
async function behind(shown: ReactElement | null): Promise<HTMLElement> {
  const place = await mount(<Place>{shown}</Place>, "/here");
  await act(async () => void go("/here?open=P1"));
  return place;
}

it("asks for a dialog with a secret, which stays when the answer is no", async () => {
  function Shown(): ReactElement | null {
    const secret = useStore(shownSecret);
    return secret === null ? null : <SecretDialog shown={secret} tools={TOOLS} />;
  }
  const place = await behind(<Shown />);
  await act(async () => shownSecret.set(SECRET));
  await back();
  expect([there(place), shownSecret.get(), asked.get()?.title]).toEqual(["/here?open=P1", SECRET, text("common.secretGoes")]);
  await answer(false);
  expect([there(place), shownSecret.get()]).toEqual(["/here?open=P1", SECRET]);
  await back();
  await answer(true);
  expect([there(place), shownSecret.get()]).toEqual(["/here?open=P1", null]);
  await back();
  expect(there(place)).toBe("/here");
});

it("asks over the dialog, also where a question was asked before it opened", async () => {
  function Shown(): ReactElement {
    const secret = useStore(shownSecret);
    return (
      <>
        <DialogHosts />
        {secret === null ? null : <SecretDialog shown={secret} tools={TOOLS} />}
      </>
    );
  }
  await behind(<Shown />);
  await act(async () => void confirm({ text: "before" }));
  await seen(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain("before"));
  await answer(true);
  await act(async () => shownSecret.set(SECRET));
  await back();
  const layerOf = (words: string): number => {
    const dialog = [...document.querySelectorAll('[role="dialog"]')].find((one) => one.textContent?.includes(words));
    return Number(/--mb-z-index:\s*(\d+)/.exec(dialog?.closest("[style*=z-index]")?.getAttribute("style") ?? "")?.[1]);
  };
  await seen(() => expect(layerOf(text("common.secretGoesBody"))).toBeGreaterThan(layerOf("whsec_once")));
});

it("asks for a secret that stands on the page itself, whether Back or the menu leads away", async () => {
  const place = await behind(<SecretOnce fileName="x.txt" values={SECRET.values} />);
  for (const away of [back, () => act(async () => void go("/elsewhere"))]) {
    await away();
    expect([there(place), asked.get()?.title]).toEqual(["/here?open=P1", text("common.secretGoes")]);
    await answer(false);
    expect(there(place)).toBe("/here?open=P1");
  }
  await back();
  await answer(true);
  expect(there(place)).toBe("/here");
});

it("takes a re-authentication back", async () => {
  const place = await behind(<DialogHosts />);
  let passed: boolean | null = null;
  await act(async () => void askRecheck().then((result) => (passed = result)));
  await seen(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain(text("frame.recheck.text")));
  await back();
  expect([there(place), recheckAsked.get(), passed]).toEqual(["/here?open=P1", null, false]);
});

it("closes the dialog of an act on many", async () => {
  const closed = vi.fn();
  const place = await behind(<BulkDialog act="payments.reject" what={{ items: [{ id: "P1", version: 1 }] }} tools={TOOLS} onClose={closed} />);
  await back();
  expect([there(place), closed.mock.calls]).toEqual(["/here?open=P1", [[false]]]);
});

it("has no dialog beside it", () => {
  const files = readdirSync(WEB, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx") && !name.includes(".test."));
  const own = files.filter((name) => /\bModal\b[^;]*from "@mantine\/core"/.test(readFileSync(join(WEB, name), "utf8"))).map((name) => relative(".", name));
  expect(own.sort()).toEqual(["ui/dialog.tsx"]);
});
