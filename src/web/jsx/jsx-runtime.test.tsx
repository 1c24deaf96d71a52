// @vitest-environment happy-dom
/** What the dashboard draws while amounts are hidden: whatever draws it, and wherever it comes from. */
import { act, memo } from "react";
import { afterEach, expect, it } from "vitest";
import { setCovered } from "../covered.ts";
import { useText } from "../i18n/keys.ts";
import { mount, preparePage, unmount } from "../mount.tsx";
import { Amount } from "../ui/values.tsx";

afterEach(() => {
  act(() => setCovered(false));
  unmount();
});

const NOTE = "received Tk 500 of 1,170.33";
/** As a careless screen might write it: a text of the server, attributes, a part that is not drawn again by itself. */
const Careless = memo(function Careless() {
  const t = useText();
  return (
    <div title={NOTE} data-copy="1,170.33">
      {NOTE} {t("common.close")} <b data-tip={`${NOTE}, 98.25%`} aria-valuetext={NOTE} aria-description={NOTE} aria-roledescription={NOTE}>{`1,170.33 left`}</b>{" "}
      <Amount value="-12.50" signed />
      <input defaultValue="1,170.33" aria-label="sum" placeholder={NOTE} />
    </div>
  );
});

it("covers texts, attributes and what is copied, and leaves what is typed", async () => {
  await preparePage("en");
  const page = await mount(<Careless />);
  const place = page.querySelector("div[title]");
  if (!(place instanceof HTMLElement)) throw new Error("nothing was drawn");
  expect(place.textContent).toContain("1,170.33");
  const before = place.innerHTML;
  act(() => setCovered(true));
  expect(place.outerHTML.replace(/value="[^"]*"/, "")).not.toMatch(/\d\.\d{2}(?!%)|Tk 5|12/);
  expect(place.querySelector("b")?.dataset["tip"]).toBe("received Tk •••• of ••••, 98.25%");
  expect(place.dataset["copy"]).toBe("");
  expect(place.querySelector("input")?.value).toBe("1,170.33");
  act(() => setCovered(false));
  expect(place.innerHTML).toBe(before);
});
