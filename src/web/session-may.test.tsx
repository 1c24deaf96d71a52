// @vitest-environment happy-dom
/** What a person may: one function until the session is another one, so that what hangs on it does not run without end. */
import { act, type ReactElement, useEffect, useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Permission } from "../contract/permissions.ts";
import type { Profile } from "../contract/session.schema.ts";
import { mount, preparePage, unmount } from "./mount.tsx";
import { takeProfile, useMay } from "./session.tsx";

const signIn = (...permissions: readonly Permission[]): void =>
  void takeProfile({ token: "t", id: "U1", account: "lee", on_totp: false, permissions } as unknown as Profile); // what is asked of it
const seen: boolean[] = [];
let draw: (() => void) | null = null;

function Probe(): ReactElement | null {
  const may = useMay();
  const [, setDrawn] = useState(0);
  useEffect(() => {
    draw = () => setDrawn((drawn) => drawn + 1);
  }, []);
  useEffect(() => void seen.push(may("sms.see")), [may]);
  return null;
}
beforeEach(() => preparePage("en"));
afterEach(() => {
  unmount();
  seen.length = 0;
});

it("is the same function at each drawing, and another one with another right", async () => {
  signIn();
  await mount(<Probe />);
  for (let round = 0; round < 3; round += 1) act(() => draw?.());
  expect(seen).toEqual([false]);
  await act(async () => signIn("sms.see"));
  expect(seen).toEqual([false, true]);
});
