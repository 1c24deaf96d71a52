// @vitest-environment happy-dom
/** The emergency stop's panel is open for whom opened it. */
import { act, type ReactElement } from "react";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Profile } from "../../contract/session.schema.ts";
import { mount, unmount } from "../mount.tsx";
import { forgetSession, takeProfile } from "../session.tsx";
import { showStop, useStopOpen } from "./stop-state.ts";

const person = (id: string): Profile => ({ token: id, id, on_totp: false, permissions: ["intake.close"] }) as unknown as Profile; // what it reads
function Probe(): ReactElement {
  return <p>{useStopOpen() ? "open" : "shut"}</p>;
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
afterAll(unmount);

it("closes with the session: who signs in next has not opened it", async () => {
  takeProfile(person("U1"));
  const place = await mount(<Probe />);
  act(() => showStop(true));
  expect(place.querySelector("p")?.textContent).toBe("open");
  act(() => {
    forgetSession();
    takeProfile(person("U2"));
  });
  expect(place.querySelector("p")?.textContent).toBe("shut");
});
