// @vitest-environment happy-dom
/** Leaving a screen asks when any of what stands on it is not saved: the router itself heeds one blocker alone. */
import { act, useEffect, useState } from "react";
import { type NavigateFunction, useLocation, useNavigate } from "react-router";
import { afterEach, beforeAll, expect, it } from "vitest";
import { mount, preparePage, unmount } from "../mount.tsx";
import { asked } from "../ui/confirm.ts";
import { useLeaving } from "./leaving.ts";
import { UnsavedGuard, useClosedByBack, useUnsavedGuard } from "./unsaved-guard.ts";

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

function Dialog({ dirty, onClose }: { dirty: boolean; onClose: () => void }) {
  useClosedByBack(useLeaving(dirty, false, onClose).onClose, true);
  return <b>dialog</b>;
}
let go: NavigateFunction;
function Screen({ dirty }: { dirty: boolean }) {
  const [open, setOpen] = useState(false);
  const { pathname, search } = useLocation();
  const to = useNavigate();
  useEffect(() => {
    go = to;
  }, [to]);
  return (
    <>
      {open ? <Dialog dirty={dirty} onClose={() => setOpen(false)} /> : null}
      <UnsavedGuard />
      <button type="button" onClick={() => setOpen(true)}>
        {pathname + search}
      </button>
    </>
  );
}
const back = () => act(async () => void go(-1));
const shown = (place: HTMLElement) => [at(place), place.querySelector("b") !== null, asked.get() !== null];

it("Back closes a dialog, and not what stands behind it", async () => {
  const place = await mount(<Screen dirty={false} />, "/here");
  await act(async () => void go("/here?open=P1"));
  await leave(place);
  expect(shown(place)).toEqual(["/here?open=P1", true, false]);
  await back();
  expect(shown(place)).toEqual(["/here?open=P1", false, false]);
  await back();
  expect(shown(place)).toEqual(["/here", false, false]);
});

it("Back asks before it closes a dialog with what is not saved, and then takes the question back", async () => {
  const place = await mount(<Screen dirty />, "/here");
  await act(async () => void go("/here?open=P1"));
  await leave(place);
  await back();
  expect(shown(place)).toEqual(["/here?open=P1", true, true]);
  await back();
  expect(shown(place)).toEqual(["/here?open=P1", true, false]);
  await back();
  await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
  expect(shown(place)).toEqual(["/here?open=P1", false, false]);
});
