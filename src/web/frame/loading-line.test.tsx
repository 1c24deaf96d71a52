// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { actsUnderWay } from "../api.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { LoadingLine } from "./loading-line.tsx";

beforeAll(async () => {
  await preparePage("zh");
  // Files of a worker share this count: one before may have gone while an act of it had no answer.
  actsUnderWay.set(0);
});
afterEach(() => {
  unmount();
  actsUnderWay.set(0);
});

it("shows that an act waits for its answer, and says so once it takes long", async () => {
  const place = await mount(<LoadingLine />);
  const line = () => place.querySelector("[data-on]");
  const said = () => place.querySelector("[role=status]")?.textContent;
  expect(line()).toBeNull();
  expect(said()).toBe("");
  await act(async () => actsUnderWay.set(1));
  expect(line()).not.toBeNull();
  await seen(() => expect(said()).toBe("正在处理，请稍候"));
  await act(async () => actsUnderWay.set(0));
  expect(line()).toBeNull();
  expect(said()).toBe("");
});
