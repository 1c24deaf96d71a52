// @vitest-environment happy-dom
/** Leaving a screen asks when any of what stands on it is not saved: the router itself heeds one blocker alone. */
import { act } from "react";
import { useLocation, useNavigate } from "react-router";
import { afterEach, beforeAll, expect, it } from "vitest";
import { mount, preparePage, unmount } from "../mount.tsx";
import { asked } from "../ui/confirm.ts";
import { UnsavedGuard, useUnsavedGuard } from "./unsaved-guard.ts";

function Form({ dirty }: { dirty: boolean }) {
  useUnsavedGuard(dirty);
  return null;
}
function Page({ dirty }: { dirty: readonly boolean[] }) {
  const navigate = useNavigate();
  return (
    <>
      {dirty.map((one, index) => (
        <Form key={index} dirty={one} />
      ))}
      <UnsavedGuard />
      <button type="button" onClick={() => void navigate("/elsewhere")}>
        {useLocation().pathname}
      </button>
    </>
  );
}
beforeAll(() => preparePage("zh"));
afterEach(async () => {
  await act(async () => asked.get()?.answer({ confirmed: false, input: "" }));
  unmount();
});
const leave = (place: HTMLElement) => act(async () => place.querySelector("button")?.click());
const at = (place: HTMLElement) => place.querySelector("button")?.textContent;

it.each([[[true, false]], [[false, true]], [[true, true]]])("asks before it leaves %j", async (dirty) => {
  const place = await mount(<Page dirty={dirty} />, "/here");
  await leave(place);
  expect(at(place)).toBe("/here");
  await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
  expect(at(place)).toBe("/elsewhere");
});

it("asks nothing where all is saved", async () => {
  const place = await mount(<Page dirty={[false, false]} />, "/here");
  await leave(place);
  expect([at(place), asked.get()]).toEqual(["/elsewhere", null]);
});
