// @vitest-environment happy-dom
/** A word that an input method is composing is not typed yet: nothing is asked for, and nobody writes into the box meanwhile. */
import { act, type ReactElement, useCallback, useRef, useState } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { text } from "../../i18n/keys.ts";
import { mount, preparePage, typeInto, unmount } from "../../mount.tsx";
import type { FilterSpec } from "../spec/index.ts";
import { EMPTY_STATE, type ListState, writeAddress } from "../state/index.ts";
import { operatorLooks } from "../suite-plain.tsx";
import { TYPED_MS } from "./handle.ts";
import { SearchBox } from "./search-box.tsx";

const FILTERS: readonly FilterSpec[] = [
  { kind: "choice", key: "operator", label: "words.field.operator", options: ["bkash", "nagad"].map((value) => ({ value, label: { text: value } })) },
];
const TOOLS = { t: text, locale: "zh", currency: "BDT" } as const;
let went: string[] = [];

function Place(): ReactElement {
  const [state, setState] = useState<ListState>(EMPTY_STATE);
  const search = useRef<HTMLInputElement>(null);
  const go = useCallback((next: ListState) => {
    went.push(writeAddress(next));
    setState(next);
  }, []);
  return <SearchBox list="payments" filters={FILTERS} state={state} tools={TOOLS} hint="" search={search} go={go} className="" />;
}

beforeAll(async () => {
  await preparePage("zh");
  vi.stubGlobal("fetch", async () => new Response('{"success":true,"data":{"items":[]}}', { headers: { "content-type": "application/json" } }));
  await operatorLooks();
  await import("./assist.tsx");
});
beforeEach(() => {
  went = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  unmount();
});
afterAll(() => vi.unstubAllGlobals());

it.each([
  ["words", "", "q=%E8%8D%B7%E8%8A%B1"],
  ["what stands behind a chip", "operator:nagad ", "q=%E8%8D%B7%E8%8A%B1&operator=nagad"],
])("waits for the end of %s", async (_what, before, address) => {
  const place = await mount(<Place />);
  const box = place.querySelector("input");
  const tell = (what: string): Promise<void> => act(async () => void box?.dispatchEvent(new CompositionEvent(what, { bubbles: true })));
  const pause = (): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(TYPED_MS * 2));
  await act(async () => box?.focus());
  await tell("compositionstart");
  await typeInto(box, `${before}hehua`);
  await pause();
  expect([box?.value, went]).toEqual([`${before}hehua`, []]);
  await typeInto(box, `${before}荷花`);
  await tell("compositionend");
  await pause();
  expect([box?.value, went]).toEqual(["荷花", [address]]);
});
