// @vitest-environment happy-dom
/** The clock of the page stands still between its ticks. */
import { act, type ReactElement, useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { mount, preparePage, unmount } from "./mount.tsx";
import { DateTime } from "./ui/values.tsx";

const START = Date.parse("2026-11-26T08:00:00Z");
const after = (seconds: number): string => new Date(START + seconds * 1000).toISOString();

beforeAll(() => preparePage("en"));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: START });
});
afterEach(() => {
  unmount();
  vi.useRealTimers();
});

function Place(): ReactElement {
  const [late, setLate] = useState(false);
  return (
    <>
      <DateTime value={after(-60)} />
      <button type="button" onClick={() => setLate(true)} />
      {late ? [7, 80].map((seconds) => <DateTime key={seconds} value={after(seconds)} />) : null}
    </>
  );
}

it("calls nothing that has happened since its last tick a thing to come", async () => {
  const place = await mount(<Place />);
  vi.setSystemTime(START + 8000);
  await act(async () => place.querySelector("button")?.click());
  expect([...place.querySelectorAll("time")].map((one) => one.textContent)).toEqual(["1 min. ago", "just now", "in 1 min."]);
});
