// @vitest-environment happy-dom
/** What is due comes first, and leads on to where the person was going. */
import { type ReactElement, useEffect, useState } from "react";
import { Route, Routes, useLocation } from "react-router";
import { afterEach, beforeAll, expect, it } from "vitest";
import { mount, preparePage, unmount } from "../mount.tsx";
import { ToDue } from "./to-due.tsx";

beforeAll(() => preparePage("en"));
afterEach(() => {
  unmount();
  history.replaceState(null, "", "/");
});

/** It is drawn again while the profile is on its way: by then the address is the profile's. */
function DrawnAgain(): ReactElement {
  const [, again] = useState(0);
  useEffect(() => {
    history.replaceState(null, "", "/en/profile");
    again(1);
  }, []);
  return <ToDue />;
}
const seen: unknown[] = [];
function Profile(): null {
  seen.push(useLocation().state);
  return null;
}

it("keeps the way back, also where it is drawn again on its way", async () => {
  await mount(
    <Routes>
      <Route path="/en/profile" element={<Profile />} />
      <Route path="*" element={<DrawnAgain />} />
    </Routes>,
    "/en/payments?status=review#top",
  );
  expect(seen.length).toBeGreaterThan(0);
  expect(new Set(seen.map((state) => (state as { back: string }).back))).toEqual(new Set(["/en/payments?status=review#top"]));
});
